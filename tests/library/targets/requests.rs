//! What a page asks the library: whatever it is, one JSON object answers it.

use std::ops::ControlFlow;

use huarong::web;
use serde_json::Value;

pub(super) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // No more than a moment is given to a search.
    let mut looks = 0;
    let mut observer = |_: &_| {
        looks += 1;
        if looks > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    for answer in
        [web::puzzles::answer(&text, &mut observer), web::paths::answer(&text, &mut observer)]
    {
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert!(answer.is_object());
    }
}
