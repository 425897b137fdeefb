// The puzzles of a day, the same for everybody, and new ones. The site loads it when it is needed, with its
// texts and the lists of all days.

Object.assign(CHINESE, {
  "Zip": "Zip",
  "The day before": "前一天",
  "The day after": "后一天",
  "New puzzles": "新谜题",
  "New puzzle": "出新题",
  "Kind of puzzle": "谜题种类",
  "Number tiles": "数字推盘",
  "Size": "大小",
  "Length or level": "长度或难度",
  "Days in a row without hints: {}": "连续天数（不用提示）：{}",
  "with hints": "用了提示",
  "Next of the day: {}": "当天的下一题：{}",
  "All puzzles of the day": "当天的全部谜题",
  "One Klotski, one Rush Hour board and one Zip for each day, the same for everybody.": "每天一局华容道、一局汽车华容道和一局 Zip，人人相同。",
  "10 to 25 moves": "10 至 25 步",
  "26 to 50 moves": "26 至 50 步",
  "51 to 75 moves": "51 至 75 步",
  "76 to 100 moves": "76 至 100 步",
  "8 to 12 slides": "8 至 12 次滑动",
  "13 to 19 slides": "13 至 19 次滑动",
  "20 to 29 slides": "20 至 29 次滑动",
  "30 to 45 slides": "30 至 45 次滑动",
  "✓ {} moves": "✓ {} 步",
  "None was found; try again, or another length.": "没有找到；请再试一次，或换一个长度。",
  "any order": "任意顺序",
});

const TODAY_BODY = `{{body}}`;

// Lists of puzzles, each from a day on. They are never changed: a new list begins on a day to come. A zip
// is its side and where its numbers stand, a letter each.
const DAYS = {{days}};

const PLACES = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM";

// The number of a day, `2026-01-31`, and a day some days later.
const numberOf = (day) => Date.parse(`${day}T00:00Z`) / 864e5;
const dayAfter = (day, days) => new Date((numberOf(day) + days) * 864e5).toISOString().slice(0, 10);

// The puzzles of a day; null before the first.
function puzzlesOf(day) {
  const list = DAYS.findLast(({ from }) => from <= day);
  if (!list) return null;
  const at = (words) => words[(numberOf(day) - numberOf(list.from)) % words.length];
  return Object.fromEntries(["klotski", "rush", "zip"].map((kind) => [kind, at(list[kind].split(" "))]));
}

function zipOf(code) {
  const side = Number(code[0]);
  const map = new PathMap(side, side);
  map.numbers = [...code.slice(1)].map((letter) => keyAt(...placeAt(PLACES.indexOf(letter), map)));
  return map;
}

// The addresses of those of them that the site has, by their kinds.
async function linksOf(day) {
  if (LISTED.length === 0) await loadList();
  const { klotski, rush, zip } = puzzlesOf(day);
  const listed = Object.entries({ klotski, rush }).filter(([, id]) => LISTED.some((puzzle) => puzzle.id === id));
  const links = listed.map(([kind, id]) => [kind, `#play=${encodeURIComponent(id)}&day=${day}`]);
  return new Map([...links, ["zip", `${await linkToMap(zipOf(zip))}&walk=&day=${day}`]]);
}

// A link to the first of them that is not solved, or to all.
async function nextOf(day) {
  const links = await linksOf(day);
  const results = ownDays()[day] ?? {};
  const kind = [...links.keys()].find((it) => !results[it]);
  const names = { klotski: tr`Klotski`, rush: tr`Rush Hour`, zip: tr`Zip` };
  const text = kind ? tr`Next of the day: ${names[kind]}` : tr`All puzzles of the day`;
  return element("a", text, { id: "next-of-day", class: "button main", href: links.get(kind) ?? `#today=${day}` });
}

