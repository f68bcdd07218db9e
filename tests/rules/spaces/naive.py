"""Spaces written a second time, as simply as possible, for the tests to compare the rules with.

The board is the recorded one in tests/data. A move of one piece is a track: a sequence of spaces, possibly with CENTRE,
that keeps every rule. A pass with two pieces is two tracks that part at CENTRE. It shares no line with the package. It
says only what is legal and what the table is afterwards, never why.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

BOARD = json.loads((Path(__file__).parents[2] / "data" / "spaces_board.json").read_text(encoding="utf-8"))
CELLS = {cell["id"]: cell for cell in BOARD["cells"] if cell["id"] != "CENTRE"}
PLAYABLE = [name for name, cell in CELLS.items() if cell["playable"]]
HEXAGON = [name for name in PLAYABLE if CELLS[name]["in_centre_hexagon"]]
STANDING = [name for name in PLAYABLE if name not in HEXAGON]
COLOUR = {name: CELLS[name]["colour"] for name in PLAYABLE}
NEXT = {
    name: [*CELLS[name]["steps"], *([CELLS[name]["edge_partner"]] if CELLS[name]["edge_partner"] else [])]
    for name in PLAYABLE
}
KIND = {"W": "white", "B": "black"}

Track = tuple[str, ...]


def order(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


@lru_cache(maxsize=100_000)
def sequences(start: str, length: int) -> tuple[Track, ...]:
    """All paths of this many steps from a space, over different spaces, CENTRE included."""
    if not length:
        return ((start,),)
    found = []
    for shorter in sequences(start, length - 1):
        last = shorter[-1]
        onward = HEXAGON if last == "CENTRE" else [*NEXT[last], *(["CENTRE"] if last in HEXAGON else [])]
        found += [(*shorter, name) for name in onward if name not in shorter]
    return tuple(found)


def tracks(position: dict[str, Any], start: str) -> Iterator[Track]:
    """The legal tracks of one piece for the position's roll."""
    pieces, me = position["pieces"], position["to_move"]
    for track in sequences(start, position["roll"]):
        if track[-1] in HEXAGON or track[-1] == "CENTRE" or pieces.get(track[-1]) == me:
            continue
        if any(name in pieces for name in track[1:-1]):
            continue
        allowed = set()
        if "CENTRE" in track:
            at = track.index("CENTRE")
            if COLOUR[track[at - 1]] == COLOUR[track[at + 1]]:
                continue
            allowed = {at - 1, at + 1}
        if all(i in allowed for i, name in enumerate(track) if name in HEXAGON):
            yield track


def moves(position: dict[str, Any]) -> dict[str, tuple[Track, ...]]:
    """Every legal move text with the tracks of its one or two pieces."""
    if position["phase"] != "move":
        return {}
    me = position["to_move"]
    mine = [name for name, player in position["pieces"].items() if player == me]
    found: dict[str, tuple[Track, ...]] = {}
    for start in mine:
        through = []
        for track in tracks(position, start):
            if "CENTRE" in track:
                through.append(track)
            else:
                found["-".join(track)] = (track,)
        for a in through:
            at = a.index("CENTRE")
            if len(mine) == 3:
                found["-".join(a[:at]) + "*" + "-".join(a[at + 1 :])] = (a,)
                continue
            for b in through:
                if b[: at + 1] == a[: at + 1] and COLOUR[a[at + 1]] != COLOUR[b[at + 1]]:
                    one, two = sorted((a, b), key=lambda track: order(track[at + 1]))
                    text = "-".join(a[:at]) + "*" + "-".join(one[at + 1 :]) + "+" + "-".join(two[at + 1 :])
                    found[text] = (one, two)
    return found or {"pass": ()}


def pieces_after(position: dict[str, Any], ways: tuple[Track, ...]) -> dict[str, str]:
    pieces = dict(position["pieces"])
    for way in ways:
        pieces.pop(way[0], None)
    for way in ways:
        pieces[way[-1]] = position["to_move"]
    return pieces


def table_of(pieces: dict[str, str]) -> dict[str, tuple[str, ...]]:
    return {name: (KIND[player],) for name, player in pieces.items()}


def on_the_way(position: dict[str, Any], ways: tuple[Track, ...], seen: dict[str, tuple[str, ...]]) -> bool:
    """True if the move touches every cell that differs, and each of them holds what it may hold during the move."""
    was = table_of(position["pieces"])
    touched = {name for way in ways for name in way}
    may = {(KIND[position["to_move"]],), ()}
    for name in set(was) | set(seen):
        now = seen.get(name, ())
        if now == was.get(name, ()):
            continue
        if name not in touched or now not in may:
            return False
        # An enemy piece can be lifted only where the move ends: on the spaces before the end there is none.
        if was.get(name) and name not in [way[0] for way in ways] + [way[-1] for way in ways]:
            return False
    return True


def possible(seen: dict[str, tuple[str, ...]]) -> bool:
    kinds = [kind for kinds in seen.values() for kind in kinds]
    return all(len(kinds) < 2 for kinds in seen.values()) and max(map(kinds.count, KIND.values())) <= 3
