//! Which edges are taken and which dropped, and what follows at once: enough edges at each node,
//! no cycle before all nodes are on it, and stops that are met in their order.

use crate::backtrack::Feasibility;
use crate::backtrack::hamilton::options::ResolvedConstraints;
use crate::graph::Shape;

use super::network::{Edge, Network, Node};

/// What was decided of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeState {
    Open,
    Taken,
    Dropped,
}

/// What is decided so far.
#[derive(Debug)]
pub struct Decisions {
    edge_states: Vec<EdgeState>,
    node_states: Vec<NodeState>,
    /// Edges that are still to be taken.
    left: usize,
    trail: Vec<Decision>,
    /// Decisions that follow and are to be made.
    pending: Vec<(Edge, EdgeState)>,
    stops: Option<StopOrder>,
}

/// A node, as far as the decisions go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NodeState {
    /// Edges that it still takes.
    need: u32,
    /// Edges not decided.
    open: u32,
    /// Where a node ends a chain of links and taken edges: the chain's other end. Itself, where
    /// it is on none.
    mate: Node,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    edge: Edge,
    /// Of an edge that was taken, the ends of the chain that it made.
    chain: Option<[Node; 2]>,
}

/// How much was decided.
#[derive(Clone, Copy, Debug)]
pub struct TrailMark(usize);

impl Decisions {
    /// Nothing decided; what follows at once is pending.
    pub fn new(network: &Network, stops: Option<StopOrder>) -> Self {
        let node_state = |node| NodeState {
            need: network.need(node),
            open: u32::try_from(network.half_edges(node).len()).expect("edges are numbered by u32"),
            mate: network.link(node).unwrap_or(node),
        };
        let node_states: Vec<NodeState> = network.nodes().map(node_state).collect();
        let twice: usize = node_states.iter().map(|node_state| node_state.need as usize).sum();
        Decisions {
            edge_states: vec![EdgeState::Open; network.edges()],
            node_states,
            left: twice / 2,
            trail: Vec::new(),
            pending: Vec::new(),
            stops,
        }
    }

    /// What follows where nothing is decided yet.
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

    /// The edges of a node that are not decided.
    #[inline]
    pub fn open(&self, node: Node) -> u32 {
        self.node_states[node as usize].open
    }

    /// The edges that a node still takes.
    #[inline]
    pub fn need(&self, node: Node) -> u32 {
        self.node_states[node as usize].need
    }

    /// The other end of the chain that ends at a node.
    pub fn mate(&self, node: Node) -> Node {
        self.node_states[node as usize].mate
    }

    /// Whether all edges of a cycle are taken.
    pub fn is_complete(&self) -> bool {
        self.left == 0
    }

    pub fn mark(&self) -> TrailMark {
        TrailMark(self.trail.len())
    }

    /// Decides an edge when [`propagate`](Self::propagate) is called.
    pub fn enqueue(&mut self, edge: Edge, state: EdgeState) {
        self.pending.push((edge, state));
    }

    /// Whether there are decisions to be made.
    pub fn are_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Makes all pending decisions, and those that follow from them.
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
            return if was == state { Feasibility::Possible } else { Feasibility::Impossible };
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
            let (a, b) = (self.mate(u), self.mate(v));
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

    /// Two chains become one, by an edge between an end of one and an end of the other; `[a, b]`
    /// are their other ends.
    fn join(&mut self, network: &Network, [u, v]: [Node; 2], [a, b]: [Node; 2]) -> Feasibility {
        if a == v {
            return if self.left == 0 { Feasibility::Possible } else { Feasibility::Impossible };
        }
        self.node_states[a as usize].mate = b;
        self.node_states[b as usize].mate = a;
        if self.left > 1 {
            // The edge that would close the chain too early.
            let (few, other) = if self.open(a) < self.open(b) { (a, b) } else { (b, a) };
            let mut half_edges = network.half_edges(few).iter();
            let closing = half_edges.find(|half| half.to == other && self.is_open(half.edge));
            self.pending.extend(closing.map(|half| (half.edge, EdgeState::Dropped)));
        }
        let Some(stops) = &mut self.stops else { return Feasibility::Possible };
        let feasibility = stops.join([u, v], [a, b]);
        if feasibility == Feasibility::Possible {
            self.keep_stops_in_order(network, [a, b]);
        }
        feasibility
    }

    /// Drops the edges from the ends of a chain to where its stops must not lead.
    fn keep_stops_in_order(&mut self, network: &Network, [a, b]: [Node; 2]) {
        let Some(stops) = &self.stops else { return };
        for (end, other) in [(a, b), (b, a)] {
            let away = network.half_edges(end).iter().filter(|half| half.to != other);
            let forbidden = away
                .filter(|half| self.edge_states[half.edge as usize] == EdgeState::Open)
                .filter(|half| stops.forbids(end, half.to));
            self.pending.extend(forbidden.map(|half| (half.edge, EdgeState::Dropped)));
        }
    }

    /// What follows at a node from how many edges are open and how many it takes.
    #[inline(always)]
    fn follow(&mut self, network: &Network, node: Node) -> Feasibility {
        let NodeState { need, open, .. } = self.node_states[node as usize];
        if open > 0 && need == 0 {
            self.enqueue_open(network, node, open, EdgeState::Dropped);
        } else if open > 0 && open == need {
            self.enqueue_open(network, node, open, EdgeState::Taken);
        }
        if open < need { Feasibility::Impossible } else { Feasibility::Possible }
    }

