//! Laws of packed states, mirror images and expansions.

use std::collections::BTreeSet;

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};

use super::{
    cells::{CellSet, WideCells},
    expand::wide::ExpandBlocks,
    *,
};
use crate::{
    cases::cases,
    control::{Limits, Monitor},
    puzzle::{CharGrid, Draft, Metric, Polyomino, testing::drafts},
    search::{Degree, OrbitInfo, Space, StateWords, Successor},
};

/// The sets of cells that an expander takes.
trait Cells: CellSet + Send + Sync + 'static {}

impl<M: CellSet + Send + Sync + 'static> Cells for M {}

fn drawing(lines: &str) -> CharGrid {
    CharGrid::from_lines(lines.split_whitespace())
}

pub fn draft(frame: &str, goals: &[&str]) -> Draft {
    let goals = goals.iter().map(|goal| drawing(goal)).collect();
    Draft {
        frame: drawing(frame),
        goals,
        ..Draft::default()
    }
}

pub fn board(frame: &str, goals: &[&str]) -> Board {
    Board::new(&draft(frame, goals).check().expect("a sound puzzle")).expect("it fits")
}

/// Returns the goal states of a board, listed without limits.
pub fn goals(board: &Board, most: usize) -> Option<Vec<StateWords>> {
    let monitor = &mut Monitor::unobserved(Limits::default());
    board.goals(most, monitor).expect("no limit")
}

pub fn parsed(text: &str) -> Board {
    Board::new(&text.parse().expect("a puzzle")).expect("it fits")
}

pub const CLASSIC: &str = "ACCB ACCB DEEF DGHF I..J";
pub const CLASSIC_GOAL: &str = ".... .... .... .CC. .CC.";

/// Six rows of eight cells and two words: four images, or two with the first goal only.
const OBLONG: &str = "AA....BB ........ ...E.... ........ ........ CC....DD";
const OBLONG_GOALS: [&str; 2] = [
    "........ ........ ...AA... ........ ........ ........",
    "........ ........ ........ ...AA... ........ ........",
];

/// 112 cells: four images, or two with the first goal only.
fn wide(goals: usize) -> Board {
    let row = "..............";
    let frame = [
        "AA..........BB",
        row,
        row,
        row,
        row,
        row,
        row,
        "CC..........DD",
    ]
    .join(" ");
    let goal = |at| {
        let mut rows = [row; 8];
        rows[at] = "......AA......";
        rows.join(" ")
    };
    let upper = goal(3);
    let lower = goal(4);
    board(&frame, &[&upper[..], &lower][..goals])
}

/// Returns up to `most` reachable states, or [`cases`] times as many.
fn positions<M: Cells, const N: usize>(board: &Board, most: usize) -> Vec<UnpackedState> {
    let most = most.saturating_mul(cases(1) as usize);
    let plain = board.clone().without_symmetry();
    let mut expander = Expander::<M, N, 1>::new(&plain, Metric::Step);
    let start = plain.pack::<N>(plain.start());
    let mut seen = BTreeSet::from([start]);
    let mut queue = vec![start];
    let mut next = 0;
    while let Some(&state) = queue.get(next).filter(|_| queue.len() < most) {
        let mut successors = Vec::new();
        expander.expand(&[state], &[], &mut successors);
        let states = successors.iter().map(|successor| successor.key);
        queue.extend(states.filter(|&state| seen.insert(state)));
        next += 1;
    }
    queue
        .iter()
        .map(|state| plain.unpack(state.words()))
        .collect()
}

/// Computes the image of a state cell by cell, from the reflected cells of each piece.
fn naive_image(board: &Board, image: usize, position: &UnpackedState) -> UnpackedState {
    let reflection = board.symmetry.reflections().nth(image).expect("an image");
    let anchors = position.anchors().map(|(cell, kind)| {
        let covered = board.kinds[kind].shape.cells_at(board.grid.cell(cell));
        let cells: Vec<Cell> = covered
            .map(|cell| reflection.cell(cell, &board.grid))
            .collect();
        let (anchor, partner) = board.symmetry.place(image, (cell, kind));
        assert_eq!(Polyomino::from_cells(&cells), board.kinds[partner].shape);
        assert_eq!(cells.iter().min(), Some(&board.grid.cell(anchor)));
        (anchor, partner)
    });
    UnpackedState::new(board.cells, anchors)
}

