//! The checker of certificates, by the rules of [`crate::solution`] alone.

use ahash::RandomState;
use miniz_oxide::{
    DataFormat, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate},
};

use super::{Claim, Header, ProofError, kinds, record};
use crate::{
    control::{Limits, Monitor, Observer, Outcome, Progress, StopReason},
    grid::{Cell, Direction},
    memory,
    puzzle::{Goal, Metric, PieceId, Puzzle},
    solution::{Move, Position},
};

/// What a certificate has proven.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// The claim.
    pub claim: Claim,
    /// The unit of moves.
    pub metric: Metric,
    /// The puzzle, without names.
    pub puzzle: Puzzle,
    /// The number of positions that were looked at.
    pub positions: u64,
}

/// Checks a certificate, and returns what it proves.
///
/// # Errors
/// If the bytes are not a certificate, are damaged, or do not prove what they claim.
///
/// # Complexity
/// Time in proportion to all moves of all positions. Memory besides the bytes: the cells of a
/// position in 2 to 5 bits each, and 6 bytes more, for each position.
pub fn check(bytes: &[u8], observer: Observer<'_>) -> Result<Outcome<Verified>, ProofError> {
    let (header, stream) = Header::read(bytes)?;
    let mut stream = PositionStream::new(stream, header.puzzle.grid().area());
    let mut checker = Checker::new(&header)?;
    let mut monitor = Monitor::new(Limits::default(), observer);
    let result = match header.claim {
        Claim::Parity => parity(&header.puzzle),
        Claim::Shortest(_) | Claim::Unsolvable => checker.run(&mut stream, &mut monitor),
    };
    match result {
        Ok(()) => stream.end()?,
        Err(CheckError::Stopped(reason)) => return Ok(Outcome::Stopped(reason)),
        Err(CheckError::Wrong(error)) => return Err(error),
    }
    let positions = checker.known.len() as u64;
    let Header {
        claim,
        metric,
        puzzle,
        ..
    } = header;
    Ok(Outcome::Found(Verified {
        claim,
        metric,
        puzzle,
        positions,
    }))
}

/// Why a check ended early.
enum CheckError {
    Wrong(ProofError),
    Stopped(StopReason),
}

impl From<ProofError> for CheckError {
    fn from(error: ProofError) -> Self {
        CheckError::Wrong(error)
    }
}

impl From<StopReason> for CheckError {
    fn from(reason: StopReason) -> Self {
        CheckError::Stopped(reason)
    }
}

fn fails(message: impl Into<String>, board: Option<String>) -> ProofError {
    ProofError::Fails {
        message: message.into(),
        board,
    }
}

struct Checker<'a> {
    header: &'a Header,
    /// The pieces of each kind.
    pieces: Vec<Vec<PieceId>>,
    /// The kind of each piece, as positions are written.
    codes: Vec<u8>,
    /// For each kind and cell, whether a piece may have its first cell there.
    places: Vec<Vec<bool>>,
    /// The positions of all sets so far.
    known: PositionSet,
}

impl<'a> Checker<'a> {
    fn new(header: &'a Header) -> Result<Self, ProofError> {
        let puzzle = &header.puzzle;
        let (kinds, places) = kinds(puzzle);
        let mut pieces = vec![Vec::new(); places.len()];
        kinds
            .iter()
            .enumerate()
            .for_each(|(piece, &kind)| pieces[kind].push(piece));
        let codes = kinds
            .iter()
            .map(|&kind| u8::try_from(kind + 1))
            .collect::<Result<_, _>>();
        let cells = puzzle.grid().area();
        match (codes, u8::try_from(cells)) {
            (Ok(codes), Ok(_)) => {
                let known = PositionSet::new(cells, places.len());
                Ok(Checker {
                    header,
                    pieces,
                    codes,
                    places,
                    known,
                })
            }
            _ => Err(ProofError::Text("the puzzle is too large".to_owned())),
        }
    }

