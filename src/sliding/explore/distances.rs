//! Tables of the distance of each state to the nearest goal, in memory or in a file: they yield a
//! shortest solution from each state without a search.
//!
//! A table is the bytes of its file. Numbers are little-endian. The distances of a component follow
//! the states:
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `D`, distances |
//! | 9, 10 | the version of the format: 1 |
//! | 11 | the metric: 0 `move`, 1 `slide`, 2 `step` |
//! | 12 | 1 if mirror images are one state, else 0 |
//! | 13–16 | the length of the puzzle's text |
//! | 17–24 | the number of positions |
//! | then | the text |
//! | then | the words of the canonical forms, 8 bytes each; the forms are in order |
//! | then | the distance of each, 2 bytes |
//! | last 4 | the CRC-32 of everything before |
//!
//! A canonical form is what `src/sliding/board/mod.rs` says it is. The distances of all layouts of
//! the classic frame, which are those of a [`CommonCode`], follow their codes:
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 7 | `HUARONGT` |
//! | 8, 9 | the version, 1 |
//! | 10 | the metric: 0 `move`, 1 `slide`, 2 `step` |
//! | 11 to 15 | zeros |
//! | 16 to 19 | the number of layouts, 29,334,498 |
//! | 20 to 23 | the CRC-32 of the distances |
//! | 24 to 27 | zeros |
//! | 28 to 31 | the CRC-32 of bytes 0 to 27 |
//! | from 32 | the distance of each layout from the exit; 255 if unsolvable |

use std::{cmp::Ordering, ops::Deref, path::Path};

use thiserror::Error;

use crate::{
    board::{Board, BoardError, Kind, KindId, MAX_WORDS, UnpackedState},
    control::{self, Monitor, Outcome, Progress, StopReason},
    file::{
        self, MappedFile, WriteError,
        container::{ContainerError, FileFormat},
    },
    grid::{Cell, Grid},
    memory,
    notation::{
        CommonCode, NotRepresentable,
        classic::{CELLS, ClassicBlock},
    },
    puzzle::{Metric, Puzzle},
    search::{
        Key, Space,
        hashed::HashedEngine,
        layers::{LayerError, LayerSearch, Sources},
    },
    sliding::{
        self, BfsPurpose, Mirroring, SolveError,
        spaces::{BoardSpace, with_space},
    },
    solution::{Position, Solution, verify},
};

use super::Options;

/// The distance of each state to the nearest goal: of all reachable states of a puzzle, or of all
/// layouts of the classic frame.
pub struct DistanceTable {
    metric: Metric,
    index: DistanceIndex,
    bytes: Box<dyn Deref<Target = [u8]> + Send + Sync>,
}

debug_fields!(DistanceTable, metric);

/// The place of a state in a table.
enum DistanceIndex {
    /// The rank of its code.
    Rank,
    /// The place of its canonical form among the sorted ones.
    Form(Box<ComponentIndex>),
}

/// The index of a component.
struct ComponentIndex {
    grid: Grid,
    board: Board,
    states: usize,
    /// The words of a form.
    words: usize,
    /// The first byte of the forms.
    first: usize,
}

/// The distances of the positions of one puzzle: a [table](DistanceTable) that is compiled for the
/// pieces of the puzzle, so that a look-up takes a fraction of a microsecond.
pub struct DistanceLookup<'a> {
    table: &'a DistanceTable,
    puzzle: &'a Puzzle,
    placements: PlacedWords,
}

