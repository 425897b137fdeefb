//! `huarong man`: the manual, as `man` reads it.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use huarong::collection::{did_you_mean, nearest};

use super::diagnostics::{UserError, sanitize};
use super::exit::Exit;
use super::output;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong man | man -l -
  huarong man solve | man -l -
  huarong man --dir ~/.local/share/man/man1

Exit status: 0 done, 2 wrong input or usage.")]
pub(crate) struct ManArgs {
    /// The command whose page is wanted; without this, that of `huarong` itself
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Option<String>,
    /// Write all pages to this folder, `huarong.1` and one for each command, instead; it is made if
    /// it is missing
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &ManArgs, program: Command, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let program = built(program);
    if let Some(folder) = &args.dir {
        return store(&program, folder, out);
    }
    let wanted = match &args.command {
        Some(name) => find(&program, name)?,
        None => &program,
    };
    out.write_all(page(wanted).as_bytes())?;
    Ok(Exit::Done)
}

/// The command line, with what its commands are called in full.
fn built(program: Command) -> Command {
    // There is no more to say about `huarong help` than about `--help`.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    program
}

fn find<'a>(program: &'a Command, name: &str) -> anyhow::Result<&'a Command> {
    if let Some(found) = pages(program).find(|command| command.get_name() == name) {
        return Ok(found);
    }
    let names = || pages(program).map(Command::get_name);
    let help = nearest(name, names()).and_then(|nearest| did_you_mean(&[nearest]));
    let all = || format!("there are {}", names().collect::<Vec<_>>().join(", "));
    let help = help.unwrap_or_else(all);
    Err(UserError::new(format!("there is no command `{}`", sanitize(name)), help).into())
}

/// The program and its commands.
fn pages(program: &Command) -> impl Iterator<Item = &Command> {
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    std::iter::once(program).chain(commands)
}

fn store(program: &Command, folder: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    output::make_folder(folder)?;
    for command in pages(program) {
        let path = folder.join(file_name(command));
        output::replace(&path, page(command))?;
        writeln!(out, "{}", sanitize(&path.display().to_string()))?;
    }
    Ok(Exit::Done)
}

/// What the page of a command is called as a file: `huarong-solve.1`.
fn file_name(command: &Command) -> String {
    Man::new(command.clone()).get_filename()
}

/// The page of a command.
fn page(command: &Command) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let man = Man::new(command.clone())
        .source(format!("huarong {version}"))
        .manual("Sliding-block puzzles");
    let mut bytes = Vec::new();
    let mut rendered = man
        .render_title(&mut bytes)
        .and_then(|()| man.render_name_section(&mut bytes))
        .and_then(|()| man.render_synopsis_section(&mut bytes))
        .and_then(|()| man.render_description_section(&mut bytes))
        .and_then(|()| man.render_options_section(&mut bytes));
    if command.has_subcommands() {
        rendered = rendered.and_then(|()| man.render_subcommands_section(&mut bytes));
    }
    rendered.and_then(|()| after(command).to_writer(&mut bytes)).expect("a vector takes it all");
    ascii(&String::from_utf8_lossy(&bytes))
}

/// The page with every other character by its number: not all that read pages know UTF-8.
fn ascii(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    for mark in page.chars() {
        if mark.is_ascii() {
            text.push(mark);
        } else {
            write!(text, "\\[u{:04X}]", u32::from(mark)).expect("a string takes it all");
        }
    }
    text
}

/// What stands below the options in the help, each part under a heading of its own.
fn after(command: &Command) -> Roff {
    let mut roff = Roff::new();
    let text = command.get_after_long_help().or(command.get_after_help());
    let text = text.map(ToString::to_string).unwrap_or_default();
    for section in sections(&text) {
        roff.control("SH", [section.heading.to_uppercase().as_str()]);
        for body in &section.bodies {
            match body {
                Body::Prose(text) => {
                    roff.control("PP", []);
                    roff.text([roman(text)]);
                }
                Body::Lines(lines) => {
                    roff.control("PP", []);
                    roff.control("RS", ["2"]);
                    roff.control("nf", []);
                    for line in lines {
                        roff.text([roman(*line)]);
                    }
                    roff.control("fi", []);
                    roff.control("RE", []);
                }
            }
        }
    }
    roff
}

