// The table: the games, the board and the buttons of a puzzle.

const WORDS = { U: tr("up"), L: tr("left"), R: tr("right"), D: tr("down") };

// Returns the directions as arrows.
const signsOf = (ways) => ways.replace(/./g, (way) => "↑←→↓"["ULRD".indexOf(way)]);

// Milliseconds for each move of the solution.
const MOVE_TIME = 650;

// The maximum number of stored games before and after the current one.
const MAX_GAMES = 10;

// The player's game and the solution. The board shows one of them.
class Table {
  // Callbacks: after pieces have moved, after a move by hand, and after a win by hand with its
  // number of moves.
  onMove = [];
  onSettle = () => {};
  onWin = (_) => {};

  // The day of a daily puzzle.
  day = null;

  // The known lengths of shortest solutions, by position.
  lengths = new Map();

  isWatching = false; chosen = null;

  // Begins with the game of a link, whose anchors are `at`, or with the stored game, or with a new one.
  constructor(puzzle, board, at) {
    this.puzzle = puzzle;
    this.board = board;
    this.store = new GameStore(puzzle);
    this.clock = new Clock(() => this.tick(), () => this.keepTime());
    this.open(this.recall());
    const from = linked(at, puzzle);
    if (from) this.replaceGame(new Game(puzzle, from));
    // The stored game stays until the game of the link has a move.
    this.isLinked = from !== null;
    this.store.watch(() => this.follow());
    this.solution = puzzle.solution && Game.of(puzzle, puzzle.solution);
  }

  // Returns the stored data with their games: the current one, and those that were replaced by
  // others. If a move is illegal, only the best results stay.
  recall({ before = [], after = [], ...kept } = this.store.read()) {
    const game = (one) => Game.from(this.puzzle, one);
    try {
      const games = new Changes(before.map(game), after.map(game), MAX_GAMES);
      return { ...kept, mine: game(kept), games };
    } catch {
      return this.recall({ best: kept.best, helped: kept.helped });
    }
  }

  // Opens recalled data.
  open({ mine, games, best, helped, stamp }) {
    Object.assign(this, { mine, games, best, helped, stamp });
    this.written = this.state();
  }

  // Returns the data for the storage.
  toJSON() {
    const { mine, games: { before, after }, best, helped } = this;
    return { ...mine.toJSON(), best, helped, before, after };
  }

  // Returns the same without the times, as text.
  state() {
    return JSON.stringify(this, (key, value) => (key === "seconds" ? 0 : value));
  }

  keep() {
    if (this.isLinked && this.mine.moves.length === 0) return;
    this.isLinked = false;
    if (this.state() === this.written) return;
    const kept = this.store.read();
    // Another window may have a better result or a longer game.
    this.best = leastOf(this.best, kept.best);
    this.helped = leastOf(this.helped, kept.helped);
    if (kept.moves && kept.stamp !== this.stamp) this.remember(this.recall().mine);
    this.stamp = `${Date.now()} ${Math.random()}`;
    const isDone = this.mine.position.isSolved();
    this.store.write({ ...this.toJSON(), stamp: this.stamp, isDone });
    this.written = this.state();
  }

  // Stores the time, unless another window has stored a game since.
  keepTime() {
    const kept = this.store.read();
    if (kept.moves && kept.stamp === this.stamp && !this.isLinked) {
      this.store.write({ ...kept, seconds: this.mine.seconds });
    }
  }

  tick() {
    this.mine.seconds += 1;
    this.showTime();
  }

  // Adds a game to those before the current one, unless a known game begins with its moves.
  remember(game) {
    const all = [this.mine, ...this.games.before, ...this.games.after];
    if (!game.isNew() && !all.some((other) => game.isPartOf(other))) this.games.before.push(game);
  }

  // Continues the game that another window has stored.
  follow() {
    const kept = this.recall();
    if (!kept.moves || kept.stamp === this.stamp || this.isLinked) return;
    const own = this.mine;
    this.open(kept);
    this.remember(own);
    this.show();
    tell("Another window has gone on with this game.");
  }

