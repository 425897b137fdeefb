//! Scatter plots with logarithmic axes as SVG pictures.

use std::fmt::{self, Display, Formatter};

use super::{
    chart::{Chart, MIDDLE, WIDTH, chart, float, grouped, label},
    scene::{Anchor, Item},
    theme::Colour,
};

/// Panels of dots, one below the other. Its display is an SVG document that scales to its container
/// and follows the reader's light or dark scheme. Both axes are logarithmic; numbers of 0 or less
/// are drawn at the edge.
///
/// # Complexity
/// Linear in the dots, some 100 bytes each.
///
/// ```
/// use huarong::render::{ScatterPoint, ScatterPanel, Scatter, Series};
///
/// let dots = vec![ScatterPoint { x: 81.0, y: 1055.0, label: "Heng Dao Li Ma".to_owned() }];
/// let panel = ScatterPanel {
///     across: "moves of bfs".to_owned(),
///     up: "moves".to_owned(),
///     series: vec![Series { label: "dfs".to_owned(), colour: 0, dots }],
///     has_diagonal: true,
/// };
/// let picture = Scatter { title: "One".to_owned(), panels: vec![panel] }.to_string();
/// assert!(picture.contains("<title>Heng Dao Li Ma: 81, 1055</title>"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Scatter {
    /// The title.
    pub title: String,
    /// The panels, from above.
    pub panels: Vec<ScatterPanel>,
}

/// Dots between two axes.
#[derive(Clone, PartialEq, Debug)]
pub struct ScatterPanel {
    /// The name of the horizontal axis.
    pub across: String,
    /// The name of the vertical axis.
    pub up: String,
    /// The dots, in groups; the later ones lie above.
    pub series: Vec<Series>,
    /// Whether the diagonal of equal numbers is drawn.
    pub has_diagonal: bool,
}

/// Dots of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name of the series.
    pub label: String,
    /// The number of their colour and shape, the same in all panels.
    pub colour: usize,
    /// The dots.
    pub dots: Vec<ScatterPoint>,
}

/// A pair of numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct ScatterPoint {
    /// The number across.
    pub x: f64,
    /// The number up.
    pub y: f64,
    /// Its label.
    pub label: String,
}

/// The height of a panel with the text around it.
const PANEL: f64 = 420.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = WIDTH - 36.0;
/// Above and below the dots.
const ABOVE: f64 = 34.0;
const BELOW: f64 = 52.0;
/// The room of a character, on the average.
const LETTER: f64 = 6.0;
/// The height of the title.
const TITLE: f64 = 34.0;

/// Colours that all eyes tell apart (Okabe and Ito, "Color universal design", 2008), each with a
/// shape of its own, which begins beside its middle.
const KINDS: [(Colour, f64, f64, &str); 5] = [
    (
        Colour::new(0xd5_5e_00),
        -4.0,
        0.0,
        "q0 -4 4 -4q4 0 4 4q0 4 -4 4q-4 0 -4 -4z",
    ),
    (Colour::new(0x00_72_b2), -3.5, -3.5, "h7v7h-7z"),
    (Colour::new(0x00_9e_73), -4.0, 4.0, "l4 -8l4 8z"),
    (Colour::new(0xcc_79_a7), -4.0, 0.0, "l4 -4l4 4l-4 4z"),
    (Colour::new(0x77_77_77), -4.0, 0.0, "h8m-4 -4v8"),
];

impl Display for Scatter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let height = TITLE + PANEL * float(self.panels.len() as u64);
        let mut scene = chart(&self.title, height);
        let mut top = TITLE;
        for panel in &self.panels {
            let chart = Chart {
                scene: &mut scene,
                left: LEFT,
                right: RIGHT,
                top: top + ABOVE,
                bottom: top + PANEL - BELOW,
            };
            draw(panel, chart);
            top += PANEL;
        }
        scene.fmt(f)
    }
}

