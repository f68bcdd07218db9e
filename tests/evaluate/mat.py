# ruff: noqa: T201 - what it finds is printed
"""Exported matches read by GNU Backgammon: `python -m tests.evaluate.mat [HOW_MANY]`.

Random matches of 1 to 11 points, with and without cube, gammons and Crawford's rule, some of them unfinished, are
written as .mat files. Every action, its dice, the board before every move, scores and results are compared with what
gnubg has read; exit status 1 if any differs.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from companion.history.export import FORMATS
from companion.history.saved_games import SavedGame
from tests.gnubg import read_matches
from tests.history.export.matches import differences, expected, played


def drawn(many: int) -> list[SavedGame]:
    """Random matches, a quarter of them of 7 points with the cube."""
    games = []
    for seed in range(many):
        rnd = random.Random(seed)
        length = 7 if seed % 4 == 0 else rnd.randint(1, 11)
        options = {
            "match_length": length,
            "cube": seed % 4 == 0 or rnd.random() < 0.7,
            # A .mat file cannot say that a match counts no gammons, and gnubg would end such a match too early.
            "gammons": length > 1 or rnd.random() < 0.5,
            "crawford": rnd.random() < 0.8,
        }
        games.append(played(seed, rnd.randint(2, 400) if rnd.random() < 0.2 else 100_000, **options))
    return games


def compare(many: int) -> int:
    """Prints how the matches compare, and returns how many differ."""
    games = drawn(many)
    actions, wrong = Counter[str](), 0
    for game, read in zip(games, read_matches([FORMATS["mat"](game) for game in games]), strict=True):
        actions.update(action["do"] for own in expected(game) for action in own)
        found = differences(game, read)
        wrong += bool(found)
        for difference in found[:1]:
            print(difference[:400])
    running = sum(not game.state().over for game in games)
    print(f"{many} matches, {running} of them still being played, with {dict(actions)}")
    print(f"matches that gnubg read otherwise: {wrong}")
    return wrong


if __name__ == "__main__":
    sys.exit(compare(int(sys.argv[1]) if len(sys.argv) > 1 else 200) > 0)
