//! Text on pieces. `letters.otf`, a subset of Noto Sans CJK, has outlines for every character of
//! the collection. If a text has another character, it is drawn with the bitmaps of GNU Unifont.
//!
//! The SIL Open Font License (`letters.txt`) covers both fonts. `.ci/font` makes `letters.otf`.
//! `bitmaps.bin` is the file `unifont.hex` of version 15.1.05, deflated. It holds one
//! byte for each character up to U+FFFF, the length of its bitmap: 0, 16 or 32. The bitmaps follow:
//! 16 rows of 8 pixels, a byte each, for the left half, then 16 rows for the right half if the
//! character is wide.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use miniz_oxide::inflate::decompress_to_vec;

use super::canvas::{Canvas, wide};

/// How much of a pixel a letter covers, from 0 to [`ALL`].
pub type Cover = u8;

/// A pixel that is covered.
pub const ALL: Cover = 6;

static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("letters.otf")).expect("it is a part of the program")
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

/// The smallest letters that can be read, in pixels from line to line.
const LEAST: f32 = 7.0;

/// How far above the line letters have their middle, in parts of their size.
const MIDDLE: f32 = 0.37;

/// The height of every bitmap, in pixels.
const BITMAP_HEIGHT: usize = 16;

/// A text as pixels.
#[derive(Clone, Debug)]
pub struct Lettering {
    width: usize,
    height: usize,
    covers: Vec<Cover>,
}

impl Lettering {
    /// Returns a text as large as it fits; `None` if it does not fit or no font has one of its
    /// characters.
    pub fn fit(text: &str, room: (usize, usize)) -> Option<Self> {
        if text.chars().all(|mark| FONT.glyph_id(mark).0 != 0) {
            Self::outlines(text, room)
        } else {
            Self::bitmaps(text, room)
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "lengths in pixels are small")]
    fn outlines(text: &str, (across, down): (usize, usize)) -> Option<Self> {
        let ids = || text.chars().map(|mark| FONT.glyph_id(mark));
        // A font's scale is from its highest letters to its lowest, a size from line to line.
        let scale_of = |size: f32| {
            PxScale::from(size * FONT.height_unscaled() / FONT.units_per_em().unwrap_or(1000.0))
        };
        let advance = |size: f32| -> f32 {
            let font = FONT.as_scaled(scale_of(size));
            ids().map(|id| font.h_advance(id)).sum()
        };
        let size = (across as f32 / advance(1.0).max(0.1)).min(down as f32);
        if size < LEAST {
            return None;
        }
        let font = FONT.as_scaled(scale_of(size));
        let width = pixels(advance(size)).max(1);
        let height = pixels(size * 1.3);
        let mut lettering = Lettering {
            width,
            height,
            covers: vec![0; width * height],
        };
        let mut left = 0.0;
        let line = height as f32 / 2.0 + size * MIDDLE;
        for id in ids() {
            lettering.draw(id.with_scale_and_position(scale_of(size), point(left, line)));
            left += font.h_advance(id);
        }
        Some(lettering)
    }

    fn draw(&mut self, glyph: Glyph) {
        let Some(outline) = FONT.outline_glyph(glyph) else {
            return;
        };
        let corner = outline.px_bounds().min;
        let left = whole(corner.x);
        let top = whole(corner.y);
        outline.draw(|x, y, part| {
            let place = |at: u32, corner: i64| usize::try_from(i64::from(at) + corner).ok();
            if let (Some(x), Some(y)) = (place(x, left), place(y, top))
                && x < self.width
                && y < self.height
            {
                let cover = u8::try_from(whole((part * f32::from(ALL)).round())).unwrap_or(0);
                let pixel = &mut self.covers[y * self.width + x];
                *pixel = cover.clamp(*pixel, ALL);
            }
        });
    }

    fn bitmaps(text: &str, (across, down): (usize, usize)) -> Option<Self> {
        let bitmaps: Vec<Bitmap> = text.chars().map(Bitmap::of).collect::<Option<_>>()?;
        let width: usize = bitmaps.iter().map(|bitmap| bitmap.width()).sum();
        let scale = (across / width.max(1)).min(down / BITMAP_HEIGHT);
        if scale == 0 {
            return None;
        }
        let width = width * scale;
        let height = BITMAP_HEIGHT * scale;
        let mut covers = vec![0; width * height];
        let mut left = 0;
        for bitmap in bitmaps {
            for y in 0..height {
                for x in 0..bitmap.width() * scale {
                    if bitmap.has(x / scale, y / scale) {
                        covers[y * width + left + x] = ALL;
                    }
                }
            }
            left += bitmap.width() * scale;
        }
        Some(Lettering {
            width,
            height,
            covers,
        })
    }

