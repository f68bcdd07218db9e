"""Finds games, boards and commands by their folders or files, and loads each when it is first asked for.

`companion --help` loads this module. Therefore the module does not import typing, pathlib and pkgutil: loading them
would take longer than everything else that `--help` loads.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")
else:
    T = object


class RegistryError(Exception):
    """A module that was found does not offer the object that it must offer. The message names the file."""


class Registry(Mapping[str, T]):
    """The objects that the subpackages or the modules of one package offer, by id.

    Each subpackage or module has its object's id as its name, with _ in place of -, and offers the object under a fixed
    name. They lie in the folders of the package's `__path__`: appending a folder to it adds the objects in that folder.
    The ids are sorted by their objects' ranks, if there are ranks, and then alphabetically.
    """

    def __init__(
        self,
        package: str,
        attribute: str,
        kind: type,
        rank: Callable[[T], int] | None = None,
        *,
        in_folders: bool = True,
    ) -> None:
        """kind: the class of the objects. in_folders: each object is in a subpackage; else each is in a module."""
        self._package = package
        self._attribute = attribute
        self._kind = kind
        self._rank = rank
        self._in_folders = in_folders
        self._searched: tuple[str, ...] = ()
        self._found: Mapping[str, str] = {}

    def __getitem__(self, id: str) -> T:  # noqa: A002 - what games are known by
        """Raises KeyError for an id that does not exist, RegistryError if its module offers no object of the class."""
        if id not in self:
            raise KeyError(id)
        module = import_module(f"{self._package}.{id.replace('-', '_')}")
        if not isinstance(getattr(module, self._attribute, None), self._kind):
            raise RegistryError(f"{module.__file__} must offer {self._attribute}, a {self._kind.__name__}")
        offered: T = getattr(module, self._attribute)
        return offered

    def find_file(self, id: str) -> str:  # noqa: A002
        """The file of a module, or of a subpackage's `__init__`, without loading it. Raises KeyError."""
        return self._files()[id]

    def __contains__(self, id: object) -> bool:  # noqa: A002
        return id in self._files()

    def __iter__(self) -> Iterator[str]:
        names = sorted(self._files())
        rank = self._rank
        return iter(names if rank is None else sorted(names, key=lambda name: rank(self[name])))

    def __len__(self) -> int:
        return len(self._files())

    def _files(self) -> Mapping[str, str]:
        folders = tuple(sys.modules[self._package].__path__)
        if folders != self._searched:
            found = [pair for folder in folders for pair in _list_modules(folder, self._in_folders)]
            self._searched, self._found = folders, {name.replace("_", "-"): file for name, file in found}
        return self._found


def _list_modules(folder: str, in_folders: bool) -> Iterator[tuple[str, str]]:
    """The subpackages or the modules in a folder: name and file."""
    for entry in os.listdir(folder):  # noqa: PTH208
        name, ending = os.path.splitext(entry)  # noqa: PTH122
        path = os.path.join(folder, entry)  # noqa: PTH118
        if in_folders:
            path, ending = os.path.join(path, "__init__.py"), "" if ending else ".py"  # noqa: PTH118
        if ending == ".py" and name.isidentifier() and name != "__init__" and os.path.isfile(path):  # noqa: PTH113
            yield name, path
