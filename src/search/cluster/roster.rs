//! How the processes of a run find each other: all call process 0, which tells everybody where the
//! others are, and then each calls those before it.

use std::io;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use super::error::ClusterError;
use super::handshake::{Caller, Purpose, Secret, answer, call};
use super::links::{Frame, Links, Mesh, Trouble};

/// How long processes wait for each other at the start.
const PATIENCE: Duration = Duration::from_secs(60);

/// Between two looks, or two calls.
const PAUSE: Duration = Duration::from_millis(20);

/// Handshakes at a time; a stranger who sends nothing takes one up for some seconds.
const MOST_AT_ONCE: usize = 256;

/// Whether all that was started for a run still lives.
type IsAlive = Box<dyn FnMut() -> bool + Send>;

/// The processes of a run, before they have met.
pub struct Roster {
    addresses: Vec<String>,
    process: usize,
    secret: Secret,
    listener: TcpListener,
    patience: Duration,
    is_alive: IsAlive,
    news: News,
}

/// What becomes of a run.
#[derive(Clone, Default, Debug)]
pub struct News(Arc<OnceLock<Arc<Links>>>);

impl News {
    /// Which process was lost, if one was.
    #[must_use]
    pub fn loss(&self) -> Option<String> {
        match self.0.get()?.trouble()? {
            Trouble::Lost(what) => Some(what),
            Trouble::Failed(_) => None,
        }
    }
}

