// The first page: daily puzzles, equal for all readers, the ladder, and new puzzles. The site loads this script on
// demand.

document.body.insertAdjacentHTML("beforeend", `{{body}}`);

// Lists of daily puzzles, each from a day on. They never change: a new list begins on a future day. From the
// second list on, which begins on a Monday, each week goes from easy puzzles to hard ones. A zip is its side and
// the places of its numbers, a letter each.
const DAYS = {{days}};

const PLACES = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM";

// The number of a day, `2026-01-31`, and the day some days later.
const numberOf = (day) => Date.parse(`${day}T00:00Z`) / 864e5;
const dayAfter = (day, days) => asDay((numberOf(day) + days) * 864e5);

// Whether a text from a link is a day of the calendar.
const isDay = (day) => Number.isFinite(numberOf(day)) && dayAfter(day, 0) === day;

const KINDS_OF_DAY = { klotski: tr("Klotski"), rush: tr("Rush Hour"), zip: tr("Zip") };

// Returns the puzzles of a day by kind: ids, and the code of a zip; null before the first day.
function puzzlesOf(day) {
  const list = DAYS.findLast(({ from }) => from <= day);
  if (!list) return null;
  const at = (words) => words[(numberOf(day) - numberOf(list.from)) % words.length];
  const kinds = Object.keys(KINDS_OF_DAY);
  return Object.fromEntries(kinds.map((kind) => [kind, at(list[kind].split(" "))]));
}

function zipOf(code) {
  const side = Number(code[0]);
  const map = new PathMap(side, side);
  for (const letter of code.slice(1)) map.put(String(placeAt(PLACES.indexOf(letter), map)), "1");
  return map;
}

// Returns the puzzles of a day that the site has: for each its kind, its id or code, its data if it
// is one of the list, a link, and the reader's result.
async function offersOf(day) {
  await loadList();
  const results = ownDays()[day] ?? {};
  const offers = await Promise.all(Object.entries(puzzlesOf(day)).map(async ([kind, id]) => {
    const link = kind === "zip" ? await linkToMap(zipOf(id), []) : linkToListed(id);
    const puzzle = LISTED.find((listed) => listed.id === id);
    return { kind, id, puzzle, link: `${link}&day=${day}`, result: results[kind] };
  }));
  return offers.filter(({ kind, puzzle }) => puzzle || kind === "zip");
}

// Returns a link to the first unsolved puzzle of a day, or to all.
async function nextOf(day) {
  const next = (await offersOf(day)).find(({ result }) => !result);
  return element("a", next ? tr("Next of the day: {}", KINDS_OF_DAY[next.kind]) : tr("All puzzles of the day"),
    { id: "next-of-day", class: "button main", href: next?.link ?? "#today=" + day });
}

// Returns the number of consecutive days up to this one, or the one before, with a puzzle that was solved on
// its day without hints.
function streakAt(day) {
  const results = ownDays();
  const isKept = (one) => Object.values(results[one] ?? {}).some(({ on, isHinted }) => on === one && !isHinted);
  const daysTo = (last) => (isKept(last) ? 1 + daysTo(dayAfter(last, -1)) : 0);
  return daysTo(isKept(day) ? day : dayAfter(day, -1));
}

// The day whose puzzles are shown.
let shownDay;

// Opens the puzzles of today, or of the day of a link, and new puzzles.
async function openToday(hash) {
  await loadList();
  if (LISTED.length === 0) say(missingPart("puzzles.js"));
  const move = (days) => () => {
    const day = dayAfter(shownDay, days);
    history.replaceState(null, "", day === localDay() ? "#today" : "#today=" + day);
    showPuzzlesOf(day);
  };
  onPress({ "day-before": move(-1), "day-after": move(1) });
  const chosen = byId("new-kind");
  byId("new").onsubmit = (event) => {
    event.preventDefault();
    keep("huarong new", chosen.value);
    const [kind, size, length] = chosen.value.split(" ");
    makePuzzle({ kind, size, [kind === "zip" ? "level" : "length"]: length });
  };
  chosen.value = kept("huarong new") ?? chosen.value;
  byId("made").href = kept("huarong made") ?? "";
  showLadder();
  const day = hash.get("today");
  await showPuzzlesOf(isDay(day) && puzzlesOf(day) && day <= localDay() ? day : localDay());
  if (hash.size && day !== "" && day !== shownDay) tell("This link leads nowhere; these are the puzzles of today.");
}

