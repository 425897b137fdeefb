//! The way of a piece, in pixels.

use super::canvas::Canvas;
use super::scale::Scale;
use crate::render::board::{Arrow, UNIT};

/// Draws an arrow whose shaft is so many units thick.
pub(super) fn draw(canvas: &mut Canvas, scale: Scale, arrow: &Arrow, thickness: i32, colour: u8) {
    let border = scale.border();
    let at = |&(x, y): &(i32, i32)| (border + scale.pixels(x), border + scale.pixels(y));
    let thick = scale.pixels(thickness).max(1);
    let half = thick / 2;
    for pair in arrow.points.windows(2) {
        let ((x1, y1), (x2, y2)) = (at(&pair[0]), at(&pair[1]));
        let corner = (x1.min(x2) - half, y1.min(y2) - half);
        canvas.fill(corner, ((x1 - x2).abs() + thick, (y1 - y2).abs() + thick), colour);
    }
    let Some(end) = arrow.points.last().map(at) else { return };
    let (dx, dy) = (i64::from(arrow.heading.0), i64::from(arrow.heading.1));
    let length = scale.pixels(UNIT / 4);
    // The head is made of bars across, from its tip back; the tip lies a little beyond the shaft.
    let tip = (end.0 + dx * thick, end.1 + dy * thick);
    for back in 0..length + half {
        let (x, y) = (tip.0 - dx * back, tip.1 - dy * back);
        let reach = back.min(length);
        let (across, down) = (dy.abs() * reach, dx.abs() * reach);
        canvas.fill((x - across, y - down), (2 * across + 1, 2 * down + 1), colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_has_a_shaft_and_a_head() {
        let mut canvas = Canvas::new(40, 20, 0);
        let arrow = Arrow { points: vec![(30, 30), (90, 30)], heading: (1, 0) };
        draw(&mut canvas, Scale { cell: 16 }, &arrow, 8, 1);
        let row = |row: usize| -> String {
            let pixels = canvas.row(row, &(0..40)).iter();
            pixels.map(|&pixel| if pixel == 0 { '.' } else { '#' }).collect()
        };
        assert_eq!(row(12), "...........####################.........");
        assert_eq!(row(9), "..........................##............");
    }
}
