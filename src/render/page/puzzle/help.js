// Help from the engine: hints, and shortest solutions from wherever the pieces stand.

// Milliseconds after which a longer way than the shortest does, how long a way back to a known solution is
// looked for, and how long something is looked for that nobody has asked for.
const [PATIENCE, LONGEST_WAY_BACK, LONGEST_IN_SILENCE] = [700, 400, 3000];

class Helper {
  constructor(table, engine) {
    this.table = table;
    this.engine = engine;
    // Finds some way soon.
    this.scout = Engine.find(() => mapText());
    // What is left to do, by position, alike ones as one: all that is on the way of a solution is known
    // with it.
    this.known = new Map();
    this.hinted = { at: null, level: 0 };
    // The position of which it is known how many moves it takes at least.
    this.proven = null;
    // The position that a search is about, and what it will find.
    this.running = null;
  }

  // A hint tells ever more: which piece, then its move, then how many moves are left.
  async hint() {
    const { table } = this;
    // Whoever presses again waits for the same search.
    if (this.running?.at === keyOf(table.position)) return;
    const rest = await this.rest();
    if (!rest) return;
    const { moves } = rest;
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
    say(level < 3 ? hint : `${hint} ${this.told(rest)}`);
  }

  // How many moves are left.
  told({ moves: { length }, isShortest, bound }) {
    const left = this.table.counted(length);
    if (isShortest) return tr`${left} left from here.`;
    if (bound) return tr`A way in ${left}; perhaps not the shortest, which has at least ${bound}.`;
    return tr`A way in ${left}; perhaps not the shortest.`;
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
    const { table, table: { puzzle, position } } = this;
    const start = [...position.anchors];
    const isStill = () => keyOf(table.position) === start.join(" ");
    await this.recall();
    if (!isStill()) return null;
    const known = this.knownAt(position);
    if (known?.isShortest) this.offerProof(start);
    if (known) return known;
    // Whatever can be reached from a start without a solution has none either.
    const isHopeless = puzzle.impossible && table.isFromStart();
    const answer = isHopeless ? { answer: "impossible", states: Infinity } : await this.search(start);
    if (answer === undefined || !isStill()) return null;
    if (answer?.answer === "impossible") this.offerProof(start);
    if (answer?.answer !== "solved") {
      say([reasonOf(answer), (isHopeless || isOpen(puzzle)) && translatedParts(puzzle.note ?? "")].filter(Boolean).join(" "));
      return null;
    }
    const { moves, bound } = answer;
    const isShortest = !(bound < moves.length);
    if (isShortest) this.offerProof(start);
    this.learn(start, moves, isShortest, bound);
    return this.knownAt(position);
  }

  // Remembers what is left at each position of a solution, and how many moves it takes at least from its
  // start.
  learn(start, moves, isShortest, bound) {
    const game = Game.of(this.table.puzzle, moves, start);
    for (let made = 0; made <= moves.length; made++) {
      game.goTo(made);
      if (isShortest) this.table.lengths.set(keyOf(game.position), moves.length - made);
      const key = kindsOf(game.position);
      if (isShortest || !this.known.has(key)) {
        this.known.set(key, { moves: game.moves.slice(made), isShortest, bound: made === 0 && bound });
      }
    }
    this.table.show();
  }

  // Learns the solution that is stored with the puzzle. One that is longer than the shortest is better
  // than none.
  async recall() {
    const { puzzle } = this.table;
    const moves = await puzzle.stored?.();
    puzzle.stored = null;
    if (moves) this.learn(startOf(puzzle), moves, moves.length === puzzle.best);
  }

  // What is left where a solution comes by; pieces that are alike may have changed places.
  knownAt(position) {
    const known = this.known.get(kindsOf(position));
    return known && { ...known, moves: movesFrom(position, known.moves) };
  }

  // Asks for the shortest solution. Where that takes long, a way back to a solution that is known will do,
  // or some way; no solution has fewer moves than its `bound`.
  async search(start) {
    let bound = 0;
    const onProgress = ({ depth }) => { bound = depth + 1; };
    const lead = isOpen(this.table.puzzle) && this.known.size === 0 ? tr`No short solution of this puzzle is known.` : "";
    const search = this.ask("solve", start, { onProgress, lead });
    const late = {};
    const first = await Promise.race([search, new Promise((tell) => { setTimeout(tell, PATIENCE, late); })]);
    if (first !== late) return search;
    const moves = this.wayBack() ?? await this.someWay(start, search);
    if (!moves) return search;
    this.engine.cancel();
    return { answer: "solved", moves, bound };
  }

  // A way that need not be the shortest; null where the search for that ends first, or none is found.
  async someWay(start, search) {
    const way = this.scout.ask(questionOf("way", this.table.puzzle, start));
    const first = await Promise.race([way, search.then(() => null)]);
    this.scout.cancel();
    this.scout.rest();
    return first?.moves ?? null;
  }

