//! How many boards there are, without going through them.

use std::collections::HashMap;

use super::frame::CellFrame;

/// How many boards a frame has with any pieces, by the number of their empty cells.
///
/// # Complexity
/// Time and memory grow by some factor with each cell of the shorter side, and are linear in the
/// other.
pub(super) fn boards(frame: &CellFrame) -> Vec<u128> {
    // Line by line along the shorter side.
    let (rows, columns) = (frame.rows, frame.columns);
    let line = rows.min(columns);
    let start = Profile { pieces: vec![NONE; line as usize], apart: Vec::new() };
    let mut profiles = HashMap::from([(start, vec![1_u128])]);
    for number in 0..frame.area() {
        let (across, along) = (number / line, number % line);
        let cell = if columns <= rows { number } else { along * columns + across };
        let column = along as usize;
        let mut next: HashMap<Profile, Vec<u128>> = HashMap::new();
        for (profile, counts) in profiles {
            let mut lead = |to: Profile, empty: usize| {
                let sum = next.entry(to.numbered()).or_default();
                sum.resize(sum.len().max(counts.len() + empty), 0);
                sum[empty..].iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
            };
            if frame.cells >> cell & 1 == 0 {
                lead(profile.without_piece(column), 0);
                continue;
            }
            lead(profile.without_piece(column), 1);
            for belongs in [[false, false], [false, true], [true, false], [true, true]] {
                if let Some(to) = profile.with_piece(column, belongs) {
                    lead(to, 0);
                }
            }
        }
        profiles = next;
    }
    let mut sum = vec![0; frame.area() as usize + 1];
    for counts in profiles.into_values() {
        sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    sum
}

/// What matters of the cells so far: the last one of each column.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Profile {
    /// By column: the piece; of two that will be found to be one, each has a number.
    pieces: Vec<u8>,
    /// Pieces that are never one, as they are neighbours: the smaller number first, in order.
    apart: Vec<(u8, u8)>,
}

/// No piece: a wall, or an empty cell.
const NONE: u8 = 0;

/// A piece that begins.
const NEW: u8 = u8::MAX;

impl Profile {
    fn without_piece(&self, column: usize) -> Self {
        let mut to = self.clone();
        to.pieces[column] = NONE;
        to
    }

    /// One more cell of a piece, which belongs to the piece above and to that on the left, or does
    /// not; none if that cannot be.
    fn with_piece(&self, column: usize, belongs: [bool; 2]) -> Option<Self> {
        let beside = column.checked_sub(1).map_or(NONE, |left| self.pieces[left]);
        let near = [self.pieces[column], beside];
        if near.iter().zip(belongs).any(|(&piece, belongs)| belongs && piece == NONE) {
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

    /// The same with pieces numbered in order, and nothing said of those that are no longer there.
    fn numbered(mut self) -> Self {
        let mut numbers = [NONE; 256];
        let mut count = 0;
        for piece in &mut self.pieces {
            if *piece == NONE {
                continue;
            }
            let number = &mut numbers[usize::from(*piece)];
            if *number == NONE {
                count += 1;
                *number = count;
            }
            *piece = *number;
        }
        let named = |(one, other): (u8, u8)| {
            let (one, other) = (numbers[usize::from(one)], numbers[usize::from(other)]);
            (one.min(other), one.max(other))
        };
        self.apart = self.apart.into_iter().map(named).filter(|&(one, _)| one != NONE).collect();
        self.apart.sort_unstable();
        self.apart.dedup();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_as_many_as_others_have_counted() {
        let all = |rows, columns| boards(&CellFrame::new(rows, columns, 0)).iter().sum::<u128>();
        assert_eq!((all(1, 1), all(1, 2), all(2, 2)), (2, 5, 43));
        assert_eq!((all(4, 4), all(4, 5), all(5, 4)), (55_807_716, 6_904_653_755, 6_904_653_755));
        // Without an empty cell: OEIS A068416.
        for (side, count) in [(1, 1), (2, 12), (3, 1_434), (4, 1_691_690)] {
            assert_eq!(boards(&CellFrame::new(side, side, 0))[0], count);
        }
        // A wall is no cell; both others are left, and are no neighbours.
        assert_eq!(boards(&CellFrame::new(1, 3, 0b010)), [1, 2, 1, 0]);
    }
}
