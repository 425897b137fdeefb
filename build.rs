//! Has the crate built again when a puzzle file comes or goes: `include_dir!` alone only notices
//! changes within the files that were there before. Tells the program its target and compiler, for
//! `huarong --version`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=puzzles");
    if env::var_os("CARGO_FEATURE_CLI").is_none() {
        return;
    }
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=HUARONG_TARGET={target}");
    println!("cargo::rustc-env=HUARONG_RUSTC={}", compiler());
}

/// The compiler and its version, as in `rustc 1.88.0`.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().ok();
    let line = output.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().take(2).collect();
    if words.is_empty() { "rustc".to_owned() } else { words.join(" ") }
}
