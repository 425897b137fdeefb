//! The puzzle to export, with its solution where one is needed, and what is to be shown of it.

use crate::cli::prelude::*;
use std::num::NonZeroUsize;

use super::{ExportArgs, ExportFormat};

/// What is shown of a puzzle and its solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// The start.
    Start,
    /// The position after this many moves.
    After(usize),
    /// The move of this number, from 1, on the position before it.
    Move(usize),
    /// Every move, with this many boards side by side.
    Sheet(Option<NonZeroUsize>),
    /// The solution from start to end.
    Film,
    /// The puzzle to be played, with its solution.
    Page,
    /// The puzzle to be played, without it.
    Game,
}

impl Show {
    /// Returns what is to be shown; rejects options that the format lacks.
    pub fn of(args: &ExportArgs, format: ExportFormat) -> Result<Self> {
        refuse_contradictions(args, format)?;
        let picture = &args.picture;
        Ok(match (picture.after, picture.unit, picture.sheet) {
            (Some(moves), _, _) => Show::After(moves),
            (_, Some(number), _) => Show::Move(number),
            (_, _, true) => Show::Sheet(picture.columns),
            _ if picture.unsolved => Show::Game,
            _ => match format {
                ExportFormat::Gif => Show::Film,
                ExportFormat::Html => Show::Page,
                ExportFormat::Svg | ExportFormat::Png => Show::Start,
            },
        })
    }

    /// Whether it takes a solution to show this.
    fn is_of_solution(self) -> bool {
        !matches!(self, Show::Start | Show::After(0) | Show::Game)
    }
}

/// An option, whether it is given, and the formats that it makes sense for.
type Rule = (&'static str, bool, &'static [ExportFormat]);

fn refuse_contradictions(args: &ExportArgs, format: ExportFormat) -> Result {
    use ExportFormat::{Gif, Html, Png, Svg};
    let picture = &args.picture;
    let rules: [Rule; 8] = [
        ("--after", picture.after.is_some(), &[Svg, Png]),
        ("--move", picture.unit.is_some(), &[Svg, Png]),
        ("--sheet", picture.sheet, &[Svg, Png, Html]),
        ("--per-page", picture.per_page.is_some(), &[Html]),
        ("--paper", picture.paper.is_some(), &[Html]),
        ("--unsolved", picture.unsolved, &[Html]),
        ("--delay", args.delay.is_some(), &[Gif]),
        ("--cell", args.cell.is_some(), &[Gif, Png]),
    ];
    let wrong = rules
        .iter()
        .find(|(_, given, formats)| *given && !formats.contains(&format));
    let Some((option, _, formats)) = wrong else {
        return Ok(());
    };
    let names = formats.iter().map(|it| format!("`.{}`", it.extension()));
    let names = joined(names, " or ");
    let ending = format.extension();
    refuse!(
        "`{option}` does not apply to a `.{ending}`",
        "leave it out, or write {names}"
    )
}

/// A puzzle and its moves.
pub struct Subject {
    pub title: String,
    pub puzzle: Puzzle,
    /// No moves where none are needed.
    pub solution: Solution,
    /// Whether a search has proven that there is none shorter.
    pub is_shortest: bool,
    pub show: Show,
}

/// The result of a search that found no solution.
#[derive(Debug, thiserror::Error)]
#[error("{title}: nothing is written ({summary})")]
pub struct EarlyEnd {
    title: String,
    exit: Exit,
    summary: String,
}

impl EarlyEnd {
    /// Says that the puzzle of a booklet has no solution there.
    pub fn report_in_booklet(self) -> Exit {
        let EarlyEnd { title, summary, .. } = &self;
        note!("{title}: printed without a solution ({summary})");
        self.exit
    }

    /// Prints the reason.
    pub fn report(self, show: Show) -> Exit {
        note!("{self}");
        if show == Show::Page {
            note!("help: `--unsolved` makes a page without the solution");
        }
        self.exit
    }
}

