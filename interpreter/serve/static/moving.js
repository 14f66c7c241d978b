/** What has happened is seen: what has moved flies from where it was to where it is, and numbers say how they change. */

import { make } from "./elements.js";
import { fly, follow, held, layers, settle, stacked, whole } from "./flying.js";
import { refsOf } from "./lighting.js";
import { pace } from "./pacing.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./flying.js").Box} Box */
/** @typedef {import("./flying.js").Held} Held */
/** @typedef {import("./flying.js").Flight} Flight */
/**
 * @typedef {{things: Map<string, Held>, marks: Map<string, Held>, numbers: Map<string, string>}} Memory
 * What was on the table, by ref: pieces and places, values on boards, and texts of numbers.
 */

const LASTS = 350;
/** How long it takes to go on from a stop, relative to a flight without one. It rests there for a moment. */
const STOPPING = 2.4;
/** When it goes on from there, relative to the whole of its flight. */
const GOES_ON = 0.6;
const APART = 70;
const WITHIN = 900;
const MOST_OF_ONE = 8;
const MOST_MARKS = 40;
const MOST_ANSWERS = 8;
const NEAR = 4;

/**
 * @param {Table | null} before @param {Table} now
 * @returns {boolean} Whether what has happened since can be seen to happen.
 */
export function follows(before, now) {
  const answers = before ? now.answers - before.answers : 0;
  const same = before !== null && before.epoch === now.epoch && before.language === now.language;
  return same && before.live && now.live && answers > 0 && answers <= MOST_ANSWERS && pace() > 0;
}

/** @param {Element} place @returns {Memory} */
export function remember(place) {
  settle();
  /** @type {Memory} */
  const memory = { things: new Map(), marks: new Map(), numbers: new Map() };
  for (const element of place.querySelectorAll("[data-also], [data-ref]")) {
    const there = held(element);
    for (const ref of refsOf(element)) {
      if (there && !memory.things.has(ref)) memory.things.set(ref, there);
    }
  }
  for (const element of place.querySelectorAll(".mark[data-value]")) {
    const there = held(element);
    if (there) memory.marks.set(valueOf(element), there);
  }
  for (const [ref, element] of numbers(place)) memory.numbers.set(ref, element.textContent ?? "");
  return memory;
}

/** @param {Element} element */
const valueOf = (element) => element.getAttribute("data-value") ?? "";

/** @param {Element} place @returns {[string, Element][]} The texts that count something, each by a name of its own. */
function numbers(place) {
  const found = [...place.querySelectorAll(".value[data-value]")].map((each) => /** @type {[string, Element]} */ ([valueOf(each), each]));
  for (const size of place.querySelectorAll("[data-ref] > .size > [aria-hidden]")) {
    const heading = size.closest("[data-ref]");
    if (heading) found.push([`${refsOf(heading)[0]} size`, size]);
  }
  /** @type {Map<string, number>} */
  const times = new Map();
  return found.map(([ref, element]) => {
    times.set(ref, (times.get(ref) ?? 0) + 1);
    return [`${ref} ${times.get(ref)}`, element];
  });
}

/** @param {Element} place @param {string[]} latest The refs of what the last answer has changed. */
export function mark(place, latest) {
  const refs = new Set(latest);
  for (const element of place.querySelectorAll(".latest")) element.classList.remove("latest");
  for (const element of place.querySelectorAll("[data-ref], [data-value]")) {
    const own = [...refsOf(element), valueOf(element)];
    if (own.some((ref) => refs.has(ref))) element.classList.add("latest");
  }
}

/** @param {Element} place @param {string} ref @returns {Held | null} */
function find(place, ref) {
  for (const element of place.querySelectorAll(`[data-also~="${ref}"], [data-ref~="${ref}"]`)) {
    const there = held(element);
    if (there) return there;
  }
  return null;
}

/**
 * @param {(ref: string) => Held | null} look @param {string} stop
 * @returns {Box | null} Where the things of a stop lie.
 */
function boxOf(look, stop) {
  for (const ref of stop.split(" ").filter(Boolean)) {
    const there = look(ref);
    if (!there) continue;
    const zone = there.element.matches(".spot") ? there.element.closest(".place")?.querySelector(".pieces") : null;
    const box = zone?.isConnected ? zone.getBoundingClientRect() : there.box;
    return box.width ? box : there.box;
  }
  return null;
}

