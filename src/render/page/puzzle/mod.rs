//! A puzzle to play.

mod data;
mod words;

use super::palette::Palette;
use super::template::fill;
use super::{Page, TRANSPORT};
use crate::puzzle::{Metric, PublishedOptimum, Puzzle};
use crate::render::role::{Role, roles};
use crate::render::theme::Theme;
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
    let (inks, ink_of) = inks(&roles(puzzle));
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
                ("rules", &words::rules(puzzle, metric)),
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

/// The roles, each once, and for each piece the place of its role among them.
fn inks(roles: &[Role]) -> (Vec<Role>, Vec<usize>) {
    let mut inks = Vec::new();
    let place = |&role: &Role| {
        inks.iter().position(|&ink| ink == role).unwrap_or_else(|| {
            inks.push(role);
            inks.len() - 1
        })
    };
    let places = roles.iter().map(place).collect();
    (inks, places)
}

/// The optimum in a word.
fn best(page: &PuzzlePage<'_>) -> String {
    match (page.optimum, page.puzzle.best()) {
        (Some(optimum), _) => optimum.to_string(),
        (None, PublishedOptimum::Impossible) => "none".to_owned(),
        (None, PublishedOptimum::Known(_) | PublishedOptimum::Unknown) => "–".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Position;

    const TEXT: &str = "name: A & <B>\nname.zh: 甲\nnames: A=Ann\nlock: B=row\ngate: + = A\n\
                        source: https://example.org\n\nA . +\nB . #\n\ngoal:\n. . A\n. . #\n";

    fn page_of(text: &str, guide: Guide<'_>, optimum: Option<usize>) -> String {
        let puzzle = text.parse().expect("a puzzle");
        self::puzzle(&PuzzlePage { puzzle: &puzzle, guide, optimum, theme: None })
    }

    /// What the script of a page is told.
    fn told(html: &str) -> serde_json::Value {
        let (_, data) = html.split_once(r#"id="data">"#).expect("data");
        let (data, _) = data.split_once("</script>").expect("its end");
        serde_json::from_str(data).expect("JSON")
    }

    #[test]
    fn the_same_puzzle_is_the_same_page() {
        let page = || page_of(TEXT, Guide::None(Metric::Move), Some(1));
        assert_eq!(page(), page());
    }

    #[test]
    fn a_page_asks_for_nothing_from_elsewhere() {
        let html = page_of(TEXT, Guide::None(Metric::Move), None);
        let mut references = html.match_indices("src=").chain(html.match_indices("url("));
        assert_eq!(references.next(), None);
        let links: Vec<&str> = html.split("href=\"").skip(1).collect();
        assert!(links.iter().all(|link| link.starts_with('#') || link.starts_with("data:")));
    }

    #[test]
    fn names_are_text_and_rules_are_told() {
        let html = page_of(TEXT, Guide::None(Metric::Slide), None);
        for part in [
            "<title>A &amp; &lt;B&gt;</title>",
            "<h1>A &amp; &lt;B&gt;</h1>",
            "<span lang=\"zh\">甲</span>",
            "<li>Left and right only: B.</li>",
            "<li>Striped cells are open only to A Ann.</li>",
            "<li>One slide is one piece, any distance along a straight line.</li>",
            "<p>Source: https://example.org</p>",
            "<dt>Slides</dt>",
            "<dd id=\"best\">–</dd>",
            "Board of 2 rows and 3 columns.",
        ] {
            assert!(html.contains(part), "{part}");
        }
    }

    #[test]
    fn the_script_is_told_what_may_be_done() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let moves = vec![Position::start(&puzzle).legal_moves(Metric::Move)[1].clone()];
        let solution = Solution { metric: Metric::Move, moves };
        let data = told(&page_of(TEXT, Guide::Solution(&solution), Some(1)));
        assert_eq!(data["walls"], serde_json::json!([[1, 2]]));
        assert_eq!(data["gate"], serde_json::json!({"cells": [[0, 2]], "pieces": [0]}));
        assert_eq!((&data["metric"], &data["best"]), (&"move".into(), &1.into()));
        assert_eq!(data["pieces"][0]["ways"], "ULRD");
        assert_eq!(data["pieces"][1]["ways"], "LR", "it is locked");
        let goal = serde_json::json!([{"targets": [{"piece": 0, "kind": 0, "at": [0, 2]}], "empties": []}]);
        assert_eq!(data["goals"], goal);
        assert_eq!(data["solution"][0][0], 0);
    }

    #[test]
    fn pieces_that_are_alike_are_of_one_kind() {
        let text = "alike: AB\n\nA B C\nD . .\n\ngoal:\n. . .\nA . C\n";
        let data = told(&page_of(text, Guide::None(Metric::Move), None));
        let kinds = |letter: &str| {
            let pieces = data["pieces"].as_array().expect("pieces");
            pieces.iter().find(|piece| piece["letter"] == letter).expect("it is there")["kind"]
                .clone()
        };
        assert_eq!(kinds("A"), kinds("B"));
        assert_ne!(kinds("A"), kinds("C"));
        assert_ne!(kinds("C"), kinds("D"), "a goal names C");
    }
}
