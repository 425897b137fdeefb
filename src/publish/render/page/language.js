// The page speaks English, or Chinese where the reader does: texts are English in their places, and
// CHINESE has what they are in Chinese.

// What the browser keeps under a name; null where there is nothing, or it keeps nothing at all.
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// What a text is as JSON; null where it is none.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Stores a text in the browser; if that fails, the reader learns it once.
function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    if (byId("unkept")) return;
    const warning = tr`The storage of this browser is full or blocked: free some space, or what you do now is lost when the page closes.`;
    document.querySelector("header").after(element("p", warning, { id: "unkept", class: "fault", role: "alert" }));
  }
}

// The language that the reader has chosen, which the address tells where the browser keeps nothing, or
// else that of the browser.
const language = kept("huarong language") || new URLSearchParams(location.search).get("language")
  || (navigator.language.startsWith("zh") ? "zh" : "en");

const isChinese = language === "zh";

const inChinese = (text) => (isChinese && Object.hasOwn(CHINESE, text) ? CHINESE[text] : null);

// A text with values in it: tr`Hint: ${piece}.` is found in CHINESE as "Hint: {}.", where the values
// may stand in another order, as {0} and {1}.
function tr(parts, ...values) {
  const english = parts.join("{}");
  let next = 0;
  return (inChinese(english) ?? english)
    .replace(/\{(\d?)\}/g, (_, place) => values[place === "" ? next++ : Number(place)]);
}

// What is put into texts: numbers and quotations, or whole lists of numbers and who made it.
const VALUES = [/(\d+|`[^`]*`)/, /(\d+(?:[-_,]\d+)*|[^ (]+(?=\), as kept))/];

// A text of the library, with the quotation marks of a page.
const translated = (text) => inPageLanguage(text).replace(/`([^`]*)`/g, "“$1”");

// The same with its own marks. Numbers and quotations stay as they are.
function inPageLanguage(text) {
  const place = /^line (\d+), column (\d+): (.*)$/s.exec(text);
  if (place) {
    const [, line, column, fault] = place;
    return tr`line ${line}, column ${column}: ${translated(fault)}`;
  }
  const told = (parts) => parts.filter((_, at) => at % 2 === 0);
  const known = VALUES.map((values) => text.split(values)).find((parts) => inChinese(told(parts).join("{}")));
  return known ? tr(told(known), ...known.filter((_, at) => at % 2)) : text;
}

// The source or the note of a puzzle: parts with semicolons between them, each of which may be known.
const translatedParts = (text) => (isChinese ? text.split("; ").map(translated).join("；") : text);

// A text as a sentence: with a capital letter and a full stop.
const sentenceOf = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${isChinese ? "。" : "."}`;

// Puts the texts of the page itself into the reader's language.
function translate(root) {
  if (!isChinese) return;
  for (const element of root.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) {
      const chinese = inChinese(element.getAttribute(name));
      if (chinese) element.setAttribute(name, chinese);
    }
  }
  // Sentences with keys in them, as a whole.
  for (const element of root.querySelectorAll("li, p")) {
    const chinese = inChinese(element.innerHTML);
    if (chinese) element.innerHTML = chinese;
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const chinese = inChinese(texts.currentNode.data.trim());
    if (chinese) texts.currentNode.data = chinese;
  }
}

// A button to the other language. The page loads again with it, and loses nothing that it keeps.
function setUpLanguage(button) {
  const [code, name] = isChinese ? ["en", "English"] : ["zh", "中文"];
  document.documentElement.lang = isChinese ? "zh-Hans" : "en";
  Object.assign(button, { textContent: name, lang: isChinese ? "en" : "zh-Hans" });
  button.addEventListener("click", () => {
    keep("huarong language", code);
    if (kept("huarong language") === code) location.reload();
    else location.search = `?language=${code}`;
  });
}
