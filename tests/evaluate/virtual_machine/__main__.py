"""Installs the companion in a virtual machine and plays there, as it would on a Raspberry Pi.

    python -m tests.evaluate.virtual_machine [--cache build/virtual-machine] [--pictures DIR]

The machine has a kernel, systemd, a camera (vivid, which sees a drawn board), a bare panel of 800x480 (virtio-gpu) and
a finger on it (uinput). Prints what was tried and how many seconds it took. With --pictures, the panel is photographed
after each step. Exit status 1 if something failed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.evaluate import debian
from tests.evaluate.renders import ROOT
from tests.evaluate.virtual_machine import image
from tests.evaluate.virtual_machine.machine import PANEL, Machine, MachineError
from tests.evaluate.virtual_machine.table import GAME, Table, photograph

TOOLS = Path(__file__).parent / "tools"
"""What makes the machine's camera see a picture and puts a finger on its panel, and slower limits for its service."""

COMPANION = "/opt/companion/current/bin/companion"
INSTALL = "cd /root/project && PIP_NO_INDEX=1 PIP_FIND_LINKS=/mnt/wheels systemd/install --kind lite"
SETTINGS = f"""
[game]
id = "{GAME}"
[camera]
uri = "v4l2:/dev/video0"
[display]
mode = "kmsdrm"
"""
READY_S = 400
MOVES = f"{COMPANION} journal show --data /var/lib/companion 1"
IS_ACTIVE = "systemctl is-active companion"


@dataclass(frozen=True)
class Trial:
    """A running machine, and what its camera can be shown."""

    machine: Machine
    table: Table
    pictures: Path

    def take_picture(self, name: str) -> int:
        """Photographs the panel; the number of different colours on it."""
        picture = self.machine.take_picture(self.pictures / f"{name}.png")
        return len(np.unique(picture.reshape(-1, 3), axis=0))

    def wait_for_other_picture(self, name: str, before: int, seconds: float) -> None:
        """Photographs the panel until the number of its colours has changed: then the companion has seen the table."""
        end = time.monotonic() + seconds
        while self.take_picture(name) == before:
            if time.monotonic() > end:
                raise MachineError(f"the panel has shown the same for {seconds} s")
            time.sleep(2)

    def main_process(self) -> str:
        return self.machine.run("systemctl show companion --property=MainPID --value")

    def wait_for_other_process(self, last: str, seconds: float) -> float:
        """How long it took until the service was ready again, in another process."""
        changed = f'test "$(systemctl show companion --property=MainPID --value)" != {last} && {IS_ACTIVE}'
        return self.machine.wait_until(changed, seconds)


def install(trial: Trial) -> str:
    run = trial.machine.run
    run("cp -r /mnt/project /root/project")
    run(INSTALL, 500)
    run("touch /root/installed")
    again = run(INSTALL, 500)
    changed = run("find /etc /opt /usr /var/lib -xdev -newer /root/installed -type f ! -name '*.pyc'")
    if changed:
        raise MachineError(f"the second installation changed {changed}\n{again}")
    return "twice; the second time changed nothing"


def settings(trial: Trial) -> str:
    run = trial.machine.run
    run(f"cat > /etc/companion/companion.toml <<'END'{SETTINGS}END")
    return run(f"{COMPANION} config check --config /etc/companion/companion.toml")


def ready(trial: Trial) -> str:
    run = trial.machine.run
    run("systemctl stop companion || true; modprobe vivid; modprobe uinput; udevadm settle", READY_S)
    run(f"test-camera /mnt/pictures/{trial.table.empty}")
    finger = f"tail -f /run/taps | test-finger {PANEL[0]} {PANEL[1]}"
    run(f"touch /run/taps; setsid sh -c '{finger}' >/dev/null 2>&1 & sleep 2")
    begun = time.monotonic()
    run("systemctl start companion", READY_S)
    taken = time.monotonic() - begun
    score = run("systemd-analyze security companion | tail -1")
    return f"after {taken:.0f} s; {score}"


