"""The rules that a game names in its violations."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules


def list_titles(game: str) -> Mapping[str, str]:
    """The id and the title of each rule: what `TITLES` has in any module of the game's folder."""
    package = import_module(f"companion.rules.{game.replace('-', '_')}")
    modules = [package, *(import_module(f"{package.__name__}.{m.name}") for m in iter_modules(package.__path__))]
    return {rule: title for module in modules for rule, title in getattr(module, "TITLES", {}).items()}
