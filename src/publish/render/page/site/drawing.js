// A puzzle that is being drawn: cells with a letter, `#` or `.`, and the goals of pieces.

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const NOTHING = ".";
const WALL = "#";

// A cell that a goal asks to be empty.
const EMPTY = "_";

const isPiece = (mark) => ![NOTHING, WALL, EMPTY, "+"].includes(mark);

class Drawing {
  constructor(rows, columns) {
    this.rows = rows;
    this.columns = columns;
    this.cells = new Array(rows * columns).fill(NOTHING);
    // The goal of the first cell of each piece, by its letter.
    this.goals = new Map();
    this.isAxis = false;
    // What a drawing does not show: header lines, names and locks of pieces, the pieces that the gate lets in,
    // and the groups of letters that stand in for each other.
    this.head = [];
    this.names = new Map();
    this.locks = new Map();
    this.guests = [];
    this.alike = [];
    // Goals as they are written, as long as none is drawn: there may be several, of any kind.
    this.written = null;
  }

  // The drawing that was kept so, which need not be a puzzle yet.
  static from({ rows, columns, cells, goals, names, locks, ...rest }) {
    const [marks, maps] = [[...cells], [goals, names, locks].map((entries) => new Map(entries))];
    if (marks.length !== rows * columns) throw new RangeError();
    const drawing = Object.assign(new Drawing(rows, columns), rest);
    return Object.assign(drawing, { cells: marks, goals: maps[0], names: maps[1], locks: maps[2] });
  }

  // As it is kept.
  toJSON() {
    const { cells, goals, names, locks } = this;
    return { ...this, cells: cells.join(""), goals: [...goals], names: [...names], locks: [...locks] };
  }

