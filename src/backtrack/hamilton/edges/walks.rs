//! From a cycle of the network to the paths or cycles of vertices that it stands for.

use crate::backtrack::hamilton::terms::{Itinerary, Shape};
use crate::graph::Vertex;

use super::network::{Edge, Network};

/// The walk along the chosen edges, from start to end, in each direction that keeps the terms.
pub(super) fn walks(
    network: &Network,
    route: &Itinerary,
    is_chosen: impl Fn(Edge) -> bool,
) -> Vec<Vec<Vertex>> {
    let mut walk = network.walk(is_chosen);
    // Where only the last vertex of a cycle is given, the cycle is cut behind it.
    let ends_at_cut = route.shape == Shape::Cycle && route.start.is_none();
    if ends_at_cut {
        walk.rotate_left(1);
    }
    let mut walks = Vec::with_capacity(2);
    if network.is_undirected() {
        let mut back = walk.clone();
        let last = back.len() - 1;
        match (route.shape, ends_at_cut) {
            (Shape::Path, _) => back.reverse(),
            (Shape::Cycle, true) => back[..last].reverse(),
            (Shape::Cycle, false) => back[1..].reverse(),
        }
        walks.push(back);
    }
    walks.push(walk);
    walks.retain(|walk| route.is_kept(walk));
    walks
}

/// How many [`walks`] a cycle of the network has.
pub(super) fn ways_round(network: &Network, route: &Itinerary) -> u64 {
    let Itinerary { start, end, stops, .. } = route;
    let either_way = match route.shape {
        Shape::Path => start.is_none() && end.is_none() && stops.len() < 2,
        Shape::Cycle => !(start.is_some() && end.is_some()) && stops.len() < 3,
    };
    if either_way && network.is_undirected() { 2 } else { 1 }
}
