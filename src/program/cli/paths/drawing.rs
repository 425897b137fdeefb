//! Paths as text and as pictures.

use crate::cli::prelude::*;
use std::cmp::Ordering;

use crate::{
    backtrack::hamilton::Shape,
    cli::{
        export::{ExportFormat, theme},
        graph_args::Vertices,
    },
    graph::{Leaper, MapCell},
    render::{Cells, PathPicture, PathShape, page, svg},
    tour::Analysis,
};

/// The form of a printed path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathForm {
    Names,
    Cells,
    Board,
    Algebraic,
    Leaps,
    Letters,
}

/// The forms of a tour, each with its help.
pub const TOUR_FORMS: [Choice<PathForm>; 4] = [
    (
        "path",
        PathForm::Cells,
        "Rows and columns, see `--numbering`: (3,7) (1,8)",
    ),
    (
        "board",
        PathForm::Board,
        "The board, with the number of each step",
    ),
    ("algebraic", PathForm::Algebraic, "Chess notation: g6 h8"),
    (
        "moves",
        PathForm::Leaps,
        "Each move, rows and columns: (-2,+1); down and right are +",
    ),
];

/// The forms of a path over a map or a graph, each with its help.
pub const MAP_FORMS: [Choice<PathForm>; 4] = [
    (
        "path",
        PathForm::Names,
        "The numbers or names of the vertices",
    ),
    (
        "cells",
        PathForm::Cells,
        "Rows and columns, from 1: (3,5) (3,4)",
    ),
    (
        "board",
        PathForm::Board,
        "The map, with the number of each step",
    ),
    (
        "moves",
        PathForm::Letters,
        "A letter for each step: U, D, L, R; rows and columns if one leads over a corner",
    ),
];

/// Returns the form of a path that is not asked for in another: the board, if it fits on the
/// terminal, which has `room` columns.
pub fn usual_form(graph: &LoadedGraph, room: Option<usize>, otherwise: PathForm) -> PathForm {
    let width = graph.vertex_count().to_string().len() + 1;
    match graph.size().zip(room) {
        Some(((_, columns), room)) if columns as usize * width <= room + 1 => PathForm::Board,
        _ => otherwise,
    }
}

/// Writes a path and ends the line. All forms but names need a map or a board.
pub fn write(form: PathForm, graph: &LoadedGraph, path: &[Vertex], out: &mut dyn Write) -> Printed {
    let cells = || path.iter().filter_map(|&vertex| graph.cell(vertex));
    let steps = || cells().zip(cells().skip(1));
    let named = |out: &mut dyn Write, name: &dyn Fn(Vertex) -> String| {
        joined(out, path, |out, &vertex| write!(out, "{}", name(vertex)))
    };
    match form {
        PathForm::Names => named(out, &|vertex| graph.name(vertex))?,
        PathForm::Board => return write_board(graph, path, out),
        PathForm::Letters
            if !steps().any(|(one, it)| one.row != it.row && one.column != it.column) =>
        {
            steps().try_for_each(|step| write!(out, "{}", letter(step)))?;
        }
        PathForm::Cells => named(out, &|vertex| graph.label(vertex))?,
        PathForm::Algebraic => named(out, &|vertex| graph.square(vertex))?,
        PathForm::Leaps | PathForm::Letters => joined(out, steps(), |out, (from, to)| {
            let by = |from: u32, to: u32| i64::from(to) - i64::from(from);
            let rows = by(from.row, to.row);
            write!(out, "({rows:+},{:+})", by(from.column, to.column))
        })?,
    }
    writeln!(out)
}

/// Writes items with spaces between them.
fn joined<T>(
    out: &mut dyn Write,
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut dyn Write, T) -> Printed,
) -> Printed {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.write_all(b" ")?;
        }
        write(out, item)?;
    }
    Ok(())
}

