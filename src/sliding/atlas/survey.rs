//! The survey of all layouts: one search for each set of pieces, several at a time.
//!
//! No move changes the set of pieces, so each set is searched by itself, one component after the
//! other: first from any of its layouts, to find its size, then from all its solved layouts. The
//! exit is its own mirror image, so mirror images count as one state.

use std::{
    cmp::Reverse,
    num::NonZeroUsize,
    sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed},
    time::Duration,
};

use crate::{
    board::{Board, State, UnpackedState},
    control::{Limits, Monitor, Observer, Progress, StopReason, break_if},
    explore::distances::{DistanceTable, NO_WAY_OUT},
    file::AtomicTable,
    notation::{
        CommonCode, Notation,
        classic::{CELLS, ClassicBlock},
        read,
    },
    parallel::{StateCheck, try_for_each},
    puzzle::Metric,
    search::{
        hashed::HashedEngine,
        layers::{Layer, LayerError, LayerSearch, Sources, StateFilter},
    },
    sliding::{spaces::BoardSpace, threads},
};

/// Numbers of pieces around the 2×2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceSet {
    /// Flat pieces, two cells side by side.
    pub flats: u32,
    /// Upright pieces, two cells one above the other.
    pub uprights: u32,
    /// Single pieces.
    pub singles: u32,
}

/// Cells around the 2×2.
const AROUND: u32 = 16;
/// Maximum number of these that pieces cover: a layout has two empty cells or more.
const MAX_COVERED: u32 = AROUND - 2;

impl PieceSet {
    /// Returns the number of empty cells; a layout needs two.
    #[must_use]
    pub const fn empties(self) -> u32 {
        let dominoes = self.flats.saturating_add(self.uprights);
        AROUND
            .saturating_sub(dominoes.saturating_mul(2))
            .saturating_sub(self.singles)
    }

    /// Returns every set of pieces that has layouts, in order.
    pub(super) fn all() -> Vec<PieceSet> {
        let mut sets = Vec::new();
        for flats in 0..=MAX_COVERED / 2 {
            for uprights in 0..=MAX_COVERED / 2 - flats {
                for singles in 0..=MAX_COVERED - 2 * (flats + uprights) {
                    sets.push(PieceSet {
                        flats,
                        uprights,
                        singles,
                    });
                }
            }
        }
        sets.retain(|set| set.each(&mut Err).is_err());
        sets
    }

    /// Visits the ranks of its layouts in order until an error.
    pub(super) fn each<E>(self, visit: &mut impl FnMut(u32) -> Result<(), E>) -> Result<(), E> {
        CommonCode::each_of(
            [self.flats, self.uprights, self.singles, self.empties()],
            visit,
        )
    }

    /// Returns the number of sequences of pieces and empty cells, a few times the number of
    /// layouts.
    pub(super) fn sequences(self) -> u64 {
        let factorial = |items: u32| (1..=u64::from(items)).product::<u64>();
        let PieceSet {
            flats,
            uprights,
            singles,
        } = self;
        let items = [flats, uprights, singles, self.empties()];
        factorial(items.iter().sum()) / items.into_iter().map(factorial).product::<u64>()
    }
}

/// Statistics of all layouts of a set of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceSetStats {
    /// The pieces around the 2×2.
    pub pieces: PieceSet,
    /// Number of layouts.
    pub layouts: u32,
    /// Number of components: sets of layouts that moves connect.
    pub components: u32,
    /// Number of layouts in the largest component.
    pub largest: u32,
    /// Number of layouts at each distance from the exit, from 0 on. All others are unsolvable.
    pub histogram: Vec<u32>,
    /// A layout with the largest distance; `None` if no layout is solvable.
    pub hardest: Option<HardestLayout>,
}

/// A layout with the longest of all shortest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HardestLayout {
    /// The smallest code of such a layout.
    pub code: CommonCode,
    /// The length of its shortest solution.
    pub distance: u32,
    /// Number of layouts at that distance.
    pub layouts: u32,
}

impl PieceSetStats {
    /// Returns the number of solvable layouts.
    pub fn solvable(&self) -> u32 {
        self.histogram.iter().sum()
    }
}

