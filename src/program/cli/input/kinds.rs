//! The table of what an argument that names puzzles may be.

use std::{ffi::OsStr, io, path::Path};

use crate::{
    cli::{
        Result,
        diagnostics::{self, CODE, UserError},
        graph_args::{self, FormatArgs},
        interrupt::Deadline,
        numbers::counted,
    },
    collection::{Collection, FindError, PickError, did_you_mean, split_pick},
    excerpt::{is_number, is_size},
    graph::{EdgeDirection, FAMILIES, text::parse_any},
    notation::{self, Notation},
    wrapping,
};

use super::{
    ADDRESS, ARGUMENT, PuzzleReader, STDIN, Source, built_in, choose, is_name_of_stdin,
    link::{LinkedPuzzle, linked_puzzle},
    many::PuzzleSet,
    may_exist, meant_file, note_once,
};

/// A kind of argument. The function adds the puzzles of an argument, or returns `false` if it is of
/// another kind. The hints tell that an argument without a meaning was meant to be of this kind.
type ArgumentKind = (
    fn(&PuzzleReader, &OsStr, &mut PuzzleSet) -> Result<bool>,
    &'static [Hint],
);

/// A sign in an argument, and the advice if it has no meaning.
type Hint = (fn(&str) -> bool, &'static str);

/// The kinds in the order in which they are tried: files before the collection, and exact kinds
/// before free ones.
const KINDS: [ArgumentKind; 12] = [
    (PuzzleReader::add_stdin, &[]),
    (PuzzleReader::add_whole_folder, &[]),
    (PuzzleReader::add_file, &[]),
    (PuzzleReader::add_picked, &[]),
    (PuzzleReader::add_family, &[]),
    (PuzzleReader::refuse_tour, &[]),
    (
        PuzzleReader::add_notation_line,
        &[(
            is_short_code,
            "if it is a ShortCode, add `--from shortcode`",
        )],
    ),
    (
        PuzzleReader::add_linked,
        &[(|text| text.contains("://"), PAGE)],
    ),
    (PuzzleReader::add_pattern, &[]),
    (
        PuzzleReader::add_named,
        &[(is_size, SIZE), (is_tile_puzzle, TILE_PUZZLE)],
    ),
    (
        PuzzleReader::add_written,
        &[
            (
                |text| text.contains("\\n"),
                "separate the rows by slashes: `ABB/A.C`",
            ),
            (
                |text| are_tiles(text) && !text.contains('/'),
                "write numbered tiles in rows: `1 2 3/4 5 6/7 8 .`",
            ),
            (
                are_tiles,
                "if these are numbered tiles, a number is missing or given twice: pass the rows by \
                 standard input, `-`, to see the place",
            ),
        ],
    ),
    (PuzzleReader::refuse_map, &[(is_graph, GRAPH)]),
];

/// The advice for an address without a board.
pub const PAGE: &str =
    "save the page or the file, and name that; or paste the board into `huarong solve`";

const GRAPH: &str = "if it is a graph, `huarong graph` describes it, `huarong hamilton` finds a \
                     path through it, and `huarong tour 8x8` finds a knight's tour";

const SIZE: &str = "this is a size; `huarong make tiles 4x4` and `huarong make blocks 4x5` make \
                    puzzles of a size";

const TILE_PUZZLE: &str = "`huarong make tiles 4x4` makes a 15-puzzle; `huarong list --family \
                           tiles` shows those that are built in";

/// Whether a text is `15-puzzle` or the like.
fn is_tile_puzzle(text: &str) -> bool {
    let number = text.strip_suffix("puzzle");
    number.is_some_and(|number| is_number(number.trim_end_matches(['-', ' '])))
}

fn is_short_code(text: &str) -> bool {
    !is_size(text) && notation::read(Notation::ShortCode, text).is_ok()
}

fn is_graph(text: &str) -> bool {
    let rows = text.replace('/', "\n");
    let is_named = FAMILIES.iter().any(|family| text.starts_with(family.0));
    is_named || parse_any(rows.as_bytes(), EdgeDirection::Undirected).is_ok()
}

fn are_tiles(text: &str) -> bool {
    let is_of_tiles = |mark: char| mark.is_ascii_digit() || "[](), \t/._#".contains(mark);
    text.contains([' ', ',']) && text.chars().all(is_of_tiles)
}

impl PuzzleReader {
    /// Adds the puzzles of an argument.
    pub(super) fn add(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result {
        for (add, _) in &KINDS {
            if add(self, argument, found)? {
                return Ok(());
            }
        }
        Err(self.unknown(argument))
    }

    fn add_stdin(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        let is_stdin = is_name_of_stdin(argument);
        if is_stdin {
            found.sources.extend(self.read_stdin()?);
        }
        Ok(is_stdin)
    }

    fn read_stdin(&self) -> Result<Vec<Source>> {
        let _deadline = Deadline::of_command();
        self.read(io::stdin().lock(), STDIN)
    }

    /// Begins to add several puzzles, unless the command takes one: then this `error` is returned.
    fn begin_batch(&self, found: &mut PuzzleSet, error: impl FnOnce() -> UserError) -> Result {
        if self.takes_one {
            return Err(error().into());
        }
        found.is_batch = true;
        Ok(())
    }

    fn add_whole_folder(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        // `folder/**` means the folder.
        let inner = argument.to_str().and_then(|text| text.strip_suffix("/**"));
        let mut folders = [Some(Path::new(argument)), inner.map(Path::new)]
            .into_iter()
            .flatten();
        let Some(folder) = folders.find(|folder| folder.is_dir()) else {
            return Ok(false);
        };
        self.begin_batch(found, || {
            let shown = folder.display();
            user_error!(
                "`{shown}` is a folder, not a puzzle",
                "`huarong list {shown}` lists the puzzles in it"
            )
        })?;
        self.add_folder(folder, found)?;
        Ok(true)
    }

    fn add_file(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        let exists = may_exist(argument);
        if exists {
            found.sources.extend(self.open(Path::new(argument))?);
        }
        Ok(exists)
    }

    /// Adds `my.txt#3`, `my.txt#four*` or `-#2`.
    fn add_picked(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        for (name, choice) in split_pick(argument.to_str().unwrap_or_default()) {
            let sources = if is_name_of_stdin(OsStr::new(name)) {
                choose(self.read_stdin()?, choice, STDIN)?
            } else if !Path::new(name).is_file() {
                continue;
            } else if choice.contains(['*', '?']) && !self.takes_one {
                found.is_batch = true;
                self.add_of_file(name, choice, found)?;
                return Ok(true);
            } else {
                choose(self.open(Path::new(name))?, choice, name)?
            };
            found.sources.extend(sources);
            return Ok(true);
        }
        Ok(false)
    }

    fn add_family(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        let name = argument.to_str().unwrap_or_default().trim_end_matches('/');
        let mut families = Collection::families();
        let Some(family) = families.find(|family| family.eq_ignore_ascii_case(name)) else {
            return Ok(false);
        };
        self.begin_batch(found, || {
            let collection = Collection::built_in();
            let files = collection
                .files()
                .iter()
                .filter(|file| file.family == family);
            let puzzles = counted(
                files.map(crate::collection::File::count).sum::<usize>(),
                "puzzle",
            );
            user_error!(
                "`{family}` is a family of {puzzles}; this command takes one",
                "`huarong list --family {family}` shows them, and `huarong play --family {family}` \
                 plays one of them"
            )
        })?;
        self.add_of_collection(found, |file, _, _, _| file.family == family)?;
        Ok(true)
    }

    /// Adds the puzzles of a code, if it can be nothing else. No name is also a certain code, which
    /// a test checks.
    fn add_notation_line(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        if let Some(text) = argument.to_str()
            && notation::detect(text).is_some()
            && let Ok(reading) = self.parse_text(text, false)
            && reading.is_certain
        {
            found.sources.extend(self.sources(reading, text)?);
            return Ok(true);
        }
        Ok(false)
    }

    #[expect(clippy::unused_self, reason = "a row of the table of kinds")]
    fn refuse_tour(&self, argument: &OsStr, _: &mut PuzzleSet) -> Result<bool> {
        let rows = argument.to_string_lossy().replace('/', "\n");
        let refused = graph_args::tour_instead(&argument.to_string_lossy(), &rows);
        refused.map_or(Ok(false), |error| Err(error.into()))
    }

    fn add_linked(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        let linked = linked_puzzle(argument.to_str().unwrap_or_default())?;
        if let Some(linked) = &linked {
            found.sources.extend(self.linked(linked)?);
        }
        Ok(linked.is_some())
    }

    /// Adds the puzzles that match a pattern, unless it is a board with `*` for the empty tile.
    fn add_pattern(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        let text = argument.to_str().unwrap_or_default();
        if !text.contains(['*', '?'])
            || text.contains('\n')
            || text.contains("://")
            || matches!(self.parse_inline(text), Some(Ok(_)))
        {
            return Ok(false);
        }
        self.begin_batch(found, || {
            user_error!(
                "`{text}` is a pattern; this command takes one puzzle",
                "`huarong show '{text}'` shows the puzzles that match"
            )
        })?;
        self.add_matching(text, found)?;
        Ok(true)
    }

    fn add_named(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        let collection = Collection::built_in();
        match collection.find(argument.to_str().unwrap_or_default()) {
            Ok(entries) => {
                for entry in entries {
                    found
                        .sources
                        .push(self.with_goal_option(built_in(&collection, entry))?);
                }
                Ok(true)
            }
            Err(FindError::Unknown { .. }) => Ok(false),
            Err(FindError::Pick(PickError { message, help, .. })) => {
                refuse!(
                    message,
                    help.unwrap_or_else(|| "`huarong list` shows all names".to_owned())
                )
            }
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "a row of the table of kinds")]
    fn add_written(&self, argument: &OsStr, found: &mut PuzzleSet) -> Result<bool> {
        let written = argument.to_str().and_then(|text| self.parse_inline(text));
        let is_readable = matches!(written, Some(Ok(_)));
        found
            .sources
            .extend(written.and_then(Result::ok).unwrap_or_default());
        Ok(is_readable)
    }

    #[expect(clippy::unused_self, reason = "a row of the table of kinds")]
    fn refuse_map(&self, argument: &OsStr, _: &mut PuzzleSet) -> Result<bool> {
        let refused = match graph_args::built_in(argument) {
            Some(map) => {
                graph_args::map_instead(&format!("{}.map", map.stem), map.text().as_bytes())
            }
            None => graph_args::written(argument, &FormatArgs::default()).and_then(|text| {
                graph_args::map_instead(&argument.to_string_lossy(), text.as_bytes())
            }),
        };
        refused.map_or(Ok(false), |error| Err(error.into()))
    }

    /// Returns the error of an argument without a meaning.
    fn unknown(&self, argument: &OsStr) -> anyhow::Error {
        let text = argument.to_string_lossy();
        let text = text.trim();
        let is_named = !is_size(text) && !is_tile_puzzle(text);
        let similar = is_named.then(|| Collection::built_in().suggestions(text));
        let help = did_you_mean(&similar.unwrap_or_default());
        // If a similar name exists, a typing error is more likely.
        if let Some(Err(misread)) = self.parse_inline(text)
            && (self.from.is_some() || help.is_none())
        {
            return misread;
        }
        let help = help.or_else(|| meant_file(Path::new(argument)));
        let help = help.unwrap_or_else(|| {
            let mut hints = KINDS.iter().flat_map(|(_, hints)| *hints);
            let hint = hints.find(|(is_meant, _)| is_meant(text));
            hint.map_or(
                "`huarong list` shows all names; give a file's full name, like `my.txt`",
                |(_, advice)| advice,
            )
            .to_owned()
        });
        let shown = argument.display();
        user_error!("no file or puzzle is called `{shown}`", help)
            .with_nearest_form(text, &notation::FORMS)
            .into()
    }

    /// Returns the puzzle of an address, and prints a note on what is used.
    pub(super) fn linked(&self, linked: &LinkedPuzzle) -> Result<Vec<Source>> {
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
            return self.read_text(puzzle.as_bytes(), ADDRESS);
        }
        let mut found = PuzzleSet::default();
        let name = OsStr::new(puzzle);
        if self.add_notation_line(name, &mut found)? || self.add_named(name, &mut found)? {
            Ok(found.sources)
        } else {
            Err(self.unknown(name))
        }
    }

    /// Returns the puzzles that the argument itself describes, or the error if it looks like a
    /// notation or a board.
    fn parse_inline(&self, text: &str) -> Option<Result<Vec<Source>>> {
        let is_known = self.from.is_some() || notation::detect(text).is_some();
        let is_board = is_drawn(text)
            || !text.contains(|mark: char| mark.is_ascii_alphabetic())
            || (self.is_of_goal || self.goal.is_some()) && is_row(text);
        match self.parse_text(text, is_board) {
            Ok(reading) => Some(self.sources(reading, text)),
            Err(_) if is_drawn(text) => {
                let reading = self.parse_text(&text.replace('/', "\n"), true);
                let reading = reading.map_err(|error| UserError::of_parse(&error, ARGUMENT).into());
                Some(reading.and_then(|reading| self.sources(reading, text)))
            }
            Err(error) => is_known.then(|| Err(UserError::of_parse(&error, ARGUMENT).into())),
        }
    }
}

/// Whether a text may be a board of one row.
fn is_row(text: &str) -> bool {
    text.contains(['.', '_', '#']) && !text.contains(|mark: char| mark.is_ascii_lowercase())
}

/// Whether a text is a program, or has a line with other things above its rows.
pub fn is_listed(text: &str) -> bool {
    let mut lines = wrapping::lines(text).map(|line| line.split_whitespace().count());
    text.contains(CODE) || lines.next() != lines.last()
}

/// Whether a text can only be a board: its rows are equally long, or too short for names, and the
/// first is not a folder. Two rows have an empty cell or a wall.
pub fn is_drawn(text: &str) -> bool {
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
