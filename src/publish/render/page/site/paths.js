// The editor of maps, which finds paths and tours over them. Paths can also be drawn by hand.

// The marks of the tools.
const TOOL_MARKS = { hole: "#", start: "S", end: "E", number: "1" };

const SIDES = { U: tr("wall above"), L: tr("wall on the left"), R: tr("wall on the right"), D: tr("wall below") };

// The maximum number of stored changes. A large map has thousands of holes and walls.
const MAX_KEPT = 20;

class PathEasel extends Editor {
  revive = PathMap.from; key = MAP_KEPT; mode = "draw";

  // The path by hand and its history.
  walk = []; steps = new Changes([], [], Infinity);

  // The path that was found, and the data of the map, both from the engine.
  found = null; sheet = null;

  // Marks on the cells where the path by hand can continue.
  ways = svg("g");

  constructor() {
    super(byId("board"), new PathMap(8, 8, howOf("1,2", false)), "hole");
    const { map } = this;
    this.keep = autosave(MAP_KEPT, () => ({ drawing: this.state(), walk: this.walk, ...this.changes.kept(MAX_KEPT) }),
      async () => `${await linkToMap(this.map, this.mode !== "draw" && this.walk)}${this.day ? `&day=${this.day}` : ""}`);
    this.board = new PathBoard(this.root, map.picture());
    this.root.append(this.ways, this.cells);
    this.playback = new PathPlayback(this.board);
  }

  get map() {
    return this.drawing;
  }

  state() {
    return JSON.stringify(this.map);
  }

  // Returns the text of the map, with remarks on how a path goes.
  text() {
    const { moves, isClosed } = this.map;
    return joined([moves && "; moves: " + moves, isClosed && "; closed", this.map.text()], "\n");
  }

  // A path by hand goes on, and Undo leads to the map of the other window.
  async follow(other) {
    if (this.walk.length === 0) await super.follow(other);
    else if (this.changes.before.at(-1) !== other) this.changes.push(other);
  }

  // Opens a map. Results for the last one are dropped.
  begin(map) {
    const steps = new Changes([], [], Infinity);
    Object.assign(this, { drawing: map, walk: [], steps, found: null, sheet: null, mode: "draw" });
    this.engine.cancel();
    this.playback.pause();
    this.board.drawMap(map.picture());
    this.clearPath();
    if (map.moves !== null && this.tool === "wall") this.tool = "hole";
    if (map.isClosed && this.tool === "end") this.tool = "hole";
    this.showText();
    say("");
    this.show();
  }

  // Reverts a change of the path by hand or of the map, or makes it again.
  revert(act) {
    if (this.mode === "draw") super.revert(act);
    const moment = this.mode === "walk" && this.steps[act](this.moment());
    if (moment) this.openWalk(moment.walk, moment.now);
  }

  // Returns the path by hand and the state of its game, for Undo.
  moment() {
    return { walk: this.walk, now: { ...this.game.now } };
  }

  // Makes a change of the path by hand that Undo can revert.
  changeWalk(walk) {
    this.steps.push(this.moment());
    this.openWalk(walk);
  }

  openWalk(walk, now) {
    const before = this.walk;
    this.walk = walk;
    this.game.track(before, walk, now);
    this.showWalk();
    say("");
    this.keep();
    this.show();
  }

  // Begins a new path by hand or a new map.
  async empty() {
    // A game has no other map.
    if (isGame) await this.switchMode("walk");
    if (this.mode === "walk") this.changeWalk([]);
    else this.replace(new PathMap(this.map.rows, this.map.columns, this.map));
  }

  // Switches the mode: draw, walk or watch.
  async switchMode(mode) {
    this.playback.pause();
    if (mode === "walk" && !(await this.beginGame())) return;
    this.mode = mode;
    say("");
    this.clearPath();
    if (mode === "watch") this.watch();
    else if (mode === "walk") this.showWalk();
    this.show();
  }

  clearPath() {
    this.board.drawPath([], false);
    this.ways.replaceChildren();
  }

  // Prepares the path by hand. Returns whether the map is valid.
  async beginGame() {
    if (!(await this.read())) return false;
    this.game ??= new WalkGame(this);
    this.game.begin();
    return true;
  }

