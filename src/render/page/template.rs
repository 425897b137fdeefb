//! What every page is made of: a template with gaps, the colours as properties of its style sheet,
//! and what may be put into a page.

use std::fmt::Write;

use serde::Serialize;

use crate::render::role::Role;
use crate::render::theme::{Scheme, Theme};
use crate::render::xml::Escaped;

/// The controls of something that is shown step by step.
pub(super) const TRANSPORT: &str = include_str!("transport.html");

/// What differs between pages.
pub(super) struct Page<'a, T> {
    /// What it is called, as text.
    pub(super) title: &'a str,
    /// The same and what else stands on top, as HTML.
    pub(super) heading: &'a str,
    pub(super) palette: &'a Palette,
    pub(super) style: &'a str,
    pub(super) body: &'a str,
    pub(super) data: &'a T,
    /// The scripts, in the order in which they need each other.
    pub(super) scripts: &'a [&'a str],
}

impl<T: Serialize> Page<'_, T> {
    /// The whole file.
    pub(super) fn html(&self) -> String {
        let data = serde_json::to_string(self.data)
            .expect("the data has no maps and no numbers that JSON lacks");
        let style = [include_str!("page.css"), self.style].concat();
        let script = [&[include_str!("page.js")], self.scripts].concat().join("\n");
        fill(
            include_str!("page.html"),
            &[
                ("theme", self.palette.attribute),
                ("light", &self.palette.light),
                ("dark", &self.palette.dark),
                ("title", &Escaped(self.title).to_string()),
                ("heading", self.heading),
                ("style", &style),
                ("body", self.body),
                ("data", &inert(&data)),
                ("script", &script),
            ],
        )
    }
}

/// The template with each `{{name}}` replaced by its value. Values are not searched for gaps.
///
/// # Panics
/// If a gap is not closed, or there is no value of its name: templates are part of the program.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").expect("each gap of a template is closed");
        let value = values.iter().find(|(key, _)| *key == name);
        let (_, value) = value.unwrap_or_else(|| panic!("no value for the gap `{name}`"));
        text.push_str(value);
        text.push_str(rest);
    }
    text
}

/// JSON that may stand within a `script` element: no `<` ends the element or opens a comment.
fn inert(json: &str) -> String {
    // A `<` can only be part of a string there, and `&` and `>` cost little.
    json.replace('<', "\\u003c")
}

/// The colours that a page has by day and by night, and which of the two it begins with.
pub(super) struct Palette {
    /// Declarations for the light page.
    pub(super) light: String,
    /// The same for the dark one.
    pub(super) dark: String,
    /// An attribute of the root element: none leaves the choice to the reader's system.
    pub(super) attribute: &'static str,
}

impl Palette {
    /// Those of a page that begins with `theme`, or as the reader's system is set. Pieces of the
    /// `n`th role find their colours as `--fill{n}`, `--edge{n}`, `--text{n}`.
    pub(super) fn new(theme: Option<Theme>, roles: &[Role]) -> Self {
        let (by_day, attribute) = match theme {
            None => (Theme::Light, ""),
            Some(Theme::Dark) => (Theme::Light, " data-theme=\"dark\""),
            Some(by_day @ (Theme::Light | Theme::Print)) => (by_day, " data-theme=\"light\""),
        };
        let [light, dark] = [by_day, Theme::Dark].map(|theme| declarations(theme, roles));
        Palette { light, dark, attribute }
    }
}

/// The colours of a theme.
fn declarations(theme: Theme, roles: &[Role]) -> String {
    let scheme = theme.scheme();
    let Scheme { paper, caption, frame, floor, lines, gate, goal, .. } = scheme;
    let Scheme { square, first, last, path, .. } = scheme;
    // Of the page itself: what is written small, what lies on the page, what is pointed at.
    let (soft, hover) = (caption.mixed(*paper, 28), paper.mixed(*caption, 8));
    let (card, rule) = (paper.mixed(*caption, 3), paper.mixed(*caption, 18));
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
        write!(text, "--{name}:{colour};").expect("a string takes it all");
    }
    for (number, &role) in roles.iter().enumerate() {
        let ink = theme.ink(role);
        let (fill, edge, letters) = (ink.fill, ink.edge, ink.text);
        write!(text, "--fill{number}:{fill};--edge{number}:{edge};--text{number}:{letters};")
            .expect("a string takes it all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_once() {
        let values = [("a", "{{b}}"), ("b", "x")];
        assert_eq!(fill("{{a}}-{{b}}-{{b}}!", &values), "{{b}}-x-x!");
        assert_eq!(fill("none", &values), "none");
    }

    #[test]
    #[should_panic(expected = "no value for the gap `c`")]
    fn a_gap_without_a_value_is_an_error_of_the_template() {
        fill("{{c}}", &[("a", "")]);
    }

    #[test]
    fn no_name_ends_the_script_that_it_stands_in() {
        let json = serde_json::json!({"name": "</script><!--<b>"}).to_string();
        let inert = inert(&json);
        assert!(!inert.contains('<'));
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&inert).expect("JSON"),
            serde_json::from_str::<serde_json::Value>(&json).expect("JSON")
        );
    }

    #[test]
    fn a_theme_is_where_a_page_begins() {
        let attribute = |theme| Palette::new(theme, &[]).attribute;
        assert_eq!(attribute(None), "");
        assert_eq!(attribute(Some(Theme::Light)), " data-theme=\"light\"");
        assert_eq!(attribute(Some(Theme::Dark)), " data-theme=\"dark\"");
        let plain = Palette::new(None, &[]);
        assert_eq!(Palette::new(Some(Theme::Dark), &[]).light, plain.light);
        let print = Palette::new(Some(Theme::Print), &[]);
        assert_ne!(print.light, plain.light, "by day it is black and white");
        assert_eq!(print.dark, plain.dark);
    }

    #[test]
    fn each_role_has_three_colours() {
        let palette = Palette::new(None, &[Role::Goal, Role::Shape(0)]);
        for colours in [palette.light, palette.dark] {
            assert!(colours.starts_with("--paper:#"), "{colours}");
            for name in ["fill0", "edge0", "text0", "fill1", "edge1", "text1"] {
                assert_eq!(colours.matches(&format!("--{name}:#")).count(), 1, "{name}");
            }
            assert!(!colours.contains("--fill2"));
        }
    }
}
