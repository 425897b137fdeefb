// The state map: every position as a point, every move as a line, and searches that walk through them.
// It is loaded when it is first asked for, and so are its texts.

Object.assign(CHINESE, {
  "Colours": "颜色",
  "Distance to the nearest solution": "到最近解的距离",
  "Distance from the start": "离起点的距离",
  "Dead ends": "死胡同",
  "State map: arrow keys turn it, plus and minus zoom, N goes from neighbour to neighbour, Enter brings the board there.": "状态图：方向键旋转，加减号缩放，N 逐个查看相邻局面，回车让棋盘走到那里。",
  "Drag turns the map; <kbd>Shift</kbd> and drag, or two fingers, move it; the wheel or two fingers zoom.": "拖动旋转；按住 <kbd>Shift</kbd> 拖动或双指拖动可平移；滚轮或双指缩放。",
  "On a touch screen, tap the map first: until then, a finger scrolls the page.": "触摸屏上请先轻点状态图；在此之前手指仍用于滚动页面。",
  "Point at a position to see its board; click, and the board goes there by the shortest way.": "指向一个局面可看到它的棋盘；点击后棋盘按最短路线走到那里。",
  "<kbd>←</kbd> <kbd>↓</kbd> <kbd>↑</kbd> <kbd>→</kbd> turn it, with <kbd>Shift</kbd> move it, <kbd>+</kbd> <kbd>-</kbd> zoom, <kbd>0</kbd> shows all, <kbd>N</kbd> shows the next neighbour and <kbd>Enter</kbd> goes there.": "<kbd>←</kbd> <kbd>↓</kbd> <kbd>↑</kbd> <kbd>→</kbd> 旋转，加 <kbd>Shift</kbd> 平移，<kbd>+</kbd> <kbd>-</kbd> 缩放，<kbd>0</kbd> 显示全部，<kbd>N</kbd> 查看下一个相邻局面，<kbd>Enter</kbd> 走到那里。",
  "Watch BFS": "观看广度优先",
  "Watch DFS": "观看深度优先",
  "States of the search": "搜索的状态",
  "Search": "搜索",
  "States stored": "已存状态",
  "Depth": "深度",
  "Frontier": "待展开",
  "Moves found": "找到的步数",
  "Layers as a table": "各层的表格",
  "Distance": "距离",
  "From the start": "离起点",
  "From the nearest solution": "离最近解",
  "start": "起点",
  "hardest start": "最难开局",
  "{} positions and {} moves.": "{} 个局面，{} 种走法。",
  "{} from the start": "离起点 {}",
  "{} from the nearest solution": "离最近解 {}",
  "no solution can be reached": "无法到达任何解",
  "a dead end": "死胡同",
  "The map has no such position.": "状态图里没有这个局面。",
  "The board has gone there in {}.": "棋盘走了 {} 到达那里。",
  "{} found a solution: {}.": "{} 找到了解：{}。",
  "The map has too many positions for a page. “All positions” counts them.": "局面太多，网页画不下。“所有局面”可以统计它们。",
});

// From the solution to the farthest position: the hues of pictures for print, and colours between them.
const HUES = [[213, 94, 0], [230, 159, 0], [0, 158, 115], [86, 180, 233], [63, 127, 214], [154, 98, 196]];
const GRADIENT = HUES.slice(0, -1).flatMap((hue, at) => Array.from({ length: 10 }, (_, step) =>
  hue.map((part, which) => part + ((HUES[at + 1][which] - part) * step) / 10)));

// Numbers as the library tells them.
const numbersOf = (text, Kind) =>
  new Kind(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);

// A distance that is none.
const NOWHERE = 0xffff;

// So many solved positions are marked; the colour tells the others.
const MAX_MARKS = 5000;

