//! What commands on several puzzles share: they go on after an error and until Ctrl-C, and note the
//! puzzles that were left.

use super::prelude::*;

/// Handles each puzzle until Ctrl-C is pressed, and returns the exit status, also of the puzzles
/// that could not be read.
pub fn each(
    loaded: &PuzzleSet,
    out: &mut dyn Write,
    mut ask: impl FnMut(usize, &Source, &mut dyn Write) -> Result<Exit>,
) -> Result<Exit> {
    let mut exit = loaded.exit();
    let sources = &loaded.sources;
    for (number, source) in sources.iter().enumerate() {
        exit = exit.max(ask(number, source, out)?);
        out.flush()?;
        if number + 1 < sources.len() && interrupt::pressed() {
            note_untried(sources.len() - number - 1);
            return Ok(exit.max(Exit::Stopped));
        }
    }
    Ok(exit)
}

/// Prints the number of puzzles that were left when Ctrl-C was pressed, if there are any.
pub fn note_untried(puzzles: usize) {
    if puzzles > 0 {
        note!("interrupted; {} not tried", counted(puzzles, "puzzle"));
    }
}

/// Prints the error of a puzzle, and with `as_json` an object on `out`; the command continues with
/// the other puzzles. Returns an error of standard output, which ends the command.
pub fn report_error(
    source: &Source,
    error: impl Into<anyhow::Error>,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<Exit> {
    let error = error.into();
    // Standard output cannot be written.
    if error.is::<io::Error>() {
        return Err(error);
    }
    let error = error.context(sanitize(source.title()));
    let exit = Exit::of_error(&error);
    let error = JsonObject::report_error(&source.pick, &error);
    if as_json {
        json::line(out, &error)?;
    }
    Ok(exit)
}
