//! Site: a page to find, play, draw and share puzzles, and the files that it loads.

use std::{collections::BTreeMap, sync::LazyLock};

use serde_json::{Value, json};

use super::{
    CHINESE, PageTemplate, TRANSPORT, ThemeStyles, WON, chinese, compacted,
    drawing::{View, body},
    fill, ink_of, module,
    puzzle::{self, BOARDS, ENGINE, STYLE, WORKER, moves},
};
use crate::{
    collection::TRADITIONAL,
    puzzle::{Metric, PublishedOptimum, Puzzle},
    render::{Escaped, Theme, theme::roles},
    solution::Solution,
};

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

/// What a site is, for search engines and for those who are sent a link.
const DESCRIPTION: &str = "Sliding-block puzzles to play, solve, draw and share: Klotski, Rush Hour, \
                           15-puzzle. With hints and shortest solutions, also without a network.";

/// Returns whether this text is a file of a [`site`].
pub fn is_of_a_site(text: &str) -> bool {
    let is_manifest = text.starts_with('{') && text.contains("\"short_name\":\"Huarong\"");
    is_manifest || text.starts_with(MARK) || text.contains("<template id=\"view-list\">")
}

/// Returns a puzzle whose picture is the icon of a site, `icon.png`.
///
/// # Panics
/// Never: its text is a puzzle.
pub fn icon() -> Puzzle {
    "A A B\nA A B\nC C .\n\ngoal:\n. . .\n. A A\n. A A\n"
        .parse()
        .expect("it is one")
}

/// Returns the manifest, by which a browser installs the site.
fn manifest() -> String {
    let paper = Theme::Light.scheme().paper.to_string();
    let manifest = json!({
        "name": "Huarong",
        "short_name": "Huarong",
        "description": DESCRIPTION,
        "start_url": "./",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": [{ "src": "icon.png", "sizes": "504x504", "type": "image/png" }],
    });
    manifest.to_string()
}

/// Returns what the head of the index tells of the site.
fn head(address: &str) -> String {
    let preview = Escaped(address);
    let colour = |theme: Theme, scheme: &str| {
        let paper = theme.scheme().paper;
        format!(
            "<meta name=\"theme-color\" media=\"(prefers-color-scheme: {scheme})\" \
             content=\"{paper}\">\n"
        )
    };
    let [light, dark] = [colour(Theme::Light, "light"), colour(Theme::Dark, "dark")];
    format!(
        "<meta name=\"description\" content=\"{DESCRIPTION}\">\n{light}{dark}\
         <meta property=\"og:title\" content=\"Huarong\">\n\
         <meta property=\"og:description\" content=\"{DESCRIPTION}\">\n\
         <meta property=\"og:image\" content=\"{preview}preview.png\">\n\
         <link rel=\"apple-touch-icon\" href=\"icon.png\">\n"
    )
}

/// Returns the files of a site by their names: `index.html`, and the files that it loads on demand.
/// It names two pictures as well: `icon.png`, of 504 by 504 pixels, and `preview.png`, which is
/// shown with links to it.
///
/// The site works from a folder or from a server. From a server it keeps working offline after the
/// first visit. Equal puzzles give equal bytes. `address` is that of its folder on a server and
/// ends in `/`. If it is empty, links to the site are shown without a picture.
pub fn site(puzzles: &[SiteEntry<'_>], address: &str) -> [(&'static str, String); 12] {
    let solutions: Value = puzzles
        .iter()
        .filter_map(|it| Some((it.id, json!(moves(it.solution?)))))
        .collect();
    let solutions = format!("{MARK}const SOLUTIONS = {solutions};\n");
    let mut pictures = Pictures::default();
    let puzzles = json!(ladder(puzzles, &mut pictures));
    let Pictures { frames, faces } = pictures;
    let tables = json!([frames, faces, puzzles]).to_string();
    // A browser reads a text several times as fast as a script.
    let puzzles = format!(
        "{MARK}const [FRAMES, FACES, PUZZLES] = JSON.parse('{}');\n",
        tables.replace('\\', r"\\").replace('\'', r"\'")
    );
    let module = |name, text| format!("{MARK}MODULES.{name} = `{text}`;\n");
    let map = module("map", puzzle::MAP_ENGINE) + &puzzle::map_script();
    let editors = [MARK, &editors_script(), &walk_script()].concat();
    let mut files = [
        ("index.html", index(address)),
        ("puzzles.js", puzzles),
        ("boards.js", module("boards", BOARDS)),
        ("engine.js", module("engine", ENGINE)),
        ("paths.js", module("paths", module!("paths.txt"))),
        ("solutions.js", solutions),
        ("map.js", map),
        ("editors.js", editors),
        ("today.js", format!("{MARK}{}", today_script())),
        ("chinese.js", format!("{MARK}{CHINESE}")),
        ("manifest.webmanifest", manifest()),
        ("offline.js", String::new()),
    ];
    let [listed @ .., offline] = &mut files;
    let names: Vec<String> = listed
        .iter()
        .map(|(name, _)| name.replace("index.html", "./"))
        .collect();
    let texts: String = listed.iter().map(|(_, text)| text.as_str()).collect();
    // A browser keeps the files until one of them changes.
    let mark = format!("{:08x}", crc32fast::hash(texts.as_bytes()));
    let values = [("mark", &*mark), ("files", &json!(names).to_string())];
    offline.1 = fill(&[MARK, include_str!("site/offline.js")].concat(), &values);
    files
}

