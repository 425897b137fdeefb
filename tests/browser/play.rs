//! A puzzle played to its end.

use huarong::grid::Cell;
use huarong::puzzle::Metric;
use huarong::solution::{Move, Position};

use super::devtools::{Browser, Screen};
use super::hands::arrow;
use super::{classic, page, solved};

const SOLVED: &str = "Solved in 81 moves, the fewest there are!";

/// Plays the shortest solution of the classic layout, each move in this way.
fn play(screen: Screen, picture: &str, mut make: impl FnMut(&mut Browser, &Move)) {
    let puzzle = classic();
    let solution = solved(&puzzle, Metric::Move);
    assert_eq!(solution.len(), 81);
    let mut browser = Browser::open(&page(&puzzle, &solution), screen);
    assert_eq!(browser.text("count"), "0");
    for (number, unit) in (1..).zip(&solution.moves) {
        assert_ne!(browser.text("aloud"), SOLVED);
        make(&mut browser, &unit);
        let piece = puzzle.pieces()[unit.piece].label();
        assert_eq!(
            browser.text("count"),
            usize::to_string(&number),
            "{piece} {:?}",
            unit.path
        );
    }
    assert_eq!(browser.text("aloud"), SOLVED);
    assert_eq!(browser.text("status"), SOLVED);
    assert_eq!(
        browser.value("document.querySelectorAll('#stars span').length"),
        3
    );
    browser.screenshot(picture);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_classic_layout_is_solved_by_dragging() {
    play(Screen::Desktop, "solved-by-mouse", Browser::drag);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_classic_layout_is_solved_by_finger() {
    play(Screen::Phone, "solved-by-finger", Browser::swipe);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_classic_layout_is_solved_by_clicks() {
    let puzzle = classic();
    let mut position = Position::start(&puzzle);
    play(Screen::Desktop, "solved-by-clicks", |browser, unit| {
        // One clicks on what one sees, which may still be sliding.
        browser.prefer("prefers-reduced-motion", "reduce");
        let mut from = unit.from;
        for &direction in &unit.path {
            browser.click_cell(from);
            let step = Move {
                piece: unit.piece,
                from,
                path: vec![direction],
            };
            let before = position.clone();
            position.apply(&step).expect("a legal move");
            from = position.anchor(unit.piece);
            let covered = puzzle.pieces()[unit.piece].shape.cells_at(from);
            let mut entered = covered.filter(|&cell| before.occupant(cell).is_none());
            browser.click_cell(entered.next().expect("it moves"));
        }
    });
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_classic_layout_is_solved_by_keys() {
    let puzzle = classic();
    play(Screen::Desktop, "solved-by-keys", |browser, unit| {
        let letter = puzzle.pieces()[unit.piece].letter.to_string();
        // Small h, j, k and l are arrows.
        browser.key_with(&letter, 8);
        for (step, &direction) in unit.path.iter().enumerate() {
            let vi = ["k", "h", "l", "j"][direction as usize];
            browser.key(if step == 0 { arrow(direction) } else { vi });
        }
    });
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_board_is_one_tab_stop_and_shift_arrows_select_pieces() {
    let puzzle = classic();
    let solution = solved(&puzzle, Metric::Move);
    let mut browser = Browser::open(&page(&puzzle, &solution), Screen::Desktop);
    let focused = "document.activeElement.getAttribute('aria-label')";
    browser.key("Tab");
    assert_eq!(browser.value("document.activeElement.textContent"), "中文");
    browser.key("Tab");
    assert_eq!(
        browser.value("document.activeElement.title"),
        "Colours: paper"
    );
    browser.key("Tab");
    assert_eq!(
        browser.value(focused),
        "Zhang Fei, A: 2 by 1, row 1, column 1, cannot move"
    );
    for _ in 0..7 {
        browser.key_with("ArrowRight", 8);
    }
    assert_eq!(
        browser.value(focused),
        "Soldier, H: 1 by 1, row 4, column 3, can go down"
    );
    for (key, letter) in [("ArrowUp", "G"), ("ArrowDown", "H")] {
        browser.key_with(key, 8);
        let focused = browser.value(focused);
        assert!(
            focused
                .as_str()
                .expect("a label")
                .starts_with(&format!("Soldier, {letter}"))
        );
    }
    browser.screenshot("focused");
    browser.key("ArrowDown");
    browser.key("ArrowLeft");
    assert_eq!(browser.text("aloud"), "Soldier: row 5, column 2.");
    assert_eq!(
        browser.text("count"),
        "1",
        "two steps of one piece are one move"
    );
    let label = browser.value(focused);
    assert_eq!(label, "Soldier, H: 1 by 1, row 5, column 2, can go right");
    browser.key("Tab");
    assert_eq!(
        browser.value("document.activeElement.closest('#board')"),
        serde_json::Value::Null
    );
    // The moves of a solution are told in words.
    browser.press("mode-watch");
    browser.press("next");
    let told = browser.text("aloud");
    let first = solution.iter().next().expect("a move");
    let way = first.path[0].word();
    assert!(
        told.starts_with("1 of 81 moves: ") && told.contains(way),
        "{told}"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_dragged_piece_stops_at_obstacles() {
    let puzzle = classic();
    let solution = solved(&puzzle, Metric::Move);
    let mut browser = Browser::open(&page(&puzzle, &solution), Screen::Desktop);
    let standing = browser.value("table.position.anchors");
    let all_over = [
        Cell::new(0, 0),
        Cell::new(1, 2),
        Cell::new(2, 1),
        Cell::new(3, 3),
    ];
    for from in all_over {
        for direction in huarong::grid::Direction::ALL {
            browser.drag(&Move {
                piece: 0,
                from,
                path: vec![direction],
            });
        }
    }
    assert_eq!(browser.value("table.position.anchors"), standing);
    assert_eq!(browser.text("count"), "0");
    // A soldier that is pulled far to the right goes as far as there is room.
    let right = vec![huarong::grid::Direction::Right; 3];
    browser.drag(&Move {
        piece: 8,
        from: Cell::new(4, 0),
        path: right,
    });
    assert_eq!(
        browser.value("table.position.anchors[8]"),
        serde_json::json!([4, 2])
    );
    // A flick over a fifth of a cell moves it by one.
    browser.value("performance.now = () => 0");
    let way = browser.way(&Move {
        piece: 8,
        from: Cell::new(4, 2),
        path: vec![huarong::grid::Direction::Left],
    });
    let ((x, y), (far, _)) = (way[0], way[way.len() - 1]);
    browser.drag_through(&[(x, y), (x + (far - x) / 5.0, y)]);
    assert_eq!(
        browser.value("table.position.anchors[8]"),
        serde_json::json!([4, 1])
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn moves_on_the_page_can_be_undone_and_redone() {
    let puzzle = classic();
    let solution = solved(&puzzle, Metric::Move);
    let mut browser = Browser::open(&page(&puzzle, &solution), Screen::Desktop);
    let start = browser.value("table.position.anchors");
    for unit in solution.iter().take(5) {
        browser.drag(&unit);
    }
    let after = browser.value("table.position.anchors");
    for count in ["4", "3"] {
        browser.press("undo");
        assert_eq!(browser.text("count"), count);
    }
    for count in ["2", "1", "0", "0"] {
        browser.key_with("z", 2);
        assert_eq!(browser.text("count"), count);
    }
    assert_eq!(browser.value("table.position.anchors"), start);
    browser.press("redo");
    for _ in 0..5 {
        browser.key_with("y", 2);
    }
    assert_eq!(browser.text("count"), "5");
    assert_eq!(browser.value("table.position.anchors"), after);
    browser.press("restart");
    assert_eq!(browser.text("count"), "0");
    assert_eq!(browser.value("table.position.anchors"), start);
    // There and back is no move.
    let there = solution.iter().next().expect("a move");
    browser.drag(&there);
    let back = there
        .path
        .iter()
        .rev()
        .map(|direction| direction.opposite())
        .collect();
    let from = there.to().expect("on the board");
    browser.drag(&Move {
        piece: there.piece,
        from,
        path: back,
    });
    assert_eq!(browser.text("count"), "0");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_click_on_a_tile_pushes_its_row() {
    let text = "1 2 3\n4 5 .\n7 8 6\n\ngoal:\n1 2 3\n4 5 6\n7 8 .\n";
    let puzzle: huarong::Puzzle = text.parse().expect("tiles");
    let mut browser = Browser::open(
        &page(&puzzle, &solved(&puzzle, Metric::Move)),
        Screen::Desktop,
    );
    browser.prefer("prefers-reduced-motion", "reduce");
    assert_eq!(browser.text("goal-text"), "Put the numbers in order.");
    browser.click_cell(Cell::new(1, 0));
    assert_eq!(
        (
            browser.text("count").as_str(),
            browser.value("table.mine.made")
        ),
        ("2", 2.into())
    );
    let at = |browser: &mut Browser, row, column| {
        browser.value(&format!("table.position.occupant([{row}, {column}])"))
    };
    assert!(at(&mut browser, 1, 0).is_null());
    // 7 goes up, and nothing goes where no row or column has an empty cell.
    browser.click_cell(Cell::new(2, 0));
    assert!(at(&mut browser, 2, 0).is_null());
    browser.click_cell(Cell::new(1, 1));
    assert_eq!(browser.text("count"), "3");
    // The click that is one move and then the rest.
    browser.click_cell(Cell::new(1, 0));
    browser.click_cell(Cell::new(1, 2));
    browser.click_cell(Cell::new(2, 2));
    assert!(
        browser.text("status").starts_with("Solved in "),
        "{}",
        browser.text("status")
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_shared_result_does_not_contain_the_solution() {
    let puzzle: huarong::Puzzle = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n".parse().expect("it");
    let solution = solved(&puzzle, Metric::Move);
    let mut browser = Browser::open(&page(&puzzle, &solution), Screen::Desktop);
    browser.value("navigator.share = async (told) => { window.shared = told; }");
    let mut position = Position::start(&puzzle);
    for unit in &solution.moves {
        browser.drag(&unit);
        position.apply(&unit).expect("a legal move");
    }
    assert_eq!(browser.value("byId('won').hidden"), false);
    browser.press("share");
    browser.wait_until("!!window.shared");
    let told = browser.value("shared.text");
    let told = told.as_str().expect("a text");
    assert!(told.contains(" ★★★\n🟩🟩🟩🟩🟩 1 move · 0:0"), "{told}");
    assert!(
        browser
            .value("shared.url")
            .as_str()
            .expect("a link")
            .contains("#puzzle=")
    );
}
