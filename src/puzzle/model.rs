//! A puzzle: its frame, its pieces, its goals and its rules.

use std::collections::HashMap;

use super::metric::PublishedOptimum;
use super::polyomino::Polyomino;
use crate::grid::{Cell, Direction, Grid};

/// The place of a piece in [`Puzzle::pieces`].
pub type PieceId = usize;

/// A piece as its author drew it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The character that draws it.
    pub letter: char,
    /// What the author calls it: 曹操.
    pub name: Option<String>,
    /// Its shape.
    pub shape: Polyomino,
    /// Where its anchor stands at the start.
    pub anchor: Cell,
    /// What holds it, besides its surroundings and the puzzle's [`Movement`].
    pub lock: Option<Lock>,
}

/// What holds a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lock {
    /// It stays in its rows: left and right only.
    Row,
    /// It stays in its columns: up and down only.
    Column,
    /// It does not move.
    Fixed,
}

impl Piece {
    /// Its letter and, where it has one, its name: `C 曹操`; the number alone of a tile that shows
    /// that.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.name {
            Some(name) if self.numeral().is_none() => format!("{} {name}", self.letter),
            _ => self.display_label(),
        }
    }
}

/// One of the boards that solve the puzzle: all its targets must be met at once, and all those
/// cells be empty. It asks for one thing at least.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Goal {
    /// What must stand where.
    pub targets: Vec<Target>,
    /// Cells that no piece may cover, row by row.
    pub empties: Vec<Cell>,
}

/// A piece and the place that it must reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The piece, or any that is [alike](Puzzle::are_interchangeable).
    pub piece: PieceId,
    /// Where its anchor must stand.
    pub anchor: Cell,
}

/// Which ways the pieces may go.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Movement {
    /// Each piece any way.
    #[default]
    Free,
    /// Each piece along its long side only, as in Rush Hour; one as wide as high, any way.
    Axis,
}

/// When the puzzle counts as solved.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SolvedWhen {
    /// When every target of a goal is met.
    #[default]
    Reach,
    /// Also when one free step of one goal piece, to its target, would meet them.
    Clear,
}

/// Cells that only some pieces may enter.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Gate {
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// The pieces that may enter them.
    pub pieces: Vec<PieceId>,
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
    pub(super) best: PublishedOptimum,
}

/// What interchangeable pieces have in common.
#[derive(PartialEq, Eq, Hash)]
enum PieceIdentity<'a> {
    /// The author says that they are alike.
    Group(usize),
    /// There is one such piece only.
    Single(PieceId),
    /// They look the same and are locked the same way.
    Looks(&'a Polyomino, Option<Lock>),
}

/// What is said about a puzzle besides its rules.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PuzzleInfo {
    /// The name that the file gives it.
    pub name: Option<String>,
    /// The same in other languages, as (language, name): `("zh", "横刀立马")`.
    pub translations: Vec<(String, String)>,
    /// Other names, in any language.
    pub aliases: Vec<String>,
    /// Where the layout and its optimum come from.
    pub source: Option<String>,
    /// Anything else worth knowing.
    pub note: Option<String>,
}

impl PuzzleInfo {
    /// Every name that the puzzle goes by, the first one first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let translated = self.translations.iter().map(|(_, name)| name);
        let names = self.name.iter().chain(translated).chain(&self.aliases);
        names.map(String::as_str).collect::<Vec<_>>().into_iter()
    }
}

impl Puzzle {
    /// Its names and where it comes from.
    #[must_use]
    pub const fn title(&self) -> &PuzzleInfo {
        &self.title
    }

    /// The frame.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The pieces, in the order in which their anchors stand at the start.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The boards that solve it, any of which will do; never empty.
    #[must_use]
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// Which ways its pieces may go.
    #[must_use]
    pub const fn movement(&self) -> Movement {
        self.movement
    }

    /// When it counts as solved.
    #[must_use]
    pub const fn finish(&self) -> SolvedWhen {
        self.finish
    }

    /// The cells that only some pieces may enter.
    #[must_use]
    pub const fn gate(&self) -> &Gate {
        &self.gate
    }

    /// The optimum as published, by metric.
    #[must_use]
    pub const fn best(&self) -> PublishedOptimum {
        self.best
    }

