//! The search for clues, and the proof that they do.

use std::ops::ControlFlow::{Break, Continue};

use super::clues::{AlternativePath, Clue, Clues, places};
use super::{Numbers, Zip, ZipSpec};
use crate::backtrack::hamilton::{self, Constraints, Options};
use crate::control::{Instant, Limits, Observer, Outcome, StopReason};
use crate::graph::{CellGrid, CellMap, Vertex};
use crate::rng::Rng;

/// Rivals that the engine is asked for at a time.
const BATCH: usize = 12;

/// How often clues are put elsewhere before a path is given up, while some alternative known is
/// left.
const SWAPS: usize = 40;

/// How often the engine is asked before a path is given up.
const CHECKS: usize = 120;

/// After so many swaps at most, what was put elsewhere may be moved again.
const REST: usize = 4;

/// Nodes of a search of the engine after which a path is given up.
const NODES: usize = 100_000;

/// Paths of which the one is taken that needs the fewest numbers.
const PATHS: usize = 8;

/// A path that is to be the only one.
#[derive(Clone, Debug)]
struct ZipDraft {
    /// The cells of the frame in its order.
    path: Vec<usize>,
    clues: Clues,
    /// The other paths known between its ends.
    alternatives: Vec<AlternativePath>,
}

impl ZipDraft {
    fn zip(&self, frame: ZipSpec) -> Zip {
        let mut grid = CellGrid::filled(frame.rows, frame.columns);
        for &(one, other) in &self.clues.walls {
            grid.add_wall(self.path[one], self.path[other]);
        }
        let mut map = CellMap::new(grid);
        let path: Vec<Vertex> = self.path.iter().copied().map(vertex).collect();
        map.waypoints = self.clues.numbers.iter().map(|&place| path[place]).collect();
        (map.start, map.end) = (path.first().copied(), path.last().copied());
        Zip { map, path }
    }

    /// The alternatives that the clues allow.
    fn allowed(&self) -> Vec<&AlternativePath> {
        self.alternatives.iter().filter(|alternative| self.clues.allow(alternative)).collect()
    }

    /// Puts clues elsewhere, each time the one for which most is gained, until no alternative is
    /// allowed; whether that was reached.
    fn rearrange(&mut self, rng: &mut Rng) -> bool {
        let mut resting: Vec<Clue> = Vec::new();
        for _ in 0..SWAPS {
            if self.allowed().is_empty() {
                return true;
            }
            let walls = self.clues.walls.iter().map(|&wall| Clue::Wall(wall));
            let mut clues: Vec<Clue> = walls.collect();
            clues.extend(self.clues.inner_numbers(rng));
            let rest = clues.len() / 2;
            clues.retain(|clue| !resting.contains(clue));
            let swaps = clues.into_iter().filter_map(|old| self.swap(old, rng));
            let Some((_, swapped, [old, new])) = swaps.min_by_key(|(left, ..)| *left) else {
                return false;
            };
            self.clues = swapped;
            // What was moved is not moved back at once.
            resting.extend([old, new]);
            resting.drain(..resting.len().saturating_sub(2 * rest.min(REST)));
        }
        false
    }

    /// The clues with one of them where it is worth most: how many alternatives they allow, and of
    /// which there are how many changes of order less; then the clues; and what was moved where.
    /// None if it would stay.
    fn swap(&self, old: Clue, rng: &mut Rng) -> Option<((usize, usize), Clues, [Clue; 2])> {
        let mut clues = self.clues.without(old);
        let allowed: Vec<&AlternativePath> =
            self.alternatives.iter().filter(|alternative| clues.allow(alternative)).collect();
        let ((refuted, changes), new) = match old {
            Clue::Number(_) => clues.best_number(&allowed, rng)?,
            Clue::Wall(_) => clues.best_wall(&allowed, rng)?,
        };
        clues.add(new);
        let left = (allowed.len() - refuted, usize::MAX - changes);
        (old != new).then_some((left, clues, [old, new]))
    }
}

/// What the engine says to a draft.
enum Uniqueness {
    /// It is proven that there is no other path.
    Unique,
    /// There are others; they are kept.
    NotUnique,
    /// It is too hard to tell.
    Open,
}

/// A search for a zip.
pub(super) struct ZipGenerator<'a> {
    frame: ZipSpec,
    rng: Rng,
    limits: &'a Limits,
    observer: Observer<'a>,
    started: Instant,
}

impl<'a> ZipGenerator<'a> {
    pub(super) fn new(
        frame: ZipSpec,
        rng: Rng,
        limits: &'a Limits,
        observer: Observer<'a>,
    ) -> Self {
        ZipGenerator { frame, rng, limits, observer, started: Instant::now() }
    }

    /// A zip of one of so many paths, or where the fewest numbers are asked for, of one of some;
    /// none if each was given up.
    pub(super) fn search(
        &mut self,
        most: usize,
        tries: &mut usize,
    ) -> Result<Option<Zip>, StopReason> {
        let wanted = if self.frame.numbers == Numbers::Fewest { PATHS } else { 1 };
        let mut drafts: Vec<ZipDraft> = Vec::new();
        while *tries < most && drafts.len() < wanted {
            let draft = self.attempt()?;
            *tries += 1;
            drafts.extend(draft);
        }
        let best = drafts.iter().min_by_key(|draft| draft.clues.numbers.len());
        let zip = best.map(|draft| draft.zip(self.frame));
        if let Some(zip) = &zip {
            self.prove(zip)?;
        }
        Ok(zip)
    }