    fn run(
        &mut self,
        stream: &mut PositionStream<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), CheckError> {
        if let Claim::Shortest(length) = self.header.claim {
            self.check_solution(length, stream)?;
        }
        let mut begun = 0;
        for (number, &size) in self.header.sizes.iter().enumerate() {
            let end = self.known.len();
            self.read_set(number, size, stream, monitor)?;
            if number == 0 && self.known.find(&self.known.pack(&self.start())).is_none() {
                return Err(fails("rule 1 fails: the start is not in S(0)", None).into());
            }
            if number > 0 {
                self.expand(number - 1, begun..end, monitor)?;
            }
            begun = end;
        }
        if self.header.claim == Claim::Unsolvable {
            self.expand(0, 0..self.known.len(), monitor)?;
        }
        Ok(())
    }

    fn start(&self) -> Vec<u8> {
        record(&Position::start(&self.header.puzzle), &self.codes)
    }

    /// Reads a position, in which pieces of a kind are in the order of their cells.
    fn position(&self, record: &[u8]) -> Result<Position<'a>, ProofError> {
        let puzzle = &self.header.puzzle;
        let mut anchors = vec![Cell::OUT; self.codes.len()];
        let mut placed = vec![0; self.pieces.len()];
        for (cell, &code) in record.iter().enumerate() {
            let Some(kind) = usize::from(code).checked_sub(1) else {
                continue;
            };
            let piece = self
                .pieces
                .get(kind)
                .and_then(|pieces| pieces.get(placed[kind]))
                .filter(|_| self.places[kind][cell]);
            let piece = *piece.ok_or_else(|| {
                let cell = puzzle.grid().cell(cell);
                fails(
                    format!("a position has a piece of kind {code} at {cell}, where none can be"),
                    None,
                )
            })?;
            anchors[piece] = puzzle.grid().cell(cell);
            placed[kind] += 1;
        }
        // Only pieces with doors may be out.
        let position = Position::with_anchors(puzzle, &anchors);
        position.ok_or_else(|| fails("a position lacks a piece, or two of them overlap", None))
    }

    /// Checks that the solution begins at the start, makes one move after the other, and solves.
    fn check_solution(
        &self,
        length: usize,
        stream: &mut PositionStream<'_>,
    ) -> Result<(), ProofError> {
        let mut before: Option<Position<'_>> = None;
        for number in 0..=length {
            let here = stream.next()?.to_vec();
            let follows = match &before {
                None => here == self.start(),
                Some(before) => {
                    let now = record(before, &self.codes);
                    let mut next = Vec::new();
                    let mut found = false;
                    self.for_each_move(before, |moved| {
                        next.clone_from(&now);
                        for &(cell, _, after) in moved {
                            next[cell] = after;
                        }
                        found |= next == here;
                    });
                    found
                }
            };
            let position = self.position(&here)?;
            if !follows {
                let message = match number {
                    0 => "the solution does not begin at the start".to_owned(),
                    number => format!("move {number} of the solution is not a move"),
                };
                return Err(fails(message, Some(position.to_string())));
            }
            before = Some(position);
        }
        match before {
            Some(position) if !position.is_solved() => Err(fails(
                "the solution does not solve the puzzle",
                Some(position.to_string()),
            )),
            _ => Ok(()),
        }
    }

    /// Reads a set; checks its order, and rule 3.
    fn read_set(
        &mut self,
        set: usize,
        size: u64,
        stream: &mut PositionStream<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), CheckError> {
        let mut before = Vec::new();
        for _ in 0..size {
            let states = self.known.len();
            monitor.check(1, || Progress {
                states,
                ..Progress::default()
            })?;
            let record = stream.next()?;
            let position = self.position(record)?;
            if *record <= before[..] {
                let message = format!("S({set}) is not in ascending order");
                return Err(fails(message, Some(position.to_string())).into());
            }
            if position.is_solved() {
                let message = format!("rule 3 fails: a position of S({set}) is solved");
                return Err(fails(message, Some(position.to_string())).into());
            }
            if !self.known.insert(record)? {
                let message = format!("a position of S({set}) is in a set before it as well");
                return Err(fails(message, Some(position.to_string())).into());
            }
            before.clear();
            before.extend_from_slice(record);
        }
        Ok(())
    }

    /// Checks rule 2 for the positions with these numbers, which are those of a set.
    fn expand(
        &self,
        set: usize,
        numbers: std::ops::Range<usize>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), CheckError> {
        let mut record = Vec::new();
        let mut next = Vec::new();
        let mut moves = 0;
        for number in numbers {
            let states = self.known.len();
            monitor.check(1 + moves, || Progress {
                states,
                ..Progress::default()
            })?;
            self.known.unpack(number, &mut record);
            let position = self.position(&record)?;
            let packed = self.known.packed(number);
            let mut missing = None;
            moves = 0;
            self.for_each_move(&position, |moved| {
                moves += 1;
                next.clear();
                next.extend_from_slice(packed);
                for &(cell, before, after) in moved {
                    self.known.put(&mut next, cell, before, after);
                }
                if missing.is_none() && self.known.find(&next).is_none() {
                    let from = moved.iter().rfind(|change| change.2 == 0);
                    let to = moved.last().filter(|change| change.2 != 0);
                    missing = from.map(|from| (from.0, to.map(|to| to.0)));
                }
            });
            if let Some((from, to)) = missing {
                let grid = self.header.puzzle.grid();
                let from = grid.cell(from);
                let to = to.map_or("out".to_owned(), |to| format!("to {}", grid.cell(to)));
                let within = match self.header.claim {
                    Claim::Unsolvable => "the set does not hold",
                    _ => "no set so far holds",
                };
                let message = format!(
                    "rule 2 fails: a move from a position of S({set}) takes the piece at {from} \
                     {to}, and {within} the position after it"
                );
                return Err(fails(message, Some(position.to_string())).into());
            }
        }
        Ok(())
    }

    /// Visits the moves from a position: the changes of cells, one after the other, each with the
    /// codes before and after it.
    fn for_each_move(&self, position: &Position<'_>, mut visit: impl FnMut(&[(usize, u8, u8)])) {
        let grid = self.header.puzzle.grid();
        if self.header.metric == Metric::Push {
            for direction in Direction::ALL {
                let mut moved = Vec::new();
                while let Some(Move { piece, from, .. }) =
                    position.push(direction, moved.len() / 2 + 1)
                {
                    let to = from.step(direction).expect("a cell of the frame");
                    moved.push((grid.index(from), self.codes[piece], 0));
                    moved.push((grid.index(to), 0, self.codes[piece]));
                    visit(&moved);
                }
            }
            return;
        }
        let mut reached: Vec<((PieceId, Cell), Option<Direction>)> = Vec::new();
        for (piece, &from) in position.anchors().iter().enumerate() {
            if from == Cell::OUT {
                continue;
            }
            reached.clear();
            reached.push(((piece, from), None));
            let mut next = 0;
            while let Some(&((now, at), came)) = reached.get(next) {
                next += 1;
                for direction in Direction::ALL {
                    // A move ends where a layer is lost.
                    let goes_on = match (self.header.metric, came) {
                        (_, Some(_)) if now != piece => false,
                        (Metric::Move, _) | (_, None) => true,
                        (Metric::Slide, Some(came)) => came == direction,
                        (Metric::Step | Metric::Push, Some(_)) => false,
                    };
                    if goes_on
                        && let Ok(end) = position.step(piece, at, direction)
                        && reached.iter().all(|&(known, _)| known != end)
                    {
                        reached.push((end, Some(direction)));
                        let gone = (grid.index(from), self.codes[piece], 0);
                        if end.1 == Cell::OUT {
                            visit(&[gone]);
                        } else {
                            visit(&[gone, (grid.index(end.1), 0, self.codes[end.0])]);
                        }
                    }
                }
            }
        }
    }
}

