//! The benchmarks: `cargo bench` runs all, `cargo bench -- tiles` one, and after its name may come
//! parts of the ids that are wanted. They are one program: what they share is compiled once.

mod atlas;
mod count;
mod design;
mod rush_hour;
mod searches;
mod solve;
mod spaces;
mod tiles;
mod timing;
mod tours;
mod yardstick;

use std::process::ExitCode;

/// Each benchmark's name, and what runs it.
const BENCHMARKS: [(&str, fn()); 9] = [
    ("atlas", atlas::main),
    ("count", count::main),
    ("design", design::main),
    ("rush_hour", rush_hour::main),
    ("searches", searches::main),
    ("solve", solve::main),
    ("spaces", spaces::main),
    ("tiles", tiles::main),
    ("tours", tours::main),
];

fn main() -> ExitCode {
    let wanted = timing::arguments().next();
    let is_wanted = |name| wanted.as_deref().is_none_or(|wanted| wanted == name);
    let mut found = false;
    for (name, run) in BENCHMARKS {
        if is_wanted(name) {
            found = true;
            run();
        }
    }
    if !found {
        let names = BENCHMARKS.map(|(name, _)| name).join(", ");
        eprintln!("there is no benchmark of this name, only {names}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
