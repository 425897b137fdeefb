//! Puzzles as tables, which fit the terminal.

use std::env;
use std::io::{self, Write};

use comfy_table::{Table, presets};
use console::Term;
use huarong::puzzle::Metric;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::filter::Listing;
use crate::cli::diagnostics::sanitize;
use crate::cli::input;
use crate::cli::numbers::{align, counted};

const HEADS: [&str; COLUMNS] =
    ["puzzle", "name", "中文", "size", "pieces", "empty", "moves", "slides", "steps", "rating"];
const COLUMNS: usize = 10;

/// The columns of text in [`HEADS`]; the others are numbers.
const PUZZLE: usize = 0;
const NAME: usize = 1;
const CHINESE: usize = 2;
/// The column that goes where no puzzle has a rating.
const RATING: usize = 9;

/// Columns between two columns.
const GAP: usize = 2;

/// Which columns give way on a narrow terminal, in this order, and how much of each stays: of names
/// less than of what picks a puzzle, which says them too. Of what is left with nothing, not even the
/// head is shown.
const CONCESSIONS: [(usize, usize); 14] = [
    (PUZZLE, 36),
    (NAME, 16),
    (CHINESE, 8),
    (PUZZLE, 20),
    (NAME, 0),
    (CHINESE, 0),
    (8, 0),
    (7, 0),
    (RATING, 0),
    (5, 0),
    (4, 0),
    (PUZZLE, 12),
    (3, 0),
    (PUZZLE, 6),
];

/// Writes a table a family, which must be together.
pub(super) fn tables(out: &mut dyn Write, listings: &[Listing]) -> io::Result<()> {
    let room = room();
    let are_rated = listings.iter().any(|listing| listing.rating.is_some());
    let families = listings.chunk_by(|one, next| one.family == next.family);
    for (number, family) in families.enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let name = sanitize(&family[0].family);
        let heading = format!("{name}: {}", counted(family.len(), "puzzle"));
        writeln!(out, "{}", shortened(&heading, room.unwrap_or(usize::MAX)))?;
        let rows: Vec<[String; COLUMNS]> = family.iter().map(|one| row(one, are_rated)).collect();
        writeln!(out, "{}", table(&rows, room).trim_fmt())?;
    }
    Ok(())
}

/// The columns of a terminal that does not tell how many it has.
const UNTOLD: usize = 80;

/// The columns of the terminal, where standard output is one.
fn room() -> Option<usize> {
    let terminal = Term::stdout();
    if !terminal.is_term() {
        return None;
    }
    let told = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let told = told.filter(|&columns| columns > 0);
    let told = told.or_else(|| Some(usize::from(terminal.size_checked()?.1)));
    Some(told.unwrap_or(UNTOLD))
}

fn row(listing: &Listing, are_rated: bool) -> [String; COLUMNS] {
    let puzzle = &listing.source.puzzle;
    let [moves, slides, steps] = Metric::ALL.map(|metric| input::published_text(puzzle, metric));
    [
        sanitize(&listing.source.pick),
        puzzle.title().name.clone().unwrap_or_default(),
        input::chinese(puzzle).unwrap_or_default().to_owned(),
        format!("{}×{}", puzzle.grid().columns(), puzzle.grid().rows()),
        puzzle.pieces().len().to_string(),
        puzzle.empties().to_string(),
        moves,
        slides,
        steps,
        if are_rated { listing.rating_text() } else { String::new() },
    ]
}

