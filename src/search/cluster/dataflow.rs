//! What goes between workers, on timely dataflow: orders from worker 0 to all, answers back to it,
//! and candidates for the next layer, each to the worker that owns it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::mem::take;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange as ByOwner;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::vec::Broadcast;
use timely::dataflow::operators::{Exchange, Input, Inspect, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::links::ControlLinks;
use super::shards::{PartRecord, ShardRecords, owner_of};
use crate::search::layered::passes::RunWriter;
use crate::search::layered::sorted::{RankedClass, damaged};
use crate::search::layers::Layer;
use crate::search::space::StateWords;

/// Candidates that a worker sends before it looks whether the others have taken in what it sent
/// before: some milliseconds of work, and a megabyte or two on the way to each worker.
const SLICE: usize = 1 << 17;

/// How long a worker sleeps if nothing wakes it.
const NAP: Duration = Duration::from_millis(5);

/// What all workers are to do.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(super) struct WorkerRequest {
    /// Counts from 1.
    pub(super) number: u64,
    /// The layers that there are; of what lies beyond nothing counts.
    pub(super) layers: u64,
    pub(super) command: WorkerCommand,
}

/// What there is to do.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(super) enum WorkerCommand {
    /// Begin a sweep from these ranks; from the goals of the last sweep where there are none.
    Begin { sweep: u32, ranks: Option<Vec<u64>> },
    /// Find the next layer.
    Advance,
    /// Tell the least states of the last layer, no more than so many, and only goals if that is
    /// said.
    LastLayer { only_goals: bool, most: u64 },
    /// Tell in which layer a rank lies.
    DepthOf(u64),
    /// Tell the least of these ranks that a layer has.
    FirstOf { depth: u64, ranks: Vec<u64> },
    /// Tell which of these parts lie in the folder of the process.
    WhatIsHere { sweep: u32, records: ShardRecords },
    /// Take these parts up, each of the worker that has this number.
    TakeUp { sweep: u32, parts: Vec<Vec<(PartRecord, u64)>> },
    /// Deal a layer out anew, each rank to its owner.
    Deal { depth: u64 },
    /// There is nothing more to do.
    End,
}

/// What a worker has to tell of an order.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(super) enum WorkerResponse {
    /// Its part of a layer, and what that took.
    Part(Box<LayerPartReport>),
    /// States.
    States(Vec<StateWords>),
    /// A number, if there is one.
    Number(Option<u64>),
    /// Which of the parts are here: layer and place.
    Here(Vec<(u64, u64)>),
    /// Nothing but that it is done.
    Done,
}

/// A worker's part of a layer.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(super) struct LayerPartReport {
    /// Classes, states, and those of them that are goals.
    pub(super) counts: [u64; 4],
    pub(super) record: PartRecord,
    /// The most memory that the worker has taken.
    pub(super) memory: u64,
    /// Bytes of all its files.
    pub(super) disk: u64,
    /// How many states have so many moves, of those that its process has expanded; told by one
    /// worker of each process but process 0.
    pub(super) degrees: Vec<u64>,
    /// Candidates that it has sent and received.
    pub(super) traffic: Traffic,
}

/// The candidates that went between workers: how many, and the sum of their words.
#[derive(Clone, Copy, Default, Serialize, Deserialize, Debug)]
pub(super) struct Traffic {
    sent: (u64, u64),
    received: (u64, u64),
}

impl Traffic {
    fn count(end: &mut (u64, u64), words: &[u64]) {
        end.0 += words.len() as u64;
        end.1 = words.iter().fold(end.1, |sum, &word| sum.wrapping_add(word));
    }

    pub(super) const fn add(&mut self, other: &Traffic) {
        self.sent.0 += other.sent.0;
        self.sent.1 = self.sent.1.wrapping_add(other.sent.1);
        self.received.0 += other.received.0;
        self.received.1 = self.received.1.wrapping_add(other.received.1);
    }

    /// Whether the candidates that all workers have received are those that all have sent.
    pub(super) fn is_balanced(&self) -> bool {
        self.sent == self.received
    }
}

