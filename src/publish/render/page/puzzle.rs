//! Page of a puzzle, and the data for its script.

use super::{
    CHINESE, PageTemplate, TRANSPORT, ThemeStyles, WON, chinese, compacted,
    drawing::{View, circles, face, targets},
    fill, ink_of, module,
};
use crate::{
    board::{LANE_WORDS, MAX_CELLS},
    grid::{Cell, Direction},
    puzzle::{
        Goal, Lock, Metric, Movement, Piece, PieceId, Polyomino, PublishedOptimum, Puzzle,
        SolvedWhen, Target, Until, sign,
    },
    render::{
        Escaped,
        geometry::{LabelBox, label_box},
        json::object,
        state_map::scale,
        theme::{Theme, roles},
    },
    solution::Solution,
};

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
    /// Whether the page begins with the map and all its searches, side by side.
    pub is_map_first: bool,
}

impl<'a> PuzzlePage<'a> {
    /// A page in the theme of its reader, without a state map.
    pub fn new(puzzle: &'a Puzzle, guide: PageSolution<'a>) -> Self {
        PuzzlePage {
            puzzle,
            guide,
            optimum: None,
            theme: None,
            map: None,
            is_map_first: false,
        }
    }
}

setters!(PuzzlePage<'a> {
    with_optimum = optimum: Option<usize>,
    with_theme = theme: Option<Theme>,
    with_map = map: Option<&'a str>,
    with_map_first = is_map_first: bool,
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
        ("module-boards", BOARDS),
        ("module-engine", ENGINE),
        ("worker", WORKER),
        ("map-script", &script),
    ];
    texts.push(
        page.map
            .map_or(("module-map", MAP_ENGINE), |map| ("map-data", map)),
    );
    let transport = fill(TRANSPORT, &[("what", "Move of the solution")]);
    let mut body = body(&transport, "");
    if page.is_map_first {
        body = body.replacen("class=\"puzzle\"", "class=\"puzzle map-first\"", 1);
    }
    PageTemplate {
        title,
        head: "",
        heading: &format!("<h1>{}</h1>", Escaped(title)),
        palette: &ThemeStyles::new(page.theme),
        style: STYLE,
        body: &body,
        data: &page_data(page, &text),
        texts: &texts,
        sources: "",
        translations: CHINESE,
        scripts: &[SCRIPTS, "begin(data);\n"],
    }
    .html()
}

/// Returns the script of the state map, which pages load when it is needed.
pub fn map_script() -> String {
    // The same controls as of a solution, with names of their own.
    let transport =
        fill(TRANSPORT, &[("what", "States of the search")]).replace(" id=\"", " id=\"map-");
    let body = fill(
        include_str!("puzzle/map.html"),
        &[("transport", &transport)],
    );
    let parts = [
        ("vertex", include_str!("puzzle/map.vert")),
        ("fragment", include_str!("puzzle/map.frag")),
        ("style", include_str!("puzzle/map.css")),
        ("body", &body),
        ("scale", &format!("{:?}", scale())),
    ];
    compacted(
        &[
            chinese!("puzzle/map-chinese.json"),
            &fill(MAP_SCRIPT, &parts),
        ]
        .concat(),
    )
}

/// It has gaps for shaders, style, body and colours.
pub static MAP_SCRIPT: &str = include_str!("puzzle/map.js");

/// Returns the data of a puzzle for a page in the browser, as JSON. `text` is the puzzle's text.
#[cfg(any(feature = "web-boards", test))]
pub fn sheet(page: &PuzzlePage<'_>, text: &str) -> String {
    page_data(page, text)
}

pub static STYLE: &str = include_str!("puzzle/puzzle.css");

/// Returns the body of a puzzle's page with these controls of the solution.
pub fn body(transport: &str, trail: &str) -> String {
    let won = fill(WON, &[("more", include_str!("puzzle/won-more.html"))]);
    let gaps = [("transport", transport), ("trail", trail), ("won", &won)];
    fill(include_str!("puzzle/puzzle.html"), &gaps)
}

/// The scripts of a puzzle's page, each after those that it needs.
pub static SCRIPTS: &str = concat!(
    include_str!("puzzle/rules.js"),
    include_str!("puzzle/game.js"),
    include_str!("puzzle/about.js"),
    include_str!("puzzle/board.js"),
    include_str!("puzzle/input.js"),
    include_str!("puzzle/keep.js"),
    include_str!("puzzle/sound.js"),
    include_str!("puzzle/engine.js"),
    include_str!("puzzle/help.js"),
    include_str!("puzzle/puzzle.js"),
);

/// This library as WebAssembly modules: one reads boards, and one searches puzzles. They are
/// statics, so that the program has them once.
pub static BOARDS: &str = module!("boards.txt");
pub static ENGINE: &str = module!("engine.txt");

