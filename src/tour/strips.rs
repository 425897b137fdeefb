//! Large boards: cut into strips of a few columns, each toured by itself, and joined.
//!
//! Most strips are toured in rings. Two neighbouring rings, with a move a–b of the one and a move
//! c–d of the other such that a–c and b–d are moves, become one when those are exchanged; so do a
//! path and a ring. Where a tour must have its ends at given squares, or the number of squares is
//! odd, the strips from the one end to the other are toured in paths that lead on from strip to
//! strip.
//!
//! Joining small tours in this way is Parberry's (An efficient algorithm for the knight's tour
//! problem, 1997); that ends may be wherever their colours let them be is Conrad, Hindrichs,
//! Morsy and Wegener's (Solution of the knight's Hamiltonian path problem on chessboards, 1994).

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::RangeInclusive;

use crate::graph::Vertex;

use super::board::{BoardSymmetry, Chessboard, Square, TourKind};
use super::existence;
use super::find::{Attempt, RoundLimit, SearchBudget, find_narrow};
use super::frontier::SquareLinks;

/// How long to try for each strip, in rounds: little at first.
const ROUNDS: [u32; 3] = [1, 2, 4];

/// A knight's tour of a board with no side shorter than 5. Gives up where it finds none: that
/// proves nothing.
///
/// # Complexity
/// Time and memory linear in the squares: 8 bytes a square for the links and as many for the tour.
pub(super) fn find(
    board: &Chessboard,
    kind: TourKind,
    run: &mut SearchBudget<'_>,
) -> Attempt<Vec<Square>> {
    let lying =
        [false, true].map(|transposed| BoardSymmetry { transposed, ..BoardSymmetry::default() });
    let mut ways: Vec<(BoardSymmetry, StripPartition)> = Vec::new();
    for symmetry in lying {
        let kind = kind.map(|square| symmetry.apply(board, square));
        ways.extend(StripPartition::of(&symmetry.board(board), kind).map(|way| (symmetry, way)));
    }
    if let [(_, one), (_, other)] = &ways[..]
        && other.difficulty() < one.difficulty()
    {
        ways.reverse();
    }
    for rounds in ROUNDS {
        for (symmetry, division) in &ways {
            match tour(division, RoundLimit::UpTo(rounds), run) {
                Attempt::Found(mut tour) => {
                    for square in &mut tour {
                        *square = symmetry.undo(board, *square);
                    }
                    return Attempt::Found(tour);
                }
                Attempt::Stopped(reason) => return Attempt::Stopped(reason),
                Attempt::GaveUp | Attempt::Exhausted => {}
            }
        }
    }
    Attempt::GaveUp
}

/// A tour of a board that is divided so.
fn tour(
    division: &StripPartition,
    rounds: RoundLimit,
    run: &mut SearchBudget<'_>,
) -> Attempt<Vec<Square>> {
    let board = &division.board;
    let mut links = SquareLinks::new(board.squares());
    let joined = Chain::new(division, rounds, run)
        .lay(&mut links)
        .and_then(|()| lay_rings(division, rounds, run, &mut links));
    if let Err(attempt) = joined {
        return attempt.map(|never| match never {});
    }
    let from = division.kind.start().map_or_else(|| links.an_end(), |at| board.vertex(at));
    Attempt::Found(links.walk(from).into_iter().map(|vertex| board.square(vertex)).collect())
}

/// A strip: all rows of a few columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Strip {
    /// The first of its columns.
    left: u32,
    /// How many they are.
    width: u32,
}

impl Strip {
    /// The square of the board as one of this strip.
    fn local(self, square: Square) -> Square {
        Square { column: square.column - self.left, ..square }
    }

    /// The square of this strip as one of the board.
    fn global(self, square: Square) -> Square {
        Square { column: square.column + self.left, ..square }
    }

    fn contains(self, square: Square) -> bool {
        (self.left..self.left + self.width).contains(&square.column)
    }
}

/// A board in strips, and which of them are toured in paths rather than rings.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StripPartition {
    board: Chessboard,
    kind: TourKind,
    strips: Vec<Strip>,
    /// The strips that are toured in paths, in the order in which the tour takes them.
    chain: Vec<usize>,
}

