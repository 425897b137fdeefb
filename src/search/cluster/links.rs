//! What the processes of a run have of each other once they have met: sockets for data, which are
//! handed to timely, and with process 0 a control connection. Each process says on it some times a
//! second that it lives and how far it is; whoever is silent or gone ends the run for all.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::search::layered::passes::Stop;

use super::error::ClusterError;

/// Between two signs of life.
const PULSE: Duration = Duration::from_millis(250);
/// A process that has given no sign of life for so long is lost.
const SILENCE: Duration = Duration::from_secs(8);
/// The longest that is said at once: a puzzle, or the addresses of many hosts.
const MOST_BYTES: usize = 1 << 24;

/// What is said on a control connection.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(super) enum Frame {
    /// Where all processes are.
    Addresses(Vec<String>),
    /// What there is to do, as those who do it understand it.
    Job(Vec<u8>),
    /// The sender lives, and is so far with this order.
    Pulse(Pulse),
    /// The run is stopped.
    Stop,
    /// The run has come to its end.
    End,
    /// The sender was interrupted.
    Interrupted,
    /// The sender cannot do its part.
    Failed(String),
    /// The sender has lost another process.
    Lost(String),
}

impl Frame {
    pub(super) fn write(&self, out: &mut TcpStream) -> io::Result<()> {
        let bytes = serde_json::to_vec(self)?;
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        out.write_all(&[&length.to_le_bytes()[..], &bytes].concat())
    }

    pub(super) fn read(input: &mut TcpStream) -> io::Result<Self> {
        let mut length = [0; 4];
        input.read_exact(&mut length)?;
        let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
        if length > MOST_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut bytes = vec![0; length];
        input.read_exact(&mut bytes)?;
        Ok(serde_json::from_slice(&bytes)?)
    }
}

/// How far a process is, or a worker.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub(super) struct Pulse {
    /// With which order.
    pub(super) order: u64,
    /// Classes that have been expanded.
    pub(super) expanded: u64,
    /// New classes that have been found.
    pub(super) found: u64,
}

/// How far a worker is, for others to see.
#[derive(Default, Debug)]
pub(super) struct Gauge {
    order: AtomicU64,
    pub(super) expanded: AtomicU64,
    pub(super) found: AtomicU64,
}

impl Gauge {
    /// A new order is begun.
    pub(super) fn begin(&self, order: u64) {
        self.expanded.store(0, Ordering::Relaxed);
        self.found.store(0, Ordering::Relaxed);
        self.order.store(order, Ordering::Relaxed);
    }
}

/// The processes of a run that have met.
#[derive(Debug)]
pub(crate) struct Mesh {
    links: Arc<Links>,
    /// To each other process, for data.
    data: Vec<Option<TcpStream>>,
    jobs: Receiver<Vec<u8>>,
}

impl Mesh {
    pub(super) fn new(
        process: usize,
        addresses: Vec<String>,
        controls: Vec<Option<TcpStream>>,
        data: Vec<Option<TcpStream>>,
    ) -> io::Result<Self> {
        let mut readers = Vec::new();
        for (other, control) in controls.iter().enumerate() {
            if let Some(control) = control {
                control.set_read_timeout(Some(SILENCE))?;
                control.set_write_timeout(Some(SILENCE))?;
                readers.push((other, control.try_clone()?));
            }
        }
        let links = Arc::new(Links {
            process,
            pulses: addresses.iter().map(|_| Mutex::default()).collect(),
            addresses,
            controls: controls.into_iter().map(Mutex::new).collect(),
            gauges: Mutex::default(),
            stop: Arc::default(),
            is_over: AtomicBool::new(false),
            is_interrupted: AtomicBool::new(false),
            trouble: Mutex::default(),
        });
        let (sender, jobs) = channel();
        for (other, control) in readers {
            let (links, sender) = (Arc::clone(&links), sender.clone());
            thread::Builder::new().spawn(move || links.listen(other, control, &sender))?;
        }
        let pulse = Arc::clone(&links);
        thread::Builder::new().spawn(move || pulse.beat())?;
        Ok(Mesh { links, data, jobs })
    }

    /// What stays when the sockets have been handed on.
    pub(crate) fn links(&self) -> Arc<Links> {
        Arc::clone(&self.links)
    }

    pub(super) fn take_data(&mut self) -> Vec<Option<TcpStream>> {
        std::mem::take(&mut self.data)
    }

    /// What process 0 says that there is to do.
    ///
    /// # Errors
    /// If it is gone before it has said so. None, if it has ended the run.
    pub(crate) fn wait_for_job(
        &self,
        pressed: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<u8>>, ClusterError> {
        loop {
            match self.jobs.recv_timeout(Duration::from_millis(50)) {
                Ok(job) => return Ok(Some(job)),
                Err(RecvTimeoutError::Disconnected) if self.links.trouble().is_none() => {
                    return Ok(None);
                }
                Err(_) => {}
            }
            if self.links.is_over() || self.links.is_stopped() {
                return Ok(None);
            }
            if let Some(trouble) = self.links.trouble() {
                return Err(trouble.into());
            }
            if pressed() {
                self.links.interrupt();
            }
        }
    }
}

/// What has ended a run before its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// A process is gone, or silent.
    Lost(String),
    /// A process could not do its part.
    Failed(String),
}

impl From<Trouble> for ClusterError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Lost(what) => ClusterError::Lost(what),
            Trouble::Failed(what) => ClusterError::Failed(what),
        }
    }
}

