//! What a page says of its puzzle.

use std::fmt::Write;

use crate::puzzle::{Finish, Lock, Metric, Movement, PieceId, Puzzle};
use crate::render::xml::Escaped;

/// The first of its names.
pub(super) fn title(puzzle: &Puzzle) -> String {
    puzzle.title().names().next().unwrap_or("A sliding-block puzzle").to_owned()
}

/// Its names, those in another language marked as such.
pub(super) fn heading(puzzle: &Puzzle) -> String {
    let mut text = format!("<h1>{}</h1>", Escaped(&title(puzzle)));
    let skipped = usize::from(puzzle.title().name.is_none());
    let names = puzzle.title().translations.iter().skip(skipped);
    let names = names.map(|(language, name)| {
        format!("<span lang=\"{}\">{}</span>", Escaped(language), Escaped(name))
    });
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        write!(text, "<p class=\"names\">{}</p>", names.join(" · "))
            .expect("a string takes it all");
    }
    text
}

/// `Board of 5 rows and 4 columns`.
pub(super) fn size(puzzle: &Puzzle) -> String {
    let counted = |number: u8, word: &str| format!("{number} {word}{}", plural(number.into()));
    let grid = puzzle.grid();
    format!("Board of {} and {}", counted(grid.rows(), "row"), counted(grid.columns(), "column"))
}

/// What is counted.
pub(super) const fn units(metric: Metric) -> &'static str {
    match metric {
        Metric::Move => "Moves",
        Metric::Slide => "Slides",
        Metric::Step => "Steps",
    }
}

/// The rules that this puzzle has besides that pieces slide, and how its moves are counted.
pub(super) fn rules(puzzle: &Puzzle, metric: Metric) -> String {
    let mut rules = vec![
        "Pieces slide; they are not lifted, turned or pushed by others.".to_owned(),
        counted_as(metric).to_owned(),
    ];
    if puzzle.movement() == Movement::Axis {
        rules.push("Each piece moves along its long side only.".to_owned());
    }
    let locked = |lock| {
        let pieces = puzzle.pieces().iter().enumerate();
        let pieces: Vec<PieceId> =
            pieces.filter(|(_, piece)| piece.lock == Some(lock)).map(|(id, _)| id).collect();
        pieces
    };
    for (lock, rule) in [
        (Lock::Row, "Left and right only"),
        (Lock::Column, "Up and down only"),
        (Lock::Fixed, "Held in place"),
    ] {
        let pieces = locked(lock);
        if !pieces.is_empty() {
            rules.push(format!("{rule}: {}.", labels(puzzle, &pieces)));
        }
    }
    if !puzzle.gate().cells.is_empty() {
        let rule = match &puzzle.gate().pieces[..] {
            [] => "Striped cells are closed to all pieces.".to_owned(),
            pieces => format!("Striped cells are open only to {}.", labels(puzzle, pieces)),
        };
        rules.push(rule);
    }
    if puzzle.finish() == Finish::Clear {
        rules.push("It is solved as well when one free step of a goal piece is left.".to_owned());
    }
    list(&rules)
}

/// What counts as one.
const fn counted_as(metric: Metric) -> &'static str {
    match metric {
        Metric::Move => "One move is one piece, however far and round however many corners.",
        Metric::Slide => "One slide is one piece, any distance along a straight line.",
        Metric::Step => "One step is one piece, by one cell.",
    }
}

/// Where it comes from.
pub(super) fn about(puzzle: &Puzzle) -> String {
    let title = puzzle.title();
    let also = match &title.aliases[..] {
        [] => None,
        aliases => Some(format!("Also called {}.", aliases.join(", "))),
    };
    let source = title.source.as_ref().map(|source| format!("Source: {source}"));
    let paragraphs = [also, title.note.clone(), source].into_iter().flatten();
    paragraphs.map(|text| element("p", &text)).collect()
}

fn labels(puzzle: &Puzzle, pieces: &[PieceId]) -> String {
    let labels = pieces.iter().map(|&id| puzzle.pieces()[id].label());
    labels.collect::<Vec<_>>().join(", ")
}

fn list(items: &[String]) -> String {
    let items: String = items.iter().map(|item| element("li", item)).collect();
    format!("<ul>\n{items}</ul>\n")
}

/// An element with this text, on a line.
fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>\n", Escaped(text))
}

const fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}
