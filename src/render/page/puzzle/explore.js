// All that can be reached from where a puzzle begins: how many positions at which distance, and the
// hardest of them.

const CHART = { width: 320, height: 90 };

class Explorer {
  // The engine is its own: this is about where the puzzle begins, however play goes on.
  constructor(table, engine) {
    this.table = table;
    this.engine = engine;
    this.found = null;
    byId("explore").addEventListener("toggle", () => {
      if (byId("explore").open) this.explore();
      else this.engine.cancel();
    });
    onPress(byId("play-hardest"), () => {
      table.begin(this.found.farthest);
      say(tr`From the hardest start: ${table.counted(this.found.hardest)}.`);
    });
  }

  async explore() {
    if (this.found) return;
    const say = (text) => { byId("layers-text").textContent = text; };
    say(progressText({}));
    const { puzzle } = this.table;
    const question = questionOf("explore", puzzle, puzzle.pieces.map(({ at }) => at));
    const answer = await this.engine.ask(question, (progress) => say(progressText(progress)));
    this.engine.rest();
    if (answer?.answer !== "explored") {
      if (answer !== undefined) say(reasonOf(answer));
      return;
    }
    this.found = answer;
    if (answer.farthest) this.table.lengths.set(answer.farthest.join(" "), answer.hardest);
    this.show(answer);
  }

  show({ layers, hardest, farthest }) {
    const { table } = this;
    const all = layers.reduce((sum, count) => sum + count, 0).toLocaleString("en");
    const reached = tr`${all} positions can be reached, the last of them in ${table.counted(layers.length - 1)}.`;
    const from = farthest ? tr`The hardest is ${table.counted(hardest)} from a goal.` : tr`No goal can be reached.`;
    byId("layers-text").textContent = `${reached} ${from}`;
    drawLayers(byId("layers"), layers, (number) => table.counted(number));
    byId("play-hardest").hidden = !farthest;
    if (farthest) {
      const pieces = table.puzzle.pieces.map((piece, at) => ({ ...piece, at: farthest[at] }));
      drawPuzzle(byId("hardest-board"), { ...table.puzzle, pieces });
    }
  }
}

// A column for each distance, as high as there are positions so far away.
function drawLayers(root, layers, counted) {
  const most = Math.max(...layers);
  const width = CHART.width / layers.length;
  root.setAttribute("viewBox", `0 0 ${CHART.width} ${CHART.height}`);
  root.replaceChildren(...layers.map((count, distance) => {
    const height = Math.max(1, (count / most) * CHART.height);
    const [x, y] = [distance * width, CHART.height - height];
    const column = svg("rect", { class: "layer", x, y, width: Math.max(0.5, width * 0.86), height });
    const title = svg("title");
    title.textContent = `${counted(distance)}: ${count.toLocaleString("en")}`;
    column.append(title);
    return column;
  }));
}
