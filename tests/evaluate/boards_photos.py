"""Renders photographs of the exported boards, reads them with `companion read`, prints how well it did.

photo.py path-traces the photographs; its path, and an interpreter that has its libraries, are options. Photographs
are kept in a folder and not rendered again. Each seed is one camera: one view, lens and table, and one set of pieces
for each board. The light changes from board to board and from camera to camera. Ten cameras make 200 photographs.

    python -m tests.evaluate.boards_photos [--photo-tool FILE] [--python FILE] [--cache DIR] [--cameras 21-30]
        [--games mindfield,spry]
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.boards import BOARDS
from companion.referee import start_table
from tests.evaluate.go_photos import ask
from tests.evaluate.renders import Studio, add_arguments
from vision.layout import Layout

LIGHTS = ("daylight", "lamp", "dim")
GAMES, HANDS = 2, 1  # photographs of each camera and board, beside the one of the start

WAYS = ("with set-up", "without set-up", "layout alone")
"""With a photograph of the start learned; without it, on our board, whose drawing is known; as an unknown board.

Only the first two have aims. Of an unknown board nothing says how an empty cell looks. Where one looks like a piece
(the triangles of Backgammon), only a set-up photograph can tell them apart. The third is printed so that a change is
noticed.
"""

Table = dict[str, list[str]]
Loose = list[tuple[float, float, str]]


def backgammon(layout: Layout, chance: random.Random) -> tuple[Table, Loose]:
    """Fifteen checkers each on points of their own, some on the bar and off; now and then one high stack."""
    points = [str(n) for n in range(1, 25)]
    chance.shuffle(points)
    lies: Table = {}
    for kind in ("white", "black"):
        left = layout.cells["1"].capacity
        for cell, most in ((f"off-{kind}", chance.choice((0, 0, 4, 9))), (f"bar-{kind}", chance.choice((0, 0, 1, 3)))):
            if count := chance.randint(0, most):
                lies[cell] = [kind] * count
                left -= count
        while left:
            count = min(left, chance.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 10, 15)))
            lies[points.pop()] = [kind] * count
            left -= count
    return lies, []


def spaces(layout: Layout, chance: random.Random) -> tuple[Table, Loose]:
    """Up to three pieces of each player anywhere, sometimes on the centre."""
    free = [name for name in layout.cells if name != "CENTRE"]
    chance.shuffle(free)
    lies = {free.pop(): [kind] for kind in ("white", "black") for _ in range(chance.randint(1, 3))}
    if chance.random() < 0.3:
        kind = chance.choice(("white", "black"))
        if list(lies.values()).count([kind]) < 3:
            lies["CENTRE"] = [kind]
    return lies, []


def spry(layout: Layout, chance: random.Random) -> tuple[Table, Loose]:
    """Stones on some cells, from a few to most of them."""
    free = list(layout.cells)
    chance.shuffle(free)
    each = chance.randint(2, 26)
    return {free.pop(): [kind] for kind in ("white", "black") for _ in range(each)}, []


def color_dice(layout: Layout, chance: random.Random) -> tuple[Table, Loose]:
    """Pawns of all colours in all areas, the rest of them outside."""
    free = list(layout.cells)
    chance.shuffle(free)
    lies: Table = {}
    loose: Loose = []
    for kind in layout.pieces:
        inside = chance.randint(2, 9)
        lies |= {free.pop(): [kind] for _ in range(inside)}
        for _ in range(min(9 - inside, 3)):
            if place := _outside(layout, chance, loose):
                loose.append((*place, kind))
    return lies, loose


def _outside(layout: Layout, chance: random.Random, loose: Loose) -> tuple[float, float] | None:
    """A place for a pawn on the print, clear of cells, markers and other pieces; None if every try failed."""
    wide = max(kind.diameter_mm for kind in layout.pieces.values())
    reach = max(math.dist((c.x, c.y), corner) for c in layout.cells.values() for corner in c.polygon or ())
    taken = [(c.x, c.y, reach + 0.7 * wide) for c in layout.cells.values()]
    taken += [(m.x, m.y, m.size_mm + 0.5 * wide) for m in layout.markers]
    taken += [(x, y, 1.5 * wide) for x, y, _ in loose]
    for _ in range(200):
        x, y = (chance.uniform(wide, side - wide) for side in layout.size_mm)
        if all(math.dist((x, y), (a, b)) > gap for a, b, gap in taken):
            return round(x, 1), round(y, 1)
    return None


def mindfield(layout: Layout, chance: random.Random) -> tuple[Table, Loose]:
    """The Antipode with either side up and some stones of each player."""
    free = list(layout.cells)
    chance.shuffle(free)
    lies = {free.pop(): [chance.choice(("antipode-gold", "antipode-silver"))]}
    for kind in ("gold", "silver"):
        lies |= {free.pop(): [kind] for _ in range(chance.randint(4, 13))}
    return lies, []


def scattered(layout: Layout, chance: random.Random) -> tuple[Table, Loose]:
    """Some pieces of each kind on cells of their own: for games that need nothing else."""
    free = list(layout.cells)
    chance.shuffle(free)
    most = len(free) // len(layout.pieces)
    return {free.pop(): [kind] for kind in layout.pieces for _ in range(chance.randint(1, most))}, []


_OWN: Mapping[str, Callable[[Layout, random.Random], tuple[Table, Loose]]] = {
    "backgammon": backgammon,
    "spaces": spaces,
    "spry": spry,
    "color-dice": color_dice,
    "mindfield": mindfield,
}
TABLES = {**_OWN, **{game: scattered for game in BOARDS if game not in _OWN}}
"""Makes a table as in the middle of each game."""


def positions(game: str, seed: int) -> list[dict[str, object]]:
    """Tables as photo.py takes them: the start, the middle of some games, and one with a hand over it."""
    chance = random.Random(f"{game} {seed}")
    layout = BOARDS[game].layout()
    start = {cell: list(kinds) for cell, kinds in (start_table(game) or {}).items()}
    out: list[dict[str, object]] = [{"name": "start", "cells": start}]
    for number in range(GAMES + HANDS):
        lies, loose = TABLES[game](layout, chance)
        name, hand = (f"game{number}", False) if number < GAMES else (f"hand{number - GAMES}", True)
        out.append({"name": name, "cells": lies, "loose": loose, "hand": hand})
    return out


def light_of(game: str, seed: int) -> str:
    """The light in which a camera sees a board: over cameras and boards, all three come up for each of them."""
    return LIGHTS[(seed + list(TABLES).index(game)) % len(LIGHTS)]


def judge(line: Mapping[str, object], image: Mapping[str, object], layout: Layout) -> tuple[Counter[str], list[str]]:
    """The score of one answer (whole boards, hands, single cells), and the cells that are sure and wrong, in words.

    Pieces on top of a full cell cannot be counted from above: such a pile is right with its kind and any count that
    high.
    """
    count: Counter[str] = Counter(photos=1)
    wrong: list[str] = []
    truth, cells, unsure = image["cells"], line.get("cells"), line.get("unsure")
    assert isinstance(truth, dict)
    count["hands"] = bool(image["hand"])
    count["hands seen"] = bool(image["hand"]) and line.get("hand") is True
    count["false hands"] = not image["hand"] and line.get("hand") is True
    if not isinstance(cells, dict) or not isinstance(unsure, list):
        count["unplaced"] = 1
        return count, wrong
    exact = True
    for name, cell in cells.items():
        kinds = truth.get(name, [])
        visible = len(layout.cells[name].places())
        piled = len(kinds) >= visible and layout.cells[name].capacity > visible
        counted = cell["count"] >= visible if piled else cell["count"] == len(kinds)
        right = cell["piece"] == (kinds[-1] if kinds else None) and counted
        for bound in (0.95, 0.99):
            count[f"p {bound}"] += name not in unsure and cell["p"] >= bound
            count[f"p {bound} wrong"] += name not in unsure and cell["p"] >= bound and not right
        if name not in unsure and not right:
            said = f"{cell['piece'] or 'empty'} x {cell['count']} ({cell['p']})"
            wrong.append(f"{image['file']} {name}: {said} where {kinds[-1] if kinds else 'empty'} x {len(kinds)} is")
        if not image["hand"]:
            count["cells"] += 1
            count["right"] += right
            count["open"] += piled
            count["unsure"] += name in unsure and not piled
            exact = exact and right
    if not image["hand"]:
        count["boards"] = 1
        count["boards exact"] = exact
    return count, wrong


def report(title: str, count: Counter[str]) -> None:
    """One row of the table."""
    cells = max(count["cells"], 1)
    print(  # noqa: T201
        f"{title:40} {count['photos']:4} {100 * count['right'] / cells:8.3f} % of {count['cells']:5} "
        f"{count['boards exact']:4} of {count['boards']:3} {count['p 0.95 wrong']:4} of {count['p 0.95']:5} "
        f"{count['p 0.99 wrong']:4} of {count['p 0.99']:5} {count['unsure']:6} {count['open']:5} "
        f"{count['hands seen']:3} of {count['hands']:3} {count['false hands']:3} {count['unplaced']:4}",
        flush=True,
    )


def heading() -> None:
    """What the columns say."""
    print(  # noqa: T201
        f"{'':40} pics        cells right  boards exact  wrong at .95   wrong at .99 unsure piles   "
        "hands, false, no board"
    )


def main() -> int:
    """Prints the table; 0 if the aims are reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_arguments(parser)
    parser.add_argument("--cameras", default="21-30", help="first-last")
    parser.add_argument("--games", default=",".join(TABLES), help="some of them, with commas")
    parser.add_argument("--debug", type=Path)
    args = parser.parse_args()
    first, last = (int(v) for v in args.cameras.split("-"))
    games = args.games.split(",")
    if unknown := sorted(set(games) - set(TABLES)):
        parser.error(f"there is no board {unknown[0]!r}; there are {', '.join(TABLES)}")
    debug = ["--debug", str(args.debug)] if args.debug else []
    totals: dict[tuple[str, str], Counter[str]] = {}
    heading()
    studio = Studio(args.photo_tool, args.python, args.cache)
    for seed in range(first, last + 1):
        for game in games:
            light = light_of(game, seed)
            folder = args.cache / game / f"{seed}-{light}"
            studio.photograph(game, folder, positions(game, seed), seed, light)
            for way, (count, wrong) in read_folder(folder, game, studio.pack(game), debug).items():
                report(f"{game} {folder.name} {way}", count)
                for line in wrong:
                    print(f"    sure and wrong: {line}")  # noqa: T201
                for key in ((way, game), (way, "all")):
                    totals[key] = totals.get(key, Counter()) + count
    heading()
    for way, game in sorted(totals, key=lambda key: (WAYS.index(key[0]), key[1])):
        report(f"{way}: {game}", totals[way, game])
    return 0 if all(reached(way, totals[way, "all"]) for way in WAYS[:2]) else 1


