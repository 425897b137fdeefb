//! Where events come from: threads that wait, so that nothing is ever asked for in a loop.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event as TerminalEvent, MouseEventKind};

use super::app::Event;

/// Has keys, the mouse, changes of size and signals sent.
pub(super) fn listen(events: &Sender<Event>) -> io::Result<()> {
    signals(events.clone())?;
    // From here on changes of size are noticed, and not only when the thread has come to read.
    event::poll(Duration::ZERO)?;
    let events = events.clone();
    thread::spawn(move || {
        loop {
            let event = match event::read() {
                // A mouse that is only moved about wakes nobody.
                Ok(TerminalEvent::Mouse(mouse)) if mouse.kind == MouseEventKind::Moved => continue,
                Ok(event) => Event::Terminal(event),
                // The terminal is gone.
                Err(_) => Event::End,
            };
            let is_last = matches!(event, Event::End);
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    });
    Ok(())
}

/// Has `kill`, a closed terminal and an interruption from elsewhere sent; without that, they would
/// end the program with the terminal as it is.
#[cfg(unix)]
fn signals(events: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if events.send(Event::End).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn signals(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}
