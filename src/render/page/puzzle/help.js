// Help from the engine: hints, and shortest solutions from wherever the pieces stand.

class Helper {
  constructor(table, engine) {
    this.table = table;
    this.engine = engine;
    // What is left to do, by position: all that is on the way of a solution is known with it.
    this.known = new Map();
    this.hinted = { at: null, level: 0 };
  }

  // A hint tells ever more: which piece, then its move, then how many moves are left.
  async hint() {
    const { table } = this;
    const rest = await this.rest();
    if (!rest) return;
    if (rest.length === 0) {
      say(tr`It is solved: there is nothing left to do.`);
      return;
    }
    const at = keyOf(table.position);
    const level = this.hinted.at === at ? Math.min(this.hinted.level + 1, 3) : 1;
    this.hinted = { at, level };
    const [piece, ways] = rest[0];
    const { places } = Game.of(table.puzzle, [rest[0]], table.position.anchors).moves[0];
    table.board.showHint(piece, level > 1 ? places : []);
    const told = level > 1 ? ` ${[...ways].map((way) => SIGNS[way]).join("")}` : "";
    const hint = tr`Hint: ${table.nameOf(piece) + told}.`;
    say(level > 2 ? tr`${hint} ${table.counted(rest.length)} left from here.` : hint);
  }

  // The moves of a shortest solution from where the pieces stand, or null where none is found, which
  // is told.
  async rest() {
    const { puzzle, position } = this.table;
    const start = [...position.anchors];
    const known = this.known.get(keyOf(position));
    if (known) return known;
    const answer = await this.ask("solve", start);
    if (answer === undefined || keyOf(this.table.position) !== start.join(" ")) return null;
    if (answer?.answer !== "solved") {
      say(reasonOf(answer));
      return null;
    }
    const game = Game.of(puzzle, answer.moves, start);
    for (let made = 0; made <= answer.moves.length; made++) {
      game.goTo(made);
      this.known.set(keyOf(game.position), answer.moves.slice(made));
    }
    return answer.moves;
  }

  // How many positions there are, and the hardest of them.
  async hardest() {
    const start = keyOf(this.table.position);
    const answer = await this.ask("explore", this.table.position.anchors);
    if (answer === undefined || keyOf(this.table.position) !== start) return null;
    if (answer?.farthest) return answer;
    say(answer?.answer === "explored" ? tr`No goal can be reached.` : reasonOf(answer));
    return null;
  }

  ask(what, anchors) {
    return askAloud(this.engine, questionOf(what, this.table.puzzle, anchors));
  }
}

// How many questions were asked aloud.
let askedAloud = 0;

// The answer of the engine. While it is at work, that is shown, and can be ended; at once, or after so
// many milliseconds.
async function askAloud(engine, question, pause = 0) {
  askedAloud += 1;
  const number = askedAloud;
  const show = ({ depth, states }) => {
    byId("busy-text").textContent = depth === undefined
      ? tr`Searching…`
      : tr`Searching: ${depth} deep, ${Math.round(states).toLocaleString("en")} positions`;
  };
  show({});
  const appear = () => { byId("busy").hidden = number !== askedAloud; };
  const shown = pause ? setTimeout(appear, pause) : appear();
  const answer = await engine.ask(question, show);
  clearTimeout(shown);
  if (number === askedAloud) byId("busy").hidden = true;
  return answer;
}

const keyOf = ({ anchors }) => anchors.join(" ");

// Why there is no answer that helps.
function reasonOf(answer) {
  if (!answer) return tr`The search was ended.`;
  const { states = 0 } = answer;
  const number = states.toLocaleString("en");
  if (answer.answer === "impossible") return tr`It cannot be solved from here: ${number} positions searched.`;
  if (answer.answer === "stopped") return tr`Not done in the memory that a page has: ${number} positions searched.`;
  return tr`That cannot be answered: ${translated(answer.why)}`;
}
