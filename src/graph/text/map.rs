//! Maps of cells.

use std::ops::Range;

use super::error::{ParseError, ParseErrorKind};
use super::lines::{Line, lines};
use crate::excerpt::brief;
use crate::graph::{Map, Row, Vertex};

/// The map that is drawn, and what it asks of a path.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_map(bytes: &[u8]) -> Result<Map, ParseError> {
    let lines = lines(bytes)?;
    let map = if is_of_bits(&lines) { of_bits(&lines)? } else { Drawing::read(&lines)?.map()? };
    if map.graph().vertices() == 0 {
        let line = lines[0];
        return Err(line.error(0..line.text.len(), ParseErrorKind::NoCells));
    }
    Ok(map)
}

/// Whether this is a map of 1 and 0.
fn is_of_bits(lines: &[Line<'_>]) -> bool {
    let drawn = |mark| matches!(mark, '.' | '#' | 'S' | 'E' | '|' | '-' | '+');
    !lines.iter().any(|line| line.text.contains(drawn))
        && !lines[0].text.contains(|mark| matches!(mark, '2'..='9'))
}

fn of_bits(lines: &[Line<'_>]) -> Result<Map, ParseError> {
    let mut rows = Vec::with_capacity(lines.len());
    for line in lines {
        let mut row = Row::default();
        for (at, mark) in line.text.char_indices().filter(|(_, mark)| !mark.is_whitespace()) {
            row.cells.push(match mark {
                '0' => false,
                '1' => true,
                found => {
                    let place = at..at + mark.len_utf8();
                    return Err(line.error(place, ParseErrorKind::Bit { found }));
                }
            });
        }
        rows.push(row);
    }
    Ok(Map::new(&rows))
}

/// A cell of a drawn map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Hole,
    Plain,
    Start,
    End,
    Number(u32),
}

/// A cell with its place in the text.
struct Token<'a> {
    mark: Mark,
    line: Line<'a>,
    /// Its bytes in the line, which are columns as well: in a map, all is ASCII.
    place: Range<usize>,
}

impl<'a> Token<'a> {
    /// The cells of a row, and whether a wall stands to the right of each.
    fn row(line: Line<'a>, is_spaced: bool) -> Result<(Vec<Self>, Vec<bool>), ParseError> {
        let mut tokens: Vec<Token<'a>> = Vec::new();
        let mut walls = Vec::new();
        let mut rest = line.text;
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let length = if is_spaced && digits > 0 { digits } else { first.len_utf8() };
            let (word, behind) = rest.split_at(length);
            rest = behind;
            if first.is_whitespace() {
                continue;
            }
            if first == '|' {
                if let Some(wall) = walls.last_mut() {
                    *wall = true;
                }
                continue;
            }
            let place = line.place(word);
            match Mark::of(word) {
                Ok(mark) => tokens.push(Token { mark, line, place }),
                Err(kind) => return Err(line.error(place, kind)),
            }
            walls.push(false);
        }
        Ok((tokens, walls))
    }

    fn error(&self, kind: ParseErrorKind) -> ParseError {
        self.line.error(self.place.clone(), kind)
    }
}

impl Mark {
    /// What a character is, or a number.
    fn of(word: &str) -> Result<Self, ParseErrorKind> {
        Ok(match word {
            "." => Mark::Plain,
            "#" => Mark::Hole,
            "S" => Mark::Start,
            "E" => Mark::End,
            _ if word.starts_with(|mark: char| mark.is_ascii_digit()) => {
                let number = word.parse().ok().filter(|&number: &u32| number > 0);
                let number = number.filter(|_| !word.starts_with('0'));
                Mark::Number(number.ok_or_else(|| ParseErrorKind::Number { found: brief(word) })?)
            }
            _ => {
                let found = word.chars().next().unwrap_or_default();
                return Err(ParseErrorKind::Mark { found });
            }
        })
    }
}

/// A map of tokens and walls.
#[derive(Default)]
struct Drawing<'a> {
    tokens: Vec<Vec<Token<'a>>>,
    rows: Vec<Row>,
}

