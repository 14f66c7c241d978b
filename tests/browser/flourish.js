// A piece is captured as a phase begins; then cards that a player takes go to a pile that belongs to nobody.
async () => {
  const { move, remember } = await import("/static/moving.js");
  localStorage.setItem("gamespec speed", "normal");
  const place = document.createElement("div");
  document.body.append(place);
  const draw = (phase, piece, cards, taken) => {
    place.innerHTML = `<div class="main" style="width:400px"><p class="phase">${phase}</p>${taken}</div>
      <section class="seat" style="position:fixed;left:500px;top:300px;width:200px;height:80px">
      <span class="player" data-ref="p1">p1</span><p class="score">${taken ? 20 : 7} <small>debts</small></p></section>
      <figure class="board"><div data-keep="b"><svg width="200" height="100">${piece}</svg></div></figure>
      <div class="place meeting"><h4><span class="spot" data-ref="z3">z3</span></h4><ul class="pieces">${cards}</ul></div>`;
  };
  const piece = '<g class="piece" data-ref="z1.c1"><rect width="100" height="100"/></g>';
  const card = (ref) => `<li class="laid"><div class="piece" data-ref="${ref}">${ref}</div></li>`;
  const taken = '<figure class="taken" data-by="p1"><figcaption>p1 has taken these</figcaption></figure>';
  const put = (path, was) => ({ path, count: 1, pieces: [[was, null]], legs: [0] });
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const clear = async () => {
    for (const each of document.getAnimations()) each.finish();
    await new Promise((done) => setTimeout(done));
  };
  draw("one", piece, "", "");
  let memory = remember(place);
  draw("two", "", card("z3.c1") + card("z3.c2"), "");
  move(memory, place, { moves: [put(["s0.0 z1", "z9 p1"], "z1.c1")], latest: [], gains: [], answers: 1 });
  const found = { lost: texts(".lost").length, phase: texts(".banner") };
  await clear();
  found.left = texts(".lost, .banner").length;
  memory = remember(place);
  draw("two", "", "", taken);
  move(memory, place, {
    moves: ["z3.c1", "z3.c2"].map((was) => put(["z3", "z8"], was)), latest: [], gains: [], answers: 2,
  });
  found.taken = texts(".banner");
  found.waits = place.querySelector(".taken").getAnimations().length > 0;
  for (const each of document.getAnimations()) each.currentTime = each.effect.getComputedTiming().endTime - 1;
  const ends = [...document.querySelectorAll(".flyer")].map((each) => each.getBoundingClientRect());
  const middles = ends.map(({ left, top, width, height }) => [left + width / 2, top + height / 2]);
  found.ends = middles.map(([x, y]) => x >= 500 && x <= 700 && y >= 300 && y <= 380);
  await clear();
  place.remove();
  return found;
}
