//! Advice from another thread.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::{Advice, Game, Oracle};
use crate::control::Progress;
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::sliding::SolveError;
use crate::solution::Position;

/// Which question a report belongs to: an adviser numbers them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ticket(u64);

/// What comes back.
#[derive(Clone, Debug)]
pub enum Report {
    /// It is being thought about. Comes a few times a second.
    Thinking(Progress),
    /// The answer.
    Advice(Result<Advice, SolveError>),
    /// The oracle has panicked, which is a bug of it. It can be asked no more.
    Failed,
}

/// Between two reports that it is being thought about.
const PACE: Duration = Duration::from_millis(150);

/// No question has this number.
const NONE: u64 = 0;

/// Asks an [`Oracle`] in a thread of its own, about one position at a time: a new question, or none
/// any more, ends the work on the one before. The thread ends some moments after this is dropped.
pub struct Adviser {
    questions: Sender<(u64, Vec<Cell>)>,
    /// The number of the question that is still of interest.
    wanted: Arc<AtomicU64>,
    last: u64,
}

impl Adviser {
    /// An adviser on this puzzle. `report` is called in the adviser's thread, `Report::Advice` once
    /// for each question that has not been given up.
    pub fn new(
        puzzle: Arc<Puzzle>,
        mut oracle: Box<dyn Oracle>,
        mut report: impl FnMut(Ticket, Report) + Send + 'static,
    ) -> Self {
        let (questions, asked) = mpsc::channel::<(u64, Vec<Cell>)>();
        let wanted = Arc::new(AtomicU64::new(NONE));
        let still_wanted = Arc::clone(&wanted);
        thread::spawn(move || {
            for (number, anchors) in asked {
                let is_wanted = || still_wanted.load(Ordering::Relaxed) == number;
                let position = Position::with_anchors(&puzzle, &anchors);
                let Some(position) = position.filter(|_| is_wanted()) else { continue };
                let mut told = Instant::now();
                let mut observe = |progress: &Progress| {
                    if !is_wanted() {
                        return ControlFlow::Break(());
                    }
                    if told.elapsed() >= PACE {
                        told = Instant::now();
                        report(Ticket(number), Report::Thinking(*progress));
                    }
                    ControlFlow::Continue(())
                };
                // Nothing that a panic may have left half done is looked at again.
                let asking = AssertUnwindSafe(|| oracle.advise(&position, &mut observe));
                let Ok(advice) = panic::catch_unwind(asking) else {
                    report(Ticket(number), Report::Failed);
                    return;
                };
                if is_wanted() {
                    report(Ticket(number), Report::Advice(advice));
                }
            }
        });
        Adviser { questions, wanted, last: NONE }
    }

    /// Asks about the position that a game is in; what was asked before is given up.
    pub fn ask(&mut self, game: &Game) -> Ticket {
        self.last += 1;
        self.wanted.store(self.last, Ordering::Relaxed);
        // Where the thread has ended, by a panic, there will be no answer.
        let _ = self.questions.send((self.last, game.anchors().to_vec()));
        Ticket(self.last)
    }

    /// Gives up what was asked last.
    pub fn give_up(&mut self) {
        self.wanted.store(NONE, Ordering::Relaxed);
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.give_up();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use super::*;
    use crate::control::{Limits, Observer};
    use crate::play::Searcher;
    use crate::puzzle::Metric;

    /// Answers with nothing, as soon as it is told to, or when it is to give up.
    struct Slow(Receiver<()>);

    impl Oracle for Slow {
        fn advise(
            &mut self,
            _: &Position<'_>,
            observer: Observer<'_>,
        ) -> Result<Advice, SolveError> {
            loop {
                if self.0.recv_timeout(Duration::from_millis(1)).is_ok() {
                    return Ok(Advice::Way { moves: Vec::new(), shortest: false });
                }
                if observer(&Progress::default()).is_break() {
                    return Ok(Advice::Lost);
                }
            }
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    fn classic() -> Game {
        let text = include_str!("../../puzzles/klotski/heng-dao-li-ma.txt");
        Game::new(Arc::new(text.parse().expect("a puzzle")), Metric::Move)
    }

    fn adviser(oracle: impl Oracle + 'static) -> (Adviser, Receiver<(Ticket, Report)>) {
        let (reports, reported) = mpsc::channel();
        let report = move |ticket, report| drop(reports.send((ticket, report)));
        (Adviser::new(Arc::clone(classic().puzzle()), Box::new(oracle), report), reported)
    }

    #[test]
    fn a_question_is_answered_with_its_ticket() {
        let (mut adviser, reported) = adviser(Searcher::new(Metric::Move, Limits::default()));
        let ticket = adviser.ask(&classic());
        loop {
            match reported.recv_timeout(LONG).expect("an answer") {
                (_, Report::Thinking(_)) => {}
                (_, Report::Failed) => panic!("a small board"),
                (got, Report::Advice(advice)) => {
                    assert_eq!(got, ticket);
                    assert_eq!(advice.expect("a small board").distance(), Some(81));
                    return;
                }
            }
        }
    }

    #[test]
    fn a_new_question_ends_the_one_before_which_is_not_answered() {
        let (go, gone) = mpsc::channel();
        let (mut adviser, reported) = adviser(Slow(gone));
        let first = adviser.ask(&classic());
        let (ticket, report) = reported.recv_timeout(LONG).expect("it thinks");
        assert!(ticket == first && matches!(report, Report::Thinking(_)));
        let second = adviser.ask(&classic());
        while reported.recv_timeout(LONG).expect("it thinks").0 == first {}
        go.send(()).expect("it waits");
        let answers = reported.iter().filter(|(_, report)| matches!(report, Report::Advice(_)));
        let (ticket, _) = { answers }.next().expect("an answer");
        assert_eq!(ticket, second);
    }

    /// A bug.
    struct Broken;

    impl Oracle for Broken {
        fn advise(&mut self, _: &Position<'_>, _: Observer<'_>) -> Result<Advice, SolveError> {
            panic!("a bug of the oracle, on purpose")
        }
    }

    #[test]
    fn an_oracle_that_panics_is_told_of() {
        let (mut adviser, reported) = adviser(Broken);
        let ticket = adviser.ask(&classic());
        let (got, report) = reported.recv_timeout(LONG).expect("a report");
        assert!(got == ticket && matches!(report, Report::Failed));
        adviser.ask(&classic());
        assert!(reported.recv_timeout(LONG).is_err(), "there is nobody left to answer");
    }

    #[test]
    fn who_leaves_is_not_told_and_the_thread_ends() {
        let (_go, gone) = mpsc::channel();
        let (mut adviser, reported) = adviser(Slow(gone));
        adviser.ask(&classic());
        reported.recv_timeout(LONG).expect("it thinks");
        drop(adviser);
        let mut rest = reported.iter();
        assert!(!rest.any(|(_, report)| matches!(report, Report::Advice(_))));
    }
}
