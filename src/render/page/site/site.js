// The views of the site. The address tells which one is open, and of what: `#list`,
// `#play=heng-dao-li-ma`, `#puzzle=…`, `#draw=…`, `#paths&map=…`. Another view is the page anew.

const VIEWS = {
  list: { name: "list", open: openList },
  play: { name: "play", open: openPlay },
  puzzle: { name: "play", open: openPlay },
  draw: { name: "draw", open: openDraw },
  paths: { name: "paths", open: openPaths },
};

// The modules, which are loaded when they are first needed: by a script, which works without a server too.
const engineText = () => loaded("engine.js", () => ENGINE);
const pathsText = () => loaded("paths.js", () => PATHS);

// What a script tells when it is there.
function loaded(src, told) {
  return new Promise((tell, fail) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => tell(told());
    script.onerror = () => fail(new Error(`${src} cannot be loaded`));
    document.head.append(script);
  });
}

function openSite() {
  const told = new URLSearchParams(location.hash.slice(1));
  const { name, open } = VIEWS[[...told.keys()][0]] ?? VIEWS.list;
  const view = byId(`view-${name}`).content.cloneNode(true);
  translate(view);
  byId("view").append(view);
  const link = document.querySelector(`.views [data-view="${name}"]`);
  link?.setAttribute("aria-current", "page");
  window.addEventListener("hashchange", () => location.reload());
  open(told, Engine.find(engineText));
  if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("offline.js");
}

// A puzzle of the list, or of a link, to be played.
async function openPlay(told, engine) {
  const at = PUZZLES.findIndex(({ id }) => id === told.get("play"));
  const text = PUZZLES[at]?.text ?? await unpacked(told.get("puzzle") ?? "");
  const sheet = engine && text !== null ? await sheetOf(engine, text) : null;
  if (!sheet?.pieces) {
    document.querySelector("main").replaceChildren(element("p", faultOf(engine, sheet)));
    return;
  }
  if (at >= 0) setUpNeighbours(at);
  byId("edit").href = `#draw=${await packed(text)}`;
  const panel = document.querySelector(".panel");
  panel.insertBefore(document.querySelector(".trail"), panel.querySelector("details"));
  table = setUp(sheet, engine, told.get("at"));
}

// Why a puzzle is not there.
function faultOf(engine, sheet) {
  if (!engine) return tr`This browser cannot run WebAssembly, which the site needs.`;
  if (sheet?.why) return tr`This link holds no puzzle: ${sheet.why}`;
  return tr`This link holds no puzzle.`;
}

// Links to the puzzles before and after this one in its family, and to the next when it is solved.
function setUpNeighbours(at) {
  const link = (element, listed) => {
    if (listed?.family !== PUZZLES[at].family) return;
    element.hidden = false;
    element.href = `#play=${encodeURIComponent(listed.id)}`;
    element.querySelector("span").textContent = namesOf(listed)[0][1];
  };
  link(byId("before"), PUZZLES[at - 1]);
  link(byId("after"), PUZZLES[at + 1]);
  const next = byId("after").cloneNode(true);
  next.removeAttribute("id");
  if (!next.hidden) byId("won").append(next);
}

openSite();