/// The control connections of a process: of process 0 one to each other, of the others one to that.
#[derive(Debug)]
pub(crate) struct Links {
    process: usize,
    addresses: Vec<String>,
    controls: Vec<Mutex<Option<TcpStream>>>,
    /// How far the others have said that they are.
    pulses: Vec<Mutex<Pulse>>,
    /// Of the workers of this process.
    gauges: Mutex<Vec<Arc<Gauge>>>,
    stop: Arc<Stop>,
    is_over: AtomicBool,
    is_interrupted: AtomicBool,
    trouble: Mutex<Option<Trouble>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Links {
    /// Which process this is.
    pub(crate) const fn process(&self) -> usize {
        self.process
    }

    /// How many processes there are.
    pub(crate) const fn processes(&self) -> usize {
        self.addresses.len()
    }

    /// A process by its number and its address.
    pub(super) fn name(&self, process: usize) -> String {
        format!("process {process} at {}", self.addresses[process])
    }

    /// What goes before the words of this process, where there are others.
    pub(super) fn own_name(&self) -> String {
        if self.processes() > 1 { self.name(self.process) + ": " } else { String::new() }
    }

    /// Tells the workers of this process when to stop.
    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// What has ended the run before its time, if anything has.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        locked(&self.trouble).clone()
    }

    /// Whether the run has come to its end.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Whether the run was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.check().is_err()
    }

    /// Whether some process was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// Has process 0 know that this process was interrupted.
    pub(crate) fn interrupt(&self) {
        self.say(&Frame::Interrupted);
    }

    /// Has all processes know what there is to do.
    pub(super) fn give_job(&self, job: &[u8]) {
        self.say(&Frame::Job(job.to_vec()));
    }

    /// Stops all processes.
    pub(crate) fn stop_all(&self) {
        self.say(&Frame::Stop);
        self.stop.set();
    }

    /// The run has come to its end in all processes.
    pub(crate) fn end_all(&self) {
        if !self.is_over.swap(true, Ordering::Relaxed) && !self.is_stopped() {
            self.say(&Frame::End);
        }
    }

    /// Has all know that this process cannot do its part.
    pub(crate) fn fail(&self, why: &str) {
        self.say(&Frame::Failed(self.own_name() + why));
    }

    /// Something has ended the run: what is told first counts. All are told, and stop.
    pub(super) fn report(&self, trouble: Trouble) {
        if self.is_over() || self.is_stopped() {
            return;
        }
        let mut known = locked(&self.trouble);
        if known.is_none() {
            let frame = match &trouble {
                Trouble::Lost(what) => Frame::Lost(what.clone()),
                Trouble::Failed(what) => Frame::Failed(what.clone()),
            };
            *known = Some(trouble);
            drop(known);
            self.say(&frame);
            self.stop.set();
        }
    }

    /// A connection to this process has broken.
    pub(super) fn lose(&self, process: usize) {
        self.report(Trouble::Lost(format!("{} has ended", self.name(process))));
    }

    /// A worker of this process begins.
    pub(super) fn add(&self, gauge: Arc<Gauge>) {
        locked(&self.gauges).push(gauge);
    }

    /// How far all processes together are with an order, as far as is known.
    pub(super) fn progress(&self, order: u64) -> Pulse {
        let others = self.pulses.iter().map(|pulse| *locked(pulse));
        let mut sum = Pulse { order, ..Pulse::default() };
        for pulse in others.chain([self.own_pulse()]).filter(|pulse| pulse.order == order) {
            sum.expanded += pulse.expanded;
            sum.found += pulse.found;
        }
        sum
    }

    fn own_pulse(&self) -> Pulse {
        let mut sum = Pulse::default();
        for gauge in locked(&self.gauges).iter() {
            let order = gauge.order.load(Ordering::Relaxed);
            if order > sum.order {
                sum = Pulse { order, ..Pulse::default() };
            }
            if order == sum.order {
                sum.expanded += gauge.expanded.load(Ordering::Relaxed);
                sum.found += gauge.found.load(Ordering::Relaxed);
            }
        }
        sum
    }

    /// Says the same to all that there is a connection to. Who does not hear it is lost, which shows
    /// elsewhere.
    fn say(&self, frame: &Frame) {
        for control in &self.controls {
            if let Some(control) = &mut *locked(control) {
                let _ = frame.write(control);
            }
        }
    }

    fn beat(&self) {
        while !self.is_over() && !self.is_stopped() {
            self.say(&Frame::Pulse(self.own_pulse()));
            thread::sleep(PULSE);
        }
    }

    /// Hears what another process says, to its end.
    fn listen(&self, other: usize, mut control: TcpStream, jobs: &Sender<Vec<u8>>) {
        loop {
            match Frame::read(&mut control) {
                Ok(Frame::Pulse(pulse)) => *locked(&self.pulses[other]) = pulse,
                Ok(Frame::Job(job)) => drop(jobs.send(job)),
                Ok(Frame::Stop) => self.stop.set(),
                Ok(Frame::End) => return self.is_over.store(true, Ordering::Relaxed),
                Ok(Frame::Interrupted) => self.is_interrupted.store(true, Ordering::Relaxed),
                Ok(Frame::Failed(what)) => self.report(Trouble::Failed(what)),
                Ok(Frame::Lost(what)) => self.report(Trouble::Lost(what)),
                Ok(Frame::Addresses(_)) => {}
                Err(error) if is_silence(&error) => {
                    let (name, seconds) = (self.name(other), SILENCE.as_secs());
                    let what = format!("{name} has not been heard of for {seconds} s");
                    return self.report(Trouble::Lost(what));
                }
                Err(_) => return self.lose(other),
            }
        }
    }
}

fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

impl Drop for Links {
    fn drop(&mut self) {
        for control in &self.controls {
            if let Some(control) = &*locked(control) {
                let _ = control.shutdown(Shutdown::Both);
            }
        }
    }
}
