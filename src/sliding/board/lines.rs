//! Boards on which every piece moves along one line, as in Rush Hour: keys of one word, and moves
//! that are looked up.
//!
//! Pieces that are anchored on one row and move along it never pass each other, and so it is with
//! columns. So the pieces of a line have few *arrangements*. A key has a field of bits for each
//! line, with the number of its arrangement: 60 bits in all for 24 cars on 9×9, where a packed
//! state takes four words.
//!
//! A move changes one field. A table lists the moves from each arrangement, with the cells that
//! each needs. Where the other pieces of the line stand is known with the arrangement. So a move is
//! possible if no piece covers those cells.
//!
//! Moves sleep as [elsewhere](super::sleep_sets). The rank of a move is the place of its line, so
//! moves along one line never sleep after each other, apart from those of the piece that has just
//! moved.

use std::{mem, ops::Range, sync::Arc};

use crate::{
    grid::Direction,
    puzzle::Metric,
    search::{ArrivalId, OrbitInfo, Space, StateWords, Successor},
};

use super::{
    Board, State, UnpackedState,
    cells::CellSet,
    kind::{Kind, KindId, footprints, steps},
};

/// The most arrangements of a line.
const MAX_ARRANGEMENTS: usize = 1 << 10;
/// The most bits of a key. The others are 0, so that [`NO_KEY`] has no state.
const MAX_KEY_BITS: u32 = 63;
/// The key of a state that does not have the pieces of the start on each line.
const NO_KEY: State<1> = State([u64::MAX]);
/// The most goal patterns, each of which has a bit.
const MAX_PATTERNS: usize = 64;

/// The states of a board, and the moves between them, with compact keys.
pub struct LineSpace(Arc<LineTables>);

struct LineTables {
    board: Board,
    metric: Metric,
    /// Those with pieces: rows, and then columns.
    lines: Vec<Line>,
    /// The goal patterns of pieces on these lines, as bits. No state meets another.
    all_goals: u64,
    /// The places among the lines of those on which the goals depend.
    goal_lines: Vec<usize>,
    /// The moves from all arrangements. The arrival by one is its place here, counted from 1.
    moves: Vec<LineMove>,
    key_bits: u32,
}

/// The pieces that move along one line.
#[derive(Clone)]
struct Line {
    /// Its number among all rows and columns.
    number: usize,
    /// The first bit of its field in a key.
    shift: u32,
    /// The bits of the field, shifted to the lowest.
    mask: u64,
    /// In the order of their pieces.
    arrangements: Vec<LineArrangement>,
    /// Whether the goals depend on the line.
    has_goals: bool,
}

#[derive(Clone, Default)]
struct LineArrangement {
    /// The anchor and the kind of each piece, in the order of the anchors.
    pieces: Vec<(usize, KindId)>,
    /// The cells under the pieces.
    covers: u128,
    /// The cells that must be empty for the shortest moves in each direction.
    near: u128,
    /// The goal patterns that it meets as far as they depend on this line, as bits.
    goals: u64,
    /// Its moves among all.
    moves: Range<usize>,
}

/// A move of a piece along its line.
struct LineMove {
    /// The cells that must be empty.
    needed: u128,
    /// The cells that the piece covers before or on its way, and no more after it.
    freed: u128,
    /// The bits of the key that change.
    change: u64,
    /// The same for the arrangement after it.
    goals: u64,
    line: usize,
    /// The place of the piece among those of the line.
    piece: usize,
    /// The first move of the arrangement that does not go on from here.
    others: usize,
}

impl Line {
    /// Adds a piece behind the others, at each of these places.
    fn extend(&mut self, footprints: &[u128], id: KindId, places: &[usize]) {
        let mut longer = Vec::new();
        for before in &self.arrangements {
            let last = before.pieces.last().map(|&(cell, _)| cell);
            for &cell in places {
                if Some(cell) > last && footprints[cell] & before.covers == 0 {
                    longer.push(LineArrangement {
                        pieces: [&before.pieces[..], &[(cell, id)]].concat(),
                        covers: before.covers | footprints[cell],
                        ..LineArrangement::default()
                    });
                }
            }
        }
        self.arrangements = longer;
    }

    /// Returns the number of the arrangement of these pieces.
    fn find(&self, pieces: &[(usize, KindId)]) -> Option<usize> {
        let pieces_of = |it: &LineArrangement| it.pieces[..].cmp(pieces);
        self.arrangements.binary_search_by(pieces_of).ok()
    }

