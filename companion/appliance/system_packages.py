"""Installs the packages of the system that are missing, with apt."""

from __future__ import annotations

from dataclasses import dataclass

from companion.appliance.errors import InstallError
from companion.appliance.packages import list_names
from companion.appliance.target import Target
from companion.language import _


@dataclass(frozen=True)
class InstallPackages:
    """Installs the system's packages that are missing. Packages for the hardware of a Raspberry Pi are installed only
    on one.
    """

    target: Target

    def describe(self) -> str:
        return _("install {packages}").format(packages=" ".join(self._find_missing()))

    def is_done(self) -> bool:
        return not self._find_missing()

    def perform(self) -> None:
        what = _("packages cannot be installed")
        self.target.run("apt-get", "update", "-q", what=what)
        self.target.run("apt-get", "install", "-q", "-y", "--no-install-recommends", *self._find_missing(), what=what)
        if missing := self._find_missing():
            raise InstallError(_("apt did not install {packages}").format(packages=" ".join(missing)))

    def _find_missing(self) -> list[str]:
        wanted = list_names("apt")
        if self.target.is_raspberry_pi_os():
            wanted += list_names("raspberry-pi")
        listed = self.target.run(
            "dpkg-query",
            "--show",
            "--showformat=${Package} ${db:Status-Status}\\n",
            what=_("the installed packages cannot be listed"),
        )
        there = {line.split()[0] for line in listed.splitlines() if line.endswith(" installed")}
        return [name for name in wanted if name not in there]
