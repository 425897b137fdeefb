//! Names of vertices, as they are printed and as a person types them.

use crate::{
    cli::{
        Result,
        diagnostics::{FileLocation, UserError, sanitize},
        help::meant,
        input::MAX_NAMES,
    },
    graph::{CellMap, Leaper, MapCell, Vertex, text::hole_at},
    tour::{Chessboard, SquareError, SquareNumbering},
};

use super::{LoadedGraph, Vertices};

impl LoadedGraph {
    /// Returns the name or the number of a vertex.
    pub fn name(&self, vertex: Vertex) -> String {
        self.all_names().map_or_else(
            || (vertex + self.numbering.first()).to_string(),
            |names| names[vertex as usize].clone(),
        )
    }

    /// Returns the names of all vertices of a graph file.
    pub fn all_names(&self) -> Option<&[String]> {
        match &self.vertices {
            Vertices::Words(named) => Some(&named.names),
            _ => None,
        }
    }

    /// Returns the name of a square, `g6`, of a board or a map.
    pub fn square(&self, vertex: Vertex) -> String {
        let (rows, columns) = self.size().unwrap_or_default();
        match (
            self.cell(vertex),
            Chessboard::new(rows, columns, Leaper::KNIGHT),
        ) {
            (Some(cell), Ok(board)) => board.algebraic(board.vertex(cell)),
            _ => self.name(vertex),
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

    fn numbered(&self, text: &str) -> Option<Vertex> {
        let number: Vertex = text.parse().ok()?;
        let vertex = number.checked_sub(self.numbering.first())?;
        ((vertex as usize) < self.vertex_count()).then_some(vertex)
    }

    fn not_found(&self, text: &str) -> UserError {
        let shown = sanitize(text);
        let map = match &self.vertices {
            Vertices::Words(words) => {
                let names = &words.names;
                let all = names.iter().take(MAX_NAMES).map(String::as_str);
                let help = meant(text, all).unwrap_or_else(|| {
                    let some = names[..names.len().min(8)].join(" ");
                    let more = if names.len() > 8 { " …" } else { "" };
                    format!("the vertices are {some}{more}")
                });
                return user_error!("`{shown}` is not a vertex", help);
            }
            Vertices::Squares { board, .. } => return self.no_square(text, board),
            Vertices::Cells(map) => map,
        };
        let rows = map.rows();
        let columns = map.columns();
        let from = self.numbering.first();
        match place(map, text, self.numbering) {
            Some(place) if place.row < rows && place.column < columns => {
                let hole = hole_at(&self.text, place);
                UserError {
                    place: hole.map(|error| FileLocation::of(&error, &self.title)),
                    ..user_error!("`{shown}` is a hole", "name a cell, where there is one")
                }
            }
            Some(_) => user_error!(
                "`{shown}` is outside",
                "there are {rows} rows and {columns} columns, counted from {from}"
            ),
            None => {
                let last = (from as usize + self.vertex_count()).saturating_sub(1);
                user_error!(
                    "`{shown}` is not a cell",
                    "give row and column, from {from}, like `3,5`, a square like `a1`, or its \
                     number, {from} to {last}"
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
            let first = self.numbering.first();
            let last = first + last;
            return user_error!(
                "`{shown}` is not a square",
                "name row and column like `3,5`, a square like `{square}`, or its number, {first} \
                 to {last}"
            );
        }
        let [first, last] = [0, last].map(|at| self.numbering.coordinates(board.square(at)));
        let corners = [(board.rows() - 1, 0), (0, board.columns() - 1)];
        let corners = corners.map(|(row, column)| MapCell { row, column });
        let [from, to] = corners.map(|at| board.algebraic(board.vertex(at)));
        user_error!(
            "`{shown}` lies outside the board",
            "its squares go from {first} to {last}, in chess notation from {from} to {to}"
        )
    }
}

/// Parses `3,5` or `a1`, a place in a map or outside it, with a cell or without.
fn place(map: &CellMap, text: &str, numbering: SquareNumbering) -> Option<MapCell> {
    let board = Chessboard::new(map.rows(), map.columns(), Leaper::KNIGHT).ok()?;
    match board.parse_square(text, numbering) {
        Ok(square) => Some(board.square(square)),
        Err(_) => coordinates(text, numbering),
    }
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
