//! Line by line: for pipes, for scripts, and for screen readers.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use huarong::Puzzle;
use huarong::collection::Collection;
use huarong::play::{Advice, Oracle, Playback};
use huarong::puzzle::{Metric, Renumbered};
use huarong::solution::notation::{self, Listing, ParseError, ParseErrorKind};
use huarong::solution::{Move, Position, Solution};

use super::hints::{Hints, Sources};
use super::keeper::Keeper;
use super::picker::Picker;
use super::session::{self, Action, Begin, Effect, Optimum, Question, Session};
use crate::cli::drawing::{self, PieceStyle};
use crate::cli::exit::Exit;
use crate::cli::input::{self, Source};
use crate::cli::progress::ProgressLine;
use crate::cli::{diagnostics, interrupt};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// A game, line by line.
struct PlainUi<'a> {
    session: Session,
    sources: Sources,
    oracle: Hints,
    out: &'a mut dyn Write,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    End(Exit),
}

/// Plays by the lines of standard input until they end; or just prints a solution that is to be
/// watched.
pub(super) fn run(
    source: Source,
    sources: Sources,
    playback: Option<Playback>,
    begin: Begin,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if let Some(playback) = playback {
        replay(&source, playback, out)?;
        return Ok(Exit::Done);
    }
    let is_terminal = io::stdin().is_terminal();
    let keeper = Keeper::of_the_user();
    // The same lines from a pipe or a file are to do the same each time.
    let keeper = if is_terminal { keeper } else { keeper.without_games() };
    let session = Session::new(source, sources.metric, keeper, begin);
    let mut ui = PlainUi { session, oracle: sources.oracle(), sources, out };
    let left = ui.play_on(is_terminal.then_some("> "));
    if let Some(words) = ui.session.farewell() {
        diagnostics::note(words);
    }
    left
}

/// What happens while a line is waited for.
enum Heard {
    /// A line, with its end; none where the input has ended.
    Line(io::Result<Vec<u8>>),
    /// The system or the player wants the program to end.
    End,
}

/// Has lines and signals sent, from threads that wait for them.
fn listen() -> Receiver<Heard> {
    let (heard, lines) = mpsc::sync_channel(1);
    let ends = heard.clone();
    interrupt::redirect(move || {
        interrupt::press();
        ends.send(Heard::End).is_ok()
    });
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        loop {
            let mut bytes = Vec::new();
            let read = stdin.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
            let is_last = !matches!(read, Ok(1..));
            if heard.send(Heard::Line(read.map(|_| bytes))).is_err() || is_last {
                return;
            }
        }
    });
    lines
}

/// Prints each move and the board after it.
fn replay(source: &Source, mut playback: Playback, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n{}", source.title(), playback.position())?;
    while playback.forward() {
        if let Some(unit) = playback.current() {
            let (number, unit) = (playback.begun(), session::in_words(&source.puzzle, unit));
            writeln!(out, "\n{number}. {unit}\n{}", playback.position())?;
        }
    }
    writeln!(out, "\nsolved")
}

