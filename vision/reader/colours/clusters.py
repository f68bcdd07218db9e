"""Groups colours of pieces into clusters, and says how well a kind fits each cluster.

All clusters of a picture are in the same light, so they are compared with the looks of kinds together. This module does
not know which colours belong to pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import numpy as np

from vision.reader.colours.appearance import Look, invert, make_covariance
from vision.reader.places.atlas import Floats, Ints

STRANGERS = -1  # the number of a look, for a cluster of things that are no pieces of the game
_WITHIN_KIND = make_covariance(0.35, 0.25)
"""How single pieces of one kind differ in one picture (a covariance)."""

_WHITENING = np.linalg.cholesky(invert(_WITHIN_KIND)[0])
"""A matrix. It turns colours into units in which pieces of one kind differ by about 1 in each direction."""

_K_MEANS_ROUNDS = 12  # rounds of k-means
_MEDIAN_SQUARE, _MIN_WITHIN_PART = 2.366, 0.1
"""Two values. First, the median squared deviation if pieces differ exactly as `_WITHIN_KIND` says. Second, the least
part of `_WITHIN_KIND` by which pieces of one kind differ.
"""
_MAX_GAP_PART, _GAP_WIDTHS = 0.05, ((16, 0.2), (12, 0.25), (8, 0.35))
"""Two clusters are apart if few of their pieces are near the middle between them: at most this part (the first value)
within a width, as a part of their distance. With 16 pieces or more the width is 0.2. With fewer pieces it is larger,
and with fewer than 8 this cannot be decided.
"""
_MAX_SQUARE = 25.0  # a piece whose squared deviation from every cluster is larger than this belongs to none


def list_clusterings(seen: Floats, most: int) -> Iterator[tuple[Floats, Ints]]:
    """Colours (m, 3) in one cluster, in two, and so on up to `most`; a number of clusters is left out if one would be
    empty. For each: the middles of the clusters (count, 3) and the cluster of each colour (m,).
    """
    for count in range(1, min(most, len(seen)) + 1):
        middle, own = _cluster(seen, count)
        if np.bincount(own, minlength=count).min() > 0:
            yield middle, own


def _cluster(seen: Floats, count: int) -> tuple[Floats, Ints]:
    """Groups colours (m, 3) that look alike into `count` clusters. Returns their middles (count, 3) and the cluster of
    each colour (m,).

    A colour far from all others may be a cluster of one piece or an outlier. Both are tried, and the better one is
    taken.
    """
    both = (_run_k_means(seen, _choose_seeds(seen @ _WHITENING, count, strays)) for strays in (False, True))
    return max(both, key=lambda heaps: score_clusters(seen, *heaps))


def _run_k_means(seen: Floats, chosen: list[int]) -> tuple[Floats, Ints]:
    """Clusters by k-means (Lloyd 1982), without outliers. seen: (m, 3) the colours. chosen: the numbers of those to
    start from. Returns the same as `_cluster`.
    """
    x = seen @ _WHITENING
    middle = x[chosen]
    own = np.zeros(len(x), np.int64)
    for _ in range(_K_MEANS_ROUNDS):
        gap = ((x[:, None] - middle[None]) ** 2).sum(axis=2)
        own, nearest = gap.argmin(axis=1), gap.min(axis=1)
        near = nearest < max(_MAX_SQUARE, 4 * float(np.median(nearest)))
        of = [(own == heap) & near for heap in range(len(chosen))]
        moved = np.stack([x[some].mean(axis=0) if some.any() else middle[i] for i, some in enumerate(of)])
        if np.array_equal(moved, middle):
            break
        middle = moved
    return middle @ np.linalg.inv(_WHITENING), own


def _choose_seeds(x: Floats, count: int, strays: bool) -> list[int]:
    """The numbers of colours (m, 3) that are far from each other, for clusters to start from. strays: True if outliers
    may be chosen.
    """
    gaps = ((x[:, None] - x[None]) ** 2).sum(axis=2)
    crowd = np.sort(gaps, axis=1)[:, min(2, len(x) - 1)]
    usual = np.ones(len(x), np.bool_) if strays else crowd <= np.quantile(crowd, 0.9) + 1e-9
    chosen = [int(np.argmin(crowd))]
    if count > 1:
        chosen = [int(np.argmax(np.where(usual, gaps[chosen[0]], -1)))]
    while len(chosen) < count:
        chosen.append(int(np.argmax(np.where(usual, gaps[:, chosen].min(axis=1), -1))))
    return chosen


def score_clusters(seen: Floats, middle: Floats, own: Ints) -> float:
    """The log likelihood of the colours (m, 3) if each belongs to its cluster. middle: of each cluster. own: (m,) the
    cluster of each colour.
    """
    inverse, determinant = invert(_WITHIN_KIND)
    off = seen - middle[own]
    far = np.einsum("mi,ij,mj->m", off, inverse, off)
    # Pieces of one set may differ much less. If the clusters are clearly apart, the pieces in them show by how much.
    part = (
        float(np.clip(np.median(far) / _MEDIAN_SQUARE, _MIN_WITHIN_PART, 1.0)) if _are_apart(seen, middle, own) else 1.0
    )
    share = np.bincount(own, minlength=len(middle)) / len(own)
    log = -0.5 * np.minimum(far / part, _MAX_SQUARE) - 0.5 * (np.log(determinant) + 3 * np.log(part))
    return float((log + np.log(share[own])).sum())


def _are_apart(seen: Floats, middle: Floats, own: Ints) -> bool:
    """True if hardly any colour (m, 3) is between two clusters. Otherwise the two may be halves of one kind."""
    width = next((width for count, width in _GAP_WIDTHS if len(seen) >= count), None)
    if width is None:
        return False
    x, centres = seen @ _WHITENING, middle @ _WHITENING
    for i in range(len(centres)):
        for j in range(i):
            way = centres[i] - centres[j]
            both = x[(own == i) | (own == j)]
            along = (both - centres[j]) @ way / max(float(way @ way), 1e-9)
            if (np.abs(along - 0.5) < width).mean() > _MAX_GAP_PART:
                return False
    return True


def list_orders(looks: Sequence[int], count: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to give each of `count` clusters a look of its own. looks: the numbers of the looks. most: at most
    this number of clusters are `STRANGERS`; then at least two others have a look.
    """
    for strangers in range(most + 1):
        named = count - strangers
        if named > len(looks) or (strangers and named < 2):
            continue
        for there in combinations(range(count), named):
            for order in permutations(looks, named):
                given = dict(zip(there, order, strict=True))
                yield tuple(given.get(heap, STRANGERS) for heap in range(count))


