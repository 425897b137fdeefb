//! Codes, held against what is known of them all.

use proptest::prelude::*;

use super::super::{read as read_as, write as write_as};
use super::*;

#[test]
fn the_classic_layout_has_its_code() {
    let classic = "ACCB\nACCB\nDEEF\nDGHF\nI..J\ngoal:\n....\n....\n....\n.CC.\n.CC.\n";
    let classic: Puzzle = classic.parse().expect("a puzzle");
    assert_eq!(write(&classic), Ok("1A9BF0C00\n".to_owned()));
    let wanted = "BAAC\nBAAC\nDEEF\nDGHF\nI..J\ngoal:\n....\n....\n....\n.AA.\n.AA.\n";
    let wanted: Puzzle = wanted.parse().expect("a puzzle");
    for text in ["1A9BF0C00", "1A9BF0C", "1a9bf0c0\r\n", "\n  1A9BF0C\n\n"] {
        assert_eq!(read(text).as_deref(), Ok(&[wanted.clone()][..]), "{text}");
    }
}

#[test]
fn ranks_are_those_of_the_engines() {
    for (bits, rank) in [(0x1A9_BF0_C00, 4_091_296), (0x4FE_A13_400, 10_399_732)] {
        let code = CommonCode::from_bits(bits).expect("a code");
        assert_eq!(code.rank(), rank);
        assert_eq!(CommonCode::from_rank(rank), Some(code));
    }
}

#[test]
fn there_are_as_many_codes_by_square_as_published() {
    let mut first = 0;
    for (squares, wanted) in [
        (&[0][..], 2_942_906),
        (&[1], 2_260_392),
        (&[2], 2_942_906),
        (&[4], 2_322_050),
        (&[5], 1_876_945),
        (&[6, 8], 2_322_050),
        (&[9], 1_876_945),
        (&[10], 2_322_050),
        (&[12], 2_942_906),
        (&[13], 2_260_392),
        (&[14], 2_942_906),
    ] {
        for &square in squares {
            let last = first + wanted - 1;
            for rank in [first, last] {
                let code = CommonCode::from_rank(rank).expect("a code");
                assert_eq!((code.square(), code.rank()), (square, rank));
            }
            first = last + 1;
        }
    }
    assert_eq!(first, CommonCode::COUNT);
    assert_eq!(CommonCode::from_rank(first), None);
    assert_eq!(CommonCode::from_rank(u32::MAX), None);
}

#[test]
fn what_is_no_code_is_pointed_at() {
    for (text, wanted) in [
        ("3", "1:1+1 the 2×2 does not fit there"),
        ("1A9BG0C", "1:5+1 `G` is no hexadecimal digit"),
        ("1A9BF0C00\n1A9BF0C000\n", "2:1+10 a CommonCode has 9 digits, and this has more"),
        // A flat piece at cell 0, where the 2×2 covers cell 1.
        ("14", "1:2+1 a piece does not fit here"),
        // Ten tokens are enough for the classic layout and its two empty cells.
        ("1A9BF0C01", "1:9+1 all cells are told already"),
        ("0FFFFFFFF", "1:1+9 fewer than two cells are empty"),
        ("1A9BF 0C", "1:6+1 ` ` is no hexadecimal digit"),
        ("", "1:1+1 there is no puzzle in this text"),
    ] {
        let ParseError { line, column, width, kind, .. } = read(text).expect_err(text);
        let message = kind.message;
        assert_eq!(format!("{line}:{column}+{width} {message}"), wanted);
    }
    assert_eq!(CommonCode::from_bits(1 << 36), Err(Flaw::Range));
}

