//! Random small puzzles with all rules.

use std::collections::BTreeSet;

use huarong::Puzzle;
use huarong::grid::Direction;
use huarong::puzzle::{CharGrid, DoorSpan, Draft, EMPTY, Layer, Lock, Movement, SolvedWhen};

/// A random number generator with a seed (`SplitMix64`).
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

/// A puzzle under construction. Half of them have mirror images.
struct Sketch {
    dice: Dice,
    rows: usize,
    columns: usize,
    /// Whether rows, and columns, are reflected, for each image of the frame.
    images: &'static [(bool, bool)],
    frame: Vec<Vec<char>>,
    pieces: Vec<Vec<Spot>>,
    /// Whether some pieces have doors.
    has_doors: bool,
}

const LETTERS: [char; 20] = [
    'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S',
    'T',
];

/// Returns the first valid puzzle that the dice make from this seed.
pub(crate) fn random_puzzle(seed: u64) -> Puzzle {
    first_puzzle(seed, false)
}

/// Returns the first valid puzzle with doors that the dice make from this seed.
pub(crate) fn random_puzzle_with_doors(seed: u64) -> Puzzle {
    first_puzzle(seed, true)
}

fn first_puzzle(seed: u64, has_doors: bool) -> Puzzle {
    let mut dice = Dice(seed << 32);
    loop {
        let mut sketch = Sketch::new(Dice(dice.roll(1 << 30) as u64));
        sketch.has_doors = has_doors;
        if let Some(puzzle) = sketch.puzzle() {
            return puzzle;
        }
    }
}

impl Sketch {
    fn new(mut dice: Dice) -> Self {
        let rows = 2 + dice.roll(3);
        let columns = 2 + dice.roll(4);
        let images: &[(bool, bool)] = match dice.roll(8) {
            0 | 1 => &[(false, false), (false, true)],
            2 => &[(false, false), (true, false)],
            3 => &[(false, false), (true, true)],
            4 => &[(false, false), (false, true), (true, false), (true, true)],
            _ => &[(false, false)],
        };
        let frame = vec![vec!['.'; columns]; rows];
        Sketch {
            dice,
            rows,
            columns,
            images,
            frame,
            pieces: Vec::new(),
            has_doors: false,
        }
    }

    fn image(&self, (row, column): Spot, (down, across): (bool, bool)) -> Spot {
        let row = if down { self.rows - 1 - row } else { row };
        (
            row,
            if across {
                self.columns - 1 - column
            } else {
                column
            },
        )
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
        all.filter(|&(row, column)| self.frame[row][column] == '.')
            .collect()
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
            let around: Vec<Spot> = around
                .filter(|&a| cells.iter().any(|&b| near(a, b)))
                .collect();
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
        let doors = if self.has_doors {
            self.doors()
        } else {
            Vec::new()
        };
        let mut ice = Vec::new();
        let mut keys = Vec::new();
        if !doors.is_empty() && self.dice.one_in(3) {
            let left = 1 + self.dice.roll(2);
            ice.extend(self.with_images().into_iter().map(|letter| (letter, left)));
        }
        if doors.len() > 1 && self.dice.one_in(4) {
            let locked = LETTERS[self.dice.roll(self.pieces.len())];
            keys.push((locked, self.dice.of(&doors).0));
        }
        let mut doors: Vec<(Vec<char>, Vec<DoorSpan>)> = doors
            .into_iter()
            .map(|(letter, span)| (vec![letter], vec![span]))
            .collect();
        let layers = if self.has_doors && self.dice.one_in(2) {
            self.layers(&mut doors)
        } else {
            Vec::new()
        };
        let gate = self.dice.one_in(6).then(|| self.gate());
        let all_leave = self.has_doors && !self.dice.one_in(4);
        let goals = if all_leave && !self.dice.one_in(3) {
            Vec::new()
        } else {
            self.goals()?
        };
        let alike = if self.dice.one_in(3) {
            self.alike()
        } else {
            Vec::new()
        };
        let movement = if self.dice.one_in(5) {
            Movement::Axis
        } else {
            Movement::Free
        };
        let finish = if self.dice.one_in(4) {
            SolvedWhen::Clear
        } else {
            SolvedWhen::Reach
        };
        let locks = if self.dice.one_in(4) {
            self.locks()
        } else {
            Vec::new()
        };
        let distinct = if self.dice.one_in(4) {
            self.with_images()
        } else {
            Vec::new()
        };
        let exits = if !goals.is_empty() && self.dice.one_in(8) {
            let piece = self.dice.roll(self.pieces.len());
            vec![(LETTERS[piece], self.dice.of(&Direction::ALL))]
        } else {
            Vec::new()
        };
        Draft {
            frame: CharGrid { rows: self.frame },
            goals,
            gate,
            alike,
            movement,
            finish,
            locks,
            distinct,
            exits,
            doors,
            layers,
            all_leave,
            ice,
            keys,
            ..Draft::default()
        }
        .check()
        .ok()
    }