/// The module of state maps.
pub static MAP_ENGINE: &str = module!("map.txt");

/// The script that runs the module on a thread of its own.
pub static WORKER: &str = include_str!("puzzle/worker.js");

/// A row and a column, from 0.
type CellPosition = (u8, u8);

/// Returns the pieces of each door, and its edges as `row,column,direction`.
fn doors(puzzle: &Puzzle) -> Vec<(&[PieceId], Vec<String>)> {
    let doors = puzzle.doors().iter().map(|door| {
        let edges = door.edges.iter();
        let edges =
            edges.map(|it| format!("{},{},{}", it.cell.row, it.cell.column, it.side.letter()));
        (&*door.pieces, edges.collect())
    });
    doors.collect()
}

/// Returns for each wait its piece, how many pieces must leave before it moves, and a piece that
/// must leave.
fn waits(puzzle: &Puzzle) -> Vec<(PieceId, (usize, Option<PieceId>))> {
    let waits = puzzle.waits().iter().map(|wait| match wait.until {
        Until::Left(left) => (wait.piece, (left, None)),
        Until::Gone(key) => (wait.piece, (0, Some(key))),
    });
    waits.collect()
}

/// Returns the data for the script as JSON: the puzzle, its solution, and the unit of moves. `text`
/// is the puzzle's text.
fn page_data(page: &PuzzlePage<'_>, text: &str) -> String {
    let puzzle = page.puzzle;
    let grid = puzzle.grid();
    let gate = puzzle.gate();
    let title = puzzle.title();
    let roles = roles(puzzle);
    let kinds = kinds(puzzle);
    let figures = figures(puzzle);
    let pieces = puzzle.pieces().iter().enumerate().map(|(id, piece)| {
        let shape = &piece.shape;
        let offsets: Vec<(i8, i8)> = shape
            .offsets()
            .iter()
            .map(|it| (it.rows, it.columns))
            .collect();
        let ways = Direction::ALL
            .into_iter()
            .filter(|&way| puzzle.may_step(id, way));
        let lock = piece.lock.map(|lock| match lock {
            Lock::Row => "row",
            Lock::Column => "column",
            Lock::Fixed => "fixed",
        });
        object! {
            "letter": sign(piece.letter),
            "name": piece.name,
            // The name, or the figure of the story.
            "figure": figures[id],
            // Rows and columns from the anchor.
            "cells": offsets,
            "size": [shape.height(), shape.width()],
            // The piece without its label, as SVG.
            "face": face(puzzle, piece),
            "at": place(piece.anchor),
            // The directions in which it can go if there is room.
            "ways": ways.map(Direction::letter).collect::<String>(),
            "lock": lock,
            // The piece that takes its place when it loses its layer at a door.
            "next": piece.next_layer,
            // The first of the pieces that are interchangeable with it.
            "kind": kinds[id],
            "ink": ink_of(roles[id]),
            "label": label(shape),
        }
    });
    let target = |&Target { piece, anchor }: &Target| {
        object! {
            "piece": piece,
            "kind": kinds[piece],
            "at": place(anchor),
        }
    };
    let view = View::new(puzzle);
    let goal = |goal: &Goal| {
        let targets_of_goal: Vec<_> = goal.targets.iter().map(target).collect();
        object! {
            "targets": targets_of_goal,
            "empties": places(&goal.empties),
            // SVG paths: the outlines of the targets, circles in the empty cells, and marks at the
            // frame.
            "outlines": targets(puzzle, goal),
            "circles": circles(goal),
            "marks": view.marks(puzzle, goal),
        }
    };
    let walls: Vec<CellPosition> = grid
        .cells()
        .filter(|&cell| grid.is_wall(cell))
        .map(place)
        .collect();
    let gate = object! { "cells": places(&gate.cells), "pieces": gate.pieces };
    let finish = match puzzle.finish() {
        SolvedWhen::Reach => "reach",
        SolvedWhen::Clear => "clear",
    };
    let solution = match page.guide {
        PageSolution::None(_) => None,
        PageSolution::Solution(solution) => Some(moves(solution)),
    };
    let is_impossible = matches!(puzzle.best(), PublishedOptimum::Impossible);
    object! {
        "names": names(puzzle),
        "aliases": title.aliases,
        "note": title.note,
        "source": title.source,
        "rows": grid.rows(),
        "columns": grid.columns(),
        "walls": walls,
        // Whether each piece moves along its long side only.
        "axis": puzzle.movement() == Movement::Axis,
        // The view box of the board: x, y, width and height.
        "view": view.view_box(),
        // The frame and the floor, as SVG.
        "frame": view.frame(puzzle),
        "gate": gate,
        "doors": doors(puzzle),
        "waits": waits(puzzle),
        "gone": puzzle.all_leave(),
        "pieces": pieces.collect::<Vec<_>>(),
        "goals": puzzle.goals().iter().map(goal).collect::<Vec<_>>(),
        "finish": finish,
        "scale": scale_of(puzzle, &kinds),
        "metric": page.guide.metric().word(),
        // The length of a shortest solution, if it is known.
        "best": page.optimum,
        "impossible": is_impossible,
        // The piece and the steps of each move: `[3, "RD"]`.
        "solution": solution,
        // The puzzle as its file is written.
        "text": text,
    }
    .0
}

