//! `huarong site`: a folder with a page of all puzzles, which the library writes.

use super::prelude::*;
use std::fs;

use crate::{
    collection::stored_solution,
    render::{
        BoardPicture,
        page::{SiteEntry, icon, is_of_a_site, site},
    },
};

use super::{
    list::{self, FilterArgs, ListCandidate},
    memory,
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong site huarong-site/
  huarong site my-site/ --puzzles my-puzzles/
  huarong site public/ --address https://example.org/huarong/

Open `index.html` in a browser, from where it lies, or put the folder on any web server. The files \
of a site that is there already are replaced.

Exit status: 0 written, 2 wrong usage, or a file that is not a puzzle.")]
pub struct SiteArgs {
    /// The folder to write to; created if missing
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Use the `.txt` files below this folder instead of the collection
    #[arg(long, value_name = "FOLDER")]
    puzzles: Option<PathBuf>,
    /// Where the site will be, for the picture that is shown with links to it
    #[arg(long, value_name = "URL", value_parser = address, default_value = "", hide_default_value = true)]
    address: String,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

/// Memory of all texts of a site.
const SITE_BYTES: usize = 24_000_000;

pub fn run(args: &SiteArgs, out: &mut dyn Write) -> Result<Exit> {
    output::check_modules()?;
    memory::check(SITE_BYTES)?;
    let (mut listings, errors) = list::listings(args.puzzles.as_deref(), &FilterArgs::default())?;
    if listings.is_empty() {
        refuse!(
            "no puzzles to make a site of",
            "name a folder with puzzle files, `.txt`"
        );
    }
    let is_built_in = args.puzzles.is_none();
    let stored = |Source { pick, puzzle, .. }: &Source| {
        is_built_in.then(|| stored_solution(pick, puzzle)).flatten()
    };
    // No page finds a shortest solution of 24 tiles in time. A puzzle of the collection whose
    // solution is not stored is left out, as its hints would not lead to the optimum.
    listings.retain(|ListCandidate { source, .. }| {
        let puzzle = &source.puzzle;
        let is_long = puzzle.is_numbered() && puzzle.pieces().len() > 15;
        !is_built_in || !is_long || stored(source).is_some()
    });
    let ids: Vec<String> = listings
        .iter()
        .map(|it| id(&it.source.pick, args.puzzles.as_deref()))
        .collect();
    let solutions: Vec<_> = listings.iter().map(|it| stored(&it.source)).collect();
    let listed = listings
        .iter()
        .zip(&ids)
        .zip(&solutions)
        .map(|((listing, id), solution)| {
            let ListCandidate {
                family,
                source,
                rating,
                ..
            } = listing;
            SiteEntry {
                id,
                family,
                puzzle: &source.puzzle,
                rating: *rating,
                solution: solution.as_ref(),
            }
        });
    let files = site(&listed.collect::<Vec<_>>(), &args.address);
    output::make_folder(&args.dir)?;
    let paths = files.each_ref().map(|(name, _)| args.dir.join(name));
    let pictures = pictures()?;
    // All files are checked before the first one is written. The pictures belong to the index.
    let is_foreign = |path: &&PathBuf| !fs::read_to_string(path).is_ok_and(|it| is_of_a_site(&it));
    for (name, _) in pictures.iter().filter(|_| is_foreign(&&paths[0])) {
        output::check(&args.dir.join(name), FileContent::Plain, &[])?;
    }
    for path in paths.iter().filter(is_foreign) {
        output::check(path, FileContent::Plain, &[])?;
    }
    let is_used = fs::read_dir(&args.dir).is_ok_and(|mut files| files.next().is_some());
    if is_used && paths.iter().all(|path| is_foreign(&path)) && !output::replaces_all() {
        refuse!(
            format!("`{}` holds other files, not a site", args.dir.display()),
            "name a new folder, or give `--force` to write there anyway"
        );
    }
    for (path, (_, text)) in paths.iter().zip(&files) {
        output::replace(path, text)?;
    }
    for (name, bytes) in &pictures {
        output::replace(&args.dir.join(name), bytes)?;
    }
    if !args.quiet {
        let size = files.iter().map(|(_, text)| text.len() as u64).sum();
        let index = paths[0].display();
        let count = counted(listings.len(), "puzzle");
        writeln!(
            out,
            "{index}: a site of {count}, {}",
            ByteSize(size).display().si()
        )?;
    }
    Ok(Exit::Wrong.when(!errors.is_empty()))
}

/// Reads an address, with or without a `/` at its end.
fn address(text: &str) -> Result<String, String> {
    match text.trim_end_matches('/') {
        "" => Ok(String::new()),
        site if site.starts_with("https://") || site.starts_with("http://") => {
            Ok(format!("{site}/"))
        }
        _ => Err("expected an address like `https://example.org/huarong/`".to_owned()),
    }
}

/// Returns the pictures that the site names: its icon, and what is shown with links to it.
fn pictures() -> Result<[(&'static str, Vec<u8>); 2]> {
    let classic = Collection::built_in()
        .find("heng-dao-li-ma")?
        .swap_remove(0)
        .puzzle;
    let png = |puzzle: &Puzzle, cell| {
        BoardPicture {
            theme: Theme::Light,
            ..BoardPicture::new("", &Position::start(puzzle))
        }
        .png(cell)
    };
    Ok([
        ("icon.png", png(&icon(), 144)?),
        ("preview.png", png(&classic, 120)?),
    ])
}

/// Returns the name of a puzzle without its folder and file ending: `klotski/mine#2`.
fn id(pick: &str, folder: Option<&Path>) -> String {
    let folder =
        folder.map(|folder| format!("{}/", folder.display().to_string().trim_end_matches('/')));
    let inner = folder
        .and_then(|folder| pick.strip_prefix(&folder))
        .unwrap_or(pick);
    match inner.rsplit_once(".txt") {
        Some((stem, label)) if label.is_empty() || label.starts_with('#') => {
            format!("{stem}{label}")
        }
        _ => inner.to_owned(),
    }
}