async function showPuzzlesOf(day) {
  shownDay = day;
  const today = localDay();
  write("day", dateOf(day, { weekday: "long", year: undefined }));
  disable("day-before", !puzzlesOf(dayAfter(day, -1)));
  disable("day-after", day >= today);
  byId("week").replaceChildren(...times(7, (at) => {
    const one = dayAfter(today, at - 6);
    const done = Object.keys(ownDays()[one] ?? {}).length;
    const label = `${dateOf(one)}: ${tr("{} of {}", done, 3)}`;
    return element("li", element("a", Number(one.slice(8)), {
      href: "#today=" + one, "aria-current": one === day, "aria-label": label, title: label, style: "--done: " + done,
    }));
  }));
  const offers = await offersOf(day);
  if (day !== shownDay) return;
  write("streak", tr("Streak without hints: {}", streakAt(today)));
  write("done", tr("{} of {}", offers.filter(({ result }) => result).length, offers.length));
  byId("day-puzzles").replaceChildren(...offers.map(({ kind, id, puzzle, link, result: { result, isHinted } = {} }) => {
    const isBegun = puzzle ? puzzle.begun : parsed(kept(zipOf(id).key()))?.walk?.length;
    const note = joined([kind === "zip" ? `✓ ${result}` : tr("✓ {} moves", result), isHinted && tr("with hints")], " ");
    return card(link, puzzle ? pictureOf(puzzle) : pictureOfZip(id), [
      element("b", KINDS_OF_DAY[kind]),
      element("small", puzzle ? joined([UNITS.move.count(puzzle.best), namesOf(puzzle)[0][1]], " · ") : `${id[0]} × ${id[0]}`, { class: "facts" }),
      puzzle && meterOf(puzzle),
      element("small", result ? note : isBegun ? tr("Continue") : tr("Play"), { class: result ? "solved" : "go" }),
    ]);
  }));
}

// Shows the last unfinished game, the first puzzle for a new reader, and the chapters with their progress.
function showLadder() {
  const listed = listedWithResults();
  const [last] = listed.filter(({ begun }) => begun).sort((one, other) => other.begun - one.begun);
  if (last) showLink(byId("continue"), last);
  const first = listed.find(({ family, best }) => family === "klotski" && best === 6);
  if (first && !last && !listed.some(isSolved) && !kept(DAYS_KEPT)) {
    const start = byId("start");
    showLink(start, first);
    start.prepend(pictureOf(first));
    start.querySelector("span").textContent = tr("New here? Start with this one: {}", UNITS.move.count(first.best));
  }
  whenNear(byId("ladder"), (ladder) => ladder.append(...[...Map.groupBy(listed, ({ family }) => family)].flatMap(([family, members]) => [
    element("h3", titleOf(family)),
    element("ol", [...Map.groupBy(members, ({ chapter }) => chapter)].map(([chapter, puzzles]) =>
      element("li", element("a", [element("b", chapter), ...progressOf(puzzles)], {
        href: `#list&family=${encodeURIComponent(family)}&chapter=${chapter}`,
        title: chapterOf(puzzles[0]),
      })))),
  ])));
}

function pictureOfZip(code) {
  const picture = svg("svg", { "aria-hidden": true, class: "draw path" });
  new PathBoard(picture, { ...zipOf(code).picture(), clues: [] });
  return picture;
}
