//! Has the crate built again when a puzzle file comes or goes: `include_dir!` alone only notices
//! changes within the files that were there before. Tells the program its target and compiler, for
//! `huarong --version`, and a checksum of its sources for the processes of a cluster, which have to
//! be the same program. Leaves the WebAssembly modules out, if `HUARONG_WITHOUT_MODULES` is set.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() {
    println!("cargo::rerun-if-changed=puzzles");
    println!("cargo::rerun-if-env-changed=HUARONG_WITHOUT_MODULES");
    println!("cargo::rustc-check-cfg=cfg(without_modules)");
    if env::var_os("HUARONG_WITHOUT_MODULES").is_some() {
        println!("cargo::rustc-cfg=without_modules");
    }
    if env::var_os("CARGO_FEATURE_CLI").is_none() {
        return;
    }
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=HUARONG_TARGET={target}");
    println!("cargo::rustc-env=HUARONG_RUSTC={}", compiler());
    if env::var_os("CARGO_FEATURE_CLUSTER").is_some() {
        println!("cargo::rerun-if-changed=src");
        let sources = checksum(Path::new("src")).expect("the sources can be read");
        println!("cargo::rustc-env=HUARONG_SOURCES={sources:016x}");
    }
}

/// A checksum of all Rust sources below a folder, by FNV-1a: the same on every machine.
fn checksum(folder: &Path) -> io::Result<u64> {
    let mut paths = Vec::new();
    list(folder, &mut paths)?;
    paths.sort();
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|it| it == "rs"))
    {
        for byte in fs::read(path)?.into_iter().filter(|&byte| byte != b'\r') {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    Ok(sum)
}

fn list(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

/// The compiler and its version, as in `rustc 1.88.0`.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().ok();
    let line = output
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().take(2).collect();
    if words.is_empty() {
        "rustc".to_owned()
    } else {
        words.join(" ")
    }
}
