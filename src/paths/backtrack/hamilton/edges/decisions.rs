//! The edges that are taken and dropped, and the cheap consequences: enough edges at each node, no
//! cycle before all nodes are on it, and stops in their order.

use crate::{
    backtrack::{Feasibility, hamilton::options::ResolvedConstraints},
    graph::Shape,
};

use super::network::{Edge, Network, Node};

/// The decision on an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeState {
    Open,
    Taken,
    Dropped,
}

/// The decisions on all edges.
#[derive(Debug)]
pub struct Decisions {
    edge_states: Vec<EdgeState>,
    node_states: Vec<NodeState>,
    /// The number of edges still to take.
    left: usize,
    trail: Vec<Decision>,
    /// The queue of decisions to make.
    pending: Vec<(Edge, EdgeState)>,
    stops: Option<StopOrder>,
}

/// The consequences of the decisions for a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NodeState {
    /// The number of edges that it still takes.
    need: u32,
    /// The number of its undecided edges.
    open: u32,
    /// The other end of the chain of links and taken edges that ends at this node; the node itself
    /// if no chain ends there.
    mate: Node,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    edge: Edge,
    /// The ends of the chain that a taken edge made.
    chain: Option<[Node; 2]>,
}

/// A length of the trail of decisions.
#[derive(Clone, Copy, Debug)]
pub struct TrailMark(usize);

impl Decisions {
    /// Returns the state without decisions.
    pub fn new(network: &Network, stops: Option<StopOrder>) -> Self {
        let node_state = |node| NodeState {
            need: network.need(node),
            open: u32::try_from(network.half_edges(node).len()).expect("edges are numbered by u32"),
            mate: network.link(node).unwrap_or(node),
        };
        let node_states: Vec<NodeState> = network.nodes().map(node_state).collect();
        let twice: usize = node_states
            .iter()
            .map(|node_state| node_state.need as usize)
            .sum();
        Decisions {
            edge_states: vec![EdgeState::Open; network.ends.len()],
            node_states,
            left: twice / 2,
            trail: Vec::new(),
            pending: Vec::new(),
            stops,
        }
    }

    /// Makes the decisions that follow from the network alone.
    pub fn begin(&mut self, network: &Network) -> Feasibility {
        for node in network.nodes() {
            if self.follow(network, node) == Feasibility::Impossible {
                return Feasibility::Impossible;
            }
        }
        self.propagate(network)
    }

    #[inline]
    pub fn state(&self, edge: Edge) -> EdgeState {
        self.edge_states[edge as usize]
    }

    #[inline]
    pub fn is_open(&self, edge: Edge) -> bool {
        self.state(edge) == EdgeState::Open
    }

    /// Returns the number of undecided edges of a node.
    #[inline]
    pub fn open(&self, node: Node) -> u32 {
        self.node_states[node as usize].open
    }

    /// Returns the number of edges that a node still takes.
    #[inline]
    pub fn need(&self, node: Node) -> u32 {
        self.node_states[node as usize].need
    }

    /// Returns the other end of the chain that ends at a node.
    pub fn mate(&self, node: Node) -> Node {
        self.node_states[node as usize].mate
    }

    /// Returns whether all edges of a cycle are taken.
    pub fn is_complete(&self) -> bool {
        self.left == 0
    }

    pub fn mark(&self) -> TrailMark {
        TrailMark(self.trail.len())
    }

    /// Adds a decision to the queue of [`propagate`](Self::propagate).
    pub fn enqueue(&mut self, edge: Edge, state: EdgeState) {
        self.pending.push((edge, state));
    }

    /// Returns whether the queue has decisions.
    pub fn are_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Makes all decisions of the queue, and their consequences.
    pub fn propagate(&mut self, network: &Network) -> Feasibility {
        while let Some((edge, state)) = self.pending.pop() {
            if self.decide(network, edge, state) == Feasibility::Impossible {
                self.pending.clear();
                return Feasibility::Impossible;
            }
        }
        Feasibility::Possible
    }

    fn decide(&mut self, network: &Network, edge: Edge, state: EdgeState) -> Feasibility {
        let was = self.state(edge);
        if was != EdgeState::Open {
            return if was == state {
                Feasibility::Possible
            } else {
                Feasibility::Impossible
            };
        }
        let [u, v] = network.ends(edge);
        if state == EdgeState::Taken && (self.need(u) == 0 || self.need(v) == 0) {
            return Feasibility::Impossible;
        }
        self.edge_states[edge as usize] = state;
        self.node_states[u as usize].open -= 1;
        self.node_states[v as usize].open -= 1;
        let mut feasibility = Feasibility::Possible;
        let mut chain = None;
        if state == EdgeState::Taken {
            let a = self.mate(u);
            let b = self.mate(v);
            chain = Some([a, b]);
            self.node_states[u as usize].need -= 1;
            self.node_states[v as usize].need -= 1;
            self.left -= 1;
            feasibility = self.join(network, [u, v], [a, b]);
        }
        self.trail.push(Decision { edge, chain });
        if feasibility == Feasibility::Impossible
            || self.follow(network, u) == Feasibility::Impossible
            || self.follow(network, v) == Feasibility::Impossible
        {
            return Feasibility::Impossible;
        }
        Feasibility::Possible
    }

