//! Breadth-first search by layers on many machines.
//!
//! Each process runs the engine `layered` on the ranks that it owns. This module
//! connects the processes: `secure` encrypts and authenticates each connection, `builder` calls the
//! processes, `links` carries their messages and ends the run for all if one of them is lost, and
//! `inbox` sorts the candidates of other processes as they arrive. A process that sends faster than
//! another one sorts waits, because its connection is full.

mod builder;
mod inbox;
mod links;
mod secure;
#[cfg(test)]
mod tests;

use std::{
    io,
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

pub(crate) use self::builder::Mesh;
pub use self::{
    builder::{ClusterBuilder, ClusterError, ClusterStatus},
    secure::Secret,
};
use self::{
    inbox::Inbox,
    links::{PeerMessage, RunGuard, RunOutcome},
};
use super::{
    layered::{
        Command, Exchange, LayeredEngine, MemoryPlan, Partition, Request, Response, damaged,
        passes::RunWriter,
    },
    layers::LayerError,
    space::{DegreeCounter, RemoteHistogram, Space},
};
use crate::control::{Limits, Monitor, StopReason, break_if};

/// Time between two checks of the limits and the other processes.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// Memory of the messages of a thread to another process, in bytes.
const CONNECTION: usize = 1 << 18;

/// The configuration of a process.
pub(crate) struct ProcessConfig {
    pub(crate) space: Box<dyn Space<u64>>,
    /// Counts the degrees of the states that the process expands.
    pub(crate) degrees: DegreeCounter,
    pub(crate) threads: usize,
    /// The folder for the files of this process.
    pub(crate) folder: PathBuf,
    /// The limit on the memory of this process, if it has one.
    pub(crate) max_bytes: Option<usize>,
}

impl ProcessConfig {
    /// Returns the part of this process.
    fn partition(&self, guard: Arc<RunGuard>) -> Partition {
        let processes = guard.processes();
        let process = guard.process;
        let mut own = Partition::new(self.space.another(), self.threads, &self.folder, process);
        let messages = CONNECTION * (self.threads + 2) * (processes - 1);
        let tables = self.space.table_bytes();
        let bytes = self
            .max_bytes
            .map(|bytes| bytes.saturating_sub(messages + tables) / 2);
        // One half is for its own candidates, the other for those of other processes.
        let plan = MemoryPlan::new(bytes, self.threads);
        let inbox = Inbox::new(
            process,
            processes,
            self.space.ranks().unwrap_or(u64::MAX),
            Arc::clone(&own.place),
            plan.buffer,
            plan.threads,
        );
        own.plan = Some(plan);
        own.connections = messages + plan.bytes();
        let _ = guard.inbox.set(inbox);
        own.exchange = Some(Arc::new(Peers {
            degrees: self.degrees.slot(),
            guard,
        }));
        own
    }
}

/// Works for process 0 until the run ends. Returns whether the run is complete. `is_interrupted`
/// returns whether this process was interrupted.
///
/// # Errors
/// If a process was lost or has failed.
pub(crate) fn run_worker(
    mesh: Mesh,
    config: &ProcessConfig,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<bool, ClusterError> {
    let links = Arc::clone(&mesh.guard);
    let mut own = config.partition(mesh.guard);
    let goes_on = || {
        if is_interrupted() {
            links.send(&PeerMessage::Interrupted);
        }
        links.outcome().is_none()
    };
    let mut number = 0;
    while goes_on() {
        let request = match links.next_message(CHECK_INTERVAL) {
            None => continue,
            Some((0, PeerMessage::Request(next, request))) if next == number + 1 => request,
            Some((peer, _)) => {
                links.fail_by(&out_of_turn(peer));
                break;
            }
        };
        number += 1;
        match &request.command {
            // The first sweep counts degrees.
            Command::Begin { sweep: 1, .. } | Command::Open { sweep: 1, .. } => {
                config.degrees.begin(&[]);
            }
            Command::Begin { .. } | Command::Open { .. } => config.degrees.end(),
            _ => {}
        }
        let mut observer = |_: &_| break_if(!goes_on());
        let monitor = &mut Monitor::new(Limits::default(), &mut observer);
        match own.execute(request, monitor) {
            Ok(mut response) => {
                response.degrees = config.degrees.histogram();
                links.send(&PeerMessage::Response(number, response));
            }
            // If the run has ended, the error follows from that.
            Err(error) => links.fail_by(&error.into_io()),
        }
    }
    // If this fails, the next run deletes the files.
    let _ = own.place.clear_runs();
    links.leave();
    match links.outcome() {
        Some(RunOutcome::Complete) => Ok(true),
        Some(RunOutcome::Stopped) | None => Ok(false),
        Some(outcome) => Err(outcome.into()),
    }
}

/// Creates the engine of process 0. The other processes call [`run_worker`].
pub(crate) fn lead(mesh: Mesh, config: &ProcessConfig) -> LayeredEngine {
    LayeredEngine::of(config.partition(mesh.guard))
}

fn out_of_turn(peer: usize) -> io::Error {
    damaged(&format!("process {peer} sent a message out of turn"))
}

/// The other processes.
struct Peers {
    guard: Arc<RunGuard>,
    /// The degrees that other processes have counted.
    degrees: RemoteHistogram,
}

impl Peers {
    fn check(&self) -> io::Result<()> {
        if self.guard.is_stopped() {
            Err(io::ErrorKind::Interrupted.into())
        } else {
            Ok(())
        }
    }
}

impl Exchange for Peers {
    fn processes(&self) -> usize {
        self.guard.processes()
    }

    fn process(&self) -> usize {
        self.guard.process
    }

    fn send(&self, process: usize, words: &[u64]) -> io::Result<()> {
        self.check()?;
        let number = self.guard.inbox.wait().count_sent(process, words.len());
        let message = PeerMessage::Candidates(number, words.to_vec());
        self.guard.send_to(process, &message);
        Ok(())
    }

    fn gather(
        &self,
        check: &mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Result<Vec<RunWriter>, LayerError> {
        let inbox = self.guard.inbox.wait();
        let (number, sent) = inbox.sent();
        for (process, sent) in sent.into_iter().enumerate() {
            self.guard.send_to(process, &PeerMessage::End(number, sent));
        }
        loop {
            if let Some(writers) = inbox.take(CHECK_INTERVAL) {
                return Ok(writers);
            }
            self.check()?;
            check()?;
        }
    }

    fn ask(&self, request: &Request) {
        let number = self.guard.requests.fetch_add(1, Ordering::Relaxed) + 1;
        self.guard
            .send(&PeerMessage::Request(number, request.clone()));
    }

    fn responses(
        &self,
        check: &mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Result<Vec<Response>, LayerError> {
        let wanted = self.guard.requests.load(Ordering::Relaxed);
        let mut responses = vec![None; self.processes() - 1];
        while responses.iter().any(Option::is_none) {
            match self.guard.next_message(CHECK_INTERVAL) {
                Some((peer, PeerMessage::Response(number, response)))
                    if number == wanted && responses[peer - 1].is_none() =>
                {
                    responses[peer - 1] = Some(response);
                }
                Some((peer, _)) => return Err(out_of_turn(peer).into()),
                None => {}
            }
            self.check()?;
            check()?;
        }
        let responses: Vec<Response> = responses.into_iter().flatten().collect();
        let mut degrees = Vec::new();
        for response in &responses {
            let own = &response.degrees;
            degrees.resize(own.len().max(degrees.len()), 0);
            degrees
                .iter_mut()
                .zip(own)
                .for_each(|(sum, own)| *sum += own);
        }
        self.degrees.set(degrees);
        Ok(responses)
    }

    /// The first outcome counts: an error of this process may follow from it.
    fn end(&self, error: LayerError) -> LayerError {
        match error {
            LayerError::File(error) => self.guard.fail_by(&error),
            LayerError::Stopped(reason) => {
                self.guard.end(RunOutcome::Stopped);
                if self.guard.outcome() == Some(RunOutcome::Stopped) {
                    return reason.into();
                }
            }
        }
        match self.guard.outcome() {
            Some(RunOutcome::Lost(_)) => StopReason::Lost.into(),
            Some(RunOutcome::OutOfMemory(_)) => StopReason::OutOfMemory.into(),
            Some(RunOutcome::Failed(why)) => io::Error::other(ClusterError::Failed(why)).into(),
            _ => StopReason::Interrupted.into(),
        }
    }
}