#[test]
fn what_a_code_cannot_say_is_refused() {
    const GOAL: &str = "goal:\n....\n....\n....\n.AA.\n.AA.\n";
    let layout = "AAB.\nAAB.\n....\nCC..\n....\n";
    for (text, what) in [
        (format!("AA..\nAA..\n{GOAL}").replace("....\n....\n....\n", ""), "a frame of 4×2"),
        (format!("AAB.\nAAB.\n...#\nCC..\n....\n{GOAL}"), "a wall"),
        (format!("AAB.\nAAB.\n....\nCCC.\n....\n{GOAL}"), "the shape of piece `C`"),
        (format!("AA..\nAA..\n....\n..CC\n..CC\n{GOAL}"), "2 pieces of 2×2, only one"),
        (
            format!(
                "B...\n....\n....\n....\n....\n{}",
                GOAL.replace("AA", "..").replacen("....\n", "B...\n", 1)
            ),
            "0 pieces of 2×2, only one",
        ),
        (format!("pieces: axis\n{layout}{GOAL}"), "that `B` does not go every way"),
        (format!("lock: C=row\n{layout}{GOAL}"), "that `C` does not go every way"),
        (format!("finish: clear\n{layout}{GOAL}"), "that it is solved one step before the goal"),
        (format!("gate: + = A\n{layout}{GOAL}").replacen("....", ".+..", 1), "a gate"),
        (format!("{layout}{GOAL}").replacen(".AA.\n.AA.", "AA..\nAA..", 1), "any goal but"),
        (format!("{layout}{}", GOAL.replacen("....", "..__", 1)), "that a cell must be empty"),
        (format!("{layout}{GOAL}goal:\nAA..\nAA..\n....\n....\n....\n"), "any goal but"),
        ("ABCD\nEFGH\nIJKL\nMNPP\nQ.PP\n".to_owned() + &GOAL.replace('A', "P"), "fewer than two"),
        (
            format!("distinct: B\nAAB.\nAAB.\n...D\nCC.D\n....\n{GOAL}"),
            "that `B` and `D` are told apart",
        ),
    ] {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}{error}"));
        let refused = write(&puzzle).expect_err(&text).to_string();
        assert!(refused.starts_with(&format!("commoncode cannot say {what}")), "{refused}");
    }
}

proptest! {
    #[test]
    fn ranks_and_codes_stand_for_each_other_in_ascending_order(rank in 0..CommonCode::COUNT - 1) {
        let [code, next] = [rank, rank + 1].map(|rank| CommonCode::from_rank(rank).expect("one"));
        prop_assert_eq!((code.rank(), next.rank()), (rank, rank + 1));
        prop_assert!(code < next);
        prop_assert_eq!(CommonCode::from_bits(code.bits()), Ok(code));
    }

    /// There is no code between two that follow each other; no table of ours decides what is one.
    #[test]
    fn no_code_is_passed_over(rank in 0..CommonCode::COUNT - 1, step in any::<u64>()) {
        let [code, next] = [rank, rank + 1].map(|rank| CommonCode::from_rank(rank).expect("one"));
        let between = next.bits() - code.bits() - 1;
        if between > 0 {
            prop_assert!(CommonCode::from_bits(code.bits() + 1 + step % between).is_err());
        }
    }

    #[test]
    fn every_layout_reads_back_as_it_was(rank in 0..CommonCode::COUNT) {
        let code = CommonCode::from_rank(rank).expect("one");
        for notation in [Notation::CommonCode, Notation::ShortCode] {
            let puzzles = read(&code.to_string()).expect("a code");
            let text = write_as(notation, &puzzles[0]).expect("it can be said");
            prop_assert_eq!(read_as(notation, &text), Ok(puzzles));
        }
    }

    #[test]
    fn any_digits_are_survived(text in "[0-9a-fA-FxX \n曹]{0,12}") {
        if let Ok(puzzles) = read(&text) {
            prop_assert!(puzzles.iter().all(|puzzle| write(puzzle).is_ok()));
        }
    }
}

#[test]
#[ignore = "a minute: all 29 million codes"]
fn all_codes_ascend() {
    let mut before = None;
    for rank in 0..CommonCode::COUNT {
        let code = CommonCode::from_rank(rank);
        assert!(before < code && code.is_some_and(|code| code.rank() == rank), "{rank}");
        before = code;
    }
}
