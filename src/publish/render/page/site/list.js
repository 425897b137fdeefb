// The list of puzzles: by families, found by names, filtered and sorted, each with its picture.

const FILTERS = ["search", "family", "length", "solved", "sort"];

// The puzzles after loading; empty if their file is missing.
const LISTED = [];

// Values that the file leaves out.
const LIST_DEFAULTS = { names: [], aliases: [], figures: [], rating: null, best: null };

async function loadList() {
  const puzzles = await loaded("puzzles.js", () => PUZZLES).catch(() => []);
  LISTED.push(...puzzles.map((puzzle) => ({ ...LIST_DEFAULTS, ...puzzle })));
}

// Traditional characters with their simplified forms, as in the library.
const SIMPLIFIED = new Map(data.traditional.split(" ").flatMap(([simple, ...others]) =>
  others.map((other) => [other, simple])));

// Normalizes a text for the search: letters and digits in simplified characters, without case and accents.
const folded = (text) => text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
  .replace(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);

// Returns all search keys of a puzzle: names, figures, the id with the name in pinyin, the initials of the
// id, and the family in both languages.
function keysOf(puzzle) {
  const { id, family, names, figures, isClassic, aliases } = puzzle;
  const initials = id.split("-").map((word) => word.charAt(0)).join("");
  const headings = [family, headingOf(family), CHINESE[headingOf(family)] ?? ""];
  const titles = [...names, ...namesOf(puzzle)].map(([, name]) => name);
  const shown = isClassic ? Object.keys(FIGURES) : figures;
  const faces = shown.flatMap((name) => [name, FIGURES[name] ?? ""]);
  return [...titles, ...aliases, ...faces, id, ...headings, initials].map(folded);
}

// Returns the stored results of a puzzle: the best one or null, the best one with hints, and the time of the
// last move of an unfinished game or 0.
function ownResults({ text }) {
  const { best = null, helped = null, moves = [], isDone, stamp = "" } = new GameStore({ text, metric: "move" }).read();
  return { own: best, helped, begun: moves.length && !isDone ? Number(stamp.split(" ")[0]) : 0 };
}

const isSolved = ({ own, helped }) => own !== null || helped !== null;

async function openList(hash, engine) {
  await loadList();
  const listed = LISTED.map((puzzle, at) => ({ ...puzzle, at, ...ownResults(puzzle) }));
  const showFault = (fault) => {
    byId("fault").textContent = fault;
    byId("fault").hidden = false;
  };
  if (LISTED.length === 0) showFault(missingPart("puzzles.js"));
  else if (!engine) showFault(faultOf(engine));
  const last = listed.reduce((last, puzzle) => (puzzle.begun > (last?.begun ?? 0) ? puzzle : last), null);
  if (last) showLink(byId("continue"), last);
  const families = [...new Set(listed.map(({ family }) => family))];
  byId("family").append(...families.map((family) => element("option", titleOf(family), { value: family })));
  for (const name of FILTERS) byId(name).value = hash.get(name) ?? "";
  const painter = new Painter(engine, (sheet) => showFault(faultOf(engine, sheet)));
  // A returning reader sees the last card at once.
  const atOnce = keptPlace() ? Infinity : CARDS_AT_ONCE;
  const show = () => {
    const wanted = Object.fromEntries(FILTERS.map((name) => [name, byId(name).value]));
    const found = sorted(listed.filter((puzzle) => isWanted(puzzle, wanted)), wanted.sort);
    showFamilies(found, painter, atOnce);
    const solved = found.filter(isSolved).length;
    byId("found").textContent = found.length === 1
      ? tr`1 puzzle, ${solved} of them solved`
      : tr`${found.length} puzzles, ${solved} of them solved`;
    keepFilters(wanted);
  };
  for (const name of FILTERS) byId(name).addEventListener("input", show);
  setUpRecords(() => {
    for (const puzzle of listed) Object.assign(puzzle, ownResults(puzzle));
    show();
  });
  show();
  keepPlace();
}

const titleOf = (family) => tr(headingOf(family));

// Returns the English heading of a family: `Rush Hour`.
function headingOf(family) {
  const words = family.split(/[-/]/).filter(Boolean);
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(" ") || family;
}

function isWanted(puzzle, wanted) {
  const { family, best } = puzzle;
  const [minimum, maximum] = wanted.length.split("-").map(Number);
  return (!wanted.family || family === wanted.family)
    && (!wanted.length || (best !== null && best >= minimum && best <= (maximum || Infinity)))
    && IS_SO[wanted.solved](puzzle)
    && isFound(puzzle, wanted.search);
}

// Returns whether each word is in a key, or all words together.
function isFound(puzzle, text) {
  const whole = folded(text);
  if (!whole) return true;
  puzzle.keys ??= keysOf(puzzle);
  const has = (word) => puzzle.keys.some((key) => key.includes(word));
  return has(whole) || text.split(/\s+/).map(folded).every(has);
}

// The values of the filter for the reader's results.
const IS_SO = {
  "": () => true,
  yes: isSolved,
  no: (puzzle) => !isSolved(puzzle),
  begun: ({ begun }) => begun > 0,
  liked: ({ id }) => favourites().has(id),
};

// Sets up a link to a puzzle with its name.
function showLink(link, puzzle) {
  const [[, name]] = namesOf(puzzle);
  link.hidden = false;
  link.href = `#play=${encodeURIComponent(puzzle.id)}`;
  link.querySelector("span").textContent = name;
  link.title = name;
}

