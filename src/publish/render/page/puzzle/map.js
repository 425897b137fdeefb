// The state map: every position as a point, every move as a line, and searches through them. Pages load this
// script with its texts on demand.

// Ink 0 is faint in light and dark colours. The other inks lead from the solution to the farthest position.
const INKS = [[133, 134, 135], ...{{scale}}];

// Decodes the numbers of the library.
const KINDS = { points: Int16Array, start: Uint16Array, goal: Uint16Array, cells: Uint16Array };
const numbersOf = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) =>
  [key, new (KINDS[key] ?? Uint32Array)(Uint8Array.fromBase64(text).buffer)]));

// The distance of a position from which no goal is reachable, and the cell of a piece that has left.
const NOWHERE = 0xffff;

const greatest = (distances) => distances.reduce((one, other) => (other === NOWHERE ? one : Math.max(one, other)), 0);

// The maximum number of solved positions with a mark. Others have only their colour.
const MAX_MARKS = 5000;

// Positions, moves and searches.
class StateMap {
  constructor(puzzle, { answer, layers, searches, ...texts }) {
    Object.assign(this, { puzzle, layers, ...numbersOf(texts) });
    this.searches = new Map(searches.map(({ name, ...texts }) => [name, numbersOf(texts)]));
    this.size = this.start.length;
    this.isSolvable = this.goal[0] !== NOWHERE;
    this.farthest = this.isSolvable ? this.goal : this.start;
    this.hardest = this.farthest.indexOf(greatest(this.farthest));
    this.solved = [...this.goal.keys().filter((at) => this.goal[at] === 0).take(MAX_MARKS)];
    // The ends of each move, and the positions one move away from each position.
    this.lines = new Uint32Array(this.edges.length + this.arcs.length);
    this.lines.set(this.edges);
    this.lines.set(this.arcs, this.edges.length);
    this.near = Array.from(this.start, () => []);
    for (const [at, end] of this.edges.entries()) this.near[end].push(this.edges[at ^ 1]);
    for (let at = 0; at < this.arcs.length; at += 2) this.near[this.arcs[at]].push(this.arcs[at + 1]);
    this.numbers = new Map(Array.from(this.start, (_, at) => [this.keyOf(this.cellsOf(at)), at]));
  }

  cellsOf(at) {
    const many = this.puzzle.pieces.length;
    return this.cells.subarray(at * many, (at + 1) * many);
  }

  // Returns a key that is equal for cells of the pieces that differ only by interchangeable pieces.
  keyOf(cells) {
    return Uint32Array.from(cells, (cell, piece) => 65536 * this.puzzle.pieces[piece].kind + cell).sort().join();
  }

  // Returns the number of a position; undefined if the map does not have it.
  numberOf({ anchors, puzzle }) {
    const cells = anchors.map((at) => (isOut(at) ? NOWHERE : at[0] * puzzle.columns + at[1]));
    return this.numbers.get(this.keyOf(cells));
  }

  // Returns a shortest path between two positions; null if no way leads there.
  path(from, to) {
    const last = new Map([[from, from]]);
    for (const at of last.keys()) {
      for (const other of this.near[at]) if (!last.has(other)) last.set(other, at);
    }
    if (!last.has(to)) return null;
    const path = [to];
    while (path.at(-1) !== from) path.push(last.get(path.at(-1)));
    return path.reverse();
  }

  // Returns the ink of each position: by distance, by dead ends, or by the order of a search that has stored
  // this many states.
  colours(what, until) {
    const colours = new Uint8Array(this.size);
    if (what === "ends") return colours.map((_, at) => Number(this.near[at].length === 1));
    const search = this.searches.get(what);
    const numbers = search?.discovered ?? (what === "start" ? this.start : this.farthest);
    const [count, end] = search ? [search.depths.length, until] : [greatest(numbers) + 1, NOWHERE];
    return colours.map((_, at) => (numbers[at] < end ? 1 + (numbers[at] / count) * (INKS.length - 1) : 0));
  }
}