def screen(trial: Trial) -> str:
    time.sleep(10)
    if (colours := trial.take_picture("screen")) < 20:
        raise MachineError(f"the panel shows {colours} colours")
    return f"{trial.machine.run('cat /sys/class/drm/card0-*/status')}: the panel shows the game in {colours} colours"


def touch(trial: Trial) -> str:
    run, table = trial.machine.run, trial.table
    before = trial.take_picture("before")
    run(f"test-camera /mnt/pictures/{table.moved}")
    trial.wait_for_other_picture("moved", before, 120)
    run(f"echo {table.done[0]} {table.done[1]} >> /run/taps")
    taken = trial.machine.wait_until(f"{MOVES} | grep -q b2", 60)
    trial.take_picture("done")
    return f"a tap on Done, and the move is on the disk after {taken:.0f} s"


def killed(trial: Trial) -> str:
    run, before = trial.machine.run, trial.main_process()
    moves = run(MOVES)
    run(f"kill -KILL {before}")
    taken = trial.wait_for_other_process(before, READY_S)
    if run(MOVES) != moves:
        raise MachineError(f"moves before the restart:\n{moves}\nmoves after it:\n{run(MOVES)}")
    time.sleep(10)
    trial.take_picture("killed")
    return f"ready again after {taken:.0f} s, with its move"


def camera_stalls(trial: Trial) -> str:
    before = trial.main_process()
    return _lose_camera(trial, before, "stall", "go")


def camera_unplugged(trial: Trial) -> str:
    before = trial.main_process()
    return _lose_camera(trial, before, "unplug", "plug")


def _lose_camera(trial: Trial, process: str, lost: str, back: str) -> str:
    run = trial.machine.run
    run(f"journalctl --rotate -q; test-camera {lost}")
    time.sleep(20)
    trial.take_picture(lost)
    told = run("journalctl -u companion -q -o cat --since -40s | tail -3")
    run(f"test-camera {back}; udevadm settle; test-camera /mnt/pictures/{trial.table.moved}")
    time.sleep(30)
    trial.take_picture(back)
    again = run("journalctl -u companion -q -o cat --since -40s | tail -3")
    if trial.main_process() != process:
        raise MachineError(f"the companion was restarted. Its messages before and after:\n{told}\n{again}")
    if not told:
        raise MachineError("the companion gave no message about the lost camera")
    return f"told: {told!r}; later: {again!r}"


def watchdog(trial: Trial) -> str:
    before = trial.main_process()
    trial.machine.run(f"kill -STOP {before}")
    taken = trial.wait_for_other_process(before, 800)
    return f"a companion that hangs was replaced after {taken:.0f} s"


def power_off(trial: Trial) -> str:
    trial.machine.run(
        "systemd-run --quiet --uid=companion --property=CapabilityBoundingSet= --property=NoNewPrivileges=yes "
        "/opt/companion/current/bin/python -c 'from companion.host.power import power_off; power_off()'"
    )
    trial.machine.wait_for_power_off(120)
    return "as the companion's user, through logind"


STEPS: Sequence[Callable[[Trial], str]] = (
    install,
    settings,
    ready,
    screen,
    touch,
    killed,
    camera_stalls,
    camera_unplugged,
    watchdog,
    power_off,
)


def main() -> int:
    """Prints what became of each step; 0 if all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "virtual-machine", help="where the disk is kept")
    parser.add_argument("--pictures", type=Path, help="where pictures of the panel are kept")
    args = parser.parse_args()
    begun = time.monotonic()
    system = image.build(args.cache.absolute())
    sys.stdout.write(f"the disk is ready ({time.monotonic() - begun:.0f} s)\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pictures = (args.pictures or folder / "screens").absolute()
        pictures.mkdir(parents=True, exist_ok=True)
        project, table = _write_project(folder)
        with Machine(system, project, folder) as machine:
            return _take_steps(Trial(machine, table, pictures))


def _take_steps(trial: Trial) -> int:
    for step in STEPS:
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


def _write_project(folder: Path) -> tuple[Path, Table]:
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
    image.write_disk(content, disk, "300M")
    return disk, table


if __name__ == "__main__":
    try:
        sys.exit(main())
    except debian.CommandError as error:
        sys.exit(str(error))
