//! A path, cycle or tour that a page asks for, and what is wrong with one; by the same searches as
//! the commands `hamilton` and `tour`.

use std::ops::ControlFlow;

use super::MapRequest;
use crate::backtrack::hamilton::{self, Constraints, Options, Shape};
use crate::backtrack::{BacktrackResult, Restarts, Statistics};
use crate::control::{Limits, Observer, Outcome, StopReason};
use crate::graph::{
    CellMap, Graph, Leaper, MapCell, NoHamiltonReason, PathClaim, PathFlaw, Vertex,
    no_hamilton_reason, verify,
};
use crate::tour::{self, Chessboard, Square, SquareNumbering, TourKind};

/// What is looked for, where it is known not to contradict itself.
pub(super) struct MapProblem {
    pub(super) map: CellMap,
    /// How the cells are joined, where it is not as neighbours.
    leaps: Option<Graph>,
    constraints: Constraints,
    /// A whole board for a leaper, of which more is known than of other graphs.
    board: Option<(Chessboard, TourKind)>,
    limits: Limits,
}

/// Why a search has no answer that is a path.
pub(super) enum Failure {
    Impossible(String),
    Stopped(StopReason),
}

impl MapProblem {
    /// Returns the problem, or the reason why the request contradicts itself.
    pub(super) fn new(asked: &MapRequest<'_>, map: CellMap) -> Result<Self, String> {
        let constraints = constraints(&map, asked.shape)?;
        let leaps = asked.moves.map(|leaper| map.leaps(leaper));
        let board = asked.moves.and_then(|leaper| board(&map, &constraints, leaper));
        let limits = Limits { max_bytes: asked.most, ..Limits::default() };
        Ok(MapProblem { map, leaps, constraints, board, limits })
    }

    pub(super) fn graph(&self) -> &Graph {
        self.leaps.as_ref().unwrap_or_else(|| self.map.graph())
    }

    /// Finds a path and verifies it.
    pub(super) fn find(
        &self,
        observer: Observer<'_>,
    ) -> (Result<Vec<Vertex>, Failure>, Statistics) {
        if let Err(failure) = self.settled(true) {
            return (Err(failure), Statistics::default());
        }
        let (found, statistics) = match &self.board {
            Some((board, kind)) => self.find_tour(board, *kind, observer),
            None => self.find_path(observer),
        };
        (found.inspect(|path| self.check(path).expect(WRONG)), statistics)
    }

    fn find_tour(
        &self,
        board: &Chessboard,
        kind: TourKind,
        observer: Observer<'_>,
    ) -> (Result<Vec<Vertex>, Failure>, Statistics) {
        let options = tour::Options { limits: self.limits, ..tour::Options::default() };
        let report = tour::find(board, kind, &options, observer).expect(WRONG);
        let vertices = |tour: Vec<Square>| tour.iter().map(|&at| board.vertex(at)).collect();
        let found = match report.reason {
            Some(reason) => {
                Err(Failure::Impossible(reason.display(SquareNumbering::FromOne).to_string()))
            }
            None => ended(report.outcome.map(vertices)),
        };
        (found, report.statistics)
    }

    fn find_path(&self, observer: Observer<'_>) -> (Result<Vec<Vertex>, Failure>, Statistics) {
        // Where stops bind the path, beginning anew gains nothing.
        let is_free = self.constraints.waypoints.is_empty();
        let restarts = if is_free { Restarts::Luby { unit: 256 } } else { Restarts::Never };
        let options = Options { restarts, limits: self.limits, ..Options::default() };
        let BacktrackResult { outcome, statistics } =
            hamilton::first(self.graph(), &self.constraints, &options, observer);
        (ended(outcome), statistics)
    }

