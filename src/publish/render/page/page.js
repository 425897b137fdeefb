// The ground of all pages: data, elements, colours, playback, undo, links.

const data = JSON.parse(document.getElementById("data").textContent);

const byId = (id) => document.getElementById(id);

// Writes a text into an element.
const write = (id, text) => { byId(id).textContent = text; };

// Sets the view box of a board. The style sheet gets its aspect ratio, as the board fills the
// free space.
function setView(board, [left, top, width, height]) {
  board.setAttribute("viewBox", [left, top, width, height].join(" "));
  document.documentElement.style.setProperty("--shape", String(width / height));
}

// Creates an element with these attributes, and a text or children.
const element = (name, content = null, attributes = {}) =>
  furnished(document.createElement(name), attributes, [content ?? []].flat());

function furnished(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Creates an SVG element with these attributes and children.
const svg = (name, attributes = {}, ...children) =>
  furnished(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

// Joins the texts that are not empty, false or null.
const joined = (texts, separator) => texts.filter(Boolean).join(separator);

// Returns the results of `make` for the numbers from 0.
const times = (length, make) => Array.from({ length }, (_, at) => make(at));

// Formats a number: `25,955`.
const withCommas = (number) => number.toLocaleString("en");

// Returns the row and the column of a cell by its number, row by row.
/** @type {any} */
const placeAt = (at, { columns }) => [Math.floor(at / columns), at % columns];

// The attribute `disabled` would move the focus from a pressed button to the top of the page. Screen readers
// and `onPress` read this attribute.
const disable = (id, isOff) => { byId(id).ariaDisabled = isOff; };

// Calls the act of a button, by its id, when the button is pressed and not disabled.
function onPress(acts) {
  for (const [id, act] of Object.entries(acts)) {
    const button = byId(id);
    button.addEventListener("click", () => button.ariaDisabled === "true" || act());
  }
}

// Sets up a button that is on or off.
function setUpSwitch(button, isOn, change) {
  const show = () => { button.ariaPressed = isOn(); };
  button.onclick = () => {
    change();
    show();
  };
  show();
}

const prefers = (what) => matchMedia(`(prefers-${what})`);
const isCalm = () => prefers("reduced-motion: reduce").matches;

// The skins of a page, in the order in which the button shows them.
const SKINS = { light: tr("Colours: paper"), dark: tr("Colours: night"), wood: tr("Colours: wood") };

// Sets up the button for the skins. The system chooses paper or night until the reader presses the button.
function setUpSkins(button) {
  const { dataset } = document.documentElement;
  const key = "huarong theme";
  const system = prefers("color-scheme: dark");
  const show = (chosen) => {
    if (chosen in SKINS) dataset.theme = chosen;
    button.title = SKINS[skin()];
  };
  const skin = () => dataset.theme ?? (system.matches ? "dark" : "light");
  button.onclick = () => {
    const names = Object.keys(SKINS);
    show(names[(names.indexOf(skin()) + 1) % names.length]);
    keep(key, skin());
  };
  system.onchange = () => show(null);
  show(kept(key));
}

// Shows steps one after another: by a slider, by buttons, automatically. `show` receives the number of the
// step and the kind of change: "step" for the next or previous step, "jump" otherwise.
class Playback {
  timer = null;

  // The ids of the controls may have a prefix.
  constructor({ steps = 0, stride = 1, wait, show, describe = (at) => String(at), prefix = "" }) {
    Object.assign(this, { stride, wait, show, describe, prefix });
    this.slider = this.part("slider");
    this.slider.oninput = () => this.jump(this.slider.valueAsNumber);
    onPress({
      [prefix + "first"]: () => this.jump(0),
      [prefix + "previous"]: () => this.jump(this.at - 1),
      [prefix + "next"]: () => this.jump(this.at + 1),
      [prefix + "last"]: () => this.jump(this.steps),
      [prefix + "play"]: () => (this.isPlaying() ? this.pause() : this.play()),
    });
    this.begin(steps);
  }

  // Restarts with this number of steps. The first `at` steps have been shown.
  begin(steps, at = 0) {
    Object.assign(this, { steps, at });
    this.slider.max = steps;
    this.pause();
  }

  part(name) {
    return byId(this.prefix + name);
  }

  isPlaying() {
    return this.timer !== null;
  }

  jump(to) {
    this.pause();
    this.go(to);
  }

  play() {
    if (this.at === this.steps) this.go(0);
    const tick = () => {
      this.go(this.at + this.stride);
      if (this.at === this.steps) this.pause();
      else this.timer = setTimeout(tick, this.pace());
    };
    this.timer = setTimeout(tick, this.pace() / 3);
    this.updateControls();
  }

  // Returns the milliseconds from one step to the next.
  pace() {
    return this.wait / this.part("speed").value;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.updateControls();
  }

  go(to) {
    const before = this.at;
    this.at = Math.max(0, Math.min(to, this.steps));
    this.show(this.at, Math.abs(this.at - before) === 1 ? "step" : "jump");
    this.updateControls();
  }

  updateControls() {
    this.slider.value = this.at;
    this.slider.ariaValueText = this.describe(this.at);
    this.slider.style.setProperty("--done", String(this.steps ? this.at / this.steps : 1));
    for (const id of ["first", "previous"]) disable(this.prefix + id, this.at === 0);
    for (const id of ["next", "last"]) disable(this.prefix + id, this.at === this.steps);
    disable(this.prefix + "play", this.steps === 0);
    const [label, icon] = this.isPlaying()
      ? [tr("Pause"), "#icon-pause"]
      : [tr("Play back"), "#icon-play"];
    this.part("play").ariaLabel = label;
    this.part("play").querySelector("use").setAttribute("href", icon);
  }
}

// The maximum number of changes that Undo can revert.
const MAX_CHANGES = 200;

// The history of a state: the states before each change, and after each undone change. The nearest state is
// the last.
class Changes {
  constructor(before = [], after = [], limit = MAX_CHANGES) {
    Object.assign(this, { before, after, limit });
  }

  // Records the state before a change.
  push(state) {
    this.before = [...this.before.slice(1 - this.limit), state];
    this.after = [];
  }

  // Returns the state before a change; undefined without one.
  undo(now) {
    if (this.before.length) this.after.push(now);
    return this.before.pop();
  }

  redo(now) {
    if (this.after.length) this.before.push(now);
    return this.after.pop();
  }

  // Returns the nearest states, for the storage.
  kept(limit = MAX_CHANGES) {
    return { before: this.before.slice(-limit), after: this.after.slice(-limit) };
  }
}

// Texts as part of an address: compressed, in base64 with letters that need no escape.

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

// Decompresses a text. Returns null for invalid letters.
async function unpacked(code) {
  try {
    const bytes = Uint8Array.fromBase64(code, { alphabet: "base64url" });
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

// Downloads a file.
function download(name, parts, type) {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  element("a", [], { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

const intoClipboard = async (text) => navigator.clipboard.writeText(text);

// Copies the address of this page with this hash to the clipboard. If the clipboard is blocked, the hash
// becomes the address of the page. Returns a sentence about the outcome.
async function copyAddress(hash) {
  try {
    await intoClipboard(new URL(hash, location.href).href);
    return tr("The link is copied.");
  } catch {
    history.replaceState(null, "", hash);
    return tr("The address of this page is now the link.");
  }
}

translate(document.body);
setUpLanguage(byId("language"));
setUpSkins(byId("theme"));
