//! The twin: textbook breadth-first search over sorted lists of (kind, anchor).

pub(crate) mod sketch;

use std::collections::{BTreeSet, HashMap, VecDeque};

use huarong::grid::{Cell, Direction, Edge};
use huarong::internals::Reflection;
use huarong::puzzle::{Goal, Polyomino, SolvedWhen, Target, Until};
use huarong::{Metric, Puzzle};

/// The maximum number of positions.
const MOST: usize = 1500;

/// The kinds and anchors of the pieces, sorted.
type Position = Vec<(usize, Cell)>;

/// The reachable positions.
pub(crate) struct Universe {
    positions: Vec<Position>,
    /// The number of positions at each distance.
    pub(crate) layers: Vec<usize>,
    /// The distance of the nearest solved position.
    pub(crate) optimum: Option<usize>,
}

/// Statistics of the reachable positions.
pub(crate) struct Survey {
    /// The number of positions at each distance from the start, and of the solved ones among them.
    pub(crate) layers: Vec<(u64, u64)>,
    /// The number of positions at each distance from the nearest solved one; `None` if unsolvable.
    pub(crate) goal_layers: Option<Vec<u64>>,
    /// The number of shortest paths to solved positions.
    pub(crate) solutions: Option<u128>,
    /// The number of positions with each number of moves.
    pub(crate) degrees: Vec<u64>,
    /// The number of pairs of positions that a move connects.
    pub(crate) pairs: usize,
    /// The number of moves that no move takes back.
    pub(crate) arcs: usize,
}

pub(crate) struct Twin<'a> {
    puzzle: &'a Puzzle,
    /// The first piece of each kind.
    kinds: Vec<usize>,
    start: Position,
}

