//! Disjoint sets of vertices, in which each vertex has one of two colours.

use super::{Colour, Vertex};

/// A forest of sets: each vertex points towards the one that stands for its set.
///
/// Union by size with path halving: Tarjan, van Leeuwen, Worst-case analysis of set union
/// algorithms, 1984. Next to each pointer stands whether the two vertices differ in colour.
pub(super) struct DisjointSets {
    parents: Vec<Vertex>,
    differs: Vec<bool>,
    sizes: Vec<u32>,
}

impl DisjointSets {
    /// Each vertex alone.
    pub(super) fn new(vertices: usize) -> Self {
        DisjointSets {
            parents: super::all(vertices).collect(),
            differs: vec![false; vertices],
            sizes: vec![1; vertices],
        }
    }

    /// The vertex that stands for the set, and the colour if that one is white.
    pub(super) fn find(&mut self, mut vertex: Vertex) -> (Vertex, Colour) {
        let mut differs = false;
        loop {
            let at = vertex as usize;
            let parent = self.parents[at];
            if parent == vertex {
                return (vertex, if differs { Colour::Black } else { Colour::White });
            }
            let above = parent as usize;
            if self.parents[above] != parent {
                self.differs[at] ^= self.differs[above];
                self.parents[at] = self.parents[above];
            }
            differs ^= self.differs[at];
            vertex = self.parents[at];
        }
    }

    /// Makes one set of two, with these vertices of different colours. `false` where they were in
    /// one set, and of the same colour.
    pub(super) fn join_different(&mut self, one: Vertex, other: Vertex) -> bool {
        let ((mut one, a), (mut other, b)) = (self.find(one), self.find(other));
        if one == other {
            return a != b;
        }
        if self.sizes[one as usize] < self.sizes[other as usize] {
            std::mem::swap(&mut one, &mut other);
        }
        self.sizes[one as usize] += self.sizes[other as usize];
        self.parents[other as usize] = one;
        self.differs[other as usize] = a == b;
        true
    }
}
