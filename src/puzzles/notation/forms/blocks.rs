//! Drawn boards of blocks and cars: codes of shapes, colours, arrows, and exits beside a row.

use std::{collections::HashSet, iter};

use super::{cells, free_letters};
use crate::{
    excerpt::{joined, number, only_char},
    notation::{
        classic::{CELLS, COLUMNS, CellBits, ClassicBlock, ROWS},
        rush::red_car,
    },
    puzzle::is_letter,
    wrapping::{Item, Reading, are_wide, boards_and_exit, lines, literal, plainly},
};

/// Reads a list of boards, each a string of several lines behind its name.
pub fn named_boards(text: &str) -> Reading {
    let items = literal(text)?;
    let [(_, list)] = &items[..] else { return None };
    let board = |(_, item): &Item| match item.words()?[..] {
        [name, rows] if rows.contains("\\n") => {
            Some(format!("name: {name}\n\n{}\n", rows.replace("\\n", "\n")))
        }
        _ => None,
    };
    let boards: Option<Vec<String>> = list.items().iter().map(board).collect();
    plainly(boards.filter(|it| !it.is_empty())?.join("===\n"))
}

pub fn twenty(text: &str) -> Reading {
    let board = cells(lines(text)).concat();
    // Tiles may stand in rows of five.
    let signs: HashSet<&str> = board.iter().copied().collect();
    let is_line = lines(text).count() == 1 && board.len() == CELLS && signs.len() < CELLS;
    let rows = board.chunks(COLUMNS).map(|row| row.join(" "));
    plainly(is_line.then(|| joined(rows, "\n"))?)
}

/// Reads squares and circles of different colours.
pub fn coloured(text: &str) -> Reading {
    const COLOURS: &str = "🟥X🟦B🟩C🟨D🟧E🟪F🟫G🔴H🔵I🟢J🟡K🟠L🟣M🟤N";
    let mut signs = COLOURS.chars();
    let mut board = text.replace('\u{fe0f}', "");
    while let (Some(sign), Some(letter)) = (signs.next(), signs.next()) {
        board = board.replace(sign, &letter.to_string());
    }
    plainly((board != text && !text.contains(char::is_alphabetic)).then_some(board)?)
}

/// Reads a board in which a sign beside one row, `>` or `<- exit`, marks the exit of its car.
pub fn marked_exit(text: &str) -> Reading {
    // A space stands between all cells of a row, or is a cell.
    let is_spaced = |row: &str| {
        row.chars()
            .skip(1)
            .step_by(2)
            .take(2)
            .all(|mark| mark == ' ')
    };
    let are_spaced = lines(text).all(is_spaced);
    let is_cell = |mark: &char| !are_spaced || *mark != ' ';
    let row = |line: &str| line.chars().filter(is_cell).collect();
    let rows: Vec<Vec<char>> = lines(text).map(row).collect();
    let width = rows.iter().map(Vec::len).min()?;
    let mut marked = rows.iter().filter(|row| row.len() > width);
    let row = marked.next().filter(|_| marked.next().is_none())?;
    let sign = String::from_iter(&row[width..]).to_lowercase();
    let rest = sign.replace("exit", "");
    let is_sign = rest != sign || sign.contains(['<', '>', '←', '→', '=']);
    if !is_sign || rest.contains(|mark| !"<>-=←→ ".contains(mark)) {
        return None;
    }
    let is_pair = |pair: &&[char]| pair[0] == pair[1] && is_letter(pair[0]);
    let pairs = row[..width].windows(2).filter(is_pair);
    let pairs: Vec<char> = pairs.map(|pair| pair[0]).collect();
    let car = match pairs[..] {
        [car] => car,
        _ => red_car(&pairs).ok()?,
    };
    let board = rows.iter().map(|row| String::from_iter(&row[..width]));
    let board = iter::once(car.to_string()).chain(board).collect::<Vec<_>>();
    Some((named_car(&board.join("\n"))?.0, car.to_string()))
}

