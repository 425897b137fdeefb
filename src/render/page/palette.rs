//! The colours of a page, as properties of its style sheet.

use std::fmt::Write;

use crate::render::role::Role;
use crate::render::theme::{Scheme, Theme};

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
