//! Path extension as a [`Problem`]: the state of the path, the order of the neighbours, and Rubin's
//! tests of degrees (A search procedure for Hamilton paths and circuits, 1974).

use ahash::RandomState;

use super::{
    Arcs,
    edges::{EdgeState, Network, Propagator, TrailMark},
    options::{Pruning, PruningSet, ResolvedConstraints, TieBreak, VertexOrder},
};
use crate::{
    backtrack::{Feasibility, Problem},
    graph::{Shape, Vertex, breadth_first},
};

/// A path, and the unvisited vertices.
pub struct PathExtension<'a> {
    arcs: &'a Arcs<'a>,
    route: &'a ResolvedConstraints,
    prunings: PruningSet,
    order_of_neighbours: Option<NeighbourOrder<'a>>,
    state: PathState,
    degrees: Option<DegreePruning>,
    checks: Option<GlobalChecks<'a>>,
    /// The steps of waypoints, and the distance to each from all vertices.
    due: Vec<(usize, Vec<Option<u32>>)>,
    /// The number of stops visited.
    stops_visited: u32,
}

impl<'a> PathExtension<'a> {
    /// Makes an empty path.
    pub fn new(
        arcs: &'a Arcs<'a>,
        route: &'a ResolvedConstraints,
        order: &'a VertexOrder,
        prunings: PruningSet,
    ) -> Self {
        let backward = arcs.incoming.as_ref().unwrap_or(&arcs.onward);
        let due = |&(step, stop)| (step, breadth_first(backward, stop).distances);
        PathExtension {
            arcs,
            route,
            prunings,
            order_of_neighbours: NeighbourOrder::new(order),
            degrees: prunings
                .has(Pruning::Degrees)
                .then(|| DegreePruning::new(arcs, route)),
            checks: GlobalChecks::new(arcs, route, prunings),
            due: route.steps.iter().map(due).collect(),
            state: PathState::new(arcs),
            stops_visited: 0,
        }
    }

    /// Returns the vertices of the path, from its start.
    pub fn vertices(&self) -> &[Vertex] {
        &self.state.path
    }

    fn first_choices(&mut self, choices: &mut Vec<Vertex>) {
        let may_begin = |vertex: &Vertex| self.is_its_turn(*vertex);
        match (self.route.shape, self.route.start, self.route.end) {
            (_, Some(start), _) => choices.extend(Some(start).filter(may_begin)),
            (Shape::Cycle, None, Some(end)) => {
                choices.extend(self.arcs.from(end).iter().copied().filter(may_begin));
            }
            (_, None, _) => choices.extend(self.arcs.all().filter(may_begin)),
        }
        if let Some(order) = &mut self.order_of_neighbours
            && order.weight == OnwardWeight::None
        {
            order.sort(choices, self.arcs, &self.state);
        }
    }

    /// Returns whether the constraints permit a vertex now.
    fn is_its_turn(&self, vertex: Vertex) -> bool {
        if self.route.end == Some(vertex) && self.state.left() > 1 {
            return false;
        }
        let place = self.route.place(vertex);
        place.is_none_or(|place| place == self.stops_visited + 1) && self.is_timely(vertex)
    }

    /// Returns whether a vertex is the waypoint that is due, or leads to the next one in time.
    fn is_timely(&self, vertex: Vertex) -> bool {
        let step = self.state.path.len() + 1;
        let next = self.due.partition_point(|(due, _)| *due < step);
        self.due.get(next).is_none_or(|(due, distances)| {
            distances[vertex as usize].is_some_and(|distance| {
                (distance == 0) == (*due == step) && step + distance as usize <= *due
            })
        })
    }

    /// Returns whether a neighbour of the last vertex without an onward move prunes the path.
    fn looks_ahead(&self) -> bool {
        self.prunings.has(Pruning::LookAhead) && self.arcs.are_undirected() && self.state.left() > 1
    }
}

