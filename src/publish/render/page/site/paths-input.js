// What hands do on a map: pointers and keys. It turns into marks, walls and steps.

function listenToPathEasel(easel) {
  listenToStrokes(easel.root, PATH_CELL, (from) => {
    if (easel.mode === "watch") return null;
    const stroke = new PathStroke(easel);
    stroke.press(from);
    return stroke;
  });
  listenToKeys(easel.root, easel, onPathKey);
}

// What is done from where the pointer comes down to where it is lifted: all that is drawn between is one
// change.
class PathStroke {
  constructor(easel) {
    this.easel = easel;
    this.last = null;
    // What is put down, or null before it is known.
    this.mark = null;
    this.isWall = null;
  }

  press(point) {
    const { easel } = this;
    const cell = point.map(Math.floor);
    if (easel.mode === "draw" && easel.tool === "wall") {
      this.build(point, 0.5);
    } else if (easel.map.contains(cell)) {
      this.last = keyAt(...cell);
      if (easel.mode === "walk") easel.step(this.last);
      else this.put(this.last);
    }
  }

  drag(point) {
    const { easel } = this;
    const cell = point.map(Math.floor);
    if (easel.mode === "draw" && easel.tool === "wall") {
      this.build(point, 0.2);
      return;
    }
    const key = keyAt(...cell);
    if (!easel.map.contains(cell) || key === this.last || this.last === null) return;
    this.last = key;
    // A piece that leaps goes over what lies between.
    if (easel.mode === "walk" && easel.map.moves === null) easel.step(key, true);
    else if (easel.mode === "draw" && ["hole", "number"].includes(easel.tool)) this.put(key);
  }

  lift(point) {
    const { easel } = this;
    const cell = point.map(Math.floor);
    const isLeap = easel.mode === "walk" && easel.map.moves !== null && easel.map.contains(cell);
    if (isLeap && easel.walk.at(-1) !== keyAt(...cell)) easel.step(keyAt(...cell), true);
  }

  // What was drawn stays.
  cancel() {}

  // The mark of the tool; where it stands already, it goes, and so it does wherever one then drags.
  put(key) {
    const { map } = this.easel;
    const mark = TOOL_MARKS[this.easel.tool];
    const before = map.mark(key);
    const isThere = mark === "1" ? /^\d/.test(before) : before === mark;
    if (this.mark !== null && before === this.mark) return;
    if (this.mark === mark && isThere) return;
    const first = this.mark === null;
    this.mark ??= isThere ? "." : mark;
    this.draw(first, (drawn) => drawn.put(key, this.mark));
  }

  // A wall where there is none, or none where there is one, as it was at the first.
  build(point, reach) {
    const { map } = this.easel;
    const { cells, far } = nearestWall(point);
    if (far > reach || !cells.every((cell) => map.contains(cell))) return;
    const keys = cells.map((cell) => keyAt(...cell));
    if (keys.some((key) => map.holes.has(key))) return;
    const first = this.isWall === null;
    this.isWall ??= !map.isWall(...keys);
    if (map.isWall(...keys) === this.isWall) return;
    this.draw(first, (drawn) => drawn.setWall(wallBetween(...keys), this.isWall));
  }

  draw(isFirst, act) {
    const { easel } = this;
    if (isFirst) {
      easel.change(act);
      return;
    }
    act(easel.map);
    easel.goOn(easel.map);
  }
}

// Whether the key has a meaning.
function onPathKey({ key, shiftKey, target }, easel) {
  const here = target.dataset?.cell;
  if (!here) return false;
  if (arrowOf(key)) {
    onPathArrow(arrowOf(key), shiftKey, here, easel);
    return true;
  }
  if (key === "Backspace") easel.turnBack("undo");
  else if (key === "Enter" || key === " ") pressPathKey(here, easel);
  else if (easel.mode === "draw" && /^[#.SsEe0-9]$/.test(key)) typePathMark(key, here, easel);
  else return false;
  return true;
}

// To the next cell; with Shift, a wall before it. A path by hand to neighbours goes along.
function onPathArrow(arrow, isShifted, here, easel) {
  const next = beyond(placeOf(here), arrow);
  const { map } = easel;
  if (!map.contains(next)) return;
  const there = keyAt(...next);
  if (isShifted) {
    if (easel.mode !== "draw" || map.moves !== null) return;
    easel.change((drawn) => drawn.setWall(wallBetween(here, there), !map.isWall(here, there)));
    easel.say(easel.describe(here));
    return;
  }
  easel.cells.querySelector(`[data-cell="${there}"]`).focus();
  if (easel.mode === "walk" && map.moves === null && easel.walk.at(-1) === here) easel.step(there);
}

// What the pointer does on a cell; the tool for walls has the arrows with Shift.
function pressPathKey(here, easel) {
  if (easel.mode === "walk") easel.step(here);
  else if (easel.mode === "draw" && easel.tool !== "wall") new PathStroke(easel).put(here);
}

function typePathMark(key, here, easel) {
  const mark = /\d/.test(key) ? "1" : key.toUpperCase();
  if (mark === "E" && easel.map.isClosed) return;
  easel.change((drawn) => drawn.put(here, mark));
}
