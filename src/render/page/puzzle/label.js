// What is written on a piece, and how large.

// Smaller letters, in cells, cannot be read on a telephone.
const SMALLEST = 0.22;

const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3ffff}]/u;

// The width of a character, in its own height: Chinese ones are as wide as high.
const widthOf = (character) => (WIDE.test(character) ? 1 : 0.6);

// The lines to write and their height, in cells: the name where it can be read, in one line or, if
// Chinese, one character below another; else the letter alone.
function fitting({ name, letter, label: [, , columns, rows] }) {
  const characters = [...(name ?? letter)];
  const isUpright = characters.every((character) => widthOf(character) === 1);
  if (rows > columns && characters.length > 1 && isUpright) {
    const size = Math.min(columns / 2, (0.76 * rows) / characters.length);
    if (size >= SMALLEST) return { lines: characters, size };
  }
  const width = characters.reduce((sum, character) => sum + widthOf(character), 0);
  const size = Math.min(Math.min(columns, rows) / 2, (0.8 * columns) / width);
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
