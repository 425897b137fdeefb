//! Certificates: proofs of an answer that need no trust in the solver.
//!
//! A certificate claims one of three things of a puzzle in one metric:
//!
//! - `shortest N`: the shortest solution has N moves. It holds the positions `P(0)` … `P(N)` of a
//!   solution, and sets `S(0)` … `S(N − 1)` of positions such that
//!   1. the start is in `S(0)`;
//!   2. for each `i < N − 1`, every move from a position of `S(i)` leads into one of `S(0)` …
//!      `S(i + 1)`;
//!   3. no position of any set is solved.
//!
//!   All positions within `i` moves of the start are then in `S(0)` … `S(i)`, so none of those
//!   within `N − 1` is solved.
//! - `unsolvable`: one set that holds the start, is closed under moves, and has no solved position.
//! - `parity`: numbered tiles that parity forbids. It holds no positions; a checker compares the
//!   parity of the permutation with the colour of the empty cell, as
//!   [`crate::sliding::impossible`] does.
//!
//! [`write`](write()) makes the certificate of a search. [`check`](check()) checks one with the
//! rules of [`crate::solution`] alone, and shares no code with the searches. [`CHECKER`] is a
//! second checker, in Python, for those who would rather read two hundred lines than believe this
//! crate.
//!
//! # The file
//!
//! ```text
//! huarong certificate 1
//! ; lines that begin like this are remarks
//! claim: shortest 3
//! metric: move
//! sizes: 1 2 2
//!
//! A . .
//! B B .
//!
//! goal:
//! . . .
//! B B A
//!
//! sets:
//! ```
//!
//! After these lines, with the puzzle as [text](crate::puzzle::text) without names and notes,
//! follow a zlib stream (RFC 1950) and the CRC-32 of everything before it, 4 bytes, little-endian.
//! `sizes` lists the number of positions of each set. The stream holds the positions of the
//! solution, if there is one, and then those of each set in ascending order. No position is in the
//! sets twice.
//!
//! A position has one byte for each cell, row by row: 0, or the kind of the piece whose first cell,
//! row by row, lies there. Two pieces are of one kind if they are
//! [interchangeable](crate::Puzzle::are_interchangeable), may step in the same directions, and may
//! have their first cell on the same cells of the frame. Kinds count from 1 in the order in which
//! their first pieces start. Pieces of one kind also leave by the same straight ways, and wait
//! for the same pieces to leave. Each layer of a piece is a kind of its own; those beneath others
//! come last. A piece that has left has no byte. A position is written as one byte, the number `n`
//! of leading cells that are as in the position before, and the bytes of all cells from the `n`-th
//! on. Before the first position, all cells are 0.

mod check;
mod sets;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

use thiserror::Error;

use crate::{
    grid::{Cell, Direction},
    puzzle::{Metric, Puzzle},
    sliding::SolveError,
    solution::Position,
};

pub use check::{Verified, check};
pub use write::{Certificate, write};

/// A checker in Python 3, without dependencies.
pub const CHECKER: &str = include_str!("check.py");

/// The largest file of a certificate that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 30;

/// The first line.
const FIRST_LINE: &str = "huarong certificate 1";
/// The first line up to the version of the format.
const MAGIC: &str = "huarong certificate ";

/// Whether these bytes begin as a certificate.
#[cfg(feature = "cli")]
pub(crate) fn is_certificate(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC.as_bytes())
}
/// What stands between the text and the stream.
const BEHIND_TEXT: &str = "\nsets:\n";
/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// What a certificate claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The shortest solution has this length.
    Shortest(usize),
    /// There is no solution: no reachable position is solved.
    Unsolvable,
    /// There is no solution: parity forbids it.
    Parity,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Shortest(length) => write!(f, "shortest {length}"),
            Claim::Unsolvable => f.write_str("unsolvable"),
            Claim::Parity => f.write_str("parity"),
        }
    }
}

/// Reason why there is no certificate, or why one proves nothing.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum ProofError {
    /// The file is something else.
    #[error("this is not a certificate of huarong")]
    Foreign,
    /// The version of the format is unknown.
    #[error("this certificate has format version {0}, and only version 1 can be read")]
    Version(String),
    /// The file is not as it was written.
    #[error("the certificate is damaged: {0}")]
    Damaged(&'static str),
    /// The text above the sets is wrong.
    #[error("the text of the certificate is wrong: {0}")]
    Text(String),
    /// What the certificate claims does not follow from what it holds.
    #[error("{message}{}", .board.as_ref().map_or(String::new(), |board| format!("\n\n{board}")))]
    Fails {
        /// The rule that fails, and how.
        message: String,
        /// The position where it fails, drawn.
        board: Option<String>,
    },
    /// The search has no layers of states to list.
    #[error("{0} does not store the positions that it rules out, and a certificate lists them")]
    NoLayers(&'static str),
    /// The board does not fit the solvers.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The text of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Header {
    claim: Claim,
    metric: Metric,
    /// The number of positions of each set.
    sizes: Vec<u64>,
    puzzle: Puzzle,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header {
            claim,
            metric,
            sizes,
            puzzle,
        } = self;
        let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
        let sizes = sizes.join(" ");
        write!(
            f,
            "{FIRST_LINE}\n\
             ; Check it with `huarong verify FILE`, or with the script that\n\
             ; `huarong proof-checker` prints, which also says how the sets are written.\n\
             claim: {claim}\nmetric: {metric}\nsizes: {sizes}\n\n{puzzle}{BEHIND_TEXT}"
        )
    }
}

