//! Why a run on several processes does not begin, or ends.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// Why the processes of a run do not come together, or not stay so.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// The address of this process cannot be had.
    #[error("cannot listen on {address}")]
    Listen {
        /// Where.
        address: String,
        /// Why not.
        source: io::Error,
    },
    /// A process cannot be called.
    #[error("process {process} at {address} cannot be reached, after {} s of trying", .waited.as_secs())]
    Unreachable {
        /// Its number.
        process: usize,
        /// Where it should be.
        address: String,
        /// How long it was tried.
        waited: Duration,
        /// Why not.
        source: io::Error,
    },
    /// A process has not called.
    #[error("process {process} at {address} has not come within {} s", .waited.as_secs())]
    Missing {
        /// Its number.
        process: usize,
        /// Where it should be.
        address: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// A process does not take this one for one of its run.
    #[error("process {process} at {address} does not let this one in: {why}")]
    NotLetIn {
        /// Its number.
        process: usize,
        /// Where it is.
        address: String,
        /// Why not.
        why: String,
    },
    /// A process has ended or is silent, whatever the reason.
    #[error("{0}")]
    Lost(String),
    /// A process could not do its part.
    #[error("{0}")]
    Failed(String),
    /// A process that was started for this run has ended.
    #[error("a process that was started on this machine has ended")]
    Fallen,
    /// Whatever else a socket has.
    #[error("the other processes cannot be talked to")]
    Io(#[from] io::Error),
}
