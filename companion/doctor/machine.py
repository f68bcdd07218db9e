"""The computer as the checks see it: its files, its commands, its Python, and what a user may do.

Everything is below a folder, `/` on the computer itself. Tests give it a folder with the files of another one.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.host.user import name_user

MAX_CHARACTERS = 65536
"""At most this much of a file is read."""

COMMAND_S = 10.0
"""How long a command may take."""


@dataclass(frozen=True, slots=True)
class User:
    """Who the companion runs as."""

    name: str
    """The name."""

    uid: int
    """The number; 0 may do everything."""

    groups: frozenset[int]
    """The numbers of the groups."""

    home: Path = Path("/")
    """The home folder."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has answered."""

    status: int | None
    """The exit status; None if it took too long or could not be started."""

    text: str
    """What it wrote, or why it could not be started."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A computer."""

    root: Path = Path("/")
    """The folder that its files are below."""

    user: User | None = None
    """Who uses the devices; None for the user of this process."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    """The variables of the environment."""

    python: str = sys.executable
    """The Python that the companion runs with."""

    @property
    def is_this_one(self) -> bool:
        """True if this is the computer itself, whose devices can be opened."""
        return self.root == Path("/")

    @property
    def model(self) -> str:
        """The name of the Raspberry Pi; "" for any other computer."""
        name = (self.read("/proc/device-tree/model") or "").rstrip("\0")
        return name if "Raspberry Pi" in name else ""

    @property
    def user_name(self) -> str:
        """The name of the user, for commands."""
        return self.user.name if self.user is not None else name_user()

    def path(self, name: str | Path) -> Path:
        """A file of this computer, by its whole name."""
        return self.root / str(name).lstrip("/")

    def read(self, name: str | Path) -> str | None:
        """The text of a file without spaces around it; None if there is no such file, or none that can be read.

        Pipes and devices are not read: that could take forever.
        """
        path = self.path(name)
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                return None
            with path.open(encoding="utf-8", errors="replace") as file:
                return file.read(MAX_CHARACTERS).strip()
        except OSError:
            return None

    def list(self, pattern: str) -> Sequence[Path]:
        """The files whose whole names have a pattern, in order."""
        try:
            return sorted(self.root.glob(pattern.lstrip("/")))
        except OSError:
            return ()

    def name(self, path: Path) -> str:
        """The whole name of a file on this computer."""
        return f"/{path.relative_to(self.root)}"

    def may(self, path: Path, mode: int) -> bool:
        """True if the user may use a file. mode: os.R_OK, os.W_OK or both."""
        if self.user is None:
            return os.access(path, mode)
        if self.user.uid == 0:
            return True
        try:
            found = path.stat()
        except OSError:
            return False
        shift = 6 if found.st_uid == self.user.uid else 3 if found.st_gid in self.user.groups else 0
        return (found.st_mode >> shift) & mode == mode

    def find_command(self, name: str) -> str | None:
        """The file of a command, by its name or its whole name; None if it is not installed."""
        if name.startswith("/"):
            return shutil.which(self.path(name))
        folders = [str(self.root / folder) for folder in ("usr/bin", "bin", "usr/sbin", "sbin", "opt/vc/bin")]
        if self.is_this_one:
            folders.insert(0, self.environment.get("PATH", os.defpath))
        return shutil.which(name, path=os.pathsep.join(folders))

    def run(self, *words: str, seconds: float = COMMAND_S, folder: Path | None = None) -> Answer | None:
        """Runs a command and returns its answer; None if it is not installed. It is ended when it takes too long."""
        command = self.find_command(words[0])
        if command is None:
            return None
        try:
            process = subprocess.Popen(
                [command, *words[1:]],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**self.environment, "LC_ALL": "C"},
                cwd=folder,
                start_new_session=True,
            )
        except OSError as error:
            return Answer(None, error.strerror or str(error))
        try:
            text, _nothing = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            return Answer(None, "")
        return Answer(process.returncode, text.decode("utf-8", "replace").strip()[:MAX_CHARACTERS])


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a command with all that it has started. One that hangs in the kernel is left alone."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.communicate(timeout=1.0)
