use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::*;

fn histogram<'a>(counts: &'a [u64], marks: &'a [Mark<'a>]) -> Histogram<'a> {
    Histogram { title: "a & b", across: "moves", up: "positions", counts, marks }
}

fn bars<'a, 'input>(document: &'a Document<'input>) -> Vec<Node<'a, 'input>> {
    let rects = document.descendants().filter(|node| node.attribute("class") == Some("bar"));
    rects.collect()
}

fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).expect(attribute).parse().expect("a number")
}

fn texts(document: &Document<'_>) -> Vec<String> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

#[test]
fn each_count_is_a_bar_of_its_height_and_tells_its_number() {
    let svg = histogram(&[1, 0, 4, 2], &[]).to_string();
    let document = Document::parse(&svg).expect("well formed");
    let bars = bars(&document);
    let told: Vec<&str> = bars.iter().filter_map(|bar| bar.first_element_child()?.text()).collect();
    assert_eq!(told, ["0: 1", "2: 4", "3: 2"]);
    let heights: Vec<f64> = bars.iter().map(|&bar| number(bar, "height")).collect();
    assert_eq!(heights, [80.0, 320.0, 160.0]);
    let feet: Vec<f64> = bars.iter().map(|&bar| number(bar, "y") + number(bar, "height")).collect();
    assert!(feet.windows(2).all(|feet| (feet[0] - feet[1]).abs() < 0.2), "{feet:?}");
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
    assert!(texts.contains(&"positions, logarithmic scale".to_owned()), "{texts:?}");
    assert!(texts.contains(&"10,000".to_owned()), "{texts:?}");
}

#[test]
fn marks_stand_at_their_bars_and_strangers_are_left_out() {
    let marks = [Mark { at: 2, label: "solved <here>" }, Mark { at: 4, label: "nowhere" }];
    let svg = histogram(&[1, 3, 4, 2], &marks).to_string();
    let document = Document::parse(&svg).expect("well formed");
    let bar = bars(&document)[2];
    let middle = number(bar, "x") + number(bar, "width") / 2.0;
    let lines = document.descendants().filter(|node| node.attribute("class") == Some("mark"));
    let lines: Vec<&str> = lines.filter_map(|node| node.attribute("d")).collect();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with(&format!("M{middle:.1} ")), "{lines:?}: {middle}");
    assert!(texts(&document).contains(&"solved <here>".to_owned()));
    assert!(!svg.contains("nowhere"));
}

#[test]
fn both_light_and_dark_have_their_colours() {
    let svg = histogram(&[1], &[]).to_string();
    let (light, dark) = svg.split_once("prefers-color-scheme:dark").expect("both");
    for class in [".paper{", "text{", ".bar{", ".axis{", ".grid{", ".mark{", ".label{"] {
        assert!(light.contains(class) && dark.contains(class), "{class}");
    }
}

proptest! {
    #[test]
    fn any_counts_are_drawn_inside_the_picture(
        counts in prop::collection::vec(prop_oneof![0..50_u64, any::<u64>()], 0..300),
        at in 0..320_usize,
        label in ".{0,20}",
    ) {
        let marks = [Mark { at, label: &label }, Mark { at: at / 2, label: &label }];
        let drawn = histogram(&counts, &marks);
        let svg = drawn.to_string();
        prop_assert_eq!(&svg, &drawn.to_string());
        let document = Document::parse(&svg).expect("well formed");
        let bars = bars(&document);
        prop_assert_eq!(bars.len(), counts.iter().filter(|count| **count > 0).count());
        for bar in bars {
            let (x, y) = (number(bar, "x"), number(bar, "y"));
            prop_assert!(x >= 0.0 && x + number(bar, "width") <= WIDTH, "{x}");
            prop_assert!(y >= 30.0 && number(bar, "height") <= HEIGHT + 0.1, "{y}");
        }
        let ticks = document.descendants().filter(|node| node.has_tag_name("text"));
        prop_assert!(ticks.count() < 32);
    }
}