impl Problem for PathExtension<'_> {
    type Choice = Vertex;

    fn choices(&mut self, choices: &mut Vec<Vertex>) {
        let Some(&head) = self.state.path.last() else {
            self.first_choices(choices);
            return;
        };
        let begin = choices.len();
        let mut fewest = u32::MAX;
        for &vertex in self
            .arcs
            .from(head)
            .iter()
            .filter(|&&vertex| self.state.is_free(vertex))
        {
            fewest = fewest.min(self.state.onward(vertex));
            choices.push(vertex);
        }
        if fewest == 0 && self.looks_ahead() {
            choices.truncate(begin);
            return;
        }
        if let Some(degrees) = &self.degrees
            && fewest < 2
        {
            degrees.keep_allowed(choices, begin, &self.state);
        }
        if !self.route.stops.is_empty() {
            keep(choices, begin, |vertex| self.is_its_turn(vertex));
        }
        if let Some(order_of_neighbours) = &mut self.order_of_neighbours {
            order_of_neighbours.sort(&mut choices[begin..], self.arcs, &self.state);
        }
    }

    fn apply(&mut self, choice: Vertex) -> Feasibility {
        let closes_here = self.state.path.is_empty() && self.route.shape == Shape::Cycle;
        self.state.is_visited[choice as usize] = true;
        self.state.path.push(choice);
        self.stops_visited += u32::from(self.route.place(choice).is_some());
        if !closes_here {
            for &source in self.arcs.to(choice) {
                self.state.onward[source as usize] -= 1;
            }
        }
        if let Some(degrees) = &mut self.degrees
            && degrees.enter(self.arcs, &self.state) == Feasibility::Impossible
        {
            return Feasibility::Impossible;
        }
        match &mut self.checks {
            Some(checks) => checks.judge(&self.state.path),
            None => Feasibility::Possible,
        }
    }

    fn undo(&mut self, choice: Vertex) {
        if let Some(degrees) = &mut self.degrees {
            degrees.leave(self.arcs, &self.state);
        }
        if let Some(checks) = &mut self.checks {
            checks.undo(&self.state.path);
        }
        self.stops_visited -= u32::from(self.route.place(choice).is_some());
        self.state.path.pop();
        self.state.is_visited[choice as usize] = false;
        let closes_here = self.state.path.is_empty() && self.route.shape == Shape::Cycle;
        if !closes_here {
            for &source in self.arcs.to(choice) {
                self.state.onward[source as usize] += 1;
            }
        }
    }

    fn is_complete(&self) -> bool {
        let (Some(&first), Some(&last)) = (self.state.path.first(), self.state.path.last()) else {
            return false;
        };
        self.state.left() == 0
            && self.route.end.is_none_or(|end| end == last)
            && (self.route.shape == Shape::Path || self.arcs.have(last, first))
    }

    fn restart(&mut self, attempt: u32) {
        if let Some(order_of_neighbours) = &mut self.order_of_neighbours {
            order_of_neighbours.restart(attempt);
        }
    }

    fn work(&self) -> u64 {
        self.checks
            .as_ref()
            .and_then(GlobalChecks::deduction)
            .map_or(0, |it| it.work)
    }

    fn bytes(&self) -> usize {
        let deduction = self.checks.as_ref().and_then(GlobalChecks::deduction);
        self.arcs.bytes() + self.state.bytes() + deduction.map_or(0, Propagator::bytes)
    }
}

/// Backtracks without a solution before the expensive checks begin.
const BACKTRACKS_BEFORE: u64 = 64;

/// Maximum length of a path with global checks, which take quadratic time.
const LONGEST: usize = 1024;

/// The expensive checks, by propagation from the edges of the path, after many backtracks.
struct GlobalChecks<'a> {
    arcs: &'a Arcs<'a>,
    route: &'a ResolvedConstraints,
    prunings: PruningSet,
    /// Backtracks since the last solution.
    backtracks: u64,
    knowledge: CheckState,
}

enum CheckState {
    NotComputed,
    /// No solution exists.
    Impossible,
    /// The consequences of as many vertices of the path as there are marks.
    Follows {
        deduction: Box<Propagator>,
        marks: Vec<TrailMark>,
    },
}

