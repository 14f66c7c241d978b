// The beginning of the search's worker: makes a question of what somebody asks in whole sentences.
//
// The search finds sections that have all words of a query, each as the beginning of a word. So words that say
// nothing about the subject are left out, and endings, too: "how do I draw without looking" asks for "draw",
// "without" and "look".

const SAYS_NOTHING = new Set(
  ("a about after all am an and any are at be by can could did do does for from get give given go has have how i if in is it its make " +
    "many may mean means much my need of on one or our out should so some than that the their them there they this to use using want " +
    "was what when where which who whom why will with work works would you your n").split(" "),
);

/** Return a query without what says nothing, or as it is if nothing else is left. @param {string} text */
const subject = (text) => {
  const words = text.toLowerCase().split(/\s+/).map((word) => word.replace(/[?!.,;]+$/, "")).filter(Boolean);
  const left = words.filter((word) => !SAYS_NOTHING.has(word)).map(stem);
  return left.length ? left.join(" ") : text;
};

/** Return the beginning that a word shares with its other forms. @param {string} word */
const stem = (word) =>
  /^[a-z]{5,}$/.test(word) ? word.replace(/(?:ations?|ings?|ers?|ed|ies|es|s|y|e)$/, (end) => (word.length - end.length < 4 ? end : "")) : word;

/** What is being asked: the message, its words, and the answers to the query without each of them. @type {any} */
let asked;
const answer = self.postMessage.bind(self);

self.addEventListener("message", ({ data }) => {
  if (data.type !== 2 || data === asked?.message) return;
  data.data.input = subject(data.data.input);
  asked = { message: data, words: data.data.input.split(" "), tried: -1, best: undefined };
});

// If no section has all the words, the answer is that without the one word whose absence leaves the fewest sections.
self.postMessage = (message, ...rest) => {
  const found = message.type === 3 ? message.data.items.length : undefined;
  if (found === undefined || !asked || (asked.tried < 0 && found) || asked.words.length < 2) return answer(message, ...rest);
  if (asked.tried >= 0 && found && (!asked.best || found < asked.best.data.items.length)) asked.best = message;
  if (asked.tried < 0) asked.none = message;
  if (++asked.tried === asked.words.length) return answer(asked.best ?? asked.none, ...rest);
  asked.message.data.input = asked.words.filter((_, at) => at !== asked.tried).join(" ");
  self.dispatchEvent(new MessageEvent("message", { data: asked.message }));
};

