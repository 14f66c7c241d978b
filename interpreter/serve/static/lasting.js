/**
 * What the reader's own last answer has done, and what has happened since, stays to be seen until the next one: beside
 * numbers by how much they have changed, on boards from where to where something went.
 */

import { make } from "./elements.js";
import { follow } from "./flying.js";
import { calledOf, numberOf, numbers, plateOf, signed, worse } from "./gains.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {[number, number]} Point In the coordinates of a board. */
/**
 * @typedef {{board: string, points: Point[], color: string, answers: number}} Trail
 * The way of something on a board, or, with one point, the place from which something went elsewhere.
 * @typedef {{board: string, points: Point[], color: string}} Way A way before it is kept; the colour is that of the player whose it is, or "".
 * @typedef {{look: string, at: string, board: string}} Mark A value on a board.
 * @typedef {{numbers: Map<string, number>, marks: Map<string, Mark>, taken: string}} Seen What is compared with what comes then.
 * @typedef {{since: number, epoch: number, seat: number | null, gained: Map<string, {more: number, answers: number}>, trails: Trail[]}} Kept
 */

const SVG = "http://www.w3.org/2000/svg";
/** How many ways of one answer are shown, and of all answers. */
const MOST_OF_ONE = 6;
const MOST = 16;
/** How many fields of a track a way passes that is shown on each of them. */
const LONGEST = 16;
/** The unit of boards, how far from the middle of a field a way begins and ends, and the size of its head. */
const UNIT = 100;
const BEGINS = 0.3 * UNIT;
const ENDS = 0.36 * UNIT;
const HEAD = 0.2 * UNIT;
/** How long what is new comes into sight, in milliseconds. */
const ARRIVES = 200;

/** @type {Kept} */
let kept = { since: -1, epoch: -1, seat: null, gained: new Map(), trails: [] };

/** @returns {Kept} What is kept now; `keep` brings it back. */
export const recall = () => ({ ...kept, gained: new Map(kept.gained), trails: [...kept.trails] });

/** @param {Kept} before */
export function keep(before) {
  kept = before;
}

/** @param {Element} place @returns {Seen} */
export function see(place) {
  /** @type {Seen} */
  const seen = { numbers: new Map(), marks: new Map(), taken: takenIn(place)?.outerHTML ?? "" };
  for (const [ref, element] of numbers(place)) {
    const number = numberOf(element);
    if (number !== null) seen.numbers.set(ref, number);
  }
  for (const element of place.querySelectorAll(".board .mark[data-value]")) {
    const look = `${element.getAttribute("data-color")} ${element.innerHTML}`;
    seen.marks.set(element.getAttribute("data-value") ?? "", { look, at: element.getAttribute("transform") ?? "", board: boardOf(element) });
  }
  return seen;
}

/** @param {Element} place @returns {Element | null} What was last taken from the middle. */
export const takenIn = (place) => place.querySelector(".taken");

/** @param {Element} element @returns {string} The name of the board that it is drawn on. */
const boardOf = (element) => element.closest("[data-keep]")?.getAttribute("data-keep") ?? "";

/** @param {string} name @param {Element} place @returns {SVGSVGElement | null} */
function board(name, place) {
  const found = [...place.querySelectorAll(".board > [data-keep]")].find((each) => each.getAttribute("data-keep") === name);
  return found?.querySelector("svg") ?? null;
}

/**
 * Learn what has happened from one table to the next one, which is on the page, and show it.
 * @param {Seen} before @param {Element} place @param {Table | null} was @param {Table} now
 */
export function learn(before, place, was, now) {
  if (!now.live) return wipe(place);
  const other = now.epoch !== kept.epoch || now.you.seat !== kept.seat;
  if (other || now.since !== kept.since) {
    kept = { since: now.since, epoch: now.epoch, seat: now.you.seat, gained: new Map(), trails: [] };
  }
  if (was?.live && !other && now.answers > was.answers && was.language === now.language) {
    learnNumbers(before, place, now.answers);
    learnWays(before, place, now);
  }
  show(place);
}

/** @param {Seen} before @param {Element} place @param {number} answers */
function learnNumbers(before, place, answers) {
  for (const [ref, element] of numbers(place)) {
    const [was, is] = [before.numbers.get(ref), numberOf(element)];
    if (was === undefined || is === null || was === is) continue;
    if (element.closest(".seat, .tables") && !ref.includes(" size")) kept.gained.set(ref, { more: is - was, answers });
    else kept.gained.delete(ref);
  }
}

