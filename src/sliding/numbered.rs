//! The positions of a board as numbers, for the engines that work on ranks.

use std::sync::Arc;

use crate::board::{Board, CellSet, Packed, Ranking, State};
use crate::puzzle::Metric;
use crate::search::StateSpace;
use crate::search::numbered::{Class, MOST_RANKS, Numbered};

use super::space::SlidingSpace;

/// A board's positions, with their ranks, and the units of a metric between them.
#[derive(Clone, Debug)]
pub(super) struct NumberedSpace<M, const N: usize, const IMAGES: usize, const LANES: usize> {
    space: SlidingSpace<M, N, IMAGES, LANES>,
    ranking: Arc<Ranking<M, N, IMAGES>>,
    block: Vec<Packed<N, IMAGES>>,
    successors: Vec<(u32, Packed<N, IMAGES>)>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize, const LANES: usize>
    NumberedSpace<M, N, IMAGES, LANES>
{
    /// None if there are too many ranks.
    pub(super) fn new(board: &Board, metric: Metric) -> Option<Self> {
        let ranking = Ranking::new(board).filter(|ranking| ranking.ranks() <= MOST_RANKS)?;
        Some(NumberedSpace {
            space: SlidingSpace::new(board, metric),
            ranking: Arc::new(ranking),
            block: Vec::new(),
            successors: Vec::new(),
        })
    }

    /// The rank of a key of the space.
    pub(super) fn rank(&self, key: &State<N>) -> u64 {
        self.ranking.rank(key)
    }

    /// The key of the class that the state with this rank belongs to, if it is the rank of one.
    pub(super) fn key(&self, rank: u64) -> Option<State<N>> {
        self.ranking.unrank(rank).map(|packed| packed.canonical())
    }

    #[inline(always)]
    fn class(&self, packed: &Packed<N, IMAGES>) -> Class {
        let key = packed.canonical();
        Class::new(self.ranking.rank(&key), packed.orbit(), self.space.is_goal(&key))
    }
}

impl<M, const N: usize, const IMAGES: usize, const LANES: usize> Numbered
    for NumberedSpace<M, N, IMAGES, LANES>
where
    M: CellSet + Send + Sync + 'static,
{
    fn ranks(&self) -> u64 {
        self.ranking.ranks()
    }

    fn expand(&mut self, ranks: &[u64], successors: &mut Vec<Class>) {
        for ranks in ranks.chunks(LANES) {
            self.block.clear();
            let packed =
                ranks.iter().map(|&rank| self.ranking.unrank(rank).expect("the rank of a state"));
            self.block.extend(packed);
            self.successors.clear();
            self.space.expand(&self.block, &mut self.successors);
            successors.extend(self.successors.iter().map(|(_, packed)| self.class(packed)));
        }
    }

    fn classify(&mut self, ranks: &[u64], classes: &mut Vec<Option<Class>>) {
        let class = |&rank: &u64| self.ranking.unrank(rank).map(|packed| self.class(&packed));
        classes.extend(ranks.iter().map(class));
    }

    fn another(&self) -> Box<dyn Numbered> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::control::{Limits, Watch};
    use crate::puzzle::Puzzle;
    use crate::search::layers::{Layer, LayerSearch, Sources};
    use crate::search::ranked::Ranked;
    use crate::sliding::space::LANES;

    /// All layers around the start, with two threads, on a board of one word and this symmetry; the
    /// way back from every farthest position is as long as there are layers.
    fn layers<const IMAGES: usize>(text: &str, metric: Metric) -> Vec<Layer> {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let board = Board::new(&puzzle).expect("it fits");
        let board = if IMAGES == 1 { board.without_symmetry() } else { board };
        let space = NumberedSpace::<u32, 1, IMAGES, LANES>::new(&board, metric).expect("few ranks");
        let start = space.rank(&board.canonical(board.start()));
        let mut engine = Ranked::new(space.another(), 2);
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let mut watch = Watch::new(Limits::default(), go_on);
        let first = engine.begin(Sources::Keys(&[start]), &mut watch).expect("unwatched");
        let mut layers = vec![first];
        loop {
            let layer = engine.advance(&mut watch).expect("unwatched");
            if layer.classes == 0 {
                break;
            }
            layers.push(layer);
        }
        for rank in engine.last_layer(100).expect("no files") {
            let way = engine.way_to(rank).expect("it was seen");
            assert_eq!((way.len(), way[0]), (layers.len(), start));
        }
        layers
    }

    /// Numbered tiles, the last cell empty.
    fn tiles(rows: &[&str]) -> Vec<u64> {
        let frame = rows.join("\n");
        let pieces: Vec<String> =
            frame.chars().filter(char::is_ascii_alphabetic).map(String::from).collect();
        let text = format!("distinct: {}\n\n{frame}\n\ngoal:\n{frame}\n", pieces.join(" "));
        layers::<1>(&text, Metric::Step).iter().map(|layer| layer.states).collect()
    }

    #[test]
    fn the_layers_of_numbered_tiles_are_those_that_are_published() {
        assert_eq!(tiles(&["AB", "C."]), [1, 2, 2, 2, 2, 2, 1]);
        assert_eq!(
            tiles(&["ABC", "DE."]),
            [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
        );
        assert_eq!(
            tiles(&["ABCD", "EFG."]),
            [
                1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788,
                985, 1194, 1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39,
                19, 7, 1
            ]
        );
        assert_eq!(
            tiles(&["ABC", "DEF", "GH."]),
            [
                1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
                9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221,
                2
            ]
        );
    }

    #[test]
    fn two_rows_of_five_tiles_are_1_814_400_states_within_55_steps() {
        let layers = tiles(&["ABCDE", "FGHI."]);
        assert_eq!((layers.iter().sum(), layers.len()), (1_814_400_u64, 56));
    }

    #[test]
    #[ignore = "239,500,800 states: a minute, many without optimisation"]
    fn three_rows_of_four_tiles_are_239_500_800_states_within_53_steps() {
        let layers = tiles(&["ABCD", "EFGH", "IJK."]);
        assert_eq!((layers.iter().sum(), layers.len()), (239_500_800_u64, 54));
        assert_eq!(layers[53], 18);
    }

    #[test]
    fn the_classic_component_is_found_in_every_metric_with_and_without_its_mirror_images() {
        let text = "ACCB\nACCB\nDEEF\nDGHF\nI..J\n\ngoal:\n....\n....\n....\n.CC.\n.CC.\n";
        let table =
            [(Metric::Step, 167, 116, 4), (Metric::Slide, 133, 90, 8), (Metric::Move, 124, 81, 8)];
        for (metric, farthest, shortest, last) in table {
            let (mirrored, plain) = (layers::<2>(text, metric), layers::<1>(text, metric));
            assert_eq!((mirrored.len(), mirrored[farthest].states), (farthest + 1, last));
            let solved = mirrored.iter().position(|layer| layer.goal_classes > 0);
            assert_eq!(solved, Some(shortest));
            let sum = |of: fn(&Layer) -> u64| mirrored.iter().map(of).sum::<u64>();
            assert_eq!([sum(|layer| layer.states), sum(|layer| layer.classes)], [25_955, 13_011]);
            assert_eq!(sum(|layer| layer.goal_states), 964);
            let states = |layers: &[Layer]| -> Vec<[u64; 2]> {
                layers.iter().map(|layer| [layer.states, layer.goal_states]).collect()
            };
            assert_eq!(states(&mirrored), states(&plain));
        }
    }
}
