// The board as an SVG picture. It is told what to show and knows nothing of games.

const INSET = 3;
const ROUND = 13;
const FRAME = 26;

class Board {
  constructor(root, puzzle) {
    this.root = root;
    this.puzzle = puzzle;
    const [width, height] = [puzzle.columns * CELL, puzzle.rows * CELL];
    const around = [-FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME];
    root.setAttribute("viewBox", around.join(" "));
    root.style.setProperty("--columns", puzzle.columns);
    root.style.setProperty("--rows", puzzle.rows);
    this.goals = svg("g", { class: "goals", "aria-hidden": true });
    this.pieces = puzzle.pieces.map((piece, id) => drawPiece(piece, id));
    root.append(...drawGround(puzzle, width, height), ...this.pieces, this.goals);
  }

  // Puts every piece where it stands. They slide there only where the style sheet has it so.
  show(position) {
    position.anchors.forEach((anchor, piece) => this.place(piece, anchor));
  }

  // Lets `show` change the picture at once, whatever the style sheet says of sliding.
  still(show) {
    this.root.classList.add("still");
    show();
    // The style has to be computed in between, or nothing was ever still.
    this.root.getBoundingClientRect();
    this.root.classList.remove("still");
  }

  // `by` is how far off its cell a piece is while it is dragged: [x, y] in cells.
  place(piece, [row, column], [x, y] = [0, 0]) {
    this.pieces[piece].style.transform = shifted(column + x, row + y);
  }

  // Shows a piece go from place to place, each step in so many milliseconds.
  slide(piece, places, pace) {
    if (isCalm() || !places.length) return;
    const frames = places.map(([row, column]) => ({ transform: shifted(column, row) }));
    const duration = pace * (places.length - 1);
    this.pieces[piece].animate(frames, { duration, easing: "ease-in-out" });
  }

  choose(chosen, ways) {
    this.pieces.forEach((piece, id) => {
      const isChosen = id === chosen;
      piece.classList.toggle("chosen", isChosen);
      piece.setAttribute("aria-pressed", isChosen);
      for (const arrow of piece.querySelectorAll(".way")) {
        arrow.classList.toggle("open", isChosen && ways.includes(arrow.dataset.way));
      }
    });
  }

  label(piece, text) {
    this.pieces[piece].setAttribute("aria-label", text);
  }

  // Draws the outlines of a goal.
  showGoal({ targets, empties }) {
    const shapes = targets.map(({ kind, at }) => {
      // Pieces of one kind have one shape, and the piece that a kind is named after is one of it.
      const { cells } = this.puzzle.pieces[kind];
      const d = outline(cells.map((offset) => beyond(at, offset)), INSET + 4, ROUND);
      return svg("path", { class: "target", d });
    });
    const empty = empties.map(([row, column]) => {
      const [x, y] = [(column + 0.5) * CELL, (row + 0.5) * CELL];
      return svg("circle", { class: "target", cx: x, cy: y, r: 18 });
    });
    this.goals.replaceChildren(...shapes, ...empty);
  }

  // The cell under a point of the window, with its fraction: [row, column].
  cellAt(x, y) {
    const inverse = this.root.getScreenCTM().inverse();
    const point = new DOMPoint(x, y).matrixTransform(inverse);
    return [point.y / CELL, point.x / CELL];
  }
}

const shifted = (column, row) => `translate(${column * CELL}px, ${row * CELL}px)`;

// The frame, the floor, the walls and the gate.
function drawGround({ rows, columns, walls, gate }, width, height) {
  const frame = svg("rect", {
    class: "frame", x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME, rx: 22,
  });
  const floor = svg("rect", { class: "floor", x: -4, y: -4, width: width + 8, height: height + 8, rx: 8 });
  const lines = [];
  for (let row = 1; row < rows; row++) lines.push(`M0 ${row * CELL}h${width}`);
  for (let column = 1; column < columns; column++) lines.push(`M${column * CELL} 0v${height}`);
  const stripes = svg("pattern", {
    id: "stripes", width: 20, height: 20, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  }, svg("rect", { class: "stripe", width: 9, height: 20 }));
  return [
    svg("defs", {}, stripes),
    frame,
    floor,
    svg("path", { class: "lines", d: lines.join("") }),
    svg("path", { class: "gate", d: outline(gate.cells, 0, 0) }),
    // A little larger than its cells, so that it grows together with the frame.
    svg("path", { class: "wall", d: walls.length ? outline(walls, -0.5, 0) : "" }),
  ];
}

function drawPiece(piece, id) {
  const { cells, ink } = piece;
  const d = outline(cells, INSET, ROUND);
  const group = svg("g", {
    class: "piece", role: "button", tabindex: 0, "data-piece": id, "aria-pressed": false,
    style: `--fill:var(--fill${ink});--edge:var(--edge${ink});--text:var(--text${ink})`,
  });
  group.append(
    svg("path", { class: "body", d }),
    svg("path", { class: "shine", d: outline(cells, INSET + 5, ROUND - 4) }),
    ...arrows(cells),
    drawLabel(label(piece)),
  );
  return group;
}

function drawLabel({ x, y, lines, size }) {
  const text = svg("text", { "font-size": Math.round(size * CELL), "aria-hidden": true });
  const gap = size * 1.12;
  lines.forEach((line, index) => {
    const middle = y + gap * (index - (lines.length - 1) / 2);
    const span = svg("tspan", { x: x * CELL, y: Math.round(middle * CELL) }, line);
    text.append(span);
  });
  return text;
}

// A small arrow head at each side, which tells that the piece can go that way.
function arrows(cells) {
  const { top, left, height, width } = box(cells);
  const middle = { x: (left + width / 2) * CELL, y: (top + height / 2) * CELL };
  const [above, below] = [top * CELL + 12, (top + height) * CELL - 12];
  const [before, after] = [left * CELL + 12, (left + width) * CELL - 12];
  const shapes = {
    U: `M${middle.x - 9} ${above + 6}l9-7 9 7`,
    D: `M${middle.x - 9} ${below - 6}l9 7 9-7`,
    L: `M${before + 6} ${middle.y - 9}l-7 9 7 9`,
    R: `M${after - 6} ${middle.y - 9}l7 9-7 9`,
  };
  return Object.entries(shapes).map(([way, d]) => svg("path", { class: "way", "data-way": way, d }));
}
