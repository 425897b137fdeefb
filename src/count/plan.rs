//! What a sweep does at each vertex, worked out before it begins.

use crate::graph::{Graph, Vertex};

/// One vertex of a sweep.
pub(super) struct Step {
    pub(super) vertex: Vertex,
    /// Where the vertex is at the frontier.
    pub(super) slot: u32,
    /// Whether it comes to the frontier only now, so that it has no edges yet.
    pub(super) is_new: bool,
    /// Where its neighbours are that come later in the sweep.
    pub(super) onward: Vec<u32>,
    /// Those of them that come to the frontier now.
    pub(super) opened: Vec<u32>,
    /// The others that are to come to the frontier after this step.
    pub(super) unseen: usize,
}

/// The steps of a sweep in this order, and the most slots that are in use at once.
///
/// Loops do not count, and of parallel edges one does.
pub(super) fn steps(graph: &Graph, order: &[Vertex]) -> (Vec<Step>, u32) {
    const NONE: u32 = u32::MAX;
    let mut place = vec![0_usize; graph.vertices()];
    for (at, &vertex) in order.iter().enumerate() {
        place[vertex as usize] = at;
    }
    let mut slots = vec![NONE; graph.vertices()];
    let mut free: Vec<u32> = Vec::new();
    let mut width = 0;
    let mut seen = 0;
    let mut steps = Vec::with_capacity(order.len());
    let mut take = |free: &mut Vec<u32>| {
        free.pop().unwrap_or_else(|| {
            width += 1;
            width - 1
        })
    };
    for (at, &vertex) in order.iter().enumerate() {
        let is_new = slots[vertex as usize] == NONE;
        if is_new {
            slots[vertex as usize] = take(&mut free);
            seen += 1;
        }
        let slot = slots[vertex as usize];
        // The vertex leaves before the new ones come, so that one of them may have its slot.
        free.push(slot);
        let mut later: Vec<Vertex> = graph.neighbours(vertex).to_vec();
        later.retain(|&other| place[other as usize] > at);
        later.sort_unstable_by_key(|&other| place[other as usize]);
        later.dedup();
        let mut opened = Vec::new();
        for &other in &later {
            if slots[other as usize] == NONE {
                slots[other as usize] = take(&mut free);
                seen += 1;
                opened.push(slots[other as usize]);
            }
        }
        let onward = later.iter().map(|&other| slots[other as usize]).collect();
        let unseen = order.len() - seen;
        steps.push(Step { vertex, slot, is_new, onward, opened, unseen });
    }
    (steps, width)
}
