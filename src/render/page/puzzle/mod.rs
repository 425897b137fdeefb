//! A puzzle to play.

mod data;
mod words;

use crate::render::role::{Role, roles};
use crate::render::theme::Theme;
use super::palette::Palette;
use super::template::fill;
use super::{Page, TRANSPORT};
use crate::puzzle::{Best, Metric, Puzzle};
use crate::solution::Solution;
use data::Data;

/// A puzzle, and what its page has of it.
#[derive(Clone, Copy, Debug)]
pub struct PuzzlePage<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What there is to watch.
    pub guide: Guide<'a>,
    /// The length of a shortest solution, in the metric of the guide, where it is known.
    pub optimum: Option<usize>,
    /// The colours that it begins with; none leaves it to the reader's system.
    pub theme: Option<Theme>,
}

/// What a page can show of how its puzzle is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guide<'a> {
    /// Nothing; moves are counted in this metric.
    None(Metric),
    /// This solution, which [solves](crate::solution::verify()) the puzzle; moves are counted in its
    /// metric.
    Solution(&'a Solution),
}

impl Guide<'_> {
    const fn metric(&self) -> Metric {
        match self {
            Guide::None(metric) => *metric,
            Guide::Solution(solution) => solution.metric,
        }
    }
}

/// The page as one HTML file that needs no other: the puzzle can be played with mouse, finger and
/// keys by the rules of this library, and its solution watched.
///
/// The same page gives the same bytes.
///
/// # Complexity
/// Linear in the cells, the goals and the steps of the solution, and pieces × pieces.
#[must_use]
pub fn puzzle(page: &PuzzlePage<'_>) -> String {
    let puzzle = page.puzzle;
    let role_of = roles(puzzle);
    let mut inks: Vec<Role> = Vec::new();
    for &role in &role_of {
        if !inks.contains(&role) {
            inks.push(role);
        }
    }
    let ink_of = |role: &Role| inks.iter().position(|ink| ink == role).expect("just collected");
    let ink_of: Vec<usize> = role_of.iter().map(ink_of).collect();
    let metric = page.guide.metric();
    let title = words::title(puzzle);
    Page {
        title: &title,
        heading: &words::heading(puzzle),
        palette: &Palette::new(page.theme, &inks),
        style: include_str!("puzzle.css"),
        body: &fill(
            include_str!("puzzle.html"),
            &[
                ("size", &words::size(puzzle)),
                ("units", words::units(metric)),
                ("best", &best(page)),
                ("transport", &fill(TRANSPORT, &[("what", "Move of the solution")])),
                ("rules", &words::rules(puzzle)),
                ("about", &words::about(puzzle)),
            ],
        ),
        data: &Data::new(page, &ink_of),
        scripts: &[
            include_str!("rules.js"),
            include_str!("game.js"),
            include_str!("label.js"),
            include_str!("board.js"),
            include_str!("input.js"),
            include_str!("puzzle.js"),
        ],
    }
    .html()
}

/// The optimum in a word.
fn best(page: &PuzzlePage<'_>) -> String {
    match (page.optimum, page.puzzle.best()) {
        (Some(optimum), _) => optimum.to_string(),
        (None, Best::Impossible) => "none".to_owned(),
        (None, Best::Known(_) | Best::Unknown) => "–".to_owned(),
    }
}
