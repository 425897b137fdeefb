//! Names of the collection, where a puzzle is wanted. Each shell has its own way to offer them
//! together with files; the scripts hold the names, so that nothing is run while one types.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use huarong::collection::Collection;

/// The hint of arguments that are puzzles, in zsh: none of ours is a host.
const MARK: ValueHint = ValueHint::Hostname;

/// What zsh is told for [`MARK`].
const MARKED: &str = ":_hosts'";

/// The command with the arguments that are puzzles made known to the generator.
pub(super) fn marked(command: Command, shell: Shell) -> Command {
    command.mut_subcommands(|subcommand| {
        subcommand.mut_args(|argument| match shell {
            _ if !is_puzzle(&argument) => argument,
            // Files are offered where no name fits.
            Shell::Bash => argument.value_parser(PossibleValuesParser::new(names())),
            Shell::Zsh => argument.value_hint(MARK),
            _ => argument,
        })
    })
}

/// The script with the names in it, where the generator has not put them there.
pub(super) fn named(script: &str, shell: Shell, command: &Command) -> String {
    match shell {
        Shell::Zsh => zsh(script),
        Shell::Fish => fish(script, command),
        _ => script.to_owned(),
    }
}

fn zsh(script: &str) -> String {
    let function = format!(
        "_huarong_puzzles() {{\n    _alternative 'puzzles:puzzle:({})' 'files:file:_files'\n}}\n",
        names().join(" ")
    );
    let script = script.replace(MARKED, ":_huarong_puzzles'");
    // Its first line tells the shell what it completes.
    match script.split_once("\n\n") {
        Some((first, rest)) => format!("{first}\n\n{function}\n{rest}"),
        None => script,
    }
}

fn fish(script: &str, command: &Command) -> String {
    let takes_puzzles = |command: &&Command| command.get_arguments().any(is_puzzle);
    let using = |command: &Command| {
        // The generator has written this function.
        format!("__fish_huarong_using_subcommand {}", command.get_name())
    };
    let takers: Vec<String> = command.get_subcommands().filter(takes_puzzles).map(using).collect();
    let (takers, names) = (takers.join("; or "), names().join(" "));
    format!("{script}complete -c huarong -n \"{takers}\" -a \"{names}\"\n")
}

/// Whether an argument is a puzzle, or several.
fn is_puzzle(argument: &Arg) -> bool {
    let names = argument.get_value_names().unwrap_or_default();
    argument.is_positional() && names.iter().any(|name| name.split('|').any(|one| one == "PUZZLE"))
}

/// The names of the files of the collection.
fn names() -> Vec<&'static str> {
    Collection::built_in().files().iter().map(|file| file.stem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args;

    #[test]
    fn puzzles_are_known_by_what_their_argument_is_called() {
        let command = args::command();
        let takes = |name: &str| {
            let subcommand = command.find_subcommand(name).expect("it is there");
            subcommand.get_arguments().any(is_puzzle)
        };
        for name in ["solve", "compare", "show", "convert", "verify"] {
            assert!(takes(name), "{name}");
        }
        assert!(!takes("tour") && !takes("list"));
    }

    #[test]
    fn names_need_no_quotes_in_any_shell() {
        for name in names() {
            let is_plain = |byte: u8| byte == b'-' || byte.is_ascii_alphanumeric();
            assert!(name.bytes().all(is_plain), "{name}");
        }
    }
}
