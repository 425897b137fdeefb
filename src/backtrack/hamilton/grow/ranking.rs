//! The order in which the neighbours of the head are tried.

use ahash::RandomState;

use crate::backtrack::hamilton::arcs::Arcs;
use crate::backtrack::hamilton::options::{Order, Ties};
use crate::graph::Vertex;

use super::Trail;

pub(super) struct Ranking<'a> {
    most_first: bool,
    ties: &'a Ties,
    /// Chance, where the ties leave it to chance, or the first attempt got lost.
    chance: Option<RandomState>,
    ranked: Vec<Ranked>,
}

/// What decides, then the place among the neighbours, and the neighbour.
type Ranked = (u32, u64, u32, Vertex);

impl<'a> Ranking<'a> {
    /// Nothing, where the graph's own order stays.
    pub(super) fn new(order: &'a Order) -> Option<Self> {
        let (most_first, ties) = match order {
            Order::Fixed => return None,
            Order::Warnsdorff(ties) => (false, ties),
            Order::Reverse(ties) => (true, ties),
        };
        let mut ranking = Ranking { most_first, ties, chance: None, ranked: Vec::new() };
        ranking.restart(0);
        Some(ranking)
    }

    /// A later attempt breaks ties by chance.
    pub(super) fn restart(&mut self, attempt: u32) {
        self.chance = match (self.ties, attempt) {
            (Ties::Random { seed }, attempt) => Some(chance(*seed, attempt)),
            (_, 0) => None,
            (_, attempt) => Some(chance(0, attempt)),
        };
    }

    pub(super) fn sort(&mut self, choices: &mut [Vertex], arcs: &Arcs<'_>, trail: &Trail) {
        if choices.len() < 2 {
            return;
        }
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        ranked.extend((0..).zip(&*choices).map(|(place, &vertex)| {
            let onward = trail.onward(vertex);
            let moves = if self.most_first { !onward } else { onward };
            (moves, self.tie(vertex, arcs, trail), place, vertex)
        }));
        ranked.sort_unstable();
        for (choice, &(.., vertex)) in choices.iter_mut().zip(&ranked) {
            *choice = vertex;
        }
        self.ranked = ranked;
    }

    fn tie(&self, vertex: Vertex, arcs: &Arcs<'_>, trail: &Trail) -> u64 {
        if let Some(chance) = &self.chance {
            return chance.hash_one(vertex);
        }
        match self.ties {
            Ties::Graph | Ties::Random { .. } => 0,
            Ties::Number => u64::from(vertex),
            Ties::Pohl => {
                let free = arcs.from(vertex).iter().filter(|&&onward| trail.is_free(onward));
                free.map(|&onward| u64::from(trail.onward(onward))).sum()
            }
            Ties::Keyed(keys) => keys.get(vertex as usize).copied().unwrap_or(u64::MAX),
        }
    }
}

/// The same numbers for the same seed and attempt.
fn chance(seed: u64, attempt: u32) -> RandomState {
    RandomState::with_seeds(seed, u64::from(attempt), 0x5eed, 0x71e5)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::graph::Graph;

    /// The order in which the neighbours of a hub come: 1 has one more neighbour, 2 and 3 two,
    /// of which 3's are leaves and 2's are not.
    fn order(order: &Order, attempt: u32) -> [Vertex; 3] {
        let graph = Graph::from_lists([
            &[3, 2, 1][..],
            &[0, 4],
            &[0, 4, 5],
            &[0, 6, 7],
            &[1, 2],
            &[2],
            &[3],
            &[3],
        ]);
        let arcs = Arcs::new(&graph);
        let mut choices = [3, 2, 1];
        let mut ranking = Ranking::new(order).expect("an order that ranks");
        ranking.restart(attempt);
        ranking.sort(&mut choices, &arcs, &Trail::new(&arcs));
        choices
    }

    #[test]
    fn fewest_onward_moves_come_first() {
        assert_eq!(order(&Order::Warnsdorff(Ties::Graph), 0), [1, 3, 2]);
        assert_eq!(order(&Order::Reverse(Ties::Graph), 0), [3, 2, 1]);
    }

    #[test]
    fn ties_are_broken_as_told() {
        assert_eq!(order(&Order::Warnsdorff(Ties::Number), 0), [1, 2, 3]);
        assert_eq!(order(&Order::Warnsdorff(Ties::Pohl), 0), [1, 3, 2]);
        let keys: Arc<[u64]> = [0, 0, 5, 7].into();
        assert_eq!(order(&Order::Warnsdorff(Ties::Keyed(keys)), 0), [1, 2, 3]);
        let keys: Arc<[u64]> = [0, 0, 5].into();
        assert_eq!(order(&Order::Reverse(Ties::Keyed(keys)), 0), [2, 3, 1]);
    }

    #[test]
    fn chance_breaks_ties_alone_and_the_same_for_the_same_seed() {
        let by_chance = |seed| Order::Warnsdorff(Ties::Random { seed });
        let seen: Vec<_> = (0..20).map(|seed| order(&by_chance(seed), 0)).collect();
        assert!(seen.contains(&[1, 2, 3]) && seen.contains(&[1, 3, 2]));
        assert!(seen.iter().all(|choices| choices[0] == 1));
        assert_eq!(order(&by_chance(7), 3), order(&by_chance(7), 3));
        let later: Vec<_> = (1..20).map(|n| order(&Order::default(), n)).collect();
        assert!(later.contains(&[1, 2, 3]) && later.contains(&[1, 3, 2]));
    }
}
