/**
 * Options completed step by step, as pure functions.
 *
 * What was said so far leaves those choices that agree with it. Each of them asks next for the first step
 * that is not said and in which the choices left of the same action differ. The only one of its action asks
 * for the last thing of it that lies on the table and that no other action names, and where there is none for the action. Of a step with several members any number is said, one after another, until it is done.
 * A thing goes nowhere by itself: where the only answer that is left names another thing on the table later, such as the
 * field to which a stone goes, that thing is asked for, too. A thing from which one chooses only after the answer can be
 * wished for before all else: it leaves the answers that lead to it. Steps for which nothing on the table stands are asked for
 * last, because what is pressed may have answered them. Where there are several actions, an answer of one of them begins with a
 * component if it names one, such as a card, and not with the place where that goes.
 */

/** @typedef {import("./types.js").Asked} Asked */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Said} Said */
/** @typedef {{action: number, step: number, member: number}} Point Something that can be said next. */
/** @typedef {{step: number, members: number[], several: boolean, done: boolean}} Spoken */
/** @typedef {{asked: Asked, action: number | null, spoken: Spoken[], wish?: string}} State `wish` is the ref of what is wished for. */

/** @param {Asked} asked @returns {State} Nothing is said yet. */
export function begin(asked) {
  return { asked, action: null, spoken: [] };
}

/** @param {number[]} members @returns {Map<number, number>} */
function counted(members) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  return counts;
}

/** @param {number[]} few @param {number[]} many Whether all of the few are among the many, each as often. */
function within(few, many) {
  const counts = counted(many);
  return [...counted(few)].every(([member, count]) => (counts.get(member) ?? 0) >= count);
}

/** @param {Choice} choice @param {number} step @returns {Said | undefined} */
function saidAt(choice, step) {
  return choice.said.find((each) => each.step === step);
}

/** @param {Choice} choice @param {Spoken} spoken */
function agrees(choice, spoken) {
  const said = saidAt(choice, spoken.step);
  if (said === undefined) return false;
  const whole = !spoken.several || spoken.done;
  return within(spoken.members, said.members) && (!whole || said.members.length === spoken.members.length);
}

/** @param {State} state @returns {Choice[]} The choices that agree with what was said. */
export function remaining(state) {
  return state.asked.choices.filter(
    (choice) =>
      (state.action === null || choice.action === state.action) &&
      (state.wish === undefined || (choice.leads ?? []).includes(state.wish)) &&
      state.spoken.every((spoken) => agrees(choice, spoken)),
  );
}

/** @param {Said | undefined} said */
function key(said) {
  return said === undefined ? "" : [...said.members].sort((a, b) => a - b).join(",");
}

/** @param {State} state @param {Said} said Whether something on the table stands for all that is said. */
function isOnTheTable(state, said) {
  const { members } = state.asked;
  return said.members.length > 0 && said.members.every((member) => members[member].refs.length > 0);
}

/** Matches the refs of components. */
const COMPONENT = /^z\d+\./;

/** @param {State} state @param {Said} said Whether components on the table stand for all that is said. */
function isComponent(state, said) {
  return said.members.every((member) => state.asked.members[member].refs.some((ref) => COMPONENT.test(ref)));
}

/** @param {Choice[]} left @returns {boolean} Whether a single answer is left, or several that nobody can tell apart. */
function isOnly(left) {
  return left.length > 0 && left.every((each) => alike(left[0], each));
}

/**
 * @param {State} state @param {Choice} choice The only one that is left.
 * @returns {Said | undefined} What it names on the table after all that was said, if it lies elsewhere: where it leads.
 */
function target(state, choice) {
  const last = Math.max(...state.spoken.map((spoken) => choice.said.findIndex((each) => each.step === spoken.step)));
  const pointed = new Set(state.spoken.flatMap((each) => refsOf(state, each.members)));
  if (!pointed.size) return undefined;
  return choice.said.findLast((each, at) => {
    const elsewhere = !refsOf(state, each.members).some((ref) => pointed.has(ref));
    return at > last && !each.several && isOnTheTable(state, each) && elsewhere;
  });
}

