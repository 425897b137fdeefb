//! `huarong make zip`: grids with numbers through which one path leads.

use std::num::NonZero;

use clap::Args;
use huarong::design::{GenerationResult, Numbers, Zip, ZipError, ZipSpec};
use huarong::graph::text::draw_map;
use huarong::grid::Size;

use super::{GenerationParams, GenerationReport, Generator};
use crate::cli::args::{count, positive};
use crate::cli::diagnostics::UserError;

#[derive(Args, Debug)]
pub(super) struct ZipArgs {
    /// Of a zip: how many numbers it has, those at the ends of the path among them
    #[arg(long, value_name = "N", value_parser = positive)]
    #[arg(hide_short_help = true)]
    numbers: Option<NonZero<usize>>,
    /// Of a zip: how many thin walls part two cells each [default: none]
    #[arg(long, value_name = "N", value_parser = count)]
    #[arg(hide_short_help = true)]
    walls: Option<usize>,
    /// Of a zip: so few numbers that none can be left out, and no more than a local search needs
    #[arg(long, conflicts_with = "numbers")]
    #[arg(hide_short_help = true)]
    minimal: bool,
}

impl ZipArgs {
    /// What is given of it.
    pub(super) fn given(&self) -> Option<&'static str> {
        let numbers = self.numbers.map(|_| "--numbers");
        numbers.or(self.walls.map(|_| "--walls")).or(self.minimal.then_some("--minimal"))
    }

    fn frame(&self, size: Size) -> Result<ZipSpec, ZipError> {
        let numbers = match self.numbers {
            Some(numbers) => Numbers::Exactly(numbers.get()),
            None if self.minimal => Numbers::Fewest,
            None => Numbers::Enough,
        };
        ZipSpec::new(size.height as usize, size.width as usize, self.walls.unwrap_or(0), numbers)
    }
}

/// What makes zips of one frame.
pub(super) struct ZipMapGenerator<'a> {
    args: &'a ZipArgs,
    size: Size,
    /// Or a proof that there is none.
    frame: Result<ZipSpec, ZipError>,
}

impl<'a> ZipMapGenerator<'a> {
    pub(super) fn new(args: &'a ZipArgs, size: Size) -> anyhow::Result<Self> {
        let frame = args.frame(size);
        match frame {
            Err(error) if !error.is_proof() => {
                let help = match error {
                    ZipError::TooFewNumbers => "ask for two at least, like `--numbers 8`",
                    ZipError::TooLarge { .. } => "take one of at most 20 rows and columns: `20x20`",
                    _ => "take one like `7x7`",
                };
                Err(UserError::new(error.to_string(), help).into())
            }
            frame => Ok(ZipMapGenerator { args, size, frame }),
        }
    }

    fn name(&self, seed: u64) -> String {
        format!("Zip {} seed {seed}", self.size)
    }

    /// The map as it is written, with the command that makes it.
    fn titled(&self, zip: &Zip, seed: u64) -> String {
        let (name, size) = (self.name(seed), self.size);
        let ZipArgs { numbers, walls, minimal } = self.args;
        let numbers = numbers.map_or_else(String::new, |numbers| format!(" --numbers {numbers}"));
        let walls = walls.map_or_else(String::new, |walls| format!(" --walls {walls}"));
        let minimal = if *minimal { " --minimal" } else { "" };
        let command = format!("huarong make zip {size}{numbers}{walls}{minimal}");
        format!("; {name}\n; {command} --seed {seed}\n{}", draw_map(&zip.map))
    }
}

impl Generator for ZipMapGenerator<'_> {
    fn make(&self, run: &GenerationParams) -> anyhow::Result<GenerationReport> {
        let made = GenerationReport::new("zip", self.size, run.seed);
        let frame = match self.frame {
            Ok(frame) => frame,
            Err(proof) => return Ok(made.impossible(&proof.to_string())),
        };
        let line = run.line(&self.name(run.seed), "depth");
        let mut observer = |progress: &_| line.watch(progress);
        Ok(match frame.make(run.seed, run.tries, &run.limits, &mut observer) {
            GenerationResult::Found(zip) => {
                let (numbers, walls) = (zip.map.waypoints.len(), zip.map.walls().len());
                let text = Some(self.titled(&zip, run.seed));
                GenerationReport { numbers: Some(numbers), walls: Some(walls), text, ..made }
            }
            GenerationResult::NotFound { tries, .. } => made.not_found(tries, "path", None),
            GenerationResult::Stopped { reason, tries, .. } => {
                made.stopped(reason, (tries, "path"), None)
            }
        })
    }

    /// Remarks begin each, so that an empty line between is enough.
    fn join(&self, texts: &[String]) -> String {
        texts.join("\n")
    }
}
