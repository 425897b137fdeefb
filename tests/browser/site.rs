//! The site: the list, the place to play, links, two languages, and whether it works without a
//! network.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use huarong::collection::{Collection, normalize_name, stored_solution};
use huarong::puzzle::Metric;
use huarong::render::page::{SiteEntry, site};

use super::devtools::{Browser, Screen};
use super::{classic, solved};

/// A folder with the files of the site of the collection.
pub(crate) fn folder() -> tempfile::TempDir {
    static FILES: OnceLock<[(&str, String); 12]> = OnceLock::new();
    folder_of(FILES.get_or_init(files))
}

/// A new folder with these files.
pub(crate) fn folder_of(files: &[(&str, String)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("it can be written");
    }
    folder
}

/// The names and texts of the site of the collection, which take a second to make.
fn files() -> [(&'static str, String); 12] {
    let entries: Vec<_> = Collection::built_in().entries().collect();
    // As `huarong site` calls them.
    let id = |entry| match Collection::built_in().name_of(entry).split_once('#') {
        Some((file, label)) => format!("{file}#{}", normalize_name(label)),
        None => Collection::built_in().name_of(entry),
    };
    let ids: Vec<String> = entries.iter().map(id).collect();
    let solutions: Vec<_> = entries
        .iter()
        .zip(&ids)
        .map(|(entry, id)| stored_solution(id, &entry.puzzle))
        .collect();
    let listed = entries
        .iter()
        .zip(&ids)
        .zip(&solutions)
        .map(|((entry, id), solution)| SiteEntry {
            id,
            family: entry.file.family,
            puzzle: &entry.puzzle,
            rating: entry.rating(),
            solution: solution.as_ref(),
        });
    site(&listed.collect::<Vec<_>>(), "")
}

/// The site, open at this address.
pub(crate) fn open(hash: &str, screen: Screen) -> Browser {
    let mut browser = Browser::open_folder(folder(), &format!("index.html{hash}"), screen);
    let has_list = ["#draw", "#paths"]
        .iter()
        .all(|view| !hash.starts_with(view));
    if has_list {
        browser.wait_until("LISTED.length > 0");
    }
    browser
}

/// Goes to another view, where something is to be.
fn go(browser: &mut Browser, hash: &str, is_there: &str) {
    browser.value(&format!("window.isOld = true, location.hash = '{hash}'"));
    browser.wait_until(&format!(
        "!window.isOld && document.readyState === 'complete' && {is_there}"
    ));
}

/// Opens links, in which nothing is searched until a hint is asked for.
#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_board_can_be_played_before_the_modules_that_search_are_loaded() {
    let scripts = "[...document.querySelectorAll('script[src]')].map((it) => it.getAttribute('src')).filter((it) => ['engine.js', 'map.js', 'paths.js'].includes(it)).join()";
    for (hash, is_there, hint, module) in [
        (
            "#play=heng-dao-li-ma",
            "typeof table === 'object'",
            "hint",
            "engine.js",
        ),
        (
            "#paths&map=01PQU9BTMOIyVjAEsbj0wHw9LlMwbcIFAA&walk=",
            "typeof pathEasel === 'object' && pathEasel.sheet !== null",
            "walk-hint",
            "paths.js",
        ),
    ] {
        let mut browser = open(hash, Screen::Phone);
        browser.wait_until(is_there);
        assert_eq!(browser.value(scripts), "", "{hash}");
        browser.press(hint);
        browser.wait_until("byId('status').textContent.length > 9");
        browser.wait_until(&format!("{scripts}.includes('{module}')"));
        assert_eq!(browser.value(scripts), module, "{hash}");
    }
}

/// How many puzzles are listed. Their cards are laid when they come near the screen.
fn shown(browser: &mut Browser) -> serde_json::Value {
    browser.wait_until("!!byId('found')?.textContent");
    browser.value("parseInt(byId('found').textContent.replace(',', ''), 10)")
}