// Puzzles without a number are last.
function sorted(puzzles, key) {
  const numberOf = {
    best: ({ best }) => best,
    rating: ({ rating }) => rating,
    size: ({ rows, columns }) => rows * columns,
  }[key] ?? (({ at }) => at);
  const number = (puzzle) => numberOf(puzzle) ?? Infinity;
  return [...puzzles].sort((one, other) => number(one) - number(other) || one.at - other.at);
}

// The number of cards between two pauses, in which the page reacts to input.
const CARDS_AT_ONCE = 48;

async function showFamilies(puzzles, painter, atOnce) {
  painter.forget();
  const families = [...new Set(puzzles.map(({ family }) => family))];
  const groups = families.map((family) => puzzles.filter((puzzle) => puzzle.family === family));
  const sections = groups.map((members, at) => element("section", [
    element("h2", [`${titleOf(families[at])} `, element("small", members.length)]),
    element("ul", [], { class: "cards" }),
  ]));
  byId("families").replaceChildren(...sections);
  const jumps = families.map((family, at) => {
    const button = element("button", titleOf(family), { type: "button" });
    button.addEventListener("click", () => sections[at].scrollIntoView());
    return button;
  });
  byId("jumps").replaceChildren(...(jumps.length > 1 ? jumps : []));
  byId("families").setAttribute("aria-busy", true);
  for (const [at, members] of groups.entries()) {
    for (let laid = 0; laid < members.length; laid += atOnce) {
      const cards = members.slice(laid, laid + atOnce).map((puzzle) => cardOf(puzzle, painter));
      sections[at].lastChild.append(...cards);
      if (atOnce < Infinity) await new Promise((go) => { setTimeout(go); });
      // Another list has replaced this one.
      if (!sections[at].isConnected) return;
    }
  }
  byId("families").setAttribute("aria-busy", false);
}

function cardOf(puzzle, painter) {
  const { id, rows, columns, best, impossible, rating, own, helped } = puzzle;
  const length = best === null ? (impossible ? tr("no solution") : null) : UNITS.move.count(best);
  const feels = rating === null ? null : tr`difficulty ${Math.round(rating)}`;
  // Lines break between facts only.
  const facts = [`${columns} × ${rows}`, length, feels].filter(Boolean).map((fact) => element("span", fact));
  const solved = own !== null ? `${tr`✓ solved in ${own}`} ${starsOf(own, best)}` : helped !== null ? tr("✓ solved with hints") : null;
  const picture = svg("svg", { "aria-hidden": true });
  painter.watch(picture, puzzle.text);
  return card(`#play=${encodeURIComponent(id)}`, picture, [
    ...namesOf(puzzle).map((name, at) => inItsLanguage(at ? "small" : "b", name)),
    element("small", facts, { class: "facts" }),
    puzzle.begun && element("small", tr("begun")),
    solved && element("small", solved, { class: "solved" }),
  ]);
}

// Returns a card of a list: a link with a picture and these words.
function card(href, picture, words, kind = "card") {
  return element("li", element("a", [picture, element("span", words.filter(Boolean))], { class: kind, href }));
}

// Draws visible pictures one after another.
class Painter {
  // `fail` is called with a response without a puzzle.
  constructor(engine, fail) {
    this.engine = engine;
    this.fail = fail;
    this.texts = new Map();
    this.sheets = new Map();
    this.queue = new Set();
    this.isBusy = false;
    const seen = (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.queue.add(target);
        else this.queue.delete(target);
      }
      this.paint();
    };
    this.observer = new IntersectionObserver(seen, { rootMargin: "200px" });
  }

  watch(picture, text) {
    this.texts.set(picture, text);
    this.observer.observe(picture);
  }

  forget() {
    this.observer.disconnect();
    this.texts.clear();
    this.queue.clear();
  }

  async paint() {
    if (this.isBusy || !this.engine) return;
    this.isBusy = true;
    for (const picture of this.queue) {
      this.queue.delete(picture);
      this.observer.unobserve(picture);
      const text = this.texts.get(picture);
      const sheet = this.sheets.get(text) ?? await sheetOf(this.engine, text);
      if (sheet?.pieces) {
        this.sheets.set(text, sheet);
        drawPuzzle(picture, withFigures(sheet));
      } else if (sheet) {
        this.fail(sheet);
        break;
      }
    }
    this.isBusy = false;
  }
}

// The filters are part of the address, so that a returning reader finds the same list.
function keepFilters(wanted) {
  const set = Object.entries(wanted).filter(([, value]) => value);
  history.replaceState(null, "", `#list${set.length ? `&${new URLSearchParams(set)}` : ""}`);
}

const PLACE = "huarong place";

// Returns the link of the last card, or null; undefined if the storage is blocked.
function keptPlace() {
  try {
    return sessionStorage.getItem(PLACE);
  } catch {
    return undefined;
  }
}

// Restores the place of a returning reader in the list.
function keepPlace() {
  // The browser would restore it before or after the list is complete.
  history.scrollRestoration = "manual";
  const left = keptPlace();
  if (left === undefined) return;
  const card = [...document.querySelectorAll(".card")].find((it) => it.getAttribute("href") === left);
  card?.scrollIntoView({ block: "center" });
  card?.focus({ preventScroll: true });
  byId("families").addEventListener("click", ({ target }) => {
    const link = target.closest(".card")?.getAttribute("href");
    if (link) sessionStorage.setItem(PLACE, link);
  });
}
