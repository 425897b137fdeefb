//! The sizes of boards for which there is code: the cells in the narrowest word, the states in the
//! fewest.

use crate::board::{Board, CellSet};

/// Something that is to be made for one size of board.
pub(super) trait Build {
    /// What is made, of whatever size.
    type Built;

    /// Makes it for cells in an `M`, states of `N` words, and so many mirror images.
    fn build<M: CellSet + Send + Sync + 'static, const N: usize, const IMAGES: usize>(
        self,
    ) -> Self::Built;
}

/// Makes something for the size of a board.
pub(super) fn build<B: Build>(board: &Board, what: B) -> B::Built {
    match (board.cells(), board.bits().div_ceil(64)) {
        (..=32, 1) => with_images::<B, u32, 1>(board, what),
        (..=64, ..=2) => with_images::<B, u64, 2>(board, what),
        (..=64, 3) => with_images::<B, u64, 3>(board, what),
        (..=64, _) => with_images::<B, u64, 5>(board, what),
        (_, ..=4) => with_images::<B, u128, 4>(board, what),
        (_, _) => with_images::<B, u128, 10>(board, what),
    }
}

fn with_images<B: Build, M: CellSet + Send + Sync + 'static, const N: usize>(
    board: &Board,
    what: B,
) -> B::Built {
    match board.symmetry().order() {
        1 => what.build::<M, N, 1>(),
        2 => what.build::<M, N, 2>(),
        _ => what.build::<M, N, 4>(),
    }
}
