//! Forms in which courses, judges and other programs write puzzles.
//!
//! A new form needs a row and a function that rewrites a text
//! into a text that the rows below it, or the other readers, understand.

use std::collections::BTreeMap;
use std::iter;

use super::classic::{CELLS, COLUMNS, CellBits, ClassicBlock, ROWS};
use super::lenient::{BLANK_LETTERS, BLANKS};
use super::rush::red_car;
use crate::excerpt::{LineCursor, is_number, key, number, only_char};
use crate::puzzle::text::SEPARATOR;
use crate::puzzle::{MAX_SIDE, is_letter};
use crate::wrapping::{Form, Rewritten, bare, lines, plainly};
use serde_json::Value;

/// The forms in the order in which they are tried: a stricter one stands before a freer one, and a
/// form that holds boards in other forms before those.
pub const FORMS: [Form; 19] = [
    Form {
        name: "cars as objects",
        example: r#"[{"id": "r", "orientation": "horizontal", "position": 14, "length": 2}]"#,
        note: "read as a list of cars, in a frame of {}",
        rewrite: car_objects,
    },
    Form {
        name: "cars as a table",
        example: "car,orientation,col,row,length\nX,H,1,3,2\nA,V,6,2,2",
        note: "read as a table of cars, in a frame of {}",
        rewrite: car_table,
    },
    Form {
        name: "start and goal as lists",
        example: "start = [[1, 2, 3], [4, 0, 5]]\ngoal = [[1, 2, 3], [4, 5, 0]]",
        note: "`{}` is the name of the goal",
        rewrite: named_lists,
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
        name: "hexadecimal tiles",
        example: "1234\n5608\n9A7C\nDEBF",
        note: "the tiles are hexadecimal digits",
        rewrite: hexadecimal,
    },
    Form {
        name: "tiles with the numbers of their places",
        example: "3,3,168452=30",
        note: "each tile has the number of its place, and `{}` is a wall",
        rewrite: places,
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

fn property<'a>(of: &'a Properties, names: &[&str]) -> Option<&'a str> {
    names
        .iter()
        .find_map(|name| of.get(*name))
        .map(String::as_str)
}

fn car_objects(text: &str) -> Option<Rewritten> {
    drawn_cars(&objects(text)?)?.ok()
}

fn car_table(text: &str) -> Option<Rewritten> {
    drawn_cars(&table(text)?)?.ok()
}

/// Returns the reason why a list or table of cars is no board.
pub fn flaw_of_cars(text: &str) -> Option<String> {
    drawn_cars(&objects(text).or_else(|| table(text))?)?.err()
}

fn objects(text: &str) -> Option<Vec<Properties>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let list = match &value {
        Value::Array(list) => list,
        Value::Object(parts) => parts.values().find_map(Value::as_array)?,
        _ => return None,
    };
    let word = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let properties = |car: &Value| -> Option<Properties> {
        let parts = car.as_object()?.iter();
        Some(
            parts
                .map(|(name, value)| (name.to_lowercase(), word(value)))
                .collect(),
        )
    };
    list.iter().map(properties).collect()
}

fn table(text: &str) -> Option<Vec<Properties>> {
    let mut rows = lines(text).map(|line| line.split([',', ';', '\t']).map(bare));
    let names: Vec<String> = rows.next()?.map(|name| name.to_lowercase()).collect();
    let cars = rows.map(|row| names.iter().cloned().zip(row).collect());
    Some(cars.collect())
}

/// The letters for pieces without one: neither the red car `X` nor signs of empty cells and walls.
fn free_letters() -> impl Iterator<Item = char> {
    let letters = ('A'..='Z').chain('a'..='z').chain('一'..='\u{9fff}');
    letters.filter(|letter| !"XxOo".contains(*letter))
}

fn name(car: &Properties) -> &str {
    property(car, &["car", "id", "name"]).unwrap_or_default()
}

