//! The pictures themselves, which the library draws.

use std::fmt::Display;

use huarong::render::{BoardPicture, Film, Sheet, Theme};

use super::args::ExportArgs;
use super::show::Show;
use super::subject::Subject;
use crate::cli::diagnostics::Complaint;

/// The side of a cell, in pixels.
const CELL: u16 = 48;

pub(super) fn svg(subject: &Subject, show: Show, theme: Theme) -> anyhow::Result<Vec<u8>> {
    if let Show::Sheet(columns) = show {
        let Subject { title, puzzle, solution, .. } = subject;
        let sheet = Sheet { title, puzzle, solution, columns, theme };
        let drawn = sheet.svg().map(String::into_bytes);
        return drawn.map_err(|error| refused(error, "draw single moves, with `--move`"));
    }
    let title = subject.titled(show);
    let (position, unit) = subject.board(show)?;
    let picture = BoardPicture { title: &title, position: &position, unit, theme };
    Ok(picture.svg().into_bytes())
}

pub(super) fn png(args: &ExportArgs, subject: &Subject, show: Show) -> anyhow::Result<Vec<u8>> {
    let (position, unit) = subject.board(show)?;
    let picture = BoardPicture { title: "", position: &position, unit, theme: args.theme() };
    let drawn = picture.png(args.cell.unwrap_or(CELL));
    drawn.map_err(|error| refused(error, "make the cells smaller, with `--cell`"))
}

pub(super) fn gif(args: &ExportArgs, subject: &Subject) -> anyhow::Result<Vec<u8>> {
    let Subject { puzzle, solution, .. } = subject;
    let film = Film {
        puzzle,
        solution,
        timing: args.timing.timing(),
        cell: args.cell.unwrap_or(CELL),
        theme: args.theme(),
    };
    let help = "make the cells smaller with `--cell`, or take fewer pictures with `--tween`";
    film.gif().map_err(|error| refused(error, help))
}

fn refused(error: impl Display, help: &str) -> anyhow::Error {
    Complaint::new(error.to_string(), help).into()
}
