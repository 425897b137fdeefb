//! Line by line: for pipes, for scripts, and for those who have the screen read to them.

mod command;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::Arc;

use huarong::play::{Advice, Game, Oracle, Playback};
use huarong::puzzle::Metric;
use huarong::solution::notation::Listing;
use huarong::solution::{Move, Solution};

use super::args::PlayArgs;
use super::oracle::Informed;
use super::picker::Picker;
use super::question::{self, Question};
use super::record_keeper::RecordKeeper;
use super::table::Optimum;
use super::verdict;
use crate::cli::drawing::{self, Paint};
use crate::cli::exit::Exit;
use crate::cli::input::{self, Source};
use crate::cli::interrupt;
use crate::cli::progress::Line;
use command::{Command, HELP};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// A game, line by line.
struct Talk<'a> {
    args: &'a PlayArgs,
    out: &'a mut dyn Write,
    keeper: RecordKeeper,
    title: String,
    game: Game,
    oracle: Informed,
    hints: usize,
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
    args: &PlayArgs,
    playback: Option<Playback>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if let Some(playback) = playback {
        replay(&source, playback, out)?;
        return Ok(Exit::Done);
    }
    let mut talk = Talk::new(source, args, RecordKeeper::of_the_user(), out);
    talk.begin()?;
    let stdin = io::stdin();
    let is_terminal = stdin.is_terminal();
    let mut stdin = stdin.lock();
    loop {
        if is_terminal {
            write!(talk.out, "> ")?;
        }
        // Whoever is at the other end of a pipe waits for the answer.
        talk.out.flush()?;
        let mut bytes = Vec::new();
        stdin.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(Exit::Done);
        }
        match talk.hear(&String::from_utf8_lossy(&bytes))? {
            Then::GoOn => {}
            Then::End(exit) => return Ok(exit),
        }
    }
}

/// Prints each move and the board after it.
fn replay(source: &Source, mut playback: Playback, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n{}", source.title(), playback.position())?;
    while playback.forward() {
        if let Some(unit) = playback.current() {
            let (number, unit) = (playback.begun(), question::in_words(&source.puzzle, unit));
            writeln!(out, "\n{number}. {unit}\n{}", playback.position())?;
        }
    }
    writeln!(out, "\nsolved")
}

impl<'a> Talk<'a> {
    fn new(
        source: Source,
        args: &'a PlayArgs,
        keeper: RecordKeeper,
        out: &'a mut dyn Write,
    ) -> Self {
        let metric = Metric::from(args.metric);
        let oracle = args.sources().oracle();
        let title = source.title();
        let game = Game::new(Arc::new(source.puzzle), metric);
        Talk { args, out, keeper, title, game, oracle, hints: 0 }
    }

    /// What is to be known before the first move.
    fn begin(&mut self) -> io::Result<()> {
        let (puzzle, metric) = (Arc::clone(self.game.puzzle()), self.game.metric());
        writeln!(self.out, "{}", self.title)?;
        self.board()?;
        writeln!(self.out, "goal:\n{}", drawing::goal(&puzzle, Paint::Plain, &puzzle.goals()[0]))?;
        match Optimum::published(&puzzle, metric) {
            Optimum::Unknown => {}
            Optimum::None => writeln!(self.out, "there is no solution")?,
            Optimum::Length(length) => writeln!(self.out, "optimum: {}", metric.count(length))?,
        }
        if let Some(record) = self.keeper.best(&puzzle, metric) {
            writeln!(self.out, "your best: {}", metric.count(record.length))?;
        }
        self.tell_trouble()?;
        writeln!(self.out, "`help` lists the commands")
    }

