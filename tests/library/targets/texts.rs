//! Text in every format: reading any bytes ends well.

use huarong::Puzzle;
use huarong::graph::EdgeDirection;
use huarong::graph::text::{parse_adjacency, parse_edges, parse_map, parse_matrix};
use huarong::notation::{CommonCode, Notation, detect, read, write};
use huarong::solution::{notation, verify};

/// Every notation reads any text, and writes or refuses each puzzle that another one has read.
pub(super) fn puzzles(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let _ = detect(text);
    for notation in Notation::ALL {
        for puzzle in read(notation, text).unwrap_or_default() {
            for target in Notation::ALL {
                let _ = write(target, &puzzle);
            }
        }
    }
}

/// Notations of one line.
const CODES: [Notation; 3] = [Notation::CommonCode, Notation::ShortCode, Notation::Rush];

/// A code of the classic frame is the same as bits, as a rank and as text. A code that was read is
/// written and read without a change.
pub(super) fn codes(bytes: &[u8]) {
    if let Some(&number) = bytes.first_chunk() {
        let number = u64::from_le_bytes(number);
        let ranked = CommonCode::from_rank(
            u32::try_from(number % u64::from(CommonCode::COUNT)).expect("small"),
        );
        let bits = [number, number % (1 << 36)].map(|bits| CommonCode::from_bits(bits).ok());
        for code in bits.into_iter().chain([ranked]).flatten() {
            all_forms_are_equal(code);
        }
        assert!(CommonCode::from_rank(CommonCode::COUNT).is_none());
    }
    let text = String::from_utf8_lossy(bytes);
    for notation in CODES {
        for puzzle in read(notation, &text).unwrap_or_default() {
            let Ok(text) = write(notation, &puzzle) else {
                continue;
            };
            let again = read(notation, &text).expect("it was written so");
            assert_eq!(write(notation, &again[0]).as_ref(), Ok(&text), "{notation}");
        }
    }
}

/// Checks that every form of a code leads back to it.
fn all_forms_are_equal(code: CommonCode) {
    assert_eq!(CommonCode::from_bits(code.bits()), Ok(code));
    assert_eq!(CommonCode::from_rank(code.rank()), Some(code));
    let text = code.to_string();
    let puzzle = read(Notation::CommonCode, &text).expect("a code").remove(0);
    assert_eq!(CommonCode::of(&puzzle).as_ref(), Ok(&code), "{text}");
    let short = write(Notation::ShortCode, &puzzle).expect("each has one");
    let again = read(Notation::ShortCode, &short)
        .expect("it was written so")
        .remove(0);
    assert_eq!(
        CommonCode::of(&again).as_ref(),
        Ok(&code),
        "{text}: {short}"
    );
}

const PUZZLE: &str =
    "names: A=曹操 B=卒 C=卒\n\nA A .\nA A B\n. C .\n\ngoal:\n. A A\n. A A\n. . .\n";

/// Solutions as text.
pub(super) fn solutions(bytes: &[u8]) {
    let puzzle: Puzzle = PUZZLE.parse().expect("it is sound");
    if let Ok(solution) = notation::parse(&puzzle, &String::from_utf8_lossy(bytes), None) {
        let _ = verify(&puzzle, &solution);
    }
}

/// Maps and graph files.
pub(super) fn graphs(bytes: &[u8]) {
    let _ = parse_map(bytes);
    for direction in [EdgeDirection::Directed, EdgeDirection::Undirected] {
        let _ = parse_adjacency(bytes, direction);
        let _ = parse_matrix(bytes, direction);
        let _ = parse_edges(bytes, direction);
    }
}

/// Requests of a page: the library answers each with one JSON object.
#[cfg(all(feature = "web", feature = "web-boards", feature = "web-paths"))]
pub(super) fn requests(bytes: &[u8]) {
    use std::ops::ControlFlow;

    use huarong::web;

    let text = String::from_utf8_lossy(bytes);
    // A search gets only a moment.
    let mut calls = 0;
    let mut observer = |_: &_| {
        calls += 1;
        if calls > 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    for answer in [
        web::puzzles::answer(&text, &mut observer),
        web::boards::answer(&text, &mut observer),
        web::paths::answer(&text, &mut observer),
    ] {
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert!(answer.is_object());
    }
}
