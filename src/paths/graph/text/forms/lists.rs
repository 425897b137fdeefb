//! Lists of neighbours and matrices, as programming languages write them.

use std::{borrow::Cow, collections::HashSet};

use super::super::parse_adjacency;
use crate::{
    excerpt::{is_number, joined, number, numbers as all_numbers, words_between},
    graph::EdgeDirection,
    wrapping::{Item, Literal, Reading, are_wide, labelled, lines, literal, plainly},
};

/// Writes the truth values of a text as 1 and 0.
pub fn bits(text: &str) -> String {
    let text = text.to_lowercase();
    text.replace("true", "1").replace("false", "0")
}

/// Writes lists of neighbours without loops, the first of which is that of this vertex.
fn listed(lists: &[Vec<usize>], first: usize, name: impl Fn(usize) -> String) -> Option<String> {
    let line = |(vertex, list): (usize, &Vec<usize>)| {
        let names = joined(list.iter().map(|vertex| name(*vertex)), " ");
        let line = format!("{}: {names}\n", name(vertex));
        (!list.contains(&vertex)).then_some(line)
    };
    let has_edges = lists.iter().any(|list| !list.is_empty());
    (first..)
        .zip(lists)
        .map(line)
        .collect::<Option<_>>()
        .filter(|_| has_edges)
}

/// The diagonal of a matrix of edges.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Diagonal {
    /// Zeros, which would part a map.
    Zeros,
    /// Entries of 1 as well, which a map has, too. Those loops are left out.
    Any,
}

/// Reads a matrix, perhaps below its size and a title.
pub fn matrix_of(text: &str, diagonal: Diagonal) -> Reading {
    let (text, names) = match labelled(text) {
        Some((rows, names)) => (Cow::Owned(rows.join("\n")), names),
        None => (Cow::Borrowed(text), Vec::new()),
    };
    let has_rows = lines(&text).nth(1).is_some();
    let end = if has_rows { '\n' } else { ';' };
    let is_gap = |mark: char| mark.is_whitespace() || ",;|".contains(mark);
    let mut below = text.split(end).filter(|line| !line.trim().is_empty());
    let last = bits(below.next_back()?);
    let last: Vec<&str> = words_between(&last, is_gap).collect();
    if !ends_matrix(&last, 1 + below.count(), diagonal) {
        return None;
    }
    let text = bits(&text);
    let words = |line| -> Vec<&str> { words_between(line, is_gap).collect() };
    let mut rows: Vec<Vec<&str>> = text.split(end).map(words).collect();
    rows.retain(|row| !row.is_empty());
    let is_size = |above: &usize| {
        let size = rows[above - 1].last().and_then(|size| number(size));
        size == Some(rows.len() - above) && rows[above - 1].len() < LEAST
    };
    let above = (1..rows.len().min(LEAST)).find(is_size).unwrap_or(0);
    let above = rows.drain(..above).flatten();
    let title = joined(above.filter(|word| !is_number(word)), " ");
    if are_wide(&rows, 1) {
        for row in &mut rows {
            *row = row[0].split("").filter(|mark| !mark.is_empty()).collect();
        }
    }
    let (lists, mut without) = edges_of(rows, &names, diagonal)?;
    if !title.is_empty() {
        without += &format!(", below `{title}`");
    }
    Some((lists, without))
}

/// Whether the last row may be that of a matrix, which has no more columns than rows. So most large
/// maps are not taken apart.
fn ends_matrix(last: &[&str], rows: usize, diagonal: Diagonal) -> bool {
    let is_edge = |mark: char| mark.is_ascii_digit() && mark != '0';
    let (columns, has_loop) = match last {
        [word] => (word.chars().count(), word.ends_with(is_edge)),
        _ => (
            last.len(),
            last.last()
                .is_some_and(|word| is_number(word) && *word != "0"),
        ),
    };
    columns <= rows && !(has_loop && diagonal == Diagonal::Zeros)
}

/// The least side of a matrix.
const LEAST: usize = 3;

