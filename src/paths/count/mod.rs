//! Exact numbers of Hamiltonian paths and cycles, by dynamic programming over a frontier.
//!
//! The vertices are processed in a fixed order. Each gets its edges to later vertices in every
//! possible way. The frontier is the set of later vertices with an earlier neighbour. A state is
//! the number of edges of each frontier vertex, and the pairs of these vertices that are the ends
//! of one path. Equal states are merged, and their numbers of ways added. Time and memory are
//! exponential in the width of the frontier and linear in the number of vertices.
//!
//! If the frontier is wide for the number of vertices, most states lie beyond the middle. Then both
//! halves are processed, each from its own end, and their states are joined at the vertices between
//! them. Closed knight's tours of the 8 × 8 board are counted like this. Large layers are expanded
//! and joined by all processors.
//!
//! Knuth: The Art of Computer Programming 4A, 7.1.4, "Simpath". Jensen: Self-avoiding walks and
//! polygons on the square lattice, 2004 (states). `McKay`: Knight's tours of an 8 × 8 chessboard,
//! 1997 (halves).

mod join;
mod layer;
pub(crate) mod mates;
mod order;
mod store;
mod table;
#[cfg(test)]
mod tests;

use std::{io, mem, time::Duration};

use num_bigint::BigUint;
use thiserror::Error;

use crate::{
    control::{Limits, Monitor, Observer, StopReason},
    graph::{ColourBalance, Graph, Vertex, VertexColour, all, components, two_colouring},
};
use join::{CutSymmetry, FREE, Join};
pub use order::VertexSequence;
pub use store::CountFolder;

use layer::{CutChoice, MayEnd, StateLayer, Transition, VertexStep};
use mates::{Mates, StateWord};
use store::{Checkpoint, CountContext, CountStop};

/// The paths or cycles to count. A path and its reverse count as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountKind {
    /// All paths.
    Paths,
    /// Paths with this vertex at one end.
    PathsFrom(Vertex),
    /// Paths with these vertices at their ends.
    PathsBetween(Vertex, Vertex),
    /// Cycles of at least three vertices.
    Cycles,
}

/// A reason why the frontier programme does not support a graph.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum UnsupportedGraph {
    /// The graph is directed.
    #[error("the graph is directed")]
    Directed,
    /// The frontier is wider than [`FrontierDp::MAX_WIDTH`].
    #[error(
        "the frontier is {width} vertices wide; the maximum is {}",
        FrontierDp::MAX_WIDTH
    )]
    TooWide {
        /// The width of the frontier.
        width: u32,
    },
}

/// A number and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Count {
    /// The number, or the reason why the count was stopped.
    pub number: Result<BigUint, StopReason>,
    /// The number of states expanded.
    pub expanded: usize,
    /// The maximum number of states of one step.
    pub peak_states: usize,
    /// The duration.
    pub elapsed: Duration,
}

/// The dynamic programme for a graph and an order of its vertices. It answers several questions.
pub struct FrontierDp {
    plan: VertexSchedule,
    cut: Option<Cut>,
    is_connected: bool,
    colours: Option<Vec<VertexColour>>,
}

debug_fields!(FrontierDp, is_connected);

/// With fewer states than this at the cut, the second half is not processed by itself.
const SPLIT_STATES: usize = 1000;

impl FrontierDp {
    /// The maximum width of the frontier.
    pub const MAX_WIDTH: u32 = u128::SLOTS;

    /// Makes the programme for the order of the vertices' numbers.
    ///
    /// # Errors
    /// If the graph is directed, or the frontier too wide.
    pub fn new(graph: &Graph) -> Result<Self, UnsupportedGraph> {
        Self::narrowest(graph, &[all(graph.vertices()).collect()])
    }