debug_fields!(DistanceLookup<'a>, table);

/// The words of each kind of pieces at each cell in each mirror image: those of a state are their
/// union. Empty for a table by rank.
#[derive(Default)]
struct PlacedWords {
    /// The kind of each piece.
    kinds: Vec<KindId>,
    words: Vec<u64>,
}

/// Reason why distances cannot be read or used.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum DistanceTableError {
    /// The file cannot be read, or has another format.
    #[error(transparent)]
    File(#[from] ContainerError),
    /// The content of the file is malformed.
    #[error("this file is damaged: {0}")]
    Damaged(&'static str),
    /// The board is too large for the packed states.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A state before the goal has no neighbour nearer to one, or the checker rejects the solution.
    #[error("the distances of the tablebase contradict the rules of the puzzle")]
    Contradiction,
    /// The table is of other states.
    #[error(transparent)]
    NotCovered(#[from] NotCovered),
}

/// Reason why a table has no distance of the start of a puzzle.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum NotCovered {
    /// The puzzle is no layout of the classic frame.
    #[error("the tablebase covers the classic frame and goal, not {}", .0.what)]
    OtherFrame(NotRepresentable),
    /// The puzzle differs in more than its start.
    #[error("the tablebase is for another puzzle")]
    OtherPuzzle,
    /// The start is in another component.
    #[error("the tablebase does not contain its start")]
    OtherComponent,
}

/// The byte of an unsolvable layout.
pub(crate) const NO_WAY_OUT: u8 = u8::MAX;

impl DistanceTable {
    /// Finds the distances of all reachable states; [`Outcome::Exhausted`] if no goal is reachable.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    ///
    /// # Complexity
    /// Time is that of two searches by layers. Memory is 16 bytes a state, mirror images counted
    /// once, if 64 bits hold a state, and 10 at the end.
    pub fn find(
        puzzle: &Puzzle,
        options: &Options,
        observer: control::Observer<'_>,
    ) -> Result<Outcome<DistanceTable>, SolveError> {
        let board = BfsPurpose::Layers.board(puzzle, options.metric, options.mirroring)?;
        let text = puzzle.to_string();
        let length = u32::try_from(text.len()).expect("a frame of 127 cells a side");
        let is_mirrored = u8::from(options.mirroring == Mirroring::Canonical);
        let mut bytes = COMPONENT.header();
        bytes.extend([options.metric.number(), is_mirrored]);
        bytes.extend(length.to_le_bytes());
        let mut monitor = Monitor::new(options.limits, observer);
        let start = board.words(board.start());
        let stored = with_space!(BoardSpace::of(&board, options.metric), typed => {
            sorted_distances(typed.space, &start, &mut monitor).and_then(|found| {
                bytes.extend((found.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
                store(&found, words_of(&board), &mut bytes, &mut monitor)?;
                Ok((!found.is_empty()).then_some(()))
            })
        });
        Ok(
            Outcome::from(stored.map_err(LayerError::in_memory)).map(|()| {
                bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
                DistanceTable::of_file(bytes).expect("it has just been made")
            }),
        )
    }

    /// Returns the table of all layouts of the classic frame with these distances, by rank.
    pub(crate) fn of_layouts(metric: Metric, mut distances: Vec<u8>) -> Self {
        let header = layouts_header(metric, &distances);
        distances.splice(..0, header);
        DistanceTable::of_file(distances).expect("there is a distance for each layout")
    }

    /// Opens a stored table and maps it into memory.
    ///
    /// # Errors
    /// If the file cannot be read, holds no distances, has another version, or is damaged.
    ///
    /// # Complexity
    /// Reads the whole file once for its checksum.
    pub fn open(path: &Path) -> Result<Self, DistanceTableError> {
        DistanceTable::of_file(MappedFile::open(path).map_err(ContainerError::from)?)
    }

    /// Returns the table with the bytes of a file.
    fn of_file(
        bytes: impl Deref<Target = [u8]> + Send + Sync + 'static,
    ) -> Result<Self, DistanceTableError> {
        let (metric, index) = if bytes.starts_with(LAYOUTS.magic) {
            (layouts_metric(&bytes)?, DistanceIndex::Rank)
        } else {
            component(&bytes)?
        };
        Ok(DistanceTable {
            metric,
            index,
            bytes: Box::new(bytes),
        })
    }

    /// Writes the table to `path`, completely or not at all.
    ///
    /// # Errors
    /// If `path` is not a regular file, or cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        file::write(path, &self.bytes)
    }

    /// Returns the unit of the distances.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the distance of the start of a puzzle, if the table has one.
    ///
    /// # Complexity
    /// Microseconds, to compile the puzzle: [`lookup`](Self::lookup) does so once.
    pub fn distance(&self, puzzle: &Puzzle) -> Option<u32> {
        self.lookup(puzzle).ok()?.distance(&Position::start(puzzle))
    }

    /// Compiles a puzzle for many look-ups.
    ///
    /// ```
    /// use huarong::control::unobserved;
    /// use huarong::explore::{Options, distances::DistanceTable};
    /// use huarong::{Metric, Position, Puzzle};
    ///
    /// let puzzle: Puzzle = "A A .\nB # .\n\ngoal:\n. A A\n. # .\n".parse()?;
    /// let table = DistanceTable::find(&puzzle, &Options::default(), &mut unobserved)?;
    /// let table = table.found().expect("it can be solved");
    /// let lookup = table.lookup(&puzzle)?;
    /// let mut position = Position::start(&puzzle);
    /// assert_eq!(lookup.distance(&position), Some(1));
    /// position.apply(&position.legal_moves(Metric::Move)[0])?;
    /// assert_eq!(lookup.distance(&position), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the table does not cover the puzzle.
    pub fn lookup<'a>(&'a self, puzzle: &'a Puzzle) -> Result<DistanceLookup<'a>, NotCovered> {
        let placements = match &self.index {
            DistanceIndex::Rank => {
                CommonCode::of(puzzle).map_err(NotCovered::OtherFrame)?;
                PlacedWords::default()
            }
            DistanceIndex::Form(index) => {
                let other = Board::new(puzzle).map_err(|_| NotCovered::OtherPuzzle)?;
                let kinds = index.board.kinds_of_pieces(&other);
                index.placements(kinds.ok_or(NotCovered::OtherPuzzle)?)
            }
        };
        Ok(DistanceLookup {
            table: self,
            puzzle,
            placements,
        })
    }

    /// Returns the anchors and the distance of each state in the table of a component, in the order
    /// of the states; none for a table of all layouts. Mirror images that the table counts as one
    /// state come once.
    pub fn states(&self) -> impl Iterator<Item = (Vec<Cell>, u32)> + '_ {
        let index = match &self.index {
            DistanceIndex::Rank => None,
            DistanceIndex::Form(index) => Some(index),
        };
        index.into_iter().flat_map(move |index| {
            (0..index.states).map(move |place| {
                let words: Vec<u64> = index.form(&self.bytes, place).collect();
                let state = index.board.unpack(&words);
                let anchors = sliding::anchors(&index.grid, &index.board, &state);
                (anchors, index.distance_at(&self.bytes, place))
            })
        })
    }

    /// Returns a shortest solution of a puzzle, replayed by the independent checker; `None` if it
    /// is unsolvable. Each move leads to a position one unit nearer to a goal.
    ///
    /// # Errors
    /// If the table does not cover the start of the puzzle, or its distances are wrong.
    ///
    /// # Complexity
    /// A few microseconds per move, most of them to find its path and to replay it.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Option<Solution>, DistanceTableError> {
        let lookup = self.lookup(puzzle)?;
        let mut position = Position::start(puzzle);
        let mut moves = Vec::new();
        let Some(length) = lookup.distance(&position) else {
            return match self.index {
                DistanceIndex::Rank => Ok(None),
                DistanceIndex::Form(_) => Err(NotCovered::OtherComponent.into()),
            };
        };
        for distance in (0..length).rev() {
            let unit = position
                .legal_moves(self.metric)
                .into_iter()
                .find(|unit| {
                    let mut after = position.clone();
                    after.apply(unit).expect("a legal move");
                    lookup.at(after.anchors()) == Some(distance)
                })
                .ok_or(DistanceTableError::Contradiction)?;
            position.apply(&unit).expect("a legal move");
            moves.push(unit);
        }
        let solution = Solution {
            metric: self.metric,
            moves: moves.into(),
        };
        verify(puzzle, &solution).map_err(|_| DistanceTableError::Contradiction)?;
        Ok(Some(solution))
    }
}

impl DistanceLookup<'_> {
    /// Returns the distance of a position of the puzzle, if the table has one.
    ///
    /// # Complexity
    /// Linear in the pieces, and in the logarithm of the states: 0.1 µs for the classic layout.
    pub fn distance(&self, position: &Position<'_>) -> Option<u32> {
        self.at(position.anchors())
    }

    fn at(&self, anchors: &[Cell]) -> Option<u32> {
        let pieces = self.puzzle.pieces();
        let grid = self.puzzle.grid();
        let bytes = &self.table.bytes;
        match &self.table.index {
            DistanceIndex::Rank => {
                let mut cells = [None; CELLS];
                for (piece, &anchor) in pieces.iter().zip(anchors) {
                    cells[grid.index(anchor)] = ClassicBlock::of(&piece.shape);
                }
                let byte = bytes[LAYOUTS_HEADER + CommonCode::rank_of(&cells) as usize];
                (byte != NO_WAY_OUT).then_some(byte.into())
            }
            DistanceIndex::Form(index) => {
                let width = index.words;
                let PlacedWords { kinds, words } = &self.placements;
                let mut least = [u64::MAX; MAX_WORDS];
                for words in words.chunks_exact(index.board.kinds().len() * grid.area() * width) {
                    let mut form = [0; MAX_WORDS];
                    let standing = kinds.iter().zip(anchors);
                    for (kind, &anchor) in standing.filter(|(_, at)| **at != Cell::OUT) {
                        let place = kind * grid.area() + grid.index(anchor);
                        for (word, piece) in form.iter_mut().zip(&words[place * width..][..width]) {
                            *word |= piece;
                        }
                    }
                    least = least.min(form);
                }
                let place = index.place(bytes, &least[..width])?;
                Some(index.distance_at(bytes, place))
            }
        }
    }
}

