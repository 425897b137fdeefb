//! A path, cycle or tour of a request, on its map.

use super::request::{PlaceJson, Request, Response, pairs};
use crate::{
    control::Limits,
    graph::{
        CellMap, Constraints, EdgeDirection, Graph, Leaper, MapCell, PathFlaw, Shape, Vertex, all,
        text::parse_map,
    },
    render::json::object,
    tour::{Chessboard, PathGraph, PathProblem},
};

/// The map and the constraints of a request.
pub struct MapProblem {
    pub map: CellMap,
    /// The graph of a leaper's moves.
    pub(super) leaps: Option<Graph>,
    /// The map as a board for a leaper, if it has no holes.
    pub(super) board: Option<Chessboard>,
    pub(super) constraints: Constraints,
    pub(super) limits: Limits,
}

impl MapProblem {
    /// Reads the problem of a request.
    ///
    /// # Errors
    /// The reason why the map or a parameter is invalid.
    pub fn of(request: &Request<'_>) -> Result<Self, Response> {
        let is_closed = request.value("closed", |value| value.parse().ok())?;
        MapProblem::new(
            map(request)?,
            is_closed.unwrap_or_default(),
            leaper(request)?,
            request.limits()?,
        )
    }

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
        let constraints = map.constraints(shape);
        if is_closed && constraints.end.is_some() {
            return Err("the map has an end, and a cycle has none".into());
        }
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
    pub(super) fn problem(&self) -> PathProblem<'_> {
        let graph = match (&self.board, &self.leaps) {
            (Some(board), _) => PathGraph::Board(*board),
            (None, Some(leaps)) => PathGraph::Graph(leaps),
            (None, None) => PathGraph::Map(&self.map),
        };
        PathProblem::new(graph, EdgeDirection::Undirected, self.constraints.clone())
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

    /// Returns the name of a cell: its row and column, from 1.
    pub(super) fn cell_name(&self, vertex: Vertex) -> String {
        self.map
            .cells()
            .get(vertex as usize)
            .map_or_else(String::new, |place| {
                format!("row {}, column {}", place.row + 1, place.column + 1)
            })
    }
}

/// Reads the map of a request, as its file is written.
///
/// # Errors
/// The place of the error, and how to fix it.
pub fn map(request: &Request<'_>) -> Result<CellMap, Response> {
    parse_map(request.text.as_bytes()).map_err(|error| Response::misplaced(&error))
}

/// Returns the piece that leaps, whose legs are the parameter `moves`.
pub fn leaper(request: &Request<'_>) -> Result<Option<Leaper>, Response> {
    let legs = request.value("moves", |value| pairs(value)?.pop())?;
    let leaper = legs.map(|[one, other]: [u32; 2]| Leaper {
        short: one.min(other),
        long: one.max(other),
    });
    match leaper {
        Some(Leaper { long: 0, .. }) => Err("a leaper needs a leg above 0".into()),
        leaper => Ok(leaper),
    }
}

/// Returns the data of a map for a page, and how the text was understood.
///
/// # Errors
/// The reason why the leaper is invalid, or why a page does not have such maps.
pub fn sheet(request: &Request<'_>, map: &CellMap, notes: &[String]) -> Result<Response, Response> {
    if !map.steps.is_empty() {
        return Err("the program reads the numbers of steps, and this page does not".into());
    }
    let leaps = leaper(request)?.map(|leaper| map.leaps(leaper));
    let graph = leaps.as_ref().unwrap_or_else(|| map.graph());
    let rows = map.rows();
    let columns = map.columns();
    let cells = map.cells();
    let at = |vertex: Vertex| pair(cells[vertex as usize]);
    let number = |vertex: Vertex| {
        let [row, column] = at(vertex);
        row * columns + column
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| MapCell { row, column }));
    let holes: Vec<PlaceJson> = places
        .filter(|&place| map.vertex_at(place).is_none())
        .map(pair)
        .collect();
    // The neighbours of each place, row by row. Places are numbered in this order, from 0.
    let mut steps = vec![Vec::new(); rows as usize * columns as usize];
    for vertex in all(cells.len()) {
        let neighbours = graph.neighbours(vertex).iter();
        steps[number(vertex) as usize] = neighbours.map(|&to| number(to)).collect();
    }
    let walls: Vec<[PlaceJson; 2]> = map
        .walls()
        .into_iter()
        .map(|(one, other)| [pair(one), pair(other)])
        .collect();
    let numbers: Vec<PlaceJson> = map.waypoints.iter().map(|&stop| at(stop)).collect();
    Ok(Response::new(
        "map",
        object! {
            "rows": rows,
            "columns": columns,
            "holes": holes,
            "walls": walls,
            "start": map.start.map(at),
            "end": map.end.map(at),
            "numbers": numbers,
            "steps": steps,
            "notes": notes,
        },
    ))
}

pub const fn pair(place: MapCell) -> PlaceJson {
    [place.row, place.column]
}