impl LayerPartReport {
    pub(super) const fn counts_of(layer: &Layer) -> [u64; 4] {
        [layer.classes, layer.states, layer.goal_classes, layer.goal_states]
    }

    pub(super) const fn layer(&self) -> Layer {
        let [classes, states, goal_classes, goal_states] = self.counts;
        Layer { classes, states, goal_classes, goal_states }
    }
}

/// Worker 0's connection with the engine: orders come from there, and the answers of all go there.
pub(super) struct EngineChannel {
    pub(super) orders: Receiver<WorkerRequest>,
    pub(super) answers: Sender<Vec<WorkerResponse>>,
}

/// Batches of what has arrived.
type Inbox<T> = Rc<RefCell<VecDeque<T>>>;

/// Fills a batch of candidates; whether there may be more.
pub(super) type BatchSource<'a> = &'a mut dyn FnMut(&mut Vec<u64>) -> io::Result<bool>;

/// A worker's ends of what goes between workers.
pub(super) struct DataflowHandles {
    candidates: InputHandle<u64, CapacityContainerBuilder<Vec<u64>>>,
    /// How far all candidates have arrived.
    arrived: ProbeHandle<u64>,
    received: Inbox<Vec<u64>>,
    orders_out: InputHandle<u64, CapacityContainerBuilder<Vec<WorkerRequest>>>,
    orders: Inbox<WorkerRequest>,
    answers_out: InputHandle<u64, CapacityContainerBuilder<Vec<(u64, WorkerResponse)>>>,
    answers: Inbox<(u64, WorkerResponse)>,
    channel: Option<EngineChannel>,
    links: Arc<ControlLinks>,
    index: u64,
    workers: usize,
    /// The number of ranks.
    ranks: u64,
    /// In the last round.
    traffic: Traffic,
}

/// Has what an input was given go on its way: an exchange holds back what comes to it until its
/// time is over.
fn send_now<T: Clone + 'static>(input: &mut InputHandle<u64, CapacityContainerBuilder<Vec<T>>>) {
    let next = *input.time() + 1;
    input.advance_to(next);
}

