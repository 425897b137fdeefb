//! The candidates that other processes send to this one, which sorts them into runs as they arrive.
//!
//! A process sends each layer's candidates in one round, and at its end their number. Candidates of
//! another round, after the end, of another owner or in another number end the run with an error:
//! no layer is ever counted from them.

use std::{
    io, mem,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    time::Duration,
};

use crate::{
    parallel::lock,
    search::layered::{
        damaged,
        passes::RunWriter,
        shards::owner_of,
        sorted::{RankedClass, SearchDir},
    },
};

#[derive(Debug)]
pub struct Inbox {
    process: usize,
    /// The number of ranks of the space.
    ranks: u64,
    place: Arc<SearchDir>,
    /// Number of classes that each writer collects before it writes a file.
    buffer: usize,
    /// The processes share them, so that their memory is bounded.
    writers: Vec<Mutex<RunWriter>>,
    round: Mutex<RoundCounts>,
    has_ended: Condvar,
}

#[derive(Debug)]
struct RoundCounts {
    number: u64,
    /// The numbers of candidates sent to each process, and received from it.
    sent: Vec<u64>,
    received: Vec<u64>,
    /// Whether each process has sent all.
    has_ended: Vec<bool>,
}

impl RoundCounts {
    fn new(number: u64, process: usize, processes: usize) -> Self {
        RoundCounts {
            number,
            sent: vec![0; processes],
            received: vec![0; processes],
            has_ended: (0..processes).map(|it| it == process).collect(),
        }
    }
}

impl Inbox {
    pub fn new(
        process: usize,
        processes: usize,
        ranks: u64,
        place: Arc<SearchDir>,
        buffer: usize,
        writers: usize,
    ) -> Self {
        let writer = || Mutex::new(RunWriter::new(Arc::clone(&place), buffer));
        Inbox {
            process,
            ranks,
            buffer,
            writers: (0..writers).map(|_| writer()).collect(),
            place,
            round: Mutex::new(RoundCounts::new(0, process, processes)),
            has_ended: Condvar::new(),
        }
    }

    /// Counts candidates for another process. Returns the number of the round.
    pub fn count_sent(&self, process: usize, candidates: usize) -> u64 {
        let mut round = lock(&self.round);
        round.sent[process] += candidates as u64;
        round.number
    }

    /// Returns the number of the round, and of the candidates sent to each process.
    pub fn sent(&self) -> (u64, Vec<u64>) {
        let round = lock(&self.round);
        (round.number, round.sent.clone())
    }

    /// Accepts candidates of another process.
    pub fn accept(&self, peer: usize, number: u64, words: &[u64]) -> io::Result<()> {
        let mut round = self.current(peer, number)?;
        round.received[peer] += words.len() as u64;
        let processes = round.received.len() as u64;
        drop(round);
        let classes = words.iter().map(|&word| RankedClass::from_word(word));
        for rank in classes.clone().map(RankedClass::rank) {
            if rank >= self.ranks {
                let ranks = self.ranks;
                let why = format!("received the rank {rank} in a space of {ranks} ranks");
                return Err(damaged(&why));
            }
            if owner_of(rank, processes) != self.process as u64 {
                let why = format!("received the rank {rank}, which another process owns");
                return Err(damaged(&why));
            }
        }
        lock(&self.writers[peer % self.writers.len()]).add(classes)
    }

    /// Ends the round of another process, which has sent this number of candidates.
    pub fn end(&self, peer: usize, number: u64, sent: u64) -> io::Result<()> {
        let mut round = self.current(peer, number)?;
        let received = round.received[peer];
        if received != sent {
            let why = format!("received {received} candidates of {sent} from process {peer}");
            return Err(damaged(&why));
        }
        round.has_ended[peer] = true;
        drop(round);
        self.has_ended.notify_all();
        Ok(())
    }

    /// Returns the current round, in which this process must still send.
    fn current(&self, peer: usize, number: u64) -> io::Result<MutexGuard<'_, RoundCounts>> {
        let round = lock(&self.round);
        if round.number == number && !round.has_ended[peer] {
            return Ok(round);
        }
        let now = round.number;
        let why = format!("process {peer} sent candidates of round {number} in round {now}");
        Err(damaged(&why))
    }

    /// Returns the candidates of the round and begins the next, if all processes have ended it
    /// within this time.
    pub fn take(&self, timeout: Duration) -> Option<Vec<RunWriter>> {
        let round = lock(&self.round);
        let waits = |round: &mut RoundCounts| round.has_ended.contains(&false);
        let waited = self.has_ended.wait_timeout_while(round, timeout, waits);
        let mut round = waited.ok()?.0;
        if waits(&mut round) {
            return None;
        }
        *round = RoundCounts::new(round.number + 1, self.process, round.sent.len());
        let writer = || RunWriter::new(Arc::clone(&self.place), self.buffer);
        let writers = self.writers.iter();
        Some(
            writers
                .map(|full| mem::replace(&mut *lock(full), writer()))
                .collect(),
        )
    }
}
