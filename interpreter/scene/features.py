"""Joins the parts of the tiles that lie on a plane into features, as the engine does.

Where tiles lie is in every observation, so a feature tells nobody anything new.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gamespec.program.tables import NOWHERE
from interpreter.kernels.terms import Lists
from interpreter.kernels.tiling import Tiling
from interpreter.scene.things import Feature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gamespec.program.tables import Plane
    from interpreter.scene.things import Part

__all__ = ["features_of", "joined"]


def joined(plane: Plane, spots: Sequence[int]) -> Mapping[int, int]:
    """Return the feature of each part of the tiles that lie at `spots`.

    A feature is identified by its lowest part. `spots` has -1 for tiles that have not been laid.
    """
    tiling, p = Tiling(0, plane, Lists()), _nothing_laid(plane)
    lying = _lying(spots)
    ways = [plane.centre] if plane.centre in lying else []
    for place in ways:  # from neighbour to neighbour, as tiles can be laid
        ways += [near for near in plane.beside[place] if near in lying and near not in ways]
        tile = lying[place]
        tiling.lay(p, plane.first_tile + tile, spots[tile], 0)
    return {part: tiling.feature(p, part) for place in ways for part in plane.parts_of[lying[place]]}


def _lying(spots: Sequence[int]) -> dict[int, int]:
    """Return the tile at each place where one lies, counted from the plane's first tile."""
    return {spot // 4: tile for tile, spot in enumerate(spots) if spot >= 0}


def _open_sides(plane: Plane, spots: Sequence[int], features: Mapping[int, int]) -> Counter[int]:
    """Return, for each feature, the number of sides of its tiles at which it can still grow."""
    lying, found = _lying(spots), Counter[int]()
    for place, tile in lying.items():
        sides = plane.facing[tile][spots[tile] % 4]
        for parts, near in zip(sides, plane.beside[place], strict=True):
            if near not in lying:
                found.update({features[part] for part in parts if part != NOWHERE})
    return found


def _nothing_laid(plane: Plane) -> list[int]:
    """Return a position in which no tile lies on the plane, with the plane's values alone."""
    at, parts = plane.at, len(plane.tile_of)
    p = [0] * (max(at.tile_at + plane.places, at.spot_of + plane.tiles, *_ends(plane)))
    p[at.feature : at.feature + parts] = p[at.ring : at.ring + parts] = range(parts)
    p[at.ends : at.ends + parts] = plane.ends
    return p


def _ends(plane: Plane) -> list[int]:
    return [first + len(plane.tile_of) for first in (plane.at.feature, plane.at.ring, plane.at.ends)]


def features_of(plane: Plane, spots: Sequence[int], parts: Sequence[Part]) -> tuple[Feature, ...]:
    """Return the features to which the drawn `parts` of laid tiles belong, in the order of their names."""
    features = joined(plane, spots)
    ends = _open_sides(plane, spots, features)
    drawn = {int(part.ref[1:]): part for part in parts}
    found: list[Feature] = []
    parts_by_feature: dict[int, list[int]] = {}
    for part, feature in features.items():
        if part in drawn:
            parts_by_feature.setdefault(feature, []).append(part)
    for feature, own in sorted(parts_by_feature.items()):
        pieces = [piece for part in own for piece in drawn[part].pieces]
        owners = sorted({piece.owner for piece in pieces if piece.owner is not None})
        count = tuple((each, sum(piece.count for piece in pieces if piece.owner == each)) for each in owners)
        grows = any(plane.ends[part] for part in own)
        found.append(
            Feature(
                f"f{feature}",
                tuple(drawn[part].ref for part in own),
                len({plane.tile_of[part] for part in own}),
                ends[feature] if grows else None,
                count,
            )
        )
    return tuple(found)
