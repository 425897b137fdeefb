//! Page of a puzzle, and the data for its script.

use serde_json::{Value, json};

use super::{PageTemplate, TRANSPORT, ThemeStyles, fill, ink_of};
use crate::grid::{Cell, Direction};
use crate::puzzle::{
    Goal, Lock, Metric, Movement, PieceId, PublishedOptimum, Puzzle, SolvedWhen, Target,
};
use crate::render::Escaped;
use crate::render::geometry::{FrameOpening, LabelBox, exits, label_box};
use crate::render::theme::{Theme, roles};
use crate::solution::Solution;

/// The page of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct PuzzlePage<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The solution to watch.
    pub guide: PageSolution<'a>,
    /// The length of a shortest solution in the metric of `guide`, if it is known.
    pub optimum: Option<usize>,
    /// The first colours; `None` follows the reader's system.
    pub theme: Option<Theme>,
}

/// The solution that a page can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageSolution<'a> {
    /// No solution; moves are counted in this metric.
    None(Metric),
    /// This solution, which [solves](crate::solution::verify()) the puzzle; moves are counted in
    /// its metric.
    Solution(&'a Solution),
}

impl PageSolution<'_> {
    const fn metric(&self) -> Metric {
        match self {
            PageSolution::None(metric) => *metric,
            PageSolution::Solution(solution) => solution.metric,
        }
    }
}

/// Returns the page as one HTML file. The puzzle is played with mouse, finger and keys, and its
/// solution can be watched. Equal pages have equal bytes.
///
/// # Complexity
/// Linear in the cells, the goals and the steps of the solution, and pieces × pieces.
#[must_use]
pub fn puzzle(page: &PuzzlePage<'_>) -> String {
    let text = page.puzzle.to_string();
    let title = page.puzzle.title().names().next().unwrap_or("A sliding-block puzzle");
    PageTemplate {
        title,
        heading: &format!("<h1>{}</h1>", Escaped(title)),
        palette: &ThemeStyles::new(page.theme),
        style: STYLE,
        body: &fill(BODY, &[("transport", &fill(TRANSPORT, &[("what", "Move of the solution")]))]),
        data: &page_data(page, &text),
        texts: &[("engine", ENGINE), ("worker", WORKER)],
        sources: "",
        scripts: &[SCRIPTS, "begin(data);\n"],
    }
    .html()
}

/// Returns the data of a puzzle for a page in the browser, as JSON. `text` is the puzzle's text.
#[cfg(any(feature = "web", test))]
pub(crate) fn sheet(page: &PuzzlePage<'_>, text: &str) -> String {
    page_data(page, text).to_string()
}

pub(super) const STYLE: &str = include_str!("puzzle/puzzle.css");

/// It has a gap for the controls of the solution.
pub(super) const BODY: &str = include_str!("puzzle/puzzle.html");

/// The scripts of a puzzle's page, each after those that it needs.
pub(super) const SCRIPTS: &str = concat!(
    include_str!("puzzle/rules.js"),
    include_str!("puzzle/game.js"),
    include_str!("puzzle/about.js"),
    include_str!("puzzle/outline.js"),
    include_str!("puzzle/board.js"),
    include_str!("puzzle/input.js"),
    include_str!("puzzle/keep.js"),
    include_str!("puzzle/engine.js"),
    include_str!("puzzle/help.js"),
    include_str!("puzzle/puzzle.js"),
);

/// This library as a WebAssembly module, packed by gzip, in base64.
pub(crate) const ENGINE: &str = include_str!("engine.txt");

/// The script that runs the module on a thread of its own.
pub(super) const WORKER: &str = include_str!("puzzle/worker.js");