/// Whether a state is a goal, tested cell by cell.
fn naive_goal(board: &Board, position: &UnpackedState) -> bool {
    let covered = position
        .anchors()
        .flat_map(|(cell, kind)| board.kinds[kind].shape.cells_at(board.grid.cell(cell)));
    let covered = cell_mask(&board.grid, covered);
    board.patterns.iter().any(|pattern| {
        let stands = |&(cell, kind): &(usize, KindId)| position.kind_at(cell) == Some(kind);
        pattern.anchors.iter().all(stands) && pattern.empties & covered == WideCells::EMPTY
    })
}

/// Searches breadth-first in blocks of `block` states, with or without sleep sets. Returns the
/// number of states at each distance from the start, and the number of generated successors.
fn layers<M: Cells, const N: usize, const IMAGES: usize>(
    board: &Board,
    (metric, block): (Metric, usize),
    all_awake: bool,
) -> (Vec<usize>, usize) {
    let mut expander = Expander::<M, N, IMAGES>::new(board, metric);
    let (start, _) = board.canonical::<N>(board.start());
    let mut seen = BTreeSet::from([start]);
    let mut layer = vec![(start, 0)];
    let mut layers = Vec::new();
    let mut generated = 0;
    while !layer.is_empty() {
        layers.push(layer.len());
        let mut next = Vec::new();
        for states in layer.chunks(block) {
            let (keys, mut arrivals): (Vec<_>, Vec<_>) = states.iter().copied().unzip();
            if all_awake {
                arrivals.fill(0);
            }
            let mut successors = Vec::new();
            expander.expand(&keys, &arrivals, &mut successors);
            if all_awake && block > 1 {
                let mut again = Vec::new();
                expander.expand(&keys, &[], &mut again);
                assert_eq!(again, successors, "no arrivals are as good as unknown ones");
            }
            generated += successors.len();
            successors.retain(|successor| seen.insert(successor.key));
            next.extend(
                successors
                    .iter()
                    .map(|successor| (successor.key, successor.arrival)),
            );
        }
        layer = next;
    }
    (layers, generated)
}

/// Checks all laws for up to `most` reachable states of a board. Returns their number.
fn hold<M: Cells, const N: usize, const IMAGES: usize>(board: &Board, most: usize) -> usize {
    let order = board.symmetry().order();
    assert!(IMAGES.is_multiple_of(order));
    let mut expander = Expander::<M, N, IMAGES>::new(board, Metric::Step);
    let positions = positions::<M, N>(board, most);
    let mut states = Vec::new();
    let mut found = Vec::new();
    for position in &positions {
        let state = board.pack::<N>(position);
        assert_eq!(
            board.unpack(state.words()),
            *position,
            "unpacking undoes packing"
        );
        let images: Vec<UnpackedState> = (0..order)
            .map(|image| naive_image(board, image, position))
            .collect();
        let packed = images.iter().map(|image| board.pack::<N>(image));
        let (least, which) = packed.zip(0..).min().expect("itself");
        assert_eq!(board.canonical::<N>(position), (least, which));
        assert_eq!(board.image_of(position), which);
        let canonical = &images[which];
        assert_eq!(board.unpack(&board.words(position)), *canonical);
        for (number, image) in images.iter().enumerate() {
            assert_eq!(board.image(number, position), *image);
            assert_eq!(naive_image(board, number, image), *position, "mirror twice");
            assert_eq!(
                board.canonical::<N>(image).0,
                least,
                "one form for all images"
            );
            assert_eq!(
                board.image(which ^ number, canonical),
                *image,
                "images are composed"
            );
        }
        let different: BTreeSet<State<N>> = images.iter().map(|image| board.pack(image)).collect();
        let orbit = u8::try_from(different.len()).expect("four at most");
        states.push(state);
        found.push(Some((
            least,
            OrbitInfo::new(orbit, naive_goal(board, position)),
        )));
    }
    let mut classes = Vec::new();
    expander.classify(&states, &mut classes);
    assert_eq!(classes, found, "a block at a time");
    classes.clear();
    for state in &states {
        expander.classify(&[*state], &mut classes);
    }
    assert_eq!(classes, found, "or one at a time");
    no_state::<M, N, IMAGES>(&mut expander, &states);
    positions.len()
}

