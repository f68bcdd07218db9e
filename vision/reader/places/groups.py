"""Groups of neighbouring places."""

from __future__ import annotations

import numpy as np

from vision.reader.places.atlas import Flags, Ints


def group_neighbours(some: Flags, near: Flags) -> Ints:
    """(n,) the number of each place's group. Neighbours belong to the same group. some: (n,) the places to group; each
    other place is a group of its own. near: (n, n) True for neighbours.
    """
    group = np.arange(len(some))
    joins = near & some[:, None] & some[None]
    for _ in range(len(some)):
        joined = np.where(joins, group[None], len(group)).min(axis=1, initial=len(group))
        after = np.minimum(group, joined)
        if (after == group).all():
            break
        group = after
    return group
