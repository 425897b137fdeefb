// Where everything meets: the games, the board, the buttons.

const WORDS = { U: "up", L: "left", R: "right", D: "down" };
const SIGNS = { U: "↑", L: "←", R: "→", D: "↓" };

// Milliseconds that one move of the solution is shown.
const MOVE_TIME = 650;

// A person at the board: two games, their own and the solution, one of which is shown.
class Table {
  constructor(puzzle, board) {
    this.puzzle = puzzle;
    this.board = board;
    this.mine = new Game(puzzle);
    this.solution = puzzle.solution && Game.of(puzzle, puzzle.solution);
    this.isWatching = false;
    this.chosen = null;
  }

  get game() {
    return this.isWatching ? this.solution : this.mine;
  }

  get position() {
    return this.game.position;
  }

  // Whether pieces may be moved by hand; says so where not.
  mayMove() {
    if (this.isWatching) say("This is the solution: press “Play on from here” to move pieces.");
    return !this.isWatching;
  }

  choose(piece) {
    this.chosen = piece;
    this.showChoice();
  }

  // One step by hand.
  step(piece, way) {
    const from = this.position.anchors[piece];
    if (!this.mayMove() || !this.mine.step(piece, way)) return false;
    this.show();
    this.board.slide(piece, [from, this.position.anchors[piece]]);
    this.tell(piece);
    return true;
  }

  // One step of a piece in the hand, of which nothing is said until it is let go.
  pull(piece, way) {
    const isDone = this.mine.step(piece, way);
    if (isDone) this.show();
    return isDone;
  }

  // Several steps at once, by a click.
  travel(piece, ways) {
    const places = [this.position.anchors[piece]];
    for (const way of ways) {
      this.mine.step(piece, way);
      places.push(this.position.anchors[piece]);
    }
    this.show();
    this.board.slide(piece, places);
    this.tell(piece);
  }

  // The end of a drag.
  settle(piece) {
    this.show();
    this.tell(piece);
  }

  undo() {
    this.turn(this.mine.made - 1, "Taken back");
  }

  redo() {
    this.turn(this.mine.made + 1, "Made again");
  }

  turn(made, word) {
    if (this.isWatching || made < 0 || made > this.mine.moves.length) return;
    const { piece, places } = this.mine.moves[Math.min(made, this.mine.made)];
    const isBack = made < this.mine.made;
    this.mine.goTo(made);
    this.show();
    this.board.slide(piece, isBack ? [...places].reverse() : places);
    say(`${word}: ${this.nameOf(piece)}.`);
    if (!isBack) this.tellIfSolved();
  }

  restart() {
    this.mine = new Game(this.puzzle);
    this.show();
    say("From the start.");
  }

  watch(isWatching) {
    this.isWatching = isWatching;
    this.show();
    say(isWatching ? `The solution: ${this.counted(this.solution.moves.length)}.` : "Your own game.");
  }

  // Goes on with a game of one's own from where the solution stands.
  fork() {
    this.mine = this.solution.fork();
    this.isWatching = false;
    this.show();
    say("Your own game, from here on.");
    this.tellIfSolved();
  }

  // Shows the solution after that many moves.
  showSolution(made, how) {
    const { moves, made: before } = this.solution;
    this.solution.goTo(made);
    this.show();
    if (how === "step") {
      const { piece, places } = moves[Math.min(made, before)];
      const isBack = made < before;
      this.board.slide(piece, isBack ? [...places].reverse() : places);
    }
  }

  // Brings the picture, the numbers and the buttons up to date.
  show() {
    this.board.show(this.position);
    this.position.anchors.forEach((_, piece) => this.board.label(piece, this.describe(piece)));
    const isSolved = this.position.isSolved();
    this.board.root.classList.toggle("solved", isSolved);
    byId("status").classList.toggle("done", isSolved && !this.isWatching);
    this.showChoice();
    byId("count").textContent = this.game.made;
    disable(byId("undo"), this.mine.made === 0);
    disable(byId("redo"), this.mine.made === this.mine.moves.length);
    disable(byId("restart"), this.mine.moves.length === 0);
    byId("mode-play").setAttribute("aria-pressed", !this.isWatching);
    byId("mode-watch").setAttribute("aria-pressed", this.isWatching);
    byId("play-controls").hidden = this.isWatching;
    byId("watch-controls").hidden = !this.isWatching;
    if (this.isWatching) byId("status").textContent = this.caption(this.game.made);
  }

  showChoice() {
    const ways = this.chosen === null ? [] : this.position.ways(this.chosen);
    this.board.choose(this.chosen, this.isWatching ? [] : ways);
  }

  // Says where the piece has come to, or that it is done.
  tell(piece) {
    if (this.tellIfSolved()) return;
    const [row, column] = this.position.anchors[piece];
    say(`${this.nameOf(piece)}: row ${row + 1}, column ${column + 1}.`);
  }

