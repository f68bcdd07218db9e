"""Renders a game of Mindfield as a path-traced sequence, plays it with `companion play`, and checks the events.

Two players: moves in order, an illegal one put right, a takeback by hand; a hand between all of them.

    python -m tests.evaluate.mindfield_sequence [--photo-tool FILE] [--python FILE] [--cache DIR] [--light NAME]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.boards import BOARDS
from companion.boards.export import export_board

ROOT = Path(__file__).parents[2]
Table = dict[str, list[str]]

START: Table = {"d4": ["antipode-silver"]}
ONE = START | {"b2": ["gold"]}
TWO = ONE | {"d2": ["silver"]}
WRONG = TWO | {"c4": ["gold"]}
THREE = TWO | {"f2": ["gold"]}
FOUR = THREE | {"b4": ["silver"]}
OTHER = THREE | {"b6": ["silver"]}

STORY: tuple[tuple[Table, str], ...] = (
    (START, ""),
    (ONE, "press done"),
    (TWO, "press done"),
    (WRONG, "press done"),
    (TWO, ""),
    (THREE, "press done"),
    (FOUR, "press done"),
    (THREE, ""),
    (OTHER, "press done"),
)
"""Tables one after the other, and what is pressed once each lies there."""

EXPECTED = [
    "setup-ok", "move b2", "move d2", "illegal MF-P", "corrected", "move f2", "move b4", "takeback", "move b6",
]  # fmt: skip

SHOWN = 3  # frames of each table


def frames() -> tuple[list[dict[str, object]], list[str]]:
    """Positions as photo.py takes them, in the order of their names, and the script's lines."""
    positions: list[dict[str, object]] = []
    script: list[str] = []
    for table, action in STORY:
        if positions:
            positions.append({"name": f"{len(positions):04d}", "cells": table, "hand": True})
        positions += [{"name": f"{len(positions) + i:04d}", "cells": table} for i in range(SHOWN)]
        if action:
            script.append(f"{len(positions) - 1} {action}")
    return positions, script


def render(args: argparse.Namespace, out: Path, positions: list[dict[str, object]]) -> None:
    """The sequence in `out`, unless it is there."""
    if (out / "truth.json").exists():
        return
    pack = out.parent / "pack"
    export_board(BOARDS["mindfield"], pack, "full", None)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as asked:
        json.dump(positions, asked)
        asked.flush()
        command = [args.python, args.photo_tool, pack, out, "--positions", asked.name]
        options = ["--seed", str(args.seed), "--light", args.light]
        subprocess.run([*map(str, command), *options], check=True)


def play(pictures: Path, script: list[str]) -> list[dict[str, object]]:
    """The events that `companion play` gives for the sequence."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "script").write_text("\n".join(script))
        command = [
            sys.executable,
            "-m",
            "companion.cli",
            "play",
            "--game",
            "mindfield",
            "--camera",
            f"images:{pictures}",
        ]
        options = ["--display", "none", "--script", f"{folder}/script", "--events", "-", "--data", folder]
        done = subprocess.run([*command, *options], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def brief(event: dict[str, object]) -> str:
    match event:
        case {"event": "move", "move": move}:
            return f"move {move}"
        case {"event": "illegal", "violations": [{"rule": rule}, *_]}:
            return f"illegal {rule}"
        case _:
            return str(event["event"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photo-tool", type=Path, default=ROOT.parent / "shared" / "tools" / "photo.py")
    parser.add_argument("--python", default=sys.executable, help="an interpreter with mitsuba and trimesh")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "photos")
    parser.add_argument("--light", default="daylight")
    parser.add_argument("--seed", type=int, default=31)
    args = parser.parse_args()
    positions, script = frames()
    pictures = args.cache / f"sequence-{args.light}-{args.seed}"
    render(args, pictures, positions)
    events = play(pictures, script)
    told = [brief(e) for e in events if e["event"] not in ("hand", "partial")]
    for event in events:
        sys.stdout.write(f"{event['frame']:5}  {brief(event)}\n")
    right = told == EXPECTED
    sys.stdout.write(f"{args.light}, seed {args.seed}: {'as expected' if right else f'expected {EXPECTED}'}\n")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
