// The path by hand as a game with a clock and hints, and as a lesson about leapers.

const WALK_CONTROLS = `{{controls}}`;

// A count over more squares can take hours.
const MAX_COUNTED = 36;

// The state of a new path by hand.
const NEW_WALK = { seconds: 0, isBack: false, isHinted: false, isDone: false };

class WalkGame {
  constructor(easel) {
    this.easel = easel;
    this.controls = element("div", [], { class: "controls", id: "walk-controls" });
    this.controls.innerHTML = WALK_CONTROLS;
    translate(this.controls);
    byId("aloud").after(this.controls);
    byId("undo").before(byId("walk-hint"));
    this.coordinates = svg("g");
    easel.ways.before(this.coordinates);
    const tick = () => {
      this.now.seconds += 1;
      this.showTime();
    };
    this.clock = new Clock(tick, () => this.write());
    onPress({
      "walk-hint": () => this.hint(),
      warnsdorff: () => this.goByWarnsdorff(),
      "how-many": () => this.count(),
      share: () => this.share(),
      another: () => makePuzzle({ kind: "zip", text: easel.text() }),
    });
  }

  // Begins with the stored state of the map.
  begin() {
    this.write();
    const { map, day } = this.easel;
    this.key = map.key();
    this.record = { ...parsed(kept(this.key)) };
    this.record.best = leastOf(this.record.best);
    this.record.day = day ?? this.record.day;
    this.now = { ...NEW_WALK, ...this.record.now };
    if (!isTime(this.now.seconds)) this.now.seconds = 0;
  }

  // Another window may have a better time.
  write() {
    if (!this.key) return;
    const other = parsed(kept(this.key));
    this.record.best = leastOf(this.record.best, other?.best);
    this.record.isShown ||= other?.isShown;
    keep(this.key, JSON.stringify({ ...this.record, now: this.now, walk: this.easel.walk }));
  }

  // Records a change of the path. A new path restarts the clock; one that Undo brings back has its state.
  track(before, walk, now) {
    if (before.length === 0 || walk.length === 0) {
      this.now = now && walk.length ? now : { ...NEW_WALK, isHinted: Boolean(this.record.isShown) };
    } else if (walk.length < before.length) this.now.isBack = true;
    this.write();
  }

  // Records that the solution was shown.
  reveal() {
    this.record.isShown = true;
    this.now.isHinted = true;
    this.write();
  }

  show() {
    const { easel, now } = this;
    showWin(now.isDone && easel.walk.length === easel.map.cells().length,
      now.isHinted ? "" : now.isBack ? "★★" : "★★★", squaresOf(now.isBack ? 5 : 4, 4, now.isHinted));
    this.clock.isRunning = easel.mode === "walk" && easel.walk.length > 0 && !now.isDone;
    this.coordinates.replaceChildren(...(easel.map.moves === null ? [] : drawCoordinates(easel.map)));
    this.showTime();
  }

  showTime() {
    write("walk-time", asTime(this.now.seconds));
    write("walk-best", this.record.best === null ? "–" : asTime(this.record.best));
  }

  // Records a completed path. Returns the praise.
  win() {
    const { now, record } = this;
    const isBest = !now.isHinted && (record.best === null || now.seconds < record.best);
    if (isBest) record.best = now.seconds;
    now.isDone = true;
    if (record.day) winOfDay(record.day, "zip", asTime(now.seconds), now.isHinted);
    this.write();
    return joined([
      tr("Time: {}.", asTime(now.seconds)),
      now.isHinted ? tr("With hints.") : !now.isBack && tr("Flawless: nothing was taken back."),
      isBest && tr("Your best time so far."),
    ], isChinese ? "" : " ");
  }

  // Shares the time without the path.
  async share() {
    const { easel: { map }, now, record: { day } } = this;
    await shareResult(document.title, [asTime(now.seconds)], day ? "#today=" + day : await linkToMap(map));
  }