/// Checks that a state with one flipped bit is not a state: a piece is missing or too many.
fn no_state<M: Cells, const N: usize, const IMAGES: usize>(
    expander: &mut Expander<M, N, IMAGES>,
    states: &[State<N>],
) {
    for state in states.iter().step_by(states.len() / 10 + 1) {
        for bit in 0..64 * N {
            let mut words = *state.words();
            words[bit / 64] ^= 1 << (bit % 64);
            let mut found = Vec::new();
            expander.classify(&[State::from_words(words)], &mut found);
            assert_eq!(found, [None], "bit {bit}");
        }
    }
}

/// Returns the keys of these successors with the numbers of their images, sorted.
fn keys_and_images<const N: usize>(successors: &[Successor<State<N>>]) -> Vec<(State<N>, usize)> {
    let pairs = successors.iter().map(|it| (it.key, usize::from(it.image)));
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_unstable();
    pairs
}

/// Checks the image numbers of successors: applied to the key, they return the state after the
/// move, from canonical forms and, composed, from each of their images.
fn images_compose<M: Cells, const N: usize, const IMAGES: usize>(board: &Board, most: usize) {
    let plain_board = board.clone().without_symmetry();
    let mut forms: Vec<State<N>> = positions::<M, N>(board, most)
        .iter()
        .map(|at| board.canonical(at).0)
        .collect();
    forms.sort_unstable();
    forms.dedup();
    for metric in Metric::ALL {
        let mut expander = Expander::<M, N, IMAGES>::new(board, metric);
        let mut plain = Expander::<M, N, 1>::new(&plain_board, metric);
        let mut reached = |at: &UnpackedState| -> Vec<UnpackedState> {
            let mut successors = Vec::new();
            plain.expand(&[plain_board.pack(at)], &[], &mut successors);
            successors
                .iter()
                .map(|successor| board.unpack(successor.key.words()))
                .collect()
        };
        for form in &forms {
            let mut successors = Vec::new();
            expander.expand(&[*form], &[], &mut successors);
            let canonical = board.unpack(form.words());
            let mut expected: Vec<(State<N>, usize)> = reached(&canonical)
                .iter()
                .map(|at| board.canonical(at))
                .collect();
            expected.sort_unstable();
            assert_eq!(keys_and_images(&successors), expected, "{metric}");
            for image in 0..board.symmetry().order() {
                let from_image = reached(&board.image(image, &canonical));
                let mut real: Vec<State<N>> = from_image.iter().map(|at| board.pack(at)).collect();
                let composed = successors.iter().map(|successor| {
                    let image = image ^ usize::from(successor.image);
                    board.pack(&board.image(image, &board.unpack(successor.key.words())))
                });
                let mut composed: Vec<State<N>> = composed.collect();
                real.sort_unstable();
                composed.sort_unstable();
                assert_eq!(composed, real, "{metric}, image {image}");
            }
        }
    }
}

