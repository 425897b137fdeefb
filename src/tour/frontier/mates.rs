//! How the squares of the frontier hang together.

/// What a square of the frontier still is to the squares to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The end of a piece of path whose other end stands in that slot: in its own, if the piece
    /// is the square alone.
    End(u8),
    /// The end of a piece whose other end is an end of the whole tour.
    Last,
    /// Joined as often as it must be, or not in the frontier.
    Inner,
}

/// The [`Role`] of each slot, packed: frontiers are alike for the squares to come if and only if
/// they are equal.
///
/// Five bits a slot: 0 for [`Role::Inner`], 31 for [`Role::Last`], else one more than the slot of
/// the other end. Above them, four bits for each colour of squares count the free ends that are used
/// up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Mates(u128);

/// The most squares that a frontier may have.
pub(super) const SLOTS: usize = 24;

const BITS: usize = 5;
const MASK: u128 = (1 << BITS) - 1;
const LAST: u128 = MASK;
const ROLES: u128 = (1 << (BITS * SLOTS)) - 1;

/// A piece of path that nothing more can be joined to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whole {
    /// Its ends have met.
    Ring,
    /// Both its ends are ends of the tour.
    Path,
}

impl Mates {
    #[inline]
    pub(super) fn role(self, slot: u8) -> Role {
        match (self.0 >> (BITS * usize::from(slot))) & MASK {
            0 => Role::Inner,
            LAST => Role::Last,
            other => Role::End(u8::try_from(other).expect("five bits") - 1),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, slot: u8, role: Role) {
        let code = match role {
            Role::Inner => 0,
            Role::Last => LAST,
            Role::End(other) => u128::from(other) + 1,
        };
        let shift = BITS * usize::from(slot);
        self.0 = self.0 & !(MASK << shift) | code << shift;
    }

    /// How many ends of the tour stand on squares of that colour that nobody has asked for.
    #[inline]
    pub(super) fn free_ends(self, colour: usize) -> u32 {
        u32::try_from((self.0 >> (BITS * SLOTS + 4 * colour)) & 0xf).expect("four bits")
    }

    #[inline]
    pub(super) fn use_free_end(&mut self, colour: usize) {
        self.0 += 1 << (BITS * SLOTS + 4 * colour);
    }

    /// Whether every slot is [`Role::Inner`].
    #[inline]
    pub(super) fn all_inner(self) -> bool {
        self.0 & ROLES == 0
    }

    /// Joins the squares of two slots, neither of which is [`Role::Inner`]. Says so where that
    /// makes a piece whole.
    #[inline]
    pub(super) fn join(&mut self, one: u8, other: u8) -> Option<Whole> {
        let (far, near) = (self.role(one), self.role(other));
        for (slot, role) in [(one, far), (other, near)] {
            if role != Role::End(slot) {
                self.set(slot, Role::Inner);
            }
        }
        match (far, near) {
            (Role::End(far), _) if far == other => return Some(Whole::Ring),
            (Role::Last, Role::Last) => return Some(Whole::Path),
            _ => {}
        }
        if let Role::End(slot) = far {
            self.set(slot, near);
        }
        if let Role::End(slot) = near {
            self.set(slot, far);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone(slots: u8) -> Mates {
        let mut mates = Mates::default();
        (0..slots).for_each(|slot| mates.set(slot, Role::End(slot)));
        mates
    }

    #[test]
    fn the_ends_of_a_piece_know_each_other() {
        let mut mates = alone(24);
        for (one, other) in [(0, 23), (23, 3), (7, 8), (8, 3)] {
            assert_eq!(mates.join(one, other), None);
        }
        assert_eq!((mates.role(0), mates.role(7)), (Role::End(7), Role::End(0)));
        for inner in [23, 3, 8] {
            assert_eq!(mates.role(inner), Role::Inner);
        }
        assert_eq!(mates.role(1), Role::End(1));
        assert_eq!(mates.join(7, 0), Some(Whole::Ring));
    }

    #[test]
    fn a_piece_between_two_ends_of_the_tour_is_whole() {
        let mut mates = alone(4);
        mates.set(0, Role::Last);
        mates.set(3, Role::Last);
        assert_eq!(mates.join(1, 0), None);
        assert_eq!((mates.role(0), mates.role(1)), (Role::Inner, Role::Last));
        assert_eq!(mates.join(1, 3), Some(Whole::Path));
        assert!(!mates.all_inner(), "slot 2 is alone");
        mates.set(2, Role::Inner);
        mates.use_free_end(1);
        assert!(mates.all_inner());
        assert_eq!((mates.free_ends(0), mates.free_ends(1)), (0, 1));
    }
}
