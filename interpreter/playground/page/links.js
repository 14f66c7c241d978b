/**
 * Links that open the playground with a game in it. `links.py` and the manual describe them: after `#`, `game=` with the
 * name of a shipped game, which may end in `+` and the name of a variant; or `files=` with the files; or both, with the
 * files that differ from those of the game.
 */

const MOST = 2_000_000;

/** @typedef {import("./types.js").Opened} Opened */
/** @typedef {{main: string, files: Record<string, string | null>}} Differing Files in place of others; `null` removes one. */

/** @param {Uint8Array} bytes */
function written(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function read(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} by
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

/**
 * @param {Opened} now @param {string} game The game from which they started, or nothing. @param {Opened} begun Its files.
 * @returns {Promise<string>} The part of a link after `#`.
 */
export async function fragment({ files, main }, game, begun) {
  /** @type {Record<string, string | null>} */
  const differing = {};
  for (const name of new Set([...Object.keys(files), ...(game ? Object.keys(begun.files) : [])])) {
    if (!game || files[name] !== begun.files[name]) differing[name] = files[name] ?? null;
  }
  const parts = game ? [`game=${encodeURIComponent(game)}`] : [];
  if (!game || Object.keys(differing).length || main !== begun.main) {
    const bytes = new TextEncoder().encode(JSON.stringify({ main, files: differing }));
    parts.push(`files=${written(await through(bytes, new CompressionStream("deflate-raw")))}`);
  }
  return parts.join("&");
}

/**
 * @param {string} hash The part of a link from `#` on.
 * @returns {Promise<{game: string, opened: Differing | null} | null>} `null` without anything to open. Rejects if it is
 *     damaged.
 */
export async function opened(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [game, files] = [(parts.get("game") ?? "").replaceAll(" ", "+"), parts.get("files")];
  if (files === null) return game ? { game, opened: null } : null;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(read(files), new DecompressionStream("deflate-raw")));
  const found = JSON.parse(text);
  const texts = Object.entries(found.files ?? {});
  const good = texts.every(([name, each]) => isName(name) && (typeof each === "string" || (game && each === null)));
  if (!good || typeof found.main !== "string" || !(game || typeof found.files[found.main] === "string")) throw new TypeError("no game");
  return { game, opened: { files: found.files, main: found.main } };
}

/** @param {Differing} differing @param {Opened} [begun] The files of the game that they differ from. @returns {Opened} */
export function laidOver({ files, main }, begun = { files: {}, main }) {
  const all = Object.entries({ ...begun.files, ...files }).filter((each) => each[1] !== null);
  const found = /** @type {Record<string, string>} */ (Object.fromEntries(all));
  return { files: found, main: main in found ? main : begun.main };
}

/** @param {string} name @returns {boolean} Whether a file of the editor may have the name: a relative path to below. */
export function isName(name) {
  return /^[\w][\w. +-]*(\/[\w][\w. +-]*){0,4}$/u.test(name) && name.length <= 100;
}
