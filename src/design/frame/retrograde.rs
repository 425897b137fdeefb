//! Retrograde analysis: one search of all boards of the same pieces, backwards from those that are
//! just solved.

use super::board::{CellFrame, Cells, Dissection, Images, PackedBoard, first};
use crate::{
    control::StopReason,
    memory,
    puzzle::Metric,
    search::index::{Index, hash},
};

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
pub trait Annotation: Copy {
    /// The data of a board from which the search begins.
    const FIRST: Self;

    /// The data of a new board, one move beyond this one.
    fn onward(self) -> Self;

    /// Updates the data when the board is reached again. This way alone would have given it `way`.
    fn again(&mut self, way: Self);
}

impl Annotation for () {
    const FIRST: Self = ();

    fn onward(self) -> Self {}

    fn again(&mut self, (): Self) {}
}

/// The distance of a board from the nearest solved one, and the number of shortest paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathCount {
    pub moves: u32,
    /// At most 2.
    pub(super) count: u8,
}

impl Annotation for PathCount {
    const FIRST: Self = PathCount { moves: 0, count: 1 };

    fn onward(self) -> Self {
        PathCount {
            moves: self.moves + 1,
            ..self
        }
    }

    // All boards of a layer are expanded before the next one, so a count is complete when it is
    // passed on.
    fn again(&mut self, way: Self) {
        if self.moves == way.moves {
            self.count = (self.count + way.count).min(2);
        }
    }
}

/// Breadth-first search and its memory, which the next search reuses.
///
/// The nearest solved board is always one that is just solved. So one search from all of these
/// gives the distance of every board in every component.
#[derive(Debug)]
pub struct RetrogradeBfs<K, N = ()> {
    /// The visited boards in the order of discovery, each with its data.
    met: Vec<(K, N)>,
    /// By board: the first cell of the piece that moved last.
    moved: Vec<u8>,
    index: Index,
    /// The boards one move beyond those that are being expanded, each with its hash, the first
    /// cell of the piece that moved, and its data.
    reached: Vec<(K, u64, u8, N)>,
    /// The number of boards that are expanded.
    done: usize,
    /// The end of the layer that is being expanded.
    end: usize,
    moves: u32,
    farthest: Option<FarthestStart<K>>,
}

/// The number of boards whose moves are looked up together.
const BATCH: usize = 64;

impl<K, N> Default for RetrogradeBfs<K, N> {
    fn default() -> Self {
        RetrogradeBfs {
            met: Vec::new(),
            moved: Vec::new(),
            index: Index::default(),
            reached: Vec::new(),
            done: 0,
            end: 0,
            moves: 0,
            farthest: None,
        }
    }
}

impl<K: PackedBoard, N: Annotation> RetrogradeBfs<K, N> {
    /// Begins a new search from these boards, which differ.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn start(&mut self, solved: impl IntoIterator<Item = (K, u8)>) -> Result<(), StopReason> {
        // Memory of a large search is freed when small ones follow.
        if self.met.capacity() > 16 * self.met.len() {
            *self = Self::default();
        }
        self.met.clear();
        self.moved.clear();
        self.index.reset();
        (self.done, self.moves, self.farthest) = (0, 0, None);
        for (key, goal) in solved {
            self.insert(key, hash(key.into()), goal, N::FIRST)?;
        }
        self.end = self.met.len();
        Ok(())
    }

    /// The number of visited boards.
    pub const fn len(&self) -> usize {
        self.met.len()
    }

    /// The visited boards and their data, in the order of discovery.
    pub fn met(&self) -> &[(K, N)] {
        &self.met
    }

    /// Bytes allocated.
    pub const fn bytes(&self) -> usize {
        self.met.capacity() * size_of::<(K, N)>() + self.moved.capacity() + self.index.bytes()
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
        while self.done < self.met.len() {
            let end = self.end.min(self.done.saturating_add(most));
            most -= end - self.done;
            if rules.images.is_empty() {
                self.expand::<false>(rules, end)?;
            } else {
                self.expand::<true>(rules, end)?;
            }
            if self.done < self.end {
                return Ok(false);
            }
            self.end = self.met.len();
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
        while self.done < end {
            let batch = self.done..end.min(self.done + BATCH);
            self.done = batch.end;
            for (&(key, note), &moved) in self.met[batch.clone()].iter().zip(&self.moved[batch]) {
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
                    self.reached
                        .push((key, hash(key.into()), moved, note.onward()));
                });
            }
            self.index
                .read_ahead(self.reached.iter().map(|&(_, hash, ..)| hash));
            let mut reached = std::mem::take(&mut self.reached);
            for (key, hash, moved, note) in reached.drain(..) {
                self.insert(key, hash, moved, note)?;
            }
            self.reached = reached;
        }
        Ok(())
    }

    /// Adds a new board with its data, or updates the data of a visited one.
    #[inline(always)]
    fn insert(&mut self, key: K, key_hash: u64, moved: u8, note: N) -> Result<(), StopReason> {
        let met = &self.met;
        let slot = self.index.enter(
            key_hash,
            met.len(),
            |number| met[number].0 == key,
            |number| hash(met[number].0.into()),
        )?;
        if slot.is_new {
            memory::reserve(&mut self.met, 1, usize::MAX)?;
            memory::reserve(&mut self.moved, 1, usize::MAX)?;
            self.met.push((key, note));
            self.moved.push(moved);
        } else {
            self.met[slot.node as usize].1.again(note);
        }
        Ok(())
    }
}
