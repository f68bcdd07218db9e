# ruff: noqa: T201 - what it finds is printed
"""Backgammon's legal moves against GNU Backgammon's: `python -m tests.evaluate.backgammon [HOW_MANY]`.

Positions of random games, with their rolls, are written as XGIDs; gnubg (Debian package `gnubg`) lists every play of
each. The complete set of positions that these plays lead to is compared with ours; exit status 1 if any differs. Enough
of the positions have checkers on the bar, bearing off or doubles. Then thousands of random games are played to their
end.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

from companion.rules.backgammon import Backgammon, Position, turns
from tests import gnubg
from tests.rules.backgammon.positions import played

GAME = Backgammon()
GAMES = 2_000

SCRIPT = """
import gnubg, json
out = open({answers!r}, "w")
for xgid in json.load(open({questions!r})):
    gnubg.command("set xgid " + xgid)
    try:
        plays = [[list(step) for step in gnubg.parsemove(m["move"])] for m in gnubg.hint(5000)["hint"]]
    except Exception as error:
        plays = str(error)
    out.write(json.dumps([plays, gnubg.board()]) + "\\n")
out.close()
"""

Result = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of checkers on points 0 (off) to 25 (bar): the mover's, then the opponent's in their own numbering."""


def drawn(many: int, seed: int = 1) -> list[Position]:
    """Positions in which a move is due, a fifth of each sort: with a checker on the bar, bearing off, doubles, any
    other, and those in which either die can be played but not both (BG-R7). These last may have another roll than the
    game."""
    rnd = random.Random(seed)
    sorts: dict[str, list[Position]] = {"bar": [], "bearing off": [], "double": [], "any": [], "one of two": []}
    game = 0
    while any(len(found) < many // 5 for found in sorts.values()):
        game += 1
        for position, _ in played(seed * 100_000 + game):
            if position.dice is None or rnd.random() < 0.7:
                continue
            mover = position.to_move
            if len(sorts["one of two"]) < many // 5:
                sorts["one of two"] += either_alone(position)[:1]
            if position.bar.of(mover):
                sort = "bar"
            elif position.off.of(mover):
                sort = "bearing off"
            else:
                sort = "double" if position.dice[0] == position.dice[1] else "any"
            if len(sorts[sort]) < many // 5:
                sorts[sort].append(position)
    return [position for found in sorts.values() for position in found]


def either_alone(position: Position) -> list[Position]:
    """The position with each roll of which either die can be played but not both, to different results."""
    board, found = turns.view(position), []
    for high, low in combinations(range(6, 0, -1), 2):
        alone = [
            {turns.stepped(board, board.own, s) for s in turns.steps(board, board.own, die)} for die in (high, low)
        ]
        if all(alone) and not alone[1] <= alone[0] and turns.most_dice(board, (high, low)) == 1:
            found.append(replace(position, dice=(high, low)))
    return found


def sides(position: Position) -> Result:
    """The board as lists of the mover's and of the opponent's checkers, each in their own numbering."""
    dumped = GAME.dump(position)
    lists = []
    for player in (position.to_move, "B" if position.to_move == "W" else "W"):
        counts = [0] * 26
        for point, (owner, number) in dumped["points"].items():
            if owner == player:
                counts[int(point) if player == "W" else 25 - int(point)] = number
        counts[0], counts[25] = dumped["off"][player], dumped["bar"][player]
        lists.append(tuple(counts))
    return lists[0], lists[1]


def ours(position: Position) -> set[Result]:
    """Every result that our rules allow."""
    results = set()
    for move in GAME.legal(position, 100_000).moves:
        outcome = GAME.judge(position, move).outcome
        assert outcome is not None, (position, move)
        mover, opponent = sides(outcome.position)
        # After a turn the other player is to move, so the mover's list comes second, unless the turn won the game.
        results.add((mover, opponent) if outcome.position.to_move == position.to_move else (opponent, mover))
    assert len(results) == len(GAME.legal(position, 100_000).moves), position
    return results


def theirs(position: Position, plays: list[list[list[int]]]) -> set[Result]:
    """Every result of gnubg's plays, each step carried out here one by one."""
    mover, opponent = sides(position)
    results = set()
    for steps in plays or [[]]:
        own, enemy = list(mover), list(opponent)
        for source, target in steps:
            own[source] -= 1
            own[target] += 1
            if target and enemy[25 - target] == 1:
                enemy[25 - target] -= 1
                enemy[25] += 1
        results.add((tuple(own), tuple(enemy)))
    return results


def ask(positions: list[Position]) -> list[Any]:
    """What gnubg answers for each position: its plays or an error, and the board that it has read."""
    answers = gnubg.run(SCRIPT, [GAME.xgid(position) for position in positions])
    return [json.loads(line) for line in answers.splitlines()]


def compare(many: int) -> int:
    """Prints how the two sets of results compare, and returns how many positions differ."""
    positions = drawn(many)
    answers = ask(positions)
    assert len(answers) == len(positions)
    wrong, results, refused, misread = 0, 0, Counter[str](), 0
    for position, (plays, read) in zip(positions, answers, strict=True):
        mover, opponent = sides(position)
        # gnubg's board has the points 1 to 24 and the bar; the side to move comes second.
        misread += [tuple(side) for side in read] != [opponent[1:], mover[1:]]
        here = ours(position)
        if isinstance(plays, str):
            # gnubg has no hint if nothing can be moved.
            refused[plays] += 1
            plays = []
        there = theirs(position, plays)
        results += len(here)
        if here != there:
            wrong += 1
            print(GAME.xgid(position), "only here:", here - there, "only gnubg:", there - here)
    bar = sum(position.bar.of(position.to_move) > 0 for position in positions)
    off = sum(position.off.of(position.to_move) > 0 for position in positions)
    doubles = sum(position.dice is not None and position.dice[0] == position.dice[1] for position in positions)
    alone = sum(position in either_alone(position) for position in positions)
    print(f"{len(positions)} positions with {results} results; {bar} with bar, {off} bearing off,")
    print(f"{doubles} doubles, {alone} in which either die can be played but not both")
    print(f"without a hint from gnubg: {dict(refused)}")
    print(f"positions that differ: {wrong}")
    print(f"boards that gnubg read otherwise from our XGID: {misread}")
    return wrong + misread


def play_games(many: int) -> None:
    """Plays random games, and checks that no checker is lost or added and that each game ends."""
    ends, made = Counter[str](), 0
    for seed in range(many):
        last = None
        for position, move in played(10_000_000 + seed):
            made += 1
            last = GAME.judge(position, move).outcome if position.dice else None
        assert last is not None, seed
        assert last.position.result is not None, seed
        ends[last.position.result.how] += 1
    print(f"{many} random games ended, {made / many:.0f} moves each: {dict(ends)}")


if __name__ == "__main__":
    differ = compare(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
    play_games(GAMES)
    sys.exit(differ > 0)
