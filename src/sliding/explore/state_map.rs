//! State map: every position of a component as a point, every move as a line, and the orders in
//! which searches discover the positions.

use crate::{
    board::{Board, UnpackedState},
    control::{self, Limits, Monitor, Outcome, StopReason},
    graph::{EdgeDirection, Graph},
    grid::Cell,
    puzzle::{Metric, Puzzle},
    search::Statistics,
    sliding::{self, Algorithm, BfsPurpose, Mirroring, SolveError, board_search::BoardSearch},
};

use super::{
    Options,
    graph::{ComponentGraph, edges, leads_back},
    layout::{self, Dimensions, FAR, Mirrors, Point, distances},
};

/// The positions that can be reached from the start of a puzzle, mirror images apart from each
/// other, and the moves between them. Positions have numbers from 0, the start, in the order of
/// their distance from it.
#[derive(Clone, Debug)]
pub struct StateMap {
    puzzle: Puzzle,
    metric: Metric,
    board: Board,
    /// The words of the states, position by position.
    keys: Vec<u64>,
    /// The positions in the order of their words.
    sorted: Vec<u32>,
    edges: Vec<[u32; 2]>,
    graph: Graph,
    mirrors: Mirrors,
    from_start: Vec<u16>,
    to_goal: Vec<u16>,
}

/// The states of a search in the order in which it discovered them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchOrder {
    /// For each position, the number of states that were discovered before it; `None` if it was
    /// not discovered. If mirror images are one state, they have the same number.
    pub discovered: Vec<Option<u32>>,
    /// The depth of each state in the tree of the search.
    pub depths: Vec<u32>,
    /// The number of states that wait to be expanded when the search has discovered this one.
    pub waiting: Vec<u32>,
    /// The positions on the path from the start to the goal that was found, if one was.
    pub path: Vec<u32>,
    /// The cost of the search.
    pub statistics: Statistics,
}

/// The most positions of a state map: 400 MB.
pub const MAX_MAP_POSITIONS: usize = 1_000_000;

