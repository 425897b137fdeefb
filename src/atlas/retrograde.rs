//! Distances to the exit, from the exit outwards, and components on the way.
//!
//! Moves can be taken back, so the layouts one unit further away are the neighbours of the last
//! layer that nobody has seen. No move changes the set of pieces, so each set is searched on its
//! own. The exit is its own mirror image: mirror images are equally far away, and one of them is
//! enough to go on from.

use std::iter;
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
    search.flood(layouts, |layout| layout.square() == EXIT);
    let mut last = Vec::new();
    while let Some(hardest) = search.layer.lowest {
        found.histogram.push(search.layer.size);
        found.hardest = Some(hardest);
        std::mem::swap(&mut last, &mut search.layer.open);
        look(last.len())?;
        search.layer = search.layer.next();
        for item in &last {
            search.expand::<R>(item, |_| true);
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

/// A layout to go on from.
#[derive(Clone, Copy)]
struct Item {
    layout: Layout,
    label: Label,
    /// The bit of the first cell of the piece that has moved last; 63 for none.
    moved: u8,
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
        Layer {
            distance: self.distance + 1,
            open: std::mem::take(&mut self.open),
            ..Layer::default()
        }
    }
}

struct Search<'a> {
    tables: &'a Tables,
    ranks: &'a Ranks,
    clusters: Clusters,
    layer: Layer,
    buffer: Vec<(Neighbour, u32, Label)>,
}

impl<'a> Search<'a> {
    fn new(tables: &'a Tables, ranks: &'a Ranks) -> Self {
        Search {
            tables,
            ranks,
            clusters: Clusters::new(),
            layer: Layer::default(),
            buffer: Vec::new(),
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
            self.add(layout, rank, label, 63);
            while let Some(&item) = self.layer.open.get(expanded) {
                expanded += 1;
                self.expand::<Step>(&item, &within);
            }
        });
    }

    #[inline(always)]
    fn expand<R: Reach>(&mut self, item: &Item, within: impl Fn(Layout) -> bool) {
        let label = self.clusters.root(item.label);
        let resting: Cells = if R::AT_ONCE { 1 << item.moved } else { 0 };
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        neighbours::<R>(item.layout, resting, &mut |neighbour| {
            let rank = self.ranks.rank(neighbour.layout);
            buffer.push((neighbour, rank, self.label(rank)));
        });
        for &(neighbour, rank, old) in &buffer {
            if old == label || !within(neighbour.layout) {
                continue;
            }
            let old = self.label(rank);
            if old == UNSEEN {
                self.add(neighbour.layout, rank, label, neighbour.to.trailing_zeros() as u8);
            } else if old != label {
                self.clusters.join(old, label);
            }
        }
        self.buffer = buffer;
    }

    /// Takes a layout and its mirror image into the layer.
    #[inline(always)]
    fn add(&mut self, layout: Layout, rank: u32, label: Label, moved: u8) {
        let image = self.ranks.rank(layout.mirrored());
        self.set(rank, label);
        if image == rank {
            self.clusters.join(label, label ^ 1);
        } else {
            self.set(image, label ^ 1);
        }
        let lowest = rank.min(image);
        self.layer.lowest = Some(self.layer.lowest.map_or(lowest, |old| old.min(lowest)));
        self.layer.open.push(Item { layout, label, moved });
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
