//! `huarong design WxH --search`: what a search for ever finds.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;

use huarong::control::Progress;
use huarong::design::{BlockPuzzle, BlockSpec, BlocksError};
use huarong::grid::Size;
use huarong::notation::{self, Notation};
use huarong::puzzle::{Metric, PuzzleInfo};
use serde::Serialize;

use super::{DesignArgs, refuse};
use crate::cli::args::NumberRange;
use crate::cli::diagnostics::{self, UserError};
use crate::cli::drawing::{self, PieceStyle};
use crate::cli::exit::Exit;
use crate::cli::make::fresh_seed;
use crate::cli::numbers::counted;
use crate::cli::progress::ProgressLine;
use crate::cli::{json, output};

/// A puzzle that is harder than all before.
#[derive(Serialize)]
struct SearchJson {
    schema: &'static str,
    rows: usize,
    columns: usize,
    walls: usize,
    metric: Metric,
    seed: u64,
    pieces: usize,
    moves: u32,
    puzzle: String,
}

/// Climbs until it is stopped, and shows each puzzle that is harder than all before.
pub(super) fn run(args: &DesignArgs, size: Size, out: &mut dyn Write) -> anyhow::Result<Exit> {
    refuse(
        "a search",
        "it takes any pieces, of which X is to cover the last cell",
        &[
            ("--shapes", !args.shapes.is_empty()),
            ("--empty", args.empty.is_some()),
            ("--goal", args.goal.is_some()),
            ("--top", args.top.is_some()),
            ("--work-dir", args.work_dir.is_some()),
            (
                "--threads",
                args.threads.count().is_some_and(|threads| threads > NonZero::<usize>::MIN),
            ),
        ],
    )?;
    let metric = args.metric.unwrap_or(Metric::Move);
    let pieces = args.pieces.map_or(1..=u32::MAX, NumberRange::range);
    let blocks = BlockSpec {
        rows: size.height as usize,
        columns: size.width as usize,
        walls: args.walls,
        pieces: *pieces.start() as usize..=*pieces.end() as usize,
        moves: 1..=u32::MAX,
        metric,
        unique: false,
    };
    blocks.check().map_err(refused)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    if !args.json {
        draw_goal(&blocks, out)?;
    }
    let mut search = ResultSink { args, size, blocks: &blocks, seed, texts: Vec::new(), out };
    let mut failed = None;
    let name = format!("search {size} seed {seed}");
    let line = ProgressLine::new(&name, "hardest", args.quiet);
    let is_over = std::cell::Cell::new(false);
    let mut observer = |progress: &Progress| {
        let flow = line.watch(progress);
        if is_over.get() { ControlFlow::Break(()) } else { flow }
    };
    let reason = blocks.search(seed, &args.options().limits, &mut observer, &mut |found| {
        if failed.is_none() {
            failed = line.aside(|| search.show(&found)).err();
            is_over.set(failed.is_some());
        }
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    if !args.json {
        diagnostics::note(format_args!("stopped: {reason}; there may be harder ones"));
    }
    Ok(Exit::Stopped)
}

fn refused(error: BlocksError) -> anyhow::Error {
    let help = match error {
        BlocksError::TooLarge { .. } => "take a smaller one, like `5x5`",
        BlocksError::NoPieces => "ask for some, like `--pieces 8`",
        BlocksError::TooManyPieces { .. } => "ask for fewer",
        BlocksError::TooManyWalls { .. } => "build fewer",
        _ => "take a frame like `4x5`",
    };
    UserError::new(error.to_string(), help).into()
}

/// The goal of all puzzles that the search can find.
fn draw_goal(blocks: &BlockSpec, out: &mut dyn Write) -> io::Result<()> {
    let mut cells = vec!["."; blocks.rows * blocks.columns];
    if let Some(last) = cells.last_mut() {
        *last = "X";
    }
    writeln!(out, "goal: X covers the last cell")?;
    for row in cells.chunks(blocks.columns) {
        writeln!(out, "{}", row.join(" "))?;
    }
    writeln!(out)
}

/// What is found, and where it goes.
struct ResultSink<'a> {
    args: &'a DesignArgs,
    size: Size,
    blocks: &'a BlockSpec,
    seed: u64,
    /// All so far.
    texts: Vec<String>,
    out: &'a mut dyn Write,
}

impl ResultSink<'_> {
    /// Shows one, and writes the file anew.
    fn show(&mut self, found: &BlockPuzzle) -> anyhow::Result<()> {
        let text = self.text(found);
        let pieces = found.puzzle.pieces().len();
        if self.args.json {
            let BlockSpec { rows, columns, walls, metric, .. } = *self.blocks;
            let (seed, moves, puzzle) = (self.seed, found.moves, text.clone());
            let schema = "huarong/design-search/1";
            let line =
                SearchJson { schema, rows, columns, walls, metric, seed, pieces, moves, puzzle };
            json::line(self.out, &line)?;
        } else {
            self.draw(found, pieces)?;
        }
        self.out.flush()?;
        self.texts.push(text);
        if let Some(path) = &self.args.output {
            let joined = notation::join(Notation::Huarong, &self.texts);
            let joined = joined.expect("a file holds any number");
            // Once it holds a puzzle, the file is this search's own.
            let store = if self.texts.len() == 1 { output::store } else { output::replace };
            store(path, joined)?;
        }
        Ok(())
    }

    fn draw(&mut self, found: &BlockPuzzle, pieces: usize) -> io::Result<()> {
        let moves = counted(found.moves, self.blocks.metric.word());
        writeln!(self.out, "{moves}, {}:", counted(pieces, "piece"))?;
        let board = drawing::start(&found.puzzle, PieceStyle::for_stdout());
        writeln!(self.out, "{}\n", board.trim_end())
    }

    /// The puzzle as it is written, with the command that finds it.
    fn text(&self, found: &BlockPuzzle) -> String {
        let BlockSpec { walls, metric, .. } = *self.blocks;
        let pieces = self.args.pieces.map_or_else(String::new, |span| format!(" --pieces {span}"));
        let walls = if walls > 0 { format!(" --walls {walls}") } else { String::new() };
        let metric = match metric {
            Metric::Move => String::new(),
            metric => format!(" --metric {metric}"),
        };
        let seed = self.seed;
        let command = format!("huarong design {} --search{pieces}{walls}{metric}", self.size);
        let source = Some(format!("{command} --seed {seed}"));
        let title = PuzzleInfo { source, ..found.puzzle.title().clone() };
        found.puzzle.titled(title).to_string()
    }
}
