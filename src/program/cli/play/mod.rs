//! `huarong play`: a puzzle in the terminal.

mod board;
mod draw;
mod layout;
mod palette;
mod picker;
mod plain;
mod playback;
mod player;
mod screen;
mod session;
#[cfg(test)]
mod tests;

use super::prelude::*;
use std::{
    io::IsTerminal,
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
};

use crate::{play::Hints, solution::verify};
use crossterm::event::{self, Event as TerminalEvent, MouseEventKind};

use super::{
    args::timeout,
    list::{self, FilterArgs},
    memory,
    solution_args::read as load_solution,
    tablebase,
};
use playback::{Origin, Playback};
use player::{Event, Player, Reaction, Setup};
use screen::Screen;
use session::Session;

#[derive(Args)]
#[command(after_help = "\
Keys:
  arrows, j k l      move the chosen piece (`v` makes `h` the fourth)
  Tab, letters       choose a piece; the mouse chooses and drags
  h, H, d            which piece, the move, how far it is from here
  s                  watch the rest solved
  u, r, x            undo, redo, start again
  n                  another puzzle
  ?                  all keys

Examples:
  huarong play heng-dao-li-ma
  huarong play my.txt#2 --metric step
  huarong play --rating 40..60 --size 4x5
  huarong play heng-dao-li-ma --tablebase moves.tb
  huarong play century --replay century.solution
  printf 'H down\\nundo\\nhint\\n' | huarong play heng-dao-li-ma --plain

Best results and unfinished games are saved in the folder `huarong` of the user's data folder, on \
Linux in `$XDG_DATA_HOME` or `~/.local/share`. The next time the player asks whether to resume the \
game; with `--plain` it resumes and says so, and `--fresh` starts a new game. With commands from a \
pipe or a file no game is saved or resumed; best results are saved as always.

Exit status: 0 done, 1 the solution to be watched is wrong, 2 wrong input or usage, or no \
terminal, 3 stopped by Ctrl-C or a signal.")]
pub struct PlayArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLE_HELP, long_help = PUZZLE_LONG_HELP,
          default_value = "heng-dao-li-ma", conflicts_with_all = ["random", "FilterArgs"])]
    puzzle: OsString,
    /// Play a random puzzle that meets the filters
    #[arg(long)]
    random: bool,
    #[command(flatten)]
    filters: FilterArgs,
    #[command(flatten)]
    reading: ReadArgs,
    /// Unit of length
    #[arg(long, short, value_parser = any_metric(), default_value = "move")]
    metric: Metric,
    /// Watch the solution in this file, stored or as text
    #[arg(long, value_name = "SOLUTION")]
    replay: Option<OsString>,
    /// Play line by line: commands from standard input, boards as text
    #[arg(long)]
    plain: bool,
    /// Start a new game without offering to resume the saved one
    #[arg(long)]
    fresh: bool,
    /// `h` moves left, as in vi; hints are on `i` and `I`
    #[arg(long, conflicts_with = "plain")]
    vi: bool,
    /// Take hints from this file of `huarong atlas --output` or `huarong explore --save`
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    tablebase: Option<PathBuf>,
    /// Maximum memory for a hint: 500M, 2GiB
    #[arg(long, value_name = "SIZE", help_heading = "Limits", default_value = "1GiB",
          value_parser = memory::parse_limit)]
    max_memory: usize,
    /// Maximum time for a hint: 10s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", help_heading = "Limits", value_parser = timeout)]
    timeout: Option<Duration>,
}

pub fn run(args: &PlayArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let inputs = [args.puzzle.as_os_str()]
        .into_iter()
        .chain(args.replay.as_deref())
        .chain(args.reading.goal.puzzle());
    input::refuse_stdin_twice(inputs.clone())?;
    let reads_stdin = inputs.clone().any(input::is_stdin);
    let is_plain = args.plain || {
        check_terminal(reads_stdin)?;
        // Windows has no `TERM`, and all its terminals can be drawn on.
        let term = env::var_os("TERM").unwrap_or_default();
        !cfg!(windows) && (term.is_empty() || term == "dumb")
    };
    if is_plain && reads_stdin {
        refuse!(
            "standard input `-` is given twice",
            "store the puzzle in a file, and name that: the commands are standard input"
        );
    }
    let source = if args.random || !args.filters.criteria().is_empty() {
        list::random(&args.filters)?
    } else {
        input::load_one(&args.puzzle, &args.reading)?
    };
    let limits = Limits::default()
        .with_max_bytes(Some(args.max_memory))
        .with_timeout(args.timeout);
    let metric = args.metric;
    work_dir::check_metric(metric, &source.puzzle)?;
    let tablebase = args.tablebase.as_ref();
    let tablebase = tablebase.map(|path| tablebase::open(path, metric).map(Arc::new));
    let hints = Hints::new(metric, limits).with_tablebase(tablebase.transpose()?);
    let playback = match &args.replay {
        None => None,
        Some(file) => {
            let solution = load_solution(&source, file, None)?;
            if let Err(wrong) = verify(&source.puzzle, &solution) {
                let error = user_error!(
                    "the solution is wrong: {wrong}",
                    "`huarong verify` tells more"
                );
                diagnostics::print(&error.into());
                return Ok(Exit::Impossible);
            }
            let puzzle = Arc::new(source.puzzle.clone());
            let start = Position::start(&source.puzzle);
            // The checker has just replayed it.
            Playback::new(&start, puzzle, solution.moves.to_vec(), Origin::Stored)
        }
    };
    if is_plain && !args.plain {
        diagnostics::note(
            "this terminal cannot be drawn on, as TERM says: the game goes line by line",
        );
    }
    let playback = match playback {
        Some(playback) if is_plain => {
            plain::replay(&source, playback, out)?;
            return Ok(Exit::Done);
        }
        playback => playback,
    };
    let mut store = session::user_store();
    // The same lines from a pipe or a file lead to the same positions, so no game is saved.
    if is_plain && !io::stdin().is_terminal() {
        store = store.without_games();
    }
    let session = Session::new(source, metric, store, !args.fresh);
    if is_plain {
        return plain::run(session, hints, out);
    }
    let setup = Setup {
        hints,
        is_vi: args.vi,
        paint: PieceStyle::for_stdout(),
    };
    play(session, setup, playback, out)
}

