//! Forms in which courses, judges and other programs write puzzles.
//!
//! A new form needs a row and a function that rewrites a text
//! into a text that the rows below it, or the other readers, understand.

use std::{collections::BTreeMap, iter};

use super::{
    classic::{CELLS, COLUMNS, CellBits, ClassicBlock, ROWS},
    lenient::{BLANK_LETTERS, BLANKS},
    rush::red_car,
};
use crate::{
    excerpt::{LineCursor, is_number, key, number, only_char},
    puzzle::{MAX_SIDE, is_letter, text::SEPARATOR},
    wrapping::{Form, Rewritten, bare, innermost, is_rule, lines, plainly},
};
use serde_json::Value;

/// The forms in the order in which they are tried: a stricter one stands before a freer one, and a
/// form that holds boards in other forms before those.
pub const FORMS: [Form; 21] = [
    Form {
        name: "cars as objects",
        example: r#"[{"id": "r", "orientation": "horizontal", "position": 14, "length": 2}]"#,
        note: "read as a list of pieces, in a frame of {}",
        rewrite: piece_objects,
    },
    Form {
        name: "cars as a table",
        example: "car,orientation,col,row,length\nX,H,1,3,2\nA,V,6,2,2",
        note: "read as a table of pieces, in a frame of {}",
        rewrite: piece_table,
    },
    Form {
        name: "pieces without titles of their numbers",
        example: "X 2 0 2 H\nA 1 5 2 V\nB 0 3 3 V",
        note: "read as rows of numbers of pieces, in a frame of {}",
        rewrite: piece_rows,
    },
    Form {
        name: "start and goal as lists",
        example: "start = [[1, 2, 3], [4, 0, 5]]\ngoal = [[1, 2, 3], [4, 5, 0]]",
        note: "`{}` is the name of the goal",
        rewrite: named_boards,
    },
    Form {
        name: "start and goal beside each other",
        example: "2 8 3   1 2 3\n1 6 4   8 0 4\n7 0 5   7 6 5",
        note: "the second board is the goal",
        rewrite: beside,
    },
    Form {
        name: "tray",
        example: "5 4\n2 2 0 1\n2 1 3 0\n1 1 3 3\n\n2 2 3 1",
        note: "read as a tray: rows and columns, then height, width, row and column of each block",
        rewrite: tray,
    },
    Form {
        name: "twenty letters",
        example: "ABBCABBCDEEFDGHFIooJ",
        note: "taken for five rows of four cells",
        rewrite: twenty,
    },
    Form {
        name: "rows between bars",
        example: "2 8 6|7 1 3|0 5 4",
        note: "`|` separates the rows",
        rewrite: between_bars,
    },
    Form {
        name: "marks between numbers",
        example: "1-2-3\n4-0-5\n7-8-6",
        note: "`{}` separates the cells",
        rewrite: between_marks,
    },
    Form {
        name: "tiles with the numbers of their places",
        example: "3,3,168452=30",
        note: "each tile has the number of its place, and `{}` is a wall",
        rewrite: places,
    },
    Form {
        name: "coloured squares",
        example: "🟦🟦🟩⬜\n🟥🟥🟩⬜\n⬜⬜🟩⬜\n⬜⬜⬜⬜",
        note: "each colour is a piece, and `🟥` is `X`",
        rewrite: coloured,
    },
    Form {
        name: "exit beside a row",
        example: "BBC...\n..C.DD\n.XXE.. <- exit\nF..E..\nF.GG..\n......",
        note: "the exit of `{}` is beside its row",
        rewrite: marked_exit,
    },
    Form {
        name: "car in the first line",
        example: "Z\nBBC...\n..C.DD\n.ZZE..\nF..E..\nF.GG..\n......",
        note: "the first line names the car that leaves to the right",
        rewrite: named_car,
    },
    Form {
        name: "size in the first line",
        example: "3\n0 1 3\n4 2 5\n7 8 6",
        note: "the first line is the size of the board",
        rewrite: sized,
    },
    Form {
        name: "number of boards",
        example: "2\n1 2 3\n4 0 6\n7 5 8\n1 2 3\n4 5 6\n7 0 8",
        note: "the first line is the number of boards",
        rewrite: counted,
    },
    Form {
        name: "boards of tiles",
        example: "1 2\n3 0\n\n1 2\n0 3\n\n0 1\n3 2",
        note: "empty lines separate the boards",
        rewrite: apart,
    },
    Form {
        name: "arrows",
        example: "^11^\nv11v\n^<>^\nv22v\n2..2",
        note: "`^` above `v` and `<>` are pieces of two cells, `1` is the square, and each `2` a \
               piece",
        rewrite: arrows,
    },
    Form {
        name: "marked car",
        example: "..BCCC\n..B..D\n++B..D\nE....D\nE.....\nFFF...",
        note: "`++` is the red car `X`",
        rewrite: marked_car,
    },
    Form {
        name: "codes of shapes",
        example: "2442\n2442\n2332\n2112\n1001",
        note: "each sign is a shape of pieces, not a piece: {}",
        rewrite: shape_codes,
    },
    Form {
        name: "sign of the empty tile",
        example: "2 4 3\n7 1 6\n5 8 X",
        note: "`{}` is an empty cell",
        rewrite: blank_sign,
    },
    Form {
        name: "missing empty tile",
        example: "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12",
        note: "the empty cell is left out of row {}",
        rewrite: short_row,
    },
];

