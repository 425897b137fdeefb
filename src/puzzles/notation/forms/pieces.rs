//! Lists of pieces: objects, tables, rows of numbers, and trays.

use std::collections::{BTreeMap, BTreeSet};

use super::{draw, free_letters, text_of, words};
use crate::{
    excerpt::{is_number, number, numbers as all_numbers, only_char},
    notation::classic::{COLUMNS, ROWS},
    puzzle::MAX_SIDE,
    wrapping::{
        Item, Literal, Reading, Rewritten, are_wide, bare, is_rule, lines, literal, plainly,
    },
};

/// A car or another piece by the names of its properties, in small letters.
type Properties = BTreeMap<String, String>;

fn property<'a>(of: &'a Properties, names: &str) -> Option<&'a str> {
    let mut values = names.split(' ').filter_map(|name| of.get(name));
    values.next().map(String::as_str)
}

pub fn piece_objects(text: &str) -> Reading {
    let items = literal(text)?;
    let (mut lists, said) = objects(&items)?;
    let said = ObjectFacts::of(said)?;
    if let Some(target) = &said.target {
        for piece in lists.iter_mut().flatten() {
            let is_target = name(piece) == target;
            piece.insert("target".to_owned(), is_target.to_string());
        }
    }
    let board = drawn_pieces(&lists, PAIRS, said.size)?.ok()?;
    Some(said.around(board))
}

/// An item with its name.
type NamedItem<'a> = (&'a str, &'a Literal);

/// What an object says beside its list of pieces.
#[derive(Default)]
struct ObjectFacts {
    /// The rows and columns of the frame.
    size: Option<[usize; 2]>,
    /// A side, in small letters, or nothing.
    exit: String,
    /// The name of the piece that leaves.
    target: Option<String>,
    /// Whether there are numbers or lists without names.
    has_more: bool,
}

impl ObjectFacts {
    /// Returns what items beside a list of pieces say; `None` if they change the puzzle in another
    /// way.
    fn of(said: Vec<NamedItem<'_>>) -> Option<Self> {
        const SIDES: [&str; 5] = ["right", "r", "left", "up", "down"];
        const OTHERS: &str = "goal goalpos goals walls wall obstacles blocked fixed";
        let mut found = ObjectFacts::default();
        let mut sides = [None; 2];
        for (key, value) in said {
            let key = key.to_lowercase().replace('_', "");
            let count = value.word().and_then(number::<usize>);
            match &*key {
                "size" | "gridsize" | "boardsize" | "n" => sides = [count; 2],
                "rows" | "height" | "nrow" | "nrows" => sides[0] = count,
                "cols" | "columns" | "width" | "ncol" | "ncols" => sides[1] = count,
                "exit" | "exitside" => {
                    found.exit = match value.word() {
                        Some(side) => side.to_lowercase(),
                        // The last cell of a row.
                        None if is_last_column(value) => String::new(),
                        None => return None,
                    };
                    if !found.exit.is_empty() && !SIDES.contains(&&*found.exit) {
                        return None;
                    }
                }
                _ if key.contains("goal") && is_bottom(value) => {
                    "bottom".clone_into(&mut found.exit);
                }
                "" => found.has_more |= value.word().is_none_or(is_number),
                "target" | "redcar" | "targetcar" | "player" => {
                    found.target = value.word().map(str::to_owned);
                }
                _ if OTHERS.split(' ').any(|it| key.ends_with(it))
                    && *value != Literal::List(vec![]) =>
                {
                    return None;
                }
                _ => {}
            }
        }
        found.size = sides[0].zip(sides[1]).map(Into::into);
        let is_classic = found.size.is_none_or(|size| size == [ROWS, COLUMNS]);
        (is_classic || found.exit != "bottom").then_some(found)
    }

    /// Puts the lines of our format above a board, and says beside its frame what is left out.
    fn around(&self, (board, mut frame): Rewritten) -> Rewritten {
        let headers = match &*self.exit {
            "" | "r" | "right" => String::new(),
            "bottom" => "exit: bottom\n\n".to_owned(),
            side => format!("exit: X={side}\npieces: axis\n\n"),
        };
        if self.has_more {
            frame += "; left out: what has no name";
        }
        (headers + &board, frame)
    }
}