impl<'a> GlobalChecks<'a> {
    /// `None` without expensive checks, or if they are not worthwhile.
    fn new(
        arcs: &'a Arcs<'a>,
        route: &'a ResolvedConstraints,
        prunings: PruningSet,
    ) -> Option<Self> {
        let is_wanted = prunings.has(Pruning::Blocks) || prunings.has(Pruning::TwoFactor);
        (is_wanted && (3..=LONGEST).contains(&arcs.vertices())).then_some(GlobalChecks {
            arcs,
            route,
            prunings,
            backtracks: 0,
            knowledge: CheckState::NotComputed,
        })
    }

    /// Judges a path after its extension.
    #[inline]
    fn judge(&mut self, path: &[Vertex]) -> Feasibility {
        if path.len() == self.arcs.vertices() {
            self.backtracks = 0;
        }
        if self.backtracks < BACKTRACKS_BEFORE {
            Feasibility::Possible
        } else {
            self.check(path)
        }
    }

    fn check(&mut self, path: &[Vertex]) -> Feasibility {
        if matches!(self.knowledge, CheckState::NotComputed) {
            self.knowledge = match Network::new(self.arcs, self.route) {
                Some(network) => CheckState::Follows {
                    deduction: Box::new(Propagator::new(network, self.route, self.prunings)),
                    marks: Vec::new(),
                },
                None => CheckState::Impossible,
            };
        }
        let CheckState::Follows { deduction, marks } = &mut self.knowledge else {
            return Feasibility::Impossible;
        };
        while marks.len() < path.len() {
            let mark = deduction.mark();
            let next = path[marks.len()];
            let network = &deduction.network;
            let edge = match marks.len() {
                0 => network.beginning(next),
                behind => network.step(path[behind - 1], next),
            };
            let feasibility = edge.map(|edge| deduction.decide(edge, EdgeState::Taken));
            if feasibility == Some(Feasibility::Impossible) {
                deduction.retract(mark);
                return Feasibility::Impossible;
            }
            marks.push(mark);
        }
        deduction.propagate_globally()
    }

    /// Undoes the last vertex, before the path does.
    fn undo(&mut self, path: &[Vertex]) {
        self.backtracks += 1;
        if let CheckState::Follows { deduction, marks } = &mut self.knowledge
            && marks.len() == path.len()
            && let Some(mark) = marks.pop()
        {
            deduction.retract(mark);
        }
    }

    fn deduction(&self) -> Option<&Propagator> {
        match &self.knowledge {
            CheckState::Follows { deduction, .. } => Some(deduction),
            _ => None,
        }
    }
}

/// The marks of a path.
struct PathState {
    is_visited: Vec<bool>,
    path: Vec<Vertex>,
    /// The number of unvisited neighbours of each vertex. The first vertex of a cycle never counts
    /// as visited, because the last must lead there.
    onward: Vec<u32>,
}

impl PathState {
    fn new(arcs: &Arcs<'_>) -> Self {
        PathState {
            is_visited: vec![false; arcs.vertices()],
            path: Vec::with_capacity(arcs.vertices()),
            onward: arcs
                .all()
                .map(|vertex| u32::try_from(arcs.from(vertex).len()).expect("fewer than 2^32 arcs"))
                .collect(),
        }
    }

    fn bytes(&self) -> usize {
        self.is_visited.len() + (self.path.capacity() + self.onward.len()) * size_of::<Vertex>()
    }

    fn left(&self) -> usize {
        self.is_visited.len() - self.path.len()
    }

    #[inline]
    fn is_free(&self, vertex: Vertex) -> bool {
        !self.is_visited[vertex as usize]
    }

    #[inline]
    fn onward(&self, vertex: Vertex) -> u32 {
        self.onward[vertex as usize]
    }
}

