//! Reading of puzzles that arguments name: files, standard input, names of the collection, codes.

mod args;
mod ask;
mod kinds;
mod link;
pub mod many;

use std::{
    collections::{BTreeSet, HashSet},
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, Read},
    iter,
    path::Path,
    sync::{Mutex, PoisonError},
};

use crate::{
    cli::{
        diagnostics::{self, UserError},
        graph_args,
        interrupt::Deadline,
    },
    collection::{self, Collection, Entry, did_you_mean, nearest},
    excerpt::utf8,
    notation::{self, Assumption, Notation, ParseError, ParsedText},
    puzzle::{self, Metric, PublishedOptimum, Puzzle},
    solution::{
        Solution,
        stored::{self, StoredSolution},
    },
};

use super::Result;
use link::linked_puzzle;
use many::PuzzleSet;

pub use args::{GoalArgs, ReadArgs, notation};
pub use ask::ask;

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

/// Returns the words of a command line with `<stdin>#2` for `-#2`, which looks like options.
pub fn with_stdin_named(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let named = |word: OsString| match word.to_str().and_then(|text| text.strip_prefix("-#")) {
        Some(number) if number.parse::<usize>().is_ok() => format!("{STDIN}#{number}").into(),
        _ => word,
    };
    words.map(named).collect()
}

/// Name in messages of a puzzle that is itself an argument.
pub const ARGUMENT: &str = "<argument>";

/// Number of bytes that identify a stored solution.
const STORED_MARK: u64 = 8;

/// First bytes of an address that may hold a puzzle.
const LINK_MARKS: &str = "http:// https:// file:// #play= #puzzle= #draw=";

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
    /// The goal as a list of the blocks of a tray, or as the order of tiles: `goal: blank-first`.
    goal_lines: Option<String>,
    /// Whether a board without a goal of its own is itself the goal.
    is_of_goal: bool,
    /// Whether the command takes one puzzle only.
    takes_one: bool,
}

/// Returns the one puzzle of an argument, and prints the notes on it.
pub fn load_one(argument: &OsStr, how: &ReadArgs) -> Result<Source> {
    let reader = PuzzleReader {
        takes_one: true,
        ..how.reader([argument].into_iter())?
    };
    reader.one(argument)
}

pub fn is_puzzle(argument: &str) -> bool {
    Path::new(argument).is_file()
        || Collection::built_in().find(argument).is_ok()
        || notation::detect(argument).is_some()
}

/// Refuses standard input as two arguments.
pub fn refuse_stdin_twice<'a>(arguments: impl Iterator<Item = &'a OsStr>) -> Result {
    if arguments.filter(|argument| is_stdin(argument)).count() > 1 {
        refuse!(
            "standard input `-` is given twice",
            "save one input in a file and name the file"
        );
    }
    Ok(())
}

impl PuzzleReader {
    /// Returns the one puzzle of an argument, and prints the notes on it.
    fn one(&self, argument: &OsStr) -> Result<Source> {
        let mut found = PuzzleSet::default();
        self.add(argument, &mut found)?;
        let mut sources = found.sources;
        if sources.len() > 1 {
            let shown = argument.display();
            let count = sources.len();
            let first = &sources[0].pick;
            refuse!(
                "`{shown}` holds {count} puzzles; this command takes one",
                "pick one, like `{first}`"
            );
        }
        print_notes(&sources, argument);
        Ok(sources.remove(0))
    }

    pub fn open(&self, path: &Path) -> Result<Vec<Source>> {
        let origin = path.display().to_string();
        self.read(
            File::open(path).map_err(|error| unreadable(&origin, &error))?,
            &origin,
        )
    }

