//! The state map in the page: the module finds it, the board goes where it is clicked, and searches
//! walk through it.

use std::ops::ControlFlow;

use huarong::Outcome;
use huarong::control::{Limits, unobserved};
use huarong::explore::{Dimensions, Options, SearchOrder, StateMap};
use huarong::proof::{self, Claim};
use huarong::puzzle::{Metric, Puzzle};
use huarong::render::page::{PageSolution, PuzzlePage};
use huarong::sliding::{Algorithm, Mirroring, MoveOrder};
use huarong::solution::Position;

use super::cases::PENNANT;
use super::classic;
use super::devtools::{Browser, Screen};
use super::site;

/// The page of a puzzle, with its map open that the module has found.
fn open(puzzle: &Puzzle, screen: Screen) -> Browser {
    let guide = PageSolution::None(Metric::Move);
    let page = PuzzlePage::new(puzzle, guide);
    let mut browser = Browser::open(&huarong::render::page::puzzle(&page), screen);
    assert_eq!(
        browser.value("typeof MapView"),
        "undefined",
        "nobody has asked for it"
    );
    browser.value("document.querySelector('#map summary').click()");
    browser.wait_until("!!mapView?.map");
    browser
}

fn library(puzzle: &Puzzle) -> StateMap {
    match StateMap::find(puzzle, &Options::default(), &mut unobserved).expect("it fits") {
        Outcome::Found(map) => map,
        other => panic!("{other:?}"),
    }
}

