"""The service in the machine: installed twice, started, touched, killed, without its camera, and switched off."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tests.evaluate.virtual_machine.machine import MachineError
from tests.evaluate.virtual_machine.table import GAME
from tests.evaluate.virtual_machine.trial import COMPANION, MOVES, READY_S, Step, Trial

INSTALL = "cd /root/project && systemd/install --kind lite"
SETTINGS = f"""
[game]
id = "{GAME}"
[camera]
uri = "v4l2:/dev/video0"
[display]
mode = "kmsdrm"
"""


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
    run("systemctl stop companion || true", READY_S)
    trial.plug_in()
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
    trial.tap(table.screens["moved"].find("Done"))
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


def touch_again(trial: Trial) -> str:
    """Undo is in the row of the last tap, so the kernel does not report the row to the new process."""
    trial.tap(trial.table.screens["moved"].find("Undo"))
    taken = trial.machine.wait_until(f"! {MOVES} | grep -q b2", 60)
    return f"a tap in the row of the last one before the restart, and the move is undone after {taken:.0f} s"


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
    # What vivid shows cannot be set once somebody reads it, so the companion waits until that is done.
    shown = f"test-camera {back}; udevadm settle; test-camera /mnt/pictures/{trial.table.start}"
    run(f"kill -STOP {process}; {shown}; kill -CONT {process}")
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


STEPS: Sequence[Step] = (
    install,
    settings,
    ready,
    screen,
    touch,
    killed,
    touch_again,
    camera_stalls,
    camera_unplugged,
    watchdog,
    power_off,
)
