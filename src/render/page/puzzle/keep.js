// What outlives the page: the game and the best result, kept by the browser, and links to a position.

// The game of this puzzle that the browser keeps; it may have none, or keep nothing at all.
class Shelf {
  constructor({ text, metric }) {
    this.key = `huarong ${metric} ${text}`;
  }

  read() {
    const { best, helped, ...game } = parsed(kept(this.key)) ?? {};
    const number = (result) => (Number.isInteger(result) ? result : null);
    return { ...game, best: number(best), helped: number(helped) };
  }

  write(game) {
    keep(this.key, JSON.stringify(game));
  }

  // Calls when another window has written, or may have while this one slept.
  watch(heed) {
    window.addEventListener("storage", ({ key }) => key === this.key && heed());
    window.addEventListener("pageshow", ({ persisted }) => persisted && heed());
  }
}

// Calls `tick` each second at the board, but while the page is not seen, and `stop` when it is left.
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

// The anchors that a link tells; null where there are none, or pieces cannot stand there.
function linked(at, puzzle) {
  const told = at?.split(",").map((anchor) => anchor.split(".").map(Number));
  return told && canStand(puzzle, told) ? told : null;
}
