//! The outlines of text. `letters.otf`, a subset of Noto Sans CJK, has outlines for every character
//! of the collection. If a text has another character, it is drawn with the bitmaps of GNU Unifont.
//!
//! The SIL Open Font License (`letters.txt`) covers both fonts. `.ci/font` makes `letters.otf`.
//! `bitmaps.bin` is the file `unifont.hex` of version 15.1.05, deflated. It holds one
//! byte for each character up to U+FFFF, the length of its bitmap: 0, 16 or 32. The bitmaps follow:
//! 16 rows of 8 pixels, a byte each, for the left half, then 16 rows for the right half if the
//! character is wide.

use std::sync::LazyLock;

use miniz_oxide::inflate::decompress_to_vec;
use tiny_skia::{Path, PathBuilder, Rect, Transform};
use ttf_parser::{Face, OutlineBuilder};

static FONT: LazyLock<Face<'static>> = LazyLock::new(|| {
    Face::parse(include_bytes!("letters.otf"), 0).expect("it is a part of the program")
});

static BITMAPS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    decompress_to_vec(include_bytes!("bitmaps.bin")).expect("it is a part of the program")
});

/// The number of characters that [`BITMAPS`] begins with.
const BITMAP_CHARACTERS: usize = 1 << 16;

/// The bitmap of a character, 8 or 16 pixels wide.
#[derive(Clone, Copy)]
struct Bitmap(&'static [u8]);

impl Bitmap {
    fn of(character: char) -> Option<Self> {
        let at = character as usize;
        let lengths = &BITMAPS[..BITMAP_CHARACTERS];
        let length = *lengths.get(at).filter(|length| **length > 0)?;
        let before: usize = lengths[..at]
            .iter()
            .map(|&length| usize::from(length))
            .sum();
        Some(Bitmap(
            &BITMAPS[BITMAP_CHARACTERS + before..][..usize::from(length)],
        ))
    }

    const fn width(self) -> usize {
        self.0.len() / BITMAP_HEIGHT * 8
    }

    const fn has(self, x: usize, y: usize) -> bool {
        self.0[x / 8 * BITMAP_HEIGHT + y] << (x % 8) & 0x80 != 0
    }
}

/// The height of every bitmap, in pixels.
const BITMAP_HEIGHT: usize = 16;

/// The outline of a line of text, from its start on the line, one unit high and upside down as
/// fonts are.
pub struct Lettering {
    pub path: Option<Path>,
    pub width: f32,
}

impl Lettering {
    /// Returns the outline of a text. A character that no font has takes no room.
    pub fn new(text: &str) -> Self {
        if text.chars().all(|mark| FONT.glyph_index(mark).is_some()) {
            Self::outlines(text)
        } else {
            Self::bitmaps(text)
        }
    }

    fn outlines(text: &str) -> Self {
        let mut outline = Outline::default();
        for id in text.chars().filter_map(|mark| FONT.glyph_index(mark)) {
            FONT.outline_glyph(id, &mut outline);
            outline.left += f32::from(FONT.glyph_hor_advance(id).unwrap_or(0));
        }
        let scale = 1.0 / f32::from(FONT.units_per_em());
        let width = outline.left * scale;
        let path = outline.builder.finish();
        let path = path.and_then(|path| path.transform(Transform::from_scale(scale, scale)));
        Lettering { path, width }
    }

    /// Draws each pixel as a square.
    #[expect(clippy::cast_precision_loss, reason = "bitmaps are small")]
    fn bitmaps(text: &str) -> Self {
        let mut builder = PathBuilder::new();
        let mut left = 0;
        let side = 1.0 / BITMAP_HEIGHT as f32;
        for bitmap in text.chars().filter_map(Bitmap::of) {
            for x in 0..bitmap.width() {
                for y in (0..BITMAP_HEIGHT).filter(|&y| bitmap.has(x, y)) {
                    // Two rows of a bitmap lie below the line.
                    let x = (left + x) as f32 * side;
                    let y = 13.0 * side - y as f32 * side;
                    let square = Rect::from_xywh(x, y, side, side);
                    builder.push_rect(square.expect("squares have a size"));
                }
            }
            left += bitmap.width();
        }
        Lettering {
            path: builder.finish(),
            width: left as f32 * side,
        }
    }
}

/// The outlines of glyphs, each beside the one before.
#[derive(Default)]
struct Outline {
    builder: PathBuilder,
    left: f32,
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(self.left + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(self.left + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let left = self.left;
        self.builder.quad_to(left + x1, y1, left + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let left = self.left;
        self.builder
            .cubic_to(left + x1, y1, left + x2, y2, left + x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        let han = Lettering::new("曹操");
        assert!((han.width - 2.0).abs() < 0.01, "{}", han.width);
        let bounds = han.path.expect("an outline").bounds();
        assert!(bounds.left() > 0.0 && bounds.right() < 2.0, "{bounds:?}");
        assert!(bounds.top() < 0.0 && bounds.bottom() > 0.7, "{bounds:?}");
        assert!(Lettering::new("A").width < 0.8);
        assert!(
            Lettering::new("\u{10ffff}").path.is_none(),
            "no such character"
        );
    }

    #[test]
    fn the_names_of_the_collection_have_outlines_and_others_bitmaps() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
        let folders = fs::read_dir(root)
            .expect("a folder")
            .map(|it| it.expect("an item").path());
        let files = folders
            .filter(|it| it.is_dir())
            .flat_map(|it| fs::read_dir(it).expect("it"));
        let mut names = 0;
        for file in files {
            let text = fs::read_to_string(file.expect("an item").path()).unwrap_or_default();
            for line in text.lines().filter_map(|line| line.strip_prefix("names:")) {
                for mark in line.chars() {
                    assert!(FONT.glyph_index(mark).is_some(), "`{mark}` of {line}");
                }
                names += 1;
            }
        }
        assert!(names > 30, "{names}");
        let rare = Lettering::new("龘");
        assert!((rare.width - 1.0).abs() < 0.01 && rare.path.is_some());
    }

    /// A bitmap as lines of `#` and `.`, without empty lines.
    fn drawn(character: char) -> Vec<String> {
        let bitmap = Bitmap::of(character).expect("a bitmap");
        let mark = |x, y| if bitmap.has(x, y) { '#' } else { '.' };
        let rows = (0..BITMAP_HEIGHT).map(|y| (0..bitmap.width()).map(|x| mark(x, y)).collect());
        rows.filter(|row: &String| row.contains('#')).collect()
    }

    #[test]
    fn the_bitmaps_equal_those_of_unifont() {
        assert_eq!(
            drawn('Г'),
            [
                ".######.", ".#......", ".#......", ".#......", ".#......", ".#......", ".#......",
                ".#......", ".#......", ".#......"
            ]
        );
        assert_eq!(drawn('二'), ["..###########...", "###############."]);
        let lengths = &BITMAPS[..BITMAP_CHARACTERS];
        assert_eq!(lengths.iter().filter(|length| **length > 0).count(), 57_084);
        let total: usize = lengths.iter().map(|&length| usize::from(length)).sum();
        assert_eq!(BITMAPS.len(), BITMAP_CHARACTERS + total);
        assert!(Bitmap::of('\u{10000}').is_none());
    }
}
