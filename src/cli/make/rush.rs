//! `huarong make rush`: Rush Hour puzzles.

use clap::Args;
use huarong::design::{RushGeneration, RushPuzzle, RushScope, make_rush};
use huarong::grid::Size;
use huarong::notation::{self, Notation};
use huarong::puzzle::{Metric, PuzzleInfo};

use super::{GenerationParams, GenerationReport, Generator};
use crate::cli::args::NumberRange;
use crate::cli::diagnostics::UserError;
use crate::cli::numbers::counted;

#[derive(Args, Debug)]
pub(super) struct RushArgs {
    /// Of Rush Hour: how many slides the shortest solution has, ends included: `30..`, `20..25`
    /// [default: 10..]
    #[arg(long, value_name = "RANGE")]
    slides: Option<NumberRange>,
}

impl RushArgs {
    /// How long the shortest solution is to be.
    pub(super) const fn slides(&self) -> Option<NumberRange> {
        self.slides
    }

    /// What is given of it.
    pub(super) fn given(&self) -> Option<&'static str> {
        self.slides.map(|_| "--slides")
    }
}

/// What makes Rush Hour puzzles of one frame.
pub(super) struct RushLineGenerator<'a> {
    args: &'a RushArgs,
    size: Size,
    scope: RushScope,
}

impl<'a> RushLineGenerator<'a> {
    pub(super) fn new(args: &'a RushArgs, size: Size) -> anyhow::Result<Self> {
        if size.width != size.height {
            let message = format!("a Rush Hour board is a square, not {size}");
            return Err(UserError::new(message, "write one like `6x6`").into());
        }
        let scope = RushScope { side: size.height as usize, walls: 0 };
        scope.check().map_err(|error| UserError::new(error.to_string(), "take one like `6x6`"))?;
        Ok(RushLineGenerator { args, size, scope })
    }

    fn name(&self, seed: u64) -> String {
        format!("Rush {} seed {seed}", self.size)
    }

    /// The puzzle as it is written, with the command that makes it.
    fn text(&self, puzzle: &RushPuzzle, seed: u64) -> String {
        let read = notation::read(Notation::Rush, &puzzle.to_string());
        let read = read.expect("a line of a database").remove(0);
        let range = self.args.slides.map_or_else(String::new, |span| format!(" --slides {span}"));
        let source = Some(format!("huarong make rush {}{range} --seed {seed}", self.size));
        let title = PuzzleInfo { name: Some(self.name(seed)), source, ..read.title().clone() };
        read.titled(title).to_string()
    }
}

impl Generator for RushLineGenerator<'_> {
    /// Some seconds.
    fn usual_tries(&self) -> usize {
        2_000_000
    }

    fn make(&self, run: &GenerationParams) -> anyhow::Result<GenerationReport> {
        let size = self.size;
        let made = GenerationReport::new("rush", size, run.seed);
        let made = GenerationReport { metric: Some(Metric::Slide), ..made };
        let slides = self.args.slides.map_or(10..=u32::MAX, NumberRange::range);
        let line = run.line(&self.name(run.seed), "hardest");
        let mut observer = |progress: &_| line.watch(progress);
        let tries = (run.seed, run.tries);
        Ok(match make_rush(&self.scope, &slides, tries, run.limits, &mut observer)? {
            RushGeneration::Found(puzzle) => {
                let text = Some(self.text(&puzzle, run.seed));
                let (moves, pieces) = (Some(puzzle.slides), Some(puzzle.cars()));
                GenerationReport { moves, pieces, text, ..made }
            }
            RushGeneration::None { hardest } => {
                let hardest = counted(hardest, "slide");
                made.impossible(&format!(
                    "no minimal {size} board takes so many slides; the hardest takes {hardest}"
                ))
            }
            RushGeneration::NotFound { boards, hardest } => {
                made.not_found(boards, "board", Some(hardest))
            }
            RushGeneration::Stopped { reason, boards, hardest } => {
                made.stopped(reason, (boards, "board"), Some(hardest))
            }
        })
    }
}
