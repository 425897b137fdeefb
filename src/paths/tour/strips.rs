//! Tours of large boards, joined from the tours of strips of a few columns.
//!
//! Most strips have a closed tour. If a move a–b of one strip and a move c–d of its neighbour are
//! such that a–c and b–d are moves, too, an exchange of these moves joins the two tours. If the
//! ends are given, or the number of squares is odd, paths through the strips from one end to the
//! other replace their closed tours.
//!
//! Parberry joins small tours in this way (An efficient algorithm for the knight's tour problem,
//! 1997). Conrad, Hindrichs, Morsy and Wegener show that the ends may be any squares of fitting
//! colours (Solution of the knight's Hamiltonian path problem on chessboards, 1994).

use std::{
    collections::{HashMap, hash_map::Entry},
    ops::RangeInclusive,
};

use crate::graph::{Constraints, MapCell, Shape, Vertex};

use super::{
    board::{BoardSymmetry, Chessboard},
    budget::{Attempt, Failure, SearchBudget},
    existence::no_tour_reason,
    frontier::{SquareLinks, find_narrow},
};

/// The rounds for each strip: few at first.
const ROUNDS: [u32; 3] = [1, 2, 4];

/// Finds a knight's tour of a board with no side shorter than 5. If it finds none, it gives up,
/// which proves nothing.
///
/// # Complexity
/// Time and memory linear in the squares: 8 bytes a square for the links and 4 for the tour.
pub fn find(
    board: &Chessboard,
    constraints: &Constraints,
    run: &mut SearchBudget<'_>,
) -> Attempt<Vec<Vertex>> {
    let mut ways: Vec<(BoardSymmetry, StripPartition)> = Vec::new();
    for transposed in [false, true] {
        let symmetry = BoardSymmetry {
            transposed,
            ..BoardSymmetry::default()
        };
        let image = symmetry.constraints(board, constraints);
        ways.extend(StripPartition::of(&symmetry.board(board), image).map(|way| (symmetry, way)));
    }
    if let [(_, one), (_, other)] = &ways[..]
        && other.difficulty() < one.difficulty()
    {
        ways.reverse();
    }
    for rounds in ROUNDS {
        for (symmetry, division) in &ways {
            match tour(division, rounds, run) {
                Ok(mut tour) => {
                    for vertex in &mut tour {
                        *vertex = symmetry.undo(board, *vertex);
                    }
                    return Ok(tour);
                }
                Err(Failure::GaveUp | Failure::Exhausted) => {}
                stopped @ Err(Failure::Stopped(_)) => return stopped,
            }
        }
    }
    Err(Failure::GaveUp)
}

/// Finds a tour of a divided board.
fn tour(
    division: &StripPartition,
    rounds: u32,
    run: &mut SearchBudget<'_>,
) -> Attempt<Vec<Vertex>> {
    let mut links = SquareLinks::new(division.board.squares());
    Chain {
        division,
        rounds,
        run: &mut *run,
        known: HashMap::new(),
        taken: Vec::new(),
    }
    .add_paths(&mut links)?;
    add_closed_tours(division, rounds, run, &mut links)?;
    let start = division
        .constraints
        .start
        .unwrap_or_else(|| links.end_or_any());
    Ok(links.walk(start))
}

/// A strip: all rows of a few columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Strip {
    /// The first column.
    left: u32,
    /// The number of columns.
    width: u32,
}

impl Strip {
    /// Returns a square of the board as a square of this strip.
    const fn local(self, board: &Chessboard, square: Vertex) -> Vertex {
        let MapCell { row, column } = board.square(square);
        row * self.width + column - self.left
    }

    /// Returns a square of this strip as a square of the board.
    const fn global(self, board: &Chessboard, square: Vertex) -> Vertex {
        let column = square % self.width;
        board.vertex(MapCell {
            row: square / self.width,
            column: column + self.left,
        })
    }

    fn contains(self, board: &Chessboard, square: Vertex) -> bool {
        (self.left..self.left + self.width).contains(&board.square(square).column)
    }
}

/// A board divided into strips, some with a path and the others with a closed tour.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StripPartition {
    board: Chessboard,
    constraints: Constraints,
    strips: Vec<Strip>,
    /// The strips with a path, in the order of the tour.
    chain: Vec<usize>,
}

