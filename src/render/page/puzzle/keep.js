// What outlives the page: the game and the best result, kept by the browser, and links to a position.

// The game of this puzzle that the browser keeps; it may have none, or keep nothing at all.
class Shelf {
  constructor({ text, metric }) {
    this.key = `huarong ${metric} ${text}`;
  }

  read() {
    try {
      return JSON.parse(kept(this.key)) ?? {};
    } catch {
      // Something else has written there.
      return {};
    }
  }

  write(game) {
    keep(this.key, JSON.stringify(game));
  }
}

// The time at the board, from the first move on, without the time in which the page is not seen.
class Clock {
  constructor(show) {
    this.show = show;
    this.seconds = 0;
    this.isRunning = false;
    setInterval(() => {
      if (!this.isRunning || document.hidden) return;
      this.set(this.seconds + 1);
    }, 1000);
  }

  set(seconds) {
    this.seconds = seconds;
    this.show(seconds);
  }
}

// `1:05`, `1:00:05`.
function asTime(seconds) {
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// `#puzzle=…&at=0.0,0.1`: the packed text, and rows and columns from 0, a piece each.
const linkTo = async ({ text }, anchors) =>
  `#puzzle=${await packed(text)}&at=${anchors.map(([row, column]) => `${row}.${column}`).join()}`;

// The anchors that a link tells; null where there are none, or pieces cannot stand there.
function linked(at, puzzle) {
  const told = at?.split(",").map((anchor) => anchor.split(".").map(Number));
  if (told?.length !== puzzle.pieces.length) return null;
  const covered = new Set();
  const empty = new Position(puzzle);
  empty.taken.fill(null);
  const fits = told.every((at, piece) => at.length === 2 && empty.cells(piece, at).every((cell) => {
    const isFree = empty.mayEnter(piece, cell) && !covered.has(empty.index(cell));
    covered.add(empty.index(cell));
    return isFree;
  }));
  return fits ? told : null;
}
