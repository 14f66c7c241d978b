/** Who sits where; what can be asked for; and for the host the links. */

import { code } from "./codes.js";
import { button, byId, make, refill } from "./elements.js";
import { gettext, pgettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Send} Send */

/** @param {Table} table Tell who sits where: to the ear in a list, to the eye where the players' things lie. */
export function players(table) {
  const items = table.players.map((player, seat) => {
    const told = [];
    if (player.by !== "human") told.push(player.level);
    else if (seat !== table.you.seat) told.push(player.taken ? gettext("person") : pgettext("seat", "empty"));
    if (player.by === "human" && player.taken && !player.connected) told.push(gettext("not connected"));
    const place = byId("table").querySelector(`[data-ref~="p${seat}"]`)?.closest(".seat");
    place?.classList.toggle("thinks", player.thinking && table.live);
    place?.querySelector("h2")?.setAttribute("data-who", told.join(", "));
    const said = seat === table.you.seat ? [gettext("you"), ...told] : told;
    return make("li", player.deciding ? { "aria-current": "true" } : {}, make("b", {}, player.name), ` (${said.join(", ")})`);
  });
  refill(byId("players"), items);
}

/** @param {Table} table @param {Send} send */
export function proposal(table, send) {
  const place = byId("proposal");
  const asked = table.proposal;
  place.hidden = asked === null;
  if (asked === null) return place.replaceChildren();
  const buttons = make("div", { class: "buttons" });
  if (asked.asked) {
    buttons.append(button(gettext("agree"), () => send({ kind: "agree", proposal: asked.number }), { "data-key": "agree" }));
    buttons.append(button(gettext("refuse"), () => send({ kind: "refuse", proposal: asked.number }), { "data-key": "refuse" }));
  } else {
    buttons.append(make("p", {}, gettext("waiting for {who}", { who: asked.waiting.join(", ") })));
  }
  if (asked.yours) {
    const back = () => send({ kind: "refuse", proposal: asked.number });
    buttons.append(button(gettext("take it back"), back, { "data-key": "withdraw" }));
  }
  refill(place, [make("p", {}, asked.text), buttons]);
}

/** @param {Table} table @param {Send} send */
export function checker(table, send) {
  byId("checkerbox").hidden = table.checker === null;
  if (table.checker === null) return byId("checker").replaceChildren();
  const { diagnostics, playable, ways, note } = table.checker;
  const inside = diagnostics ? [make("pre", { tabindex: "0" }, diagnostics)] : [];
  if (!playable) inside.push(make("p", {}, gettext("the specification can't be played as it is")));
  if (note) inside.push(make("p", {}, note));
  const buttons = (table.you.role === "watch" ? [] : ways).map(({ way, text }) =>
    button(text, () => send({ kind: "change", way }), { "data-key": way }),
  );
  refill(byId("checker"), [...inside, make("div", { class: "buttons" }, ...buttons)]);
}

let kept = "";

/** @param {Table} table @param {Send} send */
export function more(table, send) {
  byId("morebox").hidden = table.you.role === "watch";
  const now = JSON.stringify([table.host, table.language, table.you, table.players.map((each) => [each.name, each.by, each.taken])]);
  if (now === kept) return;
  kept = now;
  /** @type {HTMLElement[]} */
  const inside = [];
  if (table.you.role === "seat") inside.push(ownSeat(table, send), ownName(table, send), ...ownColor(table, send), code(location.pathname, gettext("play on from your phone"), send));
  inside.push(saving(table, send));
  if (table.host) inside.push(...seating(table, send), ...links(table, send));
  refill(byId("more"), inside);
}

/** @param {Table} table @param {Send} send */
function ownSeat(table, send) {
  const player = table.players[table.you.seat ?? 0];
  const made = make("div", { class: "buttons" });
  if (player.by !== "human" || !player.taken) {
    made.append(button(gettext("take this seat"), () => send({ kind: "take" }), { "data-key": "take" }));
  } else {
    made.append(button(gettext("leave the seat"), () => send({ kind: "leave" }), { "data-key": "leave" }));
    const by = { kind: "replace", seat: (table.you.seat ?? 0) + 1, by: "random" };
    made.append(button(gettext("let a bot play here"), () => send(by), { "data-key": "bot" }));
  }
  return made;
}

/** @param {Table} table @param {Send} send The name of the person, which all see beside that of the seat. */
function ownName(table, send) {
  const name = make("input", { id: "called", maxlength: "30", autocomplete: "off", value: table.you.called, "data-key": "called" });
  const form = make("form", {}, make("label", { for: "called" }, gettext("your name"), " "), name);
  form.append(make("button", { type: "submit", "data-key": "call" }, gettext("keep")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (name instanceof HTMLInputElement) send({ kind: "call", called: name.value.replace(/\s+/g, " ").trim() });
  });
  return form;
}

/** @type {Record<string, () => string>} What the colours of the palette are called. */
const COLORS = {
  black: () => gettext("black"),
  white: () => gettext("white"),
  grey: () => gettext("grey"),
  red: () => gettext("red"),
  orange: () => gettext("orange"),
  yellow: () => gettext("yellow"),
  green: () => gettext("green"),
  teal: () => gettext("teal"),
  blue: () => gettext("blue"),
  purple: () => gettext("purple"),
  pink: () => gettext("pink"),
  brown: () => gettext("brown"),
  beige: () => gettext("beige"),
};

