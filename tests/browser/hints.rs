//! Puzzles of all families are opened from the list and solved by hints alone.

use serde_json::Value;

use super::devtools::{Browser, Screen};
use super::site::open;

/// Makes the move of a hint. The value is how long the hint took, in milliseconds, whether it told
/// a move, whether the puzzle is then solved, and what was said.
const MOVE_BY_HINT: &str = "(async () => {
    const { board } = table;
    let told = null;
    board.showHint = (piece, places) => { if (places?.length) told = [piece, waysOf(places)]; };
    const begun = performance.now();
    await helper.hint();
    const waited = performance.now() - begun;
    if (!told) await helper.hint();
    delete board.showHint;
    if (told) table.travel(...told);
    return [waited, told !== null, table.position.isSolved(), byId('status').textContent];
})()";

/// Opens a puzzle from the list, and solves it by hints. Returns the moves, and how long the
/// slowest hint took, in milliseconds.
fn solve_by_hints(browser: &mut Browser, id: &str) -> (u32, f64) {
    let card =
        format!("document.querySelector(`.card[href=\"#play=${{encodeURIComponent('{id}')}}\"]`)");
    browser.value(&format!(
        "window.isOld = true, location.hash = `#list&search=${{encodeURIComponent('{id}')}}`"
    ));
    browser.wait_until(&format!(
        "!window.isOld && document.readyState === 'complete' && !!{card}"
    ));
    browser.value(&format!("window.isOld = true, {card}.click()"));
    browser.wait_until(
        "!window.isOld && document.readyState === 'complete' && typeof table === 'object'",
    );
    browser.wait_until("!!helper && !byId('view').hidden");
    let mut moves = 0;
    let mut slowest = 0.0_f64;
    loop {
        let told = browser.value(MOVE_BY_HINT);
        assert_eq!(told[1], true, "{id}, move {moves}: {told}");
        slowest = slowest.max(told[0].as_f64().expect("a time"));
        moves += 1;
        if told[2] == true {
            return (moves, slowest);
        }
        assert!(moves < 1000, "{id}: {told}");
    }
}

/// Solves this many puzzles of each family, from its first to its last, by hints alone.
fn solve_of_each_family(count: usize) {
    let mut browser = open("#today", Screen::Phone);
    // Those that are known to have a solution, and are not solved at the start.
    let picked = browser.value(&format!(
        "Object.values(Object.groupBy(
            LISTED.filter(({{ text }}) => /^best: (?!impossible|move=0)/m.test(text)), ({{ family }}) => family))
            .flatMap((all) => Array.from({{ length: {count} }},
                (_, at) => all[Math.round(at * (all.length - 1) / {last})].id))",
        last = count - 1
    ));
    let picked: Vec<String> = serde_json::from_value(picked).expect("ids");
    assert!(picked.len() >= 3 * count, "{picked:?}");
    for id in &picked {
        let (moves, slowest) = solve_by_hints(&mut browser, id);
        println!("{id}: {moves} moves, the slowest hint took {slowest:.0} ms");
        let best = browser.value("table.puzzle.best");
        assert!(
            best == Value::Null || best.as_u64() <= Some(moves.into()),
            "{id}: {best}"
        );
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn puzzles_of_all_families_are_solved_by_hints_alone() {
    solve_of_each_family(2);
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored; some minutes"]
fn sixty_puzzles_are_solved_by_hints_alone() {
    solve_of_each_family(15);
}
