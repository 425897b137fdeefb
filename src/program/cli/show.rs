//! `huarong show`: describes a puzzle.

use super::prelude::*;
use crate::{
    internals::Board,
    puzzle::{Movement, Piece, SolvedWhen, text},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong show heng-dao-li-ma
  huarong show my.txt#2 --metric step
  huarong show 'fayaa#*'
  huarong show heng-dao-li-ma --json | jq .kinds")]
pub struct ShowArgs {
    #[arg(required = true, value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP)]
    puzzles: Vec<OsString>,
    #[command(flatten)]
    reading: ReadArgs,
    /// Unit of the legal moves at the start
    #[arg(long, value_parser = any_metric(), default_value = "move")]
    metric: Metric,
    /// Print a JSON object per puzzle
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<Exit> {
    let loaded = many::load_all(&args.puzzles, &args.reading, args.json, out)?;
    batch::each(&loaded, out, |number, source, out| {
        work_dir::check_metric(args.metric, &source.puzzle)?;
        if args.json {
            return show_json(source, args.metric, out);
        }
        if number > 0 {
            writeln!(out, "\n")?;
        }
        show(source, args.metric, out)
    })
}

fn show(source: &Source, metric: Metric, out: &mut dyn Write) -> Result<Exit> {
    let puzzle = &source.puzzle;
    let paint = PieceStyle::for_stdout();
    writeln!(out, "{}", source.title())?;
    about(puzzle, out)?;
    writeln!(out, "\n{}", drawing::start(puzzle, paint))?;
    for goal in puzzle.drawn_goals() {
        writeln!(out, "\ngoal:\n{}", drawing::goal(puzzle, paint, goal))?;
    }
    writeln!(out)?;
    rules(puzzle, out)?;
    let exit = packed(puzzle, out)?;
    first_moves(puzzle, metric, out)?;
    Ok(exit)
}

fn show_json(source: &Source, metric: Metric, out: &mut dyn Write) -> Result<Exit> {
    let puzzle = &source.puzzle;
    let board = match Board::new(puzzle) {
        Ok(board) => board,
        Err(error) => return batch::report_error(source, error, true, out),
    };
    let labels = |pieces: &[PieceId]| -> Vec<String> {
        let pieces = pieces.iter().map(|&piece| &puzzle.pieces()[piece]);
        pieces.map(Piece::display_label).collect()
    };
    let kinds = board.kinds().iter().map(|kind| {
        object! {
            "shape": drawing::shape(&kind.shape),
            "in_goal": puzzle.is_goal_piece(kind.pieces[0]),
            "pieces": labels(&kind.pieces),
        }
    });
    let object = JsonObject::facts(puzzle).with(object! {
        "note": puzzle.title().note,
        "movement": if puzzle.movement() == Movement::Axis { "axis" } else { "free" },
        "finish": if puzzle.finish() == SolvedWhen::Clear { "clear" } else { "reach" },
        "gate": labels(&puzzle.gate().pieces),
        "symmetry": board.symmetry().to_string(),
        "bits": board.bits(),
        "kinds": kinds.collect::<Vec<_>>(),
        "metric": metric,
        "moves": json::units(puzzle, Position::start(puzzle).legal_moves(metric)),
        "text": puzzle.to_string(),
    });
    json::about(out, "huarong/show/1", source, object)?;
    Ok(Exit::Done)
}

/// Prints other names, the source and the note.
fn about(puzzle: &Puzzle, out: &mut dyn Write) -> Printed {
    let title = puzzle.title();
    let shown = [title.name.as_deref(), input::chinese(puzzle)];
    let others = title.names().filter(|&name| !shown.contains(&Some(name)));
    let others = Some(joined(others, ", ")).filter(|it| !it.is_empty());
    for (word, text) in [
        ("also called", others),
        ("source", title.source.clone()),
        ("note", title.note.clone()),
        ("optimum", optimum(puzzle)),
    ] {
        if let Some(text) = text {
            writeln!(out, "{word}: {text}")?;
        }
    }
    Ok(())
}

/// Formats the published optimum: `81 moves, 90 slides, 116 steps`.
fn optimum(puzzle: &Puzzle) -> Option<String> {
    match puzzle.best() {
        PublishedOptimum::Unknown => None,
        PublishedOptimum::Impossible => Some("there is no solution".to_owned()),
        PublishedOptimum::Known(best) => {
            let lengths = Metric::WITH_PUSH.into_iter().filter_map(|metric| {
                let is_own = best.is_own[metric as usize];
                let own = if is_own { " (proven here)" } else { "" };
                Some(length(best.get(metric)? as usize, metric) + own)
            });
            Some(joined(lengths, ", "))
        }
    }
}

fn rules(puzzle: &Puzzle, out: &mut dyn Write) -> Printed {
    let grid = puzzle.grid();
    let size = (grid.columns(), grid.rows());
    let pieces = counted(puzzle.standing(), "piece");
    let empty = counted(puzzle.empty_cells(), "cell");
    writeln!(out, "frame: {}×{}, {pieces}, {empty} empty", size.0, size.1)?;
    if puzzle.movement() == Movement::Axis {
        writeln!(out, "pieces: each moves along its long side only")?;
    }
    if puzzle.finish() == SolvedWhen::Clear {
        writeln!(out, "finish: one free step before the goal is enough")?;
    }
    if !puzzle.gate().cells.is_empty() {
        match labels(puzzle, &puzzle.gate().pieces) {
            guests if guests.is_empty() => writeln!(out, "gate: no piece may enter `+`")?,
            guests => writeln!(out, "gate: only {guests} may enter `+`")?,
        }
    }
    let lines = text::rules(puzzle);
    let keys = ["colour", "layers", "door", "ice"];
    let shown = lines
        .lines()
        .filter(|line| keys.iter().any(|key| line.starts_with(key)));
    for line in shown {
        writeln!(out, "{line}")?;
    }
    if puzzle.all_leave() {
        writeln!(out, "goal: all pieces with doors are gone")?;
    }
    Ok(())
}

/// Describes the board of the solver.
fn packed(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<Exit> {
    let board = match Board::new(puzzle) {
        Ok(board) => board,
        Err(error) => {
            diagnostics::print(&error.into());
            return Ok(Exit::Wrong);
        }
    };
    writeln!(out, "symmetry: {}", board.symmetry())?;
    let words = counted(board.bits().div_ceil(64), "word");
    let bits = counted(board.bits(), "bit");
    writeln!(out, "state: {bits} in {words} of 64\n\nkinds of pieces:")?;
    for kind in board.kinds() {
        let is_in_goal = puzzle.is_goal_piece(kind.pieces[0]);
        let goal = if is_in_goal { ", in the goal" } else { "" };
        let shape = drawing::shape(&kind.shape);
        let pieces = labels(puzzle, &kind.pieces);
        writeln!(out, "  {} of {shape}{goal}: {pieces}", kind.pieces.len())?;
    }
    Ok(Exit::Done)
}

fn first_moves(puzzle: &Puzzle, metric: Metric, out: &mut dyn Write) -> Printed {
    let moves = Position::start(puzzle).legal_moves(metric);
    let count = length(moves.len(), metric);
    writeln!(out, "\n{count} at the start:")?;
    for unit in moves {
        let piece = puzzle.pieces()[unit.piece].label();
        writeln!(out, "  {piece}  {}", unit.words(puzzle))?;
    }
    Ok(())
}

fn labels(puzzle: &Puzzle, pieces: &[PieceId]) -> String {
    let pieces = pieces.iter().map(|&piece| puzzle.pieces()[piece].label());
    joined(pieces, ", ")
}
