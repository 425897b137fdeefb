//! Maps and boards that are drawn in the site, and paths and tours over them.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

use huarong::backtrack::hamilton::{self, Constraints, Shape};
use huarong::control::{Outcome, unobserved};
use huarong::graph::text::parse_map;
use huarong::graph::{CellMap, Leaper, MapCell, Vertex, verify};
use huarong::render::page::site;
use serde_json::{Value, json};

use super::cases::cases;
use super::devtools::{Browser, Screen};
use super::site::folder_of;

/// The view of a site, ready, with a map or the board that it begins with.
fn open(map: Option<(&str, &str)>, screen: Screen) -> Browser {
    static FILES: OnceLock<[(&str, String); 12]> = OnceLock::new();
    let folder = folder_of(FILES.get_or_init(|| site(&[], "")));
    let mut browser = Browser::open_folder(folder, "index.html#paths", screen);
    browser.wait_until(READY);
    if let Some((text, how)) = map {
        let text = Value::from(text);
        browser.hold(&format!("pathEasel.draw({text}, {how})"));
    }
    browser
}

const READY: &str = "typeof pathEasel === 'object'";

/// Whether the address has the map and the path by hand, as it has a little after a change.
const IS_IN_ADDRESS: &str = "linkToMap(pathEasel.map, pathEasel.mode !== 'draw' && pathEasel.walk)
    .then((link) => link === location.hash)";

/// A board without holes.
fn whole(rows: usize, columns: usize) -> String {
    format!("{}\n", ".".repeat(columns)).repeat(rows)
}

/// The point of the window over one of the board, rows and columns with fractions.
fn point(browser: &mut Browser, (row, column): (f64, f64)) -> (f64, f64) {
    let point = browser.value(&format!(
        "(() => {{
            const point = new DOMPoint({column} * PATH_CELL, {row} * PATH_CELL);
            const {{ x, y }} = point.matrixTransform(byId('board').getScreenCTM());
            return [x, y];
        }})()"
    ));
    (
        point[0].as_f64().expect("a number"),
        point[1].as_f64().expect("a number"),
    )
}

/// Presses a point of the board.
fn press(browser: &mut Browser, row: f64, column: f64) {
    let at = point(browser, (row, column));
    browser.drag_through(&[at]);
}

/// Drags over points of the board.
fn drag(browser: &mut Browser, points: &[(f64, f64)]) {
    let points: Vec<_> = points.iter().map(|&at| point(browser, at)).collect();
    browser.drag_through(&points);
}

fn tool(browser: &mut Browser, name: &str) {
    browser.value(&format!(
        "document.querySelector('[data-tool={name}]').click()"
    ));
}

fn mode(browser: &mut Browser, name: &str) {
    browser.value(&format!(
        "document.querySelector('[data-mode={name}]').click()"
    ));
    browser.wait_until(&format!("pathEasel.mode === '{name}'"));
}

/// Solves the map and checks with the library that the displayed path is valid.
fn solve(browser: &mut Browser, leaper: Option<Leaper>, shape: Shape) -> usize {
    browser.press("solve");
    browser.wait_until("pathEasel.found !== null && byId('busy').hidden");
    let text = browser.value("pathEasel.map.text()");
    let map = parse_map(text.as_str().expect("a text").as_bytes()).expect("a map");
    let path = path_of(&map, &browser.value("pathEasel.found"));
    let end = map.end.filter(|_| shape == Shape::Path);
    let start = map.start;
    let waypoints = map.waypoints.clone();
    let constraints = Constraints::default()
        .with_shape(shape)
        .with_start(start)
        .with_end(end)
        .with_waypoints(waypoints);
    let leaps = leaper.map(|leaper| map.leaps(leaper));
    verify(leaps.as_ref().unwrap_or(map.graph()), &path, &constraints).expect("a path");
    path.len()
}

fn path_of(map: &CellMap, told: &Value) -> Vec<Vertex> {
    let number = |value: &Value| u32::try_from(value.as_u64().expect("a number")).expect("few");
    let vertex = |at: &Value| {
        let place = MapCell {
            row: number(&at[0]),
            column: number(&at[1]),
        };
        map.vertex_at(place).expect("a cell")
    };
    told.as_array()
        .expect("a path")
        .iter()
        .map(vertex)
        .collect()
}

