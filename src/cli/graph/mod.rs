//! `huarong graph`: what a graph is, and searches of it.

mod query;
mod text;

use std::io::Write;
use std::path::Path;

use huarong::graph::Trail;

use query::Answer;
pub(crate) use query::GraphArgs;

use super::diagnostics::UserError;
use super::exit::Exit;
use super::json;
use super::subject::{FormatArgs, LoadedGraph};

pub(crate) fn run(args: &GraphArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let subject = subject(args)?;
    let answer = Answer::new(&subject, &args.query)?;
    if args.json {
        json::line(out, &text::object(&subject, &answer))?;
    } else {
        text::write(out, &subject, &answer)?;
    }
    Ok(match answer {
        Answer::Euler(Trail::None(_)) => Exit::Impossible,
        _ => Exit::Done,
    })
}

fn subject(args: &GraphArgs) -> anyhow::Result<LoadedGraph> {
    let FormatArgs { adjacency, matrix, edges, directed } = args.format;
    let is_board = args.source == "knight";
    match &args.board {
        Some(_) if is_board && (adjacency || matrix || edges || directed) => {
            let help = "leave the format away: it is for graph files";
            Err(UserError::new("a board is no graph file", help).into())
        }
        Some(board) if is_board => LoadedGraph::board(board),
        None if is_board && !Path::new("knight").exists() => {
            let help = "name the board as well: `knight 8x8`";
            Err(UserError::new("the board for the knight is missing", help).into())
        }
        Some(board) => {
            let message = format!("`{}` is one argument too many", board.display());
            Err(UserError::new(message, "a board is named like `knight 8x8`").into())
        }
        None => LoadedGraph::read(&args.source, &args.format),
    }
}
