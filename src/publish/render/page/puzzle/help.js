// Help from the engine: hints, and shortest solutions from the current position.

// Milliseconds. After the first limit, a longer solution is good enough. The second limits a search that the reader
// has not requested.
const PATIENCE = 700;
const LONGEST_IN_SILENCE = 3000;

class Helper {
  engine = new Engine();

  // The engine that finds some solution soon.
  backgroundEngine = new Engine();

  // The remaining moves, by position. Positions that differ only by interchangeable pieces are
  // equal. A solution gives the remaining moves of all its positions.
  known = new Map();

  // The position of the last hint, and how much it has said.
  hinted = { at: null, level: 0 };

  // The position of the last proof.
  proven = null;

  // The position of the current search, and its result.
  running = null;

  constructor(table) {
    this.table = table;
  }

  // Each hint says more than the one before: the piece, its move, the number of moves left.
  async hint() {
    const { table } = this;
    // A second press waits for the same search.
    if (this.running?.at === keyOf(table.position)) return;
    const remaining = await this.remaining();
    if (!remaining) return;
    const { moves } = remaining;
    const at = keyOf(table.position);
    const level = this.hinted.at === at ? Math.min(this.hinted.level + 1, 3) : 1;
    this.hinted = { at, level };
    const [piece, ways] = moves[0];
    const { places } = Game.of(table.puzzle, [moves[0]], table.position.anchors).moves[0];
    table.board.showHint(piece, level > 1 ? places : []);
    table.mine.isHinted = true;
    const signs = level > 1 ? ` ${signsOf(ways)}` : "";
    const hint = tr("Hint: {}.", table.nameOf(piece, places[0]) + signs);
    const doubt = remaining.isShortest ? "" : tr("No shortest way is known here.");
    say(`${hint} ${level < 3 ? doubt : this.describeRemaining(remaining)}`.trim());
  }

  // Describes the number of moves left. A move shortens the remaining optimum by one at most.
  describeRemaining({ moves: { length }, isShortest, bound = 0 }) {
    const { table } = this;
    const left = table.counted(length);
    if (isShortest) return tr("{} left from here.", left);
    const least = Math.max(bound, (table.optimum() ?? 0) - table.game.made);
    if (least > 0) return tr("A way in {}. No shortest way is known here; it has at least {}.", left, least);
    return tr("A way in {}. No shortest way is known here.", left);
  }

  // Returns the moves of a solution from the current position, and whether it is a shortest one. Returns null
  // after a failure, which the page has reported. Two requests for one position share a search.
  remaining() {
    const at = keyOf(this.table.position);
    if (this.running?.at === at) return this.running.remaining;
    const running = { at, remaining: this.findRemaining() };
    this.running = running;
    running.remaining.finally(() => {
      if (this.running === running) this.running = null;
    });
    return running.remaining;
  }

  async findRemaining() {
    const { table, table: { puzzle, position } } = this;
    const start = [...position.anchors];
    const isStill = () => keyOf(table.position) === start.join(" ");
    await this.recall();
    if (!isStill()) return null;
    const known = this.knownAt(position);
    if (known?.isShortest) this.offerProof(start);
    // If a search from here has found no shortest solution, a longer one is good enough.
    if (known?.isShortest || known?.bound !== undefined) return known;
    // If the start has no solution, no reachable position has one.
    const isHopeless = puzzle.impossible && table.mine.isFromStart();
    const answer = isHopeless ? { answer: "impossible", states: Infinity } : await this.search(start, known);
    if (answer === undefined || !isStill()) return null;
    if (answer?.answer === "impossible") this.offerProof(start);
    if (answer?.answer !== "solved") {
      const note = (isHopeless || isOpen(puzzle)) && puzzle.note ? sentenceOf(translatedParts(puzzle.note)) : "";
      say(isHopeless && note ? note : `${reasonOf(answer)} ${note}`.trim());
      return null;
    }
    const { moves, bound } = answer;
    const isShortest = !(bound < moves.length);
    if (isShortest) this.offerProof(start);
    this.learn(start, moves, isShortest, bound);
    return this.knownAt(position);
  }

