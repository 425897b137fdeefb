//! Hints: the knowledge about a position, its source, and a thread that asks for it.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    control::{Limits, Observer, Outcome, Progress, StopReason},
    explore::distances::DistanceTable,
    grid::Cell,
    puzzle::{Metric, PieceId, Puzzle, RestartedPuzzle},
    sliding::{Options, PatternDatabaseCache, SolveError, Solver},
    solution::{Move, Position, Solution},
};

/// The knowledge about a position. Hints are parts of it, and each reveals more:
/// [`distance`](Advice::distance), [`piece`](Advice::piece), [`next`](Advice::next), the whole
/// path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// A path to the goal.
    Way {
        /// Its moves; empty if the puzzle is solved.
        moves: Vec<Move>,
        /// Whether the path is proven to be shortest.
        shortest: bool,
    },
    /// The position is unsolvable.
    Lost {
        /// The reason, as a sentence without a full stop, if no search was needed.
        reason: Option<String>,
    },
    /// No path was found within the limits.
    Unknown {
        /// A lower bound of the distance.
        bound: u32,
        /// The limit that was reached.
        reason: StopReason,
    },
}

impl Advice {
    /// Returns the distance to the goal, if it is proven.
    pub fn distance(&self) -> Option<usize> {
        match self {
            Advice::Way {
                moves,
                shortest: true,
            } => Some(moves.len()),
            _ => None,
        }
    }

    /// Returns the next move.
    pub fn next(&self) -> Option<&Move> {
        match self {
            Advice::Way { moves, .. } => moves.first(),
            _ => None,
        }
    }

    /// Returns the piece to move.
    pub fn piece(&self) -> Option<PieceId> {
        self.next().map(|unit| unit.piece)
    }
}

/// Gives hints: looks positions up in a tablebase, and searches for a shortest solution from each
/// that it lacks. The last solution is stored: positions along it need no new search.
#[derive(Clone)]
pub struct Hints {
    options: Options,
    tablebase: Option<Arc<DistanceTable>>,
    /// The moves of the last solution.
    moves: Vec<Move>,
    /// The anchors before each of these moves and at the end.
    positions: Vec<Vec<Cell>>,
    /// Pattern databases, shared by all positions.
    patterns: Arc<PatternDatabaseCache>,
}

debug_fields!(Hints, options);

impl Hints {
    /// Returns a source of hints that counts in `metric`, with these limits for each position.
    pub fn new(metric: Metric, limits: Limits) -> Self {
        let options = Options {
            metric,
            limits,
            ..Options::default()
        };
        Hints {
            options,
            tablebase: None,
            moves: Vec::new(),
            positions: Vec::new(),
            patterns: Arc::default(),
        }
    }

    /// Returns these hints, taken from a tablebase if it has the position.
    #[must_use]
    pub fn with_tablebase(self, tablebase: Option<Arc<DistanceTable>>) -> Self {
        Hints { tablebase, ..self }
    }