// Positions, moves and searches.
class StateMap {
  constructor(puzzle, { points, edges, start, goal, cells, solution, searches }) {
    this.puzzle = puzzle;
    this.points = numbersOf(points, Int16Array);
    [this.edges, this.solution] = [edges, solution].map((text) => numbersOf(text, Uint32Array));
    [this.start, this.goal] = [start, goal].map((text) => numbersOf(text, Uint16Array));
    this.cells = numbersOf(cells, Uint8Array);
    this.searches = new Map(searches.map(({ name, ...told }) => {
      const parts = Object.entries(told).map(([key, text]) => [key, numbersOf(text, Uint32Array)]);
      const search = Object.fromEntries(parts);
      return [name, { ...search, size: search.depths.length }];
    }));
    this.size = this.start.length;
    this.isSolvable = this.goal[0] !== NOWHERE;
    this.farthest = this.isSolvable ? this.goal : this.start;
    this.hardest = this.farthest.reduce((most, it, at) => (it > this.farthest[most] ? at : most), 0);
    this.solved = [...this.goal.keys()].filter((at) => this.goal[at] === 0).slice(0, MAX_MARKS);
    // Where the neighbours of each position begin, and these.
    this.first = new Uint32Array(this.size + 2);
    for (const end of this.edges) this.first[end + 2] += 1;
    for (let at = 2; at < this.first.length; at++) this.first[at] += this.first[at - 1];
    this.neighbours = new Uint32Array(this.edges.length);
    for (const [at, end] of this.edges.entries()) this.neighbours[this.first[end + 1]++] = this.edges[at ^ 1];
    // The positions by the cells of their pieces.
    this.numbers = new Map();
    for (let at = 0; at < this.size; at++) this.numbers.set(String.fromCharCode(...this.cellsOf(at)), at);
  }

  near(at) {
    return this.neighbours.subarray(this.first[at], this.first[at + 1]);
  }

  cellsOf(at) {
    const many = this.puzzle.pieces.length;
    return this.cells.subarray(at * many, (at + 1) * many);
  }

  // The number of a position, if it is on the map, where pieces of one kind are in the order of their cells.
  numberOf(position) {
    const cells = position.anchors.map((at) => position.index(at));
    const kinds = this.puzzle.pieces.map(({ kind }) => kind);
    const rest = new Map(kinds.map((kind) =>
      [kind, cells.filter((_, id) => kinds[id] === kind).sort((one, other) => one - other)]));
    return this.numbers.get(String.fromCharCode(...kinds.map((kind) => rest.get(kind).shift())));
  }

  // A shortest path between two positions.
  path(from, to) {
    const next = new Int32Array(this.size).fill(-1);
    const queue = [to];
    next[to] = to;
    for (const at of queue) {
      if (at === from) break;
      for (const other of this.near(at).filter((it) => next[it] < 0)) {
        next[other] = at;
        queue.push(other);
      }
    }
    const path = [from];
    while (path.at(-1) !== to) path.push(next[path.at(-1)]);
    return path;
  }

  // The colour of each position: from 1 on one of the shades, and 0 is faint. By distances, for dead ends,
  // or for what a search has discovered until it has stored so many states.
  colours(what, until) {
    const search = this.searches.get(what);
    const numbers = search?.discovered ?? (what === "start" ? this.start : this.farthest);
    const most = search?.size ?? numbers.reduce((most, it) => Math.max(most, it), 0) + 1;
    const colours = new Uint8Array(this.size);
    for (let at = 0; at < this.size; at++) {
      const part = what === "ends" ? this.first[at + 1] - this.first[at] - 1 : numbers[at] / most;
      if (what === "ends" ? part === 0 : numbers[at] < until) colours[at] = 1 + part * GRADIENT.length;
    }
    return colours;
  }
}

// So many points are drawn by WebGL without a graphics card.
const MAX_SLOW_POINTS = 5000;

// Whether WebGL 2 is there, and has a graphics card for so many points.
function isFast(points) {
  const gl = element("canvas", "").getContext("webgl2");
  const told = gl?.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL;
  const isSoftware = told && /swiftshader|llvmpipe|software|basic render/i.test(gl.getParameter(told));
  return gl !== null && (!isSoftware || points <= MAX_SLOW_POINTS);
}