  get game() {
    return this.isWatching ? this.solution : this.mine;
  }

  get position() {
    return this.game.position;
  }

  // Returns whether the player may move pieces, and reports if not.
  mayMove() {
    if (this.isWatching) tell("This is the solution: press “Play on from here” to move pieces.");
    return !this.isWatching;
  }

  choose(piece) {
    this.chosen = piece;
    this.showChoice();
  }

  // Makes a step by hand, or reports why it is illegal.
  step(piece, way) {
    if (!this.mayMove()) return;
    if (this.position.step(piece, way)) this.travel(piece, [way]);
    else this.reportHindrance(piece, way);
  }

  // Makes a step of a dragged piece. The page reports when the piece is released.
  pull(piece, way) {
    // A search may have found a solution meanwhile.
    const isDone = !this.isWatching && this.mine.step(piece, way);
    if (isDone) this.show();
    return isDone;
  }

  // Makes several steps at once, for a click.
  travel(piece, ways) {
    const places = [this.position.anchors[piece]];
    for (const way of ways) {
      this.mine.step(piece, way);
      places.push(this.position.anchors[piece]);
    }
    this.show();
    this.board.slide(piece, places);
    this.report(piece);
  }

  // Ends a drag.
  settle(piece) {
    this.show();
    this.report(piece);
  }

  undo() {
    if (this.isWatching) return;
    if (this.mine.made > 0) this.turn(this.mine.made - 1, tr("Taken back"));
    else this.restore(this.games.undo(this.mine), tr("The game before this one."));
  }

  redo() {
    if (this.isWatching) return;
    if (this.mine.made < this.mine.moves.length) this.turn(this.mine.made + 1, tr("Made again"));
    else this.restore(this.games.redo(this.mine), tr("The game after that one."));
  }

  turn(made, word) {
    const { piece } = this.mine.moves[Math.min(made, this.mine.made)];
    this.showAfter(made);
    tell("{}: {}.", word, this.nameOf(piece));
    this.reportIfSolved();
  }

  // Shows the current game after this number of moves. The piece of the next or the last move slides.
  showAfter(made, isSlid = true) {
    const { game, game: { moves, made: before } } = this;
    game.goTo(made);
    this.show();
    if (!isSlid) return;
    const { piece, places } = moves[Math.min(made, before)];
    const path = this.puzzle.metric === "push" ? places.slice(0, 2) : places;
    this.board.slide(piece, made < before ? path.toReversed() : path);
  }

  restore(game, word) {
    if (!game) return;
    this.mine = game;
    this.show();
    say(word);
  }

  restart() {
    this.begin(startOf(this.puzzle));
    tell("From the start. Undo brings the game back.");
  }

  // Begins a new game at these anchors.
  begin(start) {
    this.replaceGame(new Game(this.puzzle, start));
    this.show();
  }

  // Replaces the player's game by another. Undo restores it.
  replaceGame(game) {
    if (!this.mine.isNew() && !this.mine.isPartOf(game)) this.games.push(this.mine);
    // A day with help is not flawless, even if its puzzle begins again.
    if (this.day) game.isHinted ||= this.mine.isHinted;
    this.mine = game;
    this.isWatching = false;
  }

  // Shows a solution that continues the player's game by these moves.
  watchOn(moves, isShortest) {
    const { start, made } = this.mine;
    const all = [...this.mine.moveTexts().slice(0, made), ...moves];
    this.solution = Object.assign(Game.of(this.puzzle, all, start), { isLong: !isShortest });
    this.solution.goTo(made);
    this.mine.isHinted = true;
    this.watch(true);
  }

  // Reports why a step is illegal.
  reportHindrance(piece, way) {
    const reason = this.position.hindrance(piece, way);
    if (reason === null) return;
    const name = this.nameOf(piece);
    const word = WORDS[way];
    const things = { frame: tr("the frame"), wall: tr("a wall"), gate: tr("a gate that is closed to it") };
    if (reason === "wait") tell("{} waits until others have left.", name);
    else if (reason === "lock") tell("{} never goes {}.", name, word);
    else tell("{} cannot go {}: {} is in the way.", name, word, things[reason] ?? this.nameOf(reason));
  }

