// What is said of a puzzle: its names, what is counted, its rules, where it comes from.

const UNITS = {
  move: {
    title: tr`Moves`,
    count: (number) => (number === 1 ? tr`1 move` : tr`${number} moves`),
    rule: tr`One move is one piece, however far and round however many corners.`,
  },
  slide: {
    title: tr`Slides`,
    count: (number) => (number === 1 ? tr`1 slide` : tr`${number} slides`),
    rule: tr`One slide is one piece, any distance along a straight line.`,
  },
  step: {
    title: tr`Steps`,
    count: (number) => (number === 1 ? tr`1 step` : tr`${number} steps`),
    rule: tr`One step is one piece, by one cell.`,
  },
};

// Its names, the reader's language first.
function namesOf({ names, aliases }) {
  const told = [...names].sort(([one], [other]) => (other === language) - (one === language));
  if (told.length) return told;
  return [["", aliases[0] ?? tr`A sliding-block puzzle`]];
}

// An element with this text.
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function tellAbout(puzzle) {
  const [[, title], ...others] = namesOf(puzzle);
  document.title = title;
  const names = element("p", "", { class: "names" });
  others.forEach(([lang, name], at) => {
    names.append(at ? " · " : "", element("span", name, lang ? { lang } : {}));
  });
  const heading = document.querySelector(".heading");
  heading.replaceChildren(element("h1", title), ...(others.length ? [names] : []));
  byId("size").textContent = tr`Board of ${puzzle.rows} rows and ${puzzle.columns} columns.`;
  byId("units").textContent = UNITS[puzzle.metric].title;
  byId("rules").replaceChildren(...rulesOf(puzzle).map((rule) => element("li", rule)));
  byId("about").replaceChildren(...originOf(puzzle).map((text) => element("p", text)));
}

// The rules that this puzzle has besides that pieces slide, and how its moves are counted.
function rulesOf({ metric, axis, pieces, gate, finish }) {
  const rules = [tr`Pieces slide; they are not lifted, turned or pushed by others.`, UNITS[metric].rule];
  if (axis) rules.push(tr`Each piece moves along its long side only.`);
  const locked = (kind) => labelsOf(pieces.filter(({ lock }) => lock === kind));
  const [row, column, fixed] = ["row", "column", "fixed"].map(locked);
  if (row) rules.push(tr`Left and right only: ${row}.`);
  if (column) rules.push(tr`Up and down only: ${column}.`);
  if (fixed) rules.push(tr`Held in place: ${fixed}.`);
  const open = labelsOf(gate.pieces.map((piece) => pieces[piece]));
  if (gate.cells.length) {
    rules.push(open ? tr`Striped cells are open only to ${open}.` : tr`Striped cells are closed to all pieces.`);
  }
  if (finish === "clear") rules.push(tr`It is solved as well when one free step of a goal piece is left.`);
  return rules;
}

// `A Ann, B`; of numbered tiles the numbers.
function labelsOf(pieces) {
  const label = ({ letter, name }) => (/^\d+$/.test(name) ? name : [letter, name].filter(Boolean).join(" "));
  return pieces.map(label).join(", ");
}

function originOf({ names, aliases, note, source }) {
  const also = names.length ? aliases : aliases.slice(1);
  return [
    also.length ? tr`Also called ${also.join(", ")}.` : null,
    note,
    source ? tr`Source: ${source}` : null,
  ].filter(Boolean);
}
