//! A path that grows at its head, as a [`Problem`].

mod trail;

use crate::backtrack::engine::{Feasibility, Problem};
use crate::graph::Vertex;

use super::arcs::Arcs;
use super::constraints::{ResolvedConstraints, Shape};
use super::edges::{EdgeState, Network, Propagator, TrailMark};
use super::options::{Pruning, PruningSet, VertexOrder};
use trail::{DegreePruning, NeighbourOrder, keep};

pub(super) use trail::PathState;

/// A path and what is left beside it.
pub(super) struct PathExtension<'a> {
    arcs: &'a Arcs<'a>,
    route: &'a ResolvedConstraints,
    prunings: PruningSet,
    ranking: Option<NeighbourOrder<'a>>,
    trail: &'a mut PathState,
    degrees: Option<DegreePruning>,
    checks: Option<GlobalChecks<'a>>,
    /// The places of the stops already met: how many.
    met: u32,
}

impl<'a> PathExtension<'a> {
    /// A search that begins with nothing visited.
    pub(super) fn new(
        arcs: &'a Arcs<'a>,
        route: &'a ResolvedConstraints,
        order: &'a VertexOrder,
        prunings: PruningSet,
        trail: &'a mut PathState,
    ) -> Self {
        PathExtension {
            arcs,
            route,
            prunings,
            ranking: NeighbourOrder::new(order),
            degrees: prunings.has(Pruning::Degrees).then(|| DegreePruning::new(arcs, route)),
            checks: GlobalChecks::new(arcs, route, prunings),
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

    /// Whether a vertex may come now, as far as the constraints go.
    fn is_its_turn(&self, vertex: Vertex) -> bool {
        if self.route.end == Some(vertex) && self.trail.left() > 1 {
            return false;
        }
        self.route.place(vertex).is_none_or(|place| place == self.met + 1)
    }

    /// Whether a path is given up where a neighbour of its head has no way on.
    fn looks_ahead(&self) -> bool {
        self.prunings.has(Pruning::LookAhead) && self.arcs.are_undirected() && self.trail.left() > 1
    }
}

impl Problem for PathExtension<'_> {
    type Choice = Vertex;

    fn choices(&mut self, choices: &mut Vec<Vertex>) {
        let Some(&head) = self.trail.path.last() else {
            self.first_choices(choices);
            return;
        };
        let begin = choices.len();
        let mut fewest = u32::MAX;
        for &vertex in self.arcs.from(head).iter().filter(|&&vertex| self.trail.is_free(vertex)) {
            fewest = fewest.min(self.trail.onward(vertex));
            choices.push(vertex);
        }
        if fewest == 0 && self.looks_ahead() {
            choices.truncate(begin);
            return;
        }
        if let Some(degrees) = &self.degrees
            && fewest < 2
        {
            degrees.keep_allowed(choices, begin, self.trail);
        }
        if !self.route.stops.is_empty() {
            keep(choices, begin, |vertex| self.is_its_turn(vertex));
        }
        if let Some(ranking) = &mut self.ranking {
            ranking.sort(&mut choices[begin..], self.arcs, self.trail);
        }
    }

    fn apply(&mut self, choice: Vertex) -> Feasibility {
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
            && degrees.enter(self.arcs, self.trail) == Feasibility::Impossible
        {
            return Feasibility::Impossible;
        }
        match &mut self.checks {
            Some(checks) => checks.judge(&self.trail.path),
            None => Feasibility::Possible,
        }
    }

    fn undo(&mut self, choice: Vertex) {
        if let Some(degrees) = &mut self.degrees {
            degrees.leave(self.arcs, self.trail);
        }
        if let Some(checks) = &mut self.checks {
            checks.undo(&self.trail.path);
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
        self.checks.as_ref().map_or(0, GlobalChecks::work)
    }

    fn bytes(&self) -> usize {
        let checks = self.checks.as_ref().map_or(0, GlobalChecks::bytes);
        self.arcs.bytes() + self.trail.bytes() + checks
    }
}

/// Backtracks without a solution that cost less than looking farther ahead.
const BACKTRACKS_BEFORE: u64 = 64;

/// Longer paths do without: to learn what follows from all the vertices that a path already has
/// takes time quadratic in them.
const LONGEST: usize = 1024;

/// The expensive checks, for a path that has had to backtrack often: what the edges of the path leave
/// open to the others.
struct GlobalChecks<'a> {
    arcs: &'a Arcs<'a>,
    route: &'a ResolvedConstraints,
    prunings: PruningSet,
    /// Backtracks since the last solution.
    backtracks: u64,
    knowledge: CheckState,
}

enum CheckState {
    /// The checks were not needed yet.
    NotComputed,
    /// There is no solution at all.
    Impossible,
    /// What follows from as many vertices of the path as there are marks.
    Follows { deduction: Box<Propagator>, marks: Vec<TrailMark> },
}

impl<'a> GlobalChecks<'a> {
    /// `None` where no expensive check is wanted, or worth it.
    fn new(
        arcs: &'a Arcs<'a>,
        route: &'a ResolvedConstraints,
        prunings: PruningSet,
    ) -> Option<Self> {
        let is_wanted = prunings.has(Pruning::Blocks) || prunings.has(Pruning::TwoFactor);
        let knowledge = CheckState::NotComputed;
        (is_wanted && (3..=LONGEST).contains(&arcs.vertices())).then_some(GlobalChecks {
            arcs,
            route,
            prunings,
            backtracks: 0,
            knowledge,
        })
    }

    /// What lies ahead of a path that has just grown.
    #[inline]
    fn judge(&mut self, path: &[Vertex]) -> Feasibility {
        if path.len() == self.arcs.vertices() {
            self.backtracks = 0;
        }
        if self.backtracks < BACKTRACKS_BEFORE { Feasibility::Possible } else { self.look(path) }
    }

    fn look(&mut self, path: &[Vertex]) -> Feasibility {
        if matches!(self.knowledge, CheckState::NotComputed) {
            self.knowledge = match Network::new(self.arcs, self.route) {
                Some(network) => CheckState::Follows {
                    deduction: Box::new(Propagator::new(network, self.route, self.prunings)),
                    marks: Vec::new(),
                },
                None => CheckState::Impossible,
            };
        }
        let CheckState::Follows { deduction, marks } = &mut self.knowledge else {
            return Feasibility::Impossible;
        };
        while marks.len() < path.len() {
            let mark = deduction.mark();
            let next = path[marks.len()];
            let network = deduction.network();
            let edge = match marks.len() {
                0 => network.beginning(next),
                behind => network.step(path[behind - 1], next),
            };
            let feasibility = edge.map(|edge| deduction.decide(edge, EdgeState::Taken));
            if feasibility == Some(Feasibility::Impossible) {
                deduction.retract(mark);
                return Feasibility::Impossible;
            }
            marks.push(mark);
        }
        deduction.look_far()
    }

    /// The path is about to lose its head.
    fn undo(&mut self, path: &[Vertex]) {
        self.backtracks += 1;
        if let CheckState::Follows { deduction, marks } = &mut self.knowledge
            && marks.len() == path.len()
            && let Some(mark) = marks.pop()
        {
            deduction.retract(mark);
        }
    }

    fn work(&self) -> u64 {
        match &self.knowledge {
            CheckState::Follows { deduction, .. } => deduction.work(),
            _ => 0,
        }
    }

    fn bytes(&self) -> usize {
        match &self.knowledge {
            CheckState::Follows { deduction, .. } => deduction.bytes(),
            _ => 0,
        }
    }
}
