//! Reads the lines of a puzzle about doors: `door:`, `colour:` and `layers:`.

use super::section::{Headers, piece};
use crate::{
    excerpt::{self, LineCursor, ParseError, brief},
    grid::Direction,
    puzzle::draft::{DoorSpan, Draft, DraftLocation, Layer},
};

/// The words for the sides of a door.
pub const DOOR_SIDES: [(&str, Direction); 4] = [
    ("top", Direction::Up),
    ("left", Direction::Left),
    ("right", Direction::Right),
    ("bottom", Direction::Down),
];

impl<'a> Headers<'a> {
    /// Reads `red = A B`: a name, an equals sign, letters.
    pub(super) fn colour(&mut self, value: LineCursor<'a>) -> Result<(), ParseError> {
        let parts = value.text().split_once('=');
        let parts = parts.filter(|(name, letters)| {
            let is_word = name.trim().chars().all(char::is_alphanumeric);
            is_word && !name.trim().is_empty() && !letters.trim().is_empty()
        });
        let Some((name, letters)) = parts else {
            let help = "write a word, `=` and the pieces: `red = A B`";
            return Err(value.error("this does not tell which pieces have a colour", help));
        };
        let name = value.part(name).trimmed();
        let colour = self.draft.colours.len();
        if self
            .draft
            .colours
            .iter()
            .any(|(known, _)| known == name.text())
        {
            let message = format!("the colour `{}` is given twice", brief(name.text()));
            return Err(name.error(message, "write all pieces of a colour in one line"));
        }
        let letters = self.signs(value.part(letters));
        let letters = self.place(letters, |at| DraftLocation::ColourLetter(colour, at));
        self.draft.colours.push((name.text().to_owned(), letters));
        Ok(())
    }

    /// Reads `A = red blue`: a letter, an equals sign, names of colours.
    pub(super) fn layers(&mut self, value: LineCursor<'a>) -> Result<(), ParseError> {
        let parts = value.text().split_once('=');
        let Some((letter, colours)) = parts.filter(|(letter, _)| piece(letter.trim()).is_some())
        else {
            let help = "write a letter, `=` and the colours, the outer one first: `A = red blue`";
            return Err(value.error("this does not tell which layers a piece has", help));
        };
        let letter = value.part(letter).trimmed();
        let layer = |colour: &str| Layer {
            colour: colour.to_owned(),
            doors: Vec::new(),
        };
        let layers = colours.split_whitespace().map(layer).collect();
        let place = DraftLocation::Layers(self.draft.layers.len());
        self.spots.insert(place, letter);
        let character = piece(letter.text()).expect("it is a letter");
        self.draft.layers.push((character, layers));
        Ok(())
    }

    /// Returns the letters of the pieces of a door: those of a colour for its
    /// name, and the letters of any other word. Layers of the colour get the door.
    fn members(&mut self, words: LineCursor<'a>, door: usize) -> Vec<(LineCursor<'a>, char)> {
        let mut members = Vec::new();
        for word in words.words() {
            let signs = self.signs(word);
            let Draft {
                colours, layers, ..
            } = &mut self.draft;
            let known = colours.iter().find(|(name, _)| name == word.text());
            let mut is_known = known.is_some();
            let letters = known.iter().flat_map(|(_, letters)| letters);
            members.extend(letters.map(|&it| (word, it)));
            for layer in layers.iter_mut().flat_map(|(_, layers)| layers) {
                if layer.colour == word.text() {
                    layer.doors.push(door);
                    is_known = true;
                }
            }
            if !is_known {
                members.extend(signs);
            }
        }
        members
    }

    /// Reads `ABC = right 2-3, left 1`: letters or colours, an equals sign, edges.
    pub(super) fn door(&mut self, value: LineCursor<'a>) -> Result<(), ParseError> {
        let help = "write the pieces, `=`, a side and its rows or columns: `ABC = right 2-3`";
        let Some((letters, edges)) = value.text().split_once('=') else {
            return Err(value.error("this does not tell which pieces leave where", help));
        };
        let letters = value.part(letters).trimmed();
        let edges = value.part(edges);
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | '，');
        let mut words = edges.split(is_separator).peekable();
        let mut spans: Vec<(LineCursor<'a>, DoorSpan)> = Vec::new();
        while let Some(word) = words.next() {
            let side = DOOR_SIDES.iter().find(|&&(side, _)| side == word.text());
            let range = side.and_then(|side| Some((side.1, words.next()?)));
            let Some((side, range)) = range else {
                let message = format!(
                    "`{}` is not a side with rows or columns",
                    brief(word.text())
                );
                return Err(word.error(message, help));
            };
            let numbers = range
                .text()
                .split_once('-')
                .unwrap_or((range.text(), range.text()));
            let first = excerpt::number(numbers.0).and_then(|first: usize| first.checked_sub(1));
            let last = excerpt::number(numbers.1).and_then(|last: usize| last.checked_sub(1));
            let mut end = range;
            let mut line = None;
            if words.next_if(|word| word.text() == "at").is_some() {
                end = words.next().unwrap_or(edges);
                line = excerpt::number(end.text()).and_then(|line: usize| line.checked_sub(1));
            }
            let is_whole = line.is_some() || end.text() == range.text();
            let numbers = first
                .zip(last)
                .filter(|(first, last)| is_whole && first <= last);
            let Some((first, last)) = numbers else {
                return Err(word.to(end).error("these are not rows or columns", help));
            };
            let span = DoorSpan {
                side,
                first,
                last,
                line,
            };
            spans.push((word.to(end), span));
        }
        let door = self.draft.doors.len();
        let is_empty = letters.is_empty() || spans.is_empty();
        let letters = self.members(letters, door);
        let letters = self.place(letters, |at| DraftLocation::DoorLetter(door, at));
        let spans = self.place(spans, |at| DraftLocation::DoorSpan(door, at));
        if is_empty {
            return Err(value.error("this does not tell which pieces leave where", help));
        }
        self.draft.doors.push((letters, spans));
        Ok(())
    }
}