  watch(isWatching) {
    this.isWatching = isWatching;
    this.show();
    say(isWatching ? tr("The solution: {}.", this.counted(this.solution.moves.length)) : tr("Your own game."));
  }

  // Continues the solution as the player's game.
  fork() {
    this.replaceGame(Object.assign(this.solution.fork(), { seconds: this.mine.seconds }));
    this.show();
    tell("Your own game, from here on.");
    this.reportIfSolved();
  }

  // Shows the solution after this number of moves.
  showSolution(made, how) {
    this.showAfter(made, how === "step");
    announce(this.caption(made, (ways) => [...ways].map((way) => WORDS[way]).join(" ")));
  }

  // Updates the board, the numbers and the buttons.
  show() {
    this.board.show(this.position, (piece) => this.describe(piece));
    const isSolved = this.position.isSolved();
    this.board.root.classList.toggle("solved", isSolved);
    this.showChoice();
    write("count", this.game.made);
    this.showTime();
    disable("undo", this.mine.made === 0 && this.games.before.length === 0);
    disable("redo", this.mine.made === this.mine.moves.length && this.games.after.length === 0);
    disable("restart", this.mine.isNew());
    for (const id of ["hint", "solve"]) disable(id, isSolved);
    this.showWin(isSolved && !this.isWatching);
    this.board.showHint(null);
    this.clock.isRunning = !isSolved && !this.isWatching && this.mine.moves.length > 0;
    this.keep();
    write("own", this.best ?? "–");
    write("optimum", this.optimum() ?? (this.mine.isFromStart() && this.puzzle.impossible ? tr("none") : "–"));
    for (const act of this.onMove) act();
    byId("mode-play").ariaPressed = !this.isWatching;
    byId("mode-watch").ariaPressed = this.isWatching;
    if (this.isWatching) write("status", this.caption(this.game.made));
  }

  showTime() {
    write("time", asTime(this.mine.seconds));
  }

  // Returns the length of a shortest solution from the start of the game; null if it is unknown.
  optimum() {
    const known = this.lengths.get(this.mine.start.join(" "));
    return known ?? (this.mine.isFromStart() ? this.puzzle.best : null);
  }

  showChoice() {
    const ways = this.chosen === null ? [] : this.position.ways(this.chosen);
    this.board.choose(this.chosen, this.isWatching ? [] : ways);
  }

  // Reports the place of a piece, or that the puzzle is solved.
  report(piece) {
    if (this.reportIfSolved()) return;
    play(KNOCK);
    const [row, column] = this.position.anchors[piece];
    if (isOut([row, column])) tell("{} has left.", this.nameOf(piece));
    else tell("{}: row {}, column {}.", this.nameOf(piece), row + 1, column + 1);
    this.onSettle();
  }

  reportIfSolved() {
    if (!this.position.isSolved()) return false;
    const { made, isShown, isHinted } = this.mine;
    const best = this.optimum();
    const count = this.counted(made);
    let praise = tr("Solved in {}.", count);
    if (isShown) praise = tr("Solved in {}, as the solution was shown.", count);
    else if (isHinted) praise = tr("Solved in {}, with hints.", count);
    else if (made === best) praise = tr("Solved in {}, the fewest there are!", count);
    else if (best !== null) praise = tr("Solved in {}. It can be done in {}.", count, best);
    const result = isHinted ? "helped" : "best";
    if (this.mine.isFromStart() && !isShown && (this[result] === null || made < this[result])) {
      if (!isHinted && this.best !== null) praise += ` ${tr("Your best so far.")}`;
      this[result] = made;
      this.show();
    }
    if (!isShown) this.onWin(made);
    this.board.root.classList.add("won");
    play(FANFARE);
    say(praise, "done");
    return true;
  }