  tellIfSolved() {
    if (!this.position.isSolved()) return false;
    const { best } = this.puzzle;
    const made = this.mine.made;
    let praise = ".";
    if (best !== null && made === best) praise = ", the fewest there are!";
    else if (best !== null && made > best) praise = `. It can be done in ${best}.`;
    say(`Solved in ${this.counted(made)}${praise}`);
    return true;
  }

  counted(number) {
    return `${number} ${this.puzzle.metric}${number === 1 ? "" : "s"}`;
  }

  nameOf(piece) {
    const { name, letter } = this.puzzle.pieces[piece];
    return name ?? letter;
  }

  // A piece in words, for those who do not see it.
  describe(piece) {
    const { letter, name, cells } = this.puzzle.pieces[piece];
    const [height, width] = extent(cells);
    const [row, column] = this.position.anchors[piece];
    const ways = this.position.ways(piece).map((way) => WORDS[way]);
    const can = ways.length ? `can go ${ways.join(" or ")}` : "cannot move";
    const label = name ? `${name}, ${letter}` : letter;
    return `${label}: ${height} by ${width}, row ${row + 1}, column ${column + 1}, ${can}`;
  }

  // The move of the solution that has just been shown.
  caption(made) {
    const { moves } = this.solution;
    const count = `${made} of ${this.counted(moves.length)}`;
    if (made === 0) return `${count}: the start`;
    const { piece, places } = moves[made - 1];
    const signs = places.slice(1).map((to, at) => {
      const [row, column] = places[at];
      const isTaken = (way) => isSame(beyond([row, column], WAYS[way]), to);
      return SIGNS[Object.keys(WAYS).find(isTaken)];
    });
    return `${count}: ${this.nameOf(piece)} ${signs.join("")}`;
  }
}

// A sentence that must be noticed: below the board, and aloud.
function say(text) {
  byId("status").textContent = text;
  byId("aloud").textContent = text;
}

// What is to be reached, in words and as outlines on the board. Goals of one piece each are simple
// enough to be shown at once; others, one at a time, have a picture of their own.
function setUpGoals(puzzle, board) {
  const { goals, pieces } = puzzle;
  const isSimple = ({ targets, empties }) => targets.length === 1 && empties.length === 0;
  const isOutlined = goals.length <= 8 && goals.every(isSimple);
  const all = { targets: goals.flatMap(({ targets }) => targets), empties: [] };
  const shown = isOutlined ? [all] : goals;
  byId("goal").hidden = isOutlined;
  let at = 0;
  const show = () => {
    board.showGoal(shown[at]);
    if (!isOutlined) drawGoal(byId("goal-board"), puzzle, shown[at]);
    byId("goal-number").textContent = `Goal ${at + 1} of ${shown.length}`;
  };
  const turn = (by) => {
    at = (at + by + shown.length) % shown.length;
    show();
  };
  byId("goals").hidden = shown.length === 1;
  onPress(byId("goal-before"), () => turn(-1));
  onPress(byId("goal-after"), () => turn(1));
  byId("goal-text").textContent = goalText(goals, pieces);
  show();
}

function goalText(goals, pieces) {
  const named = goals.flatMap(({ targets }) => targets.map(({ piece }) => piece));
  const names = [...new Set(named)].map((piece) => pieces[piece].name ?? pieces[piece].letter);
  const [{ targets, empties }] = goals;
  const where = goals.length > 1 ? "one of the dashed outlines" : "the dashed outline";
  if (names.length === 1 && goals.every(({ targets }) => targets.length === 1)) {
    return `Bring ${names[0]} to ${where}.`;
  }
  if (goals.length > 1) return `Bring the pieces to any one of ${goals.length} goals.`;
  if (targets.length === 0) return "Empty the cells with a dashed circle.";
  const rest = empties.length ? " and empty the cells with a dashed circle" : "";
  return `Bring ${targets.length} pieces to the dashed outlines${rest}.`;
}

function setUp(puzzle) {
  const board = new Board(byId("board"), puzzle);
  const table = new Table(puzzle, board);
  setUpGoals(puzzle, board);
  listen(board, table);
  onPress(byId("undo"), () => table.undo());
  onPress(byId("redo"), () => table.redo());
  onPress(byId("restart"), () => table.restart());
  byId("modes").hidden = !table.solution;
  if (table.solution) setUpSolution(table);
  table.show();
  return table;
}

function setUpSolution(table) {
  const playback = new Playback({
    steps: table.solution.moves.length,
    wait: MOVE_TIME,
    show: (made, how) => table.showSolution(made, how),
    tell: (made) => table.caption(made),
  });
  onPress(byId("mode-watch"), () => table.watch(true));
  onPress(byId("mode-play"), () => {
    playback.pause();
    table.watch(false);
  });
  onPress(byId("fork"), () => {
    playback.pause();
    table.fork();
  });
}

const table = setUp(data);
