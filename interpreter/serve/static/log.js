/** The log: what each answer led to, with a way to look at the position after it. */

import { button, byId, make } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

const COUNTED = 3;

/** @param {string[]} lines @returns {string[]} Equal lines one after another as one, with their number. */
function folded(lines) {
  /** @type {[string, number][]} */
  const runs = [];
  for (const line of lines) {
    const last = runs[runs.length - 1];
    if (last && last[0] === line) last[1] += 1;
    else runs.push([line, 1]);
  }
  return runs.map(([line, count]) => (count > 1 ? `${line} (× ${count})` : line));
}

/**
 * Add what has come; what was taken back goes.
 * @param {Table} table @param {(at: number) => void} look
 * @returns {string[]} The lines that are new, the last ones of them.
 */
export function tell(table, look) {
  const place = byId("log");
  const { from, entries } = table.log;
  const first = from === 0;
  if (first) place.replaceChildren();
  entries.forEach((lines, index) => {
    const at = from + index;
    const title = at ? gettext("answer {at}", { at }) : gettext("before the first answer");
    const items = folded(lines).map((line) => make("li", {}, line));
    const head = make("h3", {}, button(title, () => look(at), { "data-key": `log ${at}` }));
    place.append(make("section", { "data-at": String(at) }, head, make("ul", {}, ...items)));
  });
  for (const each of place.children) {
    if (!(each instanceof HTMLElement)) continue;
    const at = Number(each.dataset.at);
    const fresh = table.you.role === "seat" && at > table.since;
    each.classList.toggle("fresh", fresh);
    each.title = fresh ? gettext("since your last turn") : "";
    each.classList.toggle("shown", at === table.at);
  }
  if (entries.length && (first || !place.matches(":hover, :focus-within"))) place.scrollTop = place.scrollHeight;
  return first ? [] : entries.flatMap(folded).slice(-COUNTED * 2);
}