/// Writes the number of each step in its cell, and `#` in each hole.
fn write_board(graph: &LoadedGraph, path: &[Vertex], out: &mut dyn Write) -> Printed {
    let (rows, columns) = graph.size().unwrap_or_default();
    let width = path.len().to_string().len();
    let mut steps = vec![0_u32; rows as usize * columns as usize];
    for (step, &vertex) in (1..).zip(path) {
        if let Some(MapCell { row, column }) = graph.cell(vertex) {
            steps[row as usize * columns as usize + column as usize] = step;
        }
    }
    for row in steps.chunks_exact(columns as usize) {
        joined(out, row, |out, step| match step {
            0 => write!(out, "{:>width$}", '#'),
            step => write!(out, "{step:>width$}"),
        })?;
        writeln!(out)?;
    }
    Ok(())
}

fn letter((from, to): (MapCell, MapCell)) -> char {
    match (to.row.cmp(&from.row), to.column.cmp(&from.column)) {
        (Ordering::Less, _) => 'U',
        (Ordering::Greater, _) => 'D',
        (_, Ordering::Less) => 'L',
        _ => 'R',
    }
}

/// Draws a path over a map or a board.
pub fn picture(
    request: PictureRequest<'_>,
    graph: &LoadedGraph,
    shape: Shape,
    path: &[Vertex],
) -> Result<Vec<u8>> {
    let (word, tour, path_shape) = match shape {
        Shape::Path => ("path", "open", PathShape::Open),
        Shape::Cycle => ("cycle", "closed", PathShape::Closed),
    };
    let path: Vec<MapCell> = path
        .iter()
        .filter_map(|&vertex| graph.cell(vertex))
        .collect();
    let title = match &graph.vertices {
        Vertices::Squares { board, .. } => {
            let (rows, columns) = graph.size().unwrap_or_default();
            let piece = match board.leaper() {
                Leaper::KNIGHT => "Knight's tour".to_owned(),
                Leaper { short, long } => format!("Tour of a ({short},{long}) leaper"),
            };
            format!("{piece} of the {columns}×{rows} board, {tour}")
        }
        _ if graph.is_tour() => format!("Tour of a board with holes, {tour}"),
        _ => format!("Hamiltonian {word}"),
    };
    with_picture(graph, &title, &path, |picture| {
        let theme = request.theme.unwrap_or_default();
        request.draw(&PathPicture {
            shape: path_shape,
            theme,
            ..picture
        })
    })
}

/// Draws a map or a board with a path, which may be empty.
pub fn with_picture<T>(
    graph: &LoadedGraph,
    title: &str,
    path: &[MapCell],
    draw: impl FnOnce(PathPicture<'_>) -> T,
) -> T {
    let (rows, columns) = graph.size().unwrap_or_default();
    let picture = PathPicture {
        path,
        ..PathPicture::new(title, rows, columns)
    };
    let Vertices::Cells(map) = &graph.vertices else {
        return draw(picture);
    };
    let clues: Vec<MapCell> = map
        .waypoints
        .iter()
        .filter_map(|&at| graph.cell(at))
        .collect();
    draw(PathPicture {
        cells: Cells::These(map.cells()),
        walls: &map.walls(),
        clues: &clues,
        ..picture
    })
}

/// Formats the size of a board's graph and the cost of a search, in lines.
pub fn figures(analysis: &Analysis, nodes: u64, backtracks: u64) -> String {
    let Analysis {
        vertices,
        arcs,
        fill,
        branching,
        log10_tree,
        ..
    } = *analysis;
    format!(
        "\
vertices:        {}
directed edges:  {}
matrix filled:   {} %
mean branching:  k = {branching:.2}
search tree:     k^(N+1) = {}
nodes entered:   {}
backtracks:      {}
",
        grouped(vertices),
        grouped(arcs),
        percent(fill),
        log10_tree.map_or_else(|| "0".to_owned(), power_of_ten),
        grouped(nodes),
        grouped(backtracks),
    )
}

/// Formats a percentage with at least two digits: `8.2`, `0.00079`.
fn percent(part: f64) -> String {
    let percent = part * 100.0;
    let digits = if percent < 1.0 {
        1.0 - percent.max(1e-9).log10().floor()
    } else {
        1.0
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 1 to 10"
    )]
    let digits = digits as usize;
    format!("{percent:.digits$}")
}

