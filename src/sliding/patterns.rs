//! Pattern databases for any puzzle of blocks: how far it is to the goal at least, looked up for the
//! pieces that are kept while the others are left out.
//!
//! A position with some of its pieces left out is one of a smaller puzzle, and whatever moves solve
//! the one solve the other, those of the missing pieces struck: see [`Board::keeping`]. A search from
//! all goals of the smaller puzzle says of each of its positions how far it is. Where some of several
//! pieces that are alike are kept, any choice of them gives a number that is not too high, and the
//! greatest of these numbers is taken. Where goals name more pieces than one table holds, several
//! tables hold some each; as a unit of every metric moves one piece, the sum of what they say is not
//! too high either (Korf, Felner, "Disjoint pattern database heuristics", *Artificial Intelligence*
//! 134, 2002).

use std::cmp::Reverse;

use crate::board::{Board, Group, subsets};
use crate::control::{Instant, Limits, Observer, Outcome, StopReason};
use crate::memory;
use crate::puzzle::Metric;
use crate::search::best_first::{Heuristic, NO_WAY};
use crate::search::{BreadthFirst, Key, Space, Target, Words};

use super::spaces::{BoardSpace, with_space};

/// What the tables of a puzzle may come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Positions of a smaller puzzle.
    pub(crate) states: usize,
    /// Placements that a table has a byte for; not all are positions.
    pub(crate) entries: usize,
    /// Numbers that are looked up in a table for a position.
    pub(crate) lookups: usize,
}

impl Budget {
    /// What is spent before anything is known of how many states a search meets.
    pub(crate) const FIRST: Self = Budget { states: 1 << 9, entries: 1 << 15, lookups: 32 };

    /// For a search to which so much is little.
    pub(crate) const fn grown(self) -> Self {
        let [states, entries] = [self.states.saturating_mul(8), self.entries.saturating_mul(8)];
        Budget { states, entries, ..self }
    }

    /// How many states a search is to meet before larger tables are worth their making.
    pub(crate) const fn covers(self) -> usize {
        self.states.saturating_mul(10)
    }
}

/// In a table: no goal is connected to such a position. A distance is kept as one more, so that a table
/// that is mostly this takes no more memory than what is written into it.
const UNCONNECTED: u8 = 0;

/// How far the positions of a board are from its nearest goal at least.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    board: Board,
    /// The sum of what they say is not too high, as no piece is in two of them.
    tables: Vec<Table>,
    /// What is being looked up.
    indices: Vec<u32>,
}

/// The distances of some pieces from their goals, all others left out.
#[derive(Clone, Debug)]
struct Table {
    /// How many pieces of each group of the board are kept.
    kept: Vec<usize>,
    members: Vec<Member>,
    /// By the sum of what the members add.
    distances: Vec<u8>,
}

/// The pieces of a group that a table keeps.
#[derive(Clone, Debug)]
struct Member {
    group: Group,
    /// Those that are kept, in each choice, in the order of their cells: one choice after the other.
    choices: Vec<u8>,
    /// By the number of a kept piece, and by its cell: what it adds to the index.
    weights: Vec<Vec<u32>>,
}

impl Member {
    /// Where so many pieces of a group are kept, and `unit` is the number of placements of all before.
    fn new(group: &Group, kept: usize, unit: usize) -> Self {
        let weight = |number: usize, cell: usize| {
            let place = (group.region & ((1 << cell) - 1)).count_ones() as usize;
            // The combinatorial number system: each set of places has a number of its own.
            let number = unit.saturating_mul(binomial(place, number + 1));
            // What is too large is of no placement.
            u32::try_from(number).unwrap_or(0)
        };
        let cells = (u128::BITS - group.region.leading_zeros()) as usize;
        let weights = |number| (0..cells).map(|cell| weight(number, cell)).collect();
        let pieces = subsets(group.pieces, kept).flatten();
        Member {
            group: group.clone(),
            choices: pieces.map(|piece| u8::try_from(piece).expect("at most 128 cells")).collect(),
            weights: (0..kept).map(weights).collect(),
        }
    }

