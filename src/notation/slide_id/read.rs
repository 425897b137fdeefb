//! Reads game IDs of Slide.

use super::super::error::Spot;
use super::super::letters::Letters;
use super::super::puzzles::{Puzzles, SPLIT};
use super::super::{Notation, ParseError};
use super::MIN_SIZE;
use super::game::{Content, FORM, Game};
use super::tokens::error;
use crate::puzzle::{Best, Draft, DraftError, Drawing, Fault, Optimum, Place, Puzzle};

/// The mark of a force field in our drawing.
const FIELD: char = '+';

/// The puzzles of the game IDs in this text, one a line, at least one.
pub(in crate::notation) fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut puzzles = Puzzles::default();
    for (number, line) in (1..).zip(text.lines()) {
        let spot = Spot::whole(number, line);
        if spot.start < spot.end {
            let puzzle = Game::read(spot)?.puzzle(spot)?;
            puzzles.add(puzzle).map_err(|message| error(spot, message, SPLIT))?;
        }
    }
    if puzzles.is_empty() {
        return Err(error(Spot::whole(1, ""), "the text has no game ID", FORM));
    }
    Ok(puzzles.into_vec())
}

impl<'a> Game<'a> {
    fn puzzle(&self, line: Spot<'a>) -> Result<Puzzle, ParseError> {
        let mut letters = Letters::default();
        let letters: Vec<char> = (0..self.blocks).map(|_| letters.free()).collect();
        let Some((main, anchor)) = self.main else {
            let help = "write `m` for the first cell of the block that must reach the target";
            return Err(error(line, "there is no main block", help));
        };
        let draw = |&content: &Content| match content {
            Content::Empty => '.',
            Content::Field => FIELD,
            Content::Wall => '#',
            Content::Block(block) => letters[block],
        };
        let (columns, rows) = self.trimmed();
        let drawing = |cells: &[char]| {
            let rows = cells.chunks(self.width).take(rows).map(|row| row[..columns].to_vec());
            Drawing { rows: rows.collect() }
        };
        let mut goal = vec!['.'; self.cells.len()];
        for cell in self.covered(main, anchor)? {
            goal[cell] = letters[main];
        }
        let frame: Vec<char> = self.cells.iter().map(draw).collect();
        let optimum = Optimum { moves: self.moves, ..Optimum::default() };
        let draft = Draft {
            frame: drawing(&frame),
            goals: vec![drawing(&goal)],
            gate: frame.contains(&FIELD).then(|| (FIELD, vec![letters[main]])),
            best: Best::Known(optimum),
            ..Draft::default()
        };
        draft.check().map_err(|error| self.unsound(line, &error))
    }

    /// The columns and rows, but for those that stand there to make up the size of a game.
    fn trimmed(&self) -> (usize, usize) {
        let is_wall =
            |row: usize, column: usize| self.cells[row * self.width + column] == Content::Wall;
        let (mut columns, mut rows) = (self.width, self.height());
        if columns == MIN_SIZE.0 {
            let is_open = |&column: &usize| (0..rows).any(|row| !is_wall(row, column));
            columns = (0..columns).rfind(is_open).map_or(columns, |last| last + 1);
        }
        if rows == MIN_SIZE.1 {
            let is_open = |&row: &usize| (0..columns).any(|column| !is_wall(row, column));
            rows = (0..rows).rfind(is_open).map_or(rows, |last| last + 1);
        }
        (columns, rows)
    }

    /// The cells that the main block covers at the target.
    fn covered(&self, main: usize, anchor: usize) -> Result<Vec<usize>, ParseError> {
        let (target, spot) = self.target;
        let place = |cell: usize| (cell / self.width, cell % self.width);
        let ((from_row, from_column), (to_row, to_column)) = (place(anchor), place(target));
        let mut covered = Vec::new();
        for (cell, _) in self.cells.iter().enumerate().filter(|&(_, &c)| c == Content::Block(main))
        {
            let (row, column) = place(cell);
            // No cell of the block comes before its first one, but it may lie left of that.
            let row = row - from_row + to_row;
            let column = (column + to_column).checked_sub(from_column);
            let column = column.filter(|&column| column < self.width && row < self.height());
            let Some(column) = column else {
                let message = "at this target the main block lies outside the frame";
                return Err(error(spot, message, "take a target with room for it"));
            };
            covered.push(row * self.width + column);
        }
        if covered.iter().any(|&cell| self.cells[cell] == Content::Wall) {
            let message = "at this target the main block covers a wall";
            return Err(error(spot, message, "take a target with room for it"));
        }
        Ok(covered)
    }

    /// What is wrong with the draft, in terms of the game ID.
    fn unsound(&self, line: Spot<'a>, fault: &DraftError) -> ParseError {
        let spot = match fault.place {
            Place::FrameCell { row, column } => self.spots.get(row * self.width + column),
            _ => None,
        };
        if let (Some(&spot), Fault::SplitPiece { .. }) = (spot, &fault.fault) {
            let help = "cells of a block must touch side by side; count back to one that does";
            return error(spot, "this cell does not touch the block that it belongs to", help);
        }
        line.unsound(Notation::SlideId, fault, |_| spot.copied())
    }
}
