//! The payload, in bincode's standard form. No other file knows of bincode.

use bincode::config::{self, Config};
use bincode::{BorrowDecode, Encode};

use super::{MAX_BYTES, Stored, StoredError, to_u64, too_large};
use crate::grid::{Cell, Direction};
use crate::puzzle::Metric;
use crate::solution::{MAX_STEPS, Move, Solution};

/// What comes first; the moves follow one by one.
#[derive(Encode, BorrowDecode)]
struct Head<'a> {
    puzzle: &'a str,
    metric: u8,
    proven: bool,
    algorithm: &'a str,
    states: u64,
    moves: u64,
}

#[derive(Encode, BorrowDecode)]
struct Unit<'a> {
    piece: u32,
    row: u8,
    column: u8,
    path: &'a [u8],
}

/// Fewer bytes than this no move takes.
const SMALLEST_UNIT: u64 = 5;

/// The place of each metric is its number in the files: add at the end only.
const METRICS: [Metric; 3] = [Metric::Move, Metric::Slide, Metric::Step];

/// The place of each direction is its number in the files.
const DIRECTIONS: [Direction; 4] =
    [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

const fn form() -> impl Config {
    config::standard().with_limit::<MAX_BYTES>()
}

pub(super) fn encode(stored: &Stored) -> Result<Vec<u8>, StoredError> {
    let Stored { puzzle, solution, proven, algorithm, states } = stored;
    if solution.steps() > MAX_STEPS {
        return Err(too_large("cells travelled", solution.steps(), MAX_STEPS));
    }
    let head = Head {
        puzzle,
        metric: place(&METRICS, &solution.metric),
        proven: *proven,
        algorithm,
        states: *states,
        moves: to_u64(solution.len()),
    };
    let mut payload = Vec::new();
    append(&mut payload, &head)?;
    for unit in &solution.moves {
        let Move { piece, from, path } = unit;
        if path.is_empty() {
            return Err(StoredError::Malformed("a move goes nowhere".to_owned()));
        }
        let path: Vec<u8> = path.iter().map(|way| place(&DIRECTIONS, way)).collect();
        let piece = u32::try_from(*piece)
            .map_err(|_| too_large("pieces", *piece, usize::try_from(u32::MAX).unwrap_or(0)))?;
        append(&mut payload, &Unit { piece, row: from.row, column: from.column, path: &path })?;
    }
    Ok(payload)
}

fn append(payload: &mut Vec<u8>, value: &impl Encode) -> Result<(), StoredError> {
    bincode::encode_into_std_write(value, payload, form())
        .map(|_| ())
        .map_err(|error| StoredError::Malformed(error.to_string()))
}

fn place<T: PartialEq>(all: &[T], one: &T) -> u8 {
    let place = all.iter().position(|each| each == one).expect("the table has all of them");
    u8::try_from(place).expect("the table is short")
}

pub(super) fn decode(payload: &[u8]) -> Result<Stored, StoredError> {
    let mut rest = payload;
    let head: Head<'_> = take(&mut rest)?;
    let metric = *METRICS
        .get(usize::from(head.metric))
        .ok_or_else(|| malformed(format_args!("there is no metric {}", head.metric)))?;
    if head.moves > to_u64(rest.len()) / SMALLEST_UNIT {
        return Err(malformed(format_args!("{} moves do not fit", head.moves)));
    }
    let mut moves = Vec::new();
    let mut steps = 0;
    for _ in 0..head.moves {
        let unit: Unit<'_> = take(&mut rest)?;
        steps += unit.path.len();
        if steps > MAX_STEPS {
            return Err(too_large("cells travelled", steps, MAX_STEPS));
        }
        moves.push(to_move(&unit)?);
    }
    if !rest.is_empty() {
        return Err(malformed(format_args!("{} bytes are left over", rest.len())));
    }
    Ok(Stored {
        puzzle: head.puzzle.to_owned(),
        solution: Solution { metric, moves },
        proven: head.proven,
        algorithm: head.algorithm.to_owned(),
        states: head.states,
    })
}

/// Takes a value off the front. Strings and bytes in it are borrowed, so that a length can claim
/// what it likes: nothing is allocated for it.
fn take<'a, T: BorrowDecode<'a, ()>>(rest: &mut &'a [u8]) -> Result<T, StoredError> {
    let (value, used) = bincode::borrow_decode_from_slice(rest, form())
        .map_err(|error| malformed(format_args!("{error}")))?;
    *rest = &rest[used..];
    Ok(value)
}

fn to_move(unit: &Unit<'_>) -> Result<Move, StoredError> {
    if unit.path.is_empty() {
        return Err(malformed(format_args!("a move goes nowhere")));
    }
    let way = |&byte: &u8| {
        let known = DIRECTIONS.get(usize::from(byte)).copied();
        known.ok_or_else(|| malformed(format_args!("there is no direction {byte}")))
    };
    let path = unit.path.iter().map(way).collect::<Result<_, _>>()?;
    let piece = usize::try_from(unit.piece)
        .map_err(|_| malformed(format_args!("there is no piece {}", unit.piece)))?;
    Ok(Move { piece, from: Cell::new(unit.row, unit.column), path })
}

fn malformed(what: std::fmt::Arguments<'_>) -> StoredError {
    StoredError::Malformed(what.to_string())
}
