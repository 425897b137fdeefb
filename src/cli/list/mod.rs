//! `huarong list`: the collection, or a folder, as tables.

mod args;
mod filter;
mod folder;
mod order;
mod table;
#[cfg(test)]
mod testing;

use std::io::Write;

use huarong::collection::{Collection, Entry};
use huarong::puzzle::{Metric, PublishedOptimum};

use super::diagnostics;
use super::exit::Exit;
use super::input::{self, Source};
use super::json;

pub(crate) use args::ListArgs;

/// A puzzle that may be listed.
struct Listing {
    /// The folder of its file.
    family: String,
    /// The name of its file, without the ending.
    stem: String,
    source: Source,
}

impl Listing {
    /// The name that it is sorted by.
    fn name(&self) -> String {
        self.source.puzzle.title().names().next().unwrap_or(&self.source.pick).to_owned()
    }

    /// The moves of its shortest solution, where they are known.
    fn moves(&self) -> Option<u32> {
        match self.source.puzzle.best() {
            PublishedOptimum::Known(best) => best.get(Metric::Move),
            PublishedOptimum::Impossible | PublishedOptimum::Unknown => None,
        }
    }
}

pub(crate) fn run(args: &ListArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    let listings = match &args.dir {
        None => of_the_collection(),
        Some(folder) => {
            let (listings, errors) = folder::read(folder)?;
            for error in errors {
                diagnostics::print(&error);
                exit = Exit::Wrong;
            }
            listings
        }
    };
    let mut listings = filter::matching(listings, &args.criteria())?;
    order::arrange(&mut listings, args.sort);
    if args.json {
        for listing in &listings {
            json::line(out, &json::Listed::new(&listing.family, &listing.source))?;
        }
    } else {
        table::write(out, &listings)?;
    }
    Ok(exit)
}

fn of_the_collection() -> Vec<Listing> {
    let collection = Collection::built_in();
    let listing = |entry: Entry| Listing {
        family: entry.file.family.to_owned(),
        stem: entry.file.stem.to_owned(),
        source: input::built_in(&collection, entry),
    };
    collection.entries().map(listing).collect()
}
