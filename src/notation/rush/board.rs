//! The board that a word draws.

use std::collections::BTreeMap;

use super::super::error::Spot;
use super::super::letters::Letters;
use super::super::{Notation, ParseError};
use crate::excerpt::brief;
use crate::grid::Direction;
use crate::puzzle::{Draft, Drawing, MAX_SIDE, Movement, is_letter};

/// Whether this character draws an empty cell.
pub(in super::super) const fn is_empty(character: char) -> bool {
    matches!(character, 'o' | '.')
}

/// Whether this character draws a wall.
pub(in super::super) const fn is_wall(character: char) -> bool {
    matches!(character, 'x' | '#')
}

/// The number of rows of a board of so many cells, where it is a square.
pub(in super::super) const fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    if side * side == cells { Some(side) } else { None }
}

/// The draft of the board that a word draws.
pub(super) fn draft(word: Spot<'_>) -> Result<Draft, ParseError> {
    let error = |spot: Spot<'_>, message, help| Err(spot.error(Notation::Rush, message, help));
    let count = word.text().chars().count();
    let Some(side) = side(count) else {
        let message = format!("a board of {count} cells is no square");
        return error(word, message, "write all rows of a board, 36 characters for 6×6");
    };
    if side > MAX_SIDE {
        let message = format!("a board of {side} rows");
        return error(word, message, "a board may have 127 rows and columns");
    }
    let cars = cars(word, side)?;
    let Some((&primary, place)) = cars.first_key_value() else {
        return error(word, "there is no piece".to_owned(), "draw a piece `AA`");
    };
    if place.stride != 1 {
        let message = format!("`{primary}`, the primary, stands upright");
        let help = "the piece with the smallest character lies flat: it leaves to the right";
        return error(word.character(place.first), message, help);
    }
    let letters = letters(cars.keys().copied());
    let cell = |character: char| match character {
        _ if is_empty(character) => '.',
        _ if is_wall(character) => '#',
        _ => letters[&character],
    };
    let cells: Vec<char> = word.text().chars().map(cell).collect();
    Ok(Draft {
        frame: Drawing { rows: cells.chunks(side).map(<[char]>::to_vec).collect() },
        exits: vec![(letters[&primary], Direction::Right)],
        movement: Movement::Axis,
        ..Draft::default()
    })
}

/// Where a piece stands.
struct Car {
    /// Its first cell.
    first: usize,
    /// From each of its cells to the next: 1 for one that lies flat.
    stride: usize,
    /// Its last cell so far.
    last: usize,
}

/// The pieces by character.
fn cars(word: Spot<'_>, side: usize) -> Result<BTreeMap<char, Car>, ParseError> {
    let error =
        |index, message, help| Err(word.character(index).error(Notation::Rush, message, help));
    let mut cars: BTreeMap<char, Car> = BTreeMap::new();
    let drawn = word.text().chars().enumerate().filter(|&(_, c)| !is_empty(c) && !is_wall(c));
    for (index, character) in drawn {
        if character.is_control() {
            return error(index, "a control character".to_owned(), "take it out");
        }
        let Some(car) = cars.get_mut(&character) else {
            cars.insert(character, Car { first: index, stride: 0, last: index });
            continue;
        };
        let stride = index - car.last;
        let is_straight = stride == side || stride == 1 && !index.is_multiple_of(side);
        if !is_straight || car.stride != 0 && car.stride != stride {
            let character = brief(&character.to_string());
            let message = format!("piece `{character}` is not straight, or in two parts");
            return error(index, message, "give each piece a character of its own");
        }
        (car.stride, car.last) = (stride, index);
    }
    if let Some((&character, car)) = cars.iter().find(|(_, car)| car.stride == 0) {
        let message = format!("piece `{}` has a single cell", brief(&character.to_string()));
        return error(car.first, message, "a piece goes along its length, of two cells or more");
    }
    Ok(cars)
}

/// A letter of ours for each character: itself, or one that is free.
fn letters(characters: impl Iterator<Item = char> + Clone) -> BTreeMap<char, char> {
    let mut letters = Letters::default();
    for character in characters.clone() {
        letters.take(character);
    }
    let mut letter = |c| if is_letter(c) { c } else { letters.free() };
    characters.map(|character| (character, letter(character))).collect()
}
