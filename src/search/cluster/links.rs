//! The connections of a process to all others of its run. Each pair of processes has one
//! connection, which carries the bytes of timely, heartbeats, and the outcome of the run.
//!
//! timely does not detect the end of a process. If a process disconnects, stays silent or fails, or
//! if its bytes were altered in transit, the process that notices reports it to process 0. Process
//! 0 decides on the outcome of the run and sends it to all.

use std::{
    io::{self, Read, Write},
    net::Shutdown,
    ops::Deref,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use bincode::{Decode, Encode};
use timely::communication::allocator::zero_copy::stream::Stream;

use super::{ClusterError, secure::SecureStream};
use crate::parallel::lock;

/// Time between two heartbeats.
const PULSE: Duration = Duration::from_millis(250);
/// A process that sends nothing for this time is lost.
pub const SILENCE: Duration = Duration::from_secs(8);
/// Time that a process waits at the end for its workers and for the decision of process 0.
const TO_END: Duration = Duration::from_secs(2);
/// Bytes of timely in one message, which must fit into one record.
const MAX_DATA: usize = 1 << 15;

/// A message between two processes of a run.
#[derive(Clone, Encode, Decode, Debug)]
pub enum PeerMessage {
    /// Bytes of timely; no bytes mark their end.
    Data(Vec<u8>),
    /// The sender is alive.
    Heartbeat,
    /// The sender was interrupted.
    Interrupted,
    /// From process 0, as the first message: all processes have called.
    Begin(Begin),
    /// From process 0: the outcome of the run. To process 0: an outcome that the sender proposes.
    Outcome(RunOutcome),
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
    /// The classes that the workers of this process have expanded and found since the run began.
    pub expanded: AtomicU64,
    pub found: AtomicU64,
    /// The number of these workers that have not ended.
    pub working: AtomicUsize,
    /// Whether a process was interrupted.
    pub is_interrupted: AtomicBool,
    outcome: Mutex<Option<RunOutcome>>,
    /// Whether process 0 can no longer change the outcome.
    is_final: AtomicBool,
}

impl PeerLinks {
    /// Starts the threads that receive and that send heartbeats on the connection to another
    /// process. Returns the stream for timely.
    pub(super) fn add(
        self: &Arc<Self>,
        peer: usize,
        stream: SecureStream,
    ) -> io::Result<DataStream> {
        stream.allow_silence(SILENCE)?;
        let stream = Arc::new(stream);
        let (sender, receiver) = channel();
        let _ = self.streams[peer].set(Arc::clone(&stream));
        let [links, own] = [Arc::clone(self), Arc::clone(self)];
        let [listened, beaten] = [Arc::clone(&stream), Arc::clone(&stream)];
        thread::Builder::new().spawn(move || links.listen(peer, &listened, &sender))?;
        thread::Builder::new().spawn(move || own.beat(&beaten))?;
        Ok(DataStream {
            stream,
            arrived: Arc::new(Mutex::new((receiver, io::Cursor::default()))),
        })
    }

    /// Adds all of these connections.
    pub fn add_all(
        self: &Arc<Self>,
        streams: Vec<Option<SecureStream>>,
    ) -> io::Result<Vec<Option<DataStream>>> {
        streams
            .into_iter()
            .enumerate()
            .map(|(peer, stream)| Option::map(stream, |stream| self.add(peer, stream)).transpose())
            .collect()
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

    /// Whether the workers of this process should stop.
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
        if error.kind() == io::ErrorKind::OutOfMemory {
            self.end(RunOutcome::OutOfMemory(
                self.own_name() + &error.to_string(),
            ));
        } else {
            self.fail(&error.to_string());
        }
    }

    /// Returns the prefix of an error message of this process, which is empty without other ones.
    fn own_name(&self) -> String {
        if self.processes() > 1 {
            self.name(self.process) + ": "
        } else {
            String::new()
        }
    }

    /// Sends a message from process 0 to all others, or from another process to process 0. If this
    /// fails, the thread that receives finds the cause.
    pub fn send(&self, message: &PeerMessage) {
        let peers = if self.process == 0 {
            &self.streams[..]
        } else {
            &self.streams[..1]
        };
        peers
            .iter()
            .filter_map(OnceLock::get)
            .for_each(|stream| drop(stream.send(message)));
    }

    fn beat(&self, stream: &SecureStream) {
        while !self.is_stopped() {
            let _ = stream.send(&PeerMessage::Heartbeat);
            thread::sleep(PULSE);
        }
    }

    /// Receives the messages of another process until the connection ends.
    fn listen(&self, peer: usize, stream: &SecureStream, data: &Sender<Vec<u8>>) {
        loop {
            match stream.receive() {
                // If the worker threads have ended, the bytes are not needed.
                Ok(PeerMessage::Data(bytes)) => drop(data.send(bytes)),
                Ok(PeerMessage::Heartbeat | PeerMessage::Begin(_)) => {}
                Ok(PeerMessage::Interrupted) => self.is_interrupted.store(true, Ordering::Relaxed),
                Ok(PeerMessage::Outcome(outcome)) if peer == 0 => {
                    *lock(&self.outcome) = Some(outcome);
                    self.is_final.store(true, Ordering::Relaxed);
                }
                Ok(PeerMessage::Outcome(outcome)) => self.end(outcome),
                Err(error) => {
                    if error.kind() == io::ErrorKind::TimedOut {
                        // This unblocks the threads that send to the silent process.
                        stream.shutdown(Shutdown::Both);
                    }
                    self.end(RunOutcome::lost(&self.name(peer), &error));
                    self.is_final.fetch_or(peer == 0, Ordering::Relaxed);
                    break;
                }
            }
        }
    }

    /// Waits until the workers of this process have ended and the outcome is final, but only a
    /// moment: timely may block these threads forever if another process has ended.
    pub fn leave(&self) {
        let begun = Instant::now();
        let is_left =
            || self.working.load(Ordering::Relaxed) == 0 && self.is_final.load(Ordering::Relaxed);
        while !is_left() && begun.elapsed() < TO_END {
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
        RunGuard(Arc::new(PeerLinks {
            process,
            streams: addresses.iter().map(|_| OnceLock::new()).collect(),
            addresses,
            expanded: AtomicU64::new(0),
            found: AtomicU64::new(0),
            working: AtomicUsize::new(0),
            is_interrupted: AtomicBool::new(false),
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
        if self.process == 0 {
            if thread::panicking() {
                self.fail("a fault in huarong");
            }
            self.end(RunOutcome::Complete);
        }
        self.leave();
        self.streams
            .iter()
            .filter_map(OnceLock::get)
            .for_each(|stream| stream.shutdown(Shutdown::Write));
    }
}

/// The stream of a connection for timely. It never fails, as timely would panic: the thread that
/// receives ends the run instead.
#[derive(Clone)]
pub struct DataStream {
    stream: Arc<SecureStream>,
    arrived: Arc<Mutex<ArrivedBytes>>,
}

/// The received messages, and the unread rest of the current one.
type ArrivedBytes = (Receiver<Vec<u8>>, io::Cursor<Vec<u8>>);

impl Read for DataStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let (receiver, rest) = &mut *lock(&self.arrived);
        if rest.position() == rest.get_ref().len() as u64 {
            match receiver.recv() {
                Ok(next) => *rest = io::Cursor::new(next),
                // The run has ended.
                Err(_) => loop {
                    thread::park();
                },
            }
        }
        rest.read(bytes)
    }
}

impl Write for DataStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(MAX_DATA)];
        let _ = self.stream.send(&PeerMessage::Data(bytes.to_vec()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for DataStream {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(self.clone())
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    /// Tells the reader that no more bytes follow. The connection stays.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        let _ = self.stream.send(&PeerMessage::Data(Vec::new()));
        Ok(())
    }
}
