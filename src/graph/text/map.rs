//! Maps of cells.

use std::ops::Range;

use super::source::{ParseError, ParseErrorKind, lines};
use crate::excerpt::{Spot, brief};
use crate::graph::{CellMap, CellRow, MapCell, Vertex};

/// The map that is drawn, and what it asks of a path.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_map(bytes: &[u8]) -> Result<CellMap, ParseError> {
    let lines = lines(bytes)?;
    let map = if is_of_bits(&lines) { of_bits(&lines)? } else { finish(drawn(&lines)?)? };
    if map.graph().vertices() == 0 {
        return Err(lines[0].misread(ParseErrorKind::NoCells));
    }
    Ok(map)
}

/// The texts of the maps that a file holds, each with its line numbers kept: the lines before it
/// are empty. Another map begins with a remark behind an empty line, as `huarong make zip` writes
/// several.
#[must_use]
pub fn split_maps(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut maps = Vec::new();
    let (mut text, mut lines_before) = (Vec::new(), 0);
    let (mut has_rows, mut is_after_gap) = (false, false);
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let is_empty = line.iter().all(u8::is_ascii_whitespace);
        let is_remark = line.trim_ascii_start().starts_with(b";");
        if has_rows && is_after_gap && is_remark {
            maps.push(std::mem::take(&mut text));
            (has_rows, lines_before) = (false, number);
        }
        if text.is_empty() {
            text = vec![b'\n'; lines_before];
        }
        text.extend(line);
        has_rows |= !is_empty && !is_remark;
        is_after_gap = is_empty;
    }
    maps.push(text);
    maps
}

/// That there is a hole in that place of a map, where someone wants a cell: the error points at it.
/// `None` where there is a cell, or no such place.
#[must_use]
pub fn hole_at(bytes: &[u8], place: MapCell) -> Option<ParseError> {
    let (row, column) = (place.row as usize, place.column as usize);
    let lines = lines(bytes).ok()?;
    let (is_cell, spot) = if is_of_bits(&lines) {
        let (spot, mark) = lines.get(row)?.characters().nth(column)?;
        (mark == '1', spot)
    } else {
        let rows = drawn(&lines).ok()?;
        let RowReader { line, tokens, .. } = rows.get(row)?;
        let token = tokens.get(column)?;
        (token.mark != CellMark::Hole, line.at(token.place()))
    };
    (!is_cell).then(|| spot.misread(ParseErrorKind::Hole))
}