// Draws points and lines with WebGL 2.
class MapPainter {
  constructor(canvas, lines) {
    const gl = canvas.getContext("webgl2", { antialias: false, depth: false });
    Object.assign(this, { gl, program: gl.createProgram() });
    for (const [kind, source] of [[gl.VERTEX_SHADER, `{{vertex}}`], [gl.FRAGMENT_SHADER, `{{fragment}}`]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    gl.useProgram(this.program);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.STATIC_DRAW);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.buffers = [gl.createBuffer(), gl.createBuffer()];
  }

  fill(place, numbers, size, kind) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[place]);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STREAM_DRAW);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, kind, false, 0, 0);
  }

  // Draws all points and the first `lines` lines for each list of colours, on its own part of the canvas.
  // Places are in pixels of the page. Each has `ratio` pixels of the canvas.
  draw({ places, parts, lines, size, ratio }) {
    const { gl, gl: { canvas } } = this;
    const width = canvas.width / parts.length;
    const at = (name) => gl.getUniformLocation(this.program, name);
    gl.uniform2f(at("scale"), (2 * ratio) / width, (-2 * ratio) / canvas.height);
    gl.uniform3fv(at("inks"), INKS.flat().map((part) => part / 255));
    gl.uniform1f(at("size"), size);
    this.fill(0, places, 2, gl.FLOAT);
    for (const [part, colours] of parts.entries()) {
      this.fill(1, colours, 1, gl.UNSIGNED_BYTE);
      gl.viewport(part * width, 0, width, canvas.height);
      gl.uniform1f(at("alpha"), 0.45);
      gl.drawElements(gl.LINES, lines * 2, gl.UNSIGNED_INT, 0);
      gl.uniform1f(at("alpha"), 1);
      gl.drawArrays(gl.POINTS, 0, colours.length);
    }
  }
}

// Milliseconds between two frames while the map turns, and of the pause before all lines are drawn.
const FRAME_TIME = 33;
const REST_TIME = 180;

class MapView {
  // The searches that are watched, after this many states.
  watched = []; until = Infinity;

  // The part of the lines that a moving map shows.
  share = 1;

  // `answer` is the map if the page has it. Otherwise the engine finds the map.
  constructor(root, table, engine, answer) {
    Object.assign(this, { table, engine, answer });
    this.body = element("div", "");
    root.append(element("style", `{{style}}`), this.body);
  }

  async open() {
    if (this.map) return;
    const { puzzle } = this.table;
    const request = requestOf("map", puzzle, startOf(puzzle));
    const answer = this.answer ?? await askInto(this.body, this.engine, request, "map");
    if (answer?.answer === "map") {
      if (element("canvas").getContext("webgl2")) this.build(new StateMap(puzzle, answer));
      else this.body.textContent = tr("This browser cannot draw the map: it has no WebGL 2.");
    }
    else if (answer?.reason === "states") {
      this.body.textContent = tr("The map has too many positions for a page. “All positions” counts them.");
    }
  }

  build(map) {
    this.map = map;
    this.body.innerHTML = `{{body}}`;
    translate(this.body);
    this.canvas = byId("map-canvas");
    byId("map").style.setProperty("--hues", INKS.slice(1).map((hue) => `rgb(${hue})`).join());
    write("map-text", tr("{} positions and {} moves.", withCommas(map.size), withCommas(map.lines.length / 2)));
    this.places = new Float32Array(2 * map.size);
    this.painter = new MapPainter(this.canvas, map.lines);
    const names = [...map.searches.keys()].sort();
    for (const name of names) {
      const button = element("button", tr("Watch {}", name.toUpperCase()), { id: "map-" + name, type: "button" });
      setUpSwitch(button, () => this.watched.includes(name), () => this.watch(name));
      byId("map-searches").append(button);
    }
    onPress({ "map-full": () => this.body.requestFullscreen() });
    const show = (until) => this.walk(until);
    this.playback = new Playback({ wait: FRAME_TIME, prefix: "map-", show });
    byId("map-layers").append(...map.layers.map((counts, distance) => rowOf([distance, ...counts])));
    this.listen();
    this.table.onMove.push(() => this.update());
    this.reset();
    this.update();
    if (!this.body.closest(".map-first")) return;
    const { watch } = byId("map").dataset;
    for (const name of watch?.split(",") ?? names) if (map.searches.has(name)) this.watch(name);
    if (!watch) this.playback.jump(this.playback.steps);
  }

