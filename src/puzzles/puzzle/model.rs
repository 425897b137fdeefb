//! A puzzle: its frame, its pieces and their shapes, its goals and its rules; numbered tiles.

use std::borrow::Cow;

use ahash::AHashMap as HashMap;

use super::PublishedOptimum;
use crate::grid::{Cell, Direction, Edge, Grid, Offset};

/// The place of a piece in [`Puzzle::pieces`].
pub type PieceId = usize;

/// A piece as its author drew it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The character that draws it.
    pub letter: char,
    /// The name that its author gives it: 曹操.
    pub name: Option<String>,
    /// Its shape.
    pub shape: Polyomino,
    /// The place of its anchor at the start.
    pub anchor: Cell,
    /// The lock that restricts it in addition to the puzzle's [`Movement`].
    pub lock: Option<Lock>,
    /// The piece that stands in its place once it has lost its layer at a door, and that starts at
    /// [`Cell::OUT`]. `None` if this piece leaves.
    pub next_layer: Option<PieceId>,
}

/// A restriction of one piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Lock {
    /// The piece moves left and right only.
    Row,
    /// The piece moves up and down only.
    Column,
    /// The piece does not move.
    Fixed,
}

impl Piece {
    /// Returns the letter with the name, if there is one: `C 曹操`; for a numbered tile, the number
    /// alone.
    pub fn label(&self) -> String {
        let label = self.display_label();
        match &self.name {
            Some(name) if *name != label => format!("{label} {name}"),
            _ => label,
        }
    }
}

/// A goal: all its targets must be met at once, and its empty cells must be empty. A goal has at
/// least one target or empty cell.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Goal {
    /// The pieces and their targets.
    pub targets: Vec<Target>,
    /// Cells that no piece may cover, row by row.
    pub empties: Vec<Cell>,
}

/// A piece and the place that it must reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The piece, or any that is [alike](Puzzle::are_interchangeable).
    pub piece: PieceId,
    /// The target of its anchor.
    pub anchor: Cell,
}

/// The directions in which the pieces may move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Movement {
    /// Each piece moves in all directions.
    #[default]
    Free,
    /// Each piece moves along its longer side only, as in Rush Hour. A piece as wide as high moves
    /// in all directions.
    Axis,
}

/// When the puzzle counts as solved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum SolvedWhen {
    /// When every target of a goal is met.
    #[default]
    Reach,
    /// Also when one free step of a goal piece to its target would meet them.
    Clear,
}

/// Cells that only some pieces may enter.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Gate {
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// The pieces that may enter them.
    pub pieces: Vec<PieceId>,
}

/// Edges through which some pieces may leave the frame.
///
/// A piece leaves by one straight move: each of its cells goes on until it crosses an edge of a
/// door of the piece, over cells that no other piece covers and that the piece may enter. A piece
/// with a [next layer](Piece::next_layer) stays before the door instead, as that piece.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Door {
    /// The pieces that may leave, in order.
    pub pieces: Vec<PieceId>,
    /// The edges, in order. Beyond each, the frame ends or a wall stands.
    pub edges: Vec<Edge>,
}

/// A colour of some pieces.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Colour {
    /// Its name, one word.
    pub name: String,
    /// The pieces, in order.
    pub pieces: Vec<PieceId>,
}

/// A piece that does not move before others have left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wait {
    /// The piece.
    pub piece: PieceId,
    /// The end of the wait.
    pub until: Until,
}

/// The end of a [`Wait`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Until {
    /// This number of pieces has left.
    Left(usize),
    /// This piece has left. It is interchangeable with no others.
    Gone(PieceId),
}

/// A sliding-block puzzle, checked.
///
/// Read one with [`text::parse`](super::text::parse) or `str::parse`:
///
/// ```
/// use huarong::Puzzle;
///
/// let puzzle: Puzzle = "A A .\nB . .\n\ngoal:\n. . .\n. A A\n".parse()?;
/// assert_eq!(puzzle.pieces().len(), 2);
/// assert_eq!(puzzle.empty_cells(), 3);
/// # Ok::<(), huarong::puzzle::text::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    pub(super) title: PuzzleInfo,
    pub(super) grid: Grid,
    pub(super) pieces: Vec<Piece>,
    pub(super) goals: Vec<Goal>,
    pub(super) alike: Vec<Vec<PieceId>>,
    pub(super) distinct: Vec<PieceId>,
    pub(super) movement: Movement,
    pub(super) finish: SolvedWhen,
    pub(super) gate: Gate,
    pub(super) doors: Vec<Door>,
    pub(super) all_leave: bool,
    pub(super) waits: Vec<Wait>,
    pub(super) colours: Vec<Colour>,
    pub(super) best: PublishedOptimum,
}

