"""Keeps what takes long to draw, so that the same thing need not be drawn again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Kept(Generic[Made]):
    """The things that were used last, each with what it was made from. Nobody may change them."""

    def __init__(self, most: int) -> None:
        self.most = most
        """How many things are kept; 0 to make everything again."""
        self._made: OrderedDict[Hashable, Made] = OrderedDict()

    def find_or_make(self, source: Hashable, make: Callable[[], Made]) -> Made:
        """The thing that was made from this source. If it is not kept, it is made."""
        if not self.most:
            return make()
        made = self._made.get(source)
        if made is None:
            while len(self._made) >= self.most:  # before another one is made, because things are large
                self._made.popitem(last=False)
            made = self._made[source] = make()
        self._made.move_to_end(source)
        return made
