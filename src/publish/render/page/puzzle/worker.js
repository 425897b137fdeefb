// The worker of an engine: it receives the module and requests, and answers one after another.

let instance = null;

// The minimum of milliseconds between two reports of progress.
const PAUSE = 100;

let reported = 0;

// The module calls this function during a search.
function progress(depth, states) {
  const now = performance.now();
  if (now - reported < PAUSE) return;
  reported = now;
  postMessage({ depth, states });
}

// Writes a request: its task, its parameters, and the text that it is about.
function written(request) {
  const [[task, { text = "", ...parameters }]] = Object.entries(request);
  const known = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const lines = known.map(([key, value]) => `${key}: ${Array.isArray(value) ? value.join(" ") : value}\n`);
  return `${task}\n${lines.join("")}\n${text}`;
}

function respond({ memory, room_for_question, answer, place_of_answer }, request) {
  const bytes = new TextEncoder().encode(written(request));
  // The call may replace the buffer of the memory.
  const place = room_for_question(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  const length = answer();
  const text = new Uint8Array(memory.buffer, place_of_answer(), length);
  return JSON.parse(new TextDecoder().decode(text));
}

onmessage = async ({ data: { module, request } }) => {
  try {
    instance ??= await WebAssembly.instantiate(module, { page: { progress } });
    postMessage({ answer: respond(instance.exports, request) });
  } catch (error) {
    // A module that has failed is not used again.
    instance = null;
    postMessage({ answer: { answer: "stopped", reason: "memory", why: String(error) } });
  }
};