struct NeighbourOrder<'a> {
    weight: OnwardWeight,
    ties: &'a TieBreak,
    /// The random order of ties, if the order asks for one, or after a restart.
    chance: Option<RandomState>,
    ranked: Vec<RankedNeighbour>,
}

/// How an order weighs the onward moves of a neighbour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnwardWeight {
    FewestFirst,
    MostFirst,
    None,
}

/// The keys, the position among the neighbours, and the neighbour.
type RankedNeighbour = (u32, u64, u32, Vertex);

impl<'a> NeighbourOrder<'a> {
    /// `None` for the order of the graph.
    fn new(order: &'a VertexOrder) -> Option<Self> {
        let (weight, ties) = match order {
            VertexOrder::Fixed => return None,
            VertexOrder::Warnsdorff(ties) => (OnwardWeight::FewestFirst, ties),
            VertexOrder::Reverse(ties) => (OnwardWeight::MostFirst, ties),
            VertexOrder::Ranked(ties) => (OnwardWeight::None, ties),
        };
        let mut order_of_neighbours = NeighbourOrder {
            weight,
            ties,
            chance: None,
            ranked: Vec::new(),
        };
        order_of_neighbours.restart(0);
        Some(order_of_neighbours)
    }

    /// Begins an attempt. After the first, ties are random.
    fn restart(&mut self, attempt: u32) {
        self.chance = match (self.ties, attempt) {
            (TieBreak::Random { seed }, attempt) => Some(chance(*seed, attempt)),
            (_, 0) => None,
            (_, attempt) => Some(chance(0, attempt)),
        };
    }

    fn sort(&mut self, choices: &mut [Vertex], arcs: &Arcs<'_>, state: &PathState) {
        if choices.len() < 2 {
            return;
        }
        let weight = self.weight;
        let moves = |vertex: Vertex| match weight {
            OnwardWeight::FewestFirst => state.onward(vertex),
            OnwardWeight::MostFirst => !state.onward(vertex),
            OnwardWeight::None => 0,
        };
        if self.chance.is_none() && *self.ties == TieBreak::Graph {
            choices.sort_by_key(|&vertex| moves(vertex));
            return;
        }
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        ranked.extend(
            (0..).zip(&*choices).map(|(place, &vertex)| {
                (moves(vertex), self.tie(vertex, arcs, state), place, vertex)
            }),
        );
        ranked.sort_unstable();
        for (choice, &(.., vertex)) in choices.iter_mut().zip(&ranked) {
            *choice = vertex;
        }
        self.ranked = ranked;
    }

    fn tie(&self, vertex: Vertex, arcs: &Arcs<'_>, state: &PathState) -> u64 {
        if let Some(chance) = &self.chance {
            return chance.hash_one(vertex);
        }
        match self.ties {
            TieBreak::Graph | TieBreak::Random { .. } => 0,
            TieBreak::Number => u64::from(vertex),
            TieBreak::Pohl => arcs
                .from(vertex)
                .iter()
                .filter(|&&onward| state.is_free(onward))
                .map(|&onward| u64::from(state.onward(onward)))
                .sum(),
            TieBreak::Keyed(keys) => keys.get(vertex as usize).copied().unwrap_or(u64::MAX),
        }
    }
}

/// Returns a hash function for a seed and an attempt.
fn chance(seed: u64, attempt: u32) -> RandomState {
    RandomState::with_seeds(seed, u64::from(attempt), 0x5eed, 0x71e5)
}

/// The degrees of the unvisited vertices, for Rubin's tests.
struct DegreePruning {
    shape: Shape,
    /// The given end of a path.
    end: Option<Vertex>,
    /// The number of other vertices that may be ends.
    most_ends: u32,
    /// The number of other vertices that must be ends, after each step.
    ends: Vec<u32>,
    sense: Sense,
}

enum Sense {
    Undirected {
        /// The vertices with at most one neighbour.
        leaves: Vec<Vertex>,
    },
    Directed {
        /// For each vertex, the number of arcs to it from vertices not passed.
        entries: Vec<u32>,
        /// The vertices without arcs to them.
        sources: Vec<Vertex>,
        /// The vertices without arcs from them.
        sinks: Vec<Vertex>,
    },
}

