//! Line by line: for pipes, for scripts, and for screen readers.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver};

use crate::collection::Collection;
use crate::play::{Advice, HintSource, Playback, advise_nearest};
use crate::puzzle::{Metric, Puzzle, RestartedPuzzle};
use crate::solution::notation::{self, SolutionListing};
use crate::solution::{Move, Position, Solution};

use super::picker::Picker;
use super::session::{
    self, Action, ActionResult, HintLevel, HintOptions, Hints, KnownOptimum, Session,
};
use crate::cli::drawing::{self, PieceStyle};
use crate::cli::exit::Exit;
use crate::cli::input::{self, Source};
use crate::cli::progress::ProgressLine;
use crate::cli::{diagnostics, interrupt};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

struct PlainUi<'a> {
    session: Session,
    sources: HintOptions,
    hints: Hints,
    out: &'a mut dyn Write,
}

/// Plays by the lines of standard input, or prints the solution of a playback.
pub fn run(
    source: Source,
    sources: HintOptions,
    playback: Option<Playback>,
    resumes: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if let Some(playback) = playback {
        replay(&source, playback, out)?;
        return Ok(Exit::Done);
    }
    let is_terminal = io::stdin().is_terminal();
    let store = session::user_store();
    // The same lines from a pipe or a file lead to the same positions, so no game is saved.
    let store = if is_terminal {
        store
    } else {
        store.without_games()
    };
    let session = Session::new(source, sources.metric, store, resumes);
    let mut ui = PlainUi {
        session,
        hints: sources.hints(),
        sources,
        out,
    };
    let left = ui.play_on(is_terminal.then_some("> "));
    if let Some(words) = ui.session.farewell() {
        diagnostics::note(words);
    }
    left
}

enum InputEvent {
    /// A line with its line break; empty at the end of the input.
    Line(io::Result<Vec<u8>>),
    End,
}