/// Draws a panel into its chart.
fn draw(panel: &ScatterPanel, mut chart: Chart<'_>) {
    let dots = || panel.series.iter().flat_map(|series| &series.dots);
    let mut across = Axis::of(dots().map(|dot| dot.x));
    let mut up = Axis::of(dots().map(|dot| dot.y));
    if panel.has_diagonal {
        // From the same number, so that the line begins in the corner.
        let least = across.least.min(up.least);
        across.least = least;
        up.least = least;
    }
    let top = chart.top;
    let bottom = chart.bottom;
    let x = |number: f64| LEFT + (RIGHT - LEFT) * across.fraction(number);
    let y = |number: f64| bottom - (bottom - top) * up.fraction(number);
    for (power, number) in across.ticks() {
        chart.line_up(x(number));
        chart.tick_across(x(number), Power(power).to_string());
    }
    for (power, number) in up.ticks() {
        chart.tick_up(y(number), Power(power).to_string());
    }
    chart.axes(top, &panel.across);
    if panel.has_diagonal {
        let from = across.least;
        let to = across.most.min(up.most);
        let data = format!("M{:.1} {:.1}L{:.1} {:.1}", x(from), y(from), x(to), y(to));
        let line = Item::path(data).stroked(Colour::new(0x88_88_88), 1);
        chart.add(line.dashed(4, 3));
    }
    for series in &panel.series {
        for dot in &series.dots {
            let title = format!("{}: {}, {}", dot.label, round(dot.x), round(dot.y));
            chart.add(marker(series.colour, x(dot.x), y(dot.y)).titled(title));
        }
    }
    let line = top - 10.0;
    chart.add(label(&*panel.up, 8.0, line, Anchor::Start));
    // The names of the series, from the right.
    let mut x = RIGHT;
    for series in panel.series.iter().rev() {
        chart.add(label(&*series.label, x, line, Anchor::End));
        x -= LETTER * float(series.label.chars().count() as u64) + 8.0;
        chart.add(marker(series.colour, x, line - MIDDLE));
        x -= 16.0;
    }
}

/// Draws a dot in the colour and shape of its series.
fn marker(kind: usize, x: f64, y: f64) -> Item {
    let (colour, left, top, shape) = KINDS[kind % KINDS.len()];
    Item::path(format!("M{:.1} {:.1}{shape}", x + left, y + top))
        .filled(colour)
        .faint()
        .stroked(colour, 0.8)
}

/// Returns a number with three significant digits: `1055`, `0.0123`.
fn round(number: f64) -> String {
    let digits =
        (number != 0.0 && number.fract() != 0.0).then(|| 2.0 - number.abs().log10().floor());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped"
    )]
    let digits = digits.map_or(0, |digits| digits.clamp(0.0, 9.0) as usize);
    format!("{number:.digits$}")
}

/// `1,000`, `0.01`.
struct Power(i32);

impl Display for Power {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            power @ 0..=6 => {
                write!(f, "{}", grouped(10_u64.pow(power.unsigned_abs())))
            }
            power @ -4..=-1 => {
                write!(
                    f,
                    "{:.*}",
                    power.unsigned_abs() as usize,
                    10_f64.powi(power)
                )
            }
            power => write!(f, "10^{power}"),
        }
    }
}

/// What one side of a panel stands for: powers of ten from one exponent to another.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Axis {
    least: f64,
    most: f64,
}

