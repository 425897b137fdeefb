// A map in the editor: holes, walls, numbers in order, and the kind of path. A cell is a key, `row,column`
// from 0. A wall is the keys of the two cells that it separates.

const placeOf = (key) => key.split(",").map(Number);

class PathMap {
  // The marks `#`, `S`, `E` and, in their order, the numbers as `1`.
  marks = new Map();
  walls = new Set();

  constructor(rows, columns, { moves = null, isClosed = false } = {}) {
    Object.assign(this, { rows, columns, moves, isClosed });
  }

  // Returns the map of a response of the engine.
  static of({ rows, columns, holes, walls, start, end, numbers }, how) {
    const map = new PathMap(rows, columns, how);
    // The first and the last number are ends without marks of their own.
    for (const [mark, places] of [["#", holes], ["S", [start]], ["E", [end]], ["1", numbers]]) {
      for (const place of places) if (place) map.put(String(place), mark);
    }
    for (const pair of walls) map.setWall(wallBetween(...pair.map(String)), true);
    return map;
  }

  // Restores a stored map.
  static from(state) {
    const { marks, walls, ...rest } = JSON.parse(state);
    const isSide = (length) => Number.isInteger(length) && length >= 1 && length <= MAX_ROWS;
    if (![rest.rows, rest.columns].every(isSide)) throw new RangeError();
    const map = Object.assign(new PathMap(), rest, { marks: new Map(marks), walls: new Set(walls) });
    return map.sized(rest.rows, rest.columns);
  }

  // Returns the map for the storage.
  toJSON() {
    return { ...this, marks: [...this.marks], walls: [...this.walls] };
  }

  // Returns the map in another size, without the parts that do not fit.
  sized(rows, columns) {
    const sized = new PathMap(rows, columns, this);
    const fits = (key) => isWithin(placeOf(key), sized);
    for (const [key, mark] of this.marks) if (fits(key)) sized.put(key, mark);
    for (const wall of this.walls) if (wall.split(" ").every(fits)) sized.setWall(wall, true);
    return sized;
  }

  // Returns the cells that are no holes, row by row.
  cells() {
    const keys = times(this.rows * this.columns, (at) => String(placeAt(at, this)));
    return keys.filter((key) => this.marks.get(key) !== "#");
  }

  // Returns the cells with a mark of `marks`, in the order in which they got it.
  keysOf(mark) {
    return [...this.marks].filter(([, its]) => its === mark).map(([key]) => key);
  }

  get numbers() {
    return this.keysOf("1");
  }

  // Returns the mark of a cell: `#`, `S`, `E`, a number, or `.`.
  mark(key) {
    const mark = this.marks.get(key) ?? ".";
    if (mark === "1") return String(this.numbers.indexOf(key) + 1);
    return mark === "E" && this.isClosed ? "." : mark;
  }

  // Puts a mark into a cell. `1` is the next number.
  put(key, mark) {
    const replaced = "SE".includes(mark) ? this.keysOf(mark) : [];
    for (const cell of [key, ...replaced]) this.marks.delete(cell);
    if (mark !== ".") this.marks.set(key, mark);
  }

  // Adds or removes a wall.
  setWall(wall, isThere) {
    if (isThere) this.walls.add(wall);
    else this.walls.delete(wall);
  }

  // Returns whether a wall separates two cells. Leapers ignore walls.
  isWall(one, other) {
    return this.moves === null && this.walls.has(wallBetween(one, other))
      && ![one, other].some((key) => this.mark(key) === "#");
  }

  // Returns whether a wall is on a side of a cell.
  hasWall(key, way) {
    return this.isWall(key, String(beyond(placeOf(key), WAYS[way])));
  }

  // Returns the map as its file is written.
  text() {
    const width = String(this.numbers.length).length;
    const gap = width > 1 ? " " : "";
    const line = (row, write) => times(this.columns, (column) => write(`${[row, column]}`)).join("").trimEnd();
    const lines = times(this.rows, (row) => [
      line(row, (key) => `${this.mark(key).padStart(width)}${gap}${this.hasWall(key, "R") ? "|" : " "}`),
      line(row, (key) => `${(this.hasWall(key, "D") ? "-" : " ").repeat(width)}${gap} `),
    ]).flat().filter(Boolean);
    // A map of numbers only could be read as a map of 1 and 0.
    if (!/[.#SE|-]/.test(lines.join(""))) lines.push("+");
    return `${lines.join("\n")}\n`;
  }

  // Returns the key of its record in the storage.
  key() {
    return `huarong path ${this.moves ?? ""} ${this.isClosed ? "closed" : ""} ${this.text()}`;
  }

  // Returns a request about the map.
  request(task, parameters = {}) {
    return { [task]: { text: this.text(), moves: this.moves, closed: this.isClosed, memory: MAX_MEMORY, ...parameters } };
  }

  // Returns the data of the picture.
  picture() {
    const kinds = { S: "start", E: "end" };
    const signs = [...this.marks.keys()].map((key) => [key, this.mark(key)]).filter(([, mark]) => !"#.".includes(mark));
    return {
      rows: this.rows,
      columns: this.columns,
      holes: this.keysOf("#").map(placeOf),
      walls: [...this.walls].map((wall) => wall.split(" ")).filter((pair) => this.isWall(...pair))
        .map((pair) => pair.map(placeOf)),
      clues: this.numbers.map(placeOf),
      signs: signs.map(([key, mark]) => [placeOf(key), mark, kinds[mark] ?? "stop"]),
    };
  }
}

const wallBetween = (...pair) => pair.sort().join(" ");

// Returns the wall nearest to a point of the board, [row, column] with fractions, and its distance.
function nearestWall(point) {
  const cell = point.map(Math.floor);
  const [{ way, by }] = pullsOf(offsetTo(point, beyond(cell, [0.5, 0.5])));
  return { cells: [cell, beyond(cell, WAYS[way])], distance: 0.5 - by };
}

// Returns a link to a map, and to a path by hand over it, which may be empty.
async function linkToMap(map, walk) {
  const parameters = new URLSearchParams({ map: await packed(map.text()) });
  if (map.moves !== null) parameters.set("moves", map.moves);
  if (map.isClosed) parameters.set("closed", "yes");
  if (walk) parameters.set("walk", walk.length ? await packed(walk.join(" ")) : "");
  return "#paths&" + parameters;
}
