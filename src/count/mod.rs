//! How many Hamiltonian paths or cycles a graph has, exactly, without looking at each.
//!
//! The vertices are swept in a fixed order. Those that are done and have a neighbour that is not
//! are behind a frontier, and all that matters of the paths behind it is which vertices at the
//! frontier have how many edges, and which of them are the two ends of one strand. States that
//! agree in that are one, with the sum of the ways that lead there. Time and memory grow with the
//! width of the frontier, exponentially, and with the number of vertices in proportion: a board of
//! ten rows and a million columns is long, but no harder.
//!
//! Knuth: The Art of Computer Programming 4A, 7.1.4, "Simpath"; the states are those of the
//! transfer matrix of Jensen: Self-avoiding walks and polygons on the square lattice, 2004.

mod mates;
mod number;
mod plan;
mod sweep;
#[cfg(test)]
mod tests;

use std::time::Duration;

use num_bigint::BigUint;
use thiserror::Error;

use crate::control::{Limits, Observer, StopReason, Watch};
use crate::graph::{Colour, ColourBalance, Graph, Vertex, all, components, two_colouring};

use mates::{Mates, Word};
use number::Tally;
use plan::Step;
use sweep::{MayEnd, Task, sweep};

/// What is to be counted. None has a direction: a path and its reverse are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Paths with any ends.
    Paths,
    /// Paths with this vertex at one end.
    PathsFrom(Vertex),
    /// Paths with these vertices at their ends.
    PathsBetween(Vertex, Vertex),
    /// Cycles, of three vertices at least.
    Cycles,
}

/// Why a graph cannot be swept.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Unsuited {
    /// The way over an edge would matter.
    #[error("the graph is directed")]
    Directed,
    /// The frontier is too wide to be written in a word.
    #[error(
        "the frontier is {width} vertices wide, and at most {} can be swept",
        FrontierDp::MAX_WIDTH
    )]
    TooWide {
        /// The most vertices at the frontier.
        width: u32,
    },
}

/// A number, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// How many there are, or why that is not known.
    pub number: Result<BigUint, StopReason>,
    /// States expanded, over all steps.
    pub expanded: usize,
    /// The most states at one step.
    pub widest: usize,
    /// How long it took.
    pub elapsed: Duration,
}

/// A graph and the order in which it is swept; it can answer several questions.
pub struct FrontierDp {
    steps: Vec<Step>,
    width: u32,
    is_connected: bool,
    colours: Option<Vec<Colour>>,
}

impl FrontierDp {
    /// The widest frontier that is possible.
    pub const MAX_WIDTH: u32 = u128::SLOTS;

    /// Sweeps the vertices in the order of their numbers.
    ///
    /// # Errors
    /// If the graph is directed, or the frontier too wide.
    pub fn new(graph: &Graph) -> Result<Self, Unsuited> {
        Self::narrowest(graph, &[all(graph.vertices()).collect()])
    }

    /// Sweeps in the one of these orders for which the frontier is narrowest; each holds every
    /// vertex once.
    ///
    /// # Errors
    /// If the graph is directed, or the frontier too wide.
    ///
    /// # Panics
    /// If there is no order.
    pub fn narrowest(graph: &Graph, orders: &[Vec<Vertex>]) -> Result<Self, Unsuited> {
        if !graph.is_undirected() {
            return Err(Unsuited::Directed);
        }
        let plans = orders.iter().map(|order| plan::steps(graph, order));
        let (steps, width) = plans.min_by_key(|&(_, width)| width).expect("an order");
        if width > Self::MAX_WIDTH {
            return Err(Unsuited::TooWide { width });
        }
        let (is_connected, colours) = (components(graph).is_connected(), two_colouring(graph));
        Ok(FrontierDp { steps, width, is_connected, colours })
    }

