"""Finds games, boards and commands by their folders or files, and loads each of them only when somebody asks for it.

`companion --help` loads this module. So it does not import typing, pathlib and pkgutil: loading these would take longer
than everything else that `--help` loads.
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
    """A module lacks the object that it must offer. The message names the file."""


class Registry(Mapping[str, T]):
    """The objects that the modules or subpackages of a package offer, by id.

    The id of an object is the name of its module or subpackage, with - in place of _. All offer their object under the
    same name. They are in the folders of the package's `__path__`; another folder that is appended there adds its
    objects. The ids are sorted by the ranks of their objects, if there are ranks, and then alphabetically.
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
        """package, attribute: where the objects are, and under which name. kind: the class of the objects. rank: what
        to sort them by. in_folders: True if each is offered by a subpackage, False if by a module.
        """
        self._package = package
        self._attribute = attribute
        self._kind = kind
        self._rank = rank
        self._in_folders = in_folders
        self._searched: tuple[str, ...] = ()
        self._found: Mapping[str, str] = {}

    def __getitem__(self, id: str) -> T:  # noqa: A002 - what games are known by
        """Raises KeyError if there is no such id, and RegistryError if its module does not offer an object of the right
        class.
        """
        if id not in self:
            raise KeyError(id)
        module = import_module(f"{self._package}.{id.replace('-', '_')}")
        if not isinstance(getattr(module, self._attribute, None), self._kind):
            raise RegistryError(f"{module.__file__} must offer {self._attribute}, a {self._kind.__name__}")
        offered: T = getattr(module, self._attribute)
        return offered

    def find_file(self, id: str) -> str:  # noqa: A002
        """The file of a module, or of the `__init__` of a subpackage. Nothing is loaded. Raises KeyError."""
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
    """The names and files of all subpackages, or of all modules, in a folder."""
    for entry in os.listdir(folder):  # noqa: PTH208
        name, ending = os.path.splitext(entry)  # noqa: PTH122
        path = os.path.join(folder, entry)  # noqa: PTH118
        if in_folders:
            path, ending = os.path.join(path, "__init__.py"), "" if ending else ".py"  # noqa: PTH118
        if ending == ".py" and name.isidentifier() and name != "__init__" and os.path.isfile(path):  # noqa: PTH113
            yield name, path
