//! Arguments that name a graph: a map, a graph file, or a board.

use std::cell::OnceCell;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::{fs, iter};

use crate::backtrack::hamilton::memory_needed;
use crate::collection::{self, Collection, did_you_mean, nearest};
use crate::control::{Limits, StopReason};
use crate::excerpt::is_number;
use crate::graph::text::{
    EDGES_NOTE, FORMS, MAX_BYTES, MapOrGraph, MapText, NamedGraph, ParseError, ParsedGraph,
    hole_at, parse_adjacency, parse_any, parse_edges, parse_map, parse_matrix, split_maps,
};
use crate::graph::{
    self, CellGrid, CellMap, Constraints, EdgeDirection, FAMILIES, Graph, Leaper, MapCell,
    PathFlaw, Vertex, VertexNoun, all, verify,
};
use crate::grid::Size;
use crate::memory;
use crate::tour::{
    Chessboard, MAX_SQUARES, PathGraph, SquareError, SquareNumbering, TourNotation, WrittenTour,
    parse_tour,
};
use bytesize::ByteSize;
use clap::Args;

use super::Result;
use super::diagnostics::{self, UserError, sanitize};
use super::input;
use super::input::MAX_NAMES;
use super::numbers::{counted, grouped};

/// The format of a graph.
#[derive(Args, Default)]
pub struct FormatArgs {
    /// Read adjacency lists, a line for each vertex: `A: B C`
    #[arg(long, help_heading = "Format", conflicts_with_all = ["matrix", "edges"])]
    pub adjacency: bool,
    /// Read a matrix of 1 and 0, a row for each vertex
    #[arg(long, help_heading = "Format", conflicts_with = "edges")]
    pub matrix: bool,
    /// Read a list of edges, one a line: `A B`, `A,B`, `A;B`, `A-B` or `A->B`
    #[arg(long, help_heading = "Format")]
    pub edges: bool,
    /// Treat edges as directed
    #[arg(long, help_heading = "Format")]
    pub directed: bool,
}

impl FormatArgs {
    /// Reads a map or a graph in the format that the options name, or in any.
    fn parse(&self, bytes: &[u8]) -> Result<ParsedGraph, ParseError> {
        let direction = if self.directed {
            EdgeDirection::Directed
        } else {
            EdgeDirection::Undirected
        };
        let read = if self.adjacency {
            parse_adjacency
        } else if self.matrix {
            parse_matrix
        } else if self.edges {
            parse_edges
        } else {
            return parse_any(bytes, direction);
        };
        let error = match read(bytes, direction) {
            Ok(mut named) => {
                return Ok(ParsedGraph {
                    notes: std::mem::take(&mut named.notes),
                    subject: MapOrGraph::Graph(named),
                    text: None,
                });
            }
            Err(error) => error,
        };
        let parsed = parse_any(bytes, direction).ok();
        let is_graph = |parsed: &ParsedGraph| matches!(parsed.subject, MapOrGraph::Graph(_));
        parsed.filter(is_graph).ok_or(error)
    }
}

/// A graph and its source.
pub struct LoadedGraph {
    /// Name of the source.
    pub title: String,
    pub vertices: Vertices,
    /// The text of the source; empty for a board.
    text: Vec<u8>,
    /// The number of the first row and column.
    numbering: SquareNumbering,
    /// The number of the first vertex.
    first: Vertex,
}

/// The kind of vertices.
pub enum Vertices {
    Cells(CellMap),
    /// Squares of a board. The graph is made when it is needed.
    Squares {
        board: Chessboard,
        graph: OnceCell<Graph>,
    },
    Words(NamedGraph),
}

impl LoadedGraph {
    /// Returns a graph whose rows and columns count from 1, and whose vertices count from 0.
    const fn new(title: String, vertices: Vertices, text: Vec<u8>) -> Self {
        LoadedGraph {
            title,
            vertices,
            text,
            numbering: SquareNumbering::FromOne,
            first: 0,
        }
    }

    /// Returns a map that is not from a file.
    pub const fn of_map(map: CellMap) -> Self {
        LoadedGraph::new(String::new(), Vertices::Cells(map), Vec::new())
    }

