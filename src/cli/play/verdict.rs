//! What is said when a puzzle is solved.

use huarong::play::records::Standing;
use huarong::puzzle::Metric;

use super::table::Optimum;

/// How long the solution is, next to the shortest and to the player's own best:
/// `solved in 97 moves (optimum 81); your best was 103`.
pub(super) fn solved(
    length: usize,
    metric: Metric,
    optimum: Optimum,
    standing: Option<&Standing>,
) -> String {
    let optimum = match optimum {
        Optimum::Length(optimum) if optimum == length => ", the optimum".to_owned(),
        Optimum::Length(optimum) => format!(" (optimum {optimum})"),
        Optimum::Unknown | Optimum::None => String::new(),
    };
    let standing = match standing {
        None => String::new(),
        Some(Standing::First) => "; your first solution".to_owned(),
        Some(Standing::Best(before)) if before.length == length => {
            "; your best, now with fewer hints".to_owned()
        }
        Some(Standing::Best(before)) => format!("; your best was {}", before.length),
        Some(Standing::Behind(best)) => format!("; your best is {}", best.length),
    };
    format!("solved in {}{optimum}{standing}", metric.count(length))
}

#[cfg(test)]
mod tests {
    use huarong::Puzzle;
    use huarong::play::records::Record;

    use super::*;

    #[test]
    fn a_result_is_told_next_to_the_shortest_and_the_best() {
        let puzzle: Puzzle = "A .\n\ngoal:\n. A\n".parse().expect("a puzzle");
        let record = |length| Record::new(&puzzle, Metric::Move, length, 0, String::new());
        let told = |length, optimum, standing: Option<Standing>| {
            solved(length, Metric::Move, optimum, standing.as_ref())
        };
        let optimum = Optimum::Length(81);
        assert_eq!(told(1, Optimum::Unknown, None), "solved in 1 move");
        assert_eq!(
            told(81, optimum, Some(Standing::First)),
            "solved in 81 moves, the optimum; your first solution"
        );
        assert_eq!(
            told(97, optimum, Some(Standing::Best(record(103)))),
            "solved in 97 moves (optimum 81); your best was 103"
        );
        assert_eq!(
            told(97, optimum, Some(Standing::Behind(record(90)))),
            "solved in 97 moves (optimum 81); your best is 90"
        );
        let same = told(97, Optimum::Unknown, Some(Standing::Best(record(97))));
        assert_eq!(same, "solved in 97 moves; your best, now with fewer hints");
    }
}
