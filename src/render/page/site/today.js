// The puzzles of a day, the same for everybody, and new ones. It is loaded when it is needed, and so are its
// texts and the lists of what comes on which day.

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
  "Days in a row: {}": "连续天数：{}",
  "One Klotski, one Rush Hour board and one Zip for each day, the same for everybody.": "每天一局华容道、一局汽车华容道和一局 Zip，人人相同。",
  "{} to {} moves": "{} 至 {} 步",
  "{} to {} slides": "{} 至 {} 次滑动",
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

// What comes on a day; null before the first.
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

// Days up to this one, or the one before, on which a puzzle of theirs was solved at the time.
function streakAt(day) {
  const results = ownDays();
  const isKept = (one) => Object.values(results[one] ?? {}).some(({ on }) => on === one);
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
    const told = { weekday: "long", year: "numeric", month: "long", day: "numeric", timeZone: "UTC" };
    byId("day").textContent = new Date(`${day}T00:00Z`).toLocaleDateString(isChinese ? "zh-CN" : "en-GB", told);
    disable(byId("day-before"), !puzzlesOf(dayAfter(day, -1)));
    disable(byId("day-after"), day >= localDay());
    const streak = streakAt(localDay());
    byId("streak").textContent = streak
      ? tr`Days in a row: ${streak}`
      : tr`One Klotski, one Rush Hour board and one Zip for each day, the same for everybody.`;
    const { klotski, rush, zip } = puzzlesOf(day);
    const results = ownDays()[day] ?? {};
    const listed = (id) => LISTED.find((puzzle) => puzzle.id === id);
    const cards = [["klotski", klotski], ["rush", rush]].filter(([, id]) => listed(id)).map(([kind, id]) => {
      const item = cardOf({ ...listed(id), own: null, helped: null }, this.painter);
      item.firstChild.href += `&day=${day}`;
      if (results[kind]) item.querySelector(".facts").after(element("small", tr`✓ ${results[kind].result} moves`, { class: "solved" }));
      return item;
    });
    const last = await this.zipCard(zipOf(zip), results.zip);
    if (day === this.day) byId("day-puzzles").replaceChildren(...cards, last);
  }

  async zipCard(map, own) {
    const picture = svg("svg", { "aria-hidden": true, class: "draw" });
    new PathBoard(picture, { ...map.picture(), clues: [] });
    return card(`${await linkToMap(map)}&walk=&day=${this.day}`, picture, [
      element("b", "Zip"), element("small", `${map.columns} × ${map.rows}`),
      own && element("small", `✓ ${own.result}`, { class: "solved" }),
    ], "card path");
  }

  // The sizes, and the lengths or levels, of the kind.
  showChoices() {
    const ranges = (lengths, told) => lengths.map(([least, most]) => [`length: ${least}..${most}`, told(least, most)]);
    const squares = (sides) => sides.map((side) => `${side}x${side}`);
    const { sizes, lengths } = {
      klotski: {
        sizes: ["4x5"],
        lengths: ranges([[10, 25], [26, 50], [51, 75], [76, 100]], (least, most) => tr`${least} to ${most} moves`),
      },
      rush: {
        sizes: squares([6, 5]),
        lengths: ranges([[8, 12], [13, 19], [20, 29], [30, 45]], (least, most) => tr`${least} to ${most} slides`),
      },
      tiles: { sizes: ["3x3", "4x4", "5x5", "6x6", "3x2", "4x3", "5x4", "6x5"], lengths: [["", tr`any order`]] },
      zip: {
        sizes: squares([6, 5, 7, 8, 9]),
        lengths: [["level: easy", tr`Easy`], ["level: medium", tr`Medium`], ["level: hard", tr`Hard`]],
      },
    }[byId("new-kind").value];
    byId("new-size").replaceChildren(...sizes.map((size) => new Option(size.replace("x", " × "), size)));
    byId("new-length").replaceChildren(...lengths.map(([value, text]) => new Option(text, value)));
  }

  // Makes a puzzle, and goes to the link that holds it.
  async make() {
    const [kind, size, length] = ["new-kind", "new-size", "new-length"].map((id) => byId(id).value);
    const told = (text) => { byId("status").textContent = text; };
    told("");
    if (!this.maker) {
      told(faultOf(null));
      return;
    }
    const head = ["make", `kind: ${kind}`, `size: ${size}`, length, `seed: ${randomSeed()}`].filter(Boolean);
    const answer = await askAloud(this.maker, `${head.join("\n")}\n\n`, { pause: BUSY_PAUSE });
    if (answer?.answer === "unloaded") told(faultOf(this.maker, answer));
    else if (answer && answer.answer !== "made") told(tr`None was found; try again, or another length.`);
    if (answer?.answer !== "made") return;
    const code = await packed(answer.text);
    location.hash = kind === "zip" ? `#paths&map=${code}&walk=` : `#puzzle=${code}`;
  }
}
