//! A second solver, plain and slow, that shares nothing with the first: thousands of random small
//! puzzles must get the same answers from both.

mod twin;

use std::ops::ControlFlow;

use huarong::control::StopReason;
use huarong::grid::Direction;
use huarong::puzzle::{Draft, Drawing, EMPTY, Finish, Lock, Movement};
use huarong::solution::verify;
use huarong::{Algorithm, Limits, Metric, Mirroring, Options, Outcome, Puzzle, Report, Solver};
use twin::{Twin, Universe};

/// Puzzles tried; one in some has more positions than are worth the time.
const PUZZLES: u64 = 4500;

#[test]
fn the_solvers_agree_with_a_naive_twin_on_thousands_of_random_puzzles() {
    let half = |from: u64| {
        let tallies = (from..PUZZLES).step_by(2).map(|seed| check(seed, &random_puzzle(seed)));
        tallies.fold(Tally::default(), |total, tally| total.plus(&tally))
    };
    let tally = std::thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        half(0).plus(&odd.join().expect("the other half"))
    });
    let shown: Vec<&String> = tally.wrong.iter().take(5).collect();
    assert!(tally.wrong.is_empty(), "{} disagreements:\n{shown:#?}", tally.wrong.len());
    // Agreeing on nothing interesting would prove nothing.
    println!("{tally:?}");
    assert!(tally.checked > 3000, "{tally:?}");
    assert!(tally.solved > 900 && tally.impossible > 300 && tally.long > 50, "{tally:?}");
    assert!(tally.mirrored > 500 && tally.fourfold > 50 && tally.exact > 300, "{tally:?}");
    assert!(tally.shared_goal > 30 && tally.empty_goal > 300 && tally.held > 300, "{tally:?}");
}

/// What was tried, so that the trial can be judged.
#[derive(Default, Debug)]
struct Tally {
    checked: usize,
    solved: usize,
    impossible: usize,
    /// Solutions of five moves and more.
    long: usize,
    /// Puzzles with mirror images, and those with four.
    mirrored: usize,
    fourfold: usize,
    /// Puzzles whose classes of mirror images were counted.
    exact: usize,
    /// Puzzles where pieces stand in for a goal piece.
    shared_goal: usize,
    /// Puzzles with a cell that must be empty, and those with pieces that are held or told apart.
    empty_goal: usize,
    held: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn plus(mut self, other: &Tally) -> Self {
        self.checked += other.checked;
        self.solved += other.solved;
        self.impossible += other.impossible;
        self.long += other.long;
        self.mirrored += other.mirrored;
        self.fourfold += other.fourfold;
        self.exact += other.exact;
        self.shared_goal += other.shared_goal;
        self.empty_goal += other.empty_goal;
        self.held += other.held;
        self.wrong.extend(other.wrong.iter().cloned());
        self
    }
}

fn check(seed: u64, puzzle: &Puzzle) -> Tally {
    let twin = Twin::new(puzzle);
    let mut tally = Tally::default();
    // A step reaches what any other metric reaches: too large once is too large always.
    let Some(steps) = twin.explore(Metric::Step) else { return tally };
    let Some(slides) = twin.explore(Metric::Slide) else { return tally };
    let Some(moves) = twin.explore(Metric::Move) else { return tally };
    tally.checked = 1;
    let ids = 0..puzzle.pieces().len();
    let stands_in =
        |one: usize| ids.clone().any(|other| other != one && puzzle.are_alike(one, other));
    tally.shared_goal =
        usize::from(ids.clone().any(|id| puzzle.is_goal_piece(id) && stands_in(id)));
    tally.empty_goal = usize::from(puzzle.goals().iter().any(|goal| !goal.empties.is_empty()));
    let is_locked = puzzle.pieces().iter().any(|piece| piece.lock.is_some());
    tally.held = usize::from(is_locked || !puzzle.distinct().is_empty());
    match moves.optimum {
        Some(optimum) => (tally.solved, tally.long) = (1, usize::from(optimum >= 5)),
        None => tally.impossible = 1,
    }
    let mut wrong = Vec::new();
    if !(moves.optimum <= slides.optimum && slides.optimum <= steps.optimum) {
        wrong.push("the metrics are out of order".to_owned());
    }
    for (metric, universe) in Metric::ALL.into_iter().zip([moves, slides, steps]) {
        let mut case =
            Case { puzzle, twin: &twin, universe, metric, way: String::new(), wrong: Vec::new() };
        let order = case.run();
        if metric == Metric::Move {
            tally.mirrored = usize::from(order > 1);
            tally.fourfold = usize::from(order > 2);
            tally.exact = usize::from(case.classes().is_some() && order > 1);
        }
        wrong.extend(case.wrong.into_iter().map(|wrong| format!("{metric}: {wrong}")));
    }
    if !wrong.is_empty() {
        tally.wrong.push(format!("seed {seed}: {}\n{puzzle}", wrong.join("; ")));
    }
    tally
}

