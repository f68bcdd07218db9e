"""Path-traced photographs of our boards, made by photo.py and kept in a folder, for the evaluations that read them."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.boards import BOARDS
from companion.boards.export import export_board

ROOT = Path(__file__).parents[2]
NEEDED = "mitsuba trimesh numpy opencv-python"


@dataclass(frozen=True)
class Studio:
    """What makes photographs: photo.py, a Python that has its libraries, and the folder where they are kept."""

    tool: Path
    python: str
    cache: Path

    def pack(self, game: str) -> Path:
        """The folder of a game's printed board."""
        pack = self.cache / game / "pack"
        if not (pack / "layout.json").exists():
            export_board(BOARDS[game], pack, "full")
        return pack

    def photograph(
        self,
        game: str,
        out: Path,
        positions: Sequence[Mapping[str, object]],
        seed: int,
        light: str,
        look: str = "house",
    ) -> None:
        """Makes photographs of these positions with one camera (seed), with truth.json, unless `out` has them already.

        positions, light and look are arguments of photo.py. If photo.py cannot run, the program ends with advice.
        """
        asked, done = out / "positions.json", out / "truth.json"
        told = json.dumps(positions)
        if done.exists() and asked.exists() and asked.read_text(encoding="utf-8") == told:
            return
        if not self.tool.exists():
            sys.exit(f"{self.tool} is not there: name photo.py with --photo-tool")
        out.mkdir(parents=True, exist_ok=True)
        done.unlink(missing_ok=True)
        asked.write_text(told, encoding="utf-8")
        command = [self.python, str(self.tool), str(self.pack(game)), str(out), "--positions", str(asked)]
        command += ["--seed", str(seed), "--light", light, "--look", look]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            sys.exit(f"{self.python} cannot be run ({error.strerror}): name a Python that has {NEEDED} with --python")
        if "No module named" in run.stderr:
            sys.exit(
                f"{self.python} lacks a library ({run.stderr.strip().splitlines()[-1]}). Make an environment with "
                f"'pip install {NEEDED}' (and an LLVM 16+ library; Rust brings one) and name its python with --python"
            )
        if run.returncode:
            sys.exit(f"{self.tool} failed:\n{run.stderr.strip()}")


def add_arguments(parser: ArgumentParser) -> None:
    """Adds the options that a studio is made from."""
    parser.add_argument("--photo-tool", type=Path, default=ROOT.parent / "shared" / "tools" / "photo.py")
    parser.add_argument("--python", default=sys.executable, help=f"a Python with {NEEDED}")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "photos", help="where photographs are kept")
