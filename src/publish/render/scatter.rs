//! Scatter plots with logarithmic axes as SVG pictures.

use std::fmt::{self, Display, Formatter};

use super::Escaped;
use super::histogram::{float, grouped};

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

const WIDTH: f64 = 800.0;
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

/// Colours that all eyes tell apart (Okabe and Ito, "Color universal design", 2008).
const STYLE: &str = "\
.paper{fill:#fdfcf8}text{font:12px sans-serif;fill:#222}.title{font-size:15px;font-weight:bold}
.axis{stroke:#222;fill:none}.grid{stroke:#bbb;stroke-width:.5;fill:none}
.same{stroke:#888;stroke-dasharray:4 3;fill:none}
.dot{fill-opacity:.55;stroke-width:.8}.dot:hover{fill-opacity:1}
.c0{fill:#d55e00;stroke:#d55e00}.c1{fill:#0072b2;stroke:#0072b2}.c2{fill:#009e73;stroke:#009e73}
.c3{fill:#cc79a7;stroke:#cc79a7}.c4{fill:#777;stroke:#777}
@media(prefers-color-scheme:dark){.paper{fill:#1b1d20}text{fill:#ddd}.axis{stroke:#ddd}
.grid{stroke:#555}}";

/// Colours, each with a shape of its own.
const KINDS: usize = 5;

impl Display for Scatter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut top = TITLE;
        let height = TITLE + PANEL * float(self.panels.len() as u64);
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" "#)?;
        writeln!(f, r#"viewBox="0 0 {WIDTH:.0} {height:.0}" role="img">"#)?;
        let title = Escaped(&self.title);
        let middle = WIDTH / 2.0;
        writeln!(f, "<title>{title}</title>\n<style>\n{STYLE}\n</style>")?;
        writeln!(
            f,
            r#"<rect class="paper" width="{WIDTH:.0}" height="{height:.0}"/>"#
        )?;
        writeln!(
            f,
            r#"<text class="title" x="{middle}" y="22" text-anchor="middle">{title}</text>"#
        )?;
        for panel in &self.panels {
            PanelLayout::new(panel, top).draw(f)?;
            top += PANEL;
        }
        writeln!(f, "</svg>")
    }
}

/// A panel with the places of all that is drawn.
struct PanelLayout<'a> {
    panel: &'a ScatterPanel,
    across: Axis,
    up: Axis,
    top: f64,
    bottom: f64,
}

impl<'a> PanelLayout<'a> {
    fn new(panel: &'a ScatterPanel, top: f64) -> Self {
        let dots = || panel.series.iter().flat_map(|series| &series.dots);
        let mut across = Axis::of(dots().map(|dot| dot.x));
        let mut up = Axis::of(dots().map(|dot| dot.y));
        if panel.has_diagonal {
            // From the same number, so that the line begins in the corner.
            let least = across.least.min(up.least);
            (across.least, up.least) = (least, least);
        }
        PanelLayout {
            panel,
            across,
            up,
            top: top + ABOVE,
            bottom: top + PANEL - BELOW,
        }
    }

    fn x(&self, number: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * self.across.fraction(number)
    }

    fn y(&self, number: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * self.up.fraction(number)
    }

    fn draw(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let PanelLayout {
            panel, top, bottom, ..
        } = self;
        for (power, number) in self.across.ticks() {
            let x = self.x(number);
            let below = bottom + 17.0;
            writeln!(
                f,
                r#"<path class="grid" d="M{x:.1} {top:.1}V{bottom:.1}"/>"#
            )?;
            let tick = Power(power);
            writeln!(
                f,
                r#"<text x="{x:.1}" y="{below:.1}" text-anchor="middle">{tick}</text>"#
            )?;
        }
        for (power, number) in self.up.ticks() {
            let x = LEFT - 6.0;
            let y = self.y(number);
            writeln!(
                f,
                r#"<path class="grid" d="M{LEFT:.1} {y:.1}H{RIGHT:.1}"/>"#
            )?;
            let y = y + 4.0;
            let tick = Power(power);
            writeln!(
                f,
                r#"<text x="{x:.1}" y="{y:.1}" text-anchor="end">{tick}</text>"#
            )?;
        }
        writeln!(
            f,
            r#"<path class="axis" d="M{LEFT:.1} {top:.1}V{bottom:.1}H{RIGHT:.1}"/>"#
        )?;
        if panel.has_diagonal {
            let from = self.across.least;
            let to = self.across.most.min(self.up.most);
            let x = self.x(from);
            let y = self.y(from);
            let to_x = self.x(to);
            let to_y = self.y(to);
            writeln!(
                f,
                r#"<path class="same" d="M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}"/>"#
            )?;
        }
        for series in &panel.series {
            for dot in &series.dots {
                let x = self.x(dot.x);
                let y = self.y(dot.y);
                let label = Escaped(&dot.label);
                let across = round(dot.x);
                let up = round(dot.y);
                let title = format!("<title>{label}: {across}, {up}</title>");
                marker(f, series.colour, x, y, &title)?;
            }
        }
        let middle = f64::midpoint(LEFT, RIGHT);
        let y = bottom + 38.0;
        let across = Escaped(&panel.across);
        writeln!(
            f,
            r#"<text x="{middle:.1}" y="{y:.1}" text-anchor="middle">{across}</text>"#
        )?;
        let y = top - 10.0;
        let up = Escaped(&panel.up);
        writeln!(f, r#"<text x="8" y="{y:.1}">{up}</text>"#)?;
        self.legend(f, y)
    }

    /// Draws the names of the series, from the right.
    fn legend(&self, f: &mut Formatter<'_>, y: f64) -> fmt::Result {
        let mut x = RIGHT;
        for series in self.panel.series.iter().rev() {
            let label = Escaped(&series.label);
            writeln!(
                f,
                r#"<text x="{x:.1}" y="{y:.1}" text-anchor="end">{label}</text>"#
            )?;
            x -= LETTER * float(series.label.chars().count() as u64) + 8.0;
            marker(f, series.colour, x, y - 4.0, "")?;
            x -= 16.0;
        }
        Ok(())
    }
}

/// Draws a dot in the colour and shape of its series.
fn marker(f: &mut Formatter<'_>, kind: usize, x: f64, y: f64, title: &str) -> fmt::Result {
    let kind = kind % KINDS;
    let shape = [
        "a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
        "h7v7h-7z",
        "l4-8l4 8z",
        "l4-4l4 4l-4 4z",
        "h8m-4-4v8",
    ];
    let (dx, dy) = [
        (-4.0, 0.0),
        (-3.5, -3.5),
        (-4.0, 4.0),
        (-4.0, 0.0),
        (-4.0, 0.0),
    ][kind];
    let x = x + dx;
    let y = y + dy;
    let shape = shape[kind];
    writeln!(
        f,
        r#"<path class="dot c{kind}" d="M{x:.1} {y:.1}{shape}">{title}</path>"#
    )
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
            (least, most) = (least.min(number), most.max(number));
        }
        if least > most {
            (least, most) = (1.0, 10.0);
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
    fn axes_go_from_power_to_power() {
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
        #[test]
        fn any_numbers_are_drawn_inside_the_picture(
            dots in prop::collection::vec((any::<f64>(), 0.0..1e9), 0..20),
        ) {
            let svg = picture(&dots);
            let document = Document::parse(&svg).expect("well formed");
            let marks = document.descendants().filter(|node| {
                node.attribute("class").is_some_and(|class| class.starts_with("dot"))
            });
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
