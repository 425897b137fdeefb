//! Arguments that name a graph: a map, a graph file, or a board.

mod instead;
mod vertices;

use std::{
    borrow::Cow,
    cell::OnceCell,
    ffi::{OsStr, OsString},
    fs, iter, mem,
    path::Path,
};

use crate::{
    backtrack::hamilton::memory_needed,
    collection::{self, Collection, did_you_mean, nearest},
    control::{Limits, StopReason},
    excerpt::is_number,
    graph::{
        self, CellGrid, CellMap, EdgeDirection, FAMILIES, Graph, Leaper, Vertex, VertexNoun, all,
        text::{
            FORMS, MAX_BYTES, MapOrGraph, MapText, NamedGraph, ParseError, ParsedGraph,
            parse_adjacency, parse_any, parse_edges, parse_map, parse_matrix, split_graphs,
            split_maps,
        },
    },
    grid::Size,
    memory,
    tour::{Chessboard, MAX_SQUARES, PathGraph, SquareNumbering},
};
use bytesize::ByteSize;
use clap::Args;

use super::{
    Result,
    diagnostics::{UserError, sanitize},
    input,
    numbers::{counted, grouped, joined},
};

pub use instead::{is_map_file, map_instead, tour_flaw, tour_instead};
pub use vertices::coordinates;

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
        let parsed = || parse_any(bytes, direction);
        let read = match (self.adjacency, self.matrix) {
            (true, _) => parse_adjacency,
            (_, true) => parse_matrix,
            _ if self.edges => parse_edges,
            _ => return parsed(),
        };
        let is_graph = |parsed: &ParsedGraph| matches!(parsed.subject, MapOrGraph::Graph(_));
        read(bytes, direction)
            .map(|mut named| ParsedGraph {
                notes: mem::take(&mut named.notes),
                subject: MapOrGraph::Graph(named),
                text: None,
            })
            .or_else(|error| match parsed() {
                Ok(found) if is_graph(&found) => Ok(found),
                Err(other) if bytes.contains(&b'{') => Err(other),
                _ => Err(error),
            })
    }

    /// Whether a format is given that maps do not have.
    const fn is_of_graphs(&self) -> bool {
        self.adjacency || self.matrix || self.edges
    }
}

