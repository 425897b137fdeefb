//! A run kept in a folder of its own, whose checkpoint says what is done.
//!
//! The checkpoint is a file of ours of kind `E`: the scope and what is known, in bincode's standard
//! form. Jobs that were under way are not in it, and begin anew.

use std::path::Path;
use std::time::Duration;

use bincode::{Decode, Encode};

use super::super::checkpoint::{self, malformed};
use super::progress::{HardestStart, PartialResult, SurveyJob, SurveyProgress};
use super::scope::{FrameScope, GoalSpec};
use crate::file::container::FileFormat;
use crate::grid::Cell;
use crate::puzzle::{Metric, Polyomino};
use crate::sliding::{CheckpointError, WorkFolder};

const FORMAT: FileFormat =
    FileFormat { magic: b"HUARONG\0E", content: "a checkpoint", version: 1, least: 11 + 4 };

#[derive(Clone, Encode, Decode)]
struct CheckpointWire {
    sides: (u8, u8),
    walls: u64,
    pieces: (u64, u64),
    empty: (u64, u64),
    shapes: Vec<Vec<(u8, u8)>>,
    /// From corner to corner, to an exit, anywhere.
    aim: u8,
    exit: Vec<(u8, u8)>,
    metric: u8,
    top: u64,
    milliseconds: u64,
    just_solved: u64,
    states: u64,
    hardest: Vec<Vec<(u32, u64, u128)>>,
    done: Vec<(u64, u32, u64, u64)>,
}

/// What the run of a checkpoint is about, and what is known.
pub(super) fn read(path: &Path) -> Result<(FrameScope, SurveyProgress), CheckpointError> {
    let wire: CheckpointWire = checkpoint::read(path, &FORMAT)?;
    let told = from_wire(wire).ok_or_else(|| malformed(path, &"there is no such choice"));
    let (scope, known) = told?;
    scope.check().map_err(|error| malformed(path, &error))?;
    Ok((scope, known))
}

/// Reads a checkpoint through, and returns how long the run has taken.
pub(in crate::design) fn check(path: &Path) -> Result<Duration, CheckpointError> {
    read(path).map(|(_, known)| known.elapsed)
}

/// Replaces the checkpoint.
pub(super) fn write(
    folder: &WorkFolder,
    scope: &FrameScope,
    known: &SurveyProgress,
) -> Result<(), CheckpointError> {
    checkpoint::write(folder, &FORMAT, to_wire(scope, known))
}

fn to_wire(scope: &FrameScope, known: &SurveyProgress) -> CheckpointWire {
    let pair = |cell: &Cell| (cell.row, cell.column);
    let (aim, exit) = match &scope.aim {
        GoalSpec::Corner => (0, vec![]),
        GoalSpec::Exit(cells) => (1, cells.iter().map(pair).collect()),
        GoalSpec::Anywhere => (2, vec![]),
    };
    let shape = |shape: &Polyomino| -> Vec<(u8, u8)> {
        // So far right that no cell is left of the frame.
        shape.cells_at(Cell::new(0, shape.width())).map(|cell| pair(&cell)).collect()
    };
    let found = |it: &HardestStart| (it.moves.0, it.task as u64, it.start);
    let range =
        |range: &std::ops::RangeInclusive<usize>| (*range.start() as u64, *range.end() as u64);
    let PartialResult { hardest, just_solved, states } = &known.gain;
    CheckpointWire {
        sides: (scope.rows, scope.columns),
        walls: scope.walls as u64,
        pieces: range(&scope.pieces),
        empty: range(&scope.empty),
        shapes: scope.shapes.iter().map(shape).collect(),
        aim,
        exit,
        metric: scope.metric.number(),
        top: scope.top as u64,
        milliseconds: u64::try_from(known.elapsed.as_millis()).unwrap_or(u64::MAX),
        just_solved: *just_solved,
        states: *states,
        hardest: hardest.iter().map(|all| all.iter().map(found).collect()).collect(),
        done: known
            .done
            .iter()
            .map(SurveyJob::id)
            .map(|(a, b, c, d)| (a as u64, b, c, d))
            .collect(),
    }
}

