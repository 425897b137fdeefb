//! A game with undo and redo, and the choice of the piece to move.

use std::sync::Arc;

use crate::{
    grid::{Cell, Direction},
    puzzle::{Metric, PieceId, Puzzle},
    solution::{IllegalMove, Move, Position, Solution},
};

/// A game: the position, the moves that led to it, and the undone moves.
///
/// Moves are counted in units of the metric. Consecutive steps of one piece are one move if the
/// metric allows it, and a step back cancels the step before it. [`verify`] accepts the moves of a
/// solved game.
///
/// [`verify`]: crate::solution::verify()
///
/// ```
/// use std::sync::Arc;
///
/// use huarong::grid::Direction::{Down, Left, Right};
/// use huarong::play::Game;
/// use huarong::{Metric, Puzzle};
///
/// let puzzle: Puzzle = "A . .\n. . .\n\ngoal:\n. . .\n. . A\n".parse()?;
/// let mut game = Game::new(Arc::new(puzzle), Metric::Move);
/// for direction in [Right, Right, Left, Right, Down] {
///     game.step(0, direction)?;
/// }
/// assert!(game.is_solved());
/// assert_eq!(game.moves().len(), 1);
/// assert_eq!(game.moves()[0].path, [Right, Right, Down]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    puzzle: Arc<Puzzle>,
    metric: Metric,
    anchors: Vec<Cell>,
    made: Vec<Move>,
    /// The undone moves; the last one is redone first.
    undone: Vec<Move>,
}

