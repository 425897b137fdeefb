//! `ShortCode`: a layout of the 4×5 frame as five digits of base 32, the number of codes that are
//! lower than its [`CommonCode`].
//!
//! The digits are `1` to `9` and the letters without `I`, `L` and `O`, in that order, the highest
//! first; small letters stand for capital ones. In a text, each line is a code.

use super::common_code::{self, CommonCode};
use super::format::{self, NotationFormat};
use crate::excerpt::{LineCursor, ParseError, brief};
use crate::puzzle::Puzzle;

pub(super) const FORMAT: NotationFormat =
    NotationFormat { name: "shortcode", looks_like, read, write, join: Some(format::concat) };

/// What the digits are written with.
const ALPHABET: [char; 32] = [
    '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K',
    'M', 'N', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
];

/// The digits of a code.
const DIGITS: u32 = 5;

/// The value of a digit.
fn value(digit: char) -> Option<u32> {
    let capital = digit.to_ascii_uppercase();
    (0..).zip(ALPHABET).find(|&(_, known)| known == capital).map(|(value, _)| value)
}

/// Lines that could be codes are none where all are numbers or words in small letters, which are
/// more likely to be something else.
fn looks_like(text: &str) -> bool {
    let is_capital = |line: &str| line.bytes().all(|digit| digit.is_ascii_uppercase());
    format::are_codes(text, DIGITS as usize, |digit| value(digit).is_some())
        && (text.lines().any(|line| format::is_mixed(line) && is_of_one_case(line))
            || text.lines().all(|line| is_capital(line.trim())))
}

/// Whether its letters are all small or all capital.
fn is_of_one_case(line: &str) -> bool {
    let has = |is_such: fn(&u8) -> bool| line.as_bytes().iter().any(is_such);
    !(has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase))
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    format::read_lines(text, |line| {
        let rank = rank(line)?;
        let Some(code) = CommonCode::from_rank(rank) else {
            let message = format!("this is layout number {rank}, and there are fewer");
            let help = format!("the last one is `{}`", digits(CommonCode::COUNT - 1));
            return Err(line.error(message, help));
        };
        common_code::puzzle(code, line)
    })
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    Ok(digits(common_code::code(puzzle)?.rank()) + "\n")
}

/// The number that the digits of a line stand for.
fn rank(line: LineCursor<'_>) -> Result<u32, ParseError> {
    let mut rank = 0;
    let mut found = 0;
    for (index, digit) in line.text().chars().enumerate() {
        let Some(value) = value(digit) else {
            let message = format!("`{}` is no digit of a ShortCode", brief(&digit.to_string()));
            let help = "the digits are 1 to 9 and A to Z without I, L and O";
            return Err(line.character(index).error(message, help));
        };
        found += 1;
        if found > DIGITS {
            break;
        }
        rank = 32 * rank + value;
    }
    if found != DIGITS {
        let message = format!("a ShortCode has {DIGITS} digits");
        return Err(line.error(message, "write one code a line, with all its digits"));
    }
    Ok(rank)
}

/// The digits of a number.
fn digits(rank: u32) -> String {
    let digit = |place: u32| ALPHABET[(rank >> (5 * place) & 31) as usize];
    (0..DIGITS).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::{CommonCode, digits};
    use crate::notation::{Notation, read, samples, write};

    /// Codes that are published together.
    const KNOWN: [(&str, &str); 5] = [
        ("1A9BF0C00", "4WVE1"),
        ("4FEA13400", "AXCZN"),
        ("6BFA47000", "E6GTE"),
        ("8346AFC00", "FMQ58"),
        ("DC3BE6800", "SGBAA"),
    ];

    #[test]
    fn known_codes_stand_for_each_other() {
        for (common, short) in KNOWN {
            let puzzles = read(Notation::CommonCode, common).expect("a code");
            let [puzzle] = &puzzles[..] else { panic!("one code is one puzzle") };
            assert_eq!(write(Notation::ShortCode, puzzle), Ok(format!("{short}\n")));
            assert_eq!(write(Notation::CommonCode, puzzle), Ok(format!("{common}\n")));
            assert_eq!(read(Notation::ShortCode, short).as_ref(), Ok(&puzzles));
            assert_eq!(read(Notation::ShortCode, &short.to_lowercase()), Ok(puzzles));
        }
    }

    #[test]
    fn the_first_and_the_last_layout_have_codes() {
        assert!(read(Notation::ShortCode, "11111").is_ok());
        let last = digits(CommonCode::COUNT - 1);
        assert!(read(Notation::ShortCode, &last).is_ok());
        let error = read(Notation::ShortCode, &digits(CommonCode::COUNT)).expect_err("too high");
        let message = "this is layout number 29334498, and there are fewer (read as shortcode)";
        assert_eq!(error.message, message);
        assert_eq!(error.help, format!("the last one is `{last}`"));
        assert!(read(Notation::ShortCode, "ZZZZZ").is_err());
    }

    #[test]
    fn what_is_no_code_is_pointed_at() {
        let cases = [
            ("4WVE1\n 4WVL1\n", "2:5+1 `L` is no digit of a ShortCode"),
            ("4WV01", "1:4+1 `0` is no digit of a ShortCode"),
            ("4WVE", "1:1+4 a ShortCode has 5 digits"),
            ("4WVE11", "1:1+6 a ShortCode has 5 digits"),
            ("4WVE1 4WVE1", "1:6+1 ` ` is no digit of a ShortCode"),
            ("\n", "1:1+1 there is no puzzle in this text"),
        ];
        samples::misread(Notation::ShortCode, &cases);
    }
}
