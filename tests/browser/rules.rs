//! The rules of the page held against those of the library.

use huarong::collection::Collection;
use huarong::puzzle::{Metric, Puzzle};
use huarong::solution::Position;
use serde_json::{Value, json};

use super::devtools::{Browser, Screen};
use super::{page, solved};

/// Puzzles of the collection, and what is special about each.
const BUILT_IN: [&str; 10] = [
    "heng-dao-li-ma",     // four shapes, names
    "century-and-a-half", // several targets
    "motor-car-problem",  // pieces alike
    "cards#1",            // axes, an exit
    "fogleman-walls#1",   // axes, walls
    "nineteen-minutes",   // solved one step early
    "gnome#1",            // gates
    "gnome-hrd#1",        // a gate, an exit
    "simplicity",         // a goal within the frame
    "bickford-131",       // shapes that are no rectangles
];

/// Those with rules that the collection hardly has.
const WRITTEN: [(&str, &str); 5] = [
    (
        "locks",
        "lock: A=row B=column C=fixed\n\nA . . B\n. C . .\nD . . .\n\ngoal:\n. . A .\n. . . .\n. D . B\n",
    ),
    (
        "alike",
        "alike: AB\n\nA . B\n. C .\n\ngoal:\n. A .\n. . C\n",
    ),
    (
        "distinct",
        "distinct: B\n\nA B C\n. . .\n\ngoal:\n. . .\n. C .\n",
    ),
    (
        "empties",
        "A B .\nC . .\n\ngoal:\n_ . .\n_ A .\n\ngoal:\n. _ _\n. _ C\n",
    ),
    (
        "clear and gate",
        "gate: + = A\nfinish: clear\n\nA A . + +\nB . # C .\n. . C C .\n\ngoal:\n. . . A A\n. . # . .\n. . . . .\n",
    ),
];

fn puzzles() -> Vec<(String, Puzzle)> {
    let collection = Collection::built_in();
    let built_in = BUILT_IN.map(|name| {
        let found = collection.find(name).expect("it is built in");
        (name.to_owned(), found[0].puzzle.clone())
    });
    let written =
        WRITTEN.map(|(name, text)| (name.to_owned(), text.parse().expect("a sound puzzle")));
    built_in.into_iter().chain(written).collect()
}

/// Positions that are met on a walk by chance, the start among them.
fn walk(puzzle: &Puzzle, steps: usize) -> Vec<Position<'_>> {
    let mut position = Position::start(puzzle);
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut met = vec![position.clone()];
    for _ in 0..steps {
        let legal = position.legal_moves(Metric::Step);
        // See Marsaglia, Xorshift RNGs, 2003.
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let Some(choice) = usize::try_from(seed >> 33)
            .expect("31 bits")
            .checked_rem(legal.len())
        else {
            break;
        };
        position.apply(&legal[choice]).expect("a legal move");
        met.push(position.clone());
    }
    met
}

/// What the library says of a position, in the form that the page is asked for.
fn by_the_library(position: &Position<'_>) -> Value {
    let steps = (position.legal_moves(Metric::Step).into_iter())
        .map(|unit| format!("{}{}", unit.piece, unit.path[0].letter()));
    let mut steps: Vec<String> = steps.collect();
    steps.sort_unstable();
    json!([steps, position.is_solved()])
}

/// The same by the rules of the page.
fn by_the_page(browser: &mut Browser, positions: &[Position<'_>]) -> Value {
    let anchors = |position: &Position<'_>| {
        let anchors = position.anchors().iter();
        anchors
            .map(|cell| json!([cell.row, cell.column]))
            .collect::<Value>()
    };
    let all: Value = positions.iter().map(anchors).collect();
    browser.value(&format!(
        "{all}.map((anchors) => {{
            const pieces = data.pieces.map((piece, id) => ({{ ...piece, at: anchors[id] }}));
            const position = new Position({{ ...data, pieces }});
            const steps = pieces.flatMap((_, id) => position.ways(id).map((way) => `${{id}}${{way}}`));
            return [steps.sort(), position.isSolved()];
        }})"
    ))
}

/// The data that a page is made of.
fn data(html: &str) -> &str {
    let (_, data) = html.split_once(r#"id="data">"#).expect("data");
    data.split_once("</script>").expect("its end").0
}

#[test]
#[ignore = "needs Chromium: cargo test --test browser -- --ignored"]
fn the_page_and_the_library_agree_on_every_step_and_end_and_count_every_solution_alike() {
    let mut ends = 0;
    for (name, puzzle) in puzzles() {
        let solution = solved(&puzzle, Metric::Move);
        let mut browser = Browser::open(&page(&puzzle, &solution), Screen::Desktop);
        let mut positions = walk(&puzzle, 300);
        let mut position = Position::start(&puzzle);
        for unit in &solution {
            position.apply(&unit).expect("a legal move");
            positions.push(position.clone());
        }
        let told = by_the_page(&mut browser, &positions);
        for (at, position) in positions.iter().enumerate() {
            assert_eq!(told[at], by_the_library(position), "{name}\n{position}");
            ends += usize::from(position.is_solved());
        }
        for metric in Metric::ALL {
            let solution = solved(&puzzle, metric);
            let told = browser.value(&format!(
                "((data) => {{
                    const watched = Game.of(data, data.solution);
                    watched.goTo(watched.moves.length);
                    const played = new Game(data);
                    const steps = data.solution.flatMap(([id, ways]) => [...ways].map((way) => [id, way]));
                    const areLegal = steps.every(([id, way]) => played.step(id, way));
                    const end = ({{ moves, position }}) => [moves.length, position.isSolved()];
                    return [end(watched), end(played), areLegal];
                }})({})",
                data(&page(&puzzle, &solution))
            ));
            let end = json!([solution.len(), true]);
            assert_eq!(told, json!([end, end, true]), "{name} in {metric}s");
        }
        browser.screenshot(&format!("puzzle-{}", name.replace([' ', '#'], "-")));
    }
    assert!(
        ends > 20,
        "positions that are solved are among them: {ends}"
    );
}