/** @param {State} state @param {number[]} members @returns {string[]} The refs of what stands for them. */
function refsOf(state, members) {
  return members.flatMap((member) => state.asked.members[member].refs);
}

/** @param {State} state @param {Choice[]} left @returns {Set<string>} The refs of what answers of several actions name. */
function shared(state, left) {
  /** @type {Map<string, number>} */
  const first = new Map();
  /** @type {Set<string>} */
  const found = new Set();
  for (const choice of left) {
    for (const ref of choice.said.flatMap((said) => said.members.flatMap((member) => state.asked.members[member].refs))) {
      const action = first.get(ref);
      if (action === undefined) first.set(ref, choice.action);
      else if (action !== choice.action) found.add(ref);
    }
  }
  return found;
}

/**
 * @param {State} state
 * @param {Choice[]} [left]
 * @returns {{choice: Choice, said: Said}[]} What each choice that is left asks next, if anything.
 */
export function asks(state, left = remaining(state)) {
  const isSaid = new Set(state.spoken.filter((each) => !each.several || each.done).map((each) => each.step));
  /** @type {Map<string, boolean>} */
  const differs = new Map();
  /** @type {Map<string, string>} */
  const first = new Map();
  /** @type {Map<number, number>} */
  const sizes = new Map();
  for (const choice of left) {
    sizes.set(choice.action, (sizes.get(choice.action) ?? 0) + 1);
    for (const said of choice.said) {
      const at = `${choice.action}.${said.step}`;
      const known = first.get(at);
      if (known === undefined) first.set(at, key(said));
      else if (known !== key(said)) differs.set(at, true);
    }
  }
  /** @type {Map<string, boolean>} */
  const lying = new Map();
  /** @param {Choice} choice @param {Said} said Whether things on the table stand for the step in all answers of the action. */
  const onTable = (choice, said) => {
    const at = `${choice.action}.${said.step}`;
    const known = lying.get(at);
    if (known !== undefined) return known;
    const alike = left.filter((each) => each.action === choice.action).map((each) => saidAt(each, said.step));
    const found = alike.every((each) => each !== undefined && isOnTheTable(state, each));
    lying.set(at, found);
    return found;
  };
  const actions = sizes.size > 1;
  const only = isOnly(left);
  const both = actions ? shared(state, left) : new Set();
  /** @param {Said} said Whether things on the table stand for it, and for nothing of another action. */
  const alone = (said) => isOnTheTable(state, said) && !said.members.some((member) => state.asked.members[member].refs.some((ref) => both.has(ref)));
  return left.flatMap((choice) => {
    const open = choice.said.filter((said) => !isSaid.has(said.step));
    const unlike = open.filter((each) => differs.get(`${choice.action}.${each.step}`));
    const said =
      (sizes.get(choice.action) === 1 || unlike.some((each) => each.several) ? unlike[0] : undefined) ??
      (actions ? unlike.find((each) => onTable(choice, each) && isComponent(state, each)) : undefined) ??
      unlike.find((each) => onTable(choice, each)) ??
      unlike[0] ??
      (only ? target(state, choice) : undefined) ??
      (sizes.get(choice.action) === 1 ? open.findLast(alone) : undefined) ??
      (actions && state.asked.actions ? open.find((each) => each.step === 0) : undefined) ??
      (left.length === 1 ? open[open.length - 1] : undefined);
    return said === undefined ? [] : [{ choice, said }];
  });
}

/** @param {Point} point */
export function name(point) {
  return `${point.action}.${point.step}.${point.member}`;
}

