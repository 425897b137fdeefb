//! An atlas as comma-separated values: a line a set of pieces.

use std::io::{self, Write};

use huarong::atlas::{PieceSet, Summary};

use super::short;

pub(super) fn write(out: &mut dyn Write, sets: &[Summary]) -> io::Result<()> {
    writeln!(
        out,
        "flats,uprights,singles,empties,layouts,solvable,components,largest,length,so_hard,\
         commoncode,shortcode"
    )?;
    for summary in sets {
        let PieceSet { flats, uprights, singles } = summary.pieces;
        let Summary { layouts, components, largest, .. } = *summary;
        let (empties, solvable) = (summary.pieces.empties(), summary.solvable());
        write!(out, "{flats},{uprights},{singles},{empties},")?;
        write!(out, "{layouts},{solvable},{components},{largest},")?;
        match summary.hardest {
            Some(hardest) => {
                let (code, short) = (hardest.code, short(hardest.code));
                writeln!(out, "{},{},{code},{short}", hardest.distance, hardest.layouts)?;
            }
            None => writeln!(out, ",,,")?,
        }
    }
    Ok(())
}
