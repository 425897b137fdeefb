//! Paths as they are printed.

use huarong::backtrack::hamilton;
use huarong::graph::{CellMap, MapCell, Vertex};
use huarong::render::{Cells, PathPicture, PathShape};

use super::args::PrintArg;
use crate::cli::paths::PictureRequest;
use crate::cli::subject::{LoadedGraph, Vertices};

/// The path in one of the ways to print it, which the subject allows.
pub(crate) fn draw(print: PrintArg, subject: &LoadedGraph, path: &[Vertex]) -> String {
    let places = || path.iter().filter_map(|&vertex| subject.place(vertex));
    match print {
        PrintArg::Path => subject.names(path),
        PrintArg::Cells => {
            let cells = places().map(|place| format!("({},{})", place.row + 1, place.column + 1));
            cells.collect::<Vec<_>>().join(" ")
        }
        PrintArg::Board => board(subject, path),
        PrintArg::Moves => {
            let places: Vec<MapCell> = places().collect();
            places.windows(2).map(|step| letter(step[0], step[1])).collect()
        }
    }
}

/// Whether the vertices lie on a map, so that all ways to print them make sense.
pub(crate) const fn is_drawable(subject: &LoadedGraph) -> bool {
    matches!(subject.vertices, Vertices::Cells(_))
}

/// The number of each step in its cell, `#` where there is no cell.
fn board(subject: &LoadedGraph, path: &[Vertex]) -> String {
    let Vertices::Cells(map) = &subject.vertices else { return subject.names(path) };
    let width = path.len().to_string().len();
    let mut rows = vec![vec!["#".to_owned(); map.columns() as usize]; map.rows() as usize];
    for (step, &vertex) in (1..).zip(path) {
        if let Some(MapCell { row, column }) = subject.place(vertex) {
            rows[row as usize][column as usize] = usize::to_string(&step);
        }
    }
    let padded = |row: Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        cells.join(" ")
    };
    rows.into_iter().map(padded).collect::<Vec<_>>().join("\n")
}

/// The path on its map as the picture that is asked for.
pub(crate) fn picture(
    wanted: PictureRequest<'_>,
    map: &CellMap,
    shape: hamilton::Shape,
    path: &[Vertex],
) -> anyhow::Result<Vec<u8>> {
    let places = map.cells();
    let path: Vec<MapCell> = path.iter().map(|&vertex| places[vertex as usize]).collect();
    let clues: Vec<MapCell> = map.waypoints.iter().map(|&at| places[at as usize]).collect();
    let (title, shape) = match shape {
        hamilton::Shape::Path => ("Hamiltonian path", PathShape::Open),
        hamilton::Shape::Cycle => ("Hamiltonian cycle", PathShape::Closed),
    };
    wanted.draw(&PathPicture {
        title,
        rows: map.rows(),
        columns: map.columns(),
        cells: Cells::These(places),
        walls: &map.walls(),
        clues: &clues,
        path: &path,
        shape,
        theme: wanted.theme(),
    })
}

fn letter(from: MapCell, to: MapCell) -> char {
    match (to.row.cmp(&from.row), to.column.cmp(&from.column)) {
        (std::cmp::Ordering::Less, _) => 'U',
        (std::cmp::Ordering::Greater, _) => 'D',
        (_, std::cmp::Ordering::Less) => 'L',
        _ => 'R',
    }
}

#[cfg(test)]
mod tests {
    use huarong::graph::text::parse_map;

    use super::*;

    #[test]
    fn a_path_can_be_printed_in_four_ways() {
        let map = parse_map(b"110\n011\n110\n100").expect("a map");
        let subject = LoadedGraph::of_map(map);
        let drawn = |print| draw(print, &subject, &[0, 1, 2, 3]);
        assert_eq!(drawn(PrintArg::Path), "0 1 2 3");
        assert_eq!(drawn(PrintArg::Cells), "(1,1) (1,2) (2,2) (2,3)");
        assert_eq!(drawn(PrintArg::Moves), "RDR");
        let board = draw(PrintArg::Board, &subject, &[6, 4, 5, 2, 1, 0, 3]);
        assert_eq!(board, "6 5 #\n# 4 7\n2 3 #\n1 # #");
    }
}
