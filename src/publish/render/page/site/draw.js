// The place to draw a puzzle by a pointer, by keys or as text, and to solve, play and share it.

const HINTS = {
  piece: tr`Drag over the cells of a new piece, or on from one that is there.`,
  goal: tr`Drag the piece to its goal.`,
  wall: tr`Press cells to make them walls.`,
  clear: tr`Press what you want to remove.`,
};

const DRAWING_KEPT = "huarong drawing";

// A larger frame is hard to draw.
const MAX_SIDE = 20;

// The most cells of a frame that the solvers take.
const MAX_CELLS = 128;

// The number of colours of shapes.
const SHADES = 18;

class Easel {
  constructor(engine, drawing) {
    this.engine = engine;
    this.drawing = drawing;
    this.changes = new Changes();
    this.tool = "piece";
    // What the pointer holds: the piece that is drawn, or the cell of a piece whose goal comes next.
    this.held = null;
    this.root = byId("drawing");
    // It need not be a puzzle yet.
    this.keep = keeper(DRAWING_KEPT, "draw", () => ({ drawing: this.drawing, ...this.changes.kept() }),
      async () => `#draw=${await packed(JSON.stringify(this.drawing))}`);
  }

  // Makes a change that can be taken back.
  change(act) {
    const before = this.drawing.copy();
    act(this.drawing);
    this.settle(before);
  }

  // Shows what has been changed since, if anything has, and keeps it.
  settle(before) {
    if (before.text() !== this.drawing.text()) {
      this.changes.push(before);
      this.keep();
    }
    this.show();
  }

  // Takes back a change, or makes it again: `act` is `undo` or `redo`.
  turnBack(act) {
    const drawing = this.changes[act](this.drawing);
    if (!drawing) return;
    this.begin(drawing);
    this.keep();
  }

  empty() {
    this.change(({ rows, columns }) => { this.drawing = new Drawing(rows, columns); });
  }

  begin(drawing) {
    this.drawing = drawing;
    this.held = null;
    this.show();
  }

  // Begins with the drawing of the address. If it has none, or had the kept drawing, begins with that.
  async open(code) {
    const own = keptBy(DRAWING_KEPT, Drawing.from);
    const text = code ? await unpacked(code) : null;
    const { drawing, sheet, notes } = await this.drawingOf(text);
    if (own && (!drawing || own.address === location.hash)) {
      this.changes = own.changes;
      this.begin(own.drawing);
    } else {
      // Undo brings back the reader's own.
      this.changes = new Changes(own ? [...own.changes.before, own.drawing] : []);
      this.begin(drawing ?? this.drawing);
    }
    if (drawing) await this.note(notes);
    if (!code || drawing) return;
    await this.check();
    this.say(faultOf(this.engine, sheet), true);
  }

  // The drawing of a text, of a puzzle or as it is kept; or the sheet with its fault.
  async drawingOf(text) {
    if (text === null) return {};
    const drawing = readDrawing(text);
    if (drawing) return { drawing };
    const sheet = await sheetOf(this.engine, text);
    const known = sheet?.why ? await this.converted(text) : sheet;
    if (known?.pieces) return { drawing: Drawing.of(known.text, known), notes: known.notes };
    return { sheet };
  }

  // The sheet of a text in a foreign notation; null if it is in none.
  async converted(text) {
    this.reader ??= Engine.find(pathsText);
    const answer = await this.reader.ask(`convert\n\n${text}`);
    if (answer?.answer !== "puzzle") return null;
    const sheet = await sheetOf(this.engine, answer.text);
    return sheet && { ...sheet, notes: answer.notes };
  }

  choose(tool) {
    this.tool = tool;
    this.held = null;
    this.show();
  }

  // The tool comes down on a cell.
  press(cell) {
    const { drawing } = this;
    const mark = drawing.mark(cell);
    if (mark === null) return;
    if (this.tool === "goal") {
      this.aim(cell);
      return;
    }
    // All until the tool is lifted is one change.
    this.origin = drawing.copy();
    if (this.tool === "piece") {
      this.held = isPiece(mark) ? mark : drawing.newLetter() ?? null;
      if (this.held && !isPiece(mark)) drawing.set(cell, this.held);
    } else {
      // A press on a wall removes it, and so do drags from there.
      this.held = this.tool === "clear" || mark === WALL ? NOTHING : WALL;
      this.pull(cell);
    }
    this.show();
  }

