//! Boards: puzzles compiled for search, to packed states, masks and mirror images.
//!
//! # The encoding
//!
//! Interchangeable pieces form a **kind**: equal shape, equal directions, equal role in the goal. A
//! state holds, for each cell, the kind that has its **anchor** (its first cell, row by row) there.
//! Kinds are numbered from 1 in the order of their first pieces; 0 means no anchor. With `K` kinds
//! a number takes `P = ⌈log2(K + 1)⌉` bits, and a board of `C` cells is stored as `P` **bit
//! planes** of `C` bits each, one after the other:
//!
//! | bit | meaning |
//! |---|---|
//! | `p · C + i` | bit `p` of the number of the kind anchored at cell `i`, cells row by row from 0 |
//! | `P · C` and above | 0 |
//!
//! The classic board has 20 cells and, its goal piece counted apart, 4 kinds: 3 planes, 60 bits,
//! one word.
//!
//! ```
//! use huarong::{Puzzle, internals::Board};
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
//! assert_eq!(board.unpack(start.words()), *board.start());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Mirror images
//!
//! If a reflection of the frame preserves walls, gates, kinds and goals, a state and its mirror
//! image have the same distance to the goal. A search stores only the **canonical form**, the least
//! of the images. See [`SymmetryGroup`].

pub mod cells;
pub mod expand;
pub mod goal;
mod goal_enumeration;
pub mod kind;
#[cfg(not(target_family = "wasm"))]
mod lines;
pub mod ranking;
mod sleep_sets;
mod state;
mod symmetry;
mod tables;
#[cfg(test)]
pub mod tests;

use thiserror::Error;

use crate::{
    grid::{Cell, Grid},
    puzzle::{NoPushes, Puzzle},
    search::StateWords,
};

pub use kind::{Kind, KindId};
pub use state::{State, UnpackedState};
pub use symmetry::{Reflection, SymmetryGroup};

pub use expand::Expander;
pub use goal::GoalDistance;
#[cfg(not(target_family = "wasm"))]
pub use lines::LineSpace;
pub use ranking::{RankSpace, with_tiles_moved_by_sums};

use cells::{CellSet, WideCells};
use goal::GoalPattern;

/// The most cells that a board may have.
pub const MAX_CELLS: usize = 400;
/// The most kinds of pieces that a board may have.
pub const MAX_KINDS: usize = 255;
/// The most words that a state takes. A module for pages has no code for more than ten.
pub const MAX_WORDS: usize = if cfg!(target_family = "wasm") { 10 } else { 50 };
/// The most bits of a state.
const MAX_BITS: usize = 64 * MAX_WORDS;
/// The most cells of a board that is not [wide](Board::is_wide).
const LANE_CELLS: usize = 128;
/// The most kinds of a board that is not wide.
const LANE_KINDS: usize = 63;
/// The most bit planes that [`LANE_KINDS`] kinds take.
const LANE_PLANES: usize = 6;
/// The most bit planes that [`MAX_KINDS`] kinds take.
const MAX_PLANES: usize = 8;
const _: () = assert!(LANE_KINDS < 1 << LANE_PLANES && MAX_KINDS < 1 << MAX_PLANES);
/// The most words of a state of a board that is not wide.
pub const LANE_WORDS: usize = 10;

/// Reason why a puzzle cannot be packed.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// The frame is too large.
    #[error("the frame has {0} cells; the solvers take at most {MAX_CELLS}")]
    TooManyCells(usize),
    /// The puzzle has no pushes.
    #[error(transparent)]
    NoPushes(#[from] NoPushes),
    /// Too many kinds of pieces.
    #[error("there are {0} kinds of pieces; the solvers take at most {MAX_KINDS}")]
    TooManyKinds(usize),
    /// Too many kinds in too large a frame, for a module for pages.
    #[error("a position takes {0} bits; the solvers take at most {MAX_BITS}")]
    TooManyBits(usize),
    /// Too many combinations of interchangeable pieces meet a goal, because a gate admits only some
    /// of them.
    #[error(
        "more than {} ways to assign equal pieces to a goal",
        goal::MAX_ASSIGNMENTS
    )]
    TooManyAssignments,
    /// Pieces leave, and the search needs moves that can be taken back.
    #[error("pieces that leave through a door do not come back, and this search takes moves back")]
    OneWay,
}

