//! Lists and objects as JSON, Python, C, Lisp, Matlab and other languages write them. One tolerant
//! reader turns all of them into one kind of value.

use std::mem::take;

use super::MAX_BYTES;
use crate::excerpt::{self, is_number, joined};

/// A word, or a list. An item of a list may have a name, as in an object or a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    Word(String),
    List(Items),
}

/// An item of a list with its name, which may be empty.
pub type Item = (String, Literal);

/// The items of a list.
pub type Items = Vec<Item>;

/// A board with its name, which may be empty, and its rows.
pub type NamedRows = (String, Vec<String>);

impl Literal {
    /// Returns the items of a list; a word has none.
    pub fn items(&self) -> &[Item] {
        match self {
            Literal::Word(_) => &[],
            Literal::List(items) => items,
        }
    }

    /// Returns a word, or the only word of a list.
    pub fn word(&self) -> Option<&str> {
        match (self, self.items()) {
            (Literal::Word(word), _) | (_, [(_, Literal::Word(word))]) => Some(word),
            _ => None,
        }
    }

    /// Returns the words of a list that has no other items.
    pub fn words(&self) -> Option<Vec<&str>> {
        let words = self.items().iter().map(|(_, item)| item.word());
        words
            .collect::<Option<_>>()
            .filter(|it: &Vec<_>| !it.is_empty())
    }
}

/// Returns the name and the value of the parts of an item: of a list behind words, these are a type
/// or the name of a call.
fn item(mut name: String, mut parts: Vec<Literal>) -> Item {
    let last = parts.pop();
    let value = match (last, parts.last()) {
        (None, _) => Literal::Word(String::new()),
        (Some(only), None) => only,
        (Some(Literal::List(mut items)), Some(Literal::Word(word))) => {
            if name.is_empty() {
                name.clone_from(word);
            }
            // The side of a board beside it says nothing new.
            let sides: Vec<usize> = items
                .iter()
                .map(|it| it.1.items().len().isqrt())
                .filter(|side| *side > 2)
                .collect();
            items.retain(|(_, item)| {
                let side = item.word().and_then(excerpt::number);
                !item.items().is_empty() || side.is_none_or(|side| !sides.contains(&side))
            });
            // The other arguments of the call are options.
            let is_value = |(name, item): &&Item| name.is_empty() || item.word().is_none();
            let values: Vec<_> = items.iter().filter(is_value).collect();
            match values[..] {
                [(key, inner @ Literal::List(_))] => {
                    if role(&name).is_none() && role(key).is_some() {
                        name.clone_from(key);
                    }
                    inner.clone()
                }
                _ => Literal::List(items),
            }
        }
        (Some(last), _) => {
            parts.push(last);
            let parts = parts.iter().map(|part| match part.word() {
                Some(word) => Literal::Word(word.to_owned()),
                None => part.clone(),
            });
            Literal::List(parts.map(|part| (String::new(), part)).collect())
        }
    };
    (name, value)
}

/// Returns the items of a text with brackets; `None` if the brackets do not match.
pub fn literal(text: &str) -> Option<Items> {
    const MAX_DEPTH: usize = 16;
    if text.len() > MAX_BYTES {
        return None;
    }
    let listed = block_list(text).filter(|_| text.contains("\n- - ") || text.contains(" - - "));
    let mut text = listed
        .as_deref()
        .unwrap_or(text)
        .replace(" as const", "")
        .replace("Just ", "");
    // An array of rows in order, unless an option says otherwise.
    while let Some((board, rest)) = text.split_once(".reshape(") {
        let (_, rest) = rest.split_once(')').filter(|it| !it.0.contains('='))?;
        text = board.to_owned() + rest;
    }
    if !text.contains(['[', '(', '{']) {
        return None;
    }
    if text.contains("<<") {
        text = text.replace("<<", "(").replace(">>", ")");
    }
    list(&mut &*text, '\0', MAX_DEPTH)
}