/// Checks that parity forbids each goal.
fn parity(puzzle: &Puzzle) -> Result<(), CheckError> {
    let pieces = puzzle.pieces();
    let is_alone = |one: PieceId| (0..one).all(|other| !puzzle.are_interchangeable(one, other));
    let are_tiles = pieces.iter().all(|piece| piece.shape.area() == 1)
        && puzzle.empty_cells() == 1
        && puzzle.doors().is_empty()
        && (0..pieces.len()).all(is_alone);
    if !are_tiles {
        let message = "parity tells only of distinct tiles of one cell and one empty cell";
        return Err(fails(message, None).into());
    }
    match puzzle
        .goals()
        .iter()
        .position(|goal| agrees(puzzle, goal) != Some(false))
    {
        None => Ok(()),
        Some(goal) => {
            let message = format!("parity does not forbid goal {} of the puzzle", goal + 1);
            Err(fails(message, None).into())
        }
    }
}

/// Whether the permutation from the start to a goal is odd exactly if the empty cell changes its
/// colour; `None` if the goal leaves two places open.
fn agrees(puzzle: &Puzzle, goal: &Goal) -> Option<bool> {
    let grid = puzzle.grid();
    let free: Vec<Cell> = grid.cells().filter(|&cell| !grid.is_wall(cell)).collect();
    // The tiles, and last the empty cell: where they start, and where the goal has them.
    let mut start: Vec<Cell> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
    start.extend(free.iter().find(|cell| !start.contains(cell)));
    let target = |piece| goal.targets.iter().find(|target| target.piece == piece);
    let mut end: Vec<Option<Cell>> = (0..puzzle.pieces().len())
        .map(|piece| target(piece).map(|target| target.anchor))
        .chain([goal.empties.first().copied()])
        .collect();
    if let Some(open) = end.iter().position(Option::is_none) {
        end[open] = free
            .iter()
            .copied()
            .find(|&cell| !end.contains(&Some(cell)));
    }
    let end: Vec<Cell> = end.into_iter().collect::<Option<_>>()?;
    let inversions = |cells: &[Cell]| {
        (0..cells.len())
            .map(|at| cells[..at].iter().filter(|&&it| it > cells[at]).count())
            .sum::<usize>()
    };
    let colour = |cell: &Cell| usize::from(cell.row) + usize::from(cell.column);
    let steps = colour(start.last()?) + colour(end.last()?);
    Some((inversions(&start) + inversions(&end) + steps).is_multiple_of(2))
}

