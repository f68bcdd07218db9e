"""Folders of photographs: the tables to photograph, and rendering those folders that do not exist yet.

A folder is one game and one seed: one camera, one light, one set of pieces and, if the board is repainted, one print.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.boards import BOARDS
from companion.referee import start_table
from tests.evaluate.boards_photos import TABLES, Table
from tests.evaluate.renders import NEEDED, ROOT, Studio
from tests.evaluate.unlike import conditions, seeds
from tests.evaluate.unlike.conditions import Conditions
from vision.layout import Layout

SETUP = "setup"
# samples for each pixel at 1280x720, and their limits: larger pictures get fewer samples, as their noise is finer
SPP, SPP_LIMITS = 24, (12, 32)
STARTS_SPP = 12


@dataclass(frozen=True)
class Photo:
    """One photograph and what is in it."""

    file: Path
    cells: Table
    hand: bool


@dataclass(frozen=True)
class Folder:
    """All photographs of one game and seed."""

    game: str
    seed: int
    path: Path
    layout: Path
    painted: bool
    setup: Photo
    photos: tuple[Photo, ...]

    def entry(self) -> dict[str, Any]:
        """The folder as one entry of index.json."""
        view = json.loads((self.path / "view.json").read_text(encoding="utf-8"))
        return {
            "dir": str(self.path),
            "game": self.game,
            "seed": self.seed,
            "layout": str(self.layout),
            "painted": self.painted,
            "setup": {"file": self.setup.file.name, "cells": self.setup.cells},
            "images": [{"file": p.file.name, "cells": p.cells, "hand": p.hand} for p in self.photos],
            **view,
        }


@dataclass(frozen=True)
class Wanted:
    """A folder to be rendered: its place, its camera and its tables as photo.py takes them."""

    which: str
    game: str
    seed: int
    path: Path
    conditions: Conditions
    positions: list[dict[str, Any]]
    spp: int

    @property
    def painted(self) -> bool:
        return self.which == "painted"

    @property
    def photo_seed(self) -> int:
        """The seed for photo.py: different for each game, so that no two games are seen in the same light."""
        return self.seed + 10_000 * (1 + list(TABLES).index(self.game))


def wanted(part: str, which: str, games: Sequence[str], count: int | None, cache: Path) -> list[Wanted]:
    """The folders of a set, seed by seed."""
    return [wanted_one(part, which, game, seed, cache) for seed in seeds.of(part, which, count) for game in games]


def wanted_one(part: str, which: str, game: str, seed: int, cache: Path) -> Wanted:
    """The folder of one game and seed."""
    layout = BOARDS[game].layout()
    piece = min(kind.diameter_mm for kind in layout.pieces.values())
    told = conditions.draw(seed, game, layout.size_mm, piece)
    path = cache / part / which / f"{game}-{seed}"
    if which == "starts":
        # Any light and look, but a clear picture: this asks whether the start table fits, not whether it can be seen.
        told = replace(told, size=(960, 720), tilt_deg=min(told.tilt_deg, 28.0), fill=max(0.8, told.fill), barrel=0.0,
                       exposure=1.0, red_gain=1.0, focus_blur=0.0, motion_blur=0.0, jpeg=100)  # fmt: skip
        return Wanted(which, game, seed, path, told, starts(game, layout, seed), STARTS_SPP)
    samples = round(SPP * 1280 * 720 / (told.size[0] * told.size[1]))
    spp = min(max(samples, SPP_LIMITS[0]), SPP_LIMITS[1])
    return Wanted(which, game, seed, path, told, tables(game, layout, seed), spp)


def tables(game: str, layout: Layout, seed: int) -> list[dict[str, Any]]:
    """The set-up table and some tables from the middle of a game, with something that covers part of the last one."""
    chance = random.Random(f"unlike {game} {seed}")
    out = [{"name": SETUP, "cells": setup_table(game, layout, chance), "loose": [], "hand": False}]
    for number in range(seeds.PHOTOS):
        cells, loose = TABLES[game](layout, chance)
        hand = number == seeds.PHOTOS - 1
        out.append({"name": f"photo{number}", "cells": cells, "loose": loose, "hand": hand})
    return out


def setup_table(game: str, layout: Layout, chance: random.Random) -> Table:
    """The game's start table; if that has no piece or only one, a table with every kind of piece instead."""
    start = {cell: list(kinds) for cell, kinds in (start_table(game) or {}).items()}
    if sum(map(len, start.values())) > 1:
        return start
    cells, _ = TABLES[game](layout, chance)
    for kind in layout.pieces:
        if not any(kind in kinds for kinds in cells.values()):
            cells[chance.choice([name for name in layout.cells if name not in cells])] = [kind]
    return cells