/// A puzzle in a metric, and what the twin knows about it.
struct Case<'a> {
    puzzle: &'a Puzzle,
    twin: &'a Twin<'a>,
    universe: Universe,
    metric: Metric,
    /// How it is being solved.
    way: String,
    wrong: Vec<String>,
}

impl Case<'_> {
    /// Everything that must hold; gives the number of mirror images.
    fn run(&mut self) -> usize {
        for mirroring in [Mirroring::Off, Mirroring::Canonical] {
            let options = Options { metric: self.metric, mirroring, ..Options::default() };
            self.way = format!("mirroring {mirroring:?}");
            self.shortest(&options);
            self.component(&options);
            self.depth_first(&Options { algorithm: Algorithm::DepthFirst, ..options });
            self.too_shallow(options);
        }
        self.solver(&Options::default()).board().symmetry().order()
    }

    fn expect(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(format!("{}: {}", self.way, what()));
        }
    }

    fn solver(&self, options: &Options) -> Solver {
        Solver::new(self.puzzle, options).expect("a small board")
    }

    fn report(&mut self, options: &Options) -> Option<Report> {
        let report = self.solver(options).solve(&mut |_| ControlFlow::Continue(()));
        self.expect(report.is_ok(), || format!("{report:?}"));
        report.ok()
    }

    fn shortest(&mut self, options: &Options) {
        let Some(report) = self.report(options) else { return };
        let optimum = self.universe.optimum;
        let found = match &report.outcome {
            Outcome::Found(solution) => Ok(Some(solution.len())),
            Outcome::Exhausted => Ok(None),
            Outcome::Stopped(reason) => Err(*reason),
        };
        self.expect(found == Ok(optimum), || format!("{found:?}, not {optimum:?}"));
        let bound = report.bound.map(|bound| bound as usize);
        self.expect(bound == optimum, || format!("bound {bound:?}"));
        self.expect(report.optimal == optimum.is_some(), || "optimal?".to_owned());
    }

    fn depth_first(&mut self, options: &Options) {
        let Some(report) = self.report(options) else { return };
        let holds = match (&report.outcome, self.universe.optimum) {
            (Outcome::Found(solution), Some(optimum)) => {
                solution.len() >= optimum && verify(self.puzzle, solution).is_ok()
            }
            (Outcome::Exhausted, None) => true,
            _ => false,
        };
        let optimum = self.universe.optimum;
        self.expect(holds, || format!("{:?} against {optimum:?}", report.outcome));
    }

    fn component(&mut self, options: &Options) {
        let component = self.solver(options).explore(&mut |_| ControlFlow::Continue(()));
        let (states, layers) = (component.statistics.states, component.layers);
        let wanted = &self.universe.layers;
        let total: usize = wanted.iter().sum();
        let (holds, wanted) = match (options.mirroring, self.classes()) {
            (Mirroring::Off, _) => (layers == *wanted, format!("{wanted:?}")),
            (Mirroring::Canonical, Some(classes)) => (states == classes, format!("{classes}")),
            (Mirroring::Canonical, None) => {
                let least = total.div_ceil(4);
                ((least..=total).contains(&states), format!("{least} to {total}"))
            }
        };
        self.expect(holds, || format!("{states} states, {layers:?}, not {wanted}"));
        let sum: usize = layers.iter().sum();
        self.expect(sum == states, || format!("{sum} in layers, {states} in all"));
        self.expect(component.outcome == Outcome::Exhausted, || "not all".to_owned());
    }

    /// One less than the optimum is too little, and the report says how much is proven.
    fn too_shallow(&mut self, options: Options) {
        let Some(depth) = self.universe.optimum.and_then(|optimum| optimum.checked_sub(1)) else {
            return;
        };
        let max_depth = u32::try_from(depth).ok();
        let limits = Limits { max_depth, ..Limits::default() };
        let Some(report) = self.report(&Options { limits, ..options }) else { return };
        let stopped = report.outcome == Outcome::Stopped(StopReason::Depth);
        let bound = report.bound.map(|bound| bound as usize) == Some(depth + 1);
        self.expect(stopped && bound, || format!("depth {depth}: {report:?}"));
    }

    /// Positions that are not each other's mirror image.
    fn classes(&self) -> Option<usize> {
        let solver = self.solver(&Options::default());
        let reflections: Vec<_> = solver.board().symmetry().reflections().collect();
        self.twin.classes(&self.universe, &reflections)
    }
}

