//! How many paths or cycles there are.

use huarong::backtrack::hamilton::{self, Shape, Terms};
use huarong::control::{Outcome, Progress, StopReason};
use huarong::count::{Count, FrontierDp, Question};
use huarong::graph::{Direction, Vertex, all, breadth_first};
use num_bigint::BigUint;

use super::quest::{Proof, Quest, Verdict};
use crate::cli::progress::Line;
use crate::cli::subject::Vertices;

/// A number of paths or cycles.
pub(super) enum Counted {
    Exactly(BigUint),
    /// So many, and more perhaps: the count was stopped.
    AtLeast(BigUint, StopReason),
}

impl Quest<'_> {
    /// How many there are.
    pub(super) fn count(&mut self) -> Verdict<Counted> {
        if let Some(obstacle) = self.obstacle() {
            return Verdict::Impossible(Proof::Seen(obstacle));
        }
        let Some((question, sweep)) = self.question().zip(self.sweep()) else {
            return self.count_each();
        };
        let line = Line::new(&self.subject.title, "depth", self.quiet);
        let mut observer = |progress: &Progress| line.watch(progress);
        let Count { number, expanded, .. } =
            sweep.count(question, &self.limits_left(), &mut observer);
        self.effort.nodes += u64::try_from(expanded).unwrap_or(u64::MAX);
        match number {
            Ok(number) if number == BigUint::ZERO => Verdict::Impossible(Proof::Searched),
            Ok(number) => Verdict::Found(Counted::Exactly(number * self.ways_walked(question))),
            Err(reason) => Verdict::Stopped(reason),
        }
    }

    /// How often each path or cycle of a sweep, which knows no direction, is to be counted: in a
    /// directed graph all arcs of which have one back, once each way, unless its ends are given.
    fn ways_walked(&self, question: Question) -> u32 {
        let is_open = matches!(question, Question::Paths | Question::Cycles);
        let is_walked = self.subject.direction() == Direction::Directed;
        if is_open && is_walked && self.subject.graph().vertices() > 1 { 2 } else { 1 }
    }

    /// How many there are, seen one by one.
    fn count_each(&mut self) -> Verdict<Counted> {
        let mut solutions: u64 = 0;
        let search = self.watched(|graph, terms, options, observer| {
            let count = hamilton::count(graph, terms, options, observer);
            solutions = count.solutions;
            count.search
        });
        self.effort.add(&search.statistics);
        match search.outcome {
            Outcome::Found(never) => match never {},
            Outcome::Stopped(reason) if solutions == 0 => Verdict::Stopped(reason),
            Outcome::Stopped(reason) => {
                // Of some the other direction was not seen yet.
                let least = solutions.div_ceil(self.directions());
                Verdict::Found(Counted::AtLeast(least.into(), reason))
            }
            Outcome::Exhausted if solutions == 0 => Verdict::Impossible(Proof::Searched),
            Outcome::Exhausted => {
                Verdict::Found(Counted::Exactly((solutions / self.directions()).into()))
            }
        }
    }

    /// How often a search sees each path, once in each direction.
    fn directions(&self) -> u64 {
        if self.is_reversible() { 2 } else { 1 }
    }

    /// What a sweep is to count, where it can: waypoints are beyond it.
    fn question(&self) -> Option<Question> {
        let Terms { shape, start, end, waypoints } = &self.terms;
        if !waypoints.is_empty() {
            return None;
        }
        match (shape, start, end) {
            (Shape::Cycle, _, None) => Some(Question::Cycles),
            (Shape::Cycle, _, Some(_)) => None,
            (Shape::Path, None, None) => Some(Question::Paths),
            (Shape::Path, Some(one), None) | (Shape::Path, None, Some(one)) => {
                Some(Question::PathsFrom(*one))
            }
            (Shape::Path, Some(one), Some(other)) => Some(Question::PathsBetween(*one, *other)),
        }
    }

    /// The graph as it is swept, where it can be.
    fn sweep(&self) -> Option<FrontierDp> {
        let graph = self.subject.graph();
        let mut orders = vec![all(graph.vertices()).collect::<Vec<Vertex>>()];
        match &self.subject.vertices {
            Vertices::Cells(map) => orders.push(map.by_columns()),
            Vertices::Squares { .. } => {}
            // Layer by layer from a vertex that is far from others, which keeps frontiers narrow.
            Vertices::Words(_) => {
                let first = breadth_first(graph, 0);
                let far = first.order.last().copied().unwrap_or(0);
                orders.push(breadth_first(graph, far).order);
            }
        }
        FrontierDp::narrowest(graph, &orders).ok()
    }
}
