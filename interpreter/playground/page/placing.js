/**
 * Where a phrase goes in a text: found line by line, by indentation, so that it works in a text with mistakes.
 */

/** @typedef {import("./types.js").Phrase} Phrase */
/** @typedef {{line: number, indent: number, head: string}} Spot Below which line, from 0, how far in, and what leads it in. */

const STEPS = ["setup", "actions", "procedures", "handlers", "phases"];

/** @param {string} line @returns {number} The blanks before the text, or -1 if there is none. */
export const indentOf = (line) => line.search(/\S/);

/** @param {string} line @returns {boolean} Whether it says nothing. */
const idle = (line) => /^\s*(#|$)/.test(line);

/**
 * @param {string[]} lines @param {number} at Of a line.
 * @returns {number} The last line of the block that it leads in, or itself.
 */
function lastOf(lines, at) {
  const margin = indentOf(lines[at]);
  let last = at;
  for (let i = at + 1; i < lines.length; i += 1) {
    if (idle(lines[i])) continue;
    if (indentOf(lines[i]) <= margin) break;
    last = i;
  }
  return last;
}

/** @param {string[]} lines @param {string} name @returns {number} The line of a section, or -1. */
const sectionAt = (lines, name) => lines.findIndex((line) => line.startsWith(`${name}:`));

/** @param {string[]} lines @param {number} at @returns {number} The line that leads in the section around a line, or -1. */
const sectionAround = (lines, at) => lines.findLastIndex((line, i) => i <= at && /^\w+:/.test(line));

/** @param {string} line @returns {boolean} Whether its value stands below it. */
const leads = (line) => /^[^#]*:\s*(#.*)?$/.test(line);

/**
 * @param {string[]} lines @param {string} name Of a section that is not there. @param {string[]} order Of all sections.
 * @returns {number} The line below which it usually stands.
 */
function newSection(lines, name, order) {
  const before = order.slice(0, Math.max(order.indexOf(name), 0)).map((each) => sectionAt(lines, each));
  const last = Math.max(-1, ...before);
  return last < 0 ? lines.findLastIndex((line) => line.trim()) : lastOf(lines, last);
}

/** @param {string[]} lines @param {number} head Of a block. @returns {number} How far in its parts are. */
function inside(lines, head) {
  const first = lines.findIndex((line, i) => i > head && !idle(line));
  return first > 0 && indentOf(lines[first]) > indentOf(lines[head]) ? indentOf(lines[first]) : indentOf(lines[head]) + 2;
}

/** @param {string[]} lines @param {number} at @param {string} section @returns {number} The entry of a section around a line, or -1. */
function entryAround(lines, at, section) {
  const head = sectionAround(lines, at);
  if (head < 0 || !lines[head].startsWith(`${section}:`) || head === at || !leads(lines[head])) return -1;
  const margin = inside(lines, head);
  return lines.findLastIndex((line, i) => i <= at && i > head && indentOf(line) === margin && !idle(line));
}

/** @param {string[]} lines @param {number} at @returns {Spot | null} Where the next step goes: below that at a line, or the last of the entry. */
function step(lines, at) {
  const head = sectionAround(lines, at);
  if (head < 0 || !STEPS.some((name) => lines[head].startsWith(`${name}:`))) return null;
  let margin = Infinity;
  for (let i = at; i >= head; i -= 1) {
    const own = indentOf(lines[i]);
    if (idle(lines[i]) || own > margin) continue;
    if (/^\s*- /.test(lines[i])) return { line: lastOf(lines, i), indent: own, head: "" };
    if (/^\s*(do|then|else|otherwise|setup):\s*(#.*)?$/.test(lines[i])) return { line: lastOf(lines, i), indent: inside(lines, i), head: "" };
    margin = own;
  }
  const entry = entryAround(lines, at, lines[head].split(":")[0]);
  const list = entry < 0 ? -1 : lines.findIndex((line, i) => i > entry && i <= lastOf(lines, entry) && /^\s*do:\s*(#.*)?$/.test(line));
  return list < 0 ? null : { line: lastOf(lines, list), indent: inside(lines, list), head: "" };
}

/**
 * @param {string[]} lines @param {number} at The line of the cursor. @param {Phrase} phrase @param {string[]} order Of sections.
 * @returns {Spot | null} `null` if it can't stand where the cursor is.
 */
export function spotOf(lines, at, { place, section }, order) {
  if (place === "file") return lines.every((line) => !line.trim()) ? { line: -1, indent: 0, head: "" } : null;
  if (place === "step") return step(lines, at);
  const there = sectionAt(lines, section);
  if (place === "section") return there < 0 ? { line: newSection(lines, section, order), indent: 0, head: "" } : null;
  if (place === "entry" && there < 0) return order.includes(section) ? { line: newSection(lines, section, order), indent: 2, head: `${section}:` } : null;
  const within = place === "entry" ? there : entryAround(lines, at, section);
  if (within < 0 || !leads(lines[within])) return null;
  return { line: lastOf(lines, within), indent: inside(lines, within), head: "" };
}
