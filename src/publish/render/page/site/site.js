// The views of the site. The address names the open view and its content: `#today`, `#list`,
// `#play=heng-dao-li-ma`, `#puzzle=…`, `#draw=…`, `#paths&map=…`. A new address loads the page again.

const VIEWS = {
  list: { open: openList },
  play: { tab: "list", open: openPlay },
  puzzle: { name: "play", tab: "list", open: openPlay },
  draw: { script: "editors.js", open: (hash) => openDraw(hash) },
  paths: { script: "editors.js", open: (hash) => openPaths(hash) },
  today: { script: "today.js", open: (hash) => openToday(hash) },
};

// The modules are loaded on demand, by scripts, which work without a server and add their texts.
const MODULES = {};
moduleText = (name) => loaded(name + ".js", () => MODULES[name]);
mapScript = () => moduleText("map");

const scripts = {};

// Loads a script. Returns the value of `result`.
function loaded(src, result) {
  const load = (done, fail) => {
    const script = element("script", [], { src });
    // What follows is a task of its own, so that the page reacts between.
    script.onload = () => setTimeout(done);
    script.onerror = () => {
      // The next request loads it again.
      delete scripts[src];
      fail(new Error(`\`${src}\` cannot be loaded`));
    };
    document.head.append(script);
  };
  scripts[src] ??= new Promise(load);
  return scripts[src].then(result);
}

async function openSite() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const [first] = hash.keys();
  const key = Object.hasOwn(VIEWS, first ?? "") ? first : "today";
  const { name = key, tab = name, open, script } = VIEWS[key];
  window.addEventListener("hashchange", () => location.reload());
  // It has the view as well.
  if (script) await loaded(script, () => {}).catch(({ message }) => write("view", missingPart(message)));
  // The browser would restore the place before the view is complete, or that of another view.
  history.scrollRestoration = "manual";
  const view = byId(`view-${name}`)?.content.cloneNode(true);
  if (!view) return;
  translate(view);
  byId("view").append(view);
  const link = document.querySelector(`.views [data-view="${hash.has("day") ? "today" : tab}"]`);
  link.ariaCurrent = "page";
  document.title = link.textContent + " · " + tr("Huarong");
  // A view is shown when it is complete; an empty editor needs no engine.
  byId("view").hidden = script !== "editors.js" || hash.has("map");
  await open(hash).finally(() => { byId("view").hidden = false; });
  if (!location.protocol.startsWith("http")) return;
  // What works offline is loaded after what is shown.
  navigator.serviceWorker?.register("offline.js").catch(() => {});
  // A page from a folder cannot read the manifest.
  document.head.append(element("link", [], { rel: "manifest", href: "manifest.webmanifest" }));
}

// Milliseconds until the page shows a search.
const BUSY_PAUSE = 150;

// Generates a puzzle of this kind, size and length or level, and opens its link.
async function makePuzzle(request) {
  const maker = new Engine();
  say("");
  onPress({ cancel: () => maker.cancel() });
  const make = { seed: Math.floor(Math.random() * 1e9), ...request };
  const answer = await askAloud(maker, { make }, { pause: BUSY_PAUSE });
  if (answer?.answer !== "made") {
    if (answer !== undefined) say(answer?.answer === "wrong" ? tr("None was found; try again, or another length.") : reasonOf(answer));
    return;
  }
  const code = await packed(answer.text);
  location.hash = request.kind === "zip" ? `#paths&map=${code}&walk=` : `#puzzle=${code}`;
  keep("huarong made", location.hash);
}

// Returns the day of a time in milliseconds since 1970: `2026-01-31`.
const asDay = (time) => new Date(time).toISOString().slice(0, 10);

// Returns the local date. The Swedish one is written alike, but a calendar of another language is slow to load.
function localDay() {
  return asDay(Date.now() - 6e4 * new Date().getTimezoneOffset());
}

// Formats a date: `28 November 2026`.
const dateOf = (day, more = {}) => new Date(`${day}T00:00Z`).toLocaleDateString(isChinese ? "zh-CN" : "en-GB",
  { year: "numeric", month: "short", day: "numeric", timeZone: "UTC", ...more });

// Shows the day of a puzzle beside its title.
const showDay = (day) => document.querySelector("h1").after(element("p", dateOf(day), { class: "names" }));

// Returns the stored results of daily puzzles, by day and kind.
const ownDays = () => parsed(kept(DAYS_KEPT)) ?? {};

