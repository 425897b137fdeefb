//! What the engines on ranks find on boards, against what is published.

use std::ops::ControlFlow;

use super::*;
use crate::control::{Limits, Watch};
use crate::puzzle::Puzzle;
use crate::search::components::{Components, components};
use crate::search::layers::{Layer, LayerSearch, Sources};
use crate::search::ranked::Ranked;
use crate::sliding::space::LANES;

/// A board of one word and this symmetry, and its positions.
fn numbered<const IMAGES: usize>(
    text: &str,
    metric: Metric,
) -> (Board, NumberedSpace<u32, 1, IMAGES, LANES>) {
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let board = Board::new(&puzzle).expect("it fits");
    let board = if IMAGES == 1 { board.without_symmetry() } else { board };
    let space = NumberedSpace::new(&board, metric).expect("few ranks");
    (board, space)
}

/// All layers around the start, with two threads, on a board of one word and this symmetry; the
/// way back from every farthest position is as long as there are layers.
fn layers<const IMAGES: usize>(text: &str, metric: Metric) -> Vec<Layer> {
    let (board, space) = numbered::<IMAGES>(text, metric);
    let start = space.rank(&board.canonical(board.start()));
    let mut engine = Ranked::new(space.another(), 2);
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let mut watch = Watch::new(Limits::default(), go_on);
    let first = engine.begin(Sources::Keys(&[start]), &mut watch).expect("unwatched");
    let mut layers = vec![first];
    loop {
        let layer = engine.advance(&mut watch).expect("unwatched");
        if layer.classes == 0 {
            break;
        }
        layers.push(layer);
    }
    for rank in engine.last_layer(100).expect("no files") {
        let way = engine.way_to(rank).expect("it was seen");
        assert_eq!((way.len(), way[0]), (layers.len(), start));
    }
    layers
}

/// Numbered tiles, the last cell empty.
fn tiles_text(rows: &[&str]) -> String {
    let frame = rows.join("\n");
    let pieces: Vec<String> =
        frame.chars().filter(char::is_ascii_alphabetic).map(String::from).collect();
    format!("distinct: {}\n\n{frame}\n\ngoal:\n{frame}\n", pieces.join(" "))
}

/// How many states of numbered tiles there are at each distance.
fn tiles(rows: &[&str]) -> Vec<u64> {
    layers::<1>(&tiles_text(rows), Metric::Step).iter().map(|layer| layer.states).collect()
}

