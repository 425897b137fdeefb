//! Puzzles as text, in the one form that this library writes.

use std::fmt::{self, Display, Formatter, Write};

use super::section::{LOCKS, SEPARATOR};
use crate::grid::Cell;
use crate::puzzle::draft::EMPTY;
use crate::puzzle::metric::{Metric, PublishedOptimum};
use crate::puzzle::model::{Movement, Piece, PieceId, Puzzle, SolvedWhen};

/// The mark that draws the cells of a gate.
const MARK: char = '+';

/// The text of its file, which reads as an equal puzzle.
impl Display for Puzzle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let headers = title(self) + &rules(self);
        f.write_str(&headers)?;
        if !headers.is_empty() {
            f.write_char('\n')?;
        }
        let gate = self.gate().cells.iter().map(|&cell| (cell, MARK));
        let pieces = (0..self.pieces().len()).map(|piece| (piece, self.pieces()[piece].anchor));
        grid(f, self, gate, pieces)?;
        for goal in self.goals() {
            f.write_str("\ngoal:\n")?;
            let targets = goal.targets.iter().map(|target| (target.piece, target.anchor));
            grid(f, self, goal.empties.iter().map(|&cell| (cell, EMPTY)), targets)?;
        }
        Ok(())
    }
}

/// The text of a file with these puzzles.
///
/// ```
/// use huarong::puzzle::text;
///
/// let puzzles = text::parse("A.\ngoal:\n.A\n===\nB .\ngoal:\n. B")?;
/// assert_eq!(text::parse(&text::write(&puzzles))?, puzzles);
/// # Ok::<(), text::ParseError>(())
/// ```
#[must_use]
pub fn write(puzzles: &[Puzzle]) -> String {
    let texts: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
    texts.join(&format!("\n{SEPARATOR}\n\n"))
}

/// The headers that say what the puzzle is called and what is known of it.
fn title(puzzle: &Puzzle) -> String {
    let title = puzzle.title();
    let mut text = line("name", title.name.as_deref());
    for (language, name) in &title.translations {
        text += &line(&format!("name.{language}"), Some(name));
    }
    let is_numbered = puzzle.is_numbered();
    let named = puzzle.pieces().iter().filter_map(|piece| {
        let name = piece.name.as_ref().filter(|_| !is_numbered || piece.numeral().is_none())?;
        Some(format!("{}={name}", piece.letter))
    });
    text += &line("alias", joined(&title.aliases, "、").as_deref());
    text += &line("names", joined(&named.collect::<Vec<_>>(), " ").as_deref());
    text += &line("best", best(puzzle.best()).as_deref());
    text += &line("source", title.source.as_deref());
    text + &line("note", title.note.as_deref())
}

/// A header, if it has something to say.
fn line(key: &str, value: Option<&str>) -> String {
    value.map_or(String::new(), |value| format!("{key}: {value}\n"))
}

/// These words with something between them, if there are any.
fn joined(words: &[String], between: &str) -> Option<String> {
    (!words.is_empty()).then(|| words.join(between))
}

fn best(best: PublishedOptimum) -> Option<String> {
    match best {
        PublishedOptimum::Unknown => None,
        PublishedOptimum::Impossible => Some("impossible".to_owned()),
        PublishedOptimum::Known(optimum) => {
            let entry = |metric| optimum.get(metric).map(|number| format!("{metric}={number}"));
            Some(Metric::ALL.into_iter().filter_map(entry).collect::<Vec<_>>().join(" "))
        }
    }
}

/// The headers that change the rules.
fn rules(puzzle: &Puzzle) -> String {
    let is_numbered = puzzle.is_numbered();
    let called =
        |piece: &Piece| if is_numbered { piece.display_label() } else { piece.letter.to_string() };
    let letters = |pieces: &[PieceId]| -> Vec<String> {
        pieces.iter().map(|&piece| called(&puzzle.pieces()[piece])).collect()
    };
    let locks = puzzle.pieces().iter().filter_map(|piece| {
        let lock = piece.lock?;
        let (word, _) = LOCKS.into_iter().find(|&(_, meaning)| meaning == lock)?;
        Some(format!("{}={word}", called(piece)))
    });
    let has_gate = !puzzle.gate().cells.is_empty();
    let gate = [&[format!("{MARK} =")], &letters(&puzzle.gate().pieces)[..]].concat().join(" ");
    // Numbers tell tiles apart.
    let distinct = if is_numbered { &[] } else { puzzle.distinct() };
    let groups: Vec<String> = puzzle.alike().iter().map(|group| letters(group).concat()).collect();
    [
        line("pieces", (puzzle.movement() == Movement::Axis).then_some("axis")),
        line("finish", (puzzle.finish() == SolvedWhen::Clear).then_some("clear")),
        line("lock", joined(&locks.collect::<Vec<_>>(), " ").as_deref()),
        line("gate", has_gate.then_some(&gate)),
        line("alike", joined(&groups, " ").as_deref()),
        line("distinct", joined(&letters(distinct), " ").as_deref()),
    ]
    .concat()
}

/// The frame with pieces here and there, by anchor, over what else is drawn.
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
    let width = if is_numbered { 2 } else { 1 };
    for (piece, anchor) in pieces {
        let piece = &puzzle.pieces()[piece];
        for cell in piece.shape.cells_at(anchor) {
            let letter = || piece.letter.to_string();
            cells[grid.index(cell)] = if is_numbered { piece.display_label() } else { letter() };
        }
    }
    for row in cells.chunks(usize::from(grid.columns())) {
        let row: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        writeln!(f, "{}", row.join(" "))?;
    }
    Ok(())
}
