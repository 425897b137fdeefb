//! Positions: the anchor of every piece, and the paths of one piece while the others stand still.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
    sync::Arc,
};

use ahash::AHashSet;
use unicode_width::UnicodeWidthStr;

use super::Move;
use crate::{
    grid::{Cell, Direction},
    puzzle::{EMPTY, Metric, Piece, PieceId, Puzzle},
};

/// The character of an empty cell of the gate, as in the puzzle files that this library writes.
const GATE: char = '+';

/// The place of every piece of a puzzle.
///
/// Its display form is a grid as in puzzle files, with `.` for an empty cell, `#` for a wall and
/// `+` for an empty cell of the gate, without a newline at the end. If a letter or number is two
/// columns wide, every cell is.
///
/// ```
/// use huarong::solution::Position;
/// use huarong::{Metric, Puzzle};
///
/// let puzzle: Puzzle = "A A .\nB # .\n\ngoal:\n. A A\n. # .\n".parse()?;
/// let mut position = Position::start(&puzzle);
/// assert_eq!(position.to_string(), "A A .\nB # .");
/// let moves = position.legal_moves(Metric::Move);
/// assert_eq!(moves.len(), 1);
/// assert_eq!(moves[0].display(&puzzle).to_string(), "A right");
/// position.apply(&moves[0])?;
/// assert!(position.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A position borrows its puzzle, or [shares](Position::of_shared) it: a `Position<'static>` can be
/// kept anywhere. Its hash is that of its anchors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<'p> {
    puzzle: PuzzleRef<'p>,
    /// The anchor of each piece.
    anchors: Vec<Cell>,
    /// The piece on each cell, row by row, as `anchors` implies.
    occupants: Vec<Option<PieceId>>,
}

/// The puzzle of a position.
#[derive(Clone, Debug)]
enum PuzzleRef<'p> {
    Borrowed(&'p Puzzle),
    Shared(Arc<Puzzle>),
}

impl Deref for PuzzleRef<'_> {
    type Target = Puzzle;

    fn deref(&self) -> &Puzzle {
        match self {
            PuzzleRef::Borrowed(puzzle) => puzzle,
            PuzzleRef::Shared(puzzle) => puzzle,
        }
    }
}

impl PartialEq for PuzzleRef<'_> {
    /// Positions of one puzzle, as in a set, are compared without a look at its pieces.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(&raw const **self, &raw const **other) || **self == **other
    }
}

impl Eq for PuzzleRef<'_> {}

impl Hash for Position<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.anchors.hash(state);
    }
}

impl Position<'static> {
    /// Returns the position of a shared puzzle with these anchors. `None` as for
    /// [`with_anchors`](Position::with_anchors).
    pub fn of_shared(puzzle: Arc<Puzzle>, anchors: &[Cell]) -> Option<Self> {
        Some(Position {
            anchors: anchors.to_vec(),
            occupants: puzzle.occupants(anchors)?,
            puzzle: PuzzleRef::Shared(puzzle),
        })
    }
}

impl<'p> Position<'p> {
    /// Returns the start of the puzzle.
    ///
    /// # Panics
    /// Never: the pieces of a puzzle lie apart and in its frame.
    pub fn start(puzzle: &'p Puzzle) -> Self {
        let anchors: Vec<Cell> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
        Self::with_anchors(puzzle, &anchors).expect("a checked puzzle has its pieces apart")
    }

