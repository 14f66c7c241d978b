/** The socket to the server: opened again whenever it closes, after longer and longer waits. */

/** @typedef {import("./types.js").Message} Message */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const TRY_AGAIN = 1013; // by RFC 6455: there are too many pages

/** @returns {Promise<boolean>} Whether there is a server, and it knows this link no more. */
async function gone() {
  try {
    return (await fetch(location.href, { cache: "no-store" })).status === 404;
  } catch {
    return false; // there is no server: it may come back
  }
}

/**
 * @param {(message: Message) => void} hear What to do with a message.
 * @param {(open: boolean) => void} told Told whether the socket is open.
 * @param {() => void} lost Told when the link is one of no table any more.
 * @param {() => Record<string, unknown>} hello The first message.
 * @returns {import("./types.js").Send} Sends a message; without a connection it is dropped.
 */
export function connect(hear, told, lost, hello) {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket${location.pathname}`;
  let wait = FIRST_WAIT;
  /** @type {WebSocket} */
  let socket;

  function open() {
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      socket.send(JSON.stringify({ kind: "hello", ...hello() }));
      told(true);
    });
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (event.code === TRY_AGAIN) wait = LONGEST_WAIT;
      told(false);
      setTimeout(async () => ((await gone()) ? lost() : open()), wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  }

  open();
  return (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
}
