//! Web pages in one file each, to play a puzzle or to watch a path.
//!
//! A page loads nothing from the network, and its content policy forbids it. Pages are made of the
//! templates beside this file: `page.*` for all pages, and a folder for each kind.

mod drawing;
mod path;
mod puzzle;
#[cfg(not(target_family = "wasm"))]
mod site;

pub use path::path;
#[cfg(any(feature = "web-boards", test))]
pub(crate) use puzzle::sheet;
pub use puzzle::{PageSolution, PuzzlePage, puzzle};
#[cfg(not(target_family = "wasm"))]
pub use site::{SiteEntry, icon, is_of_a_site, site};

use crate::render::{
    Escaped,
    theme::{ColourScheme, Role, SHADES, Theme},
};

/// Whether pages of puzzles and sites hold the WebAssembly modules that solve puzzles in them. A
/// build with `HUARONG_WITHOUT_MODULES` in its environment has none, for whoever builds everything
/// from source: its pages can be played, but do not solve.
pub const HAS_MODULES: bool = cfg!(not(without_modules));

/// A WebAssembly module from the file beside this one, packed by gzip, in base64; empty in a build
/// without modules.
macro_rules! module {
    ($file:literal) => {{
        #[cfg(not(without_modules))]
        let module = include_str!($file);
        #[cfg(without_modules)]
        let module = "";
        module
    }};
}
use module;

/// The look of pages in colour.
const SKIN: &str = include_str!("skin.css");

/// The card of a win. It has a gap for further buttons.
const WON: &str = include_str!("won.html");

/// The controls of a playback.
const TRANSPORT: &str = include_str!("transport.html");

/// The parts that differ between pages.
struct PageTemplate<'a> {
    /// The title, as text.
    title: &'a str,
    /// Further elements of the head, as HTML.
    head: &'a str,
    /// The heading, as HTML.
    heading: &'a str,
    palette: &'a ThemeStyles,
    style: &'a str,
    body: &'a str,
    /// JSON.
    data: &'a str,
    /// Further texts for scripts, by name.
    texts: &'a [(&'a str, &'a str)],
    /// Further sources that the content policy allows.
    sources: &'a str,
    /// A statement that adds the translations, if the page is in Chinese.
    translations: &'a str,
    /// The scripts, each after those that it needs.
    scripts: &'a [&'a str],
}

impl PageTemplate<'_> {
    /// Returns the HTML file.
    fn html(&self) -> String {
        let inks: String = (0..2 + SHADES).map(ink_rule).collect();
        let style = [
            include_str!("page.css"),
            self.style,
            self.palette.skin,
            &inks,
        ]
        .concat();
        let language = compacted(&[LANGUAGE, self.translations].concat());
        let script = compacted(&[&[COMMON], self.scripts].concat().join("\n"));
        let texts = self.texts.iter().map(|(name, text)| {
            format!("<script type=\"text/plain\" id=\"{name}\">\n{text}</script>\n")
        });
        fill(
            include_str!("page.html"),
            &[
                ("sources", self.sources),
                ("theme", self.palette.attribute),
                ("light", &self.palette.light),
                ("dark", &self.palette.dark),
                ("print", &declarations(Theme::Print)),
                ("title", &Escaped(self.title).to_string()),
                ("head", self.head),
                ("heading", self.heading),
                ("style", &style),
                ("body", self.body),
                ("texts", &texts.collect::<String>()),
                ("data", &inert(self.data)),
                ("language", &language),
                ("script", &script),
            ],
        )
    }
}

/// Removes the comment lines of a script and the blanks before lines, a fifth of its size. No text
/// of a script goes over several lines.
fn compacted(script: &str) -> String {
    script
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line.trim_start(), "\n"])
        .collect()
}

/// The script of every page that chooses its language.
const LANGUAGE: &str = include_str!("language.js");

/// Makes a script that adds the Chinese translations of a file; `{}` stands for a value.
macro_rules! chinese {
    ($file:literal) => {
        concat!("Object.assign(CHINESE, ", include_str!($file), ");\n")
    };
}
use chinese;

/// The translations of all pages.
const CHINESE: &str = chinese!("chinese.json");

/// The script of every page.
const COMMON: &str = include_str!("page.js");

/// Replaces each gap `{{name}}` of a template by its value. Gaps in values stay.
///
/// # Panics
/// If a gap is not closed or has no value: templates are part of the program.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part
            .split_once("}}")
            .expect("each gap of a template is closed");
        let value = values.iter().find(|(key, _)| *key == name);
        let (_, value) = value.unwrap_or_else(|| panic!("no value for the gap `{name}`"));
        text.push_str(value);
        text.push_str(rest);
    }
    text
}