    /// Makes the programme for the order that is likely to have the fewest states, as the frontier
    /// is narrow. Each order has every vertex once.
    ///
    /// # Errors
    /// If the graph is directed, or the frontier too wide.
    ///
    /// # Panics
    /// If `orders` is empty.
    pub fn narrowest(graph: &Graph, orders: &[Vec<Vertex>]) -> Result<Self, UnsupportedGraph> {
        if !graph.is_undirected() {
            return Err(UnsupportedGraph::Directed);
        }
        let plans = orders
            .iter()
            .map(|order| (order, VertexSchedule::new(graph, order, order.len())));
        let (order, plan) = plans
            .min_by(|(_, one), (_, other)| one.cost().total_cmp(&other.cost()))
            .expect("an order");
        if plan.width > Self::MAX_WIDTH {
            return Err(UnsupportedGraph::TooWide { width: plan.width });
        }
        let colours = two_colouring(graph);
        let cut = Cut::balanced(graph, order, &plan, colours.as_ref());
        Ok(FrontierDp {
            plan,
            cut: cut.filter(|cut| cut.rest.width <= Self::MAX_WIDTH),
            is_connected: components(graph).is_connected(),
            colours,
        })
    }

    /// Returns the width of the frontier.
    pub const fn width(&self) -> u32 {
        self.plan.width
    }

    /// Estimates the number of states with a frontier of this width.
    fn states_of(width: usize) -> f64 {
        3_f64.powi(i32::try_from(width).unwrap_or(i32::MAX))
    }

    /// Counts paths or cycles, and reports progress. [`Limits::max_states`] bounds the states in
    /// memory, [`Limits::max_depth`] the steps.
    ///
    /// # Panics
    /// If the graph does not have a vertex of the question.
    pub fn count(&self, question: CountKind, limits: &Limits, observer: Observer<'_>) -> Count {
        self.count_split(question, SPLIT_STATES, None, limits, observer)
            .expect("without a folder no file is written")
    }

