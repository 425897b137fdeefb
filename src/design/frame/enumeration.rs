//! Enumerates the frames of a scope, the goal pieces of each, and their boards. Boards are also
//! counted without enumeration.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
    ops::{ControlFlow, RangeInclusive},
};

use super::{
    FrameScope,
    board::{CellFrame, Cells, Dissection, FrameSymmetry, Images, first, last, ones},
    retrograde::SearchContext,
};
use crate::{
    control::{Monitor, Progress, StopReason},
    design::survey::{JobRun, ScopeError},
    grid::Direction,
    memory,
    rng::Rng,
};

/// A piece and its place.
#[derive(Clone, Copy, Debug)]
struct FramePiece {
    cells: Cells,
    right: Cells,
    down: Cells,
    shape_hash: ShapeHash,
}

/// Hashes of the shape of a piece, or their sums over many pieces: one of the shape itself, and one
/// that all its images share.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ShapeHash {
    pub exact: u64,
    pub folded: u64,
}

impl ShapeHash {
    const fn plus(self, other: Self) -> Self {
        ShapeHash {
            exact: self.exact.wrapping_add(other.exact),
            folded: self.folded.wrapping_add(other.folded),
        }
    }
}

/// The pieces that a board may have.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// By their first cell. Pieces that begin with the same cells follow each other, smaller ones
    /// before those that they begin.
    by_first: Vec<Vec<FramePiece>>,
}

/// Returns the index of the next piece that does not begin with the cells of the one at `at` up to
/// `last`, found in time logarithmic in the number of pieces between them.
fn after_beginning(pieces: &[FramePiece], at: usize, last: u8) -> usize {
    let up_to_last = Cells::MAX >> (Cells::BITS - 1 - u32::from(last));
    let begins_alike = |piece: &FramePiece| (piece.cells ^ pieces[at].cells) & up_to_last == 0;
    let mut step = 1;
    while pieces.get(at + step).is_some_and(begins_alike) {
        step *= 2;
    }
    let from = at + step / 2;
    let to = pieces.len().min(at + step);
    from + pieces[from..to].partition_point(begins_alike)
}

impl Pieces {
    /// Returns all pieces of a frame with one of these shapes, or with any connected shape.
    fn new(
        frame: &CellFrame,
        symmetries: &[FrameSymmetry],
        shapes: Option<&[Cells]>,
        setup: &mut Setup<'_, '_>,
    ) -> Result<Self, StopReason> {
        let mut by_first = vec![Vec::new(); frame.area() as usize];
        let mut shape_hash = HashMap::new();
        let all = match shapes {
            Some(shapes) => placed(frame, shapes),
            None => connected(frame, setup)?,
        };
        setup.add(all.len() * BYTES_OF_PIECE)?;
        for cells in all {
            setup.check()?;
            let shape = frame.shape(cells);
            let shape_hash = *shape_hash.entry(shape).or_insert_with(|| {
                let name = |shape: Cells| Rng::new(shape.into()).next();
                let exact = name(shape);
                let images = symmetries
                    .iter()
                    .map(|it| frame.shape(it.set(shape)))
                    .map(name);
                ShapeHash {
                    exact,
                    folded: images.fold(exact, u64::wrapping_add),
                }
            });
            let (right, down) = frame.joints(cells);
            let piece = FramePiece {
                cells,
                right,
                down,
                shape_hash,
            };
            by_first[cells.trailing_zeros() as usize].push(piece);
        }
        for pieces in &mut by_first {
            pieces.sort_unstable_by_key(|piece| piece.cells.reverse_bits());
        }
        Ok(Pieces { by_first })
    }

    /// Returns the places of all shapes, those of one shape together.
    fn by_shape(&self, frame: &CellFrame) -> Vec<Cells> {
        let mut places: Vec<Cells> = self.by_first.iter().flatten().map(|it| it.cells).collect();
        // Small pieces leave the most boards.
        places.sort_by_cached_key(|&place| (place.count_ones(), frame.shape(place)));
        places
    }
}

