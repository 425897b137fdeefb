//! `huarong make tiles`: random starts of numbered tiles.

use clap::Args;
use huarong::Puzzle;
use huarong::design::{FrameError, TileFrame, TileGeneration};
use huarong::grid::{Cell, Size};
use huarong::puzzle::{Optimum, PublishedOptimum, PuzzleInfo};
use huarong::sliding::Options;

use super::{GenerationParams, GenerationReport, Generator};
use crate::cli::args::NumberRange;
use crate::cli::diagnostics::UserError;

#[derive(Args, Debug)]
pub(super) struct TileArgs {
    /// Of tiles: how many steps the shortest solution has, ends included: `40..50`, `40..`, `..50`,
    /// `45`
    #[arg(long, value_name = "RANGE")]
    steps: Option<NumberRange>,
}

impl TileArgs {
    /// How long the shortest solution is to be.
    pub(super) const fn steps(&self) -> Option<NumberRange> {
        self.steps
    }

    /// What is given of it.
    pub(super) fn given(&self) -> Option<&'static str> {
        self.steps.map(|_| "--steps")
    }
}

/// What makes starts of one frame.
pub(super) struct TileGenerator<'a> {
    args: &'a TileArgs,
    size: Size,
    frame: TileFrame,
}

impl<'a> TileGenerator<'a> {
    pub(super) fn new(args: &'a TileArgs, size: Size) -> anyhow::Result<Self> {
        let frame = TileFrame::new(size.height as usize, size.width as usize).map_err(|error| {
            let help = match error {
                FrameError::OneLine => "take two rows and two columns at least, like `3x2`",
                _ => "take one of up to 36 cells, like `6x6`",
            };
            UserError::new(format!("{size}: {error}"), help)
        })?;
        Ok(TileGenerator { args, size, frame })
    }

    fn with_distance(
        &self,
        span: NumberRange,
        run: &GenerationParams,
    ) -> anyhow::Result<TileGeneration> {
        let options = Options { limits: run.limits, ..Options::default() };
        let line = run.line(&self.name(run.seed), "depth");
        let mut observer = |progress: &_| line.watch(progress);
        let start =
            self.frame.with_distance(&span.range(), run.seed, run.tries, &options, &mut observer);
        start.map_err(|error| {
            let help = "take a smaller frame, like `6x5`, or do without `--steps`";
            UserError::new(error.to_string(), help).into()
        })
    }

    fn name(&self, seed: u64) -> String {
        format!("Tiles {} seed {seed}", self.size)
    }

    /// The puzzle as it is written, with the command that makes it.
    fn titled(&self, puzzle: &Puzzle, steps: Option<u32>, seed: u64) -> String {
        let range = self.args.steps.map_or_else(String::new, |span| format!(" --steps {span}"));
        let source = format!("huarong make {}{range} --seed {seed}", self.size);
        let title = PuzzleInfo {
            name: Some(self.name(seed)),
            source: Some(source),
            ..PuzzleInfo::default()
        };
        let known = PublishedOptimum::Known(Optimum { moves: steps, slides: steps, steps });
        let best = if steps.is_some() { known } else { PublishedOptimum::Unknown };
        let anchors: Vec<Cell> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
        let titled = puzzle.starting_at(&anchors, title, best);
        titled.expect("no tile is on a gate").to_string()
    }
}

impl Generator for TileGenerator<'_> {
    fn make(&self, run: &GenerationParams) -> anyhow::Result<GenerationReport> {
        let size = self.size;
        let made = GenerationReport::new("tiles", size, run.seed);
        let Some(span) = self.args.steps else {
            let puzzle = self.titled(&self.frame.random(run.seed), None, run.seed);
            return Ok(GenerationReport { text: Some(puzzle), ..made });
        };
        Ok(match self.with_distance(span, run)? {
            TileGeneration::Found { puzzle, steps } => {
                let puzzle = self.titled(&puzzle, Some(steps), run.seed);
                GenerationReport { text: Some(puzzle), steps: Some(steps), ..made }
            }
            TileGeneration::TooFar { farthest } => made
                .impossible(&format!("no start of {size} tiles takes more than {farthest} steps")),
            TileGeneration::NotFound { tries } => made.not_found(tries, "placement", None),
            TileGeneration::Stopped { reason, tries } => {
                made.stopped(reason, (tries, "placement"), None)
            }
        })
    }
}
