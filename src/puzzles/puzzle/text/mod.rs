//! The format of puzzle files: text that a person writes by hand.
//!
//! ```text
//! ; a remark
//! name: Heng Dao Li Ma
//! name.zh: 横刀立马
//! names: C=曹操 E=关羽
//! best: move=81 slide=90 step=116
//!
//! A C C B
//! A C C B
//! D E E F
//! D G H F
//! I . . J
//!
//! goal:
//! . . . .
//! . . . .
//! . . . .
//! . C C .
//! . C C .
//! ```
//!
//! A puzzle is a number of header lines `key: value`, then its frame, then one or more goals, each
//! after a line `goal:`. A line `===` stands between two puzzles. A line that begins with `;` is a
//! remark. An empty line ends a grid and means nothing more.
//!
//! # Grids
//! Each character is a cell; white space between them means nothing. A letter or digit of any
//! script is a piece: its cells carry the same character and touch side by side. `.` is an empty
//! cell, `#` a wall. A goal draws the whole frame again, with the pieces only that must reach a
//! place; `.` says that anything may stand there, and walls may be left away. All pieces of a goal
//! must be in place at once; of several goals, any one will do.
//!
//! # Numbered tiles
//! ```text
//! 13 10 7 11
//! 14 4 5 15
//! 1 2 9 6
//! 8 3 12 .
//! ```
//!
//! Rows of numbers with spaces between them are tiles of one cell each, if the numbers are 1, 2, 3
//! …, each once; `.`, `0` or `_` is an empty cell, `#` a wall. Up to nine tiles could be drawn
//! pieces as well, and are the same then, but for a `0`: it is an empty cell if no other is drawn.
//! From ten on, all are told apart, and goals are drawn in numbers too, where `0` or `_` must be
//! empty. Headers call a tile by its number, `lock: 10=fixed`, or by a letter where that has two
//! digits: `A` for 10, `B` for 11, up to `Z` for 35.
//!
//! Tiles need no goal: they are to be put in order row by row, the empty cells last. `goal:
//! blank-first`, above the frame or below it, has the empty cells first; `goal: blank-last` says
//! what goes without saying. One row needs a goal if it may be several rows: `1 2 0` needs none.
//!
//! # Names of several signs
//! ```text
//! A1 A1 . B12
//! A1 .  . B12
//! ```
//!
//! Where letters do not suffice, a piece may be called by a letter of ASCII and a number up to 999,
//! if every cell of the frame is a word of its own. Headers call it so, too: `alike: A1B12 C3D4`.
//!
//! # Headers
//! All are optional, each may stand once, above the frame:
//!
//! | key | value |
//! |---|---|
//! | `name`, `name.LANG` | the name of the puzzle, in another language: `name.zh: 横刀立马` |
//! | `alias`, `alias.LANG` | other names, separated by `、` or `,` |
//! | `names` | what pieces are called: `C=曹操 E=关羽`; words without `=` go on with a name |
//! | `best` | the optimum, any of `move=81 slide=90 step=116*`, or `impossible`; `*`: see below |
//! | `source`, `note` | where the layout comes from; anything else |
//! | `pieces` | `free` (as without it), or `axis`: each moves along its long side only |
//! | `finish` | `reach` (as without it), or `clear`: solved one free step before the goal |
//! | `gate` | `+ = C D`: cells drawn `+` (or another sign) may be entered by `C` and `D` only |
//! | `colour` | `red = A B`: doors may name red for A and B; may stand several times |
//! | `layers` | `A = red blue`: A loses a red layer at a door of red, and is blue then |
//! | `door` | `ABC = right 2-3`: A, B and C may leave the frame there; may stand several times |
//! | `ice` | `A=3 B=2`: A does not move before three pieces have left, B before two |
//! | `alike` | `ABFG CE`: groups of letters that may stand in for each other in a goal |
//!
//! A `*` behind an optimum says that it is published nowhere else: it was proven for the file.
//!
//! # Liberties
//! The parser accepts a byte order mark, lines that end in CRLF, tabs and other Unicode white space
//! (U+3000 too) where a space may stand, the colon of Chinese keyboards, `，` between aliases, and
//! puzzles with nothing in them between two `===`, and keys in capital letters. It refuses control
//! characters anywhere, so that nothing in a file commands a terminal.
//!
//! [`Puzzle`] implements `Display`: the same format in one canonical form. Reading that gives an
//! equal puzzle. Remarks, the mark of the gate and the languages of aliases are not kept.

mod doors;
mod section;
#[cfg(test)]
mod tests;
mod tiles;
mod waiting;

use std::{
    fmt::{self, Display, Formatter, Write},
    str::FromStr,
};

