/**
 * What is to be laid is shown in its place: faintly under the pointer, and a tile, once its place is chosen, in one rotation
 * after another, until it is laid as it is shown.
 */

import { button, make } from "./elements.js";
import { held, layer, side } from "./flying.js";
import { refsOf } from "./lighting.js";
import { meanings, points, remaining, say } from "./choosing.js";
import { gettext } from "./words.js";

/** @typedef {import("./choosing.js").State} State */
/** @typedef {import("./choosing.js").Point} Point */

/** The number of times that the tile was turned, from the first rotation that fits. */
let turned = 0;

/** The tile lies in the first rotation that fits. */
export function placeAnew() {
  turned = 0;
}

/** The tile is turned to the next rotation that fits. */
export function turn() {
  turned += 1;
}

/** @typedef {import("./types.js").Choice} Choice */

/** @param {State | null} state @returns {Point | null} The rotation that is shown, if rotations are what is asked for next. */
function shown(state) {
  const next = state ? points(state) : [];
  const fits = state !== null && next.every((point) => state.asked.members[point.member].shows);
  return fits && next.length > 1 ? next[turned % next.length] : null;
}

/** @param {Element} table @param {string} which @returns {SVGElement | null} A picture of a tile in a rotation, without refs. */
function picture(table, which) {
  const made = table.querySelector(`[data-shows="${which}"]`)?.cloneNode(true);
  if (!(made instanceof SVGElement)) return null;
  for (const each of [made, ...made.querySelectorAll("*")]) {
    for (const name of ["data-ref", "data-shows", "data-lit", "tabindex", "role", "aria-label"]) each.removeAttribute(name);
    each.classList.remove("lit", "completes", "hinted", "foreseen", "chosen", "changed");
  }
  made.setAttribute("class", "ghost");
  made.setAttribute("aria-hidden", "true");
  return made;
}

/** @param {SVGElement} tile @param {Element} cell The tile lies on the cell, above all else. */
function lay(tile, cell) {
  if (!(cell instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = cell.getBBox();
  for (const [name, value] of Object.entries({ x, y, width, height })) tile.setAttribute(name, String(value));
  cell.ownerSVGElement?.append(tile);
}

/** @param {Element} table @param {string} ref @param {Element} cell What has the ref is shown above the cell. */
function hover(table, ref, cell) {
  const thing = [...table.querySelectorAll(".draggable")].find((each) => refsOf(each).includes(ref));
  const there = thing && held(thing);
  if (!there) return;
  const { left, top, width, height } = (cell.querySelector(":scope > .halo") ?? cell).getBoundingClientRect();
  const scale = Math.min(width / there.box.width, height / there.box.height);
  const box = { width: there.box.width * scale, height: there.box.height * scale };
  const shown = make("div", { class: "foreshown", "aria-hidden": "true" });
  shown.inert = true;
  const at = { left: left + (width - box.width) / 2, top: top + (height - box.height) / 2, ...box };
  for (const [name, value] of Object.entries(at)) shown.style.setProperty(name, `${value}px`);
  layer().append(shown);
  side(shown, there, at, false);
}

/** Nothing is shown under the pointer. */
export function unforeshow() {
  for (const old of document.querySelectorAll(".foreshown")) old.remove();
}

/**
 * Show what is to be laid faintly on the cell under the pointer, a tile in the first rotation that fits, before the cell is pressed.
 * @param {Element} table @param {State | null} state @param {Element | null} cell `null` takes it away.
 */
export function foreshow(table, state, cell) {
  unforeshow();
  const ref = cell?.matches(".cell.lit") ? cell.getAttribute("data-ref") : null;
  const found = state && ref ? meanings(state, [ref]) : [];
  if (!state || !cell || found.length !== 1) return;
  const choice = remaining(say(state, found[0]))[0];
  const members = choice?.said.flatMap((each) => each.members) ?? [];
  const shows = members.map((each) => state.asked.members[each].shows).find(Boolean);
  if (!shows && choice?.lays) hover(table, choice.lays, cell);
  const tile = shows ? picture(table, shows.join(" ")) : null;
  tile?.setAttribute("class", "foreshown");
  if (tile) lay(tile, cell);
}

/** @param {State} state @param {Choice | null} meant @returns {[string, number] | undefined} The tile and the rotation in which it is shown. */
function rotation(state, meant) {
  const point = shown(state);
  const members = point ? [point.member] : (meant?.said.flatMap((each) => each.members) ?? []);
  return members.map((each) => state.asked.members[each].shows).find(Boolean);
}

/**
 * Show the tile on the cell that was said last.
 * @param {Element} table @param {State | null} state
 * @param {Choice | null} meant The only answer that is left, if it is not given yet.
 * @returns {boolean} Whether it is shown, to be turned.
 */
export function place(table, state, meant) {
  for (const old of table.querySelectorAll(".ghost")) old.remove();
  const shows = state && rotation(state, meant);
  const last = state?.spoken[state.spoken.length - 1];
  if (!state || !shows || !last) return false;
  const refs = last.members.flatMap((member) => state.asked.members[member].refs);
  const cells = [...table.querySelectorAll(".cell[data-ref]")];
  const cell = cells.find((each) => refs.includes(each.getAttribute("data-ref") ?? ""));
  const tile = picture(table, shows.join(" "));
  if (!cell || !tile) return false;
  lay(tile, cell);
  return shown(state) !== null;
}

/**
 * @param {State | null} state @param {{say: (point: Point) => void, turn: () => void}} does
 * @returns {HTMLElement[]} Buttons to turn the tile and to lay it as it is shown.
 */
export function placing(state, does) {
  const point = shown(state);
  if (!state || !point) return [];
  return [
    button(`↻ ${gettext("turn it")}: ${state.asked.members[point.member].text}`, does.turn, { "data-key": "turn" }),
    button(gettext("lay it here"), () => does.say(point), { class: "done", "data-key": "lay" }),
  ];
}