def read_folder(folder: Path, game: str, pack: Path, debug: Sequence[str]) -> dict[str, tuple[Counter[str], list[str]]]:
    """What each way of reading makes of one camera's photographs of one board."""
    images = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["images"]
    files = [str(folder / image["file"]) for image in images]
    bases = (
        ["--game", game, "--setup", str(folder / "start.png")],
        ["--game", game],
        ["--layout", str(foreign(pack))],
    )
    layout = BOARDS[game].layout()
    out = {}
    for way, base in zip(WAYS, bases, strict=True):
        count, wrong = Counter[str](), list[str]()
        # With a set-up photograph that cannot be used, the command prints an error and no answer for any other
        # photograph.
        answers = ask([*base, *debug, *files]) or [{}] * len(files)
        for answer, image in zip(answers, images, strict=True):
            more, lines = judge(answer, image, layout)
            count += more
            wrong += lines
        out[way] = count, wrong
    return out


def foreign(pack: Path) -> Path:
    """The layout of a pack under a name that is no game of ours, so that only the layout is known of the board."""
    data = json.loads((pack / "layout.json").read_text(encoding="utf-8"))
    file = pack / "foreign.json"
    file.write_text(json.dumps(data | {"game": "foreign"}), encoding="utf-8")
    return file


def reached(way: str, count: Counter[str]) -> bool:
    """True if the aims of this way are met."""
    cells, boards, strict = (0.999, 0.97, 5000) if way == WAYS[0] else (0.99, 0.0, 1000)
    return (
        count["right"] >= cells * count["cells"]
        and count["boards exact"] >= boards * count["boards"]
        and count["p 0.95 wrong"] * strict <= count["p 0.95"]
        and count["hands seen"] == count["hands"]
        and not count["false hands"]
    )


if __name__ == "__main__":
    sys.exit(main())