/// Checks that a block of states has the successors and arrivals of its states one at a time, and
/// that degrees are the numbers of successors without sleep sets.
fn blocks_are_their_states<M: Cells, const N: usize, const IMAGES: usize>(
    board: &Board,
    most: usize,
) {
    for metric in Metric::ALL {
        let mut expander = Expander::<M, N, IMAGES>::new(board, metric);
        let mut layer = vec![(board.canonical::<N>(board.start()).0, 0)];
        let mut seen = BTreeSet::from([layer[0].0]);
        while seen.len() < most && !layer.is_empty() {
            let (keys, arrivals): (Vec<_>, Vec<_>) = layer.iter().copied().unzip();
            let mut together = Vec::new();
            expander.expand(&keys, &arrivals, &mut together);
            let mut narrow = Vec::new();
            expander.expand_blocks(&keys, &arrivals, &mut narrow);
            assert_eq!(
                together, narrow,
                "{metric}: with all vector instructions or the common"
            );
            let mut alone = Vec::new();
            for (place, (key, arrival)) in (0..).zip(&layer) {
                let from = alone.len();
                expander.expand(&[*key], &[*arrival], &mut alone);
                alone[from..]
                    .iter_mut()
                    .for_each(|successor| successor.place = place);
            }
            let order = |it: &Successor<State<N>>| (it.place, it.key, it.arrival, it.image);
            let mut sorted = together.clone();
            sorted.sort_by_key(order);
            alone.sort_by_key(order);
            assert_eq!(sorted, alone, "{metric}");
            let mut all = Vec::new();
            let mut classes = Vec::new();
            expander.expand(&keys, &[], &mut all);
            expander.classify(&keys, &mut classes);
            let mut degrees = Vec::new();
            let mut counted = Vec::new();
            expander.degrees(&keys, &mut degrees);
            let states = classes.iter().flatten().map(|(_, class)| class.orbit());
            Degree::count(&all, states, &mut counted);
            assert_eq!(
                degrees, counted,
                "{metric}: moves are counted as they are made"
            );
            together.retain(|successor| seen.insert(successor.key));
            layer = together
                .iter()
                .map(|successor| (successor.key, successor.arrival))
                .collect();
        }
    }
}

#[test]
fn board_invariants_hold_for_the_classic_layout() {
    let board = board(CLASSIC, &[CLASSIC_GOAL]);
    assert!(hold::<u32, 1, 2>(&board, 1500) >= 1500);
    // Room for more images and words than the board needs.
    assert!(hold::<u32, 1, 4>(&board, 500) >= 500);
    assert!(hold::<u64, 2, 4>(&board.without_symmetry(), 500) >= 500);
}

#[test]
fn board_invariants_hold_for_boards_with_full_symmetry() {
    let small = board("A.. ... ..B", &["... .A. ..."]);
    assert_eq!(hold::<u32, 1, 4>(&small, usize::MAX), 72);
    let oblong = board(OBLONG, &OBLONG_GOALS);
    assert_eq!(oblong.symmetry().order(), 4);
    assert_eq!(oblong.bits().div_ceil(64), 2);
    assert!(hold::<u64, 2, 4>(&oblong, 600) >= 600);
    let four = wide(2);
    let two = wide(1);
    assert_eq!([four.symmetry().order(), two.symmetry().order()], [4, 2]);
    assert!(hold::<u128, 4, 4>(&four, 300) >= 300);
    assert!(hold::<u128, 4, 4>(&two, 300) >= 300);
    assert!(hold::<u128, 10, 4>(&two, 100) >= 100);
}

#[test]
fn successors_carry_their_symmetry_image() {
    images_compose::<u32, 1, 2>(&board(CLASSIC, &[CLASSIC_GOAL]), 30);
    images_compose::<u32, 1, 4>(&board(CLASSIC, &[CLASSIC_GOAL]), 15);
    images_compose::<u32, 1, 4>(&board("A.. ... ..B", &["... .A. ..."]), usize::MAX);
    // Half a turn is the second image here.
    images_compose::<u32, 1, 2>(&board("A.# ..B #..", &["... .A. ..."]), usize::MAX);
    images_compose::<u32, 1, 2>(&board(CHIRAL, &CHIRAL_GOALS), 40);
    images_compose::<u64, 2, 4>(&board(OBLONG, &OBLONG_GOALS), 8);
    images_compose::<u64, 2, 4>(&board(OBLONG, &OBLONG_GOALS[..1]), 8);
    images_compose::<u128, 4, 4>(&wide(2), 6);
    images_compose::<u128, 10, 4>(&wide(1), 6);
}

#[test]
fn a_block_has_the_successors_of_its_states() {
    let classic = board(CLASSIC, &[CLASSIC_GOAL]);
    blocks_are_their_states::<u32, 1, 2>(&classic, 800);
    blocks_are_their_states::<u32, 1, 1>(&classic.without_symmetry(), 400);
    blocks_are_their_states::<u32, 1, 4>(&board("A.B ... D.C", &FOUR_CORNERS), 400);
    blocks_are_their_states::<u64, 2, 4>(&board(OBLONG, &OBLONG_GOALS), 400);
    blocks_are_their_states::<u128, 4, 4>(&wide(2), 200);
}

