"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
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
