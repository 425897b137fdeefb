//! Retrograde analysis: one search of all boards of the same pieces, backwards from those that are
//! just solved.

use std::hint::black_box;

use super::board::{CellFrame, Cells, Dissection, Images, PackedBoard, first};
use crate::control::StopReason;
use crate::memory;
use crate::puzzle::Metric;

/// The frame, the goal piece and the metric of a search.
#[derive(Clone, Debug)]
pub struct SearchContext<'a> {
    pub frame: &'a CellFrame,
    pub metric: Metric,
    pub images: Images<'a>,
    /// The first cells of the places where the goal piece may start.
    pub starts: Cells,
}

/// The start with the largest distance from its goal, of all with the same pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FarthestStart<K> {
    pub moves: u32,
    pub start: K,
}

/// The data of a visited board.
pub trait Annotation: Copy + Default {
    /// Whether there is any data.
    const IS_KEPT: bool;

    /// The data of a board from which the search begins.
    const FIRST: Self;

    /// The data of a new board, one move beyond this one.
    fn onward(self) -> Self;

    /// Updates the data when the board is reached again, one move beyond `from`.
    fn again(&mut self, from: Self);
}

impl Annotation for () {
    const IS_KEPT: bool = false;
    const FIRST: Self = ();

    fn onward(self) -> Self {}

    fn again(&mut self, (): Self) {}
}

/// The distance of a board from the nearest solved one, and the number of shortest paths.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PathCount {
    pub moves: u32,
    /// At most 2.
    pub(super) count: u8,
}

impl Annotation for PathCount {
    const IS_KEPT: bool = true;
    const FIRST: Self = PathCount { moves: 0, count: 1 };

    fn onward(self) -> Self {
        PathCount {
            moves: self.moves + 1,
            ..self
        }
    }

    // All boards of a layer are expanded before the next one, so a count is complete when it is
    // passed on.
    fn again(&mut self, from: Self) {
        if self.moves == from.moves + 1 {
            self.count = (self.count + from.count).min(2);
        }
    }
}

/// Breadth-first search and its memory, which the next search reuses.
///
/// The nearest solved board is always one that is just solved. So one search from all of these
/// gives the distance of every board in every component.
#[derive(Debug)]
pub struct RetrogradeBfs<K, N = ()> {
    met: VisitedSet<K, N>,
    /// The boards of a layer, each with the first cell of the piece that moved last.
    layer: Vec<(K, u8)>,
    next: Vec<(K, u8)>,
    /// The boards one move beyond those that are being expanded: each with the first cell of the
    /// piece that moved, and its data.
    reached: Vec<(K, u8, N)>,
    /// The number of boards of the layer that are expanded.
    done: usize,
    moves: u32,
    farthest: Option<FarthestStart<K>>,
}

impl<K: PackedBoard, N: Annotation> Default for RetrogradeBfs<K, N> {
    fn default() -> Self {
        let met = VisitedSet::default();
        let [layer, next] = [const { Vec::new() }; 2];
        let reached = Vec::new();
        RetrogradeBfs {
            met,
            layer,
            next,
            reached,
            done: 0,
            moves: 0,
            farthest: None,
        }
    }
}

impl<K: PackedBoard, N: Annotation> RetrogradeBfs<K, N> {
    /// Begins a new search from these boards.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn start(&mut self, solved: impl IntoIterator<Item = (K, u8)>) -> Result<(), StopReason> {
        self.met.clear();
        self.layer.clear();
        self.next.clear();
        (self.done, self.moves, self.farthest) = (0, 0, None);
        for (key, goal) in solved {
            if self.met.insert(key, N::FIRST)?.is_none() {
                memory::reserve(&mut self.layer, 1, usize::MAX)?;
                self.layer.push((key, goal));
            }
        }
        Ok(())
    }

    /// The number of visited boards.
    pub const fn len(&self) -> usize {
        self.met.count
    }

    /// The visited boards and their data, in a reproducible order.
    pub fn met(&self) -> impl Iterator<Item = (K, N)> + '_ {
        let used = ..=self.met.mask;
        let notes = self.met.notes[used].iter().copied();
        self.met.keys[used]
            .iter()
            .copied()
            .zip(notes)
            .filter(|&(key, _)| key != K::NONE)
    }

    /// Bytes allocated.
    pub const fn bytes(&self) -> usize {
        let waiting = (self.layer.capacity() + self.next.capacity()) * size_of::<(K, u8)>();
        self.met.keys.capacity() * (size_of::<K>() + size_of::<N>()) + waiting
    }

    /// Expands at most `most` boards; returns whether the search is complete.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn advance(
        &mut self,
        rules: &SearchContext<'_>,
        mut most: usize,
    ) -> Result<bool, StopReason> {
        while !self.layer.is_empty() {
            let end = self.layer.len().min(self.done.saturating_add(most));
            most -= end - self.done;
            if rules.images.is_empty() {
                self.expand::<false>(rules, end)?;
            } else {
                self.expand::<true>(rules, end)?;
            }
            if self.done < self.layer.len() {
                return Ok(false);
            }
            std::mem::swap(&mut self.layer, &mut self.next);
            self.next.clear();
            self.done = 0;
            self.moves += 1;
        }
        Ok(true)
    }

    /// The hardest start, once the search is complete.
    pub const fn farthest(&self) -> Option<FarthestStart<K>> {
        self.farthest
    }

    fn expand<const WITH_IMAGES: bool>(
        &mut self,
        rules: &SearchContext<'_>,
        end: usize,
    ) -> Result<(), StopReason> {
        let &SearchContext {
            frame,
            metric,
            ref images,
            starts,
        } = rules;
        for boards in self.layer[self.done..end].chunks(BATCH) {
            for &(key, moved) in boards {
                let board = Dissection::unpack(key, frame);
                if starts >> board.goal & 1 != 0 {
                    let found = FarthestStart {
                        moves: self.moves,
                        start: key,
                    };
                    // Of equally far boards the smallest, so that the order has no effect.
                    let is_better =
                        |best: FarthestStart<K>| found.moves > best.moves || key < best.start;
                    if self.farthest.is_none_or(is_better) {
                        self.farthest = Some(found);
                    }
                }
                let note = if N::IS_KEPT {
                    self.met.note(key)
                } else {
                    N::default()
                };
                // Moving the same piece again gives no new distance.
                let is_at_rest = metric == Metric::Move && self.moves > 0;
                let last = if is_at_rest {
                    board.piece(frame, 1 << moved)
                } else {
                    0
                };
                board.visit_moves(frame, metric, last, |next, piece| {
                    let (key, moved) = if WITH_IMAGES {
                        images.canonical(&next, piece, frame)
                    } else {
                        (next.pack(frame), first(piece))
                    };
                    self.reached.push((key, moved, note));
                });
            }
            self.met
                .read_ahead(self.reached.iter().map(|&(key, ..)| key));
            memory::reserve(&mut self.next, self.reached.len(), usize::MAX)?;
            for (key, moved, note) in self.reached.drain(..) {
                match self.met.insert(key, note.onward())? {
                    None => self.next.push((key, moved)),
                    Some(known) => known.again(note),
                }
            }
        }
        self.done = end;
        Ok(())
    }
}

