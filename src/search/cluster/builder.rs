//! How the processes of a run find each other: all call process 0, which tells everybody where the
//! others are and what there is to do, and then each calls those before it.

use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::error::ClusterError;
use super::links::{Ending, Mesh, RunFailure};
use super::secure::{NoiseRole, Secret, SecureStream, locked};

/// How long processes wait for each other at the start.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a handshake may take, and what is said after it.
const HANDSHAKE_TIME: Duration = Duration::from_secs(5);

/// Between two looks, or two calls.
const PAUSE: Duration = Duration::from_millis(20);

/// Handshakes at a time. One more ends the oldest; a process of the run then calls again.
const MAX_HANDSHAKES: usize = 256;

/// The version of this program and a checksum of its sources: what processes exchange means the
/// same to all of them only if they were built from the same sources.
const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("HUARONG_SOURCES"));

/// Whether all that was started for a run still lives.
type IsAlive = Box<dyn FnMut() -> bool + Send>;

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
enum ConnectionKind {
    /// Heartbeats and the end of the run, with process 0.
    Control,
    /// Data of the workers, in the run that has this identity.
    Data([u8; 32]),
}

/// What a process says first when it calls another.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
struct Hello {
    program: String,
    /// A random number that tells the caller from any other process with its number.
    instance: u64,
    process: usize,
    /// How many processes there are.
    processes: usize,
    /// The process that is called.
    called: usize,
    /// Where the caller itself can be called.
    port: u16,
    kind: ConnectionKind,
}

/// What process 0 tells each other process once all have come.
#[derive(Clone, Serialize, Deserialize, Debug)]
struct Welcome {
    /// Where all processes are.
    addresses: Vec<String>,
    /// What there is to do, as those who do it understand it.
    job: Vec<u8>,
    /// Makes the identity of this run, with the key and the job.
    nonce: [u8; 32],
}

/// The processes of a run, before they have met.
pub struct ClusterBuilder {
    addresses: Vec<String>,
    process: usize,
    secret: Secret,
    listener: TcpListener,
    timeout: Duration,
    is_alive: IsAlive,
    instance: u64,
    status: ClusterStatus,
}

/// What becomes of a run. The other processes work for it until this is dropped.
#[derive(Clone, Default, Debug)]
pub struct ClusterStatus(Arc<OnceLock<Arc<Ending>>>);

impl ClusterStatus {
    /// Which process was lost, if one was.
    #[must_use]
    pub fn lost_process(&self) -> Option<String> {
        match self.0.get()?.links().trouble()? {
            RunFailure::Lost(what) => Some(what),
            RunFailure::Failed(_) | RunFailure::OutOfMemory(_) => None,
        }
    }

    /// Ends the run in all processes: this one has failed.
    pub fn fail(&self, why: &str) {
        if let Some(ending) = self.0.get() {
            ending.links().fail(why);
        }
    }
}

impl ClusterBuilder {
    /// For process `process` of those at these addresses, each a host and a port. The port of any
    /// but the first may be 0, for whichever is free.
    ///
    /// # Errors
    /// If this process cannot listen on its own address.
    ///
    /// # Panics
    /// If there is no address for this process.
    pub fn new(
        addresses: Vec<String>,
        process: usize,
        secret: Secret,
    ) -> Result<Self, ClusterError> {
        let address = addresses[process].clone();
        let listener = TcpListener::bind(&address)
            .map_err(|source| ClusterError::Listen { address, source })?;
        let mut instance = [0; 8];
        getrandom::fill(&mut instance).map_err(io::Error::other)?;
        Ok(ClusterBuilder {
            addresses,
            process,
            secret,
            listener,
            timeout: PATIENCE,
            is_alive: Box::new(|| true),
            instance: u64::from_le_bytes(instance),
            status: ClusterStatus::default(),
        })
    }

    /// For process 0 of so many on this machine, which is at a free port.
    ///
    /// # Errors
    /// If there is none.
    pub fn local(processes: usize, secret: Secret) -> Result<Self, ClusterError> {
        let free = "127.0.0.1:0";
        let mut builder = ClusterBuilder::new(vec![free.to_owned(); processes], 0, secret)?;
        builder.addresses[0] = builder.listener.local_addr()?.to_string();
        Ok(builder)
    }

    /// The addresses, in the order of the processes.
    #[must_use]
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// Which of them this is.
    #[must_use]
    pub const fn process(&self) -> usize {
        self.process
    }

