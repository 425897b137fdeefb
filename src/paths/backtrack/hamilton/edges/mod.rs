//! Edge assignment as a [`Problem`]: edges are taken or dropped until they form one cycle.
//!
//! Degrees, and cycles that would close too early, decide many edges at once. A 2-factor that fits
//! the decisions guides the search for one solution. Its cycles are patched together if possible,
//! and the next edge leads out of the smallest. Often it is one cycle at once.
//!
//! # A cycle without a choice
//! A cycle over the eight cells of two rows:
//!
//! ```text
//! 0 - 1 - 2 - 3
//! |   |   |   |
//! 4 - 5 - 6 - 7
//! ```
//!
//! 1. A cycle takes two edges at each cell, and a corner has no more: 0-1, 0-4, 4-5 and 2-3, 3-7,
//!    6-7 are taken. They are two chains, 1-0-4-5 and 2-3-7-6, and each end knows the other end of
//!    its chain, its *mate*.
//! 2. The edge 1-5 joins two mates: it would close a cycle over four cells of eight, so it is
//!    dropped. So is 2-6.
//! 3. Cell 1 still takes one edge and has one left, 1-2: it is taken. At cell 5, so is 5-6. All
//!    eight edges are found, and nothing had to be tried.
//!
//! # A path with a choice
//! A path over four cells begins at 0 and may end anywhere. A *gate*, an additional node `g`, makes
//! it a cycle: a *link* always joins it to 0, and it has an edge to each cell where the path may
//! end. By their colours these are 1 and 2:
//!
//! ```text
//! 0 - 1
//! |   |      g = 0 (link), g - 1, g - 2
//! 2 - 3
//! ```
//!
//! 1. Cell 3 has two edges: 1-3 and 2-3 are taken. 0 and g take one edge each besides their link.
//!    Nothing else follows.
//! 2. The search takes edge 0-1. Cells 0 and 1 need no other edges: 0-2 and 1-g are dropped. So 2-g
//!    is taken. The cycle g 0 1 3 2 is the path 0 1 3 2.
//! 3. The search backtracks: it undoes all decisions since the choice, and drops 0-1. Then 0-2 and
//!    1-g follow, and the path is 0 2 3 1.
//!
//! If this does not decide enough, [`Propagator::propagate_globally`] examines the whole network.

mod decisions;
mod network;
mod two_factor;

use ahash::RandomState;

use super::{
    Arcs,
    options::{Pruning, PruningSet, ResolvedConstraints},
};
use crate::{
    backtrack::{Feasibility, Problem},
    graph::Vertex,
};
use decisions::{Decisions, StopOrder};
pub use decisions::{EdgeState, TrailMark};
pub use network::Network;
use network::{Edge, Node, walks, ways_round};
use two_factor::{Cycles, SccFinder, TwoFactor};

/// Backtracks since the last solution before the expensive propagation begins.
const BACKTRACKS_BEFORE: u64 = 16;

/// An assignment of edges.
pub struct EdgeAssignment<'a> {
    route: &'a ResolvedConstraints,
    deduction: Propagator,
    wanted: SolutionMode,
    marks: Vec<TrailMark>,
    cycles: Cycles,
    /// Backtracks since the last solution.
    backtracks: u64,
    state: NextStep,
    attempt: u32,
}

/// The number of solutions to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolutionMode {
    First,
    All,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum NextStep {
    Open,
    Dead,
    /// All edges are decided.
    Decided,
    /// The 2-factor is a solution.
    Guessed(Vec<Vec<Vertex>>),
}

/// An edge and its decision.
#[derive(Clone, Copy, Debug)]
pub struct EdgeChoice {
    edge: Edge,
    state: EdgeState,
}

impl<'a> EdgeAssignment<'a> {
    /// Makes an assignment with the consequences of the network alone, of three vertices or more.
    /// `None` if that excludes a solution.
    pub fn new(
        arcs: &Arcs<'_>,
        route: &'a ResolvedConstraints,
        prunings: PruningSet,
        wanted: SolutionMode,
    ) -> Option<Self> {
        let network = Network::new(arcs, route)?;
        let mut edges = EdgeAssignment {
            route,
            deduction: Propagator::new(network, route, prunings),
            wanted,
            marks: Vec::new(),
            cycles: Cycles::default(),
            backtracks: BACKTRACKS_BEFORE,
            state: NextStep::Open,
            attempt: 0,
        };
        edges.state = edges.check(Feasibility::Possible);
        (edges.state != NextStep::Dead).then_some(edges)
    }

