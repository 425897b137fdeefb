//! A finite automaton that prunes duplicate move sequences of the empty cell: those that lead to
//! the same state as another.
//!
//! Around a square of four cells, six steps one way and six steps the other way lead to the same
//! state. A search over short sequences finds all such pairs. The later sequence of a pair, by
//! length and then by directions, is *idle*, unless the other leaves the rectangle that it stays
//! in: near a border, the later one may be the only one possible. The automaton tracks the path and
//! rejects each step that would complete an idle sequence. A sequence that is no longer always
//! remains, so that no state is lost, nor a shortest path to it.
//!
//! Taylor and Korf, "Pruning Duplicate Nodes in Depth-First Search", AAAI 1993. Korf's hundred
//! boards take less than half the nodes.

use std::collections::{HashMap, HashSet, VecDeque, hash_map::Entry};

use ahash::RandomState;

use crate::{control::StopReason, grid::Direction, memory};

/// The longest sequences tried. Two steps more take four times as long, and save a tenth.
const LONGEST: u32 = 10;

/// A state of the automaton: its index in the table.
pub type LoopState = u32;

/// Marks a step that is pruned.
const IDLE: LoopState = LoopState::MAX;

/// The automaton.
#[derive(Clone, Debug)]
pub struct PruningAutomaton {
    /// The next state, by state and direction.
    table: Vec<[LoopState; 4]>,
}

/// A sequence of directions, two bits each below a set bit.
type MoveSequence = u32;

/// Number of cells of a plane in which every sequence from the middle stays.
const CELLS: usize = 81;

/// The effect of a sequence: for each cell, the origin of its tile; [`EMPTY`] for the empty cell.
type TileMapping = [u8; CELLS];

const EMPTY: u8 = u8::MAX;

/// A sequence, its effect, its last cell, and the rectangle that it stays in.
#[derive(Clone, Copy)]
struct TriedSequence {
    way: MoveSequence,
    effect: TileMapping,
    at: [usize; 2],
    extent: Extent,
}

/// The first row and column of a rectangle, and the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Extent([usize; 2], [usize; 2]);

impl Extent {
    fn with(self, at: [usize; 2]) -> Self {
        let ends = |pick: fn(usize, usize) -> usize, end: [usize; 2]| {
            [pick(end[0], at[0]), pick(end[1], at[1])]
        };
        Extent(ends(usize::min, self.0), ends(usize::max, self.1))
    }

    fn is_within(self, other: Self) -> bool {
        (0..2).all(|axis| other.0[axis] <= self.0[axis] && self.1[axis] <= other.1[axis])
    }

    /// Whether it fits a frame with these numbers of rows and columns.
    fn fits(self, frame: [usize; 2]) -> bool {
        (0..2).all(|axis| self.1[axis] - self.0[axis] < frame[axis])
    }
}

impl TriedSequence {
    /// Returns the sequence with one more step, if it still fits the frame.
    fn further(&self, direction: Direction, frame: [usize; 2]) -> Option<Self> {
        let [row, column] = self.at;
        let at = match direction {
            Direction::Up => [row.checked_sub(1)?, column],
            Direction::Left => [row, column.checked_sub(1)?],
            Direction::Right => [row, column + 1],
            Direction::Down => [row + 1, column],
        };
        let extent = self.extent.with(at);
        if !extent.fits(frame) {
            return None;
        }
        let mut effect = self.effect;
        effect.swap(cell(self.at, frame), cell(at, frame));
        Some(TriedSequence {
            way: self.way << 2 | direction as MoveSequence,
            effect,
            at,
            extent,
        })
    }
}

/// Returns the index of a cell of the plane, which has room for a frame on each side of the start.
const fn cell([row, column]: [usize; 2], frame: [usize; 2]) -> usize {
    row * (2 * frame[1] - 1) + column
}

