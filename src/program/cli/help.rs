//! `huarong help`: the help of a command, or a chapter of the guide.

use super::prelude::*;
use std::ops::RangeInclusive;

use crate::{
    collection::{did_you_mean, nearest},
    graph,
    guide::CHAPTERS,
    notation::FORMS,
};
use clap::Command;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};

use super::{color, commands::parser};

/// Number of columns of a chapter.
const WIDTH: u16 = 80;

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong help solve
  huarong help boards

Exit status: 0 done, 2 wrong usage.")]
pub struct HelpArgs {
    /// A command, or a topic: boards, notations, metrics, engines, proofs, large, cluster,
    /// tiles, rating, making, paths
    #[arg(value_name = "COMMAND|TOPIC")]
    about: Vec<String>,
}

pub fn run(args: &HelpArgs, out: &mut dyn Write) -> Result<Exit> {
    if let [topic] = args.about.as_slice()
        && let Some((_, text)) = CHAPTERS.iter().find(|(name, _)| name == topic)
    {
        let text = text.replace("<!-- forms -->\n", &forms());
        out.write_all(rendered(&text).as_bytes())?;
        return Ok(Exit::Done);
    }
    let mut program = parser();
    program.build();
    let mut command = &mut program;
    for word in &args.about {
        if command.find_subcommand(word).is_none() {
            let commands = command.get_subcommands().map(Command::get_name);
            let topics = CHAPTERS.iter().map(|(name, _)| *name);
            let names: Vec<&str> = commands.chain(topics).collect();
            let error = || unknown(word, "command or topic", &names);
            return Err(synonym(word).map_or_else(error, |meant| {
                let command = |call: &&'static str| call.split(' ').next().unwrap_or(call);
                let names: Vec<&str> = meant.iter().map(command).collect();
                let help = did_you_mean(&names).unwrap_or_default();
                let word = sanitize(word);
                user_error!("no command or topic is called `{word}`", help).into()
            }));
        }
        command = command
            .find_subcommand_mut(word)
            .expect("the command was just found");
    }
    writeln!(out, "{}", color::styled(&command.render_long_help()))?;
    Ok(Exit::Done)
}

/// Words for commands and topics that have other names here, each with their calls.
const SYNONYMS: &str = "\
hint: solve PUZZLE --next 1, play
next: solve PUZZLE --next 1
find search: list
bfs dfs benchmark: compare
path: hamilton
zip: make zip, hamilton
knight: tour
generate random new: make
draw: export
print: show, export
format: boards, notations
formats: notations
exit: boards, solve
door doors colour ice layers lock locks: boards
status: solve
keys: boards, play
moves: metrics, notations
difficulty: rating";

/// Returns the commands and topics that a word may mean.
pub fn synonym(word: &str) -> Option<Vec<&'static str>> {
    Some(entry(SYNONYMS, word)?.split(", ").collect())
}

/// Returns what a table says about a word. A line has words, a colon and what is said about them.
pub fn entry(table: &'static str, word: &str) -> Option<&'static str> {
    let mut lines = table.lines().filter_map(|line| line.split_once(": "));
    let (_, entry) = lines.find(|(words, _)| words.split(' ').any(|it| it == word))?;
    Some(entry)
}

/// Returns the error for an unknown word, where one of `names` is expected.
pub fn unknown(word: &str, what: &str, names: &[&str]) -> anyhow::Error {
    let help = meant(word, names.iter().copied())
        .unwrap_or_else(|| format!("the names are {}", names.join(", ")));
    let word = sanitize(word);
    user_error!("no {what} is called `{word}`", help).into()
}

/// Asks whether the most similar name is meant, if one is similar.
pub fn meant<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    did_you_mean(&[nearest(word, names)?])
}

