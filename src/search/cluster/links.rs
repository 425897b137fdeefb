//! What the processes of a run have of each other once they have met: streams for data, which are
//! handed to timely, and with process 0 a control connection. Each process sends heartbeats on all
//! of them, those on control connections with its progress. If a process disconnects, stays silent,
//! or sends what is damaged on the way, all processes end for the same reason: process 0 tells the
//! others of the first that it hears of.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::communication::allocator::zero_copy::stream::Stream;

use super::error::ClusterError;
use super::secure::{SecureStream, locked};

/// Between two heartbeats.
const PULSE: Duration = Duration::from_millis(250);
/// A process that has given no sign of life for so long is lost.
const SILENCE: Duration = Duration::from_secs(8);

/// What is said on a control connection.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(super) enum ControlMessage {
    /// The sender lives, and is so far with this order.
    Pulse(Heartbeat),
    /// The run is stopped.
    Stop,
    /// The run has come to its end.
    End,
    /// The sender was interrupted.
    Interrupted,
    /// Something has ended the run before its time.
    Trouble(RunFailure),
}

/// How far a process is, or a worker.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub(super) struct Heartbeat {
    /// With which order.
    pub(super) order: u64,
    /// Classes that have been expanded.
    pub(super) expanded: u64,
    /// New classes that have been found.
    pub(super) found: u64,
}

/// How far a worker is, for others to see.
#[derive(Default, Debug)]
pub(super) struct ProgressCounter {
    order: AtomicU64,
    pub(super) expanded: AtomicU64,
    pub(super) found: AtomicU64,
}

impl ProgressCounter {
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
    ending: Arc<Ending>,
    /// To each other process, for data.
    data: Vec<Option<SecureStream>>,
    /// What there is to do, as those who do it understand it.
    job: Vec<u8>,
}

impl Mesh {
    pub(super) fn new(
        process: usize,
        addresses: Vec<String>,
        controls: Vec<Option<SecureStream>>,
        data: Vec<Option<SecureStream>>,
        job: Vec<u8>,
    ) -> io::Result<Self> {
        for stream in controls.iter().chain(&data).flatten() {
            stream.allow_silence(SILENCE)?;
        }
        let links = Arc::new(ControlLinks {
            process,
            pulses: addresses.iter().map(|_| Mutex::default()).collect(),
            addresses,
            controls,
            gauges: Mutex::default(),
            stop: Arc::default(),
            is_over: AtomicBool::new(false),
            is_interrupted: AtomicBool::new(false),
            has_heard_all: AtomicBool::new(false),
            trouble: Mutex::default(),
        });
        for (other, control) in links.controls.iter().enumerate() {
            if let Some(control) = control.clone() {
                let links = Arc::clone(&links);
                thread::Builder::new().spawn(move || links.listen(other, control))?;
            }
        }
        let (beating, pulsing, data_pulses) =
            (Arc::clone(&links), Arc::clone(&links), data.clone());
        thread::Builder::new().spawn(move || {
            beating.each_pulse(|| beating.say(&ControlMessage::Pulse(beating.own_pulse())));
        })?;
        // On a thread of its own: another process that takes in no data is not to hold up the
        // heartbeats for all.
        thread::Builder::new().spawn(move || {
            pulsing.each_pulse(|| data_pulses.iter().flatten().for_each(SecureStream::send_pulse));
        })?;
        Ok(Mesh { ending: Arc::new(Ending(links)), data, job })
    }

    /// What stays when the streams have been handed on.
    pub(crate) fn links(&self) -> Arc<ControlLinks> {
        Arc::clone(&self.ending.0)
    }

    pub(super) fn ending(&self) -> Arc<Ending> {
        Arc::clone(&self.ending)
    }

    pub(crate) fn job(&self) -> &[u8] {
        &self.job
    }