    /// Returns the advice for this position. This may take long; the observer gets the progress and
    /// may end the search. All positions belong to one puzzle.
    ///
    /// # Errors
    /// If the search cannot handle the puzzle.
    pub fn advise(
        &mut self,
        position: &Position<'_>,
        observer: Observer<'_>,
    ) -> Result<Advice, SolveError> {
        let mut anchors = position.anchors().to_vec();
        if let Some(here) = self.positions.iter().position(|known| *known == anchors) {
            return Ok(Advice::Way {
                moves: self.moves[here..].to_vec(),
                shortest: true,
            });
        }
        // A piece of every goal has left.
        let Some(RestartedPuzzle { puzzle, origins }) = position.puzzle().with_start(&anchors)
        else {
            return Ok(Advice::Lost { reason: None });
        };
        let moves = |solution: Solution| -> Vec<Move> {
            let moves = solution.iter();
            moves.map(|unit| unit.with_origins(&origins)).collect()
        };
        // If the tablebase is damaged, a search gives the hint.
        if let Some(Ok(known)) = self.tablebase.as_ref().map(|table| table.solve(&puzzle)) {
            return Ok(match known {
                Some(solution) => Advice::Way {
                    moves: moves(solution),
                    shortest: true,
                },
                None => Advice::Lost { reason: None },
            });
        }
        let report = Solver::new(&puzzle, &self.options)?
            .with_patterns(&self.patterns)
            .solve_with_observer(observer)?;
        Ok(match report.outcome {
            Outcome::Found(solution) => {
                self.moves = moves(solution);
                self.positions = vec![anchors.clone()];
                for unit in &self.moves {
                    anchors[unit.piece] = unit.end(position.puzzle());
                    self.positions.push(anchors.clone());
                }
                Advice::Way {
                    moves: self.moves.clone(),
                    shortest: report.optimal,
                }
            }
            Outcome::Exhausted => {
                let needed_no_search = report.statistics.states == 0;
                Advice::Lost {
                    reason: needed_no_search.then_some(report.engine.reason),
                }
            }
            Outcome::Stopped(reason) => Advice::Unknown {
                bound: report.bound.unwrap_or(0),
                reason,
            },
        })
    }

    /// Returns the advice about the one of several positions that is nearest to the goal; if the
    /// distance of one is not proven, the advice about that.
    ///
    /// # Errors
    /// If the search cannot handle the puzzle.
    ///
    /// # Panics
    /// If there is no position, or one in which the pieces cannot stand.
    pub fn advise_nearest(
        &mut self,
        puzzle: &Puzzle,
        positions: &[Vec<Cell>],
        observer: Observer<'_>,
    ) -> Result<Advice, SolveError> {
        let mut nearest: Option<Advice> = None;
        for anchors in positions {
            let position = Position::with_anchors(puzzle, anchors).expect("a position of a game");
            let advice = self.advise(&position, &mut *observer)?;
            if advice.distance().is_none() {
                return Ok(advice);
            }
            if nearest
                .as_ref()
                .is_none_or(|nearest| advice.distance() < nearest.distance())
            {
                nearest = Some(advice);
            }
        }
        Ok(nearest.expect("a position at least"))
    }
}

/// The number of a hint request, which its events carry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RequestId(u64);

/// An event of a hint request.
#[derive(Debug)]
pub enum HintEvent {
    /// The search is running; sent a few times a second.
    Thinking(Progress),
    /// The answer.
    Advice(Result<Advice, SolveError>),
}

/// The time between two events of progress.
const PACE: Duration = Duration::from_millis(150);

/// The number of no request.
const NONE: u64 = 0;

/// The number of the last request of all threads.
static LAST: AtomicU64 = AtomicU64::new(NONE);

/// Asks for advice in a thread of its own, about one game at a time. A new request, or
/// [`cancel`](HintThread::cancel), ends the search before. The thread ends soon after the drop.
#[derive(Debug)]
pub struct HintThread {
    requests: Sender<(u64, Vec<Vec<Cell>>)>,
    /// The number of the current request.
    current: Arc<AtomicU64>,
}