    /// Counts as [`count`](Self::count) does, saves the count in the folder, and resumes the one
    /// that is there. States beyond [`Limits::max_bytes`] are in files of the folder.
    ///
    /// # Errors
    /// If the folder has the count of something else, or a file cannot be written or read.
    ///
    /// # Panics
    /// If the graph does not have a vertex of the question.
    pub fn count_in(
        &self,
        folder: &mut CountFolder,
        question: CountKind,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> io::Result<Count> {
        self.count_split(question, SPLIT_STATES, Some(folder), limits, observer)
    }

    /// Counts in two halves if there are at least `split_states` at the cut.
    fn count_split(
        &self,
        question: CountKind,
        split_states: usize,
        folder: Option<&mut CountFolder>,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> io::Result<Count> {
        let monitor = Monitor::new(*limits, observer);
        let mut run = CountContext {
            monitor,
            expanded: 0,
            peak_states: 0,
            depth: 0,
            waiting: (0, 0),
            folder,
        };
        let rest_width = self.cut.as_ref().map_or(0, |cut| cut.rest.width);
        let number = if self.plan.steps.len() == 1 && question != CountKind::Cycles {
            Ok(BigUint::from(1_u32))
        } else if let Some((given, ends)) = self.ends(question) {
            let query = CountQuery {
                dp: self,
                cycles: question == CountKind::Cycles,
                given,
                ends,
                split_states,
            };
            if self.plan.width.max(rest_width) <= u64::SLOTS {
                query.count::<u64>(&mut run)
            } else {
                query.count::<u128>(&mut run)
            }
        } else {
            Ok(BigUint::ZERO)
        };
        let number = match number {
            Ok(number) => Ok(number),
            Err(CountStop::Stopped(reason)) => Err(reason),
            Err(CountStop::Failed(error)) => return Err(error),
        };
        Ok(Count {
            number,
            expanded: run.expanded,
            peak_states: run.peak_states,
            elapsed: run.monitor.elapsed(),
        })
    }

    /// Returns the given ends, and the number of ends to choose for each colour. `None` if no path
    /// or cycle exists.
    fn ends(&self, question: CountKind) -> Option<(Vec<Vertex>, [u32; 2])> {
        let vertices = self.plan.steps.len();
        let given = match question {
            CountKind::Paths | CountKind::Cycles => Vec::new(),
            CountKind::PathsFrom(start) => vec![start],
            CountKind::PathsBetween(start, end) => vec![start, end],
        };
        assert!(
            given.iter().all(|&end| (end as usize) < vertices),
            "no such vertex"
        );
        let least = if question == CountKind::Cycles { 3 } else { 2 };
        if vertices < least || !self.is_connected || (given.len() == 2 && given[0] == given[1]) {
            return None;
        }
        let is_cycle = question == CountKind::Cycles;
        let mut ends = match &self.colours {
            None if is_cycle => [0, 0],
            None => [2, 0],
            // A path alternates between the colours, which determines those of its ends.
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

    /// Returns 0 or 1; 0 if the graph is not bipartite.
    fn colour(&self, vertex: Vertex) -> usize {
        match &self.colours {
            Some(colours) if colours[vertex as usize] == VertexColour::Black => 1,
            _ => 0,
        }
    }
}

/// A question about a graph.
struct CountQuery<'a> {
    dp: &'a FrontierDp,
    cycles: bool,
    /// The given ends.
    given: Vec<Vertex>,
    /// The number of ends to choose for each colour.
    ends: [u32; 2],
    split_states: usize,
}

impl CountQuery<'_> {
    fn count<W: StateWord>(&self, run: &mut CountContext<'_>) -> Result<BigUint, CountStop> {
        self.swept::<W>(self.dp.cut.as_ref(), run)?.map_or_else(
            || Ok(self.swept::<W>(None, run)?.expect("it is not cut")),
            Ok,
        )
    }

    /// Processes the order up to the cut. `None` if the numbers there are too large for the join.
    fn swept<W: StateWord>(
        &self,
        cut: Option<&Cut>,
        run: &mut CountContext<'_>,
    ) -> Result<Option<BigUint>, CountStop> {
        run.waiting = (0, 0);
        let mut layer = StateLayer::new(Mates::<W>::new(self.ends));
        let mut number = BigUint::ZERO;
        let mut first = 0;
        let key = self.key();
        if let Some(folder) = &run.folder
            && let Some(saved) = folder.saved(&key)?
        {
            first = saved.step;
            layer = StateLayer::of_saved(saved);
            (number, run.expanded) = (BigUint::from_bytes_le(&saved.complete), saved.expanded);
        }
        for (at, vertex) in self.dp.plan.steps.iter().enumerate().skip(first) {
            let is_cut = cut.is_some_and(|cut| cut.first == at) && layer.len() >= self.split_states;
            if let Some(folder) = &mut run.folder
                && (is_cut || layer.has_files() || folder.is_due())
            {
                let saved = Checkpoint {
                    key: key.clone(),
                    step: at,
                    expanded: run.expanded,
                    complete: number.to_bytes_le(),
                    ..Checkpoint::default()
                };
                folder.save(saved, |folder| layer.save(folder, at))?;
            }
            if let Some(cut) = cut.filter(|_| is_cut) {
                let Some(folder) = run.folder.take() else {
                    return self.join(layer, cut, run);
                };
                if let Some(number) = self.join_saved(layer, cut, folder, run)? {
                    return Ok(Some(number));
                }
                layer = StateLayer::of_saved(folder.saved(&key)?.expect("it was saved"));
                (run.folder, run.waiting) = (Some(folder), (0, 0));
            }
            let complete;
            (layer, complete) = step(layer, at, &self.vertex(vertex), run)?;
            number += complete;
        }
        Ok(Some(number))
    }

    /// Joins the halves after a checkpoint, as the join saves nothing. `None` if it takes too much
    /// memory.
    fn join_saved<W: StateWord>(
        &self,
        mut layer: StateLayer<W>,
        cut: &Cut,
        folder: &CountFolder,
        run: &mut CountContext<'_>,
    ) -> Result<Option<BigUint>, CountStop> {
        let read = layer.read_files(folder, run);
        match read.and_then(|()| self.join(layer, cut, run)) {
            Err(CountStop::Stopped(StopReason::Memory)) => Ok(None),
            joined => joined,
        }
    }

    /// Returns a description of the graph, its order and the question.
    fn key(&self) -> Vec<u32> {
        let mut key = vec![self.cycles.into(), self.ends[0], self.ends[1]];
        key.extend(&self.given);
        for ScheduleStep {
            vertex,
            slot,
            is_new,
            onward,
            opened,
            ..
        } in &self.dp.plan.steps
        {
            key.extend([*vertex, *slot, (*is_new).into(), u32::MAX]);
            key.extend(onward.iter().chain(&[u32::MAX]).chain(opened));
        }
        key
    }

    /// Processes the other half and joins it to the first.
    fn join<W: StateWord>(
        &self,
        layer: StateLayer<W>,
        cut: &Cut,
        run: &mut CountContext<'_>,
    ) -> Result<Option<BigUint>, CountStop> {
        let edges = cut
            .edges
            .iter()
            .map(|&(one, other)| CutChoice::Edge(one, other));
        let free: Vec<CutChoice> = (0..)
            .zip(&cut.vertices)
            .filter(|_| !self.cycles)
            .map(|(slot, &vertex)| CutChoice::End(slot, self.may_end(vertex)))
            .chain(edges)
            .collect();
        let mut first = layer.moved(&cut.first_slots);
        let symmetry = cut.symmetry.as_ref().filter(|_| self.is_symmetric(cut));
        if let Some(symmetry) = symmetry.filter(|_| self.cycles && free.len() <= FREE)
            && let Some([choices, _]) = symmetry.halves(&free)
        {
            let join = Join::of_images(first, &choices, symmetry, run)?;
            return Ok(join.map(|join| join.count(run)).transpose()?);
        }
        run.waiting = (first.len(), first.bytes());
        let mut rest = if let Some(symmetry) = symmetry {
            if run.is_beyond(first.bytes()) {
                return Err(StopReason::Memory.into());
            }
            let slots: Vec<Option<u32>> = symmetry.swap.iter().copied().map(Some).collect();
            first.clone().moved(&slots)
        } else {
            let mut rest = StateLayer::new(Mates::<W>::new(self.ends));
            for (at, vertex) in (cut.first..).zip(&cut.rest.steps) {
                (rest, _) = step(rest, at, &self.vertex(vertex), run)?;
            }
            rest.moved(&cut.rest_slots)
        };
        let (beforehand, joining) = free.split_at(free.len().saturating_sub(FREE));
        for (at, choice) in (cut.first + cut.rest.steps.len()..).zip(beforehand) {
            if first.len() > rest.len() {
                mem::swap(&mut first, &mut rest);
            }
            run.waiting = (rest.len(), rest.bytes());
            (first, _) = step(first, at, &Transition::CutChoice(*choice), run)?;
        }
        let slots = u32::try_from(cut.vertices.len()).expect("fewer than a word has bits");
        let join = Join::of_sides(first, rest, joining, slots, self.ends, run)?;
        Ok(join.map(|join| join.count(run)).transpose()?)
    }

    /// Whether the question is the same on both sides of the cut.
    fn is_symmetric(&self, cut: &Cut) -> bool {
        self.given.is_empty() && (cut.keeps_colours || self.cycles)
    }

    fn vertex<'s, W: StateWord>(&self, step: &'s ScheduleStep) -> Transition<'s, W> {
        Transition::Vertex(VertexStep::new(
            step,
            self.may_end(step.vertex),
            self.cycles,
        ))
    }

