//! What a checkpoint says of the files.
//!
//! Numbers of eight bytes, little-endian: the sweep, how many layers it has, and for each layer how
//! many states it has, the length of their file and its checksum, and the same of its goals, three
//! zeros where it has none.

use std::io::{self, Read, Write};
use std::path::Path;

use super::StoredLayer;
use super::place::{Place, at};
use super::sorted::{Sorted, damaged};

pub(super) fn write(sweep: u32, layers: &[StoredLayer], out: &mut dyn Write) -> io::Result<()> {
    let file = |file: &Sorted| [file.count, file.bytes, u64::from(file.checksum)];
    let mut write = |numbers: &[u64]| {
        numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
    };
    write(&[u64::from(sweep), layers.len() as u64])?;
    layers.iter().try_for_each(|layer| {
        write(&file(&layer.states))?;
        write(&layer.goals.as_ref().map_or([0; 3], file))
    })
}

/// The sweep and its layers, whose files are there and are those that they were.
pub(super) fn read(place: &Place, input: &mut dyn Read) -> io::Result<(u32, Vec<StoredLayer>)> {
    let sweep = u32::try_from(read_number(input)?).map_err(|_| damaged("too many sweeps"))?;
    let mut layers = Vec::new();
    for depth in 0..read_number(input)? {
        let depth = usize::try_from(depth).map_err(|_| damaged("too many layers"))?;
        let states = read_file(&place.layer(sweep, depth), input)?;
        let states = states.ok_or_else(|| damaged("a layer has no file"))?;
        let goals = read_file(&place.goals(sweep, depth), input)?;
        layers.push(StoredLayer { states, goals });
    }
    // These are needed now; the others are checked block by block when they are.
    layers.iter().rev().take(2).try_for_each(|layer| layer.states.check())?;
    layers.iter().filter_map(|layer| layer.goals.as_ref()).try_for_each(Sorted::check)?;
    Ok((sweep, layers))
}

/// The file at `path`, if there should be one; it is an error if that is another.
fn read_file(path: &Path, input: &mut dyn Read) -> io::Result<Option<Sorted>> {
    let numbers = [read_number(input)?, read_number(input)?, read_number(input)?];
    if numbers == [0; 3] {
        return Ok(None);
    }
    let file = Sorted::open(path)?;
    if numbers != [file.count, file.bytes, u64::from(file.checksum)] {
        return Err(at(path)(damaged("this is not the file that the checkpoint tells of")));
    }
    Ok(Some(file))
}

fn read_number(input: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
