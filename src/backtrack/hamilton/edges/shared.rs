//! What all 2-factors share: edges that are in every one of them, or in none.
//!
//! An edge that is not decided can change only along an alternating cycle: a directed cycle, where
//! used edges run from dark to light and unused ones from light to dark. So it cannot, where its
//! ends lie in different strong components.
//!
//! Régin: A filtering algorithm for constraints of difference in CSPs, 1994.
//! Strong components by Tarjan: Depth-first search and linear graph algorithms, 1972.

use super::decisions::{Decisions, Fate};
use super::network::{Network, Node};
use super::two_factor::TwoFactor;

#[derive(Debug, Default)]
pub(super) struct Shared {
    /// When each node was first met; 0 for never.
    met: Vec<u32>,
    /// The earliest node known to be reached from each, while its component is open.
    low: Vec<u32>,
    /// The component of each node that has one; [`NONE`] while it is open.
    component: Vec<u32>,
    open: Vec<Node>,
    /// The nodes on the way down, and the spoke to be looked at next.
    frames: Vec<(Node, u32)>,
}

const NONE: u32 = u32::MAX;

impl Shared {
    /// Intends to take the edges that are in all factors that fit the decisions, and to drop
    /// those that are in none.
    ///
    /// # Complexity
    /// Time in proportion to the network.
    pub(super) fn intend(
        &mut self,
        network: &Network,
        factor: &TwoFactor,
        decisions: &mut Decisions,
    ) {
        self.find_components(network, factor, decisions);
        for (edge, &[a, b]) in (0..).zip(network.all_ends()) {
            if decisions.is_open(edge) && self.component[a as usize] != self.component[b as usize] {
                let fate = if factor.uses(edge) { Fate::Taken } else { Fate::Dropped };
                decisions.intend(edge, fate);
            }
        }
    }

    fn find_components(&mut self, network: &Network, factor: &TwoFactor, decisions: &Decisions) {
        let nodes = network.size();
        self.met.clear();
        self.met.resize(nodes, 0);
        self.low.resize(nodes, 0);
        self.component.resize(nodes, NONE);
        let (mut time, mut components) = (0, 0);
        for root in network.nodes().filter(|&node| decisions.open(node) > 0) {
            if self.met[root as usize] == 0 {
                self.enter(root, &mut time);
            }
            while let Some((node, next)) = self.frames.last_mut() {
                let node = *node;
                if let Some(spoke) = network.spokes(node).get(*next as usize) {
                    *next += 1;
                    let is_onward = factor.uses(spoke.edge) == network.is_dark(node);
                    if !is_onward || !decisions.is_open(spoke.edge) {
                        continue;
                    }
                    if self.met[spoke.to as usize] == 0 {
                        self.enter(spoke.to, &mut time);
                    } else if self.component[spoke.to as usize] == NONE {
                        self.lower(node, self.met[spoke.to as usize]);
                    }
                    continue;
                }
                self.frames.pop();
                if self.low[node as usize] == self.met[node as usize] {
                    self.close(node, components);
                    components += 1;
                } else if let Some(&(parent, _)) = self.frames.last() {
                    self.lower(parent, self.low[node as usize]);
                }
            }
        }
    }

    fn enter(&mut self, node: Node, time: &mut u32) {
        *time += 1;
        self.met[node as usize] = *time;
        self.low[node as usize] = *time;
        self.component[node as usize] = NONE;
        self.open.push(node);
        self.frames.push((node, 0));
    }

    fn lower(&mut self, node: Node, time: u32) {
        let low = &mut self.low[node as usize];
        *low = time.min(*low);
    }

    /// The nodes met since one, and itself, are a component.
    fn close(&mut self, root: Node, component: u32) {
        while let Some(node) = self.open.pop() {
            self.component[node as usize] = component;
            if node == root {
                break;
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        3 * self.met.capacity() * size_of::<u32>()
            + self.open.capacity() * size_of::<Node>()
            + self.frames.capacity() * size_of::<(Node, u32)>()
    }
}
