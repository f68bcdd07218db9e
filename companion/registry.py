"""Finds games by their folders: one subpackage for each, loaded when it is first asked for."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TypeVar, cast

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """What the subpackages of one package offer, by id.

    A subpackage is named like the id, with _ for -, and offers one object under a fixed name. The package's `__path__`
    says where subpackages are: who appends a folder to it adds the games in there. They are in the order of their
    ranks, where there are ranks, and of their ids.
    """

    def __init__(self, package: str, attribute: str, rank: Callable[[T], int] | None = None) -> None:
        self._package = package
        self._attribute = attribute
        self._rank = rank
        self._searched: tuple[str, ...] = ()
        self._found: frozenset[str] = frozenset()

    def __getitem__(self, id: str) -> T:  # noqa: A002 - what games are known by
        if id not in self:
            raise KeyError(id)
        module = import_module(f"{self._package}.{id.replace('-', '_')}")
        return cast("T", getattr(module, self._attribute))

    def __contains__(self, id: object) -> bool:  # noqa: A002
        return id in self._ids()

    def __iter__(self) -> Iterator[str]:
        names = sorted(self._ids())
        rank = self._rank
        return iter(names if rank is None else sorted(names, key=lambda name: rank(self[name])))

    def __len__(self) -> int:
        return len(self._ids())

    def _ids(self) -> frozenset[str]:
        folders = tuple(sys.modules[self._package].__path__)
        if folders != self._searched:
            found = frozenset(one.name.replace("_", "-") for one in pkgutil.iter_modules(folders) if one.ispkg)
            self._searched, self._found = folders, found
        return self._found
