//! What holds of every packed state and of every mirror image.

use std::collections::BTreeSet;

use super::*;
use crate::puzzle::{Draft, Drawing, Metric, Polyomino};

fn drawing(lines: &str) -> Drawing {
    Drawing::from_lines(lines.split_whitespace())
}

fn draft(frame: &str, goals: &[&str]) -> Draft {
    let goals = goals.iter().map(|goal| drawing(goal)).collect();
    Draft { frame: drawing(frame), goals, ..Draft::default() }
}

fn board(frame: &str, goals: &[&str]) -> Board {
    Board::new(&draft(frame, goals).check().expect("a sound puzzle")).expect("it fits")
}

const CLASSIC: &str = "ACCB ACCB DEEF DGHF I..J";

/// Positions that can be reached, up to `most` of them.
fn positions<M: CellSet, const N: usize>(board: &Board, most: usize) -> Vec<Arrangement> {
    let plain = board.clone().without_symmetry();
    let mut expander = Expander::<M, N, 1, 1>::new(&plain, Metric::Step);
    let start = plain.pack::<N>(plain.start());
    let (mut seen, mut queue) = (BTreeSet::from([start]), vec![start]);
    let mut next = 0;
    while let Some(state) = queue.get(next).filter(|_| queue.len() < most) {
        let packed = expander.pack(&plain.unpack(state));
        let mut successors = Vec::new();
        expander.expand(&[packed], &mut successors);
        let states = successors.iter().map(|(_, successor)| successor.canonical());
        queue.extend(states.filter(|&state| seen.insert(state)));
        next += 1;
    }
    queue.iter().map(|state| plain.unpack(state)).collect()
}

/// The image of a position, cell by cell: every piece is drawn, reflected, and its anchor sought.
fn naive_image(board: &Board, image: usize, position: &Arrangement) -> Arrangement {
    let reflection = board.symmetry.reflections().nth(image).expect("an image");
    let anchors = position.anchors().map(|(cell, kind)| {
        let covered = board.kinds[kind].shape.cells_at(board.grid.cell(cell));
        let cells: Vec<Cell> = covered.map(|cell| reflection.cell(cell, &board.grid)).collect();
        let (anchor, partner) = board.symmetry.place(image, &board.kinds, (cell, kind));
        assert_eq!(Polyomino::from_cells(&cells), board.kinds[partner].shape);
        assert_eq!(cells.iter().min(), Some(&board.grid.cell(anchor)));
        (anchor, partner)
    });
    Arrangement::new(board.cells, anchors)
}

/// How many states are at each distance from the start, and how many successors were looked at:
/// with every move tried, or without those that sleep.
fn layers<M: CellSet, const N: usize, const IMAGES: usize>(
    board: &Board,
    metric: Metric,
    all_awake: bool,
) -> (Vec<usize>, usize) {
    let mut expander = Expander::<M, N, IMAGES, 1>::new(board, metric);
    let start = expander.pack(board.start());
    let (mut seen, mut layer) = (BTreeSet::from([start.canonical()]), vec![start]);
    let (mut layers, mut generated) = (Vec::new(), 0);
    while !layer.is_empty() {
        layers.push(layer.len());
        let mut next = Vec::new();
        for &packed in &layer {
            let packed = if all_awake { expander.awake(packed) } else { packed };
            let mut successors = Vec::new();
            expander.expand(&[packed], &mut successors);
            generated += successors.len();
            let states = successors.into_iter().map(|(_, successor)| successor);
            next.extend(states.filter(|state| seen.insert(state.canonical())));
        }
        layer = next;
    }
    (layers, generated)
}

