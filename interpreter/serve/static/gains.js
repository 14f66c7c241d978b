/** Numbers that are others than before: they light up, say by how much, and where on the board that came from. */

import { make } from "./elements.js";
import { follow } from "./flying.js";
import { refsOf } from "./lighting.js";
import { pace } from "./pacing.js";

/** @typedef {import("./types.js").Gain} Gain */

/** How long it is seen by how much a number has changed, in milliseconds. */
const LASTS = 2500;
/** How long dice roll. */
const ROLLS = 700;
/** The distance between what rises at one place for several players, in pixels. */
const APART = 26;
/** How far right of a player's place, or below it on phones, a number rises, in pixels. */
const BESIDE = 26;
const BELOW = 46;

const narrow = window.matchMedia("(max-width: 61.99rem)");

/** @param {Element} element */
const valueOf = (element) => element.getAttribute("data-value") ?? "";

/** @param {Element} place @returns {[string, Element][]} The texts that count something, each by a name of its own. */
export function numbers(place) {
  const found = [...place.querySelectorAll(".value[data-value]")].map((each) => /** @type {[string, Element]} */ ([valueOf(each), each]));
  for (const size of place.querySelectorAll("[data-ref] > .size > [aria-hidden]")) {
    const heading = size.closest("[data-ref]");
    if (heading) found.push([`${refsOf(heading)[0]} size`, size]);
  }
  for (const score of place.querySelectorAll(".seat > .score")) {
    const player = score.closest(".seat")?.querySelector(".player[data-ref]");
    if (player) found.push([`${refsOf(player)[0]} score`, score]);
  }
  /** @type {Map<string, number>} */
  const times = new Map();
  return found.map(([ref, element]) => {
    times.set(ref, (times.get(ref) ?? 0) + 1);
    return [`${ref} ${times.get(ref)}`, element];
  });
}

/** @param {Element} element @returns {string} What is to be read there, without what has been put beside it. */
export function textOf(element) {
  return [...element.childNodes].filter((each) => !(each instanceof Element && each.matches(".gained"))).map((each) => each.textContent).join("");
}

