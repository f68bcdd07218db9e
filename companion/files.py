"""Writes files wholly or not at all, and packs ZIP archives."""

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
"""With less free space on the disk than this, no pictures are written, so that games can still be saved."""


def check_free_space(folder: Path) -> None:
    """Raises OSError if the disk of a folder is too full for pictures."""
    if shutil.disk_usage(folder).free < LEAST_FREE_BYTES:
        raise OSError(None, _("the disk is almost full"))


def replace_file(target: Path, content: bytes, *, durable: bool = True, private: bool = False) -> None:
    """Writes a whole file. If that fails, the file that was there before stays. Raises OSError, also if `target` is not
    a file.

    durable: True if the file must survive a power cut as soon as this returns. private: True if only its owner may read
    it. If `target` is a link, it stays one; but a private file takes the link's place, because others may have put the
    link there.
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
    """Waits until the names of the files in a folder are on the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_zip(files: Mapping[str, str | bytes]) -> bytes:
    """A ZIP file with these files, given by name.

    Pictures (.jpg) are not compressed. The files get no times, because ZIP has no year before 1980 and a clock that was
    never set is in 1970.
    """
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for name, content in files.items():
            how = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
            written.writestr(zipfile.ZipInfo(name), content, how)
    return archive.getvalue()
