//! Ctrl-C, and time that is up: the search is asked to stop and tells what it knows. Where nothing
//! asks, as while a board is set up or an answer is written, the program ends all the same; a second
//! Ctrl-C ends it at once.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::thread::{self, sleep};
use std::time::Duration;

use huarong::control::StopReason;
use huarong::file::remove_unfinished;

use super::diagnostics;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether the search knows that.
static NOTICED: AtomicBool = AtomicBool::new(false);
/// How many times something was written to standard output.
static TOLD: AtomicUsize = AtomicUsize::new(0);
static LISTENING: Once = Once::new();

/// What a shell reports for a program that Ctrl-C has ended.
const KILLED: i32 = 130;
/// What this program reports that was stopped.
const STOPPED: i32 = 3;

/// How long a search may take to notice that it is to stop.
const TO_NOTICE: Duration = Duration::from_millis(400);
/// How long it may then tell nothing of what it knows.
const TO_TELL: Duration = Duration::from_secs(3);

/// From here on, Ctrl-C is noticed. Before, while input is read, it ends the program at once.
pub(crate) fn listen() {
    LISTENING.call_once(|| {
        let installed = ctrlc::set_handler(press);
        // Without a handler Ctrl-C ends the program at once, as usual.
        drop(installed);
    });
}

/// What Ctrl-C does; other signals may do the same.
pub(crate) fn press() {
    if INTERRUPTED.swap(true, Ordering::Relaxed) {
        remove_unfinished();
        process::exit(KILLED);
    }
    // Another thread, as this one has to hear the second Ctrl-C.
    later(|| {
        sleep(TO_NOTICE);
        let mut is_telling = NOTICED.load(Ordering::Relaxed);
        while is_telling {
            let told = TOLD.load(Ordering::Relaxed);
            sleep(TO_TELL);
            is_telling = TOLD.load(Ordering::Relaxed) > told;
        }
        end(StopReason::Interrupted);
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn pressed() -> bool {
    let is_pressed = INTERRUPTED.load(Ordering::Relaxed);
    if is_pressed {
        NOTICED.store(true, Ordering::Relaxed);
    }
    is_pressed
}

/// Standard output, which shows that the program still has something to tell.
pub(crate) struct Telling<W>(pub(crate) W);

impl<W: Write> Write for Telling<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        TOLD.fetch_add(1, Ordering::Relaxed);
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A time by which the program has its answer, or ends without one; as long as this value lives.
pub(crate) struct Deadline(Arc<AtomicBool>);

impl Deadline {
    /// When so much time has passed, and a search has had a moment to notice.
    pub(crate) fn after(timeout: Option<Duration>) -> Self {
        let is_met = Arc::new(AtomicBool::new(false));
        if let Some(timeout) = timeout {
            let is_met = Arc::clone(&is_met);
            later(move || {
                sleep(timeout.saturating_add(TO_NOTICE));
                if !is_met.load(Ordering::Relaxed) {
                    end(StopReason::Time);
                }
            });
        }
        Deadline(is_met)
    }

    /// The answer is there, and may be told at leisure.
    pub(crate) fn lift(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        self.lift();
    }
}

fn later(work: impl FnOnce() + Send + 'static) {
    // Where no thread is to be had, the search is the only one that can stop.
    let _ = thread::Builder::new().spawn(work);
}

/// Ends the program, wherever it is; no file is left half-written.
fn end(reason: StopReason) {
    remove_unfinished();
    diagnostics::note(format_args!("stopped: {reason}"));
    process::exit(STOPPED);
}
