//! Spaces of boards, and the results of engines on them, against published figures.

use super::{
    board_search::BoardSearch,
    spaces::{BoardSpace, ranked, with_space},
    *,
};
use crate::{
    board::{Board, LineSpace, State},
    cases::stride,
    control::{Limits, Monitor, Outcome, unobserved},
    grid::Direction,
    puzzle::Metric,
    search::{
        BreadthFirst, Key, OrbitInfo, Space, Successor, Target,
        components::{ComponentCounts, components},
        layers::{Layer, LayerSearch, Sources, StateFilter},
        ranked::RankedEngine,
    },
};

/// The board of a puzzle, with its mirror images or without.
fn board(text: &str, mirroring: Mirroring) -> Board {
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let board = Board::new(&puzzle).expect("it fits");
    if mirroring == Mirroring::Off {
        board.without_symmetry()
    } else {
        board
    }
}

/// If a move has any length, the two reasons to prune a move can depend on each other: see
/// [`ArrivalId`](crate::search::ArrivalId).
#[test]
fn each_name_of_an_option_is_read_back() {
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
    }
    for engine in Engine::ALL {
        assert_eq!(engine.to_string().parse(), Ok(engine));
    }
    for mirroring in Mirroring::ALL {
        assert_eq!(mirroring.to_string().parse(), Ok(mirroring));
    }
    for direction in Direction::ALL {
        assert_eq!(direction.to_string().parse(), Ok(direction));
    }
    let error = "astar".parse::<Algorithm>().expect_err("it is none");
    assert!(
        error
            .to_string()
            .starts_with("`astar` is none of auto, bfs, ")
    );
}

#[test]
fn depth_first_search_solves_two_puzzles_with_interacting_prunings() {
    let gate = "gate: + = A B D E\nalike: BE\n\nCC++D\n.CC.D\nBAAAE\n\n\
                goal:\nCC.D.\nBCCDE\nAAA..\n";
    for text in ["DCB\n..A\n\ngoal:\n._.\n.B_\n", gate] {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        for order in [
            MoveOrder::Fixed,
            MoveOrder::Reverse,
            MoveOrder::Random { seed: 1 },
        ] {
            let algorithm = Algorithm::DepthFirst(order);
            let report = solve(&puzzle, &Options::default().with_algorithm(algorithm));
            let outcome = report.expect("it fits").outcome;
            assert!(
                matches!(outcome, Outcome::Found(_)),
                "{order:?}: {outcome:?}\n{text}"
            );
        }
    }
}

/// Returns the placements of the pieces as a space of ranks.
fn placed(text: &str, metric: Metric, mirroring: Mirroring) -> Box<dyn Space<u64>> {
    ranked(
        &board(text, mirroring),
        metric,
        &mut Monitor::unobserved(Limits::default()),
    )
    .expect("few ranks")
}

/// Returns all layers around the start, found by two threads. Checks that the path to each farthest
/// state has a state of each layer, and that the real states on it are one move apart.
fn layers(text: &str, metric: Metric, mirroring: Mirroring) -> Vec<Layer> {
    let board = board(text, mirroring);
    let space =
        ranked(&board, metric, &mut Monitor::unobserved(Limits::default())).expect("few ranks");
    let start = board.words(board.start());
    let mut engine = RankedEngine::new(space.another(), 2);
    let mut monitor = Monitor::unobserved(Limits::default());
    let first = engine
        .begin(Sources::States(&[start]), &mut monitor)
        .expect("unwatched");
    let mut layers = vec![first];
    loop {
        let layer = engine.advance(&mut monitor).expect("unwatched");
        if layer.classes == 0 {
            break;
        }
        layers.push(layer);
    }
    let mut search = BoardSearch::new(&board, metric);
    for last in engine.last_layer(StateFilter::All, 100).expect("no files") {
        let way = engine
            .path_to(&last)
            .expect("no files")
            .expect("it was seen");
        assert_eq!((way.len(), &way[way.len() - 1]), (layers.len(), &last));
        assert_eq!(
            board.unpack(&way[0]),
            board.unpack(&board.words(board.start()))
        );
        let positions = search.real_path(&way);
        assert_eq!((positions.len(), &positions[0]), (way.len(), board.start()));
        for (pair, form) in positions.windows(2).zip(&way[1..]) {
            assert!(search.successors(&pair[0]).contains(&pair[1]));
            assert_eq!(board.unpack(&board.words(&pair[1])), board.unpack(form));
        }
    }
    layers
}