    /// For each index that there is, and each choice: the two together.
    #[inline]
    fn add_to(&self, indices: &mut Vec<u32>, mut anchors: u128) {
        let mut cells = [0_u8; u128::BITS as usize];
        for cell in &mut cells[..self.group.pieces] {
            #[expect(clippy::cast_possible_truncation, reason = "at most 128")]
            let first = anchors.trailing_zeros() as u8;
            *cell = first;
            anchors &= anchors.wrapping_sub(1);
        }
        let index = |choice: &[u8]| -> u32 {
            let chosen = choice.iter().zip(&self.weights);
            chosen.map(|(&piece, weights)| weights[cells[piece as usize] as usize]).sum()
        };
        let (first, others) = self.choices.split_at(self.weights.len());
        let before = indices.len();
        for choice in others.chunks_exact(self.weights.len()) {
            let more = index(choice);
            indices.extend_from_within(..before);
            let from = indices.len() - before;
            indices[from..].iter_mut().for_each(|index| *index += more);
        }
        let more = index(first);
        indices[..before].iter_mut().for_each(|index| *index += more);
    }
}

/// `n` over `k`, or more than any table holds.
fn binomial(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    (0..k)
        .try_fold(1_usize, |all, at| Some(all.checked_mul(n - at)? / (at + 1)))
        .unwrap_or(usize::MAX)
}

impl Table {
    /// Appends the indices of the positions that one with all pieces comes to.
    /// None in a mirror image that has pieces where they never come to themselves.
    fn find(&self, board: &Board, words: &[u64], indices: &mut Vec<u32>) {
        indices.clear();
        indices.push(0);
        let mut read = None;
        for member in &self.members {
            let Group { kind, region, .. } = member.group;
            // Those of a kind follow on each other.
            let anchors = match read {
                Some((known, anchors)) if known == kind => anchors,
                _ => board.anchors_of(kind, words),
            };
            read = Some((kind, anchors));
            if (anchors & region).count_ones() as usize != member.group.pieces {
                return indices.clear();
            }
            member.add_to(indices, anchors & region);
        }
    }

    fn estimate(&self, board: &Board, words: &[u64], indices: &mut Vec<u32>) -> u32 {
        self.find(board, words, indices);
        // What is not connected comes out as the greatest; of what is not found nothing is said.
        let told = indices.iter().map(|&index| self.distances[index as usize].wrapping_sub(1));
        let most = told.max().unwrap_or(0);
        if most == UNCONNECTED.wrapping_sub(1) { NO_WAY } else { most.into() }
    }
}

impl<K: Key> Heuristic<K> for Patterns {
    fn estimate(&mut self, keys: &[K], found: &mut Vec<u32>) {
        found.extend(keys.iter().map(|key| self.estimate_of(key.words())));
    }

    fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.distances.len()).sum()
    }
}

