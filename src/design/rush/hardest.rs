//! Breadth-first search of the boards of a cluster by slides or steps, a set of boards at a time.

use std::num::NonZero;

use super::{
    boards::{Cells, LineStates, MAX_LINES, MAX_SIDE, narrow, primary_row},
    car_cluster::{BitCar, BoardId, BoardSet, CarCluster, KeyCar},
    cars::{BoardFrame, CarSet, Cars, Ranges},
    reach::{BoardLines, Bundle},
};
use crate::{
    control::StopReason,
    puzzle::Metric,
    search::{
        bits::ones,
        index::{Index, hash},
    },
};

/// The hardest board and its solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HardestBoard {
    pub moves: u32,
    pub at: BoardId,
    /// The cars that a shortest solution moves.
    pub moved: CarSet,
}

/// All boards of a key.
#[derive(Clone, Copy, Debug)]
struct KeyEntry {
    key: u64,
    /// The cells of far cars.
    taken: Cells,
    /// Those in which no two cars overlap.
    boards: BoardSet,
    seen: BoardSet,
    /// New ones in the next layer.
    new: BoardSet,
}

impl KeyEntry {
    /// Adds boards to the next layer, unless they were seen. The entry is the one of this number.
    #[inline(always)]
    fn reach(&mut self, boards: BoardSet, number: u32, touched: &mut Vec<u32>) {
        let more = boards.without(self.seen);
        if !more.is_none() {
            if self.new.is_none() {
                touched.push(number);
            }
            self.new = self.new.or(more);
        }
    }
}

/// The target of a far car's step: a slot, from 1; unknown; or none.
type Link = u32;
const UNKNOWN: Link = 0;
const NOWHERE: Link = Link::MAX;

/// The search's memory, which the next search reuses.
#[derive(Debug)]
pub struct BoardBfs {
    /// The maximum number of cells of a move: 1 if steps are counted.
    max_cells: NonZero<u32>,
    slots: Vec<KeyEntry>,
    /// By slot and far car: one place back, one place further.
    links: Vec<Link>,
    index: Index,
    /// The slots of each layer, with its boards.
    layers: Vec<(u32, BoardSet)>,
    /// The ends of the layers.
    ends: Vec<usize>,
    /// Slots with boards of the next layer.
    touched: Vec<u32>,
}

/// By line and state: its part of a key, the cells of its far cars, and the boards.
type StateParts = [[(u64, Cells, BoardSet); LineStates::BITS as usize]; MAX_LINES];

