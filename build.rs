//! Has the crate built again when a puzzle of the collection changes: `include_dir!` cannot ask for
//! that itself.

fn main() {
    println!("cargo:rerun-if-changed=puzzles");
    println!("cargo:rerun-if-changed=build.rs");
}
