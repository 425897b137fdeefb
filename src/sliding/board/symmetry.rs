//! Symmetry reduction: a search counts mirror images of a state as one.
//!
//! Mirroring is sound only if the frame, its walls and gates, the kinds and every goal are their
//! own mirror image. Other programs mirror always, and find 58 moves for the classic layout with
//! its goal in a bottom corner, where 71 are needed.
//!
//! Shifts and masks that are the same for all states reflect sets of cells. A reflection from left
//! to right exchanges the first and the last column, the second and the last but one, and so on. A
//! half turn also reflects from top to bottom. The reflected anchor of a piece may not be the
//! anchor of the mirrored shape. Their offset is the same for all pieces of a kind, so one shift
//! moves all anchors of the kind to their places.
//!
//! In a frame of four columns, let a piece of two cells side by side have its anchor in cell 4, the
//! first of the second row. It covers cells 4 and 5. Columns 0 and 3 are exchanged, 3 cells apart,
//! and 1 and 2, one cell apart, so the anchor moves to cell 7. The image covers 6 and 7, so its
//! anchor is 6, one to the left.

use std::{collections::BTreeMap, fmt};

use crate::{
    grid::{Cell, Direction, Grid, Offset},
    puzzle::{Polyomino, Puzzle, Until},
};

use super::{
    Board, UnpackedState, cell_mask,
    cells::{CellSet, WideCells},
    goal::{GoalPattern, role},
    kind::{self, Exit, Kind, KindId, linear},
};

/// A reflection of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reflection {
    /// Every cell stays in place.
    Identity,
    /// Left and right are exchanged.
    LeftRight,
    /// Top and bottom are exchanged.
    TopBottom,
    /// Both: a rotation by 180°.
    HalfTurn,
}

impl Reflection {
    /// Returns the image of a cell.
    pub fn cell(self, cell: Cell, grid: &Grid) -> Cell {
        let down = grid.rows() - 1 - cell.row;
        let right = grid.columns() - 1 - cell.column;
        match self {
            Reflection::Identity => cell,
            Reflection::LeftRight => Cell::new(cell.row, right),
            Reflection::TopBottom => Cell::new(down, cell.column),
            Reflection::HalfTurn => Cell::new(down, right),
        }
    }

    /// Returns the image of an offset.
    const fn offset(self, Offset { rows, columns }: Offset) -> Offset {
        match self {
            Reflection::Identity => Offset { rows, columns },
            Reflection::LeftRight => Offset {
                rows,
                columns: -columns,
            },
            Reflection::TopBottom => Offset {
                rows: -rows,
                columns,
            },
            Reflection::HalfTurn => Offset {
                rows: -rows,
                columns: -columns,
            },
        }
    }

    /// Returns the image of a direction.
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

/// One element of the group: a reflection, and the image of each kind.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SymmetryImage {
    reflection: Reflection,
    kinds: Vec<KindId>,
    /// By kind: the offset of the image's anchor from the reflected anchor.
    anchors: Vec<Offset>,
}

/// The symmetry group of a board, of order 1, 2 or 4. A search counts an orbit as one state.
///
/// Image 0 is the identity, and image `i` of image `j` is image `i ^ j`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetryGroup {
    grid: Grid,
    images: Vec<SymmetryImage>,
}

impl SymmetryGroup {
    /// Returns the largest group that preserves the frame, the kinds and the goals.
    pub fn of(puzzle: &Puzzle, kinds: &[Kind], patterns: &[GoalPattern]) -> Self {
        let grid = puzzle.grid();
        let find = |reflection| SymmetryImage::find(reflection, grid, kinds, patterns);
        let identity = SymmetryImage::new(Reflection::Identity, (0..kinds.len()).collect(), kinds);
        let mut images = vec![identity];
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
        SymmetryGroup {
            grid: grid.clone(),
            images,
        }
    }

