//! The connections of a process to all others of its run. Each pair of processes has one
//! connection, which carries requests, responses, candidates, heartbeats and the outcome of the
//! run.
//!
//! If a process disconnects, stays silent or fails, or if its bytes were altered in transit, the
//! process that notices reports it to process 0. Process 0 decides on the outcome of the run and
//! sends it to all.

use std::{
    io,
    net::Shutdown,
    ops::Deref,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use bincode::{Decode, Encode};

use super::{ClusterError, inbox::Inbox, secure::SecureStream};
use crate::{
    parallel::lock,
    search::layered::{Request, Response},
};

/// Time between two heartbeats.
const PULSE: Duration = Duration::from_millis(250);
/// A process that sends nothing for this time is lost.
pub const SILENCE: Duration = Duration::from_secs(8);
/// Time that a process waits at the end for the decision of process 0.
const TO_END: Duration = Duration::from_secs(2);

/// A message between two processes of a run.
#[derive(Clone, Encode, Decode, Debug)]
pub enum PeerMessage {
    /// The sender is alive.
    Heartbeat,
    /// The sender was interrupted.
    Interrupted,
    /// From process 0, as the first message: all processes have called.
    Begin(Begin),
    /// From process 0: the outcome of the run. To process 0: an outcome that the sender proposes.
    Outcome(RunOutcome),
    /// From process 0: its number and the request.
    Request(u64, Request),
    /// To process 0: the number of the request and the response.
    Response(u64, Response),
    /// The round and the words of candidates.
    Candidates(u64, Vec<u64>),
    /// The round, which ends, and the number of candidates that the sender has sent in it.
    End(u64, u64),
}

/// The description of a run. The nonce and the job identify the run.
#[derive(Clone, Encode, Decode, Debug)]
pub struct Begin {
    pub addresses: Vec<String>,
    pub job: Vec<u8>,
    pub nonce: [u8; 32],
}

/// The outcome of a run.
#[derive(Clone, PartialEq, Eq, Encode, Decode, Debug)]
pub enum RunOutcome {
    /// The run is complete.
    Complete,
    /// A limit or an interrupt has stopped the run.
    Stopped,
    /// A process has disconnected or is silent, or its bytes were altered in transit.
    Lost(String),
    /// A process could not do its part.
    Failed(String),
    /// A process had too little memory for its part.
    OutOfMemory(String),
}

impl RunOutcome {
    /// Returns the outcome after an error of a connection to a process with this name.
    pub fn lost(name: &str, error: &io::Error) -> Self {
        RunOutcome::Lost(match error.kind() {
            io::ErrorKind::TimedOut => {
                format!("{name} has been silent for {} s", SILENCE.as_secs())
            }
            io::ErrorKind::InvalidData => format!("the bytes from {name} were altered in transit"),
            _ => format!("{name} has ended"),
        })
    }
}

impl From<RunOutcome> for ClusterError {
    fn from(outcome: RunOutcome) -> Self {
        match outcome {
            RunOutcome::Complete | RunOutcome::Stopped => {
                ClusterError::Lost("process 0 has ended the run".to_owned())
            }
            RunOutcome::Lost(what) | RunOutcome::OutOfMemory(what) => ClusterError::Lost(what),
            RunOutcome::Failed(what) => ClusterError::Failed(what),
        }
    }
}

/// The connections of a process, and the state of the run that its threads share.
#[derive(Debug)]
pub struct PeerLinks {
    /// The number of this process.
    pub process: usize,
    addresses: Vec<String>,
    streams: Vec<OnceLock<Arc<SecureStream>>>,
    /// Receives candidates once this process knows its job.
    pub inbox: OnceLock<Inbox>,
    /// Number of requests so far.
    pub requests: AtomicU64,
    /// Requests and responses that have arrived, with their senders.
    received: Sender<(usize, PeerMessage)>,
    messages: Mutex<Receiver<(usize, PeerMessage)>>,
    outcome: Mutex<Option<RunOutcome>>,
    /// Whether process 0 can no longer change the outcome.
    is_final: AtomicBool,
}

impl PeerLinks {
    /// Starts the threads that receive and that send heartbeats on the connection to another
    /// process.
    pub fn add(self: &Arc<Self>, peer: usize, stream: SecureStream) -> io::Result<()> {
        stream.allow_silence(SILENCE)?;
        let stream = Arc::new(stream);
        let _ = self.streams[peer].set(Arc::clone(&stream));
        let [links, own] = [Arc::clone(self), Arc::clone(self)];
        let beaten = Arc::clone(&stream);
        thread::Builder::new().spawn(move || links.listen(peer, &stream))?;
        thread::Builder::new().spawn(move || own.beat(&beaten))?;
        Ok(())
    }

    /// Adds all of these connections.
    pub fn add_all(self: &Arc<Self>, streams: Vec<Option<SecureStream>>) -> io::Result<()> {
        let streams = streams.into_iter().enumerate();
        streams
            .filter_map(|(peer, stream)| Some((peer, stream?)))
            .try_for_each(|(peer, stream)| self.add(peer, stream))
    }

    /// Returns the number of processes.
    pub const fn processes(&self) -> usize {
        self.addresses.len()
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} at {}", self.addresses[process])
    }

    /// Returns the outcome of the run, once it has one.
    pub fn outcome(&self) -> Option<RunOutcome> {
        lock(&self.outcome).clone()
    }

    /// Whether this process should stop.
    pub fn is_stopped(&self) -> bool {
        lock(&self.outcome).is_some()
    }

    /// Ends the run in all processes. The first outcome counts.
    pub fn end(&self, outcome: RunOutcome) {
        let mut known = lock(&self.outcome);
        if known.is_none() {
            *known = Some(outcome.clone());
            drop(known);
            self.is_final.fetch_or(self.process == 0, Ordering::Relaxed);
            self.send(&PeerMessage::Outcome(outcome));
        }
    }

    /// Ends the run because this process cannot do its part.
    pub fn fail(&self, why: &str) {
        self.end(RunOutcome::Failed(self.own_name() + why));
    }

    /// Ends the run because this process cannot do its part, with this error.
    pub fn fail_by(&self, error: &io::Error) {
        let why = self.own_name() + &error.to_string();
        self.end(if error.kind() == io::ErrorKind::OutOfMemory {
            RunOutcome::OutOfMemory(why)
        } else {
            RunOutcome::Failed(why)
        });
    }

    /// Returns the prefix of an error message of this process, which is empty without other ones.
    fn own_name(&self) -> String {
        if self.processes() > 1 {
            self.name(self.process) + ": "
        } else {
            String::new()
        }
    }

    /// Sends a message from process 0 to all others, or from another process to process 0.
    pub fn send(&self, message: &PeerMessage) {
        let peers = if self.process == 0 {
            self.processes()
        } else {
            1
        };
        (0..peers).for_each(|peer| self.send_to(peer, message));
    }

    /// Sends a message to another process. If this fails, the thread that receives finds the cause.
    pub fn send_to(&self, process: usize, message: &PeerMessage) {
        if let Some(stream) = self.streams[process].get() {
            let _ = stream.send(message);
        }
    }

    /// Waits this long for a request or a response. Returns it with its sender.
    pub fn next_message(&self, timeout: Duration) -> Option<(usize, PeerMessage)> {
        lock(&self.messages).recv_timeout(timeout).ok()
    }

    fn beat(&self, stream: &SecureStream) {
        while !self.is_stopped() {
            let _ = stream.send(&PeerMessage::Heartbeat);
            thread::sleep(PULSE);
        }
    }

    /// Receives the messages of another process until the connection ends.
    fn listen(&self, peer: usize, stream: &SecureStream) {
        loop {
            let accepted = match stream.receive() {
                Ok(PeerMessage::Heartbeat | PeerMessage::Begin(_)) => Ok(()),
                Ok(PeerMessage::Candidates(round, words)) => {
                    self.inbox.wait().accept(peer, round, &words)
                }
                Ok(PeerMessage::End(round, sent)) => self.inbox.wait().end(peer, round, sent),
                Ok(message @ (PeerMessage::Request(..) | PeerMessage::Response(..))) => {
                    // This process has the receiver.
                    let _ = self.received.send((peer, message));
                    Ok(())
                }
                Ok(PeerMessage::Interrupted) => {
                    self.end(RunOutcome::Stopped);
                    Ok(())
                }
                Ok(PeerMessage::Outcome(outcome)) if peer == 0 => {
                    *lock(&self.outcome) = Some(outcome);
                    self.is_final.store(true, Ordering::Relaxed);
                    Ok(())
                }
                Ok(PeerMessage::Outcome(outcome)) => {
                    self.end(outcome);
                    Ok(())
                }
                Err(error) => {
                    if error.kind() == io::ErrorKind::TimedOut {
                        // This unblocks the threads that send to the silent process.
                        stream.shutdown(Shutdown::Both);
                    }
                    self.end(RunOutcome::lost(&self.name(peer), &error));
                    self.is_final.fetch_or(peer == 0, Ordering::Relaxed);
                    return;
                }
            };
            accepted.unwrap_or_else(|error| self.fail_by(&error));
        }
    }

    /// Waits until the outcome is final, but only a moment.
    pub fn leave(&self) {
        let begun = Instant::now();
        while !self.is_final.load(Ordering::Relaxed) && begun.elapsed() < TO_END {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The share of this process in a run. When process 0 drops it, the run is complete.
#[derive(Debug)]
pub struct RunGuard(Arc<PeerLinks>);

impl RunGuard {
    /// Makes the guard of a process that has no connections yet.
    pub fn new(process: usize, addresses: Vec<String>) -> Self {
        let (received, messages) = channel();
        RunGuard(Arc::new(PeerLinks {
            process,
            streams: addresses.iter().map(|_| OnceLock::new()).collect(),
            addresses,
            inbox: OnceLock::new(),
            requests: AtomicU64::new(0),
            received,
            messages: Mutex::new(messages),
            outcome: Mutex::default(),
            is_final: AtomicBool::new(false),
        }))
    }
}

impl Deref for RunGuard {
    type Target = Arc<PeerLinks>;

    fn deref(&self) -> &Arc<PeerLinks> {
        &self.0
    }
}

impl Drop for RunGuard {
    fn drop(&mut self) {
        if thread::panicking() {
            self.fail("a fault in huarong, please report it");
        }
        if self.process == 0 {
            self.end(RunOutcome::Complete);
        }
        self.leave();
        self.streams
            .iter()
            .filter_map(OnceLock::get)
            .for_each(|stream| stream.shutdown(Shutdown::Write));
    }
}