/// Options of a survey. The default is all layouts, in moves, on all processors.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Unit of the distances.
    pub metric: Metric,
    /// Restricts the survey to the layouts of these pieces.
    pub pieces: Option<PieceSet>,
    /// Number of threads; `None` for one per processor. The result does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Limits on time and memory. [`max_depth`](Limits::max_depth) and
    /// [`max_states`](Limits::max_states) have no effect.
    pub limits: Limits,
}

setters!(Options {
    with_metric = metric: Metric,
    with_pieces = pieces: Option<PieceSet>,
    with_threads = threads: Option<NonZeroUsize>,
    with_limits = limits: Limits,
});

/// Result of a survey.
#[derive(Debug)]
#[non_exhaustive]
pub struct Report {
    /// The sets of pieces that were searched completely, in order.
    pub sets: Vec<PieceSetStats>,
    /// Number of sets that the options ask for.
    pub wanted: usize,
    /// Reason of an early end.
    pub stopped: Option<StopReason>,
    /// The distance of every layout, if the survey covered all and was completed.
    pub tablebase: Option<DistanceTable>,
    /// Maximum memory of tables and queues, in bytes.
    pub bytes: usize,
    /// Duration of the survey.
    pub elapsed: Duration,
}

/// Finds the distance of every layout of the classic frame from the exit.
///
/// # Complexity
/// About 600 ns of processor time and one byte per layout, and a few megabytes per thread.
///
/// # Panics
/// If a thread panics.
pub fn survey(options: &Options, observer: Observer<'_>) -> Report {
    let mut monitor = Monitor::new(options.limits, observer);
    let mut sets = PieceSet::all();
    sets.retain(|set| options.pieces.is_none_or(|pieces| pieces == *set));
    // The largest sets come first, so that all threads end at about the same time.
    sets.sort_by_key(|pieces| Reverse(pieces.sequences()));
    let mut report = Report {
        sets: Vec::new(),
        wanted: sets.len(),
        stopped: None,
        tablebase: None,
        bytes: CommonCode::COUNT as usize,
        elapsed: Duration::ZERO,
    };
    if options.limits.bytes() < report.bytes {
        report.stopped = Some(StopReason::Memory);
        return report;
    }
    let threads = options.threads.unwrap_or_else(threads);
    let threads = threads.get().min(sets.len());
    let Ok(distances) = AtomicTable::in_memory(report.bytes) else {
        report.stopped = Some(StopReason::OutOfMemory);
        return report;
    };
    let filled = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let largest = AtomicUsize::new(0);
    let table = report.bytes;
    let bytes = || table + threads * largest.load(Relaxed);
    let mut found: Vec<_> = sets.into_iter().map(|set| (set, None)).collect();
    let work = |_, found: &mut (PieceSet, Option<PieceSetStats>), check: StateCheck<'_>| {
        let mut stopped = Ok(());
        let mut observer = |progress: &Progress| {
            stopped = check(progress.frontier);
            break_if(stopped.is_err())
        };
        let mut monitor = Monitor::new(Limits::default(), &mut observer);
        match search(found.0, options.metric, &distances, &filled, &mut monitor) {
            Ok((summary, bytes)) => {
                found.1 = Some(summary);
                largest.fetch_max(bytes, Relaxed);
                done.fetch_add(1, Relaxed);
                Ok(())
            }
            Err(error) => stopped.and(Err(error.in_memory())),
        }
    };
    let stopped = try_for_each(threads, &mut found, &work, &mut |effort| {
        monitor.check(effort, || Progress {
            depth: u32::try_from(done.load(Relaxed)).unwrap_or(u32::MAX),
            states: filled.load(Relaxed),
            bytes: bytes(),
            ..Progress::default()
        })
    });
    report.stopped = stopped.err();
    report.bytes = bytes();
    report.sets = found
        .into_iter()
        .filter_map(|(_, summary)| summary)
        .collect();
    if report.sets.len() == report.wanted {
        // Any stop came after the last search.
        report.stopped = None;
        if options.pieces.is_none() {
            let distances = distances.iter().map(|it| it.load(Relaxed) ^ UNSEEN);
            let distances = distances.collect();
            report.tablebase = Some(DistanceTable::of_layouts(options.metric, distances));
        }
    }
    report.sets.sort_by_key(|summary| summary.pieces);
    report.elapsed = monitor.elapsed();
    report
}