impl ComponentIndex {
    /// Compiles pieces of these kinds. A piece has no words at a cell where it cannot stand.
    fn placements(&self, kinds: Vec<KindId>) -> PlacedWords {
        let board = &self.board;
        let mut words = Vec::new();
        for image in 0..board.symmetry().order() {
            for (kind, Kind { places, .. }) in board.kinds().iter().enumerate() {
                for cell in 0..board.cells() {
                    let is_place = places.contains(cell);
                    let piece = is_place.then(|| board.symmetry().place(image, (cell, kind)));
                    let state = UnpackedState::new(board.cells(), piece);
                    words.extend(&board.pack::<MAX_WORDS>(&state).words()[..self.words]);
                }
            }
        }
        PlacedWords { kinds, words }
    }

    /// Returns the place of a form among all.
    fn place(&self, bytes: &[u8], wanted: &[u64]) -> Option<usize> {
        let mut from = 0;
        let mut to = self.states;
        while from < to {
            let middle = usize::midpoint(from, to);
            match self.form(bytes, middle).cmp(wanted.iter().copied()) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    fn distance_at(&self, bytes: &[u8], place: usize) -> u32 {
        let distances = &bytes[self.first + self.states * self.words * 8..];
        let (distances, _) = distances.as_chunks();
        u16::from_le_bytes(distances[place]).into()
    }

    /// Returns the words of a form.
    fn form<'a>(&self, bytes: &'a [u8], place: usize) -> impl Iterator<Item = u64> + use<'a> {
        let (words, _) = bytes[self.first..].as_chunks();
        let words = &words[place * self.words..][..self.words];
        words.iter().map(|&word| u64::from_le_bytes(word))
    }
}

