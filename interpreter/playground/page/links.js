/**
 * Links that open the playground with a game in it. `links.py` and the manual describe them: after `#`, either `game=`
 * with the name of a shipped game, which may end in `+` and the name of a variant, or `files=` with the files.
 */

const MOST = 2_000_000;

/** @typedef {{files: Record<string, string>, main: string}} Opened */

/** @param {Uint8Array} bytes */
function written(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function read(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}

/**
 * @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} by
 * @returns {Promise<Uint8Array>} Rejects if the result is larger than any game.
 */
async function through(bytes, by) {
  const chunks = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new RangeError("the link holds more than a game can be");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** @param {Opened} opened @returns {Promise<string>} The part of a link after `#`. */
export async function fragment({ files, main }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ main, files }));
  return `files=${written(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/**
 * @param {string} hash The part of a link from `#` on.
 * @returns {Promise<{game: string} | {opened: Opened} | null>} `null` without anything to open. Rejects if it is damaged.
 */
export async function opened(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [game, files] = [parts.get("game"), parts.get("files")];
  if (game !== null) return { game: game.replaceAll(" ", "+") };
  if (files === null) return null;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(read(files), new DecompressionStream("deflate-raw")));
  const found = JSON.parse(text);
  const texts = Object.entries(found.files ?? {});
  const good = texts.every(([name, each]) => typeof each === "string" && isName(name));
  if (!texts.length || !good || typeof found.files[found.main] !== "string") throw new TypeError("no game");
  return { opened: { files: found.files, main: found.main } };
}

/** @param {string} name @returns {boolean} Whether a file of the editor may have the name: a relative path to below. */
export function isName(name) {
  return /^[\w][\w. +-]*(\/[\w][\w. +-]*){0,4}$/u.test(name) && name.length <= 100;
}