  // A way over a position of a solution that is known: one that is near, or else back through the game.
  wayBack() {
    if (this.known.size === 0) return null;
    const { table: { puzzle, position, mine } } = this;
    const goOn = (back) => {
      const game = Game.of(puzzle, back, position.anchors);
      game.goTo(back.length);
      const rest = this.knownAt(game.position);
      return rest && [...back, ...rest.moves];
    };
    const near = nearest(puzzle, position, (at) => this.known.has(kindsOf(at)));
    if (near) return goOn(near);
    const back = mine.told().slice(0, mine.made).reverse()
      .map(([piece, ways]) => [piece, [...ways].reverse().map((way) => OPPOSITE[way]).join("")]);
    const lengths = back.map((_, at) => at + 1);
    return lengths.reduce((found, length) => found ?? goOn(back.slice(0, length)), null) ?? null;
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

  // The page of one map has no module that writes certificates.
  offerProof(start) {
    this.proven = start;
    byId("proof").hidden = byId("map-data") !== null;
  }

  // Has the browser store the certificate of what was proven last.
  async prove() {
    const { proven, table: { puzzle } } = this;
    const answer = await askAloud(this.scout, questionOf("proof", puzzle, proven));
    this.scout.rest();
    if (answer?.answer === "proof") {
      download(`${puzzle.id ?? "puzzle"}.proof`, [bytesOf(answer.file)], "application/octet-stream");
      say(tr`A certificate of ${withCommas(answer.positions)} positions: “huarong verify --proof FILE” checks it.`);
    } else if (answer?.reason === "states") say(tr`The certificate has too many positions for a page: “huarong solve --proof FILE” writes it.`);
    else if (answer !== undefined) say(reasonOf(answer));
  }

  // How many moves it takes from there; null where that is not found.
  async length(anchors) {
    const known = () => this.table.lengths.get(anchors.join(" "));
    if (known() !== undefined) return known();
    const answer = await askAloud(this.engine, questionOf("solve", this.table.puzzle, anchors), { pause: PATIENCE });
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

  ask(what, anchors, options) {
    return askAloud(this.engine, questionOf(what, this.table.puzzle, anchors), options);
  }
}

// Whether nobody has solved it; its note says what is known.
const isOpen = ({ note }) => /^open/.test(note);

// How many questions were asked aloud.
let askedAloud = 0;

// The answer of the engine. While it is at work, that is shown and told once, and can be ended; at once,
// or after so many milliseconds.
async function askAloud(engine, question, { pause = 0, lead = "", onProgress = () => {} } = {}) {
  askedAloud += 1;
  const number = askedAloud;
  const show = (progress) => { byId("busy-text").textContent = `${lead} ${progressText(progress)}`; };
  show({});
  const appear = () => {
    if (number !== askedAloud) return;
    byId("busy").hidden = false;
    tellAloud(`${lead} ${tr`Searching…`}`);
  };
  const shown = pause ? setTimeout(appear, pause) : appear();
  const answer = await engine.ask(question, (progress) => {
    show(progress);
    onProgress(progress);
  });
  clearTimeout(shown);
  if (number === askedAloud) byId("busy").hidden = true;
  return answer;
}

// The answer of an engine of one's own. Until it is there, an element tells how far the search is, and then
// why the answer is not the wanted one.
async function askInto(place, engine, question, wanted) {
  const tell = (text) => { place.textContent = text; };
  tell(progressText({}));
  const answer = await engine.ask(question, (progress) => tell(progressText(progress)));
  engine.rest();
  if (answer !== undefined && answer?.answer !== wanted) tell(reasonOf(answer));
  return answer;
}

function progressText({ depth, states }) {
  if (depth === undefined) return tr`Searching…`;
  return tr`Searching: ${depth} deep, ${withCommas(Math.round(states))} positions`;
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
  if (answer.answer === "impossible") {
    return states
      ? tr`It cannot be solved from here: every position was searched.`
      : tr`It cannot be solved: each step swaps two things and takes the empty cell to the other colour, and the goal needs only one of both.`;
  }
  if (answer.answer === "stopped") return tr`Not done in the memory that a page has: ${withCommas(states)} positions searched.`;
  return tr`That cannot be answered: ${translated(answer.why)}.`;
}

// All positions of layers.
const totalOf = (layers) => withCommas(layers.reduce((sum, count) => sum + count, 0));

const CHART = { width: 320, height: 90 };

// All positions from where the puzzle begins, however play goes on: the engine is its own.
function setUpExplorer(table, engine) {
  const { puzzle } = table;
  let found = null;
  const explore = async () => {
    const question = questionOf("explore", puzzle, startOf(puzzle));
    const answer = await askInto(byId("layers-text"), engine, question, "explored");
    if (answer?.answer !== "explored") return;
    found = answer;
    const { layers, hardest, farthest } = found;
    const reached = tr`${totalOf(layers)} positions can be reached, the last of them in ${table.counted(layers.length - 1)}.`;
    const from = farthest ? tr`The hardest is ${table.counted(hardest)} from a goal.` : tr`No goal can be reached.`;
    byId("layers-text").textContent = `${reached} ${from}`;
    drawLayers(byId("layers"), layers, (number) => table.counted(number));
    byId("play-hardest").hidden = !farthest;
    if (!farthest) return;
    table.lengths.set(farthest.join(" "), hardest);
    drawPuzzle(byId("hardest-board"), puzzle, farthest);
  };
  byId("explore").addEventListener("toggle", ({ target: { open } }) => {
    if (!open) engine.cancel();
    else if (!found) explore();
  });
  onPress(byId("play-hardest"), () => {
    table.begin(found.farthest);
    say(tr`From the hardest start: ${table.counted(found.hardest)}.`);
  });
}

// A column for each distance, as high as there are positions so far away.
function drawLayers(root, layers, counted) {
  const most = Math.max(...layers);
  const width = CHART.width / layers.length;
  root.setAttribute("viewBox", `0 0 ${CHART.width} ${CHART.height}`);
  root.replaceChildren(...layers.map((count, distance) => {
    const height = Math.max(1, (count / most) * CHART.height);
    const [x, y] = [distance * width, CHART.height - height];
    const title = svg("title", {}, `${counted(distance)}: ${withCommas(count)}`);
    return svg("rect", { class: "layer", x, y, width: Math.max(0.5, width * 0.86), height }, title);
  }));
}