/// Every law for every position of a board, as far as `most`; gives how many there were.
fn hold<M: CellSet, const N: usize, const IMAGES: usize>(board: &Board, most: usize) -> usize {
    assert_eq!(board.symmetry().order(), IMAGES);
    let expander = Expander::<M, N, IMAGES, 1>::new(board, Metric::Step);
    let positions = positions::<M, N>(board, most);
    for position in &positions {
        let state = board.pack::<N>(position);
        assert_eq!(board.unpack(&state), *position, "unpacking undoes packing");
        let images: Vec<Arrangement> =
            (0..IMAGES).map(|image| naive_image(board, image, position)).collect();
        let least = images.iter().map(|image| board.pack::<N>(image)).min().expect("itself");
        assert_eq!(board.canonical::<N>(position), least);
        assert_eq!(expander.pack(position).canonical(), least, "as the search sees it");
        for (number, image) in images.iter().enumerate() {
            assert_eq!(naive_image(board, number, image), *position, "mirror twice");
            assert_eq!(board.canonical::<N>(image), least, "one form for all images");
        }
    }
    positions.len()
}

#[test]
fn every_state_of_the_classic_component_keeps_the_laws() {
    let board = board(CLASSIC, &[".... .... .... .CC. .CC."]);
    assert_eq!(hold::<u32, 1, 2>(&board, usize::MAX), 25_955);
}

#[test]
fn boards_of_several_words_keep_the_laws() {
    // 36 cells and, all in the goal, 11 kinds: four planes, three words.
    let frame = "AABBCC D.EE.F D.GG.F HHH..F I...JJ I..KKK";
    let eleven = board(frame, &[frame]);
    assert_eq!((eleven.cells(), eleven.bits().div_ceil(64)), (36, 3));
    assert!(hold::<u64, 3, 1>(&eleven, 5000) > 1000);
    // 104 cells.
    let row = ".............";
    let frame = format!("AA.........BB {} CC.........DD", [row; 6].join(" "));
    let goals = format!("...AA........ {}", [row; 7].join(" "));
    let wide = board(&frame, &[&goals]);
    assert_eq!(wide.cells(), 104);
    assert!(hold::<u128, 4, 1>(&wide, 3000) >= 3000);
}

#[test]
fn the_largest_board_with_the_most_kinds_keeps_the_laws() {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').take(32).collect();
    let rows = |count: usize, width: usize| {
        let mut rows = vec![vec!['.'; width]; 8];
        for (at, &letter) in letters[..count].iter().enumerate() {
            rows[at / 8 * 2][at % 8 * 2] = letter;
        }
        Drawing { rows }
    };
    // Every piece is in the goal, so that each is a kind of its own.
    let compile = |count: usize, width: usize| {
        let frame = rows(count, width);
        let draft = Draft { goals: vec![frame.clone()], frame, ..Draft::default() };
        Board::new(&draft.check().expect("a sound puzzle"))
    };
    let largest = compile(31, 16).expect("it just fits");
    assert_eq!((largest.cells(), largest.kinds().len(), largest.bits()), (128, 31, 640));
    assert!(hold::<u128, 10, 1>(&largest, 1000) >= 1000);
    assert_eq!(compile(32, 16).err(), Some(BoardError::TooManyKinds(32)));
    assert_eq!(compile(31, 17).err(), Some(BoardError::TooManyCells(136)));
}

#[test]
fn the_symmetry_is_what_frame_kinds_and_goals_allow() {
    let symmetry = |frame: &str, goals: &[&str]| board(frame, goals).symmetry().to_string();
    assert_eq!(symmetry(CLASSIC, &[".... .... .... .CC. .CC."]), "left-right");
    assert_eq!(symmetry(CLASSIC, &[".... .... .... CC.. CC.."]), "none", "the goal in a corner");
    assert_eq!(symmetry("A.. ... ..B", &["... .A. ..."]), "left-right, top-bottom, half-turn");
    // A wall that only half a turn keeps.
    assert_eq!(symmetry("A.# ... #..", &["... .A. ..."]), "half-turn");
    assert_eq!(symmetry("A.. ... ###", &["... .A. ###"]), "left-right");
    assert_eq!(symmetry("A.# ..# ..#", &["..# A.# ..#"]), "top-bottom");
    // Two pieces that are each other's mirror image, and one without its like.
    assert_eq!(symmetry("AA..BB A....B ..CC..", &["AA..BB A....B ......"]), "left-right");
    assert_eq!(symmetry("AA... A.... ..C..", &["..... ..... C...."]), "none");
}

