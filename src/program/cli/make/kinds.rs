//! The kinds of puzzles that `huarong make` generates, each with its options.

use crate::cli::prelude::*;
use std::ops::RangeInclusive;

use crate::{
    cli::args::option,
    design::{
        BlockSpec, GeneratedPuzzle, Numbers, RushPuzzle, RushScope, TileFrame, ZipSpec, lengths,
        make_doors, make_rush,
    },
    graph::text::draw_map,
    notation,
    puzzle::Optimum,
    sliding::Options,
};

use super::{GenerationArgs, GenerationParams, GenerationReport, RatingArgs, scope_error};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong make tiles 4x4
  huarong make tiles 4x4 --steps 40..50 --output fifteen.txt
  huarong make tiles 3x3 --steps 31 --seed 7 | huarong solve -
  huarong make tiles 4x4 --pushes 35 | huarong solve --metric push -

Without `--steps` or `--pushes`, each solvable order is equally likely. With it, a search proves the \
length of the shortest solution. On frames of up to 16 cells, every length that is not rare is found; on larger \
ones, lengths of up to some 30 steps.")]
pub struct TileArgs {
    /// Width and height
    #[arg(value_name = "WxH")]
    size: Size,
    /// Length of the shortest solution, in steps: 40..50, 40.., ..50, 45
    #[arg(long, value_name = "RANGE")]
    steps: Option<NumberRange>,
    /// Length of the shortest solution, in pushes of rows and columns of tiles
    #[arg(long, value_name = "RANGE", conflicts_with = "steps")]
    pushes: Option<NumberRange>,
    #[command(flatten)]
    common: GenerationArgs,
}