impl<'a> Drawing<'a> {
    fn read(lines: &[Line<'a>]) -> Result<Self, ParseError> {
        let is_spaced = lines
            .iter()
            .any(|line| !is_wall(line.text) && line.text.trim().contains(char::is_whitespace));
        let mut drawing = Drawing::default();
        let mut walls = Vec::new();
        for &line in lines {
            if is_wall(line.text) {
                walls.push(line);
                continue;
            }
            let (tokens, right_walls) = Token::row(line, is_spaced)?;
            let cells = tokens.iter().map(|token| token.mark != Mark::Hole).collect();
            for wall in walls.drain(..) {
                drawing.wall(wall, Some(&tokens))?;
            }
            drawing.tokens.push(tokens);
            drawing.rows.push(Row { cells, right_walls, lower_walls: Vec::new() });
        }
        walls.into_iter().try_for_each(|wall| drawing.wall(wall, None))?;
        Ok(drawing)
    }

    /// Puts up the walls of a line between the last row and the one below.
    fn wall(&mut self, line: Line<'_>, below: Option<&[Token<'_>]>) -> Result<(), ParseError> {
        let above = self.tokens.last();
        let found = |tokens: Option<&[Token<'_>]>, at: usize| {
            tokens?.iter().position(|token| token.place.contains(&at))
        };
        let mut at = 0;
        while let Some(start) = line.text[at..].find('-').map(|skipped| at + skipped) {
            let dashes = line.text[start..].bytes().take_while(|&mark| mark == b'-').count();
            at = start + dashes;
            let mut touches = false;
            for column in start..at {
                let (up, down) = (found(above.map(Vec::as_slice), column), found(below, column));
                touches |= up.is_some() || down.is_some();
                if up.is_some() && down.is_some() && up != down {
                    return Err(line.error(column..column + 1, ParseErrorKind::Wall));
                }
                if let (Some(cell), Some(row)) = (up, self.rows.last_mut()) {
                    row.lower_walls.resize(row.cells.len(), false);
                    row.lower_walls[cell] = true;
                }
            }
            if !touches {
                return Err(line.error(start..at, ParseErrorKind::Wall));
            }
        }
        Ok(())
    }

    /// The map, with what it asks of a path.
    fn map(self) -> Result<Map, ParseError> {
        let mut map = Map::new(&self.rows);
        let cells = self.tokens.iter().flatten().filter(|token| token.mark != Mark::Hole);
        let cells: Vec<(Vertex, &Token<'_>)> = (0..).zip(cells).collect();
        map.start = single(&cells, "S", Mark::Start)?;
        map.end = single(&cells, "E", Mark::End)?;
        map.waypoints = numbered(&cells)?;
        if map.start.is_none() && map.end.is_none() && map.waypoints.len() > 1 {
            map.start = map.waypoints.first().copied();
            map.end = map.waypoints.last().copied();
        }
        Ok(map)
    }
}

/// Whether a line has walls below a row, and no cells.
fn is_wall(text: &str) -> bool {
    text.contains(['-', '+']) && text.chars().all(|mark| matches!(mark, '-' | '+' | ' '))
}

/// The vertex of a mark that may stand once.
fn single(
    cells: &[(Vertex, &Token<'_>)],
    word: &str,
    mark: Mark,
) -> Result<Option<Vertex>, ParseError> {
    let mut found = cells.iter().filter(|(_, token)| token.mark == mark);
    let Some((vertex, first)) = found.next() else { return Ok(None) };
    match found.next() {
        Some((_, second)) => Err(twice(word.to_owned(), first, second)),
        None => Ok(Some(*vertex)),
    }
}

fn twice(mark: String, first: &Token<'_>, second: &Token<'_>) -> ParseError {
    let (line, column) = (first.line.number, first.place.start + 1);
    second.error(ParseErrorKind::Twice { mark, line, column })
}

/// The vertices with numbers, from 1 on.
fn numbered(cells: &[(Vertex, &Token<'_>)]) -> Result<Vec<Vertex>, ParseError> {
    let number = |&(vertex, token): &(Vertex, _)| {
        let token: &Token<'_> = token;
        match token.mark {
            Mark::Number(number) => Some((number, vertex)),
            _ => None,
        }
    };
    let mut found: Vec<(u32, Vertex)> = cells.iter().filter_map(number).collect();
    found.sort_unstable();
    let token = |vertex: Vertex| cells[vertex as usize].1;
    for pair in found.windows(2) {
        if pair[0].0 == pair[1].0 {
            return Err(twice(pair[0].0.to_string(), token(pair[0].1), token(pair[1].1)));
        }
    }
    for (wanted, &(number, vertex)) in (1..).zip(&found) {
        if number != wanted {
            let kind = ParseErrorKind::Missing { found: number, missing: wanted };
            return Err(token(vertex).error(kind));
        }
    }
    Ok(found.into_iter().map(|(_, vertex)| vertex).collect())
}
