/** A drawing of the table, made from the one before; see `interpreter/serve/patches.py`. */

/** @typedef {(string | [number, number])[]} Patch New text, and spans of the drawing before. */

/** @param {string} before @param {string | Patch} now @returns {string} */
export function patched(before, now) {
  if (typeof now === "string") return now;
  return now.map((part) => (typeof part === "string" ? part : before.slice(part[0], part[1]))).join("");
}
