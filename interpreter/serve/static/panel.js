/** What is to be said next, where nothing on the table stands for it: as buttons; and the way back. */

import { asking, chosen } from "./asking.js";
import { button, byId, make, refill } from "./elements.js";
import { actionsOf, called, context, counting, done, isFinal, isIdle, meant, name, nearly, points, severals, times, tray } from "./choosing.js";
import { portrait } from "./flying.js";
import { refsOf } from "./lighting.js";
import { placing } from "./placing.js";
import { gettext } from "./words.js";

/** @typedef {import("./choosing.js").State} State */
/** @typedef {import("./choosing.js").Point} Point */

/** For how long the buttons of a new question cannot be pressed, in milliseconds: a press may be meant for the last one. */
const SETTLES = 350;
/** How many buttons are as large as answers are. */
const FEW = 3;

/** @type {State["asked"] | null} */
let last = null;
let timer = 0;

/** @param {HTMLElement} place @param {State | null} state While a question is new, its buttons take no press of a pointer. */
function settle(place, state) {
  const asked = state?.asked ?? null;
  if (asked === last) return;
  const first = last === null && timer === 0;
  last = asked;
  if (first || asked === null) return;
  window.clearTimeout(timer);
  place.classList.add("settling");
  timer = window.setTimeout(() => place.classList.remove("settling"), SETTLES);
}

/**
 * @param {State} state
 * @param {Set<string>} shown The refs that are lit on the table.
 * @param {Map<string, Element>} tiny The things that are lit, but hard to press, by the names of the points.
 * @param {Point[]} between What an element that was pressed may mean, if it may mean several things.
 * @param {boolean} placed Whether a tile is shown in its place, whose rotation is to be said next.
 * @param {{say: (point: Point) => void, done: () => void, back: () => void, turn: () => void, out: (point: Point) => void,
 *   sure: () => void}} does
 */
export function panel(state, shown, tiny, between, placed, does) {
  const place = byId("next");
  settle(place, state);
  const { asked } = state;
  const several = severals(state);
  const offered = placed
    ? []
    : between.length
    ? between
    : points(state).filter((point) => tiny.has(name(point)) || !asked.members[point.member].refs.some((ref) => shown.has(ref)));
  /** @type {Map<string, Point[]>} */
  const groups = new Map();
  for (const point of offered) {
    const title = context(state, point);
    groups.set(title, [...(groups.get(title) ?? []), point]);
  }
  const made = several.size ? tried(state, does) : said(state);
  const whole = actionsOf(state, between);
  if (whole) {
    const buttons = between.map((point, at) => button(whole[at], () => does.say(point), { class: "say", "data-key": name(point), "data-point": name(point) }));
    made.push(make("div", { class: "buttons" }, ...buttons));
    groups.clear();
  }
  if (placed) made.push(...placing(state, does));
  for (const [title, members] of groups) {
    const apart = between.length > 0 && groups.size > 1;
    const alone = members.length === 1 && members[0].step === 0 && asked.actions;
    const step = groups.size > 1 || !state.spoken.length ? asking(state, members) : "";
    if (!alone && !apart && step && !members.some((point) => tiny.has(name(point)))) made.push(make("p", { class: "step" }, step));
    const buttons = members.map((point) => one(state, point, several, does.say, apart && !alone ? `${title}: ` : "", tiny.get(name(point))));
    made.push(make("div", { class: "buttons" }, ...buttons));
  }
  if (nearly(state)) made.push(button(gettext("yes"), does.sure, { class: "done", "data-key": "sure" }));
  if (state.spoken.length || between.length || state.wish) made.push(button(gettext("back"), does.back, { class: "quiet", "data-key": "back" }));
  refill(place, made);
  shorten(place);
  const large = place.querySelectorAll(".buttons > .say:not(.final, :has(.portrait))").length;
  place.classList.toggle("many", large > FEW);
  place.classList.toggle("aside", shown.size > 0 && !tiny.size && !between.length); // what is lit is the answer
}

/** @param {string[]} texts What has been chosen and lies there until the others have chosen, too. */
export function panelOf(texts) {
  const place = byId("next");
  settle(place, null);
  place.replaceChildren(...(texts.length ? [make("p", { class: "sofar" }, `${gettext("chosen")}: ${texts.join(", ")}`)] : []));
}

