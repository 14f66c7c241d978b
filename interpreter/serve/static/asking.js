/** What is asked next, in words that can be read as a sentence although values are open. */

import { points, question } from "./choosing.js";
import { gettext, pgettext } from "./words.js";

/** @typedef {import("./choosing.js").State} State */
/** @typedef {import("./choosing.js").Point} Point */

const GAP = "…";
/** Matches the refs of places on boards. */
const PLACE = /^s/;

/** @returns {Set<string>} Words after which a label cannot end, such as prepositions. */
const dangling = () => new Set(pgettext("words after which a sentence cannot end", "by to from of on onto in into at with for towards").split(" "));

/**
 * @param {State} state @param {Point[]} [next]
 * @returns {string} The question of `choosing.js`. A remark in brackets after an open value is left out, because it may hold
 *   for some values only. Where the question would end with a word that needs a value, it says what to press instead.
 */
export function asking(state, next = points(state)) {
  const text = question(state, next).replace(/… \(.*\)$/, GAP);
  const words = text.split(" ");
  const never = dangling();
  if (words.at(-1) !== GAP || !never.has(words.at(-2) ?? "")) return text;
  const last = words.slice(0, -1).findLastIndex((word) => !never.has(word));
  const what = words.slice(0, last + 1).join(" ");
  const onBoard = next.every((point) => state.asked.members[point.member].refs.some((ref) => PLACE.test(ref)));
  return onBoard ? gettext("{what}: press a field", { what }) : gettext("{what}: press what is lit", { what });
}

/** @param {State} state @returns {string[]} What is chosen, in words; not the names of actions whose values are still open. */
export function chosen(state) {
  const { members } = state.asked;
  const named = state.spoken.filter((each) => !(each.step === 0 && state.asked.actions && members[each.members[0]].text.includes(GAP)));
  return named.flatMap((each) => each.members.map((member) => members[member].text));
}