/// The positions of a stream, one after the other.
struct PositionStream<'a> {
    input: &'a [u8],
    state: Box<InflateState>,
    is_ended: bool,
    output: Vec<u8>,
    /// The next byte of the output.
    at: usize,
    position: Vec<u8>,
}

impl<'a> PositionStream<'a> {
    fn new(input: &'a [u8], cells: usize) -> Self {
        let state = InflateState::new_boxed(DataFormat::Zlib);
        let output = Vec::new();
        let position = vec![0; cells];
        PositionStream {
            input,
            state,
            is_ended: false,
            output,
            at: 0,
            position,
        }
    }

    /// Returns the next position.
    fn next(&mut self) -> Result<&[u8], ProofError> {
        let kept = usize::from(
            self.byte()?
                .ok_or(ProofError::Damaged("a position is missing"))?,
        );
        let cells = self.position.len();
        if kept > cells {
            return Err(ProofError::Damaged(
                "a position has more cells than the frame",
            ));
        }
        for cell in kept..cells {
            let byte = self.byte()?;
            self.position[cell] = byte.ok_or(ProofError::Damaged("a position is cut short"))?;
        }
        Ok(&self.position)
    }

    /// Checks that nothing is left.
    fn end(&mut self) -> Result<(), ProofError> {
        match self.byte()? {
            None if self.input.is_empty() => Ok(()),
            _ => Err(ProofError::Damaged(
                "it has more positions than its text says",
            )),
        }
    }

    fn byte(&mut self) -> Result<Option<u8>, ProofError> {
        if self.at == self.output.len() && !self.fill()? {
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(self.output[self.at - 1]))
    }