/// Sorts successors, with their keys converted by `spell`.
fn in_order<K: Key, L: Key>(
    successors: &[Successor<K>],
    spell: impl Fn(&K) -> L,
) -> Vec<(u32, L, u8, OrbitInfo)> {
    let told = successors
        .iter()
        .map(|it| (it.place, spell(&it.key), it.image, it.class));
    let mut told: Vec<_> = told.collect();
    told.sort_unstable();
    told
}

/// Checks that the space of a board and one with other keys, as ranks, have the same reachable
/// states and moves. Returns the number of states.
fn agree<K: Key, L: Key>(
    space: &mut dyn Space<K>,
    ranked: &mut dyn Space<L>,
    start: &[u64],
) -> usize {
    let rank = |key: &K| ranked.key(&space.words(key));
    let mut layer = vec![space.key(start)];
    let mut seen = std::collections::BTreeSet::from([layer[0]]);
    let mut space = space.another();
    let mut numbered = ranked.another();
    while !layer.is_empty() {
        let ranks: Vec<L> = layer.iter().map(rank).collect();
        for (key, rank) in layer.iter().zip(&ranks) {
            let spelt = numbered.words(rank);
            assert_eq!(K::from_words(&spelt), *key);
        }
        let mut classes = Vec::new();
        let mut classes_of_ranks = Vec::new();
        space.classify(&layer, &mut classes);
        numbered.classify(&ranks, &mut classes_of_ranks);
        let told = classes
            .iter()
            .map(|found| found.as_ref().map(|(key, it)| (rank(key), *it)));
        assert_eq!(told.collect::<Vec<_>>(), classes_of_ranks);
        let mut successors = Vec::new();
        let mut successors_of_ranks = Vec::new();
        space.expand(&layer, &[], &mut successors);
        numbered.expand(&ranks, &[], &mut successors_of_ranks);
        let expected = in_order(&successors, rank);
        assert_eq!(in_order(&successors_of_ranks, |&rank| rank), expected);
        // A successor is known to be what its key says.
        let keys: Vec<K> = successors.iter().map(|successor| successor.key).collect();
        let mut found = Vec::new();
        space.classify(&keys, &mut found);
        let said = successors
            .iter()
            .map(|successor| Some((successor.key, successor.class)));
        assert_eq!(found, said.collect::<Vec<_>>());
        layer = keys.into_iter().filter(|&key| seen.insert(key)).collect();
    }
    seen.len()
}

/// Returns the number of states at each distance from the start.
fn layer_sizes<K: Key>(space: &mut dyn Space<K>, start: &[u64]) -> Vec<usize> {
    let mut engine = BreadthFirst::default();
    let start = space.key(start);
    let limits = Limits::default();
    engine.search(
        space,
        &[start],
        Target::Everything,
        &limits,
        &mut unobserved,
    );
    engine.layers
}

/// Returns a puzzle with `pieces` distinct pieces and two empty cells in its first row, and walls.
fn row_text(pieces: usize, rows: usize) -> String {
    let letters: Vec<char> = ('A'..).take(pieces).collect();
    let wall = format!("\n{}", "#".repeat(pieces + 2)).repeat(rows - 1);
    let row = String::from_iter(&letters);
    let listed = letters.iter().map(char::to_string);
    let distinct = listed.collect::<Vec<_>>().join(" ");
    format!(
        "distinct: {distinct}\n\n{row}..{wall}\n\ngoal:\n{}A{wall}\n",
        ".".repeat(pieces + 1)
    )
}

