// What every page has: its data, colours, and the playback of something that has steps.

const data = JSON.parse(document.getElementById("data").textContent);

const byId = (id) => document.getElementById(id);

// Tells the style sheet the shape of the board, which takes the room there is.
function setSize(width, height) {
  document.documentElement.style.setProperty("--shape", width / height);
}

// An element with these attributes, and a text or children.
function element(name, content = [], attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...[content].flat());
  return made;
}

// An SVG element with these attributes and children.
function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// `25,955`.
const withCommas = (number) => number.toLocaleString("en");

// Where the pointer is on a picture of cells so large: [row, column], with fractions.
function cellUnder({ clientX, clientY }, picture, size) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(picture.getScreenCTM().inverse());
  return [point.y / size, point.x / size];
}

// The row and the column of a cell by its number, row by row.
const placeAt = (at, { columns }) => [Math.floor(at / columns), at % columns];

// The bytes that are written in base64.
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

// `disabled` would take the focus away from the button that was just pressed, so that a keyboard
// has to begin at the top of the page again; screen readers and `isDisabled` read this attribute.
const disable = (button, isOff) => button.setAttribute("aria-disabled", isOff);
const isDisabled = (button) => button.getAttribute("aria-disabled") === "true";

function onPress(button, act) {
  button.addEventListener("click", () => isDisabled(button) || act());
}

// A button that is on or off, which pressing it changes. Returns what shows it.
function setUpSwitch(button, isOn, change) {
  const show = () => button.setAttribute("aria-pressed", isOn());
  onPress(button, () => {
    change();
    show();
  });
  show();
  return show;
}

const prefers = (what) => matchMedia(`(prefers-${what})`);
const isCalm = () => prefers("reduced-motion: reduce").matches;

// Light or dark: as the system has it until the button says otherwise.
function setUpTheme(button) {
  const root = document.documentElement;
  const system = prefers("color-scheme: dark");
  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const key = "huarong theme";
  const chosen = kept(key);
  if (chosen) root.dataset.theme = chosen;
  const show = setUpSwitch(button, isDark, () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep(key, root.dataset.theme);
  });
  system.addEventListener("change", show);
}

// Shows the steps of something one after another: by a slider, by buttons, by itself. `show` is
// called with the number of the step and how it came to be shown: "step" is one further, "jump"
// any other way.
class Playback {
  // The names of its controls may begin with a prefix.
  constructor({ steps, stride = 1, wait, show, tell = String, prefix = "" }) {
    Object.assign(this, { stride, wait, show, tell, prefix });
    this.timer = null;
    this.slider = this.part("slider");
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    const jumps = { first: () => 0, previous: () => this.at - 1, next: () => this.at + 1, last: () => this.steps };
    for (const [name, to] of Object.entries(jumps)) onPress(this.part(name), () => this.jump(to()));
    onPress(this.part("play"), () => (this.isPlaying() ? this.pause() : this.play()));
    this.begin(steps);
  }

  // Begins with this many steps, of which `at` have been shown.
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
    this.tellControls();
  }

  // Milliseconds from one step to the next.
  pace() {
    return this.wait / Number(this.part("speed").value);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.tellControls();
  }

  go(to) {
    const before = this.at;
    this.at = Math.max(0, Math.min(to, this.steps));
    this.show(this.at, Math.abs(this.at - before) === 1 ? "step" : "jump");
    this.tellControls();
  }

  tellControls() {
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", this.tell(this.at));
    this.slider.style.setProperty("--done", this.steps ? this.at / this.steps : 1);
    for (const id of ["first", "previous"]) disable(this.part(id), this.at === 0);
    for (const id of ["next", "last"]) disable(this.part(id), this.at === this.steps);
    disable(this.part("play"), this.steps === 0);
    this.part("play").setAttribute("aria-label", this.isPlaying() ? tr`Pause` : tr`Play back`);
    const icon = this.isPlaying() ? "#icon-pause" : "#icon-play";
    this.part("play").querySelector("use").setAttribute("href", icon);
  }
}

// The most changes that can be taken back.
const MAX_CHANGES = 200;

// What something was before each change, and after each one that was taken back, the nearest last.
class Changes {
  constructor(before = [], after = [], most = MAX_CHANGES) {
    Object.assign(this, { before, after, most });
  }

  // It was this, and becomes another.
  push(state) {
    this.before = [...this.before.slice(1 - this.most), state];
    this.after = [];
  }

  undo(now) {
    if (this.before.length === 0) return null;
    this.after.push(now);
    return this.before.pop();
  }

  // The nearest of them, as they are kept.
  kept(most = this.most) {
    const [before, after] = [this.before, this.after].map((states) => states.slice(-most));
    return { before, after };
  }

  redo(now) {
    if (this.after.length === 0) return null;
    this.before.push(now);
    return this.after.pop();
  }
}

// Texts as part of an address: packed, in letters that addresses have.

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The text again; null where it is none.
async function unpacked(code) {
  try {
    const bytes = bytesOf(code.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

// Has the browser store a file.
function download(name, parts, type) {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  element("a", [], { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

const intoClipboard = (text) => Promise.resolve().then(() => navigator.clipboard.writeText(text));

// Has the address of this page with such an end in the clipboard; where that may not be, it becomes the
// address of the page. Which it was.
async function copyAddress(hash) {
  try {
    await intoClipboard(new URL(hash, location.href).href);
    return tr`The link is copied.`;
  } catch {
    history.replaceState(null, "", hash);
    return tr`The address of this page is now the link.`;
  }
}

translate(document.body);
setUpLanguage(byId("language"));
setUpTheme(byId("theme"));