    /// Returns the letters of a piece and of its images.
    fn with_images(&mut self) -> Vec<char> {
        let piece = self.dice.roll(self.pieces.len());
        let mut letters: Vec<char> = self
            .images
            .iter()
            .map(|&by| LETTERS[self.partner(piece, by)])
            .collect();
        letters.sort_unstable();
        letters.dedup();
        letters
    }

    fn locks(&mut self) -> Vec<(char, Lock)> {
        let lock = self.dice.of(&[Lock::Row, Lock::Column, Lock::Fixed]);
        self.with_images()
            .into_iter()
            .map(|letter| (letter, lock))
            .collect()
    }

    /// Returns doors for about half of the pieces and their images.
    fn doors(&mut self) -> Vec<(char, DoorSpan)> {
        let mut doors = Vec::new();
        for piece in 0..self.pieces.len() {
            if !self.dice.one_in(2) {
                doors.extend(self.doors_of(piece));
            }
        }
        doors.dedup();
        doors
    }

    /// Gives a piece and its images layers instead of doors of their own.
    fn layers(&mut self, doors: &mut Vec<(Vec<char>, Vec<DoorSpan>)>) -> Vec<(char, Vec<Layer>)> {
        let piece = self.dice.roll(self.pieces.len());
        let images = self.images.iter();
        let images = images.map(|&by| LETTERS[self.partner(piece, by)]);
        let letters: BTreeSet<char> = images.collect();
        doors.retain(|(members, _)| !letters.contains(&members[0]));
        let mut layers: Vec<(char, Vec<Layer>)> =
            letters.into_iter().map(|it| (it, Vec::new())).collect();
        for depth in 0..self.dice.of(&[2, 2, 2, 3]) {
            for (letter, layers) in &mut layers {
                let colour = format!("{letter}layer{depth}");
                let doors = Vec::new();
                layers.push(Layer { colour, doors });
            }
            for (letter, span) in self.doors_of(piece) {
                let mut layers = layers.iter_mut();
                let (_, layers) = layers.find(|it| it.0 == letter).expect("an image");
                layers[depth].doors.push(doors.len());
                doors.push((Vec::new(), vec![span]));
            }
        }
        layers
    }

