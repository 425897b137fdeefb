//! Paths: searched for with parents, and turned from packed states into moves of the puzzle.

use crate::board::{Board, UnpackedState};
use crate::control::{Limits, Monitor, Observer};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Metric, Puzzle};
use crate::search::bidirectional::shortest_path;
use crate::search::layers::LayerError;
use crate::search::{
    BreadthFirst, DepthFirst, IterativeDeepening, Key, SearchResult, Space, StateWords, Statistics,
    Successor, Target,
};
use crate::solution::{Move, Position, Solution, verify};

use super::error::SolveError;
use super::options::Algorithm;
use super::spaces::{BoardSpace, with_space};

/// The searches of a board, with the memory that each search leaves to the next.
pub trait PathSearcher: Send + Sync {
    /// Searches for a goal; returns the positions on the path, start first.
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<UnpackedState>;

    /// Returns the states at this distance from the start that the last breadth-first search has
    /// expanded, or `None` if it has expanded none there.
    fn layer(&self, depth: usize) -> Option<Vec<UnpackedState>>;

    /// Searches from the start and from these goals for a shortest path to the nearest of them.
    fn path_to(
        &mut self,
        goals: &[StateWords],
        threads: usize,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<UnpackedState>>, LayerError>;
}

/// Returns the searches of a board.
pub fn searcher(board: &Board, metric: Metric) -> Box<dyn PathSearcher> {
    let board = board.clone();
    with_space!(BoardSpace::of(&board, metric), space => {
        Box::new(SearcherFor {
            board,
            space,
            breadth_first: BreadthFirst::default(),
            depth_first: DepthFirst::default(),
            deepening: IterativeDeepening::default(),
        })
    })
}

struct SearcherFor<K> {
    board: Board,
    space: Box<dyn Space<K>>,
    breadth_first: BreadthFirst<K>,
    depth_first: DepthFirst<K>,
    deepening: IterativeDeepening<K>,
}

impl<K: Key> PathSearcher for SearcherFor<K> {
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<UnpackedState> {
        let SearcherFor {
            board,
            space,
            breadth_first,
            depth_first,
            deepening,
            ..
        } = self;
        let start = K::from_words(&board.words(board.start()));
        let SearchResult {
            outcome,
            statistics,
        } = match algorithm {
            Algorithm::Auto | Algorithm::BreadthFirst => {
                breadth_first.search(&mut **space, &[start], Target::Goal, limits, observer)
            }
            Algorithm::DepthFirst(order) => {
                depth_first.search(&mut **space, start, order, limits, observer)
            }
            Algorithm::IterativeDeepening => {
                deepening.search(&mut **space, start, limits, observer)
            }
            Algorithm::InformedDeepening | Algorithm::Anytime => {
                panic!("{} keeps no parents", algorithm.word())
            }
        };
        SearchResult {
            outcome: outcome.map(|keys| real_path(board, &mut **space, &keys)),
            statistics,
        }
    }

    fn layer(&self, depth: usize) -> Option<Vec<UnpackedState>> {
        let layers = &self.breadth_first.layers;
        let size = *layers.get(depth)?;
        let begin: usize = layers[..depth].iter().sum();
        let keys = &self.breadth_first.nodes.keys()[begin..begin + size];
        Some(
            keys.iter()
                .map(|key| self.board.unpack(key.words()))
                .collect(),
        )
    }

    fn path_to(
        &mut self,
        goals: &[StateWords],
        threads: usize,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<UnpackedState>>, LayerError> {
        let SearcherFor { board, space, .. } = self;
        let start = K::from_words(&board.words(board.start()));
        let goals: Vec<K> = goals.iter().map(|goal| K::from_words(goal)).collect();
        let way = shortest_path(&**space, (start, &goals), threads, watch, statistics)?;
        Ok(way.map(|keys| real_path(board, &mut **space, &keys)))
    }
}

/// Converts a path of canonical forms into states that are one move apart.
///
/// Each state is a mirror image of its canonical form; the start is a known one. A move leads from
/// a form to an image of the next form, which the space reports. The composition of both images
/// yields the next state.
///
/// # Panics
/// If the path does not begin at the start, or two neighbours are not one move apart.
pub fn real_path<K: Key>(
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
        path.push(board.image(image, &board.unpack(pair[1].words())));
    }
    path
}

/// Returns the solution through these states, the start first, replayed by the independent checker.
///
/// # Errors
/// If the checker refuses it, which would be a bug.
pub fn solution(
    puzzle: &Puzzle,
    board: &Board,
    path: &[UnpackedState],
    metric: Metric,
) -> Result<Solution, SolveError> {
    let solution = Solution {
        metric,
        moves: moves(puzzle, board, path, metric).into(),
    };
    match verify(puzzle, &solution) {
        Ok(_) => Ok(solution),
        Err(wrong) => Err(SolveError::Unverified(wrong.into())),
    }
}

/// Returns the moves along a path of states, the start first. Interchangeable pieces keep their
/// letters.
///
/// # Panics
/// If two neighbours are not one unit of the metric apart.
pub fn moves(puzzle: &Puzzle, board: &Board, path: &[UnpackedState], metric: Metric) -> Vec<Move> {
    let grid = puzzle.grid();
    let mut position = Position::start(puzzle);
    let mut moves = Vec::with_capacity(path.len() - 1);
    for pair in path.windows(2) {
        let [before, after] = pair else {
            unreachable!("windows of two")
        };
        let (from, to) = moved(before, after, board).expect("one piece leaves its place");
        let from = grid.cell(from);
        let to = grid.cell(to);
        let piece = position
            .occupant(from)
            .expect("a piece stands on its anchor");
        let path = position
            .find_path(piece, to, metric)
            .expect("the positions are neighbours");
        let unit = Move { piece, from, path };
        position.apply(&unit).expect("a path found is a legal move");
        moves.push(unit);
    }
    moves
}

/// Returns the cells that the anchor of the moved piece leaves and enters.
pub fn moved(
    before: &UnpackedState,
    after: &UnpackedState,
    board: &Board,
) -> Option<(usize, usize)> {
    Some((
        only_in(before, after, board)?,
        only_in(after, before, board)?,
    ))
}

/// Returns the first cell with an anchor that the other state lacks.
fn only_in(one: &UnpackedState, other: &UnpackedState, board: &Board) -> Option<usize> {
    (0..board.cells()).find(|&cell| {
        let kind = one.kind_at(cell);
        kind.is_some() && kind != other.kind_at(cell)
    })
}

/// Returns the anchor of each piece. Interchangeable pieces are ordered by their cells.
pub fn anchors(grid: &Grid, board: &Board, position: &UnpackedState) -> Vec<Cell> {
    let pieces = board.kinds().iter().map(|kind| kind.pieces.len()).sum();
    let mut anchors = vec![Cell::new(0, 0); pieces];
    let mut placed = vec![0; board.kinds().len()];
    for (cell, kind) in position.anchors() {
        anchors[board.kinds()[kind].pieces[placed[kind]]] = grid.cell(cell);
        placed[kind] += 1;
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interchangeable_pieces_stand_in_their_order() {
        let text = "A B .\nC C .\n\ngoal:\n. . .\n. C C\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let board = Board::new(&puzzle).expect("it fits");
        // The kind of A and B is the first one.
        let position = UnpackedState::new(6, [(5, 0), (0, 1), (2, 0)]);
        let anchors = anchors(puzzle.grid(), &board, &position);
        assert_eq!(anchors, [Cell::new(0, 2), Cell::new(1, 2), Cell::new(0, 0)]);
    }
}
