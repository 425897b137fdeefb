// A puzzle in the editor: cells with a letter, `#` or `.`, and the goals of pieces.

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const NOTHING = ".";
const WALL = "#";

// A cell that a goal requires to be empty.
const EMPTY = "_";

const isPiece = (mark) => ![NOTHING, WALL, EMPTY, "+"].includes(mark);

class Drawing {
  constructor(rows, columns) {
    this.rows = rows;
    this.columns = columns;
    this.cells = new Array(rows * columns).fill(NOTHING);
    // The goal of the first cell of each piece, by letter.
    this.goals = new Map();
    this.isAxis = false;
    // Invisible parts: header lines, names and locks of pieces, the pieces that may enter the gate, and
    // groups of interchangeable letters.
    this.head = [];
    this.names = new Map();
    this.locks = new Map();
    this.guests = [];
    this.alike = [];
    // Goals as text, until a goal is drawn. Only a text can have several goals.
    this.written = null;
  }

  // Restores a stored drawing, which need not be a valid puzzle.
  static from({ rows, columns, cells, goals, names, locks, ...rest }) {
    const marks = [...cells];
    const maps = [goals, names, locks].map((entries) => new Map(entries));
    if (marks.length !== rows * columns) throw new RangeError();
    const drawing = Object.assign(new Drawing(rows, columns), rest);
    return Object.assign(drawing, { cells: marks, goals: maps[0], names: maps[1], locks: maps[2] });
  }

  // Returns the drawing for the storage.
  toJSON() {
    const { cells, goals, names, locks } = this;
    return { ...this, cells: cells.join(""), goals: [...goals], names: [...names], locks: [...locks] };
  }

  // Returns the drawing of a text with this sheet.
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

  name() {
    return this.head.find((line) => line.startsWith("name: "))?.slice(6) ?? "";
  }

  rename(name) {
    const others = this.head.filter((line) => !line.startsWith("name: "));
    this.head = name ? [`name: ${name}`, ...others] : others;
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

  // Returns a free letter; undefined if all are taken.
  newLetter() {
    return LETTERS.find((letter) => !this.cells.includes(letter));
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
      if (!first) {
        this.goals.delete(letter);
        return;
      }
      const down = first[0] - firsts[at][0];
      const right = first[1] - firsts[at][1];
      this.goals.set(letter, beyond(this.goals.get(letter), [down, right]));
      if (!this.goalCells(letter).every((goal) => this.contains(goal))) this.goals.delete(letter);
    });
  }

  // Sets the goal of a piece at this offset. The same goal again is removed.
  aim(letter, [down, right]) {
    const goal = beyond(this.cellsOf(letter)[0], [down, right]);
    this.written = null;
    if (this.goals.has(letter) && isSame(this.goals.get(letter), goal)) this.goals.delete(letter);
    else this.goals.set(letter, goal);
  }

  // Returns the cells of the goal of a piece.
  goalCells(letter) {
    const cells = this.cellsOf(letter);
    const goal = this.goals.get(letter);
    if (!goal || cells.length === 0) return [];
    const by = [goal[0] - cells[0][0], goal[1] - cells[0][1]];
    return cells.map((cell) => beyond(cell, by));
  }

  // Returns the pieces with a goal on a cell, by the cell as text.
  aims() {
    const aims = new Map();
    for (const letter of this.letters().filter((it) => this.goals.has(it))) {
      for (const cell of this.goalCells(letter)) {
        aims.set(String(cell), [...(aims.get(String(cell)) ?? []), letter]);
      }
    }
    return aims;
  }

  // Returns the drawing in a frame of another size, without the parts that do not fit.
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

  // Returns the label of a piece in the text. Numbered tiles have their numbers.
  label(letter) {
    return this.names.get(letter) ?? letter;
  }

  // Returns whether all pieces are tiles with the numbers from 1 on.
  isOfTiles() {
    const letters = this.letters();
    const numbers = new Set(letters.map((letter) => this.label(letter)));
    return letters.every((letter, at) => numbers.has(String(at + 1)) && this.cellsOf(letter).length === 1);
  }

  // Returns pieces whose goals overlap; undefined if none do.
  overlap() {
    return [...this.aims().values()].find((letters) => letters.length > 1);
  }

  // Returns the header lines about the present pieces.
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

  // Returns the cells as text, with `markOf` each, row by row.
  grid(markOf) {
    const written = this.isOfTiles() ? (mark) => this.label(mark) : (mark) => mark;
    const marks = this.places().map((cell) => written(markOf(cell)));
    const width = Math.max(...marks.map((mark) => mark.length));
    const lines = Array.from({ length: this.rows }, (_, row) => marks.slice(row * this.columns, (row + 1) * this.columns));
    return lines.map((line) => line.map((mark) => mark.padStart(width)).join(" ")).join("\n");
  }

  // Returns a goal as text.
  writtenGoal({ targets, empties }, pieces) {
    const marks = new Map(empties.map((cell) => [String(cell), EMPTY]));
    for (const { piece, at } of targets) {
      for (const offset of pieces[piece].cells) marks.set(String(beyond(at, offset)), pieces[piece].letter);
    }
    const markOf = (cell) => marks.get(String(cell)) ?? (this.mark(cell) === WALL ? WALL : NOTHING);
    return `goal:\n${this.grid(markOf)}`;
  }

  // Returns the puzzle as its file is written.
  text() {
    const head = [...this.head, ...this.rules()];
    const aims = this.aims();
    const goalMark = (cell) => aims.get(String(cell))?.at(-1) ?? (this.mark(cell) === WALL ? WALL : NOTHING);
    const goal = this.written ?? (aims.size ? `goal:\n${this.grid(goalMark)}` : "");
    return [head.join("\n"), this.grid((cell) => this.mark(cell)), goal].filter(Boolean).join("\n\n") + "\n";
  }
}

// Returns the header lines about the puzzle. A change invalidates its optimum.
function headOf({ names, aliases, note, finish }) {
  return [
    ...names.map(([lang, name]) => `${lang ? `name.${lang}` : "name"}: ${name}`),
    ...(aliases.length ? [`alias: ${aliases.join("、")}`] : []),
    ...(note ? [`note: ${note}`] : []),
    ...(finish === "clear" ? ["finish: clear"] : []),
  ];
}
