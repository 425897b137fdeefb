//! Reading of puzzles that arguments name: files, standard input, names of the collection, codes.

mod link;
pub mod many;

use std::collections::{BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::iter;
use std::path::Path;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use crate::collection::{
    self, Collection, Entry, FindError, PickError, did_you_mean, nearest, split_pick,
};
use crate::excerpt::{is_size, utf8};
use crate::notation::{self, Assumption, Notation, ParseError, ParsedText};
use crate::puzzle::{self, Metric, PublishedOptimum, Puzzle};
use crate::solution::Solution;
use crate::solution::stored::{self, StoredSolution};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::cli::args::one_of_or_removed;
use crate::cli::diagnostics::{self, UserError};
use crate::cli::graph_args;
use crate::cli::interrupt;
use crate::cli::numbers::counted;
use link::{LinkedPuzzle, linked_puzzle};

/// A puzzle and its source.
pub struct Source {
    /// Unique name of the puzzle as an argument: `heng-dao-li-ma`, `my.txt#3`.
    pub pick: String,
    pub puzzle: Puzzle,
    /// Assumptions about the puzzle, in words.
    pub notes: Vec<String>,
    /// Whether the goal is assumed.
    pub is_goal_assumed: bool,
}

impl Source {
    /// Returns a puzzle without assumptions.
    pub fn new(pick: impl Into<String>, puzzle: Puzzle) -> Self {
        Source {
            pick: pick.into(),
            puzzle,
            notes: Vec::new(),
            is_goal_assumed: false,
        }
    }

    /// Returns its names, `Heng Dao Li Ma 横刀立马`, or its argument if it has none.
    pub fn title(&self) -> String {
        let title = self.puzzle.title();
        let mut names: Vec<&str> = title.name.iter().map(String::as_str).collect();
        names.extend(chinese(&self.puzzle));
        if names.is_empty() {
            diagnostics::sanitize(&self.pick)
        } else {
            names.join(" ")
        }
    }
}

pub fn chinese(puzzle: &Puzzle) -> Option<&str> {
    let mut translations = puzzle.title().translations.iter();
    translations
        .find(|(language, _)| language.starts_with("zh"))
        .map(|(_, name)| name.as_str())
}

/// Returns the published length of a shortest solution.
pub fn published(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    match puzzle.best() {
        PublishedOptimum::Known(best) => best.get(metric),
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => None,
    }
}

/// Formats the published length: `none` if there is no solution, empty if unknown.
pub fn published_text(puzzle: &Puzzle, metric: Metric) -> String {
    match published(puzzle, metric) {
        Some(length) => length.to_string(),
        None if puzzle.best() == PublishedOptimum::Impossible => "none".to_owned(),
        None => String::new(),
    }
}

/// Whether the argument means standard input, or a puzzle of it: `-`, `-#2`, [`STDIN`].
pub fn is_stdin(argument: &OsStr) -> bool {
    let name = argument
        .to_str()
        .and_then(|text| text.split_once('#'))
        .map(|(name, _)| name);
    is_name_of_stdin(name.map_or(argument, OsStr::new))
}

fn is_name_of_stdin(name: &OsStr) -> bool {
    name == "-" || name == STDIN
}

/// Name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// Returns the words of a command line with `<stdin>#2` for `-#2`, which looks like options. Words
/// behind `--` and behind options remain.
pub fn with_stdin_named(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut is_behind_option = false;
    let mut is_behind_all = false;
    let named = |word: OsString| {
        let is_value = is_behind_option || is_behind_all;
        is_behind_all |= word == "--";
        is_behind_option = word.as_encoded_bytes().starts_with(b"-") && word.len() > 1;
        match word.to_str().and_then(|text| text.strip_prefix("-#")) {
            Some(number) if !is_value && number.parse::<usize>().is_ok() => {
                is_behind_option = false;
                format!("{STDIN}#{number}").into()
            }
            _ => word,
        }
    };
    words.map(named).collect()
}

/// Name in messages of a board that was typed after a question.
const TYPED: &str = "typed board";

/// Name in messages of a puzzle that is itself an argument.
const ARGUMENT: &str = "<argument>";

/// The notations of puzzles, each with its help.
pub const NOTATIONS: [(&str, Notation, &str); 4] = [
    ("huarong", Notation::Huarong, "Our own puzzle files"),
    (
        "commoncode",
        Notation::CommonCode,
        "A 4×5 layout as nine hexadecimal digits: `1A9BF0C00`",
    ),
    (
        "shortcode",
        Notation::ShortCode,
        "The number of a 4×5 layout in base 32: `4WVE1`",
    ),
    (
        "rush",
        Notation::Rush,
        "A Rush Hour board in one line: `IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM`",
    ),
];

/// Reads a notation of puzzles by its name.
pub fn notation() -> impl TypedValueParser<Value = Notation> {
    one_of_or_removed(
        &NOTATIONS,
        &["gnome", "cells20", "jimslide", "blocks", "slide-id"],
        "this notation was removed; `huarong`, `commoncode`, `shortcode` and `rush` remain, and \
         boards that are drawn with letters (see `huarong help boards`)",
    )
}

/// The notation and the goal of a puzzle.
#[derive(Args, Clone, Default, Debug)]
pub struct ReadArgs {
    /// Notation to read [default: by the content]
    #[arg(long, value_name = "NOTATION", value_parser = notation())]
    #[arg(help_heading = "Reading", hide_possible_values = true)]
    pub from: Option<Notation>,
    #[command(flatten)]
    pub goal: GoalArgs,
}

/// The goal of a puzzle.
#[derive(Args, Clone, Default, Debug)]
pub struct GoalArgs {
    /// Board to reach, `1 2 3/8 . 4/7 6 5`, or puzzle whose goal is used
    #[arg(long, value_name = "BOARD|PUZZLE", help_heading = "Reading")]
    goal: Option<OsString>,
}

impl GoalArgs {
    /// Returns the board or the puzzle that gives the goal.
    pub fn puzzle(&self) -> Option<&OsStr> {
        self.goal.as_deref()
    }
}

/// Number of bytes that identify a stored solution.
const STORED_MARK: u64 = 8;

/// First bytes of an address that may hold a puzzle.
const LINK_MARKS: [&[u8]; 6] = [
    b"http://",
    b"https://",
    b"file://",
    b"#play=",
    b"#puzzle=",
    b"#draw=",
];

const ADDRESS: &str = "<address>";

/// First bytes of files that may show a board but are not text.
const PICTURES: [(&[u8], &str); 8] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a WebP picture"),
    (b"<svg", "an SVG picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "an archive or an office document"),
    (b"<!DOCTYP", "a web page"),
];

/// Reads the puzzles of a command.
#[derive(Default)]
pub struct PuzzleReader {
    from: Option<Notation>,
    /// A puzzle whose goal replaces theirs.
    goal: Option<Box<Puzzle>>,
    /// Whether a board without a goal of its own is itself the goal.
    is_of_goal: bool,
}

impl ReadArgs {
    /// Returns the reader of these arguments. Standard input may be one of them, or the source of
    /// the goal.
    pub fn reader<'a>(
        &'a self,
        arguments: impl Iterator<Item = &'a OsStr>,
    ) -> anyhow::Result<PuzzleReader> {
        let goal = self.goal.puzzle();
        refuse_stdin_twice(arguments.chain(goal))?;
        let of_goal = PuzzleReader {
            is_of_goal: true,
            ..PuzzleReader::default()
        };
        let goal = goal.map(|goal| of_goal.one(goal)).transpose()?;
        let goal = goal.map(|goal| Box::new(goal.puzzle));
        Ok(PuzzleReader {
            from: self.from,
            goal,
            is_of_goal: false,
        })
    }
}

