//! Every layout of the classic frame; answers are asserted.
//!
//!     cargo bench -- atlas
//!
//! | id | what one iteration is |
//! |---|---|
//! | `atlas/METRIC` | all 29,334,498 layouts: distances, components, the hardest; on all processors |
//! | `atlas/move/1` | the same on one thread |
//! | `atlas/set` | the 65,880 layouts of the pieces of 横刀立马 |
//! | `tablebase/solve` | 横刀立马 solved by looking up, replayed by the checker |
//! | `tablebase/distance` | the distance of 横刀立马 from the exit |

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use huarong::atlas::{Options, PieceSet, Report, survey};
use huarong::notation::{Notation, read};
use huarong::{Metric, Puzzle};

use crate::timing::time;

/// 横刀立马.
fn classic() -> Puzzle {
    read(Notation::CommonCode, "1A9BF0C00")
        .expect("a code")
        .remove(0)
}

fn surveyed(options: &Options) -> Report {
    survey(black_box(options), &mut |_| ControlFlow::Continue(()))
}

fn whole(options: &Options, longest: u32) {
    let report = surveyed(options);
    let lengths = report.sets.iter().filter_map(|set| set.hardest);
    assert_eq!(lengths.map(|hardest| hardest.distance).max(), Some(longest));
    assert_eq!(
        report.sets.iter().map(|set| set.components).sum::<u32>(),
        25_422
    );
}

fn atlas() {
    for (metric, longest) in [
        (Metric::Move, 138),
        (Metric::Slide, 150),
        (Metric::Step, 179),
    ] {
        let options = Options::default().with_metric(metric);
        time(&format!("atlas/{}", metric.word()), || {
            whole(&options, longest);
        });
    }
    let options = Options::default().with_threads(NonZeroUsize::new(1));
    time("atlas/move/1", || whole(&options, 138));
    let pieces = Some(PieceSet {
        flats: 1,
        uprights: 4,
        singles: 4,
    });
    let options = Options::default().with_pieces(pieces);
    time("atlas/set", || {
        assert_eq!(surveyed(&options).sets[0].largest, 25_955);
    });
}

fn tablebase() {
    let tablebase = surveyed(&Options::default())
        .tablebase
        .expect("it is of all");
    let puzzle = classic();
    time("tablebase/solve", || {
        match tablebase.solve(black_box(&puzzle)) {
            Ok(Some(solution)) => assert_eq!(solution.len(), 81),
            other => panic!("{other:?}"),
        }
    });
    time("tablebase/distance", || {
        assert_eq!(tablebase.distance(black_box(&puzzle)), Some(81));
    });
}

pub(crate) fn main() {
    atlas();
    tablebase();
}
