"""Checks that vision reads a known table correctly. A correct reading proves that it has learned print, light and
pieces.

This module judges a reading and says in words what is wrong. It never reads or learns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from vision.layout import Layout
from vision.message import Message, join_sentences, list_items
from vision.observation import SURE, Content, Reading

_MAX_UNSURE_PART = 0.3  # the part of all cells that may be unsure in a correct reading ...
_MAX_MISREAD_PART = 0.05  # ... and part of all cells that may be read wrongly

_MIN_CONFUSED_CELLS = 3  # cells in which the same two kinds are confused: if there are fewer, this may be chance

_MIN_SEEN_CELLS, _MOST_NAMED = 3, 5
"""Cells that surely hold pieces before anything is learned: with at least this number, a board is not empty. On two
empty boards of strangers there were none, on 12 with pieces 4 to 14, but none on one whose kinds are equally bright.
The second value is how many are named.
"""

CALIBRATE_AGAIN = Message(
    "Take hands and shadows off the board and put the pieces in the middle of their cells. I try again with the next "
    "known table."
)


def explain_misreading(reading: Reading, table: Mapping[str, tuple[str, ...]], layout: Layout) -> str | None:
    """In words, what vision reads wrongly on a known table; None if the reading is correct.

    Piles that cannot be counted from above may stay unsure, but nothing may be read as something else.
    """
    if reading.hand:
        return Message("Something is over the board that is neither board nor piece.")
    unsure = missed = 0
    alike: Counter[frozenset[str | None]] = Counter()
    for name, seen in reading.cells.items():
        kinds = table.get(name, ())
        if len(kinds) > len(layout.cells[name].places()) or len(set(kinds)) > 1:
            continue  # a pile: its count may stay unsure, and its top piece may hide the others
        truth: Content = (kinds[-1], len(kinds)) if kinds else (None, 0)
        if seen.best != truth and seen.p >= SURE:
            return Message(
                "I do not read the table correctly: {name} looks {seen} and is {known}.",
                name=name,
                seen=_describe_content(seen.best),
                known=_describe_content(truth),
            )
        unsure += seen.unsure
        missed += seen.best != truth
        if kinds and seen.best != truth:
            alike[frozenset((kinds[0], seen.best[0]))] += 1
    if unsure > _MAX_UNSURE_PART * len(reading.cells) or missed > max(1.0, _MAX_MISREAD_PART * len(reading.cells)):
        text = Message(
            "I do not read the table correctly: I am not sure of {unsure} of the {cells} cells.",
            unsure=unsure,
            cells=len(reading.cells),
        )
        why = _explain_alike_kinds(alike)
        return text if why is None else join_sentences(text, why)
    return None


def explain_pieces(reading: Reading) -> str | None:
    """In words, where pieces are on a board that people call empty; None if it may be empty.

    reading: of its picture, before anything was learned from it. A reading after that sees no pieces: it was told that
    all is print.
    """
    held = [name for name, cell in reading.cells.items() if not cell.unsure and cell.best[1]]
    if len(held) < _MIN_SEEN_CELLS:
        return None
    return Message(
        "Pieces seem to be on {cells}, for example; if none are there, do without this picture.",
        cells=list_items(held[:_MOST_NAMED]),
    )


def _explain_alike_kinds(mixed_up: Counter[frozenset[str | None]]) -> Message | None:
    """Says which kinds look alike and what to change, if most errors confuse the same two kinds; else None."""
    if not mixed_up:
        return None
    pair, times = mixed_up.most_common(1)[0]
    if times < _MIN_CONFUSED_CELLS or times < 0.6 * mixed_up.total() or len(pair) < 2:
        return None
    kinds = sorted(kind for kind in pair if kind is not None)
    if len(kinds) == 1:
        return Message(
            "In this light {kind} pieces look like the empty board: use more light, or pieces of another colour.",
            kind=kinds[0],
        )
    return Message(
        "In this light {kind} and {other} look alike: use more light, or pieces of another colour.",
        kind=kinds[0],
        other=kinds[1],
    )


def _describe_content(content: Content) -> str:
    kind, count = content
    return Message("empty") if kind is None else kind if count == 1 else f"{count} {kind}"
