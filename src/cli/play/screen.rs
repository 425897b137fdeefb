//! The terminal while it is played on, and how it is given back.

use std::io::{self, Write};
use std::panic;
use std::sync::Mutex;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    self, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, style::ResetColor};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};

/// A terminal of more characters than that exists by mistake only, and drawing on it takes seconds.
const MAX_CHARACTERS: u32 = 1 << 20;

type PanicHook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

/// The messages of panics while the screen is taken: printed there, they would be lost.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A terminal that is drawn on as a whole. When this is dropped, also by a panic, the terminal is
/// as it was.
pub(super) struct Screen<'a> {
    terminal: Terminal<CrosstermBackend<&'a mut dyn Write>>,
    hook: Option<PanicHook>,
}

impl<'a> Screen<'a> {
    /// Takes the terminal that `out` writes to.
    pub(super) fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        check(terminal::size()?)?;
        let terminal = Terminal::new(CrosstermBackend::new(out))?;
        let mut screen = Screen { terminal, hook: Some(collect_panics()) };
        screen.enter()?;
        Ok(screen)
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        check(terminal::size()?)?;
        self.terminal.draw(draw).map(drop)
    }

    /// Has the next drawing draw every character.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask for the place of the cursor, and the thread that reads the
        // keys would get the answer.
        let size = self.terminal.size()?;
        check((size.width, size.height))?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Gives the terminal back, stops the program until the shell lets it go on, and takes the
    /// terminal again.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        self.leave();
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        self.enter()?;
        self.clear()
    }

    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        self.clear()
    }

    fn enter(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        execute!(self.terminal.backend_mut(), EnterAlternateScreen, EnableMouseCapture, Hide)
    }

    /// As much as can be done: the terminal may be gone.
    fn leave(&mut self) {
        let out = self.terminal.backend_mut();
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

/// Refuses a size that is absurd, before anything is set aside for it.
fn check((columns, rows): (u16, u16)) -> io::Result<()> {
    if u32::from(columns) * u32::from(rows) <= MAX_CHARACTERS {
        return Ok(());
    }
    Err(io::Error::other(format!("it says that it has {columns} columns and {rows} rows")))
}

/// Has the messages of panics kept instead of printed. Returns the hook that printed them.
fn collect_panics() -> PanicHook {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        if let Ok(mut panics) = PANICS.lock() {
            panics.push(info.to_string());
        }
    }));
    hook
}

/// The messages kept since this was last asked.
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
