//! Long surveys, compared with published results.

use std::num::NonZero;
use std::ops::ControlFlow;

use huarong::design::{FrameScope, SurveyOptions, survey_frame};

#[test]
#[ignore = "a minute"]
fn the_hardest_4_by_4_puzzle_equals_bickfords_result() {
    let options = SurveyOptions::default().with_threads(NonZero::new(2).expect("two"));
    let survey = survey_frame(&FrameScope::new(4, 4), &options, &mut |_| {
        ControlFlow::Continue(())
    });
    let survey = survey.expect("a frame");
    let moves: Vec<u32> = survey.table.iter().map(|it| it.moves).collect();
    assert_eq!(
        moves,
        [1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21]
    );
    assert_eq!(survey.just_solved, 12_295_564);
}
