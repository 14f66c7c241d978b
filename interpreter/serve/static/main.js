/** The page: what the server sends is shown, and what is pressed is said. */

import { announce } from "./announcing.js";
import { advisable, advised, forget } from "./advice.js";
import { again } from "./again.js";
import * as chat from "./chat.js";
import { asking, chosen } from "./asking.js";
import * as choosing from "./choosing.js";
import * as codes from "./codes.js";
import { closer, nameAt } from "./closer.js";
import { connect } from "./connection.js";
import { dragging } from "./dragging.js";
import { byId } from "./elements.js";
import { enlarging } from "./enlarging.js";
import { fading } from "./fading.js";
import { folding } from "./folding.js";
import { hold, rememberSaid } from "./holding.js";
import { drawnParts } from "./features.js";
import { allInSight, bring, foresee, handFirst, light, litAround, nameOf, neighbour, refsOf, showAll, swap, tiny, unlight } from "./lighting.js";
import { forgetKept, keep, stillThere } from "./kept.js";
import * as lasting from "./lasting.js";
import { list, listAnew } from "./listing.js";
import { magnifying } from "./magnifying.js";
import { settle } from "./flying.js";
import { tell } from "./log.js";
import { follows, mark, move, remember } from "./moving.js";
import { write } from "./notes.js";
import { complain, notice } from "./notice.js";
import { pacing } from "./pacing.js";
import { panel, panelOf } from "./panel.js";
import { reserving } from "./reserving.js";
import * as rules from "./rules.js";
import { checker, more, players, proposal } from "./seats.js";
import { foreshow, place as showTile, placeAnew, turn, unforeshow } from "./placing.js";
import { offering } from "./offered.js";
import { amended, patched } from "./patching.js";
import { sheet } from "./sheet.js";
import { slide } from "./slider.js";
import { confirming, confirms, patience, slipped, undo } from "./slip.js";
import { tab } from "./tab.js";
import { tempo } from "./tempo.js";
import { stop as stopAgain, told, unchosen } from "./told.js";
import { beside, form, hush } from "./why.js";
import { gettext, speak, usual } from "./words.js";
import { zooming } from "./zooming.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./choosing.js").Point} Point */

/** @type {Table | null} */
let table = null;
/** @type {choosing.State | null} */
let state = null;
/** @type {Point[]} What an element that was pressed may mean. */
let between = [];
/** The drawing that came last, and the one that is shown. */
/** @type {Table | null} */
let sent = null;
let offered = offering();
let html = "";
let open = false;
/** Whether an answer is on its way. */
let answered = false;
/** @type {import("./types.js").Choice | null} The answer that is to be confirmed. */
let meant = null;
/** Whether that is because it could not be taken back. */
let forGood = false;
/** What is wished for in the next decision, by its ref, if an answer leads to it. */
let hoped = "";
/** Whether a thing on the table has just been pressed, which may be a slip. */
let pressing = false;
/** What was lit last, and brought into sight. */
let brought = "";
/** Whether another place is chosen instead of one in which a tile is shown; that is no answer yet. */
let exchanging = false;
/** When an answer was last given, in milliseconds. */
let completed = -Infinity;
/** Where the last press was, to say something beside it. */
let [pressedX, pressedY] = [0, 0];
/** What was pressed last that is not on offer, by its name; and what is asked first of what was dragged there. */
let [pressed, first] = ["", ""];

/** Within how many milliseconds a second press belongs to the one before. */
const MOMENT = 600;

const KEPT = "gamespec language";
const DRAWER = "gamespec drawer";
const place = byId("table");

const { take, hurry } = pacing(show, settle);

const send = connect(hear, connected, lost, () => {
  const wanted = localStorage.getItem(KEPT);
  return { revision: table ? table.revision : null, language: wanted, usual: usual() };
});

/** @param {number | null} at */
const look = (at) => send({ kind: "look", at });

/** @param {boolean} now */
function connected(now) {
  open = now;
  sent = null;
  offered = offering();
  busy(false);
  document.body.classList.toggle("offline", !open);
  if (!open) rules.forget();
  if (!open) forget();
  if (!open && table) announce(gettext("the connection is lost; trying again"));
  status();
}

/** The link is one of no table any more. */
function lost() {
  byId("state").textContent = "";
  complain(gettext("this link is good for no table any more: ask for a new one"));
  announce(gettext("this link is good for no table any more: ask for a new one"));
}