impl HintThread {
    /// Starts a thread that answers requests by `source`, such as [`Hints::advise_nearest`], and
    /// calls `report`: with `HintEvent::Advice` once for each request that is not cancelled.
    pub fn new(
        mut source: impl FnMut(&[Vec<Cell>], Observer<'_>) -> Result<Advice, SolveError>
        + Send
        + 'static,
        mut report: impl FnMut(RequestId, HintEvent) + Send + 'static,
    ) -> Self {
        let (requests, received) = mpsc::channel::<(u64, Vec<Vec<Cell>>)>();
        let current = Arc::new(AtomicU64::new(NONE));
        let still_current = Arc::clone(&current);
        // If the system refuses the thread, requests have no receiver.
        let _ = thread::Builder::new().spawn(move || {
            for (number, positions) in received {
                let is_current = || still_current.load(Ordering::Relaxed) == number;
                if !is_current() {
                    continue;
                }
                let mut last_event = Instant::now();
                let mut observe = |progress: &Progress| {
                    if !is_current() {
                        return ControlFlow::Break(());
                    }
                    if last_event.elapsed() >= PACE {
                        last_event = Instant::now();
                        report(RequestId(number), HintEvent::Thinking(*progress));
                    }
                    ControlFlow::Continue(())
                };
                let advice = source(&positions, &mut observe);
                if is_current() {
                    report(RequestId(number), HintEvent::Advice(advice));
                }
            }
        });
        HintThread { requests, current }
    }

    /// Requests advice about these positions, and cancels the request before. Returns `None` if the
    /// thread could not be started.
    pub fn request(&mut self, positions: Vec<Vec<Cell>>) -> Option<RequestId> {
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        self.current.store(number, Ordering::Relaxed);
        self.requests
            .send((number, positions))
            .is_ok()
            .then_some(RequestId(number))
    }

    /// Cancels the last request.
    pub fn cancel(&mut self) {
        self.current.store(NONE, Ordering::Relaxed);
    }
}

impl Drop for HintThread {
    fn drop(&mut self) {
        self.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use super::*;
    use crate::{control::unobserved, grid::Direction, play::Game, sliding::solve};

    fn game(text: &str) -> Game {
        Game::new(Arc::new(text.parse().expect("a puzzle")), Metric::Move)
    }

    fn classic() -> Game {
        game(crate::cases::CLASSIC)
    }

    fn here(game: &Game) -> Vec<Vec<Cell>> {
        vec![game.anchors().to_vec()]
    }

    fn advise(searcher: &mut Hints, game: &Game) -> Advice {
        searcher
            .advise(&game.position(), &mut unobserved)
            .expect("a small board")
    }

    fn searcher() -> Hints {
        Hints::new(Metric::Move, Limits::default())
    }

    #[test]
    fn the_hint_distance_equals_the_optimum_of_the_restarted_puzzle() {
        let mut game = classic();
        let mut asked = searcher();
        assert_eq!(advise(&mut asked, &game).distance(), Some(81));
        // Each step leads further away from the stored solution.
        for (letter, direction) in [('I', Direction::Right), ('H', Direction::Down)] {
            let piece = game
                .puzzle()
                .pieces()
                .iter()
                .position(|piece| piece.letter == letter);
            game.step(piece.expect("a soldier"), direction)
                .expect("room");
            let fresh: Puzzle = {
                let text = game.position().to_string();
                let goal = "\ngoal:\n. . . .\n. . . .\n. . . .\n. C C .\n. C C .\n";
                format!("{text}\n{goal}").parse().expect("a puzzle")
            };
            let report = solve(&fresh, &Options::default()).expect("it fits");
            assert_eq!(
                advise(&mut asked, &game).distance(),
                report.bound.map(|n| n as usize)
            );
        }
    }

    #[test]
    fn following_hints_needs_no_second_search() {
        let mut game = classic();
        let mut asked = searcher();
        let mut looks = 0;
        for left in (0..=81).rev() {
            let position = game.position();
            let advice = asked.advise(&position, &mut |_| {
                looks += 1;
                ControlFlow::Continue(())
            });
            let advice = advice.expect("a small board");
            assert_eq!(advice.distance(), Some(left));
            let Some(Move { piece, path, .. }) = advice.next().cloned() else {
                break;
            };
            assert_eq!(advice.piece(), Some(piece));
            game.travel(piece, &path).expect("good advice");
            if left == 81 {
                assert!(looks > 0, "the first answer is searched for");
                looks = 0;
            }
        }
        assert!(game.is_solved());
        assert_eq!((game.moves().len(), looks), (81, 0));
    }

    #[test]
    fn an_unsolvable_position_has_a_reason_if_no_search_was_needed() {
        let mut walled = game("A . # B\n\ngoal:\n. . # A\n");
        assert_eq!(
            advise(&mut searcher(), &walled),
            Advice::Lost { reason: None }
        );
        walled.step(0, Direction::Right).expect("room");
        assert_eq!(
            advise(&mut searcher(), &walled),
            Advice::Lost { reason: None }
        );
        let odd = advise(&mut searcher(), &game("1 2 3\n4 5 6\n8 7 .\n"));
        let Advice::Lost {
            reason: Some(reason),
        } = odd
        else {
            panic!("{odd:?}")
        };
        crate::cases::begins(&reason, "each step changes the parity");
    }

    #[test]
    fn a_stopped_search_reports_the_proven_bound() {
        let limits = Limits::default().with_max_depth(Some(5));
        let advice = advise(&mut Hints::new(Metric::Move, limits), &classic());
        assert_eq!(
            advice,
            Advice::Unknown {
                bound: 6,
                reason: StopReason::Depth
            }
        );
        let broken = searcher()
            .advise(&classic().position(), &mut |_| ControlFlow::Break(()))
            .expect("a small board");
        assert!(matches!(
            broken,
            Advice::Unknown {
                reason: StopReason::Interrupted,
                ..
            }
        ));
    }

    /// Answers with an empty path when it receives a message, or `Lost` when the observer stops it.
    fn slow(
        gone: Receiver<()>,
    ) -> impl FnMut(&[Vec<Cell>], Observer<'_>) -> Result<Advice, SolveError> + Send {
        move |_, observer| loop {
            if gone.recv_timeout(Duration::from_millis(1)).is_ok() {
                return Ok(Advice::Way {
                    moves: Vec::new(),
                    shortest: false,
                });
            }
            if observer(&Progress::default()).is_break() {
                return Ok(Advice::Lost { reason: None });
            }
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    fn adviser(
        advise: impl FnMut(&[Vec<Cell>], Observer<'_>) -> Result<Advice, SolveError> + Send + 'static,
    ) -> (HintThread, Receiver<(RequestId, HintEvent)>) {
        let (reports, reported) = mpsc::channel();
        let report = move |ticket, report| drop(reports.send((ticket, report)));
        (HintThread::new(advise, report), reported)
    }

    #[test]
    fn a_hint_event_has_the_id_of_its_request() {
        let (mut adviser, reported) = adviser(|positions, observer| {
            searcher().advise_nearest(classic().puzzle(), positions, observer)
        });
        let ticket = adviser.request(here(&classic())).expect("its thread runs");
        loop {
            match reported.recv_timeout(LONG).expect("an answer") {
                (_, HintEvent::Thinking(_)) => {}
                (got, HintEvent::Advice(advice)) => {
                    assert_eq!(got, ticket);
                    assert_eq!(advice.expect("a small board").distance(), Some(81));
                    return;
                }
            }
        }
    }

    #[test]
    fn a_new_request_cancels_the_previous_one() {
        let (go, gone) = mpsc::channel();
        let (mut adviser, reported) = adviser(slow(gone));
        let first = adviser.request(here(&classic())).expect("its thread runs");
        let (ticket, report) = reported.recv_timeout(LONG).expect("it thinks");
        assert!(ticket == first && matches!(report, HintEvent::Thinking(_)));
        let second = adviser.request(here(&classic())).expect("its thread runs");
        while reported.recv_timeout(LONG).expect("it thinks").0 == first {}
        go.send(()).expect("it waits");
        let answers = reported
            .iter()
            .filter(|(_, report)| matches!(report, HintEvent::Advice(_)));
        let (ticket, _) = { answers }.next().expect("an answer");
        assert_eq!(ticket, second);
    }

    #[test]
    fn dropping_the_adviser_ends_its_thread_and_events() {
        let (_go, gone) = mpsc::channel();
        let (mut adviser, reported) = adviser(slow(gone));
        adviser.request(here(&classic()));
        reported.recv_timeout(LONG).expect("it thinks");
        drop(adviser);
        let mut rest = reported.iter();
        assert!(!rest.any(|(_, report)| matches!(report, HintEvent::Advice(_))));
    }
}