#[test]
fn chiral_pieces_change_places_in_the_mirror() {
    let board = board("AA..BB A....B ..CC..", &["...... ...... CC....", "...... ...... ....CC"]);
    assert_eq!(board.symmetry().to_string(), "left-right");
    assert!(hold::<u32, 1, 2>(&board, 3000) > 100);
}

#[test]
fn a_gate_on_one_side_breaks_the_symmetry() {
    let with_gate = |frame: &str| {
        let gate = Some(('+', vec!['A']));
        let draft = Draft { gate, ..draft(frame, &["..... ..... ..A.."]) };
        let board = Board::new(&draft.check().expect("a sound puzzle")).expect("it fits");
        board.symmetry().to_string()
    };
    assert_eq!(with_gate("+.A.+ ..... B...C"), "left-right");
    assert_eq!(with_gate("+.A.. ..... B...C"), "none");
}

/// Every state is found at the same distance, whether the moves that sleep are tried or not; gives
/// the share of successors that are left.
fn sleep_loses_nothing<M: CellSet, const N: usize, const IMAGES: usize>(board: &Board) -> [f64; 3] {
    assert_eq!(board.symmetry().order(), IMAGES);
    Metric::ALL.map(|metric| {
        let (all, tried) = layers::<M, N, IMAGES>(board, metric, true);
        let (found, rest) = layers::<M, N, IMAGES>(board, metric, false);
        assert_eq!(found, all, "{metric}");
        f64::from(u32::try_from(rest).unwrap()) / f64::from(u32::try_from(tried).unwrap())
    })
}

#[test]
fn what_sleeps_is_found_another_way_and_as_soon() {
    let classic = board(CLASSIC, &[".... .... .... .CC. .CC."]);
    let shares = sleep_loses_nothing::<u32, 1, 2>(&classic);
    assert!(shares.into_iter().all(|share| share < 0.55), "{shares:?}");
    sleep_loses_nothing::<u32, 1, 1>(&classic.without_symmetry());
    // All four images; chiral pieces; much room; pieces that interlock.
    sleep_loses_nothing::<u32, 1, 4>(&board(
        "A..B .... D..C",
        &["A... .... ....", "...A .... ....", ".... .... A...", ".... .... ...A"],
    ));
    sleep_loses_nothing::<u32, 1, 2>(&board(
        "AA..BB A....B ..CC..",
        &["...... ...... CC....", "...... ...... ....CC"],
    ));
    sleep_loses_nothing::<u32, 1, 1>(&board(
        "A.BB. ACCB. .C.D. E.DD.",
        &["A.... A.... ..... ....."],
    ));
}

#[test]
fn of_the_reflections_those_stay_that_leave_the_start_as_it_is() {
    let reflections = |frame, goals: &[&str]| {
        let of_start = board(frame, goals).with_symmetry_of_start();
        of_start.symmetry().reflections().collect::<Vec<_>>()
    };
    let goals = [".... .... .... .CC. .CC."];
    assert_eq!(reflections(CLASSIC, &goals), [Reflection::Identity, Reflection::LeftRight]);
    let shifted = "ACCB ACCB DEEF DGHF .I.J";
    assert_eq!(board(shifted, &goals).symmetry().order(), 2);
    assert_eq!(reflections(shifted, &goals), [Reflection::Identity]);
    // Of four, the one that leaves the start as it is.
    let goals = ["... ._. ..."];
    assert_eq!(board("A.. ... ..B", &goals).symmetry().order(), 4);
    assert_eq!(reflections("A.. ... ..B", &goals), [Reflection::Identity, Reflection::HalfTurn]);
}
