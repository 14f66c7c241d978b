"""Compare engines on recorded games and on searches inside a module, and run all comparisons."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from agreement import (
    Played,
    batches,
    from_redeals,
    from_the_middle,
    going,
    hold,
    run,
    same,
    same_faults,
    side_by_side,
)
from agreement_lanes import in_lanes

from interpreter.play.errors import Fault
from interpreter.play.luck import Draws
from interpreter.play.openness import is_open
from interpreter.play.search import Plan, Reward, Stats
from interpreter.protocol import Engine, Playing

LONGEST = 100
"""Maximum number of events of a game that the definitional engine redeals: it replays it many times."""

__all__ = ["in_every_way", "recorded", "searched"]


def recorded(engines: Sequence[Engine], seed: int, most: int, played: Played) -> None:
    """Play a game that records, on the first and the last engine, and compare its events. Raises `Differs`.

    Redeals must be equal, integer for integer, and show their player the same as the game itself.
    """
    luck, pair = random.Random(seed), (engines[0], engines[-1])  # noqa: S311 - nothing secret
    games = [run(partial(engine.begin, seed, record=True)) for engine in pair]
    where = f"seed {seed}, recorded"
    if not same_faults(games, played, f"{where}, set-up"):
        return
    alike = going(games)
    for decision in range(luck.randrange(1 + luck.randrange(most))):  # early decisions leave much to redeal
        if alike[0].over:
            break
        number = luck.randrange(len(alike[0].options))
        went = [run(partial(game.play, game.options[number])) for game in alike]
        if not same_faults(went, played, f"{where}, decision {decision}"):
            return
    played.counts["records"] += 1
    same(alike, where)
    hold([[*game.events] for game in alike], f"{where}: events")
    hold([game.record for game in alike], f"{where}: the record")
    for player in range(engines[0].program.players):
        hold(
            [game.information_state(player) for game in alike],
            f"{where}: information state of player {player}",
        )
    if not alike[0].over:
        if len(alike[0].events) <= LONGEST:
            _redeals_are_equal(alike, alike[0].player, seed, played)
        for player in {alike[0].player, luck.randrange(engines[0].program.players)}:
            _redeals_look_the_same(pair[0], alike[1], player, seed, played)


def _redeals_are_equal(games: Sequence[Playing], player: int, seed: int, played: Played) -> None:
    """Check that all engines find the same redeal of a game, with the same record. Raises `Differs`."""
    where = f"seed {seed}, a redeal for player {player}"
    others = [game.redealt(player, seed, most=100) for game in games]
    hold([other.exact for other in others], f"{where}: exact")
    same(others, where)
    hold([other.record for other in others], f"{where}: the record")
    played.counts["redeals that are equal"] += others[0].exact


def _redeals_look_the_same(
    definitional: Engine, game: Playing, player: int, seed: int, played: Played
) -> None:
    """Check that redeals for a player look like the game on the definitional engine. Raises `Differs`."""
    where, here = f"seed {seed}, recorded", definitional.restore(game.position)
    for other in game.redeals(player, seed, 3, most=400):
        if not other.exact:
            continue
        played.counts["redeals of records"] += 1
        there = definitional.restore(other.position)
        there.check()
        both_ = here, there
        hold(
            [each.observation(player) for each in both_],
            f"{where}: observation of player {player} in a redeal",
        )
        if player == game.player:
            offered = [[option.number for option in each.options] for each in both_]
            hold(offered, f"{where}: options of a redeal")


def searched(engine: Engine, seed: int, played: Played) -> None:
    """Check that a tree search inside the module and one outside have equal statistics. Raises `Differs`."""
    from interpreter.bots.outside import outside
    from interpreter.bots.trials import tried
    from interpreter.bots.view import View

    luck = random.Random(seed)  # noqa: S311 - as above
    game = run(partial(engine.begin, seed, record=not is_open(engine.program)))
    for _ in range(luck.randrange(12)):
        if isinstance(game, Fault) or game.over:
            return
        if run(partial(game.play, luck.choice(game.options))) is not None:
            return
    if isinstance(game, Fault) or game.over or game.decision is None:
        return
    view, draws = View(engine, game, game.decision), Draws(seed, "search")
    games, plan = tried(view, draws, 3), Plan(draws.draw(), 20, Reward.PLACES, 1.0)
    inside = view.option_stats(games, plan)
    if inside is not None:
        found = outside(view, games, plan)
        option_stats = {option.number: found.get(option.number, Stats()) for option in view.options}
        played.counts["searches"] += 1
        hold([option_stats, inside], f"seed {seed}: statistics of the options")


def in_every_way(engines: Sequence[Engine], seeds: range, most: int, played: Played) -> None:
    """Run all comparisons on games of these seeds. Raises `Differs`.

    At most `most` decisions of each game are compared; games that an engine plays by itself are played to
    their end.
    """
    for seed in seeds:
        side_by_side(engines, seed, most, played)
        from_redeals(engines, seed, most, played)
        from_the_middle(engines, seed, played)
        recorded(engines, seed, most, played)
    searched(engines[-1], seeds.start, played)
    in_lanes(engines, seeds.start, played)
    batches(engines, seeds, played)
