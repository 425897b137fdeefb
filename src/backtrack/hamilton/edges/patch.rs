//! The cycles of a 2-factor, and how two of them become one: on a grid, two cycles that run side
//! by side for one step exchange that step.
//!
//! Karp: A patching algorithm for the nonsymmetric traveling-salesman problem, 1979.

use super::decisions::Decisions;
use super::network::{Edge, Network, Node};
use super::two_factor::TwoFactor;

/// The cycles that a 2-factor and the links consist of.
#[derive(Debug, Default)]
pub(super) struct Cycles {
    /// The cycle of each node; [`NONE`] where that is not known.
    of: Vec<u32>,
    sizes: Vec<u32>,
    /// The cycle that each became a part of, or itself.
    merged: Vec<u32>,
    count: usize,
}

const NONE: u32 = u32::MAX;

impl Cycles {
    /// Finds the cycles, and patches them together as far as that goes.
    ///
    /// # Complexity
    /// A few looks at each edge and the edges near it.
    pub(super) fn patch(
        &mut self,
        network: &Network,
        decisions: &Decisions,
        factor: &mut TwoFactor,
    ) {
        self.find(network, factor);
        let mut goes_on = true;
        while goes_on && self.count > 1 {
            goes_on = false;
            for (edge, &[u, v]) in (0..).zip(network.all_ends()) {
                if factor.uses(edge) || !decisions.is_open(edge) || self.of(u) == self.of(v) {
                    continue;
                }
                if let Some(square) = square(network, decisions, factor, edge) {
                    factor.exchange(square);
                    self.merge(u, v);
                    goes_on = true;
                    if self.count == 1 {
                        break;
                    }
                }
            }
        }
        for node in network.nodes() {
            self.of[node as usize] = self.of(node);
        }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The open edge that leaves the smallest cycle and is best tried first: with the fewest other
    /// edges at its ends, gates last.
    pub(super) fn way_out(
        &self,
        network: &Network,
        decisions: &Decisions,
        mut chance: impl FnMut(Edge) -> u64,
    ) -> Option<Edge> {
        let is_whole = |cycle: &usize| self.merged[*cycle] as usize == *cycle;
        let smallest = (0..self.sizes.len()).filter(is_whole).min_by_key(|&c| self.sizes[c])?;
        let leaves = |[u, v]: [Node; 2]| {
            (self.of[u as usize] as usize == smallest) != (self.of[v as usize] as usize == smallest)
        };
        let edges = (0..).zip(network.all_ends());
        let ways = edges.filter(|&(edge, &ends)| decisions.is_open(edge) && leaves(ends));
        let best = ways.min_by_key(|&(edge, ends)| {
            let is_gate = ends.iter().any(|end| network.gates().contains(end));
            let open: u32 = ends.iter().map(|&end| decisions.open(end)).sum();
            (is_gate, open, chance(edge))
        });
        best.map(|(edge, _)| edge)
    }

    fn of(&self, node: Node) -> u32 {
        let mut cycle = self.of[node as usize];
        while self.merged[cycle as usize] != cycle {
            cycle = self.merged[cycle as usize];
        }
        cycle
    }

    fn merge(&mut self, u: Node, v: Node) {
        let (u, v) = (self.of(u), self.of(v));
        let (small, large) =
            if self.sizes[u as usize] < self.sizes[v as usize] { (u, v) } else { (v, u) };
        self.sizes[large as usize] += self.sizes[small as usize];
        self.merged[small as usize] = large;
        self.count -= 1;
    }

    fn find(&mut self, network: &Network, factor: &TwoFactor) {
        self.of.clear();
        self.of.resize(network.size(), NONE);
        self.sizes.clear();
        self.merged.clear();
        for node in network.nodes() {
            if self.of[node as usize] == NONE {
                let cycle = u32::try_from(self.sizes.len()).expect("no more cycles than nodes");
                let size = self.go_round(network, factor, node, cycle);
                self.sizes.push(size);
                self.merged.push(cycle);
            }
        }
        self.count = self.sizes.len();
    }

    /// Walks to nodes that are not known until there are none. How many there were.
    fn go_round(&mut self, network: &Network, factor: &TwoFactor, from: Node, cycle: u32) -> u32 {
        let mut size = 0;
        let mut next = Some(from);
        while let Some(node) = next {
            self.of[node as usize] = cycle;
            size += 1;
            let unknown = |&node: &Node| self.of[node as usize] == NONE;
            let used = network.spokes(node).iter().filter(|spoke| factor.uses(spoke.edge));
            next = network.link(node).filter(unknown).or_else(|| used.map(|s| s.to).find(unknown));
        }
        size
    }
}

/// An edge that is not used, another, and two used ones between their ends: to use the first two
/// instead of the others makes one cycle of two.
fn square(
    network: &Network,
    decisions: &Decisions,
    factor: &TwoFactor,
    edge: Edge,
) -> Option<[Edge; 4]> {
    let open = |node: Node, used: bool| {
        let spokes = network.spokes(node).iter();
        spokes.filter(move |spoke| factor.uses(spoke.edge) == used && decisions.is_open(spoke.edge))
    };
    let [u, v] = network.ends(edge);
    for to_x in open(u, true) {
        for to_y in open(v, true) {
            let (x, y) = (to_x.to, to_y.to);
            let (few, other) = if decisions.open(x) < decisions.open(y) { (x, y) } else { (y, x) };
            if let Some(opposite) = open(few, false).find(|spoke| spoke.to == other) {
                return Some([edge, to_x.edge, opposite.edge, to_y.edge]);
            }
        }
    }
    None
}
