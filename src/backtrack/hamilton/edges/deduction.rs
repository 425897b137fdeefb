//! What follows from edges that are taken or dropped, near and far.
//!
//! The far test, [`BlockChainCheck`]: what is not dropped must be connected, in blocks that form a chain.
//! Where a single node holds parts together, the path goes through it once, from one part to the
//! other. A cycle allows no such node. A path from a known end allows a chain of blocks, one behind
//! the other, and ends in the last; so no node may hold together more than two parts, and there is
//! one last block.
//!
//! Hopcroft and Tarjan: Algorithm 447: efficient algorithms for graph manipulation, 1973.

use crate::backtrack::engine::Feasibility;
use crate::backtrack::hamilton::constraints::ResolvedConstraints;
use crate::backtrack::hamilton::options::{Pruning, PruningSet};

use super::decisions::{Decisions, EdgeState, StopOrder, TrailMark};
use super::network::{Edge, Network, Node};
use super::two_factor::{SccFinder, TwoFactor};

/// The decisions on the edges of a network, with all that follows from them.
#[derive(Debug)]
pub(crate) struct Propagator {
    network: Network,
    decisions: Decisions,
    blocks: Option<BlockChainCheck>,
    factors: Option<Factors>,
    /// What follows where nothing is decided.
    first: Feasibility,
    work: u64,
}

#[derive(Debug)]
struct Factors {
    factor: TwoFactor,
    shared: SccFinder,
}

/// Nodes of the network for which looking far costs about as much as one cheap choice.
const NODES_A_UNIT: u64 = 4;

impl Propagator {
    /// What follows where nothing is decided yet, near.
    pub(crate) fn new(network: Network, route: &ResolvedConstraints, prunings: PruningSet) -> Self {
        let mut decisions = Decisions::new(&network, StopOrder::new(&network, route));
        let first = decisions.begin(&network);
        let factor = TwoFactor::new(&network);
        let factors = Factors { factor, shared: SccFinder::default() };
        Propagator {
            network,
            decisions,
            blocks: prunings.has(Pruning::Blocks).then(BlockChainCheck::default),
            factors: prunings.has(Pruning::TwoFactor).then_some(factors),
            first,
            work: 0,
        }
    }

    pub(crate) fn network(&self) -> &Network {
        &self.network
    }

    pub(super) fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// The network and its decisions, with a 2-factor that fits them once it was
    /// [looked at](Self::look_at_factor).
    pub(super) fn factor(&mut self) -> Option<(&Network, &Decisions, &mut TwoFactor)> {
        let factors = self.factors.as_mut()?;
        Some((&self.network, &self.decisions, &mut factors.factor))
    }

    pub(crate) fn mark(&self) -> TrailMark {
        self.decisions.mark()
    }

    /// Takes back what was decided since a mark.
    pub(crate) fn retract(&mut self, mark: TrailMark) {
        self.decisions.retract(&self.network, mark);
    }

    /// Decides an edge, and what follows near it: at its ends, and at the ends of the chain that
    /// it closes.
    #[inline]
    pub(crate) fn decide(&mut self, edge: Edge, state: EdgeState) -> Feasibility {
        if self.first == Feasibility::Impossible {
            return Feasibility::Impossible;
        }
        self.decisions.enqueue(edge, state);
        self.decisions.propagate(&self.network)
    }

    /// Whether there is still a 2-factor.
    pub(super) fn look_at_factor(&mut self) -> Feasibility {
        self.work += self.network.size() as u64 / NODES_A_UNIT;
        match &mut self.factors {
            _ if self.first == Feasibility::Impossible => Feasibility::Impossible,
            Some(factors) => factors.factor.repair(&self.network, &self.decisions),
            None => Feasibility::Possible,
        }
    }

    /// Decides what follows from the network as a whole, until nothing more does.
    pub(crate) fn look_far(&mut self) -> Feasibility {
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

    /// The work done in looking far, in units of about a cheap choice.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    pub(crate) fn bytes(&self) -> usize {
        let factors = self.factors.as_ref();
        self.network.bytes()
            + self.decisions.bytes()
            + self.blocks.as_ref().map_or(0, BlockChainCheck::bytes)
            + factors.map_or(0, |factors| factors.factor.bytes() + factors.shared.bytes())
    }
}

/// A depth-first search of what is not dropped, but for gates that are still open.
#[derive(Debug, Default)]
pub(super) struct BlockChainCheck {
    /// When each node was first met; 0 for never.
    met: Vec<u32>,
    /// The earliest node that a node and those below it lead to.
    low: Vec<u32>,
    /// Whether a node that holds parts together lies at a node or below.
    has_cut: Vec<bool>,
    frames: Vec<Frame>,
    tally: BlockStats,
}

/// What the search has come upon.
#[derive(Clone, Copy, Debug, Default)]
struct BlockStats {
    nodes: u32,
    /// Nodes, other than the root, that hold parts together.
    cuts: u32,
    /// Blocks behind such a node, with none behind them.
    last_blocks: u32,
    /// When the first and the last node of the latest such block were met.
    last: [u32; 2],
    /// Parts that the root holds together.
    root_parts: u32,
    /// Those of them that are a single block.
    root_blocks: u32,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    node: Node,
    came_by: TreeEdge,
    /// The half to be looked at next; behind them all comes the link.
    next: usize,
}

/// How a node is joined to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TreeEdge {
    Root,
    Link,
    Edge(Edge),
}

impl BlockChainCheck {
    /// Whether the blocks may form a chain. Enqueues to drop the edges to ends that do not lie in
    /// the last.
    ///
    /// # Complexity
    /// Time in proportion to the network.
    pub(super) fn judge(&mut self, network: &Network, decisions: &mut Decisions) -> Feasibility {
        let is_open = |gate: &Node| decisions.need(*gate) > 0;
        let mut open = network.gates().iter().copied().filter(is_open);
        let open = [open.next(), open.next()];
        let loose_ends: u32 = open.iter().flatten().map(|&gate| decisions.need(gate)).sum();
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
            let Frame { node, came_by, next } = *frame;
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
                if let Some(&Frame { node: parent, came_by, .. }) = self.frames.last() {
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
        self.frames.push(Frame { node, came_by, next: 0 });
    }

    fn lower(&mut self, node: Node, time: u32) {
        let low = &mut self.low[node as usize];
        *low = time.min(*low);
    }

    /// Goes back to the node above.
    fn leave(&mut self, node: Node, parent: Node, parent_is_root: bool) {
        let (low, has_cut) = (self.low[node as usize], self.has_cut[node as usize]);
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

    pub(super) fn bytes(&self) -> usize {
        self.met.capacity() * (2 * size_of::<u32>() + size_of::<bool>())
            + self.frames.capacity() * size_of::<Frame>()
    }
}

/// The node that a gate is already joined to: there the path has its known end.
fn beside(network: &Network, decisions: &Decisions, gate: Node) -> Node {
    network.link(gate).unwrap_or_else(|| {
        let mut half_edges = network.half_edges(gate).iter();
        let taken = half_edges.find(|half| decisions.state(half.edge) == EdgeState::Taken);
        taken.expect("a gate with one loose end has another that is joined").to
    })
}
