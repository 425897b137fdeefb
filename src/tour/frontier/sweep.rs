//! What may follow on a frontier when the next square is met.

use crate::graph::{Graph, Vertex};
use crate::tour::board::Board;

use super::mates::{Mates, Role, SLOTS, Whole};

/// Where a tour begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tour) enum Ends {
    /// Nowhere: it is closed.
    Closed,
    /// At these two squares; where one is `None`, anywhere. Which of them is the start does not
    /// matter.
    At(Option<Vertex>, Option<Vertex>),
}

impl Ends {
    /// How many squares this one is to be joined to.
    pub(super) fn need(self, vertex: Vertex) -> u32 {
        match self {
            Ends::At(start, end) if start == Some(vertex) || end == Some(vertex) => 1,
            _ => 2,
        }
    }

    /// How many ends may be anywhere, for either colour. The colours take turns, so that a path
    /// of an odd number of squares begins and ends on the colour of the corner, and any other on
    /// both colours.
    fn free(self, board: &Board) -> [u32; 2] {
        let Ends::At(start, end) = self else { return [0, 0] };
        let mut free = if board.squares().is_multiple_of(2) { [1u32, 1] } else { [2, 0] };
        for end in [start, end].into_iter().flatten() {
            let colour = board.square(end).colour();
            free[colour] = free[colour].saturating_sub(1);
        }
        if start.is_some() && end.is_some() { [0, 0] } else { free }
    }
}

/// The earlier squares that a square is joined to when it is met.
pub(super) type Joined = [Option<Vertex>; 2];

/// A board that is met square by square.
pub(in crate::tour) struct Sweep {
    pub(super) board: Board,
    pub(super) graph: Graph,
    pub(super) ends: Ends,
    /// How many ends may be anywhere, for either colour.
    free: [u32; 2],
    /// The squares of a frontier stand in the slots of their numbers modulo this.
    pub(super) slots: Vertex,
    /// The squares in the order in which they leave the frontier: each with the last of its
    /// neighbours.
    leavers: Vec<Vertex>,
    /// Where those begin that leave with each square, and where the last ones end.
    leavers_from: Vec<usize>,
}

impl Sweep {
    /// `None` where the frontier would have too many squares, no two squares are joined, or the
    /// leaper does not change colour with each leap.
    pub(in crate::tour) fn new(board: &Board, ends: Ends) -> Option<Self> {
        let leaper = board.leaper();
        // Before anything large is made.
        let is_wide = board.columns() as usize > SLOTS && board.rows() > 1;
        if is_wide || (leaper.short + leaper.long).is_multiple_of(2) {
            return None;
        }
        let graph = board.graph();
        let squares = 0..board.squares();
        let spans =
            squares.clone().flat_map(|v| graph.neighbours(v).iter().map(move |w| v.abs_diff(*w)));
        let slots = spans.max()? + 1;
        if slots as usize > SLOTS {
            return None;
        }
        let last = |v: &Vertex| graph.neighbours(*v).iter().copied().max().unwrap_or(*v).max(*v);
        let mut leavers: Vec<Vertex> = squares.clone().collect();
        leavers.sort_by_key(last);
        let ends_with = |v: Vertex| leavers.partition_point(|leaver| last(leaver) <= v);
        let leavers_from = std::iter::once(0).chain(squares.map(ends_with)).collect();
        let free = ends.free(board);
        Some(Sweep { board: *board, graph, ends, free, slots, leavers, leavers_from })
    }

    /// The number of squares.
    pub(super) fn squares(&self) -> Vertex {
        self.board.squares()
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are 24 slots at most")]
    pub(super) fn slot(&self, vertex: Vertex) -> u8 {
        (vertex % self.slots) as u8
    }

    /// How many squares of the colour of this one may still be made ends.
    #[inline]
    pub(super) fn spare(&self, mates: Mates, vertex: Vertex) -> u32 {
        let colour = self.board.square(vertex).colour();
        self.free[colour] - mates.free_ends(colour)
    }

    /// Shows every frontier that may follow when the square `vertex` is met, with what it is
    /// joined to: those with more links first.
    pub(super) fn follow(&self, mates: Mates, vertex: Vertex, mut show: impl FnMut(Joined, Mates)) {
        let own = self.slot(vertex);
        let mut alone = mates;
        let is_end = self.ends.need(vertex) == 1;
        alone.set(own, if is_end { Role::Last } else { Role::End(own) });
        let is_open =
            |&&other: &&Vertex| other < vertex && mates.role(self.slot(other)) != Role::Inner;
        let mut earlier = [0; SLOTS];
        let mut count = 0;
        for &other in self.graph.neighbours(vertex).iter().filter(is_open) {
            earlier[count] = other;
            count += 1;
        }
        let earlier = &earlier[..count];
        let mut try_on = |joined: Joined, mates: Mates, whole: Option<Whole>| {
            let next = self.leave(mates, vertex, whole);
            if let Some(next) = next.filter(|&next| self.may_live(next, vertex, joined)) {
                show(joined, next);
            }
        };
        if !is_end {
            for (index, &one) in earlier.iter().enumerate() {
                let mut first = alone;
                if first.join(own, self.slot(one)).is_some() {
                    continue;
                }
                for &other in &earlier[index + 1..] {
                    let mut both = first;
                    let whole = both.join(own, self.slot(other));
                    try_on([Some(one), Some(other)], both, whole);
                }
            }
        }
        for &one in earlier {
            let mut joined = alone;
            let whole = joined.join(own, self.slot(one));
            try_on([Some(one), None], joined, whole);
        }
        try_on([None, None], alone, None);
    }

    /// The frontier without the squares that have no neighbour to come, if that can be: each is
    /// joined as it must be, or a free end.
    fn leave(&self, mut mates: Mates, vertex: Vertex, mut whole: Option<Whole>) -> Option<Mates> {
        let is_last = vertex + 1 == self.squares();
        if whole.is_some() && !is_last {
            return None;
        }
        let at = vertex as usize;
        for &leaver in &self.leavers[self.leavers_from[at]..self.leavers_from[at + 1]] {
            let slot = self.slot(leaver);
            let role = mates.role(slot);
            if role == Role::Inner {
                continue;
            }
            if role == Role::End(slot) || self.spare(mates, leaver) == 0 {
                return None;
            }
            mates.use_free_end(self.board.square(leaver).colour());
            mates.set(slot, Role::Inner);
            match role {
                Role::End(other) => mates.set(other, Role::Last),
                _ if is_last && whole.is_none() => whole = Some(Whole::Path),
                _ => return None,
            }
        }
        if is_last {
            let wanted = if self.ends == Ends::Closed { Whole::Ring } else { Whole::Path };
            return (mates.all_inner() && whole == Some(wanted)).then_some(mates);
        }
        Some(mates)
    }
}
