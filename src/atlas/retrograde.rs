//! Distances to the exit, from the exit outwards, and components on the way.
//!
//! Moves can be taken back, so the layouts one unit further away are the neighbours of the last
//! layer that nobody has seen. No move changes the set of pieces, so each set is searched on its
//! own. The exit is its own mirror image: mirror images are equally far away, and one of them is
//! enough to go on from.

use std::iter;
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

use super::clusters::{Clusters, Label, UNSEEN};
use super::layout::{Cells, EXIT, Layout};
use super::moves::{Neighbour, Reach, Step, neighbours};
use super::pieces::Layouts;
use super::rank::Ranks;
use crate::notation::CommonCode;

/// The byte of a layout from which no way leads out, or none is known yet.
pub(super) const NO_WAY_OUT: u8 = u8::MAX;

/// What is written down of each layout, by rank. Each set of pieces has places of its own, so several
/// threads can search several sets at once.
pub(super) struct Tables {
    distances: Vec<AtomicU8>,
    labels: Vec<AtomicU16>,
}

impl Tables {
    const LAYOUTS: usize = CommonCode::COUNT as usize;

    /// What they take.
    pub(super) const BYTES: usize =
        Self::LAYOUTS * (size_of::<AtomicU8>() + size_of::<AtomicU16>());

    /// What layouts that wait take besides: this layer and the next.
    pub(super) const fn queue(waiting: usize) -> usize {
        2 * waiting * size_of::<Item>()
    }

    pub(super) fn new() -> Self {
        let distances = || AtomicU8::new(NO_WAY_OUT);
        Tables {
            distances: iter::repeat_with(distances).take(Self::LAYOUTS).collect(),
            labels: iter::repeat_with(|| AtomicU16::new(UNSEEN)).take(Self::LAYOUTS).collect(),
        }
    }

    pub(super) fn into_distances(self) -> Vec<u8> {
        self.distances.into_iter().map(AtomicU8::into_inner).collect()
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
pub(super) fn search<R: Reach>(
    layouts: &Layouts<'_>,
    tables: &Tables,
    ranks: &Ranks,
    look: &mut impl FnMut(usize) -> ControlFlow<()>,
) -> ControlFlow<(), Found> {
    let mut search = Search::new(tables, ranks);
    let mut found = Found::default();
    // What a piece other than the 2×2 can do next is at the exit as well, and seen.
    search.flood(layouts, |layout| layout.square() == EXIT);
    let mut last = Vec::new();
    while let Some(hardest) = search.layer.lowest {
        found.histogram.push(search.layer.size);
        found.hardest = Some(hardest);
        mem::swap(&mut last, &mut search.layer.open);
        look(last.len())?;
        search.layer = search.layer.next();
        for block in last.chunks(BLOCK) {
            search.expand::<R>(block, |_| true);
        }
    }
    let seen: u32 = found.histogram.iter().sum();
    if (seen as usize) < layouts.count() {
        search.layer.distance = NO_WAY_OUT;
        search.flood(layouts, |_| true);
    }
    look(0)?;
    found.components = search.clusters.sizes();
    ControlFlow::Continue(found)
}

/// How many layouts are expanded at a time.
const BLOCK: usize = 16;

/// In place of the piece that has moved last: none has.
const NONE: u32 = 63;

/// A layout to go on from.
#[derive(Clone, Copy, Default)]
struct Item {
    layout: Layout,
    label: Label,
    /// The bit of the first cell of the piece that has moved last, or [`NONE`].
    moved: u32,
}

/// A neighbour of such a layout.
#[derive(Clone, Copy)]
struct Successor {
    /// With the label of the one that it is a neighbour of.
    item: Item,
    rank: u32,
    /// The label that it was seen to have.
    old: Label,
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

impl Layer {
    fn next(&mut self) -> Layer {
        self.open.clear();
        Layer { distance: self.distance + 1, open: mem::take(&mut self.open), ..Layer::default() }
    }
}

struct Search<'a> {
    tables: &'a Tables,
    ranks: &'a Ranks,
    clusters: Clusters,
    layer: Layer,
    successors: Vec<Successor>,
}

impl<'a> Search<'a> {
    fn new(tables: &'a Tables, ranks: &'a Ranks) -> Self {
        Search {
            tables,
            ranks,
            clusters: Clusters::new(),
            layer: Layer::default(),
            successors: Vec::new(),
        }
    }

    /// Takes all unseen layouts `within` into the layer, in clusters that lead to each other without
    /// leaving it.
    fn flood(&mut self, layouts: &Layouts<'_>, within: impl Fn(Layout) -> bool) {
        let mut expanded = self.layer.open.len();
        layouts.each(&within, |layout| {
            let rank = self.ranks.rank(layout);
            if self.label(rank) != UNSEEN {
                return;
            }
            let label = self.clusters.found();
            self.add(Item { layout, label, moved: NONE }, rank);
            while expanded < self.layer.open.len() {
                let mut block = [Item::default(); BLOCK];
                let waiting = &self.layer.open[expanded..];
                let size = BLOCK.min(waiting.len());
                block[..size].copy_from_slice(&waiting[..size]);
                self.expand::<Step>(&block[..size], &within);
                expanded += size;
            }
        });
    }

    /// Takes all unseen neighbours `within` into the layer.
    ///
    /// Each look at the labels is likely to miss the caches, so they are looked at in one go.
    #[inline(always)]
    fn expand<R: Reach>(&mut self, items: &[Item], within: impl Fn(Layout) -> bool) {
        let mut successors = mem::take(&mut self.successors);
        successors.clear();
        for item in items {
            let label = self.clusters.root(item.label);
            let resting: Cells = if R::AT_ONCE { 1 << item.moved } else { 0 };
            neighbours::<R>(item.layout, resting, &mut |Neighbour { layout, to, .. }| {
                let moved = to.trailing_zeros();
                let rank = self.ranks.rank(layout);
                successors.push(Successor {
                    item: Item { layout, label, moved },
                    rank,
                    old: UNSEEN,
                });
            });
        }
        for successor in &mut successors {
            successor.old = self.label(successor.rank);
        }
        for &Successor { item, rank, old } in &successors {
            if old == item.label || !within(item.layout) {
                continue;
            }
            // It may have been seen since, by others of the block.
            match self.label(rank) {
                UNSEEN => self.add(item, rank),
                old => self.clusters.join(old, item.label),
            }
        }
        self.successors = successors;
    }

    /// Takes a layout and its mirror image into the layer.
    #[inline(always)]
    fn add(&mut self, item: Item, rank: u32) {
        let Item { layout, label, .. } = item;
        let image = self.ranks.rank(layout.mirrored());
        self.set(rank, label);
        if image == rank {
            self.clusters.join(label, label ^ 1);
        } else {
            self.set(image, label ^ 1);
        }
        let lowest = rank.min(image);
        self.layer.lowest = Some(self.layer.lowest.map_or(lowest, |old| old.min(lowest)));
        self.layer.open.push(item);
    }

    // Nobody else touches the places of this set.
    #[inline(always)]
    fn label(&self, rank: u32) -> Label {
        self.tables.labels[rank as usize].load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn set(&mut self, rank: u32, label: Label) {
        self.tables.labels[rank as usize].store(label, Ordering::Relaxed);
        self.tables.distances[rank as usize].store(self.layer.distance, Ordering::Relaxed);
        self.clusters.count(label);
        self.layer.size += 1;
    }
}
