//! All placements of a board's pieces, not only those that can be reached from its start.

use crate::board::{Board, CellSet};
use crate::control::Watch;
use crate::puzzle::Metric;
use crate::search::components::{self, Components};
use crate::search::layers::Halt;
use crate::search::numbered::Numbered;

use super::numbered::NumberedSpace;
use super::sizes::{self, Build};
use super::space::LANES;

/// The components of all placements; none if there are too many ranks to be numbered.
///
/// What can be reached is the same in every metric.
pub(crate) fn components(
    board: &Board,
    threads: usize,
    watch: &mut Watch<'_>,
) -> Option<Result<Components, Halt>> {
    let space = sizes::build(board, Numbering(board))?;
    let plain = board.clone().without_symmetry();
    let plain = match board.symmetry().order() {
        1 => None,
        _ => Some(sizes::build(&plain, Numbering(&plain))?),
    };
    Some(components::components(&*space, plain.as_deref(), threads, watch))
}

struct Numbering<'a>(&'a Board);

impl Build for Numbering<'_> {
    type Built = Option<Box<dyn Numbered>>;

    fn build<M: CellSet + Send + Sync + 'static, const N: usize, const IMAGES: usize>(
        self,
    ) -> Self::Built {
        let space = NumberedSpace::<M, N, IMAGES, LANES>::new(self.0, Metric::Step)?;
        Some(Box::new(space))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::control::Limits;
    use crate::puzzle::Puzzle;

    fn components(frame: &str, goal: &str) -> Components {
        let text = [frame, "", "goal:", goal].join("\n").replace(' ', "\n");
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let board = Board::new(&puzzle).expect("it fits");
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let mut watch = Watch::new(Limits::default(), go_on);
        let found = super::components(&board, 2, &mut watch).expect("there are few enough ranks");
        // Mirror images told apart, there are as many, and those of them that are alike as large.
        let plain = board.without_symmetry();
        let apart = super::components(&plain, 2, &mut watch).expect("there are few enough ranks");
        let (found, apart) = (found.expect("unwatched"), apart.expect("unwatched"));
        assert_eq!(
            (found.count(), found.solvable(), found.states()),
            (apart.count(), apart.solvable(), apart.states())
        );
        assert_eq!(largest(&found), largest(&apart));
        found
    }

    /// The size of the largest component, and how many are as large, mirror images told apart.
    fn largest(components: &Components) -> (u64, u64) {
        let most = components.iter().map(|(one, _)| one.reachable()).max().expect("there is one");
        let as_large = components.iter().filter(|(one, _)| one.reachable() == most);
        (most, as_large.map(|(one, count)| one.images * count).sum())
    }

    const EXIT: &str = ".... .... .... .CC. .CC.";

    #[test]
    fn the_classic_pieces_have_898_components_the_two_largest_of_25_955() {
        let found = components("ACCB ACCB DEEF DGHF I..J", EXIT);
        assert_eq!((found.states(), found.count()), (65_880, 898));
        assert_eq!(largest(&found), (25_955, 2));
        let (first, _) = found.iter().next().expect("the largest");
        assert_eq!((first.states, first.classes, first.images), (25_955, 13_011, 1));
        assert!(found.solvable() < found.count());
    }

    #[test]
    fn five_dominoes_and_four_singles_have_the_components_that_are_published() {
        // By the number of flat dominoes, 0 to 5: placements, components, the largest.
        let table = [
            ("CCAB CCAB DEFG DEFH IJ..", (15_660, 80, 7_462)),
            ("ACCB ACCB DEEF DGHF I..J", (65_880, 898, 25_955)),
            ("CCAB CCAB DDEE FGHI F..J", (109_260, 2_653, 81_340)),
            ("CCAB CCAB DDEE FFGH I..J", (106_800, 2_609, 81_462)),
            ("CCA. CCA. BBDD EEFF GHIJ", (51_660, 1_729, 28_832)),
            ("CCAA CCBB DDEE FFGH I..J", (14_220, 505, 7_888)),
        ];
        for (frame, expected) in table {
            let found = components(frame, EXIT);
            assert_eq!((found.states(), found.count(), largest(&found).0), expected, "{frame}");
        }
    }

    #[test]
    fn tiles_that_are_told_apart_fall_into_two_halves() {
        let text = "distinct: A B C D E\n\nA B C\nD E .\n\ngoal:\nA B C\nD E .\n";
        let board = Board::new(&text.parse().expect("a puzzle")).expect("it fits");
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let mut watch = Watch::new(Limits::default(), go_on);
        let found = super::components(&board, 1, &mut watch).expect("few").expect("unwatched");
        let sizes: Vec<_> = found.iter().map(|(one, count)| (one.states, count)).collect();
        assert_eq!((sizes, found.solvable()), (vec![(360, 2)], 1));
    }
}