/// Whether this is the place of the square in the goal of the classic frame, counted from 0, or the
/// cells there.
fn is_bottom(place: &Literal) -> bool {
    if let [(_, first @ Literal::List(_)), ..] = place.items() {
        return is_bottom(first);
    }
    let side = |(name, item): &Item| Some(format!("{name} {} ", item.word()?));
    let sides: String = place.items().iter().take(2).filter_map(side).collect();
    ["x 1 y 3 ", " 1  3 ", "row 3 col 1 "].contains(&&*sides)
}

fn is_last_column(cell: &Literal) -> bool {
    let is_last = |word: &str| number(word).is_some_and(|place: usize| place >= USUAL - 1);
    cell.words()
        .is_some_and(|words| words.iter().any(|word| is_last(word)))
}

pub fn piece_table(text: &str) -> Reading {
    drawn_pieces(&[table(text)?], "", None)?.ok()
}

/// Reads pieces whose properties stand each in its line or tag, as in YAML, TOML and XML. A
/// property that is given again begins the next piece.
pub fn piece_records(text: &str) -> Reading {
    // A pair of numbers is a row and a column in the first reading.
    let mut lists = vec![vec![Properties::new()]; 2];
    for line in lines(&text.replace('<', "\n<")) {
        let line = line.trim_start_matches(['-', ' ']);
        let is_heading = line.starts_with("[[") || line.starts_with("</") || line.starts_with("<?");
        let tag = line.strip_prefix('<');
        let is_pair = |word: &&str| word.contains('=');
        let attributes = tag.into_iter().flat_map(|tag| {
            let words = tag.split([' ', '/', '>']);
            words.filter(is_pair)
        });
        let mut pairs: Vec<&str> = attributes.collect();
        if pairs.is_empty() && !is_heading {
            pairs.push(tag.unwrap_or(line));
        }
        for pair in pairs {
            let (key, value) = pair.split_once([':', '=', '>'])?;
            let key = key.trim().to_lowercase();
            let value = bare(value);
            if key == "exit" && value != "right" {
                return None;
            }
            if lists[0].last()?.contains_key(&key) {
                for list in &mut lists {
                    list.push(Properties::new());
                }
            }
            if value.is_empty() {
                continue;
            }
            let pair = value.trim_matches(['[', ']']).split_once(',');
            for (list, places) in lists.iter_mut().zip(&TITLES) {
                let piece = list.last_mut()?;
                if let Some((first, second)) = pair {
                    piece.insert(places[0].to_owned(), bare(first));
                    piece.insert(places[1].to_owned(), bare(second));
                }
                piece.insert(key.clone(), value.clone());
            }
        }
    }
    lists.dedup();
    drawn_pieces(&lists, PAIRS, None)?.ok()
}

/// Returns the reason why a list or table of cars is no board.
pub fn flaw_of_cars(text: &str) -> Option<String> {
    let items = literal(text).unwrap_or_default();
    let pieces = objects(&items).map(|(lists, _)| lists);
    drawn_pieces(&pieces.or_else(|| Some(vec![table(text)?]))?, "", None)?.err()
}

/// Reads pieces whose numbers have no titles, if only one order of titles fits all numbers.
pub fn piece_rows(text: &str) -> Reading {
    let items = literal(text).unwrap_or_default();
    let mut said = Vec::new();
    listed_pieces(&items, &TITLES[0], &mut said);
    // The rows themselves have no names.
    said.retain(|(name, _)| !name.is_empty());
    let mut said = ObjectFacts::of(said)?;
    let rows = listed_rows(&items, &mut said.has_more);
    let mut heads = rows.unwrap_or_else(|| lines(text).filter_map(arguments).collect());
    let width = heads.last()?.len();
    let rows = heads.split_off(heads.iter().take_while(|row| row.len() != width).count());
    let size = size_above(&rows, &heads).ok()?;
    if rows.len() < 2 || !are_wide(&rows, width) {
        return None;
    }
    let (orders, lists): (Vec<_>, Vec<_>) = titled(&rows).into_iter().unzip();
    let board = drawn_pieces(&lists, &orders.join(","), size)?.ok()?;
    Some(said.around(board))
}