impl StateMap {
    /// Finds all positions and moves. The limit on states counts positions, and
    /// [`MAX_MAP_POSITIONS`] is one as well. The options on mirror images, engine and threads have
    /// no effect.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    ///
    /// # Complexity
    /// Time and memory are linear in positions and moves: about 1 µs and 100 bytes a position.
    pub fn find(
        puzzle: &Puzzle,
        options: &Options,
        observer: control::Observer<'_>,
    ) -> Result<Outcome<StateMap>, SolveError> {
        let symmetric = Board::new(puzzle)?;
        let board = symmetric.clone().without_symmetry();
        let most = options.limits.states().min(MAX_MAP_POSITIONS);
        let limits = Limits {
            max_states: Some(most),
            ..options.limits
        };
        let mut monitor = Monitor::new(limits, observer);
        let mut search = BoardSearch::of_packed_states(&board, options.metric);
        let found = ComponentGraph::find(&mut search, &mut monitor);
        let ComponentGraph {
            words,
            keys,
            graph,
            goals,
        } = match found {
            Ok(component) => component,
            Err(reason) => return Ok(Outcome::Stopped(reason)),
        };
        let mut sorted: Vec<u32> = (0..).take(keys.len() / words).collect();
        let key = |at: u32| &keys[at as usize * words..][..words];
        sorted.sort_unstable_by(|&one, &other| key(one).cmp(key(other)));
        let from_start = distances(&graph, &[0]);
        let to_goal = distances(&graph.reversed(), &goals);
        if from_start
            .last()
            .is_some_and(|&farthest| farthest > FAR / 2)
        {
            return Ok(Outcome::Stopped(StopReason::Depth));
        }
        let mut map = StateMap {
            puzzle: puzzle.clone(),
            metric: options.metric,
            board,
            keys,
            sorted,
            edges: edges(&graph).collect(),
            graph,
            mirrors: Mirrors::default(),
            from_start,
            to_goal,
        };
        map.mirrors = map.find_mirrors(&symmetric);
        Ok(Outcome::Found(map))
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the number of positions.
    pub const fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Returns `false`: the start is a position.
    pub const fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// Returns the pairs of positions that are one move apart, each pair once. A move that cannot
    /// be taken back leads from the first to the second.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// Whether a move from the first of two neighbours to the second cannot be taken back.
    ///
    /// # Panics
    /// If the second position does not exist.
    pub fn is_one_way(&self, edge: [u32; 2]) -> bool {
        !leads_back(&self.graph, edge)
    }

    /// Returns the distance of each position from the start.
    pub fn from_start(&self) -> &[u16] {
        &self.from_start
    }

    /// Returns the distance of each position to the nearest goal, or [`u16::MAX`] if no goal is
    /// reachable from it.
    pub fn to_goal(&self) -> &[u16] {
        &self.to_goal
    }

    /// Returns the anchor of each piece. Interchangeable pieces are ordered by their cells.
    ///
    /// # Panics
    /// If the position does not exist.
    pub fn anchors(&self, position: u32) -> Vec<Cell> {
        sliding::anchors(self.puzzle.grid(), &self.board, &self.state(position))
    }

    /// Returns a shortest solution as positions from the start on; empty if no goal is reachable.
    pub fn shortest(&self) -> Vec<u32> {
        let distance = |at: u32| self.to_goal[at as usize];
        let is_solvable = distance(0) != FAR;
        std::iter::successors(is_solvable.then_some(0), |&at| {
            self.graph
                .neighbours(at)
                .iter()
                .copied()
                .find(|&next| distance(next) < distance(at))
        })
        .collect()
    }

    /// Returns a point for each position, at distances close to the numbers of moves. Equal seeds
    /// give equal points. Reflections of the puzzle that preserve its goals and its component
    /// become reflections of the map: left and right are exchanged, or top and bottom if a second
    /// reflection exists.
    ///
    /// # Errors
    /// If the observer or the limit on time stops it.
    ///
    /// # Complexity
    /// Linear in the positions: 20 to 40 µs each.
    pub fn layout(
        &self,
        dimensions: Dimensions,
        seed: u64,
        limits: Limits,
        observer: control::Observer<'_>,
    ) -> Result<Vec<Point>, StopReason> {
        let monitor = &mut Monitor::new(limits, observer);
        layout::layout(&self.lines(), &self.mirrors, dimensions, seed, monitor)
    }

    /// Returns the graph as it is drawn, without directions.
    fn lines(&self) -> Graph {
        let edges = self.edges.iter().map(|&[one, other]| (one, other));
        let lines = Graph::from_edges(self.len(), edges, EdgeDirection::Undirected);
        lines.expect("the ends are positions")
    }

    /// Searches as [`Solver`](sliding::Solver) does, breadth-first or depth-first, and returns the
    /// order of discovery.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    pub fn search(
        &self,
        algorithm: Algorithm,
        mirroring: Mirroring,
        limits: &Limits,
        observer: control::Observer<'_>,
    ) -> Result<SearchOrder, SolveError> {
        let board = BfsPurpose::Solution.board(&self.puzzle, self.metric, mirroring)?;
        let algorithm = match algorithm {
            Algorithm::DepthFirst(_) => algorithm,
            _ => Algorithm::BreadthFirst,
        };
        let mut search = BoardSearch::new(&board, self.metric);
        let found = search.search(algorithm, limits, observer);
        let trace = search.trace(algorithm);
        let mut discovered = vec![None; self.len()];
        for (number, form) in (0..).zip(&trace.states) {
            let images = (0..board.symmetry().order()).map(|image| board.image(image, form));
            for position in images.filter_map(|image| self.position(&image)) {
                discovered[position as usize] = Some(number);
            }
        }
        let waiting = match algorithm {
            Algorithm::DepthFirst(_) => trace.stack_sizes(),
            _ => trace.queue_sizes(),
        };
        let path = found.outcome.found().into_iter().flatten();
        Ok(SearchOrder {
            discovered,
            depths: trace.depths(),
            waiting,
            path: path.filter_map(|state| self.position(state)).collect(),
            statistics: found.statistics,
        })
    }

