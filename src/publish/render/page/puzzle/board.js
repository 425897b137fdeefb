// The board as an SVG picture. The library draws the frame, the pieces and the goals.

// The side of a cell.
const CELL = 60;

// Milliseconds that a piece takes for one cell.
const STEP_TIME = 110;

// A released piece settles a little beyond its place and back.
const SPRING = "cubic-bezier(.3, 1.6, .5, 1)";

// Names with smaller letters, in cells, are unreadable on a telephone.
const MIN_LETTER = 0.22;

const WIDE = /[\u2e80-\u{3ffff}]/u;

// The width of a text, in its height. Chinese characters are square.
const widthOf = (text) => [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 1 : 0.66), 0);

// The board of a game.
class Board {
  constructor(root, puzzle) {
    this.root = root;
    this.puzzle = puzzle;
    this.goals = svg("g", { class: "goals", "aria-hidden": true });
    this.marks = svg("g", { class: "marks", "aria-hidden": true });
    this.hint = svg("polyline", { class: "hint", "aria-hidden": true });
    this.pieces = puzzle.pieces.map((piece, id) => drawPiece(piece, {
      class: "piece", role: "button", "data-piece": id, "aria-pressed": false,
    }));
    drawFrame(root, puzzle);
    setView(root, puzzle.view);
    root.append(...this.pieces, this.goals, this.marks, this.hint);
  }

  // Shows a position without animation. `describe` returns the label of a piece for screen readers.
  show(position, describe) {
    position.anchors.forEach((anchor, piece) => {
      this.place(piece, anchor);
      this.pieces[piece].ariaLabel = describe(piece);
    });
  }

  // Shows a piece at an anchor. A dragged piece has an offset, [down, right] in cells.
  place(piece, anchor, offset = [0, 0]) {
    const { style } = this.pieces[piece];
    style.visibility = isOut(anchor) ? "hidden" : "";
    style.transform = shiftedTo(beyond(anchor, offset));
  }

  // Animates a piece along places.
  slide(piece, places) {
    this.animate(piece, places.map(shiftedTo));
  }

  // Animates a released piece from its place to the place where `settle` puts it.
  release(piece, settle) {
    const { style } = this.pieces[piece];
    const before = style.transform;
    settle();
    this.animate(piece, [before, style.transform], SPRING);
  }

  animate(piece, transforms, easing = "ease-in-out") {
    if (isCalm()) return;
    const frames = transforms.map((transform) => ({ transform }));
    const duration = (easing === SPRING ? 2 : 1) * STEP_TIME * (frames.length - 1);
    this.pieces[piece].animate(frames, { duration, easing });
  }

  // Marks the chosen piece and the directions in which it can go.
  choose(chosen, directions) {
    this.pieces.forEach((piece, id) => {
      const isChosen = id === chosen;
      piece.ariaPressed = isChosen;
      // The board is one stop of the Tab key.
      piece.tabIndex = id === (chosen ?? 0) ? 0 : -1;
      for (const arrow of piece.querySelectorAll(".way")) {
        arrow.classList.toggle("open", isChosen && directions.includes(arrow.dataset.way));
      }
    });
  }

  // Draws a dotted line through the middle of a piece at these places. Without places, removes it.
  showHint(piece, places = []) {
    this.hint.setAttribute("points", middlesOf(places, this.puzzle.pieces[piece ?? 0]));
    this.pieces.forEach((drawn, id) => drawn.classList.toggle("hinted", id === piece));
  }

  // Draws the outlines of goals over the pieces, and marks at the frame.
  showGoals(goals) {
    this.goals.replaceChildren(...goals.map(({ outlines, circles }) =>
      svg("path", { class: "target", d: outlines + circles })));
    this.marks.replaceChildren(...goals.map(({ marks }) => svg("path", { d: marks })));
  }
}

// Returns the middles of a piece at these places as points.
const middlesOf = (places, { size: [height, width] }) =>
  places.map(([row, column]) => [(column + width / 2) * CELL, (row + height / 2) * CELL]);

const shiftedTo = ([row, column]) => `translate(${column * CELL}px, ${row * CELL}px)`;

function drawFrame(root, { view, frame }) {
  root.setAttribute("viewBox", view.join(" "));
  root.innerHTML = frame;
}

// Draws the pieces and the empty cells of a goal on a small board.
function drawGoal(root, puzzle, { targets, circles }) {
  drawFrame(root, puzzle);
  root.append(...targets.map(({ piece, at }) => drawPieceAt(puzzle.pieces[piece], at)));
  root.append(svg("path", { class: "target", d: circles }));
}

// Draws a position on a small board.
function drawPuzzle(root, puzzle, anchors = startOf(puzzle)) {
  drawFrame(root, puzzle);
  const standing = puzzle.pieces.keys().filter((id) => !isOut(anchors[id]));
  root.append(...standing.map((id) => drawPieceAt(puzzle.pieces[id], anchors[id])));
}

function drawPieceAt(piece, anchor) {
  const drawn = drawPiece(piece);
  drawn.style.transform = shiftedTo(anchor);
  return drawn;
}

function drawPiece(piece, attributes = {}) {
  const drawn = svg("g", { "data-ink": piece.ink, ...attributes });
  drawn.innerHTML = piece.face;
  drawn.append(drawLabel(piece));
  return drawn;
}

function drawLabel(piece) {
  const [column, row, columns, rows] = piece.label;
  const { lines, size } = labelLines(piece);
  const text = svg("text", { class: "name", "font-size": Math.round(size * CELL), "aria-hidden": true });
  lines.forEach((line, index) => {
    const middle = row + rows / 2 + 1.12 * size * (index - (lines.length - 1) / 2);
    const place = { x: (column + columns / 2) * CELL, y: Math.round(middle * CELL) };
    // A space that takes no room parts words for screen readers.
    if (index && !WIDE.test(line)) text.append(svg("tspan", { "font-size": 0 }, " "));
    text.append(svg("tspan", place, line));
  });
  return text;
}

// The lines of a label and their height, in cells. A name that would be unreadable is replaced by the
// one character of its figure, or else by the letter of its piece. A tall piece has a word or a Chinese character per line.
function labelLines({ name, letter, seal, label: [, , columns, rows] }) {
  const text = name ?? letter;
  const characters = [...text];
  const lines = characters.every((character) => WIDE.test(character)) ? characters : text.split(" ");
  if (rows > columns && lines.length > 1) {
    const widest = Math.max(...lines.map(widthOf));
    const size = Math.min((lines === characters ? 1 : 0.74) * columns / widest, (0.76 * rows) / lines.length);
    if (size >= MIN_LETTER) return { lines, size: Math.min(size, columns / 2) };
  }
  const size = Math.min(columns / 2, rows / 2, (0.8 * columns) / widthOf(text));
  return size >= MIN_LETTER ? { lines: [text], size } : { lines: [seal?.length === 1 ? seal : letter], size: 0.5 };
}
