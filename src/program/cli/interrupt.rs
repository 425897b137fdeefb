//! Signals and timeouts. A signal asks the search to stop and report. If nothing polls, as during
//! set-up or printing, the program ends after a moment; a second signal ends it at once.

use super::prelude::*;
use std::{
    fs, process,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, sleep},
};

use crate::file::remove_unfinished;

use super::{exit::KILLED, pager};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether a search has noticed the signal.
static NOTICED: AtomicBool = AtomicBool::new(false);
/// The start of the command, and its limit on time.
static LIMIT: OnceLock<(Instant, Duration)> = OnceLock::new();
static WRITES: AtomicUsize = AtomicUsize::new(0);
/// Receives signals instead of [`press`].
static RECEIVER: Mutex<Option<Receiver>> = Mutex::new(None);

type Receiver = Box<dyn FnMut() -> bool + Send>;

/// Time in which a search must notice a signal.
const TO_NOTICE: Duration = Duration::from_millis(400);
/// Time in which a command that was stopped must write output.
const TO_WRITE: Duration = Duration::from_secs(3);

/// Handles the signals that end a program: interruption, `kill`, and a closed terminal. A signal
/// that was ignored before, as by `nohup`, stays ignored. A file over the limit on its size is an
/// error of writing, instead of the end of the program.
#[cfg(unix)]
pub fn listen() {
    use signal_hook::{
        consts::{SIGABRT, SIGHUP, SIGINT, SIGTERM},
        flag::register_conditional_shutdown,
    };

    // If an allocation fails, the standard library aborts. The program reports it as a limit.
    let stopped = Exit::Stopped.status().into();
    let _ = register_conditional_shutdown(SIGABRT, stopped, Arc::new(AtomicBool::new(true)));

    let _ = signal_hook::flag::register(libc::SIGXFSZ, Arc::default());

    let ignored = ignored().unwrap_or(bit(SIGHUP));
    let handled = [SIGHUP, SIGINT, SIGTERM]
        .into_iter()
        .filter(|&it| ignored & bit(it) == 0);
    // Without handlers the signals end the program at once, as usual.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(handled) else {
        return;
    };
    later(move || signals.forever().for_each(|_| receive()));
}

#[cfg(not(unix))]
pub fn listen() {
    // Without a handler Ctrl-C ends the program at once, as usual.
    let _ = ctrlc::set_handler(receive);
}

/// Returns the ignored signals of the process as a bit set, if the system reports them.
#[cfg(unix)]
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let set = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(set.trim(), 16).ok()
}

#[cfg(unix)]
const fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

/// Calls `tell` at each signal from now on, until it returns `false`; then restores the default.
pub fn redirect(tell: impl FnMut() -> bool + Send + 'static) {
    *RECEIVER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(tell));
}

/// Leaves the end of the program to its pager: from now on, a signal only stops searches.
pub fn only_stop_searches() {
    redirect(|| {
        INTERRUPTED.store(true, Ordering::Relaxed);
        true
    });
}

fn receive() {
    let mut receiver = RECEIVER.lock().unwrap_or_else(PoisonError::into_inner);
    if !receiver.as_mut().is_some_and(|tell| tell()) {
        *receiver = None;
        press();
    }
}

pub fn press() {
    if INTERRUPTED.swap(true, Ordering::Relaxed) {
        remove_unfinished();
        process::exit(KILLED.into());
    }
    // Another thread waits, because this one must receive the second signal.
    later(|| {
        wait(TO_NOTICE);
        let mut is_writing = NOTICED.load(Ordering::Relaxed);
        while is_writing {
            let before = WRITES.load(Ordering::Relaxed);
            wait(TO_WRITE);
            is_writing = WRITES.load(Ordering::Relaxed) > before;
        }
        end(StopReason::Interrupted);
    });
}

/// Limits the time of the command, which starts now.
pub fn limit(timeout: Duration) {
    let _ = LIMIT.set((Instant::now(), timeout));
}

