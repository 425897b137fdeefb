//! Puzzles from outside.

use std::io::Read;

use super::{Notation, ParseError, ReadError, detect, read};
use crate::puzzle::Puzzle;
use crate::puzzle::text;

/// The puzzles of a text from outside, at least one. Where no notation is given, it is the one that
/// the text [looks to be in](detect()), and ours if it looks like none.
///
/// Never holds more than [`MAX_BYTES`](text::MAX_BYTES) of the text, and one.
///
/// # Errors
/// If reading fails, there is too much to read, or something is wrong with the text.
pub fn read_from(source: impl Read, notation: Option<Notation>) -> Result<Vec<Puzzle>, ReadError> {
    let bytes = text::read_bytes(source)?;
    let Ok(text) = str::from_utf8(&bytes) else {
        // Our own reader tells which byte it is.
        let puzzles = text::parse_bytes(&bytes).map_err(ParseError::from);
        return puzzles.map_err(ReadError::Parse);
    };
    let notation = notation.or_else(|| detect(text)).unwrap_or(Notation::Huarong);
    read(notation, text).map_err(ReadError::Parse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_is_the_one_given_or_the_one_it_looks_like() {
        let pieces = |notation| {
            read_from(&b"\xef\xbb\xbf1A9BF\n"[..], notation)
                .map(|puzzles| puzzles[0].pieces().len())
        };
        // As five digits of base 32, and as nine hexadecimal ones of which four are left away.
        assert_eq!(pieces(None).ok(), Some(6));
        assert_eq!(pieces(Some(Notation::CommonCode)).ok(), Some(9));
        assert!(matches!(pieces(Some(Notation::Huarong)), Err(ReadError::Parse(_))));
    }

    #[test]
    fn what_is_no_text_is_told_with_its_place() {
        let error = read_from(&b"4WVE1\n4W\xffE1\n"[..], None).expect_err("not UTF-8");
        let ReadError::Parse(error) = error else { panic!("{error}") };
        assert_eq!((error.line, error.column), (2, 3));
        let error = read_from(std::io::repeat(b'\n'), None).expect_err("endless");
        assert_eq!(error.to_string(), "the text is larger than 8 MiB");
    }
}
