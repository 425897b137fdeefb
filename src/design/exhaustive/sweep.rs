//! One search for all boards of the same pieces: backwards from those that are just solved.

use super::frame::{Cells, Dissection, Frame, Key, first};
use super::symmetry::Images;
use crate::puzzle::Metric;

/// What is searched for, whatever the other pieces are.
#[derive(Clone, Debug)]
pub(super) struct Rules<'a> {
    pub(super) frame: &'a Frame,
    pub(super) metric: Metric,
    pub(super) images: Images<'a>,
    /// The first cells of the goal piece in the places where it may start.
    pub(super) starts: Cells,
}

/// A start that is as far from its goal as any of the same pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Farthest<K> {
    pub(super) moves: u32,
    pub(super) start: K,
}

/// Breadth-first search and its memory, which the next search reuses.
///
/// How far a board is from the nearest that is solved is how far it is from the nearest that is just
/// solved. So one search from all of these tells it for every board, whatever component it is in.
#[derive(Debug)]
pub(super) struct Sweep<K> {
    met: Met<K>,
    /// The boards of a layer, with the first cell of the piece that has moved there last.
    layer: Vec<(K, u8)>,
    next: Vec<(K, u8)>,
    /// How many of the layer are expanded.
    done: usize,
    moves: u32,
    farthest: Option<Farthest<K>>,
}

impl<K: Key> Default for Sweep<K> {
    fn default() -> Self {
        let (met, layer, next) = (Met::default(), Vec::new(), Vec::new());
        Sweep { met, layer, next, done: 0, moves: 0, farthest: None }
    }
}

impl<K: Key> Sweep<K> {
    /// Begins anew from these.
    pub(super) fn start(&mut self, solved: impl IntoIterator<Item = (K, u8)>) {
        self.met.clear();
        self.layer.clear();
        self.next.clear();
        (self.done, self.moves, self.farthest) = (0, 0, None);
        for (key, goal) in solved {
            if self.met.insert(key) {
                self.layer.push((key, goal));
            }
        }
    }

    /// Boards met.
    pub(super) const fn len(&self) -> usize {
        self.met.count
    }

    /// Bytes allocated.
    pub(super) const fn bytes(&self) -> usize {
        let waiting = (self.layer.capacity() + self.next.capacity()) * size_of::<(K, u8)>();
        self.met.keys.capacity() * size_of::<K>() + waiting
    }

    /// Expands so many boards more; tells whether it is at its end.
    pub(super) fn go_on(&mut self, rules: &Rules<'_>, mut most: usize) -> bool {
        while !self.layer.is_empty() {
            let end = self.layer.len().min(self.done.saturating_add(most));
            most -= end - self.done;
            if rules.images.is_empty() {
                self.expand::<false>(rules, end);
            } else {
                self.expand::<true>(rules, end);
            }
            if self.done < self.layer.len() {
                return false;
            }
            std::mem::swap(&mut self.layer, &mut self.next);
            self.next.clear();
            self.done = 0;
            self.moves += 1;
        }
        true
    }

    /// The hardest start, once the search is at its end.
    pub(super) const fn farthest(&self) -> Option<Farthest<K>> {
        self.farthest
    }

    fn expand<const WITH_IMAGES: bool>(&mut self, rules: &Rules<'_>, end: usize) {
        let &Rules { frame, metric, ref images, starts } = rules;
        for &(key, moved) in &self.layer[self.done..end] {
            let board = Dissection::unpack(key, frame);
            if starts >> board.goal & 1 != 0 {
                let found = Farthest { moves: self.moves, start: key };
                // The first of those that are as far, for the same answer in any order.
                let is_better = |best: Farthest<K>| found.moves > best.moves || key < best.start;
                if self.farthest.is_none_or(is_better) {
                    self.farthest = Some(found);
                }
            }
            // What moves any distance need not move again.
            let is_at_rest = metric == Metric::Move && self.moves > 0;
            let last = if is_at_rest { board.piece(frame, 1 << moved) } else { 0 };
            board.visit_moves(frame, metric, last, |next, piece| {
                let (key, moved) = if WITH_IMAGES {
                    images.canonical(&next, piece, frame)
                } else {
                    (next.pack(frame), first(piece))
                };
                if self.met.insert(key) {
                    self.next.push((key, moved));
                }
            });
        }
        self.done = end;
    }
}

/// The boards that were met: a table of keys with open addressing, half full at most.
#[derive(Debug)]
struct Met<K> {
    /// A power of two of them are in use, the others are all empty.
    keys: Vec<K>,
    mask: usize,
    count: usize,
}

/// So many keys at least, that small searches cost little.
const FEWEST: usize = 1 << 8;

impl<K: Key> Default for Met<K> {
    fn default() -> Self {
        Met { keys: vec![K::NONE; FEWEST], mask: FEWEST - 1, count: 0 }
    }
}

impl<K: Key> Met<K> {
    fn clear(&mut self) {
        // What one large search took is given back when many small ones follow.
        if self.keys.len() > 16 * (self.mask + 1) {
            self.keys.truncate(self.mask + 1);
            self.keys.shrink_to_fit();
        }
        self.keys[..=self.mask].fill(K::NONE);
        (self.mask, self.count) = (FEWEST - 1, 0);
    }

    /// Whether it is new.
    #[inline(always)]
    fn insert(&mut self, key: K) -> bool {
        let mut at = key.hash() & self.mask;
        loop {
            let found = self.keys[at];
            if found == key {
                return false;
            }
            if found == K::NONE {
                break;
            }
            at = (at + 1) & self.mask;
        }
        self.keys[at] = key;
        self.count += 1;
        if 2 * self.count > self.mask {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let used = &mut self.keys[..=self.mask];
        let all: Vec<K> = used.iter().copied().filter(|&key| key != K::NONE).collect();
        used.fill(K::NONE);
        self.mask = 2 * self.mask + 1;
        if self.keys.len() <= self.mask {
            self.keys.resize(self.mask + 1, K::NONE);
        }
        for key in all {
            let mut at = key.hash() & self.mask;
            while self.keys[at] != K::NONE {
                at = (at + 1) & self.mask;
            }
            self.keys[at] = key;
        }
    }
}
