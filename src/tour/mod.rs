//! Knight's tours, and those of other leapers.

mod board;
mod course;
mod effort;
mod existence;
mod frontier;
mod links;
mod narrow;
mod square;
mod strips;
mod symmetry;
mod verify;

pub use board::{Board, BoardError, MAX_SQUARES};
pub use course::Course;
pub use existence::{Reason, impossible};
pub use square::{Numbering, Square, SquareError};
pub use verify::{Flaw, verify};

#[doc(hidden)]
pub fn raw(b: &Board, c: Course, l: &crate::Limits) -> (String, Option<Vec<Square>>, crate::backtrack::Statistics) {
    let mut o = |_: &crate::control::Progress| std::ops::ControlFlow::Continue(());
    let mut e = effort::Effort::new(l, &mut o);
    let a = if b.rows().min(b.columns()) <= 8 { narrow::find(b, c, narrow::Patience::Endless, &mut e) } else { strips::find(b, c, &mut e) };
    match a { effort::Attempt::Found(p) => ("found".into(), Some(p), e.statistics()), other => (format!("{other:?}"), None, e.statistics()) }
}
