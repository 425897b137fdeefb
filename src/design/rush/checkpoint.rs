//! A run kept in a folder of its own, whose checkpoint says what is done.
//!
//! The checkpoint is a file of ours of kind `R`: the scope and what is known, in bincode's standard
//! form. Parts that were under way are not in it, and begin anew.

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use bincode::{Decode, Encode};

use super::super::checkpoint::{self, malformed};
use super::progress::{PartialResult, RushPuzzle, RushScope, SurveyProgress};
use crate::file::{self, container::FileFormat};
use crate::sliding::{CheckpointError, WorkFolder, checkpoint_in};

const FORMAT: FileFormat =
    FileFormat { magic: b"HUARONG\0R", content: "a checkpoint", version: 1, least: 11 + 4 };

#[derive(Encode, Decode)]
struct CheckpointWire {
    side: u64,
    walls: u32,
    milliseconds: u64,
    boards: u64,
    components: u64,
    solvable: u64,
    puzzles: Vec<(u32, String, u64)>,
    done: Vec<u64>,
}

/// Whether a run that goes through Rush Hour boards is kept in this folder.
#[must_use]
pub fn is_rush_survey(folder: &Path) -> bool {
    let mut magic = [0; FORMAT.magic.len()];
    file::open(&checkpoint_in(folder)).is_ok_and(|mut file| file.read_exact(&mut magic).is_ok())
        && magic == *FORMAT.magic
}

/// What the run of a checkpoint is about, and what is known.
pub(super) fn read(path: &Path) -> Result<(RushScope, SurveyProgress), CheckpointError> {
    let wire: CheckpointWire = checkpoint::read(path, &FORMAT)?;
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let scope = RushScope { side: size(wire.side), walls: wire.walls };
    scope.check().map_err(|error| malformed(path, &error))?;
    let puzzle = |(slides, cells, states): (u32, String, u64)| {
        let is_board =
            cells.len() == scope.side.pow(2) && cells.bytes().all(|it| it.is_ascii_alphabetic());
        is_board.then_some(RushPuzzle { slides, cells, states })
    };
    let puzzles: Option<Vec<RushPuzzle>> = wire.puzzles.into_iter().map(puzzle).collect();
    let puzzles = puzzles.ok_or_else(|| malformed(path, &"a board is none"))?;
    let CheckpointWire { boards, components, solvable, .. } = wire;
    let gain = PartialResult { puzzles, boards, components, solvable };
    let done = wire.done.into_iter().map(size).collect();
    Ok((scope, SurveyProgress { gain, done, elapsed: Duration::from_millis(wire.milliseconds) }))
}

/// Reads a checkpoint through, and returns how long the run has taken.
pub(in crate::design) fn check(path: &Path) -> Result<Duration, CheckpointError> {
    read(path).map(|(_, known)| known.elapsed)
}

/// Replaces the checkpoint.
pub(super) fn write(
    folder: &WorkFolder,
    scope: &RushScope,
    known: &SurveyProgress,
) -> Result<(), CheckpointError> {
    let PartialResult { puzzles, boards, components, solvable } = &known.gain;
    let wire = CheckpointWire {
        side: scope.side as u64,
        walls: scope.walls,
        milliseconds: u64::try_from(known.elapsed.as_millis()).unwrap_or(u64::MAX),
        boards: *boards,
        components: *components,
        solvable: *solvable,
        puzzles: puzzles.iter().map(|it| (it.slides, it.cells.clone(), it.states)).collect(),
        done: known.done.iter().map(|&part| part as u64).collect(),
    };
    checkpoint::write(folder, &FORMAT, wire)
}