/// Returns the data for the script: the puzzle, its solution, and the unit of moves. A cell is
/// `[row, column]` from 0.
fn page_data(page: &PuzzlePage<'_>, text: &str) -> Value {
    let puzzle = page.puzzle;
    let (grid, gate, title) = (puzzle.grid(), puzzle.gate(), puzzle.title());
    let (roles, kinds) = (roles(puzzle), kinds(puzzle));
    let pieces = puzzle.pieces().iter().enumerate().map(|(id, piece)| {
        let LabelBox { column, row, columns, rows } = label_box(&piece.shape);
        let ways = Direction::ALL.into_iter().filter(|&way| puzzle.may_step(id, way));
        json!({
            "letter": piece.letter,
            "name": piece.name,
            // Rows and columns from the anchor.
            "cells": list(piece.shape.offsets(), |offset| [offset.rows, offset.columns]),
            "at": place(piece.anchor),
            // The directions in which it can go if there is room.
            "ways": ways.map(Direction::letter).collect::<String>(),
            "lock": piece.lock.map(|lock| match lock {
                Lock::Row => "row",
                Lock::Column => "column",
                Lock::Fixed => "fixed",
            }),
            // The first of the pieces that are interchangeable with it.
            "kind": kinds[id],
            "ink": ink_of(roles[id]),
            // The room for its label, from the anchor.
            "label": [column, row, columns, rows],
        })
    });
    let target = |&Target { piece, anchor }: &Target| {
        let at = place(anchor);
        json!({ "piece": piece, "kind": kinds[piece], "at": at })
    };
    let goal = |Goal { targets, empties }: &Goal| {
        let (targets, empties) = (list(targets, target), places(empties));
        json!({ "targets": targets, "empties": empties })
    };
    let exit = |&FrameOpening { side, from, width }: &FrameOpening| {
        let way = side.letter();
        json!({ "way": way, "from": from, "width": width })
    };
    let walls: Vec<Cell> = grid.cells().filter(|&cell| grid.is_wall(cell)).collect();
    json!({
        "names": names(puzzle),
        "aliases": title.aliases,
        "note": title.note,
        "source": title.source,
        "rows": grid.rows(),
        "columns": grid.columns(),
        "walls": places(&walls),
        // Whether each piece moves along its long side only.
        "axis": puzzle.movement() == Movement::Axis,
        "exits": list(&exits(puzzle), exit),
        "gate": { "cells": places(&gate.cells), "pieces": gate.pieces },
        "pieces": pieces.collect::<Value>(),
        "goals": list(puzzle.goals(), goal),
        "finish": match puzzle.finish() {
            SolvedWhen::Reach => "reach",
            SolvedWhen::Clear => "clear",
        },
        "metric": page.guide.metric().word(),
        // The length of a shortest solution, if it is known.
        "best": page.optimum,
        "impossible": matches!(puzzle.best(), PublishedOptimum::Impossible),
        // Each move is its piece and its steps: `[3, "RD"]`.
        "solution": match page.guide {
            PageSolution::None(_) => None,
            PageSolution::Solution(solution) => Some(moves(solution)),
        },
        // The puzzle as its file is written.
        "text": text,
    })
}

fn list<T, U: Into<Value>>(items: &[T], data: impl Fn(&T) -> U) -> Value {
    items.iter().map(data).collect()
}

fn places(cells: &[Cell]) -> Value {
    list(cells, |&cell| place(cell))
}

const fn place(cell: Cell) -> [u8; 2] {
    [cell.row, cell.column]
}

/// Returns languages and names. The name without a language is first.
pub(super) fn names(puzzle: &Puzzle) -> Vec<(&str, &str)> {
    let title = puzzle.title();
    let named = title.name.as_deref().map(|name| ("", name));
    let translated = title.translations.iter();
    let translated = translated.map(|(language, name)| (language.as_str(), name.as_str()));
    named.into_iter().chain(translated).collect()
}

/// Returns, for each piece, the first piece that is interchangeable with it.
fn kinds(puzzle: &Puzzle) -> Vec<PieceId> {
    let first =
        |id: PieceId| (0..id).find(|&other| puzzle.are_interchangeable(id, other)).unwrap_or(id);
    (0..puzzle.pieces().len()).map(first).collect()
}

