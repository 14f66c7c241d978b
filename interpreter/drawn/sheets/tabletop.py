"""Writes a game as a saved object of Tabletop Simulator, which loads its decks, tiles, tokens and boards.

The format is that of the game's knowledge base (https://kb.tabletopsimulator.com/custom-content), with the
names of fields as its saved files have them. A card's number is 100 times that of its sheet plus its place on
the sheet, from 0. The pictures are found under a common address.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from interpreter.drawn.sheets.album import Album
from interpreter.drawn.sheets.pictures import COLUMNS, ROWS, Deck, Kind, board_file, kinds_of

__all__ = ["SAVED", "saved_object"]

Json: TypeAlias = dict[str, Any]

SAVED = "tabletop-simulator.json"
"""The name of the file."""

ROUNDED, RECTANGLE = 0, 1
"""The shapes of cards: with rounded corners, or without."""

CIRCLE = 2
"""The shape of round tiles."""

APART, IN_A_ROW = 4.0, 6
"""The distance of objects on the table, and how many lie in a row."""

CARD = 3.2
"""The height of a card of 88 mm at scale 1, in the table's units, which make 27.5 mm."""

PER_UNIT = 88 / CARD


def saved_object(album: Album, title: str, address: str) -> bytes:
    """Return the file, whose pictures are found by adding their names to `address`."""
    objects = [
        *_decks(album, address),
        *_bags(album, address),
        *_boards(album, address),
    ]
    for index, each in enumerate(objects):
        row, column = divmod(index, IN_A_ROW)
        each["Transform"] |= {"posX": (column - (IN_A_ROW - 1) / 2) * APART, "posZ": -row * APART - APART}
    return (json.dumps(_save(title, objects), ensure_ascii=False, indent=1) + "\n").encode()


def _save(title: str, objects: Sequence[Json]) -> Json:
    """Return what every saved file has around its objects."""
    return {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": [*objects],
    }


def _object(name: str, nickname: str, key: str, *, scale: float = 1.0, down: bool = False) -> Json:
    """Return the fields that every object has. `key` makes its identifier, and `down` turns its back up."""
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if down else 0.0}
    place = {"posX": 0.0, "posY": 1.5, "posZ": 0.0, **turned}
    return {
        "GUID": sha256(key.encode()).hexdigest()[:6],
        "Name": name,
        "Transform": {**place, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale},
        "Nickname": nickname,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _decks(album: Album, address: str) -> Iterator[Json]:
    """Yield a deck for each kind with backs; a deck of one card is a card."""
    number = 0
    for kind in kinds_of(album):
        custom: dict[str, Json] = {}
        cards: list[Json] = []
        scale = kind.size.height / 88
        for deck in kind.decks:
            number += 1
            custom[str(number)] = _custom(kind, deck, address)
            own = {str(number): custom[str(number)]}
            for place, laid in enumerate(deck.laid):
                key = f"{kind.name} {number} {place}"
                card = _object("CardCustom", laid.told, key, scale=scale, down=True)
                cards.append(
                    card | {"CardID": 100 * number + place, "SidewaysCard": False, "CustomDeck": own}
                )
        if len(cards) == 1:
            yield cards[0]
        elif cards:
            for card in cards:
                card["Name"] = "Card"
            whole = _object("DeckCustom", kind.name.replace("_", " "), kind.name, scale=scale, down=True)
            numbers = [card["CardID"] for card in cards]
            more = {
                "SidewaysCard": False,
                "DeckIDs": numbers,
                "CustomDeck": custom,
                "ContainedObjects": cards,
            }
            yield whole | more


def _custom(kind: Kind, deck: Deck, address: str) -> Json:
    return {
        "FaceURL": address + deck.sheet,
        "BackURL": address + deck.back,
        "NumWidth": COLUMNS,
        "NumHeight": ROWS,
        "BackIsHidden": True,
        "UniqueBack": not deck.uniform,
        "Type": RECTANGLE if kind.size.width == kind.size.height else ROUNDED,
    }


def _bags(album: Album, address: str) -> Iterator[Json]:
    """Yield a bag of round tiles for each kind without backs."""
    for kind in kinds_of(album):
        if kind.backs:
            continue
        tiles = [
            _tile(laid.told, address + kind.fronts[laid.front], f"{kind.name} {index}", kind.size.width)
            for index, laid in enumerate(kind.laid)
        ]
        bag = _object("Bag", kind.name.replace("_", " "), kind.name)
        yield bag | {"MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": tiles}


def _tile(told: str, url: str, key: str, wide: float) -> Json:
    custom: Mapping[str, Any] = {"Type": CIRCLE, "Thickness": 0.1, "Stackable": False, "Stretch": True}
    tile = _object("Custom_Tile", told, key, scale=round(wide / PER_UNIT / 2, 3))
    return tile | {"CustomImage": _image(url) | {"CustomTile": custom}}


def _boards(album: Album, address: str) -> Iterator[Json]:
    for board in album.boards:
        for copy in range(board.copies):
            made = _object("Custom_Board", board.title, f"{board.name} {copy}")
            yield made | {"Locked": True, "CustomImage": _image(address + board_file(board))}


def _image(url: str) -> Json:
    return {"ImageURL": url, "ImageSecondaryURL": url, "ImageScalar": 1.0, "WidthScale": 0.0}
