/** A drawing of the table, made from the one before; see `interpreter/serve/patches.py`. */

/** @typedef {(string | number[])[]} Patch New text, spans of the drawing before, and copies of what stands before. */

/** @param {string} before @param {string | Patch} now @returns {string} */
export function patched(before, now) {
  if (typeof now === "string") return now;
  const known = before.length;
  let [made, reached] = ["", 0];
  for (const part of now) {
    if (typeof part === "string") {
      made += part;
      continue;
    }
    const [skip, length, copied] = part;
    const start = copied === undefined ? reached + skip : skip;
    made += start < known ? before.slice(start, start + length) : made.slice(start - known, start - known + length);
    if (copied === undefined) reached = start + length;
  }
  return made;
}