/// Returns all places of these shapes.
pub fn placed(frame: &CellFrame, shapes: &[Cells]) -> Vec<Cells> {
    let mut found = Vec::new();
    for &shape in shapes {
        let mut row = Some(shape);
        while let Some(first) = row {
            let mut place = Some(first);
            while let Some(cells) = place {
                if cells & !frame.cells == 0 {
                    found.push(cells);
                }
                place = frame.stepped(cells, Direction::Right);
            }
            row = frame.stepped(first, Direction::Down);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns all connected sets of cells.
fn connected(frame: &CellFrame, setup: &mut Setup<'_, '_>) -> Result<Vec<Cells>, StopReason> {
    let mut found: HashSet<Cells> = ones(frame.cells).map(|cell| 1 << cell).collect();
    let mut waiting: Vec<Cells> = found.iter().copied().collect();
    while let Some(set) = waiting.pop() {
        setup.check()?;
        for cell in ones(frame.around(set) & !set) {
            let larger = set | 1 << cell;
            if found.len() == found.capacity() {
                setup.room(2 * BYTES_OF_SET * found.len())?;
            }
            if found.insert(larger) {
                waiting.push(larger);
            }
        }
    }
    let mut found: Vec<Cells> = found.into_iter().collect();
    found.sort_unstable();
    Ok(found)
}

/// Bytes of a set of cells, in a table that doubles and two lists.
const BYTES_OF_SET: usize = 16;

/// Bytes of a piece, with its shape and the goal piece that it may be.
const BYTES_OF_PIECE: usize = 120;

/// Effort of a step of the set-up, as a number of expanded states: see [`Monitor::check`].
const EFFORT: usize = 8;

/// The limits of the set-up of a survey: time, and bytes taken.
pub struct Setup<'a, 'o> {
    monitor: &'a mut Monitor<'o>,
    bytes: usize,
}

impl<'a, 'o> Setup<'a, 'o> {
    pub const fn new(monitor: &'a mut Monitor<'o>) -> Self {
        Setup { monitor, bytes: 0 }
    }

    /// Checks that this many more bytes may be taken.
    fn room(&self, bytes: usize) -> Result<(), StopReason> {
        memory::check_limit(bytes, &self.monitor.limits().without_bytes(self.bytes))
    }

    /// Takes this many more bytes.
    pub fn add(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.room(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Checks the limits now and then.
    pub fn check(&mut self) -> Result<(), StopReason> {
        self.monitor.check(EFFORT, || Progress {
            bytes: self.bytes,
            ..Progress::default()
        })
    }
}

/// Enumerates the boards that have a given goal piece.
pub struct BoardEnumerator<'a, 'run> {
    pub frame: &'a CellFrame,
    pub pieces: &'a Pieces,
    /// The numbers of pieces, the goal piece included, and of empty cells.
    pub(super) count: RangeInclusive<u32>,
    pub empty: u32,
    pub run: &'a JobRun<'run>,
    pub fills: Cell<u64>,
}

/// Cells that are filled between two checks for the end of the run.
const CHUNK: u64 = 1 << 14;

impl BoardEnumerator<'_, '_> {
    /// Visits each board with the goal piece on these cells and with these empty cells, and the
    /// hash of its other pieces, until a visit breaks.
    pub fn visit(
        &self,
        goal: Cells,
        empty: Cells,
        visit: &mut dyn FnMut(&Dissection, ShapeHash) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (right, down) = self.frame.joints(goal);
        let board = Dissection {
            empty,
            right,
            down,
            goal: first(goal),
        };
        self.fill(&board, goal | empty, (1, ShapeHash::default()), visit)
    }

    fn fill(
        &self,
        board: &Dissection,
        covered: Cells,
        (count, shape_hash): (u32, ShapeHash),
        visit: &mut dyn FnMut(&Dissection, ShapeHash) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Many fillings may fail before the next board.
        self.fills.set(self.fills.get() + 1);
        if self.fills.get().is_multiple_of(CHUNK) && self.run.should_stop() {
            return ControlFlow::Break(());
        }
        let rest = self.frame.cells & !covered;
        // The other cells of the rest become empty.
        let to_fill = (rest.count_ones() + board.empty.count_ones()).checked_sub(self.empty);
        let Some(to_fill) = to_fill.filter(|&to_fill| to_fill <= rest.count_ones()) else {
            return ControlFlow::Continue(());
        };
        let [least, most] =
            [self.count.start(), self.count.end()].map(|pieces| pieces.saturating_sub(count));
        if to_fill < least || (to_fill > 0 && most == 0) {
            return ControlFlow::Continue(());
        }
        if to_fill == 0 {
            return visit(
                &Dissection {
                    empty: board.empty | rest,
                    ..*board
                },
                shape_hash,
            );
        }
        if to_fill < rest.count_ones() {
            let next = rest & rest.wrapping_neg();
            let with_empty = Dissection {
                empty: board.empty | next,
                ..*board
            };
            self.fill(&with_empty, covered | next, (count, shape_hash), visit)?;
        }
        // The last piece fills the rest; the others leave a cell for each piece that must follow.
        let smallest = if most == 1 { to_fill } else { 1 };
        let largest = to_fill - least.saturating_sub(1);
        let pieces = &self.pieces.by_first[usize::from(first(rest))][..];
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            let taken = piece.cells & covered;
            let size = piece.cells.count_ones();
            if taken != 0 {
                at = after_beginning(pieces, at, first(taken));
                continue;
            }
            if size > largest {
                at = after_beginning(pieces, at, last(piece.cells));
                continue;
            }
            if size >= smallest {
                let with_piece = Dissection {
                    right: board.right | piece.right,
                    down: board.down | piece.down,
                    ..*board
                };
                let known = (count + 1, shape_hash.plus(piece.shape_hash));
                self.fill(&with_piece, covered | piece.cells, known, visit)?;
            }
            at += 1;
        }
        ControlFlow::Continue(())
    }
}

/// Counts the boards of a frame with any pieces, by the number of their empty cells.
///
/// # Complexity
/// Exponential in the shorter side, linear in the longer one.
pub fn count(frame: &CellFrame) -> Vec<u128> {
    // Line by line along the shorter side.
    let rows = frame.rows;
    let columns = frame.columns;
    let line = rows.min(columns);
    let start = Profile {
        pieces: vec![NONE; line as usize],
        apart: Vec::new(),
    };
    let mut profiles = HashMap::from([(start, vec![1_u128])]);
    for number in 0..frame.area() {
        let across = number / line;
        let along = number % line;
        let cell = if columns <= rows {
            number
        } else {
            along * columns + across
        };
        let column = along as usize;
        let mut next: HashMap<Profile, Vec<u128>> = HashMap::new();
        for (profile, counts) in profiles {
            let mut lead = |to: Profile, empty: usize| {
                let sum = next.entry(to.numbered()).or_default();
                sum.resize(sum.len().max(counts.len() + empty), 0);
                sum[empty..]
                    .iter_mut()
                    .zip(&counts)
                    .for_each(|(sum, count)| *sum += count);
            };
            let is_wall = frame.cells >> cell & 1 == 0;
            lead(profile.without_piece(column), usize::from(!is_wall));
            for belongs in [[false, false], [false, true], [true, false], [true, true]] {
                if let Some(to) = profile.with_piece(column, belongs).filter(|_| !is_wall) {
                    lead(to, 0);
                }
            }
        }
        profiles = next;
    }
    let mut sum = vec![0; frame.area() as usize + 1];
    for counts in profiles.into_values() {
        sum.iter_mut()
            .zip(counts)
            .for_each(|(sum, count)| *sum += count);
    }
    sum
}

/// The state of the count: the last cell of each column.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Profile {
    /// By column: the number of the piece. Two parts that may become one piece have two numbers.
    pieces: Vec<u8>,
    /// Neighbours that must not become one piece: the smaller number first, in order.
    apart: Vec<(u8, u8)>,
}

/// The number of a wall or an empty cell.
const NONE: u8 = 0;

/// The number of a new piece.
const NEW: u8 = u8::MAX;

impl Profile {
    fn without_piece(&self, column: usize) -> Self {
        let mut to = self.clone();
        to.pieces[column] = NONE;
        to
    }

    /// Adds a cell of a piece, which belongs to the pieces above and on the left or not; `None` if
    /// that contradicts the profile.
    fn with_piece(&self, column: usize, belongs: [bool; 2]) -> Option<Self> {
        let beside = column.checked_sub(1).map_or(NONE, |left| self.pieces[left]);
        let near = [self.pieces[column], beside];
        if near
            .iter()
            .zip(belongs)
            .any(|(&piece, belongs)| belongs && piece == NONE)
        {
            return None;
        }
        let mut to = self.clone();
        let own = match belongs {
            [true, true] => {
                let [piece, other] = near;
                if self.apart.contains(&(piece.min(other), piece.max(other))) {
                    return None;
                }
                to.rename(other, piece);
                piece
            }
            [true, false] => near[0],
            [false, true] => near[1],
            [false, false] => NEW,
        };
        for (piece, belongs) in near.into_iter().zip(belongs) {
            if piece == NONE || belongs {
                continue;
            }
            if piece == own {
                return None;
            }
            to.apart.push((piece, own));
        }
        to.pieces[column] = own;
        Some(to)
    }

    fn rename(&mut self, from: u8, to: u8) {
        let renamed = |piece: &mut u8| *piece = if *piece == from { to } else { *piece };
        self.pieces.iter_mut().for_each(renamed);
        for (one, other) in &mut self.apart {
            renamed(one);
            renamed(other);
        }
    }

    /// Renumbers the pieces in order, and drops pairs with pieces that are complete.
    fn numbered(mut self) -> Self {
        let mut numbers = [NONE; 256];
        let mut count = 0;
        for piece in self.pieces.iter_mut().filter(|piece| **piece != NONE) {
            let number = &mut numbers[usize::from(*piece)];
            if *number == NONE {
                count += 1;
                *number = count;
            }
            *piece = *number;
        }
        self.apart = self
            .apart
            .into_iter()
            .map(|(one, other)| {
                let one = numbers[usize::from(one)];
                let other = numbers[usize::from(other)];
                (one.min(other), one.max(other))
            })
            .filter(|&(one, _)| one != NONE)
            .collect();
        self.apart.sort_unstable();
        self.apart.dedup();
        self
    }
}

/// A frame with its walls, symmetries and pieces.
#[derive(Debug)]
pub struct FrameContext {
    pub frame: CellFrame,
    /// The symmetries that preserve the walls, and the start and end of every goal piece.
    symmetries: Vec<FrameSymmetry>,
    /// The number of frames that are images of this one.
    images: usize,
    pub pieces: Pieces,
    /// The places of all shapes, those of one shape together.
    places: Vec<Cells>,
}

/// A goal piece and its goal.
#[derive(Clone, Debug)]
pub struct GoalTask {
    /// The index of its frame.
    pub context: u32,
    /// The places of the piece among those of the frame: the first, and behind the last.
    places: [u32; 2],
    /// The cells that it must cover in the end.
    end: Cells,
    /// The first cells of the places where it may start.
    pub starts: Cells,
    /// The symmetries that preserve the task, a bit each.
    own: u8,
    /// The number of tasks that are images of this one, in all frames.
    pub images: u32,
}

/// Iterates over the frames of a scope: each with the number of its images, or `None` for an image
/// of another frame.
fn frames(scope: &FrameScope) -> impl Iterator<Item = Option<(CellFrame, usize)>> {
    let plain = scope.frame();
    let symmetries = symmetries(&plain, scope);
    let (start, end) = scope.aims();
    let free = plain.cells & !(start | end.unwrap_or(0));
    let free: Vec<u32> = ones(free).collect();
    subsets(free.len(), scope.walls).map(move |chosen| {
        let walls = chosen
            .iter()
            .fold(0, |walls, &cell| walls | 1 << free[cell]);
        let images: Vec<Cells> = symmetries.iter().map(|it| it.set(walls)).collect();
        images.iter().all(|&image| walls <= image).then(|| {
            let same = 1 + images.iter().filter(|&&image| image == walls).count();
            let frame = CellFrame::new(plain.rows, plain.columns, walls);
            (frame, (1 + images.len()) / same)
        })
    })
}

/// Counts the boards of a scope, with any pieces.
///
/// # Errors
/// If the scope is invalid.
pub fn count_boards(scope: &FrameScope) -> Result<u128, ScopeError> {
    scope.check()?;
    Ok(frames(scope)
        .flatten()
        .map(|(frame, images)| images as u128 * count(&frame).iter().sum::<u128>())
        .sum())
}

fn symmetries(frame: &CellFrame, scope: &FrameScope) -> Vec<FrameSymmetry> {
    let (start, end) = scope.aims();
    FrameSymmetry::of_frame(frame)
        .into_iter()
        .filter(|it| it.set(start) == start && end.is_none_or(|end| it.set(end) == end))
        .collect()
}

/// Returns the frames of a scope.
///
/// # Errors
/// If a limit stops it.
pub fn contexts(
    scope: &FrameScope,
    setup: &mut Setup<'_, '_>,
) -> Result<Vec<FrameContext>, StopReason> {
    let mut contexts = Vec::new();
    for found in frames(scope) {
        setup.check()?;
        let Some((frame, images)) = found else {
            continue;
        };
        let symmetries = symmetries(&frame, scope);
        let allowed = scope.shapes_in(&frame);
        let pieces = Pieces::new(&frame, &symmetries, allowed.as_deref(), setup)?;
        let places = pieces.by_shape(&frame);
        setup.add(BYTES_OF_FRAME)?;
        contexts.push(FrameContext {
            frame,
            symmetries,
            images,
            pieces,
            places,
        });
    }
    Ok(contexts)
}

/// Bytes of a frame without its pieces, in a list that doubles.
const BYTES_OF_FRAME: usize = 1 << 12;

/// Returns the tasks of a scope up to symmetry.
///
/// # Errors
/// If a limit stops it.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer than 2³² frames and places"
)]
pub fn tasks(
    scope: &FrameScope,
    contexts: &[FrameContext],
    setup: &mut Setup<'_, '_>,
) -> Result<Vec<GoalTask>, StopReason> {
    let (start, end) = scope.aims();
    let mut tasks = Vec::new();
    for (number, context) in contexts.iter().enumerate() {
        let frame = &context.frame;
        let mut first = 0;
        for places in context
            .places
            .chunk_by(|one, other| frame.shape(*one) == frame.shape(*other))
        {
            let shape = frame.shape(places[0]);
            let last = first + places.len() as u32;
            let may_start =
                |place: &&Cells, end: Cells| *place & start == start && *place & end != end;
            for &end in end.as_ref().map_or(places, std::slice::from_ref) {
                setup.check()?;
                let image = |it: &FrameSymmetry| (frame.shape(it.set(places[0])), it.set(end));
                let images: Vec<_> = context.symmetries.iter().map(image).collect();
                if images.iter().any(|&image| image < (shape, end)) {
                    continue;
                }
                let own = (0..images.len())
                    .filter(|&at| images[at] == (shape, end))
                    .fold(0_u8, |own, at| own | 1 << at);
                let starts = places
                    .iter()
                    .filter(|place| may_start(place, end))
                    .fold(0, |set, place| set | place & place.wrapping_neg());
                let alike = context.images * (1 + images.len()) / (1 + own.count_ones() as usize);
                memory::reserve(&mut tasks, 1, usize::MAX)?;
                tasks.push(GoalTask {
                    context: number as u32,
                    places: [first, last],
                    end,
                    starts,
                    own,
                    images: alike as u32,
                });
            }
            first = last;
        }
    }
    setup.add(tasks.capacity() * size_of::<GoalTask>())?;
    Ok(tasks)
}

impl GoalTask {
    /// Returns the frame of the task.
    pub fn context<'a>(&self, contexts: &'a [FrameContext]) -> &'a FrameContext {
        &contexts[self.context as usize]
    }

    /// Returns the places of the goal piece.
    pub fn places<'a>(&self, context: &'a FrameContext) -> &'a [Cells] {
        &context.places[self.places[0] as usize..self.places[1] as usize]
    }

    /// Returns the places in which the goal piece has reached its goal.
    pub fn ends<'a>(&self, context: &'a FrameContext) -> impl Iterator<Item = Cells> + use<'a> {
        let end = self.end;
        self.places(context)
            .iter()
            .copied()
            .filter(move |place| place & end == end)
    }

    pub fn rules<'a>(&self, scope: &FrameScope, context: &'a FrameContext) -> SearchContext<'a> {
        let own = context
            .symmetries
            .iter()
            .enumerate()
            .filter(|(number, _)| self.own >> number & 1 == 1)
            .map(|(_, it)| it);
        SearchContext {
            frame: &context.frame,
            metric: scope.metric,
            images: Images::new(own.collect(), self.places(context)),
            starts: self.starts,
        }
    }

    /// Returns the number of a set of pieces; boards with the same number are searched together.
    pub const fn set_of_pieces(&self, shape_hash: ShapeHash) -> u64 {
        if self.own == 0 {
            shape_hash.exact
        } else {
            shape_hash.folded
        }
    }

    /// Visits each board whose goal piece has just reached its goal, so that one step leads out of
    /// it, until a visit breaks.
    pub fn visit_just_solved(
        &self,
        context: &FrameContext,
        enumerator: &BoardEnumerator<'_, '_>,
        visit: &mut dyn FnMut(&Dissection, Cells, ShapeHash) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let frame = enumerator.frame;
        for place in self.ends(context) {
            let mut before: Vec<Cells> = Vec::new();
            for direction in Direction::ALL {
                let from = frame.stepped(place, direction);
                let is_before_goal =
                    |from: &Cells| from & !frame.cells == 0 && from & self.end != self.end;
                let Some(from) = from.filter(is_before_goal) else {
                    continue;
                };
                let empty = from & !place;
                enumerator.visit(place, empty, &mut |board, shape_hash| {
                    // Visit each board once.
                    if before.iter().all(|&other| board.empty & other != other) {
                        visit(board, place, shape_hash)
                    } else {
                        ControlFlow::Continue(())
                    }
                })?;
                before.push(empty);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the subsets of `0..things` with this number of members, in lexicographic order.
fn subsets(things: usize, members: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (members <= things).then(|| (0..members).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let subset = next.take()?;
        // The last member that can rise does, and the members after it follow.
        let rises = (0..members)
            .rev()
            .find(|&at| subset[at] < things - members + at);
        next = rises.map(|at| {
            let mut after = subset.clone();
            let from = subset[at] + 1;
            (at..members).for_each(|index| after[index] = from + index - at);
            after
        });
        Some(subset)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_boards_equal_the_published_numbers() {
        let all = |rows, columns| {
            count(&CellFrame::new(rows, columns, 0))
                .iter()
                .sum::<u128>()
        };
        assert_eq!((all(1, 1), all(1, 2), all(2, 2)), (2, 5, 43));
        assert_eq!(
            (all(4, 4), all(4, 5), all(5, 4)),
            (55_807_716, 6_904_653_755, 6_904_653_755)
        );
        // Without an empty cell: OEIS A068416.
        for (side, boards) in [(1, 1), (2, 12), (3, 1_434), (4, 1_691_690)] {
            assert_eq!(count(&CellFrame::new(side, side, 0))[0], boards);
        }
        // A wall separates the other two cells.
        assert_eq!(count(&CellFrame::new(1, 3, 0b010)), [1, 2, 1, 0]);
    }

    #[test]
    fn subsets_are_ordered_and_their_number_is_the_binomial_coefficient() {
        let all: Vec<_> = subsets(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(subsets(10, 5).count(), 252);
        assert_eq!((subsets(3, 0).count(), subsets(2, 3).count()), (1, 0));
    }
}