impl StripPartition {
    /// `None` where the board cannot be cut so that each strip has its tour.
    fn of(board: &Chessboard, kind: TourKind) -> Option<Self> {
        let (odd, even) = widths(board.columns())?;
        let odd_area =
            odd.iter().filter(|&width| !(width * board.rows()).is_multiple_of(2)).count();
        match (odd_area, odd.as_slice()) {
            // The odd strip stands where the chain of paths through it is short.
            (1, &[odd]) => {
                let places = (0..=even.len()).filter_map(|place| {
                    let mut widths = even.clone();
                    widths.insert(place, odd);
                    let strips = strips(&widths);
                    let chain = chain(&strips, kind, Some(place))?;
                    Some(StripPartition { board: *board, kind, strips, chain })
                });
                places.min_by_key(|division| division.chain.len())
            }
            (0, _) => {
                let strips = strips(&[odd, even].concat());
                let chain = chain(&strips, kind, None)?;
                Some(StripPartition { board: *board, kind, strips, chain })
            }
            _ => None,
        }
    }

    /// The board that a strip is by itself.
    fn board_of(&self, strip: Strip) -> Chessboard {
        Chessboard::new(self.board.rows(), strip.width, self.board.leaper())
            .expect("a part of a board is a board")
    }

    /// What makes one way to cut a board worse than another: wide strips are hard to tour, and
    /// not every pair of ends will do in strips of five columns.
    fn difficulty(&self) -> impl Ord + use<> {
        let widths = || self.strips.iter().map(|strip| strip.width);
        (widths().max(), widths().any(|width| width == 5), self.chain.len())
    }
}

/// Strips of these widths, from the left.
fn strips(widths: &[u32]) -> Vec<Strip> {
    let mut left = 0;
    let strip = |&width: &u32| {
        let strip = Strip { left, width };
        left += width;
        strip
    };
    widths.iter().map(strip).collect()
}

/// Widths that make up the columns, the odd ones and the even ones: 6 where possible, and a 7 if
/// need be. `None` for boards that are too narrow to be cut.
fn widths(columns: u32) -> Option<(Vec<u32>, Vec<u32>)> {
    let even = |columns: u32| {
        let eights = match columns % 6 {
            0 => 0,
            2 => 1,
            _ => 2,
        };
        let sixes = (columns - 8 * eights) / 6;
        [vec![6; sixes as usize], vec![8; eights as usize]].concat()
    };
    Some(match columns {
        0..5 => return None,
        5 | 7 | 9 => (vec![columns], vec![]),
        10 => (vec![5, 5], vec![]),
        11 => (vec![5], vec![6]),
        17 => (vec![5], vec![6, 6]),
        _ if columns.is_multiple_of(2) => (vec![], even(columns)),
        _ => (vec![7], even(columns - 7)),
    })
}

/// The strips from the start of the tour to its end, by way of the odd one. `None` where that does
/// not lie between them. A tour that may end anywhere and has no odd strip is a ring, cut open.
fn chain(strips: &[Strip], kind: TourKind, odd: Option<usize>) -> Option<Vec<usize>> {
    let TourKind::Open { start, end } = kind else {
        return odd.is_none().then(Vec::new);
    };
    let strip_of = |square: Square| strips.iter().position(|strip| strip.contains(square));
    let (first, last) = match (start.and_then(strip_of), end.and_then(strip_of)) {
        (Some(first), Some(last)) => (first, last),
        (Some(one), None) | (None, Some(one)) => match (odd, start) {
            (Some(odd), Some(_)) => (one, odd),
            (Some(odd), None) => (odd, one),
            (None, _) => return Some(Vec::new()),
        },
        (None, None) => return Some(odd.into_iter().collect()),
    };
    let between: RangeInclusive<usize> = first.min(last)..=first.max(last);
    if odd.is_some_and(|odd| !between.contains(&odd)) {
        return None;
    }
    Some(if first <= last { between.collect() } else { between.rev().collect() })
}

/// How many ways from a strip to the next are tried before another way to it is.
const WAYS: usize = 24;

/// A path through a strip: its width, and the path's ends on the strip's own board.
type StripPathKey = (u32, Option<Square>, Option<Square>);

/// The strips from the start of the tour to its end.
struct Chain<'a, 'b, 'c> {
    division: &'a StripPartition,
    rounds: RoundLimit,
    run: &'b mut SearchBudget<'c>,
    /// What has been found; `None` where nothing was.
    known: HashMap<StripPathKey, Option<Vec<Square>>>,
    /// The passages that make up the tour so far.
    taken: Vec<StripPathKey>,
}

impl<'a, 'b, 'c> Chain<'a, 'b, 'c> {
    fn new(
        division: &'a StripPartition,
        rounds: RoundLimit,
        run: &'b mut SearchBudget<'c>,
    ) -> Self {
        Chain { division, rounds, run, known: HashMap::new(), taken: Vec::new() }
    }

