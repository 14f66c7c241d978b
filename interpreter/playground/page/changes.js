/** What differs from the files that were opened: told above the editor, with a press to see the original. */

import { byId, the } from "./elements.js";
import { gettext, ngettext } from "../../serve/static/words.js";

/** @param {ReturnType<typeof import("./files.js").filesOf>} files */
export function changesOf(files) {
  const toggle = byId("original");

  /** @param {boolean} now Whether the original lines are shown above those in their place. */
  function compare(now) {
    byId("editor").classList.toggle("compared", now);
    toggle.setAttribute("aria-pressed", String(now));
    toggle.textContent = now ? gettext("Hide the original") : gettext("See the original");
  }

  /** @returns {string} What the file is compared with. */
  function origin() {
    const { selectedOptions } = the("start", HTMLSelectElement);
    return files.now.start ? (selectedOptions[0]?.text.trim() ?? "") : "";
  }

  function tell() {
    const lines = files.differing();
    byId("changed").hidden = !lines;
    if (!lines) return compare(false);
    const name = origin();
    byId("differs").textContent = name
      ? ngettext("{count} line differs from {game}", "{count} lines differ from {game}", lines, { game: name })
      : ngettext("{count} line differs from what was opened", "{count} lines differ from what was opened", lines);
  }

  toggle.addEventListener("click", () => {
    compare(toggle.ariaPressed !== "true");
    files.nextChange(true);
  });
  byId("further").addEventListener("click", () => files.nextChange(false));

  return {
    tell,
    speak() {
      compare(toggle.ariaPressed === "true");
      tell();
    },
  };
}
