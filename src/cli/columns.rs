//! Columns of a table that fit the terminal, and text in them.

use std::env;
use std::ops::Range;

use comfy_table::{Table, presets};
use console::Term;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::numbers::align;

/// Columns between two table columns.
const GAP: usize = 2;

/// Width of a terminal that does not report its width.
const DEFAULT_WIDTH: usize = 80;

/// Returns the width of the terminal if standard output is one.
pub fn room() -> Option<usize> {
    let terminal = Term::stdout();
    if !terminal.is_term() {
        return None;
    }
    let columns = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = columns.filter(|&columns| columns > 0);
    let columns = columns.or_else(|| Some(usize::from(terminal.size_checked()?.1)));
    Some(columns.unwrap_or(DEFAULT_WIDTH))
}

/// Returns a table of rows, of which the first is the header, with the columns that fit `room`:
/// see [`fitting`]. Columns of `numbers` are aligned to the right. Of the columns before them,
/// column 0 has names of puzzles, which are broken into lines, and other texts are shortened.
pub fn table(
    rows: &[Vec<String>],
    numbers: Range<usize>,
    first: usize,
    concessions: &[(usize, usize)],
    room: Option<usize>,
) -> Table {
    let widest = |at: usize| rows.iter().map(|row| row[at].width()).max().unwrap_or(0);
    let natural: Vec<usize> = (0..rows[0].len()).map(widest).collect();
    let widths = fitting(&natural, first, concessions, room);
    let cells = |row: &Vec<String>| -> Vec<String> {
        let shown = (0..widths.len()).filter(|&at| widths[at] > 0);
        let cell = |at: usize| match at {
            _ if at >= numbers.start => row[at].clone(),
            0 => broken(&row[at], widths[at]),
            _ => shortened(&row[at], widths[at]),
        };
        shown.map(cell).collect()
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(cells(&rows[0]));
    table.add_rows(rows[1..].iter().map(cells));
    let shown = |end: usize| widths[..end].iter().filter(|&&width| width > 0).count();
    align(&mut table, shown(numbers.start)..shown(numbers.end));
    table
}

/// Returns the widths of columns that fit `room`. The `concessions` name the columns that shrink,
/// in this order, and the least width of each. A column without width is hidden; the room that it
/// leaves goes to the column `first`.
fn fitting(
    natural: &[usize],
    first: usize,
    concessions: &[(usize, usize)],
    room: Option<usize>,
) -> Vec<usize> {
    let mut widths = natural.to_vec();
    let Some(room) = room else { return widths };
    let taken = |widths: &[usize]| -> usize {
        let shown = widths.iter().filter(|&&width| width > 0);
        shown.map(|width| width + GAP).sum::<usize>() - GAP
    };
    for &(at, least) in concessions {
        let excess = taken(&widths).saturating_sub(room);
        if excess > 0 {
            let left = widths[at].saturating_sub(excess).max(least);
            widths[at] = if least == 0 { 0 } else { left.min(widths[at]) };
        }
    }
    // A hidden column may leave more room than was needed.
    let left_over = room.saturating_sub(taken(&widths));
    widths[first] = natural[first].min(widths[first] + left_over);
    widths
}

/// Breaks a name of a puzzle into lines of at most `width` columns, after hyphens if possible.
fn broken(pick: &str, width: usize) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for part in pick.split_inclusive(['-', '#', '/']) {
        if line.width() + part.width() > width && !line.trim().is_empty() {
            lines.extend([line.as_str(), "\n"]);
            line = String::from("  ");
        }
        for mark in part.chars() {
            if line.width() + mark.width().unwrap_or(0) > width && !line.trim().is_empty() {
                lines.extend([line.as_str(), "\n"]);
                line = String::from("  ");
            }
            line.push(mark);
        }
    }
    lines + &line
}

/// Shortens a text to `width` columns, with `…` at the end.
pub fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut left = width.saturating_sub(1);
    let fits = |mark: &char| {
        let fits = mark.width().unwrap_or(0) <= left;
        left = left.saturating_sub(mark.width().unwrap_or(0));
        fits
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortened_text_ends_with_an_ellipsis() {
        assert_eq!(shortened("Heng Dao", 8), "Heng Dao");
        assert_eq!(shortened("Heng Dao", 7), "Heng D…");
        assert_eq!(shortened("横刀立马", 6), "横刀…");
    }

    #[test]
    fn columns_shrink_in_order() {
        let concessions = [(0, 10), (2, 0), (1, 0), (0, 4)];
        let widths = |room| fitting(&[20, 8, 8], 0, &concessions, room);
        assert_eq!(widths(None), [20, 8, 8]);
        assert_eq!(widths(Some(40)), [20, 8, 8]);
        assert_eq!(widths(Some(35)), [15, 8, 8]);
        assert_eq!(widths(Some(29)), [19, 8, 0], "what is left over is used");
        assert_eq!(widths(Some(9)), [9, 0, 0]);
    }
}
