//! The pager: on a terminal, output that exceeds the screen goes through `less`, as git does it.

use super::prelude::*;
use std::{
    mem,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The pager that has the screen.
static OPEN: Mutex<Option<OpenPager>> = Mutex::new(None);

/// A running pager, and what standard error will show when it ends.
struct OpenPager {
    pager: Child,
    notes: Vec<String>,
}

/// Standard output that opens a pager when the screen is full. A flush before that shows what is
/// there; the pager begins with it again.
pub struct Paged<W: Write> {
    out: W,
    /// The lines of the screen.
    rows: usize,
    page: Page,
}

enum Page {
    /// The output so far, which may fit the screen.
    Held {
        text: Vec<u8>,
        lines: usize,
        /// The number of bytes on the screen.
        shown: usize,
    },
    Open(ChildStdin),
    Without,
}

impl<W: Write> Paged<W> {
    /// Returns an output that opens a pager if it `is_allowed` and standard output is a terminal.
    pub fn new(out: W, is_allowed: bool) -> Self {
        let rows = columns::lines().filter(|_| is_allowed).unwrap_or(0);
        let can_page = rows > 0 && env::var_os("TERM").is_some_and(|it| it != "dumb");
        let page = if can_page {
            let text = Vec::new();
            Page::Held {
                text,
                lines: 1,
                shown: 0,
            }
        } else {
            Page::Without
        };
        Paged { out, rows, page }
    }

    /// Prints what is held, and waits until the reader leaves the pager.
    pub fn close(mut self) {
        // Errors of writing were reported by the flush before.
        let _ = self.flush();
        drop(self);
        wait();
    }
}

impl<W: Write> Write for Paged<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.page {
            Page::Without => return self.out.write(bytes),
            Page::Open(pager) => return pager.write(bytes),
            Page::Held { text, lines, shown } => {
                text.extend(bytes);
                *lines += bytes.split(|&byte| byte == b'\n').count() - 1;
                if *lines > self.rows {
                    let text = mem::take(text);
                    let pager = open();
                    let begin = if pager.is_some() { 0 } else { *shown };
                    self.page = pager.map_or(Page::Without, Page::Open);
                    self.write_all(&text[begin..])?;
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.page {
            Page::Open(pager) => return pager.flush(),
            Page::Held { text, shown, .. } => {
                self.out.write_all(&text[*shown..])?;
                *shown = text.len();
            }
            Page::Without => {}
        }
        self.out.flush()
    }
}

/// Starts the pager that the environment names, or `less`; `None` if there is none.
fn open() -> Option<ChildStdin> {
    let named = ["HUARONG_PAGER", "PAGER"].map(env::var);
    let call = named.into_iter().find_map(Result::ok);
    let call = call.unwrap_or_else(|| "less".to_owned());
    let mut words = call.split_whitespace();
    let program = words.next().filter(|&program| program != "cat")?;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    // Leave if the text fits the screen, pass colours on, and do not clear the screen.
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let mut pager = command.spawn().ok()?;
    let stdin = pager.stdin.take();
    // Ctrl-C belongs to the pager: it stops the search, and the program waits for the reader.
    interrupt::only_stop_searches();
    let notes = Vec::new();
    *screen() = Some(OpenPager { pager, notes });
    stdin
}

fn screen() -> MutexGuard<'static, Option<OpenPager>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn is_open() -> bool {
    screen().is_some()
}

/// Keeps a text for standard error until the pager ends; returns whether a pager is open.
pub fn holds(text: &str) -> bool {
    let mut screen = screen();
    let open = screen.as_mut();
    open.map(|open| open.notes.push(text.to_owned())).is_some()
}

/// Waits until the reader leaves the pager, if one is open.
pub fn wait() {
    let Some(mut open) = screen().take() else {
        return;
    };
    let _ = open.pager.wait();
    for text in open.notes {
        diagnostics::write(&text);
    }
}