    /// Lays the paths of all strips of the chain, joined to one.
    fn lay(mut self, links: &mut SquareLinks) -> Result<(), Attempt<Infallible>> {
        let chain = &self.division.chain;
        if chain.is_empty() {
            return Ok(());
        }
        self.find_ways()?;
        let board = &self.division.board;
        let mut before = None;
        for (&index, passage) in chain.iter().zip(&self.taken) {
            let strip = self.division.strips[index];
            let path = self.known[passage].as_deref().unwrap_or_default();
            for &square in path {
                let vertex = board.vertex(strip.global(square));
                if let Some(before) = before {
                    links.join(before, vertex);
                }
                before = Some(vertex);
            }
        }
        Ok(())
    }

    /// Finds a path through each strip, such that the one begins a move from where the other
    /// ends: a search through the ways from strip to strip, which are many.
    fn find_ways(&mut self) -> Result<(), Attempt<Infallible>> {
        let chain = &self.division.chain;
        // For each strip that has been entered: where, and the ways out that are still untried.
        let mut levels = vec![(self.division.kind.start(), self.ways_out(0))];
        while let Some((entry, ways)) = levels.last_mut() {
            let entry = *entry;
            let Some((exit, next)) = ways.pop() else {
                levels.pop();
                self.taken.pop();
                continue;
            };
            let level = levels.len() - 1;
            let Some(passage) = self.passage(chain[level], entry, exit)? else { continue };
            self.taken.push(passage);
            if level + 1 == chain.len() {
                return Ok(());
            }
            levels.push((next, self.ways_out(level + 1)));
        }
        Err(Attempt::GaveUp)
    }

    /// The ways out of a strip of the chain: its last square and the first one of the next strip.
    /// Those to be tried first come last.
    fn ways_out(&self, level: usize) -> Vec<(Option<Square>, Option<Square>)> {
        let (chain, strips) = (&self.division.chain, &self.division.strips);
        let TourKind::Open { end, .. } = self.division.kind else { return Vec::new() };
        let Some(&next) = chain.get(level + 1) else { return vec![(end, None)] };
        let (strip, next) = (strips[chain[level]], strips[next]);
        let left = if strip.left < next.left { next.left - 2 } else { strip.left };
        let board = &self.division.board;
        let mut ways = Vec::new();
        for square in 0..2 * board.rows() {
            let exit = Square { row: square / 2, column: left + square % 2 };
            let entries = board.landings(exit).filter(|&entry| next.contains(entry));
            ways.extend(entries.map(|entry| (Some(exit), Some(entry))));
            if ways.len() >= WAYS {
                break;
            }
        }
        ways.truncate(WAYS);
        ways.reverse();
        ways
    }

    /// A path through a strip from square to square, if one is found.
    fn passage(
        &mut self,
        index: usize,
        entry: Option<Square>,
        exit: Option<Square>,
    ) -> Result<Option<StripPathKey>, Attempt<Infallible>> {
        let strip: Strip = self.division.strips[index];
        let [start, end] = [entry, exit].map(|square| square.map(|square| strip.local(square)));
        let passage = (strip.width, start, end);
        if !self.known.contains_key(&passage) {
            let board = self.division.board_of(strip);
            let kind = TourKind::Open { start, end };
            let attempt = if existence::no_tour_reason(&board, kind).is_some() {
                Attempt::Exhausted
            } else {
                find_narrow(&board, kind, self.rounds, self.run)
            };
            let path = match attempt {
                Attempt::Found(path) => Some(path),
                Attempt::Exhausted | Attempt::GaveUp => None,
                Attempt::Stopped(reason) => return Err(Attempt::Stopped(reason)),
            };
            self.known.insert(passage, path);
        }
        Ok(self.known[&passage].is_some().then_some(passage))
    }
}

/// Lays a ring on each strip that is not of the chain, and joins it to its neighbour on the side
/// of the chain; where there is no chain, on the left.
fn lay_rings(
    division: &StripPartition,
    rounds: RoundLimit,
    run: &mut SearchBudget<'_>,
    links: &mut SquareLinks,
) -> Result<(), Attempt<Infallible>> {
    let mut rings = Rings { division, rounds, known: HashMap::new() };
    let strips = &division.strips;
    let chain = division.chain.iter();
    let first = chain.clone().min().copied().unwrap_or(0);
    let last = chain.clone().max().copied().unwrap_or(0);
    if division.chain.is_empty() {
        rings.draw(strips[0], run, links)?;
    }
    for index in (0..first).rev() {
        rings.draw(strips[index], run, links)?;
        join(division, strips[index], strips[index + 1], links)?;
    }
    for index in last + 1..strips.len() {
        rings.draw(strips[index], run, links)?;
        join(division, strips[index], strips[index - 1], links)?;
    }
    Ok(())
}

