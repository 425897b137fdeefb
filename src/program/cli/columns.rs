//! Tables and sentences that fit the terminal.

use super::prelude::*;
use std::ops::Range;

use clap::builder::styling::{AnsiColor, Style};
use console::{Term, measure_text_width};
use unicode_width::UnicodeWidthChar;

use super::color;

/// What stands between two columns of a table.
const GAP: &str = "  ";

/// Width of a terminal that does not report its width.
const DEFAULT_WIDTH: usize = 80;

/// Returns the width of the terminal if standard output is one.
pub fn room() -> Option<usize> {
    width(&Term::stdout())
}

/// Returns the width of a stream if it is a terminal.
pub fn width(terminal: &Term) -> Option<usize> {
    if !terminal.is_term() {
        return None;
    }
    let columns = env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    Some(
        columns
            .filter(|&columns| columns > 0)
            .or_else(|| Some(usize::from(terminal.size_checked()?.1)))
            .unwrap_or(DEFAULT_WIDTH),
    )
}

/// Returns the number of lines of the terminal if standard output is one.
pub fn lines() -> Option<usize> {
    let (rows, _) = Term::stdout().size_checked()?;
    Some(rows.into())
}

/// Writes sentences, and wraps them if standard output is a terminal.
pub fn say(out: &mut dyn Write, text: &str) -> Printed {
    writeln!(out, "{}", wrapped(text, room()))
}

/// Wraps each line between words, to at most `room` columns.
pub fn wrapped(text: &str, room: Option<usize>) -> String {
    let Some(room) = room else {
        return text.to_owned();
    };
    let lines = text.split('\n').flat_map(|line| {
        if measure_text_width(line) <= room {
            vec![line.to_owned()]
        } else {
            filled(line.split(' '), " ", room)
        }
    });
    joined(lines, "\n")
}

/// Joins parts of text into lines of at most this many columns, with a separator between two parts
/// of a line.
pub fn filled<T: AsRef<str>>(
    parts: impl IntoIterator<Item = T>,
    separator: &str,
    columns: usize,
) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in parts {
        let part = part.as_ref();
        let width = separator.width() + part.width();
        match lines.last_mut() {
            Some(line) if line.is_empty() => part.clone_into(line),
            Some(line) if line.width() + width <= columns => line.extend([separator, part]),
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

/// The adjacent columns of a table that shrink or hide together, and their least width. Columns
/// with the least width 0 are hidden.
pub type Concession = (Range<usize>, usize);

/// Returns a table of rows, of which the first is the header, with the columns that fit `room`:
/// see [`fitting`]. Columns of `numbers` are aligned to the right. If column 0 is not among them,
/// it has names of puzzles, which are broken into lines.
pub fn table(
    rows: &[Vec<String>],
    numbers: Range<usize>,
    first: usize,
    concessions: &[Concession],
    room: Option<usize>,
) -> String {
    let widths = fitting(&natural(rows), first, concessions, room);
    let shown = |end: usize| widths[..end].iter().filter(|&&width| width > 0).count();
    let mut lines = Vec::new();
    for row in rows {
        let mut name = row[0].clone();
        if numbers.start > 0 && name.width() > widths[0] {
            name = broken(&name, widths[0]);
        }
        let mut parts = name.split('\n').map(str::to_owned);
        let others = (1..widths.len()).filter(|&at| widths[at] > 0);
        let others = others.map(|at| row[at].clone());
        lines.push(parts.next().into_iter().chain(others).collect());
        lines.extend(parts.map(|part| vec![part]));
    }
    plain(&lines, shown(numbers.start)..shown(numbers.end))
}

/// Returns the width of a cell, which has no control characters.
fn width_of(cell: &str) -> usize {
    if cell.is_ascii() {
        cell.len()
    } else {
        cell.width()
    }
}

/// Returns the width of each column.
fn natural(rows: &[Vec<String>]) -> Vec<usize> {
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells.map(|cell| width_of(cell)).max().unwrap_or(0)
    };
    (0..rows[0].len()).map(width).collect()
}

/// Returns a table of rows, of which the first is the header. Columns of `numbers` are aligned to
/// the right.
pub fn plain(rows: &[Vec<String>], numbers: Range<usize>) -> String {
    let widths = natural(rows);
    let line = |row: &Vec<String>| {
        let mut line = String::new();
        for (at, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[at] - width_of(cell));
            let mut parts = [cell.as_str(), &padding, GAP];
            if numbers.contains(&at) {
                parts.swap(0, 1);
            }
            line.extend(parts);
        }
        line.truncate(line.trim_end().len());
        line
    };
    joined(rows.iter().map(line), "\n")
}

/// Returns a table for standard output: below a [heading], with answers in colours.
pub fn text(table: &str) -> String {
    match table.split_once('\n') {
        Some((head, rows)) if color::on_stdout() => format!("{}\n{}", heading(head), answers(rows)),
        _ => table.to_owned(),
    }
}

