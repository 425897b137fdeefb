//! `huarong export`: puzzles and solutions as pictures, which the library draws.

mod args;
mod subject;

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use bytesize::ByteSize;
use huarong::graph::MapCell;
use huarong::puzzle::Metric;
use huarong::render::page::{self, PageSolution, PuzzlePage};
use huarong::render::{
    self, BoardPicture, Cells, GifAnimation, PathPicture, PathShape, SolutionSheet,
};
use huarong::solution::{Solution, verify};

use args::ExportFormat;
pub(crate) use args::{ExportArgs, THEMES};
use subject::{EarlyEnd, Show, Subject};

use super::diagnostics::UserError;
use super::exit::Exit;
use super::input::{self, Source};
use super::output::{self, FileContent};
use super::subject::{FormatArgs, LoadedGraph, Vertices};
use super::{puzzle_args, search};

pub(crate) fn run(args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let to_stdout = args.to == Path::new("-");
    let to_folder = !to_stdout && output::is_folder(&args.to);
    let to_file = !to_stdout && !to_folder;
    if to_file && Path::new(&args.puzzle).is_dir() {
        return Err(no_folder(args));
    }
    let format = format_of(args, to_stdout)?;
    let show = Show::of(args, format)?;
    if to_folder {
        return into_folder(args, format, show, out);
    }
    if to_file {
        check(args, &args.to)?;
    }
    let (bytes, titled) = match subject::read(args) {
        Ok(read) => match drawn(args, read, format, show)? {
            Ok(drawn) => drawn,
            Err(ended) => return Ok(ended.report()),
        },
        Err(_) if to_file && puzzle_args::are_many(&args.puzzle, &args.reading) => {
            return Err(no_folder(args));
        }
        Err(error) => match map(args) {
            Some(map) => drawn_map(args, &map?, (format, show))?,
            None => return Err(error),
        },
    };
    if to_stdout {
        out.write_all(&bytes)?;
        return Ok(Exit::Done);
    }
    store(args, &args.to, (&bytes, &titled), out)?;
    Ok(Exit::Done)
}

/// Several puzzles do not go into one file.
fn no_folder(args: &ExportArgs) -> anyhow::Error {
    let (from, to) = (Path::new(&args.puzzle).display(), args.to.display());
    let message = format!("`{from}` holds several puzzles, and the folder `{to}` does not exist");
    let help = match args.to.extension() {
        Some(_) => "name a folder for a picture of each, like `--to pictures/`, or pick one puzzle",
        None => &format!("write `--to {to}/` to make it, or pick one puzzle"),
    };
    UserError::new(message, help).into()
}

/// The map that is named, if what is named is no puzzle: a `.map`, or any file that holds maps.
fn map(args: &ExportArgs) -> Option<anyhow::Result<LoadedGraph>> {
    let name = args.puzzle.to_string_lossy().to_lowercase();
    let file = name.split_once('#').map_or(&*name, |(file, _)| file);
    let is_named_so = Path::new(file).extension().is_some_and(|ending| ending == "map");
    let read = LoadedGraph::read(&args.puzzle, &FormatArgs::default());
    (is_named_so || read.is_ok()).then_some(read)
}

/// The picture of a map as it is before it is solved, and what it shows.
fn drawn_map(
    args: &ExportArgs,
    subject: &LoadedGraph,
    kind: (ExportFormat, Show),
) -> anyhow::Result<(Vec<u8>, String)> {
    let Vertices::Cells(map) = &subject.vertices else { unreachable!("it was read as a map") };
    if kind != (ExportFormat::Svg, Show::Start) {
        let help = "write a `.svg`; `huarong hamilton` draws its path, with `--svg` or `--html`";
        return Err(UserError::new("a map is drawn as it is, and as SVG only", help).into());
    }
    let clues: Vec<MapCell> = map.waypoints.iter().map(|&at| map.cells()[at as usize]).collect();
    let picture = PathPicture {
        title: &subject.title,
        rows: map.rows(),
        columns: map.columns(),
        cells: Cells::These(map.cells()),
        walls: &map.walls(),
        clues: &clues,
        path: &[],
        shape: PathShape::Open,
        theme: args.theme.unwrap_or_default(),
    };
    Ok((render::svg(&picture).into_bytes(), subject.title.clone()))
}

/// A file for each puzzle.
fn into_folder(
    args: &ExportArgs,
    format: ExportFormat,
    show: Show,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if args.solution.is_some() {
        let message = format!("`{}` is a folder", args.to.display());
        return Err(UserError::new(message, "name a file in it for a puzzle and its moves").into());
    }
    let Some(loaded) = puzzle_args::load_all([&args.puzzle], &args.reading)? else {
        return Ok(Exit::Wrong);
    };
    output::make_folder(&args.to)?;
    let files = puzzle_args::files_for(&loaded.sources, &args.to, format.extension());
    for file in &files {
        check(args, file)?;
    }
    let mut files = files.iter();
    let exit = search::each(&loaded.sources, out, |_, source, out| {
        let file = files.next().expect("there is one for each");
        let source = Source::new(source.pick.clone(), source.puzzle.clone());
        match drawn(args, (source, None), format, show)? {
            Ok((bytes, titled)) => store(args, file, (&bytes, &titled), out)?,
            Err(ended) => return Ok(ended.report()),
        }
        Ok(Exit::Done)
    })?;
    Ok(exit.max(loaded.exit()))
}

