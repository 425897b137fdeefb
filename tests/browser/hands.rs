//! What a person does: mouse, finger, keys. Each is an event of the browser's own input, which goes
//! through hit testing and focus like any other.

use huarong::Solution;
use huarong::grid::{Cell, Direction};
use huarong::solution::Move;
use serde_json::json;

use super::devtools::Browser;

/// A point of the window.
type Point = (f64, f64);

impl Browser {
    /// The middle of a cell of the board.
    pub(crate) fn middle(&mut self, cell: Cell) -> Point {
        self.middles_in("board", &[cell])[0]
    }

    /// The middles of cells of a picture.
    fn middles_in(&mut self, id: &str, cells: &[Cell]) -> Vec<Point> {
        let cells: Vec<[u8; 2]> = cells.iter().map(|it| [it.row, it.column]).collect();
        let points = self.value(&format!(
            "(() => {{
                const place = document.getElementById('{id}').getScreenCTM();
                return {}.map(([row, column]) => {{
                    const point = new DOMPoint((column + 0.5) * CELL, (row + 0.5) * CELL);
                    const {{ x, y }} = point.matrixTransform(place);
                    return [x, y];
                }});
            }})()",
            json!(cells)
        ));
        serde_json::from_value(points).expect("numbers")
    }

    /// The middle of an element, once it stands still: what is loaded meanwhile may move it.
    fn middle_of(&mut self, id: &str) -> Point {
        let point = self.value(&format!(
            "(async () => {{
                const element = document.getElementById('{id}');
                let before;
                for (let look = 0; look < 100; look++) {{
                    element.scrollIntoView({{ block: 'nearest' }});
                    const box = element.getBoundingClientRect();
                    const middle = [box.x + box.width / 2, box.y + box.height / 2];
                    if (String(middle) === String(before)) return middle;
                    before = middle;
                    await new Promise((done) => setTimeout(done, 20));
                }}
                return before;
            }})()"
        ));
        (
            point[0].as_f64().expect("a number"),
            point[1].as_f64().expect("a number"),
        )
    }

    /// Presses a button with the mouse.
    pub(crate) fn press(&mut self, id: &str) {
        let point = self.middle_of(id);
        self.click(point);
    }

    /// Taps a button with a finger.
    pub(crate) fn tap(&mut self, id: &str) {
        let point = self.middle_of(id);
        self.swipe_through(&[point]);
    }

    /// Chooses from a list.
    pub(crate) fn choose(&mut self, id: &str, value: &str) {
        self.value(&format!(
            "byId('{id}').value = '{value}', byId('{id}').dispatchEvent(new Event('input', {{ bubbles: true }}))"
        ));
    }

    /// Has a link to the puzzle and where its pieces stand, and goes by it.
    pub(crate) fn follow_link(&mut self) -> String {
        self.press("link");
        self.wait_until("/link/.test(byId('status').textContent)");
        let hash = self.value("linkTo(table.puzzle, table.position.anchors)");
        self.value("linkTo(table.puzzle, table.position.anchors).then((hash) => history.replaceState(null, '', hash))");
        hash.as_str().expect("an address").to_owned()
    }

    /// Clicks on a cell of the board.
    pub(crate) fn click_cell(&mut self, cell: Cell) {
        let point = self.middle(cell);
        self.click(point);
    }

    /// Clicks on a point of the window.
    pub(crate) fn click(&mut self, point: Point) {
        self.mouse("mousePressed", point);
        self.mouse("mouseReleased", point);
    }

    fn mouse(&mut self, kind: &str, (x, y): Point) {
        let buttons = i32::from(kind != "mouseReleased");
        let event = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1
        });
        self.call("Input.dispatchMouseEvent", &event);
    }

    /// Drags a piece along its way with the mouse.
    pub(crate) fn drag(&mut self, unit: &Move) {
        let points = self.way(unit);
        self.drag_through(&points);
    }

    /// Makes moves at once, where it does not matter how.
    pub(crate) fn make(&mut self, solution: &Solution) {
        let ways = |unit: &Move| unit.path.iter().map(|way| way.letter()).collect();
        let moves: Vec<(usize, String)> = (solution.iter())
            .map(|unit| (unit.piece, ways(&unit)))
            .collect();
        self.value(&format!(
            "for (const [piece, ways] of {}) table.travel(piece, ways)",
            json!(moves)
        ));
    }

    /// Drags over these cells of a picture with the mouse.
    pub(crate) fn drag_over(&mut self, id: &str, cells: &[Cell]) {
        let points = self.middles_in(id, cells);
        self.drag_through(&points);
    }

    /// The same with a finger.
    pub(crate) fn swipe_over(&mut self, id: &str, cells: &[Cell]) {
        let points = self.middles_in(id, cells);
        self.swipe_through(&points);
    }

    /// Drags the mouse along these points of the window.
    pub(crate) fn drag_through(&mut self, points: &[Point]) {
        self.mouse("mousePressed", points[0]);
        for &point in &points[1..] {
            self.mouse("mouseMoved", point);
        }
        self.mouse("mouseReleased", points[points.len() - 1]);
    }

    /// The same with a finger.
    pub(crate) fn swipe(&mut self, unit: &Move) {
        let points = self.way(unit);
        self.swipe_through(&points);
    }

    /// Drags a finger along these points of the window.
    pub(crate) fn swipe_through(&mut self, points: &[Point]) {
        let mut kind = "touchStart";
        for &(x, y) in points {
            let event = json!({"type": kind, "touchPoints": [{"x": x, "y": y}]});
            self.call("Input.dispatchTouchEvent", &event);
            kind = "touchMove";
        }
        self.call(
            "Input.dispatchTouchEvent",
            &json!({"type": "touchEnd", "touchPoints": []}),
        );
    }

    /// The middles of the cells that the anchor of a piece goes through.
    pub(crate) fn way(&mut self, unit: &Move) -> Vec<Point> {
        let steps = unit.path.iter().scan(unit.from, |at, &direction| {
            *at = at.step(direction)?;
            Some(*at)
        });
        let cells: Vec<Cell> = [unit.from].into_iter().chain(steps).collect();
        self.middles_in("board", &cells)
    }

    /// Presses a key with nothing held.
    pub(crate) fn key(&mut self, key: &str) {
        self.key_with(key, 0);
    }

    /// Presses a key while others are held: 2 is Ctrl, 8 is Shift.
    pub(crate) fn key_with(&mut self, key: &str, held: u8) {
        let mut event = json!({"type": "keyDown", "key": key, "code": key, "modifiers": held});
        if key.chars().count() == 1 && held != 2 {
            event["text"] = json!(key);
        }
        if key == "Tab" {
            // Chromium moves the focus by the number of the key.
            event["windowsVirtualKeyCode"] = json!(9);
        }
        self.call("Input.dispatchKeyEvent", &event);
        event["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", &event);
    }
}

/// The key of an arrow.
pub(crate) const fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "ArrowUp",
        Direction::Left => "ArrowLeft",
        Direction::Right => "ArrowRight",
        Direction::Down => "ArrowDown",
    }
}