/// A part with its heading.
#[derive(PartialEq, Eq, Debug)]
struct Section<'a> {
    heading: &'a str,
    bodies: Vec<Body<'a>>,
}

/// What a part is made of.
#[derive(PartialEq, Eq, Debug)]
enum Body<'a> {
    /// Text that may be broken anywhere.
    Prose(String),
    /// Lines that stay as they are, without the two spaces before them.
    Lines(Vec<&'a str>),
}

/// The heading of what has none.
const NOTES: &str = "Notes";

/// What headings of tables begin with: the forms of JSON.
const FORM: &str = "huarong/";

/// Headings of lists.
const LISTS: [&str; 2] = ["Examples", "Exit status"];

/// The sections of a text: paragraphs between empty lines. `Maps:` on a line of its own, or
/// `Exit status: ` before more, is a heading.
fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for paragraph in text.split("\n\n") {
        let (heading, rest) = headed(paragraph);
        let heading = heading.unwrap_or(NOTES);
        let bodies = bodies(rest, LISTS.contains(&heading) || heading.starts_with(FORM));
        match sections.iter_mut().find(|section| section.heading == heading) {
            Some(section) => section.bodies.extend(bodies),
            None if bodies.is_empty() => {}
            None => sections.push(Section { heading, bodies }),
        }
    }
    // Notes are on all that is above them.
    let (notes, mut others): (Vec<_>, Vec<_>) =
        sections.into_iter().partition(|section| section.heading == NOTES);
    others.extend(notes);
    others
}

/// A paragraph without its heading.
fn headed(paragraph: &str) -> (Option<&str>, &str) {
    let (first, rest) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
    if let Some(heading) = first.strip_suffix(':') {
        return (Some(heading), rest);
    }
    let inline = LISTS.iter().find_map(|heading| {
        let rest = paragraph.strip_prefix(heading)?.strip_prefix(": ")?;
        Some((Some(*heading), rest))
    });
    inline.unwrap_or((None, paragraph))
}

/// What is indented in a list stays line by line; all else is prose.
fn bodies(text: &str, is_list: bool) -> Vec<Body<'_>> {
    let mut bodies = Vec::new();
    for line in text.lines() {
        let item = line.strip_prefix("  ").filter(|_| is_list);
        match (item, bodies.last_mut()) {
            (Some(item), Some(Body::Lines(lines))) => lines.push(item),
            (Some(item), _) => bodies.push(Body::Lines(vec![item])),
            (None, Some(Body::Prose(prose))) => {
                prose.push(' ');
                prose.push_str(line.trim());
            }
            (None, _) => bodies.push(Body::Prose(line.trim().to_owned())),
        }
    }
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::command;

    fn program() -> Command {
        built(command())
    }

    #[test]
    fn the_page_of_the_program_names_its_commands() {
        let program = program();
        let page = page(&program).replace("\\-", "-");
        for command in program.get_subcommands() {
            assert!(page.contains(&format!("\nhuarong-{}(1)\n", command.get_name())), "{page}");
        }
    }

    #[test]
    fn every_page_can_be_read_without_knowing_utf_8() {
        let program = program();
        assert!(pages(&program).all(|command| page(command).is_ascii()));
        assert_eq!(ascii("马 \u{1d11e}-"), "\\[u9A6C] \\[u1D11E]-");
    }

    #[test]
    fn headings_part_the_text() {
        let text = "Maps:\n  Rows of 1\n  and 0.\n\nExamples:\n  huarong a\n    more\nBelow.\n\n\
                    A word.\n\nExit status: 0 done,\n1 not.";
        let prose = |text: &str| Body::Prose(text.to_owned());
        let expected = [
            ("Maps", vec![prose("Rows of 1 and 0.")]),
            ("Examples", vec![Body::Lines(vec!["huarong a", "  more"]), prose("Below.")]),
            ("Exit status", vec![prose("0 done, 1 not.")]),
            ("Notes", vec![prose("A word.")]),
        ];
        let expected = expected.map(|(heading, bodies)| Section { heading, bodies });
        assert_eq!(sections(text), expected);
        assert_eq!(sections(""), []);
    }
}
