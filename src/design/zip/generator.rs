//! The search for clues that leave one path, and the proof that it is the only one.

use std::ops::ControlFlow::{Break, Continue};

use super::{Numbers, Zip, ZipSpec};
use crate::{
    backtrack::{
        VisitEnd,
        hamilton::{self, Constraints, Options},
    },
    control::{Instant, Limits, Observer, StopReason},
    graph::{CellGrid, CellMap, Vertex},
    rng::Rng,
};

/// Alternatives that the engine searches at a time.
const BATCH: usize = 12;

/// Moves of clues before a path is given up, while a known alternative is left.
const SWAPS: usize = 40;

/// Searches of the engine before a path is given up.
const CHECKS: usize = 120;

/// The largest number of swaps for which a moved clue rests.
const REST: usize = 4;

/// Nodes of a search after which a path is given up.
const NODES: usize = 100_000;

/// Paths among which the one with the fewest numbers is chosen.
const PATHS: usize = 8;

/// A path that has to become the only one.
#[derive(Clone, Debug)]
struct ZipDraft {
    /// The cells of the frame in its order.
    path: Vec<usize>,
    clues: Clues,
    /// The known other paths between its ends.
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
        map.waypoints = self
            .clues
            .numbers
            .iter()
            .map(|&place| path[place])
            .collect();
        (map.start, map.end) = (path.first().copied(), path.last().copied());
        Zip { map, path }
    }

    /// Returns the alternatives that the clues allow.
    fn allowed(&self) -> Vec<&AlternativePath> {
        self.alternatives
            .iter()
            .filter(|alternative| self.clues.allow(alternative))
            .collect()
    }

    /// Moves clues, each time the one with the largest gain, until no known alternative is allowed.
    /// Returns whether it succeeds.
    fn rearrange(&mut self, rng: &mut Rng) -> bool {
        let mut resting: Vec<Clue> = Vec::new();
        for _ in 0..SWAPS {
            if self.allowed().is_empty() {
                return true;
            }
            let mut clues: Vec<Clue> = self
                .clues
                .walls
                .iter()
                .map(|&wall| Clue::Wall(wall))
                .chain(self.clues.inner_numbers(rng))
                .collect();
            let rest = clues.len() / 2;
            clues.retain(|clue| !resting.contains(clue));
            let swaps = clues.into_iter().filter_map(|old| self.swap(old, rng));
            let Some((_, swapped, [old, new])) = swaps.min_by_key(|(left, ..)| *left) else {
                return false;
            };
            self.clues = swapped;
            // A moved clue rests for a while.
            resting.extend([old, new]);
            resting.drain(..resting.len().saturating_sub(2 * rest.min(REST)));
        }
        false
    }

    /// Moves one clue to its best place. Returns a score, the smaller the better, the clues, and
    /// the clue before and after; `None` if it would stay.
    fn swap(&self, old: Clue, rng: &mut Rng) -> Option<((usize, usize), Clues, [Clue; 2])> {
        let mut clues = self.clues.without(old);
        let allowed: Vec<&AlternativePath> = self
            .alternatives
            .iter()
            .filter(|alternative| clues.allow(alternative))
            .collect();
        let ((refuted, changes), new) = match old {
            Clue::Number(_) => clues.best_number(&allowed, rng)?,
            Clue::Wall(_) => clues.best_wall(&allowed, rng)?,
        };
        clues.add(new);
        let left = (allowed.len() - refuted, usize::MAX - changes);
        (old != new).then_some((left, clues, [old, new]))
    }
}

/// The verdict of the engine on a draft.
enum Uniqueness {
    /// No other path exists.
    Unique,
    /// Other paths exist, and were added to the draft.
    NotUnique,
    /// The search was too long.
    Open,
}

/// A search for a zip.
pub struct ZipGenerator<'a> {
    frame: ZipSpec,
    rng: Rng,
    limits: &'a Limits,
    observer: Observer<'a>,
    started: Instant,
}

impl<'a> ZipGenerator<'a> {
    pub fn new(frame: ZipSpec, rng: Rng, limits: &'a Limits, observer: Observer<'a>) -> Self {
        ZipGenerator {
            frame,
            rng,
            limits,
            observer,
            started: Instant::now(),
        }
    }

    /// Returns a zip of one of at most `most` paths; `None` if each was given up. For the fewest
    /// numbers, the best of several paths is chosen.
    pub fn search(&mut self, most: usize, tries: &mut usize) -> Result<Option<Zip>, StopReason> {
        let wanted = if self.frame.numbers == Numbers::Fewest {
            PATHS
        } else {
            1
        };
        let mut drafts: Vec<ZipDraft> = Vec::new();
        while *tries < most && drafts.len() < wanted {
            let draft = self.attempt()?;
            *tries += 1;
            drafts.extend(draft);
        }
        let zip = drafts
            .iter()
            .min_by_key(|draft| draft.clues.numbers.len())
            .map(|draft| draft.zip(self.frame));
        if let Some(zip) = &zip {
            self.prove(zip)?;
        }
        Ok(zip)
    }