    /// Joins two chains by an edge between their ends `[u, v]`; `[a, b]` are their other ends.
    fn join(&mut self, network: &Network, [u, v]: [Node; 2], [a, b]: [Node; 2]) -> Feasibility {
        if a == v {
            return if self.left == 0 {
                Feasibility::Possible
            } else {
                Feasibility::Impossible
            };
        }
        self.node_states[a as usize].mate = b;
        self.node_states[b as usize].mate = a;
        if self.left > 1 {
            // Drop the edge that would close the chain too early.
            let (few, other) = if self.open(a) < self.open(b) {
                (a, b)
            } else {
                (b, a)
            };
            let mut half_edges = network.half_edges(few).iter();
            let closing = half_edges.find(|half| half.to == other && self.is_open(half.edge));
            self.pending
                .extend(closing.map(|half| (half.edge, EdgeState::Dropped)));
        }
        let Some(stops) = &mut self.stops else {
            return Feasibility::Possible;
        };
        let feasibility = stops.join([u, v], [a, b]);
        if feasibility == Feasibility::Possible {
            self.keep_stops_in_order(network, [a, b]);
        }
        feasibility
    }

    /// Drops the edges from the ends of a chain to nodes that the order of its stops excludes.
    fn keep_stops_in_order(&mut self, network: &Network, [a, b]: [Node; 2]) {
        let Some(stops) = &self.stops else { return };
        for (end, other) in [(a, b), (b, a)] {
            let forbidden = network
                .half_edges(end)
                .iter()
                .filter(|half| half.to != other)
                .filter(|half| self.edge_states[half.edge as usize] == EdgeState::Open)
                .filter(|half| stops.forbids(end, half.to));
            self.pending
                .extend(forbidden.map(|half| (half.edge, EdgeState::Dropped)));
        }
    }

    /// Enqueues the consequences of the numbers of open and needed edges of a node.
    #[inline(always)]
    fn follow(&mut self, network: &Network, node: Node) -> Feasibility {
        let NodeState { need, open, .. } = self.node_states[node as usize];
        if open > 0 && need == 0 {
            self.enqueue_open(network, node, open, EdgeState::Dropped);
        } else if open > 0 && open == need {
            self.enqueue_open(network, node, open, EdgeState::Taken);
        }
        if open < need {
            Feasibility::Impossible
        } else {
            Feasibility::Possible
        }
    }

    /// Enqueues the same decision for all `open` undecided edges of a node.
    fn enqueue_open(&mut self, network: &Network, node: Node, open: u32, state: EdgeState) {
        let mut left = open;
        for half in network.half_edges(node) {
            if self.edge_states[half.edge as usize] == EdgeState::Open {
                self.pending.push((half.edge, state));
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
    }

    /// Undoes all decisions since a mark, and clears the queue.
    pub fn retract(&mut self, network: &Network, mark: TrailMark) {
        self.pending.clear();
        while self.trail.len() > mark.0 {
            let Some(Decision { edge, chain }) = self.trail.pop() else {
                break;
            };
            let [u, v] = network.ends(edge);
            for node in [u, v] {
                let node_state = &mut self.node_states[node as usize];
                node_state.open += 1;
                node_state.need += u32::from(chain.is_some());
            }
            if let Some([a, b]) = chain {
                self.left += 1;
                if a != v {
                    self.node_states[a as usize].mate = u;
                    self.node_states[b as usize].mate = v;
                    if let Some(stops) = &mut self.stops {
                        stops.part();
                    }
                }
            }
            self.edge_states[edge as usize] = EdgeState::Open;
        }
    }

    pub fn bytes(&self) -> usize {
        self.edge_states.len() * size_of::<EdgeState>()
            + self.node_states.len() * size_of::<NodeState>()
            + self.trail.capacity() * size_of::<Decision>()
            + self.pending.capacity() * size_of::<(Edge, EdgeState)>()
    }
}

/// The order of the stops along chains.
#[derive(Debug)]
pub struct StopOrder {
    /// The nearest stop of each end of a chain.
    near: Vec<Option<NearestStop>>,
    /// The number of stops on the cycle.
    round: u32,
    trail: Vec<Joint>,
}

/// The stop of a chain that is nearest to one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NearestStop {
    stop: u32,
    heading: Heading,
}

/// The stop that follows beyond an end of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heading {
    /// The next stop; the other end of the chain leads down.
    Up,
    /// The previous stop; the other end of the chain leads up.
    Down,
    /// Both are possible: the chain has a single stop.
    Either,
}

/// The nearest stops of the ends of a chain before two chains were joined.
type Joint = [(Node, Option<NearestStop>); 2];