// Draws points and lines with WebGL 2.
class GlPainter {
  constructor(canvas, lines) {
    const gl = canvas.getContext("webgl2", { antialias: false, depth: false });
    Object.assign(this, { canvas, gl, program: gl.createProgram() });
    for (const [kind, source] of [[gl.VERTEX_SHADER, `{{vertex}}`], [gl.FRAGMENT_SHADER, `{{fragment}}`]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    gl.useProgram(this.program);
    this.buffers = { place: gl.createBuffer(), colour: gl.createBuffer() };
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.STATIC_DRAW);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  fill(name, numbers, size, kind) {
    const { gl } = this;
    const place = gl.getAttribLocation(this.program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STREAM_DRAW);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, kind, false, 0, 0);
  }

  clear() {
    this.gl.clear(this.gl.COLOR_BUFFER_BIT);
  }

  show() {}

  // Draws so many lines and all points in a part of the canvas: [left, width].
  draw({ places, colours, inks, lines, size, part: [left, width] }) {
    const { gl, canvas: { height } } = this;
    const at = (name) => gl.getUniformLocation(this.program, name);
    this.fill("place", places, 2, gl.FLOAT);
    this.fill("colour", colours, 1, gl.UNSIGNED_BYTE);
    gl.viewport(left, 0, width, height);
    gl.uniform4f(at("view"), 2 / width, -2 / height, -1 - (2 * left) / width, 1);
    gl.uniform3fv(at("inks"), inks.flat().map((part) => part / 255));
    gl.uniform1f(at("size"), size);
    gl.uniform1f(at("alpha"), 0.45);
    gl.drawElements(gl.LINES, lines * 2, gl.UNSIGNED_INT, 0);
    gl.uniform1f(at("alpha"), 1);
    gl.drawArrays(gl.POINTS, 0, colours.length);
  }
}

// Draws the same pixel by pixel: where there is no WebGL, or WebGL has no graphics card and would take
// microseconds for each point and line.
class PixelPainter {
  constructor(canvas, lines) {
    Object.assign(this, { canvas, lines, context: canvas.getContext("2d") });
  }

  clear() {
    const { canvas: { width, height }, context } = this;
    if (this.image?.width !== width || this.image.height !== height) {
      this.image = context.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    this.pixels.fill(0);
  }

  show() {
    this.context.putImageData(this.image, 0, 0);
  }

  draw({ places, colours, inks, lines, size, part: [left, width] }) {
    const { canvas, lines: ends, pixels } = this;
    const [ofLines, ofDots] = [110, 255].map((alpha) => Uint32Array.from(inks, ([red, green, blue]) =>
      (alpha << 24 | blue << 16 | green << 8 | red) >>> 0));
    const [right, height, row] = [left + width, canvas.height, canvas.width];
    // Whole numbers are faster.
    const spots = new Int32Array(places);
    const dot = (x, y, colour, ink) => {
      if (x < left || x >= right || y < 0 || y >= height) return;
      const pixel = y * row + x;
      if (colour || !pixels[pixel]) pixels[pixel] = ink;
    };
    for (let at = 0; at < 2 * lines; at += 2) {
      const [from, to] = [ends[at], ends[at + 1]];
      const [x, y] = [spots[2 * from], spots[2 * from + 1]];
      const [across, down] = [spots[2 * to] - x, spots[2 * to + 1] - y];
      const steps = Math.max(Math.abs(across), Math.abs(down));
      const [aside, below] = [across / steps, down / steps];
      const colour = Math.min(colours[from], colours[to]);
      for (let step = 1; step < steps && step < 8000; step++) {
        dot(x + aside * step + 0.5 | 0, y + below * step + 0.5 | 0, colour, ofLines[colour]);
      }
    }
    const side = Math.max(1, Math.round(size));
    for (let at = 0; at < colours.length; at++) {
      const [x, y, colour] = [spots[2 * at], spots[2 * at + 1], colours[at]];
      for (let pixel = 0; pixel < side * side; pixel++) {
        dot(x + (pixel % side), y + (pixel / side | 0), colour, ofDots[colour]);
      }
    }
  }
}

// Milliseconds from one picture to the next while the map is turned; and of rest until all lines are drawn.
const [FRAME_TIME, REST_TIME] = [33, 180];

class MapView {
  // `answer` is the map, if the page has it already; or the engine finds it.
  constructor(root, table, engine, answer) {
    Object.assign(this, { table, engine, answer, watched: [], colours: "goal", until: Infinity, share: 1 });
    this.body = element("div", "");
    root.append(element("style", `{{style}}`), this.body);
    root.addEventListener("toggle", () => (root.open ? this.open() : this.engine?.cancel()));
    this.open();
  }

