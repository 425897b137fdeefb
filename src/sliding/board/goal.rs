//! Goals in terms of kinds and cells, and an estimate of the distance to them.

use crate::{
    grid::{Cell, Direction},
    puzzle::{Goal, Puzzle, SolvedWhen, Target},
};

use super::{
    Board, cell_mask,
    cells::{CellSet, WideCells, narrow},
    kind::{self, Kind, KindId},
    state::State,
};

/// A goal pattern: cells of anchors, and cells that must be empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GoalPattern {
    /// The anchors as (cell, kind), sorted.
    pub anchors: Vec<(usize, KindId)>,
    /// The cells that no piece may cover.
    pub empties: WideCells,
}

/// The most combinations of kinds that meet one goal.
pub const MAX_ASSIGNMENTS: usize = 4096;

/// Returns the sorted goal patterns of a puzzle; `None` if too many combinations of kinds meet a
/// goal.
pub fn patterns(puzzle: &Puzzle, kinds: &[Kind]) -> Option<Vec<GoalPattern>> {
    let mut patterns = Vec::new();
    for goal in puzzle.goals() {
        let empties = cell_mask(puzzle.grid(), goal.empties.iter().copied());
        patterns.extend(ways(puzzle, kinds, &goal.targets, Vec::new(), empties)?);
        if puzzle.finish() == SolvedWhen::Clear {
            patterns.extend(one_step_before(puzzle, kinds, goal)?);
        }
    }
    patterns.sort_unstable();
    patterns.dedup();
    Some(patterns)
}

/// Returns the kinds whose pieces meet a target: several if the gate admits only some of the
/// interchangeable pieces.
fn kinds_for_target(
    puzzle: &Puzzle,
    kinds: &[Kind],
    target: Target,
) -> impl Iterator<Item = KindId> {
    let cell = puzzle.grid().index(target.anchor);
    kinds.iter().enumerate().filter_map(move |(id, kind)| {
        let stands = kind.places.contains(cell);
        (stands && puzzle.are_interchangeable(kind.pieces[0], target.piece)).then_some(id)
    })
}

/// Returns the combinations of pieces, apart from the `placed` ones, that meet the targets.
fn ways(
    puzzle: &Puzzle,
    kinds: &[Kind],
    targets: &[Target],
    placed: Vec<(usize, KindId)>,
    empties: WideCells,
) -> Option<Vec<GoalPattern>> {
    let mut ways = vec![placed];
    for &target in targets {
        let cell = puzzle.grid().index(target.anchor);
        let mut longer = Vec::new();
        for way in &ways {
            for kind in kinds_for_target(puzzle, kinds, target) {
                let used = way.iter().filter(|&&(_, used)| used == kind).count();
                if used < kinds[kind].pieces.len() {
                    longer.push([&way[..], &[(cell, kind)]].concat());
                }
            }
        }
        ways = longer;
        if ways.len() > MAX_ASSIGNMENTS {
            return None;
        }
    }
    Some(
        ways.into_iter()
            .map(|mut anchors| {
                anchors.sort_unstable();
                GoalPattern { anchors, empties }
            })
            .collect(),
    )
}

/// Returns the patterns from which one free step of one goal piece meets the goal.
fn one_step_before(puzzle: &Puzzle, kinds: &[Kind], goal: &Goal) -> Option<Vec<GoalPattern>> {
    let mut patterns = Vec::new();
    for (index, &target) in goal.targets.iter().enumerate() {
        let others = [&goal.targets[..index], &goal.targets[index + 1..]].concat();
        for id in kinds_for_target(puzzle, kinds, target) {
            let kind = &kinds[id];
            for (direction, allowed) in Direction::ALL.into_iter().zip(kind.directions) {
                let before = target.anchor.step(direction.opposite());
                let stands = |&cell: &Cell| {
                    puzzle.grid().contains(cell) && kind.places.contains(puzzle.grid().index(cell))
                };
                let Some(before) = before.filter(stands).filter(|_| allowed) else {
                    continue;
                };
                // Two goal pieces with one anchor: the other already stands in the way.
                if others.iter().any(|other| other.anchor == before) {
                    continue;
                }
                let [from, to] = [before, target.anchor]
                    .map(|anchor| cell_mask(puzzle.grid(), kind.shape.cells_at(anchor)));
                // What the step leaves is empty after it.
                let others_empty = cell_mask(puzzle.grid(), goal.empties.iter().copied());
                let empties = (to | others_empty) & !from;
                let placed = vec![(puzzle.grid().index(before), id)];
                patterns.extend(ways(puzzle, kinds, &others, placed, empties)?);
            }
        }
    }
    Some(patterns)
}

