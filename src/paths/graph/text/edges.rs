//! Lists of edges: comments, headers, and the forms of edges.

use std::collections::HashSet;

use super::{
    NameTable, NamedGraph, ParseError,
    forms::{matrices, unwrapped},
    lines, whole, words,
};
use crate::{
    excerpt::{LineCursor, is_number, number, numbers},
    graph::{EdgeDirection, Graph, Vertex},
    wrapping,
};

/// What the first line of a list of edges may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstLine {
    /// Anything that people write above edges.
    MayCount,
    /// An edge, or the number of vertices.
    MayCountVertices,
    /// An edge or a vertex.
    IsEdge,
}

/// The graph of these edges. Vertices are numbered in the order in which they first appear.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_edges(bytes: &[u8], direction: EdgeDirection) -> Result<NamedGraph, ParseError> {
    parse_list(bytes, direction, FirstLine::MayCount)
}

/// The graph of these edges below a line that may be a header.
///
/// # Errors
/// As of [`parse_edges`].
pub fn parse_list(
    bytes: &[u8],
    direction: EdgeDirection,
    first: FirstLine,
) -> Result<NamedGraph, ParseError> {
    let mut lines: Vec<LineCursor<'_>> = lines(bytes)?.collect();
    for line in &mut lines {
        // What ends an edge belongs to no name.
        *line = line.until(line.text().trim_end_matches(is_gap).len());
    }
    let is_count = |line: &LineCursor<'_>| words(*line).count() == 1;
    let first = match first {
        FirstLine::MayCountVertices if !lines.first().is_some_and(is_count) => FirstLine::IsEdge,
        _ => first,
    };
    let comments = lines
        .iter()
        .filter(|line| without_comment(**line).text() != line.text())
        .count();
    let has_words = |&line: &LineCursor<'_>| words(without_comment(line)).next().is_some();
    // If nothing else remained, the marks belong to names.
    if comments == 0 || !lines.iter().any(has_words) {
        return read_list(&lines, direction, first);
    }
    lines.retain(has_words);
    for line in &mut lines {
        *line = without_comment(*line);
    }
    let note = format!("comments, from `#`, `//` or `%` on, are left out: {comments}");
    Ok(read_list(&lines, direction, first)?.noted(&note))
}

/// Splits a judge's file, perhaps below their number, into its graphs. Each begins with its numbers
/// of vertices and edges, or begins with the first and ends with `%`. Zeros may end the file.
pub fn split_graphs(text: &str) -> Option<Vec<String>> {
    let rows: Vec<&str> = wrapping::lines(text).collect();
    let split = |skipped| {
        let mut graphs: Vec<String> = Vec::new();
        let mut rest: &[&str] = rows.get(skipped..)?;
        while let [head, below @ ..] = rest {
            let counts: Option<Vec<usize>> = numbers(head.split_whitespace());
            let edges = match counts?[..] {
                [0] | [0, 0] if below.is_empty() => break,
                [_, edges] => edges,
                [_] => below.iter().position(|row| *row == "%")?,
                _ => return None,
            };
            let graph = rest.get(..=edges)?.join("\n");
            let named = parse_edges(graph.as_bytes(), EdgeDirection::Directed).ok()?;
            named
                .notes
                .first()
                .filter(|note| note.starts_with(COUNTED))?;
            graphs.push(graph);
            rest = &below[edges..];
            rest = rest.strip_prefix(&["%"]).unwrap_or(rest);
        }
        let is_counted = skipped == 0 || number(rows[0]) == Some(graphs.len());
        let are_several = graphs.len() > 1 || rows.len() > graphs.first()?.lines().count();
        (is_counted && are_several).then_some(graphs)
    };
    split(0).or_else(|| split(1)).or_else(|| {
        let lists = wrapping::lists_in_code(text);
        matrices(&unwrapped(lists.as_deref().unwrap_or(text))?.0)
    })
}

/// The beginning of the note on the numbers above a list.
const COUNTED: &str = "the list begins with its number";

/// The line before its first word that begins with a mark of comments.
fn without_comment(line: LineCursor<'_>) -> LineCursor<'_> {
    let text = line.text();
    ["#", "//", "%"]
        .map(|mark| text.match_indices(mark))
        .into_iter()
        .flatten()
        .map(|(at, _)| at)
        .filter(|at| {
            text[..*at]
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace)
        })
        .min()
        .map_or(line, |at| line.until(at))
}

