/** The first page of a server with several games: open tables with free seats, and the games, each with a picture. */

import { connect } from "./connection.js";
import { button, byId, make, refill } from "./elements.js";
import { gettext, ngettext, speak, usual } from "./words.js";

/**
 * @typedef {{id: string, title: string, about: string, players: number[]}} Offered
 * @typedef {{name: string, person: string, by: string, free: boolean}} Seat
 * @typedef {{name: string, title: string, answers: number, over: boolean, seats: Seat[]}} Opened
 * @typedef {{kind: "hall", language: string, games: Offered[], tables: Opened[], most: number}} Listed
 * @typedef {Listed | {kind: "go", seat: string, host: string} | {kind: "picture", game: string, html: string} |
 *   {kind: "refused", reason: string}} Said
 */

const KEPT = "gamespec language";
/** How much wider than high a board is that is not much to look at, and which part of a picture a hand fills. */
const FLAT = 2.2;
const FILLED = 0.92;

/** @type {Listed | null} */
let listed = null;
/** @type {Map<string, string>} The pictures that have come, by game. */
const pictures = new Map();

const send = connect(
  (message) => hear(/** @type {Said} */ (/** @type {unknown} */ (message))),
  (open) => say(open ? "" : gettext("the connection is lost; trying again")),
  () => say(gettext("this link is good for no table any more: ask for a new one")),
  () => ({ language: localStorage.getItem(KEPT), usual: usual() }),
);

/** @param {string} text */
function say(text) {
  byId("state").textContent = text;
}

/** @param {Said} message */
function hear(message) {
  if (message.kind === "refused") return say(message.reason);
  if (message.kind === "go") return go(message.seat, message.host);
  if (message.kind === "picture") {
    pictures.set(message.game, message.html);
    const place = document.querySelector(`[data-game="${message.game}"] .picture`);
    return place instanceof HTMLElement ? draw(place, message.html) : undefined;
  }
  const anew = !listed || listed.language !== message.language || listed.games.length !== message.games.length;
  listed = message;
  if (anew) {
    speak(message.language);
    pictures.clear();
    games(message);
  }
  tables(message);
  const language = byId("language");
  if (language instanceof HTMLSelectElement) language.value = message.language;
}

/** @param {Listed} now */
function tables(now) {
  byId("open").hidden = now.tables.length === 0;
  const items = now.tables.map(({ name, title, answers, over, seats }) => {
    const course = over ? gettext("the game is over") : answers ? ngettext("{count} answer so far", "{count} answers so far", answers) : gettext("not begun yet");
    const chairs = seats.map(({ name: seat, person, by, free }, index) => {
      if (!free) return make("span", { class: "taken" }, `${seat}: ${person || by || gettext("somebody")}`);
      const take = () => send({ kind: "take", table: name, seat: index + 1 });
      return button(gettext("sit down as {who}", { who: seat }), take, { "data-key": `${name} ${index}`, class: "sit" });
    });
    return make("li", {}, make("b", {}, title), make("small", {}, course), make("div", { class: "buttons" }, ...chairs));
  });
  refill(byId("tables"), items);
}

/** @param {Listed} now */
function games(now) {
  const items = now.games.map((game) => {
    const { id, title, about, players } = game;
    const count = players.length > 1 ? `${players[0]}–${players[players.length - 1]}` : String(players[0]);
    const picture = make("div", { class: "picture", "aria-hidden": "true" });
    picture.inert = true;
    const card = button("", () => choose(game), { class: "card", "data-key": id });
    card.append(picture, make("b", {}, title), make("small", {}, gettext("{count} players", { count })), make("span", { class: "about" }, about));
    const item = make("li", { "data-game": id }, card);
    seen.observe(item);
    return item;
  });
  refill(byId("games"), items);
  filter();
}

/** Pictures are asked for when their games come into sight. */
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue;
    seen.unobserve(target);
    send({ kind: "picture", game: target.dataset.game ?? "" });
  }
});