/** @param {Message} message */
function hear(message) {
  if (message.kind === "chat") return chat.hear(message);
  if (message.kind === "table") {
    const html = patched(sent?.html ?? "", message.html);
    const seated = amended(sent?.players ?? [], message.players ?? {});
    sent = /** @type {Table} */ ({ ...sent, ...message, html, asked: offered(message.asked), players: seated });
    return take(sent);
  }
  busy(false);
  if (message.kind === "who") return who(message.ref, message.text);
  if (message.kind === "sure") return sure(message.revision, message.number);
  if (message.kind === "codes") return codes.show(message);
  if (message.kind === "rules") return rules.show(message);
  if (message.kind === "advice") return advised(message, table);
  if (message.kind === "why") {
    const text = byId("all").hasAttribute("open") ? message.text : [message.short || first || unoffered(), first ? "" : instead()].filter(Boolean).join(". ");
    byId("because").textContent = message.text;
    if (!byId("all").hasAttribute("open")) beside(text, pressedX, pressedY);
    return announce(text);
  }
  if (message.kind === "refused" && table) {
    forget();
    advisable(table, send);
  }
  const text = message.kind === "refused" ? message.reason : message.text;
  complain(text);
  announce(text);
}

/** How many things are named that can be chosen instead of another. */
const NAMED = 3;

/** @returns {string} That what is pressed can't be chosen now. */
const unoffered = () => (pressed ? gettext("{what} can't be chosen now", { what: pressed }) : gettext("this can't be chosen now"));

/** @returns {string} What can be chosen instead: its names if it is little, and no places, which are seen. */
function instead() {
  const next = state ? choosing.points(state).filter((point) => state?.asked.members[point.member].refs.some((ref) => ref.startsWith("z"))) : [];
  const names = [...new Set(next.map((point) => state?.asked.members[point.member].text ?? ""))];
  if (names.length > NAMED) return gettext("You can choose what is lit");
  const [last, ...others] = names.reverse();
  if (!last) return "";
  return gettext("You can choose {names}", { names: others.length ? gettext("{these} or {last}", { these: others.reverse().join(", "), last }) : last });
}

/** @param {boolean} now Whether an answer is on its way. */
function busy(now) {
  answered = now;
  byId("asked").setAttribute("aria-busy", String(now));
}

/**
 * @param {Table} now @param {boolean} quick Whether nothing moves.
 * @returns {number} In how many milliseconds all is in its place.
 */
function show(now, quick) {
  stopAgain();
  busy(false);
  const before = table;
  table = now;
  if (before?.language !== now.language) {
    speak(now.language);
    tempo();
  }
  const language = byId("language");
  if (language instanceof HTMLSelectElement) language.value = now.language;
  byId("title").textContent = now.title;
  tab(before, now);
  document.body.dataset.revision = String(now.revision);
  document.body.dataset.over = String(now.over);
  const same = before !== null && before.revision === now.revision && before.live === now.live;
  const memory = !quick && follows(before, now) ? remember(place) : null;
  const seen = memory?.seen ?? lasting.see(place);
  if (memory) rememberSaid(now.you.seat !== null && now.since === now.answers);
  lookAway();
  const settled = now.html === html && same ? () => {} : put((html = now.html));
  lasting.learn(seen, place, before, now);
  mark(place, now.latest); // before anything is measured, so that this is laid out once
  if (!same || before?.language !== now.language || (state === null) !== (now.asked === null)) {
    state = now.asked ? choosing.begin(now.asked) : null;
    between = [];
    meant = null;
    listAnew();
    if (!same) complain("");
  }
  if (now.asked || !now.live || now.epoch !== before?.epoch) forgetKept();
  const fresh = tell(now, look);
  players(now);
  notice(now, look);
  proposal(now, send);
  checker(now, send);
  slide(now, look, (at) => send({ kind: "go_on", at }));
  write(now, (decision, text) => send({ kind: "note", decision, text }), look);
  form(now, ask);
  more(now, send);
  undo(now);
  rules.read(now, send);
  again(now, send, look);
  advisable(now, send);
  chat.seated(now);
  if (!same && now.asked && now.since !== now.answers) handFirst(place); // the reader's turn begins
  render();
  if (!same) hope(before, now);
  settled();
  speakOf(before, now, fresh);
  told(before, now, put, redraw);
  if (before && now.live && now.epoch === before.epoch && now.revision > before.revision) announce(...unchosen(now));
  if (memory) return move(memory, place, now, hold);
  hold(0);
  return 0;
}