/** @param {Box} around @param {Box} size @returns {Box} A box of a size in the middle of another one. */
function amid(around, { width, height }) {
  const { left, top } = around;
  return { left: left + (around.width - width) / 2, top: top + (around.height - height) / 2, width, height };
}

/** @param {Memory} memory @param {Element} place @param {string} stop @returns {Held | null} A back in a zone. */
function backIn(memory, place, stop) {
  const zone = stop.split(" ").find((ref) => ref.startsWith("z"));
  if (!zone) return null;
  const hidden = new RegExp(`^${zone}\\.\\d+$`);
  for (const [ref, there] of memory.things) if (hidden.test(ref)) return there;
  for (const element of place.querySelectorAll(`[data-ref^="${zone}."]`)) {
    if (refsOf(element).some((ref) => hidden.test(ref))) return held(element);
  }
  return null;
}

/** @param {Box} one @param {Box} other */
const apart = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);

/**
 * @param {Memory} memory @param {Element} place @param {Move} move
 * @returns {Flight[]}
 */
function flightsOf(memory, place, move) {
  const first = move.path[0];
  const last = move.path[move.path.length - 1];
  const old = (/** @type {string} */ ref) => memory.things.get(ref) ?? null;
  const now = (/** @type {string} */ ref) => find(place, ref);
  /** @type {Flight[]} */
  const found = [];
  for (let number = 0; number < Math.min(move.count, MOST_OF_ONE); number += 1) {
    const [was, is] = move.pieces[number] ?? [null, null];
    const start = was ? old(was) : null;
    const end = is ? now(is) : null;
    const back = start ? null : (backIn(memory, place, first) ?? backIn(memory, place, last));
    const front = end ?? start ?? back;
    const from = start?.box ?? boxOf(old, first);
    const to = end?.box ?? boxOf(now, last);
    const hides = end && !stacked(end.element) ? layers(end.element) : [];
    const turns = Boolean(end && !start && front !== back);
    const size = front?.box ?? { left: 0, top: 0, width: 44, height: 61 };
    if (move.path.length === 1) {
      if (end) found.push({ from: end.box, via: [], to: end.box, front, back, turns, fades: false, hides });
    } else if (from && to) {
      const via = move.path.slice(1, -1).flatMap((stop) => boxOf(now, stop) ?? boxOf(old, stop) ?? []);
      const target = end ? to : amid(to, size);
      const flight = { from: start ? from : amid(from, size), via: via.map((box) => amid(box, target)), to: target };
      if (turns || via.length || apart(flight.from, target) > NEAR) found.push({ ...flight, front, back, turns, fades: false, hides });
    } else if (start) {
      found.push({ from: start.box, via: [], to: start.box, front: start, back: null, turns: false, fades: true, hides: [] });
    } else if (end) appear(end);
  }
  return found;
}

/** @param {Held} thing What is there now and came from nowhere. */
function appear(thing) {
  for (const each of layers(thing.element)) follow(each.animate({ opacity: [0, 1] }, { duration: LASTS * pace(), easing: "ease-out" }));
}

/** @param {Held} thing @returns {string} How a value on a board looks, wherever it is. */
const look = ({ element }) => `${element.getAttribute("data-color")} ${element.innerHTML}`;