#[test]
fn the_successors_of_ranks_are_the_ranks_of_successors_on_boards_of_every_size() {
    let wide = "\n#########".repeat(6);
    let texts = [
        // One word, all four images; and two pieces in 36 cells, two.
        "AAB.\n.CC.\n....\n\ngoal:\n....\n.AA.\n....\n".to_owned(),
        "A........\n.........\n.......BB\n.........\n\n\
         goal:\n.........\n....A....\n.........\n.........\n"
            .to_owned(),
        // Three words in 45 cells and in 72, and five words.
        row_text(7, 5),
        format!("A........\n.......B.{wide}\n\ngoal:\n....A....\n.........{wide}\n"),
        row_text(8, 7),
    ];
    let sizes = [(24, 4), (72, 2), (135, 1), (144, 2), (280, 1)];
    for (text, size) in texts.iter().zip(sizes) {
        let mirrored = board(text, Mirroring::Canonical);
        assert_eq!(
            (mirrored.bits(), mirrored.symmetry().order()),
            size,
            "{text}"
        );
        for board in [&mirrored, &mirrored.clone().without_symmetry()] {
            for metric in Metric::ALL.into_iter().step_by(stride(2)) {
                let mut ranked = ranked(board, metric, &mut Monitor::unobserved(Limits::default()))
                    .expect("few ranks");
                let start = board.words(board.start());
                let states = with_space!(BoardSpace::of(board, metric), typed => {
                    let mut space = typed.space;
                    agree(&mut *space, &mut *ranked, &start)
                });
                assert!(states > 30, "{text}");
            }
        }
    }
}

#[test]
fn keys_of_lines_have_the_moves_of_states() {
    let rows =
        "#########/#########/D########/D#.XX.E../.#####E#./.#####.#./F#######G/F#######G/.HHH..II.";
    let text = format!(
        "pieces: axis\nexit: X=right\n\n{}\n",
        rows.replace('/', "\n")
    );
    let board = board(&text, Mirroring::Off);
    assert_eq!(board.bits(), 243, "four words");
    for metric in Metric::ALL.into_iter().rev().step_by(stride(3)) {
        let mut lines = LineSpace::of(&board, metric).expect("cars stay on their lines");
        let start = board.words(board.start());
        let (states, layers) = with_space!(BoardSpace::of(&board, metric), typed => {
            let mut space = typed.space;
            (agree(&mut *space, &mut lines, &start), layer_sizes(&mut *space, &start))
        });
        assert!(states > 1000, "{states}");
        // No state is lost by moves that sleep, and none is found later.
        assert_eq!(layer_sizes(&mut lines, &start), layers, "{metric}");
        // Neither beyond the last arrangement of a line nor beyond all lines is a state.
        let mut found = Vec::new();
        let keys = [u64::MAX, 1 << 40, (1 << 15) - 1].map(|key| State::from_words([key]));
        lines.classify(&keys, &mut found);
        assert_eq!(found, [None; 3]);
    }
}

#[test]
fn a_goal_on_a_line_without_pieces_is_never_met() {
    let text = "pieces: axis\n\n. . .\nA A .\n\ngoal:\nA A .\n. . .\n";
    let board = board(text, Mirroring::Off);
    let mut lines = LineSpace::of(&board, Metric::Step).expect("it stays on its line");
    let start = board.words(board.start());
    let states = with_space!(BoardSpace::of(&board, Metric::Step), typed => {
        let mut space = typed.space;
        agree(&mut *space, &mut lines, &start)
    });
    assert_eq!(states, 2);
}

#[test]
fn keys_of_lines_are_for_boards_whose_images_are_out_of_reach() {
    let axis = |rows: &str| {
        let text = format!(
            "pieces: axis\nexit: X=right\n\n{}\n",
            rows.replace('/', "\n")
        );
        board(&text, Mirroring::Canonical)
    };
    let open = [".........\n"; 3].concat();
    for (first, last, is_lined) in [
        ("AA....BBB", ".........", true),
        ("AA.......", "BB.......", false),
    ] {
        let board = axis(&format!("{first}/{open}XX.......\n{open}{last}"));
        assert_eq!(board.symmetry().order(), 2);
        let space = LineSpace::of(&board.without_unreachable_images(), Metric::Slide);
        assert_eq!(space.is_some(), is_lined, "{first} {last}");
    }
    let free = format!("exit: X=right\n\nXX..Y....\n{open}{open}");
    let free = LineSpace::of(&board(&free, Mirroring::Off), Metric::Slide);
    assert!(free.is_none(), "its pieces move both ways");
}

/// Returns numbered tiles with the last cell empty.
fn tiles_text(rows: &[&str]) -> String {
    let frame = rows.join("\n");
    let pieces: Vec<String> = frame
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(String::from)
        .collect();
    format!(
        "distinct: {}\n\n{frame}\n\ngoal:\n{frame}\n",
        pieces.join(" ")
    )
}