/// Returns the lists of a text that has other code, with their names; `None` if that may change
/// their meaning.
pub fn lists_in_code(text: &str) -> Option<String> {
    const MEANINGS: &str = "goal target expected exit wall reshape [\"";
    let mut lists = String::new();
    let mut others = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['[', '(', '{']) {
        let mut depth = 0;
        let is_end = |mark| {
            depth += i32::from("[({".contains(mark)) - i32::from("])}".contains(mark));
            depth == 0
        };
        let end = start + rest[start..].find(is_end)? + 1;
        let list = &rest[start..end];
        let before = &rest[..start];
        let name = before.rsplit(['\n', ';', '*']).next().unwrap_or_default();
        if list.matches(',').count() > 2 {
            others += &rest[..start - name.len()];
            lists.extend([name.trim_start_matches([' ', '=']), list, "\n"]);
        } else {
            others += &rest[..end];
        }
        rest = &rest[end..];
    }
    others = (others + rest).to_lowercase();
    let is_plain = !MEANINGS.split(' ').any(|word| others.contains(word));
    (is_plain && !others.trim().is_empty()).then_some(lists)
}

/// Writes lists of lists of YAML, of which each item stands in its own line, with brackets.
fn block_list(text: &str) -> Option<String> {
    let mut list = String::new();
    let mut width = 0;
    for line in text.lines().map(str::trim).chain([""]) {
        let first = line.strip_prefix("- - ");
        let item = first
            .or(line.strip_prefix("- "))
            .filter(|item| !item.contains(' '));
        if width > 0 && (first.is_some() || item.is_none()) {
            // A row of a board may begin with two empty cells.
            let is_row = width > 1;
            list += if first.is_some() { "],[" } else { "]]\n" };
            width = is_row.then_some(0)?;
        } else if first.is_some() {
            list += "[[";
        }
        width += usize::from(item.is_some());
        list = list + if width > 1 { "," } else { "" } + item.unwrap_or(line);
    }
    list.contains("],[").then_some(list)
}

