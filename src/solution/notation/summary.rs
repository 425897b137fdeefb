//! The line that counts the moves.

use crate::puzzle::Metric;

/// A summary line: `81 moves (proven shortest)`.
pub(super) struct Summary {
    /// Its index among the lines.
    pub(super) line: usize,
    /// How many, as written and without commas.
    pub(super) units: String,
    pub(super) metric: Metric,
}

impl Summary {
    /// The summary that `text` is, if it is one: after number and unit no word may follow at once,
    /// for that may be a broken move of a piece `1` that is called `moves`.
    pub(super) fn of(text: &str, line: usize) -> Option<Self> {
        let (units, rest) = text.split_once(char::is_whitespace)?;
        let rest = rest.trim_start();
        let (unit, rest) =
            rest.split_at(rest.find(|c| !char::is_alphabetic(c)).unwrap_or(rest.len()));
        let singular = unit.strip_suffix('s').unwrap_or(unit);
        let metric = Metric::ALL.into_iter().find(|metric| metric.word() == singular)?;
        let units = units.replace(',', "");
        let is_number = !units.is_empty() && units.bytes().all(|byte| byte.is_ascii_digit());
        let ends = !rest.trim_start().starts_with(char::is_alphanumeric);
        (is_number && ends).then_some(Summary { line, units, metric })
    }
}