/** @param {Seen} before @param {Element} place @param {Table} now */
function learnWays(before, place, now) {
  const found = [...moved(place, now), ...carried(before, see(place), place)];
  if (found.length > MOST_OF_ONE) return;
  const [by] = now.log.entries.at(-1)?.flatMap((line) => line.by ?? []) ?? [];
  const color = (by !== undefined && plateOf(place, `p${by}`)?.getAttribute("data-color")) || "";
  const trails = found.map((each) => ({ ...each, points: along(each.board, each.points, place), color: each.color || color, answers: now.answers }));
  kept.trails = [...kept.trails, ...trails].slice(-MOST);
}

/**
 * @param {string} name @param {Point[]} points @param {Element} place
 * @returns {Point[]} A way on a board, which on a track leads from field to field.
 */
function along(name, points, place) {
  const svg = board(name, place);
  const fields = svg?.closest("[data-form=track]") ? [...svg.querySelectorAll(".cell")].map(middle) : [];
  if (points.length !== 2 || !fields.length) return points;
  const [from, to] = points.map((point) => nearest(fields, point));
  const step = to < from ? -1 : 1;
  const between = Array.from({ length: Math.max(0, Math.abs(to - from) - 1) }, (_, at) => fields[from + step * (at + 1)]);
  return between.length <= LONGEST ? [points[0], ...between, points[1]] : points;
}

/** @param {Point[]} fields @param {Point} point @returns {number} Which of the fields is there. */
function nearest(fields, [x, y]) {
  const distances = fields.map(([a, b]) => Math.hypot(a - x, b - y));
  return distances.indexOf(Math.min(...distances));
}

/** @param {Element} place @param {Table} now @returns {Way[]} The ways of components that left fields of boards. */
function moved(place, now) {
  return now.moves.flatMap(({ path, pieces }) => {
    const cells = path.map((stop) => cellOf(place, stop));
    const [first] = cells;
    if (!first || path.length < 2) return [];
    const name = boardOf(first);
    const inside = cells.filter((each) => each !== null && boardOf(each) === name);
    const points = inside.flatMap((each) => (each ? [middle(each)] : []));
    const stays = cells[cells.length - 1] !== null;
    const piece = pieces.map(([, is]) => is && place.querySelector(`.board [data-ref~="${is}"]`)).find(Boolean) || null;
    return stays && points.length < 2 ? [] : [{ board: name, points: stays ? points : points.slice(0, 1), color: ownerColor(place, piece) }];
  });
}

/** @param {Element} place @param {Element | null} piece @returns {string} The colour of a piece, if it is that of a player. */
function ownerColor(place, piece) {
  return playerColor(place, (piece?.closest("[data-color]") ?? piece?.querySelector("[data-color]"))?.getAttribute("data-color") ?? "");
}

/** @param {Element} place @param {string} color @returns {string} The colour if it is that of a player. */
const playerColor = (place, color) => (place.querySelector(`.seat[data-color="${CSS.escape(color)}"]`) ? color : "");

/** @param {Element} place @param {string} stop @returns {Element | null} */
function cellOf(place, stop) {
  const ref = stop.split(" ").find((each) => each.startsWith("s"));
  return ref ? place.querySelector(`.board :is(.cell, .edge-of, .corner-of)[data-ref~="${ref}"]`) : null;
}

/** @param {Element} cell @returns {Point} */
function middle(cell) {
  const ground = cell.querySelector(".ground");
  const { x, y, width, height } = ground instanceof SVGGraphicsElement ? ground.getBBox() : new DOMRect();
  return [x + width / 2, y + height / 2];
}

/** @param {Seen} before @param {Seen} after @param {Element} place @returns {Way[]} The ways of values that are on other fields now. */
function carried(before, after, place) {
  const differs = (/** @type {Mark} */ one, /** @type {Mark | undefined} */ other) => one.look !== other?.look || one.at !== other.at;
  const gone = [...before.marks].filter(([ref, mark]) => differs(mark, after.marks.get(ref))).map(([, mark]) => mark);
  const came = [...after.marks].filter(([ref, mark]) => differs(mark, before.marks.get(ref))).map(([, mark]) => mark);
  return came.flatMap((mark) => {
    const [sources, targets] = [gone, came].map((all) => all.filter((each) => each.look === mark.look && each.board === mark.board));
    const ends = [sources[0], mark].flatMap((each) => (each ? pointOf(each.at) : []));
    return sources.length === 1 && targets.length === 1 && ends.length === 2 ? [{ board: mark.board, points: ends, color: playerColor(place, mark.look.split(" ")[0]) }] : [];
  });
}

