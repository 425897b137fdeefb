//! The fast layouts held against plain positions, cell by cell.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::layout::Layout;
use super::moves::{Move, Reach, Slide, Step, neighbours};
use super::rank::RANKS;
use super::tablebase::place;
use crate::notation::{CommonCode, Notation, read};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::Position;

fn codes() -> impl Strategy<Value = CommonCode> {
    (0..CommonCode::COUNT).prop_map(|rank| CommonCode::from_rank(rank).expect("a rank"))
}

fn puzzle(code: CommonCode) -> Puzzle {
    read(Notation::CommonCode, &code.to_string()).expect("a code").remove(0)
}

/// The neighbours of a layout; panics if one is visited twice.
fn fast<R: Reach>(layout: Layout) -> BTreeSet<Layout> {
    let mut found = BTreeSet::new();
    neighbours::<R>(layout, 0, &mut |next| assert!(found.insert(next.layout), "{next:?}"));
    found
}

/// The same by the rules. Two moves of equal pieces can lead to one layout.
fn plain(puzzle: &Puzzle, metric: Metric) -> BTreeSet<Layout> {
    let start = Position::start(puzzle);
    let after = |unit| {
        let mut position = start.clone();
        position.play(&unit).expect("a legal move");
        place::layout(&position).expect("still of the frame")
    };
    start.legal_moves(metric).into_iter().map(after).collect()
}

proptest! {
    #[test]
    fn neighbours_are_what_the_rules_allow(code in codes()) {
        let (layout, puzzle) = (Layout::of(code), puzzle(code));
        prop_assert_eq!(fast::<Move>(layout), plain(&puzzle, Metric::Move));
        prop_assert_eq!(fast::<Slide>(layout), plain(&puzzle, Metric::Slide));
        prop_assert_eq!(fast::<Step>(layout), plain(&puzzle, Metric::Step));
    }

    #[test]
    fn a_piece_at_rest_is_left_out_and_no_other(code in codes()) {
        let layout = Layout::of(code);
        let mut all = Vec::new();
        neighbours::<Move>(layout, 0, &mut |next| all.push(next));
        for resting in all.iter().map(|next| next.from) {
            let mut rest = Vec::new();
            neighbours::<Move>(layout, resting, &mut |next| rest.push(next));
            let others: Vec<_> = all.iter().filter(|next| next.from != resting).copied().collect();
            prop_assert_eq!(rest, others);
        }
    }

    #[test]
    fn a_layout_is_where_the_pieces_of_its_code_stand(code in codes()) {
        let (layout, puzzle) = (Layout::of(code), puzzle(code));
        prop_assert_eq!(place::layout(&Position::start(&puzzle)), Some(layout));
        prop_assert_eq!(RANKS.rank(layout), code.rank());
        prop_assert_eq!(layout.empty().count_ones() as usize, puzzle.empties());
    }

    #[test]
    fn the_mirror_image_has_every_row_backwards(code in codes()) {
        let (layout, puzzle) = (Layout::of(code), puzzle(code));
        let width = |piece: usize| puzzle.pieces()[piece].shape.width();
        let mut mirrored = Layout::bare(layout.mirrored().square());
        for (piece, anchor) in Position::start(&puzzle).anchors().iter().enumerate() {
            let column = 4 - width(piece) - anchor.column;
            let bits = place::bits(&puzzle.pieces()[piece]).expect("a piece of the frame");
            let first = super::layout::cell(u32::from(4 * anchor.row + column));
            if bits == 0 {
                prop_assert_eq!(layout.mirrored().square().first(), first);
            }
            mirrored = mirrored.with(bits, first);
        }
        prop_assert_eq!(layout.mirrored(), mirrored);
        prop_assert_eq!(mirrored.mirrored(), layout);
    }
}
