//! The layouts of one set of pieces, gone through by the engine that explores any puzzle.
//!
//! No move changes the set of pieces, so each set is searched on its own, one component after the
//! other: first from any of its layouts, to find out how large it is, then from all its solved
//! layouts. Mirror images are taken for one, as the exit is its own mirror image.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use super::pieces::{HardestLayout, PieceSet, PieceSetStats};
use super::tablebase::NO_WAY_OUT;
use crate::board::{Board, State, UnpackedState};
use crate::control::Monitor;
use crate::notation::layout::{CELLS, ClassicBlock};
use crate::notation::{CommonCode, Notation, read};
use crate::puzzle::Metric;
use crate::search::hashed::HashedEngine;
use crate::search::layers::{Layer, LayerError, LayerSearch, Sources, StateFilter};
use crate::sliding::spaces::BoardSpace;

/// The byte of a layout that has not been met.
pub(super) const UNSEEN: u8 = NO_WAY_OUT - 1;

/// Planes of a board with all four kinds of pieces.
const PLANES: usize = 3;

/// Searches a set of pieces and fills in the distances, by rank. Each set has entries of its own,
/// so several threads can search several sets at once; `filled` counts the layouts of all. Says
/// also how many bytes it took besides.
pub(super) fn search(
    pieces: PieceSet,
    metric: Metric,
    distances: &[AtomicU8],
    filled: &AtomicUsize,
    watch: &mut Monitor<'_>,
) -> Result<(PieceSetStats, usize), LayerError> {
    let mut search: Option<PieceSetSearch<'_>> = None;
    pieces.each(&mut |rank| {
        if distances[rank as usize].load(Relaxed) != UNSEEN {
            return Ok(());
        }
        let code = CommonCode::from_rank(rank).expect("the rank of a layout");
        let new = || PieceSetSearch::new(code, metric, distances, filled);
        search.get_or_insert_with(new).component(code, watch)
    })?;
    Ok(search.expect("a set of pieces that has layouts").finish(pieces))
}

/// A search of all layouts with the same pieces.
struct PieceSetSearch<'a> {
    board: Board,
    /// By the number of a kind, in the bits of a state: the piece; none for 0.
    blocks: [Option<ClassicBlock>; 1 << PLANES],
    /// By the number of a kind and its first cell: the first cell of the mirror image; one that is
    /// none for what stands nowhere.
    images: [[usize; CELLS]; 1 << PLANES],
    /// Goes from layout to layout by steps, which are the fewest. What counts as a move does not
    /// matter for a component.
    explorer: HashedEngine<State<1>>,
    /// The same, with mirror images told apart.
    plain: HashedEngine<State<1>>,
    /// Goes from the solved layouts by what counts.
    retriever: HashedEngine<State<1>>,
    distances: &'a [AtomicU8],
    filled: &'a AtomicUsize,
    layouts: u64,
    components: u64,
    largest: u64,
    /// By distance: how many layouts, and the lowest rank.
    layers: Vec<(u64, u32)>,
}

