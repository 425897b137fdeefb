//! A path, cycle or tour of a request; searched and verified as by the commands `hamilton` and
//! `tour`.

use num_bigint::BigUint;

use super::{
    super::request::{PlaceJson, Response},
    pair,
};
use crate::{
    backtrack::Statistics,
    control::{Limits, Observer, StopReason, break_if},
    graph::{
        CellMap, Constraints, EdgeDirection, Graph, Leaper, MapCell, PathFlaw, Shape, Vertex,
        VertexNoun, all,
    },
    tour::{Chessboard, Method, NoPath, PathGraph, PathProblem},
};

/// The map and the constraints of a request.
pub struct MapProblem {
    pub map: CellMap,
    /// The graph of a leaper's moves.
    leaps: Option<Graph>,
    /// The map as a board for a leaper, if it has no holes.
    board: Option<Chessboard>,
    constraints: Constraints,
    limits: Limits,
}

/// A reason why a search returned no path.
pub enum Failure {
    Impossible(String),
    Stopped(StopReason),
}

impl MapProblem {
    /// Makes the problem of a cycle if it is closed, or else of a path.
    ///
    /// # Errors
    /// The reason why the shape contradicts the map.
    pub fn new(
        map: CellMap,
        is_closed: bool,
        leaper: Option<Leaper>,
        limits: Limits,
    ) -> Result<Self, Response> {
        let shape = if is_closed { Shape::Cycle } else { Shape::Path };
        let constraints = constraints(&map, shape)?;
        let leaps = leaper.map(|leaper| map.leaps(leaper));
        let board = leaper.and_then(|leaper| {
            let board = Chessboard::new(map.rows(), map.columns(), leaper).ok()?;
            (board.squares() as usize == map.cells().len()).then_some(board)
        });
        Ok(MapProblem {
            map,
            leaps,
            board,
            constraints,
            limits,
        })
    }

    /// Returns the problem for the library.
    fn problem(&self) -> PathProblem<'_> {
        let graph = match (&self.board, &self.leaps) {
            (Some(board), _) => PathGraph::Board(*board),
            (None, Some(leaps)) => PathGraph::Graph(leaps),
            (None, None) => PathGraph::Map(&self.map),
        };
        PathProblem::new(graph, EdgeDirection::Undirected, self.constraints.clone())
    }

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

    /// Returns the flaw of a path, in words.
    pub fn flaw(&self, path: &[PlaceJson]) -> Option<String> {
        let vertex = |&[row, column]: &PlaceJson| self.map.vertex_at(MapCell { row, column });
        let path: Option<Vec<Vertex>> = path.iter().map(vertex).collect();
        let Some(path) = path else {
            return Some("it leads into a hole".to_owned());
        };
        let flaw = self.problem().verify(&path).err()?;
        Some(match flaw {
            PathFlaw::Turn { vertex } => {
                let at = self
                    .constraints
                    .waypoints
                    .iter()
                    .position(|&stop| stop == vertex);
                format!("{} is not met in its turn", at.unwrap_or_default() + 1)
            }
            PathFlaw::LeftOut { missing: 1 } => "1 cell is left out".to_owned(),
            PathFlaw::LeftOut { missing } => format!("{missing} cells are left out"),
            PathFlaw::NoArc { from, to }
                if Some(&from) == path.last() && Some(&to) == path.first() =>
            {
                "it does not come back to where it began".to_owned()
            }
            PathFlaw::NoArc { from, .. } => {
                format!("there is no such step from {}", self.cell_name(from))
            }
            PathFlaw::Again { vertex, .. } | PathFlaw::Unknown { vertex, .. } => {
                format!("{} is met again", self.cell_name(vertex))
            }
            PathFlaw::Ends => "it does not begin and end at the given cells".to_owned(),
        })
    }

    /// Returns the places of the vertices of a path.
    pub fn places(&self, path: &[Vertex]) -> Vec<PlaceJson> {
        let places = self.map.cells();
        path.iter()
            .map(|&vertex| pair(places[vertex as usize]))
            .collect()
    }

    /// Returns the name of a cell: its row and column, from 1.
    fn cell_name(&self, vertex: Vertex) -> String {
        self.map
            .cells()
            .get(vertex as usize)
            .map_or_else(String::new, |place| {
                format!("row {}, column {}", place.row + 1, place.column + 1)
            })
    }
}

/// Returns the constraints of the map. The last number does not end a cycle.
fn constraints(map: &CellMap, shape: Shape) -> Result<Constraints, String> {
    let start = map.start;
    let mut end = map.end;
    let waypoints = map.waypoints.clone();
    if shape == Shape::Cycle {
        end = end.filter(|end| waypoints.last() != Some(end));
        if end.is_some() {
            return Err("the map has an end, and a cycle has none".to_owned());
        }
    }
    Ok(Constraints {
        shape,
        start,
        end,
        waypoints,
    })
}