/// Numbers that look random and are the same every time (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % sides as u64).expect("small")
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.roll(chances) == 0
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.roll(all.len())]
    }
}

type Spot = (usize, usize);

/// A frame in the making, half of them their own mirror image in one way or another.
struct Sketch {
    dice: Dice,
    rows: usize,
    columns: usize,
    /// Whether rows, and columns, are reflected, for each image of the frame.
    images: &'static [(bool, bool)],
    frame: Vec<Vec<char>>,
    pieces: Vec<Vec<Spot>>,
}

const LETTERS: [char; 20] = [
    'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S',
    'T',
];

/// The puzzle of this number: the first sound one that the dice make of it.
fn random_puzzle(seed: u64) -> Puzzle {
    let mut dice = Dice(seed << 32);
    loop {
        if let Some(puzzle) = Sketch::new(Dice(dice.roll(1 << 40) as u64)).puzzle() {
            return puzzle;
        }
    }
}

impl Sketch {
    fn new(mut dice: Dice) -> Self {
        let (rows, columns) = (2 + dice.roll(3), 2 + dice.roll(4));
        let images: &[(bool, bool)] = match dice.roll(8) {
            0 | 1 => &[(false, false), (false, true)],
            2 => &[(false, false), (true, false)],
            3 => &[(false, false), (true, true)],
            4 => &[(false, false), (false, true), (true, false), (true, true)],
            _ => &[(false, false)],
        };
        let frame = vec![vec!['.'; columns]; rows];
        Sketch { dice, rows, columns, images, frame, pieces: Vec::new() }
    }

    fn image(&self, (row, column): Spot, (down, across): (bool, bool)) -> Spot {
        let row = if down { self.rows - 1 - row } else { row };
        (row, if across { self.columns - 1 - column } else { column })
    }

    fn images(&self, cells: &[Spot]) -> Vec<Vec<Spot>> {
        let mut images: Vec<Vec<Spot>> = Vec::new();
        for &by in self.images {
            let mut image: Vec<Spot> = cells.iter().map(|&spot| self.image(spot, by)).collect();
            image.sort_unstable();
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    fn empties(&self) -> Vec<Spot> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|&(row, column)| self.frame[row][column] == '.').collect()
    }

    fn draw(&mut self, cells: &[Spot], what: char) {
        for &(row, column) in cells {
            self.frame[row][column] = what;
        }
    }

    fn draw_all(&mut self, spot: Spot, what: char) {
        for image in self.images(&[spot]) {
            self.draw(&image, what);
        }
    }

    /// A random polyomino on empty cells, with all its images, where they do not overlap.
    fn add_piece(&mut self) {
        let empties = self.empties();
        let mut cells = vec![self.dice.of(&empties)];
        for _ in 0..self.dice.of(&[0, 0, 1, 1, 1, 2, 3, 3]) {
            let near = |a: Spot, b: Spot| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
            let around = empties.iter().copied().filter(|spot| !cells.contains(spot));
            let around: Vec<Spot> = around.filter(|&a| cells.iter().any(|&b| near(a, b))).collect();
            if !around.is_empty() {
                cells.push(self.dice.of(&around));
            }
        }
        let images = self.images(&cells);
        let total = images.concat();
        let apart = total.iter().collect::<std::collections::HashSet<_>>().len() == total.len();
        if apart && self.pieces.len() + images.len() <= LETTERS.len() {
            for image in images {
                self.draw(&image, LETTERS[self.pieces.len()]);
                self.pieces.push(image);
            }
        }
    }

    fn puzzle(mut self) -> Option<Puzzle> {
        while self.dice.one_in(3) {
            let spot = (self.dice.roll(self.rows), self.dice.roll(self.columns));
            self.draw_all(spot, '#');
        }
        let spare = 1 + self.dice.roll(4);
        for _ in 0..30 {
            if self.empties().len() > spare {
                self.add_piece();
            }
        }
        if self.pieces.is_empty() || self.empties().is_empty() {
            return None;
        }
        let gate = self.dice.one_in(6).then(|| self.gate());
        let goals = self.goals()?;
        let alike = if self.dice.one_in(3) { self.alike() } else { Vec::new() };
        let movement = if self.dice.one_in(5) { Movement::Axis } else { Movement::Free };
        let finish = if self.dice.one_in(4) { Finish::Clear } else { Finish::Reach };
        let locks = if self.dice.one_in(4) { self.locks() } else { Vec::new() };
        let distinct = if self.dice.one_in(4) { self.with_images() } else { Vec::new() };
        let exits = if self.dice.one_in(8) {
            let piece = self.dice.roll(self.pieces.len());
            vec![(LETTERS[piece], self.dice.of(&Direction::ALL))]
        } else {
            Vec::new()
        };
        let frame = Drawing { rows: self.frame };
        let draft = Draft { frame, goals, gate, alike, movement, finish, ..Draft::default() };
        Draft { locks, distinct, exits, ..draft }.check().ok()
    }