/// Formats the number with this logarithm: `1.2·10^46`, or `31.62` if it is short.
fn power_of_ten(log: f64) -> String {
    if log.abs() < 3.0 {
        return format!("{:.2}", 10_f64.powf(log));
    }
    let mantissa = format!("{:.1}", 10_f64.powf(log - log.floor()));
    // A mantissa that is rounded up to ten belongs to the next power.
    let (mantissa, exponent) = match mantissa.as_str() {
        "10.0" => ("1.0", log.floor() + 1.0),
        mantissa => (mantissa, log.floor()),
    };
    format!("{mantissa}·10^{exponent}")
}

/// Pictures of a path.
#[derive(Args)]
pub struct PathPictureArgs {
    /// Draw the path in this file: `.svg`, `.png`, or `.html` to watch it; `-` for standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    to: Vec<PathBuf>,
    /// Format of the picture [default: by the file's ending]
    #[arg(long, value_parser = one_of(&FORMATS), requires = "to", help_heading = "Output",
          hide_short_help = true)]
    format: Option<ExportFormat>,
    /// Colours of the picture [default: light; of a web page, those of the reader's system]
    #[arg(long, value_parser = theme(), requires = "to", help_heading = "Output",
          hide_short_help = true)]
    theme: Option<Theme>,
}

/// The formats of a path, each with its help.
const FORMATS: [Choice<ExportFormat>; 3] = [
    (
        "svg",
        ExportFormat::Svg,
        "A drawing that stays sharp at any size",
    ),
    ("png", ExportFormat::Png, "Pixels"),
    (
        "html",
        ExportFormat::Html,
        "A web page that shows the path step by step",
    ),
];

/// A picture and its file.
#[derive(Clone, Copy)]
pub struct PictureRequest<'a> {
    file: &'a Path,
    format: ExportFormat,
    /// `None` for a web page with the colours of the reader's system.
    pub theme: Option<Theme>,
}

impl PathPictureArgs {
    /// Whether a picture takes all of standard output.
    pub fn is_on_stdout(&self) -> bool {
        self.to.iter().any(|file| is_stdout(file))
    }

    /// Returns the pictures to draw, and checks before a search that they can be written after it.
    pub fn requests(&self, is_json: bool, is_printed: bool) -> Result<Vec<PictureRequest<'_>>> {
        let other = match self.to.iter().filter(|file| is_stdout(file)).count() {
            0 => None,
            _ if is_json => Some("--json"),
            _ if is_printed => Some("--print"),
            1 => None,
            _ => Some("--to -"),
        };
        if let Some(other) = other {
            refuse!(
                "standard output cannot hold `{other}` and `--to -`",
                "name a file for the picture, like `--to path.svg`"
            );
        }
        let files = self.to.iter().filter(|file| !is_stdout(file));
        output::check_all([(files, FileContent::Plain)], &[])?;
        let formats = FORMATS.map(|(_, format, _)| format);
        let request = |file| {
            let format = ExportFormat::of_output(file, self.format, &formats)?;
            Ok(PictureRequest {
                file,
                format,
                theme: self.theme,
            })
        };
        self.to.iter().map(|file| request(file)).collect()
    }
}

fn is_stdout(file: &Path) -> bool {
    file == Path::new("-")
}