/** @param {string} drawing Another drawing is put on the table, whose boards stay as large as they were. */
function put(drawing) {
  const settled = swap(place, drawing);
  if (table) players(table);
  views.restore();
  return settled;
}

/** The table is drawn as it is, after something else was shown on it. */
function redraw() {
  put(html);
  lasting.show(place);
  if (table) mark(place, table.latest);
  render();
}

/** @param {Table | null} before @param {Table} now @param {string[]} fresh Say what has changed. */
function speakOf(before, now, fresh) {
  const said = [...fresh];
  if (now.happened && now.happened !== before?.happened) said.push(now.happened);
  if (now.proposal && now.proposal.number !== before?.proposal?.number) said.push(now.proposal.text);
  if (now.checker && now.checker.diagnostics !== before?.checker?.diagnostics) said.push(gettext("the rules have changed"));
  if (now.stopped && now.stopped !== before?.stopped) said.push(now.stopped);
  if (now.over && !before?.over) said.push(gettext("the game is over"));
  if (now.asked && (now.revision !== before?.revision || !before?.asked)) {
    said.push(`${gettext("your turn")}: ${now.asked.prompt}`);
  }
  announce(...said);
}

/** Show what was said so far: what is lit, the buttons, the list. */
function render() {
  const active = document.activeElement;
  const held = active && active !== place && place.contains(active) ? active : null;
  unlight(place);
  unforeshow();
  const shown = state ? light(place, state) : new Set();
  views.follow();
  const placed = showTile(place, state, meant);
  const small = state ? tiny(place, state) : new Map(); // and so they have buttons, and nobody looks for them
  const sure = meant;
  if (sure) confirming(sure, () => answer(sure.number), back);
  else if (!state) panelOf(stillThere(place));
  else panel(state, shown, small, between, placed, { say, done, back, turn: turnOn, out, sure: sureOfIt });
  const lit = `${table?.revision} ${[...shown].join(" ")}`;
  if (shown.size && lit !== brought) bring(place, byId("next").querySelector(".say, .done:enabled") !== null);
  brought = lit;
  byId("show").hidden = shown.size === 0 || small.size > 0 || allInSight(place);
  list(state, choose);
  status();
  if (held && !between.length) stay(held);
}

/** @param {Element} held Keep the focus near what had it, where that can't be pressed any more. */
function stay(held) {
  const target = held.classList.contains("lit") ? held : (place.querySelector(".lit[data-ref]") ?? byId("next").querySelector("button"));
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}

/** @param {string} prompt The question of the game. @returns {string} What is asked now. */
function asks(prompt) {
  if (state?.wish && !state.spoken.length && !meant) return gettext("{what}: how do you get there?", { what: called(state.wish) });
  if (meant) return forGood ? gettext("This can't be taken back. Is it your answer?") : gettext("Is this your answer?");
  if (place.querySelector(".ghost")) return gettext("Turn it, or lay it here.");
  if (between.length) return gettext("Which one do you mean?");
  const said = state?.spoken.length && !choosing.severals(state).size ? state : null;
  const next = said && asking(said);
  if (next) return `${next.charAt(0).toLocaleUpperCase(table?.language)}${next.slice(1)}`;
  const what = said && choosing.wanted(said);
  return what ? gettext("Now choose: {what}", { what }) : `${gettext("your turn")}: ${prompt}`;
}

function status() {
  const said = byId("state");
  const prompt = byId("prompt");
  if (!table) return;
  said.textContent = open ? "" : gettext("the connection is lost; trying again");
  if (!table.live) prompt.textContent = gettext("move {at} of {count}", { at: table.at, count: table.answers });
  else if (table.asked) prompt.textContent = asks(table.asked.prompt);
  else if (table.stopped) prompt.textContent = table.stopped;
  else if (table.over) prompt.textContent = gettext("the game is over");
  else {
    const deciding = table.players.find((each) => each.deciding);
    const who = deciding?.name ?? "";
    const others = table.waiting.map((seat) => table?.players[seat].name ?? "");
    if (!deciding) prompt.textContent = "";
    else if (others.length) prompt.textContent = gettext("waiting for {who}", { who: all(others) });
    else prompt.textContent = deciding.thinking ? gettext("{who} is thinking", { who }) : gettext("{who} decides", { who });
  }
  byId("asked").classList.toggle("yours", Boolean(table.asked));
}

