//! The engines for every size of board, behind one interface: chosen once, called once a search.

use crate::board::{Arrangement, Board, CellSet, Expander, State};
use crate::control::{Limits, Observer};
use crate::puzzle::Metric;
use crate::search::{BreadthFirst, DepthFirst, Quest, Search};

use super::options::{Algorithm, Options};
use super::sizes::{self, Build};
use super::space::{LANES, SlidingSpace};

/// A board with its searches and their memory.
pub(super) trait Engine {
    /// Searches for a goal; gives the positions on the way, as they really follow on each other.
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<Arrangement>;

    /// Searches everything that can be reached, breadth-first; there is nothing to be found.
    fn explore(&mut self, limits: &Limits, observer: Observer<'_>) -> Search<()>;

    /// States at each distance from the start, of the last breadth-first search.
    fn layers(&self) -> Vec<usize>;
}

/// The engine for a board.
pub(super) fn for_board(board: &Board, options: &Options) -> Box<dyn Engine> {
    sizes::build(board, ForBoard { board, options })
}

struct ForBoard<'a> {
    board: &'a Board,
    options: &'a Options,
}

impl Build for ForBoard<'_> {
    type Built = Box<dyn Engine>;

    fn build<M: CellSet + Send + Sync + 'static, const N: usize, const IMAGES: usize>(
        self,
    ) -> Box<dyn Engine> {
        Box::new(Sized::<M, N, IMAGES>::new(self.board, self.options.metric))
    }
}

/// The engine for boards of one size. What an algorithm needs is made when it is first used.
struct Sized<M: CellSet, const N: usize, const IMAGES: usize> {
    board: Board,
    metric: Metric,
    wide: Option<Wide<M, N, IMAGES>>,
    deep: Option<Deep<M, N, IMAGES>>,
    guide: Option<Guide<M, N, IMAGES>>,
}

struct Wide<M: CellSet, const N: usize, const IMAGES: usize> {
    space: SlidingSpace<M, N, IMAGES, LANES>,
    search: BreadthFirst<SlidingSpace<M, N, IMAGES, LANES>>,
}

struct Deep<M: CellSet, const N: usize, const IMAGES: usize> {
    space: SlidingSpace<M, N, IMAGES, 1>,
    search: DepthFirst<SlidingSpace<M, N, IMAGES, 1>>,
}

/// What leads along a path that has been found.
struct Guide<M: CellSet, const N: usize, const IMAGES: usize> {
    mirrored: Expander<M, N, IMAGES, 1>,
    plain: Expander<M, N, 1, 1>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Sized<M, N, IMAGES> {
    fn new(board: &Board, metric: Metric) -> Self {
        Sized { board: board.clone(), metric, wide: None, deep: None, guide: None }
    }

    fn breadth_first(
        &mut self,
        quest: Quest,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<State<N>> {
        let wide = self.wide.get_or_insert_with(|| Wide {
            space: SlidingSpace::new(&self.board, self.metric),
            search: BreadthFirst::default(),
        });
        let start = wide.space.expander().pack(self.board.start());
        wide.search.search(&mut wide.space, start, quest, limits, observer)
    }

    fn depth_first(&mut self, limits: &Limits, observer: Observer<'_>) -> Search<State<N>> {
        let deep = self.deep.get_or_insert_with(|| Deep {
            space: SlidingSpace::new(&self.board, self.metric),
            search: DepthFirst::default(),
        });
        let start = deep.space.expander().pack(self.board.start());
        deep.search.search(&mut deep.space, start, limits, observer)
    }

    /// Turns a path of canonical forms, whose neighbours may stand on their heads to each other,
    /// into one of real positions: from the real start, each time a real successor that is an
    /// image of the canonical form that comes next.
    fn real_path(&mut self, keys: &[State<N>]) -> Vec<Arrangement> {
        let guide = self.guide.get_or_insert_with(|| Guide {
            mirrored: Expander::new(&self.board, self.metric),
            plain: Expander::new(&self.board.clone().without_symmetry(), self.metric),
        });
        let mut form = guide.mirrored.pack(self.board.start());
        let mut real = guide.plain.pack(self.board.start());
        let mut path = vec![self.board.start().clone()];
        let (mut forms, mut reals) = (Vec::new(), Vec::new());
        for key in &keys[1..] {
            forms.clear();
            let awake = guide.mirrored.awake(form);
            guide.mirrored.expand(&[awake], &mut forms);
            let next = forms.iter().find(|(_, successor)| successor.canonical() == *key);
            form = next.expect("a path's states follow on each other").1;
            reals.clear();
            let awake = guide.plain.awake(real);
            guide.plain.expand(&[awake], &mut reals);
            let next = reals.iter().find(|(_, real)| form.images().contains(&real.canonical()));
            real = next.expect("a successor of a mirror image is a mirror image of a successor").1;
            path.push(self.board.unpack(&real.canonical()));
        }
        path
    }
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Engine for Sized<M, N, IMAGES> {
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<Arrangement> {
        let Search { outcome, statistics } = match algorithm {
            Algorithm::BreadthFirst => self.breadth_first(Quest::Goal, limits, observer),
            Algorithm::DepthFirst => self.depth_first(limits, observer),
        };
        Search { outcome: outcome.map(|keys| self.real_path(&keys)), statistics }
    }

    fn explore(&mut self, limits: &Limits, observer: Observer<'_>) -> Search<()> {
        let Search { outcome, statistics } =
            self.breadth_first(Quest::Everything, limits, observer);
        Search { outcome: outcome.map(|keys| vec![(); keys.len()]), statistics }
    }

    fn layers(&self) -> Vec<usize> {
        self.wide.as_ref().map_or_else(Vec::new, |wide| wide.search.layers().to_vec())
    }
}