    /// Returns the position with these anchors, in the order of the pieces. `None` if there are not
    /// as many anchors as pieces, or a piece would stand on a wall, outside the frame or on
    /// another. Gates are ignored.
    pub fn with_anchors(puzzle: &'p Puzzle, anchors: &[Cell]) -> Option<Self> {
        let occupants = puzzle.occupants(anchors)?;
        Some(Position {
            puzzle: PuzzleRef::Borrowed(puzzle),
            anchors: anchors.to_vec(),
            occupants,
        })
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the anchor of each piece, in the order of [`Puzzle::pieces`]; [`Cell::OUT`] if it
    /// has left.
    pub fn anchors(&self) -> &[Cell] {
        &self.anchors
    }

    /// Returns the anchor of this piece.
    ///
    /// # Panics
    /// If the puzzle has no such piece.
    pub fn anchor(&self, piece: PieceId) -> Cell {
        self.anchors[piece]
    }

    /// Returns the piece that covers `cell`; `None` also for a wall and outside the frame.
    pub fn occupant(&self, cell: Cell) -> Option<PieceId> {
        let grid = self.puzzle.grid();
        if grid.contains(cell) {
            self.occupants[grid.index(cell)]
        } else {
            None
        }
    }

    /// Moves a piece to this anchor, where its cells must be free, or out of the frame.
    pub(super) fn put(&mut self, piece: PieceId, anchor: Cell) {
        let puzzle = &self.puzzle;
        let shape = &puzzle.pieces()[piece].shape;
        let inside = |&cell: &Cell| puzzle.grid().contains(cell);
        for cell in shape.cells_at(self.anchors[piece]).filter(inside) {
            self.occupants[puzzle.grid().index(cell)] = None;
        }
        self.anchors[piece] = anchor;
        for cell in shape.cells_at(anchor).filter(inside) {
            self.occupants[puzzle.grid().index(cell)] = Some(piece);
        }
    }
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.anchors.iter().copied().enumerate();
        f.write_str(&board_text(&self.puzzle, pieces, &[], |_, face| {
            face.to_owned()
        }))
    }
}

/// Returns a board as text, in the form of the puzzle files, with these pieces by their anchors,
/// and `_` for cells that must be empty. Pieces may be left out, as in a goal. `styled` may replace
/// the label of a piece by a text of the same width. Numbers stand at the right of their cells.
///
/// # Complexity
/// Linear in the cells of the frame.
pub fn board_text(
    puzzle: &Puzzle,
    pieces: impl IntoIterator<Item = (PieceId, Cell)>,
    empties: &[Cell],
    styled: impl Fn(PieceId, &str) -> String,
) -> String {
    let grid = puzzle.grid();
    let bare = |cell: Cell| match cell {
        cell if grid.is_wall(cell) => '#',
        cell if empties.contains(&cell) => EMPTY,
        cell if puzzle.gate().cells.contains(&cell) => GATE,
        _ => '.',
    };
    let faces: Vec<String> = puzzle.pieces().iter().map(Piece::display_label).collect();
    let mut occupants = vec![None; grid.area()];
    for (id, anchor) in pieces {
        let piece = &puzzle.pieces()[id];
        for cell in piece
            .shape
            .cells_at(anchor)
            .filter(|&cell| grid.contains(cell))
        {
            occupants[grid.index(cell)] = Some(id);
        }
    }
    let widest = faces
        .iter()
        .map(|face| face.width())
        .max()
        .unwrap_or(1)
        .max(1);
    let are_numbers = puzzle
        .pieces()
        .iter()
        .any(|piece| piece.numeral().is_some());
    let mut text = String::new();
    // The number of spaces to add after a letter before the next cell.
    let mut gap = 0;
    for cell in grid.cells() {
        match cell.column {
            0 if cell.row > 0 => text.push('\n'),
            0 => {}
            _ => text.extend(std::iter::repeat_n(' ', gap + 1)),
        }
        let bare = bare(cell).to_string();
        let occupant = occupants[grid.index(cell)];
        let face = occupant.map_or(&bare, |piece: PieceId| &faces[piece]);
        let room = widest - face.width();
        gap = if are_numbers { 0 } else { room };
        text.extend(std::iter::repeat_n(' ', room - gap));
        text += &occupant.map_or_else(|| bare.clone(), |piece| styled(piece, face));
    }
    text
}

/// A path of a piece, the piece that stands at its end, its end and the number of its turns.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PiecePath {
    to: (PieceId, Cell),
    turns: usize,
    path: Vec<Direction>,
}

