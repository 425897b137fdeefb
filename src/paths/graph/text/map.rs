//! Maps of cells: read, split and drawn.
//!
//! A reader stores one byte for each place of the map, and scans the text again for walls and for
//! the places of errors. So a large map takes little more memory than its text.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap, HashSet},
    fmt::Write,
    ops::Range,
};

use super::{ParseError, is_bracket, rows};
use crate::{
    excerpt::{LineCursor, brief, is_number, joined, number, words_between},
    graph::{
        CellGrid, CellMap, MapCell, Vertex,
        boards::{CELL, LOWER_WALL, RIGHT_WALL},
    },
    wrapping::is_blank_word,
};

/// Reads a map and its constraints on a path.
///
/// # Errors
/// The first fault of the text, and its place.
pub fn parse_map(bytes: &[u8]) -> Result<CellMap, ParseError> {
    let drawing = drawn(bytes);
    let lines = rows(&drawing)?;
    // A place takes at least one byte of the text.
    let grid = CellGrid {
        columns: 0,
        places: Vec::with_capacity(drawing.len()),
    };
    let mut notes = Vec::new();
    let style = MapStyle::of(lines.clone());
    if style == MapStyle::Bits {
        let is_wrapped =
            str::from_utf8(bytes).is_ok_and(|it| it.trim_start().starts_with(is_bracket));
        notes.extend(is_wrapped.then_some("brackets enclose the rows"));
        notes.extend(bytes.contains(&b',').then_some("`,` separates the cells"));
    }
    let mut map = read_drawing(lines.clone(), style, grid)?;
    if let Cow::Owned(_) = &drawing
        && map.steps.is_empty()
    {
        let has_holes = drawing.contains(&b'#') || !bytes.contains(&b'-');
        notes.push(if has_holes {
            "1 is the start, the last number the end, 0 a cell and -1 none"
        } else {
            "1 is the start, the last number the end, and -1 a cell"
        });
    }
    notes.extend((drawing.len() > bytes.len()).then_some("short rows end with holes"));
    map.notes.extend(notes.into_iter().map(str::to_owned));
    match lines.into_iter().next() {
        Some(first) if map.vertices() == 0 => Err(no_cells(first)),
        _ => Ok(map),
    }
}

/// Draws the cells of a map of numbers in which each number from 1 on stands once, 0 is a cell, and
/// -1, `NA` and `.` are none. If there are only two numbers, 1 is the start and 2 the end. Cells in
/// one line form a square. Other texts, and the places of all cells, remain.
fn drawn(bytes: &[u8]) -> Cow<'_, [u8]> {
    let text = str::from_utf8(bytes).unwrap_or_default();
    let is_gap = |mark: char| mark.is_whitespace() || mark == ',' || is_bracket(mark);
    let is_empty = |word: &str| ["0", "_"].contains(&word) || is_blank_word(word);
    let is_hole = |word: &str| ["NA", ".", ".."].contains(&word);
    let words = words_between(text, is_gap);
    let mut numbers = HashSet::new();
    let mut is_once = |word: &str| number(word).is_some_and(|it: u32| numbers.insert(it));
    let mut signs = words.clone();
    let are_signs = signs.all(|word| is_empty(word) || is_hole(word) || is_once(word));
    let count = |is: &dyn Fn(&str) -> bool| words.clone().filter(|word| is(word)).count();
    if !are_signs || numbers.len() < 2 || count(&is_empty) == 0 {
        return Cow::Borrowed(bytes);
    }
    let has_ends = numbers == HashSet::from([1, 2]);
    let holes = count(&|word| word == "-1");
    // Without another sign, -1 is each of many cells without a number.
    let are_few = has_ends || 4 * holes < 3 * numbers.len();
    let has_holes = are_few || holes < count(&is_empty);
    let cells = count(&|_| true);
    let side = cells.isqrt();
    let has_rows = text.contains(is_bracket) || text.trim().contains('\n');
    let is_list = !has_rows && side > 2 && side * side == cells;
    let mut drawing = String::new();
    let mut at = 0;
    for part in text.split_inclusive(is_gap) {
        let word = part.trim_end_matches(is_gap);
        let mark = match word {
            "1" if has_ends => "S",
            "2" if has_ends => "E",
            "-1" if has_holes => "#",
            _ if is_hole(word) => "#",
            _ if is_empty(word) => ".",
            _ => word,
        };
        at += usize::from(!word.is_empty());
        let gap = match &part[word.len()..] {
            _ if is_list && at % side == 0 => "\n",
            "," => " ",
            gap => gap,
        };
        drawing += &format!("{mark:>0$}{gap}", word.len());
    }
    // Holes at the ends of the upper rows may be missing.
    let width = |row: &str| row.split_whitespace().count();
    let widths = drawing.lines().map(width);
    // Two numbers may be a size.
    if !text.contains(is_bracket)
        && count(&is_hole) > 0
        && widths.clone().is_sorted()
        && widths.clone().next() > Some(2)
    {
        let widest = widths.max().unwrap_or(0);
        let row = |row: &str| row.to_owned() + &" #".repeat(widest - width(row));
        drawing = joined(drawing.lines().map(row), "\n");
    }
    Cow::Owned(drawing.into_bytes())
}

