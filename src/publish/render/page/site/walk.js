// The path by hand as a game, with a clock and hints, and as a lesson about leapers; and new zips. The site
// loads it with the module of paths.

Object.assign(CHINESE, {
  "Best time": "最快用时",
  "Whether this beginning can be finished, and its next step": "这样开头能否走完，以及下一步",
  "To the square with the fewest ways on": "走到后续走法最少的格",
  "Warnsdorff’s step": "按 Warnsdorff 规则走",
  "How many?": "有多少条？",
  "The number of all paths": "全部路径的数目",
  "Number of ways on: {}": "后续走法：{} 种",
  "Time: {}.": "用时 {}。",
  "No step leads on.": "无路可走。",
  "Flawless: nothing was taken back.": "一气呵成：没有退回过。",
  "With hints.": "用了提示。",
  "Your best time so far.": "这是您的最快用时。",
  "This beginning can be finished. Its next step: row {}, column {}.": "这样开头可以走完。下一步：第 {} 行第 {} 列。",
  "It cannot be finished from here. Back to the last step from which it can: {}.": "从这里走不完。退回到还能走完的一步：第 {} 步。",
  "There are {} paths. A path and its way back are one.": "共有 {} 条路径。往返算作一条。",
  "There are {} closed paths. Both directions are one.": "共有 {} 条回路。两个方向算作一条。",
  "Counting the paths over {} squares may take hours: press again to begin.": "数清 {} 格的路径可能要几小时：再按一次开始。",
  "There are {} paths at least.": "至少有 {} 条路径。",
  "Meet the numbers in order, over all cells. The solver tried {} positions.": "按顺序连接数字，经过所有格。求解器试了 {} 个局面。",
});

const WALK_CONTROLS = `{{controls}}`;

// Known numbers of knight’s tours on whole boards, which take days to count.
const KNOWN_COUNTS = {
  "7 7": "82,787,609,160", "8 8": "9,795,914,085,489,952", "8 8 closed": "13,267,364,410,532",
};

// A count over more squares can take hours.
const MAX_COUNTED = 36;

// How it was walked, from the first step on.
const NEW_WALK = { seconds: 0, isBack: false, isHinted: false, isDone: false };

class WalkGame {
  constructor(easel) {
    this.easel = easel;
    this.controls = element("div", [], { class: "controls" });
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
    onPress(byId("walk-hint"), () => this.hint());
    onPress(byId("warnsdorff"), () => this.goByWarnsdorff());
    onPress(byId("how-many"), () => this.count());
    onPress(byId("share"), () => this.share());
  }

  // Begins where this browser left the map.
  begin() {
    this.write();
    const { map, day } = this.easel;
    this.key = `huarong path ${map.moves ?? ""} ${map.isClosed ? "closed" : ""} ${map.text()}`;
    this.record = { best: null, ...parsed(kept(this.key)) };
    this.record.day = day ?? this.record.day;
    this.now = { ...NEW_WALK, ...this.record.now };
  }

  write() {
    if (this.key) keep(this.key, JSON.stringify({ ...this.record, now: this.now }));
  }

  // The path becomes another. A new beginning has a new clock.
  goes(before, walk) {
    if (before.length === 0 || walk.length === 0) {
      this.now = { ...NEW_WALK, isHinted: Boolean(this.record.isShown) };
    } else if (walk.length < before.length) this.now.isBack = true;
    this.write();
  }

  // The solution was shown.
  reveal() {
    this.record.isShown = true;
    this.now.isHinted = true;
    this.write();
  }

  show() {
    const { easel, now } = this;
    const isLeaping = easel.map.moves !== null;
    this.controls.hidden = easel.mode !== "walk";
    byId("walk-hint").hidden = easel.mode !== "walk";
    for (const id of ["warnsdorff", "how-many"]) byId(id).hidden = !isLeaping;
    byId("won").hidden = !now.isDone || easel.walk.length < easel.map.size();
    this.clock.isRunning = easel.mode === "walk" && easel.walk.length > 0 && !now.isDone;
    this.coordinates.replaceChildren(...(isLeaping ? drawCoordinates(easel.map) : []));
    this.showTime();
  }

  showTime() {
    byId("walk-time").textContent = asTime(this.now.seconds);
    byId("walk-best").textContent = this.record.best === null ? "–" : asTime(this.record.best);
  }

  // Praise for a path that meets all cells as it should.
  win() {
    const { now, record } = this;
    const isBest = !now.isHinted && (record.best === null || now.seconds < record.best);
    if (isBest) record.best = now.seconds;
    now.isDone = true;
    if (record.day) winOfDay(record.day, "zip", asTime(now.seconds), now.isHinted);
    this.write();
    const words = [tr`Time: ${asTime(now.seconds)}.`];
    if (now.isHinted) words.push(tr`With hints.`);
    else if (!now.isBack) words.push(tr`Flawless: nothing was taken back.`);
    if (isBest) words.push(tr`Your best time so far.`);
    return words.join(isChinese ? "" : " ");
  }

