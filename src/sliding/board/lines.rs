//! Compact keys for boards on which every piece moves along one line, as in Rush Hour.
//!
//! Pieces that are anchored on one row and move along it never pass each other, and so it is with
//! columns. The cells of the anchors therefore tell which piece is where. A key has a field of bits
//! for each line with the number of its arrangement: 60 bits in all for 24 cars on 9×9, where a
//! state of the board takes four words.

use std::sync::Arc;

use crate::{
    puzzle::Metric,
    search::{ArrivalId, OrbitInfo, Space, StateWords, Successor},
};

use super::{
    Board, Expander, State, UnpackedState,
    cells::{CellSet, narrow},
    kind::{KindId, footprints},
};

/// The words of a state. Boards with fewer would gain little.
const WORDS: usize = 4;
/// The most arrangements of a line.
const MAX_ARRANGEMENTS: usize = 1 << 10;
/// The most bits of a key. The others are 0, so that [`NO_KEY`] has no state.
const MAX_KEY_BITS: u32 = 63;
/// The key of a state that does not have the pieces of the start on each line.
const NO_KEY: u64 = u64::MAX;

/// The states of a board, and the moves between them, with compact keys.
pub struct LineSpace {
    states: Box<dyn Space<State<WORDS>>>,
    lines: Arc<KeyLayout>,
    block: Vec<State<WORDS>>,
    successors: Vec<Successor<State<WORDS>>>,
}

/// The fields of a key: those of the rows, and then those of the columns.
struct KeyLayout {
    board: Board,
    lines: Vec<Line>,
    key_bits: u32,
}

/// The pieces that move along one line.
#[derive(Clone)]
struct Line {
    /// The first bit of its field in a key.
    shift: u32,
    /// The bits of the field, shifted to the lowest.
    mask: u64,
    /// In the order of the anchors.
    arrangements: Vec<Arrangement>,
}

#[derive(Clone, Default)]
struct Arrangement {
    anchors: u128,
    /// The cells under the pieces.
    covers: u128,
    /// The bits of the pieces in a state.
    bits: State<WORDS>,
}

impl Line {
    /// Adds a piece behind the others, at each of these places.
    fn extend(&mut self, board: &Board, id: KindId, places: &[usize]) {
        let footprints = footprints::<u128>(board, &board.kinds[id]);
        let mut longer = Vec::new();
        for before in &self.arrangements {
            for &cell in places {
                let anchor = 1 << cell;
                if anchor > before.anchors && footprints[cell] & before.covers == 0 {
                    let piece = board.pack(&UnpackedState::new(board.cells, [(cell, id)]));
                    longer.push(Arrangement {
                        anchors: before.anchors | anchor,
                        covers: before.covers | footprints[cell],
                        bits: before.bits.xor(piece),
                    });
                }
            }
        }
        self.arrangements = longer;
    }

    /// Returns the number of the arrangement in a key.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "masked")]
    const fn number(&self, key: u64) -> usize {
        (key >> self.shift & self.mask) as usize
    }

    /// Returns the field of the arrangement with these anchors.
    #[inline(always)]
    fn field(&self, anchors: u128) -> Option<u64> {
        let found = self
            .arrangements
            .binary_search_by_key(&anchors, |it| it.anchors);
        found.ok().map(|number| (number as u64) << self.shift)
    }
}

impl KeyLayout {
    /// Returns `None` if a piece may leave its line, or the keys are too long. Returns `None` too
    /// if a mirror image of a reachable state is reachable, since moves in a key have no image.
    fn of(board: &Board) -> Option<Self> {
        let bits = board.bits();
        if board.is_one_way() || board.is_wide() || bits <= 64 * WORDS / 2 || bits > 64 * WORDS {
            return None;
        }
        let none = Line {
            shift: 0,
            mask: 0,
            arrangements: vec![Arrangement::default()],
        };
        let count = usize::from(board.grid.rows()) + usize::from(board.grid.columns());
        let mut lines = vec![none; count];
        for (cell, id) in board.start.anchors() {
            let kind = &board.kinds[id];
            let [up, left, right, down] = kind.directions;
            if (up || down) && (left || right) {
                return None;
            }
            let own = line_of(board, id, cell);
            let places = (0..board.cells)
                .filter(|&it| kind.places.contains(it) && line_of(board, id, it) == own);
            lines[own].extend(board, id, &places.collect::<Vec<_>>());
            if lines[own].arrangements.len() > MAX_ARRANGEMENTS {
                return None;
            }
        }
        let mut key_bits = 0;
        for line in &mut lines {
            line.arrangements.sort_unstable_by_key(|it| it.anchors);
            let most = line.arrangements.len() as u64 - 1;
            line.shift = key_bits;
            line.mask = u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
            key_bits += line.mask.count_ones();
            if key_bits > MAX_KEY_BITS {
                return None;
            }
        }
        let lines = KeyLayout {
            board: board.clone(),
            lines,
            key_bits,
        };
        let mut images = (1..board.symmetry.order()).map(|image| board.image(image, &board.start));
        images
            .all(|image| lines.key(&image).is_none())
            .then_some(lines)
    }