    /// Waits for the others no longer than this.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        ClusterBuilder { timeout, ..self }
    }

    /// Waits for the others only as long as this says that they live.
    #[must_use]
    pub fn with_liveness_check(self, is_alive: impl FnMut() -> bool + Send + 'static) -> Self {
        ClusterBuilder { is_alive: Box::new(is_alive), ..self }
    }

    /// What becomes of the run, for those who do not have the roster any more.
    #[must_use]
    pub fn status(&self) -> ClusterStatus {
        self.status.clone()
    }

    /// Connects all processes. Process 0 gives this job to the others.
    ///
    /// # Errors
    /// If one of them does not come, or cannot be reached, or this one is not let in.
    pub(crate) fn connect(mut self, job: &[u8]) -> Result<Mesh, ClusterError> {
        let (controls, data, job) = if self.process == 0 {
            let mut controls = self.nobody();
            let met = self.receive_all(&mut controls, job);
            if let Err(error) = &met {
                let told: Result<Welcome, String> = Err(error.to_string());
                controls.iter().flatten().for_each(|control| drop(control.send(&told)));
            }
            (controls, met?, job.to_vec())
        } else {
            let (control, welcome) = self.enter()?;
            let run = self.secret.run_id(&welcome.nonce, &welcome.job);
            // Process 0 is where this process has found it, whatever it calls itself.
            self.addresses.splice(1.., welcome.addresses.into_iter().skip(1));
            (vec![Some(control)], self.connect_data(run)?, welcome.job)
        };
        let mesh = Mesh::new(self.process, self.addresses, controls, data, job)?;
        let _ = self.status.0.set(mesh.ending());
        Ok(mesh)
    }

    fn nobody(&self) -> Vec<Option<SecureStream>> {
        self.addresses.iter().map(|_| None).collect()
    }

    /// Process 0: waits for all others, tells each of them where they are and what there is to do,
    /// and waits for their connections for data. A connection that broke before its caller was let
    /// in comes again, and replaces the first.
    fn receive_all(
        &mut self,
        controls: &mut [Option<SecureStream>],
        job: &[u8],
    ) -> Result<Vec<Option<SecureStream>>, ClusterError> {
        let nonce = Secret::random_bytes()?;
        let guests = IncomingPeers::receive(self, self.secret.run_id(&nonce, job))?;
        let (mut data, mut welcome, begun) = (self.nobody(), None, Instant::now());
        let missing = |streams: &[Option<SecureStream>]| {
            (1..streams.len()).find(|&process| streams[process].is_none())
        };
        while let Some(missing) = missing(controls).or_else(|| missing(&data)) {
            let (caller, stream) = self.next_guest(&guests, controls, missing, begun)?;
            match caller.kind {
                ConnectionKind::Data(_) => data[caller.process] = Some(stream),
                ConnectionKind::Control => {
                    let (host, port) = split(&self.addresses[caller.process]);
                    if port == "0" {
                        self.addresses[caller.process] = format!("{host}:{}", caller.port);
                    }
                    if let Some(welcome) = &welcome {
                        let _ = stream.send(welcome);
                    }
                    controls[caller.process] = Some(stream);
                }
            }
            if welcome.is_none() && controls[1..].iter().all(Option::is_some) {
                let (addresses, job) = (self.addresses.clone(), job.to_vec());
                let told: Result<_, String> = Ok(Welcome { addresses, job, nonce });
                // Whoever does not hear it calls again.
                controls.iter().flatten().for_each(|control| drop(control.send(&told)));
                welcome = Some(told);
            }
        }
        Ok(data)
    }

    /// The others: come to process 0, and hear from it where all are and what there is to do.
    fn enter(&mut self) -> Result<(SecureStream, Welcome), ClusterError> {
        let deadline = Instant::now() + self.timeout + HANDSHAKE_TIME;
        self.call(0, |builder| {
            let mut control = match builder.dial(0, ConnectionKind::Control)? {
                Ok(control) => control,
                Err(why) => return Ok(Err(why)),
            };
            control.read_until(deadline);
            let welcome: Result<Welcome, String> = control.receive()?;
            let welcome = welcome.and_then(|welcome| {
                let is_of_all = welcome.addresses.len() == builder.addresses.len();
                if is_of_all { Ok(welcome) } else { Err("it has another hosts file".to_owned()) }
            });
            Ok(welcome.map(|welcome| (control, welcome)))
        })
    }

    /// The others: a connection for data with each other process. This one calls those before it.
    fn connect_data(&mut self, run: [u8; 32]) -> Result<Vec<Option<SecureStream>>, ClusterError> {
        let guests = IncomingPeers::receive(self, run)?;
        let mut data = self.nobody();
        for process in 0..self.process {
            let stream = self.call(process, |it| it.dial(process, ConnectionKind::Data(run)))?;
            data[process] = Some(stream);
        }
        let begun = Instant::now();
        while let Some(missing) = (self.process + 1..data.len()).find(|&it| data[it].is_none()) {
            let (caller, stream) = self.next_guest(&guests, &[], missing, begun)?;
            data[caller.process] = Some(stream);
        }
        Ok(data)
    }

    /// Whoever comes next; `missing` has not yet. Those who wait at these connections hear
    /// meanwhile that this process lives.
    fn next_guest(
        &mut self,
        guests: &IncomingPeers,
        waiting: &[Option<SecureStream>],
        missing: usize,
        begun: Instant,
    ) -> Result<(Hello, SecureStream), ClusterError> {
        loop {
            if let Ok(guest) = guests.arrivals.recv_timeout(5 * PAUSE) {
                return Ok(guest);
            }
            waiting.iter().flatten().for_each(SecureStream::send_pulse);
            if !(self.is_alive)() {
                return Err(ClusterError::Fallen);
            }
            if begun.elapsed() > self.timeout {
                let address = self.addresses[missing].clone();
                let waited = self.timeout;
                return Err(ClusterError::Missing { process: missing, address, waited });
            }
        }
    }

    /// Calls another process, again and again until it lets this one in or says why not.
    fn call<T>(
        &mut self,
        process: usize,
        attempt: impl Fn(&Self) -> io::Result<Result<T, String>>,
    ) -> Result<T, ClusterError> {
        let begun = Instant::now();
        loop {
            let answer = attempt(self);
            let (address, waited) = (self.addresses[process].clone(), self.timeout);
            match answer {
                Ok(Ok(entered)) => return Ok(entered),
                Ok(Err(why)) => return Err(ClusterError::NotLetIn { process, address, why }),
                Err(source) if begun.elapsed() > waited => {
                    return Err(match source.kind() {
                        // A stranger is told nothing.
                        io::ErrorKind::UnexpectedEof
                        | io::ErrorKind::ConnectionReset
                        | io::ErrorKind::BrokenPipe => {
                            let why = "it has another key, or is no process of this run".to_owned();
                            ClusterError::NotLetIn { process, address, why }
                        }
                        _ => ClusterError::Unreachable { process, address, waited, source },
                    });
                }
                Err(_) if !(self.is_alive)() => return Err(ClusterError::Fallen),
                Err(_) => thread::sleep(10 * PAUSE),
            }
        }
    }

    /// Calls another process once. The inner error is what it answers to a process that has the
    /// key.
    fn dial(
        &self,
        process: usize,
        kind: ConnectionKind,
    ) -> io::Result<Result<SecureStream, String>> {
        let hello = Hello {
            program: PROGRAM.to_owned(),
            instance: self.instance,
            process: self.process,
            processes: self.addresses.len(),
            called: process,
            port: self.listener.local_addr()?.port(),
            kind,
        };
        let socket = connect(&self.addresses[process])?;
        let deadline = Instant::now() + HANDSHAKE_TIME;
        let mut stream =
            SecureStream::establish(socket, &self.secret, NoiseRole::Caller, deadline)?;
        stream.send(&hello)?;
        let answer: Result<(), String> = stream.receive()?;
        Ok(answer.map(|()| stream))
    }
}