impl BoardBfs {
    pub fn new(metric: Metric) -> Self {
        let max_cells = match metric {
            Metric::Step => NonZero::<u32>::MIN,
            Metric::Move | Metric::Slide | Metric::Push => NonZero::<u32>::MAX,
        };
        BoardBfs {
            max_cells,
            slots: Vec::new(),
            links: Vec::new(),
            index: Index::default(),
            layers: Vec::new(),
            ends: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// Returns the hardest board of a cluster; of several, the least by the cells of rows, then of
    /// columns. The bundles `solved` contain all solved boards.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn hardest(
        &mut self,
        cluster: &CarCluster,
        lines: &BoardLines<'_>,
        (cars, ranges): (&Cars, &Ranges),
        solved: impl Iterator<Item = Bundle>,
    ) -> Result<HardestBoard, StopReason> {
        self.clear();
        self.start(cluster, lines, (cars, ranges), solved)?;
        let mut from = 0;
        loop {
            let end = self.layers.len();
            self.ends.push(end);
            self.expand(cluster, from)?;
            if self.layers.len() == end {
                break;
            }
            from = end;
        }
        let at = self.layers[from..]
            .iter()
            .flat_map(|&(slot, boards)| {
                let key = self.slots[slot as usize].key;
                boards.ones().map(move |bit| BoardId { key, bit })
            })
            .min_by_key(|&at| cluster.cells(at))
            .expect("a layer has a board");
        let moves = self.ends.len() - 1;
        Ok(HardestBoard {
            moves: narrow(moves),
            at,
            moved: self.moved(cluster, at, moves)?,
        })
    }

    /// Fills the first layer with the boards of these bundles whose primary car is at the edge.
    fn start(
        &mut self,
        cluster: &CarCluster,
        lines: &BoardLines<'_>,
        (cars, ranges): (&Cars, &Ranges),
        solved: impl Iterator<Item = Bundle>,
    ) -> Result<(), StopReason> {
        let mut by_state: StateParts =
            [[(0, 0, BoardSet::ALL); LineStates::BITS as usize]; MAX_LINES];
        let mut have_keys = [false; MAX_LINES];
        let mut car = 0;
        for (number, line) in lines.lines[..lines.line_count()].iter().enumerate() {
            for (part, state) in by_state[number].iter_mut().zip(&line.cars) {
                for (at, there) in (car..).zip(state) {
                    // The car can never be there.
                    if ranges.places(at, cars.get()[at])
                        <= there.first.wrapping_sub(ranges.from[at])
                    {
                        part.2 = BoardSet::NONE;
                        continue;
                    }
                    let place = u32::from(there.first - ranges.from[at]);
                    let (key, taken, boards) = cluster.part(at, place);
                    have_keys[number] |= taken != 0;
                    *part = (part.0 | key, part.1 | taken, part.2.and(boards));
                }
            }
            car += line.cars[0].len();
        }
        let edge = lines.solved();
        for bundle in solved {
            let mut key = 0;
            let mut taken = 0;
            let mut boards = BoardSet::ALL;
            let mut open = [(0, 0); MAX_LINES];
            let mut opens = 0;
            for line in 0..lines.line_count() {
                let mut states = lines.states(bundle, line);
                if line == primary_row(lines.height) {
                    states &= edge;
                }
                if have_keys[line] && states.count_ones() > 1 {
                    open[opens] = (line, states);
                    opens += 1;
                    continue;
                }
                let mut all = BoardSet::NONE;
                for state in ones(states) {
                    let part = by_state[line][state];
                    key |= part.0;
                    taken |= part.1;
                    all = all.or(part.2);
                }
                boards = boards.and(all);
            }
            self.seed(cluster, &by_state, &open[..opens], (key, taken, boards))?;
        }
        for (number, slot) in self.slots.iter().enumerate() {
            if !slot.seen.is_none() {
                self.layers.push((narrow(number), slot.seen));
            }
        }
        Ok(())
    }

    fn seed(
        &mut self,
        cluster: &CarCluster,
        by_state: &StateParts,
        open: &[(usize, LineStates)],
        (key, taken, boards): (u64, Cells, BoardSet),
    ) -> Result<(), StopReason> {
        let Some((&(line, states), rest)) = open.split_first() else {
            let slot = self.slot(cluster, key, taken)?;
            let slot = &mut self.slots[slot];
            slot.seen = slot.seen.or(boards.and(slot.boards));
            return Ok(());
        };
        for state in ones(states) {
            let part = by_state[line][state];
            let with = (key | part.0, taken | part.1, boards.and(part.2));
            self.seed(cluster, by_state, rest, with)?;
        }
        Ok(())
    }

    /// Expands the last layer, which begins at `from`.
    fn expand(&mut self, cluster: &CarCluster, from: usize) -> Result<(), StopReason> {
        for number in from..self.layers.len() {
            let (at, boards) = self.layers[number];
            let slot = &mut self.slots[at as usize];
            let more = near_moves(cluster, boards, slot.boards, self.max_cells.get());
            slot.reach(more, at, &mut self.touched);
            for way in 0..2 * cluster.far().len() {
                self.move_far(cluster, at as usize, boards, way)?;
            }
        }
        for at in self.touched.drain(..) {
            let slot = &mut self.slots[at as usize];
            slot.seen = slot.seen.or(slot.new);
            self.layers.push((at, slot.new));
            slot.new = BoardSet::NONE;
        }
        Ok(())
    }

    /// Moves a far car one way as far as it can.
    #[inline(always)]
    fn move_far(
        &mut self,
        cluster: &CarCluster,
        mut at: usize,
        mut boards: BoardSet,
        way: usize,
    ) -> Result<(), StopReason> {
        let ways = 2 * cluster.far().len();
        for _ in 0..self.max_cells.get() {
            let mut link = self.links[at * ways + way];
            if link == UNKNOWN {
                link = self.link(cluster, at, way)?;
            }
            if link == NOWHERE {
                break;
            }
            at = link as usize - 1;
            let slot = &mut self.slots[at];
            boards = boards.and(slot.boards);
            if boards.is_none() {
                break;
            }
            slot.reach(boards, narrow(at), &mut self.touched);
        }
        Ok(())
    }

    /// Finds the target of a far car's step.
    #[inline(never)]
    fn link(&mut self, cluster: &CarCluster, at: usize, way: usize) -> Result<Link, StopReason> {
        let ways = 2 * cluster.far().len();
        let far @ KeyCar {
            shift,
            last,
            stride,
            ..
        } = cluster.far()[way / 2];
        let KeyEntry { key, taken, .. } = self.slots[at];
        let place = far.place(key);
        let one = 1 << shift;
        let cells = far.cells << (place * stride);
        let (is_free, key, there) = if way.is_multiple_of(2) {
            let cell = far.first << (place * stride) >> stride;
            (
                place > 0 && taken & cell == 0,
                key.wrapping_sub(one),
                cells >> stride,
            )
        } else {
            let cell = far.after << (place * stride);
            (
                place < last && taken & cell == 0,
                key.wrapping_add(one),
                cells << stride,
            )
        };
        let mut link = NOWHERE;
        if is_free {
            let slot = self.slot(cluster, key, taken ^ cells ^ there)?;
            link = narrow(slot + 1);
            self.links[slot * ways + (way ^ 1)] = narrow(at + 1);
        }
        self.links[at * ways + way] = link;
        Ok(link)
    }

    /// Returns the cars that a shortest solution of a board moves.
    fn moved(
        &mut self,
        cluster: &CarCluster,
        mut at: BoardId,
        layers: usize,
    ) -> Result<CarSet, StopReason> {
        let mut moved = 0;
        for layer in (0..layers).rev() {
            let from = layer.checked_sub(1).map_or(0, |before| self.ends[before]);
            let range = from..self.ends[layer];
            for &(slot, boards) in &self.layers[range.clone()] {
                self.slots[slot as usize].new = boards;
            }
            let car;
            (car, at) = self.nearer(cluster, at)?;
            moved |= 1 << car;
            for &(slot, _) in &self.layers[range] {
                self.slots[slot as usize].new = BoardSet::NONE;
            }
        }
        Ok(moved)
    }

    /// Finds a move from a board to a new one. Returns its car and the board.
    fn nearer(
        &mut self,
        cluster: &CarCluster,
        at: BoardId,
    ) -> Result<(usize, BoardId), StopReason> {
        let start = self.slot(cluster, at.key, 0)?;
        let max_cells = self.max_cells.get();
        let slot = &self.slots[start];
        let one = BoardSet::one(at.bit);
        for near in cluster.near() {
            let there = near_moves_of(near, one, slot.boards, max_cells).and(slot.new);
            if let Some(bit) = there.ones().next() {
                return Ok((near.car, BoardId { bit, ..at }));
            }
        }
        for middle in cluster.middle() {
            let mut there = BoardSet::NONE;
            middle_moves_of(cluster, middle, one, slot.boards, max_cells, &mut there);
            if let Some(bit) = there.and(slot.new).ones().next() {
                return Ok((middle.car, BoardId { bit, ..at }));
            }
        }
        let ways = 2 * cluster.far().len();
        for way in 0..ways {
            let mut slot = start;
            for _ in 0..max_cells {
                // All boards were expanded, so an unknown link has no target.
                let next = self.links[slot * ways + way].checked_sub(1);
                let Some(next) = next.filter(|&next| next != NOWHERE - 1) else {
                    break;
                };
                if !self.slots[next as usize].boards.has(at.bit) {
                    break;
                }
                slot = next as usize;
                let KeyEntry { key, new, .. } = self.slots[slot];
                if new.has(at.bit) {
                    return Ok((cluster.far()[way / 2].car, BoardId { key, ..at }));
                }
            }
        }
        unreachable!("each board that is not solved has a nearer neighbour")
    }

    /// Returns whether a board can be solved in fewer moves. Most cannot, so depth-first search
    /// would not help.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn is_easier(
        &mut self,
        cluster: &CarCluster,
        frame: &BoardFrame,
        (cars, ranges): (&Cars, &Ranges),
        moves: u32,
    ) -> Result<bool, StopReason> {
        self.clear();
        let primary = &cluster.primary;
        let car = cars.get()[primary.car];
        let width = frame.length(car);
        let ways: [Cells; MAX_SIDE] = std::array::from_fn(|place| {
            let end = usize::from(ranges.from[primary.car] + car.length) + place;
            let end = end.min(width).to_le_bytes()[0];
            frame.span(car, end, width.to_le_bytes()[0])
        });
        let (at, taken) = cluster.pack(cars, ranges);
        let start = self.slot(cluster, at.key, taken)?;
        self.slots[start].seen = BoardSet::one(at.bit);
        self.layers.push((narrow(start), BoardSet::one(at.bit)));
        let mut from = 0;
        for left in (1..moves).rev() {
            // Each blocking car takes a move, and then the primary car.
            let mut kept = from;
            for at in from..self.layers.len() {
                let (number, boards) = self.layers[at];
                let slot = &self.slots[number as usize];
                let way = ways[primary.place(slot.key) as usize];
                let blockers = (slot.taken & way).count_ones();
                let needed = blockers + way.count_ones().div_ceil(self.max_cells.get());
                if needed > left {
                    continue;
                }
                if blockers == 0 && !boards.and(cluster.free(way)).is_none() {
                    return Ok(true);
                }
                if left > 1 {
                    self.layers[kept] = (number, boards);
                    kept += 1;
                }
            }
            self.layers.truncate(kept);
            if kept == from {
                break;
            }
            self.expand(cluster, from)?;
            from = kept;
        }
        Ok(false)
    }

