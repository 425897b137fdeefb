// What hands do: dragging, clicking, keys. It turns into steps of pieces and nothing else.

const ARROWS = {
  ArrowUp: "U", ArrowLeft: "L", ArrowRight: "R", ArrowDown: "D", k: "U", h: "L", l: "R", j: "D",
};

// Where an arrow key goes, [down, right]; undefined for another key.
const arrowOf = (key) => (key.startsWith("Arrow") ? WAYS[ARROWS[key]] : undefined);

// Lets a person move pieces; `table` is a Table.
function listen(board, table) {
  listenToPointers(board, table);
  for (const [piece, element] of board.pieces.entries()) {
    element.addEventListener("focus", () => table.choose(piece));
  }
  document.addEventListener("keydown", (event) => {
    if (onKey(event, board, table)) event.preventDefault();
  });
}

// Whether the key has a meaning.
function onKey(event, board, table) {
  // A slider and a list have their own use for arrows and letters.
  if (event.altKey || event.target.matches?.("input, select")) return false;
  if (event.ctrlKey || event.metaKey) return onShortcut(event, (act) => table[act]());
  const { pieces } = table.puzzle;
  // Where a piece has this very letter, it is that piece and no arrow.
  const way = pieces.some(({ letter }) => letter === event.key) ? null : ARROWS[event.key];
  if (way) {
    // Where no piece is chosen, arrows are left to scroll the page.
    if (table.chosen === null) return false;
    if (event.shiftKey && event.key.startsWith("Arrow")) board.pieces[beside(way, table)].focus();
    else table.step(table.chosen, way);
    return true;
  }
  if (event.key === "?") {
    byId("hint").click();
    return true;
  }
  if (event.key === "Backspace") {
    table.undo();
    return true;
  }
  const piece = numbered(event.key, pieces) ?? named(event.key, pieces);
  if (piece < 0) return false;
  board.pieces[piece].focus();
  return true;
}

// The piece before or after the chosen one, row by row.
function beside(way, { chosen, position: { anchors } }) {
  const order = [...anchors.keys()].sort((one, other) =>
    anchors[one][0] - anchors[other][0] || anchors[one][1] - anchors[other][1]);
  const by = way === "L" || way === "U" ? -1 : 1;
  return order.at((order.indexOf(chosen) + by) % order.length);
}

// The digits that were typed one after another, and when.
const typed = { digits: "", at: 0 };

// Milliseconds in which the next digit belongs to the same number.
const NUMBER_TIME = 1000;

// The tile whose number is typed so far; undefined where that is none.
function numbered(key, pieces) {
  if (!/^\d$/.test(key)) return undefined;
  const now = performance.now();
  const isNext = now - typed.at < NUMBER_TIME;
  const find = (number) => pieces.findIndex(({ name, letter }) => (name ?? letter) === number);
  const numbers = [isNext ? typed.digits + key : key, key];
  const number = numbers.find((one) => find(one) >= 0);
  Object.assign(typed, { digits: number ?? "", at: now });
  return number === undefined ? undefined : find(number);
}

// Whether these are the keys of `undo` or `redo`, with one of which it then acts.
function onShortcut({ key, shiftKey }, act) {
  const isZ = key.toLowerCase() === "z";
  if (!isZ && key.toLowerCase() !== "y") return false;
  act(isZ && !shiftKey ? "undo" : "redo");
  return true;
}

// The piece with this letter, or -1; the other case will do where no piece has this one.
function named(key, pieces) {
  const find = (wanted) => pieces.findIndex(({ letter }) => letter === wanted);
  return [key, key.toUpperCase(), key.toLowerCase()].map(find).find((at) => at >= 0) ?? -1;
}

// Follows each stroke. When the pointer comes down, `begin` gets the point and the element there, and returns
// `drag`, `lift` and `cancel` for the rest of the stroke, or nothing. Points are [row, column] with fractions, of
// cells of this size.
function listenToStrokes(root, size, begin) {
  let held = null;
  const pointAt = (event) => cellUnder(event, root, size);
  root.addEventListener("pointerdown", (event) => {
    if (held || event.button !== 0) return;
    const last = pointAt(event);
    const stroke = begin(last, event.target);
    if (!stroke) return;
    root.setPointerCapture(event.pointerId);
    held = { pointer: event.pointerId, last, stroke };
  });
  root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const to = pointAt(event);
    for (const point of between(held.last, to)) held.stroke.drag(point);
    held.last = to;
  });
  const end = (event) => {
    if (event.pointerId !== held?.pointer) return;
    const { stroke } = held;
    held = null;
    if (event.type === "pointerup") stroke.lift(pointAt(event));
    else stroke.cancel(pointAt(event));
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
  // A stroke is no gesture of the browser, which would take the next tap for its end; elsewhere a finger scrolls
  // the page as ever. The style `touch-action`, which is there for this, is for whole pictures only.
  for (const name of ["touchstart", "touchmove"]) {
    root.addEventListener(name, (event) => held && event.preventDefault(), { passive: false });
  }
}

