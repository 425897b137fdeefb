//! What is not dropped must hang together, in blocks that form a chain.
//!
//! Where a single node holds parts together, the path goes through it once, from one part to the
//! other. A cycle allows no such node. A path from a known end allows a chain of blocks, one
//! behind the other, and ends in the last; so no node may hold together more than two parts, and
//! there is one last block.
//!
//! Hopcroft and Tarjan: Algorithm 447: efficient algorithms for graph manipulation, 1973.

use crate::backtrack::Prospect;

use super::decisions::{Decisions, Fate};
use super::network::{Edge, Network, Node};

/// A depth-first search of what is not dropped, but for gates that are still open.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// When each node was first met; 0 for never.
    met: Vec<u32>,
    /// The earliest node that a node and those below it lead to.
    low: Vec<u32>,
    /// Whether a node that holds parts together lies at a node or below.
    has_cut: Vec<bool>,
    frames: Vec<Frame>,
    tally: Tally,
}

/// What the search has come upon.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
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
    came_by: Way,
    /// The spoke to be looked at next; behind them all comes the link.
    next: usize,
}

/// How a node is joined to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Root,
    Link,
    Edge(Edge),
}

impl Blocks {
    /// Whether the blocks may form a chain. Intends to drop the edges to ends that do not lie in
    /// the last.
    ///
    /// # Complexity
    /// Time in proportion to the network.
    pub(super) fn judge(&mut self, network: &Network, decisions: &mut Decisions) -> Prospect {
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
            return Prospect::Dead;
        }
        let in_a_row = match loose_ends {
            0 => tally.root_parts < 2 && tally.cuts == 0,
            1 => tally.root_parts < 2 && tally.last_blocks < 2,
            _ if tally.root_parts > 1 => tally.last_blocks + tally.root_blocks <= 2,
            _ => tally.last_blocks <= 2,
        };
        if !in_a_row {
            return Prospect::Dead;
        }
        if let (1, 1, Some(gate)) = (loose_ends, tally.last_blocks, open[0]) {
            let [first, last] = tally.last;
            for spoke in network.spokes(gate) {
                let is_last = (first..=last).contains(&self.met[spoke.to as usize]);
                if !is_last && decisions.is_open(spoke.edge) {
                    decisions.intend(spoke.edge, Fate::Dropped);
                }
            }
        }
        Prospect::Open
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
        self.tally = Tally::default();
        self.enter(root, Way::Root);
        while let Some(frame) = self.frames.last_mut() {
            let Frame { node, came_by, next } = *frame;
            frame.next += 1;
            let spokes = network.spokes(node);
            let (way, to) = if let Some(spoke) = spokes.get(next) {
                if decisions.fate(spoke.edge) == Fate::Dropped {
                    continue;
                }
                (Way::Edge(spoke.edge), spoke.to)
            } else if let (true, Some(linked)) = (next == spokes.len(), network.link(node)) {
                (Way::Link, linked)
            } else {
                self.frames.pop();
                if let Some(&Frame { node: parent, came_by, .. }) = self.frames.last() {
                    self.leave(node, parent, came_by == Way::Root);
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

    fn enter(&mut self, node: Node, came_by: Way) {
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
        let mut spokes = network.spokes(gate).iter();
        let taken = spokes.find(|spoke| decisions.fate(spoke.edge) == Fate::Taken);
        taken.expect("a gate with one loose end has another that is joined").to
    })
}
