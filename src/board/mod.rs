//! What the machine searches: a puzzle compiled to packed states, masks and mirror images.
//!
//! # The encoding
//!
//! Pieces that nobody can tell apart form a **kind**: equal shape, equal rights of way, equal role
//! in the goal. A state says, for each cell, which kind has its **anchor** (its first cell, row by
//! row) there. Kinds are numbered from 1 in the order in which they first appear on the board; 0
//! stands for no anchor. With `K` kinds a number takes `P = ⌈log2(K + 1)⌉` bits, and a board of `C`
//! cells is stored as `P` **bit planes** of `C` bits each, one after the other:
//!
//! | bit | means |
//! |---|---|
//! | `p · C + i` | bit `p` of the number of the kind anchored at cell `i`, cells row by row from 0 |
//! | `P · C` and above | 0 |
//!
//! The classic board has 20 cells and, its goal piece counted apart, 4 kinds: 3 planes, 60 bits,
//! one word.
//!
//! ```
//! use huarong::{Puzzle, board::Board};
//!
//! let puzzle: Puzzle = "
//! A A B
//! . . B
//!
//! goal:
//! . . .
//! A A .
//! ".parse()?;
//! let board = Board::new(&puzzle)?;
//! // Kind 1 is A, kind 2 is B: two planes of six cells. A is anchored at cell 0, so bit 0 of
//! // plane 0 is set; B at cell 2, so bit 2 of plane 1 is, which is bit 6 + 2 of the state.
//! assert_eq!((board.kinds().len(), board.planes(), board.bits()), (2, 2, 12));
//! let start = board.pack::<1>(board.start());
//! assert_eq!(start.words(), &[0b000100_000001]);
//! assert_eq!(board.unpack(&start), *board.start());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Mirror images
//!
//! Where a reflection of the frame maps walls, gates, kinds and goals onto themselves, a position
//! and its mirror image are equally far from the goal, and only one of them, the **canonical
//! form**, is stored: the least of the images. See [`SymmetryGroup`].

mod arrangement;
pub(crate) mod cells;
pub(crate) mod expand;
mod geometry;
pub(crate) mod goal;
mod goal_enumeration;
mod kind;
mod likeness;
mod mirror;
pub(crate) mod ranking;
mod sleep_sets;
mod state;
mod symmetry;
mod tables;
#[cfg(test)]
mod tests;

use thiserror::Error;

use crate::grid::{Cell, Grid};
use crate::puzzle::Puzzle;
use crate::search::StateWords;

pub use arrangement::UnpackedState;
pub use kind::{Kind, KindId};
pub use state::State;
pub use symmetry::{Reflection, SymmetryGroup};

pub(crate) use expand::Expander;
pub(crate) use ranking::{RankSpace, with_tiles_moved_by_sums};

use cells::CellSet;
pub(crate) use goal::GoalDistance;
use goal::GoalPattern;

/// The most cells that a board may have.
pub const MAX_CELLS: usize = 128;
/// The most kinds of pieces that a board may have.
pub const MAX_KINDS: usize = 31;
/// The most bit planes that [`MAX_KINDS`] kinds take.
const MAX_PLANES: usize = 5;
const _: () = assert!(MAX_KINDS < 1 << MAX_PLANES);
/// The most words that a state takes.
const MAX_WORDS: usize = (MAX_CELLS * MAX_PLANES).div_ceil(64);

/// Why a puzzle cannot be packed.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// The frame is too large.
    #[error("the frame has {0} cells; the solvers take at most {MAX_CELLS}")]
    TooManyCells(usize),
    /// Too many kinds of pieces.
    #[error("there are {0} kinds of pieces; the solvers take at most {MAX_KINDS}")]
    TooManyKinds(usize),
    /// A goal for which pieces can stand in for each other in too many ways, where a gate lets in
    /// only some of those that are alike.
    #[error("a goal can be met by pieces that are alike in more than {} ways", goal::MAX_STAND_INS)]
    TooManyStandIns,
}

/// A puzzle, compiled: its kinds, its symmetry and what a solved board looks like.
#[derive(Clone, Debug)]
pub struct Board {
    cells: usize,
    grid: Grid,
    free: u128,
    kinds: Vec<Kind>,
    start: UnpackedState,
    patterns: Vec<GoalPattern>,
    symmetry: SymmetryGroup,
}

impl Board {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If it has more than [`MAX_CELLS`] cells or more than [`MAX_KINDS`] kinds of pieces,
    /// or a goal that pieces of different kinds can meet in thousands of ways.
    pub fn new(puzzle: &Puzzle) -> Result<Self, BoardError> {
        let grid = puzzle.grid();
        if grid.area() > MAX_CELLS {
            return Err(BoardError::TooManyCells(grid.area()));
        }
        let kinds = kind::classify(puzzle);
        if kinds.len() > MAX_KINDS {
            return Err(BoardError::TooManyKinds(kinds.len()));
        }
        let patterns = goal::patterns(puzzle, &kinds).ok_or(BoardError::TooManyStandIns)?;
        Ok(Board {
            cells: grid.area(),
            grid: grid.clone(),
            free: cell_mask(puzzle, |cell| !grid.is_wall(cell)),
            start: UnpackedState::start(puzzle, &kinds),
            symmetry: SymmetryGroup::of(puzzle, &kinds, &patterns),
            kinds,
            patterns,
        })
    }