/// The rings of strips, by their width: strips of one width have one ring.
struct Rings<'a> {
    division: &'a StripPartition,
    rounds: RoundLimit,
    known: HashMap<u32, Vec<Square>>,
}

impl Rings<'_> {
    /// Lays the ring of a strip.
    fn draw(
        &mut self,
        strip: Strip,
        run: &mut SearchBudget<'_>,
        links: &mut SquareLinks,
    ) -> Result<(), Attempt<Infallible>> {
        if !self.known.contains_key(&strip.width) {
            let board = self.division.board_of(strip);
            let closed = TourKind::Closed { start: None };
            let ring = find_narrow(&board, closed, self.rounds, run).found()?;
            self.known.insert(strip.width, ring);
        }
        let board = &self.division.board;
        let ring = &self.known[&strip.width];
        let mut before = ring[ring.len() - 1];
        for &square in ring {
            let vertex = |square| board.vertex(strip.global(square));
            links.join(vertex(before), vertex(square));
            before = square;
        }
        Ok(())
    }
}

/// Makes the ring of a strip one with what its neighbour is part of.
fn join(
    division: &StripPartition,
    ring: Strip,
    neighbour: Strip,
    links: &mut SquareLinks,
) -> Result<(), Attempt<Infallible>> {
    let board = &division.board;
    let left = if ring.left < neighbour.left { neighbour.left } else { ring.left - 2 };
    for square in 0..2 * board.rows() {
        let one = board.vertex(Square { row: square / 2, column: left + square % 2 });
        for next in links.of(one) {
            if let Some((other, after)) = exchange(division, ring, (one, next), links) {
                links.part(one, next);
                links.part(other, after);
                links.join(one, other);
                links.join(next, after);
                return Ok(());
            }
        }
    }
    Err(Attempt::GaveUp)
}

/// A move of the ring for which one that lies beside it can be exchanged.
fn exchange(
    division: &StripPartition,
    ring: Strip,
    (one, next): (Vertex, Vertex),
    links: &SquareLinks,
) -> Option<(Vertex, Vertex)> {
    let board = &division.board;
    let others = board.landings(board.square(one)).filter(|&other| ring.contains(other));
    let mut pairs = others.flat_map(|other| {
        let other = board.vertex(other);
        links.of(other).map(move |after| (other, after))
    });
    pairs.find(|&(_, after)| board.is_move(board.square(next), board.square(after)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Leaper;

    #[test]
    fn widths_make_up_the_columns() {
        for columns in 5..400 {
            let (odd, even) = widths(columns).expect("wide enough");
            assert_eq!(odd.iter().chain(&even).sum::<u32>(), columns);
            assert!(odd.iter().all(|width| matches!(width, 5 | 7 | 9)), "{columns}");
            assert!(even.iter().all(|width| matches!(width, 6 | 8)), "{columns}");
            assert!(odd.len() < 2 || columns == 10);
        }
        assert_eq!(widths(4), None);
    }

    #[test]
    fn an_odd_board_has_its_odd_strip_between_the_ends_of_the_tour() {
        let board = Chessboard::new(19, 21, Leaper::KNIGHT).expect("a board");
        let at = |column| Some(Square { row: 0, column });
        for start in 0..21 {
            for end in (0..21).map(at).chain([None]) {
                let kind = TourKind::Open { start: at(start), end };
                let Some(division) = StripPartition::of(&board, kind) else {
                    // No strip of seven columns can begin so that it holds both.
                    assert_eq!((start, end), (13, at(13)));
                    continue;
                };
                let strip = |index: &usize| division.strips[*index];
                let chain: Vec<Strip> = division.chain.iter().map(strip).collect();
                assert_eq!(chain.iter().filter(|strip| strip.width == 7).count(), 1);
                assert!(chain[0].contains(Square { row: 0, column: start }));
                assert!(end.is_none_or(|end| chain[chain.len() - 1].contains(end)));
            }
        }
    }

    #[test]
    fn a_closed_tour_needs_no_paths_and_an_even_number_of_squares() {
        let closed = |rows, columns| {
            let board = Chessboard::new(rows, columns, Leaper::KNIGHT).expect("a board");
            StripPartition::of(&board, TourKind::Closed { start: None })
        };
        assert_eq!(closed(20, 13).map(|division| division.chain.len()), Some(0));
        assert_eq!(closed(21, 13), None);
    }
}
