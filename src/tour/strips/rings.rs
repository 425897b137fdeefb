//! Strips toured in rings, each joined to what is there already.

use std::collections::HashMap;
use std::convert::Infallible;

use crate::graph::Vertex;
use crate::tour::course::Course;
use crate::tour::effort::{Attempt, Effort};
use crate::tour::links::Links;
use crate::tour::narrow::{self, Patience};
use crate::tour::square::Square;

use super::division::{Division, Strip};

/// Lays a ring on each strip that is not of the chain, and joins it to its neighbour on the side
/// of the chain; where there is no chain, on the left.
pub(super) fn lay(
    division: &Division,
    patience: Patience,
    effort: &mut Effort<'_>,
    links: &mut Links,
) -> Result<(), Attempt<Infallible>> {
    let mut rings = Rings { division, patience, known: HashMap::new() };
    let strips = division.strips();
    let chain = division.chain().iter();
    let first = chain.clone().min().copied().unwrap_or(0);
    let last = chain.clone().max().copied().unwrap_or(0);
    if division.chain().is_empty() {
        rings.draw(strips[0], effort, links)?;
    }
    for index in (0..first).rev() {
        rings.draw(strips[index], effort, links)?;
        join(division, strips[index], strips[index + 1], links)?;
    }
    for index in last + 1..strips.len() {
        rings.draw(strips[index], effort, links)?;
        join(division, strips[index], strips[index - 1], links)?;
    }
    Ok(())
}

/// The rings of strips, by their width: strips of one width have one ring.
struct Rings<'a> {
    division: &'a Division,
    patience: Patience,
    known: HashMap<u32, Vec<Square>>,
}

impl Rings<'_> {
    /// Lays the ring of a strip.
    fn draw(
        &mut self,
        strip: Strip,
        effort: &mut Effort<'_>,
        links: &mut Links,
    ) -> Result<(), Attempt<Infallible>> {
        if !self.known.contains_key(&strip.width) {
            let board = self.division.board_of(strip);
            let closed = Course::Closed { start: None };
            let ring = narrow::find(&board, closed, self.patience, effort).found()?;
            self.known.insert(strip.width, ring);
        }
        let board = self.division.board();
        let ring = &self.known[&strip.width];
        let mut before = ring[ring.len() - 1];
        for &square in ring {
            let vertex = |square| board.vertex(strip.global(square));
            links.join(vertex(before), vertex(square));
            before = square;
        }
        Ok(())
    }
}

/// Makes the ring of a strip one with what its neighbour is part of.
fn join(
    division: &Division,
    ring: Strip,
    neighbour: Strip,
    links: &mut Links,
) -> Result<(), Attempt<Infallible>> {
    let board = division.board();
    let columns = if ring.left < neighbour.left {
        neighbour.left..neighbour.left + 2
    } else {
        ring.left - 2..ring.left
    };
    let near = (0..board.rows())
        .flat_map(|row| columns.clone().map(move |column| board.vertex(Square { row, column })));
    for one in near {
        for next in links.of(one) {
            if let Some((other, after)) = exchange(division, ring, (one, next), links) {
                links.part(one, next);
                links.part(other, after);
                links.join(one, other);
                links.join(next, after);
                return Ok(());
            }
        }
    }
    Err(Attempt::GaveUp)
}

/// A move of the ring for which one that lies beside it can be exchanged.
fn exchange(
    division: &Division,
    ring: Strip,
    (one, next): (Vertex, Vertex),
    links: &Links,
) -> Option<(Vertex, Vertex)> {
    let board = division.board();
    let others = board.landings(board.square(one)).filter(|&other| ring.contains(other));
    let mut pairs = others.flat_map(|other| {
        let other = board.vertex(other);
        links.of(other).map(move |after| (other, after))
    });
    pairs.find(|&(_, after)| board.is_move(board.square(next), board.square(after)))
}
