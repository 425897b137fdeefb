//! Site: a page to find, play, draw and share puzzles, and the files that it loads.

use serde_json::{Value, json};

use super::puzzle::{self, BODY, ENGINE, MAP_ENGINE, STYLE, WORKER, moves};
use super::{PageTemplate, TRANSPORT, ThemeStyles, fill, module};
use crate::collection::TRADITIONAL;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// A puzzle of a site.
#[derive(Clone, Copy, Debug)]
pub struct SiteEntry<'a> {
    /// The unique end of its address.
    pub id: &'a str,
    /// Its family.
    pub family: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its difficulty from 0 to 100, if it is known.
    pub rating: Option<f64>,
    /// A shortest solution in `move`s, for a puzzle with a long search.
    pub solution: Option<&'a Solution>,
}

/// The first line of the scripts of a site.
const MARK: &str = "// Part of a site of huarong.\n";

/// Returns whether this text is a file of a [`site`].
#[must_use]
pub fn is_of_a_site(text: &str) -> bool {
    text.starts_with(MARK) || text.contains("<template id=\"view-list\">")
}

/// Returns the files of a site by their names: `index.html`, and the files that it loads on demand.
///
/// The site works from a folder or from a server. From a server it keeps working offline after the
/// first visit. Equal puzzles give equal bytes.
#[must_use]
pub fn site(puzzles: &[SiteEntry<'_>]) -> [(&'static str, String); 7] {
    let solutions: Value =
        puzzles.iter().filter_map(|it| Some((it.id, terse(it.solution?)))).collect();
    let solutions = format!("{MARK}const SOLUTIONS = {solutions};\n");
    let puzzles: Value = puzzles.iter().map(list_data).collect();
    let puzzles = format!("{MARK}const PUZZLES = {puzzles};\n");
    let engine = format!("{MARK}const ENGINE = `{ENGINE}`;\n");
    let paths = format!("{MARK}const PATHS = `{}`;\n", module!("paths.txt"));
    let map = format!("{MARK}const MAP_ENGINE = `{MAP_ENGINE}`;\n{}", puzzle::map_script());
    let index = index();
    let names = ["index.html", "puzzles.js", "engine.js", "paths.js", "solutions.js", "map.js"];
    // A browser keeps the files until one of them changes.
    let all = [&index, &puzzles, &engine, &paths, &solutions, &map].map(String::as_bytes).concat();
    let mark = crc32fast::hash(&all);
    let values = [("mark", format!("{mark:08x}")), ("files", json!(names).to_string())];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    let offline = fill(&[MARK, include_str!("site/offline.js")].concat(), &values);
    [
        ("index.html", index),
        ("puzzles.js", puzzles),
        ("engine.js", engine),
        ("paths.js", paths),
        ("solutions.js", solutions),
        ("map.js", map),
        ("offline.js", offline),
    ]
}

/// Returns the data of a puzzle for the list. The header of the text has its names and optima.
fn list_data(&SiteEntry { id, family, puzzle, rating, .. }: &SiteEntry<'_>) -> Value {
    let (rows, columns) = (puzzle.grid().rows(), puzzle.grid().columns());
    let text = puzzle.to_string();
    json!({
        "id": id, "family": family, "rows": rows, "columns": columns, "rating": rating, "text": text,
    })
}

/// Returns the moves as text: each is the number of its piece and its steps, `3RD 0U`.
fn terse(solution: &Solution) -> String {
    let told = |(piece, ways): (usize, String)| format!("{piece}{ways}");
    moves(solution).into_iter().map(told).collect::<Vec<String>>().join(" ")
}

/// The scripts of a site, each after those that it needs.
pub(super) const SCRIPTS: [&str; 10] = [
    puzzle::SCRIPTS,
    include_str!("site/list.js"),
    include_str!("site/easel.js"),
    include_str!("site/drawing.js"),
    include_str!("site/draw.js"),
    include_str!("path/board.js"),
    include_str!("site/map.js"),
    include_str!("site/paths.js"),
    include_str!("site/paths-input.js"),
    include_str!("site/site.js"),
];

fn index() -> String {
    let transport = |what| fill(TRANSPORT, &[("what", what)]);
    PageTemplate {
        title: "Huarong",
        heading: "<h1>Huarong</h1>",
        palette: &ThemeStyles::new(None),
        style: &[
            STYLE,
            include_str!("path/path.css"),
            include_str!("site/site.css"),
            include_str!("site/paths.css"),
        ]
        .concat(),
        body: &fill(
            include_str!("site/site.html"),
            &[
                ("play", &fill(BODY, &[("transport", &transport("Move of the solution"))])),
                (
                    "paths",
                    &fill(
                        include_str!("site/paths.html"),
                        &[("transport", &transport("Step of the path"))],
                    ),
                ),
            ],
        ),
        // Each simplified character of a name before its traditional forms.
        data: &json!({ "traditional": TRADITIONAL }).to_string(),
        texts: &[("worker", WORKER)],
        sources: " 'self'",
        scripts: &SCRIPTS,
    }
    .html()
}