/// Rows of cells, each a word.
type Cells<'a> = Vec<Vec<&'a str>>;

fn words(line: &str) -> Vec<&str> {
    line.split([' ', '\t', ',', ';'])
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns the cells of these rows: single characters if no row has a separator.
fn cells<'a>(rows: impl IntoIterator<Item = &'a str>) -> Cells<'a> {
    let rows: Cells<'_> = rows.into_iter().map(words).collect();
    if rows.iter().any(|row| row.len() != 1) {
        return rows;
    }
    let marks = |row: Vec<&'a str>| row[0].split("").filter(|mark| !mark.is_empty()).collect();
    rows.into_iter().map(marks).collect()
}

fn joined<'a>(rows: impl IntoIterator<Item = &'a Vec<&'a str>>) -> String {
    let rows = rows.into_iter().map(|row| row.join(" "));
    rows.collect::<Vec<_>>().join("\n")
}

/// Returns the width of a board whose rows are equally long and not empty; the last one may lack
/// one cell.
fn width(board: &[Vec<&str>]) -> Option<usize> {
    let (last, others) = board.split_last()?;
    let width = others.first().unwrap_or(last).len();
    let is_whole = last.len() == width || last.len() + 1 == width;
    (is_whole && width > 0 && others.iter().all(|row| row.len() == width)).then_some(width)
}

/// Whether the words are the numbers from `first` to `last`, each this number of times.
fn are_numbers<'a>(
    words: impl IntoIterator<Item = &'a str>,
    first: usize,
    last: usize,
    times: usize,
) -> bool {
    let numbers = words
        .into_iter()
        .map(number)
        .collect::<Option<Vec<usize>>>();
    numbers.is_some_and(|mut numbers| {
        numbers.sort_unstable();
        let wanted = (first..=last).flat_map(|number| iter::repeat_n(number, times));
        numbers.into_iter().eq(wanted)
    })
}

/// A car or another piece by the names of its properties, in small letters.
type Properties = BTreeMap<String, String>;

fn property<'a>(of: &'a Properties, names: &str) -> Option<&'a str> {
    let mut values = names.split(' ').filter_map(|name| of.get(name));
    values.next().map(String::as_str)
}

fn piece_objects(text: &str) -> Option<Rewritten> {
    drawn_pieces(&objects(text)?)?.ok()
}

fn piece_table(text: &str) -> Option<Rewritten> {
    drawn_pieces(&[table(text)?])?.ok()
}

/// Returns the reason why a list or table of cars is no board.
pub fn flaw_of_cars(text: &str) -> Option<String> {
    drawn_pieces(&objects(text).or_else(|| Some(vec![table(text)?]))?)?.err()
}

/// Reads pieces whose numbers have no titles, if only one order of titles fits all numbers.
fn piece_rows(text: &str) -> Option<Rewritten> {
    const LEAST: usize = 2;
    const CARS: &str = "row col length,col row length,length row col,length col row";
    const BLOCKS: &str = "x y w h,x y h w,w h x y,w h y x,y x h w,y x w h,h w y x,h w x y";
    let list = text.trim_end().trim_end_matches(';');
    let rows = if list.ends_with([']', ')', '}']) {
        innermost(list)
    } else {
        lines(text)
            .map(|line| line.replace(['(', ')', ':'], " "))
            .collect()
    };
    let words = |row: &String| words(row).into_iter().map(bare).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(words).collect();
    let width = rows.first()?.len();
    if rows.len() < LEAST || rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let columns = |is_of: fn(&str) -> bool| -> Vec<usize> {
        let is_column = |at: &usize| rows.iter().all(|row| is_of(&row[*at]));
        (0..width).filter(is_column).collect()
    };
    let sides =
        columns(|word| ["h", "v", "horizontal", "vertical"].contains(&&*word.to_lowercase()));
    let counts = columns(is_number);
    let orders = match (
        counts.len(),
        sides.len(),
        width - counts.len() - sides.len(),
    ) {
        (3, 1, 0 | 1) => CARS,
        (4, 0, 0 | 1) => BLOCKS,
        _ => return None,
    };
    let name = (0..width).find(|at| !sides.contains(at) && !counts.contains(at));
    let list = |order: &str| -> Vec<Properties> {
        let titles = order.split(' ').zip(&counts);
        let others = sides
            .iter()
            .map(|side| ("dir", side))
            .chain(name.iter().map(|it| ("name", it)));
        let titles: Vec<(&str, &usize)> = titles.chain(others).collect();
        let piece = |row: &Vec<String>| {
            let fields = titles.iter();
            fields
                .map(|(title, at)| ((*title).to_owned(), row[**at].clone()))
                .collect()
        };
        let mut pieces: Vec<Properties> = rows.iter().map(piece).collect();
        // Among cars without names, the first is the red one.
        pieces[0]
            .entry("name".to_owned())
            .or_insert("red".to_owned());
        pieces
    };
    let lists: Vec<Vec<Properties>> = orders.split(',').map(list).collect();
    drawn_pieces(&lists)?.ok()
}