def score_orders(middle: Floats, strange: Floats, orders: Ints, looks: Sequence[Look], light_doubt: Floats) -> Floats:
    """(o,) the log likelihood of the clusters' middles, for each way to give them looks.

    middle: (h, 3) the middles. strange: (h,) the log likelihood of each if its cluster is `STRANGERS`. orders: (o, h)
    for each way and each cluster the number of a look, or `STRANGERS`. light_doubt: (3, 3) how doubtful the light is.
    """
    mean, doubt = np.stack([look.mean for look in looks]), np.stack([look.doubt for look in looks])
    is_named = orders != STRANGERS
    count = is_named.sum(axis=1)
    out = np.where(is_named, 0.0, strange).sum(axis=1)
    for m in np.unique(count).tolist():
        some = np.flatnonzero(count == m)
        cluster = np.nonzero(is_named[some])[1].reshape(-1, m)
        look = np.take_along_axis(orders[some], cluster, axis=1)
        out[some] += _score_agreement(middle[cluster] - mean[look], doubt[look], light_doubt)
    return np.asarray(out, np.float64)


def _score_agreement(off: Floats, doubt: Floats, light_doubt: Floats) -> Floats:
    """(o,) the log likelihood that clusters differ by `off` (o, m, 3) from the looks of kinds, with the doubt (o, m, 3,
    3) of these looks, if the light, which they share, is as doubtful as `light_doubt` (3, 3).
    """
    o, m = off.shape[:2]
    whole = np.empty((o, m, 3, m, 3))
    whole[:] = light_doubt[:, None]
    for i in range(m):
        whole[:, i, :, i] += doubt[:, i]
    flat, square = off.reshape(o, 3 * m), whole.reshape(o, 3 * m, 3 * m)
    _, determinant = np.linalg.slogdet(square)
    solved = np.linalg.solve(square, flat[..., None])[..., 0]
    return np.asarray(-0.5 * (flat * solved).sum(axis=1) - 0.5 * determinant - 1.5 * m * np.log(2 * np.pi))
