// Information about a puzzle: names, metric, rules, origin.

const unit = (title, count, rule) => ({ title, count, rule });

const UNITS = {
  move: unit(tr("Moves"), (number) => tr("{} moves", number), tr("One move is one piece, however far and round however many corners.")),
  slide: unit(tr("Slides"), (number) => tr("{} slides", number), tr("One slide is one piece, any distance along a straight line.")),
  step: unit(tr("Steps"), (number) => tr("{} steps", number), tr("One step is one piece, by one cell.")),
  push: unit(tr("Pushes"), (number) => tr("{} pushes", number), tr("One push is one row or column of tiles, by one cell.")),
};

// Returns the names as [language, name]. The reader's language is first.
function namesOf({ names, aliases, id }) {
  const sortedNames = names.toSorted(([one], [other]) => Number(other === language) - Number(one === language));
  // An English name, such as that of a numbered card, may have a translation.
  if (sortedNames.length) return sortedNames.map(([lang, name], at) => [lang, at === 0 && lang !== "zh" ? translated(name) : name]);
  return [["", aliases[0] ?? id ?? tr("A sliding-block puzzle")]];
}

// The figures of the story in English.
const FIGURES = {
  曹操: "Cao Cao", 关羽: "Guan Yu", 张飞: "Zhang Fei", 赵云: "Zhao Yun", 马超: "Ma Chao", 黄忠: "Huang Zhong", 卒: "Soldier",
};

// Returns the puzzle with the figures of its pieces as names, in the reader's language.
const withFigures = (puzzle) => ({ ...puzzle, pieces: puzzle.pieces.map(({ figure, ...piece }) =>
  ({ ...piece, seal: figure, name: isChinese ? figure : FIGURES[figure] ?? figure })) });

// Returns three stars for the fewest moves, two for up to a quarter more.
const starsOf = (made, best) => (best === null ? "" : "★".repeat(made <= best ? 3 : made <= best * 1.25 ? 2 : 1));

// Creates an element with names, each in its language.
function namesAs(kind, names) {
  const spans = names.map(([lang, name]) => element("span", name, lang ? { lang } : {}));
  return element(kind, spans, { class: "names" });
}

function showTitle(puzzle) {
  const [[, title], ...others] = namesOf(puzzle);
  document.title = title;
  document.querySelector(".heading").replaceChildren(element("h1", title), namesAs("p", others));
}

function showAbout(puzzle) {
  showTitle(puzzle);
  write("size", tr("Board of {} rows and {} columns.", puzzle.rows, puzzle.columns));
  write("units", UNITS[puzzle.metric].title);
  byId("rules").replaceChildren(...rulesOf(puzzle).map((rule) => element("li", rule)));
  byId("about").replaceChildren(...originOf(puzzle).map((text) => element("p", text)));
}

// Returns the rules of this puzzle, and how its moves are counted.
function rulesOf({ metric, axis, pieces, gate, finish, doors }) {
  const locked = (kind) => labelsOf(pieces.filter(({ lock }) => lock === kind));
  const [row, column, fixed] = ["row", "column", "fixed"].map(locked);
  const open = labelsOf(gate.pieces.map((piece) => pieces[piece]));
  return [
    tr("Pieces slide; they are not lifted, turned or pushed by others."),
    UNITS[metric].rule,
    axis && tr("Each piece moves along its long side only."),
    row && tr("Left and right only: {}.", row),
    column && tr("Up and down only: {}.", column),
    fixed && tr("Held in place: {}.", fixed),
    gate.cells.length && (open ? tr("Striped cells are open only to {}.", open) : tr("Striped cells are closed to all pieces.")),
    doors.length && tr("A piece leaves straight through a door of its colour."),
    finish === "clear" && tr("It is solved as well when one free step of a goal piece is left."),
  ].filter(Boolean);
}

// Returns the labels of pieces: `A Ann, B`. Numbered tiles have their numbers.
function labelsOf(pieces) {
  const label = ({ letter, name }) => (/^\d+$/.test(name) ? name : joined([letter, name], " "));
  return pieces.map(label).join(tr(", "));
}

function originOf({ names, aliases, note, source }) {
  const also = names.length ? aliases : aliases.slice(1);
  return [
    also.length ? tr("Also called {}.", also.join(tr(", "))) : null,
    note && translatedParts(note),
    source ? tr("Source: {}", translatedParts(source)) : null,
  ].filter(Boolean);
}
