/** Elements of the page, made and found. */

/** @param {string} id @returns {HTMLElement} The element of an id, which the page has. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} inside Texts are shown as they are.
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** @param {string} text @param {() => void} press @param {Record<string, string>} attributes */
export function button(text, press, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", press);
  return made;
}

/**
 * Fill an element again, and keep the focus where it was, by `data-key`.
 * @param {HTMLElement} place @param {(Node | string)[]} inside
 */
export function refill(place, inside) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && place.contains(active) ? active.dataset.key : undefined;
  place.replaceChildren(...inside);
  if (key === undefined) return;
  for (const each of place.querySelectorAll("[data-key]")) {
    if (each instanceof HTMLElement && each.dataset.key === key) return each.focus();
  }
}