/// Reads a board of cars with its size above it, `P` as the car that leaves and `K` as the exit,
/// in the first or last column or in a line of its own.
pub fn exit_letter(text: &str) -> Reading {
    let is_count = |row: &&str| !row.contains(|mark: char| mark == '.' || mark.is_alphabetic());
    let rows: Vec<&str> = text.lines().skip_while(is_count).collect();
    let at = rows.iter().position(|row| row.contains('K'))?;
    let side = match rows[at].trim() {
        "K" if at == 0 => "up",
        "K" => "down",
        row if row.ends_with('K') => "right",
        row => row.starts_with('K').then_some("left")?,
    };
    let rows = rows
        .iter()
        .map(|row| row.replace('K', " ").trim().to_owned());
    let board: Vec<String> = rows.filter(|row| !row.is_empty()).collect();
    let text = board.join("\n");
    let width = board.first()?.len();
    let is_board = board
        .iter()
        .all(|row| row.len() == width && !row.contains(' '));
    let is_marked = text.matches('P').count() > 1 && width > 2 && text.is_ascii();
    let headers = format!("exit: P={side}\npieces: axis\n\n");
    (is_board && is_marked).then(|| (headers + &text, side.to_owned()))
}

/// Reads a board with an exit in its list: a side, or the last cell of a row, counted from 0.
pub fn exit_in_list(text: &str) -> Reading {
    let (boards, exits) = boards_and_exit(text)?;
    let ([(_, rows)], [exit]) = (&boards[..], &exits[..]) else {
        return None;
    };
    if let Some(side) = exit.word() {
        return Some((
            format!("exit: {side}\n\n{}", rows.join("\n")),
            side.to_owned(),
        ));
    }
    let place = |keys: &str, at: usize| {
        let is_key = |(place, (name, _)): &(usize, &Item)| match &**name {
            "" => *place == at,
            name => keys.split(' ').any(|key| key.eq_ignore_ascii_case(name)),
        };
        let (_, (_, value)) = exit.items().iter().enumerate().find(is_key)?;
        number::<usize>(value.word()?)
    };
    let row = place("row y", 0)?;
    let column = place("column col x", 1)?;
    let mut rows: Vec<String> = cells(rows.iter().map(String::as_str))
        .iter()
        .map(|row| row.concat())
        .collect();
    // A corner has two sides.
    let is_last = column + 1 == rows.get(row)?.chars().count() && row > 0 && row + 1 < rows.len();
    rows[row] += " >";
    let (board, car) = marked_exit(&rows.join("\n")).filter(|_| is_last)?;
    Some((board, format!("at the right of `{car}`")))
}

pub fn named_car(text: &str) -> Reading {
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

pub fn arrows(text: &str) -> Reading {
    use ClassicBlock::{Flat, Single, Square, Upright};
    let signs = classic_signs(text)?;
    let heads = signs.map(|sign| match sign {
        'v' => '^',
        '>' => '<',
        sign => sign,
    });
    let board = tiled(
        &heads,
        &[('^', Upright), ('<', Flat), ('1', Square), ('2', Single)],
    )?;
    let is_whole = |(at, sign): (usize, &char)| {
        let head = match sign {
            'v' => at.checked_sub(COLUMNS),
            '>' => at.checked_sub(1),
            sign => return "^<12.".contains(*sign),
        };
        let is_head = |head: usize| "^<".contains(signs[head]) && board[head] == board[at];
        head.is_some_and(is_head)
    };
    let is_board = text.contains(['^', '<']) && signs.iter().enumerate().all(is_whole);
    plainly(is_board.then(|| rows_of(&board))?)
}

/// Returns the signs of a board of the classic frame.
fn classic_signs(text: &str) -> Option<[char; CELLS]> {
    let rows = cells(lines(text));
    let is_size = rows.len() == ROWS && are_wide(&rows, COLUMNS);
    let signs = rows.iter().flatten().map(|word| only_char(word));
    let signs: Vec<char> = signs.collect::<Option<_>>().filter(|_| is_size)?;
    signs.try_into().ok()
}

fn rows_of(board: &[char]) -> String {
    joined(board.chunks(COLUMNS).map(String::from_iter), "\n")
}

/// Reads a board in which a sign draws the only car without a letter.
pub fn marked_car(text: &str) -> Reading {
    const LEAST: usize = 4;
    let sign = ['+', '@'].into_iter().find(|sign| text.contains(*sign))?;
    let mut marked = lines(text).filter(|line| line.contains(sign));
    let has_car = marked
        .next()
        .is_some_and(|row| row.matches(sign).count() == 2)
        && marked.next().is_none()
        && text.contains('.')
        && !text.contains(['X', 'x', ':'])
        && lines(text).count() >= LEAST;
    has_car.then(|| (text.replace(sign, "X"), format!("{sign}{sign}")))
}

/// Reads a board of the classic frame in which each shape of pieces has a sign, if only one choice
/// of shapes covers the signs. One piece is the square.
pub fn shape_codes(text: &str) -> Reading {
    let signs = classic_signs(text)?;
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
    Some((rows_of(&board), joined(words, ", ")))
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
