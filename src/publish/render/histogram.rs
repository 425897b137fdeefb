//! Histograms as SVG pictures.

use std::fmt::{self, Display, Formatter};

use unicode_width::UnicodeWidthStr;

use super::Escaped;

/// Counts as bars, such as the layers of a search. Its display is an SVG document that scales to
/// its container, follows the reader's light or dark scheme and uses the generic font `sans-serif`.
///
/// If most bars would be too low to be seen, the scale is logarithmic, and the picture says so.
///
/// # Complexity
/// Linear in the counts, some 120 bytes each.
///
/// ```
/// use huarong::render::{Histogram, HistogramMark};
///
/// let histogram = Histogram {
///     title: "Small",
///     across: "moves from the start",
///     up: "positions",
///     counts: &[1, 3, 5, 2],
///     marks: &[HistogramMark { at: 2, label: "solved" }],
/// };
/// assert!(histogram.to_string().contains("<title>2: 5</title>"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Histogram<'a> {
    /// The title.
    pub title: &'a str,
    /// The unit of the horizontal axis: `moves from the start`.
    pub across: &'a str,
    /// The unit of the counts: `positions`.
    pub up: &'a str,
    /// The counts, from 0 on.
    pub counts: &'a [u64],
    /// Marked counts; marks past the last count are ignored.
    pub marks: &'a [HistogramMark<'a>],
}

/// A marked count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistogramMark<'a> {
    /// The index of the count.
    pub at: usize,
    /// Its label.
    pub label: &'a str,
}

/// The width of the whole picture.
const WIDTH: f64 = 800.0;

/// The height of the bars.
const HEIGHT: f64 = 320.0;

/// The height of a line of text.
const LINE: f64 = 17.0;

/// The room a character takes, rather too much than too little.
const LETTER: f64 = 7.2;

/// The largest number of ticks along the bottom.
const TICKS: u64 = 12;

