//! Maps with marks between their cells, sizes above them, and other signs.

use super::{is_word, lists::bits, map};
use crate::{
    excerpt::{is_number, joined},
    grid::Size,
    wrapping::{Reading, are_wide, is_rule, lines, plainly, sides},
};

/// Reads a map whose cells stand between bars, or between commas with nothing in some cell.
pub fn fields(text: &str) -> Reading {
    let mut text = text.replace(['│', '║', '┃', '｜'], "|");
    // All cells may stand in one line, behind the width and height.
    if let Some((size, cells)) = text.split_once(':')
        && let Ok(Size { width, .. }) = size.trim().parse()
    {
        let cells: Vec<&str> = cells.trim().split(',').collect();
        let rows = cells.chunks(width as usize).map(|row| row.join(","));
        text = joined(rows, "\n");
    }
    let rows = lines(&text).filter(|line| !is_rule(line));
    let is_mark = |mark: &char| rows.clone().all(|row| row.contains(*mark));
    let mark = ['|', ',', ';', '\t'].into_iter().find(is_mark)?;
    let cell = |cell| match str::trim_matches(cell, [' ', '\'', '"']) {
        "" | "0" => ".",
        cell => cell,
    };
    let cells = |row| {
        str::split(str::trim_matches(row, '|'), mark)
            .map(cell)
            .collect()
    };
    let table: Vec<Vec<&str>> = rows.map(cells).collect();
    let all = table.concat();
    let are_cells = all
        .iter()
        .all(|cell| is_number(cell) || [".", "S", "E", "#"].contains(cell));
    let width = table.first()?.len();
    let is_table = width > 1 && table.len() > 1 && are_wide(&table, width);
    let has_gaps = mark == '|' || text.contains('.') || all.contains(&".") && !text.contains('0');
    let map = joined(table.iter().map(|row| row.join(" ")), "\n");
    (is_table && are_cells && has_gaps).then(|| (map, mark.to_string()))
}

pub fn headed(text: &str) -> Reading {
    let (first, rows) = text.trim_start().split_once('\n')?;
    let map = map(rows)?;
    if !first.contains(['[', '(', '{']) && first.split_whitespace().any(is_word) {
        return Some((rows.to_owned(), "title".to_owned()));
    }
    let size = sides(first)?;
    let [height, width] = [map.rows() as usize, map.columns() as usize];
    let is_size = size == [height, width] || size == [width, height];
    is_size.then(|| (rows.to_owned(), "size".to_owned()))
}

/// Reads the rows and columns of a map, its width and height as `8x5`, or its side.
pub fn full(text: &str) -> Reading {
    let ([rows, columns], order) = match text.trim().parse::<Size>() {
        Ok(Size { width, height }) => (
            [height, width].map(|side| side as usize),
            "width and height",
        ),
        Err(_) => (sides(text.trim())?, "rows and columns"),
    };
    let is_size = |side| (3..=100).contains(&side);
    let map =
        (is_size(rows) && is_size(columns)).then(|| (".".repeat(columns) + "\n").repeat(rows))?;
    Some((map, order.to_owned()))
}

pub fn truth(text: &str) -> Reading {
    let bits = bits(text);
    let is_rest = |mark: char| mark.is_whitespace() || "01,;[](){}".contains(mark);
    let has_words = text.to_lowercase().contains("true");
    plainly((has_words && bits.chars().all(is_rest)).then_some(bits)?)
}

pub fn semicolons(text: &str) -> Reading {
    let has_rows = lines(text).nth(1).is_some();
    let [between, what] = if has_rows {
        [" ", "cells"]
    } else {
        ["\n", "rows"]
    };
    let is_separated = lines(text).all(|line| line.trim_matches(';').contains(';'));
    is_separated.then(|| (text.trim().replace(';', between), what.to_owned()))
}

/// Signs of walls that no map in our format has.
const WALLS: &str = "■⬛◼🟥🟫🧱█▓▒⚫●xX*@";

/// Signs of cells that no map in our format has.
const CELLS: &str = "□⬜◻🟩🟦🟨▢░○⚪_·";

/// Signs of the start and the end, each of which stands once.
const ENDS: &str = "SE 🚩🏁 🟩🟥 se SG ST SF sg";

pub fn signs(text: &str) -> Reading {
    let text = text.trim_end().replace('\u{fe0f}', "");
    // Single spaces separate holes.
    let is_of_holes = |line: &str| line.split(' ').all(|word| word == "#");
    let has_spaces = text.contains('#') && !text.contains(['.', ',']);
    let are_cells = has_spaces && !text.lines().all(is_of_holes);
    let is_once = |mark: char| text.matches(mark).count() == 1;
    let mut ends = ENDS.split(' ');
    let ends = ends.find(|ends| ends.chars().all(is_once)).unwrap_or("");
    let mut said: Vec<String> = Vec::new();
    let mut map = String::new();
    for mark in text.chars() {
        let is_end = ends.find(mark);
        map.push(match mark {
            _ if is_end == Some(0) => 'S',
            _ if is_end.is_some() => 'E',
            _ if WALLS.contains(mark) || mark == '#' => '#',
            ' ' if are_cells => '.',
            _ if CELLS.contains(mark) => '.',
            _ => mark,
        });
        let meaning = match map.chars().last() {
            Some('S') => "the start",
            Some('E') => "the end",
            Some('#') => "a wall",
            Some('.') if mark != '.' => "a cell",
            _ => continue,
        };
        let note = format!("`{mark}` is {meaning}");
        if !said.contains(&note) {
            said.push(note);
        }
    }
    (map != text && map.contains('.')).then(|| (map, said.join(", ")))
}

pub fn spaces(text: &str) -> Reading {
    const LEAST: usize = 4;
    let is_map = text.chars().all(|mark| " -01\r\n".contains(mark))
        && text.matches('1').count() == 1
        && text.matches('0').count() >= LEAST;
    let rows = || text.trim_matches('\n').lines().map(str::trim_end);
    let is_spaced = |row: &str| row.chars().skip(1).step_by(2).all(|mark| mark == ' ');
    let step = 1 + usize::from(rows().all(is_spaced));
    let width = rows().map(str::len).max().filter(|_| is_map)?;
    let cells = rows().map(|row| row.chars().step_by(step).collect::<String>());
    let map = joined(cells.map(|row| format!("{row:width$}")), "\n");
    let map = map.replace([' ', '-'], "#").replace('0', ".");
    plainly(map.replace('1', "S"))
}