    fn words(&self) -> usize {
        self.keys.len() / self.len()
    }

    fn key(&self, position: u32) -> &[u64] {
        let words = self.words();
        &self.keys[position as usize * words..][..words]
    }

    fn state(&self, position: u32) -> UnpackedState {
        self.board.unpack(self.key(position))
    }

    /// Returns the number of a position, if it is in the component.
    fn position(&self, state: &UnpackedState) -> Option<u32> {
        let words = self.board.words(state);
        let wanted = &words[..self.words()];
        let place = self
            .sorted
            .binary_search_by(|&position| self.key(position).cmp(wanted));
        place.ok().map(|place| self.sorted[place])
    }

    /// Returns the reflections of the puzzle that map the component onto itself and differ there.
    fn find_mirrors(&self, symmetric: &Board) -> Mirrors {
        let mut images: Vec<Vec<u32>> = Vec::new();
        for number in 1..symmetric.symmetry().order() {
            let image = |at: u32| self.position(&symmetric.image(number, &self.state(at)));
            let all = (0..).take(self.len());
            let Some(image) = all.clone().map(image).collect::<Option<Vec<u32>>>() else {
                continue;
            };
            if !all.eq(image.iter().copied()) && !images.contains(&image) {
                images.push(image);
            }
        }
        Mirrors { images }
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "small numbers"
    )]
    #![expect(clippy::float_cmp, reason = "exactly 0")]

    use super::*;
    use crate::{
        cases::stride,
        control::unobserved,
        explore::{Explorer, LayerProfile},
        sliding::MoveOrder,
    };

    const CLASSIC: &str = crate::cases::CLASSIC;

    /// Its mirror image left and right has the same rules, and the goal is the same.
    const SYMMETRIC: &str = "A . . B\nC . D D\n. X X .\n\ngoal:\n. X X .\n. . . .\n. . . .\n";

    /// Each with an end that no move but one leads to, one without a solution.
    const SMALL: [&str; 4] = [
        crate::cases::PENNANT,
        "A . .\nB B .\n\ngoal:\n. . .\n. . A\n",
        ". A .\nB . C\n. D .\n\ngoal:\n. . .\n. A .\n. . .\n",
        "A . # .\n\ngoal:\n. . # A\n",
    ];

    fn map(puzzle: &Puzzle, metric: Metric) -> StateMap {
        let options = Options::default().with_metric(metric);
        match StateMap::find(puzzle, &options, &mut unobserved).expect("it fits") {
            Outcome::Found(map) => map,
            other => panic!("{other:?}"),
        }
    }

    fn layout(map: &StateMap, dimensions: Dimensions, seed: u64) -> Vec<Point> {
        map.layout(dimensions, seed, Limits::default(), &mut unobserved)
            .expect("no limits")
    }

    #[test]
    fn the_state_map_agrees_with_the_explorer() {
        let mut dead_ends = 0;
        for text in SMALL {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            for metric in Metric::ALL {
                let options = Options {
                    metric,
                    mirroring: Mirroring::Off,
                    ..Options::default()
                };
                let mut explorer = Explorer::new(&puzzle, &options).expect("it fits");
                let known = explorer.explore().expect("no files");
                let map = map(&puzzle, metric);
                let count = |distances: &[u16]| {
                    let mut layers = Vec::new();
                    for &distance in distances.iter().filter(|it| **it != FAR) {
                        let distance = usize::from(distance);
                        layers.resize(layers.len().max(distance + 1), 0);
                        layers[distance] += 1;
                    }
                    layers
                };
                let layers = |profile: &LayerProfile| -> Vec<u64> {
                    profile.layers.iter().map(|layer| layer.states).collect()
                };
                assert_eq!(
                    count(map.from_start()),
                    layers(&known.from_start),
                    "{puzzle}"
                );
                let goals = known.from_goals.known().map(layers).unwrap_or_default();
                assert_eq!(count(map.to_goal()), goals, "{puzzle}");
                let degrees = known.degrees.known().expect("they are counted");
                assert_eq!(map.edges().len() as u64, degrees.edges(), "{puzzle}");
                let ends = (0..map.len() as u32)
                    .filter(|&at| map.graph.degree(at) < 2)
                    .count() as u64;
                assert_eq!(ends, degrees.dead_ends(), "{puzzle}");
                dead_ends += ends;
                let shortest = known.shortest();
                assert_eq!(map.shortest().len().checked_sub(1), shortest, "{puzzle}");
            }
        }
        assert!(dead_ends > 0);
    }

    /// Returns the stress of a layout, from 0 to 1: the mean of the squares of the relative errors
    /// of distances, at the best scale, over all pairs of a position and one of twenty at random.
    fn stress(map: &StateMap, points: &[Point]) -> f64 {
        let mut rng = crate::rng::Rng::new(1);
        // Sums of the ratios of distances, of their squares, and of pairs.
        let mut sum = 0.0;
        let mut squares = 0.0;
        let mut pairs = 0.0;
        for _ in 0..20 {
            let from = rng.below(points.len());
            let distances = distances(&map.lines(), &[from as u32]);
            for (point, &distance) in points.iter().zip(&distances).filter(|(_, it)| **it > 0) {
                let apart: [f32; 3] = std::array::from_fn(|axis| point[axis] - points[from][axis]);
                let length = apart.map(|it| it * it).iter().sum::<f32>().sqrt();
                let ratio = f64::from(length) / f64::from(distance);
                sum += ratio;
                squares += ratio * ratio;
                pairs += 1.0;
            }
        }
        if squares > 0.0 {
            1.0 - sum * sum / squares / pairs
        } else {
            1.0
        }
    }

    #[test]
    fn a_map_layout_beats_random_stress_and_depends_on_the_seed() {
        let puzzle: Puzzle = crate::cases::PENNANT.parse().expect("it");
        let map = map(&puzzle, Metric::Move);
        for dimensions in [Dimensions::Two, Dimensions::Three] {
            let points = layout(&map, dimensions, 3);
            assert_eq!(points, layout(&map, dimensions, 3));
            assert_ne!(points, layout(&map, dimensions, 4));
            let is_flat = points.iter().all(|point| point[2] == 0.0);
            assert_eq!(is_flat, dimensions == Dimensions::Two);
            let mut chance = crate::rng::Rng::new(5);
            let at_random = points
                .iter()
                .map(|_| [0; 3].map(|_: i32| chance.below(999) as f32));
            let at_random = stress(&map, &at_random.collect::<Vec<_>>());
            let stress = stress(&map, &points);
            // Measured: 0.02 to 0.05 against 0.3.
            assert!(
                stress < at_random / 4.0,
                "{dimensions:?}: {stress} {at_random}"
            );
        }
    }

    #[test]
    fn mirror_images_are_placed_as_mirror_images() {
        // Left and right; left and right and top and bottom; none.
        let cross = ". A .\nB . C\n. D .\n\ngoal:\n. . .\n. A .\n. . .\n";
        let skew = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n";
        for (text, expected) in [(crate::cases::PENNANT, 0), (skew, 0), (cross, 3)] {
            let map = map(&text.parse().expect("a puzzle"), Metric::Step);
            assert_eq!(map.mirrors.images.len(), expected, "{text}");
        }
        for text in [SYMMETRIC, cross] {
            let map = map(&text.parse().expect("a puzzle"), Metric::Move);
            let points = layout(&map, Dimensions::Three, 0);
            let widest = points
                .iter()
                .flatten()
                .fold(0.0_f32, |most, it| most.max(it.abs()));
            let signs = [[-1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]];
            assert!(!map.mirrors.images.is_empty());
            for (image, sign) in map.mirrors.images.iter().zip(signs) {
                let mut moved = 0;
                for (point, &other) in points.iter().zip(image) {
                    for axis in 0..3 {
                        let wrong = points[other as usize][axis] - sign[axis] * point[axis];
                        assert!(wrong.abs() < widest * 1e-5, "{text} {point:?} {wrong}");
                    }
                    moved += usize::from(*point != points[other as usize]);
                }
                assert!(moved > points.len() / 2, "{moved}");
            }
        }
    }

    #[test]
    fn searches_discover_positions_as_the_solver_does() {
        let orders = [
            MoveOrder::Fixed,
            MoveOrder::Reverse,
            MoveOrder::Random { seed: 7 },
        ];
        let algorithms = orders.map(Algorithm::DepthFirst);
        let algorithms = [&algorithms[..], &[Algorithm::BreadthFirst]].concat();
        for (text, mirroring) in [
            (CLASSIC, Mirroring::Canonical),
            (SMALL[0], Mirroring::Canonical),
            (SMALL[0], Mirroring::Off),
        ] {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let map = map(&puzzle, Metric::Move);
            let skipped = if text == CLASSIC { stride(3) } else { 1 };
            for &algorithm in algorithms.iter().step_by(skipped) {
                let order = map
                    .search(algorithm, mirroring, &Limits::default(), &mut unobserved)
                    .expect("it fits");
                let options = sliding::Options {
                    algorithm,
                    mirroring,
                    engine: Some(sliding::Engine::BreadthFirst),
                    ..sliding::Options::default()
                };
                let report = sliding::solve(&puzzle, &options).expect("it fits");
                let solution = report.solution().expect("it is solvable");
                assert_eq!(order.path.len(), solution.len() + 1, "{algorithm:?}");
                let own = order.statistics;
                let known = report.statistics;
                assert_eq!((own.states, own.expanded), (known.states, known.expanded));
                assert_eq!(
                    (order.depths.len(), order.waiting.len()),
                    (own.states, own.states)
                );
                // Each move of the path is a line, and its end a solution.
                for pair in order.path.windows(2) {
                    assert!(map.graph.neighbours(pair[0]).contains(&pair[1]));
                }
                let end = *order.path.last().expect("the start");
                assert_eq!(map.to_goal()[end as usize], 0);
                assert_eq!(order.discovered[0], Some(0));
                let mut numbers: Vec<u32> = order.discovered.iter().flatten().copied().collect();
                numbers.sort_unstable();
                let twice = numbers.len();
                numbers.dedup();
                assert!(
                    numbers.iter().copied().eq(0..own.states as u32),
                    "each state once"
                );
                assert_eq!(
                    twice == numbers.len(),
                    map.mirrors.images.is_empty() || mirroring == Mirroring::Off
                );
                let peak = *order.waiting.iter().max().expect("the start") as usize;
                if matches!(algorithm, Algorithm::DepthFirst(_)) {
                    assert!(
                        peak == own.peak_frontier || peak == own.peak_frontier + 1,
                        "{peak} {own:?}"
                    );
                    assert_eq!(*order.depths.iter().max().expect("the start"), own.depth);
                } else {
                    assert!(order.depths.is_sorted());
                    for (at, number) in order.discovered.iter().enumerate() {
                        if let Some(number) = number
                            && mirroring == Mirroring::Off
                        {
                            assert_eq!(
                                order.depths[*number as usize],
                                u32::from(map.from_start()[at])
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn too_many_positions_and_unsolvable_puzzles_are_reported() {
        let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
        let limits = Limits {
            max_states: Some(25_954),
            ..Limits::default()
        };
        let find = |limits| {
            let options = Options {
                limits,
                ..Options::default()
            };
            StateMap::find(&puzzle, &options, &mut unobserved).expect("it fits")
        };
        assert!(matches!(find(limits), Outcome::Stopped(StopReason::States)));
        let limits = Limits {
            max_states: Some(25_955),
            ..limits
        };
        assert!(matches!(find(limits), Outcome::Found(_)));
        let limits = Limits {
            max_bytes: Some(1 << 22),
            ..Limits::default()
        };
        assert!(matches!(find(limits), Outcome::Stopped(StopReason::Memory)));
        let stuck = map(
            &"A # .\n\ngoal:\n. # A\n".parse().expect("a puzzle"),
            Metric::Move,
        );
        assert_eq!((stuck.len(), stuck.shortest()), (1, vec![]));
        assert_eq!(layout(&stuck, Dimensions::Three, 0).len(), 1);
    }
}
