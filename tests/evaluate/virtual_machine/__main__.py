"""Installs the companion in a virtual machine and plays there, as it would on a Raspberry Pi.

    python -m tests.evaluate.virtual_machine [service] [page] [recipe] [desktop] [--cache DIR] [--pictures DIR]

The machine has a kernel, systemd, a camera (vivid, which sees a drawn board), a bare panel of 800x480 (virtio-gpu) and
a finger on it (uinput). What is tried, each in a machine of its own; without a name, only the first:

- service: the service is started, touched, killed, loses its camera, hangs, and switches the machine off;
- page: docs/install.md is followed to the letter, from the installation to the first game and a copy on a USB stick;
- recipe: the same page's recipe for a fresh card, by cloud-init;
- desktop: the companion starts with the session of a user.

Prints what was tried and how many seconds it took. With --pictures, the panel is photographed after each step. Exit
status 1 if something failed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.evaluate import debian
from tests.evaluate.renders import ROOT
from tests.evaluate.virtual_machine import by_the_page, desktop, image, recipe, service
from tests.evaluate.virtual_machine.machine import Machine, MachineError
from tests.evaluate.virtual_machine.table import Table, photograph
from tests.evaluate.virtual_machine.trial import Step, Trial

TOOLS = Path(__file__).parent / "tools"
"""What makes the machine's camera see a picture and puts a finger on its panel, and slower limits for its service."""

SCENARIOS: Mapping[str, Sequence[Step]] = {
    "service": service.STEPS,
    "page": by_the_page.STEPS,
    "recipe": recipe.STEPS,
    "desktop": desktop.STEPS,
}


def main() -> int:
    """Prints what became of each step; 0 if all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=f"one of {', '.join(SCENARIOS)}")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "virtual-machine", help="where the disk is kept")
    parser.add_argument("--pictures", type=Path, help="where pictures of the panel are kept")
    args = parser.parse_args()
    names = args.scenarios or ["service"]
    if unknown := set(names) - SCENARIOS.keys():
        parser.error(f"there is no scenario {', '.join(unknown)}: choose one of {', '.join(SCENARIOS)}")
    begun = time.monotonic()
    system = image.build(args.cache.absolute())
    sys.stdout.write(f"the disk is ready ({time.monotonic() - begun:.0f} s)\n")
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pictures = (args.pictures or folder / "screens").absolute()
        project, table = write_project(folder)
        for scenario in names:
            (pictures / scenario).mkdir(parents=True, exist_ok=True)
            begun = time.monotonic()
            with Machine(system, project, folder) as machine:
                failed += _take_steps(SCENARIOS[scenario], Trial(machine, table, pictures / scenario))
            sys.stdout.write(f"{scenario}: {(time.monotonic() - begun) / 60:.0f} minutes in all\n")
    return min(failed, 1)


def _take_steps(steps: Sequence[Step], trial: Trial) -> int:
    for step in steps:
        begun = time.monotonic()
        try:
            told = step(trial)
        except MachineError as error:
            sys.stdout.write(f"{step.__name__}: FAILED\n{error}\n")
            sys.stdout.write(_run_anyway(trial.machine, "journalctl -u companion -q -o short-monotonic | tail -40"))
            return 1
        sys.stdout.write(f"{step.__name__}: {told} ({time.monotonic() - begun:.0f} s)\n")
        sys.stdout.flush()
    return 0


def _run_anyway(machine: Machine, command: str) -> str:
    try:
        return machine.run(command) + "\n"
    except (MachineError, OSError) as error:
        return f"{error}\n"


def write_project(folder: Path) -> tuple[Path, Table]:
    """A disk with the project as it is committed, the wheels that pip would fetch, and the camera's pictures."""
    content = folder / "content"
    for part in ("project", "wheels", "pictures"):
        (content / part).mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(content / "project")], input=archive, check=True)
    debian.fetch_wheels(content / "wheels")
    shutil.copytree(TOOLS, content / "tools")
    table = photograph(content / "pictures")
    disk = folder / "project.img"
    image.write_disk(content, disk, "400M")
    return disk, table


if __name__ == "__main__":
    try:
        sys.exit(main())
    except debian.CommandError as error:
        sys.exit(str(error))
