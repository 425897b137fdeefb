//! A puzzle to play: the page, the words on it, and the data that its script is given.

use std::fmt::Write;

use serde::Serialize;

use super::template::{Page, Palette, TRANSPORT, fill};
use crate::grid::{Cell, Direction};
use crate::puzzle::{
    Finish, Goal, Lock, Metric, Movement, PieceId, Polyomino, PublishedOptimum, Puzzle,
};
use crate::render::geometry::{Exit, Inset, Outline, exits, label_box, offsets};
use crate::render::role::{Role, roles};
use crate::render::theme::Theme;
use crate::render::xml::Escaped;
use crate::solution::Solution;

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
    let title = title_of(puzzle);
    Page {
        title: &title,
        heading: &heading(puzzle),
        palette: &Palette::new(page.theme, &inks),
        style: include_str!("puzzle/puzzle.css"),
        body: &fill(
            include_str!("puzzle/puzzle.html"),
            &[
                ("size", &size(puzzle)),
                ("units", units(metric)),
                ("best", &best(page)),
                ("transport", &fill(TRANSPORT, &[("what", "Move of the solution")])),
                ("rules", &rules(puzzle, metric)),
                ("about", &about(puzzle)),
                ("engine", ENGINE),
                ("worker", include_str!("puzzle/worker.js")),
            ],
        ),
        data: &Data::new(page, &ink_of),
        scripts: &[
            include_str!("puzzle/rules.js"),
            include_str!("puzzle/game.js"),
            include_str!("puzzle/label.js"),
            include_str!("puzzle/board.js"),
            include_str!("puzzle/input.js"),
            include_str!("puzzle/keep.js"),
            include_str!("puzzle/engine.js"),
            include_str!("puzzle/help.js"),
            include_str!("puzzle/puzzle.js"),
        ],
    }
    .html()
}

/// This library as a WebAssembly module, packed by gzip, in base64.
pub(crate) const ENGINE: &str = include_str!("engine.txt");

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

/// The first of its names.
fn title_of(puzzle: &Puzzle) -> String {
    puzzle.title().names().next().unwrap_or("A sliding-block puzzle").to_owned()
}

/// Its names, those in another language marked as such.
fn heading(puzzle: &Puzzle) -> String {
    let mut text = format!("<h1>{}</h1>", Escaped(&title_of(puzzle)));
    let skipped = usize::from(puzzle.title().name.is_none());
    let names = puzzle.title().translations.iter().skip(skipped);
    let names = names.map(|(language, name)| {
        format!("<span lang=\"{}\">{}</span>", Escaped(language), Escaped(name))
    });
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        write!(text, "<p class=\"names\">{}</p>", names.join(" · "))
            .expect("a string takes it all");
    }
    text
}

/// `Board of 5 rows and 4 columns`.
fn size(puzzle: &Puzzle) -> String {
    let counted = |number: u8, word: &str| format!("{number} {word}{}", plural(number.into()));
    let grid = puzzle.grid();
    format!("Board of {} and {}", counted(grid.rows(), "row"), counted(grid.columns(), "column"))
}

/// What is counted.
const fn units(metric: Metric) -> &'static str {
    match metric {
        Metric::Move => "Moves",
        Metric::Slide => "Slides",
        Metric::Step => "Steps",
    }
}

