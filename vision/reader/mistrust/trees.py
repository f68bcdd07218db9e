"""Boosted trees (Friedman 2001): the sum of many small decision trees is the log odds of an answer.

`vision.training.trust` makes their files.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from vision.reader.places.atlas import Floats, Ints


@dataclass(frozen=True, eq=False)
class Trees:
    """t trees with at most k nodes each. A tree's first node is its root."""

    feature: Ints
    """(t, k) the number of the value that each node looks at; for a leaf it does not matter."""
    threshold: Floats
    """(t, k) a value above this goes on to the right."""
    left: Ints
    """(t, k) the node to the left; for a leaf the leaf itself."""
    right: Ints
    """(t, k) the node to the right; for a leaf the leaf itself."""
    answer: Floats
    """(t, k) what each leaf adds to the log odds."""
    depth: int
    """The most nodes that a value passes from a root to a leaf, without the leaf."""

    def compute_log_odds(self, values: Floats) -> Floats:
        """(n,) the log odds of the answer for values (n, features)."""
        tree = np.arange(len(self.feature))
        node = np.zeros((len(values), len(tree)), np.int64)
        for _ in range(self.depth):
            seen = np.take_along_axis(values, self.feature[tree, node], axis=1)
            node = np.where(seen <= self.threshold[tree, node], self.left[tree, node], self.right[tree, node])
        return np.asarray(self.answer[tree, node].sum(axis=1))


@cache
def load(file: Path) -> Trees:
    """The trees in a file (.npz). Raises OSError if it is missing."""
    with np.load(file) as arrays:
        return Trees(
            **{name: arrays[name] for name in ("feature", "threshold", "left", "right", "answer")},
            depth=int(arrays["depth"]),
        )
