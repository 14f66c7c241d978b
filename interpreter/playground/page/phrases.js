/** What one can write: a list to search, from which a press inserts at the right place. */

import { button, byId, make, notice, say, the } from "./elements.js";
import { language } from "./language.js";
import { shownAs } from "./markdown.js";
import { gettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Phrase} Phrase */

/** @param {ReturnType<typeof import("./files.js").filesOf>} files */
export function phrasesOf(files) {
  /** The phrases, by language. @type {{phrases: Record<string, Phrase[]>, sections: string[]}} */
  let known = { phrases: {}, sections: [] };
  const [toggle, panel, search, list] = [byId("what"), byId("phrases"), the("phrase", HTMLInputElement), byId("listed")];

  /** @param {Phrase} phrase @returns {string} Why it cannot be inserted where the cursor is, and what to do. */
  function why({ place, section }) {
    if (place === "file") return gettext("This is a whole file: add one with +, then press again.");
    if (place === "step") return gettext("Steps stand below `do:`. Put the cursor there, then press again.");
    if (place === "section") return gettext("The file has `{section}` already.", { section });
    if (place === "key") return gettext("Put the cursor into an entry of `{section}`, then press again.", { section });
    return gettext("This belongs to `{section}`, which this file cannot have, or has in a single line.", { section });
  }

  /** @param {Phrase} phrase */
  function insert(phrase) {
    if (!files.insert(phrase, known.sections)) return notice(why(phrase).replaceAll("`", ""));
    say(gettext("inserted: {phrase}", { phrase: phrase.title }));
    if (matchMedia("(max-width: 61.99rem)").matches) open(false);
  }

  /** @param {Phrase} phrase */
  function entry(phrase) {
    const made = button("", () => insert(phrase), { class: "phrase" });
    made.append(make("b", {}, phrase.title), " ", shownAs(phrase.about));
    return make("li", {}, made);
  }

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = (known.phrases[language()] ?? []).filter(({ title, about, section, text }) => words.every((word) => `${title} ${about} ${section} ${text}`.toLowerCase().includes(word)));
    const groups = [...new Set(found.map(({ group }) => group))];
    list.replaceChildren(
      ...groups.map((group, i) => {
        const within = found.filter((each) => each.group === group).map(entry);
        const made = make("details", {}, make("summary", {}, group, make("small", {}, ` ${within.length}`)), make("ul", {}, ...within));
        made.toggleAttribute("open", Boolean(words.length) || i === 0);
        return made;
      }),
      ...(found.length ? [] : [make("p", { class: "hint" }, gettext("Nothing fits. Try another word, or look into the manual."))]),
    );
  }

  /** @param {boolean} now */
  function open(now) {
    panel.hidden = !now;
    toggle.setAttribute("aria-expanded", String(now));
    if (!now) return toggle.focus();
    show();
    search.focus();
  }

  toggle.addEventListener("click", () => open(toggle.ariaExpanded === "false"));
  byId("unlisted").addEventListener("click", () => open(false));
  panel.addEventListener("keydown", ({ key }) => key === "Escape" && open(false));
  search.addEventListener("input", show);

  return {
    async load() {
      known = await (await fetch(new URL("./phrases.json", import.meta.url))).json();
    },
    speak: () => void (panel.hidden || show()),
  };
}