  async open() {
    if (this.map) return;
    const { puzzle } = this.table;
    const tell = (text) => { this.body.textContent = text; };
    tell(progressText({}));
    const question = `map\nmetric: ${puzzle.metric}\nmost: ${MAX_MEMORY}\n\n${puzzle.text}`;
    const answer = this.answer ?? await this.engine.ask(question, (progress) => tell(progressText(progress)));
    this.engine?.rest();
    if (answer?.answer === "map") this.build(new StateMap(puzzle, answer));
    else if (answer?.reason === "states") tell(tr`The map has too many positions for a page. “All positions” counts them.`);
    else if (answer !== undefined) tell(reasonOf(answer));
  }

  build(map) {
    this.map = map;
    this.body.innerHTML = `{{body}}`;
    translate(this.body);
    // The controls of a solution, once more.
    const controls = [byId("slider").cloneNode(), document.querySelector(".transport").cloneNode(true)];
    byId("map-watch").prepend(...controls);
    for (const part of byId("map-watch").querySelectorAll("[id]:not([id^=map])")) part.id = `map-${part.id}`;
    controls[0].setAttribute("aria-label", tr`States of the search`);
    [this.canvas, this.top] = this.body.querySelectorAll("canvas");
    const [positions, moves] = [map.size, map.edges.length / 2].map((it) => it.toLocaleString("en"));
    byId("map-text").textContent = tr`${positions} positions and ${moves} moves.`;
    this.places = new Float32Array(2 * map.size);
    this.painter = new (isFast(map.size) ? GlPainter : PixelPainter)(this.canvas, shuffled(map.edges));
    const words = { bfs: tr`Watch BFS`, dfs: tr`Watch DFS` };
    for (const name of [...map.searches.keys()].sort()) {
      const button = element("button", words[name] ?? name, { id: `map-${name}`, type: "button", "aria-pressed": false });
      onPress(button, () => this.watch(name, button));
      byId("map-searches").append(button);
    }
    this.playback = new Playback({ steps: 0, wait: FRAME_TIME, prefix: "map-", show: (until) => this.walk(until) });
    this.tabulate();
    this.listen();
    const { onMove } = this.table;
    this.table.onMove = () => {
      onMove();
      this.update();
    };
    this.reset();
    this.update();
  }

  // Has a search watched, or no more; several are shown side by side.
  watch(name, button) {
    const isOn = !this.watched.includes(name);
    this.watched = isOn ? [...this.watched, name] : this.watched.filter((other) => other !== name);
    button.setAttribute("aria-pressed", isOn);
    byId("map-watch").hidden = this.watched.length === 0;
    byId("map-colours").hidden = this.watched.length > 0;
    const most = Math.max(0, ...this.watched.map((other) => this.map.searches.get(other).size));
    this.playback.stride = Math.ceil(most / 600);
    this.playback.begin(most, isOn ? 0 : most);
    this.walk(this.playback.at);
    if (isOn) this.playback.play();
  }

  // Shows the searches after so many states.
  walk(until) {
    const rows = this.watched.map((name) => {
      const { depths, waiting, path, size } = this.map.searches.get(name);
      const at = Math.min(until, size);
      const found = at === size && path.length ? path.length - 1 : null;
      if (found !== null && this.until < size && this.until < until) {
        say(tr`${name.toUpperCase()} found a solution: ${this.table.counted(found)}.`);
      }
      return [name, at, depths[at - 1] ?? 0, waiting[at - 1] ?? 0, found ?? "–"];
    });
    byId("map-figures").replaceChildren(...rows.map(rowOf));
    this.until = until;
    this.paint();
  }

