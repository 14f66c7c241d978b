/** Lights up what can be pointed at on the table, and lets it be pressed. */

import { make } from "./elements.js";
import { apart, beyondNames, called, completing, later, laying, leadsTo, meanings, name, points, severals, times } from "./choosing.js";
import { ROWS } from "./fading.js";
import { morph } from "./morphing.js";
import { disclose, flash, reveal } from "./revealing.js";
import { ngettext } from "./words.js";

/** @typedef {import("./choosing.js").State} State */
/** @typedef {import("./choosing.js").Point} Point */

/** @param {Element} element @returns {string[]} What it stands for; of what lies there the zone. */
export function refsOf(element) {
  return (element.getAttribute("data-ref") ?? element.getAttribute("data-also") ?? "").split(" ").filter(Boolean);
}

/** @param {Element} element @returns {string} What it is called, without what else is told of it. */
export function nameOf(element) {
  const told = element.getAttribute("data-was-aria-label") ?? element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
  return told.split(/, |: /)[0];
}

const GIVEN = ["role", "tabindex", "aria-pressed", "aria-label"];

/** @param {Element} table Nothing is lit. */
export function unlight(table) {
  for (const element of table.querySelectorAll("[data-lit]")) {
    const given = element.classList.contains("lit") ? GIVEN : [];
    element.classList.remove("lit", "completes", "hinted", "chosen", "draggable");
    for (const name of given) {
      const before = element.getAttribute(`data-was-${name}`);
      if (before === null) element.removeAttribute(name);
      else element.setAttribute(name, before);
      element.removeAttribute(`data-was-${name}`);
    }
    element.removeAttribute("data-lit");
  }
  for (const each of table.querySelectorAll("[data-says]")) each.removeAttribute("data-says");
}

/** @param {Element} element @param {string} name @param {string} value */
function give(element, name, value) {
  const before = element.getAttribute(name);
  if (before !== null && !element.hasAttribute(`data-was-${name}`)) element.setAttribute(`data-was-${name}`, before);
  element.setAttribute(name, value);
}

/**
 * Light up the elements of a table that stand for what can be said next.
 * @param {Element} table
 * @param {State} state
 * @returns {Set<string>} The refs of all that is lit.
 */
export function light(table, state) {
  const hints = later(state);
  const several = severals(state);
  const says = beyondNames(state);
  const whole = completing(state);
  /** @type {Map<string, Point[]>} */
  const meant = new Map();
  for (const point of points(state)) {
    for (const ref of state.asked.members[point.member].refs) meant.set(ref, [...(meant.get(ref) ?? []), point]);
  }
  /** @type {Set<string>} */
  const shown = new Set();
  for (const element of table.querySelectorAll("[data-ref]")) {
    const refs = refsOf(element);
    const found = new Map(refs.flatMap((ref) => meant.get(ref) ?? []).map((point) => [name(point), point]));
    if (found.size) {
      lightOne(element, state, [...found.values()], several);
      element.classList.toggle("completes", [...found.keys()].every((each) => whole.has(each)));
      const text = found.size === 1 ? says.get([...found.keys()][0]) : "";
      if (text) element.closest(".laid")?.setAttribute("data-says", text);
      for (const ref of refs) shown.add(ref);
    } else if (refs.some((ref) => hints.has(ref))) {
      element.setAttribute("data-lit", "");
      element.classList.add("hinted");
    }
  }
  const laid = laying(state);
  for (const element of laid.size ? table.querySelectorAll(".piece[data-ref]") : []) {
    if (!refsOf(element).some((ref) => laid.has(ref))) continue;
    element.setAttribute("data-lit", "");
    element.classList.add("draggable");
  }
  for (const element of table.querySelectorAll("[data-also]")) lightAlso(element, shown, hints);
  lightSaid(table, state);
  return shown;
}

/** @param {Element} table @param {State} state Mark what was said so far: it is chosen, and nothing else of it is hinted at. */
function lightSaid(table, state) {
  const refs = new Set(state.spoken.flatMap((each) => each.members.flatMap((member) => state.asked.members[member].refs)));
  if (state.wish !== undefined) refs.add(state.wish);
  if (!refs.size) return;
  for (const element of table.querySelectorAll("[data-ref]")) {
    if (element.matches(".lit") || !refsOf(element).some((ref) => refs.has(ref))) continue;
    element.setAttribute("data-lit", "");
    element.classList.remove("hinted");
    element.classList.add("chosen");
  }
}