/// Whether there is a path, by the library itself.
fn is_possible(text: &str) -> bool {
    let map = parse_map(text.as_bytes()).expect("a map");
    let start = map.start;
    let end = map.end;
    let constraints = Constraints::default()
        .with_start(start)
        .with_end(end)
        .with_waypoints(map.waypoints.clone());
    let search = hamilton::first(
        map.graph(),
        &constraints,
        &hamilton::Options::default(),
        &mut unobserved,
    );
    matches!(search.expect("its cells").outcome, Outcome::Found(_))
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_map_is_drawn_by_clicks_and_solved() {
    let mut browser = open(Some((&whole(4, 5), "howOf(null, false)")), Screen::Desktop);
    // Holes by a drag, one taken back by a press.
    drag(&mut browser, &[(0.5, 3.5), (0.5, 4.5), (1.5, 4.5)]);
    press(&mut browser, 0.5, 3.5);
    assert_eq!(
        browser.value("pathEasel.map.text()"),
        ". . . . #\n. . . . #\n. . . . .\n. . . . .\n"
    );
    tool(&mut browser, "wall");
    drag(&mut browser, &[(1.0, 0.2), (1.0, 1.8)]);
    press(&mut browser, 2.5, 2.02);
    tool(&mut browser, "start");
    press(&mut browser, 0.5, 0.5);
    tool(&mut browser, "end");
    press(&mut browser, 1.5, 0.5);
    tool(&mut browser, "number");
    press(&mut browser, 0.5, 3.5);
    press(&mut browser, 3.5, 4.5);
    let text = "S . . 1 #\n- -\nE . . . #\n. .|. . .\n. . . . 2\n";
    assert_eq!(browser.value("pathEasel.map.text()"), text);
    assert!(is_possible(text));
    browser.screenshot("map-drawn");
    browser.value("byId('speed').value = 10");
    assert_eq!(solve(&mut browser, None, Shape::Path), 18);
    browser.wait_until("pathEasel.playback.at === pathEasel.playback.steps");
    assert_eq!(browser.text("count"), "18");
    browser.screenshot("map-solved");
    // What was found is gone with the map that it was of.
    mode(&mut browser, "draw");
    browser.press("undo");
    assert_eq!(browser.value("pathEasel.found"), Value::Null);
    assert_eq!(browser.value("pathEasel.map.numbers.length"), 1);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_knight_tours_the_chessboard_open_and_closed() {
    let mut browser = open(None, Screen::Desktop);
    assert_eq!(solve(&mut browser, Some(Leaper::KNIGHT), Shape::Path), 64);
    assert_eq!(browser.value("pathEasel.playback.steps"), 63);
    mode(&mut browser, "draw");
    browser.press("closed");
    assert_eq!(solve(&mut browser, Some(Leaper::KNIGHT), Shape::Cycle), 64);
    assert_eq!(browser.value("pathEasel.playback.steps"), 64);
    browser.press("last");
    assert_eq!(browser.text("count"), "1", "it is back where it began");
    browser.screenshot("map-tour");
    mode(&mut browser, "draw");
    browser.value("byId('rows').value = 4, byId('rows').dispatchEvent(new Event('change'))");
    browser.press("solve");
    browser.wait_until("byId('status').textContent.includes('Schwenk')");
    assert!(
        browser
            .text("status")
            .starts_with("There is none: Schwenk's theorem")
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_path_is_drawn_by_hand() {
    let text = "1 . .\n. . 3\n. . 2\n";
    for screen in [Screen::Desktop, Screen::Phone] {
        let mut browser = open(Some((text, "howOf(null, false)")), screen);
        mode(&mut browser, "walk");
        press(&mut browser, 1.5, 1.5);
        assert_eq!(
            browser.text("status"),
            "The path begins in row 1, column 1."
        );
        let go = |browser: &mut Browser, points: &[(f64, f64)]| match screen {
            Screen::Phone => {
                let points: Vec<_> = points.iter().map(|&at| point(browser, at)).collect();
                browser.swipe_through(&points);
            }
            _ => drag(browser, points),
        };
        go(&mut browser, &[(0.5, 0.5), (0.5, 2.5), (1.5, 2.5)]);
        assert_eq!(
            browser.value("pathEasel.walk.length"),
            3,
            "3 is not entered before 2"
        );
        press(&mut browser, 1.5, 2.5);
        assert_eq!(browser.text("status"), "2 comes first.");
        // Back over the last steps, and on.
        go(
            &mut browser,
            &[(0.5, 2.5), (0.5, 0.5), (2.5, 0.5), (2.5, 2.5)],
        );
        assert_eq!(browser.value("pathEasel.walk.length"), 5);
        browser.press("undo");
        browser.press("undo");
        browser.press("undo");
        assert_eq!(browser.value("pathEasel.walk.length"), 2);
        go(
            &mut browser,
            &[(1.5, 0.5), (2.5, 0.5), (2.5, 2.5), (1.5, 2.5)],
        );
        browser.screenshot(&format!("map-by-hand-{screen:?}"));
        press(&mut browser, 0.5, 0.5);
        go(&mut browser, &[(0.5, 0.5), (0.5, 2.5)]);
        go(&mut browser, &[(0.5, 2.5), (0.5, 1.5), (1.5, 1.5)]);
        browser.hold("document.documentElement.scrollWidth <= innerWidth");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn paths_drawn_by_hand_are_verified() {
    let mut browser = open(Some(("S .\n. .\n", "howOf(null, true)")), Screen::Desktop);
    mode(&mut browser, "walk");
    drag(
        &mut browser,
        &[(0.5, 0.5), (0.5, 1.5), (1.5, 1.5), (1.5, 0.5)],
    );
    browser.wait_until("byId('status').textContent.startsWith('Done: all 4 cells.')");
    let mut browser = open(
        Some(("S . .\n. . E\n", "howOf(null, false)")),
        Screen::Desktop,
    );
    mode(&mut browser, "walk");
    drag(
        &mut browser,
        &[(0.5, 0.5), (0.5, 2.5), (1.5, 2.5), (1.5, 0.5)],
    );
    let flaw = "Every cell is met, but it does not begin and end at the given cells.";
    browser.wait_until(&format!("byId('status').textContent === '{flaw}'"));
    // A knight leaps by presses.
    let mut browser = open(Some((&whole(3, 4), "howOf('1,2', false)")), Screen::Desktop);
    let tour = solve(&mut browser, Some(Leaper::KNIGHT), Shape::Path);
    let path = browser.value("pathEasel.found");
    mode(&mut browser, "walk");
    for at in 0..tour {
        let [row, column] = [0, 1].map(|axis| path[at][axis].as_f64().expect("a number"));
        press(&mut browser, row + 0.5, column + 0.5);
    }
    browser.wait_until("byId('status').textContent.startsWith('Done: all 12 cells.')");
    browser.screenshot("map-leaps");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn invalid_map_texts_and_impossible_maps_are_reported() {
    let mut browser = open(None, Screen::Desktop);
    let read = |browser: &mut Browser, text: &str| {
        let text = Value::from(text);
        browser.value(&format!(
            "say(''), byId('text').value = {text}, byId('as-text').open = true"
        ));
        browser.press("read");
        browser.wait_until(
            "!['', 'Reading…'].includes(byId('status').textContent) && byId('busy').hidden",
        );
        browser.text("status")
    };
    let told = read(&mut browser, ". .\n. y\n");
    assert!(
        told.starts_with("Line 2, column 3: “y” is not a cell: a cell is “.”"),
        "{told}"
    );
    assert_eq!(
        browser.value("pathEasel.map.rows"),
        8,
        "what was drawn is still there"
    );
    let told = read(&mut browser, &whole(60, 3));
    assert!(told.starts_with("That is too large: 50 rows"), "{told}");
    let told = read(&mut browser, "# # #\n# # #\n");
    assert!(told.contains("there are no cells here: draw"), "{told}");
    assert_eq!(
        read(&mut browser, "https://example.org/a?b=c"),
        "This link holds no map."
    );
    browser.value("byId('text').value = ''");
    for (text, why) in [
        ("...\n...\n..#\n.#.\n", "the cells form 2 unconnected parts"),
        (
            ".S.\n...\n...\n",
            "begins and ends on a dark one, and row 1, column 2 is light",
        ),
        (".S.\n.E.\n", "the search tried every path"),
    ] {
        let text = Value::from(text);
        browser.value(&format!("pathEasel.draw({text}, howOf(null, false))"));
        browser.press("solve");
        browser.wait_until("byId('status').textContent !== ''");
        let told = browser.text("status");
        assert!(
            told.starts_with("There is none: ") && told.contains(why),
            "{told}"
        );
    }
    let zip = Value::from(". . . 2\n3 1 . .\n. . . .\n5 . . 4\n");
    for (text, told) in [
        (zip, "There is exactly one."),
        ("..\n..\n..\n".into(), "There are several."),
    ] {
        browser.value(&format!("pathEasel.draw({text}, howOf(null, false))"));
        browser.press("unique");
        browser.wait_until("byId('status').textContent !== ''");
        assert_eq!(browser.text("status"), told);
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_large_board_is_drawn_and_edited_without_delay() {
    let how = "howOf('1,2', true)";
    let mut browser = open(Some((&whole(50, 50), how)), Screen::Desktop);
    assert_eq!(
        solve(&mut browser, Some(Leaper::KNIGHT), Shape::Cycle),
        2500
    );
    // What a step and a change cost: elements, attributes, and looks at marks, for each cell.
    let told = browser.value(
        "(async () => {
            const found = pathEasel.found.map(String);
            await pathEasel.switchMode('walk');
            pathEasel.walk = found.slice(0, 2400);
            let calls = 0;
            for (const [of, name] of [
                [Document.prototype, 'createElementNS'], [Element.prototype, 'setAttribute'],
                [PathMap.prototype, 'mark'], [PathMap.prototype, 'isWall'],
            ]) {
                const own = of[name];
                of[name] = function (...given) {
                    calls += 1;
                    return own.apply(this, given);
                };
            }
            for (const key of found.slice(2400, 2410)) pathEasel.step(key);
            const walked = calls / 10;
            calls = 0;
            pathEasel.change((map) => map.put('0,0', '#'));
            return [walked / 2500, calls / 2500];
        })()",
    );
    let few = |calls: &Value| calls.as_f64().is_some_and(|calls| calls < 60.0);
    assert!(few(&told[0]) && few(&told[1]), "{told}");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_typed_text_says_all_of_its_map_and_stays_until_it_is_read() {
    let mut browser = open(None, Screen::Desktop);
    let field = "byId('text').value";
    let tour = browser.value(field);
    assert!(
        tour.as_str()
            .is_some_and(|text| text.starts_with("; moves: 1,2\n")),
        "{tour}"
    );
    // A zip has neighbours and walls, even if the open board has a knight.
    let zip = json!("1 . 2\n. . .\n3|. 4\n");
    browser.value(&format!("{field} = {zip}, byId('read').click()"));
    browser.wait_until("pathEasel.map.rows === 3");
    let map = "[pathEasel.map.moves, pathEasel.map.isClosed, pathEasel.map.walls.size]";
    assert_eq!(browser.value(map), json!([null, false, 1]));
    assert_eq!(browser.value(field), zip);
    browser.value(&format!(
        "{field} = '; moves: 1,3\\n; closed\\n....\\n', byId('read').click()"
    ));
    browser.wait_until("pathEasel.map.rows === 1");
    assert_eq!(browser.value(map), json!(["1,3", true, 0]));
    // Tools leave a text alone that is not read yet.
    browser.value(&format!("{field} = '12.'"));
    press(&mut browser, 0.5, 0.5);
    assert_eq!(browser.value(field), "12.");
    browser.value("byId('read').click()");
    browser.wait_until("pathEasel.map.columns === 3");
    assert_eq!(browser.value(field), "1 2 .\n");
    press(&mut browser, 0.5, 2.5);
    assert_eq!(browser.value(field), "1 2 #\n");
    // Another window draws: without a path by hand, its map opens, and Undo brings this one back.
    let other = |browser: &mut Browser, text: &str| {
        browser.value(&format!(
            "(() => {{
                const kept = JSON.parse(localStorage.getItem('huarong map'));
                kept.drawing = JSON.stringify(PathMap.from(kept.drawing).sized({text}));
                localStorage.setItem('huarong map', JSON.stringify(kept));
                window.dispatchEvent(new StorageEvent('storage', {{ key: 'huarong map' }}));
            }})()"
        ));
    };
    other(&mut browser, "2, 2");
    browser.wait_until("byId('status').textContent === 'Another window has changed this drawing.'");
    assert_eq!(browser.value(field), "1 2\n. .\n");
    browser.press("undo");
    assert_eq!(browser.value(field), "1 2 #\n");
    mode(&mut browser, "walk");
    press(&mut browser, 0.5, 0.5);
    other(&mut browser, "4, 2");
    assert_eq!(browser.value("pathEasel.walk.length"), 1);
    mode(&mut browser, "draw");
    browser.press("undo");
    assert_eq!(browser.value("pathEasel.map.rows"), 4);
    // A link of the site to a game opens, and has the title of its kind.
    let link = "https://example.org/huarong/#paths&map=01PQU9BTMOIyVjAEsbj0wHw9LlMwbcIFAA&walk=";
    browser.value(&format!(
        "window.isOld = true, {field} = '{link}', byId('read').click()"
    ));
    browser.wait_until(&format!(
        "!window.isOld && {READY} && pathEasel.map.numbers.length > 2"
    ));
    let titles = "[document.title, document.querySelector('h1').textContent]";
    assert_eq!(browser.value(titles), json!(["Zip", "Zip"]));
}

/// Numbers in an order that is searched for minutes.
const LONG: &str = "\
8 . . . . . . . . . . . . .
. . . . . . . 1 . . . . . .
. . . . . . . . . . . . . .
. . . . . . . . 7 . . . . .
. . . . . . . . . . . . . .
. . . . . . . . . . . . . .
. . . . . . . . . . . . . .
. . . 3 . . . . . . . 6 . .
. . . . . . . . . . . . . .
. . . . . . . . . . . . 4 .
. . 5 . . . . . . . . . . .
. . . . . . . . . . . . . .
. . . . . . . . . . . . . .
9 . . . . . . . . . . . . 2
";

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_long_path_search_shows_progress_and_can_be_cancelled() {
    let mut browser = open(Some((LONG, "howOf(null, false)")), Screen::Desktop);
    browser.press("solve");
    browser
        .wait_until("!byId('busy').hidden && byId('busy-text').textContent.includes('positions')");
    browser.press("cancel");
    browser.wait_until("byId('busy').hidden");
    assert_eq!(browser.text("status"), "The search was ended.");
    // And it answers again.
    browser.value("pathEasel.draw('..\\n..\\n', howOf(null, true))");
    assert_eq!(solve(&mut browser, None, Shape::Cycle), 4);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_link_contains_the_map_and_its_settings() {
    let mut browser = open(
        Some(("S.#\n..E\n...\n", "howOf('1,3', false)")),
        Screen::Desktop,
    );
    let state = "[pathEasel.map.text(), pathEasel.map.moves, pathEasel.map.isClosed]";
    let before = browser.value(state);
    browser.press("link");
    browser
        .wait_until("location.hash.startsWith('#paths&map=') && byId('status').textContent !== ''");
    browser.reload();
    browser.wait_until(READY);
    assert_eq!(browser.value(state), before);
    browser.value("pathEasel.change((map) => { map.isClosed = true; map.moves = null; })");
    browser.wait_until("location.hash.endsWith('&closed=yes')");
    browser.reload();
    browser.wait_until(READY);
    assert_eq!(
        browser.value(state),
        json!(["S . #\n. . .\n. . .\n", null, true])
    );
    browser.value("history.replaceState(null, '', '#paths&map=nonsense')");
    browser.reload();
    browser.wait_until(READY);
    assert_eq!(browser.text("status"), "This link holds no map.");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn keys_draw_and_walk() {
    let mut browser = open(Some((&whole(2, 3), "howOf(null, false)")), Screen::Desktop);
    browser.value("document.querySelector('.cell').focus()");
    browser.key("S");
    browser.key_with("ArrowDown", 8);
    let label = "document.activeElement.ariaLabel";
    assert_eq!(browser.value(label), "Row 1, column 1: start, wall below");
    for key in ["ArrowRight", "ArrowRight", "1", "ArrowDown", "#", "#", "."] {
        browser.key(key);
    }
    assert_eq!(browser.value("pathEasel.map.text()"), "S . 1\n-\n. . .\n");
    browser.key("Enter");
    assert_eq!(browser.value(label), "Row 2, column 3: hole");
    browser.key_with("z", 2);
    assert_eq!(browser.value("pathEasel.map.mark('1,2')"), ".");
    mode(&mut browser, "walk");
    browser.value("document.querySelector('.cell').focus()");
    for key in [
        "Enter",
        "ArrowRight",
        "ArrowRight",
        "ArrowDown",
        "ArrowLeft",
        "ArrowLeft",
    ] {
        browser.key(key);
    }
    browser.wait_until("byId('status').textContent.startsWith('Done: all 6 cells.')");
    browser.key("Backspace");
    assert_eq!(browser.value("pathEasel.walk.length"), 5);
    assert_eq!(
        browser.value(label),
        "Row 2, column 1: cell, wall above, can be next"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn every_example_map_can_be_answered() {
    let mut browser = open(None, Screen::Desktop);
    let examples = browser.value("[...byId('examples').children].map(({ hash }) => hash)");
    let examples: Vec<String> = serde_json::from_value(examples).expect("links");
    assert!(examples.len() > 4, "{examples:?}");
    let answer = |browser: &mut Browser, link: &str, picture: &str| {
        browser.value(&format!("window.isOld = true, location.hash = '{link}'"));
        browser.wait_until(&format!("!window.isOld && {READY} && !byId('view').hidden"));
        browser.value("pathEasel.search('find')");
        let told = browser.text("status");
        assert_eq!(browser.value("pathEasel.mode"), "watch", "{link}: {told}");
        browser.press("last");
        browser.screenshot(&format!("map-example-{picture}"));
        browser.hold("document.documentElement.scrollWidth <= innerWidth");
    };
    for (number, link) in examples.iter().enumerate() {
        answer(&mut browser, link, &number.to_string());
    }
    // What differs on another screen is how it fits.
    for screen in [Screen::Phone, Screen::Landscape] {
        let last = examples.last().expect("there are some");
        answer(&mut open(None, screen), last, &format!("{screen:?}"));
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_path_page_is_translated_to_chinese() {
    for screen in [Screen::Desktop, Screen::Phone] {
        let mut browser = open(None, screen);
        browser.prefer("prefers-color-scheme", "dark");
        browser.press("language");
        browser.wait_until(
            "document.documentElement.lang === 'zh-Hans' && typeof pathEasel === 'object'",
        );
        let text = Value::from("S . . 1\n. . .|2\n. # . E\n");
        browser.value(&format!("pathEasel.draw({text}, howOf(null, false))"));
        browser.press("solve");
        browser.wait_until("byId('status').textContent !== ''");
        let told = browser.text("status");
        let letters = told.chars().filter(char::is_ascii_alphabetic).count();
        assert!(told.starts_with("无解：") && letters == 0, "{told}");
        browser.screenshot(&format!("map-chinese-{screen:?}"));
        browser.value("pathEasel.draw('. .\\n. y\\n', howOf(null, false))");
        let told = browser.text("status");
        assert!(
            told.starts_with("第 2 行第 3 个字符：“y” 不是格子"),
            "{told}"
        );
        browser.value("pathEasel.draw('@..\\n.X.\\n', howOf(null, false))");
        assert_eq!(browser.text("status"), "符号读作格子：“@” 是墙，“X” 是墙。");
        browser.hold("document.documentElement.scrollWidth <= innerWidth");
    }
}

/// Holds an engine in the page, `tester`, against the library on maps and boards.
fn hold(browser: &mut Browser) {
    let mut count = 0;
    for bits in 0_u32..1 << 9 {
        let cell = |at: u32| if bits >> at & 1 == 1 { '.' } else { '#' };
        let rows: Vec<String> = (0..3)
            .map(|row| (0..3).map(|column| cell(3 * row + column)).collect())
            .collect();
        let text = format!("{}.\n....\n", rows.join(".\n"));
        let told = ask(browser, &json!({"find": {"text": text}}));
        let wanted = is_possible(&text);
        assert_eq!(told["answer"] == "found", wanted, "{text}{told}");
        if wanted {
            let map = parse_map(text.as_bytes()).expect("a map");
            let path = path_of(&map, &told["path"]);
            verify(map.graph(), &path, &Constraints::default()).expect("a path");
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
    for (rows, columns, moves, closed) in [
        (5, 5, "1,2", false),
        (6, 6, "1,2", true),
        (30, 41, "1,2", false),
        (10, 10, "2,3", false),
    ] {
        let map = whole(rows, columns);
        let request = json!({"find": {"text": map, "moves": moves, "closed": closed}});
        let told = ask(browser, &request);
        assert_eq!(
            told["path"].as_array().map(Vec::len),
            Some(rows * columns),
            "{request}{told}"
        );
    }
}

fn ask(browser: &mut Browser, request: &Value) -> Value {
    browser.value(&format!("window.tester.ask({request})"))
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_path_engine_in_the_page_agrees_with_the_library() {
    let mut browser = open(None, Screen::Desktop);
    browser.value("window.tester = new Engine(), 1");
    hold(&mut browser);
}

#[test]
#[ignore = "needs Chromium, and a module that was just built, see .ci/run"]
fn a_freshly_built_path_engine_agrees_with_the_library() {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/web-paths.wasm");
    let bytes = std::fs::read(built).expect("a module, which .ci/run builds");
    let mut browser = open(None, Screen::Desktop);
    browser.value(&format!(
        "window.tester = new Engine(), modules.paths = WebAssembly.compile(Uint8Array.from({bytes:?})), 1"
    ));
    hold(&mut browser);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_path_drawn_by_hand_survives_a_reload_and_is_completed() {
    let zip = ". . . 2\n3 1 . .\n. . . .\n5 . . 4\n";
    let mut browser = open(Some((zip, "howOf(null, false)")), Screen::Phone);
    mode(&mut browser, "walk");
    drag(&mut browser, &[(1.5, 1.5), (1.5, 2.5), (0.5, 2.5)]);
    // Each number is written once, and which comes next is told.
    let written = "[...byId('board').querySelectorAll('text')].filter((it) => it.getClientRects().length > 0).map((it) => it.textContent).sort().join('')";
    assert_eq!(browser.value(written), "12345");
    assert_eq!(
        browser.value("document.querySelector('.next').textContent"),
        "2"
    );
    assert_eq!(browser.value("document.querySelectorAll('.met').length"), 1);
    browser.screenshot("map-by-hand-numbers");
    // A change is taken back and made again.
    let walk = "pathEasel.walk.join(' ')";
    browser.press("undo");
    assert_eq!(browser.value(walk), "1,1 1,2");
    browser.key_with("y", 2);
    assert_eq!(browser.value(walk), "1,1 1,2 0,2");
    // It is there again after the page was left.
    browser.wait_until(IS_IN_ADDRESS);
    browser.reload();
    browser.wait_until(&format!("{READY} && {walk} === '1,1 1,2 0,2'"));
    for hash in ["#draw", "#paths"] {
        browser.value(&format!("window.isOld = true, location.hash = '{hash}'"));
        browser.wait_until("!window.isOld && document.readyState === 'complete'");
    }
    browser.wait_until(&format!("{READY} && {walk} === '1,1 1,2 0,2'"));
    // From there it cannot be finished, but from its first step.
    browser.press("solve");
    let told = "This beginning cannot be finished; this is another path.";
    browser.wait_until(&format!("byId('status').textContent === '{told}'"));
    mode(&mut browser, "walk");
    browser.press("undo");
    browser.press("undo");
    browser.press("solve");
    browser.wait_until("pathEasel.mode === 'watch'");
    let told = browser.text("status");
    assert_eq!(
        told,
        "This beginning can be finished: A path over 16 cells."
    );
    // A repeated request gets the same answer.
    browser.value("pathEasel.found = null");
    browser.press("solve");
    browser.wait_until("pathEasel.found !== null && byId('busy').hidden");
    assert_eq!(browser.text("status"), told);
    // A way round begins as the hand has begun it.
    let round = Value::from(whole(4, 4));
    browser.value(&format!("pathEasel.draw({round}, howOf(null, true))"));
    mode(&mut browser, "walk");
    drag(&mut browser, &[(1.5, 0.5), (0.5, 0.5), (0.5, 1.5)]);
    browser.press("solve");
    browser.wait_until("pathEasel.mode === 'watch'");
    let found = browser.value("pathEasel.found.map((at) => at.join()).join(' ')");
    assert!(
        found.as_str().expect("text").starts_with("1,0 0,0 0,1 "),
        "{found}"
    );
    assert_eq!(
        browser.value("new Set(pathEasel.found.map(String)).size"),
        16
    );
    browser.value("pathEasel.draw('.\\n', howOf(null, false))");
    browser.press("solve");
    browser.wait_until("byId('status').textContent === 'A path over 1 cell.'");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_zip_begins_again_from_its_solution_and_keeps_its_map() {
    let zip = "#paths&map=01PQU9BTMOIyVjAEsbj0wHw9LlMwbcIFAA&walk=";
    let mut browser = super::site::open(zip, Screen::Phone);
    browser.wait_until(&format!("{READY} && pathEasel.mode === 'walk'"));
    browser.press("solve");
    browser.wait_until("pathEasel.mode === 'watch'");
    browser.press("empty");
    browser.wait_until("pathEasel.mode === 'walk' && pathEasel.walk.length === 0");
    assert_eq!(browser.value("pathEasel.map.numbers.length"), 5);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_zip_is_played_with_hints_a_clock_and_a_best_time() {
    let zip = ". . . 2\n3 1 . .\n. . . .\n5 . . 4\n";
    let mut browser = open(Some((zip, "howOf(null, false)")), Screen::Phone);
    mode(&mut browser, "walk");
    // A wrong beginning: hints go back to where it can be finished, and then on.
    drag(
        &mut browser,
        &[(1.5, 1.5), (1.5, 2.5), (0.5, 2.5), (0.5, 3.5)],
    );
    browser.press("walk-hint");
    browser.wait_until("byId('status').textContent.startsWith('It could not be finished from there. Steps that are taken back: 2')");
    assert_eq!(browser.value("pathEasel.walk.join(' ')"), "1,1 1,2");
    browser.press("walk-hint");
    let told = "byId('status').textContent.startsWith('This beginning can be finished. The next step is made: row ')";
    browser.wait_until(told);
    assert_eq!(browser.value("pathEasel.walk.length"), 3);
    let path =
        browser.value("pathEasel.ask(pathEasel.map.request('find')).then(({ path }) => path)");
    let points: Vec<(f64, f64)> = (path.as_array().expect("a path").iter())
        .map(|at| [0, 1].map(|axis| at[axis].as_f64().expect("a number") + 0.5))
        .map(|[row, column]| (row, column))
        .collect();
    drag(&mut browser, &points[2..]);
    browser.wait_until("byId('status').textContent.endsWith('With hints.')");
    assert_eq!(
        browser.text("walk-best"),
        "–",
        "it was not done without help"
    );
    // Begun anew and brought back, it stays what it was.
    browser.press("empty");
    browser.press("undo");
    browser.press("solve");
    browser.wait_until("byId('status').textContent.endsWith('With hints.')");
    // A first step by a hint counts.
    browser.press("empty");
    browser.press("walk-hint");
    browser.wait_until("pathEasel.walk.length === 1 && pathEasel.game.now.isHinted");
    // Anew: the clock goes, and nothing is taken back.
    browser.press("empty");
    assert_eq!(browser.text("walk-time"), "0:00");
    drag(&mut browser, &points[..9]);
    browser.wait_until("byId('walk-time').textContent !== '0:00'");
    browser.wait_until(IS_IN_ADDRESS);
    browser.reload();
    browser.wait_until(&format!("{READY} && pathEasel.walk.length === 9"));
    assert_ne!(
        browser.text("walk-time"),
        "0:00",
        "the time outlives the page"
    );
    drag(&mut browser, &points[8..]);
    browser.wait_until("byId('status').textContent.startsWith('Done')");
    let told = browser.text("status");
    assert!(
        told.contains("Flawless") && told.ends_with("Your best time so far."),
        "{told}"
    );
    assert_ne!(browser.text("walk-best"), "–");
    browser.screenshot("zip-won");
    // A new one of this size, as a game.
    browser.value("window.isOld = true");
    browser.press("another");
    browser.wait_until(&format!(
        "!window.isOld && {READY} && pathEasel.mode === 'walk' && pathEasel.walk.length === 0"
    ));
    assert_eq!(browser.text("walk-best"), "–");
    browser.value("pathEasel.search('unique')");
    browser.wait_until("byId('status').textContent === 'There is exactly one.'");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_path_of_a_damaged_link_ends_at_its_first_wrong_cell() {
    let mut browser = open(
        Some(("1 . #\n. . 2\n", "howOf(null, false)")),
        Screen::Desktop,
    );
    for (walk, length) in [
        ("'0,0', '0,2'", 1),
        ("'9,9 0,0', '0,0'", 0),
        ("'0,0', '0.5,0.5'", 1),
    ] {
        browser.value(&format!("pathEasel.walkAlong([{walk}])"));
        assert_eq!(browser.value("pathEasel.walk.length"), length, "{walk}");
        browser.press("empty");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_leaper_follows_warnsdorffs_rule_and_its_paths_are_counted() {
    let mut browser = open(Some((&whole(5, 5), "howOf('1,2', false)")), Screen::Desktop);
    mode(&mut browser, "walk");
    let texts = |class: &str| {
        format!("[...document.querySelectorAll('.{class}')].map((it) => it.textContent).join(' ')")
    };
    assert_eq!(browser.value(&texts("coordinate")), "5 4 3 2 1 a b c d e");
    press(&mut browser, 0.5, 0.5);
    assert_eq!(browser.value(&texts("onward")), "5 5");
    browser.press("walk-hint");
    browser.wait_until("/ The next step is made: [a-e][1-5]\\.$/.test(byId('status').textContent)");
    browser.press("undo");
    for _ in 0..24 {
        browser.press("warnsdorff");
    }
    assert_eq!(
        browser.value("pathEasel.walk.length"),
        25,
        "the rule finds a tour of this board"
    );
    assert_eq!(browser.value(&texts("leaper")), "♞\u{fe0e}");
    // The piece stands alone on its square.
    for mark in ["number", "marker"] {
        let shown =
            format!("getComputedStyle([...document.querySelectorAll('.{mark}')].at(-1)).display");
        assert_eq!(browser.value(&shown), "none", "{mark}");
    }
    browser.screenshot("knight-by-warnsdorff");
    browser.press("how-many");
    browser.wait_until("byId('status').textContent.startsWith('There are 864 paths.')");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn zips_of_the_page_have_the_unique_path_of_the_library() {
    let mut browser = open(None, Screen::Desktop);
    browser.value("window.tester = new Engine(), 1");
    // Each side and level, up to four times.
    for number in 0..cases(15).min(60) as usize {
        let side = 4 + number % 5;
        let level = ["easy", "medium", "hard"][number % 3];
        let title = format!("{side}x{side}");
        let request =
            json!({"make": {"kind": "zip", "size": title, "seed": number, "level": level}});
        let made = ask(&mut browser, &request);
        let text = made["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{request}{made}"));
        let map = parse_map(text.as_bytes()).expect("a map");
        let constraints = Constraints::default()
            .with_start(map.start)
            .with_end(map.end)
            .with_waypoints(map.waypoints.clone());
        let mut paths = Vec::new();
        let options = hamilton::Options::default();
        hamilton::visit(
            map.graph(),
            &constraints,
            &options,
            &mut |_| ControlFlow::Continue(()),
            |path| {
                paths.push(path.to_vec());
                ControlFlow::<()>::Continue(())
            },
        )
        .expect("its cells");
        let found = ask(&mut browser, &json!({"unique": {"text": text}}));
        assert_eq!(found["unique"], true, "{text}");
        assert_eq!(paths, [path_of(&map, &found["path"])], "{text}");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_map_and_its_undo_history_survive_a_reload() {
    let mut browser = open(Some(("....\n....\n", "howOf(null, false)")), Screen::Phone);
    press(&mut browser, 0.5, 0.5);
    press(&mut browser, 1.5, 3.5);
    let text = "byId('text').value";
    let drawn = json!("# . . .\n. . . #\n");
    assert_eq!(browser.value(text), drawn);
    // At once, and once the address has it.
    for after in ["true", IS_IN_ADDRESS] {
        browser.press("undo");
        browser.press("redo");
        browser.wait_until(after);
        browser.reload();
        browser.wait_until(READY);
        assert_eq!(browser.value(text), drawn);
    }
    browser.press("undo");
    browser.reload();
    browser.wait_until(READY);
    assert_eq!(browser.value(text), "# . . .\n. . . .\n");
    browser.press("redo");
    assert_eq!(browser.value(text), drawn);
    // A path by hand.
    mode(&mut browser, "walk");
    drag(&mut browser, &[(0.5, 1.5), (0.5, 2.5), (0.5, 3.5)]);
    browser.reload();
    browser.wait_until(&format!("{READY} && pathEasel.walk.length === 3"));
    // No map at all.
    browser.value("keep('huarong map', '{\"drawing\":{\"rows\":-1},\"before\":[],\"after\":[]}')");
    browser.value("history.replaceState(null, '', '#paths')");
    browser.reload();
    browser.wait_until(READY);
    assert_eq!(browser.value("pathEasel.map.rows"), 8);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_finished_path_does_not_block_a_new_board() {
    let mut browser = open(Some(("..\n..\n", "howOf(null, false)")), Screen::Phone);
    mode(&mut browser, "walk");
    drag(
        &mut browser,
        &[(0.5, 0.5), (0.5, 1.5), (1.5, 1.5), (1.5, 0.5)],
    );
    browser.wait_until("byId('status').textContent.startsWith('Done')");
    assert_eq!(browser.value("byId('won').hidden"), false);
    browser.wait_until(IS_IN_ADDRESS);
    // A reload still has it, and the bare address a new board.
    browser.reload();
    browser.wait_until(&format!("{READY} && pathEasel.walk.length === 4"));
    browser.value("window.isOld = true, location.hash = '#paths'");
    browser.wait_until(&format!(
        "!window.isOld && {READY} && pathEasel.map.rows === 8"
    ));
    assert_eq!(
        browser.value("[pathEasel.mode, pathEasel.map.moves]"),
        json!(["draw", "1,2"])
    );
    browser.press("undo");
    assert_eq!(browser.value("pathEasel.map.rows"), 2);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn an_infeasible_count_is_looked_up_or_needs_confirmation() {
    let mut browser = open(Some((&whole(8, 8), "howOf('1,2', false)")), Screen::Desktop);
    mode(&mut browser, "walk");
    let count = |browser: &mut Browser| {
        browser.press("how-many");
        browser.text("status")
    };
    assert_eq!(
        count(&mut browser),
        "There are 9,795,914,085,489,952 paths. A path and its way back are one."
    );
    let holed = Value::from(whole(8, 8).replacen('.', "#", 2));
    browser.value(&format!("pathEasel.draw({holed}, howOf('1,2', false))"));
    mode(&mut browser, "walk");
    count(&mut browser);
    browser.wait_until("byId('status').textContent === 'Counting the paths over 62 squares may take hours: press again to begin.'");
    browser.press("how-many");
    browser.wait_until("!byId('busy').hidden");
    browser.press("cancel");
}
