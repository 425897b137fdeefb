//! Laws of all pictures of boards, for any names of puzzles and pieces and for any options.

use proptest::prelude::*;
use roxmltree::Document;

use super::{BoardPicture, GifAnimation, SolutionSheet, Theme};
use crate::{
    puzzle::{CharGrid, Draft, Metric, Puzzle},
    solution::{Position, Solution},
};

/// Frames with their goals: corner pieces, rings, walls, gates, several goals, cells to be cleared.
const FRAMES: [(&str, &[&str]); 4] = [
    ("ACCB ACCB DEEF DGHF I..J", &[".... .... .... .CC. .CC."]),
    (
        "AA..# A.曹曹. ..+1. 2.+..",
        &["....# ..... 曹曹+.. ..+.1", "AA..# A.... ..+.. ..+.."],
    ),
    ("AAA. A.A. AAA. .B..", &["...._ .... .... B..."]),
    ("AB. CD. ...", &["DCB A.. ..."]),
];

/// A puzzle with one of the frames, whose pieces and title may be called anything.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let names = prop::collection::vec(any::<String>(), 3);
    (0..FRAMES.len(), names).prop_filter_map("names that a puzzle may have", |(frame, names)| {
        let drawing = |lines: &str| CharGrid::from_lines(lines.split_whitespace());
        let (frame, goals) = FRAMES[frame];
        let mut draft = Draft {
            frame: drawing(frame),
            goals: goals.iter().map(|goal| drawing(goal)).collect(),
            gate: frame.contains('+').then(|| ('+', vec!['曹', '2'])),
            ..Draft::default()
        };
        draft.title.name = Some(names[0].clone());
        draft.piece_names = vec![('A', names[1].clone()), ('B', names[2].clone())];
        draft.check().ok()
    })
}

/// The solution that takes, at each move, the legal one that the next choice falls on.
fn walk(puzzle: &Puzzle, metric: Metric, choices: &[prop::sample::Index]) -> Solution {
    let mut position = Position::start(puzzle);
    let moves = choices.iter().map_while(|choice| {
        let legal = position.legal_moves(metric);
        let unit = (!legal.is_empty()).then(|| legal[choice.index(legal.len())].clone())?;
        position.apply(&unit).expect("a legal move");
        Some(unit)
    });
    Solution {
        metric,
        moves: moves.collect(),
    }
}

fn themes() -> impl Strategy<Value = Theme> {
    prop::sample::select(&Theme::ALL[..])
}

proptest! {
    #![proptest_config(crate::cases::random_cases(24))]

    #[test]
    fn svg_output_is_valid_xml_for_any_names(
        puzzle in puzzles(),
        title in any::<String>(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        theme in themes(),
    ) {
        let solution = walk(&puzzle, Metric::Move, &choices);
        let position = Position::start(&puzzle);
        let unit = solution.iter().next();
        let board = BoardPicture { title: &title, position: &position, unit: unit.as_ref(), theme }.svg();
        let sheet = SolutionSheet { title: &title, puzzle: &puzzle, solution: &solution, columns: None, theme };
        for text in [board, sheet.svg().expect("a legal solution")] {
            let document = Document::parse(&text).expect("XML");
            let root = document.root_element();
            prop_assert_eq!(root.tag_name().name(), "svg");
            let first = root.first_element_child().expect("a title");
            prop_assert_eq!(first.tag_name().name(), "title");
            // Each reference leads somewhere.
            for used in document.descendants().filter(|node| node.has_tag_name("use")) {
                let target = used.attribute("href").and_then(|href| href.strip_prefix('#'));
                let mut nodes = document.descendants();
                prop_assert!(nodes.any(|node| node.attribute("id") == target));
            }
        }
    }

    #[test]
    fn gif_output_is_reproducible_and_valid_for_any_moves(
        puzzle in puzzles(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        theme in themes(),
        cell in 1..24_u16,
    ) {
        let solution = walk(&puzzle, Metric::Move, &choices);
        let film = GifAnimation { puzzle: &puzzle, solution: &solution, delay: 50, cell, theme };
        let bytes = film.gif().expect("it is small");
        prop_assert_eq!(&bytes, &film.gif().expect("it is small"));
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).expect("a GIF");
        let mut frames = 0;
        while decoder.read_next_frame().expect("a picture").is_some() {
            frames += 1;
        }
        prop_assert_eq!(frames, film.frames());
        let position = Position::start(&puzzle);
        let unit = solution.iter().next();
        let picture = BoardPicture { title: "", position: &position, unit: unit.as_ref(), theme };
        prop_assert_eq!(picture.png(cell), picture.png(cell));
    }
}
