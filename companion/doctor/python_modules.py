"""Loads a module in a Python process of its own, where it may crash or hang, and says where it comes from."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.doctor.machine import Machine
from companion.language import _

LOAD_S = 12.0
"""How long a module may take to load. From a slow card, picamera2 takes seconds."""

PROJECT = Path(__file__).parents[2]
"""The folder from which the companion is loaded."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A module that could be loaded."""

    version: str
    """The module's version; "" if it names none."""

    file: str
    """The file that was loaded."""

    lacks: tuple[str, ...] = ()
    """The names that it should have, but does not have."""

    @property
    def origin(self) -> str:
        """In words, where the module comes from: a package of the system, or the environment of the companion."""
        of_system = self.file.startswith(("/usr/lib/", "/lib/"))
        return _("a package of the system") if of_system else str(Path(self.file).parent)


@dataclass(frozen=True, slots=True)
class TooSlow:
    """The module did not load within LOAD_S: the computer is busy, or the module hangs."""

    @property
    def text(self) -> str:
        return _("no answer within {seconds:g} seconds").format(seconds=LOAD_S)


@dataclass(frozen=True, slots=True)
class Sdl:
    """SDL, the library that draws the screen."""

    about: str
    """SDL's version, and where it is."""

    drivers: tuple[str, ...]
    """The kinds of screens that it can show pictures on, such as `kmsdrm`."""


def load_module(machine: Machine, name: str, *words: str) -> Loaded | TooSlow | str:
    """Loads a module; if that fails, returns the reason as a text. words: names that the module must have."""
    found = _ask(machine, "load_module", name, *words)
    return found if isinstance(found, TooSlow | str) else Loaded(found["version"], found["file"], tuple(found["lacks"]))


def load_sdl(machine: Machine) -> Sdl | TooSlow | str:
    """Loads SDL through pygame, as the screen does; if that fails, returns the reason as a text."""
    found = _ask(machine, "list_screens")
    return found if isinstance(found, TooSlow | str) else Sdl(found["about"], tuple(found["drivers"]))


def _ask(machine: Machine, probe: str, *words: str) -> dict[str, Any] | TooSlow | str:
    """The answer of a program in `probes`. If it gives none, the reason as a text."""
    paths = [str(PROJECT), *filter(None, [machine.environment.get("PYTHONPATH")])]
    environment = {**machine.environment, "PYTHONPATH": os.pathsep.join(paths), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    # lgpio leaves a pipe in the folder where it is loaded.
    with tempfile.TemporaryDirectory(prefix="companion-doctor-") as folder:
        answer = replace(machine, environment=environment).run(
            *(machine.python, "-P", "-m", f"companion.doctor.probes.{probe}", *words),
            seconds=LOAD_S,
            folder=Path(folder),
        )
    if answer is None:
        return _("there is no {python}").format(python=machine.python)
    if answer.status is None:
        return TooSlow()
    last = answer.text.rpartition("\n")[2] or _("it crashes")
    try:
        found = json.loads(last)
    except ValueError:
        return last
    return found if answer.status == 0 and isinstance(found, dict) else last
