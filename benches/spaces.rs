//! What whole spaces cost: [`Explorer`], layers only, by each engine and on one thread and two.
//!
//!     cargo bench -- spaces
//!
//! | id | what one iteration is |
//! |---|---|
//! | `tiles-3x3` | the 181,440 states of eight numbered tiles, by steps |
//! | `tiles-2x5` | the 1,814,400 of nine in two rows |
//! | `classic` | the 25,955 of 横刀立马, 13,011 classes, by steps |
//! | `alike-3x4` | the 19,958,400 of eleven in three rows, four of which are alike |
//! | `tiles-3x4` | the 239,500,800 of eleven in three rows, once on each number of threads; at the end |
//! | `frame-4x5` | the 709,388 of a classic frame with four empty cells, 354,964 classes, by steps |
//! | `everything` | all that `huarong explore` tells of each of ten puzzles of the collection, by moves, on all cores: those with less than a million layouts that take the longest |
//! | `ranks/…` | of 1,024 states of the classic board, of Climb 15 or of tiles: `rank` from state to rank, `unrank` back, `expand` to the ranks of all successors |
//!
//! And what each rung of the ladder of `solve` takes for the same proof, in moves: 横刀立马, HIFI
//! with its one goal, Climb 12 b.
//!
//! With `--features cluster` there are also one and two processes of one thread each, whole: what
//! is printed at the end has them beside the others.
//!
//! Answers are asserted. Compiling the puzzle is in it. What is printed at the end is the time that
//! a class takes, and the bytes, of memory and of files.

use std::hint::black_box;
use std::num::NonZero;
use std::time::{Duration, Instant};

use huarong::collection::Collection;
use huarong::control::Outcome;
use huarong::explore::{Engine, ExploreScope, Explorer, MemoryUsage, Options, Place};
use huarong::internals::{self, Board, CellSet, Expander, Space as _};
use huarong::search::Statistics;
use huarong::sliding::{self as solve, SolveError, Solver};
use huarong::{Metric, Puzzle};

use crate::timing::{is_bench, time};

const ENGINES: [Engine; 3] = Engine::EXPLORING;
const THREADS: [usize; 2] = [1, 2];

/// A space and what is known of it.
struct Space {
    id: &'static str,
    puzzle: Puzzle,
    classes: u64,
    /// The greatest distance, and how many states lie there.
    last: (usize, u64),
}

/// A frame with these pieces told apart, to be left as it is in the cells that `goal` names.
fn space(
    id: &'static str,
    distinct: &str,
    frame: &str,
    goal: &str,
    classes: u64,
    last: (usize, u64),
) -> Space {
    let distinct: Vec<String> = distinct.chars().map(String::from).collect();
    let header = if distinct.is_empty() {
        String::new()
    } else {
        format!("distinct: {}\n\n", distinct.join(" "))
    };
    let puzzle = format!("{header}{frame}\n\ngoal:\n{goal}\n")
        .parse()
        .expect("a puzzle");
    Space {
        id,
        puzzle,
        classes,
        last,
    }
}

fn tiles(id: &'static str, frame: &str, classes: u64, last: (usize, u64)) -> Space {
    let pieces: String = frame.chars().filter(char::is_ascii_alphabetic).collect();
    space(id, &pieces, frame, frame, classes, last)
}

fn small() -> Vec<Space> {
    const EXIT: &str = "....\n....\n....\n.AA.\n.AA.";
    let classic = "BAAC\nBAAC\nDFFE\nDGHE\nI..J";
    let roomy = "BAAC\nBAAC\nDFFE\nG..H\nI..J";
    vec![
        space("classic", "", classic, EXIT, 13_011, (167, 4)),
        tiles("tiles-3x3", "ABC\nDEF\nGH.", 181_440, (31, 2)),
        space("frame-4x5", "", roomy, EXIT, 354_964, (56, 2)),
        tiles("tiles-2x5", "ABCDE\nFGHI.", 1_814_400, (55, 2)),
    ]
}

/// What takes seconds, or a minute.
fn large() -> [Space; 2] {
    let frame = "ABCD\nEFGH\nIJK.";
    [
        space(
            "alike-3x4",
            "ABCDEFG",
            frame,
            "ABCD\nEFG.\n....",
            19_958_400,
            (45, 26),
        ),
        tiles("tiles-3x4", frame, 239_500_800, (53, 18)),
    ]
}

/// Explores a space once, holds it to what is known, and gives the time and the bytes.
fn explore(space: &Space, engine: Engine, threads: usize) -> (Duration, MemoryUsage) {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options::default()
        .with_metric(Metric::Step)
        .with_scope(ExploreScope::Layers)
        .with_threads(NonZero::new(threads).expect("one at least"))
        .with_engine(Some(engine));
    let started = Instant::now();
    let place = match engine {
        Engine::Layered => Place::Folder(&space.puzzle, folder.path()),
        _ => Place::Memory(&space.puzzle),
    };
    let mut explorer = Explorer::open(place, &options).expect("it fits");
    let found = explorer.explore().expect("no files");
    let elapsed = started.elapsed();
    let sweep = black_box(&found).from_start.clone();
    assert!(sweep.is_complete, "{}", space.id);
    assert_eq!(sweep.total().classes, space.classes, "{}", space.id);
    assert_eq!(
        (sweep.eccentricity(), sweep.last().states),
        space.last,
        "{}",
        space.id
    );
    (elapsed, found.memory_usage)
}