    /// Returns the solutions of the edges: one, or one for each direction.
    pub fn solutions(&self) -> Vec<Vec<Vertex>> {
        if let NextStep::Guessed(walks) = &self.state {
            return walks.clone();
        }
        let Propagator {
            network, decisions, ..
        } = &self.deduction;
        walks(network, self.route, |edge| {
            decisions.state(edge) == EdgeState::Taken
        })
    }

    /// Returns the number of [`solutions`](Self::solutions).
    pub fn ways_round(&self) -> u64 {
        ways_round(&self.deduction.network, self.route)
    }

    /// Checks the state after a choice, expensively if that is worthwhile.
    fn check(&mut self, near: Feasibility) -> NextStep {
        let state = match (near, self.wanted) {
            (Feasibility::Impossible, _) => NextStep::Dead,
            (Feasibility::Possible, SolutionMode::All) if self.backtracks < BACKTRACKS_BEFORE => {
                NextStep::Open
            }
            (Feasibility::Possible, SolutionMode::All) => self.propagate_globally(),
            // Often the guess is right, and there is no need to look farther.
            (Feasibility::Possible, SolutionMode::First) => match self.try_patched_factor() {
                NextStep::Open => match self.propagate_globally() {
                    NextStep::Open => self.try_patched_factor(),
                    state => state,
                },
                state => state,
            },
        };
        if state == NextStep::Open && self.deduction.decisions.is_complete() {
            self.backtracks = 0;
            return NextStep::Decided;
        }
        state
    }

    fn propagate_globally(&mut self) -> NextStep {
        match self.deduction.propagate_globally() {
            Feasibility::Impossible => NextStep::Dead,
            Feasibility::Possible => NextStep::Open,
        }
    }

    /// Checks whether the patched 2-factor is a solution.
    fn try_patched_factor(&mut self) -> NextStep {
        if self.deduction.repair_factor() == Feasibility::Impossible {
            return NextStep::Dead;
        }
        let Propagator {
            network,
            decisions,
            factors: Some(factors),
            ..
        } = &mut self.deduction
        else {
            return NextStep::Open;
        };
        let factor = &mut factors.factor;
        self.cycles.patch(network, decisions, factor);
        if self.cycles.count > 1 {
            return NextStep::Open;
        }
        let walks = walks(network, self.route, |edge| factor.uses(edge));
        if walks.is_empty() {
            NextStep::Open
        } else {
            NextStep::Guessed(walks)
        }
    }

    /// Returns the next edge to decide.
    fn next_edge(&self) -> Option<Edge> {
        let Propagator {
            network, decisions, ..
        } = &self.deduction;
        if self.wanted == SolutionMode::First && self.cycles.count > 1 {
            let edge_leaving_cycle = self
                .cycles
                .edge_leaving_cycle(network, decisions, |edge| self.chance(edge));
            if edge_leaving_cycle.is_some() {
                return edge_leaving_cycle;
            }
        }
        let node = network
            .nodes()
            .filter(|&node| decisions.open(node) > 0)
            .min_by_key(|&node| decisions.open(node))?;
        let mut half_edges = network.half_edges(node).iter();
        half_edges
            .find(|half| decisions.is_open(half.edge))
            .map(|half| half.edge)
    }

    /// Returns the random key of an edge for an attempt; 0 in the first.
    fn chance(&self, edge: Edge) -> u64 {
        match self.attempt {
            0 => 0,
            attempt => RandomState::with_seeds(u64::from(attempt), 0, 0, 0).hash_one(edge),
        }
    }
}