/// The rules that this puzzle has besides that pieces slide, and how its moves are counted.
fn rules(puzzle: &Puzzle, metric: Metric) -> String {
    let mut rules = vec![
        "Pieces slide; they are not lifted, turned or pushed by others.".to_owned(),
        counted_as(metric).to_owned(),
    ];
    if puzzle.movement() == Movement::Axis {
        rules.push("Each piece moves along its long side only.".to_owned());
    }
    let locked = |lock| {
        let pieces = puzzle.pieces().iter().enumerate();
        let pieces: Vec<PieceId> =
            pieces.filter(|(_, piece)| piece.lock == Some(lock)).map(|(id, _)| id).collect();
        pieces
    };
    for (lock, rule) in [
        (Lock::Row, "Left and right only"),
        (Lock::Column, "Up and down only"),
        (Lock::Fixed, "Held in place"),
    ] {
        let pieces = locked(lock);
        if !pieces.is_empty() {
            rules.push(format!("{rule}: {}.", labels(puzzle, &pieces)));
        }
    }
    if !puzzle.gate().cells.is_empty() {
        let rule = match &puzzle.gate().pieces[..] {
            [] => "Striped cells are closed to all pieces.".to_owned(),
            pieces => format!("Striped cells are open only to {}.", labels(puzzle, pieces)),
        };
        rules.push(rule);
    }
    if puzzle.finish() == Finish::Clear {
        rules.push("It is solved as well when one free step of a goal piece is left.".to_owned());
    }
    list(&rules)
}

/// What counts as one.
const fn counted_as(metric: Metric) -> &'static str {
    match metric {
        Metric::Move => "One move is one piece, however far and round however many corners.",
        Metric::Slide => "One slide is one piece, any distance along a straight line.",
        Metric::Step => "One step is one piece, by one cell.",
    }
}

/// Where it comes from.
fn about(puzzle: &Puzzle) -> String {
    let title = puzzle.title();
    let also = match &title.aliases[..] {
        [] => None,
        aliases => Some(format!("Also called {}.", aliases.join(", "))),
    };
    let source = title.source.as_ref().map(|source| format!("Source: {source}"));
    let paragraphs = [also, title.note.clone(), source].into_iter().flatten();
    paragraphs.map(|text| element("p", &text)).collect()
}

fn labels(puzzle: &Puzzle, pieces: &[PieceId]) -> String {
    let labels = pieces.iter().map(|&id| puzzle.pieces()[id].label());
    labels.collect::<Vec<_>>().join(", ")
}

fn list(items: &[String]) -> String {
    let items: String = items.iter().map(|item| element("li", item)).collect();
    format!("<ul>\n{items}</ul>\n")
}

/// An element with this text, on a line.
fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>\n", Escaped(text))
}

const fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// Row and column, both from 0.
type Place = [u8; 2];

/// How pieces lie within their cells.
const BODY: Inset = Inset { gap: 2, radius: 8 };
/// The light on them.
const SHINE: Inset = Inset { gap: 5, radius: 6 };
/// Goals are drawn within their pieces.
const TARGET: Inset = Inset { gap: 5, radius: 7 };
/// Cells of the floor have no rounded corners; as a whole it has.
const FLOOR: Inset = Inset { gap: 0, radius: 4 };

/// A puzzle, its solution, and how moves are counted.
#[derive(Serialize)]
struct Data<'a> {
    rows: u8,
    columns: u8,
    walls: Vec<Place>,
    /// The outline of all that is no wall.
    floor: String,
    exits: Vec<ExitData>,
    gate: GateData<'a>,
    pieces: Vec<PieceData<'a>>,
    goals: Vec<GoalData>,
    finish: &'static str,
    metric: &'static str,
    best: Option<usize>,
    /// For each move its piece and its steps: `[3, "RD"]`.
    solution: Option<Vec<(PieceId, String)>>,
    /// The puzzle as its file is written.
    text: String,
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
    /// Rows down and columns to the right of its anchor.
    cells: Vec<[i8; 2]>,
    /// Where its anchor stands at the start.
    at: Place,
    /// The ways that it may go, were there room.
    ways: String,
    /// The first piece that it is alike.
    kind: PieceId,
    /// Its place among the colours of the page.
    ink: usize,
    /// Its outlines from the corner of its anchor: its own, that of a light on it, that of a goal.
    body: String,
    shine: String,
    target: String,
    /// Where there is room to write: column, row, columns and rows from its anchor.
    label: [i32; 4],
}

/// An opening of the frame, which points a way.
#[derive(Serialize)]
struct ExitData {
    way: char,
    from: u8,
    width: u8,
}

#[derive(Serialize)]
struct GoalData {
    targets: Vec<TargetData>,
    empties: Vec<Place>,
}

