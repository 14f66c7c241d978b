/**
 * What is asked, what may be pressed and what is told are seen only when what has happened before has been seen to happen.
 * All of it is there at once for those who hear the page; a press or a key ends the motion, and counts.
 */

import { byId } from "./elements.js";
import { follow } from "./flying.js";

const HELD = ["prompt", "told"];

/** @type {Animation | null} What lasts as long as the motion. */
let last = null;
/** @type {(() => void)[]} */
const waiting = [];

/** @param {boolean} own Whether the reader has answered: what was asked and told before that is of the past. */
export function rememberSaid(own) {
  for (const id of HELD) byId(id).dataset.was = own ? "" : (byId(id).querySelector("span") ?? byId(id)).textContent ?? "";
}

/** @param {number} milliseconds In how many milliseconds all that moves has arrived. */
export function hold(milliseconds) {
  if (!milliseconds) return release();
  document.body.classList.add("moving");
  const animation = byId("told").animate([], { duration: milliseconds });
  last = animation;
  follow(animation, () => {
    if (last === animation) release();
  });
}

/** @param {() => void} then What is done when the motion is over, or at once if nothing moves. */
export function whenSeen(then) {
  waiting.push(then);
  if (!last) release();
}

function release() {
  last = null;
  document.body.classList.remove("moving");
  for (const then of waiting.splice(0)) then();
}
