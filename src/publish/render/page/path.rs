//! The page of a path.

use serde_json::{Value, json};

use super::{CHINESE, PageTemplate, TRANSPORT, ThemeStyles, fill};
use crate::{
    graph::MapCell,
    render::{
        Escaped,
        path::{Cells, PathPicture, PathShape},
        theme::Theme,
    },
};

/// Returns a page that draws the path step by step, as one HTML file. Without a theme it follows
/// the reader's system.
///
/// All steps of the path must be equally long, such as those of a leaper or those to a neighbour.
/// Equal pictures have equal bytes.
///
/// # Complexity
/// Linear in the path and the cells of the board: some 8 bytes a step.
pub fn path(picture: &PathPicture<'_>, theme: Option<Theme>) -> String {
    let data = path_data(picture);
    let title = Escaped(picture.title).to_string();
    PageTemplate {
        title: picture.title,
        head: "",
        heading: &format!("<h1>{title}</h1>"),
        palette: &ThemeStyles::new(theme),
        style: include_str!("path/path.css"),
        body: &fill(
            include_str!("path/path.html"),
            &[
                ("label", &title),
                (
                    "transport",
                    &fill(TRANSPORT, &[("what", "Step of the path")]),
                ),
            ],
        ),
        data: &data.to_string(),
        texts: &[],
        sources: "",
        translations: CHINESE,
        scripts: &[include_str!("path/board.js"), include_str!("path/path.js")],
    }
    .html()
}

/// Returns the data for the script. A cell is `[row, column]` from 0.
fn path_data(picture: &PathPicture<'_>) -> Value {
    let PathPicture {
        rows,
        columns,
        cells,
        walls,
        clues,
        path,
        shape,
        ..
    } = *picture;
    let is_inside = |place: &MapCell| place.row < rows && place.column < columns;
    let walls = walls
        .iter()
        .filter(|(one, other)| is_inside(one) && is_inside(other));
    json!({
        "rows": rows,
        "columns": columns,
        "holes": holes(rows, columns, cells),
        "walls": walls.map(|&(one, other)| [pair(one), pair(other)]).collect::<Vec<_>>(),
        "clues": clues.iter().copied().map(pair).collect::<Vec<_>>(),
        "path": path.iter().copied().filter(is_inside).map(pair).collect::<Vec<_>>(),
        "isClosed": shape == PathShape::Closed,
    })
}

/// Returns the holes of the board, row by row.
fn holes(rows: u32, columns: u32, cells: Cells<'_>) -> Vec<[u32; 2]> {
    let Cells::These(cells) = cells else {
        return Vec::new();
    };
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| MapCell { row, column }))
        .filter(|place| cells.binary_search(place).is_err())
        .map(pair)
        .collect()
}

const fn pair(place: MapCell) -> [u32; 2] {
    [place.row, place.column]
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(row: u32, column: u32) -> MapCell {
        MapCell { row, column }
    }

    const CELLS: [MapCell; 3] = [at(0, 1), at(0, 0), at(1, 0)];
    const WALLS: [(MapCell, MapCell); 2] = [(CELLS[0], CELLS[1]), (at(7, 7), at(7, 8))];

    fn picture() -> PathPicture<'static> {
        PathPicture {
            title: "A <path>",
            rows: 2,
            columns: 2,
            cells: Cells::These(&CELLS),
            walls: &WALLS,
            clues: &CELLS[..1],
            path: &CELLS,
            shape: PathShape::Open,
            theme: Theme::Light,
        }
    }

    #[test]
    fn the_page_data_has_path_holes_and_walls() {
        let expected = json!({
            "rows": 2, "columns": 2, "holes": [[1, 1]], "walls": [[[0, 1], [0, 0]]],
            "clues": [[0, 1]], "path": [[0, 1], [0, 0], [1, 0]], "isClosed": false,
        });
        assert_eq!(path_data(&picture()), expected);
    }

    #[test]
    fn a_path_page_is_reproducible_and_escapes_its_title() {
        let html = path(&picture(), None);
        assert_eq!(html, path(&picture(), None));
        assert!(html.contains("<title>A &lt;path&gt;</title>"));
        assert!(!html.contains("<path>"));
        assert_ne!(html, path(&picture(), Some(Theme::Dark)));
    }

    #[test]
    fn an_empty_path_gives_a_valid_page() {
        let nothing = PathPicture {
            rows: 0,
            columns: 0,
            path: &[],
            ..picture()
        };
        assert!(path(&nothing, None).ends_with("</html>\n"));
    }
}
