//! Search spaces over ranks: one for all boards, and a fast one for numbered tiles.
//!
//! Tiles are distinct pieces of one cell that leave one cell of a whole rectangle empty. A move to
//! the left or right keeps the order of the tiles, read row by row. It changes only the lowest
//! digit of the rank, by one. A move up or down passes the tiles between, one fewer than a row has
//! cells. The digit of a tile is the number of tiles before it with a higher code. If one tile
//! passes another, the digit of the lower code changes by one. So the rank after a move is a sum of
//! as many terms as a row has cells, and no state is unpacked.
//!
//! With one empty cell, no unit is longer than a step, so all metrics but pushes have the same
//! moves. A push is several steps in a row or a column.

use std::sync::Arc;

use crate::{
    board::{
        Board, Kind, UnpackedState,
        cells::{CellSet, narrow},
        expand::wide::{self, ExpandBlocks},
        state::State,
    },
    control::{Monitor, StopReason},
    puzzle::Metric,
    search::{ArrivalId, BLOCK, Degree, Key, OrbitInfo, Space, StateWords, Successor},
};

use super::{
    RankMemory, Ranking,
    multiset::{ItemCounts, MultisetRanker},
};

/// The most cells, as a code takes a nibble.
const MAX_CELLS: usize = 16;
/// The most goals, as each successor is compared with all of them.
const MAX_GOALS: usize = 4;
const ONES: u64 = 0x1111_1111_1111_1111;

/// The ranks of placements of tiles, and the moves between them.
struct TileRanks {
    moves: Arc<TileMoves>,
    /// The general space of the same ranks, for all but the moves.
    general: Box<dyn Space<u64>>,
}

struct TileMoves {
    numbering: MultisetRanker,
    cells: usize,
    columns: usize,
    /// The most tiles that move at a time.
    most: usize,
    /// The number of columns as a term of a rank.
    row: i64,
    /// See [`passing`].
    passing: [i64; MAX_CELLS * MAX_CELLS],
    /// The ranks of the goals; unused entries are [`u64::MAX`].
    goals: [u64; MAX_GOALS],
}

/// Returns the same space of ranks, which expands by sums if the pieces are tiles.
pub fn with_tiles_moved_by_sums(
    board: &Board,
    metric: Metric,
    general: Box<dyn Space<u64>>,
) -> Box<dyn Space<u64>> {
    match TileMoves::of(board, metric, &*general) {
        Some(moves) => Box::new(TileRanks {
            moves: Arc::new(moves),
            general,
        }),
        None => general,
    }
}

impl TileMoves {
    /// Returns `None` if the pieces are not tiles, if the board has a symmetry, or if a goal does
    /// not place every tile.
    fn of(board: &Board, metric: Metric, space: &dyn Space<u64>) -> Option<Self> {
        let cells = board.cells();
        let kinds = board.kinds();
        let is_tile = |kind: &Kind| {
            let is_single = kind.shape.area() == 1 && kind.pieces.len() == 1;
            is_single && kind.places == board.free && kind.directions == [true; 4]
        };
        let is_whole = board.free.count() as usize == cells;
        let has_one_empty = kinds.len() + 1 == cells && cells <= MAX_CELLS;
        if !is_whole || !has_one_empty || !kinds.iter().all(is_tile) || board.symmetry().order() > 1
        {
            return None;
        }
        let goals: Vec<_> = board
            .patterns
            .iter()
            .map(|goal| (&goal.anchors, goal.empties))
            .collect();
        if goals.len() > MAX_GOALS || goals.iter().any(|(at, _)| at.len() != kinds.len()) {
            return None;
        }
        // A goal that requires a cell to be both covered and empty is unreachable.
        let goals = goals
            .into_iter()
            .filter(|(at, empties)| at.iter().all(|(cell, _)| !empties.contains(*cell)));
        let mut ranks = [u64::MAX; MAX_GOALS];
        for (rank, (anchors, _)) in ranks.iter_mut().zip(goals) {
            let solved = UnpackedState::new(cells, anchors.iter().copied());
            *rank = space.key(&board.words(&solved));
        }
        Some(TileMoves {
            numbering: MultisetRanker::new(&ItemCounts::of(board))?,
            cells,
            columns: usize::from(board.grid.columns()),
            most: if metric == Metric::Push { cells } else { 1 },
            row: board.grid.columns().into(),
            passing: passing(cells),
            goals: ranks,
        })
    }

