// The daily puzzles, equal for all readers, and new puzzles. The site loads this script on demand.

Object.assign(CHINESE, {{chinese}});

const TODAY_BODY = `{{body}}`;

// Lists of daily puzzles, each from a day on. They never change: a new list begins on a future day. A zip is
// its side and the places of its numbers, a letter each.
const DAYS = {{days}};

const PLACES = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM";

// The number of a day, `2026-01-31`, and the day some days later.
const numberOf = (day) => Date.parse(`${day}T00:00Z`) / 864e5;
const dayAfter = (day, days) => new Date((numberOf(day) + days) * 864e5).toISOString().slice(0, 10);

// Returns the puzzles of a day; null before the first day.
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

// Returns the links to the puzzles of a day by kind, as far as the site has the puzzles.
async function linksOf(day) {
  if (LISTED.length === 0) await loadList();
  const { klotski, rush, zip } = puzzlesOf(day);
  const listed = Object.entries({ klotski, rush }).filter(([, id]) => LISTED.some((puzzle) => puzzle.id === id));
  const links = new Map();
  for (const [kind, id] of listed) links.set(kind, `#play=${encodeURIComponent(id)}&day=${day}`);
  return links.set("zip", `${await linkToMap(zipOf(zip))}&walk=&day=${day}`);
}

// Returns a link to the first unsolved puzzle of a day, or to all.
async function nextOf(day) {
  const links = await linksOf(day);
  const results = ownDays()[day] ?? {};
  const kind = [...links.keys()].find((it) => !results[it]);
  const names = { klotski: tr("Klotski"), rush: tr("Rush Hour"), zip: tr("Zip") };
  const text = kind ? tr`Next of the day: ${names[kind]}` : tr("All puzzles of the day");
  return element("a", text, { id: "next-of-day", class: "button main", href: links.get(kind) ?? `#today=${day}` });
}

// Returns the number of consecutive days up to this one, or the one before, with a puzzle that was solved on
// its day without hints.
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
    onPress("day-before", move(-1));
    onPress("day-after", move(1));
    this.day = puzzlesOf(day) && day <= localDay() ? day : localDay();
    this.show();
    byId("new").addEventListener("change", () => this.showChoices());
    this.showChoices();
    byId("new").addEventListener("submit", (event) => {
      event.preventDefault();
      this.make();
    });
    onPress("cancel", () => this.maker.cancel());
  }

  async show() {
    const { day } = this;
    byId("day").textContent = dateOf(day, { weekday: "long" });
    disable("day-before", !puzzlesOf(dayAfter(day, -1)));
    disable("day-after", day >= localDay());
    const streak = streakAt(localDay());
    const puzzles = puzzlesOf(day);
    const results = ownDays()[day] ?? {};
    const links = await linksOf(day);
    if (day !== this.day) return;
    const offer = links.size === 3
      ? tr("One Klotski, one Rush Hour board and one Zip for each day, the same for everybody.")
      : tr("This site has a part of the puzzles for each day.");
    byId("streak").textContent = streak ? tr`Days in a row without hints: ${streak}` : offer;
    const cards = [...links].map(([kind, link]) => {
      const own = results[kind];
      const result = own && (kind === "zip" ? `✓ ${own.result}` : tr`✓ ${own.result} moves`);
      const words = own?.isHinted ? `${result} ${tr("with hints")}` : result;
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
    // A small frame has no long puzzles.
    const [size, length] = byId("rush").children;
    for (const option of length.options) option.disabled = ![undefined, size.value].includes(option.dataset.size);
    if (length.selectedOptions[0].disabled) length.selectedIndex = 0;
  }

  // Generates a puzzle and opens its link.
  async make() {
    const kind = byId("new-kind").value;
    // An empty value stands for any length.
    const chosen = [...byId(kind).children].filter(({ value }) => value);
    const choices = Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
    const show = (text) => { byId("status").textContent = text; };
    show("");
    if (!this.maker) {
      show(faultOf(null));
      return;
    }
    const request = { make: { kind, seed: randomSeed(), ...choices } };
    const answer = await askAloud(this.maker, request, { pause: BUSY_PAUSE });
    if (answer?.answer === "unloaded") show(faultOf(this.maker, answer));
    else if (answer && answer.answer !== "made") show(tr("None was found; try again, or another length."));
    if (answer?.answer !== "made") return;
    const code = await packed(answer.text);
    location.hash = kind === "zip" ? `#paths&map=${code}&walk=` : `#puzzle=${code}`;
  }
}