/** @param {Table} table @param {Send} send @returns {HTMLElement[]} The colours that the seat may have, if there is a choice. */
function ownColor(table, send) {
  const { color, colors } = table.you;
  if (!colors.length) return [];
  const buttons = colors.map((each) => {
    const name = COLORS[each]?.() ?? each;
    const given = { class: "swatch", "data-color": each, "data-key": `color-${each}`, title: name, "aria-label": name, "aria-pressed": String(each === color) };
    return button("", () => send({ kind: "dye", color: each }), given);
  });
  const group = make("div", { class: "swatches gamespec", role: "group", "aria-label": gettext("your colour") }, ...buttons);
  return [make("div", { class: "coloring" }, make("span", {}, gettext("your colour")), group)];
}

/** @param {Table} table @param {Send} send */
function saving(table, send) {
  const name = make("input", { id: "save-name", maxlength: "40", pattern: "[A-Za-z0-9_\\-]{1,40}", required: "", autocomplete: "off" });
  const save = make("form", {}, make("label", { for: "save-name" }, gettext("name of the saved game"), " "), name);
  save.append(make("button", { type: "submit" }, gettext("save")));
  const load = button(gettext("load"), () => {
    if (name instanceof HTMLInputElement && name.reportValidity()) send({ kind: "load", name: name.value });
  });
  save.append(load);
  save.addEventListener("submit", (event) => {
    event.preventDefault();
    if (name instanceof HTMLInputElement) send({ kind: "save", name: name.value });
  });
  const saves = table.host?.saves ?? [];
  if (saves.length) {
    const load = saves.map((each) =>
      make("li", {}, `${each} `, button(gettext("load"), () => send({ kind: "load", name: each }), { "aria-label": `${gettext("load")}: ${each}` })),
    );
    save.append(make("ul", {}, ...load));
  }
  return save;
}

/** @typedef {import("./types.js").Bot} Bot */

/** @param {Table} table @param {Send} send */
function seating(table, send) {
  const bots = table.host?.bots ?? [];
  const rows = table.players.map((player, seat) => make("li", { class: "chair" }, ...chair(player, seat, bots, send)));
  return [make("h3", {}, gettext("who plays")), make("ul", {}, ...rows), advice(table, send)];
}

/**
 * Who plays in a seat, how strong that is, and how long a bot thinks.
 * @param {import("./types.js").Player} player @param {number} seat @param {Bot[]} bots @param {Send} send @returns {HTMLElement[]}
 */
function chair(player, seat, bots, send) {
  const id = `by-${seat}`;
  const now = bots.find(({ name, times }) => name === player.by || Object.values(times).includes(player.by));
  const others = player.by === "human" || now ? [] : [{ name: player.by, level: "" }];
  const offered = [{ name: "human", level: "" }, ...bots, ...others];
  const named = offered.map(({ name, level }) => {
    /** @type {[string, string]} */
    const entry = [name, name === "human" ? gettext("human") : level ? `${level} (${name})` : name];
    return entry;
  });
  const seated = (/** @type {string} */ by) => send({ kind: "replace", seat: seat + 1, by });
  const made = [make("label", { for: id }, player.name), choice(id, named, now?.name ?? player.by, seated)];
  if (now && Object.keys(now.times).length) {
    /** @type {[string, string][]} */
    const times = [
      [now.times.short, gettext("thinks for a second")],
      [now.name, gettext("thinks as usual")],
      [now.times.long, gettext("thinks for ten seconds")],
    ];
    made.push(choice(`time-${seat}`, times, player.by, seated, gettext("time to think")));
  }
  if (now?.says) made.push(make("small", { class: "says" }, now.says));
  return made;
}

/**
 * @param {string} id @param {[string, string][]} offered Values and their texts. @param {string} now
 * @param {(value: string) => void} choose @param {string} label What names it, if no label does. @returns {HTMLElement}
 */
function choice(id, offered, now, choose, label = "") {
  const select = make("select", { id, "data-key": id, ...(label ? { "aria-label": label } : {}) });
  for (const [value, text] of offered) {
    select.append(make("option", { value, ...(value === now ? { selected: "" } : {}) }, text));
  }
  select.addEventListener("change", () => {
    if (select instanceof HTMLSelectElement) choose(select.value);
  });
  return select;
}

/** @param {Table} table @param {Send} send @returns {HTMLElement} Whether players may ask a bot. */
function advice(table, send) {
  const box = make("input", { type: "checkbox", id: "allowed", "data-key": "allowed" });
  box.toggleAttribute("checked", Boolean(table.host?.advice));
  box.addEventListener("change", () => {
    if (box instanceof HTMLInputElement) send({ kind: "allow", advice: box.checked });
  });
  return make("p", {}, box, " ", make("label", { for: "allowed" }, gettext("players may ask a bot for advice")));
}

/** @param {Table} table @param {Send} send */
function links(table, send) {
  const items = (table.host?.links ?? []).map(({ name, path }) => {
    const url = new URL(path, location.href).href;
    return make("li", {}, `${name}: `, make("a", { href: url, target: "_blank", rel: "noopener" }, url), code(path, gettext("QR code"), send));
  });
  return [make("h3", {}, gettext("links: hand each only to whom it is for")), make("ul", { class: "links" }, ...items)];
}
