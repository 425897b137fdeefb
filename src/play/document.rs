//! A file of JSON among the player's data, which says in its first line what it holds: written as a
//! whole, never written over one that this program does not know, and put aside where it makes no
//! sense.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::file::{self, WriteError};

/// The most bytes that such a file may have.
pub const MAX_BYTES: u64 = 16 << 20;

/// Why the player's data cannot be read or written.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum DataError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It was written by a newer version of this program, and is left alone.
    #[error(
        "{} has the form `{schema}`, and only `{known}` is known: use a newer huarong",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its form.
        schema: String,
        /// The form that is known.
        known: String,
    },
    /// The file cannot be written, or not be removed.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: WriteError,
    },
}

/// What was read from a file.
#[derive(Debug)]
pub struct Loaded<T> {
    /// What it holds; nothing where it is new or was damaged.
    pub content: T,
    /// Where a damaged file has been put aside.
    pub aside: Option<PathBuf>,
}

/// A file of one form: the first part of its schema's name, as `huarong/records/`, which is the same
/// in all versions. This is version 1.
#[derive(Clone, Debug)]
pub(super) struct JsonFile {
    pub(super) path: PathBuf,
    pub(super) family: &'static str,
}

/// The file as it stands on the disk.
#[derive(Serialize, Deserialize)]
struct Envelope<T> {
    schema: String,
    #[serde(flatten)]
    content: T,
}

/// The part of the file that is the same in all versions.
#[derive(Deserialize)]
struct SchemaHeader {
    schema: String,
}

impl JsonFile {
    fn schema(&self) -> String {
        format!("{}1", self.family)
    }

    /// What the file holds, made of its form by `read`. Where it has another form, or `read` makes
    /// nothing of it, it gets another name.
    pub(super) fn load<T: DeserializeOwned, U>(
        &self,
        read: impl FnOnce(T) -> Option<U>,
    ) -> Result<Loaded<Option<U>>, DataError> {
        let failed = |source| DataError::Read { path: self.path.clone(), source };
        let Some(bytes) = bytes_of(&self.path).map_err(failed)? else {
            return Ok(Loaded { content: None, aside: None });
        };
        let known = self.schema();
        match serde_json::from_slice::<SchemaHeader>(&bytes) {
            Ok(SchemaHeader { schema }) if schema != known && schema.starts_with(self.family) => {
                return Err(DataError::Newer { path: self.path.clone(), schema, known });
            }
            _ => {}
        }
        let form = serde_json::from_slice::<Envelope<T>>(&bytes).ok();
        let content = form.filter(|form| form.schema == known).and_then(|form| read(form.content));
        let aside = match content {
            Some(_) => None,
            None => Some(put_aside(&self.path).map_err(failed)?),
        };
        Ok(Loaded { content, aside })
    }

    /// Writes the file. Makes the folder if need be.
    pub(super) fn store<T: Serialize>(&self, content: &T) -> Result<(), DataError> {
        let form = Envelope { schema: self.schema(), content };
        let written = serde_json::to_string_pretty(&form)
            .map_err(io::Error::other)
            .and_then(|text| {
                self.path.parent().map_or(Ok(()), fs::create_dir_all).map(|()| text + "\n")
            })
            .map_err(WriteError::from)
            .and_then(|text| file::write(&self.path, text.as_bytes()));
        written.map_err(|source| DataError::Write { path: self.path.clone(), source })
    }

    /// Removes the file, if there is one.
    pub(super) fn remove(&self) -> Result<(), DataError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(DataError::Write { path: self.path.clone(), source: error.into() })
            }
            _ => Ok(()),
        }
    }
}

/// What the file holds, `None` if there is none; one that is too large is cut off, and so damaged.
fn bytes_of(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match file::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Gives a file a name that no other has: `records.json.damaged`, `records.json.damaged-2`.
fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let name = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(".damaged");
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    };
    let free = (1..=u32::MAX).map(name).find(|place| fs::symlink_metadata(place).is_err());
    let place = free.ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &place)?;
    Ok(place)
}
