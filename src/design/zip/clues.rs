//! What is to leave a path without alternatives: numbers and walls, and what each is worth.

use super::ZipSpec;
use crate::rng::Rng;

/// Another path between the same ends. Cells are told by their place on the one that is to be the
/// only one.
#[derive(Clone, Debug)]
pub(super) struct AlternativePath {
    /// By cell: its place on this path.
    places: Vec<usize>,
    /// By cell: how many others come before it on one of the two paths, and after it on the other.
    changes: Vec<usize>,
}

impl AlternativePath {
    pub(super) fn new(places: Vec<usize>) -> Self {
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

    /// Whether it goes from one of these cells to the other.
    fn crosses(&self, (one, other): (usize, usize)) -> bool {
        self.places[one].abs_diff(self.places[other]) == 1
    }
}

/// A clue in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clue {
    Number(usize),
    Wall((usize, usize)),
}

/// How good a clue is: how many alternatives it refutes, and in how many orders of two cells it
/// takes part that differ. While no two numbers have an order that does, only the latter tells.
pub(super) type ClueScore = (usize, usize);

/// What is to leave a path without alternatives. Cells are told by their place on it.
#[derive(Clone, Debug)]
pub(super) struct Clues {
    /// Which cells have numbers, in order; the ends among them.
    pub(super) numbers: Vec<usize>,
    /// Which cells are parted by walls.
    pub(super) walls: Vec<(usize, usize)>,
    /// Cells side by side that are neither on the path one after the other nor parted.
    open: Vec<(usize, usize)>,
}

impl Clues {
    /// Numbers at the ends.
    pub(super) fn new(frame: ZipSpec, path: &[usize]) -> Self {
        let places = places(path);
        let mut open = Vec::new();
        for (place, &cell) in path.iter().enumerate() {
            let beside = frame.beside(cell).map(|beside| places[beside]);
            open.extend(beside.filter(|&other| other > place + 1).map(|other| (place, other)));
        }
        Clues { numbers: vec![0, path.len() - 1], walls: Vec::new(), open }
    }

    /// Whether an alternative meets the numbers in their order and goes through no wall.
    pub(super) fn allow(&self, alternative: &AlternativePath) -> bool {
        self.numbers.is_sorted_by_key(|&number| alternative.places[number])
            && !self.walls.iter().any(|&wall| alternative.crosses(wall))
    }

    /// The number to add that is worth most against these, which are all allowed; by chance among
    /// those that are worth as much. None if each cell has one.
    pub(super) fn best_number(
        &self,
        alternatives: &[&AlternativePath],
        rng: &mut Rng,
    ) -> Option<(ClueScore, Clue)> {
        let gaps = self.numbers.windows(2);
        let free = gaps.flat_map(|gap| (gap[0] + 1..gap[1]).map(move |place| (gap, place)));
        let offers = free.map(|(gap, place)| {
            let is_refuted = |alternative: &&&AlternativePath| {
                let [before, at, after] = [gap[0], place, gap[1]].map(|it| alternative.places[it]);
                at < before || after < at
            };
            let refuted = alternatives.iter().filter(is_refuted).count();
            let changes = alternatives.iter().map(|alternative| alternative.changes[place]).sum();
            ((refuted, changes), Clue::Number(place))
        });
        best(offers, rng)
    }

    /// The same of walls. None if there is no room for another.
    pub(super) fn best_wall(
        &self,
        alternatives: &[&AlternativePath],
        rng: &mut Rng,
    ) -> Option<(ClueScore, Clue)> {
        let offers = self.open.iter().map(|&wall| {
            let refuted =
                alternatives.iter().filter(|alternative| alternative.crosses(wall)).count();
            ((refuted, 0), Clue::Wall(wall))
        });
        best(offers, rng)
    }

    pub(super) fn add(&mut self, clue: Clue) {
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

    pub(super) fn without(&self, clue: Clue) -> Self {
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

    /// The numbers that are not at the ends, in any order.
    pub(super) fn inner_numbers(&self, rng: &mut Rng) -> Vec<Clue> {
        let inner = &self.numbers[1..self.numbers.len() - 1];
        let mut clues: Vec<Clue> = inner.iter().map(|&place| Clue::Number(place)).collect();
        rng.shuffle(&mut clues);
        clues
    }
}

/// The offer that is worth most; by chance among those that are worth as much.
fn best(
    offers: impl Iterator<Item = (ClueScore, Clue)>,
    rng: &mut Rng,
) -> Option<(ClueScore, Clue)> {
    let (mut best, mut equal): (Option<(ClueScore, Clue)>, usize) = (None, 0);
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

/// By cell, its place on a path over all.
pub(super) fn places(path: &[usize]) -> Vec<usize> {
    let mut places = vec![0; path.len()];
    for (place, &cell) in path.iter().enumerate() {
        places[cell] = place;
    }
    places
}
