//! Parity proves some tile puzzles unsolvable: the 15-puzzle with 14 and 15 exchanged.

use crate::puzzle::{Goal, Puzzle};

/// Returns the reason why parity makes the puzzle unsolvable, a sentence without a full stop;
/// `None` if parity proves nothing.
///
/// If all pieces are distinct single cells and one cell is empty, each step exchanges the empty
/// cell with a cell of the other colour of a chessboard. It changes the parity of the permutation
/// and the parity of the distance between the empty cell and its goal cell. So both change
/// together. Walls, gates and locks only remove steps. A goal with a cell for each tile is
/// unreachable if the two parities differ.
///
/// # Complexity
/// Cells of the frame × goals.
pub fn impossible(puzzle: &Puzzle) -> Option<String> {
    // With fewer tiles, a search proves it at once, and its report is simpler.
    let are_tiles = puzzle.pieces().len() > 2
        && puzzle.pieces().iter().all(|piece| piece.shape.area() == 1)
        && puzzle.empty_cells() == 1
        && puzzle.doors().is_empty()
        && puzzle.kinds().len() == puzzle.pieces().len();
    if !are_tiles {
        return None;
    }
    let parities = puzzle
        .goals()
        .iter()
        .map(|goal| parities(puzzle, goal))
        .collect::<Option<Vec<(bool, bool)>>>()?;
    let goal = if parities.len() > 1 {
        "each goal"
    } else {
        "goal"
    };
    parities.iter().all(|(one, other)| one != other).then(|| {
        format!(
            "each step changes the parity of both the order of the tiles and the place of the \
             empty cell, but only one of them differs between start and {goal}"
        )
    })
}

/// Returns whether a goal is an odd permutation of the start, empty cell included, and whether the
/// empty cell is an odd number of steps from its goal cell; `None` if the goal leaves a cell open.
fn parities(puzzle: &Puzzle, goal: &Goal) -> Option<(bool, bool)> {
    let grid = puzzle.grid();
    let start = starts(puzzle);
    let ends = ends(puzzle, goal)?;
    let mut goes_to = vec![None; grid.area()];
    for (&from, &to) in start.iter().zip(&ends) {
        goes_to[from] = Some(to);
    }
    let empty = (*start.last()?, *ends.last()?);
    let colour = |index| {
        let cell = grid.cell(index);
        cell.row ^ cell.column
    };
    Some((
        is_odd(goes_to),
        (colour(empty.0) ^ colour(empty.1)) & 1 == 1,
    ))
}

/// Returns the index of the cell of each piece at the start, and last that of the empty cell.
pub fn starts(puzzle: &Puzzle) -> Vec<usize> {
    let grid = puzzle.grid();
    let mut start: Vec<usize> = puzzle
        .pieces()
        .iter()
        .map(|it| grid.index(it.anchor))
        .collect();
    start.extend(floor(puzzle).find(|cell| !start.contains(cell)));
    start
}

/// Returns the goal cells in the same order; `None` if the goal leaves a cell open. If it names all
/// but one, that one gets the remaining cell.
pub fn ends(puzzle: &Puzzle, goal: &Goal) -> Option<Vec<usize>> {
    let grid = puzzle.grid();
    let pieces = puzzle.pieces().len();
    let mut ends = vec![None; pieces + 1];
    for target in &goal.targets {
        ends[target.piece] = Some(grid.index(target.anchor));
    }
    ends[pieces] = goal.empties.first().map(|&cell| grid.index(cell));
    let open = ends.iter().position(Option::is_none);
    if let Some(open) = open {
        ends[open] = floor(puzzle).find(|&cell| !ends.contains(&Some(cell)));
    }
    ends.into_iter().collect()
}

/// Iterates over the cells that are not walls.
fn floor(puzzle: &Puzzle) -> impl Iterator<Item = usize> {
    let grid = puzzle.grid();
    grid.cells()
        .filter(|&cell| !grid.is_wall(cell))
        .map(|cell| grid.index(cell))
}