/// Returns the piece and the steps of each move.
pub(super) fn moves(solution: &Solution) -> Vec<(PieceId, String)> {
    let steps = |path: &[Direction]| path.iter().copied().map(Direction::letter).collect();
    solution.moves.iter().map(|unit| (unit.piece, steps(&unit.path))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Position;

    const TEXT: &str = "name: A & <B>\nname.zh: 甲\nnames: A=Ann\nlock: B=row\ngate: + = A\n\
                        source: https://example.org\n\nA . +\nB . #\n\ngoal:\n. . A\n. . #\n";

    fn page_of(text: &str, guide: PageSolution<'_>, optimum: Option<usize>) -> String {
        let puzzle = text.parse().expect("a puzzle");
        self::puzzle(&PuzzlePage { puzzle: &puzzle, guide, optimum, theme: None })
    }

    /// What the script of a page is told.
    fn embedded_data(html: &str) -> serde_json::Value {
        let (_, data) = html.split_once(r#"id="data">"#).expect("data");
        let (data, _) = data.split_once("</script>").expect("its end");
        serde_json::from_str(data).expect("JSON")
    }

    #[test]
    fn the_same_puzzle_is_the_same_page() {
        let page = || page_of(TEXT, PageSolution::None(Metric::Move), Some(1));
        assert_eq!(page(), page());
    }

    #[test]
    fn a_page_asks_for_nothing_from_elsewhere() {
        let html = page_of(TEXT, PageSolution::None(Metric::Move), None);
        let mut references = html.match_indices("src=").chain(html.match_indices("url("));
        assert_eq!(references.next(), None);
        let links: Vec<&str> = html.split("href=\"").skip(1).collect();
        assert!(links.iter().all(|link| link.starts_with('#') || link.starts_with("data:")));
    }

    #[test]
    fn names_are_text_and_data() {
        let html = page_of(TEXT, PageSolution::None(Metric::Slide), None);
        assert!(html.contains("<title>A &amp; &lt;B&gt;</title>"));
        assert!(html.contains("<h1>A &amp; &lt;B&gt;</h1>"));
        let data = embedded_data(&html);
        assert_eq!(data["names"], serde_json::json!([["", "A & <B>"], ["zh", "甲"]]));
        assert_eq!(data["source"], "https://example.org");
        let impossible = TEXT.replace("source: https://example.org", "best: impossible");
        let data = embedded_data(&page_of(&impossible, PageSolution::None(Metric::Slide), None));
        assert_eq!((&data["impossible"], &data["best"]), (&true.into(), &serde_json::Value::Null));
    }

    #[test]
    fn the_script_is_told_what_may_be_done() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let moves = vec![Position::start(&puzzle).legal_moves(Metric::Move)[1].clone()];
        let solution = Solution { metric: Metric::Move, moves: moves.into() };
        let data = embedded_data(&page_of(TEXT, PageSolution::Solution(&solution), Some(1)));
        assert_eq!(data["walls"], serde_json::json!([[1, 2]]));
        assert_eq!(data["gate"], serde_json::json!({"cells": [[0, 2]], "pieces": [0]}));
        assert_eq!((&data["metric"], &data["best"]), (&"move".into(), &1.into()));
        assert_eq!(data["pieces"][0]["ways"], "ULRD");
        assert_eq!(data["pieces"][1]["ways"], "LR", "it is locked");
        assert_eq!((&data["pieces"][1]["lock"], &data["axis"]), (&"row".into(), &false.into()));
        let goal = serde_json::json!([{"targets": [{"piece": 0, "kind": 0, "at": [0, 2]}], "empties": []}]);
        assert_eq!(data["goals"], goal);
        assert_eq!(data["solution"][0][0], 0);
    }

    #[test]
    fn pieces_that_are_alike_are_of_one_kind() {
        let text = "alike: AB\n\nA B C\nD . .\n\ngoal:\n. . .\nA . C\n";
        let data = embedded_data(&page_of(text, PageSolution::None(Metric::Move), None));
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