impl StripPartition {
    /// Divides a board. `None` if no division lets each strip have its tour.
    fn of(board: &Chessboard, constraints: Constraints) -> Option<Self> {
        let (odd, even) = widths(board.columns())?;
        let odd_area = odd
            .iter()
            .filter(|&width| !(width * board.rows()).is_multiple_of(2))
            .count();
        let (strips, chain) = match (odd_area, odd.as_slice()) {
            // The odd strip stands where the chain of paths through it is short.
            (1, &[odd]) => (0..=even.len())
                .filter_map(|place| {
                    let mut widths = even.clone();
                    widths.insert(place, odd);
                    let strips = strips(&widths);
                    let chain = chain(board, &strips, &constraints, Some(place))?;
                    Some((strips, chain))
                })
                .min_by_key(|(_, chain)| chain.len())?,
            (0, _) => {
                let strips = strips(&[odd, even].concat());
                let chain = chain(board, &strips, &constraints, None)?;
                (strips, chain)
            }
            _ => return None,
        };
        Some(StripPartition {
            board: *board,
            constraints,
            strips,
            chain,
        })
    }

    /// Returns the board of a strip by itself.
    fn board_of(&self, strip: Strip) -> Chessboard {
        Chessboard::new(self.board.rows(), strip.width, self.board.leaper())
            .expect("a part of a board is a board")
    }

    /// Ranks divisions: wide strips are hard to tour, and strips of five columns do not have a
    /// path between every pair of ends.
    fn difficulty(&self) -> impl Ord + use<> {
        let widths = || self.strips.iter().map(|strip| strip.width);
        (
            widths().max(),
            widths().any(|width| width == 5),
            self.chain.len(),
        )
    }
}

/// Returns strips of these widths, from the left.
fn strips(widths: &[u32]) -> Vec<Strip> {
    let mut left = 0;
    widths
        .iter()
        .map(|&width| {
            let strip = Strip { left, width };
            left += width;
            strip
        })
        .collect()
}

/// Divides the columns into strips, and returns the odd and the even widths: 6 where possible, and
/// a 7 if the number is odd. `None` if the board is too narrow.
fn widths(columns: u32) -> Option<(Vec<u32>, Vec<u32>)> {
    let even = |columns: u32| {
        let eights = match columns % 6 {
            0 => 0,
            2 => 1,
            _ => 2,
        };
        let sixes = (columns - 8 * eights) / 6;
        [vec![6; sixes as usize], vec![8; eights as usize]].concat()
    };
    Some(match columns {
        0..5 => return None,
        5 | 7 | 9 => (vec![columns], vec![]),
        10 => (vec![5, 5], vec![]),
        11 => (vec![5], vec![6]),
        17 => (vec![5], vec![6, 6]),
        _ if columns.is_multiple_of(2) => (vec![], even(columns)),
        _ => (vec![7], even(columns - 7)),
    })
}

/// Returns the strips from the start of the tour to its end, through the odd strip. `None` if the
/// odd strip does not lie between them. Without an odd strip and a given end, the tour is a closed
/// one that is cut open.
fn chain(
    board: &Chessboard,
    strips: &[Strip],
    constraints: &Constraints,
    odd: Option<usize>,
) -> Option<Vec<usize>> {
    let Constraints {
        shape, start, end, ..
    } = *constraints;
    if shape == Shape::Cycle {
        return odd.is_none().then(Vec::new);
    }
    let strip_of = |square: Vertex| {
        strips
            .iter()
            .position(|strip| strip.contains(board, square))
    };
    let (first, last) = match (start.and_then(strip_of), end.and_then(strip_of)) {
        (Some(first), Some(last)) => (first, last),
        (Some(one), None) | (None, Some(one)) => match (odd, start) {
            (Some(odd), Some(_)) => (one, odd),
            (Some(odd), None) => (odd, one),
            (None, _) => return Some(Vec::new()),
        },
        (None, None) => return Some(odd.into_iter().collect()),
    };
    let between: RangeInclusive<usize> = first.min(last)..=first.max(last);
    if odd.is_some_and(|odd| !between.contains(&odd)) {
        return None;
    }
    Some(if first <= last {
        between.collect()
    } else {
        between.rev().collect()
    })
}

/// The maximum number of ways from a strip to the next to try.
const WAYS: usize = 24;

/// A path through a strip: its width, and the path's ends on the strip's own board.
type StripPathKey = (u32, Option<Vertex>, Option<Vertex>);

/// The strips from the start of the tour to its end.
struct Chain<'a, 'b, 'c> {
    division: &'a StripPartition,
    rounds: u32,
    run: &'b mut SearchBudget<'c>,
    /// The paths found; `None` if the search found none.
    known: HashMap<StripPathKey, Option<Vec<Vertex>>>,
    /// The paths of the tour so far.
    taken: Vec<StripPathKey>,
}

