//! What the frontier programme does at each vertex, worked out before it begins.

use crate::graph::{Graph, Vertex, all};

/// One vertex of an order.
pub(super) struct ScheduleStep {
    pub(super) vertex: Vertex,
    /// Where the vertex is at the frontier.
    pub(super) slot: u32,
    /// Whether it comes to the frontier only now, so that it has no edges yet.
    pub(super) is_new: bool,
    /// Where its neighbours are that come later in the order.
    pub(super) onward: Vec<u32>,
    /// Those of them that come to the frontier now.
    pub(super) opened: Vec<u32>,
    /// The others that are to come to the frontier after this step.
    pub(super) unseen: usize,
}

/// The steps of an order, or of its first part.
pub(super) struct VertexSchedule {
    pub(super) steps: Vec<ScheduleStep>,
    /// The most slots that are in use at once.
    pub(super) width: u32,
    /// Where each vertex is while it is at the frontier; `None` if it never comes there.
    slots: Vec<Option<u32>>,
}

impl VertexSchedule {
    /// The first `length` steps in this order. Loops do not count, and of parallel edges one does.
    pub(super) fn new(graph: &Graph, order: &[Vertex], length: usize) -> Self {
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
pub(super) struct Cut {
    /// The vertices before the cut.
    pub(super) first: usize,
    /// The steps from the last vertex of the order back to the cut.
    pub(super) rest: VertexSchedule,
    /// The vertices of the cut: the frontier of the first side.
    pub(super) vertices: Vec<Vertex>,
    /// The edges between them, as places in that list.
    pub(super) edges: Vec<(u32, u32)>,
    /// The slots of these vertices after the steps of the first side.
    pub(super) first_slots: Vec<Option<u32>>,
    /// The slots after those of the rest; `None` where no neighbour is there.
    pub(super) rest_slots: Vec<Option<u32>>,
    /// Where the graph is the same in the reverse order, as a rectangle is after half a turn: the
    /// slots that make the states of the rest out of those of the first side.
    pub(super) mirror_slots: Option<Vec<Option<u32>>>,
}

impl Cut {
    /// The cut that leaves the two sides as equal as possible. `None` where the frontier is narrow
    /// for so many vertices, so that states are as many everywhere and nothing is gained.
    pub(super) fn balanced(graph: &Graph, order: &[Vertex], plan: &VertexSchedule) -> Option<Self> {
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
