// The rules: what may go where, and when the puzzle is solved. They are those of the library,
// and its tests hold the two against each other.
//
// A cell is [row, column], both from 0; a piece is its number; a way is one of the letters of WAYS.

const WAYS = { U: [-1, 0], L: [0, -1], R: [0, 1], D: [1, 0] };

const OPPOSITE = { U: "D", L: "R", R: "L", D: "U" };

const isSame = ([row, column], [otherRow, otherColumn]) =>
  row === otherRow && column === otherColumn;

const beyond = ([row, column], [down, right]) => [row + down, column + right];

// Where the pieces begin.
const startOf = ({ pieces }) => pieces.map(({ at }) => at);

// Whether pieces can stand there, none on another.
function canStand(puzzle, anchors) {
  if (anchors.length !== puzzle.pieces.length) return false;
  const covered = new Set();
  const empty = new Position(puzzle);
  empty.taken.fill(null);
  return anchors.every((at, piece) => at.length === 2 && empty.cells(piece, at).every((cell) => {
    const isFree = empty.mayEnter(piece, cell) && !covered.has(empty.index(cell));
    covered.add(empty.index(cell));
    return isFree;
  }));
}

// Where every piece stands; without anchors, where the puzzle begins.
class Position {
  constructor(puzzle, anchors = startOf(puzzle)) {
    this.puzzle = puzzle;
    this.anchors = [...anchors];
    this.walls = new Set(puzzle.walls.map((cell) => this.index(cell)));
    this.gate = new Set(puzzle.gate.cells.map((cell) => this.index(cell)));
    // The piece on each cell, row by row: the inverse of `anchors`.
    this.taken = new Array(puzzle.rows * puzzle.columns).fill(null);
    puzzle.pieces.forEach((_, piece) => this.fill(piece, piece));
  }

  index([row, column]) {
    return row * this.puzzle.columns + column;
  }

  contains([row, column]) {
    return row >= 0 && row < this.puzzle.rows && column >= 0 && column < this.puzzle.columns;
  }

  // The cells of a piece whose anchor, its first cell row by row, stands there.
  cells(piece, at = this.anchors[piece]) {
    return this.puzzle.pieces[piece].cells.map((offset) => beyond(at, offset));
  }

  occupant(cell) {
    return this.contains(cell) ? this.taken[this.index(cell)] : null;
  }

  fill(piece, mark) {
    for (const cell of this.cells(piece)) this.taken[this.index(cell)] = mark;
  }

  // Takes up a piece and puts it down there, where there must be room.
  put(piece, at) {
    this.fill(piece, null);
    this.anchors[piece] = at;
    this.fill(piece, piece);
  }

  mayEnter(piece, cell) {
    if (!this.contains(cell)) return false;
    const index = this.index(cell);
    if (this.walls.has(index)) return false;
    if (this.gate.has(index) && !this.puzzle.gate.pieces.includes(piece)) return false;
    // A piece is never in its own way.
    return this.taken[index] === null || this.taken[index] === piece;
  }

  // Where one step takes the piece from `at`, or null where it may not go.
  step(piece, way, at = this.anchors[piece]) {
    if (!this.puzzle.pieces[piece].ways.includes(way)) return null;
    const to = beyond(at, WAYS[way]);
    return this.cells(piece, to).every((cell) => this.mayEnter(piece, cell)) ? to : null;
  }

  // Why it may not: "lock", "frame", "wall", "gate", or the number of the piece in the way; null where
  // it may.
  hindrance(piece, way) {
    if (!this.puzzle.pieces[piece].ways.includes(way)) return "lock";
    const reasons = this.cells(piece, beyond(this.anchors[piece], WAYS[way])).map((cell) => {
      if (!this.contains(cell)) return "frame";
      if (this.mayEnter(piece, cell)) return null;
      const index = this.index(cell);
      if (this.walls.has(index)) return "wall";
      return this.taken[index] ?? "gate";
    });
    return reasons.find((reason) => reason !== null) ?? null;
  }

  // The ways that the piece can go now.
  ways(piece) {
    return Object.keys(WAYS).filter((way) => this.step(piece, way));
  }

  // The fewest steps, in one unit of the metric, that take the piece to a place that `isWanted`, or
  // null where there is no such way.
  route(piece, isWanted) {
    for (const [at, path] of this.places(piece)) if (isWanted(at)) return path;
    return null;
  }

  // The places that one unit of the metric takes the piece to, the nearest first, and the ways there.
  *places(piece) {
    const start = this.anchors[piece];
    const seen = new Set([this.index(start)]);
    const queue = [{ at: start, path: [] }];
    for (const { at, path } of queue) {
      if (path.length) yield [at, path];
      for (const way of this.onwards(path)) {
        const to = this.step(piece, way, at);
        if (!to || seen.has(this.index(to))) continue;
        seen.add(this.index(to));
        queue.push({ at: to, path: [...path, way] });
      }
    }
  }

  // The ways that one unit of the metric may go on.
  onwards(path) {
    if (path.length === 0 || this.puzzle.metric === "move") return Object.keys(WAYS);
    return this.puzzle.metric === "slide" ? [path[0]] : [];
  }

  // A target is met by any piece of the same kind, see `Puzzle::are_alike`.
  isMet({ kind, at }) {
    const piece = this.occupant(at);
    return piece !== null && this.stands(piece, kind, at);
  }

  stands(piece, kind, at) {
    return this.puzzle.pieces[piece].kind === kind && isSame(this.anchors[piece], at);
  }

  meets(goal) {
    const isEmpty = (cell) => this.occupant(cell) === null;
    return goal.targets.every((target) => this.isMet(target)) && goal.empties.every(isEmpty);
  }

  isSolved() {
    const { goals, finish } = this.puzzle;
    if (goals.some((goal) => this.meets(goal))) return true;
    return finish === "clear" && this.isAStepAway();
  }

  // Whether one step would bring a goal piece to its target, and thereby meet a goal.
  isAStepAway() {
    const { goals, pieces } = this.puzzle;
    const wanted = new Set(goals.flatMap((goal) => goal.targets.map(({ kind }) => kind)));
    return pieces.some(({ kind }, piece) => {
      if (!wanted.has(kind)) return false;
      return this.ways(piece).some((way) => this.wouldSolve(piece, this.step(piece, way)));
    });
  }

  wouldSolve(piece, to) {
    const from = this.anchors[piece];
    this.put(piece, to);
    const arrives = (goal) => goal.targets.some(({ kind, at }) => this.stands(piece, kind, at));
    const solves = this.puzzle.goals.some((goal) => arrives(goal) && this.meets(goal));
    this.put(piece, from);
    return solves;
  }
}