/// Returns the edge in a line that a mark or a number of a list precedes, or quotation marks
/// surround; `None` if neither does.
fn bare<'a>(line: &LineCursor<'a>) -> Option<LineCursor<'a>> {
    let text = line.text().trim_matches(is_gap);
    let unquoted = || text.strip_prefix('"')?.strip_suffix('"');
    let is_mark = |mark: &str| match mark.strip_suffix(['.', ')']) {
        Some(mark) => is_number(mark),
        None => ["-", "*", "•"].contains(&mark) || mark == "from" && text.contains(" to "),
    };
    // A line of DIMACS.
    let is_edge = |edge: &str| edge.split(is_gap).all(is_number);
    let is_listed = |(mark, edge): &(&str, &str)| is_mark(mark) || *mark == "e" && is_edge(edge);
    let listed = text.split_once(' ').filter(is_listed);
    let inner = listed.map(|(_, edge)| edge).or_else(unquoted)?;
    (!inner.contains('"')).then(|| line.part(inner))
}

/// Returns the lines with bare edges below a header of up to two lines.
fn bared<'a>(lines: &[LineCursor<'a>]) -> Option<Vec<LineCursor<'a>>> {
    let headers = lines.iter().take(2);
    let headers = headers.take_while(|line| bare(line).is_none()).count();
    let (header, edges) = lines.split_at(headers);
    let mut bared = header.to_vec();
    bared.extend(edges.iter().map(bare).collect::<Option<Vec<_>>>()?);
    (edges.len() > 1).then_some(bared)
}

fn read_list(
    lines: &[LineCursor<'_>],
    direction: EdgeDirection,
    first: FirstLine,
) -> Result<NamedGraph, ParseError> {
    if let Some(edges) = bared(lines) {
        let note = "marks around edges, as of a list, are left out";
        return Ok(read_list(&edges, direction, first)?.noted(note));
    }
    if let Some(pairs) = without_weights(lines) {
        let is_first = pairs[0].column() == lines[0].column();
        let note = if is_first { WEIGHTS } else { OTHERS };
        return Ok(read_list(&pairs, direction, first)?.noted(note));
    }
    if first != FirstLine::IsEdge
        && let Some(named) = below_header(lines, direction)
    {
        return Ok(named);
    }
    let mut named = read_form(lines, direction)?;
    // A header with a wrong count looks like an edge of the greatest vertex.
    let number = named.names.first().and_then(|name| number(name));
    let is_last = number == named.names.len().checked_sub(1);
    if first == FirstLine::MayCount && lines.len() > 2 && is_last {
        let note = "the first line is an edge, as its numbers do not count vertices and edges";
        named.notes.push(note.to_owned());
    }
    Ok(named)
}

const WEIGHTS: &str = "columns after the second, as of weights, are ignored";
const OTHERS: &str = "only the columns of the two ends of edges are read";

/// Two columns of a table of edges: below titles, or the first if a number is in the third.
fn without_weights<'a>(lines: &[LineCursor<'a>]) -> Option<Vec<LineCursor<'a>>> {
    let width = lines.get(1)?.split(is_gap).count();
    if width < 3 || are_in_words(lines) {
        return None;
    }
    let rows: Vec<Vec<_>> = lines
        .iter()
        .map(|line| line.split(is_gap).collect())
        .collect();
    let (first, others) = rows.split_first()?;
    let is_title = |field: &LineCursor<'_>| COLUMNS.split(' ').any(|it| it == stem(field.text()));
    let titles = first.windows(2).position(|pair| pair.iter().all(is_title));
    let at = titles.filter(|_| first.len() >= width);
    let has_titles = at.is_some();
    let at = at.unwrap_or(0);
    let is_weight = |field: &LineCursor<'_>| field.text().parse::<f64>().is_ok();
    let is_name = |field: &LineCursor<'_>| field.text().contains(char::is_alphanumeric);
    let is_row = |row: &Vec<_>| {
        let is_weighted = || width == 3 && is_name(&row[1]) && is_weight(&row[2]);
        // The last columns may be empty.
        let has_gap = || row[0].line.contains(",,") || row[0].line.starts_with(',');
        let is_titled = || has_titles && row.len() <= first.len() && (at == 0 || !has_gap());
        row.len() > at + 1 && (row.len() == width && is_weighted() || is_titled())
    };
    let is_header = has_titles || is_row(first) || first.len() < 3 && first.iter().all(is_weight);
    let ends = rows
        .iter()
        .filter(|row| is_row(row))
        .flat_map(|row| &row[at..at + 2]);
    let names: HashSet<&str> = ends.clone().map(|end| end.text()).collect();
    // Where each name stands once, the numbers are not edges.
    let are_edges = names.len() < ends.count();
    if !is_header || !are_edges || !others.iter().all(is_row) {
        return None;
    }
    let pair = |row: &Vec<LineCursor<'a>>| {
        let last = row.get(at + 1).or(row.last());
        last.map(|last| row[at].to(*last))
    };
    rows.iter().map(pair).collect()
}

