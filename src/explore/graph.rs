//! The state graph of a small component, position by position.

use std::collections::{HashMap, HashSet};

use crate::board::{Board, UnpackedState};
use crate::control::{self, Limits, Monitor, Outcome, Progress, StopReason};
use crate::grid::Cell;
use crate::puzzle::{PieceId, Puzzle};
use crate::sliding::queries::Queries;
use crate::sliding::{self, BfsPurpose, SolveError, moved};

use super::Options;

/// Positions and the moves between them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StateGraph {
    /// The positions, mirror images taken for one, the nearest to the start first.
    pub nodes: Vec<StateNode>,
    /// The moves, each once whichever way.
    pub edges: Vec<StateEdge>,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateNode {
    /// Where the anchor of each piece stands.
    pub anchors: Vec<Cell>,
    /// How far from the start it is, in moves.
    pub distance: usize,
    /// Whether it is solved.
    pub is_goal: bool,
    /// How many positions it stands for: itself and its mirror images.
    pub states: u64,
}

/// A move between two positions, or their mirror images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateEdge {
    /// The place of the position that is nearer to the start, or was met first.
    pub from: usize,
    /// The place of the other.
    pub to: usize,
    /// The piece that moves, of those that stand at `from`.
    pub piece: PieceId,
}

/// The state graph of everything that can be reached from the start of a puzzle, if it has no more
/// nodes than the limit on states allows. It is plain and slow, for spaces that can be looked at.
///
/// # Errors
/// If the board does not fit the solvers.
pub fn state_graph(
    puzzle: &Puzzle,
    options: &Options,
    observer: control::Observer<'_>,
) -> Result<Outcome<StateGraph>, SolveError> {
    let board = BfsPurpose::Layers.board(puzzle, options.mirroring)?;
    let queries = Queries::new(&board, options.metric);
    let mut drawing =
        GraphBuilder { puzzle, board: &board, queries, numbers: HashMap::new(), met: vec![] };
    Ok(match drawing.draw(options.limits, observer) {
        Ok(graph) => Outcome::Found(graph),
        Err(reason) => Outcome::Stopped(reason),
    })
}

struct GraphBuilder<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    queries: Queries,
    numbers: HashMap<UnpackedState, usize>,
    met: Vec<UnpackedState>,
}

impl GraphBuilder<'_> {
    fn draw(
        &mut self,
        limits: Limits,
        observer: control::Observer<'_>,
    ) -> Result<StateGraph, StopReason> {
        let mut watch = Monitor::new(limits, observer);
        let mut graph = StateGraph::default();
        let start = self.queries.canonical(self.board.start());
        self.add(start, 0, &mut graph);
        let mut next = 0;
        while let Some(at) = self.met.get(next).cloned() {
            if limits.max_states.is_some_and(|most| graph.nodes.len() > most) {
                return Err(StopReason::States);
            }
            let distance = graph.nodes[next].distance;
            watch.check(next, || Progress {
                depth: u32::try_from(distance).unwrap_or(u32::MAX),
                frontier: self.met.len() - next,
                states: self.met.len(),
                ..Progress::default()
            })?;
            let mut drawn = HashSet::new();
            for after in self.queries.successors(&at) {
                let form = self.queries.canonical(&after);
                let to = self.add(form, distance + 1, &mut graph);
                // The other way round it has been drawn already; a move from a position to its own
                // mirror image is no move between two.
                if to > next && drawn.insert(to) {
                    let piece = self.piece(&graph.nodes[next].anchors, &at, &after);
                    graph.edges.push(StateEdge { from: next, to, piece });
                }
            }
            next += 1;
        }
        Ok(graph)
    }

    /// The place of a position, which is a new one if it is not yet known.
    fn add(&mut self, at: UnpackedState, distance: usize, graph: &mut StateGraph) -> usize {
        if let Some(&number) = self.numbers.get(&at) {
            return number;
        }
        let class = self.queries.class(&at);
        graph.nodes.push(StateNode {
            anchors: sliding::anchors(self.puzzle.grid(), self.board, &at),
            distance,
            is_goal: class.is_goal(),
            states: class.orbit(),
        });
        self.numbers.insert(at.clone(), self.met.len());
        self.met.push(at);
        self.met.len() - 1
    }

    /// The piece that leaves its place.
    fn piece(&self, anchors: &[Cell], before: &UnpackedState, after: &UnpackedState) -> PieceId {
        let left = self.puzzle.grid().cell(moved(before, after, self.board).expect("a move").0);
        anchors.iter().position(|&anchor| anchor == left).expect("a piece stands on its anchor")
    }
}
