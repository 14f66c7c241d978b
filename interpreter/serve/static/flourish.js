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
/** How far above what the players have laid in the middle something is announced, in pixels. */
const ABOVE = 44;

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

/** @param {Element} place @param {string} text What begins, or who has taken what. @param {number} delay */
export function banner(place, text, delay) {
  const around = place.querySelector(".main")?.getBoundingClientRect();
  if (!around?.width) return;
  const ring = place.querySelector(".main .ring")?.getBoundingClientRect();
  const top = ring?.height ? Math.max(around.top + 6, ring.top - ABOVE) : around.top + 6;
  const made = make("div", { class: "banner" }, text);
  const box = make("div");
  Object.assign(box.style, { position: "absolute", left: `${around.left}px`, width: `${around.width}px`, top: `${top}px` });
  box.append(made);
  layer().append(box);
  const frames = { opacity: [0, 1, 1, 0], scale: [0.8, 1, 1, 1.04], offset: [0, 0.12, 0.8, 1] };
  follow(made.animate(frames, { duration: BANNER * pace(), delay, easing: "ease-out", fill: "both" }), () => box.remove());
}
