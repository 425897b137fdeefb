//! Puzzles as text, in the one form that this library writes.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter, Write};

use super::section::{LOCKS, SEPARATOR};
use crate::grid::Cell;
use crate::puzzle::draft::EMPTY;
use crate::puzzle::metric::{Metric, PublishedOptimum};
use crate::puzzle::model::{Finish, Movement, PieceId, Puzzle, Title};

/// The mark that draws the cells of a gate.
const MARK: char = '+';

/// The text of its file, which reads as an equal puzzle.
impl Display for Puzzle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        title(f, self)?;
        rules(f, self)?;
        let headed = self.title() != &Title::default()
            || self.pieces().iter().any(|piece| piece.name.is_some())
            || self.best() != PublishedOptimum::Unknown
            || has_rules(self);
        if headed {
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
fn title(f: &mut Formatter<'_>, puzzle: &Puzzle) -> fmt::Result {
    let title = puzzle.title();
    line(f, "name", title.name.as_deref())?;
    for (language, name) in &title.translations {
        writeln!(f, "name.{language}: {name}")?;
    }
    let aliases = Some(title.aliases.join("、")).filter(|aliases| !aliases.is_empty());
    line(f, "alias", aliases.as_deref())?;
    let named = puzzle.pieces().iter().filter_map(|piece| {
        let name = piece.name.as_ref()?;
        Some(format!("{}={name}", piece.letter))
    });
    let named = Some(named.collect::<Vec<_>>().join(" ")).filter(|named| !named.is_empty());
    line(f, "names", named.as_deref())?;
    line(f, "best", best(puzzle.best()).as_deref())?;
    line(f, "source", title.source.as_deref())?;
    line(f, "note", title.note.as_deref())
}

fn line(f: &mut Formatter<'_>, key: &str, value: Option<&str>) -> fmt::Result {
    value.map_or(Ok(()), |value| writeln!(f, "{key}: {value}"))
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

/// Whether [`rules`] writes anything.
fn has_rules(puzzle: &Puzzle) -> bool {
    puzzle.movement() != Movement::default()
        || puzzle.finish() != Finish::default()
        || !puzzle.gate().cells.is_empty()
        || !puzzle.alike().is_empty()
        || !puzzle.distinct().is_empty()
        || puzzle.pieces().iter().any(|piece| piece.lock.is_some())
}

/// The headers that change the rules.
fn rules(f: &mut Formatter<'_>, puzzle: &Puzzle) -> fmt::Result {
    if puzzle.movement() == Movement::Axis {
        writeln!(f, "pieces: axis")?;
    }
    if puzzle.finish() == Finish::Clear {
        writeln!(f, "finish: clear")?;
    }
    let locks = puzzle.pieces().iter().filter_map(|piece| {
        let lock = piece.lock?;
        let (word, _) = LOCKS.into_iter().find(|&(_, meaning)| meaning == lock)?;
        Some(format!("{}={word}", piece.letter))
    });
    let locks = Some(locks.collect::<Vec<_>>().join(" ")).filter(|locks| !locks.is_empty());
    line(f, "lock", locks.as_deref())?;
    let letter = |&piece: &PieceId| puzzle.pieces()[piece].letter;
    if !puzzle.gate().cells.is_empty() {
        write!(f, "gate: {MARK} =")?;
        for piece in &puzzle.gate().pieces {
            write!(f, " {}", letter(piece))?;
        }
        f.write_char('\n')?;
    }
    if !puzzle.alike().is_empty() {
        f.write_str("alike:")?;
        for group in puzzle.alike() {
            let letters: String = group.iter().map(letter).collect();
            write!(f, " {letters}")?;
        }
        f.write_char('\n')?;
    }
    let distinct: Vec<String> =
        puzzle.distinct().iter().map(|piece| letter(piece).to_string()).collect();
    let distinct = Some(distinct.join(" ")).filter(|letters| !letters.is_empty());
    line(f, "distinct", distinct.as_deref())
}

/// The frame with pieces here and there, by anchor, over what else is drawn.
fn grid(
    f: &mut Formatter<'_>,
    puzzle: &Puzzle,
    marks: impl Iterator<Item = (Cell, char)>,
    pieces: impl Iterator<Item = (PieceId, Cell)>,
) -> fmt::Result {
    let grid = puzzle.grid();
    let mut drawn: HashMap<Cell, char> = marks.collect();
    for (piece, anchor) in pieces {
        let piece = &puzzle.pieces()[piece];
        drawn.extend(piece.shape.cells_at(anchor).map(|cell| (cell, piece.letter)));
    }
    for cell in grid.cells() {
        if cell.column > 0 {
            f.write_char(' ')?;
        }
        let empty = if grid.is_wall(cell) { '#' } else { '.' };
        f.write_char(drawn.get(&cell).copied().unwrap_or(empty))?;
        if cell.column + 1 == grid.columns() {
            f.write_char('\n')?;
        }
    }
    Ok(())
}
