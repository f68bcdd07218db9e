"""How the readings of cells get doubt."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

import numpy as np

from vision.observation import ENOUGH_DOUBT, SURE, CellReading, Reading

_DOUBT_QUANTILE = 0.9  # the quantile that says how doubtful the less clear cells of a picture are


def doubt_barely_sure(reading: Reading, most: float, spared: Set[str] = frozenset()) -> Reading:
    """The reading of a picture of a board with markers: what is only just sure is not sure. most: the doubt that a sure
    cell may have. spared: the names of cells that may have more.
    """
    barely = {name for name, cell in reading.cells.items() if cell.likely and 1 - cell.p > most}
    return doubt_cells(reading, barely - spared)


def doubt_cells(reading: Reading, names: Set[str]) -> Reading:
    """The reading with just enough doubt about these cells that they are unsure."""
    doubted = {name: doubt_cell(reading.cells[name], 1.0, ENOUGH_DOUBT) for name in names}
    return replace(reading, cells={**reading.cells, **doubted})


def doubt_cell(cell: CellReading, gain: float, least: float) -> CellReading:
    """A cell's reading with `gain` times as much doubt, and at least the doubt `least`, if the cell is clear. The added
    doubt is the probability of something else.
    """
    before = 1 - cell.p
    after = max(before, min(gain * before, ENOUGH_DOUBT), least)
    if after == before:
        return cell
    return replace(cell, likely={content: p * (1 - after) / (1 - before) for content, p in cell.likely.items()})


def measure_doubt(reading: Reading) -> float:
    """How doubtful the less clear cells of a picture are, of those that nothing covers; 0 if all are covered."""
    doubts = [1 - cell.p for cell in reading.cells.values() if cell.likely and not cell.covered]
    return float(np.quantile(doubts, _DOUBT_QUANTILE)) if doubts else 0.0


def find_lowered(before: Reading, after: Reading) -> set[str]:
    """The names of the cells that are less sure after something than before."""
    return {name for name, cell in before.cells.items() if cell.likely and after.cells[name].p < cell.p}


def trust_cells(reading: Reading, chances: Mapping[str, float]) -> Reading:
    """The reading in which some cells are as sure as their chances say, if they are surer then. chances: the
    probabilities of what is likeliest in these cells, by their names.
    """
    trusted = {name: _give_chance(reading.cells[name], p) for name, p in chances.items() if p > reading.cells[name].p}
    return replace(reading, cells={**reading.cells, **trusted})


def judge_cells(reading: Reading, chances: Mapping[str, float], below: float, least: float) -> Reading:
    """The reading in which cells that are less likely than `below` are as likely as their chances say, but not sure,
    and no cell is sure whose chance is less than `least`. chances: as for `trust_cells`.
    """
    cells = reading.cells
    judged = {name: p for name, p in chances.items() if cells[name].p < below or (p < least and cells[name].p >= SURE)}
    given = {name: _give_chance(cells[name], min(p, 1 - ENOUGH_DOUBT)) for name, p in judged.items()}
    return replace(reading, cells={**cells, **given})


def _give_chance(cell: CellReading, p: float) -> CellReading:
    """A cell's reading with the probability p for what is likeliest in it."""
    if p <= cell.p:
        return doubt_cell(cell, 1.0, 1 - p)
    rest = (1 - p) / (1 - cell.p)
    return replace(cell, likely={**{content: chance * rest for content, chance in cell.likely.items()}, cell.best: p})
