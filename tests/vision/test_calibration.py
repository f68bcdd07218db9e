"""The message when a known table is read wrongly: the cell, what looks alike, and what to change."""

from __future__ import annotations

from types import MappingProxyType

from tests.vision import scene
from vision.calibration import explain_misreading
from vision.observation import EMPTY, CellReading, Content, Reading

LAYOUT = scene.layout()
PIECES = dict.fromkeys(list(LAYOUT.cells)[:8], ("white",))


def reading(seen: dict[str, dict[Content, float]]) -> Reading:
    """A reading that is sure of PIECES, except for the cells in `seen`."""
    cells = {}
    for name in LAYOUT.cells:
        truth: Content = ("white", 1) if name in PIECES else EMPTY
        cells[name] = CellReading(MappingProxyType(seen.get(name, {truth: 1.0})))
    return Reading(MappingProxyType(cells), False)


def test_a_table_that_reads_back_is_not_misread() -> None:
    assert explain_misreading(reading({}), PIECES, LAYOUT) is None


def test_pieces_that_look_like_the_board_are_named_with_what_to_change() -> None:
    said = explain_misreading(reading({name: {EMPTY: 0.6, ("white", 1): 0.4} for name in PIECES}), PIECES, LAYOUT)
    assert said is not None
    assert said.endswith(
        "In this light white pieces look like the empty board: use more light, or pieces of another colour."
    )


def test_pieces_that_look_alike_are_named() -> None:
    said = explain_misreading(
        reading({name: {("black", 1): 0.6, ("white", 1): 0.4} for name in PIECES}), PIECES, LAYOUT
    )
    assert said is not None
    assert "black and white look alike: use more light" in said


def test_what_is_merely_open_names_no_colours() -> None:
    said = explain_misreading(reading({name: {EMPTY: 0.5} for name in LAYOUT.cells}), PIECES, LAYOUT)
    open_ = explain_misreading(reading({n: {EMPTY: 0.5} for n in list(LAYOUT.cells)[8:40]}), PIECES, LAYOUT)
    assert said is not None
    assert open_ is not None
    assert "In this light" not in open_