fn search(browser: &mut Browser, text: &str) -> serde_json::Value {
    browser.choose("search", text);
    shown(browser)
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn puzzles_are_found_by_name_in_chinese_and_by_pinyin() {
    let mut browser = open("#list", Screen::Desktop);
    let all = Collection::built_in().entries().count();
    assert_eq!(shown(&mut browser), all);
    for text in [
        "Heng Dao Li Ma",
        "heng dao",
        "横刀",
        "hengdaolima",
        "HÉNG dāo",
        "hdlm",
    ] {
        let shown = search(&mut browser, text).as_u64().expect("a number");
        assert!((1..=12).contains(&shown), "{text}: {shown}");
        let names = browser.value("LISTED.filter((it) => isFound(it, byId('search').value)).flatMap(({ names }) => names).join()");
        assert!(
            names.as_str().expect("text").contains("Heng Dao Li Ma"),
            "{text}: {names}"
        );
    }
    // By headings, traditional characters, and the figures on the pieces.
    for text in ["华容道", "華容", "数字推盘", "汽车"] {
        let shown = search(&mut browser, text).as_u64().expect("a number");
        assert!(shown > 100, "{text}: {shown}");
    }
    for (traditional, simplified) in [("橫刀立馬", "横刀立马"), ("宮", "宫"), ("昇", "升")]
    {
        let found = search(&mut browser, traditional);
        assert_ne!(found, 0, "{traditional}");
        assert_eq!(found, search(&mut browser, simplified), "{traditional}");
    }
    let all_with_figures = search(&mut browser, "曹操");
    assert!(
        all_with_figures.as_u64() > Some(250),
        "names by shape: {all_with_figures}"
    );
    for name in ["Cao Cao", "caocao", "关羽", "Guan Yu"] {
        assert!(search(&mut browser, name).as_u64() > Some(250), "{name}");
    }
    for text in ["15 puzzle", "15-Puzzle", "红驴", "三国"] {
        assert_ne!(search(&mut browser, text), 0, "{text}");
    }
    assert_eq!(search(&mut browser, "no such puzzle"), 0);
    assert_eq!(browser.text("found"), "0 puzzles, 0 of them solved");
    assert_eq!(browser.value("byId('clear').hidden"), false, "a way back");
    search(&mut browser, "red donkey");
    assert_eq!(browser.text("found"), "1 puzzle, 0 of them solved");
    let one = "tr('{} positions can be reached, the last of them in {}.', 1, UNITS.push.count(1))";
    let told = "1 position can be reached, the last of them in 1 push.";
    assert_eq!(browser.value(one), told);
    assert_eq!(browser.value("UNITS.move.count(21)"), "21 moves");
    search(&mut browser, "");
    browser.choose("family", "rush-hour");
    let cars = shown(&mut browser).as_u64().expect("a number");
    assert!(cars > 100 && cars < all as u64);
    browser.choose("length", "101-");
    browser.choose("sort", "best");
    assert!(shown(&mut browser).as_u64().expect("a number") < cars);
    // Whoever comes back finds it so.
    let found = shown(&mut browser);
    browser.reload();
    assert_eq!(shown(&mut browser), found);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn card_pictures_are_those_of_the_library_and_drawn_when_visible() {
    let mut browser = open("#list", Screen::Desktop);
    browser.wait_until("document.querySelectorAll('.card .body').length > 50");
    assert!(
        browser
            .value("document.querySelectorAll('.card .body').length")
            .as_u64()
            < Some(3000)
    );
    browser.screenshot("site");
    let others = browser.value(
        "(async () => {
            const engine = new Engine();
            const roots = [svg('svg'), svg('svg')];
            const others = [];
            for (const puzzle of LISTED.filter((_, at) => at % 5 === 0)) {
                drawListed(roots[0], puzzle);
                drawPuzzle(roots[1], withFigures(await sheetOf(engine, puzzle.text)));
                for (const arrow of roots[1].querySelectorAll('.way')) arrow.remove();
                if (roots[0].outerHTML !== roots[1].outerHTML) others.push(puzzle.id);
            }
            return others;
        })()",
    );
    assert_eq!(others, serde_json::json!([]));
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_solved_linked_puzzle_is_marked_in_the_list() {
    let mut browser = open("#list&search=hdlm", Screen::Desktop);
    let text = "LISTED.find(({ id }) => id === 'heng-dao-li-ma').text";
    browser.value(&format!(
        "packed({text}).then((code) => {{ window.code = code; }})"
    ));
    browser.wait_until("window.code !== undefined");
    browser.value("window.isOld = true, location.hash = `#puzzle=${window.code}`");
    browser.wait_until("!window.isOld && typeof table === 'object'");
    browser.make(&solved(&classic(), Metric::Move));
    browser.wait_until("!byId('won').hidden");
    browser.value("history.back()");
    browser
        .wait_until("location.hash === '#list&search=hdlm' && !!document.querySelector('.card')");
    let card =
        browser.value("document.querySelector('[href=\"#play=heng-dao-li-ma\"]').textContent");
    assert!(
        card.as_str().expect("text").contains("✓ solved in 81"),
        "{card}"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_solved_puzzle_is_marked_in_the_list() {
    let mut browser = open("#list&search=hdlm", Screen::Desktop);
    browser.wait_until("!!document.querySelector('[href=\"#play=heng-dao-li-ma\"]')");
    browser.value("document.querySelector('[href=\"#play=heng-dao-li-ma\"]').click()");
    browser.wait_until("typeof table === 'object' && location.hash === '#play=heng-dao-li-ma'");
    assert_eq!(
        browser.value("document.querySelector('h1').textContent"),
        "Heng Dao Li Ma"
    );
    assert_eq!(browser.text("optimum"), "81");
    browser.make(&solved(&classic(), Metric::Move));
    assert_eq!(
        browser.text("status"),
        "Solved in 81 moves, the fewest there are!"
    );
    assert_eq!(
        browser.value("document.querySelectorAll('#won .button').length"),
        1,
        "the next one"
    );
    browser.screenshot("site-solved");
    browser.value("history.back()");
    browser.wait_until("location.hash === '#list&search=hdlm' && !byId('board')");
    browser.wait_until("!!document.querySelector('.card')");
    let card =
        browser.value("document.querySelector('[href=\"#play=heng-dao-li-ma\"]').textContent");
    assert!(
        card.as_str().expect("text").contains("✓ solved in 81"),
        "{card}"
    );
    browser.choose("solved", "no");
    assert_eq!(
        shown(&mut browser),
        browser.value("LISTED.filter((it) => keysOf(it).includes('hdlm')).length - 1")
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_won_game_that_is_opened_again_has_its_stars() {
    let mut browser = open("#play=rush-hour-card-1", Screen::Phone);
    browser.wait_until("typeof table === 'object'");
    let puzzle = Collection::built_in().find("rush-hour-card-1");
    let puzzle = puzzle.expect("it is in the collection")[0].puzzle.clone();
    for unit in &solved(&puzzle, Metric::Move) {
        browser.drag(&unit);
    }
    for _ in 0..2 {
        assert_eq!(browser.value("byId('won').hidden"), false);
        assert_eq!(browser.text("stars"), "★★★");
        assert_eq!(browser.text("won-squares"), "🟩🟩🟩🟩🟩");
        browser.reload();
        browser.wait_until("typeof table === 'object' && !byId('view').hidden");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_filters_of_a_phone_come_up_when_their_button_is_pressed() {
    let mut browser = open("#list", Screen::Phone);
    shown(&mut browser);
    let is_wide = "[...document.querySelectorAll('main, main *')].some((it) => \
                   it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).overflowX !== 'hidden' \
                   && it.clientWidth > 300)";
    assert_eq!(browser.value(is_wide), false);
    let is_shown = "byId('family').checkVisibility()";
    assert_eq!(browser.value(is_shown), false);
    let colour = "getComputedStyle(byId('filter')).backgroundColor";
    let before = browser.value(colour);
    browser.tap("filter");
    assert_eq!(browser.value(is_shown), true);
    browser.choose("family", "tiles");
    browser.value("document.querySelector('#filters button').click()");
    assert_eq!(browser.value(is_shown), false);
    // The colour of a filter that is on comes gradually.
    browser.wait_until(&format!("{colour} !== {before}"));
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_link_contains_the_puzzle_and_the_position() {
    let mut browser = open("#play=heng-dao-li-ma", Screen::Desktop);
    browser.wait_until("typeof table === 'object'");
    for unit in solved(&classic(), Metric::Move).iter().take(5) {
        browser.drag(&unit);
    }
    let anchors = browser.value("table.position.anchors");
    let hash = browser.follow_link();
    assert!(
        hash.starts_with("#play=heng-dao-li-ma&at=") && hash.len() < 80,
        "{hash}"
    );
    // Elsewhere, where nothing is known of this game.
    let mut other = open(&hash, Screen::Phone);
    other.wait_until("typeof table === 'object'");
    assert_eq!(other.value("table.position.anchors"), anchors);
    assert_eq!(
        other.value("document.querySelector('h1').textContent"),
        "Heng Dao Li Ma"
    );
    // The optimum is that of the position.
    other.wait_until("byId('optimum').textContent === '76'");
    // A link that holds the puzzle itself is read as ever.
    let whole = browser.value("packed(table.puzzle.text).then((code) => `#puzzle=${code}`)");
    go(
        &mut other,
        whole.as_str().expect("text"),
        "typeof table === 'object'",
    );
    assert_eq!(other.value("table.puzzle.id"), "heng-dao-li-ma");
    let mut broken = open("#puzzle=x", Screen::Desktop);
    broken.wait_until(
        "document.querySelector('main p')?.textContent === 'This link holds no puzzle.'",
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn all_positions_are_counted_and_drawn() {
    let mut browser = open("#play=heng-dao-li-ma", Screen::Desktop);
    browser.wait_until("typeof table === 'object'");
    // Play goes on meanwhile.
    browser.value("byId('explore').open = true, setTimeout(() => table.step(9, 'L'), 0), 1");
    browser.wait_until("byId('layers').childElementCount === 125");
    assert_eq!(browser.text("count"), "1");
    let text = browser.text("layers-text");
    assert!(
        text.starts_with("25,955 positions") && text.contains("93 moves"),
        "{text}"
    );
    browser.screenshot("site-explored");
    browser.press("play-hardest");
    assert_eq!(browser.text("status"), "From the hardest start: 93 moves.");
    assert_eq!(browser.text("optimum"), "93");
    browser.press("undo");
    assert_eq!(browser.text("count"), "1", "the game before is not lost");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn scroll_position_and_theme_are_restored() {
    let mut browser = open("#list", Screen::Desktop);
    browser.press("theme");
    shown(&mut browser);
    let section = "document.querySelectorAll('#families section')[35]";
    browser.value(&format!("{section}.scrollIntoView()"));
    browser.wait_until(&format!("!!{section}.querySelector('.card')"));
    let address = browser.value(&format!("{section}.querySelectorAll('.card')[9].hash"));
    let card = format!("document.querySelector('[href={address}]')");
    browser.value(&format!("window.isOld = true, {card}.click()"));
    browser.wait_until("!window.isOld && typeof table === 'object'");
    browser.wait_until("document.documentElement.dataset.theme === 'dark'");
    browser.value("window.isOld = true, history.back()");
    browser.wait_until("!window.isOld && !!document.querySelector('.card')");
    browser.wait_until(&format!("document.activeElement === {card}"));
    let place = browser.value(&format!("{card}.getBoundingClientRect().top"));
    assert!(
        place.as_f64().is_some_and(|top| top > 0.0 && top < 800.0),
        "{place}"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn an_answer_for_a_previous_position_is_discarded() {
    let mut browser = open("", Screen::Desktop);
    let hash = browser.value(
        "`#play=${encodeURIComponent(LISTED.find(({ names }) => names.some(([, name]) => name.includes('Climb 15'))).id)}`",
    );
    go(
        &mut browser,
        hash.as_str().expect("text"),
        "typeof table === 'object'",
    );
    browser.value("table.puzzle.stored = undefined");
    browser.press("solve");
    assert_eq!(browser.value("byId('busy').hidden"), false);
    let step = "table.puzzle.pieces.some((_, piece) => table.position.ways(piece).some((way) => (table.step(piece, way), true)))";
    assert_eq!(browser.value(step), true);
    browser.wait_until("byId('busy').hidden");
    assert_eq!(browser.value("table.isWatching"), false);
    // Of two questions the second is answered, and can be ended.
    browser.press("solve");
    browser.press("hint");
    assert_eq!(browser.value("byId('busy').hidden"), false);
    browser.press("cancel");
    browser.wait_until("byId('busy').hidden");
    assert_eq!(browser.text("status"), "The search was ended.");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_watched_solution_does_not_count_as_a_record() {
    let mut browser = open("#play=heng-dao-li-ma", Screen::Desktop);
    browser.wait_until("typeof table === 'object'");
    browser.press("solve");
    browser.wait_until("table.isWatching");
    browser.press("last");
    browser.press("fork");
    assert_eq!(
        browser.text("status"),
        "Solved in 81 moves, as the solution was shown."
    );
    assert_eq!(browser.text("own"), "–");
    browser.reload();
    browser.wait_until("typeof table === 'object'");
    assert_eq!(browser.text("own"), "–");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_page_is_translated_to_chinese() {
    let mut browser = open("#play=heng-dao-li-ma", Screen::Phone);
    browser.wait_until("typeof table === 'object'");
    browser.press("language");
    browser.wait_until("document.documentElement.lang === 'zh-Hans' && typeof table === 'object'");
    assert_eq!(
        browser.value("document.querySelector('h1').textContent"),
        "横刀立马"
    );
    assert_eq!(browser.text("goal-text"), "把曹操移到虚线框。");
    assert_eq!(browser.text("hint"), "提示");
    browser.press("hint");
    browser.wait_until("/^提示：.*。$/.test(byId('status').textContent)");
    browser.screenshot("site-chinese");
    go(
        &mut browser,
        "#list&search=兵挡将阻",
        "!!document.querySelector('.card')",
    );
    let cards = browser.value("byId('families').textContent");
    assert!(cards.as_str().expect("text").contains("兵挡将阻"));
    assert_eq!(search(&mut browser, "汽车华容道第3关"), 1);
    go(
        &mut browser,
        "#play=cards%23rush-hour-card-3",
        "typeof table === 'object'",
    );
    assert_eq!(
        browser.value("document.querySelector('h1').textContent"),
        "汽车华容道 第 3 关"
    );
    let about = browser.value("byId('about').textContent");
    assert!(
        about.as_str().expect("text").ends_with("；经穷举搜索验证"),
        "{about}"
    );
    for (text, chinese) in [
        ("Bickford 3x3 2 pieces [0-1-1]", "比克福德 3x3 2 子 [0-1-1]"),
        (
            "fayaa.com/youxi/hrd/1 (author kk), as kept in SimonHung/Klotski klotski.board.fayaa.js",
            "fayaa.com/youxi/hrd/1（作者kk），收录于 SimonHung/Klotski klotski.board.fayaa.js",
        ),
    ] {
        assert_eq!(browser.value(&format!("translated('{text}')")), chinese);
    }
    go(&mut browser, "#list", "!!document.querySelector('.card')");
    browser.press("language");
    browser
        .wait_until("document.documentElement.lang === 'en' && !!document.querySelector('.card')");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn stored_records_can_be_exported_and_imported() {
    let mut browser = open("#play=cards%23rush-hour-card-3", Screen::Desktop);
    browser.wait_until("typeof table === 'object'");
    assert_eq!(
        browser.value("document.querySelectorAll('#board .glass').length"),
        6,
        "cars"
    );
    browser.value(
        "[...table.puzzle.pieces.keys()].some((piece) =>
            table.position.ways(piece).some((way) => (table.step(piece, way), true)))",
    );
    assert_eq!(
        browser.value("document.querySelector('#won a.main').textContent.trim()"),
        "Slidey Blocky Thingy 38 ›",
        "the next one on the ladder"
    );
    browser.press("favourite");
    for filter in ["begun", "liked"] {
        go(
            &mut browser,
            &format!("#list&solved={filter}"),
            "!!document.querySelector('.card')",
        );
        assert_eq!(shown(&mut browser), 1, "{filter}");
    }
    go(&mut browser, "#today", "!!byId('continue')?.hash");
    let address = browser.value("byId('continue').hash");
    assert_eq!(address, "#play=cards%23rush-hour-card-3");
    go(&mut browser, "#list", "!!document.querySelector('.card')");
    browser.value(
        "URL.createObjectURL = (file) => {
            if (file.type === 'application/json') window.file = file;
            return 'blob:it';
        }",
    );
    browser.value("HTMLAnchorElement.prototype.click = () => {}");
    browser.value("byId('records').open = true");
    browser.press("export");
    browser.wait_until("!!window.file");
    let before = "JSON.stringify(Object.entries(localStorage).sort())";
    let kept = browser.value(before);
    let is_again = format!(
        "window.file.text().then((text) => (localStorage.clear(), importRecords(text), {before}))"
    );
    assert!(
        kept.as_str()
            .is_some_and(|kept| kept.contains("huarong favourites")),
        "{kept}"
    );
    assert_eq!(browser.value(&is_again), kept);
    let others = "importRecords('{\"huarong\":1,\"kept\":{\"theirs\":\"1\"}}')";
    let refusal = "This file holds no records of this site.";
    assert_eq!(browser.value(others), refusal);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn damaged_records_leave_the_list_usable() {
    let mut browser = open("#list&search=hdlm", Screen::Desktop);
    let has_cards = "byId('families').querySelector('.card') !== null";
    browser.wait_until(has_cards);
    browser.value(
        "(() => {
            const { text } = LISTED.find(({ id }) => id === 'heng-dao-li-ma');
            keep(new GameStore({ text, metric: 'move' }).key, '{\"moves\":null,\"seconds\":\"x\"}');
        })()",
    );
    browser.reload();
    browser.wait_until(has_cards);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn imported_records_are_merged_and_remove_nothing() {
    let mut browser = open("#list&search=hdlm", Screen::Desktop);
    browser.wait_until("byId('families').querySelector('.card') !== null");
    let told = browser.value(
        "(() => {
            const game = (best, moves) => JSON.stringify({ best, helped: null, moves });
            keep('huarong move one', game(1, [[0, 'R']]));
            keep('huarong move two', game(9, [[0, 'R']]));
            keep('huarong favourites', '[\"a\",\"b\"]');
            keep('huarong days', JSON.stringify({
                '2026-01-02': { zip: { result: '0:10', on: '2026-01-02' } },
                '2026-01-03': { zip: { result: '0:10', on: '2026-01-09' } },
            }));
            keep('huarong language', 'en');
            return importRecords(JSON.stringify({ huarong: 1, kept: {
                'huarong move one': game(9, []),
                'huarong move two': game(4, [[1, 'D']]),
                'huarong move three': game(5, []),
                'huarong favourites': '[\"b\",\"c\"]',
                'huarong days': JSON.stringify({
                    '2026-01-01': { rush: { result: 8, on: '2026-01-01' }, zip: null },
                    '2026-01-03': { zip: { result: '0:20', on: '2026-01-03' } },
                    nonsense: 7,
                }),
                'huarong language': 'zh',
            } }));
        })()",
    );
    assert_eq!(told, "4 of 6 records were new or better, and are taken.");
    let kept = |key: &str| format!("JSON.parse(kept('huarong {key}'))");
    assert_eq!(browser.value(&kept("move one"))["best"], 1);
    let two = browser.value(&kept("move two"));
    assert_eq!(
        (&two["best"], &two["moves"]),
        (&4.into(), &serde_json::json!([[0, "R"]]))
    );
    assert_eq!(
        browser.value(&kept("favourites")),
        serde_json::json!(["a", "b", "c"])
    );
    let days = browser.value(&kept("days"));
    assert_eq!(
        days["2026-01-01"],
        serde_json::json!({"rush": {"result": 8, "on": "2026-01-01"}})
    );
    assert_eq!(
        days["2026-01-03"]["zip"]["result"], "0:20",
        "had on its day"
    );
    assert_eq!(browser.value("kept('huarong language')"), "en");
    // Neither is a result better than the optimum, nor a day one, nor counts what is not stored.
    let of_nothing = browser.value(
        "(() => {
            const { text } = LISTED.find(({ id }) => id === 'heng-dao-li-ma');
            const imported = (key, value) =>
                importRecords(JSON.stringify({ huarong: 1, kept: { [`huarong ${key}`]: JSON.stringify(value) } }));
            const told = [
                imported(`move ${text}`, { best: 3, moves: [] }),
                imported('days', { a: 1, '2026-01-05': { zip: { result: { a: 1 }, on: '2026-01-05' } } }),
            ];
            const { setItem } = Storage.prototype;
            Storage.prototype.setItem = () => { throw new RangeError(); };
            told.push(imported('move four', { best: 4, moves: [] }));
            Storage.prototype.setItem = setItem;
            byId('unkept').remove();
            return told.map((it) => it.split(' ')[0]).join('');
        })()",
    );
    assert_eq!(of_nothing, "000");
    assert_eq!(
        browser.value(&kept("days"))["2026-01-05"],
        serde_json::Value::Null
    );
    // The list has them at once, and a person reads how many there were.
    browser.value(
        "(async () => {
            const text = LISTED.find(({ id }) => id === 'heng-dao-li-ma').text;
            const kept = { [`huarong move ${text}`]: JSON.stringify({ best: 90, moves: [] }) };
            const files = new DataTransfer();
            files.items.add(new File([JSON.stringify({ huarong: 1, kept })], 'records.json'));
            byId('records-file').files = files.files;
            byId('records-file').dispatchEvent(new Event('change'));
        })()",
    );
    browser.wait_until("byId('imported').textContent.startsWith('1 of 1 records were new')");
    browser.wait_until("document.querySelector('[href=\"#play=heng-dao-li-ma\"]').textContent.includes('✓ solved in 90')");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_hint_from_a_suboptimal_solution_says_so() {
    let mut browser = open("#play=korf-felner%23korf-and-felner-9", Screen::Desktop);
    browser.wait_until("typeof table === 'object'");
    browser.value("table.puzzle.stored = async () => null, 1");
    browser.value("(async () => { for (let at = 0; at < 3; at++) await helper.hint(); })()");
    let told = browser.text("status");
    let is_so = "/A way in [0-9]+ moves[.] No shortest way is known here; it has at least 113[.]$/";
    assert_eq!(
        browser.value(&format!("{is_so}.test(byId('status').textContent)")),
        true,
        "{told}"
    );
    assert_eq!(browser.text("optimum"), "113");
    // A search is tried once for each position, and its solution takes the place of a longer way.
    let known = "helper.knownAt(table.position)";
    assert_eq!(
        browser.value(&format!("[{known}.isShortest, {known}.bound >= 0]")),
        serde_json::json!([false, true])
    );
    // A busy machine finds the next solution before the page loses patience.
    browser.value("{ const soon = setTimeout; setTimeout = (late, pause, ...rest) => soon(late, 50 * pause, ...rest); }");
    browser.value("(async () => { const { moves } = await helper.remaining(); for (const move of moves.slice(0, -9)) table.travel(...move); })()");
    assert_eq!(browser.value(&format!("{known}.isShortest")), false);
    assert_eq!(
        browser.value("helper.remaining().then(({ isShortest }) => isShortest)"),
        true
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn every_view_fits_every_screen() {
    let screens = [
        ("desktop", Screen::Desktop),
        ("phone", Screen::Phone),
        ("landscape", Screen::Landscape),
        ("large", Screen::Window(1920, 1080)),
        ("tablet", Screen::Window(768, 1024)),
        ("small", Screen::Window(320, 568)),
    ];
    let views = [
        (
            "today",
            "#today",
            "document.querySelectorAll('#day-puzzles .body').length > 9",
        ),
        (
            "list",
            "#list&search=li",
            "document.querySelectorAll('.card .body').length > 9",
        ),
        ("play", "#play=heng-dao-li-ma", "typeof table === 'object'"),
        ("draw", "#draw", "byId('status').textContent !== ''"),
        ("paths", "#paths", "typeof pathEasel === 'object'"),
    ];
    for (screen_name, screen) in screens {
        let mut browser = open("", screen);
        for (view, hash, is_there) in views {
            go(&mut browser, hash, is_there);
            for fact in include_str!("layout.txt").lines() {
                let mut words = fact.splitn(3, ' ');
                let mut is_of = |it| words.next().is_some_and(|word| word == "*" || word == it);
                if is_of(view) & is_of(screen_name) {
                    let fact = words.next().expect("an expression");
                    assert_eq!(browser.value(fact), true, "{screen_name}, {view}: {fact}");
                }
            }
            browser.screenshot(&format!("site-{view}-{screen_name}"));
            let tab = browser.value("document.querySelector('.views [aria-current]').dataset.view");
            assert_eq!(tab, if view == "play" { "list" } else { view });
        }
        browser.prefer("prefers-color-scheme", "dark");
        browser.screenshot(&format!("site-dark-{screen_name}"));
        let is_lit = "(([one, other]) => one > other)([document.querySelector('#tools [aria-pressed=true]'), byId('tools')].map((it) => Number(getComputedStyle(it).backgroundColor.match(/\\d+/)[0])))";
        assert_eq!(browser.value(is_lit), true, "{screen_name}: the tool");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_hint_is_quick_even_if_the_search_is_slow() {
    let mut browser = open("#play=gnome%23solomon-gnome", Screen::Desktop);
    let hints = |browser: &mut Browser, told: &str| {
        browser.wait_until("typeof table === 'object'");
        for told in ["Hint: ", "→", told] {
            let told = if told == "→" {
                "/[←↑→↓]/".to_owned()
            } else {
                format!("/{told}/")
            };
            browser.press("hint");
            browser.wait_until(&format!("{told}.test(byId('status').textContent)"));
        }
    };
    hints(&mut browser, " 29 moves left from here");
    // A search of it takes hours.
    go(
        &mut browser,
        "#play=gnome-large%23climb-15-winter-gnome",
        "typeof table === 'object'",
    );
    hints(&mut browser, " 101 moves left from here");
    // Off the known way, the way back to it does.
    let astray = "(() => {
        for (const piece of table.puzzle.pieces.keys()) {
            for (const way of table.position.ways(piece)) {
                table.step(piece, way);
                if (!helper.knownAt(table.position)) return true;
                table.undo();
            }
        }
        return false;
    })()";
    assert_eq!(
        browser.value(&format!("[1, 2].every(() => {astray})")),
        true
    );
    hints(
        &mut browser,
        "A way in 1[0-9][0-9] moves. No shortest way is known here; it has at least",
    );
    browser.press("solve");
    browser.wait_until("table.isWatching");
    browser.press("last");
    assert_eq!(browser.value("table.position.isSolved()"), true);
    let told = browser.text("status");
    assert!(told.contains("there may be a shorter way"), "{told}");
    // Without what is stored, some way is found, and what is known of the shortest is told.
    go(
        &mut browser,
        "#play=eighty%23eighty-1",
        "typeof table === 'object'",
    );
    browser.value("table.puzzle.stored = undefined");
    hints(
        &mut browser,
        "A way in [0-9]+ moves. No shortest way is known here; it has at least 80",
    );
    // An open puzzle has the best solution that is known.
    go(
        &mut browser,
        "#play=gnome-large%23shark-gnome",
        "typeof table === 'object'",
    );
    hints(
        &mut browser,
        "A way in 143 moves. No shortest way is known here",
    );
    for (hash, id, told) in [
        (
            "#play=gnome-large%23climb-24-pro-gnome",
            "busy-text",
            "No short solution of this puzzle is known.",
        ),
        (
            "#play=climb-12%23climb-12-e",
            "status",
            "all 752,628 layouts that can come about",
        ),
    ] {
        go(&mut browser, hash, "typeof table === 'object'");
        browser.press("hint");
        browser.wait_until(&format!("byId('{id}').textContent.includes('{told}')"));
        browser.wait_until(&format!(
            "byId('{id}').checkVisibility({{ visibilityProperty: true }})"
        ));
    }
}

/// The site in a browser that has run this script before each page.
fn open_after(script: &str, hash: &str) -> Browser {
    let mut browser = open("#draw", Screen::Phone);
    let script = serde_json::json!({"source": script});
    browser.call("Page.addScriptToEvaluateOnNewDocument", &script);
    browser.value(&format!("window.isOld = true, location.hash = '{hash}'"));
    browser.wait_until("!window.isOld && document.readyState === 'complete'");
    browser
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_site_handles_missing_browser_features_and_files() {
    let blocked =
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })";
    let mut browser = open_after(blocked, "#play=heng-dao-li-ma");
    for language in ["zh-Hans", "en"] {
        browser.wait_until("typeof table === 'object'");
        browser.value("window.isOld = true, byId('language').click()");
        browser.wait_until(&format!(
            "!window.isOld && document.documentElement.lang === '{language}'"
        ));
    }
    let mut browser = open_after("delete window.WebAssembly", "#list");
    browser.wait_until("byId('fault')?.textContent.includes('cannot run WebAssembly') ?? false");
    assert_eq!(browser.value("byId('fault').hidden"), false);
    // A file that is missing.
    for (file, told) in [
        ("puzzles.js", "puzzles.js"),
        ("boards.js", "“boards.js” cannot be loaded"),
    ] {
        let files = folder();
        std::fs::remove_file(files.path().join(file)).expect("it is there");
        let browser = Browser::open_folder(files, "index.html", Screen::Phone);
        let mut browser = browser.forgiving();
        let told = format!("A part of the site is missing: {told}");
        if file == "puzzles.js" {
            browser.wait_until(&format!("byId('status').textContent === '{told}'"));
            go(&mut browser, "#list", "!!byId('fault')");
            browser.wait_until(&format!("byId('fault').textContent === '{told}'"));
        } else {
            // The lists have their own pictures.
            browser.wait_until("document.querySelectorAll('#day-puzzles .body').length > 9");
            // The board is there before the engine is missed.
            go(
                &mut browser,
                "#play=heng-dao-li-ma",
                &format!("document.querySelector('main p')?.textContent === '{told}'"),
            );
        }
        go(
            &mut browser,
            "#play=nope",
            "document.querySelector('main').textContent !== ''",
        );
        let text = browser.value("document.querySelector('main p').textContent");
        let told = match file {
            "puzzles.js" => told.as_str(),
            _ => "No puzzle of this collection is called nope.",
        };
        assert_eq!(text, told);
        assert_eq!(
            browser.value("document.querySelectorAll('#view .button').length"),
            1,
            "the way to the list"
        );
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn every_piece_and_view_is_reachable_by_keyboard() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent !== ''");
    browser.value("document.querySelector('.views a:last-child').focus()");
    for id in ["undo", "redo"] {
        browser.key("Tab");
        assert_eq!(browser.value("document.activeElement.id"), id);
    }
    browser.key("Tab");
    assert_eq!(
        browser.value("document.activeElement.dataset.cell"),
        "0,0",
        "not the picture"
    );
    assert_eq!(
        browser.value("getComputedStyle(byId('text')).whiteSpace"),
        "pre"
    );
    let chosen = "(({ name, letter }) => name ?? letter)(table.puzzle.pieces[table.chosen])";
    go(
        &mut browser,
        "#play=unit-cars%23unit-rush-hour-6x6",
        "typeof table === 'object'",
    );
    for letter in ["h", "H"] {
        browser.key(letter);
        assert_eq!(browser.value(chosen), letter);
    }
    let korf = "#play=${encodeURIComponent(LISTED.find(({ text }) => text.startsWith('name: Korf 1\\n')).id)}";
    let korf = browser.value(&format!("`{korf}`"));
    go(
        &mut browser,
        korf.as_str().expect("text"),
        "typeof table === 'object'",
    );
    browser.key("1");
    browser.key("4");
    assert_eq!(browser.value(chosen), "14");
    // On paper and in the reader's own colours.
    browser.press("theme");
    browser.call(
        "Emulation.setEmulatedMedia",
        &serde_json::json!({"media": "print"}),
    );
    let paper = "getComputedStyle(document.body).backgroundColor";
    assert_eq!(browser.value(paper), "rgb(255, 255, 255)");
    assert_eq!(browser.value("byId('edit').checkVisibility()"), false);
    browser.call(
        "Emulation.setEmulatedMedia",
        &serde_json::json!({"media": ""}),
    );
    go(&mut browser, "#paths", "typeof pathEasel === 'object'");
    browser.prefer("forced-colors", "active");
    let width = |browser: &mut Browser, pressed| {
        browser.value(&format!(
            "getComputedStyle(document.querySelector('#tools [aria-pressed={pressed}]')).borderWidth"
        ))
    };
    assert_ne!(width(&mut browser, true), width(&mut browser, false));
    browser.screenshot("forced-colours");
}

/// Answers with the files of a folder until it is told to stop.
fn serve(folder: PathBuf) -> (u16, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("it has one").port();
    let is_over = Arc::new(AtomicBool::new(false));
    let over = is_over.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if over.load(Ordering::Relaxed) {
                return;
            }
            let folder = folder.clone();
            thread::spawn(move || answer(&folder, stream));
        }
    });
    (port, is_over)
}

fn answer(folder: &std::path::Path, mut stream: TcpStream) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let request = lines.next()?.ok()?;
    let path = request.split(' ').nth(1)?.trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let body = std::fs::read(folder.join(path)).ok()?;
    let is_script = path.rsplit('.').next() == Some("js");
    let kind = if is_script {
        "text/javascript"
    } else {
        "text/html; charset=utf-8"
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(&body))
        .ok()
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_site_works_offline_after_the_first_visit() {
    let files = folder();
    let (port, is_over) = serve(files.path().to_owned());
    let url = format!("http://127.0.0.1:{port}/");
    let mut browser = Browser::open_url(&url, Screen::Desktop);
    browser.wait_until("navigator.serviceWorker.ready.then((it) => !!it.active)");
    browser.wait_until("caches.keys().then((names) => names.length === 1)");
    // What is loaded until a board can be played, on the way and in both languages, is small.
    let packed = "Promise.all(['./', ...performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'script').map(({ name }) => name)].map(async (name) => {
        const kept = await caches.match(name);
        const packed = kept.body.pipeThrough(new CompressionStream('gzip'));
        return [name, (await new Response(packed).arrayBuffer()).byteLength];
    })).then((sizes) => [sizes.reduce((sum, [, size]) => sum + size, 0), sizes.map(([name]) => name.split('/').at(-1)).join()])";
    let today = (
        "#today",
        "document.querySelectorAll('#day-puzzles .body').length > 9",
        200_000,
    );
    let puzzle = ("#play=heng-dao-li-ma", "typeof table === 'object'", 310_000);
    let zip = (
        "#paths&map=01PQU9BTMOIyVjAEsbj0wHw9LlMwbcIFAA&walk=",
        "typeof pathEasel === 'object' && pathEasel.sheet !== null",
        250_000,
    );
    for (language, (hash, is_there, most)) in ["en", "zh"]
        .into_iter()
        .flat_map(|language| [today, puzzle, zip].map(|view| (language, view)))
    {
        browser.value(&format!("keep('huarong language', '{language}')"));
        go(&mut browser, "#list", "true");
        go(&mut browser, hash, is_there);
        let packed = browser.value(packed);
        let bytes = packed[0].as_u64().expect("a number");
        assert!(bytes < most, "{hash}: {packed}");
    }
    go(&mut browser, "#today", "true");
    browser.value("keep('huarong language', 'en')");
    browser.reload();
    // It is asked for after what is shown.
    browser.wait_until("!!document.querySelector('link[rel=manifest]')");
    let manifest = browser.call("Page.getAppManifest", &serde_json::json!({}));
    assert_eq!(manifest["errors"], serde_json::json!([]), "{manifest}");
    let text = manifest["data"].as_str().expect("it is there");
    assert!(
        text.contains("\"display\":\"standalone\"") && text.contains("icon.png"),
        "{text}"
    );
    is_over.store(true, Ordering::Relaxed);
    // The server ends with the next one that it takes.
    while TcpStream::connect(("127.0.0.1", port)).is_ok() {
        thread::sleep(Duration::from_millis(20));
    }
    browser.reload();
    browser.wait_until("document.querySelectorAll('#day-puzzles .body').length > 9");
    go(&mut browser, "#list", "!!document.querySelector('.card')");
    assert_eq!(
        shown(&mut browser),
        Collection::built_in().entries().count()
    );
    go(
        &mut browser,
        "#play=heng-dao-li-ma",
        "typeof table === 'object'",
    );
    browser.press("solve");
    browser.wait_until("table.isWatching");
    assert_eq!(browser.value("table.solution.moves.length"), 81);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn on_a_phone_the_board_has_full_width_and_help_is_visible() {
    let box_of = |browser: &mut Browser, id: &str| -> Vec<f64> {
        let sides = format!(
            "(({{ x, y, width, height }}) => [x, y, x + width, y + height])\
             (byId('{id}').getBoundingClientRect())"
        );
        serde_json::from_value(browser.value(&sides)).expect("numbers")
    };
    for (width, height) in [(360, 740), (320, 568)] {
        let mut browser = open("#play=heng-dao-li-ma", Screen::Window(width, height));
        browser.wait_until("typeof table === 'object'");
        let board = box_of(&mut browser, "board");
        // On the shorter one, the buttons need the room.
        let room = browser
            .value("byId('board').parentElement.clientWidth")
            .as_f64()
            .expect("it");
        let least = if width == 360 { room } else { 0.9 * room };
        assert!(board[2] - board[0] >= least, "{board:?} {room}");
        for id in ["undo", "redo", "restart", "hint", "solve", "link"] {
            let button = box_of(&mut browser, id);
            assert!(
                button[3] <= f64::from(height) && button[2] <= f64::from(width),
                "{id}"
            );
            assert!(
                button[1] >= board[3] && button[2] - button[0] >= 44.0,
                "{id} {button:?}"
            );
        }
        assert_eq!(
            browser.text("goal-text"),
            "Bring Cao Cao to the dashed outline."
        );
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn results_days_and_favourites_travel_as_a_link() {
    let mut browser = open("#list&search=hdlm", Screen::Desktop);
    browser.value(
        "keep(`huarong move ${LISTED.find(({ id }) => id === 'heng-dao-li-ma').text}`,
              JSON.stringify({ best: 90, moves: [[0, 'R']] })),
         keep('huarong favourites', '[\"quzzle\"]'),
         keep('huarong days', '{\"2026-01-02\":{\"zip\":{\"result\":\"0:10\",\"on\":\"2026-01-02\"}}}')",
    );
    browser.value("window.copyAddress = async (hash) => { window.link = hash; return 'copied'; }");
    browser.value("byId('records').open = true");
    browser.press("records-link");
    browser.wait_until("byId('imported').textContent === 'copied'");
    let link = browser.value("window.link");
    let link = link.as_str().expect("a link");
    assert!(link.len() < 800, "games do not travel: {link}");
    // On another device.
    let mut other = open(link, Screen::Phone);
    other
        .wait_until("byId('imported')?.textContent.startsWith('3 of 3 records were new') ?? false");
    assert_eq!(
        other.value("[...favourites()]"),
        serde_json::json!(["quzzle"])
    );
    assert_eq!(other.value("ownDays()['2026-01-02'].zip.result"), "0:10");
    assert_eq!(
        other.value("ownResults(LISTED.find(({ id }) => id === 'heng-dao-li-ma'))"),
        serde_json::json!({"own": 90, "helped": null, "begun": 0})
    );
}

/// The pairs of colours of a skin whose contrast is below 4.5: letters on pieces, and texts on
/// what they stand on.
const FAINT: &str = "(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminance = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const parts = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
            (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const contrast = (pair) => {
        const [less, more] = pair.map(luminance).sort((one, other) => one - other);
        return (more + 0.05) / (less + 0.05);
    };
    const piece = svg('svg', {}, svg('path', { class: 'body' }), svg('text', { class: 'name' }));
    document.body.append(piece);
    const inks = Array.from({ length: 20 }, (_, ink) => {
        piece.style.setProperty('--fill', `var(--fill${ink})`);
        return [...piece.children].map((part) => getComputedStyle(part).fill);
    });
    piece.remove();
    const style = getComputedStyle(document.documentElement);
    const texts = ['caption paper', 'caption card', 'caption hover', 'soft paper', 'soft card', 'soft hover',
        'card accent', 'accent paper', 'accent card', 'start paper', 'card start', 'paper caption', 'goal paper']
        .map((pair) => pair.split(' ').map((name) => style.getPropertyValue(`--${name}`)));
    return [...inks, ...texts].filter((pair) => contrast(pair) < 4.495).map((pair) => [...pair, contrast(pair)]);
})()";

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn every_skin_has_readable_letters_and_texts() {
    let mut browser = open("", Screen::Desktop);
    for skin in ["light", "dark", "wood"] {
        browser.value(&format!(
            "document.documentElement.dataset.theme = '{skin}'"
        ));
        assert_eq!(browser.value(FAINT), serde_json::json!([]), "{skin}");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_link_opens_the_state_map_first_with_its_searches_running() {
    let mut browser = open("#play=pennant&map=bfs,dfs", Screen::Desktop);
    browser.wait_until("typeof mapView === 'object' && !!mapView.map");
    assert_eq!(
        browser.value("mapView.watched"),
        serde_json::json!(["bfs", "dfs"])
    );
    let is_first =
        "byId('map').getBoundingClientRect().top < byId('board').getBoundingClientRect().top";
    assert_eq!(browser.value(is_first), true);
    browser.wait_until("mapView.playback.at > 0");
    // A lecturer pauses with the space bar and goes on by arrows.
    browser.value("byId('map-canvas').focus(), mapView.playback.jump(5)");
    browser.key("ArrowRight");
    assert_eq!(browser.value("mapView.playback.at"), 6);
    browser.key(" ");
    assert_eq!(browser.value("mapView.playback.isPlaying()"), true);
    browser.key(" ");
    assert_eq!(browser.value("mapView.playback.isPlaying()"), false);
    // On a phone, the race, its controls and its figures fit the first screen.
    let mut browser = open("#play=pennant&map=bfs,dfs", Screen::Phone);
    browser.wait_until("typeof mapView === 'object' && !!mapView.map");
    browser.wait_until("byId('map-figures').getBoundingClientRect().bottom <= innerHeight");
    let is_wide = "document.documentElement.scrollWidth > innerWidth";
    assert_eq!(browser.value(is_wide), false);
    browser.screenshot("race-phone");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_card_of_a_win_moves_no_button_of_the_game() {
    let places = "Object.fromEntries([...document.querySelectorAll('#play-controls button, .changes button')]
        .filter((it) => it.checkVisibility())
        .map((it) => [it.id, Math.round(it.getBoundingClientRect().top + scrollY)]))";
    for screen in [Screen::Phone, Screen::Desktop] {
        for (hash, is_there, win) in [
            (
                "#play=横刀立马",
                "typeof table === 'object'",
                "helper.remaining().then(({ moves }) => {
                    for (const [piece, ways] of moves) for (const way of ways) table.step(piece, way);
                })",
            ),
            (
                "#paths&map=01PQU9BTMOIyVjAEsbj0wHw9LlMwbcIFAA&walk=",
                "typeof pathEasel === 'object' && !byId('view').hidden",
                "pathEasel.complete().then(async ({ path }) => {
                    for (const at of path) await pathEasel.step(at.join());
                })",
            ),
        ] {
            let mut browser = open(hash, screen);
            browser.wait_until(is_there);
            let before = browser.value(places);
            browser.value(win);
            browser.wait_until("!byId('won').hidden");
            let after = browser.value(places);
            if hash.starts_with("#paths") && matches!(screen, Screen::Phone) {
                // A zip is played on its board, and the card comes before the buttons.
                let is_seen = "byId('won').getBoundingClientRect().bottom <= innerHeight";
                assert_eq!(browser.value(is_seen), true);
            } else {
                for (id, place) in before.as_object().expect("places") {
                    assert_eq!(&after[id], place, "{id} {screen:?}");
                }
            }
            assert_eq!(
                browser.value("document.documentElement.scrollWidth <= innerWidth"),
                true
            );
        }
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_tour_and_a_race_of_searches_fill_the_screen_of_a_lecture() {
    let mut browser = open(
        "#paths&map=09PT09Pj0sNBAgA&moves=1%2C2&walk=",
        Screen::Window(1280, 800),
    );
    for (ready, button, last) in [
        (
            "typeof pathEasel === 'object' && !byId('view').hidden",
            "full",
            "byId('board')",
        ),
        (
            "!window.isOld && typeof mapView === 'object' && !!mapView.map",
            "map-full",
            "byId('map-figures')",
        ),
    ] {
        browser.wait_until(ready);
        // What is like a tour is no zip.
        let another = "!!document.querySelector('.paths #another')?.checkVisibility()";
        assert_eq!(browser.value(another), false);
        browser.tap(button);
        browser.wait_until("document.fullscreenElement !== null");
        browser.wait_until(&format!(
            "{last}.getBoundingClientRect().bottom <= innerHeight && {last}.getBoundingClientRect().top >= 0"
        ));
        browser.screenshot(&format!("lecture-{button}"));
        browser.value("document.exitFullscreen()");
        browser.value("window.isOld = true, location.hash = '#play=pennant&map=bfs,dfs'");
    }
}
