//! Paths as runs: a mark for the direction, and the number of cells where it is more than one.

use super::super::error::ParseErrorKind as Kind;
use super::super::part::{Flaw, Part};
use super::numeral;
use crate::excerpt::brief;
use crate::grid::Direction;

/// The marks for the directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solution::notation) enum Script {
    /// `↑ ← → ↓`
    Arrows,
    /// `u l r d`; they are read in upper case, too.
    Letters,
    /// `上 左 右 下`, with Chinese numerals; Arabic ones are read, too.
    Chinese,
}

impl Script {
    /// The marks, in the order of [`Direction::ALL`].
    const fn marks(self) -> [char; 4] {
        match self {
            Script::Arrows => ['↑', '←', '→', '↓'],
            Script::Letters => ['u', 'l', 'r', 'd'],
            Script::Chinese => ['上', '左', '右', '下'],
        }
    }

    /// The direction that the mark stands for.
    pub(in crate::solution::notation) fn direction(self, mark: char) -> Option<Direction> {
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
                (cells, Script::Chinese) => text += &numeral::write(cells),
                (cells, _) => text += &cells.to_string(),
            }
        }
        text
    }

    /// The path that `runs` tell.
    pub(super) fn read(self, mut runs: Part<'_>) -> Result<Vec<Direction>, Flaw> {
        let mut path = Vec::new();
        while let Some(mark) = runs.text.chars().next() {
            let Some(direction) = self.direction(mark) else {
                let odd = runs.take(|mark| self.direction(mark).is_none());
                return Err(odd.flaw(Kind::Word(brief(odd.text))));
            };
            runs = runs.after(mark.len_utf8());
            let cells = self.take_cells(&mut runs)?.unwrap_or(1);
            path.extend(std::iter::repeat_n(direction, usize::from(cells)));
        }
        Ok(path)
    }

    /// Takes off the number of cells at the front of `runs`, if there is one.
    fn take_cells(self, runs: &mut Part<'_>) -> Result<Option<u8>, Flaw> {
        if let Some(count) = runs.take_count() {
            return count.cells().map(Some);
        }
        if self != Script::Chinese {
            return Ok(None);
        }
        let count = runs.take(numeral::is_part);
        if count.text.is_empty() {
            return Ok(None);
        }
        let cells = numeral::read(count.text);
        cells.map(Some).ok_or_else(|| count.flaw(Kind::Count(brief(count.text))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    const ALL: [Script; 3] = [Script::Arrows, Script::Letters, Script::Chinese];

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
            assert_eq!(script.read(Part::of(&text)), Ok(path.clone()), "{text}");
        }
    }

    #[test]
    fn counts_may_be_written_in_other_ways() {
        let read = |script: Script, runs| script.read(Part::of(runs));
        assert_eq!(read(Script::Chinese, "下2右"), Ok(vec![Down, Down, Right]));
        assert_eq!(read(Script::Chinese, "下两"), Ok(vec![Down, Down]));
        assert_eq!(read(Script::Arrows, "↓×2→1"), Ok(vec![Down, Down, Right]));
        assert_eq!(read(Script::Letters, "D2R"), Ok(vec![Down, Down, Right]));
    }

    #[test]
    fn what_is_no_direction_and_no_count_is_refused() {
        let refused = |script: Script, runs| {
            let flaw = script.read(Part::of(runs)).expect_err("it makes no sense");
            (flaw.at, flaw.kind)
        };
        assert_eq!(refused(Script::Arrows, "↓?!→"), (3..5, Kind::Word("?!".to_owned())));
        assert_eq!(refused(Script::Letters, "d0"), (1..2, Kind::Count("0".to_owned())));
        assert_eq!(refused(Script::Arrows, "↓256"), (3..6, Kind::Count("256".to_owned())));
        assert_eq!(refused(Script::Chinese, "下二二"), (3..9, Kind::Count("二二".to_owned())));
    }
}
