//! Graphs, maps and knight's tours where a puzzle is expected, and tours that a person wrote.

use std::path::Path;

use crate::{
    cli::{
        diagnostics::{UserError, sanitize},
        input,
        numbers::counted,
    },
    graph::{
        Constraints, EdgeDirection, PathFlaw, Vertex,
        text::{EDGES_NOTE, MapOrGraph, parse_any, split_maps},
        verify,
    },
    notation,
    tour::{SquareNumbering, TourNotation, WrittenTour, parse_tour},
};

use super::LoadedGraph;

/// Returns the error for a knight's tour where a puzzle is expected.
pub fn tour_instead(origin: &str, text: &str) -> Option<UserError> {
    const LEAST: usize = 12;
    let tour = parse_tour(text)?;
    let is_tour = tour.path.len() >= LEAST && tour_flaw(&tour).is_none();
    is_tour.then(|| instead(origin, "a knight's tour", "verify", "checks it"))
}

/// Returns the error for maps and graphs where a puzzle is expected. `None` if the text is not
/// plainly one.
pub fn map_instead(origin: &str, bytes: &[u8]) -> Option<UserError> {
    let text = str::from_utf8(bytes).ok()?;
    let maps = split_maps(bytes);
    let all = maps.len();
    let is_drawn = text.lines().any(|line| line.starts_with("+-"));
    let mut are_maps = is_map_file(origin) || is_drawn || all > 1;
    if let [_] = maps[..] {
        let parsed = parse_any(bytes, EdgeDirection::Undirected).ok()?;
        let mut is_listed = parsed.notes.first().is_some_and(|note| *note != EDGES_NOTE);
        match &parsed.subject {
            MapOrGraph::Map(map) => {
                // A coloured square draws a piece.
                let is_piece = |mark: char| {
                    mark.is_alphanumeric() && !"01SE".contains(mark) || mark > '\u{ffff}'
                };
                let has_ends = map.waypoints.is_empty() && map.start.is_some() && map.end.is_some();
                are_maps |= has_ends || !text.contains(['.', '_']) && !text.contains(is_piece);
            }
            MapOrGraph::Graph(_) => {
                // A board of two columns is no list of edges.
                is_listed |= text.lines().count() > 2
                    && notation::read_any(&notation::with_position_as_goal(text), None).is_err();
                let answer = "finds a path through it";
                return is_listed.then(|| instead(origin, "a graph", "hamilton", answer));
            }
        }
    }
    let is_read = |text: &[u8]| parse_any(text, EdgeDirection::Undirected).is_ok();
    are_maps &= maps.iter().all(|map| is_read(&map.padded()));
    let holds = counted(all, "map");
    let (first, answer) = match all {
        1 => (origin, "finds its path"),
        _ => (&*format!("{origin}#1"), "finds the path of the first"),
    };
    are_maps.then(|| instead(first, &holds, "hamilton", answer))
}

/// Whether a file is called a map.
pub fn is_map_file(origin: &str) -> bool {
    Path::new(origin).extension() == Some("map".as_ref())
}

/// Returns the error for something that another command takes.
fn instead(origin: &str, what: &str, command: &str, answer: &str) -> UserError {
    let name = sanitize(origin);
    let quoted = format!("'{name}'");
    let file = match origin {
        input::STDIN => "-",
        _ if name.contains([' ', '[', '{', ';', '(']) => &quoted,
        _ => &name,
    };
    let shown = name.trim_end_matches("#1");
    user_error!(
        "`{shown}` holds {what}, not a puzzle",
        "`huarong {command} {file}` {answer}"
    )
}

/// Returns the reason why a tour that a person wrote is wrong.
pub fn tour_flaw(tour: &WrittenTour) -> Option<String> {
    let WrittenTour {
        map, path, first, ..
    } = tour;
    let graph = LoadedGraph {
        numbering: match tour.notation {
            TourNotation::Pairs(numbering) => numbering,
            _ => SquareNumbering::FromOne,
        },
        ..LoadedGraph::of_map(map.clone())
    };
    let name = |vertex| match tour.notation {
        TourNotation::Algebraic => graph.square(vertex),
        _ => graph.label(vertex),
    };
    if let Some(flaw) = &tour.flaw {
        return Some(flaw.clone());
    }
    let is_move = |pair: &[Vertex]| graph.graph().neighbours(pair[0]).contains(&pair[1]);
    if let Some(at) = path.windows(2).position(|pair| !is_move(pair)) {
        let [from, to] = [at, at + 1].map(|step| name(path[step]));
        let step = at + *first as usize;
        let next = step + 1;
        return Some(format!(
            "no knight's move leads from {from}, step {step}, to {to}, step {next}"
        ));
    }
    Some(match verify(map.graph(), path, &Constraints::default()) {
        Ok(()) => return None,
        Err(PathFlaw::Again { step, vertex }) => {
            let step = step - 1 + *first as usize;
            format!("step {step} visits {} again", name(vertex))
        }
        Err(PathFlaw::LeftOut { missing }) => {
            format!("it leaves out {}", counted(missing, "square"))
        }
        Err(flaw) => flaw.to_string(),
    })
}
