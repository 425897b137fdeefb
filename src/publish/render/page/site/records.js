// Export and import of the data that the site stores in the browser.

const isOurs = (key) => key.startsWith("huarong");

// Returns the stored data as text. `brief` shortens each value, or leaves it out.
function recordsWith(brief) {
  const entries = Object.entries(localStorage).filter(([key]) => isOurs(key)).map(([key, value]) => [key, brief(key, value)]);
  return JSON.stringify({ huarong: 1, kept: Object.fromEntries(entries.filter(([, value]) => value !== null)) }, null, 1);
}

// Downloads the stored data.
const exportRecords = () => download("huarong-records.json", [recordsWith((_, value) => value)], "application/json");

// Copies a link with the results, days and favourites, but without the games, which would be too long.
async function linkRecords() {
  const records = recordsWith((key, value) => {
    if ([FAVOURITES, DAYS_KEPT].includes(key)) return value;
    const { best = null, helped = null } = parsed(value) ?? {};
    return best === null && helped === null ? null : JSON.stringify({ best, helped });
  });
  write("imported", await copyAddress(`#list&records=${await packed(records)}`));
}

// Adds exported data to the storage. Returns a sentence with the number of accepted records.
function importRecords(text) {
  const { huarong, kept: all } = parsed(text) ?? {};
  const entries = Object.entries(all ?? {});
  if (huarong !== 1 || !entries.every(([key, value]) => isOurs(key) && typeof value === "string")) {
    return tr("This file holds no records of this site.");
  }
  const taken = entries.filter(([key, value]) => {
    const own = kept(key);
    const both = merged(key, own, value);
    return both !== own && keep(key, both);
  });
  return tr("{} of {} records were new or better, and are taken.", taken.length, entries.length);
}

const FAVOURITES = "huarong favourites";
const DAYS_KEPT = "huarong days";

// Merges a stored record, or null, with an imported one: all favourites and days, and the best results. A stored
// game or drawing stays.
function merged(key, own, other) {
  const [here, there] = [own, other].map((text) => parsed(text) ?? []);
  if (key === FAVOURITES) return JSON.stringify([...new Set([here, there].flat())]);
  if (key === DAYS_KEPT) {
    const days = JSON.stringify(mergedDays(here, there));
    return days === "{}" ? own : days;
  }
  const [, metric] = /^huarong (move|slide|step|push|path) /.exec(key) ?? [];
  if (!metric) return own ?? other;
  // The key holds the puzzle, whose optimum no result can beat.
  const [line, least = Infinity] = new RegExp(`^best: (?:.*\\b${metric}=(\\d+)|impossible)`, "m").exec(key) ?? [];
  const isPossible = (result) => !line || result >= Number(least);
  const isGame = ({ moves, now }) => Boolean(now || moves?.length);
  const [first, second] = isGame(here) ? [there, here] : [here, there];
  const best = leastOf(here.best, ...[there.best].filter(isPossible));
  const helped = leastOf(here.helped, ...[there.helped].filter(isPossible));
  const isBetter = best !== leastOf(here.best) || helped !== leastOf(here.helped) || (first === here && isGame(there));
  return isBetter ? JSON.stringify({ ...first, ...second, best, helped }) : own;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

// Merges the results of days. A result without hints is better, and one on the day of its puzzle.
function mergedDays(here, there) {
  const days = { ...here };
  for (const [day, results] of Object.entries(there)) {
    const worth = (result) => (DAY.test(day) && DAY.test(result?.on) && /^[\d:]+$/.test(result.result) ? 1 + Number(result.on === day) + 2 * Number(!result.isHinted) : 0);
    for (const [kind, result] of Object.entries(results ?? {})) {
      if (worth(result) > worth(days[day]?.[kind])) days[day] = { ...days[day], [kind]: result };
    }
  }
  return days;
}

// `show` is called after the results have changed.
function setUpRecords(show) {
  const orTell = (act) => async () => {
    try {
      await act();
    } catch {
      write("imported", tr("This browser blocks the storage, so there are no records."));
    }
  };
  onPress({
    export: orTell(exportRecords),
    "records-link": orTell(linkRecords),
    import: () => byId("records-file").click(),
  });
  byId("records-file").onchange = async ({ target: { files: [file] } }) => {
    if (!file) return;
    write("imported", importRecords(await file.text()));
    show();
  };
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
