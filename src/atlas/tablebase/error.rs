//! What can be wrong with a tablebase.

use std::io;

use thiserror::Error;

use crate::solution::Wrong;

/// Why a file was not opened as a tablebase.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum TablebaseError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins like something else.
    #[error("it is not a tablebase")]
    NotATablebase,
    /// A version that this program does not know.
    #[error("it is a tablebase of version {found}, and this program reads version {expected}")]
    Version {
        /// What the file says.
        found: u16,
        /// What would be read.
        expected: u16,
    },
    /// Its header, or what follows, is not what was written.
    #[error("the tablebase is damaged: {0}")]
    Damaged(&'static str),
}

/// Why a tablebase that was opened has no answer after all: it was not made by this program, or has
/// been changed in place since.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Contradiction {
    /// No neighbour of a layout is nearer to the exit.
    #[error(
        "the tablebase contradicts itself: no way leads on from a layout at distance {distance}"
    )]
    DeadEnd {
        /// What the file says of the layout.
        distance: u32,
    },
    /// The solution is none.
    #[error("the tablebase contradicts itself: the solution that it gives is wrong")]
    Wrong(#[source] Box<Wrong>),
}