/// Draws cars in rows, and tells the size of the frame. The car that is marked as the player's, or
/// else is called `X`, or else red, becomes `X`.
///
/// # Errors
/// If two cars overlap, or one alone leaves the usual frame, by one cell.
fn drawn_cars(cars: &[Properties]) -> Option<Result<Rewritten, String>> {
    const USUAL: usize = 6;
    const NOT_RED: u8 = 3;
    const POSITION: [&str; 2] = ["position", "pos"];
    const ROW: [&str; 2] = ["row", "y"];
    const COLUMN: [&str; 3] = ["col", "column", "x"];
    let place = |car: &Properties, names: &[&str]| number::<usize>(property(car, names)?);
    let numbers = cars
        .iter()
        .flat_map(|car| [place(car, &ROW), place(car, &COLUMN)]);
    let first = numbers.map(Option::unwrap_or_default).min()?.min(1);
    let mut letters = free_letters().filter(|letter| {
        let letter = letter.to_string();
        !cars.iter().any(|car| name(car) == letter)
    });
    let rank = |car: &Properties| match &*name(car).to_lowercase() {
        _ if property(car, &["player", "target"]) == Some("true") => 0,
        "x" => 1,
        "r" | "red" => 2,
        _ => NOT_RED,
    };
    let red = cars.iter().map(rank).min().filter(|rank| *rank < NOT_RED);
    let mut placed = Vec::new();
    for car in cars {
        let is_flat = property(car, &["orientation", "direction", "dir"])?.to_lowercase();
        let is_flat = match is_flat.chars().next()? {
            'h' => true,
            'v' => false,
            _ => return None,
        };
        let length = place(car, &["length", "size", "len"])?;
        let [row, column] = match place(car, &POSITION) {
            Some(cell) => [cell / USUAL, cell % USUAL],
            None => [place(car, &ROW)? - first, place(car, &COLUMN)? - first],
        };
        let letter = match only_char(name(car)).filter(char::is_ascii_uppercase) {
            _ if Some(rank(car)) == red => 'X',
            Some(letter) if letter != 'X' => letter,
            _ => letters.next()?,
        };
        placed.push((
            letter,
            [row, column],
            if is_flat { [1, length] } else { [length, 1] },
        ));
    }
    let end = |at: [usize; 2], size: [usize; 2]| {
        at[0]
            .saturating_add(size[0])
            .max(at[1].saturating_add(size[1]))
    };
    let last = placed.iter().map(|&(_, at, size)| end(at, size)).max()?;
    let side = [USUAL, 9, 12].into_iter().find(|side| last <= *side)?;
    let mut outside = placed
        .iter()
        .filter(|&&(_, at, size)| end(at, size) > USUAL);
    if let (Some((letter, ..)), None) = (outside.next(), outside.next())
        && last == USUAL + 1
    {
        let frame = format!("the frame of {USUAL}×{USUAL}, counted from {first}");
        return Some(Err(format!("car `{letter}` leaves {frame}, by one cell")));
    }
    let mut board = vec![vec!['.'; side]; side];
    for (letter, at, size) in placed {
        let rows = board.iter().skip(at[0]).take(size[0]);
        let mut cells = rows.flat_map(|row| row.iter().skip(at[1]).take(size[1]));
        if let Some(other) = cells.find(|cell| **cell != '.') {
            return Some(Err(format!("cars `{other}` and `{letter}` overlap")));
        }
        draw(&mut board, letter, at, size)?;
    }
    let frame = format!("{side}×{side}, counted from {first}");
    Some(Ok((text_of(&board), frame)))
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
pub const GOAL_WORDS: [&str; 5] = ["goal", "target", "final", "end", "exit"];

/// Reads a start and a goal that stand behind their names.
fn named_lists(text: &str) -> Option<Rewritten> {
    let small = text.to_ascii_lowercase();
    let name = GOAL_WORDS.into_iter().find(|name| small.contains(name))?;
    let at = small.find(name)?;
    let start = &text[..=text[..at].rfind([']', ')', '}'])?];
    let goal = &text[at + name.len()..];
    let is_list = goal.contains(['[', '(', '{']);
    is_list.then(|| (format!("{start}\n\ngoal:\n{goal}"), name.to_owned()))
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

fn hexadecimal(text: &str) -> Option<Rewritten> {
    const LEAST: usize = 11;
    let board = cells(lines(text));
    let width = width(&board)?;
    let digit = |word: &&str| match *word {
        "." | "_" => Some(0),
        word => only_char(word)?.to_digit(16),
    };
    let digits = board
        .iter()
        .flatten()
        .map(digit)
        .collect::<Option<Vec<_>>>()?;
    let digits: Vec<String> = digits.iter().map(u32::to_string).collect();
    let area = digits.len();
    let rows: Vec<String> = digits.chunks(width).map(|row| row.join(" ")).collect();
    let are_tiles = board.len() > 1
        && area >= LEAST
        && are_numbers(digits.iter().map(String::as_str), 0, area - 1, 1);
    plainly(are_tiles.then(|| rows.join("\n"))?)
}

/// Reads a board in which a sign beside one row, `>` or `<- exit`, marks the exit of its car.
fn marked_exit(text: &str) -> Option<Rewritten> {
    let rows: Vec<Vec<char>> = lines(text).map(|line| line.chars().collect()).collect();
    let width = rows.iter().map(Vec::len).min()?;
    let mut marked = rows.iter().filter(|row| row.len() > width);
    let row = marked.next().filter(|_| marked.next().is_none())?;
    let sign = String::from_iter(&row[width..]).replace("exit", "");
    if !sign.contains(['<', '>', '←', '→']) || sign.contains(|mark| !"<>-=←→ ".contains(mark))
    {
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
    let board = match first[..] {
        // Each line may hold one tile.
        [side]
            if side > 1
                && side.checked_mul(side) == Some(rows.len())
                && are_numbers(rows.iter().copied(), 0, rows.len() - 1, 1) =>
        {
            rows.chunks(side).map(<[&str]>::to_vec).collect()
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
    let is_of_tiles = |board: &Vec<&str>| {
        let cells = cells(board.iter().copied());
        let words = cells.iter().flatten().copied();
        let last = words.clone().count().saturating_sub(1);
        let tiles = words.filter(|word| is_number(word) && *word != "0");
        board.len() > 1 && last > 2 && are_numbers(tiles, 1, last, 1)
    };
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
        wrapping::hold_forms_apart(&FORMS);
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
