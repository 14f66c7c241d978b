/** What was chosen in an answer and still lies before its player, such as cards that are passed on once all have chosen. */

import { refsOf } from "./lighting.js";

/** @typedef {import("./types.js").Asked} Asked */

/** @type {{text: string, refs: string[]}[]} */
let kept = [];

/** @param {Asked} asked @param {string} number The answer that is given. */
export function keep(asked, number) {
  const choice = asked.choices.find((each) => each.number === number);
  const members = choice?.said.flatMap((said) => said.members) ?? [];
  kept = members.map((member) => asked.members[member]);
}

/** The next thing is asked, or another position is shown. */
export function forgetKept() {
  kept = [];
}

/** @param {Element} table @returns {string[]} What of it still lies there, in words; it is marked. */
export function stillThere(table) {
  /** @type {string[]} */
  const found = [];
  for (const element of kept.length ? table.querySelectorAll(".mine .laid > [data-ref]") : []) {
    const refs = refsOf(element);
    const member = kept.find((each) => each.refs.some((ref) => refs.includes(ref)));
    if (!member) continue;
    element.setAttribute("data-lit", "");
    element.classList.add("chosen");
    found.push(member.text);
  }
  return found;
}
