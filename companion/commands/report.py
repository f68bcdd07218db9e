"""`companion report`: write a bug report: one file that plays the fault again.

It contains the journal, the settings, the versions of all programs, and the last frames with what people did and what
the companion said (`companion.app.recorder`). It never contains the secrets of sealed rolls.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import sys
import tempfile
import time
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from companion.app.recorder import REQUEST
from companion.app.recording import FILE as FRAMES
from companion.app.recording import RecordingError, load_content, read_recording
from companion.commands.shared.output import complain, describe_unwritable, fail, say
from companion.commands.shared.shell_command import ShellCommand
from companion.config import ConfigError, Settings, find_file, read_settings
from companion.doctor.examine import examine, write_json
from companion.doctor.machine import Machine
from companion.files import make_zip, replace_file
from companion.history.journal import FILE, JournalError, copy, is_in_use, read
from companion.history.journal.end_mark import mark_path
from companion.history.journal.format import log_path
from companion.language import _, to_english

PATIENCE_S = 4.0
"""How long to wait for a running companion to write its newest frames."""

PACKAGES = ("board-companion", "numpy", "opencv-python", "pygame", "gpiozero", "picamera2", "pyserial")

README = """This is a bug report of the board companion.
It holds pictures of your table. Look at them before you send it.

journal.db       every event of every game; `companion journal list --data .` lists the games
frames/          the last pictures from the camera
happenings.jsonl what the companion said at these pictures
recording.json   the game, the settings, and the time of each picture
about.json       the versions of all programs
doctor.json      what `companion doctor --json` said of the computer and its devices
replay/          the journal before the first picture, and what people pressed, tapped and rolled

To play the pictures again, unpack the report and run this in its folder:

    {replay}
"""

NO_FRAMES = "(This report has no pictures: no game was played with this folder, or the pictures could not be saved.)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=_("where games are saved"))
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=_("the settings file, to add it to the report; default: yours, or the system's"),
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.zip", help=_("the report"))


def run(args: argparse.Namespace) -> int:
    """Writes the report and prints its name. Exit status 0, 1 with a message if that fails, 2 for wrong settings."""
    try:
        settings = read_settings(find_file(args.config))
        folder = args.data or settings.config.folder()
    except ConfigError as error:
        return fail("report", str(error), 2)
    if not folder.is_dir():
        return fail(
            "report",
            _("there is no folder {folder}: name the folder of the saved games with --data").format(folder=folder),
        )
    try:
        replace_file(args.out, make_report(folder, settings))
    except OSError as error:
        return fail("report", describe_unwritable(args.out, error, "--out"))
    say(f"{args.out}\n")
    return 0


def make_report(folder: Path, settings: Settings) -> bytes:
    """A report about a data folder, as a ZIP file. Raises OSError if the folder or the settings cannot be read."""
    if is_in_use(folder):
        _ask_for_frames(folder)
    files: dict[str, str | bytes] = {"about.json": json.dumps(_describe_system(), indent=1) + "\n"}
    replay = NO_FRAMES
    files["doctor.json"] = write_json(list(examine(Machine(), settings)))
    if settings.path is not None:
        files["settings.toml"] = settings.path.read_bytes()
    files |= _collect_journal(folder)
    with suppress(FileNotFoundError):  # no game was played with this folder
        replayed, replay = _collect_frames(folder)
        files |= replayed
    return make_zip({**files, "README.txt": README.format(replay=replay)})


def _ask_for_frames(folder: Path) -> None:
    """Asks the running companion to write its newest frames. If it does not answer, the report has the frames that were
    written before.
    """
    request = folder / REQUEST
    try:
        os.close(os.open(request, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600))
        until = time.monotonic() + PATIENCE_S
        while request.exists() and time.monotonic() < until:
            time.sleep(0.1)
        request.unlink(missing_ok=True)
    except OSError as error:
        complain(
            _("companion report: could not ask the running companion for its newest pictures: {reason}").format(
                reason=error.strerror
            )
            + "\n"
        )


def _collect_journal(folder: Path) -> dict[str, str | bytes]:
    """The files of the journal. A damaged journal stays unchanged, so that somebody can look at the damage."""
    path = folder / FILE
    files: dict[str, str | bytes] = {}
    try:
        if read(path).problem is None:
            return {FILE: _copy_journal(path)}
    except JournalError as error:
        files["journal-error.txt"] = f"{error}\n"
    file = Path(os.path.realpath(path))
    beside = [one for one in (file, log_path(file), mark_path(file)) if one.exists()]
    return files | {f"damaged/{one.name}": one.read_bytes() for one in beside}


def _collect_frames(folder: Path) -> tuple[dict[str, bytes], str]:
    """The last frames with the journal before them, and the command that plays them. If they cannot be played, it says
    why instead of the command. Raises FileNotFoundError if there are no frames.
    """
    content = b""
    try:
        content = load_content(folder / FRAMES)
        kept = read_recording(content)
    except RecordingError as error:
        return {f"damaged/{FRAMES}": content}, f"(The pictures could not be read: {to_english(str(error))}.)"
    files = dict(kept.files)
    try:
        files[f"replay/data/{FILE}"] = _copy_journal(folder / FILE, kept.entries)
    except JournalError as error:
        return files, f"(The journal before the pictures could not be read: {error})"
    return files, (
        f"companion play --config replay/settings.toml --data replay/data --game {kept.game}"
        f" --camera 'images:frames?fps={kept.fps:g}' --die script --script replay/script --display none --events -"
    )


def _copy_journal(path: Path, entries: int | None = None) -> bytes:
    """A copy of a journal, as the content of a file. entries: how many of its entries to copy, from the first on; None
    for all.
    """
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        target = Path(folder) / FILE
        copy(path, target, entries)
        return target.read_bytes()


def _describe_system() -> dict[str, Any]:
    return {
        "written": time.strftime("%Y-%m-%d %H:%M:%S %z"),
        "packages": {name: _find_version(name) for name in PACKAGES},
        "python": sys.version,
        "sqlite": sqlite3.sqlite_version,
        "system": platform.platform(),
        "machine": _name_machine(),
    }


def _find_version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _name_machine() -> str:
    """The name of the Raspberry Pi. On any other machine, the name of the processor."""
    try:
        return Path("/proc/device-tree/model").read_text(encoding="utf-8").rstrip("\0")
    except OSError:
        return platform.machine()


COMMAND = ShellCommand(add_arguments, run)