    /// Opens a file of a folder. If it holds maps, prints a note, and returns no puzzles.
    pub fn open_of_many(&self, path: &Path) -> Result<Vec<Source>> {
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

    fn read(&self, mut input: impl Read, origin: &str) -> Result<Vec<Source>> {
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
                 `huarong verify FILE`, `huarong play PUZZLE --replay FILE`, \
                 `huarong export FILE --to PICTURE`"
            ));
            return Ok(vec![self.with_goal_option(source)?]);
        }
        if let Some((_, what)) = PICTURES.iter().find(|(mark, _)| first.starts_with(mark)) {
            refuse!(
                "`{origin}` is {what}, not text",
                "type the board: one letter for each piece, `.` for empty; see \
                 `huarong help boards`"
            );
        }
        let mut marks = LINK_MARKS.split(' ').map(str::as_bytes);
        if marks.any(|mark| first.starts_with(mark)) {
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
                refuse!("the address in `{origin}` holds no board", kinds::PAGE);
            }
        }
        self.read_text(first.chain(input), origin)
    }

    /// Returns the puzzles of a text in any notation.
    fn read_text(&self, input: impl Read, origin: &str) -> Result<Vec<Source>> {
        let help = "check that this is a puzzle file; split a large one into several";
        let bytes = bounded(input, origin, puzzle::text::MAX_BYTES, help)?;
        let text = utf8(&bytes);
        if let Ok(text) = text
            && let Some(error) = graph_args::tour_instead(origin, text)
        {
            return Err(error.into());
        }
        let map = || graph_args::map_instead(origin, &bytes);
        // A map may look like tiles.
        if graph_args::is_map_file(origin)
            && let Some(error) = map()
        {
            return Err(error.into());
        }
        let reading = text.and_then(|text| self.parse_text(text, true));
        let reading = reading.map_err(|error| {
            let map = map();
            map.unwrap_or_else(|| {
                let text = String::from_utf8_lossy(&bytes);
                let error = UserError::of_parse(&error, origin);
                // Where a board has a mistake, another form would mislead.
                if kinds::is_drawn(&text) && !kinds::is_listed(&text) {
                    error
                } else {
                    error.with_nearest_form(&text, &notation::FORMS)
                }
            })
        })?;
        self.sources(reading, origin)
    }

    /// Reads a text. If its goal will be replaced, or if it is a goal, and if it `is_board`, it
    /// needs no goal: it draws a position, which is then its own goal.
    fn parse_text(&self, text: &str, is_board: bool) -> Result<ParsedText, ParseError> {
        if let Some(goal) = &self.goal_lines {
            // Rows may stand in one line.
            let rows = if text.contains('\n') { "/" } else { "\n" };
            let text = text.trim_end().replace('/', rows);
            return notation::read_any(&format!("{text}\n\n{goal}"), self.from);
        }
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
        let read =
            |text: &str| notation::read_any(&notation::with_position_as_goal(text), self.from);
        // A goal may have the empty cell alone.
        read(text)
            .or_else(|_| read(&text.replace('_', "0")))
            .or(reading)
    }

    /// Returns the puzzles of a text, each with the goal of `--goal`.
    fn sources(&self, reading: ParsedText, origin: &str) -> Result<Vec<Source>> {
        let sources = sources(reading, origin, self.goal.is_some() || self.is_of_goal);
        if self.goal_lines.is_some() {
            return Ok(sources);
        }
        sources
            .into_iter()
            .map(|source| self.with_goal_option(source))
            .collect()
    }

    /// Returns a puzzle with the goal of `--goal`.
    pub fn with_goal_option(&self, source: Source) -> Result<Source> {
        let Source { pick, puzzle, .. } = &source;
        if let Some(goal) = &self.goal_lines {
            let text = puzzle.to_string();
            let frame = text.split("\ngoal:\n").next().unwrap_or_default();
            let puzzle = format!("{frame}\n{goal}\n").parse();
            let puzzle = puzzle.map_err(|_: ParseError| {
                user_error!(
                    "`{pick}` cannot take that goal: it lists blocks of a tray, or is an order of \
                     tiles",
                    "draw the board to reach"
                )
            })?;
            return Ok(Source {
                puzzle,
                is_goal_assumed: false,
                ..source
            });
        }
        let changed = match &self.goal {
            Some(goal) => notation::with_goal_of(puzzle, goal),
            // The position of a code, or of a board with headers.
            None if self.is_of_goal && source.is_goal_assumed => {
                notation::with_itself_as_goal(puzzle)
            }
            None => return Ok(source),
        };
        let puzzle = changed.map_err(|reason| {
            user_error!(
                "`{pick}` cannot take that goal: {reason}",
                "draw how the frame should end up: all its rows, and each piece with the letter \
                 and the shape that it has at the start"
            )
        })?;
        Ok(Source {
            puzzle,
            is_goal_assumed: false,
            ..source
        })
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
pub fn from_stored(origin: &str, bytes: &[u8]) -> Result<(Source, Solution)> {
    let stored = decode(origin, bytes)?;
    let puzzle = stored.puzzle().map_err(|error| {
        user_error!(
            "`{origin}`: its puzzle cannot be read: {error}",
            STORE_AGAIN
        )
    })?;
    Ok((Source::new(origin, puzzle), stored.solution))
}

/// Hint for an unusable stored file.
const STORE_AGAIN: &str = "store the solution again with `huarong solve --output`";

pub fn decode(origin: &str, bytes: &[u8]) -> Result<StoredSolution> {
    stored::decode(bytes).map_err(|error| user_error!("`{origin}`: {error}", STORE_AGAIN).into())
}

/// Returns the name and the bytes of a file or of `-`, at most `max_bytes`; `help` is the hint for
/// more.
pub fn read_bytes(argument: &OsStr, max_bytes: usize, help: &str) -> Result<(String, Vec<u8>)> {
    if is_name_of_stdin(argument) {
        let _deadline = Deadline::of_command();
        let bytes = bounded(io::stdin().lock(), STDIN, max_bytes, help)?;
        return Ok((STDIN.to_owned(), bytes));
    }
    let path = Path::new(argument);
    let origin = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&origin, &error))?;
    let bytes = bounded(file, &origin, max_bytes, help)?;
    Ok((origin, bytes))
}