impl Problem for EdgeAssignment<'_> {
    type Choice = EdgeChoice;

    fn choices(&mut self, choices: &mut Vec<EdgeChoice>) {
        if self.state == NextStep::Open
            && let Some(edge) = self.next_edge()
        {
            let states = [EdgeState::Taken, EdgeState::Dropped];
            choices.extend(states.map(|state| EdgeChoice { edge, state }));
        }
    }

    fn apply(&mut self, choice: EdgeChoice) -> Feasibility {
        self.marks.push(self.deduction.mark());
        let near = self.deduction.decide(choice.edge, choice.state);
        self.state = self.check(near);
        if self.state == NextStep::Dead {
            Feasibility::Impossible
        } else {
            Feasibility::Possible
        }
    }

    fn undo(&mut self, _: EdgeChoice) {
        self.backtracks += 1;
        self.state = NextStep::Open;
        if let Some(mark) = self.marks.pop() {
            self.deduction.retract(mark);
        }
    }

    fn is_complete(&self) -> bool {
        matches!(self.state, NextStep::Decided | NextStep::Guessed(_))
    }

    fn restart(&mut self, attempt: u32) {
        self.attempt = attempt;
    }

    fn work(&self) -> u64 {
        self.deduction.work
    }

    fn bytes(&self) -> usize {
        self.deduction.bytes()
    }
}

/// The decisions on the edges of a network, and their consequences.
#[derive(Debug)]
pub struct Propagator {
    pub network: Network,
    decisions: Decisions,
    blocks: Option<BlockChainCheck>,
    factors: Option<Factors>,
    /// The consequence of the network alone.
    first: Feasibility,
    /// The work of the expensive propagation, in units of a cheap choice.
    pub work: u64,
}

#[derive(Debug)]
struct Factors {
    factor: TwoFactor,
    shared: SccFinder,
}

/// Nodes of the network whose expensive propagation costs about as much as a cheap choice.
const NODES_A_UNIT: u64 = 4;

impl Propagator {
    /// Makes the decisions that follow from the network alone.
    pub fn new(network: Network, route: &ResolvedConstraints, prunings: PruningSet) -> Self {
        let mut decisions = Decisions::new(&network, StopOrder::new(&network, route));
        let first = decisions.begin(&network);
        let factors = Factors {
            factor: TwoFactor::new(&network),
            shared: SccFinder::default(),
        };
        Propagator {
            network,
            decisions,
            blocks: prunings.has(Pruning::Blocks).then(BlockChainCheck::default),
            factors: prunings.has(Pruning::TwoFactor).then_some(factors),
            first,
            work: 0,
        }
    }

    pub fn mark(&self) -> TrailMark {
        self.decisions.mark()
    }

    /// Undoes the decisions since a mark.
    pub fn retract(&mut self, mark: TrailMark) {
        self.decisions.retract(&self.network, mark);
    }

    /// Decides an edge and its consequences at its ends and at the ends of its chain.
    #[inline]
    pub fn decide(&mut self, edge: Edge, state: EdgeState) -> Feasibility {
        if self.first == Feasibility::Impossible {
            return Feasibility::Impossible;
        }
        self.decisions.enqueue(edge, state);
        self.decisions.propagate(&self.network)
    }

    /// Repairs the 2-factor, if one still exists.
    fn repair_factor(&mut self) -> Feasibility {
        self.work += self.network.size() as u64 / NODES_A_UNIT;
        match &mut self.factors {
            _ if self.first == Feasibility::Impossible => Feasibility::Impossible,
            Some(factors) => factors.factor.repair(&self.network, &self.decisions),
            None => Feasibility::Possible,
        }
    }

    /// Decides the consequences of the whole network, up to a fixed point.
    pub fn propagate_globally(&mut self) -> Feasibility {
        if self.first == Feasibility::Impossible {
            return Feasibility::Impossible;
        }
        loop {
            self.work += self.network.size() as u64 / NODES_A_UNIT;
            if let Some(blocks) = &mut self.blocks
                && blocks.judge(&self.network, &mut self.decisions) == Feasibility::Impossible
            {
                return Feasibility::Impossible;
            }
            if !self.decisions.are_pending()
                && let Some(Factors { factor, shared }) = &mut self.factors
            {
                if factor.repair(&self.network, &self.decisions) == Feasibility::Impossible {
                    return Feasibility::Impossible;
                }
                shared.enqueue(&self.network, factor, &mut self.decisions);
            }
            if !self.decisions.are_pending() {
                return Feasibility::Possible;
            }
            if self.decisions.propagate(&self.network) == Feasibility::Impossible {
                return Feasibility::Impossible;
            }
        }
    }