impl DataflowHandles {
    pub(super) fn new(
        worker: &mut Worker,
        channel: Option<EngineChannel>,
        links: Arc<ControlLinks>,
        ranks: u64,
    ) -> Self {
        let (index, workers) = (worker.index() as u64, worker.peers());
        let received = Inbox::default();
        let (candidates, arrived) = worker.dataflow(|scope| {
            let (input, candidates) = scope.new_input::<Vec<u64>>();
            let (received, workers) = (Rc::clone(&received), workers as u64);
            let owner = move |word: &u64| owner_of(RankedClass::from_word(*word).rank(), workers);
            let (probe, taken) = candidates
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    ByOwner::new(owner),
                    "owner",
                    |_, _| {
                        move |input, _| {
                            input.for_each(|_, batch| received.borrow_mut().push_back(take(batch)));
                        }
                    },
                )
                .probe();
            drop(taken);
            (input, probe)
        });
        let orders = Inbox::default();
        let orders_out = worker.dataflow(|scope| {
            let (input, given) = scope.new_input::<Vec<WorkerRequest>>();
            let orders = Rc::clone(&orders);
            given
                .broadcast()
                .inspect(move |order: &WorkerRequest| orders.borrow_mut().push_back(order.clone()));
            input
        });
        let answers = Inbox::default();
        let answers_out = worker.dataflow(|scope| {
            let (input, given) = scope.new_input::<Vec<(u64, WorkerResponse)>>();
            let answers = Rc::clone(&answers);
            given.exchange(|_| 0).inspect(move |answer: &(u64, WorkerResponse)| {
                answers.borrow_mut().push_back(answer.clone());
            });
            input
        });
        DataflowHandles {
            candidates,
            arrived,
            received,
            orders_out,
            orders,
            answers_out,
            answers,
            channel,
            links,
            index,
            workers,
            ranks,
            traffic: Traffic::default(),
        }
    }

    /// Returns the candidates of the last round.
    pub(super) const fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// What to do next; none if the run is over.
    pub(super) fn next_order(&mut self, worker: &mut Worker) -> Option<WorkerRequest> {
        loop {
            if self.links.is_stopped() {
                return None;
            }
            self.pass_on();
            if let Some(order) = self.orders.borrow_mut().pop_front() {
                return (!matches!(order.command, WorkerCommand::End)).then_some(order);
            }
            worker.step_or_park(Some(NAP));
        }
    }

    /// Worker 0: orders from the engine to all, and answers of all to the engine.
    fn pass_on(&mut self) {
        let Some(channel) = &self.channel else { return };
        let order = match channel.orders.try_recv() {
            Ok(order) => Some(order),
            Err(TryRecvError::Empty) => None,
            // The engine is gone.
            Err(TryRecvError::Disconnected) => {
                let end =
                    WorkerRequest { number: u64::MAX, layers: 0, command: WorkerCommand::End };
                self.channel = None;
                Some(end)
            }
        };
        if let Some(order) = order {
            self.orders_out.send(order);
            send_now(&mut self.orders_out);
        }
        if let Some(channel) = &self.channel
            && self.answers.borrow().len() == self.workers
        {
            let mut answers: Vec<(u64, WorkerResponse)> =
                self.answers.borrow_mut().drain(..).collect();
            answers.sort_unstable_by_key(|(worker, _)| *worker);
            // If nobody listens, the next look at the orders will tell.
            let _ = channel.answers.send(answers.into_iter().map(|(_, answer)| answer).collect());
        }
    }

    pub(super) fn answer(&mut self, answer: WorkerResponse) {
        self.answers_out.send((self.index, answer));
        send_now(&mut self.answers_out);
    }

    /// Sends what the feed gives to the owners, and gathers what this worker owns, until all
    /// workers have done so.
    pub(super) fn deal(
        &mut self,
        worker: &mut Worker,
        feed: BatchSource<'_>,
        runs: &mut RunWriter<'_>,
    ) -> io::Result<()> {
        // Times are slices, and the first of each round is a multiple of this.
        const ROUND: u64 = 1 << 32;
        let end = (*self.candidates.time() / ROUND + 1) * ROUND;
        self.traffic = Traffic::default();
        let sent = self.send(worker, feed, runs);
        // Others wait for this one even if it has failed.
        self.candidates.advance_to(end);
        let mut gathered = sent;
        loop {
            let taken = self.take_in(runs);
            gathered = gathered.and(taken);
            if !self.arrived.less_than(&end) {
                return gathered;
            }
            self.links.stop().check()?;
            worker.step_or_park(Some(NAP));
        }
    }

    fn send(
        &mut self,
        worker: &mut Worker,
        feed: BatchSource<'_>,
        runs: &mut RunWriter<'_>,
    ) -> io::Result<()> {
        let (mut batch, mut is_more) = (Vec::new(), true);
        while is_more {
            let mut room = SLICE;
            while is_more && room > 0 {
                batch.clear();
                is_more = feed(&mut batch)?;
                room = room.saturating_sub(batch.len());
                Traffic::count(&mut self.traffic.sent, &batch);
                self.candidates.send_batch(&mut batch);
            }
            // What was sent in this slice need not have arrived before the next, but what was sent
            // in the slice before: so no worker is ever flooded, however slow it is.
            let slice = *self.candidates.time();
            self.candidates.advance_to(slice + 1);
            worker.step();
            self.take_in(runs)?;
            while self.arrived.less_than(&slice) {
                self.links.stop().check()?;
                worker.step_or_park(Some(NAP));
                self.take_in(runs)?;
            }
            self.links.stop().check()?;
        }
        Ok(())
    }

    /// Puts what has arrived to the rest; where that fails, it is dropped.
    fn take_in(&mut self, runs: &mut RunWriter<'_>) -> io::Result<()> {
        let mut taken = Ok(());
        while let Some(batch) = self.received.borrow_mut().pop_front() {
            Traffic::count(&mut self.traffic.received, &batch);
            if batch.iter().any(|&word| RankedClass::from_word(word).rank() >= self.ranks) {
                taken = Err(damaged("a worker was sent what is no rank of this space"));
            }
            if taken.is_ok() {
                taken = runs.add(batch.iter().map(|&word| RankedClass::from_word(word)));
            }
        }
        taken
    }
}