/** @param {State} state @returns {Point[]} All that can be said next, in the order of the choices. */
export function points(state) {
  /** @type {Map<string, Point>} */
  const found = new Map();
  for (const { choice, said } of asks(state)) {
    for (const member of said.members) {
      const point = { action: choice.action, step: said.step, member };
      found.set(name(point), point);
    }
  }
  for (const point of begun(state)) found.set(name(point), point);
  return [...found.values()];
}

/** @param {State} state @returns {Point[]} Actions that can be said before all else by what they move on the table. */
function begun(state) {
  if (!state.asked.actions || state.action !== null) return [];
  return remaining(state).flatMap((choice) => {
    const said = saidAt(choice, 0);
    return said && isOnTheTable(state, said) ? [{ action: choice.action, step: 0, member: said.members[0] }] : [];
  });
}

/**
 * @param {State} state
 * @returns {Set<string>} The names of the points that are whole answers, where other things on the table only begin one: a press
 *   on them can mean nothing else.
 */
export function completing(state) {
  if (state.spoken.length || !state.asked.actions) return new Set();
  const all = points(state).filter((point) => state.asked.members[point.member].refs.length);
  const whole = all.filter((point) => meant(say(state, point)) && pressed(state, state.asked.members[point.member].refs).length === 1);
  return new Set(whole.length < all.length ? whole.map(name) : []);
}

/** @param {State} state @returns {Set<string>} The refs of what can be said later, but not next. */
export function later(state) {
  const next = new Set(points(state).flatMap((point) => state.asked.members[point.member].refs));
  /** @type {Set<string>} */
  const found = new Set();
  const isSaid = new Set(state.spoken.map((each) => each.step));
  for (const choice of remaining(state)) {
    for (const said of choice.said) {
      if (isSaid.has(said.step)) continue;
      for (const member of said.members) {
        for (const ref of state.asked.members[member].refs) if (!next.has(ref)) found.add(ref);
      }
    }
    if (state.wish === undefined) for (const ref of choice.leads ?? []) if (!next.has(ref)) found.add(ref);
  }
  return found;
}

/** @param {State} state @param {string[]} refs @returns {State | null} One of the things is wished for, if some answer leads to it. */
export function wishing(state, refs) {
  if (state.wish !== undefined) return null;
  const wish = refs.find((ref) => remaining(state).some((choice) => choice.leads?.includes(ref)));
  return wish === undefined ? null : { ...state, wish };
}

/** @param {State} state @returns {Choice | null} The only choice that leads to what is wished for. */
export function fulfilling(state) {
  const left = state.wish === undefined ? [] : remaining(state);
  return isOnly(left) ? left[0] : null;
}

/**
 * @param {State} state @param {Point} point
 * @returns {Set<string>} The refs of all that an answer can still name once the point is said.
 */
export function leadsTo(state, point) {
  const after = say(state, point);
  const isSaid = new Set(after.spoken.map((each) => each.step));
  const own = new Set(state.asked.members[point.member].refs);
  const said = remaining(after).flatMap((choice) => choice.said.filter((each) => !isSaid.has(each.step)));
  const refs = said.flatMap((each) => each.members.flatMap((member) => state.asked.members[member].refs));
  const led = remaining(after).flatMap((choice) => choice.leads ?? []);
  return new Set([...refs, ...led].filter((ref) => !own.has(ref)));
}

/** @param {State} state @param {Point} point @returns {Spoken | undefined} The open step that it belongs to. */
function openStep(state, point) {
  return state.spoken.find((each) => each.step === point.step && each.several && !each.done);
}

/** @param {State} state @param {Point} point How often a member has been chosen, of which several can be. */
export function times(state, point) {
  return openStep(state, point)?.members.filter((member) => member === point.member).length ?? 0;
}

/** @param {State} state @returns {Set<string>} The steps, with their actions, in which several can be chosen. */
export function severals(state) {
  const many = asks(state).filter(({ said }) => said.several);
  return new Set(many.map(({ choice, said }) => `${choice.action}.${said.step}`));
}