    /// Reads the board of a tour: a size, or a map whose cells are the squares. Rows, columns and
    /// vertices count from the same number.
    pub fn of_tour(
        argument: &OsStr,
        leaper: Leaper,
        numbering: SquareNumbering,
        limits: &Limits,
    ) -> Result<Self> {
        let text = argument.to_string_lossy();
        let is_map = input::is_stdin(argument)
            || Path::new(argument).exists()
            || written(argument, &FormatArgs::default()).is_some();
        let mut graph = if is_number(&text) && !Path::new(argument).exists() {
            Self::board(OsStr::new(&format!("{text}x{text}")), leaper, numbering)?
        } else if is_map {
            let mut graph = Self::read(argument, &FormatArgs::default(), limits)?;
            let Vertices::Cells(map) = graph.vertices else {
                refuse!(
                    "a tour needs a board, not a list of edges",
                    "give a size like `8x8`, or a map: `.` is a square and `#` a hole"
                );
            };
            graph.vertices = Vertices::Cells(map.with_leaper(leaper));
            graph
        } else {
            Self::board(argument, leaper, numbering)?
        };
        graph.numbering = numbering;
        graph.first = numbering.first();
        Ok(graph)
    }

    /// Whether the vertices are squares of a board that a piece leaps over.
    pub const fn is_tour(&self) -> bool {
        match &self.vertices {
            Vertices::Cells(map) => map.leaper().is_some(),
            Vertices::Squares { .. } => true,
            Vertices::Words(_) => false,
        }
    }

    /// Makes a graph from its name, like `petersen 7,2`, or reads it like [`LoadedGraph::read`].
    pub fn named(words: &[OsString], format: &FormatArgs, limits: &Limits) -> Result<Self> {
        let is_family = |word: &OsStr| FAMILIES.iter().any(|family| word == family.0);
        let (mut first, mut rest) = words.split_first().expect("clap demands one");
        // A name in quotes is one word.
        let split: Vec<OsString> = first
            .to_string_lossy()
            .split_whitespace()
            .map(OsString::from)
            .collect();
        if let ([], Some((family, parameters))) = (rest, split.split_first())
            && is_family(family)
            && !first.to_string_lossy().contains(['=', '[', '{'])
            && !Path::new(first).exists()
        {
            (first, rest) = (family, parameters);
        }
        // A list may have a name, too: `grid = [[1,1],[1,1]]`.
        if rest.is_empty()
            && let Some(size) = first.to_str().filter(|text| text.parse::<Size>().is_ok())
            && !Path::new(first).exists()
        {
            note!("note: `{size}` is read as `grid {size}`");
            return Self::named(&["grid".into(), first.clone()], format, limits);
        }
        if !is_family(first) || rest.is_empty() && first.to_string_lossy().contains(['[', '{']) {
            let Some(rest) = rest.first() else {
                return Self::read(first, format, limits);
            };
            let names = FAMILIES.iter().map(|family| family.0);
            let meant = nearest(&first.to_string_lossy(), names);
            let Some(name) = meant else {
                refuse!(
                    format!("unexpected argument `{}`", rest.display()),
                    family_help()
                );
            };
            refuse!(
                format!("no graph is called `{}`", first.display()),
                "did you mean `{name}`?"
            );
        }
        let shown = first.display();
        if Path::new(first).exists() {
            refuse!(
                "`{shown}` is both a graph and a file",
                "write `./{shown}` for the file"
            );
        }
        if format.adjacency || format.matrix || format.edges || format.directed {
            refuse!(
                "`{shown}` is not a graph file",
                "omit the format: it is for graph files"
            );
        }
        if let [board] = rest
            && (first == "grid" || first == "knight")
        {
            let mut graph = Self::board(board, Leaper::KNIGHT, SquareNumbering::FromOne)?;
            if first == "grid" {
                let Size { width, height } = board_size(board)?;
                let grid = CellGrid::filled(height as usize, width as usize);
                graph.vertices = Vertices::Cells(CellMap::new(grid));
                graph.title = format!("grid {}", board.display());
            }
            return Ok(graph);
        }
        let words: Vec<_> = iter::once(first)
            .chain(rest)
            .map(|it| it.to_string_lossy())
            .collect();
        let title = words.join(" ");
        match graph::family(&title) {
            Ok(named) => Ok(LoadedGraph::new(title, Vertices::Words(named), Vec::new())),
            Err(error) => refuse!(error.to_string(), family_help()),
        }
    }

