/** What has happened is seen: what has moved flies from where it was to where it is, and numbers say how they change. */

import { fly, follow, held, layers, settle, stacked, whole } from "./flying.js";
import { banner, glow, lose } from "./flourish.js";
import { numberOf, numbers, plateOf, showGains, signed, textOf, tick } from "./gains.js";
import { conceal, see, takenIn } from "./lasting.js";
import { apart, marksOf, valueOf } from "./marks.js";
import { refsOf } from "./lighting.js";
import { pace } from "./pacing.js";
import { fewer, fromSides } from "./routes.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./flying.js").Box} Box */
/** @typedef {import("./flying.js").Held} Held */
/** @typedef {import("./flying.js").Flight} Flight */
/**
 * @typedef {{things: Map<string, Held>, marks: Map<string, Held>, numbers: Map<string, string>, phase: string,
 *   seen: import("./lasting.js").Seen}} Memory
 * What was on the table, by ref: pieces and places, values on boards, and texts of numbers.
 */

/** How long a leg of a flight lasts, in milliseconds. */
const LASTS = 380;
/** How long things that have met rest before they leave together, and one thing alone before it goes on. */
const RESTS = 1200;
const RESTS_ALONE = 500;
/** The time between two steps otherwise. */
const BREATH = 120;
/** The time between two things that set out in one step, and in which at most all of them do. */
const APART = 90;
const WITHIN = 900;
const MOST_OF_ONE = 8;
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
  const memory = { things: new Map(), marks: new Map(), numbers: new Map(), phase: phaseOf(place), seen: see(place) };
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
  for (const [ref, element] of numbers(place)) memory.numbers.set(ref, textOf(element));
  return memory;
}

/** @param {Element} place @returns {string} What is played now, as the table calls it. */
const phaseOf = (place) => place.querySelector(".phase")?.textContent ?? "";

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

/**
 * @param {Element} place @param {string} ref
 * @returns {Held | null} The face of a card that lies in a pile or with a player, where nobody sees it; its size is that of a card.
 */
function faceOf(place, ref) {
  const element = place.querySelector(`.laid > [data-ref~="${ref}"]`);
  return element && { element, box: { left: 0, top: 0, width: 64, height: element.matches(".square") ? 64 : 90 }, matrix: null };
}

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
    const face = end ?? (is && !start ? faceOf(place, is) : null);
    const front = face ?? start ?? back;
    const from = start?.box ?? boxOf(old, first);
    const to = end?.box ?? boxOf(now, last);
    const hides = end && !stacked(end.element) ? layers(end.element) : [];
    const turns = Boolean(face && !start && front !== back);
    const size = front?.box ?? { left: 0, top: 0, width: 44, height: 61 };
    const by = [(was && putBy.get(was)) || ownerOf(first), ...move.path.slice(1).map(ownerOf)];
    const lost = onBoard(first) && !onBoard(last);
    const common = { front, back, turns, fades: false, hides, by, lost, steps: move.legs };
    if (move.path.length === 1) {
      if (end) found.push({ ...common, stops: [end.box, end.box] });
    } else if (from && to) {
      const target = end ? to : amid(to, size);
      const via = move.path.slice(1, -1).map((stop) => boxOf(now, stop) ?? boxOf(old, stop));
      const stops = [start ? from : amid(from, size), ...via.map((box) => box && amid(box, target)), target];
      // a stop that nobody sees is passed
      const kept = stops.flatMap((box, at) => (box ? [{ box, at }] : []));
      const flight = { ...common, stops: kept.map(({ box }) => box), steps: kept.slice(1).map(({ at }) => move.legs[at - 1]), by: kept.map(({ at }) => by[at]) };
      if (turns || kept.length > 2 || apart(flight.stops[0], target) > NEAR) found.push(flight);
    } else if (start) {
      found.push({ ...common, stops: [start.box, start.box], steps: move.legs.slice(0, 1), front: start, back: null, turns: false, fades: true, hides: [] });
    } else if (end) appear(end);
  }
  return found;
}

/** @type {Map<string, string>} Who has put things on the table, by the refs that they have there. */
const putBy = new Map();

