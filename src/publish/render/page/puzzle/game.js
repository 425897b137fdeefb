// A game: the moves that were made, the moves that were undone, and the position between them. A move is one
// unit of the metric: a piece and the places of its anchor. Consecutive steps of one piece become one move if
// the metric allows it.
class Game {
  isLong;

  // `start` has the anchors of the first position.
  constructor(puzzle, start = startOf(puzzle), moves = [], made = 0) {
    this.puzzle = puzzle;
    this.start = [...start];
    this.position = new Position(puzzle, start);
    this.moves = moves;
    // Whether the game continues a solution that was watched, and whether a hint has shown a move.
    this.isShown = false;
    this.isHinted = false;
    // The time that the player has spent.
    this.seconds = 0;
    this.made = 0;
    this.goTo(made);
  }

  // Creates a game with these moves, [piece, directions] each. None of them is made yet.
  static of(puzzle, texts, start = startOf(puzzle)) {
    const anchors = [...start];
    const moves = texts.map(([piece, ways]) => {
      const places = [anchors[piece]];
      for (const way of ways) places.push(beyond(places.at(-1), WAYS[way]));
      anchors[piece] = places.at(-1);
      return { piece, places };
    });
    return new Game(puzzle, start, moves);
  }

  // Restores a stored game. Throws an error if its moves are illegal.
  static from(puzzle, { start, moves = [], made = 0, isShown = false, isHinted = false, seconds = 0 }) {
    if (start && !canStand(puzzle, start)) throw new RangeError();
    const position = new Position(puzzle, start);
    for (const [piece, ways] of moves) {
      for (const way of ways) position.put(piece, position.step(piece, way));
    }
    const game = Game.of(puzzle, moves, start);
    game.goTo(made);
    return Object.assign(game, { isShown, isHinted, seconds });
  }

  // Returns the game for the storage.
  toJSON() {
    const { start, made, isShown, isHinted, seconds } = this;
    return { seconds, start, moves: this.moveTexts(), made, isShown, isHinted };
  }

  // Returns whether the game is at the start of the puzzle and has no moves.
  isNew() {
    const isAtStart = this.puzzle.pieces.every(({ at }, piece) => isSame(at, this.start[piece]));
    return isAtStart && this.moves.length === 0;
  }

  // Returns whether another game begins with all moves of this game.
  isPartOf(other) {
    const moves = other.moveTexts().slice(0, this.moves.length);
    return JSON.stringify([other.start, moves]) === JSON.stringify([this.start, this.moveTexts()]);
  }

  // Returns the moves: [piece, directions] each.
  moveTexts() {
    return this.moves.map(({ piece, places }) => [piece, waysOf(places)]);
  }

  // Returns a copy of the game up to this position.
  fork() {
    const moves = this.moves.slice(0, this.made);
    const copies = moves.map(({ piece, places }) => ({ piece, places: [...places] }));
    const fork = new Game(this.puzzle, this.start, copies, this.made);
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
    if (last?.piece !== piece) {
      this.moves.push({ piece, places: [from, to] });
      return;
    }
    const back = last.places.findIndex((place) => isSame(place, to));
    // A move that returns to its first place is removed.
    if (back === 0) this.moves.pop();
    else if (back > 0) last.places.length = back + 1;
    else if (this.isLonger(last.places, to)) last.places.push(to);
    else this.moves.push({ piece, places: [from, to] });
  }

  // Returns whether a step to this place extends the last move.
  isLonger([first, second, ...rest], to) {
    if (this.puzzle.metric !== "slide") return this.puzzle.metric === "move";
    const last = rest.at(-1) ?? second;
    const way = [second[0] - first[0], second[1] - first[1]];
    return isSame(beyond(last, way), to);
  }

  // Makes or undoes moves until this number of moves is made.
  goTo(made) {
    while (this.made > made) {
      const { piece, places } = this.moves[--this.made];
      this.position.put(piece, places[0]);
    }
    while (this.made < made) {
      const { piece, places } = this.moves[this.made++];
      this.position.put(piece, places.at(-1));
    }
  }
}

// Returns the directions from place to place.
const waysOf = (places) => places.slice(1).map((to, at) =>
  Object.keys(WAYS).find((way) => isSame(beyond(places[at], WAYS[way]), to))).join("");
