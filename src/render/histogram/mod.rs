//! How many of each: bars over a line, as an SVG picture.

mod marks;
mod scale;

use std::fmt::{self, Display, Formatter};

use super::xml::Escaped;
use marks::{Anchor, Placed};
use scale::{Scale, float, round_step};

/// Counts side by side, as of the layers of a search. Written out it is a whole SVG document that
/// fills whatever it is shown in, light or dark as its reader likes, and names no font but the
/// generic `sans-serif`.
///
/// Where most bars would be too low to be seen, they are as high as the logarithms of the counts,
/// and the picture says so.
///
/// # Complexity
/// Linear in the counts, some 120 bytes each.
///
/// ```
/// use huarong::render::{Histogram, Mark};
///
/// let histogram = Histogram {
///     title: "Small",
///     across: "moves from the start",
///     up: "positions",
///     counts: &[1, 3, 5, 2],
///     marks: &[Mark { at: 2, label: "solved" }],
/// };
/// assert!(histogram.to_string().contains("<title>2: 5</title>"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Histogram<'a> {
    /// What stands above it.
    pub title: &'a str,
    /// What the numbers of the counts are: `moves from the start`.
    pub across: &'a str,
    /// What is counted: `positions`.
    pub up: &'a str,
    /// The counts, from 0 on.
    pub counts: &'a [u64],
    /// Counts that are pointed out; those past the last one are left out.
    pub marks: &'a [Mark<'a>],
}

/// A count that is pointed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark<'a> {
    /// Which of the counts.
    pub at: usize,
    /// What is said about it.
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

/// Numbers along the bottom, at most.
const TICKS: u64 = 12;

/// Blue and orange are told apart by all eyes.
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
        let drawing = Drawing::new(self);
        let height = drawing.bottom + 3.0 * LINE;
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" "#)?;
        writeln!(f, r#"viewBox="0 0 {WIDTH:.0} {height:.0}" role="img">"#)?;
        writeln!(f, "<title>{}</title>\n<style>\n{STYLE}\n</style>", Escaped(self.title))?;
        writeln!(f, r#"<rect class="paper" width="{WIDTH:.0}" height="{height:.0}"/>"#)?;
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
        let (y, across) = (drawing.bottom + 2.3 * LINE, Escaped(self.across));
        writeln!(f, r#"<text x="{middle:.1}" y="{y:.1}" text-anchor="middle">{across}</text>"#)?;
        writeln!(f, "</svg>")
    }
}

/// A histogram with the places of all that is drawn.
struct Drawing<'a> {
    histogram: &'a Histogram<'a>,
    scale: Scale,
    marks: Vec<Placed<'a>>,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl<'a> Drawing<'a> {
    fn new(histogram: &'a Histogram<'a>) -> Self {
        let scale = Scale::of(histogram.counts);
        let longest = scale.ticks().iter().map(|&tick| grouped(tick).len()).max().unwrap_or(1);
        let left = 16.0 + LETTER * float(longest as u64);
        let right = WIDTH - 16.0;
        let mut drawing =
            Drawing { histogram, scale, marks: Vec::new(), left, right, top: 0.0, bottom: 0.0 };
        let shown = histogram.marks.iter().filter(|mark| mark.at < histogram.counts.len());
        drawing.marks =
            marks::placed(shown.map(|mark| (drawing.middle(mark.at), mark.label)), right);
        let rows = drawing.marks.iter().map(|mark| mark.row + 1).max().unwrap_or(0);
        drawing.top = 32.0 + LINE * float(rows as u64) + 22.0;
        drawing.bottom = drawing.top + HEIGHT;
        drawing
    }

    /// The room of one bar.
    fn room(&self) -> f64 {
        (self.right - self.left) / float(self.histogram.counts.len().max(1) as u64)
    }

    /// The middle of a bar.
    fn middle(&self, at: usize) -> f64 {
        self.left + self.room() * (float(at as u64) + 0.5)
    }

    /// Lines at round counts, with those beside them.
    fn grid(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Drawing { left, right, .. } = *self;
        for tick in self.scale.ticks() {
            let y = self.bottom - HEIGHT * self.scale.fraction(tick);
            writeln!(f, r#"<path class="grid" d="M{left:.1} {y:.1}H{right:.1}"/>"#)?;
            let (x, y, number) = (left - 6.0, y + 4.0, grouped(tick));
            writeln!(f, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="end">{number}</text>"#)?;
        }
        Ok(())
    }

    fn bars(&self, f: &mut Formatter<'_>) -> fmt::Result {
        /// A bar that stands for something can be seen.
        const LEAST: f64 = 0.8;
        let room = self.room();
        // Wide bars stand apart; narrow ones together, so that no light shines through.
        let width = if room < 3.0 { room + 0.1 } else { room * 0.82 };
        for (at, &count) in
            self.histogram.counts.iter().enumerate().filter(|(_, count)| **count > 0)
        {
            let height = (HEIGHT * self.scale.fraction(count)).max(LEAST);
            let (x, y) = (self.middle(at) - width / 2.0, self.bottom - height);
            let (at, count) = (grouped(at as u64), grouped(count));
            write!(f, r#"<rect class="bar" x="{x:.2}" y="{y:.1}" width="{width:.2}" "#)?;
            writeln!(f, r#"height="{height:.1}"><title>{at}: {count}</title></rect>"#)?;
        }
        Ok(())
    }

    /// The line below the bars, with round numbers.
    fn axis(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Drawing { left, right, bottom, .. } = *self;
        writeln!(f, r#"<path class="axis" d="M{left:.1} {bottom:.1}H{right:.1}"/>"#)?;
        let last = self.histogram.counts.len().saturating_sub(1);
        let step = usize::try_from(round_step(last as u64, TICKS)).unwrap_or(usize::MAX);
        let bars = 0..self.histogram.counts.len();
        for at in bars.step_by(step) {
            let (x, y) = (self.middle(at), bottom + LINE);
            writeln!(f, r#"<path class="axis" d="M{x:.1} {bottom:.1}v4"/>"#)?;
            let number = grouped(at as u64);
            writeln!(f, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle">{number}</text>"#)?;
        }
        Ok(())
    }

    /// The marks and what is counted, which stand above the bars.
    fn legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let height = |mark: &Placed<'_>| 32.0 + LINE * float(mark.row as u64 + 1) - 5.0;
        for mark in &self.marks {
            let (x, from, bottom) = (mark.x, height(mark) + 4.0, self.bottom);
            writeln!(f, r#"<path class="mark" d="M{x:.1} {from:.1}V{bottom:.1}"/>"#)?;
        }
        // Over all the lines, which they part.
        for mark in &self.marks {
            let (x, anchor) = match mark.anchor {
                Anchor::Start(x) => (x, "start"),
                Anchor::Middle(x) => (x, "middle"),
                Anchor::End(x) => (x, "end"),
            };
            let (y, label) = (height(mark), Escaped(mark.label));
            write!(f, r#"<text class="label" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">"#)?;
            writeln!(f, "{label}</text>")?;
        }
        let (y, up) = (self.top - 12.0, Escaped(self.histogram.up));
        let how = match self.scale {
            Scale::Linear { .. } => "",
            Scale::Logarithmic { .. } => ", logarithmic scale",
        };
        writeln!(f, r#"<text class="up" x="8" y="{y:.1}">{up}{how}</text>"#)
    }
}

/// `1,234`.
fn grouped(number: u64) -> String {
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

#[cfg(test)]
mod tests;