impl Subject {
    /// Returns a puzzle and its moves; it is solved where moves are needed and not given.
    ///
    /// # Errors
    /// [`EarlyEnd`], if the search found no solution.
    pub fn new(
        args: &ExportArgs,
        source: Source,
        solution: Option<Solution>,
        show: Show,
    ) -> Result<Self> {
        let (solution, is_shortest) = match solution {
            Some(solution) => (solution, false),
            None if show.is_of_solution() => solve(args, &source)?,
            None => (Solution::default(), false),
        };
        let subject = Subject {
            title: source.title(),
            puzzle: source.puzzle,
            solution,
            is_shortest,
            show,
        };
        subject.refuse_illegal()?;
        Ok(subject)
    }

    /// Refuses moves that cannot be made: files may hold anything.
    fn refuse_illegal(&self) -> Result {
        let mut position = Position::start(&self.puzzle);
        for (number, unit) in (1..).zip(&self.solution) {
            position.apply(&unit).map_err(|why| {
                let metric = self.solution.metric;
                user_error!(
                    "{metric} {number}: {why}",
                    "`huarong verify` says more about a solution"
                )
            })?;
        }
        Ok(())
    }

    /// What such a picture is called.
    pub fn titled(&self) -> String {
        let Subject {
            title, solution, ..
        } = self;
        let metric = solution.metric;
        match self.show {
            Show::Start | Show::Game => title.clone(),
            Show::After(moves) => format!("{title}, after {}", length(moves, metric)),
            Show::Move(number) => format!("{title}, {metric} {number}"),
            Show::Sheet(_) | Show::Film | Show::Page => {
                format!("{title}, {}", length(solution.len(), metric))
            }
        }
    }

    /// The position after this many moves.
    fn after(&self, moves: usize) -> Result<Position<'_>> {
        let length = self.solution.len();
        if moves > length {
            let all = numbers::length(length, self.solution.metric);
            refuse!(
                "move {moves} does not exist: the solution has {all}",
                "take a number up to {length}"
            );
        }
        let mut position = Position::start(&self.puzzle);
        for unit in self.solution.iter().take(moves) {
            position
                .apply(&unit)
                .expect("its moves have been made before");
        }
        Ok(position)
    }

    /// The position to be shown, and the move to be drawn on it.
    pub fn board(&self) -> Result<(Position<'_>, Option<Move>)> {
        match self.show {
            Show::Move(0) => refuse!(
                "moves are numbered from 1",
                "take `--after 0` for the start"
            ),
            Show::Move(number) => {
                self.after(number)?;
                Ok((
                    self.after(number - 1)?,
                    self.solution.iter().nth(number - 1),
                ))
            }
            Show::After(moves) => Ok((self.after(moves)?, None)),
            Show::Start | Show::Sheet(_) | Show::Film | Show::Page | Show::Game => {
                Ok((Position::start(&self.puzzle), None))
            }
        }
    }
}

/// The puzzle, and the moves that are given with it.
pub fn read(args: &ExportArgs) -> Result<(Source, Option<Solution>)> {
    let ExportArgs {
        puzzle, reading, ..
    } = args;
    let both = match &args.solution {
        Some(moves) => Some(solution_args::load(
            puzzle,
            moves,
            reading,
            args.search.metric,
        )?),
        None => solution_args::read_stored(puzzle)?,
    };
    match both {
        Some((source, solution)) => Ok((source, Some(solution))),
        None => Ok((input::load_one(puzzle, reading)?, None)),
    }
}

/// A solution, and whether it is proven that there is none shorter.
fn solve(args: &ExportArgs, source: &Source) -> Result<(Solution, bool)> {
    let options = args.search.options();
    let report = solve::run::solve_with_progress(source, &options, args.quiet)?;
    if let Outcome::Found(solution) = report.outcome {
        return Ok((solution, report.optimal));
    }
    Err(EarlyEnd {
        title: source.title(),
        exit: solve::run::exit_of(&report),
        summary: solve::run::summary(source, &report, true),
    }
    .into())
}
