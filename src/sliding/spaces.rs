//! A board as a state space: the sizes of boards for which code exists.

use crate::{
    board::{
        Board, Expander, LANE_WORDS, RankSpace, State, cells::WideCells, with_tiles_moved_by_sums,
    },
    control::{Limits, Monitor, StopReason},
    memory,
    puzzle::Metric,
    search::{BreadthFirst, DepthFirst, IterativeDeepening, Key, Space},
};

#[cfg(not(target_family = "wasm"))]
use crate::board::LineSpace;

use super::error::SolveError;

/// The states of a board and the moves of a metric between them, with keys of the width that the
/// board needs.
pub enum BoardSpace {
    /// Up to 64 bits, as for most boards.
    #[cfg(not(all(target_family = "wasm", feature = "web-map")))]
    One(TypedSpace<State<1>>),
    /// Up to 128.
    #[cfg(not(all(target_family = "wasm", feature = "web-map")))]
    Two(TypedSpace<State<2>>),
    /// Up to 256.
    #[cfg(not(target_family = "wasm"))]
    Four(TypedSpace<State<4>>),
    /// Up to 640.
    Ten(TypedSpace<State<10>>),
    /// Up to 3,200: 400 cells with 255 kinds.
    #[cfg(not(target_family = "wasm"))]
    Fifty(TypedSpace<State<50>>),
}

/// A space, and searches of it, each with the memory that it leaves to the next.
pub struct TypedSpace<K> {
    pub space: Box<dyn Space<K>>,
    pub breadth_first: BreadthFirst<K>,
    pub depth_first: DepthFirst<K>,
    pub deepening: IterativeDeepening<K>,
}

impl<K: Key> TypedSpace<K> {
    fn new(space: Box<dyn Space<K>>) -> Self {
        TypedSpace {
            space,
            breadth_first: BreadthFirst::default(),
            depth_first: DepthFirst::default(),
            deepening: IterativeDeepening::default(),
        }
    }
}

/// Returns the number of words of a key of this space in checkpoints. The file format fixes it, so
/// that it does not depend on the sizes of boards for which code exists.
pub fn saved_words<K: Key>(board: &Board, _: &TypedSpace<K>) -> usize {
    let words = board.bits().div_ceil(64);
    match (board.cells(), words, board.symmetry().order()) {
        // Keys of lines need one, however many a packed state has.
        _ if K::WORDS == 1 => 1,
        (..=32, 1, _) => 1,
        (..=64, ..=2, _) => 2,
        (_, ..=4, _) => 4,
        (_, ..=6, 1) => 6,
        (_, ..=LANE_WORDS, _) => 10,
        _ => 50,
    }
}

/// Evaluates an expression with the space of a board, compiled for each width of keys.
macro_rules! with_space {
    ($board_space:expr, $space:ident => $then:expr) => {
        match $board_space {
            #[cfg(not(all(target_family = "wasm", feature = "web-map")))]
            $crate::sliding::spaces::BoardSpace::One($space) => $then,
            #[cfg(not(all(target_family = "wasm", feature = "web-map")))]
            $crate::sliding::spaces::BoardSpace::Two($space) => $then,
            #[cfg(not(target_family = "wasm"))]
            $crate::sliding::spaces::BoardSpace::Four($space) => $then,
            $crate::sliding::spaces::BoardSpace::Ten($space) => $then,
            #[cfg(not(target_family = "wasm"))]
            $crate::sliding::spaces::BoardSpace::Fifty($space) => $then,
        }
    };
}

pub(crate) use with_space;