/// Whether each line is an edge in words, `A to B`, or such a title.
fn are_in_words(lines: &[LineCursor<'_>]) -> bool {
    lines.iter().all(|line| line.text().contains(" to "))
}

/// Titles of columns in lower case, which a number may follow.
const COLUMNS: &str =
    "from to source target src dst start end tail head u v node vertex dest destination";

/// The edges below a header; `None` if the list has none.
///
/// A header has two titles, or the number of vertices and perhaps the number of edges below, in a
/// line or in two. The numbers have to fit. The first edge of a triangle `3 2`, `3 1`, `2 1` looks
/// like a header, too, but a header is far more likely, and a note says how to avoid it.
fn below_header(lines: &[LineCursor<'_>], direction: EdgeDirection) -> Option<NamedGraph> {
    let rows = lines
        .iter()
        .take_while(|line| is_number(line.text().trim()))
        .count()
        .clamp(1, 2);
    let (header, rest) = lines.split_at_checked(rows)?;
    let split = |is_end: fn(char) -> bool| -> Vec<&str> {
        let parts = header.iter().flat_map(|line| line.split(is_end));
        parts.map(LineCursor::text).collect()
    };
    let is_title = |field: &&str| COLUMNS.split(' ').any(|column| column == stem(field));
    // Titles are linked like the edges below, `from-to`.
    let mut linked = split(|mark| is_gap(mark) || matches!(mark, '-' | '>' | '→'));
    if linked.len() == 3 && are_in_words(header) {
        linked.remove(1);
    }
    let fields = if linked.iter().all(is_title) {
        linked
    } else {
        split(is_gap)
    };
    let numbers: Vec<usize> = fields
        .iter()
        .map_while(|field| number(field).filter(|&number: &usize| number > 0))
        .collect();
    let is_name = |text: &str| text.contains(char::is_alphabetic);
    // Most lists have an edge in their first line, and are read only once.
    let vertices = match (&fields[..], &numbers[..]) {
        ([_], &[vertices]) => vertices,
        ([_, _], &[vertices, edges]) if edges >= rest.len() => vertices,
        // Rows, columns and entries of a matrix.
        ([_, _, _], &[vertices, columns, edges]) if vertices == columns && edges >= rest.len() => {
            vertices
        }
        ([one, other], [])
            if is_name(one)
                && is_name(other)
                && (fields.iter().all(is_title)
                    || !rest.iter().any(|line| is_name(line.text()))) =>
        {
            0
        }
        _ => return None,
    };
    let mut named = read_form(rest, direction).ok()?;
    let edges = named.graph.edges(named.direction).count();
    let is_header = match numbers[..] {
        [_, counted] | [_, _, counted] => counted == edges,
        [_] => true,
        _ => {
            let stems: Vec<String> = fields.iter().map(|field| stem(field)).collect();
            !named.names.iter().any(|name| stems.contains(&stem(name)))
        }
    };
    let more = match complete(&mut named, vertices).filter(|_| is_header && edges > 0)? {
        0 => String::new(),
        more => format!(" (vertices without edges: {more})"),
    };
    let note = match numbers.len() {
        0 => "the list begins with titles".to_owned(),
        1 => format!(
            "the list begins with its number of vertices{more}; if it is a vertex, move it down"
        ),
        _ => format!(
            "the list begins with its numbers of vertices and edges{more}; if they are an edge, \
             move it down"
        ),
    };
    Some(named.noted(&note))
}

/// A title without its number and quotes, in lower case.
fn stem(title: &str) -> String {
    title
        .trim_matches(|mark: char| !mark.is_alphabetic())
        .to_lowercase()
}

/// Whether a character may stand between vertices or edges.
fn is_gap(mark: char) -> bool {
    mark.is_whitespace() || matches!(mark, ',' | ';')
}

/// Whether each line has two items, some of them several times: an edge stands only once, but
/// vertices like `x-1` or `(0,1)` stand in many edges.
fn are_names<'a>(mut lines: impl Iterator<Item = Vec<LineCursor<'a>>>) -> bool {
    let mut known = HashSet::new();
    let mut recurs = false;
    let are_pairs = lines.all(|items| {
        for item in &items {
            recurs |= !known.insert(item.text());
        }
        items.len() == 2
    });
    are_pairs && recurs
}

/// A form in which edges are written.
struct EdgeForm {
    example: &'static str,
    /// The mark between the vertices of an edge; if empty, white space or a comma.
    link: &'static str,
    /// Whether a character ends an edge.
    ends: fn(char) -> bool,
}

const fn linked(example: &'static str, link: &'static str) -> EdgeForm {
    EdgeForm {
        example,
        link,
        ends: is_gap,
    }
}

const fn spaced(example: &'static str, ends: fn(char) -> bool) -> EdgeForm {
    EdgeForm {
        example,
        link: "",
        ends,
    }
}

/// One edge in a line.
const PLAIN: EdgeForm = spaced("A B", |_| false);

/// All forms; the first one that all lines have counts.
const FORMS: [EdgeForm; 11] = [
    linked("A to B", " to "),
    linked("A-->B", "-->"),
    linked("A--B", "--"),
    linked("A->B", "->"),
    linked("A→B", "→"),
    linked("A-B", "-"),
    EdgeForm {
        example: "A;B",
        link: ";",
        ends: |mark| mark != ';' && is_gap(mark),
    },
    PLAIN,
    spaced("A B; C D", |mark| mark == ';'),
    spaced("A B, C D", |mark| mark == ','),
    spaced("A,B C,D", char::is_whitespace),
];

impl EdgeForm {
    /// The vertices of each edge of a line, and of each chain like `A-B-C`; none if a mark joins
    /// nothing. A vertex may stand alone.
    fn chains<'a>(&self, line: LineCursor<'a>) -> Vec<Vec<LineCursor<'a>>> {
        if self.link.is_empty() {
            return line
                .split(self.ends)
                .map(|edge| words(edge).collect())
                .filter(|edge: &Vec<_>| !edge.is_empty())
                .collect();
        }
        let mut chains: Vec<Vec<LineCursor<'_>>> = Vec::new();
        let mut is_spaced = false;
        for side in line.text().trim().split(self.link) {
            let mut words = line.part(side).split(self.ends);
            match (chains.last_mut(), words.next()) {
                (None, Some(word)) => chains.push(vec![word]),
                // A space on one side only belongs to a number below zero.
                (Some(chain), Some(word)) if is_spaced == side.starts_with(char::is_whitespace) => {
                    chain.push(word);
                }
                _ => return Vec::new(),
            }
            chains.extend(words.map(|word| vec![word]));
            is_spaced = side.ends_with(char::is_whitespace);
        }
        let stray = ['-', '<', '>', ';'];
        let is_whole = |word: &LineCursor<'_>| word.text().trim_matches(stray) == word.text();
        if !chains.iter().flatten().all(is_whole) {
            chains.clear();
        }
        chains
    }

    /// Whether lines are edges of this form, at least one, and vertices alone.
    fn fits(&self, lines: &[LineCursor<'_>]) -> bool {
        // In `A;B;5` a weight follows the edge.
        let longest = match self.link {
            "" | ";" => 2,
            _ => usize::MAX,
        };
        let mut has_edges = false;
        let are_edges = lines.iter().all(|&line| {
            let chains = self.chains(line);
            let is_alone = chains.len() == 1 && chains[0].len() == 1;
            let is_edge = |chain: &Vec<_>| (2..=longest).contains(&chain.len());
            has_edges |= !is_alone;
            is_alone || !chains.is_empty() && chains.iter().all(is_edge)
        });
        let items = lines.iter().map(|line| line.split(self.ends).collect());
        are_edges && has_edges && !are_names(items)
    }
}