impl PiecePath {
    /// Returns this path with one more step, which leads to `to`.
    fn then(&self, direction: Direction, to: (PieceId, Cell)) -> Self {
        let turn = self.path.last().is_some_and(|&last| last != direction);
        PiecePath {
            to,
            turns: self.turns + usize::from(turn),
            path: [&self.path[..], &[direction]].concat(),
        }
    }

    /// Whether this path is better than one of equal length: it has fewer turns, or else comes
    /// first in the order of [`Direction::ALL`].
    fn beats(&self, other: &PiecePath) -> bool {
        (self.turns, &self.path) < (other.turns, &other.path)
    }
}

impl Position<'_> {
    /// Returns the best path of a piece to `target` in one unit of `metric`, while the other pieces
    /// stand still. A path to [`Cell::OUT`] ends with a step through a door. The best path is the
    /// shortest, of these the one with the fewest turns, of these the first in the order of
    /// [`Direction::ALL`]. `None` if no path exists, or the piece stands there already.
    ///
    /// # Panics
    /// If the puzzle has no such piece.
    ///
    /// # Complexity
    /// Cells of the frame × cells of the piece, and as much again to copy the paths.
    pub fn find_path(
        &self,
        piece: PieceId,
        target: Cell,
        metric: Metric,
    ) -> Option<Vec<Direction>> {
        self.find_path_to(piece, (piece, target), metric)
    }

    /// Returns the best path of a piece to an anchor, where it may have lost its layer and stand as
    /// another piece.
    pub(crate) fn find_path_to(
        &self,
        piece: PieceId,
        target: (PieceId, Cell),
        metric: Metric,
    ) -> Option<Vec<Direction>> {
        let from = self.anchor(piece);
        let mut directions = Direction::ALL.into_iter();
        // Most units are one step.
        if let Some(step) = directions.find(|&it| self.step(piece, from, it) == Ok(target)) {
            return Some(vec![step]);
        }
        let mut trails = trails(self, piece, metric, Some(target)).into_iter();
        trails
            .find(|trail| trail.to == target)
            .map(|trail| trail.path)
    }

    /// Returns all legal moves of one unit of `metric`, each by its best path: by piece, then the
    /// nearest first.
    ///
    /// It is simple and slow; tests compare faster implementations with it.
    pub fn legal_moves(&self, metric: Metric) -> Vec<Move> {
        let mut moves = Vec::new();
        if metric == Metric::Push {
            return self.pushes();
        }
        for (piece, &from) in self.anchors().iter().enumerate() {
            let trails = trails(self, piece, metric, None).into_iter();
            moves.extend(trails.map(|trail| Move {
                piece,
                from,
                path: trail.path,
            }));
        }
        moves
    }
}

impl Position<'_> {
    /// Returns the only empty cell of tiles.
    ///
    /// # Panics
    /// If no cell is empty.
    pub(crate) fn empty_cell(&self) -> Cell {
        let grid = self.puzzle.grid();
        let mut cells = grid.cells();
        let is_empty = |cell: &Cell| !grid.is_wall(*cell) && self.occupant(*cell).is_none();
        cells.find(is_empty).expect("one cell is empty")
    }

    /// Returns the push in this direction that moves as many tiles.
    pub(crate) fn push(&self, direction: Direction, tiles: usize) -> Option<Move> {
        let behind = direction.opposite();
        let path = vec![direction; tiles];
        let mut from = self.empty_cell();
        for _ in 0..tiles {
            from = from.step(behind)?;
            self.occupant(from)?;
        }
        let piece = self.occupant(from)?;
        Some(Move { piece, from, path })
    }

    fn pushes(&self) -> Vec<Move> {
        let lines = Direction::ALL
            .into_iter()
            .flat_map(|direction| (1..).map_while(move |tiles| self.push(direction, tiles)));
        let mut pushes: Vec<Move> = lines.collect();
        pushes.sort_unstable_by_key(|unit| unit.piece);
        pushes
    }
}

