// The editor of puzzles: by pointer, by keys or as text.

const DRAWING_KEPT = "huarong drawing";

// Larger frames are hard to draw.
const MAX_SIDE = 20;

// What can be done with a puzzle, by the scale of its search.
const READY = {
  small: tr("This is a puzzle: play it, or have it solved."),
  large: tr("This is a puzzle: play it, or have it solved. Its hardest start is too much for a page."),
  huge: tr("This is a puzzle: play it. It is too large to be solved here."),
};

// The width of the frame.
const FRAME = 15;

// The number of colours of shapes.
const SHADES = 18;

class Easel extends Editor {
  revive = Drawing.of; key = DRAWING_KEPT; reader = new Engine(); picture = svg("g");

  // It holds the letter of a piece, or the cell of a piece that gets a goal.
  constructor() {
    super(byId("drawing"), new Drawing(5, 4), "piece");
    this.root.append(this.picture, this.cells);
    // The drawing need not be a valid puzzle.
    this.keep = autosave(DRAWING_KEPT, () => ({ drawing: this.text(), ...this.changes.kept() }),
      async () => `#draw=${await packed(this.text())}`);
  }

  empty() {
    this.replace(new Drawing(this.drawing.rows, this.drawing.columns));
  }

  begin(drawing) {
    this.drawing = drawing;
    this.held = null;
    this.show();
  }

  // Opens the drawing of the address. If the address has none, or is that of the stored drawing, opens the
  // stored one.
  async open(code) {
    const own = restored(DRAWING_KEPT, Drawing.of);
    const text = code ? await unpacked(code) : null;
    const { drawing, sheet, notes } = await this.drawingOf(text);
    this.resume(own, own && (!drawing || own.address === location.hash), drawing ?? this.drawing);
    if (code) await this.check();
    if (drawing) this.note(notes);
    else if (code) say(faultOf(sheet), "wrong");
  }

  // Returns the drawing of a text, which is a puzzle in any notation, a board or a link to one, or the sheet with
  // its error.
  async drawingOf(given) {
    const text = await linkedText(given);
    if (text === null) return {};
    const sheet = await this.reader.ask({ convert: { text } });
    const isPuzzle = sheet?.answer === "puzzle";
    const board = text.trim().split("\n").map((line) => [...line.replace(/\s/g, "")].join(" ")).join("\n");
    const drawing = isPuzzle ? Drawing.of(sheet.text) : Drawing.of(text) ?? Drawing.of(board);
    if (drawing?.isLarge()) return { sheet: { why: tr("That is too large: {} rows and columns at most.", MAX_ROWS) } };
    const isBoard = drawing?.cells.includes(NOTHING) && drawing.letters().length > 0;
    return isPuzzle || isBoard ? { drawing, notes: sheet?.notes } : { sheet };
  }

  // Begins with an empty frame and the first shape to lay in it, or with numbers, which are typed as text.
  beginWith({ shape, text }) {
    this.tool = shape;
    byId("as-text").open = shape === "piece";
    this.replace(Drawing.of(text));
  }

  // Lays a piece of the chosen shape, if there is room. The first one has to come to the right side as a car, and
  // else to the middle of the lower side.
  lay(cell) {
    const { drawing } = this;
    const [width, height] = this.tool.split("x").map(Number);
    const cells = times(width * height, (at) => beyond(cell, placeAt(at, { columns: width })));
    const letter = drawing.newLetter();
    if (!letter || !cells.every((cell) => drawing.mark(cell) === NOTHING)) {
      warn("It has no room there.");
      return;
    }
    const isFirst = drawing.letters().length === 0;
    this.change(() => {
      for (const each of cells) drawing.set(each, letter);
      const room = drawing.columns - width;
      const beside = [cell[0], room];
      const below = [drawing.rows - height, Math.floor(room / 2)];
      if (isFirst) drawing.aim(letter, drawing.header("pieces") ? beside : below);
    });
  }

