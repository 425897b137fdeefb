// Input by pointers and keys, which becomes steps of pieces.

const ARROWS = {
  ArrowUp: "U", ArrowLeft: "L", ArrowRight: "R", ArrowDown: "D", k: "U", h: "L", l: "R", j: "D",
};

// Returns the offset of an arrow key, [down, right]; undefined for another key.
const arrowOf = (key) => (key.startsWith("Arrow") ? WAYS[ARROWS[key]] : undefined);

// Connects the input with a Table.
function listen(board, table) {
  listenToPointers(board, table);
  for (const [piece, element] of board.pieces.entries()) {
    element.onfocus = () => table.choose(piece);
  }
  document.addEventListener("keydown", (event) => {
    if (onKey(event, board, table)) event.preventDefault();
  });
}

// Returns whether the key has a meaning.
function onKey(event, board, table) {
  // Sliders and lists use arrows and letters themselves.
  if (event.altKey || event.target.matches?.("input, select")) return false;
  if (event.ctrlKey || event.metaKey) return onShortcut(event, (act) => table[act]());
  const { pieces } = table.puzzle;
  // A letter that is the letter of a piece chooses this piece.
  const way = pieces.some(({ letter }) => letter === event.key) ? null : ARROWS[event.key];
  if (way) {
    // Without a chosen piece, arrows scroll the page.
    if (table.chosen === null) return false;
    if (event.shiftKey && event.key.startsWith("Arrow")) board.pieces[beside(way, table)].focus();
    else table.step(table.chosen, way);
    return true;
  }
  const piece = pieceOf(event.key, pieces);
  if (event.key === "Backspace") table.undo();
  else if (piece !== undefined) board.pieces[piece].focus();
  else if (event.key !== "?") return false;
  else if (table.mayMove()) byId("hint").click();
  return true;
}

// Returns the piece before or after the chosen one, row by row.
function beside(way, { chosen, position }) {
  const place = (piece) => position.index(position.anchors[piece]);
  const order = [...position.anchors.keys()].sort((one, other) => place(one) - place(other));
  const by = "LU".includes(way) ? -1 : 1;
  return order.at((order.indexOf(chosen) + by) % order.length);
}

// The digits that were typed one after another, and the time of the last one.
const typed = { digits: "", at: 0 };

// Milliseconds in which the next digit belongs to the same number.
const NUMBER_TIME = 1000;

// Returns the tile with the typed number, or else the piece with this letter; undefined without one. If no piece has the
// letter, the other case counts.
function pieceOf(key, pieces) {
  const isDigit = /^\d$/.test(key);
  const now = performance.now();
  const before = isDigit && now - typed.at < NUMBER_TIME ? typed.digits : "";
  const find = (sign) => [isDigit ? "name" : "letter", "letter"]
    .map((which) => pieces.findIndex((piece) => piece[which] === sign)).find((at) => at >= 0);
  const sign = [before + key, key, key.toUpperCase(), key.toLowerCase()].find((one) => find(one) !== undefined);
  Object.assign(typed, { digits: isDigit ? sign ?? "" : "", at: now });
  return find(sign);
}

// Calls `act` with `undo` or `redo` for their keys. Returns whether the key is one of them.
function onShortcut({ key, shiftKey }, act) {
  const isZ = key.toLowerCase() === "z";
  if (!isZ && key.toLowerCase() !== "y") return false;
  act(isZ && !shiftKey ? "undo" : "redo");
  return true;
}

// Listens to strokes of a pointer. `begin` receives the first point and its element. It returns the callbacks
// `drag`, `lift` and `cancel` of the stroke, or null to ignore the stroke. Points are [row, column] with
// fractions, of cells of this size.
function listenToStrokes(root, size, begin) {
  let held = null;
  const pointAt = ({ clientX, clientY }) => {
    const point = new DOMPoint(clientX, clientY).matrixTransform(root.getScreenCTM().inverse());
    return [point.y / size, point.x / size];
  };
  root.onpointerdown = (event) => {
    if (held || event.button !== 0) return;
    const last = pointAt(event);
    const stroke = begin(last, event.target);
    if (!stroke) return;
    root.setPointerCapture(event.pointerId);
    held = { pointer: event.pointerId, last, stroke };
  };
  root.onpointermove = (event) => {
    if (event.pointerId !== held?.pointer) return;
    const to = pointAt(event);
    for (const point of between(held.last, to)) held.stroke.drag(point);
    held.last = to;
  };
  const end = (event) => {
    if (event.pointerId !== held?.pointer) return;
    const { stroke } = held;
    held = null;
    if (event.type === "pointerup") stroke.lift(pointAt(event));
    else stroke.cancel(pointAt(event));
  };
  root.onpointerup = end;
  root.onpointercancel = end;
  // During a stroke, the browser must neither scroll nor combine taps. The style `touch-action` would stop
  // scrolling on the whole picture.
  for (const name of ["touchstart", "touchmove"]) {
    root.addEventListener(name, (event) => held && event.preventDefault(), { passive: false });
  }
}

