//! Puzzles in addresses: links of the site, and pages elsewhere whose address holds the board.

use crate::{
    cli::{Result, diagnostics::UserError},
    notation, puzzle,
};
use miniz_oxide::inflate;

/// A puzzle that an address holds.
pub struct LinkedPuzzle {
    /// Its name in the collection, or its board in any notation.
    pub puzzle: String,
    /// Whether the link also holds a position of a game; only the puzzle is taken.
    pub has_position: bool,
}

/// Returns the puzzle of an address, or of a board before a slash and its number of moves; `None`
/// if there is none or more than one.
///
/// # Errors
///
/// If a link of the site is damaged.
pub fn linked_puzzle(text: &str) -> Result<Option<LinkedPuzzle>> {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return Ok(None);
    }
    if let Some((_, fragment)) = text.split_once('#') {
        let mut parameters = fragment.split('&');
        let first = parameters
            .next()
            .and_then(|parameter| parameter.split_once('='));
        let has_position = parameters.any(|parameter| parameter.starts_with("at="));
        let puzzle = match first {
            Some(("play", name)) => Some(name.to_owned()),
            Some(("puzzle" | "draw", packed)) => Some(unpack_puzzle(packed).ok_or_else(damaged)?),
            _ => None,
        };
        if let Some(puzzle) = puzzle {
            return Ok(Some(LinkedPuzzle {
                puzzle,
                has_position,
            }));
        }
    }
    Ok(notation::board_in_address(text).map(|board| LinkedPuzzle {
        puzzle: board.to_owned(),
        has_position: false,
    }))
}

fn damaged() -> UserError {
    user_error!(
        "the link is damaged: no puzzle can be unpacked from it",
        "copy all of it again"
    )
}

/// Returns the text of a puzzle that the site packed.
fn unpack_puzzle(packed: &str) -> Option<String> {
    let bytes = decode_base64url(packed)?;
    let bytes = inflate::decompress_to_vec_with_limit(&bytes, puzzle::text::MAX_BYTES).ok()?;
    String::from_utf8(bytes).ok()
}

/// Decodes base64 in the alphabet for addresses (RFC 4648, section 5), without padding.
fn decode_base64url(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut bits = 0_u32;
    let mut held = 0;
    for letter in text.bytes() {
        let digit = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 0xff) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle_of(address: &str) -> Option<String> {
        linked_puzzle(address)
            .expect("a whole link")
            .map(|linked| linked.puzzle)
    }

    #[test]
    fn the_board_of_an_address_is_found() {
        let hardest = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
        for (address, found) in [
            (
                format!("https://www.michaelfogleman.com/rush/#{hardest}/60"),
                Some(hardest),
            ),
            (format!("{hardest}/60"), Some(hardest)),
            (
                "https://example.org/site.html#play=heng-dao-li-ma&at=3".to_owned(),
                Some("heng-dao-li-ma"),
            ),
            ("https://www.fayaa.com/youxi/hrd/1/".to_owned(), None),
            ("ACCB/ACCB/DEEF/DGHF/I..J".to_owned(), None),
            ("# a comment".to_owned(), None),
        ] {
            assert_eq!(puzzle_of(&address).as_deref(), found, "{address}");
        }
    }

    #[test]
    fn a_damaged_link_is_an_error() {
        for packed in [
            "",
            "c3R04tJzBmE9",
            "!",
            "AAAA",
            "c3R04tJzBmE9Lq70_MQcKy49PT0uPUdHMA0",
        ] {
            assert!(
                linked_puzzle(&format!("#draw={packed}")).is_err(),
                "{packed}"
            );
        }
    }
}
