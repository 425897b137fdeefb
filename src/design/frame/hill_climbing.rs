//! Hill climbing: small random changes of a layout. Changes that lengthen the solution stay.

use std::ops::RangeInclusive;

use super::{
    board::{CellFrame, Cells, Dissection, Images, PackedBoard, first, ones},
    enumeration::placed,
    puzzle_of,
    retrograde::{PathCount, RetrogradeBfs, SearchContext},
};
use crate::{
    control::{Monitor, Progress, StopReason},
    puzzle::{Metric, Puzzle},
    rng::Rng,
};

/// The largest number of boards of a layout; larger ones are skipped.
const MAX_BOARDS: usize = 8_000;

/// Boards that are expanded between two checks of the limits.
const CHUNK: usize = 1 << 11;

/// Layouts tried without improvement before a new random one.
const PATIENCE: usize = 100;

/// The layouts to search.
#[derive(Clone, Debug)]
pub struct ClimbConfig {
    pub rows: u8,
    pub(in crate::design) columns: u8,
    /// The number of cells that are walls.
    pub walls: usize,
    /// The number of pieces.
    pub pieces: RangeInclusive<usize>,
    /// The unit of length.
    pub metric: Metric,
    /// Whether a start must have one shortest solution.
    pub unique: bool,
}

impl ClimbConfig {
    fn frame(&self, walls: Cells) -> CellFrame {
        CellFrame::new(self.rows.into(), self.columns.into(), walls)
    }

    /// Returns whether a packed board fits 64 bits.
    pub fn has_short_keys(&self) -> bool {
        Dissection::bits(&self.frame(0)) < u64::BITS
    }
}

/// Pieces in a frame; the first is the goal piece.
type PieceLayout = Vec<Cells>;

/// The moves of the farthest valid start, and of the farthest start.
type Fitness = (u32, u32);

/// A climb from one layout to the next. The same config and seed give the same climb.
pub struct HillClimber<K> {
    config: ClimbConfig,
    /// The frame of the last layout.
    frame: CellFrame,
    /// The cell that the goal piece has to cover.
    end: Cells,
    rng: Rng,
    /// All boards reachable from the last layout.
    reached: RetrogradeBfs<K>,
    /// The same boards by their distance from the solved ones.
    far: RetrogradeBfs<K, PathCount>,
    /// The current layout.
    layout: PieceLayout,
    walls: Cells,
    fitness: Fitness,
    /// Layouts tried since the last improvement.
    idle: usize,
    /// Boards visited in all complete searches.
    states: usize,
}

impl<K: PackedBoard> HillClimber<K> {
    pub fn new(config: ClimbConfig, seed: u64) -> Self {
        let frame = config.frame(0);
        HillClimber {
            end: 1 << (frame.area() - 1),
            config,
            frame,
            rng: Rng::new(seed),
            reached: RetrogradeBfs::default(),
            far: RetrogradeBfs::default(),
            layout: PieceLayout::new(),
            walls: 0,
            fitness: (0, 0),
            idle: 0,
            states: 0,
        }
    }