/** @param {string[]} names @returns {string} All of them, in the language of the table. */
const all = (names) => new Intl.ListFormat(table?.language).format(names);

/** @param {Point} point */
function say(point) {
  if (!state) return;
  between = [];
  go(choosing.say(state, point));
}

/**
 * @param {Element} target
 * @returns {boolean} Whether it is pressed instead of what was said: another place for the tile that is shown, another
 *   man than the one that was to move; or what was said itself, which is taken back.
 */
function elsewhere(target) {
  const pressed = target.closest("[data-ref]");
  if (!(state?.spoken.length || state?.wish) || !pressed || between.length) return false;
  if (pressed.matches(".chosen") || holdsChosen(pressed)) {
    back();
    return true;
  }
  let before = state;
  while (before.spoken.length || before.wish) {
    before = choosing.back(before);
    const reached = choosing.meanings(before, refsOf(pressed)).length || choosing.wishing(before, refsOf(pressed));
    if (!reached) continue;
    exchanging = place.querySelector(".ghost") !== null;
    state = before;
    meant = null;
    press(pressed);
    exchanging = false;
    return true;
  }
  return false;
}

/** @param {Element} cell @returns {boolean} Whether what was chosen lies on it. */
function holdsChosen(cell) {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  return cell.matches(".cell") && [...place.querySelectorAll(".piece.chosen")].some((each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return left < x && x < right && top < y && y < bottom;
  });
}

/** The tile that is shown in its place is turned. */
function turnOn() {
  turn();
  render();
}

/** The only answer that is left is meant, without a press on where it leads. */
function sureOfIt() {
  const choice = state && choosing.nearly(state);
  if (choice) choose(choice);
}

function done() {
  const after = state && choosing.done(state);
  if (after) go(after);
}

/** @param {Point} point One of several is taken out again. */
function out(point) {
  if (!state) return;
  state = choosing.without(state, point);
  render();
  announce(sofar());
}

function back() {
  if (!state) return;
  meant = null;
  if (between.length) between = [];
  else state = choosing.back(state);
  render();
  announce(sofar());
}

/** @param {choosing.State} after */
function go(after) {
  const shown = place.querySelector(".ghost") !== null; // and so it is seen before it is said
  const first = !state?.spoken.length;
  state = after;
  placeAnew();
  const choice = choosing.meant(after);
  if (choice && !exchanging && !choice.confirm && (shown || !confirms())) {
    const slip = first && pressing && after.asked.choices.length > 1;
    if (slip && table) slipped(table.revision);
    return answer(choice.number, slip);
  }
  meant = choice;
  forGood = false;
  render();
  announce(sofar());
}

/** @returns {string} What was said so far, and what comes next, in words. */
function sofar() {
  if (!state) return "";
  return [chosen(state).join(", "), byId("prompt").textContent].filter(Boolean).join("; ");
}

/** @param {number} revision @param {string} number An answer that a single press has given could not be taken back. */
function sure(revision, number) {
  const choice = table?.revision === revision ? state?.asked.choices.find((each) => each.number === number) : undefined;
  if (!choice) return;
  meant = choice;
  forGood = true;
  render();
  announce(sofar());
}

/** @param {string} ref @returns {string} What the thing on the table is called. */
function called(ref) {
  const thing = [...place.querySelectorAll("[data-ref]")].find((each) => refsOf(each).includes(ref));
  return thing ? nameOf(thing) : "";
}

/** @param {Element} element It is wished for, if an answer leads to it. @returns {boolean} */
function wish(element) {
  const after = state && choosing.wishing(state, refsOf(element));
  if (!after) return false;
  state = after;
  meant = choosing.fulfilling(after);
  forGood = false;
  render();
  announce(byId("prompt").textContent ?? "");
  return true;
}

/** @param {Table | null} before @param {Table} now What was wished for is said, as soon as it is asked for. */
function hope(before, now) {
  const next = state && hoped && before && now.asked && now.answers === before.answers + 1 ? choosing.pressed(state, [hoped]) : [];
  if (now.asked || now.answers !== before?.answers) hoped = "";
  if (next.length === 1) window.setTimeout(() => now === table && say(next[0]));
}

