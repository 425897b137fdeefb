//! Tours and paths, drawn as they go.

use std::ops::ControlFlow;

use huarong::control::Limits;
use huarong::graph::{Constraints, EdgeDirection, Leaper, MapCell, Shape};
use huarong::render::{Cells, PathPicture, PathShape, Theme, page};
use huarong::tour::{Chessboard, Method, PathGraph, PathProblem};
use serde_json::json;

use super::devtools::{Browser, Screen};

/// The page of a tour of a square board, closed or not.
fn page_of(side: u32, shape: PathShape, theme: Option<Theme>) -> String {
    let board = Chessboard::new(side, side, Leaper::KNIGHT).expect("a board");
    let constraints = Constraints::default().with_shape(match shape {
        PathShape::Open => Shape::Path,
        PathShape::Closed => Shape::Cycle,
    });
    let graph = PathGraph::Board(board);
    let direction = EdgeDirection::Undirected;
    let problem = PathProblem::new(graph, direction, constraints);
    let observer = &mut |_: &_| ControlFlow::Continue(());
    let (tour, _) = problem.find(&Method::default(), &Limits::default(), observer);
    let tour = tour.expect("there are many");
    let path: Vec<MapCell> = tour.iter().map(|&vertex| board.square(vertex)).collect();
    let title = "A tour";
    let cells = Cells::All;
    let walls = &[];
    let clues = &[];
    let rows = side;
    let columns = side;
    let path = path.as_slice();
    let picture = PathPicture {
        cells,
        walls,
        clues,
        path,
        shape,
        ..PathPicture::new(title, rows, columns)
    };
    page::path(&picture, theme)
}

/// How many numbers and how many steps of the line are to be seen.
const SEEN: &str = "[
    document.querySelectorAll('.visited > .digits').length,
    playback.at,
    document.querySelector('.walked').style.strokeDasharray,
]";

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_closed_tour_is_drawn_stepwise_and_returns_to_its_start() {
    let html = page_of(6, PathShape::Closed, None);
    let mut browser = Browser::open(&html, Screen::Desktop);
    assert_eq!(
        browser.value(SEEN),
        json!([36, 36, "none"]),
        "one sees all of it at first"
    );
    browser.screenshot("tour");
    let first = browser.text("place");
    assert_eq!(
        (first.as_str(), browser.text("count").as_str()),
        ("1, 1", "1")
    );
    browser.press("first");
    assert_eq!(browser.value(SEEN), json!([1, 0, "0, 36"]));
    assert_eq!(browser.text("place"), first, "it ends where it begins");
    browser.press("next");
    browser.press("next");
    assert_eq!(browser.value(SEEN), json!([3, 2, "2, 36"]));
    assert_eq!(browser.text("count"), "3");
    let checker = "getComputedStyle(document.querySelector('.dark')).stroke";
    assert_eq!(
        browser.value(checker),
        "rgb(216, 199, 166)",
        "as the skin has it"
    );
    assert_eq!(
        browser.value("document.querySelectorAll('.visited-cell').length"),
        0
    );
    browser.press("previous");
    assert_eq!(browser.value(SEEN), json!([2, 1, "1, 36"]));
    browser.press("slider");
    browser.hold("Math.abs(playback.at - 18) <= 1");
    browser.screenshot("tour-half");
    browser.value("byId('speed').value = 10");
    browser.press("play");
    browser.wait_until("playback.at === 36 && !playback.isPlaying()");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn numbers_and_the_path_line_can_be_hidden() {
    let html = page_of(5, PathShape::Open, Some(Theme::Dark));
    let mut browser = Browser::open(&html, Screen::Phone);
    assert_eq!(
        browser.value("byId('theme').title"),
        "Colours: night",
        "it begins dark"
    );
    assert_eq!(browser.value("document.documentElement.scrollWidth"), 360);
    let shown = "['.number', '.walked'].map((part) =>
        getComputedStyle(document.querySelector(part)).display !== 'none')";
    assert_eq!(browser.value(shown), json!([true, true]));
    browser.screenshot("tour-phone");
    browser.press("numbers");
    assert_eq!(browser.value(shown), json!([false, true]));
    browser.press("line");
    assert_eq!(browser.value(shown), json!([false, false]));
    assert_eq!(browser.value("byId('line').ariaPressed"), "false");
    browser.press("numbers");
    assert_eq!(browser.value(shown), json!([true, false]));
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_path_of_a_large_board_is_drawn_in_segments() {
    let html = page_of(60, PathShape::Open, None);
    let mut browser = Browser::open(&html, Screen::Desktop);
    let strokes = "[...document.querySelectorAll('.walked')].map(({ style }) =>
        style.visibility === 'hidden' ? 'hidden' : style.strokeDasharray)";
    browser.hold("byId('numbers').hidden");
    assert_eq!(browser.value(strokes), json!(vec!["none"; 8]));
    browser.value("playback.jump(1200)");
    let mut expected = vec!["none", "none", "200, 500"];
    expected.resize(8, "hidden");
    assert_eq!(browser.value(strokes), json!(expected));
    browser.press("play");
    browser.wait_until("playback.at > 1210");
    browser.press("play");
}