impl StopOrder {
    /// Returns `None` if any order of the stops is valid.
    pub fn new(network: &Network, route: &ResolvedConstraints) -> Option<Self> {
        let stops = u32::try_from(route.stops.len()).ok()?;
        // The gate of a path is a stop, too, unless it leads from the last stop to the first.
        let is_gated = route.shape == Shape::Path && (route.start.is_none() || route.end.is_none());
        let round = stops + u32::from(is_gated);
        if !route.has_waypoints() || round < 3 {
            return None;
        }
        let mut order = StopOrder {
            near: vec![None; network.size()],
            round,
            trail: Vec::new(),
        };
        for (stop, &vertex) in (u32::from(is_gated)..).zip(&route.stops) {
            order.put(network, [network.exit(vertex), network.entry(vertex)], stop);
        }
        if is_gated {
            order.put(network, network.gate_nodes(), 0);
        }
        if network.is_undirected() {
            let linked: Vec<[Node; 2]> = network
                .nodes()
                .filter_map(|a| Some([a, network.link(a).filter(|&b| a < b)?]))
                .collect();
            for ends in linked {
                order.join(ends, ends);
            }
            order.trail.clear();
        }
        Some(order)
    }

    /// Adds a stop with its exit and entry nodes.
    fn put(&mut self, network: &Network, [exit, entry]: [Node; 2], stop: u32) {
        let headings = if network.is_undirected() {
            [Heading::Either; 2]
        } else {
            [Heading::Up, Heading::Down]
        };
        self.near[exit as usize] = Some(NearestStop {
            stop,
            heading: headings[0],
        });
        self.near[entry as usize] = Some(NearestStop {
            stop,
            heading: headings[1],
        });
    }

    /// Joins two chains between their ends `[u, v]`; `[a, b]` are their other ends.
    pub fn join(&mut self, [u, v]: [Node; 2], [a, b]: [Node; 2]) -> Feasibility {
        let near = |node: Node| self.near[node as usize];
        let before_a = near(a);
        let before_b = near(b);
        self.trail.push([(a, before_a), (b, before_b)]);
        let (new_a, new_b) = match (near(u), near(v)) {
            (None, None) => return Feasibility::Possible,
            (None, there) => (there, before_b),
            (here, None) => (before_a, here),
            (Some(here), Some(there)) => {
                let (to_a, to_b) = if self.follows(here, there) {
                    (Heading::Down, Heading::Up)
                } else if self.follows(there, here) {
                    (Heading::Up, Heading::Down)
                } else {
                    return Feasibility::Impossible;
                };
                let turned = |near: Option<NearestStop>, heading| {
                    near.map(|near| NearestStop { heading, ..near })
                };
                (turned(before_a, to_a), turned(before_b, to_b))
            }
        };
        self.near[a as usize] = new_a;
        self.near[b as usize] = new_b;
        Feasibility::Possible
    }

    /// Returns whether the order excludes joining two chains between these ends.
    pub fn forbids(&self, one: Node, other: Node) -> bool {
        match (self.near[one as usize], self.near[other as usize]) {
            (Some(here), Some(there)) => !self.follows(here, there) && !self.follows(there, here),
            _ => false,
        }
    }

    /// Returns whether `high` may follow `low`.
    fn follows(&self, low: NearestStop, high: NearestStop) -> bool {
        low.heading != Heading::Down
            && high.heading != Heading::Up
            && (low.stop + 1) % self.round == high.stop
    }

    /// Undoes the last [`join`](Self::join).
    pub fn part(&mut self) {
        for (node, near) in self.trail.pop().into_iter().flatten() {
            self.near[node as usize] = near;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::{
        backtrack::hamilton::Arcs,
        graph::{Constraints, Leaper, leaper_graph},
    };

    /// The knight's cycles on a board.
    fn network(rows: u32, columns: u32) -> Network {
        let graph = leaper_graph(rows, columns, Leaper::KNIGHT);
        let constraints = Constraints::default().with_shape(Shape::Cycle);
        let route =
            ResolvedConstraints::new(&constraints, graph.vertices()).expect("no contradiction");
        Network::new(&Arcs::new(&graph), &route).expect("as many squares of each colour")
    }

    #[test]
    fn corner_cells_get_both_their_edges_immediately() {
        let network = network(6, 6);
        let mut decisions = Decisions::new(&network, None);
        assert_eq!(decisions.begin(&network), Feasibility::Possible);
        let taken = |edge: &Edge| decisions.state(*edge) == EdgeState::Taken;
        assert_eq!((0..80).filter(taken).count(), 8);
        assert_eq!(decisions.mate(8), 13, "round the corner");
    }

    #[test]
    fn undo_restores_the_exact_state() {
        let network = network(6, 6);
        let mut decisions = Decisions::new(&network, None);
        decisions.begin(&network);
        let mark = decisions.mark();
        let before = format!("{decisions:?}");
        for edge in (0..80)
            .filter(|&edge| decisions.is_open(edge))
            .collect::<Vec<_>>()
        {
            for state in [EdgeState::Taken, EdgeState::Dropped] {
                decisions.enqueue(edge, state);
                decisions.propagate(&network);
                assert_ne!(format!("{decisions:?}"), before);
                decisions.retract(&network, mark);
                assert_eq!(format!("{decisions:?}"), before);
            }
        }
    }
}
