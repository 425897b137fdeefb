//! `huarong make WxH --moves`: sliding blocks.

use clap::Args;
use huarong::Puzzle;
use huarong::design::{BlockSpec, BlocksError, GenerationResult};
use huarong::grid::Size;
use huarong::puzzle::{Metric, PuzzleInfo};

use super::{GenerationParams, GenerationReport, Generator};
use crate::cli::args::{METRICS, NumberRange, one_of};
use crate::cli::diagnostics::UserError;

#[derive(Args, Debug)]
pub(super) struct BlockArgs {
    /// Of blocks: how many moves the shortest solution has, ends included: `45..55`, `30..`,
    /// `..20`, `45`
    #[arg(long, value_name = "RANGE")]
    moves: Option<NumberRange>,
    /// Of blocks: how many pieces there are, ends included: `10`, `8..12`
    #[arg(long, value_name = "RANGE")]
    pieces: Option<NumberRange>,
    /// Of blocks: there is one shortest solution; any other goes through the same layouts
    #[arg(long)]
    #[arg(hide_short_help = true)]
    unique: bool,
    /// Of blocks: what is counted [default: move]
    #[arg(long, value_name = "METRIC", value_parser = one_of(&METRICS))]
    #[arg(hide_short_help = true)]
    metric: Option<Metric>,
}

impl BlockArgs {
    /// How long the shortest solution is to be.
    pub(super) const fn moves(&self) -> Option<NumberRange> {
        self.moves
    }

    /// What is given of it.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = self.moves.map(|_| "--moves").or(self.pieces.map(|_| "--pieces"));
        given.or(self.unique.then_some("--unique")).or(self.metric.map(|_| "--metric"))
    }
}

/// What makes blocks of one frame.
pub(super) struct BlockGenerator<'a> {
    args: &'a BlockArgs,
    size: Size,
    blocks: BlockSpec,
    /// Whether there is a proof that there are none.
    proof: Option<BlocksError>,
}

impl<'a> BlockGenerator<'a> {
    pub(super) fn new(args: &'a BlockArgs, size: Size) -> anyhow::Result<Self> {
        let Some(moves) = args.moves else {
            let message = "`--moves` is missing: how long should the solution be?";
            let help = format!("write it, like `huarong make blocks {size} --moves 20..30`");
            return Err(UserError::new(message, help).into());
        };
        let pieces = args.pieces.map_or(1..=u32::MAX, NumberRange::range);
        let blocks = BlockSpec {
            rows: size.height as usize,
            columns: size.width as usize,
            walls: 0,
            pieces: *pieces.start() as usize..=*pieces.end() as usize,
            moves: moves.range(),
            metric: args.metric.unwrap_or(Metric::Move),
            unique: args.unique,
        };
        match blocks.check().err() {
            Some(error) if !error.is_proof() => {
                let help = match error {
                    BlocksError::NoMoves => "ask for some, like `--moves 20..30`",
                    BlocksError::NoPieces => "ask for some, like `--pieces 8`",
                    _ => "take a smaller one, like `4x5`",
                };
                Err(UserError::new(error.to_string(), help).into())
            }
            proof => Ok(BlockGenerator { args, size, blocks, proof }),
        }
    }

    fn name(&self, seed: u64) -> String {
        format!("Blocks {} seed {seed}", self.size)
    }

    /// The puzzle as it is written, with the command that makes it.
    fn titled(&self, puzzle: &Puzzle, seed: u64) -> String {
        let size = self.size;
        let BlockArgs { moves, pieces, unique, metric } = self.args;
        let range = |name: &str, span: &Option<NumberRange>| {
            span.map_or_else(String::new, |span| format!(" --{name} {span}"))
        };
        let (moves, pieces) = (range("moves", moves), range("pieces", pieces));
        let metric = metric.map_or_else(String::new, |metric| format!(" --metric {metric}"));
        let unique = if *unique { " --unique" } else { "" };
        let command = format!("huarong make {size}{moves}{pieces}{unique}{metric}");
        let source = Some(format!("{command} --seed {seed}"));
        let title = PuzzleInfo { name: Some(self.name(seed)), source, ..PuzzleInfo::default() };
        puzzle.titled(title).to_string()
    }
}

impl Generator for BlockGenerator<'_> {
    /// Some seconds.
    fn usual_tries(&self) -> usize {
        20_000
    }

    fn make(&self, run: &GenerationParams) -> anyhow::Result<GenerationReport> {
        let made = GenerationReport::new("blocks", self.size, run.seed);
        let made = GenerationReport { metric: Some(self.blocks.metric), ..made };
        if let Some(proof) = self.proof {
            return Ok(made.impossible(&proof.to_string()));
        }
        let line = run.line(&self.name(run.seed), "hardest");
        let mut observer = |progress: &_| line.watch(progress);
        Ok(match self.blocks.make(run.seed, run.tries, &run.limits, &mut observer)? {
            GenerationResult::Found(found) => {
                let pieces = Some(found.puzzle.pieces().len());
                let text = Some(self.titled(&found.puzzle, run.seed));
                GenerationReport { moves: Some(found.moves), pieces, text, ..made }
            }
            GenerationResult::NotFound { tries, hardest } => {
                made.not_found(tries, "layout", hardest)
            }
            GenerationResult::Stopped { reason, tries, hardest } => {
                made.stopped(reason, (tries, "layout"), hardest)
            }
        })
    }
}