/// Returns an error if the screen or the keyboard is missing.
fn check_terminal(reads_stdin: bool) -> anyhow::Result<()> {
    let help = "run it in a terminal, or with `--plain` to play line by line";
    let lacks = |what: &str| Err(user_error!("{what} is not a terminal", help).into());
    if !io::stdout().is_terminal() {
        return lacks("standard output");
    }
    // With the puzzle in standard input, keys are read from the terminal all the same.
    if !reads_stdin && !io::stdin().is_terminal() {
        return lacks("standard input");
    }
    Ok(())
}

fn play(
    session: Session,
    setup: Setup,
    playback: Option<Playback>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (events, happened) = mpsc::channel();
    let unusable = |error: io::Error| {
        user_error!(
            "this terminal cannot be drawn on: {error}",
            "play with `--plain`, line by line"
        )
    };
    let mut screen = Screen::new(out).map_err(unusable)?;
    let mut player = Player::new(session, setup, events.clone());
    if let Some(playback) = playback {
        player.watch(playback, Instant::now());
    }
    listen(&events)?;
    let left = play_on(&mut player, &mut screen, &happened);
    // The game is saved even if the terminal is gone.
    drop(screen);
    if let Some(words) = player.session.farewell() {
        diagnostics::note(words);
    }
    match left {
        // A terminal that accepts output fails only by an absurd size.
        Err(error) if error.kind() == io::ErrorKind::Other => Err(unusable(error).into()),
        left => Ok(left?),
    }
}

fn play_on(
    player: &mut Player,
    screen: &mut Screen<'_>,
    happened: &Receiver<Event>,
) -> io::Result<Exit> {
    loop {
        screen.draw(|buffer| draw::draw(player, buffer))?;
        match wait(player, happened) {
            Reaction::Stay | Reaction::Draw => {}
            Reaction::DrawAnew => screen.clear(),
            Reaction::Suspend => {
                player.session.keep();
                screen.suspend()?;
            }
            Reaction::Leave(exit) => return Ok(exit),
        }
    }
}

/// Waits for the next reaction. Events that have arrived are handled before anything is drawn,
/// because a mouse sends more events than a terminal can draw.
fn wait(player: &mut Player, happened: &Receiver<Event>) -> Reaction {
    let mut next = Reaction::Stay;
    loop {
        let event = match (next, player.due()) {
            (Reaction::Stay, None) => happened.recv().map_err(|_| RecvTimeoutError::Disconnected),
            (Reaction::Stay, Some(due)) => {
                happened.recv_timeout(due.saturating_duration_since(Instant::now()))
            }
            _ => match happened.try_recv() {
                Ok(event) => Ok(event),
                Err(_) => return next,
            },
        };
        let now = Instant::now();
        let then = match event {
            Ok(event) => player.event(event, now),
            Err(RecvTimeoutError::Timeout) => player.tick(now),
            Err(RecvTimeoutError::Disconnected) => Reaction::Leave(Exit::Stopped),
        };
        match then {
            Reaction::Stay => {}
            Reaction::Draw => next = Reaction::Draw,
            other => return other,
        }
    }
}

/// Starts threads that send keys, mouse events, changes of size and signals.
fn listen(events: &Sender<Event>) -> anyhow::Result<()> {
    let ends = events.clone();
    // By default a signal ends the program, which leaves the terminal unusable and loses the game.
    interrupt::redirect(move || ends.send(Event::End).is_ok());
    // Changes of size are noticed from now on, even before the thread reads.
    event::poll(Duration::ZERO)?;
    let events = events.clone();
    interrupt::start_thread(move || {
        loop {
            let event = match event::read() {
                // Ignore a mouse that moves without a pressed button.
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
    })
}