/// Returns the one puzzle of an argument, and prints the notes on it.
pub fn load_one(argument: &OsStr, how: &ReadArgs) -> anyhow::Result<Source> {
    how.reader([argument].into_iter())?.one(argument)
}

/// Longest pause between the lines of a pasted text.
const PASTE_PAUSE: Duration = Duration::from_millis(150);

/// Asks for a board on the terminal. An empty line ends it unless more follows at once, as in a
/// pasted text.
pub fn ask(how: &ReadArgs) -> anyhow::Result<Vec<Source>> {
    diagnostics::note(
        "Type or paste a board, and end it with an empty line: one letter for each piece, `.` for \
         empty, like\n    ABBC\n    D..C",
    );
    let reader = how.reader([OsStr::new("-")].into_iter())?;
    let (sender, lines) = mpsc::sync_channel(1);
    interrupt::start_thread(move || {
        // Nobody asks for further lines after the last answer.
        let _ = io::stdin()
            .lock()
            .lines()
            .try_for_each(|line| sender.send(line));
    })?;
    let mut text = typed(&lines)?;
    loop {
        let error = match reader.read(text.as_bytes(), TYPED) {
            Ok(sources) => {
                print_notes(&sources, OsStr::new(TYPED));
                return Ok(sources);
            }
            Err(error) => error,
        };
        let user_error = error.downcast_ref::<UserError>();
        let line = user_error.and_then(|error| Some(error.place.as_ref()?.line));
        diagnostics::print(&error);
        let again = line.map_or_else(String::new, |line| format!("line {line} again, "));
        diagnostics::note(format_args!(
            "Type {again}what is missing (`exit: A=right`; `goal:` and its rows), or a new board; an \
             empty line cancels:"
        ));
        let more = typed(&lines)?;
        if more.trim().is_empty() {
            return Err(UserError::new(
                "no board was given",
                "`huarong help boards` describes the format",
            )
            .into());
        }
        text = amended(&text, &more, line);
    }
}

