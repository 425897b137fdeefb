//! Random frames and texts for property tests.

use proptest::prelude::*;
use proptest::sample::Index;

/// The bytes of a text with a few of them changed, put in or taken out.
pub(crate) fn almost(text: &'static str, signs: &'static [u8]) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![1 => any::<u8>(), 4 => prop::sample::select(signs)];
    let change = (any::<Index>(), byte, 0..3_u8);
    prop::collection::vec(change, 0..8).prop_map(move |changes| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, byte, way) in changes {
            let at = at.index(bytes.len().max(1));
            match way {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => drop(bytes.remove(at)),
                _ => bytes.insert(at.min(bytes.len()), byte),
            }
        }
        bytes
    })
}

/// Gives every cell that is not connected to the first of its letter back to the frame.
pub(crate) fn keep_first_parts(rows: &mut [Vec<char>], letters: &[char]) {
    for &letter in letters {
        let mut kept: Vec<(usize, usize)> = Vec::new();
        for _ in 0..rows.len() * rows[0].len() {
            for (r, row) in rows.iter().enumerate() {
                for (c, _) in row.iter().enumerate().filter(|&(_, &cell)| cell == letter) {
                    let near = |&(r2, c2): &(usize, usize)| r.abs_diff(r2) + c.abs_diff(c2) == 1;
                    let joins = kept.is_empty() || kept.iter().any(near);
                    if joins && !kept.contains(&(r, c)) {
                        kept.push((r, c));
                    }
                }
            }
        }
        for (r, row) in rows.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                if *cell == letter && !kept.contains(&(r, c)) {
                    *cell = '.';
                }
            }
        }
    }
}