    /// Does what a line asks for, and answers.
    fn hear(&mut self, line: &str) -> anyhow::Result<Then> {
        let command = match Command::parse(line, &self.game.position()) {
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
                for goal in self.game.puzzle().goals() {
                    writeln!(
                        self.out,
                        "goal:\n{}",
                        drawing::goal(self.game.puzzle(), Paint::Plain, goal)
                    )?;
                }
            }
            Command::Listing => {
                let (puzzle, moves) = (self.game.puzzle(), self.game.solution());
                write!(self.out, "{}", Listing::new(puzzle, &moves))?;
                self.count()?;
            }
            Command::Moves(moves) => self.moves(&moves)?,
            Command::Undo => {
                let unit = self.game.undo();
                self.went(unit, "taken back", "there is nothing to take back")?;
            }
            Command::Redo => {
                let unit = self.game.redo();
                self.went(unit, "made again", "there is nothing to make again")?;
            }
            Command::Restart => {
                self.game.restart();
                self.board()?;
                self.count()?;
            }
            Command::Ask(question) => return self.ask(question),
            Command::Play(name) => self.play(&name)?,
            Command::Puzzles(text) => self.puzzles(&text)?,
        }
        Ok(Then::GoOn)
    }

    fn board(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.game.position())
    }

    fn count(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.game.metric().count(self.game.moves().len()))
    }

    fn tell_trouble(&mut self) -> io::Result<()> {
        self.keeper.trouble().map_or(Ok(()), |trouble| writeln!(self.out, "{trouble}"))
    }

    fn moves(&mut self, moves: &[Move]) -> io::Result<()> {
        let before = self.game.anchors().to_vec();
        let mut made = moves.iter().map(|unit| self.game.travel(unit.piece, &unit.path));
        if let Some(why) = made.find_map(Result::err) {
            writeln!(self.out, "error: {why}")?;
        }
        if self.game.anchors() == before {
            return Ok(());
        }
        self.board()?;
        self.count()?;
        if self.game.is_solved() { self.solved() } else { Ok(()) }
    }

    fn went(&mut self, unit: Option<Move>, what: &str, nothing: &str) -> io::Result<()> {
        let Some(unit) = unit else { return writeln!(self.out, "{nothing}") };
        let unit = question::in_words(self.game.puzzle(), &unit);
        writeln!(self.out, "{what}: {unit}")?;
        self.board()?;
        self.count()
    }

    fn solved(&mut self) -> io::Result<()> {
        let (length, metric) = (self.game.moves().len(), self.game.metric());
        let standing = self.keeper.enter(&self.game, self.hints);
        let optimum = Optimum::published(self.game.puzzle(), metric);
        let verdict = verdict::solved(length, metric, optimum, standing.as_ref());
        writeln!(self.out, "{verdict}")?;
        self.tell_trouble()
    }

    fn ask(&mut self, question: Question) -> anyhow::Result<Then> {
        interrupt::listen();
        self.hints += 1;
        self.out.flush()?;
        let progress = Line::new(&self.title, "layer", false);
        let position = self.game.position();
        let advice = self.oracle.advise(&position, &mut |now| progress.watch(now));
        drop(progress);
        let (puzzle, metric) = (self.game.puzzle(), self.game.metric());
        writeln!(self.out, "{}", question::answer(puzzle, metric, question, &advice))?;
        if let (Question::Rest, Ok(Advice::Way { moves, .. })) = (question, advice) {
            let rest = Solution { metric, moves };
            write!(self.out, "{}", Listing::new(puzzle, &rest))?;
        }
        Ok(if interrupt::pressed() { Then::End(Exit::Stopped) } else { Then::GoOn })
    }

    /// Another puzzle of the collection. No file: the lines may come from anywhere.
    fn play(&mut self, name: &str) -> anyhow::Result<()> {
        let collection = huarong::collection::Collection::built_in();
        let found = collection.find(name);
        let source = match found {
            Ok(entries) if entries.len() == 1 => {
                entries.into_iter().next().map(|entry| input::built_in(&collection, entry))
            }
            Ok(entries) => {
                let first = input::built_in(&collection, entries[0].clone()).pick;
                writeln!(self.out, "error: {} puzzles; pick one, like {first}", entries.len())?;
                None
            }
            Err(error) => {
                let help = error.help().map(|help| format!(" ({help})")).unwrap_or_default();
                writeln!(self.out, "error: {error}{help}")?;
                None
            }
        };
        if let Some(source) = source {
            let metric = self.game.metric();
            self.title = source.title();
            self.game = Game::new(Arc::new(source.puzzle), metric);
            self.oracle = self.args.sources().oracle();
            self.hints = 0;
            self.begin()?;
        }
        Ok(())
    }

    fn puzzles(&mut self, text: &str) -> io::Result<()> {
        let picker = Picker::searching(text, self.game.metric());
        for row in picker.found() {
            writeln!(self.out, "{}: {} {}", row.source.pick, row.title, row.optimum)?;
        }
        Ok(())
    }
}