#[test]
fn the_layers_of_numbered_tiles_are_those_that_are_published() {
    assert_eq!(tiles(&["AB", "C."]), [1, 2, 2, 2, 2, 2, 1]);
    assert_eq!(
        tiles(&["ABC", "DE."]),
        [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
    );
    assert_eq!(
        tiles(&["ABCD", "EFG."]),
        [
            1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985,
            1194, 1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1
        ]
    );
    assert_eq!(
        tiles(&["ABC", "DEF", "GH."]),
        [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2
        ]
    );
}

#[test]
fn two_rows_of_five_tiles_are_1_814_400_states_within_55_steps() {
    let layers = tiles(&["ABCDE", "FGHI."]);
    assert_eq!((layers.iter().sum(), layers.len()), (1_814_400_u64, 56));
}

#[test]
#[ignore = "239,500,800 states: a minute, many without optimisation"]
fn three_rows_of_four_tiles_are_239_500_800_states_within_53_steps() {
    let layers = tiles(&["ABCD", "EFGH", "IJK."]);
    assert_eq!((layers.iter().sum(), layers.len()), (239_500_800_u64, 54));
    assert_eq!(layers[53], 18);
}

#[test]
fn the_classic_component_is_found_in_every_metric_with_and_without_its_mirror_images() {
    let text = &to_the_exit("ACCB ACCB DEEF DGHF I..J");
    let table =
        [(Metric::Step, 167, 116, 4), (Metric::Slide, 133, 90, 8), (Metric::Move, 124, 81, 8)];
    for (metric, farthest, shortest, last) in table {
        let (mirrored, plain) = (layers::<2>(text, metric), layers::<1>(text, metric));
        assert_eq!((mirrored.len(), mirrored[farthest].states), (farthest + 1, last));
        let solved = mirrored.iter().position(|layer| layer.goal_classes > 0);
        assert_eq!(solved, Some(shortest));
        let sum = |of: fn(&Layer) -> u64| mirrored.iter().map(of).sum::<u64>();
        assert_eq!([sum(|layer| layer.states), sum(|layer| layer.classes)], [25_955, 13_011]);
        assert_eq!(sum(|layer| layer.goal_states), 964);
        let states = |layers: &[Layer]| -> Vec<[u64; 2]> {
            layers.iter().map(|layer| [layer.states, layer.goal_states]).collect()
        };
        assert_eq!(states(&mirrored), states(&plain));
    }
}

/// A layout of the classic frame, its 2×2 to go to the exit.
fn to_the_exit(frame: &str) -> String {
    format!("{}\n\ngoal:\n....\n....\n....\n.CC.\n.CC.\n", frame.replace(' ', "\n"))
}

/// Every component of a space; `plain` tells its mirror images apart.
fn all<const IMAGES: usize>(text: &str, plain: Option<&dyn Numbered>) -> Components {
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let (_, space) = numbered::<IMAGES>(text, Metric::Step);
    components(&space, plain, 2, &mut Watch::new(Limits::default(), go_on)).expect("unwatched")
}

/// The size of the largest component, and how many are as large, mirror images told apart.
fn largest(components: &Components) -> (u64, u64) {
    let most = components.iter().map(|(one, _)| one.reachable()).max().expect("there is one");
    let as_large = components.iter().filter(|(one, _)| one.reachable() == most);
    (most, as_large.map(|(one, count)| one.images * count).sum())
}

/// The components of the classic frame with some pieces, found in two ways.
fn placements(frame: &str) -> Components {
    let text = to_the_exit(frame);
    let (_, plain) = numbered::<1>(&text, Metric::Step);
    let (found, apart) = (all::<2>(&text, Some(&plain)), all::<1>(&text, None));
    // Mirror images told apart, there are as many, and as large.
    let figures = |all: &Components| (all.count(), all.solvable(), all.states(), largest(all));
    assert_eq!(figures(&found), figures(&apart));
    found
}

#[test]
fn the_classic_pieces_have_898_components_the_two_largest_of_25_955() {
    let found = placements("ACCB ACCB DEEF DGHF I..J");
    assert_eq!((found.states(), found.count()), (65_880, 898));
    assert_eq!(largest(&found), (25_955, 2));
    let (first, _) = found.iter().next().expect("the largest");
    assert_eq!((first.states, first.classes, first.images), (25_955, 13_011, 1));
    assert!(found.solvable() < found.count());
}

#[test]
fn five_dominoes_and_four_singles_have_the_components_that_are_published() {
    // By the number of flat dominoes, 0 to 5: placements, components, the largest.
    let table = [
        ("CCAB CCAB DEFG DEFH IJ..", (15_660, 80, 7_462)),
        ("ACCB ACCB DEEF DGHF I..J", (65_880, 898, 25_955)),
        ("CCAB CCAB DDEE FGHI F..J", (109_260, 2_653, 81_340)),
        ("CCAB CCAB DDEE FFGH I..J", (106_800, 2_609, 81_462)),
        ("CCA. CCA. BBDD EEFF GHIJ", (51_660, 1_729, 28_832)),
        ("CCAA CCBB DDEE FFGH I..J", (14_220, 505, 7_888)),
    ];
    for (frame, expected) in table {
        let found = placements(frame);
        assert_eq!((found.states(), found.count(), largest(&found).0), expected, "{frame}");
    }
}

#[test]
fn tiles_that_are_told_apart_fall_into_two_halves() {
    let found = all::<1>(&tiles_text(&["ABC", "DE."]), None);
    let halves: Vec<_> =
        found.iter().map(|(one, count)| (one.states, one.goal_states, count)).collect();
    assert_eq!(halves, [(360, 1, 1), (360, 0, 1)]);
}