    /// Counts the paths of a zip independently of the search.
    fn prove(&mut self, zip: &Zip) -> Result<(), StopReason> {
        let options = self.options(None);
        let graph = zip.map.graph();
        let constraints = constraints(&zip.map);
        let count = hamilton::count(graph, &constraints, &options, &mut *self.observer)
            .expect("the map has the cells of its numbers")
            .outcome;
        if let Some(reason) = count.stopped {
            return Err(reason);
        }
        assert_eq!(count.solutions, 1, "every other path was refuted");
        Ok(())
    }

    /// Finds clues for a random path; `None` if that takes too long.
    fn attempt(&mut self) -> Result<Option<ZipDraft>, StopReason> {
        let frame = self.frame;
        let path = frame.random_path(&mut self.rng);
        let clues = Clues::new(frame, &path);
        let mut draft = ZipDraft {
            path,
            clues,
            alternatives: Vec::new(),
        };
        let most = match frame.numbers {
            Numbers::Exactly(numbers) => numbers,
            _ => frame.cells(),
        };
        if !self.settle(&mut draft, most)? {
            return Ok(None);
        }
        match frame.numbers {
            Numbers::Enough => {}
            Numbers::Needed | Numbers::Fewest => draft = self.fewest(draft)?,
            Numbers::Exactly(numbers) => {
                let mut free: Vec<usize> = (0..frame.cells())
                    .filter(|place| !draft.clues.numbers.contains(place))
                    .collect();
                self.rng.shuffle(&mut free);
                for place in free.into_iter().take(numbers - draft.clues.numbers.len()) {
                    draft.clues.add(Clue::Number(place));
                }
            }
        }
        Ok(Some(draft))
    }

    /// Adds and moves clues until the path is proven to be the only one, with at most `most`
    /// numbers. Returns whether it succeeds.
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
                draft.clues.add(
                    number
                        .expect("an alternative leaves a cell without a number")
                        .1,
                );
            }
            if !draft.rearrange(&mut self.rng) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Removes numbers as long as that succeeds; in the end none can be omitted.
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

    /// Removes the numbers that can be omitted.
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

    /// Searches other paths that fit the clues.
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
            if found.len() < BATCH {
                Continue(())
            } else {
                Break(())
            }
        };
        let graph = zip.map.graph();
        let constraints = constraints(&zip.map);
        let search = hamilton::visit(graph, &constraints, &options, &mut *self.observer, visit)
            .expect("the map has the cells of its numbers");
        let is_alone = found.is_empty();
        draft.alternatives.extend(found);
        match search.outcome {
            VisitEnd::Stopped(reason) if reason != StopReason::States => Err(reason),
            VisitEnd::Complete if is_alone => Ok(Uniqueness::Unique),
            VisitEnd::Stopped(_) if is_alone => Ok(Uniqueness::Open),
            _ => Ok(Uniqueness::NotUnique),
        }
    }

    /// Returns the remaining limits, with this limit on nodes.
    fn options(&self, nodes: Option<usize>) -> Options {
        let limits = self.limits.remaining_after(0, self.started.elapsed());
        let limits = Limits {
            max_states: nodes.or(limits.max_states),
            ..limits
        };
        Options {
            limits,
            ..Options::default()
        }
    }
}

/// Returns the constraints of a map on a path.
fn constraints(map: &CellMap) -> Constraints {
    let waypoints = map.waypoints.clone();
    Constraints {
        start: map.start,
        end: map.end,
        waypoints,
        ..Constraints::default()
    }
}

fn vertex(cell: usize) -> Vertex {
    Vertex::try_from(cell).expect("a small frame")
}

/// Another path between the same ends. Cells are numbered by their place on the path that has to
/// become the only one.
#[derive(Clone, Debug)]
struct AlternativePath {
    /// By cell: its place on this path.
    places: Vec<usize>,
    /// By cell: the number of others that come before it on one path and after it on the other.
    changes: Vec<usize>,
}

impl AlternativePath {
    fn new(places: Vec<usize>) -> Self {
        let mut changes = vec![0; places.len()];
        for later in 0..places.len() {
            for earlier in 0..later {
                if places[earlier] > places[later] {
                    changes[earlier] += 1;
                    changes[later] += 1;
                }
            }
        }
        AlternativePath { places, changes }
    }

    /// Returns whether the path steps from one of these cells to the other.
    fn crosses(&self, (one, other): (usize, usize)) -> bool {
        self.places[one].abs_diff(self.places[other]) == 1
    }
}

