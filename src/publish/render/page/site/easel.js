// What the places to draw have in common: keys on cells, what is kept, and texts to copy.

// Keys on the cells of an easel, by what `onKey` makes of them, and Ctrl Z and Ctrl Y anywhere but in texts.
function listenToKeys(root, easel, onKey) {
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && onKey(event, easel)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("textarea, input") || !(event.ctrlKey || event.metaKey)) return;
    if (onShortcut(event, (act) => easel.turnBack(act))) event.preventDefault();
  });
}

// Milliseconds after which a change is in the address: browsers limit the number of changes.
const KEEP_PAUSE = 300;

// A drawing outlives the page: the browser keeps `what()` under this key at once, and the address of this view
// has it a little later, as `link()` makes it. Returns a function to be called after each change.
function keeper(key, view, what, link) {
  let [timer, changes] = [null, 0];
  const store = () => keep(key, JSON.stringify({ ...what(), address: location.hash }));
  return () => {
    store();
    changes += 1;
    const last = changes;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const hash = await link();
      if (last !== changes || !new RegExp(`^#${view}\\b`).test(location.hash)) return;
      history.replaceState(null, "", hash);
      store();
    }, KEEP_PAUSE);
  };
}

// What a keeper has kept, as `revive` makes it of a drawing or a map, with those before and after it; null if
// there is nothing of that kind.
function keptBy(key, revive) {
  const { drawing, before, after, ...rest } = parsed(kept(key)) ?? {};
  try {
    const [own, ...others] = [drawing, ...before, ...after].map((one) => revive(one));
    const changes = new Changes(others.slice(0, before.length), others.slice(before.length));
    return { ...rest, drawing: own, changes };
  } catch {
    return null;
  }
}

// Copies the text of an easel to the clipboard, or selects it at least.
async function copyText(easel) {
  byId("text").select();
  const isCopied = await navigator.clipboard?.writeText(byId("text").value).then(() => true, () => false);
  // A page that comes without encryption has no clipboard but this.
  if (!isCopied) document.execCommand("copy");
  easel.say(tr`The text is copied.`);
}

// A cell to be pressed and read aloud for each of a board, row by row; the first is reached by Tab.
function layCells(rows, columns, size) {
  const cell = (row, column) => svg("rect", {
    class: "cell", x: column * size, y: row * size, width: size, height: size, role: "gridcell",
    tabindex: row + column === 0 ? 0 : -1, "data-cell": `${row},${column}`,
  });
  const line = (row) => Array.from({ length: columns }, (_, column) => cell(row, column));
  return Array.from({ length: rows }, (_, row) => svg("g", { role: "row" }, ...line(row)));
}

// What the controls of both views are set to: the tool, the size of the board, what can be taken back.
function showControls(tool, { rows, columns }, { before, after }) {
  for (const button of byId("tools").children) button.setAttribute("aria-pressed", button.dataset.tool === tool);
  byId("rows").value = rows;
  byId("columns").value = columns;
  disable(byId("undo"), before.length === 0);
  disable(byId("redo"), after.length === 0);
}

// The controls that both views have. `resize` is called with rows and columns, no more than `most()`.
function setUpControls(easel, most, resize) {
  for (const button of byId("tools").children) onPress(button, () => easel.choose(button.dataset.tool));
  const change = () => {
    const sides = ["rows", "columns"].map((id) => Math.round(Number(byId(id).value)));
    if (sides.every((length) => length >= 1 && length <= most())) {
      resize(...sides);
      return;
    }
    easel.show();
    easel.say(tr`From 1 to ${most()} rows and columns.`, "wrong");
  };
  for (const id of ["rows", "columns"]) byId(id).addEventListener("change", change);
  for (const act of ["undo", "redo"]) onPress(byId(act), () => easel.turnBack(act));
  onPress(byId("empty"), () => easel.empty());
  onDrawn("solve", easel, () => easel.solve());
  onPress(byId("read"), () => easel.readText());
  onPress(byId("cancel"), () => easel.engine?.cancel());
  onPress(byId("copy"), () => copyText(easel));
}

// Acts on the drawing when this button is pressed. A text that was typed meanwhile is drawn first; if it is
// wrong, the page says so and does nothing.
function onDrawn(id, easel, act) {
  const isDrawn = () => byId("text").value === easel.text();
  onPress(byId(id), async () => {
    if (!isDrawn()) await easel.readText();
    if (isDrawn()) act();
  });
}

// One of the cells can be reached by Tab: that where one was last.
function rove(root) {
  // Chromium has Tab stop at a picture that listens to the focus: what it lies in does.
  root.parentElement.addEventListener("focusin", ({ target }) => {
    if (!target.dataset.cell) return;
    for (const cell of root.querySelectorAll(".cell[tabindex='0']")) cell.setAttribute("tabindex", -1);
    target.setAttribute("tabindex", 0);
  });
}
