// Input by pointers and keys on a map, which becomes marks, walls and steps.

function listenToPathEasel(easel) {
  listenToStrokes(easel.root, PATH_CELL, (from) => {
    if (easel.mode === "watch") return null;
    const stroke = new PathStroke(easel);
    stroke.drag(from, true);
    return stroke;
  });
  listenToKeys(easel, (...key) => onPathKey(easel, ...key));
}

// A stroke of the pointer. All its marks are one change.
class PathStroke {
  // The last cell, and what the stroke puts; null before the first cell.
  last = null; mark = null; isWall = null;

  constructor(easel) {
    this.easel = easel;
  }

  drag(point, isFirst = false) {
    const { easel } = this;
    if (easel.mode === "draw" && easel.tool === "wall") {
      this.build(point, isFirst ? 0.5 : 0.2);
      return;
    }
    const cell = point.map(Math.floor);
    const key = String(cell);
    if (!isWithin(cell, easel.map) || key === this.last || (this.last === null && !isFirst)) return;
    this.last = key;
    // A leaper jumps over the cells between.
    if (easel.mode === "walk") {
      if (isFirst || easel.map.moves === null) easel.step(key, !isFirst);
    } else if (isFirst || ["hole", "number"].includes(easel.tool)) this.put(key);
  }

  lift(point) {
    const { easel } = this;
    const cell = point.map(Math.floor);
    const isLeap = easel.mode === "walk" && easel.map.moves !== null && isWithin(cell, easel.map);
    if (isLeap && easel.walk.at(-1) !== String(cell)) easel.step(String(cell), true);
  }

  // The marks of a cancelled stroke stay.
  cancel() {}

  // Puts the mark of the tool into a cell. A stroke that begins on such a mark removes marks.
  put(key) {
    const { map } = this.easel;
    const mark = TOOL_MARKS[this.easel.tool];
    const before = map.mark(key);
    const isThere = mark === "1" ? /^\d/.test(before) : before === mark;
    if (before === this.mark || (this.mark === mark && isThere)) return;
    const first = this.mark === null;
    this.mark ??= isThere ? "." : mark;
    this.draw(first, (drawn) => drawn.put(key, this.mark));
  }

  // Adds walls, or removes them if the stroke begins on a wall.
  build(point, reach) {
    const { map } = this.easel;
    const { cells, distance } = nearestWall(point);
    if (distance > reach || !cells.every((cell) => isWithin(cell, map))) return;
    const keys = cells.map(String);
    if (keys.some((key) => map.mark(key) === "#")) return;
    const first = this.isWall === null;
    this.isWall ??= !map.isWall(...keys);
    if (map.isWall(...keys) === this.isWall) return;
    this.draw(first, (drawn) => drawn.setWall(wallBetween(...keys), this.isWall));
  }

  draw(isFirst, act) {
    const { easel } = this;
    if (isFirst) easel.change(act);
    else {
      act(easel.map);
      easel.begin(easel.map);
      easel.keep();
    }
  }
}

// Returns whether the key has a meaning.
function onPathKey(easel, { key, shiftKey }, here, next) {
  if (next) onPathArrow(easel, shiftKey, here, next);
  else if (key === "Backspace") easel.revert("undo");
  else if (key === "Enter" || key === " ") pressPathKey(here, easel);
  else if (easel.mode === "draw" && /^[#.SsEe0-9]$/.test(key)) typePathMark(key, here, easel);
  else return false;
  return true;
}

// With Shift, adds or removes the wall before the next cell. A path by hand to neighbours follows.
function onPathArrow(easel, isShifted, here, next) {
  const { map, mode } = easel;
  if (map.moves !== null) return;
  if (isShifted && mode === "draw") {
    easel.change((drawn) => drawn.setWall(wallBetween(here, next), !map.isWall(here, next)));
    say(easel.describe(here));
  } else if (!isShifted && mode === "walk" && easel.walk.at(-1) === here) easel.step(next);
}

// Acts as the pointer does on a cell. Walls have the arrows with Shift instead.
function pressPathKey(here, easel) {
  if (easel.mode === "walk") easel.step(here);
  else if (easel.mode === "draw" && easel.tool !== "wall") new PathStroke(easel).put(here);
}

function typePathMark(key, here, easel) {
  const mark = /\d/.test(key) ? "1" : key.toUpperCase();
  if (mark === "E" && easel.map.isClosed) return;
  easel.change((drawn) => drawn.put(here, mark));
}