/// Escapes JSON for a `script` element, which a `<` could end.
fn inert(json: &str) -> String {
    // In JSON, `<` occurs in strings only.
    json.replace('<', "\\u003c")
}

/// The light and dark colours of a page, and the choice between them.
struct ThemeStyles {
    /// CSS declarations of the light colours.
    light: String,
    /// CSS declarations of the dark colours.
    dark: String,
    /// An attribute of the root element; empty if the reader's system chooses.
    attribute: &'static str,
    /// A style sheet with further colours; empty if the page is black and white by day.
    skin: &'static str,
}

impl ThemeStyles {
    /// Returns the colours of a page that begins with `theme`, or with the choice of the reader's
    /// system. The `n`th [ink](ink_of) has the properties `--fill{n}`, `--edge{n}`, `--text{n}`.
    fn new(theme: Option<Theme>) -> Self {
        let (by_day, attribute) = match theme {
            None => (Theme::Light, ""),
            Some(Theme::Dark) => (Theme::Light, " data-theme=\"dark\""),
            Some(by_day @ (Theme::Light | Theme::Print)) => (by_day, " data-theme=\"light\""),
        };
        let [light, dark] = [by_day, Theme::Dark].map(declarations);
        let skin = if by_day == Theme::Print { "" } else { SKIN };
        ThemeStyles {
            light,
            dark,
            attribute,
            skin,
        }
    }
}

/// Returns the number of the ink of a role, which is the same for all puzzles.
const fn ink_of(role: Role) -> usize {
    match role {
        Role::Goal => 0,
        Role::Fixed => 1,
        Role::Shape(number) => 2 + number % SHADES,
    }
}

/// Returns the rule that gives a piece its ink.
fn ink_rule(ink: usize) -> String {
    let part = |part: &str| format!("--{part}:var(--{part}{ink});");
    let parts = ["fill", "edge", "text"].map(part).concat();
    format!("[data-ink=\"{ink}\"]{{{parts}}}\n")
}

