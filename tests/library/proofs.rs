//! Certificates: the results of both checkers, compared with a naive solver.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::Command;

use huarong::collection::{Collection, Entry};
use huarong::proof::{self, Certificate, Claim, ProofError};
use huarong::puzzle::PublishedOptimum;
use huarong::{Limits, Metric, Options, Outcome, Puzzle};

use crate::cases::{cases, skip};
use crate::naive_twin::twin::Twin;
use crate::{in_threads, random_puzzle, random_puzzle_with_doors};

/// Returns the certificate of a puzzle, or `None` if it takes more than `most` states.
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

/// Checks certificates with the checker in Python, if there is Python 3.
fn check_in_python(certificates: &[Certificate]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |(number, certificate): (usize, &Certificate)| {
        let file = folder.path().join(format!("{number}.proof"));
        std::fs::write(&file, &certificate.bytes).expect("a folder");
        file
    };
    let files: Vec<PathBuf> = certificates.iter().enumerate().map(file).collect();
    let script = folder.path().join("check.py");
    std::fs::write(&script, proof::CHECKER).expect("a folder");
    match Command::new("python3")
        .arg("-B")
        .arg(&script)
        .args(&files)
        .output()
    {
        Err(error) => skip("the checker in Python", &format!("python3: {error}")),
        Ok(output) => {
            let told = String::from_utf8_lossy(&output.stdout);
            let are_proven = told.lines().all(|it| it.contains(": proven: "));
            assert!(output.status.success() && are_proven, "{output:?}");
            assert_eq!(told.lines().count(), files.len());
        }
    }
}

#[test]
fn both_checkers_and_a_naive_solver_agree_on_random_puzzles() {
    let mut checked = Vec::new();
    let mut unsolvable = 0;
    // In puzzle 1255, a piece takes the place of an interchangeable goal piece that a gate stops.
    let seeds = (0..u64::from(cases(30))).chain([1255]);
    let plain = seeds.map(|seed| (seed, random_puzzle(seed)));
    let with_doors = (0..u64::from(cases(30))).map(|seed| (seed, random_puzzle_with_doors(seed)));
    for (seed, puzzle) in plain.chain(with_doors) {
        let metric = Metric::ALL[usize::try_from(seed % 3).expect("small")];
        let Some(universe) = Twin::new(&puzzle).explore(metric) else {
            continue;
        };
        let what = format!("seed {seed}, {metric}\n{puzzle}");
        let certificate = certificate(&puzzle, metric, usize::MAX);
        let certificate = certificate.unwrap_or_else(|| panic!("no layers: {what}"));
        assert_eq!(optimum(&certificate), universe.optimum, "{what}");
        check(&certificate, &what);
        unsolvable += usize::from(universe.optimum.is_none());
        checked.push(certificate);
    }
    assert!(
        checked.len() > 36 && unsolvable > 2,
        "{} files, {unsolvable}",
        checked.len()
    );
    check_in_python(&checked);
}

/// Returns the proven optimum of a certificate; `None` is unsolvable.
fn optimum(certificate: &Certificate) -> Option<usize> {
    match certificate.claim {
        Claim::Shortest(length) => Some(length),
        Claim::Unsolvable | Claim::Parity => None,
    }
}

fn name(entry: &Entry) -> String {
    entry.puzzle.title().name.clone().unwrap_or_default()
}

#[test]
fn both_checkers_agree_on_puzzles_of_the_collection() {
    let mut checked = Vec::new();
    for entry in Collection::built_in().entries().step_by(6) {
        let metric = Metric::ALL[checked.len() % 3];
        if let Some(certificate) = certificate(&entry.puzzle, metric, 1000) {
            check(&certificate, &name(&entry));
            checked.push(certificate);
        }
        if checked.len() == 30 {
            break;
        }
    }
    assert_eq!(checked.len(), 30);
    check_in_python(&checked);
}

#[test]
fn both_checkers_agree_on_levels_with_doors() {
    let mut checked = Vec::new();
    for entry in Collection::built_in().find("levels").expect("a file") {
        // The others take more positions than a test without optimization can check.
        let Some(certificate) = certificate(&entry.puzzle, Metric::Move, 4000) else {
            continue;
        };
        check(&certificate, &name(&entry));
        let PublishedOptimum::Known(best) = entry.puzzle.best() else {
            panic!("{} has no optimum", name(&entry));
        };
        let moves = best.get(Metric::Move).map(|moves| moves as usize);
        assert_eq!(optimum(&certificate), moves, "{}", name(&entry));
        checked.push(certificate);
    }
    assert!(checked.len() > 8, "{}", checked.len());
    check_in_python(&checked);
}

/// The maximum number of states of a certificate.
const MOST: usize = 2_000_000;

/// Certifies the published optima of the collection, if the space up to the solution is small
/// enough. Prints the table of `puzzles/README.md`.
#[test]
#[ignore = "twenty minutes"]
fn the_collection_is_certified() {
    let collection = Collection::built_in();
    let cases = collection.entries().flat_map(|entry| {
        Metric::ALL
            .into_iter()
            .enumerate()
            .map(move |(column, metric)| {
                let family = entry.file.family;
                (entry.clone(), metric, (family, column))
            })
    });
    let certify = |(entry, metric, key): (Entry, Metric, (&'static str, usize))| {
        let certificate = certificate(&entry.puzzle, metric, MOST)?;
        let what = format!("{}, {}, {metric}", entry.file.stem, name(&entry));
        check(&certificate, &what);
        let best = match entry.puzzle.best() {
            PublishedOptimum::Unknown => None,
            PublishedOptimum::Impossible => Some(None),
            PublishedOptimum::Known(optimum) => optimum.get(metric).map(Some),
        };
        let is_right = best == Some(optimum(&certificate).and_then(|it| u32::try_from(it).ok()));
        println!(
            "{what}: {} positions; `best:` is right: {is_right}",
            certificate.positions
        );
        let wrong = format!("{what}: {}, but `best:` says {best:?}", certificate.claim);
        let size = (certificate.positions, certificate.bytes.len());
        Some((key, size, (!is_right).then_some(wrong)))
    };
    let certified: Vec<_> = in_threads(2, cases, certify)
        .into_iter()
        .flatten()
        .collect();
    // The number of certificates for each family and metric.
    let mut table = BTreeMap::<_, usize>::new();
    for (key, ..) in &certified {
        *table.entry(*key).or_default() += 1;
    }
    let positions: u64 = certified
        .iter()
        .map(|(_, (positions, _), _)| positions)
        .sum();
    let bytes: usize = certified.iter().map(|(_, (_, bytes), _)| bytes).sum();
    println!("{table:#?}\n{positions} positions in {bytes} bytes");
    let wrong: Vec<&String> = certified
        .iter()
        .filter_map(|(.., wrong)| wrong.as_ref())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(certified.len() > 3000);
}