/// Returns the size of the frame that stands above rows of pieces, if one does. The number of
/// pieces and the usual exit may stand there, too, and nothing else.
fn size_above(rows: &[Vec<String>], heads: &[Vec<String>]) -> Result<Option<[usize; 2]>, ()> {
    let mut size = None;
    for head in heads {
        let counts = head.iter().filter_map(|word| number(word));
        match counts.collect::<Vec<usize>>()[..] {
            [count] if count == rows.len() => {}
            [count @ USUAL..=MAX_SIDE] => size = Some([count; 2]),
            [height, width] if rows[0].iter().any(|word| !is_number(word)) => {
                size = Some([height, width]);
            }
            [row, last, _] if size == Some([last.saturating_add(1); 2]) && row == last / 2 => {}
            _ => return Err(()),
        }
    }
    Ok(size)
}

/// Returns the pieces with each order of titles that the words of their rows allow.
fn titled(rows: &[Vec<String>]) -> Vec<(&'static str, Vec<Properties>)> {
    const CARS: &str = "row col length,col row length,length row col,length col row";
    const BLOCKS: &str = "x y w h,x y h w,w h x y,w h y x,y x h w,y x w h,h w y x,h w x y";
    const SIDES: [&str; 2] = [" h v horizontal vertical - | ", " true false 0 1 "];
    let width = rows[0].len();
    let column = |at: usize| rows.iter().map(move |row| row[at].to_lowercase());
    let kind = |at| {
        let is_of = |words: &&str| column(at).all(|word| words.contains(&format!(" {word} ")));
        SIDES.iter().position(is_of)
    };
    // The numbers of the pieces may stand before the others.
    let are_numbered = column(0).collect::<BTreeSet<_>>().len() == rows.len();
    let is_name = |at: &usize| kind(*at).is_none() && rows[0][*at].contains(char::is_alphabetic);
    let name = (0..width).find(is_name);
    let axes = (0..width).filter(|at| kind(*at).is_some());
    let mut pieces = Vec::new();
    for axis in axes.map(Some).chain([None]) {
        let is_count = |at: &usize| Some(*at) != axis && column(*at).all(|word| is_number(&word));
        let counts: Vec<usize> = (0..width).filter(is_count).collect();
        for order in if axis.is_some() { CARS } else { BLOCKS }.split(',') {
            let titles = order.split(' ').map(str::to_owned);
            let more = counts.len().wrapping_sub(titles.clone().count());
            if more > usize::from(are_numbered) {
                continue;
            }
            let piece = |row: &Vec<String>| {
                let counts = counts[more..].iter().map(|at| row[*at].clone());
                let mut piece: Properties = titles.clone().zip(counts).collect();
                if let Some(axis) = axis {
                    // Without a word for the direction, the first car lies flat.
                    let word = match kind(axis) {
                        Some(0) => row[axis].clone(),
                        _ => (row[axis] == rows[0][axis]).to_string(),
                    };
                    piece.insert("dir".to_owned(), word);
                }
                piece.extend(name.map(|name| ("name".to_owned(), row[name].clone())));
                piece
            };
            pieces.push((order, rows.iter().map(piece).collect()));
        }
    }
    pieces
}

/// Returns the words of a line, or those in the last brackets of a call or an array in it, unless
/// these have no number.
fn arguments(line: &str) -> Option<Vec<String>> {
    let (before, inner) = line.rsplit_once(['(', '{']).unwrap_or_default();
    if !line.contains('{') && !before.ends_with(char::is_alphanumeric) {
        let plain = line.replace(['(', ')', ':'], " ");
        let has_words = line.contains(char::is_alphanumeric) && !line.ends_with(';');
        return has_words.then(|| owned(words(&plain)));
    }
    let inner = inner.split([')', '}']).next()?;
    let words = owned(inner.split(',').collect());
    words.iter().any(|word| is_number(word)).then_some(words)
}