impl DegreePruning {
    fn new(arcs: &Arcs<'_>, route: &ResolvedConstraints) -> Self {
        let sense = if arcs.are_undirected() {
            Sense::Undirected {
                leaves: arcs.all().filter(|&v| arcs.from(v).len() < 2).collect(),
            }
        } else {
            let entries = |v| u32::try_from(arcs.to(v).len()).expect("fewer than 2^32 arcs");
            Sense::Directed {
                entries: arcs.all().map(entries).collect(),
                sources: arcs.all().filter(|&v| arcs.to(v).is_empty()).collect(),
                sinks: arcs.all().filter(|&v| arcs.from(v).is_empty()).collect(),
            }
        };
        let end = route.end.filter(|_| route.shape == Shape::Path);
        let ends_anywhere = route.shape == Shape::Path && end.is_none();
        DegreePruning {
            shape: route.shape,
            end,
            most_ends: u32::from(ends_anywhere),
            ends: Vec::with_capacity(arcs.vertices()),
            sense,
        }
    }

    /// Updates the degrees after a step.
    fn enter(&mut self, arcs: &Arcs<'_>, state: &PathState) -> Feasibility {
        let (&head, passed) = state.path.split_last().expect("a vertex was entered");
        let before = self.ends.last().copied().unwrap_or(0);
        let mut tally = ForcedVertices {
            end: self.end,
            ends: before,
            is_dead: false,
        };
        match &mut self.sense {
            Sense::Undirected { leaves } => {
                // In a cycle the first vertex stays open.
                let head_is_open = !passed.is_empty() || self.shape == Shape::Path;
                let losing = passed
                    .last()
                    .map_or(leaves.as_slice(), |&left| arcs.from(left));
                for &vertex in losing.iter().filter(|&&vertex| state.is_free(vertex)) {
                    let mut ways = state.onward(vertex);
                    if ways < 2 && head_is_open && arcs.have(vertex, head) {
                        ways += 1;
                    }
                    tally.note(vertex, ways);
                }
            }
            Sense::Directed {
                entries,
                sources,
                sinks,
            } => {
                let returns_to = state.path.first().filter(|_| self.shape == Shape::Cycle);
                for &vertex in passed.last().map_or(&[][..], |&left| arcs.from(left)) {
                    let entries = &mut entries[vertex as usize];
                    *entries -= 1;
                    let is_to_come = state.is_free(vertex) || returns_to == Some(&vertex);
                    tally.is_dead |= *entries == 0 && is_to_come;
                }
                let losing = arcs
                    .to(head)
                    .iter()
                    .filter(|&&vertex| state.onward(vertex) == 0);
                for &vertex in losing.filter(|&&vertex| state.is_free(vertex)) {
                    tally.note(vertex, 1);
                }
                if passed.is_empty() {
                    tally.is_dead |= sources.iter().any(|&vertex| state.is_free(vertex));
                    for &vertex in sinks.iter().filter(|&&vertex| state.is_free(vertex)) {
                        tally.note(vertex, 1);
                    }
                }
            }
        }
        self.ends.push(tally.ends);
        if tally.is_dead || tally.ends > self.most_ends {
            Feasibility::Impossible
        } else {
            Feasibility::Possible
        }
    }

    /// Undoes the last step, before the path does.
    fn leave(&mut self, arcs: &Arcs<'_>, state: &PathState) {
        self.ends.pop();
        if let (Sense::Directed { entries, .. }, [.., left, _]) = (&mut self.sense, &state.path[..])
        {
            for &vertex in arcs.from(*left) {
                entries[vertex as usize] += 1;
            }
        }
    }