fn search(map: &StateMap, algorithm: Algorithm) -> SearchOrder {
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let limits = Limits::default();
    map.search(algorithm, Mirroring::Canonical, &limits, go_on)
        .expect("it fits")
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_state_map_of_the_page_agrees_with_the_library() {
    let puzzle = classic();
    let mut browser = open(&puzzle, Screen::Desktop);
    let map = library(&puzzle);
    assert_eq!(browser.value("mapView.map.size"), map.len());
    assert_eq!(
        browser.value("mapView.map.edges.length / 2"),
        map.edges().len()
    );
    assert_eq!(
        browser.text("map-text"),
        "25,955 positions and 47,151 moves."
    );
    assert_eq!(browser.value("mapView.map.solution.length"), 82);
    // The layers as a table: 125 distances and the head.
    assert_eq!(
        browser.value("document.querySelectorAll('#map-layers tr').length"),
        125
    );
    let depth_first = Algorithm::DepthFirst(MoveOrder::Fixed);
    for (name, algorithm) in [("bfs", Algorithm::BreadthFirst), ("dfs", depth_first)] {
        let known = search(&map, algorithm);
        let search = format!("mapView.map.searches.get('{name}')");
        let told = browser.value(&format!("Array.from({search}.discovered)"));
        let told: Vec<u32> = serde_json::from_value(told).expect("numbers");
        let discovered = known.discovered.iter().map(|it| it.unwrap_or(u32::MAX));
        assert!(discovered.eq(told), "{name}");
        for (part, numbers) in [
            ("depths", &known.depths),
            ("waiting", &known.waiting),
            ("path", &known.path),
        ] {
            let told = browser.value(&format!("Array.from({search}.{part})"));
            assert_eq!(
                &serde_json::from_value::<Vec<u32>>(told).expect("numbers"),
                numbers
            );
        }
        browser.press(&format!("map-{name}"));
    }
    // Both, side by side: a step, a pause, and to the end.
    browser.wait_until("mapView.playback.at > 0");
    browser.press("map-play");
    let at = browser
        .value("mapView.playback.at")
        .as_u64()
        .expect("a number");
    browser.press("map-next");
    let figures =
        "Array.from(document.querySelectorAll('#map-figures tr'), (row) => row.innerText)";
    let rows: Vec<String> = serde_json::from_value(browser.value(figures)).expect("rows");
    assert!(
        rows.iter()
            .all(|row| row.contains(&format!("\t{}\t", at + 1))),
        "{rows:?}"
    );
    browser.press("map-last");
    let rows: Vec<String> = serde_json::from_value(browser.value(figures)).expect("rows");
    assert!(
        rows[0].starts_with("bfs\t11,960\t81\t") && rows[0].ends_with("\t81"),
        "{rows:?}"
    );
    assert!(
        rows[1].starts_with("dfs\t8,251\t") && rows[1].ends_with("\t1,494"),
        "{rows:?}"
    );
    browser.screenshot("map-searches");
    for name in ["bfs", "dfs"] {
        browser.press(&format!("map-{name}"));
    }
    browser.hold("byId('map-watch').hidden");
    browser.screenshot("map");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_board_and_the_map_marker_follow_each_other() {
    let puzzle = classic();
    let mut browser = open(&puzzle, Screen::Desktop);
    assert_eq!(browser.value("mapView.here"), 0);
    let legal = Position::start(&puzzle).legal_moves(Metric::Move);
    browser.value("scrollTo(0, 0)");
    browser.drag(&legal[0]);
    assert_eq!(
        browser.value("mapView.map.start[mapView.here]"),
        1,
        "one move from the start"
    );
    // A position far away that no other one covers.
    browser.value("byId('map-canvas').scrollIntoView({ block: 'center' })");
    let point = browser.value(
        "(() => {
            mapView.drawAll();
            const box = mapView.canvas.getBoundingClientRect();
            for (let at = 20000; ; at++) {
                const [x, y] = mapView.places.subarray(2 * at).map(Math.round);
                if (mapView.pick({ offsetX: x, offsetY: y }) === at) return [box.x + x, box.y + y, at];
            }
        })()",
    );
    let part = |at: usize| point[at].as_f64().expect("a number");
    let path = browser.value(&format!(
        "mapView.map.path(mapView.here, {}).length",
        point[2]
    ));
    browser.click((part(0), part(1)));
    assert_eq!(browser.value("mapView.here"), point[2]);
    let made = browser.value("table.mine.made").as_u64().expect("a number");
    assert!(made <= path.as_u64().expect("a number"), "{made} {path}");
    assert!(
        browser
            .text("status")
            .starts_with("The board has gone there in ")
    );
    // By keys: to a neighbour, there, and the view.
    browser.value("byId('map-canvas').focus()");
    browser.key("n");
    let next = browser.value("mapView.shown");
    assert_ne!(next, point[2]);
    browser.key("Enter");
    assert_eq!(browser.value("mapView.here"), next);
    browser.key("ArrowLeft");
    browser.key_with("ArrowUp", 8);
    browser.key("+");
    let view = "[mapView.yaw < 0, mapView.pan[1] > 0, mapView.zoom > 1]";
    assert_eq!(browser.value(view), serde_json::json!([true, true, true]));
    browser.key("0");
    assert_eq!(
        browser.value("[mapView.yaw, mapView.zoom]"),
        serde_json::json!([0, 1])
    );
    // By dragging.
    let x = part(0);
    let y = part(1);
    browser.drag_through(&[(x, y), (x + 60.0, y + 30.0)]);
    browser.hold("mapView.yaw > 0.3 && mapView.pitch > 0.1");
    for colours in ["start", "ends", "goal"] {
        browser.value(&format!(
            "byId('map-colours').value = '{colours}', byId('map-colours').dispatchEvent(new Event('change'))"
        ));
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_finger_scrolls_the_page_past_the_map_until_it_is_tapped() {
    let puzzle: Puzzle = PENNANT.parse().expect("a puzzle");
    let mut browser = open(&puzzle, Screen::Phone);
    browser.value("byId('map-canvas').scrollIntoView({ block: 'center' })");
    let middle = browser.value(
        "(() => {
            const { x, y, width, height } = mapView.canvas.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        })()",
    );
    let [x, y] = [0, 1].map(|axis| middle[axis].as_f64().expect("a number"));
    let upwards: Vec<_> = (0..12)
        .map(|step| (x, y - 10.0 * f64::from(step)))
        .collect();
    let before = browser.value("scrollY");
    browser.swipe_through(&upwards);
    browser.wait_until(&format!("scrollY > {before} + 30"));
    let view = "[mapView.yaw, mapView.pitch, mapView.here, document.activeElement.id]";
    assert_eq!(browser.value(view), serde_json::json!([0, 0, 0, ""]));
    // A tap takes hold of the map and moves no piece; then a finger turns it.
    browser.value("byId('map-canvas').scrollIntoView({ block: 'center' })");
    browser.swipe_through(&[(x, y)]);
    browser.wait_until("document.activeElement.id === 'map-canvas'");
    assert_eq!(browser.value("mapView.here"), 0);
    let before = browser.value("scrollY");
    browser.swipe_through(&upwards);
    browser.wait_until("mapView.pitch < -0.3");
    assert_eq!(browser.value("scrollY"), before);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_certificate_is_downloaded_and_verified() {
    let small = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n";
    let stuck = "A # .\n\ngoal:\n. # A\n";
    for (text, claim) in [(small, Claim::Shortest(1)), (stuck, Claim::Unsolvable)] {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let page = PuzzlePage::new(&puzzle, PageSolution::None(Metric::Move));
        let mut browser = Browser::open(&huarong::render::page::puzzle(&page), Screen::Desktop);
        browser.value(
            "window.stored = null, download = (name, [bytes]) => { stored = [name, [...bytes]]; }",
        );
        // The solution that is shown writes its moves over what was said.
        browser.value("window.said = [], say = (text) => said.push(text), 0");
        assert_eq!(
            browser.value("byId('proof').ariaDisabled"),
            "true",
            "nothing is proven"
        );
        browser.press("solve");
        browser.wait_until("byId('proof').ariaDisabled === 'false'");
        browser.press("proof");
        browser.wait_until("stored !== null");
        let (name, bytes): (String, Vec<u8>) =
            serde_json::from_value(browser.value("stored")).expect("a file");
        let checked = proof::check(&bytes, &mut |_| ControlFlow::Continue(()));
        let verified = checked
            .expect("it is right")
            .found()
            .expect("it is small")
            .claim;
        assert_eq!((name.as_str(), verified), ("puzzle.proof", claim));
        browser.wait_until("said.some((text) => text.startsWith('A certificate of '))");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_map_fits_each_window_in_both_languages_and_colours() {
    let mut browser = site::open("#list", Screen::Desktop);
    browser.wait_until("typeof LISTED === 'object'");
    assert_eq!(browser.value("typeof MapView"), "undefined");
    assert_eq!(
        browser.value("document.querySelector('script[src=\"map.js\"]')"),
        serde_json::Value::Null
    );
    drop(browser);
    let sizes = [
        Screen::Desktop,
        Screen::Phone,
        Screen::Landscape,
        Screen::Window(1920, 1080),
        Screen::Window(768, 1024),
        Screen::Window(320, 568),
    ];
    for (number, screen) in sizes.into_iter().enumerate() {
        let mut browser = site::open("#play=pennant", screen);
        for (language, theme) in [("en", "light"), ("zh-Hans", "dark")] {
            if language != "en" {
                browser.value("window.isOld = true, byId('language').click()");
                browser.wait_until("!window.isOld && document.documentElement.lang === 'zh-Hans'");
            }
            browser.wait_until(
                "typeof table === 'object' && !!document.querySelector('#map summary')",
            );
            browser.prefer("prefers-color-scheme", theme);
            browser.value("document.querySelector('#map summary').click()");
            browser.wait_until("!!mapView?.map");
            browser.value("byId('map-dfs').click(), byId('map-bfs').click()");
            browser.value("byId('map-last').click(), byId('map-canvas').scrollIntoView()");
            let wide = browser.value("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_i64().is_some_and(|it| it <= 0), "{screen:?} {wide}");
            let lines = browser.text("map-text");
            assert_eq!(lines.contains("positions"), language == "en", "{lines}");
            browser.wait_until("mapView.canvas.width > 0");
            browser.screenshot(&format!("map-{number}-{theme}"));
        }
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_map_is_drawn_with_webgl_or_reports_an_error() {
    let puzzle: Puzzle = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n"
        .parse()
        .expect("a puzzle");
    let guide = PageSolution::None(Metric::Move);
    let page = PuzzlePage::new(&puzzle, guide);
    let mut browser = Browser::open(&huarong::render::page::puzzle(&page), Screen::Phone);
    browser.value("document.querySelector('#map summary').click()");
    browser.wait_until("!!mapView?.map && mapView.canvas.width > 300");
    browser.wait_until(
        "(() => {
            const { canvas: { width, height }, painter: { gl } } = mapView;
            mapView.drawAll();
            const pixels = new Uint8Array(4 * width * height);
            gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
            return pixels.some((part) => part > 0);
        })()",
    );
    // No word is cut at a side, and a search is seen as a whole.
    let is_cut = "[...byId('map-marks').querySelectorAll('text')].some((it) => {
        const [{ left, right }, frame] = [it, byId('map-marks')].map((each) => each.getBoundingClientRect());
        return left < frame.left || right > frame.right;
    })";
    for yaw in [0.0, 0.8, 1.6, 2.4, 3.2, 4.0] {
        browser.value(&format!("mapView.yaw = {yaw}, mapView.drawAll()"));
        assert_eq!(browser.value(is_cut), false, "{yaw}");
    }
    assert_ne!(
        browser.value("getComputedStyle(byId('map')).getPropertyValue('--hues')"),
        ""
    );
    browser.value("mapView.move({ zoom: 9, pan: [500, 0] })");
    browser.press("map-bfs");
    assert_eq!(
        browser.value("[mapView.zoom, ...mapView.pan]"),
        serde_json::json!([1, 0, 0])
    );
    browser.screenshot("map-by-webgl");
    let mut browser = Browser::open(&huarong::render::page::puzzle(&page), Screen::Phone);
    browser.value("HTMLCanvasElement.prototype.getContext = () => null");
    browser.value("document.querySelector('#map summary').click()");
    browser.wait_until("byId('map').textContent.includes('it has no WebGL 2.')");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_page_of_a_comparison_begins_with_its_finished_searches() {
    let puzzle: Puzzle = PENNANT.parse().expect("a puzzle");
    let map = library(&puzzle);
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let points = map.layout(Dimensions::Three, 0, Limits::default(), go_on);
    let points = points.expect("it fits");
    let depth_first = Algorithm::DepthFirst(MoveOrder::Fixed);
    let searches = [("dfs", depth_first), ("bfs", Algorithm::BreadthFirst)];
    let searches = searches.map(|(name, algorithm)| (name, search(&map, algorithm)));
    let json = map.page_json(&points, &searches);
    let page = PuzzlePage::new(&puzzle, PageSolution::None(Metric::Move))
        .with_map(Some(&json))
        .with_map_first(true);
    let page = huarong::render::page::puzzle(&page);
    let mut browser = Browser::open(&page, Screen::Desktop);
    browser.wait_until("mapView?.watched.length === 2");
    let top = |id: &str| format!("byId('{id}').getBoundingClientRect().top");
    let is_above = format!("{} < {}", top("map"), top("board"));
    browser.hold(&is_above);
    let figures = "byId('map-figures').innerText";
    let figures = browser.value(figures);
    let figures = figures.as_str().expect("lines");
    for (name, search) in searches {
        let moves = format!("\t{}", search.path.len() - 1);
        let is_its = |line: &str| line.starts_with(name) && line.ends_with(&moves);
        assert!(figures.lines().any(is_its), "{name}{moves}: {figures}");
    }
    browser.screenshot("map-compared");
}