#[test]
fn board_invariants_hold_for_boards_of_several_words() {
    // 36 cells and, all in the goal, 11 kinds: four planes, three words.
    let frame = "AABBCC D.EE.F D.GG.F HHH..F I...JJ I..KKK";
    let eleven = board(frame, &[frame]);
    assert_eq!((eleven.cells(), eleven.bits().div_ceil(64)), (36, 3));
    assert!(hold::<u64, 3, 1>(&eleven, 1000) >= 1000);
    // 104 cells.
    let row = ".............";
    let frame = format!("AA.........BB {} CC.........DD", [row; 6].join(" "));
    let goals = format!("...AA........ {}", [row; 7].join(" "));
    let wide = board(&frame, &[&goals]);
    assert_eq!(wide.cells(), 104);
    assert!(hold::<u128, 4, 1>(&wide, 500) >= 500);
}

#[test]
fn board_invariants_hold_for_the_largest_board() {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').take(32).collect();
    let rows = |count: usize, width: usize| {
        let mut rows = vec![vec!['.'; width]; 8];
        // Walls, because sleep sets take time with the square of the number of steps.
        for row in [1, 3, 5] {
            rows[row][1..].fill('#');
        }
        for (at, &letter) in letters[..count].iter().enumerate() {
            rows[at / 8 * 2][at % 8 * 2] = letter;
        }
        CharGrid { rows }
    };
    // Every piece is in the goal, so that each is a kind of its own.
    let compile = |count: usize, width: usize| {
        let frame = rows(count, width);
        let draft = Draft {
            goals: vec![frame.clone()],
            frame,
            ..Draft::default()
        };
        Board::new(&draft.check().expect("a sound puzzle"))
    };
    let largest = compile(31, 16).expect("it just fits");
    let sizes = (largest.cells(), largest.kinds().len(), largest.bits());
    assert_eq!(sizes, (128, 31, 640));
    assert!(hold::<u128, 10, 1>(&largest, 4) >= 4);
    assert!(!largest.is_wide());
    assert!(compile(32, 16).expect("more kinds").is_wide());
    assert!(compile(31, 17).expect("more cells").is_wide());
    assert_eq!(compile(31, 51).err(), Some(BoardError::TooManyCells(408)));
}

#[test]
fn more_than_255_kinds_of_pieces_are_refused() {
    let compile = |count: u32| {
        let letters = (0..count).filter_map(|at| char::from_u32(0x4E00 + at));
        let row: Vec<char> = letters.chain(['.']).collect();
        let rows = row.chunks(32).map(<[char]>::to_vec).collect();
        let frame = CharGrid { rows };
        let draft = Draft {
            goals: vec![frame.clone()],
            frame,
            ..Draft::default()
        };
        Board::new(&draft.check().expect("a sound puzzle"))
    };
    assert_eq!(compile(255).expect("it just fits").bits(), 8 * 256);
    assert_eq!(compile(287).err(), Some(BoardError::TooManyKinds(287)));
}

#[test]
fn the_widest_sets_of_cells_give_the_same_successors() {
    const LETTERS: [char; 4] = ['A', 'B', 'C', 'D'];
    let mut runner = TestRunner::deterministic();
    let drafts = drafts(&LETTERS);
    let one_way = [
        "door: A = right 1\nice: B=1\n\nA . B\n. C C\n",
        "door: A = right 1\ndoor: B = bottom 2\n\nA A . .\n. B . #\n",
        "goal: gone\ndoor: ABC = left 1-3\nice: C=2\n\n. A A\nB . C\n. . C\n",
    ];
    let one_way = one_way.map(|text| text.parse::<Puzzle>().expect("a puzzle"));
    let mut boards = one_way.to_vec();
    while boards.len() < cases(14) as usize {
        let draft = drafts.new_tree(&mut runner).expect("a draft").current();
        boards.extend(draft.check());
    }
    let tiles = "goal: blank-last\n\n1 5 2\n4 3 0\n";
    boards.push(tiles.parse().expect("tiles"));
    let mut states = 0;
    for puzzle in &boards {
        for metric in [Metric::Step, Metric::Slide, Metric::Move, Metric::Push] {
            if metric == Metric::Push && !puzzle.are_tiles() {
                continue;
            }
            for leaves_at_once in [false, true] {
                let board = Board::new(puzzle).expect("it fits");
                let board = board.leaving_at_once(leaves_at_once);
                states += spaces_agree(&board, metric, 120);
            }
        }
    }
    assert!(states > 800, "{states}");
}