/// Returns the number of states of numbered tiles at each distance.
fn tiles(rows: &[&str]) -> Vec<u64> {
    layers(&tiles_text(rows), Metric::Step, Mirroring::Off)
        .iter()
        .map(|layer| layer.states)
        .collect()
}

#[test]
fn the_layers_of_numbered_tiles_equal_the_published_layers() {
    assert_eq!(tiles(&["AB", "C."]), [1, 2, 2, 2, 2, 2, 1]);
    assert_eq!(
        tiles(&["ABC", "DEF", "GH."]),
        [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2
        ]
    );
}

#[test]
#[ignore = "241 million states: a minute, many without optimisation"]
fn larger_boards_of_numbered_tiles_have_the_published_layers() {
    let layers = tiles(&["ABCDE", "FGHI."]);
    assert_eq!((layers.iter().sum(), layers.len()), (1_814_400_u64, 56));
    let layers = tiles(&["ABCD", "EFGH", "IJK."]);
    assert_eq!((layers.iter().sum(), layers.len()), (239_500_800_u64, 54));
    assert_eq!(layers[53], 18);
}

#[test]
fn the_classic_component_is_found_with_and_without_symmetry() {
    let text = &to_the_exit("ACCB ACCB DEEF DGHF I..J");
    let table = [
        (Metric::Step, 167, 116, 4),
        (Metric::Slide, 133, 90, 8),
        (Metric::Move, 124, 81, 8),
    ];
    for (metric, farthest, shortest, last) in table.into_iter().step_by(stride(2)) {
        let [mirrored, plain] =
            [Mirroring::Canonical, Mirroring::Off].map(|mirroring| layers(text, metric, mirroring));
        let ends = (mirrored.len(), mirrored[farthest].states);
        assert_eq!(ends, (farthest + 1, last));
        let solved = mirrored.iter().position(|layer| layer.goal_classes > 0);
        assert_eq!(solved, Some(shortest));
        let sum = |of: fn(&Layer) -> u64| mirrored.iter().map(of).sum::<u64>();
        let sums = [sum(|layer| layer.states), sum(|layer| layer.classes)];
        assert_eq!(sums, [25_955, 13_011]);
        assert_eq!(sum(|layer| layer.goal_states), 964);
        let states = |layers: &[Layer]| -> Vec<[u64; 2]> {
            layers
                .iter()
                .map(|layer| [layer.states, layer.goal_states])
                .collect()
        };
        assert_eq!(states(&mirrored), states(&plain));
    }
}

/// Returns a layout of the classic frame with the exit as the goal of its 2×2 piece.
fn to_the_exit(frame: &str) -> String {
    format!(
        "{}\n\ngoal:\n....\n....\n....\n.CC.\n.CC.\n",
        frame.replace(' ', "\n")
    )
}

