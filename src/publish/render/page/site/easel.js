// The common parts of both editors: keys on cells, storage, controls.

// An editor of a drawing, whose changes Undo can revert. The state of a drawing is a text. Editors have the methods
// `revive` for a state, `begin` for a drawing, and `keep` under the key `key`.
class Editor {
  cells = svg("g"); engine = new Engine();

  constructor(root, drawing, tool) {
    Object.assign(this, { root, drawing, tool, changes: new Changes(), held: null, shownText: "" });
    window.addEventListener("storage", ({ key }) => {
      const other = key === this.key ? restored(key, this.revive)?.drawing : null;
      if (other && other !== this.state()) this.follow(other);
    });
  }

  text() {
    return this.drawing.text();
  }

  state() {
    return this.text();
  }

  // Shows the text of the drawing, unless the field has a typed text that is not read yet.
  showText() {
    const field = byId("text");
    if (["", this.shownText].includes(field.value)) field.value = this.text();
    if (this.isRead()) this.shownText = field.value;
  }

  isRead() {
    return byId("text").value === this.text();
  }

  // Checks the drawing and reports the result.
  async check() {}

  // Continues with the drawing that another window has stored. Undo brings the own one back.
  async follow(other) {
    this.changes.push(this.state());
    this.begin(this.revive(other));
    await this.check();
    tell("Another window has changed this drawing.");
  }

  replace(drawing) {
    this.change(() => { this.drawing = drawing; });
  }

  change(act) {
    const before = this.state();
    act(this.drawing);
    this.settle(before);
  }

  // Shows and stores a change of this state.
  settle(before) {
    const isChanged = before !== this.state();
    if (isChanged) this.changes.push(before);
    this.begin(this.drawing);
    if (isChanged) this.keep();
  }

  // Reverts a change or makes it again: `act` is `undo` or `redo`.
  revert(act) {
    const state = this.changes[act](this.state());
    if (!state) return;
    this.begin(this.revive(state));
    this.keep();
  }

  // Begins with the stored drawing, or with another one. Undo restores the stored drawing.
  resume(own, isOwn, other) {
    const { drawing, changes } = own ?? {};
    this.changes = isOwn ? changes : new Changes(own ? [...changes.before, drawing] : []);
    this.begin(isOwn ? this.revive(drawing) : other);
  }

  choose(tool) {
    this.tool = tool;
    this.held = null;
    this.show();
  }

  // Lays a cell for input and screen readers over each cell of the board, row by row, and describes
  // it. Tab reaches the first.
  showCells(size, words) {
    const { cells, drawing: { rows, columns } } = this;
    const cell = (row, column) => svg("rect", {
      class: "cell", x: column * size, y: row * size, width: size, height: size, role: "gridcell",
      tabindex: row + column === 0 ? 0 : -1, "data-cell": `${row},${column}`,
    });
    const line = (row) => times(columns, (column) => cell(row, column));
    // The cells under a finger stay. If they were replaced, the browser would merge its next tap
    // with this one.
    if (cells.dataset.size !== String([rows, columns])) {
      cells.replaceChildren(...times(rows, (row) => svg("g", { role: "row" }, ...line(row))));
      cells.dataset.size = String([rows, columns]);
    }
    for (const it of cells.querySelectorAll(".cell")) {
      it.ariaLabel = this.describe(it.dataset.cell, words);
    }
  }
}

// Listens to keys on the cells of an editor, and to Ctrl Z and Ctrl Y outside text fields. Arrows go to the next cell.
// `onKey` receives the key, the cell and the next cell, if it is an arrow.
function listenToKeys(easel, onKey) {
  const { root } = easel;
  root.onkeydown = (event) => {
    const { key, shiftKey, target: { dataset: { cell } } } = event;
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = arrowOf(key) && root.querySelector(`[data-cell="${beyond(placeOf(cell), arrowOf(key))}"]`);
    if (!shiftKey) next?.focus();
    if (onKey(event, cell, next?.dataset.cell) || arrowOf(key)) event.preventDefault();
  };
  document.addEventListener("keydown", (event) => {
    if (document.activeElement.matches("textarea, input") || !(event.ctrlKey || event.metaKey)) return;
    if (onShortcut(event, (act) => easel.revert(act))) event.preventDefault();
  });
}

// Milliseconds until a change is in the address. Browsers limit the number of changes.
const KEEP_PAUSE = 300;

