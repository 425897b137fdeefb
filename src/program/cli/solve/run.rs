//! Searches of one puzzle or many, with progress and Ctrl-C, and their summaries.

use crate::cli::prelude::*;
use std::sync::{
    Arc, Mutex, OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use crate::{
    cli::{batch::note_untried, progress::PuzzleBar},
    parallel::{ShouldStop, lock, run_watched},
    search::Statistics,
    sliding::{EngineInfo, Options, PatternDatabaseCache, Solver, threads},
};
use directories::ProjectDirs;

/// The pattern databases of numbered tiles: one cache for all solvers of the process, in the user's
/// cache folder.
static TABLES: OnceLock<Arc<PatternDatabaseCache>> = OnceLock::new();

/// Creates a solver that shares the pattern databases.
pub fn solver(source: &Source, options: &Options) -> Result<Solver, SolveError> {
    let tables = TABLES.get_or_init(|| {
        let folders = ProjectDirs::from("", "", "huarong");
        let folder = folders.map(|folders| folders.cache_dir().into());
        Arc::new(
            folder
                .map(PatternDatabaseCache::kept_in)
                .unwrap_or_default(),
        )
    });
    Ok(Solver::new(&source.puzzle, options)?.with_patterns(tables))
}

/// Solves a puzzle, showing progress unless `quiet`, until Ctrl-C is pressed.
pub fn solve_with_progress(
    source: &Source,
    options: &Options,
    quiet: bool,
) -> Result<Report, SolveError> {
    let mut solver = solver(source, options)?;
    let depth = match options.algorithm {
        Algorithm::Auto | Algorithm::BreadthFirst => "layer",
        _ => "depth",
    };
    let report = watched(&source.title(), depth, quiet, |it| {
        solver.solve_with_observer(it)
    });
    let warnings = TABLES.get().map(|tables| tables.take_warnings());
    for warning in warnings.unwrap_or_default() {
        note!("note: {warning}");
    }
    report
}

type BatchResult = Result<Report, SolveError>;

/// Solves the puzzles on all cores, each on one core, until Ctrl-C is pressed, and prints the
/// results in the order of the puzzles. The limit on memory is divided among the searches.
pub fn solve_all(
    sources: &[Source],
    options: &Options,
    quiet: bool,
    print: &mut dyn FnMut(&Source, BatchResult) -> Result<Exit>,
) -> Result<Exit> {
    let threads = options.threads.unwrap_or_else(threads);
    let threads = threads.get().min(sources.len());
    let max_bytes = options.limits.max_bytes.map(|all| all / threads.max(1));
    let limits = options.limits.with_max_bytes(max_bytes);
    let share = options
        .with_limits(limits)
        .with_threads(Some(NonZero::<usize>::MIN));
    let result = |_: &Source| Mutex::<Option<BatchResult>>::default();
    let results: Vec<_> = sources.iter().map(result).collect();
    // The index of the next puzzle.
    let next = AtomicUsize::new(0);
    let work = |_, should_stop: ShouldStop<'_>| {
        while !should_stop() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(at) else {
                return;
            };
            let mut watch = |_: &Progress| break_if(should_stop());
            let result =
                solver(source, &share).and_then(|mut it| it.solve_with_observer(&mut watch));
            *lock(&results[at]) = Some(result);
        }
    };
    let bar = PuzzleBar::new(sources.len(), quiet);
    let mut exit = Ok(Exit::Done);
    let mut reported = 0;
    let mut report = || {
        while let Ok(so_far) = exit
            && let Some(result) = results.get(reported).and_then(|it| lock(it).take())
        {
            let printed = bar.aside(|| print(&sources[reported], result));
            exit = printed.map(|printed| so_far.max(printed));
            bar.advance();
            reported += 1;
        }
        break_if(exit.is_err() || interrupt::pressed())
    };
    // If memory is limited, the allocator of the GNU C library has no heap for another thread, and
    // maps each of its blocks. So one thread is this one.
    let helpers = if threads > 1 { threads } else { 0 };
    run_watched(helpers, &work, &mut report);
    let _ = report();
    drop(bar);
    let exit = exit?;
    note_untried(sources.len() - reported);
    Ok(exit.max(Exit::Stopped.when(interrupt::pressed())))
}

pub fn exit_of(report: &Report) -> Exit {
    match report.outcome {
        _ if report.stopped.is_some() => Exit::Stopped,
        Outcome::Exhausted => Exit::Impossible,
        Outcome::Found(_) | Outcome::Stopped(_) => Exit::Done,
    }
}

/// Returns a line about the end of the search, with the reason for its engine unless `quiet`.
pub fn summary(source: &Source, report: &Report, quiet: bool) -> String {
    let assumed = if source.is_goal_assumed {
        " with the assumed goal"
    } else {
        ""
    };
    let Statistics {
        states,
        expanded,
        depth,
        elapsed,
        ..
    } = report.statistics;
    let metric = report.metric;
    let time = time(elapsed);
    let engine = if quiet { String::new() } else { engine(report) };
    let bound = report.bound.map_or(0, |bound| bound as usize);
    let bound = at_least(bound, metric);
    let states = match report.algorithm {
        Algorithm::InformedDeepening | Algorithm::Anytime => counted(expanded, "node"),
        _ => counted(states, "state"),
    };
    match &report.outcome {
        Outcome::Found(solution) => {
            let length = length(solution.len(), metric);
            let not = if report.optimal { "" } else { "not " };
            if report.engine.name == Engine::Tablebase {
                format!("{length} (proven shortest), from the tablebase, {time}")
            } else if let Some(reason) = report.stopped {
                format!("stopped: {reason}: {length} found{bound}, {states}, {time}{engine}")
            } else if solution.is_empty() {
                format!("{length}: already solved, {time}")
            } else {
                format!("{length} ({not}proven shortest), {states}, {time}{engine}")
            }
        }
        Outcome::Exhausted if report.engine.name == Engine::Tablebase => {
            format!("impossible{assumed}, by the tablebase")
        }
        Outcome::Exhausted if report.statistics.states == 0 => {
            format!("impossible{assumed}: {}", report.engine.reason)
        }
        Outcome::Exhausted => {
            format!("impossible{assumed}: all {states} seen, none solves it{engine}")
        }
        Outcome::Stopped(reason) => {
            let layers = counted(depth, "layer");
            let known = match report.algorithm {
                Algorithm::Auto | Algorithm::BreadthFirst => format!("{layers}, {states}{bound}"),
                Algorithm::IterativeDeepening => format!("depth {depth}, {states}{bound}"),
                _ => format!("{states}{bound}"),
            };
            format!("stopped: {reason} after {known}{engine}")
        }
    }
}

/// Returns the engine and the heuristic, unless it is the usual engine.
fn engine(report: &Report) -> String {
    let EngineInfo { name, reason, .. } = &report.engine;
    let heuristic = report.heuristic.as_deref();
    let heuristic = heuristic.map_or(String::new(), |it| format!(", by {it}"));
    match name {
        Engine::BreadthFirst => heuristic,
        name => format!("; {}: {reason}{heuristic}", name.word()),
    }
}

/// Returns `; no solution is shorter than 5 moves`, or an empty text if the bound is 0.
pub fn at_least(bound: usize, metric: Metric) -> String {
    if bound == 0 {
        return String::new();
    }
    let bound = length(bound, metric);
    format!("; no solution is shorter than {bound}")
}
