//! All algorithms and engines agree on the shortest solutions of random puzzles.

use std::num::NonZero;

use huarong::sliding::{Engine, Options, SolveError};
use huarong::solution::verify;
use huarong::{Algorithm, Limits, Metric, Outcome, solve};

use crate::random_puzzle;

/// Puzzles with more positions are not worth the time.
const MOST_STATES: usize = 3000;

pub(super) fn run(bytes: &[u8]) {
    let Some((&metric, seed)) = bytes.split_first() else {
        return;
    };
    let Some(&seed) = seed.first_chunk() else {
        return;
    };
    let puzzle = random_puzzle(u64::from(u32::from_le_bytes(seed)));
    let metric = Metric::ALL[usize::from(metric) % Metric::ALL.len()];
    let limits = Limits::default().with_max_states(Some(MOST_STATES));
    let threads = Some(NonZero::<usize>::MIN);
    let plain = Options::default()
        .with_metric(metric)
        .with_limits(limits)
        .with_threads(threads);
    let engines = Engine::SOLVING.map(|engine| plain.with_engine(Some(engine)));
    let algorithms = [
        Algorithm::Auto,
        Algorithm::IterativeDeepening,
        Algorithm::InformedDeepening,
        Algorithm::Anytime,
    ];
    let algorithms = algorithms.map(|algorithm| plain.with_algorithm(algorithm));
    let mut first = None;
    for options in engines.into_iter().chain(algorithms) {
        let report = match solve(&puzzle, &options) {
            Ok(report) => report,
            // Some options do not suit every puzzle, but an error of a checkpoint is a fault.
            Err(SolveError::Checkpoint(error)) => panic!("{error}\n{puzzle}"),
            Err(_) => continue,
        };
        let length = match &report.outcome {
            Outcome::Found(solution) => {
                verify(&puzzle, solution).unwrap_or_else(|wrong| panic!("{wrong}\n{puzzle}"));
                if !report.optimal {
                    continue;
                }
                Some(solution.len())
            }
            Outcome::Exhausted => None,
            Outcome::Stopped(_) => continue,
        };
        let expected = *first.get_or_insert(length);
        assert_eq!(length, expected, "{options:?}\n{puzzle}");
    }
}
