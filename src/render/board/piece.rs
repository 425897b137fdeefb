//! One piece, from the corner of its anchor.

use std::fmt::{self, Display, Formatter};

use super::outline::{Inset, Outline};
use super::{label, offsets};
use crate::puzzle::{Piece, Polyomino};
use crate::render::theme::Ink;
use crate::render::xml::Escaped;

/// How pieces lie within their cells.
const INSET: Inset = Inset { gap: 3, radius: 9 };

/// A piece without what is written on it.
pub(super) struct Face<'a> {
    pub(super) piece: &'a Piece,
    pub(super) ink: Ink,
}

impl Display for Face<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Ink { fill, edge, .. } = self.ink;
        writeln!(f, "<title>{}</title>", Escaped(&self.piece.label()))?;
        let outline = Outlined(&self.piece.shape, INSET);
        writeln!(f, r#"<path d="{outline}" fill="{fill}" stroke="{edge}" stroke-width="2"/>"#)
    }
}

/// What is written on a piece: its name and letter.
pub(super) struct Label<'a> {
    pub(super) piece: &'a Piece,
    pub(super) ink: Ink,
}

impl Display for Label<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        label::write(f, self.piece, self.ink)
    }
}

/// The outline of a shape, from the corner of its anchor.
pub(super) struct Outlined<'a>(pub(super) &'a Polyomino, pub(super) Inset);

impl Outlined<'_> {
    /// The outline of the piece itself.
    pub(super) const fn of(shape: &Polyomino) -> Outlined<'_> {
        Outlined(shape, INSET)
    }
}

impl Display for Outlined<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Outline { cells: &offsets(self.0), inset: self.1 })
    }
}
