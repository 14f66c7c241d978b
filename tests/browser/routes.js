// Others lay cards in the middle; many things fly together.
async () => {
  const { fewer, fromSides } = await import("/static/routes.js");
  const place = document.createElement("div");
  document.body.append(place);
  const at = (x, y, wide, high) => `style="position:fixed;left:${x}px;top:${y}px;width:${wide}px;height:${high}px"`;
  const spot = (ref, x, y) => `<div class="place" ${at(x, y, 50, 70)}><span class="spot" data-ref="${ref}"></span></div>`;
  place.innerHTML = `<div class="seats" ${at(0, 0, 100, 500)}></div><div class="main" ${at(100, 0, 500, 500)}>
    <div class="ring" ${at(200, 100, 300, 300)}>${spot("z1", 200, 215)}${spot("z2", 450, 215)}${spot("z3", 325, 100)}</div></div>`;
  const thing = { element: place, box: null, matrix: null };
  const flight = (left) => ({ stops: [{ left, top: 50, width: 20, height: 30 }, { left: 210, top: 60, width: 50, height: 70 }],
    steps: [0], front: thing, hides: [] });
  const from = (start, ref) => {
    const [{ stops: [{ left, top, width, height }] }] = fromSides([flight(start)], place, { path: ["z9 p1", ref] });
    return [left + width / 2, top + height / 2];
  };
  const found = { left: from(20, "z1"), right: from(20, "z2"), above: from(20, "z3"), own: from(300, "z2") };
  found.few = fewer([...Array(8).keys()].map(flight)).length;
  found.many = fewer([...Array(21).keys()].map(flight)).length;
  found.onBoard = fewer([...Array(21).keys()].map((left) => ({ ...flight(left), front: { ...thing, matrix: {} } }))).length;
  found.away = fewer([...[...Array(8).keys()].map((left) => flight(-1000 - left)), ...[0, 1, 2].map(flight)]).length;
  place.remove();
  return found;
}
