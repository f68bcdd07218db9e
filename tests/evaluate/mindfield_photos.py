"""Renders photographs of the exported Mindfield board, reads them with `companion read`, prints how well it did.

The photographs are path-traced by photo.py (path given) with an interpreter that has its libraries. Rendered
ones are kept in a folder and not rendered again; each seed is one camera, lens, table and set of pieces.

    python tests/evaluate/mindfield_photos.py [--photo-tool FILE] [--python FILE] [--cache DIR] [--seeds 21-25]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.boards import BOARDS
from companion.boards.export import export_board

sys.path.insert(0, str(Path(__file__).parent))
from go_photos import ask

ROOT = Path(__file__).parents[2]
LIGHTS = ("daylight", "lamp", "dim")
NEEDED = "mitsuba trimesh numpy opencv-python"
GAMES, HANDS = 3, 1  # photographs a seed and light, beside the one of the start


def positions(seed: int, cells: Sequence[str]) -> list[dict[str, object]]:
    """Tables as photo.py takes them: the start, the middle of some games, and one with a hand over it."""
    chance = random.Random(seed)
    out: list[dict[str, object]] = [{"name": "start", "cells": {"d4": ["antipode-silver"]}}]
    for number in range(GAMES + HANDS):
        free = list(cells)
        chance.shuffle(free)
        lies = {free.pop(): [chance.choice(["antipode-gold", "antipode-silver"])]}
        for kind in ("gold", "silver"):
            for _ in range(chance.randint(4, 13)):
                lies[free.pop()] = [kind]
        name, hand = (f"game{number}", False) if number < GAMES else (f"hand{number - GAMES}", True)
        out.append({"name": name, "cells": lies, "hand": hand})
    return out


def render(tool: Path, python: str, pack: Path, out: Path, seed: int, light: str) -> None:
    """Photographs of one seed in one light, unless they are there. Ends the program with advice where it cannot."""
    if (out / "truth.json").exists():
        return
    out.mkdir(parents=True, exist_ok=True)
    asked = out / "positions.json"
    asked.write_text(json.dumps(positions(seed, list(BOARDS["mindfield"].layout().cells))), encoding="utf-8")
    command = [python, str(tool), str(pack), str(out), "--positions", str(asked), "--seed", str(seed), "--light", light]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        sys.exit(f"{python} cannot be run ({error.strerror}): name a Python that has {NEEDED} with --python")
    if "No module named" in done.stderr:
        sys.exit(
            f"{python} lacks a library ({done.stderr.strip().splitlines()[-1]}). Make an environment with "
            f"'pip install {NEEDED}' (and an LLVM 16+ library; Rust brings one) and name its python with --python"
        )
    if done.returncode:
        sys.exit(f"{tool} failed:\n{done.stderr.strip()}")


def judge(line: Mapping[str, object], image: Mapping[str, object]) -> Counter[str]:
    """What one answer is worth: whole boards, hands, single cells."""
    count: Counter[str] = Counter(photos=1)
    truth, cells, unsure = image["cells"], line.get("cells"), line.get("unsure")
    assert isinstance(truth, dict)
    count["hands"] = bool(image["hand"])
    count["hands seen"] = bool(image["hand"]) and line.get("hand") is True
    count["false hands"] = not image["hand"] and line.get("hand") is True
    if not isinstance(cells, dict) or not isinstance(unsure, list):
        count["unplaced"] = 1
        return count
    exact = True
    for name, cell in cells.items():
        kinds = truth.get(name, [])
        right = cell["piece"] == (kinds[-1] if kinds else None) and cell["count"] == len(kinds)
        count["sure"] += name not in unsure
        count["sure and wrong"] += name not in unsure and not right
        count["unsure"] += name in unsure and not image["hand"]
        exact = exact and (right or name in unsure)
    if not image["hand"]:
        count["boards"] = 1
        count["boards right"] = exact
    return count


def report(title: str, count: Counter[str]) -> None:
    """One row of the table."""
    print(  # noqa: T201
        f"{title:24} boards {count['boards right']:3} of {count['boards']:3}   hands {count['hands seen']:3} of "
        f"{count['hands']:3}, false {count['false hands']:2}   cells unsure {count['unsure']:3}, sure and wrong "
        f"{count['sure and wrong']:3} of {count['sure']:6}   not placed {count['unplaced']}"
    )


def main() -> int:
    """Prints the table; 0 where every board and every hand was read right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photo-tool", type=Path, default=ROOT.parent / "shared" / "tools" / "photo.py")
    parser.add_argument("--python", default=sys.executable, help=f"a Python with {NEEDED}")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "photos")
    parser.add_argument("--seeds", default="21-23", help="first-last")
    parser.add_argument("--debug", type=Path)
    args = parser.parse_args()
    first, last = (int(v) for v in args.seeds.split("-"))
    if not args.photo_tool.exists():
        sys.exit(f"{args.photo_tool} is not there: name photo.py with --photo-tool")
    pack = args.cache / "pack"
    export_board(BOARDS["mindfield"], pack, "full")
    debug = ["--debug", str(args.debug)] if args.debug else []
    totals = {"with set-up": Counter[str](), "without set-up": Counter[str]()}
    for seed in range(first, last + 1):
        for light in LIGHTS:
            folder = args.cache / f"{seed}-{light}"
            render(args.photo_tool, args.python, pack, folder, seed, light)
            images = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["images"]
            files = [str(folder / image["file"]) for image in images]
            for way, base in (
                ("with set-up", ["--game", "mindfield", "--setup", str(folder / "start.png")]),
                ("without set-up", ["--layout", str(pack / "layout.json")]),
            ):
                here = sum((judge(a, i) for a, i in zip(ask([*base, *debug, *files]), images, strict=True)), Counter())
                report(f"{seed} {light} {way}", here)
                totals[way] += here
    for way, count in totals.items():
        report(way, count)
    good = all(
        c["boards right"] == c["boards"] and c["hands seen"] == c["hands"] and not c["false hands"]
        for c in totals.values()
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
