//! What is searched for at a time: one goal piece in one frame.

use std::ops::ControlFlow;

use super::super::scope_error::ScopeError;
use super::boards::{BoardEnumerator, Pieces, ShapeHash};
use super::frame::{CellFrame, Cells, Dissection, ones};
use super::retrograde::SearchContext;
use super::scope::FrameScope;
use super::symmetry::{FrameSymmetry, Images};
use crate::grid::Direction;

/// A frame with its walls, and all that is known of it.
#[derive(Debug)]
pub(super) struct FrameContext {
    pub(super) frame: CellFrame,
    /// Those that leave as they are the walls, and where every goal piece starts and ends.
    symmetries: Vec<FrameSymmetry>,
    /// How many frames are like it.
    images: usize,
    pub(super) pieces: Pieces,
}

/// A goal piece, and where it is to go.
#[derive(Clone, Debug)]
pub(super) struct GoalTask {
    /// Which frame.
    pub(super) context: usize,
    /// Where the piece can be.
    pub(super) places: Vec<Cells>,
    /// The cells that it covers in the end.
    end: Cells,
    /// Where it may start: the first cells of its places.
    pub(super) starts: Cells,
    /// The symmetries by which it is the same task.
    own: Vec<usize>,
    /// How many tasks are like it, in all frames.
    pub(super) images: usize,
}

/// The frames of a scope, one of those that are alike, and how many are alike.
fn frames(scope: &FrameScope) -> Vec<(CellFrame, usize)> {
    let plain = scope.frame();
    let symmetries = symmetries(&plain, scope);
    let mut found = Vec::new();
    let (start, end) = scope.aims();
    let free = plain.cells & !(start | end.unwrap_or(0));
    let free: Vec<u32> = ones(free).collect();
    for chosen in subsets(free.len(), scope.walls) {
        let walls = chosen.iter().fold(0, |walls, &cell| walls | 1 << free[cell]);
        let images: Vec<Cells> = symmetries.iter().map(|it| it.set(walls)).collect();
        if images.iter().all(|&image| walls <= image) {
            let same = 1 + images.iter().filter(|&&image| image == walls).count();
            let frame = CellFrame::new(plain.rows, plain.columns, walls);
            found.push((frame, (1 + images.len()) / same));
        }
    }
    found
}

/// How many boards a scope has, with any pieces.
///
/// # Errors
/// If it is no scope.
pub fn count_boards(scope: &FrameScope) -> Result<u128, ScopeError> {
    scope.check()?;
    let of_frame = |(frame, images): &(CellFrame, usize)| {
        *images as u128 * super::count::boards(frame).iter().sum::<u128>()
    };
    Ok(frames(scope).iter().map(of_frame).sum())
}

fn symmetries(frame: &CellFrame, scope: &FrameScope) -> Vec<FrameSymmetry> {
    let (start, end) = scope.aims();
    let keeps =
        |it: &FrameSymmetry| it.set(start) == start && end.is_none_or(|end| it.set(end) == end);
    FrameSymmetry::of_frame(frame).into_iter().filter(keeps).collect()
}

/// All frames of a scope.
pub(super) fn contexts(scope: &FrameScope) -> Vec<FrameContext> {
    let context = |(frame, images): (CellFrame, usize)| {
        let symmetries = symmetries(&frame, scope);
        let allowed = scope.shapes_in(&frame);
        let pieces = Pieces::new(&frame, &symmetries, allowed.as_deref());
        FrameContext { frame, symmetries, images, pieces }
    };
    frames(scope).into_iter().map(context).collect()
}