fn no_cells(spot: LineCursor<'_>) -> ParseError {
    spot.error(
        "there are no cells here",
        "draw each cell as `1`, or as `.`",
    )
}

/// One of several maps in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapText<'a> {
    text: &'a [u8],
    lines_before: usize,
}

impl<'a> MapText<'a> {
    /// The text of the map after as many empty lines as there are lines before it in the file, so
    /// that its lines keep their numbers.
    pub fn padded(&self) -> Cow<'a, [u8]> {
        match self.lines_before {
            0 => Cow::Borrowed(self.text),
            lines => Cow::Owned([&vec![b'\n'; lines], self.text].concat()),
        }
    }
}

/// Splits a file into its maps. A map begins with a remark after an empty line, as in the files
/// that `huarong make zip` writes.
pub fn split_maps(bytes: &[u8]) -> Vec<MapText<'_>> {
    let mut maps = Vec::new();
    let mut begin = 0;
    let mut at = 0;
    let mut lines_before = 0;
    let mut has_rows = false;
    let mut is_after_gap = false;
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let is_empty = line.iter().all(u8::is_ascii_whitespace);
        let is_remark = line.trim_ascii_start().starts_with(b";");
        if has_rows && is_after_gap && is_remark {
            maps.push(MapText {
                text: &bytes[begin..at],
                lines_before,
            });
            has_rows = false;
            begin = at;
            lines_before = number;
        }
        at += line.len();
        has_rows |= !is_empty && !is_remark;
        is_after_gap = is_empty;
    }
    maps.push(MapText {
        text: &bytes[begin..],
        lines_before,
    });
    maps
}

/// The error that a place of a map is a hole, for callers that need a cell there. `None` if it is a
/// cell, or outside the map.
pub fn hole_at(bytes: &[u8], cell: MapCell) -> Option<ParseError> {
    let row = cell.row as usize;
    let column = cell.column as usize;
    let bytes = &*drawn(bytes);
    let lines = rows(bytes).ok()?;
    let style = MapStyle::of(lines.clone());
    let line = lines.filter(|line| !is_wall(line.text())).nth(row)?;
    let (place, word) = cell_words(line.text(), style).nth(column)?;
    let spot = line.at(place);
    let is_hole = CellMark::read(word, spot, style) == Ok(CellMark::Hole);
    is_hole.then(|| spot.error("this is a hole", "name a cell, where there is one"))
}

/// How a map draws its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MapStyle {
    /// As 1, and holes as 0.
    Bits,
    /// As characters.
    Signs,
    /// As words, which may be numbers of several digits.
    Words,
}

impl MapStyle {
    fn of<'a>(lines: impl Iterator<Item = LineCursor<'a>> + Clone) -> Self {
        if is_of_bits(lines.clone()) {
            MapStyle::Bits
        } else if is_spaced(lines) {
            MapStyle::Words
        } else {
            MapStyle::Signs
        }
    }
}