/** @param {State} state @param {Point} point Whether several can be chosen in the step of a point. */
function isSeveral(state, point) {
  return severals(state).has(`${point.action}.${point.step}`);
}

/**
 * @param {State} state
 * @param {Point} point
 * @returns {State} A point is said. Of several it is added, or, once no choice has one more, taken away.
 */
export function say(state, point) {
  const action = point.action;
  if (!isSeveral(state, point)) {
    const spoken = { step: point.step, members: [point.member], several: false, done: true };
    return { ...state, action, spoken: [...state.spoken, spoken] };
  }
  const open = openStep(state, point);
  const others = state.spoken.filter((each) => each !== open);
  const members = [...(open?.members ?? []), point.member];
  /** @param {number[]} chosen @returns {State} */
  const made = (chosen) => {
    const spoken = chosen.length
      ? [...others, { step: point.step, members: chosen, several: true, done: false }]
      : others;
    return { ...state, action: spoken.length ? action : null, spoken };
  };
  const more = made(members);
  if (remaining(more).length) return more;
  return made(members.filter((member) => member !== point.member));
}

/** @param {State} state @returns {Set<string>} The refs of the known things that answers lay on the places that they name. */
export function laying(state) {
  return new Set(remaining(state).flatMap((choice) => choice.lays ?? []));
}

/** @param {State} state @returns {State | null} The step of several is done, if some choice says just that. */
export function done(state) {
  const open = state.spoken.find((each) => each.several && !each.done);
  /** @type {Spoken | undefined} */
  let closed = open && { ...open, done: true };
  if (closed === undefined) {
    const empty = asks(state).find(({ said }) => said.several && said.members.length === 0);
    if (empty === undefined) return null;
    closed = { step: empty.said.step, members: [], several: true, done: true };
  }
  const spoken = [...state.spoken.filter((each) => each !== open), closed];
  const after = { ...state, spoken };
  return remaining(after).length ? after : null;
}

/** @param {State} state @returns {State} What was said last is taken back. */
export function back(state) {
  const last = state.spoken[state.spoken.length - 1];
  if (last === undefined) return { asked: state.asked, action: null, spoken: [] };
  const fewer = last.several && last.members.length > 1;
  const spoken = state.spoken.slice(0, -1);
  if (fewer) spoken.push({ ...last, members: last.members.slice(0, -1), done: false });
  return { ...state, action: spoken.length ? state.action : null, spoken };
}

/**
 * @param {State} state
 * @returns {Choice | null} The choice that is meant, if only one is left, or several that nobody can tell apart: once
 *   one has said where it leads, and that no more of several are meant.
 */
export function meant(state) {
  if (!state.spoken.length) return null;
  const left = remaining(state);
  if (!isOnly(left) || target(state, left[0])) return null;
  const open = state.spoken.find((each) => each.several && !each.done);
  const many = open !== undefined && (saidAt(left[0], open.step)?.members.length ?? 0) > 1;
  return many ? null : left[0];
}

/** @param {State} state @returns {Choice | null} The only choice that is left, of which only where it leads is to be pointed at. */
export function nearly(state) {
  const left = remaining(state);
  return state.spoken.length && isOnly(left) && target(state, left[0]) ? left[0] : null;
}

/** @param {Choice} one @param {Choice} other @returns {boolean} Whether nobody can tell two choices apart. */
function alike(one, other) {
  const same = one.action === other.action && one.said.length === other.said.length;
  return same && one.said.every((said) => key(said) === key(saidAt(other, said.step)));
}

/** @param {State} state @param {string[]} refs @returns {Point[]} What an element with these refs may mean. */
export function meanings(state, refs) {
  const wanted = new Set(refs);
  return points(state).filter((point) => state.asked.members[point.member].refs.some((ref) => wanted.has(ref)));
}

/**
 * @param {State} state @param {Point[]} found What an element may mean.
 * @returns {Point[]} The same without things that nobody can tell apart there, such as two stones of a player on one
 *   field: of several equal ones that can be chosen, the first that is not.
 */