/// Processes of this machine, which the program starts.
#[cfg(feature = "cluster")]
mod cluster {
    use std::process::Command;

    use serde_json::Value;

    use super::{Duration, MemoryUsage, Space};

    /// Explores a space once on `processes` processes of one thread each and checks the layers.
    /// Returns the time and the bytes.
    pub(super) fn explore(space: &Space, processes: usize) -> (Duration, MemoryUsage) {
        let folder = tempfile::tempdir().expect("a folder");
        let puzzle = folder.path().join("puzzle.txt");
        let run = folder.path().join("run");
        std::fs::write(&puzzle, space.puzzle.to_string()).expect("there is room");
        let mut command = Command::new(env!("CARGO_BIN_EXE_huarong"));
        command.args([
            "explore",
            "--metric",
            "step",
            "--layers-only",
            "--json",
            "--threads",
            "1",
        ]);
        command
            .args(["--local", &processes.to_string()])
            .arg("--work-dir")
            .arg(run)
            .arg(puzzle);
        let output = command.output().expect("it runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let found: Value = serde_json::from_slice(&output.stdout).expect("one object");
        let number = |field: &str| found[field].as_u64().expect("a number");
        assert_eq!(number("classes"), space.classes, "{}", space.id);
        let (distance, states) = space.last;
        assert_eq!(number("eccentricity"), distance as u64, "{}", space.id);
        assert_eq!(found["layers"][distance], states, "{}", space.id);
        let seconds = found["seconds"].as_f64().expect("a number");
        let mut room = MemoryUsage::default();
        (room.memory, room.disk) = (number("bytes"), number("disk_bytes"));
        (Duration::from_secs_f64(seconds), room)
    }
}

/// Puzzles by name, with their layouts, the greatest distance from the start, and the number of
/// shortest solutions.
const SLOWEST: [(&str, u64, usize, &str); 10] = [
    ("cleopatra-gnome", 564_016, 70, "24"),
    ("fogleman-15", 541_934, 32, "3048"),
    ("bone-gnome", 412_110, 34, "1"),
    ("adelaar", 951_146, 165, "3200"),
    ("only-18-steps-gnome", 237_060, 27, "8"),
    ("bickford-4x5-10-pieces-5-3-2", 597_304, 178, "24883200"),
    ("fogleman-24", 278_666, 61, "6528"),
    ("bickford-4x4-8-pieces-5-3", 190_512, 19, "1644"),
    ("slidey-blocky-thingy-210", 70_076, 34, "14131968"),
    ("a-troublesome-table", 39_678, 101, "4608"),
];

fn bench_everything() {
    for (name, states, farthest, solutions) in SLOWEST {
        let mut found = Collection::built_in().find(name).expect("it is built in");
        let puzzle = found.swap_remove(0).puzzle;
        time(&format!("everything/{name}"), || {
            let mut explorer = Explorer::new(&puzzle, &Options::default()).expect("it fits");
            let found = black_box(explorer.explore().expect("no files"));
            assert_eq!(found.from_start.total().states, states);
            assert_eq!(found.from_start.eccentricity(), farthest);
            assert_eq!(
                found.solutions.known().map(ToString::to_string).as_deref(),
                Some(solutions)
            );
            assert!(
                found.memory_usage.memory < 100_000_000,
                "{:?}",
                found.memory_usage
            );
        });
    }
}

fn bench_small() {
    for space in small() {
        for engine in ENGINES {
            for threads in THREADS {
                time(&format!("{}/{}/{threads}", space.id, engine.word()), || {
                    explore(&space, engine, threads)
                });
            }
        }
    }
}

fn bench_ranks() {
    let [_, tiles] = large();
    ranks::<u32, 1, 1>(tiles.id, &tiles.puzzle);
    let classic = &small()[0];
    ranks::<u32, 1, 2>(classic.id, &classic.puzzle);
    let found = Collection::built_in()
        .find("climb-15-winter-gnome")
        .expect("it is built in");
    ranks::<u64, 4, 1>("climb-15", &found[0].puzzle);
}

/// Of states that lie as near to each other as those of a layer do.
fn ranks<M, const N: usize, const IMAGES: usize>(id: &str, puzzle: &Puzzle)
where
    M: CellSet + Send + Sync + 'static,
{
    let board = Board::new(puzzle)
        .expect("it fits")
        .with_symmetry_of_start();
    let ranking = internals::ranking::<M, N>(&board).expect("few enough");
    let states = Box::new(Expander::<M, N, IMAGES>::new(&board, Metric::Step));
    let mut space = internals::rank_space::<M, N>(&board, states).expect("few enough");
    let all: Vec<u64> = (ranking.ranks() / 3..).step_by(41).take(1024).collect();
    let mut forms = Vec::new();
    space.classify(&all, &mut forms);
    let mut ranks: Vec<u64> = forms.iter().flatten().map(|&(rank, _)| rank).collect();
    ranks.sort_unstable();
    let unrank = |&rank: &u64| ranking.unrank(rank).expect("a placement");
    let states: Vec<_> = ranks.iter().map(unrank).collect();
    let rank = || {
        states
            .iter()
            .fold(0, |sum: u64, state| sum.wrapping_add(ranking.rank(state)))
    };
    assert_eq!(rank(), ranks.iter().sum::<u64>());
    time(&format!("ranks/{id}/rank"), rank);
    time(&format!("ranks/{id}/unrank"), || {
        ranks
            .iter()
            .map(unrank)
            .fold(0, |sum, state| sum ^ state.words()[0])
    });
    let mut successors = Vec::new();
    time(&format!("ranks/{id}/expand"), || {
        successors.clear();
        space.expand(&ranks, &[], &mut successors);
        successors.len()
    });
}

/// One after the other, and printed: what a state takes, in the best of some rounds.
fn side_by_side() {
    // As a test, not as a benchmark, once is enough, and what is large too much.
    let bench = is_bench();
    let mut spaces: Vec<(Space, usize)> = small().into_iter().map(|space| (space, 5)).collect();
    if bench {
        spaces.extend(large().map(|space| (space, 1)));
    } else {
        for (_, rounds) in &mut spaces {
            *rounds = 1;
        }
    }
    println!("space          engine  threads        time  ns/class  classes/s  bytes  on disk");
    for (space, rounds) in &spaces {
        for engine in ENGINES {
            for threads in THREADS {
                let runs = (0..*rounds).map(|_| explore(space, engine, threads));
                let least = runs.min_by_key(|(elapsed, _)| *elapsed);
                let (elapsed, room) = least.expect("one round at least");
                line(space, engine, threads, elapsed, room);
            }
        }
        #[cfg(feature = "cluster")]
        for processes in THREADS {
            let runs = (0..*rounds).map(|_| cluster::explore(space, processes));
            let least = runs.min_by_key(|(elapsed, _)| *elapsed);
            let (elapsed, room) = least.expect("one round at least");
            line(space, Engine::Cluster, processes, elapsed, room);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
fn line(space: &Space, engine: Engine, threads: usize, elapsed: Duration, room: MemoryUsage) {
    let classes = space.classes as f64;
    let seconds = elapsed.as_secs_f64();
    println!(
        "{:<14} {:<7} {threads:>7} {:>11.3?} {:>9.1} {:>9.2}M {:>6.2} {:>8.2}",
        space.id,
        engine.word(),
        elapsed,
        seconds * 1e9 / classes,
        classes / seconds / 1e6,
        room.memory as f64 / classes,
        room.disk as f64 / classes,
    );
}

/// The shortest solutions, in moves, that each rung of the ladder is to prove.
const SOLVED: [(&str, usize); 3] = [
    ("heng-dao-li-ma", 81),
    ("hifi#hifi", 200),
    ("climb-12-b", 69),
];

/// Runs each engine in turn and prints the cost of the same proof.
fn ladder() {
    let bench = is_bench();
    println!("puzzle          engine     threads        time      states  ns/state      bytes");
    for (name, moves) in SOLVED
        .into_iter()
        .take(if bench { SOLVED.len() } else { 1 })
    {
        let puzzle = Collection::built_in()
            .find(name)
            .expect("it is built in")
            .swap_remove(0)
            .puzzle;
        for engine in Engine::SOLVING {
            for threads in THREADS {
                engine_line(name, &puzzle, moves, (engine, threads));
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
fn engine_line(name: &str, puzzle: &Puzzle, moves: usize, (engine, threads): (Engine, usize)) {
    let folder = tempfile::tempdir().expect("a folder");
    let threads = NonZero::new(threads);
    let options = solve::Options::default()
        .with_engine(Some(engine))
        .with_threads(threads);
    let started = Instant::now();
    let place = match engine {
        Engine::Layered => Place::Folder(puzzle, folder.path()),
        _ => Place::Memory(puzzle),
    };
    let solver = Solver::open(place, &options);
    let report = match solver.and_then(|mut solver| solver.solve()) {
        Err(SolveError::TooManyGoals) => return,
        report => report.expect("it fits"),
    };
    let elapsed = started.elapsed();
    let Outcome::Found(solution) = &report.outcome else {
        panic!("{name} can be solved")
    };
    assert!(
        solution.len() == moves && report.optimal,
        "{name} by {engine:?}"
    );
    let Statistics { states, bytes, .. } = report.statistics;
    println!(
        "{name:<15} {:<10} {:>7} {elapsed:>11.3?} {states:>11} {:>9.1} {bytes:>10}",
        engine.word(),
        options.threads.map_or(0, NonZero::get),
        elapsed.as_secs_f64() * 1e9 / states as f64,
    );
}

pub(crate) fn main() {
    bench_small();
    bench_ranks();
    bench_everything();
    side_by_side();
    ladder();
}