    /// Reads a map or a graph from a file, from `-`, or from the argument itself.
    pub fn read(argument: &OsStr, format: &FormatArgs, limits: &Limits) -> Result<Self> {
        let help = "check that this is a map or a graph";
        let (file, number) = numbered_map(argument);
        let (title, bytes) = match (built_in(file), written(argument, format)) {
            (Some(map), _) => (format!("{}.map", map.stem), map.text.into()),
            (None, Some(text)) => (input::ARGUMENT.to_owned(), text.into_bytes()),
            (None, None) => {
                input::read_bytes(file, MAX_BYTES, help).map_err(|error| match unknown(file) {
                    Some(unknown) if !input::is_stdin(file) => unknown.into(),
                    _ => error,
                })?
            }
        };
        let is_map = !(format.adjacency || format.matrix || format.edges);
        let for_each = if is_map { MAP_BYTES } else { GRAPH_BYTES };
        check_memory(for_each * bytes.len(), limits)?;
        let bytes = if is_map {
            one_map(file, bytes, number)?
        } else {
            bytes
        };
        match format.parse(&bytes) {
            Ok(ParsedGraph {
                subject,
                text,
                notes,
            }) => {
                if !notes.is_empty() {
                    note!(
                        "note: `{}`: {}",
                        diagnostics::sanitize(&title),
                        notes.join("; ")
                    );
                }
                let vertices = match subject {
                    MapOrGraph::Map(map) if is_numbered_tour(&map) => refuse!(
                        "every cell has a number, but not each leads to a cell next to it",
                        "`huarong verify` checks a knight's tour"
                    ),
                    MapOrGraph::Map(map) => Vertices::Cells(map),
                    MapOrGraph::Graph(named) => Vertices::Words(named),
                };
                let text = text.map_or(bytes, String::into_bytes);
                Ok(LoadedGraph::new(title, vertices, text))
            }
            Err(_) if is_map && format.directed => {
                refuse!(
                    "a map has no directed edges",
                    "say how the graph is written: `--adjacency`, `--matrix` or `--edges`"
                )
            }
            Err(error) => {
                let text = String::from_utf8_lossy(&bytes);
                Err(UserError::of_parse(&error, &title)
                    .with_nearest_form(&text, &FORMS)
                    .into())
            }
        }
    }

    /// Returns the maps of a file of several, each called by its number; `None` if it is another
    /// file.
    pub fn maps(file: &OsStr) -> Option<Vec<Self>> {
        let bytes = fs::read(file)
            .ok()
            .filter(|bytes| bytes.len() <= MAX_BYTES)?;
        let maps = split_maps(&bytes);
        let name = Path::new(file).file_name()?.display().to_string();
        let map = |(number, text): (usize, &MapText<'_>)| {
            let text = text.padded().into_owned();
            let title = format!("{name}#{number}");
            let vertices = Vertices::Cells(parse_map(&text).ok()?);
            Some(LoadedGraph::new(title, vertices, text))
        };
        if maps.len() < 2 {
            None
        } else {
            (1..).zip(&maps).map(map).collect()
        }
    }

    /// Returns the first remark of a map, which is its name by custom, or the title.
    pub fn map_name(&self) -> String {
        let text = String::from_utf8_lossy(&self.text);
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        let remark = first.and_then(|line| line.strip_prefix(';')).map(str::trim);
        remark
            .filter(|it| !it.is_empty())
            .map_or_else(|| self.title.clone(), sanitize)
    }

    /// Returns the graph of a leaper on a board.
    pub fn board(size: &OsStr, leaper: Leaper, numbering: SquareNumbering) -> Result<Self> {
        let size = board_size(size)?;
        let board = Chessboard::new(size.height, size.width, leaper)?;
        let title = match leaper {
            Leaper::KNIGHT => format!("knight {size}"),
            Leaper { short, long } => format!("({short},{long}) leaper {size}"),
        };
        let vertices = Vertices::Squares {
            board,
            graph: OnceCell::new(),
        };
        Ok(LoadedGraph {
            numbering,
            ..LoadedGraph::new(title, vertices, Vec::new())
        })
    }

