// Help from the engine: hints, and shortest solutions from wherever the pieces stand.

// Milliseconds after which a way back to a known solution does, and how long that is looked for; and how
// long something is looked for that nobody has asked for.
const [PATIENCE, LONGEST_WAY_BACK, LONGEST_IN_SILENCE] = [1500, 400, 3000];

class Helper {
  constructor(table, engine) {
    this.table = table;
    this.engine = engine;
    // What is left to do, by position: all that is on the way of a solution is known with it.
    this.known = new Map();
    this.hinted = { at: null, level: 0 };
    // The position that a search is about, and what it will find.
    this.running = null;
    // The positions of the solution that is stored with the puzzle, if there is one, alike ones as one,
    // and whether none is shorter.
    this.stored = null;
    this.isBest = false;
  }

  // A hint tells ever more: which piece, then its move, then how many moves are left.
  async hint() {
    const { table } = this;
    // Whoever presses again waits for the same search.
    if (this.running?.at === keyOf(table.position)) return;
    const rest = await this.rest();
    if (!rest) return;
    const { moves, isShortest } = rest;
    if (moves.length === 0) {
      say(tr`It is solved: there is nothing left to do.`);
      return;
    }
    const at = keyOf(table.position);
    const level = this.hinted.at === at ? Math.min(this.hinted.level + 1, 3) : 1;
    this.hinted = { at, level };
    const [piece, ways] = moves[0];
    const { places } = Game.of(table.puzzle, [moves[0]], table.position.anchors).moves[0];
    table.board.showHint(piece, level > 1 ? places : []);
    if (level > 1) table.mine.isHinted = true;
    const told = level > 1 ? ` ${signsOf(ways)}` : "";
    const hint = tr`Hint: ${table.nameOf(piece) + told}.`;
    const left = table.counted(moves.length);
    if (level < 3) say(hint);
    else say(isShortest ? tr`${hint} ${left} left from here.` : tr`${hint} At most ${left} left from here.`);
  }

  // The moves of a solution from where the pieces stand, and whether it is surely a shortest one; or null
  // where none is found, which is told. Two that ask about one position share a search.
  rest() {
    const at = keyOf(this.table.position);
    if (this.running?.at === at) return this.running.rest;
    const running = { at, rest: this.findRest() };
    this.running = running;
    running.rest.finally(() => {
      if (this.running === running) this.running = null;
    });
    return running.rest;
  }

  async findRest() {
    const { position } = this.table;
    const start = [...position.anchors];
    const isStill = () => keyOf(this.table.position) === start.join(" ");
    await this.recall();
    if (!isStill()) return null;
    const known = this.onStored(position) ?? this.known.get(keyOf(position));
    if (known) return known;
    const answer = await this.search(start);
    if (answer === undefined || !isStill()) return null;
    if (answer?.answer !== "solved") {
      say(reasonOf(answer));
      return null;
    }
    this.learn(start, answer.moves, !answer.isLong);
    return this.known.get(start.join(" "));
  }

  // Remembers what is left at each position of a solution.
  learn(start, moves, isShortest) {
    const game = Game.of(this.table.puzzle, moves, start);
    for (let made = 0; made <= moves.length; made++) {
      game.goTo(made);
      const key = keyOf(game.position);
      if (isShortest) this.table.lengths.set(key, moves.length - made);
      if (isShortest || !this.known.has(key)) this.known.set(key, { moves: moves.slice(made), isShortest });
    }
    this.table.show();
  }

  // The solution that is stored with the puzzle: each of its positions with the moves from there.
  async recall() {
    const { puzzle } = this.table;
    const moves = this.stored ? null : await puzzle.stored?.();
    this.stored ??= new Map();
    if (!moves || this.stored.size) return;
    // One that is longer than the shortest is better than none.
    this.isBest = moves.length === puzzle.best;
    const game = Game.of(puzzle, moves);
    for (let made = 0; made <= moves.length; made++) {
      game.goTo(made);
      this.stored.set(kindsOf(game.position), game.moves.slice(made));
    }
  }

  // What is left where the stored solution comes by; pieces that are alike may have changed places.
  onStored(position) {
    const moves = this.stored.get(kindsOf(position));
    return moves ? { moves: movesFrom(position, moves), isShortest: this.isBest } : null;
  }

  // Asks the engine. Where it takes long and a solution is stored, the way back to that will do.
  async search(start) {
    const search = this.ask("solve", start);
    if (this.stored.size === 0) return search;
    const late = {};
    const first = await Promise.race([search, new Promise((tell) => { setTimeout(tell, PATIENCE, late); })]);
    const moves = first === late && this.wayBack();
    if (!moves) return search;
    this.engine.cancel();
    return { answer: "solved", moves, isLong: true };
  }