  // Takes the next step, or goes back to the last good one.
  async hint() {
    const { easel, easel: { map } } = this;
    const answer = await easel.complete();
    if (!answer) return;
    const { walk } = easel;
    const { path, good } = answer;
    this.now.isHinted = true;
    if (path) {
      if (walk.length === path.length) return;
      const [row, column] = path[walk.length];
      await easel.step(String([row, column]));
      // The first step has begun a new game.
      this.now.isHinted = true;
      this.write();
      if (!this.now.isDone) {
        const isLettered = map.moves !== null && column < 26;
        const square = isLettered ? fileOf(column) + (map.rows - row) : tr("row {}, column {}", row + 1, column + 1);
        tell("This beginning can be finished. The next step is made: {}.", square);
      }
    } else if (good !== undefined) {
      easel.changeWalk(walk.slice(0, good));
      warn("It could not be finished from there. Steps that are taken back: {}.", walk.length - good);
    } else say(whyNot(answer), "wrong");
  }

  // Returns the possible next squares, each with its number of onward moves.
  waysOn() {
    const { easel } = this;
    const onward = (key) => easel.stepsFrom(key).filter((to) => !easel.walk.includes(to)).length;
    return easel.waysOn().map((key) => [key, onward(key)]);
  }

  // Draws the numbers of onward moves, and the piece.
  marks() {
    const { map, walk } = this.easel;
    if (map.moves === null || walk.length === 0) return [];
    const waysOn = this.waysOn();
    const least = Math.min(...waysOn.map(([, ways]) => ways));
    const text = (key, kind, words) => {
      const [x, y] = middleOf(placeOf(key));
      return svg("text", { class: kind, x, y }, words);
    };
    const ways = waysOn.map(([key, count]) => text(key, count === least ? "onward least" : "onward", count));
    return [...ways, text(walk.at(-1), "leaper", map.moves === "1,2" ? "♞\ufe0e" : "●")];
  }

  // Goes to a square with the fewest onward moves, which is help.
  goByWarnsdorff() {
    const { easel } = this;
    this.now.isHinted = true;
    const [best] = this.waysOn().sort(([, one], [, other]) => one - other);
    if (easel.walk.length === 0) easel.step(String(easel.sheet.start ?? easel.map.cells()[0]));
    else if (!best) warn("No step leads on.");
    else easel.step(best[0]);
  }

  async count() {
    const { easel, easel: { map } } = this;
    const isWhole = map.moves === "1,2" && /^[.\s]+$/.test(map.text());
    // The button has the numbers that take days to count.
    const known = isWhole && byId("how-many").getAttribute(`data-${map.rows}-${map.columns}${map.isClosed ? "-closed" : ""}`);
    const squares = map.cells().length;
    if (!known && squares > MAX_COUNTED && this.warned !== map) {
      this.warned = map;
      // The search reports why there is no path.
      if (await easel.askFor("found", map.request("find"))) tell("Counting the paths over {} squares may take hours: press again to begin.", squares);
      return;
    }
    const answer = known ? { number: known } : await easel.askFor("counted", map.request("count"));
    if (!answer) return;
    const number = withCommas(BigInt(answer.number));
    if (number === "1" && !answer.more) tell("There is exactly one.");
    else if (answer.more) tell("There are {} paths at least.", number);
    else if (map.isClosed) tell("There are {} closed paths. Both directions are one.", number);
    else tell("There are {} paths. A path and its way back are one.", number);
  }
}

// Returns the letter of a column. A chessboard has 26 at most.
const fileOf = (column) => String.fromCharCode(97 + column);

// Draws letters and numbers along the sides of a chessboard.
function drawCoordinates({ rows, columns }) {
  const sign = (x, y, text) => svg("text", { class: "coordinate", x, y }, text);
  const ranks = times(rows, (row) => sign(6, row * PATH_CELL + 24, rows - row));
  const files = times(Math.min(columns, 26), (column) => sign((column + 1) * PATH_CELL - 20, rows * PATH_CELL - 8, fileOf(column)));
  return [...ranks, ...files];
}
