//! What was found, as a puzzle.

use super::frame::{CellFrame, Cells, Dissection};
use crate::grid::Size;
use crate::puzzle::{CharGrid, Draft, Metric, Optimum, PublishedOptimum, Puzzle, PuzzleInfo};

/// The hardest puzzle of so many pieces, or one of them.
#[derive(Clone, Debug)]
pub struct HardestPuzzle {
    /// How many pieces it has.
    pub pieces: usize,
    /// How many moves its shortest solution takes, in the metric that was asked for.
    pub moves: u32,
    /// The puzzle, with its optimum. The goal piece is `X`.
    pub puzzle: Puzzle,
}

/// The letter of the goal piece.
const GOAL: char = 'X';

/// A board as a puzzle whose goal piece is to go to one of these places, in so many moves of a
/// metric; none if it is no board.
pub(super) fn puzzle(
    frame: &CellFrame,
    ends: impl Iterator<Item = Cells>,
    start: &Dissection,
    (moves, metric): (u32, Metric),
) -> Option<Puzzle> {
    let mut cells: Vec<char> = (0..frame.area())
        .map(|cell| if frame.cells >> cell & 1 == 0 { '#' } else { '.' })
        .collect();
    let letters = ('A'..='Z').chain('a'..='z').filter(|&letter| letter != GOAL);
    let goal = start.piece(frame, 1 << start.goal);
    let others = start.pieces(frame).filter(|&piece| piece != goal);
    for (piece, letter) in std::iter::once((goal, GOAL)).chain(others.zip(letters)) {
        if piece & !frame.cells != 0 {
            return None;
        }
        draw(&mut cells, piece, letter);
    }
    let goals = ends.map(|place| {
        let mut cells = vec!['.'; frame.area() as usize];
        draw(&mut cells, place, GOAL);
        drawing(&cells, frame)
    });
    let mut best = Optimum::default();
    *best.get_mut(metric) = Some(moves);
    let pieces = start.pieces(frame).count();
    let size = Size { width: frame.columns, height: frame.rows };
    let name = format!("{size}, {pieces} pieces, {moves} {metric}s");
    let draft = Draft {
        title: PuzzleInfo { name: Some(name), ..PuzzleInfo::default() },
        frame: drawing(&cells, frame),
        goals: goals.collect(),
        best: PublishedOptimum::Known(best),
        ..Draft::default()
    };
    draft.check().ok()
}

fn draw(cells: &mut [char], piece: Cells, letter: char) {
    for cell in super::frame::ones(piece) {
        cells[cell as usize] = letter;
    }
}

fn drawing(cells: &[char], frame: &CellFrame) -> CharGrid {
    let rows: Vec<String> =
        cells.chunks(frame.columns as usize).map(|row| row.iter().collect()).collect();
    CharGrid::from_lines(rows.iter().map(String::as_str))
}