/// Whether this is a map of 1 and 0.
fn is_of_bits<'a>(lines: impl Iterator<Item = LineCursor<'a>> + Clone) -> bool {
    let drawn = |mark| matches!(mark, '.' | '#' | 'S' | 'E' | '|' | '-' | '+');
    if lines.clone().any(|line| line.text().contains(drawn)) {
        return false;
    }
    let numbered = if is_column(lines.clone()) {
        usize::MAX
    } else {
        1
    };
    !lines
        .take(numbered)
        .any(|line| line.text().contains(|mark| matches!(mark, '2'..='9')))
}

/// Whether each row is one cell, so that a number of several digits is one as well.
fn is_column<'a>(lines: impl Iterator<Item = LineCursor<'a>> + Clone) -> bool {
    let is_single = |text: &str| text.chars().nth(1).is_none();
    let mut rows = lines
        .map(|line| line.text().trim())
        .filter(|text| !is_wall(text));
    rows.clone().any(is_single) && rows.all(|text| is_single(text) || is_number(text))
}

/// Whether white space separates the cells of a drawn map, so that numbers may have several digits.
fn is_spaced<'a>(lines: impl Iterator<Item = LineCursor<'a>> + Clone) -> bool {
    let has_gaps = |line: LineCursor<'_>| line.text().trim().contains(char::is_whitespace);
    is_column(lines.clone())
        || lines
            .into_iter()
            .any(|line| !is_wall(line.text()) && has_gaps(line))
}

/// Whether a line has walls below a row, and no cells.
fn is_wall(text: &str) -> bool {
    text.contains(['-', '+'])
        && text
            .chars()
            .all(|mark| matches!(mark, '-' | '+' | ' ' | '\t'))
}

/// Checks that the row whose places begin there is as long as the first one.
fn end_row(grid: &mut CellGrid, begin: usize, line: LineCursor<'_>) -> Result<(), ParseError> {
    let found = grid.places.len() - begin;
    if begin == 0 {
        grid.columns = found;
    }
    if found == grid.columns {
        return Ok(());
    }
    let message = format!("this row is {found} long, the first one {}", grid.columns);
    let help = "draw all rows as long as the first; where there is no cell, write `#`, or 0 in a map \
                of 1 and 0";
    Err(line.error(message, help))
}

/// A cell of a drawn map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum CellMark {
    Hole,
    Plain,
    Start,
    End,
    Number(u32),
}

impl CellMark {
    /// The mark that a word of a row is.
    fn read(word: &str, spot: LineCursor<'_>, style: MapStyle) -> Result<Self, ParseError> {
        match word {
            "1" if style == MapStyle::Bits => Ok(CellMark::Plain),
            "0" if style == MapStyle::Bits => Ok(CellMark::Hole),
            _ if style == MapStyle::Bits => {
                let message = format!("`{word}` is not a cell of a map of 1 and 0");
                let help = "write 1 for a cell and 0 for none; in a map with `S`, `E` and \
                            numbers, `.` is a cell and `#` is none";
                Err(spot.error(message, help))
            }
            "." => Ok(CellMark::Plain),
            "#" => Ok(CellMark::Hole),
            "S" => Ok(CellMark::Start),
            "E" => Ok(CellMark::End),
            _ if word.starts_with(|mark: char| mark.is_ascii_digit()) => {
                let number = word.parse().ok().filter(|_| !word.starts_with('0'));
                number.map(CellMark::Number).ok_or_else(|| {
                    let message = format!("`{}` is not a number for a cell", brief(word));
                    spot.error(message, "count the cells to be met in order from 1 on")
                })
            }
            _ => {
                let help = "a cell is `.`, `S`, `E` or a number from 1 on, `#` is none, and `|` and \
                            `-` are walls";
                Err(spot.error(format!("`{word}` is not a cell"), help))
            }
        }
    }
}