// The number of days up to this one, or the one before, on each of which one of its puzzles was solved without
// hints.
function streakAt(day) {
  const results = ownDays();
  const isKept = (one) => Object.values(results[one] ?? {}).some(({ on, isHinted }) => on === one && !isHinted);
  let last = isKept(day) ? day : dayAfter(day, -1);
  let days = 0;
  for (; isKept(last); last = dayAfter(last, -1)) days += 1;
  return days;
}

class TodayView {
  constructor(day, engine) {
    this.painter = new Painter(engine, () => {});
    this.maker = Engine.find(pathsText);
    const move = (days) => () => {
      this.day = dayAfter(this.day, days);
      history.replaceState(null, "", this.day === localDay() ? "#today" : `#today=${this.day}`);
      this.show();
    };
    onPress(byId("day-before"), move(-1));
    onPress(byId("day-after"), move(1));
    this.day = puzzlesOf(day) && day <= localDay() ? day : localDay();
    this.show();
    byId("new-kind").addEventListener("change", () => this.showChoices());
    this.showChoices();
    byId("new").addEventListener("submit", (event) => {
      event.preventDefault();
      this.make();
    });
    onPress(byId("cancel"), () => this.maker.cancel());
  }

  async show() {
    const { day } = this;
    byId("day").textContent = dateOf(day, { weekday: "long" });
    disable(byId("day-before"), !puzzlesOf(dayAfter(day, -1)));
    disable(byId("day-after"), day >= localDay());
    const streak = streakAt(localDay());
    byId("streak").textContent = streak
      ? tr`Days in a row without hints: ${streak}`
      : tr`One Klotski, one Rush Hour board and one Zip for each day, the same for everybody.`;
    const puzzles = puzzlesOf(day);
    const results = ownDays()[day] ?? {};
    const links = await linksOf(day);
    if (day !== this.day) return;
    const cards = [...links].map(([kind, link]) => {
      const own = results[kind];
      const result = own && (kind === "zip" ? `✓ ${own.result}` : tr`✓ ${own.result} moves`);
      const words = own?.isHinted ? `${result} ${tr`with hints`}` : result;
      const solved = own ? [element("small", words, { class: "solved" })] : [];
      if (kind === "zip") return this.zipCard(zipOf(puzzles.zip), link, solved);
      const listed = LISTED.find(({ id }) => id === puzzles[kind]);
      const item = cardOf({ ...listed, own: null, helped: null }, this.painter);
      item.firstChild.href = link;
      item.querySelector(".facts").after(...solved);
      return item;
    });
    byId("day-puzzles").replaceChildren(...cards);
  }

  zipCard(map, link, solved) {
    const picture = svg("svg", { "aria-hidden": true, class: "draw" });
    new PathBoard(picture, { ...map.picture(), clues: [] });
    const size = element("small", `${map.columns} × ${map.rows}`);
    return card(link, picture, [element("b", "Zip"), size, ...solved], "card path");
  }

  // Shows the sizes and lengths of the chosen kind.
  showChoices() {
    for (const choices of document.querySelectorAll(".choices")) choices.hidden = choices.id !== byId("new-kind").value;
  }

  // Makes a puzzle, and goes to the link that holds it.
  async make() {
    const kind = byId("new-kind").value;
    const [size, length] = [...byId(kind).children].map(({ value }) => value);
    const show = (text) => { byId("status").textContent = text; };
    show("");
    if (!this.maker) {
      show(faultOf(null));
      return;
    }
    const head = ["make", `kind: ${kind}`, `size: ${size}`, length, `seed: ${randomSeed()}`].filter(Boolean);
    const answer = await askAloud(this.maker, `${head.join("\n")}\n\n`, { pause: BUSY_PAUSE });
    if (answer?.answer === "unloaded") show(faultOf(this.maker, answer));
    else if (answer && answer.answer !== "made") show(tr`None was found; try again, or another length.`);
    if (answer?.answer !== "made") return;
    const code = await packed(answer.text);
    location.hash = kind === "zip" ? `#paths&map=${code}&walk=` : `#puzzle=${code}`;
  }
}
