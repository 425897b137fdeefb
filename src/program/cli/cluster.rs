//! The arguments of runs on many machines.

use std::path::PathBuf;
use std::time::Duration;

#[cfg(not(feature = "cluster"))]
use crate::sliding::SolveError;
use clap::Args;

use super::args::timeout;
#[cfg(not(feature = "cluster"))]
use super::{exit::Exit, work_dir};
#[cfg(feature = "cluster")]
mod coordinator;

#[cfg(feature = "cluster")]
pub use coordinator::{Coordinator, run};

/// The coordinator of a run. A build without the engine `cluster` has none.
#[cfg(not(feature = "cluster"))]
pub enum Coordinator {}

#[cfg(not(feature = "cluster"))]
impl Coordinator {
    pub const fn note_loss(&self) {
        match *self {}
    }
}

/// Refuses a run of several processes.
#[cfg(not(feature = "cluster"))]
pub fn run(
    request: &work_dir::RunRequest<'_>,
    _: impl FnOnce(&mut Coordinator) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    Err(work_dir::refused(request.command, SolveError::NoCluster))
}

/// The processes of a run.
#[derive(Args, Clone, Debug)]
pub struct ClusterArgs {
    /// Search on many machines: this file has a line `host:port` for each process, the first for
    /// process 0
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Many machines",
        group = "processes"
    )]
    #[arg(requires = "process", requires = "key", hide = !cfg!(feature = "cluster"))]
    pub hosts: Option<PathBuf>,
    /// Index of this process, from 0; process 0 coordinates the run and prints the result
    #[arg(long, value_name = "I", help_heading = "Many machines")]
    #[arg(requires = "processes", hide = !cfg!(feature = "cluster"))]
    pub process: Option<usize>,
    /// The key of the run: a file with the same bytes on all machines, 16 or more, that no other
    /// user can read
    #[arg(long, value_name = "FILE", help_heading = "Many machines")]
    #[arg(requires = "hosts", hide = !cfg!(feature = "cluster"))]
    pub key: Option<PathBuf>,
    /// Maximum time to wait for the other processes
    #[arg(
        long,
        value_name = "DURATION",
        help_heading = "Many machines",
        default_value = "60s"
    )]
    #[arg(value_parser = timeout, hide = !cfg!(feature = "cluster"))]
    pub wait: Duration,
    /// Number of processes to start on this machine, as a trial
    #[arg(
        long,
        value_name = "N",
        help_heading = "Many machines",
        group = "processes"
    )]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    #[arg(hide = !cfg!(feature = "cluster"))]
    pub local: Option<u16>,
}

impl ClusterArgs {
    /// Whether the run is one of several processes.
    pub const fn is_given(&self) -> bool {
        self.hosts.is_some() || self.local.is_some()
    }

    /// Returns the options that resume the run, each after a space.
    pub fn shown(&self) -> String {
        let file = |name: &str, path: &Option<PathBuf>| {
            path.as_ref()
                .map_or_else(String::new, |path| format!(" --{name} {}", path.display()))
        };
        let number = |name: &str, number: Option<usize>| {
            number.map_or_else(String::new, |number| format!(" --{name} {number}"))
        };
        file("hosts", &self.hosts)
            + &number("process", self.process)
            + &file("key", &self.key)
            + &number("local", self.local.map(usize::from))
    }
}
