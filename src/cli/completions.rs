//! `huarong completions`: scripts that complete arguments, including names of puzzles. The scripts
//! contain the names, so that completing runs no program. The many puzzles of a file, `fayaa#3`,
//! are offered once the word contains a `#`.

use std::collections::BTreeMap;
use std::io::Write;

use crate::collection::Collection;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::{Shell, generate};

use super::args::PUZZLE_HELP;
use super::exit::Exit;
use super::input;

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
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(args: &CompletionsArgs, program: Command, out: &mut dyn Write) -> anyhow::Result<Exit> {
    out.write_all(script(args.shell, program).as_bytes())?;
    Ok(Exit::Done)
}

fn script(shell: Shell, program: Command) -> String {
    let mut command = marked(program, shell);
    let name = command.get_name().to_owned();
    // The generator would panic at a closed pipe.
    let mut bytes = Vec::new();
    generate(shell, &mut command, name, &mut bytes);
    let script = String::from_utf8_lossy(&bytes);
    // The generator leaves out the names of puzzles and maps.
    match shell {
        Shell::Bash => bash(&script),
        Shell::Zsh => zsh(&script, &command),
        Shell::Fish => fish(&script, &command),
        _ => script.into_owned(),
    }
}

/// The names that an argument takes besides files: short lists of families or maps, and perhaps all
/// puzzles of the collection.
struct Names {
    few: Vec<&'static str>,
    are_puzzles: bool,
}

impl Names {
    fn of(argument: &Arg) -> Option<Self> {
        let values = argument.get_value_names().unwrap_or_default();
        let is = |word| values.iter().any(|value| value.split('|').any(|one| one == word));
        let takes_one = || argument.get_help().is_some_and(|help| help.to_string() == PUZZLE_HELP);
        let few = match argument.is_positional() {
            true if is("PUZZLE") && takes_one() => Vec::new(),
            true if is("PUZZLE") => Collection::families().collect(),
            true if is("GRAPH") => Collection::maps().iter().map(|map| map.stem).collect(),
            _ => return None,
        };
        Some(Names { few, are_puzzles: is("PUZZLE") })
    }

    /// Returns all names, the puzzles as a call that prints them.
    fn with_call(&self, call: &'static str) -> Vec<&'static str> {
        self.few.iter().copied().chain(self.are_puzzles.then_some(call)).collect()
    }

    /// Returns a hint that marks the argument for zsh, and the code that the generator writes for
    /// it. No other argument has such a value.
    const fn hint(&self) -> (ValueHint, &'static str) {
        match (self.are_puzzles, self.few.is_empty()) {
            (true, true) => (ValueHint::Hostname, ":_hosts'"),
            (true, false) => (ValueHint::Username, ":_users'"),
            (false, _) => (ValueHint::Url, ":_urls'"),
        }
    }
}

/// Returns the command with its names in the form that the generator knows.
fn marked(command: Command, shell: Shell) -> Command {
    let marked_argument = |argument: Arg| match (Names::of(&argument), shell) {
        _ if argument.get_long() == Some("family") => {
            argument.value_parser(PossibleValuesParser::new(Collection::families()))
        }
        // Files are offered if no name fits.
        (Some(names), Shell::Bash) => {
            let values = names.with_call("$(_huarong_puzzles)");
            argument.value_parser(PossibleValuesParser::new(values))
        }
        (Some(names), Shell::Zsh) => argument.value_hint(names.hint().0),
        _ => argument,
    };
    command.mut_args(marked_argument).mut_subcommands(|subcommand| marked(subcommand, shell))
}

/// Returns the names of the arguments of all commands, each with the command.
fn taking(command: &Command) -> impl Iterator<Item = (&str, Names)> {
    command.get_subcommands().flat_map(|subcommand| {
        let names = subcommand.get_arguments().filter_map(Names::of);
        names.map(move |names| (subcommand.get_name(), names))
    })
}

fn bash(script: &str) -> String {
    let PuzzleNames { whole, members } = PuzzleNames::new();
    let (whole, members) = (whole.join(" "), members.join(" "));
    format!(
        "_huarong_puzzles() {{
    case \"${{COMP_WORDS[COMP_CWORD]}}\" in
        *\\#*) echo '{members}' ;;
        *) echo '{whole}' ;;
    esac
}}

{script}"
    )
}

