/** The options of a decision, of which a page is told only what it does not know yet; see `interpreter/serve/offered.py`. */

/** @typedef {import("./types.js").Asked} Asked */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Member} Member */
/** @typedef {[string, string, string?, number?]} Named What a member is called, its refs, and the tile that it shows in a rotation. */
/** @typedef {[number, number[], ...(string | number | null)[]]} Form An action, its steps, and the label with gaps. */
/** @typedef {[number | string, number, ...(number | number[])[]]} Row A number, a form, the members, and what is in gaps. */
/** @typedef {{members: [number, ...Named[]], forms: [number, ...Form[]], choices: [number, ...Row[]], offered: number[], confirm?: number[], idle?: number[], leads?: [string, ...number[]][], lays?: [string, ...number[]][]}} New */
/** @typedef {Omit<Asked, "members" | "choices"> & New} Told A decision as it comes. */

/** @returns {(told: Told | null) => Asked | null} What makes a decision of what is told of it, and of all that was told before. */
export function offering() {
  /** @type {Named[]} */
  const members = [];
  /** @type {Form[]} */
  const forms = [];
  /** @type {Row[]} */
  const rows = [];
  return (told) => {
    if (told === null) return null;
    learn(members, told.members);
    learn(forms, told.forms);
    learn(rows, told.choices);
    const { seat, prompt, actions, steps } = told;
    /** @type {Map<number, number>} The members that are named, by their numbers among all. */
    const named = new Map();
    const choices = spans(told.offered).map((number) => {
      const made = choice(rows[number], forms, members, named);
      if (told.confirm?.includes(made.action)) made.confirm = true;
      if (told.idle?.includes(made.action)) made.idle = true;
      return made;
    });
    for (const [refs, ...places] of told.leads ?? []) for (const at of spans(places)) choices[at].leads = refs.split(" ");
    for (const [ref, ...places] of told.lays ?? []) for (const at of spans(places)) choices[at].lays = ref;
    return { seat, prompt, actions, steps, members: [...named.keys()].map((number) => member(members[number])), choices };
  };
}

/** @template T @param {T[]} known @param {[number, ...T[]]} news How many were known before, and what is new. */
function learn(known, [before, ...fresh]) {
  known.length = before;
  known.push(...fresh);
}

/** @param {number[]} told Spans: how many numbers are left out, and how many follow. @returns {number[]} */
function spans(told) {
  /** @type {number[]} */
  const found = [];
  let at = 0;
  for (let span = 0; span < told.length; span += 2) {
    at += told[span];
    for (const end = at + told[span + 1]; at < end; at += 1) found.push(at);
  }
  return found;
}

/** @param {Named} told @returns {Member} */
function member([text, refs, tile, turn]) {
  const found = { text, refs: refs ? refs.split(" ") : [] };
  return tile === undefined || turn === undefined ? found : { ...found, shows: [tile, turn] };
}

/** @param {Row} row @param {Form[]} forms @param {Named[]} members @param {Map<number, number>} named @returns {Choice} */
function choice([number, form, ...rest], forms, members, named) {
  const [action, steps, ...label] = forms[form];
  /** @param {number} each */
  const index = (each) => {
    if (!named.has(each)) named.set(each, named.size);
    return /** @type {number} */ (named.get(each));
  };
  const said = steps.map((step, at) => {
    const of = /** @type {number[]} */ ([rest[at]].flat());
    return { step: step < 0 ? -1 - step : step, members: of.map(index), several: step < 0 };
  });
  const texts = /** @type {number[]} */ (rest.slice(0, steps.length).flat()).map((each) => members[each][0]);
  const gaps = rest.slice(steps.length);
  const words = label.map((part) => (part === null ? gaps.shift() : typeof part === "number" ? texts[part] : part));
  return { number: String(number), label: words.join(""), action, said };
}
