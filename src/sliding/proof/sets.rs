//! The text and the positions of a certificate, not yet compressed.

use super::{Claim, Header, record};
use crate::{
    board::{Board, UnpackedState},
    control::{Limits, Monitor, Observer, Progress, StopReason},
    puzzle::{Metric, Puzzle},
    solution::{Position, Solution},
};

/// A breadth-first search that has ended, and did not take mirror images for one state.
pub struct EndedSearch<'a> {
    pub puzzle: &'a Puzzle,
    pub board: &'a Board,
    pub metric: Metric,
    pub claim: Claim,
    pub solution: Option<&'a Solution>,
}

/// Bytes that are handed on at a time.
const CHUNK: usize = 1 << 16;

impl EndedSearch<'_> {
    /// Writes the positions of the solution and of the layers, which are the states that the search
    /// has expanded, by their distance from the start. Returns the text.
    ///
    /// # Errors
    /// If the observer stops it.
    pub fn write(
        &self,
        layers: impl Iterator<Item = Vec<UnpackedState>>,
        observer: Observer<'_>,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<Header, StopReason> {
        let puzzle = self.puzzle.without_info();
        let mut writer = PositionWriter {
            last: vec![0; self.board.cells()],
            bytes: Vec::new(),
            sink,
        };
        for record in self
            .solution
            .into_iter()
            .flat_map(|solution| self.positions_of(solution))
        {
            writer.add(&record);
        }
        let mut layers = layers.map(|layer: Vec<UnpackedState>| -> Vec<Vec<u8>> {
            layer.into_iter().map(UnpackedState::into_codes).collect()
        });
        let mut monitor = Monitor::new(Limits::default(), observer);
        let mut sizes = Vec::new();
        let mut states = 0;
        loop {
            let set = match self.claim {
                Claim::Shortest(_) => layers.next(),
                Claim::Unsolvable if sizes.is_empty() => Some(layers.by_ref().flatten().collect()),
                Claim::Unsolvable | Claim::Parity => None,
            };
            let Some(mut set) = set else { break };
            monitor.check(set.len(), || Progress {
                depth: u32::try_from(sizes.len()).unwrap_or(u32::MAX),
                states,
                ..Progress::default()
            })?;
            set.sort_unstable();
            for record in &set {
                writer.add(record);
            }
            states += set.len();
            sizes.push(set.len() as u64);
        }
        (writer.sink)(&writer.bytes);
        Ok(Header {
            claim: self.claim,
            metric: self.metric,
            sizes,
            puzzle,
        })
    }

    /// Returns the positions of a solution as they are written, the start first.
    fn positions_of(&self, solution: &Solution) -> Vec<Vec<u8>> {
        let mut codes = vec![0; self.puzzle.pieces().len()];
        for (code, kind) in (1..).zip(self.board.kinds()) {
            kind.pieces.iter().for_each(|&piece| codes[piece] = code);
        }
        let mut position = Position::start(self.puzzle);
        let mut records = vec![record(&position, &codes)];
        for unit in solution {
            position.apply(&unit).expect("the solution was replayed");
            records.push(record(&position, &codes));
        }
        records
    }
}

struct PositionWriter<'a> {
    /// The last position.
    last: Vec<u8>,
    bytes: Vec<u8>,
    sink: &'a mut dyn FnMut(&[u8]),
}

impl PositionWriter<'_> {
    fn add(&mut self, record: &[u8]) {
        let kept = self
            .last
            .iter()
            .zip(record)
            .take(u8::MAX.into())
            .take_while(|(last, byte)| last == byte)
            .count();
        self.bytes
            .push(u8::try_from(kept).expect("at most 255 cells are kept"));
        self.bytes.extend_from_slice(&record[kept..]);
        self.last.copy_from_slice(record);
        if self.bytes.len() > CHUNK {
            (self.sink)(&self.bytes);
            self.bytes.clear();
        }
    }
}