/// The cells and walls `|` of a row, with their bytes.
fn words(row: &str, style: MapStyle) -> impl Iterator<Item = (Range<usize>, &str)> {
    let is_gap = move |mark: char| mark.is_whitespace() || mark == ',' && style == MapStyle::Bits;
    let mut end = 0;
    std::iter::from_fn(move || {
        let rest = row[end..].trim_start_matches(is_gap);
        let start = row.len() - rest.len();
        let first = rest.chars().next()?;
        let length = if style == MapStyle::Words && first.is_ascii_digit() {
            rest.bytes().take_while(u8::is_ascii_digit).count()
        } else {
            first.len_utf8()
        };
        end = start + length;
        Some((start..end, &row[start..end]))
    })
}

/// The cells and holes of a row, with their bytes.
fn cell_words(row: &str, style: MapStyle) -> impl Iterator<Item = (Range<usize>, &str)> {
    words(row, style).filter(|(_, word)| *word != "|")
}

fn read_drawing<'a>(
    lines: impl Iterator<Item = LineCursor<'a>> + Clone,
    style: MapStyle,
    mut grid: CellGrid,
) -> Result<CellMap, ParseError> {
    let mut vertex: Vertex = 0;
    let mut marked: HashMap<CellMark, Vertex> = HashMap::new();
    let mut above = None;
    let mut rest = lines.clone();
    // The lines after the row above: walls first.
    let mut walls = lines.clone();
    while let Some(line) = rest.next() {
        if is_wall(line.text()) {
            continue;
        }
        let begin = grid.places.len();
        for (place, word) in words(line.text(), style) {
            if word == "|" {
                if let Some(left) = grid.places[begin..].last_mut() {
                    *left |= RIGHT_WALL;
                }
                continue;
            }
            let mark = CellMark::read(word, line.at(place.clone()), style)?;
            if mark == CellMark::Hole {
                grid.places.push(0);
                continue;
            }
            if mark != CellMark::Plain
                && let Some(first) = marked.insert(mark, vertex)
            {
                let first = spot_of(lines, style, first);
                return Err(twice(line.at(place), word, first));
            }
            grid.places.push(CELL);
            vertex += 1;
        }
        if grid.places.len() == begin {
            return Err(no_cells(line));
        }
        end_row(&mut grid, begin, line)?;
        for wall in walls.take_while(|line| is_wall(line.text())) {
            add_walls(wall, above, Some(line), style, &mut grid)?;
        }
        above = Some((line, begin));
        walls = rest.clone();
    }
    for wall in walls {
        add_walls(wall, above, None, style, &mut grid)?;
    }
    let mut map = CellMap::new(grid);
    map.start = marked.get(&CellMark::Start).copied();
    map.end = marked.get(&CellMark::End).copied();
    let numbers = numbers(&marked);
    map.waypoints = numbers.iter().map(|(_, vertex)| *vertex).collect();
    let mut counted = (1..).zip(&numbers);
    if let Some((missing, &(found, vertex))) = counted.find(|(wanted, (it, _))| wanted != it) {
        return with_steps(map, &numbers).ok_or_else(|| {
            let spot = spot_of(lines, style, vertex);
            let message = format!("there is a {found}, but no {missing}");
            let help = format!(
                "write {missing} in some cell, or count without a gap; the path meets the numbers \
                 in order; numbers of its steps are few, or have the last one"
            );
            spot.error(message, help)
        });
    }
    if map.start.is_none() && map.end.is_none() {
        map.start = map.waypoints.first().copied();
        map.end = map
            .waypoints
            .last()
            .copied()
            .filter(|_| map.waypoints.len() > 1);
    }
    Ok(map)
}