fn places(cells: &[Cell]) -> Vec<CellPosition> {
    cells.iter().copied().map(place).collect()
}

const fn place(cell: Cell) -> CellPosition {
    (cell.row, cell.column)
}

/// Returns languages and names. The name without a language is first.
pub fn names(puzzle: &Puzzle) -> Vec<(&str, &str)> {
    let title = puzzle.title();
    let named = title.name.as_deref().map(|name| ("", name));
    let translated = title
        .translations
        .iter()
        .map(|(language, name)| (language.as_str(), name.as_str()));
    named.into_iter().chain(translated).collect()
}

/// The figures of the story on the classic pieces: the lord, his generals and a soldier.
const LORD: &str = "曹操";
const GENERALS: [&str; 5] = ["关羽", "张飞", "赵云", "马超", "黄忠"];
const SOLDIER: &str = "卒";

/// Returns the room for the label of a piece from its anchor: column, row, columns and rows.
pub fn label(shape: &Polyomino) -> [i32; 4] {
    let LabelBox {
        column,
        row,
        columns,
        rows,
    } = label_box(shape);
    [column, row, columns, rows]
}

fn is_rectangle(piece: &Piece, rows: u8, columns: u8) -> bool {
    let shape = &piece.shape;
    let is_of_size = (shape.height(), shape.width()) == (rows, columns);
    is_of_size && shape.area() == usize::from(rows * columns)
}

/// Returns whether the pieces are unnamed and have the classic shapes: a square, five pairs and
/// four single cells. Pages call them by the figures of the story.
fn is_classic(puzzle: &Puzzle) -> bool {
    let pieces = puzzle.pieces();
    let count = |rows, columns| {
        pieces
            .iter()
            .filter(|piece| piece.name.is_none())
            .filter(|piece| is_rectangle(piece, rows, columns))
            .count()
    };
    pieces.len() == 10 && [count(2, 2), count(1, 2) + count(2, 1), count(1, 1)] == [1, 5, 4]
}

/// Returns the figures of the pieces: their names, or those of the story on unnamed pieces of the
/// classic shapes. The first piece that lies across is the first general.
pub fn figures(puzzle: &Puzzle) -> Vec<Option<&str>> {
    let pieces = puzzle.pieces();
    if !is_classic(puzzle) {
        return pieces.iter().map(|piece| piece.name.as_deref()).collect();
    }
    let mut figures = vec![Some(SOLDIER); pieces.len()];
    let of_size = |rows, columns| {
        (0..)
            .zip(pieces)
            .filter(move |(_, piece)| is_rectangle(piece, rows, columns))
    };
    let generals = of_size(1, 2).chain(of_size(2, 1)).zip(GENERALS);
    for ((id, _), figure) in generals.chain(of_size(2, 2).zip([LORD])) {
        figures[id] = Some(figure);
    }
    figures
}

/// Returns what the searches of pages can do with a puzzle: with a `small` one everything, with a
/// `large` one no search of all its positions, with a `huge` one nothing.
fn scale_of(puzzle: &Puzzle, kinds: &[PieceId]) -> &'static str {
    let cells = puzzle.grid().area();
    let kinds = kinds.iter().zip(0..).filter(|&(&first, id)| first == id);
    let planes = usize::BITS - kinds.count().leading_zeros();
    // The modules of pages take no more words, and each cell has the bits of the number of a kind.
    if cells > MAX_CELLS || cells * planes as usize > 64 * LANE_WORDS {
        "huge"
    } else if puzzle.is_numbered() {
        "large"
    } else {
        "small"
    }
}