/// Returns the number of words of a form in the table, as the format defines it.
fn words_of(board: &Board) -> usize {
    match (board.cells(), board.bits().div_ceil(64)) {
        (..=32, 1) => 1,
        (..=64, ..=2) => 2,
        (..=64, 3) => 3,
        (..=64, _) => 5,
        (_, ..=4) => 4,
        (_, _) => 10,
    }
}

const COMPONENT: FileFormat = FileFormat {
    magic: b"HUARONG\0D",
    content: "distances",
    version: 1,
    least: 11 + 14 + 4,
};

const LAYOUTS: FileFormat = FileFormat {
    magic: b"HUARONGT",
    content: "distances",
    version: 1,
    least: LAYOUTS_HEADER + CommonCode::COUNT as usize,
};

/// The bytes before the distances of all layouts.
const LAYOUTS_HEADER: usize = 32;

fn layouts_header(metric: Metric, distances: &[u8]) -> Vec<u8> {
    let mut header = LAYOUTS.header();
    header.push(metric.number());
    header.resize(16, 0);
    header.extend(CommonCode::COUNT.to_le_bytes());
    header.extend(crc32fast::hash(distances).to_le_bytes());
    header.resize(28, 0);
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header
}

/// Checks the distances of all layouts and returns their metric.
fn layouts_metric(bytes: &[u8]) -> Result<Metric, DistanceTableError> {
    let got = bytes.len() as u64;
    let expected = LAYOUTS.least as u64;
    LAYOUTS.check_header(bytes, got)?;
    if got != expected {
        return Err(ContainerError::Length { got, expected }.into());
    }
    let (header, distances) = bytes.split_at(LAYOUTS_HEADER);
    let metric = Metric::from_number(header[10]);
    let metric = metric.ok_or(DistanceTableError::Damaged("its metric is unknown"))?;
    if *header == layouts_header(metric, distances) {
        Ok(metric)
    } else {
        Err(ContainerError::Checksum.into())
    }
}