/// A compiled puzzle: its kinds, its symmetry and its goals.
#[derive(Clone, Debug)]
pub struct Board {
    cells: usize,
    grid: Grid,
    free: WideCells,
    kinds: Vec<Kind>,
    start: UnpackedState,
    patterns: Vec<GoalPattern>,
    symmetry: SymmetryGroup,
    /// Whether a goal also asks that no piece with a door remains elsewhere than at its targets.
    all_leave: bool,
    /// Whether pieces that must leave do so at once.
    leaves_at_once: bool,
}

impl Board {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If it has more than [`MAX_CELLS`] cells or more than [`MAX_KINDS`] kinds of pieces, or a
    /// goal that thousands of combinations of kinds meet.
    pub fn new(puzzle: &Puzzle) -> Result<Self, BoardError> {
        let grid = puzzle.grid();
        if grid.area() > MAX_CELLS {
            return Err(BoardError::TooManyCells(grid.area()));
        }
        let kinds = kind::classify(puzzle);
        let planes = kinds.len().checked_ilog2().map_or(0, |it| it as usize + 1);
        if kinds.len() > MAX_KINDS {
            return Err(BoardError::TooManyKinds(kinds.len()));
        }
        if planes * grid.area() > MAX_BITS {
            return Err(BoardError::TooManyBits(planes * grid.area()));
        }
        let patterns = goal::patterns(puzzle, &kinds).ok_or(BoardError::TooManyAssignments)?;
        Ok(Board {
            cells: grid.area(),
            grid: grid.clone(),
            free: cell_mask(grid, grid.cells().filter(|&cell| !grid.is_wall(cell))),
            start: UnpackedState::start(puzzle, &kinds),
            symmetry: SymmetryGroup::of(puzzle, &kinds, &patterns),
            kinds,
            patterns,
            all_leave: puzzle.all_leave(),
            leaves_at_once: false,
        })
    }

    /// Returns the board for a search that expands a state, from which a piece that must leave can
    /// do so in one unit, to the state after that only.
    ///
    /// The distance to the goals stays the same in every metric. Take a shortest solution from the
    /// state. The piece has to leave in it. Let it leave first and strike its other units out:
    /// every other piece has more room, no goal names the piece, and the solution is no longer. A
    /// piece that only loses a layer frees no cell, so that it does not lose it at once.
    #[must_use]
    pub const fn leaving_at_once(mut self, is_wanted: bool) -> Self {
        self.leaves_at_once = is_wanted && self.all_leave;
        self
    }

    /// Whether pieces of this kind leave as soon as they can.
    fn leaves_at_once(&self, kind: KindId) -> bool {
        let mut targets = self.patterns.iter().flat_map(|pattern| &pattern.anchors);
        self.leaves_at_once
            && self.kinds[kind].next_layer.is_none()
            && targets.all(|&(_, named)| named != kind)
    }