/// The identity of a piece: interchangeable pieces have the same one.
#[derive(PartialEq, Eq, Hash)]
enum PieceIdentity<'a> {
    /// The group of `alike:` that the piece is in.
    Group(usize),
    /// The piece itself, which a goal or `distinct:` names.
    Single(PieceId),
    /// The shape, the lock, the numbers of the doors and the ends of the waits.
    Looks(&'a Polyomino, Option<Lock>, Vec<usize>, Vec<Until>),
}

/// The names and notes of a puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct PuzzleInfo {
    /// The name that the file gives it.
    pub name: Option<String>,
    /// The name in other languages, as (language, name): `("zh", "横刀立马")`.
    pub translations: Vec<(String, String)>,
    /// Other names, in any language.
    pub aliases: Vec<String>,
    /// The source of the layout and of its optimum.
    pub source: Option<String>,
    /// A note on anything else.
    pub note: Option<String>,
}

impl PuzzleInfo {
    /// Returns every name of the puzzle, the first one first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let translated = self.translations.iter().map(|(_, name)| name);
        self.name
            .iter()
            .chain(translated)
            .chain(&self.aliases)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .into_iter()
    }
}

impl Puzzle {
    /// Returns the names, source and note.
    pub const fn title(&self) -> &PuzzleInfo {
        &self.title
    }

    /// Returns the frame.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the pieces in the order of their anchors at the start: last those that stand for the
    /// [next layer](Piece::next_layer) of others.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the goals, any of which solves the puzzle; never empty.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// Returns the directions in which the pieces may move.
    pub const fn movement(&self) -> Movement {
        self.movement
    }

    /// Returns when the puzzle counts as solved.
    pub const fn finish(&self) -> SolvedWhen {
        self.finish
    }

    /// Returns the cells that only some pieces may enter.
    pub const fn gate(&self) -> &Gate {
        &self.gate
    }

    /// Returns the doors through which pieces may leave.
    pub fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// Whether every goal also asks that each piece with a door has left, apart from those that
    /// stand at a target.
    pub const fn all_leave(&self) -> bool {
        self.all_leave
    }

    /// Returns the goals that ask for more than that pieces leave.
    pub fn drawn_goals(&self) -> impl Iterator<Item = &Goal> {
        let asks_for_places = |goal: &&Goal| **goal != Goal::default();
        self.goals.iter().filter(asks_for_places)
    }

    /// Returns the colours that the author names; a piece has at most one.
    pub fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// Returns the pieces that wait until others have left.
    pub fn waits(&self) -> &[Wait] {
        &self.waits
    }

    /// Returns the ends of all waits of a piece.
    pub fn waits_of(&self, piece: PieceId) -> impl Iterator<Item = Until> {
        let waits = self.waits.iter();
        waits.filter_map(move |wait| (wait.piece == piece).then_some(wait.until))
    }

    /// Whether another piece waits until this piece has left.
    pub fn is_key(&self, piece: PieceId) -> bool {
        let mut waits = self.waits.iter();
        waits.any(|wait| wait.until == Until::Gone(piece))
    }

    /// Returns the pieces that start beneath the layer of a piece, the uppermost first.
    pub fn beneath(&self, piece: PieceId) -> impl Iterator<Item = PieceId> {
        let next = |&piece: &PieceId| self.pieces.get(piece)?.next_layer;
        std::iter::successors(next(&piece), next)
    }

    /// Returns the piece that stands at one of these anchors for a piece or a layer beneath it, or
    /// the piece itself if it has left.
    pub fn top_layer(&self, piece: PieceId, anchors: &[Cell]) -> PieceId {
        let mut layers = [piece].into_iter().chain(self.beneath(piece));
        let stands = |&piece: &PieceId| anchors.get(piece).is_some_and(|at| *at != Cell::OUT);
        layers.find(stands).unwrap_or(piece)
    }

