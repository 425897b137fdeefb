//! Strips toured in paths, each of which leads on to the next.

use std::collections::HashMap;
use std::convert::Infallible;

use crate::tour::course::Course;
use crate::tour::effort::{Attempt, Effort};
use crate::tour::existence;
use crate::tour::links::Links;
use crate::tour::narrow::{self, Patience};
use crate::tour::square::Square;

use super::division::{Division, Strip};

/// How many ways from a strip to the next are tried before another way to it is.
const WAYS: usize = 24;

/// A path through a strip: its width, and the path's ends on the strip's own board.
type Passage = (u32, Option<Square>, Option<Square>);

/// The strips from the start of the tour to its end.
pub(super) struct Chain<'a, 'b, 'c> {
    division: &'a Division,
    patience: Patience,
    effort: &'b mut Effort<'c>,
    /// What has been found; `None` where nothing was.
    known: HashMap<Passage, Option<Vec<Square>>>,
    /// The passages that make up the tour so far.
    taken: Vec<Passage>,
}

impl<'a, 'b, 'c> Chain<'a, 'b, 'c> {
    pub(super) fn new(
        division: &'a Division,
        patience: Patience,
        effort: &'b mut Effort<'c>,
    ) -> Self {
        Chain { division, patience, effort, known: HashMap::new(), taken: Vec::new() }
    }

    /// Lays the paths of all strips of the chain, joined to one.
    pub(super) fn lay(mut self, links: &mut Links) -> Result<(), Attempt<Infallible>> {
        let chain = self.division.chain();
        if chain.is_empty() {
            return Ok(());
        }
        self.find_ways()?;
        let board = self.division.board();
        let mut before = None;
        for (&index, passage) in chain.iter().zip(&self.taken) {
            let strip = self.division.strips()[index];
            let path = self.known[passage].as_deref().unwrap_or_default();
            for &square in path {
                let vertex = board.vertex(strip.global(square));
                if let Some(before) = before {
                    links.join(before, vertex);
                }
                before = Some(vertex);
            }
        }
        Ok(())
    }

    /// Finds a path through each strip, such that the one begins a move from where the other
    /// ends: a search through the ways from strip to strip, which are many.
    fn find_ways(&mut self) -> Result<(), Attempt<Infallible>> {
        let chain = self.division.chain();
        // For each strip that has been entered: where, and the ways out that are still untried.
        let mut levels = vec![(self.division.course().start(), self.ways_out(0))];
        while let Some((entry, ways)) = levels.last_mut() {
            let entry = *entry;
            let Some((exit, next)) = ways.pop() else {
                levels.pop();
                self.taken.pop();
                continue;
            };
            let level = levels.len() - 1;
            let Some(passage) = self.passage(chain[level], entry, exit)? else { continue };
            self.taken.push(passage);
            if level + 1 == chain.len() {
                return Ok(());
            }
            levels.push((next, self.ways_out(level + 1)));
        }
        Err(Attempt::GaveUp)
    }

    /// The ways out of a strip of the chain: its last square and the first one of the next strip.
    /// Those to be tried first come last.
    fn ways_out(&self, level: usize) -> Vec<(Option<Square>, Option<Square>)> {
        let (chain, strips) = (self.division.chain(), self.division.strips());
        let Course::Open { end, .. } = self.division.course() else { return Vec::new() };
        let Some(&next) = chain.get(level + 1) else { return vec![(end, None)] };
        let (strip, next) = (strips[chain[level]], strips[next]);
        let columns = if strip.left < next.left {
            next.left - 2..next.left
        } else {
            strip.left..strip.left + 2
        };
        let board = self.division.board();
        let squares = (0..board.rows())
            .flat_map(|row| columns.clone().map(move |column| Square { row, column }));
        let ways = squares.flat_map(|exit| {
            let entries = board.landings(exit).filter(|&entry| next.contains(entry));
            entries.map(move |entry| (Some(exit), Some(entry)))
        });
        let mut ways: Vec<_> = ways.take(WAYS).collect();
        ways.reverse();
        ways
    }

    /// A path through a strip from square to square, if one is found.
    fn passage(
        &mut self,
        index: usize,
        entry: Option<Square>,
        exit: Option<Square>,
    ) -> Result<Option<Passage>, Attempt<Infallible>> {
        let strip: Strip = self.division.strips()[index];
        let [start, end] = [entry, exit].map(|square| square.map(|square| strip.local(square)));
        let passage = (strip.width, start, end);
        if !self.known.contains_key(&passage) {
            let board = self.division.board_of(strip);
            let course = Course::Open { start, end };
            let attempt = if existence::impossible(&board, course).is_some() {
                Attempt::Exhausted
            } else {
                narrow::find(&board, course, self.patience, self.effort)
            };
            let path = match attempt {
                Attempt::Found(path) => Some(path),
                Attempt::Exhausted | Attempt::GaveUp => None,
                Attempt::Stopped(reason) => return Err(Attempt::Stopped(reason)),
            };
            self.known.insert(passage, path);
        }
        Ok(self.known[&passage].is_some().then_some(passage))
    }
}