    /// Reduces the group to the identity.
    pub fn reduce(&mut self) {
        self.images.truncate(1);
    }

    /// Reduces the group to the subgroup that preserves a state.
    pub fn keep(&mut self, position: &UnpackedState) {
        let SymmetryGroup { grid, images } = self;
        images.retain(|image| {
            UnpackedState::new(
                grid.area(),
                position.anchors().map(|at| image.place(grid, at)),
            ) == *position
        });
    }

    /// Returns the reflections of the group, the identity first.
    pub fn reflections(&self) -> impl Iterator<Item = Reflection> + '_ {
        self.images.iter().map(|image| image.reflection)
    }

    /// Returns the order of the group: 1, 2 or 4.
    pub const fn order(&self) -> usize {
        self.images.len()
    }

    /// Returns the direction of a step in an image.
    pub fn direction(&self, image: usize, direction: Direction) -> Direction {
        self.images[image].reflection.direction(direction)
    }

    /// Returns the cell and the kind of a piece in an image.
    pub fn place(&self, image: usize, at: (usize, KindId)) -> (usize, KindId) {
        self.images[image].place(&self.grid, at)
    }
}

/// Formats `none`, or the reflections of the group: `left-right`.
impl fmt::Display for SymmetryGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proper: Vec<String> = self.reflections().skip(1).map(|r| r.to_string()).collect();
        f.pad(
            if proper.is_empty() {
                "none".to_owned()
            } else {
                proper.join(", ")
            }
            .as_str(),
        )
    }
}

impl SymmetryImage {
    fn new(reflection: Reflection, partners: Vec<KindId>, kinds: &[Kind]) -> Self {
        let anchors = kinds
            .iter()
            .map(|kind| mirrored_anchor(reflection, &kind.shape))
            .collect();
        SymmetryImage {
            reflection,
            kinds: partners,
            anchors,
        }
    }

    /// Returns the reflection as an element of the group, if it preserves the puzzle.
    ///
    /// The image of a kind is the first kind that has the mirrored shape, directions, number of
    /// pieces and cells in the goals. The goals as a whole are compared at the end, so a wrong
    /// match can miss a symmetry but never invent one.
    fn find(
        reflection: Reflection,
        grid: &Grid,
        kinds: &[Kind],
        goal: &[GoalPattern],
    ) -> Option<Self> {
        if grid
            .cells()
            .any(|cell| grid.is_wall(cell) != grid.is_wall(reflection.cell(cell, grid)))
        {
            return None;
        }
        let mut found = SymmetryImage::new(reflection, (0..kinds.len()).collect(), kinds);
        let mut partners: Vec<Option<KindId>> = vec![None; kinds.len()];
        for kind in 0..kinds.len() {
            if partners[kind].is_some() {
                continue;
            }
            let partner = std::iter::once(kind)
                .chain(kind + 1..kinds.len())
                .find(|&partner| {
                    partners[partner].is_none()
                        && mirrors(reflection, grid, &kinds[kind], &kinds[partner])
                        && role(goal, kind, |cell| found.place(grid, (cell, kind)).0)
                            == role(goal, partner, |cell| cell)
                })?;
            partners[kind] = Some(partner);
            partners[partner] = Some(kind);
        }
        found.kinds = partners.into_iter().flatten().collect();
        let images = kinds.iter().zip(&found.kinds);
        let mut next_layers = images.map(|(kind, &image)| {
            kind.next_layer.map(|next| found.kinds[next]) == kinds[image].next_layer
        });
        (next_layers.all(|is_image| is_image) && found.keeps(grid, goal)).then_some(found)
    }

    fn place(&self, grid: &Grid, (cell, kind): (usize, KindId)) -> (usize, KindId) {
        let anchor = self
            .reflection
            .cell(grid.cell(cell), grid)
            .offset(self.anchors[kind])
            .expect("a piece stands on the board");
        (grid.index(anchor), self.kinds[kind])
    }