  // Remembers the moves left at each position of a solution. `bound` is a lower bound at its start.
  learn(start, moves, isShortest, bound) {
    const game = Game.of(this.table.puzzle, moves, start);
    for (let made = 0; made <= moves.length; made++) {
      game.goTo(made);
      if (isShortest) this.table.lengths.set(keyOf(game.position), moves.length - made);
      const key = kindsOf(game.position);
      if (isShortest || made === 0 || !this.known.has(key)) {
        this.known.set(key, { moves: game.moves.slice(made), isShortest, bound: made ? undefined : bound });
      }
    }
    this.table.show();
  }

  // Remembers the solution that is stored with the puzzle, even if it is not a shortest one.
  async recall() {
    const { puzzle } = this.table;
    const moves = await puzzle.stored?.();
    puzzle.stored = null;
    if (moves) this.learn(startOf(puzzle), moves, moves.length === puzzle.best);
  }

  // Returns the moves left at a position of a known solution. Interchangeable pieces may have swapped places.
  knownAt(position) {
    const known = this.known.get(kindsOf(position));
    return known && { ...known, moves: movesFrom(position, known.moves) };
  }

  // Searches for a shortest solution. After a while it returns the `known` solution, a way back to a known
  // solution, or some solution instead. `bound` is a lower bound of the length.
  async search(start, known) {
    let bound = 0;
    const onProgress = ({ depth }) => { bound = depth + 1; };
    const lead = isOpen(this.table.puzzle) && this.known.size === 0 ? tr("No short solution of this puzzle is known.") : "";
    const search = askAloud(this.engine, requestOf("solve", this.table.puzzle, start), { onProgress, lead });
    const late = {};
    const first = await Promise.race([search, new Promise((tell) => { setTimeout(tell, PATIENCE, late); })]);
    if (first !== late) return search;
    const moves = known?.moves ?? this.wayBack() ?? await this.someWay(start, search);
    if (!moves) return search;
    this.engine.cancel();
    return { answer: "solved", moves, bound };
  }

  // Returns some solution; null if the search for the shortest one ends first, or none is found.
  async someWay(start, search) {
    const way = this.backgroundEngine.ask(requestOf("way", this.table.puzzle, start));
    const first = await Promise.race([way, search.then(() => null)]);
    this.backgroundEngine.cancel();
    this.backgroundEngine.unload();
    return first?.moves ?? null;
  }

  // Returns a solution back through the game to the last position of a known solution; null if there is none.
  wayBack() {
    const { table: { puzzle, mine } } = this;
    if (puzzle.metric === "push") return null;
    const earlier = mine.fork();
    const back = [];
    for (let made = mine.made; made > 0; made--) {
      const { piece, places } = mine.moves[made - 1];
      // It does not come back through its door.
      if (isOut(earlier.position.anchors[piece])) return null;
      back.push([piece, waysOf(places.toReversed())]);
      earlier.goTo(made - 1);
      const remaining = this.knownAt(earlier.position);
      if (remaining) return [...back, ...remaining.moves];
    }
    return null;
  }

  // Searches for the number of moves from the current position, silently and for a short time.
  async measure() {
    const timer = setTimeout(() => this.engine.cancel(), LONGEST_IN_SILENCE);
    await this.length([...this.table.position.anchors], 2 * LONGEST_IN_SILENCE);
    clearTimeout(timer);
  }

