//! A board with fewer pieces: whatever is a way on the board is one there, once the steps of the
//! pieces that were left out are struck.
//!
//! So the least way there is no longer, in every metric, as a unit of each moves one piece. How far
//! positions are from the goals there is what a *pattern database* keeps (Culberson, Schaeffer,
//! "Pattern Databases", *Computational Intelligence* 14, 1998).

use std::collections::BTreeMap;

use super::cells::CellSet;
use super::geometry::narrow;
use super::goal::{MAX_STAND_INS, Pattern};
use super::goal_listing::regions;
use super::kind::{self, KindId};
use super::{Arrangement, Board};

/// Pieces of a kind that never leave the same cells, whatever the others do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(crate) kind: KindId,
    /// Where their anchors may come to: cell `i` is bit `i`.
    pub(crate) region: u128,
    /// How many there are.
    pub(crate) pieces: usize,
    /// Whether a goal says where one of them stands.
    pub(crate) is_named: bool,
}

impl Group {
    fn holds(&self, (cell, kind): (usize, KindId)) -> bool {
        self.kind == kind && self.region >> cell & 1 == 1
    }
}

impl Board {
    /// The pieces, by their kinds and by the cells that their steps connect.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let regions: Vec<_> = self.kinds.iter().map(|kind| regions(self, kind)).collect();
        let mut groups: BTreeMap<(KindId, usize), Group> = BTreeMap::new();
        for (cell, kind) in self.start.anchors() {
            let first = regions[kind][cell];
            let connected = (0..self.cells).filter(|&cell| regions[kind][cell] == first);
            let region = connected.fold(0, |region, cell| region | 1 << cell);
            let group = Group { kind, region, pieces: 0, is_named: false };
            groups.entry((kind, first)).or_insert(group).pieces += 1;
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        let targets = || self.patterns.iter().flat_map(|pattern| &pattern.anchors);
        for group in &mut groups {
            group.is_named = targets().any(|&at| group.holds(at));
        }
        groups
    }

    /// The same board with so many pieces of each of its groups and no others, mirror images told
    /// apart. It is solved wherever some position of this one is that has its pieces there. None if
    /// that takes too many patterns.
    ///
    /// # Panics
    /// If no piece is kept.
    pub(crate) fn keeping(&self, groups: &[Group], kept: &[usize]) -> Option<Board> {
        let kinds = 0..self.kinds.len();
        let of_kind = |kind: KindId| {
            let counts = groups.iter().zip(kept).filter(move |(group, _)| group.kind == kind);
            counts.map(|(_, &count)| count).sum::<usize>()
        };
        let stay: Vec<KindId> = kinds.filter(|&kind| of_kind(kind) > 0).collect();
        assert!(!stay.is_empty(), "some piece is kept");
        let renamed = |(cell, kind): (usize, KindId)| {
            (cell, stay.iter().position(|&it| it == kind).expect("it is kept"))
        };
        let mut start = Vec::new();
        for (group, &count) in groups.iter().zip(kept) {
            start.extend(self.start.anchors().filter(|&at| group.holds(at)).take(count));
        }
        let mut patterns = Vec::new();
        for pattern in &self.patterns {
            for anchors in projections(pattern, groups, kept)? {
                let mut anchors: Vec<_> = anchors.into_iter().map(renamed).collect();
                anchors.sort_unstable();
                patterns.push(Pattern { anchors, empties: pattern.empties });
            }
        }
        patterns.sort_unstable();
        patterns.dedup();
        let kind = |&kind: &KindId| {
            let mut keeping = self.kinds[kind].clone();
            keeping.pieces.truncate(of_kind(kind));
            keeping
        };
        Some(Board {
            kinds: stay.iter().map(kind).collect(),
            start: Arrangement::new(self.cells, start.into_iter().map(renamed)),
            patterns,
            symmetry: self.symmetry.dropped(),
            ..self.clone()
        })
    }

    /// The cells where pieces of a kind have their anchors, of a position in words.
    #[inline]
    pub(crate) fn anchors_of(&self, kind: KindId, words: &[u64]) -> u128 {
        let mut anchors = self.free;
        for plane in 0..self.planes() {
            let cells = u128::window(words, narrow(plane * self.cells));
            anchors &= if kind::code(kind) >> plane & 1 == 1 { cells } else { !cells };
        }
        anchors
    }
}