/// Whether this is a map of 1 and 0.
fn is_of_bits(lines: &[Spot<'_>]) -> bool {
    let drawn = |mark| matches!(mark, '.' | '#' | 'S' | 'E' | '|' | '-' | '+');
    let number = |mark| matches!(mark, '2'..='9');
    let is_numbered = |line: &Spot<'_>| line.text().contains(number);
    let is_drawn = lines.iter().any(|line| line.text().contains(drawn));
    let numbered = if is_column(lines) { lines } else { &lines[..1] };
    !is_drawn && !numbered.iter().any(is_numbered)
}

/// Whether each row is one cell, so that a number of several digits is one as well.
fn is_column(lines: &[Spot<'_>]) -> bool {
    let is_single = |text: &str| text.chars().nth(1).is_none();
    let is_number = |text: &str| text.bytes().all(|mark| mark.is_ascii_digit());
    let rows = lines.iter().map(|line| line.text().trim()).filter(|text| !is_wall(text));
    rows.clone().any(is_single) && rows.clone().all(|text| is_single(text) || is_number(text))
}

fn of_bits(lines: &[Spot<'_>]) -> Result<CellMap, ParseError> {
    let mut rows = Vec::with_capacity(lines.len());
    for line in lines {
        let mut row = CellRow::default();
        for (spot, mark) in line.characters() {
            row.cells.push(match mark {
                '0' => false,
                '1' => true,
                found => return Err(spot.misread(ParseErrorKind::Bit { found })),
            });
        }
        same_length(*line, &row, rows.first())?;
        rows.push(row);
    }
    Ok(CellMap::new(&rows))
}

/// Holds that a row is as long as the first one, if there is one already.
fn same_length(line: Spot<'_>, row: &CellRow, first: Option<&CellRow>) -> Result<(), ParseError> {
    let (found, wanted) = (row.cells.len(), first.unwrap_or(row).cells.len());
    if found == wanted {
        Ok(())
    } else {
        Err(line.misread(ParseErrorKind::Ragged { found, wanted }))
    }
}

/// A cell of a drawn map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CellMark {
    Hole,
    Plain,
    Start,
    End,
    Number(u32),
}

/// A cell with its place in its line.
struct Token {
    mark: CellMark,
    /// Its bytes, which are columns as well: in a map, all is ASCII.
    start: u32,
    end: u32,
}

impl Token {
    fn place(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A row of cells.
struct RowReader<'a> {
    line: Spot<'a>,
    tokens: Vec<Token>,
    row: CellRow,
}

impl<'a> RowReader<'a> {
    fn read(line: Spot<'a>, is_spaced: bool) -> Result<Self, ParseError> {
        let column = |at: usize| u32::try_from(at).expect("texts are not so large");
        let mut cells = RowReader { line, tokens: Vec::new(), row: CellRow::default() };
        let mut rest = line.text();
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let length = if is_spaced && digits > 0 { digits } else { first.len_utf8() };
            let (word, behind) = rest.split_at(length);
            rest = behind;
            if first.is_whitespace() {
                continue;
            }
            if first == '|' {
                if let Some(wall) = cells.row.right_walls.last_mut() {
                    *wall = true;
                }
                continue;
            }
            let start = line.text().len() - behind.len() - word.len();
            let end = start + word.len();
            let mark = CellMark::of(word).map_err(|kind| line.at(start..end).misread(kind))?;
            cells.tokens.push(Token { mark, start: column(start), end: column(end) });
            cells.row.cells.push(mark != CellMark::Hole);
            cells.row.right_walls.push(false);
        }
        Ok(cells)
    }

    /// Which cell stands in a column of the text.
    fn at(&self, column: usize) -> Option<usize> {
        let after = self.tokens.partition_point(|token| token.place().start <= column);
        let found = after.checked_sub(1)?;
        self.tokens[found].place().contains(&column).then_some(found)
    }
}

impl CellMark {
    /// What a character is, or a number.
    fn of(word: &str) -> Result<Self, ParseErrorKind> {
        match word {
            "." => Ok(CellMark::Plain),
            "#" => Ok(CellMark::Hole),
            "S" => Ok(CellMark::Start),
            "E" => Ok(CellMark::End),
            _ if word.starts_with(|mark: char| mark.is_ascii_digit()) => {
                let number = word.parse().ok().filter(|_| !word.starts_with('0'));
                let wrong = || ParseErrorKind::Number { found: brief(word) };
                number.map(CellMark::Number).ok_or_else(wrong)
            }
            _ => Err(ParseErrorKind::Mark { found: word.chars().next().unwrap_or_default() }),
        }
    }
}

/// The rows and walls of a drawn map.
fn drawn<'a>(lines: &[Spot<'a>]) -> Result<Vec<RowReader<'a>>, ParseError> {
    let has_gaps = |line: &Spot<'_>| line.text().trim().contains(char::is_whitespace);
    let is_spaced =
        is_column(lines) || lines.iter().any(|line| !is_wall(line.text()) && has_gaps(line));
    let mut rows: Vec<RowReader<'a>> = Vec::with_capacity(lines.len());
    let mut walls = Vec::new();
    for &line in lines {
        if is_wall(line.text()) {
            walls.push(line);
            continue;
        }
        let below = RowReader::read(line, is_spaced)?;
        if below.tokens.is_empty() {
            return Err(line.misread(ParseErrorKind::NoCells));
        }
        same_length(line, &below.row, rows.first().map(|first| &first.row))?;
        for wall in walls.drain(..) {
            put_up(wall, rows.last_mut(), Some(&below))?;
        }
        rows.push(below);
    }
    walls.into_iter().try_for_each(|wall| put_up(wall, rows.last_mut(), None))?;
    Ok(rows)
}

