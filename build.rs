//! Has the crate built again when a puzzle file comes or goes: `include_dir!` alone only notices
//! changes within the files that were there before.

fn main() {
    println!("cargo::rerun-if-changed=puzzles");
}
