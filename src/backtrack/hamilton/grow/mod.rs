//! A path that grows at its head, as a [`Problem`].

mod degrees;
mod outlook;
mod ranking;

use crate::backtrack::{Problem, Prospect};
use crate::graph::Vertex;

use super::arcs::Arcs;
use super::options::{Options, Pruning, Prunings};
use super::terms::{Itinerary, Shape};
use degrees::Degrees;
use outlook::Outlook;
use ranking::Ranking;

/// A path and what is left beside it.
pub(super) struct Grow<'a> {
    arcs: &'a Arcs<'a>,
    route: &'a Itinerary,
    prunings: Prunings,
    ranking: Option<Ranking<'a>>,
    trail: &'a mut Trail,
    degrees: Option<Degrees>,
    outlook: Option<Outlook<'a>>,
    /// The places of the stops already met: how many.
    met: u32,
}

/// The marks of a path, as they are where none has begun. Kept from one search to the next.
#[derive(Default)]
pub(super) struct Trail {
    is_visited: Vec<bool>,
    path: Vec<Vertex>,
    /// For each vertex, the vertices not yet visited that it leads to. In a cycle the first never
    /// counts as visited: it is where the last must lead.
    onward: Vec<u32>,
}

impl Trail {
    pub(super) fn new(arcs: &Arcs<'_>) -> Self {
        let degree = |vertex| u32::try_from(arcs.from(vertex).len()).expect("fewer than 2^32 arcs");
        Trail {
            is_visited: vec![false; arcs.vertices()],
            path: Vec::with_capacity(arcs.vertices()),
            onward: arcs.all().map(degree).collect(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.is_visited.len() + (self.path.capacity() + self.onward.len()) * size_of::<Vertex>()
    }

    fn left(&self) -> usize {
        self.is_visited.len() - self.path.len()
    }

    #[inline]
    fn is_free(&self, vertex: Vertex) -> bool {
        !self.is_visited[vertex as usize]
    }

    #[inline]
    fn onward(&self, vertex: Vertex) -> u32 {
        self.onward[vertex as usize]
    }
}

impl<'a> Grow<'a> {
    /// A search that begins with nothing visited.
    pub(super) fn new(
        arcs: &'a Arcs<'a>,
        route: &'a Itinerary,
        options: &'a Options,
        trail: &'a mut Trail,
    ) -> Self {
        let prunings = options.prunings;
        Grow {
            arcs,
            route,
            prunings,
            ranking: Ranking::new(&options.order),
            degrees: prunings.has(Pruning::Degrees).then(|| Degrees::new(arcs, route)),
            outlook: Outlook::new(arcs, route, prunings),
            trail,
            met: 0,
        }
    }

    /// The vertices of the path, from its start.
    pub(super) fn vertices(&self) -> &[Vertex] {
        &self.trail.path
    }

    fn first_choices(&self, choices: &mut Vec<Vertex>) {
        let may_begin = |vertex: &Vertex| self.is_its_turn(*vertex);
        match (self.route.shape, self.route.start, self.route.end) {
            (_, Some(start), _) => choices.extend(Some(start).filter(may_begin)),
            (Shape::Cycle, None, Some(end)) => {
                choices.extend(self.arcs.from(end).iter().copied().filter(may_begin));
            }
            (_, None, _) => choices.extend(self.arcs.all().filter(may_begin)),
        }
    }

    /// Whether a vertex may come now, as far as the terms go.
    fn is_its_turn(&self, vertex: Vertex) -> bool {
        if self.route.end == Some(vertex) && self.trail.left() > 1 {
            return false;
        }
        self.route.place(vertex).is_none_or(|place| place == self.met + 1)
    }

    /// Whether some neighbour of the head has no way on, and more than one vertex is left.
    fn sees_no_way_on(&self, head: Vertex) -> bool {
        self.prunings.has(Pruning::LookAhead)
            && self.arcs.are_undirected()
            && self.trail.left() > 1
            && self
                .arcs
                .from(head)
                .iter()
                .any(|&vertex| self.trail.is_free(vertex) && self.trail.onward(vertex) == 0)
    }
}

impl Problem for Grow<'_> {
    type Choice = Vertex;

    fn choices(&mut self, choices: &mut Vec<Vertex>) {
        let Some(&head) = self.trail.path.last() else {
            self.first_choices(choices);
            return;
        };
        if self.sees_no_way_on(head) {
            return;
        }
        let begin = choices.len();
        let forced = self.degrees.as_ref().map(|degrees| degrees.forced(self.arcs, self.trail));
        let open = self.arcs.from(head).iter().copied().filter(|&vertex| {
            self.trail.is_free(vertex)
                && self.is_its_turn(vertex)
                && forced.as_ref().is_none_or(|forced| forced.allows(vertex, self.trail))
        });
        choices.extend(open);
        if let Some(ranking) = &mut self.ranking {
            ranking.sort(&mut choices[begin..], self.arcs, self.trail);
        }
    }

    fn apply(&mut self, choice: Vertex) -> Prospect {
        let closes_here = self.trail.path.is_empty() && self.route.shape == Shape::Cycle;
        self.trail.is_visited[choice as usize] = true;
        self.trail.path.push(choice);
        self.met += u32::from(self.route.place(choice).is_some());
        if !closes_here {
            for &source in self.arcs.to(choice) {
                self.trail.onward[source as usize] -= 1;
            }
        }
        if let Some(degrees) = &mut self.degrees
            && degrees.enter(self.arcs, self.trail) == Prospect::Dead
        {
            return Prospect::Dead;
        }
        match &mut self.outlook {
            Some(outlook) => outlook.judge(&self.trail.path),
            None => Prospect::Open,
        }
    }

    fn undo(&mut self, choice: Vertex) {
        if let Some(degrees) = &mut self.degrees {
            degrees.leave(self.arcs, self.trail);
        }
        if let Some(outlook) = &mut self.outlook {
            outlook.retreat(&self.trail.path);
        }
        self.met -= u32::from(self.route.place(choice).is_some());
        self.trail.path.pop();
        self.trail.is_visited[choice as usize] = false;
        let closes_here = self.trail.path.is_empty() && self.route.shape == Shape::Cycle;
        if !closes_here {
            for &source in self.arcs.to(choice) {
                self.trail.onward[source as usize] += 1;
            }
        }
    }

    fn is_complete(&self) -> bool {
        let (Some(&first), Some(&last)) = (self.trail.path.first(), self.trail.path.last()) else {
            return false;
        };
        self.trail.left() == 0
            && self.route.end.is_none_or(|end| end == last)
            && (self.route.shape == Shape::Path || self.arcs.have(last, first))
    }

    fn restart(&mut self, attempt: u32) {
        if let Some(ranking) = &mut self.ranking {
            ranking.restart(attempt);
        }
    }

    fn work(&self) -> u64 {
        self.outlook.as_ref().map_or(0, Outlook::work)
    }

    fn bytes(&self) -> usize {
        let outlook = self.outlook.as_ref().map_or(0, Outlook::bytes);
        self.arcs.bytes() + self.trail.bytes() + outlook
    }
}
