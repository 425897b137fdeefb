//! Booklets to be printed: several boards on a page, and their solutions at the end.

use crate::cli::prelude::*;
use std::fmt::Write as _;

use crate::{
    cli::{
        graph_args::{FormatArgs, Vertices},
        paths::drawing::with_picture,
    },
    collection::stored_solution,
    graph::{EdgeDirection, MapCell, Shape},
    render::{self, BoardPicture, Escaped, PathPicture},
    tour::{Method, PathGraph, PathProblem},
};

use super::{
    ExportArgs, Paper, store,
    subject::{EarlyEnd, Show, Subject},
};

/// A board of a booklet.
struct BookletEntry {
    name: String,
    facts: String,
    /// An SVG document.
    picture: String,
    answer: Option<PrintedSolution>,
}

/// What stands at the end of a booklet.
enum PrintedSolution {
    Moves(String),
    /// An SVG document.
    Picture(String),
}

/// The arguments that name puzzles.
pub fn names(args: &ExportArgs) -> impl Iterator<Item = &OsString> {
    [&args.puzzle]
        .into_iter()
        .chain(&args.solution)
        .chain(&args.more)
}

/// Whether the arguments ask for a booklet, given that they ask for a page.
pub fn is_asked(args: &ExportArgs) -> bool {
    let are_many = || many::are_many(&args.puzzle, &args.reading);
    let are_maps = || LoadedGraph::maps(&args.puzzle).is_some();
    args.picture.per_page.is_some()
        || !args.more.is_empty()
        || args.solution.is_none() && (are_many() || are_maps())
}

/// Whether the second argument names a puzzle or map, and no moves of the first.
pub fn is_another(args: &ExportArgs, name: &OsStr) -> bool {
    if input::is_stdin(&args.puzzle) || input::is_stdin(name) {
        return false;
    }
    let is_puzzle = |name| input::load_one(name, &args.reading).is_ok();
    let are_moves = || {
        let source = input::load_one(&args.puzzle, &args.reading);
        source.is_ok_and(|source| solution_args::read(&source, name, args.search.metric).is_ok())
    };
    (is_puzzle(name) || many::are_many(name, &args.reading) || maps(args, name).is_some())
        && !are_moves()
}

/// Writes a booklet of all puzzles and maps.
pub fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<Exit> {
    let mut entries = Vec::new();
    let mut exit = Exit::Done;
    for name in names(args) {
        if let Some(maps) = maps(args, name) {
            entries.extend(maps.iter().map(|map| of_map(args, map)));
            continue;
        }
        let loaded = many::load_all([name], &args.reading, false, out)?;
        exit = exit.max(batch::each(&loaded, out, |_, source, _| {
            let (entry, exit) = of_puzzle(args, source)?;
            entries.push(entry);
            Ok(exit.of_one_among(usize::MAX))
        })?);
    }
    let count = args.picture.per_page.map_or(4, usize::from);
    let columns = [1, 2, 3][usize::from(count > 3) + usize::from(count > 8)];
    let title = title(args, &entries);
    let page = booklet(args, &title, &entries, (count.div_ceil(columns), columns));
    store(
        args,
        &args.to,
        (page.as_bytes(), &counted(entries.len(), "board")),
        out,
    )?;
    Ok(exit)
}

/// Returns the name of the only board, or else the names of the arguments without folders and
/// endings.
fn title(args: &ExportArgs, entries: &[BookletEntry]) -> String {
    if let [entry] = entries {
        return entry.name.clone();
    }
    let names = names(args).map(|name| Path::new(name).file_stem().unwrap_or(name));
    joined(names.map(|stem| sanitize(stem.display())), ", ")
}