    /// Number of cells that no piece covers and no wall fills.
    #[must_use]
    pub fn empty_cells(&self) -> usize {
        let walls = self.grid.cells().filter(|&cell| self.grid.is_wall(cell)).count();
        let covered: usize = self.pieces.iter().map(|piece| piece.shape.area()).sum();
        self.grid.area() - walls - covered
    }

    /// Pieces that are interchangeable with no others, whatever their shape, in order.
    #[must_use]
    pub fn distinct(&self) -> &[PieceId] {
        &self.distinct
    }

    /// The groups of pieces that stand in for each other because the author says so.
    #[must_use]
    pub fn alike(&self) -> &[Vec<PieceId>] {
        &self.alike
    }

    /// Whether one piece may stand in for the other in a goal: they are the same piece, the author
    /// says so (`alike:`), or no goal names either, nor does `distinct:`, and their shapes and
    /// locks are equal.
    #[must_use]
    pub fn are_interchangeable(&self, one: PieceId, other: PieceId) -> bool {
        let mark = |piece| {
            let group = self.alike.iter().position(|group| group.contains(&piece));
            self.mark(piece, group, || self.is_goal_piece(piece) || self.distinct.contains(&piece))
        };
        let shape = |piece: PieceId| &self.pieces[piece].shape;
        one == other || shape(one) == shape(other) && mark(one) == mark(other)
    }

    /// The pieces by kind: pieces of one kind are [interchangeable](Puzzle::are_interchangeable).
    /// The kinds are in the order of their first pieces.
    ///
    /// # Complexity
    /// Time in proportion to the puzzle.
    #[must_use]
    pub fn kinds(&self) -> Vec<Vec<PieceId>> {
        let mut groups = vec![None; self.pieces.len()];
        for (number, group) in self.alike.iter().enumerate() {
            for &piece in group {
                groups[piece] = Some(number);
            }
        }
        let mut is_single = vec![false; self.pieces.len()];
        for goal in &self.goals {
            goal.targets.iter().for_each(|target| is_single[target.piece] = true);
        }
        self.distinct.iter().for_each(|&piece| is_single[piece] = true);
        let mut kinds: Vec<Vec<PieceId>> = Vec::new();
        let mut numbers: HashMap<PieceIdentity<'_>, usize> = HashMap::new();
        for piece in 0..self.pieces.len() {
            let mark = self.mark(piece, groups[piece], || is_single[piece]);
            let kind = *numbers.entry(mark).or_insert_with(|| {
                kinds.push(Vec::new());
                kinds.len() - 1
            });
            kinds[kind].push(piece);
        }
        kinds
    }

    /// What makes the kind of a piece, given the group that its author puts it in, if any, and
    /// whether it is singled out by a goal or by `distinct:`.
    fn mark(
        &self,
        piece: PieceId,
        group: Option<usize>,
        is_single: impl FnOnce() -> bool,
    ) -> PieceIdentity<'_> {
        let Piece { shape, lock, .. } = &self.pieces[piece];
        match group {
            Some(group) => PieceIdentity::Group(group),
            None if is_single() => PieceIdentity::Single(piece),
            None => PieceIdentity::Looks(shape, *lock),
        }
    }

    /// Which piece covers each cell, row by row, with the anchor of each piece where `anchors`
    /// says, in the order of the pieces; `None` where they are not as many, or some piece would
    /// stand in a wall, out of the frame or on another. Where gates stand does not matter.
    #[must_use]
    pub fn occupants(&self, anchors: &[Cell]) -> Option<Vec<Option<PieceId>>> {
        if anchors.len() != self.pieces.len() {
            return None;
        }
        let mut occupants = vec![None; self.grid.area()];
        for (id, (piece, &anchor)) in self.pieces.iter().zip(anchors).enumerate() {
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
    #[must_use]
    pub fn is_goal_piece(&self, piece: PieceId) -> bool {
        self.goals.iter().any(|goal| goal.targets.iter().any(|target| target.piece == piece))
    }

    /// Whether this piece may ever cover `cell`, were it empty.
    #[must_use]
    pub fn may_enter(&self, piece: PieceId, cell: Cell) -> bool {
        let barred = self.gate.cells.contains(&cell) && !self.gate.pieces.contains(&piece);
        !self.grid.is_wall(cell) && !barred
    }

    /// Whether this piece may step in `direction`, were there room.
    #[must_use]
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