/// Reads the items up to the end of a list, and the end.
fn list(rest: &mut &str, end: char, depth: usize) -> Option<Items> {
    let mut items = Items::new();
    let mut name = String::new();
    let mut parts: Vec<Literal> = Vec::new();
    let mut has_lists = false;
    let mut is_behind_comma = false;
    loop {
        let text = rest.trim_start_matches([' ', '\t', '\r']);
        let is_apart = text.len() < rest.len();
        let mark = text.chars().next().unwrap_or('\0');
        *rest = text.strip_prefix(mark).unwrap_or_default();
        let is_open = "[({".contains(mark);
        let is_list = matches!(parts[..], [Literal::List(_), ..]);
        // The type of an array may stand above it.
        let is_type = mark == '\n' && !name.is_empty() && rest.trim_start().starts_with('{');
        let is_end = ",;，；\n".contains(mark) && !is_type || mark == end;
        if is_end || is_open && is_apart && is_list {
            let is_left_out = mark == ',' && is_behind_comma || mark != '\n' && !name.is_empty();
            if is_left_out || !parts.is_empty() {
                items.push(item(take(&mut name), take(&mut parts)));
            }
            is_behind_comma = mark == ',';
            if mark == end {
                break;
            }
        }
        match mark {
            ',' | ';' | '，' | '；' | '\n' => {}
            '[' | '(' | '{' => {
                let close = match mark {
                    '[' => ']',
                    '(' => ')',
                    _ => '}',
                };
                let inner = list(rest, close, depth.checked_sub(1)?)?;
                // A matrix of R is filled by columns, unless the call says otherwise.
                let has = |key: &str| inner.iter().any(|(name, _)| name == key);
                if mark == '(' && (has("nrow") || has("ncol")) && !has("byrow") {
                    return None;
                }
                // A sign of an empty cell.
                if inner.is_empty() && is_apart && !parts.is_empty() {
                    return None;
                }
                // The brackets before are those of a type.
                if let [Literal::Word(_), .., Literal::List(kind)] = &parts[..] {
                    let is_type = kind.len() < 2 || mark == '{' && !is_apart;
                    parts.truncate(parts.len() - usize::from(is_type));
                }
                parts.push(Literal::List(inner));
                has_lists = true;
            }
            ']' | ')' | '}' | '\0' => return None,
            ':' | '=' | '：' => {
                *rest = rest.trim_start_matches([':', '=', '>']);
                // A type may stand between the name and the value.
                let is_typed = mark == '=' && !name.is_empty();
                name = key(&mut parts).filter(|_| !is_typed).unwrap_or(name);
            }
            // A dash of YAML, a quotation of Lisp.
            '-' if end == '\0' && rest.starts_with(' ') && parts.is_empty() => {}
            '\'' if rest.starts_with('(') => {}
            // TLA+ says what a set belongs to.
            '/' | '#' | '\\' if rest.starts_with(['/', ' ']) || rest.starts_with("in ") => {
                *rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            }
            _ => {
                let is_end =
                    |mark: char| mark.is_whitespace() || "[](){},;:='\"，；：".contains(mark);
                let quoted = rest.split_once(mark).filter(|_| "\"'".contains(mark));
                let (word, after) = quoted.unwrap_or_else(|| {
                    let end = rest.find(is_end).unwrap_or(rest.len());
                    (&text[..text.len() - rest.len() + end], &rest[end..])
                });
                *rest = after;
                // Java and R write the kind of a number behind it.
                let word = word
                    .strip_suffix('L')
                    .filter(|it| is_number(it))
                    .unwrap_or(word);
                if word == "<-" {
                    name = key(&mut parts).unwrap_or(name);
                } else if word != "." || parts.is_empty() {
                    // Only the brackets of a type stand before a word.
                    if parts.iter().any(|part| part.items().len() > 1) {
                        return None;
                    }
                    parts.retain(|part| matches!(part, Literal::Word(_)));
                    parts.push(Literal::Word(word.to_owned()));
                }
            }
        }
    }
    // Words between spaces are the items.
    match &items[..] {
        [(name, Literal::List(words))] if !has_lists && end != '\0' && name.is_empty() => {
            Some(words.clone())
        }
        _ => Some(items),
    }
}

/// Returns the last word, or the words of a list, as the name of what follows.
fn key(parts: &mut Vec<Literal>) -> Option<String> {
    let is_word = |part: &&Literal| matches!(part, Literal::Word(_));
    let key = parts.iter().rev().find(is_word).or(parts.last());
    let key = key.and_then(|key| match key {
        Literal::Word(word) => Some(word.clone()),
        Literal::List(_) => Some(key.words()?.join(" ")),
    });
    parts.clear();
    key
}
/// The part of a puzzle that a board draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardRole {
    Start,
    Goal,
}

/// Words for boards, or their beginnings. A space ends a whole word.
const ROLES: [(BoardRole, &str); 2] = [
    (
        BoardRole::Goal,
        "goal,target,final,expected,end,after,solved,finish,to ,目标,终",
    ),
    (
        BoardRole::Start,
        "start,begin,init,from ,before,source,input,current,board,puzzle,frame,layout,position,state,\
         node,初,起始,开局,状态",
    ),
];

/// Returns the role of a board with this name: `goalState`, `Initial state`, `目标`.
pub fn role(name: &str) -> Option<BoardRole> {
    let mut words = String::new();
    let mut was_small = false;
    for mark in name.chars() {
        if mark.is_uppercase() && was_small {
            words.push(' ');
        }
        words.extend(mark.to_lowercase());
        was_small = mark.is_lowercase();
    }
    words = words.replace(['_', '-'], " ") + " ";
    let has = |known: &str| {
        let is_part = |(at, _)| !known.is_ascii() || !words[..at].ends_with(char::is_alphabetic);
        words.match_indices(known).any(is_part)
    };
    let found = ROLES.iter().find(|(_, known)| known.split(',').any(has));
    found.map(|(role, _)| *role)
}