/**
 * @param {State} state @param {{done: () => void, out: (point: Point) => void}} does
 * @returns {HTMLElement[]} What was chosen of several, each a button that takes it out again; how many are to come; and a
 *   button that says that these are meant.
 */
function tried(state, does) {
  const count = counting(state);
  const out = tray(state).map((point, at) => {
    const text = state.asked.members[point.member].text;
    const attributes = { class: `out${isSeen([point.member], state) ? " seen" : ""}`, "data-key": `out ${at}`, "aria-label": gettext("take {what} out again", { what: text }) };
    return button(`${text} ×`, () => does.out(point), attributes);
  });
  const ready = done(state);
  const label = ready && meant(ready)?.label;
  const texts = tray(state).map((point) => state.asked.members[point.member].text);
  const sure = button(label || gettext("done"), does.done, { class: "done", "data-key": "done" });
  if (label && texts.length > 1) sure.dataset.short = inShort(label, texts);
  if (!ready) sure.setAttribute("disabled", "");
  const before = said({ ...state, spoken: state.spoken.filter((each) => !each.several || each.done) });
  const of = count && count.of !== null ? gettext("{said} of {of}", { said: count.said, of: count.of }) : "";
  const lies = make("span", { class: "tray" }, ...out, ...(of ? [make("span", { class: "count" }, of)] : []));
  return [...before, ...(out.length || of ? [lies] : []), ...(ready || out.length || of ? [sure] : [])];
}

/**
 * @param {string} label An answer that names several things. @param {string[]} texts The things.
 * @returns {string} The answer with the number of the things in place of their names, if these stand in a row.
 */
function inShort(label, texts) {
  const these = gettext("these {count}", { count: texts.length });
  const starts = texts.map((text) => label.indexOf(text));
  if (starts.includes(-1)) return these;
  const ends = texts.map((text) => label.lastIndexOf(text) + text.length);
  return label.slice(0, Math.min(...starts)) + these + label.slice(Math.max(...ends));
}

/** @param {HTMLElement} place An answer that does not fit beside what stands before it says how many things it means. */
function shorten(place) {
  const sure = place.querySelector(":scope > [data-short]");
  if (!(sure instanceof HTMLElement)) return;
  const tops = [...place.children].filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().bottom);
  const one = parseFloat(getComputedStyle(sure).lineHeight);
  const text = document.createRange();
  text.selectNodeContents(sure);
  if (Math.max(...tops) - Math.min(...tops) < one && text.getBoundingClientRect().height < 1.9 * one) return;
  const whole = sure.textContent ?? "";
  sure.textContent = sure.dataset.short ?? whole;
  sure.title = whole;
  sure.setAttribute("aria-label", whole);
}

/** @param {number[]} members @param {State} state @returns {boolean} Whether all of them are seen on the table as chosen. */
function isSeen(members, state) {
  const marked = [...byId("table").querySelectorAll(".chosen[data-ref]")].filter((each) => each.checkVisibility());
  const refs = new Set(marked.flatMap(refsOf));
  return members.every((member) => state.asked.members[member].refs.some((ref) => refs.has(ref)));
}

/** @param {State} state @returns {HTMLElement[]} What was said so far. */
function said(state) {
  const members = state.spoken.flatMap((spoken) => spoken.members);
  const texts = chosen(state);
  return texts.length ? [make("p", { class: `sofar${isSeen(members, state) ? " seen" : ""}` }, `${gettext("chosen")}: ${texts.join(", ")}`)] : [];
}

/**
 * @param {State} state @param {Point} point @param {Set<string>} several @param {(point: Point) => void} say
 * @param {string} before What tells it from others that are called alike.
 * @param {Element} [thing] What stands for it on the table, if it is small there.
 */
function one(state, point, several, say, before, thing) {
  const count = times(state, point);
  /** @type {Record<string, string>} */
  const attributes = { class: `say${isFinal(state, point) ? " final" : ""}${isIdle(state, point) ? " idle" : ""}`, "data-key": name(point), "data-point": name(point) };
  if (several.has(`${point.action}.${point.step}`)) attributes["aria-pressed"] = String(count > 0);
  const text = before + called(state, point) + (count > 1 ? ` (${count})` : "");
  const picture = thing && portrait(thing);
  if (!picture) return button(text, () => say(point), attributes);
  const made = button("", () => say(point), { ...attributes, "aria-label": text, title: text });
  made.append(picture);
  return made;
}
