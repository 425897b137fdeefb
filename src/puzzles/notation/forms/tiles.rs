//! Numbered tiles: in rows, in a line or beside each other, below their size or number, behind
//! words for start and goal, with signs between and around them.

use std::collections::BTreeSet;

use super::{WordRows, cells, pieces::numbers, words};
use crate::{
    excerpt::{LineCursor, is_number, joined, key, number, numbers as all_numbers, only_char},
    puzzle::{
        MAX_SIDE,
        text::{KEYS, SEPARATOR},
    },
    wrapping::{
        BoardRole, Reading, are_numbers, are_wide, is_blank_word, lines, plainly, role, sides,
    },
};

fn folded(cells: &[String], columns: usize) -> String {
    joined(cells.chunks(columns).map(|row| row.join(" ")), "\n")
}

/// Returns the width of a board whose rows are equally long and not empty; the last one may lack
/// one cell.
fn width(board: &[Vec<&str>]) -> Option<usize> {
    let (last, others) = board.split_last()?;
    let width = others.first().unwrap_or(last).len();
    let is_whole = last.len() == width || last.len() + 1 == width;
    (is_whole && width > 0 && are_wide(others, width)).then_some(width)
}

const ARROWS: [&str; 4] = ["=>", "->", "-->", "→"];

/// The cells in a line, or in a part of it.
#[derive(Default)]
struct TileRow {
    /// The meaning of the title before it.
    role: Option<BoardRole>,
    /// Whether a gap, a title or an arrow is before it.
    is_apart: bool,
    words: Vec<String>,
}

/// Returns the rows of tiles in a line; `None` if it holds anything else.
fn tile_rows(line: &str, is_apart: bool) -> Option<Vec<TileRow>> {
    let is_gap =
        |mark: char| mark.is_whitespace() && mark != '\r' || ",;|:=\"'，；：".contains(mark);
    let mut rows = vec![TileRow {
        is_apart,
        ..TileRow::default()
    }];
    let is_said = |word: &&str| !["", "enter", "the"].contains(&&*word.to_lowercase());
    for word in line.trim().split(is_gap).filter(is_said) {
        let parts: Vec<&str> = word.split(['-', '/']).collect();
        let last = rows.last_mut()?;
        let role = role(word).filter(|_| only_char(word).is_none());
        if role.is_some() && last.role.is_some() && last.words.is_empty() {
            last.role = role.filter(|it| *it == BoardRole::Goal).or(last.role);
        } else if role.is_some() || ARROWS.contains(&word) {
            rows.push(TileRow {
                role,
                is_apart: true,
                ..TileRow::default()
            });
        } else if parts.iter().all(|part| is_number(part)) {
            last.words.extend(parts.into_iter().map(str::to_owned));
        } else {
            let are_digits = word.chars().all(|mark| mark.is_ascii_hexdigit());
            let has_digits = are_digits || word.contains(|mark: char| mark.is_ascii_digit());
            let is_cell = only_char(word).is_some() || has_digits || is_blank_word(word);
            last.words.push(is_cell.then(|| word.to_owned())?);
        }
    }
    Some(rows)
}

/// Boards of the same tiles, in which 0 is the empty cell.
struct TileBoards {
    boards: Vec<Vec<usize>>,
    columns: usize,
    notes: Vec<String>,
}

