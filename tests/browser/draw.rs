//! Puzzles that are drawn in the site: by mouse, by keys, as text.

use huarong::collection::Collection;
use huarong::grid::Cell;
use huarong::puzzle::{Finish, Metric, Movement, Puzzle};

use super::devtools::{Browser, Screen};
use super::site::open;
use super::solved;

/// The cells of a piece in an order in which each but the first touches one before it.
fn joined(mut cells: Vec<Cell>) -> Vec<Cell> {
    let mut order = vec![cells.remove(0)];
    while !cells.is_empty() {
        let touches = |one: &Cell, other: &Cell| {
            one.row.abs_diff(other.row) + one.column.abs_diff(other.column) == 1
        };
        let next = cells.iter().position(|cell| order.iter().any(|other| touches(cell, other)));
        order.push(cells.remove(next.expect("pieces hang together")));
    }
    order
}

fn tool(browser: &mut Browser, name: &str) {
    browser.value(&format!("document.querySelector('[data-tool={name}]').click()"));
}

fn set(browser: &mut Browser, id: &str, value: u8) {
    browser.value(&format!(
        "byId('{id}').value = '{value}', byId('{id}').dispatchEvent(new Event('change'))"
    ));
}

/// Draws a puzzle as a person would who has it before them.
fn draw(browser: &mut Browser, puzzle: &Puzzle) {
    let grid = puzzle.grid();
    browser.value("byId('empty').click()");
    set(browser, "rows", grid.rows());
    set(browser, "columns", grid.columns());
    if browser.value("byId('axis').checked") != (puzzle.movement() == Movement::Axis) {
        browser.value("byId('axis').click()");
    }
    tool(browser, "wall");
    for wall in grid.cells().filter(|&cell| grid.is_wall(cell)) {
        browser.drag_over("drawing", &[wall]);
    }
    tool(browser, "piece");
    for piece in puzzle.pieces() {
        let cells = piece.shape.cells_at(piece.anchor).collect();
        browser.drag_over("drawing", &joined(cells));
    }
    tool(browser, "goal");
    for target in &puzzle.goals()[0].targets {
        let from = puzzle.pieces()[target.piece].anchor;
        browser.drag_over("drawing", &[from, target.anchor]);
    }
}

/// Whether all of it can be drawn, and it is small enough to be solved by the way.
fn is_plain(puzzle: &Puzzle) -> bool {
    let [goal] = puzzle.goals() else { return false };
    let text = puzzle.to_string();
    let moves =
        goal.targets.iter().all(|target| puzzle.pieces()[target.piece].anchor != target.anchor);
    goal.empties.is_empty()
        && moves
        && puzzle.finish() == Finish::Reach
        && puzzle.pieces().len() <= 16
        && puzzle.grid().area() <= 36
        && ["alike:", "gate:", "lock:"].iter().all(|key| !text.contains(key))
        && huarong_best(puzzle).is_some_and(|best| best <= 60)
}