    /// Bytes allocated.
    pub const fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<KeyEntry>()
            + self.links.capacity() * size_of::<Link>()
            + self.index.bytes()
            + self.layers.capacity() * size_of::<(u32, BoardSet)>()
    }

    /// Returns the slot of a key. A new one has far cars on these cells.
    #[inline(always)]
    fn slot(&mut self, cluster: &CarCluster, key: u64, taken: Cells) -> Result<usize, StopReason> {
        let slots = &self.slots;
        let slot = self.index.enter(
            hash(key.into()),
            slots.len(),
            |number| slots[number].key == key,
            |number| hash(slots[number].key.into()),
        )?;
        if slot.is_new {
            self.slots.push(KeyEntry {
                key,
                taken,
                boards: cluster.free(taken),
                seen: BoardSet::NONE,
                new: BoardSet::NONE,
            });
            let links = self.slots.len() * 2 * cluster.far().len();
            self.links.resize(links, UNKNOWN);
        }
        Ok(slot.node as usize)
    }

    fn clear(&mut self) {
        self.index.reset();
        self.slots.clear();
        self.links.clear();
        self.layers.clear();
        self.ends.clear();
        self.touched.clear();
    }
}

/// Returns the boards after one move of a near or middle car.
#[inline(always)]
fn near_moves(cluster: &CarCluster, from: BoardSet, boards: BoardSet, max_cells: u32) -> BoardSet {
    let mut there = BoardSet::NONE;
    for near in cluster.near() {
        there = there.or(near_moves_of(near, from, boards, max_cells));
    }
    for middle in cluster.middle() {
        middle_moves_of(cluster, middle, from, boards, max_cells, &mut there);
    }
    there
}

