//! `huarong convert`: puzzles from one notation to another.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use huarong::notation::{self, Notation};

use super::args::{PUZZLE_HELP, one_of};
use super::diagnostics::{self, UserError, sanitize};
use super::exit::Exit;
use super::input::{self, NOTATIONS, ReadArgs, Source};
use super::output::{self, Content};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong convert heng-dao-li-ma --to shortcode
  huarong convert IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM my.txt
  huarong convert --from gnome --to slide-id level.map -

What a notation cannot say is refused, and nothing is written. Names, sources and optima are not \
rules: they are left away where the notation has no place for them.

Exit status: 0 converted, 2 wrong input or usage, or what cannot be said.")]
pub(crate) struct ConvertArgs {
    /// The notation to write
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&NOTATIONS))]
    #[arg(default_value = "huarong")]
    to: Notation,
    #[arg(value_name = "PUZZLE", help = PUZZLE_HELP)]
    puzzle: OsString,
    #[command(flatten)]
    reading: ReadArgs,
    /// The file to write; without this, or for `-`, the puzzles
    /// go to standard output
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &ConvertArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let sources = input::load(&args.puzzle, &args.reading)?;
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    if let Some(path) = output {
        output::check(path, Content::Plain, &[&args.puzzle])?;
    }
    let Some(text) = converted(&sources, args.to)? else { return Ok(Exit::Wrong) };
    match output {
        Some(path) => output::store(path, &text)?,
        _ => out.write_all(text.as_bytes())?,
    }
    Ok(Exit::Done)
}

/// The puzzles in that notation, or `None` if it cannot say some; which ones has been printed.
fn converted(sources: &[Source], to: Notation) -> anyhow::Result<Option<String>> {
    let mut texts = Vec::with_capacity(sources.len());
    for source in sources {
        match notation::write(to, &source.puzzle) {
            Ok(text) => texts.push(text),
            Err(unsayable) => {
                let message = format!("{}: {unsayable}", sanitize(&source.pick));
                let help = "`--to huarong` can say everything";
                diagnostics::print(&UserError::new(message, help).into());
            }
        }
    }
    if texts.len() < sources.len() {
        return Ok(None);
    }
    notation::join(to, &texts).map(Some).ok_or_else(|| {
        let message = format!("a file of {to} holds one puzzle, and there are {}", sources.len());
        UserError::new(message, format!("pick one, like `{}`", sources[0].pick)).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_are_called_what_the_library_calls_them() {
        let named = NOTATIONS.map(|(name, notation, _)| (name, notation));
        assert_eq!(named, Notation::ALL.map(|notation| (notation.name(), notation)));
    }
}