  // Reports when the last move has left every shortest solution. Another move of the same piece from its
  // place before may still lead to one.
  async checkMove() {
    const { table, table: { puzzle, mine, position } } = this;
    if (mine.made === 0) return;
    const here = [...position.anchors];
    const { piece } = mine.moves[mine.made - 1];
    const earlier = mine.fork();
    earlier.goTo(mine.made - 1);
    const before = earlier.position.anchors;
    const best = table.optimum() ?? await this.length(mine.start);
    const left = await this.length(before);
    // Earlier losses were reported when they happened.
    if (!Number.isFinite(best) || left === null || mine.made - 1 + left > best) return;
    const others = puzzle.metric === "push" ? [] : movesAt(earlier.position, [piece]);
    for (const end of [here, ...others.map((move) => after(earlier.position, move).anchors)]) {
      const remaining = await this.length(end);
      if (remaining === null || remaining === left - 1) return;
    }
    if (keyOf(table.position) === here.join(" ")) tell("That leaves every solution in {}: Undo takes it back.", table.counted(best));
  }

  offerProof(start) {
    this.proven = start;
    disable("proof", false);
  }

  // Downloads the certificate of the last proof.
  async prove() {
    const { proven, table: { puzzle } } = this;
    const answer = await askAloud(this.backgroundEngine, requestOf("proof", puzzle, proven));
    this.backgroundEngine.unload();
    if (answer?.answer === "proof") {
      const file = Uint8Array.fromBase64(answer.file);
      download(`${puzzle.id ?? "puzzle"}.proof`, [file], "application/octet-stream");
      tell("A certificate of {} positions: “huarong verify FILE” checks it.", withCommas(answer.positions));
    } else if (answer?.reason === "states") tell("The certificate has too many positions for a page: “huarong solve --proof FILE” writes it.");
    else if (answer !== undefined) say(reasonOf(answer));
  }

  // Returns the number of moves from a position, infinite without a solution; null if the search does not find it. After
  // `pause` milliseconds the page shows the search.
  async length(anchors, pause = PATIENCE) {
    const { lengths, puzzle } = this.table;
    const key = anchors.join(" ");
    const answer = lengths.has(key) ? null : await askAloud(this.engine, requestOf("solve", puzzle, anchors), { pause });
    if (answer?.moves) this.learn(anchors, answer.moves, true);
    return answer?.answer === "impossible" ? Infinity : lengths.get(key) ?? null;
  }
}

// Returns whether the puzzle is an open problem, as its note says.
const isOpen = ({ note }) => /^open/.test(note);

// The number of requests that the page has shown.
let shownRequests = 0;

// Sends a request to an engine. After `pause` milliseconds the page shows the search with a button that
// cancels it. Screen readers read it once.
async function askAloud(engine, request, { pause = 0, lead = "", onProgress = (_) => {} } = {}) {
  shownRequests += 1;
  const number = shownRequests;
  const show = (progress = {}) => write("busy-text", lead + " " + progressText(progress));
  show();
  const appear = () => {
    if (number !== shownRequests) return;
    byId("busy").hidden = false;
    announce(lead + " " + tr("Searching…"));
  };
  const timer = setTimeout(appear, pause);
  if (pause === 0) appear();
  const answer = await engine.ask(request, (progress) => {
    show(progress);
    onProgress(progress);
  });
  clearTimeout(timer);
  if (number === shownRequests) byId("busy").hidden = true;
  return answer;
}

// Sends a request to an engine that no other part uses. An element shows the progress of the search, and then
// the reason if the response has another kind than the wanted one.
async function askInto(place, engine, request, wanted) {
  const show = (text) => { place.textContent = text; };
  show(progressText());
  const answer = await engine.ask(request, (progress) => show(progressText(progress)));
  engine.unload();
  if (answer !== undefined && answer?.answer !== wanted) show(reasonOf(answer));
  return answer;
}

function progressText({ depth = 0, states = 0 } = {}) {
  if (!depth) return tr("Searching…");
  return tr("Searching: {} deep, {} positions", depth, withCommas(states));
}

const keyOf = ({ anchors }) => anchors.join(" ");

