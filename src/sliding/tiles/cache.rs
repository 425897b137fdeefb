//! Stores pattern databases, in memory for the next solver and in files for the next process.

use std::{
    fmt::Debug,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::Ordering::Relaxed},
};

use crate::{
    control::StopReason,
    file::container::{ContainerError, FileFormat},
    parallel::lock,
};

use super::{
    TilePuzzle,
    additive::{PatternDatabases, TilePartition},
    loops::PruningAutomaton,
    patterns::{DistanceBits, TileGroup},
    pushes::{PushKey, PushTables},
};

/// Tables for numbered tiles, which solvers share. It computes a table when a solver first needs
/// it, and stores pattern databases in files if it has a folder.
#[derive(Default, Debug)]
pub struct PatternDatabaseCache {
    folder: Option<PathBuf>,
    made: Mutex<Vec<Arc<PatternDatabases>>>,
    pushes: Mutex<Vec<Arc<PushTables>>>,
    loops: Mutex<Vec<(FrameKey, Arc<PruningAutomaton>)>>,
    /// Locked while pattern databases are computed.
    making: Mutex<()>,
    warnings: Mutex<Vec<String>>,
}

/// The sides of a frame, and whether it has no walls.
type FrameKey = ([usize; 2], bool);

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONG\0P",
    content: "pattern databases",
    version: 1,
    least: 15,
};

/// Words that are read or written at a time.
const AT_ONCE: usize = 1 << 13;

impl PatternDatabaseCache {
    /// Creates a cache with files in this folder, which it creates when it writes the first file.
    pub fn kept_in(folder: PathBuf) -> Self {
        PatternDatabaseCache {
            folder: Some(folder),
            ..PatternDatabaseCache::default()
        }
    }

    /// Returns and clears the warnings about files, a sentence each. A table that could not be read
    /// was computed again. One that could not be written is in memory only.
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.warnings))
    }

    /// Whether the tables of a partition are in memory or in a file.
    pub(super) fn has(&self, plan: &TilePartition) -> bool {
        if self.path(plan).is_some_and(|path| path.is_file()) {
            return true;
        }
        self.made(plan).is_some()
    }

    /// Returns the automaton that prunes duplicate move sequences in the frame of these tiles.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub(super) fn loops(&self, tiles: &TilePuzzle) -> Result<Arc<PruningAutomaton>, StopReason> {
        let frame = (tiles.sides, tiles.is_whole());
        let mut made = lock(&self.loops);
        if let Some((_, loops)) = made.iter().find(|(of, _)| *of == frame) {
            return Ok(Arc::clone(loops));
        }
        let loops = Arc::new(tiles.loops()?);
        made.push((frame, Arc::clone(&loops)));
        Ok(loops)
    }

    /// Whether the tables for pushes of this size are in memory.
    pub(super) fn has_pushes(&self, key: &PushKey) -> bool {
        lock(&self.pushes).iter().any(|made| made.has(key))
    }

    /// Returns the tables for pushes of this size, from memory or computed.
    ///
    /// # Errors
    /// If `observer` stops it, or memory is short.
    pub(super) fn pushes(
        &self,
        tiles: &TilePuzzle,
        size: usize,
        observer: &mut dyn FnMut(usize) -> Result<(), StopReason>,
    ) -> Result<Arc<PushTables>, StopReason> {
        let _making = lock(&self.making);
        let key = PushTables::key(tiles, size);
        let mut made = lock(&self.pushes);
        if let Some(made) = made.iter().find(|made| made.has(&key)) {
            return Ok(Arc::clone(made));
        }
        let tables = Arc::new(PushTables::new(tiles, size, observer)?);
        made.push(Arc::clone(&tables));
        Ok(tables)
    }

    /// Returns the tables of a partition if they are in memory.
    pub(super) fn made(&self, plan: &TilePartition) -> Option<Arc<PatternDatabases>> {
        let signature = plan.signature();
        lock(&self.made)
            .iter()
            .find(|made| made.signature == signature)
            .cloned()
    }

    /// Returns the tables of a partition: from memory, from a file, or computed on `threads`
    /// threads and stored. It calls `observer` some times a second with the number of placements
    /// whose distance is known, and the number of all placements.
    ///
    /// # Errors
    /// If `observer` stops it, or memory is short.
    pub(super) fn patterns(
        &self,
        plan: &TilePartition,
        threads: usize,
        observer: &mut dyn FnMut(usize, usize) -> Result<(), StopReason>,
    ) -> Result<Arc<PatternDatabases>, StopReason> {
        // The other solvers that need these tables wait for them.
        let _making = lock(&self.making);
        if let Some(made) = self.made(plan) {
            return Ok(made);
        }
        // Large groups take a while even if their tables are in a file.
        let groups = plan.groups(&mut || observer(0, plan.placements()))?;
        let tables = if let Some(tables) = self.read(plan, &groups) {
            tables
        } else {
            let tables = PatternDatabases::fill(&groups, threads, observer)?;
            self.write(plan, &tables);
            tables
        };
        let patterns = Arc::new(PatternDatabases {
            signature: plan.signature(),
            groups,
            tables,
        });
        lock(&self.made).push(Arc::clone(&patterns));
        Ok(patterns)
    }
}

impl PatternDatabaseCache {
    fn path(&self, plan: &TilePartition) -> Option<PathBuf> {
        let sum = crc32fast::hash(&plan.signature());
        let name = format!("patterns-{}-{sum:08x}.bin", plan.sizes());
        Some(self.folder.as_ref()?.join(name))
    }

    fn warn(&self, path: &Path, what: &str, error: &dyn std::error::Error) {
        lock(&self.warnings).push(format!("`{}`: {error}; {what}", path.display()));
    }