/// Returns the forms of other programs with an example each, as Markdown.
fn forms() -> String {
    let mut text = String::new();
    for form in FORMS.iter().chain(&graph::text::FORMS) {
        let (_, note) = form.read(form.example).unwrap_or_default();
        text += &format!(
            "- {}: {note}\n\n```text\n{}\n```\n\n",
            form.name, form.example
        );
    }
    text
}

/// Renders Markdown for a terminal: paragraphs and tables are at most [`WIDTH`] columns wide, code
/// is indented.
fn rendered(markdown: &str) -> String {
    let mut text = String::new();
    let mut table = Vec::new();
    let mut is_code = false;
    for line in markdown.lines() {
        if let Some(row) = line.strip_prefix('|').and_then(|row| row.strip_suffix('|')) {
            table.push(row);
            continue;
        }
        if !table.is_empty() {
            text += &columns(&std::mem::take(&mut table));
        }
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            text.extend([format!("      {line}").trim_end(), "\n"]);
        } else if let Some(item) = line.strip_prefix("- ") {
            text += &wrapped("-", item);
        } else if line.is_empty() {
            text.push('\n');
        } else if line.starts_with('#') {
            text.extend([line.trim_start_matches('#').trim_start(), "\n"]);
        } else {
            text += &wrapped("", line);
        }
    }
    if !table.is_empty() {
        text += &columns(&table);
    }
    text
}

/// Wraps a text behind a margin and a head.
fn wrapped(head: &str, text: &str) -> String {
    let margin = " ".repeat(2 + head.len());
    let mut lines = String::new();
    let mut line = format!("  {head}");
    for word in text.split(' ') {
        let gap = if line.ends_with(' ') { "" } else { " " };
        if line.len() > margin.len() && line.len() + gap.len() + word.len() > usize::from(WIDTH) {
            lines.extend([line.trim_end(), "\n"]);
            line = format!("{margin}{word}");
        } else {
            line.extend([gap, word]);
        }
    }
    lines + &line + "\n"
}

/// Widths of words of a table that are kept whole: from millions to billions.
const LARGE_NUMBERS: RangeInclusive<usize> = 9..=13;

/// Renders the rows of a Markdown table, whose second row is a line.
fn columns(rows: &[&str]) -> String {
    let cells = |row: &str| {
        row.split('|')
            .map(|cell| cell.trim().to_owned())
            .collect::<Vec<_>>()
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_width(WIDTH);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(cells(rows[0]));
    table.add_rows(rows[2..].iter().map(|row| cells(row)));
    // A large number is not broken; a longer word, like a board, may be.
    for (at, column) in table.column_iter_mut().enumerate() {
        let widths = rows
            .iter()
            .filter_map(|row| row.split('|').nth(at))
            .flat_map(str::split_whitespace)
            .map(UnicodeWidthStr::width);
        if let Some(width) = widths.filter(|width| LARGE_NUMBERS.contains(width)).max() {
            let least = u16::try_from(width).unwrap_or(u16::MAX) + column.padding_width();
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
        }
    }
    table
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_fits_a_terminal() {
        for (name, text) in CHAPTERS {
            let page = rendered(text);
            // What stands in a code block is kept as it is.
            let wide = page.lines().filter(|line| !line.starts_with("      "));
            let wide = wide
                .filter(|line| line.width() > WIDTH.into())
                .collect::<Vec<_>>();
            assert!(wide.is_empty(), "{name}: {wide:#?}");
            let is_number = |word: &&str| word.bytes().all(|it| it.is_ascii_digit() || it == b',');
            for number in text.split_whitespace().filter(is_number) {
                assert!(page.contains(number), "{name}: {number} is broken");
            }
        }
    }

    #[test]
    fn the_help_names_every_chapter() {
        let command = <HelpArgs as Args>::augment_args(Command::new("help"));
        let about = command
            .get_positionals()
            .next()
            .and_then(|arg| arg.get_help())
            .unwrap();
        for (name, _) in CHAPTERS {
            assert!(about.to_string().contains(name), "{name}");
        }
    }
}