/// A clue and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clue {
    Number(usize),
    Wall((usize, usize)),
}

/// The value of a clue: the alternatives that it refutes, and the pairs of cells with it whose
/// order differs. As long as no clue refutes any alternative, the pairs decide.
type ClueScore = (usize, usize);

/// The clues of a path. Cells are numbered by their place on it.
#[derive(Clone, Debug)]
struct Clues {
    /// The cells with numbers, in order, both ends included.
    numbers: Vec<usize>,
    /// The pairs of cells with a wall between them.
    walls: Vec<(usize, usize)>,
    /// Neighbours without a wall that are not consecutive on the path.
    open: Vec<(usize, usize)>,
}

impl Clues {
    /// Returns the clues with numbers only at the ends.
    fn new(frame: ZipSpec, path: &[usize]) -> Self {
        let places = places(path);
        let mut open = Vec::new();
        for (place, &cell) in path.iter().enumerate() {
            let beside = frame.beside(cell).map(|beside| places[beside]);
            open.extend(
                beside
                    .filter(|&other| other > place + 1)
                    .map(|other| (place, other)),
            );
        }
        Clues {
            numbers: vec![0, path.len() - 1],
            walls: Vec::new(),
            open,
        }
    }

    /// Returns whether an alternative visits the numbers in their order and crosses no wall.
    fn allow(&self, alternative: &AlternativePath) -> bool {
        self.numbers
            .is_sorted_by_key(|&number| alternative.places[number])
            && !self.walls.iter().any(|&wall| alternative.crosses(wall))
    }

    /// Returns the best number against these alternatives, a random one of the best; `None` if each
    /// cell has a number.
    fn best_number(
        &self,
        alternatives: &[&AlternativePath],
        rng: &mut Rng,
    ) -> Option<(ClueScore, Clue)> {
        let free = self
            .numbers
            .windows(2)
            .flat_map(|gap| (gap[0] + 1..gap[1]).map(move |place| (gap, place)));
        let offers = free.map(|(gap, place)| {
            let refuted = alternatives
                .iter()
                .filter(|alternative| {
                    let [before, at, after] =
                        [gap[0], place, gap[1]].map(|it| alternative.places[it]);
                    at < before || after < at
                })
                .count();
            let changes = alternatives
                .iter()
                .map(|alternative| alternative.changes[place])
                .sum();
            ((refuted, changes), Clue::Number(place))
        });
        best(offers, rng)
    }

    /// Returns the best wall against these alternatives; `None` if there is no room for another.
    fn best_wall(
        &self,
        alternatives: &[&AlternativePath],
        rng: &mut Rng,
    ) -> Option<(ClueScore, Clue)> {
        let offers = self.open.iter().map(|&wall| {
            let refuted = alternatives
                .iter()
                .filter(|alternative| alternative.crosses(wall))
                .count();
            ((refuted, 0), Clue::Wall(wall))
        });
        best(offers, rng)
    }

    fn add(&mut self, clue: Clue) {
        match clue {
            Clue::Number(place) => {
                let at = self.numbers.partition_point(|&number| number < place);
                self.numbers.insert(at, place);
            }
            Clue::Wall(wall) => {
                self.open.retain(|&other| other != wall);
                self.walls.push(wall);
            }
        }
    }

    fn without(&self, clue: Clue) -> Self {
        let mut others = self.clone();
        match clue {
            Clue::Number(place) => others.numbers.retain(|&number| number != place),
            Clue::Wall(wall) => {
                others.walls.retain(|&other| other != wall);
                others.open.push(wall);
            }
        }
        others
    }

    /// Returns the numbers between the ends, in random order.
    fn inner_numbers(&self, rng: &mut Rng) -> Vec<Clue> {
        let inner = &self.numbers[1..self.numbers.len() - 1];
        let mut clues: Vec<Clue> = inner.iter().map(|&place| Clue::Number(place)).collect();
        rng.shuffle(&mut clues);
        clues
    }
}

/// Returns a random one of the best offers.
fn best(
    offers: impl Iterator<Item = (ClueScore, Clue)>,
    rng: &mut Rng,
) -> Option<(ClueScore, Clue)> {
    let mut best: Option<(ClueScore, Clue)> = None;
    let mut equal = 0_usize;
    for offer in offers {
        match best {
            Some((worth, _)) if offer.0 < worth => continue,
            Some((worth, _)) if offer.0 == worth => equal += 1,
            _ => equal = 1,
        }
        if rng.below(equal) == 0 {
            best = Some(offer);
        }
    }
    best
}

/// Returns the place of each cell on a path over all cells.
fn places(path: &[usize]) -> Vec<usize> {
    let mut places = vec![0; path.len()];
    for (place, &cell) in path.iter().enumerate() {
        places[cell] = place;
    }
    places
}