  // Shows or hides a search. Several searches are side by side.
  watch(name) {
    Object.assign(this, { zoom: 1, pan: [0, 0] });
    const isOn = !this.watched.includes(name);
    this.watched = isOn ? [...this.watched, name] : this.watched.filter((other) => other !== name);
    byId("map-watch").hidden = this.watched.length === 0;
    byId("map-colours").hidden = this.watched.length > 0;
    const states = Math.max(0, ...this.watched.map((other) => this.map.searches.get(other).depths.length));
    this.playback.stride = Math.ceil(states / 600);
    this.playback.begin(states, isOn ? 0 : states);
    this.walk(this.playback.at);
    if (isOn) this.playback.play();
  }

  // Shows the searches after this many states.
  walk(until) {
    const rows = this.watched.map((name) => {
      const { depths, waiting, path } = this.map.searches.get(name);
      const at = Math.min(until, depths.length);
      const found = at === depths.length && path.length ? path.length - 1 : null;
      if (found !== null && this.until < Math.min(at, until)) {
        tell("{} found a solution: {}.", name.toUpperCase(), this.table.counted(found));
      }
      return [name, at, depths[at - 1] ?? 0, waiting[at - 1] ?? 0, found ?? "–"];
    });
    byId("map-figures").replaceChildren(...rows.map(rowOf));
    this.until = until;
    this.paint();
  }

  // Finds the position of the board.
  update() {
    this.here = this.map.numberOf(this.table.position);
    this.point(this.here);
  }

  // Shows a position: its distances and its board.
  point(at) {
    this.shown = at;
    const { table, table: { puzzle }, map } = this;
    const known = at === undefined ? [tr("The map has no such position.")] : [
      tr("{} from the start", table.counted(map.start[at])),
      map.goal[at] === NOWHERE ? tr("no solution can be reached") : tr("{} from the nearest solution", table.counted(map.goal[at])),
      map.near[at].length === 1 && tr("a dead end"),
    ];
    const anchors = at === undefined ? [] : Array.from(map.cellsOf(at), (cell) => (cell === NOWHERE ? OUT : placeAt(cell, puzzle)));
    if (anchors.length) drawPuzzle(byId("map-board"), puzzle, anchors);
    write("map-position", joined(known, tr(", ")));
    this.paint();
  }

  // Moves the board to a position by a shortest path.
  go(to) {
    const { table, map } = this;
    if (to === undefined || this.here === undefined || !table.mayMove()) return;
    const path = map.path(this.here, to);
    if (!path) {
      tell("Pieces that have left do not come back.");
      return;
    }
    for (const at of path.slice(1)) {
      const { position } = table;
      const [piece, ways] = movesAt(position).find((move) => map.numberOf(after(position, move)) === at);
      for (const way of ways) table.mine.step(piece, way);
    }
    table.show();
    tell("The board has gone there in {}.", table.counted(path.length - 1));
  }

