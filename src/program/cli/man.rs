//! `huarong man`: the manual pages.

use super::prelude::*;

use clap::Command;
use clap_mangen::Man;

use super::{commands::parser, help};

#[derive(Args)]
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
    /// Write all pages to this folder, in place of older ones; created if missing
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub fn run(args: &ManArgs, out: &mut dyn Write) -> Result<Exit> {
    let mut program = parser();
    // The full names of the commands.
    program.build();
    if let Some(folder) = &args.dir {
        return store(&program, folder, out);
    }
    let wanted = match &args.command {
        Some(name) => {
            let all = pages(&program);
            all.iter()
                .copied()
                .find(|it| page_name(it) == name)
                .ok_or_else(|| {
                    let names: Vec<&str> = all.iter().map(|it| page_name(it)).collect();
                    help::unknown(name, "command", &names)
                })?
        }
        None => &program,
    };
    out.write_all(&page(wanted))?;
    Ok(Exit::Done)
}

/// Returns a command and all commands below it.
fn pages(program: &Command) -> Vec<&Command> {
    let commands = program.get_subcommands();
    iter::once(program)
        .chain(commands.flat_map(pages))
        .collect()
}

/// Returns the name of a command's page: `solve`, `make-tiles`.
fn page_name(command: &Command) -> &str {
    let name = command
        .get_display_name()
        .unwrap_or_else(|| command.get_name());
    name.strip_prefix("huarong-").unwrap_or(name)
}

fn store(program: &Command, folder: &Path, out: &mut dyn Write) -> Result<Exit> {
    output::make_folder(folder)?;
    for command in pages(program) {
        // The name of a page: `huarong-solve.1`.
        let path = folder.join(Man::new(command.clone()).get_filename());
        output::replace(&path, page(command))?;
        writeln!(out, "{}", sanitize(path.display()))?;
    }
    Ok(Exit::Done)
}

fn page(command: &Command) -> Vec<u8> {
    let man = Man::new(command.clone())
        .source(format!("huarong {}", env!("CARGO_PKG_VERSION")))
        .manual("Sliding-block puzzles");
    let mut bytes = Vec::new();
    man.render(&mut bytes).expect("a vector takes it all");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::parser;

    #[test]
    fn the_main_manual_page_refers_to_all_commands() {
        let mut program = parser();
        program.build();
        let page = String::from_utf8_lossy(&page(&program)).replace("\\-", "-");
        for command in program.get_subcommands() {
            crate::cases::has(&page, &format!("\nhuarong-{}(1)\n", command.get_name()));
        }
    }
}
