// The common parts of both editors: keys on cells, storage, controls.

// Listens to keys on the cells of an editor, and to Ctrl Z and Ctrl Y outside text fields.
function listenToKeys(root, easel, onKey) {
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && onKey(event, easel)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (document.activeElement.matches("textarea, input") || !(event.ctrlKey || event.metaKey)) return;
    if (onShortcut(event, (act) => easel.revert(act))) event.preventDefault();
  });
}

// Milliseconds until a change is in the address. Browsers limit the number of changes.
const KEEP_PAUSE = 300;

// Returns a function to call after each change. It stores `what()` under the key at once, and updates the
// address of the view by `link()` a little later.
function autosave(key, view, what, link) {
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

// Returns the stored drawing or map, as `revive` restores it, with its undo history; null if nothing valid is
// stored.
function restored(key, revive) {
  const { drawing, before, after, ...rest } = parsed(kept(key)) ?? {};
  try {
    const [own, ...others] = [drawing, ...before, ...after].map((one) => revive(one));
    const changes = new Changes(others.slice(0, before.length), others.slice(before.length));
    return { ...rest, drawing: own, changes };
  } catch {
    return null;
  }
}

// Copies the text of an editor to the clipboard, or at least selects it.
async function copyText(easel) {
  byId("text").select();
  const isCopied = await navigator.clipboard?.writeText(byId("text").value).then(() => true, () => false);
  // A page without encryption has only this access to the clipboard.
  if (!isCopied) document.execCommand("copy");
  easel.say(tr("The text is copied."));
}

// Draws a cell for input and screen readers for each cell of a board, row by row. Tab reaches the first.
function layCells(rows, columns, size) {
  const cell = (row, column) => svg("rect", {
    class: "cell", x: column * size, y: row * size, width: size, height: size, role: "gridcell",
    tabindex: row + column === 0 ? 0 : -1, "data-cell": `${row},${column}`,
  });
  const line = (row) => Array.from({ length: columns }, (_, column) => cell(row, column));
  return Array.from({ length: rows }, (_, row) => svg("g", { role: "row" }, ...line(row)));
}

// Shows whether a button is on. The title of one that is on tells what to do on the board.
function showPressed(button, isOn) {
  button.setAttribute("aria-pressed", isOn);
  if (isOn && button.title) byId("tool-text").textContent = button.title;
}

// Updates the controls of both editors: the tool, the size of the board, undo and redo.
function showControls(tool, { rows, columns }, { before, after }) {
  for (const button of byId("tools").children) showPressed(button, button.dataset.tool === tool);
  byId("rows").value = rows;
  byId("columns").value = columns;
  disable("undo", before.length === 0);
  disable("redo", after.length === 0);
}

// Sets up the controls of both editors. `resize` is called with rows and columns up to `maximum()`.
function setUpControls(easel, maximum, resize) {
  for (const button of byId("tools").children) button.addEventListener("click", () => easel.choose(button.dataset.tool));
  const change = () => {
    const sides = ["rows", "columns"].map((id) => Math.round(Number(byId(id).value)));
    if (sides.every((length) => length >= 1 && length <= maximum())) {
      resize(...sides);
      return;
    }
    easel.show();
    easel.say(tr("From 1 to {} rows and columns.", maximum()), "wrong");
  };
  for (const id of ["rows", "columns"]) byId(id).addEventListener("change", change);
  for (const act of ["undo", "redo"]) onPress(act, () => easel.revert(act));
  onPress("empty", () => easel.empty());
  onDrawn("solve", easel, () => easel.solve());
  onPress("read", () => easel.readText());
  onPress("cancel", () => easel.engine?.cancel());
  onPress("copy", () => copyText(easel));
}

// Calls `act` when a button is pressed. A typed text is read first. If it is invalid, the page reports that
// instead.
function onDrawn(id, easel, act) {
  const isDrawn = () => byId("text").value === easel.text();
  onPress(id, async () => {
    if (!isDrawn()) await easel.readText();
    if (isDrawn()) act();
  });
}

// Tab reaches the last used cell.
function keepTabStop(root) {
  // In Chromium, Tab would stop at a picture that listens to the focus, so its parent listens.
  root.parentElement.addEventListener("focusin", ({ target }) => {
    if (!target.dataset.cell) return;
    for (const cell of root.querySelectorAll(".cell[tabindex='0']")) cell.setAttribute("tabindex", -1);
    target.setAttribute("tabindex", 0);
  });
}