    /// Keeps the choices from `begin` on that may come next: a vertex with a single onward move
    /// must, unless it is the end.
    fn keep_allowed(&self, choices: &mut Vec<Vertex>, begin: usize, state: &PathState) {
        let is_last = state.left() < 2 && self.shape == Shape::Path;
        if is_last || matches!(self.sense, Sense::Directed { .. }) {
            return;
        }
        let is_urgent = |vertex| state.onward(vertex) == 1 && self.end != Some(vertex);
        let mut urgent = 0;
        let mut is_stuck = false;
        for &vertex in &choices[begin..] {
            urgent += u32::from(is_urgent(vertex));
            is_stuck |= state.onward(vertex) == 0;
        }
        let may_wait = self.most_ends - self.ends.last().copied().unwrap_or(0);
        keep(choices, begin, |vertex| {
            !is_stuck && urgent - u32::from(is_urgent(vertex)) <= may_wait
        });
    }
}

/// The vertices with a single arc left, and whether one has none.
struct ForcedVertices {
    end: Option<Vertex>,
    ends: u32,
    is_dead: bool,
}

impl ForcedVertices {
    #[inline]
    fn note(&mut self, vertex: Vertex, ways: u32) {
        match ways {
            0 => self.is_dead = true,
            1 => self.ends += u32::from(self.end != Some(vertex)),
            _ => {}
        }
    }
}

/// Keeps the permitted choices from `begin` on.
fn keep(choices: &mut Vec<Vertex>, begin: usize, is_allowed: impl Fn(Vertex) -> bool) {
    let mut kept = begin;
    for place in begin..choices.len() {
        let vertex = choices[place];
        if is_allowed(vertex) {
            choices[kept] = vertex;
            kept += 1;
        }
    }
    choices.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use std::sync::Arc;

    /// Returns the order of the neighbours of a hub. Besides the hub, 1 has one neighbour, 2 and 3
    /// have two. Those of 3 are leaves, those of 2 are not.
    fn order(order: &VertexOrder, attempt: u32) -> [Vertex; 3] {
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
        let mut order_of_neighbours = NeighbourOrder::new(order).expect("an order that ranks");
        order_of_neighbours.restart(attempt);
        order_of_neighbours.sort(&mut choices, &arcs, &PathState::new(&arcs));
        choices
    }

    #[test]
    fn warnsdorffs_rule_tries_vertices_with_fewest_onward_moves_first() {
        assert_eq!(
            order(&VertexOrder::Warnsdorff(TieBreak::Graph), 0),
            [1, 3, 2]
        );
        assert_eq!(order(&VertexOrder::Reverse(TieBreak::Graph), 0), [3, 2, 1]);
    }

    #[test]
    fn each_tie_break_has_its_order() {
        assert_eq!(
            order(&VertexOrder::Warnsdorff(TieBreak::Number), 0),
            [1, 2, 3]
        );
        assert_eq!(
            order(&VertexOrder::Warnsdorff(TieBreak::Pohl), 0),
            [1, 3, 2]
        );
        let keys: Arc<[u64]> = [0, 0, 5, 7].into();
        assert_eq!(
            order(&VertexOrder::Warnsdorff(TieBreak::Keyed(keys)), 0),
            [1, 2, 3]
        );
        let keys: Arc<[u64]> = [0, 0, 5].into();
        assert_eq!(
            order(&VertexOrder::Reverse(TieBreak::Keyed(keys)), 0),
            [2, 3, 1]
        );
    }

    #[test]
    fn a_random_order_affects_ties_only_and_depends_on_the_seed() {
        let by_chance = |seed| VertexOrder::Warnsdorff(TieBreak::Random { seed });
        let seen: Vec<_> = (0..20).map(|seed| order(&by_chance(seed), 0)).collect();
        assert!(seen.contains(&[1, 2, 3]) && seen.contains(&[1, 3, 2]));
        assert!(seen.iter().all(|choices| choices[0] == 1));
        assert_eq!(order(&by_chance(7), 3), order(&by_chance(7), 3));
        let later: Vec<_> = (1..20).map(|n| order(&VertexOrder::default(), n)).collect();
        assert!(later.contains(&[1, 2, 3]) && later.contains(&[1, 3, 2]));
    }
}