// Returns the points of a stroke up to this one, [row, column]. A fast pointer skips cells between its
// events.
function between(from, to) {
  const offset = offsetTo(to, from);
  const steps = Math.ceil(4 * Math.hypot(...offset));
  return times(steps, (at) => beyond(from, offset.map((by) => (by * (at + 1)) / steps)));
}

// Milliseconds of a stroke that moves a piece by a cell, however short it is.
const FLICK_TIME = 250;

// A piece follows the pointer as far as possible. When it is released, it settles in the cell that it mostly
// covers, or after a flick in the next one.
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
    const begun = performance.now();
    const drop = () => {
      element.classList.remove("dragged");
      board.release(piece, () => table.settle(piece));
    };
    return {
      drag: (to) => {
        const pull = offsetTo(to, from);
        follow(held, pull, board, table);
        reportIfHeld(held, pull, table);
      },
      lift: (to) => {
        const pull = offsetTo(to, from);
        const isShort = isSame(table.position.anchors[piece], held.start);
        const length = Math.hypot(...pull);
        if (isShort && length >= 0.15 && performance.now() - begun < FLICK_TIME
          && table.pull(piece, pullsOf(pull)[0].way)) drop();
        else if (isShort && length < 0.3 && isOfTiles(table.puzzle) && push(piece, table)) {
          element.classList.remove("dragged");
        } else drop();
      },
      cancel: drop,
    };
  });
}

// Moves the dragged piece as near to the pointer as possible. `pull` is the offset from the first point,
// [down, right] in cells.
function follow({ piece, start }, pull, board, table) {
  let rest;
  do {
    const at = table.position.anchors[piece];
    rest = offsetTo(beyond(start, pull), at);
  } while (pullsOf(rest).some(({ way, by }) => by > 0.5 && table.pull(piece, way)));
  const { way, by } = pullsOf(rest).find(({ way }) => table.position.step(piece, way)) ?? { way: "U", by: 0 };
  const offset = WAYS[way].map((step) => step * Math.min(by, 0.5));
  board.place(piece, table.position.anchors[piece], offset);
}

// Tells why a dragged piece does not move, once for each direction.
function reportIfHeld(drag, pull, table) {
  const [{ way, by }] = pullsOf(pull);
  if (by < 0.5 || drag.blocked === way || !isSame(table.position.anchors[drag.piece], drag.start)) return;
  drag.blocked = way;
  table.reportHindrance(drag.piece, way);
}

// Returns the directions of a pull and their strengths, the strongest one first.
const pullsOf = (pull) => [["U", -pull[0]], ["L", -pull[1]], ["R", pull[1]], ["D", pull[0]]]
  .map(([way, by]) => ({ way, by })).filter(({ by }) => by >= 0).sort((one, other) => other.by - one.by);

const isOfTiles = ({ pieces }) =>
  pieces.every(({ cells, name, letter }) => cells.length === 1 && /^\d+$/.test(name ?? letter));

// A click on a tile pushes it, and the tiles before it, into an empty cell of its row or column. Returns
// whether such a cell exists.
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

// A click on an empty cell moves the chosen piece there.
function onFloor([row, column], table) {
  const { position, chosen } = table;
  const cell = [Math.floor(row), Math.floor(column)];
  if (chosen === null || !isWithin(cell, table.puzzle) || !table.mayMove()) return;
  const covers = (at) => position.cells(chosen, at).some((covered) => isSame(covered, cell));
  const [, route] = position.places(chosen).find(([at]) => covers(at)) ?? [];
  if (route) table.travel(chosen, route);
}