/** @param {HTMLElement} place @param {string} html The drawing of a table, of which the middle is shown, or the hand. */
function draw(place, html) {
  const draft = make("template");
  if (!(draft instanceof HTMLTemplateElement)) return;
  draft.innerHTML = html;
  const content = draft.content;
  const found = content.querySelector(".main .board svg");
  const { width, height } = found instanceof SVGSVGElement ? found.viewBox.baseVal : { width: 1, height: 1 };
  const hand = content.querySelector(".mine .fan .pieces, .mine .pieces");
  const board = hand && width > FLAT * height ? null : found;
  const middle = board ?? hand ?? content.querySelector(".mine") ?? content.querySelector(".main");
  if (!middle) return;
  const scene = make("div", { class: board ? "gamespec scene board" : "gamespec scene" });
  for (const each of middle.querySelectorAll("h3, h4, figcaption, [tabindex], .count")) {
    each.removeAttribute("tabindex");
    if (each.matches("h3, h4, figcaption")) each.remove();
  }
  scene.append(...(board ? [middle] : [make("div", { class: "places" }, middle.closest(".fan") ?? middle)]));
  place.replaceChildren(scene);
  if (board) return;
  const scale = Math.min(1.3, (FILLED * place.clientWidth) / scene.scrollWidth, (FILLED * place.clientHeight) / scene.scrollHeight);
  scene.style.scale = String(scale);
}

function filter() {
  const input = byId("filter");
  const wanted = input instanceof HTMLInputElement ? input.value.trim().toLowerCase() : "";
  for (const each of byId("games").children) {
    if (each instanceof HTMLElement) each.hidden = !(each.textContent ?? "").toLowerCase().includes(wanted);
  }
}

/** @type {Offered | null} The game of which a table is to be opened. */
let chosen = null;

/** @param {Offered} game */
function choose(game) {
  chosen = game;
  byId("new-h").textContent = game.title;
  const [most] = game.players.slice(-1);
  const players = select("players", gettext("players"), game.players, game.players[0]);
  const bots = select("bots", gettext("of them bots"), Array.from({ length: most }, (_, count) => count), 0);
  byId("choices").replaceChildren(...(game.players.length > 1 ? [players] : []), ...(most > 1 ? [bots] : []));
  const dialog = byId("new");
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

/** @param {string} id @param {string} text @param {number[]} values @param {number} now @returns {HTMLElement} */
function select(id, text, values, now) {
  const options = values.map((value) => make("option", { value: String(value), ...(value === now ? { selected: "" } : {}) }, String(value)));
  return make("label", {}, `${text} `, make("select", { id }, ...options));
}

/** @param {string} id @param {number} usual @returns {number} */
function value(id, usual) {
  const found = document.getElementById(id);
  return found instanceof HTMLSelectElement ? Number(found.value) : usual;
}

byId("new").addEventListener("close", () => {
  const dialog = byId("new");
  if (!chosen || !(dialog instanceof HTMLDialogElement) || dialog.returnValue !== "begin") return;
  const players = value("players", chosen.players[0]);
  say(gettext("the table is being set up"));
  send({ kind: "new", game: chosen.id, players, bots: Math.min(value("bots", 0), players - 1) });
});

/** @param {string} seat @param {string} host The link of the host's page, if the table is new. */
function go(seat, host) {
  if (!host) return void location.assign(seat);
  say("");
  byId("yours").replaceChildren(make("a", { href: seat, class: "begin" }, gettext("take your seat")));
  byId("hosts").replaceChildren(make("a", { href: host, target: "_blank", rel: "noopener" }, gettext("the host's page: who plays, links for others")));
  const dialog = byId("made");
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

byId("filter").addEventListener("input", filter);

byId("language").addEventListener("change", () => {
  const language = byId("language");
  if (!(language instanceof HTMLSelectElement)) return;
  localStorage.setItem(KEPT, language.value);
  send({ kind: "hello", language: language.value });
});

speak(localStorage.getItem(KEPT) ?? "en");