#[inline(always)]
fn near_moves_of(near: &BitCar, from: BoardSet, boards: BoardSet, max_cells: u32) -> BoardSet {
    let mut there = BoardSet::NONE;
    let mut further = from;
    let mut back = from;
    for _ in 0..max_cells.min(near.places - 1) {
        further = further
            .map(|word| (word & near.movable) << near.weight)
            .and(boards);
        back = back
            .map(|word| word >> near.weight & near.movable)
            .and(boards);
        there = there.or(further).or(back);
    }
    there
}

#[inline(always)]
fn middle_moves_of(
    cluster: &CarCluster,
    middle: &BitCar,
    from: BoardSet,
    boards: BoardSet,
    max_cells: u32,
    there: &mut BoardSet,
) {
    // If steps are counted, a car stops after one cell.
    let kept = if max_cells == 1 { 0 } else { u64::MAX };
    let weight = middle.weight as usize;
    let places = middle.places as usize;
    for first in (0..cluster.words).filter(|word| (word / weight).is_multiple_of(places)) {
        let word = |place| first + place * weight;
        let mut further = 0;
        let mut back = 0;
        for place in 0..places {
            let one = word(place);
            let other = word(places - 1 - place);
            further &= boards.0[one];
            back &= boards.0[other];
            there.0[one] |= further;
            there.0[other] |= back;
            further = further & kept | from.0[one];
            back = back & kept | from.0[other];
        }
    }
}