  // The layers for those who see no map.
  tabulate() {
    const layers = [];
    for (const [column, distances] of [this.map.start, this.map.goal].entries()) {
      for (const distance of distances) if (distance !== NOWHERE) (layers[distance] ??= [0, 0])[column] += 1;
    }
    byId("map-layers").append(...layers.map((counts, distance) => rowOf([distance, ...counts])));
  }

  // Where the board is now.
  update() {
    this.here = this.map.numberOf(this.table.position);
    this.point(this.here);
  }

  // Shows a position: what is known of it, and its board.
  point(at) {
    this.shown = at;
    const { table, table: { puzzle }, map } = this;
    const known = [];
    if (at === undefined) known.push(tr`The map has no such position.`);
    else {
      known.push(tr`${table.counted(map.start[at])} from the start`);
      if (map.isSolvable) known.push(tr`${table.counted(map.goal[at])} from the nearest solution`);
      else known.push(tr`no solution can be reached`);
      if (map.near(at).length === 1) known.push(tr`a dead end`);
      const anchors = [...map.cellsOf(at)].map((cell) => [Math.floor(cell / puzzle.columns), cell % puzzle.columns]);
      const pieces = puzzle.pieces.map((piece, id) => ({ ...piece, at: anchors[id] }));
      drawPuzzle(byId("map-board"), { ...puzzle, pieces });
    }
    byId("map-position").textContent = known.join(isChinese ? "，" : ", ");
    this.paint();
  }

  // Brings the board to a position by the shortest way.
  go(to) {
    const { table, map, table: { puzzle: { pieces } } } = this;
    if (to === undefined || this.here === undefined || !table.mayMove()) return;
    const path = map.path(this.here, to);
    for (const at of path.slice(1)) {
      const { position } = table;
      const cells = map.cellsOf(at);
      const isThere = (id, anchor) =>
        pieces.some(({ kind }, other) => kind === pieces[id].kind && cells[other] === position.index(anchor));
      const piece = position.anchors.findIndex((anchor, id) => !isThere(id, anchor));
      for (const way of position.route(piece, (anchor) => isThere(piece, anchor))) table.mine.step(piece, way);
    }
    table.show();
    say(tr`The board has gone there in ${table.counted(path.length - 1)}.`);
  }

  // The place of each position on a part of the canvas; all of them are in `places`.
  placer([left, width]) {
    const { canvas: { height }, map: { points, size }, pan, places, yaw, pitch, zoom } = this;
    const scale = (0.47 * Math.min(width, height) * zoom) / 32767;
    const [sin, cos, dip, flat] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)].map((it) => it * scale);
    const [middle, centre, part] = [left + width / 2 + pan[0], height / 2 + pan[1], dip / scale];
    for (let at = 0; at < size; at++) {
      const [x, y, z] = [points[3 * at], points[3 * at + 1], points[3 * at + 2]];
      places[2 * at] = middle + cos * x + sin * z;
      places[2 * at + 1] = centre - (sin * x - cos * z) * part - flat * y;
    }
    return (at) => places.subarray(2 * at, 2 * at + 2);
  }

  // The parts of the canvas: one, or one for each search that is watched.
  parts() {
    const many = Math.max(1, this.watched.length);
    const width = this.canvas.width / many;
    return Array.from({ length: many }, (_, at) => [at * width, width]);
  }