    /// Returns the arrangement in a key, if there is one of its number.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "masked")]
    fn arrangement(&self, key: u64) -> Option<&LineArrangement> {
        self.arrangements
            .get((key >> self.shift & self.mask) as usize)
    }
}

impl LineTables {
    /// Returns `None` if a piece may leave its line, or there are too many keys, moves or goals, or
    /// mirror images, which moves in a key have not.
    fn of(board: &Board, metric: Metric) -> Option<Self> {
        if board.symmetry.order() > 1 || board.patterns.len() > MAX_PATTERNS {
            return None;
        }
        let mut lines = LineTables {
            board: board.clone(),
            metric,
            lines: lines_of(board)?,
            all_goals: 0,
            goal_lines: Vec::new(),
            moves: Vec::new(),
            key_bits: 0,
        };
        for line in &mut lines.lines {
            let most = line.arrangements.len() as u64 - 1;
            line.shift = lines.key_bits;
            line.mask = u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
            lines.key_bits += line.mask.count_ones();
            if lines.key_bits > MAX_KEY_BITS {
                return None;
            }
        }
        lines.find_goals();
        lines.find_moves()?;
        Some(lines)
    }

    /// Finds which goals each arrangement allows.
    fn find_goals(&mut self) {
        let board = &self.board;
        for (bit, pattern) in board.patterns.iter().enumerate() {
            let is_here = pattern.anchors.iter().all(|&(cell, kind)| {
                let own = line_of(board, kind, cell);
                self.lines.iter().any(|line| line.number == own)
            });
            self.all_goals |= u64::from(is_here) << bit;
        }
        for (place, line) in self.lines.iter_mut().enumerate() {
            for arrangement in &mut line.arrangements {
                for (bit, pattern) in board.patterns.iter().enumerate() {
                    let mut anchors = pattern.anchors.iter();
                    let stand = anchors.all(|anchor| {
                        line_of(board, anchor.1, anchor.0) != line.number
                            || arrangement.pieces.contains(anchor)
                    });
                    let is_free = arrangement.covers & u128::narrow(pattern.empties) == 0;
                    arrangement.goals |= u64::from(stand && is_free) << bit;
                }
                arrangement.goals &= self.all_goals;
            }
            line.has_goals = line
                .arrangements
                .iter()
                .any(|it| it.goals != self.all_goals);
            if line.has_goals {
                self.goal_lines.push(place);
            }
        }
    }

    /// Finds the moves of each arrangement; `None` if they are more than there are arrivals.
    fn find_moves(&mut self) -> Option<()> {
        let footprints = all_footprints(&self.board);
        for number in 0..self.lines.len() {
            for from in 0..self.lines[number].arrangements.len() {
                self.lines[number].arrangements[from].moves.start = self.moves.len();
                for piece in 0..self.lines[number].arrangements[from].pieces.len() {
                    for direction in Direction::ALL {
                        self.add_moves((number, from), piece, direction, &footprints);
                    }
                }
                self.lines[number].arrangements[from].moves.end = self.moves.len();
                ArrivalId::try_from(self.moves.len()).ok()?;
            }
        }
        Some(())
    }

    /// Adds the moves of a piece in a direction.
    fn add_moves(
        &mut self,
        (number, from): (usize, usize),
        piece: usize,
        direction: Direction,
        footprints: &[Vec<u128>],
    ) {
        let first = self.moves.len();
        let line = &self.lines[number];
        let before = &line.arrangements[from];
        let (start, id) = before.pieces[piece];
        let others = before.covers & !footprints[id][start];
        let mut pieces = before.pieces.clone();
        let mut way = footprints[id][start];
        let step = |from| {
            steps(&self.board, &self.board.kinds[id], direction)
                .find_map(|(cell, to)| (cell == from).then_some(to))
        };
        while let Some(cell) = step(pieces[piece].0) {
            way |= footprints[id][cell];
            if way & others != 0 {
                break;
            }
            pieces[piece].0 = cell;
            let to = line.find(&pieces).expect("pieces stay on their lines");
            self.moves.push(LineMove {
                needed: way & !footprints[id][start],
                freed: way & !footprints[id][cell],
                change: ((from ^ to) as u64) << line.shift,
                goals: line.arrangements[to].goals,
                line: number,
                piece,
                others: 0,
            });
            if self.metric == Metric::Step {
                break;
            }
        }
        let own = &mut self.lines[number].arrangements[from];
        let others = self.moves.len() - own.moves.start;
        for made in &mut self.moves[first..] {
            made.others = others;
        }
        own.near |= self.moves.get(first).map_or(0, |made| made.needed);
    }

