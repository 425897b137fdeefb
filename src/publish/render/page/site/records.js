// All that the browser keeps of the site, in a file and out of it again.

const isOurs = (key) => key.startsWith("huarong");

// Downloads a file of it.
function exportRecords() {
  const entries = Object.entries(localStorage).filter(([key]) => isOurs(key));
  const records = JSON.stringify({ huarong: 1, kept: Object.fromEntries(entries) }, null, 1);
  download("huarong-records.json", [records], "application/json");
}

// Adds such a file to what the browser keeps. Returns a sentence with the number of records taken, or null if
// the text is no such file.
function importRecords(text) {
  const { huarong, kept: all } = parsed(text) ?? {};
  const entries = Object.entries(all ?? {});
  if (huarong !== 1 || !entries.every(([key, value]) => isOurs(key) && typeof value === "string")) return null;
  const taken = entries.filter(([key, value]) => {
    const own = kept(key);
    const both = own === null && key !== DAYS_KEPT ? value : merged(key, own, value);
    if (both !== own) keep(key, both);
    return both !== own;
  });
  return tr`${taken.length} of ${entries.length} records taken; the others were not better than those here.`;
}

const [FAVOURITES, DAYS_KEPT] = ["huarong favourites", "huarong days"];

// What the browser keeps under a key and what a file has there, as one: all favourites and days, and the best
// results. A game or a drawing of the browser stays.
function merged(key, own, other) {
  const [here, there] = [own, other].map((text) => parsed(text) ?? {});
  if (key === FAVOURITES) return JSON.stringify([...new Set([here, there].flat())]);
  if (key === DAYS_KEPT) return JSON.stringify(mergedDays(here, there));
  if (!/^huarong (move|slide|step|path) /.test(key)) return own;
  const [first, second] = here.moves?.length || here.now ? [there, here] : [here, there];
  const best = leastOf(here.best, there.best);
  const helped = leastOf(here.helped, there.helped);
  const isBetter = best !== leastOf(here.best) || helped !== leastOf(here.helped) || first === here;
  return isBetter ? JSON.stringify({ ...first, ...second, best, helped }) : own;
}

// The results of both; of two for one puzzle, the one that was had on its day, or without hints.
function mergedDays(here, there) {
  const days = { ...here };
  for (const [day, results] of Object.entries(there)) {
    const worth = (result) => (result?.on ? 1 + (result.on === day) + !result.isHinted : 0);
    for (const [kind, result] of Object.entries(results ?? {})) {
      if (worth(result) > worth(days[day]?.[kind])) days[day] = { ...days[day], [kind]: result };
    }
  }
  return days;
}

// `show` is called when the results have changed.
function setUpRecords(show) {
  onPress(byId("export"), exportRecords);
  onPress(byId("import"), () => byId("records-file").click());
  byId("records-file").addEventListener("change", async ({ target: { files: [file] } }) => {
    if (!file) return;
    byId("imported").textContent = importRecords(await file.text()) ?? tr`This file holds no records of this site.`;
    show();
  });
}

// The puzzles that the reader likes, by their ids.
const favourites = () => new Set([parsed(kept(FAVOURITES)) ?? []].flat());

function setUpFavourite(button, id) {
  button.hidden = false;
  setUpSwitch(button, () => favourites().has(id), () => {
    const all = favourites();
    if (!all.delete(id)) all.add(id);
    keep(FAVOURITES, JSON.stringify([...all]));
  });
}
