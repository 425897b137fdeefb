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
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

// Has the address of this page with such an end in the clipboard; where that may not be, it becomes the
// address of the page. Which it was.
async function copyAddress(hash) {
  try {
    await navigator.clipboard.writeText(new URL(hash, location.href).href);
    return tr`The link is copied.`;
  } catch {
    history.replaceState(null, "", hash);
    return tr`The address of this page is now the link.`;
  }
}
