//! One page of the manual.

use std::fmt::Write;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::sections::{Body, sections};

/// What the page of a command is called as a file: `huarong-solve.1`.
pub(super) fn file_name(command: &Command) -> String {
    Man::new(command.clone()).get_filename()
}

/// The page of a command.
pub(super) fn written(command: &Command) -> String {
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

#[cfg(test)]
mod tests {
    use super::super::{built, find, pages};
    use super::*;

    /// What is left of a page without the escapes of its language.
    fn plain(page: &str) -> String {
        page.replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "")
    }

    #[test]
    fn the_page_of_a_command_has_its_options_and_its_examples() {
        let program = built();
        let page = plain(&written(find(&program, "solve").expect("it is there")));
        assert!(page.contains(".TH huarong-solve 1 "), "{page}");
        for part in [
            ".SH NAME\nhuarong-solve - Solve puzzles and print the moves\n",
            ".SH SYNOPSIS\nhuarong solve ",
            "--max-states",
            "breadth-first",
            ".SH EXAMPLES\n.PP\n.RS 2\n.nf\nhuarong solve heng-dao-li-ma\n",
            ".SH \"EXIT STATUS\"\n",
        ] {
            let (page, part) = (page.to_lowercase(), part.to_lowercase());
            assert!(page.contains(&part), "{part}: {page}");
        }
    }

    #[test]
    fn the_page_of_the_program_names_its_commands() {
        let program = built();
        let page = plain(&written(&program));
        for command in program.get_subcommands() {
            assert!(page.contains(&format!("\nhuarong-{}(1)\n", command.get_name())), "{page}");
        }
    }

    #[test]
    fn every_page_can_be_read_without_knowing_utf_8() {
        let program = built();
        assert!(pages(&program).all(|command| written(command).is_ascii()));
        assert_eq!(ascii("马 \u{1d11e}-"), "\\[u9A6C] \\[u1D11E]-");
    }

    #[test]
    fn each_page_is_a_file_of_its_own() {
        let program = built();
        let mut names: Vec<String> = pages(&program).map(file_name).collect();
        assert_eq!(names[..2], ["huarong.1", "huarong-solve.1"]);
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