/// Returns the lines up to an empty one, unless more follows at once.
fn typed(lines: &mpsc::Receiver<io::Result<String>>) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut wait = Duration::MAX;
    while let Ok(line) = lines.recv_timeout(wait) {
        let line = line.map_err(|error| unreadable(STDIN, &error))?;
        text.extend([line.as_str(), "\n"]);
        wait = if line.trim().is_empty() {
            PASTE_PAUSE
        } else {
            Duration::MAX
        };
    }
    Ok(text)
}

/// Adds a correction to a text with an error in `line`: a goal goes below the board, another header
/// above it, a single row replaces the line, and several rows are a new board.
fn amended(text: &str, more: &str, line: Option<usize>) -> String {
    let begins = |words: &[&str]| {
        let first = more.trim_start().to_lowercase();
        words.iter().any(|word| first.starts_with(word))
    };
    let rows: Vec<&str> = more.lines().filter(|row| !row.trim().is_empty()).collect();
    match (&rows[..], line) {
        _ if begins(&["goal"]) => format!("{}\n{more}", text.trim_end()),
        _ if rows.iter().all(|row| row.contains([':', '：'])) => format!("{more}{text}"),
        (&[row], Some(line)) => {
            let mut lines: Vec<&str> = text.lines().collect();
            let replaced = line.saturating_sub(1).min(lines.len().saturating_sub(1));
            lines[replaced] = row;
            lines.join("\n") + "\n"
        }
        _ => more.to_owned(),
    }
}

pub fn is_puzzle(argument: &str) -> bool {
    Path::new(argument).is_file()
        || Collection::built_in().find(argument).is_ok()
        || notation::detect(argument).is_some()
}

/// Refuses standard input as two arguments.
pub fn refuse_stdin_twice<'a>(arguments: impl Iterator<Item = &'a OsStr>) -> anyhow::Result<()> {
    if arguments.filter(|argument| is_stdin(argument)).count() > 1 {
        let help = "save one input in a file and name the file";
        return Err(UserError::new("standard input `-` is given twice", help).into());
    }
    Ok(())
}

impl PuzzleReader {
    /// Returns the one puzzle of an argument, and prints the notes on it.
    fn one(&self, argument: &OsStr) -> anyhow::Result<Source> {
        let mut sources = self.load(argument)?;
        if sources.len() > 1 {
            let shown = argument.display();
            let message = format!(
                "`{shown}` holds {} puzzles; this command takes one",
                sources.len()
            );
            let help = format!("pick one, like `{}`", sources[0].pick);
            return Err(UserError::new(message, help).into());
        }
        print_notes(&sources, argument);
        Ok(sources.remove(0))
    }

    /// Returns the puzzles of an argument. Files take precedence, then folders, names of the
    /// collection, and codes.
    pub fn load(&self, argument: &OsStr) -> anyhow::Result<Vec<Source>> {
        let path = Path::new(argument);
        if is_name_of_stdin(argument) {
            return self.read(io::stdin().lock(), STDIN);
        }
        if path.is_dir() {
            let shown = argument.display();
            let help = format!("`huarong list {shown}` lists the puzzles in it");
            return Err(
                UserError::new(format!("`{shown}` is a folder, not a puzzle"), help).into(),
            );
        }
        if path.exists() {
            return self.open(path);
        }
        for (name, choice) in split_pick(argument.to_str().unwrap_or_default()) {
            let path = Path::new(name);
            if is_name_of_stdin(OsStr::new(name)) {
                return choose(self.read(io::stdin().lock(), STDIN)?, choice, STDIN);
            } else if path.exists() && !path.is_dir() {
                return choose(self.open(path)?, choice, name);
            }
        }
        self.named(argument)
    }

