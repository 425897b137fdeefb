//! The order of the stops, as chains grow together: each chain holds a run of stops that follow
//! one another, and is walked one way.

use crate::backtrack::Prospect;
use crate::backtrack::hamilton::terms::{Itinerary, Shape};

use super::network::{Network, Node};

/// What each end of a chain is next to.
#[derive(Debug)]
pub(super) struct StopOrder {
    near: Vec<Option<Near>>,
    /// The stops round the cycle.
    round: u32,
    trail: Vec<Joint>,
}

/// The stop of a chain that is nearest to one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Near {
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
type Joint = [(Node, Option<Near>); 2];

impl StopOrder {
    /// Nothing, where any order will do.
    pub(super) fn new(network: &Network, route: &Itinerary) -> Option<Self> {
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
        self.near[exit as usize] = Some(Near { stop, heading: headings[0] });
        self.near[entry as usize] = Some(Near { stop, heading: headings[1] });
    }

    /// Two chains become one between their ends `[u, v]`; `[a, b]` are their other ends.
    pub(super) fn join(&mut self, [u, v]: [Node; 2], [a, b]: [Node; 2]) -> Prospect {
        let near = |node: Node| self.near[node as usize];
        let (before_a, before_b) = (near(a), near(b));
        self.trail.push([(a, before_a), (b, before_b)]);
        let (new_a, new_b) = match (near(u), near(v)) {
            (None, None) => return Prospect::Open,
            (None, there) => (there, before_b),
            (here, None) => (before_a, here),
            (Some(here), Some(there)) => {
                let (to_a, to_b) = if self.follows(here, there) {
                    (Heading::Down, Heading::Up)
                } else if self.follows(there, here) {
                    (Heading::Up, Heading::Down)
                } else {
                    return Prospect::Dead;
                };
                let turned =
                    |near: Option<Near>, heading| near.map(|near| Near { heading, ..near });
                (turned(before_a, to_a), turned(before_b, to_b))
            }
        };
        self.near[a as usize] = new_a;
        self.near[b as usize] = new_b;
        Prospect::Open
    }

    /// Whether two chains must not be joined between these ends of theirs.
    pub(super) fn forbids(&self, one: Node, other: Node) -> bool {
        match (self.near[one as usize], self.near[other as usize]) {
            (Some(here), Some(there)) => !self.follows(here, there) && !self.follows(there, here),
            _ => false,
        }
    }

    /// Whether one may go up from the one stop to the other.
    fn follows(&self, low: Near, high: Near) -> bool {
        low.heading != Heading::Down
            && high.heading != Heading::Up
            && (low.stop + 1) % self.round == high.stop
    }

    /// Takes back the last [`join`](Self::join).
    pub(super) fn part(&mut self) {
        for (node, near) in self.trail.pop().into_iter().flatten() {
            self.near[node as usize] = near;
        }
    }
}
