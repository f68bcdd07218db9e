"""Files that are there whole or not at all, and the archives that some of them are."""

from __future__ import annotations

import io
import os
import stat
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def replace_file(target: Path, content: bytes, *, durable: bool = True) -> None:
    """Writes a whole file, or leaves what was there before; durable: it outlives a power cut.

    A link is followed and stays. Raises OSError, also where something lies there that is no file.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(target.stat().st_mode):
            raise OSError(None, "it is a folder, a pipe or a device, not a file")
    target = Path(os.path.realpath(target))
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        part.chmod(0o644)
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """A ZIP file of these files, by name. Pictures (.jpg) are stored as they are.

    None bears a time: ZIP knows no year before 1980, and a clock that was never set is in 1970.
    """
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for name, content in files.items():
            how = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
            written.writestr(zipfile.ZipInfo(name), content, how)
    return archive.getvalue()