    pub fn open(&self, path: &Path) -> anyhow::Result<Vec<Source>> {
        let origin = path.display().to_string();
        self.read(
            File::open(path).map_err(|error| unreadable(&origin, &error))?,
            &origin,
        )
    }

    /// Opens a file of a folder. If it holds maps, prints a note, and returns no puzzles.
    pub fn open_of_many(&self, path: &Path) -> anyhow::Result<Vec<Source>> {
        self.open(path).or_else(|error| {
            let bytes = fs::read(path).unwrap_or_default();
            let map = graph_args::map_instead(&path.to_string_lossy(), &bytes).ok_or(error)?;
            let help = map.help.unwrap_or_default();
            diagnostics::note(format_args!(
                "note: {}, and is left out: {help}",
                map.message
            ));
            Ok(Vec::new())
        })
    }

    fn read(&self, mut input: impl Read, origin: &str) -> anyhow::Result<Vec<Source>> {
        let mut first = Vec::new();
        let failed = |error| unreadable(origin, &error);
        input
            .by_ref()
            .take(STORED_MARK)
            .read_to_end(&mut first)
            .map_err(failed)?;
        if stored::is_stored(&first) {
            let help = "check that this is the file of a solution";
            let bytes = bounded(first.chain(input), origin, stored::MAX_BYTES, help)?;
            let (source, _) = from_stored(origin, &bytes)?;
            let shown = diagnostics::sanitize(origin);
            note_once(format!(
                "note: `{shown}` is a stored solution; using its puzzle. These use the solution: \
                 `huarong verify PUZZLE FILE`, `huarong play PUZZLE --replay FILE`, \
                 `huarong export FILE --to PICTURE`"
            ));
            return Ok(vec![self.given(source)?]);
        }
        if let Some((_, what)) = PICTURES.iter().find(|(mark, _)| first.starts_with(mark)) {
            let help = "type the board: one letter for each piece, `.` for empty; \
                        see `huarong help boards`";
            return Err(UserError::new(format!("`{origin}` is {what}, not text"), help).into());
        }
        if LINK_MARKS.iter().any(|mark| first.starts_with(mark)) {
            let most = puzzle::text::MAX_BYTES as u64;
            input
                .by_ref()
                .take(most)
                .read_to_end(&mut first)
                .map_err(failed)?;
            let text = str::from_utf8(&first).unwrap_or_default().trim();
            if let Some(linked) = linked_puzzle(text)? {
                return self.linked(&linked);
            }
            if text.contains("://") && !text.contains(char::is_whitespace) {
                let message = format!("the address in `{origin}` holds no board");
                return Err(UserError::new(message, instead_of(text)).into());
            }
        }
        self.read_text(first.chain(input), origin)
    }

    /// Returns the puzzles of a text in any notation.
    fn read_text(&self, input: impl Read, origin: &str) -> anyhow::Result<Vec<Source>> {
        let help = "check that this is a puzzle file; split a large one into several";
        let bytes = bounded(input, origin, puzzle::text::MAX_BYTES, help)?;
        let reading = utf8(&bytes).and_then(|text| self.reading(text, true));
        let reading = reading.map_err(|error| {
            let map = graph_args::map_instead(origin, &bytes);
            map.unwrap_or_else(|| UserError::of_parse(&error, origin))
        })?;
        self.sources(reading, origin)
    }

    /// Reads a text. If its goal will be replaced, or if it is a goal, and if it `is_board`, it
    /// needs no goal: it draws a position, which is then its own goal.
    fn reading(&self, text: &str, is_board: bool) -> Result<ParsedText, ParseError> {
        let reading = notation::read_any(text, self.from);
        let has_goal = match &reading {
            Ok(ParsedText {
                notation: Notation::Huarong,
                assumptions,
                ..
            }) => !self.is_of_goal || !assumptions.iter().flatten().any(Assumption::is_goal),
            // The goal of a code is assumed too.
            Ok(_) => true,
            Err(_) => !self.is_of_goal && self.goal.is_none(),
        };
        if has_goal || !is_board {
            return reading;
        }
        notation::read_any(&notation::with_position_as_goal(text), self.from).or(reading)
    }

    /// Returns the puzzles of a text, each with the goal of `--goal`.
    fn sources(&self, reading: ParsedText, origin: &str) -> anyhow::Result<Vec<Source>> {
        let sources = sources(reading, origin, self.goal.is_some() || self.is_of_goal);
        sources
            .into_iter()
            .map(|source| self.given(source))
            .collect()
    }

