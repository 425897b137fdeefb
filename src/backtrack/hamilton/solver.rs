//! Where graph, terms and method meet.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::backtrack::engine::{Attempt, Engine, Search, Statistics};
use crate::control::{Observer, Outcome, Watch};
use crate::graph::{Graph, Vertex};

use super::arcs::Arcs;
use super::colours::Colouring;
use super::edges::{self, Edges, Quest};
use super::grow::{Grow, Trail};
use super::options::{Method, Options, Order, Pruning};
use super::terms::{Itinerary, Terms};

/// Looks for Hamiltonian paths and cycles of one graph, again and again: what can be kept from
/// one search to the next is kept.
pub struct Solver<'g> {
    arcs: Arcs<'g>,
    options: Options,
    trail: Trail,
    growing: Engine<Vertex>,
    deciding: Engine<edges::Choice>,
}

/// How many solutions there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Those that were seen.
    pub solutions: u64,
    /// Whether these are all, and what it took.
    pub search: Search<Infallible>,
}

/// Solutions, as a search comes upon them.
enum Sight<'a, 'b> {
    Grown(&'a [Vertex]),
    Decided(&'a Edges<'b>),
}

/// Which methods are to be used, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    Grow,
    Edges,
    /// A path that grows, while that takes few retreats.
    GrowThenEdges,
}

impl<'g> Solver<'g> {
    /// # Complexity
    /// Time and memory in proportion to the graph.
    #[must_use]
    pub fn new(graph: &'g Graph, options: &Options) -> Self {
        let arcs = Arcs::new(graph);
        Solver {
            trail: Trail::new(&arcs),
            arcs,
            options: options.clone(),
            growing: Engine::default(),
            deciding: Engine::default(),
        }
    }

    /// Shows every Hamiltonian path, or cycle, to `visit`, until that breaks. Each is shown once
    /// in each direction in which it fits the terms; a cycle as it is met from its start, or to
    /// its end, or else from the first waypoint or vertex 0.
    ///
    /// So in an undirected graph, where the terms leave the direction open, each is shown twice.
    pub fn visit<T>(
        &mut self,
        terms: &Terms,
        observer: Observer<'_>,
        mut visit: impl FnMut(&[Vertex]) -> ControlFlow<T>,
    ) -> Search<T> {
        self.run(terms, Quest::All, observer, |sight| sight.show(&mut visit))
    }

    /// The first Hamiltonian path or cycle that is found.
    pub fn first(&mut self, terms: &Terms, observer: Observer<'_>) -> Search<Vec<Vertex>> {
        self.run(terms, Quest::One, observer, |sight| {
            sight.show(&mut |path| ControlFlow::Break(path.to_vec()))
        })
    }

    /// The number of paths or cycles that [`visit`](Self::visit) would show.
    pub fn count(&mut self, terms: &Terms, observer: Observer<'_>) -> Count {
        let mut solutions = 0;
        let search = self.run(terms, Quest::All, observer, |sight| {
            solutions += sight.number();
            ControlFlow::Continue(())
        });
        Count { solutions, search }
    }

    fn run<T>(
        &mut self,
        terms: &Terms,
        quest: Quest,
        observer: Observer<'_>,
        mut visit: impl FnMut(&Sight<'_, '_>) -> ControlFlow<T>,
    ) -> Search<T> {
        let mut statistics = Statistics::default();
        let limits = self.options.limits;
        let mut watch = Watch::new(limits, observer);
        let outcome = match Itinerary::new(terms, self.arcs.vertices()) {
            None => Outcome::Exhausted,
            Some(route) => self.follow(&route, quest, &mut watch, &mut statistics, &mut visit),
        };
        statistics.elapsed = watch.elapsed();
        Search { outcome, statistics }
    }

    fn follow<T>(
        &mut self,
        route: &Itinerary,
        quest: Quest,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
        visit: &mut impl FnMut(&Sight<'_, '_>) -> ControlFlow<T>,
    ) -> Outcome<T> {
        let Solver { arcs, options, trail, growing, deciding } = self;
        let plan = plan(options, arcs.vertices(), quest);
        let Options { order, prunings, restarts, .. } = &*options;
        let mut grown = |path: &Grow<'_>| visit(&Sight::Grown(path.vertices()));
        match plan {
            Plan::Edges => {}
            Plan::Grow => {
                if prunings.has(Pruning::Colours) && Colouring::of(arcs).forbids(route) {
                    return Outcome::Exhausted;
                }
                let mut path = Grow::new(arcs, route, order, *prunings, trail);
                return growing.attempts(&mut path, *restarts, watch, statistics, grown);
            }
            Plan::GrowThenEdges => {
                // What sees far is left to the edges.
                let cheap = prunings.without(Pruning::Blocks).without(Pruning::TwoFactor);
                let mut path = Grow::new(arcs, route, order, cheap, trail);
                let patience = Some(patience(arcs.vertices()));
                match growing.attempt(&mut path, patience, watch, statistics, &mut grown) {
                    Attempt::Over(outcome) => return outcome,
                    Attempt::Spent => {}
                }
            }
        }
        let Some(mut edges) = Edges::new(arcs, route, *prunings, quest) else {
            return Outcome::Exhausted;
        };
        deciding.attempts(&mut edges, *restarts, watch, statistics, |edges| {
            visit(&Sight::Decided(edges))
        })
    }
}

/// The methods that suit the options.
fn plan(options: &Options, vertices: usize, quest: Quest) -> Plan {
    match (options.method, &options.order, quest) {
        _ if vertices < 3 => Plan::Grow,
        (Method::Edges, ..) | (Method::Auto, Order::Warnsdorff(_), Quest::All) => Plan::Edges,
        (Method::Auto, Order::Warnsdorff(_), Quest::One) => Plan::GrowThenEdges,
        (Method::Grow | Method::Auto, ..) => Plan::Grow,
    }
}

/// Retreats that cost little beside making a network of so many vertices.
fn patience(vertices: usize) -> u64 {
    16 + vertices as u64 / 256
}

impl Sight<'_, '_> {
    fn number(&self) -> u64 {
        match self {
            Sight::Grown(_) => 1,
            Sight::Decided(edges) => edges.ways_round(),
        }
    }

    fn show<T>(&self, visit: &mut impl FnMut(&[Vertex]) -> ControlFlow<T>) -> ControlFlow<T> {
        match self {
            Sight::Grown(path) => visit(path),
            Sight::Decided(edges) => edges.solutions().iter().try_for_each(|path| visit(path)),
        }
    }
}