/// Returns the sorted cells of a kind in each goal pattern, mapped by `image`.
pub fn role(goal: &[GoalPattern], kind: KindId, image: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut role: Vec<Vec<usize>> = goal
        .iter()
        .map(|pattern| {
            let mut cells: Vec<usize> = pattern
                .anchors
                .iter()
                .filter(|&&(_, wanted)| wanted == kind)
                .map(|&(cell, _)| image(cell))
                .collect();
            cells.sort_unstable();
            cells
        })
        .collect();
    role.sort_unstable();
    role
}

impl Board {
    /// Returns the kind of each piece of another board that differs at most in its start and its
    /// letters; `None` if it differs in more.
    pub fn kinds_of_pieces(&self, other: &Board) -> Option<Vec<KindId>> {
        let kinds = self.kinds_of(other)?;
        let mut of_pieces = vec![
            0;
            kinds
                .iter()
                .map(|&kind| self.kinds[kind].pieces.len())
                .sum()
        ];
        for (kind, found) in other.kinds.iter().zip(kinds) {
            kind.pieces
                .iter()
                .for_each(|&piece| of_pieces[piece] = found);
        }
        Some(of_pieces)
    }

    /// Maps the kinds of the other board to kinds of this one.
    fn kinds_of(&self, other: &Board) -> Option<Vec<KindId>> {
        if self.grid != other.grid || self.kinds.len() != other.kinds.len() {
            return None;
        }
        let mut taken = vec![false; self.kinds.len()];
        let mut kinds = Vec::with_capacity(self.kinds.len());
        for (id, kind) in other.kinds.iter().enumerate() {
            let wanted = role(&other.patterns, id, |cell| cell);
            let here = (0..self.kinds.len()).find(|&here| {
                !taken[here]
                    && self.kinds[here].is_like(kind)
                    && self.kinds[here].pieces.len() == kind.pieces.len()
                    && role(&self.patterns, here, |cell| cell) == wanted
            })?;
            taken[here] = true;
            kinds.push(here);
        }
        let mut next_layers = other.kinds.iter().zip(&kinds);
        let is_next = |(kind, &here): (&Kind, &KindId)| {
            kind.next_layer.map(|next| kinds[next]) == self.kinds[here].next_layer
        };
        if !next_layers.all(is_next) {
            return None;
        }
        // Equal roles of the kinds do not yet imply equal goals.
        let mut patterns: Vec<GoalPattern> = other
            .patterns
            .iter()
            .map(|pattern| {
                let mut anchors: Vec<_> = pattern
                    .anchors
                    .iter()
                    .map(|&(cell, kind)| (cell, kinds[kind]))
                    .collect();
                anchors.sort_unstable();
                GoalPattern {
                    anchors,
                    empties: pattern.empties,
                }
            })
            .collect();
        patterns.sort_unstable();
        (patterns == self.patterns).then_some(kinds)
    }
}

/// The most goal patterns of a [`GoalDistance`].
const MAX_PATTERNS: usize = 64;

/// An estimate of the distance to the goal: the steps of the named pieces, each alone on the board.
#[derive(Clone, Debug)]
pub struct GoalDistance {
    /// For each pattern, the kinds that it names, each with an index into `steps`.
    patterns: Vec<Vec<(KindId, usize)>>,
    /// By cell, the steps of a piece with its anchor there to one target.
    steps: Vec<Vec<u32>>,
}

