//! How many Hamiltonian paths or cycles a graph has, exactly, without looking at each.
//!
//! The vertices are gone through in a fixed order, and each is given its edges to later ones in
//! every way. Later vertices with an earlier neighbour are the frontier, and all that matters of
//! the edges chosen so far is how many of them each vertex of the frontier has, and which of these
//! vertices are the two ends of one path. States that agree in that are one, with the sum of the
//! ways that lead there. Time and memory grow with the width of the frontier, exponentially, and
//! with the number of vertices in proportion: a board of ten rows and a million columns is long,
//! but no harder.
//!
//! Where the frontier is wide for the number of vertices, states are by far the most beyond the
//! middle. Then both halves are gone through, each from its own end, and their states are joined at
//! the vertices between them: closed knight's tours of the 8 × 8 board are counted so.
//!
//! Knuth: The Art of Computer Programming 4A, 7.1.4, "Simpath"; the states are those of the
//! transfer matrix of Jensen: Self-avoiding walks and polygons on the square lattice, 2004. `McKay`:
//! Knight's tours of an 8 × 8 chessboard, 1997, joins two halves.

mod join;
mod layer;
mod mates;
mod plan;
#[cfg(test)]
mod tests;

use std::mem;
use std::time::Duration;

use num_bigint::BigUint;
use thiserror::Error;

use crate::control::{Limits, Observer, StopReason, Watch};
use crate::graph::{ColourBalance, Graph, Vertex, VertexColour, all, components, two_colouring};

use join::{FREE, join};
use layer::{CountContext, CutChoice, MayEnd, StateLayer, Transition, VertexStep};
use mates::{Mates, StateWord};
use plan::{Cut, ScheduleStep, VertexSchedule};

/// What is to be counted. None has a direction: a path and its reverse are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountKind {
    /// Paths with any ends.
    Paths,
    /// Paths with this vertex at one end.
    PathsFrom(Vertex),
    /// Paths with these vertices at their ends.
    PathsBetween(Vertex, Vertex),
    /// Cycles, of three vertices at least.
    Cycles,
}

/// Why a graph does not suit the frontier programme.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum UnsupportedGraph {
    /// The direction of an edge would matter.
    #[error("the graph is directed")]
    Directed,
    /// The frontier does not fit into a word.
    #[error(
        "the frontier is {width} vertices wide, and at most {} can be swept",
        FrontierDp::MAX_WIDTH
    )]
    TooWide {
        /// The most vertices at the frontier.
        width: u32,
    },
}

/// A number, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// How many there are, or why that is not known.
    pub number: Result<BigUint, StopReason>,
    /// States expanded, over all steps.
    pub expanded: usize,
    /// The most states of one step.
    pub peak_states: usize,
    /// How long it took.
    pub elapsed: Duration,
}

/// The frontier programme (a dynamic programme) for a graph in the order in which its vertices are
/// gone through; it can answer several questions.
pub struct FrontierDp {
    plan: VertexSchedule,
    cut: Option<Cut>,
    is_connected: bool,
    colours: Option<Vec<VertexColour>>,
}

/// With fewer states than this at the cut, the order is gone through to its end.
const SPLIT_STATES: usize = 1000;

impl FrontierDp {
    /// The widest frontier that is possible.
    pub const MAX_WIDTH: u32 = u128::SLOTS;

    /// Goes through the vertices in the order of their numbers.
    ///
    /// # Errors
    /// If the graph is directed, or the frontier too wide.
    pub fn new(graph: &Graph) -> Result<Self, UnsupportedGraph> {
        Self::narrowest(graph, &[all(graph.vertices()).collect()])
    }

    /// Takes the one of these orders for which the frontier is narrowest; each holds every vertex
    /// once.
    ///
    /// # Errors
    /// If the graph is directed, or the frontier too wide.
    ///
    /// # Panics
    /// If there is no order.
    pub fn narrowest(graph: &Graph, orders: &[Vec<Vertex>]) -> Result<Self, UnsupportedGraph> {
        if !graph.is_undirected() {
            return Err(UnsupportedGraph::Directed);
        }
        let plans =
            orders.iter().map(|order| (order, VertexSchedule::new(graph, order, order.len())));
        let (order, plan) = plans.min_by_key(|(_, plan)| plan.width).expect("an order");
        if plan.width > Self::MAX_WIDTH {
            return Err(UnsupportedGraph::TooWide { width: plan.width });
        }
        let cut = Cut::balanced(graph, order, &plan);
        let cut = cut.filter(|cut| cut.rest.width <= Self::MAX_WIDTH);
        let (is_connected, colours) = (components(graph).is_connected(), two_colouring(graph));
        Ok(FrontierDp { plan, cut, is_connected, colours })
    }