/// Returns words without quotation marks, and `RED` for `Color.RED`.
fn owned(words: Vec<&str>) -> Vec<String> {
    let last = |word: &str| bare(word.rsplit('.').next().unwrap_or(word));
    words.into_iter().map(last).collect()
}

/// Returns the words of each list in a list of lists. Different names of the lists are words, too.
fn listed_rows(items: &[Item], has_more: &mut bool) -> Option<Vec<Vec<String>>> {
    // The size of the board may stand before them.
    let is_plain = |(_, item): &Item| item.items().iter().all(|(name, _)| name.is_empty());
    let items = &items[items.iter().position(is_plain).unwrap_or(0)..];
    // A place and a size may each be a pair.
    let row = |(_, item): &Item| {
        let pairs = item.items().iter().map(|(_, pair)| pair.words());
        let pairs = || Some(pairs.collect::<Option<Vec<_>>>()?.concat());
        let is_piece = |words: &Vec<_>| item.items().len() == 2 && words.len() == 4;
        item.words().or_else(|| pairs().filter(is_piece)).map(owned)
    };
    let Some(mut rows) = items.iter().map(row).collect::<Option<Vec<_>>>() else {
        let mut inner = Vec::new();
        for (name, item) in items {
            match listed_rows(item.items(), has_more) {
                Some(rows) => inner.push(rows),
                None => *has_more |= name.is_empty(),
            }
        }
        return inner.pop().filter(|_| inner.is_empty());
    };
    let is_other = |(name, _): &Item| !name.is_empty() && *name != items[0].0;
    if items.iter().any(is_other) {
        for (row, (name, _)) in rows.iter_mut().zip(items) {
            row.insert(0, name.clone());
        }
    }
    Some(rows).filter(|rows| rows.len() > 1)
}

/// The titles of a pair of numbers in the usual reading and in the other one.
const PAIRS: &str = "row col,col row";

/// The titles of the place and the size of a piece in both readings.
const TITLES: [[&str; 4]; 2] = [
    ["row", "col", "height", "width"],
    ["col", "row", "width", "height"],
];

/// Returns the pieces of a list or an object in each reading of pairs, and the items beside them.
fn objects(items: &[Item]) -> Option<(Vec<Vec<Properties>>, Vec<NamedItem<'_>>)> {
    let mut lists = Vec::new();
    let mut said = Vec::new();
    for titles in &TITLES {
        said.clear();
        lists.push(listed_pieces(items, titles, &mut said)?);
    }
    lists.dedup();
    Some((lists, said))
}

/// Returns the pieces of the first list that has nothing else, and adds the items beside it and
/// beside the lists around it.
fn listed_pieces<'a>(
    items: &'a [Item],
    titles: &[&str; 4],
    said: &mut Vec<NamedItem<'a>>,
) -> Option<Vec<Properties>> {
    let pieces = items
        .iter()
        .map(|(name, item)| piece(name, item.items(), titles));
    let pieces = pieces.collect::<Option<Vec<_>>>();
    // Two cells alone may be an edge.
    let mut found =
        pieces.filter(|it| it.len() > 1 || it.iter().any(|it| it.contains_key("length")));
    if found.is_some() {
        return found;
    }
    for (name, item) in items {
        let before = said.len();
        let inner = listed_pieces(item.items(), titles, said);
        if inner.is_some() && found.is_none() {
            found = inner;
            continue;
        }
        said.truncate(before);
        said.push((name, item));
        let named = item.items().iter().filter(|(name, _)| !name.is_empty());
        if !["exit", "goal"].contains(&&**name) {
            said.extend(named.map(|(name, value)| (&**name, value)));
        }
    }
    found
}

