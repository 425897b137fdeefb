//! Codes of layouts of the 4×5 frame, one per line: `CommonCode` and `ShortCode`.
//!
//! A [`CommonCode`] has nine hexadecimal digits, in small or capital letters. Zeros at its end may
//! be omitted if the notation is given: fewer than nine digits look like a word, a board, or a
//! `ShortCode`. The reader gives the letter `A` to the 2×2, and those from `B` on to the other
//! pieces in the order of their first cells.
//!
//! A `ShortCode` is the [rank](CommonCode::rank) of a `CommonCode` in five digits of base 32, the
//! highest first: `1` to `9` and the letters without `I`, `L` and `O`, small or capital.

use super::{
    classic::{self, CELLS},
    common_code::{CodeFlaw, CommonCode, DIGITS, code},
    format::{self, NotationFormat},
};
use crate::{
    excerpt::{LineCursor, ParseError, brief, is_size},
    puzzle::Puzzle,
    wrapping::Assumption,
};

/// 36 bits of a layout, one code per line.
pub const COMMON_CODE: NotationFormat = NotationFormat {
    name: "commoncode",
    help: "A 4×5 layout as nine hexadecimal digits: `1A9BF0C00`",
    looks_like,
    read,
    write,
    is_certain: Some(format::is_mixed),
    assume_goal: Some(Assumption::classic_exit),
    separator: "",
};

fn looks_like(text: &str) -> bool {
    format::are_codes(text, DIGITS, |digit| digit.is_ascii_hexdigit())
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    format::read_lines(text, |line| {
        let bits = bits(line)?;
        let code = CommonCode::from_bits(bits).map_err(|flaw| misread(line, flaw))?;
        puzzle(code, line)
    })
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    Ok(format!("{}\n", code(puzzle)?))
}

/// Returns the puzzle of a code; `line` is its place.
fn puzzle(code: CommonCode, line: LineCursor<'_>) -> Result<Puzzle, ParseError> {
    const SQUARE: char = 'A';
    let mut cells = ['.'; CELLS];
    for ((cell, block), letter) in code.blocks().zip(SQUARE..) {
        block.draw(cell, letter, &mut cells);
    }
    let draft = classic::draft(cells, SQUARE);
    draft.check().map_err(|error| error.at(line))
}

/// Returns the bits of the digits of a line.
fn bits(line: LineCursor<'_>) -> Result<u64, ParseError> {
    let mut bits = 0;
    for (index, character) in line.text().chars().enumerate() {
        if index == DIGITS {
            let message = format!("a CommonCode has {DIGITS} digits, and this has more");
            return Err(line.error(message, "write one code a line, of nine digits or fewer"));
        }
        let Some(digit) = character.to_digit(16) else {
            let message = format!(
                "`{}` is not a hexadecimal digit",
                brief(&character.to_string())
            );
            let help = "a CommonCode is written with the digits 0 to 9 and A to F";
            return Err(line.character(index).error(message, help));
        };
        bits |= u64::from(digit) << (4 * (DIGITS - 1 - index));
    }
    Ok(bits)
}

fn misread(line: LineCursor<'_>, flaw: CodeFlaw) -> ParseError {
    let text = line.text();
    if text.len() == DIGITS && ('0'..='8').all(|digit| text.contains(digit)) {
        let message = "this is not a layout: it has each digit from 0 to 8 once, as tiles have";
        let help = "write numbered tiles in rows: `1 2 3/4 5 6/7 8 .`";
        return line.error(message, help);
    }
    let spot = match flaw {
        CodeFlaw::Square => line.character(0),
        CodeFlaw::Overlap { digit } | CodeFlaw::Rest { digit } => line.character(digit),
        CodeFlaw::Crowded | CodeFlaw::Range => line,
    };
    let help = match flaw {
        CodeFlaw::Square => {
            "the first digit is the first cell of the 2×2: one of 0 1 2 4 5 6 8 9 A C D E"
        }
        CodeFlaw::Overlap { .. } => "each two bits are the piece at the next cell that is free",
        CodeFlaw::Rest { .. } => "write zeros behind the last cell, or nothing",
        CodeFlaw::Crowded => "a CommonCode leaves two cells free, or more",
        CodeFlaw::Range => "a CommonCode has nine digits",
    };
    spot.error(flaw.to_string(), help)
}

/// The rank of a `CommonCode`, one code per line.
pub const SHORT_CODE: NotationFormat = NotationFormat {
    name: "shortcode",
    help: "The number of a 4×5 layout in base 32: `4WVE1`",
    looks_like: looks_short,
    read: read_short,
    write: write_short,
    is_certain: Some(|line| {
        format::is_mixed(line) && !line.bytes().any(|it| it.is_ascii_lowercase())
    }),
    assume_goal: Some(Assumption::classic_exit),
    separator: "",
};

/// The digits by their values.
const ALPHABET: [char; 32] = [
    '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K',
    'M', 'N', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
];

/// The number of digits of a `ShortCode`.
const SHORT_DIGITS: u32 = 5;

/// Returns the value of a digit.
fn value(digit: char) -> Option<u32> {
    let capital = digit.to_ascii_uppercase();
    (0..)
        .zip(ALPHABET)
        .find(|&(_, known)| known == capital)
        .map(|(value, _)| value)
}