impl<'a> Twin<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle) -> Self {
        let rights = |piece: usize| -> Vec<bool> {
            let cells = || puzzle.grid().cells();
            let places = cells().map(|at| may_stand(puzzle, piece, at));
            let exits = cells().flat_map(|at| {
                Direction::ALL.map(|way| {
                    may_stand(puzzle, piece, at) && way_out(puzzle, piece, at, way, &[]).is_some()
                })
            });
            let waits = (0..puzzle.pieces().len()).map(|other| {
                let mut waits = puzzle.waits_of(piece);
                waits.any(|until| match until {
                    Until::Left(left) => left == other,
                    Until::Gone(key) => key == other,
                })
            });
            places
                .chain(exits)
                .chain(waits)
                .chain(Direction::ALL.map(|way| puzzle.may_step(piece, way)))
                .collect()
        };
        let mut kinds = Vec::new();
        let mut start = Vec::new();
        for (id, piece) in puzzle.pieces().iter().enumerate() {
            let same =
                |&one: &usize| puzzle.are_interchangeable(one, id) && rights(one) == rights(id);
            let kind = kinds.iter().position(same).unwrap_or(kinds.len());
            if kind == kinds.len() {
                kinds.push(id);
            }
            // The layers beneath others are not there yet.
            if piece.anchor != Cell::OUT {
                start.push((kind, piece.anchor));
            }
        }
        start.sort_unstable();
        Twin {
            puzzle,
            kinds,
            start,
        }
    }

    /// Returns the reachable positions, or `None` if these are too many.
    pub(crate) fn explore(&self, metric: Metric) -> Option<Universe> {
        let mut distance = HashMap::from([(self.start.clone(), 0)]);
        let mut queue = VecDeque::from([self.start.clone()]);
        let mut universe = Universe {
            positions: Vec::new(),
            layers: Vec::new(),
            optimum: None,
        };
        while let Some(position) = queue.pop_front() {
            let here = distance[&position];
            universe
                .layers
                .resize(universe.layers.len().max(here + 1), 0);
            universe.layers[here] += 1;
            if universe.optimum.is_none() && self.is_solved(&position) {
                universe.optimum = Some(here);
            }
            for next in self.successors(&position, metric) {
                if !distance.contains_key(&next) {
                    distance.insert(next.clone(), here + 1);
                    queue.push_back(next);
                }
            }
            universe.positions.push(position);
            if distance.len() > MOST {
                return None;
            }
        }
        Some(universe)
    }

    /// Returns the statistics, or `None` if the positions are too many.
    pub(crate) fn survey(&self, metric: Metric) -> Option<Survey> {
        let positions = self.explore(metric)?.positions;
        let number: HashMap<&Position, usize> = positions.iter().zip(0..).collect();
        // A piece that returns to its anchor has not moved.
        let moves = |at: &Position| -> Vec<usize> {
            let successors = self.successors(at, metric);
            successors
                .iter()
                .filter(|&to| to != at)
                .map(|to| number[to])
                .collect()
        };
        let next: Vec<Vec<usize>> = positions.iter().map(moves).collect();
        let solved: Vec<bool> = positions.iter().map(|at| self.is_solved(at)).collect();
        let goals: Vec<usize> = (0..positions.len()).filter(|&at| solved[at]).collect();
        let mut before = vec![Vec::new(); next.len()];
        for (at, next) in next.iter().enumerate() {
            for &to in next {
                before[to].push(at);
            }
        }
        let moves: usize = next.iter().map(Vec::len).sum();
        let arcs = next
            .iter()
            .zip(&before)
            .flat_map(|(next, before)| next.iter().filter(|to| !before.contains(to)));
        let arcs = arcs.count();
        let from_start = distances(&next, &[0]);
        let from_goals = distances(&before, &goals);
        let mut layers = Vec::new();
        for (&distance, &is_solved) in from_start.iter().zip(&solved) {
            layers.resize(layers.len().max(distance + 1), (0, 0));
            layers[distance].0 += 1;
            layers[distance].1 += u64::from(is_solved);
        }
        let nearest = goals.iter().map(|&goal| from_start[goal]).min();
        let solutions = nearest.map(|nearest| {
            let ends = goals.iter().filter(|&&goal| from_start[goal] == nearest);
            ends.map(|&goal| ways_back(&before, &from_start, goal))
                .sum()
        });
        Some(Survey {
            layers,
            // Where pieces have left, a goal may be out of reach.
            goal_layers: nearest.map(|_| {
                let known = from_goals.into_iter().filter(|&it| it != usize::MAX);
                histogram(known)
            }),
            solutions,
            pairs: usize::midpoint(moves, arcs),
            arcs,
            degrees: histogram(next.iter().map(Vec::len)),
        })
    }

    fn shape(&self, kind: usize) -> &Polyomino {
        &self.puzzle.pieces()[self.kinds[kind]].shape
    }

    /// Returns the cells of all pieces but the one with this index.
    fn taken_by_others(&self, position: &Position, index: usize) -> Vec<Cell> {
        let others = position
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != index);
        others
            .flat_map(|(_, &(kind, at))| self.shape(kind).cells_at(at))
            .collect()
    }

    /// Returns the anchor of a piece after one step, if that is legal.
    fn step(&self, kind: usize, at: Cell, direction: Direction, taken: &[Cell]) -> Option<Cell> {
        let to = at.step(direction)?;
        let piece = self.kinds[kind];
        let is_free = || {
            let mut cells = self.shape(kind).cells_at(to);
            cells.all(|cell| !taken.contains(&cell))
        };
        let may = self.puzzle.may_step(piece, direction) && may_stand(self.puzzle, piece, to);
        (may && is_free()).then_some(to)
    }

    fn successors(&self, position: &Position, metric: Metric) -> BTreeSet<Position> {
        // A move turns corners; a slide keeps its direction.
        let bundle = if metric == Metric::Move { 4 } else { 1 };
        let mut found = BTreeSet::new();
        for (index, &(kind, start)) in position.iter().enumerate() {
            let taken = self.taken_by_others(position, index);
            if self.waits(position, kind) {
                continue;
            }
            for directions in Direction::ALL.chunks(bundle) {
                let mut reached = Vec::new();
                let mut waiting = vec![start];
                while let Some(from) = waiting.pop() {
                    for &direction in directions {
                        let piece = self.kinds[kind];
                        let free = way_out(self.puzzle, piece, from, direction, &taken);
                        if let Some(cells) = free
                            && (metric != Metric::Step || cells == 0)
                        {
                            let mut next = position.clone();
                            next.remove(index);
                            if let Some(layer) = self.puzzle.pieces()[piece].next_layer {
                                let kind = self.kinds.iter().position(|&it| it == layer);
                                let steps = |at: Cell, _| at.step(direction).expect("in the frame");
                                let stop = (0..cells).fold(from, steps);
                                next.push((kind.expect("a kind of its own"), stop));
                                next.sort_unstable();
                            }
                            found.insert(next);
                        }
                        let to = self.step(kind, from, direction, &taken);
                        let Some(to) = to.filter(|to| !reached.contains(to)) else {
                            continue;
                        };
                        reached.push(to);
                        if metric != Metric::Step {
                            waiting.push(to);
                        }
                    }
                }
                found.extend(reached.into_iter().map(|to| {
                    let mut next = position.clone();
                    next[index].1 = to;
                    next.sort_unstable();
                    next
                }));
            }
        }
        found
    }

    /// Returns whether a piece of this kind must wait until others have left.
    fn waits(&self, position: &Position, kind: usize) -> bool {
        let is_here = |piece: usize| {
            let mut placed = position.iter();
            placed.any(|&(kind, _)| self.kinds[kind] == piece)
        };
        self.puzzle.waits().iter().any(|wait| {
            wait.piece == self.kinds[kind]
                && match wait.until {
                    Until::Left(left) => self.start.len() - position.len() < left,
                    Until::Gone(key) => is_here(key),
                }
        })
    }

    fn is_solved(&self, position: &Position) -> bool {
        let clear = self.puzzle.finish() == SolvedWhen::Clear;
        self.puzzle
            .goals()
            .iter()
            .any(|goal| self.is_met(goal, position))
            || clear && self.is_a_step_away(position)
    }

    fn is_met(&self, goal: &Goal, position: &Position) -> bool {
        let covered: Vec<Cell> = position
            .iter()
            .flat_map(|&(kind, at)| self.shape(kind).cells_at(at))
            .collect();
        let is_met = |target: &Target| position.iter().any(|&placed| self.serves(placed, target));
        let stays = |&placed: &(usize, Cell)| {
            let mut targets = goal.targets.iter();
            self.puzzle.may_leave(self.kinds[placed.0])
                && !targets.any(|target| self.serves(placed, target))
        };
        goal.targets.iter().all(is_met)
            && !goal.empties.iter().any(|cell| covered.contains(cell))
            && !(self.puzzle.all_leave() && position.iter().any(stays))
    }

    fn serves(&self, (kind, at): (usize, Cell), target: &Target) -> bool {
        at == target.anchor
            && self
                .puzzle
                .are_interchangeable(self.kinds[kind], target.piece)
    }

    fn is_a_step_away(&self, position: &Position) -> bool {
        position.iter().enumerate().any(|(index, &(kind, at))| {
            let taken = self.taken_by_others(position, index);
            let after = |&way: &Direction| {
                let can_move = !self.waits(position, kind);
                can_move.then(|| self.step(kind, at, way, &taken)).flatten()
            };
            Direction::ALL.iter().filter_map(after).any(|to| {
                let mut after = position.clone();
                after[index] = (kind, to);
                let arrives = |goal: &Goal| {
                    goal.targets
                        .iter()
                        .any(|target| self.serves(after[index], target))
                };
                let mut goals = self.puzzle.goals().iter();
                goals.any(|goal| arrives(goal) && self.is_met(goal, &after))
            })
        })
    }

    /// Returns the number of classes of positions under these reflections. `None` if the shapes
    /// alone do not determine the image of each kind.
    pub(crate) fn classes(&self, universe: &Universe, reflections: &[Reflection]) -> Option<usize> {
        let maps: Vec<Vec<usize>> = reflections
            .iter()
            .map(|&by| self.partners(by))
            .collect::<Option<_>>()?;
        let least = |position: &Position| {
            let images = reflections.iter().zip(&maps).map(|(&by, partners)| {
                let image = |&(kind, at): &(usize, Cell)| {
                    (
                        partners[kind],
                        self.image(kind, at, by).into_iter().min().expect("cells"),
                    )
                };
                let mut image: Position = position.iter().map(image).collect();
                image.sort_unstable();
                image
            });
            images.min().expect("the identity")
        };
        Some(
            universe
                .positions
                .iter()
                .map(least)
                .collect::<BTreeSet<_>>()
                .len(),
        )
    }

    fn partners(&self, by: Reflection) -> Option<Vec<usize>> {
        let count = |kind: usize| {
            self.start
                .iter()
                .filter(|&&(other, _)| other == kind)
                .count()
        };
        let partner = |kind: usize| {
            let piece = &self.puzzle.pieces()[self.kinds[kind]];
            let mut pieces = self.puzzle.pieces().iter();
            let top = pieces.find(|other| other.letter == piece.letter);
            let at = top.expect("the piece itself").anchor;
            let mirrored = Polyomino::from_cells(&self.image(kind, at, by));
            let same =
                |&other: &usize| *self.shape(other) == mirrored && count(other) == count(kind);
            let candidates: Vec<usize> = (0..self.kinds.len()).filter(same).collect();
            match candidates[..] {
                _ if by == Reflection::Identity => Some(kind),
                [only] => Some(only),
                _ => None,
            }
        };
        (0..self.kinds.len()).map(partner).collect()
    }

    fn image(&self, kind: usize, at: Cell, by: Reflection) -> Vec<Cell> {
        let cells = self.shape(kind).cells_at(at);
        let bottom = self.puzzle.grid().rows() - 1;
        let right = self.puzzle.grid().columns() - 1;
        let flip = |cell: Cell| match by {
            Reflection::Identity => cell,
            Reflection::LeftRight => Cell::new(cell.row, right - cell.column),
            Reflection::TopBottom => Cell::new(bottom - cell.row, cell.column),
            Reflection::HalfTurn => Cell::new(bottom - cell.row, right - cell.column),
        };
        cells.map(flip).collect()
    }
}