/// Returns a map on which each number is the step of the path at its cell. Steps lead to cells at
/// sides, or, if that is impossible, also to those at corners. `None` if the numbers may as well
/// be stops of which one was forgotten.
fn with_steps(mut map: CellMap, numbers: &[(u32, Vertex)]) -> Option<CellMap> {
    /// A search stores the distances of all cells to each number.
    const MOST: usize = 1 << 12;
    let &[(first, start), .., (last, end)] = numbers else {
        return None;
    };
    let cells = map.vertices();
    let is_whole = last as usize == cells;
    let are_few = 2 * numbers.len() <= last as usize && cells > last as usize;
    let mut is_on_sides = true;
    let mut may_go = true;
    for pair in numbers.windows(2) {
        let [one, other] = [0, 1].map(|at| map.cells()[pair[at].1 as usize]);
        let rows = one.row.abs_diff(other.row);
        let columns = one.column.abs_diff(other.column);
        let steps = pair[1].0 - pair[0].0;
        is_on_sides &= rows + columns <= steps && (steps - rows - columns).is_multiple_of(2);
        may_go &= rows.max(columns) <= steps;
    }
    may_go &= map.start.or(map.end).is_none() && (is_on_sides || map.walls().is_empty());
    if !may_go || cells > MOST || !is_whole && !are_few {
        return None;
    }
    map.start = (first == 1).then_some(start);
    map.end = is_whole.then_some(end);
    is_on_sides &= !map.walls().is_empty() || !has_dead_ends(&map);
    map.has_corners = !is_on_sides;
    map.steps = numbers.iter().map(|(step, _)| *step).collect();
    let how = if is_on_sides {
        "Numbrix: no step leads over a corner"
    } else {
        "Hidato: steps may lead over corners"
    };
    let note = format!("each number is the step of the path at its cell, as in {how}");
    map.notes.push(note);
    Some(map)
}

/// Whether more cells than a path has ends have fewer than two neighbours above, below and beside.
fn has_dead_ends(map: &CellMap) -> bool {
    let cells = map.cells();
    let ends = [map.start, map.end].into_iter().flatten();
    let ends: Vec<&MapCell> = ends.map(|end| &cells[end as usize]).collect();
    let is_beside = |one: &MapCell, other: &MapCell| {
        one.row.abs_diff(other.row) + one.column.abs_diff(other.column) == 1
    };
    let is_dead_end = |cell: &&MapCell| {
        let beside = cells.iter().filter(|other| is_beside(cell, other));
        beside.take(2).count() < 2 && !ends.contains(cell)
    };
    cells.iter().filter(is_dead_end).count() + ends.len() > 2
}

fn twice(spot: LineCursor<'_>, mark: &str, first: LineCursor<'_>) -> ParseError {
    let line = first.number;
    let column = first.column();
    let message = format!("`{mark}` already stands in line {line}, column {column}");
    let help = match mark {
        "1" => "keep one of the two; a map of 1 and 0 holds nothing else",
        _ => "keep one of the two",
    };
    spot.error(message, help)
}

/// The numbers in their order, and their cells.
fn numbers(marked: &HashMap<CellMark, Vertex>) -> Vec<(u32, Vertex)> {
    let number = |(mark, &vertex): (&CellMark, &Vertex)| match mark {
        CellMark::Number(number) => Some((*number, vertex)),
        _ => None,
    };
    let mut numbers: Vec<(u32, Vertex)> = marked.iter().filter_map(number).collect();
    numbers.sort_unstable();
    numbers
}

/// The place of a vertex in the text of a drawn map.
fn spot_of<'a>(
    lines: impl Iterator<Item = LineCursor<'a>>,
    style: MapStyle,
    vertex: Vertex,
) -> LineCursor<'a> {
    let mut cells = lines.filter(|line| !is_wall(line.text())).flat_map(|line| {
        cell_words(line.text(), style)
            .filter(|(_, word)| *word != "#")
            .map(move |(place, _)| line.at(place))
    });
    cells
        .nth(vertex as usize)
        .expect("the vertex was read from these lines")
}

/// Finds the cell of a row that stands in a column of the text; columns are asked for in order.
struct RowCursor<I> {
    cells: I,
    current: Option<(usize, Range<usize>)>,
}

impl<I: Iterator<Item = (usize, Range<usize>)>> RowCursor<I> {
    fn new(mut cells: I) -> Self {
        let current = cells.next();
        RowCursor { cells, current }
    }

    /// The index of the cell in a column.
    fn cell_at(&mut self, column: usize) -> Option<usize> {
        while self
            .current
            .as_ref()
            .is_some_and(|(_, place)| place.end <= column)
        {
            self.current = self.cells.next();
        }
        let (index, place) = self.current.as_ref()?;
        place.contains(&column).then_some(*index)
    }
}

