//! `huarong convert`: puzzles from one notation to another.

use std::io::Write;
use std::path::Path;

use huarong::notation::{self, Notation};

use super::args::ConvertArgs;
use super::diagnostics::{self, Complaint, harmless};
use super::exit::Exit;
use super::input::{self, Source};
use super::output;

pub(crate) fn run(args: &ConvertArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let sources = input::load(&args.puzzle, args.from.map(Notation::from))?;
    let Some(text) = converted(&sources, args.to.into())? else { return Ok(Exit::Wrong) };
    match args.output.as_deref() {
        Some(path) if path != Path::new("-") => {
            output::store(path, &text)?;
        }
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
                let message = format!("{}: {unsayable}", harmless(&source.pick));
                let help = "`--to huarong` can say everything";
                diagnostics::print(&Complaint::new(message, help).into());
            }
        }
    }
    if texts.len() < sources.len() {
        return Ok(None);
    }
    notation::join(to, &texts).map(Some).ok_or_else(|| {
        let message = format!("a file of {to} holds one puzzle, and there are {}", sources.len());
        Complaint::new(message, format!("pick one, like `{}`", sources[0].pick)).into()
    })
}
