//! Boards drawn as in a puzzle file, with gates, plain or coloured.

use super::prelude::*;
use crate::{
    puzzle::{Goal, Polyomino},
    render::{ColourDepth, Role, TerminalColour, roles},
    solution::board_text,
};
use clap::builder::styling::{Ansi256Color, Color, RgbColor, Style};

use super::color;

/// The style of pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PieceStyle {
    /// Letters or numbers.
    Plain,
    /// Letters on the colours of pictures.
    Coloured(ColourDepth),
}

impl PieceStyle {
    /// Returns the style for standard output.
    pub fn for_stdout() -> Self {
        if color::on_stdout() {
            PieceStyle::Coloured(color::depth())
        } else {
            PieceStyle::Plain
        }
    }

    fn style(self, role: Role) -> Style {
        let PieceStyle::Coloured(depth) = self else {
            return Style::new();
        };
        let [fill, text] = depth.piece(role).map(|colour| match colour {
            TerminalColour::Rgb(colour) => {
                Color::Rgb(RgbColor::from(<(u8, u8, u8)>::from(colour.rgb)))
            }
            TerminalColour::Indexed(number) => Color::Ansi256(Ansi256Color(number)),
        });
        Style::new().bg_color(Some(fill)).fg_color(Some(text))
    }
}

pub fn start(puzzle: &Puzzle, paint: PieceStyle) -> String {
    let pieces = puzzle.pieces().iter().enumerate();
    board(
        puzzle,
        paint,
        pieces.map(|(id, piece)| (id, piece.anchor)),
        &[],
    )
}

/// Draws a goal, without the pieces that it does not name. The goal that pieces leave has no
/// drawing.
pub fn goal(puzzle: &Puzzle, paint: PieceStyle, goal: &Goal) -> String {
    if *goal == Goal::default() {
        return "all gone".to_owned();
    }
    board(
        puzzle,
        paint,
        goal.targets
            .iter()
            .map(|target| (target.piece, target.anchor)),
        &goal.empties,
    )
}

/// Draws a board with these pieces at these anchors; `_` marks cells that must be empty.
fn board(
    puzzle: &Puzzle,
    paint: PieceStyle,
    pieces: impl Iterator<Item = (PieceId, Cell)>,
    empties: &[Cell],
) -> String {
    let styles: Vec<Style> = roles(puzzle)
        .into_iter()
        .map(|role| paint.style(role))
        .collect();
    board_text(puzzle, pieces, empties, |piece, face| {
        let style = styles[piece];
        format!("{style}{face}{style:#}")
    })
}

/// Describes a shape: its size if it is a rectangle (`2×2`), or its cells (`X./XX`).
pub fn shape(shape: &Polyomino) -> String {
    let height = usize::from(shape.height());
    let width = usize::from(shape.width());
    if shape.area() == height * width {
        return format!("{width}×{height}");
    }
    let left = shape
        .offsets()
        .iter()
        .map(|offset| offset.columns)
        .min()
        .unwrap_or(0);
    let mut rows = vec![vec!['.'; width]; height];
    for offset in shape.offsets() {
        let column = usize::from(offset.columns.abs_diff(left));
        rows[usize::from(offset.rows.unsigned_abs())][column] = 'X';
    }
    joined(rows.into_iter().map(String::from_iter), "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_walls_and_goals_are_drawn() {
        let text =
            "gate: + = A\n\n曹 A + #\nB B B .\nB . . .\n\ngoal:\n. . A #\n. . . .\n. . . .\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        assert_eq!(
            start(&puzzle, PieceStyle::Plain),
            "曹 A  +  #\nB  B  B  .\nB  .  .  ."
        );
        let drawn = goal(&puzzle, PieceStyle::Plain, &puzzle.goals()[0]);
        assert_eq!(drawn, ".  .  A  #\n.  .  .  .\n.  .  .  .");
        let shapes: Vec<String> = puzzle
            .pieces()
            .iter()
            .map(|piece| shape(&piece.shape))
            .collect();
        assert_eq!(shapes, ["1×1", "1×1", "XXX/X.."]);
    }

    #[test]
    fn colours_do_not_change_the_drawn_text() {
        let puzzle: Puzzle = "A B C\nA B D\n. . D\n\ngoal:\n. . A\n. . A\n. . .\n"
            .parse()
            .expect("");
        let paint = PieceStyle::Coloured(ColourDepth::Indexed);
        let coloured = start(&puzzle, paint);
        assert_ne!(coloured, start(&puzzle, PieceStyle::Plain));
        assert_eq!(
            anstream::adapter::strip_str(&coloured).to_string(),
            start(&puzzle, PieceStyle::Plain)
        );
        let roles = roles(&puzzle);
        let style = |piece: PieceId| paint.style(roles[piece]);
        assert_eq!(style(1), style(3), "they have one shape");
        assert_ne!(style(1), style(2));
        assert_ne!(style(0), style(1), "one is a piece of the goal");
    }
}
