// A path over the cells of a board.

const PATH_CELL = 100;

// Larger boards have no numbers, which would be unreadable and slow.
const MAX_NUMBERED = 2500;

// Steps of one polyline. A path has many polylines, so that a step redraws a small one.
const CHUNK = 500;

// Milliseconds of the whole path, and the minimum and maximum of one step.
const WHOLE = 24000;
const QUICKEST = 16;
const SLOWEST = 420;

const middleOf = ([row, column]) => [(column + 0.5) * PATH_CELL, (row + 0.5) * PATH_CELL];

const lineThrough = (places) => places.map((place) => middleOf(place).join()).join(" ");

// A polyline that shows some of its first steps. All steps are equally long: the moves of one leaper, or
// those to a neighbour.
class Stroke {
  constructor(places) {
    this.steps = places.length - 1;
    const points = lineThrough(places);
    this.element = svg("polyline", { class: "walked line", points, pathLength: this.steps });
  }

  show(steps) {
    const shown = Math.max(0, Math.min(steps, this.steps));
    const { style } = this.element;
    style.visibility = shown ? "visible" : "hidden";
    style.strokeDasharray = shown < this.steps ? `${shown} ${this.steps}` : "none";
  }
}

// A map and a path over it. Both can be replaced.
class PathBoard {
  constructor(root, map) {
    this.root = root;
    this.ground = svg("g");
    this.trail = svg("g");
    this.signs = svg("g");
    this.marker = svg("circle", { class: "marker", r: 38 });
    root.replaceChildren(this.ground, this.trail, this.signs, this.marker);
    this.drawMap(map);
    this.drawPath([], false);
  }

  // `signs` are marks in cells: a place, a text and a class.
  drawMap(map) {
    const { rows, columns, walls, clues, signs = [] } = map;
    const width = columns * PATH_CELL;
    const height = rows * PATH_CELL;
    setView(this.root, [-8, -8, width + 16, height + 16]);
    this.ground.replaceChildren(
      ...drawGround(map),
      svg("rect", { class: "frame", width, height }),
      svg("path", { class: "wall", d: walls.map(drawWall).join("") }),
      ...clues.map(drawClue),
    );
    this.signs.replaceChildren(
      ...signs.map(([place, text, kind]) => svg("g", { class: "sign visited" }, ...drawMark(place, text, kind))),
    );
  }

  // Draws the line of a path, and none of its steps.
  drawPath(path, isClosed) {
    this.path = path;
    // A closed path returns to its start.
    this.places = isClosed ? [...path, ...path.slice(0, 1)] : path;
    this.strokes = [];
    for (let from = 0; from < this.steps; from += CHUNK) {
      this.strokes.push(new Stroke(this.places.slice(from, from + CHUNK + 1)));
    }
    this.marks = path.length <= MAX_NUMBERED ? this.drawMarks(isClosed) : [];
    this.trail.replaceChildren(
      svg("polyline", { class: "ahead line", points: lineThrough(this.places) }),
      ...this.strokes.map(({ element }) => element),
      ...this.marks,
    );
    this.marker.style.visibility = path.length ? "visible" : "hidden";
    this.shown = 0;
  }

  get steps() {
    return Math.max(0, this.places.length - 1);
  }

  // Draws the number of each cell of the path.
  drawMarks(isClosed) {
    return this.path.map((place, at) => {
      const isEnd = !isClosed && at === this.path.length - 1;
      const kind = at === 0 ? "start" : isEnd ? "end" : "";
      return svg("g", { class: "number" }, ...drawMark(place, String(at + 1), kind));
    });
  }

  // Shows this many steps of the path.
  show(steps) {
    const first = Math.min(steps, this.shown);
    const last = Math.max(steps, this.shown);
    for (let chunk = Math.floor(first / CHUNK); chunk * CHUNK <= last; chunk++) {
      this.strokes[chunk]?.show(steps - chunk * CHUNK);
    }
    for (let at = first; at <= last; at++) this.marks[at]?.classList.toggle("visited", at <= steps);
    const [x, y] = middleOf(this.places[steps]);
    this.marker.style.transform = `translate(${x}px, ${y}px)`;
    this.shown = steps;
  }
}

// Draws a disc with a text.
function drawMark(place, text, kind) {
  const [x, y] = middleOf(place);
  return [
    svg("circle", { class: "step " + kind, cx: x, cy: y, r: 28 }),
    svg("text", { class: "digits " + kind, x, y }, text),
  ];
}

// Draws the number of a cell that the path has to visit in order.
function drawClue([row, column], at) {
  return svg("text", { class: "clue", x: column * PATH_CELL + 8, y: row * PATH_CELL + 27 }, String(at + 1));
}

function drawWall([[row, column], [otherRow, otherColumn]]) {
  const x = Math.max(column, otherColumn) * PATH_CELL;
  const y = Math.max(row, otherRow) * PATH_CELL;
  return row === otherRow ? `M${x} ${y}v${PATH_CELL}` : `M${x} ${y}h${PATH_CELL}`;
}

// Draws the chequered board, whose dark squares are the dashes of a wide line in each row, and its holes.
function drawGround({ rows, columns, holes }) {
  const side = PATH_CELL;
  const dark = times(rows, (row) => `M${row % 2 ? 0 : side} ${(row + 0.5) * side}H${columns * side}`);
  const gaps = holes.map(([row, column]) => `M${column * side} ${row * side}h${side}v${side}h-${side}z`);
  return [
    svg("rect", { class: "light", width: columns * side, height: rows * side }),
    svg("path", { class: "dark", d: dark.join("") }),
    svg("path", { class: "hole", d: gaps.join("") }),
  ];
}

// The playback of the path on a board.
class PathPlayback extends Playback {
  constructor(board) {
    const show = (at, how) => {
      board.root.classList.toggle("still", how === "jump");
      board.show(at);
      const [row, column] = board.places[at];
      // A closed path ends in its first cell. Numbers count from 1.
      write("count", (at % board.path.length) + 1);
      write("place", `${row + 1}, ${column + 1}`);
    };
    super({ wait: SLOWEST, describe: (at) => tr("{} of {} steps", at, board.steps), show });
    this.board = board;
    for (const part of ["numbers", "line"]) {
      const { classList } = board.root;
      const without = "without-" + part;
      setUpSwitch(byId(part), () => !classList.contains(without), () => classList.toggle(without));
    }
  }

  // Begins with the whole path. Playback goes on from the start.
  open() {
    const { path, steps, marks } = this.board;
    this.wait = Math.max(QUICKEST, Math.min(SLOWEST, WHOLE / steps));
    this.stride = Math.max(1, Math.ceil((steps * QUICKEST) / WHOLE));
    write("cells", tr("of {}", path.length));
    byId("numbers").hidden = marks.length === 0;
    this.begin(steps);
    this.go(steps);
  }
}
