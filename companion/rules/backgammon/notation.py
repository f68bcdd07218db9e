"""Reads and writes moves as texts (docs/contract.md section 3): 8/5 6/5, 24/18*/13, bar/22, 6/off, 8/5(2); pass,
double, take, drop.

Points are numbered as the player to move counts them. This module does not know if a move is legal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from companion.rules.backgammon.position import CHECKERS, POINTS
from companion.rules.backgammon.turns import BAR, OFF, Step, Way
from companion.rules.core import MoveTextError, shown

Word = Literal["pass", "double", "take", "drop"]

LONGEST_TEXT = 400
"""How many characters a text may have. No move has more."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a move: one checker goes from a point to another, by one die or more, and the text names no stop
    between.
    """

    source: int
    target: int
    hits: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A move of checkers, as its parts from the highest point down."""

    parts: tuple[Part, ...]


Action = Play | Word

_POINT = r"[0-9]{1,2}"
_PART = re.compile(rf"(?P<stops>(bar|{_POINT})(/{_POINT}\*?)*(/off)?)(\((?P<times>[0-9]{{1,2}})\))?(?P<star>\*?)")
_STOP = re.compile(rf"(bar|off|{_POINT})(\*?)")


def read(text: str) -> Action:
    """The action that a text means. Case, order of the parts, and extra spaces do not matter.

    Raises MoveTextError if the text breaks the grammar or names a point that does not exist.
    """
    words = text.lower().split() if text.isascii() and len(text) <= LONGEST_TEXT else []
    match words:
        case ["pass" | "double" | "take" | "drop" as word]:
            return word
        case []:
            raise _no_move(text)
    parts: list[Part] = []
    for part in words:
        parts += _parts(part, text)
    return Play(tuple(sorted(parts, key=lambda p: (-p.source, -p.target, not p.hits))))


def _parts(part: str, text: str) -> list[Part]:
    form = _PART.fullmatch(part)
    if form is None or "/" not in part:
        raise _no_move(text)
    stops = [(_number(name), bool(star)) for name, star in _STOP.findall(form["stops"])]
    times = int(form["times"] or 1)
    if not 1 <= times <= CHECKERS:
        raise MoveTextError(f"({times}) cannot be: a player has {CHECKERS} checkers", "move")
    if form["star"]:
        # 8/5(2)* means the same as 8/5*(2). A star after /off or after another star is impossible.
        if stops[-1][1] or stops[-1][0] == OFF:
            raise _no_move(text)
        stops[-1] = stops[-1][0], True
    return [Part(source, target, hits) for (source, _), (target, hits) in pairwise(stops)] * times


def _number(name: str) -> int:
    if name in ("bar", "off"):
        return BAR if name == "bar" else OFF
    if not 1 <= int(name) <= POINTS or name.startswith("0"):
        raise MoveTextError(f"there is no point {name!r}; the points are 1 to {POINTS}, bar and off", "move")
    return int(name)


def _no_move(text: str) -> MoveTextError:
    return MoveTextError(
        f"{shown(text)} is no move of Backgammon; moves are like 8/5 6/5, 24/18*/13, bar/22, 6/off, 8/5(2), or pass",
        "move",
    )


def write(way: Sequence[Step], hits: int) -> str:
    """The canonical text of a way to play. hits: the points where it hits, as bits.

    The steps of one checker are joined, a stop is named if it hits, equal parts are counted, and parts are sorted from
    the highest point down. The first checker that reaches a hit point gets the star.
    """
    chains = _chains(way, hits)
    starred: set[int] = set()
    texts: Counter[str] = Counter()
    for chain in chains:
        text = _name(chain[0])
        for stop in chain[1:]:
            text += f"/{_name(stop)}"
            if stop and hits >> stop & 1 and stop not in starred:
                starred.add(stop)
                text += "*"
        texts[text] += 1
    return " ".join(_counted(texts))


def _chains(way: Sequence[Step], hits: int) -> list[list[int]]:
    """The steps, joined to the ways of single checkers. Each way has its first and last point, and the stops
    that hit.
    """
    chains: list[list[int]] = []
    stopped: set[int] = set()
    for source, target in sorted(way, reverse=True):
        chain = next((c for c in chains if c[-1] == source), None)
        if chain is None:
            chains.append([source, target])
        elif hits >> source & 1 and source not in stopped:
            stopped.add(source)
            chain.append(target)
        else:
            chain[-1] = target
    return chains


def _counted(texts: Counter[str]) -> Iterable[str]:
    """Equal parts, written once with their number. Several that include a hit, 8/5* 8/5, become 8/5*(2)."""
    for text, times in texts.items():
        if text.count("/") == 1 and text.endswith("*") and text[:-1] in texts:
            yield f"{text}({times + texts[text[:-1]]})"
        elif f"{text}*" in texts and text.count("/") == 1:
            continue
        else:
            yield text if times == 1 else f"{text}({times})"


def write_action(action: Action, way: Way | None = None, hits: int = 0) -> str:
    """The text of an action. If it is known how it is played, it is the canonical text, otherwise the text that was
    read.
    """
    if isinstance(action, str):
        return action
    if way is not None:
        return write(way, hits)
    parts = Counter(f"{_name(part.source)}/{_name(part.target)}{'*' * part.hits}" for part in action.parts)
    return " ".join(text if times == 1 else f"{text}({times})" for text, times in parts.items())


def _name(point: int) -> str:
    return "bar" if point == BAR else "off" if point == OFF else str(point)
