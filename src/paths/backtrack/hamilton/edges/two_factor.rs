//! 2-factors: sets of edges with the right number at each node.
//!
//! The decisions change little from one choice to the next, so the factor is repaired along
//! alternating paths. Backtracking need not undo repairs: a factor that fits more decisions fits
//! fewer.
//!
//! A factor consists of [`Cycles`]. An exchange of edges joins two of them: on a grid, two cycles
//! that run side by side for one step exchange that step (Karp: A patching algorithm for the
//! nonsymmetric traveling-salesman problem, 1979).
//!
//! [`SccFinder`] finds edges that are in all 2-factors, or in none. An undecided edge can change
//! only along an alternating cycle. If used edges are directed from black to white and unused ones
//! from white to black, this is a directed cycle. So an edge between different strong components
//! cannot change (Régin: A filtering algorithm for constraints of difference in CSPs, 1994; strong
//! components by Tarjan: Depth-first search and linear graph algorithms, 1972).

use std::collections::VecDeque;

use crate::backtrack::Feasibility;

use super::{
    decisions::{Decisions, EdgeState},
    network::{Edge, Network, Node},
};

#[derive(Debug)]
pub struct TwoFactor {
    is_used: Vec<bool>,
    /// Whether the used edges are a factor that needs only repair.
    is_made: bool,
    queue: VecDeque<Node>,
    /// The number of the search that last reached each node.
    reached: Vec<u32>,
    searches: u32,
    /// The edge by which that search reached each node.
    by: Vec<Edge>,
}

impl TwoFactor {
    /// Returns the factor without used edges.
    pub fn new(network: &Network) -> Self {
        let nodes = network.size();
        TwoFactor {
            is_used: vec![false; network.ends.len()],
            is_made: false,
            queue: VecDeque::new(),
            reached: vec![0; nodes],
            searches: 0,
            by: vec![0; nodes],
        }
    }

    #[inline]
    pub fn uses(&self, edge: Edge) -> bool {
        self.is_used[edge as usize]
    }

    /// Swaps used and unused edges.
    pub fn exchange(&mut self, edges: impl IntoIterator<Item = Edge>) {
        for edge in edges {
            self.is_used[edge as usize] ^= true;
        }
    }

    /// Repairs the factor to fit the decisions; impossible if no factor fits them.
    ///
    /// # Complexity
    /// Time linear in the edges, and a search of the network for each edge that has to change.
    pub fn repair(&mut self, network: &Network, decisions: &Decisions) -> Feasibility {
        if !self.is_made {
            return self.make(network, decisions);
        }
        for (edge, &[from, to]) in (0..).zip(&network.ends) {
            if is_amiss(decisions.state(edge), self.uses(edge)) {
                // After the swap, its ends have one edge too many or too few.
                self.exchange([edge]);
                let first = self.uses(edge);
                if self
                    .alternate(network, decisions, from, first, |node| node == to)
                    .is_none()
                {
                    self.exchange([edge]);
                    return Feasibility::Impossible;
                }
            }
        }
        Feasibility::Possible
    }

    /// Makes a factor: uses the taken edges, then edges at nodes with few open ones, then more
    /// along alternating paths.
    fn make(&mut self, network: &Network, decisions: &Decisions) -> Feasibility {
        for (edge, is_used) in (0..).zip(&mut self.is_used) {
            *is_used = decisions.state(edge) == EdgeState::Taken;
        }
        let mut lacking: Vec<u32> = network.nodes().map(|node| decisions.need(node)).collect();
        let mut scarce_first: Vec<(u32, Node)> = network
            .nodes()
            .map(|node| (decisions.open(node), node))
            .collect();
        scarce_first.sort_unstable();
        for (_, node) in scarce_first {
            while lacking[node as usize] > 0 {
                let usable = network.half_edges(node).iter().filter(|half| {
                    decisions.is_open(half.edge)
                        && !self.uses(half.edge)
                        && lacking[half.to as usize] > 0
                });
                let Some(half) = usable.min_by_key(|half| decisions.open(half.to)) else {
                    break;
                };
                self.exchange([half.edge]);
                lacking[node as usize] -= 1;
                lacking[half.to as usize] -= 1;
            }
        }
        for node in network.nodes().filter(|&node| !network.is_black(node)) {
            while lacking[node as usize] > 0 {
                let Some(other) = self.alternate(network, decisions, node, false, |other| {
                    network.is_black(other) && lacking[other as usize] > 0
                }) else {
                    return Feasibility::Impossible;
                };
                lacking[node as usize] -= 1;
                lacking[other as usize] -= 1;
            }
        }
        if lacking.iter().any(|&lacking| lacking > 0) {
            return Feasibility::Impossible;
        }
        self.is_made = true;
        Feasibility::Possible
    }

