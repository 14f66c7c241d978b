/** Which things fly, if many would, and from where those come that are not seen before. */

/** @typedef {import("./flying.js").Box} Box */
/** @typedef {import("./flying.js").Flight} Flight */
/** @typedef {import("./types.js").Move} Move */

/** How many things that are not on boards fly together; that more come is seen from these. */
const MOST_TOGETHER = 8;
/** How large what comes from the edge is at first, compared with where it ends. */
const FAR = 0.7;

/** @param {Box} box */
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

/** @param {Box} box @param {{x: number, y: number}} point */
const inside = ({ left, top, width, height }, { x, y }) => x >= left && x <= left + width && y >= top && y <= top + height;

/** @param {Box} box @returns {boolean} Whether its middle is in the window. */
const inSight = (box) => inside({ left: 0, top: 0, width: window.innerWidth, height: window.innerHeight }, middle(box));

/**
 * @param {Flight[]} flights
 * @returns {Flight[]} Those that are seen: of many things that set out in one step, such as a new hand, only some.
 */
export function fewer(flights) {
  /** @type {Map<number, Flight[]>} */
  const together = new Map();
  for (const flight of flights) {
    const loose = flight.steps.length === 1 && flight.front !== null && flight.front.matrix === null;
    if (loose) together.set(flight.steps[0], [...(together.get(flight.steps[0]) ?? []), flight]);
  }
  const left = new Set();
  for (const all of together.values()) {
    if (all.length <= MOST_TOGETHER) continue;
    const seen = all.filter(({ stops }) => stops.every(inSight));
    const share = (/** @type {number} */ at) => Math.floor((at * MOST_TOGETHER) / Math.max(MOST_TOGETHER, seen.length));
    const kept = new Set(seen.filter((_, at) => at === 0 || share(at) !== share(at - 1)));
    for (const each of all) if (!kept.has(each)) left.add(each);
  }
  return flights.filter((each) => !left.has(each));
}

/**
 * What other players lay in the middle comes from the side of the table at which they sit there.
 * @param {Flight[]} flights @param {Element} place @param {Move} move @returns {Flight[]}
 */
export function fromSides(flights, place, move) {
  const [seats, main, ring] = [".seats", ".main", ".main .ring"].map((each) => place.querySelector(each)?.getBoundingClientRect());
  const refs = (move.path[1] ?? "").split(" ").filter(Boolean);
  const slot = [...place.querySelectorAll(".main .ring > .place")].find((each) => refs.some((ref) => each.querySelector(`.spot[data-ref~="${ref}"]`)));
  const box = (slot?.querySelector(".pieces") ?? slot)?.getBoundingClientRect();
  if (!seats || !main || !ring || !box?.width) return flights;
  const [from, at] = [middle(ring), middle(box)];
  const [right, down] = [at.x - from.x, at.y - from.y];
  const sideways = Math.abs(right) >= 0.8 * Math.abs(down);
  const x = sideways ? (right < 0 ? main.left : main.right) : at.x;
  const y = sideways ? at.y : down < 0 ? main.top : main.bottom;
  return flights.map((each) => {
    if (!inside(seats, middle(each.stops[0])) || each.stops.length < 2) return each;
    const [width, height] = [each.stops[1].width * FAR, each.stops[1].height * FAR];
    return { ...each, stops: [{ left: x - width / 2, top: y - height / 2, width, height }, ...each.stops.slice(1)] };
  });
}
