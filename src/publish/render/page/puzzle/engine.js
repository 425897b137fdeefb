// The library in the page: a WebAssembly module in its own worker, which answers one request at a time.
// Requests and responses are objects.

class Engine {
  module = null; worker = null; pending = null;

  // `load` returns the text of the module.
  constructor(load) {
    this.load = load;
  }

  // Returns the response: null if the request is cancelled, undefined if another request replaces it.
  // `onProgress` receives the depth and the number of positions.
  async ask(request, onProgress = (_) => {}) {
    this.end(undefined);
    const { promise, resolve } = Promise.withResolvers();
    const pending = { onProgress, resolve };
    this.pending = pending;
    try {
      this.module ??= this.load().then(compiled);
      const module = await this.module;
      if (this.pending === pending) {
        this.worker ??= this.start();
        this.worker.postMessage({ module, request });
      }
    } catch (error) {
      // The next request loads the module again.
      this.module = null;
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
    const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
    const url = URL.createObjectURL(source);
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
const compiled = async (text) => {
  const unzip = new DecompressionStream("gzip");
  return WebAssembly.compile(await through(Uint8Array.fromBase64(text), unzip));
};

// The limit on the memory of a search, in bytes: a tab has at most 4 GB, and less on a telephone.
const MAX_MEMORY = (navigator.deviceMemory ?? 4) >= 4 ? 1.5e9 : 5e8;

// Returns the data of the puzzle with this text, or the reason why it is invalid.
const sheetOf = (engine, text, metric = "move") => engine.ask({ show: { text, metric } });

// Returns a request about a puzzle whose pieces have these anchors.
const requestOf = (task, { text, metric }, at) => ({ [task]: { text, metric, at, memory: MAX_MEMORY } });
