//! `huarong --version`: the program, and what is built into it.

use super::prelude::*;
use std::{fmt::Write, thread};

use crate::collection::File;
use clap::Command;

/// The headings of lines, each with the option whose values it lists.
const FEATURES: &str = "algorithms algorithm engines engine metrics metric orders order \
                        solutions notation puzzles to";

/// Returns the version, the build, the machine and the values of options. The values are those of
/// `command`, so that the list is complete.
pub fn long(command: &Command) -> String {
    let version = command.get_version().unwrap_or_default();
    let build = if cfg!(debug_assertions) {
        "debug, with checks"
    } else {
        "release"
    };
    let target = env!("HUARONG_TARGET");
    let rustc = env!("HUARONG_RUSTC");
    let mut text = format!("{version}\nbuild: {target}, {build}, {rustc}");
    if let Ok(processors) = thread::available_parallelism() {
        line(&mut text, "processors", &processors.to_string());
    }
    let commands = joined(command.get_subcommands().map(Command::get_name), ", ");
    line(&mut text, "commands", &commands);
    let features: Vec<&str> = FEATURES.split(' ').collect();
    for [heading, option] in features.as_chunks().0 {
        let values = values(command, option).join(", ");
        if !values.is_empty() {
            line(&mut text, heading, &values);
        }
    }
    line(&mut text, "collection", &families());
    text
}

fn line(text: &mut String, heading: &str, content: &str) {
    write!(text, "\n{heading}: {content}").expect("a string takes it all");
}

/// Returns the values of an option in all subcommands that have it, each once.
fn values(command: &Command, option: &str) -> Vec<String> {
    let options = command.get_subcommands().flat_map(Command::get_arguments);
    let mut values: Vec<String> = Vec::new();
    for argument in options.filter(|argument| argument.get_long() == Some(option)) {
        for value in argument.get_possible_values() {
            let name = value.get_name();
            if !value.is_hide_set() && !values.iter().any(|known| known == name) {
                values.push(name.to_owned());
            }
        }
    }
    values
}

/// Returns the families of the collection, each with its number of puzzles.
fn families() -> String {
    let collection = Collection::built_in();
    let of_one_family = collection
        .files()
        .chunk_by(|one, other| one.family == other.family);
    let mut counts = Vec::new();
    let mut all = 0;
    for files in of_one_family {
        let puzzles: usize = files.iter().map(File::count).sum();
        counts.push(format!("{} ({puzzles})", files[0].family));
        all += puzzles;
    }
    format!("{}: {}", counted(all, "puzzle"), counts.join(", "))
}