    /// Returns the number of pieces in the frame at the start.
    pub fn standing(&self) -> usize {
        let stands = |piece: &&Piece| piece.anchor != Cell::OUT;
        self.pieces.iter().filter(stands).count()
    }

    /// Whether the piece has another layer, or starts beneath one.
    pub(super) fn is_layer(&self, piece: PieceId) -> bool {
        let piece = &self.pieces[piece];
        piece.next_layer.is_some() || piece.anchor == Cell::OUT
    }

    /// Returns the numbers of the doors of a piece.
    fn doors_of(&self, piece: PieceId) -> impl Iterator<Item = usize> {
        let doors = self.doors.iter().enumerate();
        doors.filter_map(move |(number, door)| door.pieces.contains(&piece).then_some(number))
    }

    /// Whether the piece has a door.
    pub fn may_leave(&self, piece: PieceId) -> bool {
        self.doors_of(piece).next().is_some()
    }

    /// Whether a cell of this piece may leave across an edge.
    pub fn is_door(&self, piece: PieceId, edge: Edge) -> bool {
        self.doors_of(piece)
            .any(|door| self.doors[door].edges.contains(&edge))
    }

    /// Returns the cells that a piece covers if it leaves by a straight move from this anchor,
    /// those at the start included. `None` if it cannot leave so on an empty board.
    pub fn way_out(&self, piece: PieceId, anchor: Cell, direction: Direction) -> Option<Vec<Cell>> {
        if !self.may_step(piece, direction) {
            return None;
        }
        let shape = &self.pieces[piece].shape;
        if shape.cells_at(anchor).count() < shape.area() {
            return None;
        }
        let mut way = Vec::new();
        for start in shape.cells_at(anchor) {
            let mut cell = start;
            loop {
                if !self.may_enter(piece, cell) {
                    return None;
                }
                way.push(cell);
                let side = direction;
                if self.is_door(piece, Edge { cell, side }) {
                    break;
                }
                cell = cell.step(direction)?;
            }
        }
        Some(way)
    }

    /// Returns the optimum as published, by metric.
    pub const fn best(&self) -> PublishedOptimum {
        self.best
    }

    /// Whether the pieces are tiles that can be pushed in rows and columns: single cells that move
    /// in all directions and to all cells, of which one is empty.
    pub fn are_tiles(&self) -> bool {
        let is_tile = |piece: &Piece| piece.shape.area() == 1 && piece.lock.is_none();
        self.empty_cells() == 1
            && self.gate.cells.is_empty()
            && self.doors.is_empty()
            && self.pieces.iter().all(is_tile)
    }

    /// Returns the number of cells without a piece and without a wall.
    pub fn empty_cells(&self) -> usize {
        let walls = self
            .grid
            .cells()
            .filter(|&cell| self.grid.is_wall(cell))
            .count();
        let standing = self.pieces.iter().filter(|piece| piece.anchor != Cell::OUT);
        let covered: usize = standing.map(|piece| piece.shape.area()).sum();
        self.grid.area() - walls - covered
    }

    /// Returns the pieces, in order, that are interchangeable with no others.
    pub fn distinct(&self) -> &[PieceId] {
        &self.distinct
    }

    /// Returns the groups of pieces that the author declares interchangeable.
    pub fn alike(&self) -> &[Vec<PieceId>] {
        &self.alike
    }

    /// Whether one piece may replace the other in a goal: they are the same piece, `alike:` lists
    /// them in one group, or no goal, `distinct:`, `layers:` or key names either of them, and their
    /// shapes, locks, doors and waits are equal.
    pub fn are_interchangeable(&self, one: PieceId, other: PieceId) -> bool {
        let identity = |piece| {
            let group = self.alike.iter().position(|group| group.contains(&piece));
            self.identity(piece, group, || {
                self.is_goal_piece(piece)
                    || self.distinct.contains(&piece)
                    || self.is_key(piece)
                    || self.is_layer(piece)
            })
        };
        let shape = |piece: PieceId| &self.pieces[piece].shape;
        one == other || shape(one) == shape(other) && identity(one) == identity(other)
    }

