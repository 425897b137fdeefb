//! The head, in bincode's standard form.

use std::time::Duration;

use bincode::config::{self, Config};
use bincode::{Decode, Encode};

use super::record::{Checkpoint, CheckpointKey};
use crate::grid::Cell;
use crate::puzzle::Metric;
use crate::search::layers::Layer;
use crate::sliding::bfs_runner::BfsPurpose;
use crate::sliding::engine::Engine;
use crate::sliding::options::Mirroring;
use crate::sliding::profile::LayerProfile;

#[derive(Encode, Decode)]
struct CheckpointHeader {
    puzzle: String,
    metric: u8,
    mirroring: u8,
    purpose: u8,
    engine: u8,
    milliseconds: u64,
    sweeps: Vec<WireSweep>,
    degrees: Vec<u64>,
}

#[derive(Encode, Decode)]
struct WireSweep {
    layers: Vec<[u64; 4]>,
    farthest: Vec<Vec<(u8, u8)>>,
    is_complete: bool,
}

/// The place of each is its number in the files: add at the end only.
const MIRRORINGS: [Mirroring; 2] = [Mirroring::Canonical, Mirroring::Off];
const ENGINES: [Engine; 4] = [Engine::Hashed, Engine::Ranked, Engine::Layered, Engine::Cluster];
const PURPOSES: [BfsPurpose; 3] =
    [BfsPurpose::Everything, BfsPurpose::Layers, BfsPurpose::Solution];

/// The most bytes of a head: enough for half a million layers.
pub(super) const MAX_BYTES: usize = 1 << 24;

const fn form() -> impl Config {
    config::standard().with_limit::<MAX_BYTES>()
}

/// The bytes of a head, or what is wrong with it.
pub(super) fn encode(checkpoint: &Checkpoint) -> Result<Vec<u8>, String> {
    let Checkpoint { subject, sweeps, degrees, elapsed } = checkpoint;
    let CheckpointKey { puzzle, metric, mirroring, purpose, engine } = subject;
    let head = CheckpointHeader {
        puzzle: puzzle.clone(),
        metric: metric.number(),
        mirroring: place(&MIRRORINGS, mirroring),
        purpose: place(&PURPOSES, purpose),
        engine: place(&ENGINES, engine),
        milliseconds: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        sweeps: sweeps.iter().map(to_wire).collect(),
        degrees: degrees.clone(),
    };
    let bytes = bincode::encode_to_vec(head, form()).map_err(|error| error.to_string())?;
    if bytes.len() <= MAX_BYTES { Ok(bytes) } else { Err("it is too large".to_owned()) }
}

/// The head that these bytes are, or what is wrong with them. It takes no more memory than some
/// times [`MAX_BYTES`], whatever they claim.
pub(super) fn decode(bytes: &[u8]) -> Result<Checkpoint, String> {
    let (head, used): (CheckpointHeader, usize) =
        bincode::decode_from_slice(bytes, form()).map_err(|error| error.to_string())?;
    if used != bytes.len() {
        return Err(format!("{} bytes are left over", bytes.len() - used));
    }
    let CheckpointHeader {
        puzzle,
        metric,
        mirroring,
        purpose,
        engine,
        milliseconds,
        sweeps,
        degrees,
    } = head;
    let subject = CheckpointKey {
        puzzle,
        metric: Metric::from_number(metric)
            .ok_or_else(|| format!("there is no choice {metric}"))?,
        mirroring: *at(&MIRRORINGS, mirroring)?,
        purpose: *at(&PURPOSES, purpose)?,
        engine: *at(&ENGINES, engine)?,
    };
    let sweeps: Vec<LayerProfile> = sweeps.into_iter().map(from_wire).collect();
    let Some((_, before)) = sweeps.split_last() else { return Err("no sweep".to_owned()) };
    if !before.iter().all(|sweep| sweep.is_complete) {
        return Err("a sweep began before the one before was complete".to_owned());
    }
    Ok(Checkpoint { subject, sweeps, degrees, elapsed: Duration::from_millis(milliseconds) })
}

fn to_wire(sweep: &LayerProfile) -> WireSweep {
    let numbers = |layer: &Layer| {
        let Layer { classes, states, goal_classes, goal_states } = *layer;
        [classes, states, goal_classes, goal_states]
    };
    let cells = |cells: &Vec<Cell>| cells.iter().map(|cell| (cell.row, cell.column)).collect();
    WireSweep {
        layers: sweep.layers.iter().map(numbers).collect(),
        farthest: sweep.farthest.iter().map(cells).collect(),
        is_complete: sweep.is_complete,
    }
}

fn from_wire(sweep: WireSweep) -> LayerProfile {
    let layer = |[classes, states, goal_classes, goal_states]: [u64; 4]| Layer {
        classes,
        states,
        goal_classes,
        goal_states,
    };
    let cells = |cells: Vec<(u8, u8)>| {
        cells.into_iter().map(|(row, column)| Cell::new(row, column)).collect()
    };
    LayerProfile {
        layers: sweep.layers.into_iter().map(layer).collect(),
        farthest: sweep.farthest.into_iter().map(cells).collect(),
        is_complete: sweep.is_complete,
    }
}

fn place<T: PartialEq>(all: &[T], one: &T) -> u8 {
    let place = all.iter().position(|each| each == one).expect("the table has all of them");
    u8::try_from(place).expect("the table is short")
}

fn at<T>(all: &[T], place: u8) -> Result<&T, String> {
    all.get(usize::from(place)).ok_or_else(|| format!("there is no choice {place}"))
}