  // Updates the controls.
  show() {
    const { map, mode, tool } = this;
    for (const name of ["draw", "walk", "watch"]) this.root.classList.toggle(name, name === mode);
    this.root.classList.toggle("numbered", map.numbers.length > 0);
    this.root.classList.toggle("leaping", map.moves !== null);
    showControls(tool, map, { draw: this.changes, walk: this.steps, watch: new Changes() }[mode]);
    for (const button of byId("modes").children) showPressed(button, button.dataset.mode === mode);
    byId("mode-watch").hidden = !this.found;
    showPieces(byId("moves"), map.moves);
    byId("closed").checked = map.isClosed;
    this.showCells(PATH_CELL, this.walked());
    this.game?.show();
  }

  // Returns descriptions of the cells of the path by hand.
  walked() {
    if (this.mode !== "walk") return new Map();
    const ways = this.waysOn().map((key) => [key, tr("can be next")]);
    return new Map([...ways, ...this.walk.map((key, at) => [key, tr("step {}", at + 1)])]);
  }

  // Describes a cell for screen readers.
  describe(key, walked = this.walked()) {
    const { map } = this;
    const mark = map.mark(key);
    const kind = { "#": tr("hole"), S: tr("start"), E: tr("end"), ".": tr("cell") }[mark] ?? tr("number {}", mark);
    const sides = Object.keys(WAYS).filter((way) => map.hasWall(key, way)).map((way) => SIDES[way]);
    return describedAt(placeOf(key), [kind, ...sides, walked.get(key)]);
  }

  // Sends a request to the engine, and shows the search.
  ask(question) {
    return askAloud(this.engine, question, { pause: BUSY_PAUSE });
  }

  // Returns the response if it is of this kind and the map is unchanged; otherwise null, and the page reports
  // the reason.
  async askFor(wanted, question) {
    const { map } = this;
    const answer = await this.ask(question);
    if (map !== this.map || answer === undefined) return null;
    if (answer?.answer === wanted) return answer;
    say(whyNot(answer), "wrong");
    return null;
  }

  // Returns the data of the map; null if it is invalid.
  async read() {
    this.sheet ??= await this.askFor("map", this.map.request("read"));
    return this.sheet;
  }

  // Finds a path, or reports why none exists. `unique` tells whether the path is the only one.
  async search(what, text = "") {
    const { map } = this;
    this.playback.pause();
    const answer = await this.askFor("found", map.request(what));
    if (!answer) return;
    this.found = answer.path;
    if (what === "find") await this.showFound(text || foundText(answer.path.length, map.isClosed));
    else if (answer.unique) say(tr("There is exactly one."), "done");
    else tell("There are several.");
    this.show();
  }

  async showFound(text) {
    await this.switchMode("watch");
    say(text, "done");
    byId("board").scrollIntoView({ block: "nearest" });
    if (!isCalm()) this.playback.play();
  }

  // Completes the path by hand. Returns the response of the engine; undefined if the path has changed.
  async complete() {
    const { map, walk } = this;
    const answer = await this.ask(map.request("find", { walk: walk.map(placeOf) }));
    return map === this.map && walk === this.walk ? answer : undefined;
  }

  // Completes the path by hand, or finds another one.
  async finish() {
    const { map } = this;
    const answer = await this.complete();
    if (answer?.path) {
      this.found = answer.path;
      await this.showFound(tr("This beginning can be finished: {}", foundText(this.found.length, map.isClosed)));
    } else if (answer?.answer === "impossible") await this.search("find", tr("This beginning cannot be finished; this is another path."));
    else if (answer !== undefined) say(whyNot(answer), "wrong");
  }

  // Completes the path by hand, or finds a path.
  async solve() {
    const { length } = this.walk;
    // A second press repeats the request.
    if (this.mode !== "watch") this.lastMode = this.mode;
    if (this.lastMode !== "walk" || length === 0) await this.search("find");
    else if (length === this.map.cells().length) await this.checkPath();
    else await this.finish();
  }

