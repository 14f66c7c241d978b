/** The rules of the text told back in words, each sentence with its place in the editor. */

import { the } from "./elements.js";

/**
 * @param {(call: string, ...given: string[]) => Promise<any>} ask
 * @param {{go: (file: string, line: number) => void, visible: () => boolean}} to A place to show; whether the sheet is seen.
 */
export function sheetOf(ask, to) {
  const frame = the("sheet", HTMLIFrameElement);
  let stale = true;

  /** Tells the rules that were checked last, if the sheet is seen. Rejects if Python is stopped. */
  async function show() {
    if (!stale || !to.visible()) return;
    stale = false;
    const { page } = JSON.parse(await ask("sheet", JSON.stringify({ language: document.documentElement.lang })));
    if (page === null) return;
    const at = frame.contentWindow?.scrollY ?? 0;
    frame.addEventListener("load", () => {
      for (const place of frame.contentDocument?.querySelectorAll(".place > a") ?? []) linked(place);
      frame.contentWindow?.scrollTo(0, at);
    }, { once: true });
    frame.srcdoc = page.replace("</head>", `<link rel="stylesheet" href="${new URL("./sheet.css", import.meta.url)}"></head>`);
  }

  /** @param {Element} place */
  function linked(place) {
    const [file, line] = (place.textContent ?? "").split(":");
    const go = () => to.go(file, Number(line));
    place.setAttribute("role", "button");
    place.addEventListener("click", go);
    place.addEventListener("keydown", (event) => void (event instanceof Object && "key" in event && event.key === "Enter" && go()));
  }

  return {
    show,
    /** The rules, or the language, have changed. */
    renew: () => void (stale = true),
  };
}