    /// Returns the class of the state with a key, if there is one.
    fn class(&self, key: u64) -> Option<OrbitInfo> {
        let mut covered = 0;
        for line in &self.lines {
            let arrangement = line.arrangement(key)?;
            if covered & arrangement.covers != 0 {
                return None;
            }
            covered |= arrangement.covers;
        }
        (key >> self.key_bits == 0).then(|| OrbitInfo::new(1, self.goals(key, None) != 0))
    }

    /// Returns the arrangements in a key of a state.
    #[inline(always)]
    fn arrangements(&self, key: u64) -> impl Iterator<Item = &LineArrangement> {
        self.lines
            .iter()
            .map(move |line| line.arrangement(key).expect("the key of a state"))
    }

    /// Returns the goals that all lines but one allow.
    #[inline(always)]
    fn goals(&self, key: u64, other: Option<usize>) -> u64 {
        let lines = self.goal_lines.iter().filter(|&&line| Some(line) != other);
        let goals = |&line: &usize| self.lines[line].arrangement(key).map_or(0, |it| it.goals);
        lines
            .map(goals)
            .fold(self.all_goals, |all, goals| all & goals)
    }

    /// Whether a single move has the effect of two along one line.
    #[inline(always)]
    fn is_repeated(&self, next: &LineMove, last: &LineMove) -> bool {
        if self.metric == Metric::Step {
            next.change == last.change
        } else {
            next.piece == last.piece
        }
    }
}

impl Board {
    /// Returns the board without mirror images if its pieces keep to their lines, and no image of
    /// the start has the same ones there: then no image of a reachable state is reachable.
    #[must_use]
    pub fn without_unreachable_images(self) -> Self {
        let is_out_of_reach = |lines: Vec<Line>| {
            let mut images = (1..self.symmetry.order()).map(|it| self.image(it, &self.start));
            images.all(|image| key(&self, &lines, &image).is_none())
        };
        if self.symmetry.order() > 1 && lines_of(&self).is_some_and(is_out_of_reach) {
            return self.without_symmetry();
        }
        self
    }
}

/// Returns the key of a state; `None` if it does not have the pieces of the start on each line.
fn key(board: &Board, lines: &[Line], state: &UnpackedState) -> Option<u64> {
    let mut pieces = vec![Vec::new(); count_lines(board)];
    for (cell, kind) in state.anchors() {
        pieces[line_of(board, kind, cell)].push((cell, kind));
    }
    let mut key = 0;
    for line in lines {
        let pieces = mem::take(&mut pieces[line.number]);
        key |= (line.find(&pieces)? as u64) << line.shift;
    }
    pieces.iter().all(Vec::is_empty).then_some(key)
}

/// Returns the arrangements of all lines; `None` if a piece may leave its line, or a line has too
/// many.
fn lines_of(board: &Board) -> Option<Vec<Line>> {
    let keeps_to_line = |kind: &Kind| {
        let [up, left, right, down] = kind.directions;
        !(up || down) || !(left || right)
    };
    if board.is_one_way() || board.is_wide() || !board.kinds.iter().all(keeps_to_line) {
        return None;
    }
    let empty = |number| Line {
        number,
        shift: 0,
        mask: 0,
        arrangements: vec![LineArrangement::default()],
        has_goals: false,
    };
    let footprints = all_footprints(board);
    let mut lines: Vec<Line> = (0..count_lines(board)).map(empty).collect();
    for (cell, id) in board.start.anchors() {
        let kind = &board.kinds[id];
        let own = line_of(board, id, cell);
        let places = (0..board.cells)
            .filter(|&it| kind.places.contains(it) && line_of(board, id, it) == own);
        lines[own].extend(&footprints[id], id, &places.collect::<Vec<_>>());
        if lines[own].arrangements.len() > MAX_ARRANGEMENTS {
            return None;
        }
    }
    lines.retain(|line| !line.arrangements[0].pieces.is_empty());
    for line in &mut lines {
        let pieces = |it: &LineArrangement, other: &LineArrangement| it.pieces.cmp(&other.pieces);
        line.arrangements.sort_unstable_by(pieces);
    }
    Some(lines)
}