/// The byte of an unvisited layout. While a survey runs, all bytes are stored combined with it by
/// exclusive or: the table begins as zeros, which cost nothing where no layout is searched.
pub const UNSEEN: u8 = NO_WAY_OUT - 1;

/// Planes of a board with all four kinds of pieces.
const PLANES: usize = 3;

/// Searches a set of pieces and stores the distances by rank. Returns the statistics and the memory
/// of the search in bytes. Each set has its own entries, so that threads can search several sets at
/// once; `filled` counts the layouts of all.
pub fn search(
    pieces: PieceSet,
    metric: Metric,
    distances: &[AtomicU8],
    filled: &AtomicUsize,
    monitor: &mut Monitor<'_>,
) -> Result<(PieceSetStats, usize), LayerError> {
    let mut search: Option<PieceSetSearch<'_>> = None;
    pieces.each(&mut |rank| {
        if distances[rank as usize].load(Relaxed) != 0 {
            return Ok(());
        }
        let code = CommonCode::from_rank(rank).expect("the rank of a layout");
        search
            .get_or_insert_with(|| PieceSetSearch::new(code, metric, distances, filled))
            .component(code, monitor)
    })?;
    Ok(search
        .expect("a set of pieces that has layouts")
        .finish(pieces))
}

/// A search of all layouts of one set of pieces.
struct PieceSetSearch<'a> {
    board: Board,
    /// The piece of each kind, by the number of the kind in a state; number 0 is an empty cell.
    blocks: [Option<ClassicBlock>; 1 << PLANES],
    /// The anchor of the mirror image, by the number of the kind and its anchor; `CELLS` if the
    /// kind cannot stand there.
    images: [[usize; CELLS]; 1 << PLANES],
    /// Explores components by steps, which have the fewest successors; components do not depend on
    /// the metric.
    explorer: HashedEngine<State<1>>,
    /// Explores components by steps without symmetry.
    plain: HashedEngine<State<1>>,
    /// Searches from the solved layouts in the metric of the survey.
    retriever: HashedEngine<State<1>>,
    distances: &'a [AtomicU8],
    filled: &'a AtomicUsize,
    layouts: u64,
    components: u64,
    largest: u64,
    /// Number of layouts and smallest rank at each distance.
    layers: Vec<(u64, u32)>,
}

impl<'a> PieceSetSearch<'a> {
    /// Returns a search of all layouts with the pieces of this one.
    fn new(
        code: CommonCode,
        metric: Metric,
        distances: &'a [AtomicU8],
        filled: &'a AtomicUsize,
    ) -> Self {
        let puzzles = read(Notation::CommonCode, &code.to_string()).expect("a code is a puzzle");
        let board = Board::new(&puzzles[0]).expect("the frame is small");
        let engine = |board: &Board, metric| {
            let BoardSpace::One(typed) = BoardSpace::of(board, metric) else {
                unreachable!("three planes of twenty cells are one word")
            };
            HashedEngine::new(typed.space, 1)
        };
        let mut blocks = [None; 1 << PLANES];
        let mut images = [[CELLS; CELLS]; 1 << PLANES];
        for (kind, it) in board.kinds().iter().enumerate() {
            blocks[kind + 1] = ClassicBlock::of(&it.shape);
            for cell in (0..CELLS).filter(|&cell| it.places.contains(cell)) {
                let image = board.image(1, &UnpackedState::new(CELLS, [(cell, kind)]));
                images[kind + 1][cell] = image.anchors().map(|(cell, _)| cell).sum();
            }
        }
        PieceSetSearch {
            explorer: engine(&board, Metric::Step),
            plain: engine(&board.clone().without_symmetry(), Metric::Step),
            retriever: engine(&board, metric),
            board,
            blocks,
            images,
            distances,
            filled,
            layouts: 0,
            components: 0,
            largest: 0,
            layers: Vec::new(),
        }
    }

