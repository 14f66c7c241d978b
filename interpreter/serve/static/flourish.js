/** Short signs above the table of what happens there: what is lost, who takes what, what begins. Nobody can press them. */

import { make } from "./elements.js";
import { follow, layer } from "./flying.js";
import { plateOf } from "./gains.js";
import { pace } from "./pacing.js";

/** @typedef {import("./flying.js").Box} Box */

/** How long each of them is seen, in milliseconds. */
const LOSES = 700;
const GLOWS = 1400;
const BANNER = 2000;
/** How far from the edges of what it is about something is announced, in pixels. */
const APART = 6;
/** For how many players there is room amid what they have laid in the middle. */
const ROOMY = 4;

/** @param {Box} box Where something goes away. @param {number} delay */
export function lose({ left, top, width, height }, delay) {
  const made = make("div", { class: "lost" });
  const size = Math.max(width, height);
  Object.assign(made.style, { left: `${left + (width - size) / 2}px`, top: `${top + (height - size) / 2}px`, width: `${size}px`, height: `${size}px` });
  layer().append(made);
  const frames = { scale: [0.5, 1.1, 1.5], opacity: [0, 1, 0], offset: [0, 0.35, 1] };
  follow(made.animate(frames, { duration: LOSES * pace(), delay, easing: "ease-out", fill: "both" }), () => made.remove());
}

/** @param {Element} place @param {string} player The place of a player lights up who has taken something. @param {number} delay */
export function glow(place, player, delay) {
  const light = "0 0 0 4px var(--lit), 0 0 1.6rem .3rem var(--lit)";
  const timing = { duration: GLOWS * pace(), delay, easing: "ease-out" };
  const plate = plateOf(place, player);
  if (plate) follow(plate.animate({ boxShadow: ["none", light, light, "none"], offset: [0, 0.1, 0.5, 1] }, timing));
}

/** @param {Element} ring @param {Box} laid @returns {number} The height of the middle of what lies in a ring. */
function middleOf(ring, laid) {
  const boxes = [...ring.querySelectorAll(":scope > .place .pieces")].map((each) => each.getBoundingClientRect()).filter(({ height }) => height);
  if (!boxes.length) return laid.top + laid.height / 2;
  return (Math.min(...boxes.map((each) => each.top)) + Math.max(...boxes.map((each) => each.bottom))) / 2;
}

/** @param {Element} place @param {string} text What begins, or who has taken what. @param {number} delay */
export function banner(place, text, delay) {
  const around = place.querySelector(".main")?.getBoundingClientRect();
  if (!around?.width) return;
  const ring = place.querySelector(".main .ring");
  const laid = ring?.getBoundingClientRect();
  const roomy = ring !== null && ring.querySelectorAll(":scope > .place").length >= ROOMY;
  const made = make("div", { class: roomy ? "banner amid" : "banner" }, text);
  const box = make("div");
  const middle = laid?.height ? laid.left + laid.width / 2 : around.left + around.width / 2;
  const half = Math.min(middle, window.innerWidth - middle);
  const top = !laid?.height ? around.top + APART : roomy ? middleOf(ring, laid) : laid.bottom + APART;
  Object.assign(box.style, { position: "absolute", left: `${middle - half}px`, width: `${2 * half}px`, top: `${top}px` });
  box.append(made);
  layer().append(box);
  const frames = { opacity: [0, 1, 1, 0], scale: [0.8, 1, 1, 1.04], offset: [0, 0.08, 0.92, 1] };
  follow(made.animate(frames, { duration: BANNER * pace(), delay, easing: "ease-out", fill: "both" }), () => box.remove());
}
