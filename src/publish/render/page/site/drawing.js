// A puzzle in the editor and in the list: header lines, cells with a mark, and the goals of pieces. It is kept as
// its text. A mark is `#`, `.`, `+`, or that of a piece: a letter, or the number of a tile.

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const NOTHING = ".";

// The maximum number of rows and columns in an editor.
const MAX_ROWS = 50;
const WALL = "#";

// The space before an entry of a header line: `A=Zhang Fei B=row`.
const BEFORE_ENTRY = / (?=\S+=)/;

const isPiece = (mark) => ![NOTHING, WALL, "+"].includes(mark);

class Drawing {
  // The goal of the first cell of each piece, by its mark.
  goals = new Map();

  // Goals as text, until a goal is drawn. Only a text can have several goals.
  written = null;

  constructor(rows, columns, head = []) {
    Object.assign(this, { rows, columns, head });
    this.cells = new Array(rows * columns).fill(NOTHING);
  }

  // Returns the drawing of a text that has a mark for each cell; null for another text. A change invalidates the
  // optimum and the source.
  static of(text) {
    const parts = text.trimEnd().split("\n\n");
    const head = parts[0].includes(": ") ? parts.shift().split("\n") : [];
    const [rows = [], goal] = parts.map((part) =>
      part.replace("goal:\n", "").split("\n").map((line) => line.trim().split(/\s+/)));
    const drawing = new Drawing(rows.length, rows[0]?.length ?? 0, head.filter((line) => !/^(best|source):/.test(line)));
    drawing.cells = rows.flat();
    const isMark = (mark) => /^([\p{L}\p{N}#.+]|\d+)$/u.test(mark) && !(Number(mark) > drawing.cells.length);
    const isBoard = drawing.columns > 0 && rows.every(({ length }) => length === drawing.columns);
    if (!isBoard || !drawing.cells.every(isMark)) return null;
    if (drawing.isLarge()) return drawing;
    const end = Object.assign(new Drawing(drawing.rows, drawing.columns), { cells: goal?.flat() ?? [] });
    for (const letter of end.letters()) drawing.goals.set(letter, end.cellsOf(letter)[0]);
    // The goal is larger than the board.
    if (drawing.goals.values().some((cell) => !cell)) return null;
    const written = parts.slice(1).join("\n\n");
    if (written === drawing.goalText()) return drawing;
    return Object.assign(drawing, { goals: new Map(), written });
  }

  // Returns whether a board is too large for an editor, which then does not read its goals.
  isLarge() {
    return Math.max(this.rows, this.columns) > MAX_ROWS;
  }

  // Returns the value of a header line.
  header(key) {
    return this.head.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2) ?? "";
  }

  // Sets a header line. Without a value, removes it.
  setHeader(key, value) {
    const others = this.head.filter((line) => !line.startsWith(`${key}: `));
    this.head = value ? [`${key}: ${value}`, ...others] : others;
  }

  mark(cell) {
    return isWithin(cell, this) ? this.cells[cell[0] * this.columns + cell[1]] : null;
  }

  put([row, column], mark) {
    this.cells[row * this.columns + column] = mark;
  }

  places() {
    return this.cells.map((_, at) => placeAt(at, this));
  }

  cellsOf(mark) {
    return this.places().filter((cell) => this.mark(cell) === mark);
  }

  // Returns the marks of the pieces, in the order of their first cells.
  letters() {
    return [...new Set(this.cells)].filter(isPiece);
  }

  // Returns a free mark: the next number on a board of tiles, or else a letter; undefined if all are taken.
  newLetter() {
    const next = String(this.letters().length + 1);
    const isOfTiles = this.cells.some((mark) => mark.length > 1);
    return (isOfTiles ? [next] : LETTERS).find((letter) => !this.cells.includes(letter));
  }

  // Returns whether a cell is beside a cell of a piece.
  touches(letter, cell) {
    return Object.values(WAYS).some((way) => this.mark(beyond(cell, way)) === letter);
  }

  // Removes a piece with its goal, or a wall.
  clear(cell) {
    const mark = this.mark(cell);
    const cells = isPiece(mark) ? this.cellsOf(mark) : [cell];
    for (const cleared of cells) this.put(cleared, NOTHING);
    this.goals.delete(mark);
  }

  // Puts a mark of a piece or a wall into a cell. Other cells of a replaced piece stay. The goal of a changed
  // piece stays in place; without room it is removed.
  set(cell, mark) {
    const letters = [this.mark(cell), mark].filter((letter) => this.goals.has(letter));
    const firsts = letters.map((letter) => this.cellsOf(letter)[0]);
    this.put(cell, mark);
    letters.forEach((letter, at) => {
      const [first] = this.cellsOf(letter);
      if (first) this.aim(letter, beyond(this.goals.get(letter), offsetTo(first, firsts[at])));
      else this.goals.delete(letter);
    });
  }

  // Sets the goal of the first cell of a piece. Without room for the piece, removes the goal and returns a piece
  // whose goal is in the way, or null.
  aim(letter, goal) {
    this.goals.set(letter, goal);
    const aims = this.aims(letter);
    const cells = this.goalCells(letter);
    const other = cells.map((cell) => aims.get(String(cell))).find(Boolean);
    if (other || !cells.every((cell) => isWithin(cell, this))) this.goals.delete(letter);
    return other ?? null;
  }

  // Returns the cells of the goal of a piece.
  goalCells(letter) {
    const cells = this.cellsOf(letter);
    const goal = this.goals.get(letter);
    return cells.map((cell) => beyond(goal, offsetTo(cell, cells[0])));
  }

  // Returns the pieces with a goal but this one, by the cells of their goals as text.
  aims(but = "") {
    const letters = this.goals.keys().filter((letter) => letter !== but);
    return new Map(letters.flatMap((letter) => this.goalCells(letter).map((cell) => [String(cell), letter])));
  }

  // Returns the drawing in a frame of another size, without the parts that do not fit.
  sized(rows, columns) {
    const drawing = Object.assign(new Drawing(rows, columns, this.head), { written: this.written });
    for (const cell of this.places()) {
      if (isWithin(cell, drawing)) drawing.put(cell, this.mark(cell));
    }
    for (const [letter, goal] of this.goals) if (drawing.cellsOf(letter).length) drawing.aim(letter, goal);
    return drawing;
  }

  // Returns the names of pieces by letter.
  names() {
    return new Map(this.header("names").split(BEFORE_ENTRY).map((entry) => /** @type {any} */ (entry.split("="))));
  }

  // Returns a header line without the pieces that are gone; "" if nothing is left.
  trimmed(line) {
    const [, key, value] = /^(names|lock|ice|gate|alike|distinct): (.*)$/.exec(line) ?? [];
    if (!key) return line;
    if (key === "gate" && !this.cells.includes("+")) return "";
    const isHere = (mark) => /[\s+=]/.test(mark) || this.cells.includes(mark);
    const left = /^(names|lock|ice)$/.test(key)
      ? value.split(BEFORE_ENTRY).filter((entry) => isHere(entry.split("=")[0])).join(" ")
      : [...value].filter(isHere).join("").trim();
    // A group of one letter is none.
    const whole = key === "alike" ? left.split(/\s+/).filter((group) => group.length > 1).join(" ") : left;
    return whole && `${key}: ${whole}`;
  }

  // Returns the cells as text, with `markOf` each, row by row.
  grid(markOf) {
    const marks = this.places().map(markOf);
    const width = Math.max(...marks.map((mark) => mark.length));
    const lines = times(this.rows, (row) => marks.slice(row * this.columns, (row + 1) * this.columns));
    return lines.map((line) => line.map((mark) => mark.padStart(width)).join(" ")).join("\n");
  }

  goalText() {
    if (this.written !== null || this.goals.size === 0) return this.written ?? "";
    const aims = this.aims();
    return `goal:\n${this.grid((cell) => aims.get(String(cell)) ?? (this.mark(cell) === WALL ? WALL : NOTHING))}`;
  }

  // Returns the puzzle as its file is written.
  text() {
    const head = joined(this.head.map((line) => this.trimmed(line)), "\n");
    return joined([head, this.grid((cell) => this.mark(cell)), this.goalText()], "\n\n") + "\n";
  }
}

// Draws a puzzle of the list, whose frame and faces are in tables.
function drawListed(root, { text, looks, figures, ...puzzle }) {
  const drawing = Drawing.of(text);
  const pieces = drawing.letters().map((letter, at) => {
    const [face, ink] = looks[at];
    return { ...FACES[face], ink, letter, figure: figures[at], at: drawing.cellsOf(letter)[0] };
  });
  drawPuzzle(root, withFigures({ ...puzzle, pieces }));
}