    pub(super) fn take_data(&mut self) -> Vec<Option<DataStream>> {
        let numbered = std::mem::take(&mut self.data).into_iter().enumerate();
        let data_stream = |(process, stream): (usize, Option<SecureStream>)| {
            Some(DataStream { stream: stream?, process, links: self.links() })
        };
        numbered.map(data_stream).collect()
    }
}

/// A stream of data to another process. An error of it ends the run.
pub(super) struct DataStream {
    stream: SecureStream,
    process: usize,
    links: Arc<ControlLinks>,
}

impl Read for DataStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.read(bytes).inspect_err(|error| self.links.lose(self.process, error))
    }
}

impl Write for DataStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes).inspect_err(|error| self.links.lose(self.process, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for DataStream {
    fn try_clone(&self) -> io::Result<Self> {
        let (stream, links) = (self.stream.clone(), Arc::clone(&self.links));
        Ok(DataStream { stream, process: self.process, links })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }
}

/// Process 0 tells the others that the run has ended when all clones of this are dropped: the
/// engine's, and that of whoever may still find that the run has failed.
#[derive(Debug)]
pub(super) struct Ending(Arc<ControlLinks>);

impl Ending {
    pub(super) fn links(&self) -> &ControlLinks {
        &self.0
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if self.0.process == 0 {
            if thread::panicking() {
                self.0.fail("a fault in huarong");
            }
            self.0.end_all();
        }
    }
}

/// What has ended a run before its time.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(crate) enum RunFailure {
    /// A process is gone, or silent, or what it sent was changed on the way.
    Lost(String),
    /// A process could not do its part.
    Failed(String),
    /// A process could not do its part for want of memory.
    OutOfMemory(String),
}

impl From<RunFailure> for ClusterError {
    fn from(trouble: RunFailure) -> Self {
        match trouble {
            RunFailure::Lost(what) | RunFailure::OutOfMemory(what) => ClusterError::Lost(what),
            RunFailure::Failed(what) => ClusterError::Failed(what),
        }
    }
}

/// Tells the workers of a process to stop.
#[derive(Default, Debug)]
pub(super) struct StopFlag(AtomicBool);

impl StopFlag {
    /// An error if the workers should stop. Callers report the reason instead.
    pub(super) fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The control connections of a process: of process 0 one to each other, of the others one to that.
#[derive(Debug)]
pub(crate) struct ControlLinks {
    process: usize,
    addresses: Vec<String>,
    controls: Vec<Option<SecureStream>>,
    /// How far the others have said that they are.
    pulses: Vec<Mutex<Heartbeat>>,
    /// Of the workers of this process.
    gauges: Mutex<Vec<Arc<ProgressCounter>>>,
    stop: Arc<StopFlag>,
    is_over: AtomicBool,
    is_interrupted: AtomicBool,
    /// Whether process 0 has nothing more to say to this process.
    has_heard_all: AtomicBool,
    trouble: Mutex<Option<RunFailure>>,
}

impl ControlLinks {
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
    fn own_name(&self) -> String {
        if self.processes() > 1 { self.name(self.process) + ": " } else { String::new() }
    }

    /// Tells the workers of this process when to stop.
    pub(super) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// What has ended the run before its time, if anything has.
    pub(crate) fn trouble(&self) -> Option<RunFailure> {
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
        self.say(&ControlMessage::Interrupted);
    }

    /// Stops all processes.
    pub(crate) fn stop_all(&self) {
        self.say(&ControlMessage::Stop);
        self.stop.set();
    }

    /// The run has come to its end in all processes.
    pub(crate) fn end_all(&self) {
        if !self.is_over.swap(true, Ordering::Relaxed) && !self.is_stopped() {
            self.say(&ControlMessage::End);
        }
    }

    /// Ends the run: this process cannot do its part.
    pub(crate) fn fail(&self, why: &str) {
        self.report(RunFailure::Failed(self.own_name() + why));
    }

    /// Ends the run: this process cannot do its part, for this error.
    pub(super) fn fail_by(&self, error: &io::Error) {
        let what = self.own_name() + &error.to_string();
        self.report(match error.kind() {
            io::ErrorKind::OutOfMemory => RunFailure::OutOfMemory(what),
            _ => RunFailure::Failed(what),
        });
    }

    /// Ends the run, and tells the others why. The first reason counts.
    pub(super) fn report(&self, trouble: RunFailure) {
        if self.is_over() || self.is_stopped() {
            return;
        }
        let mut known = locked(&self.trouble);
        if known.is_none() {
            *known = Some(trouble.clone());
            drop(known);
            self.say(&ControlMessage::Trouble(trouble));
            self.stop.set();
        }
    }

    /// Ends the run: the connection with this process has broken.
    pub(super) fn lose(&self, process: usize, error: &io::Error) {
        let name = self.name(process);
        self.report(RunFailure::Lost(match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => {
                format!("{name} has not been heard of for {} s", SILENCE.as_secs())
            }
            io::ErrorKind::InvalidData => format!("what {name} sent was changed on the way"),
            _ => format!("{name} has ended"),
        }));
    }

    /// A worker of this process begins.
    pub(super) fn add(&self, gauge: Arc<ProgressCounter>) {
        locked(&self.gauges).push(gauge);
    }

    /// How far all processes together are with an order, as far as is known.
    pub(super) fn progress(&self, order: u64) -> Heartbeat {
        let others = self.pulses.iter().map(|pulse| *locked(pulse));
        let mut sum = Heartbeat { order, ..Heartbeat::default() };
        for pulse in others.chain([self.own_pulse()]).filter(|pulse| pulse.order == order) {
            sum.expanded += pulse.expanded;
            sum.found += pulse.found;
        }
        sum
    }

    fn own_pulse(&self) -> Heartbeat {
        let mut sum = Heartbeat::default();
        for gauge in locked(&self.gauges).iter() {
            let order = gauge.order.load(Ordering::Relaxed);
            if order > sum.order {
                sum = Heartbeat { order, ..Heartbeat::default() };
            }
            if order == sum.order {
                sum.expanded += gauge.expanded.load(Ordering::Relaxed);
                sum.found += gauge.found.load(Ordering::Relaxed);
            }
        }
        sum
    }

    /// Says the same to all that there is a connection to. Who does not hear it is lost, which
    /// shows elsewhere.
    fn say(&self, frame: &ControlMessage) {
        for control in self.controls.iter().flatten() {
            let _ = control.send(frame);
        }
    }

    fn each_pulse(&self, work: impl Fn()) {
        while !self.is_over() && !self.is_stopped() {
            work();
            thread::sleep(PULSE);
        }
    }

    /// Hears what another process says, to its end.
    fn listen(&self, other: usize, mut control: SecureStream) {
        loop {
            match control.receive() {
                Ok(ControlMessage::Pulse(pulse)) => *locked(&self.pulses[other]) = pulse,
                Ok(ControlMessage::Stop) => self.stop.set(),
                Ok(ControlMessage::End) => {
                    self.is_over.store(true, Ordering::Relaxed);
                    break;
                }
                Ok(ControlMessage::Interrupted) => {
                    self.is_interrupted.store(true, Ordering::Relaxed);
                }
                Ok(ControlMessage::Trouble(trouble)) => {
                    self.report(trouble.clone());
                    if other == 0 {
                        // What process 0 says is the reason for all.
                        *locked(&self.trouble) = Some(trouble);
                        break;
                    }
                }
                Err(error) => {
                    self.lose(other, &error);
                    break;
                }
            }
        }
        self.has_heard_all.store(true, Ordering::Relaxed);
    }

    /// Whether nothing can change the reason any more for which the run has ended.
    pub(super) fn is_settled(&self) -> bool {
        self.process == 0 || self.has_heard_all.load(Ordering::Relaxed)
    }
}

impl Drop for ControlLinks {
    fn drop(&mut self) {
        for control in self.controls.iter().flatten() {
            let _ = control.shutdown(Shutdown::Both);
        }
    }
}
