//! Pattern databases of numbered tiles: one store for all solvers of the process, in the folder
//! where the user's programs cache things.

use std::sync::{Arc, OnceLock};

use directories::ProjectDirs;
use huarong::sliding::{Options, PatternDatabaseCache, SolveError, Solver};

use super::diagnostics;
use super::input::Source;

static STORE: OnceLock<Arc<PatternDatabaseCache>> = OnceLock::new();

/// Has tables be kept in memory alone, if this is called before the first solver is made.
pub(crate) fn keep_in_memory() {
    STORE.get_or_init(Arc::default);
}

/// A solver that shares them.
pub(crate) fn solver(source: &Source, options: &Options) -> Result<Solver, SolveError> {
    Ok(Solver::new(&source.puzzle, options)?.with_patterns(store()))
}

/// Says what went wrong with their files.
pub(crate) fn tell_warnings() {
    let store = STORE.get();
    for warning in store.map(|store| store.take_warnings()).unwrap_or_default() {
        diagnostics::note(format_args!("note: {warning}"));
    }
}

fn store() -> &'static Arc<PatternDatabaseCache> {
    STORE.get_or_init(|| {
        let folders = ProjectDirs::from("", "", "huarong");
        let in_folder =
            |folders: ProjectDirs| PatternDatabaseCache::kept_in(folders.cache_dir().into());
        Arc::new(folders.map(in_folder).unwrap_or_default())
    })
}
