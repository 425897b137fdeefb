//! A board as a state space: the sizes of boards for which code exists, and queries of single
//! states.

use std::ops::ControlFlow;

use crate::board::{Board, Expander, RankSpace, State, UnpackedState, with_tiles_moved_by_sums};
use crate::control::{Limits, Monitor, Progress, StopReason};
use crate::memory;
use crate::puzzle::Metric;
use crate::search::hashed::HashedEngine;
use crate::search::layers::{LayerError, LayerSearch, Sources};
use crate::search::shortest::{ShortestPathDag, ShortestPaths};
use crate::search::space::class_of;
use crate::search::{Key, OrbitInfo, Space, StateWords};

use super::error::SolveError;
use super::paths::real_path;

/// The states of a board and the moves of a metric between them, with keys of the width that the
/// board needs.
pub enum BoardSpace {
    /// Up to 64 bits, as for most boards.
    One(Box<dyn Space<State<1>>>),
    /// Up to 128.
    Two(Box<dyn Space<State<2>>>),
    /// Up to 256.
    #[cfg(not(target_family = "wasm"))]
    Four(Box<dyn Space<State<4>>>),
    /// Up to 640: 128 cells, 31 kinds.
    Ten(Box<dyn Space<State<10>>>),
}

/// Evaluates an expression with the space of a board, compiled for each width of keys.
macro_rules! with_space {
    ($board_space:expr, $space:ident => $then:expr) => {
        match $board_space {
            $crate::sliding::spaces::BoardSpace::One($space) => $then,
            $crate::sliding::spaces::BoardSpace::Two($space) => $then,
            #[cfg(not(target_family = "wasm"))]
            $crate::sliding::spaces::BoardSpace::Four($space) => $then,
            $crate::sliding::spaces::BoardSpace::Ten($space) => $then,
        }
    };
}

pub(crate) use with_space;

/// Evaluates an expression for the size of a board: the type of its sets of cells, the words of a
/// state, and the mirror images that there is room for.
///
/// Of the 1,189 puzzles of the collection, 354 have the first size, 345 the second, 450 the third,
/// 7 the fourth, 30 the fifth and 3 the last. A module for pages, which must be small, has three
/// sizes.
macro_rules! for_size {
    ($board:expr, |$cells:ident, $words:ident, $images:ident| $wrap:ident => $make:expr) => {{
        let board: &Board = $board;
        match (board.cells(), board.bits().div_ceil(64), board.symmetry().order()) {
            #[cfg(not(target_family = "wasm"))]
            (..=32, 1, 1) => for_size!(@ u32, 1, 1, One, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (..=32, 1, 2) => for_size!(@ u32, 1, 2, One, $cells, $words, $images, $wrap, $make),
            #[cfg(target_family = "wasm")]
            (..=32, 1, _) => for_size!(@ u32, 1, 4, One, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (..=64, ..=2, 1) => for_size!(@ u64, 2, 1, Two, $cells, $words, $images, $wrap, $make),
            (..=64, ..=2, _) => for_size!(@ u64, 2, 4, Two, $cells, $words, $images, $wrap, $make),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=4, _) => for_size!(@ u128, 4, 4, Four, $cells, $words, $images, $wrap, $make),
            (_, _, _) => for_size!(@ u128, 10, 4, Ten, $cells, $words, $images, $wrap, $make),
        }
    }};
    (@ $c:ty, $n:literal, $i:literal, $width:ident, $cells:ident, $words:ident, $images:ident, $wrap:ident, $make:expr) => {{
        type $cells = $c;
        const $words: usize = $n;
        const $images: usize = $i;
        #[allow(unused_imports)]
        use BoardSpace::$width as $wrap;
        $make
    }};
}

/// Returns the number of words of a key of the space of a board in checkpoints. The file format
/// fixes it, so that it does not depend on the sizes of boards for which code exists.
pub fn saved_words(board: &Board) -> usize {
    match (
        board.cells(),
        board.bits().div_ceil(64),
        board.symmetry().order(),
    ) {
        (..=32, 1, _) => 1,
        (..=64, ..=2, _) => 2,
        (_, ..=4, _) => 4,
        (_, ..=6, 1) => 6,
        _ => 10,
    }
}

/// The most bytes of the tables of moves for a kind of piece.
const TABLE_BYTES: usize = 1 << 19;

/// Checks that the machine has the memory for the tables of the moves of a board.
///
/// # Errors
/// If it has not.
pub fn check_tables(board: &Board) -> Result<(), StopReason> {
    memory::check_limit(board.kinds().len() * TABLE_BYTES, &Limits::default())
}

impl BoardSpace {
    /// Returns the space of a board in a metric.
    pub fn of(board: &Board, metric: Metric) -> Self {
        for_size!(board, |Cells, WORDS, IMAGES| Wrap => {
            Wrap(Box::new(Expander::<Cells, WORDS, IMAGES>::new(board, metric)))
        })
    }

    /// Returns the space with the widest keys.
    #[cfg(target_family = "wasm")]
    pub fn widest(board: &Board, metric: Metric) -> Box<dyn Space<State<10>>> {
        Box::new(Expander::<u128, 10, 4>::new(board, metric))
    }
}

/// Evaluates an expression with the space of a board: in a module for pages only with the widest
/// keys, which suit every board. The code is a third as large, and the search takes longer.
macro_rules! with_small_space {
    ($board:expr, $metric:expr, $space:ident => $then:expr) => {{
        #[cfg(not(target_family = "wasm"))]
        let found = $crate::sliding::spaces::with_space!(
            $crate::sliding::spaces::BoardSpace::of($board, $metric), $space => $then
        );
        #[cfg(target_family = "wasm")]
        let found = {
            let $space = $crate::sliding::spaces::BoardSpace::widest($board, $metric);
            $then
        };
        found
    }};
}

pub(crate) use with_small_space;

/// Returns the space of all placements of the pieces, reachable or not, with ranks as keys.
///
/// # Errors
/// If the placements are too many, or the monitor stops their ranking.
pub fn ranked(
    board: &Board,
    metric: Metric,
    watch: &mut Monitor<'_>,
) -> Result<Box<dyn Space<u64>>, SolveError> {
    let space: Option<Box<dyn Space<u64>>> = for_size!(board, |Cells, WORDS, IMAGES| _Wrap => {
        let states = Box::new(Expander::<Cells, WORDS, IMAGES>::new(board, metric));
        RankSpace::<Cells, WORDS>::new(board, states, watch)?.map(|space| Box::new(space) as _)
    });
    match space {
        Some(space) => Ok(with_tiles_moved_by_sums(board, space)),
        None => Err(SolveError::TooManyRanks(
            board.placements(watch)?.map(Box::new),
        )),
    }
}

/// Answers queries about single states of a board, and about all shortest paths.
pub struct Queries {
    board: Board,
    space: BoardSpace,
    /// The board without symmetry reduction.
    plain_board: Board,
    plain: BoardSpace,
}

/// Canonical forms, with a number for each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StateTable {
    /// The words of the forms, which are sorted.
    pub keys: Vec<u64>,
    /// The number of each form.
    pub numbers: Vec<u16>,
}

