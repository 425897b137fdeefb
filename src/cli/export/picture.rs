//! The pictures themselves, which the library draws.

use huarong::render::{BoardPicture, Sheet, SheetError, Theme};

use super::show::Show;
use super::subject::Subject;
use crate::cli::diagnostics::Complaint;

pub(super) fn svg(subject: &Subject, show: Show, theme: Theme) -> anyhow::Result<Vec<u8>> {
    let title = subject.titled(show);
    if let Show::Sheet(columns) = show {
        let Subject { title, puzzle, solution } = subject;
        let sheet = Sheet { title, puzzle, solution, columns, theme };
        return sheet.svg().map(String::into_bytes).map_err(|error| too_long(&error).into());
    }
    let (position, unit) = subject.board(show)?;
    let picture = BoardPicture { title: &title, position: &position, unit, theme };
    Ok(picture.svg().into_bytes())
}

fn too_long(error: &SheetError) -> Complaint {
    Complaint::new(error.to_string(), "draw single moves, with `--move`")
}