/// Tries each address that a name has, none of them for long.
fn connect(address: &str) -> io::Result<TcpStream> {
    let mut failed = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for place in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&place, Duration::from_secs(5)) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// Host and port.
fn split(address: &str) -> (&str, &str) {
    address.rsplit_once(':').unwrap_or((address, ""))
}

/// Those who call, each on a thread of its own until it has proven who it is.
struct IncomingPeers {
    arrivals: Receiver<(Hello, SecureStream)>,
    /// Those who listen end when this is gone.
    _open: Arc<()>,
}

impl IncomingPeers {
    /// Receives the processes of a roster that belong to this run.
    fn receive(builder: &ClusterBuilder, run: [u8; 32]) -> Result<Self, ClusterError> {
        let (sender, arrivals) = channel();
        let (open, listener) = (Arc::new(()), builder.listener.try_clone()?);
        listener.set_nonblocking(true)?;
        let doorkeeper = Arc::new(HandshakeServer {
            process: builder.process,
            processes: builder.addresses.len(),
            secret: builder.secret.clone(),
            run,
            strangers: Mutex::default(),
            arrived: Mutex::default(),
            sender,
        });
        let is_open = Arc::downgrade(&open);
        thread::Builder::new().spawn(move || {
            for number in 0_u64.. {
                let socket = loop {
                    if is_open.strong_count() == 0 {
                        return;
                    }
                    match listener.accept() {
                        Ok((socket, _)) => break socket,
                        Err(_) => thread::sleep(PAUSE),
                    }
                };
                if doorkeeper.note(number, &socket).is_ok() {
                    let doorkeeper = Arc::clone(&doorkeeper);
                    // If no thread can be spawned, the caller must call again.
                    let _ =
                        thread::Builder::new().spawn(move || doorkeeper.receive(number, socket));
                }
            }
        })?;
        Ok(IncomingPeers { arrivals, _open: open })
    }
}