/// Returns, for each piece, the first piece that is interchangeable with it.
fn kinds(puzzle: &Puzzle) -> Vec<PieceId> {
    (0..puzzle.pieces().len())
        .map(|id| {
            (0..id)
                .find(|&other| puzzle.are_interchangeable(id, other))
                .unwrap_or(id)
        })
        .collect()
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
    use crate::{collection::Collection, solution::Position};

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
            is_map_first: false,
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
        // The head of a hint's arrow is in the page.
        let is_foreign = |(at, _): &(usize, &str)| !html[*at..].starts_with("url(#arrow-head)");
        let urls = html.match_indices("url(").filter(is_foreign);
        let mut references = html.match_indices("src=").chain(urls);
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
        let targets = serde_json::json!([{"piece": 0, "kind": 0, "at": [0, 2]}]);
        assert_eq!(data["goals"][0]["targets"], targets);
        assert_eq!(data["goals"][0]["empties"], serde_json::json!([]));
        assert_eq!(data["solution"][0][0], 0);
    }

    #[test]
    fn a_page_has_the_drawings_of_its_puzzle() {
        let text = "pieces: axis\n\n# # # #\nA . . #\n. B B #\n# # # #\n\n\
                    goal:\n# # # #\n. B B #\nA _ . #\n# # # #\n";
        let data = embedded_data(&page_of(text, PageSolution::None(Metric::Move), None));
        // Outer walls are invisible without exits, which a goal of two pieces does not have.
        assert_eq!(data["view"], serde_json::json!([-15, 45, 210, 150]));
        let frame = data["frame"].as_str().expect("SVG");
        assert!(frame.contains(r#"class="frame""#) && !frame.contains("way-out"));
        assert!(frame.contains(r#"<path class="floor" d="M"#), "{frame}");
        assert_eq!(
            data["goals"][0]["marks"],
            "M60 55h60M120 55h60M185 60v60M-5 120v60M0 185h60M60 185h60"
        );
        let circle = "M79 150a11 11 0 1 0 22 0a11 11 0 1 0-22 0z";
        assert_eq!(data["goals"][0]["circles"], circle);
        let car = data["pieces"][1]["face"].as_str().expect("SVG");
        assert_eq!(data["pieces"][1]["size"], serde_json::json!([1, 2]));
        assert!(car.contains(r#"class="glass""#), "{car}");
        assert!(car.contains(r#"data-way="R" d="M115 30l"#), "{car}");
        assert!(car.contains(r#"data-way="U" d="M60 5l"#), "{car}");
        let single = data["pieces"][0]["face"].as_str().expect("SVG");
        assert!(!single.contains(r#"class="glass""#), "{single}");
    }

    #[test]
    fn a_side_with_a_gap_in_its_middle_has_its_arrow_in_a_cell() {
        let text = "A . A\nA A A\n\ngoal:\nA . A\nA A A\n";
        let data = embedded_data(&page_of(text, PageSolution::None(Metric::Move), None));
        let face = data["pieces"][0]["face"].as_str().expect("SVG");
        assert!(face.contains(r#"data-way="U" d="M30 5l"#), "{face}");
        assert!(face.contains(r#"data-way="D" d="M90 115l"#), "{face}");
    }

    #[test]
    fn unnamed_pieces_of_the_classic_layout_get_the_traditional_names() {
        let collection = Collection::built_in();
        let count = collection
            .entries()
            .filter(|entry| is_classic(&entry.puzzle))
            .count();
        assert!(count > 200, "{count}");
        for (id, wanted) in [
            ("heng-dao-li-ma", false),
            ("hifi#hifi", true),
            ("rush-hour-card-1", false),
        ] {
            let found = collection.find(id).expect("it is in the collection");
            assert_eq!(is_classic(&found[0].puzzle), wanted, "{id}");
        }
    }

    #[test]
    fn the_first_classic_piece_that_lies_across_is_the_first_general() {
        let text = "A B B C\nA B B C\nD E E F\nD G H F\nI . . J\n\n\
                    goal:\n. . . .\n. . . .\n. . . .\n. B B .\n. B B .\n";
        let data = embedded_data(&page_of(text, PageSolution::None(Metric::Move), None));
        let pieces = data["pieces"].as_array().expect("pieces");
        let figures: Vec<&str> = pieces
            .iter()
            .filter_map(|piece| piece["figure"].as_str())
            .collect();
        let expected = "张飞 曹操 赵云 马超 关羽 黄忠 卒 卒 卒 卒";
        assert_eq!(figures.join(" "), expected);
        assert!(pieces.iter().all(|piece| piece["name"].is_null()));
    }

    #[test]
    fn the_page_data_tell_what_a_search_can_do() {
        let tiles = "1 2 3 4\n5 6 7 8\n9 10 11 .\n";
        let empty = format!("{}\n", ".".repeat(20)).repeat(19);
        let one = format!("exit: A=right\n\nA{}\n{empty}", ".".repeat(19));
        for (text, scale) in [
            ("A B C\nD . .\n\ngoal:\n. . .\nA . C\n", "small"),
            ("goal: blank-last\n\n1 2 3\n4 5 6\n8 7 .\n", "small"),
            (&format!("goal: blank-last\n\n{tiles}"), "large"),
            (&one, "small"),
            (&one.replacen("A..", "AB.", 1), "huge"),
        ] {
            let data = embedded_data(&page_of(text, PageSolution::None(Metric::Move), None));
            assert_eq!(data["scale"], scale, "{text}");
        }
    }

    #[test]
    fn interchangeable_pieces_have_one_kind_in_the_page_data() {
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