    fn read(&self, plan: &TilePartition, groups: &[TileGroup]) -> Option<Vec<DistanceBits>> {
        let path = self.path(plan).filter(|path| path.exists())?;
        read(&path, plan, groups)
            .inspect_err(|error| self.warn(&path, "its tables are made anew", error))
            .ok()
    }

    fn write(&self, plan: &TilePartition, tables: &[DistanceBits]) {
        let Some((path, folder)) = self.path(plan).zip(self.folder.as_ref()) else {
            return;
        };
        if let Err(error) = std::fs::create_dir_all(folder) {
            return self.warn(folder, "the tables are not kept", &error);
        }
        let written = FORMAT.write(&path, |out| {
            out.write_all(&plan.signature())?;
            tables.iter().try_for_each(|table| write_table(out, table))
        });
        if let Err(error) = written {
            self.warn(&path, "the tables are not kept", &error);
        }
    }
}

fn write_table(out: &mut dyn Write, table: &DistanceBits) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(8 * AT_ONCE);
    for words in table.chunks(AT_ONCE) {
        bytes.clear();
        for word in words {
            bytes.extend(word.load(Relaxed).to_le_bytes());
        }
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn read(
    path: &Path,
    plan: &TilePartition,
    groups: &[TileGroup],
) -> Result<Vec<DistanceBits>, ContainerError> {
    let mut input = FORMAT.open(path)?;
    let signature = plan.signature();
    let words: usize = groups.iter().map(TileGroup::words).sum();
    let got = input.limit();
    let expected = (signature.len() + 8 * words) as u64;
    if got != expected {
        return Err(ContainerError::Length { got, expected });
    }
    let mut found = vec![0; signature.len()];
    input.read_exact(&mut found)?;
    if found != signature {
        return Err(ContainerError::Foreign);
    }
    let mut bytes = vec![0; 8 * AT_ONCE];
    let mut table = |group: &TileGroup| {
        let table = DistanceBits::in_memory(group.words())?;
        for words in table.chunks(AT_ONCE) {
            let bytes = &mut bytes[..8 * words.len()];
            input.read_exact(bytes)?;
            for (word, bytes) in words.iter().zip(bytes.chunks_exact(8)) {
                let bytes = bytes.try_into().expect("eight of them");
                word.store(u64::from_le_bytes(bytes), Relaxed);
            }
        }
        Ok(table)
    };
    groups.iter().map(&mut table).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::{board::Board, puzzle::Puzzle};

    use super::*;

    fn plan() -> TilePartition {
        let puzzle: Puzzle = "1 2 3/4 5 6/7 . 8"
            .replace('/', "\n")
            .parse()
            .expect("tiles");
        let board = Board::new(&puzzle).expect("it fits");
        TilePartition::small(&TilePuzzle::of(&puzzle, &board).expect("these are tiles"))
    }

    /// Returns the number of placements that were searched for the tables, and the warnings.
    fn made(folder: &Path) -> (usize, Vec<String>) {
        let store = PatternDatabaseCache::kept_in(folder.to_owned());
        let mut searched = 0;
        let mut observer = |placements: usize, all: usize| {
            assert!(placements <= all);
            searched = placements;
            Ok(())
        };
        store
            .patterns(&plan(), 2, &mut observer)
            .expect("there is no limit");
        assert!(store.made(&plan()).is_some() && store.has(&plan()));
        (searched, store.take_warnings())
    }

    #[test]
    fn tables_are_built_once_and_then_read_from_the_cache() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("made").join("on the way");
        assert!(made(&folder).0 > 100_000);
        assert_eq!(made(&folder), (0, vec![]));
        assert!(PatternDatabaseCache::kept_in(folder).has(&plan()));
    }

    #[test]
    fn a_damaged_or_foreign_cache_file_is_reported_and_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let path = PatternDatabaseCache::kept_in(folder.path().into())
            .path(&plan())
            .expect("a folder");
        let whole = fs::read(&path).expect("it is there");
        let changed = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = whole.clone();
            change(&mut bytes);
            fs::write(&path, bytes).expect("it can be written");
            let (searched, warnings) = made(folder.path());
            assert!(searched > 0 && fs::read(&path).expect("it is there") == whole);
            let [warning] = &warnings[..] else {
                panic!("{warnings:?}")
            };
            assert!(warning.ends_with("; its tables are made anew"), "{warning}");
            warning.clone()
        };
        let middle = whole.len() / 2;
        assert!(changed(&|bytes| bytes[middle] ^= 4).contains("its checksum is wrong"));
        assert!(changed(&|bytes| bytes.truncate(middle)).contains("its checksum is wrong"));
        assert!(changed(&|bytes| bytes.fill(b'x')).contains("not a file that huarong has stored"));
        let other = FORMAT.wrap(&[b"other tables"]);
        assert!(changed(&|bytes| *bytes = other.clone()).contains("cut short or mixed up"));
    }

    #[test]
    fn tables_are_built_even_if_the_cache_is_not_writable() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, b"").expect("it can be written");
        let (searched, warnings) = made(&file);
        assert!(searched > 0);
        crate::cases::ends(&warnings[0], "; the tables are not kept");
    }

    #[test]
    fn the_monitor_stops_the_construction_of_pattern_databases() {
        let stop = StopReason::Interrupted;
        let stopped = PatternDatabaseCache::default().patterns(&plan(), 2, &mut |_, _| Err(stop));
        assert_eq!(stopped.err(), Some(stop));
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let store = PatternDatabaseCache::kept_in(folder.path().to_owned());
        let stopped = store.patterns(&plan(), 2, &mut |_, _| Err(stop));
        assert_eq!(stopped.err(), Some(stop), "the tables are in a file");
    }
}
