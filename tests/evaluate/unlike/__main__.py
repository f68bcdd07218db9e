"""Renders photographs unlike those that the reader was designed on, reads them, and prints tables in Markdown.

    python -m tests.evaluate.unlike [--part design|report] [--sets own,painted,starts,real] [--games ...] [--count N]
        [--photo-tool FILE] [--python FILE] [--cache DIR] [--errors DIR] [--diagram FILE] [--index FILE] [--render-only]
        [--changes all|NAME,...]

The exit status is 1 if an aim is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2

from tests.evaluate.boards_photos import TABLES
from tests.evaluate.renders import ROOT, Studio, add_arguments
from tests.evaluate.unlike import changes, diagram, reading, real, scenes, scores, seeds, starts
from tests.evaluate.unlike.scenes import Folder
from tests.evaluate.unlike.scores import Score

RENDERED = {"own": "our boards", "painted": "repainted boards"}
REAL = "real"

# The least part of cells right, the least part of boards exact (0 for no aim), and how many sure cells there must be
# for each one that is wrong.
AIMS = {
    ("own", reading.WITH): (0.9995, 0.98, 20000),
    ("own", reading.WITHOUT): (0.998, 0.95, 20000),
    ("painted", reading.WITH): (0.997, 0.93, 10000),
    ("painted", reading.ALONE): (0.98, 0.0, 10000),
}
CALIBRATION_AIM = 0.005
"""The largest expected calibration error of each way that has an aim, and of all these readings together."""


def say(line: str) -> None:
    """Prints a line at once."""
    print(line, flush=True)  # noqa: T201


def main() -> int:
    """Renders what is missing and reads everything; 0 if all aims are reached."""
    args = _arguments()
    cv2.setNumThreads(1)
    if args.errors is not None:
        args.errors.mkdir(parents=True, exist_ok=True)
        (args.errors / "errors.txt").unlink(missing_ok=True)
    studio = Studio(args.photo_tool, args.python, args.cache.absolute())
    studio.cache.mkdir(parents=True, exist_ok=True)
    folders = {
        which: scenes.render(studio, scenes.wanted(args.part, which, args.games, args.count, studio.cache))
        for which in args.sets
        if which != REAL
    }
    if args.index is not None:
        scenes.write_index([folder for each in folders.values() for folder in each], args.index)
    if args.render_only:
        return 0
    reached, together = True, Score()
    for which in RENDERED:
        if which in folders and args.changes:
            _changed(which, folders[which], args)
        elif which in folders:
            for way, score in _rendered(which, folders[which], args).items():
                if (which, way) in AIMS:
                    reached = _reached(which, way, score) and reached
                    together.add(score)
    if together.ps:
        error = together.calibration_error()
        say(f"\nCalibration error of all readings that have an aim, together: {error:.4f} ({len(together.ps):,} cells)")
        reached = reached and error <= CALIBRATION_AIM
    if "starts" in folders:
        reached = _starts(folders["starts"]) and reached
    if REAL in args.sets and args.changes:
        _changed_real(args)
    elif REAL in args.sets:
        _real(args)
    return 0 if reached else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.set_defaults(cache=ROOT / "build" / "unlike")
    parser.add_argument("--part", choices=list(seeds.PARTS), default="design", help="which seeds (seeds.py)")
    parser.add_argument("--sets", default="own,painted,starts,real", help="some of own, painted, starts, real")
    parser.add_argument("--games", default=",".join(TABLES), help="some of them, with commas")
    parser.add_argument("--count", type=int, help="seeds of each set, all of them where left out")
    parser.add_argument(
        "--real", type=Path, default=ROOT.parent / "shared" / "photos", help="photographs of real boards"
    )
    parser.add_argument("--errors", type=Path, help="where each photograph that is read wrong gets its debug pages")
    parser.add_argument("--diagram", type=Path, help="where the reliability diagrams go; SET is added to the name")
    parser.add_argument("--index", type=Path, help="write what was rendered into this JSON file")
    parser.add_argument("--render-only", action="store_true", help="read nothing")
    parser.add_argument("--changes", default="", help="read them as they look after these changes, with commas, or all")
    args = parser.parse_args()
    args.sets, args.games = args.sets.split(","), args.games.split(",")
    args.changes = list(changes.CHANGES) if args.changes == "all" else [c for c in args.changes.split(",") if c]
    if strange := sorted(set(args.changes) - set(changes.CHANGES)):
        parser.error(f"{strange[0]!r} is no change; there are {', '.join(changes.CHANGES)}")
    if unknown := sorted(set(args.sets) - {*RENDERED, "starts", REAL} | set(args.games) - set(TABLES)):
        parser.error(f"{unknown[0]!r} is neither a set nor a game")
    return args


def _rendered(which: str, folders: Sequence[Folder], args: argparse.Namespace) -> dict[str, Score]:
    """Reads a set in every way, prints its table, and returns the score of each way."""
    totals: dict[str, dict[str, Score]] = {}
    lines: list[str] = []
    for folder in folders:
        for way in reading.ways(folder):
            score, said = reading.read_folder(folder, way, args.errors)
            for key in ("all", folder.game):
                totals.setdefault(way, {}).setdefault(key, Score()).add(score)
            lines += said
    say(f"\n## {RENDERED[which].capitalize()}, {args.part} seeds\n\n{scores.HEAD}")
    for way, by_game in totals.items():
        for game, score in by_game.items():
            say(scores.row(f"{way}: {game}", score))
    if memory := reading.memory(folders):
        say(
            "\nMemory of `companion read` with a set-up photograph: "
            + ", ".join(f"{g} {mb:.0f} MB" for g, mb in memory.items())
        )
    _list(lines, args)
    scored = {way: by_game["all"] for way, by_game in totals.items()}
    _draw(scored, which, args)
    return scored


def _changed(which: str, folders: Sequence[Folder], args: argparse.Namespace) -> None:
    """Reads a set once for each change that the photographs have and the set-up photograph does not have, in the first
    two ways.
    """
    say(f"\n## {RENDERED[which].capitalize()}, {args.part} seeds, changed after the set-up\n\n{scores.HEAD}")
    lines: list[str] = []
    for name in args.changes:
        totals: dict[str, Score] = {}
        for folder in folders:
            for way in reading.ways(folder)[:2]:
                score, said = reading.read_folder(folder, way, args.errors, changes.CHANGES[name])
                totals.setdefault(way, Score()).add(score)
                lines += [f"{name}: {line}" for line in said]
        for way, score in totals.items():
            say(scores.row(f"{name}, {way}", score))
    _list(lines, args)


def _reached(which: str, way: str, score: Score) -> bool:
    """True if the aims of a set and way are met."""
    (cells, boards, strict), c = AIMS[which, way], score.count
    hands = c["hands seen"] == c["hands"] and c["false hands"] * 300 <= c["photos"]
    return (
        c["right"] >= cells * c["cells"]
        and c["exact"] >= boards * c["boards"]
        and c["sure wrong"] * strict <= c["sure"]
        and (hands or which != "own")
        and score.calibration_error() <= CALIBRATION_AIM
    )


def _starts(folders: Sequence[Folder]) -> bool:
    say("\n## Start tables\n")
    asked = starts.ask(folders)
    say(starts.HEAD)
    for game, count in asked.items():
        say(starts.row(game, count))
    return all(count[name] == count["starts"] for count in asked.values() for name in ("start", "missing", "wrong"))


def _real(args: argparse.Namespace) -> None:
    say(f"\n## Photographs of real boards, nothing learned\n\n{scores.HEAD}")
    totals, lines = dict[str, Score](), list[str]()
    for name in real.SETS:
        totals[name], said = real.read_set(args.real, name, args.errors)
        lines += said
        say(scores.row(name, totals[name]))
    _list(lines, args)
    _draw(totals, REAL, args)


def _changed_real(args: argparse.Namespace) -> None:
    """Reads the photographs of real boards once for each change."""
    say(f"\n## Photographs of real boards, changed, nothing learned\n\n{scores.HEAD}")
    for change in args.changes:
        lines: list[str] = []
        for name in real.SETS:
            score, said = real.read_set(args.real, name, args.errors, changes.CHANGES[change])
            lines += [f"{change}: {line}" for line in said]
            say(scores.row(f"{change}: {name}", score))
        _list(lines, args)


def _list(lines: Sequence[str], args: argparse.Namespace) -> None:
    """Writes all errors into the folder for errors. Without one, prints sure and wrong cells, and what was left out."""
    if args.errors is not None:
        with (args.errors / "errors.txt").open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        return
    for line in lines:
        if "sure and wrong" in line or "left out" in line:
            say(f"    {line}")


def _draw(totals: dict[str, Score], which: str, args: argparse.Namespace) -> None:
    if args.diagram is not None:
        diagram.draw(totals, args.diagram.with_name(f"{args.diagram.stem}-{which}{args.diagram.suffix or '.png'}"))


if __name__ == "__main__":
    sys.exit(main())
