//! Every position on a shortest solution, layer by layer, and how many of the solutions are not the
//! same moves in another order.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::{
    board::UnpackedState,
    control::{Monitor, Progress, StopReason},
    sliding::moved,
};

use super::ShortestSolutions;

/// A position on a shortest solution.
pub struct Waypoint {
    pub at: UnpackedState,
    /// The moves to those that are on a shortest solution as well, and nearer to its end.
    pub onward: Vec<DagEdge>,
}

/// A move along a shortest solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DagEdge {
    /// The place in the next layer of the position that it leads to.
    pub to: usize,
    unit: MoveUnit,
}

/// The cell that the anchor of a piece leaves, and the one that it comes to.
type MoveUnit = (usize, Option<usize>);

impl ShortestSolutions {
    /// Shows each layer of the positions on a shortest solution together with the next, the start
    /// first. Mirror images are different positions.
    pub(crate) fn each_layer(
        &mut self,
        monitor: &mut Monitor<'_>,
        visit: &mut dyn FnMut(&[Waypoint], &[Waypoint]),
    ) -> Result<(), StopReason> {
        let mut positions = vec![self.search.board.start().clone()];
        let mut progress = Progress::default();
        let mut layer: Vec<Waypoint> = Vec::new();
        for depth in 0..=self.length() {
            let mut next = LayerInterner::default();
            let mut waypoints = Vec::with_capacity(positions.len());
            for at in positions {
                progress.bytes =
                    bytes(&layer) + bytes(&waypoints) + self.search.board.cells() * progress.states;
                monitor.check_now(|| progress)?;
                progress.states += 1;
                monitor.limits().check_states(progress.states)?;
                waypoints.push(self.waypoint(depth, at, &mut next));
            }
            if depth > 0 {
                visit(&layer, &waypoints);
            }
            layer = waypoints;
            positions = next.positions;
            progress.depth += 1;
        }
        Ok(())
    }

    fn waypoint(&mut self, depth: usize, at: UnpackedState, next: &mut LayerInterner) -> Waypoint {
        let mut onward = Vec::new();
        if depth < self.length() {
            let mut successors = self.search.successors(&at);
            successors.retain(|after| self.search.is_on_path(&*self.ways, depth + 1, after));
            let board = &self.search.board;
            onward.extend(successors.iter().map(|after| DagEdge {
                to: next.place(after),
                unit: moved(&at, after, board).expect("one piece moves"),
            }));
        }
        Waypoint { at, onward }
    }
}

/// About how many bytes these take.
fn bytes(layer: &[Waypoint]) -> usize {
    let Some(first) = layer.first() else { return 0 };
    layer.len() * (size_of::<Waypoint>() + first.at.cells())
}

/// The positions of a layer, each once, in the order in which they are met.
#[derive(Default)]
struct LayerInterner {
    positions: Vec<UnpackedState>,
    places: HashMap<UnpackedState, usize>,
}

impl LayerInterner {
    fn place(&mut self, at: &UnpackedState) -> usize {
        if let Some(&place) = self.places.get(at) {
            return place;
        }
        self.places.insert(at.clone(), self.positions.len());
        self.positions.push(at.clone());
        self.positions.len() - 1
    }
}

/// The most ways to arrive at the positions of a layer that are told apart.
const MAX_WAYS: usize = 1 << 16;

/// Counts the solutions that differ in more than the order of moves that do not depend on each
/// other: two moves from one position that lead to the same one whichever of them comes first.
///
/// Of all solutions that are the same moves in another order it counts one, by sleep sets
/// (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996): a move
/// that was tried before another and does not depend on it need not be tried after it, until one
/// comes on which it depends.
pub struct TraceCounter {
    /// For each position of the layer, how many solutions come there by the moves that sleep then;
    /// none once they are too many.
    arrivals: Option<Vec<HashMap<Vec<MoveUnit>, BigUint>>>,
}

impl TraceCounter {
    pub fn new() -> Self {
        let start = HashMap::from([(Vec::new(), BigUint::from(1_u32))]);
        TraceCounter {
            arrivals: Some(vec![start]),
        }
    }

    /// Goes on from a layer to the next.
    pub fn advance(&mut self, layer: &[Waypoint], next: &[Waypoint]) {
        let Some(arrivals) = self.arrivals.take() else {
            return;
        };
        let mut following = vec![HashMap::new(); next.len()];
        let mut ways = 0;
        for (waypoint, arrivals) in layer.iter().zip(arrivals) {
            let onward = &waypoint.onward[..];
            let is_free: Vec<Vec<bool>> = onward
                .iter()
                .map(|one| {
                    onward
                        .iter()
                        .map(|other| is_independent(*one, *other, next))
                        .collect()
                })
                .collect();
            for (asleep, count) in arrivals {
                let sleeps: Vec<bool> = onward
                    .iter()
                    .map(|one| asleep.binary_search(&one.unit).is_ok())
                    .collect();
                for (place, one) in onward
                    .iter()
                    .enumerate()
                    .filter(|&(place, _)| !sleeps[place])
                {
                    let mut still: Vec<MoveUnit> = (0..onward.len())
                        .filter(|&other| is_free[place][other] && (sleeps[other] || other < place))
                        .map(|other| onward[other].unit)
                        .collect();
                    still.sort_unstable();
                    let arrived: &mut HashMap<_, BigUint> = &mut following[one.to];
                    let before = arrived.len();
                    *arrived.entry(still).or_default() += &count;
                    ways += arrived.len() - before;
                }
            }
            if ways > MAX_WAYS {
                return;
            }
        }
        self.arrivals = Some(following);
    }

