//! Page of a puzzle, and the data for its script.

use serde::Serialize;

use super::{PageTemplate, TRANSPORT, ThemeStyles, compacted, fill, ink_of, module};
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
#[non_exhaustive]
pub struct PuzzlePage<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The solution to watch.
    pub guide: PageSolution<'a>,
    /// The length of a shortest solution in the metric of `guide`, if it is known.
    pub optimum: Option<usize>,
    /// The first colours; `None` follows the reader's system.
    pub theme: Option<Theme>,
    /// The state map that the page shows at once, as JSON. With `None` the page finds it when it is
    /// asked.
    pub map: Option<&'a str>,
}

impl<'a> PuzzlePage<'a> {
    /// A page in the theme of its reader, without a state map.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, guide: PageSolution<'a>) -> Self {
        PuzzlePage {
            puzzle,
            guide,
            optimum: None,
            theme: None,
            map: None,
        }
    }
}

setters!(PuzzlePage<'a> {
    with_optimum = optimum: Option<usize>,
    with_theme = theme: Option<Theme>,
    with_map = map: Option<&'a str>,
});

/// The solution that a page can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
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
    let title = page
        .puzzle
        .title()
        .names()
        .next()
        .unwrap_or("A sliding-block puzzle");
    let script = map_script();
    let mut texts = vec![
        ("engine", ENGINE),
        ("worker", WORKER),
        ("map-script", &script),
    ];
    texts.push(
        page.map
            .map_or(("map-engine", MAP_ENGINE), |map| ("map-data", map)),
    );
    PageTemplate {
        title,
        head: "",
        heading: &format!("<h1>{}</h1>", Escaped(title)),
        palette: &ThemeStyles::new(page.theme),
        style: STYLE,
        body: &fill(
            BODY,
            &[(
                "transport",
                &fill(TRANSPORT, &[("what", "Move of the solution")]),
            )],
        ),
        data: &page_data(page, &text),
        texts: &texts,
        sources: "",
        scripts: &[SCRIPTS, "begin(data);\n"],
    }
    .html()
}

/// Returns the script of the state map, which pages load when it is needed.
pub fn map_script() -> String {
    // The same controls as of a solution, with names of their own.
    let transport = fill(TRANSPORT, &[("what", "States of the search")]);
    let transport = transport.replace(" id=\"", " id=\"map-");
    let body = fill(
        include_str!("puzzle/map.html"),
        &[("transport", &transport)],
    );
    let parts = [
        ("vertex", include_str!("puzzle/map.vert")),
        ("fragment", include_str!("puzzle/map.frag")),
        ("style", include_str!("puzzle/map.css")),
        ("body", &body),
    ];
    compacted(&fill(MAP_SCRIPT, &parts))
}

/// It has gaps for shaders, style and body.
pub static MAP_SCRIPT: &str = include_str!("puzzle/map.js");

/// Returns the data of a puzzle for a page in the browser, as JSON. `text` is the puzzle's text.
#[cfg(any(feature = "web", test))]
pub fn sheet(page: &PuzzlePage<'_>, text: &str) -> String {
    page_data(page, text)
}

pub static STYLE: &str = include_str!("puzzle/puzzle.css");

/// It has a gap for the controls of the solution.
pub static BODY: &str = include_str!("puzzle/puzzle.html");

/// The scripts of a puzzle's page, each after those that it needs.
pub static SCRIPTS: &str = concat!(
    include_str!("puzzle/rules.js"),
    include_str!("puzzle/game.js"),
    include_str!("puzzle/about.js"),
    include_str!("puzzle/outline.js"),
    include_str!("puzzle/board.js"),
    include_str!("puzzle/input.js"),
    include_str!("puzzle/keep.js"),
    include_str!("puzzle/sound.js"),
    include_str!("puzzle/engine.js"),
    include_str!("puzzle/help.js"),
    include_str!("puzzle/puzzle.js"),
);

/// This library as a WebAssembly module. It is a static, so that the program has it once.
pub static ENGINE: &str = module!("engine.txt");

/// The module of state maps.
pub static MAP_ENGINE: &str = module!("map.txt");

/// The script that runs the module on a thread of its own.
pub static WORKER: &str = include_str!("puzzle/worker.js");

