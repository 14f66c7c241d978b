/** Values on boards, which fly from where they were to where values that look like them are now. */

import { held, layers } from "./flying.js";

/** @typedef {import("./flying.js").Box} Box */
/** @typedef {import("./flying.js").Held} Held */
/** @typedef {import("./flying.js").Flight} Flight */

const MOST_MARKS = 40;

/** @param {Element} element */
export const valueOf = (element) => element.getAttribute("data-value") ?? "";

/** @param {Box} one @param {Box} other */
export const apart = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);

/** @param {Held} thing @returns {string} How a value on a board looks, wherever it is. */
const look = ({ element }) => `${element.getAttribute("data-color")} ${element.innerHTML}`;

/** @param {Map<string, Held>} memory @param {Element} place @returns {Flight[]} Values on boards that are elsewhere, or others, now. */
export function marksOf(memory, place) {
  /** @type {[string, Held][]} */
  const came = [];
  const gone = new Map(memory);
  for (const element of place.querySelectorAll(".mark[data-value]")) {
    const there = held(element);
    const ref = valueOf(element);
    const before = gone.get(ref);
    if (before && there && look(before) === look(there) && cellOf(before) === cellOf(there)) gone.delete(ref);
    else if (there) came.push([ref, there]);
  }
  if (came.length + gone.size > MOST_MARKS) return [];
  return [...came.flatMap(([ref, there]) => arrival(gone, ref, there)), ...[...gone.values()].map(departure)];
}

/** @param {Held} thing @returns {string} What says where on its board a value is drawn. */
const cellOf = ({ element }) => element.getAttribute("transform") ?? "";

/** @param {Held} thing @returns {string} How a value on a board looks, however large it is. */
const shape = (thing) => `${look(thing).replace(/ (?!href)([\w-]+)="([^"]*)"/g, (_, name, value) => ` ${name}="${value.replace(/[-\d.]+/g, "")}"`)}`;

/**
 * @param {Map<string, Held>} gone @param {string} ref @param {Held} there
 * @returns {[string, Held] | undefined} The same value, as large as there was room for it where it was.
 */
function resized(gone, ref, there) {
  const before = gone.get(ref);
  return before && cellOf(before) !== cellOf(there) && shape(before) === shape(there) ? [ref, before] : undefined;
}

/** @param {Map<string, Held>} gone @param {string} ref @param {Held} there @returns {Flight[]} */
function arrival(gone, ref, there) {
  const alike = [...gone].filter(([, other]) => look(other) === look(there));
  alike.sort(([, one], [, other]) => apart(one.box, there.box) - apart(other.box, there.box));
  const source = alike.find(([other]) => other === ref) ?? alike[0] ?? resized(gone, ref, there);
  const common = { steps: [0], front: there, fades: false, hides: layers(there.element) };
  if (source) {
    gone.delete(source[0]);
    return [{ ...common, stops: [source[1].box, there.box], back: null, turns: false }];
  }
  const before = gone.get(ref);
  if (before && cellOf(before) === cellOf(there)) {
    gone.delete(ref);
    return [{ ...common, stops: [there.box, there.box], back: before, turns: true }];
  }
  const { left, top, width, height } = there.box;
  const large = { left: left - width / 4, top: top - height / 2, width: width * 1.5, height: height * 1.5 };
  return [{ ...common, stops: [large, there.box], back: null, turns: false, appears: true }];
}

/** @param {Held} thing @returns {Flight} */
const departure = (thing) => ({ stops: [thing.box, thing.box], steps: [0], front: thing, back: null, turns: false, fades: true, hides: [] });