/// Lets in whoever belongs to the run.
struct HandshakeServer {
    process: usize,
    processes: usize,
    secret: Secret,
    /// The identity of the run.
    run: [u8; 32],
    /// Connections that have not proven yet that they belong to the run, the oldest first.
    strangers: Mutex<VecDeque<(u64, TcpStream)>>,
    /// Who has been let in.
    arrived: Mutex<Vec<Hello>>,
    sender: Sender<(Hello, SecureStream)>,
}

impl HandshakeServer {
    /// Notes a new connection. If there are too many, the oldest ends.
    fn note(&self, number: u64, socket: &TcpStream) -> io::Result<()> {
        let mut strangers = locked(&self.strangers);
        strangers.push_back((number, socket.try_clone()?));
        if strangers.len() > MAX_HANDSHAKES
            && let Some((_, oldest)) = strangers.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        Ok(())
    }

    fn receive(&self, number: u64, socket: TcpStream) {
        let answered = self.answer(socket);
        let mut strangers = locked(&self.strangers);
        let count = strangers.len();
        strangers.retain(|(stranger, _)| *stranger != number);
        let is_open = strangers.len() < count;
        // Connections that fail the handshake are ignored.
        if let Ok(guest) = answered
            && is_open
        {
            let _ = self.sender.send(guest);
        }
    }

    fn answer(&self, socket: TcpStream) -> io::Result<(Hello, SecureStream)> {
        let deadline = Instant::now() + HANDSHAKE_TIME;
        let mut stream =
            SecureStream::establish(socket, &self.secret, NoiseRole::Called, deadline)?;
        let hello: Hello = stream.receive()?;
        let admitted = self.admit(&hello);
        stream.send(&admitted)?;
        admitted.map(|()| (hello, stream)).map_err(io::Error::other)
    }

    /// Why a process that has the key is sent away all the same.
    fn admit(&self, hello: &Hello) -> Result<(), String> {
        let Hello { process, processes, called, kind, .. } = *hello;
        if hello.program != PROGRAM {
            return Err(format!(
                "it is huarong {PROGRAM}, and process {process} is huarong {}: install the same on \
                 all machines",
                hello.program
            ));
        }
        if processes != self.processes {
            return Err(format!(
                "its hosts file has {} lines, and that of process {process} has {processes}",
                self.processes
            ));
        }
        if called != self.process {
            let own = self.process;
            return Err(format!("this is process {own}, and not {called}"));
        }
        let is_expected = match kind {
            ConnectionKind::Control => self.process == 0 && process > 0,
            ConnectionKind::Data(run) if run != self.run => {
                return Err("it belongs to another run".to_owned());
            }
            ConnectionKind::Data(_) => process > self.process,
        };
        if !is_expected || process >= self.processes {
            return Err(format!("process {process} is none that calls"));
        }
        let mut arrived = locked(&self.arrived);
        let is_other = |it: &Hello| it.process == process && it.instance != hello.instance;
        if arrived.iter().any(is_other) {
            return Err(format!("there is a process {process} already"));
        }
        arrived.push(hello.clone());
        Ok(())
    }
}
