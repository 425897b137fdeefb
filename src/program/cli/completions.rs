//! `huarong completions`: the script with which a shell asks this program for completions. The
//! program answers with commands, options, values, files, and names of the collection.

use super::prelude::*;
use std::collections::BTreeSet;

use crate::guide::CHAPTERS;
use clap::{Arg, Command, builder::PossibleValuesParser};
use clap_complete::{
    CompleteEnv,
    engine::{
        ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
    },
    env::Shells,
};

use super::commands;

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong completions bash > ~/.local/share/bash-completion/completions/huarong
  huarong completions zsh > ~/.zfunc/_huarong
  huarong completions fish > ~/.config/fish/completions/huarong.fish
  huarong completions powershell >> $PROFILE
  huarong completions elvish >> ~/.config/elvish/rc.elv

The script runs `huarong`, which must be in the search path. For zsh, the folder must be in `fpath` \
before `compinit` is called.

Exit status: 0 done, 2 wrong usage.")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(Shells::builtins().names()))]
    shell: String,
}

pub fn run(args: &CompletionsArgs, out: &mut dyn Write) -> Result<Exit> {
    Shells::builtins()
        .completer(&args.shell)
        .expect("the parser knows no others")
        .write_registration(VARIABLE, "huarong", "huarong", "huarong", out)?;
    Ok(Exit::Done)
}

/// The environment variable with which a script asks for completions.
const VARIABLE: &str = "HUARONG_COMPLETE";

/// Answers a script of a shell and ends the program, if a script has started it.
pub fn answer() {
    CompleteEnv::with_factory(|| completed(commands::parser()))
        .var(VARIABLE)
        .complete();
}

/// Returns the command with completions for the names of the collection.
fn completed(command: Command) -> Command {
    command
        .mut_args(completed_argument)
        .mut_subcommands(completed)
}

fn completed_argument(argument: Arg) -> Arg {
    let values = argument.get_value_names().unwrap_or_default();
    let takes = |word| {
        values
            .iter()
            .any(|value| value.split('|').any(|one| one == word))
    };
    let is_one = argument
        .get_help()
        .is_some_and(|help| help.to_string() == PUZZLE_HELP);
    if takes("PUZZLE") {
        argument.add(ArgValueCompleter::new(move |word: &OsStr| {
            puzzles(word, is_one)
        }))
    } else if takes("GRAPH") {
        argument.add(ArgValueCompleter::new(maps))
    } else if takes("SOLUTION") || takes("MOVES") {
        argument.add(ArgValueCompleter::new(PathCompleter::any()))
    } else if argument.get_long() == Some("family") {
        argument.add(ArgValueCandidates::new(|| {
            candidates(Collection::families())
        }))
    } else if argument.get_long() == Some("rating") {
        argument.add(ArgValueCandidates::new(|| {
            candidates(["easy", "medium", "hard", "expert"])
        }))
    } else if takes("TOPIC") {
        argument.add(ArgValueCandidates::new(|| {
            let command = commands::parser();
            let names = command.get_subcommands().map(Command::get_name);
            candidates(names.chain(CHAPTERS.iter().map(|(name, _)| *name)))
        }))
    } else {
        argument
    }
}

fn candidates<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<CompletionCandidate> {
    let words = words.into_iter().map(str::to_owned);
    words.map(CompletionCandidate::new).collect()
}

/// Returns the files, puzzles and, unless one puzzle is wanted, families that begin with this word.
/// The puzzles of a file, `fayaa#3`, are offered once the word contains a `#`.
fn puzzles(word: &OsStr, is_one: bool) -> Vec<CompletionCandidate> {
    let collection = Collection::built_in();
    let mut names: BTreeSet<String> = BTreeSet::new();
    if word.to_string_lossy().contains('#') {
        let entries = collection.entries();
        names.extend(entries.map(|entry| input::built_in(&collection, entry).pick));
    } else {
        names.extend(
            Collection::families()
                .filter(|_| !is_one)
                .map(str::to_owned),
        );
        names.extend(collection.files().iter().map(|file| file.stem.to_owned()));
        names.extend(
            collection
                .entries()
                .filter_map(|it| input::chinese(&it.puzzle).map(str::to_owned)),
        );
    }
    with_files(word, names.iter().map(String::as_str))
}

fn maps(word: &OsStr) -> Vec<CompletionCandidate> {
    with_files(word, Collection::maps().iter().map(|map| map.stem))
}

/// Returns the files and the names that begin with this word. A name that would need quotes in a
/// shell is omitted.
fn with_files<'a>(word: &OsStr, names: impl Iterator<Item = &'a str>) -> Vec<CompletionCandidate> {
    let start = word.to_string_lossy();
    let names = names
        .filter(|name| {
            name.chars()
                .all(|it| matches!(it, '-' | '#') || it.is_alphanumeric())
        })
        .filter(|name| name.starts_with(&*start));
    let files = PathCompleter::any().complete(word);
    names.map(CompletionCandidate::new).chain(files).collect()
}
