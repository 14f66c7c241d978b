/** The page: an editor, the table, and what many games say. Python checks, plays and compiles in a worker. */

import { editor } from "./editor.js";
import { fragment, isName, opened } from "./links.js";
import { compared, summary } from "./numbers.js";
import { python, Stopped } from "./python.js";

/** @typedef {{files: Record<string, string>, main: string}} Opened */

const KEPT = "gamespec playground";
const PAUSE = 150; // milliseconds without a key, before the rules are checked
const PATIENCE = 4000; // milliseconds after which the page offers to stop Python
const LONGEST = 30000; // milliseconds after which it stops by itself

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`no ${id}`);
  return found;
}

/** @param {string} tag @param {Record<string, any>} [of] @param {...(Node | string)} inside */
function element(tag, of = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), of);
  made.append(...inside);
  return made;
}

const state = byId("state", HTMLElement);
const start = byId("start", HTMLSelectElement);
const table = byId("table", HTMLIFrameElement);

/** The files of the editor, the one to check, and which is shown. */
let files = /** @type {Record<string, string>} */ ({});
let main = "";
let shown = "";
/** What was opened last, for comparison. @type {Opened} */
let begun = { files: {}, main: "" };
/** What the last check has said. @type {any} */
let checked = {};
let choice = { players: /** @type {number | null} */ (null), options: /** @type {Record<string, any>} */ ({}) };
let ready = false;
let stale = true;
let busy = false;
/** Whether the next game is a new one, whatever the table shows. */
let anew = true;
let seed = 1;

const write = editor(byId("editor", HTMLElement), changed, () => void play(true));
const bench = python({ ready: started, broken, table: (message) => table.contentWindow?.postMessage({ table: message }, location.origin) });

addEventListener("message", ({ source, origin, data }) => {
  if (source === table.contentWindow && origin === location.origin && typeof data?.table === "string" && ready) bench.hear(data.table);
});

/** @param {string} text */
function say(text) {
  byId("said", HTMLElement).textContent = text;
}

/** @param {boolean} again */
function started(again) {
  ready = true;
  anew = true;
  document.body.dataset.python = "ready";
  if (!stale && again) status();
  if (stale) void check();
  if (!again) void navigator.serviceWorker?.register(new URL("./sw.js", import.meta.url)).catch(() => undefined);
}

/** @param {string} why */
function broken(why) {
  state.textContent = `Python has failed: ${why.trim().split("\n").pop()}`;
  document.body.dataset.python = "broken";
  console.error(why);
}

// --- files -------------------------------------------------------------------------------------------

/** @param {Opened} found @param {Opened} [from] What it is compared with. */
function open(found, from = found) {
  files = { ...found.files };
  main = shown = found.main;
  begun = { files: { ...from.files }, main: from.main };
  choice = { players: null, options: {} };
  checked = {};
  anew = true;
  write.open(files, main);
  result.replaceChildren(hint.cloneNode(true));
  problems();
  tabs();
  later(0);
}

/** @param {string} text The file that is shown has been changed. */
function changed(text) {
  files[shown] = text;
  keep();
  later(PAUSE);
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ files, main, begun, start: start.value }));
  } catch {
    localStorage.removeItem(KEPT); // there is no room: nothing is kept, rather than something old
  }
}

/** @returns {{files: Record<string, string>, main: string, begun: Opened, start: string} | null} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return typeof found?.files?.[found.main] === "string" && found.begun?.files ? found : null;
  } catch {
    return null;
  }
}

function tabs() {
  const names = Object.keys(files);
  const buttons = names.map((name) => {
    const button = element("button", { type: "button", textContent: name });
    button.setAttribute("aria-pressed", String(name === shown));
    button.addEventListener("click", () => show(name));
    if (name === main) return button;
    const remove = element("button", { type: "button", textContent: "×", className: "remove" });
    remove.setAttribute("aria-label", `remove ${name}`);
    remove.addEventListener("click", () => {
      const { [name]: _, ...others } = files;
      files = others;
      write.open(files, main);
      shown = main;
      tabs();
      keep();
      later(0);
    });
    return element("span", { className: "file" }, button, remove);
  });
  const add = element("button", { type: "button", textContent: "+", className: "add" });
  add.setAttribute("aria-label", "add a file");
  add.addEventListener("click", () => {
    const name = prompt("The name of the file, such as cards.csv")?.trim();
    if (!name) return;
    if (!isName(name) || name in files) return say(`there can be no file ${name}`);
    files[name] = "";
    write.add(name, "");
    show(name);
    keep();
  });
  byId("files", HTMLElement).replaceChildren(...buttons, add);
}

/** @param {string} name */
function show(name) {
  if (!(name in files)) return;
  shown = name;
  write.show(name);
  tabs();
  marks();
}