    fn may_end(&self, vertex: Vertex) -> MayEnd {
        if self.given.contains(&vertex) {
            MayEnd::Must
        } else {
            MayEnd::May(self.dp.colour(vertex))
        }
    }
}

/// Returns the next layer, and the number of complete paths or cycles.
fn step<W: StateWord>(
    layer: StateLayer<W>,
    at: usize,
    choice: &Transition<'_, W>,
    run: &mut CountContext<'_>,
) -> Result<(StateLayer<W>, BigUint), CountStop> {
    let depth = u32::try_from(at).unwrap_or(u32::MAX);
    run.monitor.limits().check_depth(depth)?;
    layer.next(choice, depth, run)
}

/// One vertex of an order.
struct ScheduleStep {
    vertex: Vertex,
    /// The slot of the vertex.
    slot: u32,
    /// Whether the vertex was not in the frontier before, so that it has no edges yet.
    is_new: bool,
    /// The slots of its later neighbours.
    onward: Vec<u32>,
    /// The slots of those neighbours that enter the frontier now.
    opened: Vec<u32>,
    /// The number of vertices that enter the frontier after this step.
    unseen: usize,
}

/// The steps of an order, or of its first part.
struct VertexSchedule {
    steps: Vec<ScheduleStep>,
    /// The number of slots.
    width: u32,
    /// The slot of each vertex; `None` if it never enters the frontier.
    slots: Vec<Option<u32>>,
}

