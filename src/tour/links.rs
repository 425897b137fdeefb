//! Which squares follow each other in a tour, whichever way it is walked.

use crate::graph::Vertex;

/// No square.
const NONE: Vertex = Vertex::MAX;

/// For each square the one or two that it is joined to.
#[derive(Clone, Debug)]
pub(super) struct SquareLinks(Vec<[Vertex; 2]>);

impl SquareLinks {
    /// This number of squares, none of them joined.
    pub(super) fn new(squares: u32) -> Self {
        SquareLinks(vec![[NONE; 2]; squares as usize])
    }

    /// Those that a square is joined to.
    pub(super) fn of(&self, square: Vertex) -> impl Iterator<Item = Vertex> + use<> {
        self.0[square as usize].into_iter().filter(|&other| other != NONE)
    }

    /// Joins two squares, of which neither is joined to two yet.
    pub(super) fn join(&mut self, one: Vertex, other: Vertex) {
        self.replace(one, NONE, other);
        self.replace(other, NONE, one);
    }

    /// Takes apart two squares that are joined.
    pub(super) fn part(&mut self, one: Vertex, other: Vertex) {
        self.replace(one, other, NONE);
        self.replace(other, one, NONE);
    }

    fn replace(&mut self, square: Vertex, old: Vertex, new: Vertex) {
        let links = &mut self.0[square as usize];
        let place = links.iter().position(|&link| link == old);
        links[place.expect("a square has two links at most, and only those are parted")] = new;
    }

    /// A square that a path ends on; of a ring, any.
    pub(super) fn an_end(&self) -> Vertex {
        let end = (0..).zip(&self.0).find(|(_, links)| links.contains(&NONE));
        end.map_or(0, |(square, _)| square)
    }

    /// The squares in the order in which they are met from `start` on: to the end of the path, or
    /// once round the ring.
    pub(super) fn walk(&self, start: Vertex) -> Vec<Vertex> {
        let mut path = vec![start];
        let mut before = start;
        let mut next = self.of(start).next();
        while let Some(here) = next.filter(|&here| here != start) {
            path.push(here);
            next = self.of(here).find(|&other| other != before);
            before = here;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_walked_from_either_end_and_a_ring_from_anywhere() {
        let mut links = SquareLinks::new(4);
        for (one, other) in [(0, 2), (2, 1), (1, 3)] {
            links.join(one, other);
        }
        assert_eq!(links.walk(0), [0, 2, 1, 3]);
        assert_eq!(links.walk(3), [3, 1, 2, 0]);
        assert_eq!(links.an_end(), 0);
        links.join(3, 0);
        assert_eq!(links.walk(1), [1, 2, 0, 3]);
        links.part(2, 1);
        assert_eq!(links.walk(2), [2, 0, 3, 1]);
    }
}