// --- checking ----------------------------------------------------------------------------------------

let timer = 0;

/** @param {number} pause */
function later(pause) {
  stale = true;
  clearTimeout(timer);
  timer = window.setTimeout(() => void check(), pause);
}

/** Checks the files, and shows what is wrong with them, or lets the table go on under the new rules. */
async function check() {
  if (!ready || busy || !stale) return;
  busy = true;
  stale = false;
  const begin = performance.now();
  try {
    const found = JSON.parse(await bench.ask("check", JSON.stringify({ files, main, ...choice })));
    if (stale) return; // something has been written since, which is checked next
    checked = found;
    document.body.dataset.checked = String(Math.round(performance.now() - begin));
    problems();
    settings();
    status();
    if (checked.playable) await sit();
  } catch (error) {
    if (!(error instanceof Stopped)) broken(String(error));
  } finally {
    busy = false;
    if (stale) void check();
  }
}

async function sit() {
  const wanted = { seating: byId("seating", HTMLSelectElement).value, bot: byId("bot", HTMLSelectElement).value, seed };
  const { fault } = JSON.parse(await bench.ask("play", JSON.stringify({ new: anew, ...wanted })));
  anew = false;
  document.body.dataset.sat = String(Number(document.body.dataset.sat ?? 0) + 1);
  if (!fault || stale) return;
  checked.diagnostics = [...checked.diagnostics, ...fault];
  problems();
  status();
}

/** @param {boolean} other Whether with other luck. */
async function play(other) {
  if (other) seed = 1 + Math.floor(Math.random() * 1e9);
  anew = true;
  tab("play");
  later(0);
}

function status() {
  const found = checked.diagnostics ?? [];
  const errors = found.filter((/** @type {any} */ each) => each.severity === "error").length;
  const warnings = found.length - errors;
  const parts = [counted(errors, "mistake"), counted(warnings, "warning")].filter(Boolean);
  const text = checked.refused ?? (parts.length ? parts.join(", ") : "no mistakes");
  state.textContent = checked.playable ? text : `${text}; the table keeps the last rules that work`;
  state.classList.toggle("bad", !checked.playable);
  byId("run", HTMLButtonElement).disabled = !checked.playable || running !== null;
}

/** @param {number} count @param {string} noun */
function counted(count, noun) {
  return count ? `${count} ${noun}${count === 1 ? "" : "s"}` : "";
}

function marks() {
  const found = (checked.diagnostics ?? []).filter((/** @type {any} */ each) => each.file === shown);
  write.mark(found.map((/** @type {any} */ each) => ({ ...each, cures: each.cures ?? [], cure })));
}

/** @param {any} cure Its edits may be in several files. */
function cure(cure) {
  for (const name of new Set(cure.edits.map((/** @type {any} */ each) => each.file))) {
    show(String(name));
    write.edit(cure.edits.filter((/** @type {any} */ each) => each.file === name));
  }
  say(`done: ${cure.title}`);
}

function problems() {
  marks();
  const found = checked.diagnostics ?? [];
  const entries = found.map((/** @type {any} */ each) => {
    const place = element("button", { type: "button", className: "place" }, element("b", {}, each.code), ` ${each.message}`, element("small", {}, ` ${each.where}`));
    place.addEventListener("click", () => {
      if (!each.file) return;
      tab("edit");
      show(each.file);
      write.select(each.from, each.to);
    });
    const more = [each.label, each.help && `help: ${each.help}`, ...each.notes].filter(Boolean).map((text) => element("p", {}, text));
    const cures = (each.cures ?? []).map((/** @type {any} */ one) => {
      const button = element("button", { type: "button", className: "cure", textContent: one.title });
      button.addEventListener("click", () => cure(one));
      return button;
    });
    return element("li", { className: each.severity }, place, ...more, ...cures);
  });
  if (checked.refused) entries.push(element("li", { className: "error" }, checked.refused));
  byId("problems", HTMLElement).replaceChildren(...entries);
  document.body.classList.toggle("fine", !entries.length);
}

// --- settings ----------------------------------------------------------------------------------------

function settings() {
  const refused = byId("refused", HTMLElement);
  refused.hidden = !checked.choice;
  refused.textContent = checked.choice ?? "";
  if (!checked.playable) return;
  const { least, most, now } = checked.players;
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  byId("players", HTMLSelectElement).replaceChildren(...numbers.map((each) => element("option", { value: String(each), textContent: String(each), selected: each === now })));
  byId("options", HTMLElement).hidden = !checked.options.length;
  const choices = byId("choices", HTMLElement);
  const shape = JSON.stringify(checked.options.map((/** @type {any} */ { value: _, ...each }) => each));
  if (choices.dataset.shape === shape) return; // nobody loses the field that is being filled in
  choices.dataset.shape = shape;
  choices.replaceChildren(...checked.options.map(field));
}