/// Starts threads that send lines and signals.
fn listen() -> anyhow::Result<Receiver<InputEvent>> {
    let (heard, lines) = mpsc::sync_channel(1);
    let ends = heard.clone();
    interrupt::redirect(move || {
        interrupt::press();
        ends.send(InputEvent::End).is_ok()
    });
    interrupt::start_thread(move || {
        let mut stdin = io::stdin().lock();
        loop {
            let mut bytes = Vec::new();
            let read = stdin.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
            let is_last = !matches!(read, Ok(1..));
            if heard.send(InputEvent::Line(read.map(|_| bytes))).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(lines)
}

/// Prints each move and the board after it.
fn replay(source: &Source, mut playback: Playback, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n{}", source.title(), playback.position())?;
    while playback.forward() {
        if let Some(unit) = playback.current() {
            let number = playback.begun();
            let unit = session::in_words(&source.puzzle, unit);
            writeln!(out, "\n{number}. {unit}\n{}", playback.position())?;
        }
    }
    writeln!(out, "\nsolved")
}

impl PlainUi<'_> {
    /// Answers each line, after a prompt.
    fn play_on(&mut self, prompt: Option<&str>) -> anyhow::Result<Exit> {
        let lines = listen()?;
        self.begin()?;
        loop {
            write!(self.out, "{}", prompt.unwrap_or_default())?;
            // A program at the other end of a pipe waits for the answer.
            self.out.flush()?;
            let end = match lines.recv() {
                Ok(InputEvent::Line(Ok(bytes))) if !bytes.is_empty() => {
                    match self.answer_line(&String::from_utf8_lossy(&bytes))? {
                        ControlFlow::Continue(()) => continue,
                        ControlFlow::Break(exit) => return Ok(exit),
                    }
                }
                Ok(InputEvent::Line(read)) => read.map(|_| Exit::Done),
                Ok(InputEvent::End) | Err(_) => Ok(Exit::Stopped),
            };
            // The line that the prompt begins must end.
            write!(self.out, "{}", prompt.map_or("", |_| "\n"))?;
            self.out.flush()?;
            return Ok(end?);
        }
    }

    /// Prints the puzzle, its goal and what is known about it.
    fn begin(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.session.title)?;
        if let Some(day) = &self.session.left {
            let game = &self.session.game;
            let made = game.metric().count(game.moves().len());
            writeln!(
                self.out,
                "going on after {made}, left on {day}; `restart` starts again"
            )?;
        }
        self.board()?;
        let puzzle = self.session.puzzle();
        let metric = self.session.game.metric();
        writeln!(
            self.out,
            "goal:\n{}",
            drawing::goal(puzzle, PieceStyle::Plain, &puzzle.goals()[0])
        )?;
        match self.session.optimum {
            KnownOptimum::Unknown => {}
            KnownOptimum::None => writeln!(self.out, "there is no solution")?,
            KnownOptimum::Length(length) => {
                writeln!(self.out, "optimum: {}", metric.count(length))?;
            }
        }
        if let Some(record) = &self.session.record {
            writeln!(self.out, "your best: {}", metric.count(record.length))?;
        }
        if let Some(trouble) = self.session.store.trouble() {
            writeln!(self.out, "{trouble}")?;
        }
        writeln!(self.out, "`help` lists the commands")
    }

    fn answer_line(&mut self, line: &str) -> anyhow::Result<ControlFlow<Exit>> {
        let command = match PlainCommand::parse(line, &self.session.game.position()) {
            Ok(command) => command,
            Err(wrong) => {
                writeln!(self.out, "error: {wrong}")?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        match command {
            PlainCommand::Nothing => {}
            PlainCommand::Quit => return Ok(ControlFlow::Break(Exit::Done)),
            PlainCommand::Help => writeln!(self.out, "{HELP}")?,
            PlainCommand::Board => self.board()?,
            PlainCommand::Goal => {
                let puzzle = self.session.puzzle();
                for goal in puzzle.goals() {
                    let drawn = drawing::goal(puzzle, PieceStyle::Plain, goal);
                    writeln!(self.out, "goal:\n{drawn}")?;
                }
            }
            PlainCommand::Listing => {
                let puzzle = self.session.puzzle();
                let moves = self.session.game.solution();
                write!(self.out, "{}", SolutionListing::new(puzzle, &moves))?;
                self.count()?;
            }
            PlainCommand::Act(action) => self.act(action)?,
            PlainCommand::Ask(question) => return self.ask(question),
            PlainCommand::Fewest => {
                writeln!(self.out, "{}", self.session.toggle_fewest())?;
                self.judge()?;
            }
            PlainCommand::Play(name) => self.play(&name)?,
            PlainCommand::Puzzles(text) => self.puzzles(&text)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn board(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.session.game.position())
    }

    fn count(&mut self) -> io::Result<()> {
        let game = &self.session.game;
        writeln!(self.out, "{}", game.metric().count(game.moves().len()))
    }

    /// Performs an action and prints its result.
    fn act(&mut self, action: Action) -> io::Result<()> {
        let mut solved = None;
        match self.session.act(action) {
            ActionResult::Nothing { message } => return writeln!(self.out, "{message}"),
            ActionResult::Stayed { blocked: None } => return Ok(()),
            ActionResult::Stayed { blocked: Some(why) } => {
                return writeln!(self.out, "error: {why}");
            }
            ActionResult::Stepped { message, .. } => writeln!(self.out, "{message}")?,
            ActionResult::Moved { verdict } => solved = verdict,
            ActionResult::Restarted { .. } => {}
        }
        self.board()?;
        self.count()?;
        for message in solved.into_iter().chain(self.session.store.trouble()) {
            writeln!(self.out, "{message}")?;
        }
        self.judge()
    }

    /// In the mode of the fewest moves, says so if the last move has left every shortest solution.
    fn judge(&mut self) -> io::Result<()> {
        let Session {
            game,
            title,
            fewest,
            ..
        } = &self.session;
        if !fewest || game.is_solved() {
            return Ok(());
        }
        let progress = ProgressLine::new(title, "layer", false);
        let ends = game.ends_of_last_move();
        let watch = &mut |now: &_| progress.watch(now);
        let advice = advise_nearest(&mut self.hints, game.puzzle(), &ends, watch);
        drop(progress);
        match self.session.judge(&advice) {
            Some(words) => writeln!(self.out, "{words}"),
            None => Ok(()),
        }
    }

    fn ask(&mut self, question: HintLevel) -> anyhow::Result<ControlFlow<Exit>> {
        self.session.hints += 1;
        self.out.flush()?;
        let progress = ProgressLine::new(&self.session.title, "layer", false);
        let position = self.session.game.position();
        let advice = self.hints.advise(&position, &mut |now| progress.watch(now));
        drop(progress);
        writeln!(self.out, "{}", self.session.answer(question, &advice))?;
        if let (HintLevel::Rest, Ok(Advice::Way { moves, .. })) = (question, advice) {
            let rest = Solution {
                metric: self.session.game.metric(),
                moves: moves.into(),
            };
            write!(
                self.out,
                "{}",
                SolutionListing::new(self.session.puzzle(), &rest)
            )?;
        }
        Ok(if interrupt::pressed() {
            ControlFlow::Break(Exit::Stopped)
        } else {
            ControlFlow::Continue(())
        })
    }

    /// Opens another puzzle of the collection. Files are refused because the lines may come from
    /// anywhere.
    fn play(&mut self, name: &str) -> anyhow::Result<()> {
        let collection = Collection::built_in();
        let mut entries = match collection.find(name) {
            Ok(entries) => entries,
            Err(error) => {
                let help = error
                    .help()
                    .map(|help| format!(" ({help})"))
                    .unwrap_or_default();
                writeln!(self.out, "error: {error}{help}")?;
                return Ok(());
            }
        };
        let count = entries.len();
        let first = input::built_in(&collection, entries.swap_remove(0));
        if count > 1 {
            writeln!(
                self.out,
                "error: {count} puzzles; pick one, like {}",
                first.pick
            )?;
            return Ok(());
        }
        self.session = self.session.next(first);
        self.hints = self.sources.hints();
        Ok(self.begin()?)
    }

    fn puzzles(&mut self, text: &str) -> io::Result<()> {
        let picker = Picker::searching(text, self.session.game.metric());
        for row in picker.found() {
            writeln!(
                self.out,
                "{}: {} {}",
                row.source.pick, row.title, row.optimum
            )?;
        }
        Ok(())
    }
}

/// The command of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PlainCommand {
    /// Moves in any notation, undo, redo or restart.
    Act(Action),
    Ask(HintLevel),
    /// Turns warnings of moves that leave every shortest solution on or off.
    Fewest,
    Board,
    Goal,
    /// A list of the moves.
    Listing,
    /// Another puzzle, or a list of puzzles.
    Play(String),
    Puzzles(String),
    Help,
    Quit,
    /// An empty line or a comment.
    Nothing,
}

const HELP: &str = "\
B left 2       move piece B two cells left; Bl2, B←2, and `C down, right` will do as well
undo, redo     take the last move back, redo it
restart        take all moves back
hint           which piece to move
move           which piece, and where
distance       how far it is from here
solve          the rest of the way
fewest         warn when a move leaves the shortest solutions, on and off
board, goal    draw the board, the goal
moves          the moves so far
play NAME      another puzzle of the collection
list TEXT      the puzzles with TEXT in their names
quit, q        end";

impl PlainCommand {
    /// Parses a line in this position.
    ///
    /// # Errors
    /// The reason why it is invalid.
    fn parse(line: &str, position: &Position<'_>) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = match word.to_lowercase().as_str() {
            "" => PlainCommand::Nothing,
            "play" if !rest.is_empty() => return Ok(PlainCommand::Play(rest.to_owned())),
            "list" => return Ok(PlainCommand::Puzzles(rest.to_owned())),
            "hint" => match rest {
                "" | "piece" => return Ok(PlainCommand::Ask(HintLevel::Piece)),
                "move" => return Ok(PlainCommand::Ask(HintLevel::Move)),
                "distance" => return Ok(PlainCommand::Ask(HintLevel::Distance)),
                _ => return Err("a hint is `hint piece`, `hint move` or `hint distance`".into()),
            },
            "undo" => PlainCommand::Act(Action::Undo),
            "redo" => PlainCommand::Act(Action::Redo),
            "restart" => PlainCommand::Act(Action::Restart),
            "move" => PlainCommand::Ask(HintLevel::Move),
            "distance" => PlainCommand::Ask(HintLevel::Distance),
            "solve" => PlainCommand::Ask(HintLevel::Rest),
            "fewest" => PlainCommand::Fewest,
            "board" => PlainCommand::Board,
            "goal" => PlainCommand::Goal,
            "moves" => PlainCommand::Listing,
            "help" | "?" => PlainCommand::Help,
            "quit" | "exit" | "q" => PlainCommand::Quit,
            _ if line.starts_with(';') => return Ok(PlainCommand::Nothing),
            _ => return moves(line, position),
        };
        if rest.is_empty() {
            Ok(alone)
        } else {
            moves(line, position)
        }
    }
}

/// Parses moves as those of a puzzle that starts here. A small letter stands for the capital one if
/// no piece has the small one.
fn moves(line: &str, position: &Position<'_>) -> Result<PlainCommand, String> {
    let Some(RestartedPuzzle {
        puzzle, origins, ..
    }) = position.puzzle().with_start(position.anchors())
    else {
        return Err("the board is not as it should be".to_owned());
    };
    let read = |line: &str| notation::parse(&puzzle, line, Some(Metric::Move));
    let solution =
        read(line).or_else(|error| capital(&puzzle, line).map_or(Err(error), |line| read(&line)));
    match solution {
        Ok(solution) if !solution.is_empty() => {
            let original = |unit: Move| Move {
                piece: origins[unit.piece],
                ..unit
            };
            let moves = solution.into_iter().map(original).collect();
            Ok(PlainCommand::Act(Action::Moves(moves)))
        }
        Err(error) if notation::looks_like_moves(line) => {
            Err(format!("{} ({})", error.message, error.help))
        }
        _ => {
            let shown: String = diagnostics::sanitize(line).chars().take(40).collect();
            Err(format!("there is no command `{shown}`; `help` lists them"))
        }
    }
}

/// Returns the line with a capital first letter, if only that is a piece.
fn capital(puzzle: &Puzzle, line: &str) -> Option<String> {
    let first = line.chars().next()?;
    let is_piece = |letter| puzzle.pieces().iter().any(|piece| piece.letter == letter);
    let mut large = first.to_uppercase();
    let large = large.next().filter(|_| large.len() == 0)?;
    (!is_piece(first) && is_piece(large)).then(|| format!("{large}{}", &line[first.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use crate::grid::Direction::{Down, Left, Right};

    use super::*;

    const CLASSIC: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/puzzles/klotski/heng-dao-li-ma.txt"
    ));

    fn parse(line: &str) -> Result<PlainCommand, String> {
        let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
        PlainCommand::parse(line, &Position::start(&puzzle))
    }

    #[test]
    fn moves_are_read_in_any_notation() {
        for line in [
            "I right 2",
            "Ir2",
            "I→2",
            "i right 2",
            "1. I 卒 right 2",
            "  I right right ",
        ] {
            let Ok(PlainCommand::Act(Action::Moves(moves))) = parse(line) else {
                panic!("{line}")
            };
            assert_eq!(moves.len(), 1, "{line}");
            assert_eq!(moves[0].path, [Right, Right], "{line}");
        }
        let Ok(PlainCommand::Act(Action::Moves(moves))) = parse("Hd Il Gd2") else {
            panic!("several moves")
        };
        let paths: Vec<_> = moves.into_iter().map(|unit| unit.path).collect();
        assert_eq!(paths, [vec![Down], vec![Left], vec![Down, Down]]);
    }

    #[test]
    fn commands_are_words() {
        assert_eq!(parse(" UNDO "), Ok(PlainCommand::Act(Action::Undo)));
        assert_eq!(parse("hint"), Ok(PlainCommand::Ask(HintLevel::Piece)));
        assert_eq!(parse("hint move"), Ok(PlainCommand::Ask(HintLevel::Move)));
        assert_eq!(
            parse("play red donkey"),
            Ok(PlainCommand::Play("red donkey".to_owned()))
        );
        assert_eq!(parse(""), Ok(PlainCommand::Nothing));
        assert_eq!(parse("; a remark"), Ok(PlainCommand::Nothing));
    }
}
