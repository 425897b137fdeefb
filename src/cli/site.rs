//! `huarong site`: a folder with a page of all puzzles, which the library writes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use bytesize::ByteSize;
use clap::Args;
use huarong::render::page::{Listed, SITE_MARK, site};

use super::diagnostics::UserError;
use super::exit::Exit;
use super::list::{self, Listing};
use super::numbers::counted;
use super::output::{self, Content};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong site huarong-site/
  huarong site my-site/ --puzzles my-puzzles/

Open `index.html` in a browser, from where it lies, or put the folder on any web server.

Exit status: 0 written, 2 wrong input or usage.")]
pub(crate) struct SiteArgs {
    /// The folder to write to; it is made if it is missing
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// The `.txt` files of this folder, and of those in it, instead of the collection
    #[arg(long, value_name = "FOLDER")]
    puzzles: Option<PathBuf>,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: &SiteArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (listings, exit) = list::listings(args.puzzles.as_deref())?;
    if listings.is_empty() {
        let help = "name a folder with files of puzzles, `.txt`";
        return Err(UserError::new("there are no puzzles for a site", help).into());
    }
    let listed = listings.iter().map(|Listing { family, source, rating, .. }| Listed {
        id: &source.pick,
        family,
        puzzle: &source.puzzle,
        rating: *rating,
    });
    let files = site(&listed.collect::<Vec<_>>());
    make(&args.dir)?;
    let paths = files.each_ref().map(|(name, _)| args.dir.join(name));
    // All or none: nothing is written before it is known that everything may be.
    for path in paths.iter().filter(|path| !is_of_a_site(path)) {
        output::check(path, Content::Plain, &[])?;
    }
    for (path, (_, text)) in paths.iter().zip(&files) {
        output::store(path, text)?;
    }
    if !args.quiet {
        let size = files.iter().map(|(_, text)| text.len() as u64).sum();
        let (index, count) = (paths[0].display(), counted(listings.len(), "puzzle"));
        writeln!(out, "{index}: a site of {count}, {}", ByteSize(size).display().si())?;
    }
    Ok(exit)
}

fn make(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        let message = format!("cannot make the folder `{}`: {error}", folder.display());
        UserError::new(message, "name a folder that you may write to").into()
    })
}

/// Whether a file was surely written by this command, and may be replaced without being asked.
fn is_of_a_site(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::read_to_string(folder.join("index.html")).is_ok_and(|text| text.contains(SITE_MARK))
}
