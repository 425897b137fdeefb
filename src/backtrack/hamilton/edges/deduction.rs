//! What follows from edges that are taken or dropped, near and far.

use crate::backtrack::Prospect;
use crate::backtrack::hamilton::options::{Pruning, Prunings};
use crate::backtrack::hamilton::terms::Itinerary;

use super::blocks::Blocks;
use super::decisions::{Decisions, Fate, Mark};
use super::network::{Edge, Network};
use super::shared::Shared;
use super::stops::StopOrder;
use super::two_factor::TwoFactor;

/// The decisions on the edges of a network, with all that follows from them.
#[derive(Debug)]
pub(in crate::backtrack::hamilton) struct Deduction {
    network: Network,
    decisions: Decisions,
    blocks: Option<Blocks>,
    factors: Option<Factors>,
    /// What follows where nothing is decided.
    first: Prospect,
    work: u64,
}

#[derive(Debug)]
struct Factors {
    factor: TwoFactor,
    shared: Shared,
}

/// Looking far costs about as much as one cheap choice for so many nodes of the network.
const NODES_A_UNIT: u64 = 4;

impl Deduction {
    /// What follows where nothing is decided yet, near.
    pub(in crate::backtrack::hamilton) fn new(
        network: Network,
        route: &Itinerary,
        prunings: Prunings,
    ) -> Self {
        let mut decisions = Decisions::new(&network, StopOrder::new(&network, route));
        let first = decisions.begin(&network);
        let factor = TwoFactor::new(&network);
        let factors = Factors { factor, shared: Shared::default() };
        Deduction {
            network,
            decisions,
            blocks: prunings.has(Pruning::Blocks).then(Blocks::default),
            factors: prunings.has(Pruning::TwoFactor).then_some(factors),
            first,
            work: 0,
        }
    }

    pub(in crate::backtrack::hamilton) fn network(&self) -> &Network {
        &self.network
    }

    pub(super) fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// The network and its decisions, with a 2-factor that fits them, after
    /// [`look_far`](Self::look_far).
    pub(super) fn factor(&mut self) -> Option<(&Network, &Decisions, &mut TwoFactor)> {
        let factors = self.factors.as_mut()?;
        Some((&self.network, &self.decisions, &mut factors.factor))
    }

    pub(in crate::backtrack::hamilton) fn mark(&self) -> Mark {
        self.decisions.mark()
    }

    /// Takes back what was decided since a mark.
    pub(in crate::backtrack::hamilton) fn retract(&mut self, mark: Mark) {
        self.decisions.retract(&self.network, mark);
    }

    /// Decides an edge, and what follows near it: at its ends, and at the ends of the chain that
    /// it closes.
    #[inline]
    pub(in crate::backtrack::hamilton) fn decide(&mut self, edge: Edge, fate: Fate) -> Prospect {
        if self.first == Prospect::Dead {
            return Prospect::Dead;
        }
        self.decisions.intend(edge, fate);
        self.decisions.settle(&self.network)
    }

    /// Decides what follows from the network as a whole, until nothing more does.
    pub(in crate::backtrack::hamilton) fn look_far(&mut self) -> Prospect {
        if self.first == Prospect::Dead {
            return Prospect::Dead;
        }
        loop {
            self.work += self.network.size() as u64 / NODES_A_UNIT;
            if let Some(blocks) = &mut self.blocks
                && blocks.judge(&self.network, &mut self.decisions) == Prospect::Dead
            {
                return Prospect::Dead;
            }
            if !self.decisions.are_pending()
                && let Some(Factors { factor, shared }) = &mut self.factors
            {
                if factor.repair(&self.network, &self.decisions) == Prospect::Dead {
                    return Prospect::Dead;
                }
                shared.intend(&self.network, factor, &mut self.decisions);
            }
            if !self.decisions.are_pending() {
                return Prospect::Open;
            }
            if self.decisions.settle(&self.network) == Prospect::Dead {
                return Prospect::Dead;
            }
        }
    }

    /// The work done in looking far, in units of about a cheap choice.
    pub(in crate::backtrack::hamilton) fn work(&self) -> u64 {
        self.work
    }

    pub(in crate::backtrack::hamilton) fn bytes(&self) -> usize {
        let factors = self.factors.as_ref();
        self.network.bytes()
            + self.decisions.bytes()
            + self.blocks.as_ref().map_or(0, Blocks::bytes)
            + factors.map_or(0, |factors| factors.factor.bytes() + factors.shared.bytes())
    }
}
