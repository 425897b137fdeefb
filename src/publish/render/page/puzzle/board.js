// The board as an SVG picture, which knows nothing of games.

// The width of the frame.
const FRAME = 15;

// Milliseconds that a piece takes for one cell.
const STEP_TIME = 110;

class Board {
  constructor(root, puzzle) {
    this.root = root;
    this.puzzle = puzzle;
    this.goals = svg("g", { class: "goals", "aria-hidden": true });
    this.marks = svg("g", { class: "marks", "aria-hidden": true });
    this.hint = svg("path", { class: "hint", "aria-hidden": true });
    this.pieces = puzzle.pieces.map((piece, id) => drawPiece(piece, id));
    drawFrame(root, puzzle);
    const { width, height } = root.viewBox.baseVal;
    setSize(width, height);
    root.append(this.goals, ...this.pieces, this.marks, this.hint);
  }

  // Puts every piece where it stands, at once.
  show(position) {
    position.anchors.forEach((anchor, piece) => this.place(piece, anchor));
  }

  // `by` is how far off its cell a piece is while it is dragged: [x, y] in cells.
  place(piece, [row, column], [x, y] = [0, 0]) {
    this.pieces[piece].style.transform = shifted(column + x, row + y);
  }

  // Shows a piece that has been put somewhere come there from place to place.
  slide(piece, places) {
    this.glide(piece, places.map(([row, column]) => shifted(column, row)));
  }

  // Shows a piece that is let go of come to rest, by what `rest` does.
  release(piece, rest) {
    const { style } = this.pieces[piece];
    const before = style.transform;
    rest();
    this.glide(piece, [before, style.transform]);
  }

  glide(piece, transforms) {
    if (isCalm()) return;
    const frames = transforms.map((transform) => ({ transform }));
    const duration = STEP_TIME * (frames.length - 1);
    this.pieces[piece].animate(frames, { duration, easing: "ease-in-out" });
  }

  choose(chosen, ways) {
    this.pieces.forEach((piece, id) => {
      const isChosen = id === chosen;
      piece.classList.toggle("chosen", isChosen);
      piece.setAttribute("aria-pressed", isChosen);
      // The board is one stop of the Tab key.
      piece.setAttribute("tabindex", id === (chosen ?? 0) ? 0 : -1);
      for (const arrow of piece.querySelectorAll(".way")) {
        arrow.classList.toggle("open", isChosen && ways.includes(arrow.dataset.way));
      }
    });
  }

  label(piece, text) {
    this.pieces[piece].setAttribute("aria-label", text);
  }

  // Points from the middle of a piece along the places that it goes through; no places, no hint.
  showHint(piece, places = []) {
    const [height, width] = piece === null ? [1, 1] : extent(this.puzzle.pieces[piece].cells);
    const middle = ([row, column]) => `${(column + width / 2) * CELL} ${(row + height / 2) * CELL}`;
    this.hint.setAttribute("d", places.map((at, number) => `${number ? "L" : "M"}${middle(at)}`).join(""));
    this.pieces.forEach((drawn, id) => drawn.classList.toggle("hinted", id === piece));
  }

  // Draws the outlines of a goal under the pieces, and where it lies as thin marks at the frame.
  showGoal({ targets, empties }) {
    const shapes = targets.map(({ piece, at: [row, column] }) => {
      const transform = `translate(${column * CELL} ${row * CELL})`;
      return svg("path", { class: "target", d: outline(this.puzzle.pieces[piece].cells, TARGET), transform });
    });
    this.goals.replaceChildren(...shapes, ...empties.map(drawEmpty));
    const cells = targets.flatMap(({ piece, at }) =>
      this.puzzle.pieces[piece].cells.map((offset) => beyond(at, offset)));
    this.marks.replaceChildren(svg("path", { d: marksOf([...cells, ...empties], this.puzzle) }));
  }
}

const shifted = (column, row) => `translate(${column * CELL}px, ${row * CELL}px)`;

// A small board with nothing on it but what a goal asks for.
function drawGoal(root, puzzle, { targets, empties }) {
  root.replaceChildren();
  drawFrame(root, puzzle);
  root.append(...targets.map(({ piece, at }) => drawStanding(puzzle.pieces[piece], at)));
  root.append(...empties.map(drawEmpty));
}