impl VertexSchedule {
    /// Estimates the number of states of all steps.
    fn cost(&self) -> f64 {
        let mut frontier = 0;
        self.steps
            .iter()
            .map(|step| {
                frontier += step.opened.len() + usize::from(step.is_new);
                frontier -= 1;
                FrontierDp::states_of(frontier)
            })
            .sum()
    }

    /// Makes the first `length` steps of an order. Ignores loops and parallel edges.
    fn new(graph: &Graph, order: &[Vertex], length: usize) -> Self {
        let place = places(order);
        let mut slots: Vec<Option<u32>> = vec![None; graph.vertices()];
        let mut free: Vec<u32> = Vec::new();
        let mut width = 0;
        let mut seen = 0;
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
            // The vertex leaves first, so that a new one can take its slot.
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
            let onward = later
                .iter()
                .filter_map(|&other| slots[other as usize])
                .collect();
            steps.push(ScheduleStep {
                vertex,
                slot,
                is_new: known.is_none(),
                onward,
                opened,
                unseen: 0,
            });
        }
        let mut unseen = order.len() - seen;
        for step in steps.iter_mut().rev() {
            step.unseen = unseen;
            unseen += step.opened.len() + usize::from(step.is_new);
        }
        VertexSchedule {
            steps,
            width,
            slots,
        }
    }
}

/// Returns the position of each vertex in an order.
fn places(order: &[Vertex]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (at, &vertex) in order.iter().enumerate() {
        places[vertex as usize] = at;
    }
    places
}

/// Vertices that separate the first part of an order from the rest, so that each part can be
/// processed from its own end, and the states joined.
struct Cut {
    /// The number of vertices before the cut.
    first: usize,
    /// The steps from the last vertex of the order back to the cut.
    rest: VertexSchedule,
    /// The vertices of the cut: the frontier of the first side.
    vertices: Vec<Vertex>,
    /// The edges between them, as positions in that list.
    edges: Vec<(u32, u32)>,
    /// The slots of these vertices after the steps of the first side.
    first_slots: Vec<Option<u32>>,
    /// The slots after the steps of the rest; `None` for vertices without a neighbour there.
    rest_slots: Vec<Option<u32>>,
    /// The symmetries of the graph that exchange the sides, if there are any.
    symmetry: Option<CutSymmetry>,
    /// Whether the symmetry that exchanges the sides maps each vertex to one of its colour.
    keeps_colours: bool,
}