/** @param {string} number @param {boolean} slip Whether it is not taken at once if it could not be taken back. */
function answer(number, slip = false) {
  if (!table || answered) return;
  completed = performance.now();
  hurry();
  hoped = state?.wish ?? "";
  if (table.asked) keep(table.asked, number);
  busy(open);
  unlight(place); // at once, so that one sees that the press has been taken
  byId("all").removeAttribute("open");
  send({ kind: "answer", revision: table.revision, number, pause: patience(), ...(slip ? { slip } : {}) });
}

/** @param {import("./types.js").Choice} choice A whole answer from the list, which may have to be confirmed. */
function choose(choice) {
  if (!confirms() && !choice.confirm) return answer(choice.number);
  byId("all").removeAttribute("open");
  meant = choice;
  forGood = false;
  render();
}

/** @param {Element} element A thing on the table is pressed. */
function press(element) {
  pressing = true;
  point(element);
  pressing = false;
}

/** @param {Element} element */
function point(element) {
  if (!state) return;
  const points = choosing.pressed(state, refsOf(element));
  if (!points.length) wish(element);
  if (!points.length) return;
  if (points.length === 1) return say(points[0]);
  between = points;
  render();
  const first = byId("next").querySelector("button");
  if (first) first.focus();
}

/** @param {string} text What is not on offer, in the words of the table. @param {number} x @param {number} y Say why, beside a point. */
function wrong(text, x, y) {
  [pressedX, pressedY] = [x, y];
  if (state) ask(text, state.spoken.length ? gettext("First: {question}", { question: byId("prompt").textContent ?? "" }) : "");
}

/** @param {string} text Ask why something is not on offer that is called so. @param {string} before What is asked before it. */
function ask(text, before = "") {
  [pressed, first] = [text, before];
  send({ kind: "why", text });
}

/** @param {MouseEvent} event @returns {boolean} Whether it is the second press of two in a row, of which the first has given an answer. */
const echoes = (event) => event.detail > 1 && performance.now() - completed < MOMENT;

place.addEventListener("click", (event) => {
  if (event.clientX || event.clientY) [pressedX, pressedY] = [event.clientX, event.clientY];
  const players = event.target instanceof Element && event.target.closest(".seats");
  if (!players) openPlayers(false); // they lie above the table
  if (echoes(event)) return;
  if (event.target instanceof Element && event.target.closest(".ghost")) {
    if (!meant) turnOn();
    return;
  }
  if (meant && event.target instanceof Element && event.target.closest(".chosen")) return answer(meant.number);
  const lit = event.target instanceof Element ? (litAround(event.target) ?? event.target.closest(".hinted")) : null;
  if (lit) return press(lit);
  if (event.target instanceof Element && elsewhere(event.target)) return;
  if (players && narrow.matches && !event.target.closest("[data-ref] .board, summary")) return openPlayers(!document.body.classList.contains("players-opened"));
  if (narrow.matches && document.body.classList.contains("opened")) return leaveDrawer(false); // it covers what is pressed
  const name = nameAt(event);
  const on = event.target instanceof Element ? event.target.closest("svg.alone") ?? event.target.closest(".laid") ?? event.target : null;
  if (state && on?.querySelector(":scope .draggable")) return beside(gettext("press the place where it goes, or drag it there"), pressedX, pressedY);
  if (name && state) ask(name);
  else if (name && table?.live && !table.over) beside(byId("prompt").textContent ?? "", pressedX, pressedY);
  else if (event instanceof PointerEvent && event.pointerType === "touch") tapped(event);
});

const { hide: lookAway, who, tapped } = closer(place, (ref) => send({ kind: "who", ref }));

place.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || event.buttons || !(event.target instanceof Element)) return;
  ahead(answered || between.length || meant ? null : litAround(event.target));
});
place.addEventListener("pointerleave", () => ahead(null));
place.addEventListener("focusin", (event) => ahead(event.target instanceof Element ? litAround(event.target) : null));

/** @param {Element | null} element What would follow if it were pressed is shown. */
function ahead(element) {
  foresee(place, state, element);
  foreshow(place, state, element);
}

dragging(place, { state: () => (answered ? null : state), say, press, back, wrong });
const views = zooming(place);
place.addEventListener("viewed", unforeshow);
enlarging(place);
magnifying(place);
reserving(place);
fading(place);
drawnParts(place, place);

