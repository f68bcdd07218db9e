"""Writes files whole or not at all, and packs ZIP archives."""

from __future__ import annotations

import io
import os
import secrets
import shutil
import stat
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.language import _

LEAST_FREE_BYTES = 64 * 2**20
"""With less space than this on the disk no pictures are written, so that the games can still be saved."""


def check_free_space(folder: Path) -> None:
    """Raises OSError if the disk of a folder is too full for pictures."""
    if shutil.disk_usage(folder).free < LEAST_FREE_BYTES:
        raise OSError(None, _("the disk is almost full"))


def replace_file(target: Path, content: bytes, *, durable: bool = True, private: bool = False) -> None:
    """Writes a whole file, or leaves the file that was there before.

    durable: the file is on the disk when this returns, and survives a power cut. private: only its owner may read it. A
    link stays a link, but a private file takes its place: others may have put the link there. Raises OSError, also if
    `target` is not a file.
    """
    if not private:
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(target.stat().st_mode):
                raise OSError(None, _("it is not a file but a folder, a pipe or a device"))
        target = Path(os.path.realpath(target))
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
            if durable:  # FAT keeps a file's size and place beside its name: only now are they beside the new one
                os.fsync(file.fileno())
    except OSError:
        part.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_zip(files: Mapping[str, str | bytes]) -> bytes:
    """Packs files, given by name, into a ZIP file. Pictures (.jpg) are stored without compression.

    The files get no times: ZIP knows no year before 1980, and a clock that was never set is in 1970.
    """
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for name, content in files.items():
            how = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
            written.writestr(zipfile.ZipInfo(name), content, how)
    return archive.getvalue()
