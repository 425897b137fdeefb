// Data that outlive the page: games and best results in the storage, and links to positions.

// Returns the least of these results; null without results. A file with records may hold anything.
const leastOf = (...results) =>
  results.filter((result) => Number.isInteger(result) && result >= 0).sort((one, other) => one - other)[0] ?? null;

// Whether a stored value is a number of seconds.
const isTime = (seconds) => Number.isInteger(seconds) && seconds >= 0 && seconds < 1e9;

// The stored game of a puzzle. The storage may be empty or blocked.
class GameStore {
  constructor({ text, metric }) {
    this.key = `huarong ${metric} ${text}`;
  }

  read() {
    const { best, helped, ...game } = parsed(kept(this.key)) ?? {};
    if (!Array.isArray(game.moves)) delete game.moves;
    if (!isTime(game.seconds)) delete game.seconds;
    return { ...game, best: leastOf(best), helped: leastOf(helped) };
  }

  write(game) {
    keep(this.key, JSON.stringify(game));
  }

  // Calls `act` when another window has changed the stored game, or may have.
  watch(act) {
    window.addEventListener("storage", ({ key }) => key === this.key && act());
    window.addEventListener("pageshow", ({ persisted }) => persisted && act());
  }
}

// Calls `tick` each second while the clock is running and the page is visible. Calls `stop` when the reader
// leaves the page.
class Clock {
  isRunning = false;

  constructor(tick, stop) {
    setInterval(() => this.isRunning && !document.hidden && tick(), 1000);
    window.addEventListener("pagehide", stop);
    document.addEventListener("visibilitychange", () => document.hidden && stop());
  }
}

// Formats seconds: `1:05`, `1:00:05`.
const asTime = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 19).replace(/^(00:)?0?/, "");

// Returns a link to a puzzle of the collection.
const linkToListed = (id) => "#play=" + encodeURIComponent(id);

// Returns a link to a position: `#puzzle=…&at=0.0,0.1` with the compressed text and the anchors, from 0. A
// puzzle of the collection has its id instead of the text: `#play=heng-dao-li-ma&at=…`.
async function linkTo({ id, text }, anchors) {
  const puzzle = id === undefined ? `#puzzle=${await packed(text)}` : linkToListed(id);
  return `${puzzle}&at=${anchors.map(([row, column]) => `${row}.${column}`).join()}`;
}

// Returns the anchors of a link; null if the link has none, or the pieces do not fit there.
function linked(at, puzzle) {
  const anchors = at?.split(",").map((anchor) => anchor.split(".").map(Number));
  return anchors && canStand(puzzle, anchors) ? anchors : null;
}
