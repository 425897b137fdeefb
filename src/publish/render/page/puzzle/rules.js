// The rules of sliding: legal steps and solved positions. Tests compare these rules with those of the
// library. A cell is [row, column], both from 0. A piece is its number. A direction is one of the letters of
// WAYS.

const WAYS = { U: [-1, 0], L: [0, -1], R: [0, 1], D: [1, 0] };

const isSame = (one, other) => String(one) === String(other);

const beyond = (cell, offset) => cell.map((at, axis) => at + offset[axis]);

// Returns the offset from one cell or point to another.
const offsetTo = (to, from) => to.map((at, axis) => at - from[axis]);

// The anchor of a piece that has left, or that stands for a layer beneath another.
const OUT = [255, 255];

const isOut = (at) => isSame(at, OUT);

// Returns whether a board has a cell.
const isWithin = (cell, { rows, columns }) => cell.every((at, axis) => at >= 0 && at < [rows, columns][axis]);

// Returns the anchors of the pieces at the start.
const startOf = ({ pieces }) => pieces.map(({ at }) => at);

// Returns whether the pieces fit at these anchors without overlap.
function canStand(puzzle, anchors) {
  if (anchors.length !== puzzle.pieces.length) return false;
  const standing = new Position(puzzle);
  standing.taken.fill(null);
  return anchors.every((at, piece) => {
    if (isOut(at)) return standing.hasDoor(piece);
    const fits = at.length === 2 && standing.cells(piece, at).every((cell) => standing.mayEnter(piece, cell));
    standing.anchors[piece] = at;
    standing.fill(piece, piece);
    return fits;
  });
}