  // Shares the time without the path, for others to try.
  async share() {
    const { easel: { map }, now, record: { day } } = this;
    const hints = now.isHinted ? `\n${tr`With hints.`}` : "";
    await shareResult(`${document.title}\n✓ ${asTime(now.seconds)}${hints}`, day ? `#today=${day}` : await linkToMap(map));
  }

  // Takes the next step, or goes back as far as needed.
  async hint() {
    const { easel } = this;
    const { walk } = easel;
    const answer = await easel.restOf(walk);
    if (walk !== easel.walk || !answer) return;
    this.now.isHinted = true;
    if (answer.path) {
      if (walk.length === easel.map.size()) return;
      const [row, column] = answer.path[walk.length];
      await easel.step(keyAt(row, column));
      if (!this.now.isDone) {
        easel.say(tr`This beginning can be finished. Its next step: row ${row + 1}, column ${column + 1}.`);
      }
    } else if (answer.answer === "impossible" && walk.length) await this.goBack(walk);
    else easel.say(whyNot(answer), "wrong");
  }

  // Goes back to the longest beginning that can be finished, which is found by halves.
  async goBack(walk) {
    const { easel } = this;
    let [good, bad] = [0, walk.length];
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      const answer = await easel.restOf(walk.slice(0, middle));
      if (walk !== easel.walk || !answer) return;
      if (answer.path) good = middle;
      else if (answer.answer === "impossible") bad = middle;
      else {
        easel.say(whyNot(answer), "wrong");
        return;
      }
    }
    easel.lay(walk.slice(0, good));
    easel.say(tr`It cannot be finished from here. Back to the last step from which it can: ${good}.`, "wrong");
  }

  // Each square that can be next, with the number of ways on from there.
  waysOn() {
    const { easel } = this;
    const onward = (key) => easel.stepsFrom(key).filter((to) => !easel.walk.includes(to)).length;
    return easel.waysOn().map((key) => [key, onward(key)]);
  }

  // Numbers on the ways to go, and the piece where it stands.
  marks() {
    const { map, walk } = this.easel;
    if (map.moves === null || walk.length === 0) return [];
    const least = Math.min(...this.waysOn().map(([, ways]) => ways));
    const text = (key, kind, words) => {
      const [x, y] = middleOf(placeOf(key));
      return svg("text", { class: kind, x, y }, words);
    };
    const ways = this.waysOn().map(([key, count]) => text(key, `onward${count === least ? " least" : ""}`, count));
    return [...ways, text(walk.at(-1), "leaper", map.moves === "1,2" ? "♞\ufe0e" : "●")];
  }

  // To a square with the fewest ways on.
  goByWarnsdorff() {
    const { easel } = this;
    if (easel.walk.length === 0) {
      easel.step(easel.sheet.start ? keyAt(...easel.sheet.start) : easel.map.keys().find((key) => !easel.map.holes.has(key)));
      return;
    }
    const [best] = this.waysOn().sort(([, one], [, other]) => one - other);
    if (!best) easel.say(tr`No step leads on.`, "wrong");
    else easel.step(best[0]);
  }

  async count() {
    const { easel } = this;
    const { map } = easel;
    const isWhole = map.moves === "1,2" && /^[.\s]+$/.test(map.text());
    const known = isWhole && KNOWN_COUNTS[`${map.rows} ${map.columns}${map.isClosed ? " closed" : ""}`];
    if (!known && map.size() > MAX_COUNTED && this.warned !== map) {
      this.warned = map;
      easel.say(tr`Counting the paths over ${map.size()} squares may take hours: press again to begin.`);
      return;
    }
    const answer = known ? { number: known } : await easel.askFor("counted", map.question("count"));
    if (!answer) return;
    const number = answer.number.replace(/\B(?=(\d{3})+$)/g, ",");
    if (answer.more) easel.say(tr`There are ${number} paths at least.`);
    else if (map.isClosed) easel.say(tr`There are ${number} closed paths. Both directions are one.`);
    else easel.say(tr`There are ${number} paths. A path and its way back are one.`);
  }
}

// Letters and numbers along the sides, as chess has them.
function drawCoordinates({ rows, columns }) {
  const sign = (x, y, text) => svg("text", { class: "coordinate", x, y }, text);
  const letter = (column) => String.fromCharCode(97 + column);
  const ranks = Array.from({ length: rows }, (_, row) => sign(6, row * PATH_CELL + 24, rows - row));
  const files = Array.from({ length: Math.min(columns, 26) }, (_, column) =>
    sign((column + 1) * PATH_CELL - 20, rows * PATH_CELL - 8, letter(column)));
  return [...ranks, ...files];
}

// A zip of the chosen size and level, to be walked.
async function makeZip(easel) {
  const [side, level] = [byId("zip-side").value, byId("zip-level").value];
  const answer = await easel.askFor("made", `make\nkind: zip\nsize: ${side}x${side}\nlevel: ${level}\nseed: ${randomSeed()}\n\n`);
  if (!answer) return;
  if (!(await easel.draw(answer.text, howOf(null, false)))) return;
  await easel.turnTo("walk");
  easel.say(tr`Meet the numbers in order, over all cells. The solver tried ${answer.states} positions.`);
}
