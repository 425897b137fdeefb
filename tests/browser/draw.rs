//! Puzzles that are drawn in the site: by mouse, by keys, as text.

use huarong::collection::Collection;
use huarong::grid::Cell;
use huarong::puzzle::{Metric, Movement, Puzzle, SolvedWhen};

use super::cases::cases;
use super::devtools::{Browser, Screen};
use super::site::open;

/// The cells of a piece in an order in which each but the first touches one before it.
fn joined(mut cells: Vec<Cell>) -> Vec<Cell> {
    let mut order = vec![cells.remove(0)];
    while !cells.is_empty() {
        let touches = |one: &Cell, other: &Cell| {
            one.row.abs_diff(other.row) + one.column.abs_diff(other.column) == 1
        };
        let next = cells
            .iter()
            .position(|cell| order.iter().any(|other| touches(cell, other)));
        order.push(cells.remove(next.expect("pieces hang together")));
    }
    order
}

fn tool(browser: &mut Browser, name: &str) {
    browser.value(&format!(
        "document.querySelector('[data-tool=\"{name}\"]').click()"
    ));
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
    let moves = goal
        .targets
        .iter()
        .all(|target| puzzle.pieces()[target.piece].anchor != target.anchor);
    goal.empties.is_empty()
        && moves
        && puzzle.finish() == SolvedWhen::Reach
        && puzzle.pieces().len() <= 16
        && puzzle.grid().area() <= 36
        && ["alike:", "door:", "gate:", "lock:"]
            .iter()
            .all(|key| !text.contains(key))
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
fn drawn_puzzles_are_solved_in_the_known_number_of_moves() {
    let entries: Vec<_> = Collection::built_in()
        .entries()
        .filter(|entry| is_plain(&entry.puzzle))
        .collect();
    let most = cases(3).min(13) as usize;
    let mut chosen = Vec::new();
    for family in Collection::families() {
        let members: Vec<_> = entries
            .iter()
            .filter(|entry| entry.file.family == family)
            .collect();
        let stride = members.len().div_ceil(most).max(1);
        chosen.extend(members.into_iter().step_by(stride).take(most));
    }
    assert!(chosen.len() > 3 * most, "{}", chosen.len());
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent !== ''");
    for entry in chosen {
        let name = format!("{}/{}", entry.file.stem, entry.index);
        draw(&mut browser, &entry.puzzle);
        let text = browser.value("byId('text').value");
        let drawn = text.as_str().expect("text").parse::<Puzzle>();
        if let Err(error) = drawn {
            browser.screenshot("drawn");
            panic!("{name}: {error}: {text}");
        }
        let best = huarong_best(&entry.puzzle).expect("it is known");
        browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
        browser.value("byId('solve').click()");
        browser.wait_until("byId('status').textContent.startsWith('The shortest')");
        let status = browser.text("status");
        let unit = if best == 1 { "move" } else { "moves" };
        assert!(
            status.contains(&format!("has {best} {unit};")),
            "{name}: {status}, {best}"
        );
    }
    browser.screenshot("drawn");
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
        "Row 2, column 3: B"
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
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_text_is_drawn_or_its_error_is_shown() {
    let mut browser = open("#draw", Screen::Phone);
    browser.wait_until("byId('status').textContent !== ''");
    browser.value("byId('text').value = 'A B\\nA\\n', byId('read').click()");
    let told =
        "Line 2, column 1: this row has 1 cell, the first one has 2: draw all rows equally long";
    browser.wait_until(&format!("byId('status').textContent.startsWith('{told}')"));
    assert_eq!(
        browser.value("byId('status').classList.contains('wrong')"),
        true
    );
    // A goal below the board.
    let taller = "A .\n. .\n\ngoal:\n. .\n. .\nA .\n";
    browser.value(&format!(
        "say(''), byId('text').value = {taller:?}, byId('read').click()"
    ));
    browser.wait_until("byId('status').classList.contains('wrong')");
    // Links that hold no puzzle, and a board that nobody would draw.
    for (text, told) in [
        ("'https://example.org/a.b'", "This link holds no puzzle."),
        (
            "('A' + '.'.repeat(199) + '\\n').repeat(200)",
            "That is too large: 50 rows and columns at most.",
        ),
    ] {
        browser.value(&format!(
            "byId('text').value = {text}, byId('read').click()"
        ));
        browser.wait_until(&format!("byId('status').textContent === '{told}'"));
    }
    // A tool leaves the typed text until it is read or cleared.
    browser.swipe_over("drawing", &[Cell { row: 4, column: 3 }]);
    browser.wait_until("byId('drawing').querySelectorAll('.body').length === 1");
    assert_eq!(browser.value("byId('text').value.length"), 40_200);
    browser.value("byId('text').value = '', byId('undo').click()");
    assert_eq!(
        browser.value(TEXT),
        ". . . .\n. . . .\n. . . .\n. . . .\n. . . .\n"
    );
    // By finger.
    let cells = [(0, 0), (0, 1), (1, 1)].map(|(row, column)| Cell { row, column });
    browser.swipe_over("drawing", &cells);
    browser.swipe_over("drawing", &[Cell { row: 4, column: 3 }]);
    tool(&mut browser, "goal");
    browser.swipe_over("drawing", &[cells[0], Cell { row: 1, column: 0 }]);
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    let text = browser.value("byId('text').value");
    assert!(
        text.as_str()
            .expect("text")
            .starts_with("A A . .\n. A . .\n"),
        "{text}"
    );
    let several = "name: Two ways\ngate: + = A\n\nA . +\nB . .\n\ngoal:\n. . A\n. . .\n\ngoal:\n. . .\n. . A\n";
    browser.value(&format!(
        "byId('text').value = {several:?}, byId('read').click()"
    ));
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(
        browser.value("byId('text').value"),
        several,
        "nothing of it is lost"
    );
    browser.screenshot("drawn-text");
    browser.reload();
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(browser.value("byId('text').value"), several, "it is kept");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn editing_a_linked_puzzle_does_not_overwrite_the_saved_drawing() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent !== ''");
    browser.drag_over("drawing", &[Cell { row: 0, column: 0 }]);
    let own = browser.value("localStorage.getItem('huarong drawing')");
    assert!(
        own.as_str().is_some_and(|text| text.contains("\"A . . .")),
        "{own}"
    );
    // What a link has is drawn on without losing names, locks and goals.
    let text =
        "name: Two\nnames: A=Ann B=Bob\nlock: B=row\n\nA . .\nB B .\n\ngoal:\n. . .\n. . A\n";
    browser.value(&format!(
        "window.isOld = true, packed({text:?}).then((code) => {{ location.hash = `#draw=${{code}}`; }})"
    ));
    browser
        .wait_until("!window.isOld && byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(browser.value("byId('text').value"), text);
    assert_eq!(
        browser.value("localStorage.getItem('huarong drawing')"),
        own,
        "it is untouched"
    );
    tool(&mut browser, "clear");
    browser.drag_over("drawing", &[Cell { row: 1, column: 0 }]);
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    let cleared = "name: Two\nnames: A=Ann\n\nA . .\n. . .\n\ngoal:\n. . .\n. . A\n";
    assert_eq!(browser.value("byId('text').value"), cleared);
    // It outlives the page.
    browser.wait_until(IS_IN_ADDRESS);
    browser.reload();
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(browser.value("byId('text').value"), cleared);
    // A piece that grows has its goal where it was.
    tool(&mut browser, "piece");
    browser.drag_over(
        "drawing",
        &[Cell { row: 0, column: 0 }, Cell { row: 1, column: 0 }],
    );
    browser.wait_until("byId('status').textContent === 'No piece has a goal yet.'");
    browser.value("window.isOld = true, location.hash = '#draw=nothing'");
    browser
        .wait_until("!window.isOld && byId('status').textContent === 'This link holds no puzzle.'");
}

const TEXT: &str = "byId('text').value";

/// Whether the address has the drawing, as it has a little after a change.
const IS_IN_ADDRESS: &str =
    "packed(byId('text').value).then((code) => location.hash === `#draw=${code}`)";

/// Waits until the drawing is this text again, in a page that has begun anew.
fn is_drawn(browser: &mut Browser, text: &serde_json::Value) {
    browser.wait_until(&format!(
        "!window.isOld && !!byId('text') && {TEXT} === {text}"
    ));
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn an_unfinished_drawing_survives_a_reload() {
    let mut browser = open("#draw", Screen::Phone);
    browser.wait_until("byId('status').textContent !== ''");
    set(&mut browser, "rows", 6);
    let cell = |row, column| Cell { row, column };
    browser.swipe_over("drawing", &[cell(0, 0), cell(0, 1)]);
    // A finger that has just drawn presses a button.
    browser.tap("empty");
    browser.wait_until("!byId('text').value.includes('A')");
    browser.tap("undo");
    browser.wait_until("byId('text').value.startsWith('A A . .')");
    browser.swipe_over("drawing", &[cell(2, 0), cell(3, 0)]);
    tool(&mut browser, "wall");
    browser.swipe_over("drawing", &[cell(5, 3)]);
    let text = browser.value(TEXT);
    assert_eq!(
        text,
        "A A . .\n. . . .\nB . . .\nB . . .\n. . . .\n. . . #\n"
    );
    // At once, when the address has it, after a look at the list, and in the other language.
    browser.reload();
    is_drawn(&mut browser, &text);
    browser.press("undo");
    browser.press("redo");
    browser.wait_until(IS_IN_ADDRESS);
    browser.reload();
    is_drawn(&mut browser, &text);
    for hash in ["#list", "#draw"] {
        browser.value(&format!("window.isOld = true, location.hash = '{hash}'"));
        browser.wait_until("!window.isOld && document.readyState === 'complete'");
    }
    is_drawn(&mut browser, &text);
    for _ in 0..2 {
        browser.value("window.isOld = true, byId('language').click()");
        is_drawn(&mut browser, &text);
    }
    // So does what can be taken back, and made again.
    browser.press("undo");
    browser.key_with("z", 2);
    is_drawn(
        &mut browser,
        &"A A . .\n. . . .\n. . . .\n. . . .\n. . . .\n. . . .\n".into(),
    );
    browser.reload();
    browser.wait_until("byId('redo').getAttribute('aria-disabled') === 'false'");
    browser.key_with("y", 2);
    browser.press("redo");
    is_drawn(&mut browser, &text);
    // Another puzzle does not take its place for good.
    browser.value("window.isOld = true, location.hash = '#draw=nothing'");
    is_drawn(&mut browser, &text);
    browser.value("window.isOld = true, packed('C .\\n\\ngoal:\\n. C\\n').then((it) => { location.hash = `#draw=${it}`; })");
    is_drawn(&mut browser, &"C .\n\ngoal:\n. C\n".into());
    browser.press("undo");
    is_drawn(&mut browser, &text);
    // A goal that would overlap another is refused.
    tool(&mut browser, "goal");
    browser.swipe_over("drawing", &[cell(0, 0), cell(4, 0)]);
    browser.swipe_over("drawing", &[cell(2, 0), cell(4, 1)]);
    browser.wait_until("byId('status').textContent === 'The goals of A and B overlap.'");
    assert_eq!(
        browser
            .value(TEXT)
            .as_str()
            .map(|text| text.matches('B').count()),
        Some(2),
        "B has no goal"
    );
    browser.reload();
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn goals_are_set_by_a_drag_or_two_presses_and_removed_by_two_presses() {
    let mut browser = open("#draw", Screen::Phone);
    browser.wait_until("byId('status').textContent !== ''");
    let board = "A . .\nB . .\n";
    browser.value(&format!(
        "byId('text').value = {board:?}, byId('read').click()"
    ));
    browser.wait_until("byId('drawing').querySelectorAll('.body').length === 2");
    tool(&mut browser, "goal");
    let [a, b, left, right] =
        [(0, 0), (1, 0), (0, 2), (1, 2)].map(|(row, column)| Cell { row, column });
    for (strokes, goal) in [
        // What was pressed before does not change a drag.
        (&[&[a][..], &[b, right]][..], "\n\ngoal:\n. . .\n. . B"),
        // A drag to where the goal is leaves it.
        (&[&[b, right]], "\n\ngoal:\n. . .\n. . B"),
        (&[&[a], &[left]], "\n\ngoal:\n. . A\n. . B"),
        (&[&[a], &[a]], "\n\ngoal:\n. . .\n. . B"),
        (&[&[right]], ""),
    ] {
        for stroke in strokes {
            browser.swipe_over("drawing", stroke);
        }
        let text = format!("{}{goal}\n", board.trim_end());
        browser.wait_until(&format!("{TEXT} === {text:?}"));
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn every_listed_puzzle_survives_the_drawing_round_trip() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent !== ''");
    let other = browser.value(
        "(async () => {
            const engine = new Engine();
            const known = ({ rows, columns, walls, gate, pieces, goals, axis, frame, finish }) =>
                JSON.stringify({ rows, columns, walls, gate, pieces, goals, axis, frame, finish });
            const others = [];
            await loadList();
            for (const { id, text } of LISTED) {
                const sheet = await sheetOf(engine, text);
                const drawn = Drawing.of(Drawing.of(text).text());
                const again = await sheetOf(engine, drawn.text());
                if (!again.pieces || known(again) !== known(sheet)) others.push(id);
            }
            return others;
        })()",
    );
    assert_eq!(other, serde_json::json!([]));
    let edit = "window.isOld = true, packed(LISTED.find(({ text }) => text.startsWith('name: Korf 1\\n')).text).then((it) => { location.hash = `#draw=${it}`; })";
    browser.value(edit);
    browser
        .wait_until("!window.isOld && byId('status').textContent.startsWith('This is a puzzle')");
    let text = browser.value(TEXT);
    assert!(
        text.as_str()
            .expect("text")
            .contains("\n14 13 15  7\n11 12  9  5\n"),
        "{text}"
    );
    let faces = browser.value("byId('drawing').querySelector('.name').textContent");
    assert_eq!(faces, "14");
    browser.screenshot("drawn-tiles");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn headers_lose_the_pieces_that_are_cleared() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent !== ''");
    let cleared = browser.value(
        r"(() => {
            const drawing = Drawing.of('name: Gates\nnames: A=Zhang Fei B=Bob\nice: B=1\nlock: A=row B=column\ngate: + = A B\nalike: AC BD\ndistinct: A B\n\nA . +\nB C D\n\ngoal:\n. . A\n. . .\n');
            drawing.clear([1, 0]);
            return drawing.text();
        })()",
    );
    assert_eq!(
        cleared,
        "name: Gates\nnames: A=Zhang Fei\nlock: A=row\ngate: + = A\nalike: AC\ndistinct: A\n\n\
         A . +\n. C D\n\ngoal:\n. . A\n. . .\n"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_text_in_another_notation_is_drawn() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('status').textContent !== ''");
    for (text, drawn) in [
        (
            "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
            "I B B # . .\nI . . L D D",
        ),
        ("4WVE1", "B A A C\nB A A C"),
        (
            "13 10 7 11\\n1 2 3 4\\n5 6 8 9\\n12 14 15 .",
            "13 10  7 11\n 1  2  3  4",
        ),
        ("1A9BF0C00", "B A A C\nB A A C"),
        (
            "https://example.org/rush/?IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
            "I B B # . .\nI . . L D D",
        ),
        // A text that would be a puzzle with a piece of zeros, too.
        (
            "1100\\n0000\\n2200\\n\\ngoal:\\n..11\\n....\\n....",
            "1 1 . .\n. . . .\n2 2 . .",
        ),
        ("4WVE1", "B A A C\nB A A C"),
    ] {
        browser.value(&format!(
            "byId('text').value = '{text}', byId('read').click()"
        ));
        let drawn = serde_json::Value::from(drawn);
        browser.wait_until(&format!(
            "byId('text').value.includes({drawn}) && byId('status').textContent !== 'Reading…'"
        ));
    }
    // What is assumed is told once, and a text of nothing is no puzzle.
    browser.wait_until("byId('status').textContent.split('No goal is given').length === 2");
    browser.value("byId('read').click()");
    browser.wait_until("!byId('status').textContent.includes('No goal is given')");
    browser.value("byId('text').value = '4WVE1', byId('read').click()");
    browser.wait_until("byId('status').textContent.split('No goal is given').length === 2");
    browser.value("byId('text').value = '', byId('read').click()");
    browser.wait_until("byId('status').textContent.includes('there is no puzzle')");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_typed_text_is_solved() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('text')?.value.length > 0");
    let status = "byId('status').textContent";
    browser.value("byId('as-text').open = true");
    browser.value("byId('text').value = 'A . .\\n\\ngoal:\\n. . A\\n'");
    browser.press("read");
    browser.wait_until(&format!("{status}.startsWith('This is a puzzle')"));
    browser.value("byId('as-text').open = true");
    browser.value("byId('text').value = 'A B .\\n. . .\\n\\ngoal:\\n. . A\\n. . .\\n'");
    browser.press("solve");
    browser.wait_until(&format!(
        "{status}.startsWith('The shortest solution has 1 move;')"
    ));
    assert_eq!(
        browser.value("document.querySelectorAll('#drawing .body').length"),
        2
    );
    browser.value("byId('text').value = 'A B\\n. . .\\n\\ngoal:\\n. . A\\n. . .\\n'");
    browser.press("solve");
    browser.wait_until("byId('status').classList.contains('wrong')");
    assert!(
        browser.text("status").starts_with("Line "),
        "{}",
        browser.text("status")
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn an_oversized_frame_shows_the_limit_and_can_be_played() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('text')?.value.length > 0");
    set(&mut browser, "rows", 20);
    set(&mut browser, "columns", 20);
    let status = "byId('status').textContent";
    let cell = |row, column| Cell { row, column };
    browser.drag_over("drawing", &[cell(0, 0), cell(0, 1), cell(1, 1)]);
    // Its letter stands in the corner of the angle, the cell nearest to the middle.
    let letter = "[...byId('drawing').querySelectorAll('.name tspan')].map((it) => [it.getAttribute('x') / CELL - 0.5, Math.floor(it.getAttribute('y') / CELL)])";
    assert_eq!(browser.value(letter), serde_json::json!([[1, 0]]));
    tool(&mut browser, "goal");
    browser.drag_over("drawing", &[cell(0, 0), cell(0, 1)]);
    browser.wait_until(&format!(
        "{status} === 'This is a puzzle: play it, or have it solved.'"
    ));
    // A second kind of pieces needs as many bits again.
    tool(&mut browser, "piece");
    browser.drag_over("drawing", &[cell(4, 4)]);
    browser.wait_until(&format!(
        "{status} === 'This is a puzzle: play it. It is too large to be solved here.'"
    ));
    let is_off = |browser: &mut Browser, id: &str| {
        browser.value(&format!("byId('{id}').ariaDisabled")) == "true"
    };
    for (id, expected) in [
        ("solve", true),
        ("hardest", true),
        ("play-it", false),
        ("link", false),
    ] {
        assert_eq!(is_off(&mut browser, id), expected, "{id}");
    }
    set(&mut browser, "rows", 10);
    browser.wait_until(&format!(
        "{status} === 'This is a puzzle: play it, or have it solved.'"
    ));
    assert!(!is_off(&mut browser, "solve"));
    // A text is read with a word.
    browser.value("byId('text').value = 'A .\\n\\ngoal:\\n. A\\n', byId('read').click()");
    assert_eq!(browser.text("status"), "Reading…");
    browser.wait_until(&format!("{status}.startsWith('This is a puzzle')"));
    // The letter of a rectangle stands in its middle.
    browser.drag_over("drawing", &[cell(0, 0)]);
    browser.value("byId('text').value = 'A A\\nA A\\n. .\\n\\ngoal:\\n. .\\nA A\\nA A\\n', byId('read').click()");
    browser.wait_until(&format!("JSON.stringify({letter}) === '[[0.5,1]]'"));
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn draw_reads_boards_without_a_goal_addresses_and_the_first_of_several_puzzles() {
    let mut browser = open("#draw", Screen::Desktop);
    browser.wait_until("byId('text')?.value.length > 0");
    let status = "byId('status').textContent";
    let read = |browser: &mut Browser, text: &str| {
        let text = serde_json::json!(text);
        browser.value(&format!(
            "byId('text').value = {text}, byId('read').click()"
        ));
    };
    read(&mut browser, "A A .\nB . #\n");
    browser.wait_until(&format!("{status} === 'No piece has a goal yet.'"));
    assert_eq!(
        browser.value("document.querySelectorAll('#drawing .body').length"),
        2
    );
    let card = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    read(&mut browser, &format!("{card}\n{card}\n"));
    let first = "This is the first of 2 puzzles in the text.";
    browser.wait_until(&format!("{status}.endsWith('{first}')"));
    read(
        &mut browser,
        "https://example.org/site/#play=cards%23rush-hour-card-3",
    );
    browser.wait_until("document.querySelectorAll('#drawing .body').length === 6");
    // Another window draws on.
    browser.value(
        "(() => {
            const kept = JSON.parse(localStorage.getItem('huarong drawing'));
            kept.drawing = 'A .\\n';
            localStorage.setItem('huarong drawing', JSON.stringify(kept));
            window.dispatchEvent(new StorageEvent('storage', { key: 'huarong drawing' }));
        })()",
    );
    browser.wait_until("byId('aloud').textContent === 'Another window has changed this drawing.'");
    browser.press("undo");
    assert_eq!(
        browser.value("document.querySelectorAll('#drawing .body').length"),
        6
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_puzzle_on_the_table_is_laid_with_a_frame_and_whole_pieces() {
    let mut browser = open("#draw", Screen::Phone);
    browser.wait_until("byId('status').textContent !== ''");
    let begin = |browser: &mut Browser, preset: &str| {
        browser.value(&format!(
            "byId('presets').value = '{preset}', byId('presets').dispatchEvent(new Event('change'))"
        ));
    };
    begin(&mut browser, "klotski");
    let cell = |row, column| Cell { row, column };
    browser.swipe_over("drawing", &[cell(0, 1)]);
    tool(&mut browser, "1x2");
    browser.swipe_over("drawing", &[cell(0, 0)]);
    browser.swipe_over("drawing", &[cell(0, 3)]);
    // A piece without room is not laid.
    browser.swipe_over("drawing", &[cell(4, 0)]);
    browser.value("byId('name').value = 'Mine', byId('name').dispatchEvent(new Event('change'))");
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(
        browser.value(TEXT),
        "name: Mine\n\nB A A C\nB A A C\n. . . .\n. . . .\n. . . .\n\n\
         goal:\n. . . .\n. . . .\n. . . .\n. A A .\n. A A .\n"
    );
    // The first car drives out to the right.
    begin(&mut browser, "rush");
    browser.swipe_over("drawing", &[cell(2, 1)]);
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    let text = browser.value(TEXT);
    let puzzle: Puzzle = text.as_str().expect("a text").parse().expect("a puzzle");
    assert_eq!(puzzle.goals()[0].targets[0].anchor, cell(2, 4));
    assert_eq!(puzzle.movement(), Movement::Axis);
    // A hint tells the first move of a shortest solution.
    browser.press("hint");
    browser.wait_until("byId('status').textContent === 'Hint: A →→→. 1 move left from here.'");
    let line = "document.querySelector('#drawing .hint').getAttribute('points')";
    assert_eq!(browser.value(line), "120,150,180,150,240,150,300,150");
    // Numbers are on the board, and others are typed.
    begin(&mut browser, "tiles");
    browser.wait_until("document.querySelectorAll('#drawing .body').length === 15");
    browser.wait_until("byId('status').textContent.startsWith('This is a puzzle')");
    assert_eq!(browser.value("byId('as-text').open"), true);
    assert_eq!(browser.value("byId('hardest').ariaDisabled"), "true");
    browser.press("solve");
    browser
        .wait_until("byId('status').textContent.startsWith('The shortest solution has 12 moves')");
}
