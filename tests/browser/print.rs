//! Pages on paper.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::devtools::{Browser, Screen, from_base64};
use super::site::open;

/// The pages of the PDF of what is shown.
fn pages(browser: &mut Browser) -> usize {
    let told = browser.call("Page.printToPDF", &json!({ "preferCSSPageSize": true }));
    let bytes = from_base64(told["data"].as_str().expect("a PDF"));
    String::from_utf8_lossy(&bytes)
        .matches("/Type /Page\n")
        .count()
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn page_breaks_do_not_split_boards() {
    for (paper, per_page, expected) in [("a4", "2", 20), ("a4", "9", 5), ("letter", "6", 7)] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("booklet.html");
        let mut export = Command::new(env!("CARGO_BIN_EXE_huarong"));
        export.args(["export", "cards", "--unsolved", "--quiet", "--paper", paper]);
        export
            .args(["--per-page", per_page, "--to"])
            .arg(Path::new(&file));
        assert!(export.status().expect("it runs").success());
        let mut browser = Browser::open_folder(folder, "booklet.html", Screen::Desktop);
        browser.wait_until("[...document.images].every((it) => it.complete && it.naturalWidth)");
        assert_eq!(pages(&mut browser), expected, "{paper} {per_page}");
        let cut = "[...document.querySelectorAll('.page')].filter((page) => {
            const box = page.getBoundingClientRect();
            const boards = [...page.querySelectorAll('img')].map((it) => it.getBoundingClientRect());
            return boards.some(({ right, bottom, height }) => right > box.right + 1 || bottom > box.bottom + 1 || height < 100);
        }).length";
        assert_eq!(browser.value(cut), 0, "{paper} {per_page}");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_list_is_printed_with_all_its_boards() {
    let mut browser = open("#list&family=tiles", Screen::Desktop);
    browser.wait_until("!!document.querySelector('.card svg > *')");
    assert!(pages(&mut browser) < 9);
    let boards = "[...document.querySelectorAll('.card svg')].filter((it) => it.childElementCount > 9).length";
    assert_eq!(browser.value(boards), 167);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_long_solution_is_printed_in_letters_of_full_size() {
    let mut browser = open("#play=heng-dao-li-ma", Screen::Desktop);
    browser.wait_until("typeof table === 'object'");
    browser.press("solve");
    browser.wait_until("table.isWatching");
    // A page that is too wide would be made smaller.
    assert_eq!(pages(&mut browser), 1);
    browser.call("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    let columns = "getComputedStyle(document.querySelector('main')).display";
    assert_eq!(browser.value(columns), "block");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_tour_is_printed_whole_while_its_steps_are_shown() {
    let mut browser = open("#paths&map=09PT09Pj0sNBAgA&moves=1%2C2", Screen::Desktop);
    browser.wait_until("typeof pathEasel === 'object'");
    browser.press("solve");
    browser.wait_until("pathEasel.mode === 'watch'");
    browser.call("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    let look = "['.ahead', '.step', '.digits'].map((mark) => {
        const { strokeOpacity, opacity } = getComputedStyle(document.querySelector(`#board ${mark}`));
        return Number(strokeOpacity) * Number(opacity);
    })";
    assert_eq!(browser.value(look), json!([1, 1, 1]));
    let passing = "document.querySelectorAll('#board :is(.walked, .marker)').values().some((it) => it.checkVisibility())";
    assert_eq!(browser.value(passing), false);
    let title = "document.querySelector('.of-paper').checkVisibility()";
    browser.hold(title);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn boards_are_printed_dark_on_white_from_a_dark_screen() {
    for (hash, optimum) in [("#play=heng-dao-li-ma", "81"), ("#paths", "")] {
        let mut browser = open(hash, Screen::Desktop);
        browser.wait_until("typeof table === 'object' || typeof pathEasel === 'object'");
        browser.value("document.documentElement.dataset.theme = 'dark'");
        browser.call("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
        let paper = "getComputedStyle(document.body).backgroundColor";
        assert_eq!(browser.value(paper), "rgb(255, 255, 255)", "{hash}");
        assert_eq!(
            browser.value("getComputedStyle(document.querySelector('.views')).display"),
            "none"
        );
        let fill = "getComputedStyle(document.documentElement).getPropertyValue('--fill0')";
        let [red, green, blue] = {
            let fill = browser.value(fill);
            let fill = fill.as_str().expect("a colour").trim().to_owned();
            [1, 3, 5].map(|at| {
                fill.get(at..at + 2)
                    .expect("a hexadecimal colour")
                    .to_owned()
            })
        };
        assert!(red == green && green == blue, "{hash}: a grey");
        let scores = "[...document.querySelectorAll('.score dd')].filter((it) => it.checkVisibility()).map((it) => it.textContent).join()";
        assert_eq!(browser.value(scores), optimum, "{hash}");
        let board = browser.value("(({ left, right }) => [left >= 0, right <= innerWidth])(byId('board').getBoundingClientRect())");
        assert_eq!(board, json!([true, true]));
        browser.call("Emulation.setEmulatedMedia", &json!({ "media": "" }));
        assert_eq!(pages(&mut browser), 1, "{hash}");
    }
}
