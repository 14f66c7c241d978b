/** Plays games of a module as a test asks, and returns everything that the test compares. Runs in any host. */

/** Returns a fault as data; passes on any other error. */
function faultOf(error) {
  if (error.name !== "Fault") throw error;
  return { code: error.code, text: error.text, place: error.place, help: error.help };
}

const seen = (game) => ({
  position: [...game.position],
  options: game.options().map(({ action, name, values }) => [action, name, values]),
  branching: game.branching,
  player: game.player,
  over: game.over,
  result: game.result,
});

const playout = ({ seed, decisions, result, fault }) => ({
  seed: String(seed),
  decisions,
  result,
  fault: fault && faultOf(fault),
});

/**
 * Plays `games`, each with a seed and the indexes of its options, in turns on one engine; then a batch with pairs
 * of seeds, and games of a run. A game also goes on from its own position whenever `restored` divides its steps.
 */
export async function told(load, bytes, { games, seeds, run, count, restored }) {
  const engine = await load(bytes);
  const played = games.map(({ seed, choices }) => {
    try {
      const game = engine.begin(BigInt(seed));
      return { game, choices, steps: [seen(game)], fault: null };
    } catch (error) {
      return { game: null, choices: [], steps: [], fault: faultOf(error) };
    }
  });
  for (let i = 0; played.some(({ choices }) => i < choices.length); i += 1) {
    for (const each of played) {
      if (i >= each.choices.length) continue;
      try {
        if (i % restored === 0) each.game = engine.restore(each.game.position);
        each.game.take(each.choices[i]);
        each.steps.push(seen(each.game));
      } catch (error) {
        each.fault = faultOf(error);
        each.steps.push(seen(each.game));
      }
    }
  }
  const pairs = seeds.map(([game, luck]) => ({ game: BigInt(game), luck: BigInt(luck) }));
  return {
    games: played.map(({ steps, fault }) => ({ steps, fault })),
    batch: [...engine.batch(pairs)].map(playout),
    simulated: [...engine.simulate(BigInt(run), count, 3)].map(playout),
  };
}