impl Queries {
    pub fn new(board: &Board, metric: Metric) -> Self {
        let plain_board = board.clone().without_symmetry();
        Queries {
            space: BoardSpace::of(board, metric),
            plain: BoardSpace::of(&plain_board, metric),
            board: board.clone(),
            plain_board,
        }
    }

    /// Returns the states one move away.
    pub fn successors(&mut self, at: &UnpackedState) -> Vec<UnpackedState> {
        let from = self.plain_board.words(at);
        let words = with_space!(&mut self.plain, space => successors(&mut **space, &from));
        words.iter().map(|words| self.board.unpack(words)).collect()
    }

    /// Returns the canonical form of a state.
    pub fn canonical(&self, at: &UnpackedState) -> UnpackedState {
        self.board.unpack(&self.board.words(at))
    }

    /// Returns the size of the orbit of a state, and whether it is a goal.
    pub fn class(&mut self, at: &UnpackedState) -> OrbitInfo {
        let words = self.board.words(at);
        with_space!(&mut self.space, space => class_of(&mut **space, Key::from_words(&words)))
    }

    /// Returns the distance of each reachable state to the nearest goal; the table is empty if no
    /// goal is reachable. A form takes `words` words.
    pub(crate) fn distances(
        &mut self,
        words: usize,
        watch: &mut Monitor<'_>,
    ) -> Result<StateTable, StopReason> {
        let start = self.board.words(self.board.start());
        with_space!(&mut self.space, space => distances(&**space, &start, words, watch))
            .map_err(LayerError::in_memory)
    }

    /// Finds all shortest paths from the start to a goal; `None` if no goal is reachable.
    pub(crate) fn shortest_ways(
        &mut self,
        threads: usize,
        watch: &mut Monitor<'_>,
    ) -> Result<Option<Box<dyn ShortestPaths>>, StopReason> {
        let start = self.board.words(self.board.start());
        with_space!(&mut self.space, space => {
            let found = ShortestPathDag::find(&mut **space, &start, threads, watch);
            found.map(|ways| ways.map(|ways| Box::new(ways) as _))
        })
        .map_err(LayerError::in_memory)
    }

