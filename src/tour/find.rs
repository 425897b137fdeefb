//! One tour, by the way that suits the board.

use crate::backtrack::hamilton::{self, Order, Ties};
use crate::backtrack::{Search, Statistics};
use crate::control::{Limits, Observer, Outcome};
use crate::graph::Leaper;

use super::board::Board;
use super::course::Course;
use super::effort::{Attempt, Effort};
use super::existence::{self, Reason};
use super::narrow::{self, Patience};
use super::search::{squares, terms};
use super::square::Square;
use super::strips;
use super::verify::{Flaw, verify};

/// How to look for a tour, and for how long.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// The way to look for it.
    pub method: Method,
    /// Where the search may end. [`Limits::max_states`] bounds its nodes.
    pub limits: Limits,
}

/// A way to look for a tour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Whatever is best for the board. Small boards are searched by Warnsdorff's rule with these
    /// ties.
    Best(Ties),
    /// Backtracking as told, and nothing else. Its own limits are ignored.
    Search(hamilton::Options),
}

impl Default for Method {
    fn default() -> Self {
        Method::Best(Ties::default())
    }
}

/// How the search for a tour ended, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The squares in the order of the tour; that there is none; or what stopped the search.
    pub outcome: Outcome<Vec<Square>>,
    /// Why there is none, where that is proven.
    pub reason: Option<Reason>,
    /// What it took.
    pub statistics: Statistics,
}

/// A tour of a board, as the course asks for. It has been verified.
///
/// # Errors
/// Where what was found is refused by the verifier, which would be a bug.
///
/// # Complexity
/// The knight, by the best method: time linear in the squares, some 50 ns and 30 bytes for each on
/// large boards. Other leapers, and other methods: exponential in the squares at worst.
pub fn find(
    board: &Board,
    course: Course,
    options: &Options,
    observer: Observer<'_>,
) -> Result<Report, Flaw> {
    let mut effort = Effort::new(&options.limits, observer);
    let known = existence::impossible(board, course);
    let attempt = match (&options.method, known) {
        (_, Some(_)) => Attempt::Exhausted,
        (Method::Search(how), None) => backtrack(board, course, how, None, &mut effort),
        (Method::Best(_), None) if board.squares() == 1 => {
            Attempt::Found(vec![Square { row: 0, column: 0 }])
        }
        (Method::Best(ties), None) => best(board, course, ties, &mut effort),
    };
    let outcome = match attempt {
        Attempt::Found(tour) => {
            verify(board, course, &tour)?;
            Outcome::Found(tour)
        }
        Attempt::Stopped(reason) => Outcome::Stopped(reason),
        Attempt::Exhausted | Attempt::GaveUp => Outcome::Exhausted,
    };
    let reason = (outcome == Outcome::Exhausted).then(|| known.unwrap_or(Reason::Searched));
    Ok(Report { outcome, reason, statistics: effort.statistics() })
}

/// Boards of so many squares are worth a search before anything else.
const SMALL: u32 = 32 * 32;

/// Boards with no side longer than this are swept to the end.
const NARROW: u32 = 8;

fn best(
    board: &Board,
    course: Course,
    ties: &Ties,
    effort: &mut Effort<'_>,
) -> Attempt<Vec<Square>> {
    let order = Order::Warnsdorff(ties.clone());
    let how = hamilton::Options { order, ..hamilton::Options::default() };
    let is_knight = board.leaper() == Leaper::KNIGHT;
    let mut ways: Vec<Way> = Vec::new();
    if !is_knight || board.squares() <= SMALL || *ties != Ties::default() {
        ways.push(Way::Search { budget: Some(1000 + 4 * u64::from(board.squares())) });
    }
    if is_knight && board.rows().min(board.columns()) > NARROW {
        ways.push(Way::Strips);
    }
    ways.push(Way::Narrow(if is_knight { Patience::Endless } else { Patience::Rounds(4) }));
    ways.push(Way::Search { budget: None });
    for way in ways {
        let attempt = match way {
            Way::Search { budget } => backtrack(board, course, &how, budget, effort),
            Way::Narrow(patience) => narrow::find(board, course, patience, effort),
            Way::Strips => strips::find(board, course, effort),
        };
        if !matches!(attempt, Attempt::GaveUp) {
            return attempt;
        }
    }
    Attempt::GaveUp
}

/// One of the ways that are tried in turn.
enum Way {
    Search { budget: Option<u64> },
    Narrow(Patience),
    Strips,
}

fn backtrack(
    board: &Board,
    course: Course,
    how: &hamilton::Options,
    budget: Option<u64>,
    effort: &mut Effort<'_>,
) -> Attempt<Vec<Square>> {
    let (graph, terms) = (board.graph(), terms(board, course));
    effort.attempt(budget, |limits, observer| {
        let how = hamilton::Options { limits: *limits, ..how.clone() };
        let Search { outcome, statistics } = hamilton::first(&graph, &terms, &how, observer);
        Search { outcome: outcome.map(|path| squares(board, &path)), statistics }
    })
}
