/** What is wrong with the files, below the editor and in it, with cures to press. */

import { byId, make } from "./elements.js";
import { gettext, ngettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Diagnostic} Diagnostic */

/** @param {ReturnType<typeof import("./files.js").filesOf>} files @param {() => void} looked Told that the editor is looked at. */
export function problemsOf(files, looked) {
  /** @type {Diagnostic[]} */
  let found = [];
  /** @param {import("./types.js").Cure} cure */
  const cure = (cure) => (looked(), files.cure(cure));

  /** @param {Diagnostic} each */
  function entry(each) {
    const place = make("button", { type: "button", class: "place" }, make("b", {}, each.code), ` ${each.message}`, make("small", {}, ` ${each.where}`));
    const { file } = each;
    if (file === null) place.setAttribute("disabled", "");
    else place.addEventListener("click", () => (looked(), files.select(file, each.from, each.to)));
    const help = each.help ? gettext("help: {text}", { text: each.help }) : "";
    const more = [each.label, help, ...each.notes].filter(Boolean).map((text) => make("p", {}, text));
    const cures = each.cures.map((one) => {
      const made = make("button", { type: "button", class: "cure" }, one.title);
      made.addEventListener("click", () => cure(one));
      return made;
    });
    return make("li", { class: each.severity }, place, ...more, ...cures);
  }

  return {
    /** Underline in the file that is shown what is wrong with it. */
    mark: () => files.mark(found, cure),
    /** @param {Diagnostic[]} wrong @param {string} [refused] Why nothing could be checked. */
    show(wrong, refused) {
      found = wrong;
      files.mark(found, cure);
      const entries = found.map(entry);
      if (refused) entries.push(make("li", { class: "error" }, refused));
      byId("problems").replaceChildren(...entries);
      document.body.classList.toggle("fine", !entries.length);
      files.keepInView();
    },
    /** @returns {Diagnostic[]} */
    found: () => found,
    /** @returns {string} How many mistakes there are, in words. */
    counted() {
      const errors = found.filter((each) => each.severity === "error").length;
      const warnings = found.length - errors;
      const parts = [errors && ngettext("{count} mistake", "{count} mistakes", errors), warnings && ngettext("{count} warning", "{count} warnings", warnings)];
      return parts.filter(Boolean).join(", ") || gettext("no mistakes");
    },
  };
}