use super::{
    Metric, PublishedOptimum,
    draft::{Draft, EMPTY},
    model::{Door, Movement, Piece, PieceId, Puzzle, PuzzleInfo, SolvedWhen, Until, sign},
};
#[doc(no_inline)]
pub use crate::excerpt::ParseError;
use crate::{
    excerpt::{LineCursor, check_controls, without_bom},
    grid::{Cell, Direction, Edge, Grid},
};
use doors::DOOR_SIDES;
#[cfg(feature = "cli")]
pub(crate) use section::ORDERS;
pub(crate) use section::SEPARATOR;
use section::{GONE, LineKind, PuzzleSection, lines};
use waiting::LOCKS;

/// The largest text that should be read, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// The keys, in the order in which a puzzle is written.
pub const KEYS: [&str; 17] = [
    "name", "alias", "names", "best", "source", "note", "pieces", "finish", "lock", "gate",
    "alike", "distinct", "exit", "colour", "layers", "door", "ice",
];

/// The largest number of puzzles of one text.
pub const MAX_PUZZLES: usize = 1 << 16;

/// Reads the puzzles of a text, at least one.
///
/// Takes time and memory in proportion to the text.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    parse_up_to(MAX_PUZZLES, text)
}

/// Reads a text that holds exactly one puzzle.
impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut puzzles = parse_up_to(1, text)?;
        Ok(puzzles.pop().expect("a text without a puzzle is an error"))
    }
}

/// Returns the parts of a text between separators, each a line `===` without white space, without
/// parsing them.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n===\n")
}

/// Returns the names of the puzzle in a part of a valid text.
pub(crate) fn title(part: &str) -> PuzzleInfo {
    let mut section = PuzzleSection::default();
    for line in lines(part) {
        match LineKind::of(line) {
            LineKind::Row => break,
            kind @ LineKind::Header(header) if header.names() => {
                let _ = section.add(line, kind);
            }
            _ => {}
        }
    }
    section.title()
}

/// Returns the draft of a text with one puzzle, not yet checked. `None` if a line is invalid or the
/// text has several puzzles.
pub(crate) fn draft(text: &str) -> Option<Draft> {
    let mut section = PuzzleSection::default();
    for line in lines(without_bom(text)) {
        let kind = LineKind::of(line);
        if matches!(kind, LineKind::Separator) || check_controls(line).is_err() {
            return None;
        }
        section.add(line, kind).ok()?;
    }
    section.first()?;
    section.draft().ok()
}

/// Reads the puzzles of a text, at least one and at most `limit`.
fn parse_up_to(limit: usize, text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let mut puzzles = Vec::new();
    let mut section = PuzzleSection::default();
    let mut last = LineCursor::line(1, "");
    for line in lines(without_bom(text)) {
        check_controls(line)?;
        let kind = LineKind::of(line);
        if let LineKind::Separator = kind {
            finish(std::mem::take(&mut section), &mut puzzles, limit)?;
        } else {
            section.add(line, kind)?;
        }
        last = line;
    }
    finish(section, &mut puzzles, limit)?;
    if puzzles.is_empty() {
        let help = "draw a frame, and below a line `goal:`, draw how the frame should end up";
        return Err(last
            .trimmed()
            .error("there is no puzzle in this text", help));
    }
    Ok(puzzles)
}

/// Adds the puzzle of this section, if it holds one.
fn finish(
    section: PuzzleSection<'_>,
    puzzles: &mut Vec<Puzzle>,
    limit: usize,
) -> Result<(), ParseError> {
    let Some(first) = section.first() else {
        return Ok(());
    };
    if puzzles.len() == limit {
        let (plural, help) = match limit {
            1 => ("", "puzzles are separated by a line `===`"),
            _ => ("s", "spread them over several files"),
        };
        let message = format!("more than {limit} puzzle{plural} in this text");
        return Err(first.trimmed().error(message, help));
    }
    puzzles.extend(section.finish()?);
    Ok(())
}

/// The mark that draws the cells of a gate.
const MARK: char = '+';

/// The text of its file, which reads as an equal puzzle.
impl Display for Puzzle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let headers = title_headers(self) + &rules(self);
        f.write_str(&headers)?;
        if !headers.is_empty() {
            f.write_char('\n')?;
        }
        let gate = self.gate().cells.iter().map(|&cell| (cell, MARK));
        let pieces = (0..self.standing()).map(|piece| (piece, self.pieces()[piece].anchor));
        grid(f, self, gate, pieces)?;
        for goal in self.drawn_goals() {
            f.write_str("\ngoal:\n")?;
            let targets = goal
                .targets
                .iter()
                .map(|target| (target.piece, target.anchor));
            grid(
                f,
                self,
                goal.empties.iter().map(|&cell| (cell, EMPTY)),
                targets,
            )?;
        }
        Ok(())
    }
}

