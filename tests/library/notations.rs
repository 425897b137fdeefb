//! Puzzles through every notation that can say them: what is read back takes as many moves.

use huarong::collection::Collection;
use huarong::notation::{self, Notation};
use huarong::{Limits, Metric, Options, Outcome, Puzzle, solve};

/// The length of the shortest solution, `None` where there is none; an error if the search is long.
fn optimum(puzzle: &Puzzle, metric: Metric) -> Result<Option<usize>, ()> {
    let limits = Limits::default().with_max_states(Some(5_000));
    let options = Options::default().with_metric(metric).with_limits(limits);
    match solve(puzzle, &options).expect("it fits").outcome {
        Outcome::Found(solution) => Ok(Some(solution.len())),
        Outcome::Exhausted => Ok(None),
        Outcome::Stopped(_) => Err(()),
    }
}

/// The notations that can say the puzzle; what they say has been solved, and takes as many moves.
fn said(puzzle: &Puzzle, metric: Metric) -> Vec<Notation> {
    let Ok(wanted) = optimum(puzzle, metric) else { return Vec::new() };
    let text = |notation| Some((notation, notation::write(notation, puzzle).ok()?));
    let texts = Notation::ALL.into_iter().filter_map(text);
    texts
        .map(|(notation, text)| {
            let again = notation::read(notation, &text).expect("it was written so").remove(0);
            assert_eq!(optimum(&again, metric), Ok(wanted), "{notation}:\n{text}");
            notation
        })
        .collect()
}

#[test]
fn the_collection_takes_as_many_moves_in_every_notation() {
    let mut counts = Notation::ALL.map(|notation| (notation, 0));
    // A limit on states does not end the search for tiles, which stores none.
    let collection = Collection::built_in();
    for entry in collection.entries().filter(|entry| entry.file.family != "tiles") {
        let said = said(&entry.puzzle, Metric::Move);
        for (_, count) in counts.iter_mut().filter(|(notation, _)| said.contains(notation)) {
            *count += 1;
        }
    }
    for (notation, count) in counts {
        // Few goals lie on cells where no piece starts, which is all that a map can say.
        let enough = if notation == Notation::Gnome { 50 } else { 80 };
        assert!(count >= enough, "{notation} says {count}");
    }
}

#[test]
fn rush_hour_boards_take_their_published_slides_in_every_notation() {
    let lines = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n\
                 51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780\n";
    let puzzles = notation::read(Notation::Rush, lines).expect("two boards");
    for (puzzle, slides) in puzzles.iter().zip([60, 51]) {
        assert_eq!(optimum(puzzle, Metric::Slide), Ok(Some(slides)));
        let said = said(puzzle, Metric::Slide);
        assert!(said.contains(&Notation::Rush) && said.contains(&Notation::Jimslide), "{said:?}");
    }
}
