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
//! transfer matrix of Jensen: Self-avoiding walks and polygons on the square lattice, 2004.
//! `McKay`: Knight's tours of an 8 × 8 chessboard, 1997, joins two halves.

mod join;
mod layer;
mod mates;
#[cfg(test)]
mod tests;

use std::mem;
use std::time::Duration;

use num_bigint::BigUint;
use thiserror::Error;

use crate::control::{Limits, Monitor, Observer, StopReason};
use crate::graph::{ColourBalance, Graph, Vertex, VertexColour, all, components, two_colouring};
use join::{FREE, join};
use layer::{CountContext, CutChoice, MayEnd, StateLayer, Transition, VertexStep};
use mates::{Mates, StateWord};

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
        let watch = Monitor::new(*limits, observer);
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

/// One vertex of an order.
struct ScheduleStep {
    vertex: Vertex,
    /// Where the vertex is at the frontier.
    slot: u32,
    /// Whether it comes to the frontier only now, so that it has no edges yet.
    is_new: bool,
    /// Where its neighbours are that come later in the order.
    onward: Vec<u32>,
    /// Those of them that come to the frontier now.
    opened: Vec<u32>,
    /// The others that are to come to the frontier after this step.
    unseen: usize,
}

/// The steps of an order, or of its first part.
struct VertexSchedule {
    steps: Vec<ScheduleStep>,
    /// The most slots that are in use at once.
    width: u32,
    /// Where each vertex is while it is at the frontier; `None` if it never comes there.
    slots: Vec<Option<u32>>,
}

impl VertexSchedule {
    /// The first `length` steps in this order. Loops do not count, and of parallel edges one does.
    fn new(graph: &Graph, order: &[Vertex], length: usize) -> Self {
        let place = places(order);
        let mut slots: Vec<Option<u32>> = vec![None; graph.vertices()];
        let mut free: Vec<u32> = Vec::new();
        let (mut width, mut seen) = (0, 0);
        let mut take = |free: &mut Vec<u32>| {
            seen += 1;
            free.pop().unwrap_or_else(|| {
                width += 1;
                width - 1
            })
        };
        let mut steps = Vec::with_capacity(length);
        for (at, &vertex) in order[..length].iter().enumerate() {
            let known = slots[vertex as usize];
            let slot = *slots[vertex as usize].get_or_insert_with(|| take(&mut free));
            // The vertex leaves before the new ones come, so that one of them may have its slot.
            free.push(slot);
            let mut later: Vec<Vertex> = graph.neighbours(vertex).to_vec();
            later.retain(|&other| place[other as usize] > at);
            later.sort_unstable_by_key(|&other| place[other as usize]);
            later.dedup();
            let mut opened = Vec::new();
            for &other in &later {
                if slots[other as usize].is_none() {
                    let slot = take(&mut free);
                    slots[other as usize] = Some(slot);
                    opened.push(slot);
                }
            }
            let onward = later.iter().filter_map(|&other| slots[other as usize]).collect();
            steps.push(ScheduleStep {
                vertex,
                slot,
                is_new: known.is_none(),
                onward,
                opened,
                unseen: 0,
            });
        }
        // How many come to the frontier after each step is known when all have been gone through.
        let mut unseen = order.len() - seen;
        for step in steps.iter_mut().rev() {
            step.unseen = unseen;
            unseen += step.opened.len() + usize::from(step.is_new);
        }
        VertexSchedule { steps, width, slots }
    }
}

/// Where each vertex is in an order of all.
fn places(order: &[Vertex]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (at, &vertex) in order.iter().enumerate() {
        places[vertex as usize] = at;
    }
    places
}

/// Vertices that separate the first ones of an order from the rest, so that both sides can be
/// gone through by themselves, each from its own end, and then joined.
struct Cut {
    /// The vertices before the cut.
    first: usize,
    /// The steps from the last vertex of the order back to the cut.
    rest: VertexSchedule,
    /// The vertices of the cut: the frontier of the first side.
    vertices: Vec<Vertex>,
    /// The edges between them, as places in that list.
    edges: Vec<(u32, u32)>,
    /// The slots of these vertices after the steps of the first side.
    first_slots: Vec<Option<u32>>,
    /// The slots after those of the rest; `None` where no neighbour is there.
    rest_slots: Vec<Option<u32>>,
    /// Where the graph is the same in the reverse order, as a rectangle is after half a turn: the
    /// slots that make the states of the rest out of those of the first side.
    mirror_slots: Option<Vec<Option<u32>>>,
}

impl Cut {
    /// The cut that leaves the two sides as equal as possible. `None` where the frontier is narrow
    /// for so many vertices, so that states are as many everywhere and nothing is gained.
    fn balanced(graph: &Graph, order: &[Vertex], plan: &VertexSchedule) -> Option<Self> {
        const LONG: usize = 5;
        let vertices = order.len();
        if plan.width as usize * LONG <= vertices {
            return None;
        }
        let place = places(order);
        let frontier = |first: usize| -> Vec<Vertex> {
            let is_met = |&&vertex: &&Vertex| {
                graph.neighbours(vertex).iter().any(|&other| place[other as usize] < first)
            };
            order[first..].iter().filter(is_met).copied().collect()
        };
        let rest = |first: usize, cut: &[Vertex]| vertices - first - cut.len();
        let cuts = (1..vertices).map(|first| (first, frontier(first)));
        let (first, cut) = cuts
            .filter(|(first, cut)| rest(*first, cut) > 0)
            .min_by_key(|(first, cut)| (first.abs_diff(rest(*first, cut)), cut.len()))?;
        let is_cut = |vertex: &Vertex| cut.contains(vertex);
        let mut backward: Vec<Vertex> =
            order[first..].iter().rev().copied().filter(|vertex| !is_cut(vertex)).collect();
        let length = backward.len();
        let is_mirror = backward.iter().eq(order.iter().rev().take(first));
        backward.extend(&cut);
        // The vertices of the first side are not there: they are no neighbours of the others.
        backward.extend(&order[..first]);
        let rest = VertexSchedule::new(graph, &backward, length);
        let pairs = (0..).zip(&cut).flat_map(|(index, &one)| {
            let later = (0..).zip(&cut).skip(index as usize + 1);
            let joined = later.filter(move |&(_, other)| graph.neighbours(one).contains(other));
            joined.map(move |(other, _)| (index, other))
        });
        let edges = pairs.collect();
        let first_slots = cut.iter().map(|&vertex| plan.slots[vertex as usize]).collect();
        let rest_slots = cut.iter().map(|&vertex| rest.slots[vertex as usize]).collect();
        let mirrored = |vertex: Vertex| order[vertices - 1 - place[vertex as usize]];
        let mirror_slots = (is_mirror && is_automorphism(graph, mirrored))
            .then(|| cut.iter().map(|&vertex| plan.slots[mirrored(vertex) as usize]).collect());
        Some(Cut { first, rest, vertices: cut, edges, first_slots, rest_slots, mirror_slots })
    }
}

/// Whether the images of neighbours are neighbours.
fn is_automorphism(graph: &Graph, image: impl Fn(Vertex) -> Vertex) -> bool {
    let mut edges = all(graph.vertices())
        .flat_map(|from| graph.neighbours(from).iter().map(move |&to| (from, to)));
    edges.all(|(from, to)| graph.neighbours(image(from)).contains(&image(to)))
}
