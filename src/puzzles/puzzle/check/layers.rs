//! Checks the colours and the layers of pieces.

use super::{
    super::{
        draft::{DraftError, DraftLocation, Layer},
        model::{Colour, PieceId, Puzzle},
    },
    PieceLetters, line, named, places,
};
use crate::grid::Cell;

/// Returns the colours. A piece has at most one.
pub fn colours(
    drawn: &[(String, Vec<char>)],
    letters: &PieceLetters,
) -> Result<Vec<Colour>, DraftError> {
    let sizes = drawn.iter().map(|(_, members)| members.len());
    let places = places(sizes, DraftLocation::ColourLetter);
    let members = drawn.iter().flat_map(|(_, members)| members).copied();
    let mut ids = named(members, |number| places[number], letters)?.into_iter();
    let colour = |(name, members): &(String, Vec<char>)| {
        let mut pieces: Vec<PieceId> = ids.by_ref().take(members.len()).collect();
        pieces.sort_unstable();
        Colour {
            name: line(name),
            pieces,
        }
    };
    Ok(drawn.iter().map(colour).collect())
}

/// Gives each layer of a piece its colour and its doors, and adds a piece for each layer beneath
/// another.
pub fn layers(
    drawn: &[(char, Vec<Layer>)],
    puzzle: &mut Puzzle,
    letters: &PieceLetters,
) -> Result<(), DraftError> {
    let tops = drawn.iter().map(|&(letter, _)| letter);
    let tops = named(tops, DraftLocation::Layers, letters)?;
    let mut order: Vec<usize> = (0..tops.len()).collect();
    order.sort_by_key(|&number| tops[number]);
    for number in order {
        let (letter, layers) = &drawn[number];
        let place = DraftLocation::Layers(number);
        let mut piece = tops[number];
        let has_colour = puzzle.colours.iter().any(|it| it.pieces.contains(&piece));
        if has_colour || puzzle.may_leave(piece) || puzzle.alike.concat().contains(&piece) {
            let message = format!("piece `{letter}` has layers, and another line names it");
            let help = "leave it out of `colour:`, `door:` and `alike:`; doors name the colours of \
                        its layers";
            return Err(place.error(message, help));
        }
        for (depth, Layer { colour, doors }) in layers.iter().enumerate() {
            if depth > 0 {
                let next = puzzle.pieces.len();
                puzzle.pieces[piece].next_layer = Some(next);
                let mut layer = puzzle.pieces[piece].clone();
                layer.anchor = Cell::OUT;
                layer.next_layer = None;
                puzzle.pieces.push(layer);
                if puzzle.gate.pieces.contains(&piece) {
                    puzzle.gate.pieces.push(next);
                }
                piece = next;
            }
            let name = line(colour);
            match puzzle.colours.iter_mut().find(|it| it.name == name) {
                Some(colour) => colour.pieces.push(piece),
                None => puzzle.colours.push(Colour {
                    name,
                    pieces: vec![piece],
                }),
            }
            for &door in doors {
                if let Some(door) = puzzle.doors.get_mut(door) {
                    door.pieces.push(piece);
                }
            }
        }
    }
    let colours = puzzle.colours.iter_mut().map(|colour| &mut colour.pieces);
    let doors = puzzle.doors.iter_mut().map(|door| &mut door.pieces);
    colours
        .chain(doors)
        .for_each(|pieces| pieces.sort_unstable());
    if !drawn.is_empty() {
        // Pieces with layers may be drawn in another order, and their colours with them.
        let colours = &mut puzzle.colours;
        colours.sort_by(|one, other| one.name.cmp(&other.name));
    }
    let is_word = |name: &str| name.chars().all(|mark| letters.contains_key(&mark));
    let mut names = puzzle.colours.iter().map(|colour| &colour.name);
    match names.find(|name| is_word(name)) {
        None => Ok(()),
        Some(name) => {
            let message = format!("the colour `{name}` reads as pieces of these letters");
            Err(DraftLocation::Whole.error(message, "give the colour another name"))
        }
    }
}