impl Game {
    /// Starts a game. A puzzle without pushes is played in moves.
    pub fn new(puzzle: Arc<Puzzle>, metric: Metric) -> Self {
        let anchors = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
        let metric = metric.check(&puzzle).map_or(Metric::default(), |()| metric);
        Game {
            puzzle,
            metric,
            anchors,
            made: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// Replays a game. Each move, a piece and its path, is one unit of the metric; the moves after
    /// the first `made` are undone. Returns `None` if a move is illegal.
    pub fn resumed(
        puzzle: Arc<Puzzle>,
        metric: Metric,
        moves: Vec<(PieceId, Vec<Direction>)>,
        made: usize,
    ) -> Option<Self> {
        let mut game = Game::new(puzzle, metric);
        for (piece, path) in moves {
            let unit = Move {
                piece,
                from: *game.anchors.get(piece)?,
                path,
            };
            game.apply(&unit).ok().filter(|()| unit.is_unit(metric))?;
            game.made.push(unit);
        }
        let undone = game.made.len().checked_sub(made)?;
        for _ in 0..undone {
            game.undo();
        }
        Some(game)
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Returns the metric.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the anchor of each piece.
    pub fn anchors(&self) -> &[Cell] {
        &self.anchors
    }

    /// Returns the position.
    ///
    /// # Panics
    /// Never: a game makes legal moves only.
    pub fn position(&self) -> Position<'_> {
        Position::with_anchors(&self.puzzle, &self.anchors).expect("only legal moves are made")
    }

    /// Returns the moves, each one unit of the metric.
    pub fn moves(&self) -> &[Move] {
        &self.made
    }

    /// Returns the moves, then the undone moves.
    pub fn history(&self) -> impl Iterator<Item = &Move> {
        self.made.iter().chain(self.undone.iter().rev())
    }

    /// Returns the number of undone moves.
    pub fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Returns the moves as a solution, which is complete if the game is solved.
    pub fn solution(&self) -> Solution {
        Solution {
            metric: self.metric,
            moves: self.made.clone().into(),
        }
    }

    /// Returns whether the puzzle is solved.
    pub fn is_solved(&self) -> bool {
        self.position().is_solved()
    }

    /// Moves a piece by one cell, with the tiles that it pushes if the metric allows it, and
    /// forgets the undone moves.
    ///
    /// # Errors
    /// The reason why the move is illegal; the game is unchanged.
    pub fn step(&mut self, piece: PieceId, direction: Direction) -> Result<(), IllegalMove> {
        let piece = self.puzzle.top_layer(piece, &self.anchors);
        let pushes = match self.metric {
            Metric::Push => self.position().legal_moves(self.metric),
            _ => Vec::new(),
        };
        let is_wanted = |unit: &Move| unit.piece == piece && unit.path[0] == direction;
        let unit = pushes.into_iter().find(is_wanted).unwrap_or_else(|| Move {
            piece,
            from: self.anchors.get(piece).copied().unwrap_or(Cell::new(0, 0)),
            path: vec![direction],
        });
        self.apply(&unit)?;
        self.undone.clear();
        if self.metric == Metric::Push {
            self.count_push(unit)
        } else {
            self.count(unit);
            Ok(())
        }
    }

    /// Adds a push that was made, as one with the last push if both are in one row or column.
    fn count_push(&mut self, push: Move) -> Result<(), IllegalMove> {
        let line = [push.path[0], push.path[0].opposite()];
        let last = self.made.last();
        let is_in_line = last.is_some_and(|last| line.contains(&last.path[0]));
        let from = push.from;
        self.made.push(push);
        if is_in_line {
            self.undo();
            self.undo();
            self.undone.clear();
            let pushes = self.position().legal_moves(self.metric);
            if let Some(whole) = pushes.into_iter().find(|whole| whole.from == from) {
                self.apply(&whole)?;
                self.made.push(whole);
            }
        }
        Ok(())
    }

    /// Makes a move without counting it.
    fn apply(&mut self, unit: &Move) -> Result<(), IllegalMove> {
        let mut position = self.position();
        position.apply(unit)?;
        self.anchors = position.anchors().to_vec();
        Ok(())
    }

    /// Moves a piece along a path, up to the first illegal step.
    ///
    /// # Errors
    /// The reason why a step is illegal.
    pub fn travel(&mut self, piece: PieceId, path: &[Direction]) -> Result<(), IllegalMove> {
        let most = match self.metric {
            Metric::Push => 1,
            _ => path.len(),
        };
        path.iter()
            .take(most)
            .try_for_each(|&direction| self.step(piece, direction))
    }

    /// Moves a piece so that its anchor comes to `target`, or along straight lines towards it if
    /// no path leads there. Returns whether the piece moved.
    pub fn drag(&mut self, piece: PieceId, target: Cell) -> bool {
        let before = self.anchors[piece];
        if let Some(path) = self.position().find_path(piece, target, Metric::Move) {
            return self.travel(piece, &path).is_ok();
        }
        let vertical = if target.row < before.row {
            Direction::Up
        } else {
            Direction::Down
        };
        let sideways = if target.column < before.column {
            Direction::Left
        } else {
            Direction::Right
        };
        let rows = before.row.abs_diff(target.row);
        let columns = before.column.abs_diff(target.column);
        for (direction, cells) in [(vertical, rows), (sideways, columns)] {
            // A path ends at the first illegal step.
            let _ = self.travel(piece, &vec![direction; cells.into()]);
        }
        self.anchors[piece] != before
    }

    /// Returns the anchors of every position in which the last move may end if it goes on, the
    /// current position first.
    pub fn ends_of_last_move(&self) -> Vec<Vec<Cell>> {
        let mut ends = vec![self.anchors.clone()];
        let Some(last) = self.made.last() else {
            return ends;
        };
        let units = self.position().legal_moves(self.metric);
        for unit in units.iter().filter(|unit| unit.piece == last.piece) {
            let mut game = self.clone();
            if game.travel(unit.piece, &unit.path).is_ok() && game.made.len() == self.made.len() {
                ends.push(game.anchors);
            }
        }
        ends
    }

    /// Undoes the last move and returns it.
    ///
    /// # Panics
    /// Never: tiles that have been pushed can be pushed back.
    pub fn undo(&mut self) -> Option<Move> {
        let unit = self.made.pop()?;
        if self.metric == Metric::Push {
            let from = unit.to().expect("a push ends in the frame");
            let back = Move {
                piece: self.position().occupant(from).unwrap_or(unit.piece),
                from,
                path: unit.path.iter().rev().map(|it| it.opposite()).collect(),
            };
            self.apply(&back).expect("the tiles can be pushed back");
        } else {
            self.anchors[unit.piece] = unit.from;
            if let Some((next, _)) = unit.next_layer(&self.puzzle) {
                self.anchors[next] = Cell::OUT;
            }
        }
        self.undone.push(unit.clone());
        Some(unit)
    }

    /// Redoes the move that was undone last, and returns it.
    ///
    /// # Panics
    /// Never: it has been made before.
    pub fn redo(&mut self) -> Option<Move> {
        let unit = self.undone.pop()?;
        self.apply(&unit).expect("it has been made before");
        self.made.push(unit.clone());
        Some(unit)
    }

    /// Undoes all moves.
    pub fn restart(&mut self) {
        while self.undo().is_some() {}
    }

    /// Adds a step to the last move, or as a new move.
    fn count(&mut self, step: Move) {
        let Some(last) = self.made.last_mut().filter(|last| last.piece == step.piece) else {
            self.made.push(step);
            return;
        };
        let longer = Move {
            path: without_loops(last.from, &[&last.path[..], &step.path].concat()),
            ..last.clone()
        };
        if longer.path.is_empty() {
            self.made.pop();
        } else if longer.is_unit(self.metric) {
            *last = longer;
        } else {
            self.made.push(step);
        }
    }
}

/// Removes the loops of a path.
fn without_loops(from: Cell, path: &[Direction]) -> Vec<Direction> {
    let mut places = vec![from];
    let mut kept = Vec::new();
    for &direction in path {
        let Some(to) = places.last().and_then(|at| at.step(direction)) else {
            break;
        };
        if let Some(seen) = places.iter().position(|&place| place == to) {
            places.truncate(seen + 1);
            kept.truncate(seen);
        } else {
            places.push(to);
            kept.push(direction);
        }
    }
    kept
}

/// Returns the piece that is chosen first: the first goal piece that can move, else the first piece
/// that can move, else the first piece.
pub fn first_choice(position: &Position<'_>) -> PieceId {
    (0..position.anchors().len())
        .filter(|&piece| can_move(position, piece))
        .min_by_key(|&piece| !position.puzzle().is_goal_piece(piece))
        .unwrap_or(0)
}

/// Returns the next piece that can move, or the one before, row by row in the current position.
/// Returns `piece` if no other piece can move.
pub fn neighbour(position: &Position<'_>, piece: PieceId, is_forward: bool) -> PieceId {
    let mut order: Vec<PieceId> = (0..position.anchors().len()).collect();
    order.sort_unstable_by_key(|&piece| position.anchor(piece));
    if !is_forward {
        order.reverse();
    }
    let here = order.iter().position(|&other| other == piece).unwrap_or(0);
    order.rotate_left(here);
    let mut others = order.into_iter().skip(1);
    others
        .find(|&other| can_move(position, other))
        .unwrap_or(piece)
}

/// Returns the piece with this letter, or else the piece with this letter in the other case.
#[must_use]
pub fn with_letter(puzzle: &Puzzle, letter: char) -> Option<PieceId> {
    let find =
        |same: &dyn Fn(char) -> bool| puzzle.pieces().iter().position(|piece| same(piece.letter));
    find(&|other| other == letter)
        .or_else(|| find(&|other| other.to_lowercase().eq(letter.to_lowercase())))
}

fn can_move(position: &Position<'_>, piece: PieceId) -> bool {
    position
        .legal_moves(Metric::Step)
        .iter()
        .any(|step| step.piece == piece)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::solution::verify;
    use Direction::{Down, Left, Right, Up};

    const CLASSIC: &str = crate::cases::CLASSIC;

    fn game(text: &str, metric: Metric) -> Game {
        Game::new(Arc::new(text.parse().expect("a puzzle")), metric)
    }

    /// A lone piece in a wide frame, and a second one in its corner.
    fn open(metric: Metric) -> Game {
        game(
            ". . . .\n. A . .\n. . . B\n\ngoal:\nA . . .\n. . . .\n. . . .\n",
            metric,
        )
    }

    /// The paths of the moves that count after these steps of the first piece.
    fn counted(metric: Metric, steps: &[Direction]) -> Vec<Vec<Direction>> {
        let mut game = open(metric);
        game.travel(0, steps).expect("there is room");
        game.moves().iter().map(|unit| unit.path.clone()).collect()
    }

    #[test]
    fn steps_of_one_piece_merge_into_one_move_per_the_metric() {
        let steps = [Right, Right, Up];
        assert_eq!(counted(Metric::Move, &steps), [vec![Right, Right, Up]]);
        assert_eq!(
            counted(Metric::Slide, &steps),
            [vec![Right, Right], vec![Up]]
        );
        assert_eq!(
            counted(Metric::Step, &steps),
            [vec![Right], vec![Right], vec![Up]]
        );
    }

    #[test]
    fn a_reverse_step_cancels_the_previous_step() {
        for metric in Metric::ALL {
            assert!(counted(metric, &[Right, Left]).is_empty(), "{metric}");
            assert!(
                counted(metric, &[Right, Up, Down, Left]).is_empty(),
                "{metric}"
            );
        }
        assert_eq!(counted(Metric::Slide, &[Right, Right, Left]), [vec![Right]]);
        assert_eq!(
            counted(Metric::Move, &[Right, Up, Left]),
            [vec![Right, Up, Left]]
        );
        assert!(
            counted(Metric::Move, &[Right, Up, Left, Down]).is_empty(),
            "once around"
        );
    }

    #[test]
    fn another_piece_in_between_begins_a_new_move() {
        let mut game = open(Metric::Move);
        let mut play = |steps: [(PieceId, Direction); 3]| {
            for (piece, direction) in steps {
                game.step(piece, direction).expect("room");
            }
            game.moves().len()
        };
        assert_eq!(play([(0, Right), (1, Left), (0, Left)]), 3);
        assert_eq!(
            play([(0, Right), (1, Right), (0, Left)]),
            0,
            "each piece has stepped back"
        );
    }

    #[test]
    fn an_illegal_step_names_the_obstacle_and_changes_nothing() {
        let mut game = game(CLASSIC, Metric::Move);
        let start = game.anchors().to_vec();
        let why = game
            .step(1, Down)
            .expect_err("a general stands there")
            .to_string();
        assert_eq!(
            why,
            "C 曹操 cannot go down from row 1, column 2: row 3, column 2 is taken by E 关羽"
        );
        assert!(game.step(10, Down).is_err(), "there is no such piece");
        assert_eq!((game.anchors(), game.moves().len()), (&start[..], 0));
    }

    #[test]
    fn moves_are_undone_and_redone_without_limit() {
        let mut game = open(Metric::Step);
        for _ in 0..300 {
            game.travel(0, &[Right, Up, Left, Down]).expect("room");
        }
        assert_eq!(game.moves().len(), 1200);
        let solution = game.solution();
        let end = game.anchors().to_vec();
        game.restart();
        assert_eq!((game.moves().len(), game.redoable()), (0, 1200));
        assert_eq!(game.undo(), None);
        while game.redo().is_some() {}
        assert_eq!((game.solution(), game.anchors()), (solution, &end[..]));
        game.undo().expect("there are moves");
        game.step(1, Left).expect("room");
        assert_eq!(game.redo(), None, "the game has gone another way");
    }

    #[test]
    fn a_piece_is_dragged_around_corners_to_the_nearest_reachable_cell() {
        let text = "A . .\n# # .\nB . .\n\ngoal:\nB . .\n# # .\n. . .\n";
        let mut game = game(text, Metric::Move);
        assert!(game.drag(0, Cell::new(2, 1)));
        assert_eq!(game.anchors()[0], Cell::new(2, 1));
        assert!(!game.drag(0, Cell::new(2, 0)), "B stands there");
        assert!(!game.drag(1, Cell::new(0, 0)), "it is shut in");
        assert!(game.drag(0, Cell::new(9, 9)), "the frame ends");
        assert_eq!(game.anchors()[0], Cell::new(2, 2));
        assert_eq!(game.moves().len(), 1);
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn a_random_game_is_legal_has_no_more_moves_than_steps_and_can_be_undone(
            steps in prop::collection::vec((0_usize..10, 0_usize..4), 0..80),
            metric in prop::sample::select(Metric::ALL.to_vec()),
        ) {
            let mut game = game(CLASSIC, metric);
            let start = game.anchors().to_vec();
            let mut made = 0;
            for (piece, direction) in steps {
                made += usize::from(game.step(piece, Direction::ALL[direction]).is_ok());
            }
            prop_assert!(game.solution().steps() <= made);
            prop_assert_eq!((made + game.solution().steps()) % 2, 0, "loops are even");
            // The independent checker replays it: every move is legal, and one unit of the metric.
            let mut position = Position::start(game.puzzle());
            for unit in game.moves() {
                prop_assert!(unit.is_unit(metric));
                position.apply(unit).expect("a legal move");
            }
            prop_assert_eq!(position.anchors(), game.anchors());
            prop_assert_eq!(verify(game.puzzle(), &game.solution()).is_ok(), game.is_solved());
            game.restart();
            prop_assert_eq!(game.anchors(), &start[..]);
        }
    }

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    #[test]
    fn movable_pieces_are_cycled_through_row_by_row() {
        let classic = puzzle(CLASSIC);
        let start = Position::start(&classic);
        let letter = |piece: PieceId| classic.pieces()[piece].letter;
        let mut chosen = first_choice(&start);
        assert_eq!(letter(chosen), 'G', "the goal piece cannot move");
        for next in "HIJG".chars() {
            chosen = neighbour(&start, chosen, true);
            assert_eq!(letter(chosen), next);
        }
        assert_eq!(letter(neighbour(&start, chosen, false)), 'J');
        let only_b_moves = puzzle("A B .\n\ngoal:\n. . B\n");
        let start = Position::start(&only_b_moves);
        assert_eq!([0, 1].map(|piece| neighbour(&start, piece, true)), [1, 1]);
    }

    #[test]
    fn the_goal_piece_is_chosen_first_or_the_first_piece_if_none_can_move() {
        let first = |text| first_choice(&Position::start(&puzzle(text)));
        assert_eq!(first("B A .\n. . .\n\ngoal:\n. . A\n. . .\n"), 1);
        assert_eq!(first("B A\n\ngoal:\nA B\n"), 0);
    }

    #[test]
    fn a_letter_matches_exactly_or_ignoring_case() {
        let puzzle = puzzle("a A B é .\n\ngoal:\n. . . . B\n");
        let found = ['a', 'A', 'b', 'É', 'x'].map(|letter| with_letter(&puzzle, letter));
        assert_eq!(found, [Some(0), Some(1), Some(2), Some(3), None]);
    }
}