def starts(game: str, layout: Layout, seed: int) -> list[dict[str, Any]]:
    """The start table: right, with a piece missing, and with a piece of the wrong kind (`starts.WRONG`).

    If the start table has no pieces, both wrong tables have one piece.
    """
    chance = random.Random(f"starts {game} {seed}")
    start = {cell: list(kinds) for cell, kinds in (start_table(game) or {}).items()}
    kinds = list(layout.pieces)
    missing, wrong = ({cell: list(pile) for cell, pile in start.items()} for _ in range(2))
    if start:
        cell = chance.choice(list(start))
        missing[cell].pop()
        missing = {name: pile for name, pile in missing.items() if pile}
        cell = chance.choice(list(start))
        wrong[cell][-1] = chance.choice([kind for kind in kinds if kind != wrong[cell][-1]])
    else:
        for table in (missing, wrong):
            table[chance.choice(list(layout.cells))] = [chance.choice(kinds)]
    tables = {"start": start, "missing": missing, "wrong": wrong}
    return [{"name": name, "cells": table, "loose": [], "hand": False} for name, table in tables.items()]


def render(studio: Studio, folders: Iterable[Wanted]) -> list[Folder]:
    """Renders the folders that do not exist yet in one run of photo.py. Ends the program with advice if it cannot."""
    folders = list(folders)
    jobs = []
    for want in folders:
        told = {"positions": want.positions, "conditions": want.conditions.dump()}
        text = json.dumps(told, sort_keys=True)
        asked, done = want.path / "asked.json", want.path / "view.json"
        if done.exists() and asked.exists() and asked.read_text(encoding="utf-8") == text:
            continue
        want.path.mkdir(parents=True, exist_ok=True)
        done.unlink(missing_ok=True)
        asked.write_text(text, encoding="utf-8")
        positions = want.path / "positions.json"
        positions.write_text(json.dumps(want.positions), encoding="utf-8")
        jobs.append(
            {
                "out": str(want.path),
                "pack": str(studio.pack(want.game)),
                "positions": str(positions),
                "seed": want.photo_seed,
                "conditions": want.conditions.dump(),
                "painted": want.painted,
                "spp": want.spp,
            }
        )
    if jobs:
        _run(studio, jobs)
    return [_folder(studio, want) for want in folders]


def _run(studio: Studio, jobs: Sequence[dict[str, Any]]) -> None:
    if not studio.tool.exists():
        sys.exit(f"{studio.tool} is not there: name photo.py with --photo-tool")
    python = str(Path(studio.python).absolute()) if "/" in studio.python else studio.python
    # Each run writes its own file, as two evaluations may render into one folder.
    with tempfile.NamedTemporaryFile("w", dir=studio.cache, suffix=".json", encoding="utf-8") as file:
        json.dump(jobs, file)
        file.flush()
        command = [python, "-m", "tests.evaluate.unlike.photograph", str(studio.tool.absolute()), file.name]
        sys.stderr.write(f"rendering {len(jobs)} folders\n")
        try:
            run = subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False)
        except OSError as error:
            sys.exit(f"{studio.python} cannot be run ({error.strerror}): name a Python that has {NEEDED} with --python")
    if run.returncode:
        sys.exit(f"The photographs cannot be rendered. {studio.python} needs {NEEDED} and an LLVM 16+ library.")


def _folder(studio: Studio, want: Wanted) -> Folder:
    images = json.loads((want.path / "truth.json").read_text(encoding="utf-8"))["images"]
    setup, *photos = (Photo(want.path / image["file"], image["cells"], image["hand"]) for image in images)
    layout = (want.path / "pack" if want.painted else studio.pack(want.game)) / "layout.json"
    return Folder(want.game, want.seed, want.path, layout, want.painted, setup, tuple(photos))


def write_index(folders: Sequence[Folder], file: Path) -> None:
    """Writes index.json: one entry a folder."""
    file.write_text(json.dumps([folder.entry() for folder in folders], indent=1), encoding="utf-8")
