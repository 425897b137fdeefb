//! What a reader takes for granted about a board, in words.

use std::fmt;

/// What was taken for granted about a board, because its text does not say it, or says it in other
/// signs than ours.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Assumption {
    /// The only 2×2 of a 4×5 frame leaves through the middle of the bottom.
    ClassicExit {
        /// The letter of that piece.
        letter: char,
    },
    /// Cars that run lengthwise, and the red one leaves to the right.
    RushHour {
        /// The letter of that car.
        letter: char,
    },
    /// Numbered tiles are put in order, the empty cell last.
    TilesInOrder,
    /// The text asks in words for the goal that goes without saying.
    GoalInWords {
        /// The words.
        said: String,
        /// The goal that they stand for.
        goal: Box<Assumption>,
    },
    /// Something around the board that is no part of it.
    LeftOut {
        /// What was left out: `comments`.
        what: &'static str,
    },
    /// A sign that stands between the cells of a row.
    Separator {
        /// The sign.
        mark: char,
    },
    /// A sign other than `.` that draws an empty cell.
    EmptyCell {
        /// The sign.
        mark: char,
    },
    /// Several pieces of one cell that share a letter.
    Singles {
        /// The letter.
        letter: char,
    },
    /// A second board, which draws the goal.
    SecondBoard,
    /// Words that stand for a line of our format.
    Words {
        /// The words.
        said: String,
        /// The line that they stand for.
        meaning: String,
    },
}

impl Assumption {
    /// Whether it is the goal that was taken for granted.
    #[must_use]
    pub const fn is_goal(&self) -> bool {
        use Assumption::{ClassicExit, RushHour, TilesInOrder};
        matches!(self, ClassicExit { .. } | RushHour { .. } | TilesInOrder)
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            goal if goal.is_goal() => write!(f, "no goal is given; {}", goal.meaning()),
            Assumption::GoalInWords { said, goal } => write!(f, "`{said}` is {}", goal.meaning()),
            _ => f.write_str(&self.meaning()),
        }
    }
}

impl Assumption {
    /// The assumption without its reason.
    fn meaning(&self) -> String {
        match self {
            Assumption::ClassicExit { letter } => {
                format!("taken for the classic one: `{letter}` in the middle of the bottom")
            }
            Assumption::RushHour { letter } => {
                format!("taken for Rush Hour: `{letter}` leaves to the right")
            }
            Assumption::TilesInOrder => {
                "taken for tiles to be put in order, the empty cell last".to_owned()
            }
            Assumption::LeftOut { what } => format!("left out: {what}"),
            Assumption::Separator { mark: '\t' } => "tabs separate the cells".to_owned(),
            Assumption::Separator { mark } => format!("`{mark}` separates the cells"),
            Assumption::EmptyCell { mark: ' ' } => "a space is an empty cell".to_owned(),
            Assumption::EmptyCell { mark } => format!("`{mark}` is an empty cell"),
            Assumption::Singles { letter } => {
                format!("each `{letter}` is a piece of its own")
            }
            Assumption::GoalInWords { goal, .. } => goal.meaning(),
            Assumption::SecondBoard => "the second board is the goal".to_owned(),
            Assumption::Words { said, meaning } => format!("`{said}` is read as `{meaning}`"),
        }
    }
}
