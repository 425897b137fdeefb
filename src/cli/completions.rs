//! `huarong completions`: scripts that complete arguments, including names of puzzles. The scripts
//! contain the names, so that completing runs no program. The many puzzles of a file, `fayaa#3`,
//! are offered once the word contains a `#`.

use std::collections::BTreeMap;
use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::{Shell, generate};
use huarong::collection::Collection;

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
pub(crate) struct CompletionsArgs {
    /// The shell
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

/// Returns the script for a shell.
fn script(shell: Shell, program: Command) -> String {
    let mut command = marked(program, shell);
    let name = command.get_name().to_owned();
    // A closed pipe would be a panic there, so the pipe is not given to it.
    let mut bytes = Vec::new();
    generate(shell, &mut command, name, &mut bytes);
    named(&String::from_utf8_lossy(&bytes), shell, &command)
}

/// The names that an argument takes besides files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameKind {
    /// One puzzle of the collection.
    Puzzle,
    /// Puzzles and families of the collection.
    Puzzles,
    /// Maps that are built in.
    Map,
}

impl NameKind {
    const ALL: [Self; 3] = [NameKind::Puzzle, NameKind::Puzzles, NameKind::Map];

    fn of(argument: &Arg) -> Option<Self> {
        let values = argument.get_value_names().unwrap_or_default();
        let is = |word| values.iter().any(|value| value.split('|').any(|one| one == word));
        let takes_one = || argument.get_help().is_some_and(|help| help.to_string() == PUZZLE_HELP);
        match argument.is_positional() {
            true if is("PUZZLE") && takes_one() => Some(NameKind::Puzzle),
            true if is("PUZZLE") => Some(NameKind::Puzzles),
            true if is("MAP") => Some(NameKind::Map),
            _ => None,
        }
    }

    /// Returns the short lists of names.
    fn few(self) -> Vec<&'static str> {
        match self {
            NameKind::Puzzle => Vec::new(),
            NameKind::Puzzles => Collection::families().collect(),
            NameKind::Map => Collection::maps().iter().map(|map| map.stem).collect(),
        }
    }

    /// Returns a hint that marks the argument for zsh, and the code that the generator writes for
    /// it. No argument has such a value.
    const fn hint(self) -> (ValueHint, &'static str) {
        match self {
            NameKind::Puzzle => (ValueHint::Hostname, ":_hosts'"),
            NameKind::Puzzles => (ValueHint::Username, ":_users'"),
            NameKind::Map => (ValueHint::Url, ":_urls'"),
        }
    }
}

/// The call that prints the names in bash.
const CALL: &str = "$(_huarong_puzzles)";

/// Returns the command with its names in the form that the generator knows.
fn marked(command: Command, shell: Shell) -> Command {
    command.mut_subcommands(|subcommand| {
        subcommand.mut_args(|argument| match (NameKind::of(&argument), shell) {
            _ if argument.get_long() == Some("family") => {
                argument.value_parser(PossibleValuesParser::new(Collection::families()))
            }
            // Files are offered where no name fits.
            (Some(named), Shell::Bash) => {
                let call = Some(CALL).filter(|_| named != NameKind::Map);
                let values = named.few().into_iter().chain(call);
                argument.value_parser(PossibleValuesParser::new(values))
            }
            (Some(named), Shell::Zsh) => argument.value_hint(named.hint().0),
            _ => argument,
        })
    })
}

/// Adds the names that the generator leaves out.
fn named(script: &str, shell: Shell, command: &Command) -> String {
    match shell {
        Shell::Bash => bash(script),
        Shell::Zsh => zsh(script),
        Shell::Fish => fish(script, command),
        _ => script.to_owned(),
    }
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

fn zsh(script: &str) -> String {
    let PuzzleNames { whole, members } = PuzzleNames::new();
    // Between lines, for a name with a `#` in a list would be a pattern.
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
    let with_calls = |script: String, named: NameKind| {
        let kind = if named == NameKind::Map { "maps" } else { "puzzles" };
        // With a space before it, no options of `compadd` are put behind it.
        let call = format!(": _huarong_{kind} {}'", named.few().join(" "));
        script.replace(named.hint().1, &call)
    };
    let script = NameKind::ALL.into_iter().fold(script.to_owned(), with_calls);
    // The first line names the command that the script completes.
    match script.split_once("\n\n") {
        Some((first, rest)) => format!("{first}\n\n{function}\n{rest}"),
        None => script,
    }
}

fn fish(script: &str, command: &Command) -> String {
    let PuzzleNames { whole, members } = PuzzleNames::new();
    let (whole, members) = (whole.join(" "), members.join(" "));
    let mut completed = String::new();
    for subcommand in command.get_subcommands() {
        for named in subcommand.get_arguments().filter_map(NameKind::of) {
            let call = Some("(__fish_huarong_puzzles)").filter(|_| named != NameKind::Map);
            let offered: Vec<&str> = named.few().into_iter().chain(call).collect();
            // The generator has written the function that tells where one is.
            completed.extend([format!(
                "complete -c huarong -n \"__fish_huarong_using_subcommand {}\" -a \"{}\"\n",
                subcommand.get_name(),
                offered.join(" "),
            )]);
        }
    }
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
    fn families_are_offered_where_several_puzzles_are_taken_and_maps_where_a_map_is() {
        let command = command();
        let taking = |named: NameKind| -> Vec<&str> {
            let takes = |command: &&Command| {
                command.get_arguments().filter_map(NameKind::of).any(|it| it == named)
            };
            command.get_subcommands().filter(takes).map(Command::get_name).collect()
        };
        assert_eq!(taking(NameKind::Puzzle), ["play", "verify"]);
        assert_eq!(taking(NameKind::Map), ["hamilton", "graph"]);
        for name in ["solve", "compare", "show", "convert", "explore", "export"] {
            assert!(taking(NameKind::Puzzles).contains(&name), "{name}");
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
