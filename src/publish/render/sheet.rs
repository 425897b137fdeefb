//! A whole solution on one sheet: numbered boards, each with its move.

use std::num::NonZeroUsize;

use super::{
    PictureError,
    board::{BORDER, board, parts, size},
    chart::float,
    scene::{Anchor, Item, Scene, View},
    theme::Theme,
};
use crate::{
    puzzle::Puzzle,
    solution::{Move, Position, Solution},
};

/// A solution as numbered boards on one sheet.
#[derive(Clone, Copy, Debug)]
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

/// The largest number of pieces on all boards of a sheet.
pub const MAX_SHOWN: usize = 1_000_000;

/// What stands above a board, between boards, and above all.
const CAPTION: i32 = 44;
const GAP: i32 = 40;
const HEADING: i32 = 90;

impl SolutionSheet<'_> {
    /// Returns the sheet as an SVG document: the board before each move with the move as an arrow,
    /// and the last board. Each piece is defined once and used on every board.
    ///
    /// # Errors
    /// If the sheet has too many pieces, or a move is illegal.
    ///
    /// # Complexity
    /// Moves × pieces.
    pub fn svg(&self) -> Result<String, PictureError> {
        let boards = self.solution.len() + 1;
        // A board has things to show besides its pieces.
        let pieces = boards.saturating_mul(self.puzzle.pieces().len() + 4);
        if pieces > MAX_SHOWN {
            return Err(PictureError::ManyPieces { boards, pieces });
        }
        Ok(self.scene(0)?.to_string())
    }

    /// Returns the part of the plane that the sheet fills.
    pub(super) fn view(&self) -> View {
        let boards = self.solution.len() + 1;
        let columns = self.columns();
        let (width, height) = size(self.puzzle);
        let length = |count: usize, size: i32| float(count as u64) * f64::from(size);
        View {
            left: 0.0,
            top: 0.0,
            width: length(columns, width + GAP) + f64::from(GAP),
            height: length(boards.div_ceil(columns), height + CAPTION + GAP) + f64::from(HEADING),
        }
    }

    /// Returns the scene, without names that are smaller than `least`.
    pub(super) fn scene(&self, least: i32) -> Result<Scene, PictureError> {
        let scheme = self.theme.scheme();
        let caption = scheme.caption;
        let (width, height) = size(self.puzzle);
        let columns = self.columns();
        let length = self.solution.metric.count(self.solution.len());
        let mut scene = Scene::new(self.title, self.view(), scheme.paper);
        scene.is_sized = true;
        scene.description = format!("{length}. Each board has its move as an arrow.");
        scene.cover();
        let heading = format!("{} · {length}", self.title);
        let line = |text: String, x: i32, y: i32, size: i32| {
            Item::text(text, x, y, size)
                .filled(caption)
                .anchored(Anchor::Start)
        };
        scene.items.push(line(heading, GAP, 49, 36).bold());
        scene.parts = parts(self.puzzle, self.theme, least);
        let mut position = Position::start(self.puzzle);
        let mut moves = self.solution.iter();
        for number in 0..=self.solution.len() {
            let unit = moves.next();
            let count = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
            let x = GAP + count(number % columns) * (width + GAP);
            let y = HEADING + count(number / columns) * (height + CAPTION + GAP);
            let part = scene.parts.len();
            let anchors = position.anchors();
            let items = board(self.puzzle, anchors, unit.as_ref(), scheme);
            scene.parts.push(items);
            let board = Item::part(part, x + BORDER, y + CAPTION + BORDER);
            scene.items.push(board);
            if let Some(unit) = &unit {
                let applied = position.apply(unit);
                applied.map_err(PictureError::at(number + 1))?;
            }
            let text = self.caption(number, unit.as_ref(), position.is_solved());
            scene.items.push(line(text, x, y + 20, 28));
        }
        Ok(scene)
    }

    /// Returns the caption of a board: the number of its move, and the move; words for the last.
    fn caption(&self, number: usize, unit: Option<&Move>, is_solved: bool) -> String {
        match unit {
            Some(unit) => {
                let letter = self.puzzle.pieces()[unit.piece].display_label();
                format!("{}. {letter} {}", number + 1, unit.arrows())
            }
            None if is_solved => "solved".to_owned(),
            None => format!("after {}", self.solution.metric.count(number)),
        }
    }

    /// Returns the number of boards side by side.
    fn columns(&self) -> usize {
        let boards = self.solution.len() + 1;
        let (width, height) = size(self.puzzle);
        let [width, height] = [width + GAP, height + CAPTION + GAP].map(f64::from);
        let fits = |columns: &usize| {
            let rows = boards.div_ceil(*columns);
            float(*columns as u64) * width >= float(rows as u64) * height
        };
        self.columns
            .map(|columns| columns.get().min(boards))
            .or_else(|| (1..=boards).find(fits))
            .unwrap_or(boards)
            .max(1)
    }
}
