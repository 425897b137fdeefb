// Returns the faults of the shown page for readers who use a keyboard, a screen reader, or need contrast.
(() => {
  const isShown = (it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest("[aria-hidden=true]");
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const controls = all("a, button, input, select, textarea, summary, [role=button], [tabindex]");
  const nameOf = (it) => {
    const named = it.getAttribute("aria-labelledby")?.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const own = it.matches("input, select, textarea, svg") ? "" : it.textContent;
    const labels = [...(it.labels ?? [])].map((label) => label.textContent);
    return [named, it.getAttribute("aria-label"), ...labels, own, it.title, it.placeholder].find((text) => text?.trim()) ?? "";
  };
  const faults = [];
  const report = (fault, it) => faults.push(`${fault}: <${it.localName} id=${it.id} class=${it.getAttribute("class")}> ${it.textContent.trim().slice(0, 30)}`);

  // Names of controls, which contain what one sees.
  const plain = (text) => text.toLowerCase().replace(/\s+/g, " ").trim();
  for (const it of controls) {
    const name = plain(nameOf(it));
    if (!name) report("a control without a name", it);
    else if (/\p{L}{2}/u.test(it.textContent) && it.matches("a, button, [role=button]") && !name.includes(plain(it.textContent))) report(`the name \`${name}\` lacks the text`, it);
    if (it.tabIndex > 0) report("a place of its own in the order of Tab", it);
    const target = it.labels?.[0] ?? it;
    const { width, height } = target.getBoundingClientRect();
    const isInline = getComputedStyle(it).display === "inline";
    if (!it.closest("svg") && !isInline && Math.min(width, height) < 24) report(`a target of ${width} × ${height} pixels`, it);
  }
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  for (const id of ids.filter((id, at) => ids.indexOf(id) < at)) faults.push(`two elements with the id ${id}`);

  // Landmarks and headings.
  for (const [selector, wanted] of [["main", 1], ["body > header", 1], ["h1", 1]]) {
    if (all(selector).length !== wanted) faults.push(`${all(selector).length} elements ${selector}`);
  }
  const navigation = all("nav").map(nameOf);
  if (navigation.some((name, at) => !name || navigation.indexOf(name) < at)) faults.push(`navigation called ${navigation}`);
  const levels = all("h1, h2, h3, h4").map(({ localName }) => Number(localName[1]));
  if (levels.some((level, at) => level > (levels[at - 1] ?? 0) + 1)) faults.push(`headings of the levels ${levels}`);
  if (!document.documentElement.lang || !document.title) faults.push("no language or no title");
  for (const it of all("svg, img, canvas")) if (!nameOf(it)) report("a picture without a name", it);

  // The contrast of texts, beside those of pictures and of controls that are off.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) known.set(colour, painted(colour));
    return known.get(colour);
  };
  const painted = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => rgba(colour).slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const groundOf = (it) => {
    const { backgroundColor } = getComputedStyle(it);
    return rgba(backgroundColor)[3] > 250 || !it.parentElement ? backgroundColor : groundOf(it.parentElement);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const it = texts.currentNode.parentElement;
    if (!texts.currentNode.nodeValue.trim() || !isShown(it) || it.closest("svg, [aria-disabled=true], script, style, option")) continue;
    if (!it.closest("header, nav, main, [role=alert]")) report("a text outside the landmarks", it);
    const { color, fontSize, fontWeight, clipPath } = getComputedStyle(it);
    const pair = [light(color), light(groundOf(it))].sort((one, other) => one - other);
    const contrast = (pair[1] + 0.05) / (pair[0] + 0.05);
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    if (clipPath === "none" && contrast < (isLarge ? 3 : 4.495)) report(`a contrast of ${contrast.toFixed(2)}`, it);
  }
  return faults;
})()