/// Returns the CSS declarations of a theme.
fn declarations(theme: Theme) -> String {
    let scheme = theme.scheme();
    let ColourScheme {
        paper,
        caption,
        frame,
        floor,
        lines,
        gate,
        goal,
        ..
    } = scheme;
    let ColourScheme {
        square,
        first,
        last,
        path,
        ..
    } = scheme;
    // Small text, hovered elements, cards and borders.
    let soft = caption.mixed(*paper, 28);
    let hover = paper.mixed(*caption, 8);
    let card = paper.mixed(*caption, 3);
    let rule = paper.mixed(*caption, 18);
    let mut text = String::new();
    for (name, colour) in [
        ("paper", *paper),
        ("caption", *caption),
        ("frame", *frame),
        ("floor", *floor),
        ("lines", *lines),
        ("gate", *gate),
        ("goal", *goal),
        ("square", *square),
        ("start", *first),
        ("end", *last),
        ("accent", *path),
        ("soft", soft),
        ("hover", hover),
        ("card", card),
        ("rule", rule),
    ] {
        text += &format!("--{name}:{colour};");
    }
    for role in [Role::Goal, Role::Fixed]
        .into_iter()
        .chain((0..SHADES).map(Role::Shape))
    {
        let number = ink_of(role);
        let ink = theme.ink(role);
        let fill = ink.fill;
        let edge = ink.edge;
        let letters = ink.text;
        text += &format!("--fill{number}:{fill};--edge{number}:{edge};--text{number}:{letters};");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{
        puzzle::MAP_SCRIPT,
        site::{EDITORS, SCRIPTS as SITE, TODAY_SCRIPT, WALK_SCRIPT},
        *,
    };
    use crate::collection::Collection;

    #[test]
    fn template_values_are_not_expanded_recursively() {
        let values = [("a", "{{b}}"), ("b", "x")];
        assert_eq!(fill("{{a}}-{{b}}-{{b}}!", &values), "{{b}}-x-x!");
        assert_eq!(fill("none", &values), "none");
    }

    #[test]
    #[should_panic(expected = "no value for the gap `c`")]
    fn a_template_gap_without_a_value_panics() {
        fill("{{c}}", &[("a", "")]);
    }

    #[test]
    fn names_cannot_end_the_script_element() {
        let json = serde_json::json!({"name": "</script><!--<b>"}).to_string();
        let inert = inert(&json);
        assert!(!inert.contains('<'));
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&inert).expect("JSON"),
            serde_json::from_str::<serde_json::Value>(&json).expect("JSON")
        );
    }

    #[test]
    fn a_theme_sets_the_initial_colours_of_a_page() {
        let attribute = |theme| ThemeStyles::new(theme).attribute;
        assert_eq!(attribute(None), "");
        assert_eq!(attribute(Some(Theme::Light)), " data-theme=\"light\"");
        assert_eq!(attribute(Some(Theme::Dark)), " data-theme=\"dark\"");
        let plain = ThemeStyles::new(None);
        assert_eq!(ThemeStyles::new(Some(Theme::Dark)).light, plain.light);
        let print = ThemeStyles::new(Some(Theme::Print));
        assert_ne!(print.light, plain.light, "by day it is black and white");
        assert_eq!(print.dark, plain.dark);
    }

    #[test]
    fn each_role_has_three_colours() {
        let palette = ThemeStyles::new(None);
        for colours in [palette.light, palette.dark] {
            assert!(colours.starts_with("--paper:#"), "{colours}");
            for role in [Role::Goal, Role::Fixed, Role::Shape(0), Role::Shape(99)] {
                for name in ["fill", "edge", "text"] {
                    let name = format!("--{name}{}:#", ink_of(role));
                    assert_eq!(colours.matches(&name).count(), 1, "{name}");
                }
            }
        }
    }

    /// The texts of scripts that are loaded later come with them.
    const ALL_CHINESE: &str = concat!(
        include_str!("chinese.json"),
        include_str!("puzzle/map-chinese.json"),
        include_str!("site/walk-chinese.json"),
        include_str!("site/today-chinese.json"),
    );

    /// The scripts that are loaded when they are needed.
    const LOADED: [&str; 4] = [MAP_SCRIPT, WALK_SCRIPT, TODAY_SCRIPT, EDITORS];

    /// The texts that a script has translated.
    fn texts(script: &str) -> impl Iterator<Item = &str> {
        let parts = ["tr(\"", "tell(\"", "warn(\""].map(|call| script.split(call).skip(1));
        let parts = parts.into_iter().flatten();
        parts.filter_map(|rest| Some(rest.split_once('"')?.0))
    }

    #[test]
    fn every_text_of_the_scripts_has_a_chinese_translation() {
        let scripts: Vec<&str> = [LANGUAGE, COMMON]
            .into_iter()
            .chain(SITE.iter().copied())
            .chain(LOADED)
            .collect();
        let texts: Vec<&str> = scripts.iter().flat_map(|script| texts(script)).collect();
        assert!(texts.len() > 100, "{}", texts.len());
        let is_missing = |text: &&&str| !ALL_CHINESE.contains(&format!("\n  \"{text}\": \""));
        let missing: Vec<&&str> = texts.iter().filter(is_missing).collect();
        assert_eq!(missing, Vec::<&&str>::new());
    }

    #[test]
    fn every_puzzle_with_an_english_name_has_a_chinese_name() {
        let without_numbers = |name: &str| {
            let parts = name.split(|mark: char| mark.is_ascii_digit());
            let parts: Vec<&str> = parts.collect();
            let mut name = parts.join("{}");
            while name.contains("{}{}") {
                name = name.replace("{}{}", "{}");
            }
            let list = name.replace("{}-{}", "{}");
            [name, list]
        };
        for entry in Collection::built_in().entries() {
            let title = entry.puzzle.title();
            let name = title.name.as_deref().unwrap_or_default();
            // Names of authors and of series have no meaning to translate.
            let is_english = title.translations.is_empty()
                && !name.starts_with("Bickford ")
                && !["AdelaaR", "RedditQuest4hj6nb", "D209", "HIFI"].contains(&name);
            let is_known = |name: &String| ALL_CHINESE.contains(&format!("\n  \"{name}\": \""));
            assert!(
                !is_english || without_numbers(name).iter().any(is_known),
                "{name}"
            );
        }
    }

    /// Whether `translated` knows a text of the library. A number or a quotation is a value, or
    /// else a list of numbers.
    fn is_translated(text: &str) -> bool {
        let without_numbers = |part: &str| {
            let mut part = part.replace('"', "\\\"");
            part = part.replace(|mark: char| mark.is_ascii_digit(), "\0");
            while part.contains("\0\0") {
                part = part.replace("\0\0", "\0");
            }
            part
        };
        let parts = text.split('`').enumerate();
        let values: String = parts
            .map(|(at, part)| match at % 2 {
                0 => without_numbers(part),
                _ => "\0".to_owned(),
            })
            .collect();
        let lists = without_numbers(text).replace("\0,\0", "\0");
        [values, lists.replace("\0,\0", "\0")].iter().any(|text| {
            let text = text.replace('\0', "{}");
            ALL_CHINESE.contains(&format!("\n  \"{text}\": \""))
        })
    }

    /// Holds that `translated` knows a text of the library or all its parts with words.
    #[track_caller]
    fn hold_translated(text: &str) {
        let is_told = |part: &&str| part.contains(|mark: char| mark.is_ascii_lowercase());
        let parts: Vec<&str> = text.split(", ").flat_map(|it| it.split("; ")).collect();
        let missing: Vec<&&str> = parts.iter().filter(|part| !is_translated(part)).collect();
        let is_known = is_translated(text) || !missing.iter().any(|part| is_told(part));
        assert!(is_known, "{text}: {missing:?}");
    }

    #[test]
    fn every_note_of_the_collection_has_a_chinese_translation() {
        for entry in Collection::built_in().entries() {
            let note = entry.puzzle.title().note.as_deref().unwrap_or_default();
            for part in note.split("; ").filter(|part| !part.is_empty()) {
                assert!(is_translated(part), "{part}");
            }
        }
    }

    #[test]
    fn every_note_and_error_of_the_readers_has_a_chinese_translation() {
        use crate::{
            cases::rows,
            graph::{
                EdgeDirection,
                text::{self, MapOrGraph, parse_any, parse_map},
            },
            notation,
            puzzle::text::parse,
        };
        for form in &notation::FORMS {
            let parsed = notation::read_any(form.example, None).expect(form.example);
            for note in parsed.assumptions.iter().flatten() {
                hold_translated(&note.to_string());
            }
        }
        for form in &text::FORMS {
            let parsed = parse_any(form.example.as_bytes(), EdgeDirection::Undirected);
            let parsed = parsed.expect(form.example);
            // Pages read maps only.
            if matches!(parsed.subject, MapOrGraph::Map(_)) {
                for note in &parsed.notes {
                    hold_translated(note);
                }
            }
        }
        let puzzles =
            include_str!("../../../puzzles/puzzle/text/tables/each_error_names_its_place.txt");
        let maps = include_str!("../../../paths/graph/text/tables/maps.txt");
        let puzzles = rows(puzzles).into_iter().map(|[text, _]| parse(text).err());
        let maps = rows(maps)
            .into_iter()
            .map(|[text, _]| parse_map(text.as_bytes()).err());
        for error in puzzles.chain(maps).flatten() {
            hold_translated(&error.message);
            hold_translated(&error.help);
        }
    }

    #[test]
    fn every_sentence_of_the_pages_has_a_chinese_translation() {
        let pages = [
            include_str!("page.html"),
            include_str!("transport.html"),
            WON,
            include_str!("puzzle/won-more.html"),
            include_str!("puzzle/puzzle.html"),
            include_str!("puzzle/map.html"),
            include_str!("path/path.html"),
            include_str!("site/editors.html"),
            include_str!("site/walk.html"),
            include_str!("site/today.html"),
            include_str!("site/site.html"),
        ];
        let is_told = |text: &str| {
            let is_text = text.contains(|mark: char| mark.is_ascii_lowercase());
            is_text && !text.contains("{{")
        };
        for page in pages {
            let body = page
                .split_once("</noscript>")
                .map_or(page, |(_, body)| body);
            // Sentences with keys in them stand as a whole.
            for item in body
                .split("<li>")
                .skip(1)
                .filter_map(|rest| rest.split("</li>").next())
            {
                crate::cases::has(ALL_CHINESE, &format!("\n  \"{item}\": \""));
            }
            for attribute in ["aria-label=\"", "title=\"", "placeholder=\""] {
                let values = body
                    .split(attribute)
                    .skip(1)
                    .filter_map(|rest| rest.split('"').next());
                for value in values.filter(|value| is_told(value)) {
                    crate::cases::has(ALL_CHINESE, &format!("\n  \"{value}\": \""));
                }
            }
            let outside = body
                .split("<li>")
                .map(|rest| rest.rsplit("</li>").next().unwrap_or(rest));
            let texts =
                outside.flat_map(|part| part.split('<').filter_map(|rest| rest.split('>').nth(1)));
            for text in texts.map(str::trim).filter(|text| is_told(text)) {
                crate::cases::has(ALL_CHINESE, &format!("\n  \"{text}\": \""));
            }
        }
    }

    #[test]
    fn a_page_is_printed_in_greys() {
        let path = "@media print { :root { --paper:#";
        assert!(super::site::site(&[], "")[0].1.contains(path));
    }

    #[test]
    fn scripts_and_drawings_share_the_side_of_a_cell() {
        let line = format!("const CELL = {};", crate::render::geometry::UNIT);
        assert!(include_str!("puzzle/board.js").contains(&line));
    }
}
