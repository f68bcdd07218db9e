"""Checks whether the tests notice a wrong program: `python -m tests.evaluate.mutations [PART...]`.

A part is a game, or one of the packages referee, session and history. The check breaks one place at a time in a
temporary copy of the project and runs the tests of that part there, on two cores, until the first one fails. The
modules `mutation_table`, `mutation_table_referee` and `mutation_table_record` hold the places. It prints a line for
each place. The exit status is 1 if the tests notice nothing, if a text to be replaced does not occur in its file
exactly once, or where tests fail with nothing broken.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from tests.evaluate.mutation import ROOT, Mutation, watching_tests
from tests.evaluate.mutation_table import GAME_RULES
from tests.evaluate.mutation_table_record import RECORD
from tests.evaluate.mutation_table_referee import REFEREE

MUTATIONS = (*GAME_RULES, *REFEREE, *RECORD)
COPIED = ("companion", "vision", "tests", "pyproject.toml")
CORES = 2
LONGEST_S = 300
"""The most processor time that the tests of a part may take, which is the same however busy the machine is."""
LONGEST_WAIT_S = 3600
"""The most time that they may take in all, should they wait for something that never comes."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a part's tests."""

    status: int | None
    """The exit status of pytest, None if it did not end."""
    noticed_by: str
    """The first test that failed, or the last line that pytest wrote."""
    seconds: float


def misplaced(mutations: Iterable[Mutation]) -> list[str]:
    """A line for each mutation whose text does not occur in its file exactly once."""
    found = []
    for mutation in mutations:
        path = ROOT / "companion" / mutation.file
        times = path.read_text(encoding="utf-8").count(mutation.old) if path.is_file() else 0
        if times != 1:
            found.append(f"{mutation.subject} {mutation.file}: found {times} times, not once: {mutation.old!r}")
    return found


def copy_to(folder: Path) -> Path:
    """A copy of all that the tests need. Raises RuntimeError if Python would not import that very copy."""
    for name in COPIED:
        source, goal = ROOT / name, folder / name
        if source.is_dir():
            # Python recognises a changed source by its time in whole seconds and its size, so no compiled files may
            # exist.
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, goal)
    asked = [sys.executable, "-c", "import companion; print(companion.__file__)"]
    imported = subprocess.run(
        asked, cwd=folder, capture_output=True, text=True, check=True, env=_environment(folder)
    ).stdout.strip()
    if Path(imported).resolve() != (folder / "companion" / "__init__.py").resolve():
        raise RuntimeError(f"Python does not import the copy in {folder}, but {imported}")
    return folder


def _environment(folder: Path) -> dict[str, str]:
    """The environment of a run: Python imports from the copy and leaves no compiled files there."""
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)}


def tested(folder: Path, part: str) -> Run:
    """Runs a part's tests in a copy until one fails."""
    command = [
        "prlimit", f"--cpu={LONGEST_S}",
        sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--tb=no", "-p", "no:cacheprovider",
        # That a test fails is enough: looking for the simplest case takes minutes.
        "--hypothesis-seed=0", "--hypothesis-profile=no-shrinking", *watching_tests(part),
    ]  # fmt: skip
    began = time.monotonic()
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST_WAIT_S,
            env=_environment(folder),
        )
    except subprocess.TimeoutExpired:
        return Run(None, f"did not end within {LONGEST_WAIT_S} s", time.monotonic() - began)
    if done.returncode < 0:
        return Run(None, f"was ended by {signal.Signals(-done.returncode).name}", time.monotonic() - began)
    failed = re.search(r"^FAILED \S+::(\S+)", done.stdout, re.MULTILINE)
    last = (done.stdout.strip().splitlines() or ["pytest wrote nothing"])[-1]
    return Run(done.returncode, failed[1] if failed else last, time.monotonic() - began)


def broken(folder: Path, mutation: Mutation) -> Run:
    """The run with one place broken; the copy is whole again afterwards."""
    path = folder / "companion" / mutation.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        return tested(folder, mutation.part)
    finally:
        path.write_text(whole, encoding="utf-8")


def main(parts: list[str]) -> int:
    """Prints the table; 1 if the check fails."""
    known = list(dict.fromkeys(mutation.part for mutation in MUTATIONS))
    if strange := set(parts) - set(known):
        sys.stderr.write(f"No such part: {', '.join(sorted(strange))}. There are {', '.join(known)}.\n")
        return 1
    chosen = [mutation for mutation in MUTATIONS if not parts or mutation.part in parts]
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

        def run(part: str, mutation: Mutation | None) -> Run:
            folder = copies.get()
            try:
                return broken(folder, mutation) if mutation else tested(folder, part)
            finally:
                copies.put(folder)

        whole = {part: pool.submit(run, part, None) for part in known if not parts or part in parts}
        runs = [pool.submit(run, mutation.part, mutation) for mutation in chosen]
        sound = True
        for part, future in whole.items():
            result = future.result()
            sound &= result.status == 0
            said = "passes" if result.status == 0 else f"FAILS: {result.noticed_by}"
            sys.stdout.write(f"{part:10} {'':12} {'nothing broken':48} {result.seconds:6.1f} s  {said}\n")
        survived = 0
        for mutation, future in zip(chosen, runs, strict=True):
            result = future.result()
            noticed = result.status == 1
            survived += not noticed
            said = result.noticed_by
            if not noticed:
                said = "SURVIVED" if result.status == 0 else f"THE TESTS DID NOT RUN: {said}"
            sys.stdout.write(
                f"{mutation.part:10} {mutation.subject:12} {mutation.wrong:48} {result.seconds:6.1f} s  {said}\n"
            )
            sys.stdout.flush()
    minutes = (time.monotonic() - began) / 60
    sys.stdout.write(f"{len(chosen)} places broken, {survived} not noticed; {minutes:.1f} minutes\n")
    return int(bool(survived) or not sound)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