/// Returns whether lines look like codes. If all are numbers or words in small letters, they are
/// probably something else.
fn looks_short(text: &str) -> bool {
    let is_capital = |line: &str| line.bytes().all(|digit| digit.is_ascii_uppercase());
    format::are_codes(text, SHORT_DIGITS as usize, |digit| value(digit).is_some())
        && !is_size(text)
        && (text
            .lines()
            .any(|line| format::is_mixed(line) && is_of_one_case(line))
            || text.lines().all(|line| is_capital(line.trim())))
}

/// Returns whether the letters are all small or all capital.
fn is_of_one_case(line: &str) -> bool {
    let has = |is_such: fn(&u8) -> bool| line.as_bytes().iter().any(is_such);
    !(has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase))
}

fn read_short(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    format::read_lines(text, |line| {
        let rank = rank(line)?;
        let Some(code) = CommonCode::from_rank(rank) else {
            let message = format!("this is layout number {rank}, and there are fewer");
            let help = format!("the last one is `{}`", digits(CommonCode::COUNT - 1));
            return Err(line.error(message, help));
        };
        puzzle(code, line)
    })
}

fn write_short(puzzle: &Puzzle) -> Result<String, String> {
    Ok(digits(code(puzzle)?.rank()) + "\n")
}

/// Returns the number of the digits of a line.
fn rank(line: LineCursor<'_>) -> Result<u32, ParseError> {
    let mut rank = 0;
    let mut found = 0;
    for (index, digit) in line.text().chars().enumerate() {
        let Some(value) = value(digit) else {
            let message = format!(
                "`{}` is not a digit of a ShortCode",
                brief(&digit.to_string())
            );
            let help = "the digits are 1 to 9 and A to Z without I, L and O";
            return Err(line.character(index).error(message, help));
        };
        found += 1;
        if found > SHORT_DIGITS {
            break;
        }
        rank = 32 * rank + value;
    }
    if found != SHORT_DIGITS {
        let message = format!("a ShortCode has {SHORT_DIGITS} digits");
        return Err(line.error(message, "write one code a line, with all its digits"));
    }
    Ok(rank)
}

/// Returns the digits of a number.
fn digits(rank: u32) -> String {
    let digit = |place: u32| ALPHABET[(rank >> (5 * place) & 31) as usize];
    (0..SHORT_DIGITS).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::{Notation, read as read_as, tests, write as write_as};

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
    fn an_error_in_a_common_code_names_its_place() {
        let table = include_str!("tables/an_error_in_a_common_code_names_its_place.txt");
        tests::misread(Notation::CommonCode, table);
    }

    #[test]
    fn puzzles_that_a_code_cannot_represent_are_refused() {
        for [text, what] in crate::cases::rows(include_str!("tables/not_in_common_code.txt")) {
            let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}{error}"));
            let refused = write_as(Notation::CommonCode, &puzzle)
                .expect_err(text)
                .to_string();
            crate::cases::begins(&refused, &format!("`commoncode` cannot express {what}"));
        }
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn every_layout_survives_a_code_round_trip(rank in 0..CommonCode::COUNT) {
            let code = CommonCode::from_rank(rank).expect("one");
            for notation in [Notation::CommonCode, Notation::ShortCode] {
                let puzzles = read(&code.to_string()).expect("a code");
                let text = write_as(notation, &puzzles[0]).expect("it can be said");
                prop_assert_eq!(read_as(notation, &text), Ok(puzzles));
            }
        }

        #[test]
        fn reading_arbitrary_digits_never_panics(text in "[0-9a-fA-FxX \n曹]{0,12}") {
            if let Ok(puzzles) = read(&text) {
                prop_assert!(puzzles.iter().all(|puzzle| write(puzzle).is_ok()));
            }
        }
    }

    /// Codes that are published together.
    const KNOWN: [(&str, &str); 5] = [
        ("1A9BF0C00", "4WVE1"),
        ("4FEA13400", "AXCZN"),
        ("6BFA47000", "E6GTE"),
        ("8346AFC00", "FMQ58"),
        ("DC3BE6800", "SGBAA"),
    ];

    #[test]
    fn the_two_codes_convert_to_each_other() {
        for (common, short) in KNOWN {
            let puzzles = read_as(Notation::CommonCode, common).expect("a code");
            let [puzzle] = &puzzles[..] else {
                panic!("one code is one puzzle")
            };
            assert_eq!(
                write_as(Notation::ShortCode, puzzle),
                Ok(format!("{short}\n"))
            );
            assert_eq!(
                write_as(Notation::CommonCode, puzzle),
                Ok(format!("{common}\n"))
            );
            assert_eq!(read_as(Notation::ShortCode, short).as_ref(), Ok(&puzzles));
            assert_eq!(
                read_as(Notation::ShortCode, &short.to_lowercase()),
                Ok(puzzles)
            );
        }
    }

    #[test]
    fn the_first_and_the_last_layout_have_codes() {
        assert!(read_as(Notation::ShortCode, "11111").is_ok());
        let last = digits(CommonCode::COUNT - 1);
        assert!(read_as(Notation::ShortCode, &last).is_ok());
        let error = read_as(Notation::ShortCode, &digits(CommonCode::COUNT)).expect_err("too high");
        let message = "this is layout number 29334498, and there are fewer (read as shortcode)";
        assert_eq!(error.message, message);
        assert_eq!(error.help, format!("the last one is `{last}`"));
        assert!(read_as(Notation::ShortCode, "ZZZZZ").is_err());
    }

    #[test]
    fn an_error_in_a_short_code_names_its_place() {
        let table = include_str!("tables/an_error_in_a_short_code_names_its_place.txt");
        tests::misread(Notation::ShortCode, table);
    }
}