    /// Searches the component of a layout and its mirror image.
    fn component(&mut self, code: CommonCode, monitor: &mut Monitor<'_>) -> Result<(), LayerError> {
        let kind = |block| {
            self.blocks
                .iter()
                .position(|&it| it == Some(block))
                .expect("a kind")
        };
        let pieces = code.blocks().map(|(cell, block)| (cell, kind(block) - 1));
        let start = [self.board.words(&UnpackedState::new(CELLS, pieces))];
        let all = self.explore(&start, monitor)?;
        self.layouts += all.states;
        if all.goal_states == 0 {
            let mut layer = self.retriever.begin(Sources::States(&start), monitor)?;
            while layer.states > 0 {
                self.note(NO_WAY_OUT);
                layer = self.retriever.advance(monitor)?;
            }
            return Ok(());
        }
        self.explorer.begin(Sources::Goals, monitor)?;
        let goals = self.explorer.last_layer(StateFilter::All, usize::MAX)?;
        let mut layer = self.retriever.begin(Sources::States(&goals), monitor)?;
        for distance in 0..UNSEEN {
            if layer.states == 0 {
                break;
            }
            let lowest = self.note(distance);
            let at = usize::from(distance);
            self.layers
                .resize(self.layers.len().max(at + 1), (0, u32::MAX));
            self.layers[at] = (
                self.layers[at].0 + layer.states,
                self.layers[at].1.min(lowest),
            );
            layer = self.retriever.advance(monitor)?;
        }
        Ok(())
    }

    /// Counts the layouts reachable from `start`, and the components that they and their mirror
    /// images form: one or two.
    ///
    /// While no layout has been visited together with its mirror image, the plain search has as
    /// many states as the reduced one has classes. If this holds to the end, there are two
    /// components.
    fn explore(
        &mut self,
        start: &[Vec<u64>],
        monitor: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let mut layer = self.explorer.begin(Sources::States(start), monitor)?;
        let mut plain = self.plain.begin(Sources::States(start), monitor)?.states;
        let mut all = Layer::default();
        while layer.states > 0 {
            all.add(&layer);
            layer = self.explorer.advance(monitor)?;
            if plain == all.classes {
                plain += self.plain.advance(monitor)?.states;
            }
        }
        let parts = if plain == all.classes {
            all.states / plain
        } else {
            1
        };
        self.components += parts;
        self.largest = self.largest.max(all.states / parts);
        Ok(all)
    }

    /// Stores the distance of the last layer and returns its smallest rank.
    fn note(&self, distance: u8) -> u32 {
        let mut lowest = u32::MAX;
        let mut filled = 0;
        for &state in self.retriever.last_keys() {
            for rank in self.ranks(state) {
                filled += 1;
                self.distances[rank as usize].store(distance ^ UNSEEN, Relaxed);
                lowest = lowest.min(rank);
            }
        }
        self.filled.fetch_add(filled, Relaxed);
        lowest
    }

    /// Returns the ranks of a layout and its mirror image.
    fn ranks(&self, state: State<1>) -> [u32; 2] {
        let [word] = *state.words();
        let mut cells = [[None; CELLS + 1]; 2];
        let mut anchors = (word | word >> CELLS | word >> (2 * CELLS)) & ((1 << CELLS) - 1);
        while anchors != 0 {
            let cell = anchors.trailing_zeros() as usize;
            anchors &= anchors - 1;
            let bit = |plane| usize::from(word >> (plane * CELLS + cell) & 1 == 1) << plane;
            let number = bit(0) | bit(1) | bit(2);
            cells[0][cell] = self.blocks[number];
            cells[1][self.images[number][cell]] = self.blocks[number];
        }
        cells.map(|cells| CommonCode::rank_of(&cells))
    }

    /// Returns the statistics, and the memory of the search in bytes.
    fn finish(self, pieces: PieceSet) -> (PieceSetStats, usize) {
        let narrow = |layouts| u32::try_from(layouts).expect("no more than there are codes");
        let hardest = self.layers.last().map(|&(layouts, lowest)| HardestLayout {
            code: CommonCode::from_rank(lowest).expect("the rank of a layout"),
            distance: narrow(self.layers.len() as u64 - 1),
            layouts: narrow(layouts),
        });
        let summary = PieceSetStats {
            pieces,
            layouts: narrow(self.layouts),
            components: narrow(self.components),
            largest: narrow(self.largest),
            histogram: self
                .layers
                .iter()
                .map(|&(layouts, _)| narrow(layouts))
                .collect(),
            hardest,
        };
        let engines = [&self.explorer, &self.plain, &self.retriever];
        (summary, engines.map(HashedEngine::bytes).iter().sum())
    }
}
