//! Which mirror images of a position are the same to a search.
//!
//! Mirroring is sound only where the frame, its walls and gates, the kinds and every goal are their
//! own mirror image. Mirroring always is a mistake seen in the wild: with the goal in a bottom
//! corner, the classic layout takes 58 moves, not 71.

use std::fmt;

use crate::grid::{Cell, Direction, Grid, Offset};
use crate::puzzle::{Polyomino, Puzzle};

use super::UnpackedState;
use super::goal::GoalPattern;
use super::kind::{Kind, KindId};

/// A reflection of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reflection {
    /// Nothing moves.
    Identity,
    /// Left and right change places.
    LeftRight,
    /// Top and bottom change places.
    TopBottom,
    /// Both, which is half a turn.
    HalfTurn,
}

impl Reflection {
    /// Where `cell` goes.
    #[must_use]
    pub fn cell(self, cell: Cell, grid: &Grid) -> Cell {
        let (down, right) = (grid.rows() - 1 - cell.row, grid.columns() - 1 - cell.column);
        match self {
            Reflection::Identity => cell,
            Reflection::LeftRight => Cell::new(cell.row, right),
            Reflection::TopBottom => Cell::new(down, cell.column),
            Reflection::HalfTurn => Cell::new(down, right),
        }
    }

    /// Where a step in `direction` goes.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        match (self, direction) {
            (Reflection::LeftRight | Reflection::HalfTurn, Direction::Left | Direction::Right)
            | (Reflection::TopBottom | Reflection::HalfTurn, Direction::Up | Direction::Down) => {
                direction.opposite()
            }
            _ => direction,
        }
    }
}

impl fmt::Display for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reflection::Identity => "none",
            Reflection::LeftRight => "left-right",
            Reflection::TopBottom => "top-bottom",
            Reflection::HalfTurn => "half-turn",
        })
    }
}

/// One mirror image: where the cells go, and which kind each kind becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SymmetryImage {
    reflection: Reflection,
    kinds: Vec<KindId>,
    /// By kind: how far the anchor of the image lies from where the anchor is reflected to.
    anchors: Vec<Offset>,
}

/// The group of mirror images that a search may take for one and the same: 1, 2 or 4 of them.
///
/// Image 0 is the board itself, and image `i` of image `j` is image `i ^ j`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetryGroup {
    grid: Grid,
    images: Vec<SymmetryImage>,
}

impl SymmetryGroup {
    /// The symmetry of a puzzle: everything that its frame, kinds and goals allow.
    pub(super) fn of(puzzle: &Puzzle, kinds: &[Kind], patterns: &[GoalPattern]) -> Self {
        let grid = puzzle.grid();
        let find = |reflection| SymmetryImage::find(reflection, grid, kinds, patterns);
        let mut images = Self::none(grid, kinds).images;
        match (find(Reflection::LeftRight), find(Reflection::TopBottom)) {
            (Some(across), Some(down)) if across.commutes_with(&down) => {
                let turned = across.kinds.iter().map(|&kind| down.kinds[kind]).collect();
                let half_turn = SymmetryImage::new(Reflection::HalfTurn, turned, kinds);
                images.extend([across, down, half_turn]);
            }
            (across, down) => {
                images.extend(across.or(down).or_else(|| find(Reflection::HalfTurn)));
            }
        }
        SymmetryGroup { grid: grid.clone(), images }
    }

    /// No two positions are the same.
    pub(super) fn none(grid: &Grid, kinds: &[Kind]) -> Self {
        let identity = SymmetryImage::new(Reflection::Identity, (0..kinds.len()).collect(), kinds);
        SymmetryGroup { grid: grid.clone(), images: vec![identity] }
    }

    /// The same, with no two positions the same.
    pub(super) fn dropped(&self) -> Self {
        SymmetryGroup { grid: self.grid.clone(), images: self.images[..1].to_vec() }
    }

    /// The part of the group that leaves this position as it is.
    pub(super) fn keeping(&self, position: &UnpackedState, cells: usize) -> Self {
        let keeps = |image: &&SymmetryImage| {
            let place = |at| image.place(&self.grid, at);
            UnpackedState::new(cells, position.anchors().map(place)) == *position
        };
        let images = self.images.iter().filter(keeps).cloned().collect();
        SymmetryGroup { grid: self.grid.clone(), images }
    }

    /// The reflections of the group, the identity first.
    pub fn reflections(&self) -> impl Iterator<Item = Reflection> + '_ {
        self.images.iter().map(|image| image.reflection)
    }

    /// Number of images: 1, 2 or 4.
    #[must_use]
    pub const fn order(&self) -> usize {
        self.images.len()
    }

    /// Where image `image` takes a step in `direction`.
    pub(super) fn direction(&self, image: usize, direction: Direction) -> Direction {
        self.images[image].reflection.direction(direction)
    }

    /// Where image `image` puts a piece: a cell and a kind.
    pub(super) fn place(&self, image: usize, at: (usize, KindId)) -> (usize, KindId) {
        self.images[image].place(&self.grid, at)
    }
}

/// `none`, or the reflections of the group: `left-right`.
impl fmt::Display for SymmetryGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proper: Vec<String> = self.reflections().skip(1).map(|r| r.to_string()).collect();
        f.pad(if proper.is_empty() { "none".to_owned() } else { proper.join(", ") }.as_str())
    }
}

impl SymmetryImage {
    fn new(reflection: Reflection, partners: Vec<KindId>, kinds: &[Kind]) -> Self {
        let anchors = kinds.iter().map(|kind| mirrored_anchor(reflection, &kind.shape)).collect();
        SymmetryImage { reflection, kinds: partners, anchors }
    }

