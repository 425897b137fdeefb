//! Which notation a text is in.

use super::{CommonCode, Notation, cells20, rush, short_code};
use crate::puzzle::is_letter;
use crate::puzzle::text::KEYS;

/// The notation that the text looks to be in; `None` where it looks like none, as one of ours does
/// that has neither header nor goal. Nothing is said of whether it can be read.
///
/// A text that could be several is the first of these:
/// 1. ours, if a line begins with `goal:` or `exit:`, or the first one with any of our keys;
/// 2. a list of blocks, if its first sign is `{`, or `[` with `{` behind it;
/// 3. a game ID of Slide, if it begins with a size and a colon, `4x5u:`;
/// 4. a script of Jimslide, if a line begins with one of its words and a colon;
/// 5. a map of GNOME Klotski, if there is a `*` in it;
/// 6. twenty characters, a `ShortCode`, a `CommonCode`, or a Rush Hour board of letters and digits,
///    by its first line that is not blank.
///
/// ```
/// use huarong::notation::{Notation, detect};
///
/// assert_eq!(detect("4WVE1"), Some(Notation::ShortCode));
/// assert_eq!(detect("1A9BF0C"), Some(Notation::CommonCode));
/// assert_eq!(detect("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"), Some(Notation::Rush));
/// ```
#[must_use]
pub fn detect(text: &str) -> Option<Notation> {
    let text = text.trim_start_matches('\u{feff}');
    ORDER.into_iter().find(|&notation| looks_like(notation, text))
}

/// The notations in the order in which they are tried.
const ORDER: [Notation; 9] = [
    Notation::Huarong,
    Notation::Blocks,
    Notation::SlideId,
    Notation::Jimslide,
    Notation::Gnome,
    Notation::Cells20,
    Notation::ShortCode,
    Notation::CommonCode,
    Notation::Rush,
];

/// Whether the text looks to be in that notation.
fn looks_like(notation: Notation, text: &str) -> bool {
    let first_line = text.lines().map(str::trim).find(|line| !line.is_empty());
    match notation {
        Notation::Huarong => is_ours(text),
        Notation::Blocks => is_blocks(text),
        Notation::SlideId => is_slide_id(text),
        Notation::Jimslide => text.lines().filter_map(key).any(is_of_jimslide),
        Notation::Cells20 => first_line.is_some_and(is_cells20),
        Notation::ShortCode => first_line.is_some_and(is_short_code),
        Notation::CommonCode => first_line.is_some_and(is_common_code),
        Notation::Rush => first_line.is_some_and(is_rush),
        Notation::Gnome => text.contains('*'),
    }
}

/// The words that begin the lines of a script of Jimslide.
const JIMSLIDE: [&str; 11] =
    ["xsize", "ysize", "wall", "hwall", "vwall", "piece", "put", "win", "lockx", "locky", "xstep"];

fn is_of_jimslide(key: &str) -> bool {
    JIMSLIDE.iter().any(|known| known.eq_ignore_ascii_case(key))
}

fn is_ours(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim_start().starts_with(';'));
    let first_key = lines.clone().find(|line| !line.trim().is_empty()).and_then(key);
    let known = |key: &str| KEYS.contains(&key.split('.').next().unwrap_or_default());
    first_key.is_some_and(known) || lines.any(|line| matches!(key(line), Some("goal" | "exit")))
}

/// What stands before the colon of a line.
fn key(line: &str) -> Option<&str> {
    line.split_once([':', '：']).map(|(key, _)| key.trim())
}

fn is_blocks(text: &str) -> bool {
    let text = text.trim_start();
    let list = text.strip_prefix('[').map_or(text, str::trim_start);
    list.starts_with('{')
}

/// Whether the text begins like `4x5m3:`, `4x5u:` or `5:`.
fn is_slide_id(text: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((before, _)) = text.trim_start().split_once(':') else { return false };
    let (size, limit) = match before.split_once(['m', 'M']) {
        Some((size, limit)) => (size, Some(limit)),
        None => (before.strip_suffix(['u', 'U']).unwrap_or(before), None),
    };
    let (width, height) = size.split_once(['x', 'X']).unwrap_or((size, size));
    number(width) && number(height) && limit.is_none_or(number)
}

fn is_cells20(line: &str) -> bool {
    line.len() == 20 && line.chars().all(cells20::is_cell) && line.contains("AA")
}

fn is_short_code(line: &str) -> bool {
    line.len() == 5 && line.chars().all(|digit| short_code::value(digit).is_some())
}

fn is_common_code(line: &str) -> bool {
    let digits = line.len() <= 9 && line.bytes().all(|byte| byte.is_ascii_hexdigit());
    let square = line.chars().next().and_then(|digit| digit.to_digit(16));
    digits && square.is_some_and(|square| CommonCode::is_square(square as usize))
}

/// Whether a line holds the cells of a square board, its smallest letter in several of them, and
/// before and behind it a number or nothing.
fn is_rush(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    let board = match words[..] {
        [board] => board,
        [slides, board, _] if slides.bytes().all(|byte| byte.is_ascii_digit()) => board,
        _ => return false,
    };
    let cells = board.chars().filter(|&cell| !rush::is_empty(cell) && !rush::is_wall(cell));
    let primary = cells.clone().min();
    rush::side(board.chars().count()).is_some()
        && cells.clone().all(is_letter)
        && cells.filter(|&cell| Some(cell) == primary).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_notation_is_known_by_its_looks() {
        for (text, wanted) in [
            ("name: x\n\nA .\n\ngoal:\n. A\n", Notation::Huarong),
            ("; a remark\n\nname.zh: x\n\nA *\n", Notation::Huarong),
            ("\u{feff}exit: A=right\nA A *\n", Notation::Huarong),
            ("1A9BF0C00", Notation::CommonCode),
            ("\r\n 1a9bf0c \r\n", Notation::CommonCode),
            ("0", Notation::CommonCode),
            ("4WVE1", Notation::ShortCode),
            ("4wve1\nAXCZN\n", Notation::ShortCode),
            // Five digits that could be either.
            ("1A9BF", Notation::ShortCode),
            ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", Notation::Rush),
            ("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n", Notation::Rush),
            ("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...", Notation::Rush),
            ("HAAIHAAIJBBKJNOKP@@Q", Notation::Cells20),
            ("######\n#a**b#\n#m**n#\n##--##\n    ..#\n", Notation::Gnome),
            // Its first line could be a CommonCode.
            ("ab\n*.\n", Notation::Gnome),
            ("! a script\nxsize: 4\nysize: 5\n", Notation::Jimslide),
            ("# name: x\nXSIZE: 4\n", Notation::Jimslide),
            ("{\"blocks\":[]}", Notation::Blocks),
            ("\n[\n {\"blocks\": []}]", Notation::Blocks),
            ("6x6m14:ee,0,1", Notation::SlideId),
            ("4x5:a,1,3,116", Notation::SlideId),
            ("4X5U:a,1,3", Notation::SlideId),
            ("5:ae,1,3", Notation::SlideId),
        ] {
            assert_eq!(detect(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_looks_like_nothing_is_nothing() {
        for text in [
            "",
            "\n\n",
            "A A .\nB . .\n",
            "heng-dao-lima",
            "横刀立马",
            "nosuchone",
            "none#3",
            "3A9BF0C",
            "1A9BF0C000",
            "4WVL1",
            "x5:a",
            "4x5k:a",
            "[]",
        ] {
            assert_eq!(detect(text), None, "{text}");
        }
    }
}