impl PruningAutomaton {
    /// Creates the automaton of a frame without walls, given its rows and columns: 25 cells at
    /// most.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn new(frame: [usize; 2]) -> Result<Self, StopReason> {
        Ok(Self::of(&idle_ways(frame, LONGEST)?))
    }

    /// Creates the automaton of a frame with walls, which prunes only a step back.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn back() -> Result<Self, StopReason> {
        Ok(Self::of(&idle_ways([2, 2], 2)?))
    }

    /// The state before the first step.
    pub const START: LoopState = 0;

    /// Returns the state after a step; `None` if the step is pruned.
    #[inline(always)]
    pub(super) fn step(&self, state: LoopState, direction: Direction) -> Option<LoopState> {
        let next = self.table[state as usize][direction as usize];
        (next != IDLE).then_some(next)
    }

    pub const fn bytes(&self) -> usize {
        self.table.len() * size_of::<[LoopState; 4]>()
    }

    /// Creates the automaton that completes none of these sequences (Aho and Corasick, 1975).
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are some thousand states"
    )]
    fn of(idle: &[MoveSequence]) -> Self {
        const NONE: LoopState = LoopState::MAX;
        let mut table = vec![[NONE; 4]];
        let mut is_idle = vec![false];
        for &way in idle {
            let mut at = 0;
            for direction in directions(way) {
                if table[at][direction] == NONE {
                    table[at][direction] = table.len() as LoopState;
                    table.push([NONE; 4]);
                    is_idle.push(false);
                }
                at = table[at][direction] as usize;
            }
            is_idle[at] = true;
        }
        // The longest proper suffix of each state that is a state itself.
        let mut rest = vec![0; table.len()];
        let mut queue = VecDeque::from([0_usize]);
        while let Some(at) = queue.pop_front() {
            for direction in 0..4 {
                let shorter = if at == 0 {
                    0
                } else {
                    table[rest[at]][direction]
                };
                let next = table[at][direction];
                if next == NONE {
                    table[at][direction] = shorter;
                } else {
                    let next = next as usize;
                    rest[next] = shorter as usize;
                    is_idle[next] |= is_idle[rest[next]];
                    queue.push_back(next);
                }
            }
        }
        let mut numbers = Vec::with_capacity(table.len());
        let mut live = 0;
        for &is_idle in &is_idle {
            numbers.push(if is_idle { IDLE } else { live });
            live += LoopState::from(!is_idle);
        }
        let states = table.iter().zip(&is_idle).filter(|&(_, is_idle)| !is_idle);
        PruningAutomaton {
            table: states
                .map(|(next, _)| next.map(|next| numbers[next as usize]))
                .collect(),
        }
    }
}

/// Returns the idle sequences of at most `longest` steps that contain no shorter idle sequence.
fn idle_ways(frame: [usize; 2], longest: u32) -> Result<Vec<MoveSequence>, StopReason> {
    let hasher = || RandomState::with_seeds(1, 2, 3, 4);
    let mut first: HashMap<TileMapping, Extent, RandomState> = HashMap::with_hasher(hasher());
    let mut idle: HashSet<MoveSequence, RandomState> = HashSet::with_hasher(hasher());
    let mut lengths = Vec::new();
    let at = frame.map(|side| side - 1);
    let mut effect: TileMapping = std::array::from_fn(|cell| cell.to_le_bytes()[0]);
    effect[cell(at, frame)] = EMPTY;
    let mut ways = vec![TriedSequence {
        way: 1,
        effect,
        at,
        extent: Extent(at, at),
    }];
    first.insert(effect, ways[0].extent);
    for length in 1..=longest {
        let mut longer = Vec::new();
        let before = idle.len();
        let is_idle = |way: MoveSequence, idle: &HashSet<MoveSequence, RandomState>| {
            lengths.iter().any(|&steps| idle.contains(&end(way, steps)))
        };
        for (tried, direction) in ways
            .iter()
            .flat_map(|tried| Direction::ALL.map(|direction| (tried, direction)))
        {
            let Some(next) = tried.further(direction, frame) else {
                continue;
            };
            if is_idle(next.way, &idle) {
                continue;
            }
            first.try_reserve(1).map_err(|_| StopReason::OutOfMemory)?;
            idle.try_reserve(1).map_err(|_| StopReason::OutOfMemory)?;
            match first.entry(next.effect) {
                Entry::Occupied(other) if other.get().is_within(next.extent) => {
                    idle.insert(next.way);
                    continue;
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(entry) => {
                    entry.insert(next.extent);
                }
            }
            if length < longest {
                memory::reserve(&mut longer, 1, usize::MAX)?;
                longer.push(next);
            }
        }
        if idle.len() > before {
            lengths.push(length);
        }
        ways = longer;
    }
    let mut idle: Vec<MoveSequence> = idle.into_iter().collect();
    idle.sort_unstable();
    Ok(idle)
}

/// Returns the last steps of a sequence.
const fn end(way: MoveSequence, steps: u32) -> MoveSequence {
    way & ((1 << (2 * steps)) - 1) | 1 << (2 * steps)
}

/// Iterates over the numbers of the directions of a sequence.
fn directions(way: MoveSequence) -> impl Iterator<Item = usize> {
    let steps = way.ilog2() / 2;
    (0..steps)
        .rev()
        .map(move |step| (way >> (2 * step) & 3) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversals_and_longer_ways_around_a_square_are_pruned() {
        let text = |&way: &MoveSequence| {
            directions(way)
                .map(|at| ['U', 'L', 'R', 'D'][at])
                .collect::<String>()
        };
        let idle: Vec<String> = idle_ways([4, 4], 6)
            .expect("it is small")
            .iter()
            .map(text)
            .collect();
        assert_eq!(
            idle,
            [
                "UD", "LR", "RL", "DU", "LURDLU", "RULDRU", "DLURDL", "DRULDR"
            ]
        );
    }
}