/// Returns the pieces of a text in the form of JSON or Python. A pair of numbers is a row and a
/// column in the first list, and a column and a row in the second.
fn objects(text: &str) -> Option<Vec<Vec<Properties>>> {
    let text = text[text.find(['[', '{'])?..]
        .trim_end()
        .trim_end_matches(';');
    let text = text
        .replace('\'', "\"")
        .replace("True", "true")
        .replace("False", "false");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace(", }", "}").replace(", ]", "]");
    let value: Value = serde_json::from_str(&text).ok()?;
    let piece = |name: &str, value: &Value, pairs: [[&str; 2]; 2]| -> Option<Properties> {
        let mut piece = Properties::from([("name".to_owned(), name.to_owned())]);
        for (key, value) in value.as_object()? {
            let key = key.to_lowercase().replace('_', "");
            let [one, other] = pairs[usize::from(["size", "shape"].contains(&&*key))];
            if let Some([first, second]) = value.as_array().map(Vec::as_slice) {
                piece.insert(one.to_owned(), first.to_string());
                piece.insert(other.to_owned(), second.to_string());
            } else {
                piece.insert(
                    key,
                    value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned),
                );
            }
        }
        Some(piece)
    };
    let of_list = |list: &Value, pairs| {
        list.as_array()?
            .iter()
            .map(|it| piece("", it, pairs))
            .collect::<Option<Vec<_>>>()
    };
    let lists = |pairs| {
        let Some(parts) = value.as_object() else {
            return of_list(&value, pairs);
        };
        let listed = parts.values().find_map(|part| of_list(part, pairs));
        listed.or_else(|| {
            parts
                .iter()
                .map(|(name, part)| piece(name, part, pairs))
                .collect()
        })
    };
    let mut lists = vec![
        lists([["row", "col"], ["height", "width"]])?,
        lists([["col", "row"], ["width", "height"]])?,
    ];
    lists.dedup();
    Some(lists)
}

fn table(text: &str) -> Option<Vec<Properties>> {
    let rows = lines(text).filter(|line| !is_rule(line));
    let mut rows = rows.map(|line| {
        line.trim_matches('|')
            .split([',', ';', '\t', '|'])
            .map(bare)
    });
    let names: Vec<String> = rows.next()?.map(|name| name.to_lowercase()).collect();
    let cars = rows.map(|row| names.iter().cloned().zip(row).collect());
    Some(cars.collect())
}

/// The letters for pieces without one: neither the red car `X` nor signs of empty cells and walls.
fn free_letters() -> impl Iterator<Item = char> {
    let letters = ('A'..='Z').chain('a'..='z').chain('一'..='\u{9fff}');
    letters.filter(|letter| !"XxOo".contains(*letter))
}

fn name(piece: &Properties) -> &str {
    property(piece, "car id color name").unwrap_or_default()
}

/// The usual side of a frame of cars.
const USUAL: usize = 6;

/// A letter with its place, a row and a column, and its height and width.
type PlacedPiece = (char, [usize; 2], [usize; 2]);

/// Places pieces. The one that is marked as the player's, or else is called `X`, or else red,
/// becomes `X`.
fn placed(pieces: &[Properties]) -> Option<Vec<PlacedPiece>> {
    const NOT_RED: u8 = 4;
    let rank = |piece: &Properties| match &*name(piece).to_lowercase() {
        _ if property(piece, "player target isplayer istarget") == Some("true") => 0,
        "x" => 1,
        "red" => 2,
        "r" => 3,
        _ => NOT_RED,
    };
    let red = pieces.iter().map(rank).min().filter(|it| *it < NOT_RED);
    let mut letters = free_letters().filter(|letter| {
        let letter = letter.to_string();
        !pieces.iter().any(|piece| name(piece) == letter)
    });
    let placed = |piece: &Properties| {
        let count = |names| number::<usize>(property(piece, names)?);
        let is_flat = match property(piece, "horizontal ishorizontal orientation direction dir") {
            Some(axis) => match axis.to_lowercase().chars().next()? {
                'h' | 't' => Some(true),
                'v' | 'f' => Some(false),
                _ => return None,
            },
            None => None,
        };
        let length = count("length size len");
        let size = match is_flat {
            Some(true) => [1, length?],
            Some(false) => [length?, 1],
            None => [count("height h")?, count("width w")?],
        };
        let at = match count("position pos") {
            Some(cell) => [cell / USUAL, cell % USUAL],
            None => [count("row y")?, count("col column x")?],
        };
        let letter = match only_char(name(piece)).filter(char::is_ascii_uppercase) {
            _ if Some(rank(piece)) == red => 'X',
            Some(letter) if letter != 'X' => letter,
            _ => letters.next()?,
        };
        Some((letter, at, size))
    };
    pieces.iter().map(placed).collect()
}

