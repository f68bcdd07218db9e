"""Uses how many pieces the game has to correct what a picture seems to show.

If a board has many places and the game few pieces, most places are empty. If a pile cannot be counted from above, the
pieces elsewhere are counted instead. A picture can still show that a piece is missing, or that there is one too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

import numpy as np

from vision.layout import Cell
from vision.observation import ENOUGH_DOUBT, SURE, Content
from vision.reader.networks.network import EMPTY, PIECE, THING
from vision.reader.places.atlas import Floats

_ALL_THERE_ODDS = 50.0
"""How much likelier it is that all pieces of a kind are on the board than that some are missing or too many."""

_ONE_MORE_ODDS, _NEXT_MORE_ODDS = 0.02, 0.0005
"""The factors for the first piece more than the game has, and for each further one. People may take one from another
set, but many more are print that looks like pieces.
"""

_MIN_MISSING = 2
"""If at least this many pieces of a kind are nowhere, they may be a pile that was not seen as one. One piece is missing
more often because a pile was counted wrong.
"""

_LEARNED_PIECE_PART = 0.35
"""The part of all places that held pieces in the scenes that the network was trained on."""

_MIN_P = 1e-6  # nothing is less likely than this
_MIN_PILE_P = 1e-6  # a pile that is less likely than this to be full is left alone


def apply_stock_prior(log_p: Floats, stock: Mapping[str, int]) -> Floats:
    """The network's answers (n, 3), made less sure of pieces if the game has few. See `network.classify`.

    No place becomes surely empty by this. If the network is not sure of a place, something is unusual there.
    """
    part = sum(stock.values()) / len(log_p)
    if not 0 < part < _LEARNED_PIECE_PART:
        return log_p
    out = log_p.copy()
    out[:, PIECE] += np.log(part / (1 - part)) - np.log(_LEARNED_PIECE_PART / (1 - _LEARNED_PIECE_PART))
    out -= np.logaddexp.reduce(out, axis=1, keepdims=True)
    sure = np.log(SURE)
    is_sure_by_count = (log_p[:, EMPTY] < sure) & (out[:, EMPTY] >= sure)
    out[is_sure_by_count] = _doubt_empty(out[is_sure_by_count])
    return np.asarray(out)


def _doubt_empty(log_p: Floats) -> Floats:
    """The answers (m, 3), just not sure that the places are empty. The other contents share what is left, in the same
    proportions.
    """
    rest = log_p[:, [PIECE, THING]]
    out = np.empty_like(log_p)
    out[:, EMPTY] = np.log(1 - ENOUGH_DOUBT)
    out[:, [PIECE, THING]] = rest - np.logaddexp.reduce(rest, axis=1, keepdims=True) + np.log(ENOUGH_DOUBT)
    return out


def apply_stock(
    likely: Sequence[Mapping[Content, float]],
    cells: Sequence[Cell],
    stock: Mapping[str, int],
    seem_piled: Set[int] = frozenset(),
) -> list[dict[Content, float]]:
    """What the cells hold, corrected by how many pieces of each kind the game has (`stock`). likely: from
    `cells.combine_contents`. seem_piled: see `refine_heights`.
    """
    return refine_heights(place_single(limit_to_stock(likely, cells, stock), stock), cells, stock, seem_piled)


def limit_to_stock(
    likely: Sequence[Mapping[Content, float]], cells: Sequence[Cell], stock: Mapping[str, int]
) -> list[dict[Content, float]]:
    """What the cells hold, if more pieces of a kind are seen than exist: then only the clearest ones count, and the
    others are print that looks like pieces.

    Only for boards on which no cell holds two pieces. The other contents of a cell share what is left, in the same
    proportions.
    """
    out = [dict(chances) for chances in likely]
    if _has_piles(cells):
        return out
    for kinds, count in _list_limits(stock):
        held = np.array([sum(p for (kind, _), p in chances.items() if kind in kinds) for chances in out])
        if held.sum() <= count:
            continue
        held = np.clip(held, 0.0, 1.0 - _MIN_P)
        after = _apply_limit(held, count)
        changes = after / np.maximum(held, _MIN_P), (1 - after) / (1 - held)
        out = [
            _change(chances, kinds, more, less)
            for chances, more, less in zip(out, *(change.tolist() for change in changes), strict=True)
        ]
    return out


def doubt_unseen(
    likely: Sequence[Mapping[Content, float]],
    seen: Sequence[Mapping[Content, float]],
    cells: Sequence[Cell],
    stock: Mapping[str, int],
) -> list[dict[Content, float]]:
    """What the cells hold, with enough doubt about each cell that is sure only because pieces seem to be elsewhere. Too
    much light may make many cells look as if they were empty or held a piece, and one of them may hold one. Print that
    looks like the largest piece may be taken for it.

    seen: what the cells hold by the picture alone. Piles are left alone, and pieces that the game has only once: these
    are somewhere.
    """
    if _has_piles(cells):
        return [dict(chances) for chances in likely]
    single = _find_single(stock)
    return [_doubt_unseen(chances, shown, single) for chances, shown in zip(likely, seen, strict=True)]


def _doubt_unseen(
    chances: Mapping[Content, float], seen: Mapping[Content, float], single: Set[str]
) -> dict[Content, float]:
    """The same for one cell. single: the kinds of which there is one piece."""
    best = max(chances, key=lambda content: chances[content])
    is_sure_by_count = best[0] not in single and seen[best] < SURE <= chances[best]
    return _doubt(chances, best) if is_sure_by_count else dict(chances)


def _doubt(chances: Mapping[Content, float], best: Content) -> dict[Content, float]:
    """What a cell holds, with just enough doubt that its best content is not sure."""
    scale = (1 - ENOUGH_DOUBT) / chances[best]
    return {content: chance * scale for content, chance in chances.items()}


def doubt_tops(
    likely: Sequence[Mapping[Content, float]],
    cells: Sequence[Cell],
    stock: Mapping[str, int],
    overlooked: Mapping[int, Set[int]],
) -> list[dict[Content, float]]:
    """What the cells hold, with enough doubt about each cell that seems to hold pieces of a kind of which several are
    missing, if these may be a pile elsewhere whose top is seen there.

    overlooked: for cells with piles, by the cell's number: the cells over which a high pile would be seen.
    """
    out = [dict(chances) for chances in likely]
    if not overlooked:
        return out
    best = [max(chances, key=lambda content: chances[content]) for chances in out]
    for kind, count in stock.items():
        if count - sum(n for held, n in best if held == kind) < _MIN_MISSING:
            continue
        of_kind = {number for number, (held, _) in enumerate(best) if held == kind}
        piled = {number for number in of_kind & overlooked.keys() if best[number][1] >= len(cells[number].places()) - 1}
        for number in of_kind & {other for pile in piled for other in overlooked[pile]}:
            if out[number][best[number]] >= SURE:
                out[number] = _doubt(out[number], best[number])
    return out


def _has_piles(cells: Sequence[Cell]) -> bool:
    return any(cell.capacity > 1 for cell in cells)


def _list_limits(stock: Mapping[str, int]) -> Iterator[tuple[frozenset[str], int]]:
    """The kinds that are counted together, and how many pieces the game has of them. A piece with two sides is one
    piece that counts as two kinds.
    """
    single = _find_single(stock)
    if single:
        yield single, 1
    for kind, count in stock.items():
        if kind not in single:
            yield frozenset([kind]), count


def find_surplus(pieces: Floats, kinds: Sequence[str], stock: Mapping[str, int]) -> Floats:
    """(n,) how likely each place seems to hold the piece that the game has only once, while another place shows it
    better. A piece with two sides counts as one. pieces: (n, k) how likely each place holds each of the kinds.
    """
    single = _find_single(stock)
    held = pieces[:, [kind in single for kind in kinds]].sum(axis=1)
    held[held.argmax()] = 0.0
    return np.asarray(held)


def _find_single(stock: Mapping[str, int]) -> frozenset[str]:
    return frozenset(kind for kind, count in stock.items() if count == 1)


def _change(chances: Mapping[Content, float], kinds: Set[str], some: float, others: float) -> dict[Content, float]:
    """What a cell holds, with the probabilities of these kinds times `some` and all others times `others`."""
    return {content: p * (some if content[0] in kinds else others) for content, p in chances.items()}


def _apply_limit(held: Floats, count: int) -> Floats:
    """(n,) how likely each cell holds a piece, if there are rarely more than `count` pieces.

    held: (n,) how likely each cell holds a piece, if there may be any number of them.
    """
    beyond = np.arange(len(held) + 1) - count
    rare = _ONE_MORE_ODDS ** np.clip(beyond, 0, 1) * _NEXT_MORE_ODDS ** np.clip(beyond - 1, 0, None)
    others = _combine_others(np.column_stack([1 - held, held]))
    some = held * [float(rest @ rare[1:]) for rest in others]
    none = (1 - held) * [float(rest @ rare[:-1]) for rest in others]
    return np.asarray(some / (some + none))


def place_single(likely: Sequence[Mapping[Content, float]], stock: Mapping[str, int]) -> list[dict[Content, float]]:
    """What the cells hold, with each piece that the game has only once kept only where it is seen best. A piece with
    two sides counts as one.

    The other contents of a cell share what is left, in the same proportions.
    """
    kinds = _find_single(stock)
    held = np.array([sum(p for (kind, _), p in chances.items() if kind in kinds) for chances in likely])
    held = np.clip(held, 0.0, 1.0 - _MIN_P)
    odds = held / (1 - held)
    once = float(np.prod(1 - held) * odds.sum())
    if not kinds or once < _MIN_P:
        return [dict(chances) for chances in likely]
    weight = _ALL_THERE_ODDS * once / (_ALL_THERE_ODDS * once + 1 - once)
    after = weight * odds / odds.sum() + (1 - weight) * held
    grows, shrinks = after / np.maximum(held, _MIN_P), (1 - after) / (1 - held)
    return [
        _change(chances, kinds, more, less)
        for chances, more, less in zip(likely, grows.tolist(), shrinks.tolist(), strict=True)
    ]


def refine_heights(
    likely: Sequence[Mapping[Content, float]],
    cells: Sequence[Cell],
    stock: Mapping[str, int],
    seem_piled: Set[int] = frozenset(),
) -> list[dict[Content, float]]:
    """What the cells hold, with the heights of piles corrected by how many pieces are on all other cells. How likely a
    pile is there, and of which kind, does not change, but where the last place of a row does not look like one piece.

    seem_piled: the numbers of cells whose last place, if it holds anything, seems to hold several pieces. If the place
    before it is taken, the number of all pieces also tells if there is a pile.
    """
    out = [dict(chances) for chances in likely]
    for kind, count in stock.items():
        many = np.array([_count_distribution(chances, kind, count) for chances in likely])
        others = _combine_others(many)
        for number, cell in enumerate(cells):
            full = len(cell.places())
            least = full - 1 if number in seem_piled and full > 1 else full
            before = many[number, least:]
            if cell.capacity == full or before.sum() < _MIN_PILE_P:
                continue
            rest = np.zeros(count + 1)
            rest[: len(others[number])] = others[number][: count + 1]
            fits = 1 + (_ALL_THERE_ODDS - 1) * rest[::-1][least:]
            after = before * fits
            after *= before.sum() / after.sum()
            for height, chance in enumerate(after.tolist(), start=least):
                if (kind, height) in out[number]:
                    out[number][kind, height] = chance
    return out


def _count_distribution(chances: Mapping[Content, float], kind: str, most: int) -> Floats:
    """(most + 1,) how likely a cell holds 0, 1, ... pieces of this kind. Something else counts as no piece."""
    out = np.array([0.0, *(chances.get((kind, n), 0.0) for n in range(1, most + 1))])
    out[0] = max(0.0, 1.0 - out.sum())
    return out


def _combine_others(many: Floats) -> list[Floats]:
    """For each cell, how likely all other cells together hold 0, 1, ... pieces. many: (n, k) how likely each cell holds
    0, 1, ... pieces.
    """
    before, after = [np.ones(1)], [np.ones(1)]
    for one, other in zip(many[:-1], many[:0:-1], strict=True):
        before.append(np.convolve(before[-1], one))
        after.append(np.convolve(other, after[-1]))
    return [np.asarray(np.convolve(some, rest)) for some, rest in zip(before, reversed(after), strict=True)]