// The points of a stroke up to this one, [row, column]: the pointer may be faster than its messages.
function between(from, to) {
  const steps = Math.ceil(4 * Math.hypot(to[0] - from[0], to[1] - from[1]));
  const part = (step, axis) => from[axis] + ((to[axis] - from[axis]) * step) / steps;
  return Array.from({ length: steps }, (_, at) => [part(at + 1, 0), part(at + 1, 1)]);
}

// A piece follows the finger as far as it can go; let go, it lies in the cell that it mostly covers.
function listenToPointers(board, table) {
  listenToStrokes(board.root, CELL, (from, target) => {
    const element = target.closest(".piece");
    if (!element) {
      onFloor(from, table);
      return null;
    }
    const piece = Number(element.dataset.piece);
    table.choose(piece);
    if (!table.mayMove()) return null;
    element.classList.add("dragged");
    const held = { piece, start: table.position.anchors[piece] };
    const drop = () => {
      element.classList.remove("dragged");
      board.release(piece, () => table.settle(piece));
    };
    return {
      drag: (to) => {
        const pull = [to[0] - from[0], to[1] - from[1]];
        follow(held, pull, board, table);
        tellIfHeld(held, pull, table);
      },
      lift: (to) => {
        const isClick = isSame(table.position.anchors[piece], held.start)
          && Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.3;
        if (isClick && isOfTiles(table.puzzle) && push(piece, table)) element.classList.remove("dragged");
        else drop();
      },
      cancel: drop,
    };
  });
}

// Brings the piece as near as it gets to where it is pulled: `pull` is from where it was taken up,
// [down, right] in cells.
function follow({ piece, start }, pull, board, table) {
  let rest;
  do {
    const at = table.position.anchors[piece];
    rest = [start[0] + pull[0] - at[0], start[1] + pull[1] - at[1]];
  } while (wishes(rest).some(([way, by]) => by > 0.5 && table.pull(piece, way)));
  const [way, by] = wishes(rest).find(([way]) => table.position.step(piece, way)) ?? ["U", 0];
  const shown = Math.min(by, 0.5);
  const at = table.position.anchors[piece];
  board.place(piece, at, [WAYS[way][1] * shown, WAYS[way][0] * shown]);
}

// Says why a piece does not follow that has not moved yet, once for each way that it is pulled.
function tellIfHeld(drag, pull, table) {
  const [[way, by]] = wishes(pull);
  if (by < 0.5 || drag.blocked === way || !isSame(table.position.anchors[drag.piece], drag.start)) return;
  drag.blocked = way;
  table.tellHindrance(drag.piece, way);
}

// The two ways of a pull and how strong each is, the stronger one first.
function wishes([down, right]) {
  const upright = [down < 0 ? "U" : "D", Math.abs(down)];
  const across = [right < 0 ? "L" : "R", Math.abs(right)];
  return upright[1] > across[1] ? [upright, across] : [across, upright];
}

const isOfTiles = ({ pieces }) =>
  pieces.every(({ cells, name, letter }) => cells.length === 1 && /^\d+$/.test(name ?? letter));

// A click on a tile pushes it, and those before it, into an empty cell of its row or column; whether
// there is one.
function push(piece, table) {
  const { position } = table;
  for (const way of Object.keys(WAYS)) {
    const row = [piece];
    const next = () => position.occupant(beyond(position.anchors[row.at(-1)], WAYS[way]));
    while (next() !== null) row.push(next());
    if (!position.step(row.at(-1), way)) continue;
    for (const tile of row.reverse()) table.travel(tile, [way]);
    return true;
  }
  return false;
}

// A click on an empty cell calls the chosen piece there.
function onFloor([row, column], table) {
  const { position, chosen } = table;
  const cell = [Math.floor(row), Math.floor(column)];
  if (chosen === null || !position.contains(cell) || !table.mayMove()) return;
  const covers = (at) => position.cells(chosen, at).some((covered) => isSame(covered, cell));
  const route = position.route(chosen, covers);
  if (route) table.travel(chosen, route);
}
