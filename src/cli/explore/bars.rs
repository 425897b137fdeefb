//! Layers as bars of text.

use std::fmt::Write;

use crate::cli::numbers::grouped;

/// Rows of bars, at most; several layers share a row where they are more.
const ROWS: usize = 24;
/// The length of the longest bar, in columns.
const LONGEST: usize = 40;
/// A column filled by so many eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A bar for each layer, or for some layers together, with a note behind that of some distances.
pub(super) fn draw(layers: &[u64], notes: &[(usize, &str)]) -> String {
    let together = layers.len().div_ceil(ROWS).max(1);
    let rows: Vec<u64> = layers.chunks(together).map(|row| row.iter().sum()).collect();
    let most = rows.iter().copied().max().unwrap_or(1).max(1);
    let last = layers.len().saturating_sub(1);
    let digits = last.to_string().len();
    let count = grouped(most).len();
    let mut text = String::new();
    for (row, &states) in rows.iter().enumerate() {
        let (from, to) = (row * together, ((row + 1) * together - 1).min(last));
        let distance = if together == 1 {
            format!("{from:>digits$}")
        } else if from == to {
            format!("{from:>digits$}{:1$}", "", digits + 1)
        } else {
            format!("{from:>digits$}–{to:<digits$}")
        };
        let here = notes.iter().filter(|(at, _)| (from..=to).contains(at));
        let notes: Vec<String> = here.map(|(_, note)| format!("  ← {note}")).collect();
        let notes = notes.concat();
        let states_told = grouped(states);
        writeln!(text, "  {distance}  {states_told:>count$}  {}{notes}", bar(states, most))
            .expect("a string takes it all");
    }
    text
}

/// A bar in proportion; what is not nothing can be seen.
fn bar(states: u64, most: u64) -> String {
    let eighths = u128::from(states) * 8 * LONGEST as u128 / u128::from(most);
    let eighths = usize::try_from(eighths).unwrap_or(0).max(usize::from(states > 0));
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_layer_has_a_bar_in_proportion() {
        let drawn = draw(&[1, 2, 1000, 500], &[(1, "nearest solution")]);
        let long = "█".repeat(40);
        let expected = format!(
            "  0      1  ▏\n  1      2  ▏  ← nearest solution\n  2  1,000  {long}\n  3    500  {}\n",
            &long[..long.len() / 2]
        );
        assert_eq!(drawn, expected);
    }

    #[test]
    fn many_layers_share_rows() {
        let drawn = draw(&[1; 49], &[(48, "farthest")]);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 17);
        assert!(lines[0].starts_with("   0–2   3  █"), "{drawn}");
        assert!(lines[16].starts_with("  48     1  █") && lines[16].ends_with("← farthest"));
    }
}
