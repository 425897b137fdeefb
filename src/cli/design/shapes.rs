//! How shapes and goals are typed.

use huarong::design::GoalSpec;
use huarong::grid::{Cell, Size};
use huarong::puzzle::Polyomino;

use crate::cli::diagnostics::sanitize;
use crate::cli::subject::coordinates;

pub(super) fn aim(text: &str) -> Result<GoalSpec, String> {
    match text.split_once(':') {
        None if text == "corner" => Ok(GoalSpec::Corner),
        None if text == "anywhere" => Ok(GoalSpec::Anywhere),
        Some(("exit", cells)) => {
            let cell = |text: &str| {
                let place = coordinates(text)?;
                Some(Cell::new(place.row.try_into().ok()?, place.column.try_into().ok()?))
            };
            let cells: Option<Vec<Cell>> = cells.split('/').map(cell).collect();
            cells.map(GoalSpec::Exit).ok_or_else(|| "write cells like `exit:4,2/4,3`".to_owned())
        }
        _ => Err("it is `corner`, `anywhere`, or cells like `exit:4,2/4,3`".to_owned()),
    }
}

/// The pieces that have letters, by their number of cells.
const NAMED: [(&str, &str); 22] = [
    ("L3", "##/#."),
    ("V3", "##/#."),
    ("L4", "#./#./##"),
    ("J4", "#./#./##"),
    ("T4", "###/.#."),
    ("S4", ".##/##."),
    ("Z4", ".##/##."),
    ("O4", "##/##"),
    ("F5", ".##/##./.#."),
    ("L5", "#./#./#./##"),
    ("J5", "#./#./#./##"),
    ("N5", ".#/.#/##/#."),
    ("S5", ".#/.#/##/#."),
    ("P5", "##/##/#."),
    ("Q5", "##/##/#."),
    ("T5", "###/.#./.#."),
    ("U5", "#.#/###"),
    ("V5", "#../#../###"),
    ("W5", "#../##./.##"),
    ("X5", ".#./###/.#."),
    ("Y5", ".#/##/.#/.#"),
    ("Z5", "##./.#./.##"),
];

pub(super) fn shape(text: &str) -> Result<Polyomino, String> {
    let unknown =
        || format!("`{}` is no shape: write `1x2`, `L3`, or rows like `##/.#`", sanitize(text));
    let rows = if let Ok(Size { width, height }) = text.parse() {
        if width.max(height) > 32 {
            return Err(unknown());
        }
        vec!["#".repeat(width as usize); height as usize].join("/")
    } else if let Some(cells) = text.strip_prefix(['I', 'i']) {
        let cells = cells.parse().ok().filter(|cells| (1..=32).contains(cells));
        "#".repeat(cells.ok_or_else(unknown)?)
    } else {
        let named = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        named.map_or(text, |(_, rows)| rows).to_owned()
    };
    let mut cells = Vec::new();
    for (row, line) in (0..).zip(rows.split('/')) {
        for (column, character) in (0..).zip(line.chars()) {
            match character {
                '#' => cells.push(Cell::new(row, column)),
                '.' => {}
                _ => return Err(unknown()),
            }
        }
    }
    if cells.is_empty() || !Polyomino::from_cells(&cells).is_connected() {
        return Err(unknown());
    }
    Ok(Polyomino::from_cells(&cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_a_size_a_letter_or_rows() {
        for (text, rows, area) in [
            ("2x1", 1, 2),
            ("2×2", 2, 4),
            ("I4", 1, 4),
            ("l3", 2, 3),
            ("T4", 2, 4),
            ("##/.#", 2, 3),
        ] {
            let shape = shape(text).expect(text);
            assert_eq!((usize::from(shape.height()), shape.area()), (rows, area), "{text}");
        }
        for text in ["", "0x1", "99x1", "Q9", "#.#", "##/.?", "I0", "40x40"] {
            assert!(shape(text).is_err(), "{text}");
        }
        for (name, _) in NAMED {
            let cells: usize = name[1..].parse().expect("a number of cells");
            assert_eq!(shape(name).expect(name).area(), cells, "{name}");
        }
    }

    #[test]
    fn a_goal_is_a_word_or_cells() {
        assert_eq!(aim("corner"), Ok(GoalSpec::Corner));
        assert_eq!(aim("anywhere"), Ok(GoalSpec::Anywhere));
        assert_eq!(aim("exit:4,2/4,3"), Ok(GoalSpec::Exit(vec![Cell::new(3, 1), Cell::new(3, 2)])));
        for text in ["exit", "exit:", "exit:4", "exit:0,1", "Corner", "exit:4,2/"] {
            assert!(aim(text).is_err(), "{text}");
        }
    }
}
