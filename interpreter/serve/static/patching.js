/** The table, and its drawing, made from the ones before; see `interpreter/serve/patches.py`. */

/** @typedef {import("./types.js").Player} Player */

/** @typedef {(string | number[])[]} Patch New text, spans of the drawing before, and copies of what stands before. */

/** @param {string} before @param {string | Patch} now @returns {string} */
export function patched(before, now) {
  if (typeof now === "string") return now;
  const known = before.length;
  let [made, reached, copied] = ["", 0, 0];
  for (const part of now) {
    if (typeof part === "string") {
      made += part;
      continue;
    }
    const [skip, length, copy] = part;
    const start = skip + (copy === undefined ? reached : copy && copied);
    made += start < known ? before.slice(start, start + length) : made.slice(start - known, start - known + length);
    if (copy === undefined) reached = start + length;
    else copied = start + length;
  }
  return made;
}

/**
 * @param {Player[]} before @param {Player[] | Record<number, Partial<Player>>} now All players, or what has changed of some.
 * @returns {Player[]}
 */
export function amended(before, now) {
  return Array.isArray(now) ? now : before.map((each, place) => ({ ...each, ...now[place] }));
}
