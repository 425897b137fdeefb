//! Numbered tiles: their size, their number, their goals, and signs between and around them.

use super::{Cells, cells, lines_apart, words};
use crate::{
    excerpt::{LineCursor, is_number, is_size, key, number, only_char},
    puzzle::{MAX_SIDE, text::SEPARATOR},
    wrapping::{BLANKS, Rewritten, are_numbers, boards, goal_word, lines, plainly},
};

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

/// Reads a start and a goal that stand behind their names, in any order.
pub fn named_boards(text: &str) -> Option<Rewritten> {
    const STARTS: [&str; 6] = ["start", "init", "初", "起始", "source", "state"];
    const MARKS: [char; 3] = [':', '：', '='];
    let drawn = |start: &str, goal: &str, name: &str| {
        Some((format!("{start}\n\ngoal:\n{goal}"), name.to_owned()))
    };
    if let Some([(_, start), (name, goal)]) = boards(text).as_deref() {
        return drawn(&start.join("\n"), &goal.join("\n"), goal_word(name)?);
    }
    let small = text.to_ascii_lowercase();
    let place = |name: &str| {
        let mut places = small.match_indices(name).map(|(at, _)| at);
        places.find(|at| !small[..*at].ends_with(char::is_alphabetic))
    };
    let name = goal_word(text)?;
    let goal = place(name)?;
    let start = STARTS.iter().find_map(|name| place(name)).unwrap_or(0);
    let has_digits = |line: &str| line.contains(|mark: char| mark.is_ascii_digit());
    let board = |from: usize, other: usize| {
        let part = &text[from..if other > from { other } else { text.len() }];
        // A name alone in its line is a title.
        let line = part.lines().next().filter(|line| has_digits(line))?;
        let said = line
            .split_once(MARKS)
            .map_or_else(|| without_title(line), |(_, said)| said);
        let said = &part[line.len() - said.len()..];
        let end = said.rfind('\n').filter(|at| !has_digits(&said[*at..]));
        let is_rest = |mark: char| mark.is_whitespace() || ",;|\"'{}，；".contains(mark);
        Some(said[..end.unwrap_or(said.len())].trim_matches(is_rest))
    };
    drawn(board(start, goal)?, board(goal, start)?, name)
}

/// Returns a line without the words of letters before its first cell.
fn without_title(line: &str) -> &str {
    let is_title = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    let mut rest = line.trim_start();
    while let Some((word, after)) = rest.split_once(' ')
        && is_title(word)
    {
        rest = after.trim_start();
    }
    rest
}

/// Reads a start and a goal beside each other.
pub fn beside(text: &str) -> Option<Rewritten> {
    const ARROWS: [&str; 4] = ["=>", "->", "-->", "→"];
    let is_marked = |line: &&str| ARROWS.iter().any(|arrow| line.contains(arrow));
    // An arrow in each line may join the vertices of an edge.
    let has_arrow = lines(text).filter(is_marked).count() == 1;
    let is_word = |word: &&str| {
        let is_row = has_arrow && word.chars().all(|mark| mark == '.');
        word.contains(char::is_alphanumeric) || BLANKS.contains(*word) || is_row
    };
    let rows: Cells<'_> = lines(text)
        .map(|line| words(line).into_iter().filter(is_word).collect())
        .collect();
    let width = rows.first()?.len() / 2;
    if width < 1 + usize::from(!has_arrow) || rows.iter().any(|row| row.len() != 2 * width) {
        return None;
    }
    let boards = [0, width].map(|left| -> Cells<'_> {
        rows.iter()
            .map(|row| row[left..][..width].to_vec())
            .collect()
    });
    let is_board = |board: &Cells<'_>| has_arrow || are_tiles(board);
    let are_boards = rows.len() > 1 && boards.iter().all(is_board);
    plainly(are_boards.then(|| boards.map(|board| joined(&board)).join("\n\ngoal:\n"))?)
}

/// Whether a board has each tile once, and one other sign.
fn are_tiles(board: &[Vec<&str>]) -> bool {
    let words = board.iter().flatten().copied();
    let last = words.clone().count().saturating_sub(1);
    let tiles = words.filter(|word| is_number(word) && *word != "0");
    last > 2 && are_numbers(tiles, 1..last + 1)
}