  // The tool is dragged over a cell.
  drag(cell) {
    const mark = this.drawing.mark(cell);
    if (mark === null || this.held === null || this.tool === "goal" || mark === this.held) return;
    if (this.tool === "piece" && (isPiece(mark) || !this.drawing.touches(this.held, cell))) return;
    this.pull(cell);
    this.show();
  }

  pull(cell) {
    const isWall = this.drawing.mark(cell) === WALL;
    if (this.held === NOTHING && (this.tool === "clear" || isWall)) this.drawing.clear(cell);
    else if (this.held !== NOTHING) this.drawing.set(cell, this.held);
  }

  // The tool is lifted.
  lift(cell) {
    if (this.tool !== "goal") {
      this.held = null;
      if (this.origin) this.settle(this.origin);
      this.origin = null;
      return;
    }
    if (this.held && cell && !isSame(cell, this.held.at)) {
      this.aim(cell);
    }
    this.show();
  }

  // Picks up a piece, or sets the goal of the one that is held.
  aim(cell) {
    const { held, drawing } = this;
    if (!held) {
      const aimed = drawing.aims().get(String(cell))?.[0];
      const mark = drawing.mark(cell);
      if (isPiece(mark)) {
        this.held = { letter: mark, at: cell };
        byId("aloud").textContent = tr`${mark} is picked up: press its goal.`;
      } else if (aimed) {
        this.change(() => drawing.goals.delete(aimed));
      }
      this.show();
      return;
    }
    this.held = null;
    this.change(() => drawing.aim(held.letter, [cell[0] - held.at[0], cell[1] - held.at[1]]));
  }