/// Returns a line that is bold and blue if standard output has colours.
pub fn heading(line: &str) -> String {
    if color::on_stdout() {
        styled(line, AnsiColor::Blue.on_default().bold())
    } else {
        line.to_owned()
    }
}

fn styled(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// Colours the cells of rows that say whether something is proven or known.
fn answers(rows: &str) -> String {
    let answer = |cell: &str| {
        let colour = match cell.trim() {
            "yes" => AnsiColor::Green,
            "no" | "unrated" => AnsiColor::Yellow,
            "none" | "impossible" => AnsiColor::Red,
            word if word.starts_with("stopped") => AnsiColor::Yellow,
            _ => return cell.to_owned(),
        };
        styled(cell, colour.on_default())
    };
    let row = |row: &str| joined(row.split(GAP).map(answer), GAP);
    joined(rows.lines().map(row), "\n")
}

/// Returns rows, of which the first is the header, as a table in Markdown. All columns but the
/// first are aligned to the right.
pub fn markdown(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let mut rule = vec!["---:".to_owned(); rows[0].len()];
    "---".clone_into(&mut rule[0]);
    let mut lines: Vec<String> = rows.iter().map(|row| line(row)).collect();
    lines.insert(1, line(&rule));
    lines.join("\n")
}

/// Returns the widths of columns that fit `room`. The `concessions` come in this order. The room
/// that a hidden column leaves goes to the column `first`.
fn fitting(
    natural: &[usize],
    first: usize,
    concessions: &[Concession],
    room: Option<usize>,
) -> Vec<usize> {
    let mut widths = natural.to_vec();
    let Some(room) = room else { return widths };
    let taken = |widths: &[usize]| -> usize {
        widths
            .iter()
            .filter(|&&width| width > 0)
            .map(|width| width + GAP.len())
            .sum::<usize>()
            - GAP.len()
    };
    for (columns, least) in concessions {
        let excess = taken(&widths).saturating_sub(room);
        for width in &mut widths[if excess > 0 { columns.clone() } else { 0..0 }] {
            let left = width.saturating_sub(excess).max(*least);
            *width = if *least == 0 { 0 } else { left.min(*width) };
        }
    }
    // A hidden column may leave more room than was needed.
    let left_over = room.saturating_sub(taken(&widths));
    widths[first] = natural[first].min(widths[first] + left_over);
    widths
}

/// Breaks a name of a puzzle into lines of at most `width` columns, after hyphens if possible.
fn broken(pick: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut line = String::new();
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
    text.chars()
        .take_while(|mark| {
            let fits = mark.width().unwrap_or(0) <= left;
            left = left.saturating_sub(mark.width().unwrap_or(0));
            fits
        })
        .chain(['…'])
        .collect()
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
    fn a_table_aligns_numbers_to_the_right_and_breaks_long_names() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["puzzle", "中文", "moves"]),
            row(["fayaa#long", "横刀立马", "81"]),
            row(["set", "", "1,195"]),
        ];
        let expected = "\
puzzle      中文      moves
fayaa#long  横刀立马     81
set                   1,195";
        assert_eq!(table(&rows, 2..3, 0, &[], None), expected);
        let narrow = table(&rows, 2..3, 0, &[(0..1, 6)], Some(23));
        crate::cases::has(&narrow, "\nfayaa#  横刀立马     81\n  long\nset ");
    }

    #[test]
    fn a_name_is_broken_after_its_signs_if_possible() {
        assert_eq!(broken("gnome#climb-12-b", 16), "gnome#climb-12-b");
        assert_eq!(broken("gnome#climb-12-b", 10), "gnome#\n  climb-\n  12-b");
        assert_eq!(broken("grandmaster", 5), "grand\n  mas\n  ter");
    }

    #[test]
    fn columns_shrink_in_order() {
        let concessions = [(0..1, 10), (2..3, 0), (1..2, 0), (0..1, 4)];
        let widths = |room| fitting(&[20, 8, 8], 0, &concessions, room);
        assert_eq!(widths(None), [20, 8, 8]);
        assert_eq!(widths(Some(40)), [20, 8, 8]);
        assert_eq!(widths(Some(35)), [15, 8, 8]);
        assert_eq!(widths(Some(29)), [19, 8, 0], "what is left over is used");
        assert_eq!(widths(Some(9)), [9, 0, 0]);
    }

    #[test]
    fn columns_in_one_group_are_hidden_together() {
        assert_eq!(fitting(&[20, 8, 8], 0, &[(1..3, 0)], Some(37)), [20, 0, 0]);
    }

    #[test]
    fn text_is_wrapped_between_words() {
        let lines = |text: &str, room| wrapped(text, Some(room));
        assert_eq!(lines("one two three", 7), "one two\nthree");
        assert_eq!(lines("曹操 goes", 8), "曹操\ngoes");
        assert_eq!(lines("longest", 3), "longest");
        assert_eq!(
            lines("one two\n    A.B\nthree four", 7),
            "one two\n    A.B\nthree\nfour"
        );
        assert_eq!(wrapped("one two three", None), "one two three");
    }
}
