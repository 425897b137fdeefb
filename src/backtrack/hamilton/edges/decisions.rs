//! Which edges are taken and which dropped, and what follows at once: enough edges at each node,
//! and no cycle before all nodes are on it.

use crate::backtrack::Prospect;

use super::network::{Edge, Network, Node};
use super::stops::StopOrder;

/// What was decided of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::backtrack::hamilton) enum Fate {
    Open,
    Taken,
    Dropped,
}

/// What is decided so far.
#[derive(Debug)]
pub(super) struct Decisions {
    fates: Vec<Fate>,
    junctions: Vec<Junction>,
    /// Edges that are still to be taken.
    left: usize,
    trail: Vec<Decision>,
    /// Decisions that follow and are to be made.
    pending: Vec<(Edge, Fate)>,
    stops: Option<StopOrder>,
}

/// A node, as far as the decisions go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Junction {
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
pub(in crate::backtrack::hamilton) struct Mark(usize);

impl Decisions {
    /// Nothing decided; what follows at once is pending.
    pub(super) fn new(network: &Network, stops: Option<StopOrder>) -> Self {
        let junction = |node| Junction {
            need: network.need(node),
            open: u32::try_from(network.spokes(node).len()).expect("edges are numbered by u32"),
            mate: network.link(node).unwrap_or(node),
        };
        let junctions: Vec<Junction> = network.nodes().map(junction).collect();
        let twice: usize = junctions.iter().map(|junction| junction.need as usize).sum();
        Decisions {
            fates: vec![Fate::Open; network.edges()],
            junctions,
            left: twice / 2,
            trail: Vec::new(),
            pending: Vec::new(),
            stops,
        }
    }

    /// What follows where nothing is decided yet.
    pub(super) fn begin(&mut self, network: &Network) -> Prospect {
        for node in network.nodes() {
            if self.follow(network, node) == Prospect::Dead {
                return Prospect::Dead;
            }
        }
        self.settle(network)
    }

    #[inline]
    pub(super) fn fate(&self, edge: Edge) -> Fate {
        self.fates[edge as usize]
    }

    #[inline]
    pub(super) fn is_open(&self, edge: Edge) -> bool {
        self.fate(edge) == Fate::Open
    }

    /// The edges of a node that are not decided.
    #[inline]
    pub(super) fn open(&self, node: Node) -> u32 {
        self.junctions[node as usize].open
    }

    /// The edges that a node still takes.
    #[inline]
    pub(super) fn need(&self, node: Node) -> u32 {
        self.junctions[node as usize].need
    }

    /// The other end of the chain that ends at a node.
    pub(super) fn mate(&self, node: Node) -> Node {
        self.junctions[node as usize].mate
    }

