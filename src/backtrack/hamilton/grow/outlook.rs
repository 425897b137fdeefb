//! The dear tests, for a path that has had to retreat often: what the edges of the path leave
//! open to the others.

use crate::backtrack::Prospect;
use crate::backtrack::hamilton::arcs::Arcs;
use crate::backtrack::hamilton::edges::{Deduction, Fate, Mark, Network};
use crate::backtrack::hamilton::options::{Pruning, Prunings};
use crate::backtrack::hamilton::terms::Itinerary;
use crate::graph::Vertex;

/// Retreats without a solution that cost less than looking farther ahead.
const PATIENCE: u64 = 64;

/// Longer paths do without: to learn what follows from all the vertices that a path already has
/// takes time quadratic in them.
const LONGEST: usize = 1024;

pub(super) struct Outlook<'a> {
    arcs: &'a Arcs<'a>,
    route: &'a Itinerary,
    prunings: Prunings,
    /// Retreats since the last solution.
    retreats: u64,
    knowledge: Knowledge,
}

enum Knowledge {
    /// Nobody has looked yet.
    Unsought,
    /// There is no solution at all.
    Hopeless,
    /// What follows from as many vertices of the path as there are marks.
    Follows { deduction: Box<Deduction>, marks: Vec<Mark> },
}

impl<'a> Outlook<'a> {
    /// Nothing, where no dear test is wanted, or worth it.
    pub(super) fn new(
        arcs: &'a Arcs<'a>,
        route: &'a Itinerary,
        prunings: Prunings,
    ) -> Option<Self> {
        let is_wanted = prunings.has(Pruning::Blocks) || prunings.has(Pruning::TwoFactor);
        let knowledge = Knowledge::Unsought;
        (is_wanted && (3..=LONGEST).contains(&arcs.vertices())).then_some(Outlook {
            arcs,
            route,
            prunings,
            retreats: 0,
            knowledge,
        })
    }

    /// What lies ahead of a path that has just grown.
    #[inline]
    pub(super) fn judge(&mut self, path: &[Vertex]) -> Prospect {
        if path.len() == self.arcs.vertices() {
            self.retreats = 0;
        }
        if self.retreats < PATIENCE { Prospect::Open } else { self.look(path) }
    }

    fn look(&mut self, path: &[Vertex]) -> Prospect {
        if matches!(self.knowledge, Knowledge::Unsought) {
            self.knowledge = match Network::new(self.arcs, self.route) {
                Some(network) => Knowledge::Follows {
                    deduction: Box::new(Deduction::new(network, self.route, self.prunings)),
                    marks: Vec::new(),
                },
                None => Knowledge::Hopeless,
            };
        }
        let Knowledge::Follows { deduction, marks } = &mut self.knowledge else {
            return Prospect::Dead;
        };
        while marks.len() < path.len() {
            let mark = deduction.mark();
            let next = path[marks.len()];
            let network = deduction.network();
            let edge = match marks.len() {
                0 => network.beginning(next),
                behind => network.step(path[behind - 1], next),
            };
            let prospect = edge.map(|edge| deduction.decide(edge, Fate::Taken));
            if prospect == Some(Prospect::Dead) {
                deduction.retract(mark);
                return Prospect::Dead;
            }
            marks.push(mark);
        }
        deduction.look_far()
    }

    /// The path is about to lose its head.
    pub(super) fn retreat(&mut self, path: &[Vertex]) {
        self.retreats += 1;
        if let Knowledge::Follows { deduction, marks } = &mut self.knowledge
            && marks.len() == path.len()
            && let Some(mark) = marks.pop()
        {
            deduction.retract(mark);
        }
    }

    pub(super) fn work(&self) -> u64 {
        match &self.knowledge {
            Knowledge::Follows { deduction, .. } => deduction.work(),
            _ => 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match &self.knowledge {
            Knowledge::Follows { deduction, .. } => deduction.bytes(),
            _ => 0,
        }
    }
}