    pub fn graph(&self) -> &Graph {
        match &self.vertices {
            Vertices::Cells(map) => map.graph(),
            Vertices::Squares { board, graph, .. } => graph.get_or_init(|| board.graph()),
            Vertices::Words(named) => &named.graph,
        }
    }

    /// Returns the graph as the problem of a path takes it.
    pub fn path_graph(&self) -> PathGraph<'_> {
        match &self.vertices {
            Vertices::Cells(map) => PathGraph::Map(map),
            Vertices::Squares { board, .. } => PathGraph::Board(*board),
            Vertices::Words(named) => PathGraph::Graph(&named.graph),
        }
    }

    /// Returns the board whose squares are the vertices.
    pub const fn chessboard(&self) -> Option<&Chessboard> {
        if let Vertices::Squares { board, .. } = &self.vertices {
            Some(board)
        } else {
            None
        }
    }

    /// Returns the rows and columns of a map or a board.
    pub const fn size(&self) -> Option<(u32, u32)> {
        match &self.vertices {
            Vertices::Cells(map) => Some((map.rows(), map.columns())),
            Vertices::Squares { board, .. } => Some((board.rows(), board.columns())),
            Vertices::Words(_) => None,
        }
    }

    pub fn all(&self) -> impl Iterator<Item = Vertex> + use<> {
        all(self.vertex_count())
    }

    /// Returns the word for a vertex.
    pub const fn noun(&self) -> VertexNoun {
        match &self.vertices {
            _ if self.is_tour() => VertexNoun::Square,
            Vertices::Words(_) => VertexNoun::Vertex,
            _ => VertexNoun::Cell,
        }
    }

    pub fn direction(&self) -> EdgeDirection {
        let Vertices::Words(named) = &self.vertices else {
            return EdgeDirection::Undirected;
        };
        named.direction
    }

    /// Returns the name or the number of a vertex.
    pub fn name(&self, vertex: Vertex) -> String {
        self.all_names().map_or_else(
            || (vertex + self.first).to_string(),
            |names| names[vertex as usize].clone(),
        )
    }

    /// Returns the names of all vertices of a graph file.
    pub fn all_names(&self) -> Option<&[String]> {
        if let Vertices::Words(named) = &self.vertices {
            Some(&named.names)
        } else {
            None
        }
    }

    /// Returns the name of a square, `g6`, of a board or a map.
    pub fn square(&self, vertex: Vertex) -> String {
        let cell = self.cell(vertex);
        let size = self.size().unwrap_or_default();
        let board = Chessboard::new(size.0, size.1, Leaper::KNIGHT).ok();
        match cell.zip(board) {
            Some((cell, board)) => board.algebraic(board.vertex(cell)),
            None => self.name(vertex),
        }
    }

    /// Returns the cell of a vertex, if it has one.
    pub fn cell(&self, vertex: Vertex) -> Option<MapCell> {
        match &self.vertices {
            Vertices::Cells(map) => map.cells().get(vertex as usize).copied(),
            Vertices::Squares { board, .. } => Some(board.square(vertex)),
            Vertices::Words(_) => None,
        }
    }

    /// Returns the row and column of a vertex, `(3,5)`, or its name.
    pub fn label(&self, vertex: Vertex) -> String {
        self.label_from(vertex, self.numbering)
    }

    /// Returns the row and column of a vertex in a numbering, or its name.
    pub fn label_from(&self, vertex: Vertex, numbering: SquareNumbering) -> String {
        match self.cell(vertex) {
            Some(cell) => format!("({})", numbering.coordinates(cell)),
            None => self.name(vertex),
        }
    }

    /// Finds the vertex of a text: `14`, `3,5` (row, column), `g6` on a board, or a name.
    pub fn find(&self, text: &str) -> Result<Vertex> {
        let found = match &self.vertices {
            Vertices::Words(named) => {
                let at = named.names.iter().position(|name| name == text);
                at.and_then(|at| Vertex::try_from(at).ok())
            }
            Vertices::Cells(map) => match place(map, text, self.numbering) {
                Some(place) => map.vertex_at(place),
                None => self.numbered(text),
            },
            Vertices::Squares { board, .. } => board
                .parse_square(text, self.numbering)
                .ok()
                .or_else(|| self.numbered(text)),
        };
        found.ok_or_else(|| self.not_found(text).into())
    }

    /// Checks that the machine has the memory to make the graph and search all of it, with `more`
    /// bytes for each vertex and each arc.
    pub fn check_memory(&self, more: usize) -> Result {
        let vertices = self.vertex_count();
        let arcs = self.path_graph().arcs();
        let bytes = memory_needed(vertices, arcs) + more * (vertices + arcs);
        check_memory(bytes, &Limits::default())
    }

    /// Returns the limits of a search, without the memory that a map takes: about as much as its
    /// text, which is kept, too.
    pub fn limits(&self, limits: &Limits) -> Limits {
        let max_bytes = limits
            .max_bytes
            .map(|most| most.saturating_sub(2 * self.text.len()));
        limits.with_max_bytes(max_bytes)
    }

    /// The number of vertices, known without making the graph.
    pub fn vertex_count(&self) -> usize {
        match &self.vertices {
            Vertices::Cells(map) => map.vertices(),
            Vertices::Squares { board, .. } => board.squares() as usize,
            Vertices::Words(named) => named.graph.vertices(),
        }
    }

    fn numbered(&self, text: &str) -> Option<Vertex> {
        let count = self.vertex_count();
        let number = text
            .parse()
            .ok()
            .and_then(|number: Vertex| number.checked_sub(self.first));
        number.filter(|&vertex| (vertex as usize) < count)
    }

    fn not_found(&self, text: &str) -> UserError {
        let shown = sanitize(text);
        let map = match &self.vertices {
            Vertices::Words(named) => {
                let message = format!("`{shown}` is not a vertex");
                let all = named.names.iter().take(MAX_NAMES).map(String::as_str);
                if let Some(help) = nearest(text, all).and_then(|name| did_you_mean(&[name])) {
                    return user_error!(message, help);
                }
                let some: Vec<&str> = named.names.iter().take(8).map(String::as_str).collect();
                let more = if named.names.len() > some.len() {
                    " …"
                } else {
                    ""
                };
                let help = format!("the vertices are {}{more}", some.join(" "));
                return user_error!(message, help);
            }
            Vertices::Squares { board, .. } => return self.no_square(text, board),
            Vertices::Cells(map) => map,
        };
        let rows = map.rows();
        let columns = map.columns();
        match place(map, text, self.numbering) {
            Some(place) if place.row < rows && place.column < columns => {
                let place = hole_at(&self.text, place)
                    .map(|error| diagnostics::FileLocation::of(&error, &self.title));
                let message = format!("`{shown}` is a hole");
                UserError {
                    place,
                    ..UserError::new(message, "name a cell, where there is one")
                }
            }
            Some(_) => {
                let from = self.numbering.first();
                user_error!(
                    "`{shown}` is outside",
                    "there are {rows} rows and {columns} columns, counted from {from}"
                )
            }
            None => {
                let first = self.first as usize;
                let last = (first + self.vertex_count()).saturating_sub(1);
                let from = self.numbering.first();
                user_error!(
                    "`{shown}` is not a cell",
                    "give row and column, from {from}, like `3,5`, a square like `a1`, or its \
                     number, {first} to {last}"
                )
            }
        }
    }

    /// Returns the error for a text that is not a square of a board.
    fn no_square(&self, text: &str, board: &Chessboard) -> UserError {
        let shown = sanitize(text);
        let last = board.squares() - 1;
        if board.parse_square(text, self.numbering) != Err(SquareError::Outside) {
            let square = board.algebraic(last);
            let first = self.first;
            let last = first + last;
            return user_error!(
                "`{shown}` is not a square",
                "name row and column like `3,5`, a square like `{square}`, or its number, {first} \
                 to {last}"
            );
        }
        let [first, last] = [0, last].map(|at| self.numbering.coordinates(board.square(at)));
        let bottom_left = MapCell {
            row: board.rows() - 1,
            column: 0,
        };
        let top_right = MapCell {
            row: 0,
            column: board.columns() - 1,
        };
        let [from, to] = [bottom_left, top_right].map(|at| board.algebraic(board.vertex(at)));
        user_error!(
            "`{shown}` lies outside the board",
            "its squares go from {first} to {last}, in chess notation from {from} to {to}"
        )
    }
}