impl GoalDistance {
    pub fn new(board: &Board) -> Self {
        let mut targets: Vec<(usize, KindId)> = Vec::new();
        let patterns = board
            .patterns
            .iter()
            .take(MAX_PATTERNS)
            .map(|pattern| {
                pattern
                    .anchors
                    .iter()
                    .map(|&target| {
                        let index =
                            targets
                                .iter()
                                .position(|&it| it == target)
                                .unwrap_or_else(|| {
                                    targets.push(target);
                                    targets.len() - 1
                                });
                        (target.1, index)
                    })
                    .collect()
            })
            .collect();
        let steps = targets
            .iter()
            .map(|&(target, kind)| steps_to(board, kind, target))
            .collect();
        GoalDistance { patterns, steps }
    }

    /// Returns the least sum over the patterns in a state of these words.
    pub fn of(&self, board: &Board, words: &[u64]) -> u32 {
        let nearest = |&(kind, index): &(KindId, usize)| {
            let mut least = u32::MAX;
            board.visit_anchors_of(kind, words, |cell| {
                least = least.min(self.steps[index][cell]);
            });
            least
        };
        self.patterns
            .iter()
            .map(|named| named.iter().map(nearest).fold(0, u32::saturating_add))
            .min()
            .unwrap_or(0)
    }
}

/// Returns the steps of a piece of this kind from each cell to `target` on an empty board;
/// `u32::MAX` if the target is unreachable.
fn steps_to(board: &Board, kind: KindId, target: usize) -> Vec<u32> {
    let single_steps: Vec<(usize, usize)> = Direction::ALL
        .into_iter()
        .flat_map(|direction| kind::steps(board, &board.kinds[kind], direction))
        .collect();
    let mut steps = vec![u32::MAX; board.cells];
    steps[target] = 0;
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for &(cell, next) in &single_steps {
            let through = steps[next].saturating_add(1);
            if through < steps[cell] {
                (steps[cell], is_settled) = (through, false);
            }
        }
    }
    steps
}

/// Tests whether a state is a goal.
#[derive(Clone, Debug)]
pub struct GoalTest<M, const N: usize> {
    /// The bits that all goals require, and their values.
    common: (State<N>, State<N>),
    patterns: Vec<PackedPattern<M, N>>,
    /// Each cell of each kind as (number of the kind, offset from the anchor), for patterns with
    /// empty cells.
    cover: Vec<(usize, u32)>,
    /// The numbers of the kinds that must have left, apart from those at targets.
    leaving: Vec<usize>,
    /// The cells that are not walls.
    free: M,
    cells: u32,
    planes: u32,
}

#[derive(Clone, Debug)]
struct PackedPattern<M, const N: usize> {
    /// The bits of the cells of the anchors.
    care: State<N>,
    /// Their required values.
    want: State<N>,
    /// The cells of the anchors.
    anchors: M,
    empties: M,
}

/// Returns the bits for which all patterns require the same value.
fn common<M, const N: usize>(patterns: &[PackedPattern<M, N>]) -> (State<N>, State<N>) {
    let Some(first) = patterns.first() else {
        return (State::default(), State::default());
    };
    let care = |word: usize| {
        patterns.iter().fold(u64::MAX, |care, pattern| {
            let differs = pattern.want.words()[word] ^ first.want.words()[word];
            care & pattern.care.words()[word] & !differs
        })
    };
    let care = State::from_words(std::array::from_fn(care));
    (
        care,
        State::from_words(std::array::from_fn(|word| {
            first.want.words()[word] & care.words()[word]
        })),
    )
}

impl<M: CellSet, const N: usize> GoalTest<M, N> {
    /// Creates the test of a board.
    pub fn new(board: &Board) -> Self {
        let patterns: Vec<PackedPattern<M, N>> = board
            .patterns
            .iter()
            .map(|pattern| {
                let mut care = State::default();
                for (cell, _) in &pattern.anchors {
                    (0..board.planes()).for_each(|plane| care.set(plane * board.cells() + cell));
                }
                let anchors = pattern.anchors.iter().copied();
                let cells = pattern.anchors.iter().map(|&(cell, _)| narrow(cell));
                PackedPattern {
                    anchors: cells.fold(M::EMPTY, |cells, cell| cells | M::single(cell)),
                    care,
                    want: board.pack(&super::UnpackedState::new(board.cells(), anchors)),
                    empties: M::narrow(pattern.empties),
                }
            })
            .collect();
        GoalTest {
            common: common(&patterns),
            patterns,
            cover: kind::cover(board)
                .into_iter()
                .map(|(id, at)| (kind::code(id), at))
                .collect(),
            leaving: (0..board.kinds().len())
                .filter(|&kind| board.all_leave && !board.kinds()[kind].exits.is_empty())
                .map(kind::code)
                .collect(),
            free: M::narrow(board.free),
            cells: narrow(board.cells()),
            planes: narrow(board.planes()),
        }
    }