    /// Returns the pieces by kind: pieces of one kind are
    /// [interchangeable](Puzzle::are_interchangeable). The kinds are in the order of their first
    /// pieces.
    ///
    /// # Complexity
    /// Time in proportion to the puzzle.
    pub fn kinds(&self) -> Vec<Vec<PieceId>> {
        let mut groups = vec![None; self.pieces.len()];
        for (number, group) in self.alike.iter().enumerate() {
            for &piece in group {
                groups[piece] = Some(number);
            }
        }
        let mut is_single = vec![false; self.pieces.len()];
        for (piece, is_single) in is_single.iter_mut().enumerate() {
            *is_single = self.is_key(piece) || self.is_layer(piece);
        }
        for goal in &self.goals {
            goal.targets
                .iter()
                .for_each(|target| is_single[target.piece] = true);
        }
        self.distinct
            .iter()
            .for_each(|&piece| is_single[piece] = true);
        let mut kinds: Vec<Vec<PieceId>> = Vec::new();
        let mut numbers: HashMap<PieceIdentity<'_>, usize> = HashMap::new();
        for piece in 0..self.pieces.len() {
            let identity = self.identity(piece, groups[piece], || is_single[piece]);
            let kind = *numbers.entry(identity).or_insert_with(|| {
                kinds.push(Vec::new());
                kinds.len() - 1
            });
            kinds[kind].push(piece);
        }
        kinds
    }

    /// Returns the identity of a piece, given its group in `alike:`, if any, and whether a goal or
    /// `distinct:` names it.
    fn identity(
        &self,
        piece: PieceId,
        group: Option<usize>,
        is_single: impl FnOnce() -> bool,
    ) -> PieceIdentity<'_> {
        let Piece { shape, lock, .. } = &self.pieces[piece];
        match group {
            Some(group) => PieceIdentity::Group(group),
            None if is_single() => PieceIdentity::Single(piece),
            None => PieceIdentity::Looks(
                shape,
                *lock,
                self.doors_of(piece).collect(),
                self.waits_of(piece).collect(),
            ),
        }
    }

    /// Returns the piece that covers each cell, row by row, for the anchors of all pieces in the
    /// order of the pieces. A piece with a door may stand nowhere, at [`Cell::OUT`]. `None` if
    /// there are not as many anchors as pieces, or a piece would stand on a wall, outside the frame
    /// or on another, or two layers of a piece would stand. Gates are ignored.
    pub fn occupants(&self, anchors: &[Cell]) -> Option<Vec<Option<PieceId>>> {
        if anchors.len() != self.pieces.len() {
            return None;
        }
        let mut occupants = vec![None; self.grid.area()];
        for (id, (piece, &anchor)) in self.pieces.iter().zip(anchors).enumerate() {
            if anchor == Cell::OUT && self.may_leave(id) {
                continue;
            }
            if self
                .beneath(id)
                .any(|beneath| anchors[beneath] != Cell::OUT)
            {
                return None;
            }
            let mut covered = 0;
            for cell in piece.shape.cells_at(anchor) {
                if self.grid.is_wall(cell) || occupants[self.grid.index(cell)].is_some() {
                    return None;
                }
                occupants[self.grid.index(cell)] = Some(id);
                covered += 1;
            }
            if covered < piece.shape.area() {
                return None;
            }
        }
        Some(occupants)
    }

    /// Whether a goal names this piece.
    pub fn is_goal_piece(&self, piece: PieceId) -> bool {
        self.goals
            .iter()
            .any(|goal| goal.targets.iter().any(|target| target.piece == piece))
    }

    /// Whether this piece may cover `cell` when it is empty.
    pub fn may_enter(&self, piece: PieceId, cell: Cell) -> bool {
        let barred = self.gate.cells.contains(&cell) && !self.gate.pieces.contains(&piece);
        !self.grid.is_wall(cell) && !barred
    }

    /// Whether the rules let this piece step in `direction`, if the cells are free.
    pub fn may_step(&self, piece: PieceId, direction: Direction) -> bool {
        let Piece { shape, lock, .. } = &self.pieces[piece];
        let is_across = matches!(direction, Direction::Left | Direction::Right);
        let is_unlocked = match lock {
            None => true,
            Some(Lock::Row) => is_across,
            Some(Lock::Column) => !is_across,
            Some(Lock::Fixed) => false,
        };
        let is_lengthwise = match (self.movement, is_across) {
            (Movement::Free, _) => true,
            (Movement::Axis, true) => shape.width() >= shape.height(),
            (Movement::Axis, false) => shape.height() >= shape.width(),
        };
        is_unlocked && is_lengthwise
    }
}