/** @param {Memory} memory @param {Element} place @returns {Flight[]} Values on boards that are elsewhere, or others, now. */
function marksOf(memory, place) {
  /** @type {[string, Held][]} */
  const came = [];
  const gone = new Map(memory.marks);
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

/** @param {Map<string, Held>} gone @param {string} ref @param {Held} there @returns {Flight[]} */
function arrival(gone, ref, there) {
  const alike = [...gone].filter(([, other]) => look(other) === look(there));
  alike.sort(([, one], [, other]) => apart(one.box, there.box) - apart(other.box, there.box));
  const source = alike.find(([other]) => other === ref) ?? alike[0];
  const common = { via: [], to: there.box, front: there, fades: false, hides: layers(there.element) };
  if (source) {
    gone.delete(source[0]);
    return [{ ...common, from: source[1].box, back: null, turns: false }];
  }
  const before = gone.get(ref);
  if (before && cellOf(before) === cellOf(there)) {
    gone.delete(ref);
    return [{ ...common, from: there.box, back: before, turns: true }];
  }
  const { left, top, width, height } = there.box;
  const large = { left: left - width / 4, top: top - height / 2, width: width * 1.5, height: height * 1.5 };
  return [{ ...common, from: large, back: null, turns: false }];
}

/** @param {Held} thing @returns {Flight} */
const departure = (thing) => ({ from: thing.box, via: [], to: thing.box, front: thing, back: null, turns: false, fades: true, hides: [] });

/** @param {Memory} memory @param {Element} place What lies in the same zone as before moves up. */
function close(memory, place) {
  for (const element of place.querySelectorAll(".place .laid > [data-ref]")) {
    const before = refsOf(element).map((ref) => memory.things.get(ref)).find(Boolean);
    const zone = element.closest(".place")?.querySelector(".spot");
    const zoneBefore = zone && refsOf(zone).map((ref) => memory.things.get(ref)).find(Boolean);
    const there = held(element);
    if (!before || !there || !zone || !zoneBefore) continue;
    const spot = zone.getBoundingClientRect();
    const right = before.box.left - zoneBefore.box.left - (there.box.left - spot.left);
    const down = before.box.top - zoneBefore.box.top - (there.box.top - spot.top);
    if (Math.hypot(right, down) <= NEAR) continue;
    const timing = { duration: LASTS * pace(), easing: "ease-out" };
    follow(whole(element).animate({ transform: [`translate(${right}px, ${down}px)`, "none"] }, timing));
  }
}

/** @param {Memory} memory @param {Element} place @param {number} delay Numbers that are others now light up. */
function tick(memory, place, delay) {
  const lasts = 2 * LASTS * pace();
  for (const [ref, element] of numbers(place)) {
    const before = memory.numbers.get(ref);
    const text = element.textContent ?? "";
    if (before === undefined || before === text) continue;
    const ground = ["color-mix(in srgb, var(--new) 55%, transparent)", "transparent"];
    follow(element.animate({ backgroundColor: ground }, { duration: lasts, delay, easing: "ease-in" }));
    const more = Number.parseInt(text, 10) - Number.parseInt(before, 10);
    if (more && String(more) !== "NaN") rise(element, more > 0 ? `+${more}` : `−${-more}`, delay, lasts);
  }
}

/** @param {Element} element @param {string} text @param {number} delay @param {number} lasts */
function rise(element, text, delay, lasts) {
  const box = element.getBoundingClientRect();
  if (!box.width) return;
  const made = make("div", { class: "gamespec rise", "aria-hidden": "true" }, text);
  Object.assign(made.style, {
    position: "fixed", left: `${box.right}px`, top: `${box.top}px`, zIndex: "5", pointerEvents: "none", fontWeight: "700",
    color: "var(--new)", background: "var(--paper)", borderRadius: "1rem", padding: "0 .35rem", fontSize: ".85rem",
    opacity: "0",
  });
  document.body.append(made);
  const frames = { transform: ["translate(0, 0)", "translate(0, -1.2rem)"], opacity: [1, 1, 0] };
  follow(made.animate(frames, { duration: lasts, delay, easing: "ease-out" }), () => made.remove());
}

/**
 * Show how what is on the table came there.
 * @param {Memory} memory @param {Element} place @param {Table} table
 * @returns {number} In how many milliseconds all is in its place.
 */
export function move(memory, place, table) {
  close(memory, place);
  const flights = [...table.moves.flatMap((each) => flightsOf(memory, place, each)), ...marksOf(memory, place)];
  const longest = flights.some((flight) => flight.via.length) ? STOPPING * LASTS : LASTS;
  const gap = Math.min(APART, (WITHIN - longest) / Math.max(1, flights.length - 1));
  let waits = 0;
  let ends = 0;
  flights.forEach((flight, number) => {
    const stops = flight.via.length > 0;
    const lasts = LASTS * (stops ? STOPPING : 1) * pace();
    const delay = number * gap * pace() + (stops ? 0 : waits);
    if (stops) waits = lasts * GOES_ON; // what moves later leaves with it, be it the rest of a trick
    fly(flight, delay, lasts);
    ends = Math.max(ends, delay + lasts);
  });
  tick(memory, place, ends);
  return ends || (table.latest.length ? LASTS * pace() : 0);
}
