/** The log: each answer with what it led to, what is no news folded. Pressing an answer shows the position after it. */

import { byId, make } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Line} Line */

/** Number of lines that are read out at most. */
const READ = 6;

/**
 * @param {number} seat
 * @returns {HTMLElement[]} The mark that the player has on the table, if there is one.
 */
function mark(seat) {
  const drawn = byId("table").querySelector(`[data-ref~="p${seat}"] svg.sample`);
  if (!drawn) return [];
  const inside = drawn.cloneNode(true);
  return [make("span", { class: "gamespec whose", "aria-hidden": "true" }, inside)];
}

/** @param {Line} line */
const told = (line) => (line.by === null ? [line.text] : [...mark(line.by), line.text]);

/** @param {number} at @param {Line | undefined} answer @param {(at: number) => void} look */
function heading(at, answer, look) {
  const usual = at ? gettext("answer {at}", { at }) : gettext("before the first answer");
  const inside = answer ? told(answer) : [usual];
  const title = at ? gettext("show the position after answer {at}", { at }) : gettext("show the first position");
  const pressed = make("button", { type: "button", title, "data-key": `log ${at}` }, ...inside);
  pressed.addEventListener("click", () => look(at));
  return make("h3", answer ? {} : { class: "quiet" }, pressed);
}

/** @param {Line[]} lines */
const list = (lines) => make("ul", {}, ...lines.map((line) => make("li", line.by === null ? {} : { class: "answer" }, ...told(line))));

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
    const answer = at > 0 && lines[0]?.by !== null ? lines[0] : undefined;
    const others = lines.slice(answer ? 1 : 0);
    const quiet = others.filter((line) => line.quiet);
    const inside = [heading(at, answer, look), list(others.filter((line) => !line.quiet))];
    if (quiet.length) {
      const more = gettext("more");
      inside.push(make("details", { class: "quiet" }, make("summary", { "aria-label": more, title: more }, "…"), list(quiet)));
    }
    place.append(make("section", { "data-at": String(at) }, ...inside));
  });
  for (const each of place.children) {
    if (!(each instanceof HTMLElement)) continue;
    const at = Number(each.dataset.at);
    const fresh = table.you.role === "seat" && at > table.since;
    each.classList.toggle("fresh", fresh);
    each.title = fresh ? gettext("since your last turn") : "";
    each.classList.toggle("shown", at === table.at);
  }
  if (entries.length && (first || !place.matches(":hover, :focus-within"))) requestAnimationFrame(() => (place.scrollTop = place.scrollHeight));
  return first ? [] : entries.flatMap((lines) => lines.filter((line) => !line.quiet).map((line) => line.text)).slice(-READ);
}