  // Shows the card of a win, or ends its celebration.
  showWin(isWon) {
    const { mine: { made, isShown, isHinted } } = this;
    const best = this.optimum();
    const isHelped = isShown || isHinted;
    if (!isWon) this.board.root.classList.remove("won");
    showWin(isWon, starsOf(made, isHelped ? null : best), squaresOf(made, best, isHelped));
  }

  counted(number) {
    return UNITS[this.puzzle.metric].count(number);
  }

  // Returns the name of a piece. If other pieces have the same name, it is followed by the letter. Figures have no
  // letters on the board, but a place: a row and a column from 0, which are shown from 1.
  nameOf(piece, at = null) {
    const { pieces } = this.puzzle;
    const { name, letter, seal } = pieces[piece];
    if (!name) return letter;
    const isAlone = pieces.filter((other) => other.name === name).length === 1;
    if (isAlone || (seal && !at)) return name;
    return `${name} ${seal ? `(${at.map((one) => one + 1)})` : letter}`;
  }

  // Describes a piece for screen readers.
  describe(piece) {
    const { letter, name, size: [height, width] } = this.puzzle.pieces[piece];
    const [row, column] = this.position.anchors[piece];
    const ways = this.position.ways(piece).map((way) => WORDS[way]);
    const can = ways.length ? tr("can go {}", ways.join(tr(" or "))) : tr("cannot move");
    const label = joined([name, letter], ", ");
    return tr("{}: {} by {}, row {}, column {}, {}", label, height, width, row + 1, column + 1, can);
  }

  // Describes the last move of the solution.
  caption(made, spell = signsOf) {
    const { moves } = this.solution;
    const steps = tr("{} of {}", made, this.counted(moves.length));
    const count = this.solution.isLong ? `${steps} (${tr("there may be a shorter way")})` : steps;
    if (made === 0) return tr("{}: the start", count);
    const { piece, places } = moves[made - 1];
    return `${count}: ${this.nameOf(piece, places[0])} ${spell(waysOf(places))}`;
  }
}

// Reports a sentence below the board and to screen readers. Its kind is `wrong`, `done`, or neither.
function say(text, kind = "") {
  write("status", text);
  byId("status").className = kind;
  announce(text);
}

// Reports a sentence in the language of the page; `warn` reports a mistake.
const tell = (english, ...values) => say(tr(english, ...values));
const warn = (english, ...values) => say(tr(english, ...values), "wrong");

// Reports a text to screen readers. They read a repeated text only if it differs.
function announce(text) {
  const aloud = byId("aloud");
  aloud.textContent = aloud.textContent === text ? text + "\u00a0" : text;
}

// Describes the goals and draws them. Goals of one piece each are outlines on the board, all at once. Other
// goals have a picture each.
function setUpGoals(puzzle, board) {
  const { pieces, gone } = puzzle;
  // The goal that pieces leave is not drawn.
  const goals = puzzle.goals.filter(({ targets, empties }) => targets.length + empties.length > 0);
  const isSimple = ({ targets, empties }) => targets.length === 1 && empties.length === 0;
  const isOutlined = goals.length <= 8 && goals.every(isSimple);
  const shown = isOutlined ? [goals] : goals.map((goal) => [goal]);
  byId("goal").hidden = isOutlined;
  let at = 0;
  const isInOrder = isOfTiles(puzzle) && goals.length === 1;
  const show = () => {
    if (!isInOrder) board.showGoals(shown[at]);
    if (!isOutlined) drawGoal(byId("goal-board"), puzzle, shown[at][0]);
    write("goal-number", tr("Goal {} of {}", at + 1, shown.length));
  };
  const turn = (by) => {
    at = (at + by + shown.length) % shown.length;
    show();
  };
  byId("goals").hidden = shown.length === 1;
  onPress({ "goal-before": () => turn(-1), "goal-after": () => turn(1) });
  const bring = isInOrder ? tr("Put the numbers in order.") : goals.length && goalText(goals, pieces);
  write("goal-text", joined([gone && tr("Let all pieces leave that have a door."), bring], " "));
  show();
}

