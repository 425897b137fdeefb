//! Puzzles as tables, which fit the terminal.

use std::io::{self, Write};

use comfy_table::{Table, presets};
use huarong::puzzle::Metric;
use unicode_width::UnicodeWidthStr;

use super::filter::ListCandidate;
use crate::cli::columns::{self, broken, room, shortened};
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

/// Which columns give way on a narrow terminal, in this order, and how much of each stays: numbers
/// before names, and of names less than of what picks a puzzle, which says them too.
const CONCESSIONS: [(usize, usize); 15] = [
    (PUZZLE, 36),
    (NAME, 16),
    (CHINESE, 8),
    (PUZZLE, 20),
    (5, 0),
    (4, 0),
    (PUZZLE, 16),
    (8, 0),
    (7, 0),
    (NAME, 0),
    (CHINESE, 0),
    (RATING, 0),
    (PUZZLE, 12),
    (3, 0),
    (PUZZLE, 6),
];

/// Writes a table a family, which must be together.
pub(super) fn tables(out: &mut dyn Write, listings: &[ListCandidate]) -> io::Result<()> {
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

fn row(listing: &ListCandidate, are_rated: bool) -> [String; COLUMNS] {
    let puzzle = &listing.source.puzzle;
    let [moves, slides, steps] = Metric::ALL.map(|metric| input::published_text(puzzle, metric));
    [
        sanitize(&listing.source.pick),
        puzzle.title().name.clone().unwrap_or_default(),
        input::chinese(puzzle).unwrap_or_default().to_owned(),
        format!("{}×{}", puzzle.grid().columns(), puzzle.grid().rows()),
        puzzle.pieces().len().to_string(),
        puzzle.empty_cells().to_string(),
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
    let widths = columns::fitting(&natural, PUZZLE, &CONCESSIONS, room);
    widths.try_into().expect("as many as there are columns")
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
        assert!(narrow.ends_with("\n  feng-huo-jia-ren"), "{narrow}");
        assert!(narrow.starts_with("puzzle ") && narrow.contains("moves"), "{narrow}");
    }

    #[test]
    fn names_stay_longer_than_numbers_of_pieces() {
        let narrow = table(&rows(), Some(80)).trim_fmt();
        for word in ["name", "横刀立马", "moves", "rating"] {
            assert!(narrow.contains(word), "{word}:\n{narrow}");
        }
        assert!(!narrow.contains("pieces") && !narrow.contains("empty"), "{narrow}");
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
}