/// Returns the data of the puzzles by families, each from the easiest to the hardest. Puzzles
/// without a rating and those that are solved at the start are last.
fn ladder<'a>(puzzles: &[SiteEntry<'a>], pictures: &mut Pictures) -> BTreeMap<&'a str, Vec<Value>> {
    let mut sorted: Vec<&SiteEntry<'_>> = puzzles.iter().collect();
    let rating = |it: &SiteEntry<'_>| {
        let is_begun = best(it.puzzle) != Some(0);
        it.rating.filter(|_| is_begun).unwrap_or(f64::INFINITY)
    };
    sorted.sort_by(|one, other| {
        let ratings = rating(one).total_cmp(&rating(other));
        ratings.then_with(|| best(one.puzzle).cmp(&best(other.puzzle)))
    });
    let mut families: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for entry in sorted {
        let family = families.entry(entry.family).or_default();
        family.push(list_data(entry, pictures));
    }
    families
}

/// Returns the published optimum in moves.
fn best(puzzle: &Puzzle) -> Option<u32> {
    match puzzle.best() {
        PublishedOptimum::Known(best) => best.get(Metric::Move),
        _ => None,
    }
}

/// The frames and faces of the pictures in the list, each once.
#[derive(Default)]
struct Pictures {
    frames: Vec<Value>,
    faces: Vec<Value>,
}

/// Returns the place of a value in a table, which gets the value if it is new.
fn place_in(table: &mut Vec<Value>, value: Value) -> usize {
    let known = table.iter().position(|it| *it == value);
    known.unwrap_or_else(|| {
        table.push(value);
        table.len() - 1
    })
}

/// The Chinese names of puzzles whose files have English names only, among other translations.
static TRANSLATIONS: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| serde_json::from_str(include_str!("chinese.json")).expect("a table of texts"));

/// Returns the data of a puzzle for the list.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "ratings go from 0 to 100"
)]
fn list_data(entry: &SiteEntry<'_>, pictures: &mut Pictures) -> Value {
    let &SiteEntry {
        id, puzzle, rating, ..
    } = entry;
    let title = puzzle.title();
    let roles = roles(puzzle);
    let pieces = puzzle.pieces().iter().zip(roles).map(|(piece, role)| {
        let label = puzzle::label(&piece.shape);
        let face = json!({ "face": body(puzzle, piece), "label": label });
        [place_in(&mut pictures.faces, face), ink_of(role)]
    });
    // A tile shows its mark in the text.
    let figures = puzzle::figures(puzzle);
    let are_named = !puzzle.is_numbered() && figures.iter().any(Option::is_some);
    let figures = if are_named { figures } else { Vec::new() };
    let view = View::new(puzzle);
    let grid = puzzle.grid();
    // Readers search for these names as well.
    let translation = |name: &String| TRANSLATIONS.get(name).cloned();
    let tiles = || format!("{}-puzzle", puzzle.pieces().len());
    let terms = [
        title.name.as_ref().and_then(translation),
        puzzle.is_numbered().then(tiles),
    ];
    let frame = json!({
        "rows": grid.rows(),
        "columns": grid.columns(),
        "view": view.view_box(),
        "frame": view.frame(puzzle),
    });
    json!({
        "id": id,
        "names": puzzle::names(puzzle),
        "aliases": title.aliases,
        "terms": terms.iter().flatten().collect::<Vec<_>>(),
        "best": best(puzzle),
        "impossible": matches!(puzzle.best(), PublishedOptimum::Impossible),
        "rating": rating.map(|rating| rating.round() as u8),
        "text": puzzle.to_string(),
        // The place of the frame, and of each face with the ink of the piece.
        "frame": place_in(&mut pictures.frames, frame),
        "looks": pieces.collect::<Vec<_>>(),
        "figures": figures,
    })
}