/// Reads `origin`, at most `max_bytes`; `help` is the hint for more.
fn bounded(input: impl Read, origin: &str, max_bytes: usize, help: &str) -> Result<Vec<u8>> {
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    input
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(origin, &error))?;
    if bytes.len() > max_bytes {
        let most = limit >> 20;
        refuse!("`{origin}` is larger than {most} MiB", help);
    }
    // What PowerShell 5 writes with `>`.
    if let Some(utf16) = bytes.strip_prefix(b"\xff\xfe") {
        let units = utf16
            .chunks_exact(2)
            .map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
        return Ok(String::from_utf16_lossy(&units.collect::<Vec<_>>()).into_bytes());
    }
    Ok(bytes)
}

/// Whether a file has this name, or may have it because the system does not tell.
pub fn may_exist(name: impl AsRef<Path>) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    let is_free = |error: io::Error| {
        matches!(
            error.kind(),
            NotFound | NotADirectory | InvalidFilename | InvalidInput
        )
    };
    !fs::metadata(name).is_err_and(is_free)
}

/// Returns the error of an unreadable file.
pub fn unreadable(origin: &str, error: &io::Error) -> anyhow::Error {
    let help = match error.kind() {
        io::ErrorKind::NotFound => meant_file(Path::new(origin))
            .unwrap_or_else(|| "check the spelling of the name".to_owned()),
        io::ErrorKind::PermissionDenied => "check the file's permissions".to_owned(),
        _ => "check that it is a readable file".to_owned(),
    };
    user_error!("cannot read `{origin}`: {error}", help).into()
}

/// Maximum number of names among which a similar one is searched.
pub const MAX_NAMES: usize = 10_000;

/// Asks whether the most similar file in the folder of a missing file is meant.
pub fn meant_file(missing: &Path) -> Option<String> {
    let wanted = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut names: Vec<String> = entries
        .take(MAX_NAMES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let nearest = nearest(wanted, names.iter().map(String::as_str))?;
    let path = folder.unwrap_or(Path::new("")).join(nearest);
    did_you_mean(&[path.to_str()?])
}

/// Returns the chosen puzzle of a file.
fn choose(mut sources: Vec<Source>, choice: &str, origin: &str) -> Result<Vec<Source>> {
    let puzzles: Vec<Puzzle> = sources.iter().map(|source| source.puzzle.clone()).collect();
    match collection::pick(&puzzles, choice) {
        Ok(index) => Ok(vec![sources.swap_remove(index)]),
        Err(error) => {
            let message = format!("`{origin}`: {error}");
            let help = error.help;
            refuse!(
                message,
                help.unwrap_or_else(|| "give its number, from 1".to_owned())
            )
        }
    }
}

/// Returns a puzzle of the collection under a name that needs no quotes.
pub fn built_in(collection: &Collection, entry: Entry) -> Source {
    let name = collection.name_of(&entry);
    let typed = name.split_once('#');
    let typed = typed.map(|(file, label)| (file, collection::normalize_name(label)));
    let pick = match typed {
        Some((file, label)) if !label.is_empty() => format!("{file}#{label}"),
        _ => name,
    };
    Source::new(pick, entry.puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::stride;

    #[test]
    fn no_name_of_the_collection_is_read_as_a_code() {
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
            if number.is_multiple_of(stride(15)) || entry.label.is_none() {
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