/// Compares both state spaces of a board on up to `most` states; returns their number.
fn spaces_agree(board: &Board, metric: Metric, most: usize) -> usize {
    let mut vectors = Expander::<u128, 10, 4>::new(board, metric);
    let mut plain = Expander::<WideCells, 10, 4>::new(board, metric);
    let mut waiting = vec![board.canonical::<10>(board.start()).0];
    let mut seen = BTreeSet::from([waiting[0]]);
    while let Some(key) = waiting.pop().filter(|_| seen.len() < most) {
        let [expected, found] =
            [&mut vectors as &mut dyn Space<State<10>>, &mut plain].map(|space| {
                let mut successors = Vec::new();
                space.expand(&[key], &[], &mut successors);
                // A state may have several images with the same key.
                let mut found: Vec<_> = successors
                    .iter()
                    .map(|it| (it.key, it.class, it.place))
                    .collect();
                found.sort_unstable();
                found
            });
        if board.leaves_at_once && found.len() == 1 {
            assert_eq!(expected.len(), 1, "one piece leaves at once");
        } else {
            assert_eq!(found, expected, "{metric} {:?}", board.unpack(key.words()));
        }
        let keys: Vec<State<10>> = found.iter().map(|it| it.0).collect();
        let damaged = keys.iter().map(|key| {
            let mut words = *key.words();
            words[0] ^= 1 << (words[0].count_ones() % 64);
            State::from_words(words)
        });
        let both: Vec<State<10>> = keys.iter().copied().chain(damaged).collect();
        let [expected, classes] =
            [&mut vectors as &mut dyn Space<State<10>>, &mut plain].map(|space| {
                let mut classes = Vec::new();
                space.classify(&both, &mut classes);
                classes
            });
        assert_eq!(classes, expected, "{metric}");
        waiting.extend(keys.into_iter().filter(|&key| seen.insert(key)));
    }
    seen.len()
}

#[test]
fn the_symmetry_group_follows_from_frame_kinds_and_goals() {
    let symmetry = |frame: &str, goals: &[&str]| board(frame, goals).symmetry().to_string();
    assert_eq!(
        symmetry(CLASSIC, &[".... .... .... .CC. .CC."]),
        "left-right"
    );
    assert_eq!(
        symmetry(CLASSIC, &[".... .... .... CC.. CC.."]),
        "none",
        "the goal in a corner"
    );
    assert_eq!(
        symmetry("A.. ... ..B", &["... .A. ..."]),
        "left-right, top-bottom, half-turn"
    );
    // A wall that only half a turn keeps.
    assert_eq!(symmetry("A.# ... #..", &["... .A. ..."]), "half-turn");
    assert_eq!(symmetry("A.. ... ###", &["... .A. ###"]), "left-right");
    assert_eq!(symmetry("A.# ..# ..#", &["..# A.# ..#"]), "top-bottom");
    // Two pieces that are each other's mirror image, and one without its like.
    assert_eq!(
        symmetry("AA..BB A....B ..CC..", &["AA..BB A....B ......"]),
        "left-right"
    );
    assert_eq!(
        symmetry("AA... A.... ..C..", &["..... ..... C...."]),
        "none"
    );
}

const CHIRAL: &str = "AA..BB A....B ..CC..";
const CHIRAL_GOALS: [&str; 2] = ["...... ...... CC....", "...... ...... ....CC"];

#[test]
fn reflection_exchanges_chiral_pieces() {
    let board = board(CHIRAL, &CHIRAL_GOALS);
    assert_eq!(board.symmetry().to_string(), "left-right");
    assert!(hold::<u32, 1, 2>(&board, 3000) > 100);
}

