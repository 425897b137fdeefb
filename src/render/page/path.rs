//! The page of a path.

use serde::Serialize;

use super::template::{PageTemplate, TRANSPORT, ThemeStyles, fill};
use crate::graph::MapCell;
use crate::render::path::{Cells, PathPicture, PathShape};
use crate::render::theme::Theme;
use crate::render::xml::Escaped;

/// Row and column, both from 0.
type PlaceJson = [u32; 2];

/// What the script of the page is told.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PathData {
    rows: u32,
    columns: u32,
    holes: Vec<PlaceJson>,
    walls: Vec<[PlaceJson; 2]>,
    clues: Vec<PlaceJson>,
    path: Vec<PlaceJson>,
    is_closed: bool,
}

/// Returns a page that draws the path step by step, as one HTML file. Without a theme it follows
/// the reader's system.
///
/// All steps of the path must be equally long, such as those of a leaper or those to a neighbour.
/// Equal pictures have equal bytes.
///
/// # Complexity
/// Linear in the path and the cells of the board: some 8 bytes a step.
#[must_use]
pub fn path(picture: &PathPicture<'_>, theme: Option<Theme>) -> String {
    let data = PathData::new(picture);
    let cells = data.path.len().to_string();
    let title = Escaped(picture.title).to_string();
    PageTemplate {
        title: picture.title,
        heading: &format!("<h1>{title}</h1>"),
        palette: &ThemeStyles::new(theme),
        style: include_str!("path/path.css"),
        body: &fill(
            include_str!("path/path.html"),
            &[
                ("label", &title),
                ("cells", &cells),
                ("transport", &fill(TRANSPORT, &[("what", "Step of the path")])),
            ],
        ),
        data: &data,
        texts: &[],
        sources: "",
        scripts: &[include_str!("path/board.js"), include_str!("path/path.js")],
    }
    .html()
}

impl PathData {
    fn new(picture: &PathPicture<'_>) -> Self {
        let PathPicture { rows, columns, cells, walls, clues, path, shape, .. } = *picture;
        let is_inside = |place: &MapCell| place.row < rows && place.column < columns;
        let are_inside = |(one, other): &&(MapCell, MapCell)| is_inside(one) && is_inside(other);
        let inside = path.iter().filter(|place| is_inside(place));
        PathData {
            rows,
            columns,
            holes: holes(rows, columns, cells),
            walls: walls
                .iter()
                .filter(are_inside)
                .map(|&(one, other)| [pair(one), pair(other)])
                .collect(),
            clues: clues.iter().copied().map(pair).collect(),
            path: inside.copied().map(pair).collect(),
            is_closed: shape == PathShape::Closed,
        }
    }
}

/// The cells that there are not, row by row.
fn holes(rows: u32, columns: u32, cells: Cells<'_>) -> Vec<PlaceJson> {
    let Cells::These(cells) = cells else { return Vec::new() };
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| MapCell { row, column }));
    all.filter(|place| cells.binary_search(place).is_err()).map(pair).collect()
}

const fn pair(place: MapCell) -> PlaceJson {
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
    fn the_script_is_told_of_path_holes_and_walls() {
        let data = serde_json::to_string(&PathData::new(&picture())).expect("JSON");
        assert_eq!(
            data,
            r#"{"rows":2,"columns":2,"holes":[[1,1]],"walls":[[[0,1],[0,0]]],"clues":[[0,1]],"path":[[0,1],[0,0],[1,0]],"isClosed":false}"#
        );
    }

    #[test]
    fn the_same_picture_is_the_same_page_with_its_title_as_text() {
        let html = path(&picture(), None);
        assert_eq!(html, path(&picture(), None));
        assert!(html.contains("<title>A &lt;path&gt;</title>"));
        assert!(!html.contains("<path>"));
        assert_ne!(html, path(&picture(), Some(Theme::Dark)));
    }

    #[test]
    fn a_path_of_nothing_is_a_page() {
        let nothing = PathPicture { rows: 0, columns: 0, path: &[], ..picture() };
        assert!(path(&nothing, None).ends_with("</html>\n"));
    }
}