  watch() {
    this.game?.reveal();
    this.board.drawPath(this.found, this.map.isClosed);
    this.playback.open();
  }

  // Returns the cells where the path by hand can continue.
  waysOn() {
    const { sheet, walk } = this;
    if (!sheet || walk.length === 0) return [];
    return this.stepsFrom(walk.at(-1)).filter((to) => !walk.includes(to));
  }

  stepsFrom(cell) {
    const { sheet, map } = this;
    const [row, column] = placeOf(cell);
    return sheet.steps[row * map.columns + column].map((to) => String(placeAt(to, map)));
  }

  // Extends the path to a cell, begins it there, or cuts it there. An illegal step is reported.
  async step(key, isPassing = false) {
    const { map } = this;
    if (map.mark(key) === "#") return;
    const at = this.walk.indexOf(key);
    if (at >= 0) {
      // A drag can only cut the last step.
      if (isPassing && at !== this.walk.length - 2) return;
      if (at !== this.walk.length - 1) this.changeWalk(this.walk.slice(0, at + 1));
    } else {
      const fault = this.faultOf(key);
      if (fault) {
        say(fault, "wrong");
        return;
      }
      this.changeWalk([...this.walk, key]);
    }
    if (this.walk.length === map.cells().length) await this.checkPath();
  }

  // Returns the reason why the path cannot go to a cell; null if it can.
  faultOf(key) {
    const { walk, map, sheet: { start } } = this;
    if (walk.length === 0) {
      return !start || String(start) === key ? null : tr("The path begins in row {}, column {}.", start[0] + 1, start[1] + 1);
    }
    if (!this.waysOn().includes(key)) return tr("No step leads there.");
    const missing = map.numbers.slice(0, Math.max(0, map.numbers.indexOf(key))).findIndex((other) => !walk.includes(other));
    if (missing >= 0) return tr("{} comes first.", missing + 1);
    return null;
  }

  // The path has all cells. The engine verifies it.
  async checkPath() {
    const { walk } = this;
    const answer = await this.ask(this.map.request("check", { path: walk.map(placeOf) }));
    if (walk !== this.walk || answer?.answer !== "checked") return;
    if (answer.flaw) warn("Every cell is met, but {}.", translated(answer.flaw));
    else say(tr("Done: all {} cells.", walk.length) + " " + this.game.win(), "done");
    if (!answer.flaw && this.map.isClosed) this.showWalk(true);
    this.game.show();
  }

  showWalk(isClosed = false) {
    const { board, walk } = this;
    board.drawPath(walk.map(placeOf), isClosed);
    if (walk.length) board.show(board.steps);
    const dots = this.waysOn().filter((key) => !this.faultOf(key)).map((key) => {
      const [cx, cy] = middleOf(placeOf(key));
      return svg("circle", { class: "walk-on", cx, cy, r: 15 });
    });
    this.ways.replaceChildren(...dots, ...this.game.marks());
    const next = this.map.numbers.findIndex((key) => !walk.includes(key));
    for (const [at, mark] of this.root.querySelectorAll(".stop.digits").entries()) {
      mark.parentElement.classList.toggle("met", next < 0 || at < next);
      mark.parentElement.classList.toggle("next", at === next);
    }
  }

  // Follows the path of a link, or the stored one, up to its first illegal step.
  async walkAlong(keys) {
    await this.switchMode("walk");
    if (!this.sheet) return;
    const cells = this.map.cells();
    for (const key of keys.length ? keys : this.game.record.walk ?? []) {
      if (!cells.includes(key) || this.walk.includes(key) || this.faultOf(key)) break;
      this.steps.push(this.moment());
      this.walk = [...this.walk, key];
    }
    this.openWalk(this.walk);
  }

  async readText() {
    const text = byId("text").value;
    const moves = /^; moves: (.*)$/m.exec(text)?.[1];
    if (!followLink(text, tr("This link holds no map."))) await this.draw(text, howOf(moves, /^; closed$/m.test(text)));
  }

