//! `huarong design search`: harder and harder puzzles of a frame, until it is stopped.

use crate::cli::prelude::*;
use std::cell::Cell;

use crate::{
    cli::{
        args::option,
        make::{fresh_seed, scope_error},
    },
    design::{BlockSpec, GeneratedPuzzle},
    notation,
};

use super::OutputArgs;

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong design search 5x5 --timeout 10m
  huarong design search 5x5 --walls 2 --pieces 9..12 --output best.txt
  huarong design search 4x5 --seed 7 --metric step

For frames of up to 30 cells that are too large for `huarong design frame`. Pieces, walls and goal \
piece of a random layout are changed a little, again and again, and changes that make it harder stay. \
X has to cover the last cell. Each printed puzzle is harder than all before, and its length is \
proven, but harder puzzles may exist. The search ends at `--timeout` or Ctrl-C.")]
pub struct SearchArgs {
    /// Width and height
    #[arg(value_name = "WxH")]
    size: Size,
    /// Number of pieces: 9, 5..9, ..9
    #[arg(long, value_name = "RANGE")]
    pieces: Option<NumberRange>,
    /// Number of walls
    #[arg(long, value_name = "N", value_parser = count, default_value = "0")]
    walls: usize,
    /// Unit of length
    #[arg(long, value_name = "METRIC", value_parser = common_metric(), default_value = "move",
          hide_possible_values = true)]
    metric: Metric,
    /// Random seed; the same seed finds the same puzzles
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    common: OutputArgs,
}

impl SearchArgs {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        self.common.check()?;
        let Size { width, height } = self.size;
        let pieces = self.pieces.map_or(1..=u32::MAX, NumberRange::range);
        let blocks = BlockSpec {
            walls: self.walls,
            pieces: *pieces.start() as usize..=*pieces.end() as usize,
            metric: self.metric,
            ..BlockSpec::new(height as usize, width as usize)
        };
        blocks.check().map_err(|error| scope_error(&error))?;
        let seed = self.seed.unwrap_or_else(fresh_seed);
        if !self.common.json {
            draw_goal(&blocks, out)?;
        }
        let mut sink = ResultSink {
            args: self,
            seed,
            texts: Vec::new(),
            out,
        };
        let mut failed = None;
        let is_over = Cell::new(false);
        let name = format!("search {} seed {seed}", self.size);
        let progress_line = ProgressLine::new(&name, "hardest", self.common.quiet);
        let mut observer = |progress: &Progress| {
            let flow = progress_line.update(progress);
            if is_over.get() {
                ControlFlow::Break(())
            } else {
                flow
            }
        };
        let limits = self.common.limits.limits_or_default();
        let reason = blocks.search(seed, &limits, &mut observer, &mut |found| {
            if failed.is_none() {
                failed = progress_line.aside(|| sink.show(&found)).err();
                is_over.set(failed.is_some());
            }
        })?;
        // The line is cleared before the last sentence.
        drop(progress_line);
        if let Some(error) = failed {
            return Err(error);
        }
        if !self.common.json {
            note!("stopped: {reason}; there may be harder ones");
        }
        Ok(Exit::Stopped)
    }
}

/// Prints the goal of all puzzles of the search.
fn draw_goal(blocks: &BlockSpec, out: &mut dyn Write) -> Printed {
    let mut cells = vec!["."; blocks.rows * blocks.columns];
    cells[blocks.rows * blocks.columns - 1] = "X";
    writeln!(out, "goal: X covers the last cell")?;
    for row in cells.chunks(blocks.columns) {
        writeln!(out, "{}", row.join(" "))?;
    }
    writeln!(out)
}

/// Prints and saves the puzzles that are found.
struct ResultSink<'a> {
    args: &'a SearchArgs,
    seed: u64,
    /// All puzzles so far.
    texts: Vec<String>,
    out: &'a mut dyn Write,
}

impl ResultSink<'_> {
    /// Prints a puzzle, and writes the file again.
    fn show(&mut self, found: &GeneratedPuzzle) -> Result {
        let SearchArgs {
            size,
            walls,
            metric,
            common,
            ..
        } = self.args;
        let text = self.text(found);
        let pieces = found.puzzle.pieces().len();
        if common.json {
            json::line(
                self.out,
                &object! {
                    "schema": "huarong/design-search/1",
                    "rows": size.height,
                    "columns": size.width,
                    "walls": walls,
                    "metric": metric,
                    "seed": self.seed,
                    "pieces": pieces,
                    "moves": found.moves,
                    "puzzle": text,
                },
            )?;
        } else {
            let moves = counted(found.moves, metric.word());
            writeln!(self.out, "{moves}, {}:", counted(pieces, "piece"))?;
            let board = drawing::start(&found.puzzle, PieceStyle::for_stdout());
            writeln!(self.out, "{}\n", board.trim_end())?;
        }
        self.out.flush()?;
        self.texts.push(text);
        if let Some(path) = &common.output {
            let joined = notation::join(Notation::Huarong, &self.texts);
            // After its first puzzle, the file belongs to this search.
            let store = if self.texts.len() == 1 {
                output::store
            } else {
                output::replace
            };
            store(path, joined)?;
        }
        Ok(())
    }

    /// Returns a puzzle with the command that finds it.
    fn text(&self, found: &GeneratedPuzzle) -> String {
        let SearchArgs {
            size,
            pieces,
            walls,
            metric,
            ..
        } = self.args;
        let pieces = option("pieces", *pieces);
        let walls = option("walls", Some(walls).filter(|walls| **walls > 0));
        let metric = option("metric", Some(metric).filter(|it| **it != Metric::Move));
        let command = format!("huarong design search {size}{pieces}{walls}{metric}");
        let source = Some(format!("{command} --seed {}", self.seed));
        found
            .puzzle
            .titled(PuzzleInfo {
                source,
                ..found.puzzle.title().clone()
            })
            .to_string()
    }
}
