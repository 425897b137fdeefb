//! Certificates: what both checkers say of them, held against a naive solver.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use huarong::collection::{Collection, Entry};
use huarong::proof::{self, Certificate, Claim, ProofError};
use huarong::puzzle::PublishedOptimum;
use huarong::{Limits, Metric, Options, Outcome, Puzzle};

use crate::cases::cases;
use crate::naive_twin::twin::Twin;
use crate::random_puzzle;

/// Returns the certificate of a puzzle, or `None` if it has none within so many states.
fn certificate(puzzle: &Puzzle, metric: Metric, most: usize) -> Option<Certificate> {
    let limits = Limits::default().with_max_states(Some(most));
    let options = Options::default().with_metric(metric).with_limits(limits);
    let mut solver = match Certificate::solver(puzzle, &options) {
        Err(ProofError::NoLayers(_)) => return None,
        solver => solver.expect("it fits the solvers"),
    };
    let report = solver.solve().expect("no files");
    match proof::write(&solver, &report, &mut |_| ControlFlow::Continue(())) {
        Outcome::Found(certificate) => Some(certificate),
        _ => None,
    }
}

/// Checks a certificate with the checker of the library.
fn check(certificate: &Certificate, what: &str) {
    let checked = proof::check(&certificate.bytes, &mut |_| ControlFlow::Continue(()));
    match checked.unwrap_or_else(|error| panic!("{what}: {error}")) {
        Outcome::Found(verified) => {
            assert_eq!(verified.claim, certificate.claim, "{what}");
            assert_eq!(verified.positions, certificate.positions, "{what}");
        }
        other => panic!("{what}: {other:?}"),
    }
}

/// Checks certificates in files with the checker in Python, if there is Python 3.
fn check_in_python(folder: &Path, files: &[PathBuf]) {
    let script = folder.join("check.py");
    std::fs::write(&script, proof::CHECKER).expect("a folder");
    match Command::new("python3").arg("-B").arg(&script).args(files).output() {
        Err(error) => eprintln!("not checked in Python: python3: {error}"),
        Ok(output) => {
            let told = String::from_utf8_lossy(&output.stdout);
            let wrong: Vec<&str> = told.lines().filter(|it| !it.contains(": proven: ")).collect();
            assert!(output.status.success() && wrong.is_empty(), "{output:?}\n{wrong:#?}");
            assert_eq!(told.lines().count(), files.len());
        }
    }
}

#[test]
fn both_checkers_and_a_naive_solver_agree_on_random_puzzles() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut files, mut unsolvable) = (Vec::new(), 0);
    // In one, a piece stands in at the goal for another that a gate keeps out.
    for seed in (0..u64::from(cases(150))).chain([1255]) {
        let puzzle = random_puzzle(seed);
        let metric = Metric::ALL[usize::try_from(seed % 3).expect("small")];
        let Some(universe) = Twin::new(&puzzle).explore(metric) else { continue };
        let what = format!("seed {seed}, {metric}\n{puzzle}");
        let certificate = certificate(&puzzle, metric, usize::MAX);
        let certificate = certificate.unwrap_or_else(|| panic!("no layers: {what}"));
        let length = match certificate.claim {
            Claim::Shortest(length) => Some(length),
            Claim::Unsolvable | Claim::Parity => None,
        };
        assert_eq!(length, universe.optimum, "{what}");
        check(&certificate, &what);
        unsolvable += usize::from(length.is_none());
        let file = folder.path().join(format!("{seed}.proof"));
        std::fs::write(&file, &certificate.bytes).expect("a folder");
        files.push(file);
    }
    assert!(files.len() > 100 && unsolvable > 15, "{} files, {unsolvable}", files.len());
    check_in_python(folder.path(), &files);
}

fn name(entry: &Entry) -> String {
    entry.puzzle.title().name.clone().unwrap_or_default()
}

#[test]
fn both_checkers_agree_on_two_hundred_puzzles_of_the_collection() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for entry in Collection::built_in().entries() {
        let metric = Metric::ALL[files.len() % 3];
        if let Some(certificate) = certificate(&entry.puzzle, metric, 1000) {
            check(&certificate, &name(&entry));
            let file = folder.path().join(format!("{}.proof", files.len()));
            std::fs::write(&file, &certificate.bytes).expect("a folder");
            files.push(file);
        }
        if files.len() == 200 {
            break;
        }
    }
    assert_eq!(files.len(), 200);
    check_in_python(folder.path(), &files);
}

/// The most states of a space that is certified.
const MOST: usize = 2_000_000;

/// What the collection publishes is certified, wherever the space up to the solution is small
/// enough. Prints the table of `puzzles/README.md`.
#[test]
#[ignore = "twenty minutes"]
fn the_collection_is_certified() {
    let entries: Vec<Entry> = Collection::built_in().entries().collect();
    let next = AtomicUsize::new(0);
    // For each family and metric, the number of certificates; then positions and bytes of all.
    let certified = Mutex::new(BTreeMap::<(String, usize), usize>::new());
    let (positions, bytes) = (AtomicU64::new(0), AtomicUsize::new(0));
    let wrong = Mutex::new(Vec::new());
    let work = || {
        while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (column, metric) in Metric::ALL.into_iter().enumerate() {
                let Some(certificate) = certificate(&entry.puzzle, metric, MOST) else { continue };
                let what = format!("{}, {}, {metric}", entry.file.stem, name(entry));
                check(&certificate, &what);
                let best = match entry.puzzle.best() {
                    PublishedOptimum::Unknown => None,
                    PublishedOptimum::Impossible => Some(None),
                    PublishedOptimum::Known(optimum) => optimum.get(metric).map(Some),
                };
                let length = match certificate.claim {
                    Claim::Shortest(length) => u32::try_from(length).ok(),
                    Claim::Unsolvable | Claim::Parity => None,
                };
                if best != Some(length) {
                    let told = format!("{what}: {}, but `best:` says {best:?}", certificate.claim);
                    println!("{told}");
                    wrong.lock().expect("no panic").push(told);
                }
                println!("{what}: {} positions", certificate.positions);
                let key = (entry.file.family.to_string(), column);
                *certified.lock().expect("no panic").entry(key).or_default() += 1;
                positions.fetch_add(certificate.positions, Ordering::Relaxed);
                bytes.fetch_add(certificate.bytes.len(), Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let certified = certified.into_inner().expect("no panic");
    println!("{certified:#?}\n{positions:?} positions in {bytes:?} bytes");
    assert_eq!(wrong.into_inner().expect("no panic"), Vec::<String>::new());
    assert!(certified.values().sum::<usize>() > 3000);
}
