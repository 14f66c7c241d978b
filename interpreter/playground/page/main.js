/** The page: an editor, the table, and beside it what games, scenarios and the rules say. Python works in a worker. */

import { changesOf } from "./changes.js";
import { checking } from "./checking.js";
import { byId, choice, the } from "./elements.js";
import { examplesOf } from "./examples.js";
import { filesOf } from "./files.js";
import { measuringOf } from "./measuring.js";
import { phrasesOf } from "./phrases.js";
import { playingOf } from "./playing.js";
import { problemsOf } from "./problems.js";
import { python, Stopped } from "./python.js";
import { sheetOf } from "./sheet.js";
import { startingOf } from "./starting.js";
import { LANGUAGES, language, speak } from "./language.js";
import { gettext } from "../../serve/static/words.js";

const PATIENCE = 4000; // milliseconds after which the page offers to stop Python
const LONGEST = 30000; // milliseconds after which it stops by itself
const QUICK = 500; // milliseconds of a check, after which the module of many games is made before anybody asks

/** What the last check of everything has said. @type {import("./types.js").Checked} */
let checked = {};
let ready = false;

speak();
const bench = python({
  ready: started,
  loading(text, share) {
    for (const id of ["loading", "state"]) byId(id).textContent = text;
    const progress = the("loaded", HTMLProgressElement);
    if (share === null) progress.removeAttribute("value");
    else progress.value = share;
  },
  broken(why) {
    document.body.dataset.python = "broken";
    byId("broken").hidden = false;
    byId("why").textContent = why;
  },
  table: (message) => playing.send(message),
  faulted,
});
const ask = bench.ask;

const files = filesOf(
  {
    complete: (at) => asked("complete", at).then((found) => found ?? []),
    hover: (at) => asked("hover", at),
  },
  {
    edited() {
      changes.tell();
      checks.edited();
    },
    changed: () => checks.changed(),
    opened() {
      playing.forget();
      measuring.forget();
      changes.tell();
      checks.changed();
    },
    shown() {
      changes.tell();
      problems.mark();
    },
    play: () => (tab("play"), playing.play(true)),
  },
);
const checks = checking((stage) => ask("check", JSON.stringify({ ...sources(), stage, language: language(), ...playing.chosen })), told, failed);
const problems = problemsOf(files, () => tab("edit"));
const playing = playingOf(bench, { able: () => ready, changed: () => checks.changed(), main: files.choose });
const measuring = measuringOf(ask, { begun: () => files.now.begun, status: () => status(), faulted });
const examples = examplesOf(bench, { go, status: () => status(), unchanged: files.unchanged });
const sheet = sheetOf(ask, { go, visible: () => document.body.dataset.beside === "sheet" });
const phrases = phrasesOf(files);
const changes = changesOf(files);
const starting = startingOf(files, (given) => ask("packed", given));

/** @returns {import("./types.js").Opened} */
function sources() {
  const { files: texts, main } = files.now;
  return { files: texts, main };
}