    /// A piece and those that stand where its images would, by letter.
    fn with_images(&mut self) -> Vec<char> {
        let piece = self.dice.roll(self.pieces.len());
        let mut letters: Vec<char> =
            self.images.iter().map(|&by| LETTERS[self.partner(piece, by)]).collect();
        letters.sort_unstable();
        letters.dedup();
        letters
    }

    fn locks(&mut self) -> Vec<(char, Lock)> {
        let lock = self.dice.of(&[Lock::Row, Lock::Column, Lock::Fixed]);
        self.with_images().into_iter().map(|letter| (letter, lock)).collect()
    }

    fn gate(&mut self) -> (char, Vec<char>) {
        let empties = self.empties();
        let spot = self.dice.of(&empties);
        self.draw_all(spot, '+');
        let letters = &LETTERS[..self.pieces.len()];
        let mut admitted: Vec<char> =
            letters.iter().copied().filter(|_| self.dice.one_in(2)).collect();
        if admitted.is_empty() {
            admitted.push(self.dice.of(letters));
        }
        ('+', admitted)
    }

    /// Groups of pieces of one shape.
    fn alike(&mut self) -> Vec<Vec<char>> {
        let shape = |cells: &[Spot]| -> Vec<(i8, i8)> {
            let (row, column) = cells.iter().min().copied().expect("cells");
            let apart =
                |to: usize, from: usize| i8::try_from(to).unwrap() - i8::try_from(from).unwrap();
            cells.iter().map(|&(r, c)| (apart(r, row), apart(c, column))).collect()
        };
        let first = self.dice.roll(self.pieces.len());
        let like = |piece: &usize| shape(&self.pieces[*piece]) == shape(&self.pieces[first]);
        let group: Vec<usize> = (0..self.pieces.len()).filter(like).collect();
        let all = self.dice.one_in(2);
        let group = group.into_iter().filter(|_| all || !self.dice.one_in(3));
        vec![group.map(|piece| LETTERS[piece]).collect::<Vec<char>>()]
            .into_iter()
            .filter(|group| group.len() > 1)
            .collect()
    }

    /// One or two goals of one or two pieces, with their images.
    fn goals(&mut self) -> Option<Vec<Drawing>> {
        let mut goals = Vec::new();
        for _ in 0..self.dice.of(&[1, 1, 2]) {
            let count = self.dice.of(&[1, 1, 1, 1, 1, 2, 2, 0]);
            let empty = (count == 0 || self.dice.one_in(6))
                .then(|| (self.dice.roll(self.rows), self.dice.roll(self.columns)));
            let targets: Vec<(usize, Vec<Spot>)> =
                (0..count).map(|_| self.target()).collect::<Option<_>>()?;
            for &by in self.images {
                let mut rows = vec![vec!['.'; self.columns]; self.rows];
                for (piece, cells) in &targets {
                    let letter = LETTERS[self.partner(*piece, by)];
                    for &cell in cells {
                        let (row, column) = self.image(cell, by);
                        rows[row][column] = letter;
                    }
                }
                if let Some((row, column)) = empty.map(|spot| self.image(spot, by))
                    && rows[row][column] == '.'
                    && self.frame[row][column] != '#'
                {
                    rows[row][column] = EMPTY;
                }
                let goal = Drawing { rows };
                if !goals.contains(&goal) {
                    goals.push(goal);
                }
            }
        }
        Some(goals)
    }

    /// A piece and some place for it.
    fn target(&mut self) -> Option<(usize, Vec<Spot>)> {
        let piece = self.dice.roll(self.pieces.len());
        let cells = &self.pieces[piece];
        let top = cells.iter().map(|spot| spot.0).min()?;
        let left = cells.iter().map(|spot| spot.1).min()?;
        let height = cells.iter().map(|spot| spot.0).max()? - top;
        let width = cells.iter().map(|spot| spot.1).max()? - left;
        let row = self.dice.roll(self.rows - height);
        let column = self.dice.roll(self.columns - width);
        let moved =
            self.pieces[piece].iter().map(|spot| (spot.0 - top + row, spot.1 - left + column));
        Some((piece, moved.collect()))
    }

    /// The piece that stands where this one's image would.
    fn partner(&self, piece: usize, by: (bool, bool)) -> usize {
        let mut image: Vec<Spot> =
            self.pieces[piece].iter().map(|&spot| self.image(spot, by)).collect();
        image.sort_unstable();
        self.pieces.iter().position(|cells| *cells == image).expect("images come together")
    }
}