  // Computes the place of each position on a part of the canvas, in pixels of the page. The map fills a
  // circle of this radius.
  place(width, height, radius) {
    const { map: { points, size }, pan, places, yaw, pitch } = this;
    const sin = Math.sin(yaw);
    const cos = Math.cos(yaw);
    const dip = Math.sin(pitch);
    const flat = Math.cos(pitch);
    const middle = width / 2 + pan[0];
    const centre = height / 2 + pan[1];
    const scale = radius / 32767;
    for (let at = 0; at < size; at++) {
      const x = points[3 * at];
      const y = points[3 * at + 1];
      const z = points[3 * at + 2];
      places[2 * at] = middle + scale * (cos * x + sin * z);
      places[2 * at + 1] = centre - scale * ((sin * x - cos * z) * dip + flat * y);
    }
  }

  // Requests a frame. A resting map shows all lines, a moving one as many as time allows.
  paint(isResting = false) {
    this.isResting = isResting;
    this.frame ??= requestAnimationFrame(() => this.drawAll());
  }

  // Draws the map, or each watched search on its own part of the canvas.
  drawAll() {
    this.frame = null;
    const { canvas, map, places, isResting } = this;
    const searches = this.watched.length ? this.watched : [byId("map-colours").value];
    const width = canvas.clientWidth / searches.length;
    const height = canvas.clientHeight;
    if (width === 0) return;
    const ratio = Math.min(devicePixelRatio, 2);
    const radius = 0.47 * Math.min(width, height) * this.zoom;
    Object.assign(canvas, { width: canvas.clientWidth * ratio, height: height * ratio });
    this.place(width, height, radius);
    this.painter.draw({
      places, ratio,
      parts: searches.map((name) => map.colours(name, this.until)),
      lines: Math.round((map.lines.length / 2) * (isResting ? 1 : this.share)),
      size: ratio * Math.min(5, Math.max(1.2, radius / Math.sqrt(map.size) / 1.6)),
    });
    byId("map-marks").replaceChildren(...searches.map((name, part) =>
      svg("g", { transform: `translate(${part * width})` },
        ...(map.searches.has(name) ? [svg("text", { x: 14, y: 24 }, name.toUpperCase())] : []),
        ...this.marks(map.searches.get(name), width))));
    clearTimeout(this.pauseTimer);
    if (isResting) return;
    // A late frame means that the last one had too many lines.
    const now = performance.now();
    this.share = Math.min(1, Math.max(0.02, this.share * (now - this.drawn > FRAME_TIME ? 0.8 : 1.1)));
    this.drawn = now;
    if (this.share < 1) this.pauseTimer = setTimeout(() => this.paint(true), REST_TIME);
  }

  // Draws the marks: the path, solved positions, the start, the hardest start, the board.
  marks(search, width) {
    const { map, here, shown, places } = this;
    const place = (at) => places[2 * at].toFixed(1) + " " + places[2 * at + 1].toFixed(1);
    const path = [...(!search ? map.solution : this.until >= search.depths.length ? search.path : [])];
    const points = path.map(place).join(" ");
    const solved = search ? [] : map.solved;
    const circles = {
      found: search && path.at(-1), hardest: !search && map.isSolvable && map.hardest, start: 0,
      shown: shown !== here && shown, here,
    };
    const words = { hardest: tr("hardest start"), start: tr("start") };
    return [
      svg("polyline", { class: "under", points }),
      svg("polyline", { points }),
      svg("path", { d: solved.map((at) => `M${place(at)}h0`).join("") }),
      ...Object.entries(circles).filter(([, at]) => Number.isInteger(at)).map(([kind, at]) =>
        svg("g", { class: `${kind} ${places[2 * at] > width - 110 ? "right" : ""}`, transform: `translate(${place(at)})` },
          svg("circle"), svg("text", { x: 8, y: -6 }, words[kind] ?? ""))),
    ];
  }

  // Returns the position at a point of the canvas; undefined if none is near.
  pick({ offsetX, offsetY }) {
    const { places } = this;
    const x = offsetX % (this.canvas.clientWidth / Math.max(1, this.watched.length));
    let [best, least] = [undefined, 12 ** 2];
    for (let at = 0; at < places.length; at += 2) {
      const square = (places[at] - x) ** 2 + (places[at + 1] - offsetY) ** 2;
      if (square < least) [best, least] = [at / 2, square];
    }
    return best;
  }

