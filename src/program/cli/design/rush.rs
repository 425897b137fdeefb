//! `huarong design rush`: the hardest Rush Hour puzzles.

use crate::cli::prelude::*;
use crate::{
    design::{RushPuzzle, RushScope, RushSurvey, rush_survey},
    puzzle::Optimum,
};

use super::{SurveyArgs, SurveyReport};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong design rush 5x5 --output rush.txt
  huarong design rush 6x6 --work-dir my-run
  huarong design rush 4x4 --walls 2 --metric step --top 3

Cars have two or three cells and move along their rows or columns. The primary car, A, has two cells, \
is alone in its row and leaves to the right. No row is full of cars and walls, and no column of \
cars. In a frame of odd height, a board and its mirror image are two. The hardest start of each component is a puzzle if it is \
minimal: easier without any one of its cars and walls. A line has its slides (or steps), its cells \
and the number of positions that can be reached. The moves of a car are its slides.

A 6x6 frame takes ten minutes on two cores.")]
pub struct RushArgs {
    /// Width and height
    #[arg(value_name = "WxH")]
    size: Size,
    /// Maximum number of walls
    #[arg(long, value_name = "N", value_parser = count, default_value = "0")]
    walls: usize,
    /// Unit of length
    #[arg(long, value_name = "METRIC", value_parser = common_metric(), default_value = "slide",
          hide_possible_values = true)]
    metric: Metric,
    /// Number of puzzles to print
    #[arg(long, value_name = "N", value_parser = positive, default_value = "10")]
    top: NonZero<usize>,
    /// Save checkpoints of the survey in this new or empty directory
    #[arg(long, value_name = "DIR", help_heading = "Large runs")]
    work_dir: Option<PathBuf>,
    #[command(flatten)]
    common: SurveyArgs,
}

impl RushArgs {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        self.common.output.check()?;
        let walls = u32::try_from(self.walls).unwrap_or(u32::MAX);
        let rows = self.size.height as usize;
        let columns = self.size.width as usize;
        let scope = RushScope {
            walls,
            metric: self.metric,
            ..RushScope::new(rows, columns)
        };
        let name = format!("rush {}", self.size);
        let folder = self.work_dir.as_deref();
        let survey = self.common.run(&name, folder, |options, observer| {
            rush_survey(&scope, options, observer)
        })?;
        let stopped = survey.stopped;
        let top = self.top.get();
        let report = RushReport { scope, survey, top };
        self.common.output.report(&report, stopped, folder, out)
    }
}

/// A survey of Rush Hour, of which some puzzles are printed.
pub struct RushReport {
    pub scope: RushScope,
    pub survey: RushSurvey,
    pub top: usize,
}

impl RushReport {
    /// The number of puzzles to print, unless one is given.
    pub const TOP: usize = 10;

    fn top(&self) -> &[RushPuzzle] {
        &self.survey.puzzles[..self.top.min(self.survey.puzzles.len())]
    }
}

impl SurveyReport for RushReport {
    fn object(&self) -> JsonObject {
        let RushReport { scope, survey, .. } = self;
        object! {
            "schema": "huarong/design-rush/1",
            "rows": scope.rows,
            "columns": scope.columns,
            "walls": scope.walls,
            "metric": scope.metric,
            "full_lines": false,
            "boards": survey.boards,
            "components": survey.components,
            "solvable": survey.solvable,
            "minimal": survey.puzzles.len(),
            "seconds": survey.elapsed.as_secs_f64(),
            "table": self.top().iter().map(|it| {
            let length = match scope.metric {
                Metric::Step => object! { "steps": it.moves },
                _ => object! { "slides": it.moves },
            };
            let rest = object! { "states": it.states, "puzzle": it.cells };
            object! { "pieces": it.cars() }.with(length).with(rest)
        }).collect::<Vec<_>>(),
        }
    }

    fn page(&self, out: &mut dyn Write, is_stored: bool) -> Printed {
        let RushReport { scope, survey, .. } = self;
        for puzzle in self.top() {
            writeln!(out, "{puzzle}")?;
        }
        let rest = survey.puzzles.len() - self.top().len();
        if rest > 0 {
            let all = if is_stored {
                ""
            } else {
                "; `--output FILE` writes them all"
            };
            writeln!(out, "and {}{all}", counted(rest, "more puzzle"))?;
        }
        let walls = match scope.walls {
            0 => String::new(),
            walls => format!(" with up to {}", counted(walls, "wall")),
        };
        let by = if scope.metric == Metric::Step {
            " by steps"
        } else {
            ""
        };
        writeln!(
            out,
            "\nrush {}x{}{walls}{by}: {} boards without a full row or column, {} components, {} \
             solvable, {} minimal, {}",
            scope.columns,
            scope.rows,
            grouped(survey.boards),
            grouped(survey.components),
            grouped(survey.solvable),
            grouped(survey.puzzles.len()),
            time(survey.elapsed)
        )
    }

    /// Returns lines of a database, whose lengths are slides, or puzzles in our notation for steps.
    fn texts(&self) -> (Notation, Vec<String>) {
        let puzzles = self.survey.puzzles.iter();
        if self.scope.metric != Metric::Step {
            return (
                Notation::Rush,
                puzzles.map(|it| format!("{it}\n")).collect(),
            );
        }
        let text = |it: &RushPuzzle| {
            let puzzle = it.puzzle().expect("it was searched");
            let steps = Optimum {
                steps: Some(it.moves),
                ..Optimum::default()
            };
            let anchors: Vec<Cell> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
            let title = puzzle.title().clone();
            puzzle
                .starting_at(&anchors, title, PublishedOptimum::Known(steps))
                .expect("it starts there")
                .to_string()
        };
        (Notation::Huarong, puzzles.map(text).collect())
    }
}