fn table(rows: &[[String; COLUMNS]], room: Option<usize>) -> Table {
    let widths = widths(rows, room);
    let shown = |cells: [&str; COLUMNS]| -> Vec<String> {
        let shown = (0..COLUMNS).filter(|&at| widths[at] > 0);
        let cell = |at| match at {
            PUZZLE => broken(cells[at], widths[at]),
            NAME | CHINESE => shortened(cells[at], widths[at]),
            _ => cells[at].to_owned(),
        };
        shown.map(cell).collect()
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(shown(HEADS));
    for row in rows {
        table.add_row(shown(row.each_ref().map(String::as_str)));
    }
    let texts = widths[..=CHINESE].iter().filter(|&&width| width > 0).count();
    align(&mut table, texts..HEADS.len());
    table
}

/// How wide each column is, so that all together take no more than there is room for.
fn widths(rows: &[[String; COLUMNS]], room: Option<usize>) -> [usize; COLUMNS] {
    let widest = |at: usize| rows.iter().map(|row| row[at].width()).max().unwrap_or(0);
    let mut natural: [usize; COLUMNS] = std::array::from_fn(|at| widest(at).max(HEADS[at].width()));
    if widest(RATING) == 0 {
        natural[RATING] = 0;
    }
    let mut widths = natural;
    let Some(room) = room else { return widths };
    let taken = |widths: &[usize; COLUMNS]| -> usize {
        let shown = widths.iter().filter(|&&width| width > 0);
        shown.map(|width| width + GAP).sum::<usize>() - GAP
    };
    for (at, least) in CONCESSIONS {
        let excess = taken(&widths).saturating_sub(room);
        if excess > 0 {
            let left = widths[at].saturating_sub(excess).max(least);
            widths[at] = if least == 0 { 0 } else { left.min(widths[at]) };
        }
    }
    // Of a column that has gone, not all was needed.
    let left_over = room.saturating_sub(taken(&widths));
    widths[PUZZLE] = natural[PUZZLE].min(widths[PUZZLE] + left_over);
    widths
}

/// What picks a puzzle in lines of so many columns, broken behind its hyphens where it can be, and
/// within a word that is longer than a line.
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

/// The text in so many columns, with `…` where some of it is left out.
fn shortened(text: &str, width: usize) -> String {
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

    fn rows() -> Vec<[String; COLUMNS]> {
        let row = |pick: &str, name: &str, chinese: &str| {
            [pick, name, chinese, "4×5", "10", "2", "81", "90", "116", "74.9"].map(str::to_owned)
        };
        vec![
            row("heng-dao-li-ma", "Heng Dao Li Ma", "横刀立马"),
            row(
                "fayaa#fu-xi-ba-gua-feng-huo-jia-ren",
                "Fu Xi Ba Gua: Feng Huo Jia Ren",
                "伏羲八卦:风火家人",
            ),
        ]
    }

    #[test]
    fn a_table_is_no_wider_than_there_is_room_for() {
        let rows = rows();
        let drawn = |room| table(&rows, room).trim_fmt();
        assert_eq!(drawn(Some(200)), drawn(None));
        for room in [15, 20, 30, 40, 60, 80, 100, 120] {
            let table = drawn(Some(room));
            assert!(table.lines().all(|line| line.width() <= room), "{room}:\n{table}");
            assert!(table.contains("heng-dao-li-ma") || room < 40, "{room}:\n{table}");
        }
        assert!(drawn(Some(118)).contains("fayaa#fu-xi-ba-gua-feng-huo-jia-ren  Fu Xi Ba"));
        let narrow = drawn(Some(40));
        assert!(narrow.ends_with("\n  huo-jia-ren"), "{narrow}");
        assert!(narrow.starts_with("puzzle ") && narrow.contains("moves"), "{narrow}");
    }

    #[test]
    fn ratings_have_a_column_where_there_is_one() {
        let mut rows = rows();
        assert!(table(&rows, None).trim_fmt().contains("  steps  rating\n"));
        for row in &mut rows {
            row[RATING].clear();
        }
        let bare = table(&rows, None).trim_fmt();
        assert!(!bare.contains("rating") && bare.contains("  steps\n"), "{bare}");
    }

    #[test]
    fn what_is_cut_ends_in_a_mark() {
        assert_eq!(shortened("Heng Dao", 8), "Heng Dao");
        assert_eq!(shortened("Heng Dao", 7), "Heng D…");
        assert_eq!(shortened("横刀立马", 6), "横刀…");
    }
}
