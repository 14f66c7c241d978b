// By kind of element how it, and what is in it and beside it, looks in each combination of states.
([choices, focus]) => {
  const properties = [
    "outlineStyle", "outlineWidth", "outlineColor", "outlineOffset", "borderTopStyle", "borderTopWidth", "borderTopColor",
    "borderBottomStyle", "borderBottomWidth", "borderBottomColor", "boxShadow", "filter", "fill", "stroke", "strokeWidth",
    "strokeDasharray", "translate", "opacity", "backgroundColor", "visibility", "display",
  ];
  const kinds = new Map();
  const states = ["changed", "latest", "lit", "hinted", "chosen"];
  for (const element of document.querySelectorAll(".gamespec :is([data-ref], .mark, .card, .token, .place, .value)")) {
    const classes = [...element.classList].filter((each) => !states.includes(each)).sort().join(" ");
    const around = [...(element.parentElement?.classList ?? [])].join(" ");
    kinds.set(`${element.tagName} ${classes} in ${around}${element.hasAttribute("data-ref") ? ", with a ref" : ""}`, element);
  }
  const found = {};
  for (const [kind, element] of kinds) {
    const near = [element, ...element.querySelectorAll("*")].slice(0, 20);
    near.push(...[...(element.parentElement?.children ?? [])].filter((each) => each !== element).slice(0, 20));
    const before = element.getAttribute("class");
    element.setAttribute("tabindex", "0");
    found[kind] = {};
    for (const choice of choices) {
      for (const changed of ["", "changed", "changed latest"]) {
        for (const focused of focus) {
          element.classList.remove(...states);
          for (const each of `${choice} ${changed}`.split(" ").filter(Boolean)) element.classList.add(each);
          if (focused) element.focus(); else element.blur();
          const look = {};
          near.forEach((each, number) => {
            const style = getComputedStyle(each);
            for (const property of properties) look[`${number} ${property}`] = style[property];
          });
          found[kind][`${choice}/${changed}/${focused ? "focus" : ""}`] = look;
        }
      }
    }
    element.setAttribute("class", before);
    element.removeAttribute("tabindex");
  }
  return found;
}
