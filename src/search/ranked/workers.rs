//! Threads that share the work on a table.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use crate::control::{Monitor, Progress, StopReason};
use crate::memory;
use crate::parallel::{join, lock};
use crate::search::layers::Layer;
use crate::search::space::{OrbitInfo, Space, Successor};

use super::table::{DepthMark, MarkTable};

/// States expanded at a time: their successors are looked up one right after the other, so that
/// many look-ups are on their way through the memory at once.
const BLOCK: usize = 1024;
/// Words of the table that a thread takes at a time.
const STRETCH: usize = 1024;
/// Fewer pieces of work than this are not worth a second thread.
const WORTH_A_THREAD: usize = 4;

/// What there is to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum RankedTask<'a> {
    /// To expand these states.
    List { ranks: &'a [u64], next: DepthMark },
    /// To expand the states in the table with this mark that are not done with, and to be done with
    /// those before them.
    Scan { mark: DepthMark, next: DepthMark },
    /// To keep, of all states in the table, the goals, as the sources of a new search.
    Goals { mark: DepthMark },
}

impl RankedTask<'_> {
    /// How many pieces it is dealt out in.
    fn pieces(&self, table: &MarkTable) -> usize {
        match self {
            RankedTask::List { ranks, .. } => ranks.len().div_ceil(BLOCK),
            RankedTask::Scan { .. } | RankedTask::Goals { .. } => table.words().div_ceil(STRETCH),
        }
    }
}

/// What one thread works with.
pub(super) struct RankedWorker {
    space: Box<dyn Space<u64>>,
    ranks: Vec<u64>,
    successors: Vec<Successor<u64>>,
    classes: Vec<Option<(u64, OrbitInfo)>>,
    /// What it has discovered.
    layer: Layer,
    /// The ranks of that, unless there are more than it may list.
    list: Option<Vec<u64>>,
    most_listed: usize,
}

/// What the threads tell each other.
#[derive(Default)]
struct RankedShared {
    next_piece: AtomicUsize,
    effort: AtomicUsize,
    discovered: AtomicUsize,
    stop: AtomicBool,
}

/// What came of a task.
pub(super) struct TaskResult {
    /// What was discovered.
    pub(super) layer: Layer,
    /// The ranks of that, if they are few.
    pub(super) list: Option<Vec<u64>>,
    /// What it took, in states expanded.
    pub(super) effort: usize,
}

/// Threads that work on a table together.
pub(super) struct WorkerPool {
    workers: Vec<RankedWorker>,
}

impl WorkerPool {
    /// So many threads, which together list at most so many discoveries.
    pub(super) fn new(space: Box<dyn Space<u64>>, threads: usize, most_listed: usize) -> Self {
        let others: Vec<_> = (1..threads.max(1)).map(|_| space.another()).collect();
        let spaces = std::iter::once(space).chain(others);
        let worker = |space| RankedWorker {
            space,
            ranks: Vec::new(),
            successors: Vec::new(),
            classes: Vec::new(),
            layer: Layer::default(),
            list: None,
            most_listed: most_listed / threads.max(1),
        };
        WorkerPool { workers: spaces.map(worker).collect() }
    }

    /// The space, as this thread uses it.
    pub(super) fn space(&mut self) -> &mut dyn Space<u64> {
        &mut *self.workers[0].space
    }

    /// Does a task. The calling thread works as well, and looks at the watch in between.
    ///
    /// `before` is how far the whole run had come: its effort, in states expanded, and its
    /// progress.
    pub(super) fn work(
        &mut self,
        table: &MarkTable,
        task: RankedTask<'_>,
        before: (usize, Progress),
        watch: &mut Monitor<'_>,
    ) -> Result<TaskResult, StopReason> {
        let shared = RankedShared::default();
        let pieces = task.pieces(table);
        let threads = if pieces < WORTH_A_THREAD { 1 } else { self.workers.len() };
        let [first, others @ ..] = &mut self.workers[..threads] else {
            unreachable!("there is one worker at least")
        };
        let (effort, progress) = before;
        let check = || {
            watch.check(effort + shared.effort.load(Relaxed), || Progress {
                states: progress.states + shared.discovered.load(Relaxed),
                ..progress
            })
        };
        let helpers = others.len();
        let others = Mutex::new(others.iter_mut());
        let helper = || {
            let worker = lock(&others).next().expect("one for each thread");
            worker.run(table, task, pieces, &shared, || Ok(()))
        };
        let own = || {
            let watched = first.run(table, task, pieces, &shared, check);
            shared.stop.fetch_or(watched.is_err(), Relaxed);
            watched
        };
        let watched = join(helpers, helper, own).0;
        let mut gathered = TaskResult {
            layer: Layer::default(),
            list: Some(Vec::new()),
            effort: shared.effort.into_inner(),
        };
        for worker in &mut self.workers[..threads] {
            gathered.layer.add(&std::mem::take(&mut worker.layer));
            let (all, list) = (gathered.list.take(), worker.list.take());
            gathered.list = all.zip(list).map(|(mut all, mut list)| {
                if all.is_empty() {
                    list
                } else {
                    all.append(&mut list);
                    all
                }
            });
        }
        watched.map(|()| gathered)
    }
}