    pub fn bytes(&self) -> usize {
        let factors = self.factors.as_ref();
        self.network.bytes()
            + self.decisions.bytes()
            + self.blocks.as_ref().map_or(0, BlockChainCheck::bytes)
            + factors.map_or(0, |factors| factors.factor.bytes() + factors.shared.bytes())
    }
}

/// A depth-first search of the edges that are not dropped, without open gates.
#[derive(Debug, Default)]
struct BlockChainCheck {
    /// The time of each node's discovery, or 0.
    met: Vec<u32>,
    /// The earliest node that a node and its descendants lead to.
    low: Vec<u32>,
    /// Whether a node or a descendant is a cut vertex.
    has_cut: Vec<bool>,
    frames: Vec<TreeFrame>,
    tally: BlockStats,
}

/// Figures of the search.
#[derive(Clone, Copy, Debug, Default)]
struct BlockStats {
    nodes: u32,
    /// The number of cut vertices, without the root.
    cuts: u32,
    /// The number of leaf blocks.
    last_blocks: u32,
    /// The discovery times of the first and the last node of the latest leaf block.
    last: [u32; 2],
    /// The number of children of the root.
    root_parts: u32,
    /// The number of children of the root that are a single block.
    root_blocks: u32,
}

#[derive(Clone, Copy, Debug)]
struct TreeFrame {
    node: Node,
    came_by: TreeEdge,
    /// The next half-edge; the link comes last.
    next: usize,
}

/// The edge from the parent of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TreeEdge {
    Root,
    Link,
    Edge(Edge),
}

impl BlockChainCheck {
    /// Checks that the blocks can form a chain. Enqueues to drop the edges to ends outside the last
    /// block. Takes time linear in the network.
    fn judge(&mut self, network: &Network, decisions: &mut Decisions) -> Feasibility {
        let mut open = network
            .gates
            .iter()
            .copied()
            .filter(|gate| decisions.need(*gate) > 0);
        let open = [open.next(), open.next()];
        let loose_ends: u32 = open
            .iter()
            .flatten()
            .map(|&gate| decisions.need(gate))
            .sum();
        let root = match (loose_ends, open[0]) {
            (1, Some(gate)) => beside(network, decisions, gate),
            _ => 0,
        };
        self.search(network, decisions, open, root);
        let removed = open.iter().flatten().count();
        let tally = self.tally;
        if tally.nodes as usize + removed != network.size() {
            return Feasibility::Impossible;
        }
        let in_a_row = match loose_ends {
            0 => tally.root_parts < 2 && tally.cuts == 0,
            1 => tally.root_parts < 2 && tally.last_blocks < 2,
            _ if tally.root_parts > 1 => tally.last_blocks + tally.root_blocks <= 2,
            _ => tally.last_blocks <= 2,
        };
        if !in_a_row {
            return Feasibility::Impossible;
        }
        if let (1, 1, Some(gate)) = (loose_ends, tally.last_blocks, open[0]) {
            let [first, last] = tally.last;
            for half in network.half_edges(gate) {
                let is_last = (first..=last).contains(&self.met[half.to as usize]);
                if !is_last && decisions.is_open(half.edge) {
                    decisions.enqueue(half.edge, EdgeState::Dropped);
                }
            }
        }
        Feasibility::Possible
    }

    fn search(
        &mut self,
        network: &Network,
        decisions: &Decisions,
        without: [Option<Node>; 2],
        root: Node,
    ) {
        let nodes = network.size();
        self.met.clear();
        self.met.resize(nodes, 0);
        self.low.resize(nodes, 0);
        self.has_cut.resize(nodes, false);
        self.tally = BlockStats::default();
        self.enter(root, TreeEdge::Root);
        while let Some(frame) = self.frames.last_mut() {
            let TreeFrame {
                node,
                came_by,
                next,
            } = *frame;
            frame.next += 1;
            let half_edges = network.half_edges(node);
            let (way, to) = if let Some(half) = half_edges.get(next) {
                if decisions.state(half.edge) == EdgeState::Dropped {
                    continue;
                }
                (TreeEdge::Edge(half.edge), half.to)
            } else if let (true, Some(linked)) = (next == half_edges.len(), network.link(node)) {
                (TreeEdge::Link, linked)
            } else {
                self.frames.pop();
                if let Some(&TreeFrame {
                    node: parent,
                    came_by,
                    ..
                }) = self.frames.last()
                {
                    self.leave(node, parent, came_by == TreeEdge::Root);
                }
                continue;
            };
            if way == came_by || without.contains(&Some(to)) {
                continue;
            }
            if self.met[to as usize] == 0 {
                self.enter(to, way);
            } else {
                self.lower(node, self.met[to as usize]);
            }
        }
    }