/// Writes a file with these puzzles.
///
/// ```
/// use huarong::puzzle::text;
///
/// let puzzles = text::parse("A.\ngoal:\n.A\n===\nB .\ngoal:\n. B")?;
/// assert_eq!(text::parse(&text::write(&puzzles))?, puzzles);
/// # Ok::<(), text::ParseError>(())
/// ```
pub fn write(puzzles: &[Puzzle]) -> String {
    let texts: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
    texts.join(&format!("\n{SEPARATOR}\n\n"))
}

/// Returns the headers for the names, the optimum, the source and the note.
fn title_headers(puzzle: &Puzzle) -> String {
    let title = puzzle.title();
    let mut text = line("name", title.name.as_deref());
    for (language, name) in &title.translations {
        text += &line(&format!("name.{language}"), Some(name));
    }
    let is_numbered = puzzle.is_numbered();
    let named = puzzle
        .pieces()
        .iter()
        .take(puzzle.standing())
        .filter_map(|piece| {
            let name = piece
                .name
                .as_ref()
                .filter(|_| !is_numbered || piece.numeral().is_none())?;
            Some(format!("{}={name}", sign(piece.letter)))
        });
    text += &line("alias", joined(&title.aliases, "、").as_deref());
    text += &line("names", joined(&named.collect::<Vec<_>>(), " ").as_deref());
    text += &line("best", best(puzzle.best()).as_deref());
    text += &line("source", title.source.as_deref());
    text + &line("note", title.note.as_deref())
}

/// Returns a header line, empty without a value.
fn line(key: &str, value: Option<&str>) -> String {
    value.map_or(String::new(), |value| format!("{key}: {value}\n"))
}

/// Returns the words with a separator between them, if there are any.
fn joined(words: &[String], between: &str) -> Option<String> {
    (!words.is_empty()).then(|| words.join(between))
}

fn best(best: PublishedOptimum) -> Option<String> {
    match best {
        PublishedOptimum::Unknown => None,
        PublishedOptimum::Impossible => Some("impossible".to_owned()),
        PublishedOptimum::Known(optimum) => {
            let entry = |metric| {
                let own = if optimum.is_own[metric as usize] {
                    "*"
                } else {
                    ""
                };
                optimum
                    .get(metric)
                    .map(|number| format!("{metric}={number}{own}"))
            };
            let entries: Vec<_> = Metric::WITH_PUSH.into_iter().filter_map(entry).collect();
            joined(&entries, " ")
        }
    }
}

/// Returns the entries of `lock` and of `ice`, with pieces as they are called.
fn locks_and_ice(puzzle: &Puzzle, called: impl Fn(&Piece) -> String) -> [Vec<String>; 2] {
    let standing = puzzle.standing();
    let locks = puzzle.pieces().iter().take(standing).filter_map(|piece| {
        let lock = piece.lock?;
        let (word, _) = LOCKS.into_iter().find(|&(_, meaning)| meaning == lock)?;
        Some(format!("{}={word}", called(piece)))
    });
    let mut locks: Vec<String> = locks.collect();
    let mut ice = Vec::new();
    for wait in puzzle.waits() {
        let piece = called(&puzzle.pieces()[wait.piece]);
        match wait.until {
            Until::Left(left) => ice.push(format!("{piece}={left}")),
            Until::Gone(key) if key >= standing => {}
            Until::Gone(key) => {
                locks.push(format!("{piece}={}", called(&puzzle.pieces()[key])));
            }
        }
    }
    [locks, ice]
}

