//! Files that a command makes.

use std::path::Path;

use huarong::file::{self, WriteError};

use super::diagnostics::UserError;

/// Finds out before a long search whether its output could be written.
pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    let error = if path.is_dir() {
        UserError::new(format!("`{shown}` is a folder"), "name a file in it")
    } else if path.parent().is_some_and(|folder| folder != Path::new("") && !folder.is_dir()) {
        UserError::new(format!("there is no folder for `{shown}`"), "make the folder first")
    } else {
        return Ok(());
    };
    Err(error.into())
}

/// Puts a file with this content at `path`, at once or not at all.
pub(crate) fn store(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    file::write(path, content.as_ref()).map_err(|error| {
        let help = match &error {
            WriteError::NotAFile => "name a new file, or one to be replaced",
            _ => "check that you may write there, and that there is room",
        };
        UserError::new(format!("cannot write `{}`: {error}", path.display()), help).into()
    })
}
