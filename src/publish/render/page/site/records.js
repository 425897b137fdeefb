// Export and import of the data that the site stores in the browser.

const isOurs = (key) => key.startsWith("huarong");

// Downloads the stored data.
function exportRecords() {
  let entries;
  try {
    entries = Object.entries(localStorage).filter(([key]) => isOurs(key));
  } catch {
    byId("imported").textContent = tr("This browser blocks the storage, so there are no records.");
    return;
  }
  const records = JSON.stringify({ huarong: 1, kept: Object.fromEntries(entries) }, null, 1);
  download("huarong-records.json", [records], "application/json");
}

// Adds exported data to the storage. Returns a sentence with the number of accepted records, or null for an
// invalid text.
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

const FAVOURITES = "huarong favourites";
const DAYS_KEPT = "huarong days";

// Merges a stored record with an imported one: all favourites and days, and the best results. A stored game
// or drawing stays.
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

// Merges the results of days. A result on the day of its puzzle is better, and one without hints.
function mergedDays(here, there) {
  const days = { ...here };
  for (const [day, results] of Object.entries(there)) {
    const worth = (result) => (result?.on ? 1 + Number(result.on === day) + Number(!result.isHinted) : 0);
    for (const [kind, result] of Object.entries(results ?? {})) {
      if (worth(result) > worth(days[day]?.[kind])) days[day] = { ...days[day], [kind]: result };
    }
  }
  return days;
}

// `show` is called after the results have changed.
function setUpRecords(show) {
  onPress("export", exportRecords);
  onPress("import", () => byId("records-file").click());
  byId("records-file").addEventListener("change", async ({ target: { files: [file] } }) => {
    if (!file) return;
    byId("imported").textContent = importRecords(await file.text()) ?? tr("This file holds no records of this site.");
    show();
  });
}

// Returns the ids of the reader's favourite puzzles.
const favourites = () => new Set([parsed(kept(FAVOURITES)) ?? []].flat());

function setUpFavourite(button, id) {
  button.hidden = false;
  setUpSwitch(button, () => favourites().has(id), () => {
    const all = favourites();
    if (!all.delete(id)) all.add(id);
    keep(FAVOURITES, JSON.stringify([...all]));
  });
}
