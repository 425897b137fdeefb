//! Boards that are typed on the terminal.

use std::{
    ffi::OsStr,
    io::{self, BufRead},
    sync::mpsc,
    time::Duration,
};

use crate::cli::{
    Result,
    diagnostics::{self, UserError},
    interrupt,
};

use super::{ReadArgs, STDIN, Source, print_notes, unreadable};

/// Name in messages of a board that was typed after a question.
const TYPED: &str = "typed board";

/// Longest pause between the lines of a pasted text.
const PASTE_PAUSE: Duration = Duration::from_millis(150);

/// Asks for a board on the terminal. An empty line ends it unless more follows at once, as in a
/// pasted text.
pub fn ask(how: &ReadArgs) -> Result<Vec<Source>> {
    diagnostics::note(
        "Type or paste a board, and end it with an empty line: one letter for each piece, `.` for \
         empty, like\n    ABBC\n    D..C",
    );
    let reader = how.reader([OsStr::new("-")].into_iter())?;
    let (sender, lines) = mpsc::sync_channel(1);
    interrupt::start_thread(move || {
        // Nobody asks for further lines after the last answer.
        let _ = io::stdin()
            .lock()
            .lines()
            .try_for_each(|line| sender.send(line));
    })?;
    let mut text = typed(&lines)?;
    loop {
        let error = match reader.read(text.as_bytes(), TYPED) {
            Ok(sources) => {
                print_notes(&sources, OsStr::new(TYPED));
                return Ok(sources);
            }
            Err(error) => error,
        };
        let user_error = error.downcast_ref::<UserError>();
        let line = user_error.and_then(|error| Some(error.place.as_ref()?.line));
        diagnostics::print(&error);
        let again = line.map_or_else(String::new, |line| format!("line {line} again, "));
        diagnostics::note(format_args!(
            "Type {again}what is missing (`exit: A=right`; `goal:` and its rows), or a new board; an \
             empty line cancels:"
        ));
        let more = typed(&lines)?;
        if more.trim().is_empty() {
            refuse!(
                "no board was given",
                "`huarong help boards` describes the format"
            );
        }
        text = amended(&text, &more, line);
    }
}

/// Returns the lines up to an empty one, unless more follows at once.
fn typed(lines: &mpsc::Receiver<io::Result<String>>) -> Result<String> {
    let mut text = String::new();
    let mut wait = Duration::MAX;
    while let Ok(line) = lines.recv_timeout(wait) {
        let line = line.map_err(|error| unreadable(STDIN, &error))?;
        text.extend([line.as_str(), "\n"]);
        wait = if line.trim().is_empty() {
            PASTE_PAUSE
        } else {
            Duration::MAX
        };
    }
    Ok(text)
}

/// Adds a correction to a text with an error in `line`: a goal goes below the board, another header
/// above it, a single row replaces the line, and several rows are a new board.
fn amended(text: &str, more: &str, line: Option<usize>) -> String {
    let begins = |words: &[&str]| {
        let first = more.trim_start().to_lowercase();
        words.iter().any(|word| first.starts_with(word))
    };
    let rows: Vec<&str> = more.lines().filter(|row| !row.trim().is_empty()).collect();
    match (&rows[..], line) {
        _ if begins(&["goal"]) => format!("{}\n{more}", text.trim_end()),
        _ if rows.iter().all(|row| row.contains([':', '：'])) => format!("{more}{text}"),
        (&[row], Some(line)) => {
            let mut lines: Vec<&str> = text.lines().collect();
            let replaced = line.saturating_sub(1).min(lines.len().saturating_sub(1));
            lines[replaced] = row;
            lines.join("\n") + "\n"
        }
        _ => more.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_changes_the_board() {
        let board = "ABBC\nDB.C\n";
        assert_eq!(amended(board, "DEEC\n", Some(2)), "ABBC\nDEEC\n");
        assert_eq!(
            amended(board, "exit: A=down\n\n", Some(2)),
            format!("exit: A=down\n\n{board}")
        );
        assert_eq!(
            amended(board, "goal:\n....\nA...\n", Some(2)),
            format!("{board}goal:\n....\nA...\n")
        );
        assert_eq!(amended(board, "AA.\n...\n", Some(2)), "AA.\n...\n");
    }
}
