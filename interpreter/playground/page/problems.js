/** What is wrong with the files, below the editor and in it, with cures to press. */

import { byId, make } from "./elements.js";
import { count as said } from "./numbers.js";
import { gettext, ngettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Diagnostic} Diagnostic */

/** @param {import("./types.js").Faulted} fault @returns {string} What came to a stop. */
function stopped({ count, games }) {
  if (count === undefined) return gettext("a fault stopped the game at the table");
  return ngettext("a fault stopped {stopped} of {games} games", "a fault stopped {stopped} of {games} games", count, { stopped: said(count), games: said(games ?? 0) });
}

/** @param {ReturnType<typeof import("./files.js").filesOf>} files @param {() => void} looked Told that the editor is looked at. */
export function problemsOf(files, looked) {
  /** @type {Diagnostic[]} */
  let found = [];
  /** What has stopped games of the rules. @type {import("./types.js").Faulted[]} */
  let faults = [];
  /** @param {import("./types.js").Cure} cure */
  const cure = (cure) => (looked(), files.cure(cure));

  /** @param {Diagnostic} each @param {string} [first] What else to say of it, before all. */
  function entry(each, first = "") {
    const place = make("button", { type: "button", class: "place" }, make("b", {}, each.code), ` ${each.message}`, make("small", {}, ` ${each.where}`));
    const { file } = each;
    if (file === null) place.setAttribute("disabled", "");
    else place.addEventListener("click", () => (looked(), files.select(file, each.from, each.to)));
    const help = each.help ? gettext("help: {text}", { text: each.help }) : "";
    const more = [first, each.label, help, ...each.notes].filter(Boolean).map((text) => make("p", {}, text));
    const cures = each.cures.map((one) => {
      const made = make("button", { type: "button", class: "cure" }, one.title);
      made.addEventListener("click", () => cure(one));
      return made;
    });
    return make("li", { class: each.severity }, place, ...more, ...cures);
  }

  return {
    /** Underline in the file that is shown what is wrong with it. */
    mark: () => files.mark([...faults, ...found], cure),
    /**
     * @param {Diagnostic[]} wrong @param {import("./types.js").Faulted[]} stopping What has stopped games of the rules.
     * @param {string} [refused] Why nothing could be checked.
     */
    show(wrong, stopping, refused) {
      [found, faults] = [wrong, stopping];
      files.mark([...faults, ...found], cure);
      const entries = [...faults.map((each) => entry(each, stopped(each))), ...found.map((each) => entry(each))];
      if (refused) entries.push(make("li", { class: "error" }, refused));
      byId("problems").replaceChildren(...entries);
      document.body.classList.toggle("fine", !entries.length);
      files.keepInView();
    },
    /** @param {import("./types.js").Faulted[]} stopping What has stopped games since the last check. */
    faulted(stopping) {
      this.show(found, stopping);
    },
    /** Say it again, in another language. @param {string} [refused] */
    speak(refused) {
      this.show(found, faults, refused);
    },
    /** @returns {boolean} Whether games came to a stop. */
    faulty: () => faults.length > 0,
    /** @returns {string} How many mistakes the text has, and how many games came to a stop, in words. */
    counted() {
      const errors = found.filter((each) => each.severity === "error").length;
      const warnings = found.length - errors;
      const parts = [errors && ngettext("{count} mistake", "{count} mistakes", errors), warnings && ngettext("{count} warning", "{count} warnings", warnings)];
      const text = parts.filter(Boolean).join(", ");
      if (!faults.length) return text || gettext("no mistakes");
      return [text || gettext("no mistakes in the text"), ...faults.map(stopped)].join(" · ");
    },
  };
}
