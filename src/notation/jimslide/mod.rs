//! Scripts of jim'slide, Jim Leonard's solver.
//!
//! ```text
//! xsize: 4
//! ysize: 5
//! piece: 1 (0,0) (1,0) (0,1) (1,1)
//! piece: 2 (0,0) (0,1)
//! put: 2 (0,0) 'A'
//! put: 1 (1,0) 'C'
//! put: 2 (3,0) 'B'
//! win: 1 (1,3)
//! ```
//!
//! A command a line; coordinates count from 0, x to the right and y down:
//!
//! | command | meaning |
//! |---|---|
//! | `xsize: n`, `ysize: n` | columns and rows of the frame |
//! | `wall: (x,y)` | a wall |
//! | `hwall: y (x1,x2)` | walls in row `y` from `x1` to `x2`, both included |
//! | `vwall: x (y1,y2)` | walls in column `x` from `y1` to `y2`, both included |
//! | `piece: n (0,0) (dx,dy) …` | a kind of piece: its cells, the leftmost of the top row first |
//! | `put: n (x,y) 'c'` | a piece of that kind, its first cell there; `'c'` may be left out |
//! | `win: n (x,y)` | solved when a piece of that kind stands there; of several, all must be met |
//! | `win: 0 (x,y)` | the same, when that cell is empty |
//! | `lockx: n`, `locky: n` | pieces of that kind do not move along x, along y |
//!
//! A line that begins with `!` or `#` is a remark, and so is the rest of a line from there on; a
//! command may end in `;`. Capitals mean the same. All this is in the `readme.txt` and the
//! `readParm.cpp` of github.com/Xuth/js2 (2019) and in the readme of jim'slide 0.84
//! (xuth.net/jimslide).
//!
//! Pieces of one number are alike, those of two are told apart, whatever their shapes. Numbers
//! that could be merged since no `win:` names them are told apart all the same, so that the
//! states are as many as there. Commands that choose how his program works (`bigmem`,
//! `numthreads`, `useletters` …) say nothing of the puzzle and are passed over; `xstep`, `ystep`,
//! `cutoff` and `directed` change the answer and are refused, as is every other word.
//!
//! The name is written as a remark; the optimum is not written.

mod board;
mod read;
mod script;
#[cfg(test)]
mod tests;
mod write;

pub(super) use read::read;
pub(super) use write::write;