  // Changes the view: by angles, by pixels, by a factor.
  move({ yaw = 0, pitch = 0, pan: [x, y] = [0, 0], zoom = 1 }) {
    this.yaw += yaw;
    this.pitch = Math.max(-1.6, Math.min(1.6, this.pitch + pitch));
    this.zoom = Math.max(0.3, Math.min(60, this.zoom * zoom));
    this.pan = [this.pan[0] * zoom + x, this.pan[1] * zoom + y];
    this.paint();
  }

  // Shows the whole map from the front.
  reset() {
    Object.assign(this, { yaw: 0, pitch: 0, zoom: 1, pan: [0, 0] });
    this.paint();
  }

  listen() {
    const { canvas } = this;
    // The first touch focuses the map. Before that, a finger scrolls the page.
    const isHeld = ({ pointerType }) => pointerType !== "touch" || canvas.matches(":focus");
    const fingers = new Map();
    let travelled = 0;
    canvas.onpointerdown = ({ pointerId, offsetX, offsetY }) => {
      canvas.setPointerCapture(pointerId);
      if (fingers.size === 0) travelled = 0;
      fingers.set(pointerId, [offsetX, offsetY]);
    };
    canvas.onpointermove = (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) this.point(this.pick(event) ?? this.here);
      if (!before || !isHeld(event)) return;
      const now = [event.offsetX, event.offsetY];
      const [x, y] = offsetTo(now, before);
      fingers.set(event.pointerId, now);
      travelled += Math.hypot(x, y);
      const other = fingers.values().find((finger) => finger !== now);
      const apart = (finger) => Math.hypot(...offsetTo(finger, other)) || 1;
      // The middle of two fingers moves half as far as one of them.
      if (other) this.move({ pan: [x / 2, y / 2], zoom: apart(now) / apart(before) });
      else if (event.shiftKey) this.move({ pan: [x, y] });
      else this.move({ yaw: x / 150, pitch: y / 150 });
    };
    const release = (event) => {
      const isClick = event.type === "pointerup" && fingers.size === 1 && travelled < 5;
      fingers.delete(event.pointerId);
      if (isClick && isHeld(event)) this.go(this.pick(event));
      else if (isClick) canvas.focus({ preventScroll: true });
    };
    canvas.onpointerup = release;
    canvas.onpointercancel = release;
    canvas.onwheel = (event) => {
      event.preventDefault();
      this.move({ zoom: Math.exp(-event.deltaY / 500) });
    };
    canvas.onkeydown = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    byId("map-colours").onchange = () => this.paint();
    new ResizeObserver(() => this.paint()).observe(canvas);
  }

  // Returns whether the key has a meaning.
  onKey({ key, shiftKey }) {
    const [y, x] = arrowOf(key) ?? [0, 0];
    const near = this.map.near[this.here] ?? [];
    // A lecturer goes through the searches side by side.
    if (x && this.watched.length) byId(x < 0 ? "map-previous" : "map-next").click();
    else if (x || y) this.move(shiftKey ? { pan: [x * -30, y * -30] } : { yaw: x / 8, pitch: y / 8 });
    else if ("+=-".includes(key)) this.move({ zoom: key === "-" ? 0.8 : 1.25 });
    else if (key === " ") byId("map-play").click();
    else if (key === "0") this.reset();
    else if (key === "Enter") this.go(this.shown);
    else if (key.toLowerCase() === "n" && near.length) this.point(near[(near.indexOf(this.shown) + 1) % near.length]);
    else return false;
    return true;
  }
}

const rowOf = ([name, ...texts]) =>
  element("tr", [element("th", name), ...texts.map((text) => element("td", withCommas(text)))]);