impl Roster {
    /// For process `process` of those at these addresses, each a host and a port. The port of any but
    /// the first may be 0, for whichever is free.
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
        let is_alive = Box::new(|| true);
        let (patience, news) = (PATIENCE, News::default());
        Ok(Roster { addresses, process, secret, listener, patience, is_alive, news })
    }

    /// For process 0 of so many on this machine, which is at a free port.
    ///
    /// # Errors
    /// If there is none.
    pub fn local(processes: usize, secret: Secret) -> Result<Self, ClusterError> {
        let free = "127.0.0.1:0";
        let mut roster = Roster::new(vec![free.to_owned(); processes], 0, secret)?;
        roster.addresses[0] = roster.listener.local_addr()?.to_string();
        Ok(roster)
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
    pub fn with_patience(self, patience: Duration) -> Self {
        Roster { patience, ..self }
    }

    /// Waits for the others only as long as this says that they live.
    #[must_use]
    pub fn watching(self, is_alive: impl FnMut() -> bool + Send + 'static) -> Self {
        Roster { is_alive: Box::new(is_alive), ..self }
    }

    /// What becomes of the run, for those who do not have the roster any more.
    #[must_use]
    pub fn news(&self) -> News {
        self.news.clone()
    }

    /// Has all processes meet.
    ///
    /// # Errors
    /// If one of them does not come, or cannot be reached, or this one is not let in.
    pub(crate) fn meet(mut self) -> Result<Mesh, ClusterError> {
        let control = match self.process {
            0 => None,
            _ => Some(self.call(0, Purpose::Control)?),
        };
        let guests = Guests::receive(&self)?;
        let controls = match control {
            None => self.tell_addresses(&guests)?,
            Some(mut control) => {
                self.hear_addresses(&mut control)?;
                vec![Some(control)]
            }
        };
        let data = self.connect(&guests)?;
        drop(guests);
        let mesh = Mesh::new(self.process, self.addresses, controls, data)?;
        let _ = self.news.0.set(mesh.links());
        Ok(mesh)
    }

    /// Process 0: waits for all others, and tells each of them where they are.
    fn tell_addresses(&mut self, guests: &Guests) -> Result<Vec<Option<TcpStream>>, ClusterError> {
        let mut controls: Vec<Option<TcpStream>> = self.addresses.iter().map(|_| None).collect();
        let begun = Instant::now();
        while let Some(missing) = (1..controls.len()).find(|&process| controls[process].is_none()) {
            let (caller, stream) = self.next_guest(guests, missing, begun)?;
            let (host, port) = split(&self.addresses[caller.process]);
            if port == "0" {
                self.addresses[caller.process] = format!("{host}:{}", caller.port);
            }
            controls[caller.process] = Some(stream);
        }
        let told = Frame::Addresses(self.addresses.clone());
        for control in controls.iter_mut().flatten() {
            told.write(control)?;
        }
        Ok(controls)
    }

    /// The others: hear from process 0 where all are.
    fn hear_addresses(&mut self, control: &mut TcpStream) -> Result<(), ClusterError> {
        let process = format!("process 0 at {}", self.addresses[0]);
        control.set_read_timeout(Some(self.patience))?;
        match Frame::read(control) {
            Ok(Frame::Addresses(addresses)) if addresses.len() == self.addresses.len() => {
                self.addresses = addresses;
                Ok(())
            }
            Ok(_) => Err(ClusterError::Lost(format!("{process} makes no sense"))),
            Err(_) => Err(ClusterError::Lost(format!("{process} has ended before all had come"))),
        }
    }

    /// A connection for data with each other process: this one calls those before it.
    fn connect(&mut self, guests: &Guests) -> Result<Vec<Option<TcpStream>>, ClusterError> {
        let mut data: Vec<Option<TcpStream>> = Vec::new();
        for process in 0..self.process {
            data.push(Some(self.call(process, Purpose::Data)?));
        }
        data.resize_with(self.addresses.len(), || None);
        let begun = Instant::now();
        let is_missing = |data: &[Option<TcpStream>], own: usize| {
            (own + 1..data.len()).find(|&it| data[it].is_none())
        };
        while let Some(missing) = is_missing(&data, self.process) {
            let (caller, stream) = self.next_guest(guests, missing, begun)?;
            data[caller.process] = Some(stream);
        }
        Ok(data)
    }

    /// Whoever comes next; `missing` has not yet.
    fn next_guest(
        &mut self,
        guests: &Guests,
        missing: usize,
        begun: Instant,
    ) -> Result<(Caller, TcpStream), ClusterError> {
        loop {
            if let Ok(guest) = guests.arrivals.recv_timeout(PAUSE) {
                return Ok(guest);
            }
            if !(self.is_alive)() {
                return Err(ClusterError::Fallen);
            }
            if begun.elapsed() > self.patience {
                let address = self.addresses[missing].clone();
                let waited = self.patience;
                return Err(ClusterError::Missing { process: missing, address, waited });
            }
        }
    }

    /// Calls another process, again and again until it is there.
    fn call(&self, process: usize, purpose: Purpose) -> Result<TcpStream, ClusterError> {
        let caller = Caller {
            process: self.process,
            processes: self.addresses.len(),
            called: process,
            port: self.listener.local_addr()?.port(),
            purpose,
        };
        let (address, begun) = (&self.addresses[process], Instant::now());
        let mut stream = loop {
            match connect(address) {
                Ok(stream) => break stream,
                Err(source) if begun.elapsed() > self.patience => {
                    let (address, waited) = (address.clone(), self.patience);
                    return Err(ClusterError::Unreachable { process, address, waited, source });
                }
                Err(_) => thread::sleep(10 * PAUSE),
            }
        };
        call(&mut stream, &self.secret, &caller).map_err(|error| {
            let why = match error.kind() {
                // A stranger is told nothing.
                io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
                    "it has another key, or is no process of this run".to_owned()
                }
                _ => error.to_string(),
            };
            ClusterError::NotLetIn { process, address: address.clone(), why }
        })?;
        Ok(stream)
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
struct Guests {
    arrivals: Receiver<(Caller, TcpStream)>,
    /// Those who listen end when this is gone.
    _open: Arc<()>,
}

impl Guests {
    fn receive(roster: &Roster) -> Result<Self, ClusterError> {
        let (sender, arrivals) = channel();
        let (open, listener) = (Arc::new(()), roster.listener.try_clone()?);
        listener.set_nonblocking(true)?;
        let doorkeeper = Doorkeeper {
            process: roster.process,
            processes: roster.addresses.len(),
            secret: roster.secret.clone(),
            arrived: Mutex::new(Vec::new()),
            sender,
        };
        let (doorkeeper, is_open) = (Arc::new(doorkeeper), Arc::downgrade(&open));
        thread::Builder::new().spawn(move || {
            while is_open.strong_count() > 0 {
                match listener.accept() {
                    Ok((stream, _)) if Arc::strong_count(&doorkeeper) <= MOST_AT_ONCE => {
                        let doorkeeper = Arc::clone(&doorkeeper);
                        // Where no thread is to be had, whoever called will have to call again.
                        let _ = thread::Builder::new().spawn(move || doorkeeper.receive(stream));
                    }
                    Ok(_) => {}
                    Err(_) => thread::sleep(PAUSE),
                }
            }
        })?;
        Ok(Guests { arrivals, _open: open })
    }
}

/// Lets in whoever belongs to the run.
struct Doorkeeper {
    process: usize,
    processes: usize,
    secret: Secret,
    /// Who has been let in, and what for.
    arrived: Mutex<Vec<(usize, Purpose)>>,
    sender: Sender<(Caller, TcpStream)>,
}

impl Doorkeeper {
    fn receive(&self, mut stream: TcpStream) {
        // What strangers do is nobody's business.
        if let Ok(caller) = answer(&mut stream, &self.secret, |caller| self.admit(caller)) {
            let _ = self.sender.send((caller, stream));
        }
    }

    /// Why a process of the run is sent away all the same.
    fn admit(&self, caller: &Caller) -> Result<(), String> {
        let Caller { process, processes, called, purpose, .. } = *caller;
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
        let is_expected = match purpose {
            Purpose::Control => self.process == 0 && process > 0,
            Purpose::Data => process > self.process,
        };
        if !is_expected || process >= self.processes {
            return Err(format!("process {process} is none that calls"));
        }
        let mut arrived = self.arrived.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if arrived.contains(&(process, purpose)) {
            return Err(format!("there is a process {process} already"));
        }
        arrived.push((process, purpose));
        Ok(())
    }
}