    fn enter(&mut self, node: Node, came_by: TreeEdge) {
        self.tally.nodes += 1;
        self.met[node as usize] = self.tally.nodes;
        self.low[node as usize] = self.tally.nodes;
        self.has_cut[node as usize] = false;
        self.frames.push(TreeFrame {
            node,
            came_by,
            next: 0,
        });
    }

    fn lower(&mut self, node: Node, time: u32) {
        let low = &mut self.low[node as usize];
        *low = time.min(*low);
    }

    /// Returns to the parent.
    fn leave(&mut self, node: Node, parent: Node, parent_is_root: bool) {
        let low = self.low[node as usize];
        let has_cut = self.has_cut[node as usize];
        self.lower(parent, low);
        self.has_cut[parent as usize] |= has_cut;
        let tally = &mut self.tally;
        if parent_is_root {
            tally.root_parts += 1;
            tally.root_blocks += u32::from(!has_cut);
        } else if low >= self.met[parent as usize] {
            tally.cuts += 1;
            self.has_cut[parent as usize] = true;
            if !has_cut {
                tally.last_blocks += 1;
                tally.last = [self.met[node as usize], tally.nodes];
            }
        }
    }

    fn bytes(&self) -> usize {
        self.met.capacity() * (2 * size_of::<u32>() + size_of::<bool>())
            + self.frames.capacity() * size_of::<TreeFrame>()
    }
}

/// Returns the node that a gate is joined to: the known end of the path.
fn beside(network: &Network, decisions: &Decisions, gate: Node) -> Node {
    network.link(gate).unwrap_or_else(|| {
        let mut half_edges = network.half_edges(gate).iter();
        half_edges
            .find(|half| decisions.state(half.edge) == EdgeState::Taken)
            .expect("a gate with one loose end has another that is joined")
            .to
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Constraints, Graph, Shape};

    /// Returns the solutions that need no choice, and the number of edges taken without a choice.
    fn at_once(graph: &Graph, constraints: &Constraints) -> (Option<Vec<Vec<Vertex>>>, usize) {
        let route = ResolvedConstraints::new(constraints, graph.vertices()).expect("they fit");
        let arcs = Arcs::new(graph);
        let edges = EdgeAssignment::new(&arcs, &route, PruningSet::NONE, SolutionMode::All)
            .expect("possible");
        let Propagator {
            network, decisions, ..
        } = &edges.deduction;
        let all = 0..u32::try_from(network.ends.len()).expect("few");
        let taken = all
            .filter(|&edge| decisions.state(edge) == EdgeState::Taken)
            .count();
        (edges.is_complete().then(|| edges.solutions()), taken)
    }

    #[test]
    fn the_examples_of_the_documentation_are_correct() {
        let two_rows = Graph::from_lists([
            &[1, 4][..],
            &[0, 2, 5],
            &[1, 3, 6],
            &[2, 7],
            &[0, 5],
            &[4, 6, 1],
            &[5, 7, 2],
            &[6, 3],
        ]);
        let cycle = Constraints::default().with_shape(Shape::Cycle);
        let (solutions, taken) = at_once(&two_rows, &cycle);
        let mut solutions = solutions.expect("no choice is needed");
        solutions.sort_unstable();
        assert_eq!(
            solutions,
            [[0, 1, 2, 3, 7, 6, 5, 4], [0, 4, 5, 6, 7, 3, 2, 1]]
        );
        assert_eq!(taken, 8);
        let square = Graph::from_lists([[1, 2], [0, 3], [0, 3], [1, 2]]);
        let from_0 = Constraints::default().with_start(Some(0));
        assert_eq!(at_once(&square, &from_0), (None, 2));
    }
}
