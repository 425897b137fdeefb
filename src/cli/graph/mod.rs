//! `huarong graph`: what a graph is, and searches of it.

mod answer;
mod args;
mod json;
mod text;

use std::io::Write;

use huarong::graph::Trail;

use answer::Answer;
pub(crate) use args::GraphArgs;

use super::diagnostics::Complaint;
use super::exit::Exit;
use super::subject::Subject;

pub(crate) fn run(args: &GraphArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let subject = subject(args)?;
    let answer = Answer::new(&subject, &args.query)?;
    if args.json {
        super::json::line(out, &json::object(&subject, &answer))?;
    } else {
        text::write(out, &subject, &answer)?;
    }
    Ok(match answer {
        Answer::Euler(Trail::None(_)) => Exit::Impossible,
        _ => Exit::Done,
    })
}

fn subject(args: &GraphArgs) -> anyhow::Result<Subject> {
    let is_formatted = args.format.adjacency || args.format.matrix || args.format.edges;
    match &args.board {
        Some(board) if args.source == "knight" && !is_formatted => Subject::board(board),
        Some(board) => {
            let message = format!("`{}` is one argument too many", board.display());
            Err(Complaint::new(message, "a board is named like `knight 8x8`").into())
        }
        None => Subject::read(&args.source, &args.format),
    }
}