/// Returns the distance of each vertex from the nearest of `from`.
fn distances(next: &[Vec<usize>], from: &[usize]) -> Vec<usize> {
    let mut distance = vec![usize::MAX; next.len()];
    for &at in from {
        distance[at] = 0;
    }
    let mut queue: VecDeque<usize> = from.iter().copied().collect();
    while let Some(at) = queue.pop_front() {
        for &to in &next[at] {
            if distance[to] == usize::MAX {
                distance[to] = distance[at] + 1;
                queue.push_back(to);
            }
        }
    }
    distance
}

/// Returns the number of shortest paths from the start to this vertex.
fn ways_back(before: &[Vec<usize>], distance: &[usize], end: usize) -> u128 {
    let mut ways = HashMap::from([(end, 1_u128)]);
    for _ in 0..distance[end] {
        let mut nearer = HashMap::new();
        for (at, ways) in ways {
            for &from in before[at]
                .iter()
                .filter(|&&from| distance[from] + 1 == distance[at])
            {
                *nearer.entry(from).or_default() += ways;
            }
        }
        ways = nearer;
    }
    ways[&0]
}

fn histogram(numbers: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut counts = Vec::new();
    for number in numbers {
        counts.resize(counts.len().max(number + 1), 0);
        counts[number] += 1;
    }
    counts
}

/// Returns the number of steps within the frame before a cell of the piece crosses a door, if all
/// cells of the piece can leave by a straight way on which none of these cells lies.
fn way_out(
    puzzle: &Puzzle,
    piece: usize,
    at: Cell,
    side: Direction,
    taken: &[Cell],
) -> Option<usize> {
    let mut least = usize::MAX;
    for mut cell in puzzle.pieces()[piece].shape.cells_at(at) {
        let mut steps = 0;
        while !puzzle.is_door(piece, Edge { cell, side }) {
            cell = cell.step(side)?;
            steps += 1;
            if !puzzle.may_enter(piece, cell) || taken.contains(&cell) {
                return None;
            }
        }
        least = least.min(steps);
    }
    puzzle.may_step(piece, side).then_some(least)
}

/// Returns whether a piece may stand at this anchor if no other piece is on the board.
fn may_stand(puzzle: &Puzzle, piece: usize, at: Cell) -> bool {
    let shape = &puzzle.pieces()[piece].shape;
    let cells: Vec<Cell> = shape.cells_at(at).collect();
    cells.len() == shape.area() && cells.iter().all(|&cell| puzzle.may_enter(piece, cell))
}