    /// Returns the covered pixels of the text around a point.
    pub fn covers_around(&self, (x, y): (i64, i64)) -> impl Iterator<Item = (i64, i64, Cover)> {
        let left = x - wide(self.width) / 2;
        let top = y - wide(self.height) / 2;
        let covered = self
            .covers
            .iter()
            .enumerate()
            .filter(|(_, cover)| **cover > 0);
        covered.map(move |(at, &cover)| {
            (
                left + wide(at % self.width),
                top + wide(at / self.width),
                cover,
            )
        })
    }

    /// Writes it around a point, in colours by how much is covered.
    pub fn write(&self, canvas: &mut Canvas, (x, y): (i64, i64), colours: [u8; 7]) {
        let corner = (x - wide(self.width) / 2, y - wide(self.height) / 2);
        canvas.stamp(corner, (self.width, self.height), |x, y| {
            let cover = self.covers[y * self.width + x];
            (cover > 0).then(|| colours[usize::from(cover)])
        });
    }
}

fn pixels(length: f32) -> usize {
    usize::try_from(whole(length.ceil())).unwrap_or(0)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what has a fraction is rounded before"
)]
const fn whole(length: f32) -> i64 {
    length as i64
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// How wide and how high a text becomes.
    fn size(text: &str, room: (usize, usize)) -> Option<(usize, usize)> {
        Lettering::fit(text, room).map(|it| (it.width, it.height))
    }

    #[test]
    fn a_text_takes_the_room_there_is() {
        let (width, height) = size("曹操", (40, 90)).expect("there is room");
        assert!(
            (38..=41).contains(&width) && height < 30,
            "{width} × {height}"
        );
        let (width, _) = size("A", (90, 50)).expect("there is room");
        assert!((20..=40).contains(&width), "{width}");
        assert_eq!(size("曹操", (10, 90)), None);
        assert_eq!(size("A\u{10ffff}", (90, 90)), None, "no such character");
    }

    #[test]
    fn letters_are_smooth_and_in_the_middle() {
        let lettering = Lettering::fit("I", (60, 60)).expect("there is room");
        let mut canvas = Canvas::new(80, 80, 0);
        lettering.write(&mut canvas, (40, 40), [0, 1, 2, 3, 4, 5, 6]);
        let mut ink = 0_i64;
        let mut soft = 0;
        let mut sums = (0, 0);
        for (at, &cover) in canvas.pixels().iter().enumerate() {
            ink += i64::from(cover > 0);
            soft += i64::from((1..6).contains(&cover));
            if cover > 0 {
                sums = (sums.0 + wide(at % 80), sums.1 + wide(at / 80));
            }
        }
        assert!(ink > 150 && soft > 5, "{ink}, {soft}");
        let middle = (sums.0 / ink, sums.1 / ink);
        assert!(
            (38..=41).contains(&middle.0) && (37..=42).contains(&middle.1),
            "{middle:?}"
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
                    assert_ne!(FONT.glyph_id(mark).0, 0, "`{mark}` of {line}");
                }
                names += 1;
            }
        }
        assert!(names > 30, "{names}");
        let covers = Lettering::fit("龘", (32, 32))
            .expect("there is room")
            .covers;
        assert!(covers.iter().all(|&cover| cover == 0 || cover == ALL));
    }

    /// A bitmap as lines of `#` and `.`, without empty lines.
    fn drawn(character: char) -> Vec<String> {
        let bitmap = Bitmap::of(character).expect("a bitmap");
        let mark = |x, y| if bitmap.has(x, y) { '#' } else { '.' };
        let rows = (0..BITMAP_HEIGHT).map(|y| (0..bitmap.width()).map(|x| mark(x, y)).collect());
        rows.filter(|row: &String| row.contains('#')).collect()
    }

    #[test]
    fn bitmaps_are_those_of_unifont() {
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