/// Memory for each byte of a map: the text, its places and the beginning of a search.
const MAP_BYTES: usize = 3;

/// Memory for each byte of a graph file: its names, lists and arcs.
const GRAPH_BYTES: usize = 48;

/// Checks that the limit allows this many bytes and that the machine has them.
fn check_memory(bytes: usize, limits: &Limits) -> Result {
    memory::check_limit(bytes, limits).map_err(|reason| {
        let bytes = ByteSize(bytes as u64);
        let help = match reason {
            StopReason::Memory => "raise `--max-memory`",
            _ => "end other programs, or take a smaller graph",
        };
        UserError::too_small(format!("the graph needs {bytes}: {reason}"), help).into()
    })
}

/// Whether a map numbers all of its cells, and some number is not next to the one before.
fn is_numbered_tour(map: &CellMap) -> bool {
    let is_step = |pair: &[Vertex]| map.graph().neighbours(pair[0]).contains(&pair[1]);
    map.waypoints.len() == map.vertices() && !map.waypoints.windows(2).all(is_step)
}

/// Returns the error for a knight's tour where a puzzle is expected.
pub fn tour_instead(origin: &str, text: &str) -> Option<UserError> {
    const LEAST: usize = 12;
    let tour = parse_tour(text)?;
    let is_tour = tour.path.len() >= LEAST && tour_flaw(&tour).is_none();
    is_tour.then(|| instead(origin, "a knight's tour", "verify", "checks it"))
}