fn check(args: &ExportArgs, file: &Path) -> anyhow::Result<()> {
    let solution = args.solution.as_deref().map(AsRef::as_ref);
    let inputs: Vec<&OsStr> = [args.puzzle.as_os_str()].into_iter().chain(solution).collect();
    output::check(file, FileContent::Plain, &inputs)
}

/// The file that is asked for and what it shows, or why there is nothing to show.
fn drawn(
    args: &ExportArgs,
    (source, solution): (Source, Option<Solution>),
    format: ExportFormat,
    show: Show,
) -> anyhow::Result<Result<(Vec<u8>, String), EarlyEnd>> {
    let subject = match Subject::new(args, source, solution, show)? {
        Ok(subject) => subject,
        Err(ended) => return Ok(Err(ended)),
    };
    let bytes = match format {
        ExportFormat::Svg => svg(args, &subject, show)?,
        ExportFormat::Png => png(args, &subject, show)?,
        ExportFormat::Gif => gif(args, &subject)?,
        ExportFormat::Html => html(args, &subject, show)?,
    };
    Ok(Ok((bytes, subject.titled(show))))
}

fn store(
    args: &ExportArgs,
    file: &Path,
    (bytes, titled): (&[u8], &str),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    output::store(file, bytes)?;
    if !args.quiet {
        let size = ByteSize(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        writeln!(out, "{}: {titled}, {size}", file.display())?;
    }
    Ok(())
}

fn format_of(args: &ExportArgs, to_stdout: bool) -> anyhow::Result<ExportFormat> {
    match args.format {
        Some(format) => Ok(format),
        None if to_stdout => {
            let message = "cannot infer a format from standard output";
            Err(UserError::new(message, "add `--format svg`, or another one").into())
        }
        None if args.to.is_dir() => {
            let message = format!("cannot infer a format from the folder `{}`", args.to.display());
            Err(UserError::new(message, "add `--format svg`, or another one").into())
        }
        None => ExportFormat::of(&args.to),
    }
}

/// The side of a cell, in pixels.
const CELL: u16 = 48;

fn svg(args: &ExportArgs, subject: &Subject, show: Show) -> anyhow::Result<Vec<u8>> {
    let theme = args.theme.unwrap_or_default();
    if let Show::Sheet(columns) = show {
        let Subject { title, puzzle, solution, .. } = subject;
        let sheet = SolutionSheet { title, puzzle, solution, columns, theme };
        let drawn = sheet.svg().map(String::into_bytes);
        return drawn.map_err(|error| refused(error, "draw single moves, with `--move`"));
    }
    let title = subject.titled(show);
    let (position, unit) = subject.board(show)?;
    let picture = BoardPicture { title: &title, position: &position, unit: unit.as_ref(), theme };
    Ok(picture.svg().into_bytes())
}

fn png(args: &ExportArgs, subject: &Subject, show: Show) -> anyhow::Result<Vec<u8>> {
    let (position, unit) = subject.board(show)?;
    let picture = BoardPicture {
        title: "",
        position: &position,
        unit: unit.as_ref(),
        theme: args.theme.unwrap_or_default(),
    };
    let drawn = picture.png(args.cell.unwrap_or(CELL));
    drawn.map_err(|error| refused(error, "make the cells smaller, with `--cell`"))
}

fn gif(args: &ExportArgs, subject: &Subject) -> anyhow::Result<Vec<u8>> {
    let Subject { puzzle, solution, .. } = subject;
    let film = GifAnimation {
        puzzle,
        solution,
        timing: args.timing.timing(),
        cell: args.cell.unwrap_or(CELL),
        theme: args.theme.unwrap_or_default(),
    };
    let help = "make the cells smaller with `--cell`, or take fewer pictures with `--tween`";
    film.gif().map_err(|error| refused(error, help))
}

fn refused(error: impl Display, help: &str) -> anyhow::Error {
    UserError::new(error.to_string(), help).into()
}

fn html(args: &ExportArgs, subject: &Subject, show: Show) -> anyhow::Result<Vec<u8>> {
    let Subject { puzzle, solution, .. } = subject;
    let (guide, metric) = if show == Show::Game {
        let metric = args.search.metric.unwrap_or_default();
        (PageSolution::None(metric), metric)
    } else {
        verify(puzzle, solution).map_err(|wrong| {
            let help = "`huarong verify` says more about it; `--unsolved` makes a page without it";
            UserError::new(wrong.to_string(), help)
        })?;
        (PageSolution::Solution(solution), solution.metric)
    };
    let (optimum, theme) = (optimum(subject, metric), args.theme);
    Ok(page::puzzle(&PuzzlePage { puzzle, guide, optimum, theme }).into_bytes())
}

/// The length of a shortest solution: as a search has just proven it, or as the file of the puzzle
/// has it.
fn optimum(subject: &Subject, metric: Metric) -> Option<usize> {
    if subject.is_shortest {
        return Some(subject.solution.len());
    }
    input::published(&subject.puzzle, metric).and_then(|best| usize::try_from(best).ok())
}
