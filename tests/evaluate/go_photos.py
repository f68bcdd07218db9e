"""Reads real photographs of Go boards with `companion read --layout` and prints how well it did.

The photographs are not part of the project. Their folder holds layout.json and truth.json:
[{"file", "corners": four [x, y], "rows": row 19 first, B W .}].

    python tests/evaluate/go_photos.py FOLDER [--debug DIR]
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.commands import read

KINDS = {"B": "black", "W": "white"}
FILES = "abcdefghjklmnopqrst"
SETUPS = ("testing_sequence_0.jpg", "testing_sequence_5.jpg", "testing_sequence_11.jpg")


def table(rows: Sequence[str]) -> dict[str, list[str]]:
    """The table that rows of B, W and . show, row 19 first."""
    return {
        f"{FILES[column]}{19 - row}": [KINDS[sign]]
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign in KINDS
    }


def ask(arguments: Sequence[str]) -> list[dict[str, object]]:
    """The JSON lines of `companion read --json` with these arguments."""
    parser = argparse.ArgumentParser()
    read.add_arguments(parser)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        read.run(parser.parse_args([*arguments, "--json"]))
    return [json.loads(line) for line in out.getvalue().splitlines()]


def judge(line: Mapping[str, object], truth: Mapping[str, Sequence[str]]) -> Counter[str]:
    """How many cells there were, and how many of them right, unsure, sure, and wrong though sure."""
    count: Counter[str] = Counter(photos=1)
    cells = line.get("cells")
    if not isinstance(cells, dict):
        return Counter(photos=1, unplaced=1)
    unsure = line["unsure"]
    assert isinstance(unsure, list)
    count["false hands"] += bool(line["hand"])
    for name, cell in cells.items():
        kinds = truth.get(name, ())
        right = cell["piece"] == (kinds[-1] if kinds else None) and cell["count"] == len(kinds)
        count["cells"] += 1
        count["right"] += right
        count["unsure"] += name in unsure
        count["sure"] += name not in unsure
        count["sure and wrong"] += name not in unsure and not right
    return count


def report(title: str, count: Counter[str]) -> None:
    """One row of the table."""
    cells = max(count["cells"], 1)
    print(  # noqa: T201
        f"{title:44} {count['photos']:4} {count['cells']:6} {100 * count['right'] / cells:8.3f} % "
        f"{count['unsure']:7} {count['sure and wrong']:6} of {count['sure']:6} {count['false hands']:6}"
    )


def main() -> int:
    """Prints the table; 0 if the aims are reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--debug", type=Path)
    args = parser.parse_args()
    photos = json.loads((args.folder / "truth.json").read_text(encoding="utf-8"))
    base = ["--layout", str(args.folder / "layout.json")]
    if args.debug:
        base += ["--debug", str(args.debug)]
    print(f"{'':44} {'pics':>4} {'cells':>6} {'right':>10} {'unsure':>7} {'sure and wrong':>16} {'hands':>6}")  # noqa: T201
    totals = {"without set-up, no glare": Counter[str](), "without set-up, glare": Counter[str]()}
    for photo in photos:
        corners = " ".join(f"{x},{y}" for x, y in photo["corners"])
        (line,) = ask([*base, "--corners", corners, str(args.folder / photo["file"])])
        count = judge(line, table(photo["rows"]))
        report(photo["file"], count)
        totals["without set-up, glare" if photo["file"].startswith("8_") else "without set-up, no glare"] += count
    sequence = [photo for photo in photos if photo["file"].startswith("testing_sequence_")]
    for setup in SETUPS:
        total = Counter[str]()
        known = next(photo for photo in sequence if photo["file"] == setup)
        corners = " ".join(f"{x},{y}" for x, y in known["corners"])
        with tempfile.TemporaryDirectory() as folder:
            truth = Path(folder) / "table.json"
            truth.write_text(json.dumps(table(known["rows"])), encoding="utf-8")
            learned = ["--setup", str(args.folder / setup), "--setup-table", str(truth), "--corners", corners]
            files = [str(args.folder / photo["file"]) for photo in sequence]
            for photo, line in zip(sequence, ask([*base, *learned, *files]), strict=True):
                total += judge(line, table(photo["rows"]))
        totals[f"set-up {setup}"] = total
    for title, count in totals.items():
        report(title, count)
    plain = totals["without set-up, no glare"]
    learned_all = [count for title, count in totals.items() if title.startswith("set-up")]
    reached = (
        plain["right"] >= 0.99 * plain["cells"]
        and plain["sure and wrong"] <= 0.001 * plain["sure"]
        and all(count["right"] >= 0.999 * count["cells"] for count in learned_all)
    )
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
