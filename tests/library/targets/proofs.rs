//! Certificates: whatever the bytes are, and with a right checksum behind them, checking them ends
//! well.

use std::ops::ControlFlow;

use huarong::control::Outcome;
use huarong::proof;

use super::damage::{edited, summed};

/// A certificate.
const RIGHT: &[u8] = include_bytes!("../../corpus/proofs/shortest");

pub(super) fn run(bytes: &[u8]) {
    for file in [bytes.to_vec(), summed(bytes.to_vec()), edited(RIGHT, bytes)] {
        let mut checks = 0;
        let checked = proof::check(&file, &mut |_| {
            checks += 1;
            if checks < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if let Ok(Outcome::Found(verified)) = checked {
            assert!(verified.puzzle.pieces().len() < 256);
        }
    }
}