function goalText(goals, pieces) {
  const named = goals.flatMap(({ targets }) => targets.map(({ piece }) => piece));
  const names = [...new Set(named)].map((piece) => pieces[piece].name ?? pieces[piece].letter);
  const [{ targets, empties }] = goals;
  if (names.length === 1 && goals.every(({ targets }) => targets.length === 1)) {
    if (goals.length > 1) return tr("Bring {} to one of the dashed outlines.", names[0]);
    return tr("Bring {} to the dashed outline.", names[0]);
  }
  if (goals.length > 1) return tr("Bring the pieces to any one of {} goals.", goals.length);
  if (targets.length === 0) return tr("Empty the cells with a dashed circle.");
  if (empties.length === 0) return tr("Bring {} pieces to the dashed outlines.", targets.length);
  return tr("Bring {} pieces to the dashed outlines and empty the cells with a dashed circle.", targets.length);
}

function setUp(plain, at) {
  const puzzle = withFigures(plain);
  showAbout(puzzle);
  const board = new Board(byId("board"), puzzle);
  const table = new Table(puzzle, board, at);
  const { mine } = table;
  if (mine.position.isSolved()) {
    say(tr(mine.isHinted ? "Solved in {}, with hints." : "Solved in {}.", table.counted(mine.made)), "done");
  }
  else byId("status").textContent ||= tr("Drag the pieces.");
  setUpGoals(puzzle, board);
  listen(board, table);
  onPress({
    undo: () => table.undo(),
    redo: () => table.redo(),
    restart: () => table.restart(),
    again: () => table.restart(),
    link: async () => say(await copyAddress(await linkTo(puzzle, table.position.anchors))),
    share: () => share(table),
  });
  setUpSound(byId("sound"));
  byId("modes").hidden = !table.solution;
  const playback = setUpSolution(table);
  setUpHelp(table, playback);
  table.show();
  if (at && !table.isLinked) tell("The pieces cannot stand as this link has them.");
  return table;
}

// Shares the result without the solution.
async function share(table) {
  const { puzzle, mine } = table;
  const optimum = table.optimum();
  const count = [null, mine.made].includes(optimum) ? table.counted(mine.made) : tr("{}, at least {}", table.counted(mine.made), optimum);
  const title = joined([document.title, table.day && dateOf(table.day)], ", ");
  await shareResult(title, [count, asTime(mine.seconds)], table.day ? "#today=" + table.day : await linkTo(puzzle, mine.start));
}

// Shows or hides the card of a win with its stars and squares. The stars appear one after another, once.
function showWin(isWon, stars, squares) {
  const card = byId("won");
  // The card has no place yet.
  if (isWon && card.hidden) setTimeout(() => card.scrollIntoView({ block: "nearest" }));
  card.hidden = !isWon;
  write("won-squares", squares);
  if (byId("stars").textContent === stars) return;
  byId("stars").replaceChildren(...[...stars].map((star, at) => element("span", star, { style: "--at:" + at })));
}

// Returns five squares, of which as many are full as the optimum is of the moves made. Hints give them another
// colour.
function squaresOf(made, best, isHinted) {
  const full = Math.min(5, Math.max(1, Math.round((5 * (best ?? made)) / (made || 1))));
  return (isHinted ? "🟨" : "🟩").repeat(full) + "⬜".repeat(5 - full);
}

// Shares a result with its link on this device, or copies them.
async function shareResult(title, facts, hash) {
  const [stars, squares] = ["stars", "won-squares"].map((id) => byId(id).textContent);
  const hints = squares.startsWith("🟨") && tr("With hints.");
  const result = joined([`${title} ${stars}`.trim(), `${squares} ${facts.join(" · ")}`, hints], "\n");
  const url = new URL(hash, location.href).href;
  if (navigator.share) await navigator.share({ text: result, url }).catch(() => {});
  else say(await intoClipboard(`${result}\n${url}`).then(() => tr("The result is copied."), () => result));
}

