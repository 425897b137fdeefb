//! The state graph of a small component, position by position.

use std::collections::{HashMap, HashSet};

use crate::board::{Board, UnpackedState};
use crate::control::{self, Limits, Monitor, Outcome, Progress, StopReason};
use crate::grid::Cell;
use crate::puzzle::{PieceId, Puzzle};
use crate::sliding::spaces::Queries;
use crate::sliding::{self, BfsPurpose, SolveError, moved};

use super::Options;

/// States and the moves between them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct StateGraph {
    /// The states in the order of their distance from the start.
    pub nodes: Vec<StateNode>,
    /// The moves, each listed once for both directions.
    pub edges: Vec<StateEdge>,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StateNode {
    /// The anchor of each piece.
    pub anchors: Vec<Cell>,
    /// Its distance from the start.
    pub distance: usize,
    /// Whether it is solved.
    pub is_goal: bool,
    /// The size of its orbit: the state and its mirror images.
    pub states: u64,
}

/// A move between two states, or their mirror images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StateEdge {
    /// The index of the state that was found first.
    pub from: usize,
    /// The index of the other state.
    pub to: usize,
    /// The piece that moves, at its anchor in `from`.
    pub piece: PieceId,
}

/// Builds the graph of the reachable states, if they do not exceed the limits on states and memory.
/// The search is plain and slow, for graphs small enough to look at.
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

/// Bytes that an allocator takes for a small block besides its content, at most.
const BLOCK: usize = 16;

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
            if limits.max_bytes.is_some_and(|most| self.bytes(&graph) > most) {
                return Err(StopReason::Memory);
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
                // The reverse move is listed already, and a move to its own mirror image is no
                // edge.
                if to > next && drawn.insert(to) {
                    let piece = self.piece(&graph.nodes[next].anchors, &at, &after);
                    graph.edges.push(StateEdge { from: next, to, piece });
                }
            }
            next += 1;
        }
        Ok(graph)
    }

    /// Returns the index of a state, which is added if it is new.
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

    /// Returns the allocated bytes.
    fn bytes(&self, graph: &StateGraph) -> usize {
        let cells = self.board.start().cells() + BLOCK;
        let anchors = self.puzzle.pieces().len() * size_of::<Cell>() + BLOCK;
        let entry = size_of::<(UnpackedState, usize)>() + 1;
        self.met.capacity() * size_of::<UnpackedState>()
            + self.numbers.capacity() * entry
            + graph.nodes.capacity() * size_of::<StateNode>()
            + graph.edges.capacity() * size_of::<StateEdge>()
            + self.met.len() * (2 * cells + anchors)
    }

    /// Returns the piece that moves.
    fn piece(&self, anchors: &[Cell], before: &UnpackedState, after: &UnpackedState) -> PieceId {
        let left = self.puzzle.grid().cell(moved(before, after, self.board).expect("a move").0);
        anchors.iter().position(|&anchor| anchor == left).expect("a piece stands on its anchor")
    }
}
