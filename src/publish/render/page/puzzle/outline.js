// The outlines of cells: one closed line for each part and each hole, clockwise around what is inside.

// The side of a cell.
const CELL = 60;

const BODY = { gap: 2, radius: 8 };
// The light on a piece.
const SHINE = { gap: 5, radius: 6 };
// Goals are drawn within their pieces.
const TARGET = { gap: 7, radius: 7 };
// Cells of the floor have no rounded corners; as a whole it has.
const FLOOR = { gap: 0, radius: 4 };

// What lies to the right of a way [x, y]; rows are counted downwards.
const rightOf = ([x, y]) => [-y, x];

const towards = ([x, y], [otherX, otherY]) => [Math.sign(otherX - x), Math.sign(otherY - y)];

// The data of an SVG path around cells, [row, column] each: so far within their sides, its corners so
// round.
const outline = (cells, inset) => loops(cells).map((corners) => closed(corners, inset)).join("");

function closed(corners, { gap, radius }) {
  const lines = corners.map((here, at) => {
    const from = towards(corners.at(at - 1), here);
    const to = towards(here, corners[(at + 1) % corners.length]);
    // What is inside lies to the right of each way.
    const [inwards, then] = [rightOf(from), rightOf(to)];
    const [x, y] = here.map((place, axis) => place * CELL + gap * (inwards[axis] + then[axis]));
    const line = `${x - radius * from[0]} ${y - radius * from[1]}`;
    const isClockwise = Number(to[0] === inwards[0] && to[1] === inwards[1]);
    const end = `${x + radius * to[0]} ${y + radius * to[1]}`;
    return `${at ? "L" : "M"}${line}A${radius} ${radius} 0 0 ${isClockwise} ${end}`;
  });
  return `${lines.join("")}Z`;
}

// The corners of each line around these cells, [x, y] where it turns.
function loops(cells) {
  const sides = sidesOf(cells);
  const found = [];
  for (const [start, ways] of sides) {
    while (ways.length) found.push(loop(sides, start.split(" ").map(Number), ways[0]));
  }
  return found;
}

function loop(sides, start, first) {
  const corners = [];
  for (let [at, along] = [start, first]; along;) {
    const ways = sides.get(at.join(" "));
    ways.splice(ways.findIndex((way) => isSame(way, along)), 1);
    at = beyond(at, along);
    // Where two cells touch at a corner only, the line stays with the same cell.
    const right = rightOf(along);
    const turned = [right, along, right.map((part) => -part)];
    const on = turned.find((turn) => sides.get(at.join(" "))?.some((way) => isSame(way, turn)));
    if (!isSame(on ?? first, along)) corners.push(at);
    along = on;
  }
  return corners;
}

// The ways along the sides between these cells and what is none of them, by where they begin.
function sidesOf(cells) {
  const inside = new Set(cells.map(([row, column]) => `${column} ${row}`));
  const sides = new Map();
  for (const [y, x] of cells) {
    for (const [beside, from, along] of [
      [[x, y - 1], [x, y], [1, 0]],
      [[x + 1, y], [x + 1, y], [0, 1]],
      [[x, y + 1], [x + 1, y + 1], [-1, 0]],
      [[x - 1, y], [x, y + 1], [0, -1]],
    ]) {
      if (inside.has(beside.join(" "))) continue;
      const key = from.join(" ");
      if (!sides.has(key)) sides.set(key, []);
      sides.get(key).push(along);
    }
  }
  return sides;
}

// Smaller letters, in cells, cannot be read on a telephone.
const SMALLEST = 0.22;

const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3ffff}]/u;

// The width of a character, in its own height: Chinese ones are as wide as high.
const widthOf = (character) => (WIDE.test(character) ? 1 : 0.66);

// The lines to write and their height, in cells: the name where it can be read, in one line or, if
// Chinese, one character below another; else the letter alone.
function fitting({ name, letter, label: [, , columns, rows] }) {
  const characters = [...(name ?? letter)];
  const isUpright = characters.every((character) => widthOf(character) === 1);
  if (rows > columns && characters.length > 1 && isUpright) {
    const size = Math.min(columns / 2, (0.76 * rows) / characters.length);
    if (size >= SMALLEST) return { lines: characters, size };
  }
  const wide = (text) => [...text].reduce((sum, character) => sum + widthOf(character), 0);
  // Each word keeps its space, which is part of the name for those who hear it.
  const words = (name ?? letter).split(/(?<= )/);
  if (rows > columns && words.length > 1) {
    const size = Math.min((0.8 * columns) / Math.max(...words.map((word) => wide(word.trim()))), (0.76 * rows) / words.length);
    if (size >= SMALLEST) return { lines: words, size: Math.min(size, columns / 2) };
  }
  const size = Math.min(Math.min(columns, rows) / 2, (0.8 * columns) / wide(name ?? letter));
  return size >= SMALLEST ? { lines: [name ?? letter], size } : { lines: [letter], size: 0.5 };
}

function drawLabel(piece) {
  const [column, row, columns, rows] = piece.label;
  const { lines, size } = fitting(piece);
  const text = svg("text", { class: "name", "font-size": Math.round(size * CELL), "aria-hidden": true });
  lines.forEach((line, index) => {
    const middle = row + rows / 2 + 1.12 * size * (index - (lines.length - 1) / 2);
    const place = { x: (column + columns / 2) * CELL, y: Math.round(middle * CELL) };
    text.append(svg("tspan", place, line));
  });
  return text;
}