/**
 * Light up what may be pressed instead of a zone; it is for the mouse only, the zone is there for the keyboard.
 * @param {Element} element @param {Set<string>} shown @param {Set<string>} hints
 */
function lightAlso(element, shown, hints) {
  const refs = refsOf(element);
  const kind = refs.some((ref) => shown.has(ref)) ? "lit" : refs.some((ref) => hints.has(ref)) ? "hinted" : "";
  if (!kind) return;
  element.setAttribute("data-lit", "");
  element.classList.add(kind);
}

/** @param {Element} element @param {State} state @param {Point[]} found @param {Set<string>} several */
function lightOne(element, state, found, several) {
  element.setAttribute("data-lit", "");
  element.classList.add("lit");
  give(element, "role", "button");
  give(element, "tabindex", "0");
  const label = element.getAttribute("aria-label") ?? element.textContent?.trim();
  const names = [...new Set(found.map((point) => called(state, point)))].join(", ");
  give(element, "aria-label", label?.includes(names) ? label : label ? `${names} (${label})` : names);
  if (found.length === 1 && several.has(`${found[0].action}.${found[0].step}`)) {
    const chosen = times(state, found[0]) > 0;
    give(element, "aria-pressed", String(chosen));
    element.classList.toggle("chosen", chosen);
  }
}

/**
 * Mark where a thing under the pointer can go, before it is pressed.
 * @param {Element} table @param {State | null} state @param {Element | null} element `null` takes the marks away.
 */
export function foresee(table, state, element) {
  const points = state && element ? apart(state, meanings(state, refsOf(element))) : [];
  const refs = state && points.length === 1 && !severals(state).size ? leadsTo(state, points[0]) : new Set();
  for (const each of table.querySelectorAll("[data-ref]")) {
    each.classList.toggle("foreseen", refs.size > 0 && each !== element && refsOf(each).some((ref) => refs.has(ref)));
  }
}

/** @param {Element} from @returns {Element | null} The lit element that was meant by a click on something. */
export function litAround(from) {
  return from.closest(".lit");
}

/**
 * The lit element that lies next to another one in a direction, by where they are on the screen.
 * @param {Element} table @param {Element} from @param {string} key
 * @returns {HTMLElement | SVGElement | null}
 */
export function neighbour(table, from, key) {
  const [x, y] = centre(from);
  const right = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  /** @type {HTMLElement | SVGElement | null} */
  let best = null;
  let least = Infinity;
  for (const each of table.querySelectorAll(".lit[data-ref]")) {
    if (each === from || !(each instanceof HTMLElement || each instanceof SVGElement)) continue;
    const [a, b] = centre(each);
    const ahead = (a - x) * right + (b - y) * down;
    if (ahead <= 1) continue;
    const aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    if (ahead + 2 * aside < least) [best, least] = [each, ahead + 2 * aside];
  }
  return best;
}

/** How far from its corner a card is known, in pixels. */
const CORNER = 10;

/** @param {Element} table @returns {boolean} Whether all that is lit lies in sight, so that nobody has to look for it. */
export function allInSight(table) {
  return [...table.querySelectorAll(".lit[data-ref]")].every(inSight);
}

/** @param {Element} each @returns {boolean} */
function inSight(each) {
  if (!each.checkVisibility()) return false; // it is folded
  const { left, top } = each.getBoundingClientRect();
  return [centre(each), [left + CORNER, top + CORNER]].some(([x, y]) => { // cards in a hand are known by their corners
    const there = document.elementFromPoint(x, y);
    if (there?.closest(".enlarged, .zoom")) return true; // it is seen there, or beside the buttons of its board
    if (each.matches(".cell") && there?.closest("svg") === each.closest("svg")) return true; // a piece lies on it
    return there !== null && (each.contains(there) || there.closest(".laid, .place")?.contains(each) === true);
  });
}

/** Up to how large a thing is hard to press, in pixels, and of how many such things each is also a button. */
const SMALL = 30;
const FEW = 8;

/**
 * @param {Element} table @param {State} state
 * @returns {Map<string, Element>} The things that can be said next and that are hard to press, by the names of the points:
 *   they are few, and all of them small.
 */
