//! Ctrl-C: the first one asks the search to stop, the second one ends the program.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static LISTENING: Once = Once::new();

/// What a shell reports for a program that Ctrl-C has ended.
const KILLED: i32 = 130;

/// From here on, Ctrl-C is noticed. Before, while input is read, it ends the program at once.
pub(crate) fn listen() {
    LISTENING.call_once(|| {
        let installed = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                process::exit(KILLED);
            }
        });
        // Without a handler Ctrl-C ends the program at once, as usual.
        drop(installed);
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn pressed() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
