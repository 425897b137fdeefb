//! Ways back to a source, by the layers that are stored.

use std::io;

use super::OnDisk;
use super::sorted::damaged;

impl OnDisk {
    /// The ranks on a shortest way from a source of this sweep to `rank`, both included; none if
    /// no layer has it. Of the ways, that whose ranks are the least, from the end on.
    ///
    /// For each layer on the way, one state is expanded and each successor is looked up, at a block
    /// and some twenty reads of the index each.
    pub(crate) fn way_to(&mut self, rank: u64) -> io::Result<Option<Vec<u64>>> {
        let Some(depth) = self.depth_of(rank)? else { return Ok(None) };
        let mut way = vec![rank];
        let mut successors = Vec::new();
        for layer in self.layers[..depth].iter().rev() {
            successors.clear();
            let here = &way[way.len() - 1..];
            self.spaces[0].expand(here, &mut successors);
            successors.sort_unstable();
            let before = layer.states.first_of(successors.iter().map(|class| class.rank()))?;
            way.push(before.ok_or_else(|| damaged("no move leads back"))?);
        }
        way.reverse();
        Ok(Some(way))
    }

    /// How far `rank` is from the nearest source of this sweep; none if no layer has it.
    pub(crate) fn depth_of(&self, rank: u64) -> io::Result<Option<usize>> {
        for (depth, layer) in self.layers.iter().enumerate() {
            if layer.states.contains(rank)? {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }
}