    /// Whether a state is a goal.
    #[inline(always)]
    pub fn is_met(&self, state: &State<N>) -> bool {
        // Few states match the bits that all goals share.
        state.matches(&self.common.0, &self.common.1) && self.is_one_met(state)
    }

    #[inline(never)]
    fn is_one_met(&self, state: &State<N>) -> bool {
        self.patterns.iter().any(|pattern| {
            state.matches(&pattern.care, &pattern.want)
                && (pattern.empties == M::EMPTY || self.are_empty(state, pattern.empties))
                && self.have_left(state, pattern.anchors)
        })
    }

    /// Whether all pieces that must leave have left, apart from those with these anchors.
    fn have_left(&self, state: &State<N>, targets: M) -> bool {
        let mut leaving = self.leaving.iter();
        leaving.all(|&code| self.anchors(state, code) & !targets == M::EMPTY)
    }

    /// Returns the anchors of the kind with this number.
    fn anchors(&self, state: &State<N>, code: usize) -> M {
        (0..self.planes).fold(self.free, |anchors, bit| {
            let plane = M::window(state.words(), self.cells * bit);
            anchors & if code >> bit & 1 == 1 { plane } else { !plane }
        })
    }

    #[cold]
    fn are_empty(&self, state: &State<N>, cells: M) -> bool {
        self.cover
            .iter()
            .all(|&(code, offset)| self.anchors(state, code) << offset & cells == M::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::{CLASSIC, CLASSIC_GOAL, board, parsed};

    #[test]
    fn the_goal_distance_counts_steps_of_goal_pieces_around_walls() {
        for (start, goals, steps) in [
            (CLASSIC, &[CLASSIC_GOAL][..], 3),
            ("A.. ##. ...", &["... ##A ..."], 3),
            ("A## ..B", &[".## BA."], 4),
            ("A.. ... ..B", &["... ... AB.", "B.. A.. ..."], 3),
            ("A## ##.", &[".## ##A"], u32::MAX),
        ] {
            let board = board(start, goals);
            let words = board.words(board.start());
            let distance = GoalDistance::new(&board);
            assert_eq!(distance.of(&board, &words), steps, "{start}");
        }
    }

    #[test]
    fn pieces_with_other_letters_have_the_kinds_of_the_board() {
        let here = parsed("A A B\n. . C\n\ngoal:\n. . .\nA A .\n");
        let other = parsed("X . .\nY Z Z\n\ngoal:\n. . .\nZ Z .\n");
        // The flat piece is the first kind here, and the third piece there.
        assert_eq!(here.kinds_of_pieces(&other), Some(vec![1, 1, 0]));
        assert_eq!(here.kinds_of_pieces(&here), Some(vec![0, 1, 1]));
    }

    #[test]
    fn different_pieces_goals_gates_or_walls_give_a_different_board() {
        let here = parsed("A A B\n. . C\n\ngoal:\n. . .\nA A .\n");
        for other in [
            "A A B\n. . .\n\ngoal:\n. . .\nA A .\n",
            "A A B\n. . C\n\ngoal:\n. . .\n. A A\n",
            "A A B\n. . C\n\ngoal:\n. . B\n. . .\n",
            "pieces: axis\n\nA A B\n. . C\n\ngoal:\n. . .\nA A .\n",
            "A A B\n. # C\n\ngoal:\n. . .\n. # B\n",
            "A A B .\n. . C .\n\ngoal:\n. . . .\nA A . .\n",
        ] {
            assert!(here.kinds_of_pieces(&parsed(other)).is_none(), "{other}");
        }
    }
}
