// What outlives the page: the game and the best result, kept by the browser, and links to a position.

// The least of these results; null if there is none.
const leastOf = (...results) => results.filter(Number.isInteger).sort((one, other) => one - other)[0] ?? null;

// The game of this puzzle that the browser keeps; it may have none, or keep nothing at all.
class GameStore {
  constructor({ text, metric }) {
    this.key = `huarong ${metric} ${text}`;
  }

  read() {
    const { best, helped, ...game } = parsed(kept(this.key)) ?? {};
    return { ...game, best: leastOf(best), helped: leastOf(helped) };
  }

  write(game) {
    keep(this.key, JSON.stringify(game));
  }

  // Calls `act` when another window has written, or may have while this one slept.
  watch(act) {
    window.addEventListener("storage", ({ key }) => key === this.key && act());
    window.addEventListener("pageshow", ({ persisted }) => persisted && act());
  }
}

// Calls `tick` each second while it is running and the page is seen, and `stop` when the page is left.
class Clock {
  constructor(tick, stop) {
    this.isRunning = false;
    setInterval(() => this.isRunning && !document.hidden && tick(), 1000);
    window.addEventListener("pagehide", stop);
    document.addEventListener("visibilitychange", () => document.hidden && stop());
  }
}

// `1:05`, `1:00:05`.
function asTime(seconds) {
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// `#puzzle=…&at=0.0,0.1`: the packed text, and rows and columns from 0, a piece each; of a puzzle that
// has a name here, `#play=heng-dao-li-ma&at=…`.
async function linkTo({ id, text }, anchors) {
  const puzzle = id === undefined ? `#puzzle=${await packed(text)}` : `#play=${encodeURIComponent(id)}`;
  return `${puzzle}&at=${anchors.map(([row, column]) => `${row}.${column}`).join()}`;
}

// The anchors of a link; null if there are none, or pieces cannot stand there.
function linked(at, puzzle) {
  const told = at?.split(",").map((anchor) => anchor.split(".").map(Number));
  return told && canStand(puzzle, told) ? told : null;
}
