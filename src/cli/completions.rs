//! `huarong completions`: what a shell needs to complete the arguments, names of puzzles and all.
//! Each shell has its own way to offer the names together with files; the scripts hold them, so
//! that nothing is run while one types.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::{Shell, generate};
use huarong::collection::Collection;

use super::exit::Exit;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong completions bash > ~/.local/share/bash-completion/completions/huarong
  huarong completions zsh > ~/.zfunc/_huarong
  huarong completions fish > ~/.config/fish/completions/huarong.fish
  huarong completions powershell >> $PROFILE
  huarong completions elvish >> ~/.config/elvish/rc.elv

For zsh, the folder must be in `fpath` before `compinit` is called.

Exit status: 0 done, 2 wrong usage.")]
pub(crate) struct CompletionsArgs {
    /// The shell that is to read it
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(
    args: &CompletionsArgs,
    program: Command,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    out.write_all(script(args.shell, program).as_bytes())?;
    Ok(Exit::Done)
}

/// The script for a shell.
fn script(shell: Shell, program: Command) -> String {
    let mut command = marked(program, shell);
    let name = command.get_name().to_owned();
    // A closed pipe would be a panic there, so the pipe is not given to it.
    let mut bytes = Vec::new();
    generate(shell, &mut command, name, &mut bytes);
    named(&String::from_utf8_lossy(&bytes), shell, &command)
}

/// The hint of arguments that are puzzles, in zsh: none of ours is a host.
const MARK: ValueHint = ValueHint::Hostname;

/// What the generator writes for [`MARK`] in zsh.
const MARKED: &str = ":_hosts'";

/// The command with the arguments that are puzzles made known to the generator.
fn marked(command: Command, shell: Shell) -> Command {
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
fn named(script: &str, shell: Shell, command: &Command) -> String {
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
    // The first line names the command that the script completes.
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
    use clap::ValueEnum;

    use super::*;
    use crate::cli::commands::command;

    #[test]
    fn every_shell_gets_every_command_and_option() {
        for shell in Shell::value_variants() {
            let script = script(*shell, command());
            for word in ["compare", "completions", "max-states", "every-start"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }

    #[test]
    fn names_of_puzzles_are_offered_where_a_puzzle_is_wanted() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell, command());
            assert!(script.contains("heng-dao-li-ma"), "{shell}");
            assert!(!script.contains("_hosts"), "{shell}");
        }
    }

    #[test]
    fn names_need_no_quotes_in_any_shell() {
        for name in names() {
            let is_plain = |byte: u8| byte == b'-' || byte.is_ascii_alphanumeric();
            assert!(name.bytes().all(is_plain), "{name}");
        }
    }
}