/// Draws pieces in rows, and tells the size of the frame. Numbers count from 0 or 1. If readings
/// differ, only one may have the red car in the row of the usual exit, or fill all but two cells of
/// the classic frame.
///
/// # Errors
/// If, in the only reading, two cars overlap, or one alone leaves the usual frame, by one cell.
fn drawn_pieces(lists: &[Vec<Properties>]) -> Option<Result<Rewritten, String>> {
    let mut found: Vec<(Rewritten, bool)> = Vec::new();
    let mut flaw = None;
    for pieces in lists {
        let Some(placed) = placed(pieces) else {
            continue;
        };
        let has_cells = pieces
            .iter()
            .any(|piece| property(piece, "row y").is_none());
        let least = placed.iter().flat_map(|(_, at, _)| at).min().copied();
        let first = least.filter(|_| !has_cells).unwrap_or(0).min(1);
        // Pieces that count from 0 may miss the first row and column.
        for base in (0..=first).rev() {
            match drawn(&placed, base) {
                Some(Ok((board, is_usual))) if base == first || is_usual => {
                    if !found.iter().any(|((other, _), _)| *other == board.0) {
                        found.push((board, is_usual));
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    flaw.get_or_insert(error);
                    break;
                }
                None => break,
            }
        }
    }
    let usual: Vec<&Rewritten> = found.iter().filter(|it| it.1).map(|it| &it.0).collect();
    match (&usual[..], found.first()) {
        ([only], _) => Some(Ok((*only).clone())),
        ([], Some((board, _))) if lists.len() == 1 => Some(Ok(board.clone())),
        ([], None) => flaw.map(Err),
        _ => None,
    }
}

/// Draws pieces whose numbers count from `base`, with the size of the frame, and tells whether this
/// is the usual reading.
fn drawn(placed: &[PlacedPiece], base: usize) -> Option<Result<(Rewritten, bool), String>> {
    let is_car = |(_, _, [height, width]): &PlacedPiece| *height.min(width) == 1;
    let are_cars = placed.iter().all(is_car);
    let end = |(_, at, size): &PlacedPiece| {
        let ends = [0, 1].map(|axis| at[axis].saturating_add(size[axis]) - base);
        ends[0].max(ends[1])
    };
    let last = placed.iter().map(end).max()?;
    let mut outside = placed.iter().filter(|piece| end(piece) > USUAL);
    if let (Some((letter, ..)), None) = (outside.next(), outside.next())
        && are_cars
        && last == USUAL + 1
    {
        let frame = format!("the frame of {USUAL}×{USUAL}, counted from {base}");
        return Some(Err(format!("car `{letter}` leaves {frame}, by one cell")));
    }
    let [height, width] = if are_cars {
        [[USUAL, 9, 12].into_iter().find(|side| last <= *side)?; 2]
    } else {
        [ROWS, COLUMNS]
    };
    let mut board = vec![vec!['.'; width]; height];
    let mut is_usual = false;
    for &(letter, at, size) in placed {
        let at = at.map(|place| place - base);
        let rows = board.iter().skip(at[0]).take(size[0]);
        let mut cells = rows.flat_map(|row| row.iter().skip(at[1]).take(size[1]));
        if let Some(other) = cells.find(|cell| **cell != '.') {
            return Some(Err(format!("cars `{other}` and `{letter}` overlap")));
        }
        draw(&mut board, letter, at, size)?;
        is_usual |= letter == 'X' && size == [1, 2] && at[0] == (height - 1) / 2;
    }
    let empty = board.iter().flatten().filter(|cell| **cell == '.').count();
    is_usual = if are_cars { is_usual } else { empty == 2 };
    let frame = format!("{width}×{height}, counted from {base}");
    Some(Ok(((text_of(&board), frame), is_usual)))
}

/// Draws a rectangle at a row and column, with a height and width; `None` if it is empty or does
/// not fit.
fn draw(board: &mut [Vec<char>], letter: char, at: [usize; 2], size: [usize; 2]) -> Option<()> {
    if size.contains(&0) {
        return None;
    }
    for row in board.get_mut(at[0]..at[0].checked_add(size[0])?)? {
        for cell in row.get_mut(at[1]..at[1].checked_add(size[1])?)? {
            if std::mem::replace(cell, letter) != '.' {
                return None;
            }
        }
    }
    Some(())
}

fn text_of(board: &[Vec<char>]) -> String {
    let rows = board.iter().map(String::from_iter);
    rows.collect::<Vec<_>>().join("\n")
}

/// Returns the groups of lines between empty lines.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let blocks = lines.split(|line| line.is_empty());
    blocks
        .filter(|block| !block.is_empty())
        .map(<[&str]>::to_vec)
        .collect()
}

/// Reads the tray of a block of lines, and the blocks of its goal, if it has one. Blocks of one
/// size may replace each other.
fn tray(text: &str) -> Option<Rewritten> {
    let parts = blocks(text);
    let [start, goals @ ..] = &parts[..] else {
        return None;
    };
    let (size, blocks) = start.split_first()?;
    let size: [usize; 2] = numbers(size)?;
    if goals.len() > 1 || blocks.is_empty() || size.iter().any(|&side| side > MAX_SIDE) {
        return None;
    }
    let mut board = vec![vec!['.'; size[1]]; size[0]];
    let mut goal = board.clone();
    let mut free: BTreeMap<[usize; 2], String> = BTreeMap::new();
    for (line, letter) in blocks.iter().zip(free_letters()) {
        let [height, width, row, column] = numbers(line)?;
        draw(&mut board, letter, [row, column], [height, width])?;
        free.entry([height, width]).or_default().push(letter);
    }
    let mut alike = Vec::new();
    for line in goals.iter().flatten() {
        let [height, width, row, column] = numbers(line)?;
        let letters = free.get_mut(&[height, width])?;
        if alike
            .iter()
            .all(|group: &String| !group.starts_with(&**letters))
        {
            alike.push(letters.clone());
        }
        draw(&mut goal, letters.pop()?, [row, column], [height, width])?;
    }
    alike.retain(|group| group.chars().nth(1).is_some());
    let mut text = text_of(&board);
    if !alike.is_empty() {
        text = format!("alike: {}\n\n{text}", alike.join(" "));
    }
    if !goals.is_empty() {
        text = format!("{text}\n\ngoal:\n{}", text_of(&goal));
    }
    plainly(text)
}

