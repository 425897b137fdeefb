//! A tour of a narrow board, found square by square, by what the frontier knows.
//!
//! Squares are met in the order of their numbers, row by row. All that matters for the squares to
//! come is how those in the frontier (met, with a neighbour still to come) are connected. On a
//! board of `w` columns that are 2w + 1 squares for a knight, however long the board is. The search
//! is depth first, and remembers the frontiers that lead nowhere: a tour is found in time that is
//! nearly linear in the length of the board. (To count tours is the task of [`crate::count`].)
//!
//! Knuth: The Art of Computer Programming, volume 4A, 7.1.4 (Simpath), whose states these are.

use std::collections::HashSet;
use std::mem::size_of;

use ahash::RandomState;

use super::board::Chessboard;
use crate::backtrack::{BacktrackResult, Statistics};
use crate::control::{Limits, Monitor, Observer, Outcome, Progress, StopReason};
use crate::graph::{ColourBalance, Graph, Leaper, Vertex};

/// Where a tour begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ends {
    /// Nowhere: it is closed.
    Closed,
    /// At these two squares; where one is `None`, anywhere. Which of them is the start does not
    /// matter.
    At(Option<Vertex>, Option<Vertex>),
}

impl Ends {
    /// How many squares this one is to be joined to.
    fn need(self, vertex: Vertex) -> u32 {
        match self {
            Ends::At(start, end) if start == Some(vertex) || end == Some(vertex) => 1,
            _ => 2,
        }
    }

    /// How many ends may be anywhere, for either colour. The colours take turns, so that a path
    /// of an odd number of squares begins and ends on the colour of the corner, and any other on
    /// both colours.
    fn free(self, board: &Chessboard) -> [u32; 2] {
        let Ends::At(start, end) = self else { return [0, 0] };
        let squares = board.squares() as usize;
        let Some(balance) = ColourBalance::of(squares.div_ceil(2), squares / 2) else {
            return [0, 0];
        };
        let mut free = balance.ends();
        for end in [start, end].into_iter().flatten() {
            let colour = board.square(end).colour() as usize;
            free[colour] = free[colour].saturating_sub(1);
        }
        if start.is_some() && end.is_some() { [0, 0] } else { free }
    }
}

/// The earlier squares that a square is joined to when it is met.
type Joined = [Option<Vertex>; 2];

/// A board that is searched square by square.
pub(super) struct FrontierSearch {
    board: Chessboard,
    graph: Graph,
    ends: Ends,
    /// How many ends may be anywhere, for either colour.
    free: [u32; 2],
    /// The squares of a frontier stand in the slots of their numbers modulo this.
    slots: Vertex,
    /// The squares in the order in which they leave the frontier: each with the last of its
    /// neighbours.
    leavers: Vec<Vertex>,
    /// Where those begin that leave with each square, and where the last ones end.
    leavers_from: Vec<usize>,
}

impl FrontierSearch {
    /// `None` where the frontier would have too many squares, no two squares are joined, or the
    /// leaper does not change colour with each leap.
    pub(super) fn new(board: &Chessboard, ends: Ends) -> Option<Self> {
        let leaper = board.leaper();
        // Before anything large is made.
        let is_wide = board.columns() as usize > SLOTS && board.rows() > 1;
        if is_wide || (leaper.short + leaper.long).is_multiple_of(2) {
            return None;
        }
        let graph = board.graph();
        let squares = 0..board.squares();
        let slots = graph.arc_list().map(|(from, to)| from.abs_diff(to)).max()? + 1;
        if slots as usize > SLOTS {
            return None;
        }
        let last = |v: &Vertex| graph.neighbours(*v).iter().copied().max().unwrap_or(*v).max(*v);
        let mut by_last: Vec<(Vertex, Vertex)> = squares.clone().map(|v| (last(&v), v)).collect();
        by_last.sort_unstable();
        let ends_with = |v: Vertex| by_last.partition_point(|&(last, _)| last <= v);
        let leavers_from = std::iter::once(0).chain(squares.map(ends_with)).collect();
        let leavers = by_last.into_iter().map(|(_, leaver)| leaver).collect();
        let free = ends.free(board);
        Some(FrontierSearch { board: *board, graph, ends, free, slots, leavers, leavers_from })
    }

