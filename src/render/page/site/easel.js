// What the places to draw have in common: strokes of a pointer, keys on cells, and texts to copy.

// Follows each stroke from where the pointer comes down; `begin` is called there, and has what is told of
// the rest of it, `drag`, `lift` and `cancel`, or nothing. `pointAt` finds [row, column] with fractions.
function listenToStrokes(root, pointAt, begin) {
  let held = null;
  root.addEventListener("pointerdown", (event) => {
    if (held || event.button !== 0) return;
    const last = pointAt(event);
    const stroke = begin(last);
    if (!stroke) return;
    root.setPointerCapture(event.pointerId);
    held = { pointer: event.pointerId, last, stroke };
  });
  root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const to = pointAt(event);
    for (const point of between(held.last, to)) held.stroke.drag(point);
    held.last = to;
  });
  const end = (event) => {
    if (event.pointerId !== held?.pointer) return;
    const { stroke } = held;
    held = null;
    if (event.type === "pointerup") stroke.lift(pointAt(event));
    else stroke.cancel(pointAt(event));
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
  // A stroke is no gesture of the browser, which would take the next tap for its end.
  for (const name of ["touchstart", "touchmove"]) {
    root.addEventListener(name, (event) => held && event.preventDefault(), { passive: false });
  }
}

// Keys on the cells of an easel, by what `onKey` makes of them, and Ctrl Z and Ctrl Y anywhere but in texts.
function listenToKeys(root, easel, onKey) {
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && onKey(event, easel)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("textarea, input") || !(event.ctrlKey || event.metaKey)) return;
    if (onShortcut(event, easel)) event.preventDefault();
  });
}

// Has the text of an easel in the clipboard, or chosen at least.
async function copyText(easel) {
  byId("text").select();
  await navigator.clipboard?.writeText(byId("text").value).catch(() => {});
  easel.say(tr`The text is copied.`);
}

// One of the cells can be reached by Tab: that where one was last.
function rove(root) {
  // Chromium has Tab stop at a picture that listens to the focus: what it lies in does.
  root.parentElement.addEventListener("focusin", ({ target }) => {
    if (!target.dataset.cell) return;
    for (const cell of root.querySelectorAll(".cell[tabindex='0']")) cell.setAttribute("tabindex", -1);
    target.setAttribute("tabindex", 0);
  });
}

// The points of a stroke up to this one, [row, column]: the pointer may be faster than its messages.
function between(from, to) {
  const steps = Math.ceil(4 * Math.hypot(to[0] - from[0], to[1] - from[1]));
  const part = (step, axis) => from[axis] + ((to[axis] - from[axis]) * step) / steps;
  return Array.from({ length: steps }, (_, at) => [part(at + 1, 0), part(at + 1, 1)]);
}
