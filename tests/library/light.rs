//! The library without its default features: it needs few crates, and a program can use it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Crates that only the command needs.
const HEAVY: [&str; 8] = [
    "annotate-snippets",
    "anyhow",
    "clap",
    "console",
    "crossterm",
    "directories",
    "indicatif",
    "signal-hook",
];

const PROGRAM: &str = r#"
use huarong::{Options, Outcome, Puzzle, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "A B .\n. . .\n\ngoal:\n. . A\n. . .\n".parse()?;
    let Outcome::Found(solution) = solve(&puzzle, &Options::default())?.outcome else { panic!() };
    println!("{} moves", solution.len());
    Ok(())
}
"#;

fn cargo(arguments: &[&str], folder: &Path) -> Output {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = output.expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

#[test]
fn the_library_alone_depends_on_few_crates() {
    let tree = [
        "tree",
        "--no-default-features",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ];
    let arguments = [&tree[..], &["--offline", "--locked", "--format", "{p}"]].concat();
    let output = cargo(&arguments, Path::new(ROOT));
    let text = String::from_utf8(output.stdout).expect("names");
    let crates: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(crates.contains("huarong"), "{crates:?}");
    assert!(crates.len() <= 57, "{crates:?}");
    assert!(
        HEAVY.iter().all(|heavy| !crates.contains(heavy)),
        "{crates:?}"
    );
}

#[test]
#[ignore = "builds the library once more"]
fn a_program_can_be_built_against_the_library_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let manifest = format!(
        "[package]\nname = \"program\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         huarong = {{ path = {ROOT:?}, default-features = false }}\n"
    );
    fs::create_dir(at("src")).expect("a new folder");
    fs::write(at("src/main.rs"), PROGRAM).expect("it can be written");
    fs::write(at("Cargo.toml"), manifest).expect("it can be written");
    // The build works offline with the versions of this crate.
    fs::copy(Path::new(ROOT).join("Cargo.lock"), at("Cargo.lock")).expect("it can be copied");
    let target = Path::new(ROOT).join("target/light");
    let target = target.to_str().expect("UTF-8");
    cargo(
        &["check", "--offline", "--quiet", "--target-dir", target],
        folder.path(),
    );
}
