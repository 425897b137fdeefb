//! Which tour is looked for, and the searches for it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context;
use huarong::backtrack::{Statistics, hamilton};
use huarong::control::{Limits, Outcome, StopReason};
use huarong::graph::Leaper;
use huarong::tour::{
    self, Board, Course, MAX_SQUARES, Method, Numbering, Reason, Square, SquareError, Tally,
};
use num_bigint::BigUint;

use super::args::TourArgs;
use crate::cli::diagnostics::{Complaint, harmless};
use crate::cli::interrupt;
use crate::cli::progress::Line;
use crate::cli::subject::board_size;

/// A tour that is looked for on a board.
pub(super) struct Quest {
    pub(super) board: Board,
    pub(super) course: Course,
    limits: Limits,
    quiet: bool,
    started: Instant,
    /// What the search has taken.
    pub(super) statistics: Statistics,
}

/// What a search came to.
pub(super) enum Verdict<T> {
    Found(T),
    Impossible(Reason),
    Stopped(StopReason),
}

/// A bug of the library, as it is told.
const WRONG_TOUR: &str = "a tour that was found is wrong; this is an error of the program";

impl Quest {
    pub(super) fn new(args: &TourArgs) -> anyhow::Result<Self> {
        let (rows, columns) = board_size(&args.board)?;
        let board = Board::new(rows, columns, leaper(&args.moves)?)?;
        let course = course(args, &board)?;
        interrupt::listen();
        let (limits, quiet) = (args.limits.limits(), args.quiet || args.json);
        let (started, statistics) = (Instant::now(), Statistics::default());
        Ok(Quest { board, course, limits, quiet, started, statistics })
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What the board is called: `knight 8×8`.
    pub(super) fn title(&self) -> String {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        match self.board.leaper() {
            Leaper::KNIGHT => format!("knight {rows}×{columns}"),
            Leaper { short, long } => format!("({short},{long}) leaper {rows}×{columns}"),
        }
    }

    /// The first tour that is found.
    pub(super) fn first(&mut self, method: Method) -> anyhow::Result<Verdict<Vec<Square>>> {
        let line = self.line();
        let options = tour::Options { method, limits: self.limits };
        let report = tour::find(&self.board, self.course, &options, &mut |at| line.watch(at))
            .context(WRONG_TOUR)?;
        self.statistics = report.statistics;
        Ok(match report.outcome {
            Outcome::Found(path) => Verdict::Found(path),
            Outcome::Exhausted => Verdict::Impossible(report.reason.unwrap_or(Reason::Searched)),
            Outcome::Stopped(reason) => Verdict::Stopped(reason),
        })
    }

    /// Shows each tour to `visit` until that breaks: open ones in each direction, closed ones in
    /// one.
    pub(super) fn each(
        &mut self,
        search: hamilton::Options,
        mut visit: impl FnMut(&[Square]) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Verdict<Listed>> {
        if let Some(reason) = tour::impossible(&self.board, self.course) {
            return Ok(Verdict::Impossible(reason));
        }
        let (line, course) = (self.line(), self.course);
        let options = hamilton::Options { limits: self.limits, ..search };
        let mut any = false;
        let mut observer = |at: &_| line.watch(at);
        let search = tour::all(&self.board, course, &options, &mut observer, |path| {
            let shown = path.context(WRONG_TOUR).and_then(|path| {
                if is_turned(course, &path) {
                    return Ok(ControlFlow::Continue(()));
                }
                any = true;
                visit(&path)
            });
            match shown {
                Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        self.statistics = search.statistics;
        Ok(match search.outcome {
            Outcome::Found(shown) => {
                shown?;
                Verdict::Found(Listed::Some)
            }
            Outcome::Exhausted if any => Verdict::Found(Listed::All),
            Outcome::Exhausted => Verdict::Impossible(Reason::Searched),
            Outcome::Stopped(reason) => Verdict::Stopped(reason),
        })
    }

    /// How many there are.
    pub(super) fn count(&mut self) -> Verdict<Tally> {
        if let Some(reason) = tour::impossible(&self.board, self.course) {
            return Verdict::Impossible(reason);
        }
        let line = self.line();
        let mut observer = |at: &_| line.watch(at);
        let count = tour::count(&self.board, self.course, &self.limits, &mut observer);
        self.statistics = count.statistics;
        match count.tours {
            Tally::Exactly(tours) if tours == BigUint::ZERO => {
                Verdict::Impossible(Reason::Searched)
            }
            tours => Verdict::Found(tours),
        }
    }

    fn line(&self) -> Line {
        Line::new(&self.title(), "depth", self.quiet)
    }
}

/// Whether those that were shown are all there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Listed {
    All,
    /// Whoever looked had seen enough.
    Some,
}

/// Whether this, of a closed tour and the same the other way round, is the one that is left out.
fn is_turned(course: Course, path: &[Square]) -> bool {
    matches!(course, Course::Closed { .. }) && path.get(1) > path.last()
}

/// `1,2`, in any order.
fn leaper(text: &str) -> anyhow::Result<Leaper> {
    let shown = harmless(text);
    let leg = |text: &str| text.trim().parse().ok().filter(|&leg: &u32| leg <= MAX_SQUARES);
    let legs = text.split_once(',').and_then(|(one, other)| Some((leg(one)?, leg(other)?)));
    let complaint = match legs {
        Some((0, 0)) => {
            let help = "write how far it goes one way and the other, like `1,2` for a knight";
            Complaint::new(format!("a piece that moves by `{shown}` stays where it is"), help)
        }
        Some((one, other)) => {
            return Ok(Leaper { short: one.min(other), long: one.max(other) });
        }
        None => {
            let help = "write two numbers, like `1,2` for a knight; it moves so in all directions";
            Complaint::new(format!("`{shown}` is no way to move"), help)
        }
    };
    Err(complaint.into())
}

/// What the arguments ask for.
fn course(args: &TourArgs, board: &Board) -> anyhow::Result<Course> {
    let numbering = args.numbering.into();
    let square = |text: &Option<String>| {
        let text = text.as_deref();
        text.map(|text| square(text, board, numbering)).transpose()
    };
    let start = square(&args.start)?;
    Ok(if args.closed {
        Course::Closed { start }
    } else {
        Course::Open { start, end: square(&args.end)? }
    })
}

fn square(text: &str, board: &Board, numbering: Numbering) -> anyhow::Result<Square> {
    let shown = harmless(text);
    let complaint = match Square::parse(text, board, numbering) {
        Ok(square) => return Ok(square),
        Err(SquareError::Outside { first, last, bottom_left, top_right }) => {
            let help = format!(
                "its squares go from {first} to {last}, in chess notation from {bottom_left} to \
                 {top_right}"
            );
            Complaint::new(format!("`{shown}` lies outside the board"), help)
        }
        Err(error) => Complaint::new(format!("`{shown}` is no square"), error.to_string()),
    };
    Err(complaint.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_moves_by_two_numbers_in_any_order() {
        assert_eq!(leaper("1,2").ok(), Some(Leaper::KNIGHT));
        assert_eq!(leaper("2, 1").ok(), Some(Leaper::KNIGHT));
        assert_eq!(leaper("0,1").ok(), Some(Leaper { short: 0, long: 1 }));
        for wrong in ["1", "", ",", "0,0", "-1,2", "1,2,3", "1,4294967295"] {
            let told = leaper(wrong).expect_err(wrong);
            let told = told.downcast_ref::<Complaint>().expect("a complaint");
            assert!(told.help.is_some(), "{told}");
        }
    }

    #[test]
    fn of_a_closed_tour_and_its_reverse_one_is_listed() {
        let at = |column| Square { row: 0, column };
        let closed = Course::Closed { start: None };
        assert!(!is_turned(closed, &[at(0), at(1), at(2), at(3)]));
        assert!(is_turned(closed, &[at(0), at(3), at(2), at(1)]));
        assert!(!is_turned(Course::default(), &[at(0), at(3), at(2), at(1)]));
    }
}