/// Returns the best paths to all anchors that `piece` can reach in one unit, the shortest first.
/// The search ends when it reaches `wanted`.
fn trails(
    position: &Position<'_>,
    piece: PieceId,
    metric: Metric,
    wanted: Option<(PieceId, Cell)>,
) -> Vec<PiecePath> {
    let start = PiecePath {
        to: (piece, position.anchor(piece)),
        turns: 0,
        path: Vec::new(),
    };
    let mut seen = AHashSet::from([start.to]);
    let mut frontier = vec![start];
    let mut found = Vec::new();
    while !frontier.is_empty() && !wanted.is_some_and(|end| seen.contains(&end)) {
        let mut next = Vec::new();
        for trail in frontier.iter().filter(|trail| trail.to.0 == piece) {
            for direction in Direction::ALL {
                let goes_on = match (metric, trail.path.last()) {
                    (Metric::Move, _) | (_, None) => true,
                    (Metric::Slide, Some(&last)) => last == direction,
                    (Metric::Step | Metric::Push, Some(_)) => false,
                };
                if goes_on
                    && let Ok(to) = position.step(piece, trail.to.1, direction)
                    && !seen.contains(&to)
                {
                    next.push(trail.then(direction, to));
                }
            }
        }
        // Keep the best path to an anchor from each side: a worse one may need fewer turns later.
        frontier = best_of_each(next, |trail| (trail.to, trail.path.last().copied()));
        seen.extend(frontier.iter().map(|trail| trail.to));
        if wanted.is_none_or(|end| seen.contains(&end)) {
            found.extend(best_of_each(frontier.clone(), |trail| trail.to));
        }
    }
    found
}