/// Returns the boards in rows of tiles. If they are joined, each character of a word is a cell.
/// Boards that are not counted stand apart.
fn tile_boards(rows: &[TileRow], are_joined: bool, above: &[usize]) -> Option<TileBoards> {
    const LEAST: usize = 4;
    const LEAST_IN_WORD: usize = 9;
    const SQUARES: [usize; 3] = [9, 16, 25];
    const HEXADECIMAL: u32 = 16;
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut first_lines = Vec::new();
    for row in rows {
        first_lines.extend(row.is_apart.then_some(lines.len()));
        let marks = |word: &String| word.chars().map(String::from).collect();
        if are_joined {
            lines.extend(row.words.iter().map(marks));
        } else if !row.words.is_empty() {
            lines.push(row.words.clone());
        }
    }
    let words = lines.concat();
    let kinds: BTreeSet<&String> = words.iter().collect();
    let area = kinds.len();
    let radix = if are_joined && area == 16 {
        HEXADECIMAL
    } else {
        10
    };
    let tile = |word: &String| usize::from_str_radix(word, radix).ok();
    let signs: Vec<_> = kinds.iter().filter(|word| tile(word).is_none()).collect();
    let width = lines.first()?.len();
    let is_even = lines.iter().all(|line| line.len() == width);
    let mut columns = Some(width).filter(|width| is_even && (2..area).contains(width));
    // The last number of a full square may be the empty cell.
    let is_full = columns.is_some() && SQUARES.contains(&area) && signs.is_empty();
    let is_full = is_full && !kinds.contains(&"0".to_owned());
    let cell = |word| {
        tile(word)
            .filter(|tile| !is_full || *tile != area)
            .unwrap_or(0)
    };
    let cells: Vec<usize> = words.iter().map(cell).collect();
    let is_board = |board: &Vec<usize>| {
        let sorted: BTreeSet<usize> = board.iter().copied().collect();
        sorted.into_iter().eq(0..area)
    };
    let mut boards: Vec<Vec<usize>> = cells.chunks(area).map(<[usize]>::to_vec).collect();
    if 2 * area == cells.len() && columns > Some(2) && !boards.iter().all(is_board) {
        let side = |left| {
            cells
                .chunks(width)
                .flat_map(move |row| &row[left..][..width / 2])
        };
        boards = [0, width - width / 2]
            .map(|left| side(left).copied().collect())
            .into();
        columns = Some(width / 2);
    } else if above.is_empty()
        && !width.is_multiple_of(area)
        && (columns < Some(3) || !area.is_multiple_of(width))
    {
        // Edges of a graph stand below each other without a gap.
        let begins = |first: usize| lines[..first].concat().len();
        let begins: Vec<usize> = first_lines.into_iter().map(begins).collect();
        let is_begun = |board: usize| begins.contains(&(board * area));
        (0..boards.len()).all(is_begun).then_some(())?;
    }
    let is_alone = boards.len() == 1 || !signs.is_empty();
    let is_short = are_joined && columns.is_none() && area < LEAST_IN_WORD && is_alone;
    if is_short || signs.len() > 1 || area < LEAST || !boards.iter().all(is_board) {
        return None;
    }
    let last = kinds
        .iter()
        .find(|word| is_full && tile(word) == Some(area));
    let sign = signs.first().copied().or(last);
    let sign = sign.filter(|sign| !["_", "."].contains(&sign.as_str()));
    let mut notes = Vec::new();
    notes.extend(are_joined.then(|| "each character is a tile".to_owned()));
    notes.extend(sign.map(|sign| format!("`{sign}` is an empty cell")));
    let drawn = columns.filter(|columns| area.is_multiple_of(*columns));
    let is_size = matches!(above, [rows, columns] if area == rows.saturating_mul(*columns));
    let columns = match (drawn, area) {
        (Some(columns), _) => columns,
        (None, _) if is_size => above[1],
        (None, 6) => 3,
        (None, area) => Some(area.isqrt()).filter(|side| side * side == area)?,
    };
    if drawn.is_none() {
        notes.push(format!(
            "taken for {} rows of {columns} tiles",
            area / columns
        ));
    }
    Some(TileBoards {
        boards,
        columns,
        notes,
    })
}

/// Reads one board of tiles, a start and a goal, or several boards.
pub fn tiles(text: &str) -> Reading {
    let text = text.replace(",,", ",_,");
    let mut headers = String::new();
    let mut rows: Vec<TileRow> = Vec::new();
    let mut is_apart = true;
    // Rows may stand in one line.
    let is_line = !text.trim().contains('\n');
    let is_row = |part: &str| part.trim().contains([' ', ',']);
    let is_end = |mark: char| mark == '/' || mark == '|' && is_line;
    let parts = text.lines().flat_map(|line| {
        let are_rows = line.split(is_end).all(is_row);
        line.split(move |mark| are_rows && is_end(mark))
    });
    for line in parts.filter(|line| !line.starts_with(';')) {
        let is_known = |key: &&str| *key == "goal" || rows.is_empty() && KEYS.contains(key);
        let found = tile_rows(line, is_apart);
        if found.is_none() {
            key(line).filter(is_known)?;
            headers.extend([line, "\n"]);
        }
        is_apart = line.trim().is_empty();
        let is_row = |row: &TileRow| row.role.is_some() || !row.words.is_empty();
        rows.extend(found.into_iter().flatten().filter(is_row));
    }
    // The size of the boards and their number may stand above.
    (0..rows.len().min(3)).find_map(|above| {
        let (above, rows) = rows.split_at(above);
        let words = above.iter().flat_map(|row| &row.words);
        // A width stands before `x` and the height.
        let sides = words.flat_map(|word| word.rsplit(['x', 'X', '×']));
        let sides: Vec<usize> = all_numbers(sides)?;
        let are_joined = [true, false].into_iter().filter(|are_joined| {
            !are_joined
                || rows
                    .iter()
                    .flat_map(|row| &row.words)
                    .all(|it| only_char(it).is_none())
        });
        let read = |are_joined| tile_boards(rows, are_joined, &sides);
        let is_titled = above.iter().any(|row| row.role.is_some());
        let found = are_joined.filter(|_| !is_titled).find_map(read)?;
        written(found, rows, &sides, &headers)
    })
}