  // A way over a position of the stored solution: one that is near, or else back through the game.
  wayBack() {
    const { table: { puzzle, position, mine } } = this;
    const goOn = (back) => {
      const game = Game.of(puzzle, back, position.anchors);
      game.goTo(back.length);
      const rest = this.onStored(game.position);
      return rest && [...back, ...rest.moves];
    };
    const near = nearest(puzzle, position, (at) => this.stored.has(kindsOf(at)));
    if (near) return goOn(near);
    const back = mine.told().slice(0, mine.made).reverse()
      .map(([piece, ways]) => [piece, [...ways].reverse().map((way) => OPPOSITE[way]).join("")]);
    const lengths = back.map((_, at) => at + 1);
    return lengths.reduce((found, length) => found ?? goOn(back.slice(0, length)), null);
  }

  // Finds out in silence how many moves it takes from where the pieces stand, if that is soon done.
  async measure() {
    const start = [...this.table.position.anchors];
    let isOver = false;
    setTimeout(() => isOver || this.engine.cancel(), LONGEST_IN_SILENCE);
    const answer = await this.engine.ask(questionOf("solve", this.table.puzzle, start));
    isOver = true;
    if (answer?.answer === "solved") this.learn(start, answer.moves, true);
  }

  // Says so if the last move has left every shortest solution: if from where the piece was there is a move
  // of it that does not, it may still go on there.
  async judge() {
    const { table, table: { puzzle, mine, position } } = this;
    if (mine.made === 0) return;
    const here = [...position.anchors];
    const { piece, places } = mine.moves[mine.made - 1];
    const standing = (at) => here.map((anchor, other) => (other === piece ? at : anchor));
    const before = standing(places[0]);
    const best = table.optimum() ?? await this.length(mine.start);
    const left = await this.length(before);
    // What was lost before has been told.
    if (best === null || left === null || mine.made - 1 + left > best) return;
    const ends = [here[piece], ...[...new Position(puzzle, before).places(piece)].map(([at]) => at)];
    for (const end of ends) {
      const rest = await this.length(standing(end));
      if (rest === null || rest === left - 1) return;
    }
    if (keyOf(table.position) === here.join(" ")) say(tr`That leaves every solution in ${table.counted(best)}: Undo takes it back.`);
  }

  // How many moves it takes from there; null where that is not found.
  async length(anchors) {
    const known = () => this.table.lengths.get(anchors.join(" "));
    if (known() !== undefined) return known();
    const answer = await askAloud(this.engine, questionOf("solve", this.table.puzzle, anchors), PATIENCE);
    if (answer?.answer === "solved") this.learn(anchors, answer.moves, true);
    return known() ?? null;
  }

  // How many positions there are, and the hardest of them.
  async hardest() {
    const start = keyOf(this.table.position);
    const answer = await this.ask("explore", this.table.position.anchors);
    if (answer === undefined || keyOf(this.table.position) !== start) return null;
    if (answer?.farthest) return answer;
    say(answer?.answer === "explored" ? tr`No goal can be reached.` : reasonOf(answer));
    return null;
  }

  ask(what, anchors) {
    return askAloud(this.engine, questionOf(what, this.table.puzzle, anchors));
  }
}

// How many questions were asked aloud.
let askedAloud = 0;

// The answer of the engine. While it is at work, that is shown, and can be ended; at once, or after so
// many milliseconds.
async function askAloud(engine, question, pause = 0) {
  askedAloud += 1;
  const number = askedAloud;
  const show = (progress) => { byId("busy-text").textContent = progressText(progress); };
  show({});
  const appear = () => { byId("busy").hidden = number !== askedAloud; };
  const shown = pause ? setTimeout(appear, pause) : appear();
  const answer = await engine.ask(question, show);
  clearTimeout(shown);
  if (number === askedAloud) byId("busy").hidden = true;
  return answer;
}

function progressText({ depth, states }) {
  if (depth === undefined) return tr`Searching…`;
  return tr`Searching: ${depth} deep, ${Math.round(states).toLocaleString("en")} positions`;
}

const keyOf = ({ anchors }) => anchors.join(" ");

// The same for all positions that differ in pieces of one kind only.
const kindsOf = ({ anchors, puzzle }) =>
  anchors.map((at, piece) => `${puzzle.pieces[piece].kind}:${at}`).sort().join(" ");