#[test]
fn a_gate_on_one_side_breaks_the_symmetry() {
    let with_gate = |frame: &str| {
        let gate = Some(('+', vec!['A']));
        let draft = Draft {
            gate,
            ..draft(frame, &["..... ..... ..A.."])
        };
        let board = Board::new(&draft.check().expect("a sound puzzle")).expect("it fits");
        board.symmetry().to_string()
    };
    assert_eq!(with_gate("+.A.+ ..... B...C"), "left-right");
    assert_eq!(with_gate("+.A.. ..... B...C"), "none");
}

/// Checks that a search with sleep sets finds every state at the same distance. Returns the share
/// of successors that it still generates, by metric.
fn sleep_loses_nothing<M: Cells, const N: usize, const IMAGES: usize>(
    board: &Board,
    blocks: &[usize],
) -> [f64; 3] {
    assert!(IMAGES.is_multiple_of(board.symmetry().order()));
    Metric::ALL.map(|metric| {
        // Awake, a block has the successors of its states, whatever its size.
        let (all, tried) = layers::<M, N, IMAGES>(board, (metric, usize::MAX), true);
        let share = |block: usize| {
            let (found, rest) = layers::<M, N, IMAGES>(board, (metric, block), false);
            assert_eq!(found, all, "{metric}, {block} at a time");
            f64::from(u32::try_from(rest).unwrap()) / f64::from(u32::try_from(tried).unwrap())
        };
        blocks.iter().copied().map(share).fold(0.0, f64::max)
    })
}

const FOUR_CORNERS: [&str; 4] = ["A.. ... ...", "..A ... ...", "... ... A..", "... ... ..A"];

#[test]
fn sleep_sets_lose_no_state_and_no_distance() {
    // The order of arrivals at a state depends on the size of the block.
    let blocks = &[1, usize::MAX][..];
    let pennant = ["BBAA BBCC ED.. FGHH FGII", ".... .... .... BB.. BB.."];
    let pennant = board(pennant[0], &pennant[1..]);
    let shares = sleep_loses_nothing::<u32, 1, 1>(&pennant, &blocks[1..]);
    assert!(shares.into_iter().all(|share| share < 0.7), "{shares:?}");
    // All four images; chiral pieces; much room; pieces that interlock.
    let corners = board("A.B ... D.C", &FOUR_CORNERS);
    assert_eq!(corners.symmetry().order(), 4);
    sleep_loses_nothing::<u32, 1, 4>(&corners, blocks);
    let chiral = board(CHIRAL, &CHIRAL_GOALS);
    sleep_loses_nothing::<u32, 1, 2>(&chiral, blocks);
    sleep_loses_nothing::<u64, 2, 4>(&chiral, &blocks[1..]);
    let interlocked = board("A.BB. ACCB. .C.D. E.DD.", &["A.... A.... ..... ....."]);
    sleep_loses_nothing::<u32, 1, 1>(&interlocked, blocks);
}

#[test]
#[ignore = "seconds"]
fn sleep_sets_lose_no_state_of_the_classic_layout() {
    let classic = board(CLASSIC, &[CLASSIC_GOAL]);
    let shares = sleep_loses_nothing::<u32, 1, 2>(&classic, &[usize::MAX]);
    assert!(shares.into_iter().all(|share| share < 0.55), "{shares:?}");
    sleep_loses_nothing::<u32, 1, 1>(&classic.without_symmetry(), &[1, usize::MAX]);
}

#[test]
fn the_symmetry_of_the_start_has_only_reflections_that_fix_it() {
    let reflections = |frame, goals: &[&str]| {
        let of_start = board(frame, goals).with_symmetry_of_start();
        of_start.symmetry().reflections().collect::<Vec<_>>()
    };
    let goals = [".... .... .... .CC. .CC."];
    assert_eq!(
        reflections(CLASSIC, &goals),
        [Reflection::Identity, Reflection::LeftRight]
    );
    let shifted = "ACCB ACCB DEEF DGHF .I.J";
    assert_eq!(board(shifted, &goals).symmetry().order(), 2);
    assert_eq!(reflections(shifted, &goals), [Reflection::Identity]);
    // Of four, the one that leaves the start as it is.
    let goals = ["... ._. ..."];
    assert_eq!(board("A.. ... ..B", &goals).symmetry().order(), 4);
    assert_eq!(
        reflections("A.. ... ..B", &goals),
        [Reflection::Identity, Reflection::HalfTurn]
    );
}