/// All tasks of a scope, one of those that are alike.
pub(super) fn tasks(scope: &FrameScope, contexts: &[FrameContext]) -> Vec<GoalTask> {
    let (start, end) = scope.aims();
    let mut tasks = Vec::new();
    for (number, context) in contexts.iter().enumerate() {
        let frame = &context.frame;
        for places in context.pieces.shapes(frame) {
            let shape = frame.shape(places[0]);
            let ends = end.map_or_else(|| places.clone(), |end| vec![end]);
            for end in ends {
                let image = |it: &FrameSymmetry| (frame.shape(it.set(places[0])), it.set(end));
                let images: Vec<_> = context.symmetries.iter().map(image).collect();
                if images.iter().any(|&image| image < (shape, end)) {
                    continue;
                }
                let is_own = |&at: &usize| images[at] == (shape, end);
                let own: Vec<usize> = (0..images.len()).filter(is_own).collect();
                let may_start = |&&place: &&Cells| place & start == start && place & end != end;
                let starts = places.iter().filter(may_start);
                let starts = starts.fold(0, |set, place| set | place & place.wrapping_neg());
                let alike = context.images * (1 + images.len()) / (1 + own.len());
                let places = places.clone();
                tasks.push(GoalTask { context: number, places, end, starts, own, images: alike });
            }
        }
    }
    tasks
}

impl GoalTask {
    /// Cells of the goal piece.
    pub(super) fn area(&self) -> u32 {
        self.places[0].count_ones()
    }

    /// The places in which the goal piece is where it is to be.
    pub(super) fn ends(&self) -> impl Iterator<Item = Cells> + '_ {
        self.places.iter().copied().filter(|place| place & self.end == self.end)
    }

    pub(super) fn rules<'a>(
        &self,
        scope: &FrameScope,
        context: &'a FrameContext,
    ) -> SearchContext<'a> {
        let own = self.own.iter().map(|&number| &context.symmetries[number]).collect();
        let images = Images::new(own, &self.places);
        SearchContext { frame: &context.frame, metric: scope.metric, images, starts: self.starts }
    }

    /// The number of a set of pieces: the same for all that are searched together.
    pub(super) const fn set_of_pieces(&self, shape_hash: ShapeHash) -> u64 {
        if self.own.is_empty() { shape_hash.exact } else { shape_hash.folded }
    }

    /// Visits each board whose goal piece has just come to where it is to be: it can go back one
    /// step to where it is not. Until that breaks.
    pub(super) fn visit_just_solved(
        &self,
        enumerator: &BoardEnumerator<'_>,
        visit: &mut dyn FnMut(&Dissection, Cells, ShapeHash) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let frame = enumerator.frame;
        for place in self.ends() {
            let mut before: Vec<Cells> = Vec::new();
            for direction in Direction::ALL {
                let from = frame.stepped(place, direction);
                let is_outside = |from: Cells| from & !frame.cells != 0;
                let Some(from) = from.filter(|&from| !is_outside(from)) else { continue };
                if from & self.end == self.end {
                    continue;
                }
                let empty = from & !place;
                enumerator.visit(place, empty, &mut |board, shape_hash| {
                    // Each board once.
                    if before.iter().all(|&other| board.empty & other != other) {
                        visit(board, place, shape_hash)
                    } else {
                        ControlFlow::Continue(())
                    }
                })?;
                before.push(empty);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The subsets of `0..things` with this number of members, in lexicographic order.
fn subsets(things: usize, members: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (members <= things).then(|| (0..members).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let subset = next.take()?;
        // The last member that can still rise does, and those behind it follow close.
        let rises = (0..members).rev().find(|&at| subset[at] < things - members + at);
        next = rises.map(|at| {
            let mut after = subset.clone();
            let from = subset[at] + 1;
            (at..members).for_each(|index| after[index] = from + index - at);
            after
        });
        Some(subset)
    })
}

#[cfg(test)]
mod tests {
    use super::subsets;

    #[test]
    fn subsets_are_as_many_as_the_binomial_says_and_in_order() {
        let all: Vec<_> = subsets(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(subsets(10, 5).count(), 252);
        assert_eq!((subsets(3, 0).count(), subsets(2, 3).count()), (1, 0));
    }
}