    /// Tries another layout; returns the moves of its farthest valid start, if it has any.
    pub(in crate::design) fn step(
        &mut self,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<u32>, StopReason> {
        if self.layout.is_empty() || self.idle == PATIENCE {
            (self.layout, self.fitness, self.idle) = (self.random_layout(), (0, 0), 0);
            self.walls = self.frame.walls();
        } else {
            self.idle += 1;
        }
        let layout = if self.idle == 0 {
            self.layout.clone()
        } else {
            self.changed()
        };
        if !self.search(&layout, monitor)? {
            return Ok(None);
        }
        let Some((fitness, start)) = self.highest() else {
            return Ok(None);
        };
        if fitness >= self.fitness {
            if fitness > self.fitness {
                self.idle = 0;
            }
            (self.layout, self.fitness) = (self.layout_of(start), fitness);
            self.walls = self.frame.walls();
        }
        Ok(Some(fitness.0))
    }

    /// Returns a random valid start of the last layout with this number of moves.
    pub fn start(&mut self, moves: &RangeInclusive<u32>) -> Option<(Puzzle, u32)> {
        let mut found = None;
        let mut count = 0;
        for &(key, ways) in self.far.met() {
            if moves.contains(&ways.moves) && (ways.count == 1 || !self.config.unique) {
                count += 1;
                if self.rng.below(count) == 0 {
                    found = Some((key, ways.moves));
                }
            }
        }
        let (key, moves) = found?;
        Some((
            self.puzzle(&Dissection::unpack(key, &self.frame), moves),
            moves,
        ))
    }

    fn puzzle(&self, start: &Dissection, moves: u32) -> Puzzle {
        let goal = start.piece(&self.frame, 1 << start.goal);
        let ends = placed(&self.frame, &[self.frame.shape(goal)])
            .into_iter()
            .filter(|place| place & self.end != 0);
        puzzle_of(&self.frame, ends, start, (moves, self.config.metric))
            .expect("pieces of a frame are a puzzle")
    }

    /// Returns the fitness of the last layout, and a start of that fitness.
    fn highest(&self) -> Option<(Fitness, K)> {
        let mut fitness = (0, 0);
        let mut found = None;
        for &(key, ways) in self.far.met() {
            let counts = ways.count == 1 || !self.config.unique;
            fitness.1 = ways.moves.max(fitness.1);
            if counts && (ways.moves > fitness.0 || found.is_none()) {
                fitness.0 = ways.moves;
                found = Some(key);
            }
        }
        found.map(|key| (fitness, key))
    }

    /// Searches all boards of a layout; returns whether they are not too many, and some are solved.
    fn search(
        &mut self,
        layout: &PieceLayout,
        monitor: &mut Monitor<'_>,
    ) -> Result<bool, StopReason> {
        let board = self.board(layout);
        let goes = SearchContext {
            frame: &self.frame,
            metric: Metric::Step,
            images: Images::default(),
            starts: 0,
        };
        self.reached
            .start([(board.pack::<K>(&self.frame), board.goal)])?;
        self.far.start([])?;
        while !self.reached.advance(&goes, CHUNK)? {
            if self.reached.len() > MAX_BOARDS {
                return Ok(false);
            }
            self.check(monitor, self.reached.len())?;
        }
        self.states += self.reached.len();
        let solved = self.reached.met().iter().filter_map(|&(key, ())| {
            let board = Dissection::unpack(key, &self.frame);
            let is_solved = board.piece(&self.frame, 1 << board.goal) & self.end != 0;
            is_solved.then_some((key, board.goal))
        });
        self.far.start(solved.collect::<Vec<(K, u8)>>())?;
        let counts = SearchContext {
            metric: self.config.metric,
            ..goes
        };
        while !self.far.advance(&counts, CHUNK)? {
            self.check(monitor, self.far.len())?;
        }
        self.states += self.far.len();
        self.check(monitor, 0)?;
        Ok(self.far.len() > 0)
    }

    /// Checks the limits; `met` counts the boards of the current search.
    fn check(&self, monitor: &mut Monitor<'_>, met: usize) -> Result<(), StopReason> {
        let states = self.states + met;
        monitor.check(CHUNK, || Progress {
            depth: self.fitness.0,
            states,
            bytes: self.reached.bytes() + self.far.bytes(),
            ..Progress::default()
        })
    }

    fn board(&self, layout: &PieceLayout) -> Dissection {
        let covered = layout.iter().fold(0, |set, piece| set | piece);
        let mut board = Dissection {
            empty: self.frame.cells & !covered,
            right: 0,
            down: 0,
            goal: first(layout[0]),
        };
        for &piece in layout {
            let (right, down) = self.frame.joints(piece);
            (board.right, board.down) = (board.right | right, board.down | down);
        }
        board
    }

    fn layout_of(&self, key: K) -> PieceLayout {
        let board = Dissection::unpack(key, &self.frame);
        let goal = board.piece(&self.frame, 1 << board.goal);
        let others = board.pieces(&self.frame).filter(|&piece| piece != goal);
        std::iter::once(goal).chain(others).collect()
    }

    /// Returns a random layout: some cells are empty, the others are joined to pieces, and the goal
    /// piece is at its goal.
    fn random_layout(&mut self) -> PieceLayout {
        let area = self.frame.area() as usize - self.config.walls;
        loop {
            let least = *self.config.pieces.start();
            let most = *self.config.pieces.end();
            let most = most.min((area / 2).max(least)).min(area - 1);
            let pieces = least + self.rng.below(most + 1 - least);
            let empty = 1 + self.rng.below(3.min(area - pieces));
            let mut cells: Vec<u32> = (0..self.frame.area() - 1).collect();
            self.rng.shuffle(&mut cells);
            let (walls, cells) = cells.split_at(self.config.walls);
            self.frame = self.config.frame(walls.iter().map(|cell| 1 << cell).sum());
            let mut layout = vec![self.end];
            layout.extend(cells[empty.min(cells.len())..].iter().map(|cell| 1 << cell));
            while layout.len() > pieces && self.join(&mut layout) {}
            if layout.len() == pieces {
                return layout;
            }
        }
    }

    /// Joins two adjacent pieces. Returns `false` if no pieces are adjacent.
    fn join(&mut self, layout: &mut PieceLayout) -> bool {
        let mut pairs = Vec::new();
        for later in 1..layout.len() {
            for earlier in 0..later {
                if self.frame.around(layout[later]) & layout[earlier] != 0 {
                    pairs.push((earlier, later));
                }
            }
        }
        if pairs.is_empty() {
            return false;
        }
        let (earlier, later) = pairs[self.rng.below(pairs.len())];
        let piece = layout.remove(later);
        layout[earlier] |= piece;
        true
    }

    /// Returns the current layout with some cells moved to other pieces, emptied or filled.
    fn changed(&mut self) -> PieceLayout {
        loop {
            let mut layout = self.layout.clone();
            self.frame = self.config.frame(self.walls);
            let changes = 1 + self.rng.below(3);
            for _ in 0..changes {
                self.change(&mut layout);
            }
            let covered = layout.iter().fold(0, |set, piece| set | piece);
            let is_wanted =
                self.config.pieces.contains(&layout.len()) && covered != self.frame.cells;
            let is_new = layout != self.layout || self.frame.walls() != self.walls;
            if is_wanted && is_new && layout.iter().all(|&it| self.is_connected(it)) {
                return layout;
            }
        }
    }

    fn change(&mut self, layout: &mut PieceLayout) {
        match self.rng.below(8) {
            0 => {
                self.join(layout);
            }
            1 if !layout.is_empty() => {
                let goal = self.rng.below(layout.len());
                layout.swap(0, goal);
            }
            2 if self.config.walls > 0 => self.move_wall(layout),
            _ => {
                let cell = 1 << self.rng.below(self.frame.area() as usize) & self.frame.cells;
                for piece in layout.iter_mut() {
                    *piece &= !cell;
                }
                let beside = self.frame.around(cell);
                let joined = |piece: &usize| layout[*piece] & beside != 0;
                let joined: Vec<usize> = (0..layout.len()).filter(joined).collect();
                match self.rng.below(joined.len() + 2) {
                    0 => {}
                    1 => layout.push(cell),
                    other => layout[joined[other - 2]] |= cell,
                }
                layout.retain(|&piece| piece != 0);
            }
        }
    }

    /// Moves a wall to another cell, and leaves its old one empty.
    fn move_wall(&mut self, layout: &mut PieceLayout) {
        let walls: Vec<u32> = ones(self.frame.walls()).collect();
        let wall = 1 << walls[self.rng.below(walls.len())];
        let cell = 1 << self.rng.below(self.frame.area() as usize - 1);
        let others = self.frame.walls() & !wall;
        if others & cell == 0 {
            self.frame = self.config.frame(others | cell);
            for piece in layout.iter_mut() {
                *piece &= !cell;
            }
            layout.retain(|&piece| piece != 0);
        }
    }

    fn is_connected(&self, piece: Cells) -> bool {
        let mut part = piece & piece.wrapping_neg();
        loop {
            let more = part | self.frame.around(part) & piece;
            if more == part {
                return part == piece;
            }
            part = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::Continue;

    use super::*;
    use crate::{
        control::Limits,
        explore::{self, ShortestSolutions},
        sliding,
    };

    /// How many shortest solutions there are, by another search.
    fn solutions(puzzle: &Puzzle, metric: Metric) -> u64 {
        let options = explore::Options::default().with_metric(metric);
        let found =
            ShortestSolutions::find(puzzle, &options, &mut |_| Continue(())).expect("it fits");
        let solutions = found.found().expect("it can be solved");
        u64::try_from(solutions.count()).expect("few")
    }

    #[test]
    fn other_searches_find_the_same_distances_and_numbers_of_solutions() {
        for metric in [Metric::Move, Metric::Slide, Metric::Step] {
            let config = ClimbConfig {
                rows: 3,
                columns: 3,
                walls: 0,
                pieces: 3..=6,
                metric,
                unique: false,
            };
            let mut climb = HillClimber::<u64>::new(config, 5);
            let mut go_on = |_: &_| Continue(());
            let mut seen = [0; 3];
            let mut monitor = Monitor::new(Limits::default(), &mut go_on);
            for _ in 0..20 {
                climb.step(&mut monitor).expect("no limits");
                let all: Vec<(u64, PathCount)> = climb.far.met().to_vec();
                for (key, ways) in all
                    .into_iter()
                    .filter(|(_, ways)| ways.moves > 0)
                    .step_by(18)
                {
                    let board = Dissection::unpack(key, &climb.frame);
                    let puzzle = climb.puzzle(&board, ways.moves);
                    let options = sliding::Options::default().with_metric(metric);
                    let solved = sliding::solve(&puzzle, &options).expect("it fits");
                    let solution = solved.outcome.found().expect("it is solved");
                    assert_eq!(solution.len(), ways.moves as usize, "{puzzle}");
                    let count = solutions(&puzzle, metric).min(2);
                    assert_eq!(u64::from(ways.count), count, "{puzzle}");
                    seen[usize::from(ways.count)] += 1;
                }
            }
            assert!(seen[1] > 10 && seen[2] > 10, "{seen:?}");
        }
    }

    #[test]
    fn a_climb_finds_hard_layouts_and_depends_on_the_seed_alone() {
        let pieces = 1..=11;
        let metric = Metric::Move;
        let config = ClimbConfig {
            rows: 3,
            columns: 4,
            walls: 0,
            pieces,
            metric,
            unique: false,
        };
        let climb = |seed| {
            let mut climb = HillClimber::<u64>::new(config.clone(), seed);
            let mut go_on = |_: &_| Continue(());
            let mut monitor = Monitor::new(Limits::default(), &mut go_on);
            let step = |_| climb.step(&mut monitor).expect("no limits");
            (0..45).map(step).collect::<Vec<Option<u32>>>()
        };
        let heights = climb(1);
        assert_eq!(climb(1), heights);
        assert_ne!(climb(2), heights);
        let most = heights.into_iter().flatten().max().expect("some");
        assert!(most > 12, "{most}");
    }
}
