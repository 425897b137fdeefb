//! Searches of boards from both ends, against those from one.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::*;
use crate::puzzle::Movement;
use crate::puzzle::testing::drafts;
use crate::search::bidirectional::shortest_path;
use crate::search::{BreadthFirst, StateWords, Statistics, Target};

const LETTERS: [char; 4] = ['A', 'B', 'C', 'D'];
/// The most positions and goals of a puzzle that is tried.
const MAX: usize = 4000;

/// What was tried, so that the trial can be judged.
#[derive(Default, Debug)]
struct DegreeCounter {
    solved: usize,
    /// In five units and more.
    long: usize,
    impossible: usize,
    mirrored: usize,
    gated: usize,
    /// With several goals, and with those that more than one piece is a part of.
    either: usize,
    joint: usize,
    /// With many positions that meet a goal.
    open: usize,
    axis: usize,
    walls: usize,
}

impl DegreeCounter {
    fn count(&mut self, puzzle: &Puzzle, board: &Board, goals: usize, distance: Option<usize>) {
        let wall = |cell| puzzle.grid().is_wall(cell);
        for (count, holds) in [
            (&mut self.solved, distance.is_some()),
            (&mut self.long, distance >= Some(5)),
            (&mut self.impossible, distance.is_none()),
            (&mut self.mirrored, board.symmetry().order() > 1),
            (&mut self.gated, !puzzle.gate().cells.is_empty()),
            (&mut self.either, puzzle.goals().len() > 1),
            (&mut self.joint, puzzle.goals().iter().any(|goal| goal.targets.len() > 1)),
            (&mut self.open, goals > 50),
            (&mut self.axis, puzzle.movement() == Movement::Axis),
            (&mut self.walls, puzzle.grid().cells().any(wall)),
        ] {
            *count += usize::from(holds);
        }
    }

    const fn is_rich(&self) -> bool {
        self.solved > 2000
            && self.long > 100
            && self.impossible > 300
            && self.mirrored > 500
            && self.gated > 200
            && self.either > 500
            && self.joint > 200
            && self.open > 500
            && self.axis > 500
            && self.walls > 500
    }
}

/// Holds the two against each other; gives the distance, as far as one end finds it with so many
/// states.
fn hold<K: Key>(
    space: &mut dyn Space<K>,
    start: &[u64],
    goals: &[StateWords],
    most: usize,
) -> Outcome<usize> {
    let (limits, go_on) = (Limits::default(), &mut |_: &_| ControlFlow::Continue(()));
    let few = Limits { max_states: Some(most), ..limits };
    let start = K::from_words(start);
    let one = BreadthFirst::default().search(space, start, Target::Goal, &few, go_on);
    let distance = one.outcome.map(|way| way.len() - 1);
    if let Outcome::Stopped(_) = distance {
        return distance;
    }
    let goals: Vec<K> = goals.iter().map(|goal| K::from_words(goal)).collect();
    let mut watch = Monitor::new(limits, go_on);
    let ends = (start, &goals[..]);
    let way = shortest_path(space, ends, 1, &mut watch, &mut Statistics::default());
    let way = way.expect("no limit");
    let found = way.as_ref().map_or(Outcome::Exhausted, |way| Outcome::Found(way.len() - 1));
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
fn both_ends_agree_with_one_on_thousands_of_random_puzzles() {
    let (mut runner, drafts) = (TestRunner::deterministic(), drafts(&LETTERS));
    let (mut held, mut tally) = (0, DegreeCounter::default());
    while held < 6000 {
        let draft = drafts.new_tree(&mut runner).expect("a draft").current();
        let Ok(puzzle) = draft.check() else { continue };
        let board = Board::new(&puzzle).expect("it fits");
        let boards = [&board, &board.clone().without_symmetry()];
        for (board, metric) in boards.into_iter().flat_map(|it| Metric::ALL.map(|m| (it, m))) {
            let Some(goals) = board.goals(MAX) else { break };
            let start = board.words(board.start());
            let found = with_space!(BoardSpace::of(board, metric), space => {
                let mut space = space;
                hold(&mut *space, &start, &goals, MAX)
            });
            let distance = match found {
                Outcome::Found(distance) => Some(distance),
                Outcome::Exhausted => None,
                Outcome::Stopped(_) => break,
            };
            held += 1;
            tally.count(&puzzle, board, goals.len(), distance);
        }
    }
    // Agreeing on nothing interesting would prove nothing.
    assert!(tally.is_rich(), "{tally:?}");
}

#[test]
fn a_long_way_is_found_from_both_ends_as_from_one() {
    // HIFI, its two goal letters exchanged; the corners stand in for each other, and the rows.
    let text = "alike: CDE FGHI\n\n. X X .\nF X X G\nA C C B\nA D D B\nH E E I\n\n\
                goal:\n. X X .\nF X X G\nB C C A\nB D D A\nH E E I\n";
    let board = board(text, Mirroring::Canonical);
    let goals = board.goals(1).expect("one");
    for (metric, length) in [(Metric::Move, 195), (Metric::Slide, 217), (Metric::Step, 250)] {
        let start = board.words(board.start());
        let found = with_space!(BoardSpace::of(&board, metric), space => {
            let mut space = space;
            hold(&mut *space, &start, &goals, 100_000)
        });
        assert_eq!(found, Outcome::Found(length), "{metric}");
    }
}