    /// Whether a move may take a piece out of the frame, so that no move leads back.
    pub fn is_one_way(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.exits.is_empty())
    }

    /// Rejects a board for a search that takes moves back.
    ///
    /// # Errors
    /// If pieces may leave.
    pub fn check_two_way(&self) -> Result<(), BoardError> {
        if self.is_one_way() {
            Err(BoardError::OneWay)
        } else {
            Ok(())
        }
    }

    /// Returns the board without symmetry reduction.
    #[must_use]
    pub fn without_symmetry(mut self) -> Self {
        self.symmetry.reduce();
        self
    }

    /// Returns the board with the symmetry reduced to the reflections that preserve the start.
    ///
    /// The states of an orbit then have the same distance from the start, and all or none of them
    /// are reachable. Another reflection only preserves the distance to the goals.
    #[must_use]
    pub fn with_symmetry_of_start(mut self) -> Self {
        self.symmetry.keep(&self.start);
        self
    }

    /// Returns the board without goals, of which a search visits every reachable state.
    pub(crate) fn without_goals(mut self) -> Self {
        self.patterns.clear();
        self
    }

    /// Returns the number of cells, walls included.
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// Returns the kinds, in the order of their numbers.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Returns the number of bit planes.
    pub const fn planes(&self) -> usize {
        (usize::BITS - self.kinds.len().leading_zeros()) as usize
    }

    /// Returns the number of bits of a state.
    pub const fn bits(&self) -> usize {
        self.planes() * self.cells
    }

    /// Returns the start.
    pub const fn start(&self) -> &UnpackedState {
        &self.start
    }

    /// Whether the board takes the widest sets of cells. No moves sleep on it, its placements are
    /// not ranked and its goal states not listed: the tables for that would be too large.
    pub const fn is_wide(&self) -> bool {
        self.cells > LANE_CELLS || self.kinds.len() > LANE_KINDS || self.bits() > 64 * LANE_WORDS
    }

    /// Returns the symmetry group.
    pub const fn symmetry(&self) -> &SymmetryGroup {
        &self.symmetry
    }

    /// Packs a state.
    ///
    /// # Panics
    /// If `N` words are too few for [`bits`](Board::bits), or the state is not of this board.
    pub fn pack<const N: usize>(&self, unpacked: &UnpackedState) -> State<N> {
        assert!(
            self.bits() <= 64 * N,
            "{} bits do not fit {N} words",
            self.bits()
        );
        let mut state = State::default();
        for (cell, kind) in unpacked.anchors() {
            assert!(
                cell < self.cells && kind < self.kinds.len(),
                "kind {kind} at cell {cell}"
            );
            for plane in (0..self.planes()).filter(|plane| kind::code(kind) >> plane & 1 == 1) {
                state.set(plane * self.cells + cell);
            }
        }
        state
    }

    /// Returns a mirror image of a state, by its number in the [symmetry](Board::symmetry).
    pub fn image(&self, image: usize, unpacked: &UnpackedState) -> UnpackedState {
        if image == 0 {
            return unpacked.clone();
        }
        UnpackedState::new(
            self.cells,
            unpacked.anchors().map(|at| self.symmetry.place(image, at)),
        )
    }

    /// Returns the canonical form of a state, the least of its mirror images, and the number of
    /// that image.
    ///
    /// # Panics
    /// As [`pack`](Board::pack) does.
    pub fn canonical<const N: usize>(&self, unpacked: &UnpackedState) -> (State<N>, usize) {
        (0..self.symmetry.order())
            .map(|image| (self.pack(&self.image(image, unpacked)), image))
            .min()
            .expect("a board is its own first image")
    }

    /// Returns the number of the image that a state is of its canonical form.
    pub fn image_of(&self, unpacked: &UnpackedState) -> usize {
        self.canonical_words(unpacked).1
    }

    /// Returns the canonical form of a state in words, as engines exchange it.
    pub fn words(&self, unpacked: &UnpackedState) -> StateWords {
        self.canonical_words(unpacked).0
    }

    fn canonical_words(&self, unpacked: &UnpackedState) -> (StateWords, usize) {
        if self.bits() > 64 * LANE_WORDS {
            let (state, image) = self.canonical::<MAX_WORDS>(unpacked);
            return (state.words().to_vec(), image);
        }
        let (state, image) = self.canonical::<LANE_WORDS>(unpacked);
        (state.words().to_vec(), image)
    }

    /// Unpacks the state in these words; missing words are 0.
    pub fn unpack(&self, words: &[u64]) -> UnpackedState {
        let mut codes = vec![0; self.cells];
        for plane in 0..self.planes() {
            for from in (0..self.cells).step_by(128) {
                let window = u128::window(words, cells::narrow(plane * self.cells + from));
                let mut anchors = window & u128::narrow(self.free >> cells::narrow(from));
                while anchors != 0 {
                    codes[from + anchors.first() as usize] |= 1 << plane;
                    anchors = anchors.without_first();
                }
            }
        }
        UnpackedState::from_codes(codes)
    }

    /// Visits the cells of the anchors of a kind in a state of these words.
    #[inline]
    pub fn visit_anchors_of(&self, kind: KindId, words: &[u64], mut visit: impl FnMut(usize)) {
        for from in (0..self.cells).step_by(128) {
            let mut anchors = u128::narrow(self.free >> cells::narrow(from));
            for plane in 0..self.planes() {
                let cells = u128::window(words, cells::narrow(plane * self.cells + from));
                anchors &= if kind::code(kind) >> plane & 1 == 1 {
                    cells
                } else {
                    !cells
                };
            }
            while anchors != 0 {
                visit(from + anchors.first() as usize);
                anchors = anchors.without_first();
            }
        }
    }
}

/// Returns cells as a set.
fn cell_mask(grid: &Grid, cells: impl Iterator<Item = Cell>) -> WideCells {
    WideCells::of(cells.map(|cell| grid.index(cell)))
}
