//! `huarong play`: a puzzle in the terminal.

mod app;
mod args;
mod draw;
mod events;
mod keys;
mod oracle;
mod picker;
mod plain;
mod question;
mod record_keeper;
mod screen;
mod table;
mod verdict;
mod watch;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Instant;

use huarong::play::Playback;
use huarong::solution::{Position, verify};

use super::diagnostics::{self, Complaint};
use super::exit::Exit;
use super::input::{self, Source};
use super::solution::read as load_solution;
use app::{App, Event, Next, Setup};
use draw::Paint;
use keys::Layout;
use record_keeper::RecordKeeper;
use screen::Screen;

pub(crate) use args::PlayArgs;

pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let inputs = [args.puzzle.as_os_str()].into_iter().chain(args.replay.as_deref());
    input::refuse_stdin_twice(inputs.clone())?;
    let reads_stdin = inputs.clone().any(input::is_stdin);
    if args.plain && reads_stdin {
        let help = "store the puzzle in a file, and name that: the commands are standard input";
        return Err(Complaint::new("standard input `-` is given twice", help).into());
    }
    if !args.plain {
        check_terminal(reads_stdin)?;
    }
    let source = input::load_one(&args.puzzle)?;
    // What is wrong with it is to be told before anything is drawn.
    args.sources().open()?;
    let playback = match &args.replay {
        None => None,
        Some(file) => {
            let solution = load_solution(&source.puzzle, file, None)?;
            if let Err(wrong) = verify(&source.puzzle, &solution) {
                let help = "`huarong verify` tells more";
                diagnostics::print(
                    &Complaint::new(format!("the solution is wrong: {wrong}"), help).into(),
                );
                return Ok(Exit::Impossible);
            }
            let puzzle = Arc::new(source.puzzle.clone());
            let start = Position::start(&source.puzzle);
            // The checker has just replayed it.
            Playback::new(&start, puzzle, solution.moves).ok()
        }
    };
    if args.plain {
        return plain::run(source, args, playback, out);
    }
    let layout = if args.vi { Layout::Vi } else { Layout::Hints };
    let setup = Setup { sources: args.sources(), layout, paint: paint() };
    play(source, setup, playback, out)
}

/// Refuses to draw where nobody can see it or press a key.
fn check_terminal(reads_stdin: bool) -> anyhow::Result<()> {
    let help = "run it in a terminal, or with `--plain` to play line by line";
    let lacks = |what: &str| Err(Complaint::new(format!("{what} is not a terminal"), help).into());
    if !io::stdout().is_terminal() {
        return lacks("standard output");
    }
    // With the puzzle in standard input, keys are read from the terminal all the same.
    if !reads_stdin && !io::stdin().is_terminal() {
        return lacks("standard input");
    }
    Ok(())
}

/// Whether the user wants colours: `NO_COLOR` and the like.
fn paint() -> Paint {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Paint::Plain,
        _ => Paint::Colours,
    }
}

/// Plays until the player leaves.
fn play(
    source: Source,
    setup: Setup,
    playback: Option<Playback>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (events, happened) = mpsc::channel();
    let mut app = App::new(source, setup, RecordKeeper::of_the_user(), events.clone());
    if let Some(playback) = playback {
        app.watch(playback, Instant::now());
    }
    let unusable = |error: io::Error| {
        let help = "play with `--plain`, line by line";
        Complaint::new(format!("this terminal cannot be drawn on: {error}"), help)
    };
    let mut screen = Screen::new(out).map_err(unusable)?;
    events::listen(&events)?;
    loop {
        screen.draw(|frame| draw::draw(&mut app, frame))?;
        match wait(&mut app, &happened) {
            Next::Stay | Next::Draw => {}
            Next::DrawAnew => screen.clear()?,
            Next::Suspend => screen.suspend()?,
            Next::Leave(exit) => return Ok(exit),
        }
    }
}

/// Waits until there is something to be drawn, or more than that to be done. What has come in
/// meanwhile is taken in before anything is drawn: a mouse sends more than a terminal can draw.
fn wait(app: &mut App, happened: &Receiver<Event>) -> Next {
    let mut next = Next::Stay;
    loop {
        let event = match (next, app.due()) {
            (Next::Stay, None) => happened.recv().map_err(|_| RecvTimeoutError::Disconnected),
            (Next::Stay, Some(due)) => {
                happened.recv_timeout(due.saturating_duration_since(Instant::now()))
            }
            _ => match happened.try_recv() {
                Ok(event) => Ok(event),
                Err(_) => return next,
            },
        };
        let now = Instant::now();
        let then = match event {
            Ok(event) => app.event(event, now),
            Err(RecvTimeoutError::Timeout) => app.tick(now),
            Err(RecvTimeoutError::Disconnected) => Next::Leave(Exit::Stopped),
        };
        match then {
            Next::Stay => {}
            Next::Draw => next = Next::Draw,
            other => return other,
        }
    }
}
