//! Connects the processes of a run. Each process calls process 0, which sends it the addresses of
//! the others and the job. Then each process calls those before it.

use std::{
    collections::VecDeque,
    io,
    net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs},
    sync::{Arc, OnceLock},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use bincode::{Decode, Encode};
use thiserror::Error;

use super::{
    links::{Begin, PeerMessage, RunGuard, RunOutcome, SILENCE},
    secure::{NoiseRole, Secret, SecureStream},
};

/// The default time that processes wait for each other at the start.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// The deadline of a handshake, and of the messages that identify the caller.
const HANDSHAKE_TIME: Duration = Duration::from_secs(5);

/// Time between two checks for callers. A caller waits ten times as long between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// The most concurrent handshakes. One more ends the oldest; a process of the run then calls again.
const MAX_HANDSHAKES: usize = 256;

/// The version of this program and a checksum of its sources. Processes exchange messages only if
/// they were built from the same sources.
const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("HUARONG_SOURCES"));

/// Reason why the processes of a run do not connect, or why a run ends early.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// This process cannot listen on its address.
    #[error("cannot listen on {0}")]
    Listen(String, #[source] io::Error),
    /// A process cannot be reached within this time.
    #[error("{0} cannot be reached, after {seconds} s of trying", seconds = .1.as_secs())]
    Unreachable(String, Duration, #[source] io::Error),
    /// A process has not called within this time.
    #[error("{0} did not connect within {seconds} s", seconds = .1.as_secs())]
    Missing(String, Duration),
    /// A process rejected this one, for this reason.
    #[error("{0} rejected the connection: {1}")]
    NotLetIn(String, String),
    /// A process has ended, is silent or has run out of memory.
    #[error("{0}")]
    Lost(String),
    /// A process could not do its part.
    #[error("{0}")]
    Failed(String),
    /// A process that was started for this run has ended.
    #[error("a process that was started on this machine has ended")]
    Fallen,
    /// Another error of a socket.
    #[error("communication with the other processes failed")]
    Io(#[from] io::Error),
}

/// The first message of a caller after the name of its program.
#[derive(Clone, Encode, Decode, Debug)]
struct PeerHello {
    /// A random number, which differs for a second process with the same number.
    instance: u64,
    process: usize,
    processes: usize,
    /// The number of the called process.
    called: usize,
    /// The port on which the caller listens.
    port: u16,
}

/// The connections to the other processes.
type Streams = Vec<Option<SecureStream>>;

/// A caller whose handshake is not complete.
type PendingPeer = (TcpStream, JoinHandle<io::Result<(PeerHello, SecureStream)>>);

/// The processes of a run before they are connected.
pub struct ClusterBuilder {
    addresses: Vec<String>,
    process: usize,
    secret: Secret,
    listener: TcpListener,
    timeout: Duration,
    is_alive: Box<dyn FnMut() -> bool + Send>,
    instance: u64,
    status: ClusterStatus,
    /// The identity of the run, which is empty before process 0 has sent it.
    run: Vec<u8>,
    /// The oldest first.
    pending: VecDeque<PendingPeer>,
    /// Callers that belong to the run.
    admitted: Vec<PeerHello>,
}

debug_fields!(ClusterBuilder, addresses, process);

/// The connected processes of a run, with the job that process 0 has sent.
pub struct Mesh {
    pub guard: Arc<RunGuard>,
    pub job: Vec<u8>,
}

/// The state of a run. The other processes work for the run until this value is dropped.
#[derive(Clone, Default, Debug)]
pub struct ClusterStatus(Arc<OnceLock<Arc<RunGuard>>>);

impl ClusterStatus {
    /// Returns which process was lost and how, if one was.
    pub fn lost_process(&self) -> Option<String> {
        match self.0.get()?.outcome()? {
            RunOutcome::Lost(what) => Some(what),
            _ => None,
        }
    }

    /// Ends the run in all processes, because this one has failed.
    pub fn fail(&self, why: &str) {
        if let Some(guard) = self.0.get() {
            guard.fail(why);
        }
    }
}

impl ClusterBuilder {
    /// Prepares process `process` of those at these addresses, each a host and a port. Every port
    /// but that of process 0 may be 0: then the process listens on a free port.
    ///
    /// # Errors
    /// If this process cannot listen on its own address.
    ///
    /// # Panics
    /// If `addresses` has no item `process`.
    pub fn new(
        addresses: Vec<String>,
        process: usize,
        secret: Secret,
    ) -> Result<Self, ClusterError> {
        let address = &addresses[process];
        let listener = TcpListener::bind(address)
            .map_err(|error| ClusterError::Listen(address.clone(), error))?;
        listener.set_nonblocking(true)?;
        let mut instance = [0; 8];
        getrandom::fill(&mut instance).map_err(io::Error::other)?;
        Ok(ClusterBuilder {
            addresses,
            process,
            secret,
            listener,
            timeout: DEFAULT_TIMEOUT,
            is_alive: Box::new(|| true),
            instance: u64::from_le_bytes(instance),
            status: ClusterStatus::default(),
            run: Vec::new(),
            pending: VecDeque::new(),
            admitted: Vec::new(),
        })
    }

    /// Prepares process 0 of `processes` on this machine, on a free port.
    ///
    /// # Errors
    /// If no port is free.
    pub fn local(processes: usize, secret: Secret) -> Result<Self, ClusterError> {
        let free = "127.0.0.1:0";
        let mut builder = ClusterBuilder::new(vec![free.to_owned(); processes], 0, secret)?;
        builder.addresses[0] = builder.listener.local_addr()?.to_string();
        Ok(builder)
    }

    /// Returns the addresses of the processes, in order.
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// Sets how long this process waits for the others.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        ClusterBuilder { timeout, ..self }
    }

    /// Waits for the others only as long as `is_alive` returns `true`.
    #[must_use]
    pub fn with_liveness_check(self, is_alive: impl FnMut() -> bool + Send + 'static) -> Self {
        ClusterBuilder {
            is_alive: Box::new(is_alive),
            ..self
        }
    }

    /// Returns the state of the run, which remains after the builder is gone.
    pub fn status(&self) -> ClusterStatus {
        self.status.clone()
    }

    /// Connects all processes. Process 0 sends this job to the others.
    ///
    /// # Errors
    /// If a process does not call, cannot be reached or rejects this one.
    pub(crate) fn connect(mut self, job: &[u8]) -> Result<Mesh, ClusterError> {
        let mut streams = self.addresses.iter().map(|_| None).collect();
        if self.process == 0 {
            let called = self.receive(&mut streams);
            let message = match &called {
                Ok(()) => {
                    let nonce = Secret::random_bytes()?;
                    PeerMessage::Begin(Begin {
                        addresses: self.addresses.clone(),
                        job: job.to_vec(),
                        nonce,
                    })
                }
                Err(error) => PeerMessage::Outcome(RunOutcome::Failed(error.to_string())),
            };
            // If this fails, the thread that receives finds the cause.
            streams
                .iter()
                .flatten()
                .for_each(|stream| drop(stream.send(&message)));
            called?;
            let guard = self.begin();
            guard.add_all(streams)?;
            let job = job.to_vec();
            return Ok(Mesh { guard, job });
        }
        let (
            first,
            Begin {
                addresses,
                job,
                nonce,
            },
        ) = self.call(0, ClusterBuilder::enter)?;
        // This process keeps its own address of process 0.
        self.addresses.splice(1.., addresses.into_iter().skip(1));
        self.run = [&nonce[..], &job].concat();
        let guard = self.begin();
        guard.add(0, first)?;
        if let Err(error) = self.connect_others(&mut streams) {
            match error {
                ClusterError::Lost(what) => guard.end(RunOutcome::Lost(what)),
                error => guard.fail(&error.to_string()),
            }
            guard.leave();
            return Err(guard.outcome().unwrap_or(RunOutcome::Stopped).into());
        }
        guard.add_all(streams)?;
        Ok(Mesh { guard, job })
    }

    /// Begins the run, so that its status is available.
    fn begin(&self) -> Arc<RunGuard> {
        let guard = Arc::new(RunGuard::new(self.process, self.addresses.clone()));
        let _ = self.status.0.set(Arc::clone(&guard));
        guard
    }

    /// Connects this process to all others but process 0. It calls those before it.
    fn connect_others(&mut self, streams: &mut Streams) -> Result<(), ClusterError> {
        for peer in 1..self.process {
            streams[peer] = Some(self.call(peer, |it| it.dial(peer))?);
        }
        self.receive(streams)
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} at {}", self.addresses[process])
    }

    /// Returns an error if the run has ended or a started process has.
    fn check(&mut self) -> Result<(), ClusterError> {
        match self.status.0.get().and_then(|guard| guard.outcome()) {
            Some(outcome) => Err(outcome.into()),
            _ if !(self.is_alive)() => Err(ClusterError::Fallen),
            _ => Ok(()),
        }
    }

    /// Waits for the calls of all processes after this one, and sends heartbeats to those that have
    /// called. A second call of a process replaces its first, whose connection has broken.
    fn receive(&mut self, streams: &mut Streams) -> Result<(), ClusterError> {
        let begun = Instant::now();
        while let Some(missing) =
            (self.process + 1..streams.len()).find(|&process| streams[process].is_none())
        {
            self.check()?;
            if begun.elapsed() > self.timeout {
                return Err(ClusterError::Missing(self.name(missing), self.timeout));
            }
            let accepted = self.listener.accept();
            let is_idle = accepted.is_err();
            if let Ok((socket, _)) = accepted {
                self.start_handshake(socket);
            }
            if let Some(done) = self
                .pending
                .iter()
                .position(|(_, thread)| thread.is_finished())
                && let Some((_, thread)) = self.pending.remove(done)
            {
                // Connections that fail the handshake are ignored.
                let Ok(Ok((hello, stream))) = thread.join() else {
                    continue;
                };
                let admitted = self.admit(&hello);
                if stream.send(&admitted).is_ok() && admitted.is_ok() {
                    let (host, port) = split(&self.addresses[hello.process]);
                    if port == "0" {
                        self.addresses[hello.process] = format!("{host}:{}", hello.port);
                    }
                    streams[hello.process] = Some(stream);
                    self.admitted.push(hello);
                }
            } else if is_idle {
                streams
                    .iter()
                    .flatten()
                    .for_each(|stream| drop(stream.send(&PeerMessage::Heartbeat)));
                thread::sleep(PAUSE);
            }
        }
        Ok(())
    }

    /// Starts the handshake with a caller. If too many are pending, the oldest ends.
    fn start_handshake(&mut self, socket: TcpStream) {
        let secret = self.secret.clone();
        let run = self.run.clone();
        // If no file or thread is left, the caller must retry: strangers must not end the run.
        let Ok(own) = socket.try_clone() else { return };
        let handshake = thread::Builder::new().spawn(move || identify(socket, &secret, &run));
        let Ok(handshake) = handshake else { return };
        self.pending.push_back((own, handshake));
        if self.pending.len() > MAX_HANDSHAKES
            && let Some((oldest, _)) = self.pending.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
    }

    /// Returns the reason to reject a caller that has the key but does not belong to this run.
    fn admit(&self, hello: &PeerHello) -> Result<(), String> {
        let own = self.process;
        let own_processes = self.addresses.len();
        let PeerHello {
            process,
            processes,
            called,
            ..
        } = *hello;
        if processes != own_processes {
            return Err(format!(
                "its hosts file has {own_processes} lines, and that of process {process} has \
                 {processes}"
            ));
        }
        if called != own {
            return Err(format!("this is process {own}, and not {called}"));
        }
        if process <= own || process >= processes {
            return Err(format!("process {process} does not call process {own}"));
        }
        let is_other = |it: &PeerHello| it.process == process && it.instance != hello.instance;
        if self.admitted.iter().any(is_other) {
            return Err(format!("there is a process {process} already"));
        }
        Ok(())
    }

    /// Calls another process until it admits this one or sends a reason to reject it. If bytes were
    /// altered after the handshake, this process does not call again.
    fn call<T>(
        &mut self,
        process: usize,
        attempt: impl Fn(&Self) -> io::Result<Result<T, String>>,
    ) -> Result<T, ClusterError> {
        let begun = Instant::now();
        let waited = self.timeout;
        loop {
            let error = match attempt(self) {
                Ok(admitted) => {
                    return admitted.map_err(|why| ClusterError::NotLetIn(self.name(process), why));
                }
                Err(error) => error,
            };
            match error.kind() {
                io::ErrorKind::InvalidData => {
                    return Err(RunOutcome::lost(&self.name(process), &error).into());
                }
                // A process without the key receives no reply.
                io::ErrorKind::UnexpectedEof
                | io::ErrorKind::ConnectionReset
                | io::ErrorKind::BrokenPipe
                    if begun.elapsed() > waited =>
                {
                    let why = "it has another key, or is no process of this run".to_owned();
                    return Err(ClusterError::NotLetIn(self.name(process), why));
                }
                _ if begun.elapsed() > waited => {
                    return Err(ClusterError::Unreachable(self.name(process), waited, error));
                }
                _ => self.check()?,
            }
            thread::sleep(10 * PAUSE);
        }
    }

    /// Calls another process once. The inner error is its reason to reject this one.
    fn dial(&self, process: usize) -> io::Result<Result<SecureStream, String>> {
        let hello = PeerHello {
            instance: self.instance,
            process: self.process,
            processes: self.addresses.len(),
            called: process,
            port: self.listener.local_addr()?.port(),
        };
        let deadline = Instant::now() + HANDSHAKE_TIME;
        let socket = connect(&self.addresses[process])?;
        let secret = &self.secret;
        let side = NoiseRole::Caller;
        let stream = SecureStream::establish(socket, secret, &self.run, side, deadline)?;
        stream.send(&PROGRAM)?;
        stream.send(&hello)?;
        let admitted: Result<(), String> = self.receive_from(process, &stream)?;
        Ok(admitted.map(|()| stream))
    }

    /// Calls process 0, and waits until it begins the run.
    fn enter(&self) -> io::Result<Result<(SecureStream, Begin), String>> {
        let stream = match self.dial(0)? {
            Ok(stream) => stream,
            Err(why) => return Ok(Err(why)),
        };
        stream.allow_silence(SILENCE)?;
        let deadline = Instant::now() + self.timeout + HANDSHAKE_TIME;
        while Instant::now() < deadline {
            match self.receive_from(0, &stream)? {
                PeerMessage::Begin(begin) if begin.addresses.len() != self.addresses.len() => {
                    return Ok(Err("it has another hosts file".to_owned()));
                }
                PeerMessage::Begin(begin) => return Ok(Ok((stream, begin))),
                PeerMessage::Outcome(RunOutcome::Failed(why)) => {
                    return Ok(Err(why));
                }
                _ => {}
            }
        }
        Err(io::ErrorKind::TimedOut.into())
    }

    /// Receives a message of a process that may have admitted this one. If the message was altered,
    /// it reports this to that process.
    fn receive_from<T: Decode<()>>(&self, process: usize, stream: &SecureStream) -> io::Result<T> {
        stream.receive().inspect_err(|error| {
            if error.kind() == io::ErrorKind::InvalidData {
                let outcome = RunOutcome::lost(&self.name(process), error);
                let _ = stream.send(&PeerMessage::Outcome(outcome));
            }
        })
    }
}

/// Performs the handshake with a caller, and receives its identity.
fn identify(
    socket: TcpStream,
    secret: &Secret,
    run: &[u8],
) -> io::Result<(PeerHello, SecureStream)> {
    let deadline = Instant::now() + HANDSHAKE_TIME;
    let stream = SecureStream::establish(socket, secret, run, NoiseRole::Called, deadline)?;
    let program: String = stream.receive()?;
    if program != PROGRAM {
        let why = format!(
            "it is huarong {PROGRAM}, and the caller is huarong {program}: install the same on all \
             machines"
        );
        stream.send(&Err::<(), _>(&why))?;
        return Err(io::Error::other(why));
    }
    Ok((stream.receive()?, stream))
}

/// Connects to the first address of a host that accepts the connection.
fn connect(address: &str) -> io::Result<TcpStream> {
    let mut failed = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for place in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&place, HANDSHAKE_TIME) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// Splits an address into host and port.
fn split(address: &str) -> (&str, &str) {
    address.rsplit_once(':').unwrap_or((address, ""))
}