/// Adds the walls of a line below a row, whose first place comes with it, and above another.
fn add_walls(
    line: LineCursor<'_>,
    above: Option<(LineCursor<'_>, usize)>,
    below: Option<LineCursor<'_>>,
    style: MapStyle,
    grid: &mut CellGrid,
) -> Result<(), ParseError> {
    let wrong = |place: Range<usize>| {
        let help = "draw `-` right below a cell and above the one that it is parted from";
        line.at(place)
            .error("this wall stands between no two cells", help)
    };
    let mut rows = [above.map(|(row, _)| row), below].map(|row| {
        let places = cell_words(row?.text(), style).map(|(place, _)| place);
        Some(RowCursor::new(places.enumerate()))
    });
    let mut end = 0;
    while let Some(skipped) = line.text()[end..].find('-') {
        let start = end + skipped;
        end = start
            + line.text()[start..]
                .bytes()
                .take_while(|&mark| mark == b'-')
                .count();
        let mut touches = false;
        for column in start..end {
            let [up, down] = rows.each_mut().map(|row| row.as_mut()?.cell_at(column));
            touches |= up.or(down).is_some();
            if up.is_some() && down.is_some() && up != down {
                return Err(wrong(column..column + 1));
            }
            if let Some((cell, (_, first))) = up.zip(above) {
                grid.places[first + cell] |= LOWER_WALL;
            }
        }
        if !touches {
            return Err(wrong(start..end));
        }
    }
    Ok(())
}

/// Draws a map with its walls and constraints, as [`parse_map`] reads it. The start and the end of
/// the path are kept if they are the first and the last of several waypoints, or if there are no
/// waypoints.
///
/// ```
/// use huarong::graph::text::{draw_map, parse_map};
///
/// let map = parse_map(b"1 .\n-\n. 2")?;
/// assert_eq!(draw_map(&map), "\
/// +-+-+
/// |1 .|
/// +-+ +
/// |. 2|
/// +-+-+
/// ");
/// # Ok::<(), huarong::graph::text::ParseError>(())
/// ```
pub fn draw_map(map: &CellMap) -> String {
    let last = map.steps.last().map(|last| *last as usize);
    let width = last.unwrap_or(map.waypoints.len()).to_string().len();
    let walls: BTreeSet<(MapCell, MapCell)> = map.walls().into_iter().collect();
    let end = |end: Option<Vertex>, mark: &str| end.map(|vertex| (vertex, mark.to_owned()));
    let mut marks: HashMap<Vertex, String> = [end(map.end, "E"), end(map.start, "S")]
        .into_iter()
        .flatten()
        .collect();
    let stops = map.waypoints.iter().copied();
    let numbers = map.steps.iter().copied().chain(1..);
    marks.extend(stops.zip(numbers.map(|number| number.to_string())));
    let edge = format!(
        "+{}\n",
        format!("{}+", "-".repeat(width)).repeat(map.columns() as usize)
    );
    let mut text = edge.clone();
    for row in 0..map.rows() {
        let mut below = "+".to_owned();
        text.push('|');
        for column in 0..map.columns() {
            let at = |row, column| MapCell { row, column };
            let is_last = column + 1 == map.columns();
            let is_walled = is_last || walls.contains(&(at(row, column), at(row, column + 1)));
            let mark = match map.vertex_at(at(row, column)) {
                Some(vertex) => marks.get(&vertex).map_or(".", String::as_str),
                None => "#",
            };
            let right = if is_walled { '|' } else { ' ' };
            write!(text, "{mark:>width$}{right}").expect("a string takes it all");
            let is_walled = walls.contains(&(at(row, column), at(row + 1, column)));
            below += &(if is_walled { "-" } else { " " }.repeat(width) + "+");
        }
        text.push('\n');
        text += &if row + 1 == map.rows() {
            edge.clone()
        } else {
            below + "\n"
        };
    }
    text
}