impl Chain<'_, '_, '_> {
    /// Lays the paths of all strips of the chain, joined to one.
    fn add_paths(mut self, links: &mut SquareLinks) -> Attempt<()> {
        let chain = &self.division.chain;
        if chain.is_empty() {
            return Ok(());
        }
        self.find_ways()?;
        let board = &self.division.board;
        let mut before = None;
        for (&index, key) in chain.iter().zip(&self.taken) {
            let strip = self.division.strips[index];
            for &square in self.known[key].as_deref().unwrap_or_default() {
                let vertex = strip.global(board, square);
                if let Some(before) = before {
                    links.join(before, vertex);
                }
                before = Some(vertex);
            }
        }
        Ok(())
    }

    /// Finds a path through each strip, such that a move leads from the end of one to the start of
    /// the next: a search through the ways from strip to strip.
    fn find_ways(&mut self) -> Attempt<()> {
        let chain = &self.division.chain;
        // For each strip that has been entered: the entry, and the ways out still to be tried.
        let mut levels = vec![(self.division.constraints.start, self.ways_out(0))];
        while let Some((entry, ways)) = levels.last_mut() {
            let entry = *entry;
            let Some((exit, next)) = ways.pop() else {
                levels.pop();
                self.taken.pop();
                continue;
            };
            let level = levels.len() - 1;
            let Some(key) = self.path(chain[level], entry, exit)? else {
                continue;
            };
            self.taken.push(key);
            if level + 1 == chain.len() {
                return Ok(());
            }
            levels.push((next, self.ways_out(level + 1)));
        }
        Err(Failure::GaveUp)
    }

    /// Returns the ways out of a strip of the chain: its last square and the first square of the
    /// next strip. The first to try comes last.
    fn ways_out(&self, level: usize) -> Vec<(Option<Vertex>, Option<Vertex>)> {
        let StripPartition {
            board,
            constraints,
            strips,
            chain,
        } = self.division;
        let Some(&next) = chain.get(level + 1) else {
            return vec![(constraints.end, None)];
        };
        let strip = strips[chain[level]];
        let next = strips[next];
        let left = if strip.left < next.left {
            next.left - 2
        } else {
            strip.left
        };
        let mut ways = Vec::new();
        for exit in two_columns(board, left) {
            let entries = board
                .landings(exit)
                .into_iter()
                .filter(|&entry| next.contains(board, entry));
            ways.extend(entries.map(|entry| (Some(exit), Some(entry))));
            if ways.len() >= WAYS {
                break;
            }
        }
        ways.truncate(WAYS);
        ways.reverse();
        ways
    }

    /// Finds a path through a strip from square to square.
    fn path(
        &mut self,
        index: usize,
        entry: Option<Vertex>,
        exit: Option<Vertex>,
    ) -> Attempt<Option<StripPathKey>> {
        let strip: Strip = self.division.strips[index];
        let local = |square| strip.local(&self.division.board, square);
        let start = entry.map(local);
        let end = exit.map(local);
        let key = (strip.width, start, end);
        if !self.known.contains_key(&key) {
            let board = self.division.board_of(strip);
            let constraints = Constraints {
                start,
                end,
                ..Constraints::default()
            };
            let found = if no_tour_reason(&board, &constraints).is_some() {
                Err(Failure::Exhausted)
            } else {
                find_narrow(&board, &constraints, self.rounds, self.run)
            };
            let path = match found {
                Ok(path) => Some(path),
                Err(Failure::Exhausted | Failure::GaveUp) => None,
                Err(stopped) => return Err(stopped),
            };
            self.known.insert(key, path);
        }
        Ok(self.known[&key].is_some().then_some(key))
    }
}

/// Returns the squares of a column and of the next, row by row.
fn two_columns(board: &Chessboard, left: u32) -> impl Iterator<Item = Vertex> + use<> {
    let board = *board;
    let square = move |row, column| board.vertex(MapCell { row, column });
    (0..board.rows()).flat_map(move |row| [square(row, left), square(row, left + 1)])
}