impl Patterns {
    /// Those that say the most of a board, whose space this is, for what they cost.
    pub(crate) fn best<K: Key>(
        (board, metric): (&Board, Metric),
        space: &mut dyn Space<K>,
        budget: Budget,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Result<Self, StopReason> {
        let sample = walk(space, K::from_words(&board.words(board.start())));
        let groups = board.groups();
        let (started, limits) = (Instant::now(), *limits);
        let mut builder = Builder { board, metric, groups, budget, started, limits, observer };
        let mut tables = builder.tables_of_the_named()?;
        if tables.is_empty() {
            tables.push(builder.nothing());
        }
        if let [base] = &mut tables[..] {
            *base = builder.grown(base.clone(), &sample)?;
        }
        Ok(Patterns { board: board.clone(), tables, indices: Vec::new() })
    }

    /// What they say of a position in words.
    pub(crate) fn estimate_of(&mut self, words: &[u64]) -> u32 {
        let Patterns { board, tables, indices } = self;
        let mut told = tables.iter().map(|table| table.estimate(board, words, indices));
        told.try_fold(0_u32, u32::checked_add).unwrap_or(NO_WAY)
    }

    /// The pieces that are looked up, in words: `pattern database of 5 pieces`.
    pub(crate) fn described(&self) -> String {
        let pieces = |table: &Table| table.kept.iter().sum::<usize>().to_string();
        let sizes: Vec<String> = self.tables.iter().map(pieces).collect();
        match &sizes[..] {
            [size] if size == "0" => "no estimate: every table would be too large".to_owned(),
            [size] if size == "1" => "pattern database of 1 piece".to_owned(),
            [size] => format!("pattern database of {size} pieces"),
            sizes => format!("pattern databases of {} pieces, added up", sizes.join(", ")),
        }
    }
}

/// Positions on a way from the start that turns as it likes.
fn walk<K: Key>(space: &mut dyn Space<K>, start: K) -> Vec<K> {
    let (mut at, mut successors, mut sample) = (start, Vec::new(), vec![start]);
    let mut random = 1_u64;
    for step in 1..STEPS {
        successors.clear();
        space.expand(&[at], &[], &mut successors);
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = usize::try_from(random >> 33).expect("31 bits");
        let Some(next) = successors.get(choice % successors.len().max(1)) else { break };
        at = next.key;
        if step % 8 == 0 {
            sample.push(at);
        }
    }
    sample
}

/// Moves of the walk from which positions are taken.
const STEPS: usize = 512;

/// Makes tables, one after the other.
struct Builder<'a> {
    board: &'a Board,
    metric: Metric,
    groups: Vec<Group>,
    budget: Budget,
    started: Instant,
    limits: Limits,
    observer: Observer<'a>,
}

