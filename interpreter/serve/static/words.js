/**
 * What the page says by itself. It is English as it stands in the source, and the server puts the messages of the
 * other languages into the page, from the same catalogues as everything else (`interpreter/locale`).
 */

import { byId } from "./elements.js";

/** @typedef {Record<string, string | string[]>} Texts By message id, after its context; in each grammatical number. */

/** @type {Record<string, Texts>} By language. */
const CATALOGUES = JSON.parse(byId("catalogues").textContent ?? "{}");
/** @type {Intl.LDMLPluralRule[]} The grammatical numbers, in the order in which catalogues have them. */
const NUMBERS = ["zero", "one", "two", "few", "many", "other"];
const SEPARATOR = "\u0004";

let language = "en";

/** @returns {string | null} The language of this browser that the page speaks best. */
export const usual = () => {
  const spoken = ["en", ...Object.keys(CATALOGUES)];
  return navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => spoken.includes(each)) ?? null;
};

/** @param {string} wanted */
export function speak(wanted) {
  language = wanted;
  document.documentElement.lang = wanted;
  for (const each of document.querySelectorAll("[data-word], [data-label]")) {
    if (!(each instanceof HTMLElement)) continue;
    const { word, label } = each.dataset;
    if (word) each.textContent = gettext(word);
    if (label) each.setAttribute("aria-label", gettext(label));
    if (label && each.title) each.title = gettext(label);
  }
}

/** @param {string} template @param {Record<string, string | number>} values @returns {string} */
const filled = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** @param {string} id @returns {string[]} The texts of a message, in each grammatical number. */
const texts = (id) => [CATALOGUES[language]?.[id] ?? []].flat();

/** @param {string} message @param {Record<string, string | number>} values @returns {string} */
export const gettext = (message, values = {}) => filled(texts(message)[0] ?? message, values);

/** @param {string} context @param {string} message @returns {string} A message that means something else elsewhere. */
export const pgettext = (context, message) => texts(context + SEPARATOR + message)[0] ?? message;

/**
 * @param {string} one @param {string} many @param {number} count @param {Record<string, string | number>} values
 * @returns {string} A message in the grammatical number of `count`, which `{count}` stands for.
 */
export function ngettext(one, many, count, values = {}) {
  const found = texts(one);
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  const number = NUMBERS.filter((each) => pluralCategories.includes(each)).indexOf(rules.select(count));
  return filled(found[number] ?? (count === 1 ? one : many), { ...values, count });
}