/// Returns the error for maps and graphs where a puzzle is expected. `None` if the text is not
/// plainly one.
pub fn map_instead(origin: &str, bytes: &[u8]) -> Option<UserError> {
    let text = str::from_utf8(bytes).ok()?;
    let maps = split_maps(bytes);
    let all = maps.len();
    let is_named = Path::new(origin)
        .extension()
        .is_some_and(|ending| ending == "map");
    let is_drawn = text.lines().any(|line| line.starts_with("+-"));
    let mut are_maps = is_named || is_drawn;
    if let [_] = maps[..] {
        let parsed = parse_any(bytes, EdgeDirection::Undirected).ok()?;
        let is_listed = parsed.notes.first().is_some_and(|note| *note != EDGES_NOTE);
        match &parsed.subject {
            MapOrGraph::Map(map) => {
                // A coloured square draws a piece.
                let is_piece = |mark: char| {
                    mark.is_alphanumeric() && !"01SE".contains(mark) || mark > '\u{ffff}'
                };
                let has_ends = map.waypoints.is_empty() && map.start.is_some() && map.end.is_some();
                are_maps |= has_ends || !text.contains(['.', '_']) && !text.contains(is_piece);
            }
            MapOrGraph::Graph(_) if is_listed => {
                return Some(instead(
                    origin,
                    "a graph",
                    "hamilton",
                    "finds a path through it",
                ));
            }
            MapOrGraph::Graph(_) => return None,
        }
    }
    are_maps &= maps
        .iter()
        .all(|map| parse_any(&map.padded(), EdgeDirection::Undirected).is_ok());
    let holds = counted(all, "map");
    are_maps.then(|| match all {
        1 => instead(origin, &holds, "hamilton", "finds its path"),
        _ => instead(
            &format!("{origin}#1"),
            &holds,
            "hamilton",
            "finds the path of the first",
        ),
    })
}

/// Returns the error for something that another command takes.
fn instead(origin: &str, what: &str, command: &str, answer: &str) -> UserError {
    let name = diagnostics::sanitize(origin);
    let quoted = format!("'{name}'");
    let file = match origin {
        input::STDIN => "-",
        _ if name.contains([' ', '[', '{', ';', '(']) => &quoted,
        _ => &name,
    };
    let shown = name.trim_end_matches("#1");
    user_error!(
        "`{shown}` holds {what}, not a puzzle",
        "`huarong {command} {file}` {answer}"
    )
}

