//! Enumerates the goal states, from which bidirectional search begins.
//!
//! The states are placements of all pieces, reachable from the start or not. A piece never leaves
//! the cells that its steps connect, wherever the other pieces stand: a car stays in its row. So
//! each such region always has as many pieces of a kind as at the start, and placements with
//! another number are skipped.

use std::collections::BTreeSet;

use crate::{
    control::{Monitor, Progress, StopReason},
    grid::Direction,
    search::StateWords,
};

use super::{
    Board, UnpackedState,
    cells::CellSet,
    goal::GoalPattern,
    kind::{Kind, KindId, footprints, steps},
};

/// The most cells tried for each placement that may be found, as pieces that fit badly cause many
/// attempts and few placements.
const EFFORT: usize = 64;
/// The least limit on the cells tried.
const MIN_EFFORT: usize = 1 << 14;

/// Bytes of a canonical form in the set of those found.
const FORM_BYTES: usize = 128;

/// The end of an enumeration before its last placement: the reason of the monitor, or `None` if the
/// placements are too many.
type EarlyEnd = Option<StopReason>;

/// Visits a placement, given as (cell, kind); returns the bytes of all results.
type Visit<'a> = &'a mut dyn FnMut(&[(usize, KindId)]) -> Result<usize, EarlyEnd>;

impl Board {
    /// Returns the sorted canonical forms of the goal states that may be reachable from the start;
    /// `None` if they are more than `most`, or their enumeration takes too long.
    ///
    /// Every reachable goal state is among them; whether one of them is reachable is unknown.
    ///
    /// # Errors
    /// If the monitor stops the enumeration.
    ///
    /// # Complexity
    /// Linear in `most`, not in the number of goal states.
    pub(crate) fn goals(
        &self,
        most: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<StateWords>>, StopReason> {
        if self.is_wide() {
            return Ok(None);
        }
        // The most placements of `most` canonical forms.
        let placements = most.saturating_mul(self.symmetry.order());
        let mut listing = GoalEnumerator::new(self, placements, monitor);
        let mut forms: BTreeSet<StateWords> = BTreeSet::new();
        for pattern in &self.patterns {
            // A count is cheap, and is enough if the placements are too many.
            let mut count = 0;
            let counted = listing.list(pattern, &mut |_| {
                count += 1;
                if count > placements { Err(None) } else { Ok(0) }
            });
            let listed = counted.and_then(|()| {
                listing.list(pattern, &mut |anchors| {
                    let position = UnpackedState::new(self.cells, anchors.iter().copied());
                    forms.insert(self.words(&position));
                    if forms.len() > most {
                        Err(None)
                    } else {
                        Ok(forms.len() * FORM_BYTES)
                    }
                })
            });
            match listed {
                Ok(()) => {}
                Err(None) => return Ok(None),
                Err(Some(reason)) => return Err(reason),
            }
        }
        Ok(Some(forms.into_iter().collect()))
    }
}

/// A placement of the pieces, cell by cell.
struct GoalEnumerator<'a, 'w> {
    board: &'a Board,
    monitor: &'a mut Monitor<'w>,
    /// By kind, then by region: the number of pieces still to place.
    left: Vec<Vec<usize>>,
    /// By kind, then by cell: the region of a piece with its anchor there.
    regions: Vec<Vec<usize>>,
    /// By kind, then by cell: the cells that a piece with its anchor there covers.
    footprints: Vec<Vec<u128>>,
    /// The number of cells still to leave empty.
    spare: usize,
    /// The covered cells, and those left empty.
    taken: u128,
    anchors: Vec<(usize, KindId)>,
    /// The number of cells tried, and the most that may be tried.
    tried: usize,
    effort: usize,
    /// Bytes of all results.
    bytes: usize,
}

impl<'a, 'w> GoalEnumerator<'a, 'w> {
    fn new(board: &'a Board, placements: usize, monitor: &'a mut Monitor<'w>) -> Self {
        let regions: Vec<_> = board
            .kinds
            .iter()
            .map(|kind| regions(board, kind))
            .collect();
        let mut left: Vec<_> = regions.iter().map(|cells| vec![0; cells.len()]).collect();
        let mut spare = board.free.count() as usize;
        for (cell, kind) in board.start.anchors() {
            left[kind][regions[kind][cell]] += 1;
            spare -= board.kinds[kind].shape.area();
        }
        GoalEnumerator {
            board,
            monitor,
            left,
            regions,
            footprints: board
                .kinds
                .iter()
                .map(|kind| footprints(board, kind))
                .collect(),
            spare,
            taken: !u128::narrow(board.free),
            anchors: Vec::new(),
            tried: 0,
            effort: placements.saturating_mul(EFFORT).max(MIN_EFFORT),
            bytes: 0,
        }
    }

