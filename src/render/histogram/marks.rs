//! Where labels stand, so that none covers another.

use unicode_width::UnicodeWidthStr;

use super::LETTER;
use super::scale::float;

/// A mark with the place of its label.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Placed<'a> {
    pub(super) label: &'a str,
    /// Where its line is.
    pub(super) x: f64,
    /// Where its label begins, at most.
    left: f64,
    /// The part of the label that its place is of: its start, its middle or its end.
    pub(super) anchor: Anchor,
    /// The line of text that its label stands in, from above.
    pub(super) row: usize,
}

/// A part of a label, and where it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Anchor {
    Start(f64),
    Middle(f64),
    End(f64),
}

/// Room between two labels.
const GAP: f64 = 8.0;

/// Labels over their lines, or as near as the edges of the picture allow, each in the first row that
/// has room for it.
pub(super) fn placed<'a>(
    marks: impl Iterator<Item = (f64, &'a str)>,
    right: f64,
) -> Vec<Placed<'a>> {
    let mut placed: Vec<Placed<'a>> = Vec::new();
    for (x, label) in marks {
        let width = width(label);
        let middle = x - width / 2.0;
        let (left, anchor) = if middle < GAP {
            (GAP, Anchor::Start(GAP))
        } else if middle + width > right {
            (right - width, Anchor::End(right))
        } else {
            (middle, Anchor::Middle(x))
        };
        let is_free = |row: usize| {
            let mut others = placed.iter().filter(|other| other.row == row);
            others.all(|other| {
                left + width + GAP <= other.left
                    || other.left + self::width(other.label) + GAP <= left
            })
        };
        let row =
            (0..=placed.len()).find(|&row| is_free(row)).expect("there is a row below the last");
        placed.push(Placed { label, x, left, anchor, row });
    }
    placed
}

fn width(label: &str) -> f64 {
    LETTER * float(label.width() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_would_meet_stand_one_below_the_other() {
        let marks = [(100.0, "a label"), (110.0, "another"), (300.0, "far off"), (104.0, "third")];
        let rows: Vec<usize> = placed(marks.into_iter(), 500.0).iter().map(|it| it.row).collect();
        assert_eq!(rows, [0, 1, 0, 2]);
    }

    #[test]
    fn labels_at_the_edges_stay_inside() {
        let placed = placed([(2.0, "at the left"), (498.0, "横刀立马")].into_iter(), 500.0);
        assert_eq!(placed[0].anchor, Anchor::Start(GAP));
        assert_eq!(placed[1].anchor, Anchor::End(500.0));
        assert!(placed[1].left + 8.0 * LETTER <= 500.0, "Chinese takes twice the room");
        assert!((placed[1].x - 498.0).abs() < 0.1);
    }
}