/// Evaluates an expression for the size of a board: the type of its sets of cells, the words of a
/// state, and the mirror images that there is room for.
///
/// A module for pages, which must be small, has three sizes. The module of state maps has only the
/// last, which suits every board: its code is a third as large, and its searches take longer.
macro_rules! for_size {
    ($board:expr, |$cells:ident, $words:ident, $images:ident| $wrap:ident => $make:expr) => {{
        let board: &Board = $board;
        match (board.cells(), board.bits().div_ceil(64), board.symmetry().order()) {
            #[cfg(not(target_family = "wasm"))]
            (..=32, 1, 1) => for_size!(@ u32, 1, 1, One, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (..=32, 1, 2) => for_size!(@ u32, 1, 2, One, $cells, $words, $images, $wrap, $make),
            #[cfg(all(target_family = "wasm", not(feature = "web-map")))]
            (..=32, 1, _) => for_size!(@ u32, 1, 4, One, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (..=64, ..=2, 1) => for_size!(@ u64, 2, 1, Two, $cells, $words, $images, $wrap, $make),
            #[cfg(not(all(target_family = "wasm", feature = "web-map")))]
            (..=64, ..=2, _) => for_size!(@ u64, 2, 4, Two, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (..=64, ..=4, _) => for_size!(@ u64, 4, 4, Four, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=4, _) => for_size!(@ u128, 4, 4, Four, $cells, $words, $images, $wrap, $make),
            (_, _, _) => for_size!(@ u128, 10, 4, Ten, $cells, $words, $images, $wrap, $make),
        }
    }};
    (@ $c:ty, $n:literal, $i:literal, $width:ident, $cells:ident, $words:ident, $images:ident, $wrap:ident, $make:expr) => {{
        type $cells = $c;
        const $words: usize = $n;
        const $images: usize = $i;
        #[allow(unused_imports)]
        use BoardSpace::$width as $wrap;
        $make
    }};
}

/// The most bytes of the tables of moves for a kind of piece.
const TABLE_BYTES: usize = 1 << 19;

/// The most bytes of the same for a wide board.
const WIDE_TABLE_BYTES: usize = 1 << 22;

/// Checks that the machine has the memory for the tables of the moves of a board.
///
/// # Errors
/// If it has not.
pub fn check_tables(board: &Board) -> Result<(), StopReason> {
    let bytes = if board.is_wide() {
        WIDE_TABLE_BYTES
    } else {
        TABLE_BYTES
    };
    memory::check_limit(board.kinds().len() * bytes, &Limits::default())
}

impl BoardSpace {
    /// Returns the space of a board in a metric, with keys of one word if its pieces keep to their
    /// lines. Such keys are no packed states.
    pub fn for_search(board: &Board, metric: Metric) -> Self {
        #[cfg(not(target_family = "wasm"))]
        if let Some(lines) = LineSpace::of(board, metric) {
            return BoardSpace::One(TypedSpace::new(Box::new(lines)));
        }
        BoardSpace::of(board, metric)
    }

    /// Returns the space of a board in a metric, whose keys are packed states.
    pub fn of(board: &Board, metric: Metric) -> Self {
        #[cfg(not(target_family = "wasm"))]
        if board.bits() > 64 * LANE_WORDS {
            let space = Expander::<WideCells, 50, 4>::new(board, metric);
            return BoardSpace::Fifty(TypedSpace::new(Box::new(space)));
        }
        if board.is_wide() {
            let space = Expander::<WideCells, 10, 4>::new(board, metric);
            return BoardSpace::Ten(TypedSpace::new(Box::new(space)));
        }
        for_size!(board, |Cells, WORDS, IMAGES| Wrap => {
            let space = Expander::<Cells, WORDS, IMAGES>::new(board, metric);
            Wrap(TypedSpace::new(Box::new(space)))
        })
    }
}

/// Returns the space of all placements of the pieces, reachable or not, with ranks as keys.
///
/// # Errors
/// If the placements are too many, or the monitor stops their ranking.
pub fn ranked(
    board: &Board,
    metric: Metric,
    monitor: &mut Monitor<'_>,
) -> Result<Box<dyn Space<u64>>, SolveError> {
    board.check_two_way()?;
    if board.is_wide() {
        return Err(SolveError::TooManyRanks(None));
    }
    let space: Option<Box<dyn Space<u64>>> = for_size!(board, |Cells, WORDS, IMAGES| _Wrap => {
        let states = Box::new(Expander::<Cells, WORDS, IMAGES>::new(board, metric));
        RankSpace::<Cells, WORDS>::new(board, states, monitor)?.map(|space| Box::new(space) as _)
    });
    match space {
        Some(space) => Ok(with_tiles_moved_by_sums(board, metric, space)),
        None => Err(SolveError::TooManyRanks(
            board.placements(monitor)?.map(Box::new),
        )),
    }
}
