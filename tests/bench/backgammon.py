# ruff: noqa: T201 - what it measures is printed
"""How long Backgammon's judge, match and legal take: `python -m tests.bench.backgammon`.

The positions come from the middle of random games; those with doubles are also timed apart, and so are positions with
scattered checkers, which have far more moves. Nothing is remembered from one call to the next. Where OpenSpiel can be
imported (by the interpreter named in SPIEL_PYTHON, else by this one), its legal_actions is timed on the same positions.

Times are processor times, so that other work on the machine does not count. The mean wall-clock time is printed beside
them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator

from companion.rules.backgammon import Backgammon, Position, turns
from tests.rules.backgammon.positions import board, played, scattered

GAME = Backgammon()
POSITIONS = 1_500

SPIEL = """
import json, random, re, time
import pyspiel
game, rnd, found = pyspiel.load_game("backgammon"), random.Random(1), []
while len(found) < 1500:
    state = game.new_initial_state()
    while not state.is_terminal() and len(found) < 1500:
        if state.is_chance_node():
            state.apply_action(rnd.choice([action for action, _ in state.chance_outcomes()]))
            continue
        dice = [int(die) for die in re.search("Dice: (..)", str(state))[1]]
        player = state.current_player()
        fresh = state.clone()
        begun, on_wall = time.thread_time(), time.perf_counter()
        actions = fresh.legal_actions()
        spent = [(time.thread_time() - begun) * 1000, (time.perf_counter() - on_wall) * 1000]
        if dice[0] != dice[1]:
            sides = [[state.board(p, i) for i in [*range(24), 100]] for p in (1, 0)]
            children = [state.child(action) for action in actions]
            results = {tuple(c.board(p, i) for p in (0, 1) for i in [*range(24), 100]) for c in children}
            found.append([sides, "W" if player == 1 else "B", dice, len(results), spent])
        state.apply_action(rnd.choice(actions))
print(json.dumps(found))
"""


def positions(many: int) -> list[tuple[Position, str]]:
    """Positions with dice from the middle of random games, and a move in each."""
    rnd = random.Random(7)
    found: list[tuple[Position, str]] = []
    seed = 0
    while len(found) < many:
        seed += 1
        found += [turn for turn in list(played(seed))[5:60] if turn[0].dice and rnd.random() < 0.5]
    return found[:many]


def timed(asks: Iterable[Callable[[], object]]) -> tuple[list[float], float]:
    """Each call's processor time and the mean wall-clock time, in ms. Before each call, the caches are emptied."""
    spent = []
    wall = 0.0
    for ask in asks:
        turns.forget()
        begun, on_wall = time.thread_time(), time.perf_counter()
        ask()
        spent.append((time.thread_time() - begun) * 1000)
        wall += (time.perf_counter() - on_wall) * 1000
    return spent, wall / len(spent)


def report(name: str, measured: tuple[list[float], float]) -> None:
    spent, wall = measured
    ordered = sorted(spent)
    middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    print(
        f"{name:24} median {middle:7.3f} ms   p99 {late:7.3f} ms   most {ordered[-1]:7.3f} ms   "
        f"mean on the wall {wall:7.3f} ms   ({len(ordered)})"
    )


def tables(turn: tuple[Position, str], rnd: random.Random) -> Iterator[tuple[str, dict[str, tuple[str, ...]]]]:
    """Tables to be matched: the finished move, one checker lifted, and that checker put on a wrong point."""
    position, move = turn
    before = dict(GAME.table(position))
    outcome = GAME.judge(position, move).outcome
    assert outcome is not None
    yield "finished", dict(GAME.table(outcome.position))
    own = "white" if position.to_move == "W" else "black"
    source = rnd.choice([cell for cell, kinds in before.items() if kinds[0] == own and not cell.startswith("off")])
    lifted = before | {source: before[source][1:]}
    yield "lifted", lifted
    yield "wrong", lifted | {"12": (*lifted.get("12", ()), own)}


def beside_spiel() -> None:
    """Times OpenSpiel's legal_actions on positions of its own games, and our `legal` on the same positions.

    Doubles are left out: there OpenSpiel plays a turn as two actions, so it does not list whole turns.
    """
    program = os.environ.get("SPIEL_PYTHON", sys.executable)
    spiel = subprocess.run([program, "-c", SPIEL], capture_output=True, text=True, check=False)
    if spiel.returncode:
        why = (spiel.stderr.strip().splitlines() or ["no word why"])[-1]
        print(f"No comparison with OpenSpiel: {why}")
        return
    asked, theirs, their_wall, other_count = [], [], 0.0, 0
    for (white, black), to_move, dice, results, spent in json.loads(spiel.stdout):
        # OpenSpiel's player O moves from 23 down, as our White does from 24; OpenSpiel numbers the bar 100.
        sides = [{i + 1: n for i, n in enumerate(side[:24]) if n} | {25: side[24]} for side in (white, black)]
        position = GAME.parse(board(*sides, to_move=to_move, dice=dice))
        asked.append(position)
        theirs.append(spent[0])
        their_wall += spent[1]
        other_count += len(GAME.legal(position).moves) != results
    here = timed(lambda p=p: GAME.legal(p) for p in asked)
    report("legal, OpenSpiel's games", here)
    report("OpenSpiel itself", (theirs, their_wall / len(theirs)))
    print(f"the same {len(asked)} positions without doubles: ours takes {sum(here[0]) / sum(theirs):.1f} times as long")
    print(f"positions in which it has another number of different results: {other_count}")


def main() -> None:
    rnd = random.Random(3)
    random_play = positions(POSITIONS)
    doubles = [turn for turn in positions(6 * POSITIONS) if turn[0].dice and len(set(turn[0].dice)) == 1][:POSITIONS]
    thrown = [GAME.parse(scattered(seed)) for seed in range(POSITIONS)]
    strewn = [(position, GAME.legal(position).moves[0]) for position in thrown]
    for sort, found in (("random play", random_play), ("random play, doubles alone", doubles), ("strewn", strewn)):
        listed = [len(GAME.legal(position).moves) for position, _ in found]
        print(f"{sort}: {len(found)} positions, {sum(listed) / len(listed):.0f} moves each, {max(listed)} at most")
        report("judge, legal", timed(lambda p=p, m=m: GAME.judge(p, m) for p, m in found))
        foreign = [(position, rnd.choice(found)[1]) for position, _ in found]
        report("judge, another's move", timed(lambda p=p, m=m: GAME.judge(p, m) for p, m in foreign))
        sorts: dict[str, list[tuple[Position, dict[str, tuple[str, ...]]]]] = {}
        for turn in found:
            for name, table in tables(turn, rnd):
                sorts.setdefault(name, []).append((turn[0], table))
        for name, shown in sorts.items():
            report(f"match, {name}", timed(lambda p=p, t=t: GAME.match(p, t) for p, t in shown))
        report("legal", timed(lambda p=p: GAME.legal(p) for p, _ in found))
        report("hints", timed(lambda p=p: GAME.hints(p) for p, _ in found))
    beside_spiel()


if __name__ == "__main__":
    main()