/** @param {any} option */
function field(option) {
  /** @type {any} */
  let input;
  if (option.kind === "enum") {
    input = element("select", {}, ...option.values.map((/** @type {string} */ each) => element("option", { value: each, textContent: each, selected: each === option.value })));
  } else if (option.kind === "bool") {
    input = element("input", { type: "checkbox", checked: option.value });
  } else {
    input = element("input", { type: "number", min: option.least, max: option.most, value: option.value });
  }
  input.addEventListener("change", () => {
    const value = option.kind === "bool" ? input.checked : option.kind === "int" ? Math.min(option.most, Math.max(option.least, Math.round(Number(input.value)))) : input.value;
    if (option.kind === "int") input.value = value;
    choice.options[option.name] = value;
    anew = true;
    later(0);
  });
  return element("label", { className: option.kind }, element("span", {}, option.label), input);
}

byId("players", HTMLSelectElement).addEventListener("change", (event) => {
  choice.players = Number(/** @type {HTMLSelectElement} */ (event.target).value);
  anew = true;
  later(0);
});
for (const id of ["seating", "bot"]) byId(id, HTMLSelectElement).addEventListener("change", () => void play(false));
byId("settings", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void play(true);
});

// --- many games --------------------------------------------------------------------------------------

const result = byId("result", HTMLElement);
const hint = /** @type {HTMLElement} */ (result.firstElementChild);
/** @type {Worker | null} */
let running = null;

byId("games", HTMLSelectElement).addEventListener("change", (event) => {
  byId("count", HTMLOutputElement).textContent = Number(/** @type {HTMLSelectElement} */ (event.target).value).toLocaleString("en");
});

byId("many", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void run();
});

/** Plays many games of the rules, and of those that were opened if they are to be compared. */
async function run() {
  if (running || !checked.playable) return;
  const games = Number(byId("games", HTMLSelectElement).value);
  const given = byId("seed", HTMLInputElement).value;
  const begin = performance.now();
  const worker = (running = new Worker(new URL("./games.js", import.meta.url), { type: "module" }));
  status();
  const progress = /** @type {HTMLProgressElement} */ (element("progress", { max: games, value: 0, ariaLabel: "games played" }));
  const stop = element("button", { type: "button", textContent: "Stop" });
  result.replaceChildren(element("p", {}, progress, " ", stop));
  const ended = () => {
    worker.terminate();
    running = null;
    status();
  };
  stop.addEventListener("click", () => {
    ended();
    result.replaceChildren(element("p", {}, "Stopped."));
  });
  try {
    const modules = [await bench.ask("module")];
    const apart = byId("compare", HTMLInputElement).checked;
    if (apart) {
      const other = await bench.ask("module_of", JSON.stringify(begun));
      if (other.length) modules.unshift(other);
    }
    if (running !== worker) return;
    const [made, size] = [performance.now() - begin, modules[modules.length - 1].length];
    const done = await new Promise((resolve, reject) => {
      worker.addEventListener("error", (event) => reject(new Error(event.message)));
      worker.addEventListener("message", ({ data }) => {
        if (data.games) progress.value = data.games;
        else if (data.failed) reject(new Error(data.failed));
        else resolve(data.done);
      });
      worker.postMessage({ modules, seed: /^[0-9]{1,18}$/.test(given) ? given : "1", games }, modules.map((each) => each.buffer));
    });
    if (running !== worker) return;
    const told = JSON.parse(await bench.ask("numbers", JSON.stringify(done)));
    const way = { seconds: done.seconds, made: made / 1000, size, faults: done.faults, seed: given };
    result.replaceChildren(...(told.compared ? compared(told, way) : [summary(told.games[0], way)]));
    if (apart && !told.compared) result.prepend(element("p", { className: "refused" }, "The start cannot be compared: it has other players, or is no game."));
    result.dataset.told = JSON.stringify({ ...told, seconds: done.seconds, decisions: done.decisions });
    say(`${games.toLocaleString("en")} games played`);
  } catch (error) {
    if (!(error instanceof Stopped)) result.replaceChildren(element("p", { className: "refused" }, String(error).replace(/^Error: /, "")));
  } finally {
    if (running === worker) ended();
  }
}

// --- what does not end -------------------------------------------------------------------------------

const slow = byId("slow", HTMLElement);
setInterval(() => {
  const waiting = ready ? bench.waiting() : 0;
  slow.hidden = waiting < PATIENCE;
  if (waiting > LONGEST) stopPython();
}, 500);
byId("stop", HTMLButtonElement).addEventListener("click", stopPython);

/** Starts another Python. The files are checked again when they change. */
function stopPython() {
  ready = false;
  stale = false;
  document.body.dataset.python = "stopped";
  checked = { refused: "The check was stopped" };
  problems();
  status();
  slow.hidden = true;
  bench.restart();
}

