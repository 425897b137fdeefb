//! A search that is interrupted between two layers, put away and taken up again.

use std::io::{self, Read, Write};

use super::{DepthMark, Frontier, Layer, LayerError, RankedEngine};
use crate::search::space::check_keys;

/// Words of the table that are read or written at a time.
const AT_ONCE: usize = 4096;
/// Bytes of a word, marks and what is done with.
const WORD_BYTES: usize = 12;

impl RankedEngine {
    /// Writes everything that [`restore`](Self::restore) needs: 12 bytes for every 32 ranks, and a
    /// few more. It carries no checksum.
    ///
    /// # Errors
    /// As the writer says.
    pub(crate) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let Layer { classes, states, goal_classes, goal_states } = self.last;
        let begun = u64::from(self.table.is_some());
        let head = [
            self.ranks,
            begun,
            u64::from(self.depth),
            u64::from(self.complete),
            u64::from(self.is_filed),
            self.seen,
            classes,
            states,
            goal_classes,
            goal_states,
        ];
        for number in head {
            to.write_all(&number.to_le_bytes())?;
        }
        let Some(table) = &self.table else { return Ok(()) };
        let mut bytes = Vec::with_capacity(AT_ONCE * WORD_BYTES);
        for first in (0..table.words()).step_by(AT_ONCE) {
            bytes.clear();
            for (marks, done) in table.raw(first..table.words().min(first + AT_ONCE)) {
                bytes.extend(marks.to_le_bytes());
                bytes.extend(done.to_le_bytes());
            }
            to.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Goes back to where a search of the same space was when it was saved. Whether the bytes are
    /// still those that were written is for the caller to know.
    ///
    /// # Errors
    /// As the reader says, and where the number of ranks is another, or the last layer has a rank
    /// that is of no state: of another space, then. Nothing can be said of the search after that,
    /// and a new one must begin.
    pub(crate) fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut number = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        if number()? != self.ranks {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is of another space"));
        }
        let begun = number()? != 0;
        self.half_made = None;
        self.depth = u32::try_from(number()?).map_err(|_| io::ErrorKind::InvalidData)?;
        self.complete = number()? != 0;
        self.is_filed = number()? != 0 && self.folder.is_some();
        self.seen = number()?;
        let [classes, states, goal_classes, goal_states] =
            [number()?, number()?, number()?, number()?];
        self.last = Layer { classes, states, goal_classes, goal_states };
        self.frontier = Frontier::Scanned;
        if !begun {
            self.table = None;
            return Ok(());
        }
        let table = match self.table.take() {
            Some(table) => table,
            None => self.new_table().map_err(|halt| match halt {
                LayerError::File(error) => error,
                LayerError::Stopped(_) => io::ErrorKind::OutOfMemory.into(),
            })?,
        };
        let mut bytes = vec![0; AT_ONCE * WORD_BYTES];
        for first in (0..table.words()).step_by(AT_ONCE) {
            let words = AT_ONCE.min(table.words() - first);
            let bytes = &mut bytes[..words * WORD_BYTES];
            from.read_exact(bytes)?;
            for (word, bytes) in (first..).zip(bytes.chunks_exact(WORD_BYTES)) {
                let (marks, done) = bytes.split_first_chunk().expect("twelve bytes");
                let done = done.first_chunk().expect("four more");
                table.restore(word, (u64::from_le_bytes(*marks), u32::from_le_bytes(*done)));
            }
        }
        let mut ranks = Vec::new();
        for word in 0..table.words() {
            table.open(word, DepthMark::of(self.depth), &mut ranks);
            if ranks.len() >= AT_ONCE {
                check_keys(self.workers.space(), &ranks)?;
                ranks.clear();
            }
        }
        check_keys(self.workers.space(), &ranks)?;
        self.table = Some(table);
        Ok(())
    }
}