/** @param {string} stop @returns {string | null} Whose place it is. */
const ownerOf = (stop) => stop.split(" ").find((ref) => /^p\d+$/.test(ref)) ?? null;

/** @param {string} stop @returns {boolean} Whether it is a field of a board or a part of a tile. */
const onBoard = (stop) => stop.split(" ").some((ref) => /^[st]\d/.test(ref));

/**
 * What was taken from the middle flies to the player who took it, even if it lies elsewhere then.
 * @param {Flight[]} flights @param {Element} place @param {Move} move @returns {Flight[]}
 */
function toTaker(flights, place, move) {
  const taker = takenIn(place)?.getAttribute("data-by") ?? null;
  const plate = taker && plateOf(place, taker);
  const [from, last] = move.path.slice(-2);
  const middle = (from ?? "").split(" ").some((ref) => ref && place.querySelector(`.meeting .spot[data-ref~="${ref}"]`));
  if (!plate || !middle || ownerOf(last ?? "")) return flights;
  const box = plate.getBoundingClientRect();
  return flights.map((each) => {
    const { width, height } = each.stops[each.stops.length - 2] ?? each.stops[0];
    const stops = [...each.stops.slice(0, -1), amid(box, { ...box, width: width / 2, height: height / 2 })];
    return box.width ? { ...each, stops, fades: true, hides: [], by: [...(each.by ?? []).slice(0, -1), taker] } : each;
  });
}

/** @param {Move[]} moves Keep in mind who has put what where. */
function note(moves) {
  for (const { path, pieces } of moves) {
    const owner = ownerOf(path[0]);
    for (const [was, is] of pieces) {
      const before = (was && putBy.get(was)) || owner;
      if (was) putBy.delete(was);
      if (is && before) putBy.set(is, before);
    }
  }
}

/** @param {Held} thing What is there now and came from nowhere. */
function appear(thing) {
  for (const each of layers(thing.element)) follow(each.animate({ opacity: [0, 1] }, { duration: LASTS * pace(), easing: "ease-out" }));
}

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

/** @param {Flight[]} flown @param {Flight[]} marks @returns {Flight[]} Values that go elsewhere do so when the pieces have arrived, which are why. */
function after(flown, marks) {
  const step = 1 + Math.max(-1, ...flown.flatMap((each) => each.steps));
  return marks.map((each) => (each.turns || each.fades || each.appears ? each : { ...each, steps: [step] }));
}

/** @param {Flight[]} flights @returns {{flight: Flight, leg: number}[][]} What moves in each step. */
function inSteps(flights) {
  /** @type {Map<number, {flight: Flight, leg: number}[]>} */
  const steps = new Map();
  for (const flight of flights) {
    flight.steps.forEach((step, leg) => steps.set(step, [...(steps.get(step) ?? []), { flight, leg }]));
  }
  return [...steps].sort(([one], [other]) => one - other).map(([, legs]) => legs);
}

/** @param {Box} one @param {Box} other @returns {boolean} Whether one lies on a good part of the other. */
function covers(one, other) {
  const [right, down] = [one.left - other.left, one.top - other.top];
  return Math.abs(right) < 0.6 * one.width && Math.abs(down) < 0.6 * one.height;
}

/** @param {{flight: Flight, leg: number}[]} legs Things that leave a place together lie there alike, side by side, not one on another. */
function lieApart(legs) {
  const lying = legs.filter(({ leg }) => leg === 0).map(({ flight }) => flight.stops[0]);
  for (const { flight, leg } of legs.filter((each) => each.leg > 0)) {
    const box = amid(flight.stops[leg], lying[0] ?? flight.stops[leg - 1]);
    flight.stops[leg] = box;
    const [over] = lying.filter((each) => covers(each, box));
    if (over) {
      const row = lying.filter((each) => Math.abs(each.top - over.top) < over.height / 2);
      flight.stops[leg] = { ...box, top: over.top, left: Math.max(...row.map((each) => each.left + each.width)) + NEAR };
    }
    lying.push(flight.stops[leg]);
  }
}