    #[inline(always)]
    fn expand(&self, rank: u64, place: u32, successors: &mut Vec<Successor<u64>>) {
        let codes = self.numbering.sequence(rank);
        // Finds the lowest nibble that is 0. Higher bits may be wrong, but are not used.
        let zeros = codes.wrapping_sub(ONES) & !codes & (ONES << 3);
        let empty = zeros.trailing_zeros() as usize / 4;
        let mut go = |change: i64| {
            let key = rank.wrapping_add_signed(change);
            let is_goal = self.goals.contains(&key);
            successors.push(Successor {
                key,
                place,
                arrival: 0,
                class: OrbitInfo::new(1, is_goal),
                image: 0,
            });
        };
        let columns = self.columns;
        let column = empty % self.columns;
        for tiles in (1..).take(column.min(self.most)) {
            go(-tiles);
        }
        for tiles in (1..).take((columns - 1 - column).min(self.most)) {
            go(tiles);
        }
        let mut at = empty;
        let mut change = 0;
        for _ in (0..empty / columns).take(self.most) {
            at -= columns;
            let from = codes >> (4 * at);
            change -= self.passed(from & 15, from >> 4);
            go(change);
        }
        let mut at = empty;
        let mut change = 0;
        for _ in (empty / columns + 1..self.cells / columns).take(self.most) {
            let from = codes >> (4 * (at + 1));
            change += self.passed(from >> (4 * (columns - 1)) & 15, from);
            go(change);
            at += columns;
        }
    }

    /// Returns the term that is added to the rank when a tile moves up past these tiles, one fewer
    /// than a row has cells.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "nibbles")]
    fn passed(&self, tile: u64, mut others: u64) -> i64 {
        // The empty cell moves down by a row.
        let mut change = self.row;
        for _ in 1..self.columns {
            change += self.passing[tile as usize * MAX_CELLS + (others & 15) as usize];
            others >>= 4;
        }
        change
    }
}

/// Returns, at `one · MAX_CELLS + other`, the term that is added to the rank when the tile with
/// code `one` moves from behind the tile with code `other` to before it.
fn passing(cells: usize) -> [i64; MAX_CELLS * MAX_CELLS] {
    // The weight of the digit of each code: the product of the radices below.
    let mut units = [1; MAX_CELLS];
    let mut radix = i64::try_from(cells).expect("few cells");
    for code in 1..cells {
        units[code] = units[code - 1] * radix;
        radix -= 1;
    }
    std::array::from_fn(|pair| {
        let one = pair / MAX_CELLS;
        let other = pair % MAX_CELLS;
        if other < one {
            units[other]
        } else {
            -units[one]
        }
    })
}

impl Space<u64> for TileRanks {
    fn expand(&mut self, ranks: &[u64], _: &[ArrivalId], successors: &mut Vec<Successor<u64>>) {
        for (place, &rank) in (0..).zip(ranks) {
            self.moves.expand(rank, place, successors);
        }
    }

    fn classify(&mut self, ranks: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        self.general.classify(ranks, found);
    }

    fn wrapped(&self) -> Option<&(dyn Space<u64> + 'static)> {
        Some(&*self.general)
    }

    fn another<'s>(&self) -> Box<dyn Space<u64> + 's>
    where
        Self: 's,
    {
        Box::new(TileRanks {
            moves: Arc::clone(&self.moves),
            general: self.general.another(),
        })
    }
}

/// The ranks of placements of a board's pieces, and the moves between them.
#[expect(
    missing_debug_implementations,
    reason = "hidden from the documentation"
)]
pub struct RankSpace<M, const N: usize> {
    states: Box<dyn Space<State<N>>>,
    ranking: Arc<Ranking<M, N>>,
    block: Vec<State<N>>,
    memory: RankMemory<M, N>,
    successors: Vec<Successor<State<N>>>,
    found: Vec<Option<(State<N>, OrbitInfo)>>,
}

