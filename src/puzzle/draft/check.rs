//! The frame and what names its pieces.

use std::collections::{HashMap, HashSet};

use super::super::{Gate, Lock, Piece, PieceId, Polyomino, Puzzle};
use super::{
    Draft, DraftError, Drawing, Fault, MAX_SIDE, Place, clean, exits, goals, is_letter, is_mark,
};
use crate::grid::{Cell, Direction, Grid};

/// The pieces of the frame by letter.
pub(super) type Letters = HashMap<char, PieceId>;

/// See [`Draft::check`].
pub(super) fn check(draft: Draft) -> Result<Puzzle, DraftError> {
    let mark = draft.gate.as_ref().map(|&(mark, _)| mark);
    let grid = frame(&draft.frame, mark)?;
    let mut pieces = pieces(&draft.frame, &grid)?;
    let letters: Letters = pieces.iter().enumerate().map(|(id, p)| (p.letter, id)).collect();
    name_pieces(&mut pieces, &letters, &draft.piece_names)?;
    let gate = gate(&draft, &grid, &letters)?;
    lock(&mut pieces, &letters, &draft.locks)?;
    let alike = alike(&draft.alike, &pieces, &letters)?;
    let distinct = distinct(&draft.distinct, &alike, &letters)?;
    let mut puzzle = Puzzle {
        title: clean::title(draft.title),
        grid,
        pieces,
        goals: Vec::new(),
        alike,
        distinct,
        movement: draft.movement,
        finish: draft.finish,
        gate,
        best: clean::best(draft.best),
    };
    let mut goals = goals::goals(&draft.goals, &puzzle, &letters, mark)?;
    goals.extend(exits::goals(&draft.exits, &puzzle, &letters)?);
    if goals.is_empty() {
        return Err(DraftError::new(Place::Whole, Fault::NoGoal));
    }
    puzzle.goals = goals;
    Ok(puzzle)
}

/// The walls, once the rows are equally long and each character means something.
fn frame(drawing: &Drawing, mark: Option<char>) -> Result<Grid, DraftError> {
    if let Some(mark) = mark.filter(|&mark| !is_mark(mark)) {
        return Err(DraftError::new(Place::GateMark, Fault::GateMark { mark }));
    }
    let rows = &drawing.rows;
    let wanted = rows.first().map_or(0, Vec::len);
    if wanted == 0 {
        return Err(DraftError::new(Place::Whole, Fault::EmptyFrame));
    }
    if rows.len() > MAX_SIDE {
        return Err(DraftError::new(Place::FrameRow { row: MAX_SIDE }, Fault::TooManyRows));
    }
    if wanted > MAX_SIDE {
        let place = Place::FrameCell { row: 0, column: MAX_SIDE };
        return Err(DraftError::new(place, Fault::TooManyColumns));
    }
    let mut grid = Grid::open(byte(rows.len()), byte(wanted));
    for (row, cells) in rows.iter().enumerate() {
        if let Some(column) = cells.iter().position(|&found| !is_cell(found, mark)) {
            let fault = Fault::Character { found: cells[column] };
            return Err(DraftError::new(Place::FrameCell { row, column }, fault));
        }
        if cells.len() != wanted {
            let fault = Fault::RaggedRow { found: cells.len(), wanted };
            return Err(DraftError::new(Place::FrameRow { row }, fault));
        }
        for (column, _) in cells.iter().enumerate().filter(|&(_, &found)| found == '#') {
            grid.build_wall(Cell::new(byte(row), byte(column)));
        }
    }
    Ok(grid)
}

/// Whether this character draws a cell.
pub(super) fn is_cell(character: char, mark: Option<char>) -> bool {
    matches!(character, '.' | '#') || is_letter(character) || Some(character) == mark
}

/// A row or column of a frame that is not too large.
fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("sides are bounded by MAX_SIDE")
}

/// The pieces in the order of their anchors.
fn pieces(drawing: &Drawing, grid: &Grid) -> Result<Vec<Piece>, DraftError> {
    let at = |cell: Cell| drawing.rows[usize::from(cell.row)][usize::from(cell.column)];
    let mut seen = vec![false; grid.area()];
    let mut letters = HashSet::new();
    let mut pieces = Vec::new();
    for anchor in grid.cells() {
        let letter = at(anchor);
        if seen[grid.index(anchor)] || !is_letter(letter) {
            continue;
        }
        if !letters.insert(letter) {
            let (row, column) = (usize::from(anchor.row), usize::from(anchor.column));
            let place = Place::FrameCell { row, column };
            return Err(DraftError::new(place, Fault::SplitPiece { letter }));
        }
        let cells = part(anchor, grid, &mut seen, |cell| at(cell) == letter);
        let shape = Polyomino::from_cells(&cells);
        pieces.push(Piece { letter, name: None, shape, anchor, lock: None });
    }
    if pieces.is_empty() {
        return Err(DraftError::new(Place::Whole, Fault::NoPieces));
    }
    Ok(pieces)
}

