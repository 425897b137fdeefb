//! Readers who use a keyboard, a screen reader, or need contrast: every view in every skin, on a
//! phone and on a desktop.

use serde_json::json;

use super::devtools::{Browser, Screen};
use super::site::open;

/// The checks of `access.js`: names of controls, sizes of targets, landmarks, headings, contrast.
const CHECKS: &str = include_str!("access.js");

const SKINS: [&str; 3] = ["light", "dark", "wood"];

/// The moves of a shortest solution of the first card.
const WIN: &str = "sheetOf(new Engine(), table.puzzle.text)
    .then((sheet) => new Engine().ask(requestOf('solve', sheet, startOf(sheet))))
    .then(({ moves }) => { for (const [piece, ways] of moves) table.travel(piece, ways); })";

/// A view: its address, what a reader does there, and the condition under which it is complete.
const VIEWS: [(&str, &str, &str); 14] = [
    (
        "#today",
        "",
        "!!document.querySelector('#day-puzzles .meter')",
    ),
    ("#list&search=hdlm", "", "!!document.querySelector('.card')"),
    (
        "#list&search=hdlm&records=x",
        "byId('filter').checkVisibility() && byId('filter').click()",
        "!!document.querySelector('.card') && byId('imported').textContent",
    ),
    ("#play=heng-dao-li-ma", "", "typeof table === 'object'"),
    (
        "#play=heng-dao-li-ma",
        "for (const it of document.querySelectorAll('details')) it.open ||= it.id === ''",
        "typeof table === 'object'",
    ),
    (
        "#play=rush-hour-card-1",
        "byId('solve').click()",
        "byId('watch-controls').checkVisibility()",
    ),
    ("#play=rush-hour-card-1", WIN, "!byId('won').hidden"),
    (
        "#play=rush-hour-card-1&map=bfs,dfs",
        "",
        "byId('map-figures')?.children.length === 2",
    ),
    ("#play=nope", "", "!!document.querySelector('main p')"),
    ("#draw", "", "byId('status').textContent"),
    (
        "#draw",
        "byId('as-text').open = true, byId('text').value = 'A .\\n', byId('read').click()",
        "byId('status').textContent.includes('goal')",
    ),
    ("#paths", "", "typeof pathEasel === 'object'"),
    (
        "#paths&map=09PT09Pj0sNBAgA&moves=1%2C2",
        "byId('solve').click()",
        "byId('watch-controls').checkVisibility()",
    ),
    (
        "#paths&map=01PQU9BTMOIyVjAEsbj0wHw9LlMwbcIFAA&walk=",
        "byId('walk-hint').click()",
        "pathEasel?.walk.length === 1",
    ),
];

/// Opens a view, and does there what a reader does.
fn open_view((hash, act, is_complete): (&str, &str, &str), screen: Screen) -> Browser {
    let mut browser = open(hash, screen);
    // A colour that fades to another one has no contrast of its own.
    browser.prefer("prefers-reduced-motion", "reduce");
    browser.wait_until("document.querySelector('main') && !byId('view').hidden");
    let is_there = match hash {
        hash if hash.starts_with("#play=") && hash != "#play=nope" => "typeof table === 'object'",
        hash if hash.starts_with("#paths") => "typeof pathEasel === 'object'",
        _ => "true",
    };
    browser.wait_until(is_there);
    if !act.is_empty() {
        browser.value(&format!("void ({{ act() {{ {act}; }} }}).act()"));
    }
    browser.wait_until(&format!("Boolean({is_complete})"));
    browser
}

/// Holds that Tab goes through the controls of a view in their order, and each is seen then.
fn tab_through(browser: &mut Browser, view: &str) {
    browser.value(
        "window.stops = [...document.querySelectorAll('a[href], button, input, select, \
         textarea, summary, [tabindex]')].filter((it) => it.tabIndex >= 0 && \
         it.checkVisibility({ visibilityProperty: true })), document.activeElement.blur(), 1",
    );
    // A cell or a piece of a board is one stop for all.
    let count = browser.value("window.stops.length").as_u64();
    let mut last = -1;
    for _ in 0..count.expect("a number").min(30) {
        browser.key("Tab");
        let told = browser.value(
            "(() => {
                const { top, bottom } = document.activeElement.getBoundingClientRect();
                return [stops.indexOf(document.activeElement), bottom > 0 && top < innerHeight];
            })()",
        );
        let stop = told[0].as_i64().expect("a number");
        assert!(stop > last, "{view}: {stop} after {last}");
        assert_eq!(told[1], true, "{view}: {stop} is seen");
        last = stop;
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn every_view_has_names_landmarks_large_targets_contrast_in_every_skin_and_an_order_of_tab() {
    for screen in [Screen::Phone, Screen::Desktop] {
        for view in VIEWS {
            let mut browser = open_view(view, screen);
            for skin in SKINS {
                browser.value(&format!(
                    "document.documentElement.dataset.theme = '{skin}'"
                ));
                let faults = browser.value(CHECKS);
                assert_eq!(faults, json!([]), "{view:?} {skin} {screen:?}");
            }
            if matches!(screen, Screen::Desktop) {
                tab_through(&mut browser, view.0);
            }
        }
    }
}