impl<M: CellSet, const N: usize> RankSpace<M, N> {
    /// Creates the space of the board's `states`, by ranks; `None` if they cannot be
    /// [ranked](Board::ranks).
    ///
    /// # Errors
    /// As for [`Board::ranks`].
    pub(crate) fn new(
        board: &Board,
        states: Box<dyn Space<State<N>>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Self>, StopReason> {
        let ranking = Ranking::new(board, monitor)?;
        Ok(ranking.map(|ranking| Self::over(states, Arc::new(ranking))))
    }

    fn over(states: Box<dyn Space<State<N>>>, ranking: Arc<Ranking<M, N>>) -> Self {
        RankSpace {
            states,
            ranking,
            block: Vec::new(),
            memory: RankMemory::new(),
            successors: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Makes these states the block.
    #[inline(always)]
    fn unrank_block(&mut self, ranks: &[u64]) {
        self.block.clear();
        for &rank in ranks {
            assert!(rank < self.ranking.ranks(), "the rank of a state");
            self.block
                .push(self.ranking.unrank_near(rank, &mut self.memory));
        }
    }

    fn unrank(&self, rank: u64) -> State<N> {
        self.ranking.unrank(rank).expect("the rank of a state")
    }
}

impl<M: CellSet, const N: usize> ExpandBlocks<u64> for RankSpace<M, N> {
    #[inline(always)]
    fn expand_blocks(
        &mut self,
        ranks: &[u64],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<u64>>,
    ) {
        for (block, ranks) in ranks.chunks(BLOCK).enumerate() {
            self.unrank_block(ranks);
            let first = block * BLOCK;
            let arrivals = arrivals.get(first..first + ranks.len()).unwrap_or(&[]);
            self.successors.clear();
            self.states
                .expand(&self.block, arrivals, &mut self.successors);
            let ranking = &*self.ranking;
            let memory = &mut self.memory;
            for found in &self.successors {
                successors.push(Successor {
                    key: ranking.rank_near(&found.key, memory),
                    place: narrow(first) + found.place,
                    arrival: found.arrival,
                    class: found.class,
                    image: found.image,
                });
            }
        }
    }
}

impl<M: CellSet + Send + Sync + 'static, const N: usize> Space<u64> for RankSpace<M, N> {
    fn expand(
        &mut self,
        ranks: &[u64],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<u64>>,
    ) {
        wide::expand(self, ranks, arrivals, successors);
    }

    fn degrees(&mut self, ranks: &[u64], found: &mut Vec<Degree>) {
        for ranks in ranks.chunks(BLOCK) {
            self.unrank_block(ranks);
            self.states.degrees(&self.block, found);
        }
    }

    fn classify(&mut self, ranks: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        for ranks in ranks.chunks(BLOCK) {
            let from = found.len();
            self.block.clear();
            for &rank in ranks {
                let exists = rank < self.ranking.ranks();
                if exists {
                    self.block
                        .push(self.ranking.unrank_near(rank, &mut self.memory));
                }
                found.push(exists.then_some((rank, OrbitInfo::default())));
            }
            self.found.clear();
            self.states.classify(&self.block, &mut self.found);
            let placements = found[from..].iter_mut().flatten();
            for ((rank, own), (state, form)) in placements.zip(self.block.iter().zip(&self.found)) {
                let (form, class) = form.expect("a state has a canonical form");
                if form != *state {
                    *rank = self.ranking.rank(&form);
                }
                *own = class;
            }
        }
    }

    fn ranks(&self) -> Option<u64> {
        Some(self.ranking.ranks())
    }

    fn table_bytes(&self) -> usize {
        self.ranking.table_bytes()
    }

    fn key(&self, words: &[u64]) -> u64 {
        self.ranking.rank(&<State<N> as Key>::from_words(words))
    }

    fn words(&self, rank: &u64) -> StateWords {
        Key::words(&self.unrank(*rank)).to_vec()
    }

    fn another<'s>(&self) -> Box<dyn Space<u64> + 's>
    where
        Self: 's,
    {
        Box::new(Self::over(self.states.another(), Arc::clone(&self.ranking)))
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Expander, ranking::tests::unlimited, tests::parsed};

    use super::*;

    fn general(board: &Board, metric: Metric) -> Box<dyn Space<u64>> {
        let states = Box::new(Expander::<u32, 1, 1>::new(board, metric));
        let ranks = RankSpace::<u32, 1>::new(board, states, &mut unlimited());
        Box::new(ranks.expect("no limit").expect("few ranks"))
    }

    /// Returns the successors of these ranks, sorted by place and key.
    fn successors(space: &mut dyn Space<u64>, ranks: &[u64]) -> Vec<(u32, u64, OrbitInfo)> {
        let mut found = Vec::new();
        space.expand(ranks, &[], &mut found);
        let mut found: Vec<_> = found
            .iter()
            .map(|it| (it.place, it.key, it.class))
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn rank_arithmetic_gives_the_successors_of_tiles_in_each_metric() {
        for (frame, step) in [
            ("ABC\nDE.", 1),
            ("AB\nCD\nE.", 1),
            ("A\nB\nC\n.", 1),
            ("ABCD.", 1),
            ("ABC\nDEF\nGH.", 211),
            ("ABCD\nEFG.", 29),
            ("AB\nCD\nEF\nGH\nI.", 3989),
        ] {
            let board = parsed(&format!("{frame}\n\ngoal:\n{frame}\n")).without_symmetry();
            for metric in Metric::WITH_PUSH {
                let mut general = general(&board, metric);
                let mut tiles = TileRanks {
                    moves: Arc::new(
                        TileMoves::of(&board, metric, &*general).expect("they are tiles"),
                    ),
                    general: general.another(),
                };
                let all: Vec<u64> = (0..general.ranks().expect("few")).step_by(step).collect();
                let expected = successors(&mut *general, &all);
                assert!(
                    successors(&mut tiles, &all) == expected,
                    "{frame}, {metric}"
                );
                let goals = expected.iter().filter(|(_, _, class)| class.is_goal());
                assert!(step > 1 || goals.count() > 0, "{frame}: the goal is met");
            }
        }
    }

    #[test]
    fn rank_arithmetic_is_used_for_tile_puzzles_only() {
        for text in [
            "ABC\nDE#\nF.G\n\ngoal:\nABC\nDE#\nF.G\n",
            "AB\n.C\n\ngoal:\nA.\n..\n",
            "AAB\nCD.\n\ngoal:\nAAB\nCD.\n",
            "AB.\nCD.\n\ngoal:\nAB.\nCD.\n",
            "distinct: A B C\n\nAB\nC.\n\ngoal:\nA.\n..\n",
        ] {
            let board = parsed(text).without_symmetry();
            assert!(
                TileMoves::of(&board, Metric::Step, &*general(&board, Metric::Step)).is_none(),
                "{text}"
            );
        }
    }
}