/// Returns the headers for the rules.
pub(crate) fn rules(puzzle: &Puzzle) -> String {
    let is_numbered = puzzle.is_numbered();
    let called = |piece: &Piece| {
        if is_numbered {
            piece.display_label()
        } else {
            sign(piece.letter)
        }
    };
    // Layers beneath others start out of the frame, and come last.
    let standing = puzzle.standing();
    let letters = |pieces: &[PieceId]| -> Vec<String> {
        let pieces = pieces.iter().filter(|&&piece| piece < standing);
        pieces
            .map(|&piece| called(&puzzle.pieces()[piece]))
            .collect()
    };
    let plain = |pieces: &[PieceId]| -> Vec<PieceId> {
        let pieces = pieces.iter().copied();
        pieces.filter(|&piece| !puzzle.is_layer(piece)).collect()
    };
    let layers = |piece: PieceId| {
        let layers = [piece].into_iter().chain(puzzle.beneath(piece));
        let colours = layers.flat_map(|layer| {
            let colours = puzzle.colours().iter();
            colours.filter(move |colour| colour.pieces.contains(&layer))
        });
        let names: Vec<&str> = colours.map(|colour| &*colour.name).collect();
        format!("{} = {}", called(&puzzle.pieces()[piece]), names.join(" "))
    };
    let [locks, ice] = locks_and_ice(puzzle, called);
    let has_gate = !puzzle.gate().cells.is_empty();
    let gate = [&[format!("{MARK} =")], &letters(&puzzle.gate().pieces)[..]]
        .concat()
        .join(" ");
    // Numbers tell tiles apart.
    let distinct = if is_numbered { &[] } else { puzzle.distinct() };
    let groups: Vec<String> = puzzle
        .alike()
        .iter()
        .map(|group| letters(group).concat())
        .collect();
    [
        line(
            "pieces",
            (puzzle.movement() == Movement::Axis).then_some("axis"),
        ),
        line(
            "finish",
            (puzzle.finish() == SolvedWhen::Clear).then_some("clear"),
        ),
        line("lock", joined(&locks, " ").as_deref()),
        line("gate", has_gate.then_some(&gate)),
        line("alike", joined(&groups, " ").as_deref()),
        line("distinct", joined(&letters(distinct), " ").as_deref()),
        puzzle
            .colours()
            .iter()
            .map(|colour| {
                let pieces = joined(&letters(&plain(&colour.pieces)), " ");
                let value = pieces.map(|pieces| format!("{} = {pieces}", colour.name));
                line("colour", value.as_deref())
            })
            .collect(),
        (0..standing)
            .filter(|&piece| puzzle.is_layer(piece))
            .map(|piece| line("layers", Some(&layers(piece))))
            .collect(),
        puzzle
            .doors()
            .iter()
            .map(|door| {
                // Layers have no name but that of their colour, which names all its pieces.
                let is_here =
                    |piece: &PieceId| puzzle.is_layer(*piece) && door.pieces.contains(piece);
                let colours = puzzle.colours().iter();
                let colours = colours.filter(|colour| colour.pieces.iter().any(is_here));
                let mut rest = plain(&door.pieces);
                let mut words = Vec::new();
                for colour in colours {
                    words.push(colour.name.clone());
                    rest.retain(|piece| !colour.pieces.contains(piece));
                }
                words.extend(joined(&letters(&rest), ""));
                let pieces = words.join(" ");
                let spans = door_spans(door, puzzle.grid());
                line("door", Some(&format!("{pieces} = {spans}")))
            })
            .collect(),
        line("ice", joined(&ice, " ").as_deref()),
        line("goal", puzzle.all_leave().then_some(GONE)),
    ]
    .concat()
}

/// Returns the edges of a door, neighbours as one range: `left 1, right 2-3 at 4`.
fn door_spans(door: &Door, grid: &Grid) -> String {
    let mut spans: Vec<String> = Vec::new();
    for (word, side) in DOOR_SIDES {
        let is_across = matches!(side, Direction::Left | Direction::Right);
        let mut edges: Vec<[u8; 2]> = Vec::new();
        for Edge { cell, .. } in door.edges.iter().filter(|edge| edge.side == side) {
            edges.push(if is_across {
                [cell.column, cell.row]
            } else {
                [cell.row, cell.column]
            });
        }
        edges.sort_unstable();
        let follows = |one: &[u8; 2], next: &[u8; 2]| *next == [one[0], one[1] + 1];
        for span in edges.chunk_by(follows) {
            let [line, first] = span[0].map(|number| number + 1);
            let mut text = format!("{word} {first}");
            if span.len() > 1 {
                text += &format!("-{}", usize::from(first) + span.len() - 1);
            }
            let outer = match side {
                Direction::Up | Direction::Left => 1,
                Direction::Right => grid.columns(),
                Direction::Down => grid.rows(),
            };
            if line != outer {
                text += &format!(" at {line}");
            }
            spans.push(text);
        }
    }
    spans.join(", ")
}

/// Writes the frame with these marks on cells, and then these pieces, each at its anchor.
fn grid(
    f: &mut Formatter<'_>,
    puzzle: &Puzzle,
    marks: impl Iterator<Item = (Cell, char)>,
    pieces: impl Iterator<Item = (PieceId, Cell)>,
) -> fmt::Result {
    let grid = puzzle.grid();
    let bare = |cell| if grid.is_wall(cell) { '#' } else { '.' };
    let mut cells: Vec<String> = grid.cells().map(|cell| bare(cell).to_string()).collect();
    for (cell, mark) in marks {
        cells[grid.index(cell)] = mark.to_string();
    }
    let is_numbered = puzzle.is_numbered();
    let mut width = if is_numbered { 2 } else { 1 };
    for (piece, anchor) in pieces {
        let piece = &puzzle.pieces()[piece];
        let label = if is_numbered {
            piece.display_label()
        } else {
            sign(piece.letter)
        };
        if !is_numbered {
            width = label.chars().count().max(width);
        }
        for cell in piece.shape.cells_at(anchor) {
            cells[grid.index(cell)].clone_from(&label);
        }
    }
    for row in cells.chunks(usize::from(grid.columns())) {
        let row: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        writeln!(f, "{}", row.join(" "))?;
    }
    Ok(())
}