/// Returns the pages of a solution: a board for each move, and the last.
pub fn sheet(args: &ExportArgs, subject: &Subject) -> String {
    let Subject {
        title,
        puzzle,
        solution,
        ..
    } = subject;
    let mut position = Position::start(puzzle);
    let mut units = solution.iter();
    let entries: Vec<_> = (1..=solution.len() + 1)
        .map(|number| {
            let unit = units.next();
            let picture = BoardPicture {
                title,
                position: &position,
                unit: unit.as_ref(),
                theme: theme(args),
            }
            .svg();
            let mut name = "End".to_owned();
            let mut facts = String::new();
            if let Some(unit) = &unit {
                name = number.to_string();
                facts = told(puzzle, unit);
                position
                    .apply(unit)
                    .expect("its moves have been made before");
            }
            BookletEntry {
                name,
                facts,
                picture,
                answer: None,
            }
        })
        .collect();
    booklet(
        args,
        title,
        &entries,
        (5, args.picture.columns.map_or(4, usize::from)),
    )
}

/// Returns the theme for paper, which is white, unless the arguments name another.
fn theme(args: &ExportArgs) -> Theme {
    args.theme.unwrap_or(Theme::Print)
}

/// Returns the maps of an argument that names no puzzles.
fn maps(args: &ExportArgs, name: &OsStr) -> Option<Vec<LoadedGraph>> {
    if many::are_many(name, &args.reading) || input::load_one(name, &args.reading).is_ok() {
        return None;
    }
    let limits = args.search.limits.limits_or_default();
    let maps = LoadedGraph::maps(name).or_else(|| {
        Some(vec![
            LoadedGraph::read(name, &FormatArgs::default(), &limits).ok()?,
        ])
    })?;
    maps.iter()
        .all(|map| matches!(map.vertices, Vertices::Cells(_)))
        .then_some(maps)
}

fn of_map(args: &ExportArgs, subject: &LoadedGraph) -> BookletEntry {
    let Vertices::Cells(map) = &subject.vertices else {
        unreachable!("it was read as a map")
    };
    let constraints = map.constraints(Shape::Path);
    let problem = PathProblem::new(PathGraph::Map(map), EdgeDirection::Undirected, constraints);
    let limits = args.search.limits.limits_or_default();
    let draw = |path: &[_]| {
        with_picture(subject, &subject.title, path, |picture| {
            let theme = theme(args);
            render::svg(&PathPicture { theme, ..picture })
        })
    };
    let solve = || {
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let path: Vec<MapCell> = problem
            .find(&Method::default(), &limits, go_on)
            .0
            .ok()?
            .iter()
            .map(|&at| map.cells()[at as usize])
            .collect();
        Some(PrintedSolution::Picture(draw(&path)))
    };
    BookletEntry {
        name: subject.map_name(),
        facts: counted(map.cells().len(), "cell"),
        picture: draw(&[]),
        answer: if args.picture.unsolved { None } else { solve() },
    }
}

/// Returns the entry of a puzzle, and how its search ended.
fn of_puzzle(args: &ExportArgs, source: &Source) -> Result<(BookletEntry, Exit)> {
    let metric = args.search.metric.unwrap_or_default();
    let mut entries = Collection::built_in()
        .find(&source.pick)
        .unwrap_or_default();
    let is_one = entries.len() == 1;
    let entry = entries
        .pop()
        .filter(|entry| is_one && entry.puzzle == source.puzzle);
    let stored = entry.as_ref().filter(|_| metric == Metric::Move);
    let stored = stored.and_then(|_| stored_solution(&source.pick, &source.puzzle));
    let again = Source::new(source.pick.clone(), source.puzzle.clone());
    let show = if args.picture.unsolved {
        Show::Game
    } else {
        Show::Page
    };
    let (solution, exit) = match Subject::new(args, again, stored, show) {
        Ok(subject) => (Some(subject.solution), Exit::Done),
        Err(error) => (None, error.downcast::<EarlyEnd>()?.report_in_booklet()),
    };
    let solution = solution.filter(|_| !args.picture.unsolved);
    let length = solution.as_ref().map(Solution::len);
    let length = length.or_else(|| Some(input::published(&source.puzzle, metric)? as usize));
    let rating = entry.and_then(|entry| entry.rating());
    let length = length.map(|moves| numbers::length(moves, metric));
    let rating = rating.map(|rating| format!("difficulty {rating:.0}"));
    let position = Position::start(&source.puzzle);
    let entry = BookletEntry {
        name: source.title(),
        facts: joined(length.into_iter().chain(rating), " · "),
        picture: BoardPicture {
            theme: theme(args),
            ..BoardPicture::new(&source.title(), &position)
        }
        .svg(),
        answer: solution.map(|solution| {
            let moves = solution.iter().map(|unit| told(&source.puzzle, &unit));
            PrintedSolution::Moves(joined(moves, ", "))
        }),
    };
    Ok((entry, exit))
}

