//! A program in a pseudo-terminal, and someone who looks at it.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use vt100::{MouseProtocolMode, Parser, Screen};

/// Longer than any operation takes, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_huarong");

/// A terminal with `huarong` in it.
pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    /// Kept open, so that the settings can be looked at when the program has gone.
    _slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    picture: Arc<Picture>,
    /// The settings before the program began, as they are shown.
    settings: String,
}

/// What the terminal shows, and a bell for those who wait for it to change.
struct Picture {
    parser: Mutex<Parser>,
    changed: Condvar,
    /// Whether the program has ever taken the whole screen.
    was_taken: AtomicBool,
}

impl Terminal {
    /// Runs `huarong` with these arguments; its data go to `data`.
    pub(crate) fn open(columns: u16, rows: u16, data: &Path, arguments: &[&str]) -> Self {
        Terminal::run(columns, rows, data, command(PROGRAM, arguments))
    }

    /// Runs a command that may run `huarong`.
    pub(crate) fn run(columns: u16, rows: u16, data: &Path, mut command: CommandBuilder) -> Self {
        let pair = native_pty_system()
            .openpty(size(columns, rows))
            .expect("a pseudo-terminal");
        let settings = settings(&*pair.master);
        command.env("XDG_DATA_HOME", data);
        command.env("HUARONG_PAGER", "cat");
        let child = pair.slave.spawn_command(command).expect("it runs");
        let picture = Arc::new(Picture {
            parser: Mutex::new(Parser::new(number(rows), number(columns), 0)),
            changed: Condvar::new(),
            was_taken: AtomicBool::new(false),
        });
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let painted = Arc::clone(&picture);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let mut parser = painted.parser.lock().expect("no panic");
                for byte in &bytes[..count] {
                    parser.process(std::slice::from_ref(byte));
                    if parser.screen().alternate_screen() {
                        painted.was_taken.store(true, Ordering::Relaxed);
                    }
                }
                drop(parser);
                painted.changed.notify_all();
            }
        });
        let keyboard = pair.master.take_writer().expect("a writer");
        Terminal {
            master: pair.master,
            _slave: pair.slave,
            child,
            keyboard,
            picture,
            settings,
        }
    }

    /// Types these bytes.
    pub(crate) fn send(&mut self, bytes: &str) {
        self.keyboard
            .write_all(bytes.as_bytes())
            .expect("somebody reads");
        self.keyboard.flush().expect("somebody reads");
    }

    /// Waits until the screen satisfies a condition.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, what: &str, mut is_so: impl FnMut(&Screen) -> bool) {
        let started = Instant::now();
        let mut parser = self.picture.parser.lock().expect("no panic");
        while !is_so(parser.screen()) {
            let left = PATIENCE.checked_sub(started.elapsed());
            let Some(left) = left else {
                panic!(
                    "waited in vain for {what}; the screen:\n{}",
                    parser.screen().contents()
                );
            };
            // The program may end without a word more; so it is looked at now and then.
            let slice = left.min(Duration::from_millis(500));
            parser = self
                .picture
                .changed
                .wait_timeout(parser, slice)
                .expect("no panic")
                .0;
        }
    }

    /// Waits until this text is on the screen.
    #[track_caller]
    pub(crate) fn wait_for_text(&mut self, text: &str) {
        self.wait_for(text, |screen| screen.contents().contains(text));
    }

    /// The text on the screen.
    pub(crate) fn text(&self) -> String {
        self.picture
            .parser
            .lock()
            .expect("no panic")
            .screen()
            .contents()
    }

    /// Whether the program has ever taken the whole screen.
    pub(crate) fn was_taken(&self) -> bool {
        self.picture.was_taken.load(Ordering::Relaxed)
    }

    /// Gives the terminal another size.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let mut parser = self.picture.parser.lock().expect("no panic");
        parser.set_size(number(rows), number(columns));
        self.master
            .resize(size(columns, rows))
            .expect("it can be resized");
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, name: &str) {
        let process = self.child.process_id().expect("it runs");
        let kill = format!("kill {name} {process}");
        let sent = std::process::Command::new("sh")
            .args(["-c", &kill])
            .status();
        assert!(sent.expect("there is a shell").success());
    }

    /// Waits for the end of the program, and holds that the terminal is as it was before. Returns
    /// the exit status.
    #[track_caller]
    pub(crate) fn wait_for_the_end(self) -> u32 {
        self.wait_for_the_end_saying("")
    }

    /// The same of a program that says this in the end.
    #[track_caller]
    pub(crate) fn wait_for_the_end_saying(mut self, text: &str) -> u32 {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                break status;
            }
            assert!(
                started.elapsed() < PATIENCE,
                "it does not end:\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(10));
        };
        self.wait_for("a terminal as it was", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == MouseProtocolMode::None
        });
        self.wait_for_text(text);
        assert_eq!(
            settings(&*self.master),
            self.settings,
            "echo, lines and signals are back"
        );
        status.exit_code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that has failed leaves nothing behind.
        let _ = self.child.kill();
    }
}

/// A command in a terminal of 256 colours.
pub(crate) fn command(program: &str, arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    command.env("TERM", "xterm-256color");
    command.env_remove("COLORTERM");
    command.env_remove("NO_COLOR");
    command
}

fn settings(master: &(dyn MasterPty + Send)) -> String {
    format!(
        "{:?}",
        master.get_termios().expect("a terminal has settings")
    )
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn number(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a terminal has rows and columns")
}
