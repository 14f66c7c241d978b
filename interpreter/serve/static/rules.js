/** The rules beside the table: asked for when their part of the drawer is opened, and again when they may have changed. */

import { byId, make, refill } from "./elements.js";
import { gettext, pgettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").Written} Written */
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

/** @param {Rules} rules */
export function show(rules) {
  const inside = [make("h3", {}, written(rules.title))];
  if (rules.about) inside.push(make("p", {}, written(rules.about)));
  if (rules.variants.length) inside.push(make("p", {}, `${gettext("variants")}: ${rules.variants.join(", ")}`));
  if (rules.options.length) inside.push(make("h4", {}, gettext("options")), options(rules));
  if (rules.score.length) inside.push(make("h4", {}, gettext("what counts")), make("p", {}, rules.score.join(", ")));
  if (rules.ends.length) inside.push(make("h4", {}, gettext("how the game may end")), items(rules.ends));
  inside.push(...parts(gettext("rulings"), rules.rulings), ...parts(gettext("worked examples"), rules.examples));
  refill(byId("rules"), inside);
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
  const inside = groups.flatMap(({ heading, says }) => [...(heading ? [make("h5", {}, heading)] : []), items(says)]);
  return [make("details", {}, make("summary", {}, title), ...inside)];
}
