//! A board as a space: the sizes of boards for which there is code.

use crate::board::{Board, Expander, RankSpace, State, with_tiles_moved_by_sums};
use crate::control::Limits;
use crate::puzzle::Metric;
use crate::search::Space;

use super::error::SolveError;

/// The positions of a board and the units of a metric between them, with keys as wide as it takes.
pub(crate) enum BoardSpace {
    /// Up to 64 bits, as nearly all.
    One(Box<dyn Space<State<1>>>),
    /// Up to 128.
    Two(Box<dyn Space<State<2>>>),
    /// Up to 256.
    #[cfg(not(target_family = "wasm"))]
    Four(Box<dyn Space<State<4>>>),
    /// Up to 384.
    #[cfg(not(target_family = "wasm"))]
    Six(Box<dyn Space<State<6>>>),
    /// The largest: 128 cells, 31 kinds.
    Ten(Box<dyn Space<State<10>>>),
}

/// Does the same with a space whatever the width of its keys; what it is done with is compiled for
/// each.
macro_rules! with_space {
    ($board_space:expr, $space:ident => $then:expr) => {
        match $board_space {
            $crate::sliding::spaces::BoardSpace::One($space) => $then,
            $crate::sliding::spaces::BoardSpace::Two($space) => $then,
            #[cfg(not(target_family = "wasm"))]
            $crate::sliding::spaces::BoardSpace::Four($space) => $then,
            #[cfg(not(target_family = "wasm"))]
            $crate::sliding::spaces::BoardSpace::Six($space) => $then,
            $crate::sliding::spaces::BoardSpace::Ten($space) => $then,
        }
    };
}

pub(crate) use with_space;

/// The size of a board, to be put into the parameters of what is made for it: cells in the
/// narrowest word, states in few words, and images that are the symmetry's or a multiple of those.
///
/// Of the puzzles of the collection all but some forty have the first or the second size, or the
/// one of two words without symmetry. A size more is some thousand instructions more: a module for
/// pages, which should be small, has three sizes.
macro_rules! for_size {
    ($board:expr, |$cells:ident, $words:ident, $images:ident| $wrap:ident => $make:expr) => {{
        let board: &Board = $board;
        match (board.cells(), board.bits().div_ceil(64), board.symmetry().order()) {
            #[cfg(not(target_family = "wasm"))]
            (..=32, 1, 1) => for_size!(@ u32, 1, 1, One, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (..=32, 1, 2) => for_size!(@ u32, 1, 2, One, $cells, $words, $images, $wrap, $make),
            (..=32, 1, _) => for_size!(@ u32, 1, 4, One, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (..=64, ..=2, 1) => for_size!(@ u64, 2, 1, Two, $cells, $words, $images, $wrap, $make),
            (..=64, ..=2, _) => for_size!(@ u64, 2, 4, Two, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (..=64, ..=4, 1) => for_size!(@ u64, 4, 1, Four, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=4, 1) => for_size!(@ u128, 4, 1, Four, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=4, _) => for_size!(@ u128, 4, 4, Four, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=6, 1) => for_size!(@ u128, 6, 1, Six, $cells, $words, $images, $wrap, $make),
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

impl BoardSpace {
    /// The space of a board, in a metric.
    pub(crate) fn of(board: &Board, metric: Metric) -> Self {
        for_size!(board, |Cells, WORDS, IMAGES| Wrap => {
            Wrap(Box::new(Expander::<Cells, WORDS, IMAGES>::new(board, metric)))
        })
    }
}

/// The same with ranks as keys, for all placements of the pieces, reachable or not.
///
/// # Errors
/// If there are too many, or to number them takes more memory than the limits allow.
pub(crate) fn ranked(
    board: &Board,
    metric: Metric,
    limits: &Limits,
) -> Result<Box<dyn Space<u64>>, SolveError> {
    let bytes = limits.max_bytes.unwrap_or(usize::MAX);
    let too_many = || SolveError::TooManyRanks(board.placements_within(bytes).map(Box::new));
    let space: Box<dyn Space<u64>> = for_size!(board, |Cells, WORDS, IMAGES| _Wrap => {
        let states = Box::new(Expander::<Cells, WORDS, IMAGES>::new(board, metric));
        Box::new(RankSpace::<Cells, WORDS>::new(board, states, bytes).ok_or_else(too_many)?)
    });
    Ok(with_tiles_moved_by_sums(board, space))
}