/// Whether this is a name like `board1` or `board_2`.
pub fn is_numbered(name: &str) -> bool {
    name.starts_with("board") && name.ends_with(char::is_numeric)
}

/// Returns the boards of a text of lists without an exit.
pub fn boards(text: &str) -> Option<Vec<NamedRows>> {
    let (boards, exits) = boards_and_exit(text)?;
    exits.is_empty().then_some(boards)
}

/// Returns the boards of a text of lists, and the values with the name `exit`.
pub fn boards_and_exit(text: &str) -> Option<(Vec<NamedRows>, Vec<Literal>)> {
    let mut boards = Vec::new();
    let mut exits = Vec::new();
    add_boards(&literal(text)?, &mut boards, &mut exits)?;
    let is_goal = role(&boards.first()?.0) == Some(BoardRole::Goal);
    if boards.len() == 2 && is_goal {
        boards.reverse();
    }
    let (first, rows) = &boards[0];
    let is_known = |(name, other): &NamedRows| {
        let are_alike =
            role(name) == Some(BoardRole::Start) || rows.len() > 1 && other.len() == rows.len();
        is_numbered(name) || name == first && are_alike
    };
    let are_known = boards.iter().skip(2).all(is_known);
    let is_cell = boards.iter().any(|(_, rows)| rows.concat().len() < 2);
    // A goal alone lacks its start.
    let is_alone = boards.len() == 1 && is_goal;
    (are_known && !is_cell && !is_alone).then_some((boards, exits))
}

fn add_boards(items: &[Item], boards: &mut Vec<NamedRows>, exits: &mut Vec<Literal>) -> Option<()> {
    // A shorter number is not a board.
    const LEAST: usize = 4;
    for (name, item) in items {
        let is_exit = name.eq_ignore_ascii_case("exit");
        let role = role(name);
        let words = item.words();
        // Spaces or slashes may stand between the rows of a word.
        let word = item.word();
        let drawn = word.and_then(|word| even(LEAST, word.split([' ', '/'])));
        let rows = match item {
            _ if is_exit => {
                exits.push(item.clone());
                continue;
            }
            _ if drawn.is_some() => drawn?,
            Literal::Word(word) if word.starts_with("blank-") => vec![format!("goal: {word}")],
            Literal::Word(word)
                if role == Some(BoardRole::Goal)
                    || role.is_some() && is_number(word) && word.len() >= LEAST =>
            {
                vec![word.clone()]
            }
            // A name that is given again belongs to several things, not to a board.
            Literal::Word(_)
                if !name.is_empty() && items.iter().filter(|it| it.0 == *name).count() == 1 =>
            {
                continue;
            }
            Literal::Word(_) => return None,
            Literal::List(items) if items.is_empty() => continue,
            Literal::List(items) => {
                // A goal may be one of several.
                let items = match &items[..] {
                    [(_, Literal::List(only))] if role == Some(BoardRole::Goal) => only,
                    _ => items,
                };
                let Some(rows) = rows(items) else {
                    if role == Some(BoardRole::Goal) {
                        return None;
                    }
                    add_boards(items, boards, exits)?;
                    continue;
                };
                rows
            }
        };
        match boards.last_mut() {
            Some((_, above)) if name.is_empty() && words.is_some() => above.extend(rows),
            _ => boards.push((name.clone(), rows)),
        }
    }
    Some(())
}

/// Returns these rows if they are not fewer than this, and equally long.
pub fn even<'a>(least: usize, rows: impl Iterator<Item = &'a str>) -> Option<Vec<String>> {
    let rows: Vec<String> = rows.map(str::to_owned).collect();
    let is_even = |row: &String| row.len() > 3 && row.len() == rows[0].len();
    (rows.len() >= least && rows.iter().all(is_even)).then_some(rows)
}

