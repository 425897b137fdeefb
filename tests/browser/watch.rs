//! The solution watched, and how the page looks.

use huarong::puzzle::Metric;
use serde_json::json;

use super::devtools::{Browser, Screen};
use super::{classic, page, solved};

fn open(screen: Screen) -> Browser {
    let puzzle = classic();
    Browser::open(&page(&puzzle, &solved(&puzzle, Metric::Move)), screen)
}

const IS_SOLVED: &str = "table.solution.position.isSolved()";

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_solution_is_watched_step_by_step() {
    let mut browser = open(Screen::Desktop);
    browser.press("mode-watch");
    assert_eq!(browser.text("status"), "The solution: 81 moves.");
    browser.press("next");
    assert!(
        browser.text("status").starts_with("1 of 81 moves: "),
        "{}",
        browser.text("status")
    );
    browser.press("next");
    browser.press("previous");
    assert_eq!(browser.text("count"), "1");
    browser.press("last");
    assert_eq!(
        (browser.text("count").as_str(), browser.value(IS_SOLVED)),
        ("81", json!(true))
    );
    browser.screenshot("watched");
    browser.press("first");
    assert_eq!(
        (browser.text("count").as_str(), browser.value(IS_SOLVED)),
        ("0", json!(false))
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_slider_goes_to_any_move() {
    let mut browser = open(Screen::Desktop);
    browser.press("mode-watch");
    // A click in its middle, then keys.
    browser.press("slider");
    browser.hold("Math.abs(table.solution.made - 40.5) < 2");
    browser.value("byId('slider').focus()");
    browser.key_with("End", 0);
    browser.key("ArrowLeft");
    let made = browser.value("table.solution.made");
    let told = browser.value("byId('slider').ariaValueText");
    assert!(
        told.as_str()
            .is_some_and(|told| told.starts_with(&format!("{made} of 81 moves: ")))
    );
    assert_eq!(browser.text("count"), made.to_string());
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_solution_plays_by_itself_and_stops_at_its_end() {
    let mut browser = open(Screen::Desktop);
    browser.press("mode-watch");
    browser.value("byId('speed').value = 10");
    browser.press("play");
    assert_eq!(browser.value("byId('play').ariaLabel"), "Pause");
    browser.wait_until("table.solution.made > 3");
    browser.press("play");
    let made = browser.value("table.solution.made");
    assert_eq!(
        browser.value("new Promise((done) => setTimeout(() => done(table.solution.made), 200))"),
        made
    );
    for step in ["last", "previous", "previous", "previous", "play"] {
        browser.press(step);
    }
    browser.wait_until(IS_SOLVED);
    assert_eq!(browser.value("byId('play').ariaLabel"), "Play back");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_game_can_continue_from_the_solution_without_losing_progress() {
    let mut browser = open(Screen::Desktop);
    browser.key("G");
    browser.key("ArrowDown");
    browser.press("mode-watch");
    browser.press("last");
    browser.press("previous");
    let before = browser.value("table.position.anchors");
    browser.key("C");
    browser.key("ArrowDown");
    assert_eq!(
        browser.value("table.position.anchors"),
        before,
        "it is only watched"
    );
    browser.press("mode-play");
    assert_eq!(browser.text("count"), "1");
    browser.press("mode-watch");
    browser.press("fork");
    assert_eq!(browser.text("count"), "80");
    let anchors = browser.value("table.position.anchors");
    assert_eq!(anchors, before);
    browser.press("undo");
    assert_eq!(browser.text("count"), "79");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_page_fits_a_phone() {
    let mut browser = open(Screen::Phone);
    for (mode, picture) in [("mode-play", "phone"), ("mode-watch", "phone-watching")] {
        browser.press(mode);
        let overhang = "document.documentElement.scrollWidth - window.innerWidth";
        assert!(
            browser
                .value(overhang)
                .as_f64()
                .is_some_and(|pixels| pixels <= 0.0)
        );
        assert_eq!(browser.value("window.innerWidth"), 360);
        let small = "[...document.querySelectorAll('button, select, input')]
            .filter((control) => control.offsetParent && control.offsetHeight < 36)
            .map((control) => control.id)";
        assert_eq!(browser.value(small), json!([]), "a finger can press it");
        browser.value("window.scrollTo(0, 0)");
        browser.screenshot(picture);
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_page_is_light_or_dark_as_the_system_is_and_the_button_goes_through_the_skins() {
    let mut browser = open(Screen::Desktop);
    let paper = "getComputedStyle(document.body).backgroundColor";
    browser.prefer("prefers-color-scheme", "light");
    let light = browser.value(paper);
    browser.screenshot("light");
    browser.prefer("prefers-color-scheme", "dark");
    let name = "byId('theme').title";
    browser.wait_until(&format!(
        "{paper} !== {light} && {name} === 'Colours: night'"
    ));
    let dark = browser.value(paper);
    browser.screenshot("dark");
    browser.press("theme");
    assert_eq!(browser.value(name), "Colours: wood");
    let wood = browser.value(paper);
    assert!(wood != light && wood != dark, "{wood}");
    browser.press("theme");
    assert_eq!(browser.value(paper), light);
    browser.press("theme");
    assert_eq!(browser.value(paper), dark);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn reduced_motion_disables_animations() {
    let mut browser = open(Screen::Desktop);
    let animations = "document.getAnimations().length";
    browser.press("mode-watch");
    browser.press("next");
    assert_ne!(browser.value(animations), 0);
    browser.wait_until("document.getAnimations().length === 0");
    browser.prefer("prefers-reduced-motion", "reduce");
    browser.press("next");
    assert_eq!(browser.value(animations), 0);
    assert_eq!(browser.text("count"), "2");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn goals_of_several_pieces_are_drawn_and_alternatives_are_paged() {
    let text = "A B .\nC . .\n\ngoal:\n_ . .\n_ A .\n\ngoal:\n. B _\n. . C\n";
    let puzzle = text.parse().expect("a puzzle");
    let solution = solved(&puzzle, Metric::Move);
    let mut browser = Browser::open(&page(&puzzle, &solution), Screen::Desktop);
    let drawn = "[document.querySelectorAll('#goal-board .body').length,
        document.querySelectorAll('#board .target').length, byId('goal-number').textContent]";
    assert_eq!(
        browser.text("goal-text"),
        "Bring the pieces to any one of 2 goals."
    );
    assert_eq!(browser.value(drawn), json!([1, 1, "Goal 1 of 2"]));
    browser.press("goal-after");
    assert_eq!(browser.value(drawn), json!([2, 1, "Goal 2 of 2"]));
    browser.screenshot("goals");
    browser.press("goal-after");
    assert_eq!(browser.value(drawn), json!([1, 1, "Goal 1 of 2"]));
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn names_cannot_break_out_of_the_page() {
    let text = "name: </script><img src=x onerror=alert(1)>\nname.zh: <b>\"&\nnames: A=</script><!--\n\n\
                A .\n\ngoal:\n. A\n";
    let puzzle = text.parse().expect("a puzzle");
    let solution = solved(&puzzle, Metric::Move);
    let mut browser = Browser::open(&page(&puzzle, &solution), Screen::Desktop);
    assert_eq!(
        browser.value("document.title"),
        "</script><img src=x onerror=alert(1)>"
    );
    assert_eq!(
        browser.value("document.querySelectorAll('img, b').length"),
        0
    );
    assert_eq!(
        browser.text("goal-text"),
        "Bring </script><!-- to the dashed outline."
    );
    browser.key("A");
    browser.key("l");
    assert_eq!(
        browser.text("aloud"),
        "Solved in 1 move, the fewest there are!"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn undo_while_watching_a_solution_preserves_the_game() {
    let mut browser = open(Screen::Desktop);
    let solution = solved(&classic(), Metric::Move);
    browser.drag(&solution.iter().next().expect("a move"));
    browser.press("restart");
    browser.press("mode-watch");
    browser.key_with("z", 2);
    browser.key_with("y", 2);
    browser.press("mode-play");
    browser.press("undo");
    assert_eq!(browser.text("status"), "The game before this one.");
    assert_eq!(browser.text("count"), "1");
}