#[derive(Serialize)]
struct TargetData {
    piece: PieceId,
    /// That of the piece, any of which will do.
    kind: PieceId,
    at: Place,
}

impl<'a> Data<'a> {
    /// What is told of this page, whose pieces have these colours.
    fn new(page: &PuzzlePage<'a>, inks: &[usize]) -> Self {
        let puzzle = page.puzzle;
        let (grid, gate) = (puzzle.grid(), puzzle.gate());
        let kinds = kinds(puzzle);
        let pieces = (0..puzzle.pieces().len()).map(|id| piece(puzzle, id, kinds[id], inks[id]));
        Data {
            rows: grid.rows(),
            columns: grid.columns(),
            walls: grid.cells().filter(|&cell| grid.is_wall(cell)).map(place).collect(),
            floor: {
                let open = grid.cells().filter(|&cell| !grid.is_wall(cell));
                let open: Vec<(i32, i32)> =
                    open.map(|cell| (cell.column.into(), cell.row.into())).collect();
                Outline { cells: &open, inset: FLOOR }.to_string()
            },
            exits: exits(puzzle).into_iter().map(exit).collect(),
            gate: GateData {
                cells: gate.cells.iter().copied().map(place).collect(),
                pieces: &gate.pieces,
            },
            pieces: pieces.collect(),
            goals: puzzle.goals().iter().map(|goal| goal_data(goal, &kinds)).collect(),
            finish: match puzzle.finish() {
                Finish::Reach => "reach",
                Finish::Clear => "clear",
            },
            metric: page.guide.metric().word(),
            best: page.optimum,
            solution: match page.guide {
                Guide::None(_) => None,
                Guide::Solution(solution) => Some(moves(solution)),
            },
            text: puzzle.to_string(),
        }
    }
}

/// For each piece the first one that it is alike: equal exactly for pieces that are.
fn kinds(puzzle: &Puzzle) -> Vec<PieceId> {
    let first = |id: PieceId| (0..id).find(|&other| puzzle.are_alike(id, other)).unwrap_or(id);
    (0..puzzle.pieces().len()).map(first).collect()
}

fn piece(puzzle: &Puzzle, id: PieceId, kind: PieceId, ink: usize) -> PieceData<'_> {
    let piece = &puzzle.pieces()[id];
    let room = label_box(&piece.shape);
    let ways = Direction::ALL.into_iter().filter(|&way| puzzle.may_step(id, way));
    PieceData {
        letter: piece.letter,
        name: piece.name.as_deref(),
        cells: piece.shape.offsets().iter().map(|offset| [offset.rows, offset.columns]).collect(),
        at: place(piece.anchor),
        ways: ways.map(Direction::letter).collect(),
        kind,
        ink,
        body: outline(&piece.shape, BODY),
        shine: outline(&piece.shape, SHINE),
        target: outline(&piece.shape, TARGET),
        label: [room.column, room.row, room.columns, room.rows],
    }
}

fn outline(shape: &Polyomino, inset: Inset) -> String {
    Outline { cells: &offsets(shape), inset }.to_string()
}

fn exit(Exit { side, from, width }: Exit) -> ExitData {
    ExitData { way: side.letter(), from, width }
}

fn goal_data(goal: &Goal, kinds: &[PieceId]) -> GoalData {
    let targets = goal.targets.iter();
    let target = targets.map(|target| TargetData {
        piece: target.piece,
        kind: kinds[target.piece],
        at: place(target.anchor),
    });
    GoalData {
        targets: target.collect(),
        empties: goal.empties.iter().copied().map(place).collect(),
    }
}

fn moves(solution: &Solution) -> Vec<(PieceId, String)> {
    let steps = |path: &[Direction]| path.iter().copied().map(Direction::letter).collect();
    solution.moves.iter().map(|unit| (unit.piece, steps(&unit.path))).collect()
}

const fn place(cell: Cell) -> Place {
    [cell.row, cell.column]
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
            "<dd id=\"optimum\">–</dd>",
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
