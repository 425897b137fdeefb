//! Line by line: for pipes, for scripts, and for screen readers.

use crate::cli::prelude::*;
use std::{
    io::{BufRead, IsTerminal, Read},
    sync::mpsc::{self, Receiver},
};

use crate::{
    play::{Advice, Hints},
    puzzle::RestartedPuzzle,
    solution::notation,
};

use super::{
    picker::Picker,
    playback::Playback,
    session::{Action, ActionResult, HintLevel, KnownOptimum, Session, in_words},
};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

struct PlainUi<'a> {
    session: Session,
    /// The hints for a new game.
    source: Hints,
    hints: Hints,
    out: &'a mut dyn Write,
}

/// Plays by the lines of standard input, after a prompt if they come from a terminal.
pub fn run(session: Session, source: Hints, out: &mut dyn Write) -> Result<Exit> {
    let mut ui = PlainUi {
        session,
        hints: source.clone(),
        source,
        out,
    };
    let prompt = if io::stdin().is_terminal() { "> " } else { "" };
    let left = ui.play_on(prompt);
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
fn listen() -> Result<Receiver<InputEvent>> {
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
pub fn replay(source: &Source, mut playback: Playback, out: &mut dyn Write) -> Printed {
    writeln!(out, "{}\n{}", source.title(), playback.position())?;
    while playback.forward() {
        if let Some(unit) = playback.current() {
            let number = playback.begun();
            let unit = in_words(&source.puzzle, unit);
            writeln!(out, "\n{number}. {unit}\n{}", playback.position())?;
        }
    }
    writeln!(out, "\nsolved")
}

impl PlainUi<'_> {
    /// Answers each line, after a prompt.
    fn play_on(&mut self, prompt: &str) -> Result<Exit> {
        let lines = listen()?;
        self.begin()?;
        let end = loop {
            write!(self.out, "{prompt}")?;
            // A program at the other end of a pipe waits for the answer.
            self.out.flush()?;
            match lines.recv() {
                Ok(InputEvent::Line(Ok(bytes))) if !bytes.is_empty() => {
                    if let Some(exit) = self.answer_line(&String::from_utf8_lossy(&bytes))? {
                        return Ok(exit);
                    }
                }
                Ok(InputEvent::Line(read)) => break read.map(|_| Exit::Done),
                Ok(InputEvent::End) | Err(_) => break Ok(Exit::Stopped),
            }
        };
        // The line that the prompt begins must end.
        if !prompt.is_empty() {
            self.say("")?;
        }
        self.out.flush()?;
        Ok(end?)
    }

    fn say(&mut self, text: impl Display) -> Printed {
        writeln!(self.out, "{text}")
    }

    /// Prints the puzzle, its goal and what is known about it.
    fn begin(&mut self) -> Printed {
        self.say(self.session.title.clone())?;
        let metric = self.session.game.metric();
        if let Some(day) = &self.session.left {
            let made = metric.count(self.session.game.moves().len());
            self.say(format!(
                "going on after {made}, left on {day}; `restart` starts again"
            ))?;
        }
        self.board()?;
        self.goals(1)?;
        match self.session.optimum {
            KnownOptimum::Unknown => {}
            KnownOptimum::None => self.say("there is no solution")?,
            KnownOptimum::Length(length) => {
                self.say(format!("optimum: {}", metric.count(length)))?;
            }
        }
        if let Some(record) = &self.session.record {
            self.say(format!("your best: {}", metric.count(record.length)))?;
        }
        if let Some(trouble) = self.session.store.trouble() {
            self.say(trouble)?;
        }
        self.say("`help` lists the commands")
    }

    /// Obeys the command of a line. Returns the exit status if the line ends the game.
    fn answer_line(&mut self, line: &str) -> Result<Option<Exit>> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (&*word.to_lowercase(), rest.trim()) {
            _ if line.is_empty() || line.starts_with(';') => {}
            ("play", name) if !name.is_empty() => self.play(name)?,
            ("list", text) => self.list(text)?,
            ("hint", "" | "piece") => return self.ask(HintLevel::Piece),
            ("move", "") | ("hint", "move") => return self.ask(HintLevel::Move),
            ("distance", "") | ("hint", "distance") => return self.ask(HintLevel::Distance),
            ("hint", _) => {
                self.say("error: a hint is `hint piece`, `hint move` or `hint distance`")?;
            }
            ("solve", "") => return self.ask(HintLevel::Rest),
            ("undo", "") => self.act(Action::Undo)?,
            ("redo", "") => self.act(Action::Redo)?,
            ("restart", "") => self.act(Action::Restart)?,
            ("fewest", "") => {
                let message = self.session.toggle_fewest();
                self.say(message)?;
                self.judge()?;
            }
            ("board", "") => self.board()?,
            ("goal", "") => self.goals(usize::MAX)?,
            ("moves", "") => {
                let moves = self.session.game.solution();
                write!(self.out, "{}", moves.display(self.session.puzzle()))?;
                self.count()?;
            }
            ("help" | "?", "") => self.say(HELP)?,
            ("quit" | "exit" | "q", "") => return Ok(Some(Exit::Done)),
            _ => match moves(line, &self.session.game.position()) {
                Ok(moves) => self.act(Action::Moves(moves))?,
                Err(error) => self.say(format!("error: {error}"))?,
            },
        }
        Ok(None)
    }

    fn board(&mut self) -> Printed {
        writeln!(self.out, "{}", self.session.game.position())
    }

    /// Draws the first goals.
    fn goals(&mut self, count: usize) -> Printed {
        let puzzle = self.session.puzzle();
        for goal in puzzle.drawn_goals().take(count) {
            let drawn = drawing::goal(puzzle, PieceStyle::Plain, goal);
            writeln!(self.out, "goal:\n{drawn}")?;
        }
        if puzzle.all_leave() {
            writeln!(self.out, "goal: gone")?;
        }
        Ok(())
    }

    fn count(&mut self) -> Printed {
        let game = &self.session.game;
        self.say(game.metric().count(game.moves().len()))
    }

    /// Performs an action and prints its result.
    fn act(&mut self, action: Action) -> Printed {
        let mut solved = None;
        match self.session.act(action) {
            ActionResult::Nothing(message) => return self.say(message),
            ActionResult::Unmoved => return Ok(()),
            ActionResult::Blocked(why) => return self.say(format!("error: {why}")),
            ActionResult::Restarted(_) => {}
            ActionResult::Moved {
                piece: Some(_),
                message: Some(message),
            } => self.say(message)?,
            ActionResult::Moved { message, .. } => solved = message,
        }
        self.board()?;
        self.count()?;
        for message in solved.into_iter().chain(self.session.store.trouble()) {
            self.say(message)?;
        }
        self.judge()
    }

    /// In the mode of the fewest moves, says so if the last move has left every shortest solution.
    fn judge(&mut self) -> Printed {
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
        let watch = &mut |now: &_| progress.update(now);
        let advice = self.hints.advise_nearest(game.puzzle(), &ends, watch);
        drop(progress);
        self.session
            .judge(&advice)
            .map_or(Ok(()), |words| self.say(words))
    }

    fn ask(&mut self, question: HintLevel) -> Result<Option<Exit>> {
        self.session.hints += 1;
        self.out.flush()?;
        let progress = ProgressLine::new(&self.session.title, "layer", false);
        let position = self.session.game.position();
        let advice = self
            .hints
            .advise(&position, &mut |now| progress.update(now));
        drop(progress);
        let answer = self.session.answer(question, &advice);
        self.say(answer)?;
        if let (HintLevel::Rest, Ok(Advice::Way { moves, .. })) = (question, advice) {
            let rest = Solution {
                metric: self.session.game.metric(),
                moves: moves.into(),
            };
            write!(self.out, "{}", rest.display(self.session.puzzle()))?;
        }
        Ok(interrupt::pressed().then_some(Exit::Stopped))
    }

    /// Opens another puzzle of the collection. Files are refused because the lines may come from
    /// anywhere.
    fn play(&mut self, name: &str) -> Result {
        let collection = Collection::built_in();
        let mut entries = match collection.find(name) {
            Ok(entries) => entries,
            Err(error) => {
                let help = error.help().map(|help| format!(" ({help})"));
                self.say(format!("error: {error}{}", help.unwrap_or_default()))?;
                return Ok(());
            }
        };
        let count = entries.len();
        let first = input::built_in(&collection, entries.swap_remove(0));
        if count > 1 {
            self.say(format!(
                "error: {count} puzzles; pick one, like {}",
                first.pick
            ))?;
            return Ok(());
        }
        self.session = self.session.next(first);
        self.hints = self.source.clone();
        Ok(self.begin()?)
    }

    /// Lists the puzzles with this text in their names.
    fn list(&mut self, text: &str) -> Printed {
        Picker::searching(text, self.session.game.metric())
            .found()
            .try_for_each(|row| {
                let Source { pick, .. } = &row.source;
                self.say(format!("{pick}: {} {}", row.source.title(), row.optimum))
            })
    }
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

/// Parses moves as those of a puzzle that starts here. A small letter stands for the capital one if
/// no piece has the small one.
fn moves(line: &str, position: &Position<'_>) -> Result<Vec<Move>, String> {
    let restarted = position.puzzle().with_start(position.anchors());
    let RestartedPuzzle {
        puzzle, origins, ..
    } = restarted.ok_or("the board is not as it should be")?;
    let read = |line: &str| notation::parse(&puzzle, line, Some(Metric::Move));
    let solution =
        read(line).or_else(|error| capital(&puzzle, line).map_or(Err(error), |line| read(&line)));
    match solution {
        Ok(solution) if !solution.is_empty() => Ok(solution
            .iter()
            .map(|unit| unit.with_origins(&origins))
            .collect()),
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
    use super::*;
    use crate::{
        control::Limits,
        grid::Direction::{self, Down, Left, Right},
        play::Store,
    };

    const CLASSIC: &str = crate::cases::CLASSIC;

    fn parse(line: &str) -> Vec<Vec<Direction>> {
        let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
        let moves = moves(line, &Position::start(&puzzle)).expect("moves");
        moves.into_iter().map(|unit| unit.path).collect()
    }

    #[test]
    fn moves_are_read_in_any_notation() {
        for line in [
            "I right 2",
            "Ir2",
            "I→2",
            "i right 2",
            "1. I 卒 right 2",
            "I right right ",
        ] {
            assert_eq!(parse(line), [[Right, Right]], "{line}");
        }
        let several = [vec![Down], vec![Left], vec![Down, Down]];
        assert_eq!(parse("Hd Il Gd2"), several);
    }

    #[test]
    fn commands_are_words() {
        for (lines, answer) in [
            (["  I right 2 ", " UNDO "], "taken back: I 卒 right 2"),
            (["I right 2", "hint"], "hint: move "),
            (["", "hint move"], "hint: "),
            (["distance", "hint distance"], "81 moves from here"),
            (["undo", "hint all"], "error: a hint is `hint piece`"),
            (["; a remark", "play red donkey"], "Red Donkey"),
            (
                ["play", "quit now"],
                "error: there is no command `quit now`",
            ),
        ] {
            let hints = Hints::new(Metric::Move, Limits::default());
            let source = Source::new("test.txt", CLASSIC.parse().expect("a puzzle"));
            let mut out = Vec::new();
            let mut ui = PlainUi {
                session: Session::new(source, Metric::Move, Store::default(), false),
                source: hints.clone(),
                hints,
                out: &mut out,
            };
            let [first, second] = lines;
            ui.answer_line(first).expect("it can be written");
            ui.say("---").expect("it can be written");
            assert_eq!(ui.answer_line(second).expect("it can be written"), None);
            let out = String::from_utf8(out).expect("text");
            let shown = out.split("---\n").nth(1).expect("an answer");
            assert!(shown.starts_with(answer), "{second}: {shown}");
        }
    }
}