fn zsh(script: &str, command: &Command) -> String {
    let PuzzleNames { whole, members } = PuzzleNames::new();
    // One name per line: in a list, a name with a `#` would be a pattern.
    let (whole, members) = (whole.join("\n"), members.join("\n"));
    let function = format!(
        "_huarong_puzzles() {{
    local names='{whole}'
    [[ $PREFIX == *\\#* ]] && names='{members}'
    local -a puzzles=(\"${{(f)names}}\" \"$@\")
    _alternative 'puzzles:puzzle:compadd -a puzzles' 'files:file:_files'
}}

_huarong_maps() {{
    local -a maps=(\"$@\")
    _alternative 'maps:map:compadd -a maps' 'files:file:_files'
}}
"
    );
    let with_call = |script: String, (_, names): (&str, Names)| {
        let kind = if names.are_puzzles { "puzzles" } else { "maps" };
        // The space before the call keeps options of `compadd` from following it.
        let call = format!(": _huarong_{kind} {}'", names.few.join(" "));
        script.replace(names.hint().1, &call)
    };
    let script = taking(command).fold(script.to_owned(), with_call);
    // The first line names the command that the script completes.
    match script.split_once("\n\n") {
        Some((first, rest)) => format!("{first}\n\n{function}\n{rest}"),
        None => script,
    }
}

fn fish(script: &str, command: &Command) -> String {
    let PuzzleNames { whole, members } = PuzzleNames::new();
    let (whole, members) = (whole.join(" "), members.join(" "));
    // The generator has written the function that tests for the command.
    let completed = |place: &str, names: &Names| {
        let offered = names.with_call("(__fish_huarong_puzzles)").join(" ");
        let condition = format!("__fish_huarong_using_subcommand {place}");
        format!("complete -c huarong -n \"{condition}\" -a \"{offered}\"\n")
    };
    let mut lines: Vec<String> =
        taking(command).map(|(name, names)| completed(name, &names)).collect();
    for subcommand in command.get_subcommands() {
        lines.extend(taking(subcommand).map(|(kind, names)| {
            let name = subcommand.get_name();
            completed(&format!("{name}; and __fish_seen_subcommand_from {kind}"), &names)
        }));
    }
    let completed = lines.concat();
    format!(
        "{script}function __fish_huarong_puzzles
    switch (commandline -ct)
        case '*#*'
            string split ' ' -- '{members}'
        case '*'
            string split ' ' -- '{whole}'
    end
end
{completed}"
    )
}

/// Names of the collection that need no quotes in any shell.
struct PuzzleNames {
    /// Files, and Chinese names that one puzzle has.
    whole: Vec<String>,
    /// Puzzles of files with several, `fayaa#heng-dao`.
    members: Vec<String>,
}

impl PuzzleNames {
    fn new() -> Self {
        let collection = Collection::built_in();
        let mut whole: Vec<String> =
            collection.files().iter().map(|file| file.stem.to_owned()).collect();
        let (mut chinese, mut members) = (BTreeMap::new(), Vec::new());
        for entry in collection.entries() {
            let source = input::built_in(&collection, entry);
            if let Some(name) = input::chinese(&source.puzzle).filter(|name| is_plain(name)) {
                *chinese.entry(name.to_owned()).or_insert(0) += 1;
            }
            members.extend(Some(source.pick).filter(|pick| pick.contains('#')));
        }
        let alone = chinese.into_iter().filter(|&(_, puzzles)| puzzles == 1);
        whole.extend(alone.map(|(name, _)| name));
        members.retain(|name| is_plain(name));
        PuzzleNames { whole, members }
    }
}

/// Whether a name needs no quotes in any shell.
fn is_plain(name: &str) -> bool {
    name.chars().all(|mark| mark == '-' || mark == '#' || mark.is_alphanumeric())
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
            for hinted in ["_hosts", "_users", "_urls"] {
                assert!(!script.contains(hinted), "{shell}: {hinted}");
            }
        }
    }

    #[test]
    fn families_and_maps_are_offered_to_the_commands_that_take_them() {
        let command = command();
        let takes = |are_puzzles, has_few| -> Vec<&str> {
            let is = |names: &Names| (names.are_puzzles, !names.few.is_empty());
            let all = taking(&command).filter(|(_, names)| is(names) == (are_puzzles, has_few));
            all.map(|(subcommand, _)| subcommand).collect()
        };
        assert_eq!(takes(true, false), ["play", "verify"]);
        assert_eq!(takes(false, true), ["hamilton", "graph"]);
        for name in ["solve", "compare", "show", "convert", "explore", "export"] {
            assert!(takes(true, true).contains(&name), "{name}");
        }
    }

    #[test]
    fn nearly_every_name_needs_no_quotes() {
        let PuzzleNames { whole, members } = PuzzleNames::new();
        let files = Collection::built_in().files().len();
        assert!(whole.iter().take(files).all(|name| is_plain(name)), "{whole:?}");
        assert!(whole.iter().any(|name| name == "横刀立马"), "{whole:?}");
        assert!(whole.len() > files + 200 && members.len() > 950, "{}", members.len());
    }
}
