// The list of puzzles: a ladder of chapters for each family, found by names, filtered and sorted, each with its
// picture.

const FILTERS = ["search", "family", "chapter", "length", "solved", "sort"];

// The puzzles after loading; empty if their file is missing.
// Each family is in the order of its difficulty.
const LISTED = [];

// The number of puzzles in a chapter.
const CHAPTER = 20;

async function loadList() {
  if (LISTED.length) return;
  const families = await loaded("puzzles.js", () => PUZZLES).catch(() => ({}));
  // The best known family comes first.
  for (const [family, puzzles] of Object.entries({ klotski: [], ...families })) {
    LISTED.push(...puzzles.map((puzzle, at) =>
      Object.assign(puzzle, { family, chapter: 1 + Math.floor(at / CHAPTER) }, FRAMES[puzzle.frame])));
  }
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
  const { id, family, names, figures, aliases, terms } = puzzle;
  const initials = id.split("-").map((word) => word.charAt(0)).join("");
  const headings = [family, headingOf(family), data.headings[family] ?? ""];
  const titles = [...names, ...namesOf(puzzle)].map(([, name]) => name);
  const faces = figures.flatMap((name) => [name, FIGURES[name]]).filter(Boolean);
  return [...titles, ...aliases, ...terms, ...faces, id, ...headings, initials].map(folded).join(" ");
}

// Returns the stored results of a puzzle: the best one or null, the best one with hints, and the time of the
// last move of an unfinished game or 0.
function ownResults({ text }) {
  const { best: own, helped, moves = [], isDone, stamp } = new GameStore({ text, metric: "move" }).read();
  return { own, helped, begun: moves.length && !isDone ? parseInt(stamp, 10) : 0 };
}

const isSolved = ({ own, helped }) => own !== null || helped !== null;

// Returns all puzzles with the reader's results.
const listedWithResults = () => LISTED.map((puzzle) => Object.assign(puzzle, ownResults(puzzle)));

async function openList(hash) {
  await loadList();
  if (hash.has("records")) write("imported", importRecords(await unpacked(hash.get("records"))));
  byId("records").open = hash.has("records");
  let listed = listedWithResults();
  write("fault", missingPart("puzzles.js"));
  byId("fault").hidden = LISTED.length > 0 && hasEngine;
  const addOptions = (key, nameOf) => byId(key).append(
    ...[...new Set(listed.map((puzzle) => puzzle[key]))].map((value) => new Option(nameOf(value), value)));
  addOptions("family", titleOf);
  addOptions("chapter", (chapter) => tr("Chapter {}", chapter));
  for (const name of FILTERS) byId(name).value = hash.get(name) ?? "";
  const show = () => {
    const wanted = Object.fromEntries(FILTERS.map((name) => [name, byId(name).value]));
    const found = listed.filter((puzzle) => isWanted(puzzle, wanted));
    const number = NUMBERS[wanted.sort];
    if (number) found.sort((one, other) => number(one) - number(other));
    write("found", tr("{} puzzles, {} of them solved", found.length, found.filter(isSolved).length));
    byId("clear").hidden = found.length > 0;
    keepFilters(wanted);
    setTimeout(() => showSections(Map.groupBy(found, wanted.sort ? ({ family }) => titleOf(family) : chapterOf)));
  };
  document.querySelector("search").oninput = show;
  setUpRecords(() => {
    listed = listedWithResults();
    show();
  });
  byId("families").onclick = ({ target }) =>
    history.replaceState(target.closest(".card")?.getAttribute("href"), "");
  show();
  // The history has the link of the last card of a returning reader. The view is not shown yet.
  setTimeout(() => {
    const card = document.querySelector(`.card[href="${history.state}"]`);
    card?.scrollIntoView({ block: "center" });
    card?.focus({ preventScroll: true });
  });
}

// Returns the heading of the chapter of a puzzle.
const chapterOf = ({ family, chapter }) => tr("{}, chapter {}", titleOf(family), chapter);

// Returns the part of puzzles that are solved, as a bar and as numbers.
function progressOf(puzzles) {
  const solved = puzzles.filter(isSolved).length;
  return [element("progress", [], { value: solved, max: puzzles.length, "aria-hidden": true }), element("small", tr("{} of {}", solved, puzzles.length))];
}

