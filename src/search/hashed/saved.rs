//! What the engine writes down: the goals and the last two layers, key by key.

use std::io::{self, ErrorKind, Read, Write};

/// A key as it is stored: a few words.
pub(crate) trait Words: Sized {
    /// How many.
    const WORDS: usize;

    /// They.
    fn words(&self) -> &[u64];

    /// The key of these words, of which there are [`WORDS`](Self::WORDS).
    fn from_words(words: &[u64]) -> Self;
}

pub(super) fn write_number(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

pub(super) fn read_number(input: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Writes how many keys there are, and the keys.
pub(super) fn write_keys<'a, K: Words + 'a>(
    out: &mut dyn Write,
    count: usize,
    keys: impl Iterator<Item = &'a K>,
) -> io::Result<()> {
    write_number(out, count as u64)?;
    for word in keys.flat_map(Words::words) {
        write_number(out, *word)?;
    }
    Ok(())
}

/// Reads keys, some thousands at a time, and hands them on.
pub(super) fn read_keys<K: Words>(
    input: &mut dyn Read,
    is_state: impl Fn(&K) -> bool,
    mut take: impl FnMut(&[K]) -> io::Result<()>,
) -> io::Result<()> {
    const AT_ONCE: usize = 1 << 12;
    let mut left = read_number(input)?;
    let mut words = vec![0; K::WORDS];
    let mut keys = Vec::new();
    while left > 0 {
        keys.clear();
        while keys.len() < AT_ONCE && left > 0 {
            for word in &mut words {
                *word = read_number(input)?;
            }
            keys.push(K::from_words(&words));
            left -= 1;
        }
        if !keys.iter().all(&is_state) {
            return Err(senseless());
        }
        take(&keys)?;
    }
    Ok(())
}

/// What was saved makes no sense.
pub(super) fn senseless() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "a position that was saved is none of this puzzle")
}