/** @param {string} transform @returns {Point[]} */
function pointOf(transform) {
  const found = /translate\(\s*([-\d.]+)[ ,]+([-\d.]+)/.exec(transform);
  return found ? [[Number(found[1]), Number(found[2])]] : [];
}

/** @param {Element} place Take away what is shown of the past. */
function wipe(place) {
  for (const each of place.querySelectorAll(".gained, .trail")) each.remove();
}

/** @param {Element} place Show what is kept on the table as it is drawn now. */
export function show(place) {
  wipe(place);
  for (const [ref, element] of kept.gained.size ? numbers(place) : []) {
    const gained = kept.gained.get(ref);
    if (gained) chip(element, gained.more, gained.answers);
  }
  const last = kept.trails.at(-1)?.answers;
  for (const trail of kept.trails) {
    const svg = board(trail.board, place);
    const [start, way] = drawn(trail, trail.answers === last);
    const cells = svg?.querySelectorAll(".cell") ?? [];
    cells[cells.length - 1]?.after(start); // below what lies there
    if (way.childElementCount) svg?.append(way);
    if (!cells.length) svg?.prepend(start);
  }
}

/**
 * What is new stays out of sight until what it tells of has arrived.
 * @param {Seen} before @param {Element} place @param {Table} now @param {number} delay In milliseconds.
 */
export function conceal(before, place, now, delay) {
  const fresh = [...place.querySelectorAll(`:is(.gained, .trail)[data-answers="${now.answers}"]`)];
  const taken = takenIn(place);
  if (taken && taken.outerHTML !== before.taken) fresh.push(taken);
  const timing = { duration: delay + ARRIVES, easing: "linear" };
  for (const each of delay ? fresh : []) follow(each.animate({ opacity: [0, 0, 1], offset: [0, delay / (delay + ARRIVES), 1] }, timing));
}

/** @param {Element} element @param {number} more @param {number} answers */
function chip(element, more, answers) {
  const kind = worse(element, more) ? "gained bad" : "gained";
  const made = make("span", { class: kind, "data-answers": String(answers), title: calledOf(element) }, signed(more));
  if (element.matches(".score")) element.prepend(made);
  else element.after(made);
}

/** @param {string} name @param {Record<string, string>} attributes @param {Element[]} inside @returns {Element} */
function svg(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** @param {Point} from @param {Point} to @param {number} distance @returns {Point} The point so far from one on the way to another. */
function towards([x, y], [toX, toY], distance) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  return [x + ((toX - x) * distance) / length, y + ((toY - y) * distance) / length];
}

/** @param {Trail} trail @param {boolean} latest @returns {[Element, Element]} The place where it begins, and the way. */
function drawn({ points, color, answers }, latest) {
  const [first] = points;
  const circle = () => ({ cx: String(first[0]), cy: String(first[1]), r: String(BEGINS) });
  const parts = [svg("circle", { class: "casing", ...circle() }), svg("circle", { class: "way", ...circle() })];
  const named = { class: latest ? "trail" : "trail earlier", "aria-hidden": "true", "data-answers": String(answers), ...(color ? { "data-color": color } : {}) };
  return [svg("g", named, ...parts), svg("g", named, ...(points.length > 1 ? arrow(points) : []))];
}

/** @param {Point[]} points @returns {Element[]} A line with a head. */
function arrow(points) {
  const [last, before] = [points[points.length - 1], points[points.length - 2]];
  const begins = towards(points[0], points[1], BEGINS);
  const ends = towards(last, before, ENDS);
  const base = towards(ends, before, HEAD);
  const [right, down] = [(base[1] - ends[1]) / 2, (ends[0] - base[0]) / 2];
  const wings = `M${base[0] + right},${base[1] + down}L${ends}L${base[0] - right},${base[1] - down}`;
  const way = `M${[begins, ...points.slice(1, -1), ends].map((each) => each.join()).join("L")}${wings}`;
  return [svg("path", { class: "casing", d: way }), svg("path", { class: "way", d: way })];
}