fn read_form(lines: &[LineCursor<'_>], direction: EdgeDirection) -> Result<NamedGraph, ParseError> {
    let form = FORMS
        .into_iter()
        .find(|form| form.fits(lines))
        .unwrap_or(PLAIN);
    let has_arrows = form.link.contains(['>', '→']);
    let arrow = match direction {
        EdgeDirection::Undirected if has_arrows => ", which lead one way",
        _ => "",
    };
    let direction = if has_arrows {
        EdgeDirection::Directed
    } else {
        direction
    };
    let mut names = NameTable::default();
    let mut lists: Vec<Vec<Vertex>> = Vec::new();
    let mut edges = 0;
    let mut edge_lines = 0;
    let mut alone = Vec::new();
    for &line in lines {
        let edges_before = edges;
        for chain in form.chains(line) {
            if form.link.is_empty()
                && let [_, _, third, ..] = chain[..]
            {
                let message = format!("this line has {} vertices, an edge has 2", chain.len());
                return Err(third.to(line).error(message, EDGE_HELP));
            }
            let mut vertices: Vec<Vertex> = Vec::new();
            for &word in &chain {
                vertices.push(names.number(whole(word)?));
            }
            lists.resize(names.names.len(), Vec::new());
            for pair in vertices.windows(2) {
                edges += 1;
                lists[pair[0] as usize].push(pair[1]);
                if direction == EdgeDirection::Undirected {
                    lists[pair[1] as usize].push(pair[0]);
                }
            }
            if vertices.len() == 1 {
                alone.push(line);
            }
        }
        edge_lines += usize::from(edges > edges_before);
    }
    // An edge in another form than the rest is not a vertex.
    let is_edge = |line| FORMS.iter().any(|form| form.fits(&[line]));
    // Numbers that count nothing are no edge beside words.
    let is_header = |line: &LineCursor<'_>| words(*line).all(|word| is_number(word.text()));
    let has_header = edges == 1 && is_header(&lines[0]) && !alone.iter().any(is_header);
    let is_unclear = (edges == 0 || has_header) && alone.len() > 1;
    if let Some(line) = alone.iter().find(|&&line| is_unclear || is_edge(line)) {
        return Err(line.error("this line has 1 vertex, an edge has 2", EDGE_HELP));
    }
    let mut notes = Vec::new();
    let several = if edges > edge_lines {
        ", several in a line"
    } else {
        ""
    };
    if form.example != PLAIN.example {
        notes.push(format!(
            "edges are written `{}`{several}{arrow}",
            form.example
        ));
    }
    if !alone.is_empty() {
        notes.push(format!("lines of one word are vertices: {}", alone.len()));
    }
    Ok(NamedGraph {
        graph: Graph::from_lists(lists),
        direction,
        names: names.names,
        notes,
    })
}

const EDGE_HELP: &str = "write all edges in one form: `A B`, `A,B`, `A;B`, `A-B`, `A--B` or \
                         `A->B`; several in a line like `A-B B-C`, `A-B-C` or `(A,B) (B,C)`";

/// Adds the vertices without edges that a header counts, and returns their number. `None` if the
/// header does not fit the names.
fn complete(named: &mut NamedGraph, vertices: usize) -> Option<usize> {
    /// A larger number is not worth the memory.
    const MOST: usize = 1 << 20;
    let more = match vertices {
        0 => 0,
        vertices => vertices
            .checked_sub(named.names.len())
            .filter(|&more| more <= MOST)?,
    };
    if more > 0 {
        let known = named
            .names
            .iter()
            .map(|name| number(name))
            .collect::<Option<HashSet<usize>>>()?;
        let first = usize::from(!known.contains(&0));
        let missing: Vec<String> = (first..first + vertices)
            .filter(|number| !known.contains(number))
            .map(|number| number.to_string())
            .collect();
        if missing.len() != more {
            return None;
        }
        for _ in &missing {
            named.graph.end_list();
        }
        named.names.extend(missing);
    }
    Some(more)
}
