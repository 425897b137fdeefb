//! Frontiers that no tour goes through.

use crate::graph::{Leaper, Vertex};

use super::mates::{Mates, Role};
use super::sweep::{Ends, Joined, Sweep};

impl Sweep {
    /// Whether a tour may go through this frontier, for all that is cheap to see. `vertex` was
    /// met last, and `joined`.
    #[inline]
    pub(super) fn may_live(&self, mates: Mates, vertex: Vertex, joined: Joined) -> bool {
        vertex + 1 == self.squares()
            || self.all_can_be_joined(mates, vertex, joined)
                && (!self.is_knight_on_four() || self.outer_columns_have_enough(mates, vertex))
    }

    /// Whether the squares whose neighbours have become fewer still have enough: those of the
    /// frontier that could have been joined to `vertex`, and those to come whose neighbours are
    /// joined as often as they may be.
    fn all_can_be_joined(&self, mates: Mates, vertex: Vertex, joined: Joined) -> bool {
        let to_come = |v: Vertex| self.graph.neighbours(v).iter().filter(move |&&w| w > vertex);
        let is_fed = |v: &&Vertex| {
            let need = self.need(mates, **v).saturating_sub(self.spare(mates, **v)) as usize;
            need == 0 || to_come(**v).take(need).count() == need
        };
        let met = self.graph.neighbours(vertex).iter().filter(|&&w| w < vertex);
        if !met.chain([&vertex]).all(|v| is_fed(&v)) {
            return false;
        }
        let is_open = |w: Vertex| {
            w > vertex || vertex - w < self.slots && mates.role(self.slot(w)) != Role::Inner
        };
        let has_room = |&v: &Vertex| {
            let need = self.ends.need(v).saturating_sub(self.spare(mates, v)) as usize;
            self.graph.neighbours(v).iter().filter(|&&w| is_open(w)).take(need).count() == need
        };
        let full = joined.into_iter().chain([Some(vertex)]).flatten();
        let mut full = full.filter(|&v| mates.role(self.slot(v)) == Role::Inner);
        full.all(|v| to_come(v).all(has_room))
    }

    /// How many more squares one of the frontier is to be joined to.
    #[inline]
    fn need(&self, mates: Mates, vertex: Vertex) -> u32 {
        let slot = self.slot(vertex);
        match mates.role(slot) {
            Role::Inner => 0,
            Role::End(other) if other == slot => 2,
            Role::End(_) | Role::Last => 1,
        }
    }

    /// On a board of four columns, the knight goes from an outer column to inner squares of the
    /// other colour only. Whether there are enough of them left, for either colour.
    ///
    /// Each row to come has one square of each kind, so that only the others are counted.
    fn outer_columns_have_enough(&self, mates: Mates, vertex: Vertex) -> bool {
        // For the outer squares of either colour: what they need, less what is there for them.
        let mut lack = [0i64; 2];
        let mut add = |v: Vertex, need: i64| {
            let square = self.board.square(v);
            let colour = square.colour();
            match square.column {
                0 | 3 => lack[colour] += need,
                _ => lack[1 - colour] -= need,
            }
        };
        let row_end = vertex | 3;
        for v in (vertex + 1).saturating_sub(self.slots)..=vertex {
            add(v, self.need(mates, v).into());
        }
        for v in vertex + 1..=row_end {
            add(v, self.ends.need(v).into());
        }
        if let Ends::At(start, end) = self.ends {
            [start, end].into_iter().flatten().filter(|&v| v > row_end).for_each(|v| add(v, -1));
        }
        // Vertices 0 and 1 are of either colour.
        (0..).zip(lack).all(|(v, lack)| lack <= self.spare(mates, v).into())
    }

    /// Of the ways to go on, those with less of this are to be tried first: what a tour of four
    /// columns can do once or twice is better not done early, as the far end of the board may be
    /// where it is needed.
    pub(super) fn expense(&self, vertex: Vertex, joined: Joined, next: Mates) -> u32 {
        if !self.is_knight_on_four() {
            return 0;
        }
        let is_inner = |v: Vertex| matches!(v % 4, 1 | 2);
        let crossings = joined.into_iter().flatten().filter(|&v| is_inner(v) && is_inner(vertex));
        next.free_ends(0) + next.free_ends(1) + u32::from(crossings.count() > 0)
    }

    fn is_knight_on_four(&self) -> bool {
        self.board.columns() == 4 && self.board.leaper() == Leaper::KNIGHT
    }
}