/** @param {Element} element @returns {number | null} The number that is seen there, if it is nothing but a number. */
export function numberOf(element) {
  const seen = [...element.childNodes].filter((each) => !(each instanceof Element && each.matches(".gained, .unseen, svg, small")));
  const text = seen.map((each) => each.textContent).join("").trim().replace("−", "-");
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

/** @param {number} more @returns {string} */
export const signed = (more) => (more > 0 ? `+${more}` : `−${-more}`);

/** @param {Element} element @returns {string} What the number is called. */
export function calledOf(element) {
  if (element.matches(".score")) return element.getAttribute("title") ?? "";
  const cell = element.closest("td");
  if (cell instanceof HTMLTableCellElement) {
    const headings = [cell.parentElement?.firstElementChild, cell.closest("table")?.rows[0]?.cells[cell.cellIndex]];
    return headings.map((each) => each?.textContent?.trim()).filter(Boolean).join(", ");
  }
  return element.closest("div")?.querySelector(":scope > dt")?.textContent ?? "";
}

/** @param {Element} element @param {number} more @returns {boolean} Whether it is a score of which less is better, and there is more. */
export const worse = (element, more) => more > 0 && element.matches(".score.lowest");

/** @param {Element} place @param {string} player @returns {Element | null} The place of a player beside the table, by the player's ref. */
export const plateOf = (place, player) => place.querySelector(`.seat .player[data-ref~="${player}"]`)?.closest(".seat") ?? null;

/**
 * Numbers that are others now light up, and say by how much they have changed.
 * @param {Map<string, string>} before @param {Element} place @param {number} delay
 * @returns {number} How many milliseconds dice roll that have been thrown.
 */
export function tick(before, place, delay) {
  let rolls = 0;
  for (const [ref, element] of numbers(place)) {
    const text = textOf(element);
    const was = before.get(ref);
    if (was === undefined || was === text) continue;
    const line = ["0 2px 0 var(--new)", "0 2px 0 transparent"];
    follow(element.animate({ boxShadow: line }, { duration: 900 * pace(), delay, easing: "ease-in" }));
    const die = element.querySelector(".die");
    if (die) {
      const frames = { rotate: ["-400deg", "20deg", "0deg"], scale: [0.6, 1.5, 1], offset: [0, 0.75, 1] };
      follow(die.animate(frames, { duration: ROLLS * pace(), delay, easing: "ease-out", fill: "backwards" }));
      rolls = 2 * ROLLS * pace();
    }
    const more = Number.parseInt(text, 10) - Number.parseInt(was, 10);
    const telling = !ref.includes(" size"); // what comes to a zone or leaves it is seen to do so
    if (more && telling && numberOf(element) !== null && String(more) !== "NaN") riseFrom(element, more, delay);
  }
  return rolls;
}

/**
 * It rises above the number, which stays to be read; from a player's place, where other numbers stand above, beside or below that.
 * @param {Element} element @param {number} more @param {number} delay
 */
function riseFrom(element, more, delay) {
  const box = element.getBoundingClientRect();
  const kind = [element.matches(".score") ? "middling" : "", worse(element, more) ? "bad" : ""].filter(Boolean).join(" ");
  if (!box.width) return;
  const seat = element.closest(".seat")?.getBoundingClientRect();
  const [x, y] = !seat ? [box.left + box.width / 2, box.top] : narrow.matches ? [box.left + box.width / 2, seat.bottom + BELOW] : [seat.right + BESIDE, box.bottom];
  rise(x, y, signed(more), "", delay, kind);
}

/**
 * @param {number} x @param {number} y @param {string} text @param {string} color @param {number} delay
 * @param {string} kind
 */
function rise(x, y, text, color, delay, kind) {
  const made = make("div", { class: `rise ${kind}`.trim(), "aria-hidden": "true", ...(color ? { "data-color": color } : {}) }, text);
  const around = make("div", { class: "gamespec rising" }, made);
  Object.assign(around.style, { left: `${x}px`, top: `${y}px` });
  document.body.append(around);
  const [first, last, gone] = [-110, -120, -170];
  const frames = { translate: ["-50% 0", `-50% ${first}%`, `-50% ${last}%`, `-50% ${gone}%`], opacity: [0, 1, 1, 0], scale: [0.6, 1.15, 1, 1], offset: [0, 0.12, 0.85, 1] };
  follow(made.animate(frames, { duration: LASTS * pace(), delay, easing: "ease-out", fill: "both" }), () => around.remove());
}

/** @param {Element} place @param {string} stop @returns {{left: number, top: number, width: number, height: number} | null} Where a place on a board is. */
function boxOf(place, stop) {
  for (const ref of stop.split(" ").filter(Boolean)) {
    const found = place.querySelector(`.board [data-ref~="${ref}"]`);
    const box = (found?.querySelector(":scope > .reach, :scope > .halo") ?? found)?.getBoundingClientRect();
    if (box?.width) return box;
  }
  return null;
}

/** @param {Element} place @param {string} stop The feature lights up to which a part of a tile belongs. */
function lightUp(place, stop) {
  for (const ref of stop.split(" ").filter((each) => each.startsWith("t"))) {
    const name = place.querySelector(`.part[data-ref~="${ref}"]`)?.getAttribute("data-feature");
    for (const part of name ? place.querySelectorAll(`.part[data-feature="${name}"]`) : []) {
      const glow = "brightness(1.25) saturate(1.35) drop-shadow(0 0 2px var(--lit)) drop-shadow(0 0 5px var(--lit))";
      follow(part.animate({ filter: ["none", glow, glow, "none"], offset: [0, 0.1, 0.85, 1] }, { duration: LASTS * pace() }));
    }
  }
}

/**
 * What players have gained rises where on the board it came from, and all that belongs to that place lights up.
 * @param {Element} place @param {Gain[]} gains
 * @returns {number} How many milliseconds that is to be watched.
 */
export function showGains(place, gains) {
  /** @type {Map<string, number>} */
  const there = new Map();
  for (const { player, amount, at } of gains) {
    const boxes = at.flatMap((stop) => boxOf(place, stop) ?? []);
    if (!boxes.length) continue;
    for (const stop of at) if (!there.has(stop)) lightUp(place, stop);
    const [x, y] = [boxes[0].left + boxes[0].width / 2, boxes[0].top];
    const above = there.get(at[0]) ?? 0;
    for (const stop of at) there.set(stop, above + 1);
    const color = plateOf(place, `p${player}`)?.getAttribute("data-color") ?? "";
    rise(x, y - above * APART, signed(amount), color, 0, "large");
  }
  return there.size ? 0.7 * LASTS * pace() : 0;
}