  // Opens the map of a text. Returns whether the text is valid.
  async draw(text, how, task = "import") {
    tell("Reading…");
    const sheet = await this.ask({ [task]: { text, moves: how.moves } });
    const isMap = sheet?.answer === "map";
    const isSmall = isMap && Math.max(sheet.rows, sheet.columns) <= MAX_ROWS;
    if (isSmall) {
      if (text === byId("text").value) this.shownText = text;
      this.replace(PathMap.of(sheet, how));
      if (sheet.notes.length) say(noted(sheet.notes));
    } else if (sheet !== undefined) {
      say(isMap ? tr("That is too large: {} rows and columns at most.", MAX_ROWS) : whyNot(sheet, true), "wrong");
    }
    return isSmall;
  }
}

// Returns the reason why a response does not help.
function whyNot(answer, isTyped = false) {
  if (answer?.answer === "impossible") return tr("There is none: {}.", translated(answer.why));
  return answer?.line ? errorOf(answer, isTyped) : reasonOf(answer);
}

// Shows the kind of steps of the map, even if the list does not have it.
function showPieces(list, moves) {
  list.value = moves ?? "";
  if (list.selectedIndex < 0) list.append(new Option(tr("leaper ({})", moves), moves, false, true));
}

function foundText(cells, isClosed) {
  const count = withCommas(cells);
  return isClosed ? tr("A way round over {} cells.", count) : tr("A path over {} cells.", count);
}

// A game is stored apart from the map that is drawn.
const isGame = location.hash.includes("&walk=") && !location.hash.includes("&moves=");
const MAP_KEPT = isGame ? "huarong zip" : "huarong map";

// Returns the leaper and the shape of a link or of the controls.
const howOf = (moves, isClosed) => ({ moves: /^\d{1,2},\d{1,2}$/.test(moves ?? "") ? moves : null, isClosed });

// The open editor.
let pathEasel;

async function openPaths(hash) {
  const own = restored(MAP_KEPT, PathMap.from);
  const easel = new PathEasel();
  setUpPathControls(easel);
  listenToPathEasel(easel);
  keepTabStop(easel.root);
  const text = await unpacked(hash.get("map") ?? "");
  easel.day = await checkedDay(hash.get("day"), ({ zip }) => zipOf(zip).text() === text);
  // A link to a path by hand over numbers opens a game, and the plain map the editor.
  if (isGame) {
    if (easel.day) showDay(easel.day);
    byId("view").classList.add("game");
    byId("edit").href = `#paths&map=${hash.get("map")}`;
    document.querySelector("h1").textContent = tr("Zip");
    document.title = joined([tr("Zip"), easel.day && dateOf(easel.day)], ", ");
  }
  // A completed path is replaced by a new board. Undo restores it.
  const isOpen = own && own.walk?.length !== PathMap.from(own.drawing).cells().length;
  const isOwn = own && (hash.has("map") ? own.address === location.hash : isOpen);
  easel.resume(own, isOwn, easel.map);
  if (!isOwn) await openMap(easel, hash);
  else if (hash.has("walk") || own.walk?.length) await easel.walkAlong([own.walk ?? []].flat());
  easel.show();
  pathEasel = easel;
}

// Opens the map of a link.
async function openMap(easel, parameters) {
  if (!parameters.has("map")) return;
  const [text, walk] = await Promise.all(["map", "walk"].map((key) => unpacked(parameters.get(key) ?? "")));
  if (text === null) warn("This link holds no map.");
  else if (await easel.draw(text, howOf(parameters.get("moves"), parameters.get("closed") === "yes"), "read")
    && parameters.has("walk")) await easel.walkAlong(walk?.split(" ") ?? []);
}

function setUpPathControls(easel) {
  setUpControls(easel, () => MAX_ROWS);
  for (const button of byId("modes").children) button.onclick = () => easel.switchMode(button.dataset.mode);
  byId("moves").onchange = () =>
    easel.change((map) => Object.assign(map, howOf(byId("moves").value, map.isClosed)));
  byId("closed").onchange = () =>
    easel.change((map) => { map.isClosed = byId("closed").checked; });
  onDrawn(easel, {
    unique: () => easel.search("unique"),
    link: async () => say(await copyAddress(await linkToMap(easel.map))),
  });
  onPress({ full: () => document.querySelector("main").requestFullscreen() });
}
