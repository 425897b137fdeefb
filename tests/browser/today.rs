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
fn the_puzzles_of_each_day_never_change() {
    let mut browser = open("#today=2026-01-01", Screen::Phone);
    browser.wait_until(READY);
    for (day, klotski, rush, zip) in [
        (
            "2026-01-01",
            "fayaa#ye-ma-fen-zong",
            "slidey-21-22#slidey-blocky-thingy-324",
            "6sb5agxqfk8",
        ),
        (
            "2026-11-25",
            "fayaa#du-se-yao-dao",
            "fogleman-walls#fogleman-48-6",
            "7w5j8egnmAuBxoa",
        ),
        (
            "2027-06-30",
            "simonhung-unblock2#simonhung-unblock2-level-25",
            "slidey-21-22#slidey-blocky-thingy-426",
            "7Ehvwb1gCemA",
        ),
    ] {
        let puzzles = json!({ "klotski": klotski, "rush": rush, "zip": zip });
        assert_eq!(
            browser.value(&format!("puzzlesOf('{day}')")),
            puzzles,
            "{day}"
        );
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
    assert_eq!(
        browser.value("byId('day-after').ariaDisabled"),
        "true",
        "no day to come is told"
    );
    // What was solved on its day counts.
    browser
        .value("keepResult('2026-01-03', 'zip', '0:30'), keepResult('2026-01-01', 'zip', '0:40')");
    assert_eq!(browser.value("streakAt('2026-01-03')"), 1);
    browser.value("localDay = () => '2026-01-04', keepResult('2026-01-04', 'rush', 20)");
    assert_eq!(
        browser.value("[streakAt('2026-01-04'), streakAt('2026-01-05'), streakAt('2026-01-06')]"),
        json!([2, 2, 0])
    );
    // Hints are marked and keep no streak, until it is done without them.
    browser.value("localDay = () => '2026-01-05', keepResult('2026-01-05', 'zip', '0:15', true)");
    assert_eq!(browser.value("streakAt('2026-01-06')"), 0);
    browser.value("keepResult('2026-01-05', 'zip', '0:10', true)");
    assert_eq!(browser.value("ownDays()['2026-01-05'].zip.result"), "0:15");
    browser
        .value("window.localDay = localDay, history.replaceState(null, '', '#today=2026-01-05')");
    browser.reload();
    browser.wait_until(READY);
    let card = browser.value("document.querySelector('#day-puzzles .card:has(.path)').textContent");
    assert!(
        card.as_str()
            .expect("a text")
            .ends_with("✓ 0:15 with hints"),
        "{card}"
    );
    browser.value("keepResult('2026-01-05', 'zip', '0:20')");
    assert_eq!(browser.value("ownDays()['2026-01-05'].zip.result"), "0:20");
    browser.screenshot("today");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_solved_daily_puzzle_is_recorded_for_its_day() {
    let mut browser = open(
        "#play=slidey-21-22%23slidey-blocky-thingy-324&day=2026-01-01",
        Screen::Desktop,
    );
    browser.wait_until("typeof table === 'object'");
    let today = browser.value("localDay()");
    let card = &Collection::built_in()
        .find("slidey-blocky-thingy-324")
        .expect("it is built in")[0];
    let solution = solved(&card.puzzle, Metric::Move);
    for unit in &solution {
        browser.drag(&unit);
    }
    browser.wait_until("!!ownDays()['2026-01-01']");
    let kept = browser.value("ownDays()['2026-01-01'].rush");
    assert_eq!(
        kept,
        json!({ "result": solution.len(), "on": today, "isHinted": false })
    );
    browser.wait_until("!!byId('next-of-day')");
    assert_eq!(browser.text("next-of-day"), "Next of the day: Klotski");
    let next = "decodeURIComponent(byId('next-of-day').hash)";
    assert_eq!(
        browser.value(next),
        "#play=fayaa#ye-ma-fen-zong&day=2026-01-01"
    );
    assert_eq!(
        browser.value("document.querySelectorAll('#won .main').length"),
        1
    );
    let current = "document.querySelector('[aria-current]').textContent";
    assert_eq!(browser.value(current), "Today");
    // A puzzle of another day counts for no day, and neither does a day that is none.
    for day in ["2026-01-02", "9999-01-01", "soon"] {
        let checked = format!("checkedDay('{day}', ({{ rush }}) => rush === table.puzzle.id)");
        assert_eq!(browser.value(&checked), json!(null), "{day}");
    }
    // The last one leads back to the day.
    browser
        .value("keepResult('2026-01-01', 'klotski', 20), keepResult('2026-01-01', 'zip', '0:09')");
    assert_eq!(
        browser.value("nextOf('2026-01-01').then(({ hash }) => hash)"),
        "#today=2026-01-01"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn new_puzzles_are_generated_and_their_links_contain_them() {
    let mut browser = open("#today", Screen::Phone);
    browser.wait_until(READY);
    for (choice, lengths, metric) in [
        ("klotski 4x5 10..25", 10..=25, Metric::Move),
        ("rush 6x6 8..12", 8..=12, Metric::Slide),
        ("tiles 3x3", 1..=31, Metric::Move),
    ] {
        browser.value(&format!(
            "byId('new-kind').value = '{choice}', window.isOld = true"
        ));
        browser.value("document.querySelector('#new [type=submit]').click()");
        browser.wait_until("!window.isOld && typeof table === 'object'");
        let text = browser.value("table.puzzle.text");
        let puzzle: Puzzle = text.as_str().expect("a text").parse().expect("a puzzle");
        let report =
            huarong::solve(&puzzle, &Options::default().with_metric(metric)).expect("it fits");
        let Outcome::Found(solution) = report.outcome else {
            panic!("{puzzle}")
        };
        let PublishedOptimum::Known(best) = puzzle.best() else {
            panic!("{puzzle}")
        };
        let told = best.get(metric).map(|it| it as usize);
        assert_eq!(told, Some(solution.len()), "{puzzle}");
        assert!(lengths.contains(&solution.len()), "{puzzle}");
        // Its optimum is proven on the page, so that a win has stars.
        let told = format!("byId('optimum').textContent === '{}'", solution.len());
        browser.wait_until(&told);
        browser.value("window.isOld = true, location.hash = '#today'");
        browser.wait_until(&format!("!window.isOld && {READY}"));
        // The kind stays chosen.
        assert_eq!(browser.value("byId('new-kind').value"), choice);
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_daily_zip_can_be_played_and_links_to_the_next_puzzle() {
    let mut browser = open("#today=2026-01-01", Screen::Phone);
    browser.wait_until(READY);
    browser.value(
        "window.isOld = true, document.querySelector('#day-puzzles .card:has(.path)').click()",
    );
    browser.wait_until("!window.isOld && typeof pathEasel === 'object' && !byId('view').hidden");
    assert_eq!(browser.value("document.title"), "Zip, 1 Jan 2026");
    assert_eq!(
        browser
            .value("document.querySelector('.heading').innerText.split(/\\s*\\n\\s*/).join(', ')"),
        "Zip, 1 Jan 2026"
    );
    let current = "document.querySelector('[aria-current]').textContent";
    assert_eq!(browser.value(current), "Today");
    for hidden in ["tool-text", "unique", "as-text", "link"] {
        assert_eq!(
            browser.value(&format!("byId('{hidden}').checkVisibility()")),
            false,
            "{hidden}"
        );
    }
    // It stays a puzzle of the day when the page loads again.
    browser.reload();
    browser.wait_until("typeof pathEasel === 'object' && pathEasel.mode === 'walk'");
    browser.value(
        "pathEasel.ask(pathEasel.map.request('find')).then(({ path }) => { window.path = path.map((at) => at.join()); pathEasel.step(window.path[0]); })",
    );
    browser.wait_until(
        "location.hash.includes('&walk=') && location.hash.endsWith('&day=2026-01-01')",
    );
    browser.reload();
    browser.wait_until("typeof pathEasel === 'object' && pathEasel.walk.length === 1");
    assert_eq!(browser.value("document.title"), "Zip, 1 Jan 2026");
    browser.press("walk-hint");
    browser.wait_until("pathEasel.walk.length === 2");
    // Its card leads back to where it was left.
    browser.value("window.isOld = true, location.hash = '#today=2026-01-01'");
    browser.wait_until(&format!("!window.isOld && {READY}"));
    browser.value(
        "window.isOld = true, document.querySelector('#day-puzzles .card:has(.path)').click()",
    );
    browser.wait_until(
        "!window.isOld && typeof pathEasel === 'object' && pathEasel.walk.length === 2",
    );
    browser.value(
        "pathEasel.complete().then(async ({ path }) => {
            for (const at of path.slice(2)) await pathEasel.step(at.join());
        })",
    );
    browser.wait_until("!!byId('next-of-day') && !byId('won').hidden");
    assert_eq!(browser.text("next-of-day"), "Next of the day: Klotski");
    assert_eq!(browser.value("ownDays()['2026-01-01'].zip.isHinted"), true);
    browser.value("navigator.share = async (told) => { window.shared = told; }");
    browser.press("share");
    browser.wait_until("!!window.shared");
    let text = browser.value("shared.text");
    let text = text.as_str().expect("a text");
    assert!(
        text.starts_with("Zip, 1 Jan 2026\n🟨🟨🟨🟨🟨 0:0") && text.ends_with("With hints."),
        "{text}"
    );
    assert!(
        browser
            .value("shared.url")
            .as_str()
            .expect("a link")
            .ends_with("#today=2026-01-01")
    );
    browser.screenshot("zip-of-the-day");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_link_to_no_day_of_the_calendar_opens_the_present_day() {
    for day in ["2026-1-1", "2026-10-5", "2026-11-28x", "2026-02-30", "day"] {
        let mut browser = open(&format!("#today={day}"), Screen::Desktop);
        browser.wait_until(READY);
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_site_opens_on_today_with_a_first_puzzle_and_a_ladder_of_chapters() {
    let mut browser = open("", Screen::Phone);
    browser.wait_until(READY);
    assert_eq!(
        browser.value("document.querySelector('[aria-current]').textContent"),
        "Today"
    );
    assert_eq!(browser.text("done"), "0 of 3");
    // Who is new finds a first puzzle.
    let first = browser
        .value("LISTED.find(({ id }) => byId('start').hash.endsWith(encodeURIComponent(id))).best");
    assert_eq!(first, 6);
    assert!(browser.text("start").contains("6 moves"));
    assert_eq!(browser.value("byId('continue').hidden"), true);
    // Each chapter has some twenty puzzles, and each family goes from easy to hard.
    let chapters = "document.querySelectorAll('#ladder li').length";
    browser.value("byId('ladder').scrollIntoView()");
    browser.wait_until(&format!("{chapters} > 50"));
    assert_eq!(
        browser.value(chapters),
        browser.value("new Set(LISTED.map(({ family, chapter }) => family + chapter)).size")
    );
    // What is solved at its start comes last.
    let is_rising =
        "LISTED.map(({ family, best, rating }) => [family, best === 0 ? 101 : rating ?? 101]).every(([family, place], at, all) =>
            at === 0 || all[at - 1][0] !== family || all[at - 1][1] <= place)";
    assert_eq!(browser.value(is_rising), true);
    assert_eq!(
        browser
            .value("LISTED.filter(({ chapter, best }, at) => chapter === 1 && best === 0).length"),
        0
    );
    // What is done is counted, and then nobody is new.
    browser.value(
        "keepResult(localDay(), 'zip', '0:30'),
         keep(`huarong move ${LISTED.find(({ family }) => family === 'rush-hour').text}`, JSON.stringify({ best: 9 }))",
    );
    browser.reload();
    browser.wait_until(READY);
    assert_eq!(browser.text("done"), "1 of 3");
    assert_eq!(browser.value("byId('start').hidden"), true);
    // So it is in the week, whose days are a tap away.
    let week = "[...document.querySelectorAll('#week a')].map((it) => it.getAttribute('aria-label').split(': ')[1]).join()";
    let none = "0 of 3,".repeat(6);
    assert_eq!(browser.value(week), format!("{none}1 of 3"));
    let shown =
        "document.querySelector('#week [aria-current=true]').hash === `#today=${localDay()}`";
    assert_eq!(browser.value(shown), true);
    let is_told = "byId('all-solved').checkVisibility()";
    assert_eq!(browser.value(is_told), false);
    browser.value("keepResult(localDay(), 'klotski', 20), keepResult(localDay(), 'rush', 9)");
    browser.value("showPuzzlesOf(localDay())");
    browser.wait_until(is_told);
    assert_eq!(browser.text("done"), "3 of 3");
    assert_eq!(browser.value("[...document.querySelectorAll('#week a')].at(-2).hash === `#today=${dayAfter(localDay(), -1)}`"), true);
    let rush = "document.querySelector('#ladder a[href*=rush-hour]')";
    browser.value("byId('ladder').scrollIntoView()");
    browser.wait_until(&format!("!!{rush}"));
    assert_eq!(
        browser.value(&format!("{rush}.querySelector('progress').value")),
        1
    );
    browser.value(&format!("window.isOld = true, {rush}.click()"));
    browser.wait_until("!window.isOld && document.querySelectorAll('.card').length === 20");
    assert_eq!(
        browser.value("document.querySelector('.list h2').textContent"),
        "Rush Hour, chapter 1 1 of 20"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn each_week_goes_from_easy_puzzles_to_hard_ones() {
    let mut browser = open("#today", Screen::Phone);
    browser.wait_until(READY);
    let ratings = browser.value(
        "Array.from({ length: 28 }, (_, at) => puzzlesOf(dayAfter('2026-11-30', at))).map((puzzles) =>
            ['klotski', 'rush'].map((kind) => LISTED.find(({ id }) => id === puzzles[kind]).rating))",
    );
    let ratings: Vec<[u8; 2]> = serde_json::from_value(ratings).expect("ratings");
    for week in ratings.chunks(7) {
        for kind in 0..2 {
            assert!(
                week.is_sorted_by_key(|day| day[kind]),
                "from Monday to Sunday: {week:?}"
            );
        }
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn each_puzzle_leads_to_another_like_it_with_a_proven_optimum() {
    let mut browser = open("#play=cards%23rush-hour-card-3", Screen::Phone);
    for (id, kind, wanted) in [
        // About as long.
        ("cards%23rush-hour-card-3", "pieces: axis", 11..=17),
        // With the same pieces, as no generator has them.
        (
            "hardest-5x4%23hardest-5x4-2-pieces",
            "name: Hardest 5x4, 2 pieces",
            4..=7,
        ),
    ] {
        browser.value(&format!(
            "window.isOld = true, location.hash = '#play={id}&again='"
        ));
        browser.wait_until("!window.isOld && typeof table === 'object'");
        browser.value("window.isOld = true");
        browser.press("another");
        browser.wait_until(
            "!window.isOld && location.hash.startsWith('#puzzle=') && typeof table === 'object'",
        );
        browser.wait_until("byId('optimum').textContent !== '–'");
        let best: i64 = browser.text("optimum").parse().expect("a number");
        assert!(wanted.contains(&best), "{best}: {wanted:?}");
        let text = browser.value("table.puzzle.text");
        assert!(text.as_str().expect("a text").contains(kind), "{text}");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_day_with_help_is_not_flawless_even_if_its_puzzle_begins_again() {
    let card = &Collection::built_in()
        .find("slidey-blocky-thingy-324")
        .expect("it is built in")[0];
    for help in ["hint", "solve"] {
        let mut browser = open(
            "#play=slidey-21-22%23slidey-blocky-thingy-324&day=2026-01-01",
            Screen::Desktop,
        );
        browser.wait_until("typeof table === 'object'");
        let solution = solved(&card.puzzle, Metric::Move);
        let first = solution.iter().next().expect("a move");
        browser.drag(&first);
        browser.press(help);
        browser.wait_until("table.mine.isHinted");
        browser.value("table.isWatching && byId('mode-play').click(), table.restart()");
        for unit in &solution {
            browser.drag(&unit);
        }
        browser.wait_until("!!ownDays()['2026-01-01']");
        assert_eq!(
            browser.value("ownDays()['2026-01-01'].rush.isHinted"),
            true,
            "{help}"
        );
        assert!(browser.text("status").ends_with("with hints."), "{help}");
        assert_eq!(browser.text("stars"), "", "{help}");
        assert!(browser.text("won-squares").starts_with('🟨'), "{help}");
    }
}
