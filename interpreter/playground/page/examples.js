/** The scenarios of the text, run while nothing else is asked of Python, and what fails in them. */

import { button, byId, make } from "./elements.js";
import { language } from "./language.js";
import { gettext, ngettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Example} Example @typedef {import("./types.js").Ran} Ran */

const MOMENT = 800; // milliseconds in which nothing else has happened, before scenarios are run

/**
 * @param {{ask: (call: string, ...given: string[]) => Promise<any>, idle: () => number}} bench
 * @param {{go: (file: string, line: number) => void, status: () => void, unchanged: () => boolean}} to A place to show, told of
 *     results, and whether the files are as they were opened.
 */
export function examplesOf(bench, to) {
  /** @type {Example[]} */
  let listed = [];
  /** @type {Ran[]} */
  let ran = [];
  let turn = 0;

  /** Runs all scenarios of the game that was checked last. Rejects if Python is stopped. */
  async function run() {
    const mine = ++turn;
    do {
      await quiet();
      if (mine !== turn) return;
      const found = JSON.parse(await bench.ask("examples", JSON.stringify({ from: ran.length, language: language() })));
      if (mine !== turn) return;
      listed = found.listed ?? listed;
      ran = [...ran, ...found.ran];
      show();
      if (!found.ran.length) return;
    } while (ran.length < listed.length);
  }

  async function quiet() {
    while (bench.idle() < MOMENT) await new Promise((done) => setTimeout(done, MOMENT - bench.idle()));
  }

  function show() {
    const failed = ran.flatMap((each, i) => (each.passed ? [] : [entry(listed[i], each)]));
    const head = make("p", { class: failed.length ? "refused" : "held" }, told() || gettext("There are no scenarios. Add a file such as scenarios/mine.yaml."));
    const held = ran.flatMap((each, i) => (each.passed ? [make("li", {}, place(listed[i]))] : []));
    const below = held.length ? [make("details", {}, make("summary", {}, ngettext("{count} holds", "{count} hold", held.length)), make("ul", {}, ...held))] : [];
    const what = make("p", { class: "hint" }, gettext("A scenario is an example of play with what must come of it. All of them are played again whenever the rules change."));
    byId("shown").replaceChildren(head, ...advice(failed.length), what, make("ul", { class: "failed" }, ...failed), ...below);
    byId("shown").dataset.ran = `${ran.filter((each) => each.passed).length}/${listed.length}`;
    to.status();
  }

  /** @param {number} failed @returns {Node[]} What to do about scenarios that fail. */
  function advice(failed) {
    if (!failed) return [];
    const first = to.unchanged() ? "" : ngettext("{count} scenario describes the rules as they were, and no longer holds.", "{count} scenarios describe the rules as they were, and no longer hold.", failed);
    const then = gettext("If you meant to change the rule, adapt the scenario or delete it. If you didn't, keep the scenario: it has found a mistake.");
    return [make("p", { class: "advice" }, [first, then].filter(Boolean).join(" "))];
  }

  /** @param {Example} example */
  function place({ id, title, file, where }) {
    const line = Number(where.split(":").at(-2));
    const made = button("", () => file !== null && to.go(file, line), { class: "place" });
    made.append(make("b", {}, id), ` ${title}`, make("small", {}, ` ${where}`));
    return made;
  }

  /** @param {Example} example @param {Ran} ran */
  const entry = (example, { report }) => make("li", { class: "error" }, place(example), make("pre", { tabindex: "0" }, ...linked(report)));

  /** @param {string} report @returns {(Node | string)[]} It, with its places to press. */
  function linked(report) {
    const files = new Set(listed.flatMap(({ file }) => (file === null ? [] : [file])));
    return report.split(/([\w./+-]+\.yaml:\d+)/).map((part) => {
      const [file, line] = part.split(":");
      return /^[\w./+-]+\.yaml:\d+$/.test(part) && (files.has(file) || file === "game.yaml") ? button(part, () => to.go(file, Number(line)), { class: "link" }) : part;
    });
  }

  /** @returns {string} How many hold, in words, or nothing if there are none. */
  function told() {
    if (!listed.length) return "";
    const hold = ran.filter((each) => each.passed).length;
    if (ran.length < listed.length) return gettext("scenarios: {ran} of {all} run", { ran: ran.length, all: listed.length });
    return gettext("scenarios: {hold} of {all} hold", { hold, all: listed.length });
  }

  return {
    run,
    told,
    /** Stop, and forget what scenarios of other rules have shown. */
    forget() {
      turn += 1;
      [listed, ran] = [[], []];
      byId("shown").replaceChildren();
      delete byId("shown").dataset.ran;
    },
    /** @returns {boolean} Whether a scenario has failed. */
    failed: () => ran.some((each) => !each.passed),
    speak: () => void (byId("shown").childElementCount && show()),
  };
}