// Returns a key that is equal for positions that differ only by interchangeable pieces.
const kindsOf = ({ anchors, puzzle }) =>
  anchors.map((at, piece) => `${puzzle.pieces[piece].kind}:${at}`).sort().join(" ");

// Returns moves of another game as [piece, directions], made by the pieces that stand at their first places.
function movesFrom(position, moves) {
  const game = new Game(position.puzzle, position.anchors);
  return moves.map(({ places }) => {
    const piece = game.position.occupant(places[0]);
    game.shift({ piece, places }, false);
    return [piece, waysOf(places)];
  });
}

const hasEngine = typeof WebAssembly === "object";

const missingPart = (name) => (hasEngine
  ? tr("A part of the site is missing: {}", translated(name))
  : tr("This browser cannot run WebAssembly, which the site needs."));

// Returns the reason why a response does not help.
function reasonOf(answer) {
  if (!answer) return tr("The search was ended.");
  if (answer.answer === "unloaded") return missingPart(answer.why);
  const { states = 0 } = answer;
  if (answer.answer === "impossible") {
    return states
      ? tr("It cannot be solved from here: every position was searched.")
      : tr("It cannot be solved: each step swaps two things and takes the empty cell to the other colour, and the goal needs only one of both.");
  }
  if (answer.answer === "stopped") return tr("Not done in the memory that a page has: {} positions searched.", withCommas(states));
  return tr("That cannot be answered: {}.", translated(answer.why));
}

// Returns the error in a text and how to fix it. In a typed text the error has a place.
function errorOf({ answer, line = 0, column = 0, why, help = "" }, isTyped = false) {
  if (answer === "unloaded") return missingPart(why);
  const fault = help ? tr("{}: {}.", translated(why), translated(help)).replace("?.", "?") : translated(why);
  return isTyped && line ? tr("Line {}, column {}: {}", line, column, fault) : fault;
}

// Returns the number of positions in all layers.
const totalOf = (layers) => withCommas(layers.reduce((sum, count) => sum + count, 0));

// Sets up the view of all positions. Its own engine does not disturb the game.
function setUpExplorer(table, engine) {
  const { puzzle } = table;
  let found = null;
  const explore = async () => {
    const request = requestOf("explore", puzzle, startOf(puzzle));
    const answer = await askInto(byId("layers-text"), engine, request, "explored");
    if (answer?.answer !== "explored") return;
    found = answer;
    const { layers, hardest, farthest } = found;
    const reached = tr("{} positions can be reached, the last of them in {}.", totalOf(layers), table.counted(layers.length - 1));
    const from = farthest ? tr("The hardest is {} from a goal.", table.counted(hardest)) : tr("No goal can be reached.");
    write("layers-text", reached + " " + from);
    drawLayers(byId("layers"), layers, (number) => table.counted(number));
    byId("play-hardest").hidden = !farthest;
    if (!farthest) return;
    table.lengths.set(farthest.join(" "), hardest);
    drawPuzzle(byId("hardest-board"), puzzle, farthest);
  };
  byId("explore").ontoggle = ({ target: { open } }) => {
    if (!open) engine.cancel();
    else if (!found) explore();
  };
  onPress({
    hardest: () => {
      byId("explore").open = true;
      byId("explore").scrollIntoView();
    },
    "play-hardest": () => {
      table.begin(found.farthest);
      tell("From the hardest start: {}.", table.counted(found.hardest));
    },
  });
}

// Draws a column for each distance. Its height is the number of positions at this distance.
function drawLayers(root, layers, counted) {
  const maximum = Math.max(...layers);
  root.setAttribute("viewBox", `0 0 ${layers.length} ${maximum}`);
  root.replaceChildren(...layers.map((count, x) => {
    const height = Math.max(count, maximum / 90);
    const title = svg("title", {}, `${counted(x)}: ${withCommas(count)}`);
    return svg("rect", { class: "layer", x, y: maximum - height, width: 0.86, height }, title);
  }));
}