    /// Finds one path, or two that are not each other backwards.
    pub(super) fn find_two(
        &self,
        observer: Observer<'_>,
    ) -> (Result<Vec<Vec<Vertex>>, Failure>, Statistics) {
        if let Err(failure) = self.settled(false) {
            return (Err(failure), Statistics::default());
        }
        let (graph, constraints) = (self.graph(), &self.constraints);
        let is_reversible = constraints.is_reversible(graph.vertices());
        let options = Options { limits: self.limits, ..Options::default() };
        let mut paths: Vec<Vec<Vertex>> = Vec::new();
        let BacktrackResult { outcome, statistics } =
            hamilton::visit(graph, constraints, &options, observer, |path| {
                if !(is_reversible && constraints.shape.is_reverse_duplicate(path)) {
                    self.check(path).expect(WRONG);
                    paths.push(path.to_vec());
                }
                if paths.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        let found = match ended(outcome) {
            Err(Failure::Impossible(_)) if !paths.is_empty() => Ok(paths),
            other => other.map(|()| paths),
        };
        (found, statistics)
    }

    /// Returns the flaw of a path, in words.
    pub(super) fn flaw(&self, path: &[MapCell]) -> Option<String> {
        let path: Option<Vec<Vertex>> = path.iter().map(|&at| self.map.vertex_at(at)).collect();
        let Some(path) = path else { return Some("it leads into a hole".to_owned()) };
        let flaw = self.check(&path).err()?;
        Some(match flaw {
            PathFlaw::Turn { vertex } => {
                let at = self.constraints.waypoints.iter().position(|&stop| stop == vertex);
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
            PathFlaw::Ends => flaw.to_string(),
        })
    }

    fn claim(&self) -> PathClaim<'_> {
        let Constraints { shape, start, end, waypoints } = &self.constraints;
        PathClaim { is_cycle: *shape == Shape::Cycle, start: *start, end: *end, waypoints }
    }

    fn check(&self, path: &[Vertex]) -> Result<(), PathFlaw> {
        verify(self.graph(), path, &self.claim())
    }

    /// Returns the failure that is known before a search.
    fn settled(&self, is_first: bool) -> Result<(), Failure> {
        let why = match &self.board {
            Some((board, kind)) => tour::no_tour_reason(board, *kind)
                .map(|reason| reason.display(SquareNumbering::FromOne).to_string()),
            None => no_hamilton_reason(self.graph(), &self.claim()).map(|found| self.reason(found)),
        };
        if let Some(why) = why {
            return Err(Failure::Impossible(why));
        }
        let graph = self.graph();
        let room = match &self.board {
            Some((board, _)) if is_first && board.leaper() == Leaper::KNIGHT => {
                tour::check_memory(board, &self.limits)
            }
            _ => hamilton::check_memory(graph.vertices(), graph.arcs(), &self.limits),
        };
        room.map_err(Failure::Stopped)
    }

    /// Returns an obstacle in terms of cells.
    fn reason(&self, obstacle: NoHamiltonReason) -> String {
        match obstacle {
            NoHamiltonReason::Colours { more, fewer } => format!(
                "coloured like a chessboard, {more} cells have one colour and {fewer} the other, which \
                 take turns"
            ),
            NoHamiltonReason::EndColour { vertex } => format!(
                "coloured like a chessboard, {} has the colour of the fewer, and both ends have the other",
                self.cell_name(vertex)
            ),
            NoHamiltonReason::DeadEnds { count: 1 } => {
                "1 cell has one way out only, and cannot be an end".to_owned()
            }
            NoHamiltonReason::DeadEnds { count } => {
                format!("{count} cells have one way out only, more than can be ends")
            }
            NoHamiltonReason::Few { vertices } => {
                format!("a cycle has 3 cells or more, not {vertices}")
            }
            NoHamiltonReason::Unconnected { .. }
            | NoHamiltonReason::StartIsEnd
            | NoHamiltonReason::EndColours { .. } => obstacle.to_string(),
        }
    }

    /// Returns the name of a cell: its row and column, from 1.
    fn cell_name(&self, vertex: Vertex) -> String {
        let places = self.map.cells();
        places.get(vertex as usize).map_or_else(String::new, |place| {
            format!("row {}, column {}", place.row + 1, place.column + 1)
        })
    }
}

const WRONG: &str = "a path that was found is verified";

fn ended<T>(outcome: Outcome<T>) -> Result<T, Failure> {
    match outcome {
        Outcome::Found(found) => Ok(found),
        Outcome::Exhausted => Err(Failure::Impossible("everything was searched".to_owned())),
        Outcome::Stopped(reason) => Err(Failure::Stopped(reason)),
    }
}

/// Returns the constraints of the map. The last number does not end a cycle.
fn constraints(map: &CellMap, shape: Shape) -> Result<Constraints, String> {
    let (start, mut end, waypoints) = (map.start, map.end, map.waypoints.clone());
    if shape == Shape::Cycle {
        end = end.filter(|end| waypoints.last() != Some(end));
        if end.is_some() {
            return Err("the map has an end, and a cycle has none".to_owned());
        }
    }
    Ok(Constraints { shape, start, end, waypoints })
}

/// Returns the map as a board of a leaper, if it has all squares and only constrains the ends.
fn board(
    map: &CellMap,
    constraints: &Constraints,
    leaper: Leaper,
) -> Option<(Chessboard, TourKind)> {
    let board = Chessboard::new(map.rows(), map.columns(), leaper).ok()?;
    let Constraints { shape, start, end, waypoints } = constraints;
    let is_end = |stop: &Vertex| Some(*stop) == *start || Some(*stop) == *end;
    if board.squares() as usize != map.cells().len() || !waypoints.iter().all(is_end) {
        return None;
    }
    let square = |vertex: Option<Vertex>| vertex.map(|vertex| board.square(vertex));
    let (start, end) = (square(*start), square(*end));
    Some(match shape {
        Shape::Path => (board, TourKind::Open { start, end }),
        Shape::Cycle => (board, TourKind::Closed { start }),
    })
}
