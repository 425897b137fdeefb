//! `huarong convert`: puzzles from one notation to another.

use super::prelude::*;
use std::slice;

use crate::notation;

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong convert heng-dao-li-ma --to shortcode
  huarong convert IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM my.txt
  huarong convert rush-hour cards.txt --to rush
  huarong convert my-puzzles/ converted/ --to shortcode

If a notation cannot express one of the puzzles, nothing is written. Names, sources and optima are \
omitted if the notation has no place for them.

Exit status: 0 converted, 2 wrong input or usage, or a puzzle that the notation cannot express.")]
pub struct ConvertArgs {
    /// The notation to write
    #[arg(long, value_name = "NOTATION", value_parser = input::notation(),
          default_value = "huarong")]
    to: Notation,
    #[arg(value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP)]
    puzzle: OsString,
    #[command(flatten)]
    reading: ReadArgs,
    /// Output file, or a folder for one file per puzzle [default: standard output, `-`]
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,
}

pub fn run(args: &ConvertArgs, out: &mut dyn Write) -> Result<Exit> {
    let inputs = slice::from_ref(&args.puzzle);
    let loaded = many::load_all(inputs, &args.reading, false, out)?;
    let output = args.output.as_ref();
    let output = output.filter(|path| *path != Path::new("-"));
    let texts = converted(&loaded.sources, args.to)?;
    if let Some(folder) = output.filter(|path| output::is_folder(path)) {
        output::make_folder(folder)?;
        let files = many::files_for(&loaded.sources, folder, "txt");
        for path in &files {
            output::check(path, FileContent::Plain, inputs)?;
        }
        for (path, text) in files.iter().zip(&texts) {
            output::store(path, text)?;
        }
        return Ok(loaded.exit());
    }
    output::check_all([(output, FileContent::Plain)], inputs)?;
    let text = notation::join(args.to, &texts);
    match output {
        _ if texts.is_empty() => {}
        Some(path) => output::store(path, &text)?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(loaded.exit())
}

/// Returns the puzzles in a notation. If it cannot express some, prints them all and fails.
fn converted(sources: &[Source], to: Notation) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for Source { pick, puzzle, .. } in sources {
        match notation::write(to, puzzle) {
            Ok(text) => texts.push(text),
            Err(unsayable) => {
                let pick = sanitize(pick);
                let help = "`--to huarong` can express every puzzle";
                diagnostics::print(&user_error!("{pick}: {unsayable}", help).into());
            }
        }
    }
    if texts.len() < sources.len() {
        return Err(Exit::Wrong.into());
    }
    Ok(texts)
}
