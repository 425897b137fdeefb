//! One step of a sweep: every way to go on from every state.

use num_bigint::BigUint;

use crate::control::{Limits, Progress, StopReason, Watch};

use super::mates::{DONE, END, Mates, Word, code_of};
use super::number::{Number, Table, bytes, table};
use super::plan::Step;

/// Which vertices may be ends of the whole path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MayEnd {
    /// This one is an end.
    Must,
    /// It may be one, as far as there are ends left for its colour, which is that.
    May(usize),
}

/// A step with what the question makes of it.
pub(super) struct Task<'a> {
    pub(super) step: &'a Step,
    /// The steps that are done.
    pub(super) depth: u32,
    pub(super) may_end: MayEnd,
    /// Whether cycles are counted, not paths.
    pub(super) cycles: bool,
}

impl Task<'_> {
    /// The most states that one leads to, and at least 1.
    pub(super) fn fan_out(&self) -> u32 {
        let onward = u32::try_from(self.step.onward.len()).unwrap_or(u32::MAX);
        onward.saturating_mul(onward.saturating_add(1)) / 2 + 1
    }
}

/// What one step has made.
pub(super) struct Swept<W, N> {
    pub(super) table: Table<W, N>,
    /// Complete paths, or cycles.
    pub(super) complete: BigUint,
}

/// Goes on from every state of a table.
pub(super) fn sweep<W: Word, N: Number>(
    task: &Task<'_>,
    states: &Table<W, N>,
    expanded: &mut usize,
    watch: &mut Watch<'_>,
) -> Result<Swept<W, N>, StopReason> {
    let Limits { max_states, max_bytes, .. } = *watch.limits();
    let beyond = |next: &Table<W, N>, room: usize| {
        max_bytes.is_some_and(|max_bytes| bytes(states) + bytes(next) + room > max_bytes)
    };
    let mut next: Table<W, N> = table();
    if !beyond(&next, bytes(states)) {
        next.reserve(states.len());
    }
    let mut complete = N::default();
    let expansion = Expansion::new(task);
    for (&state, ways) in states {
        *expanded += 1;
        watch.look(*expanded, || Progress {
            depth: task.depth,
            frontier: states.len(),
            states: next.len() + states.len(),
            bytes: bytes(states) + bytes(&next),
            ..Progress::default()
        })?;
        if max_states.is_some_and(|max_states| states.len() + next.len() > max_states) {
            return Err(StopReason::States);
        }
        // A table that grows is, for a while, there twice: as it was, and twice as large.
        let fan_out = task.fan_out() as usize;
        if next.capacity() - next.len() < fan_out && beyond(&next, 2 * bytes(&next)) {
            return Err(StopReason::Memory);
        }
        expansion.expand(state, |successor| match successor {
            Some(state) => *next.entry(state).or_default() += ways,
            None => complete += ways,
        });
    }
    Ok(Swept { table: next, complete: complete.into() })
}

/// A step in the words of one kind.
struct Expansion<'a, W> {
    task: &'a Task<'a>,
    /// The vertices that come to the frontier.
    fresh: Mates<W>,
}

impl<'a, W: Word> Expansion<'a, W> {
    fn new(task: &'a Task<'a>) -> Self {
        Expansion { task, fresh: Mates::untouched(&task.step.opened) }
    }

    /// Gives the vertex its edges in every way: `emit` gets each state, or `None` for a whole path
    /// or cycle.
    #[inline]
    fn expand(&self, state: Mates<W>, mut emit: impl FnMut(Option<Mates<W>>)) {
        let Step { slot, is_new, onward, .. } = self.task.step;
        let (own, at) = (code_of(*slot), if *is_new { code_of(*slot) } else { state.get(*slot) });
        let rest = state.without(*slot).with(self.fresh);
        if at == DONE {
            emit(Some(rest));
            return;
        }
        let ended = match self.task.may_end {
            MayEnd::Must => Some(rest),
            MayEnd::May(colour) => rest.end_chosen(colour),
        };
        let is_inner = self.task.may_end != MayEnd::Must;
        if at == own {
            if let Some(ended) = ended {
                // One edge, from the end of the path on.
                for &to in onward {
                    self.join(ended, END, to, &mut emit);
                }
            }
            if is_inner {
                for (index, &one) in onward.iter().enumerate() {
                    let mate = rest.get(one);
                    if mate != DONE {
                        let taken = rest.without(one);
                        for &other in &onward[index + 1..] {
                            self.meet(taken, mate, other, &mut emit);
                        }
                    }
                }
            }
            return;
        }
        if let Some(ended) = ended {
            self.finish(ended, at, END, &mut emit);
        }
        if is_inner {
            for &to in onward {
                self.meet(rest, at, to, &mut emit);
            }
        }
    }

    /// Gives an edge to the end of a strand, whose other end is `mate`, and the vertex in a slot.
    #[inline]
    fn meet(&self, state: Mates<W>, mate: u32, to: u32, emit: &mut impl FnMut(Option<Mates<W>>)) {
        if mate != code_of(to) {
            self.join(state, mate, to, emit);
        } else if self.task.cycles && state.get(to) != DONE {
            // The strand bites its tail: good if nothing is left over.
            if state.without(to).is_bare() && self.task.step.unseen == 0 {
                emit(None);
            }
        }
    }

    /// The same where that vertex is not the other end of the strand.
    #[inline]
    fn join(&self, state: Mates<W>, mate: u32, to: u32, emit: &mut impl FnMut(Option<Mates<W>>)) {
        let other = state.get(to);
        if other != DONE {
            self.finish(state.without(to), mate, other, emit);
        }
    }

    /// Makes the other ends of two strands, which have met, the ends of one.
    #[inline]
    fn finish(
        &self,
        state: Mates<W>,
        one: u32,
        other: u32,
        emit: &mut impl FnMut(Option<Mates<W>>),
    ) {
        match state.linked(one, other) {
            Some(state) => emit(Some(state)),
            None if state.is_bare() && self.task.step.unseen == 0 => emit(None),
            None => {}
        }
    }
}
