//! Puzzles in addresses: links of the site, and pages elsewhere whose address holds the board.

use crate::{
    cli::{Result, diagnostics::UserError, numbers::joined},
    notation, puzzle,
};
use miniz_oxide::inflate;
use serde::Deserialize;

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

/// Returns the text of a puzzle that the site packed: the text itself, or a drawing.
fn unpack_puzzle(packed: &str) -> Option<String> {
    let bytes = decode_base64url(packed)?;
    let bytes = inflate::decompress_to_vec_with_limit(&bytes, puzzle::text::MAX_BYTES).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    if !text.starts_with('{') {
        return Some(text);
    }
    serde_json::from_str::<LinkedDrawing>(&text).ok()?.text()
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

/// A drawing as the site keeps it, which need not be a puzzle yet.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LinkedDrawing {
    rows: usize,
    columns: usize,
    /// A mark for each cell, row by row: the letter of a piece, `.`, `#` or `+`.
    cells: String,
    /// The target of the first cell of each piece.
    goals: Vec<(char, (isize, isize))>,
    names: Vec<(char, String)>,
    locks: Vec<(char, String)>,
    is_axis: bool,
    /// Header lines of the puzzle as a whole.
    head: Vec<String>,
    guests: Vec<char>,
    alike: Vec<String>,
    /// Goals as text, if none is drawn.
    written: Option<String>,
}

impl LinkedDrawing {
    /// Returns the puzzle as its file is written, or `None` if the cells do not fill the frame.
    fn text(&self) -> Option<String> {
        let cells: Vec<char> = self.cells.chars().collect();
        if cells.is_empty() || self.rows.checked_mul(self.columns) != Some(cells.len()) {
            return None;
        }
        let mut letters: Vec<char> = Vec::new();
        for &mark in cells.iter().filter(|mark| !".#_+".contains(**mark)) {
            if !letters.contains(&mark) {
                letters.push(mark);
            }
        }
        let header = [self.head.clone(), self.rules(&cells, &letters)].concat();
        let goal = match &self.written {
            Some(written) => written.clone(),
            None => self
                .drawn_goal(&cells, &letters)
                .map_or_else(String::new, |marks| {
                    format!("goal:\n{}", self.grid(&marks, &cells, &letters))
                }),
        };
        let parts = [header.join("\n"), self.grid(&cells, &cells, &letters), goal];
        let parts = parts.iter().filter(|part| !part.is_empty());
        Some(joined(parts, "\n\n") + "\n")
    }

    /// Returns the header lines about the pieces that there are.
    fn rules(&self, cells: &[char], letters: &[char]) -> Vec<String> {
        let entries = |of: &[(char, String)]| -> Vec<String> {
            let of_letter = |letter| of.iter().find(|(other, _)| other == letter);
            letters
                .iter()
                .filter_map(of_letter)
                .map(|(letter, it)| format!("{letter}={it}"))
                .collect()
        };
        let are_tiles = self.are_tiles(cells, letters);
        let names = if are_tiles {
            Vec::new()
        } else {
            entries(&self.names)
        };
        let is_left = |letter: &char| letters.contains(letter);
        let mut gate = Vec::new();
        if cells.contains(&'+') {
            gate.push("+ =".to_owned());
            gate.extend(
                self.guests
                    .iter()
                    .filter(|it| is_left(it))
                    .map(char::to_string),
            );
        }
        let groups = self
            .alike
            .iter()
            .map(|group| group.chars().filter(is_left).collect());
        let alike = groups
            .filter(|group: &String| group.chars().count() > 1)
            .collect();
        let pieces = Vec::from_iter(self.is_axis.then(|| "axis".to_owned()));
        [
            ("names", names),
            ("pieces", pieces),
            ("gate", gate),
            ("lock", entries(&self.locks)),
            ("alike", alike),
        ]
        .iter()
        .filter(|(_, words)| !words.is_empty())
        .map(|(key, words)| format!("{key}: {}", words.join(" ")))
        .collect()
    }

    /// Returns the marks of the goal that is drawn, if there is one.
    fn drawn_goal(&self, cells: &[char], letters: &[char]) -> Option<Vec<char>> {
        let columns = self.columns.cast_signed();
        let place = |at: usize| (at.cast_signed() / columns, at.cast_signed() % columns);
        let mut marks: Vec<char> = cells
            .iter()
            .map(|&mark| if mark == '#' { '#' } else { '.' })
            .collect();
        let mut is_drawn = false;
        for &letter in letters {
            let Some((_, (row, column))) = self.goals.iter().find(|(other, _)| *other == letter)
            else {
                continue;
            };
            let own = || {
                (0..cells.len())
                    .filter(|&at| cells[at] == letter)
                    .map(place)
            };
            let (first_row, first_column) = own().next()?;
            for cell in own() {
                let row = cell.0 - first_row + row;
                let column = cell.1 - first_column + column;
                if (0..self.rows.cast_signed()).contains(&row) && (0..columns).contains(&column) {
                    marks[(row * columns + column).unsigned_abs()] = letter;
                    is_drawn = true;
                }
            }
        }
        is_drawn.then_some(marks)
    }

    /// Writes marks row by row: tiles with their numbers.
    fn grid(&self, marks: &[char], cells: &[char], letters: &[char]) -> String {
        let are_tiles = self.are_tiles(cells, letters);
        let shown = |mark: &char| {
            if are_tiles && letters.contains(mark) {
                self.label(*mark)
            } else {
                mark.to_string()
            }
        };
        let words: Vec<String> = marks.iter().map(shown).collect();
        let widths = words.iter().map(String::len).filter(|_| are_tiles);
        let width = widths.max().unwrap_or(1);
        let rows = words.chunks(self.columns).map(|row| {
            let words = row.iter().map(|word| format!("{word:>width$}"));
            joined(words, " ")
        });
        joined(rows, "\n")
    }

    fn label(&self, letter: char) -> String {
        let name = self.names.iter().find(|(other, _)| *other == letter);
        name.map_or_else(|| letter.to_string(), |(_, name)| name.clone())
    }

    /// Whether all pieces are tiles, with the numbers from 1 on.
    fn are_tiles(&self, cells: &[char], letters: &[char]) -> bool {
        let labels: Vec<String> = letters.iter().map(|&letter| self.label(letter)).collect();
        let is_single = |letter| cells.iter().filter(|&mark| mark == letter).count() == 1;
        letters.iter().all(is_single)
            && (1..=letters.len()).all(|number| labels.contains(&number.to_string()))
    }
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

    /// The links and the texts are those of `Drawing` in `render/page/site/drawing.js`.
    #[test]
    fn a_drawing_of_the_site_is_the_text_that_the_site_writes() {
        for (link, text) in crate::cases::pairs(include_str!(
            "tables/a_drawing_of_the_site_is_the_text_that_the_site_writes.txt"
        )) {
            assert_eq!(puzzle_of(link).as_deref(), Some(text), "{link}");
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