impl PlainUi<'_> {
    /// Answers line after line, with this before each of them.
    fn play_on(&mut self, prompt: Option<&str>) -> anyhow::Result<Exit> {
        let lines = listen();
        self.begin()?;
        loop {
            write!(self.out, "{}", prompt.unwrap_or_default())?;
            // A program at the other end of a pipe waits for the answer.
            self.out.flush()?;
            let end = match lines.recv() {
                Ok(Heard::Line(Ok(bytes))) if !bytes.is_empty() => {
                    match self.answer_line(&String::from_utf8_lossy(&bytes))? {
                        Then::GoOn => continue,
                        Then::End(exit) => return Ok(exit),
                    }
                }
                Ok(Heard::Line(read)) => read.map(|_| Exit::Done),
                Ok(Heard::End) | Err(_) => Ok(Exit::Stopped),
            };
            // Nobody has ended the line that the prompt begins.
            write!(self.out, "{}", prompt.map_or("", |_| "\n"))?;
            self.out.flush()?;
            return Ok(end?);
        }
    }

    /// What is to be known before the first move.
    fn begin(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.session.title)?;
        if let Some(day) = &self.session.left {
            let game = &self.session.game;
            let made = game.metric().count(game.moves().len());
            writeln!(self.out, "going on after {made}, left on {day}; `restart` starts again")?;
        }
        self.board()?;
        let (puzzle, metric) = (self.session.puzzle(), self.session.game.metric());
        writeln!(
            self.out,
            "goal:\n{}",
            drawing::goal(puzzle, PieceStyle::Plain, &puzzle.goals()[0])
        )?;
        match self.session.optimum {
            Optimum::Unknown => {}
            Optimum::None => writeln!(self.out, "there is no solution")?,
            Optimum::Length(length) => writeln!(self.out, "optimum: {}", metric.count(length))?,
        }
        if let Some(record) = &self.session.record {
            writeln!(self.out, "your best: {}", metric.count(record.length))?;
        }
        if let Some(trouble) = self.session.trouble() {
            writeln!(self.out, "{trouble}")?;
        }
        writeln!(self.out, "`help` lists the commands")
    }

    /// Does what a line asks for, and answers.
    fn answer_line(&mut self, line: &str) -> anyhow::Result<Then> {
        let command = match Command::parse(line, &self.session.game.position()) {
            Ok(command) => command,
            Err(wrong) => {
                writeln!(self.out, "error: {wrong}")?;
                return Ok(Then::GoOn);
            }
        };
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(Then::End(Exit::Done)),
            Command::Help => writeln!(self.out, "{HELP}")?,
            Command::Board => self.board()?,
            Command::Goal => {
                let puzzle = self.session.puzzle();
                for goal in puzzle.goals() {
                    let drawn = drawing::goal(puzzle, PieceStyle::Plain, goal);
                    writeln!(self.out, "goal:\n{drawn}")?;
                }
            }
            Command::Listing => {
                let (puzzle, moves) = (self.session.puzzle(), self.session.game.solution());
                write!(self.out, "{}", Listing::new(puzzle, &moves))?;
                self.count()?;
            }
            Command::Act(action) => self.act(action)?,
            Command::Ask(question) => return self.ask(question),
            Command::Play(name) => self.play(&name)?,
            Command::Puzzles(text) => self.puzzles(&text)?,
        }
        Ok(Then::GoOn)
    }

    fn board(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.session.game.position())
    }

    fn count(&mut self) -> io::Result<()> {
        let game = &self.session.game;
        writeln!(self.out, "{}", game.metric().count(game.moves().len()))
    }

    /// Does what the player wants with the pieces, and prints what has come of it.
    fn act(&mut self, action: Action) -> io::Result<()> {
        let effect = self.session.act(action);
        match &effect {
            Effect::Nothing { message } => return writeln!(self.out, "{message}"),
            Effect::Stepped { message, .. } => writeln!(self.out, "{message}")?,
            Effect::Stayed { blocked: Some(why) } => {
                writeln!(self.out, "error: {why}")?;
            }
            Effect::Moved { .. } | Effect::Stayed { .. } | Effect::Restarted { .. } => {}
        }
        if let Effect::Stayed { .. } = effect {
            return Ok(());
        }
        self.board()?;
        self.count()?;
        if let Some(trouble) = self.session.trouble() {
            writeln!(self.out, "{trouble}")?;
        }
        if let Effect::Moved { solved: Some(solved) } = effect {
            writeln!(self.out, "{}", solved.verdict)?;
            if let Some(trouble) = solved.trouble {
                writeln!(self.out, "{trouble}")?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, question: Question) -> anyhow::Result<Then> {
        self.session.count_hint();
        self.out.flush()?;
        let progress = ProgressLine::new(&self.session.title, "layer", false);
        let position = self.session.game.position();
        let advice = self.oracle.advise(&position, &mut |now| progress.watch(now));
        drop(progress);
        writeln!(self.out, "{}", self.session.answer(question, &advice))?;
        if let (Question::Rest, Ok(Advice::Way { moves, .. })) = (question, advice) {
            let rest = Solution { metric: self.session.game.metric(), moves };
            write!(self.out, "{}", Listing::new(self.session.puzzle(), &rest))?;
        }
        Ok(if interrupt::pressed() { Then::End(Exit::Stopped) } else { Then::GoOn })
    }

    /// Another puzzle of the collection. No file: the lines may come from anywhere.
    fn play(&mut self, name: &str) -> anyhow::Result<()> {
        let collection = Collection::built_in();
        let mut entries = match collection.find(name) {
            Ok(entries) => entries,
            Err(error) => {
                let help = error.help().map(|help| format!(" ({help})")).unwrap_or_default();
                writeln!(self.out, "error: {error}{help}")?;
                return Ok(());
            }
        };
        let count = entries.len();
        let first = input::built_in(&collection, entries.swap_remove(0));
        if count > 1 {
            writeln!(self.out, "error: {count} puzzles; pick one, like {}", first.pick)?;
            return Ok(());
        }
        self.session = self.session.next(first);
        self.oracle = self.sources.oracle();
        Ok(self.begin()?)
    }

    fn puzzles(&mut self, text: &str) -> io::Result<()> {
        let picker = Picker::searching(text, self.session.game.metric());
        for row in picker.found() {
            writeln!(self.out, "{}: {} {}", row.source.pick, row.title, row.optimum)?;
        }
        Ok(())
    }
}

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Command {
    /// Moves in any notation, undo, redo or restart.
    Act(Action),
    Ask(Question),
    Board,
    Goal,
    /// The moves so far.
    Listing,
    /// Another puzzle, or the names of those that there are.
    Play(String),
    Puzzles(String),
    Help,
    Quit,
    /// An empty line or a remark.
    Nothing,
}

/// What `help` prints.
const HELP: &str = "\
B left 2       move piece B two cells left; Bl2, B←2, and `C down, right` will do as well
undo, redo     take the last move back, make it again
restart        take all moves back
hint           which piece to move
move           which piece, and where
distance       how far it is from here
solve          the rest of the way
board, goal    draw the board, the goal
moves          the moves so far
play NAME      another puzzle of the collection
list TEXT      the puzzles with TEXT in their names
quit, q        end";

impl Command {
    /// What a line asks for in this position.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    fn parse(line: &str, position: &Position<'_>) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = match word.to_lowercase().as_str() {
            "" => Command::Nothing,
            "play" if !rest.is_empty() => return Ok(Command::Play(rest.to_owned())),
            "list" => return Ok(Command::Puzzles(rest.to_owned())),
            "hint" => match rest {
                "" | "piece" => return Ok(Command::Ask(Question::Piece)),
                "move" => return Ok(Command::Ask(Question::Move)),
                "distance" => return Ok(Command::Ask(Question::Distance)),
                _ => return Err("a hint is `hint piece`, `hint move` or `hint distance`".into()),
            },
            "undo" => Command::Act(Action::Undo),
            "redo" => Command::Act(Action::Redo),
            "restart" => Command::Act(Action::Restart),
            "move" => Command::Ask(Question::Move),
            "distance" => Command::Ask(Question::Distance),
            "solve" => Command::Ask(Question::Rest),
            "board" => Command::Board,
            "goal" => Command::Goal,
            "moves" => Command::Listing,
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            _ if line.starts_with(';') => return Ok(Command::Nothing),
            _ => return moves(line, position),
        };
        if rest.is_empty() { Ok(alone) } else { moves(line, position) }
    }
}

