//! The puzzles of a day, and new ones.

use huarong::collection::Collection;
use huarong::puzzle::{Metric, PublishedOptimum, Puzzle};
use huarong::{Options, Outcome};
use serde_json::json;

use super::devtools::Screen;
use super::site::open;
use super::solved;

const READY: &str = "document.querySelectorAll('#day-puzzles .card').length === 3";

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn each_day_has_its_puzzles_for_ever() {
    let mut browser = open("#today=2026-01-01", Screen::Phone);
    browser.wait_until(READY);
    for (day, klotski, rush, zip) in [
        (
            "2026-01-01",
            "fayaa#ye-ma-fen-zong",
            "slidey-21-22#slidey-blocky-thingy-324",
            "6sb5agxqfk8",
        ),
        ("2026-11-25", "fayaa#du-se-yao-dao", "fogleman-walls#fogleman-48-6", "7w5j8egnmAuBxoa"),
        (
            "2027-06-30",
            "fayaa#ri-yue-tong-hui",
            "slidey-21-22#slidey-blocky-thingy-285",
            "7mac4AED8",
        ),
    ] {
        let puzzles = json!({ "klotski": klotski, "rush": rush, "zip": zip });
        assert_eq!(browser.value(&format!("puzzlesOf('{day}')")), puzzles, "{day}");
    }
    assert_eq!(browser.value("puzzlesOf('2025-12-31')"), json!(null));
    // A day is where the reader is.
    browser.value("window.localDay = () => '2026-01-03', 1");
    let shown = "document.querySelector('#day-puzzles a').hash.split('&day=')[1]";
    browser.press("day-after");
    browser.wait_until(&format!("{shown} === '2026-01-02'"));
    browser.press("day-after");
    browser.wait_until(&format!("{shown} === '2026-01-03'"));
    browser.press("day-after");
    assert_eq!(browser.value("byId('day-after').ariaDisabled"), "true", "no day to come is told");
    // What was solved on its day counts.
    browser
        .value("keepResult('2026-01-03', 'zip', '0:30'), keepResult('2026-01-01', 'zip', '0:40')");
    assert_eq!(browser.value("streakAt('2026-01-03')"), 1);
    browser.value("localDay = () => '2026-01-04', keepResult('2026-01-04', 'rush', 20)");
    assert_eq!(
        browser.value("[streakAt('2026-01-04'), streakAt('2026-01-05'), streakAt('2026-01-06')]"),
        json!([2, 2, 0])
    );
    browser.screenshot("today");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_puzzle_of_today_that_is_solved_is_kept_for_the_day() {
    let mut browser = open("#play=cards%23rush-hour-card-1&day=2026-01-01", Screen::Desktop);
    browser.wait_until("typeof table === 'object'");
    let today = browser.value("localDay()");
    let card = &Collection::built_in().find("rush-hour-card-1").expect("it is built in")[0];
    for unit in &solved(&card.puzzle, Metric::Move) {
        browser.drag(&unit);
    }
    browser.wait_until("!!ownDays()['2026-01-01']");
    let kept = browser.value("ownDays()['2026-01-01'].rush");
    assert_eq!(kept, json!({ "result": 8, "on": today }));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn new_puzzles_are_made_and_their_links_hold_them() {
    let mut browser = open("#today", Screen::Phone);
    browser.wait_until(READY);
    for (kind, size, length, metric) in [
        ("klotski", "4x5", "length: 10..25", Metric::Move),
        ("rush", "6x6", "length: 8..12", Metric::Slide),
        ("tiles", "3x3", "", Metric::Step),
    ] {
        browser.value(&format!(
            "byId('new-kind').value = '{kind}', byId('new-kind').dispatchEvent(new Event('change')), \
             byId('new-size').value = '{size}', byId('new-length').value = '{length}', window.isOld = true"
        ));
        browser.value("document.querySelector('#new [type=submit]').click()");
        browser.wait_until("!window.isOld && typeof table === 'object'");
        let text = browser.value("table.puzzle.text");
        let puzzle: Puzzle = text.as_str().expect("a text").parse().expect("a puzzle");
        let report =
            huarong::solve(&puzzle, &Options::default().with_metric(metric)).expect("it fits");
        let Outcome::Found(solution) = report.outcome else { panic!("{puzzle}") };
        if let PublishedOptimum::Known(best) = puzzle.best() {
            let told = best.get(metric).map(|it| it as usize);
            assert_eq!(told, Some(solution.len()), "{puzzle}");
            assert!((8..=25).contains(&solution.len()), "{puzzle}");
        }
        browser.value("window.isOld = true, location.hash = '#today'");
        browser.wait_until(&format!("!window.isOld && {READY}"));
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