/// Blue and orange differ for all kinds of colour vision.
const STYLE: &str = "\
.paper{fill:#fdfcf8}text{font:12px sans-serif;fill:#222}.title{font-size:15px;font-weight:bold}
.bar{fill:#2b5c8a}.bar:hover{fill:#6a9fd0}
.axis{stroke:#222;fill:none}.grid{stroke:#bbb;stroke-width:.5;fill:none}
.mark{stroke:#b34700;stroke-width:1.5;stroke-dasharray:4 3;fill:none}.label{fill:#b34700}
.label,.up{paint-order:stroke;stroke:#fdfcf8;stroke-width:4px;stroke-linejoin:round}
@media(prefers-color-scheme:dark){.paper{fill:#1b1d20}text{fill:#ddd}
.bar{fill:#7fb2e5}.bar:hover{fill:#b9d7f5}
.axis{stroke:#ddd}.grid{stroke:#555}.mark{stroke:#ffab70}.label{fill:#ffab70}
.label,.up{stroke:#1b1d20}}";

impl Display for Histogram<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let drawing = HistogramLayout::new(self);
        let height = drawing.bottom + 3.0 * LINE;
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" "#)?;
        writeln!(f, r#"viewBox="0 0 {WIDTH:.0} {height:.0}" role="img">"#)?;
        writeln!(
            f,
            "<title>{}</title>\n<style>\n{STYLE}\n</style>",
            Escaped(self.title)
        )?;
        writeln!(
            f,
            r#"<rect class="paper" width="{WIDTH:.0}" height="{height:.0}"/>"#
        )?;
        let middle = f64::midpoint(drawing.left, drawing.right);
        let title = Escaped(self.title);
        writeln!(
            f,
            r#"<text class="title" x="{middle:.1}" y="22" text-anchor="middle">{title}</text>"#
        )?;
        drawing.grid(f)?;
        drawing.bars(f)?;
        drawing.axis(f)?;
        drawing.legend(f)?;
        let y = drawing.bottom + 2.3 * LINE;
        let across = Escaped(self.across);
        writeln!(
            f,
            r#"<text x="{middle:.1}" y="{y:.1}" text-anchor="middle">{across}</text>"#
        )?;
        writeln!(f, "</svg>")
    }
}

/// The places of the parts of a histogram.
struct HistogramLayout<'a> {
    histogram: &'a Histogram<'a>,
    scale: CountScale,
    marks: Vec<PlacedLabel<'a>>,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl<'a> HistogramLayout<'a> {
    fn new(histogram: &'a Histogram<'a>) -> Self {
        let scale = CountScale::of(histogram.counts);
        let longest = scale
            .ticks()
            .iter()
            .map(|&tick| grouped(tick).len())
            .max()
            .unwrap_or(1);
        let left = 16.0 + LETTER * float(longest as u64);
        let right = WIDTH - 16.0;
        let mut drawing = HistogramLayout {
            histogram,
            scale,
            marks: Vec::new(),
            left,
            right,
            top: 0.0,
            bottom: 0.0,
        };
        let shown = histogram
            .marks
            .iter()
            .filter(|mark| mark.at < histogram.counts.len());
        drawing.marks = placed(
            shown.map(|mark| (drawing.middle(mark.at), mark.label)),
            right,
        );
        let rows = drawing
            .marks
            .iter()
            .map(|mark| mark.row + 1)
            .max()
            .unwrap_or(0);
        drawing.top = 32.0 + LINE * float(rows as u64) + 22.0;
        drawing.bottom = drawing.top + HEIGHT;
        drawing
    }

    /// Returns the width of a bar with its gap.
    fn room(&self) -> f64 {
        (self.right - self.left) / float(self.histogram.counts.len().max(1) as u64)
    }

    /// Returns the middle of a bar.
    fn middle(&self, at: usize) -> f64 {
        self.left + self.room() * (float(at as u64) + 0.5)
    }

    /// Lines at round counts, with those beside them.
    fn grid(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let HistogramLayout { left, right, .. } = *self;
        for tick in self.scale.ticks() {
            let y = self.bottom - HEIGHT * self.scale.fraction(tick);
            writeln!(
                f,
                r#"<path class="grid" d="M{left:.1} {y:.1}H{right:.1}"/>"#
            )?;
            let x = left - 6.0;
            let y = y + 4.0;
            let number = grouped(tick);
            writeln!(
                f,
                r#"<text x="{x:.1}" y="{y:.1}" text-anchor="end">{number}</text>"#
            )?;
        }
        Ok(())
    }

    fn bars(&self, f: &mut Formatter<'_>) -> fmt::Result {
        /// A bar that stands for something can be seen.
        const LEAST: f64 = 0.8;
        let room = self.room();
        // Wide bars stand apart; narrow ones together, so that no light shines through.
        let width = if room < 3.0 { room + 0.1 } else { room * 0.82 };
        for (at, &count) in self
            .histogram
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            let height = (HEIGHT * self.scale.fraction(count)).max(LEAST);
            let x = self.middle(at) - width / 2.0;
            let y = self.bottom - height;
            let at = grouped(at as u64);
            let count = grouped(count);
            write!(
                f,
                r#"<rect class="bar" x="{x:.2}" y="{y:.1}" width="{width:.2}" "#
            )?;
            writeln!(
                f,
                r#"height="{height:.1}"><title>{at}: {count}</title></rect>"#
            )?;
        }
        Ok(())
    }

    /// Draws the axis below the bars, with round numbers.
    fn axis(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let HistogramLayout {
            left,
            right,
            bottom,
            ..
        } = *self;
        writeln!(
            f,
            r#"<path class="axis" d="M{left:.1} {bottom:.1}H{right:.1}"/>"#
        )?;
        let last = self.histogram.counts.len().saturating_sub(1);
        let step = usize::try_from(round_step(last as u64, TICKS)).unwrap_or(usize::MAX);
        let bars = 0..self.histogram.counts.len();
        for at in bars.step_by(step) {
            let x = self.middle(at);
            let y = bottom + LINE;
            writeln!(f, r#"<path class="axis" d="M{x:.1} {bottom:.1}v4"/>"#)?;
            let number = grouped(at as u64);
            writeln!(
                f,
                r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle">{number}</text>"#
            )?;
        }
        Ok(())
    }

    /// Draws the marks and the unit of the counts above the bars.
    fn legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let height = |mark: &PlacedLabel<'_>| 32.0 + LINE * float(mark.row as u64 + 1) - 5.0;
        for mark in &self.marks {
            let x = mark.x;
            let from = height(mark) + 4.0;
            let bottom = self.bottom;
            writeln!(
                f,
                r#"<path class="mark" d="M{x:.1} {from:.1}V{bottom:.1}"/>"#
            )?;
        }
        // Over all the lines, which they part.
        for mark in &self.marks {
            let (x, anchor) = match mark.anchor {
                Anchor::Start(x) => (x, "start"),
                Anchor::Middle(x) => (x, "middle"),
                Anchor::End(x) => (x, "end"),
            };
            let y = height(mark);
            let label = Escaped(mark.label);
            write!(
                f,
                r#"<text class="label" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">"#
            )?;
            writeln!(f, "{label}</text>")?;
        }
        let y = self.top - 12.0;
        let up = Escaped(self.histogram.up);
        let how = match self.scale {
            CountScale::Linear { .. } => "",
            CountScale::Logarithmic { .. } => ", logarithmic scale",
        };
        writeln!(f, r#"<text class="up" x="8" y="{y:.1}">{up}{how}</text>"#)
    }
}

/// Returns a number with separators: `1,234`.
pub fn grouped(number: u64) -> String {
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

/// Lines across the bars, at most.
const LINES: u64 = 6;

/// Where a count of one begins, in powers of ten, so that its bar can be seen.
const BELOW_ONE: f64 = 0.3;

/// A bar is low if it is less than this part of the highest one.
const LOW: u64 = 100;

/// The scale of the bars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CountScale {
    /// Counts, with lines at multiples of `step`, the last of them at `top`.
    Linear { step: u64, top: u64 },
    /// The logarithms of counts, from 1 to this power of ten.
    Logarithmic { decades: u32 },
}

impl CountScale {
    /// Returns the scale for these counts: logarithmic if more than half of the bars would be low.
    fn of(counts: &[u64]) -> Self {
        let highest = counts.iter().copied().max().unwrap_or(0);
        let mut bars = 0_usize;
        let mut low = 0_usize;
        for &count in counts.iter().filter(|count| **count > 0) {
            bars += 1;
            low += usize::from(count < highest / LOW);
        }
        if 2 * low > bars {
            let whole = highest.ilog10();
            let is_power = 10_u64.checked_pow(whole) == Some(highest);
            CountScale::Logarithmic {
                decades: whole + u32::from(!is_power),
            }
        } else {
            let step = round_step(highest, LINES);
            CountScale::Linear {
                step,
                top: step.saturating_mul(highest.div_ceil(step).max(1)),
            }
        }
    }

    /// Returns the counts with lines, in ascending order.
    fn ticks(self) -> Vec<u64> {
        match self {
            CountScale::Linear { step, top } => (0..=top / step)
                .map(|line| line.saturating_mul(step))
                .collect(),
            CountScale::Logarithmic { decades } => {
                let stride = usize::try_from(u64::from(decades).div_ceil(LINES)).unwrap_or(1);
                let powers = (0..=decades).step_by(stride.max(1));
                powers
                    .filter_map(|power| 10_u64.checked_pow(power))
                    .collect()
            }
        }
    }

    /// Returns the height of a count as a fraction.
    fn fraction(self, count: u64) -> f64 {
        match self {
            CountScale::Linear { top, .. } => float(count) / float(top),
            CountScale::Logarithmic { .. } if count == 0 => 0.0,
            CountScale::Logarithmic { decades } => {
                (float(count).log10() + BELOW_ONE) / (f64::from(decades) + BELOW_ONE)
            }
        }
    }
}

/// Returns the least of 1, 2, 5, 10, 20 and so on that divides `span` into at most `most` steps.
/// `most` is at least 2.
fn round_step(span: u64, most: u64) -> u64 {
    let powers = (0..20).filter_map(|power| 10_u64.checked_pow(power));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)));
    steps
        .find(|step| span.div_ceil(*step) <= most)
        .unwrap_or(u64::MAX)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a picture has no more than a few hundred dots"
)]
pub fn float(number: u64) -> f64 {
    number as f64
}

/// A mark with the place of its label.
#[derive(Clone, Copy, PartialEq, Debug)]
struct PlacedLabel<'a> {
    label: &'a str,
    /// Where its line is.
    x: f64,
    /// Where its label begins, at most.
    left: f64,
    /// The part of the label that its place is of: its start, its middle or its end.
    anchor: Anchor,
    /// The line of text that its label stands in, from above.
    row: usize,
}

/// A part of a label, and where it is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Anchor {
    Start(f64),
    Middle(f64),
    End(f64),
}

/// Room between two labels.
const GAP: f64 = 8.0;

/// Places labels over their lines, or as near as the edges allow, each in the first free row.
fn placed<'a>(marks: impl Iterator<Item = (f64, &'a str)>, right: f64) -> Vec<PlacedLabel<'a>> {
    let mut placed: Vec<PlacedLabel<'a>> = Vec::new();
    for (x, label) in marks {
        let width = width(label);
        let middle = x - width / 2.0;
        let (left, anchor) = if middle < GAP {
            (GAP, Anchor::Start(GAP))
        } else if middle + width > right {
            (right - width, Anchor::End(right))
        } else {
            (middle, Anchor::Middle(x))
        };
        let is_free = |row: usize| {
            let mut others = placed.iter().filter(|other| other.row == row);
            others.all(|other| {
                left + width + GAP <= other.left
                    || other.left + self::width(other.label) + GAP <= left
            })
        };
        let row = (0..=placed.len())
            .find(|&row| is_free(row))
            .expect("there is a row below the last");
        placed.push(PlacedLabel {
            label,
            x,
            left,
            anchor,
            row,
        });
    }
    placed
}

