//! Vertices with names.

use std::collections::HashMap;

use crate::graph::{Direction, Graph, Vertex};

/// A graph whose vertices have names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The graph.
    pub graph: Graph,
    /// Whether its edges are directed.
    pub direction: Direction,
    /// The name of each vertex; no two are equal.
    pub names: Vec<String>,
}

/// Numbers for names, in the order in which they come.
#[derive(Default)]
pub(super) struct Names<'a> {
    numbers: HashMap<&'a str, Vertex>,
    names: Vec<&'a str>,
}

impl<'a> Names<'a> {
    /// The number of a name, a new one where the name is.
    pub(super) fn number(&mut self, name: &'a str) -> Vertex {
        let next = Vertex::try_from(self.names.len()).expect("fewer than there are bytes");
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            next
        })
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, vertex: Vertex) -> &'a str {
        self.names[vertex as usize]
    }

    pub(super) fn into_strings(self) -> Vec<String> {
        self.names.into_iter().map(str::to_owned).collect()
    }
}