    /// Returns a puzzle with the goal of `--goal`.
    pub fn given(&self, source: Source) -> anyhow::Result<Source> {
        let Source { pick, puzzle, .. } = &source;
        let changed = match &self.goal {
            Some(goal) => notation::with_goal_of(puzzle, goal),
            // The position of a code, or of a board with headers.
            None if self.is_of_goal && source.is_goal_assumed => {
                notation::with_itself_as_goal(puzzle)
            }
            None => return Ok(source),
        };
        let puzzle = changed.map_err(|reason| {
            let message = format!("`{pick}` cannot take that goal: {reason}");
            let help = "draw how the frame should end up: all its rows, and each piece with the \
                        letter and the shape that it has at the start";
            UserError::new(message, help)
        })?;
        Ok(Source {
            puzzle,
            is_goal_assumed: false,
            ..source
        })
    }

    /// Returns the puzzles of the collection with this name, or those that the argument is itself,
    /// like `4WVE1`.
    fn named(&self, argument: &OsStr) -> anyhow::Result<Vec<Source>> {
        // No name is also a certain code; a test checks this.
        if let Some(text) = argument.to_str()
            && notation::detect(text).is_some()
            && let Ok(reading) = self.reading(text, false)
            && reading.is_certain
        {
            return self.sources(reading, text);
        }
        if let Some(linked) = argument.to_str().map_or(Ok(None), linked_puzzle)? {
            return self.linked(&linked);
        }
        let collection = Collection::built_in();
        let error = match collection.find(&argument.to_string_lossy()) {
            Ok(entries) => {
                let mut sources = Vec::with_capacity(entries.len());
                for entry in entries {
                    sources.push(self.given(built_in(&collection, entry))?);
                }
                return Ok(sources);
            }
            Err(FindError::Unknown { wanted }) => {
                let itself = self.itself(argument);
                if let Some(Ok(sources)) = itself {
                    return Ok(sources);
                }
                let map = || {
                    let map = graph_args::built_in(argument)?;
                    graph_args::map_instead(&format!("{}.map", map.stem), map.text.as_bytes())
                };
                if let Some(error) = family(&collection, &wanted).or_else(map) {
                    return Err(error.into());
                }
                let similar = (!is_size(&wanted)).then(|| collection.suggestions(&wanted));
                let help = did_you_mean(&similar.unwrap_or_default());
                // If a similar name exists, a typing error is more likely.
                if let Some(Err(misread)) = itself
                    && (self.from.is_some() || help.is_none())
                {
                    return Err(misread);
                }
                let shown = argument.display();
                let message = format!("no file or puzzle is called `{shown}`");
                let file =
                    || nearest_file(Path::new(argument)).and_then(|name| did_you_mean(&[name]));
                let help = help.or_else(file);
                UserError::new(
                    message,
                    help.unwrap_or_else(|| instead_of(&wanted).to_owned()),
                )
            }
            Err(FindError::Pick(PickError { message, help, .. })) => UserError::new(
                message,
                help.unwrap_or_else(|| "`huarong list` shows all names".to_owned()),
            ),
        };
        Err(error.into())
    }

    /// Returns the puzzle of an address, and prints a note on what is used.
    fn linked(&self, linked: &LinkedPuzzle) -> anyhow::Result<Vec<Source>> {
        let LinkedPuzzle {
            puzzle,
            has_position,
        } = linked;
        let is_text = puzzle.contains('\n');
        let name = if is_text {
            "the puzzle".to_owned()
        } else {
            format!("`{}`", diagnostics::sanitize(puzzle))
        };
        let rest = if *has_position {
            ", from its start; the position is ignored"
        } else {
            ""
        };
        note_once(format!("note: using {name} of the address{rest}"));
        if is_text {
            self.read_text(puzzle.as_bytes(), ADDRESS)
        } else {
            self.named(OsStr::new(puzzle))
        }
    }

    /// Returns the puzzles that the argument itself describes, if it looks like a notation or a
    /// board.
    fn itself(&self, argument: &OsStr) -> Option<anyhow::Result<Vec<Source>>> {
        let text = argument.to_str()?;
        if let Some((start, goal)) = text.split_once("//")
            && !start.ends_with(':')
            && let Ok(reading) =
                self.reading(&format!("{start}\n\n{goal}").replace('/', "\n"), true)
        {
            return Some(self.sources(reading, text));
        }
        let is_known = self.from.is_some() || notation::detect(text).is_some();
        let is_board = is_drawn(text) || !text.contains(|mark: char| mark.is_ascii_alphabetic());
        match self.reading(text, is_board) {
            Ok(reading) => Some(self.sources(reading, text)),
            Err(_) if is_drawn(text) => {
                let reading = self.reading(&text.replace('/', "\n"), true);
                let reading = reading.map_err(|error| UserError::of_parse(&error, ARGUMENT).into());
                Some(reading.and_then(|reading| self.sources(reading, text)))
            }
            Err(error) => is_known.then(|| Err(UserError::of_parse(&error, ARGUMENT).into())),
        }
    }
}