impl RankedWorker {
    /// Takes pieces of the task until there are none left.
    fn run(
        &mut self,
        table: &MarkTable,
        task: RankedTask<'_>,
        pieces: usize,
        shared: &RankedShared,
        mut check: impl FnMut() -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.ranks.clear();
        self.list = Some(Vec::new());
        loop {
            let piece = shared.next_piece.fetch_add(1, Relaxed);
            if piece >= pieces {
                break;
            }
            if shared.stop.load(Relaxed) {
                return Ok(());
            }
            check()?;
            if !matches!(task, RankedTask::List { .. }) {
                // A stretch of the table costs time even where it holds nothing.
                shared.effort.fetch_add(STRETCH / 4, Relaxed);
            }
            match task {
                RankedTask::List { ranks, next } => {
                    let end = ranks.len().min((piece + 1) * BLOCK);
                    self.ranks.extend_from_slice(&ranks[piece * BLOCK..end]);
                    self.expand(table, next, shared);
                }
                RankedTask::Scan { mark, next } => {
                    for word in stretch(table, piece) {
                        table.close(word, mark.before());
                        table.open(word, mark, &mut self.ranks);
                        if self.ranks.len() >= BLOCK {
                            self.expand(table, next, shared);
                        }
                    }
                }
                RankedTask::Goals { mark } => {
                    stretch(table, piece).for_each(|word| self.keep_goals(table, word, mark));
                }
            }
        }
        if let RankedTask::Scan { next, .. } = task {
            self.expand(table, next, shared);
        }
        Ok(())
    }

    /// Expands the states at hand, and marks those of their successors that are new.
    fn expand(&mut self, table: &MarkTable, next: DepthMark, shared: &RankedShared) {
        self.successors.clear();
        self.space.expand(&self.ranks, &[], &mut self.successors);
        shared.effort.fetch_add(self.ranks.len(), Relaxed);
        self.ranks.clear();
        // First those that seem to be new are sifted out, without a branch: whether one is, the
        // processor could not predict. Nearly all of these are new then.
        let mut sifted = 0;
        for index in 0..self.successors.len() {
            let successor = self.successors[index];
            self.successors[sifted] = successor;
            sifted += usize::from(table.is_unseen(successor.key));
        }
        let known = self.layer.classes;
        for successor in &self.successors[..sifted] {
            if table.discover(successor.key, next) {
                self.layer.count(successor.class);
                if let Some(list) = &mut self.list {
                    if memory::reserve(list, 1, usize::MAX).is_ok() {
                        list.push(successor.key);
                    } else {
                        // It is found in the table as well.
                        self.list = None;
                    }
                }
            }
        }
        if self.list.as_ref().is_some_and(|list| list.len() > self.most_listed) {
            self.list = None;
        }
        let new = usize::try_from(self.layer.classes - known).expect("a block's successors");
        shared.discovered.fetch_add(new, Relaxed);
    }

    fn keep_goals(&mut self, table: &MarkTable, word: usize, mark: DepthMark) {
        self.ranks.clear();
        table.list_known(word, true, &mut self.ranks);
        self.classes.clear();
        self.space.classify(&self.ranks, &mut self.classes);
        let goals = self.classes.iter().flatten().filter(|(_, class)| class.is_goal());
        table.replace(word, goals.clone().map(|&(rank, _)| rank), mark);
        goals.for_each(|&(_, class)| self.layer.count(class));
        self.ranks.clear();
    }
}

/// The words of a piece of the table.
fn stretch(table: &MarkTable, piece: usize) -> std::ops::Range<usize> {
    piece * STRETCH..table.words().min((piece + 1) * STRETCH)
}
