// A game: the moves that were made and those that were taken back, and the position in between.
//
// A move is one unit of the metric: a piece and the places that its anchor goes through. Steps of
// one piece, one after another, become one move where the metric has it so.
class Game {
  // From the position that these anchors are.
  constructor(puzzle, start = startOf(puzzle), moves = [], made = 0) {
    this.puzzle = puzzle;
    this.start = [...start];
    this.position = new Position(puzzle, start);
    this.moves = moves;
    // Whether it goes on from a solution that was watched, and whether a hint has shown a move of it.
    this.isShown = false;
    this.isHinted = false;
    // The time that was spent on it.
    this.seconds = 0;
    this.made = 0;
    this.goTo(made);
  }

  // The game that moves are, [piece, ways] for each. Nothing of it is made yet.
  static of(puzzle, told, start = startOf(puzzle)) {
    const anchors = [...start];
    const moves = told.map(([piece, ways]) => {
      const places = [anchors[piece]];
      for (const way of ways) places.push(beyond(places.at(-1), WAYS[way]));
      anchors[piece] = places.at(-1);
      return { piece, places };
    });
    return new Game(puzzle, start, moves);
  }

  // The game that was kept so; an error where the rules do not allow it.
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

  // As it is kept.
  toJSON() {
    const { start, made, isShown, isHinted, seconds } = this;
    return { seconds, start, moves: this.told(), made, isShown, isHinted };
  }

  // Whether nothing has been done in it.
  isNew() {
    const isAtStart = this.puzzle.pieces.every(({ at }, piece) => isSame(at, this.start[piece]));
    return isAtStart && this.moves.length === 0;
  }

  // Whether another has all moves of this one.
  isPartOf(other) {
    const moves = other.told().slice(0, this.moves.length);
    return JSON.stringify([other.start, moves]) === JSON.stringify([this.start, this.told()]);
  }

  // Its moves as texts: [piece, ways] for each.
  told() {
    return this.moves.map(({ piece, places }) => [piece, waysOf(places)]);
  }

  // The same up to here, to be played on; this one stays as it is.
  fork() {
    const moves = this.moves.slice(0, this.made);
    const copies = moves.map(({ piece, places }) => ({ piece, places: [...places] }));
    const fork = new Game(this.puzzle, this.start, copies, this.made);
    return Object.assign(fork, { isShown: true });
  }

  // Makes one step, if it may be made. What was taken back is then gone.
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
    // A move that has come back to where it began was none.
    if (back === 0) this.moves.pop();
    else if (back > 0) last.places.length = back + 1;
    else if (this.isLonger(last.places, to)) last.places.push(to);
    else this.moves.push({ piece, places: [from, to] });
  }

  // Whether a move that goes on there is still one move.
  isLonger([first, second, ...rest], to) {
    if (this.puzzle.metric !== "slide") return this.puzzle.metric === "move";
    const last = rest.at(-1) ?? second;
    const way = [second[0] - first[0], second[1] - first[1]];
    return isSame(beyond(last, way), to);
  }

  // Goes to after that many moves.
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

// The ways from place to place.
const waysOf = (places) => places.slice(1).map((to, at) =>
  Object.keys(WAYS).find((way) => isSame(beyond(places[at], WAYS[way]), to))).join("");