/// None if there is no such choice.
fn from_wire(wire: CheckpointWire) -> Option<(FrameScope, SurveyProgress)> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let cells = |cells: Vec<(u8, u8)>| -> Vec<Cell> {
        cells.into_iter().map(|(row, column)| Cell::new(row, column)).collect()
    };
    let aim = match wire.aim {
        0 => GoalSpec::Corner,
        1 => GoalSpec::Exit(cells(wire.exit)),
        2 => GoalSpec::Anywhere,
        _ => return None,
    };
    let shape =
        |shape: Vec<(u8, u8)>| (!shape.is_empty()).then(|| Polyomino::from_cells(&cells(shape)));
    let scope = FrameScope {
        rows: wire.sides.0,
        columns: wire.sides.1,
        walls: size(wire.walls),
        pieces: size(wire.pieces.0)..=size(wire.pieces.1),
        empty: size(wire.empty.0)..=size(wire.empty.1),
        shapes: wire.shapes.into_iter().map(shape).collect::<Option<_>>()?,
        aim,
        metric: Metric::from_number(wire.metric)?,
        top: size(wire.top),
    };
    let found = |(moves, task, start)| HardestStart {
        moves: std::cmp::Reverse(moves),
        task: size(task),
        start,
    };
    let hardest =
        wire.hardest.into_iter().map(|all| all.into_iter().map(found).collect()).collect();
    let gain = PartialResult { hardest, just_solved: wire.just_solved, states: wire.states };
    let done = wire.done.into_iter().map(|(task, empty, part, parts)| SurveyJob {
        task: size(task),
        empty,
        part: (part, parts),
        weight: 0.0,
    });
    let elapsed = Duration::from_millis(wire.milliseconds);
    Some((scope, SurveyProgress { gain, done: done.collect(), elapsed }))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::{resume_survey, survey_frame};
    use super::*;
    use crate::design::{SurveyError, SurveyOptions};

    /// What is changed in a checkpoint.
    type Change = fn(&mut CheckpointWire);

    #[test]
    fn a_checkpoint_that_makes_no_sense_is_refused_or_does_no_harm() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("run");
        let kept = SurveyOptions { work_folder: Some(folder.clone()), ..Default::default() };
        survey_frame(&FrameScope::new(2, 3), &kept, &mut |_| ControlFlow::Continue(()))
            .expect("a scope");
        let open = || WorkFolder::open(&folder).expect("a run, and nobody else's");
        let as_kept = checkpoint::read::<CheckpointWire>(&open().checkpoint(), &FORMAT)
            .expect("what was written");
        let changes: [(Change, bool); 15] = [
            (|wire| wire.sides = (0, 9), true),
            (|wire| wire.sides = (u8::MAX, u8::MAX), true),
            (|wire| wire.walls = u64::MAX, true),
            (|wire| wire.aim = 9, true),
            (|wire| (wire.aim, wire.exit) = (1, vec![(9, 9)]), true),
            (|wire| wire.metric = 9, true),
            (|wire| wire.shapes = vec![vec![]], true),
            (|wire| wire.shapes = vec![vec![(0, 0), (5, 5)]], true),
            (|wire| wire.hardest[1][0].1 = u64::MAX, true),
            (|wire| wire.hardest[1][0].2 = u128::MAX, true),
            (|wire| wire.hardest = vec![vec![]; 99], false),
            (|wire| wire.done = vec![(u64::MAX, u32::MAX, 5, 0)], false),
            (|wire| (wire.pieces, wire.empty) = ((9, 1), (9, 1)), false),
            (|wire| (wire.top, wire.milliseconds) = (u64::MAX, u64::MAX), false),
            (|wire| (wire.just_solved, wire.states) = (u64::MAX / 2, u64::MAX / 2), false),
        ];
        for (number, (change, is_refused)) in changes.into_iter().enumerate() {
            let mut wire = as_kept.clone();
            change(&mut wire);
            checkpoint::write(&open(), &FORMAT, wire).expect("it is written");
            let options = SurveyOptions::default();
            let found = resume_survey(&folder, &options, &mut |_| ControlFlow::Continue(()));
            let is_in_use =
                matches!(found, Err(SurveyError::Checkpoint(CheckpointError::InUse(_))));
            assert!(!is_in_use, "{number}");
            let refused = matches!(found, Err(SurveyError::Checkpoint(_)));
            assert_eq!(refused, is_refused, "{number}: {found:?}");
        }
    }
}