/// Whether a text can only be a board: its rows are equally long, or too short for names, and the
/// first is not a folder. Two rows have an empty cell or a wall.
fn is_drawn(text: &str) -> bool {
    const LEAST: usize = 3;
    const LONGEST: usize = 16;
    let rows: Vec<&str> = text.trim().split(['/', '\n']).collect();
    let length = |row: &str| row.chars().count();
    if let [one, other] = rows[..] {
        let is_small = text.contains(|mark: char| mark.is_ascii_lowercase());
        let is_even = length(one) == length(other) && length(one) > 1;
        return is_even && !is_small && text.contains(['.', '_', '#']) && !Path::new(one).is_dir();
    }
    if rows.len() < LEAST || rows.contains(&"") {
        return false;
    }
    let alike = rows
        .iter()
        .filter(|row| length(row) == length(rows[0]))
        .count();
    if length(rows[0]) >= LEAST && alike == rows.len() {
        return true;
    }
    let ending = rows[rows.len() - 1]
        .rsplit_once('.')
        .map_or("", |(_, ending)| ending);
    let is_path = Path::new(rows[0]).is_dir() || ending.chars().nth(1).is_some();
    let is_short = rows.iter().all(|row| {
        let is_line = row.contains([' ', ':']);
        is_line || length(row) <= LONGEST && !row.contains(|mark: char| mark.is_ascii_lowercase())
    });
    !is_path && (is_short || length(rows[0]) >= LEAST && alike + 1 == rows.len())
}

/// Returns the error for a family where one puzzle is expected.
fn family(collection: &Collection, name: &str) -> Option<UserError> {
    let family = Collection::families().find(|family| family.eq_ignore_ascii_case(name))?;
    let files = collection
        .files()
        .iter()
        .filter(|file| file.family == family);
    let puzzles = counted(files.map(collection::File::count).sum::<usize>(), "puzzle");
    let message = format!("`{family}` is a family of {puzzles}; this command takes one");
    let help = format!("`huarong list --family {family}` shows them");
    Some(UserError::new(message, help))
}

/// Returns the hint for an argument without a meaning.
fn instead_of(argument: &str) -> &'static str {
    let is_of_tiles = |mark: char| mark.is_ascii_digit() || " /._#".contains(mark);
    let is_listed = |mark: char| mark.is_ascii_digit() || "[](), \t".contains(mark);
    if argument.contains("://") {
        "save the page or the file, and name that; or paste the board into `huarong solve`"
    } else if is_size(argument) {
        "this is a size; `huarong make tiles 4x4` and `huarong make blocks 4x5` make puzzles of a \
         size"
    } else if argument.contains("\\n") {
        "separate the rows by slashes: `ABB/A.C`"
    } else if argument.chars().all(is_listed) && argument.contains(',') {
        "write numbered tiles in rows: `1 2 3/4 5 6/7 8 .`"
    } else if argument.contains(' ') && argument.chars().all(is_of_tiles) {
        "if these are numbered tiles, a number is missing or given twice: pass the rows by standard \
         input, `-`, to see the place"
    } else if notation::read(Notation::ShortCode, argument).is_ok() {
        "if it is a ShortCode, add `--from shortcode`"
    } else {
        "`huarong list` shows all names; give a file's full name, like `my.txt`"
    }
}

/// Returns the puzzles of one text. If the goal is replaced, no note tells an assumed one.
fn sources(reading: ParsedText, origin: &str, is_goal_replaced: bool) -> Vec<Source> {
    let code = if reading.notation == Notation::CommonCode {
        "CommonCode"
    } else {
        "ShortCode"
    };
    let is_code = format!("read as a {code}; `--from` chooses another notation");
    let is_code = Some(is_code).filter(|_| !reading.is_certain);
    let alone = reading.puzzles.len() == 1;
    let pick = |number| match (alone, origin) {
        (true, _) => origin.to_owned(),
        (false, STDIN) => format!("-#{number}"),
        (false, _) => format!("{origin}#{number}"),
    };
    let assumptions = reading
        .assumptions
        .into_iter()
        .chain(iter::repeat(Vec::new()));
    let source = |((number, puzzle), assumptions): ((usize, Puzzle), Vec<Assumption>)| {
        let is_goal_assumed = assumptions.iter().any(Assumption::is_goal);
        let told = assumptions
            .iter()
            .filter(|it| !is_goal_replaced || !it.is_goal());
        let mut notes: Vec<String> = is_code
            .iter()
            .cloned()
            .chain(told.map(ToString::to_string))
            .collect();
        if is_goal_assumed
            && !is_goal_replaced
            && crate::sliding::impossible(&puzzle).is_some()
            && let Some(note) = notes.last_mut()
        {
            *note += &other_goals(&puzzle);
        }
        Source {
            pick: pick(number),
            puzzle,
            notes,
            is_goal_assumed,
        }
    };
    (1..)
        .zip(reading.puzzles)
        .zip(assumptions)
        .map(source)
        .collect()
}