impl<'a> PieceSetSearch<'a> {
    /// A search of the layouts that have the same pieces as this one.
    fn new(
        code: CommonCode,
        metric: Metric,
        distances: &'a [AtomicU8],
        filled: &'a AtomicUsize,
    ) -> Self {
        let puzzles = read(Notation::CommonCode, &code.to_string()).expect("a code is a puzzle");
        let board = Board::new(&puzzles[0]).expect("the frame is small");
        let engine = |board: &Board, metric| {
            let BoardSpace::One(space) = BoardSpace::of(board, metric) else {
                unreachable!("three planes of twenty cells are one word")
            };
            HashedEngine::new(space, 1)
        };
        let mut blocks = [None; 1 << PLANES];
        let mut images = [[CELLS; CELLS]; 1 << PLANES];
        for (kind, it) in board.kinds().iter().enumerate() {
            blocks[kind + 1] = ClassicBlock::of(&it.shape);
            for cell in (0..CELLS).filter(|cell| it.places >> cell & 1 == 1) {
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

    /// Searches the component of a layout, and the mirror images of it.
    fn component(&mut self, code: CommonCode, watch: &mut Monitor<'_>) -> Result<(), LayerError> {
        let kind = |block| self.blocks.iter().position(|&it| it == Some(block)).expect("a kind");
        let pieces = code.blocks().map(|(cell, block)| (cell, kind(block) - 1));
        let start = [self.board.words(&UnpackedState::new(CELLS, pieces))];
        let all = self.explore(&start, watch)?;
        self.layouts += all.states;
        if all.goal_states == 0 {
            let mut layer = self.retriever.begin(Sources::States(&start), watch)?;
            while layer.states > 0 {
                self.note(NO_WAY_OUT);
                layer = self.retriever.advance(watch)?;
            }
            return Ok(());
        }
        self.explorer.begin(Sources::Goals, watch)?;
        let goals = self.explorer.last_layer(StateFilter::All, usize::MAX)?;
        let mut layer = self.retriever.begin(Sources::States(&goals), watch)?;
        for distance in 0..UNSEEN {
            if layer.states == 0 {
                break;
            }
            let lowest = self.note(distance);
            let at = usize::from(distance);
            self.layers.resize(self.layers.len().max(at + 1), (0, u32::MAX));
            self.layers[at] = (self.layers[at].0 + layer.states, self.layers[at].1.min(lowest));
            layer = self.retriever.advance(watch)?;
        }
        Ok(())
    }

    /// Counts what can be reached from a layout, and the components that it and its mirror images
    /// form: one or two.
    ///
    /// As long as no layout has been met together with its mirror image, there are as many of them
    /// as with mirror images taken for one. If it is never so, they are two components.
    fn explore(
        &mut self,
        start: &[Vec<u64>],
        watch: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let mut layer = self.explorer.begin(Sources::States(start), watch)?;
        let mut plain = self.plain.begin(Sources::States(start), watch)?.states;
        let mut all = Layer::default();
        while layer.states > 0 {
            all.add(&layer);
            layer = self.explorer.advance(watch)?;
            if plain == all.classes {
                plain += self.plain.advance(watch)?.states;
            }
        }
        let parts = if plain == all.classes { all.states / plain } else { 1 };
        self.components += parts;
        self.largest = self.largest.max(all.states / parts);
        Ok(all)
    }

    /// Fills in the last layer from the exit; gives the lowest rank.
    fn note(&self, distance: u8) -> u32 {
        let mut lowest = u32::MAX;
        let mut filled = 0;
        for &state in self.retriever.last_keys() {
            for rank in self.ranks(state) {
                filled += 1;
                self.distances[rank as usize].store(distance, Relaxed);
                lowest = lowest.min(rank);
            }
        }
        self.filled.fetch_add(filled, Relaxed);
        lowest
    }

    /// The ranks of a layout and of its mirror image.
    fn ranks(&self, state: State<1>) -> [u32; 2] {
        let [word] = *state.words();
        let mut cells = [[None; CELLS + 1]; 2];
        for cell in 0..CELLS {
            let bit = |plane| usize::from(word >> (plane * CELLS + cell) & 1 == 1) << plane;
            let number = bit(0) | bit(1) | bit(2);
            cells[0][cell] = self.blocks[number];
            cells[1][self.images[number][cell]] = self.blocks[number];
        }
        cells.map(|cells| CommonCode::rank_of(&cells))
    }

    /// What was found, and how many bytes it took.
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
            histogram: self.layers.iter().map(|&(layouts, _)| narrow(layouts)).collect(),
            hardest,
        };
        let engines = [&self.explorer, &self.plain, &self.retriever];
        (summary, engines.map(HashedEngine::bytes).iter().sum())
    }
}