    /// A tour, as the links between its squares, or the proof that there is none.
    ///
    /// [`Limits::max_states`] bounds the frontiers that are looked at.
    ///
    /// # Complexity
    /// A frontier that leads nowhere is looked at once: time is linear in the rows of a board of
    /// given width, exponential in its width. 30 bytes a frontier that leads nowhere.
    pub(super) fn find(
        &self,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> BacktrackResult<SquareLinks> {
        let mut watch = Monitor::new(*limits, observer);
        let mut statistics = Statistics::default();
        let outcome = self.descend(&mut watch, &mut statistics);
        statistics.elapsed = watch.elapsed();
        BacktrackResult { outcome, statistics }
    }

    fn descend(
        &self,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Outcome<SquareLinks> {
        let mut dead: HashSet<(Vertex, SlotMates), RandomState> =
            HashSet::with_hasher(RandomState::with_seeds(3, 14, 15, 92));
        // The ways to go on from each frontier of the current row of them, the next one last.
        let mut ways: Vec<(Joined, SlotMates)> = Vec::new();
        // Those frontiers, and where their ways begin.
        let mut levels: Vec<(usize, SlotMates)> = Vec::new();
        let mut mates = SlotMates::default();
        let max_nodes = watch.limits().max_states.unwrap_or(usize::MAX);
        let mut nodes = 0;
        let mut vertex = 0;
        while vertex < self.squares() {
            let bytes = || (dead.capacity() + ways.capacity()) * size_of::<(Vertex, SlotMates)>();
            let progress =
                || Progress { states: nodes, depth: vertex, bytes: bytes(), ..Progress::default() };
            if let Err(reason) = watch.check(nodes, progress) {
                return Outcome::Stopped(reason);
            }
            if nodes == max_nodes {
                return Outcome::Stopped(StopReason::States);
            }
            nodes += 1;
            statistics.nodes += 1;
            let begin = ways.len();
            levels.push((begin, mates));
            statistics.deepest = statistics.deepest.max(levels.len());
            if !dead.contains(&(vertex, mates)) {
                self.follow(mates, vertex, |joined, next| ways.push((joined, next)));
                ways[begin..].reverse();
                ways[begin..].sort_by_key(|&(joined, next)| {
                    std::cmp::Reverse(self.expense(vertex, joined, next))
                });
            }
            // Back to where there is a way to go on.
            while let Some(&(begin, here)) = levels.last()
                && ways.len() == begin
            {
                levels.pop();
                dead.insert((vertex, here));
                statistics.backtracks += 1;
                if levels.is_empty() {
                    return Outcome::Exhausted;
                }
                ways.pop();
                vertex -= 1;
            }
            mates = ways.last().expect("there is a way to go on").1;
            vertex += 1;
        }
        Outcome::Found(self.links(&levels, &ways))
    }

    /// The links of the ways that were taken: the last one of each level.
    fn links(&self, levels: &[(usize, SlotMates)], ways: &[(Joined, SlotMates)]) -> SquareLinks {
        let mut links = SquareLinks::new(self.squares());
        let ends = levels.iter().skip(1).map(|level| level.0).chain([ways.len()]);
        for (vertex, end) in (0..).zip(ends) {
            for other in ways[end - 1].0.into_iter().flatten() {
                links.join(vertex, other);
            }
        }
        links
    }

    /// The number of squares.
    fn squares(&self) -> Vertex {
        self.board.squares()
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are 24 slots at most")]
    fn slot(&self, vertex: Vertex) -> u8 {
        (vertex % self.slots) as u8
    }

    /// How many squares of the colour of this one may still be made ends.
    #[inline]
    fn spare(&self, mates: SlotMates, vertex: Vertex) -> u32 {
        let colour = self.board.square(vertex).colour() as usize;
        self.free[colour] - mates.free_ends(colour)
    }

    /// Shows every frontier that may follow when the square `vertex` is met, with what it is
    /// joined to: those with more links first.
    fn follow(&self, mates: SlotMates, vertex: Vertex, mut show: impl FnMut(Joined, SlotMates)) {
        let own = self.slot(vertex);
        let mut alone = mates;
        let is_end = self.ends.need(vertex) == 1;
        alone.set(own, if is_end { VertexRole::Last } else { VertexRole::End(own) });
        let is_open =
            |&&other: &&Vertex| other < vertex && mates.role(self.slot(other)) != VertexRole::Inner;
        let mut earlier = [0; SLOTS];
        let mut count = 0;
        for &other in self.graph.neighbours(vertex).iter().filter(is_open) {
            earlier[count] = other;
            count += 1;
        }
        let earlier = &earlier[..count];
        let mut try_on = |joined: Joined, mates: SlotMates, whole: Option<CompletePiece>| {
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
    fn leave(
        &self,
        mut mates: SlotMates,
        vertex: Vertex,
        mut whole: Option<CompletePiece>,
    ) -> Option<SlotMates> {
        let is_last = vertex + 1 == self.squares();
        if whole.is_some() && !is_last {
            return None;
        }
        let at = vertex as usize;
        for &leaver in &self.leavers[self.leavers_from[at]..self.leavers_from[at + 1]] {
            let slot = self.slot(leaver);
            let role = mates.role(slot);
            if role == VertexRole::Inner {
                continue;
            }
            if role == VertexRole::End(slot) || self.spare(mates, leaver) == 0 {
                return None;
            }
            mates.use_free_end(self.board.square(leaver).colour() as usize);
            mates.set(slot, VertexRole::Inner);
            match role {
                VertexRole::End(other) => mates.set(other, VertexRole::Last),
                _ if is_last && whole.is_none() => whole = Some(CompletePiece::Path),
                _ => return None,
            }
        }
        if is_last {
            let wanted =
                if self.ends == Ends::Closed { CompletePiece::Ring } else { CompletePiece::Path };
            return (mates.all_inner() && whole == Some(wanted)).then_some(mates);
        }
        Some(mates)
    }

    /// Whether a tour may go through this frontier, for all that is cheap to see. `vertex` was
    /// met last, and `joined`.
    #[inline]
    fn may_live(&self, mates: SlotMates, vertex: Vertex, joined: Joined) -> bool {
        vertex + 1 == self.squares()
            || self.all_can_be_joined(mates, vertex, joined)
                && (!self.is_knight_on_four() || self.outer_columns_have_enough(mates, vertex))
    }

    /// Whether the squares whose neighbours have become fewer still have enough: those of the
    /// frontier that could have been joined to `vertex`, and those to come whose neighbours are
    /// joined as often as they may be.
    fn all_can_be_joined(&self, mates: SlotMates, vertex: Vertex, joined: Joined) -> bool {
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
            w > vertex || vertex - w < self.slots && mates.role(self.slot(w)) != VertexRole::Inner
        };
        let has_room = |&v: &Vertex| {
            let need = self.ends.need(v).saturating_sub(self.spare(mates, v)) as usize;
            self.graph.neighbours(v).iter().filter(|&&w| is_open(w)).take(need).count() == need
        };
        let full = joined.into_iter().chain([Some(vertex)]).flatten();
        let mut full = full.filter(|&v| mates.role(self.slot(v)) == VertexRole::Inner);
        full.all(|v| to_come(v).all(has_room))
    }

    /// How many more squares one of the frontier is to be joined to.
    #[inline]
    fn need(&self, mates: SlotMates, vertex: Vertex) -> u32 {
        let slot = self.slot(vertex);
        match mates.role(slot) {
            VertexRole::Inner => 0,
            VertexRole::End(other) if other == slot => 2,
            VertexRole::End(_) | VertexRole::Last => 1,
        }
    }

    /// On a board of four columns, the knight goes from an outer column to inner squares of the
    /// other colour only. Whether there are enough of them left, for either colour.
    ///
    /// Each row to come has one square of each kind, so that only the others are counted.
    fn outer_columns_have_enough(&self, mates: SlotMates, vertex: Vertex) -> bool {
        // For the outer squares of either colour: what they need, less what is there for them.
        let mut lack = [0i64; 2];
        let mut add = |v: Vertex, need: i64| {
            let square = self.board.square(v);
            let colour = square.colour() as usize;
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
    fn expense(&self, vertex: Vertex, joined: Joined, next: SlotMates) -> u32 {
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

/// What a square of the frontier still is to the squares to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum VertexRole {
    /// The end of a piece of path whose other end stands in that slot: in its own, if the piece
    /// is the square alone.
    End(u8),
    /// The end of a piece whose other end is an end of the whole tour.
    Last,
    /// Joined as often as it must be, or not in the frontier.
    Inner,
}

/// The [`VertexRole`] of each slot, packed: frontiers are alike for the squares to come if and only
/// if they are equal.
///
/// Five bits a slot: 0 for [`VertexRole::Inner`], 31 for [`VertexRole::Last`], else one more than
/// the slot of the other end. Above them, four bits for each colour of squares count the free ends
/// that are used up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
struct SlotMates(u128);

/// The most squares that a frontier may have.
const SLOTS: usize = 24;

const BITS: usize = 5;
const MASK: u128 = (1 << BITS) - 1;
const LAST: u128 = MASK;
const ROLES: u128 = (1 << (BITS * SLOTS)) - 1;

/// A piece of path that nothing more can be joined to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CompletePiece {
    /// Its ends have met.
    Ring,
    /// Both its ends are ends of the tour.
    Path,
}

impl SlotMates {
    #[inline]
    fn role(self, slot: u8) -> VertexRole {
        match (self.0 >> (BITS * usize::from(slot))) & MASK {
            0 => VertexRole::Inner,
            LAST => VertexRole::Last,
            other => VertexRole::End(u8::try_from(other).expect("five bits") - 1),
        }
    }

    #[inline]
    fn set(&mut self, slot: u8, role: VertexRole) {
        let code = match role {
            VertexRole::Inner => 0,
            VertexRole::Last => LAST,
            VertexRole::End(other) => u128::from(other) + 1,
        };
        let shift = BITS * usize::from(slot);
        self.0 = self.0 & !(MASK << shift) | code << shift;
    }

    /// How many ends of the tour stand on squares of that colour that nobody has asked for.
    #[inline]
    fn free_ends(self, colour: usize) -> u32 {
        u32::try_from((self.0 >> (BITS * SLOTS + 4 * colour)) & 0xf).expect("four bits")
    }

    #[inline]
    fn use_free_end(&mut self, colour: usize) {
        self.0 += 1 << (BITS * SLOTS + 4 * colour);
    }

    /// Whether every slot is [`VertexRole::Inner`].
    #[inline]
    fn all_inner(self) -> bool {
        self.0 & ROLES == 0
    }

    /// Joins the squares of two slots, neither of which is [`VertexRole::Inner`]. Says so where
    /// that makes a piece whole.
    #[inline]
    fn join(&mut self, one: u8, other: u8) -> Option<CompletePiece> {
        let (far, near) = (self.role(one), self.role(other));
        for (slot, role) in [(one, far), (other, near)] {
            if role != VertexRole::End(slot) {
                self.set(slot, VertexRole::Inner);
            }
        }
        match (far, near) {
            (VertexRole::End(far), _) if far == other => return Some(CompletePiece::Ring),
            (VertexRole::Last, VertexRole::Last) => return Some(CompletePiece::Path),
            _ => {}
        }
        if let VertexRole::End(slot) = far {
            self.set(slot, near);
        }
        if let VertexRole::End(slot) = near {
            self.set(slot, far);
        }
        None
    }
}

/// No square.
const NONE: Vertex = Vertex::MAX;

/// For each square the one or two that it is joined to.
#[derive(Clone, Debug)]
pub(super) struct SquareLinks(Vec<[Vertex; 2]>);

impl SquareLinks {
    /// This number of squares, none of them joined.
    pub(super) fn new(squares: u32) -> Self {
        SquareLinks(vec![[NONE; 2]; squares as usize])
    }

    /// Those that a square is joined to.
    pub(super) fn of(&self, square: Vertex) -> impl Iterator<Item = Vertex> + use<> {
        self.0[square as usize].into_iter().filter(|&other| other != NONE)
    }

    /// Joins two squares, of which neither is joined to two yet.
    pub(super) fn join(&mut self, one: Vertex, other: Vertex) {
        self.replace(one, NONE, other);
        self.replace(other, NONE, one);
    }

    /// Takes apart two squares that are joined.
    pub(super) fn part(&mut self, one: Vertex, other: Vertex) {
        self.replace(one, other, NONE);
        self.replace(other, one, NONE);
    }

    fn replace(&mut self, square: Vertex, old: Vertex, new: Vertex) {
        let links = &mut self.0[square as usize];
        let place = links.iter().position(|&link| link == old);
        links[place.expect("a square has two links at most, and only those are parted")] = new;
    }

    /// A square that a path ends on; of a ring, any.
    pub(super) fn an_end(&self) -> Vertex {
        let end = (0..).zip(&self.0).find(|(_, links)| links.contains(&NONE));
        end.map_or(0, |(square, _)| square)
    }

    /// The squares in the order in which they are met from `start` on: to the end of the path, or
    /// once round the ring.
    pub(super) fn walk(&self, start: Vertex) -> Vec<Vertex> {
        let mut path = vec![start];
        let mut before = start;
        let mut next = self.of(start).next();
        while let Some(here) = next.filter(|&here| here != start) {
            path.push(here);
            next = self.of(here).find(|&other| other != before);
            before = here;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone(slots: u8) -> SlotMates {
        let mut mates = SlotMates::default();
        (0..slots).for_each(|slot| mates.set(slot, VertexRole::End(slot)));
        mates
    }

    #[test]
    fn the_ends_of_a_piece_know_each_other() {
        let mut mates = alone(24);
        for (one, other) in [(0, 23), (23, 3), (7, 8), (8, 3)] {
            assert_eq!(mates.join(one, other), None);
        }
        assert_eq!((mates.role(0), mates.role(7)), (VertexRole::End(7), VertexRole::End(0)));
        for inner in [23, 3, 8] {
            assert_eq!(mates.role(inner), VertexRole::Inner);
        }
        assert_eq!(mates.role(1), VertexRole::End(1));
        assert_eq!(mates.join(7, 0), Some(CompletePiece::Ring));
    }

    #[test]
    fn a_piece_between_two_ends_of_the_tour_is_whole() {
        let mut mates = alone(4);
        mates.set(0, VertexRole::Last);
        mates.set(3, VertexRole::Last);
        assert_eq!(mates.join(1, 0), None);
        assert_eq!((mates.role(0), mates.role(1)), (VertexRole::Inner, VertexRole::Last));
        assert_eq!(mates.join(1, 3), Some(CompletePiece::Path));
        assert!(!mates.all_inner(), "slot 2 is alone");
        mates.set(2, VertexRole::Inner);
        mates.use_free_end(1);
        assert!(mates.all_inner());
        assert_eq!((mates.free_ends(0), mates.free_ends(1)), (0, 1));
    }

    #[test]
    fn a_path_is_walked_from_either_end_and_a_ring_from_anywhere() {
        let mut links = SquareLinks::new(4);
        for (one, other) in [(0, 2), (2, 1), (1, 3)] {
            links.join(one, other);
        }
        assert_eq!(links.walk(0), [0, 2, 1, 3]);
        assert_eq!(links.walk(3), [3, 1, 2, 0]);
        assert_eq!(links.an_end(), 0);
        links.join(3, 0);
        assert_eq!(links.walk(1), [1, 2, 0, 3]);
        links.part(2, 1);
        assert_eq!(links.walk(2), [2, 0, 3, 1]);
    }
}
