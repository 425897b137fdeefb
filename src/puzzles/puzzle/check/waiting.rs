//! Checks the pieces that wait until others have left: by ice, or by a lock with a key.

use super::{
    super::{
        draft::{DraftError, DraftLocation},
        model::{PieceId, Puzzle, Until, Wait},
    },
    PieceLetters, count, named, no_such_piece,
};

/// Returns the pieces that wait until others have left, in order.
pub fn waits(
    ice: &[(char, usize)],
    keys: &[(char, char)],
    puzzle: &Puzzle,
    letters: &PieceLetters,
) -> Result<Vec<Wait>, DraftError> {
    let mut waits = Vec::new();
    let frozen = ice.iter().map(|&(letter, _)| letter);
    let frozen = named(frozen, DraftLocation::Ice, letters)?;
    for (number, (piece, &(letter, left))) in frozen.into_iter().zip(ice).enumerate() {
        let others = (0..puzzle.standing()).filter(|&it| it != piece && puzzle.may_leave(it));
        let others = others.count();
        if left == 0 || left > others {
            let most = count(others, "other piece");
            let message = format!("`{letter}` cannot wait for {left}: {most} can leave");
            let help = "write how many pieces must leave first: `ice: A=3`";
            return Err(DraftLocation::Ice(number).error(message, help));
        }
        waits.push(Wait {
            piece,
            until: Until::Left(left),
        });
    }
    let locked = keys.iter().map(|&(letter, _)| letter);
    let locked = named(locked, DraftLocation::Locked, letters)?;
    for (number, (piece, &(_, letter))) in locked.into_iter().zip(keys).enumerate() {
        let place = DraftLocation::Key(number);
        let key = *letters
            .get(&letter)
            .ok_or_else(|| no_such_piece(place, letter))?;
        let is_grouped = puzzle.alike.iter().any(|group| group.contains(&key));
        if key == piece || is_grouped || !puzzle.may_leave(key) {
            let message = format!("piece `{letter}` cannot be a key");
            let help = "a key is another piece with a door, and is not alike others";
            return Err(place.error(message, help));
        }
        if waits_for(&waits, key, piece) {
            let message = format!("key `{letter}` waits for the piece that it unlocks");
            let help = "write `fixed` for a piece that never moves: `lock: A=fixed`";
            return Err(place.error(message, help));
        }
        for key in [key].into_iter().chain(puzzle.beneath(key)) {
            waits.push(Wait {
                piece,
                until: Until::Gone(key),
            });
        }
    }
    waits.sort_by_key(|wait| wait.piece);
    Ok(waits)
}

/// Whether a piece waits for another to have left, or for one that waits for it.
fn waits_for(waits: &[Wait], piece: PieceId, other: PieceId) -> bool {
    let mut pieces = vec![piece];
    let mut looked_at = 0;
    while let Some(&next) = pieces.get(looked_at) {
        for wait in waits.iter().filter(|wait| wait.piece == next) {
            if let Until::Gone(key) = wait.until
                && !pieces.contains(&key)
            {
                pieces.push(key);
            }
        }
        looked_at += 1;
    }
    pieces.contains(&other)
}
