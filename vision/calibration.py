"""Checks that vision reads a known table correctly: this proves that it has learned print, light and pieces.

It judges a reading and says in words what is wrong. It never reads or learns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from vision.layout import Layout
from vision.observation import SURE, Content, Reading

_MAX_UNSURE_PART = 0.3  # part of all cells that may be unsure in a correct reading ..
_MAX_MISREAD_PART = 0.05  # ... and part of all cells that may be read wrongly

_MIN_CONFUSED_CELLS = 3  # cells in which the same two kinds are confused: fewer may be chance

CALIBRATE_AGAIN = (
    "Take hands and shadows off the board and lay the pieces in the middle of their cells; "
    "then I will try again with the next known table."
)


def explain_misreading(reading: Reading, table: Mapping[str, tuple[str, ...]], layout: Layout) -> str | None:
    """What vision wrongly reads on a known table, in words; None if the reading is correct.

    Piles that cannot be counted from above may stay unsure, but nothing may be read as something else.
    """
    if reading.hand:
        return "Something lies over the board that is neither board nor piece."
    unsure = missed = 0
    alike: Counter[frozenset[str | None]] = Counter()
    for name, seen in reading.cells.items():
        kinds = table.get(name, ())
        if len(kinds) > len(layout.cells[name].places()) or len(set(kinds)) > 1:
            continue  # a pile: its count may stay unsure, and its top piece may hide the others
        truth: Content = (kinds[-1], len(kinds)) if kinds else (None, 0)
        if seen.best != truth and seen.p >= SURE:
            looks, is_really = _describe_content(seen.best), _describe_content(truth)
            return f"The known table does not read back: {name} looks {looks} and is {is_really}."
        unsure += seen.unsure
        missed += seen.best != truth
        if kinds and seen.best != truth:
            alike[frozenset((kinds[0], seen.best[0]))] += 1
    if unsure > _MAX_UNSURE_PART * len(reading.cells) or missed > max(1.0, _MAX_MISREAD_PART * len(reading.cells)):
        text = f"The known table does not read back: {unsure} of {len(reading.cells)} cells cannot be told."
        return text + _explain_alike_kinds(alike)
    return None


def _explain_alike_kinds(mixed_up: Counter[frozenset[str | None]]) -> str:
    """Says which kinds look alike and what to change, if most errors are of the same two kinds; else an empty text."""
    if not mixed_up:
        return ""
    pair, times = mixed_up.most_common(1)[0]
    if times < _MIN_CONFUSED_CELLS or times < 0.6 * mixed_up.total() or len(pair) < 2:
        return ""
    kinds = sorted(kind for kind in pair if kind is not None)
    what = (
        f"{kinds[0]} pieces look like the empty board" if len(kinds) == 1 else f"{kinds[0]} and {kinds[1]} look alike"
    )
    return f" In this light {what}: use more light, or pieces of another colour."


def _describe_content(content: Content) -> str:
    kind, count = content
    return "empty" if kind is None else kind if count == 1 else f"{count} {kind}"
