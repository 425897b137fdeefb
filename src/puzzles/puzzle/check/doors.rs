//! Checks the doors of a draft, and that pieces fit through them.

use super::{
    super::{
        draft::{DoorSpan, DraftError, DraftLocation, Layer},
        model::{Door, Puzzle},
    },
    PieceLetters, byte, count, named,
};
use crate::grid::{Cell, Direction, Edge, Grid};

/// Returns the doors.
pub fn doors(
    drawn: &[(Vec<char>, Vec<DoorSpan>)],
    puzzle: &Puzzle,
    letters: &PieceLetters,
) -> Result<Vec<Door>, DraftError> {
    let mut doors = Vec::new();
    for (number, (members, spans)) in drawn.iter().enumerate() {
        let place = |letter| DraftLocation::DoorLetter(number, letter);
        let mut pieces = named(members.iter().copied(), place, letters)?;
        pieces.sort_unstable();
        let mut edges = Vec::new();
        for (at, span) in spans.iter().enumerate() {
            let place = DraftLocation::DoorSpan(number, at);
            edges.extend(door_edges(*span, puzzle.grid(), place)?);
        }
        edges.sort_unstable();
        edges.dedup();
        doors.push(Door { pieces, edges });
    }
    Ok(doors)
}

/// Checks that each piece of a door, and each layer of a piece, can leave on an empty board.
pub fn check_doors(
    doors: &[(Vec<char>, Vec<DoorSpan>)],
    layers: &[(char, Vec<Layer>)],
    puzzle: &Puzzle,
    letters: &PieceLetters,
) -> Result<(), DraftError> {
    let fits = |piece| {
        let leaves = |anchor, side| puzzle.way_out(piece, anchor, side).is_some();
        let mut cells = puzzle.grid.cells();
        cells.any(|anchor| Direction::ALL.iter().any(|&side| leaves(anchor, side)))
    };
    let check = |letter: char, place: DraftLocation| {
        let piece = letters[&letter];
        if fits(piece) && puzzle.beneath(piece).all(fits) {
            return Ok(());
        }
        let message = format!("piece `{letter}` does not fit through its doors");
        let help = "a door must be as wide as the piece, with free cells before it, and the piece \
                    must be able to move that way; each layer needs a door of its colour";
        Err(place.error(message, help))
    };
    for (door, (members, _)) in doors.iter().enumerate() {
        for (at, &letter) in members.iter().enumerate() {
            check(letter, DraftLocation::DoorLetter(door, at))?;
        }
    }
    let mut layers = layers.iter().enumerate();
    layers.try_for_each(|(number, &(letter, _))| check(letter, DraftLocation::Layers(number)))
}

/// Returns the edges of a span.
fn door_edges(span: DoorSpan, grid: &Grid, place: DraftLocation) -> Result<Vec<Edge>, DraftError> {
    let is_across = matches!(span.side, Direction::Left | Direction::Right);
    let sizes = [grid.rows(), grid.columns()].map(usize::from);
    let [lines, length] = if is_across { [1, 0] } else { [0, 1] };
    let outer = match span.side {
        Direction::Up | Direction::Left => 0,
        Direction::Right | Direction::Down => sizes[lines] - 1,
    };
    let line = span.line.unwrap_or(outer);
    for (number, axis) in [(span.first, length), (span.last, length), (line, lines)] {
        if number >= sizes[axis] {
            let found = count(sizes[axis], ["row", "column"][axis]);
            let message = format!("the frame has {found}, not {}", number + 1);
            return Err(place.error(message, "rows and columns are counted from 1"));
        }
    }
    let mut edges = Vec::new();
    for along in span.first..=span.last {
        let [row, column] = if is_across {
            [along, line]
        } else {
            [line, along]
        };
        let cell = Cell::new(byte(row), byte(column));
        let beyond = cell.step(span.side);
        let fault = if grid.is_wall(cell) {
            "is a wall"
        } else if beyond.is_some_and(|beyond| !grid.is_wall(beyond)) {
            "has no wall beyond this edge"
        } else {
            edges.push(Edge {
                cell,
                side: span.side,
            });
            continue;
        };
        let help = "a door leads from a free cell out of the frame or into a wall; `right 2-3 at \
                    4` is the right side of column 4 in rows 2 and 3";
        return Err(place.error(format!("{cell} {fault}"), help));
    }
    Ok(edges)
}
