//! Ways of the empty cell that need not be gone, because others lead to the same board: an
//! automaton.
//!
//! Round a square of four cells, six steps one way lead where six steps the other way do. All such
//! pairs of ways up to some length are found by trying; of two that come to the same the later one,
//! in the order of length and then of directions, is *idle*, unless the other leaves the rectangle
//! that it stays in, so that at a border it may be the only one. An automaton then knows, of all
//! that was gone, which step would complete an idle way. A shorter or an earlier way always
//! remains, no longer than the idle one, so that no board is lost, nor a shortest way to it.
//!
//! Taylor and Korf, "Pruning Duplicate Nodes in Depth-First Search", AAAI 1993. Korf's hundred
//! boards take less than half the nodes.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use ahash::RandomState;

use crate::grid::Direction;

/// The longest ways that are tried. Two steps more take four times as long, and save a tenth.
const LONGEST: u32 = 10;

/// A state of the automaton: its place in the table.
pub type LoopState = u32;

/// No step that is to be taken.
const IDLE: LoopState = LoopState::MAX;

/// What of a way matters for how it may go on.
#[derive(Clone, Debug)]
pub struct PruningAutomaton {
    /// By state and direction.
    table: Vec<[LoopState; 4]>,
}

/// A way from the middle of a plane: the directions, two bits each below a set bit.
type MoveSequence = u32;

/// Cells of a plane that is large enough for a way to begin in the middle of it.
const CELLS: usize = 81;

/// What a way does: where the tile of each cell comes from; [`EMPTY`] where the empty cell is.
type TileMapping = [u8; CELLS];

const EMPTY: u8 = u8::MAX;

/// A way, where it has come to, and the rectangle that it stays in.
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

    /// Whether it fits a frame of so many rows and columns.
    fn fits(self, frame: [usize; 2]) -> bool {
        (0..2).all(|axis| self.1[axis] - self.0[axis] < frame[axis])
    }
}

impl TriedSequence {
    /// One step further, if the way still fits the frame.
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
        Some(TriedSequence { way: self.way << 2 | direction as MoveSequence, effect, at, extent })
    }
}

/// A cell of the plane, in which a frame fits on either side of where a way begins.
const fn cell([row, column]: [usize; 2], frame: [usize; 2]) -> usize {
    row * (2 * frame[1] - 1) + column
}

impl PruningAutomaton {
    /// For a frame of so many rows and columns without walls, 25 cells at most.
    pub fn new(frame: [usize; 2]) -> Self {
        Self::of(&idle_ways(frame, LONGEST))
    }

    /// For a frame with walls: all that need not be gone is the way back.
    pub fn back() -> Self {
        Self::of(&idle_ways([2, 2], 2))
    }

    /// Before the first step.
    pub const START: LoopState = 0;

    /// Where a step leads; none if it is not to be taken.
    #[inline(always)]
    pub(super) fn step(&self, state: LoopState, direction: Direction) -> Option<LoopState> {
        let next = self.table[state as usize][direction as usize];
        (next != IDLE).then_some(next)
    }

    /// Bytes that its table takes.
    pub const fn bytes(&self) -> usize {
        self.table.len() * size_of::<[LoopState; 4]>()
    }

    /// The automaton that does not complete any of these ways (Aho and Corasick, 1975).
    #[expect(clippy::cast_possible_truncation, reason = "there are some thousand states")]
    fn of(idle: &[MoveSequence]) -> Self {
        const NONE: LoopState = LoopState::MAX;
        let (mut table, mut is_idle) = (vec![[NONE; 4]], vec![false]);
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
        // What is left of a way when as little as possible of its beginning is forgotten.
        let mut rest = vec![0; table.len()];
        let mut queue = VecDeque::from([0_usize]);
        while let Some(at) = queue.pop_front() {
            for direction in 0..4 {
                let shorter = if at == 0 { 0 } else { table[rest[at]][direction] };
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
            table: states.map(|(next, _)| next.map(|next| numbers[next as usize])).collect(),
        }
    }
}

/// The idle ways of so many steps at most that do not contain another.
fn idle_ways(frame: [usize; 2], longest: u32) -> Vec<MoveSequence> {
    let hasher = || RandomState::with_seeds(1, 2, 3, 4);
    let mut first: HashMap<TileMapping, Extent, RandomState> = HashMap::with_hasher(hasher());
    let mut idle: HashSet<MoveSequence, RandomState> = HashSet::with_hasher(hasher());
    let mut lengths = Vec::new();
    let at = frame.map(|side| side - 1);
    let mut effect: TileMapping = std::array::from_fn(|cell| cell.to_le_bytes()[0]);
    effect[cell(at, frame)] = EMPTY;
    let mut ways = vec![TriedSequence { way: 1, effect, at, extent: Extent(at, at) }];
    first.insert(effect, ways[0].extent);
    for length in 1..=longest {
        let (mut longer, before) = (Vec::new(), idle.len());
        let is_idle = |way: MoveSequence, idle: &HashSet<MoveSequence, RandomState>| {
            lengths.iter().any(|&steps| idle.contains(&end(way, steps)))
        };
        for (tried, direction) in
            ways.iter().flat_map(|tried| Direction::ALL.map(|direction| (tried, direction)))
        {
            let Some(next) = tried.further(direction, frame) else { continue };
            if is_idle(next.way, &idle) {
                continue;
            }
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
    idle
}

/// The last steps of a way.
const fn end(way: MoveSequence, steps: u32) -> MoveSequence {
    way & ((1 << (2 * steps)) - 1) | 1 << (2 * steps)
}

/// The numbers of the directions of a way, the first one first.
fn directions(way: MoveSequence) -> impl Iterator<Item = usize> {
    let steps = way.ilog2() / 2;
    (0..steps).rev().map(move |step| (way >> (2 * step) & 3) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_and_round_a_square_the_longer_way_are_idle() {
        let text = |&way: &MoveSequence| {
            directions(way).map(|at| ['U', 'L', 'R', 'D'][at]).collect::<String>()
        };
        let idle: Vec<String> = idle_ways([4, 4], 6).iter().map(text).collect();
        assert_eq!(idle, ["UD", "LR", "RL", "DU", "LURDLU", "RULDRU", "DLURDL", "DRULDR"]);
    }
}
