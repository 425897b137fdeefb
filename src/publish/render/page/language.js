// The language of the page: English or Chinese. Texts are English in the sources.

// The Chinese translations, which a page in Chinese adds after this script.
const CHINESE = { __proto__: null };

// Returns the value that the browser stores under a name; null if it stores none or the storage is blocked.
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// Parses JSON. Returns null for an invalid text.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Stores a text in the browser, and returns whether that succeeded. If it fails, the page warns the reader once.
function keep(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    if (byId("unkept")) return false;
    const warning = tr("The storage of this browser is full or blocked: free some space, or what you do now is lost when the page closes.");
    document.querySelector("header").after(element("p", warning, { id: "unkept", class: "fault", role: "alert" }));
    return false;
  }
}

// The language that the reader has chosen, or that of the address if the storage is blocked, or that of the
// browser.
const language = kept("huarong language") || new URLSearchParams(location.search).get("language")
  || (navigator.language.startsWith("zh") ? "zh" : "en");

const isChinese = language === "zh";

// Returns the translation of a text; nothing if the page is in English or has none.
const inChinese = (text) => isChinese && CHINESE[text];

// Texts count in the plural, which 1 has not.
const PLURALS = /\b(1 (move|slide|step|push|position|path|puzzle|cell|piece|goal))e?s\b/g;

// Translates a text with `{}` for each value. A translation may reorder the values as {0} and {1}.
function tr(english, ...values) {
  let next = 0;
  return (inChinese(english) || english)
    .replace(/\{(\d?)\}/g, (_, place) => values[place === "" ? next++ : Number(place)]).replace(PLURALS, "$1");
}

// Patterns of values in texts of the library: numbers and quotations, or lists of numbers and names of
// authors.
const VALUES = [/(\d+|`[^`]*`)/, /(\d+(?:[-_,]\d+)*|[^ (]+(?=\), as kept))/];

// Translates a text of the library and replaces its quotation marks by typographic ones.
const translated = (text) => inPageLanguage(text).replace(/`([^`]*)`/g, "“$1”");

// Translates a text of the library, but keeps its quotation marks. Numbers and quotations are values.
function inPageLanguage(text) {
  const english = (parts) => parts.filter((_, at) => at % 2 === 0).join("{}");
  const known = VALUES.map((values) => text.split(values)).find((parts) => inChinese(english(parts)));
  if (known) return tr(english(known), ...known.filter((_, at) => at % 2));
  // An unknown sentence may have known parts.
  const parts = text.split(/[,;] /);
  const told = parts.length > 1 ? parts.map(inPageLanguage) : parts;
  return String(told) === String(parts) ? text : told.join(tr(", "));
}

// Translates the source or the note of a puzzle, whose parts have semicolons between them.
const translatedParts = (text) => (isChinese ? text.split("; ").map(translated).join("；") : text);

// Returns a text with a capital letter and a full stop.
const sentenceOf = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${isChinese ? "。" : "."}`;

// Translates the texts in the HTML of the page.
function translate(root) {
  if (!isChinese) return;
  for (const element of root.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) {
      const chinese = inChinese(element.getAttribute(name));
      if (chinese) element.setAttribute(name, chinese);
    }
  }
  // Sentences with keys in them have one translation.
  for (const element of root.querySelectorAll("li, p")) {
    const chinese = inChinese(element.innerHTML);
    if (chinese) element.innerHTML = chinese;
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const chinese = inChinese(currentNode.nodeValue.trim());
    if (chinese) currentNode.nodeValue = chinese;
  }
}

// Sets up the button for the other language, which loads the page again. The page loses no stored data.
function setUpLanguage(button) {
  const [code, name] = isChinese ? ["en", "English"] : ["zh", "中文"];
  document.documentElement.lang = isChinese ? "zh-Hans" : "en";
  Object.assign(button, { textContent: name, lang: isChinese ? "en" : "zh-Hans" });
  button.onclick = () => {
    keep("huarong language", code);
    if (kept("huarong language") === code) location.reload();
    else location.search = "?language=" + code;
  };
}
