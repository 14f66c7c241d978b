/** Where something that is shown beside a thing covers least of what people look at and press. */

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** How far from the edges of the window all stays, in pixels. */
const EDGE = 4;

/** @param {Box} a @param {Box} b @returns {number} What they have in common. */
function common(a, b) {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/**
 * @param {{width: number, height: number}} size How large it is. @param {Box} thing What it belongs to.
 * @param {Box[]} taken What should not be covered. @param {{width: number, height: number}} room The window.
 * @param {number} apart How far it stands from the thing.
 * @returns {[number, number]} Its left and top: to the right of the thing, left, above or below, wherever it covers least.
 */
export function clear({ width, height }, thing, taken, room, apart) {
  const [x, y] = [thing.left + thing.width / 2 - width / 2, thing.top];
  /** @type {[number, number][]} */
  const places = [
    [thing.left + thing.width + apart, y],
    [thing.left - apart - width, y],
    [x, thing.top - apart - height],
    [x, thing.top + thing.height + apart],
  ];
  /** @type {[number, number]} */
  let best = [EDGE, EDGE];
  let least = Infinity;
  for (const [left, top] of places) {
    const inside = {
      left: Math.max(EDGE, Math.min(left, room.width - width - EDGE)),
      top: Math.max(EDGE, Math.min(top, room.height - height - EDGE)),
      width,
      height,
    };
    const covered = 4 * common(inside, thing) + taken.reduce((sum, each) => sum + common(inside, each), 0);
    if (covered < least) [best, least] = [[inside.left, inside.top], covered];
  }
  return best;
}