place.addEventListener("keydown", (event) => {
  const lit = event.target instanceof Element ? litAround(event.target) : null;
  if (lit && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    press(lit);
  } else if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") {
    const all = [...place.querySelectorAll(".lit[data-ref]")];
    const end = event.key === "End" ? all[all.length - 1] : all[0];
    const next = lit && event.key.startsWith("Arrow") ? neighbour(place, lit, event.key) : end;
    if (!(next instanceof HTMLElement || next instanceof SVGElement)) return;
    event.preventDefault();
    next.focus();
  }
});

window.addEventListener("resize", settle);
document.addEventListener("pointerdown", (event) => {
  [pressedX, pressedY] = [event.clientX, event.clientY];
  hush();
}, { capture: true });
document.addEventListener("click", stopAgain, { capture: true });
document.addEventListener("click", hurry, { capture: true });
document.addEventListener("keydown", hurry, { capture: true });

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const all = byId("all");
  if (all.hasAttribute("open")) all.removeAttribute("open");
  else if (narrow.matches && document.body.classList.contains("opened")) leaveDrawer(false); // it covers what is asked
  else if (state && (state.spoken.length || between.length || state.wish)) back();
  else if (document.body.classList.contains("opened")) leaveDrawer(false);
  else if (document.body.classList.contains("players-opened")) openPlayers(false);
});

byId("undo").addEventListener("click", () => send({ kind: "undo" }));

document.addEventListener("keydown", (event) => {
  const writes = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || writes) return;
  event.preventDefault();
  if (state?.spoken.length || state?.wish) back();
  else if (table?.undo) send({ kind: "undo" });
});

byId("show").addEventListener("click", () => {
  const names = showAll(place);
  const { left, top, width } = byId("show").getBoundingClientRect();
  const text = gettext("what shines can be pressed: {names}", { names: names.join(", ") });
  beside(text, left + width / 2, top);
  announce(text);
});

byId("filter").addEventListener("input", () => list(state, choose));

byId("language").addEventListener("change", () => {
  const language = byId("language");
  if (!(language instanceof HTMLSelectElement)) return;
  localStorage.setItem(KEPT, language.value);
  send({ kind: "language", language: language.value });
});

/** @param {boolean} now Whether the drawer with the log and all else is open. */
function openDrawer(now) {
  document.body.classList.toggle("opened", now);
  byId("drawer").setAttribute("aria-expanded", String(now));
  if (!now) return;
  byId("log").scrollTop = byId("log").scrollHeight;
  chat.seen();
}

chat.listen(send, () => open);

byId("beside").addEventListener("toggle", ({ target }) => {
  const shown = target instanceof HTMLDetailsElement && target.open && !byId("rules").contains(target); // the rules come with parts open
  if (shown) target.scrollIntoView({ block: "nearest" });
}, { capture: true }); // such events do not bubble
byId("rulesbox").addEventListener("toggle", () => rules.read(table, send));

byId("read").addEventListener("click", () => {
  const box = byId("rulesbox");
  box.setAttribute("open", "");
  leaveDrawer(true);
  box.scrollIntoView({ block: "start" });
});

// what is unfolded on the table comes into sight
place.addEventListener("toggle", ({ target }) => {
  if (target instanceof HTMLDetailsElement && target.open && !narrow.matches) target.scrollIntoView({ block: "nearest" });
}, { capture: true });

/** @param {boolean} now The drawer is opened or closed by its reader, and so it stays. */
function leaveDrawer(now) {
  localStorage.setItem(DRAWER, now ? "open" : "closed");
  openDrawer(now);
}

byId("drawer").addEventListener("click", () => leaveDrawer(!document.body.classList.contains("opened")));

/** On phones, players are told of in short, until one presses them. */
const narrow = window.matchMedia("(max-width: 61.99rem)");
folding(narrow);
sheet(place, narrow);

/** @param {boolean} now Whether all that lies before the players is shown. */
function openPlayers(now) {
  document.body.classList.toggle("players-opened", now);
}

/** Where the drawer lies beside the table, it is as the reader left it; at first it is open only in the widest windows. */
const widest = window.matchMedia("(min-width: 100rem)");
const startDrawer = () => openDrawer(!narrow.matches && (localStorage.getItem(DRAWER) ?? (widest.matches ? "open" : "")) === "open");
for (const each of [widest, narrow]) each.addEventListener("change", startDrawer);
startDrawer();
speak(localStorage.getItem(KEPT) ?? "en");
