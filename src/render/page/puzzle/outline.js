// Shapes as SVG paths. A cell is CELL units wide; whole numbers keep the paths short.

const CELL = 100;

// The outline of some cells, `inset` units within their border, its corners `radius` round.
function outline(cells, inset, radius) {
  return loops(cells).map((loop) => rounded(loop, inset, radius)).join("");
}

// The border of the cells as closed loops of edges [x, y, dx, dy], each one cell long, with the
// cells on the right hand side.
function loops(cells) {
  const key = (...numbers) => numbers.join();
  const inside = new Set(cells.map((cell) => key(...cell)));
  const edges = new Map();
  const add = (x, y, dx, dy) => edges.set(key(x, y, dx, dy), [x, y, dx, dy]);
  for (const [row, column] of cells) {
    if (!inside.has(key(row - 1, column))) add(column, row, 1, 0);
    if (!inside.has(key(row, column + 1))) add(column + 1, row, 0, 1);
    if (!inside.has(key(row + 1, column))) add(column + 1, row + 1, -1, 0);
    if (!inside.has(key(row, column - 1))) add(column, row + 1, 0, -1);
  }
  const found = [];
  while (edges.size) {
    let edge = edges.values().next().value;
    const loop = [];
    while (edge) {
      edges.delete(key(...edge));
      loop.push(edge);
      const [x, y, dx, dy] = edge;
      // Right, straight on, left: where two cells touch at a corner, the loop stays with its own.
      const turns = [[-dy, dx], [dx, dy], [dy, -dx]];
      edge = turns.map((turn) => edges.get(key(x + dx, y + dy, ...turn))).find(Boolean);
    }
    found.push(loop);
  }
  return found;
}

// One loop, moved inwards and with its corners rounded.
function rounded(loop, inset, radius) {
  const corners = loop.flatMap(([x, y, ax, ay], index) => {
    const [, , bx, by] = loop.at(index - 1);
    if (ax === bx && ay === by) return [];
    // Inwards is to the right of both edges.
    const cornerX = x * CELL + inset * (-by - ay);
    const cornerY = y * CELL + inset * (bx + ax);
    const from = `${cornerX - bx * radius} ${cornerY - by * radius}`;
    const to = `${cornerX + ax * radius} ${cornerY + ay * radius}`;
    return [`${from}Q${cornerX} ${cornerY} ${to}`];
  });
  return `M${corners.join("L")}Z`;
}
