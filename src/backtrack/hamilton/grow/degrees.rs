//! Dead ends and forced moves, by degrees that are kept as the path grows.
//!
//! Rubin: A search procedure for Hamilton paths and circuits, 1974.

use crate::backtrack::Prospect;
use crate::backtrack::hamilton::arcs::Arcs;
use crate::backtrack::hamilton::terms::{Itinerary, Shape};
use crate::graph::Vertex;

use super::Trail;

/// What the degrees of the vertices not yet visited say.
pub(super) struct Degrees {
    shape: Shape,
    /// The vertex that is known to be the last of a path.
    end: Option<Vertex>,
    /// How many others may be where the path cannot go on.
    most_ends: u32,
    /// How many of these there are, after each step of the path.
    ends: Vec<u32>,
    sense: Sense,
}

enum Sense {
    Undirected {
        /// The vertices that have one neighbour, or none.
        leaves: Vec<Vertex>,
    },
    Directed {
        /// For each vertex, the vertices that lead to it and that the path has not passed.
        entries: Vec<u32>,
        /// The vertices that nothing leads to.
        sources: Vec<Vertex>,
        /// The vertices that lead nowhere.
        sinks: Vec<Vertex>,
    },
}

/// Which neighbours of the head may come next.
pub(super) enum Forced {
    /// All of them.
    Free,
    /// None: one of them has no way on, and is not the last.
    Stuck,
    /// Those with a single way on, unless so many of them may be passed by.
    Urgent { end: Option<Vertex>, passed_by: u32, may_be: u32 },
}

impl Degrees {
    pub(super) fn new(arcs: &Arcs<'_>, route: &Itinerary) -> Self {
        let sense = if arcs.are_undirected() {
            Sense::Undirected { leaves: arcs.all().filter(|&v| arcs.from(v).len() < 2).collect() }
        } else {
            let entries = |v| u32::try_from(arcs.to(v).len()).expect("fewer than 2^32 arcs");
            Sense::Directed {
                entries: arcs.all().map(entries).collect(),
                sources: arcs.all().filter(|&v| arcs.to(v).is_empty()).collect(),
                sinks: arcs.all().filter(|&v| arcs.from(v).is_empty()).collect(),
            }
        };
        let end = route.end.filter(|_| route.shape == Shape::Path);
        let ends_anywhere = route.shape == Shape::Path && end.is_none();
        Degrees {
            shape: route.shape,
            end,
            most_ends: u32::from(ends_anywhere),
            ends: Vec::with_capacity(arcs.vertices()),
            sense,
        }
    }

    /// Takes note of the head's last step.
    pub(super) fn enter(&mut self, arcs: &Arcs<'_>, trail: &Trail) -> Prospect {
        let (&head, passed) = trail.path.split_last().expect("a vertex was entered");
        let before = self.ends.last().copied().unwrap_or(0);
        let mut tally = Tally { end: self.end, ends: before, is_dead: false };
        match &mut self.sense {
            Sense::Undirected { leaves } => {
                // In a cycle the first vertex stays open.
                let head_is_open = !passed.is_empty() || self.shape == Shape::Path;
                let losing = passed.last().map_or(leaves.as_slice(), |&left| arcs.from(left));
                for &vertex in losing.iter().filter(|&&vertex| trail.is_free(vertex)) {
                    let mut ways = trail.onward(vertex);
                    // Most have more ways than one without a look at the head.
                    if ways < 2 && head_is_open && arcs.have(vertex, head) {
                        ways += 1;
                    }
                    tally.note(vertex, ways);
                }
            }
            Sense::Directed { entries, sources, sinks } => {
                let returns_to = trail.path.first().filter(|_| self.shape == Shape::Cycle);
                for &vertex in passed.last().map_or(&[][..], |&left| arcs.from(left)) {
                    let entries = &mut entries[vertex as usize];
                    *entries -= 1;
                    let is_to_come = trail.is_free(vertex) || returns_to == Some(&vertex);
                    tally.is_dead |= *entries == 0 && is_to_come;
                }
                let losing = arcs.to(head).iter().filter(|&&vertex| trail.onward(vertex) == 0);
                for &vertex in losing.filter(|&&vertex| trail.is_free(vertex)) {
                    tally.note(vertex, 1);
                }
                if passed.is_empty() {
                    tally.is_dead |= sources.iter().any(|&vertex| trail.is_free(vertex));
                    for &vertex in sinks.iter().filter(|&&vertex| trail.is_free(vertex)) {
                        tally.note(vertex, 1);
                    }
                }
            }
        }
        self.ends.push(tally.ends);
        if tally.is_dead || tally.ends > self.most_ends { Prospect::Dead } else { Prospect::Open }
    }

    /// Forgets the head's last step, before the path does.
    pub(super) fn leave(&mut self, arcs: &Arcs<'_>, trail: &Trail) {
        self.ends.pop();
        if let (Sense::Directed { entries, .. }, [.., left, _]) = (&mut self.sense, &trail.path[..])
        {
            for &vertex in arcs.from(*left) {
                entries[vertex as usize] += 1;
            }
        }
    }

    /// Which neighbours of the head may come next.
    pub(super) fn forced(&self, arcs: &Arcs<'_>, trail: &Trail) -> Forced {
        if !arcs.are_undirected() || (trail.left() < 2 && self.shape == Shape::Path) {
            return Forced::Free;
        }
        let &head = trail.path.last().expect("there is a head");
        let mut passed_by = 0;
        for &vertex in arcs.from(head).iter().filter(|&&vertex| trail.is_free(vertex)) {
            match trail.onward(vertex) {
                0 => return Forced::Stuck,
                1 => passed_by += u32::from(self.end != Some(vertex)),
                _ => {}
            }
        }
        if passed_by == 0 {
            return Forced::Free;
        }
        let may_be = self.most_ends - self.ends.last().copied().unwrap_or(0);
        Forced::Urgent { end: self.end, passed_by, may_be }
    }
}

impl Forced {
    #[inline]
    pub(super) fn allows(&self, vertex: Vertex, trail: &Trail) -> bool {
        match *self {
            Forced::Free => true,
            Forced::Stuck => false,
            Forced::Urgent { end, passed_by, may_be } => {
                let is_urgent = trail.onward(vertex) == 1 && end != Some(vertex);
                passed_by - u32::from(is_urgent) <= may_be
            }
        }
    }
}

/// The vertices with a single way left, and whether one has none.
struct Tally {
    end: Option<Vertex>,
    ends: u32,
    is_dead: bool,
}

impl Tally {
    #[inline]
    fn note(&mut self, vertex: Vertex, ways: u32) {
        match ways {
            0 => self.is_dead = true,
            1 => self.ends += u32::from(self.end != Some(vertex)),
            _ => {}
        }
    }
}
