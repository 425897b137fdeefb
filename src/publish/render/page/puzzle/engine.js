// The library in the page: WebAssembly modules in workers. An engine answers one request at a time. Requests and
// responses are objects.

// The tasks of modules. The engine has the others, which are searches of puzzles.
const TASKS = { boards: "show read check", map: "map way proof", paths: "find unique count import make convert" };

// Returns the text of a module. The page has it.
let moduleText = async (name) => byId("module-" + name).textContent;

// The modules that are loaded, by name.
const modules = {};

class Engine {
  worker = null; pending = null; name = "";

  // Returns the response: null if the request is cancelled, undefined if another request replaces it.
  // `onProgress` receives the depth and the number of positions.
  async ask(request, onProgress = (_) => {}) {
    this.end(undefined);
    const { promise, resolve } = Promise.withResolvers();
    const pending = { onProgress, resolve };
    this.pending = pending;
    const [task] = Object.keys(request);
    const name = Object.keys(TASKS).find((its) => TASKS[its].includes(task)) ?? "engine";
    try {
      modules[name] ??= moduleText(name).then(compiled);
      const module = await modules[name];
      if (this.pending === pending) {
        if (this.name !== name) this.unload();
        this.name = name;
        this.worker ??= this.start();
        this.worker.postMessage({ module, request });
      }
    } catch (error) {
      // The next request loads the module again.
      delete modules[name];
      pending.resolve({ answer: "unloaded", why: error.message });
    }
    return promise;
  }

  cancel() {
    this.end(null);
  }

  // Frees the memory of the worker until the next request.
  unload() {
    this.worker?.terminate();
    this.worker = null;
  }

  end(response) {
    if (!this.pending) return;
    this.unload();
    this.pending.resolve(response);
    this.pending = null;
  }

  start() {
    const url = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    worker.onmessage = ({ data }) => {
      if (!data.answer) this.pending?.onProgress(data);
      else {
        this.pending?.resolve(data.answer);
        this.pending = null;
      }
    };
    return worker;
  }
}

// Compiles a module, which is packed and written in base64.
const compiled = async (text) =>
  WebAssembly.compile(await through(Uint8Array.fromBase64(text), new DecompressionStream("gzip")));

// The limit on the memory of a search, in bytes: a tab has at most 4 GB, and less on a telephone.
const MAX_MEMORY = (navigator.deviceMemory ?? 4) >= 4 ? 1.5e9 : 5e8;

// Returns the data of the puzzle with this text, or the reason why it is invalid.
const sheetOf = (engine, text, metric) => engine.ask({ show: { text, metric } });

// Returns a request about a puzzle whose pieces have these anchors.
const requestOf = (task, { text, metric }, at) => ({ [task]: { text, metric, at, memory: MAX_MEMORY } });
