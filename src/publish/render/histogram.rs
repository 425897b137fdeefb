//! Histograms as SVG pictures.

use std::fmt::{self, Display, Formatter};

use unicode_width::UnicodeWidthStr;

use super::{
    chart::{BAR, Chart, LINE, MARK, MIDDLE, WIDTH, chart, float, grouped, label, parted},
    scene::{Anchor, Item},
};

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
///     mark: Some(HistogramMark { at: 2, label: "solved" }),
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
    /// A bar that is marked.
    pub mark: Option<HistogramMark<'a>>,
}

/// A marked count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistogramMark<'a> {
    /// The index of the count.
    pub at: usize,
    /// Its label.
    pub label: &'a str,
}

/// The height of the bars.
const HEIGHT: f64 = 320.0;

/// The room a character takes, rather too much than too little.
const LETTER: f64 = 7.2;

/// The largest number of ticks along the bottom.
const TICKS: u64 = 12;

/// A bar that stands for something can be seen.
const LEAST: f64 = 0.8;

impl Display for Histogram<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let scale = CountScale::of(self.counts);
        let ticks = scale.ticks();
        let longest = ticks.iter().map(|&tick| grouped(tick).len()).max();
        let left = 16.0 + LETTER * float(longest.unwrap_or(1) as u64);
        let right = WIDTH - 16.0;
        // The width of a bar with its gap.
        let room = (right - left) / float(self.counts.len().max(1) as u64);
        let middle = |at: usize| left + room * (float(at as u64) + 0.5);
        let mark = self.mark.filter(|mark| mark.at < self.counts.len());
        let above = if mark.is_some() { LINE } else { 0.0 };
        let top = 54.0 + above;
        let bottom = top + HEIGHT;
        let mut scene = chart(self.title, bottom + 3.0 * LINE);
        let mut chart = Chart {
            scene: &mut scene,
            left,
            right,
            top,
            bottom,
        };
        for tick in ticks {
            chart.tick_up(bottom - HEIGHT * scale.fraction(tick), grouped(tick));
        }
        // Wide bars stand apart; narrow ones together, so that no light shines through.
        let width = if room < 3.0 { room + 0.1 } else { room * 0.82 };
        for (at, &count) in self.counts.iter().enumerate().filter(|bar| *bar.1 > 0) {
            let height = (HEIGHT * scale.fraction(count)).max(LEAST);
            let x = middle(at) - width / 2.0;
            let bar = format!("M{x:.2} {bottom:.1}v-{height:.1}h{width:.2}v{height:.1}z");
            let title = format!("{}: {}", grouped(at as u64), grouped(count));
            chart.add(Item::path(bar).filled(BAR[0]).titled(title));
        }
        chart.axes(bottom, self.across);
        let last = self.counts.len().saturating_sub(1);
        let step = usize::try_from(round_step(last as u64, TICKS)).unwrap_or(usize::MAX);
        for at in (0..self.counts.len()).step_by(step) {
            chart.notch(middle(at));
            chart.tick_across(middle(at), grouped(at as u64));
        }
        if let Some(HistogramMark { at, label: text }) = mark {
            let x = middle(at);
            let line = LINE + 27.0;
            let data = format!("M{x:.1} {:.1}V{bottom:.1}", line + MIDDLE);
            chart.add(Item::path(data).stroked(MARK[0], 1.5).dashed(4, 3));
            let text = label(text, label_middle(text, x, right), line, Anchor::Middle);
            chart.add(parted(text.filled(MARK[0])));
        }
        let how = match scale {
            CountScale::Linear { .. } => "",
            CountScale::Logarithmic { .. } => ", logarithmic scale",
        };
        let unit = format!("{}{how}", self.up);
        chart.add(parted(label(unit, 8.0, top - 12.0, Anchor::Start)));
        scene.fmt(f)
    }
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
                (0..=decades)
                    .step_by(stride.max(1))
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
    let mut steps = (0..20)
        .filter_map(|power| 10_u64.checked_pow(power))
        .flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)));
    steps
        .find(|step| span.div_ceil(*step) <= most)
        .unwrap_or(u64::MAX)
}

/// The least distance of a label from the left edge of the picture.
const GAP: f64 = 8.0;

/// Returns the middle of a label at a place, or as near to it as the label stays inside.
fn label_middle(label: &str, x: f64, right: f64) -> f64 {
    let width = width_of(label);
    let left = (x - width / 2.0).min(right - width).max(GAP);
    left + width / 2.0
}

