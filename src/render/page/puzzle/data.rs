//! What the script of a page is told of its puzzle.
//!
//! What the library can work out once, it does: which ways a piece may go, and which pieces are
//! alike. So the script has no rules for axes, locks and groups that could differ from ours.

use serde::Serialize;

use super::{Guide, PuzzlePage};
use crate::grid::{Cell, Direction};
use crate::puzzle::{Finish, Goal, PieceId, Polyomino, Puzzle};
use crate::render::board::{Exit, Inset, Outline, exits, label_box, offsets};
use crate::solution::Solution;

/// Row and column, both from 0.
type Place = [u8; 2];

/// How pieces lie within their cells.
const BODY: Inset = Inset { gap: 2, radius: 8 };
/// The light on them.
const SHINE: Inset = Inset { gap: 5, radius: 6 };
/// Goals are drawn within their pieces.
const TARGET: Inset = Inset { gap: 5, radius: 7 };
/// Cells of the floor have no rounded corners; as a whole it has.
const FLOOR: Inset = Inset { gap: 0, radius: 4 };

/// A puzzle, its solution, and how moves are counted.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    rows: u8,
    columns: u8,
    walls: Vec<Place>,
    /// The outline of all that is no wall.
    floor: String,
    exits: Vec<ExitData>,
    gate: GateData<'a>,
    pieces: Vec<PieceData<'a>>,
    goals: Vec<GoalData>,
    finish: &'static str,
    metric: &'static str,
    best: Option<usize>,
    /// For each move its piece and its steps: `[3, "RD"]`.
    solution: Option<Vec<(PieceId, String)>>,
}

#[derive(Serialize)]
struct GateData<'a> {
    cells: Vec<Place>,
    pieces: &'a [PieceId],
}

#[derive(Serialize)]
struct PieceData<'a> {
    letter: char,
    name: Option<&'a str>,
    /// Rows down and columns to the right of its anchor.
    cells: Vec<[i8; 2]>,
    /// Where its anchor stands at the start.
    at: Place,
    /// The ways that it may go, were there room.
    ways: String,
    /// The first piece that it is alike.
    kind: PieceId,
    /// Its place among the colours of the page.
    ink: usize,
    /// Its outlines from the corner of its anchor: its own, that of a light on it, that of a goal.
    body: String,
    shine: String,
    target: String,
    /// Where there is room to write: column, row, columns and rows from its anchor.
    label: [i32; 4],
}

/// An opening of the frame, which points a way.
#[derive(Serialize)]
struct ExitData {
    way: char,
    from: u8,
    width: u8,
}

#[derive(Serialize)]
struct GoalData {
    targets: Vec<TargetData>,
    empties: Vec<Place>,
}

#[derive(Serialize)]
struct TargetData {
    piece: PieceId,
    /// That of the piece, any of which will do.
    kind: PieceId,
    at: Place,
}

impl<'a> Data<'a> {
    /// What is told of this page, whose pieces have these colours.
    pub(super) fn new(page: &PuzzlePage<'a>, inks: &[usize]) -> Self {
        let puzzle = page.puzzle;
        let (grid, gate) = (puzzle.grid(), puzzle.gate());
        let kinds = kinds(puzzle);
        let pieces = (0..puzzle.pieces().len()).map(|id| piece(puzzle, id, kinds[id], inks[id]));
        Data {
            rows: grid.rows(),
            columns: grid.columns(),
            walls: grid.cells().filter(|&cell| grid.is_wall(cell)).map(place).collect(),
            floor: {
                let open = grid.cells().filter(|&cell| !grid.is_wall(cell));
                let open: Vec<(i32, i32)> =
                    open.map(|cell| (cell.column.into(), cell.row.into())).collect();
                Outline { cells: &open, inset: FLOOR }.to_string()
            },
            exits: exits(puzzle).into_iter().map(exit).collect(),
            gate: GateData {
                cells: gate.cells.iter().copied().map(place).collect(),
                pieces: &gate.pieces,
            },
            pieces: pieces.collect(),
            goals: puzzle.goals().iter().map(|goal| goal_data(goal, &kinds)).collect(),
            finish: match puzzle.finish() {
                Finish::Reach => "reach",
                Finish::Clear => "clear",
            },
            metric: page.guide.metric().word(),
            best: page.optimum,
            solution: match page.guide {
                Guide::None(_) => None,
                Guide::Solution(solution) => Some(moves(solution)),
            },
        }
    }
}

/// For each piece the first one that it is alike: equal exactly for pieces that are.
fn kinds(puzzle: &Puzzle) -> Vec<PieceId> {
    let first = |id: PieceId| (0..id).find(|&other| puzzle.are_alike(id, other)).unwrap_or(id);
    (0..puzzle.pieces().len()).map(first).collect()
}

fn piece(puzzle: &Puzzle, id: PieceId, kind: PieceId, ink: usize) -> PieceData<'_> {
    let piece = &puzzle.pieces()[id];
    let room = label_box(&piece.shape);
    let ways = Direction::ALL.into_iter().filter(|&way| puzzle.may_step(id, way));
    PieceData {
        letter: piece.letter,
        name: piece.name.as_deref(),
        cells: piece.shape.offsets().iter().map(|offset| [offset.rows, offset.columns]).collect(),
        at: place(piece.anchor),
        ways: ways.map(letter).collect(),
        kind,
        ink,
        body: outline(&piece.shape, BODY),
        shine: outline(&piece.shape, SHINE),
        target: outline(&piece.shape, TARGET),
        label: [room.column, room.row, room.columns, room.rows],
    }
}

fn outline(shape: &Polyomino, inset: Inset) -> String {
    Outline { cells: &offsets(shape), inset }.to_string()
}

fn exit(Exit { side, from, width }: Exit) -> ExitData {
    ExitData { way: letter(side), from, width }
}

fn goal_data(goal: &Goal, kinds: &[PieceId]) -> GoalData {
    let targets = goal.targets.iter();
    let target = targets.map(|target| TargetData {
        piece: target.piece,
        kind: kinds[target.piece],
        at: place(target.anchor),
    });
    GoalData {
        targets: target.collect(),
        empties: goal.empties.iter().copied().map(place).collect(),
    }
}

fn moves(solution: &Solution) -> Vec<(PieceId, String)> {
    let steps = |path: &[Direction]| path.iter().copied().map(letter).collect();
    solution.moves.iter().map(|unit| (unit.piece, steps(&unit.path))).collect()
}

const fn place(cell: Cell) -> Place {
    [cell.row, cell.column]
}

const fn letter(direction: Direction) -> char {
    match direction {
        Direction::Up => 'U',
        Direction::Left => 'L',
        Direction::Right => 'R',
        Direction::Down => 'D',
    }
}