  paint() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.drawAll();
    });
  }

  drawAll() {
    const { canvas, top, painter, map, isResting } = this;
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((length) => Math.round(length * ratio));
    if (width === 0) return;
    if (canvas.width !== width || canvas.height !== height) {
      for (const each of [canvas, top]) Object.assign(each, { width, height });
    }
    // While it moves, as many lines as there is time for.
    const began = performance.now();
    this.isResting = false;
    clearTimeout(this.rest);
    if (!isResting && this.share < 1) {
      this.rest = setTimeout(() => {
        this.isResting = true;
        this.paint();
      }, REST_TIME);
    }
    const style = getComputedStyle(canvas);
    const [paper, ink, goal] = ["paper", "caption", "goal"].map((name) => style.getPropertyValue(`--${name}`));
    const inks = [style.colorScheme === "dark" ? [70, 76, 86] : [196, 192, 184], ...GRADIENT];
    const lines = Math.round((map.edges.length / 2) * (isResting ? 1 : this.share));
    painter.clear();
    const context = top.getContext("2d");
    context.clearRect(0, 0, width, height);
    for (const [number, part] of this.parts().entries()) {
      const name = this.watched[number];
      const place = this.placer(part);
      const room = (0.47 * Math.min(part[1], height) * this.zoom) / Math.sqrt(map.size) / 1.6;
      const size = ratio * Math.min(5, Math.max(1.2, room));
      const colours = map.colours(name ?? this.colours, name ? this.until : NOWHERE);
      painter.draw({ places: this.places, colours, inks, lines, size, part });
      this.mark(context, { place, search: map.searches.get(name), ratio, paper, ink, goal });
    }
    painter.show();
    const isSlow = performance.now() - began > FRAME_TIME * 0.7;
    if (!isResting) this.share = Math.min(1, Math.max(0.02, this.share * (isSlow ? 0.8 : 1.1)));
  }

  // Draws what stands out: the path, solved positions, the start, the hardest start, the board.
  mark(context, { place, search, ratio, paper, ink, goal }) {
    const { map, here, shown } = this;
    const path = !search || this.until >= search.size ? (search ?? { path: map.solution }).path : [];
    for (const [strokeStyle, width] of [[paper, 4.5], [ink, 2.2]]) {
      context.beginPath();
      for (const at of path) context.lineTo(...place(at));
      Object.assign(context, { strokeStyle, lineWidth: width * ratio, lineJoin: "round" });
      context.stroke();
    }
    const circle = (at, radius, fillStyle, strokeStyle = paper, word = "") => {
      const [x, y] = place(at);
      const font = `${13 * ratio}px system-ui, sans-serif`;
      Object.assign(context, { fillStyle, strokeStyle, font, lineWidth: 2.5 * ratio });
      context.beginPath();
      context.arc(x, y, radius * ratio, 0, 7);
      context.stroke();
      context.fill();
      context.strokeText(word, x + 8 * ratio, y - 6 * ratio);
      context.fillText(word, x + 8 * ratio, y - 6 * ratio);
    };
    context.fillStyle = goal;
    for (const [x, y] of search ? [] : map.solved.map(place)) context.fillRect(x - 1.5 * ratio, y - 1.5 * ratio, 3 * ratio, 3 * ratio);
    if (search && path.length) circle(path.at(-1), 5, goal);
    if (!search && map.isSolvable) circle(map.hardest, 5, ink, paper, tr`hardest start`);
    circle(0, 5, ink, paper, tr`start`);
    if (shown !== undefined && shown !== here) circle(shown, 6, paper, ink);
    if (here !== undefined) circle(here, 9, "transparent", goal);
  }

  // The position at a point of the canvas; undefined if none is near.
  pick({ offsetX, offsetY }) {
    const { places, canvas } = this;
    const ratio = canvas.width / canvas.clientWidth;
    const [x, y] = [offsetX * ratio, offsetY * ratio];
    this.placer(this.parts().find(([left, width]) => x < left + width) ?? this.parts()[0]);
    let [best, least] = [undefined, (12 * ratio) ** 2];
    for (let at = 0; at < places.length; at += 2) {
      const square = (places[at] - x) ** 2 + (places[at + 1] - y) ** 2;
      if (square < least) [best, least] = [at / 2, square];
    }
    return best;
  }

  // Changes what is seen: by angles, by pixels, by a factor.
  move({ yaw = 0, pitch = 0, pan: [x, y] = [0, 0], zoom = 1 }) {
    this.yaw += yaw;
    this.pitch = Math.max(-1.6, Math.min(1.6, this.pitch + pitch));
    this.zoom = Math.max(0.3, Math.min(60, this.zoom * zoom));
    this.pan = [this.pan[0] * zoom + x, this.pan[1] * zoom + y];
    this.paint();
  }

  // Shows all of it from the front.
  reset() {
    Object.assign(this, { yaw: 0, pitch: 0, zoom: 1, pan: [0, 0] });
    this.paint();
  }

  listen() {
    const { top } = this;
    const pointers = new Map();
    // The middle of all fingers, and how far two are apart.
    const hold = () => {
      const all = [...pointers.values()];
      const [x, y] = [0, 1].map((axis) => all.reduce((sum, it) => sum + it[axis], 0) / all.length);
      return [x, y, all.length > 1 ? Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) || 1 : 1];
    };
    // The first touch only takes hold of the map: until then a finger scrolls the page.
    const isHeld = ({ pointerType }) => pointerType !== "touch" || top.matches(":focus");
    let travelled = 0;
    top.addEventListener("pointerdown", ({ pointerId, offsetX, offsetY }) => {
      top.setPointerCapture(pointerId);
      if (pointers.size === 0) travelled = 0;
      pointers.set(pointerId, [offsetX, offsetY]);
    });
    top.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) {
        this.point(this.pick(event) ?? this.here);
        return;
      }
      if (!isHeld(event)) return;
      const before = hold();
      pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
      const now = hold();
      const [x, y] = [now[0] - before[0], now[1] - before[1]];
      travelled += Math.abs(x) + Math.abs(y);
      const ratio = this.canvas.width / this.canvas.clientWidth;
      if (pointers.size > 1 || event.shiftKey) this.move({ pan: [x * ratio, y * ratio], zoom: now[2] / before[2] });
      else this.move({ yaw: x / 150, pitch: y / 150 });
    });
    const release = (event) => {
      const isClick = event.type === "pointerup" && pointers.size === 1 && travelled < 5;
      pointers.delete(event.pointerId);
      if (isClick && isHeld(event)) this.go(this.pick(event));
      else if (isClick) top.focus({ preventScroll: true });
    };
    top.addEventListener("pointerup", release);
    top.addEventListener("pointercancel", release);
    top.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.move({ zoom: Math.exp(-event.deltaY / 500) });
    }, { passive: false });
    top.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.onKey(event.key, event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    byId("map-colours").addEventListener("change", ({ target }) => {
      this.colours = target.value;
      this.paint();
    });
    byId("theme").addEventListener("click", () => this.paint());
    new ResizeObserver(() => this.paint()).observe(top);
  }

  // Whether the key meant something.
  onKey(key, isShifted) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const [x, y] = ways[key] ?? [0, 0];
    const near = this.here === undefined ? [] : this.map.near(this.here);
    if (x || y) this.move(isShifted ? { pan: [x * -30, y * -30] } : { yaw: x / 8, pitch: y / 8 });
    else if ("+=-".includes(key)) this.move({ zoom: key === "-" ? 0.8 : 1.25 });
    else if (key === "0") this.reset();
    else if (key === "Enter") this.go(this.shown);
    else if (key.toLowerCase() === "n" && near.length) this.point(near[(near.indexOf(this.shown) + 1) % near.length]);
    else return false;
    return true;
  }
}

const rowOf = ([name, ...texts]) => {
  const row = element("tr", "");
  row.append(element("th", name), ...texts.map((text) => element("td", text.toLocaleString("en"))));
  return row;
};

// Pairs of numbers in an order that looks like chance, so that any part of them is spread over all.
function shuffled(pairs) {
  const all = pairs.length / 2;
  const order = new Uint32Array(pairs.length);
  // A prime, of which no page has a multiple as its number of lines.
  for (let at = 0, from = 0; at < all; at++, from = (from + 7368787) % all) {
    order.set(pairs.subarray(2 * from, 2 * from + 2), 2 * at);
  }
  return order;
}