/// Returns the components of a space. `plain` distinguishes mirror images.
fn all(
    space: &(dyn Space<u64> + 'static),
    plain: Option<&(dyn Space<u64> + 'static)>,
) -> ComponentCounts {
    components(space, plain, 2, &mut Monitor::unobserved(Limits::default())).expect("unwatched")
}

/// Returns the size of the largest components and their number; mirror images count separately.
fn largest(components: &ComponentCounts) -> (u64, u64) {
    let most = components
        .iter()
        .map(|(one, _)| one.reachable())
        .max()
        .expect("there is one");
    let as_large = components.iter().filter(|(one, _)| one.reachable() == most);
    (most, as_large.map(|(one, count)| one.images * count).sum())
}

/// Returns the components of some pieces in the classic frame, found in two ways.
fn placements(frame: &str) -> ComponentCounts {
    let text = to_the_exit(frame);
    let [mirrored, plain] =
        [Mirroring::Canonical, Mirroring::Off].map(|it| placed(&text, Metric::Step, it));
    let found = all(&*mirrored, Some(&*plain));
    let apart = all(&*plain, None);
    // Without symmetry reduction, the figures are the same.
    let figures = |all: &ComponentCounts| (all.count(), all.solvable(), all.states(), largest(all));
    assert_eq!(figures(&found), figures(&apart));
    found
}

#[test]
fn five_dominoes_and_four_singles_have_the_published_component_sizes() {
    // By the number of flat dominoes, 0 to 5: placements, components, the largest.
    let table = [
        ("CCAB CCAB DEFG DEFH IJ..", (15_660, 80, 7_462)),
        ("ACCB ACCB DEEF DGHF I..J", (65_880, 898, 25_955)),
        ("CCAB CCAB DDEE FGHI F..J", (109_260, 2_653, 81_340)),
        ("CCAB CCAB DDEE FFGH I..J", (106_800, 2_609, 81_462)),
        ("CCA. CCA. BBDD EEFF GHIJ", (51_660, 1_729, 28_832)),
        ("CCAA CCBB DDEE FFGH I..J", (14_220, 505, 7_888)),
    ];
    for (frame, expected) in table.into_iter().step_by(stride(6)) {
        let found = placements(frame);
        assert!(found.solvable() < found.count());
        assert_eq!(
            (found.states(), found.count(), largest(&found).0),
            expected,
            "{frame}"
        );
    }
}

#[test]
fn distinct_tiles_form_two_components_of_equal_size() {
    let space = placed(&tiles_text(&["ABC", "DE."]), Metric::Step, Mirroring::Off);
    let found = all(&*space, None);
    let halves: Vec<_> = found
        .iter()
        .map(|(one, count)| (one.states, one.goal_states, count))
        .collect();
    assert_eq!(halves, [(360, 1, 1), (360, 0, 1)]);
}

#[test]
fn a_solver_can_be_sent_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<crate::sliding::Solver>();
}

/// Bidirectional searches of boards, against searches from the start.
mod bidirectional {
    use proptest::{
        strategy::{Strategy, ValueTree},
        test_runner::TestRunner,
    };

    use super::*;
    use crate::{
        board::tests::goals,
        cases::{cases, stride},
        puzzle::{Movement, testing::drafts},
        search::{BreadthFirst, StateWords, Statistics, Target, bidirectional::shortest_path},
    };

    const LETTERS: [char; 4] = ['A', 'B', 'C', 'D'];
    /// The most positions and goals of a puzzle that is tried.
    const MAX: usize = 4000;

    /// Counts of the puzzles that were tried.
    #[derive(Default, Debug)]
    struct TrialCounts {
        solved: usize,
        /// With solutions of five or more units.
        long: usize,
        impossible: usize,
        mirrored: usize,
        gated: usize,
        /// With several goals, and with goals of several pieces.
        either: usize,
        joint: usize,
        /// With many goal states.
        open: usize,
        axis: usize,
        walls: usize,
    }

    impl TrialCounts {
        fn count(&mut self, puzzle: &Puzzle, board: &Board, goals: usize, distance: Option<usize>) {
            let wall = |cell| puzzle.grid().is_wall(cell);
            for (count, holds) in [
                (&mut self.solved, distance.is_some()),
                (&mut self.long, distance >= Some(5)),
                (&mut self.impossible, distance.is_none()),
                (&mut self.mirrored, board.symmetry().order() > 1),
                (&mut self.gated, !puzzle.gate().cells.is_empty()),
                (&mut self.either, puzzle.goals().len() > 1),
                (
                    &mut self.joint,
                    puzzle.goals().iter().any(|goal| goal.targets.len() > 1),
                ),
                (&mut self.open, goals > 50),
                (&mut self.axis, puzzle.movement() == Movement::Axis),
                (&mut self.walls, puzzle.grid().cells().any(wall)),
            ] {
                *count += usize::from(holds);
            }
        }

        const fn is_rich(&self) -> bool {
            self.solved > 150
                && self.long > 1
                && self.impossible > 40
                && self.mirrored > 30
                && self.gated > 30
                && self.either > 60
                && self.joint > 10
                && self.open > 40
                && self.axis > 60
                && self.walls > 60
        }
    }

    /// Compares bidirectional search with breadth-first search of up to `most` states. Returns the
    /// distance that the latter finds.
    fn hold<K: Key>(
        space: &mut (dyn Space<K> + 'static),
        start: &[u64],
        goals: &[StateWords],
        most: usize,
    ) -> Outcome<usize> {
        let limits = Limits::default();
        let few = limits.with_max_states(Some(most));
        let start = K::from_words(start);
        let one =
            BreadthFirst::default().search(space, &[start], Target::Goal, &few, &mut unobserved);
        let distance = one.outcome.map(|way| way.len() - 1);
        if let Outcome::Stopped(_) = distance {
            return distance;
        }
        let goals: Vec<K> = goals.iter().map(|goal| K::from_words(goal)).collect();
        let mut monitor = Monitor::unobserved(limits);
        let ends = (start, &goals[..]);
        let way = shortest_path(space, ends, 1, &mut monitor, &mut Statistics::default());
        let way = way.expect("no limit");
        let found = way
            .as_ref()
            .map_or(Outcome::Exhausted, |way| Outcome::Found(way.len() - 1));
        assert_eq!(found, distance);
        if let Some(way) = &way {
            assert!(way[0] == start && goals.contains(&way[way.len() - 1]));
            for pair in way.windows(2) {
                let mut successors = Vec::new();
                space.expand(&pair[..1], &[], &mut successors);
                assert!(successors.iter().any(|successor| successor.key == pair[1]));
            }
        }
        distance
    }

    #[test]
    fn bidirectional_and_forward_search_agree_on_random_puzzles() {
        let mut runner = TestRunner::deterministic();
        let drafts = drafts(&LETTERS);
        let mut held = 0;
        let mut trials = TrialCounts::default();
        while held < cases(400) {
            let draft = drafts.new_tree(&mut runner).expect("a draft").current();
            let Ok(puzzle) = draft.check() else { continue };
            let board = Board::new(&puzzle).expect("it fits");
            let boards = [&board, &board.clone().without_symmetry()];
            for (board, metric) in boards
                .into_iter()
                .flat_map(|it| Metric::ALL.map(|m| (it, m)))
            {
                let Some(goals) = goals(board, MAX) else {
                    break;
                };
                let start = board.words(board.start());
                let found = with_space!(BoardSpace::of(board, metric), typed => {
                    let mut space = typed.space;
                    hold(&mut *space, &start, &goals, MAX)
                });
                let distance = match found {
                    Outcome::Found(distance) => Some(distance),
                    Outcome::Exhausted => None,
                    Outcome::Stopped(_) => break,
                };
                held += 1;
                trials.count(&puzzle, board, goals.len(), distance);
            }
        }
        // Agreeing on nothing interesting would prove nothing.
        assert!(trials.is_rich(), "{trials:?}");
    }

    #[test]
    fn bidirectional_and_forward_search_agree_on_a_long_solution() {
        // HIFI, its two goal letters exchanged; the corners stand in for each other, and the rows.
        let text = "alike: CDE FGHI\n\n. X X .\nF X X G\nA C C B\nA D D B\nH E E I\n\n\
                    goal:\n. X X .\nF X X G\nB C C A\nB D D A\nH E E I\n";
        let board = board(text, Mirroring::Canonical);
        let goals = goals(&board, 1).expect("one");
        for (metric, length) in [
            (Metric::Move, 195),
            (Metric::Slide, 217),
            (Metric::Step, 250),
        ]
        .into_iter()
        .step_by(stride(3))
        {
            let start = board.words(board.start());
            let found = with_space!(BoardSpace::of(&board, metric), typed => {
                let mut space = typed.space;
                hold(&mut *space, &start, &goals, 100_000)
            });
            assert_eq!(found, Outcome::Found(length), "{metric}");
        }
    }
}

/// One engine after the other, and saved runs.
mod escalation {
    use super::*;
    use crate::{search::space::DegreeCounter, solution::Solution};

    const EXIT: &str = "ACCB ACCB DEEF DGHF I..J";
    /// 21 moves to the exit, with a mirror image.
    const SHORT: &str = "ACCB\nACCB\nDEFG\nH..I\n\ngoal:\n....\n....\n.CC.\n.CC.\n";
    /// Only one position is a goal.
    const FULL: &str =
        "distinct: A B C D E F G\n\nA B C\nD E F\nG . .\n\ngoal:\nG E C\nD B F\nA _ _\n";
    /// An odd permutation: all 181,440 positions are seen in vain, for a second empty cell, out of
    /// reach, hides it from who asks for the parity.
    const ODD: &str = "A B C # .\nD E F # #\nG H . # #\n\ngoal:\nA B C # .\nD E F # #\nH G . # #\n";
    const IMPOSSIBLE: &str = "A B . .\n\ngoal:\nB A . .\n";

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    fn threads(number: usize) -> Option<std::num::NonZero<usize>> {
        std::num::NonZero::new(number)
    }

    /// Solves a puzzle. The engine `layered` gets its own folder.
    fn report(puzzle: &Puzzle, options: &Options) -> Report {
        if options.engine != Some(Engine::Layered) {
            return solve(puzzle, options).expect("it fits");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mut solver =
            Solver::open(Place::Folder(puzzle, folder.path()), options).expect("it is empty");
        solver.solve().expect("files work")
    }

    fn length(outcome: &Outcome<Solution>) -> Option<usize> {
        match outcome {
            Outcome::Found(solution) => Some(solution.len()),
            Outcome::Exhausted => None,
            Outcome::Stopped(reason) => panic!("{reason}"),
        }
    }

    #[test]
    fn every_engine_proves_the_same_optimum() {
        // At least one metric for each puzzle.
        let turned = "distinct: A B C D\n\nA B C\nD . .\n\ngoal:\nD C B\nA _ _\n";
        let cars = "pieces: axis\nexit: A=right\n\nBBBG.\nCCFGH\nAAF.H\nE...I\nEDD.I\n";
        let behind = "pieces: axis\nexit: A=right\n\n.B...\n.B...\nAA.CC\n";
        let texts = [SHORT, turned, IMPOSSIBLE, cars, behind];
        let cases = texts
            .iter()
            .flat_map(|text| Metric::ALL.map(|metric| (text, metric)));
        for (text, metric) in cases.step_by(stride(4)) {
            let puzzle = puzzle(text);
            let expected = report(&puzzle, &Options::default().with_metric(metric));
            for engine in Engine::SOLVING {
                let options = Options::default()
                    .with_metric(metric)
                    .with_engine(Some(engine));
                let found = report(&puzzle, &options);
                assert_eq!(
                    length(&found.outcome),
                    length(&expected.outcome),
                    "{engine:?} {metric}"
                );
                assert_eq!(found.optimal, expected.optimal);
                assert_eq!(found.bound, expected.bound);
                assert_eq!(found.engine.name, engine);
            }
        }
    }

    #[test]
    fn the_automatic_search_escalates_only_as_far_as_necessary() {
        let classic = to_the_exit(EXIT);
        // Every run tries each engine in memory.
        let table = [
            ("AB.\n\ngoal:\n.AB\n", 2, None, "parents"),
            (&classic, 1, None, "parents"),
            (FULL, 2, None, "both-ends"),
            (&classic, 2, None, "hashed"),
            (&classic, 1, Some(150_000), "hashed"),
            (ODD, 1, Some(500_000), "layered"),
            (ODD, 1, Some(1_700_000), "ranked"),
        ];
        for (text, on, max_bytes, engine) in table.into_iter().step_by(stride(2)) {
            let limits = Limits::default().with_max_bytes(max_bytes);
            let options = Options::default()
                .with_limits(limits)
                .with_threads(threads(on));
            let report = report(&puzzle(text), &options);
            assert_eq!(report.engine.name.word(), engine, "{max_bytes:?} {on}");
            assert_eq!(report.outcome == Outcome::Exhausted, text == ODD);
            assert!(text != classic || length(&report.outcome) == Some(81));
        }
    }

    #[test]
    fn a_depth_limit_ends_every_engine_with_a_lower_bound() {
        let puzzle = puzzle(&to_the_exit(EXIT));
        for engine in Engine::SOLVING {
            let limits = Limits::default().with_max_depth(Some(20));
            let options = Options::default()
                .with_limits(limits)
                .with_engine(Some(engine));
            let found = report(&puzzle, &options);
            assert_eq!(
                found.outcome,
                Outcome::Stopped(crate::control::StopReason::Depth),
                "{engine:?}"
            );
            assert_eq!(
                (found.bound, found.optimal),
                (Some(21), false),
                "{engine:?}"
            );
        }
    }

    #[test]
    fn a_stopped_search_reports_the_best_bound_of_all_its_engines() {
        let classic = to_the_exit(EXIT);
        for (text, max_bytes, restarts) in [(&*classic, None, 1), (ODD, Some(500_000), 4)] {
            let limits = Limits::default().with_max_bytes(max_bytes);
            let options = Options::default()
                .with_limits(limits)
                .with_threads(threads(1));
            let mut deepest = 0;
            let mut observer = |progress: &crate::control::Progress| {
                deepest = progress.depth.max(deepest);
                crate::control::break_if(progress.restarts >= restarts)
            };
            let mut solver = Solver::new(&puzzle(text), &options).expect("it fits");
            let report = solver.solve_with_observer(&mut observer);
            let bound = report.expect("files work").bound;
            assert!(bound > Some(deepest.max(1)), "{bound:?} after {deepest}");
        }
    }

    #[test]
    fn a_resumed_run_finds_the_same_solution() {
        let puzzle = puzzle(SHORT);
        for engine in Engine::EXPLORING {
            let folder = tempfile::tempdir().expect("a folder");
            let limits = Limits::default().with_max_depth(Some(10));
            let options = Options::default().with_engine(Some(engine));
            let place = Place::Folder(&puzzle, folder.path());
            let stopped = Solver::open(place, &Options { limits, ..options });
            let stopped = stopped.expect("it is empty").solve().expect("files work");
            assert!(matches!(stopped.outcome, Outcome::Stopped(_)));
            for _ in 0..2 {
                let resumed = Solver::open(Place::Resume(folder.path()), &Options::default());
                let found = resumed.expect("it is kept").solve().expect("files work");
                let told = (length(&found.outcome), found.engine.name);
                assert_eq!(told, (Some(21), engine));
            }
        }
    }

    /// One word and four mirror images, which are searched in two words, and five words, which are
    /// searched in ten: the format of the checkpoints is older than these sizes.
    #[test]
    fn a_saved_state_has_the_number_of_words_of_its_format() {
        let four = "XAB\nC..\n...\n\ngoal:\n...\n.X.\n...\n".to_owned();
        for (text, words) in [(four, 1), (row_text(8, 7), 6)] {
            let board = board(&text, Mirroring::Canonical);
            let config = BfsConfig {
                metric: Metric::Move,
                mirroring: Mirroring::Canonical,
                purpose: BfsPurpose::Solution,
                limits: Limits::default(),
                threads: std::num::NonZero::<usize>::MIN,
                engine: None,
            };
            let build = || {
                let trials = DegreeCounter::default();
                let mut monitor = Monitor::unobserved(Limits::default());
                let built = Engine::Hashed.build((&board, &config), None, &trials, &mut monitor);
                built.expect("it needs no folder")
            };
            let mut monitor = Monitor::unobserved(Limits::default());
            let mut engine = build();
            let start = board.words(board.start());
            let first = engine
                .begin(Sources::States(&[start]), &mut monitor)
                .expect("unwatched");
            let second = engine.advance(&mut monitor).expect("unwatched");
            let mut saved = Vec::new();
            engine.save(&mut saved).expect("memory");
            // The depth, the states met, and three lists with their lengths; no state is a goal.
            let states = usize::try_from(first.classes + second.classes).expect("few");
            assert_eq!(
                saved.len(),
                size_of::<u64>() * (2 + 3 + words * states),
                "{text}"
            );
            let mut restored = build();
            restored.restore(&mut &saved[..]).expect("it was saved");
            loop {
                let layer = engine.advance(&mut monitor).expect("unwatched");
                assert_eq!(
                    restored.advance(&mut monitor).expect("unwatched"),
                    layer,
                    "{text}"
                );
                if layer.classes == 0 {
                    break;
                }
            }
        }
    }

    #[test]
    fn searches_without_layers_have_no_checkpoints() {
        let folder = tempfile::tempdir().expect("a folder");
        for engine in [Engine::BreadthFirst, Engine::Bidirectional] {
            let options = Options::default().with_engine(Some(engine));
            let refused = Solver::open(Place::Folder(&puzzle(FULL), folder.path()), &options).err();
            assert!(
                matches!(refused, Some(SolveError::NoCheckpoints(word)) if word == engine.word())
            );
        }
        let algorithm = Algorithm::IterativeDeepening;
        let options = Options::default().with_algorithm(algorithm);
        let refused = Solver::open(Place::Folder(&puzzle(FULL), folder.path()), &options).err();
        assert!(matches!(refused, Some(SolveError::NoCheckpoints("iddfs"))));
    }
}
