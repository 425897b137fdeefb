//! Distances to the exit, from the exit outwards, and components on the way.
//!
//! Moves can be taken back, so the layouts one unit further away are the neighbours of the last
//! layer that have not been seen. No move changes the set of pieces, so each set is searched on its
//! own. The exit is its own mirror image: mirror images are equally far away, and one of them is
//! enough to go on from.

use std::array;
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use super::layout::{EXIT, Layout, PieceSet};
use super::rank::{RANKS, Ranks};
use super::space::{BLOCK, Node, Space};
use crate::notation::CommonCode;
use crate::puzzle::Metric;

/// The byte of a layout from which no way leads out, or none is known yet.
pub(super) const NO_WAY_OUT: u8 = u8::MAX;
/// In place of a parent: the layout stands for its component. The number of layouts of it is added.
const ROOT: u32 = 1 << 31;
/// In place of a parent: the layout has not been seen.
const UNSEEN: u32 = u32::MAX;

/// What is known of each layout, by rank. Each set of pieces has entries of its own, so several
/// threads can search several sets at once.
pub(super) struct Tables {
    distances: Vec<AtomicU8>,
    /// Disjoint sets of layouts that lead to each other: the rank of another in the same set, or
    /// [`ROOT`] and the size of the set.
    parents: Vec<AtomicU32>,
}

impl Tables {
    const LAYOUTS: usize = CommonCode::COUNT as usize;

    /// What they take.
    pub(super) const BYTES: usize =
        Self::LAYOUTS * (size_of::<AtomicU8>() + size_of::<AtomicU32>());

    /// What layouts that wait take besides: this layer and the next.
    pub(super) const fn queue(waiting: usize) -> usize {
        2 * waiting * size_of::<Item>()
    }

    pub(super) fn new() -> Self {
        Tables {
            distances: (0..Self::LAYOUTS).map(|_| AtomicU8::new(NO_WAY_OUT)).collect(),
            parents: (0..Self::LAYOUTS).map(|_| AtomicU32::new(UNSEEN)).collect(),
        }
    }

    pub(super) fn into_distances(self) -> Vec<u8> {
        self.distances.into_iter().map(AtomicU8::into_inner).collect()
    }

    #[inline(always)]
    fn parent(&self, rank: u32) -> u32 {
        self.parents[rank as usize].load(Relaxed)
    }

    #[inline(always)]
    fn set_parent(&self, rank: u32, parent: u32) {
        self.parents[rank as usize].store(parent, Relaxed);
    }

    /// The rank that stands for the set that a layout is in.
    #[inline(always)]
    fn root(&self, mut rank: u32) -> u32 {
        loop {
            let parent = self.parent(rank);
            if parent >= ROOT {
                return rank;
            }
            let next = self.parent(parent);
            if next >= ROOT {
                return parent;
            }
            // Each search halves the way for the next.
            self.set_parent(rank, next);
            rank = next;
        }
    }

    /// Puts a layout that has not been seen into the set of another.
    #[inline(always)]
    fn join(&self, rank: u32, other: u32) {
        let root = self.root(other);
        self.set_parent(rank, root);
        self.set_parent(root, self.parent(root) + 1);
    }

    fn unite(&self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.set_parent(one, self.parent(one) + (self.parent(other) & !ROOT));
            self.set_parent(other, one);
        }
    }
}

/// What a search of one set of pieces has found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Found {
    /// The layouts at each distance.
    pub(super) histogram: Vec<u32>,
    /// The lowest rank of those that are the farthest away.
    pub(super) hardest: Option<u32>,
    /// The sizes of the components.
    pub(super) components: Vec<u32>,
}

/// Searches a set of pieces. `look` is called now and then with the layouts waiting, and may end
/// the search.
pub(super) fn search(
    pieces: PieceSet,
    metric: Metric,
    tables: &Tables,
    look: &mut impl FnMut(usize) -> ControlFlow<()>,
) -> ControlFlow<(), Found> {
    let mut found = Found::default();
    let Some(first) = pieces.first() else { return ControlFlow::Continue(found) };
    let code = CommonCode::from_rank(RANKS.rank(first)).expect("the rank of a layout");
    let space = Space::new(code, metric);
    let mut search = Search {
        space,
        metric,
        tables,
        ranks: &RANKS,
        layer: Layer::default(),
        successors: Vec::new(),
        sources: Vec::new(),
    };
    pieces.each(Some(EXIT), &mut |layout| {
        search.begin(layout);
        ControlFlow::Continue(())
    })?;
    while let Some(hardest) = search.layer.lowest {
        found.histogram.push(search.layer.size);
        found.hardest = Some(hardest);
        look(search.layer.open.len())?;
        search.advance(search.layer.distance + 1);
    }
    search.advance(NO_WAY_OUT);
    if found.histogram.iter().sum::<u32>() < pieces.count() {
        pieces.each(None, &mut |layout| {
            search.begin(layout);
            while !search.layer.open.is_empty() {
                search.advance(NO_WAY_OUT);
            }
            ControlFlow::Continue(())
        })?;
    }
    look(0)?;
    let components = search.sources.iter().map(|&source| tables.parent(source));
    found.components =
        components.filter(|&parent| parent >= ROOT).map(|root| root & !ROOT).collect();
    ControlFlow::Continue(found)
}

