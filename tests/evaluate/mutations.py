"""Whether the tests notice broken rules: `python -m tests.evaluate.mutations [GAME...]`.

Breaks one rule at a time (`mutation_table`) in a temporary copy of the package and runs the tests of that game there,
on two cores, until the first that fails. Prints a line for each; exit status 1 where one survives, where a text to
be replaced does not stand in its file exactly once, or where the tests fail with nothing broken.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from tests.evaluate.mutation_table import MUTATIONS, Mutation

ROOT = Path(__file__).parents[2]
COPIED = ("companion", "vision", "tests", "pyproject.toml")
CORES = 2
LONGEST_S = 300.0

RULES = Path("companion") / "rules"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a game's tests: pytest's exit status (None where it did not end), who noticed, seconds taken."""

    status: int | None
    noticed_by: str
    seconds: float


def misplaced(mutations: Iterable[Mutation]) -> list[str]:
    """The mutations whose text does not stand in its file exactly once, a line each."""
    found = []
    for mutation in mutations:
        times = (ROOT / RULES / mutation.file).read_text(encoding="utf-8").count(mutation.old)
        if times != 1:
            found.append(f"{mutation.rule} {mutation.file}: found {times} times, not once: {mutation.old!r}")
    return found


def test_files(game: str) -> list[str]:
    """A game's own tests. Raises FileNotFoundError where it has none."""
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "rules").glob(f"test_{game}*.py"))
    if not files:
        raise FileNotFoundError(f"tests/rules has no test_{game}*.py")
    return files


def copy_to(folder: Path) -> Path:
    """A copy of all that the tests need. Raises RuntimeError where Python would not import that very copy."""
    for name in COPIED:
        source, goal = ROOT / name, folder / name
        if source.is_dir():
            # Compiled files tell a change by the second and the size; none may be left or written.
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, goal)
    asked = [sys.executable, "-c", "import companion.rules; print(companion.rules.__file__)"]
    imported = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()
    if Path(imported).resolve() != (folder / RULES / "__init__.py").resolve():
        raise RuntimeError(f"the copy in {folder} is not what is imported, but {imported}")
    shutil.rmtree(folder / RULES / "__pycache__", ignore_errors=True)
    return folder


def tested(folder: Path, game: str) -> Run:
    """Runs a game's tests in a copy until one fails."""
    command = [
        sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--tb=no", "-p", "no:cacheprovider",
        "--hypothesis-seed=0", *test_files(game),
    ]  # fmt: skip
    began = time.monotonic()
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=LONGEST_S, env=environment
        )
    except subprocess.TimeoutExpired:
        return Run(None, f"did not end within {LONGEST_S:.0f} s", time.monotonic() - began)
    failed = re.search(r"^FAILED \S+::(\S+)", done.stdout, re.MULTILINE)
    last = (done.stdout.strip().splitlines() or ["no word"])[-1]
    return Run(done.returncode, failed[1] if failed else last, time.monotonic() - began)


def broken(folder: Path, mutation: Mutation) -> Run:
    """The run with one rule broken; the copy is whole again afterwards."""
    path = folder / RULES / mutation.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        return tested(folder, mutation.game)
    finally:
        path.write_text(whole, encoding="utf-8")


def main(games: list[str]) -> int:
    """Prints the table; 1 where the check fails."""
    known = list(dict.fromkeys(mutation.game for mutation in MUTATIONS))
    if strange := set(games) - set(known):
        sys.stderr.write(f"No such game: {', '.join(sorted(strange))}. There are {', '.join(known)}.\n")
        return 1
    chosen = [mutation for mutation in MUTATIONS if not games or mutation.game in games]
    if lines := misplaced(chosen):
        sys.stderr.write("The table does not fit the code any more:\n" + "".join(f"  {line}\n" for line in lines))
        return 1
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(CORES) as pool:
        copies: Queue[Path] = Queue()
        for number in range(CORES):
            folder = Path(temporary) / str(number)
            folder.mkdir()
            copies.put(copy_to(folder))

        def run(game: str, mutation: Mutation | None) -> Run:
            folder = copies.get()
            try:
                return broken(folder, mutation) if mutation else tested(folder, game)
            finally:
                copies.put(folder)

        whole = {game: pool.submit(run, game, None) for game in known if not games or game in games}
        runs = [pool.submit(run, mutation.game, mutation) for mutation in chosen]
        sound = True
        for game, future in whole.items():
            result = future.result()
            sound &= result.status == 0
            said = "passes" if result.status == 0 else f"FAILS: {result.noticed_by}"
            sys.stdout.write(f"{game:10} {'':7} {'nothing broken':36} {result.seconds:6.1f} s  {said}\n")
        survived = 0
        for mutation, future in zip(chosen, runs, strict=True):
            result = future.result()
            noticed = result.status == 1
            survived += not noticed
            said = result.noticed_by
            if not noticed:
                said = "SURVIVED" if result.status == 0 else f"THE TESTS DID NOT RUN: {said}"
            sys.stdout.write(
                f"{mutation.game:10} {mutation.rule:7} {mutation.wrong:36} {result.seconds:6.1f} s  {said}\n"
            )
            sys.stdout.flush()
    minutes = (time.monotonic() - began) / 60
    sys.stdout.write(f"{len(chosen)} rules broken, {survived} not noticed; {minutes:.1f} minutes\n")
    return int(bool(survived) or not sound)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
