// A value on a board is smaller elsewhere in its field; then another one is there.
async () => {
  const { marksOf } = await import("/static/marks.js");
  const { held } = await import("/static/flying.js");
  const place = document.createElement("div");
  document.body.append(place);
  const draw = (x, r, letter) => {
    place.innerHTML = `<figure class="board"><svg width="200" height="100"><g class="mark" data-color="red"
      data-value="v0.0" transform="translate(${x} 50)"><circle r="${r}"/><text>${letter}</text></g></svg></figure>`;
    const mark = place.querySelector(".mark");
    return new Map([["v0.0", held(mark)]]);
  };
  const found = [];
  for (const letter of ["A", "B"]) {
    const before = draw(50, 40, "A");
    draw(30, 24, letter);
    found.push(marksOf(before, place).length);
  }
  place.remove();
  return found;
}