/// A layout to go on from.
#[derive(Clone, Copy)]
struct Item {
    node: Node,
    /// The state that it is a neighbour of; its own, if of none.
    previous: u64,
    rank: u32,
    /// The rank of its mirror image.
    image: u32,
}

impl Item {
    /// Whether a neighbour is known to be one of the previous state, or that itself.
    #[inline(always)]
    fn is_met_before(&self, neighbour: u64, metric: Metric) -> bool {
        // The anchor of the piece that has come.
        let moved = self.node.key() & !self.previous;
        match metric {
            // What this piece can do now it could have done at once.
            Metric::Move => neighbour & moved != moved,
            Metric::Slide | Metric::Step => neighbour == self.previous,
        }
    }
}

/// A neighbour of such a layout.
#[derive(Clone, Copy)]
struct Successor {
    node: Node,
    /// The place of that layout in its block.
    place: usize,
    rank: u32,
    parent: u32,
}

/// The layouts at one distance, as they are found.
#[derive(Default)]
struct Layer {
    distance: u8,
    /// One of each and its mirror image.
    open: Vec<Item>,
    /// All of them.
    size: u32,
    /// The lowest rank.
    lowest: Option<u32>,
}

struct Search<'a> {
    space: Space,
    metric: Metric,
    tables: &'a Tables,
    ranks: &'a Ranks,
    layer: Layer,
    successors: Vec<Successor>,
    /// Layouts that were not found as neighbours of others.
    sources: Vec<u32>,
}

impl Search<'_> {
    /// Takes a layout into the layer, if it has not been seen.
    fn begin(&mut self, layout: Layout) {
        let rank = self.ranks.rank(layout);
        if self.tables.parent(rank) == UNSEEN {
            let image = self.ranks.rank(layout.mirrored());
            for source in [rank, image] {
                self.tables.set_parent(source, ROOT | 1);
                self.sources.push(source);
            }
            self.sources.truncate(self.sources.len() - usize::from(rank == image));
            let node = self.space.node(layout);
            self.add(Item { node, previous: node.key(), rank, image });
        }
    }

    /// Replaces the layer by all its neighbours that have not been seen.
    fn advance(&mut self, distance: u8) {
        let layer = mem::replace(&mut self.layer, Layer { distance, ..Layer::default() });
        for block in layer.open.chunks(BLOCK) {
            self.expand(block);
        }
    }

    /// Takes all neighbours that have not been seen into the layer.
    ///
    /// Each look at the tables is likely to miss the caches, so they are looked at in one go.
    fn expand(&mut self, block: &[Item]) {
        let Search { space, metric, tables, ranks, successors, .. } = self;
        successors.clear();
        space.expand(
            block.iter().map(|item| item.node),
            |place, key| !block[place].is_met_before(key, *metric),
            |place, node| {
                let rank = ranks.rank(node.layout);
                successors.push(Successor { node, place, rank, parent: UNSEEN });
            },
        );
        for successor in &mut *successors {
            successor.parent = tables.parent(successor.rank);
        }
        let roots: [u32; BLOCK] =
            array::from_fn(|place| block.get(place).map_or(UNSEEN, |item| tables.root(item.rank)));
        let successors = mem::take(successors);
        for &Successor { node, place, rank, parent } in &successors {
            // As nearly all neighbours are.
            if parent == roots[place] {
                continue;
            }
            let from = block[place];
            // It may have been seen since, by others of the block.
            if self.tables.parent(rank) == UNSEEN {
                let image = self.ranks.rank(node.layout.mirrored());
                self.tables.join(rank, from.rank);
                if image == rank {
                    self.tables.unite(from.rank, from.image);
                } else {
                    self.tables.join(image, from.image);
                }
                self.add(Item { node, previous: from.node.key(), rank, image });
            } else if self.tables.root(from.rank) != self.tables.root(rank) {
                // Their mirror images lead to each other as well.
                self.tables.unite(from.rank, rank);
                self.tables.unite(from.image, self.ranks.rank(node.layout.mirrored()));
            }
        }
        self.successors = successors;
    }

    /// Takes a layout and its mirror image into the layer.
    #[inline(always)]
    fn add(&mut self, item: Item) {
        let Item { rank, image, .. } = item;
        for rank in [rank, image] {
            self.tables.distances[rank as usize].store(self.layer.distance, Relaxed);
        }
        let lowest = rank.min(image);
        self.layer.size += 1 + u32::from(rank != image);
        self.layer.lowest = Some(self.layer.lowest.map_or(lowest, |old| old.min(lowest)));
        self.layer.open.push(item);
    }
}