/// Returns the time that the command has left, if it is limited.
pub fn time_left() -> Option<Duration> {
    let (start, timeout) = LIMIT.get()?;
    Some(timeout.saturating_sub(start.elapsed()))
}

/// Whether a signal has come.
pub fn pressed() -> bool {
    let is_pressed = INTERRUPTED.load(Ordering::Relaxed);
    if is_pressed {
        NOTICED.store(true, Ordering::Relaxed);
    }
    is_pressed
}

/// Standard output that counts writes, so that a signal does not end a command that still prints.
pub struct ActivityWriter<W>(pub(crate) W);

impl<W: Write> Write for ActivityWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        WRITES.fetch_add(1, Ordering::Relaxed);
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A deadline for the answer; after it the program ends.
pub struct Deadline(Arc<AtomicBool>);

impl Deadline {
    /// Sets the deadline of the command, for input from a pipe and for all that checks no limits.
    pub fn of_command() -> Self {
        Self::after(time_left())
    }

    /// Sets the deadline `timeout` from now, plus a moment for the search to notice.
    pub fn after(timeout: Option<Duration>) -> Self {
        let is_met = Arc::new(AtomicBool::new(false));
        if let Some(timeout) = timeout {
            let is_met = Arc::clone(&is_met);
            later(move || {
                sleep(timeout);
                wait(TO_NOTICE);
                if !is_met.load(Ordering::Relaxed) {
                    end(StopReason::Time);
                }
            });
        }
        Deadline(is_met)
    }

    pub fn lift(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        self.lift();
    }
}

fn later(work: impl FnOnce() + Send + 'static) {
    // If no thread can be started, only the search itself can stop.
    let _ = start_thread(work);
}

/// Starts a thread that ends with the program.
///
/// # Errors
/// If the system has no thread left.
pub fn start_thread(work: impl FnOnce() + Send + 'static) -> Result {
    thread::Builder::new()
        .spawn(work)
        .map(drop)
        .map_err(|error| {
            UserError::too_small(
                format!("cannot start a thread: {error}"),
                "end other programs, or raise the limit on threads (`ulimit -u`)",
            )
            .into()
        })
}

/// Waits until the process has had this time to work. Time in which its threads only waited for a
/// processor does not count, so that a search can report on a busy machine, too.
fn wait(time: Duration) {
    const TICK: Duration = Duration::from_millis(50);
    let begun = Instant::now();
    let mut had = Duration::ZERO;
    let mut before = None;
    while had < time || begun.elapsed() < time {
        sleep(TICK);
        let now = other_threads();
        had += match (before, now) {
            (Some((before, _)), Some((worked, true))) => worked.saturating_sub(before),
            _ => TICK,
        };
        before = now;
    }
}

/// Returns the processor time of the other threads, and whether one of them works or waits for a
/// processor, if the system reports it.
fn other_threads() -> Option<(Duration, bool)> {
    let own = fs::read_link("/proc/thread-self").ok()?;
    let mut worked = Duration::ZERO;
    let mut is_runnable = false;
    for thread in fs::read_dir("/proc/self/task").ok()? {
        let thread = thread.ok()?.path();
        if thread.file_name() == own.file_name() {
            continue;
        }
        // A thread may have ended meanwhile.
        let Ok(stat) = fs::read_to_string(thread.join("stat")) else {
            continue;
        };
        // After the name, which may contain anything: field 3 is the state, 14 and 15 are the times
        // in the program and in the system, in hundredths of a second.
        let mut fields = stat.rsplit(") ").next()?.split(' ');
        is_runnable |= fields.next() == Some("R");
        let ticks = fields
            .skip(10)
            .take(2)
            .filter_map(|it| it.parse::<u32>().ok());
        worked += Duration::from_millis(10) * ticks.sum::<u32>();
    }
    Some((worked, is_runnable))
}

/// Ends the program; removes unfinished files.
fn end(reason: StopReason) {
    remove_unfinished();
    pager::wait();
    note!("stopped: {reason}");
    process::exit(Exit::Stopped.status().into());
}