    /// Exchanges the edges of an alternating path from a node to a goal. `first` is whether its
    /// first edge is used. Returns the goal.
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
            let used = (network.is_black(node) == network.is_black(from)) == first;
            for half in network.half_edges(node) {
                let state = decisions.state(half.edge);
                if self.uses(half.edge) != used
                    || self.reached[half.to as usize] == self.searches
                    || !(state == EdgeState::Open || is_amiss(state, used))
                {
                    continue;
                }
                self.reached[half.to as usize] = self.searches;
                self.by[half.to as usize] = half.edge;
                if is_goal(half.to) {
                    self.exchange_back_to(network, from, half.to);
                    return Some(half.to);
                }
                self.queue.push_back(half.to);
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

    pub fn bytes(&self) -> usize {
        self.is_used.len()
            + self.queue.capacity() * size_of::<Node>()
            + self.reached.len() * (size_of::<u32>() + size_of::<Edge>())
    }
}

/// Returns whether an edge is dropped and used, or taken and not used.
#[inline]
fn is_amiss(state: EdgeState, is_used: bool) -> bool {
    state != EdgeState::Open && (state == EdgeState::Taken) != is_used
}

/// The cycles of a 2-factor and the links.
#[derive(Debug, Default)]
pub struct Cycles {
    /// The cycle of each node, or [`UNKNOWN`].
    of: Vec<u32>,
    sizes: Vec<u32>,
    /// The cycle that each was merged into, or itself.
    merged: Vec<u32>,
    pub count: usize,
}

const UNKNOWN: u32 = u32::MAX;

impl Cycles {
    /// Finds the cycles, and joins them as far as possible.
    ///
    /// # Complexity
    /// A few passes over the edges and the edges near each.
    pub fn patch(&mut self, network: &Network, decisions: &Decisions, factor: &mut TwoFactor) {
        self.find(network, factor);
        let mut goes_on = true;
        while goes_on && self.count > 1 {
            goes_on = false;
            for (edge, &[u, v]) in (0..).zip(&network.ends) {
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

    /// Returns the open edge between the smallest cycle and others with the fewest open edges at
    /// its ends; gates come last.
    pub fn edge_leaving_cycle(
        &self,
        network: &Network,
        decisions: &Decisions,
        mut chance: impl FnMut(Edge) -> u64,
    ) -> Option<Edge> {
        let smallest = (0..self.sizes.len())
            .filter(|cycle| self.merged[*cycle] as usize == *cycle)
            .min_by_key(|&c| self.sizes[c])?;
        let leaves = |[u, v]: [Node; 2]| {
            (self.of[u as usize] as usize == smallest) != (self.of[v as usize] as usize == smallest)
        };
        let ways = (0..)
            .zip(&network.ends)
            .filter(|&(edge, &ends)| decisions.is_open(edge) && leaves(ends));
        ways.min_by_key(|&(edge, ends)| {
            let is_gate = ends.iter().any(|end| network.gates.contains(end));
            let open: u32 = ends.iter().map(|&end| decisions.open(end)).sum();
            (is_gate, open, chance(edge))
        })
        .map(|(edge, _)| edge)
    }

    fn of(&self, node: Node) -> u32 {
        let mut cycle = self.of[node as usize];
        while self.merged[cycle as usize] != cycle {
            cycle = self.merged[cycle as usize];
        }
        cycle
    }

    fn merge(&mut self, u: Node, v: Node) {
        let u = self.of(u);
        let v = self.of(v);
        let (small, large) = if self.sizes[u as usize] < self.sizes[v as usize] {
            (u, v)
        } else {
            (v, u)
        };
        self.sizes[large as usize] += self.sizes[small as usize];
        self.merged[small as usize] = large;
        self.count -= 1;
    }

    fn find(&mut self, network: &Network, factor: &TwoFactor) {
        self.of.clear();
        self.of.resize(network.size(), UNKNOWN);
        self.sizes.clear();
        self.merged.clear();
        for node in network.nodes() {
            if self.of[node as usize] == UNKNOWN {
                let cycle = u32::try_from(self.sizes.len()).expect("no more cycles than nodes");
                let size = self.go_round(network, factor, node, cycle);
                self.sizes.push(size);
                self.merged.push(cycle);
            }
        }
        self.count = self.sizes.len();
    }

    /// Walks to unknown nodes until none is left. Returns their number.
    fn go_round(&mut self, network: &Network, factor: &TwoFactor, from: Node, cycle: u32) -> u32 {
        let mut size = 0;
        let mut next = Some(from);
        while let Some(node) = next {
            self.of[node as usize] = cycle;
            size += 1;
            let unknown = |&node: &Node| self.of[node as usize] == UNKNOWN;
            let used = network
                .half_edges(node)
                .iter()
                .filter(|half| factor.uses(half.edge));
            next = network
                .link(node)
                .filter(unknown)
                .or_else(|| used.map(|s| s.to).find(unknown));
        }
        size
    }
}

/// Returns an unused edge, another one opposite, and the two used edges between their ends. Their
/// exchange joins two cycles.
fn square(
    network: &Network,
    decisions: &Decisions,
    factor: &TwoFactor,
    edge: Edge,
) -> Option<[Edge; 4]> {
    let open = |node: Node, used: bool| {
        network
            .half_edges(node)
            .iter()
            .filter(move |half| factor.uses(half.edge) == used && decisions.is_open(half.edge))
    };
    let [u, v] = network.ends(edge);
    for to_x in open(u, true) {
        for to_y in open(v, true) {
            let x = to_x.to;
            let y = to_y.to;
            let (few, other) = if decisions.open(x) < decisions.open(y) {
                (x, y)
            } else {
                (y, x)
            };
            if let Some(opposite) = open(few, false).find(|half| half.to == other) {
                return Some([edge, to_x.edge, opposite.edge, to_y.edge]);
            }
        }
    }
    None
}

#[derive(Debug, Default)]
pub struct SccFinder {
    /// The time of each node's discovery, or 0.
    met: Vec<u32>,
    /// The earliest node reached from each node whose component is open.
    low: Vec<u32>,
    /// The component of each node, or [`STILL_OPEN`].
    component: Vec<u32>,
    open: Vec<Node>,
    /// The nodes on the current path, each with the index of its next half-edge.
    frames: Vec<(Node, u32)>,
}

const STILL_OPEN: u32 = u32::MAX;

impl SccFinder {
    /// Enqueues to take the edges of all factors that fit the decisions, and to drop the edges of
    /// none.
    ///
    /// # Complexity
    /// Time linear in the network.
    pub fn enqueue(&mut self, network: &Network, factor: &TwoFactor, decisions: &mut Decisions) {
        self.find_components(network, factor, decisions);
        for (edge, &[a, b]) in (0..).zip(&network.ends) {
            if decisions.is_open(edge) && self.component[a as usize] != self.component[b as usize] {
                let state = if factor.uses(edge) {
                    EdgeState::Taken
                } else {
                    EdgeState::Dropped
                };
                decisions.enqueue(edge, state);
            }
        }
    }

    fn find_components(&mut self, network: &Network, factor: &TwoFactor, decisions: &Decisions) {
        let nodes = network.size();
        self.met.clear();
        self.met.resize(nodes, 0);
        self.low.resize(nodes, 0);
        self.component.resize(nodes, STILL_OPEN);
        let mut time = 0;
        let mut components = 0;
        for root in network.nodes().filter(|&node| decisions.open(node) > 0) {
            if self.met[root as usize] == 0 {
                self.enter(root, &mut time);
            }
            while let Some((node, next)) = self.frames.last_mut() {
                let node = *node;
                if let Some(half) = network.half_edges(node).get(*next as usize) {
                    *next += 1;
                    let is_onward = factor.uses(half.edge) == network.is_black(node);
                    if !is_onward || !decisions.is_open(half.edge) {
                        continue;
                    }
                    if self.met[half.to as usize] == 0 {
                        self.enter(half.to, &mut time);
                    } else if self.component[half.to as usize] == STILL_OPEN {
                        self.lower(node, self.met[half.to as usize]);
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
        self.component[node as usize] = STILL_OPEN;
        self.open.push(node);
        self.frames.push((node, 0));
    }

    fn lower(&mut self, node: Node, time: u32) {
        let low = &mut self.low[node as usize];
        *low = time.min(*low);
    }

    /// Closes the component of the root and all nodes discovered since.
    fn close(&mut self, root: Node, component: u32) {
        while let Some(node) = self.open.pop() {
            self.component[node as usize] = component;
            if node == root {
                break;
            }
        }
    }

    pub fn bytes(&self) -> usize {
        3 * self.met.capacity() * size_of::<u32>()
            + self.open.capacity() * size_of::<Node>()
            + self.frames.capacity() * size_of::<(Node, u32)>()
    }
}