/// The visited boards: a table of keys with open addressing, at most half full.
#[derive(Debug)]
struct VisitedSet<K, N> {
    /// The first ones, a power of two, are in use.
    keys: Vec<K>,
    /// One for each key.
    notes: Vec<N>,
    mask: usize,
    count: usize,
}

/// The number of boards whose moves are looked up together.
const BATCH: usize = 64;

/// The smallest number of keys in use, so that small searches are cheap.
const MIN_KEYS: usize = 1 << 8;

impl<K: PackedBoard, N: Annotation> Default for VisitedSet<K, N> {
    fn default() -> Self {
        let keys = vec![K::NONE; MIN_KEYS];
        let notes = vec![N::default(); MIN_KEYS];
        VisitedSet {
            keys,
            notes,
            mask: MIN_KEYS - 1,
            count: 0,
        }
    }
}

impl<K: PackedBoard, N: Annotation> VisitedSet<K, N> {
    fn clear(&mut self) {
        // Memory of a large search is freed when small ones follow.
        if self.keys.len() > 16 * (self.mask + 1) {
            self.keys.truncate(self.mask + 1);
            self.keys.shrink_to_fit();
            self.notes.truncate(self.mask + 1);
            self.notes.shrink_to_fit();
        }
        self.keys[..=self.mask].fill(K::NONE);
        (self.mask, self.count) = (MIN_KEYS - 1, 0);
    }

    /// Returns the place of a key, or the place where it belongs.
    #[inline(always)]
    fn place(&self, key: K) -> usize {
        let mut at = key.hash() & self.mask;
        while self.keys[at] != key && self.keys[at] != K::NONE {
            at = (at + 1) & self.mask;
        }
        at
    }

    /// Returns the data of a visited board.
    fn note(&self, key: K) -> N {
        self.notes[self.place(key)]
    }

    /// Reads the places of these keys. As no read waits for another, all of them take little longer
    /// than one, and what follows finds them in the cache.
    #[inline(always)]
    fn read_ahead(&self, keys: impl Iterator<Item = K>) {
        let found = keys.map(|key| self.keys[key.hash() & self.mask]);
        black_box(found.filter(|&key| key == K::NONE).count());
    }

    /// Adds a new board with its data; returns the data of a visited one.
    #[inline(always)]
    fn insert(&mut self, key: K, note: N) -> Result<Option<&mut N>, StopReason> {
        let at = self.place(key);
        if self.keys[at] == key {
            return Ok(Some(&mut self.notes[at]));
        }
        self.keys[at] = key;
        self.notes[at] = note;
        self.count += 1;
        if 2 * self.count > self.mask {
            self.grow()?;
        }
        Ok(None)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), StopReason> {
        let mut all: Vec<(K, N)> = Vec::new();
        memory::reserve_exact(&mut all, self.count)?;
        let missing = (2 * (self.mask + 1)).saturating_sub(self.keys.len());
        memory::reserve_exact(&mut self.keys, missing)?;
        memory::reserve_exact(&mut self.notes, missing)?;
        let used = self.keys[..=self.mask]
            .iter()
            .copied()
            .zip(self.notes.iter().copied());
        all.extend(used.filter(|&(key, _)| key != K::NONE));
        self.keys[..=self.mask].fill(K::NONE);
        self.mask = 2 * self.mask + 1;
        if self.keys.len() <= self.mask {
            self.keys.resize(self.mask + 1, K::NONE);
            self.notes.resize(self.mask + 1, N::default());
        }
        for (key, note) in all {
            let at = self.place(key);
            (self.keys[at], self.notes[at]) = (key, note);
        }
        Ok(())
    }
}