    /// Visits each placement that meets a pattern: the pieces of the pattern are placed first, then
    /// the others in the open cells.
    fn list(&mut self, pattern: &GoalPattern, visit: Visit<'_>) -> Result<(), EarlyEnd> {
        let empties = u128::narrow(pattern.empties & self.board.free);
        let stands = empties.count_ones() as usize <= self.spare
            && pattern.anchors.iter().all(|&at| self.put(at))
            && self.taken & empties == 0;
        let mut listed = Ok(());
        if stands {
            self.spare -= empties.count_ones() as usize;
            self.taken |= empties;
            listed = self.fill(0, visit);
            self.taken &= !empties;
            self.spare += empties.count_ones() as usize;
        }
        while !self.anchors.is_empty() {
            self.take_back();
        }
        listed
    }

    /// Places the remaining pieces in the cells from `from` on, in every combination.
    fn fill(&mut self, from: usize, visit: Visit<'_>) -> Result<(), EarlyEnd> {
        self.tried += 1;
        if self.tried > self.effort {
            return Err(None);
        }
        self.monitor.check(1, || Progress {
            bytes: self.bytes,
            ..Progress::default()
        })?;
        let open = (from..self.board.cells).find(|cell| self.taken >> cell & 1 == 0);
        // If no cell is open, no piece is left.
        let Some(cell) = open else {
            self.bytes = visit(&self.anchors)?;
            return Ok(());
        };
        if self.spare > 0 {
            self.spare -= 1;
            self.fill(cell + 1, visit)?;
            self.spare += 1;
        }
        for kind in 0..self.board.kinds.len() {
            if self.put((cell, kind)) {
                self.fill(cell + 1, visit)?;
                self.take_back();
            }
        }
        Ok(())
    }

    /// Places a piece, if one is left and fits.
    fn put(&mut self, (cell, kind): (usize, KindId)) -> bool {
        let region = self.regions[kind][cell];
        let footprint = self.footprints[kind][cell];
        let fits = self.board.kinds[kind].places.contains(cell) && footprint & self.taken == 0;
        if !fits || self.left[kind][region] == 0 {
            return false;
        }
        self.left[kind][region] -= 1;
        self.taken |= footprint;
        self.anchors.push((cell, kind));
        true
    }

