//! Searches for a path of a request, as by the commands `hamilton` and `tour`.

use num_bigint::BigUint;

use super::super::{
    map_problem::{MapProblem, pair},
    request::PlaceJson,
};
use crate::{
    backtrack::Statistics,
    control::{Observer, StopReason, break_if},
    graph::{Graph, Shape, Vertex, VertexNoun, all},
    tour::{Method, NoPath},
};

/// A reason why a search returned no path.
pub enum Failure {
    Impossible(String),
    Stopped(StopReason),
}

impl MapProblem {
    /// Makes each path begin with these cells, of which the inner ones lose their other edges.
    pub fn begin(&mut self, walk: &[PlaceJson]) {
        let graph = self.leaps.as_ref().unwrap_or_else(|| self.map.graph());
        let cells = self.map.cells();
        let place = |vertex: Vertex| {
            walk.iter()
                .position(|it| *it == pair(cells[vertex as usize]))
        };
        let is_open =
            |at| at + 1 == walk.len() || (at == 0 && self.constraints.shape == Shape::Cycle);
        let is_kept = |from, to| match (place(from), place(to)) {
            (Some(one), Some(other)) if one.abs_diff(other) == 1 => true,
            (one, other) => [one, other].into_iter().flatten().all(is_open),
        };
        self.leaps = Some(Graph::from_lists(all(cells.len()).map(|from| {
            let neighbours = graph.neighbours(from).iter().copied();
            neighbours
                .filter(|&to| is_kept(from, to))
                .collect::<Vec<Vertex>>()
        })));
        self.constraints.start = all(cells.len()).find(|&vertex| place(vertex) == Some(0));
        self.board = None;
    }

    /// Finds a path.
    pub fn find(&self, observer: Observer<'_>) -> (Result<Vec<Vertex>, Failure>, Statistics) {
        let (found, statistics) = self
            .problem()
            .find(&Method::default(), &self.limits, observer);
        (found.map_err(|end| self.failure(end)), statistics)
    }

    /// Finds a path, or two that differ in more than their direction.
    pub fn find_two(
        &self,
        observer: Observer<'_>,
    ) -> (Result<Vec<Vec<Vertex>>, Failure>, Statistics) {
        let mut paths: Vec<Vec<Vertex>> = Vec::new();
        let problem = self.problem();
        let method = Method::default();
        let (end, statistics) = problem.visit(&method, &self.limits, observer, |path| {
            paths.push(path.to_vec());
            break_if(paths.len() > 1)
        });
        (
            end.map(|_| paths).map_err(|end| self.failure(end)),
            statistics,
        )
    }

    /// Counts the paths; returns also whether there may be more.
    pub(super) fn count(&self, observer: Observer<'_>) -> Result<(BigUint, bool), Failure> {
        let (count, _) = self
            .problem()
            .count(&Method::default(), &self.limits, observer);
        let count = count.map_err(|end| self.failure(end))?;
        Ok((count.number, count.stopped.is_some()))
    }

    fn failure(&self, end: NoPath) -> Failure {
        match end {
            NoPath::Impossible(reason) => Failure::Impossible(
                reason.describe(VertexNoun::Cell, |vertex| self.cell_name(vertex)),
            ),
            NoPath::Stopped(reason) => Failure::Stopped(reason),
            NoPath::UnknownVertex(error) => unreachable!("a map names its own cells: {error}"),
            NoPath::Wrong(flaw) => unreachable!("a path that was found is verified: {flaw}"),
        }
    }

    /// Returns the places of the vertices of a path.
    pub fn places(&self, path: &[Vertex]) -> Vec<PlaceJson> {
        let places = self.map.cells();
        path.iter()
            .map(|&vertex| pair(places[vertex as usize]))
            .collect()
    }
}
