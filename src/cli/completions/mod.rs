//! `huarong completions`: what a shell needs to complete the arguments, names of puzzles and all.

mod args;
mod puzzles;

use std::io::Write;

use clap_complete::{Shell, generate};

pub(crate) use args::CompletionsArgs;

use super::args::command;
use super::exit::Exit;

pub(crate) fn run(args: &CompletionsArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    out.write_all(script(args.shell).as_bytes())?;
    Ok(Exit::Done)
}

/// The script for a shell.
fn script(shell: Shell) -> String {
    let mut command = puzzles::marked(command(), shell);
    let name = command.get_name().to_owned();
    // A closed pipe would be a panic there, so the pipe is not given to it.
    let mut bytes = Vec::new();
    generate(shell, &mut command, name, &mut bytes);
    puzzles::named(&String::from_utf8_lossy(&bytes), shell, &command)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_gets_every_command_and_option() {
        for shell in Shell::value_variants() {
            let script = script(*shell);
            for word in ["compare", "completions", "max-states", "every-start"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }

    #[test]
    fn names_of_puzzles_are_offered_where_a_puzzle_is_wanted() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            assert!(script.contains("heng-dao-li-ma"), "{shell}");
            assert!(!script.contains("_hosts"), "{shell}");
        }
    }
}