/// Returns the cells under a piece of each kind, by its anchor.
fn all_footprints(board: &Board) -> Vec<Vec<u128>> {
    let kinds = board.kinds.iter();
    kinds.map(|kind| footprints(board, kind)).collect()
}

/// Returns the number of rows and columns.
fn count_lines(board: &Board) -> usize {
    usize::from(board.grid.rows()) + usize::from(board.grid.columns())
}

/// Returns the number of the line along which a piece at this cell moves.
fn line_of(board: &Board, kind: KindId, cell: usize) -> usize {
    let at = board.grid.cell(cell);
    let [up, _, _, down] = board.kinds[kind].directions;
    if up || down {
        usize::from(board.grid.rows() + at.column)
    } else {
        usize::from(at.row)
    }
}

impl LineSpace {
    /// Creates the space of a board; `None` if a piece moves along no line, or a key has not enough
    /// bits.
    pub fn of(board: &Board, metric: Metric) -> Option<Self> {
        Some(LineSpace(Arc::new(LineTables::of(board, metric)?)))
    }
}

impl Space<State<1>> for LineSpace {
    fn expand(
        &mut self,
        keys: &[State<1>],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<State<1>>>,
    ) {
        let tables = &*self.0;
        let mut arrangements: Vec<_> = tables.lines.iter().map(|it| &it.arrangements[0]).collect();
        for (place, &State([key])) in (0..).zip(keys) {
            let arrival = arrivals.get(place as usize).copied().unwrap_or(0);
            let last = usize::from(arrival)
                .checked_sub(1)
                .map(|it| &tables.moves[it]);
            let mut covered = 0;
            for (arrangement, now) in arrangements.iter_mut().zip(tables.arrangements(key)) {
                *arrangement = now;
                covered |= now.covers;
            }
            let goals = tables.goals(key, None);
            for (number, arrangement) in arrangements.iter().enumerate() {
                if arrangement.near & !covered == 0 {
                    continue;
                }
                // A move along an earlier line needs a cell that the last move freed. Otherwise it
                // sleeps: the two are made in the other order.
                let awake = last.filter(|last| number < last.line);
                let awake = awake.map_or(u128::MAX, |last| last.freed);
                let last = last.filter(|last| number == last.line);
                let first = arrangement.moves.start;
                let moves = &tables.moves[arrangement.moves.clone()];
                let mut at = 0;
                while let Some(next) = moves.get(at) {
                    if next.needed & covered != 0 {
                        at = next.others;
                        continue;
                    }
                    at += 1;
                    if next.needed & awake == 0
                        || last.is_some_and(|last| tables.is_repeated(next, last))
                    {
                        continue;
                    }
                    let goals = if tables.lines[number].has_goals {
                        next.goals & tables.goals(key, Some(number))
                    } else {
                        goals
                    };
                    #[expect(clippy::cast_possible_truncation, reason = "there are so few moves")]
                    successors.push(Successor {
                        key: State([key ^ next.change]),
                        place,
                        arrival: (first + at) as ArrivalId,
                        class: OrbitInfo::new(1, goals != 0),
                        image: 0,
                    });
                }
            }
        }
    }

    fn classify(&mut self, keys: &[State<1>], found: &mut Vec<Option<(State<1>, OrbitInfo)>>) {
        let class = |&key: &State<1>| Some((key, self.0.class(key.0[0])?));
        found.extend(keys.iter().map(class));
    }

    fn key(&self, words: &[u64]) -> State<1> {
        let LineTables { board, lines, .. } = &*self.0;
        key(board, lines, &board.unpack(words)).map_or(NO_KEY, |key| State([key]))
    }

    fn words(&self, &State([key]): &State<1>) -> StateWords {
        let board = &self.0.board;
        let pieces = self.0.arrangements(key).flat_map(|it| &it.pieces);
        board.words(&UnpackedState::new(board.cells, pieces.copied()))
    }

    fn another<'s>(&self) -> Box<dyn Space<State<1>> + 's>
    where
        Self: 's,
    {
        Box::new(LineSpace(Arc::clone(&self.0)))
    }
}
