// What is written on a piece, and how large.

// The width of a character, in its own height: Chinese ones are as wide as high.
const widthOf = (character) => (/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3ffff}]/u.test(character) ? 1 : 0.6);

const sizeOf = (text) => [...text].reduce((sum, character) => sum + widthOf(character), 0);

// The lines to write, the middle of them in cells, and their height in units of CELL.
function label({ letter, name, cells }) {
  const { top, left, height, width } = box(cells);
  const isFull = cells.length === height * width;
  const middle = isFull ? { x: left + width / 2, y: top + height / 2 } : heart(cells);
  const room = isFull ? { height, width } : { height: 1, width: 1 };
  return { ...middle, ...fitting(name ?? letter, letter, room) };
}

// The rectangle that the cells lie in.
function box(cells) {
  const rows = cells.map(([row]) => row);
  const columns = cells.map(([, column]) => column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [height, width] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
  return { top, left, height, width };
}

// The middle of the cell that is nearest to the middle of all.
function heart(cells) {
  const mean = (axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;
  const [row, column] = [mean(0), mean(1)];
  const far = (cell) => (cell[0] - row) ** 2 + (cell[1] - column) ** 2;
  const [y, x] = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return { x: x + 0.5, y: y + 0.5 };
}

// The name where it can be read, in one line or, if Chinese, one character below another; else the
// letter alone.
function fitting(name, letter, { height, width }) {
  const characters = [...name];
  const isUpright = height > width && characters.length > 1 && characters.every((c) => widthOf(c) === 1);
  if (isUpright) {
    const size = Math.min(0.5 * width, (0.84 * height) / characters.length / 1.1);
    if (size >= SMALLEST) return { lines: characters, size };
  }
  const size = Math.min(0.5 * Math.min(height, width), (0.8 * width) / sizeOf(name));
  return size >= SMALLEST ? { lines: [name], size } : { lines: [letter], size: 0.5 };
}

// Smaller letters cannot be read on a telephone.
const SMALLEST = 0.22;