/// Returns the best path for each key, at the place of the first path with that key.
fn best_of_each<K: Eq>(trails: Vec<PiecePath>, of: impl Fn(&PiecePath) -> K) -> Vec<PiecePath> {
    let mut best: Vec<PiecePath> = Vec::new();
    for trail in trails {
        match best.iter_mut().find(|known| of(known) == of(&trail)) {
            None => best.push(trail),
            Some(known) if trail.beats(known) => *known = trail,
            Some(_) => {}
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::tests::{classic, motley, puzzle};
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn the_start_is_drawn_as_in_the_file_of_the_puzzle() {
        for puzzle in [classic(), motley()] {
            let start = Position::start(&puzzle).to_string();
            let rows = start
                .lines()
                .map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
            let rows: Vec<String> = rows.collect();
            let file = puzzle.to_string();
            assert!(file.contains(&rows.join("\n")), "{start}\n{file}");
        }
    }

    #[test]
    fn wide_letters_widen_every_cell_of_a_drawing() {
        let drawn = "A  A  .  .  #\nA  .  曹 曹 .\n.  .  +  1  .\n2  .  +  .  .";
        assert_eq!(Position::start(&motley()).to_string(), drawn);
    }

    #[test]
    fn the_occupant_of_a_cell_is_its_piece() {
        let puzzle = classic();
        let position = Position::start(&puzzle);
        let letter = |row, column| {
            let piece = position.occupant(Cell::new(row, column));
            piece.map(|piece| puzzle.pieces()[piece].letter)
        };
        assert_eq!(letter(1, 2), Some('C'));
        assert_eq!(letter(4, 1), None);
        assert_eq!(letter(5, 0), None, "out of the frame");
    }

    #[test]
    fn a_position_that_shares_its_puzzle_outlives_it_and_equals_one_that_borrows_it() {
        let puzzle = classic();
        let anchors = Position::start(&puzzle).anchors().to_vec();
        let shared = Position::of_shared(Arc::new(puzzle.clone()), &anchors);
        let shared = shared.expect("the start");
        let mut seen = AHashSet::from([shared.clone()]);
        for unit in shared.legal_moves(Metric::Step) {
            let mut next = shared.clone();
            next.apply(&unit).expect("a legal move");
            assert!(seen.insert(next));
        }
        assert!(seen.contains(&Position::start(&puzzle)));
        assert_eq!(seen.len(), 5);
    }

    #[test]
    fn overlaps_and_pieces_on_walls_are_not_valid_positions() {
        let puzzle = puzzle("AA. B.#", "... AA#");
        let at = |cells: [(u8, u8); 2]| {
            let anchors = cells.map(|(row, column)| Cell::new(row, column));
            Position::with_anchors(&puzzle, &anchors).map(|position| position.to_string())
        };
        assert_eq!(at([(1, 0), (0, 2)]).as_deref(), Some(". . B\nA A #"));
        assert_eq!(at([(1, 1), (0, 0)]), None, "A in the wall");
        assert_eq!(at([(0, 2), (1, 0)]), None, "A out of the frame");
        assert_eq!(at([(0, 255), (1, 0)]), None, "A out of the range of cells");
        assert_eq!(at([(0, 0), (0, 1)]), None, "B on A");
        assert_eq!(
            Position::with_anchors(&puzzle, &[]),
            None,
            "not as many as pieces"
        );
    }

    fn path(puzzle: &Puzzle, target: (u8, u8), metric: Metric) -> Option<Vec<Direction>> {
        Position::start(puzzle).find_path(0, Cell::new(target.0, target.1), metric)
    }

    #[test]
    fn the_shortest_path_is_found() {
        let ring = puzzle("A.. .#. ...", "... .#. ..A");
        assert_eq!(path(&ring, (0, 2), Metric::Move), Some(vec![Right, Right]));
        assert_eq!(path(&ring, (0, 2), Metric::Slide), Some(vec![Right, Right]));
        assert_eq!(path(&ring, (0, 2), Metric::Step), None);
        assert_eq!(path(&ring, (0, 1), Metric::Step), Some(vec![Right]));
        assert_eq!(path(&ring, (2, 2), Metric::Slide), None);
        assert_eq!(path(&ring, (1, 1), Metric::Move), None, "a wall");
        assert_eq!(path(&ring, (0, 0), Metric::Move), None, "it stands there");
    }

    #[test]
    fn the_shortest_path_with_the_fewest_turns_and_then_the_first_is_found() {
        let open = puzzle("A... .... ....", ".... .... ...A");
        assert_eq!(
            path(&open, (2, 2), Metric::Move),
            Some(vec![Right, Right, Down, Down])
        );
        // The path with fewer turns is better than the first one by directions.
        let obstacle = puzzle("A... ...# ....", ".... ...# ...A");
        assert_eq!(
            path(&obstacle, (2, 3), Metric::Move),
            Some(vec![Down, Down, Right, Right, Right])
        );
    }

    #[test]
    fn a_path_that_is_worse_at_a_corner_may_be_better_at_its_end() {
        // To the cell left of the target, right and down comes before down and right.
        let puzzle = puzzle("A.# ...", "..# ..A");
        assert_eq!(path(&puzzle, (1, 1), Metric::Move), Some(vec![Right, Down]));
        assert_eq!(
            path(&puzzle, (1, 2), Metric::Move),
            Some(vec![Down, Right, Right])
        );
    }

    #[test]
    fn the_classic_layout_has_these_first_moves() {
        let puzzle = classic();
        let position = Position::start(&puzzle);
        let told = |metric| -> Vec<(char, Vec<Direction>)> {
            let moves = position.legal_moves(metric).into_iter();
            moves
                .map(|unit| (puzzle.pieces()[unit.piece].letter, unit.path))
                .collect()
        };
        let steps = [
            ('G', vec![Down]),
            ('H', vec![Down]),
            ('I', vec![Right]),
            ('J', vec![Left]),
        ];
        assert_eq!(told(Metric::Step), steps);
        let slides = [
            ('G', vec![Down]),
            ('H', vec![Down]),
            ('I', vec![Right]),
            ('I', vec![Right, Right]),
            ('J', vec![Left]),
            ('J', vec![Left, Left]),
        ];
        assert_eq!(told(Metric::Slide), slides);
        let moves = told(Metric::Move);
        assert_eq!(moves.len(), 8);
        assert!(moves.contains(&('G', vec![Down, Right])));
        assert!(!moves.iter().any(|(_, path)| path.contains(&Up)));
    }
}