/// Reads the distances of a component, which need memory for the puzzle only.
fn component(bytes: &[u8]) -> Result<(Metric, DistanceIndex), DistanceTableError> {
    let damaged = DistanceTableError::Damaged;
    let early = || damaged("it ends too early");
    let content = COMPONENT.content_of(bytes)?;
    let (&[metric, mirrored], rest) = content.split_first_chunk().ok_or_else(early)?;
    let metric = Metric::from_number(metric).ok_or(damaged("its metric is unknown"))?;
    let mirroring = match mirrored {
        0 => Mirroring::Off,
        1 => Mirroring::Canonical,
        _ => return Err(damaged("its treatment of mirror images is unknown")),
    };
    let (&length, rest) = rest.split_first_chunk().ok_or_else(early)?;
    let (&states, rest) = rest.split_first_chunk().ok_or_else(early)?;
    let states = usize::try_from(u64::from_le_bytes(states)).map_err(|_| early())?;
    let length = u32::from_le_bytes(length) as usize;
    let (text, table) = rest.split_at_checked(length).ok_or_else(early)?;
    let text = std::str::from_utf8(text).ok();
    let puzzle: Option<Puzzle> = text.and_then(|text| text.parse().ok());
    let puzzle = puzzle.ok_or(damaged("its puzzle is malformed"))?;
    let board = BfsPurpose::Layers.board(&puzzle, metric, mirroring)?;
    let words = words_of(&board);
    let expected = (8 * words + 2).checked_mul(states);
    if states == 0 || expected != Some(table.len()) {
        return Err(damaged("its number of positions is wrong"));
    }
    let index = ComponentIndex {
        grid: puzzle.grid().clone(),
        board,
        states,
        words,
        first: COMPONENT.header_len() + content.len() - table.len(),
    };
    if !(1..states).all(|place| index.form(bytes, place - 1).lt(index.form(bytes, place))) {
        return Err(damaged("its positions are not in order"));
    }
    Ok((metric, DistanceIndex::Form(Box::new(index))))
}

/// Returns the distance of each reachable state to the nearest goal, in the order of the states;
/// empty if no goal is reachable.
fn sorted_distances<K: Key>(
    space: Box<dyn Space<K>>,
    start: &[u64],
    monitor: &mut Monitor<'_>,
) -> Result<Vec<(K, u16)>, LayerError> {
    let mut search = HashedEngine::new(space, 1);
    let mut layer = search.begin(Sources::States(&[start.to_vec()]), monitor)?;
    while layer.classes > 0 {
        layer = search.advance(monitor)?;
    }
    let mut layer = search.begin(Sources::Goals, monitor)?;
    let limit = monitor.limits().bytes();
    let mut found: Vec<(K, u16)> = Vec::new();
    for distance in 0.. {
        if layer.classes == 0 {
            break;
        }
        // A wider number would widen every table.
        let distance = u16::try_from(distance).map_err(|_| StopReason::Depth)?;
        let classes = usize::try_from(layer.classes).unwrap_or(usize::MAX);
        memory::reserve(&mut found, classes, limit.saturating_sub(search.bytes()))?;
        found.extend(search.last_keys().map(|&key| (key, distance)));
        search.count_others(found.capacity() * size_of::<(K, u16)>());
        layer = search.advance(monitor)?;
    }
    drop(search);
    check(monitor, &found)?;
    found.sort_unstable();
    Ok(found)
}

fn check<K>(monitor: &mut Monitor<'_>, found: &[(K, u16)]) -> Result<(), StopReason> {
    monitor.check_now(|| Progress {
        states: found.len(),
        bytes: size_of_val(found),
        ..Progress::default()
    })
}

