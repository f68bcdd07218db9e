"""The companion on a desktop: it starts with the session of a user, by the desktop's autostart.

The desktop is labwc, as on Raspberry Pi OS, without its panel and wallpaper. dex starts what wants to start with a
session; Raspberry Pi OS has another program for that. A small unit takes the place of the display manager, and logs the
user in.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from tests.evaluate.virtual_machine.image import USER
from tests.evaluate.virtual_machine.machine import MachineError
from tests.evaluate.virtual_machine.panel import Menus
from tests.evaluate.virtual_machine.trial import READY_S, Step, Trial

SESSION = f"""
[Unit]
Description=The session of a user, with labwc
After=systemd-user-sessions.service dbus.socket systemd-logind.service getty@tty1.service
Wants=dbus.socket systemd-logind.service
Conflicts=getty@tty1.service
[Service]
User={USER}
PAMName=login
WorkingDirectory=/home/{USER}
TTYPath=/dev/tty1
TTYReset=yes
TTYVHangup=yes
TTYVTDisallocate=yes
StandardInput=tty-fail
StandardOutput=journal
# The emulated processor draws everything. Without a graphics chip it is faster without OpenGL.
Environment=XDG_SESSION_TYPE=wayland XDG_CURRENT_DESKTOP=labwc WLR_RENDERER=pixman WLR_NO_HARDWARE_CURSORS=1
ExecStart=/usr/bin/labwc -s "dex --autostart --environment labwc"
[Install]
Alias=display-manager.service
"""
SLOW = """
[Service]
TimeoutStartSec=360
WatchdogSec=240
"""
AS_USER = f"runuser -u {USER} -- env XDG_RUNTIME_DIR=/run/user/$(id -u {USER})"


def install(trial: Trial) -> str:
    run = trial.machine.run
    run(f"cat > /etc/systemd/system/test-session.service <<'END'{SESSION}END")
    run("systemctl daemon-reload; systemctl enable test-session.service; systemctl set-default graphical.target")
    run(
        "mkdir -p /etc/systemd/user/companion.service.d; "
        f"cat > /etc/systemd/user/companion.service.d/slow.conf <<'END'{SLOW}END"
    )
    run(f"cp -r /mnt/project /home/{USER}/companion && chown -R {USER}: /home/{USER}/companion")
    said = run(f"runuser -l {USER} -c 'cd companion && sudo systemd/install'", 900)
    if "/etc/xdg/autostart/companion.desktop" not in said:
        raise MachineError(f"the installer does not see a desktop:\n{said}")
    return "the installer sees a desktop"


def session(trial: Trial) -> str:
    run = trial.machine.run
    run("systemctl start test-session.service")
    taken = trial.machine.wait_until(f"{AS_USER} systemctl --user is-active companion.service", READY_S)
    time.sleep(10)
    if (colours := trial.take_picture("session")) < 20:
        raise MachineError(f"the panel shows {colours} colours")
    process = run(f"{AS_USER} systemctl --user show companion.service --property=MainPID --value")
    owner = run(f"ps -o user= -p {process}")
    if owner != USER:
        raise MachineError(f"the companion belongs to {owner}")
    trial.plug_in()
    trial.tap(Menus().tap("English"))
    trial.wait_for_other_picture("games", colours, 120)
    return f"the companion of {owner} is ready after {taken:.0f} s and shows the choice of games after a tap"


def closed(trial: Trial) -> str:
    run = trial.machine.run
    run(f"{AS_USER} systemctl --user stop companion.service", READY_S)
    run(f"test -f /home/{USER}/.local/state/companion/journal.db")
    return "it ends cleanly, and the games are in the home of the user"


STEPS: Sequence[Step] = (install, session, closed)