  // The pointer presses a cell.
  press(cell) {
    const { drawing } = this;
    const mark = drawing.mark(cell);
    if (mark === null) return;
    if (this.tool === "goal") {
      this.earlier = this.held;
      this.held = isPiece(mark) ? { letter: mark, at: cell } : null;
      this.show();
    } else if (this.tool.includes("x")) this.lay(cell);
    else {
      // A stroke is one change.
      this.origin = this.text();
      if (this.tool !== "piece") this.held = this.tool === "clear" || mark === WALL ? NOTHING : WALL;
      else this.held = isPiece(mark) ? mark : drawing.newLetter() ?? null;
      // A stroke from a wall removes walls.
      if (this.held && mark !== this.held) this.pull(cell);
      this.show();
    }
  }

  // The pointer drags over a cell.
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

  // The pointer is released.
  lift(cell) {
    if (this.tool !== "goal") {
      this.held = null;
      if (this.origin) this.settle(this.origin);
      this.origin = null;
      return;
    }
    const { held, earlier, drawing: { goals } } = this;
    // A drag sets a goal at once, two presses set it by the second. A press on the piece again, or on its goal, removes it.
    if (held && !isSame(cell, held.at)) this.aim(held, cell);
    else if (earlier && earlier.letter !== held?.letter) this.aim(earlier, cell);
    else if (held && !earlier) announce(tr("{} is picked up: press its goal.", held.letter));
    else this.change((drawing) => goals.delete(held?.letter ?? drawing.aims().get(String(cell))));
  }

  // Sets the goal of a piece: its cell `at` has to come to this cell.
  async aim({ letter, at }, cell) {
    const { drawing } = this;
    const goal = beyond(drawing.cellsOf(letter)[0], offsetTo(cell, at));
    let other = null;
    this.change(() => {
      drawing.written = null;
      other = drawing.aim(letter, goal);
    });
    if (!other) return;
    await this.check();
    warn("The goals of {} and {} overlap.", other, letter);
  }

  // Describes a cell for screen readers.
  describe(key, aims) {
    const cell = placeOf(key);
    const mark = this.drawing.mark(cell);
    const names = { [NOTHING]: tr("empty"), [WALL]: tr("wall"), "+": tr("gate") };
    const aimed = aims.get(key);
    return describedAt(cell, [names[mark] ?? mark, aimed && tr("goal of {}", aimed)]);
  }