// A puzzle to look at, whose pieces stand there.
function drawPuzzle(root, puzzle, anchors = startOf(puzzle)) {
  root.replaceChildren();
  drawFrame(root, puzzle);
  root.append(...puzzle.pieces.map((piece, at) => drawStanding(piece, anchors[at])));
}

function drawStanding(piece, [row, column]) {
  const drawn = svg("g", { style: inkOf(piece) }, ...drawFace(piece));
  drawn.style.transform = shifted(column, row);
  return drawn;
}

// Lines along the frame where these cells touch it; where none does, beside their rows and columns.
function marksOf(cells, puzzle) {
  const { top, bottom, left, right } = boundsOf(puzzle);
  const sides = [
    [([row]) => row === top, ([, column]) => `M${column * CELL} ${top * CELL - 5}h${CELL}`],
    [([row]) => row === bottom - 1, ([, column]) => `M${column * CELL} ${bottom * CELL + 5}h${CELL}`],
    [([, column]) => column === left, ([row]) => `M${left * CELL - 5} ${row * CELL}v${CELL}`],
    [([, column]) => column === right - 1, ([row]) => `M${right * CELL + 5} ${row * CELL}v${CELL}`],
  ];
  const touching = sides.flatMap(([touches, line]) => cells.filter(touches).map(line));
  const [[, above], , [, before]] = sides;
  const lines = touching.length ? touching : cells.flatMap((cell) => [above(cell), before(cell)]);
  return [...new Set(lines)].join("");
}

// A cell that must be empty.
const drawEmpty = ([row, column]) =>
  svg("circle", { class: "target", cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, r: 11 });

// The part of the board that is seen: rows and columns at its edge that are nothing but walls are none of it.
function boundsOf(puzzle) {
  const floor = puzzle.exits.length || puzzle.isWhole ? [[0, 0], [puzzle.rows - 1, puzzle.columns - 1]] : floorOf(puzzle);
  const [rows, columns] = [0, 1].map((axis) => floor.map((cell) => cell[axis]));
  const after = (places) => Math.max(...places) + 1;
  return { top: Math.min(...rows), bottom: after(rows), left: Math.min(...columns), right: after(columns) };
}

// The frame, the floor with its gate, the openings of the frame. Walls are where no floor is.
function drawFrame(root, puzzle) {
  const { top, bottom, left, right } = boundsOf(puzzle);
  const [width, height] = [puzzle.columns * CELL, puzzle.rows * CELL];
  const whole = {
    x: left * CELL - FRAME, y: top * CELL - FRAME,
    width: (right - left) * CELL + 2 * FRAME, height: (bottom - top) * CELL + 2 * FRAME,
  };
  root.setAttribute("viewBox", Object.values(whole).join(" "));
  root.append(
    svg("rect", { class: "frame", ...whole, rx: 12 }),
    ...puzzle.exits.flatMap((exit) => drawExit(exit, width, height)),
    svg("path", { class: "floor", d: outline(floorOf(puzzle), FLOOR) }),
    svg("path", { class: "gate", d: puzzle.gate.cells.map(stripes).join("") }),
    svg("path", { class: "lines", d: cellLines(puzzle) }),
  );
}

// Slanting stripes over a cell.
function stripes([row, column]) {
  const [x, y] = [column * CELL, row * CELL];
  // They are broad, and must not reach beyond the cell.
  const [near, far] = [2, CELL - 2];
  const [before, after] = [CELL / 2 - 2, CELL / 2 + 2];
  const ends = [[near, before, before, near], [near, far, far, near], [after, far, far, after]];
  return ends.map(([x1, y1, x2, y2]) => `M${x + x1} ${y + y1}L${x + x2} ${y + y2}`).join("");
}

// The cells that are no walls.
function floorOf({ rows, columns, walls }) {
  const isWall = new Set(walls.map(([row, column]) => row * columns + column));
  const cells = Array.from({ length: rows * columns }, (_, at) => placeAt(at, { columns }));
  return cells.filter((_, at) => !isWall.has(at));
}

// The lines between two of them.
function cellLines(puzzle) {
  const floor = floorOf(puzzle);
  const isFloor = new Set(floor.map(String));
  const lines = floor.map(([row, column]) => {
    const corner = `M${column * CELL} ${row * CELL}`;
    const above = isFloor.has(String([row - 1, column])) ? `${corner}h${CELL}` : "";
    return above + (isFloor.has(String([row, column - 1])) ? `${corner}v${CELL}` : "");
  });
  return lines.join("");
}