/// The largest number of a numbered tile, for frames of up to 20 × 20 cells.
///
/// Numbered tiles are pieces of one cell with the numbers 1, 2, 3 …, as in the 15-puzzle. Each
/// keeps a letter as every piece does: `1` to `9`, from 10 on `A` to `Z`, and from 36 on extended
/// Latin letters. A piece named by the number that its letter stands for
/// [shows](Piece::display_label) that number.
pub const MAX_TILES: usize = 399;

/// The letter of tile 36 is the first of the extended Latin ones, `Ā`.
const FIRST_LETTER: u32 = 0x100 - 36;

/// Returns the letter of the tile with this number: `1` to `9`, then `A` to `Z`, then `Ā`, `ā` …
pub fn tile_letter(number: usize) -> Option<char> {
    let number = u32::try_from(number).ok()?;
    match number {
        1..36 => char::from_digit(number, 36).map(|letter| letter.to_ascii_uppercase()),
        36..400 => char::from_u32(FIRST_LETTER + number),
        _ => None,
    }
}

/// The first private letter. A piece keeps one letter, so `A1` to `z999`, as pieces may be called
/// in a board with spaces between the cells, have a private letter each.
const FIRST_PRIVATE: u32 = 0xF_0000;

/// The numbers behind each letter.
const PRIVATE_NUMBERS: u32 = 1000;

/// Whether it is a private letter, for a letter with a number.
pub fn is_private(letter: char) -> bool {
    let last = FIRST_PRIVATE + ('z' as u32 + 1 - 'A' as u32) * PRIVATE_NUMBERS;
    (FIRST_PRIVATE..last).contains(&letter.into())
}

/// Returns the private letter for a letter with a number: `A1`.
pub fn private_letter(signs: &str) -> Option<char> {
    let letter = signs.chars().next().filter(char::is_ascii_alphabetic)?;
    let number: u32 = signs[1..]
        .parse()
        .ok()
        .filter(|&number| number < PRIVATE_NUMBERS)?;
    let letter = FIRST_PRIVATE + (u32::from(letter) - u32::from('A')) * PRIVATE_NUMBERS + number;
    char::from_u32(letter).filter(|&letter| sign(letter) == signs)
}

/// Returns the letter as people write it: `A1` for a private one.
pub fn sign(letter: char) -> String {
    let code = u32::from(letter).wrapping_sub(FIRST_PRIVATE);
    match char::from_u32(u32::from('A') + code / PRIVATE_NUMBERS) {
        Some(first) if is_private(letter) => format!("{first}{}", code % PRIVATE_NUMBERS),
        _ => letter.to_string(),
    }
}

/// Returns the number of the tile with this letter.
fn tile_number(letter: char) -> Option<usize> {
    let digit = letter.to_digit(36);
    let number = digit.or_else(|| u32::from(letter).checked_sub(FIRST_LETTER))?;
    let number = usize::try_from(number).ok()?;
    (tile_letter(number) == Some(letter)).then_some(number)
}

impl Piece {
    /// Returns the label on boards: the number of a numbered tile, else the letter or what a
    /// private letter stands for.
    pub fn display_label(&self) -> String {
        self.numeral()
            .map_or_else(|| self.letter.to_string(), Cow::into_owned)
    }

    /// Returns the signs that the letter stands for, if they are several: the number of a tile,
    /// which is its name, too, or a letter with a number.
    pub(crate) fn numeral(&self) -> Option<Cow<'_, str>> {
        if is_private(self.letter) {
            return Some(sign(self.letter).into());
        }
        let name = self
            .name
            .as_deref()
            .filter(|name| (2..=3).contains(&name.len()) && self.shape.area() == 1)?;
        let number: usize = name.parse().ok().filter(|number| (10..).contains(number))?;
        (tile_letter(number) == Some(self.letter)).then_some(name.into())
    }
}

