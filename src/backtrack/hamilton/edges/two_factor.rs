//! Edges that could be all that is taken, as far as their number at each node goes: a 2-factor.
//!
//! What is decided changes little from one choice to the next, so the factor is repaired along
//! alternating paths rather than made anew. It never needs to be taken back: what is possible under
//! more decisions is possible under fewer.

use std::collections::VecDeque;

use crate::backtrack::Prospect;

use super::decisions::{Decisions, Fate};
use super::network::{Edge, Network, Node};

#[derive(Debug)]
pub(super) struct TwoFactor {
    is_used: Vec<bool>,
    state: State,
    queue: VecDeque<Node>,
    /// The search in which each node was reached last.
    reached: Vec<u32>,
    searches: u32,
    /// The edge by which it was reached.
    by: Vec<Edge>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// There was no factor yet.
    Unmade,
    /// What is used is a factor, but for what was decided since.
    Made,
}

impl TwoFactor {
    /// Nothing is used yet.
    pub(super) fn new(network: &Network) -> Self {
        let nodes = network.size();
        TwoFactor {
            is_used: vec![false; network.edges()],
            state: State::Unmade,
            queue: VecDeque::new(),
            reached: vec![0; nodes],
            searches: 0,
            by: vec![0; nodes],
        }
    }

    #[inline]
    pub(super) fn uses(&self, edge: Edge) -> bool {
        self.is_used[edge as usize]
    }

    /// Uses each of some edges instead of unused, and the other way round: an alternating cycle.
    pub(super) fn exchange(&mut self, edges: impl IntoIterator<Item = Edge>) {
        for edge in edges {
            self.is_used[edge as usize] ^= true;
        }
    }

    /// Brings the factor in line with what is decided: dead, where there is no such factor.
    ///
    /// # Complexity
    /// A look at each edge, and for each that has to change a search of the network at worst.
    pub(super) fn repair(&mut self, network: &Network, decisions: &Decisions) -> Prospect {
        if self.state == State::Unmade {
            return self.make(network, decisions);
        }
        for (edge, &[from, to]) in (0..).zip(network.all_ends()) {
            if is_amiss(decisions.fate(edge), self.uses(edge)) {
                // Its ends then have one edge too many, or lack one.
                self.exchange([edge]);
                let first = self.uses(edge);
                if self.alternate(network, decisions, from, first, |node| node == to).is_none() {
                    self.exchange([edge]);
                    return Prospect::Dead;
                }
            }
        }
        Prospect::Open
    }

    /// A factor from the beginning: what is taken, then what comes first at nodes that have few
    /// open edges, then more along alternating paths.
    fn make(&mut self, network: &Network, decisions: &Decisions) -> Prospect {
        for (edge, is_used) in (0..).zip(&mut self.is_used) {
            *is_used = decisions.fate(edge) == Fate::Taken;
        }
        let mut lacking: Vec<u32> = network.nodes().map(|node| decisions.need(node)).collect();
        let mut scarce_first: Vec<Node> = network.nodes().collect();
        scarce_first.sort_by_key(|&node| decisions.open(node));
        for node in scarce_first {
            while lacking[node as usize] > 0 {
                let spokes = network.spokes(node).iter();
                let usable = spokes.filter(|spoke| {
                    decisions.is_open(spoke.edge)
                        && !self.uses(spoke.edge)
                        && lacking[spoke.to as usize] > 0
                });
                let Some(spoke) = usable.min_by_key(|spoke| decisions.open(spoke.to)) else {
                    break;
                };
                self.exchange([spoke.edge]);
                lacking[node as usize] -= 1;
                lacking[spoke.to as usize] -= 1;
            }
        }
        for node in network.nodes().filter(|&node| !network.is_dark(node)) {
            while lacking[node as usize] > 0 {
                let lacks = |other| network.is_dark(other) && lacking[other as usize] > 0;
                let Some(other) = self.alternate(network, decisions, node, false, lacks) else {
                    return Prospect::Dead;
                };
                lacking[node as usize] -= 1;
                lacking[other as usize] -= 1;
            }
        }
        if lacking.iter().any(|&lacking| lacking > 0) {
            return Prospect::Dead;
        }
        self.state = State::Made;
        Prospect::Open
    }

    /// Exchanges the edges of a path on which they are used and unused by turns, the first as
    /// told; to a node that is a goal, which is returned.
    fn alternate(
        &mut self,
        network: &Network,
        decisions: &Decisions,
        from: Node,
        first: bool,
        is_goal: impl Fn(Node) -> bool,
    ) -> Option<Node> {
        self.searches += 1;
        self.queue.clear();
        self.queue.push_back(from);
        self.reached[from as usize] = self.searches;
        while let Some(node) = self.queue.pop_front() {
            let used = (network.is_dark(node) == network.is_dark(from)) == first;
            for spoke in network.spokes(node) {
                let fate = decisions.fate(spoke.edge);
                if self.uses(spoke.edge) != used
                    || self.reached[spoke.to as usize] == self.searches
                    || !(fate == Fate::Open || is_amiss(fate, used))
                {
                    continue;
                }
                self.reached[spoke.to as usize] = self.searches;
                self.by[spoke.to as usize] = spoke.edge;
                if is_goal(spoke.to) {
                    self.exchange_back_to(network, from, spoke.to);
                    return Some(spoke.to);
                }
                self.queue.push_back(spoke.to);
            }
        }
        None
    }

    fn exchange_back_to(&mut self, network: &Network, from: Node, mut node: Node) {
        while node != from {
            let edge = self.by[node as usize];
            self.exchange([edge]);
            node = network.across(edge, node);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.is_used.len()
            + self.queue.capacity() * size_of::<Node>()
            + self.reached.len() * (size_of::<u32>() + size_of::<Edge>())
    }
}

/// Whether an edge is used that is dropped, or not used and taken.
#[inline]
fn is_amiss(fate: Fate, is_used: bool) -> bool {
    fate != Fate::Open && (fate == Fate::Taken) != is_used
}
