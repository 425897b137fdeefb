//! The states of a component and the moves between them.

use crate::{
    board::UnpackedState,
    control::{self, Limits, Monitor, Outcome, Progress, StopReason},
    graph::Graph,
    grid::Cell,
    memory,
    puzzle::{PieceId, Puzzle},
    search::{BLOCK, Key, SearchTree, Space, space::class_of},
    sliding::{self, BfsPurpose, SolveError, board_search::BoardSearch, moved, spaces::with_space},
};

use super::{Options, layout::distances};

/// States and the moves between them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct StateGraph {
    /// The states in the order of their distance from the start.
    pub nodes: Vec<StateNode>,
    /// The moves, each listed once for both directions, if it can be taken back.
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
    /// The index of the state that was found first, or from which a move in one direction leads.
    pub from: usize,
    /// The index of the other state.
    pub to: usize,
    /// The piece that moves, at its anchor in `from`.
    pub piece: PieceId,
    /// Whether the move cannot be taken back.
    pub is_one_way: bool,
}

/// Builds the graph of the reachable states, if they do not exceed the limits on states and memory.
/// For graphs small enough to look at.
///
/// # Errors
/// If the board does not fit the solvers.
pub fn state_graph(
    puzzle: &Puzzle,
    options: &Options,
    observer: control::Observer<'_>,
) -> Result<Outcome<StateGraph>, SolveError> {
    let board = BfsPurpose::Layers.board(puzzle, options.metric, options.mirroring)?;
    let mut search = BoardSearch::of_packed_states(&board, options.metric);
    let mut monitor = Monitor::new(options.limits, observer);
    let found = ComponentGraph::find(&mut search, &mut monitor);
    let ComponentGraph {
        words, keys, graph, ..
    } = match found {
        Ok(component) => component,
        Err(reason) => return Ok(Outcome::Stopped(reason)),
    };
    let forms: Vec<UnpackedState> = keys.chunks(words).map(|key| board.unpack(key)).collect();
    let nodes: Vec<StateNode> = forms
        .iter()
        .zip(distances(&graph, &[0]))
        .map(|(form, distance)| {
            let class = search.class(form);
            StateNode {
                anchors: sliding::anchors(puzzle.grid(), &board, form),
                distance: usize::from(distance),
                is_goal: class.is_goal(),
                states: class.orbit(),
            }
        })
        .collect();
    let edges = labelled(&graph, &nodes, &forms, (&mut search, puzzle));
    Ok(Outcome::Found(StateGraph { nodes, edges }))
}

/// Returns the moves in order, with the piece that each moves.
fn labelled(
    graph: &Graph,
    nodes: &[StateNode],
    forms: &[UnpackedState],
    (search, puzzle): (&mut BoardSearch, &Puzzle),
) -> Vec<StateEdge> {
    let mut moves: Vec<[u32; 2]> = edges(graph).collect();
    moves.sort_unstable();
    moves.dedup();
    let mut edges = Vec::with_capacity(moves.len());
    for moves in moves.chunk_by(|one, other| one[0] == other[0]) {
        let from = moves[0][0] as usize;
        let successors = search.successors(&forms[from]);
        let board = &search.board;
        for &ends in moves {
            let to = ends[1] as usize;
            let after = successors
                .iter()
                .find(|after| board.unpack(&board.words(after)) == forms[to]);
            let (left, _) = moved(&forms[from], after.expect("a move"), board).expect("a move");
            let mut anchors = nodes[from].anchors.iter();
            let piece = anchors.position(|&anchor| anchor == puzzle.grid().cell(left));
            edges.push(StateEdge {
                from,
                to,
                piece: piece.expect("a piece stands there"),
                is_one_way: !leads_back(graph, ends),
            });
        }
    }
    edges
}

/// The states of a component and the moves between them, without the width of their keys.
pub struct ComponentGraph {
    /// The words of a key.
    pub words: usize,
    /// The words of all keys, one after another, in the order of their distance from the start.
    pub keys: Vec<u64>,
    /// The moves. Mirror images may be one move away twice.
    pub graph: Graph,
    pub goals: Vec<u32>,
}

/// Returns the moves, those that can be taken back once.
pub fn edges(graph: &Graph) -> impl Iterator<Item = [u32; 2]> {
    let arcs = graph.arc_list().map(|(from, to)| [from, to]);
    arcs.filter(|&[from, to]| from < to || !leads_back(graph, [from, to]))
}

/// Whether a move can be taken back.
pub fn leads_back(graph: &Graph, [from, to]: [u32; 2]) -> bool {
    graph.neighbours(to).contains(&from)
}

/// Bytes that a state map, its layout or a state graph take for a state.
const STATE_BYTES: usize = 400;

impl ComponentGraph {
    /// Searches breadth-first.
    pub fn find(search: &mut BoardSearch, monitor: &mut Monitor<'_>) -> Result<Self, StopReason> {
        let start = search.board.words(search.board.start());
        with_space!(&mut search.space, typed => {
            ComponentGraph::in_space(&mut *typed.space, &start, monitor)
        })
    }

    fn in_space<K: Key>(
        space: &mut dyn Space<K>,
        start: &[u64],
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, StopReason> {
        let mut tree = SearchTree::default();
        tree.restart(&[K::from_words(start)])?;
        let mut moves: Vec<Vec<u32>> = Vec::new();
        let mut arcs = 0;
        let mut goals = Vec::new();
        let mut successors = Vec::new();
        if class_of(space, tree.keys()[0]).is_goal() {
            goals.push(0);
        }
        // The tree would reserve a node for a state that it has.
        let limits = Limits {
            max_states: None,
            ..*monitor.limits()
        };

        let mut next = 0;
        let mut depth = 0;
        let mut layer_end = 1;
        while next < tree.len() {
            if next >= layer_end {
                depth += 1;
                layer_end = tree.len();
            }
            monitor.check(BLOCK + successors.len(), || Progress {
                depth,
                frontier: tree.len() - next,
                states: tree.len(),
                bytes: tree.bytes()
                    + moves.capacity() * size_of::<Vec<u32>>()
                    + arcs * size_of::<u32>(),
                ..Progress::default()
            })?;
            // Of one layer, so that the positions are in the order of their distance.
            let block = tree.keys()[next..layer_end.min(next + BLOCK)].to_vec();
            successors.clear();
            space.expand(&block, &[], &mut successors);
            moves.resize(next + block.len(), Vec::new());
            arcs += successors.len();
            for successor in &successors {
                let from = next + successor.place as usize;
                let parent = u32::try_from(from).map_err(|_| StopReason::States)?;
                let (to, is_new) = tree.insert(successor.key, parent, &limits)?;
                if is_new && successor.class.is_goal() {
                    goals.push(to);
                }
                moves[from].push(to);
            }
            monitor.limits().check_states(tree.len())?;
            monitor.limits().check_bytes(tree.len() * STATE_BYTES)?;
            next += block.len();
        }
        memory::check_limit(tree.len() * STATE_BYTES, &limits)?;
        Ok(ComponentGraph {
            words: K::WORDS,
            keys: tree.keys().iter().flat_map(Key::words).copied().collect(),
            graph: Graph::from_lists(moves),
            goals,
        })
    }
}
