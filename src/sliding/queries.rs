//! What can be asked of a board state by state, without hurry: for what takes more than layers.

use std::ops::ControlFlow;

use crate::board::{Board, UnpackedState};
use crate::control::{Monitor, Progress, StopReason};
use crate::memory;
use crate::puzzle::Metric;
use crate::search::hashed::HashedEngine;
use crate::search::layers::{LayerError, LayerSearch, Sources};
use crate::search::shortest::{ShortestPathDag, ShortestPaths};
use crate::search::space::class_of;
use crate::search::{Key, OrbitInfo, Space, StateWords, Successor};

use super::spaces::{BoardSpace, with_space};

/// A board to be asked about its positions.
pub(crate) struct Queries {
    board: Board,
    space: BoardSpace,
    /// The same without mirror images.
    plain_board: Board,
    plain: BoardSpace,
}

/// Positions, mirror images taken for one, and a number for each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct StateTable {
    /// The words of their canonical forms, one after the other; the forms are in order.
    pub(crate) keys: Vec<u64>,
    /// The number of each form.
    pub(crate) numbers: Vec<u16>,
}

impl Queries {
    pub(crate) fn new(board: &Board, metric: Metric) -> Self {
        let plain_board = board.clone().without_symmetry();
        Queries {
            space: BoardSpace::of(board, metric),
            plain: BoardSpace::of(&plain_board, metric),
            board: board.clone(),
            plain_board,
        }
    }

    /// The positions a move away from this one.
    pub(crate) fn successors(&mut self, at: &UnpackedState) -> Vec<UnpackedState> {
        let from = self.plain_board.words(at);
        let words = with_space!(&mut self.plain, space => successors(&mut **space, &from));
        words.iter().map(|words| self.board.arrangement(words)).collect()
    }

    /// The canonical form of a position.
    pub(crate) fn canonical(&self, at: &UnpackedState) -> UnpackedState {
        self.board.arrangement(&self.board.words(at))
    }

    /// How many positions, mirror images of each other, this one stands for, and whether they are
    /// solved.
    pub(crate) fn class(&mut self, at: &UnpackedState) -> OrbitInfo {
        let words = self.board.words(at);
        with_space!(&mut self.space, space => class_of(&mut **space, Key::from_words(&words)))
    }

    /// How far each position is from the nearest goal, of all that can be reached from the start;
    /// nothing where there is no goal. A form takes so many words in the table.
    pub(crate) fn distances(
        &mut self,
        words: usize,
        watch: &mut Monitor<'_>,
    ) -> Result<StateTable, StopReason> {
        let start = self.board.words(self.board.start());
        with_space!(&mut self.space, space => distances(&**space, &start, words, watch))
            .map_err(LayerError::in_memory)
    }

    /// Every shortest way from the start to a goal, found on so many threads; none where there is
    /// no way at all.
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

    /// Goes each of these ways in turn, in an order that is always the same, as positions that
    /// really follow on each other, the start first.
    pub(crate) fn go_each(
        &mut self,
        ways: &dyn ShortestPaths,
        visit: &mut dyn FnMut(&[UnpackedState]) -> ControlFlow<()>,
    ) {
        // What is still to be tried at each depth, the next one last.
        let mut waiting = vec![vec![self.plain_board.words(self.board.start())]];
        let mut path: Vec<UnpackedState> = Vec::new();
        while let Some(depth) = waiting.len().checked_sub(1) {
            path.truncate(depth);
            let Some(state) = waiting[depth].pop() else {
                waiting.pop();
                continue;
            };
            path.push(self.board.arrangement(&state));
            if depth < ways.length() {
                let mut onward =
                    with_space!(&mut self.plain, space => successors(&mut **space, &state));
                onward.retain(|words| {
                    let canonical = self.board.words(&self.board.arrangement(words));
                    ways.leads_on(depth + 1, &canonical)
                });
                onward.sort_unstable_by(|one, other| other.cmp(one));
                waiting.push(onward);
            } else if visit(&path).is_break() {
                return;
            }
        }
    }

    /// Positions that really follow on each other, from canonical forms on the way from the start.
    pub(crate) fn real_path(&mut self, forms: &[StateWords]) -> Vec<UnpackedState> {
        with_space!(&mut self.space, space => {
            let keys: Vec<_> = forms.iter().map(|form| Key::from_words(form)).collect();
            real_path(&self.board, &mut **space, &keys)
        })
    }
}

/// Turns a path of canonical forms, whose neighbours may be mirrored to each other, into one of
/// real positions.
///
/// The real position is an image of the canonical form, at first that which the start is. Each move
/// from a form leads to an image of the next form, which its space tells; the two together say
/// which image the next real position is.
///
/// # Panics
/// If the first is not the board's start or they do not follow on each other.
pub(super) fn real_path<K: Key>(
    board: &Board,
    space: &mut dyn Space<K>,
    keys: &[K],
) -> Vec<UnpackedState> {
    let mut image = board.image_of(board.start());
    let mut path = vec![board.start().clone()];
    let mut successors: Vec<Successor<K>> = Vec::new();
    for pair in keys.windows(2) {
        successors.clear();
        space.expand(&pair[..1], &[], &mut successors);
        let next = successors.iter().find(|successor| successor.key == pair[1]);
        let next = next.expect("a path's states follow on each other");
        image ^= usize::from(next.image);
        path.push(board.image(image, &board.arrangement(pair[1].words())));
    }
    path
}

fn successors<K: Key>(space: &mut dyn Space<K>, from: &[u64]) -> Vec<StateWords> {
    let mut successors = Vec::new();
    space.expand(&[K::from_words(from)], &[], &mut successors);
    successors.iter().map(|successor| successor.key.words().to_vec()).collect()
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
        // A number that is wider would make every table wider.
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
    let (states, bytes) = (found.len(), size_of_val(found));
    watch.check_now(|| Progress { states, bytes, ..Progress::default() })
}

/// The table of what was found, in no more than so many bytes besides.
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