/// Returns the advice for tiles that parity keeps from the goal that was assumed.
fn other_goals(puzzle: &Puzzle) -> String {
    const SPIRAL: &str = "1 2 3/8 . 4/7 6 5";
    let text = puzzle.to_string();
    let frame = text.split("\ngoal:\n").next().unwrap_or_default();
    let is_possible = |text: String| {
        let other: Result<Puzzle, _> = text.parse();
        other.is_ok_and(|other| crate::sliding::impossible(&other).is_none())
    };
    let mut advice = ", which is impossible".to_owned();
    if is_possible(format!("goal: blank-first\n{frame}")) {
        advice += "; possible with the empty cell first: write `goal: blank-first` above the board";
    }
    if is_possible(format!("{frame}\ngoal:\n{}\n", SPIRAL.replace('/', "\n"))) {
        advice = advice + "; possible is another usual goal: `--goal '" + SPIRAL + "'`";
    }
    advice + "; `--goal BOARD` sets any goal"
}

/// Prints the notes on the puzzles of an argument, in one line for each puzzle or several alike.
pub fn print_notes(sources: &[Source], argument: &OsStr) {
    let argument = if argument == "-" {
        STDIN.into()
    } else {
        argument.to_string_lossy()
    };
    let mut printed = HashSet::new();
    for Source { notes, .. } in sources {
        if notes.is_empty() || !printed.insert(notes) {
            continue;
        }
        let note = notes.join("; ");
        let such: Vec<&Source> = sources
            .iter()
            .filter(|source| source.notes == *notes)
            .collect();
        let are_all = such.len() > 1 && such.len() == sources.len();
        let shown = shown_origin(if are_all { &argument } else { &such[0].pick });
        let others = match such.len() - 1 {
            0 => String::new(),
            _ if such.len() == sources.len() => String::new(),
            1 => " and 1 other".to_owned(),
            others => format!(" and {others} others"),
        };
        note_once(format!("note: `{shown}`{others}: {note}"));
    }
}

/// Prints a note, unless it was printed: a command may read an argument again.
fn note_once(line: String) {
    static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !printed.contains(&line) {
        diagnostics::note(&line);
        printed.insert(line);
    }
}

/// Returns the name of a source as messages show it.
fn shown_origin(origin: &str) -> String {
    if origin.contains('\n') {
        ARGUMENT.to_owned()
    } else {
        diagnostics::sanitize(origin)
    }
}

/// Returns the puzzle and the solution of a stored file.
pub fn from_stored(origin: &str, bytes: &[u8]) -> anyhow::Result<(Source, Solution)> {
    let stored = decode(origin, bytes)?;
    let puzzle = stored.puzzle().map_err(|error| {
        let message = format!("`{origin}`: its puzzle cannot be read: {error}");
        UserError::new(message, STORE_AGAIN)
    })?;
    Ok((Source::new(origin, puzzle), stored.solution))
}

/// Hint for an unusable stored file.
const STORE_AGAIN: &str = "store the solution again with `huarong solve --output`";

pub fn decode(origin: &str, bytes: &[u8]) -> anyhow::Result<StoredSolution> {
    stored::decode(bytes)
        .map_err(|error| UserError::new(format!("`{origin}`: {error}"), STORE_AGAIN).into())
}

/// Returns the name and the bytes of a file or of `-`, at most `max_bytes`; `help` is the hint for
/// more.
pub fn read_bytes(
    argument: &OsStr,
    max_bytes: usize,
    help: &str,
) -> anyhow::Result<(String, Vec<u8>)> {
    if is_name_of_stdin(argument) {
        return Ok((
            STDIN.to_owned(),
            bounded(io::stdin().lock(), STDIN, max_bytes, help)?,
        ));
    }
    let path = Path::new(argument);
    let origin = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&origin, &error))?;
    let bytes = bounded(file, &origin, max_bytes, help)?;
    Ok((origin, bytes))
}

