// A path over the cells of a board, drawn as it goes.

const CELL = 100;

// Larger boards have no numbers: they could not be seen, and would be slow.
const MOST_NUMBERED = 2500;

// Steps of one polyline. A path is made of many, so that one step changes a small one.
const CHUNK = 500;

// Milliseconds that the whole path takes, and the least and the most of one step.
const [WHOLE, QUICKEST, SLOWEST] = [24000, 16, 420];

const middleOf = ([row, column]) => [(column + 0.5) * CELL, (row + 0.5) * CELL];

// A polyline that shows a number of its first steps. All steps are equally long: they are those of
// one leaper, or from a cell to the next.
class Stroke {
  constructor(places) {
    this.steps = places.length - 1;
    const points = places.map((place) => middleOf(place).join()).join(" ");
    this.element = svg("polyline", { class: "walked line", points, pathLength: this.steps });
  }

  show(steps) {
    const shown = Math.max(0, Math.min(steps, this.steps));
    const { style } = this.element;
    style.visibility = shown ? "visible" : "hidden";
    style.strokeDasharray = shown < this.steps ? `${shown} ${this.steps}` : "none";
  }
}

class PathBoard {
  constructor(root, { rows, columns, holes, walls, clues, path, isClosed }) {
    this.root = root;
    this.path = path;
    // A closed path goes on to where it began.
    this.places = isClosed ? [...path, path[0]] : path;
    const [width, height] = [columns * CELL, rows * CELL];
    root.setAttribute("viewBox", [-8, -8, width + 16, height + 16].join(" "));
    setSize(width + 16, height + 16);
    this.strokes = [];
    for (let from = 0; from < this.steps; from += CHUNK) {
      this.strokes.push(new Stroke(this.places.slice(from, from + CHUNK + 1)));
    }
    this.marks = path.length <= MOST_NUMBERED ? this.drawMarks(isClosed) : [];
    const points = this.places.map((place) => middleOf(place).join()).join(" ");
    this.marker = svg("circle", { class: "marker", r: 38 });
    root.append(
      ...drawGround(width, height, holes),
      svg("rect", { class: "frame", width, height }),
      svg("path", { class: "wall", d: walls.map(drawWall).join("") }),
      ...clues.map(drawClue),
      svg("polyline", { class: "ahead line", points }),
      ...this.strokes.map(({ element }) => element),
      ...this.marks.map(({ number }) => number),
      this.marker,
    );
    this.shown = 0;
  }

  get steps() {
    return this.places.length - 1;
  }

  // The number of each cell of the path.
  drawMarks(isClosed) {
    return this.path.map((place, at) => {
      const isEnd = !isClosed && at === this.path.length - 1;
      const kind = at === 0 ? "start" : isEnd ? "end" : "";
      const [x, y] = middleOf(place);
      const disc = svg("circle", { class: `step ${kind}`, cx: x, cy: y, r: 28 });
      const digits = svg("text", { class: `digits ${kind}`, x, y }, String(at + 1));
      return { disc, digits, number: svg("g", { class: "number" }, disc, digits) };
    });
  }

  // Shows this many steps of the path.
  show(steps) {
    const [least, most] = [Math.min(steps, this.shown), Math.max(steps, this.shown)];
    for (let chunk = Math.floor(least / CHUNK); chunk * CHUNK <= most; chunk++) {
      this.strokes[chunk]?.show(steps - chunk * CHUNK);
    }
    for (let at = least; at <= most && at < this.marks.length; at++) {
      const { disc, digits } = this.marks[at];
      for (const element of [disc, digits]) element.classList.toggle("visited", at <= steps);
    }
    const [x, y] = middleOf(this.places[steps]);
    this.marker.style.transform = `translate(${x}px, ${y}px)`;
    this.shown = steps;
  }
}

// A number that the path has to meet, in the corner of its cell.
function drawClue([row, column], at) {
  return svg("text", { class: "clue", x: column * CELL + 8, y: row * CELL + 27 }, String(at + 1));
}

function drawWall([[row, column], [otherRow, otherColumn]]) {
  const [x, y] = [Math.max(column, otherColumn) * CELL, Math.max(row, otherRow) * CELL];
  return row === otherRow ? `M${x} ${y}v${CELL}` : `M${x} ${y}h${CELL}`;
}

// The chequered board, as a pattern of two by two cells, and its holes.
function drawGround(width, height, holes) {
  const both = 2 * CELL;
  const square = (x, y) => svg("rect", { class: "dark", x, y, width: CELL, height: CELL });
  const pattern = svg("pattern", { id: "squares", width: both, height: both, patternUnits: "userSpaceOnUse" },
    svg("rect", { class: "light", width: both, height: both }), square(CELL, 0), square(0, CELL));
  const d = holes.map(([row, column]) => `M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`);
  return [
    svg("defs", {}, pattern),
    svg("rect", { fill: "url(#squares)", width, height }),
    svg("path", { class: "hole", d: d.join("") }),
  ];
}

// A button that is on or off.
function setUpToggle(button, root, name) {
  onPress(button, () => {
    const isOff = root.classList.toggle(name);
    button.setAttribute("aria-pressed", !isOff);
  });
}

function setUp(path) {
  const board = new PathBoard(byId("board"), path);
  const { steps } = board;
  const wait = Math.max(QUICKEST, Math.min(SLOWEST, WHOLE / Math.max(1, steps)));
  const playback = new Playback({
    steps,
    wait,
    stride: Math.max(1, Math.ceil((steps * QUICKEST) / WHOLE)),
    tell: (at) => `${at} of ${steps} steps`,
    show: (at, how) => {
      board.root.classList.toggle("still", how === "jump");
      board.show(at);
      const [row, column] = board.places[at];
      // A closed path ends in its first cell. People count from 1.
      byId("count").textContent = (at % board.path.length) + 1;
      byId("place").textContent = `${row + 1}, ${column + 1}`;
    },
  });
  setUpToggle(byId("numbers"), board.root, "without-numbers");
  setUpToggle(byId("line"), board.root, "without-line");
  byId("numbers").hidden = board.marks.length === 0;
  // The page opens with the whole path; playing it begins at the start.
  playback.go(steps);
  return playback;
}

const playback = setUp(data);