/// Writes the edges of a matrix, of which the half above the diagonal may stand for both.
fn edges_of(mut rows: Vec<Vec<&str>>, names: &[String], diagonal: Diagonal) -> Reading {
    let name = |vertex: usize| names.get(vertex).cloned().unwrap_or(vertex.to_string());
    let is_half = |(at, row): (usize, &Vec<_>)| at + row.len() == rows.len();
    let are_halves = rows.iter().enumerate().all(is_half);
    if are_halves {
        for at in 1..rows.len() {
            let mirrored: Vec<&str> = (0..at).map(|other| rows[other][at]).collect();
            rows[at].splice(0..0, mirrored);
        }
    }
    let is_joined = |entry: &str| match entry {
        "0" | "INF" | "inf" | "∞" => Some(false),
        _ => is_number(entry).then_some(true),
    };
    let read = |row: &Vec<&str>| row.iter().map(|entry| is_joined(entry)).collect();
    let edges: Vec<Vec<bool>> = rows.iter().map(read).collect::<Option<_>>()?;
    let is_square = edges.len() >= LEAST && are_wide(&edges, edges.len());
    if !is_square {
        return None;
    }
    let entries = || (0..rows.len()).flat_map(|row| (0..rows.len()).map(move |it| (row, it)));
    let has_weights = entries().any(|(row, column)| edges[row][column] && rows[row][column] != "1");
    // Other tables of numbers are maps.
    let are_weights = || entries().all(|(row, column)| rows[row][column] == rows[column][row]);
    if has_weights && !are_weights() {
        return None;
    }
    let ends = |(at, row): (usize, &Vec<bool>)| {
        let is_edge = |end: &usize| row[*end] && (diagonal == Diagonal::Zeros || *end != at);
        (0..row.len()).filter(is_edge).collect()
    };
    let lists: Vec<Vec<usize>> = edges.iter().enumerate().map(ends).collect();
    let without = if has_weights {
        ", without its weights"
    } else if diagonal == Diagonal::Any {
        ", without loops"
    } else if are_halves {
        " of which one half is given"
    } else {
        ""
    };
    Some((listed(&lists, 0, name)?, without.to_owned()))
}

pub fn dictionary(text: &str) -> Reading {
    let text = without_constructors(&text.replace("set()", "[]"));
    // The last bracket may be lost.
    let items = literal(&text).or_else(|| literal(&(text + "}")))?;
    dictionary_of(&items)
}

/// Returns a text without the words by which Java, Kotlin and Scala make lists and maps.
fn without_constructors(text: &str) -> String {
    const MAPS: &str = "mutableMapOf( hashMapOf( mapOf( Map(";
    const LISTS: &str = "mutableListOf( Arrays.asList( List.of( Set.of( listOf( setOf( List( Set(";
    let mut text = text.replace("new()", "");
    if MAPS.split(' ').any(|word| text.contains(word)) {
        text = text.replace("->", ":").replace(" to ", ":");
    }
    for word in MAPS.split(' ').chain(LISTS.split(' ')) {
        text = text.replace(word, "(");
    }
    text
}

/// Writes the lists of neighbours of the first object of lists.
fn dictionary_of(items: &[Item]) -> Reading {
    let is_value =
        matches!(items, [(_, value)] if value.items().iter().any(|(_, it)| !it.items().is_empty()));
    if is_value || items.iter().any(|(vertex, _)| vertex.is_empty()) {
        return items
            .iter()
            .find_map(|(_, item)| dictionary_of(item.items()));
    }
    let mut lists = String::new();
    let mut without = "";
    for (vertex, list) in items {
        let Literal::List(list) = list else {
            return None;
        };
        let mut neighbours = Vec::new();
        for (name, neighbour) in list {
            if name.is_empty() {
                neighbours.push(neighbour.word()?);
            } else {
                without = ", without weights";
                neighbours.push(name);
            }
        }
        lists += &format!("{vertex}: {}\n", neighbours.join(" "));
    }
    // Several lists of something else have names that hardly stand in them.
    let words = lists.split_whitespace();
    let is_vertex = |word: &&str| items.iter().any(|(vertex, _)| vertex == word);
    let are_linked = 5 * words.clone().filter(is_vertex).count() >= words.count();
    (!lists.is_empty() && (items.len() == 1 || are_linked)).then(|| (lists, without.to_owned()))
}

pub fn neighbours(text: &str) -> Reading {
    const LEAST: usize = 2;
    let items = literal(&without_constructors(text))?;
    let [(_, Literal::List(items))] = &items[..] else {
        return None;
    };
    let list = |(_, list): &Item| {
        let Literal::List(list) = list else {
            return None;
        };
        list.iter()
            .map(|(_, vertex)| number(vertex.word()?))
            .collect()
    };
    let lists: Vec<Vec<usize>> = items.iter().map(list).collect::<Option<_>>()?;
    let first = usize::from(!lists.iter().flatten().any(|vertex| *vertex == 0));
    let is_vertex = |vertex: &usize| (first..first + lists.len()).contains(vertex);
    let are_lists = lists.len() >= LEAST && lists.iter().flatten().all(is_vertex);
    let lists = are_lists.then(|| listed(&lists, first, |it| it.to_string()))?;
    Some((lists?, first.to_string()))
}