/// Reads a line of this number of numbers.
fn numbers<const N: usize>(line: &str) -> Option<[usize; N]> {
    let numbers = words(line)
        .into_iter()
        .map(number)
        .collect::<Option<Vec<_>>>();
    numbers?.try_into().ok()
}

/// Whether the lines are the blocks of the goal of a [tray].
pub(crate) fn is_goal_of_tray(text: &str) -> bool {
    lines(text).next().is_some() && lines(text).all(|line| numbers::<4>(line).is_some())
}

fn twenty(text: &str) -> Option<Rewritten> {
    let cells: Vec<char> = text.trim().chars().collect();
    let is_word = cells.len() == CELLS && !cells.iter().any(|cell| cell.is_whitespace());
    let rows: Vec<Vec<char>> = cells.chunks(COLUMNS).map(<[char]>::to_vec).collect();
    plainly(is_word.then(|| text_of(&rows))?)
}

fn between_bars(text: &str) -> Option<Rewritten> {
    let rows: Vec<&str> = text.trim().split('|').map(str::trim).collect();
    let board = cells(rows.iter().copied());
    let width = board[0].len();
    let is_board = rows.len() > 1 && width > 1 && board.iter().all(|row| row.len() == width);
    plainly((is_board && lines(text).count() == 1).then(|| rows.join("\n"))?)
}

/// Words in the name of a goal.
pub const GOAL_WORDS: [&str; 7] = ["goal", "target", "final", "end", "目标", "终", "exit"];

/// Words in the name of a start.
const START_WORDS: [&str; 7] = ["start", "init", "初", "起始", "source", "state", "board"];

/// Reads a start and a goal that stand behind their names, in any order.
fn named_boards(text: &str) -> Option<Rewritten> {
    let small = text.to_ascii_lowercase();
    let find = |names: &[&'static str]| {
        let is_begun = |at: &usize| !small[..*at].ends_with(char::is_alphabetic);
        let place = |name| small.match_indices(name).map(|(at, _)| at).find(is_begun);
        names.iter().find_map(|name| Some((place(*name)?, *name)))
    };
    let (goal, name) = find(&GOAL_WORDS[..6])?;
    let start = find(&START_WORDS).map_or(0, |(start, _)| start);
    let is_list = text[goal..].contains(['[', '(', '{']);
    let board = |from: usize, other: usize| {
        let part = &text[from..if other > from { other } else { text.len() }];
        if is_list {
            return Some(&part[..=part.rfind([']', ')', '}'])?]);
        }
        let line = part.lines().next()?;
        // A name alone in its line is a title.
        let (_, said) = line.split_once([':', '：', '='])?;
        let board = &part[line.len() - said.len()..];
        if said.trim().is_empty() {
            return None;
        }
        let is_rest = |mark: char| mark.is_whitespace() || ",;\"'{}".contains(mark);
        Some(
            board
                .trim_end_matches(char::is_alphabetic)
                .trim_matches(is_rest),
        )
    };
    let boards = [board(start, goal)?, board(goal, start)?];
    let has_digits = |it: &&str| it.contains(|mark: char| mark.is_ascii_digit());
    let are_boards = boards.iter().all(has_digits);
    are_boards.then(|| (boards.join("\n\ngoal:\n"), name.to_owned()))
}

/// Reads a start and a goal beside each other.
fn beside(text: &str) -> Option<Rewritten> {
    let is_word = |word: &&str| word.contains(char::is_alphanumeric) || BLANKS.contains(*word);
    let rows: Cells<'_> = lines(text)
        .map(|line| words(line).into_iter().filter(is_word).collect())
        .collect();
    let width = rows.first()?.len() / 2;
    if width < 2 || rows.iter().any(|row| row.len() != 2 * width) {
        return None;
    }
    let boards = [0, width].map(|left| -> Cells<'_> {
        rows.iter()
            .map(|row| row[left..][..width].to_vec())
            .collect()
    });
    let are_boards = boards.iter().all(|board| are_tiles(board));
    plainly(are_boards.then(|| boards.map(|board| joined(&board)).join("\n\ngoal:\n"))?)
}

/// Whether a board has each tile once, and one other sign.
fn are_tiles(board: &[Vec<&str>]) -> bool {
    let words = board.iter().flatten().copied();
    let last = words.clone().count().saturating_sub(1);
    let tiles = words.filter(|word| is_number(word) && *word != "0");
    board.len() > 1 && last > 2 && are_numbers(tiles, 1, last, 1)
}

fn between_marks(text: &str) -> Option<Rewritten> {
    let mark = ['-', '/'].into_iter().find(|mark| text.contains(*mark))?;
    let is_row = |row: &str| {
        let is_whole = row.split(mark).all(|cell| is_number(cell.trim()));
        if row.contains(mark) {
            is_whole
        } else {
            key(row).is_some()
        }
    };
    let is_board = lines(text).all(is_row);
    is_board.then(|| (text.replace(mark, " "), mark.to_string()))
}

