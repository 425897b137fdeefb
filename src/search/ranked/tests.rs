use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::{
    control::Limits,
    search::{
        components::components,
        testing::{Cube, TestGraph, graphs, in_words, limited, unlimited},
    },
};

proptest! {
    #![proptest_config(crate::cases::random_cases(256))]

    #[test]
    fn the_components_equal_those_of_a_textbook_search(graph in graphs()) {
        let mut left = graph.vertices();
        let mut expected = BTreeMap::new();
        while let Some(&first) = left.first() {
            let distances = graph.distances(&[first]);
            left.retain(|rank| !distances.contains_key(rank));
            let mut all = Layer::default();
            graph.layers(&distances).iter().for_each(|layer| all.add(layer));
            let figures = [all.states, all.classes, all.goal_states, all.goal_classes];
            *expected.entry(figures).or_insert(0) += 1;
        }
        let found = unlimited(|monitor| components(&graph, None, 1, monitor)).expect("no limit");
        let figures = found.iter().map(|(one, count)| {
            ([one.states, one.classes, one.goal_states, one.goal_classes], count)
        });
        prop_assert_eq!(figures.collect::<BTreeMap<_, _>>(), expected);
    }

    /// Limits stop complete layers only, so this test writes some marks of a layer.
    #[test]
    fn an_incomplete_layer_is_undone(graph in graphs(), depth in 0..12_usize, scans in any::<bool>()) {
        let Some(&source) = graph.vertices().first() else { return Ok(()) };
        let layers = graph.layers(&graph.distances(&[source]));
        let most_listed = if scans { 0 } else { 1000 };
        let mut engine = RankedEngine::listing(Box::new(graph.clone()), 2, most_listed);
        let mut found = unlimited(|monitor| {
            let mut found = vec![engine.begin(Sources::States(&in_words(&[source])), monitor)?];
            for _ in 1..layers.len().min(depth) {
                found.push(engine.advance(monitor)?);
            }
            Ok::<_, LayerError>(found)
        }).expect("no limit");
        let mut before = Vec::new();
        LayerSearch::save(&mut engine, &mut before).expect("a vector takes it");
        let table = engine.table.as_ref().expect("it has begun");
        let next = DepthMark::of(engine.depth + 1);
        let unseen = graph.vertices().into_iter().filter(|&rank| table.is_unseen(rank));
        unseen.filter(|rank| rank % 2 == 0).for_each(|rank| assert!(table.discover(rank, next)));
        engine.half_made = Some(next);
        if scans {
            let mut again = Vec::new();
            LayerSearch::save(&mut engine, &mut again).expect("a vector takes it");
            prop_assert_eq!(before, again);
        }
        unlimited(|monitor| loop {
            match engine.advance(monitor).expect("no limit") {
                layer if layer.classes == 0 => break,
                layer => found.push(layer),
            }
        });
        prop_assert_eq!(found, layers);
    }
}

#[test]
fn the_memory_limit_is_checked_before_any_allocation() {
    let bytes = RankedEngine::bytes_for(1 << 40);
    assert!(bytes > 3 << 37, "three bits a rank");
    let limits = Limits::default().with_max_bytes(usize::try_from(bytes - 1).ok());
    let begin = |dimensions, limits| {
        let mut engine = RankedEngine::new(Box::new(Cube(dimensions)), 1);
        limited(limits, |monitor| {
            engine.begin(Sources::States(&in_words(&[0])), monitor)
        })
    };
    let stopped = begin(40, limits);
    assert!(matches!(
        stopped,
        Err(LayerError::Stopped(StopReason::Memory))
    ));
    let stopped = begin(61, Limits::default());
    // Where a word has 32 bits, it is above every limit.
    let is_out = matches!(
        stopped,
        Err(LayerError::Stopped(
            StopReason::OutOfMemory | StopReason::Memory
        ))
    );
    assert!(is_out, "no memory is that large");
}

#[test]
fn a_table_larger_than_memory_is_put_into_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let filed = || RankedEngine::new(Box::new(Cube(12)), 2).with_folder(folder.path());
    let most = usize::try_from(RankedEngine::bytes_for(1 << 12) - 1).expect("it is small");
    let limits = Limits::default().with_max_bytes(Some(most));
    let mut engine = filed();
    let mut layers = limited(limits, |monitor| {
        engine
            .begin(Sources::States(&in_words(&[0])), monitor)
            .expect("it is in a file");
        vec![engine.advance(monitor).expect("no limit").classes]
    });
    assert_eq!(engine.memory_usage().disk, MarkTable::bytes_for(1 << 12));
    let mut stored = Vec::new();
    LayerSearch::save(&mut engine, &mut stored).expect("a vector takes it");
    let mut again = filed();
    LayerSearch::restore(&mut again, &mut &stored[..]).expect("it is of this space");
    assert_eq!(again.memory_usage().disk, engine.memory_usage().disk);
    unlimited(|monitor| {
        let rest = std::iter::from_fn(|| Some(again.advance(monitor).expect("no limit").classes));
        layers.extend(rest.take_while(|&classes| classes > 0));
    });
    assert_eq!(
        layers,
        [12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1]
    );
}

/// A table of 300,000 ranks with few marks is saved without the other ranks.
#[test]
fn a_table_is_saved_without_unvisited_ranks() {
    let table = MarkTable::new(300_000, None).expect("room");
    let seen = [0, 31, 32, 131_071, 131_072, 299_999];
    for (mark, rank) in (0..).zip(seen) {
        assert!(table.discover(rank, DepthMark::of(mark)));
    }
    table.close_rank(31);
    let mut saved = Vec::new();
    table.write(&mut saved).expect("a vector takes it");
    assert!(saved.len() < 2500, "{}", saved.len());
    let again = MarkTable::new(300_000, None).expect("room");
    again.discover(7, DepthMark::of(0));
    again.read(&mut &saved[..]).expect("it is whole");
    let mut written = Vec::new();
    again.write(&mut written).expect("a vector takes it");
    assert_eq!(written, saved);
    let marks = seen.map(|rank| again.mark(rank));
    assert_eq!(
        marks,
        [0, 1, 2, 3, 4, 5].map(|mark| Some(DepthMark::of(mark)))
    );
    assert!(again.is_unseen(7));
    assert!(again.read(&mut &saved[..saved.len() - 1]).is_err());
}