/// Whether a permutation is odd: it has an odd number of cycles of even length.
fn is_odd(mut goes_to: Vec<Option<usize>>) -> bool {
    let mut is_odd = false;
    for from in 0..goes_to.len() {
        let mut next = goes_to[from].take();
        while let Some(at) = next.filter(|&at| at != from) {
            is_odd = !is_odd;
            next = goes_to[at].take();
        }
    }
    is_odd
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{
        grid::{Cell, Direction, Grid},
        puzzle::{CharGrid, Draft},
    };

    /// The number of the tile in each free cell, row by row; 0 for none.
    type Contents = Vec<u8>;

    /// Returns a frame with a wall at each set bit of `walls`.
    fn frame(rows: u8, columns: u8, walls: usize) -> Grid {
        let mut grid = Grid::open(rows, columns);
        let cells: Vec<_> = grid.cells().collect();
        let is_wall = |(at, _): &(usize, Cell)| walls >> at & 1 == 1;
        cells
            .into_iter()
            .enumerate()
            .filter(is_wall)
            .for_each(|(_, cell)| grid.build_wall(cell));
        grid
    }

    /// Returns the neighbours of each free cell.
    fn neighbours(grid: &Grid) -> Vec<Vec<usize>> {
        let floor: Vec<_> = grid.cells().filter(|&cell| !grid.is_wall(cell)).collect();
        let near = |cell: &Cell| {
            let around = Direction::ALL.into_iter().filter_map(|way| cell.step(way));
            around
                .filter_map(|other| floor.iter().position(|&it| it == other))
                .collect()
        };
        floor.iter().map(near).collect()
    }

    /// Returns all contents that are reachable from these.
    fn reachable(start: &Contents, near: &[Vec<usize>]) -> HashSet<Contents> {
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = vec![start.clone()];
        while let Some(contents) = queue.pop() {
            let empty = contents
                .iter()
                .position(|&it| it == 0)
                .expect("one cell is empty");
            for &other in &near[empty] {
                let mut next = contents.clone();
                next.swap(empty, other);
                if seen.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        seen
    }

    /// Returns the permutation with this number.
    fn arrangement(count: usize, mut number: usize) -> Contents {
        let mut left: Vec<u8> = (0..u8::try_from(count).expect("few")).collect();
        let mut contents = Vec::new();
        while !left.is_empty() {
            contents.push(left.remove(number % left.len()));
            number /= left.len() + 1;
        }
        contents
    }

    fn drawing(grid: &Grid, contents: &Contents) -> CharGrid {
        let mut contents = contents.iter().peekable();
        let cell = |cell| match contents.next_if(|_| !grid.is_wall(cell)) {
            None => '#',
            Some(0) => '.',
            Some(&tile) => char::from(b'A' + tile),
        };
        let cells: Vec<char> = grid.cells().map(cell).collect();
        CharGrid {
            rows: cells
                .chunks(grid.columns().into())
                .map(<[char]>::to_vec)
                .collect(),
        }
    }

    /// Checks each `every`-th goal: if parity rejects it, it is unreachable. In a frame without
    /// walls, all other goals are reachable.
    fn hold(grid: &Grid, every: usize, is_whole: bool) {
        let near = neighbours(grid);
        let start: Contents = arrangement(near.len(), 0);
        let reached = reachable(&start, &near);
        let all: usize = (1..=near.len()).product();
        if is_whole {
            assert_eq!(reached.len(), all / 2);
        }
        for goal in (0..all)
            .step_by(every)
            .map(|number| arrangement(near.len(), number))
        {
            let frame = drawing(grid, &start);
            let goals = vec![drawing(grid, &goal)];
            let puzzle = Draft {
                frame,
                goals,
                ..Draft::default()
            }
            .check()
            .expect("tiles");
            let is_refused = impossible(&puzzle).is_some();
            assert!(!is_refused || !reached.contains(&goal), "{puzzle}");
            assert!(
                !is_whole || is_refused || reached.contains(&goal),
                "{puzzle}"
            );
        }
    }

    #[test]
    fn parity_decides_solvability_on_all_small_frames() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
            let area = usize::from(rows * columns);
            for walls in 0..1_usize << area {
                let grid = frame(rows, columns, walls);
                let near = neighbours(&grid);
                if near.len() < 4 || area == 9 && walls.count_ones() > 1 || !connected(&near) {
                    continue;
                }
                hold(
                    &grid,
                    if area == 9 { 397 } else { 1 },
                    walls == 0 && area > 4,
                );
            }
        }
    }

    fn connected(near: &[Vec<usize>]) -> bool {
        let mut seen = HashSet::from([0]);
        let mut queue = vec![0];
        while let Some(at) = queue.pop() {
            queue.extend(near[at].iter().filter(|&&other| seen.insert(other)));
        }
        seen.len() == near.len()
    }

    fn impossible_reason(text: &str) -> Option<String> {
        impossible(&text.parse().expect("a puzzle"))
    }

    #[test]
    fn the_swap_of_14_and_15_is_refused_with_a_reason() {
        let swapped = " 1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 .\n";
        let why = impossible_reason(swapped).expect("it cannot be solved");
        let sentence = "each step changes the parity of both the order of the tiles and the place \
                        of the empty cell, but only one of them differs between start and goal";
        assert_eq!(why, sentence);
        assert_eq!(impossible_reason(&swapped.replace("15 14", "14 15")), None);
        let blank_first = impossible_reason(&format!("goal: blank-first\n{swapped}"));
        assert_eq!(
            blank_first, None,
            "15 steps of the empty cell, and one of the tiles"
        );
    }

    #[test]
    fn movement_rules_do_not_make_parity_violations_solvable() {
        let swapped = "1 2 3\n4 5 6\n8 7 .\n";
        for rule in [
            "lock: 1=fixed",
            "lock: 1=row 2=column",
            "pieces: axis",
            "finish: clear",
        ] {
            assert!(
                impossible_reason(&format!("{rule}\n{swapped}")).is_some(),
                "{rule}"
            );
        }
        assert_eq!(
            impossible_reason(&format!("exit: 8=up\n{swapped}")),
            None,
            "8 alone has a place"
        );
    }

    #[test]
    fn parity_applies_with_at_most_one_unspecified_tile() {
        let goal = |goal: &str| impossible_reason(&format!("1 2\n3 4\n5 .\n\ngoal:\n{goal}"));
        assert!(goal("1 2\n3 5\n4 .\n").is_some());
        assert!(goal("1 2\n3 5\n. _\n").is_some());
        assert_eq!(goal("1 2\n3 5\n. .\n"), None, "4 or nothing");
        assert_eq!(goal("1 2\n. .\n. _\n"), None, "three tiles are alike");
        let apart = impossible_reason("distinct: 3 4 5\n1 2\n3 4\n5 .\n\ngoal:\n1 2\n. .\n. _\n");
        assert_eq!(apart, None, "there are many ends");
        let both = "1 2\n3 5\n4 .\n\ngoal:\n1 2\n3 4\n5 .\n";
        assert_eq!(goal(both), None, "one of two goals can be reached");
        assert!(
            goal(&both.replace("3 4\n5 .", "5 3\n4 .")).is_none(),
            "so it is here"
        );
        assert_eq!(
            impossible_reason("1 1\n2 .\n\ngoal:\n2 .\n1 1\n"),
            None,
            "no tiles"
        );
        assert_eq!(
            impossible_reason("1 2 3\n. . 4\n\ngoal:\n2 1 3\n. . 4\n"),
            None,
            "two empty cells"
        );
    }
}
