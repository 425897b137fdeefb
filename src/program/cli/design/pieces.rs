//! `huarong design pieces`: the hardest puzzles of given pieces.

use crate::cli::prelude::*;
use crate::{
    cli::input::GoalArgs,
    design::{GoalSurvey, HardestForGoal, survey_goals, survey_own_goal},
    explore::Options,
    puzzle::sign,
};

use super::{SurveyArgs, SurveyReport, observer};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong design pieces heng-dao-li-ma
  huarong design pieces my.txt#3 --metric step --top 3
  huarong design pieces heng-dao-li-ma --goal ..../..../..../.CC./.CC.
  huarong design pieces heng-dao-li-ma --output of-the-same-pieces.txt

The frame and the pieces are those of the puzzle. For each kind of piece and each place that it may \
have to reach, the placement of all pieces is found from which that takes most moves. With \
`--goal`, only that goal is surveyed.")]
pub struct PiecesArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLE_HELP, long_help = PUZZLE_LONG_HELP)]
    puzzle: OsString,
    /// Unit of length
    #[arg(long, value_name = "METRIC", value_parser = common_metric(), default_value = "move",
          hide_possible_values = true)]
    metric: Metric,
    /// Number of puzzles to print for each kind of piece
    #[arg(long, value_name = "N", value_parser = positive, default_value = "1")]
    top: NonZero<usize>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    common: SurveyArgs,
}

impl PiecesArgs {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        let SurveyArgs { output, .. } = &self.common;
        output.check()?;
        let source = input::load_one(&self.puzzle, &self.goal.reading())?;
        let limits = output.limits.limits_or_default();
        let threads = self.common.count_threads();
        let options = Options::default()
            .with_metric(self.metric)
            .with_limits(limits)
            .with_threads(threads);
        let line = ProgressLine::new(&source.title(), "hardest", output.quiet);
        let survey = match self.goal.puzzle() {
            None => survey_goals(&source.puzzle, &options, &mut observer(&line)).map(Some),
            Some(_) => survey_own_goal(&source.puzzle, &options, &mut observer(&line)),
        };
        drop(line);
        let survey = survey
            .map_err(|error| work_dir::user_error("design", error))?
            .ok_or_else(|| {
                user_error!(
                    "the goal of `--goal` names no piece",
                    "draw a piece in the goal, where it must stand"
                )
            })?;
        let report = PiecesReport {
            source,
            metric: self.metric,
            survey,
            top: self.top.get(),
        };
        output.report(&report, report.survey.stopped, None, out)
    }
}

/// A survey of the goals of given pieces.
struct PiecesReport {
    source: Source,
    metric: Metric,
    survey: GoalSurvey,
    /// The number of puzzles to print for each kind of piece.
    top: usize,
}

impl PiecesReport {
    /// Returns a puzzle with its name, its source and the claim that is proven; `None` if it cannot
    /// be drawn.
    fn text(&self, found: &HardestForGoal) -> Option<String> {
        let piece = &self.source.puzzle.pieces()[found.piece];
        let row = found.anchor.row + 1;
        let column = found.anchor.column + 1;
        let title = self.source.title();
        let name = format!(
            "{title}: {} to row {row}, column {column}",
            sign(piece.letter)
        );
        let proven = match self.survey.stopped {
            None => format!("no placement takes more {}s", self.metric.word()),
            Some(_) => "the hardest that was found".to_owned(),
        };
        let made = format!("huarong design pieces {}: {proven}", self.source.pick);
        let title = PuzzleInfo {
            name: Some(name),
            source: Some(made),
            ..PuzzleInfo::default()
        };
        found
            .puzzle
            .as_ref()
            .map(|puzzle| puzzle.titled(title).to_string())
    }
}

impl SurveyReport for PiecesReport {
    fn object(&self) -> JsonObject {
        JsonObject::about("huarong/design-pieces/1", &self.source).with(object! {
            "metric": self.metric,
            "table": self.survey.table.iter().map(|it| {
            object! {
                "piece": sign(self.source.puzzle.pieces()[it.piece].letter),
                "row": it.anchor.row,
                "column": it.anchor.column,
                "moves": it.moves,
                "text": self.text(it),
            }
        }).collect::<Vec<_>>(),
        })
    }

    /// Prints for each kind a table of moves by goal, and the hardest puzzles.
    fn page(&self, out: &mut dyn Write, _: bool) -> Printed {
        let puzzle = &self.source.puzzle;
        let metric = self.metric;
        let paint = PieceStyle::for_stdout();
        for kind in self
            .survey
            .table
            .chunk_by(|one, other| one.piece == other.piece)
        {
            let piece = &puzzle.pieces()[kind[0].piece];
            writeln!(
                out,
                "{}: {}s, by the place of its first cell",
                piece.label(),
                metric.word()
            )?;
            for row in 0..puzzle.grid().rows() {
                for column in 0..puzzle.grid().columns() {
                    let moves = kind
                        .iter()
                        .find(|it| (it.anchor.row, it.anchor.column) == (row, column))
                        .map(|it| it.moves.to_string());
                    write!(out, "{:>5}", moves.as_deref().unwrap_or("."))?;
                }
                writeln!(out)?;
            }
            let mut hardest: Vec<&HardestForGoal> = kind.iter().collect();
            hardest.sort_by_key(|it| std::cmp::Reverse(it.moves));
            for it in hardest.into_iter().take(self.top) {
                let row = it.anchor.row + 1;
                let column = it.anchor.column + 1;
                let moves = length(it.moves as usize, metric);
                write!(out, "\n{moves} to row {row}, column {column}")?;
                match &it.puzzle {
                    Some(puzzle) => {
                        writeln!(out, ":\n{}", drawing::start(puzzle, paint).trim_end())?;
                    }
                    None => writeln!(out, "; its start cannot be drawn: a piece is on a gate")?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn texts(&self) -> (Notation, Vec<String>) {
        let texts = self.survey.table.iter().filter_map(|it| self.text(it));
        (Notation::Huarong, texts.collect())
    }
}