/// Reads tiles and walls. A tile belongs to the cell of its number; the last cell ends up empty.
fn places(text: &str) -> Option<Rewritten> {
    const WALLS: [&str; 2] = ["=", "#"];
    const BASE: u32 = 36;
    let text = match text.trim().split(',').collect::<Vec<_>>()[..] {
        [width, _, cells] => {
            let width = number(width).filter(|width| (2..=MAX_SIDE).contains(width))?;
            let cells: Vec<char> = cells.chars().collect();
            let rows = cells.chunks(width).map(String::from_iter);
            rows.collect::<Vec<_>>().join("\n")
        }
        _ => text.to_owned(),
    };
    let board = cells(lines(&text));
    let width = width(&board)?;
    let area = board.len() * width;
    let wall = WALLS.into_iter().find(|wall| text.contains(wall))?;
    let shown = |tile: usize| match tile {
        0 => ".".to_owned(),
        _ => tile.to_string(),
    };
    let mut start = Vec::new();
    let mut goal = Vec::new();
    for (place, word) in (1..).zip(board.iter().flatten()) {
        if *word == wall {
            start.push("#".to_owned());
            goal.push("#".to_owned());
            continue;
        }
        let letter = || only_char(word)?.to_digit(BASE)?.try_into().ok();
        start.push(shown(number(word).or_else(letter)?));
        goal.push(shown(place % area));
    }
    let drawn = |words: &[String]| {
        let rows = words.chunks(width).map(|row| row.join(" "));
        rows.collect::<Vec<_>>().join("\n")
    };
    let drawn = format!("{}\n\ngoal:\n{}", drawn(&start), drawn(&goal));
    start.sort_unstable();
    goal.sort_unstable();
    (start == goal).then(|| (drawn, wall.to_owned()))
}

/// Reads squares and circles of different colours.
fn coloured(text: &str) -> Option<Rewritten> {
    const COLOURS: &str = "🟥X🟦B🟩C🟨D🟧E🟪F🟫G🔴H🔵I🟢J🟡K🟠L🟣M🟤N";
    let mut signs = COLOURS.chars();
    let mut board = text.replace('\u{fe0f}', "");
    while let (Some(sign), Some(letter)) = (signs.next(), signs.next()) {
        board = board.replace(sign, &letter.to_string());
    }
    plainly((board != text && !text.contains(char::is_alphabetic)).then_some(board)?)
}

/// Reads a board in which a sign beside one row, `>` or `<- exit`, marks the exit of its car.
fn marked_exit(text: &str) -> Option<Rewritten> {
    let rows: Vec<Vec<char>> = lines(text).map(|line| line.chars().collect()).collect();
    let width = rows.iter().map(Vec::len).min()?;
    let mut marked = rows.iter().filter(|row| row.len() > width);
    let row = marked.next().filter(|_| marked.next().is_none())?;
    let sign = String::from_iter(&row[width..]).to_lowercase();
    let rest = sign.replace("exit", "");
    let is_sign = rest != sign || sign.contains(['<', '>', '←', '→', '=']);
    if !is_sign || rest.contains(|mark| !"<>-=←→ ".contains(mark)) {
        return None;
    }
    let pairs = row[..width].windows(2).filter(|pair| pair[0] == pair[1]);
    let pairs: Vec<char> = pairs
        .map(|pair| pair[0])
        .filter(|mark| is_letter(*mark))
        .collect();
    let car = match pairs[..] {
        [car] => car,
        _ => red_car(&pairs).ok()?,
    };
    let board = rows.iter().map(|row| String::from_iter(&row[..width]));
    let board = iter::once(car.to_string()).chain(board).collect::<Vec<_>>();
    Some((named_car(&board.join("\n"))?.0, car.to_string()))
}

fn named_car(text: &str) -> Option<Rewritten> {
    const LEAST: usize = 4;
    let mut rows: Vec<&str> = lines(text).filter(|line| *line != "*").collect();
    let letter = only_char(rows.first()?).filter(|letter| letter.is_alphabetic())?;
    rows.remove(0);
    let width = rows.first()?.chars().count();
    let is_board = rows.len().min(width) >= LEAST
        && rows.iter().all(|row| row.chars().count() == width)
        && rows.iter().filter(|row| row.contains(letter)).count() == 1;
    let headers = format!("exit: {letter}=right\npieces: axis\n\n");
    plainly(is_board.then(|| headers + &rows.join("\n"))?)
}

/// Returns the numbers in the first line, and the board in the lines below it with its width.
fn headed(text: &str) -> Option<(Vec<usize>, Cells<'_>, usize)> {
    let mut rows = lines(text);
    let first: Option<Vec<usize>> = words(rows.next()?).into_iter().map(number).collect();
    let first = first?;
    let rows: Vec<&str> = rows.collect();
    let tiles: Vec<&str> = rows.iter().flat_map(|row| words(row)).collect();
    let board = match first[..] {
        // All tiles may stand in one line, or each in its own.
        [side] | [side, _]
            if side > 1
                && first.iter().all(|other| *other == side)
                && [1, tiles.len()].contains(&rows.len())
                && side.checked_mul(side) == Some(tiles.len())
                && are_numbers(tiles.iter().copied(), 0, tiles.len() - 1, 1) =>
        {
            tiles.chunks(side).map(<[&str]>::to_vec).collect()
        }
        _ => cells(rows),
    };
    let width = width(&board).filter(|&width| width > 1)?;
    Some((first, board, width))
}

fn sized(text: &str) -> Option<Rewritten> {
    let (size, board, width) = headed(text)?;
    let height = board.len();
    let is_size = match size[..] {
        [both] => [both, both] == [height, width],
        [one, other] => [one, other] == [height, width] || [other, one] == [height, width],
        _ => false,
    };
    plainly(is_size.then(|| joined(&board))?)
}