impl Header {
    /// Splits a certificate into its text and the stream of positions.
    fn read(bytes: &[u8]) -> Result<(Self, &[u8]), ProofError> {
        let version: Vec<u8> = bytes
            .strip_prefix(MAGIC.as_bytes())
            .ok_or(ProofError::Foreign)?
            .iter()
            .copied()
            .take_while(|&it| it != b'\n')
            .take(9)
            .collect();
        if version != b"1" {
            return Err(ProofError::Version(
                String::from_utf8_lossy(&version).into_owned(),
            ));
        }
        let (content, checksum) = bytes
            .split_at_checked(bytes.len() - CHECKSUM)
            .ok_or(ProofError::Damaged("it ends too early"))?;
        if crc32fast::hash(content).to_le_bytes() != *checksum {
            return Err(ProofError::Damaged("its checksum is wrong"));
        }
        let mut ends = content.windows(BEHIND_TEXT.len());
        let end = ends
            .position(|window| window == BEHIND_TEXT.as_bytes())
            .ok_or_else(|| wrong("there is no line `sets:`"))?;
        let text = str::from_utf8(&content[..end]).map_err(|_| wrong("it is not UTF-8"))?;
        Ok((Header::parse(text)?, &content[end + BEHIND_TEXT.len()..]))
    }

    fn parse(text: &str) -> Result<Self, ProofError> {
        let (head, puzzle) = text
            .split_once("\n\n")
            .ok_or_else(|| wrong("there is no puzzle"))?;
        let fields: Vec<(&str, &str)> = head
            .lines()
            .skip(1)
            .filter(|line| !line.starts_with(';'))
            .map(|line| {
                line.split_once(": ")
                    .or_else(|| Some((line.strip_suffix(':')?, "")))
            })
            .collect::<Option<_>>()
            .ok_or_else(|| wrong("a line is neither a field nor a remark"))?;
        let [("claim", claim), ("metric", metric), ("sizes", sizes)] = fields[..] else {
            return Err(wrong("its fields are not `claim`, `metric` and `sizes`"));
        };
        let claim = match claim.split_once(' ') {
            Some(("shortest", length)) => length.parse().ok().map(Claim::Shortest),
            None if claim == "unsolvable" => Some(Claim::Unsolvable),
            None if claim == "parity" => Some(Claim::Parity),
            _ => None,
        };
        let claim = claim.ok_or_else(|| wrong("nobody knows this claim"))?;
        let metric: Metric = metric.parse().map_err(|_| wrong("the metric is unknown"))?;
        let sizes = sizes
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<Vec<u64>, _>>();
        let sizes = sizes.map_err(|_| wrong("a size is not a number"))?;
        let puzzle: Puzzle = puzzle
            .parse()
            .map_err(|error| wrong(&format!("puzzle: {error}")))?;
        metric
            .check(&puzzle)
            .map_err(|error| wrong(&error.to_string()))?;
        let sets = match claim {
            Claim::Shortest(length) => length,
            Claim::Unsolvable => 1,
            Claim::Parity => 0,
        };
        if sizes.len() != sets {
            let message = format!("`{claim}` takes {sets} sets, and there are {}", sizes.len());
            return Err(wrong(&message));
        }
        Ok(Header {
            claim,
            metric,
            sizes,
            puzzle,
        })
    }
}

fn wrong(message: &str) -> ProofError {
    ProofError::Text(message.to_owned())
}

/// Returns a position as it is written, with the code of each piece: its kind, counted from 1.
fn record(position: &Position<'_>, codes: &[u8]) -> Vec<u8> {
    let grid = position.puzzle().grid();
    let mut record = vec![0; grid.area()];
    for (&anchor, &code) in position.anchors().iter().zip(codes) {
        if anchor != Cell::OUT {
            record[grid.index(anchor)] = code;
        }
    }
    record
}

/// Returns the kind of each piece, counted from 0, and for each kind and cell of the frame whether
/// a piece may have its first cell there.
fn kinds(puzzle: &Puzzle) -> (Vec<usize>, Vec<Vec<bool>>) {
    let rights = |piece| {
        let places: Vec<bool> = puzzle
            .grid()
            .cells()
            .map(|anchor| may_stand(puzzle, piece, anchor))
            .collect();
        let mut exits = Vec::new();
        for anchor in puzzle.grid().cells() {
            let ways = Direction::ALL.map(|side| puzzle.way_out(piece, anchor, side));
            exits.extend(puzzle.may_leave(piece).then_some(ways));
        }
        (
            Direction::ALL.map(|direction| puzzle.may_step(piece, direction)),
            puzzle.waits_of(piece).collect::<Vec<_>>(),
            exits,
            places,
        )
    };
    let mut kinds = Vec::new();
    let mut first = Vec::new();
    let mut of_kind = Vec::new();
    for piece in 0..puzzle.pieces().len() {
        let rights = rights(piece);
        let mut known = first.iter().zip(&of_kind);
        let kind = known.position(|(&other, of_other)| {
            puzzle.are_interchangeable(piece, other) && rights == *of_other
        });
        if kind.is_none() {
            first.push(piece);
            of_kind.push(rights);
        }
        kinds.push(kind.unwrap_or(first.len() - 1));
    }
    (
        kinds,
        of_kind.into_iter().map(|(.., places)| places).collect(),
    )
}

/// Whether the frame, its walls and gates let a piece stand there.
fn may_stand(puzzle: &Puzzle, piece: usize, anchor: Cell) -> bool {
    let shape = &puzzle.pieces()[piece].shape;
    let mut cells = 0;
    let is_free = shape.cells_at(anchor).all(|cell| {
        cells += 1;
        puzzle.grid().contains(cell) && puzzle.may_enter(piece, cell)
    });
    is_free && cells == shape.area()
}