pub fn between_marks(text: &str) -> Option<Rewritten> {
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
pub fn places(text: &str) -> Option<Rewritten> {
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
    let wall = ["=", "#"].into_iter().find(|wall| text.contains(wall))?;
    let places = 1..=board.len() * width;
    let mut start = Vec::new();
    let mut goal = Vec::new();
    for (place, word) in places.clone().zip(board.concat()) {
        let letter = || only_char(word)?.to_digit(BASE)?.try_into().ok();
        let is_wall = word == wall;
        start.push(if is_wall {
            None
        } else {
            Some(number(word).or_else(letter)?)
        });
        goal.push((!is_wall).then_some(place % places.end()));
    }
    let drawn = |cells: &[Option<usize>]| {
        let shown = |cell: &Option<usize>| cell.map_or("#".to_owned(), |tile| tile.to_string());
        let row = |row: &[Option<usize>]| row.iter().map(shown).collect::<Vec<_>>().join(" ");
        cells.chunks(width).map(row).collect::<Vec<_>>().join("\n")
    };
    let drawn = format!("{}\n\ngoal:\n{}", drawn(&start), drawn(&goal));
    start.sort_unstable();
    goal.sort_unstable();
    (start == goal).then(|| (drawn, wall.to_owned()))
}

/// Returns the numbers in the first line, and the board in the lines below it with its width.
fn headed(text: &str) -> Option<(Vec<usize>, Cells<'_>, usize)> {
    let mut rows = lines(text);
    let first = rows.next()?;
    let sides = words(first).into_iter().chain(
        is_size(first)
            .then(|| first.split(['x', 'X', '×']))
            .into_iter()
            .flatten(),
    );
    let first: Option<Vec<usize>> = sides.filter(|side| !is_size(side)).map(number).collect();
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
                && are_numbers(tiles.iter().copied(), 0..tiles.len()) =>
        {
            tiles.chunks(side).map(<[&str]>::to_vec).collect()
        }
        _ => cells(rows),
    };
    let width = width(&board).filter(|&width| width > 1)?;
    Some((first, board, width))
}

pub fn sized(text: &str) -> Option<Rewritten> {
    let (size, board, width) = headed(text)?;
    let height = board.len();
    let is_size = match size[..] {
        [both] => [both, both] == [height, width],
        [one, other] => [one, other] == [height, width] || [other, one] == [height, width],
        _ => false,
    };
    plainly(is_size.then(|| joined(&board))?)
}

pub fn counted(text: &str) -> Option<Rewritten> {
    let (first, rest) = text.trim_start().split_once('\n')?;
    let count: usize = number(first.trim())?;
    let mut boards = lines_apart(rest);
    if boards.len() != count {
        let rows: Vec<&str> = lines(rest).collect();
        let height = rows
            .len()
            .checked_div(count)
            .filter(|height| height * count == rows.len());
        boards = rows
            .chunks(height.filter(|it| *it > 0)?)
            .map(<[&str]>::to_vec)
            .collect();
    }
    several(&boards)
}

pub fn apart(text: &str) -> Option<Rewritten> {
    let mut boards = lines_apart(text);
    let mut least = 2;
    // Each line may be a board.
    if let [list] = &boards[..] {
        boards = list.iter().map(|line| vec![*line]).collect();
        least = 1;
    }
    let are_boards = boards.len() > 2 && boards.iter().all(|board| board.len() >= least);
    several(&boards).filter(|_| are_boards)
}

/// Separates boards of tiles. Two lines of whole boards are a start and a goal.
fn several(boards: &[Vec<&str>]) -> Option<Rewritten> {
    const IN_LINE: [usize; 2] = [9, 16];
    let board = |rows: &Vec<&str>| {
        let board = cells(rows.iter().copied());
        let is_line = |row: &Vec<&str>| IN_LINE.contains(&row.len());
        let are_lines = board.iter().all(is_line);
        let are_boards = if are_lines && board.len() < 3 {
            board.iter().all(|row| are_tiles(std::slice::from_ref(row)))
        } else {
            board.len() > 1 && are_tiles(&board)
        };
        are_boards.then(|| rows.join(if are_lines { "\n\n" } else { "\n" }))
    };
    let boards: Vec<String> = boards.iter().map(board).collect::<Option<_>>()?;
    plainly(boards.join(&format!("\n{SEPARATOR}\n")))
}

/// Reads tiles of which one row lacks the empty cell: it is in the column that the numbers of this
/// row leave free, or at the end of the last row.
pub fn short_row(text: &str) -> Option<Rewritten> {
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
    let are_tiles = are_numbers(board.iter().flatten().copied(), 0..tiles + 1);
    are_tiles.then(|| (joined(&board), (short + 1).to_string()))
}
