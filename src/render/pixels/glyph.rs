//! Letters as pixels, from the bitmap font GNU Unifont, which has those of all living scripts.

use unifont::get_glyph;

use super::canvas::Canvas;

/// The height of all glyphs, in pixels.
const HEIGHT: usize = 16;

/// How wide a text is, in pixels.
fn width(text: &str) -> usize {
    text.chars().filter_map(get_glyph).map(unifont::Glyph::get_width).sum()
}

/// How many times its size a text may have, to fit so many pixels; `None` where it does not fit at
/// all, or has characters that the font does not know.
pub(super) fn scale(text: &str, (across, down): (usize, usize)) -> Option<usize> {
    let known = text.chars().all(|mark| get_glyph(mark).is_some());
    let scale = (across / width(text).max(1)).min(down / HEIGHT);
    (known && scale > 0).then_some(scale)
}

/// Writes a text around a point, each of its pixels so many pixels wide.
pub(super) fn write(canvas: &mut Canvas, text: &str, (x, y): (i64, i64), scale: usize, colour: u8) {
    let wide = |length: usize| i64::try_from(length).unwrap_or(0);
    let mut left = x - wide(width(text) * scale / 2);
    let top = y - wide(HEIGHT * scale / 2);
    for glyph in text.chars().filter_map(get_glyph) {
        canvas.stamp((left, top), HEIGHT * scale, |x, y| {
            glyph.get_pixel(x / scale, y / scale).then_some(colour)
        });
        left += wide(glyph.get_width() * scale);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_is_twice_as_wide() {
        assert_eq!((width("A"), width("曹操")), (8, 32));
        assert_eq!(scale("曹操", (40, 90)), Some(1));
        assert_eq!(scale("曹操", (90, 90)), Some(2));
        assert_eq!(scale("曹操", (30, 90)), None);
        assert_eq!(scale("A\u{10ffff}", (90, 90)), None, "no such character");
    }

    #[test]
    fn a_letter_is_drawn_in_its_place() {
        let mut canvas = Canvas::new(16, 32, 0);
        write(&mut canvas, "I", (8, 16), 2, 1);
        let inked: usize = canvas.pixels().iter().copied().map(usize::from).sum();
        assert!(inked > 40 && inked.is_multiple_of(4), "{inked}");
    }
}