/// The scripts of a site, each after those that it needs.
pub const SCRIPTS: [&str; 7] = [
    puzzle::SCRIPTS,
    include_str!("site/drawing.js"),
    include_str!("site/records.js"),
    include_str!("site/list.js"),
    include_str!("path/board.js"),
    include_str!("site/map.js"),
    include_str!("site/site.js"),
];

/// The scripts of the editors, with a gap for their views.
pub static EDITORS: &str = concat!(
    include_str!("site/editors.js"),
    include_str!("site/easel.js"),
    include_str!("site/draw.js"),
    include_str!("site/paths.js"),
    include_str!("site/paths-input.js"),
);

fn editors_script() -> String {
    let transport = fill(TRANSPORT, &[("what", "Step of the path")]);
    let body = fill(
        include_str!("site/editors.html"),
        &[
            ("transport", &transport),
            ("style", include_str!("site/paths.css")),
        ],
    );
    compacted(&fill(EDITORS, &[("body", &body)]))
}

/// The script of paths by hand, with a gap for its controls.
pub static WALK_SCRIPT: &str = include_str!("site/walk.js");

fn walk_script() -> String {
    let won = fill(WON, &[("more", "")]);
    let controls = fill(include_str!("site/walk.html"), &[("won", &won)]);
    let script = fill(WALK_SCRIPT, &[("controls", &controls)]);
    compacted(&[chinese!("site/walk-chinese.json"), &script].concat())
}

/// The script of daily and new puzzles. It has gaps for its body and the days.
pub static TODAY_SCRIPT: &str = include_str!("site/today.js");

fn today_script() -> String {
    let days = ("days", include_str!("site/days.json"));
    let body = ("body", include_str!("site/today.html"));
    let script = fill(TODAY_SCRIPT, &[days, body]);
    compacted(&[chinese!("site/today-chinese.json"), &script].concat())
}

fn index(address: &str) -> String {
    let transport = fill(TRANSPORT, &[("what", "Move of the solution")]);
    PageTemplate {
        title: "Huarong",
        head: &head(address),
        heading: "<h1>Huarong</h1>",
        palette: &ThemeStyles::new(None),
        style: &[
            STYLE,
            include_str!("path/path.css"),
            include_str!("site/site.css"),
        ]
        .concat(),
        body: &fill(
            include_str!("site/site.html"),
            &[(
                "play",
                &puzzle::body(&transport, include_str!("site/trail.html")),
            )],
        ),
        // Each simplified character of a name before its traditional forms, and the Chinese
        // headings, by which pages in English find puzzles as well.
        data: &json!({
            "traditional": TRADITIONAL,
            "headings": {
                "doors": "出门",
                "klotski": "华容道 三国",
                "polyomino": "异形滑块",
                "rush-hour": "汽车华容道",
                "tiles": "数字推盘 数字华容道",
            },
        })
        .to_string(),
        texts: &[("worker", WORKER)],
        sources: " 'self'",
        translations: "if (isChinese) document.write('<script src=\"chinese.js\"><\\/script>');\n",
        scripts: &SCRIPTS,
    }
    .html()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::collection::{Collection, normalize_name};

    /// A new list of days begins on a day to come, so that these numbers are added to, and no
    /// number changes.
    #[test]
    fn the_daily_puzzles_of_past_days_never_change() {
        let lists: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("site/days.json")).expect("JSON");
        let collection = Collection::built_in();
        let known: HashMap<String, String> = collection
            .entries()
            .map(|entry| {
                let name = collection.name_of(&entry);
                let (file, label) = name.split_once('#').unwrap_or((&name, ""));
                let id = format!("{file}#{}", normalize_name(label));
                let id = id.trim_end_matches('#').to_owned();
                (id, entry.puzzle.without_info().to_string())
            })
            .collect();
        let sums = lists.iter().map(|list| {
            let words = |kind| list[kind].as_str().expect("a list").split(' ');
            let puzzles = words("klotski").chain(words("rush"));
            let puzzles = puzzles.map(|id| &*known[id]);
            crc32fast::hash(format!("{list}{}", puzzles.collect::<String>()).as_bytes())
        });
        assert_eq!(sums.collect::<Vec<u32>>(), [267_171_760, 1_588_464_620]);
    }
}