    /// The mirror image that maps the puzzle onto itself, if there is one.
    ///
    /// A kind's partner is the first kind that has the mirrored shape, rights of way, number of
    /// pieces and places in the goals. That the goals as a whole agree is checked at the end, so a
    /// wrong guess can lose a symmetry but never make one up.
    fn find(
        reflection: Reflection,
        grid: &Grid,
        kinds: &[Kind],
        goal: &[GoalPattern],
    ) -> Option<Self> {
        if grid.cells().any(|cell| grid.is_wall(cell) != grid.is_wall(reflection.cell(cell, grid)))
        {
            return None;
        }
        let mut partners: Vec<Option<KindId>> = vec![None; kinds.len()];
        for kind in 0..kinds.len() {
            if partners[kind].is_some() {
                continue;
            }
            let partner = std::iter::once(kind).chain(kind + 1..kinds.len()).find(|&partner| {
                partners[partner].is_none()
                    && mirrors(reflection, grid, &kinds[kind], &kinds[partner])
                    && role(goal, kind, |cell| mirror_anchor(reflection, grid, &kinds[kind], cell))
                        == role(goal, partner, |cell| cell)
            })?;
            partners[kind] = Some(partner);
            partners[partner] = Some(kind);
        }
        let found = SymmetryImage::new(reflection, partners.into_iter().flatten().collect(), kinds);
        found.keeps(grid, goal).then_some(found)
    }

    fn place(&self, grid: &Grid, (cell, kind): (usize, KindId)) -> (usize, KindId) {
        let reflected = self.reflection.cell(grid.cell(cell), grid);
        let anchor = reflected.offset(self.anchors[kind]).expect("a piece stands on the board");
        (grid.index(anchor), self.kinds[kind])
    }

    /// Whether the goal patterns, taken together, are their own image.
    fn keeps(&self, grid: &Grid, goal: &[GoalPattern]) -> bool {
        goal.iter().all(|pattern| {
            let place = |&at: &(usize, KindId)| self.place(grid, at);
            let mut anchors: Vec<_> = pattern.anchors.iter().map(place).collect();
            anchors.sort_unstable();
            let empties = mirror_mask(self.reflection, grid, pattern.empties);
            goal.contains(&GoalPattern { anchors, empties })
        })
    }

    fn commutes_with(&self, other: &SymmetryImage) -> bool {
        (0..self.kinds.len())
            .all(|kind| self.kinds[other.kinds[kind]] == other.kinds[self.kinds[kind]])
    }
}

/// Whether one kind is the other's mirror image, the goal aside.
fn mirrors(reflection: Reflection, grid: &Grid, one: &Kind, other: &Kind) -> bool {
    let directions = |direction: Direction| {
        one.directions[direction as usize]
            == other.directions[reflection.direction(direction) as usize]
    };
    if one.pieces.len() != other.pieces.len() || !Direction::ALL.into_iter().all(directions) {
        return false;
    }
    // Every place of the one must be a place of the other, mirrored: that compares shapes too.
    let mut images = 0;
    for anchor in (0..grid.area()).filter(|anchor| one.places >> anchor & 1 == 1) {
        let covered = one.shape.cells_at(grid.cell(anchor));
        let cells: Vec<Cell> = covered.map(|cell| reflection.cell(cell, grid)).collect();
        if Polyomino::from_cells(&cells) != other.shape {
            return false;
        }
        let image = cells.iter().min().expect("a shape has cells");
        images |= 1_u128 << grid.index(*image);
    }
    images == other.places
}

/// How far the anchor of a shape's image lies from where its own anchor is reflected to.
fn mirrored_anchor(reflection: Reflection, shape: &Polyomino) -> Offset {
    let reflected = shape.offsets().iter().map(|&Offset { rows, columns }| match reflection {
        Reflection::Identity => Offset { rows, columns },
        Reflection::LeftRight => Offset { rows, columns: -columns },
        Reflection::TopBottom => Offset { rows: -rows, columns },
        Reflection::HalfTurn => Offset { rows: -rows, columns: -columns },
    });
    reflected.min_by_key(|offset| (offset.rows, offset.columns)).expect("a shape has cells")
}

/// Where the anchor of a piece goes that stands with its anchor at `cell`.
fn mirror_anchor(reflection: Reflection, grid: &Grid, kind: &Kind, cell: usize) -> usize {
    let covered = kind.shape.cells_at(grid.cell(cell));
    let anchor = covered.map(|cell| reflection.cell(cell, grid)).min();
    grid.index(anchor.expect("a shape has cells"))
}

/// Where the goal wants a kind, pattern by pattern, with `image` done to each anchor; in order.
pub(super) fn role(
    goal: &[GoalPattern],
    kind: KindId,
    image: impl Fn(usize) -> usize,
) -> Vec<Vec<usize>> {
    let mut role: Vec<Vec<usize>> = goal
        .iter()
        .map(|pattern| {
            let wanted = pattern.anchors.iter().filter(|&&(_, wanted)| wanted == kind);
            let mut cells: Vec<usize> = wanted.map(|&(cell, _)| image(cell)).collect();
            cells.sort_unstable();
            cells
        })
        .collect();
    role.sort_unstable();
    role
}

fn mirror_mask(reflection: Reflection, grid: &Grid, cells: u128) -> u128 {
    let set = (0..grid.area()).filter(|cell| cells >> cell & 1 == 1);
    set.fold(0, |mask, cell| mask | 1 << grid.index(reflection.cell(grid.cell(cell), grid)))
}
