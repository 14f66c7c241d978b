/** Answers are taken back, or, for who prefers that, confirmed before they are given. */

import { button, byId, make, refill } from "./elements.js";
import { pace, SPEEDS, speed } from "./pacing.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Choice} Choice */

const KEPT = "gamespec confirm";
/** How long bots wait, so that an answer can be taken back, in milliseconds. */
const PATIENCE = 1500;

/** @returns {boolean} Whether each answer is confirmed before it is given. */
export const confirms = () => localStorage.getItem(KEPT) === "always";

/** @param {boolean} always */
export const wantToConfirm = (always) => localStorage.setItem(KEPT, always ? "always" : "never");

/** @returns {number} How long bots wait after an answer; not at all after one that was confirmed. */
export const patience = () => (confirms() ? 0 : PATIENCE * SPEEDS[speed()]);

/** For how long the button for taking back pulses, in milliseconds. */
const PULSES = 3300;

/** The number of the table at which a single press was an answer, and until when the button pulses for it. */
let pressed = -1;
let until = 0;

/** @param {number} revision A single press on the table has been an answer, which may be a slip. */
export function slipped(revision) {
  pressed = revision;
}

/** @param {Table} table The last answer can be taken back at the question; the button says whether others are asked. */
export function undo(table) {
  const place = byId("undo");
  if (pressed >= 0 && table.revision > pressed) [pressed, until] = [-1, performance.now() + PULSES];
  const points = table.undo === "free" && table.live && performance.now() < until;
  place.classList.toggle("pulses", points && pace() > 0);
  place.classList.toggle("stands-out", points && !pace());
  const host = table.you.role === "host";
  place.hidden = table.undo === null || !table.live;
  const said = host ? gettext("take back the last answer") : gettext("take back my last answer");
  const label = table.undo === "free" ? said : gettext("{what}, if the others agree", { what: said });
  place.title = label;
  place.setAttribute("aria-label", label);
  place.classList.toggle("free", table.undo === "free");
  place.replaceChildren("↶", ...(table.undo === "free" ? [make("span", {}, ` ${gettext("take back")}`)] : []));
}

/** @param {Choice} choice @param {() => void} yes @param {() => void} back Ask whether the answer is meant. */
export function confirming(choice, yes, back) {
  refill(byId("next"), [
    button(choice.label, yes, { class: "done", "data-key": "confirm" }),
    button(gettext("back"), back, { class: "quiet", "data-key": "back" }),
  ]);
}
