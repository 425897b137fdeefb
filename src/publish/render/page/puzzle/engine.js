// The library in the page: a WebAssembly module in a worker of its own. Questions are in words, answers
// are values; one question at a time.

class Engine {
  // None in a browser that cannot run it. `load` gives the module as it is written, when it is needed.
  static find(load) {
    const isAble = [typeof Worker, typeof WebAssembly, typeof DecompressionStream];
    return isAble.includes("undefined") ? null : new Engine(load);
  }

  constructor(load) {
    this.load = load;
    this.module = null;
    this.worker = null;
    this.asked = null;
  }

  // Another one of the same kind, which answers at the same time.
  another() {
    return Object.assign(new Engine(this.load), { module: this.module });
  }

  // The answer; null if it is cancelled, undefined if another question has come in between. `onProgress`
  // gets depths and numbers of positions.
  async ask(question, onProgress = () => {}) {
    this.end(undefined);
    const asked = { onProgress };
    const answer = new Promise((tell) => { asked.tell = tell; });
    this.asked = asked;
    try {
      this.module ??= this.load().then(compiled);
      const module = await this.module;
      if (this.asked === asked) {
        this.worker ??= this.hire();
        this.worker.postMessage({ module, question });
      }
    } catch (error) {
      // It may be there when it is next needed.
      this.module = null;
      asked.tell({ answer: "unloaded", why: error.message });
    }
    return answer;
  }

  cancel() {
    this.end(null);
  }

  // Gives back what it holds, until it is asked again.
  rest() {
    this.worker?.terminate();
    this.worker = null;
  }

  end(answer) {
    if (!this.asked) return;
    this.rest();
    this.asked.tell(answer);
    this.asked = null;
  }

  hire() {
    const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
    const url = URL.createObjectURL(source);
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    worker.onmessage = ({ data }) => {
      if (!data.answer) {
        this.asked?.onProgress(data);
        return;
      }
      this.asked?.tell(data.answer);
      this.asked = null;
    };
    return worker;
  }
}

// The module, which is written in base64 and packed.
async function compiled(text) {
  return WebAssembly.compile(await through(bytesOf(text), new DecompressionStream("gzip")));
}

// Bytes that a search may take: a tab has no more than four thousand million, and a phone less.
const MAX_MEMORY = (navigator.deviceMemory ?? 4) >= 4 ? 1.5e9 : 5e8;

// What there is to know of the puzzle that this text is; or what is wrong with it.
const sheetOf = (engine, text, metric = "move") => engine.ask(`show\nmetric: ${metric}\n\n${text}`);

// A question about a puzzle whose pieces stand there.
function questionOf(what, { text, metric }, anchors) {
  const at = anchors.map(([row, column]) => `${row},${column}`).join(" ");
  return `${what}\nmetric: ${metric}\nat: ${at}\nmost: ${MAX_MEMORY}\n\n${text}`;
}
