//! From files of classes, many of them known, to a layer.

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::search::layers::Layer;
use crate::search::space::Class;

use super::merge::{Known, Merge};
use super::place::Place;
use super::sorted::{RankedClass, Sorted, Writer};
use super::workers::Stop;

/// What several threads do together.
#[derive(Debug)]
pub(super) struct Sifting<'a> {
    pub(super) runs: &'a [Sorted],
    /// The files whose ranks are no longer wanted.
    pub(super) known: &'a [&'a Sorted],
    /// How many new ranks have been found.
    pub(super) found: &'a AtomicU64,
    pub(super) place: &'a Place,
}

/// What has been found within a range.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) layer: Layer,
    pub(super) states: Sorted,
    pub(super) goals: Sorted,
}

/// A part of all classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Range {
    words: RangeInclusive<u64>,
    ranks: RangeInclusive<u64>,
}

impl Sifting<'_> {
    /// Ranges of about the same work that together hold all classes.
    pub(super) fn ranges(&self, wanted: usize) -> io::Result<Vec<Range>> {
        let largest = self.runs.iter().max_by_key(|run| run.count);
        let words = largest.map_or(Ok(Vec::new()), |run| run.quantiles(wanted as u64))?;
        let ranks = words.into_iter().map(|word| RankedClass::from_word(word).rank());
        let mut starts: Vec<u64> = [0].into_iter().chain(ranks).collect();
        starts.dedup();
        let least_word = |rank| RankedClass::new(rank, Class::default()).to_word();
        let ends = starts[1..].iter().map(|&start| (least_word(start) - 1, start - 1));
        let ends = ends.chain([(u64::MAX, u64::MAX)]);
        let range =
            |(&start, (word, rank))| Range { words: least_word(start)..=word, ranks: start..=rank };
        Ok(starts.iter().zip(ends).map(range).collect())
    }

    /// Merges what lies in the range, and keeps and counts what is new.
    pub(super) fn run(&self, range: &Range, stop: &Stop) -> io::Result<Part> {
        let mut merge = Merge::open(self.runs, &range.words)?;
        let known = self.known.iter().map(|file| Known::open(file, &range.ranks));
        let mut known: Vec<Known> = known.collect::<io::Result<_>>()?;
        let mut states = Writer::create(&self.place.run())?;
        let mut goals = Writer::create(&self.place.run())?;
        let mut layer = Layer::default();
        loop {
            stop.check()?;
            let batch = merge.next_batch()?;
            if batch.is_empty() {
                break;
            }
            known.iter_mut().try_for_each(|known| known.take_out_of(batch))?;
            let classes = batch.iter().map(|&word| RankedClass::from_word(word));
            classes.clone().for_each(|class| layer.count(class.class()));
            goals.add(classes.clone().filter(|it| it.class().is_goal()).map(RankedClass::rank))?;
            states.add(classes.map(RankedClass::rank))?;
            self.found.fetch_add(batch.len() as u64, Ordering::Relaxed);
        }
        Ok(Part { layer, states: states.finish()?, goals: goals.finish()? })
    }
}

/// Puts parts that follow each other together, as a file at `path` that stays.
pub(super) fn join<'a>(
    parts: impl IntoIterator<Item = &'a Sorted>,
    place: &Place,
    path: &Path,
) -> io::Result<Sorted> {
    let mut writer = Writer::create(&place.run())?;
    parts.into_iter().try_for_each(|part| writer.add_file(part))?;
    writer.keep(path)
}