/// The cells that hang together with `anchor`, which become seen.
fn part(anchor: Cell, grid: &Grid, seen: &mut [bool], same: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut cells = vec![anchor];
    seen[grid.index(anchor)] = true;
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        let around = Direction::ALL.into_iter().filter_map(|direction| cell.step(direction));
        for near in around.filter(|&near| grid.contains(near)) {
            if same(near) && !seen[grid.index(near)] {
                seen[grid.index(near)] = true;
                cells.push(near);
            }
        }
    }
    cells
}

/// The piece that `letter` draws, to be named for the first time.
fn once(
    letter: char,
    place: Place,
    letters: &Letters,
    named: &mut HashSet<char>,
) -> Result<PieceId, DraftError> {
    let Some(&piece) = letters.get(&letter) else {
        return Err(DraftError::new(place, Fault::NoSuchPiece { letter }));
    };
    if !named.insert(letter) {
        return Err(DraftError::new(place, Fault::Twice { letter }));
    }
    Ok(piece)
}

/// Calls the pieces what their author calls them.
fn name_pieces(
    pieces: &mut [Piece],
    letters: &Letters,
    names: &[(char, String)],
) -> Result<(), DraftError> {
    let mut seen = HashSet::new();
    for (entry, (letter, name)) in names.iter().enumerate() {
        let piece = once(*letter, Place::PieceName { entry }, letters, &mut seen)?;
        pieces[piece].name = Some(clean::piece_name(name)).filter(|name| !name.is_empty());
    }
    Ok(())
}

/// The cells of the gate, and who may enter them.
fn gate(draft: &Draft, grid: &Grid, letters: &Letters) -> Result<Gate, DraftError> {
    let Some((mark, allowed)) = &draft.gate else {
        return Ok(Gate::default());
    };
    let at = |cell: Cell| draft.frame.rows[usize::from(cell.row)][usize::from(cell.column)];
    let cells: Vec<Cell> = grid.cells().filter(|&cell| at(cell) == *mark).collect();
    if cells.is_empty() {
        return Err(DraftError::new(Place::GateMark, Fault::GateMissing { mark: *mark }));
    }
    let mut named = HashSet::new();
    let entering = allowed.iter().enumerate();
    let pieces =
        entering.map(|(i, &l)| once(l, Place::GateLetter { letter: i }, letters, &mut named));
    let mut pieces = pieces.collect::<Result<Vec<PieceId>, _>>()?;
    pieces.sort_unstable();
    Ok(Gate { cells, pieces })
}

/// The groups of pieces that stand in for each other.
fn alike(
    groups: &[Vec<char>],
    pieces: &[Piece],
    letters: &Letters,
) -> Result<Vec<Vec<PieceId>>, DraftError> {
    let mut named = HashSet::new();
    let mut alike = Vec::new();
    for (group, members) in groups.iter().enumerate().filter(|(_, members)| !members.is_empty()) {
        let mut ids: Vec<PieceId> = Vec::with_capacity(members.len());
        for (i, &letter) in members.iter().enumerate() {
            let place = Place::AlikeLetter { group, letter: i };
            let piece = once(letter, place, letters, &mut named)?;
            if ids.first().is_some_and(|&first| pieces[first].shape != pieces[piece].shape) {
                return Err(DraftError::new(place, Fault::NotAlike { letter, first: members[0] }));
            }
            ids.push(piece);
        }
        alike.push(ids);
    }
    Ok(alike)
}

/// Holds the pieces that are to be held.
fn lock(pieces: &mut [Piece], letters: &Letters, locks: &[(char, Lock)]) -> Result<(), DraftError> {
    let mut named = HashSet::new();
    for (entry, &(letter, lock)) in locks.iter().enumerate() {
        let piece = once(letter, Place::Lock { entry }, letters, &mut named)?;
        pieces[piece].lock = Some(lock);
    }
    Ok(())
}

/// The pieces that are told apart from all others, in order.
fn distinct(
    named: &[char],
    alike: &[Vec<PieceId>],
    letters: &Letters,
) -> Result<Vec<PieceId>, DraftError> {
    let mut seen = HashSet::new();
    let mut distinct = Vec::with_capacity(named.len());
    for (i, &letter) in named.iter().enumerate() {
        let place = Place::DistinctLetter { letter: i };
        let piece = once(letter, place, letters, &mut seen)?;
        if alike.iter().any(|group| group.len() > 1 && group.contains(&piece)) {
            return Err(DraftError::new(place, Fault::DistinctAlike { letter }));
        }
        distinct.push(piece);
    }
    distinct.sort_unstable();
    Ok(distinct)
}
