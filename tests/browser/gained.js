// A player has gained something at a part of a tile.
async () => {
  const { showGains } = await import("/static/gains.js");
  localStorage.setItem("gamespec speed", "normal");
  const place = document.createElement("div");
  document.body.append(place);
  place.innerHTML = `<section class="seat" data-color="blue"><span class="player" data-ref="p1"></span></section>
    <figure class="board"><svg width="300" height="100">
    <g class="part" data-ref="t1" data-feature="f1"><rect class="ground" width="100" height="100"/></g>
    <g class="part" data-ref="t2" data-feature="f1"><rect class="ground" x="100" width="100" height="100"/></g>
    <g class="part" data-ref="t3" data-feature="f3"><rect class="ground" x="200" width="100" height="100"/></g></svg></figure>`;
  const lasts = showGains(place, [{ player: 1, amount: 10, at: ["t1 z5"] }]);
  const rises = [...document.querySelectorAll(".rise")];
  const part = place.querySelector("[data-ref=t1]").getBoundingClientRect();
  const around = rises[0].parentElement.getBoundingClientRect();
  const lit = [...place.querySelectorAll(".part")].map((each) => each.getAnimations().length > 0);
  const found = {
    lasts, lit, said: rises.map((each) => [each.textContent, each.dataset.color]),
    there: around.left >= part.left && around.left <= part.right && Math.abs(around.top - part.top) < 2,
  };
  for (const each of document.getAnimations()) each.finish();
  await new Promise((done) => setTimeout(done));
  found.left = document.querySelectorAll(".rise").length;
  place.remove();
  return found;
}
