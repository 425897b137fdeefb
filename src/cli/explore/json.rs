//! What is known, as JSON.

use huarong::Puzzle;
use huarong::explore::{Exploration, Finding, Layer, Stage, Sweep};
use huarong::grid::Cell;
use huarong::notation::{self, Notation};
use huarong::solution::Position;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Found, FromArg, hardest};
use crate::cli::search::reason_word;

/// What `explore` says about a puzzle. Numbers of states count each position for itself, those of
/// classes mirror images as one. What is not known is `null`.
#[derive(Serialize)]
pub(super) struct Explored<'a> {
    schema: &'static str,
    puzzle: &'a str,
    name: Option<&'a str>,
    metric: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Stopped>,
    states: u64,
    classes: u64,
    /// Whose layers these are: `start` or `goals`.
    from: &'static str,
    layers: Option<Vec<u64>>,
    class_layers: Option<Vec<u64>>,
    eccentricity: Option<usize>,
    farthest: Option<Farthest>,
    goal_states: u64,
    goal_classes: u64,
    shortest: Option<usize>,
    shortest_solutions: Option<Box<RawValue>>,
    hardest: Option<Hardest>,
    moves: Option<Moves<'a>>,
    engine: &'a str,
    engine_reason: &'a str,
    bytes: u64,
    disk_bytes: u64,
    seconds: f64,
}

/// Where it ended early, and why.
#[derive(Serialize)]
struct Stopped {
    stage: &'static str,
    reason: &'static str,
}

/// The positions at the greatest distance; some of them drawn, mirror images apart.
#[derive(Serialize)]
struct Farthest {
    distance: usize,
    states: u64,
    classes: u64,
    positions: Vec<String>,
}

/// The positions that are farthest from any goal.
#[derive(Serialize)]
struct Hardest {
    #[serde(flatten)]
    farthest: Farthest,
    /// The first of them as a puzzle; none where it covers a gate.
    puzzle: Option<String>,
    /// The same as a `CommonCode`, where that can say it.
    code: Option<String>,
}

/// How many moves there are from positions.
#[derive(Serialize)]
struct Moves<'a> {
    least: usize,
    most: usize,
    mean: f64,
    dead_ends: u64,
    edges: u64,
    histogram: &'a [u64],
}

impl<'a> Explored<'a> {
    pub(super) fn new(found: &'a Found<'_>) -> Self {
        let Found { source, known, .. } = found;
        let total = known.from_start.total();
        let whole = Some(&known.from_start).filter(|sweep| sweep.is_complete);
        let layers = |of: fn(&Layer) -> u64| -> Option<Vec<u64>> {
            found.shown().map(|sweep| sweep.layers.iter().map(of).collect())
        };
        let solutions = match &known.solutions {
            Finding::NoGoal => Some("0".to_owned()),
            finding => finding.known().map(ToString::to_string),
        };
        Explored {
            schema: "huarong/explore/1",
            puzzle: &source.pick,
            name: source.puzzle.title().name.as_deref(),
            metric: known.metric.word(),
            outcome: if known.stopped.is_some() { "stopped" } else { "explored" },
            stopped: stopped(known),
            states: total.states,
            classes: total.classes,
            from: match found.args.from {
                FromArg::Start => "start",
                FromArg::Goals => "goals",
            },
            layers: layers(|layer| layer.states),
            class_layers: layers(|layer| layer.classes),
            eccentricity: whole.map(Sweep::eccentricity),
            farthest: whole.map(|sweep| Farthest::new(&source.puzzle, sweep)),
            goal_states: total.goal_states,
            goal_classes: total.goal_classes,
            shortest: found.shortest(),
            shortest_solutions: solutions
                .map(|digits| RawValue::from_string(digits).expect("digits are a number")),
            hardest: known.from_goals.known().map(|sweep| Hardest::new(found, sweep)),
            moves: known.degrees.known().map(|degrees| Moves {
                least: degrees.least(),
                most: degrees.most(),
                mean: degrees.mean(),
                dead_ends: degrees.dead_ends(),
                edges: degrees.edges(),
                histogram: &degrees.histogram,
            }),
            engine: &known.engine.name,
            engine_reason: &known.engine.reason,
            bytes: known.memory_usage.memory,
            disk_bytes: known.memory_usage.disk,
            seconds: known.elapsed.as_secs_f64(),
        }
    }
}

fn stopped(known: &Exploration) -> Option<Stopped> {
    let (stage, reason) = known.stopped?;
    let stage = match stage {
        Stage::FromStart => "layers",
        Stage::FromGoals => "goals",
        Stage::Solutions => "solutions",
        Stage::Moves => "moves",
    };
    Some(Stopped { stage, reason: reason_word(reason) })
}

impl Farthest {
    fn new(puzzle: &Puzzle, sweep: &Sweep) -> Self {
        let draw = |anchors: &Vec<Cell>| Some(Position::with_anchors(puzzle, anchors)?.to_string());
        let last = sweep.last();
        Farthest {
            distance: sweep.eccentricity(),
            states: last.states,
            classes: last.classes,
            positions: sweep.farthest.iter().filter_map(draw).collect(),
        }
    }
}

impl Hardest {
    fn new(found: &Found<'_>, sweep: &Sweep) -> Self {
        let puzzle = hardest::puzzle(found.puzzle(), found.known.metric, sweep);
        let code = |puzzle| notation::write(Notation::CommonCode, puzzle).ok();
        Hardest {
            farthest: Farthest::new(found.puzzle(), sweep),
            code: puzzle.as_ref().and_then(code).map(|code| code.trim_end().to_owned()),
            puzzle: puzzle.as_ref().map(ToString::to_string),
        }
    }
}