/// Writes boards of tiles in our format.
fn written(mut found: TileBoards, rows: &[TileRow], above: &[usize], headers: &str) -> Reading {
    const PAIR: usize = 2;
    let count = found.boards.len();
    let titled = |role| rows.iter().filter(|row| row.role == Some(role)).count();
    let goals = titled(BoardRole::Goal);
    let is_one = count == PAIR && titled(BoardRole::Start) < PAIR;
    let size = if is_one { 1 } else { count };
    let area = found.boards[0].len();
    let height = area / found.columns;
    // A limit may stand below the size.
    let is_limit = matches!(above, [width, limit] if *width == height && *limit > area);
    let above = &above[..above.len() - usize::from(is_limit)];
    let (puzzles, meaning) = match above {
        _ if *above == [height, found.columns] => (size, "size of the board"),
        [puzzles, ..]
            if *puzzles == count || count > PAIR && puzzles.checked_mul(PAIR) == Some(count) =>
        {
            (*puzzles, "number of boards")
        }
        _ => (size, "size of the board"),
    };
    let is_known = |side| [height, found.columns, puzzles].contains(side);
    let are_pairs = count == PAIR * puzzles;
    // A goal and headers belong to one puzzle.
    let is_one = puzzles == 1 && (goals == 0 || goals == 1 && are_pairs);
    let is_plain = goals == 0 && headers.is_empty();
    if !(is_one || is_plain) || !above.iter().all(is_known) {
        return None;
    }
    if !above.is_empty() {
        found.notes.push(format!("the first line is the {meaning}"));
    }
    if is_limit {
        found.notes.push("the second line is left out".to_owned());
    }
    if rows[0].role == Some(BoardRole::Goal) {
        found.boards.reverse();
    } else if are_pairs && goals == 0 {
        (found.boards[0] != found.boards[1]).then_some(())?;
        found.notes.push("the second board is the goal".to_owned());
    }
    if goals == 1 {
        found.notes.push("a title names the goal".to_owned());
    }
    if puzzles > 1 {
        found
            .notes
            .push("each group of lines, or each line, is a board".to_owned());
    }
    let word = |&tile: &usize| match tile {
        0 => ".".to_owned(),
        tile => tile.to_string(),
    };
    let drawn = |board: &Vec<usize>| {
        let words: Vec<String> = board.iter().map(word).collect();
        folded(&words, found.columns)
    };
    let boards: Vec<String> = found.boards.iter().map(drawn).collect();
    let puzzles = boards
        .chunks(count / puzzles)
        .map(|boards| boards.join("\n\ngoal:\n"));
    let text = joined(puzzles, &format!("\n{SEPARATOR}\n"));
    let notes = found.notes.iter().map(|note| format!("; {note}"));
    Some((headers.to_owned() + &text, notes.collect()))
}

/// Reads a start and a goal beside each other, with an arrow between two of their rows.
pub fn beside(text: &str) -> Reading {
    let mut rows: WordRows<'_> = lines(text).map(words).collect();
    let all = rows.concat().len();
    for row in &mut rows {
        row.retain(|word| !ARROWS.contains(word));
    }
    let width = rows.first()?.len() / 2;
    // An arrow in each line may join the vertices of an edge.
    if all != rows.concat().len() + 1 || rows.len() < 2 || width == 0 {
        return None;
    }
    let is_even = are_wide(&rows, 2 * width);
    let half = |left: usize| joined(rows.iter().map(|row| row[left..][..width].join(" ")), "\n");
    plainly(is_even.then(|| format!("{}\n\ngoal:\n{}", half(0), half(width)))?)
}