// Sets up the help of the engine.
function setUpHelp(table, playback) {
  helper = new Helper(table);
  // An answer is valid for one position.
  let at = keyOf(table.position);
  table.onMove.push(() => {
    if (at !== keyOf(table.position)) helper.engine.cancel();
    at = keyOf(table.position);
  });
  setUpFewest(table, helper);
  setUpExplorer(table, new Engine());
  setUpMap(table);
  if (table.optimum() === null) helper.measure();
  const watchRest = async () => {
    const remaining = await helper.remaining();
    if (!remaining) return;
    table.watchOn(remaining.moves, remaining.isShortest);
    byId("modes").hidden = false;
    playback.begin(table.solution.moves.length, table.solution.made);
    playback.play();
  };
  onPress({
    hint: () => helper.hint(),
    solve: watchRest,
    proof: () => {
      // The playback would replace the answer.
      playback.pause();
      helper.prove();
    },
    cancel: () => {
      helper.engine.cancel();
      helper.backgroundEngine.cancel();
    },
    shortest: () => {
      table.begin(table.mine.start);
      watchRest();
    },
  });
}

// Sets up a mode that reports at once when a move leaves every shortest solution.
function setUpFewest(table, helper) {
  const key = "huarong fewest";
  let isOn = kept(key) === "yes";
  table.onSettle = () => isOn && !table.isWatching && helper.checkMove();
  table.onSettle();
  setUpSwitch(byId("fewest"), () => isOn, () => {
    isOn = !isOn;
    keep(key, isOn ? "yes" : "");
    table.onSettle();
  });
}

// Loads the script of the state map on demand. The page has it as a text.
let mapScript = async () => {
  if (typeof MapView === "undefined") document.head.append(element("script", byId("map-script").textContent));
};

// Sets up the state map, which the page has or the module finds.
function setUpMap(table) {
  const root = byId("map");
  const answer = byId("map-data");
  const engine = new Engine();
  root.ontoggle = async () => {
    if (!root.open) engine.cancel();
    else try {
      await mapScript();
      mapView ??= new MapView(root, table, engine, answer && JSON.parse(answer.textContent));
      await mapView.open();
      if (!answer) root.scrollIntoView();
    } catch (error) {
      root.append(element("p", missingPart(error.message)));
    }
  };
  root.open = answer !== null;
}

function setUpSolution(table) {
  const playback = new Playback({
    steps: table.solution?.moves.length ?? 0,
    wait: MOVE_TIME,
    show: (made, how) => table.showSolution(made, how),
    describe: (made) => (table.solution ? table.caption(made) : ""),
  });
  window.onbeforeprint = () => {
    if (!table.isWatching) return;
    playback.jump(0);
    write("printed", times(playback.steps, (at) => table.caption(at + 1).replace(/ .*?:/, ".")).join("\n"));
  };
  onPress({
    "mode-watch": () => table.watch(true),
    "mode-play": () => {
      playback.pause();
      table.watch(false);
    },
    fork: () => {
      playback.pause();
      table.fork();
    },
  });
  return playback;
}

// The objects of the page.
let table;
let helper;
let mapView;

// Begins with the puzzle of the address, or with that of the page.
async function begin(own) {
  const hash = new URLSearchParams(location.hash.slice(1));
  const puzzle = hash.has("puzzle") ? await linkedPuzzle(hash.get("puzzle"), own) : own;
  table = setUp(puzzle, hash.get("at"));
}

// Returns the puzzle of the address, or that of the page if the address has none.
async function linkedPuzzle(code, own) {
  const text = await unpacked(code);
  if (text === own.text) return own;
  const sheet = text === null ? null : await sheetOf(new Engine(), text, own.metric);
  if (sheet?.pieces) return sheet;
  say(faultOf(sheet));
  return own;
}

// Returns the reason why a puzzle cannot be opened.
function faultOf(sheet) {
  if (sheet?.answer === "unloaded") return missingPart(sheet.why);
  return sheet?.why ? tr("This link holds no puzzle: {}", errorOf(sheet)) : tr("This link holds no puzzle.");
}
