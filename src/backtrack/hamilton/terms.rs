//! What is to be visited, and how.

use crate::graph::Vertex;

/// What is to be visited, and how. A vertex that the graph has not cannot be visited: such terms
/// have no solution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// A path, or a cycle.
    pub shape: Shape,
    /// The first vertex; any, where there is none. A cycle begins there, too.
    pub start: Option<Vertex>,
    /// The last vertex; any, where there is none.
    pub end: Option<Vertex>,
    /// Vertices that must be met in this order.
    pub waypoints: Vec<Vertex>,
}

/// A path, or one whose last vertex has an arc to its first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Shape {
    /// From a vertex to another.
    #[default]
    Path,
    /// Round and back to the start: three vertices or more.
    Cycle,
}

/// Terms that do not contradict themselves, and what follows from them.
#[derive(Clone, Default, Debug)]
pub(super) struct Itinerary {
    pub(super) shape: Shape,
    pub(super) start: Option<Vertex>,
    pub(super) end: Option<Vertex>,
    /// All that must be met in order: the start, the waypoints and the end, as far as given.
    pub(super) stops: Vec<Vertex>,
    /// The place of each vertex among the stops, from 1; 0 for the others. Empty without waypoints.
    places: Vec<u32>,
}

impl Itinerary {
    /// What the terms come to on so many vertices; nothing, where they contradict themselves.
    pub(super) fn new(terms: &Terms, vertices: usize) -> Option<Self> {
        if vertices == 0 || (terms.shape == Shape::Cycle && vertices < 3) {
            return None;
        }
        let start = match terms.shape {
            Shape::Path => terms.start,
            // Somewhere a cycle must be cut open to be shown.
            Shape::Cycle if terms.end.is_some() => terms.start,
            Shape::Cycle => terms.start.or(terms.waypoints.first().copied()).or(Some(0)),
        };
        let mut stops: Vec<Vertex> = start.into_iter().collect();
        for &stop in terms.waypoints.iter().chain(&terms.end) {
            if stops.last() != Some(&stop) {
                stops.push(stop);
            }
        }
        if stops.iter().any(|&stop| stop as usize >= vertices) {
            return None;
        }
        let mut sorted = stops.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        if start.is_some() && start == terms.end && vertices > 1 {
            return None;
        }
        let mut places = Vec::new();
        if !terms.waypoints.is_empty() {
            places = vec![0; vertices];
            for (place, &stop) in (1..).zip(&stops) {
                places[stop as usize] = place;
            }
        }
        Some(Itinerary { shape: terms.shape, start, end: terms.end, stops, places })
    }

    /// The place of a vertex among the stops, from 1, where there are waypoints and it is a stop.
    #[inline]
    pub(super) fn place(&self, vertex: Vertex) -> Option<u32> {
        self.places.get(vertex as usize).copied().filter(|&place| place > 0)
    }

    /// Whether there are waypoints, besides the start and the end.
    pub(super) fn has_waypoints(&self) -> bool {
        !self.places.is_empty()
    }

    /// Whether a row of all vertices, each joined to the next, keeps the terms.
    pub(super) fn is_kept(&self, path: &[Vertex]) -> bool {
        let mut met = path.iter().filter(|&&vertex| self.place(vertex).is_some());
        self.start.is_none_or(|start| path.first() == Some(&start))
            && self.end.is_none_or(|end| path.last() == Some(&end))
            && (!self.has_waypoints() || self.stops.iter().all(|stop| met.next() == Some(stop)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_and_the_end_may_be_named_among_the_waypoints() {
        let terms =
            Terms { start: Some(3), end: Some(5), waypoints: vec![3, 1, 5], ..Terms::default() };
        let itinerary = Itinerary::new(&terms, 6).expect("no contradiction");
        assert_eq!(itinerary.stops, [3, 1, 5]);
        assert_eq!([1, 0, 5].map(|vertex| itinerary.place(vertex)), [Some(2), None, Some(3)]);
        assert!(itinerary.is_kept(&[3, 0, 1, 2, 4, 5]));
        assert!(!itinerary.is_kept(&[3, 0, 4, 2, 5, 1]));
    }

    #[test]
    fn terms_that_contradict_themselves_are_recognized() {
        let none = Terms::default();
        let twice = Terms { waypoints: vec![1, 2, 1], ..none.clone() };
        let outside = Terms { start: Some(6), ..none.clone() };
        let late_start = Terms { start: Some(1), waypoints: vec![2, 1], ..none.clone() };
        let same_ends = Terms { start: Some(1), end: Some(1), ..none.clone() };
        for terms in [twice, outside, late_start, same_ends.clone()] {
            assert!(Itinerary::new(&terms, 6).is_none(), "{terms:?}");
        }
        let alone = Terms { start: Some(0), end: Some(0), ..none };
        assert!(Itinerary::new(&alone, 1).is_some());
    }
}