export function apart(state, found) {
  /** @type {Map<string, Point>} */
  const kept = new Map();
  for (const point of found) {
    const { text, refs } = state.asked.members[point.member];
    const at = refs.length ? `${point.action}.${point.step}.${text}` : name(point);
    const before = kept.get(at);
    if (before === undefined || (times(state, before) > 0 && times(state, point) === 0)) kept.set(at, point);
  }
  return [...kept.values()];
}

/**
 * @param {State} state @param {string[]} refs
 * @returns {Point[]} What an element with these refs may mean at any step that is still to come, whatever is asked next.
 */
export function anyMeanings(state, refs) {
  const isSaid = new Set(state.spoken.map((each) => each.step));
  /** @type {Map<string, Point>} */
  const found = new Map();
  for (const choice of remaining(state)) {
    for (const { step, members, several } of choice.said) {
      if (several || isSaid.has(step)) continue;
      for (const member of members.filter((each) => state.asked.members[each].refs.some((ref) => refs.includes(ref)))) {
        const point = { action: choice.action, step, member };
        found.set(name(point), point);
      }
    }
  }
  return [...found.values()];
}

/**
 * @param {State} state @param {string[]} refs
 * @returns {Point[]} What an element with these refs means where it is pressed: what is asked next, and before anything is
 *   said also what answers of other actions name later, such as the field to which a stone goes where a card can be laid.
 */
export function pressed(state, refs) {
  const next = meanings(state, refs);
  if (!next.length) return apart(state, anyMeanings(state, refs));
  const actions = new Set(next.map((point) => point.action));
  const others = state.spoken.length ? [] : anyMeanings(state, refs).filter((point) => !actions.has(point.action));
  return apart(state, [...next, ...others]);
}

/**
 * @param {State} state @param {Point[]} between What a press may mean, where it may mean several things.
 * @returns {string[] | null} What each is called, if each is of another action: the answer, with gaps for what is open.
 */
export function actionsOf(state, between) {
  if (between.length < 2 || new Set(between.map((point) => point.action)).size < between.length) return null;
  return between.map((point) => {
    const after = say(state, point);
    return meant(after)?.label ?? (question(after) || actionOf(state, point));
  });
}

/** @param {State} state @param {Point} point @returns {string} What a point is called: the whole answer, if it completes one of an action. */
export function called(state, point) {
  const whole = point.step === 0 && state.asked.actions && state.action === null ? meant(say(state, point)) : null;
  return whole?.label ?? state.asked.members[point.member].text;
}

/** @param {State} state @param {Point} point @returns {string} The action of a point in words, or "" if there is only one. */
function actionOf(state, point) {
  const { asked } = state;
  const choice = asked.choices.find((each) => each.action === point.action);
  const first = asked.actions && choice ? saidAt(choice, 0) : undefined;
  return first ? asked.members[first.members[0]].text : "";
}

/** @param {State} state @param {Point} point @returns {string} The action and step of a point, in words. */
export function context(state, point) {
  const { asked } = state;
  const step = point.step === 0 && asked.actions ? "" : asked.steps[point.step];
  return [actionOf(state, point), step].filter(Boolean).join(": ");
}

/** @param {string[][]} all @returns {number} How many of the first words all have in common. */
function common(all) {
  const least = Math.min(...all.map((words) => words.length));
  let number = 0;
  while (number < least && all.every((words) => words[number] === all[0][number])) number += 1;
  return number;
}

/** How many words a question has at least that begins with its gap. */
const ENOUGH = 3;

/**
 * @param {State} state @param {Point[]} [next]
 * @returns {string} What is asked next, in words: what the answers that remain have in common, with a gap for what tells
 *   them apart; or, where a single one is left, whether it is meant. It is "" where the question of the game asks for it.
 */