/// Reads `origin`, at most `max_bytes`; `help` is the hint for more.
fn bounded(
    input: impl Read,
    origin: &str,
    max_bytes: usize,
    help: &str,
) -> anyhow::Result<Vec<u8>> {
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    input
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(origin, &error))?;
    if bytes.len() > max_bytes {
        let message = format!("`{origin}` is larger than {} MiB", limit >> 20);
        return Err(UserError::new(message, help).into());
    }
    Ok(bytes)
}

/// Returns the error of an unreadable file.
pub fn unreadable(origin: &str, error: &io::Error) -> anyhow::Error {
    let help = match error.kind() {
        io::ErrorKind::NotFound => nearest_file(Path::new(origin))
            .and_then(|nearest| did_you_mean(&[nearest]))
            .unwrap_or_else(|| "check the spelling of the name".to_owned()),
        io::ErrorKind::PermissionDenied => "check the file's permissions".to_owned(),
        _ => "check that it is a readable file".to_owned(),
    };
    UserError::new(format!("cannot read `{origin}`: {error}"), help).into()
}

/// Maximum number of names among which a similar one is searched.
pub const MAX_NAMES: usize = 10_000;

/// Returns the most similar file name in the folder of a missing file.
pub fn nearest_file(missing: &Path) -> Option<String> {
    let wanted = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut names: Vec<String> = entries
        .take(MAX_NAMES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let nearest = nearest(wanted, names.iter().map(String::as_str))?;
    let path = folder.map_or_else(|| Path::new(nearest).to_owned(), |at| at.join(nearest));
    path.into_os_string().into_string().ok()
}

/// Returns the chosen puzzle of a file.
fn choose(mut sources: Vec<Source>, choice: &str, origin: &str) -> anyhow::Result<Vec<Source>> {
    let puzzles: Vec<Puzzle> = sources.iter().map(|source| source.puzzle.clone()).collect();
    match collection::pick(&puzzles, choice) {
        Ok(index) => Ok(vec![sources.swap_remove(index)]),
        Err(error) => {
            let message = format!("`{origin}`: {error}");
            let help = error
                .help
                .unwrap_or_else(|| "give its number, from 1".to_owned());
            Err(UserError::new(message, help).into())
        }
    }
}

/// Returns a puzzle of the collection under a name that needs no quotes.
pub fn built_in(collection: &Collection, entry: Entry) -> Source {
    let name = collection.name_of(&entry);
    let pick = match name.split_once('#') {
        Some((file, label)) if !collection::normalize_name(label).is_empty() => {
            format!("{file}#{}", collection::normalize_name(label))
        }
        _ => name,
    };
    Source::new(pick, entry.puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_changes_the_board() {
        let board = "ABBC\nDB.C\n";
        assert_eq!(amended(board, "DEEC\n", Some(2)), "ABBC\nDEEC\n");
        assert_eq!(
            amended(board, "exit: A=down\n\n", Some(2)),
            format!("exit: A=down\n\n{board}")
        );
        assert_eq!(
            amended(board, "goal:\n....\nA...\n", Some(2)),
            format!("{board}goal:\n....\nA...\n")
        );
        assert_eq!(amended(board, "AA.\n...\n", Some(2)), "AA.\n...\n");
    }

    #[test]
    fn no_name_of_the_collection_is_a_code() {
        let collection = Collection::built_in();
        let stems = collection.files().iter().map(|file| file.stem.to_owned());
        let names = collection.entries().flat_map(|entry| {
            entry
                .puzzle
                .title()
                .names()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        });
        for name in stems.chain(names) {
            let certain = notation::detect(&name).is_some()
                && notation::read_any(&name, None).is_ok_and(|reading| reading.is_certain);
            assert!(!certain, "{name}");
        }
    }

    #[test]
    fn every_puzzle_of_the_collection_is_found_by_its_listed_name() {
        let collection = Collection::built_in();
        for (number, entry) in collection.entries().enumerate() {
            // Finding reads the whole file, so long files are only sampled.
            if number % 5 == 0 || entry.label.is_none() {
                let source = built_in(&collection, entry.clone());
                assert!(!source.pick.contains(' '), "{}", source.pick);
                assert_eq!(
                    collection.find(&source.pick),
                    Ok(vec![entry]),
                    "{}",
                    source.pick
                );
            }
        }
    }
}