    /// The most vertices at the frontier.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.plan.width
    }

    /// Counts. [`Limits::max_states`] bounds the states that are kept at once,
    /// [`Limits::max_depth`] the steps.
    ///
    /// # Panics
    /// If the question names a vertex that the graph has not.
    pub fn count(&self, question: CountKind, limits: &Limits, observer: Observer<'_>) -> Count {
        self.count_split(question, SPLIT_STATES, limits, observer)
    }

    /// The same, in two halves where there are this many states at the cut.
    fn count_split(
        &self,
        question: CountKind,
        split_states: usize,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Count {
        let watch = Watch::new(*limits, observer);
        let mut run = CountContext { watch, expanded: 0, peak_states: 0, waiting: (0, 0) };
        let rest_width = self.cut.as_ref().map_or(0, |cut| cut.rest.width);
        let number = if self.plan.steps.len() == 1 && question != CountKind::Cycles {
            Ok(BigUint::from(1_u32))
        } else if let Some((given, ends)) = self.ends(question) {
            let cycles = question == CountKind::Cycles;
            let query = CountQuery { dp: self, cycles, given, ends, split_states };
            if self.plan.width.max(rest_width) <= u64::SLOTS {
                query.count::<u64>(&mut run)
            } else {
                query.count::<u128>(&mut run)
            }
        } else {
            Ok(BigUint::ZERO)
        };
        let CountContext { watch, expanded, peak_states, .. } = run;
        Count { number, expanded, peak_states, elapsed: watch.elapsed() }
    }

    /// Ends that are given, and how many may be chosen in each colour; `None` where there is no
    /// path or cycle for sure.
    fn ends(&self, question: CountKind) -> Option<(Vec<Vertex>, [u32; 2])> {
        let vertices = self.plan.steps.len();
        let given = match question {
            CountKind::Paths | CountKind::Cycles => Vec::new(),
            CountKind::PathsFrom(start) => vec![start],
            CountKind::PathsBetween(start, end) => vec![start, end],
        };
        assert!(given.iter().all(|&end| (end as usize) < vertices), "no such vertex");
        let least = if question == CountKind::Cycles { 3 } else { 2 };
        if vertices < least || !self.is_connected || (given.len() == 2 && given[0] == given[1]) {
            return None;
        }
        let is_cycle = question == CountKind::Cycles;
        let mut ends = match &self.colours {
            None if is_cycle => [0, 0],
            None => [2, 0],
            // A path goes from colour to colour: their numbers say which its ends have.
            Some(colours) => match ColourBalance::of_colours(colours)? {
                ColourBalance::Even if is_cycle => [0, 0],
                _ if is_cycle => return None,
                balance => balance.ends(),
            },
        };
        for &end in &given {
            let left = &mut ends[self.colour(end)];
            *left = left.checked_sub(1)?;
        }
        Some((given, ends))
    }

    /// 0 or 1; 0 where two colours are not enough.
    fn colour(&self, vertex: Vertex) -> usize {
        match &self.colours {
            Some(colours) if colours[vertex as usize] == VertexColour::Black => 1,
            _ => 0,
        }
    }
}

/// A question, put to a graph.
struct CountQuery<'a> {
    dp: &'a FrontierDp,
    cycles: bool,
    /// Ends that are given.
    given: Vec<Vertex>,
    /// How many ends may be chosen in each colour.
    ends: [u32; 2],
    split_states: usize,
}