// Stores a result with its date. The first result stays, unless it had hints and this one has none.
const keepResult = (day, kind, result, isHinted = false) =>
  keep(DAYS_KEPT, JSON.stringify(mergedDays(ownDays(), { [day]: { [kind]: { result, on: localDay(), isHinted } } })));

// Returns the day of a link if its puzzle is one of that day, as `isOf` tells; otherwise null.
async function checkedDay(day, isOf) {
  if (!DAY.test(day) || !(day <= localDay())) return null;
  const puzzles = await loaded("today.js", () => puzzlesOf(day)).catch(() => null);
  return puzzles && isOf(puzzles) ? day : null;
}

// Stores a result, and adds the streak and a link to the next puzzle of the day to the card of the win.
async function winOfDay(day, kind, result, isHinted) {
  keepResult(day, kind, result, isHinted);
  const next = await loaded("today.js", () => nextOf(day)).catch(() => null);
  byId("next-of-day")?.remove();
  if (!next) return;
  byId("won-links").prepend(next);
  const streak = streakAt(localDay());
  write("in-a-row", String(streak));
  byId("in-a-row").parentElement.hidden = streak === 0;
}

// Opens a puzzle of the list or of a link.
async function openPlay(hash) {
  await loadList();
  const text = await textOf(hash);
  const play = hash.get("play");
  const at = LISTED.findIndex((one) => one.text === text);
  const listed = LISTED[at];
  if (listed) {
    if (!hash.has("day")) setUpNeighbours(at);
    setUpFavourite(byId("favourite"), listed.id);
    // The board is there before the engine.
    showTitle(listed);
    drawListed(byId("board"), listed);
    byId("view").hidden = hash.has("map");
    // It is painted before the engine loads.
    await new Promise((go) => { setTimeout(go, 50); });
  }
  const sheet = text === null ? null : await sheetOf(new Engine(), text);
  if (!sheet?.pieces) {
    const unknown = LISTED.length > 0
      ? tr("No puzzle of this collection is called {}.", play)
      : missingPart("puzzles.js");
    const fault = play && !sheet ? unknown : faultOf(sheet);
    document.querySelector("main").replaceChildren(element("p", fault), element("a", tr("All puzzles"), { class: "button", href: "#list" }));
    return;
  }
  // The stored solution is [piece, directions].
  const stored = async () => (await loaded("solutions.js", () => SOLUTIONS).catch(() => ({})))[listed.id] ?? null;
  if (listed) Object.assign(sheet, { id: listed.id, stored });
  byId("edit").href = `#draw=${await packed(text)}`;
  const kind = sheet.axis ? "rush" : "klotski";
  // A puzzle of today counts for the day without its link as well.
  const day = await checkedDay(hash.get("day") ?? localDay(), (puzzles) => puzzles[kind] === sheet.id);
  table = setUp(sheet, hash.get("at"));
  onPress({ another: () => makePuzzle({ kind: "like", text }) });
  if (day) {
    table.day = day;
    table.onWin = (made) => winOfDay(day, kind, made, table.mine.isHinted);
    showDay(day);
  }
  if (!hash.has("map")) return;
  // The state map stands first, and these searches run in it.
  document.querySelector("main").classList.add("map-first");
  byId("map").dataset.watch = hash.get("map");
  byId("map").open = true;
}

// Returns the text of the puzzle or the drawing of a link; null if it has none.
async function textOf(link) {
  const code = link.get("puzzle") ?? link.get("draw");
  if (code) return unpacked(code);
  await loadList();
  return link.has("play") ? listedAs(link.get("play"))?.text ?? null : null;
}

// Returns the puzzle of the list with this id, the last part of its id, or this name.
function listedAs(play) {
  const name = folded(play);
  const isNamed = ({ names, aliases, terms }) => [...names.map(([, its]) => its), ...aliases, ...terms].some((its) => folded(its) === name);
  const ways = [({ id }) => id === play, ({ id }) => id.endsWith(`#${play}`), isNamed];
  return ways.map((is) => LISTED.find(is)).find(Boolean);
}

// Sets up links to the puzzles before and after this one on the ladder of its family, and to the next one after a
// win.
function setUpNeighbours(at) {
  for (const [id, listed] of Object.entries({ before: LISTED[at - 1], after: LISTED[at + 1] })) {
    if (listed?.family === LISTED[at].family) showLink(byId(id), listed);
  }
  const next = byId("after").cloneNode(true);
  next.removeAttribute("id");
  next.classList.add("main");
  if (!next.hidden) byId("won-links").prepend(next);
}

openSite();