    /// Decompresses more bytes; returns whether there are any.
    fn fill(&mut self) -> Result<bool, ProofError> {
        self.at = 0;
        loop {
            self.output.resize(1 << 15, 0);
            if self.is_ended {
                self.output.clear();
                return Ok(false);
            }
            let result = inflate(&mut self.state, self.input, &mut self.output, MZFlush::None);
            self.input = &self.input[result.bytes_consumed..];
            match result.status {
                Ok(status) => self.is_ended = status == MZStatus::StreamEnd,
                Err(_) => return Err(ProofError::Damaged("its positions cannot be decompressed")),
            }
            if result.bytes_written > 0 {
                self.output.truncate(result.bytes_written);
                return Ok(true);
            }
        }
    }
}

/// Positions in packed form, with numbers in the order in which they came.
struct PositionSet {
    cells: usize,
    /// Bits of a cell.
    bits: usize,
    /// Words of a position.
    words: usize,
    packed: Vec<u64>,
    /// For each slot of the hash table, 0 or the number of a position plus 1.
    slots: Vec<u32>,
    hasher: RandomState,
}

impl PositionSet {
    fn new(cells: usize, kinds: usize) -> Self {
        let bits = (usize::BITS - kinds.leading_zeros()) as usize;
        let words = cells.div_ceil(64 / bits);
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        PositionSet {
            cells,
            bits,
            words,
            packed: Vec::new(),
            slots: vec![0; 16],
            hasher,
        }
    }

    fn len(&self) -> usize {
        self.packed.len() / self.words
    }

    /// Replaces the byte of a cell, which was `before`.
    fn put(&self, packed: &mut [u64], cell: usize, before: u8, after: u8) {
        let in_word = 64 / self.bits;
        packed[cell / in_word] ^= u64::from(before ^ after) << (cell % in_word * self.bits);
    }

    fn pack(&self, record: &[u8]) -> Vec<u64> {
        let mut packed = vec![0; self.words];
        record
            .iter()
            .enumerate()
            .for_each(|(cell, &code)| self.put(&mut packed, cell, 0, code));
        packed
    }

    fn packed(&self, number: usize) -> &[u64] {
        &self.packed[number * self.words..][..self.words]
    }

    fn unpack(&self, number: usize, record: &mut Vec<u8>) {
        let packed = self.packed(number);
        let in_word = 64 / self.bits;
        let code = |cell: usize| packed[cell / in_word] >> (cell % in_word * self.bits);
        let mask = (1 << self.bits) - 1;
        record.clear();
        record.extend((0..self.cells).map(|cell| (code(cell) & mask).to_le_bytes()[0]));
    }

    fn find(&self, packed: &[u64]) -> Option<usize> {
        let number = self.slots[self.slot(packed)];
        number.checked_sub(1).map(|number| number as usize)
    }

    /// The slot of a position, or the empty one where it belongs.
    fn slot(&self, packed: &[u64]) -> usize {
        let mask = self.slots.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are enough")]
        let mut slot = self.hasher.hash_one(packed) as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.packed(number as usize) == packed {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds a position; returns whether it is new. A small file may hold so many that they do not
    /// fit into memory.
    fn insert(&mut self, record: &[u8]) -> Result<bool, StopReason> {
        let packed = self.pack(record);
        let slot = self.slot(&packed);
        if self.slots[slot] != 0 {
            return Ok(false);
        }
        memory::reserve(&mut self.packed, self.words, usize::MAX)?;
        self.packed.extend(packed);
        self.slots[slot] = u32::try_from(self.len()).map_err(|_| StopReason::States)?;
        if self.len() > self.slots.len() / 4 * 3 {
            let count = self.slots.len() * 2;
            memory::give_back(&mut self.slots);
            memory::reserve_exact(&mut self.slots, count)?;
            self.slots.resize(count, 0);
            for (number, stored) in (0..self.len()).zip(1..) {
                let slot = self.slot(self.packed(number));
                self.slots[slot] = stored;
            }
        }
        Ok(true)
    }
}
