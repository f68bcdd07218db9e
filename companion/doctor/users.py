"""Which user runs the companion, where this user's games are, and how the user gets the right to use a device."""

from __future__ import annotations

from pathlib import Path

from companion.appliance.target import Target
from companion.appliance.user import SERVICE_USER
from companion.config import Config
from companion.doctor.finding import shell
from companion.doctor.machine import Machine, User


def find_user(machine: Machine, name: str) -> User | None:
    """The user with this name, from the computer's list of users; None if there is none."""
    for line in (machine.read("/etc/passwd") or "").splitlines():
        match line.split(":"):
            case [found, _secret, uid, gid, _about, home, _shell] if found == name and uid.isdecimal():
                return User(name, int(uid), _list_groups(machine, name) | {int(gid)}, Path(home))
            case _:
                pass
    return None


def find_folder(machine: Machine, config: Config) -> Path:
    """The folder in which the user's games are saved."""
    if machine.user is None or config.data_dir is not None:
        return config.folder().absolute()
    is_service = machine.user.name == SERVICE_USER
    return Path(Target(home=None if is_service else machine.user.home).data)


def advise_to_join(machine: Machine, *groups: str) -> str:
    """A command that adds the user to groups."""
    return shell(f"sudo usermod -aG {','.join(groups)} {machine.user_name}")


def _list_groups(machine: Machine, name: str) -> frozenset[int]:
    """The numbers of the groups that list this user as a member."""
    rows = [line.split(":") for line in (machine.read("/etc/group") or "").splitlines()]
    return frozenset(int(row[2]) for row in rows if len(row) == 4 and row[2].isdecimal() and name in row[3].split(","))
