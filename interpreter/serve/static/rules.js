/** The rules beside the table: asked for when their part of the drawer is opened, and again when they may have changed. */

import { byId, make, refill } from "./elements.js";
import { gettext, pgettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").Written} Written */
/** @typedef {import("./types.js").Phase} Phase */
/** @typedef {import("./types.js").Question} Question */
/** @typedef {import("./types.js").Send} Send */

/** @type {string} What was asked for last: the language, and which game. */
let asked = "";

/** @param {Table | null} table @param {Send} send */
export function read(table, send) {
  const box = byId("rulesbox");
  if (!table || !(box instanceof HTMLDetailsElement) || !box.open) return;
  const now = `${table.language} ${table.epoch}`;
  if (now === asked) return;
  asked = now;
  send({ kind: "rules" });
}

/** Nothing that was asked for comes any more: the connection was lost. */
export function forget() {
  asked = "";
}

/** @param {Rules} rules In the order of reading: what it is, the rules in short, and then one thing after another. */
export function show(rules) {
  const { box, phases, always, score, tables } = rules.goes;
  const inside = [make("h3", {}, written(rules.title))];
  if (rules.about) inside.push(make("p", {}, written(rules.about)));
  if (rules.variants.length) inside.push(make("p", {}, `${gettext("variants")}: ${rules.variants.join(", ")}`));
  inside.push(...opened(gettext("the rules in short"), always.length ? [items(always)] : []));
  inside.push(...folded(gettext("what is in the box"), box.length ? [make("ul", {}, ...box.map((each) => boxed(each)))] : []));
  inside.push(...folded(gettext("how it goes"), phases.map((each) => phase(each))));
  inside.push(...folded(gettext("how the game may end"), rules.ends.length ? [items(rules.ends)] : []));
  inside.push(...folded(gettext("what counts"), [...(score.length ? [items(score)] : []), ...tables.flatMap(numbers)]));
  inside.push(...folded(gettext("options"), rules.options.length ? [options(rules)] : []));
  inside.push(...parts(gettext("rulings"), rules.rulings), ...parts(gettext("worked examples"), rules.examples));
  const first = !byId("rules").childElementCount;
  refill(byId("rules"), inside);
  if (first) byId("rulesbox").scrollIntoView({ block: "start" });
}

/** @param {string} title @param {HTMLElement[]} inside @returns {HTMLElement[]} */
const folded = (title, inside) => (inside.length ? [make("details", {}, make("summary", {}, title), ...inside)] : []);

/** @param {string} title @param {HTMLElement[]} inside @returns {HTMLElement[]} */
const opened = (title, inside) => folded(title, inside).map((each) => (each.setAttribute("open", ""), each));

/** @param {{count: number | null, name: string, printed: string[]}} kind */
function boxed({ count, name, printed }) {
  const said = make("b", {}, count === null ? name : `${count} ${name}`);
  return make("li", {}, said, ...(printed.length ? [make("div", { class: "printed" }, printed.join("; "))] : []));
}

/** @param {Phase} phase @returns {HTMLElement} */
function phase({ name, turns, again, asks, phases }) {
  const how = [turns ? gettext("in turns") : "", again ? gettext("again and again") : ""].filter(Boolean).join(", ");
  const title = make("h4", {}, ...(name ? [written(name)] : []), how ? make("small", {}, name ? ` (${how})` : how) : "");
  return make("div", { class: "phase" }, ...(name || how ? [title] : []), ...asks.map(question), ...phases.map((each) => phase(each)));
}

/** @param {Question} question @returns {HTMLElement} */
function question({ prompt, actions }) {
  const listed = actions.map(({ title, asks }) => make("li", {}, written(title), ...asks.map(question)));
  const asked = prompt ? [make("p", { class: "asks" }, written(prompt))] : [];
  return make("div", { class: "question" }, ...asked, ...(listed.length ? [make("ul", {}, ...listed)] : []));
}

/** @param {{title: string, columns: string[], rows: string[][]}} table @returns {HTMLElement[]} */
function numbers({ title, columns, rows }) {
  const head = make("tr", {}, ...columns.map((each) => make("th", { scope: "col" }, each)));
  const body = rows.map((row) => make("tr", {}, ...row.map((each) => make("td", {}, each))));
  return [make("table", { class: "numbers" }, make("caption", {}, title), make("thead", {}, head), make("tbody", {}, ...body))];
}

/** @param {Written} said */
const written = (said) => make("span", { lang: said.lang }, said.text);

/** @param {Written[]} says */
const items = (says) => make("ul", {}, ...says.map((each) => make("li", {}, written(each))));

/** @param {Rules} rules @returns {HTMLElement} */
function options(rules) {
  const rows = rules.options.flatMap(({ label, value, usual }) => [
    make("dt", {}, label),
    make("dd", {}, ...(usual ? [value] : [make("b", {}, value), ` (${pgettext("option", "changed")})`])),
  ]);
  return make("dl", { class: "chosen" }, ...rows);
}

/** @param {string} title @param {{heading: string, says: Written[]}[]} groups @returns {HTMLElement[]} */
function parts(title, groups) {
  if (!groups.length) return [];
  const inside = groups.flatMap(({ heading, says }) => [...(heading ? [make("h4", {}, heading)] : []), items(says)]);
  return [make("details", {}, make("summary", {}, title), ...inside)];
}