impl Puzzle {
    /// Whether the pieces are distinct tiles with the numbers from 1 to 10 or more, each once. Such
    /// a puzzle is written as rows of numbers.
    pub fn is_numbered(&self) -> bool {
        let count = self.pieces.len();
        let mut seen = vec![false; count + 1];
        count >= 10
            && self.distinct.len() == count
            && self.grid.columns() > 1
            && self
                .pieces
                .iter()
                .map(|piece| {
                    let number = tile_number(piece.letter).filter(|&number| number <= count)?;
                    let is_new = !std::mem::replace(&mut seen[number], true);
                    let shows_it = number < 10 || piece.numeral().is_some();
                    (is_new && shows_it && piece.shape.area() == 1).then_some(())
                })
                .all(|tile| tile.is_some())
    }
}

/// A shape: the cells of a piece relative to its **anchor**, its first cell row by row.
///
/// Two pieces have equal shapes exactly when one is the other moved, not turned.
///
/// ```
/// use huarong::grid::Cell;
/// use huarong::puzzle::Polyomino;
///
/// let here = Polyomino::from_cells(&[Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)]);
/// let there = Polyomino::from_cells(&[Cell::new(3, 2), Cell::new(2, 3), Cell::new(3, 3)]);
/// assert_eq!(here, there);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Polyomino {
    offsets: Vec<Offset>,
}

impl Polyomino {
    /// Returns the shape of these cells, given in any order.
    ///
    /// # Panics
    /// If there is no cell, or two lie more than 127 rows or columns apart.
    pub fn from_cells(cells: &[Cell]) -> Self {
        let anchor = *cells.iter().min().expect("a piece has at least one cell");
        let apart = |to: u8, from: u8| {
            i8::try_from(i16::from(to) - i16::from(from)).expect("cells within 127 of the anchor")
        };
        let mut offsets: Vec<Offset> = cells
            .iter()
            .map(|cell| Offset {
                rows: apart(cell.row, anchor.row),
                columns: apart(cell.column, anchor.column),
            })
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        Polyomino { offsets }
    }

    /// Returns the offsets of the cells from the anchor, row by row; the first is zero.
    pub fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// Returns the number of cells.
    pub fn area(&self) -> usize {
        self.offsets.len()
    }

    /// Returns the number of rows from the first to the last cell.
    pub fn height(&self) -> u8 {
        self.offsets
            .last()
            .map_or(0, |last| last.rows.unsigned_abs())
            + 1
    }

    /// Returns the number of columns from the leftmost to the rightmost cell.
    pub fn width(&self) -> u8 {
        let columns = || self.offsets.iter().map(|offset| offset.columns);
        let left = columns().min().unwrap_or(0);
        let right = columns().max().unwrap_or(0);
        left.abs_diff(right) + 1
    }

    /// Returns the cells that a piece covers with its anchor here, without those before row or
    /// column 0 or beyond 255.
    pub fn cells_at(&self, anchor: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.offsets
            .iter()
            .filter_map(move |&offset| anchor.offset(offset))
    }

    /// Whether the cells are connected by their sides.
    pub fn is_connected(&self) -> bool {
        let mut reached = vec![self.offsets[0]];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            for &to in &self.offsets {
                let rows = u16::from(from.rows.abs_diff(to.rows));
                let columns = u16::from(from.columns.abs_diff(to.columns));
                if rows + columns == 1 && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        reached.len() == self.offsets.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(cells: &[(u8, u8)]) -> Polyomino {
        let cells: Vec<Cell> = cells.iter().map(|&(r, c)| Cell::new(r, c)).collect();
        Polyomino::from_cells(&cells)
    }

    #[test]
    fn the_anchor_is_the_first_cell_row_by_row() {
        let corner = shape(&[(1, 0), (1, 1), (0, 1)]);
        assert_eq!(
            corner.offsets()[0],
            Offset {
                rows: 0,
                columns: 0
            }
        );
        let covered: Vec<Cell> = corner.cells_at(Cell::new(0, 1)).collect();
        assert_eq!(covered, [Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)]);
        assert_eq!((corner.height(), corner.width()), (2, 2));
    }

    #[test]
    fn turned_shapes_differ() {
        assert_ne!(shape(&[(0, 0), (0, 1)]), shape(&[(0, 0), (1, 0)]));
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_not_connected() {
        assert!(shape(&[(0, 0), (0, 1), (1, 1)]).is_connected());
        assert!(!shape(&[(0, 0), (1, 1)]).is_connected());
    }
}