/// Which of the kept pieces stand where, in each case, if a goal is met: of a group of which the goal
/// names more than are left out, some of those that are kept.
fn projections(
    pattern: &Pattern,
    groups: &[Group],
    kept: &[usize],
) -> Option<Vec<Vec<(usize, KindId)>>> {
    let is_met = |&at: &(usize, KindId)| groups.iter().any(|group| group.holds(at));
    if !pattern.anchors.iter().all(is_met) {
        return Some(Vec::new());
    }
    let mut ways = vec![Vec::new()];
    for (group, &count) in groups.iter().zip(kept) {
        let named: Vec<_> = pattern.anchors.iter().filter(|&&at| group.holds(at)).collect();
        if named.len() > group.pieces {
            return Some(Vec::new());
        }
        let least = (named.len() + count).saturating_sub(group.pieces);
        let mut longer = Vec::new();
        for choice in subsets(named.len(), least) {
            let chosen: Vec<_> = choice.iter().map(|&index| *named[index]).collect();
            longer.extend(ways.iter().map(|way: &Vec<_>| [&way[..], &chosen].concat()));
            if longer.len() > MAX_STAND_INS {
                return None;
            }
        }
        ways = longer;
    }
    Some(ways)
}

/// The subsets of so many things that have so many members, each in order.
pub(crate) fn subsets(things: usize, members: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (members <= things).then(|| (0..members).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let subset = next.take()?;
        // The last member that can still go up does, and those behind it follow close.
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
    use super::*;
    use crate::board::tests::{CLASSIC, CLASSIC_GOAL, board};

    #[test]
    fn subsets_are_as_many_as_the_binomial_says_and_in_order() {
        let all: Vec<_> = subsets(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(subsets(10, 5).count(), 252);
        assert_eq!((subsets(3, 0).count(), subsets(2, 3).count()), (1, 0));
    }

    #[test]
    fn the_classic_pieces_without_soldiers_have_a_placement_for_fifteen_with_them() {
        let classic = board(CLASSIC, &[CLASSIC_GOAL]);
        let groups = classic.groups();
        let is_soldier = |group: &Group| classic.kinds()[group.kind].shape.area() == 1;
        let kept: Vec<usize> =
            groups.iter().map(|it| if is_soldier(it) { 0 } else { it.pieces }).collect();
        let without = classic.keeping(&groups, &kept).expect("one pattern");
        assert_eq!((classic.ranks(), without.ranks()), (Some(65_880), Some(65_880 / 15)));
        // The start is the first of them, and a position of both is told by the same cells.
        let words = [classic.words(classic.start()), without.words(without.start())];
        for (kind, group) in groups.iter().filter(|group| !is_soldier(group)).enumerate() {
            assert_eq!(
                classic.anchors_of(group.kind, &words[0]),
                without.anchors_of(kind, &words[1])
            );
        }
    }

    #[test]
    fn of_pieces_that_are_alike_those_that_a_goal_cannot_do_without_are_in_it() {
        // Three of four stand in the goal: of any two that are kept one does, of three two.
        let alike: Board = Board::new(
            &"alike: ABCD\n\nA A\nB B\n. .\nC C\nD D\n\ngoal:\nA A\n. .\n. .\nC C\nD D\n"
                .parse()
                .expect("a puzzle"),
        )
        .expect("it fits");
        let groups = alike.groups();
        assert_eq!(groups.iter().map(|group| group.pieces).collect::<Vec<_>>(), [4]);
        let goals = |kept: usize| alike.keeping(&groups, &[kept]).expect("few").patterns.len();
        assert_eq!([1, 2, 3, 4].map(goals), [1, 3, 3, 1]);
    }

    #[test]
    fn pieces_that_never_meet_are_told_apart_and_others_that_are_alike_are_not() {
        let free = board("AB CD ..", &[".. .. A."]);
        let groups = free.groups();
        let told: Vec<_> = groups.iter().map(|it| (it.pieces, it.is_named, it.region)).collect();
        assert_eq!(told, [(1, true, 0x3F), (3, false, 0x3F)]);
        let walled = board("AB ## CD", &[".. ## .."].map(|_| "A. ## .."));
        let told: Vec<_> = walled.groups().iter().map(|it| (it.pieces, it.region)).collect();
        assert_eq!(told, [(1, 0b11), (1, 0b11), (2, 0b11_0000)]);
    }
}
