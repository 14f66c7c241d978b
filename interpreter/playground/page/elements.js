/** Elements of the page: those of the table's page, and those of a known kind. */

export { button, byId, make } from "../../serve/static/elements.js";

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} The element of an id. */
export function the(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`the page has no ${kind.name} #${id}`);
  return found;
}

/** @param {string} value @param {string} text @param {boolean} [selected] @returns {HTMLOptionElement} */
export const choice = (value, text, selected = false) => new Option(text, value, selected, selected);

/** @param {string} text Said to those who hear the page. */
export function say(text) {
  the("said", HTMLElement).textContent = text;
}

/** @param {string} text A short message that everybody sees, and that goes away. */
export function notice(text) {
  const place = the("notice", HTMLElement);
  place.textContent = text;
  place.classList.add("seen");
  setTimeout(() => place.classList.remove("seen"), 4000);
}
