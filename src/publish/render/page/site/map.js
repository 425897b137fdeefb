// A map in the editor: holes, walls, numbers in order, and the kind of path. A cell is a key, `row,column`
// from 0. A wall is the keys of the two cells that it separates.

const placeOf = (key) => key.split(",").map(Number);

class PathMap {
  constructor(rows = 0, columns = 0) {
    Object.assign(this, { rows, columns, start: null, end: null, moves: null, isClosed: false });
    this.holes = new Set();
    this.walls = new Set();
    this.numbers = [];
  }

  // Returns the map of a response of the engine.
  static of({ rows, columns, holes, walls, start, end, numbers }, { moves, isClosed }) {
    const map = Object.assign(new PathMap(rows, columns), { moves, isClosed });
    const key = (place) => place && String(place);
    map.holes = new Set(holes.map(key));
    map.walls = new Set(walls.map(([one, other]) => wallBetween(key(one), key(other))));
    map.numbers = numbers.map(key);
    // Without marks of their own, the first and the last number are the ends.
    map.start = map.numbers.includes(key(start)) ? null : key(start);
    map.end = map.numbers.includes(key(end)) ? null : key(end);
    return map;
  }

  // Restores a stored map.
  static from(state) {
    const { holes, walls, ...rest } = JSON.parse(state);
    const isSide = (length) => Number.isInteger(length) && length >= 1 && length <= MAX_ROWS;
    if (![rest.rows, rest.columns].every(isSide)) throw new RangeError();
    return Object.assign(new PathMap(), rest, { holes: new Set(holes), walls: new Set(walls) }).sized(rest.rows, rest.columns);
  }

  // Returns the map for the storage.
  toJSON() {
    return { ...this, holes: [...this.holes], walls: [...this.walls] };
  }

  // Returns the map in another size, without the parts that do not fit.
  sized(rows, columns) {
    const sized = new PathMap(rows, columns);
    const fits = (key) => key !== null && isWithin(placeOf(key), sized);
    const { moves, isClosed } = this;
    const [start, end] = [this.start, this.end].map((end) => (fits(end) ? end : null));
    return Object.assign(sized, {
      start, end, moves, isClosed,
      holes: new Set([...this.holes].filter(fits)),
      walls: new Set([...this.walls].map((wall) => wall.split(" ")).filter((pair) => pair.every(fits)).map((pair) => wallBetween(...pair))),
      numbers: this.numbers.filter(fits),
    });
  }

  keys() {
    return times(this.rows * this.columns, (at) => String(placeAt(at, this)));
  }

  // Returns the number of cells.
  size() {
    return this.rows * this.columns - this.holes.size;
  }

  // Returns the mark of a cell: `#`, `S`, `E`, a number, or `.`.
  mark(key) {
    if (this.holes.has(key)) return "#";
    if (this.start === key) return "S";
    if (this.end === key && !this.isClosed) return "E";
    const number = this.numbers.indexOf(key) + 1;
    return number ? String(number) : ".";
  }

  // Puts a mark into a cell. `1` is the next number.
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

  // Adds or removes a wall.
  setWall(wall, isThere) {
    if (isThere) this.walls.add(wall);
    else this.walls.delete(wall);
  }

  // Returns whether a wall separates two cells. Leapers ignore walls.
  isWall(one, other) {
    return this.moves === null && this.walls.has(wallBetween(one, other))
      && ![one, other].some((key) => this.holes.has(key));
  }

  // Returns the map as its file is written.
  text() {
    const width = String(this.numbers.length).length;
    const gap = width > 1 ? " " : "";
    const lines = times(2 * this.rows, (line) => times(this.columns, (column) => {
      const [row, isBelow] = placeAt(line, { columns: 2 });
      const isWall = (...way) => this.isWall(`${[row, column]}`, String(beyond([row, column], way)));
      const mark = isBelow ? (isWall(1, 0) ? "-" : " ").repeat(width) : this.mark(`${[row, column]}`).padStart(width);
      return `${mark}${gap}${!isBelow && isWall(0, 1) ? "|" : " "}`;
    }).join("").trimEnd()).filter(Boolean);
    // A map of numbers only could be read as a map of 1 and 0.
    if (!/[.#SE|-]/.test(lines.join(""))) lines.push("+");
    return `${lines.join("\n")}\n`;
  }

  // Returns a request about the map.
  request(task, parameters = {}) {
    return { [task]: { text: this.text(), moves: this.moves, closed: this.isClosed, memory: MAX_MEMORY, ...parameters } };
  }

  // Returns the data of the picture.
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

const wallBetween = (...pair) => pair.sort().join(" ");

// Returns the wall nearest to a point of the board, [row, column] with fractions, and its distance.
function nearestWall(point) {
  const cell = point.map(Math.floor);
  const [{ way, by }] = pullsOf(point.map((at, axis) => at - cell[axis] - 0.5));
  return { cells: [cell, beyond(cell, WAYS[way])], distance: 0.5 - by };
}

// Returns a link to a map, and to a path by hand over it.
async function linkToMap(map, walk = []) {
  const parameters = new URLSearchParams({ map: await packed(map.text()) });
  if (map.moves !== null) parameters.set("moves", map.moves);
  if (map.isClosed) parameters.set("closed", "yes");
  if (walk.length) parameters.set("walk", await packed(walk.join(" ")));
  return `#paths&${parameters}`;
}