    /// Visits each path, the start first, in an order that is always the same.
    pub fn go_each(
        &mut self,
        ways: &dyn ShortestPaths,
        visit: &mut dyn FnMut(&[UnpackedState]) -> ControlFlow<()>,
    ) {
        // The states still to try at each depth, the next one last.
        let mut waiting = vec![vec![self.plain_board.words(self.board.start())]];
        let mut path: Vec<UnpackedState> = Vec::new();
        while let Some(depth) = waiting.len().checked_sub(1) {
            path.truncate(depth);
            let Some(state) = waiting[depth].pop() else {
                waiting.pop();
                continue;
            };
            path.push(self.board.unpack(&state));
            if depth < ways.length() {
                let mut onward =
                    with_space!(&mut self.plain, space => successors(&mut **space, &state));
                onward.retain(|words| {
                    let canonical = self.board.words(&self.board.unpack(words));
                    ways.contains(depth + 1, &canonical)
                });
                onward.sort_unstable_by(|one, other| other.cmp(one));
                waiting.push(onward);
            } else if visit(&path).is_break() {
                return;
            }
        }
    }

    /// Converts a path of canonical forms from the start: see [`real_path`].
    pub fn real_path(&mut self, forms: &[StateWords]) -> Vec<UnpackedState> {
        with_space!(&mut self.space, space => {
            let keys: Vec<_> = forms.iter().map(|form| Key::from_words(form)).collect();
            real_path(&self.board, &mut **space, &keys)
        })
    }
}

fn successors<K: Key>(space: &mut dyn Space<K>, from: &[u64]) -> Vec<StateWords> {
    let mut successors = Vec::new();
    space.expand(&[K::from_words(from)], &[], &mut successors);
    successors
        .iter()
        .map(|successor| successor.key.words().to_vec())
        .collect()
}

fn distances<K: Key>(
    space: &dyn Space<K>,
    start: &[u64],
    words: usize,
    watch: &mut Monitor<'_>,
) -> Result<StateTable, LayerError> {
    let mut search = HashedEngine::new(space.another(), 1);
    let mut layer = search.begin(Sources::States(&[start.to_vec()]), watch)?;
    while layer.classes > 0 {
        layer = search.advance(watch)?;
    }
    let mut layer = search.begin(Sources::Goals, watch)?;
    let limit = watch.limits().max_bytes.unwrap_or(usize::MAX);
    let mut found: Vec<(K, u16)> = Vec::new();
    for distance in 0.. {
        if layer.classes == 0 {
            break;
        }
        // A wider number would widen every table.
        let distance = u16::try_from(distance).map_err(|_| StopReason::Depth)?;
        let classes = usize::try_from(layer.classes).unwrap_or(usize::MAX);
        memory::reserve(&mut found, classes, limit.saturating_sub(search.bytes()))?;
        found.extend(search.last_keys().map(|&key| (key, distance)));
        search.count_others(found.capacity() * size_of::<(K, u16)>());
        layer = search.advance(watch)?;
    }
    drop(search);
    check(watch, &found)?;
    found.sort_unstable();
    let most = limit.saturating_sub(found.capacity() * size_of::<(K, u16)>());
    tabulated(&found, words, most, watch)
}

fn check<K>(watch: &mut Monitor<'_>, found: &[(K, u16)]) -> Result<(), StopReason> {
    let states = found.len();
    let bytes = size_of_val(found);
    watch.check_now(|| Progress {
        states,
        bytes,
        ..Progress::default()
    })
}

/// Builds the table in at most `most` further bytes.
fn tabulated<K: Key>(
    found: &[(K, u16)],
    words: usize,
    most: usize,
    watch: &mut Monitor<'_>,
) -> Result<StateTable, LayerError> {
    let mut table = StateTable::default();
    let numbers = found.len();
    if numbers * (words * size_of::<u64>() + size_of::<u16>()) > most {
        return Err(StopReason::Memory.into());
    }
    memory::reserve_exact(&mut table.keys, numbers * words)?;
    memory::reserve_exact(&mut table.numbers, numbers)?;
    for part in found.chunks(1 << 20) {
        check(watch, part)?;
        for (key, distance) in part {
            let words = (0..words).map(|word| key.words().get(word).copied().unwrap_or(0));
            table.keys.extend(words);
            table.numbers.push(*distance);
        }
    }
    Ok(table)
}
