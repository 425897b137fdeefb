//! Ways back to a source, by the layers that are stored.

use std::io;

use super::OnDisk;
use super::sorted::damaged;
use crate::search::layers::Halt;

impl OnDisk {
    /// How far `rank` is from the nearest source of this sweep; none if no layer has it.
    fn depth_of(&self, rank: u64) -> io::Result<Option<usize>> {
        for (depth, layer) in self.layers.iter().enumerate() {
            if layer.states.contains(rank)? {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }

    /// The ranks from a source to this state, if it was met. Of the shortest ways, that whose ranks are the least, from the end on. For each layer on it, one state
    /// is expanded and each successor is looked up, at a block and some twenty reads of the index.
    pub(super) fn way_back(&mut self, rank: u64) -> Result<Option<Vec<u64>>, Halt> {
        let Some(depth) = self.depth_of(rank)? else { return Ok(None) };
        let mut way = vec![rank];
        let mut successors = Vec::new();
        for layer in self.layers[..depth].iter().rev() {
            successors.clear();
            self.spaces[0].expand(&way[way.len() - 1..], &[], &mut successors);
            successors.sort_unstable_by_key(|successor| successor.key);
            let ranks = successors.iter().map(|successor| successor.key);
            let before = layer.states.first_of(ranks)?;
            way.push(before.ok_or_else(|| damaged("no move leads back"))?);
        }
        way.reverse();
        Ok(Some(way))
    }
}