/** @param {{flight: Flight, leg: number}[]} legs @returns {Flight | null} The one of several things whose owner takes them all. */
function winner(legs) {
  const takers = new Set(legs.map(({ flight, leg }) => flight.by?.[leg + 1] ?? null));
  const [taker] = takers;
  if (legs.length < 2 || takers.size !== 1 || !taker) return null;
  const own = legs.filter(({ flight, leg }) => flight.by?.slice(0, leg + 1).includes(taker));
  return own.length === 1 ? own[0].flight : null;
}

/**
 * All things go one step after another; what has met rests before it leaves.
 * @param {Flight[]} flights @param {Element} place @returns {number} In how many milliseconds all have arrived.
 */
function flyAll(flights, place) {
  const speed = pace();
  const lasts = LASTS * speed;
  /** @type {Map<Flight, number[]>} */
  const starts = new Map();
  /** @type {Map<Flight, {from: number, until: number}>} */
  const wins = new Map();
  let time = 0;
  for (const [number, legs] of inSteps(flights).entries()) {
    const meets = legs.some(({ leg }) => leg > 0);
    if (meets) lieApart(legs);
    const rests = meets ? (legs.length > 1 ? RESTS : RESTS_ALONE) : BREATH;
    const begins = number ? time + rests * speed : 0;
    const best = meets ? winner(legs) : null;
    if (best) wins.set(best, { from: time, until: begins });
    const taker = best && legs.find(({ flight }) => flight === best);
    if (best && taker) glow(place, best.by?.[taker.leg + 1] ?? "", begins + lasts);
    const together = meets && legs.length > 1;
    const gap = together ? 0 : Math.min(APART, WITHIN / Math.max(1, legs.length - 1)) * speed;
    legs.forEach(({ flight }, at) => starts.set(flight, [...(starts.get(flight) ?? []), begins + at * gap]));
    time = begins + (legs.length - 1) * gap + lasts;
  }
  for (const flight of flights) if (flight.lost) lose(flight.stops[0], starts.get(flight)?.[0] ?? 0);
  for (const flight of flights) fly(flight, { starts: starts.get(flight) ?? [0], lasts }, wins.get(flight) ?? null);
  return time;
}

/**
 * Show how what is on the table came there.
 * @param {Memory} memory @param {Element} place @param {Table} table
 * @param {(milliseconds: number) => void} arrives Is told in how many milliseconds all that moves has arrived.
 * @returns {number} In how many milliseconds the next thing may happen.
 */
export function move(memory, place, table, arrives = () => {}) {
  close(memory, place);
  const taken = (takenIn(place)?.outerHTML ?? "") !== memory.seen.taken;
  const flown = table.moves.flatMap((each) => {
    const flights = fromSides(flightsOf(memory, place, each), place, each);
    return taken ? toTaker(flights, place, each) : flights;
  });
  note(table.moves);
  const ends = flyAll([...fewer(flown), ...after(flown, marksOf(memory.marks, place))], place);
  const [shown, rolls] = [showGains(place, table.gains), tick(memory.numbers, place, ends)];
  conceal(memory.seen, place, table, ends);
  announceOf(memory, place, taken, ends);
  arrives(ends + rolls);
  return Math.max(ends + rolls, shown) || (table.latest.length ? LASTS * pace() : 0);
}

/** @param {Memory} memory @param {Element} place @returns {string | null} Who has just taken what was in the middle, and by how much that changes the score. */
function wonIn(memory, place) {
  const said = takenIn(place)?.querySelector(":scope > figcaption")?.textContent;
  const by = takenIn(place)?.getAttribute("data-by");
  if (!said || !by) return null;
  const score = numbers(place).find(([ref]) => ref === `${by} score 1`)?.[1];
  const [was, is] = [memory.seen.numbers.get(`${by} score 1`), score ? numberOf(score) : null];
  if (was === undefined || is === null || was === is) return said;
  const what = score?.querySelector("small")?.textContent ?? "";
  return `${said}: ${signed(is - was)} ${what}`.trim();
}

/** @param {Memory} memory @param {Element} place @param {boolean} taken Whether somebody has just taken things from the middle. @param {number} ends */
function announceOf(memory, place, taken, ends) {
  const phase = phaseOf(place);
  const won = taken ? wonIn(memory, place) : null;
  if (phase && memory.phase && phase !== memory.phase) banner(place, phase, ends);
  else if (won) banner(place, won, Math.max(0, ends - RESTS * pace()));
}
