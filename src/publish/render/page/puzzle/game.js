// A game: the moves that were made, the moves that were undone, and the position between them. A move is one
// unit of the metric: a piece and the places of its anchor. Consecutive steps of one piece become one move if
// the metric allows it.
class Game {
  // The number of moves that are made.
  made = 0;

  // Whether the game continues a solution that was watched, and whether a hint has shown a move.
  isShown = false; isHinted = false;

  // The time that the player has spent.
  seconds = 0;

  // `start` has the anchors of the first position.
  constructor(puzzle, start = startOf(puzzle), moves = []) {
    this.puzzle = puzzle;
    this.start = [...start];
    this.position = new Position(puzzle, start);
    this.moves = moves;
  }

  // Creates a game with these moves, [piece, directions] each. None of them is made yet. Throws an error if a move is
  // illegal.
  static of(puzzle, texts, start = startOf(puzzle)) {
    const game = new Game(puzzle, start);
    const { position } = game;
    for (const [piece, ways] of texts) {
      const places = [position.anchors[piece]];
      for (const way of ways) places.push(beyond(places.at(-1), WAYS[way]));
      const line = puzzle.metric === "push" ? position.line(piece, ways) : [...ways].map(() => piece);
      line.forEach((moved, at) => position.put(moved, position.step(moved, ways[at])));
      game.moves.push({ piece, places });
    }
    game.made = game.moves.length;
    game.goTo(0);
    return game;
  }

  // Restores a stored game. Throws an error if its moves are illegal.
  static from(puzzle, { start, moves = [], made = 0, isShown = false, isHinted = false, seconds = 0 }) {
    if (start && !canStand(puzzle, start)) throw new RangeError();
    const game = Game.of(puzzle, moves, start);
    game.goTo(made);
    return Object.assign(game, { isShown, isHinted, seconds });
  }

  // Returns the game for the storage.
  toJSON() {
    const { start, made, isShown, isHinted, seconds } = this;
    return { seconds, start, moves: this.moveTexts(), made, isShown, isHinted };
  }

  // Returns whether the game begins at the start of the puzzle.
  isFromStart() {
    return isSame(this.start, startOf(this.puzzle));
  }

  // Returns whether the game is at the start of the puzzle and has no moves.
  isNew() {
    return this.isFromStart() && this.moves.length === 0;
  }

  // Returns whether another game begins with all moves of this game.
  isPartOf(other) {
    const moves = other.moveTexts().slice(0, this.moves.length);
    return isSame([this.start, this.moveTexts()], [other.start, moves]);
  }

  // Returns the moves: [piece, directions] each.
  moveTexts() {
    return this.moves.map(({ piece, places }) => [piece, waysOf(places)]);
  }

  // Returns a copy of the game up to this position.
  fork() {
    const moves = structuredClone(this.moves.slice(0, this.made));
    const fork = new Game(this.puzzle, this.start, moves);
    fork.goTo(this.made);
    return Object.assign(fork, { isShown: true });
  }

  // Makes a step if it is legal. Undone moves are dropped.
  step(piece, way) {
    const from = this.position.anchors[piece];
    const to = this.position.step(piece, way);
    if (!to) return false;
    this.moves.length = this.made;
    this.record(piece, from, to);
    this.made = this.moves.length;
    this.position.put(piece, to);
    return true;
  }

  record(piece, from, to) {
    const last = this.moves.at(-1);
    const isPush = this.puzzle.metric === "push";
    const isPart = last && (isPush ? this.changePush(last, piece, [from, to]) : this.change(last, piece, to));
    if (!isPart) this.moves.push({ piece, places: [from, to] });
  }

  // Adds a step to the last move, or takes it back. Returns whether the step is a part of that move.
  change(last, piece, to) {
    if (last.piece !== piece) return false;
    const back = last.places.findIndex((place) => isSame(place, to));
    // A move that returns to its first place is removed.
    if (back === 0) this.moves.pop();
    else if (back > 0) last.places.length = back + 1;
    else if (this.isLonger(last.places, to)) last.places.push(to);
    else return false;
    return true;
  }

  // Does the same with a step of a tile and the last push, if both are in one line. The places of a push lead from
  // the tile farthest from the empty cell to that cell.
  changePush(last, piece, [from, to]) {
    const [lastWay] = waysOf(last.places);
    const isOn = lastWay === waysOf([from, to]);
    const isBack = lastWay === waysOf([to, from]);
    if (!isSame(last.places[0], to) || !(isOn || isBack)) return false;
    if (isOn) Object.assign(last, { piece, places: [from, ...last.places] });
    else if (last.places.length === 2) this.moves.pop();
    else Object.assign(last, { piece: this.position.occupant(last.places[2]), places: last.places.slice(1) });
    return true;
  }

  // Makes a move, or takes it back.
  shift({ piece, places }, isBack) {
    const path = isBack ? places.toReversed() : places;
    if (this.puzzle.metric !== "push") for (const place of path.slice(1)) this.position.put(piece, place);
    else for (let at = path.length - 1; at > 0; at--) this.position.put(this.position.occupant(path[at - 1]), path[at]);
  }

  // Returns whether a step to this place extends the last move.
  isLonger([first, second, ...rest], to) {
    if (this.puzzle.metric !== "slide") return this.puzzle.metric === "move";
    return isSame(beyond(rest.at(-1) ?? second, offsetTo(second, first)), to);
  }

  // Makes or undoes moves until this number of moves is made.
  goTo(made) {
    while (this.made > made) this.shift(this.moves[--this.made], true);
    while (this.made < made) this.shift(this.moves[this.made++], false);
  }
}

// Returns the directions from place to place.
const waysOf = (places) => places.slice(1).map((to, at) =>
  Object.keys(WAYS).find((way) => isSame(beyond(places[at], WAYS[way]), to))).join("");

// Returns the moves of all pieces, or of one, from a position.
const movesAt = (position, pieces = [...position.anchors.keys()]) =>
  pieces.flatMap((piece) => [...position.places(piece)].map(([, ways]) => [piece, ways]));

// Returns the position after a move.
function after({ puzzle, anchors }, move) {
  const game = Game.of(puzzle, [move], anchors);
  game.goTo(1);
  return game.position;
}