    /// How many have come to the last layer; none where they were too many to tell apart.
    pub(crate) fn count(&self) -> Option<BigUint> {
        Some(
            self.arrivals
                .as_ref()?
                .iter()
                .flat_map(HashMap::values)
                .sum(),
        )
    }
}

/// Whether two moves from one position lead to the same, whichever comes first.
fn is_independent(one: DagEdge, other: DagEdge, next: &[Waypoint]) -> bool {
    let after = |first: DagEdge, then: DagEdge| {
        next.get(first.to)?
            .onward
            .iter()
            .clone()
            .find(|it| it.unit == then.unit)
            .map(|it| it.to)
    };
    one != other && after(one, other).is_some_and(|to| after(other, one) == Some(to))
}

#[cfg(test)]
mod tests {
    use std::{
        collections::{HashMap, HashSet},
        ops::ControlFlow,
    };

    use super::*;
    use crate::{
        cases::stride,
        control::{Outcome, unobserved},
        explore::Options,
        puzzle::{Metric, Puzzle},
    };

    fn solutions(text: &str, metric: Metric) -> ShortestSolutions {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let options = Options::default().with_metric(metric);
        let found = ShortestSolutions::find(&puzzle, &options, &mut unobserved).expect("it fits");
        let Outcome::Found(found) = found else {
            panic!("it can be solved")
        };
        found
    }

    fn distinct(solutions: &mut ShortestSolutions) -> BigUint {
        let mut reorderings = TraceCounter::new();
        let mut monitor = Monitor::unobserved(crate::control::Limits::default());
        let walked = solutions.each_layer(&mut monitor, &mut |layer, next| {
            reorderings.advance(layer, next);
        });
        walked.expect("nothing stops it");
        reorderings.count().expect("they are few")
    }

    /// Solution by solution: two are the same if one position alone is different, with the two
    /// moves about it exchanged, and so are those that are the same as one of them.
    fn distinct_one_by_one(solutions: &mut ShortestSolutions) -> usize {
        let ShortestSolutions { search, ways, .. } = solutions;
        let board = &search.board.clone();
        let mut paths: Vec<Vec<UnpackedState>> = Vec::new();
        search.for_each_path(&**ways, &mut |path| {
            paths.push(path.to_vec());
            ControlFlow::Continue(())
        });
        let places: HashMap<&[UnpackedState], usize> = paths
            .iter()
            .enumerate()
            .map(|(place, path)| (&path[..], place))
            .collect();
        let mut left: HashSet<usize> = (0..paths.len()).collect();
        let mut groups = 0;
        while let Some(&first) = left.iter().next() {
            groups += 1;
            let mut waiting = vec![first];
            while let Some(place) = waiting.pop() {
                if !left.remove(&place) {
                    continue;
                }
                let path = &paths[place];
                for at in 1..path.len() - 1 {
                    let before = &path[at - 1];
                    let after = &path[at + 1];
                    let unit = |from: &UnpackedState, to: &UnpackedState| moved(from, to, board);
                    let moves = [unit(before, &path[at]), unit(&path[at], after)];
                    for other in search.successors(before) {
                        if [unit(&other, after), unit(before, &other)] == moves
                            && search.successors(&other).contains(after)
                        {
                            let mut path = path.clone();
                            path[at] = other;
                            waiting.extend(places.get(&path[..]));
                        }
                    }
                }
            }
        }
        groups
    }

    #[test]
    fn solutions_that_differ_in_independent_move_order_count_once() {
        let card = |number: usize| {
            let cards = include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/puzzles/rush-hour/cards.txt"
            ));
            cards
                .split("\n===\n")
                .nth(number - 1)
                .expect("there are forty")
        };
        let small = "A B .\nC C .\n. . .\n\ngoal:\n. . B\n. . .\nC C .\n";
        let alike = "A A . D\nB C . D\nE E . .\n\ngoal:\n. . . .\n. . . .\n. . A A\n";
        let [one, two, four, nine, eleven] = [1, 2, 4, 9, 11].map(card);
        let texts = [
            small,
            nine,
            alike,
            card(16),
            one,
            card(31),
            four,
            two,
            eleven,
        ];
        for text in texts.into_iter().step_by(stride(2)) {
            for metric in Metric::ALL {
                let mut solutions = solutions(text, metric);
                if solutions.count() < &BigUint::from(2000_u32) {
                    let counted = distinct(&mut solutions);
                    let expected = BigUint::from(distinct_one_by_one(&mut solutions));
                    assert_eq!(counted, expected, "{metric}: {}\n{text}", solutions.count());
                }
            }
        }
        let mut classic = solutions(crate::cases::CLASSIC, Metric::Move);
        assert!(distinct(&mut classic) < BigUint::from(256_u32));
    }
}