impl TileArgs {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        let Size { width, height } = self.size;
        let frame =
            TileFrame::new(height as usize, width as usize).map_err(|error| scope_error(&error))?;
        self.common.run(self.size, file, out, &|params| {
            let mut report = GenerationReport::new("tiles", params);
            let metric = self.metric();
            let Some(wanted) = self.steps.or(self.pushes) else {
                report.text = Some(self.text(&frame.random(params.seed), None, params));
                return Ok(report);
            };
            let options = Options::default()
                .with_limits(params.limits)
                .with_metric(metric);
            let units = metric.plural();
            let line = params.line("Tiles", &format!(", {wanted} {units}"), "depth");
            let range = wanted.range();
            let made = frame
                .with_distance(
                    &range,
                    params.seed,
                    params.max_tries(100),
                    &options,
                    &mut |it| line.update(it),
                )
                .map_err(|error| {
                    if error.stopped().is_some() {
                        return anyhow::Error::from(error);
                    }
                    user_error!(
                        error.to_string(),
                        "take a smaller frame, like `6x5`, or omit `--{units}`"
                    )
                    .into()
                })?;
            let wanted = format!("start of {} tiles", params.size);
            Ok(
                report.with(made, ("placement", &wanted, metric), |report, found| {
                    let length = Some(found.moves);
                    if metric == Metric::Push {
                        report.metric = Some(metric);
                        report.moves = length;
                    } else {
                        report.steps = length;
                    }
                    report.text = Some(self.text(&found.puzzle, length, params));
                }),
            )
        })
    }

    const fn metric(&self) -> Metric {
        if self.pushes.is_some() {
            Metric::Push
        } else {
            Metric::Step
        }
    }

    /// Returns the puzzle with its name and the command that makes it.
    fn text(&self, puzzle: &Puzzle, length: Option<u32>, params: &GenerationParams) -> String {
        let options = option("steps", self.steps) + &option("pushes", self.pushes);
        let title = info("tiles", "Tiles", &options, params);
        let best = length.map_or(PublishedOptimum::Unknown, |_| {
            let mut optimum = Optimum::default();
            let metrics = match self.metric() {
                Metric::Push => &[Metric::Push][..],
                _ => &Metric::ALL,
            };
            for &metric in metrics {
                *optimum.get_mut(metric) = length;
            }
            PublishedOptimum::Known(optimum)
        });
        let anchors: Vec<Cell> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
        let start = puzzle.starting_at(&anchors, title, best);
        start.expect("no tile is on a gate").to_string()
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong make blocks 5x4 --moves 45..55
  huarong make blocks 4x4 --moves 30..40 --pieces 8 --unique
  huarong make blocks 4x5 --rating hard
  huarong make blocks 3x3 --moves 10.. --count 10 --output many.txt

The frame has up to 30 cells and is cut into pieces of any shape. X has to cover the last cell. \
Random layouts are changed as long as their solutions grow longer. All positions of a layout are \
searched, which proves the length and, with `--unique`, that no other solution is as short, except \
for the paths that a piece may take in one move.")]
pub struct BlockArgs {
    /// Width and height
    #[arg(value_name = "WxH")]
    size: Size,
    /// Length of the shortest solution: 45..55, 30.., ..20, 45
    #[arg(long, value_name = "RANGE", required_unless_present = "rating")]
    moves: Option<NumberRange>,
    /// Number of pieces: 10, 8..12
    #[arg(long, value_name = "RANGE")]
    pieces: Option<NumberRange>,
    /// Allow one shortest solution only
    #[arg(long)]
    unique: bool,
    /// Unit of length [default: move]
    #[arg(long, value_name = "METRIC", value_parser = common_metric(), hide_short_help = true)]
    metric: Option<Metric>,
    #[command(flatten)]
    rating: RatingArgs,
    #[command(flatten)]
    common: GenerationArgs,
}

impl BlockArgs {
    /// Returns the range of lengths: by default, those that can have the rating.
    fn moves(&self) -> RangeInclusive<u32> {
        let of_rating = || Some(lengths(&self.rating.rating.as_ref()?.range));
        let given = self.moves.map(NumberRange::range);
        given.or_else(of_rating).expect("one of them is required")
    }

    /// Returns the wanted length or rating for the progress line.
    fn wanted(&self) -> String {
        match (self.moves, &self.rating.rating) {
            (None, Some(rating)) => format!(", rating {rating}"),
            (moves, _) => moves.map_or_else(String::new, |moves| format!(", {moves} moves")),
        }
    }

    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        let Size { width, height } = self.size;
        let pieces = self.pieces.map_or(1..=u32::MAX, NumberRange::range);
        let blocks = BlockSpec {
            pieces: *pieces.start() as usize..=*pieces.end() as usize,
            moves: self.moves(),
            metric: self.metric.unwrap_or_default(),
            unique: self.unique,
            ..BlockSpec::new(height as usize, width as usize)
        };
        let proof = blocks.check().err();
        if let Some(error) = proof.as_ref().filter(|error| !error.is_proof()) {
            return Err(scope_error(error));
        }
        self.common.run(self.size, file, out, &|params| {
            let mut report = GenerationReport::new("blocks", params);
            report.metric = Some(blocks.metric);
            if let Some(proof) = &proof {
                return Ok(report.impossible(&proof.to_string()));
            }
            let line = params.line("Blocks", &self.wanted(), "hardest");
            let tries = params.max_tries(20_000);
            let made = params.with_rating(
                &self.rating,
                |found: &GeneratedPuzzle| (*found.puzzle).clone(),
                &mut |seed, limits| {
                    Ok(blocks.make(seed, tries, &limits, &mut |it| line.update(it))?)
                },
            )?;
            Ok(report.with(
                made,
                ("layout", "layout", blocks.metric),
                |report, found| {
                    let moves = option("moves", self.moves);
                    let pieces = option("pieces", self.pieces);
                    let unique = if self.unique { " --unique" } else { "" };
                    let metric = option("metric", self.metric);
                    let rating = option("rating", self.rating.rating.as_ref());
                    let options = format!("{moves}{pieces}{unique}{metric}{rating}");
                    let title = info("blocks", "Blocks", &options, params);
                    report.add(&found.puzzle, found.moves, title);
                },
            ))
        })
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong make rush
  huarong make rush --slides 30..
  huarong make rush 5x5 --slides 12..15 --count 5 --output cards.txt

A puzzle is the hardest start of its component, and easier without any one of its cars. No row or \
column is full of cars. Boards are searched in random order.")]
pub struct RushArgs {
    /// Width and height
    #[arg(value_name = "WxH", default_value = "6x6")]
    size: Size,
    /// Length of the shortest solution, in slides: 30.., 20..25 [default: 10..]
    #[arg(long, value_name = "RANGE")]
    slides: Option<NumberRange>,
    #[command(flatten)]
    rating: RatingArgs,
    #[command(flatten)]
    common: GenerationArgs,
}

impl RushArgs {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        let rows = self.size.height as usize;
        let columns = self.size.width as usize;
        let scope = RushScope::new(rows, columns);
        scope.check().map_err(|error| scope_error(&error))?;
        self.common.run(self.size, file, out, &|params| {
            let mut report = GenerationReport::new("rush", params);
            report.metric = Some(Metric::Slide);
            let slides = self.slides.map_or(10..=u32::MAX, NumberRange::range);
            let wanted = self.slides.map(|range| format!(", {range} slides"));
            let line = params.line("Rush", &wanted.unwrap_or_default(), "hardest");
            let tries = params.max_tries(2_000_000);
            let made = params.with_rating(
                &self.rating,
                |found: &RushPuzzle| found.puzzle().expect("it was made"),
                &mut |seed, limits| {
                    let watch = &mut |it: &_| line.update(it);
                    Ok(make_rush(&scope, &slides, seed, tries, limits, watch)?)
                },
            )?;
            let wanted = format!("minimal {} board without a full row or column", params.size);
            Ok(
                report.with(made, ("board", &wanted, Metric::Slide), |report, found| {
                    let read = found.puzzle().expect("it was made");
                    let slides = option("slides", self.slides);
                    let rating = option("rating", self.rating.rating.as_ref());
                    let title = info("rush", "Rush", &format!("{slides}{rating}"), params);
                    let title = PuzzleInfo {
                        name: title.name,
                        source: title.source,
                        ..read.title().clone()
                    };
                    report.add(&read, found.moves, title);
                }),
            )
        })
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong make doors 6x8 --moves 15..20
  huarong make doors 5x6 --moves 8..10 --unique --seed 1

Each piece has a door of its own, and all pieces have to leave. Random layouts are changed as long \
as their solutions grow longer. A search proves the length and, with `--unique`, that no other \
solution is as short, except for the paths that a piece may take in one move.")]
pub struct DoorArgs {
    /// Width and height
    #[arg(value_name = "WxH")]
    size: Size,
    /// Length of the shortest solution, in moves: 15..20, 10.., ..8, 12
    #[arg(long, value_name = "RANGE")]
    moves: NumberRange,
    /// Allow one shortest solution only
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    common: GenerationArgs,
}

impl DoorArgs {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        self.common.run(self.size, file, out, &|params| {
            let mut report = GenerationReport::new("doors", params);
            report.metric = Some(Metric::Move);
            let line = params.line("Doors", &format!(", {} moves", self.moves), "hardest");
            let tries = params.max_tries(20_000);
            let made = make_doors(
                self.size,
                &self.moves.range(),
                self.unique,
                params.seed,
                tries,
                &params.limits,
                &mut |it| line.update(it),
            )
            .map_err(|error| scope_error(&error))?;
            let words = ("layout", "layout", Metric::Move);
            Ok(report.with(made, words, |report, found| {
                let unique = if self.unique { " --unique" } else { "" };
                let options = option("moves", Some(self.moves)) + unique;
                let title = info("doors", "Doors", &options, params);
                report.add(&found.puzzle, found.moves, title);
            }))
        })
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong make zip 7x7
  huarong make zip 7x7 --numbers 8 --walls 3 | huarong hamilton - --unique --print board
  huarong make zip 6x6 --minimal --count 20 --output booklet.txt

The only path over all cells begins at 1, visits the numbers in their order and ends at the last \
one. A count of all paths proves that it is the only one. Walls are thin ones, between two cells, as \
in LinkedIn's Zip. `huarong hamilton booklet.txt#3` reads the third map of a file.")]
pub struct ZipArgs {
    /// Width and height
    #[arg(value_name = "WxH")]
    size: Size,
    /// Number of numbers, both ends included [default: as many as needed]
    #[arg(long, value_name = "N", value_parser = positive)]
    numbers: Option<NonZero<usize>>,
    /// Number of thin walls, each between two cells [default: 0]
    #[arg(long, value_name = "N", value_parser = count)]
    walls: Option<usize>,
    /// Use so few numbers that none can be omitted
    #[arg(long, conflicts_with = "numbers")]
    minimal: bool,
    #[command(flatten)]
    common: GenerationArgs,
}

impl ZipArgs {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        let Size { width, height } = self.size;
        let numbers = match self.numbers {
            Some(numbers) => Numbers::Exactly(numbers.get()),
            None if self.minimal => Numbers::Fewest,
            None => Numbers::Enough,
        };
        let walls = self.walls.unwrap_or(0);
        let spec = ZipSpec::new(height as usize, width as usize, walls, numbers);
        if let Some(error) = spec.as_ref().err().filter(|error| !error.is_proof()) {
            return Err(scope_error(error));
        }
        // Remarks begin each map, so that an empty line between two maps is enough.
        self.common
            .run(self.size, |texts| texts.join("\n"), out, &|params| {
                let report = GenerationReport::new("zip", params);
                let spec = match &spec {
                    Ok(spec) => spec,
                    Err(proof) => return Ok(report.impossible(&proof.to_string())),
                };
                let line = params.line("Zip", "", "depth");
                let tries = params.max_tries(100);
                let made = spec.make(params.seed, tries, &params.limits, &mut |it| {
                    line.update(it)
                });
                Ok(
                    report.with(made, ("path", "zip", Metric::Step), |report, zip| {
                        let numbers = option("numbers", self.numbers);
                        let walls = option("walls", self.walls);
                        let minimal = if self.minimal { " --minimal" } else { "" };
                        let options = format!("{numbers}{walls}{minimal}");
                        let name = params.name("Zip");
                        let command = command("zip", &options, params);
                        let map = draw_map(&zip.map);
                        report.text = Some(format!("; {name}\n; {command}\n{map}"));
                        report.numbers = Some(zip.map.waypoints.len());
                        report.walls = Some(zip.map.walls().len());
                    }),
                )
            })
    }
}

fn file(texts: &[String]) -> String {
    notation::join(Notation::Huarong, texts)
}

fn command(kind: &str, options: &str, params: &GenerationParams) -> String {
    format!(
        "huarong make {kind} {}{options} --seed {}",
        params.size, params.seed
    )
}

/// Returns the name of a puzzle and the command that makes it.
fn info(kind: &str, name: &str, options: &str, params: &GenerationParams) -> PuzzleInfo {
    PuzzleInfo {
        name: Some(params.name(name)),
        source: Some(command(kind, options, params)),
        ..PuzzleInfo::default()
    }
}
