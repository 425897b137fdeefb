// The engine at work: it gets the module and questions, which it answers one after another.

let engine = null;

// The least milliseconds between two messages of progress.
const PAUSE = 100;

let posted = 0;

// Called by the module.
function progress(depth, states) {
  const now = performance.now();
  if (now - posted < PAUSE) return;
  posted = now;
  postMessage({ depth, states });
}

function answered({ memory, room_for_question, answer, place_of_answer }, question) {
  const bytes = new TextEncoder().encode(question);
  const place = room_for_question(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  const length = answer();
  const text = new Uint8Array(memory.buffer, place_of_answer(), length);
  return JSON.parse(new TextDecoder().decode(text));
}

onmessage = async ({ data: { module, question } }) => {
  try {
    engine ??= await WebAssembly.instantiate(module, { page: { progress } });
    postMessage({ answer: answered(engine.exports, question) });
  } catch (error) {
    // What has broken off is not asked again.
    engine = null;
    postMessage({ answer: { answer: "stopped", reason: "memory", why: String(error) } });
  }
};
