"""Loads a module, and writes its file, its version, and which names it lacks: `load_module.py MODULE [NAME ...]`."""

from __future__ import annotations

import importlib
import json
import sys
from importlib import metadata


def describe(name: str, needed: list[str]) -> dict[str, object]:
    """Loads a module and says which file and version it is, and which of the needed names it lacks."""
    module = importlib.import_module(name)
    owner = (metadata.packages_distributions().get(name) or [name])[0]
    try:
        version = metadata.version(owner)
    except metadata.PackageNotFoundError:  # libcamera, for example, is not a Python package
        version = str(getattr(module, "__version__", ""))
    lacks = [word for word in needed if not hasattr(module, word)]
    return {"file": module.__file__ or "", "version": version, "lacks": lacks}


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps(describe(sys.argv[1], sys.argv[2:]))}\n")