  // A key on a cell; whether it has a meaning.
  type(key, cell) {
    if ([...key].length !== 1 || !/[\p{L}\p{N}#.+]/u.test(key)) return false;
    this.change((drawing) => (key === NOTHING ? drawing.clear(cell) : drawing.set(cell, key)));
    return true;
  }

  show() {
    const { drawing } = this;
    if (this.held?.letter && !drawing.letters().includes(this.held.letter)) this.held = null;
    drawDrawing(this.root, drawing, this.held?.letter);
    byId("tool-text").textContent = HINTS[this.tool];
    showControls(this.tool, drawing, this.changes);
    byId("axis").checked = drawing.isAxis;
    byId("text").value = drawing.text();
    this.check();
  }

  // Says whether the drawing is a puzzle, its fault, and whether the solvers take it.
  async check() {
    const text = this.drawing.text();
    if (this.checked?.text === text) return this.checked.sheet;
    const sheet = await sheetOf(this.engine, text);
    // Another change has come in between.
    if (!sheet || text !== this.drawing.text()) return null;
    if (sheet.answer !== "unloaded") this.checked = { text, sheet };
    const fault = this.fault(sheet);
    const isLarge = this.drawing.cells.length > MAX_CELLS;
    for (const id of ["play-it", "link"]) disable(byId(id), fault !== null);
    for (const id of ["solve", "hardest"]) disable(byId(id), fault !== null || isLarge);
    const ready = isLarge ? tr`This is a puzzle: play it.` : tr`This is a puzzle: play it, or have it solved.`;
    const limit = isLarge ? [tr`It is too large to be solved: Solve takes ${MAX_CELLS} cells at most.`] : [];
    const isWrong = fault !== null && this.drawing.letters().length > 0
      && Boolean(sheet.why || this.drawing.overlap());
    this.say([fault ?? ready, ...limit].join(" "), isWrong);
    return sheet;
  }

  fault(sheet) {
    if (sheet.answer === "unloaded") return faultOf(this.engine, sheet);
    if (this.drawing.letters().length === 0) return tr`There are no pieces yet.`;
    if (this.drawing.goals.size === 0 && this.drawing.written === null) return tr`No piece has a goal yet.`;
    const both = this.drawing.overlap()?.map((letter) => this.drawing.label(letter));
    if (both) return tr`The goals of ${both[0]} and ${both[1]} overlap.`;
    return sheet.why ? translated(sheet.why) : null;
  }

  say(text, isWrong = false) {
    byId("status").textContent = text;
    byId("status").classList.toggle("wrong", isWrong);
  }

  // Asks the engine, and shows that it is at work.
  async ask(what) {
    const sheet = await this.check();
    if (!sheet?.pieces) return null;
    const question = questionOf(what, sheet, sheet.pieces.map(({ at }) => at));
    const answer = await askAloud(this.engine, question);
    // An answer about an earlier drawing is void.
    return answer === undefined || sheet.text !== this.drawing.text() ? null : { answer, sheet };
  }

  async solve() {
    const asked = await this.ask("solve");
    if (!asked) return;
    const { answer } = asked;
    if (answer?.answer !== "solved") {
      this.say(reasonOf(answer), true);
      return;
    }
    const count = UNITS.move.count(answer.moves.length);
    this.say(tr`The shortest solution has ${count}; ${withCommas(answer.states)} positions searched.`);
  }

  async hardest() {
    const asked = await this.ask("explore");
    if (!asked) return;
    const { answer, sheet } = asked;
    if (!answer?.farthest) {
      this.say(answer?.answer === "explored" ? tr`No goal can be reached.` : reasonOf(answer), true);
      return;
    }
    const pieces = sheet.pieces.map((piece, at) => ({ ...piece, at: answer.farthest[at] }));
    this.change(() => { this.drawing = Drawing.of(sheet.text, { ...sheet, pieces }); });
    await this.check();
    this.say(tr`The hardest of ${totalOf(answer.layers)} positions: ${UNITS.move.count(answer.hardest)}.`);
  }

  text() {
    return this.drawing.text();
  }

  // Draws the text, or says what is wrong with it.
  async readText() {
    this.checked = null;
    this.say(tr`Reading…`);
    const { drawing, sheet, notes } = await this.drawingOf(byId("text").value);
    if (drawing) {
      this.change(() => { this.drawing = drawing; });
      await this.note(notes);
    } else {
      this.say(sheet.why ? translated(sheet.why) : faultOf(this.engine, sheet), true);
    }
  }

  // Adds the assumptions about a text to the status.
  async note(notes = []) {
    if (notes.length === 0) return;
    await this.check();
    const { textContent, classList } = byId("status");
    const sentences = notes.map((note) => sentenceOf(translated(note)));
    this.say([textContent, ...sentences].join(" "), classList.contains("wrong"));
  }
}

// A drawing as it is kept; null if the text is none.
function readDrawing(text) {
  try {
    return Drawing.from(JSON.parse(text));
  } catch {
    return null;
  }
}

function drawDrawing(root, drawing, picked) {
  const picture = svg("g");
  const { rows, columns } = drawing;
  const gate = { cells: drawing.cellsOf("+") };
  drawFrame(picture, { rows, columns, walls: drawing.cellsOf(WALL), gate, exits: [], isWhole: true });
  setSize(columns * CELL + 2 * FRAME, rows * CELL + 2 * FRAME);
  const inks = inksOf(drawing);
  drawing.letters().forEach((letter) => {
    const cells = drawing.cellsOf(letter);
    const name = drawing.names.get(letter);
    const face = { cells, letter, name, ink: inks.get(letter), label: labelBox(cells) };
    const group = svg("g", { style: inkOf(face), class: letter === picked ? "picked" : "" });
    group.append(...drawFace(face));
    picture.append(group);
  });
  for (const letter of drawing.goals.keys()) {
    const cells = drawing.goalCells(letter);
    picture.append(svg("path", { class: "target", d: outline(cells, TARGET) }));
    // The letter of its piece, if there are several.
    if (drawing.goals.size === 1) continue;
    const [[row, column]] = cells;
    const text = svg("text", { class: "goal-letter", x: column * CELL + 9, y: row * CELL + 19 });
    text.textContent = drawing.label(letter);
    picture.append(text);
  }
  root.setAttribute("viewBox", picture.getAttribute("viewBox"));
  // What a finger has come down on stays: else the browser would take its next tap for the same touch.
  const size = `${rows} ${columns}`;
  if (root.dataset.size !== size) {
    root.replaceChildren(svg("g"), ...layCells(rows, columns, CELL));
    root.dataset.size = size;
  }
  root.firstElementChild.replaceWith(picture);
  const aims = drawing.aims();
  for (const cell of root.querySelectorAll(".cell")) cell.setAttribute("aria-label", describeCell(drawing, cell, aims));
}

// The room for the label of a piece, [column, row, columns, rows]: a whole rectangle, or the cell of another shape
// that is nearest to its middle.
function labelBox(cells) {
  const [height, width] = extent(cells);
  const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  if (cells.length === height * width) return [left, top, width, height];
  const [down, right] = meanOf(cells);
  const far = ([row, column]) => Math.hypot(row - down, column - right);
  const [row, column] = cells.reduce((one, other) => (far(other) < far(one) ? other : one));
  return [column, row, 1, 1];
}

// The colours of the pieces by their letters: goal pieces have one, and pieces of one shape.
function inksOf(drawing) {
  const shapes = ["0,0", "0,0 0,1", "0,0 1,0"];
  const shape = (letter) => {
    const [[row, column]] = drawing.cellsOf(letter);
    return drawing.cellsOf(letter).map(([down, right]) => `${down - row},${right - column}`).join(" ");
  };
  // Goal pieces stand out only if others are there.
  const standsOut = drawing.letters().some((letter) => !drawing.goals.has(letter));
  const ink = (letter) => {
    if (standsOut && drawing.goals.has(letter)) return 0;
    if (!shapes.includes(shape(letter))) shapes.push(shape(letter));
    return 2 + (shapes.indexOf(shape(letter)) % SHADES);
  };
  return new Map(drawing.letters().map((letter) => [letter, ink(letter)]));
}

function describeCell(drawing, { dataset }, aims) {
  const [row, column] = placeOf(dataset.cell);
  const mark = drawing.mark([row, column]);
  const names = { [NOTHING]: tr`empty`, [WALL]: tr`wall`, "+": tr`gate` };
  const goals = (aims.get(String([row, column])) ?? []).map((letter) => tr`goal of ${letter}`);
  const words = [names[mark] ?? mark, ...goals].join(tr`, `);
  return tr`Row ${row + 1}, column ${column + 1}: ${words}`;
}

function listenToEasel(easel) {
  const cellAt = (point) => point.map(Math.floor);
  listenToStrokes(easel.root, CELL, (from) => {
    easel.press(cellAt(from));
    const lift = (point) => easel.lift(cellAt(point));
    return { drag: (point) => easel.drag(cellAt(point)), lift, cancel: lift };
  });
  listenToKeys(easel.root, easel, onCellKey);
}

// Whether the key has a meaning.
function onCellKey({ key, target }, easel) {
  if (!target.dataset.cell) return false;
  const cell = placeOf(target.dataset.cell);
  if (arrowOf(key)) {
    easel.root.querySelector(`[data-cell="${beyond(cell, arrowOf(key))}"]`)?.focus();
    return true;
  }
  if (key === "Delete" || key === "Backspace") return easel.type(NOTHING, cell);
  if (key !== "Enter" && key !== " ") return easel.type(key, cell);
  easel.press(cell);
  if (easel.tool !== "goal") easel.lift(cell);
  return true;
}

async function openDraw(hash, engine) {
  if (!engine) {
    byId("status").textContent = faultOf(engine);
    return;
  }
  const easel = new Easel(engine, new Drawing(5, 4));
  listenToEasel(easel);
  rove(easel.root);
  setUpEasel(easel);
  await easel.open(hash.get("draw"));
}

function setUpEasel(easel) {
  const most = () => Math.max(MAX_SIDE, easel.drawing.rows, easel.drawing.columns);
  setUpControls(easel, most, (rows, columns) =>
    easel.change(() => { easel.drawing = easel.drawing.sized(rows, columns); }));
  byId("axis").addEventListener("change", () =>
    easel.change((drawing) => { drawing.isAxis = byId("axis").checked; }));
  onDrawn("hardest", easel, () => easel.hardest());
  onDrawn("play-it", easel, async () => {
    location.hash = `#puzzle=${await packed(easel.text())}`;
  });
  onDrawn("link", easel, async () =>
    easel.say(await copyAddress(`#puzzle=${await packed(easel.text())}`)));
}