    /// The most vertices at the frontier.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Counts. [`Limits::max_states`] bounds the states of two neighbouring steps,
    /// [`Limits::max_depth`] the steps.
    ///
    /// # Panics
    /// If the question names a vertex that the graph has not.
    pub fn count(&self, question: Question, limits: &Limits, observer: Observer<'_>) -> Count {
        let mut run = Run { watch: Watch::new(*limits, observer), expanded: 0, widest: 0 };
        let number = if self.width <= u64::SLOTS {
            run.count::<u64>(self, question)
        } else {
            run.count::<u128>(self, question)
        };
        let Run { watch, expanded, widest } = run;
        Count { number, expanded, widest, elapsed: watch.elapsed() }
    }

    /// Ends that are given, and how many may be chosen in each colour; `None` where there is no
    /// path or cycle for sure.
    fn ends(&self, question: Question) -> Option<(Vec<Vertex>, [u32; 2])> {
        let vertices = self.steps.len();
        let given = match question {
            Question::Paths | Question::Cycles => Vec::new(),
            Question::PathsFrom(start) => vec![start],
            Question::PathsBetween(start, end) => vec![start, end],
        };
        assert!(given.iter().all(|&end| (end as usize) < vertices), "no such vertex");
        let least = if question == Question::Cycles { 3 } else { 2 };
        if vertices < least || !self.is_connected || (given.len() == 2 && given[0] == given[1]) {
            return None;
        }
        let is_cycle = question == Question::Cycles;
        let mut ends = match &self.colours {
            None if is_cycle => [0, 0],
            None => [2, 0],
            // A path goes from colour to colour: their numbers say which its ends have.
            Some(colours) => match ColourBalance::of_colours(colours)? {
                ColourBalance::Even if is_cycle => [0, 0],
                _ if is_cycle => return None,
                balance => balance.ends(),
            },
        };
        for &end in &given {
            let left = &mut ends[self.colour(end)];
            *left = left.checked_sub(1)?;
        }
        Some((given, ends))
    }

    /// 0 or 1; 0 where two colours are not enough.
    fn colour(&self, vertex: Vertex) -> usize {
        match &self.colours {
            Some(colours) if colours[vertex as usize] == Colour::Black => 1,
            _ => 0,
        }
    }
}

/// A count that is under way.
struct Run<'a> {
    watch: Watch<'a>,
    expanded: usize,
    widest: usize,
}

impl Run<'_> {
    fn count<W: Word>(
        &mut self,
        plan: &FrontierDp,
        question: Question,
    ) -> Result<BigUint, StopReason> {
        if plan.steps.len() == 1 && question != Question::Cycles {
            return Ok(BigUint::from(1_u32));
        }
        let Some((given, ends)) = plan.ends(question) else {
            return Ok(BigUint::ZERO);
        };
        let mut complete = BigUint::ZERO;
        let mut tally = Tally::new(Mates::<W>::new(ends));
        for (depth, step) in (0_u32..).zip(&plan.steps) {
            if self.watch.limits().max_depth.is_some_and(|deepest| depth >= deepest) {
                return Err(StopReason::Depth);
            }
            let may_end = if given.contains(&step.vertex) {
                MayEnd::Must
            } else {
                MayEnd::May(plan.colour(step.vertex))
            };
            let task = Task { step, depth, may_end, cycles: question == Question::Cycles };
            self.widest = self.widest.max(tally.len());
            tally = tally.widened(task.fan_out());
            complete += self.step(&task, &mut tally)?;
        }
        Ok(complete)
    }

    /// Goes on by one step; returns what was completed in it.
    fn step<W: Word>(
        &mut self,
        task: &Task<'_>,
        tally: &mut Tally<W>,
    ) -> Result<BigUint, StopReason> {
        let Run { watch, expanded, .. } = self;
        match tally {
            Tally::Narrow(table) => {
                let swept = sweep(task, table, expanded, watch)?;
                *table = swept.table;
                Ok(swept.complete)
            }
            Tally::Wide(table) => {
                let swept = sweep(task, table, expanded, watch)?;
                *table = swept.table;
                Ok(swept.complete)
            }
            Tally::Big(table) => {
                let swept = sweep(task, table, expanded, watch)?;
                *table = swept.table;
                Ok(swept.complete)
            }
        }
    }
}