/// Lays a closed tour on each strip outside the chain, and joins it to its neighbour on the side of
/// the chain, or on the left without a chain.
fn add_closed_tours(
    division: &StripPartition,
    rounds: u32,
    run: &mut SearchBudget<'_>,
    links: &mut SquareLinks,
) -> Attempt<()> {
    // Strips of one width have one tour.
    let mut known: HashMap<u32, Vec<Vertex>> = HashMap::new();
    let StripPartition {
        board,
        strips,
        chain,
        ..
    } = division;
    let mut lay = |strip: Strip, links: &mut SquareLinks| -> Attempt<()> {
        let ring = match known.entry(strip.width) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let closed = Constraints {
                    shape: Shape::Cycle,
                    ..Constraints::default()
                };
                entry.insert(find_narrow(
                    &division.board_of(strip),
                    &closed,
                    rounds,
                    run,
                )?)
            }
        };
        let mut before = ring[ring.len() - 1];
        for &square in &*ring {
            links.join(strip.global(board, before), strip.global(board, square));
            before = square;
        }
        Ok(())
    };
    let first = chain.iter().min().copied().unwrap_or(0);
    let last = chain.iter().max().copied().unwrap_or(0);
    if chain.is_empty() {
        lay(strips[0], links)?;
    }
    for index in (0..first).rev() {
        lay(strips[index], links)?;
        join(board, strips[index], strips[index + 1], links)?;
    }
    for index in last + 1..strips.len() {
        lay(strips[index], links)?;
        join(board, strips[index], strips[index - 1], links)?;
    }
    Ok(())
}

/// Joins the closed tour of a strip to the tour of its neighbour.
fn join(board: &Chessboard, ring: Strip, neighbour: Strip, links: &mut SquareLinks) -> Attempt<()> {
    let left = if ring.left < neighbour.left {
        neighbour.left
    } else {
        ring.left - 2
    };
    for one in two_columns(board, left) {
        for next in links.of(one) {
            if let Some((other, after)) = exchange(board, ring, (one, next), links) {
                links.part(one, next);
                links.part(other, after);
                links.join(one, other);
                links.join(next, after);
                return Ok(());
            }
        }
    }
    Err(Failure::GaveUp)
}

/// Returns a move of a closed tour that can be exchanged with a move beside it.
fn exchange(
    board: &Chessboard,
    ring: Strip,
    (one, next): (Vertex, Vertex),
    links: &SquareLinks,
) -> Option<(Vertex, Vertex)> {
    let mut pairs = board
        .landings(one)
        .into_iter()
        .filter(|&other| ring.contains(board, other))
        .flat_map(|other| links.of(other).map(move |after| (other, after)));
    pairs.find(|&(_, after)| board.is_move(next, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Leaper;

    #[test]
    fn strip_widths_add_up_to_the_columns() {
        for columns in 5..400 {
            let (odd, even) = widths(columns).expect("wide enough");
            assert_eq!(odd.iter().chain(&even).sum::<u32>(), columns);
            assert!(
                odd.iter().all(|width| matches!(width, 5 | 7 | 9)),
                "{columns}"
            );
            assert!(even.iter().all(|width| matches!(width, 6 | 8)), "{columns}");
            assert!(odd.len() < 2 || columns == 10);
        }
        assert_eq!(widths(4), None);
    }

    #[test]
    fn an_odd_board_has_its_odd_strip_between_the_ends_of_the_tour() {
        let board = Chessboard::new(19, 21, Leaper::KNIGHT).expect("a board");
        for start in 0..21 {
            for end in (0..21).map(Some).chain([None]) {
                let start_only = Constraints::default().with_start(Some(start));
                let Some(division) = StripPartition::of(&board, Constraints { end, ..start_only })
                else {
                    // No strip of seven columns can begin so that it holds both.
                    assert_eq!((start, end), (13, Some(13)));
                    continue;
                };
                let strip = |index: &usize| division.strips[*index];
                let chain: Vec<Strip> = division.chain.iter().map(strip).collect();
                assert_eq!(chain.iter().filter(|strip| strip.width == 7).count(), 1);
                assert!(chain[0].contains(&board, start));
                assert!(end.is_none_or(|end| chain[chain.len() - 1].contains(&board, end)));
            }
        }
    }

    #[test]
    fn a_closed_tour_needs_no_paths_and_an_even_number_of_squares() {
        let closed = |rows, columns| {
            let board = Chessboard::new(rows, columns, Leaper::KNIGHT).expect("a board");
            let closed = Constraints::default().with_shape(Shape::Cycle);
            StripPartition::of(&board, closed)
        };
        assert_eq!(closed(20, 13).map(|division| division.chain.len()), Some(0));
        assert_eq!(closed(21, 13), None);
    }
}