    /// Whether all edges of a cycle are taken.
    pub(super) fn is_complete(&self) -> bool {
        self.left == 0
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Decides an edge when [`settle`](Self::settle) is called.
    pub(super) fn intend(&mut self, edge: Edge, fate: Fate) {
        self.pending.push((edge, fate));
    }

    /// Whether there are decisions to be made.
    pub(super) fn are_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Makes all pending decisions, and those that follow from them.
    pub(super) fn settle(&mut self, network: &Network) -> Prospect {
        while let Some((edge, fate)) = self.pending.pop() {
            if self.decide(network, edge, fate) == Prospect::Dead {
                self.pending.clear();
                return Prospect::Dead;
            }
        }
        Prospect::Open
    }

    fn decide(&mut self, network: &Network, edge: Edge, fate: Fate) -> Prospect {
        let was = self.fate(edge);
        if was != Fate::Open {
            return if was == fate { Prospect::Open } else { Prospect::Dead };
        }
        let [u, v] = network.ends(edge);
        if fate == Fate::Taken && (self.need(u) == 0 || self.need(v) == 0) {
            return Prospect::Dead;
        }
        self.fates[edge as usize] = fate;
        self.junctions[u as usize].open -= 1;
        self.junctions[v as usize].open -= 1;
        let mut prospect = Prospect::Open;
        let mut chain = None;
        if fate == Fate::Taken {
            let (a, b) = (self.mate(u), self.mate(v));
            chain = Some([a, b]);
            self.junctions[u as usize].need -= 1;
            self.junctions[v as usize].need -= 1;
            self.left -= 1;
            prospect = self.join(network, [u, v], [a, b]);
        }
        self.trail.push(Decision { edge, chain });
        if prospect == Prospect::Dead
            || self.follow(network, u) == Prospect::Dead
            || self.follow(network, v) == Prospect::Dead
        {
            return Prospect::Dead;
        }
        Prospect::Open
    }

    /// Two chains become one, by an edge between an end of one and an end of the other; `[a, b]`
    /// are their other ends.
    fn join(&mut self, network: &Network, [u, v]: [Node; 2], [a, b]: [Node; 2]) -> Prospect {
        if a == v {
            return if self.left == 0 { Prospect::Open } else { Prospect::Dead };
        }
        self.junctions[a as usize].mate = b;
        self.junctions[b as usize].mate = a;
        if self.left > 1 {
            // The edge that would close the chain too early.
            let (few, other) = if self.open(a) < self.open(b) { (a, b) } else { (b, a) };
            let mut spokes = network.spokes(few).iter();
            let closing = spokes.find(|spoke| spoke.to == other && self.is_open(spoke.edge));
            self.pending.extend(closing.map(|spoke| (spoke.edge, Fate::Dropped)));
        }
        let Some(stops) = &mut self.stops else { return Prospect::Open };
        let prospect = stops.join([u, v], [a, b]);
        if prospect == Prospect::Open {
            self.keep_stops_in_order(network, [a, b]);
        }
        prospect
    }

    /// Drops the edges from the ends of a chain to where its stops must not lead.
    fn keep_stops_in_order(&mut self, network: &Network, [a, b]: [Node; 2]) {
        let Some(stops) = &self.stops else { return };
        for (end, other) in [(a, b), (b, a)] {
            let away = network.spokes(end).iter().filter(|spoke| spoke.to != other);
            let forbidden = away
                .filter(|spoke| self.fates[spoke.edge as usize] == Fate::Open)
                .filter(|spoke| stops.forbids(end, spoke.to));
            self.pending.extend(forbidden.map(|spoke| (spoke.edge, Fate::Dropped)));
        }
    }

    /// What follows at a node from how many edges are open and how many it takes.
    #[inline(always)]
    fn follow(&mut self, network: &Network, node: Node) -> Prospect {
        let Junction { need, open, .. } = self.junctions[node as usize];
        if open > 0 && need == 0 {
            self.intend_open(network, node, open, Fate::Dropped);
        } else if open > 0 && open == need {
            self.intend_open(network, node, open, Fate::Taken);
        }
        if open < need { Prospect::Dead } else { Prospect::Open }
    }

    /// Intends the same for all open edges of a node, of which there are so many.
    fn intend_open(&mut self, network: &Network, node: Node, open: u32, fate: Fate) {
        let mut left = open;
        for spoke in network.spokes(node) {
            if self.fates[spoke.edge as usize] == Fate::Open {
                self.pending.push((spoke.edge, fate));
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
    }

    /// Takes back all decisions since a mark, and those that are pending.
    pub(super) fn retract(&mut self, network: &Network, mark: Mark) {
        self.pending.clear();
        while self.trail.len() > mark.0 {
            let Some(Decision { edge, chain }) = self.trail.pop() else { break };
            let [u, v] = network.ends(edge);
            for node in [u, v] {
                let junction = &mut self.junctions[node as usize];
                junction.open += 1;
                junction.need += u32::from(chain.is_some());
            }
            if let Some([a, b]) = chain {
                self.left += 1;
                if a != v {
                    self.junctions[a as usize].mate = u;
                    self.junctions[b as usize].mate = v;
                    if let Some(stops) = &mut self.stops {
                        stops.part();
                    }
                }
            }
            self.fates[edge as usize] = Fate::Open;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.fates.len() * size_of::<Fate>()
            + self.junctions.len() * size_of::<Junction>()
            + self.trail.capacity() * size_of::<Decision>()
            + self.pending.capacity() * size_of::<(Edge, Fate)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrack::hamilton::Terms;
    use crate::backtrack::hamilton::arcs::Arcs;
    use crate::backtrack::hamilton::terms::{Itinerary, Shape};
    use crate::graph::{Leaper, leaper_graph};

    /// The knight's cycles on a board.
    fn network(rows: u32, columns: u32) -> Network {
        let graph = leaper_graph(rows, columns, Leaper::KNIGHT);
        let terms = Terms { shape: Shape::Cycle, ..Terms::default() };
        let route = Itinerary::new(&terms, graph.vertices()).expect("no contradiction");
        Network::new(&Arcs::new(&graph), &route).expect("as many squares of each colour")
    }

    #[test]
    fn corners_take_both_their_edges_at_once() {
        let network = network(6, 6);
        let mut decisions = Decisions::new(&network, None);
        assert_eq!(decisions.begin(&network), Prospect::Open);
        let taken = |edge: &Edge| decisions.fate(*edge) == Fate::Taken;
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
            for fate in [Fate::Taken, Fate::Dropped] {
                decisions.intend(edge, fate);
                decisions.settle(&network);
                assert_ne!(format!("{decisions:?}"), before);
                decisions.retract(&network, mark);
                assert_eq!(format!("{decisions:?}"), before);
            }
        }
    }
}