    /// Returns the key of a state; `None` if it does not have the pieces of the start on each line.
    fn key(&self, state: &UnpackedState) -> Option<u64> {
        let mut anchors = vec![0; self.lines.len()];
        for (cell, kind) in state.anchors() {
            anchors[line_of(&self.board, kind, cell)] |= 1 << cell;
        }
        let mut key = 0;
        for (line, anchors) in self.lines.iter().zip(anchors) {
            key |= line.field(anchors)?;
        }
        (self.state(key)? == self.board.pack(state)).then_some(key)
    }

    /// Returns the state with a key, if there is one.
    #[inline(always)]
    fn state(&self, key: u64) -> Option<State<WORDS>> {
        if key >> self.key_bits > 0 {
            return None;
        }
        let mut state = State::default();
        for line in &self.lines {
            state = state.xor(line.arrangements.get(line.number(key))?.bits);
        }
        Some(state)
    }

    /// Returns the key after a move that changes these bits of the state.
    #[inline(always)]
    fn moved(&self, key: u64, changed: &State<WORDS>) -> u64 {
        let mut anchors = 0;
        for plane in 0..self.board.planes() {
            anchors |= u128::window(changed.words(), narrow(plane * self.board.cells));
        }
        anchors &= u128::narrow(self.board.free);
        let columns = usize::from(self.board.grid.columns());
        let [from, to] = [anchors.first() as usize, anchors.last() as usize];
        let line = if from / columns == to / columns {
            from / columns
        } else {
            usize::from(self.board.grid.rows()) + from % columns
        };
        let line = &self.lines[line];
        let anchors = line.arrangements[line.number(key)].anchors ^ anchors;
        let field = line.field(anchors).expect("pieces stay on their lines");
        key & !(line.mask << line.shift) | field
    }
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
    /// Creates the space of a board; `None` if a piece moves along no line, a key has not enough
    /// bits, or the states of the board are short enough.
    pub fn of(board: &Board, metric: Metric) -> Option<Self> {
        let lines = Arc::new(KeyLayout::of(board)?);
        let board = board.clone().without_symmetry();
        let states = Box::new(Expander::<u128, WORDS, 4>::new(&board, metric));
        Some(Self::over(states, lines))
    }

    fn over(states: Box<dyn Space<State<WORDS>>>, lines: Arc<KeyLayout>) -> Self {
        LineSpace {
            states,
            lines,
            block: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// Unpacks the states with these keys into the block.
    fn unpack(&mut self, keys: &[u64]) {
        let state = |&key| self.lines.state(key).expect("the key of a state");
        self.block.clear();
        self.block.extend(keys.iter().map(state));
    }
}

impl Space<u64> for LineSpace {
    fn expand(
        &mut self,
        keys: &[u64],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<u64>>,
    ) {
        self.unpack(keys);
        self.successors.clear();
        self.states
            .expand(&self.block, arrivals, &mut self.successors);
        for next in &self.successors {
            let place = next.place as usize;
            let changed = self.block[place].xor(next.key);
            successors.push(Successor {
                key: self.lines.moved(keys[place], &changed),
                place: next.place,
                arrival: next.arrival,
                class: next.class,
                image: 0,
            });
        }
    }

    fn classify(&mut self, keys: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        let mut class = Vec::new();
        for &key in keys {
            class.clear();
            if let Some(state) = self.lines.state(key) {
                self.states.classify(&[state], &mut class);
            }
            let class = class.first().copied().flatten();
            found.push(class.map(|(_, class)| (key, class)));
        }
    }

    fn key(&self, words: &[u64]) -> u64 {
        let board = &self.lines.board;
        let state = board.unpack(words);
        (0..board.symmetry.order())
            .find_map(|image| self.lines.key(&board.image(image, &state)))
            .unwrap_or(NO_KEY)
    }

    fn words(&self, key: &u64) -> StateWords {
        let state = self.lines.state(*key).expect("the key of a state");
        let board = &self.lines.board;
        board.words(&board.unpack(state.words()))
    }

    fn another<'s>(&self) -> Box<dyn Space<u64> + 's>
    where
        Self: 's,
    {
        Box::new(Self::over(self.states.another(), Arc::clone(&self.lines)))
    }
}