  // Types a character into a cell. Returns whether the character has a meaning.
  type(key, cell) {
    if ([...key].length !== 1 || !/[\p{L}\p{N}#.+]/u.test(key)) return false;
    this.change((drawing) => (key === NOTHING ? drawing.clear(cell) : drawing.set(cell, key)));
    return true;
  }

  show() {
    const { drawing } = this;
    if (this.held?.letter && !drawing.letters().includes(this.held.letter)) this.held = null;
    const [height, width] = [drawing.rows, drawing.columns].map((side) => side * CELL + 2 * FRAME);
    setView(this.root, [-FRAME, -FRAME, width, height]);
    this.picture.replaceChildren(...drawDrawing(drawing, this.held?.letter));
    this.showCells(CELL, drawing.aims());
    showControls(this.tool, drawing, this.changes);
    byId("axis").checked = drawing.header("pieces") === "axis";
    byId("name").value = drawing.header("name");
    this.showText();
    this.check();
  }

  // Reports whether the drawing is a valid puzzle, its error, and whether the solvers accept it.
  async check() {
    const text = this.drawing.text();
    if (this.checked?.text === text) return this.checked.sheet;
    const sheet = await sheetOf(this.engine, text);
    // A newer change has replaced this one.
    if (!sheet || text !== this.drawing.text()) return null;
    if (sheet.answer !== "unloaded") this.checked = { text, sheet };
    const [fault, kind] = this.fault(sheet);
    const isOff = (...scales) => Boolean(fault) || scales.includes(sheet.scale);
    for (const id of ["play-it", "link"]) disable(id, isOff());
    for (const id of ["hint", "solve"]) disable(id, isOff("huge"));
    disable("hardest", isOff("huge", "large"));
    say(fault ?? READY[sheet.scale], kind);
    return sheet;
  }

  // Returns what the drawing lacks or its error, and the kind of this message.
  fault(sheet) {
    if (this.drawing.letters().length === 0) return [tr("There are no pieces yet.")];
    if (this.drawing.goals.size === 0 && this.drawing.written === null) return [tr("No piece has a goal yet.")];
    return sheet.why ? [errorOf(sheet, byId("as-text").open), "wrong"] : [];
  }

  // Sends a request about the drawing to the engine, and shows the search.
  async ask(what) {
    const sheet = await this.check();
    if (!sheet?.pieces) return undefined;
    const answer = await askAloud(this.engine, requestOf(what, sheet, startOf(sheet)));
    // An answer about an earlier drawing is void.
    return sheet.text === this.drawing.text() ? answer : undefined;
  }

  // Tells the length of a shortest solution, or its first move.
  async solve(isHint = false) {
    const answer = await this.ask("solve");
    if (answer === undefined) return;
    const { moves: [first] = [] } = answer ?? {};
    const count = UNITS.move.count(answer?.moves?.length);
    if (!answer?.moves) say(reasonOf(answer), "wrong");
    else if (isHint && first) {
      const [piece, ways] = first;
      const { sheet } = this.checked;
      const [{ places }] = Game.of(sheet, [first], startOf(sheet)).moves;
      this.picture.append(svg("polyline", { class: "hint", points: middlesOf(places, sheet.pieces[piece]) }));
      say(tr("Hint: {}.", sheet.pieces[piece].letter + " " + signsOf(ways)) + " " + tr("{} left from here.", count));
    } else tell("The shortest solution has {}; {} positions searched.", count, withCommas(answer.states));
  }

  async hardest() {
    const answer = await this.ask("explore");
    if (answer === undefined) return;
    if (!answer?.farthest) {
      say(answer?.layers ? tr("No goal can be reached.") : reasonOf(answer), "wrong");
      return;
    }
    this.replace(Drawing.of(answer.text));
    await this.check();
    tell("The hardest of {} positions: {}.", totalOf(answer.layers), UNITS.move.count(answer.hardest));
  }

  // Reads the text field, or reports its error.
  async readText() {
    this.checked = null;
    tell("Reading…");
    const text = byId("text").value;
    const { drawing, sheet, notes } = await this.drawingOf(text);
    // Another text has been read meanwhile.
    if (text !== byId("text").value) return;
    if (drawing) {
      this.shownText = text;
      this.replace(drawing);
      this.root.scrollIntoView();
      await this.check();
      this.note(notes);
    } else if (sheet && !followLink(text, tr("This link holds no puzzle."))) {
      say(errorOf(sheet, true), "wrong");
    }
  }

  // Adds the assumptions about a text to the status.
  note(notes = []) {
    if (notes.length) say(byId("status").textContent + " " + noted(notes));
  }
}

// Returns the text of the puzzle or the drawing in an address of the site; another text stays.
async function linkedText(text) {
  const hash = addressIn(text ?? "");
  return hash ? await textOf(new URLSearchParams(hash.slice(1))) ?? text : text;
}

// Draws a drawing. The library cannot: it draws valid puzzles only.
function drawDrawing(drawing, picked) {
  const floor = drawing.places().filter((cell) => drawing.mark(cell) !== WALL);
  const inks = inksOf(drawing);
  const names = drawing.names();
  const drawPiece = (letter) => {
    const cells = drawing.cellsOf(letter);
    const d = bodyOf(cells);
    return svg("g", { "data-ink": inks.get(letter), class: letter === picked ? "picked" : "" },
      svg("path", { class: "edge", d }), svg("path", { class: "body", d }),
      drawLabel({ letter, name: names.get(letter), label: labelBox(cells) }));
  };
  const drawTarget = (letter) => {
    const cells = drawing.goalCells(letter);
    const [[row, column]] = cells;
    const place = { x: column * CELL + 6, y: row * CELL + 15 };
    // With several goals, each has the letter of its piece.
    const text = drawing.goals.size > 1 ? names.get(letter) ?? letter : "";
    return svg("g", {}, svg("path", { class: "target", d: bodyOf(cells) }),
      svg("text", { class: "goal-letter", ...place }, text));
  };
  return [
    svg("rect", { class: "frame", x: -FRAME, y: -FRAME, width: "100%", height: "100%", rx: 12 }),
    svg("path", { class: "floor", d: floor.map((cell) => box(cell, 0)).join("") }),
    svg("path", { class: "gate", d: drawing.cellsOf("+").map(stripes).join("") }),
    ...drawing.letters().map(drawPiece),
    ...drawing.goals.keys().map(drawTarget),
  ];
}

// Returns a rectangle over a cell and the cells to its right and below it, with a margin.
const box = ([row, column], margin, down = 0, right = 0) => {
  const width = (1 + right) * CELL - 2 * margin;
  const height = (1 + down) * CELL - 2 * margin;
  return `M${column * CELL + margin} ${row * CELL + margin}h${width}v${height}h${-width}z`;
};

// Returns the body of a piece, whose wide lines have round corners: its cells, and the rectangles that join
// two or four of them.
function bodyOf(cells) {
  const isOwn = new Set(cells.map(String));
  const spans = [[0, 0], [0, 1], [1, 0], [1, 1]];
  return cells.flatMap((cell) => spans
    .filter(([down, right]) => [[0, 0], [down, 0], [0, right], [down, right]].every((by) => isOwn.has(String(beyond(cell, by)))))
    .map((span) => box(cell, 10, ...span))).join("");
}

// Returns slanting stripes over a cell.
const stripes = ([row, column]) =>
  `M${column * CELL} ${(row + 0.5) * CELL}l30-30m30 0l-60 60m30 0l30-30`;

// Returns the room for the label of a piece, [column, row, columns, rows]: a whole rectangle, or else the cell
// nearest to the middle.
function labelBox(cells) {
  const [top, left] = cells[0];
  const [rows, columns] = beyond(offsetTo(cells.at(-1), cells[0]), [1, 1]);
  const isWhole = cells.length === rows * columns && cells.every(([, column]) => column >= left && column < left + columns);
  if (isWhole) return [left, top, columns, rows];
  const middle = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const distance = (cell) => Math.hypot(...offsetTo(cell, middle));
  const [[row, column]] = cells.toSorted((one, other) => distance(one) - distance(other));
  return [column, row, 1, 1];
}

// Returns the colours of the pieces by letter: one for goal pieces, and one for each shape.
function inksOf(drawing) {
  const letters = drawing.letters();
  const shapeOf = (letter) => drawing.cellsOf(letter).map((cell, _, [first]) => offsetTo(cell, first)).join(" ");
  const shapes = [...new Set(["0,0", "0,0 0,1", "0,0 1,0", ...letters.map(shapeOf)])];
  // Goal pieces stand out only if others are present.
  const standsOut = letters.some((letter) => !drawing.goals.has(letter));
  const inkOf = (letter) => (standsOut && drawing.goals.has(letter) ? 0 : 2 + (shapes.indexOf(shapeOf(letter)) % SHADES));
  return new Map(letters.map((letter) => [letter, inkOf(letter)]));
}

function listenToEasel(easel) {
  const cellAt = (point) => point.map(Math.floor);
  listenToStrokes(easel.root, CELL, (from) => {
    easel.press(cellAt(from));
    const lift = (point) => easel.lift(cellAt(point));
    return { drag: (point) => easel.drag(cellAt(point)), lift, cancel: lift };
  });
  listenToKeys(easel, ({ key }, cell) => onCellKey(easel, key, placeOf(cell)));
}

// Returns whether the key has a meaning.
function onCellKey(easel, key, cell) {
  if (arrowOf(key)) return false;
  if (key === "Delete" || key === "Backspace") return easel.type(NOTHING, cell);
  if (key !== "Enter" && key !== " ") return easel.type(key, cell);
  easel.press(cell);
  easel.lift(cell);
  return true;
}

async function openDraw(hash) {
  const easel = new Easel();
  listenToEasel(easel);
  keepTabStop(easel.root);
  const maximum = () => Math.max(MAX_SIDE, easel.drawing.rows, easel.drawing.columns);
  setUpControls(easel, maximum);
  byId("presets").onchange = ({ target }) => {
    const { dataset } = target.selectedOptions[0];
    target.value = "";
    whenRead(easel, () => easel.beginWith(dataset));
  };
  byId("name").onchange = ({ target: { value } }) => easel.change((drawing) => drawing.setHeader("name", value.trim()));
  byId("axis").onchange = () =>
    easel.change((drawing) => drawing.setHeader("pieces", byId("axis").checked && "axis"));
  const address = async () => `#puzzle=${await packed(easel.text())}`;
  onDrawn(easel, {
    hint: () => easel.solve(true),
    hardest: () => easel.hardest(),
    "play-it": async () => { location.hash = await address(); },
    link: async () => say(await copyAddress(await address())),
  });
  await easel.open(hash.get("draw"));
}
