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
function namesOf({ names, aliases, id }) {
  const told = [...names].sort(([one], [other]) => (other === language) - (one === language));
  // Where a name is English only, as of numbered cards, it may be known what that is in Chinese.
  if (told.length) return told.map(([lang, name], at) => [lang, at === 0 && lang !== "zh" ? translated(name) : name]);
  return [["", aliases[0] ?? id ?? tr`A sliding-block puzzle`]];
}

// The figures of the story, as those who read no Chinese know them.
const FIGURES = {
  曹操: "Cao Cao", 关羽: "Guan Yu", 张飞: "Zhang Fei", 赵云: "Zhao Yun", 马超: "Ma Chao", 黄忠: "Huang Zhong", 卒: "Soldier",
};

// The puzzle with the names of its figures in the reader's language. Where the pieces are those of the
// well-known layouts and have no names, they get theirs: the first piece that lies across is Guan Yu.
function withFigures(puzzle) {
  const { pieces } = puzzle;
  const [lord, ...generals] = Object.keys(FIGURES);
  const soldier = generals.pop();
  const isOf = (rows, columns) => ({ cells }) =>
    cells.length === rows * columns && `${extent(cells)}` === `${[rows, columns]}`;
  const dominoes = [...pieces.filter(isOf(1, 2)), ...pieces.filter(isOf(2, 1))];
  const counts = [pieces.filter(isOf(2, 2)).length, dominoes.length, pieces.filter(isOf(1, 1)).length];
  const isKnown = `${counts}` === "1,5,4" && pieces.length === 10 && pieces.every(({ name }) => !name);
  const figure = (piece) => {
    if (!isKnown) return piece.name;
    const general = generals[dominoes.indexOf(piece)];
    return general ?? (piece.cells.length === 4 ? lord : soldier);
  };
  const named = (name) => (isChinese ? name : FIGURES[name] ?? name);
  const isCar = ({ cells }) => puzzle.axis && cells.length > 1 && extent(cells).includes(1);
  const dressed = (piece) => ({ ...piece, name: named(figure(piece)), isCar: isCar(piece) });
  return { ...puzzle, pieces: pieces.map(dressed) };
}

// Three stars for the fewest moves, two for up to a quarter more.
const starsOf = (made, best) => (best === null ? "" : "★".repeat(made <= best ? 3 : made <= best * 1.25 ? 2 : 1));

// An element that says which language its text is in.
const inItsLanguage = (kind, [lang, text]) => element(kind, text, lang ? { lang } : {});

function tellAbout(puzzle) {
  const [[, title], ...others] = namesOf(puzzle);
  document.title = title;
  const named = others.flatMap((name, at) => [at ? " · " : "", inItsLanguage("span", name)]);
  const heading = document.querySelector(".heading");
  heading.replaceChildren(element("h1", title), ...(others.length ? [element("p", named, { class: "names" })] : []));
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
    note && translatedParts(note),
    source ? tr`Source: ${translatedParts(source)}` : null,
  ].filter(Boolean);
}
