//! `huarong export`: puzzles and solutions as pictures.

mod args;
mod format;
mod page;
mod picture;
mod show;
mod subject;

use std::io::Write;
use std::path::Path;

use bytesize::ByteSize;

pub(crate) use args::{ExportArgs, ThemeArg};
use format::Format;
use show::Show;
use subject::{Ended, Subject};

use super::diagnostics::{self, Complaint};
use super::exit::Exit;
use super::output;

pub(crate) fn run(args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let to_stdout = args.to == Path::new("-");
    let format = format_of(args, to_stdout)?;
    let show = Show::of(args, format)?;
    if !to_stdout {
        output::check(&args.to)?;
    }
    let subject = match Subject::load(args, show)? {
        Ok(subject) => subject,
        Err(Ended { exit, summary }) => {
            diagnostics::note(format_args!("nothing is written: {summary}"));
            return Ok(exit);
        }
    };
    let bytes = written(args, format, show, &subject)?;
    if to_stdout {
        out.write_all(&bytes)?;
        return Ok(Exit::Done);
    }
    output::store(&args.to, &bytes)?;
    if !args.quiet {
        let size = ByteSize(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        writeln!(out, "{}: {}, {size}", args.to.display(), subject.titled(show))?;
    }
    Ok(Exit::Done)
}

fn format_of(args: &ExportArgs, to_stdout: bool) -> anyhow::Result<Format> {
    match args.format {
        Some(format) => Ok(format),
        None if to_stdout => {
            let message = "standard output has no name to tell a format";
            Err(Complaint::new(message, "add `--format svg`, or another one").into())
        }
        None => Format::of(&args.to),
    }
}

/// The bytes of the file.
fn written(
    args: &ExportArgs,
    format: Format,
    show: Show,
    subject: &Subject,
) -> anyhow::Result<Vec<u8>> {
    match format {
        Format::Svg => picture::svg(subject, show, args.theme()),
        Format::Png => picture::png(args, subject, show),
        Format::Gif => picture::gif(args, subject),
        Format::Html => page::html(args, subject, show),
    }
}