fn counted(text: &str) -> Option<Rewritten> {
    const IN_LINE: [usize; 2] = [9, 16];
    let (count, board, width) = headed(text)?;
    let count = *count.first().filter(|_| count.len() == 1)?;
    let are_pairs = IN_LINE.contains(&width) && count.checked_mul(2) == Some(board.len());
    let is_count = are_pairs || count.checked_mul(width) == Some(board.len());
    let boards = board.chunks(if are_pairs { 2 } else { width });
    let boards: Vec<String> = boards
        .map(|board| joined(board).replace('\n', if are_pairs { "\n\n" } else { "\n" }))
        .collect();
    plainly(is_count.then(|| boards.join(&format!("\n{SEPARATOR}\n")))?)
}

fn apart(text: &str) -> Option<Rewritten> {
    let boards = blocks(text);
    let is_of_tiles = |board: &Vec<&str>| are_tiles(&cells(board.iter().copied()));
    let are_boards = boards.len() > 2 && boards.iter().all(is_of_tiles);
    let boards: Vec<String> = boards.iter().map(|board| board.join("\n")).collect();
    plainly(are_boards.then(|| boards.join(&format!("\n{SEPARATOR}\n")))?)
}

fn arrows(text: &str) -> Option<Rewritten> {
    let signs: Vec<Vec<char>> = lines(text).map(|line| line.chars().collect()).collect();
    let sign = |row: usize, column: usize| signs.get(row)?.get(column).copied();
    let is_square = |row, column| {
        let ones = [(0, 1), (1, 0), (1, 1)];
        ones.iter()
            .all(|(down, right)| sign(row + down, column + right) == Some('1'))
    };
    let mut board: Vec<Vec<char>> = signs.iter().map(|row| vec!['.'; row.len()]).collect();
    let mut letters = free_letters();
    let mut has_pair = false;
    for (row, line) in signs.iter().enumerate() {
        for (column, mark) in line.iter().enumerate() {
            let [height, width] = match mark {
                '^' if sign(row + 1, column) == Some('v') => [2, 1],
                '<' if sign(row, column + 1) == Some('>') => [1, 2],
                '1' if board[row][column] == '.' && is_square(row, column) => [2, 2],
                '2' => [1, 1],
                'v' | '>' | '1' if board[row][column] != '.' => continue,
                '.' => continue,
                _ => return None,
            };
            has_pair |= height != width;
            draw(&mut board, letters.next()?, [row, column], [height, width])?;
        }
    }
    plainly(has_pair.then(|| text_of(&board))?)
}

fn marked_car(text: &str) -> Option<Rewritten> {
    const LEAST: usize = 4;
    let mut marked = lines(text).filter(|line| line.contains('+'));
    let has_car = marked
        .next()
        .is_some_and(|row| row.matches('+').count() == 2)
        && marked.next().is_none()
        && !text.contains(['X', 'x', ':'])
        && lines(text).count() >= LEAST;
    plainly(has_car.then(|| text.replace('+', "X"))?)
}

/// Reads a board of the classic frame in which each shape of pieces has a sign, if only one choice
/// of shapes covers the signs. One piece is the square.
fn shape_codes(text: &str) -> Option<Rewritten> {
    let rows = cells(lines(text));
    let signs: Vec<char> = rows
        .iter()
        .flatten()
        .map(|word| only_char(word))
        .collect::<Option<_>>()?;
    let signs: [char; CELLS] = signs.try_into().ok()?;
    if rows.len() != ROWS || rows.iter().any(|row| row.len() != COLUMNS) {
        return None;
    }
    let is_empty = |sign: &char| "0._".contains(*sign);
    let mut codes: Vec<char> = signs.into_iter().filter(|sign| !is_empty(sign)).collect();
    codes.sort_unstable();
    codes.dedup();
    let shapes = ClassicBlock::ALL.len();
    if codes.len() > shapes {
        return None;
    }
    let mut found = None;
    for mut choice in 0..shapes.pow(u32::try_from(codes.len()).ok()?) {
        let mut chosen = Vec::new();
        for &code in &codes {
            chosen.push((code, ClassicBlock::ALL[choice % shapes]));
            choice /= shapes;
        }
        let is_twice = |block| chosen.iter().filter(|(_, other)| *other == block).count() > 1;
        if ClassicBlock::ALL.into_iter().any(is_twice) {
            continue;
        }
        let Some(board) = tiled(&signs, &chosen) else {
            continue;
        };
        if found.replace((board, chosen)).is_some() {
            return None;
        }
    }
    let (board, chosen) = found?;
    let words = chosen.iter().map(|(code, block)| {
        let shape = match block {
            ClassicBlock::Square => "the square",
            ClassicBlock::Flat => "flat pairs",
            ClassicBlock::Upright => "upright pairs",
            ClassicBlock::Single => "single cells",
        };
        format!("`{code}` {shape}")
    });
    let words: Vec<String> = words.collect();
    let rows: Vec<Vec<char>> = board.chunks(COLUMNS).map(<[char]>::to_vec).collect();
    Some((text_of(&rows), words.join(", ")))
}

/// Covers each sign by pieces of its shape, one of which is the square.
fn tiled(signs: &[char; CELLS], shapes: &[(char, ClassicBlock)]) -> Option<[char; CELLS]> {
    let mut board = ['.'; CELLS];
    let mut covered: CellBits = 0;
    let mut squares = 0;
    let mut letters = free_letters();
    for (at, sign) in signs.iter().enumerate() {
        let shape = shapes.iter().find(|(code, _)| code == sign);
        let Some(&(_, block)) = shape.filter(|_| covered >> at & 1 == 0) else {
            continue;
        };
        let cells = block.cells_at(at)?;
        let fits = (0..CELLS).all(|cell| cells >> cell & 1 == 0 || signs[cell] == *sign);
        if !fits || cells & covered != 0 {
            return None;
        }
        covered |= cells;
        squares += usize::from(block == ClassicBlock::Square);
        block.draw(at, letters.next()?, &mut board);
    }
    (squares == 1).then_some(board)
}

