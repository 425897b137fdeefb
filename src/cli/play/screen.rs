//! The terminal during a game: taken, drawn on, restored.

use std::io::{self, Write};
use std::panic;
use std::sync::Mutex;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::{
    Attribute, Print, ResetColor, SetAttribute, SetBackgroundColor, SetForegroundColor,
};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};

use super::buffer::{Buffer, Style, Symbol};

/// The largest terminal that is drawn on: a larger size is a mistake, and drawing would take
/// seconds.
const MAX_CHARACTERS: u32 = 1 << 20;

type PanicHook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

/// The messages of panics while the screen is taken: printed there, they would be lost.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A terminal in raw mode, drawn on as a whole. Dropping it restores the terminal, also after a
/// panic.
pub(super) struct Screen<'a> {
    out: &'a mut dyn Write,
    /// The content of the terminal; `None` if it is unknown.
    shown: Option<Buffer>,
    hook: Option<PanicHook>,
}

impl<'a> Screen<'a> {
    /// Takes the terminal that `out` writes to.
    pub(super) fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        check(terminal::size()?)?;
        let mut screen = Screen { out, shown: None, hook: Some(collect_panics()) };
        screen.enter()?;
        Ok(screen)
    }

    /// Draws the screen, and prints what has changed.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let (width, height) = check(terminal::size()?)?;
        let mut buffer = Buffer::new(width, height);
        draw(&mut buffer);
        let shown = self.shown.take().filter(|shown| shown.area == buffer.area);
        let out = &mut self.out;
        if shown.is_none() {
            queue!(out, SetAttribute(Attribute::Reset), Clear(ClearType::All))?;
        }
        let blank = Buffer::new(width, height);
        let shown = shown.as_ref().unwrap_or(&blank);
        for y in 0..height {
            print_changes(out, y, shown.row(y), buffer.row(y))?;
        }
        queue!(out, SetAttribute(Attribute::Reset))?;
        out.flush()?;
        self.shown = Some(buffer);
        Ok(())
    }

    /// The next [`draw`](Screen::draw) prints every character.
    pub(super) fn clear(&mut self) {
        self.shown = None;
    }

    /// Gives the terminal back, stops the program until the shell lets it go on, and takes the
    /// terminal again.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        self.leave();
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        self.clear();
        self.enter()
    }

    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        self.clear();
        Ok(())
    }

    fn enter(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        let out = &mut self.out;
        execute!(out, EnterAlternateScreen, EnableMouseCapture, Hide)
    }

    /// Restores what it can: the terminal may be gone.
    fn leave(&mut self) {
        let out = &mut self.out;
        let _ = execute!(out, DisableMouseCapture, ResetColor, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        self.leave();
        if !std::thread::panicking()
            && let Some(hook) = self.hook.take()
        {
            panic::set_hook(hook);
        }
        for message in collected() {
            // Standard error may be gone with the terminal.
            let _ = writeln!(io::stderr(), "{message}");
        }
    }
}

/// Prints the changed part of a row: from its first to its last symbol that differs.
fn print_changes(out: &mut impl Write, y: u16, shown: &[Symbol], row: &[Symbol]) -> io::Result<()> {
    let differs = |at: &usize| shown[*at] != row[*at];
    let (Some(mut at), Some(last)) = ((0..row.len()).find(differs), (0..row.len()).rfind(differs))
    else {
        return Ok(());
    };
    while row[at].is_covered {
        at -= 1;
    }
    for run in row[at..=last].chunk_by(|one, other| one.style == other.style) {
        let Style { text, background, bold, reversed } = run[0].style;
        let column = u16::try_from(at).unwrap_or(u16::MAX);
        queue!(out, MoveTo(column, y), SetAttribute(Attribute::Reset))?;
        if bold {
            queue!(out, SetAttribute(Attribute::Bold))?;
        }
        if reversed {
            queue!(out, SetAttribute(Attribute::Reverse))?;
        }
        if let Some(colour) = text {
            queue!(out, SetForegroundColor(colour))?;
        }
        if let Some(colour) = background {
            queue!(out, SetBackgroundColor(colour))?;
        }
        queue!(out, Print(run.iter().map(Symbol::text).collect::<String>()))?;
        at += run.len();
    }
    Ok(())
}

/// Refuses a size that is absurd, before memory is allocated for it.
fn check((columns, rows): (u16, u16)) -> io::Result<(u16, u16)> {
    if u32::from(columns) * u32::from(rows) <= MAX_CHARACTERS {
        return Ok((columns, rows));
    }
    Err(io::Error::other(format!("it says that it has {columns} columns and {rows} rows")))
}

/// Collects the messages of panics instead of printing them. Returns the hook that printed them.
fn collect_panics() -> PanicHook {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        if let Ok(mut panics) = PANICS.lock() {
            panics.push(info.to_string());
        }
    }));
    hook
}

/// Returns the messages since the last call.
fn collected() -> Vec<String> {
    PANICS.lock().map(|mut panics| std::mem::take(&mut *panics)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_of_absurd_size_is_refused() {
        for (columns, rows) in [(0, 0), (1, 1), (80, 24), (1000, 1000), (65535, 1)] {
            assert!(check((columns, rows)).is_ok(), "{columns}×{rows}");
        }
        for (columns, rows) in [(5000, 5000), (65535, 65535)] {
            let error = check((columns, rows)).expect_err("too large").to_string();
            assert!(error.contains(&format!("{columns} columns and {rows} rows")), "{error}");
        }
    }

    #[test]
    fn what_panics_say_in_any_thread_is_kept() {
        let hook = collect_panics();
        let ended = std::thread::spawn(|| panic!("in another thread, on purpose")).join();
        panic::set_hook(hook);
        ended.expect_err("a panic");
        let kept = collected();
        assert!(kept.iter().any(|message| message.contains("on purpose")), "{kept:?}");
        // Other tests may have failed meanwhile.
        for message in kept {
            eprintln!("{message}");
        }
    }
}
