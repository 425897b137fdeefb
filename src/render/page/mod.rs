//! Web pages: one file that has everything in it, to be played with or watched.
//!
//! A page asks for nothing from any network, and its own policy forbids it to. It is made of the
//! templates beside this file: `page.*` is what every page has, the folders have the rest.

mod palette;
mod path;
mod puzzle;
mod template;

use serde::Serialize;

pub use path::path;
pub use puzzle::{Guide, PuzzlePage, puzzle};

use crate::render::xml::Escaped;
use palette::Palette;
use template::{fill, inert};

/// The controls of something that is shown step by step.
const TRANSPORT: &str = include_str!("transport.html");

/// What differs between pages.
struct Page<'a, T> {
    /// What it is called, as text.
    title: &'a str,
    /// The same and what else stands on top, as HTML.
    heading: &'a str,
    palette: &'a Palette,
    style: &'a str,
    body: &'a str,
    data: &'a T,
    /// The scripts, in the order in which they need each other.
    scripts: &'a [&'a str],
}

impl<T: Serialize> Page<'_, T> {
    /// The whole file.
    fn html(&self) -> String {
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
