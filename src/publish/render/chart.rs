//! What charts share: the paper, the title, the ticks of both axes, and their numbers.

use super::{
    scene::{Anchor, Item, Scene, View},
    theme::Colour,
};

/// The width of every chart.
pub const WIDTH: f64 = 800.0;
/// The height of a line of text.
pub const LINE: f64 = 17.0;
/// The middle of text lies this far above its line.
pub const MIDDLE: f64 = 4.0;

/// A colour for light and for dark systems.
type Pair = [Colour; 2];

const fn pair(light: u32, dark: u32) -> Pair {
    [Colour::new(light), Colour::new(dark)]
}

/// Blue and orange differ for all kinds of colour vision.
const PAPER: Pair = pair(0xfd_fc_f8, 0x1b_1d_20);
const TEXT: Pair = pair(0x22_22_22, 0xdd_dd_dd);
const GRID: Pair = pair(0xbb_bb_bb, 0x55_55_55);
pub const BAR: Pair = pair(0x2b_5c_8a, 0x7f_b2_e5);
pub const MARK: Pair = pair(0xb3_47_00, 0xff_ab_70);

/// A chart while it is drawn: a scene, and the rectangle between its axes.
pub struct Chart<'a> {
    pub scene: &'a mut Scene,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Returns a scene with a title on paper.
pub fn chart(title: &str, height: f64) -> Scene {
    let view = View {
        left: 0.0,
        top: 0.0,
        width: WIDTH,
        height,
    };
    let mut scene = Scene::new(title, view, PAPER[0]);
    scene.dark = vec![PAPER, TEXT, GRID, BAR, MARK];
    scene.cover();
    let heading = Item::text(title, WIDTH / 2.0, 17.0, 15);
    scene.items.push(heading.filled(TEXT[0]).bold());
    scene
}

/// Returns a line of text.
pub fn label(text: impl Into<String>, x: f64, line: f64, anchor: Anchor) -> Item {
    Item::text(text, x, line - MIDDLE, 12)
        .filled(TEXT[0])
        .anchored(anchor)
}

/// Parts a text from the lines below it.
pub fn parted(text: Item) -> Item {
    text.stroked(PAPER[0], 4).rounded()
}

impl Chart<'_> {
    pub fn add(&mut self, item: Item) {
        self.scene.items.push(item);
    }

    fn line(&mut self, data: String, colour: Pair, width: f64) {
        self.add(Item::path(data).stroked(colour[0], width));
    }

    /// Draws a line across with its number, at a height.
    pub fn tick_up(&mut self, y: f64, number: impl Into<String>) {
        let x = self.left;
        self.line(format!("M{x:.1} {y:.1}H{:.1}", self.right), GRID, 0.5);
        self.add(label(number, x - 6.0, y + MIDDLE, Anchor::End));
    }

    /// Writes a number below the lower axis.
    pub fn tick_across(&mut self, x: f64, number: impl Into<String>) {
        self.add(label(number, x, self.bottom + LINE, Anchor::Middle));
    }

    /// Draws a line upwards from the lower axis.
    pub fn line_up(&mut self, x: f64) {
        let data = format!("M{x:.1} {:.1}V{:.1}", self.bottom, self.top);
        self.line(data, GRID, 0.5);
    }

    /// Draws a short line below the lower axis.
    pub fn notch(&mut self, x: f64) {
        self.line(format!("M{x:.1} {:.1}v4", self.bottom), TEXT, 1.0);
    }

    /// Draws the axes, the left one up to a height, and writes the unit of the lower one.
    pub fn axes(&mut self, top: f64, unit: &str) {
        let Chart {
            left,
            right,
            bottom,
            ..
        } = *self;
        let data = format!("M{left:.1} {top:.1}V{bottom:.1}H{right:.1}");
        self.line(data, TEXT, 1.0);
        let middle = f64::midpoint(left, right);
        self.add(label(unit, middle, bottom + 2.3 * LINE, Anchor::Middle));
    }
}

/// Formats a number with commas: `11,982`.
pub fn grouped(number: impl Copy + ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a picture has no more than a few hundred dots"
)]
pub fn float(number: u64) -> f64 {
    number as f64
}
