//! A path that grows at its head, as a [`Problem`].

use crate::backtrack::{Problem, Prospect};
use crate::graph::{Graph, Vertex};

use super::{Order, Shape, Terms};

pub(super) struct Path<'a> {
    graph: &'a Graph,
    terms: &'a Terms,
    order: Order,
    visited: Vec<bool>,
    vertices: Vec<Vertex>,
}

impl<'a> Path<'a> {
    pub(super) fn new(graph: &'a Graph, terms: &'a Terms, order: Order) -> Self {
        let visited = vec![false; graph.vertices()];
        Path { graph, terms, order, visited, vertices: Vec::with_capacity(graph.vertices()) }
    }

    /// The vertices of the path, from its start.
    pub(super) fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    fn onward(&self, vertex: Vertex) -> usize {
        let neighbours = self.graph.neighbours(vertex).iter();
        neighbours.filter(|&&vertex| !self.visited[vertex as usize]).count()
    }
}

impl Problem for Path<'_> {
    type Choice = Vertex;

    fn choices(&mut self, choices: &mut Vec<Vertex>) {
        let Some(&head) = self.vertices.last() else {
            let all = 0..u32::try_from(self.graph.vertices()).expect("vertices are u32");
            choices.extend(all.filter(|vertex| self.terms.start.is_none_or(|at| at == *vertex)));
            return;
        };
        let begin = choices.len();
        let free = self.graph.neighbours(head).iter().filter(|&&v| !self.visited[v as usize]);
        choices.extend(free);
        match self.order {
            Order::Fixed => {}
            Order::Warnsdorff => choices[begin..].sort_by_key(|&vertex| self.onward(vertex)),
            Order::Reverse => {
                choices[begin..].sort_by_key(|&vertex| std::cmp::Reverse(self.onward(vertex)));
            }
        }
    }

    fn apply(&mut self, choice: Vertex) -> Prospect {
        self.visited[choice as usize] = true;
        self.vertices.push(choice);
        Prospect::Open
    }

    fn undo(&mut self, choice: Vertex) {
        self.visited[choice as usize] = false;
        self.vertices.pop();
    }

    fn is_complete(&self) -> bool {
        let (Some(&first), Some(&last)) = (self.vertices.first(), self.vertices.last()) else {
            return self.visited.is_empty();
        };
        self.vertices.len() == self.visited.len()
            && self.terms.end.is_none_or(|end| end == last)
            && (self.terms.shape == Shape::Path || self.graph.neighbours(last).contains(&first))
    }
}
