"""The system user as which the companion runs."""

from __future__ import annotations

from dataclasses import dataclass

from companion.appliance.target import Target
from companion.language import _

SERVICE_USER = "companion"
"""The user's name. It is also in systemd/companion-sysusers.conf and in the unit."""

CONFIG = "/usr/local/lib/sysusers.d/companion.conf"
"""Where the installer puts systemd/companion-sysusers.conf."""


@dataclass(frozen=True)
class MakeUser:
    """Makes the user and adds them to the groups for the companion's devices, as systemd/companion-sysusers.conf
    says.
    """

    target: Target
    wanted: str
    """The text of that file."""

    def describe(self) -> str:
        return _("make the user {user}, in the groups {groups}").format(
            user=SERVICE_USER, groups=", ".join(self._groups())
        )

    def is_done(self) -> bool:
        return SERVICE_USER in self._names("/etc/passwd") and set(self._groups()) <= self._groups_of_user()

    def perform(self) -> None:
        self.target.run("systemd-sysusers", CONFIG, what=_("the user {user} cannot be made").format(user=SERVICE_USER))

    def _groups(self) -> list[str]:
        return [line.split()[2] for line in self.wanted.splitlines() if line.startswith("m ")]

    def _names(self, place: str) -> set[str]:
        return {fields[0] for fields in self._read(place)}

    def _groups_of_user(self) -> set[str]:
        return {
            fields[0]
            for fields in self._read("/etc/group")
            if len(fields) == 4 and SERVICE_USER in fields[3].split(",")
        }

    def _read(self, place: str) -> list[list[str]]:
        path = self.target.path(place)
        if not path.exists():
            return []
        return [line.split(":") for line in path.read_text(encoding="utf-8").splitlines()]
