"""Random games of every game to their end, pieces counted at every step.

    python -m tests.evaluate.rules_games [GAMES] [GAME...]

Plays this many full games of each game (10,000 by default), with all of its options, on all cores. Prints for each
game how many ended and how, their steps, and the time. The exit status is 1 if a game does not end, a piece gets lost
or comes from nowhere, or a last position is not the same after being written as JSON and read back.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.rules import GAMES, game
from companion.rules.core import Game
from tests.rules import at_random

CHUNK = 25
"""Games that one process plays at a time."""

MOST_TOLD = 20

JSON = dict[str, Any]
Fault = str | None


@dataclass
class Played:
    """The result of some games."""

    games: int = 0
    steps: int = 0
    longest: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Played) -> None:
        self.games += other.games
        self.steps += other.steps
        self.longest = max(self.longest, other.longest)
        self.ends += other.ends
        self.faults += other.faults


# --- what is conserved -------------------------------------------------------------------------------


def backgammon(before: JSON, after: JSON, made: at_random.Step) -> Fault:
    """Fifteen checkers a side, on the points, the bar and off the board."""
    for player in "WB":
        on_points = sum(count for owner, count in after["points"].values() if owner == player)
        if on_points + after["bar"][player] + after["off"][player] != 15:
            return f"{player} has not 15 checkers"
    return None


def spaces(before: JSON, after: JSON, made: at_random.Step) -> Fault:
    """Each `gained` event adds a piece, each `captured` event removes one, nothing else does; at most three a side."""
    was, now = Counter(before["pieces"].values()), Counter(after["pieces"].values())
    told = Counter(event.event for event in made.outcome.events)
    mover, enemy = before["to_move"], "B" if before["to_move"] == "W" else "W"
    if max(now.values()) > 3:
        return "more than three pieces a side"
    if made.did is None:
        return None if now == Counter("WB") else "a bout begins with other pieces than one a side"
    if now[mover] != was[mover] + told["gained"] or now[enemy] != was[enemy] - told["captured"]:
        return "pieces came or went untold"
    return None


def spry(before: JSON, after: JSON, made: at_random.Step) -> Fault:
    """Every stone stays where it is, and the turn adds as many stones as it names."""
    placed = 0 if made.did == "swap" else len(made.did.split())
    if not before["stones"].items() <= after["stones"].items():
        return "a stone went"
    return None if len(after["stones"]) == len(before["stones"]) + placed else "another number of stones was placed"


def color_dice(before: JSON, after: JSON, made: at_random.Step) -> Fault:
    """Nine pawns a colour, inside and outside; nine at most in an area."""
    for colour in after["areas"]:
        inside = sum(area.get(colour, 0) for area in after["areas"].values())
        if inside + after["outside"][colour] != 9:
            return f"{colour} has not nine pawns"
        if sum(after["areas"][colour].values()) > 9:
            return f"more than nine pawns in the {colour} area"
    return None


def mindfield(before: JSON, after: JSON, made: at_random.Step) -> Fault:
    """One Antipode; no stone is lost in a move. Captured stones are out of the game from the next round on."""
    was, now = "".join(before["rows"]), "".join(after["rows"])
    for player, other in ("GS", "SG"):
        stones = before["hand"][player] + was.count(player)
        left = after["hand"][player] + now.count(player)
        if made.did is not None:
            stones, left = stones + before["captured"][other], left + after["captured"][other]
        if left != stones:
            return f"{player} had {stones} stones and has {left}"
    return None if now.count("A") == 1 else "not one Antipode"


CONSERVED: Mapping[str, Callable[[JSON, JSON, at_random.Step], Fault]] = MappingProxyType(
    {"backgammon": backgammon, "spaces": spaces, "spry": spry, "color-dice": color_dice, "mindfield": mindfield}
)
"""For each game id, the function that compares the JSON before and after a step and finds what is wrong."""

# --- games -------------------------------------------------------------------------------------------


def play(chunk: tuple[str, int, int]) -> Played:
    """Plays one game for each seed of a range: the game's id, the first seed, and the seed after the last one."""
    name, first, last = chunk
    rules, played = game(name), Played()
    for seed in range(first, last):
        try:
            play_one(rules, seed, played)
        except AssertionError as error:
            played.faults.append(f"{name} {seed}: {error}")
    return played


def play_one(rules: Game[Any], seed: int, played: Played) -> None:
    """Plays one game, and adds it to `played`. Raises AssertionError if it does not end."""
    name, options = rules.info.id, at_random.variant(rules, seed)
    position = rules.new(options)
    dumped, count = rules.dump(position), 0
    for made in at_random.steps(rules, random.Random(seed), options):
        position = made.outcome.position
        before, dumped = dumped, rules.dump(position)
        if fault := fault_of(rules, before, dumped, made):
            played.faults.append(f"{name} {seed}, step {count}: {fault}: {dumped}")
        count += 1
    result = rules.status(position).result
    if rules.parse(dumped) != position or result is None or set(rules.table(position)) - set(rules.info.cells):
        played.faults.append(f"{name} {seed}: the end is wrong: {dumped}")
    else:
        played.ends[result.how] += 1
    played.games += 1
    played.steps += count
    played.longest = max(played.longest, count)


def fault_of(rules: Game[Any], before: JSON, after: JSON, made: at_random.Step) -> Fault:
    """What is wrong with the pieces after one step, None if nothing is; a roll must move no piece."""
    if made.did is None or isinstance(made.did, str):
        return CONSERVED[rules.info.id](before, after, made)
    same = rules.table(made.position) == rules.table(made.outcome.position)
    return None if same else "a throw moved pieces"


def main(games: int, names: Iterable[str]) -> int:
    """Prints a line for each game, and returns 1 if something is wrong."""
    wrong = False
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for name in names:
            began, played = time.monotonic(), Played()
            chunks = [(name, first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
            for part in pool.imap_unordered(play, chunks):
                played.add(part)
            wrong |= bool(played.faults) or played.ends.total() != games
            ends = ", ".join(f"{how} {count}" for how, count in played.ends.most_common())
            sys.stdout.write("".join(f"{fault}\n" for fault in played.faults[:MOST_TOLD]))
            sys.stdout.write(
                f"{name:12} {played.ends.total()} of {games} games ended ({ends}); {played.steps} steps, "
                f"{played.longest} in the longest; {len(played.faults)} faults; {time.monotonic() - began:.0f} s\n"
            )
            sys.stdout.flush()
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2:] or list(GAMES)))