    /// Returns a door of a piece, wide enough for it, and those of its images.
    fn doors_of(&mut self, piece: usize) -> Vec<(char, DoorSpan)> {
        let mut doors = Vec::new();
        let side = self.dice.of(&Direction::ALL);
        let is_across = matches!(side, Direction::Left | Direction::Right);
        let along = |&(row, column): &Spot| if is_across { row } else { column };
        let lines: Vec<usize> = self.pieces[piece].iter().map(along).collect();
        let extent = lines.iter().max().expect("cells") - lines.iter().min().expect("cells");
        let sizes = [self.rows, self.columns];
        let [breadth, depth] = if is_across {
            sizes
        } else {
            [sizes[1], sizes[0]]
        };
        let first = self.dice.roll(breadth - extent);
        let last = (first + extent + self.dice.roll(2)).min(breadth - 1);
        let outer = match side {
            Direction::Up | Direction::Left => 0,
            Direction::Right | Direction::Down => depth - 1,
        };
        // A line within the frame is a door only if there are walls beside it.
        let line = if self.dice.one_in(4) {
            self.dice.roll(depth)
        } else {
            outer
        };
        for &(down, across) in self.images {
            let turns = [down, across];
            let [along, away] = if is_across { turns } else { [across, down] };
            let flip = |at: usize, breadth: usize, is_flipped: bool| {
                if is_flipped { breadth - 1 - at } else { at }
            };
            let ends = [first, last].map(|at| flip(at, breadth, along));
            let span = DoorSpan {
                side: if away { side.opposite() } else { side },
                first: ends[0].min(ends[1]),
                last: ends[0].max(ends[1]),
                line: Some(flip(line, depth, away)),
            };
            let letter = LETTERS[self.partner(piece, (down, across))];
            let door = (letter, span);
            if !doors.contains(&door) {
                doors.push(door);
            }
        }
        doors
    }

    fn gate(&mut self) -> (char, Vec<char>) {
        let empties = self.empties();
        let spot = self.dice.of(&empties);
        self.draw_all(spot, '+');
        let letters = &LETTERS[..self.pieces.len()];
        let mut admitted: Vec<char> = letters
            .iter()
            .copied()
            .filter(|_| self.dice.one_in(2))
            .collect();
        if admitted.is_empty() {
            admitted.push(self.dice.of(letters));
        }
        ('+', admitted)
    }

    /// Returns at most one group of pieces of one shape.
    fn alike(&mut self) -> Vec<Vec<char>> {
        let shape = |cells: &[Spot]| -> Vec<(i8, i8)> {
            let (row, column) = cells.iter().min().copied().expect("cells");
            let apart =
                |to: usize, from: usize| i8::try_from(to).unwrap() - i8::try_from(from).unwrap();
            cells
                .iter()
                .map(|&(r, c)| (apart(r, row), apart(c, column)))
                .collect()
        };
        let first = self.dice.roll(self.pieces.len());
        let like = |piece: &usize| shape(&self.pieces[*piece]) == shape(&self.pieces[first]);
        let group: Vec<usize> = (0..self.pieces.len()).filter(like).collect();
        let all = self.dice.one_in(2);
        let group = group.into_iter().filter(|_| all || !self.dice.one_in(3));
        let group: Vec<char> = group.map(|piece| LETTERS[piece]).collect();
        if group.len() > 1 {
            vec![group]
        } else {
            Vec::new()
        }
    }

    /// Returns one or two goals of up to two pieces, with their images.
    fn goals(&mut self) -> Option<Vec<CharGrid>> {
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
                let goal = CharGrid { rows };
                if !goals.contains(&goal) {
                    goals.push(goal);
                }
            }
        }
        Some(goals)
    }

    /// Returns a piece and random cells for it.
    fn target(&mut self) -> Option<(usize, Vec<Spot>)> {
        let piece = self.dice.roll(self.pieces.len());
        let cells = &self.pieces[piece];
        let top = cells.iter().map(|spot| spot.0).min()?;
        let left = cells.iter().map(|spot| spot.1).min()?;
        let height = cells.iter().map(|spot| spot.0).max()? - top;
        let width = cells.iter().map(|spot| spot.1).max()? - left;
        let row = self.dice.roll(self.rows - height);
        let column = self.dice.roll(self.columns - width);
        let moved = self.pieces[piece]
            .iter()
            .map(|spot| (spot.0 - top + row, spot.1 - left + column));
        Some((piece, moved.collect()))
    }

    /// Returns the piece on the image of this piece's cells.
    fn partner(&self, piece: usize, by: (bool, bool)) -> usize {
        let mut image: Vec<Spot> = self.pieces[piece]
            .iter()
            .map(|&spot| self.image(spot, by))
            .collect();
        image.sort_unstable();
        self.pieces
            .iter()
            .position(|cells| *cells == image)
            .expect("images come together")
    }
}
