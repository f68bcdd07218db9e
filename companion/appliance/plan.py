"""The steps that install the companion on a system, and those that remove it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.appliance.boot_config import AddBootLines, RemoveBootLines
from companion.appliance.environment import MakeEnvironment, RemoveEnvironments, UseEnvironment, name_release
from companion.appliance.errors import InstallError
from companion.appliance.steps import MakeLink, RemoveFile, RunProgram, Step, WriteFile
from companion.appliance.system_packages import InstallPackages
from companion.appliance.target import Kind, Target
from companion.appliance.user import CONFIG, MakeUser
from companion.language import _

SYSTEM_UNIT = "/etc/systemd/system/companion.service"
USER_UNIT = "/etc/systemd/user/companion.service"
WANTED = "/etc/systemd/system/multi-user.target.wants/companion.service"
AUTOSTART = "/etc/xdg/autostart/companion.desktop"
COMMAND = "/usr/local/bin/companion"

STICKS = "/etc/udev/rules.d/61-companion-sticks.rules"

FILES = {
    "/etc/udev/rules.d/60-companion.rules": "companion-udev.rules",
    "/etc/polkit-1/rules.d/50-companion.rules": "companion-polkit.rules",
    CONFIG: "companion-sysusers.conf",
}
"""Files that every installation for the whole system has: the place of each, and its name in `systemd/`."""

OF_KIND: dict[Kind, dict[str, str]] = {
    "lite": {SYSTEM_UNIT: "companion.service", STICKS: "companion-sticks.rules"},
    "desktop": {USER_UNIT: "companion-desktop.service", AUTOSTART: "companion.desktop"},
}
"""Further files for each kind of system: those that start the companion and, without a desktop, those that mount USB
sticks.
"""


@dataclass(frozen=True)
class Wish:
    """What somebody wants to install, and how."""

    target: Target
    source: Path
    """The folder of this project."""
    kind: Kind
    only_files: bool = False
    """True to install only the files: no packages, no user, no environment, and nothing is started."""
    wheels: Path | None = None
    """A folder with packages for pip; None to get them from the network."""


def plan_installation(wish: Wish) -> list[Step]:
    """The steps of an installation, in order."""
    return _plan_for_user(wish) if wish.target.home else _plan_for_system(wish)


def plan_finish(wish: Wish) -> list[Step]:
    """The steps on the running system after something was installed, such as starting the companion."""
    target = wish.target
    if wish.only_files or not _has_systemd(target):
        return []
    if target.home or wish.kind == "desktop":
        reload = _("read the unit when the user logs in again")
        user = ("systemctl", "--user", "daemon-reload")
        return [RunProgram(target, user, reload)] if target.home else _reload_devices(target)
    return [
        RunProgram(target, ("systemctl", "daemon-reload"), _("read the units again")),
        *_reload_devices(target),
        RunProgram(target, ("systemctl", "restart", "--no-block", "companion.service"), _("start the companion")),
    ]


def plan_removal(wish: Wish) -> list[Step]:
    """The steps that remove the companion. The settings, the saved games and the companion's user stay."""
    target = wish.target
    if target.home:
        own = (_user_autostart(target.home), _user_unit(target.home))
        return [*(RemoveFile(target, place) for place in own), RemoveEnvironments(target)]
    steps: list[Step] = []
    if _has_systemd(target) and target.path(WANTED).is_symlink():
        steps.append(RunProgram(target, ("systemctl", "stop", "companion.service"), _("stop the companion")))
    places = [WANTED, COMMAND, *(place for files in OF_KIND.values() for place in files), *FILES]
    return [
        *steps,
        *(RemoveFile(target, place) for place in places),
        RemoveBootLines(target),
        RemoveEnvironments(target),
    ]


def plan_end_of_removal(wish: Wish) -> list[Step]:
    """The steps on the running system after something was removed."""
    if wish.target.home or not _has_systemd(wish.target):
        return []
    return [RunProgram(wish.target, ("systemctl", "daemon-reload"), _("read the units again"))]


def _plan_for_system(wish: Wish) -> list[Step]:
    target, program = wish.target, wish.target.program
    files: list[Step] = [
        WriteFile(target, place, _read(wish.source, name)) for place, name in (FILES | OF_KIND[wish.kind]).items()
    ]
    other: Kind = "desktop" if wish.kind == "lite" else "lite"
    unused = [*OF_KIND[other], *([] if wish.kind == "lite" else [WANTED])]
    steps: list[Step] = [
        WriteFile(target, target.settings, _read(wish.source, "companion.toml"), keep=True),
        *files,
        *(RemoveFile(target, place) for place in unused),
        MakeLink(target, COMMAND, f"{program}/current/bin/companion"),
        AddBootLines(target),
    ]
    if not wish.only_files:
        release = name_release(wish.source)
        steps = [
            InstallPackages(target),
            *steps,
            MakeUser(target, _read(wish.source, "companion-sysusers.conf").decode()),
            MakeEnvironment(target, wish.source, release, wish.wheels),
            UseEnvironment(target, release),
        ]
    # The unit is enabled last, so that a power cut leaves no unfinished installation that starts.
    return [*steps, *([MakeLink(target, WANTED, SYSTEM_UNIT)] if wish.kind == "lite" else [])]


def _plan_for_user(wish: Wish) -> list[Step]:
    """The steps of an installation for one user: unit, settings and environment in their home. The packages must be
    installed already.
    """
    target, home = wish.target, wish.target.home
    if home is None:
        raise InstallError(_("nobody has said whose home folder to use"))
    unit = _read(wish.source, "companion-desktop.service").decode()
    unit = unit.replace("/opt/companion/", f"{target.program}/").replace(
        "/etc/companion/companion.toml", target.settings
    )
    steps: list[Step] = [
        WriteFile(target, target.settings, _read(wish.source, "companion.toml"), keep=True),
        WriteFile(target, _user_unit(home), unit.encode()),
        WriteFile(target, _user_autostart(home), _read(wish.source, "companion.desktop")),
    ]
    if not wish.only_files:
        release = name_release(wish.source)
        steps += [MakeEnvironment(target, wish.source, release, wish.wheels), UseEnvironment(target, release)]
    return steps


def _has_systemd(target: Target) -> bool:
    """True if systemd runs the system."""
    return target.is_running and Path("/run/systemd/system").exists()


def _user_unit(home: Path) -> str:
    return f"{home}/.config/systemd/user/companion.service"


def _user_autostart(home: Path) -> str:
    return f"{home}/.config/autostart/companion.desktop"


def _reload_devices(target: Target) -> list[Step]:
    trigger = ("udevadm", "trigger", "--action=change", "--subsystem-match=tty", "--subsystem-match=backlight")
    return [
        RunProgram(target, ("udevadm", "control", "--reload"), _("read the rules for devices again")),
        RunProgram(target, trigger, _("apply these rules to the devices that are plugged in")),
    ]


def _read(source: Path, name: str) -> bytes:
    try:
        return (source / "systemd" / name).read_bytes()
    except OSError as error:
        raise InstallError(
            _("{path} cannot be read ({reason}): run this in the folder of the project").format(
                path=source / "systemd" / name, reason=error.strerror
            )
        ) from error