  // The drawing of a text whose sheet this is.
  static of(text, sheet) {
    const { rows, columns, walls, gate, pieces, goals, axis } = sheet;
    const drawing = new Drawing(rows, columns);
    for (const cell of gate.cells) drawing.put(cell, "+");
    for (const cell of walls) drawing.put(cell, WALL);
    for (const { letter, cells, at } of pieces) {
      for (const offset of cells) drawing.put(beyond(at, offset), letter);
    }
    drawing.isAxis = axis;
    drawing.head = headOf(sheet);
    for (const { letter, name, lock } of pieces) {
      if (name && name !== letter) drawing.names.set(letter, name);
      if (lock) drawing.locks.set(letter, lock);
    }
    drawing.guests = gate.pieces.map((piece) => pieces[piece].letter);
    drawing.alike = /^alike\s*[:：]\s*(.*)$/im.exec(text)?.[1].split(/\s+/) ?? [];
    const [goal] = goals;
    if (goals.length === 1 && goal.empties.length === 0) {
      for (const { piece, at } of goal.targets) drawing.goals.set(pieces[piece].letter, at);
    } else {
      drawing.written = goals.map((one) => drawing.writtenGoal(one, pieces)).join("\n\n");
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
    return this.cells.map((_, at) => placeAt(at, this));
  }

  cellsOf(mark) {
    return this.places().filter((cell) => this.mark(cell) === mark);
  }

  letters() {
    return [...new Set(this.cells)].filter(isPiece);
  }

  // A letter that no piece has; none if all are taken.
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

  // Puts a mark there, of a piece or a wall; what is left of another piece stays. A goal stays where it is
  // when its piece grows or shrinks, and goes if it has no room.
  set(cell, mark) {
    const letters = [this.mark(cell), mark].filter((letter) => this.goals.has(letter));
    const firsts = letters.map((letter) => this.cellsOf(letter)[0]);
    this.put(cell, mark);
    letters.forEach((letter, at) => {
      const [first] = this.cellsOf(letter);
      if (!first) {
        this.goals.delete(letter);
        return;
      }
      const [down, right] = [first[0] - firsts[at][0], first[1] - firsts[at][1]];
      this.goals.set(letter, beyond(this.goals.get(letter), [down, right]));
      if (!this.goalCells(letter).every((goal) => this.contains(goal))) this.goals.delete(letter);
    });
  }

  // Sets the goal of a piece, these rows and columns away, or removes it if it is there already.
  aim(letter, [down, right]) {
    const goal = beyond(this.cellsOf(letter)[0], [down, right]);
    this.written = null;
    if (this.goals.has(letter) && isSame(this.goals.get(letter), goal)) this.goals.delete(letter);
    else this.goals.set(letter, goal);
  }

  // The cells of the goal of a piece.
  goalCells(letter) {
    const cells = this.cellsOf(letter);
    const goal = this.goals.get(letter);
    if (!goal || cells.length === 0) return [];
    const by = [goal[0] - cells[0][0], goal[1] - cells[0][1]];
    return cells.map((cell) => beyond(cell, by));
  }

  // The pieces that have a goal on a cell, by the cell as a text.
  aims() {
    const aims = new Map();
    for (const letter of this.letters().filter((it) => this.goals.has(it))) {
      for (const cell of this.goalCells(letter)) {
        aims.set(String(cell), [...(aims.get(String(cell)) ?? []), letter]);
      }
    }
    return aims;
  }

  // The drawing on another frame, without what does not fit.
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

  // The label of a piece in its text: of numbered tiles the numbers.
  label(letter) {
    return this.names.get(letter) ?? letter;
  }

  // Whether all pieces are tiles, with the numbers from 1 on.
  isOfTiles() {
    const letters = this.letters();
    const numbers = new Set(letters.map((letter) => this.label(letter)));
    return letters.every((letter, at) => numbers.has(String(at + 1)) && this.cellsOf(letter).length === 1);
  }

  // The pieces whose goals have a cell in common, if any have.
  overlap() {
    return [...this.aims().values()].find((letters) => letters.length > 1);
  }

  // Header lines about the pieces that there are.
  rules() {
    const letters = this.letters();
    const line = (key, words) => (words.length ? [`${key}: ${words.join(" ")}`] : []);
    const entries = (map) => letters.filter((letter) => map.has(letter)).map((letter) => `${letter}=${map.get(letter)}`);
    const guests = this.guests.filter((letter) => letters.includes(letter));
    const groups = this.alike.map((group) => [...group].filter((letter) => letters.includes(letter)).join(""));
    return [
      ...line("names", this.isOfTiles() ? [] : entries(this.names)),
      ...(this.isAxis ? ["pieces: axis"] : []),
      ...(this.cells.includes("+") ? line("gate", ["+ =", ...guests]) : []),
      ...line("lock", entries(this.locks)),
      ...line("alike", groups.filter((group) => [...group].length > 1)),
    ];
  }

  // Its cells with what `markOf` has for each, row by row: tiles with their numbers.
  grid(markOf) {
    const written = this.isOfTiles() ? (mark) => this.label(mark) : (mark) => mark;
    const marks = this.places().map((cell) => written(markOf(cell)));
    const width = Math.max(...marks.map((mark) => mark.length));
    const lines = Array.from({ length: this.rows }, (_, row) => marks.slice(row * this.columns, (row + 1) * this.columns));
    return lines.map((line) => line.map((mark) => mark.padStart(width)).join(" ")).join("\n");
  }

  // A goal as it is written.
  writtenGoal({ targets, empties }, pieces) {
    const marks = new Map(empties.map((cell) => [String(cell), EMPTY]));
    for (const { piece, at } of targets) {
      for (const offset of pieces[piece].cells) marks.set(String(beyond(at, offset)), pieces[piece].letter);
    }
    const markOf = (cell) => marks.get(String(cell)) ?? (this.mark(cell) === WALL ? WALL : NOTHING);
    return `goal:\n${this.grid(markOf)}`;
  }

  // The puzzle as its file is written.
  text() {
    const head = [...this.head, ...this.rules()];
    const aims = this.aims();
    const goalMark = (cell) => aims.get(String(cell))?.at(-1) ?? (this.mark(cell) === WALL ? WALL : NOTHING);
    const goal = this.written ?? (aims.size ? `goal:\n${this.grid(goalMark)}` : "");
    return [head.join("\n"), this.grid((cell) => this.mark(cell)), goal].filter(Boolean).join("\n\n") + "\n";
  }
}

// Header lines about the puzzle as a whole, without its optimum, which a change makes void.
function headOf({ names, aliases, note, finish }) {
  return [
    ...names.map(([lang, name]) => `${lang ? `name.${lang}` : "name"}: ${name}`),
    ...(aliases.length ? [`alias: ${aliases.join("、")}`] : []),
    ...(note ? [`note: ${note}`] : []),
    ...(finish === "clear" ? ["finish: clear"] : []),
  ];
}