/// Whether a line has walls below a row, and no cells.
fn is_wall(text: &str) -> bool {
    text.contains(['-', '+']) && text.chars().all(|mark| matches!(mark, '-' | '+' | ' ' | '\t'))
}

/// Puts up the walls of a line between two rows.
fn put_up(
    line: Spot<'_>,
    mut above: Option<&mut RowReader<'_>>,
    below: Option<&RowReader<'_>>,
) -> Result<(), ParseError> {
    let mut at = 0;
    while let Some(skipped) = line.text()[at..].find('-') {
        let start = at + skipped;
        at = start + line.text()[start..].bytes().take_while(|&mark| mark == b'-').count();
        let mut touches = false;
        for column in start..at {
            let up = above.as_ref().and_then(|cells| cells.at(column));
            let down = below.and_then(|cells| cells.at(column));
            touches |= up.or(down).is_some();
            if up.is_some() && down.is_some() && up != down {
                return Err(line.at(column..column + 1).misread(ParseErrorKind::Wall));
            }
            if let (Some(cell), Some(RowReader { row, .. })) = (up, &mut above) {
                row.lower_walls.resize(row.cells.len(), false);
                row.lower_walls[cell] = true;
            }
        }
        if !touches {
            return Err(line.at(start..at).misread(ParseErrorKind::Wall));
        }
    }
    Ok(())
}

/// A cell that a path is asked to begin at, to end at, or to meet.
struct PathRequest<'a> {
    vertex: Vertex,
    mark: CellMark,
    spot: Spot<'a>,
}

impl PathRequest<'_> {
    /// The mark stands in another cell, too.
    fn again(&self, mark: String, first: &Self) -> ParseError {
        let (line, column) = (first.spot.number, first.spot.column());
        self.spot.misread(ParseErrorKind::Twice { mark, line, column })
    }
}

/// The map of a drawing, with what it asks of a path.
fn finish(drawn: Vec<RowReader<'_>>) -> Result<CellMap, ParseError> {
    let mut asked = Vec::new();
    let mut vertex = 0;
    for RowReader { line, tokens, .. } in &drawn {
        for token in tokens.iter().filter(|token| token.mark != CellMark::Hole) {
            if token.mark != CellMark::Plain {
                asked.push(PathRequest { vertex, mark: token.mark, spot: line.at(token.place()) });
            }
            vertex += 1;
        }
    }
    let rows: Vec<CellRow> = drawn.into_iter().map(|cells| cells.row).collect();
    let mut map = CellMap::new(&rows);
    map.start = single(&asked, "S", CellMark::Start)?;
    map.end = single(&asked, "E", CellMark::End)?;
    map.waypoints = numbered(&asked)?;
    if map.start.is_none() && map.end.is_none() {
        map.start = map.waypoints.first().copied();
        map.end = map.waypoints.last().copied().filter(|_| map.waypoints.len() > 1);
    }
    Ok(map)
}

/// The vertex of a mark that may stand once.
fn single(
    asked: &[PathRequest<'_>],
    word: &str,
    mark: CellMark,
) -> Result<Option<Vertex>, ParseError> {
    let mut found = asked.iter().filter(|asked| asked.mark == mark);
    match (found.next(), found.next()) {
        (Some(first), Some(second)) => Err(second.again(word.to_owned(), first)),
        (first, _) => Ok(first.map(|asked| asked.vertex)),
    }
}

/// The vertices with numbers, from 1 on.
fn numbered(asked: &[PathRequest<'_>]) -> Result<Vec<Vertex>, ParseError> {
    let mut found: Vec<(u32, usize)> = Vec::new();
    for (index, asked) in asked.iter().enumerate() {
        if let CellMark::Number(number) = asked.mark {
            found.push((number, index));
        }
    }
    found.sort_unstable();
    if let Some(pair) = found.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(asked[pair[1].1].again(pair[1].0.to_string(), &asked[pair[0].1]));
    }
    match (1..).zip(&found).find(|(wanted, (number, _))| wanted != number) {
        Some((missing, &(found, index))) => {
            Err(asked[index].spot.misread(ParseErrorKind::Missing { found, missing }))
        }
        None => Ok(found.into_iter().map(|(_, index)| asked[index].vertex).collect()),
    }
}