fn width(label: &str) -> f64 {
    LETTER * float(label.width() as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roxmltree::{Document, Node};

    use super::*;

    fn histogram<'a>(counts: &'a [u64], marks: &'a [HistogramMark<'a>]) -> Histogram<'a> {
        Histogram {
            title: "a & b",
            across: "moves",
            up: "positions",
            counts,
            marks,
        }
    }

    fn bars<'a, 'input>(document: &'a Document<'input>) -> Vec<Node<'a, 'input>> {
        let rects = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("bar"));
        rects.collect()
    }

    fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
        node.attribute(attribute)
            .expect(attribute)
            .parse()
            .expect("a number")
    }

    fn texts(document: &Document<'_>) -> Vec<String> {
        let texts = document
            .descendants()
            .filter(|node| node.has_tag_name("text"));
        texts
            .map(|node| node.text().unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn each_count_is_a_bar_of_its_height_and_tells_its_number() {
        let svg = histogram(&[1, 0, 4, 2], &[]).to_string();
        let document = Document::parse(&svg).expect("well formed");
        let bars = bars(&document);
        let told: Vec<&str> = bars
            .iter()
            .filter_map(|bar| bar.first_element_child()?.text())
            .collect();
        assert_eq!(told, ["0: 1", "2: 4", "3: 2"]);
        let heights: Vec<f64> = bars.iter().map(|&bar| number(bar, "height")).collect();
        assert_eq!(heights, [80.0, 320.0, 160.0]);
        let feet: Vec<f64> = bars
            .iter()
            .map(|&bar| number(bar, "y") + number(bar, "height"))
            .collect();
        assert!(
            feet.windows(2).all(|feet| (feet[0] - feet[1]).abs() < 0.2),
            "{feet:?}"
        );
        let texts = texts(&document);
        for text in ["a & b", "moves", "positions", "0", "4"] {
            assert!(texts.iter().any(|told| told == text), "{text}: {texts:?}");
        }
    }

    #[test]
    fn a_logarithmic_scale_is_told() {
        let svg = histogram(&[1, 4, 9, 3, 20_000], &[]).to_string();
        let document = Document::parse(&svg).expect("well formed");
        let texts = texts(&document);
        assert!(
            texts.contains(&"positions, logarithmic scale".to_owned()),
            "{texts:?}"
        );
        assert!(texts.contains(&"10,000".to_owned()), "{texts:?}");
    }

    #[test]
    fn marks_stand_at_their_bars_and_strangers_are_left_out() {
        let marks = [
            HistogramMark {
                at: 2,
                label: "solved <here>",
            },
            HistogramMark {
                at: 4,
                label: "nowhere",
            },
        ];
        let svg = histogram(&[1, 3, 4, 2], &marks).to_string();
        let document = Document::parse(&svg).expect("well formed");
        let bar = bars(&document)[2];
        let middle = number(bar, "x") + number(bar, "width") / 2.0;
        let lines = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("mark"));
        let lines: Vec<&str> = lines.filter_map(|node| node.attribute("d")).collect();
        assert_eq!(lines.len(), 1);
        assert!(
            lines[0].starts_with(&format!("M{middle:.1} ")),
            "{lines:?}: {middle}"
        );
        assert!(texts(&document).contains(&"solved <here>".to_owned()));
        assert!(!svg.contains("nowhere"));
    }

    proptest! {
        #[test]
        fn any_counts_are_drawn_inside_the_picture(
            counts in prop::collection::vec(prop_oneof![0..50_u64, any::<u64>()], 0..300),
            at in 0..320_usize,
            label in ".{0,20}",
        ) {
            let marks = [HistogramMark { at, label: &label }, HistogramMark { at: at / 2, label: &label }];
            let drawn = histogram(&counts, &marks);
            let svg = drawn.to_string();
            prop_assert_eq!(&svg, &drawn.to_string());
            let document = Document::parse(&svg).expect("well formed");
            let bars = bars(&document);
            prop_assert_eq!(bars.len(), counts.iter().filter(|count| **count > 0).count());
            for bar in bars {
                let x = number(bar, "x");
                let y = number(bar, "y");
                prop_assert!(x >= 0.0 && x + number(bar, "width") <= WIDTH, "{x}");
                prop_assert!(y >= 30.0 && number(bar, "height") <= HEIGHT + 0.1, "{y}");
            }
            let ticks = document.descendants().filter(|node| node.has_tag_name("text"));
            prop_assert!(ticks.count() < 32);
        }
    }

    #[test]
    fn lines_are_at_round_counts() {
        for (counts, ticks) in [
            (&[3, 1][..], &[0, 1, 2, 3][..]),
            (&[70, 99], &[0, 20, 40, 60, 80, 100]),
            (&[417, 300], &[0, 100, 200, 300, 400, 500]),
            (&[], &[0, 1]),
            (&[0, 0], &[0, 1]),
        ] {
            assert_eq!(CountScale::of(counts).ticks(), ticks, "{counts:?}");
        }
    }

    #[test]
    fn counts_of_many_sizes_are_shown_by_their_logarithms() {
        let scale = CountScale::of(&[1, 2, 30, 400, 100_000]);
        assert_eq!(scale, CountScale::Logarithmic { decades: 5 });
        assert_eq!(scale.ticks(), [1, 10, 100, 1000, 10_000, 100_000]);
        assert_eq!(
            CountScale::of(&[1, 1, 1, 1001]),
            CountScale::Logarithmic { decades: 4 }
        );
        assert!(matches!(
            CountScale::of(&[1, 800, 900, 1000]),
            CountScale::Linear { .. }
        ));
        assert_eq!(
            CountScale::of(&[1, 1, u64::MAX]).ticks().len(),
            5,
            "every fourth power"
        );
    }

    proptest! {
        #[test]
        fn more_is_higher_and_nothing_is_out_of_the_picture(
            counts in prop::collection::vec(prop_oneof![0..100_u64, any::<u64>()], 1..40),
        ) {
            let scale = CountScale::of(&counts);
            let mut sorted = counts.clone();
            sorted.sort_unstable();
            let heights: Vec<f64> = sorted.iter().map(|&count| scale.fraction(count)).collect();
            prop_assert!(heights.is_sorted(), "{heights:?}");
            prop_assert!(heights.iter().all(|height| (0.0..=1.000_001).contains(height)));
            for (count, height) in sorted.iter().zip(heights) {
                prop_assert_eq!(*count > 0, height > 0.0);
            }
            prop_assert!((2..=8).contains(&scale.ticks().len()), "{:?}", scale.ticks());
        }

        #[test]
        fn a_step_is_round_and_the_least(span in any::<u64>(), most in 2..20_u64) {
            let step = round_step(span, most);
            prop_assert!(span.div_ceil(step) <= most);
            let digits = step.to_string();
            prop_assert!(digits.trim_end_matches('0').len() == 1, "{step}");
            prop_assert!(["1", "2", "5"].contains(&&digits[..1]), "{step}");
            let less = if digits.starts_with('5') { step / 5 * 2 } else { step / 2 };
            prop_assert!(less == 0 || span.div_ceil(less) > most);
        }
    }

    #[test]
    fn labels_that_would_meet_stand_one_below_the_other() {
        let marks = [
            (100.0, "a label"),
            (110.0, "another"),
            (300.0, "far off"),
            (104.0, "third"),
        ];
        let rows: Vec<usize> = placed(marks.into_iter(), 500.0)
            .iter()
            .map(|it| it.row)
            .collect();
        assert_eq!(rows, [0, 1, 0, 2]);
    }

    #[test]
    fn labels_at_the_edges_stay_inside() {
        let placed = placed(
            [(2.0, "at the left"), (498.0, "横刀立马")].into_iter(),
            500.0,
        );
        assert_eq!(placed[0].anchor, Anchor::Start(GAP));
        assert_eq!(placed[1].anchor, Anchor::End(500.0));
        assert!(
            placed[1].left + 8.0 * LETTER <= 500.0,
            "Chinese takes twice the room"
        );
        assert!((placed[1].x - 498.0).abs() < 0.1);
    }
}
