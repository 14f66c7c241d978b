/** The language of the page, which is that of the table: chosen here, chosen there, or that of the browser. */

import { speak as say, usual } from "../../serve/static/words.js";

const KEPT = "gamespec language";

/** @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @returns {string} */
export function language() {
  const chosen = localStorage.getItem(KEPT) ?? "";
  return chosen in LANGUAGES ? chosen : (usual() ?? "en");
}

/** @param {string} [chosen] Another language, from now on. */
export function speak(chosen) {
  if (chosen !== undefined) localStorage.setItem(KEPT, chosen);
  say(language());
}
