//! `huarong man`: the manual pages.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::diagnostics::sanitize;
use super::exit::Exit;
use super::{help, output};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong man | man -l -
  huarong man solve | man -l -
  huarong man --dir ~/.local/share/man/man1

Exit status: 0 done, 2 wrong input or usage.")]
pub struct ManArgs {
    /// Command [default: `huarong` itself]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Option<String>,
    /// Write all pages to this folder; created if missing
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub fn run(args: &ManArgs, mut program: Command, out: &mut dyn Write) -> anyhow::Result<Exit> {
    // The full names of the commands.
    program.build();
    if let Some(folder) = &args.dir {
        return store(&program, folder, out);
    }
    let wanted = match &args.command {
        Some(name) => {
            let all = pages(&program);
            all.iter().copied().find(|it| page_name(it) == name).ok_or_else(|| {
                let names: Vec<&str> = all.iter().map(|it| page_name(it)).collect();
                help::unknown(name, "command", &names)
            })?
        }
        None => &program,
    };
    out.write_all(page(wanted).as_bytes())?;
    Ok(Exit::Done)
}

/// Returns a command and all commands below it.
fn pages(program: &Command) -> Vec<&Command> {
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    std::iter::once(program).chain(commands.flat_map(pages)).collect()
}

/// Returns the name of a command's page: `solve`, `make-tiles`.
fn page_name(command: &Command) -> &str {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    name.strip_prefix("huarong-").unwrap_or(name)
}

fn store(program: &Command, folder: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    output::make_folder(folder)?;
    for command in pages(program) {
        // The name of a page: `huarong-solve.1`.
        let path = folder.join(Man::new(command.clone()).get_filename());
        output::replace(&path, page(command))?;
        writeln!(out, "{}", sanitize(&path.display().to_string()))?;
    }
    Ok(Exit::Done)
}

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

/// Escapes non-ASCII characters, which some readers of pages do not know.
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

/// Returns the text below the options of the help. A line that ends in a colon heads a section, and
/// so does `Exit status: `; an indented line stays a line of its own.
fn after(command: &Command) -> Roff {
    let text = command.get_after_long_help().or(command.get_after_help());
    let text = text.map(ToString::to_string).unwrap_or_default();
    let (mut roff, mut section) = (Roff::new(), String::new());
    for paragraph in text.split("\n\n") {
        let headed = paragraph.split_once(":\n").filter(|(heading, _)| !heading.contains('\n'));
        let headed =
            headed.or(paragraph.strip_prefix("Exit status: ").map(|it| ("Exit status", it)));
        let (heading, body) = headed.unwrap_or(("Notes", paragraph));
        if section == heading {
            roff.control("PP", []);
        } else {
            roff.control("SH", [heading.to_uppercase().as_str()]);
            heading.clone_into(&mut section);
        }
        for line in body.lines() {
            // Roff breaks the line before an indented one.
            roff.text([roman(line)]);
        }
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::command;

    fn program() -> Command {
        let mut program = command();
        program.build();
        program
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
        assert!(pages(&program).into_iter().all(|command| page(command).is_ascii()));
        assert_eq!(ascii("马 \u{1d11e}-"), "\\[u9A6C] \\[u1D11E]-");
    }

    #[test]
    fn headings_part_the_text() {
        let text = "Maps:\n  Rows of 1\n\nExamples:\n  huarong a\n\nA word.\nMore.\n\nAnother.\n\n\
                    Exit status: 0 done.";
        let command = Command::new("it").after_help(text);
        let page = after(&command).to_roff();
        let expected = ".SH MAPS\n  Rows of 1\n.SH EXAMPLES\n  huarong a\n.SH NOTES\nA word.\nMore.\n.PP\n\
                        Another.\n.SH \"EXIT STATUS\"\n0 done.\n";
        assert_eq!(page, expected);
    }
}
