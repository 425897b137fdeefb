//! What the engine in the page helps with, and what outlives the page.

use std::path::Path;
use std::sync::OnceLock;

use huarong::collection::{Collection, Entry};
use huarong::control::Limits;
use huarong::grid::{Cell, Direction};
use huarong::puzzle::{Metric, Puzzle};
use huarong::render::page::{PageSolution, PuzzlePage};
use huarong::solution::{Move, Position};
use huarong::{Options, Outcome};
use serde_json::{Value, json};

use super::cases::stride;
use super::devtools::{Browser, Screen};
use super::{classic, page, solved};

/// The page of a puzzle without a solution.
fn bare(puzzle: &Puzzle) -> String {
    let guide = PageSolution::None(Metric::Move);
    huarong::render::page::puzzle(&PuzzlePage::new(puzzle, guide))
}

/// Makes some moves of a walk that is no solution; how long the shortest one is from there.
fn wander(browser: &mut Browser, puzzle: &Puzzle) -> usize {
    let mut position = Position::start(puzzle);
    for number in [0, 3, 1, 2] {
        let legal = position.legal_moves(Metric::Move);
        let unit = legal[number % legal.len()].clone();
        browser.drag(&unit);
        position.apply(&unit).expect("a legal move");
    }
    let from_here = puzzle
        .with_start(position.anchors())
        .expect("a puzzle")
        .puzzle;
    solved(&from_here, Metric::Move).len()
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn hints_show_the_piece_then_the_move_then_the_distance() {
    let puzzle = classic();
    let mut browser = Browser::open(&bare(&puzzle), Screen::Desktop);
    let left = wander(&mut browser, &puzzle);
    let hint = |browser: &mut Browser, pattern: &str| {
        browser.press("hint");
        browser.wait_until(&format!("/{pattern}/.test(byId('status').textContent)"));
        browser.text("status")
    };
    let first = hint(&mut browser, "^Hint: .*[.]$");
    assert_eq!(
        browser.value("document.querySelectorAll('.hinted').length"),
        1
    );
    assert!(
        first.starts_with("Hint: ") && !first.contains(['←', '→', '↑', '↓']),
        "{first}"
    );
    let second = hint(&mut browser, "[←↑→↓]");
    assert!(second.contains(['←', '→', '↑', '↓']), "{second}");
    let third = hint(&mut browser, "left from here[.]$");
    assert!(
        third.contains(&format!(" {left} moves left")),
        "{third}: {left}"
    );
    browser.screenshot("hint");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_suboptimal_move_is_reported_immediately() {
    let puzzle = classic();
    let mut browser = Browser::open(&bare(&puzzle), Screen::Desktop);
    let lost = "byId('status').textContent === \
                'That leaves every solution in 81 moves: Undo takes it back.'";
    browser.press("fewest");
    let solution = solved(&puzzle, Metric::Move);
    for unit in solution.moves.iter().take(3) {
        browser.drag(&unit);
    }
    // It searches in silence, and has nothing to tell.
    browser.wait_until("table.lengths.get(keyOf(table.position)) === 78");
    assert_ne!(browser.value(lost), true);
    let mut position = Position::start(&puzzle);
    for unit in solution.moves.iter().take(3) {
        position.apply(&unit).expect("a legal move");
    }
    let left = |unit: &Move| {
        let mut after = position.clone();
        after.apply(unit).expect("a legal move");
        let after = puzzle.with_start(after.anchors()).expect("a puzzle").puzzle;
        solved(&after, Metric::Move).len()
    };
    // A piece of which no move leads on, and which is not the one that moved last.
    let legal = position.legal_moves(Metric::Move);
    let third = solution.moves.iter().nth(2).expect("81").piece;
    let is_bad = |piece| {
        legal
            .iter()
            .filter(|it| it.piece == piece)
            .all(|it| left(it) > 77)
    };
    let bad = legal
        .iter()
        .find(|it| it.piece != third && is_bad(it.piece));
    browser.drag(bad.expect("one leads away"));
    browser.wait_until(lost);
    browser.press("undo");
    browser.reload();
    assert_eq!(browser.value("byId('fewest').ariaPressed"), "true");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_solve_button_solves_from_the_current_position() {
    let puzzle = classic();
    for screen in [Screen::Desktop, Screen::Phone] {
        let mut browser = Browser::open(&bare(&puzzle), screen);
        let left = match screen {
            Screen::Phone => 81,
            _ => wander(&mut browser, &puzzle),
        };
        browser.press("solve");
        browser.wait_until("table.isWatching");
        assert_eq!(
            browser.value("table.solution.moves.length - table.mine.made"),
            left
        );
        browser.press("last");
        browser.hold("table.position.isSolved()");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_search_shows_progress_and_can_be_cancelled() {
    let large = Collection::built_in()
        .find("climb-15-winter-gnome")
        .expect("it is built in");
    let mut browser = Browser::open(&bare(&large[0].puzzle), Screen::Desktop);
    browser.press("solve");
    browser.wait_until("byId('busy-text').textContent.includes('positions')");
    browser.screenshot("busy");
    browser.press("cancel");
    browser.wait_until("byId('busy').hidden");
    assert_eq!(browser.text("status"), "The search was ended.");
    // And it answers again.
    browser.press("restart");
    browser.value(
        "table.step(table.puzzle.pieces.findIndex((_, it) => table.position.ways(it).length), 'U')",
    );
    browser.press("hint");
    browser.wait_until("!byId('busy').hidden");
    browser.press("cancel");
    browser.wait_until("byId('busy').hidden");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_game_survives_a_reload_and_a_link_contains_a_position() {
    let puzzle = classic();
    let mut browser = Browser::open(
        &page(&puzzle, &solved(&puzzle, Metric::Move)),
        Screen::Desktop,
    );
    wander(&mut browser, &puzzle);
    let state = "[table.position.anchors, table.mine.made, table.mine.moves.length]";
    browser.press("undo");
    let before = browser.value(state);
    browser.reload();
    assert_eq!(browser.value(state), before);
    browser.follow_link();
    let anchors = browser.value("table.position.anchors");
    browser.reload();
    browser.wait_until("typeof table === 'object'");
    assert_eq!(browser.value("table.position.anchors"), anchors);
    assert_eq!(browser.value("table.mine.made"), 0);
    // The saved game is unchanged until the linked game continues.
    browser.value("history.replaceState(null, '', '#')");
    browser.reload();
    assert_eq!(browser.value(state), before);
    // The link of another puzzle is that puzzle.
    browser.value("packed('name: Two\\n\\nA .\\n\\ngoal:\\n. A\\n').then((code) => { location.hash = `#puzzle=${code}`; })");
    browser.reload();
    browser.wait_until("document.title === 'Two' && table.puzzle.pieces.length === 1");
    // A link with an invalid position is ignored.
    browser.value("location.hash = '#at=9.9'; localStorage.clear()");
    browser.value("window.addEventListener('pagehide', () => localStorage.clear())");
    browser.reload();
    browser.hold("table.mine.isNew()");
    assert_eq!(
        browser.text("status"),
        "The pieces cannot stand as this link has them."
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn buttons_do_not_move_during_a_search() {
    let large = Collection::built_in()
        .find("climb-15-winter-gnome")
        .expect("it is built in");
    let html = bare(&large[0].puzzle);
    let screens = [
        Screen::Phone,
        Screen::Desktop,
        Screen::Window(320, 568),
        Screen::Landscape,
    ];
    for screen in screens {
        let mut browser = Browser::open(&html, screen);
        let step = "table.step(table.puzzle.pieces.findIndex((_, it) => table.position.ways(it).length), 'U')";
        browser.value(step);
        let made = browser.text("count");
        let place = "['hint', 'undo', 'board'].map((id) => byId(id).getBoundingClientRect().y)";
        browser.value("byId('hint').scrollIntoView({ block: 'nearest' })");
        let before = browser.value(place);
        let point = browser.value("(({ x, y, width, height }) => [x + width / 2, y + height / 2])(byId('hint').getBoundingClientRect())");
        let point = [0, 1].map(|axis| point[axis].as_f64().expect("a number"));
        for _ in 0..3 {
            browser.drag_through(&[(point[0], point[1])]);
        }
        browser.wait_until("byId('busy-text').textContent.includes('positions')");
        assert_eq!(browser.value(place), before, "{screen:?}: it searches");
        assert_eq!(
            browser.text("count"),
            made,
            "{screen:?}: no move is taken back"
        );
        browser.press("cancel");
        browser.wait_until("byId('busy').hidden");
        for text in ["Short.", "关羽 cannot go down: the frame is in the way."] {
            browser.value(&format!("say('{text}')"));
            assert_eq!(browser.value(place), before, "{screen:?}: {text}");
        }
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_game_survives_restart_reload_and_another_window() {
    let puzzle = classic();
    let mut browser = Browser::open(&bare(&puzzle), Screen::Desktop);
    wander(&mut browser, &puzzle);
    let state = "[table.mine.moveTexts(), table.mine.made]";
    let game = browser.value(state);
    browser.press("restart");
    assert_eq!(browser.text("count"), "0");
    browser.reload();
    browser.press("undo");
    assert_eq!(browser.value(state), game, "after a restart");
    browser.press("redo");
    assert_eq!(browser.text("count"), "0");
    browser.press("undo");
    // The time at the board is not that of the last move.
    browser.value("table.tick = () => {}, table.mine.seconds = 75");
    browser.reload();
    assert_eq!(browser.value("table.store.read().seconds"), 75);
    assert!(browser.text("time").starts_with("1:"));
    // Another window has made other moves.
    browser.value(
        "(() => {
            const { key } = table.store;
            const other = { ...JSON.parse(localStorage.getItem(key)), moves: [[8, 'R']], made: 1, stamp: 'other' };
            localStorage.setItem(key, JSON.stringify(other));
            window.dispatchEvent(new StorageEvent('storage', { key }));
        })()",
    );
    assert_eq!(
        browser.text("status"),
        "Another window has gone on with this game."
    );
    assert_eq!(browser.text("count"), "1");
    browser.reload();
    browser.press("undo");
    browser.press("undo");
    assert_eq!(browser.value(state), game, "it comes back");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn invalid_saved_games_are_ignored_but_best_results_are_preserved() {
    let puzzle = classic();
    let mut browser = Browser::open(&bare(&puzzle), Screen::Desktop);
    let start = browser.value("table.position.anchors");
    for kept in [
        r#"{"start":[[0,0]],"moves":[["x"]],"best":90}"#,
        r#"{"moves":[[0,"RRRR"]],"made":1,"best":90}"#,
        r#"{"moves":[[99,"R"]],"best":90}"#,
        r#"{"before":[{"moves":3}],"moves":[],"best":90}"#,
        r#"{"best":90,"helped":"many"}"#,
    ] {
        // What the page writes when it is left does not come in between.
        browser.value(&format!(
            "table.keepTime = () => {{}}, keep(table.store.key, '{kept}')"
        ));
        browser.reload();
        browser.wait_until("typeof table === 'object'");
        assert_eq!(browser.value("table.position.anchors"), start, "{kept}");
        assert_eq!(browser.text("own"), "90", "{kept}");
        assert_eq!(browser.value("table.helped"), Value::Null, "{kept}");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn repeated_hint_requests_on_the_page_share_one_search() {
    let slow = Collection::built_in()
        .find("gnome#solomon-gnome")
        .expect("it is built in");
    let mut browser = Browser::open(&bare(&slow[0].puzzle), Screen::Desktop);
    browser.value(
        "window.asked = 0, helper.engine.ask = (question) => {
            window.asked += 1;
            return new Promise((tell) => { window.tell = tell; });
        }",
    );
    for _ in 0..3 {
        browser.press("hint");
        browser.wait_until("window.tell !== undefined");
    }
    browser.press("solve");
    assert_eq!(browser.value("window.asked"), 1);
    browser.value("window.tell({ answer: 'solved', moves: [[0, 'L']] })");
    browser.wait_until("table.isWatching");
    assert_eq!(browser.value("table.solution.moves.length"), 1);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_page_explains_why_a_piece_cannot_move() {
    let puzzle = classic();
    let mut browser = Browser::open(&bare(&puzzle), Screen::Desktop);
    let pull = |browser: &mut Browser, row, column, way| {
        let from = Cell { row, column };
        let piece = Position::start(&puzzle).occupant(from).expect("a piece");
        let from = puzzle.pieces()[piece].anchor;
        browser.value("say('')");
        browser.drag(&Move {
            piece,
            from,
            path: vec![way],
        });
        browser.text("aloud")
    };
    let told = pull(&mut browser, 0, 0, Direction::Left);
    assert!(
        told.contains("the frame is in the way") || told.contains("row 1, column 1"),
        "{told}"
    );
    browser.value("table.step(0, 'R')");
    assert!(
        browser.text("status").ends_with("Cao Cao is in the way."),
        "{}",
        browser.text("status")
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_solved_puzzle_offers_its_hardest_start() {
    let text = "A . .\nB C .\n\ngoal:\n. . .\n. . A\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let mut browser = Browser::open(&bare(&puzzle), Screen::Desktop);
    for unit in &solved(&puzzle, Metric::Move).moves {
        browser.drag(&unit);
    }
    assert_eq!(browser.value("byId('won').hidden"), false);
    let best = browser.text("own");
    assert_eq!(best, browser.text("count"));
    browser.press("hardest");
    browser.wait_until("!byId('play-hardest').hidden");
    browser.press("play-hardest");
    let told = browser.text("status");
    assert!(told.starts_with("From the hardest start: "), "{told}");
    browser.reload();
    assert_eq!(browser.text("own"), best, "the best is kept");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn sound_is_off_by_default() {
    let puzzle = classic();
    let mut browser = Browser::open(&bare(&puzzle), Screen::Desktop);
    let solution = solved(&puzzle, Metric::Move);
    let mut moves = solution.moves.iter();
    browser.drag(&moves.next().expect("81"));
    browser.hold("audio === null");
    browser.press("sound");
    browser.value("audio = null");
    browser.drag(&moves.next().expect("81"));
    browser.hold("audio instanceof AudioContext");
    browser.reload();
    assert_eq!(browser.value("byId('sound').ariaPressed"), "true");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_number_of_positions_is_shown_only_in_the_exploration() {
    let puzzle: Puzzle = "A . # .\n\ngoal:\n. . # A\n".parse().expect("a puzzle");
    let mut browser = Browser::open(&bare(&puzzle), Screen::Desktop);
    browser.press("hint");
    browser.wait_until("byId('status').textContent.includes('cannot be solved')");
    let told = browser.text("status");
    let has_number = told.contains(|letter: char| letter.is_ascii_digit());
    assert!(!has_number, "a search counts mirror images once: {told}");
    browser.value("byId('explore').open = true");
    browser.wait_until("byId('layers-text').textContent.includes('can be reached')");
    let told = browser.text("layers-text");
    assert!(told.starts_with("2 positions can be reached"), "{told}");
}

/// Whether these moves, each a piece and its ways, are legal and solve the puzzle.
fn solves(puzzle: &Puzzle, moves: &[Value]) -> bool {
    let mut position = Position::start(puzzle);
    for told in moves {
        let piece = usize::try_from(told[0].as_u64().expect("a piece")).expect("few");
        let letters = told[1].as_str().expect("letters").chars();
        let way = |letter| {
            let its = |way: &Direction| way.letter() == letter;
            Direction::ALL.into_iter().find(its).expect("a letter")
        };
        let unit = Move {
            piece,
            from: position.anchor(piece),
            path: letters.map(way).collect(),
        };
        position.apply(&unit).expect("a legal move");
    }
    position.is_solved()
}

/// Puzzles of blocks that the library answers with few states, and the lengths of their shortest
/// solutions.
fn answered() -> &'static [(Entry, Option<usize>)] {
    static ANSWERED: OnceLock<Vec<(Entry, Option<usize>)>> = OnceLock::new();
    ANSWERED.get_or_init(|| {
        let limits = Limits::default().with_max_states(Some(5_000));
        let options = Options::default().with_limits(limits);
        let optimum = |entry: &Entry| match huarong::solve(&entry.puzzle, &options).ok()?.outcome {
            Outcome::Found(solution) => Some(Some(solution.len())),
            Outcome::Exhausted => Some(None),
            Outcome::Stopped(_) => None,
        };
        let collection = Collection::built_in();
        let entries = collection.entries();
        let blocks = entries.filter(|entry| entry.file.family != "tiles");
        let answered = blocks
            .step_by(stride(4))
            .filter_map(|entry| Some((optimum(&entry)?, entry)));
        answered.map(|(optimum, entry)| (entry, optimum)).collect()
    })
}

/// Checks that the engine of a page, `tester`, agrees with the library.
fn hold(browser: &mut Browser) {
    for (entry, optimum) in answered() {
        let name = format!("{} {:?}", entry.file.stem, entry.puzzle.title().name);
        let request = json!({"solve": {"text": entry.puzzle.to_string()}});
        let told = browser.value(&format!("window.tester.ask({request})"));
        match told["answer"].as_str() {
            Some("solved") => {
                let moves = told["moves"].as_array().expect("moves");
                assert_eq!(Some(moves.len()), *optimum, "{name}");
                assert!(solves(&entry.puzzle, moves), "{name}");
            }
            Some("impossible") => assert_eq!(*optimum, None, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    let count = answered().len();
    assert!(count > 500 / stride(4), "{count}");
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_page_engine_agrees_with_the_library() {
    let mut browser = Browser::open(&bare(&classic()), Screen::Desktop);
    browser.value("window.tester = new Engine(), 1");
    hold(&mut browser);
}

#[test]
#[ignore = "needs Chromium, and a module that was just built, see .ci/run"]
fn a_freshly_built_page_engine_agrees_with_the_library() {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/web.wasm");
    let bytes = std::fs::read(built).expect("a module, which .ci/run builds");
    let mut browser = Browser::open(&bare(&classic()), Screen::Desktop);
    browser.value(&format!(
        "window.tester = new Engine(), modules.engine = WebAssembly.compile(Uint8Array.from({bytes:?})), 1"
    ));
    hold(&mut browser);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_board_fills_the_window_and_does_not_move() {
    let puzzle = classic();
    let html = page(&puzzle, &solved(&puzzle, Metric::Move));
    let windows = [(1920, 1080), (1200, 900), (1024, 600), (768, 1024)];
    let windows = windows.map(|(width, height)| Screen::Window(width, height));
    for screen in windows
        .into_iter()
        .chain([Screen::Phone, Screen::Landscape])
    {
        let mut browser = Browser::open(&html, screen);
        let board = "(({ x, y, width, height }) => [x, y, width, height])(byId('board').getBoundingClientRect())";
        let place = browser.value(board);
        let [_, y, _, height] = [0, 1, 2, 3].map(|at| place[at].as_f64().expect("a number"));
        let window = browser.value("innerHeight").as_f64().expect("a number");
        assert!(
            y + height <= window,
            "{screen:?}: the whole board is seen, {place}"
        );
        let least = if matches!(screen, Screen::Phone) {
            0.4
        } else {
            0.6
        };
        assert!(height > least * window, "{screen:?}: {height} of {window}");
        browser.hold("document.documentElement.scrollWidth <= innerWidth");
        browser.screenshot(&format!("size-{screen:?}"));
        browser.value("document.querySelector('details').open = true");
        assert_eq!(browser.value(board), place, "{screen:?}");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_game_that_cannot_be_stored_is_reported_in_one_line() {
    let mut browser = Browser::open(&page_of_two_cars(), Screen::Phone);
    browser.value(
        "(() => {
            for (let size = 1 << 22; size >= 1; size /= 2) {
                try {
                    for (let at = 0; ; at++) localStorage.setItem(`full ${size} ${at}`, 'x'.repeat(size));
                } catch {}
            }
        })()",
    );
    assert_eq!(browser.value("byId('unkept')"), Value::Null);
    for _ in 0..2 {
        browser.value("table.step(0, table.position.ways(0)[0])");
        let told = browser.value("document.querySelectorAll('#unkept').length");
        assert_eq!(told, 1, "once");
    }
    let told = browser.text("unkept");
    assert!(told.contains("full or blocked: free some space"), "{told}");
}

/// A page of a small puzzle.
fn page_of_two_cars() -> String {
    bare(
        &"A . .\nB B .\n\ngoal:\n. . .\n. . A\n"
            .parse()
            .expect("a puzzle"),
    )
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn names_on_two_lines_are_one_accessible_name_and_buttons_stay_compact() {
    let text = "names: A=Zhang_Fei\n\nA . .\nA B B\n. . .\n\ngoal:\n. . .\n. A .\n. A .\n";
    let puzzle: Puzzle = text.replace('_', "\u{a0}").parse().expect("a puzzle");
    let mut browser = Browser::open(&bare(&puzzle), Screen::Phone);
    browser.value("table.puzzle.pieces[0].name = 'Zhang Fei', 1");
    let written = browser
        .value("drawLabel({ name: 'Zhang Fei', letter: 'A', label: [0, 0, 1, 2] }).textContent");
    assert_eq!(written, "Zhang Fei");
    let height = browser
        .value("byId('fewest').getBoundingClientRect().height")
        .as_f64();
    assert!(height.is_some_and(|height| height <= 46.0), "{height:?}");
    let width = "byId('restart').querySelector('svg').getBoundingClientRect().width";
    assert_eq!(browser.value(width), 20);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn a_known_unsolvable_puzzle_shows_the_reason_in_a_sentence() {
    let text = "best: impossible\nnote: no solution: all 7,462 layouts that can be reached were searched\n\nA # .\n\ngoal:\n. # A\n";
    let mut browser = Browser::open(&bare(&text.parse().expect("a puzzle")), Screen::Phone);
    browser.press("hint");
    let told = "No solution: all 7,462 layouts that can be reached were searched.";
    browser.wait_until(&format!("byId('status').textContent === '{told}'"));
}
