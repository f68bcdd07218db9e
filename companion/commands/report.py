"""`companion report`: one file with everything that helps to find a fault, and that replays it.

The journal, the settings, versions, and the last frames with what was done and said (`companion.app.recorder`).
Secrets that throws are sealed with are never part of it.
"""

from __future__ import annotations

import argparse
import json
import platform
import sqlite3
import sys
import tempfile
import time
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

from companion.app import recorder
from companion.commands.output import say
from companion.config import Config, ConfigError, load
from companion.files import replace_file, zipped
from companion.history.journal import FILE, JournalError, copy, in_use, read
from companion.history.journal.format import log_of

PATIENCE_S = 4.0
"""How long a running companion is given to write its newest frames."""

PACKAGES = ("board-companion", "numpy", "opencv-python", "pygame", "gpiozero", "picamera2", "pyserial")

README = """This is a bug report of the board companion. It holds pictures of your table: look before you send it.

journal.db       every event of every game; `companion journal list --data .` lists them
frames/          the last pictures that the camera gave
happenings.jsonl what the companion said at these pictures
recording.json   the game, the settings, and when each picture was taken
about.json       versions of everything
replay/          the journal as it was before the first picture, and what was pressed, tapped and thrown

In this folder, unpacked, this plays the pictures again:

    {replay}
"""

NO_FRAMES = "(There are no pictures in this report: no game has been played in this folder, or none could be kept.)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are saved")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings of the companion, to put them in")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.zip", help="the report")


def run(args: argparse.Namespace) -> int:
    """Writes the report and says how it replays; exit status 0, or 1 with a message, 2 for settings that are wrong."""
    try:
        config = load(args.config) if args.config else Config()
    except ConfigError as error:
        return _fail(str(error), 2)
    folder = args.data or config.folder()
    if not folder.is_dir():
        return _fail(f"there is no folder {folder}: name the one where games are saved with --data", 1)
    settings = args.config.read_bytes() if args.config else None
    try:
        replace_file(args.out, bundle(folder, settings))
    except OSError as error:
        return _fail(f"{args.out} cannot be written ({error.strerror}): make room or name another file with --out", 1)
    say(f"{args.out}\n")
    return 0


def bundle(folder: Path, settings: bytes | None) -> bytes:
    """The report on a data folder, as a ZIP file; settings: the companion's own file, where it has one.

    Raises OSError where the folder cannot be read.
    """
    if in_use(folder):
        _ask(folder)
    files: dict[str, str | bytes] = {"about.json": json.dumps(_about(), indent=1) + "\n"}
    replay = NO_FRAMES
    if settings is not None:
        files["settings.toml"] = settings
    files |= _journal(folder)
    frames = folder / recorder.FILE
    if frames.exists():
        try:
            replayed, replay = _frames(folder, frames)
            files |= replayed
        except (zipfile.BadZipFile, KeyError, ValueError) as error:
            replay = f"(The pictures could not be read: {error}.)"
    return zipped({**files, "README.txt": README.format(replay=replay)})


def _ask(folder: Path) -> None:
    """Asks the running companion for its newest frames; without its answer the last written ones must do."""
    request = folder / recorder.REQUEST
    try:
        request.touch()
        until = time.monotonic() + PATIENCE_S
        while request.exists() and time.monotonic() < until:
            time.sleep(0.1)
        request.unlink(missing_ok=True)
    except OSError as error:
        sys.stderr.write(f"companion report: the running companion could not be asked for pictures: {error.strerror}\n")


def _journal(folder: Path) -> dict[str, str | bytes]:
    """The journal; a damaged one as its files lie there, so that the damage can be looked at."""
    path = folder / FILE
    files: dict[str, str | bytes] = {}
    try:
        if read(path).problem is None:
            return {FILE: _copied(path)}
    except JournalError as error:
        files["journal-error.txt"] = f"{error}\n"
    return files | {f"damaged/{file.name}": file.read_bytes() for file in (path, log_of(path)) if file.exists()}


def _frames(folder: Path, frames: Path) -> tuple[dict[str, bytes], str]:
    """The last frames and the journal before them; the command that plays them again, or why none does."""
    with zipfile.ZipFile(frames) as kept:
        files = {name: kept.read(name) for name in kept.namelist()}
    about: Any = json.loads(files["recording.json"])
    try:
        files[f"replay/data/{FILE}"] = _copied(folder / FILE, about["entries"])
    except JournalError as error:
        return files, f"(The journal before the pictures could not be read: {error})"
    return files, (
        f"companion play --config replay/settings.toml --data replay/data --game {about['game']}"
        f" --camera 'images:frames?fps={about['fps']:g}' --die script --script replay/script --display none --events -"
    )


def _copied(path: Path, entries: int | None = None) -> bytes:
    """A journal's entries (the first so many of them) as a file of their own."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        target = Path(folder) / FILE
        copy(path, target, entries)
        return target.read_bytes()


def _about() -> dict[str, Any]:
    return {
        "written": time.strftime("%Y-%m-%d %H:%M:%S %z"),
        "packages": {name: _version(name) for name in PACKAGES},
        "python": sys.version,
        "sqlite": sqlite3.sqlite_version,
        "system": platform.platform(),
        "machine": _model(),
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _model() -> str:
    """A Raspberry Pi says what it is; elsewhere the processor must do."""
    try:
        return Path("/proc/device-tree/model").read_text(encoding="utf-8").rstrip("\0")
    except OSError:
        return platform.machine()


def _fail(message: str, status: int) -> int:
    sys.stderr.write(f"companion report: {message}\n")
    return status
