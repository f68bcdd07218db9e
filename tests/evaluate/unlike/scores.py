"""Scores of readings: cells, boards, sure cells, hands, and how well probabilities are calibrated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.observation import SURE, Content, Reading

TALL = 8
"""Cells with more pieces than this are counted apart."""

BINS = 15


@dataclass
class Score:
    """Counts over photographs, and for each cell its probability and whether it was right."""

    count: Counter[str] = field(default_factory=Counter)
    ps: list[float] = field(default_factory=list)
    """The probabilities of the readings of cells that nothing covers."""
    rights: list[bool] = field(default_factory=list)
    """Whether each of these readings was right, in the same order."""
    read_ms: list[float] = field(default_factory=list)
    """Processor time of each reading."""

    def add(self, other: Score) -> None:
        """Adds another score to this one."""
        self.count += other.count
        self.ps += other.ps
        self.rights += other.rights
        self.read_ms += other.read_ms

    def calibration_error(self) -> float:
        """Expected calibration error: |part right - mean p| over BINS bins of equal width on p, weighted by cells."""
        return sum(share * abs(right - said) for share, said, right in self.bins())

    def bins(self) -> list[tuple[float, float, float]]:
        """For each bin with cells: its part of all cells, the mean of their p, and the part of them that is right."""
        p, right = np.array(self.ps), np.array(self.rights, float)
        if not len(p):
            return []
        number = np.minimum((p * BINS).astype(int), BINS - 1)
        held = [number == n for n in range(BINS)]
        return [(float(h.mean()), float(p[h].mean()), float(right[h].mean())) for h in held if h.any()]


def content(kinds: Sequence[str]) -> Content:
    """What a reading should say of a cell with these pieces."""
    return (kinds[-1], len(kinds)) if kinds else (None, 0)


def unplaced(cells: Sequence[str], truth: Mapping[str, Sequence[str]], hand: bool, hand_seen: bool) -> Score:
    """The score of a photograph in which the board was not found: every cell is wrong.

    hand_seen: True if some markers are in sight, so that `companion read` says that something hides the others.
    """
    score = Score()
    counted = [name for name in cells if len(truth.get(name, ())) <= TALL]
    score.count.update(photos=1, unplaced=1, hands=int(hand))
    score.count["hands seen"] = int(hand and hand_seen)
    score.count["false hands"] = int(hand_seen and not hand)
    if not hand:
        score.count.update(boards=1, cells=len(counted))
    return score


def judge(reading: Reading, truth: Mapping[str, Sequence[str]], hand: bool, ms: float = 0.0) -> tuple[Score, list[str]]:
    """The score of one reading, and its errors in words.

    With a hand in the picture only sure cells count. Of tall stacks it is only counted whether they were right.
    """
    score, errors = Score(), list[str]()
    count = score.count
    count.update(photos=1, hands=int(hand))
    score.read_ms = [ms]
    count["hands seen"] = int(hand and reading.hand)
    count["false hands"] = int(reading.hand and not hand)
    if reading.hand != hand:
        errors.append("a hand was not seen" if hand else "a hand was seen where there is none")
    exact = True
    for name, cell in reading.cells.items():
        kinds = truth.get(name, ())
        right = cell.best == content(kinds)
        if not cell.covered:
            score.ps.append(cell.p)
            score.rights.append(right)
        if len(kinds) > TALL:
            count["tall"] += not hand
            count["tall right"] += right and not hand
            continue
        sure = not cell.covered and cell.p >= SURE
        count["sure"] += sure
        count["sure wrong"] += sure and not right
        if not hand:
            count["cells"] += 1
            count["right"] += right
            exact = exact and right
        if not right and (sure or not hand):
            (kind, number), (real, real_number) = cell.best, content(kinds)
            said = f"{kind or 'empty'}{f' x {number}' if number > 1 else ''} with p {cell.p:.3f}"
            lies = f"{real or 'empty'}{f' x {real_number}' if real_number > 1 else ''}"
            errors.append(f"{name}: {'sure and wrong: ' if sure else ''}{said} where {lies} is")
    if not hand:
        count["boards"] = 1
        count["exact"] = exact
    return score, errors


HEAD = (
    "| set | photographs | not found | cells right | boards exact | sure and wrong | hands seen | false hands "
    "| stacks above 8 right | calibration error | ms, median |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|"
)


def row(title: str, score: Score) -> str:
    """One line of the Markdown table under HEAD."""
    c = score.count
    share = f"{100 * c['right'] / c['cells']:.3f} % of {c['cells']:,}" if c["cells"] else "-"
    tall = f"{c['tall right']} of {c['tall']}" if c["tall"] else ""
    hands = f"{c['hands seen']} of {c['hands']}" if c["hands"] else ""
    ms = f"{np.median(score.read_ms):.0f}" if score.read_ms else ""
    return (
        f"| {title} | {c['photos']} | {c['unplaced']} | {share} | {c['exact']} of {c['boards']} "
        f"| {c['sure wrong']} of {c['sure']:,} | {hands} | {c['false hands']} | {tall} "
        f"| {score.calibration_error():.4f} | {ms} |"
    )