/// Reads the neighbours of each vertex from 1 on, each list in its line, below the numbers of
/// vertices and edges. If all lists are pairs, edges are more likely, unless one stands twice.
pub fn counted_lists(text: &str) -> Reading {
    let rows = text
        .trim_end()
        .lines()
        .filter(|line| !line.starts_with('%'));
    let row = |line: &str| all_numbers(line.split_whitespace());
    let rows: Vec<Vec<usize>> = rows.map(row).collect::<Option<_>>()?;
    let (head, lists) = rows.split_first()?;
    let [vertices, edges] = head[..] else {
        return None;
    };
    let pairs: HashSet<&Vec<usize>> = lists.iter().filter(|list| list.len() == 2).collect();
    let mut ends = lists.iter().flatten();
    let are_lists = lists.len() == vertices
        && pairs.len() < vertices
        && Some(ends.clone().count()) == edges.checked_mul(2)
        && ends.all(|vertex| (1..=vertices).contains(vertex));
    plainly(are_lists.then(|| listed(lists, 1, |it| it.to_string()))??)
}

/// Reads numbers behind the questions of a program, or in lines of any length: those of vertices
/// and edges and the ends of each edge, or the number of vertices and a matrix.
pub fn numbers(text: &str) -> Reading {
    let rows = lines(text).map(|line| line.rsplit_once(':').unwrap_or(("", line)));
    // Several numbers behind a colon are neighbours, or what a program found.
    let is_row = |(question, answer): &(&str, &str)| {
        question.is_empty() || answer.split_whitespace().nth(1).is_none()
    };
    let rows = rows.take_while(is_row);
    let words: Vec<&str> = rows
        .flat_map(|(_, answer)| answer.split_whitespace())
        .collect();
    let [vertices, edges, ends @ ..] = &all_numbers::<usize>(words.iter().copied())?[..] else {
        return None;
    };
    let are_asked = text.contains(':');
    let lengths = || lines(text).map(|line| line.split_whitespace().count());
    let is_list =
        are_asked || lengths().all(|length| length % 2 == 0) && lengths().any(|it| it > 2);
    let are_ends = ends.len() == edges.saturating_mul(2);
    if are_ends && is_list && ends.iter().max() <= Some(vertices) {
        let ends = joined(words[2..].chunks(2).map(|edge| edge.join(" ")), "\n");
        let what = "vertices, edges, ends of each edge";
        return Some((format!("{vertices}\n{ends}"), what.to_owned()));
    }
    let rows = words[1..].get(..vertices.checked_mul(*vertices).filter(|_| are_asked)?)?;
    let rows = rows
        .chunks(*vertices.max(&1))
        .map(<[&str]>::to_vec)
        .collect();
    let (lists, without) = edges_of(rows, &[], Diagonal::Zeros)?;
    Some((
        lists,
        format!("vertices, rows of a matrix{without}, and nothing else"),
    ))
}

/// Reads the answers to a program that asks for the neighbours of each vertex.
pub fn answers(text: &str) -> Reading {
    let row = |line: &'_ str| {
        let (question, list) = line.split_once(':')?;
        let (_, vertex) = question.split_once("eighbors of ")?;
        Some(format!("{}: {list}\n", vertex.split(' ').next()?))
    };
    let lists: String = lines(text).filter_map(row).collect();
    plainly((!lists.is_empty()).then_some(lists)?)
}

/// Reads lists of neighbours, each behind its vertex and an arrow, or a space.
pub fn arrows(text: &str) -> Reading {
    let has_arrows = text.contains("->");
    let mut known = HashSet::new();
    let row = |line: &'_ str| {
        let (vertex, list) = line.split_once(if has_arrows { "->" } else { " " })?;
        let is_list = !list.contains("->") && known.insert(vertex.to_owned());
        is_list.then(|| format!("{}: {list}\n", vertex.trim_matches([' ', '-'])))
    };
    // The number of lists may stand above them.
    let above = lines(text).next().and_then(number);
    let skipped = usize::from(above == lines(text).count().checked_sub(1));
    let lists: String = lines(text).skip(skipped).map(row).collect::<Option<_>>()?;
    let has_several = |line: &str| words_between(line, |mark| ", ".contains(mark)).count() > 2;
    let are_mutual = || parse_adjacency(lists.as_bytes(), EdgeDirection::Undirected).is_ok();
    let are_lists = has_arrows || known.len() > 2 && are_mutual();
    plainly((are_lists && lists.lines().any(has_several)).then_some(lists)?)
}