fn huarong_best(puzzle: &Puzzle) -> Option<u32> {
    match puzzle.best() {
        huarong::puzzle::PublishedOptimum::Known(best) => best.get(Metric::Move),
        _ => None,
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn fifty_drawn_puzzles_are_solved_as_the_library_solves_them() {
    let entries: Vec<_> =
        Collection::built_in().entries().filter(|entry| is_plain(&entry.puzzle)).collect();
    let mut chosen = Vec::new();
    for family in Collection::families() {
        let members: Vec<_> = entries.iter().filter(|entry| entry.file.family == family).collect();
        let stride = members.len().div_ceil(13).max(1);
        chosen.extend(members.into_iter().step_by(stride).take(13));
    }
    let rest = entries.iter().filter(|entry| entry.file.family == "klotski");
    chosen.extend(rest.skip(1).take(50_usize.saturating_sub(chosen.len())));
    assert!(chosen.len() >= 50, "{}", chosen.len());
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent !== ''");
    for entry in chosen {
        let name = format!("{}/{}", entry.file.stem, entry.index);
        draw(&mut browser, &entry.puzzle);
        let text = browser.value("byId('text').value");
        let drawn: Puzzle = text.as_str().expect("text").parse().unwrap_or_else(|error| {
            browser.screenshot("drawn");
            panic!("{name}: {error}: {text}")
        });
        let best = solved(&drawn, Metric::Move).len();
        assert_eq!(Some(best), huarong_best(&entry.puzzle).map(|best| best as usize), "{name}");
        browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
        browser.value("byId('solve').click()");
        browser.wait_until("byId('status').textContent.startsWith('The shortest')");
        let status = browser.text("status");
        let unit = if best == 1 { "move" } else { "moves" };
        assert!(status.contains(&format!("has {best} {unit};")), "{name}: {status}, {best}");
    }
    browser.screenshot("drawn");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_puzzle_is_drawn_by_keys_played_and_shared() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent === 'There are no pieces yet.'");
    set(&mut browser, "rows", 2);
    set(&mut browser, "columns", 3);
    browser.value("document.querySelector('[data-cell=\"0,0\"]').focus()");
    for key in ["A", "ArrowRight", "ArrowRight", "#", "ArrowDown", ".", "B"] {
        browser.key(key);
    }
    browser.wait_until("byId('status').textContent === 'No piece has a goal yet.'");
    assert_eq!(
        browser.value("document.activeElement.getAttribute('aria-label')"),
        "row 2, column 3: B"
    );
    tool(&mut browser, "goal");
    browser.value("document.querySelector('[data-cell=\"0,0\"]').focus()");
    for key in ["Enter", "ArrowDown", "Enter"] {
        browser.key(key);
    }
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    let text = "A . #\n. . B\n\ngoal:\n. . #\nA . .\n";
    assert_eq!(browser.value("byId('text').value"), text);
    browser.key_with("z", 2);
    browser.wait_until("byId('status').textContent === 'No piece has a goal yet.'");
    browser.value("document.querySelector('[data-cell=\"0,0\"]').focus()");
    for key in ["Enter", "ArrowDown", "Enter"] {
        browser.key(key);
    }
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    // It is kept, and can be taken elsewhere.
    browser.value("byId('hardest').click()");
    browser.wait_until("byId('status').textContent.startsWith('The hardest of')");
    browser.value("byId('play-it').click()");
    browser.wait_until("typeof table === 'object'");
    browser.value("byId('edit').click()");
    browser.wait_until("!!byId('drawing') && byId('status').textContent.startsWith('This is')");
    browser.press("link");
    browser.wait_until("/link/.test(byId('status').textContent)");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_text_is_drawn_or_told_what_is_wrong_with_it() {
    let mut browser = open("#draw", Screen::Phone);
    browser.wait_until("byId('status').textContent !== ''");
    browser.value("byId('text').value = 'A B\\nA\\n', byId('read').click()");
    browser.wait_until("byId('status').textContent.includes('line 2')");
    assert_eq!(browser.value("byId('status').classList.contains('wrong')"), true);
    // By finger.
    let cells = [(0, 0), (0, 1), (1, 1)].map(|(row, column)| Cell { row, column });
    browser.swipe_over("drawing", &cells);
    browser.swipe_over("drawing", &[Cell { row: 4, column: 3 }]);
    tool(&mut browser, "goal");
    browser.swipe_over("drawing", &[cells[0], Cell { row: 1, column: 0 }]);
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    let text = browser.value("byId('text').value");
    assert!(text.as_str().expect("text").starts_with("A A . .\n. A . .\n"), "{text}");
    let several = "name: Two ways\ngate: + = A\n\nA . +\nB . .\n\ngoal:\n. . A\n. . .\n\ngoal:\n. . .\n. . A\n";
    browser.value(&format!("byId('text').value = {several:?}, byId('read').click()"));
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(browser.value("byId('text').value"), several, "nothing of it is lost");
    browser.screenshot("drawn-text");
    browser.value("localStorage.setItem('huarong drawing', byId('text').value)");
    browser.reload();
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(browser.value("byId('text').value"), several, "it is kept");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_puzzle_of_the_list_is_drawn_on_and_ones_own_is_kept() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent !== ''");
    browser.drag_over("drawing", &[Cell { row: 0, column: 0 }]);
    let own = browser.value("localStorage.getItem('huarong drawing')");
    assert!(own.as_str().is_some_and(|text| text.starts_with("A . . .")), "{own}");
    // What a link has is drawn on without losing names, locks and goals.
    let text =
        "name: Two\nnames: A=Ann B=Bob\nlock: B=row\n\nA . .\nB B .\n\ngoal:\n. . .\n. . A\n";
    browser.value(&format!(
        "window.isOld = true, packed({text:?}).then((code) => {{ location.hash = `#draw=${{code}}`; }})"
    ));
    browser
        .wait_until("!window.isOld && byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(browser.value("byId('text').value"), text);
    assert_eq!(browser.value("localStorage.getItem('huarong drawing')"), own, "it is untouched");
    tool(&mut browser, "clear");
    browser.drag_over("drawing", &[Cell { row: 1, column: 0 }]);
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    let cleared = "name: Two\nnames: A=Ann\n\nA . .\n. . .\n\ngoal:\n. . .\n. . A\n";
    assert_eq!(browser.value("byId('text').value"), cleared);
    // It outlives the page.
    std::thread::sleep(std::time::Duration::from_millis(500));
    browser.reload();
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(browser.value("byId('text').value"), cleared);
    // A piece that grows has its goal where it was.
    tool(&mut browser, "piece");
    browser.drag_over("drawing", &[Cell { row: 0, column: 0 }, Cell { row: 1, column: 0 }]);
    browser.wait_until("byId('status').textContent === 'No piece has a goal yet.'");
    browser.value("window.isOld = true, location.hash = '#draw=nothing'");
    browser
        .wait_until("!window.isOld && byId('status').textContent === 'This link holds no puzzle.'");
    assert_eq!(browser.complaints(), [""; 0]);
}