    /// Removes the last piece.
    fn take_back(&mut self) {
        let (cell, kind) = self.anchors.pop().expect("a piece was put down");
        self.left[kind][self.regions[kind][cell]] += 1;
        self.taken &= !self.footprints[kind][cell];
    }
}

/// Returns the region of each cell: the cells that the steps of a piece of this kind connect, named
/// by the first of them.
pub fn regions(board: &Board, kind: &Kind) -> Vec<usize> {
    let mut regions: Vec<usize> = (0..board.cells).collect();
    // Each pass extends the regions by at least one turn of a path.
    loop {
        let before = regions.clone();
        for direction in [Direction::Right, Direction::Down] {
            for (cell, next) in steps(board, kind, direction) {
                let first = regions[cell].min(regions[next]);
                (regions[cell], regions[next]) = (first, first);
            }
        }
        if regions == before {
            return regions;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::{
        strategy::{Strategy, ValueTree},
        test_runner::TestRunner,
    };

    use super::*;
    use crate::{
        board::{
            goal::GoalTest,
            ranking::tests::Twin,
            tests::{board, goals},
        },
        cases::cases,
        control::Limits,
        puzzle::testing::drafts,
    };

    const LETTERS: [char; 3] = ['A', 'B', 'C'];

    /// Returns the cells that a piece reaches from a cell, alone on the board.
    fn alone(board: &Board, kind: &Kind, from: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([from]);
        let mut queue = vec![from];
        while let Some(cell) = queue.pop() {
            let allowed = Direction::ALL
                .into_iter()
                .zip(kind.directions)
                .filter(|(_, it)| *it);
            let next = allowed.filter_map(|(direction, _)| board.grid.cell(cell).step(direction));
            for next in next.filter(|&next| board.grid.contains(next)) {
                let next = board.grid.index(next);
                if kind.places.contains(next) && found.insert(next) {
                    queue.push(next);
                }
            }
        }
        found
    }

    /// Whether each region has as many pieces of each kind as at the start.
    fn may_be_reached(board: &Board, placed: &UnpackedState) -> bool {
        board.start().anchors().all(|(cell, id)| {
            let region = alone(board, &board.kinds()[id], cell);
            let inside = |at: &(usize, KindId)| at.1 == id && region.contains(&at.0);
            board.start().anchors().filter(inside).count()
                == placed.anchors().filter(inside).count()
        })
    }

    #[test]
    fn enumerated_goals_equal_the_placements_that_satisfy_the_goal() {
        let mut runner = TestRunner::deterministic();
        let drafts = drafts(&LETTERS);
        let mut held = 0;
        let mut confined = 0;
        let mut mirrored = 0;
        let mut none = 0;
        while held < cases(90) {
            let draft = drafts.new_tree(&mut runner).expect("a draft").current();
            let Ok(puzzle) = draft.check() else { continue };
            let mirrored_board = Board::new(&puzzle).expect("it fits");
            let placements = Twin::placements(&mirrored_board, 3001);
            if placements.len() > 3000 {
                continue;
            }
            let plain = mirrored_board.clone().without_symmetry();
            for board in [&mirrored_board, &plain] {
                let goal = GoalTest::<u128, 10>::new(board);
                let is_solved = |at: &&UnpackedState| goal.is_met(&board.pack(at));
                let solved: Vec<_> = placements.iter().filter(is_solved).collect();
                let reachable: Vec<_> = solved
                    .iter()
                    .filter(|at| may_be_reached(board, at))
                    .collect();
                let forms: BTreeSet<StateWords> =
                    reachable.iter().map(|at| board.words(at)).collect();
                let listed = goals(board, 3000).expect("they are few");
                assert_eq!(listed, forms.into_iter().collect::<Vec<_>>(), "{puzzle}");
                // As many are enough, and one less are not.
                assert_eq!(goals(board, listed.len()).as_ref(), Some(&listed));
                assert!(listed.is_empty() || goals(board, listed.len() - 1).is_none());
                confined += usize::from(reachable.len() < solved.len());
                mirrored += usize::from(listed.len() < reachable.len());
                none += usize::from(listed.is_empty());
            }
            held += 1;
        }
        let tally = [confined, mirrored, none];
        assert!(tally.iter().all(|&count| count > 1), "{tally:?}");
    }

    #[test]
    fn goals_are_counted_with_and_without_symmetry() {
        let board = board("AAB ..B", &["..B AAB", "AAB ..B"]);
        assert_eq!(goals(&board, 9).map(|goals| goals.len()), Some(1));
        let plain = board.without_symmetry();
        let goals = goals(&plain, 2).expect("two");
        let mut start = goals
            .iter()
            .map(|goal| plain.unpack(goal) == *plain.start());
        assert!(goals.len() == 2 && start.any(|is_start| is_start));
    }

    #[test]
    fn the_enumeration_of_too_many_goals_stops_early() {
        // 100 cells, and 25 pieces in all but one of them.
        let rows = [
            "AABBCCDDEE",
            "AABBCCDDEE",
            "FFGGHHIIJJ",
            "FFGGHHIIJJ",
            "KKLLMMNNOO",
        ];
        let frame = [&rows[..], &["KKLLMMNNOO", "..........", ".........."]]
            .concat()
            .join(" ");
        let goal = [&["........AA", "........AA"][..], &[".........."; 6]]
            .concat()
            .join(" ");
        let board = board(&frame, &[&goal]);
        assert_eq!(goals(&board, 1000), None);
        assert_eq!(goals(&board, 0), None);
    }

    #[test]
    fn an_enumeration_ends_at_the_limits_on_time_and_memory() {
        // Eight of nineteen cells, in 75,582 ways.
        let board = board("ABCDE FGHI. ..... .....", &["..... ..... ..... ....A"]);
        for (limits, reason) in [
            (
                Limits::default().with_timeout(Some(Duration::ZERO)),
                StopReason::Time,
            ),
            (
                Limits::default().with_max_bytes(Some(100_000)),
                StopReason::Memory,
            ),
        ] {
            let monitor = &mut Monitor::unobserved(limits);
            assert_eq!(board.goals(1 << 18, monitor), Err(reason));
        }
    }
}