/// Returns the reason why a tour that a person wrote is wrong.
pub fn tour_flaw(tour: &WrittenTour) -> Option<String> {
    let WrittenTour {
        map, path, first, ..
    } = tour;
    let graph = LoadedGraph {
        numbering: match tour.notation {
            TourNotation::Pairs(numbering) => numbering,
            _ => SquareNumbering::FromOne,
        },
        ..LoadedGraph::of_map(map.clone())
    };
    let name = |vertex| match tour.notation {
        TourNotation::Algebraic => graph.square(vertex),
        _ => graph.label(vertex),
    };
    let is_move = |pair: &[Vertex]| graph.graph().neighbours(pair[0]).contains(&pair[1]);
    let moves = || path.windows(2);
    if let Some(flaw) = &tour.flaw {
        return Some(flaw.clone());
    }
    if let Some(at) = moves().position(|pair| !is_move(pair)) {
        let [from, to] = [at, at + 1].map(|step| name(path[step]));
        let step = at + *first as usize;
        let next = step + 1;
        return Some(format!(
            "no knight's move leads from {from}, step {step}, to {to}, step {next}"
        ));
    }
    Some(match verify(map.graph(), path, &Constraints::default()) {
        Ok(()) => return None,
        Err(PathFlaw::Again { step, vertex }) => {
            let step = step - 1 + *first as usize;
            format!("step {step} visits {} again", name(vertex))
        }
        Err(PathFlaw::LeftOut { missing }) => {
            format!("it leaves out {}", counted(missing, "square"))
        }
        Err(flaw) => flaw.to_string(),
    })
}

/// Returns a list of names of graphs.
fn family_help() -> String {
    let examples: Vec<&str> = FAMILIES.iter().map(|family| family.1).collect();
    format!("graphs are named like `{}`", examples.join("`, `"))
}

/// Returns the map or the graph that an argument itself describes, in rows; `None` if it may be
/// the name of a file.
pub fn written(argument: &OsStr, format: &FormatArgs) -> Option<String> {
    let text = argument.to_str()?.replace("\\n", "\n");
    if input::is_stdin(argument) || Path::new(argument).exists() {
        return None;
    }
    let is_listed = text.contains(['\n', '[', '{', '(']);
    let rows = if text.contains('\n') {
        text.clone()
    } else {
        text.replace('/', "\n")
    };
    let is_separated = rows.contains(['\n', ';', ',', ' ']);
    // Two words may be the name of a file, not an edge.
    let is_read = || {
        format
            .parse(rows.as_bytes())
            .is_ok_and(|parsed| match &parsed.subject {
                MapOrGraph::Map(_) => true,
                MapOrGraph::Graph(named) => named.graph.arcs() > 2,
            })
    };
    (is_listed || is_separated && is_read()).then_some(rows)
}

/// Splits the number of a map from a file name: `booklet.txt#2`.
fn numbered_map(argument: &OsStr) -> (&OsStr, Option<usize>) {
    let numbered = || {
        let (file, number) = argument.to_str()?.rsplit_once('#')?;
        Some((OsStr::new(file), Some(number.parse().ok()?)))
    };
    let is_file = Path::new(argument).exists();
    numbered().filter(|_| !is_file).unwrap_or((argument, None))
}

/// Returns the map of this number, from 1, or the only one.
fn one_map(file: &OsStr, bytes: Vec<u8>, number: Option<usize>) -> Result<Vec<u8>> {
    let maps = split_maps(&bytes);
    let all = maps.len();
    let shown = diagnostics::sanitize(&file.to_string_lossy());
    let asked = match number {
        None | Some(1) if all == 1 => return Ok(bytes),
        Some(number) if (1..=all).contains(&number) => {
            return Ok(maps[number - 1].padded().into_owned());
        }
        None => "one is wanted".to_owned(),
        Some(number) => format!("number {number} is asked for"),
    };
    refuse!(
        format!("`{shown}` holds {}, and {asked}", counted(all, "map")),
        "name one by its number, like `{shown}#{all}`"
    )
}