impl Axis {
    /// Returns the axis from the power of ten at or below the least number to that at or above the
    /// greatest.
    fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let mut least = f64::MAX;
        let mut most = f64::MIN_POSITIVE;
        for number in numbers.filter(|number| *number > 0.0 && number.is_finite()) {
            let number = number.clamp(1e-99, 1e99);
            least = least.min(number);
            most = most.max(number);
        }
        if least > most {
            least = 1.0;
            most = 10.0;
        }
        let from = least.log10().floor();
        let to = most.log10().ceil().max(from + 1.0);
        Axis {
            least: 10_f64.powf(from),
            most: 10_f64.powf(to),
        }
    }

    /// Returns the place of a number as a fraction of the axis.
    fn fraction(self, number: f64) -> f64 {
        let whole = (self.most / self.least).log10();
        ((number.max(self.least) / self.least).log10() / whole).clamp(0.0, 1.0)
    }

    /// Returns the powers of ten, at most ten of them.
    fn ticks(self) -> Vec<(i32, f64)> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "exponents are between -308 and 308"
        )]
        let power = |number: f64| number.log10().round() as i32;
        let from = power(self.least);
        let to = power(self.most);
        let stride = usize::try_from((to - from) / 10 + 1).unwrap_or(1);
        (from..=to)
            .step_by(stride)
            .map(|power| (power, 10_f64.powi(power)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roxmltree::Document;

    use super::*;

    fn picture(dots: &[(f64, f64)]) -> String {
        let dot = |&(x, y): &(f64, f64)| ScatterPoint {
            x,
            y,
            label: "a <b>".to_owned(),
        };
        let dots: Vec<ScatterPoint> = dots.iter().map(dot).collect();
        let series = |colour| Series {
            label: "kind".to_owned(),
            colour,
            dots: dots.clone(),
        };
        let across = "moves".to_owned();
        let up = "time".to_owned();
        let panel = ScatterPanel {
            across,
            up,
            series: (0..6).map(series).collect(),
            has_diagonal: true,
        };
        let panels = vec![
            panel.clone(),
            ScatterPanel {
                has_diagonal: false,
                ..panel
            },
        ];
        Scatter {
            title: "Title".to_owned(),
            panels,
        }
        .to_string()
    }

    #[test]
    fn an_axis_begins_at_the_least_number_that_has_a_logarithm() {
        let axis = Axis::of([0.0, 20.0, f64::NAN, 300.0].into_iter());
        let whole = Axis {
            least: 10.0,
            most: 1000.0,
        };
        assert_eq!(axis, whole);
    }

    #[test]
    fn axes_span_whole_powers_of_ten() {
        let axis = Axis::of([81.0, 1055.0].into_iter());
        assert_eq!((axis.least, axis.most), (10.0, 10_000.0));
        assert!((axis.fraction(100.0) - 1.0 / 3.0).abs() < 1e-9);
        let ticks: Vec<String> = axis
            .ticks()
            .iter()
            .map(|(power, _)| Power(*power).to_string())
            .collect();
        assert_eq!(ticks, ["10", "100", "1,000", "10,000"]);
        assert_eq!(Power(-2).to_string(), "0.01");
        assert_eq!(
            [1055.0, 0.01234, 12.34, 7.0].map(round),
            ["1055", "0.0123", "12.3", "7"]
        );
        assert_eq!(Power(6).to_string(), "1,000,000");
        let none = Axis::of(std::iter::empty());
        assert_eq!((none.least, none.most), (1.0, 10.0));
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn any_numbers_are_drawn_inside_the_picture(
            dots in prop::collection::vec((any::<f64>(), 0.0..1e9), 0..20),
        ) {
            let svg = picture(&dots);
            let document = Document::parse(&svg).expect("well formed");
            let marks = document.descendants().filter(|node| node.attribute("fill-opacity").is_some());
            let marks: Vec<_> = marks.collect();
            // Two panels of six kinds, and the legends.
            prop_assert_eq!(marks.len(), 12 * dots.len() + 12);
            for mark in marks {
                let place = mark.attribute("d").expect("a path");
                let mut numbers = place[1..].split(|c: char| c == ' ' || c.is_ascii_lowercase());
                let mut number = || numbers.next().and_then(|it| it.parse::<f64>().ok());
                let x = number().expect("x");
                let y = number().expect("y");
                prop_assert!((0.0..=WIDTH).contains(&x), "{place}");
                prop_assert!((0.0..=TITLE + 2.0 * PANEL).contains(&y), "{place}");
            }
        }
    }
}