/// Names of constants.
const NUMBERS: &str = "EMPTY ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE \
                       THIRTEEN FOURTEEN FIFTEEN";

/// Returns the rows of a board. Words of several characters are rows.
fn rows(items: &[Item]) -> Option<Vec<String>> {
    // A word behind a board tells something else.
    let items = match items {
        [(_, Literal::List(_)), (_, Literal::Word(word))] if !word.contains(char::is_numeric) => {
            &items[..1]
        }
        _ => items,
    };
    let (first, _) = items.first()?;
    let is_alike = |(name, _): &Item| name == first;
    // Facts of Prolog say where a tile is.
    let are_facts = ["at", "on", "pos", "position"].contains(&&**first);
    if !items.iter().all(is_alike) || items.len() == 1 && !first.is_empty() || are_facts {
        return None;
    }
    let number = |word: &str| {
        NUMBERS
            .split(' ')
            .position(|it| it.eq_ignore_ascii_case(word))
    };
    let cell = |word: &str| match (word.trim(), word.strip_suffix('.')) {
        ("", _) => ".".to_owned(),
        (_, Some(whole)) if is_number(whole) => whole.to_owned(),
        (word, _) => number(word).map_or_else(|| word.to_owned(), |it| it.to_string()),
    };
    let joined = |words: Vec<&str>| joined(words.into_iter().map(cell), " ");
    let row = |(_, item): &Item| match item {
        Literal::Word(word) => Some(word.clone()),
        Literal::List(_) => item.words().map(joined),
    };
    let is_cell = |(_, item): &Item| match item {
        Literal::Word(word) => word.chars().count() < 2,
        Literal::List(_) => false,
    };
    if items.iter().any(is_cell) {
        let words = items.iter().map(|(_, item)| item.word());
        let mut words = words.collect::<Option<Vec<_>>>()?;
        // The place of the empty cell may follow the cells.
        if let [cells @ .., place] = &words[..]
            && cells.contains(place)
            && let Some(at) = excerpt::number::<usize>(place)
            && cells
                .get(at.wrapping_sub(1))
                .is_some_and(|cell| !is_number(cell))
        {
            words.pop();
        }
        return Some(vec![joined(words)]);
    }
    items.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_board_is_read_from_the_lists_of_all_languages() {
        for [text] in crate::cases::rows(include_str!(
            "tables/the_same_board_is_read_from_the_lists_of_all_languages.txt"
        )) {
            let found = boards(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].1, ["1 2 3", "4 0 5"], "{text}");
        }
    }

    #[test]
    fn a_goal_follows_the_start_in_any_order() {
        let wanted = [["1 0"], ["0 1"]];
        for text in [
            "start([1,0]).\ngoal([0,1]).",
            "goal = [0, 1]\nstart = [1, 0]",
            "{\"goal\": [[0,1]], \"start\": [[1,0]]}",
            "solve([[1,0]], [[0,1]])",
        ] {
            let found = boards(text).unwrap_or_else(|| panic!("{text}"));
            let rows: Vec<_> = found.into_iter().map(|(_, rows)| rows).collect();
            assert_eq!(rows, wanted, "{text}");
        }
    }

    #[test]
    fn no_part_of_a_list_is_left_out_silently() {
        for text in [
            "1 2 3\n4 [] 5\n7 8 6",
            "(0,0) → (1,2) → (0,4)",
            "matrix(c(1,4,2,0,3,5), nrow=2)",
            "[[1,2,3],[4,0,5]",
            "[[1,2,3],[4,0,5)]",
            "{\"exit\": [2, 5], \"board\": [[1,2],[3,0]]}",
            "[[1,2]] [[3,4]] [[5,6]]",
            "",
        ] {
            assert_eq!(boards(text), None, "{text}");
        }
    }
}
