/** What the page is opened with, and how a game leaves it: starts, links, files from the disk and to it. */

import { byId, choice, notice, say, the } from "./elements.js";
import { fragment, isName, laidOver, opened } from "./links.js";
import { gettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Opened} Opened */

/**
 * @param {ReturnType<typeof import("./files.js").filesOf>} files
 * @param {(asked: string) => Promise<Uint8Array<ArrayBuffer>>} packed Files as an archive.
 */
export function startingOf(files, packed) {
  const start = the("start", HTMLSelectElement);
  const file = the("file", HTMLInputElement);
  const own = choice("", gettext("your own files"));
  own.dataset.word = "your own files";
  own.hidden = true;
  /** The game that is opened if nothing else is. */
  let first = "";
  /** What somebody wrote here before another game was opened in its place. @type {typeof files.now | null} */
  let aside = null;

  /** @param {Opened} found @param {string} name @param {Opened} [begun] */
  function open(found, name, begun = found) {
    start.value = name;
    files.open(found, name, begun);
  }

  /** Opens what the link says, what was edited here before, or the first game. */
  async function begin() {
    try {
      const linked = await opened(location.hash);
      if (linked) {
        const begun = linked.game ? await shipped(linked.game) : undefined;
        if (!linked.opened) return begun && open(begun, linked.game);
        return open(laidOver(linked.opened, begun), linked.game, begun);
      }
      const before = files.kept();
      if (before) return open(before, before.start, before.begun);
      open(await shipped(first), first);
    } catch (error) {
      const told = error instanceof RangeError ? error.message : gettext("this link is damaged");
      open(await shipped(first), first);
      say(told);
      notice(told);
    }
  }

  /** Keeps what was written here, if anything was, so that it can be chosen from the list again. */
  function setAside() {
    if (!files.now.main || (files.now.start && files.unchanged())) return;
    aside = structuredClone(files.now);
    notice(gettext("What you have written is kept: choose “{own}” in the list to go on with it.", { own: own.textContent ?? "" }));
  }

  start.addEventListener("change", async () => {
    const { value } = start;
    try {
      const before = value ? null : aside;
      const found = before ?? (await shipped(value));
      if (before) aside = null;
      setAside();
      own.hidden = aside === null;
      if (before) open(before, before.start, before.begun);
      else open(found, value);
      history.replaceState(null, "", value ? `#game=${encodeURIComponent(value)}` : location.pathname);
      files.keep();
    } catch (error) {
      start.value = files.now.start;
      notice(error instanceof RangeError ? error.message : gettext("the game could not be loaded"));
    }
  });

  addEventListener("hashchange", () => void begin());

  byId("share").addEventListener("click", async () => {
    const { now } = files;
    const part = await fragment(now, now.start, now.begun);
    history.replaceState(null, "", `#${part}`);
    try {
      await navigator.clipboard.writeText(location.href);
      notice(gettext("The link is copied, and stands in the address bar. Whoever opens it has your rules."));
    } catch {
      notice(gettext("The link stands in the address bar. Whoever opens it has your rules."));
    }
    say(gettext("the link is in the address bar"));
  });

  byId("download").addEventListener("click", async () => {
    const { now } = files;
    const one = Object.keys(now.files).length === 1;
    const content = one ? now.files[now.main] : await packed(JSON.stringify({ files: now.files }));
    const link = document.createElement("a");
    link.download = one ? (now.main.split("/").pop() ?? now.main) : "game.zip";
    link.href = URL.createObjectURL(new Blob([content], { type: one ? "text/yaml" : "application/zip" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });

  byId("open").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    /** @type {Record<string, string>} */
    const found = {};
    for (const each of file.files ?? []) if (isName(each.name) && each.size < 2e6) found[each.name] = await each.text();
    file.value = "";
    const rules = Object.keys(found).filter((name) => /\.ya?ml$/.test(name));
    if (!rules.length) return notice(gettext("Open a YAML file with rules, and with it the tables that it reads."));
    open({ files: found, main: rules.includes("game.yaml") ? "game.yaml" : rules[0] }, "");
    files.keep();
  });

  return {
    /** List the games to start from, and open one. */
    async begin() {
      const list = await fetched("starts.json");
      first = list.first;
      start.replaceChildren(own);
      for (const { name, title, variants } of list.games) {
        start.append(choice(name, title), ...variants.map((/** @type {any} */ each) => choice(`${name}+${each.name}`, `\u2003${each.title}`)));
      }
      await begin();
    },
  };
}

/** @param {string} name Of a shipped game, or of one of its variants after a `+`. @returns {Promise<Opened>} */
async function shipped(name) {
  const [game, variant] = name.split("+");
  const starts = /^[\w-]+$/.test(game) && (await fetched(`starts/${game}.json`));
  const found = starts && (variant === undefined ? starts.game : starts.variants[variant]);
  if (!found) throw new RangeError(gettext("there is no game {name}", { name }));
  return found;
}

/** @param {string} name @returns {Promise<any>} The content of a file, or nothing if there is no such file. */
async function fetched(name) {
  const found = await fetch(new URL(name, import.meta.url));
  if (found.status === 404) return undefined;
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  return found.json();
}
