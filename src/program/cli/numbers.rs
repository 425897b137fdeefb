//! Formatting of numbers.

use super::prelude::*;

pub(crate) use crate::{excerpt::joined, render::grouped};

/// Formats a number with its noun: `1 state`, `11,982 states`.
pub fn counted(number: impl Copy + ToString, word: &str) -> String {
    let number = grouped(number);
    let plural = match number.as_str() {
        "1" => "",
        _ if word.ends_with("ch") || word == "push" => "es",
        _ => "s",
    };
    format!("{number} {word}{plural}")
}

/// Formats a length: `1 move`, `1,195 moves`.
pub fn length(units: usize, metric: Metric) -> String {
    counted(units, metric.word())
}

/// Formats a time: `850 µs`, `12 ms`, `3.4 s`, `2 min 5 s`.
pub fn time(elapsed: Duration) -> String {
    let micros = elapsed.as_micros();
    let seconds = elapsed.as_secs();
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..1_000_000 => format!("{} ms", elapsed.as_millis()),
        1_000_000..60_000_000 => format!("{:.1} s", elapsed.as_secs_f64()),
        _ if seconds < 3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Formats the cost of a backtracking search: `26 nodes, 3 backtracks, 12 µs`.
pub fn effort(nodes: u64, backtracks: u64, elapsed: Duration) -> String {
    let nodes = counted(nodes, "node");
    let backtracks = counted(backtracks, "backtrack");
    format!("{nodes}, {backtracks}, {}", time(elapsed))
}

/// `4 wide, 5 high`.
pub fn wide_and_high(size: Size) -> String {
    format!(
        "{} wide, {} high",
        grouped(size.width),
        grouped(size.height)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        let numbers = [0, 999, 1000, 25_955, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "25,955", "1,234,567"]);
        assert_eq!(
            [
                counted(1, "state"),
                counted(2, "state"),
                counted(1, "match"),
                counted(2, "match")
            ],
            ["1 state", "2 states", "1 match", "2 matches"]
        );
    }

    #[test]
    fn lengths_are_grouped_as_other_numbers_are() {
        let lengths = [
            (1, Metric::Move),
            (1195, Metric::Move),
            (1_000_000, Metric::Step),
        ];
        let shown = lengths.map(|(units, metric)| length(units, metric));
        assert_eq!(shown, ["1 move", "1,195 moves", "1,000,000 steps"]);
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        let times = [850, 12_300, 3_400_000, 125_000_000, 3_780_000_000];
        let shown = times.map(|micros| time(Duration::from_micros(micros)));
        assert_eq!(
            shown,
            ["850 µs", "12 ms", "3.4 s", "2 min 5 s", "1 h 3 min"]
        );
    }
}
