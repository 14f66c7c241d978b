/** A tile is shown in its place before it is laid: in one rotation after another, until it is laid as it is shown. */

import { button } from "./elements.js";
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

/**
 * Show the tile faintly on the cell under the pointer, in the first rotation that fits, before the cell is pressed.
 * @param {Element} table @param {State | null} state @param {Element | null} cell `null` takes the tile away.
 */
export function foreshow(table, state, cell) {
  for (const old of table.querySelectorAll(".foreshown")) old.remove();
  const ref = cell?.matches(".cell.lit") ? cell.getAttribute("data-ref") : null;
  const found = state && ref ? meanings(state, [ref]) : [];
  if (!state || !cell || found.length !== 1) return;
  const members = remaining(say(state, found[0]))[0]?.said.flatMap((each) => each.members) ?? [];
  const shows = members.map((each) => state.asked.members[each].shows).find(Boolean);
  const tile = shows ? picture(table, shows.join(" ")) : null;
  tile?.setAttribute("class", "foreshown");
  if (tile) lay(tile, cell);
}

/**
 * Show the tile on the cell that was said last.
 * @param {Element} table @param {State | null} state @returns {boolean} Whether it is shown.
 */
export function place(table, state) {
  for (const old of table.querySelectorAll(".ghost")) old.remove();
  const point = shown(state);
  const last = state?.spoken[state.spoken.length - 1];
  if (!state || !point || !last) return false;
  const refs = last.members.flatMap((member) => state.asked.members[member].refs);
  const cells = [...table.querySelectorAll(".cell[data-ref]")];
  const cell = cells.find((each) => refs.includes(each.getAttribute("data-ref") ?? ""));
  const tile = picture(table, (state.asked.members[point.member].shows ?? []).join(" "));
  if (!cell || !tile) return false;
  lay(tile, cell);
  return true;
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
