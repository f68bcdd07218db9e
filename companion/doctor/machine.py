"""The computer as the checks see it: its files, its commands, its Python, and what a user may do.

All files are below a folder. For the computer itself this is `/`. Tests give a folder with the files of another
computer.
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
"""How many characters of a file are read at most."""

COMMAND_S = 10.0
"""How long a command may run."""


@dataclass(frozen=True, slots=True)
class User:
    """The user that the companion runs as."""

    name: str
    """The name."""

    uid: int
    """The user's number. The user with 0 may do everything."""

    groups: frozenset[int]
    """The numbers of the user's groups."""

    home: Path = Path("/")
    """The home folder."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has answered."""

    status: int | None
    """The exit status; None if it took too long or could not be started."""

    text: str
    """What the command wrote. If it could not be started, why."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The computer that is checked."""

    root: Path = Path("/")
    """The folder below which its files are."""

    user: User | None = None
    """The user whose rights are checked; None for the user of this process."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    """The variables of the environment."""

    python: str = sys.executable
    """The Python with which the companion runs."""

    @property
    def is_this_one(self) -> bool:
        """True if this is the real computer, whose devices can be opened."""
        return self.root == Path("/")

    @property
    def model(self) -> str:
        """The name of the Raspberry Pi; "" for any other computer."""
        name = (self.read("/proc/device-tree/model") or "").rstrip("\0")
        return name if "Raspberry Pi" in name else ""

    @property
    def user_name(self) -> str:
        """The user's name, for use in commands."""
        return self.user.name if self.user is not None else name_user()

    def path(self, name: str | Path) -> Path:
        """Where this program finds a file of the computer. name: the file's absolute path there."""
        return self.root / str(name).lstrip("/")

    def read(self, name: str | Path) -> str | None:
        """The text of a file, without spaces at its ends; None if there is no such file, or if it cannot be read.

        Pipes and devices are not read, because that could take forever.
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
        """The files whose absolute paths match a pattern, in order."""
        try:
            return sorted(self.root.glob(pattern.lstrip("/")))
        except OSError:
            return ()

    def name(self, path: Path) -> str:
        """The absolute path of a file, as the computer itself sees it."""
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
        """The file of a command, from its name or its absolute path; None if it is not installed."""
        if name.startswith("/"):
            return shutil.which(self.path(name))
        folders = [str(self.root / folder) for folder in ("usr/bin", "bin", "usr/sbin", "sbin", "opt/vc/bin")]
        if self.is_this_one:
            folders.insert(0, self.environment.get("PATH", os.defpath))
        return shutil.which(name, path=os.pathsep.join(folders))

    def run(self, *words: str, seconds: float = COMMAND_S, folder: Path | None = None) -> Answer | None:
        """Runs a command and returns its answer; None if it is not installed. If it takes longer than `seconds`, it is
        ended.
        """
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