/// Reads a piece: an object, or the cells of a rectangle.
fn piece(name: &str, items: &[Item], titles: &[&str; 4]) -> Option<Properties> {
    if let [(_, Literal::Word(name)), (_, Literal::List(cells))] = items {
        return piece(name, cells, titles);
    }
    let mut piece = Properties::from([("name".to_owned(), name.to_owned())]);
    let mut put = |title: &str, value: &str| piece.insert(title.to_owned(), value.to_owned());
    if items.iter().all(|(name, _)| name.is_empty()) {
        let mut cells: Vec<[usize; 2]> = Vec::new();
        for (_, cell) in items {
            cells.push(all_numbers(cell.words()?)?.try_into().ok()?);
        }
        let mut area = 1;
        for axis in [0, 1] {
            let places = cells.iter().map(|cell| cell[axis]);
            let least = places.clone().min()?;
            let length = (places.max()? - least).checked_add(1)?;
            put(titles[axis], &least.to_string());
            put(titles[axis + 2], &length.to_string());
            area = length.checked_mul(area)?;
        }
        cells.sort_unstable();
        cells.dedup();
        return (cells.len() == items.len() && area == cells.len()).then_some(piece);
    }
    for (key, value) in items {
        let key = key.to_lowercase().replace('_', "");
        let is_size = ["size", "shape"].contains(&&*key);
        let are_named = value.items().iter().all(|(name, _)| !name.is_empty());
        match (value, &value.words().unwrap_or_default()[..]) {
            (Literal::List(_), _) if key == "directions" => {}
            (Literal::List(inner), [_, ..]) if are_named => {
                for (key, value) in inner {
                    put(&key.to_lowercase(), value.word()?);
                }
            }
            (Literal::List(_), [first, second]) => {
                put(titles[usize::from(is_size) * 2], first);
                put(titles[usize::from(is_size) * 2 + 1], second);
            }
            (Literal::Word(word), _) => {
                if let Some((first, second)) = word.split_once(',')
                    && is_number(first)
                    && is_number(second)
                {
                    put(titles[0], first);
                    put(titles[1], second);
                } else {
                    put(&key, word);
                }
            }
            _ => return None,
        }
    }
    Some(piece)
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

fn name(piece: &Properties) -> &str {
    property(piece, "car id color name").unwrap_or_default()
}

/// Names of the length of a car.
const LENGTH: &str = "length size len";

/// The usual side of a frame of cars.
const USUAL: usize = 6;

/// A letter with its place, a row and a column, and its height and width.
type PlacedPiece = (char, [usize; 2], [usize; 2]);

/// Places pieces. The one that is marked as the player's, or else is called `X`, or else red,
/// becomes `X`.
fn placed(pieces: &[Properties]) -> Option<Vec<PlacedPiece>> {
    const NOT_RED: u8 = 4;
    let is_nameless = pieces
        .windows(2)
        .all(|pair| name(&pair[0]) == name(&pair[1]));
    let rank = |piece: &Properties| match &*name(piece).to_lowercase() {
        _ if property(piece, "player target isplayer istarget")
            .is_some_and(|it| it.eq_ignore_ascii_case("true")) =>
        {
            0
        }
        "x" => 1,
        name if name.split(' ').any(|word| word == "red") => 2,
        "r" => 3,
        // Among pieces without names, the first is the red one.
        _ if is_nameless && std::ptr::eq(piece, &raw const pieces[0]) => 3,
        _ => NOT_RED,
    };
    let red = pieces.iter().map(rank).min().filter(|it| *it < NOT_RED);
    let is_free = |letter: &char| !pieces.iter().any(|it| only_char(name(it)) == Some(*letter));
    let mut letters = free_letters().filter(is_free);
    let placed = |piece: &Properties| {
        let count = |names| number::<usize>(property(piece, names)?);
        let is_flat = match property(piece, "horizontal ishorizontal orientation direction dir") {
            Some(axis) => match axis.to_lowercase().chars().next()? {
                'h' | 't' | '-' => Some(true),
                'v' | 'f' | '|' => Some(false),
                _ => return None,
            },
            None => property(piece, "vertical isvertical").map(|it| it == "false"),
        };
        let length = count(LENGTH).or_else(|| match property(piece, "type")? {
            "car" => Some(2),
            "truck" | "bus" => Some(3),
            _ => None,
        });
        let size = match (is_flat, length) {
            (Some(true), Some(length)) => [1, length],
            (Some(false), Some(length)) => [length, 1],
            _ => [count("height h")?, count("width w")?],
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
/// the classic frame; then a note states the order of its numbers.
///
/// # Errors
/// If, in the only reading, two cars overlap, or one alone leaves the usual frame, by one cell.
fn drawn_pieces(
    lists: &[Vec<Properties>],
    orders: &str,
    size: Option<[usize; 2]>,
) -> Option<Result<Rewritten, String>> {
    let mut found: Vec<(Rewritten, bool)> = Vec::new();
    let mut flaw = None;
    for (pieces, order) in lists.iter().zip(orders.split(',').cycle()) {
        let Some(mut placed) = placed(pieces) else {
            continue;
        };
        // The numbers may be those of a picture.
        let unit = placed.iter().flat_map(|(.., size)| size).min().copied();
        if let Some(unit @ 10..) = unit {
            for (_, at, size) in &mut placed {
                [*at, *size] = [*at, *size].map(|pair| pair.map(|number| number / unit));
            }
        }
        let has_cells = pieces
            .iter()
            .any(|piece| property(piece, "row y").is_none());
        let least = placed.iter().flat_map(|(_, at, _)| at).min().copied();
        let first = least.filter(|_| !has_cells).unwrap_or(0).min(1);
        // Pieces that count from 0 may miss the first row and column.
        for base in (0..=first).rev() {
            match drawn(&placed, base, size) {
                Some(Ok((mut board, is_usual))) if base == first || is_usual => {
                    if lists.len() > 1 {
                        board.1 += &format!(", with its numbers in the order `{order}`");
                    }
                    if found.iter().all(|(other, _)| other.0 != board.0) {
                        found.push((board, is_usual));
                    }
                    // Counted from 0, they would stand in a larger frame.
                    if is_usual {
                        break;
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
    // Of many pieces, only one order of the numbers may fit.
    let are_blocks = orders.contains(" h") || flaw.is_some();
    let is_only = found.len() == 1 && are_blocks && lists[0].len() > 3;
    let usual: Vec<&Rewritten> = found.iter().filter(|it| it.1).map(|it| &it.0).collect();
    match (&usual[..], found.first()) {
        ([only], _) => Some(Ok((*only).clone())),
        ([], Some((board, _))) if lists.len() == 1 || is_only => Some(Ok(board.clone())),
        ([], None) => flaw.map(Err),
        _ => None,
    }
}

/// Draws pieces whose numbers count from `base`, with the size of the frame, and tells whether this
/// is the usual reading.
fn drawn(
    placed: &[PlacedPiece],
    base: usize,
    size: Option<[usize; 2]>,
) -> Option<Result<(Rewritten, bool), String>> {
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
        && size.is_none()
    {
        let frame = format!("the frame of {USUAL}×{USUAL}, counted from {base}");
        return Some(Err(format!("car `{letter}` leaves {frame}, by one cell")));
    }
    let [height, width] = if let Some(size) = size {
        size
    } else if are_cars {
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

/// Reads the tray of a block of lines, and the blocks of its goal, if it has one. Blocks of one
/// size may replace each other.
pub fn tray(text: &str) -> Reading {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let parts = lines.split(|line| line.is_empty());
    let parts: Vec<&[&str]> = parts.filter(|part| !part.is_empty()).collect();
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
    for line in goals.concat() {
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
pub fn numbers<const N: usize>(line: &str) -> Option<[usize; N]> {
    all_numbers(words(line))?.try_into().ok()
}

/// Whether the lines are the blocks of the goal of a [tray].
pub fn is_goal_of_tray(text: &str) -> bool {
    lines(text).next().is_some() && lines(text).all(|line| numbers::<4>(line).is_some())
}