/// The data for the script: the puzzle, its solution, and the unit of moves.
#[derive(Serialize)]
struct PageData<'a> {
    names: Vec<(&'a str, &'a str)>,
    aliases: &'a [String],
    note: Option<&'a str>,
    source: Option<&'a str>,
    rows: u8,
    columns: u8,
    walls: Vec<Place>,
    /// Whether each piece moves along its long side only.
    axis: bool,
    exits: Vec<ExitData>,
    gate: GateData<'a>,
    pieces: Vec<PieceData<'a>>,
    goals: Vec<GoalData>,
    finish: &'static str,
    metric: &'static str,
    /// The length of a shortest solution, if it is known.
    best: Option<usize>,
    impossible: bool,
    /// The piece and the steps of each move: `[3, "RD"]`.
    solution: Option<Vec<(PieceId, String)>>,
    /// The puzzle as its file is written.
    text: &'a str,
}

/// A row and a column, from 0.
type Place = (u8, u8);

#[derive(Serialize)]
struct ExitData {
    way: char,
    from: u8,
    width: u8,
}

#[derive(Serialize)]
struct GateData<'a> {
    cells: Vec<Place>,
    pieces: &'a [PieceId],
}

#[derive(Serialize)]
struct PieceData<'a> {
    letter: char,
    name: Option<&'a str>,
    /// Rows and columns from the anchor.
    cells: Vec<(i8, i8)>,
    at: Place,
    /// The directions in which it can go if there is room.
    ways: String,
    lock: Option<&'static str>,
    /// The first of the pieces that are interchangeable with it.
    kind: PieceId,
    ink: usize,
    /// Column, row, columns and rows of the room for its label, from the anchor.
    label: [i32; 4],
}

#[derive(Serialize)]
struct GoalData {
    targets: Vec<TargetData>,
    empties: Vec<Place>,
}

#[derive(Serialize)]
struct TargetData {
    piece: PieceId,
    kind: PieceId,
    at: Place,
}

/// Returns the data for the script as JSON. `text` is the puzzle's text.
fn page_data(page: &PuzzlePage<'_>, text: &str) -> String {
    let puzzle = page.puzzle;
    let grid = puzzle.grid();
    let gate = puzzle.gate();
    let title = puzzle.title();
    let roles = roles(puzzle);
    let kinds = kinds(puzzle);
    let pieces = puzzle.pieces().iter().enumerate().map(|(id, piece)| {
        let LabelBox {
            column,
            row,
            columns,
            rows,
        } = label_box(&piece.shape);
        let ways = Direction::ALL
            .into_iter()
            .filter(|&way| puzzle.may_step(id, way));
        PieceData {
            letter: piece.letter,
            name: piece.name.as_deref(),
            cells: piece
                .shape
                .offsets()
                .iter()
                .map(|it| (it.rows, it.columns))
                .collect(),
            at: place(piece.anchor),
            ways: ways.map(Direction::letter).collect(),
            lock: piece.lock.map(|lock| match lock {
                Lock::Row => "row",
                Lock::Column => "column",
                Lock::Fixed => "fixed",
            }),
            kind: kinds[id],
            ink: ink_of(roles[id]),
            label: [column, row, columns, rows],
        }
    });
    let target = |&Target { piece, anchor }: &Target| TargetData {
        piece,
        kind: kinds[piece],
        at: place(anchor),
    };
    let goal = |Goal { targets, empties }: &Goal| GoalData {
        targets: targets.iter().map(target).collect(),
        empties: places(empties),
    };
    let exit = |FrameOpening { side, from, width }| ExitData {
        way: side.letter(),
        from,
        width,
    };
    let data = PageData {
        names: names(puzzle),
        aliases: &title.aliases,
        note: title.note.as_deref(),
        source: title.source.as_deref(),
        rows: grid.rows(),
        columns: grid.columns(),
        walls: grid
            .cells()
            .filter(|&cell| grid.is_wall(cell))
            .map(place)
            .collect(),
        axis: puzzle.movement() == Movement::Axis,
        exits: exits(puzzle).into_iter().map(exit).collect(),
        gate: GateData {
            cells: places(&gate.cells),
            pieces: &gate.pieces,
        },
        pieces: pieces.collect(),
        goals: puzzle.goals().iter().map(goal).collect(),
        finish: match puzzle.finish() {
            SolvedWhen::Reach => "reach",
            SolvedWhen::Clear => "clear",
        },
        metric: page.guide.metric().word(),
        best: page.optimum,
        impossible: matches!(puzzle.best(), PublishedOptimum::Impossible),
        solution: match page.guide {
            PageSolution::None(_) => None,
            PageSolution::Solution(solution) => Some(moves(solution)),
        },
        text,
    };
    serde_json::to_string(&data).expect("there are no maps and no numbers that JSON lacks")
}

fn places(cells: &[Cell]) -> Vec<Place> {
    cells.iter().copied().map(place).collect()
}

const fn place(cell: Cell) -> Place {
    (cell.row, cell.column)
}