/// The moves of a line, read as those of a puzzle that begins here; a small letter will do for the
/// large one, where there is no piece of the small one.
fn moves(line: &str, position: &Position<'_>) -> Result<Command, String> {
    let Some(Renumbered { puzzle, origins }) = position.puzzle().with_start(position.anchors())
    else {
        return Err("the board is not as it should be".to_owned());
    };
    let read = |line: &str| notation::parse(&puzzle, line, Some(Metric::Move));
    let solution =
        read(line).or_else(|error| capital(&puzzle, line).map_or(Err(error), |line| read(&line)));
    match solution {
        Ok(solution) if !solution.is_empty() => {
            let original = |unit: Move| Move { piece: origins[unit.piece], ..unit };
            let moves = solution.moves.into_iter().map(original).collect();
            Ok(Command::Act(Action::Moves(moves)))
        }
        Ok(_) | Err(ParseError { kind: ParseErrorKind::Empty, .. }) => {
            let shown: String = diagnostics::sanitize(line).chars().take(40).collect();
            Err(format!("there is no command `{shown}`; `help` lists them"))
        }
        Err(error) => {
            let help = error.help().map(|help| format!(" ({help})")).unwrap_or_default();
            Err(format!("{}{help}", error.kind))
        }
    }
}

/// The line with its first letter large, where only that is a piece.
fn capital(puzzle: &Puzzle, line: &str) -> Option<String> {
    let first = line.chars().next()?;
    let is_piece = |letter| puzzle.pieces().iter().any(|piece| piece.letter == letter);
    let mut large = first.to_uppercase();
    let large = large.next().filter(|_| large.len() == 0)?;
    (!is_piece(first) && is_piece(large)).then(|| format!("{large}{}", &line[first.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use huarong::grid::Direction::{Down, Left, Right};

    use super::*;

    const CLASSIC: &str = include_str!("../../../puzzles/klotski/heng-dao-li-ma.txt");

    fn parse(line: &str) -> Result<Command, String> {
        let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
        Command::parse(line, &Position::start(&puzzle))
    }

    #[test]
    fn moves_are_read_in_any_notation() {
        for line in ["I right 2", "Ir2", "I→2", "i right 2", "1. I 卒 right 2", "  I right right "]
        {
            let Ok(Command::Act(Action::Moves(moves))) = parse(line) else { panic!("{line}") };
            assert_eq!(moves.len(), 1, "{line}");
            assert_eq!(moves[0].path, [Right, Right], "{line}");
        }
        let Ok(Command::Act(Action::Moves(moves))) = parse("Hd Il Gd2") else {
            panic!("several moves")
        };
        let paths: Vec<_> = moves.into_iter().map(|unit| unit.path).collect();
        assert_eq!(paths, [vec![Down], vec![Left], vec![Down, Down]]);
    }

    #[test]
    fn commands_are_words() {
        assert_eq!(parse(" UNDO "), Ok(Command::Act(Action::Undo)));
        assert_eq!(parse("hint"), Ok(Command::Ask(Question::Piece)));
        assert_eq!(parse("hint move"), Ok(Command::Ask(Question::Move)));
        assert_eq!(parse("play red donkey"), Ok(Command::Play("red donkey".to_owned())));
        assert_eq!(parse(""), Ok(Command::Nothing));
        assert_eq!(parse("; a remark"), Ok(Command::Nothing));
    }
}