fn width_of(label: &str) -> f64 {
    LETTER * float(label.width() as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roxmltree::{Document, Node};

    use super::*;

    fn histogram<'a>(counts: &'a [u64], mark: Option<HistogramMark<'a>>) -> Histogram<'a> {
        Histogram {
            title: "a & b",
            across: "moves",
            up: "positions",
            counts,
            mark,
        }
    }

    /// A bar: its left end, its foot, its height and its width.
    fn bars(document: &Document<'_>) -> Vec<[f64; 4]> {
        let color = BAR[0].to_string();
        let bars = document
            .descendants()
            .filter(|node| node.attribute("fill") == Some(&color));
        let numbers = |bar: Node<'_, '_>| {
            let data = bar.attribute("d").expect("a path").replace("v-", " ");
            let numbers = data.split(|mark: char| mark == ' ' || mark.is_alphabetic());
            let numbers: Vec<f64> = numbers.filter_map(|it| it.parse().ok()).collect();
            numbers[..4].try_into().expect("four numbers")
        };
        bars.map(numbers).collect()
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
    fn each_count_has_a_bar_of_proportional_height_and_a_tooltip() {
        let svg = histogram(&[1, 0, 4, 2], None).to_string();
        let document = Document::parse(&svg).expect("well formed");
        let bars = bars(&document);
        let titles = document
            .descendants()
            .filter(|node| node.has_tag_name("title"));
        let titles: Vec<&str> = titles.filter_map(|title| title.text()).collect();
        assert_eq!(titles, ["a & b", "0: 1", "2: 4", "3: 2"]);
        assert_eq!(
            bars.iter().map(|bar| bar[2]).collect::<Vec<_>>(),
            [80.0, 320.0, 160.0]
        );
        let texts = texts(&document);
        for text in ["a & b", "moves", "positions", "0", "4"] {
            assert!(texts.iter().any(|told| told == text), "{text}: {texts:?}");
        }
    }

    #[test]
    fn a_logarithmic_scale_is_labelled() {
        let svg = histogram(&[1, 4, 9, 3, 20_000], None).to_string();
        let document = Document::parse(&svg).expect("well formed");
        let texts = texts(&document);
        assert!(
            texts.contains(&"positions, logarithmic scale".to_owned()),
            "{texts:?}"
        );
        assert!(texts.contains(&"10,000".to_owned()), "{texts:?}");
    }

    #[test]
    fn a_mark_is_drawn_at_its_bar_and_a_mark_outside_is_omitted() {
        let mark = |at, label| Some(HistogramMark { at, label });
        let svg = histogram(&[1, 3, 4, 2], mark(4, "nowhere")).to_string();
        assert!(!svg.contains("nowhere"));
        let svg = histogram(&[1, 3, 4, 2], mark(2, "solved <here>")).to_string();
        let document = Document::parse(&svg).expect("well formed");
        let bar = bars(&document)[2];
        let middle = bar[0] + bar[3] / 2.0;
        let lines = document
            .descendants()
            .filter(|node| node.attribute("stroke-dasharray").is_some());
        let lines: Vec<&str> = lines.filter_map(|node| node.attribute("d")).collect();
        assert_eq!(lines.len(), 1);
        crate::cases::begins(lines[0], &format!("M{middle:.1} "));
        assert!(texts(&document).contains(&"solved <here>".to_owned()));
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn any_counts_are_drawn_inside_the_picture(
            counts in prop::collection::vec(prop_oneof![0..50_u64, any::<u64>()], 0..300),
            at in 0..320_usize,
            label in ".{0,20}",
        ) {
            let mark = HistogramMark { at, label: &label };
            let drawn = histogram(&counts, Some(mark));
            let svg = drawn.to_string();
            prop_assert_eq!(&svg, &drawn.to_string());
            let document = Document::parse(&svg).expect("well formed");
            let bars = bars(&document);
            prop_assert_eq!(bars.len(), counts.iter().filter(|count| **count > 0).count());
            for [x, bottom, height, width] in bars {
                prop_assert!(x >= 0.0 && x + width <= WIDTH, "{x}");
                prop_assert!(bottom - height >= 30.0 && height <= HEIGHT + 0.1, "{height}");
            }
            let ticks = document.descendants().filter(|node| node.has_tag_name("text"));
            prop_assert!(ticks.count() < 32);
        }
    }

    #[test]
    fn grid_lines_are_at_round_counts() {
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
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn bar_heights_are_monotonic_and_within_the_picture(
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
        fn the_tick_step_is_the_smallest_round_number(span in any::<u64>(), most in 2..20_u64) {
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
    fn labels_at_the_edges_stay_inside() {
        let label = "at the left";
        let left = label_middle(label, 2.0, 500.0) - width_of(label) / 2.0;
        assert!((left - GAP).abs() < 0.1);
        // Chinese takes twice the room.
        let middle = label_middle("横刀立马", 498.0, 500.0);
        assert!((middle + 4.0 * LETTER - 500.0).abs() < 0.1);
    }
}