// A position: the anchors of all pieces. By default it is the start of the puzzle.
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

  // Returns the cells of a piece with this anchor. The anchor is its first cell, row by row.
  cells(piece, at = this.anchors[piece]) {
    return this.puzzle.pieces[piece].cells.map((offset) => beyond(at, offset));
  }

  occupant(cell) {
    return isWithin(cell, this.puzzle) ? this.taken[this.index(cell)] : null;
  }

  fill(piece, mark) {
    for (const cell of this.cells(piece)) if (isWithin(cell, this.puzzle)) this.taken[this.index(cell)] = mark;
  }

  // Moves a piece to an anchor where it has room, or one step beyond a door, so that it leaves. Its next layer
  // then stands where it stood, until the piece comes back.
  put(piece, at) {
    const before = this.anchors[piece];
    const { next } = this.puzzle.pieces[piece];
    const leaves = !this.isInside(piece, at);
    if (next !== null && !leaves) this.put(next, OUT);
    this.fill(piece, null);
    this.anchors[piece] = leaves ? OUT : at;
    this.fill(piece, piece);
    if (next !== null && leaves && !isOut(before)) this.put(next, before);
  }

  // Returns whether a piece at this anchor stands in the frame and off its walls.
  isInside(piece, at) {
    return this.cells(piece, at).every((cell) => isWithin(cell, this.puzzle) && !this.walls.has(this.index(cell)));
  }

  hasDoor(piece) {
    return this.puzzle.doors.some(([pieces]) => pieces.includes(piece));
  }

  // Returns whether a cell of a piece may leave across its edge in a direction.
  isDoor(piece, way, cell) {
    return this.puzzle.doors.some(([pieces, edges]) => pieces.includes(piece) && edges.includes(`${cell},${way}`));
  }

  // Returns whether other pieces must leave before this piece moves.
  isWaiting(piece) {
    const here = (anchors) => anchors.filter((at) => !isOut(at)).length;
    const gone = () => here(startOf(this.puzzle)) - here(this.anchors);
    return this.puzzle.waits.some(([waiting, [left, key]]) =>
      waiting === piece && (gone() < left || key !== null && !isOut(this.anchors[key])));
  }

  // Returns whether a cell goes on in a direction until it crosses a door of the piece.
  getsOut(piece, way, cell) {
    for (let at = cell; !this.isDoor(piece, way, at);) {
      at = beyond(at, WAYS[way]);
      if (!this.mayEnter(piece, at)) return false;
    }
    return true;
  }

  mayEnter(piece, cell) {
    return this.obstacle(piece, cell) === null;
  }

  // Returns what keeps a piece out of a cell: "frame", "wall", "gate", or the number of another
  // piece; null if nothing does.
  obstacle(piece, cell) {
    if (!isWithin(cell, this.puzzle)) return "frame";
    const index = this.index(cell);
    if (this.walls.has(index)) return "wall";
    // A piece does not block itself.
    const other = this.taken[index];
    if (other !== null && other !== piece) return other;
    return this.gate.has(index) && !this.puzzle.gate.pieces.includes(piece) ? "gate" : null;
  }

  // Returns the anchor after one step from `at`, or null if the step is illegal. A step across a door leads
  // out of the frame or into a wall.
  step(piece, way, at = this.anchors[piece]) {
    if (!this.puzzle.pieces[piece].ways.includes(way) || this.isWaiting(piece)) return null;
    const to = beyond(at, WAYS[way]);
    if (this.puzzle.doors.length) {
      if (!this.isInside(piece, at)) return null;
      const cells = this.cells(piece, at);
      if (cells.some((cell) => this.isDoor(piece, way, cell))) {
        return cells.every((cell) => this.getsOut(piece, way, cell)) ? to : null;
      }
    }
    return this.cells(piece, to).every((cell) => this.mayEnter(piece, cell)) ? to : null;
  }

  // Returns the reason why a step is illegal: "lock", "wait", or the obstacle; null for a legal step.
  hindrance(piece, way) {
    if (!this.puzzle.pieces[piece].ways.includes(way)) return "lock";
    if (this.isWaiting(piece)) return "wait";
    if (this.step(piece, way)) return null;
    const cells = this.cells(piece, beyond(this.anchors[piece], WAYS[way]));
    const obstacles = cells.map((cell) => this.obstacle(piece, cell));
    return obstacles.find((obstacle) => obstacle !== null) ?? null;
  }

  // Returns the directions in which a piece can go.
  ways(piece) {
    return Object.keys(WAYS).filter((way) => this.step(piece, way));
  }

  // Yields the places that a piece reaches in one unit of the metric, nearest first, and the steps to each.
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

  // Returns the tiles that a push in a direction moves, the one next to the empty cell first. A RangeError
  // reports that they are no row or column beside the empty cell.
  line(piece, ways) {
    const line = [piece];
    while (line.length < ways.length) {
      const next = this.occupant(beyond(this.anchors[line[0]], WAYS[ways[0]]));
      if (next === null) throw new RangeError();
      line.unshift(next);
    }
    return line;
  }

  // Returns the directions that may continue one unit of the metric.
  onwards(path) {
    if (path.length === 0 || this.puzzle.metric === "move") return Object.keys(WAYS);
    return this.puzzle.metric === "slide" ? [path[0]] : [];
  }

  // Returns whether a piece of this kind stands on a target, see `Puzzle::are_alike`.
  isMet({ kind, at }) {
    const piece = this.occupant(at);
    return piece !== null && this.stands(piece, kind, at);
  }

  stands(piece, kind, at) {
    return this.puzzle.pieces[piece].kind === kind && isSame(this.anchors[piece], at);
  }

  meets(goal) {
    const isEmpty = (cell) => this.occupant(cell) === null;
    return goal.targets.every((target) => this.isMet(target)) && goal.empties.every(isEmpty) && this.haveLeft(goal);
  }

  // Returns whether all pieces that must leave have left, apart from those at the targets of a goal.
  haveLeft({ targets }) {
    const { gone, pieces } = this.puzzle;
    return !gone || pieces.every((_, piece) => isOut(this.anchors[piece]) || !this.hasDoor(piece)
      || targets.some(({ kind, at }) => this.stands(piece, kind, at)));
  }

  isSolved() {
    const { goals, finish } = this.puzzle;
    return goals.some((goal) => this.meets(goal)) || (finish === "clear" && this.isAStepAway());
  }

  // Returns whether one step would bring a piece to its target and thereby meet a goal.
  isAStepAway() {
    const { goals, pieces } = this.puzzle;
    return pieces.some(({ kind }, piece) => this.ways(piece).some((way) => {
      const from = this.anchors[piece];
      const to = this.step(piece, way);
      const isArrival = (target) => target.kind === kind && isSame(target.at, to);
      this.put(piece, to);
      const isSolving = goals.some((goal) => goal.targets.some(isArrival) && this.meets(goal));
      this.put(piece, from);
      return isSolving;
    }));
  }
}