impl CountQuery<'_> {
    fn count<W: StateWord>(&self, run: &mut CountContext<'_>) -> Result<BigUint, StopReason> {
        let joined = self.swept::<W>(self.dp.cut.as_ref(), run)?;
        joined.map_or_else(|| Ok(self.swept::<W>(None, run)?.expect("it is not cut")), Ok)
    }

    /// Goes through the order, as far as the cut; none if the numbers of ways are too large there
    /// to be joined.
    fn swept<W: StateWord>(
        &self,
        cut: Option<&Cut>,
        run: &mut CountContext<'_>,
    ) -> Result<Option<BigUint>, StopReason> {
        run.waiting = (0, 0);
        let mut layer = StateLayer::new(Mates::<W>::new(self.ends));
        let mut number = BigUint::ZERO;
        for (at, vertex) in self.dp.plan.steps.iter().enumerate() {
            if let Some(cut) = cut.filter(|cut| cut.first == at)
                && layer.len() >= self.split_states
            {
                return self.join(layer, cut, run);
            }
            let complete;
            (layer, complete) = step(layer, at, &self.vertex(vertex), run)?;
            number += complete;
        }
        Ok(Some(number))
    }

    /// Goes through the other half, and joins it to the first.
    fn join<W: StateWord>(
        &self,
        layer: StateLayer<W>,
        cut: &Cut,
        run: &mut CountContext<'_>,
    ) -> Result<Option<BigUint>, StopReason> {
        let mirror = cut.mirror_slots.as_ref().filter(|_| self.is_mirrored());
        let mut first = layer.moved(&cut.first_slots, run)?;
        run.waiting = (first.len(), first.bytes());
        let mirrored = mirror.map(|slots| layer.moved(slots, run)).transpose()?;
        drop(layer);
        let mut rest = if let Some(mirrored) = mirrored {
            mirrored
        } else {
            let mut rest = StateLayer::new(Mates::<W>::new(self.ends));
            run.waiting = (first.len(), first.bytes());
            for (at, vertex) in (cut.first..).zip(&cut.rest.steps) {
                (rest, _) = step(rest, at, &self.vertex(vertex), run)?;
            }
            rest.moved(&cut.rest_slots, run)?
        };
        let edges = cut.edges.iter().map(|&(one, other)| CutChoice::Edge(one, other));
        let ends = (0..).zip(&cut.vertices).filter(|_| !self.cycles);
        let ends = ends.map(|(slot, &vertex)| CutChoice::End(slot, self.may_end(vertex)));
        let free: Vec<CutChoice> = ends.chain(edges).collect();
        let (beforehand, joining) = free.split_at(free.len().saturating_sub(FREE));
        for (at, choice) in (cut.first + cut.rest.steps.len()..).zip(beforehand) {
            if first.len() > rest.len() {
                mem::swap(&mut first, &mut rest);
            }
            run.waiting = (rest.len(), rest.bytes());
            (first, _) = step(first, at, &Transition::CutChoice(*choice), run)?;
        }
        join(first, rest, joining, cut.vertices.len(), self.ends, run)
    }

    /// Whether the question is the same in the reverse order, if the graph is.
    fn is_mirrored(&self) -> bool {
        let steps = &self.dp.plan.steps;
        let colour = |step: &ScheduleStep| self.dp.colour(step.vertex);
        let keeps_colours = colour(&steps[0]) == colour(&steps[steps.len() - 1]);
        self.given.is_empty() && (keeps_colours || self.cycles)
    }

    fn vertex<'s, W: StateWord>(&self, step: &'s ScheduleStep) -> Transition<'s, W> {
        Transition::Vertex(VertexStep::new(step, self.may_end(step.vertex), self.cycles))
    }

    fn may_end(&self, vertex: Vertex) -> MayEnd {
        if self.given.contains(&vertex) {
            MayEnd::Must
        } else {
            MayEnd::May(self.dp.colour(vertex))
        }
    }
}

/// The next layer, and the number of paths or cycles that are complete.
fn step<W: StateWord>(
    layer: StateLayer<W>,
    at: usize,
    choice: &Transition<'_, W>,
    run: &mut CountContext<'_>,
) -> Result<(StateLayer<W>, BigUint), StopReason> {
    let depth = u32::try_from(at).unwrap_or(u32::MAX);
    if run.watch.limits().max_depth.is_some_and(|deepest| depth >= deepest) {
        return Err(StopReason::Depth);
    }
    layer.next(choice, depth, run)
}
