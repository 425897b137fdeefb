//! Short forms of `huarong make` and `huarong design`, which omit the kind or give it late.

use super::prelude::*;
use clap::{Arg, Command};

/// Completes the words after the program name: `make 4x4` becomes `make tiles 4x4`, `design 4x4`
/// becomes `design frame 4x4`. A kind behind options moves to the front, where the parser expects
/// it.
pub fn expanded(program: &Command, mut words: Vec<OsString>) -> Vec<OsString> {
    let Some(&at) = positionals(&[program], &words).first() else {
        return words;
    };
    let is_make = words[at] == "make";
    let is_design = words[at] == "design";
    if !is_make && !is_design {
        return words;
    }
    let Some(command) = program.find_subcommand(&words[at]) else {
        return words;
    };
    let mut command = command.clone();
    command.build();
    let mut rest = words.split_off(at + 1);
    let places = positionals(&[program, &command], &rest);
    let place = places.first().copied();
    let first = place.map(|place| rest[place].clone()).unwrap_or_default();
    let begins_with_digit = first
        .as_encoded_bytes()
        .first()
        .is_some_and(u8::is_ascii_digit);
    let kind = if place.is_some_and(|_| command.find_subcommand(&first).is_some()) {
        place.map(|place| rest.remove(place))
    } else if is_make && begins_with_digit {
        let has_moves = rest.iter().any(|word| is_option(word, "--moves"));
        Some(if has_moves {
            "blocks".into()
        } else {
            "tiles".into()
        })
    } else if is_design
        && first
            .to_str()
            .is_some_and(|word| word.parse::<Size>().is_ok())
    {
        Some("frame".into())
    } else {
        // Of several words, the first is a mistyped kind, not a puzzle; `unit` was a kind.
        place
            .filter(|_| is_design && places.len() == 1 && first != "unit")
            .map(|_| "pieces".into())
    };
    // `--search` was an option of frames before it became a kind.
    let is_search = kind.as_ref().is_some_and(|kind| kind == "frame")
        && rest.iter().any(|word| word == "--search");
    let kind = if is_search {
        Some("search".into())
    } else {
        kind
    };
    rest.retain(|word| !is_search || word != "--search");
    words.extend(kind);
    words.append(&mut rest);
    words
}

/// Whether a word is this option, with or without a value: `--moves`, `--moves=9`.
fn is_option(word: &OsStr, option: &str) -> bool {
    let word = word.as_encoded_bytes();
    let option = option.as_bytes();
    word.strip_prefix(option)
        .is_some_and(|rest| matches!(rest, [] | [b'=', ..]))
}

/// Returns the places of the words that are neither options nor values of options. The options are
/// those of the commands and of their subcommands.
fn positionals(commands: &[&Command], words: &[OsString]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut is_value = false;
    for (place, word) in words.iter().enumerate() {
        if std::mem::take(&mut is_value) {
            continue;
        }
        let text = word.to_string_lossy();
        if text == "--" {
            places.extend(place + 1..words.len());
            break;
        }
        match text.strip_prefix('-') {
            None | Some("") => places.push(place),
            Some(option) => is_value = takes_next(commands, option),
        }
    }
    places
}

/// Whether the next word is the value of an option, given without its first dash: `-moves`, `o`.
fn takes_next(commands: &[&Command], option: &str) -> bool {
    let below = commands
        .iter()
        .flat_map(|command| command.get_subcommands());
    let arguments: Vec<&Arg> = commands
        .iter()
        .copied()
        .chain(below)
        .flat_map(Command::get_arguments)
        .collect();
    let takes_value = |is_it: &dyn Fn(&Arg) -> bool| {
        arguments
            .iter()
            .any(|arg| is_it(arg) && arg.get_action().takes_values())
    };
    if let Some(name) = option.strip_prefix('-') {
        return takes_value(&|arg| arg.get_long() == Some(name));
    }
    // Of `-qo FILE`, the last letter takes the next word.
    let mut letters = option.chars();
    let last = letters.next_back();
    let are_flags = letters.all(|it| !takes_value(&|arg| arg.get_short() == Some(it)));
    are_flags && takes_value(&|arg| arg.get_short() == last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::parser;

    #[test]
    fn short_command_forms_expand_to_a_subcommand() {
        for [short, full] in crate::cases::rows(include_str!("tables/short_forms_mean_a_kind.txt"))
        {
            let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
            let expanded = expanded(&parser(), words(short));
            assert_eq!(expanded, words(full), "{short}");
        }
    }
}