// Moves of a game, made by whichever pieces stand where they begin: a piece and its ways each.
function movesFrom(position, moves) {
  const anchors = [...position.anchors];
  return moves.map(({ places }) => {
    const piece = anchors.findIndex((at) => isSame(at, places[0]));
    anchors[piece] = places.at(-1);
    return [piece, waysOf(places)];
  });
}

// The fewest moves to a position that `isWanted`, as far as there is time for; null where none is found.
function nearest(puzzle, { anchors }, isWanted) {
  const end = performance.now() + LONGEST_WAY_BACK;
  const met = new Set([anchors.join(" ")]);
  const queue = [{ anchors, moves: [] }];
  for (const { anchors, moves } of queue) {
    if (performance.now() > end) return null;
    const here = new Position(puzzle, anchors);
    for (const piece of anchors.keys()) {
      for (const [to, path] of here.places(piece)) {
        const next = new Position(puzzle, anchors.map((at, other) => (other === piece ? to : at)));
        if (met.has(keyOf(next))) continue;
        met.add(keyOf(next));
        const told = [...moves, [piece, path.join("")]];
        if (isWanted(next)) return told;
        queue.push({ anchors: next.anchors, moves: told });
      }
    }
  }
  return null;
}

// Why there is no answer that helps.
function reasonOf(answer) {
  if (!answer) return tr`The search was ended.`;
  const { states = 0 } = answer;
  const number = states.toLocaleString("en");
  if (answer.answer === "impossible") {
    return states
      ? tr`It cannot be solved from here: every position was searched.`
      : tr`It cannot be solved: each step swaps two things and takes the empty cell to the other colour, and the goal needs only one of both.`;
  }
  if (answer.answer === "stopped") return tr`Not done in the memory that a page has: ${number} positions searched.`;
  return tr`That cannot be answered: ${translated(answer.why)}`;
}

const CHART = { width: 320, height: 90 };

class Explorer {
  // The engine is its own: this is about where the puzzle begins, however play goes on.
  constructor(table, engine) {
    this.table = table;
    this.engine = engine;
    this.found = null;
    byId("explore").addEventListener("toggle", () => {
      if (byId("explore").open) this.explore();
      else this.engine.cancel();
    });
    onPress(byId("play-hardest"), () => {
      table.begin(this.found.farthest);
      say(tr`From the hardest start: ${table.counted(this.found.hardest)}.`);
    });
  }

  async explore() {
    if (this.found) return;
    const say = (text) => { byId("layers-text").textContent = text; };
    say(progressText({}));
    const { puzzle } = this.table;
    const question = questionOf("explore", puzzle, puzzle.pieces.map(({ at }) => at));
    const answer = await this.engine.ask(question, (progress) => say(progressText(progress)));
    this.engine.rest();
    if (answer?.answer !== "explored") {
      if (answer !== undefined) say(reasonOf(answer));
      return;
    }
    this.found = answer;
    if (answer.farthest) this.table.lengths.set(answer.farthest.join(" "), answer.hardest);
    this.show(answer);
  }

  show({ layers, hardest, farthest }) {
    const { table } = this;
    const all = layers.reduce((sum, count) => sum + count, 0).toLocaleString("en");
    const reached = tr`${all} positions can be reached, the last of them in ${table.counted(layers.length - 1)}.`;
    const from = farthest ? tr`The hardest is ${table.counted(hardest)} from a goal.` : tr`No goal can be reached.`;
    byId("layers-text").textContent = `${reached} ${from}`;
    drawLayers(byId("layers"), layers, (number) => table.counted(number));
    byId("play-hardest").hidden = !farthest;
    if (farthest) {
      const pieces = table.puzzle.pieces.map((piece, at) => ({ ...piece, at: farthest[at] }));
      drawPuzzle(byId("hardest-board"), { ...table.puzzle, pieces });
    }
  }
}

// A column for each distance, as high as there are positions so far away.
function drawLayers(root, layers, counted) {
  const most = Math.max(...layers);
  const width = CHART.width / layers.length;
  root.setAttribute("viewBox", `0 0 ${CHART.width} ${CHART.height}`);
  root.replaceChildren(...layers.map((count, distance) => {
    const height = Math.max(1, (count / most) * CHART.height);
    const [x, y] = [distance * width, CHART.height - height];
    const column = svg("rect", { class: "layer", x, y, width: Math.max(0.5, width * 0.86), height });
    const title = svg("title");
    title.textContent = `${counted(distance)}: ${count.toLocaleString("en")}`;
    column.append(title);
    return column;
  }));
}
