/** The files of the editor: which there are, which is shown, and what this browser keeps of them. */

import { editor } from "./editor.js";
import { byId, make, say } from "./elements.js";
import { isName } from "./links.js";
import { gettext, pgettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Opened} Opened */

const KEPT = "gamespec playground";

/**
 * @param {import("./editor.js").Answers} answers What the editor asks Python.
 * @param {{edited: () => void, changed: () => void, opened: () => void, shown: () => void, play: () => void}} to Told when
 *     somebody types, when there are other files, when another game is opened, when another file is shown, and that a
 *     new game is wanted.
 */
export function filesOf(answers, to) {
  /** @type {Opened & {begun: Opened, start: string}} */
  const now = { files: {}, main: "", begun: { files: {}, main: "" }, start: "" };
  let shown = "";
  const write = editor(byId("editor"), answers, {
    changed(text) {
      const was = now.files[shown] !== now.begun.files[shown];
      now.files[shown] = text;
      if (was !== (text !== now.begun.files[shown])) tabs();
      keep();
      to.edited();
    },
    play: to.play,
  });

  function keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(now));
    } catch {
      localStorage.removeItem(KEPT); // there is no room: nothing is kept, rather than something old
    }
  }

  /** @param {string} name */
  function show(name) {
    if (!(name in now.files)) return;
    shown = name;
    write.show(name);
    tabs();
    to.shown();
  }

  function tabs() {
    const buttons = Object.keys(now.files).map((name) => {
      const tab = make("button", { type: "button", "aria-pressed": String(name === shown) }, name);
      if (now.files[name] !== now.begun.files[name]) tab.append(make("span", { class: "differs", title: pgettext("file", "changed"), "aria-label": pgettext("file", "changed"), role: "img" }, "•"));
      tab.addEventListener("click", () => show(name));
      if (name === now.main) return tab;
      const cross = make("button", { type: "button", class: "remove", "aria-label": gettext("remove {name}", { name }) }, "×");
      cross.addEventListener("click", () => remove(name));
      return make("span", { class: "file" }, tab, cross);
    });
    const plus = make("button", { type: "button", class: "add", "aria-label": gettext("add a file") }, "+");
    plus.addEventListener("click", add);
    byId("files").replaceChildren(...buttons, plus);
    byId("files").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {string} name */
  function remove(name) {
    delete now.files[name];
    write.remove(name);
    if (shown === name) show(now.main);
    else tabs();
    keep();
    to.changed();
  }

  function add() {
    const name = prompt(gettext("The name of the file, such as cards.csv or scenarios/mine.yaml"))?.trim();
    if (!name) return;
    if (!isName(name) || name in now.files) return say(gettext("there can be no file {name}", { name }));
    now.files[name] = "";
    write.add(name, "");
    show(name);
    keep();
    to.changed();
  }

  return {
    now,
    tabs,
    show,
    keep,
    /** @returns {string} The name of the file that is shown. */
    shown: () => shown,
    /** @param {Opened} found @param {string} start The game from which they start, or nothing. @param {Opened} [begun] */
    open(found, start, begun = found) {
      Object.assign(now, { files: { ...found.files }, main: found.main, begun: { files: { ...begun.files }, main: begun.main }, start });
      shown = now.main;
      write.open(now.files, now.main, now.begun.files);
      tabs();
      to.opened();
    },
    /** @param {string} name The file to check from now on. */
    choose(name) {
      now.main = name;
      show(name);
      keep();
      to.changed();
    },
    /** @returns {boolean} Whether nothing has been changed since it was opened. */
    unchanged: () => JSON.stringify([now.files, now.main]) === JSON.stringify([now.begun.files, now.begun.main]),
    /** @returns {(Opened & {begun: Opened, start: string}) | null} What was edited here before. */
    kept() {
      try {
        const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
        return typeof found?.files?.[found.main] === "string" && found.begun?.files ? found : null;
      } catch {
        return null;
      }
    },
    /** @param {string} file @param {number} from @param {number} to */
    select(file, from, to) {
      show(file);
      write.select(from, to);
    },
    /** @param {string} file @param {number} line */
    line(file, line) {
      show(file);
      write.line(line);
    },
    /** @param {import("./types.js").Diagnostic[]} found @param {(cure: import("./types.js").Cure) => void} cure */
    mark: (found, cure) => write.mark(found.filter((each) => each.file === shown), cure),
    keepInView: () => write.keepInView(),
    insert: write.insert,
    differing: write.differing,
    nextChange: write.nextChange,
    /** @param {import("./types.js").Cure} cure Its edits may be in several files. */
    cure(cure) {
      for (const file of new Set(cure.edits.map((each) => each.file))) {
        if (file === null) continue;
        show(file);
        write.edit(cure.edits.filter((each) => each.file === file));
      }
      say(gettext("done: {cure}", { cure: cure.title }));
    },
  };
}
