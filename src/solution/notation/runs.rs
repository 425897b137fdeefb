//! Paths as runs: a mark for the direction, and the number of cells where it is more than one; with
//! Chinese marks, in Chinese numerals.

use super::error::{ParseError, ParseErrorKind as Kind};
use super::words;
use crate::excerpt::{LineCursor, brief};
use crate::grid::Direction;
use crate::solution::moves::MAX_STEPS;

/// The marks for the directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunScript {
    /// `↑ ← → ↓`
    Arrows,
    /// `u l r d`; they are read in upper case, too.
    Letters,
    /// `上 左 右 下`, with Chinese numerals; Arabic ones are read, too.
    Chinese,
}

impl RunScript {
    /// The marks, in the order of [`Direction::ALL`].
    const fn marks(self) -> [char; 4] {
        match self {
            RunScript::Arrows => ['↑', '←', '→', '↓'],
            RunScript::Letters => ['u', 'l', 'r', 'd'],
            RunScript::Chinese => ['上', '左', '右', '下'],
        }
    }

    /// The direction that the mark stands for.
    pub(super) fn direction(self, mark: char) -> Option<Direction> {
        let mut marks = Direction::ALL.into_iter().zip(self.marks());
        marks.find(|(_, known)| *known == mark.to_ascii_lowercase()).map(|(direction, _)| direction)
    }

    /// The path, each straight run once.
    pub(super) fn write(self, path: &[Direction]) -> String {
        let mut text = String::new();
        for run in path.chunk_by(|one, next| one == next) {
            let mut marks = Direction::ALL.into_iter().zip(self.marks());
            text.extend(marks.find(|(known, _)| *known == run[0]).map(|(_, mark)| mark));
            match (run.len(), self) {
                (1, _) => {}
                (cells, RunScript::Chinese) => text += &numeral(cells),
                (cells, _) => text += &cells.to_string(),
            }
        }
        text
    }

    /// The path that `runs` tell.
    pub(super) fn read(self, mut runs: LineCursor<'_>) -> Result<Vec<Direction>, ParseError> {
        let mut path = Vec::new();
        while let Some(mark) = runs.first() {
            let Some(direction) = self.direction(mark) else {
                let odd = runs.take(|mark| self.direction(mark).is_none());
                return Err(odd.misread(Kind::Word(brief(odd.text()))));
            };
            runs = runs.after(mark.len_utf8());
            let cells = self.take_cells(&mut runs)?.unwrap_or(1);
            path.extend(std::iter::repeat_n(direction, usize::from(cells)));
            if path.len() > MAX_STEPS {
                return Err(runs.misread(Kind::TooLong));
            }
        }
        Ok(path)
    }

    /// Takes off the number of cells at the front of `runs`, if there is one.
    fn take_cells(self, runs: &mut LineCursor<'_>) -> Result<Option<u8>, ParseError> {
        if let Some(count) = words::take_count(runs) {
            return words::cells(count).map(Some);
        }
        if self != RunScript::Chinese {
            return Ok(None);
        }
        let count = runs.take(is_numeral);
        if count.is_empty() {
            return Ok(None);
        }
        let cells = from_numeral(count.text());
        cells.map(Some).ok_or_else(|| count.misread(Kind::Count(brief(count.text()))))
    }
}

const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A small number in Chinese: `二`, `十一`, `二十`, `一百零三`; from 1,000 on in Arabic digits.
fn numeral(number: usize) -> String {
    if number >= 1000 {
        return number.to_string();
    }
    let (hundreds, tens, ones) = (number / 100, number / 10 % 10, number % 10);
    let mut text = String::new();
    if hundreds > 0 {
        text.extend([DIGITS[hundreds], '百']);
        if tens == 0 && ones > 0 {
            text.push(DIGITS[0]);
        }
    }
    if tens > 1 || tens == 1 && hundreds > 0 {
        text.push(DIGITS[tens]);
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 || number == 0 {
        text.push(DIGITS[ones]);
    }
    text
}

/// The number from 1 to 255 that is written so, or with `两` for `二`.
fn from_numeral(text: &str) -> Option<u8> {
    let plain = text.replace('两', "二");
    (1..=u8::MAX).find(|&number| numeral(usize::from(number)) == plain)
}

/// Whether numerals are made of this.
fn is_numeral(mark: char) -> bool {
    DIGITS.contains(&mark) || matches!(mark, '两' | '十' | '百')
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    const ALL: [RunScript; 3] = [RunScript::Arrows, RunScript::Letters, RunScript::Chinese];

    #[test]
    fn a_path_is_written_run_by_run() {
        let path = [Down, Down, Right, Up, Left, Left, Left];
        assert_eq!(ALL.map(|script| script.write(&path)), ["↓2→↑←3", "d2rul3", "下二右上左三"]);
    }

    #[test]
    fn what_is_written_is_read() {
        let path = [vec![Down; 23], vec![Up], vec![Left; 255], vec![Right; 2]].concat();
        for script in ALL {
            let text = script.write(&path);
            assert_eq!(script.read(LineCursor::whole(1, &text)), Ok(path.clone()), "{text}");
        }
    }

    #[test]
    fn counts_may_be_written_in_other_ways() {
        let read = |script: RunScript, runs| script.read(LineCursor::whole(1, runs));
        assert_eq!(read(RunScript::Chinese, "下2右"), Ok(vec![Down, Down, Right]));
        assert_eq!(read(RunScript::Chinese, "下两"), Ok(vec![Down, Down]));
        assert_eq!(read(RunScript::Arrows, "↓×2→1"), Ok(vec![Down, Down, Right]));
        assert_eq!(read(RunScript::Letters, "D2R"), Ok(vec![Down, Down, Right]));
    }

    #[test]
    fn numbers_are_written_as_they_are_spoken() {
        let table = [
            (1, "一"),
            (2, "二"),
            (10, "十"),
            (11, "十一"),
            (20, "二十"),
            (99, "九十九"),
            (100, "一百"),
            (103, "一百零三"),
            (110, "一百一十"),
            (215, "二百一十五"),
            (1000, "1000"),
        ];
        for (number, text) in table {
            assert_eq!(numeral(number), text);
        }
    }

    #[test]
    fn a_numeral_that_is_written_is_read() {
        for number in 1..=u8::MAX {
            let text = numeral(usize::from(number));
            assert!(text.chars().all(is_numeral));
            assert_eq!(from_numeral(&text), Some(number));
        }
        assert_eq!(from_numeral("两"), Some(2));
        for other in ["", "零", "二二", "十零", "二百五十六", "2"] {
            assert_eq!(from_numeral(other), None, "{other}");
        }
    }
}
