//! `huarong list`: the collection, or a folder, as a table.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use comfy_table::{CellAlignment, Table, presets};
use huarong::collection;
use huarong::puzzle::{Best, Metric};

use super::args::ListArgs;
use super::diagnostics::{self, Complaint, harmless};
use super::exit::Exit;
use super::input::{self, Source};
use super::json;

pub(crate) fn run(args: &ListArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    let sources = match &args.dir {
        None => {
            let source =
                |entry: collection::Entry| Source { pick: entry.pick(), puzzle: entry.puzzle };
            collection::entries().map(source).collect()
        }
        Some(folder) => {
            let (sources, errors) = read_folder(folder)?;
            for error in errors {
                diagnostics::print(&error);
                exit = Exit::Wrong;
            }
            sources
        }
    };
    if args.json {
        for source in &sources {
            json::line(out, &json::Listed::new(source))?;
        }
    } else if !sources.is_empty() {
        writeln!(out, "{}", table(&sources).trim_fmt())?;
    }
    Ok(exit)
}

/// The puzzles of a folder, and what is wrong with the others.
fn read_folder(folder: &Path) -> anyhow::Result<(Vec<Source>, Vec<anyhow::Error>)> {
    let shown = folder.display().to_string();
    if folder.is_file() {
        let help = format!("`huarong show {shown}` shows a puzzle");
        return Err(Complaint::new(format!("`{shown}` is a file, not a folder"), help).into());
    }
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        match look_into(&folder) {
            Ok((inner, found)) => {
                folders.extend(inner);
                files.extend(found);
            }
            Err(error) => errors.push(input::unreadable(&folder.display().to_string(), &error)),
        }
    }
    files.sort();
    if files.is_empty() && errors.is_empty() {
        let help = "the files of puzzles end in `.txt`";
        return Err(Complaint::new(format!("there is no puzzle file in `{shown}`"), help).into());
    }
    let mut sources = Vec::new();
    for file in files {
        match input::read_file(&file) {
            Ok(found) => sources.extend(found),
            Err(error) => errors.push(error),
        }
    }
    Ok((sources, errors))
}

/// The folders and the puzzle files in a folder; links to folders are not followed.
fn look_into(folder: &Path) -> std::io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if entry.file_type()?.is_dir() && !hidden {
            folders.push(path);
        } else if path.extension().is_some_and(|ending| ending == "txt") && !hidden {
            files.push(path);
        }
    }
    Ok((folders, files))
}

fn table(sources: &[Source]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "puzzle", "name", "中文", "size", "pieces", "empty", "moves", "slides", "steps",
    ]);
    for source in sources {
        let puzzle = &source.puzzle;
        let lengths = Metric::ALL.map(|metric| match puzzle.best() {
            Best::Known(best) => best.get(metric).map_or_else(String::new, |n| n.to_string()),
            Best::Impossible => "none".to_owned(),
            Best::Unknown => String::new(),
        });
        let name = puzzle.title().name.clone().unwrap_or_default();
        let mut row = vec![
            harmless(&source.pick),
            name,
            input::chinese(puzzle).unwrap_or_default().to_owned(),
            format!("{}×{}", puzzle.grid().columns(), puzzle.grid().rows()),
            puzzle.pieces().len().to_string(),
            puzzle.empties().to_string(),
        ];
        row.extend(lengths);
        table.add_row(row);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
