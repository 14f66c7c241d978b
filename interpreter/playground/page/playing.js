/** The table and its settings: players, seats, bots, and the options of the game. */

import { byId, choice, make, the } from "./elements.js";

/** @typedef {import("./types.js").Checked} Checked @typedef {import("./types.js").Choosable} Choosable */

/**
 * @param {{ask: (call: string, ...given: string[]) => Promise<any>, hear: (said: string) => void}} bench
 * @param {{changed: () => void, main: (name: string) => void, able: () => boolean}} to Told that something else is
 *     chosen, and that another file is to be played.
 */
export function playingOf(bench, to) {
  const frame = the("table", HTMLIFrameElement);
  const chosen = { players: /** @type {number | null} */ (null), options: /** @type {Record<string, any>} */ ({}) };
  let seed = 1;
  /** Whether the next game is a new one, whatever the table shows. */
  let anew = true;

  addEventListener("message", ({ source, origin, data }) => {
    if (source === frame.contentWindow && origin === location.origin && typeof data?.table === "string" && to.able()) bench.hear(data.table);
  });

  /** @param {boolean} other Whether with other luck. */
  function play(other) {
    if (other) seed = 1 + Math.floor(Math.random() * 1e9);
    anew = true;
    to.changed();
  }

  /** @param {Choosable} option */
  function field(option) {
    const input = inputOf(option);
    input.addEventListener("change", () => {
      chosen.options[option.name] = read(option, input);
      play(false);
    });
    return make("label", { class: option.kind }, make("span", {}, option.label), input);
  }

  the("players", HTMLSelectElement).addEventListener("change", ({ target }) => {
    chosen.players = Number(/** @type {HTMLSelectElement} */ (target).value);
    play(false);
  });
  for (const id of ["seating", "bot"]) byId(id).addEventListener("change", () => play(false));
  the("rules", HTMLSelectElement).addEventListener("change", ({ target }) => {
    anew = true;
    to.main(/** @type {HTMLSelectElement} */ (target).value);
  });
  the("settings", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    play(true);
  });

  return {
    chosen,
    play,
    /** The table is out of date: the next game is a new one. */
    renew: () => void (anew = true),
    /** Forget what was chosen for another game. */
    forget() {
      Object.assign(chosen, { players: null, options: {} });
      anew = true;
    },
    /** @param {string} message Of Python, to the table's page. */
    send: (message) => frame.contentWindow?.postMessage({ table: message }, location.origin),
    /** @param {string} language */
    speak(language) {
      const select = frame.contentDocument?.getElementById("language");
      if (!select || !("value" in select) || select.value === language) return;
      select.value = language;
      select.dispatchEvent(new Event("change"));
    },
    /** @param {Checked} checked @param {string} main */
    settings({ choice: refused, playable, players, options = [], rules = [] }, main) {
      byId("refused").hidden = !refused;
      byId("refused").textContent = refused ?? "";
      byId("variant").hidden = rules.length < 2;
      the("rules", HTMLSelectElement).replaceChildren(...rules.map((name) => choice(name, name, name === main)));
      if (!playable || !players) return;
      const { least, most, now } = players;
      const numbers = Array.from({ length: most - least + 1 }, (_, i) => least + i);
      the("players", HTMLSelectElement).replaceChildren(...numbers.map((each) => choice(String(each), String(each), each === now)));
      byId("many-players").hidden = least === most;
      byId("options").hidden = !options.length;
      const shape = JSON.stringify(options.map(({ value: _, ...each }) => each));
      const choices = byId("choices");
      if (choices.dataset.shape === shape) return; // nobody loses the field that is being filled in
      choices.dataset.shape = shape;
      choices.replaceChildren(...options.map(field));
    },
    /** Let the table show the game that was checked last. @returns {Promise<import("./types.js").Faulted[]>} What has stopped games of its rules. */
    async sit() {
      const wanted = { seating: the("seating", HTMLSelectElement).value, bot: the("bot", HTMLSelectElement).value, seed };
      const { faults = [] } = JSON.parse(await bench.ask("play", JSON.stringify({ new: anew, ...wanted })));
      anew = false;
      document.body.dataset.sat = String(Number(document.body.dataset.sat ?? 0) + 1);
      return faults;
    },
  };
}

/** @param {Choosable} option @returns {HTMLInputElement | HTMLSelectElement} */
function inputOf(option) {
  if (option.kind === "enum") {
    const made = document.createElement("select");
    made.append(...option.values.map((each) => choice(each, each, each === option.value)));
    return made;
  }
  const made = document.createElement("input");
  if (option.kind === "bool") return Object.assign(made, { type: "checkbox", checked: option.value });
  return Object.assign(made, { type: "number", min: option.least, max: option.most, value: option.value });
}

/** @param {Choosable} option @param {HTMLInputElement | HTMLSelectElement} input @returns {boolean | number | string} */
function read(option, input) {
  if (option.kind === "bool") return input instanceof HTMLInputElement && input.checked;
  if (option.kind === "enum") return input.value;
  const value = Math.min(option.most, Math.max(option.least, Math.round(Number(input.value))));
  input.value = String(value);
  return value;
}
