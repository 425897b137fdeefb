//! A whole solution on one sheet: numbered boards, each with its move.

use std::fmt::{self, Display, Formatter, Write};
use std::num::NonZeroUsize;

use thiserror::Error;

use super::Escaped;
use super::board::{
    BORDER, FONT, Face, FrameDrawing, GoalDrawing, PieceLabel, draw_move, draw_target, open, size,
};
use super::geometry::corner;
use super::theme::{Theme, roles};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::solution::{IllegalMove, Move, Position, Solution};

/// A solution as numbered boards on one sheet.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolutionSheet<'a> {
    /// The heading.
    pub title: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its moves.
    pub solution: &'a Solution,
    /// Boards side by side; `None` makes the sheet about as wide as it is high.
    pub columns: Option<NonZeroUsize>,
    /// Its colours.
    pub theme: Theme,
}

impl<'a> SolutionSheet<'a> {
    /// Chooses the number of columns, in the default theme.
    #[must_use]
    pub fn new(title: &'a str, puzzle: &'a Puzzle, solution: &'a Solution) -> Self {
        SolutionSheet {
            title,
            puzzle,
            solution,
            columns: None,
            theme: Theme::default(),
        }
    }
}

setters!(SolutionSheet<'a> {
    with_columns = columns: Option<NonZeroUsize>,
    with_theme = theme: Theme,
});

/// The largest number of pieces on all boards of a sheet.
pub const MAX_SHOWN: usize = 1_000_000;

/// The reason why a sheet is not drawn.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum SheetError {
    /// There are more pieces than [`MAX_SHOWN`].
    #[error("a sheet shows {MAX_SHOWN} pieces at most, and {boards} boards have {pieces}")]
    TooLong {
        /// How many boards there would be.
        boards: usize,
        /// How many pieces they would have together.
        pieces: usize,
    },
    /// A move cannot be made.
    #[error("move {number}: {why}")]
    Illegal {
        /// Which one, from 1.
        number: usize,
        /// Why it cannot be made. Part of the message, hence not its source.
        why: IllegalMove,
    },
}

impl SolutionSheet<'_> {
    /// Returns the sheet as an SVG document: the board before each move with the move as an arrow,
    /// and the last board. Each piece is defined once and used on every board.
    ///
    /// # Errors
    /// If the sheet has too many pieces, or a move is illegal.
    ///
    /// # Complexity
    /// Moves × pieces.
    pub fn svg(&self) -> Result<String, SheetError> {
        let boards = self.solution.len() + 1;
        // A board has things to show besides its pieces.
        let pieces = boards.saturating_mul(self.puzzle.pieces().len() + 4);
        if pieces > MAX_SHOWN {
            return Err(SheetError::TooLong { boards, pieces });
        }
        let mut position = Position::start(self.puzzle);
        let mut positions = vec![position.anchors().to_vec()];
        for (number, unit) in (1..).zip(self.solution) {
            position
                .apply(&unit)
                .map_err(|why| SheetError::Illegal { number, why })?;
            positions.push(position.anchors().to_vec());
        }
        let solved = position.is_solved();
        let mut text = String::new();
        write!(
            text,
            "{}",
            SheetLayout {
                sheet: self,
                positions,
                solved
            }
        )
        .expect("a string takes it all");
        Ok(text)
    }

    /// Returns the caption of a board: the number of its move, and the move; words for the last.
    pub(super) fn caption(
        &self,
        number: usize,
        unit: Option<&Move>,
        is_solved: bool,
    ) -> (String, String) {
        match unit {
            Some(unit) => {
                let letter = self.puzzle.pieces()[unit.piece].display_label();
                (
                    (number + 1).to_string(),
                    format!("{letter} {}", unit.arrows()),
                )
            }
            None if is_solved => (String::new(), "solved".to_owned()),
            None => (
                String::new(),
                format!("after {}", self.solution.metric.count(number)),
            ),
        }
    }

    /// Boards side by side.
    pub(super) fn columns(&self, boards: usize) -> usize {
        let (width, height) = size(self.puzzle);
        let width = i64::from(width + GAP);
        let height = i64::from(height + CAPTION + GAP);
        let fits = |columns: &usize| {
            let rows = boards.div_ceil(*columns);
            let wide = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
            wide(*columns).saturating_mul(width) >= wide(rows).saturating_mul(height)
        };
        let chosen = self.columns.map(|columns| columns.get().min(boards));
        chosen
            .or_else(|| (1..=boards).find(fits))
            .unwrap_or(boards)
            .max(1)
    }
}