/// Reads tiles and walls. A tile belongs to the cell of its number; the last cell ends up empty.
pub fn places(text: &str) -> Reading {
    const BASE: u32 = 36;
    let text = match text.trim().split(',').collect::<Vec<_>>()[..] {
        [width, _, cells] => {
            let width = number(width).filter(|width| (2..=MAX_SIDE).contains(width))?;
            let cells: Vec<char> = cells.chars().collect();
            joined(cells.chunks(width).map(String::from_iter), "\n")
        }
        _ => text.to_owned(),
    };
    let board = cells(lines(&text));
    let width = width(&board)?;
    let wall = ["=", "#"].into_iter().find(|wall| text.contains(*wall))?;
    let tile = |word: &&str| {
        let base = if only_char(word).is_some() { BASE } else { 10 };
        let tile = usize::from_str_radix(word, base).map(|tile| tile.to_string());
        tile.ok().or((*word == wall).then(|| "#".to_owned()))
    };
    let mut start: Vec<String> = board.concat().iter().map(tile).collect::<Option<_>>()?;
    let place = |(place, cell): (usize, &String)| match &**cell {
        "#" => cell.clone(),
        _ => (place % (board.len() * width)).to_string(),
    };
    let mut goal: Vec<String> = (1..).zip(&start).map(place).collect();
    let drawn = [&start, &goal]
        .map(|cells| folded(cells, width))
        .join("\n\ngoal:\n");
    start.sort_unstable();
    goal.sort_unstable();
    (start == goal).then(|| (drawn, wall.to_owned()))
}

/// Reads a board of pieces below its size.
pub fn sized(text: &str) -> Reading {
    let (size, rows) = text.trim().split_once('\n')?;
    let size = sides(size.trim_end()).filter(|_| !text.contains("-1"))?;
    let board = cells(lines(rows));
    let [height, columns] = [board.len(), width(&board)?];
    let is_size = size == [height, columns] || size == [columns, height];
    plainly((is_size && height.min(columns) > 1).then_some(rows)?)
}

/// Reads tiles of which one row lacks the empty cell: it is in the column that the numbers of this
/// row leave free, or at the end of the last row.
pub fn short_row(text: &str) -> Reading {
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
        (0..rows.len()).filter(|row| *row != short).all(|row| {
            let other = place(row, column);
            (1..width).all(|at| {
                let word = place(short, at - 1);
                other.end <= word.start || word.end <= other.start
            })
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
    let are_tiles = are_numbers(board.iter().flatten().copied(), 0..tiles + 1);
    let rows = board.iter().map(|row| row.join(" "));
    are_tiles.then(|| (joined(rows, "\n"), (short + 1).to_string()))
}

/// Reads boards of cars, each below its rows, columns and number of cars.
pub fn counted(text: &str) -> Reading {
    let mut boards = String::new();
    let mut missing = 0;
    // The number of boards may stand above.
    for line in lines(text).skip_while(|line| is_number(line)) {
        if let Some([rows, ..]) = numbers::<3>(line).filter(|_| missing == 0) {
            missing = rows;
            boards += "\n===\nexit: a=right\npieces: axis\n\n";
        } else {
            missing = missing.checked_sub(1)?;
            boards.extend([line, "\n"]);
        }
    }
    plainly(boards.strip_prefix("\n===\n").filter(|_| missing == 0)?)
}

/// Reads letters from `A` on, each on one cell, as numbers.
pub fn letters(text: &str) -> Reading {
    let number = |mark: char| match mark {
        'a'..='z' | 'A'..='Z' => format!(" {} ", u32::from(mark) % 32),
        _ => mark.to_string(),
    };
    // A board without spaces is drawn in our format.
    let are_letters = text.contains(' ') && !text.contains(char::is_numeric);
    are_letters.then_some(())?;
    // Between bars, spaces are the empty cell.
    let empty = if text.contains('|') { " _ " } else { "   " };
    let text = text.replace("   ", empty);
    tiles(&text.chars().map(number).collect::<String>())
}

/// Reads numbers below their width and height: 1 is a wall, 0 is empty, and others are bricks.
pub fn bricks(text: &str) -> Reading {
    let (size, rows) = text.trim().split_once('\n')?;
    let cell = |word: &str| {
        let place: i32 = word.parse().ok()?;
        "+.#XABCDEFGHIJKLMNOPQRSTUVW"
            .chars()
            .nth(usize::try_from(place + 1).ok()?)
    };
    let row = |row: &str| {
        words(row)
            .into_iter()
            .map(cell)
            .chain([Some('\n')])
            .collect()
    };
    let frame: String = lines(rows)
        .map(row)
        .collect::<Option<Vec<String>>>()?
        .concat();
    let goal = frame
        .replace(|mark| !"+\n".contains(mark), ".")
        .replace('+', "X");
    numbers::<2>(size).filter(|_| frame.contains('+'))?;
    plainly(format!("gate: + = X\n\n{frame}\ngoal:\n{goal}"))
}