// --- starts, links, files ----------------------------------------------------------------------------

/** @param {string} name Of a shipped game, or of one of its variants after a `+`. @returns {Promise<Opened>} */
async function shipped(name) {
  const [game, variant] = name.split("+");
  const found = await fetch(new URL(`./starts/${encodeURIComponent(game)}.json`, import.meta.url));
  if (!found.ok) throw new RangeError(`there is no game ${game}`);
  const starts = await found.json();
  const opened = variant === undefined ? starts.game : starts.variants[variant];
  if (!opened) throw new RangeError(`there is no game ${name}`);
  return opened;
}

async function listed() {
  const { first, games } = await (await fetch(new URL("./starts.json", import.meta.url))).json();
  start.replaceChildren(
    element("option", { value: "", textContent: "your own files", hidden: true }),
    ...games.flatMap((/** @type {any} */ { name, title, variants }) => [
      element("option", { value: name, textContent: title }),
      ...variants.map((/** @type {any} */ each) => element("option", { value: `${name}+${each.name}`, textContent: `\u2003${each.title}` })),
    ]),
  );
  return first;
}

start.addEventListener("change", async () => {
  const { value } = start;
  history.replaceState(null, "", `#game=${encodeURIComponent(value)}`);
  open(await shipped(value));
  keep();
});

/** Opens what the link says, what was edited here before, or the first game. */
async function begin() {
  let wanted = first;
  try {
    const linked = await opened(location.hash);
    if (linked && "opened" in linked) {
      start.value = "";
      return open(linked.opened);
    }
    if (linked) wanted = linked.game;
    const before = linked ? null : kept();
    if (before) {
      start.value = before.start;
      return open(before, before.begun);
    }
    const found = await shipped(wanted);
    start.value = wanted;
    return open(found);
  } catch (error) {
    start.value = first;
    open(await shipped(first));
    const told = error instanceof RangeError ? error.message : "this link is damaged";
    byId("refused", HTMLElement).hidden = false;
    say(told);
    notice(told);
  }
}

/** @param {string} text A short message beside the buttons, which goes away. */
function notice(text) {
  const found = document.querySelector(".notice") ?? document.body.appendChild(element("p", { className: "notice" }));
  found.textContent = text;
  found.classList.add("seen");
  setTimeout(() => found.classList.remove("seen"), 4000);
}

addEventListener("hashchange", () => void begin());

/** @returns {boolean} Whether nothing has been changed since it was opened. */
const unchanged = () => JSON.stringify([files, main]) === JSON.stringify([begun.files, begun.main]);

byId("share", HTMLButtonElement).addEventListener("click", async () => {
  const part = start.value && unchanged() ? `game=${encodeURIComponent(start.value)}` : await fragment({ files, main });
  history.replaceState(null, "", `#${part}`);
  const { href } = location;
  try {
    await navigator.clipboard.writeText(href);
    notice("The link is copied, and stands in the address bar. The whole text is in it.");
  } catch {
    notice("The link stands in the address bar. The whole text is in it.");
  }
  say("the link is in the address bar");
});

byId("download", HTMLButtonElement).addEventListener("click", async () => {
  const names = Object.keys(files);
  const one = names.length === 1;
  if (!one && !ready) return notice("Python is still loading.");
  const content = one ? files[main] : await bench.ask("packed", JSON.stringify({ files }));
  const link = /** @type {HTMLAnchorElement} */ (element("a", { download: one ? main.split("/").pop() : "game.zip" }));
  link.href = URL.createObjectURL(new Blob([content], { type: one ? "text/yaml" : "application/zip" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});

const file = byId("file", HTMLInputElement);
byId("open", HTMLButtonElement).addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  /** @type {Record<string, string>} */
  const found = {};
  for (const each of file.files ?? []) if (isName(each.name) && each.size < 2e6) found[each.name] = await each.text();
  file.value = "";
  const rules = Object.keys(found).filter((name) => /\.ya?ml$/.test(name));
  if (!rules.length) return notice("Open a YAML file with rules, and with it the tables that it reads.");
  start.value = "";
  open({ files: found, main: rules.includes("game.yaml") ? "game.yaml" : rules[0] });
  keep();
});

/** @param {string} name */
function tab(name) {
  document.body.dataset.tab = name;
  for (const button of document.querySelectorAll(".tabs button")) button.setAttribute("aria-pressed", String(button instanceof HTMLElement && button.dataset.tab === name));
}
for (const button of document.querySelectorAll(".tabs button")) button.addEventListener("click", () => tab(/** @type {HTMLElement} */ (button).dataset.tab ?? "edit"));

/** The game that is opened if nothing else is. */
const first = await listed();
await begin();