export function question(state, next = points(state)) {
  const actions = new Set(next.map((point) => point.action));
  if (!next.length || next.some((point) => point.step === 0 && state.asked.actions)) return "";
  const left = remaining(state).filter((choice) => actions.has(choice.action));
  if (state.spoken.length && new Set(left.map((choice) => choice.label)).size === 1) return `${left[0].label}?`;
  const labels = left.map((choice) => choice.label.split(" "));
  const first = common(labels);
  const rest = labels.map((words) => words.slice(first).reverse());
  const last = Math.min(common(rest), Math.min(...rest.map((words) => words.length)) - 1);
  const [words] = labels;
  const kept = [...words.slice(0, first), "…", ...(last > 0 ? words.slice(-last) : [])];
  return kept.length > (first ? 1 : ENOUGH) ? kept.join(" ") : "";
}

/** How many words fit on a thing on the table. */
const ON_IT = 2;

/**
 * @param {State} state
 * @returns {Map<string, string>} What the whole answers that can be given next say beside the names of the things that give
 *   them, by the names of the points: such as how many cards something costs. It is empty if that is nothing, or too much.
 */
export function beyondNames(state) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const next = state.spoken.length ? points(state) : [];
  const labels = next.map((point) => meant(say(state, point))?.label.split(" ") ?? []);
  if (labels.length < 2 || labels.some((words) => !words.length)) return found;
  const first = common(labels);
  next.forEach((point, at) => {
    const own = new Set(state.asked.members[point.member].text.split(" "));
    found.set(name(point), labels[at].slice(first).filter((word) => !own.has(word)).join(" "));
  });
  const texts = [...found.values()];
  return new Set(texts).size > 1 && texts.every((text) => text && text.split(" ").length <= ON_IT) ? found : new Map();
}

/** @param {State} state @returns {string} What is asked next, by the names of the steps. */
export function wanted(state) {
  const names = points(state).filter((point) => point.step > 0 || !state.asked.actions).map((point) => state.asked.steps[point.step]);
  return [...new Set(names)].join(" / ");
}

/**
 * @param {State} state
 * @returns {{said: number, of: number | null} | null} How many of several are said, where several can be; and how many
 *   must be, if that is known.
 */
export function counting(state) {
  const open = state.spoken.find((each) => each.several && !each.done);
  const next = asks(state).filter(({ said }) => said.several);
  const step = open?.step ?? next[0]?.said.step;
  if (step === undefined || (!open && new Set(asks(state).map(({ choice }) => choice.action)).size > 1)) return null;
  const sizes = new Set(remaining(state).map((choice) => saidAt(choice, step)?.members.length ?? 0));
  const [of] = sizes;
  return { said: open?.members.length ?? 0, of: sizes.size === 1 ? of : null };
}

/** @param {State} state @returns {Point[]} What was said of several so far, in order. */
export function tray(state) {
  const open = state.spoken.find((each) => each.several && !each.done);
  return open && state.action !== null ? open.members.map((member) => ({ action: state.action ?? 0, step: open.step, member })) : [];
}

/** @param {State} state @param {Point} point @returns {State} One of several is taken out again. */
export function without(state, point) {
  const spoken = state.spoken.map((each) => {
    if (each.step !== point.step || !each.several) return each;
    const at = each.members.lastIndexOf(point.member);
    return { ...each, members: each.members.filter((_, index) => index !== at) };
  });
  const left = spoken.filter((each) => !each.several || each.done || each.members.length > 0);
  return { ...state, spoken: left, action: left.length ? state.action : null };
}

/** @param {State} state @param {Point} point @returns {boolean} Whether all answers to which it leads are to be confirmed. */
export function isFinal(state, point) {
  return remaining(say(state, point)).every((choice) => choice.confirm === true);
}

/** @param {State} state @param {Point} point @returns {boolean} Whether it does nothing, where something else can be done. */
export function isIdle(state, point) {
  const idle = remaining(say(state, point)).every((choice) => choice.idle === true);
  return idle && state.asked.choices.some((choice) => choice.idle !== true);
}
