"""Computes the colours that a style sheet names, in the light theme."""

from __future__ import annotations

from typing import Any

from tinycss2 import color5, serialize

__all__ = ["BadColour", "hexadecimal"]

COMMA = ","
Triple = tuple[float, float, float]
Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, from 0 to 1."""


class BadColour(Exception):
    """A colour in the style sheet that cannot be printed."""


def hexadecimal(token: Any) -> str:
    """Return a colour, which may be mixed or depend on the theme, as `#rrggbb`. Raises `BadColour`.

    One that can be seen through becomes `#rrggbbaa`.
    """
    *opaque, alpha = (f"{round(255 * min(1.0, max(0.0, part))):02x}" for part in _srgb(token))
    return "#" + "".join(opaque) + ("" if alpha == "ff" else alpha)


def _srgb(token: Any) -> Colour:
    """Return a colour."""
    if token.type == "function" and token.lower_name == "color-mix":
        return _mixed(token)
    if token.type == "function" and token.lower_name == "light-dark":
        light, _ = _parts(token)
        (colour,) = light
        return _srgb(colour)
    found = color5.parse_color(token)
    if found is None or isinstance(found, str) or found.space not in {"srgb", "hsl", "hwb"}:
        raise BadColour(f"`{serialize([token])}` is no colour")
    red, green, blue = found.to("srgb").coordinates
    return (red, green, blue, found.alpha)


def _parts(function: Any) -> list[list[Any]]:
    """Return the arguments of a function."""
    found: list[list[Any]] = [[]]
    for token in function.arguments:
        if token == COMMA:
            found.append([])
        elif token.type not in {"whitespace", "comment"}:
            found[-1].append(token)
    return found


def _mixed(function: Any) -> Colour:
    """Return `color-mix(in oklab, A p%, B)`. The more one can see through a colour, the less it counts."""
    match _parts(function):
        case [[_, space], [one, share], [other]] if space.value == "oklab" and share.type == "percentage":
            part = share.value / 100
        case _:
            raise BadColour(f"`{serialize([function])}` is mixed in an unknown way")
    *first, alpha = _srgb(one)
    *second, beta = _srgb(other)
    opacity = part * alpha + (1 - part) * beta
    weight = part * alpha / opacity if opacity else 0.0
    red, green, blue = first
    pairs = zip(_oklab((red, green, blue)), _oklab((second[0], second[1], second[2])), strict=True)
    light, green_red, blue_yellow = (weight * a + (1 - weight) * b for a, b in pairs)
    return (*_from_oklab((light, green_red, blue_yellow)), opacity)


def _oklab(colour: Triple) -> Triple:
    """Convert from sRGB (Ottosson, "A perceptual color space for image processing", 2020)."""
    red, green, blue = map(_linear, colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _from_oklab(colour: Triple) -> Triple:
    light, a, b = colour
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - as sRGB says


def _encoded(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else 1.055 * max(0.0, part) ** (1 / 2.4) - 0.055  # noqa: PLR2004