export function tiny(table, state) {
  /** @type {Map<string, Element>} */
  const found = new Map();
  const all = points(state).filter((point) => state.asked.members[point.member].refs.length);
  if (all.length > FEW || severals(state).size) return found;
  const lit = [...table.querySelectorAll(".piece.lit[data-ref]")];
  for (const point of all) {
    const { refs } = state.asked.members[point.member];
    const each = lit.find((element) => refsOf(element).some((ref) => refs.includes(ref)));
    const { width, height } = (each?.querySelector(":scope > .edge") ?? each)?.getBoundingClientRect() ?? { width: 0, height: 0 };
    if (!each || Math.max(width, height) > SMALL) return new Map();
    found.set(name(point), each);
  }
  return found;
}

/** How many things are named of those that are shown. */
const NAMED = 4;

/**
 * Light up all that is lit once more, and bring the first of it into sight that is out of it.
 * @param {Element} table @returns {string[]} What it is called, as far as it is named, and how many fields there are.
 */
export function showAll(table) {
  const all = [...table.querySelectorAll(".lit[data-ref]")].filter((each) => each instanceof HTMLElement || each instanceof SVGElement);
  const hidden = all.find((each) => !inSight(each));
  if (hidden) reveal(hidden);
  for (const each of all) if (each !== hidden) flash(each);
  const fields = all.filter((each) => each.matches(".cell")).length;
  const names = [...new Set(all.filter((each) => !each.matches(".cell")).map(nameOf))];
  const some = names.length > NAMED ? [...names.slice(0, NAMED), "…"] : names;
  return fields ? [...some, ngettext("{count} field", "{count} fields", fields)] : some;
}

/** @param {Element} table A row that was scrolled begins with the reader's hand again. */
export function handFirst(table) {
  table.querySelector(".mine")?.scrollTo({ left: 0, top: 0, behavior: "instant" });
}

/**
 * Nothing is asked for that cannot be seen: each row scrolls to the first lit thing in it, unless one is in sight there. Where
 * nothing at all is in sight, and no button stands for it, what hides the first lit thing opens.
 * @param {Element} table @param {boolean} answerable Whether there are buttons with which the question can be answered.
 */
export function bring(table, answerable) {
  for (const row of table.querySelectorAll(ROWS)) {
    const lit = [...row.querySelectorAll(".lit[data-ref]")].filter((each) => each.checkVisibility());
    if (!lit.some(inSight)) lit[0]?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
  }
  const all = [...table.querySelectorAll(".lit[data-ref]")];
  if (!answerable && all.length && !all.some(inSight)) disclose(all[0]);
}

/** @param {Element} element @returns {[number, number]} */
function centre(element) {
  const box = (element.querySelector(":scope > .reach") ?? element).getBoundingClientRect(); // of a part of a tile, where it is seen
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * What is open and how far it is scrolled, by `data-keep`, to be restored in other HTML.
 * @param {Element} table
 * @returns {() => void}
 */
function keeping(table) {
  const kept = [...table.querySelectorAll("[data-keep]")].map((each) => ({
    each,
    name: each.getAttribute("data-keep"),
    open: each.hasAttribute("open"),
    left: each.scrollLeft,
    top: each.scrollTop,
  }));
  return () => {
    for (const { name, open, left, top } of kept.filter((was) => !was.each.isConnected)) {
      const now = table.querySelector(`[data-keep="${name}"]`);
      if (now instanceof HTMLDetailsElement) now.open = open;
      if (now && (left || top)) now.scrollTo({ left, top, behavior: "instant" });
    }
  };
}

/** @param {DocumentFragment} table The page shows names in its own way (`closer.js`), not as the browser would. */
function silence(table) {
  for (const each of table.querySelectorAll("[title]")) each.removeAttribute("title");
  for (const each of table.querySelectorAll("svg title")) each.remove();
}

/**
 * Put other HTML on the table; the focus stays on what has the same ref.
 * @param {HTMLElement} table @param {string} html
 */
export function swap(table, html) {
  const active = document.activeElement;
  const inside = active && table.contains(active) && active !== table;
  const refs = inside && active ? refsOf(active) : [];
  const draft = make("template");
  draft.innerHTML = html;
  if (draft instanceof HTMLTemplateElement) silence(draft.content);
  const restore = keeping(table);
  unlight(table);
  if (draft instanceof HTMLTemplateElement) morph(table, draft.content);
  restore();
  return () => {
    if (!inside) return;
    const same = [...table.querySelectorAll("[data-ref]")].find((each) =>
      refsOf(each).some((ref) => refs.includes(ref)),
    );
    const target = same && same.classList.contains("lit") ? same : table;
    if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
  };
}
