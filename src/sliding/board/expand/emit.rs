//! Turns the anchors that can move into the states after their moves, in each metric.

use std::hint::select_unpredictable;

use crate::{
    board::{
        cells::{CellSet, narrow},
        kind::KindId,
        sleep_sets::JUMP,
        state::State,
        tables::{PieceMasks, StepBits, WayOut},
    },
    grid::Direction,
    puzzle::Metric,
    search::{ArrivalId, Degree, OrbitInfo, Successor},
};

use super::lanes::{Expander, LaneAnchor, LaneBlock, list_cells, list_steps};

const UP: usize = Direction::Up as usize;
const LEFT: usize = Direction::Left as usize;
const RIGHT: usize = Direction::Right as usize;
const DOWN: usize = Direction::Down as usize;

/// The places that one piece of one state can reach in one unit.
struct PieceTargets<M> {
    lane: usize,
    kind: KindId,
    from: u32,
    /// A direction, or [`JUMP`].
    mode: usize,
    /// The places one step away.
    steps: M,
    /// The places beyond them.
    beyond: M,
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Expander<M, N, IMAGES> {
    /// Appends the states after the steps of a block.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(never))]
    pub(super) fn steps(&mut self, block: LaneBlock, successors: &mut Vec<Successor<State<N>>>) {
        let mut listed = 0;
        for lane in 0..block.lanes {
            let can_step = self.can_step_in(lane);
            listed = list_steps(can_step, lane, &mut self.list, listed);
        }
        let listed = &self.list[..listed];
        successors.extend(listed.iter().map(|&word| self.stepped_to(block, word)));
    }

    /// Returns the state after the step that a listed word encodes.
    #[inline(always)]
    fn stepped_to(&self, block: LaneBlock, word: u32) -> Successor<State<N>> {
        let LaneAnchor { lane, cell } = LaneAnchor::read::<M>(word);
        let kind = self.kind_at(lane, cell);
        let step = &self.tables.steps[kind * 4 * M::BITS as usize + LaneAnchor::step::<M>(word)];
        self.successor(
            block.first + (word >> 16),
            |image| self.images[image][lane].xor(step.bits[image]),
            |image| step.arrivals[image],
        )
    }

    /// Creates a successor from the images of its state and of its arrival.
    #[inline(always)]
    pub(super) fn successor(
        &self,
        place: u32,
        state: impl Fn(usize) -> State<N>,
        arrival: impl Fn(usize) -> ArrivalId,
    ) -> Successor<State<N>> {
        let order = self.tables.order;
        let images = std::array::from_fn(|image| {
            if IMAGES <= 2 || image < order {
                state(image)
            } else {
                State::default()
            }
        });
        let (least, orbit) = Self::canonical(&images, order);
        let key = match IMAGES {
            1 => images[0],
            // The common case without an index, and without an unpredictable branch.
            2 => select_unpredictable(least == 0, images[0], images[1]),
            _ => images[least],
        };
        let class = OrbitInfo::new(orbit, self.tables.goal.is_met(&key));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there are four images at most"
        )]
        Successor {
            key,
            place,
            arrival: arrival(least),
            class,
            image: least as u8,
        }
    }

    /// Returns the index of the least of the first `order` images, and the number of distinct ones.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are four images at most"
    )]
    pub(super) fn canonical(images: &[State<N>; IMAGES], order: usize) -> (usize, u8) {
        match IMAGES {
            1 => (0, 1),
            2 => (
                usize::from(images[1] < images[0]),
                2 - u8::from(images[0] == images[1]),
            ),
            _ => {
                let least = (1..order).fold(0, |least, image| {
                    if images[image] < images[least] {
                        image
                    } else {
                        least
                    }
                });
                // The images form an orbit: each occurs as often as the least one.
                let alike = images[..order]
                    .iter()
                    .filter(|&image| *image == images[least])
                    .count();
                (least, (order / alike) as u8)
            }
        }
    }

    /// Appends the states after slides and moves of more than one step.
    #[inline(always)]
    pub(super) fn further(&mut self, block: LaneBlock, successors: &mut Vec<Successor<State<N>>>) {
        let listed = self.list_further(block.lanes);
        for &word in &self.list[..listed] {
            let targets = self.targets(word);
            if !self.is_asleep(&targets) {
                self.go(block, &targets, successors);
            }
        }
    }

    /// Appends the states after a piece has left or lost a layer. Their arrival is unknown, so that
    /// nothing sleeps after it: see [`sleep_sets`](crate::board::sleep_sets).
    #[inline(never)]
    pub(super) fn leave(&self, block: LaneBlock, successors: &mut Vec<Successor<State<N>>>) {
        for lane in 0..block.lanes {
            for (kind, from, mut stops) in self.leaving(lane) {
                if self.tables.next_layers[kind].is_none() {
                    stops = stops & !stops.without_first();
                }
                while stops != M::EMPTY {
                    successors.push(self.left(block, lane, kind, from, stops.first()));
                    stops = stops.without_first();
                }
            }
        }
    }

    /// Returns the state after the piece with this anchor has left, or has lost its layer at the
    /// anchor `stop`.
    fn left(
        &self,
        block: LaneBlock,
        lane: usize,
        kind: KindId,
        from: u32,
        stop: u32,
    ) -> Successor<State<N>> {
        let before = self.tables.placement(kind, from);
        let next = self.tables.next_layers[kind];
        let after = next.map(|next| self.tables.placement(next, stop));
        self.successor(
            block.first + narrow(lane),
            |image| {
                let gone = self.images[image][lane].xor(before.bits[image]);
                after.map_or(gone, |after| gone.xor(after.bits[image]))
            },
            |_| 0,
        )
    }

    /// Appends one state after a piece that leaves at once, for each state with such a piece, and
    /// takes all other moves from these.
    #[inline(never)]
    pub(super) fn leave_at_once(
        &mut self,
        block: LaneBlock,
        successors: &mut Vec<Successor<State<N>>>,
    ) {
        for lane in 0..block.lanes {
            let at_once = |&(kind, ..): &(KindId, u32, M)| self.tables.leaves_at_once[kind];
            let Some((kind, from, stops)) = self.leaving(lane).find(at_once) else {
                continue;
            };
            successors.push(self.left(block, lane, kind, from, stops.first()));
            for anchors in &mut self.anchors {
                anchors[lane] = M::EMPTY;
            }
            for direction in 0..4 {
                self.can_step[direction][lane] = M::EMPTY;
                self.can_go_on[direction][lane] = M::EMPTY;
            }
        }
    }

    /// Returns the kind and anchor of each piece of a lane that can cross a door in one unit, and
    /// the last anchors before the doors.
    fn leaving(&self, lane: usize) -> impl Iterator<Item = (KindId, u32, M)> {
        let exits = &self.tables.exits;
        let kinds = exits.chunk_by(|one, next| one.kind == next.kind);
        let awake = kinds.filter(move |exits| !self.waiting[lane].contains(exits[0].kind));
        awake.flat_map(move |exits| {
            let kind = exits[0].kind;
            let mut rest = self.anchors[kind][lane];
            let anchors = std::iter::from_fn(move || {
                let from = (rest != M::EMPTY).then(|| rest.first())?;
                rest = rest.without_first();
                Some(from)
            });
            let stops = move |from| (kind, from, self.stops(exits, lane, from));
            anchors
                .map(stops)
                .filter(|&(_, _, stops)| stops != M::EMPTY)
        })
    }

    /// Returns the last anchors of a piece before the doors that it can cross in one unit by one of
    /// the exits of its kind.
    fn stops(&self, exits: &[WayOut<M>], lane: usize, from: u32) -> M {
        let masks = &self.tables.masks[exits[0].kind];
        let room = self.empties[lane] | masks.footprints[from as usize];
        let mut reached = M::single(from);
        if self.metric == Metric::Move {
            let fits = self.fits(masks, lane, from);
            loop {
                let more = reached | self.spread(masks, reached) & fits;
                if more == reached {
                    break;
                }
                reached = more;
            }
        }
        let is_open =
            |exit: &&WayOut<M>| reached & exit.anchor != M::EMPTY && exit.way & !room == M::EMPTY;
        let open = exits.iter().filter(is_open);
        open.fold(M::EMPTY, |stops, exit| stops | exit.stop)
    }

    /// Visits the states after pushes of several tiles: the lane, and the last step with the bits
    /// that all steps change.
    pub(super) fn visit_long_pushes(
        &self,
        lanes: usize,
        mut visit: impl FnMut(usize, StepBits<N, IMAGES>),
    ) {
        let tables = &*self.tables;
        for lane in 0..lanes {
            for (direction, first) in self.can_step_in(lane).into_iter().enumerate() {
                let mut tile = first;
                let mut bits = [State::default(); IMAGES];
                while tile != M::EMPTY {
                    let cell = tile.first();
                    let kind = self.kind_at(lane, cell);
                    let step = (kind * 4 + direction) * M::BITS as usize + cell as usize;
                    let step = &tables.steps[step];
                    for (all, bits) in bits.iter_mut().zip(step.bits) {
                        *all = all.xor(bits);
                    }
                    if tile != first {
                        visit(lane, StepBits { bits, ..*step });
                    }
                    // The next tile is the one that could step to this cell.
                    let behind = Direction::ALL[direction].opposite() as usize;
                    tile = self.stepped(tile & tables.masks[kind].inside[behind], behind);
                }
            }
        }
    }

    /// Appends the branching of each state of a block, sleeping units included.
    #[inline(always)]
    pub(super) fn count(&mut self, lanes: usize, found: &mut Vec<Degree>) {
        let first = found.len();
        for lane in 0..lanes {
            let units = self
                .can_step_in(lane)
                .iter()
                .map(|anchors| anchors.count())
                .sum();
            let images = std::array::from_fn(|image| self.images[image][lane]);
            found.push(Degree {
                units,
                states: Self::canonical(&images, self.tables.order).1.into(),
            });
        }
        if self.metric == Metric::Push {
            self.visit_long_pushes(lanes, |lane, _| found[first + lane].units += 1);
        } else if self.metric != Metric::Step {
            let listed = self.list_further(lanes);
            for &word in &self.list[..listed] {
                let targets = self.targets(word);
                found[first + targets.lane].units += targets.beyond.count();
            }
        }
        if !self.tables.exits.is_empty() {
            for lane in 0..lanes {
                let units = self.leaving(lane).map(|(kind, _, stops)| {
                    let is_last = self.tables.next_layers[kind].is_none();
                    if is_last { 1 } else { stops.count() }
                });
                found[first + lane].units += units.sum::<u32>();
            }
        }
    }

    /// Lists the anchors that can go further than a step: for slides once in each direction.
    #[inline(always)]
    fn list_further(&mut self, lanes: usize) -> usize {
        let mut listed = 0;
        for lane in 0..lanes {
            let can_go_on = std::array::from_fn(|direction| self.can_go_on[direction][lane]);
            listed = if self.metric == Metric::Slide {
                list_steps(can_go_on, lane, &mut self.list, listed)
            } else {
                let any = can_go_on
                    .into_iter()
                    .fold(M::EMPTY, |any, anchors| any | anchors);
                list_cells(any, lane, &mut self.list, listed)
            };
        }
        listed
    }

    /// Returns the targets of the piece that a listed word encodes.
    #[inline(always)]
    fn targets(&self, word: u32) -> PieceTargets<M> {
        let LaneAnchor { lane, cell: from } = LaneAnchor::read::<M>(word);
        let kind = self.kind_at(lane, from);
        let masks = &self.tables.masks[kind];
        let (mode, steps, beyond) = if self.metric == Metric::Slide {
            let direction = LaneAnchor::step::<M>(word) / M::BITS as usize;
            let first = self.stepped(M::single(from), direction);
            let second = self.stepped(first, direction);
            (
                direction,
                first,
                self.line(masks, lane, second, from, direction),
            )
        } else {
            let fits = self.fits(masks, lane, from) & !M::single(from);
            let steps = self.spread(masks, M::single(from)) & fits;
            (JUMP, steps, self.beyond(masks, fits & !steps, steps))
        };
        PieceTargets {
            lane,
            kind,
            from,
            mode,
            steps,
            beyond,
        }
    }

    /// Returns a place on a slide and all places behind it.
    #[inline(always)]
    fn line(&self, masks: &PieceMasks<M>, lane: usize, place: M, from: u32, direction: usize) -> M {
        let mut at = place & masks.inside[direction];
        let mut places = place;
        if at != M::EMPTY {
            let fits = self.fits(masks, lane, from);
            while at != M::EMPTY {
                at = self.stepped(at, direction) & fits;
                places |= at;
                at &= masks.inside[direction];
            }
        }
        places
    }

    /// Whether a piece sleeps: it could reach the same targets before the last unit, and the
    /// search tries that order.
    #[inline(always)]
    fn is_asleep(&self, targets: &PieceTargets<M>) -> bool {
        let &PieceTargets {
            lane,
            kind,
            from,
            mode,
            steps,
            beyond,
        } = targets;
        let sleep = &self.tables.sleep;
        let trace = &sleep.traces[usize::from(self.arrivals[lane])];
        let row = match mode {
            JUMP => kind,
            LEFT | RIGHT => 2 * kind + 1,
            _ => 2 * kind,
        };
        let moved = trace.spent[UP] | trace.spent[LEFT];
        sleep.ranks[row * M::BITS as usize + from as usize] < trace.rank
            && moved.bit(from) == 0
            && Self::touching(&self.tables.masks[kind], trace.vacated) & (steps | beyond)
                == M::EMPTY
    }

    /// Appends the states after a piece has gone further than a step.
    #[inline(always)]
    fn go(
        &self,
        block: LaneBlock,
        targets: &PieceTargets<M>,
        successors: &mut Vec<Successor<State<N>>>,
    ) {
        let &PieceTargets {
            lane,
            kind,
            from,
            mode,
            beyond,
            ..
        } = targets;
        let before = self.tables.placement(kind, from);
        let mut targets = beyond;
        while targets != M::EMPTY {
            let after = self.tables.placement(kind, targets.first());
            let arrival = |image: usize| after.arrivals[image] + self.tables.modes[image][mode];
            successors.push(self.successor(
                block.first + narrow(lane),
                |image| {
                    self.images[image][lane]
                        .xor(before.bits[image])
                        .xor(after.bits[image])
                },
                arrival,
            ));
            targets = targets.without_first();
        }
    }

    /// Returns the places that a piece can reach in more than one step.
    #[inline(always)]
    fn beyond(&self, masks: &PieceMasks<M>, fits: M, steps: M) -> M {
        let mut reached = steps;
        let mut beyond = M::EMPTY;
        loop {
            reached = self.spread(masks, reached) & fits & !beyond;
            if reached == M::EMPTY {
                return beyond;
            }
            beyond |= reached;
        }
    }

    /// Returns the anchors from which a piece covers one of these cells.
    #[inline(always)]
    fn touching(masks: &PieceMasks<M>, cells: M) -> M {
        masks
            .offsets
            .iter()
            .fold(M::EMPTY, |anchors, &offset| anchors | cells >> offset)
    }

    /// Returns the anchors of a lane that can step, by direction.
    #[inline(always)]
    fn can_step_in(&self, lane: usize) -> [M; 4] {
        std::array::from_fn(|direction| self.can_step[direction][lane])
    }

    /// Returns the kind that has its anchor at a cell of a lane.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number of a kind has five bits"
    )]
    fn kind_at(&self, lane: usize, cell: u32) -> KindId {
        let code = if N == 1 {
            let (lowest, factor) = self.tables.gather;
            let bits = self.images[0][lane].words()[0] >> cell & lowest;
            (bits.wrapping_mul(factor) >> (64 - self.tables.planes)) as usize
        } else {
            self.planes[..self.tables.planes]
                .iter()
                .enumerate()
                .fold(0, |code, (bit, plane)| {
                    code | (plane[lane].bit(cell) as usize) << bit
                })
        };
        code.wrapping_sub(1)
    }

    /// Returns the anchors where a piece fits if its own cells count as empty.
    #[inline(always)]
    fn fits(&self, masks: &PieceMasks<M>, lane: usize, from: u32) -> M {
        let room = self.empties[lane] | masks.footprints[from as usize];
        masks
            .offsets
            .iter()
            .fold(masks.places, |fits, &offset| fits & (room >> offset))
    }

    /// Returns the anchors one step away in any direction, occupied or not.
    #[inline(always)]
    fn spread(&self, masks: &PieceMasks<M>, anchors: M) -> M {
        let stride = self.tables.stride;
        (anchors & masks.inside[UP]) >> stride
            | (anchors & masks.inside[LEFT]) >> 1
            | (anchors & masks.inside[RIGHT]) << 1
            | (anchors & masks.inside[DOWN]) << stride
    }

    /// Moves anchors by one step. None of these steps may leave the board.
    #[inline(always)]
    fn stepped(&self, anchors: M, direction: usize) -> M {
        match direction {
            UP => anchors >> self.tables.stride,
            LEFT => anchors >> 1,
            RIGHT => anchors << 1,
            _ => anchors << self.tables.stride,
        }
    }
}