/// Returns the built-in map of this name, with or without its ending, unless a file has it.
pub fn built_in(name: &OsStr) -> Option<collection::File> {
    if Path::new(name).exists() {
        return None;
    }
    let name = name.to_str()?;
    let stem = name.strip_suffix(".map").unwrap_or(name);
    Collection::maps()
        .into_iter()
        .find(|map| map.stem.eq_ignore_ascii_case(stem))
}

/// Returns the error for a name that is neither a map nor a file.
fn unknown(name: &OsStr) -> Option<UserError> {
    let shown = diagnostics::sanitize(name.to_str().filter(|name| !Path::new(name).exists())?);
    let maps = Collection::maps();
    let stem = shown.strip_suffix(".map").unwrap_or(&shown);
    // With the ending it may be a file that is there, which comes first.
    let nearest = nearest(stem, maps.iter().map(|map| map.stem))
        .map(|nearest| shown.replace(stem, nearest))
        .or_else(|| input::nearest_file(Path::new(name)));
    let help = nearest
        .and_then(|name| did_you_mean(&[name]))
        .unwrap_or_else(|| {
            let names: Vec<&str> = maps.iter().map(|map| map.stem).collect();
            format!(
                "the built-in maps are `{}`; give a file's full name",
                names.join("`, `")
            )
        });
    Some(user_error!("no file or map is called `{shown}`", help))
}

/// Parses `3,5` or `a1`, a place in a map or outside it, with a cell or without.
fn place(map: &CellMap, text: &str, numbering: SquareNumbering) -> Option<MapCell> {
    let board = Chessboard::new(map.rows(), map.columns(), Leaper::KNIGHT).ok()?;
    let square = board.parse_square(text, numbering).ok();
    let square = square.map(|square| board.square(square));
    square.or_else(|| coordinates(text, numbering))
}

/// Parses `3,5`, a row and a column. Row 0 may not exist.
pub fn coordinates(text: &str, numbering: SquareNumbering) -> Option<MapCell> {
    let (row, column) = text.split_once(',')?;
    let index = |text: &str| {
        let number = text.trim().parse::<u32>().ok()?;
        Some(number.wrapping_sub(numbering.first()))
    };
    Some(MapCell {
        row: index(row)?,
        column: index(column)?,
    })
}

/// Parses the size of a board: `4x5`, 4 wide and 5 high.
pub fn board_size(size: &OsStr) -> Result<Size> {
    let shown = diagnostics::sanitize(&size.to_string_lossy());
    let size: Size = size
        .to_str()
        .and_then(|size| size.parse().ok())
        .ok_or_else(|| {
            user_error!(
                "`{shown}` is not the size of a board",
                "write width and height, each 1 or more: `4x5` is 4 wide, 5 high"
            )
        })?;
    let fits = size
        .width
        .checked_mul(size.height)
        .is_some_and(|squares| squares <= MAX_SQUARES);
    if !fits {
        refuse!(
            "a board of {shown} is too large",
            format!(
                "take one of at most {} squares, like `4096x4096`",
                grouped(MAX_SQUARES)
            )
        );
    }
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_up_to_sixteen_million_squares() {
        let message = board_size(OsStr::new("4294967295x4294967295")).expect_err("it is too large");
        assert!(message.to_string().contains("too large"), "{message}");
        let largest = Size {
            width: 4096,
            height: 4096,
        };
        assert_eq!(board_size(OsStr::new("4096x4096")).ok(), Some(largest));
    }

    #[test]
    fn vertices_are_found_by_number_and_by_coordinates() {
        let map = parse_map(b"011\n111").expect("a map");
        let subject = LoadedGraph::of_map(map);
        assert_eq!(subject.find("4").ok(), Some(4));
        assert_eq!(subject.find("2,3").ok(), Some(4));
        assert_eq!(subject.find("1, 2").ok(), Some(0));
        for wrong in ["5", "0,2", "1,1", "3,1", "-1", "x", ""] {
            assert!(subject.find(wrong).is_err(), "{wrong}");
        }
        let board = LoadedGraph::board(OsStr::new("4x3"), Leaper::KNIGHT, SquareNumbering::FromOne)
            .expect("a board");
        assert_eq!(
            ["3,4", "d1", "11"].map(|text| board.find(text).ok()),
            [Some(11); 3]
        );
        assert!(board.find("4,1").is_err());
    }
}
