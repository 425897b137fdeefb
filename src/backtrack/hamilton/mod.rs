//! Hamiltonian paths and cycles of any graph, directed or not: every vertex once.
//!
//! Two ways to look for them, each a [`Problem`](super::Problem) for the one engine. A path *grows*
//! at its head, vertex by vertex, in the [order](Order) of a rule such as Warnsdorff's. Or *edges*
//! are taken and dropped, anywhere, until they are one cycle. The second sees farther: a map of
//! 30 × 30 cells is done, or proven impossible, in a millisecond; the first is the faster where the
//! rule leads straight to the end, as it does on most chessboards.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use huarong::backtrack::hamilton::{self, Options, Terms};
//! use huarong::control::Outcome;
//! use huarong::graph::{Leaper, leaper_graph};
//!
//! let board = leaper_graph(8, 8, Leaper::KNIGHT);
//! let terms = Terms { start: Some(22), ..Terms::default() };
//! let go_on = &mut |_: &_| ControlFlow::Continue(());
//! let search = hamilton::first(&board, &terms, &Options::default(), go_on);
//! let Outcome::Found(tour) = search.outcome else { panic!("there is a tour") };
//! assert_eq!(tour[..5], [22, 7, 13, 3, 9]);
//! assert_eq!((search.statistics.nodes, search.statistics.retreats), (64, 0));
//! ```

mod arcs;
mod colours;
mod edges;
mod grow;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod maps;
mod options;
mod solver;
mod terms;
#[cfg(test)]
mod textbook;

use std::ops::ControlFlow;

use crate::control::Observer;
use crate::graph::{Graph, Vertex};

use super::engine::Search;

pub use options::{Method, Options, Order, Pruning, Prunings, Ties};
pub use solver::{Count, Solver};
pub use terms::{Shape, Terms};

/// Shows every Hamiltonian path, or cycle, to `visit`, until that breaks: [`Solver::visit`].
pub fn visit<T>(
    graph: &Graph,
    terms: &Terms,
    options: &Options,
    observer: Observer<'_>,
    visit: impl FnMut(&[Vertex]) -> ControlFlow<T>,
) -> Search<T> {
    Solver::new(graph, options).visit(terms, observer, visit)
}

/// The first Hamiltonian path or cycle that is found: [`Solver::first`].
pub fn first(
    graph: &Graph,
    terms: &Terms,
    options: &Options,
    observer: Observer<'_>,
) -> Search<Vec<Vertex>> {
    Solver::new(graph, options).first(terms, observer)
}

/// How many there are: [`Solver::count`].
pub fn count(graph: &Graph, terms: &Terms, options: &Options, observer: Observer<'_>) -> Count {
    Solver::new(graph, options).count(terms, observer)
}