/// Returns languages and names. The name without a language is first.
pub fn names(puzzle: &Puzzle) -> Vec<(&str, &str)> {
    let title = puzzle.title();
    let named = title.name.as_deref().map(|name| ("", name));
    let translated = title.translations.iter();
    let translated = translated.map(|(language, name)| (language.as_str(), name.as_str()));
    named.into_iter().chain(translated).collect()
}

/// Returns, for each piece, the first piece that is interchangeable with it.
fn kinds(puzzle: &Puzzle) -> Vec<PieceId> {
    let first = |id: PieceId| {
        (0..id)
            .find(|&other| puzzle.are_interchangeable(id, other))
            .unwrap_or(id)
    };
    (0..puzzle.pieces().len()).map(first).collect()
}

/// Returns the piece and the steps of each move.
pub fn moves(solution: &Solution) -> Vec<(PieceId, String)> {
    let steps = |path: &[Direction]| path.iter().copied().map(Direction::letter).collect();
    solution
        .moves
        .iter()
        .map(|unit| (unit.piece, steps(&unit.path)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Position;

    const TEXT: &str = "name: A & <B>\nname.zh: 甲\nnames: A=Ann\nlock: B=row\ngate: + = A\n\
                        source: https://example.org\n\nA . +\nB . #\n\ngoal:\n. . A\n. . #\n";

    fn page_of(text: &str, guide: PageSolution<'_>, optimum: Option<usize>) -> String {
        let puzzle = text.parse().expect("a puzzle");
        self::puzzle(&PuzzlePage {
            puzzle: &puzzle,
            guide,
            optimum,
            theme: None,
            map: None,
        })
    }

    /// What the script of a page is told.
    fn embedded_data(html: &str) -> serde_json::Value {
        let (_, data) = html.split_once(r#"id="data">"#).expect("data");
        let (data, _) = data.split_once("</script>").expect("its end");
        serde_json::from_str(data).expect("JSON")
    }

    #[test]
    fn a_puzzle_page_is_reproducible() {
        let page = || page_of(TEXT, PageSolution::None(Metric::Move), Some(1));
        assert_eq!(page(), page());
    }

    #[test]
    fn a_page_loads_no_external_resources() {
        let html = page_of(TEXT, PageSolution::None(Metric::Move), None);
        let mut references = html.match_indices("src=").chain(html.match_indices("url("));
        assert_eq!(references.next(), None);
        let links: Vec<&str> = html.split("href=\"").skip(1).collect();
        assert!(
            links
                .iter()
                .all(|link| link.starts_with('#') || link.starts_with("data:"))
        );
    }

    #[test]
    fn names_are_escaped_in_text_and_data() {
        let html = page_of(TEXT, PageSolution::None(Metric::Slide), None);
        assert!(html.contains("<title>A &amp; &lt;B&gt;</title>"));
        assert!(html.contains("<h1>A &amp; &lt;B&gt;</h1>"));
        let data = embedded_data(&html);
        assert_eq!(
            data["names"],
            serde_json::json!([["", "A & <B>"], ["zh", "甲"]])
        );
        assert_eq!(data["source"], "https://example.org");
        let impossible = TEXT.replace("source: https://example.org", "best: impossible");
        let data = embedded_data(&page_of(
            &impossible,
            PageSolution::None(Metric::Slide),
            None,
        ));
        assert_eq!(
            (&data["impossible"], &data["best"]),
            (&true.into(), &serde_json::Value::Null)
        );
    }

    #[test]
    fn the_page_data_has_the_rules_of_the_puzzle() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let moves = vec![Position::start(&puzzle).legal_moves(Metric::Move)[1].clone()];
        let solution = Solution {
            metric: Metric::Move,
            moves: moves.into(),
        };
        let data = embedded_data(&page_of(TEXT, PageSolution::Solution(&solution), Some(1)));
        assert_eq!(data["walls"], serde_json::json!([[1, 2]]));
        assert_eq!(
            data["gate"],
            serde_json::json!({"cells": [[0, 2]], "pieces": [0]})
        );
        assert_eq!(
            (&data["metric"], &data["best"]),
            (&"move".into(), &1.into())
        );
        assert_eq!(data["pieces"][0]["ways"], "ULRD");
        assert_eq!(data["pieces"][1]["ways"], "LR", "it is locked");
        assert_eq!(
            (&data["pieces"][1]["lock"], &data["axis"]),
            (&"row".into(), &false.into())
        );
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
            pieces
                .iter()
                .find(|piece| piece["letter"] == letter)
                .expect("it is there")["kind"]
                .clone()
        };
        assert_eq!(kinds("A"), kinds("B"));
        assert_ne!(kinds("A"), kinds("C"));
        assert_ne!(kinds("C"), kinds("D"), "a goal names C");
    }
}
