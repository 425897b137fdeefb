//! Puzzles as text.

use std::fmt::{self, Display, Formatter};

use crate::grid::{Cell, Grid};
use crate::puzzle::{Best, Finish, Metric, Movement, Piece, PieceId, Puzzle};

/// The mark of the gate.
const GATE: char = '+';

/// The canonical text of the puzzle: [`parse`](super::parse) reads the same puzzle from it.
///
/// Aliases of all languages stand in one line. The text ends with a line feed.
impl Display for Puzzle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let headers = Headers(self).to_string();
        f.write_str(&headers)?;
        if !headers.is_empty() {
            writeln!(f)?;
        }
        self.frame().fmt(f)?;
        for goal in self.goals() {
            let mut board = Board::walls(self.grid());
            for target in &goal.targets {
                board.put(&self.pieces()[target.piece], target.anchor);
            }
            write!(f, "\ngoal:\n{board}")?;
        }
        Ok(())
    }
}

impl Puzzle {
    fn frame(&self) -> Board<'_> {
        let mut board = Board::walls(self.grid());
        for &cell in &self.gate().cells {
            board.set(cell, GATE);
        }
        for piece in self.pieces() {
            board.put(piece, piece.anchor);
        }
        board
    }
}

/// A grid of characters.
struct Board<'a> {
    grid: &'a Grid,
    cells: Vec<char>,
}

impl<'a> Board<'a> {
    /// The frame without pieces and gate.
    fn walls(grid: &'a Grid) -> Self {
        let cells = grid.cells().map(|cell| if grid.is_wall(cell) { '#' } else { '.' }).collect();
        Board { grid, cells }
    }

    fn set(&mut self, cell: Cell, character: char) {
        self.cells[self.grid.index(cell)] = character;
    }

    fn put(&mut self, piece: &Piece, anchor: Cell) {
        for cell in piece.shape.cells_at(anchor) {
            self.set(cell, piece.letter);
        }
    }
}

impl Display for Board<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(usize::from(self.grid.columns())) {
            for (column, character) in row.iter().enumerate() {
                write!(f, "{}{character}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The header lines.
struct Headers<'a>(&'a Puzzle);

impl Display for Headers<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let puzzle = self.0;
        let title = puzzle.title();
        let key = |f: &mut Formatter<'_>, key: &str, value: &Option<String>| match value {
            Some(value) => writeln!(f, "{key}: {value}"),
            None => Ok(()),
        };
        key(f, "name", &title.name)?;
        for (language, name) in &title.translations {
            writeln!(f, "name.{language}: {name}")?;
        }
        if !title.aliases.is_empty() {
            writeln!(f, "alias: {}", title.aliases.join(", "))?;
        }
        key(f, "names", &piece_names(puzzle.pieces()))?;
        key(f, "best", &best(puzzle.best()))?;
        key(f, "source", &title.source)?;
        key(f, "note", &title.note)?;
        if puzzle.movement() == Movement::Axis {
            writeln!(f, "pieces: axis")?;
        }
        if puzzle.finish() == Finish::Clear {
            writeln!(f, "finish: clear")?;
        }
        key(f, "gate", &gate(puzzle))?;
        key(f, "alike", &alike(puzzle))
    }
}

/// `C=曹操 E=关羽`. Where a word of a name holds a `=` of its own, a no-break space binds it.
fn piece_names(pieces: &[Piece]) -> Option<String> {
    let named = pieces.iter().filter_map(|piece| Some((piece.letter, piece.name.as_ref()?)));
    let entries = named.map(|(letter, name)| {
        let bound = name.split(' ').skip(1).any(|word| word.contains('='));
        let name = if bound { name.replace(' ', "\u{a0}") } else { name.clone() };
        format!("{letter}={name}")
    });
    some(&entries.collect::<Vec<_>>())
}

fn best(best: Best) -> Option<String> {
    match best {
        Best::Unknown => None,
        Best::Impossible => Some("impossible".to_owned()),
        Best::Known(optimum) => {
            let lengths = Metric::ALL.into_iter().filter_map(|metric| {
                optimum.get(metric).map(|length| format!("{metric}={length}"))
            });
            some(&lengths.collect::<Vec<_>>())
        }
    }
}

fn gate(puzzle: &Puzzle) -> Option<String> {
    let gate = puzzle.gate();
    let mut words = vec![GATE.to_string(), "=".to_owned()];
    words.extend(gate.pieces.iter().map(|&piece| puzzle.pieces()[piece].letter.to_string()));
    if gate.cells.is_empty() { None } else { some(&words) }
}

fn alike(puzzle: &Puzzle) -> Option<String> {
    let letter = |&piece: &PieceId| puzzle.pieces()[piece].letter;
    let groups = puzzle.alike.iter().map(|group| group.iter().map(letter).collect());
    some(&groups.collect::<Vec<String>>())
}

/// These words with spaces between them, if there are any.
fn some(words: &[String]) -> Option<String> {
    if words.is_empty() { None } else { Some(words.join(" ")) }
}
