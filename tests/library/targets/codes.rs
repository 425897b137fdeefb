//! Codes of the classic frame: bits, ranks and text are one thing in several forms.

use huarong::Puzzle;
use huarong::notation::{CommonCode, Notation, read, write};

/// Notations of one line.
const CODES: [Notation; 4] =
    [Notation::CommonCode, Notation::ShortCode, Notation::Rush, Notation::SlideId];

/// Every form that a code has leads back to it.
fn is_one_thing(code: CommonCode) {
    assert_eq!(CommonCode::from_bits(code.bits()), Ok(code));
    assert_eq!(CommonCode::from_rank(code.rank()), Some(code));
    let text = code.to_string();
    let puzzle = read(Notation::CommonCode, &text).expect("a code").remove(0);
    assert_eq!(CommonCode::of(&puzzle).as_ref(), Ok(&code), "{text}");
    let short = write(Notation::ShortCode, &puzzle).expect("each has one");
    let again = read(Notation::ShortCode, &short).expect("it was written so").remove(0);
    assert_eq!(CommonCode::of(&again).as_ref(), Ok(&code), "{text}: {short}");
}

/// What is read in a notation and written in it stays the same.
fn is_read_as_it_is_written(notation: Notation, puzzle: &Puzzle) {
    let Ok(text) = write(notation, puzzle) else { return };
    let again = read(notation, &text).expect("it was written so");
    assert_eq!(write(notation, &again[0]).as_ref(), Ok(&text), "{notation}");
}

pub(super) fn run(bytes: &[u8]) {
    if let Some(&number) = bytes.first_chunk() {
        let number = u64::from_le_bytes(number);
        let ranked = CommonCode::from_rank(
            u32::try_from(number % u64::from(CommonCode::COUNT)).expect("small"),
        );
        let bits = [number, number % (1 << 36)].map(|bits| CommonCode::from_bits(bits).ok());
        for code in bits.into_iter().chain([ranked]).flatten() {
            is_one_thing(code);
        }
        assert!(CommonCode::from_rank(CommonCode::COUNT).is_none());
    }
    let text = String::from_utf8_lossy(bytes);
    for notation in CODES {
        for puzzle in read(notation, &text).unwrap_or_default() {
            is_read_as_it_is_written(notation, &puzzle);
        }
    }
}
