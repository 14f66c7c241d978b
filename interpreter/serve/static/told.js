/** What came of one's own last answer and what the others have done since, in one line; their answers can be seen to happen again. */

import { button, byId, make, refill } from "./elements.js";
import { settle } from "./flying.js";
import * as lasting from "./lasting.js";
import { follows, mark, move, remember } from "./moving.js";
import { pace } from "./pacing.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Part} Part */

/** How many tables are kept to be shown again, and for how long each is to be seen beyond its motion, in milliseconds. */
const MOST = 24;
const PAUSE = 350;
const BETWEEN = " · ";
const LEFT_OUT = "…";
/** How much an answer means that the game has given for the reader. */
const USUAL = 1;

/** @type {Table[]} The table before the answers that can be shown again, and the tables after each of them. */
let kept = [];
/** @type {Part[]} What the line tells. */
let parts = [];
/** @type {number} */
let timer = 0;
/** @type {(() => void) | null} What ends the show. */
let ends = null;

/** @param {Table} table @returns {boolean} Whether the last answer was the reader's own. */
const own = (table) => table.you.seat !== null && table.since === table.answers;

/**
 * Keep what can be shown again: from the reader's own last answer on, before which others have answered.
 * @param {Table | null} before @param {Table} now
 */
function keep(before, now) {
  if (!before || !before.live || !now.live || before.epoch !== now.epoch || before.language !== now.language) {
    kept = now.live ? [now] : [];
  } else if (now.answers > before.answers) {
    if (!kept.length || (own(now) && !own(before))) kept = [before];
    kept = [...kept, now].slice(-MOST);
  } else if (kept.length) kept[kept.length - 1] = now;
}

/**
 * @param {Table | null} before @param {Table} now
 * @param {(html: string) => void} draw Puts a drawing on the table. @param {() => void} restore Shows the table as it is.
 */
export function told(before, now, draw, restore) {
  stop();
  keep(before, now);
  parts = partsOf(now);
  const text = parts.map((part) => part.text).join(BETWEEN);
  const line = make("span", {}, text);
  const moved = kept.length > 1 && follows(kept[0], kept[kept.length - 1]);
  /** @type {(Node | string)[]} */
  const inside = text ? [line] : [];
  if (text && moved && pace()) {
    const label = gettext("show again what the others have done");
    inside.push(button("↻", () => again(draw, restore), { "aria-label": label, title: label, "data-key": "replay" }));
  }
  byId("told").title = text;
  byId("told").classList.remove("whole");
  refill(byId("told"), inside);
  fit(line);
}

/** Where the line is too short for all that is told, a press shows the rest. */
byId("told").addEventListener("click", (event) => {
  const place = byId("told");
  const line = place.querySelector(":scope > span");
  if (!line || (event.target instanceof Element && event.target.closest("button"))) return;
  place.classList.toggle("whole");
  if (place.classList.contains("whole")) line.textContent = place.title;
  else if (line instanceof HTMLElement) fit(line);
});

/** @param {Table} table @returns {string[]} What the game has answered for the reader, because nothing else was possible. */
export function unchosen(table) {
  return table.live ? table.forced.map((what) => gettext("no choice: {what}", { what })) : [];
}

/** @param {Table} table @returns {Part[]} What is told; forced answers are marked, those that are not told otherwise first. */
function partsOf({ told: said, forced, live }) {
  const since = live ? forced : [];
  const first = since.filter((what) => !said.some(({ text }) => text.endsWith(what)));
  const rest = said.map((part) => (since.some((what) => part.text.endsWith(what)) ? { ...part, text: gettext("{what} (no choice)", { what: part.text }) } : part));
  return [...first.map((what) => ({ text: gettext("no choice: {what}", { what }), weight: USUAL })), ...rest];
}

/**
 * @param {HTMLElement} line As much as fits in it: what means least is left out first, and of what means as much what is
 *   neither the beginning nor the end. The line says that there is more.
 */
function fit(line) {
  const tight = () => line.scrollHeight > line.clientHeight + 1;
  const ends = (/** @type {number} */ at) => (at === 0 ? 1 : at === parts.length - 1 ? 2 : 0);
  const order = parts.map((_, at) => at).sort((one, other) => parts[one].weight - parts[other].weight || ends(one) - ends(other) || one - other);
  const out = new Set();
  line.textContent = byId("told").title;
  while (tight() && out.size < parts.length - 1) {
    out.add(order[out.size]);
    const seen = parts.map(({ text }, at) => (out.has(at) ? LEFT_OUT : text));
    line.textContent = seen.filter((text, at) => text !== LEFT_OUT || seen[at - 1] !== LEFT_OUT).join(BETWEEN);
  }
  byId("told").classList.toggle("more", out.size > 0 || tight());
}

/** The show is over, if there is one. */
export function stop() {
  window.clearTimeout(timer);
  timer = 0;
  const end = ends;
  ends = null;
  if (end) {
    settle();
    end();
  }
}

/** @param {(html: string) => void} draw @param {() => void} restore */
function again(draw, restore) {
  stop();
  const place = byId("table");
  const [first, ...others] = kept;
  const recalled = lasting.recall();
  place.classList.add("again");
  ends = () => {
    place.classList.remove("again");
    lasting.keep(recalled);
    restore();
  };
  lasting.keep({ ...recalled, gained: new Map(), trails: [] });
  draw(first.html);
  lasting.show(place);
  /** @param {number} number */
  const next = (number) => {
    const table = others[number];
    if (!table) return stop();
    const memory = remember(place);
    draw(table.html);
    lasting.learn(memory.seen, place, kept[number], table);
    mark(place, table.latest);
    timer = window.setTimeout(() => next(number + 1), move(memory, place, table) + PAUSE * pace());
  };
  timer = window.setTimeout(() => next(0), PAUSE * pace());
}