// A gap in the frame, as if the floor went on, and a mark that points outwards.
function drawExit({ way, from, width: cells }, width, height) {
  const [start, length] = [from * CELL, cells * CELL];
  const middle = start + length / 2;
  // It reaches under the rounded corners of the floor.
  const depth = FRAME + 4;
  const { gap: [x, y, across, down], mark } = {
    U: { gap: [start, -FRAME, length, depth], mark: `M${middle - 9} -3l9-9 9 9z` },
    D: { gap: [start, height - 4, length, depth], mark: `M${middle - 9} ${height + 3}l9 9 9-9z` },
    L: { gap: [-FRAME, start, depth, length], mark: `M-3 ${middle - 9}l-9 9 9 9z` },
    R: { gap: [width - 4, start, depth, length], mark: `M${width + 3} ${middle - 9}l9 9-9 9z` },
  }[way];
  return [
    svg("rect", { class: "floor", x, y, width: across, height: down }),
    svg("path", { class: "way-out", d: mark }),
  ];
}

function drawPiece(piece, id) {
  const attributes = {
    class: "piece", role: "button", "data-piece": id, "aria-pressed": false,
    style: inkOf(piece),
  };
  return svg("g", attributes, ...drawFace(piece), ...drawArrows(piece.cells));
}

const inkOf = ({ ink }) =>
  `--fill:var(--fill${ink});--edge:var(--edge${ink});--text:var(--text${ink})`;

const drawFace = (piece) => [
  svg("path", { class: "body", d: outline(piece.cells, BODY) }),
  svg("path", { class: "shine", d: outline(piece.cells, SHINE) }),
  ...(piece.isCar ? drawCar(piece.cells) : []),
  drawLabel(piece),
];

// The windows and the lights of a car, which looks to the right or up.
function drawCar(cells) {
  const [height, width] = extent(cells);
  const long = Math.max(height, width);
  // From the back to the front, and across, in cells.
  const box = ([from, to], [side, other]) => {
    const [x, y] = width > 1 ? [from, side] : [side, long - to];
    const [across, down] = width > 1 ? [to - from, other - side] : [other - side, to - from];
    return `M${x * CELL} ${y * CELL}h${across * CELL}v${down * CELL}h${-across * CELL}z`;
  };
  const [rear, front, lamps] = [[0.24, 0.36], [long - 0.46, long - 0.28], [long - 0.16, long - 0.1]];
  return [
    svg("path", { class: "glass", d: box(rear, [0.22, 0.78]) + box(front, [0.18, 0.82]) }),
    svg("path", { class: "lights", d: box(lamps, [0.16, 0.32]) + box(lamps, [0.68, 0.84]) }),
  ];
}

// A small arrow head at each side, which tells that the piece can go that way.
function drawArrows(cells) {
  const heads = { U: "l-5 5m5-5l5 5", D: "l-5-5m5 5l5-5", L: "l5-5m-5 5l5 5", R: "l-5-5m5 5l-5 5" };
  return Object.entries(heads).map(([way, head]) => {
    const [row, column] = foremost(cells, WAYS[way]);
    // From the middle of the cell most of the way to its side.
    const [down, right] = WAYS[way];
    const [x, y] = [(column + 0.5 + 0.41 * right) * CELL, (row + 0.5 + 0.41 * down) * CELL];
    return svg("path", { class: "way", "data-way": way, d: `M${x} ${y}${head}` });
  });
}

// The middle of the cells that go first that way; one of them where it lies between them.
function foremost(cells, [down, right]) {
  const reach = ([row, column]) => row * down + column * right;
  const most = Math.max(...cells.map(reach));
  const first = cells.filter((cell) => reach(cell) === most);
  const mean = meanOf(first);
  const near = ([row, column]) => Math.abs(row - mean[0]) + Math.abs(column - mean[1]) <= 0.5;
  return first.some(near) ? mean : first[0];
}

const meanOf = (cells) => [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);

// The rows and columns of a shape.
function extent(cells) {
  const length = (axis) => {
    const places = cells.map((cell) => cell[axis]);
    return Math.max(...places) - Math.min(...places) + 1;
  };
  return [length(0), length(1)];
}
