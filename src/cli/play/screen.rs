//! The terminal while it is played on, and how it is given back.

use std::io::{self, Write};
use std::panic;
use std::sync::Mutex;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, style::ResetColor};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};

type PanicHook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

/// What panics have said while the screen was taken: printed there, nobody would see it.
static LAST_WORDS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A terminal that is drawn on as a whole. When this is dropped, also by a panic, the terminal is
/// as it was.
pub(super) struct Screen<'a> {
    terminal: Terminal<CrosstermBackend<&'a mut dyn Write>>,
    hook: Option<PanicHook>,
}

impl<'a> Screen<'a> {
    /// Takes the terminal that `out` writes to.
    pub(super) fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        let terminal = Terminal::new(CrosstermBackend::new(out))?;
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|info| {
            if let Ok(mut words) = LAST_WORDS.lock() {
                words.push(info.to_string());
            }
        }));
        let mut screen = Screen { terminal, hook: Some(hook) };
        screen.enter()?;
        Ok(screen)
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw).map(drop)
    }

    /// Has the next drawing draw every character.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask for the place of the cursor, and the thread that reads the
        // keys would get the answer.
        let size = self.terminal.size()?;
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
        let words = LAST_WORDS.lock().map(|mut words| std::mem::take(&mut *words));
        for word in words.into_iter().flatten() {
            // Standard error may be gone with the terminal.
            let _ = writeln!(io::stderr(), "{word}");
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Set for the process that is to panic.
    const TO_PANIC: &str = "HUARONG_TEST_PANIC";

    /// What the test below runs, in a terminal of its own; alone it does nothing.
    #[test]
    fn panics_on_its_screen() {
        if std::env::var_os(TO_PANIC).is_none() {
            return;
        }
        let mut out = io::stdout();
        let mut screen = Screen::new(&mut out).expect("a terminal");
        screen.draw(|_| ()).expect("a terminal");
        std::thread::spawn(|| panic!("in another thread, on purpose")).join().expect_err("a panic");
        panic!("while the screen is taken, on purpose");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_and_is_told_there() {
        let size = PtySize { rows: 50, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let settings = || format!("{:?}", pair.master.get_termios());
        let before = settings();
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this test"));
        command.args(["--exact", "cli::play::screen::tests::panics_on_its_screen"]);
        command.args(["--nocapture", "--test-threads=1"]);
        command.env(TO_PANIC, "1");
        let mut child = pair.slave.spawn_command(command).expect("it runs");
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // On some systems, the end of a pseudo-terminal is an error.
            let _ = output.read_to_end(&mut bytes);
            bytes
        });
        child.wait().expect("it is ours");
        let after = settings();
        drop(pair);
        let bytes = reader.join().expect("a reader");
        let entered = String::from_utf8_lossy(&bytes).contains("\u{1b}[?1049h");
        let mut parser = vt100::Parser::default();
        parser.set_size(50.try_into().expect("rows"), 100.try_into().expect("columns"));
        parser.process(&bytes);
        let screen = parser.screen();
        assert!(entered, "it has taken the screen");
        assert_eq!(after, before);
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        let text = screen.contents();
        for told in ["in another thread, on purpose", "while the screen is taken, on purpose"] {
            assert!(text.contains(told), "{text}");
        }
    }
}
