"""Color Dice written a second time, as simply as possible, for the tests to compare the rules with.

Positions are JSON dicts, and every possible move is tried. It shares no line with the package. It says only what is
legal and what the position is afterwards, never why.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Json = dict[str, Any]
FOUR = ["red", "yellow", "green", "blue"]


def inside(position: Json, area: str, colour: str) -> int:
    return int(position["areas"][area].get(colour, 0))


def empty(position: Json, area: str) -> int:
    return 9 - sum(position["areas"][area].values())


def is_locked(position: Json, area: str, colour: str) -> bool:
    return area != colour and inside(position, area, colour) >= 7


def may_attack(position: Json, target: str, n: int, source: str, area: str, k: int) -> bool:
    me, dice = position["acting"], position["dice"]
    if position["phase"] == "attack":
        if target in position["attacked"]:
            return False
    elif position["phase"] != "counter" or target != position["to_move"]:
        return False
    if target == me or n < 1 or n != dice[me] - dice[target] or area in (me, source) or k > n:
        return False
    if source == "outside":
        if me in position["dummies"] or k > 0 or position["outside"][me] < n:
            return False
    elif inside(position, source, me) < n or is_locked(position, source, me):
        return False
    if k == 0:
        return empty(position, area) >= n and (area == target or position["options"]["move_scope"] == "any")
    if is_locked(position, area, target) or inside(position, area, target) < k:
        return False
    return k == n or (area == target and empty(position, area) >= n - k)


def alphabet() -> list[tuple[str, int, str, str, int]]:
    return [
        (target, n, source, area, k)
        for target in FOUR
        for n in range(7)
        for source in [*FOUR, "outside"]
        for area in FOUR
        for k in range(8)
    ]


def text(target: str, n: int, source: str, area: str, k: int) -> str:
    return f"{target}:{n}@{source}>{area}" + (f"*{k}" if k else "")


def higher(position: Json) -> list[str]:
    seats = position["players"] + position["dummies"]
    i = seats.index(position["to_move"])
    left = (seats + seats)[i + 1 : i + 4]
    return [colour for colour in left if position["dice"][colour] > position["dice"][position["to_move"]]]


def end_turn(position: Json) -> Json:
    players = position["players"]
    following = (players + players)[players.index(position["to_move"]) + 1]
    return position | {
        "to_move": following, "acting": following, "phase": "throw", "dice": {}, "throws": {},
        "attacked": [], "countered": [], "order": None,
    }  # fmt: skip


def ask(position: Json) -> Json:
    for colour in higher(position):
        if colour not in position["countered"]:
            return position | {"phase": "counter", "acting": colour}
    if position["order"] == "before":
        return position | {"phase": "attack", "acting": position["to_move"]}
    return end_turn(position)


def attacked(position: Json, target: str, n: int, source: str, area: str, k: int) -> Json:
    after = deepcopy(position)
    me = after["acting"]
    if source == "outside":
        after["outside"][me] -= n
    else:
        after["areas"][source][me] -= n
    after["areas"][area][me] = after["areas"][area].get(me, 0) + n
    if k:
        after["areas"][area][target] -= k
        after["outside"][target] += k
    after["areas"] = {a: {c: m for c, m in sorted(pawns.items()) if m} for a, pawns in after["areas"].items()}
    if me in after["players"] and after["areas"][area][me] == 9:
        over = end_turn(after) | {"to_move": me, "acting": me, "phase": "over"}
        return over | {"result": {"winner": me, "points": 1, "how": "nine pawns"}}
    if position["phase"] == "attack":
        return after | {"attacked": [*after["attacked"], target]}
    return ask(after | {"countered": [*after["countered"], me]})


def thrown_by(position: Json, thrower: str) -> list[str]:
    if position["options"]["throwing"] == "active":
        return FOUR
    return [thrower] + (position["dummies"] if thrower == position["to_move"] else [])


def moves(position: Json) -> dict[str, Json]:
    """Every legal move and the position after it."""
    phase = position["phase"]
    if phase == "over":
        return {}
    if phase == "throw":
        if any(die not in position["dice"] for die in thrown_by(position, position["acting"])):
            return {}
        players = position["players"]
        following = (players + players)[players.index(position["acting"]) + 1]
        if position["options"]["throwing"] == "each" and following != position["to_move"]:
            return {"keep": position | {"acting": following}}
        after = position | {"acting": position["to_move"]}
        return {"keep": after | {"phase": "order" if higher(after) else "attack"}}
    if phase == "order":
        return {
            "before": ask(position | {"order": "before"}),
            "after": position | {"order": "after", "phase": "attack"},
        }
    found = {text(*form): attacked(position, *form) for form in alphabet() if may_attack(position, *form)}
    if phase == "counter":
        found["decline"] = ask(position | {"countered": [*position["countered"], position["acting"]]})
    elif position["attacked"] or not found:
        found["done"] = ask(position) if position["order"] == "after" else end_turn(position)
    return found


def comparable(position: Json) -> Json:
    """A position with its areas and dice in one order and no zeros, for comparing."""
    areas = {a: {c: n for c, n in sorted(pawns.items()) if n} for a, pawns in sorted(position["areas"].items())}
    return position | {"areas": areas}