impl Builder<'_> {
    /// The table of no pieces, which says nothing.
    fn nothing(&self) -> Table {
        Table { kept: vec![0; self.groups.len()], members: Vec::new(), distances: vec![1] }
    }

    /// Tables that hold all pieces that the goals name, each as many as fit.
    fn tables_of_the_named(&mut self) -> Result<Vec<Table>, StopReason> {
        let mut tables: Vec<Table> = Vec::new();
        let mut last: Option<Table> = None;
        for group in 0..self.groups.len() {
            if !self.groups[group].is_named {
                continue;
            }
            let all = self.groups[group].pieces;
            let mut kept =
                last.as_ref().map_or_else(|| vec![0; self.groups.len()], |it| it.kept.clone());
            kept[group] = all;
            if let Some(table) = self.table(&kept)? {
                last = Some(table);
                continue;
            }
            tables.extend(last.take());
            let mut kept = vec![0; self.groups.len()];
            kept[group] = all;
            last = self.table(&kept)?;
        }
        tables.extend(last);
        Ok(tables)
    }

    /// The table with more pieces, those first that help the most by themselves.
    fn grown<K: Key>(&mut self, base: Table, sample: &[K]) -> Result<Table, StopReason> {
        let mut gains = Vec::new();
        for group in 0..self.groups.len() {
            if let Some(table) = self.table_with_one_more(&base, group)? {
                gains.push((self.told(&table, sample), group));
            }
        }
        // What helps as much is larger.
        let area = |group: usize| self.board.kinds()[self.groups[group].kind].shape.area();
        gains.sort_by_key(|&(gain, group)| Reverse((gain, area(group))));
        let (mut best, mut failures, mut next) = (base, 0, 0);
        while failures < MOST_FAILURES && !gains.is_empty() {
            let (_, group) = gains[next % gains.len()];
            if best.kept[group] == self.groups[group].pieces {
                gains.retain(|&(_, other)| other != group);
                continue;
            }
            if let Some(table) = self.table_with_one_more(&best, group)? {
                (best, next) = (table, next + 1);
            } else {
                // Larger ones would be too large as well.
                gains.retain(|&(_, other)| other != group);
                failures += 1;
            }
        }
        Ok(best)
    }

    /// The sum of what a table says of some positions.
    fn told<K: Key>(&self, table: &Table, sample: &[K]) -> u64 {
        let mut indices = Vec::new();
        let told = sample.iter().map(|key| table.estimate(self.board, key.words(), &mut indices));
        told.map(u64::from).sum()
    }

    fn table_with_one_more(
        &mut self,
        table: &Table,
        group: usize,
    ) -> Result<Option<Table>, StopReason> {
        let mut kept = table.kept.clone();
        kept[group] += 1;
        if kept[group] > self.groups[group].pieces { Ok(None) } else { self.table(&kept) }
    }

    /// The table that keeps so many pieces of each group; none if it is more than may be.
    fn table(&mut self, kept: &[usize]) -> Result<Option<Table>, StopReason> {
        let (mut placements, mut lookups) = (1_usize, 1_usize);
        // The search takes more than that.
        let most =
            self.limits.max_bytes.map_or(usize::MAX, |most| most / 8).min(self.budget.entries);
        let (mut members, mut alone) = (Vec::new(), Vec::new());
        for (group, &count) in self.groups.iter().zip(kept).filter(|(_, count)| **count > 0) {
            lookups = lookups.saturating_mul(binomial(group.pieces, count));
            let places = group.region.count_ones() as usize;
            let further = placements.saturating_mul(binomial(places, count));
            if lookups > self.budget.lookups || further > most {
                return Ok(None);
            }
            members.push(Member::new(group, count, placements));
            alone.push(Member::new(&Group { pieces: count, ..group.clone() }, count, placements));
            placements = further;
        }
        if memory::allow(placements, &self.limits).is_err() {
            return Ok(None);
        }
        let Some(board) = self.board.keeping(&self.groups, kept) else { return Ok(None) };
        let Some(goals) = board.goals(self.budget.states.min(MOST_GOALS)) else { return Ok(None) };
        // The kinds have other numbers there.
        let mut kinds: Vec<usize> = alone.iter().map(|member| member.group.kind).collect();
        kinds.dedup();
        for member in &mut alone {
            let kind = kinds.iter().position(|&kind| kind == member.group.kind);
            member.group.kind = kind.expect("it is among them");
        }
        let kept = kept.to_vec();
        let mut table = Table { kept, members: alone, distances: vec![UNCONNECTED; placements] };
        let is_whole = with_space!(BoardSpace::of(&board, self.metric), space => {
            self.fill(&mut table, &board, space, &goals)?
        });
        table.members = members;
        Ok(is_whole.then_some(table))
    }

    /// Searches from all goals; tells whether that came to an end within the budget.
    fn fill<K: Key>(
        &mut self,
        table: &mut Table,
        board: &Board,
        mut space: Box<dyn Space<K>>,
        goals: &[Words],
    ) -> Result<bool, StopReason> {
        if goals.is_empty() {
            return Ok(true);
        }
        let goals: Vec<K> = goals.iter().map(|goal| K::from_words(goal)).collect();
        let limits = Limits {
            max_states: Some(self.budget.states),
            max_depth: None,
            ..self.limits.after(0, self.started.elapsed()).less(table.distances.len())
        };
        let mut search = BreadthFirst::default();
        let target = Target::Everything;
        match search.search_from(&mut *space, &goals, target, &limits, self.observer).outcome {
            Outcome::Stopped(reason) if reason == StopReason::States || reason.is_of_memory() => {
                return Ok(false);
            }
            Outcome::Stopped(reason) => return Err(reason),
            Outcome::Found(_) | Outcome::Exhausted => {}
        }
        let mut indices = Vec::new();
        let mut keys = search.nodes().keys().iter();
        for (distance, &layer) in search.layers().iter().enumerate() {
            // What is further is not told to be.
            let kept = u8::try_from(distance + 1).unwrap_or(u8::MAX);
            for key in keys.by_ref().take(layer) {
                table.find(board, key.words(), &mut indices);
                table.distances[indices[0] as usize] = kept;
            }
        }
        Ok(true)
    }
}

/// Tables that come out too large before no other is tried.
const MOST_FAILURES: usize = 2;

/// The most goals of a smaller puzzle: they are listed within half a second, as nothing can stop that.
const MOST_GOALS: usize = 1 << 18;
