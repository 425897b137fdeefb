//! Edges that are taken or dropped, anywhere, until they are one cycle: as a [`Problem`].
//!
//! Degrees, and cycles that would close too early, decide many edges at once. Where solutions are
//! looked for, a 2-factor that fits the decisions guides the search: it is patched to as few cycles
//! as will go, and the next edge leads out of the smallest. Often it is one cycle at once.

mod blocks;
mod decisions;
mod deduction;
mod network;
mod patch;
mod shared;
mod stops;
mod two_factor;
mod walks;

use ahash::RandomState;

use crate::backtrack::{Problem, Prospect};
use crate::graph::Vertex;

pub(super) use decisions::Fate;
pub(super) use decisions::Mark;
pub(super) use deduction::Deduction;
pub(super) use network::Network;

use super::arcs::Arcs;
use super::options::Prunings;
use super::terms::Itinerary;
use network::Edge;
use patch::Cycles;
use walks::{walks, ways_round};

/// Retreats since the last solution that cost less than looking far.
const PATIENCE: u64 = 16;

/// Edges taken and dropped.
pub(super) struct Edges<'a> {
    route: &'a Itinerary,
    deduction: Deduction,
    quest: Quest,
    marks: Vec<Mark>,
    cycles: Cycles,
    /// Retreats since the last solution.
    retreats: u64,
    state: State,
    attempt: u32,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quest {
    /// One solution: the search is over when it is shown.
    One,
    /// All of them.
    All,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Open,
    Dead,
    /// All edges are decided.
    Decided,
    /// The 2-factor is a solution: these.
    Guessed(Vec<Vec<Vertex>>),
}

/// An edge, and what becomes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    edge: Edge,
    fate: Fate,
}

impl<'a> Edges<'a> {
    /// A search that begins with what follows from the network alone; nothing, where it is plain
    /// that there is no solution. For three vertices or more.
    pub(super) fn new(
        arcs: &Arcs<'_>,
        route: &'a Itinerary,
        prunings: Prunings,
        quest: Quest,
    ) -> Option<Self> {
        let network = Network::new(arcs, route)?;
        let mut edges = Edges {
            route,
            deduction: Deduction::new(network, route, prunings),
            quest,
            marks: Vec::new(),
            cycles: Cycles::default(),
            retreats: PATIENCE,
            state: State::Open,
            attempt: 0,
        };
        edges.state = edges.look(Prospect::Open);
        (edges.state != State::Dead).then_some(edges)
    }

    /// The solutions that the edges stand for, each from start to end: one, or one for each way
    /// round.
    pub(super) fn solutions(&self) -> Vec<Vec<Vertex>> {
        if let State::Guessed(walks) = &self.state {
            return walks.clone();
        }
        let decisions = self.deduction.decisions();
        walks(self.deduction.network(), self.route, |edge| decisions.fate(edge) == Fate::Taken)
    }

    /// How many [`solutions`](Self::solutions) there are each time.
    pub(super) fn ways_round(&self) -> u64 {
        ways_round(self.deduction.network(), self.route)
    }

    /// Looks around after a choice, far where that is worth it.
    fn look(&mut self, near: Prospect) -> State {
        if near == Prospect::Dead {
            return State::Dead;
        }
        let looks_far = self.quest == Quest::One || self.retreats >= PATIENCE;
        if looks_far && !self.deduction.decisions().is_complete() {
            if self.deduction.look_far() == Prospect::Dead {
                return State::Dead;
            }
            if self.quest == Quest::One
                && let Some(walks) = self.guess()
            {
                return State::Guessed(walks);
            }
        }
        if self.deduction.decisions().is_complete() {
            self.retreats = 0;
            return State::Decided;
        }
        State::Open
    }

    /// The patched 2-factor, where it is a solution.
    fn guess(&mut self) -> Option<Vec<Vec<Vertex>>> {
        let (network, decisions, factor) = self.deduction.factor()?;
        self.cycles.patch(network, decisions, factor);
        if self.cycles.count() > 1 {
            return None;
        }
        let walks = walks(network, self.route, |edge| factor.uses(edge));
        (!walks.is_empty()).then_some(walks)
    }

    /// The edge to be decided next.
    fn most_urgent(&self) -> Option<Edge> {
        let (network, decisions) = (self.deduction.network(), self.deduction.decisions());
        if self.quest == Quest::One && self.cycles.count() > 1 {
            let way_out = self.cycles.way_out(network, decisions, |edge| self.chance(edge));
            if way_out.is_some() {
                return way_out;
            }
        }
        let undecided = network.nodes().filter(|&node| decisions.open(node) > 0);
        let node = undecided.min_by_key(|&node| decisions.open(node))?;
        let mut spokes = network.spokes(node).iter();
        spokes.find(|spoke| decisions.is_open(spoke.edge)).map(|spoke| spoke.edge)
    }

    /// What breaks ties, for each attempt another; nothing in the first.
    fn chance(&self, edge: Edge) -> u64 {
        match self.attempt {
            0 => 0,
            attempt => RandomState::with_seeds(u64::from(attempt), 0, 0, 0).hash_one(edge),
        }
    }
}

impl Problem for Edges<'_> {
    type Choice = Choice;

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        if self.state == State::Open {
            let fates = [Fate::Taken, Fate::Dropped];
            let edge = self.most_urgent();
            choices.extend(edge.iter().flat_map(|&edge| fates.map(|fate| Choice { edge, fate })));
        }
    }

    fn apply(&mut self, choice: Choice) -> Prospect {
        self.marks.push(self.deduction.mark());
        let near = self.deduction.decide(choice.edge, choice.fate);
        self.state = self.look(near);
        if self.state == State::Dead { Prospect::Dead } else { Prospect::Open }
    }

    fn undo(&mut self, _: Choice) {
        self.retreats += 1;
        self.state = State::Open;
        if let Some(mark) = self.marks.pop() {
            self.deduction.retract(mark);
        }
    }

    fn is_complete(&self) -> bool {
        matches!(self.state, State::Decided | State::Guessed(_))
    }

    fn restart(&mut self, attempt: u32) {
        self.attempt = attempt;
    }

    fn work(&self) -> u64 {
        self.deduction.work()
    }

    fn bytes(&self) -> usize {
        self.deduction.bytes()
    }
}
