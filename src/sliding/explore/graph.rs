//! The states of a component and the moves between them.

use crate::{
    board::UnpackedState,
    control::{self, Limits, Monitor, Outcome, Progress, StopReason},
    grid::Cell,
    memory,
    puzzle::{PieceId, Puzzle},
    search::{BLOCK, Key, SearchTree, Space, space::class_of},
    sliding::{self, BfsPurpose, SolveError, board_search::BoardSearch, moved, spaces::with_space},
};

use super::{Options, layout::Adjacency};

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
    let mut search = BoardSearch::new(&board, options.metric);
    let mut monitor = Monitor::new(options.limits, observer);
    let found = ComponentGraph::find(&mut search, &mut monitor);
    let ComponentGraph {
        words,
        keys,
        edges,
        arcs,
        ..
    } = match found {
        Ok(component) => component,
        Err(reason) => return Ok(Outcome::Stopped(reason)),
    };
    let forms: Vec<UnpackedState> = keys.chunks(words).map(|key| board.unpack(key)).collect();
    let distances = Adjacency::new(forms.len(), &edges, &arcs).distances(&[0]);
    let nodes: Vec<StateNode> = forms
        .iter()
        .zip(distances)
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
    let edges = edges.into_iter().map(|edge| (edge, false));
    let mut moves: Vec<_> = edges
        .chain(arcs.into_iter().map(|arc| (arc, true)))
        .collect();
    moves.sort_unstable();
    moves.dedup();
    let edges = labelled(&moves, &nodes, &forms, (&mut search, puzzle));
    Ok(Outcome::Found(StateGraph { nodes, edges }))
}

/// Returns the moves with the piece that each moves. They are in order, each with whether it leads
/// one way only.
fn labelled(
    moves: &[([u32; 2], bool)],
    nodes: &[StateNode],
    forms: &[UnpackedState],
    (search, puzzle): (&mut BoardSearch, &Puzzle),
) -> Vec<StateEdge> {
    let mut edges = Vec::with_capacity(moves.len());
    for moves in moves.chunk_by(|(one, _), (other, _)| one[0] == other[0]) {
        let from = moves[0].0[0] as usize;
        let successors = search.successors(&forms[from]);
        let board = &search.board;
        for &([_, to], is_one_way) in moves {
            let to = to as usize;
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
                is_one_way,
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
    /// Each move that can be taken back in one direction. Mirror images may be one move away twice.
    pub edges: Vec<[u32; 2]>,
    /// The moves that cannot be taken back.
    pub arcs: Vec<[u32; 2]>,
    pub goals: Vec<u32>,
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
        let is_one_way = space.is_one_way();
        let mut edges = Vec::new();
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
        let most = monitor.limits().max_states.unwrap_or(usize::MAX);
        let mut next = 0;
        let mut depth = 0;
        let mut layer_end = 1;
        while next < tree.len() {
            if next >= layer_end {
                (depth, layer_end) = (depth + 1, tree.len());
            }
            monitor.check(BLOCK + successors.len(), || Progress {
                depth,
                frontier: tree.len() - next,
                states: tree.len(),
                bytes: tree.bytes() + edges.capacity() * size_of::<[u32; 2]>(),
                ..Progress::default()
            })?;
            // Of one layer, so that the positions are in the order of their distance.
            let block = tree.keys()[next..layer_end.min(next + BLOCK)].to_vec();
            successors.clear();
            space.expand(&block, &[], &mut successors);
            for successor in &successors {
                let from = u32::try_from(next).map_err(|_| StopReason::States)? + successor.place;
                let (to, is_new) = tree.insert(successor.key, from, &limits)?;
                if is_new && successor.class.is_goal() {
                    goals.push(to);
                }
                if from < to || is_one_way {
                    edges.push([from, to]);
                }
            }
            if tree.len() > most {
                return Err(StopReason::States);
            }
            if monitor
                .limits()
                .max_bytes
                .is_some_and(|most| tree.len() * STATE_BYTES > most)
            {
                return Err(StopReason::Memory);
            }
            next += block.len();
        }
        memory::check_limit(tree.len() * STATE_BYTES, &limits)?;
        let mut arcs = Vec::new();
        if is_one_way {
            let mut all = edges.clone();
            all.sort_unstable();
            edges.retain(|&[from, to]| {
                let leads_back = all.binary_search(&[to, from]).is_ok();
                arcs.extend((!leads_back).then_some([from, to]));
                leads_back && from < to
            });
        }
        Ok(ComponentGraph {
            words: K::WORDS,
            keys: tree.keys().iter().flat_map(Key::words).copied().collect(),
            edges,
            arcs,
            goals,
        })
    }
}
