// A puzzle that is being drawn: cells with a letter, `#` or `.`, and where pieces have to come to.

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const NOTHING = ".";
const WALL = "#";

const isPiece = (mark) => mark !== NOTHING && mark !== WALL && mark !== "+";

class Drawing {
  constructor(rows, columns) {
    this.rows = rows;
    this.columns = columns;
    this.cells = new Array(rows * columns).fill(NOTHING);
    // Where the first cell of a piece has to come to, by its letter.
    this.goals = new Map();
    this.isAxis = false;
    // Header lines that a drawing does not show: names, locks, a gate.
    this.head = [];
    // Goals as they are written, as long as none is drawn: there may be several, of any kind.
    this.written = null;
  }

  // The drawing of a text whose sheet this is.
  static of(text, { rows, columns, walls, gate, pieces, goals, axis }) {
    const drawing = new Drawing(rows, columns);
    for (const cell of gate.cells) drawing.put(cell, "+");
    for (const cell of walls) drawing.put(cell, WALL);
    for (const { letter, cells, at } of pieces) {
      for (const offset of cells) drawing.put(beyond(at, offset), letter);
    }
    drawing.isAxis = axis;
    const lines = text.split("\n");
    const isKept = (line) => /^[\w.-]+:/.test(line) && !/^(best|source|pieces|goal):/.test(line);
    drawing.head = lines.filter(isKept);
    const [goal] = goals;
    if (goals.length === 1 && goal.empties.length === 0) {
      for (const { piece, at } of goal.targets) drawing.goals.set(pieces[piece].letter, at);
    } else {
      drawing.written = lines.slice(lines.findIndex((line) => line.startsWith("goal:"))).join("\n").trimEnd();
    }
    return drawing;
  }

  copy() {
    const copy = Object.assign(new Drawing(this.rows, this.columns), this);
    return Object.assign(copy, { cells: [...this.cells], goals: new Map(this.goals) });
  }

  contains([row, column]) {
    return row >= 0 && row < this.rows && column >= 0 && column < this.columns;
  }

  mark(cell) {
    return this.contains(cell) ? this.cells[cell[0] * this.columns + cell[1]] : null;
  }

  put([row, column], mark) {
    this.cells[row * this.columns + column] = mark;
  }

  places() {
    return this.cells.map((_, at) => [Math.floor(at / this.columns), at % this.columns]);
  }

  cellsOf(mark) {
    return this.places().filter((cell) => this.mark(cell) === mark);
  }

  letters() {
    return [...new Set(this.cells)].filter(isPiece);
  }

  // A letter that no piece has; none where all are taken.
  newLetter() {
    return LETTERS.find((letter) => !this.cells.includes(letter));
  }

  // Whether a piece may have this cell: it lies at the side of one of its others.
  touches(letter, cell) {
    return Object.values(WAYS).some((way) => this.mark(beyond(cell, way)) === letter);
  }

  // Takes away a piece with its goal, or a wall.
  clear(cell) {
    const mark = this.mark(cell);
    const cells = isPiece(mark) ? this.cellsOf(mark) : [cell];
    for (const cleared of cells) this.put(cleared, NOTHING);
    this.goals.delete(mark);
  }

  // Puts a mark there, of a piece or a wall; what is left of another piece stays.
  set(cell, mark) {
    const before = this.mark(cell);
    this.put(cell, mark);
    if (isPiece(before) && this.cellsOf(before).length === 0) this.goals.delete(before);
  }

  // The piece has to come to where it is so far away; where it has to already, it has not.
  aim(letter, [down, right]) {
    const goal = beyond(this.cellsOf(letter)[0], [down, right]);
    this.written = null;
    if (this.goals.has(letter) && isSame(this.goals.get(letter), goal)) this.goals.delete(letter);
    else this.goals.set(letter, goal);
  }

  // The cells that a piece has to come to.
  goalCells(letter) {
    const cells = this.cellsOf(letter);
    const goal = this.goals.get(letter);
    if (!goal || cells.length === 0) return [];
    const by = [goal[0] - cells[0][0], goal[1] - cells[0][1]];
    return cells.map((cell) => beyond(cell, by));
  }

  // The same on another frame: what does not fit is gone.
  sized(rows, columns) {
    const drawing = Object.assign(this.copy(), { rows, columns });
    drawing.cells = new Array(rows * columns).fill(NOTHING);
    for (const cell of this.places()) {
      if (drawing.contains(cell)) drawing.put(cell, this.mark(cell));
    }
    for (const letter of this.goals.keys()) {
      const isInside = drawing.cellsOf(letter).length && drawing.goalCells(letter).every((cell) => drawing.contains(cell));
      if (!isInside) drawing.goals.delete(letter);
    }
    return drawing;
  }

  // The puzzle as its file is written.
  text() {
    const head = [...this.head, ...(this.isAxis ? ["pieces: axis"] : [])];
    const grid = (markOf) => Array.from({ length: this.rows }, (_, row) =>
      Array.from({ length: this.columns }, (_, column) => markOf([row, column])).join(" ")).join("\n");
    const aims = new Map([...this.goals.keys()].flatMap((letter) =>
      this.goalCells(letter).map((cell) => [String(cell), letter])));
    const goalMark = (cell) => aims.get(String(cell)) ?? (this.mark(cell) === WALL ? WALL : NOTHING);
    const goal = this.written ?? (aims.size ? `goal:\n${grid(goalMark)}` : "");
    return [head.join("\n"), grid((cell) => this.mark(cell)), goal].filter(Boolean).join("\n\n") + "\n";
  }
}