impl Cut {
    /// Returns the cut with the most equal sides. `None` if the frontier is narrow for the number
    /// of vertices, so that a cut gains nothing.
    fn balanced(
        graph: &Graph,
        order: &[Vertex],
        plan: &VertexSchedule,
        colours: Option<&Vec<VertexColour>>,
    ) -> Option<Self> {
        const LONG: usize = 5;
        let vertices = order.len();
        if plan.width as usize * LONG <= vertices {
            return None;
        }
        let place = places(order);
        let frontier = |first: usize| -> Vec<Vertex> {
            order[first..]
                .iter()
                .filter(|&&vertex| {
                    graph
                        .neighbours(vertex)
                        .iter()
                        .any(|&other| place[other as usize] < first)
                })
                .copied()
                .collect()
        };
        let rest = |first: usize, cut: &[Vertex]| vertices - first - cut.len();
        let cuts = (1..vertices).map(|first| (first, frontier(first)));
        let (first, cut) = cuts
            .filter(|(first, cut)| rest(*first, cut) > 0)
            .min_by_key(|(first, cut)| (first.abs_diff(rest(*first, cut)), cut.len()))?;
        let is_cut = |vertex: &Vertex| cut.contains(vertex);
        let mut backward: Vec<Vertex> = order[first..]
            .iter()
            .rev()
            .copied()
            .filter(|vertex| !is_cut(vertex))
            .collect();
        let length = backward.len();
        backward.extend(&cut);
        // The vertices of the first side are not adjacent to the rest.
        backward.extend(&order[..first]);
        let rest = VertexSchedule::new(graph, &backward, length);
        let edges = (0..)
            .zip(&cut)
            .flat_map(|(index, &one)| {
                (0..)
                    .zip(&cut)
                    .skip(index as usize + 1)
                    .filter(move |&(_, other)| graph.neighbours(one).contains(other))
                    .map(move |(other, _)| (index, other))
            })
            .collect();
        let first_slots = cut
            .iter()
            .map(|&vertex| plan.slots[vertex as usize])
            .collect();
        let rest_slots = cut
            .iter()
            .map(|&vertex| rest.slots[vertex as usize])
            .collect();
        let side = |vertex: Vertex| match place[vertex as usize] {
            at if at < first => 0,
            _ if is_cut(&vertex) => 1,
            _ => 2,
        };
        let swap = involution(
            graph,
            order,
            |one, other| side(one) + side(other) == 2,
            |_| true,
        );
        let is_moved =
            |image: &[Vertex]| cut.iter().any(|&vertex| image[vertex as usize] != vertex);
        let keep = swap.as_ref().and_then(|_| {
            involution(
                graph,
                order,
                |one, other| side(one) == side(other),
                is_moved,
            )
        });
        let keeps_colours = swap
            .as_ref()
            .zip(colours)
            .is_none_or(|(swap, colours)| colours[0] == colours[swap[0] as usize]);
        let position = |vertex: Vertex| {
            let position = cut.iter().position(|&other| other == vertex);
            u32::try_from(position.expect("the cut is mapped to itself")).expect("it is narrow")
        };
        let on_cut = |image: Vec<Vertex>| -> Vec<u32> {
            cut.iter()
                .map(|&vertex| position(image[vertex as usize]))
                .collect()
        };
        let symmetry = swap.map(|swap| CutSymmetry {
            swap: on_cut(swap),
            keep: keep.map(on_cut),
        });
        Some(Cut {
            first,
            rest,
            vertices: cut,
            edges,
            first_slots,
            rest_slots,
            symmetry,
            keeps_colours,
        })
    }
}

/// Looks for a symmetry of a graph that is its own inverse, maps each vertex to one that it
/// `may_become`, and is accepted as a whole. Gives up after some attempts.
fn involution(
    graph: &Graph,
    order: &[Vertex],
    may_become: impl Fn(Vertex, Vertex) -> bool,
    is_accepted: impl Fn(&[Vertex]) -> bool,
) -> Option<Vec<Vertex>> {
    const ATTEMPTS: usize = 100_000;
    const NONE: Vertex = Vertex::MAX;
    let are_joined = |one: Vertex, other: Vertex| graph.neighbours(one).contains(&other);
    let mut image = vec![NONE; order.len()];
    // The vertices that were mapped, each with the next position in the order to try.
    let mut stack: Vec<(Vertex, usize)> = Vec::new();
    let mut next = 0;
    for _ in 0..ATTEMPTS {
        let vertex = match order.iter().find(|&&vertex| image[vertex as usize] == NONE) {
            Some(&vertex) => vertex,
            None if is_accepted(&image) => return Some(image),
            None => NONE,
        };
        // The last vertices are the images of the first in most orders.
        let mut candidates =
            order
                .iter()
                .rev()
                .skip(next)
                .take(if vertex == NONE { 0 } else { order.len() });
        if let Some(found) = candidates.position(|&other| {
            image[other as usize] == NONE
                && graph.degree(other) == graph.degree(vertex)
                && may_become(vertex, other)
                && order
                    .iter()
                    .filter(|&&it| image[it as usize] != NONE)
                    .all(|&it| {
                        let to = image[it as usize];
                        are_joined(vertex, it) == are_joined(other, to)
                            && are_joined(other, it) == are_joined(vertex, to)
                    })
        }) {
            let other = order[order.len() - 1 - next - found];
            (image[vertex as usize], image[other as usize]) = (other, vertex);
            stack.push((vertex, next + found + 1));
            next = 0;
        } else {
            let (vertex, from) = stack.pop()?;
            let other = std::mem::replace(&mut image[vertex as usize], NONE);
            image[other as usize] = NONE;
            next = from;
        }
    }
    None
}