    /// The same board, with mirror images told apart.
    #[must_use]
    pub fn without_symmetry(mut self) -> Self {
        self.symmetry = self.symmetry.dropped();
        self
    }

    /// The same board, with only those positions taken for one that are each other's image under
    /// reflections that leave the start as it is.
    ///
    /// Two such positions are equally far from the start, and either both can be reached or
    /// neither. Under another reflection that need not be so, though both are equally far from the
    /// goals.
    #[must_use]
    pub fn with_symmetry_of_start(mut self) -> Self {
        self.symmetry = self.symmetry.keeping(&self.start, self.cells);
        self
    }

    /// The same board without goals: a search of it ends when it has met every state.
    pub(crate) fn without_goals(mut self) -> Self {
        self.patterns.clear();
        self
    }

    /// Number of cells, walls included.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// The kinds of pieces, in the order of their numbers.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Number of bit planes.
    #[must_use]
    pub const fn planes(&self) -> usize {
        (usize::BITS - self.kinds.len().leading_zeros()) as usize
    }

    /// Number of bits that a state takes.
    #[must_use]
    pub const fn bits(&self) -> usize {
        self.planes() * self.cells
    }

    /// The position that the puzzle starts from.
    #[must_use]
    pub const fn start(&self) -> &UnpackedState {
        &self.start
    }

    /// Which mirror images are one and the same to a search.
    #[must_use]
    pub const fn symmetry(&self) -> &SymmetryGroup {
        &self.symmetry
    }

    /// The state of an arrangement.
    ///
    /// # Panics
    /// If `N` words are too few for [`bits`](Board::bits), or the arrangement is not of this board.
    #[must_use]
    pub fn pack<const N: usize>(&self, arrangement: &UnpackedState) -> State<N> {
        assert!(self.bits() <= 64 * N, "{} bits do not fit {N} words", self.bits());
        let mut state = State::default();
        for (cell, kind) in arrangement.anchors() {
            assert!(cell < self.cells && kind < self.kinds.len(), "kind {kind} at cell {cell}");
            for plane in (0..self.planes()).filter(|plane| kind::code(kind) >> plane & 1 == 1) {
                state.set(plane * self.cells + cell);
            }
        }
        state
    }

    /// The arrangement of a state.
    #[must_use]
    pub fn unpack<const N: usize>(&self, state: &State<N>) -> UnpackedState {
        self.arrangement(state.words())
    }

    /// One of the mirror images of an arrangement, by its number in the
    /// [symmetry](Board::symmetry).
    #[must_use]
    pub fn image(&self, image: usize, arrangement: &UnpackedState) -> UnpackedState {
        if image == 0 {
            return arrangement.clone();
        }
        let place = |at| self.symmetry.place(image, at);
        UnpackedState::new(self.cells, arrangement.anchors().map(place))
    }

    /// The state that stands for this arrangement and its mirror images, which is the least of
    /// theirs, and the number of the image that has it.
    ///
    /// # Panics
    /// As [`pack`](Board::pack) does.
    #[must_use]
    pub fn canonical<const N: usize>(&self, arrangement: &UnpackedState) -> (State<N>, usize) {
        let images = (0..self.symmetry.order())
            .map(|image| (self.pack(&self.image(image, arrangement)), image));
        images.min().expect("a board is its own first image")
    }

    /// Which image of its canonical form an arrangement is.
    #[must_use]
    pub fn image_of(&self, arrangement: &UnpackedState) -> usize {
        self.canonical::<MAX_WORDS>(arrangement).1
    }

    /// The canonical form of an arrangement, spelt out in words as engines take and give it.
    #[must_use]
    pub fn words(&self, arrangement: &UnpackedState) -> StateWords {
        self.canonical::<MAX_WORDS>(arrangement).0.words().to_vec()
    }

    /// The arrangement that these words spell out; words that are missing are 0.
    #[must_use]
    pub fn arrangement(&self, words: &[u64]) -> UnpackedState {
        let mut codes = vec![0; self.cells];
        for plane in 0..self.planes() {
            let mut anchors = u128::window(words, geometry::narrow(plane * self.cells)) & self.free;
            while anchors != 0 {
                codes[anchors.first() as usize] |= 1 << plane;
                anchors = anchors.without_first();
            }
        }
        UnpackedState::from_codes(codes)
    }

    /// Returns the cells of the anchors of a kind, as bits, in a state of these words.
    #[inline]
    pub(crate) fn anchors_of(&self, kind: KindId, words: &[u64]) -> u128 {
        let mut anchors = self.free;
        for plane in 0..self.planes() {
            let cells = u128::window(words, geometry::narrow(plane * self.cells));
            anchors &= if kind::code(kind) >> plane & 1 == 1 { cells } else { !cells };
        }
        anchors
    }

    /// The first cell where a kind may have its anchor.
    fn first_place(&self, kind: KindId) -> usize {
        self.kinds[kind].places.trailing_zeros() as usize
    }
}

/// The set of the cells that satisfy `holds`, cell `i` row by row as bit `i`.
fn cell_mask(puzzle: &Puzzle, holds: impl Fn(Cell) -> bool) -> u128 {
    let grid = puzzle.grid();
    let cells = grid.cells().filter(|&cell| holds(cell));
    cells.fold(0, |mask, cell| mask | 1 << grid.index(cell))
}