const titleOf = (family) => tr(headingOf(family));

// Returns the English heading of a family: `Rush Hour`.
function headingOf(family) {
  const words = family.split(/[-/]/).filter(Boolean);
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(" ") || family;
}

function isWanted(puzzle, wanted) {
  const { family, chapter, best } = puzzle;
  const [minimum, maximum] = wanted.length.split("-").map(Number);
  return (!wanted.family || family === wanted.family)
    && (!wanted.chapter || chapter === Number(wanted.chapter))
    && (!wanted.length || (best !== null && best >= minimum && best <= (maximum || Infinity)))
    && IS_SO[wanted.solved](puzzle)
    && isFound(puzzle, wanted.search);
}

// Returns whether each word is in a key, or all words together.
function isFound(puzzle, text) {
  const whole = folded(text);
  if (!whole) return true;
  puzzle.keys ??= keysOf(puzzle);
  const has = (word) => puzzle.keys.includes(word);
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
  link.href = linkToListed(puzzle.id);
  link.querySelector("span").textContent = name;
  link.title = name;
}

// The numbers by which the list can be sorted. Puzzles without a number are last.
const NUMBERS = { best: ({ best }) => best ?? Infinity, size: ({ rows, columns }) => rows * columns };

// Shows puzzles by their headings.
function showSections(groups) {
  nearby.disconnect();
  waiting.clear();
  byId("families").replaceChildren(...[...groups].map(([title, members]) => element("section", [
    element("h2", [title + " ", ...progressOf(members)]),
    whenNear(element("ul", [], { class: "cards", style: "--cards:" + members.length }),
      (list) => list.append(...members.map(cardOf)), members.some(({ id }) => linkToListed(id) === history.state)),
  ])));
}

function cardOf(puzzle) {
  const { id, rows, columns, best, impossible, rating, own, helped } = puzzle;
  const length = best === null ? (impossible ? tr("no solution") : null) : UNITS.move.count(best);
  const solved = own !== null ? tr("✓ solved in {}", own) + " " + starsOf(own, best) : helped !== null && tr("✓ solved with hints");
  const result = solved || (puzzle.begun && tr("begun"));
  const [[, title], ...others] = namesOf(puzzle);
  return card(linkToListed(id), pictureOf(puzzle), [
    element("b", title),
    namesAs("small", others),
    element("small", joined([`${columns} × ${rows}`, length], " · "), { class: "facts" }),
    rating !== null && meterOf(puzzle),
    result && element("small", result, { class: "solved" }),
  ]);
}

const meterOf = ({ rating }) => element("small", tr("difficulty {}", rating), { class: "meter", style: `--level: ${rating}%` });

// Returns a card of a list: a link with a picture and these words.
function card(href, picture, words) {
  return element("li", element("a", [picture, element("span", words.filter(Boolean))], { class: "card", href }));
}

// Elements that are not filled yet, each with what fills it.
const waiting = new Map();

function fill(target) {
  nearby.unobserve(target);
  waiting.get(target)?.(target);
  waiting.delete(target);
}

// Fills elements when they come near the screen, each in a task of its own, so that the page reacts between. Paper has
// them all, also those that others bring.
const nearby = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) setTimeout(fill, 0, target);
}, { rootMargin: "200px" });
window.onbeforeprint = () => waiting.forEach((_, target) => fill(target));

// Returns an element that `act` fills now, or when it comes near the screen.
function whenNear(target, act, isNow = false) {
  waiting.set(target, act);
  if (isNow) fill(target);
  else nearby.observe(target);
  return target;
}

const pictureOf = (puzzle) => whenNear(svg("svg", { "aria-hidden": true }), (picture) => drawListed(picture, puzzle));

// The filters are part of the address, so that a returning reader finds the same list.
function keepFilters(wanted) {
  const set = Object.entries(wanted).filter(([, value]) => value);
  history.replaceState(history.state, "", `#list${set.length ? `&${new URLSearchParams(set)}` : ""}`);
}