/// Returns a move as the letter of its piece and arrows: `C ↓2→`.
fn told(puzzle: &Puzzle, unit: &Move) -> String {
    format!(
        "{} {}",
        puzzle.pieces()[unit.piece].display_label(),
        unit.arrows()
    )
}

/// Returns the pages, each a grid of boards.
fn booklet(
    args: &ExportArgs,
    title: &str,
    entries: &[BookletEntry],
    (rows, columns): (usize, usize),
) -> String {
    let (size, height) = match args.picture.paper.unwrap_or(Paper::A4) {
        Paper::A4 => ("A4", "272mm"),
        Paper::Letter => ("letter", "254mm"),
    };
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title><style>\n\
         @page {{ size: {size}; margin: 12mm }}\n\
         body {{ margin: 0 auto; max-width: 190mm; background: #fff; color: #000; font: 11pt/1.3 system-ui, sans-serif }}\n\
         .page {{ display: grid; grid-template: repeat({rows}, minmax(0, 1fr)) / repeat({columns}, minmax(0, 1fr)); gap: 6mm; height: {height}; break-after: page }}\n\
         .page:last-child {{ break-after: auto }}\n\
         figure {{ display: grid; grid-template-rows: auto minmax(0, 1fr); gap: 2mm; margin: 0; min-width: 0; break-inside: avoid }}\n\
         figcaption, p {{ overflow-wrap: anywhere }}\n\
         img {{ width: 100%; height: 100%; object-fit: contain; object-position: top }}\n\
         .answers {{ display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 3mm 6mm }}\n\
         h2, p {{ grid-column: 1 / -1; margin: 0 }}\n\
         </style></head><body>\n",
        Escaped(title)
    );
    for (page, shown) in (0..).zip(entries.chunks(rows * columns)) {
        text += "<div class=\"page\">\n";
        for (number, entry) in (page * rows * columns + 1..).zip(shown) {
            let BookletEntry {
                name,
                facts,
                picture,
                ..
            } = entry;
            let number = if args.picture.sheet {
                String::new()
            } else {
                format!("{number}. ")
            };
            figure(
                &mut text,
                &format!("<b>{number}{}</b><br>{}", Escaped(name), Escaped(facts)),
                picture,
            );
        }
        text += "</div>\n";
    }
    let answers = || {
        (1..)
            .zip(entries)
            .filter_map(|(number, it)| Some((number, it.answer.as_ref()?)))
    };
    if answers().next().is_some() {
        text += "<section class=\"answers\">\n<h2>Solutions</h2>\n";
        for (number, answer) in answers() {
            match answer {
                PrintedSolution::Moves(moves) => {
                    let _ = writeln!(text, "<p><b>{number}.</b> {}</p>", Escaped(moves));
                }
                PrintedSolution::Picture(picture) => {
                    figure(&mut text, &format!("<b>{number}.</b>"), picture);
                }
            }
        }
        text += "</section>\n";
    }
    text + "</body></html>\n"
}

/// Adds a picture with a caption. A picture is a document of its own, whose names and styles are
/// not mixed with others.
fn figure(text: &mut String, caption: &str, picture: &str) {
    let mut source = String::with_capacity(picture.len());
    for mark in picture.chars() {
        match mark {
            '%' | '#' | '"' | '<' | '>' | '&' | '\n' => {
                let _ = write!(source, "%{:02X}", u32::from(mark));
            }
            mark => source.push(mark),
        }
    }
    let _ = writeln!(
        text,
        "<figure><figcaption>{caption}</figcaption><img alt=\"\" src=\"data:image/svg+xml,{source}\"></figure>"
    );
}
