// All that the browser keeps of the site, in a file and out of it again.

const isOurs = (key) => key.startsWith("huarong");

// A file of it, to be downloaded.
function exportRecords() {
  const entries = Object.entries(localStorage).filter(([key]) => isOurs(key));
  const records = JSON.stringify({ huarong: 1, kept: Object.fromEntries(entries) }, null, 1);
  download("huarong-records.json", [records], "application/json");
}

// Takes up such a file, in the place of what is kept under the same names; whether it is one.
function importRecords(text) {
  const { huarong, kept: all } = parsed(text) ?? {};
  const entries = Object.entries(all ?? {});
  if (huarong !== 1 || !entries.every(([key, value]) => isOurs(key) && typeof value === "string")) return false;
  for (const [key, value] of entries) keep(key, value);
  return true;
}

function setUpRecords(tell) {
  onPress(byId("export"), exportRecords);
  onPress(byId("import"), () => byId("records-file").click());
  byId("records-file").addEventListener("change", async ({ target: { files: [file] } }) => {
    if (!file) return;
    if (importRecords(await file.text())) location.reload();
    else tell(tr`This file holds no records of this site.`);
  });
}

// The puzzles that the reader likes, by their ids.
const favourites = () => new Set([parsed(kept("huarong favourites")) ?? []].flat());

function setUpFavourite(button, id) {
  button.hidden = false;
  setUpSwitch(button, () => favourites().has(id), () => {
    const all = favourites();
    if (!all.delete(id)) all.add(id);
    keep("huarong favourites", JSON.stringify([...all]));
  });
}