    /// Counts the paths of a zip, whatever has been found out of them before.
    fn prove(&mut self, zip: &Zip) -> Result<(), StopReason> {
        let options = self.options(None);
        let (graph, asked) = (zip.map.graph(), constraints(&zip.map));
        let count = hamilton::count(graph, &asked, &options, &mut *self.observer);
        match count.search.outcome {
            Outcome::Stopped(reason) => Err(reason),
            Outcome::Exhausted => {
                assert_eq!(count.solutions, 1, "every other path was refuted");
                Ok(())
            }
            Outcome::Found(never) => match never {},
        }
    }

    /// Clues for one path; none if that takes too long.
    fn attempt(&mut self) -> Result<Option<ZipDraft>, StopReason> {
        let frame = self.frame;
        let path = frame.random_path(&mut self.rng);
        let clues = Clues::new(frame, &path);
        let mut draft = ZipDraft { path, clues, alternatives: Vec::new() };
        let most = match frame.numbers {
            Numbers::Exactly(numbers) => numbers,
            Numbers::Enough | Numbers::Fewest => frame.cells(),
        };
        if !self.settle(&mut draft, most)? {
            return Ok(None);
        }
        match frame.numbers {
            Numbers::Enough => {}
            Numbers::Fewest => draft = self.fewest(draft)?,
            Numbers::Exactly(numbers) => {
                let is_free = |place: &usize| !draft.clues.numbers.contains(place);
                let mut free: Vec<usize> = (0..frame.cells()).filter(is_free).collect();
                self.rng.shuffle(&mut free);
                for place in free.into_iter().take(numbers - draft.clues.numbers.len()) {
                    draft.clues.add(Clue::Number(place));
                }
            }
        }
        Ok(Some(draft))
    }

    /// Adds clues and puts them elsewhere until the path is proven to be the only one, with so many
    /// numbers at most; whether that was reached.
    fn settle(&mut self, draft: &mut ZipDraft, most: usize) -> Result<bool, StopReason> {
        for _ in 0..CHECKS {
            match self.ask(draft)? {
                Uniqueness::Unique if draft.clues.walls.len() == self.frame.walls => {
                    return Ok(true);
                }
                Uniqueness::Open => return Ok(false),
                Uniqueness::Unique | Uniqueness::NotUnique => {}
            }
            while draft.clues.walls.len() < self.frame.walls {
                let wall = draft.clues.best_wall(&draft.allowed(), &mut self.rng);
                draft.clues.add(wall.expect("the frame has room for all").1);
            }
            while draft.clues.numbers.len() < most && !draft.allowed().is_empty() {
                let number = draft.clues.best_number(&draft.allowed(), &mut self.rng);
                draft
                    .clues
                    .add(number.expect("a path with a number in each cell has no alternative").1);
            }
            if !draft.rearrange(&mut self.rng) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// The same path with fewer numbers, as far as they are found; none of them can be left out.
    fn fewest(&mut self, mut draft: ZipDraft) -> Result<ZipDraft, StopReason> {
        loop {
            draft = self.needed(draft)?;
            let Some(&number) = draft.clues.inner_numbers(&mut self.rng).first() else {
                return Ok(draft);
            };
            let mut fewer = draft.clone();
            fewer.clues = draft.clues.without(number);
            let most = fewer.clues.numbers.len();
            if !self.settle(&mut fewer, most)? {
                return Ok(draft);
            }
            draft = fewer;
        }
    }

    /// The same with those numbers only that cannot be left out.
    fn needed(&mut self, mut draft: ZipDraft) -> Result<ZipDraft, StopReason> {
        for number in draft.clues.inner_numbers(&mut self.rng) {
            let all = draft.clues.clone();
            draft.clues = all.without(number);
            let is_needed = !draft.allowed().is_empty();
            if is_needed || !matches!(self.ask(&mut draft)?, Uniqueness::Unique) {
                draft.clues = all;
            }
        }
        Ok(draft)
    }

    /// Asks the engine for other paths that fit.
    fn ask(&mut self, draft: &mut ZipDraft) -> Result<Uniqueness, StopReason> {
        let zip = draft.zip(self.frame);
        let options = self.options(Some(NODES));
        let of_cells = places(&draft.path);
        let mut found = Vec::new();
        let visit = |path: &[Vertex]| {
            let mut on_this = vec![0; path.len()];
            for (place, &cell) in path.iter().enumerate() {
                on_this[of_cells[cell as usize]] = place;
            }
            if path != zip.path {
                found.push(AlternativePath::new(on_this));
            }
            if found.len() < BATCH { Continue(()) } else { Break(()) }
        };
        let (graph, asked) = (zip.map.graph(), constraints(&zip.map));
        let search = hamilton::visit(graph, &asked, &options, &mut *self.observer, visit);
        let is_alone = found.is_empty();
        draft.alternatives.extend(found);
        match search.outcome {
            Outcome::Stopped(reason) if reason != StopReason::States => Err(reason),
            Outcome::Exhausted if is_alone => Ok(Uniqueness::Unique),
            Outcome::Stopped(_) if is_alone => Ok(Uniqueness::Open),
            _ => Ok(Uniqueness::NotUnique),
        }
    }

    /// What is left of the limits, with so many nodes at most.
    fn options(&self, nodes: Option<usize>) -> Options {
        let limits = self.limits.after(0, self.started.elapsed());
        let limits = Limits { max_states: nodes.or(limits.max_states), ..limits };
        Options { limits, ..Options::default() }
    }
}

/// What the map of a zip asks of a path.
fn constraints(map: &CellMap) -> Constraints {
    let waypoints = map.waypoints.clone();
    Constraints { start: map.start, end: map.end, waypoints, ..Constraints::default() }
}

fn vertex(cell: usize) -> Vertex {
    Vertex::try_from(cell).expect("a small frame")
}