/// What stands above a board, between boards, and above all.
const CAPTION: i32 = 44;
const GAP: i32 = 40;
const HEADING: i32 = 90;

struct SheetLayout<'a> {
    sheet: &'a SolutionSheet<'a>,
    /// Where the anchors stand before each move and at the end.
    positions: Vec<Vec<Cell>>,
    solved: bool,
}

impl Display for SheetLayout<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SolutionSheet {
            title,
            puzzle,
            solution,
            theme,
            ..
        } = *self.sheet;
        let scheme = theme.scheme();
        let (width, height) = size(puzzle);
        let columns = self.sheet.columns(self.positions.len());
        let rows = self.positions.len().div_ceil(columns);
        let count = |count: usize| i32::try_from(count).expect("boards are few");
        let across = count(columns) * (width + GAP) + GAP;
        let down = count(rows) * (height + CAPTION + GAP) + HEADING;
        open(f, (across, down), title)?;
        let length = solution.metric.count(solution.len());
        writeln!(
            f,
            "<desc>{length}. Each board has its move as an arrow.</desc>\n<defs>"
        )?;
        write!(
            f,
            "<g id=\"board\">\n{}</g>\n",
            FrameDrawing { puzzle, scheme }
        )?;
        for ((id, piece), role) in puzzle.pieces().iter().enumerate().zip(roles(puzzle)) {
            let ink = theme.ink(role);
            let face = Face { piece, ink };
            let label = PieceLabel { piece, ink };
            writeln!(f, "<g id=\"piece{id}\">\n{face}{label}</g>")?;
        }
        write!(
            f,
            "<g id=\"goal\">\n{}</g>\n</defs>\n",
            GoalDrawing { puzzle, scheme }
        )?;
        writeln!(
            f,
            r#"<rect width="{across}" height="{down}" fill="{}"/>"#,
            scheme.paper
        )?;
        let caption = scheme.caption;
        let heading = Escaped(title);
        writeln!(
            f,
            r#"<text x="{GAP}" y="62" font-size="36" text-anchor="start" fill="{caption}"><tspan font-weight="600">{heading}</tspan><tspan dx="24" font-size="28" fill-opacity=".7">{length}</tspan></text>"#
        )?;
        let mut moves = solution.iter();
        for (number, anchors) in self.positions.iter().enumerate() {
            let unit = moves.next();
            let x = GAP + count(number % columns) * (width + GAP);
            let y = HEADING + count(number / columns) * (height + CAPTION + GAP);
            let (number, told) = self.sheet.caption(number, unit.as_ref(), self.solved);
            let number = match &*number {
                "" => number,
                _ => format!(r#"<tspan font-weight="600">{number}</tspan>  "#),
            };
            writeln!(f, r#"<g transform="translate({x} {y})">"#)?;
            writeln!(
                f,
                r#"<text y="30" font-size="28" text-anchor="start" fill="{caption}" font-family="{FONT}">{number}{}</text>"#,
                Escaped(&told)
            )?;
            writeln!(
                f,
                r#"<g transform="translate({BORDER} {})">"#,
                BORDER + CAPTION
            )?;
            self.board(f, anchors, unit.as_ref())?;
            writeln!(f, "</g>\n</g>")?;
        }
        writeln!(f, "</svg>")
    }
}

impl SheetLayout<'_> {
    fn board(&self, f: &mut Formatter<'_>, anchors: &[Cell], unit: Option<&Move>) -> fmt::Result {
        let SolutionSheet { puzzle, theme, .. } = *self.sheet;
        let scheme = theme.scheme();
        writeln!(f, r##"<use href="#board"/>\n<use href="#goal"/>"##)?;
        if let Some(unit) = unit {
            draw_target(f, puzzle, unit, scheme)?;
        }
        for (id, &anchor) in anchors.iter().enumerate() {
            let (x, y) = corner(anchor);
            writeln!(f, r##"<use href="#piece{id}" x="{x}" y="{y}"/>"##)?;
        }
        match unit {
            Some(unit) => draw_move(f, puzzle, unit, scheme),
            None => Ok(()),
        }
    }
}
