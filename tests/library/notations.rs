//! Puzzles written in every notation that can represent them and read back keep their optimum.

use crate::cases::stride;
use huarong::collection::Collection;
use huarong::notation::{self, Notation};
use huarong::{Limits, Metric, Options, Outcome, Puzzle, solve};

/// Returns the optimum, `None` if the puzzle is unsolvable, or an error if the search is long.
fn optimum(puzzle: &Puzzle, metric: Metric) -> Result<Option<usize>, ()> {
    let limits = Limits::default().with_max_states(Some(5_000));
    let options = Options::default().with_metric(metric).with_limits(limits);
    match solve(puzzle, &options).expect("it fits").outcome {
        Outcome::Found(solution) => Ok(Some(solution.len())),
        Outcome::Exhausted => Ok(None),
        Outcome::Stopped(_) => Err(()),
    }
}

/// Returns the notations that can represent the puzzle, after a check of the optimum in each.
fn checked_notations(puzzle: &Puzzle, metric: Metric) -> Vec<Notation> {
    let Ok(wanted) = optimum(puzzle, metric) else {
        return Vec::new();
    };
    let is_checked = |&notation: &Notation| {
        let Ok(text) = notation::write(notation, puzzle) else {
            return false;
        };
        let again = notation::read(notation, &text)
            .expect("it was written so")
            .remove(0);
        assert_eq!(optimum(&again, metric), Ok(wanted), "{notation}:\n{text}");
        true
    };
    Notation::ALL.into_iter().filter(is_checked).collect()
}

#[test]
fn the_optima_of_the_collection_survive_every_notation() {
    let mut counts = Notation::ALL.map(|notation| (notation, 0));
    // A limit on states does not end the search for tiles, which stores none.
    let collection = Collection::built_in();
    for entry in collection
        .entries()
        .filter(|entry| entry.file.family != "tiles")
        .step_by(stride(18))
    {
        let checked = checked_notations(&entry.puzzle, Metric::Move);
        for (_, count) in counts
            .iter_mut()
            .filter(|(notation, _)| checked.contains(notation))
        {
            *count += 1;
        }
    }
    for (notation, count) in counts {
        assert!(count >= 4, "{notation}: {count} puzzles");
    }
}

#[test]
fn rush_hour_boards_take_their_published_slides_in_every_notation() {
    let lines = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n\
                 51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780\n";
    let puzzles = notation::read(Notation::Rush, lines).expect("two boards");
    for (puzzle, slides) in puzzles.iter().zip([60, 51]) {
        assert_eq!(optimum(puzzle, Metric::Slide), Ok(Some(slides)));
        let checked = checked_notations(puzzle, Metric::Slide);
        assert_eq!(checked, [Notation::Huarong, Notation::Rush]);
    }
}