// Returns a function to call after each change. It stores `what()` under the key at once, and updates the
// address of the view by `link()` a little later.
function autosave(key, what, link) {
  let timer;
  const store = () => keep(key, JSON.stringify({ ...what(), address: location.hash }));
  return () => {
    store();
    clearTimeout(timer);
    const { hash } = location;
    const own = setTimeout(async () => {
      const address = await link();
      // The reader may have changed the drawing again, or gone to another address.
      if (timer !== own || location.hash !== hash) return;
      history.replaceState(null, "", address);
      store();
    }, KEEP_PAUSE);
    timer = own;
  };
}

// Returns the stored drawing with its undo history; null if they cannot be revived.
function restored(key, revive) {
  const { drawing, before, after, ...rest } = parsed(kept(key)) ?? {};
  try {
    return [drawing, ...before, ...after].every(revive) ? { ...rest, drawing, changes: new Changes(before, after) } : null;
  } catch {
    return null;
  }
}

// Copies the text of an editor to the clipboard, or at least selects it.
async function copyText() {
  byId("text").select();
  // A page without encryption has only the other access to the clipboard.
  await intoClipboard(byId("text").value).catch(() => document.execCommand("copy"));
  tell("The text is copied.");
}

// Shows whether a button is on. The title of one that is on tells what to do on the board.
function showPressed(button, isOn) {
  button.ariaPressed = isOn;
  if (isOn && button.title) write("tool-text", button.title);
}

// Updates the controls of both editors: the tool, the size of the board, undo and redo.
function showControls(tool, { rows, columns }, { before, after }) {
  for (const button of byId("tools").children) showPressed(button, button.dataset.tool === tool);
  byId("rows").value = rows;
  byId("columns").value = columns;
  disable("undo", before.length === 0);
  disable("redo", after.length === 0);
}

// Sets up the controls of both editors. Sides have up to `maximum()` cells.
function setUpControls(easel, maximum) {
  for (const button of byId("tools").children) button.onclick = () => easel.choose(button.dataset.tool);
  const change = () => {
    const sides = ["rows", "columns"].map((id) => Math.round(Number(byId(id).value)));
    if (sides.every((length) => length >= 1 && length <= maximum())) easel.replace(easel.drawing.sized(...sides));
    else {
      easel.show();
      warn("From 1 to {} rows and columns.", maximum());
    }
  };
  for (const id of ["rows", "columns"]) byId(id).onchange = change;
  onPress({
    undo: () => easel.revert("undo"),
    redo: () => easel.revert("redo"),
    empty: () => easel.empty(),
    read: () => easel.readText(),
    cancel: () => easel.engine.cancel(),
    copy: copyText,
  });
  onDrawn(easel, { solve: () => easel.solve() });
}

// Calls `act`. A typed text is read first. If it is invalid, the page reports that instead.
async function whenRead(easel, act) {
  if (!easel.isRead()) await easel.readText();
  if (easel.isRead()) act();
}

// Does the same when buttons are pressed.
function onDrawn(easel, acts) {
  for (const [id, act] of Object.entries(acts)) onPress({ [id]: () => whenRead(easel, act) });
}

// Returns the hash of a text that is an address of this site; undefined for another text.
function addressIn(text) {
  const address = new RegExp(`^\\S*(#(?:${Object.keys(VIEWS).join("|")})(?:[=&]\\S*)?)$`);
  return address.exec(text.trim())?.[1];
}

// Opens an address of this site that a text field holds, or refuses another one. Returns whether the text is an
// address.
function followLink(text, refusal) {
  const { hash: here } = location;
  const hash = addressIn(text);
  if (hash) location.hash = hash;
  else if (/^https?:\S+$/.test(text.trim())) say(refusal, "wrong");
  else return false;
  if (hash === here) location.reload();
  return true;
}

// Describes a cell for screen readers.
const describedAt = ([row, column], words) =>
  tr("Row {}, column {}: {}", row + 1, column + 1, joined(words, tr(", ")));

// Returns the assumptions about a text as sentences.
const noted = (notes) => notes.map((note) => sentenceOf(translated(note))).join(isChinese ? "" : " ");

// Tab reaches the last used cell.
function keepTabStop(root) {
  // In Chromium, Tab would stop at a picture that listens to the focus, so its parent listens.
  root.parentElement.addEventListener("focusin", ({ target }) => {
    if (!target.dataset.cell) return;
    for (const cell of root.querySelectorAll(".cell[tabindex='0']")) cell.tabIndex = -1;
    target.tabIndex = 0;
  });
}