impl PictureRequest<'_> {
    /// Returns the memory for each step of the path.
    pub const fn bytes_for_step(self) -> usize {
        match self.format {
            ExportFormat::Html => 200,
            ExportFormat::Png => 120,
            _ => 40,
        }
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// If the picture has too many pixels.
    pub fn draw(self, picture: &PathPicture<'_>) -> Result<Vec<u8>> {
        Ok(match self.format {
            ExportFormat::Html => page::path(picture, self.theme).into_bytes(),
            ExportFormat::Png => picture.png().map_err(|error| {
                user_error!(error.to_string(), "write a `.svg`, which has no pixels")
            })?,
            _ => svg(picture).into_bytes(),
        })
    }

    /// Writes the picture. If that is a file, returns a line with its name and size.
    pub fn store(self, picture: &[u8], out: &mut dyn Write) -> Result<Option<String>> {
        if is_stdout(self.file) {
            out.write_all(picture)?;
            return Ok(None);
        }
        output::store(self.file, picture)?;
        let size = ByteSize(picture.len() as u64);
        Ok(Some(format!("{}: {size}", self.file.display())))
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use crate::{
        graph::text::parse_map,
        tour::{Chessboard, SquareNumbering, analyse},
    };

    use super::*;
    use crate::control::Limits;

    fn drawn(form: PathForm, graph: &LoadedGraph, path: &[Vertex]) -> String {
        let mut out = Vec::new();
        write(form, graph, path, &mut out).expect("memory takes it all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_tour_can_be_printed_in_four_forms() {
        let board = |numbering| {
            let limits = Limits::default();
            let board = OsStr::new("4x3");
            LoadedGraph::of_tour(board, Leaper::KNIGHT, numbering, &limits).expect("a board")
        };
        let zero = board(SquareNumbering::FromZero);
        let one = board(SquareNumbering::FromOne);
        let tour = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
        assert_eq!(
            drawn(PathForm::Cells, &zero, &tour[..3]),
            "(0,0) (1,2) (2,0)\n"
        );
        assert_eq!(
            drawn(PathForm::Cells, &one, &tour[..3]),
            "(1,1) (2,3) (3,1)\n"
        );
        assert_eq!(drawn(PathForm::Algebraic, &one, &tour[..3]), "a3 c2 a1\n");
        assert_eq!(
            drawn(PathForm::Leaps, &one, &tour[..3]),
            "(+1,+2) (+1,-2)\n"
        );
        let board = " 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n";
        assert_eq!(drawn(PathForm::Board, &zero, &tour), board);
    }

    #[test]
    fn a_path_over_a_map_can_be_printed_in_four_forms() {
        let map = parse_map(b"110\n011\n110\n100").expect("a map");
        let map = LoadedGraph::of_map(map);
        let path = [0, 1, 2, 3];
        assert_eq!(drawn(PathForm::Names, &map, &path), "1 2 3 4\n");
        assert_eq!(
            drawn(PathForm::Cells, &map, &path),
            "(1,1) (1,2) (2,2) (2,3)\n"
        );
        assert_eq!(drawn(PathForm::Letters, &map, &path), "RDR\n");
        let board = "6 5 #\n# 4 7\n2 3 #\n1 # #\n";
        assert_eq!(drawn(PathForm::Board, &map, &[6, 4, 5, 2, 1, 0, 3]), board);
    }

    #[test]
    fn a_path_on_a_terminal_is_drawn_if_it_fits() {
        let map = LoadedGraph::of_map(parse_map(b"11111\n11111").expect("a map"));
        assert_eq!(usual_form(&map, Some(14), PathForm::Names), PathForm::Board);
        assert_eq!(
            [Some(13), None].map(|room| usual_form(&map, room, PathForm::Names)),
            [PathForm::Names; 2]
        );
    }

    #[test]
    fn a_board_without_moves_has_no_tree() {
        let board = Chessboard::new(1, 1, Leaper::KNIGHT).expect("a board");
        let told = figures(&analyse(&board), 0, 0);
        crate::cases::has(&told, "k^(N+1) = 0\n");
        crate::cases::has(&told, "filled:   0.0");
    }

    #[test]
    fn numbers_are_rounded_to_a_readable_length() {
        let told = [0.0, 1.5, -1.0, 3.0, 45.9999, 900_000.25].map(power_of_ten);
        assert_eq!(
            told,
            [
                "1.00",
                "31.62",
                "0.10",
                "1.0·10^3",
                "1.0·10^46",
                "1.8·10^900000"
            ]
        );
        let told = [0.082, 0.5, 0.001_23, 0.000_007_976].map(percent);
        assert_eq!(told, ["8.2", "50.0", "0.12", "0.00080"]);
    }
}
