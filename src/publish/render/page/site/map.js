// A map that is drawn: its holes, its walls, the numbers that a path meets, and how the path goes.
// Cells are keys, `row,column` from 0; a wall is the keys of the two cells that it parts.

const keyAt = (row, column) => `${row},${column}`;
const placeOf = (key) => key.split(",").map(Number);

class PathMap {
  constructor(rows, columns) {
    Object.assign(this, { rows, columns, start: null, end: null, moves: null, isClosed: false });
    this.holes = new Set();
    this.walls = new Set();
    this.numbers = [];
  }

  // The map of an answer of the engine.
  static of({ rows, columns, holes, walls, start, end, numbers }, { moves, isClosed }) {
    const map = Object.assign(new PathMap(rows, columns), { moves, isClosed });
    const key = (place) => place && keyAt(...place);
    map.holes = new Set(holes.map(key));
    map.walls = new Set(walls.map(([one, other]) => wallBetween(key(one), key(other))));
    map.numbers = numbers.map(key);
    // Without marks of their own, the first number and the last are the ends.
    map.start = map.numbers.includes(key(start)) ? null : key(start);
    map.end = map.numbers.includes(key(end)) ? null : key(end);
    return map;
  }

  // The map that was kept so.
  static from({ holes, walls, ...rest }) {
    const isSide = (length) => Number.isInteger(length) && length >= 1 && length <= MAX_ROWS;
    if (![rest.rows, rest.columns].every(isSide)) throw new RangeError();
    return Object.assign(new PathMap(), rest, { holes: new Set(holes), walls: new Set(walls) }).copy();
  }

  // As it is kept.
  toJSON() {
    return { ...this, holes: [...this.holes], walls: [...this.walls] };
  }

  copy() {
    return this.sized(this.rows, this.columns);
  }

  // The same as far as there is room.
  sized(rows, columns) {
    const fits = (key) => key !== null && placeOf(key).every((at, axis) => at < [rows, columns][axis]);
    const ends = [this.start, this.end].map((end) => (fits(end) ? end : null));
    const sized = new PathMap(rows, columns);
    Object.assign(sized, { start: ends[0], end: ends[1], moves: this.moves, isClosed: this.isClosed });
    sized.holes = new Set([...this.holes].filter(fits));
    sized.walls = new Set([...this.walls].filter((wall) => wall.split(" ").every(fits)));
    sized.numbers = this.numbers.filter(fits);
    return sized;
  }

  contains([row, column]) {
    return row >= 0 && column >= 0 && row < this.rows && column < this.columns;
  }

  keys() {
    return Array.from({ length: this.rows * this.columns }, (_, at) => keyAt(...placeAt(at, this)));
  }

  // How many cells there are.
  size() {
    return this.rows * this.columns - this.holes.size;
  }

  // The rest of the map for a path that has gone this way and ends at `end`, or where it began if it is
  // closed; null if it is there too early.
  after(walk, end) {
    if (this.isClosed && walk.length === 1) return this.copy();
    const [here, last] = [walk.at(-1), this.isClosed ? walk[0] : end];
    if (here === last) return null;
    const rest = Object.assign(this.copy(), { isClosed: false });
    for (const key of walk.slice(0, -1)) rest.put(key, "#");
    rest.put(here, "S");
    if (last) rest.put(last, "E");
    return rest;
  }

  // What stands in a cell: `#`, `S`, `E`, a number, or `.`.
  mark(key) {
    if (this.holes.has(key)) return "#";
    if (this.start === key) return "S";
    if (this.end === key && !this.isClosed) return "E";
    const number = this.numbers.indexOf(key) + 1;
    return number ? String(number) : ".";
  }

  // Puts one of those into a cell, the next number as `1`.
  put(key, mark) {
    this.holes.delete(key);
    this.numbers = this.numbers.filter((other) => other !== key);
    if (this.start === key) this.start = null;
    if (this.end === key) this.end = null;
    if (mark === "#") this.holes.add(key);
    else if (mark === "S") this.start = key;
    else if (mark === "E") this.end = key;
    else if (mark !== ".") this.numbers.push(key);
  }

  // Puts up a wall or takes it away; a piece that leaps knows no walls.
  setWall(wall, isThere) {
    if (isThere) this.walls.add(wall);
    else this.walls.delete(wall);
  }

  // Whether a wall stands between two cells and matters.
  isWall(one, other) {
    return this.moves === null && this.walls.has(wallBetween(one, other))
      && ![one, other].some((key) => this.holes.has(key));
  }

  // The map as its file is written.
  text() {
    const width = String(this.numbers.length).length;
    const gap = width > 1 ? " " : "";
    const lines = [];
    for (let row = 0; row < this.rows; row++) {
      let [cells, below] = ["", ""];
      for (let column = 0; column < this.columns; column++) {
        const key = keyAt(row, column);
        cells += this.mark(key).padStart(width);
        below += (this.isWall(key, keyAt(row + 1, column)) ? "-" : " ").repeat(width);
        if (column + 1 === this.columns) break;
        cells += `${gap}${this.isWall(key, keyAt(row, column + 1)) ? "|" : " "}`;
        below += `${gap} `;
      }
      lines.push(cells.trimEnd());
      if (below.trim()) lines.push(below.trimEnd());
    }
    // A map with nothing but numbers in it could be taken for one of 1 and 0.
    if (!/[.#SE|-]/.test(lines.join(""))) lines.push("+");
    return `${lines.join("\n")}\n`;
  }

  // A question about it; `more` are lines of its head.
  question(what, more = []) {
    const moves = this.moves === null ? [] : [`moves: ${this.moves}`];
    const shape = `shape: ${this.isClosed ? "cycle" : "path"}`;
    return `${[what, ...moves, shape, `most: ${MAX_MEMORY}`, ...more].join("\n")}\n\n${this.text()}`;
  }

  // What its picture is made of.
  picture() {
    const sign = (key, text, kind) => [placeOf(key), text, kind];
    const isMarked = (key) => key !== null && !(key === this.end && this.isClosed);
    const ends = [[this.start, "S", "start"], [this.end, "E", "end visited"]];
    return {
      rows: this.rows,
      columns: this.columns,
      holes: [...this.holes].map(placeOf),
      walls: [...this.walls].map((wall) => wall.split(" ")).filter((pair) => this.isWall(...pair))
        .map((pair) => pair.map(placeOf)),
      clues: this.numbers.map(placeOf),
      signs: [
        ...ends.filter(([key]) => isMarked(key)).map((end) => sign(...end)),
        ...this.numbers.map((key, at) => sign(key, String(at + 1), "stop visited")),
      ],
    };
  }
}

const wallBetween = (one, other) => {
  const [[row, column], [otherRow, otherColumn]] = [one, other].map(placeOf);
  return row < otherRow || column < otherColumn ? `${one} ${other}` : `${other} ${one}`;
};

// The wall nearest to a point of the board, [row, column] with fractions, and how far away it is.
function nearestWall([row, column]) {
  const [down, right] = [Math.round(row), Math.round(column)];
  const [byRow, byColumn] = [Math.abs(row - down), Math.abs(column - right)];
  const [inRow, inColumn] = [Math.floor(row), Math.floor(column)];
  const [one, other] = byRow < byColumn
    ? [[down - 1, inColumn], [down, inColumn]]
    : [[inRow, right - 1], [inRow, right]];
  return { cells: [one, other], far: Math.min(byRow, byColumn) };
}