    /// Enqueues the same for all open edges of a node, which are `open` in number.
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

    /// Takes back all decisions since a mark, and those that are pending.
    pub fn retract(&mut self, network: &Network, mark: TrailMark) {
        self.pending.clear();
        while self.trail.len() > mark.0 {
            let Some(Decision { edge, chain }) = self.trail.pop() else { break };
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

/// What each end of a chain is next to.
#[derive(Debug)]
pub struct StopOrder {
    near: Vec<Option<NearestStop>>,
    /// The stops round the cycle.
    round: u32,
    trail: Vec<Joint>,
}

/// The stop of a chain that is nearest to one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NearestStop {
    stop: u32,
    heading: Heading,
}

/// Which stop comes next, where one leaves a chain by one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heading {
    /// The one after; the chain's other end goes down.
    Up,
    /// The one before; the chain's other end goes up.
    Down,
    /// The one or the other: the chain has a single stop.
    Either,
}

/// What was near to the ends of a chain before it was joined from two.
type Joint = [(Node, Option<NearestStop>); 2];

impl StopOrder {
    /// Nothing, where any order will do.
    pub fn new(network: &Network, route: &ResolvedConstraints) -> Option<Self> {
        let stops = u32::try_from(route.stops.len()).ok()?;
        // What closes a path to a cycle is a stop, too, unless it leads from the last to the first.
        let is_gated = route.shape == Shape::Path && (route.start.is_none() || route.end.is_none());
        let round = stops + u32::from(is_gated);
        if !route.has_waypoints() || round < 3 {
            return None;
        }
        let near = vec![None; network.size()];
        let mut order = StopOrder { near, round, trail: Vec::new() };
        for (stop, &vertex) in (u32::from(is_gated)..).zip(&route.stops) {
            order.put(network, [network.exit(vertex), network.entry(vertex)], stop);
        }
        if is_gated {
            order.put(network, network.gate_nodes(), 0);
        }
        if network.is_undirected() {
            let linked =
                network.nodes().filter_map(|a| Some([a, network.link(a).filter(|&b| a < b)?]));
            let linked: Vec<[Node; 2]> = linked.collect();
            for ends in linked {
                order.join(ends, ends);
            }
            order.trail.clear();
        }
        Some(order)
    }

    /// A stop and the nodes that it is left by and entered by.
    fn put(&mut self, network: &Network, [exit, entry]: [Node; 2], stop: u32) {
        let headings = if network.is_undirected() {
            [Heading::Either; 2]
        } else {
            [Heading::Up, Heading::Down]
        };
        self.near[exit as usize] = Some(NearestStop { stop, heading: headings[0] });
        self.near[entry as usize] = Some(NearestStop { stop, heading: headings[1] });
    }

    /// Two chains become one between their ends `[u, v]`; `[a, b]` are their other ends.
    pub fn join(&mut self, [u, v]: [Node; 2], [a, b]: [Node; 2]) -> Feasibility {
        let near = |node: Node| self.near[node as usize];
        let (before_a, before_b) = (near(a), near(b));
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

    /// Whether two chains must not be joined between these ends of theirs.
    pub fn forbids(&self, one: Node, other: Node) -> bool {
        match (self.near[one as usize], self.near[other as usize]) {
            (Some(here), Some(there)) => !self.follows(here, there) && !self.follows(there, here),
            _ => false,
        }
    }

    /// Whether one may go up from the one stop to the other.
    fn follows(&self, low: NearestStop, high: NearestStop) -> bool {
        low.heading != Heading::Down
            && high.heading != Heading::Up
            && (low.stop + 1) % self.round == high.stop
    }

    /// Takes back the last [`join`](Self::join).
    pub fn part(&mut self) {
        for (node, near) in self.trail.pop().into_iter().flatten() {
            self.near[node as usize] = near;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::backtrack::hamilton::Arcs;
    use crate::backtrack::hamilton::options::ResolvedConstraints;
    use crate::graph::{Constraints, Leaper, Shape, leaper_graph};

    /// The knight's cycles on a board.
    fn network(rows: u32, columns: u32) -> Network {
        let graph = leaper_graph(rows, columns, Leaper::KNIGHT);
        let constraints = Constraints { shape: Shape::Cycle, ..Constraints::default() };
        let route =
            ResolvedConstraints::new(&constraints, graph.vertices()).expect("no contradiction");
        Network::new(&Arcs::new(&graph), &route).expect("as many squares of each colour")
    }

    #[test]
    fn corners_take_both_their_edges_at_once() {
        let network = network(6, 6);
        let mut decisions = Decisions::new(&network, None);
        assert_eq!(decisions.begin(&network), Feasibility::Possible);
        let taken = |edge: &Edge| decisions.state(*edge) == EdgeState::Taken;
        assert_eq!((0..80).filter(taken).count(), 8);
        assert_eq!(decisions.mate(8), 13, "round the corner");
    }

    #[test]
    fn decisions_are_taken_back_exactly() {
        let network = network(6, 6);
        let mut decisions = Decisions::new(&network, None);
        decisions.begin(&network);
        let (mark, before) = (decisions.mark(), format!("{decisions:?}"));
        for edge in (0..80).filter(|&edge| decisions.is_open(edge)).collect::<Vec<_>>() {
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
