"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def replace_file(target: Path, content: bytes, *, durable: bool = True) -> None:
    """Writes a whole file, or leaves what was there before; durable: it outlives a power cut. Raises OSError."""
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