/// Appends the words of the states, and then their distances.
fn store<K: Key>(
    found: &[(K, u16)],
    words: usize,
    bytes: &mut Vec<u8>,
    monitor: &mut Monitor<'_>,
) -> Result<(), LayerError> {
    let limit = monitor.limits().bytes();
    let size = found.len() * (words * size_of::<u64>() + size_of::<u16>());
    if size > limit.saturating_sub(size_of_val(found)) {
        return Err(StopReason::Memory.into());
    }
    // The checksum follows.
    memory::reserve_exact(bytes, size + 4)?;
    for part in found.chunks(1 << 20) {
        check(monitor, part)?;
        for (key, _) in part {
            let words = (0..words).map(|word| key.words().get(word).copied().unwrap_or(0));
            bytes.extend(words.flat_map(u64::to_le_bytes));
        }
    }
    bytes.extend(
        found
            .iter()
            .flat_map(|(_, distance)| distance.to_le_bytes()),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::unobserved;

    const RED_DONKEY: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/puzzles/klotski/red-donkey.txt"
    ));

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    fn find(puzzle: &Puzzle, metric: Metric) -> DistanceTable {
        let options = Options::default().with_metric(metric);
        match DistanceTable::find(puzzle, &options, &mut unobserved).expect("it fits") {
            Outcome::Found(distances) => distances,
            Outcome::Exhausted | Outcome::Stopped(_) => panic!("it can be solved"),
        }
    }

    fn length(table: &DistanceTable, puzzle: &Puzzle) -> Option<usize> {
        let solution = table.solve(puzzle).expect("the table is right");
        solution.map(|solution| solution.len())
    }

    #[test]
    fn every_position_of_the_component_is_solved_without_a_search() {
        let start = puzzle(RED_DONKEY);
        let distances = find(&start, Metric::Move);
        assert_eq!(distances.distance(&start), Some(81));
        let solution = distances.solve(&start).expect("the table is right");
        let solution = solution.expect("it can be solved");
        assert_eq!(solution.len(), 81);
        // From everywhere on the way, and from its mirror images.
        let mut position = Position::start(&start);
        for (done, unit) in solution.iter().enumerate() {
            let title = start.title().clone();
            let there = start
                .starting_at(position.anchors(), title, start.best())
                .expect("no gates");
            assert_eq!(distances.distance(&there), u32::try_from(81 - done).ok());
            position.apply(&unit).expect("a legal move");
        }
        let letters = RED_DONKEY.replace('A', "Z");
        let other = puzzle(&letters);
        assert_eq!(
            distances.distance(&other),
            Some(81),
            "letters do not matter"
        );
    }

    #[test]
    fn a_look_up_knows_every_state_and_each_of_its_mirror_images() {
        let start = puzzle(RED_DONKEY);
        let options = Options::default();
        let table = find(&start, Metric::Move);
        let off = DistanceTable::find(
            &start,
            &options.with_mirroring(Mirroring::Off),
            &mut unobserved,
        );
        let Ok(Outcome::Found(plain)) = off else {
            panic!("it can be solved")
        };
        assert_eq!(
            (table.states().count(), plain.states().count()),
            (13_011, 25_955)
        );
        let lookup = table.lookup(&start).expect("its puzzle");
        let own = plain.lookup(&start).expect("its puzzle");
        for (anchors, distance) in plain.states() {
            let position = Position::with_anchors(&start, &anchors).expect("pieces lie apart");
            assert_eq!(lookup.distance(&position), Some(distance));
            assert_eq!(own.distance(&position), Some(distance));
        }
    }

    #[test]
    fn a_stored_table_is_read_back_and_solves_in_each_metric() {
        let start = puzzle(crate::cases::PENNANT);
        for metric in Metric::ALL {
            let distances = find(&start, metric);
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("distances");
            distances.write(&path).expect("it can be written");
            let read = DistanceTable::open(&path).expect("it can be read");
            assert_eq!(read.metric(), metric);
            assert_eq!(read.bytes.to_vec(), distances.bytes.to_vec());
            let options = crate::sliding::Options::default().with_metric(metric);
            let report = crate::sliding::solve(&start, &options).expect("it fits");
            let bound = report.bound.map(|bound| bound as usize);
            assert_eq!(length(&read, &start), bound);
        }
    }

    #[test]
    fn other_puzzles_and_other_components_are_not_covered() {
        let distances = find(
            &puzzle("A B .\n. # .\n\ngoal:\n. . A\n. # .\n"),
            Metric::Move,
        );
        // Round the wall in the middle of the bottom no piece gets past another.
        for (text, reason) in [
            (
                "A B .\n. # .\n\ngoal:\nB . .\n. # .\n",
                NotCovered::OtherPuzzle,
            ),
            (
                "B A .\n. # .\n\ngoal:\n. . A\n. # .\n",
                NotCovered::OtherComponent,
            ),
        ] {
            let answer = distances.solve(&puzzle(text));
            assert!(
                matches!(&answer, Err(DistanceTableError::NotCovered(why)) if *why == reason),
                "{answer:?}"
            );
        }
    }

    #[test]
    fn an_unsolvable_puzzle_has_no_distances() {
        let stuck = puzzle("A # .\n\ngoal:\n. # A\n");
        let found =
            DistanceTable::find(&stuck, &Options::default(), &mut unobserved).expect("it fits");
        assert!(matches!(found, Outcome::Exhausted));
    }

    #[test]
    fn damaged_files_are_refused_and_wrong_distances_are_found_out() {
        let start = puzzle("A B .\n. . .\n\ngoal:\n. . A\n. . .\n");
        let distances = find(&start, Metric::Step);
        let whole = distances.bytes.to_vec();
        let decode = |bytes: &[u8]| DistanceTable::of_file(bytes.to_vec());
        assert!(decode(&whole).is_ok());
        for length in 0..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "{length} bytes");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x40;
            assert!(decode(&bytes).is_err(), "byte {at}");
        }
        assert!(matches!(
            decode(b"A B .\n"),
            Err(DistanceTableError::File(ContainerError::Foreign))
        ));
        // All positions are said to be one step from a solution.
        let DistanceIndex::Form(index) = &distances.index else {
            panic!("it is the table of a component")
        };
        let first = index.first + index.states * index.words * 8;
        let mut bytes = whole[..first].to_vec();
        bytes.extend(1_u16.to_le_bytes().repeat(index.states));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        assert!(matches!(
            decode(&bytes).expect("its checksum is right").solve(&start),
            Err(DistanceTableError::Contradiction)
        ));
    }

    /// The error of a table of all layouts whose header has this byte changed and its checksum
    /// updated.
    fn altered(bytes: &[u8], at: usize, byte: u8) -> String {
        let mut bytes = bytes.to_vec();
        bytes[at] = byte;
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
        let error = layouts_metric(&bytes).expect_err("it was changed");
        error.to_string()
    }

    #[test]
    fn each_damage_of_a_table_of_all_layouts_is_reported() {
        let distances = vec![3; CommonCode::COUNT as usize];
        let whole = [layouts_header(Metric::Step, &distances), distances].concat();
        assert_eq!(layouts_metric(&whole).expect("it is whole"), Metric::Step);
        let damaged = |bytes: &[u8]| layouts_metric(bytes).expect_err("damaged").to_string();
        let foreign = "this is not a file that huarong has stored";
        assert_eq!(damaged(b""), foreign);
        assert_eq!(damaged(b"A A .\nB . .\n\ngoal:\n. . .\n. A A\n"), foreign);
        let long = [&whole[..], &[0]].concat();
        for bytes in [&whole[..20], &whole[..whole.len() - 1], &long] {
            let got = bytes.len();
            let message = format!(
                "this file should have 29334530 bytes and has {got}: it is cut short or mixed up"
            );
            assert_eq!(damaged(bytes), message);
        }
        let checksum = "this file is damaged: its checksum is wrong";
        let sample = (LAYOUTS_HEADER..whole.len()).step_by(2_345_677);
        let mut flipped = whole.clone();
        for at in (0..LAYOUTS_HEADER).chain(sample).chain([whole.len() - 1]) {
            for bits in [0x01, 0x80] {
                flipped[at] ^= bits;
                let error = damaged(&flipped);
                assert!(at < 11 || error == checksum, "byte {at}: {error}");
                flipped[at] ^= bits;
            }
            damaged(&whole[..at]);
        }
        assert!(altered(&whole, 8, 2).starts_with("this file has format version 2"));
        let metric = "this file is damaged: its metric is unknown";
        assert_eq!(altered(&whole, 10, 4), metric);
        for at in [11, 16, 20, 24] {
            assert_eq!(altered(&whole, at, 0x5A), checksum, "byte {at}");
        }
    }
}
