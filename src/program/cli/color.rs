//! Colour: `--color`, `NO_COLOR` and terminals.

use super::prelude::*;

use crate::render::ColourDepth;
use anstream::{AutoStream, ColorChoice};
use clap::builder::StyledStr;

/// The value of `--color`.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub enum ColorArg {
    /// On a terminal, unless `NO_COLOR` is set; everywhere if `CLICOLOR_FORCE` is set
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

impl ColorArg {
    /// Applies the choice to everything that is printed from now on.
    pub fn apply(self) {
        let choice = match self {
            ColorArg::Auto => ColorChoice::Auto,
            ColorArg::Always => ColorChoice::Always,
            ColorArg::Never => ColorChoice::Never,
        };
        choice.write_global();
    }

    /// Returns the choice among arguments that the parser rejects, for the error about them.
    pub fn among(arguments: impl Iterator<Item = OsString>) -> Self {
        let mut chosen = ColorArg::default();
        let mut arguments = arguments.take_while(|argument| argument != "--");
        while let Some(argument) = arguments.next() {
            let word = match argument.to_str() {
                Some("--color") => arguments.next().and_then(|word| word.into_string().ok()),
                Some(text) => text.strip_prefix("--color=").map(str::to_owned),
                None => None,
            };
            let known = word.and_then(|word| ColorArg::from_str(&word, false).ok());
            chosen = known.unwrap_or(chosen);
        }
        chosen
    }
}

pub fn on_stdout() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Returns a help text, with colours if standard output has them.
pub fn styled(help: &StyledStr) -> String {
    if on_stdout() {
        help.ansi().to_string()
    } else {
        help.to_string()
    }
}

pub fn depth() -> ColourDepth {
    let says = |name: &str| env::var(name).unwrap_or_default();
    depth_of(&says("COLORTERM"), &says("TERM"))
}

fn depth_of(colorterm: &str, term: &str) -> ColourDepth {
    match (colorterm, term) {
        ("truecolor" | "24bit", _) => ColourDepth::Full,
        (_, term) if term.ends_with("-direct") => ColourDepth::Full,
        (_, term) if term.contains("256color") => ColourDepth::Indexed,
        _ => ColourDepth::Basic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_depth_follows_the_terminal_variables() {
        for (colorterm, term, depth) in [
            ("truecolor", "xterm", ColourDepth::Full),
            ("24bit", "", ColourDepth::Full),
            ("", "xterm-direct", ColourDepth::Full),
            ("1", "tmux-256color", ColourDepth::Indexed),
            ("", "linux", ColourDepth::Basic),
            ("", "", ColourDepth::Basic),
        ] {
            assert_eq!(depth_of(colorterm, term), depth, "{colorterm} {term}");
        }
    }

    #[test]
    fn the_last_choice_before_the_dashes_counts() {
        for (arguments, choice) in [
            ("solve nosuch", ColorArg::Auto),
            ("--color never solve", ColorArg::Never),
            ("solve --color=always", ColorArg::Always),
            ("--color always solve --color never", ColorArg::Never),
            ("--color never solve --color sometimes", ColorArg::Never),
            ("solve -- --color never", ColorArg::Auto),
            ("solve --color", ColorArg::Auto),
        ] {
            let words = arguments.split(' ').map(OsString::from);
            assert_eq!(ColorArg::among(words), choice, "{arguments}");
        }
    }
}