/// A graph and its source.
pub struct LoadedGraph {
    /// Name of the source.
    pub title: String,
    pub vertices: Vertices,
    /// The text of the source; empty for a board.
    text: Vec<u8>,
    /// The number of the first row and column, and of the first cell.
    numbering: SquareNumbering,
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
    /// Returns a graph whose rows, columns and cells count from 1.
    const fn new(title: String, vertices: Vertices, text: Vec<u8>) -> Self {
        LoadedGraph {
            title,
            vertices,
            text,
            numbering: SquareNumbering::FromOne,
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
        let format = FormatArgs::default();
        let is_file = input::may_exist(argument);
        let is_map = is_file || input::is_stdin(argument) || written(argument, &format).is_some();
        let mut graph = if is_number(&text) && !is_file {
            Self::board(OsStr::new(&format!("{text}x{text}")), leaper)?
        } else if is_map {
            Self::read(argument, &format, limits)?
        } else {
            Self::board(argument, leaper)?
        };
        graph.vertices = match graph.vertices {
            Vertices::Words(_) => refuse!(
                "a tour needs a board, not a list of edges",
                "give a size like `8x8`, or a map: `.` is a square and `#` a hole"
            ),
            Vertices::Cells(map) => Vertices::Cells(map.with_leaper(leaper)),
            board @ Vertices::Squares { .. } => board,
        };
        graph.numbering = numbering;
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
        let is_file = input::may_exist(first);
        let text = first.to_string_lossy();
        // A name in quotes is one word.
        let split: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        if let ([], Some((family, parameters))) = (rest, split.split_first())
            && is_family(family)
            && !text.contains(['=', '[', '{'])
            && !is_file
        {
            first = family;
            rest = parameters;
        }
        if let Some(name) = textbook_name(&text).filter(|_| rest.is_empty() && !is_file) {
            note!("note: `{text}` is read as `{name}`");
            return Self::named(&[name.into()], format, limits);
        }
        let shown = first.display();
        // A list may have a name, too: `grid = [[1,1],[1,1]]`.
        if !is_family(first) || rest.is_empty() && text.contains(['[', '{']) {
            let Some(rest) = rest.first() else {
                return Self::read(first, format, limits);
            };
            let names = FAMILIES.iter().map(|family| family.0);
            let Some(name) = nearest(&text, names) else {
                let rest = rest.display();
                refuse!("unexpected argument `{rest}`", family_help());
            };
            refuse!("no graph is called `{shown}`", "did you mean `{name}`?");
        }
        if input::may_exist(first) {
            refuse!(
                "`{shown}` is both a graph and a file",
                "write `./{shown}` for the file"
            );
        }
        if format.is_of_graphs() || format.directed {
            refuse!(
                "`{shown}` is not a graph file",
                "omit the format: it is for graph files"
            );
        }
        if let [board] = rest
            && (first == "grid" || first == "knight")
        {
            let mut graph = Self::board(board, Leaper::KNIGHT)?;
            if first == "grid" {
                let Size { width, height } = board_size(board)?;
                let grid = CellGrid::filled(height as usize, width as usize);
                graph.vertices = Vertices::Cells(CellMap::new(grid));
                graph.title = format!("grid {}", board.display());
            }
            return Ok(graph);
        }
        let words = iter::once(first).chain(rest);
        let title = joined(words.map(|word| word.display()), " ");
        match graph::family(&title) {
            Ok(named) => Ok(LoadedGraph::new(title, Vertices::Words(named), Vec::new())),
            Err(error) => refuse!("{error}", family_help()),
        }
    }

    /// Reads a map or a graph from a file, from `-`, or from the argument itself.
    pub fn read(argument: &OsStr, format: &FormatArgs, limits: &Limits) -> Result<Self> {
        let help = "check that this is a map or a graph";
        let (file, number) = numbered_map(argument);
        let (title, bytes) = match (built_in(file), written(argument, format)) {
            (Some(map), _) => (format!("{}.map", map.stem), map.text().into()),
            (None, Some(text)) => (input::ARGUMENT.to_owned(), text.into_bytes()),
            (None, None) => {
                input::read_bytes(file, MAX_BYTES, help).map_err(|error| match unknown(file) {
                    Some(unknown) if !input::is_stdin(file) => unknown.into(),
                    _ => error,
                })?
            }
        };
        let is_map = !format.is_of_graphs();
        let for_each = if is_map { MAP_BYTES } else { GRAPH_BYTES };
        check_memory(for_each * bytes.len(), limits)?;
        let bytes = if is_map {
            one_map(file, &bytes, number)?
        } else {
            bytes
        };
        let parsed = format.parse(&bytes).map_err(|error| {
            if is_map && format.directed {
                return user_error!(
                    "a map has no directed edges",
                    "say how the graph is written: `--adjacency`, `--matrix` or `--edges`"
                );
            }
            let text = String::from_utf8_lossy(&bytes);
            UserError::of_parse(&error, &title).with_nearest_form(&text, &FORMS)
        })?;
        if !parsed.notes.is_empty() {
            note!("note: `{}`: {}", sanitize(&title), parsed.notes.join("; "));
        }
        let vertices = match parsed.subject {
            MapOrGraph::Map(map) if is_numbered_tour(&map) => refuse!(
                "every cell has a number, but not each leads to a cell next to it",
                "`huarong verify` checks a knight's tour"
            ),
            MapOrGraph::Map(map) => Vertices::Cells(map),
            MapOrGraph::Graph(named) => Vertices::Words(named),
        };
        let text = parsed.text.map_or(bytes, String::into_bytes);
        Ok(LoadedGraph::new(title, vertices, text))
    }

    /// Returns the maps of a file of several, each called by its number; `None` if it is another
    /// file.
    pub fn maps(file: &OsStr) -> Option<Vec<Self>> {
        let bytes = fs::read(file).ok()?;
        if bytes.len() > MAX_BYTES {
            return None;
        }
        let maps = split_maps(&bytes);
        let name = Path::new(file).file_name()?.display();
        let map = |(number, text): (usize, &MapText<'_>)| {
            let text = text.padded().into_owned();
            let title = format!("{name}#{number}");
            let vertices = Vertices::Cells(parse_map(&text).ok()?);
            Some(LoadedGraph::new(title, vertices, text))
        };
        let maps: Vec<_> = (1..).zip(&maps).map(map).collect::<Option<_>>()?;
        Some(maps).filter(|maps| maps.len() > 1)
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
    pub fn board(size: &OsStr, leaper: Leaper) -> Result<Self> {
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
        Ok(LoadedGraph::new(title, vertices, Vec::new()))
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
        match &self.vertices {
            Vertices::Squares { board, .. } => Some(board),
            _ => None,
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
        match &self.vertices {
            Vertices::Words(named) => named.direction,
            _ => EdgeDirection::Undirected,
        }
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
        let left = |most: usize| most.saturating_sub(2 * self.text.len());
        limits.with_max_bytes(limits.max_bytes.map(left))
    }

    /// The number of vertices, known without making the graph.
    pub fn vertex_count(&self) -> usize {
        match &self.vertices {
            Vertices::Cells(map) => map.vertices(),
            Vertices::Squares { board, .. } => board.squares() as usize,
            Vertices::Words(named) => named.graph.vertices(),
        }
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

/// Returns our name of a graph that has another one elsewhere: `8x8`, `C5`, `K5`, `K_{3,3}`, `P5`,
/// `Q4`.
fn textbook_name(text: &str) -> Option<String> {
    if text == "petersen" {
        return Some("petersen 5,2".to_owned());
    }
    if let Ok(size) = text.parse::<Size>() {
        return Some(format!("grid {size}"));
    }
    let (family, parameters) = match text.split_at_checked(1)? {
        ("C", length) => ("cycle ", length),
        ("K", parameters) => ("complete ", parameters),
        ("P", vertices) => ("grid 1x", vertices),
        ("Q", dimension) => ("cube ", dimension),
        _ => return None,
    };
    let name = format!("{family}{}", parameters.replace(['_', '{', '}'], ""));
    graph::family(&name).is_ok().then_some(name)
}

/// Returns a list of names of graphs.
fn family_help() -> String {
    let examples = joined(FAMILIES.iter().map(|family| family.1), "`, `");
    format!("graphs are named like `{examples}`")
}

/// Returns the map or the graph that an argument itself describes, in rows; `None` if it may be
/// the name of a file.
pub fn written(argument: &OsStr, format: &FormatArgs) -> Option<String> {
    let text = argument.to_str()?.replace("\\n", "\n");
    let is_size = text.parse::<Size>().is_ok();
    if is_size || input::is_stdin(argument) || input::may_exist(argument) {
        return None;
    }
    let is_listed = text.contains(['\n', '[', '{', '(']) || text.contains("->");
    let rows = if text.contains('\n') {
        text.clone()
    } else {
        text.replace('/', "\n")
    };
    let is_separated = rows.contains(['\n', ';', ',', ' ']);
    // Two words may be the name of a file, not an edge.
    let is_read = || match format.parse(rows.as_bytes()) {
        Ok(parsed) => match &parsed.subject {
            MapOrGraph::Map(_) => true,
            MapOrGraph::Graph(named) => named.graph.arcs() > 2,
        },
        Err(_) => false,
    };
    (is_listed || is_separated && is_read()).then_some(rows)
}

/// Splits the number of a map from a file name: `booklet.txt#2`.
fn numbered_map(argument: &OsStr) -> (&OsStr, Option<usize>) {
    let numbered = || {
        let (file, number) = argument.to_str()?.rsplit_once('#')?;
        Some((OsStr::new(file), Some(number.parse().ok()?)))
    };
    let is_file = input::may_exist(argument);
    numbered().filter(|_| !is_file).unwrap_or((argument, None))
}

/// Returns the map of this number, from 1, or the only one.
fn one_map(file: &OsStr, bytes: &[u8], number: Option<usize>) -> Result<Vec<u8>> {
    let graphs = str::from_utf8(bytes).ok().and_then(split_graphs);
    let maps: Vec<Cow<'_, [u8]>> = match &graphs {
        Some(graphs) => graphs.iter().map(|it| it.as_bytes().into()).collect(),
        None => split_maps(bytes).iter().map(MapText::padded).collect(),
    };
    let all = maps.len();
    let shown = sanitize(file.display());
    let asked = match number.or((all == 1).then_some(1)) {
        Some(number) if (1..=all).contains(&number) => return Ok(maps[number - 1].to_vec()),
        None => "one is wanted".to_owned(),
        Some(number) => format!("number {number} is asked for"),
    };
    let holds = counted(all, if graphs.is_some() { "graph" } else { "map" });
    refuse!(
        "`{shown}` holds {holds}, and {asked}",
        "name one by its number, like `{shown}#{all}`"
    )
}

/// Returns the built-in map of this name, with or without its ending, unless a file has it.
pub fn built_in(name: &OsStr) -> Option<collection::File> {
    if input::may_exist(name) {
        return None;
    }
    let name = name.to_str()?;
    let stem = name.strip_suffix(".map").unwrap_or(name);
    let mut maps = Collection::maps().into_iter();
    maps.find(|map| map.stem.eq_ignore_ascii_case(stem))
}

/// Returns the error for a name that is neither a map nor a file.
fn unknown(name: &OsStr) -> Option<UserError> {
    let shown = sanitize(name.to_str().filter(|name| !input::may_exist(name))?);
    let maps = Collection::maps();
    let stem = shown.strip_suffix(".map").unwrap_or(&shown);
    // With the ending it may be a file that is there, which comes first.
    let nearest = nearest(stem, maps.iter().map(|map| map.stem));
    let help = nearest.and_then(|nearest| did_you_mean(&[shown.replace(stem, nearest)]));
    let help = help.or_else(|| input::meant_file(Path::new(name)));
    let help = help.unwrap_or_else(|| {
        let names = joined(maps.iter().map(|map| map.stem), "`, `");
        format!("the built-in maps are `{names}`; give a file's full name")
    });
    Some(user_error!("no file or map is called `{shown}`", help))
}

/// Parses the size of a board: `4x5`, 4 wide and 5 high.
pub fn board_size(size: &OsStr) -> Result<Size> {
    let shown = sanitize(size.display());
    let Ok(size) = size.to_string_lossy().parse::<Size>() else {
        refuse!(
            "`{shown}` is not the size of a board",
            "write width and height, each 1 or more: `4x5` is 4 wide, 5 high"
        )
    };
    let squares = size.width.checked_mul(size.height);
    if squares.is_none_or(|squares| squares > MAX_SQUARES) {
        let most = grouped(MAX_SQUARES);
        refuse!(
            "a board of {shown} is too large",
            "take one of at most {most} squares, like `4096x4096`"
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
        assert_eq!(subject.find("5").ok(), Some(4));
        assert_eq!(subject.find("2,3").ok(), Some(4));
        assert_eq!(subject.find("1, 2").ok(), Some(0));
        for wrong in ["0", "6", "0,2", "1,1", "3,1", "-1", "x", ""] {
            assert!(subject.find(wrong).is_err(), "{wrong}");
        }
        let board = LoadedGraph::board(OsStr::new("4x3"), Leaper::KNIGHT).expect("a board");
        assert_eq!(
            ["3,4", "d1", "12"].map(|text| board.find(text).ok()),
            [Some(11); 3]
        );
        assert!(board.find("4,1").is_err());
    }
}
