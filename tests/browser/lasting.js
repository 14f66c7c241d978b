// Another player gains and moves, then loses and has something taken; then the reader answers.
async () => {
  const { keep, learn, recall, see, show } = await import("/static/lasting.js");
  const recalled = recall();
  const place = document.createElement("div");
  document.body.append(place);
  const value = (ref, text, more = "") => `<div><dt>gold</dt><dd><span class="value ${more}" data-value="${ref}">${text}</span></dd></div>`;
  const cell = (ref, x, y) => `<g class="cell" data-ref="${ref}"><rect class="ground" x="${x}" y="${y}" width="100" height="100"/></g>`;
  const draw = (points, secret, score) => {
    place.innerHTML = `<section class="seat" data-color="red"><h2><span class="player" data-ref="p1"></span></h2>
      <p class="score lowest" title="debts"><span class="unseen">score: </span>${score}</p>
      ${value("v0.0", points)}${value("v1.0", secret, "secret")}${value("v2.0", '<span class="unseen">3</span>')}</section>
      <section class="seat" data-color="blue"></section>
      <figure class="board" data-form="track"><div data-keep="b"><svg>${cell("s0.0", 0, 0)}${cell("s0.1", 100, 0)}${cell("s0.2", 100, 100)}
      <g class="piece" data-ref="z2.c1" data-color="blue"></g></svg></div></figure>`;
  };
  const went = (path, is = null) => ({ path, count: 1, pieces: [["z1.c1", is]], legs: [0] });
  const table = (answers, since, moves) => ({
    answers, since, moves, live: true, epoch: 99, language: "en", you: { seat: 0 },
    log: { from: 0, entries: [[{ text: "", by: 1 }]] }, gains: [],
  });
  const shown = () => ({
    chips: [...place.querySelectorAll(".gained")].map((each) => [each.textContent, each.title, each.matches(".bad")]),
    begins: [...place.querySelectorAll(".trail:has(circle)")].map((each) => [each.dataset.color, each.nextElementSibling?.matches(".piece")]),
    ways: [...place.querySelectorAll(".trail > path.way")].map((each) => each.getAttribute("d").split("L").includes("150,50")),
  });
  const found = [];
  let before = null;
  const next = (now, ...said) => {
    const seen = see(place);
    draw(...said);
    learn(seen, place, before, now);
    before = now;
    found.push(shown());
  };
  next(table(1, 1, []), "4", "?", 7);
  next(table(2, 1, [went(["s0.0 z1", "s0.2 z2"], "z2.c1")]), "14", "5", 17);
  show(place);
  found.push(shown());
  next(table(3, 1, [went(["s0.2 z2", "z9 p1"])]), "11", "5", 17);
  next(table(4, 4, [went(["s0.0 z1", "s0.1 z2"])]), "11", "5", 20);
  keep(recalled);
  place.remove();
  return found;
}
