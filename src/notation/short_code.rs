//! To be written.

use super::error::Spot;
use super::{Notation, ParseError, Unsayable};
use crate::puzzle::Puzzle;

pub(super) fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let line = text.lines().next().unwrap_or_default();
    Err(Spot::whole(1, line).error(Notation::ShortCode, "not yet", "wait"))
}

pub(super) fn write(_: &Puzzle) -> Result<String, Unsayable> {
    Err(Unsayable { notation: Notation::ShortCode, what: "anything yet".to_owned() })
}
