//! Knight's tours and Hamiltonian paths.

use huarong::Limits;
use huarong::graph::text::parse_map;
use huarong::graph::{Constraints, EdgeDirection, Graph, Leaper, MapCell, Shape, Vertex};
use huarong::render::{self, Cells, PathPicture, PathShape};
use huarong::tour::{Chessboard, Method, NoPath, PathGraph, PathProblem};
use pyo3::prelude::*;

use crate::watch::{Options, Watch, invalid, misread, word};

/// The conditions on a path.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Conditions {
    cycle: bool,
    directed: bool,
    start: Option<Vertex>,
    end: Option<Vertex>,
    waypoints: Vec<Vertex>,
    count: bool,
}

impl Conditions {
    /// Finds or counts, or raises what is wrong with the question.
    fn answer(&self, graph: PathGraph<'_>, limits: &Limits, watch: &mut Watch) -> PyResult<Found> {
        let constraints = Constraints::default()
            .with_shape(if self.cycle {
                Shape::Cycle
            } else {
                Shape::Path
            })
            .with_start(self.start)
            .with_end(self.end)
            .with_waypoints(self.waypoints.clone());
        let problem = PathProblem::new(graph, direction(self.directed), constraints);
        let observer = &mut |progress: &_| watch.look(progress);
        let method = Method::default();
        let mut number = None;
        let mut stopped = None;
        let (path, statistics) = if self.count {
            let (count, statistics) = problem.count(&method, limits, observer);
            number = match &count {
                Ok(count) => Some(count.number.to_str_radix(16)),
                Err(NoPath::Impossible(_)) => Some("0".to_owned()),
                Err(_) => None,
            };
            stopped = count.as_ref().ok().and_then(|count| count.stopped);
            (count.map(|_| Vec::new()), statistics)
        } else {
            problem.find(&method, limits, observer)
        };
        let (outcome, reason) = match (&path, stopped) {
            (Ok(_), None) => ("found", None),
            (Ok(_), Some(reason)) => ("stopped", Some(reason.to_string())),
            (Err(NoPath::Stopped(reason)), _) => ("stopped", Some(reason.to_string())),
            (Err(none @ NoPath::Impossible(_)), _) => ("impossible", Some(none.to_string())),
            (Err(wrong), _) => return Err(invalid(wrong)),
        };
        Ok(Found {
            outcome,
            reason,
            path: path.unwrap_or_default(),
            number,
            nodes: statistics.nodes,
            seconds: statistics.elapsed.as_secs_f64(),
        })
    }
}

/// The fields of `Path`.
#[derive(IntoPyObject)]
pub struct Found {
    outcome: &'static str,
    reason: Option<String>,
    path: Vec<Vertex>,
    number: Option<String>,
    nodes: u64,
    seconds: f64,
}

const fn direction(is_directed: bool) -> EdgeDirection {
    if is_directed {
        EdgeDirection::Directed
    } else {
        EdgeDirection::Undirected
    }
}

/// Answers for a board of this size, without edges, or for a graph of vertices.
#[pyfunction]
pub fn path(
    py: Python<'_>,
    size: (u32, u32),
    leaper: Option<(u32, u32)>,
    edges: Vec<(Vertex, Vertex)>,
    conditions: Conditions,
    options: Options,
) -> PyResult<Found> {
    let limits = options.limits()?;
    options.run(py, |watch| {
        if let Some((one, other)) = leaper {
            if one.max(other) == 0 {
                return Err(invalid("leaper (0, 0) does not leave its square"));
            }
            let (short, long) = (one.min(other), one.max(other));
            let board = Chessboard::new(size.0, size.1, Leaper { short, long }).map_err(invalid)?;
            return conditions.answer(PathGraph::Board(board), &limits, watch);
        }
        let graph = Graph::from_edges(size.0 as usize, edges, direction(conditions.directed));
        conditions.answer(PathGraph::Graph(&graph.map_err(invalid)?), &limits, watch)
    })?
}

/// The size, the cells, the edges, the start, the end and the waypoints of a map, and its walls.
type Map = (
    Pair,
    Vec<Pair>,
    Vec<Pair>,
    Option<Vertex>,
    Option<Vertex>,
    Vec<Vertex>,
    Vec<(Pair, Pair)>,
);

type Pair = (u32, u32);

#[pyfunction]
pub fn read_map(text: &str) -> PyResult<Map> {
    let map = parse_map(text.as_bytes()).map_err(misread)?;
    let pair = |cell: MapCell| (cell.row, cell.column);
    let walls = map.walls().into_iter();
    Ok((
        (map.rows(), map.columns()),
        map.cells().iter().copied().map(pair).collect(),
        map.graph().edges(EdgeDirection::Undirected).collect(),
        map.start,
        map.end,
        map.waypoints.clone(),
        walls.map(|(one, other)| (pair(one), pair(other))).collect(),
    ))
}

#[pyfunction]
pub fn path_svg(
    size: (u32, u32),
    cells: Vec<Pair>,
    walls: Vec<(Pair, Pair)>,
    path: Vec<Pair>,
    cycle: bool,
    theme: &str,
) -> PyResult<String> {
    let cell = |(row, column)| MapCell { row, column };
    let cells: Vec<MapCell> = cells.into_iter().map(cell).collect();
    let walls: Vec<_> = walls
        .into_iter()
        .map(|(one, other)| (cell(one), cell(other)))
        .collect();
    let path: Vec<MapCell> = path.into_iter().map(cell).collect();
    let shape = if cycle {
        PathShape::Closed
    } else {
        PathShape::Open
    };
    let picture = PathPicture {
        cells: Cells::These(&cells),
        walls: &walls,
        path: &path,
        shape,
        theme: word(theme)?,
        ..PathPicture::new("path", size.0, size.1)
    };
    Ok(render::svg(&picture))
}