/// Reads tiles of which one has a sign instead of a number, or the number after all others; the
/// goal may stand below.
fn blank_sign(text: &str) -> Option<Rewritten> {
    const SQUARES: [usize; 3] = [9, 16, 25];
    let is_row = |line: &&str| !line.is_empty() && key(line).is_none();
    let board = cells(text.lines().map(str::trim).filter(is_row));
    let words: Vec<&str> = board.iter().flatten().copied().collect();
    let boards = words.iter().filter(|word| **word == "1").count();
    let area = words.len().checked_div(boards)?;
    let last = area.to_string();
    let sign = match words.iter().find(|word| !is_number(word)) {
        Some(sign) => *sign,
        None => SQUARES.contains(&area).then_some(&*last)?,
    };
    let others = words.iter().copied().filter(|word| *word != sign);
    // These signs draw empty cells in any board.
    let is_known = [".#", BLANKS, BLANK_LETTERS]
        .iter()
        .any(|signs| signs.contains(sign));
    if is_known || boards > 2 || area < 4 || !are_numbers(others, 1, area - 1, boards) {
        return None;
    }
    let mut rows = board.iter();
    let line = |line: &str| match Some(line).filter(is_row).and_then(|_| rows.next()) {
        Some(row) => row
            .iter()
            .map(|word| if *word == sign { "0" } else { word })
            .collect::<Vec<_>>()
            .join(" "),
        None => line.to_owned(),
    };
    let lines: Vec<String> = text.lines().map(str::trim).map(line).collect();
    Some((lines.join("\n"), sign.to_owned()))
}

/// Reads tiles of which one row lacks the empty cell: it is in the column that the numbers of this
/// row leave free, or at the end of the last row.
fn short_row(text: &str) -> Option<Rewritten> {
    const SEPARATORS: [char; 3] = [',', ';', '\t'];
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let mut board = cells(rows.iter().copied());
    let width = board.iter().map(Vec::len).max()?;
    let short = board.iter().position(|row| row.len() + 1 == width)?;
    let tiles = board.len() * width - 1;
    if tiles < 3 || width > MAX_SIDE || board.iter().map(Vec::len).sum::<usize>() != tiles {
        return None;
    }
    let place = |row: usize, column: usize| {
        let start = LineCursor::line(1, rows[row])
            .part(board[row][column])
            .column();
        start..start + board[row][column].len()
    };
    let is_free = |&column: &usize| {
        let others = (0..rows.len()).filter(|row| *row != short);
        let places: Vec<_> = others.map(|row| place(row, column)).collect();
        (1..width).all(|at| {
            let word = place(short, at - 1);
            places
                .iter()
                .all(|other| other.end <= word.start || word.end <= other.start)
        })
    };
    let is_separated = text.contains(SEPARATORS);
    let free = (0..width).filter(|_| !is_separated).filter(is_free);
    let gap = match free.collect::<Vec<_>>()[..] {
        [gap] => gap,
        _ if short + 1 == rows.len()
            && (!is_separated || rows[short].split(SEPARATORS).count() < width) =>
        {
            width - 1
        }
        _ => return None,
    };
    board[short].insert(gap, "0");
    let are_tiles = are_numbers(board.iter().flatten().copied(), 0, tiles, 1);
    are_tiles.then(|| (joined(&board), (short + 1).to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrapping;

    #[test]
    fn every_form_reads_its_own_example_and_no_other() {
        wrapping::hold_forms_apart(&FORMS, "puzzles");
    }

    #[test]
    fn every_example_of_a_form_is_a_puzzle_and_a_note_tells_how_it_is_read() {
        for form in &FORMS {
            let reading = crate::notation::read_any(form.example, None);
            let reading = reading.unwrap_or_else(|error| panic!("{}: {error}", form.name));
            let note = form.read(form.example).expect("a test above reads it").1;
            let notes = reading.assumptions[0].iter().map(ToString::to_string);
            assert!(
                notes.collect::<Vec<_>>().contains(&note),
                "{}: {note}",
                form.name
            );
        }
    }

    #[test]
    fn no_form_reads_a_text_that_fits_in_part() {
        for text in [
            "",
            "3",
            "5 4\n",
            "5 4\n2 2 0 1\n2 2 1 1",
            "5 4\n0 2 0 1",
            ",\n,",
            ",\n,\n\n,\n,\n\n,\n,",
            "^1.^\nv..v\n^<>^\nv22v\n2..2",
            "2442\n2442\n2332\n2112\n1003",
            "^11^\nv11v\n^<>^\nv22.\n2..2",
            "1 2 3\n4 x 6\n7 y 8",
            "1 2 3\n4 5 6\n7 9",
            "car,orientation,col,row,length\nX,H,1,3,2\nA,V,1,2,2",
            "car,orientation,col,row,length\nX,H,1,3",
            "[{\"id\": \"r\"}]",
            "ABC\nDE.\nFGH",
            "AB|CD|E",
        ] {
            for form in &FORMS {
                assert_eq!(form.read(text), None, "{}: {text}", form.name);
            }
        }
    }
}