/** @param {string} call @param {number} at @returns {Promise<any>} Python's answer about a place, or nothing. */
async function asked(call, at) {
  if (!ready) return null;
  try {
    return JSON.parse(await ask(call, JSON.stringify({ ...sources(), file: files.shown(), at })));
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

/** @param {boolean} again Whether another Python has worked before. */
function started(again) {
  ready = true;
  document.body.dataset.python = "ready";
  byId("broken").hidden = true;
  playing.renew();
  checks.able(true);
  status();
  if (!again) void offline();
}

/** @param {import("./types.js").Checked} found @param {import("./types.js").Stage} stage @param {number} taken For how long Python has checked. */
async function told(found, stage, taken) {
  problems.show(found.diagnostics ?? [], found.faults ?? [], found.refused);
  if (stage !== "everything") return;
  checked = found;
  document.body.dataset.checked = String(Math.round(taken));
  playing.settings(checked, files.now.main);
  examples.forget();
  sheet.renew();
  status();
  if (!checked.playable) return;
  const faults = await playing.sit();
  if (checks.stale()) return;
  faulted(faults);
  void beside(taken).catch(failed);
}

/** @param {import("./types.js").Faulted[]} faults What has stopped games of the rules that were checked last. */
function faulted(faults) {
  if (checks.stale()) return;
  problems.faulted(faults);
  status();
}

/** What is done while nobody waits. @param {number} taken */
async function beside(taken) {
  await sheet.show();
  if (taken < QUICK) await ask("module");
  await examples.run();
}

/** @param {unknown} error */
function failed(error) {
  if (error instanceof Stopped) return;
  console.error(error);
  byId("state").textContent = gettext("Python has failed: {why}", { why: String(error).trim().split("\n").pop() ?? "" });
}

function status() {
  const state = byId("state");
  byId("run").toggleAttribute("disabled", !ready || !checked.playable || measuring.running());
  if (!ready && !checked.refused) return;
  if (!checked.diagnostics && !checked.refused) return void (state.textContent = byId("loading").textContent = gettext("checking the rules …"));
  const text = checked.refused ?? [problems.counted(), examples.told()].filter(Boolean).join(" · ");
  state.textContent = checked.playable ? text : gettext("{mistakes}; the table keeps the last rules that work", { mistakes: text });
  state.classList.toggle("bad", !checked.playable || problems.faulty() || examples.failed());
}

// --- what does not end -------------------------------------------------------------------------------

setInterval(() => {
  const waiting = ready ? bench.waiting() : 0;
  byId("slow").hidden = waiting < PATIENCE;
  if (waiting > LONGEST) stopPython();
}, 500);
byId("stop").addEventListener("click", stopPython);
byId("again").addEventListener("click", () => {
  byId("broken").hidden = true;
  bench.restart();
});

/** Starts another Python. The files are checked again when they change. */
function stopPython() {
  ready = false;
  checks.able(false);
  document.body.dataset.python = "stopped";
  checked = { refused: gettext("The check was stopped") };
  examples.forget();
  problems.show([], [], checked.refused);
  byId("slow").hidden = true;
  bench.restart();
  status();
}

// --- parts and languages -----------------------------------------------------------------------------

/** @param {string} file @param {number} line A place to show in the editor. */
function go(file, line) {
  tab("edit");
  files.line(file, line);
}

/** @param {string} name The part that a phone shows, and that lies beside the table on a wider screen. */
function tab(name) {
  document.body.dataset.tab = name;
  if (["numbers", "examples", "sheet"].includes(name)) document.body.dataset.beside = name;
  for (const button of document.querySelectorAll("[data-opens]")) {
    if (!(button instanceof HTMLElement)) continue;
    const within = button.closest(".beside") ? document.body.dataset.beside : name;
    button.setAttribute("aria-pressed", String(button.dataset.opens === within));
  }
  if (ready) void sheet.show().catch(failed);
}
for (const button of document.querySelectorAll("[data-opens]")) {
  button.addEventListener("click", () => tab(/** @type {HTMLElement} */ (button).dataset.opens ?? "edit"));
}

const languages = the("language", HTMLSelectElement);
languages.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => choice(code, name)));
/** Says everything in the language that was chosen here, or at the table. */
function spoken() {
  languages.value = language();
  speak();
  measuring.speak();
  examples.speak();
  playing.speak(language());
  sheet.renew();
  files.tabs();
  phrases.speak();
  changes.speak();
  problems.speak(checked.refused);
  if (ready) {
    status();
    checks.changed();
  }
}
languages.addEventListener("change", () => {
  speak(languages.value);
  spoken();
});
addEventListener("storage", () => void (language() !== document.documentElement.lang && spoken()));

// --- without a network -------------------------------------------------------------------------------

/** Keeps the page for a time without a network. Without service workers, or without room, the page needs the network. */
async function offline() {
  await navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => undefined);
}

spoken();
await Promise.all([starting.begin(), phrases.load()]);
