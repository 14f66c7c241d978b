/**
 * Another drawing takes the place of the one on the table: only what differs is put there anew, so that the browser has
 * little to lay out, and what is held, open or scrolled stays as it is.
 */

/** What is replaced as a whole: whoever holds the old one finds it as it was. */
const ATOMS = "[data-ref], [data-value], .printed, .laid, .alone, .said";
const HOLDS = "[data-ref], [data-also], [data-value]";

/** @type {WeakMap<Node, Node>} What each node on the table was copied from, which nobody has touched since. */
const sources = new WeakMap();

/** @param {Node} source @returns {Node} A copy for the table. */
function fresh(source) {
  const made = document.importNode(source, true);
  learn(made, source);
  return made;
}

/** @param {Node} made @param {Node} source */
function learn(made, source) {
  sources.set(made, source);
  let [one, other] = [made.firstChild, source.firstChild];
  for (; one && other; one = one.nextSibling, other = other.nextSibling) learn(one, other);
}

/** @param {Node} node @returns {string} What it is, so that one finds it again among its siblings. */
function keyOf(node) {
  if (!(node instanceof Element)) return "text";
  const held = node.matches(HOLDS) ? node : node.querySelector(HOLDS);
  const ref = held && (held.getAttribute("data-ref") ?? held.getAttribute("data-also") ?? held.getAttribute("data-value"));
  return `${node.nodeName} ${ref ?? node.getAttribute("transform") ?? node.getAttribute("class")}`;
}

/** @param {Node} node @returns {boolean} Whether there are things in it that may stay while others change. */
const holds = (node) => node instanceof Element && !node.matches(ATOMS) && node.querySelector(HOLDS) !== null;

/**
 * Where what is taken away was, in copies of what was around it: a picture of it can still be made there.
 * @param {Element} table @returns {(gone: Node) => void}
 */
function attic(table) {
  /** @type {Map<Node, Node>} */
  const shells = new Map();
  /** @param {Node} around @returns {Node} */
  const shell = (around) => {
    const known = shells.get(around);
    if (known) return known;
    const made = around.cloneNode(false);
    shells.set(around, made);
    if (around.parentNode && around.parentNode !== table) shell(around.parentNode).appendChild(made);
    return made;
  };
  return (gone) => {
    const around = gone.parentNode;
    if (around && around !== table) shell(around).appendChild(gone);
    else gone.parentNode?.removeChild(gone);
  };
}

/** @param {Element} live @param {Element} source Give what is on the table the attributes of another drawing. */
function dress(live, source) {
  const before = /** @type {Element} */ (sources.get(live));
  for (const { name } of before.attributes) if (!source.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of source.attributes) if (before.getAttribute(name) !== value) live.setAttribute(name, value);
}

/**
 * @param {Node} live What is on the table. @param {Node} source What is to be there. @param {(gone: Node) => void} away
 */
function become(live, source, away) {
  const before = [...live.childNodes].filter((each) => sources.has(each) || (away(each), false));
  const after = [...source.childNodes];
  const was = (/** @type {Node} */ node) => /** @type {Node} */ (sources.get(node));
  let first = 0;
  while (first < before.length && first < after.length && was(before[first]).isEqualNode(after[first])) first += 1;
  let [last, end] = [before.length, after.length];
  while (last > first && end > first && was(before[last - 1]).isEqualNode(after[end - 1])) [last, end] = [last - 1, end - 1];
  const behind = before[last] ?? null;
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (let at = first; at < last; at += 1) {
    const key = keyOf(was(before[at]));
    places.set(key, [...(places.get(key) ?? []), at]);
  }
  let at = first;
  for (const wanted of after.slice(first, end)) {
    const found = places.get(keyOf(wanted))?.find((each) => each >= at);
    const old = found === undefined ? null : before[found];
    const equal = old !== null && was(old).isEqualNode(wanted);
    if (old === null || found === undefined || !(equal || (holds(wanted) && holds(was(old))))) {
      live.insertBefore(fresh(wanted), before[at] ?? behind);
      continue;
    }
    for (; at < found; at += 1) away(before[at]);
    at = found + 1;
    if (equal) continue;
    dress(/** @type {Element} */ (old), /** @type {Element} */ (wanted));
    become(old, wanted, away);
    sources.set(old, wanted);
  }
  for (; at < last; at += 1) away(before[at]);
}

/** @param {Element} table @param {DocumentFragment} drawing Put another drawing on the table. */
export function morph(table, drawing) {
  become(table, drawing, attic(table));
}