    /// Whether the set of goal patterns is preserved.
    fn keeps(&self, grid: &Grid, goal: &[GoalPattern]) -> bool {
        goal.iter().all(|pattern| {
            let mut anchors: Vec<_> = pattern
                .anchors
                .iter()
                .map(|&at| self.place(grid, at))
                .collect();
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

/// Whether one kind is the mirror image of the other, apart from the goals.
fn mirrors(reflection: Reflection, grid: &Grid, one: &Kind, other: &Kind) -> bool {
    let directions = |direction: Direction| {
        one.directions[direction as usize]
            == other.directions[reflection.direction(direction) as usize]
    };
    // A key of the image might be another piece.
    let has_key = |kind: &Kind| kind.waits.iter().any(|it| matches!(it, Until::Gone(_)));
    if has_key(one) || one.waits != other.waits {
        return false;
    }
    if one.pieces.len() != other.pieces.len() || !Direction::ALL.into_iter().all(directions) {
        return false;
    }
    // Each reflected place of one kind must be a place of the other. This compares shapes as well.
    let mut images = Vec::new();
    for anchor in (0..grid.area()).filter(|&anchor| one.places.contains(anchor)) {
        let cells: Vec<Cell> = one
            .shape
            .cells_at(grid.cell(anchor))
            .map(|cell| reflection.cell(cell, grid))
            .collect();
        if Polyomino::from_cells(&cells) != other.shape {
            return false;
        }
        let image = cells.iter().min().expect("a shape has cells");
        images.push(grid.index(*image));
    }
    let leaves = |exit: &Exit| {
        let cells = one.shape.cells_at(grid.cell(exit.anchor));
        let image = cells.map(|cell| reflection.cell(cell, grid)).min();
        let direction = reflection.direction(exit.direction);
        other
            .exits
            .iter()
            .any(|other| image == Some(grid.cell(other.anchor)) && other.direction == direction)
    };
    WideCells::of(images.into_iter()) == other.places
        && one.exits.len() == other.exits.len()
        && one.exits.iter().all(leaves)
}

/// Returns the offset of the anchor of a shape's image from the reflected anchor.
fn mirrored_anchor(reflection: Reflection, shape: &Polyomino) -> Offset {
    shape
        .offsets()
        .iter()
        .map(|&offset| reflection.offset(offset))
        .min_by_key(|offset| (offset.rows, offset.columns))
        .expect("a shape has cells")
}

fn mirror_mask(reflection: Reflection, grid: &Grid, cells: WideCells) -> WideCells {
    let set = (0..grid.area()).filter(|&cell| cells.contains(cell));
    cell_mask(grid, set.map(|cell| reflection.cell(grid.cell(cell), grid)))
}

/// A reflection of the states of a board.
#[derive(Clone, Debug)]
pub struct Mirror<M> {
    /// The exchanges of rows and of columns, one after the other.
    pub exchanges: Vec<Exchange<M>>,
    /// By kind: the shift of its anchors and the planes of its image.
    pub kinds: Vec<MirroredKind>,
    /// The reflection of all planes at once, if one word holds them and each kind is its own image.
    pub whole: Option<WholeMirror>,
}

/// A reflection of states of one word, all planes at once. It first moves the anchors of some kinds
/// to the far ends of their pieces.
#[derive(Clone, Debug)]
pub struct WholeMirror {
    /// Kinds, and the shifts of their anchors to the left and to the right; one of them is 0.
    pub moved: Vec<(Vec<KindId>, u32, u32)>,
    pub exchanges: Vec<Exchange<u64>>,
}

/// An exchange of rows or columns: the first with the last, and so on.
#[derive(Clone, Debug)]
pub struct Exchange<M> {
    /// The cells of the line in the middle, which stays.
    pub stay: M,
    /// The cells of a line, and their distance to the line with which they are exchanged.
    pub swaps: Vec<(M, u32)>,
}

/// The shifts of the reflected anchors of a kind, and the planes of its image.
#[derive(Clone, Debug)]
pub struct MirroredKind {
    pub left: u32,
    pub right: u32,
    pub planes: Vec<usize>,
}

impl<M: CellSet> Mirror<M> {
    /// Creates the reflection into an image, by its number.
    pub fn of(board: &Board, image: usize) -> Self {
        let SymmetryImage {
            reflection,
            kinds,
            anchors,
        } = &board.symmetry.images[image];
        let rows = board.grid.rows();
        let columns = board.grid.columns();
        let across = || Exchange::of(board, columns, |cell| cell % usize::from(columns), 1);
        let down = || {
            Exchange::of(
                board,
                rows,
                |cell| cell / usize::from(columns),
                u32::from(columns),
            )
        };
        let exchanges = match reflection {
            Reflection::Identity => Vec::new(),
            Reflection::LeftRight => vec![across()],
            Reflection::TopBottom => vec![down()],
            Reflection::HalfTurn => vec![across(), down()],
        };
        Mirror {
            kinds: kinds
                .iter()
                .zip(anchors)
                .map(|(&partner, &offset)| {
                    let (left, right) = shifts(linear(board, offset));
                    let planes = 0..board.planes();
                    let planes = planes
                        .filter(|plane| kind::code(partner) >> plane & 1 == 1)
                        .collect();
                    MirroredKind {
                        left,
                        right,
                        planes,
                    }
                })
                .collect(),
            whole: WholeMirror::of(board, image, &exchanges),
            exchanges,
        }
    }
}

/// Returns a distance as shifts to the left and to the right, one of which is 0.
fn shifts(distance: i32) -> (u32, u32) {
    (
        distance.max(0).unsigned_abs(),
        distance.min(0).unsigned_abs(),
    )
}

impl WholeMirror {
    fn of<M: CellSet>(board: &Board, image: usize, exchanges: &[Exchange<M>]) -> Option<Self> {
        if board.bits() > 64 {
            return None;
        }
        let mut moved: BTreeMap<(u32, u32), Vec<KindId>> = BTreeMap::new();
        let SymmetryImage {
            reflection,
            kinds,
            anchors,
        } = &board.symmetry.images[image];
        for (id, (&partner, &offset)) in kinds.iter().zip(anchors).enumerate() {
            if partner != id {
                return None;
            }
            let distance = linear(board, reflection.offset(offset));
            if distance != 0 {
                moved.entry(shifts(distance)).or_default().push(id);
            }
        }
        let planes = |cells: M| {
            (0..board.planes()).fold(0, |all, plane| all | cells.low() << (plane * board.cells()))
        };
        let exchange = |exchange: &Exchange<M>| Exchange {
            stay: planes(exchange.stay),
            swaps: exchange
                .swaps
                .iter()
                .map(|&(cells, by)| (planes(cells), by))
                .collect(),
        };
        Some(WholeMirror {
            moved: moved
                .into_iter()
                .map(|((left, right), kinds)| (kinds, left, right))
                .collect(),
            exchanges: exchanges.iter().map(exchange).collect(),
        })
    }
}

impl<M: CellSet> Exchange<M> {
    /// Exchanges `lines` lines, `stride` cells apart. `line` returns the line of a cell.
    fn of(board: &Board, lines: u8, line: impl Fn(usize) -> usize, stride: u32) -> Self {
        let cells = |wanted: u8| {
            let cells = (0..board.cells()).filter(|&cell| line(cell) == usize::from(wanted));
            M::of(cells)
        };
        let swaps =
            (0..lines / 2).map(|first| (cells(first), u32::from(lines - 1 - 2 * first) * stride));
        let stay = if lines % 2 == 1 {
            cells(lines / 2)
        } else {
            M::EMPTY
        };
        Exchange {
            stay,
            swaps: swaps.collect(),
        }
    }
}
